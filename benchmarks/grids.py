"""find_grid on square tiles of other games: letters, pipes, islands, plain colours with pictures."""

from __future__ import annotations

import time
from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.photos import OURS
from samples.scenes import tiles
from vision import Grid, find_grid

OFF = 0.2
"""How far, in squares, a tile found may lie from the true one."""


@dataclass(frozen=True)
class GridJob:
    row: str
    style: str
    seed: tuple[int, ...]
    difficulty: str = "normal"


@dataclass(frozen=True)
class GridDone:
    job: GridJob
    located: bool
    """Nine in ten of the true tiles have a square of the grid right on them."""
    size_right: bool
    tiles_right: float
    """Of the squares where a tile lies or was found, the share where both are so."""
    seconds: float


def run(job: GridJob) -> GridDone:
    """Render one photo and find its grid."""
    cv2.setNumThreads(1)
    image, truth = tiles.render(
        np.random.default_rng([OURS, *job.seed]), difficulty=job.difficulty, style=job.style
    )
    began = time.perf_counter()
    grid = find_grid(image)
    seconds = time.perf_counter() - began
    present = np.array(truth["present"], bool)
    if grid is None:
        return GridDone(job, False, False, 0.0, seconds)
    found, missed = _on_true_squares(grid, np.array(truth["homography"]), present)
    both = (found & present).sum()
    right = both / max(1, (found | present).sum() + missed)
    size = sorted((grid.rows, grid.cols)) == sorted(present.shape)
    return GridDone(job, both >= 0.9 * present.sum(), size, float(right), seconds)


def _on_true_squares(grid: Grid, homography: np.ndarray, present: np.ndarray) -> tuple[np.ndarray, int]:
    """Which true squares a found tile lies on, and how many found tiles lie on none."""
    rows, cols = np.nonzero(grid.present)
    centres = np.stack([cols + 0.5, rows + 0.5, np.ones(len(rows))])
    u, v, w = np.linalg.inv(homography) @ grid.homography @ centres
    x, y = u / w, v / w
    c, r = np.floor(x).astype(int), np.floor(y).astype(int)
    near = np.maximum(abs(x - c - 0.5), abs(y - r - 0.5)) <= OFF
    inside = near & (r >= 0) & (r < present.shape[0]) & (c >= 0) & (c < present.shape[1])
    found = np.zeros_like(present)
    found[r[inside], c[inside]] = True
    return found, int((~inside).sum())
