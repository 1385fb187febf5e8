"""Whether a lattice found is too fine: pictures on tiles, cut at halves or thirds, pass for smaller squares.

Tiles repeat: most games have far fewer faces than tiles. Blocks of several squares that are true tiles look like one
another, in one turn or another; blocks that straddle tiles do so far less. Where one way of cutting the lattice into
blocks repeats far better than every other way, the blocks are the tiles. So they are where the squares within blocks are
alike, and those on both sides of a cut are not.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE = 8
"""Pixels a square of the lattice in the picture that is looked at."""

TIMES = (2, 3)
"""How many squares may make the side of one tile."""

CLEAR = 0.4
"""The best way to cut must leave this share or less of the next best's difference between like blocks."""

FEWEST = 10
"""Blocks needed to tell."""

FULL = 0.6
"""A block counts where tiles lie on this share of its squares."""

WITHIN, MOST, PAIRS = 0.25, 0.97, 12
"""Within blocks MOST of the neighbouring squares differ by less than this share of what neighbours across cuts do in the
median, of which there are so many at least."""
VISIBLE = 6.0
"""How far apart in CIELAB neighbours across cuts must be."""


def block(straight: NDArray[np.uint8], present: NDArray[np.bool_]) -> tuple[int, int, int] | None:
    """(squares along a tile, column, row where the first whole tile begins), or None where the squares are the tiles
    for all that can be told.

    `straight`: BGR picture of the lattice's rows x cols squares at SIDE pixels each; `present`: which hold tiles.
    """
    clearest, found = CLEAR, None
    for times in TIMES:
        ways = {
            (column, row): _unlike(_blocks(straight, present, times, column, row))
            for row in range(times)
            for column in range(times)
        }
        (best, least), (_, second) = sorted(ways.items(), key=lambda one: one[1])[:2]
        if np.isfinite(second) and least < clearest * second:
            clearest, found = least / second, (times, *best)
    return found


def _blocks(
    straight: NDArray[np.uint8], present: NDArray[np.bool_], times: int, column: int, row: int
) -> NDArray[np.float32]:
    """(n, side, side, 3) CIELAB without what changes slowly, the rims left out: they show the neighbours."""
    lab = cv2.cvtColor(straight, cv2.COLOR_BGR2LAB).astype(np.float32)
    lab -= cv2.GaussianBlur(lab, (0, 0), SIDE * times * 1.5)
    lab = np.asarray(cv2.GaussianBlur(lab, (0, 0), 1.0), np.float32)
    rows, cols = present.shape
    out = []
    for r in range(row, rows - times + 1, times):
        for c in range(column, cols - times + 1, times):
            if present[r : r + times, c : c + times].mean() >= FULL:
                whole = lab[r * SIDE : (r + times) * SIDE, c * SIDE : (c + times) * SIDE]
                out.append(whole[2:-2:2, 2:-2:2])
    return np.stack(out) if out else np.zeros((0, 1, 1, 3), np.float32)


def _unlike(blocks: NDArray[np.float32]) -> float:
    """How much a block differs from the one most like it in any quarter turn, in the median; infinite for too few."""
    count = len(blocks)
    if count < FEWEST:
        return np.inf
    own = blocks.reshape(count, -1)
    far = np.full((count, count), np.inf)
    for quarters in range(4):
        turned = np.rot90(blocks, quarters, (1, 2)).reshape(count, -1)
        for i in range(count):
            far[i] = np.minimum(far[i], ((own[i] - turned) ** 2).mean(1))
    np.fill_diagonal(far, np.inf)
    return float(np.median(far.min(1)))


def even(straight: NDArray[np.uint8], present: NDArray[np.bool_]) -> tuple[int, int, int] | None:
    """As `block`, by the mean colours of the squares alone: that tells less often, and is never wrong on plain squares."""
    rows, cols = present.shape
    small = cv2.resize(straight, (cols, rows), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    down = np.where(present[1:] & present[:-1], np.linalg.norm(lab[1:] - lab[:-1], axis=-1), np.nan)
    right = np.where(present[:, 1:] & present[:, :-1], np.linalg.norm(lab[:, 1:] - lab[:, :-1], axis=-1), np.nan)
    for times in TIMES[::-1]:
        for row in range(times):
            for column in range(times):
                cut_down = (np.arange(1, rows) - row) % times == 0
                cut_right = (np.arange(1, cols) - column) % times == 0
                across = np.concatenate([down[cut_down].ravel(), right[:, cut_right].ravel()])
                within = np.concatenate([down[~cut_down].ravel(), right[:, ~cut_right].ravel()])
                across, within = across[np.isfinite(across)], within[np.isfinite(within)]
                if min(len(across), len(within)) < PAIRS or np.median(across) < VISIBLE:
                    continue
                if np.quantile(within, MOST) < WITHIN * np.median(across):
                    return times, column, row
    return None
