"""Random fields that textures, prints and sensors are made of. Deterministic from the generator given."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]


def child(rng: np.random.Generator) -> np.random.Generator:
    """A generator of its own for what takes more numbers at higher resolution.

    What its parent draws afterwards is then the same at any resolution.
    """
    return np.random.Generator(np.random.SFC64(int(rng.integers(1 << 62))))


def smooth(rng: np.random.Generator, height: int, width: int, cell: float | tuple[float, float]) -> Field:
    """Smooth noise in 0..1 whose features are about `cell` (x, y) pixels wide; wraps around at the edges."""
    cell_x, cell_y = cell if isinstance(cell, tuple) else (cell, cell)
    rows, cols = max(2, round(height / cell_y)), max(2, round(width / cell_x))
    coarse = child(rng).random((rows, cols), dtype=np.float32)
    coarse = np.pad(coarse, 2, mode="wrap")
    step_y, step_x = height / rows, width / cols
    shape = (round(step_x * (cols + 4)), round(step_y * (rows + 4)))
    field = cv2.resize(coarse, shape, interpolation=cv2.INTER_CUBIC)
    top, left = round(2 * step_y), round(2 * step_x)
    return field[top : top + height, left : left + width]


def layered(
    rng: np.random.Generator,
    height: int,
    width: int,
    cell: float | tuple[float, float],
    octaves: int = 3,
    gain: float = 0.5,
) -> Field:
    """Smooth noise in several sizes on top of one another, scaled to about 0..1 with mean 0.5."""
    cell_x, cell_y = cell if isinstance(cell, tuple) else (cell, cell)
    total = np.zeros((height, width), np.float32)
    weight, norm = 1.0, 0.0
    for _ in range(octaves):
        total += weight * (smooth(rng, height, width, (cell_x, cell_y)) - 0.5)
        norm += weight
        weight *= gain
        cell_x, cell_y = max(1.0, cell_x / 2), max(1.0, cell_y / 2)
    return total * (1.6 / norm) + 0.5


_GRAINS = 1100


@lru_cache(maxsize=1)
def _grain() -> NDArray[np.float32]:
    return np.random.default_rng(20240607).standard_normal((_GRAINS, _GRAINS, 3), dtype=np.float32)


def grain(rng: np.random.Generator, height: int, width: int) -> Field:
    """Standard normal noise, (height, width, 3): a window of one fixed field, as drawing it anew is slow."""
    tile = _grain()
    if height <= _GRAINS and width <= _GRAINS:
        top, left = int(rng.integers(_GRAINS - height + 1)), int(rng.integers(_GRAINS - width + 1))
        return tile[top : top + height, left : left + width]
    top, left = (int(v) for v in rng.integers(0, _GRAINS, 2))
    rows = (np.arange(height) + top) % _GRAINS
    cols = (np.arange(width) + left) % _GRAINS
    return tile[rows[:, None], cols]
