"""Which boards lie on a Hutan table and how they are turned, from the waters and lakes that are seen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.games.hutan.components import FACES, PlacedBoard
from scoring.games.hutan.layout import ICONS, face_rows
from vision.hutannet import Seen

Areas = NDArray[np.int64]

ORIGINS = ((0, 0), (0, 3), (3, 3), (3, 0))
"""Left top square of the boards in the order NW, NE, SE, SW."""
TRUST = 0.7
"""What the network's numbers count: those of squares beside each other are not independent."""
COLOURS = tuple(dict.fromkeys(face.partition("-")[0] for face in FACES))


class Chosen(NamedTuple):
    """Boards in the order NW, NE, SE, SW, how likely the areas of each are right, and the log likelihood of all (`fits`)."""

    boards: tuple[PlacedBoard, ...]
    sure: tuple[float, ...]
    fit: float


@cache
def _placings() -> tuple[tuple[PlacedBoard, Areas], ...]:
    boards = [PlacedBoard(face, icon) for face in FACES for icon in ICONS]
    return tuple((board, np.array(face_rows(board))) for board in boards)


def fits(seen: Seen, areas: Areas, at: tuple[int, int]) -> float:
    """Log likelihood of 3x3 areas (0 a lake) with their left top square at (row, column)."""
    r, c = at
    beside = np.where(areas[:, :-1] != areas[:, 1:], 1.0, -1.0) * seen.beside[r : r + 3, c : c + 2]
    below = np.where(areas[:-1] != areas[1:], 1.0, -1.0) * seen.below[r : r + 2, c : c + 3]
    lake = np.where(areas == 0, 1.0, -1.0) * seen.lake[r : r + 3, c : c + 3]
    return -TRUST * float(sum(np.logaddexp(0, -one).sum() for one in (beside, below, lake)))


def recognised(seen: Seen) -> Chosen:
    """The likeliest boards, one of each colour (rulebook, setup)."""
    placings = _placings()
    table = np.array([[fits(seen, areas, at) for _, areas in placings] for at in ORIGINS])
    colour = np.array([COLOURS.index(board.face.partition("-")[0]) for board, _ in placings])
    best: tuple[float, list[int]] | None = None
    worth = np.full(table.shape, -np.inf)
    for order in permutations(range(len(COLOURS))):
        own = [np.flatnonzero(colour == k) for k in order]
        tops = [int(k[table[i, k].argmax()]) for i, k in enumerate(own)]
        total = float(sum(table[i, top] for i, top in enumerate(tops)))
        if best is None or total > best[0]:
            best = total, tops
        sums = np.array([np.logaddexp.reduce(table[i, k]) for i, k in enumerate(own)])
        for i, k in enumerate(own):
            worth[i, k] = np.logaddexp(worth[i, k], table[i, k] + sums.sum() - sums[i])
    assert best is not None
    worth = np.exp(worth - np.logaddexp.reduce(worth, axis=1)[:, None])
    sure = []
    for i, top in enumerate(best[1]):
        same = [k for k, (_, areas) in enumerate(placings) if _alike(areas, placings[top][1])]
        sure.append(float(worth[i, same].sum()))
    return Chosen(tuple(placings[top][0] for top in best[1]), tuple(sure), best[0])


def _alike(one: Areas, other: Areas) -> bool:
    """Whether two boards have the same areas and lakes, however they are numbered."""
    pairs = set(zip(one.ravel().tolist(), other.ravel().tolist(), strict=True))
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}) and all(
        (a == 0) == (b == 0) for a, b in pairs
    )


class Turn(NamedTuple):
    """By how many quarter turns (np.rot90 of what was seen) a known table fits best, how likely that is, and the log
    likelihood of the table (`fits`)."""

    quarters: int
    sure: float
    fit: float


def quarters_to(seen: Seen, numbers: Sequence[Sequence[int]]) -> Turn:
    """How a table of 6x6 area numbers lies in what was seen."""
    areas = np.array(numbers)
    logs = []
    for quarters in range(4):
        turned = seen.rot90(quarters)
        logs.append(sum(fits(turned, areas[r : r + 3, c : c + 3], (r, c)) for r, c in ORIGINS))
    best = int(np.argmax(logs))
    return Turn(best, float(np.exp(logs[best] - np.logaddexp.reduce(logs))), logs[best])
