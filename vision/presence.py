"""Which squares of a straightened board hold a tile: what the network thinks, held against what the table looks like.

A hole shows the table, and the squares around the board show how the table looks in this very photo.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

SCALE = (10.0, 6.0, 6.0, 5.0, 4.0, 4.0)
"""How far apart two squares count as 1 apart: lightness, a, b (CIELAB), spread of lightness, of colour, edges."""

INNER = 0.15
"""Share of the square left out on each side: the neighbours' borders."""

TILE_LIKE, TABLE_LIKE = 0.9, 0.1
FEWEST = 3
WEIGHTS = (0.41, 2.3, 0.7)
"""Logistic regression on rendered photos: the network's logit, the log ratio of distances, constant."""


def looks(straight: NDArray[np.uint8], side: int) -> NDArray[np.float32]:
    """(rows, cols, 6) in units of SCALE, for a picture of rows x cols squares of `side` pixels."""
    rows, cols = straight.shape[0] // side, straight.shape[1] // side
    lab = cv2.cvtColor(straight.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    light = np.ascontiguousarray(lab[..., 0])
    edges = np.log1p(np.hypot(cv2.Sobel(light, cv2.CV_32F, 1, 0), cv2.Sobel(light, cv2.CV_32F, 0, 1)))
    cut = max(1, round(INNER * side))
    values = np.dstack([lab, edges]).reshape(rows, side, cols, side, 4)[:, cut:-cut, :, cut:-cut]
    mean = values.mean((1, 3))
    spread = values.std((1, 3))
    colour = np.hypot(spread[..., 1], spread[..., 2])
    out = np.dstack([mean[..., :3], spread[..., 0], colour, 8 * mean[..., 3]])
    return np.asarray(out / np.array(SCALE), np.float32)


def settled(
    tiles: NDArray[np.float32], straight: NDArray[np.uint8], side: int, inside: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """The network's probabilities (rows x cols), corrected by each square's likeness to sure tiles and sure table.

    `straight` shows the same squares at `side` pixels each, `inside` tells which of them lie in the photo.
    """
    own = looks(straight, side)
    tile = own[(tiles > TILE_LIKE) & inside]
    table = own[(tiles < TABLE_LIKE) & inside]
    if len(tile) < FEWEST or len(table) < FEWEST:
        return tiles
    ratio = np.log(_far(own, table) + 0.15) - np.log(_far(own, tile) + 0.15)
    likely = np.clip(tiles, 1e-3, 1 - 1e-3)
    logit = WEIGHTS[0] * np.log(likely / (1 - likely)) + WEIGHTS[1] * ratio + WEIGHTS[2]
    return np.where(inside, 1 / (1 + np.exp(-np.clip(logit, -20, 20))), tiles).astype(np.float32)


def _far(own: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean distance to the second to fourth nearest of the others: the nearest may be the square itself."""
    far = np.sqrt(((own[:, :, None] - others) ** 2).sum(-1))
    far.sort(axis=-1)
    return np.asarray(far[..., 1:4].mean(-1), np.float32)
