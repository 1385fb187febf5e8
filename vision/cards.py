"""Which sets of squares can be laid with cards of 2x3 squares, edge to edge.

Masks are rows x cols arrays of bool.
"""

from __future__ import annotations

import heapq
from itertools import count

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Card = tuple[int, int, int, int]
"""(row, column, rows, columns)."""

STEPS = 20_000
"""Cards that are tried before a mask counts as not coverable; landscapes need some hundred."""
DOUBTFUL = 12
"""How many of the least sure squares may be changed to make the rest coverable."""
CHANGES = 4
"""How many of them at once."""


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


def coverable(odds: NDArray[np.float64], most: float = 12.0) -> tuple[Mask, bool]:
    """The likeliest joined set of squares that cards can cover, and whether one was found.

    `odds` (rows x cols) are the log odds that a square is there. Where the squares with positive odds cannot be
    covered, the least sure ones are changed, cheapest first, as long as that costs at most `most`. Where nothing helps, those
    that no card fits on are left out, however sure they seem, if the rest can be covered; else the squares with
    positive odds are given back.
    """
    likely = joined(odds > 0, np.maximum(odds, 0))
    if cover(likely) is not None:
        return likely, True
    near = cv2.dilate(likely.astype(np.uint8), np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)) > 0
    doubtful = [(abs(float(odds[r, c])), int(r), int(c)) for r, c in np.argwhere(near)]
    doubtful = sorted(one for one in doubtful if one[0] <= most)[:DOUBTFUL]
    there = int(likely.sum())
    number = count()
    heap: list[tuple[float, int, tuple[int, ...]]] = [(0.0, next(number), ())]
    while heap:
        cost, _, chosen = heapq.heappop(heap)
        if chosen:
            changed = likely.copy()
            for k in chosen:
                changed[doubtful[k][1:]] ^= True
            total = there + sum(1 if not likely[doubtful[k][1:]] else -1 for k in chosen)
            if total > 0 and total % 6 == 0 and _whole(changed) and cover(changed) is not None:
                return changed, True
        if len(chosen) < CHANGES:
            for k in range(chosen[-1] + 1 if chosen else 0, len(doubtful)):
                if cost + doubtful[k][0] <= most:
                    heapq.heappush(heap, (cost + doubtful[k][0], next(number), (*chosen, k)))
    fitting = fits(likely)
    return (fitting, True) if fitting.any() and _whole(fitting) and cover(fitting) is not None else (likely, False)


def fits(present: Mask) -> Mask:
    """The squares on which some card fits, all six of its squares being present."""
    out = np.zeros_like(present)
    for h, w in ((2, 3), (3, 2)):
        kernel = np.ones((h, w), np.uint8)
        top_left = cv2.erode(present.astype(np.uint8), kernel, anchor=(0, 0), borderType=cv2.BORDER_CONSTANT, borderValue=0)
        out |= cv2.dilate(top_left, kernel, anchor=(w - 1, h - 1), borderType=cv2.BORDER_CONSTANT, borderValue=0) > 0
    return out


def _whole(present: Mask) -> bool:
    return bool(cv2.connectedComponents(present.astype(np.uint8), connectivity=4)[0] == 2)
