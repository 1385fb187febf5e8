"""Which sets of squares can be laid with cards of 2x3 squares, edge to edge.

Masks are rows x cols arrays of bool.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Card = tuple[int, int, int, int]
"""(row, column, rows, columns)."""
_Laid: TypeAlias = tuple[Card, Any]
"""A card, and those laid before it, or None."""

STEPS = 20_000
"""Cards that are tried before a mask counts as not coverable; landscapes need some hundred."""
SUREST = 12.0
"""Log odds beyond this count as this: a square on which no card fits is left out, however sure it seems."""
BEAM = 600
"""Ways to lay cards that are followed at once."""


def cover(present: Mask) -> list[Card] | None:
    """Cards that cover exactly the squares present, or None where there are none."""
    if int(present.sum()) % 6:
        return None
    width = present.shape[1] + 2  # two empty columns, so that no card wraps around
    left = 0
    for r, c in np.argwhere(present):
        left |= 1 << int(r * width + c)
    shapes = tuple((h, w, sum(((1 << w) - 1) << (width * k) for k in range(h))) for h, w in ((2, 3), (3, 2)))
    # The first square in reading order must be the top left square of its card: two ways a card.
    failed: set[int] = set()
    laid: list[Card] = []
    steps = 0

    def lay(left: int) -> bool:
        nonlocal steps
        if not left:
            return True
        if left in failed or steps > STEPS:
            return False
        steps += 1
        first = (left & -left).bit_length() - 1
        for h, w, shape in shapes:
            card = shape << first
            if left & card == card:
                laid.append((first // width, first % width, h, w))
                if lay(left ^ card):
                    return True
                laid.pop()
        failed.add(left)
        return False

    return laid if lay(left) else None


def joined(present: Mask, weight: NDArray[np.float64]) -> Mask:
    """The part joined side to side that weighs most."""
    number, labels = cv2.connectedComponents(present.astype(np.uint8), connectivity=4)
    if number <= 2:
        return present.copy()
    weights = np.bincount(labels.ravel(), weights=np.where(present, weight, 0).ravel(), minlength=number)
    weights[0] = -np.inf
    return np.asarray(labels == int(weights.argmax()))


def coverable(odds: NDArray[np.float64], most: float = 36.0) -> tuple[Mask, bool]:
    """The likeliest joined set of squares that cards can cover, and whether one was found.

    `odds` (rows x cols) are the log odds that a square is there. Where the squares with positive odds cannot be covered,
    cards are laid over the likeliest set that can be, as long as it is not less likely by more than `most`; else the
    squares with positive odds are given back.
    """
    likely = joined(odds > 0, np.maximum(odds, 0))
    if cover(likely) is not None:
        return likely, True
    there, cost = packed(np.where(likely, odds, np.minimum(odds, 0)))
    if cost > most or not there.any():
        return likely, False
    return joined(there, np.where(there, odds, 0)), True


def packed(odds: NDArray[np.float64]) -> tuple[Mask, float]:
    """The squares of cards that are laid so that the log odds (rows x cols) of what they cover and what they leave are the
    best, and by how much these are worse than those of the squares with positive odds, which cards may not cover.

    Square after square in reading order: each is covered already, left, or the top left one of a card. What may follow
    depends on which squares ahead are covered alone, so of all ways with the same ones the best is kept; and of these
    the BEAM best.
    """
    rows, cols = odds.shape
    width = cols + 2  # two empty columns, so that no card wraps around
    padded = np.full((rows, width), -SUREST)
    padded[:, :cols] = np.clip(odds, -SUREST, SUREST)
    leaving, covering = np.maximum(padded, 0).ravel().tolist(), np.maximum(-padded, 0).ravel().tolist()
    shapes = [(h, w, [width * r + c for r in range(h) for c in range(w)]) for h, w in ((2, 3), (3, 2))]
    ways: dict[int, tuple[float, _Laid | None]] = {0: (0.0, None)}
    for place in range(rows * width):
        r, c = divmod(place, width)
        fitting = []
        for h, w, squares in shapes:
            if r + h <= rows and c + w <= cols:
                cost = sum(covering[place + k] for k in squares)
                if cost < SUREST:
                    fitting.append((sum(1 << k for k in squares), cost, (r, c, h, w)))
        after: dict[int, tuple[float, _Laid | None]] = {}
        for covered, (cost, laid) in ways.items():
            if covered & 1:
                _keep(after, covered >> 1, cost, laid)
                continue
            _keep(after, covered >> 1, cost + leaving[place], laid)
            for squares_of_card, more, card in fitting:
                if not covered & squares_of_card:
                    _keep(after, (covered | squares_of_card) >> 1, cost + more, (card, laid))
        ways = after if len(after) <= BEAM else dict(sorted(after.items(), key=lambda way: way[1][0])[:BEAM])
    best, laid = min(ways.values(), key=lambda way: way[0])
    there = np.zeros((rows, cols), bool)
    while laid is not None:
        (r, c, h, w), laid = laid
        there[r : r + h, c : c + w] = True
    return there, best


def _keep(ways: dict[int, tuple[float, _Laid | None]], covered: int, cost: float, laid: _Laid | None) -> None:
    if covered not in ways or ways[covered][0] > cost:
        ways[covered] = cost, laid


def fits(present: Mask) -> Mask:
    """The squares on which some card fits, all six of its squares being present."""
    out = np.zeros_like(present)
    for h, w in ((2, 3), (3, 2)):
        kernel = np.ones((h, w), np.uint8)
        top_left = cv2.erode(present.astype(np.uint8), kernel, anchor=(0, 0), borderType=cv2.BORDER_CONSTANT, borderValue=0)
        out |= cv2.dilate(top_left, kernel, anchor=(w - 1, h - 1), borderType=cv2.BORDER_CONSTANT, borderValue=0) > 0
    return out
