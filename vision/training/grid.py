"""Trains vision/models/grid.onnx, the network that sees square tiles: python -m vision.training.grid

About 40 minutes on one core. Half of the examples are made-up scenes (grid_scenes.py), which have nothing of any game
in them; `--rendered` gives scenes of the sample renderer for the other half. The network kept here went on (--start) several
times, at last for 40 minutes (--seed 8 --rate 0.0013) on made-up scenes with plain, pale and dotted tiles, arcs and drawings on
screens, and 1,200 rendered ones (grid_rendered --seed 8801), and for 36 (--seed 9) with more pipes, arcs and icons. See vision/lattice.py for what the maps mean.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from vision.dense import STRIDE
from vision.training import grid_rendered, grid_scenes
from vision.training.dense import DenseNet, Example, Map, export, strided, train

MAPS = (
    Map("vertex", "probability", 3.0),
    Map("tile", "probability", 3.0),
    Map("line", "probability", 1.0),
    Map("log-pitch", "number", 2.0),
    Map("stretch-x", "number", 8.0),
    Map("stretch-y", "number", 8.0),
    Map("cos4", "number", 2.0),
    Map("sin4", "number", 3.0),
)
OUT = Path(__file__).parents[1] / "models" / "grid.onnx"
SIZE = 256
RENDERED = 0.65
"""Share of examples from the sample renderer, where its scenes are given."""

VERTEX_SPREAD = 2.6
"""Pixels: standard deviation of the bump drawn at each vertex (less on small squares)."""


def frame_maps(columns: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The five numbers of the local frame: (..., 2) steps in pixels along a column number and a row number -> (5, ...).

    With A = [column step, row step] (2x2), A = S R with S symmetric and R a turn: log of the square's side in units of
    16 pixels, the two numbers of S S^T's stretch, and cos and sin of four times R's angle. Swapping or reversing the
    axes changes none of them, so the network need not know which side of the board is up.
    """
    ax, ay, bx, by = columns[..., 0], columns[..., 1], rows[..., 0], rows[..., 1]
    xx, xy, yy = ax * ax + bx * bx, ax * ay + bx * by, ay * ay + by * by
    area = np.maximum(np.abs(ax * by - ay * bx), 1e-6)
    trace = xx + yy
    # square root of the symmetric 2x2 matrix in closed form
    root = np.sqrt(trace + 2 * area)
    sxx, sxy, syy = (xx + area) / root, xy / root, (yy + area) / root
    rx = (syy * ax - sxy * ay) / area
    ry = (-sxy * ax + sxx * ay) / area
    turn = 4 * np.arctan2(ry, rx)
    return np.stack(
        [0.5 * np.log(area) - np.log(16.0), (xx - yy) / trace, 2 * xy / trace, np.cos(turn), np.sin(turn)]
    ).astype(np.float32)


def targets_of(
    boards: Sequence[grid_scenes.Board], inside: np.ndarray, size: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Maps and weights (8, H/4, W/4) that the network should give for boards seen in a picture of (height, width)."""
    x, y = strided(size)
    shape = x.shape
    out = np.zeros((len(MAPS), *shape), np.float32)
    weight = np.zeros_like(out)
    seen = inside[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE][: shape[0], : shape[1]]
    weight[:3] = seen
    spots = np.stack([x.ravel(), y.ravel(), np.ones(x.size, np.float32)]).astype(np.float64)
    for board in boards:
        matrix = board.homography / board.homography[2, 2]
        at = np.linalg.inv(matrix) @ spots
        front = (at[2] > 1e-9).reshape(shape)
        c, r = (at[:2] / np.where(np.abs(at[2]) < 1e-9, 1e-9, at[2])).reshape(2, *shape)
        w = matrix[2, 0] * c + matrix[2, 1] * r + matrix[2, 2]
        front &= w > 1e-9
        w = np.where(front, w, 1.0)
        columns = np.stack([(matrix[0, 0] - x * matrix[2, 0]) / w, (matrix[1, 0] - y * matrix[2, 0]) / w], -1)
        rows = np.stack([(matrix[0, 1] - x * matrix[2, 1]) / w, (matrix[1, 1] - y * matrix[2, 1]) / w], -1)
        present = np.pad(board.present, 2)
        height, width = present.shape

        def there(row: np.ndarray, col: np.ndarray, present: np.ndarray = present) -> np.ndarray:
            rr = np.clip(np.floor(row).astype(int) + 2, 0, present.shape[0] - 1)
            cc = np.clip(np.floor(col).astype(int) + 2, 0, present.shape[1] - 1)
            return present[rr, cc]

        c, r = np.clip(c, -2, width), np.clip(r, -2, height)
        tile = there(r, c) & front
        out[1] = np.maximum(out[1], tile)
        near_c, near_r = np.rint(c), np.rint(r)
        step_c, step_r = c - near_c, r - near_r
        corner = np.zeros(shape, bool)
        for dr in (-0.5, 0.5):
            for dc in (-0.5, 0.5):
                corner |= there(near_r + dr, near_c + dc)
        corner &= front
        offset = step_c[..., None] * columns + step_r[..., None] * rows
        pitch = np.sqrt(
            np.maximum(np.abs(columns[..., 0] * rows[..., 1] - columns[..., 1] * rows[..., 0]), 1e-6)
        )
        spread = np.clip(0.16 * pitch, 1.8, VERTEX_SPREAD)
        bump = np.exp(-0.5 * (offset**2).sum(-1) / spread**2) * corner
        out[0] = np.maximum(out[0], bump)
        # distance to the nearest line that bounds a tile, in pixels
        side_c = there(r, near_c + 0.5) | there(r, near_c - 0.5)
        side_r = there(near_r + 0.5, c) | there(near_r - 0.5, c)
        area = np.maximum(pitch**2, 1e-6)
        far_c = np.where(
            side_c, np.abs(step_c) * area / np.maximum(np.hypot(*np.moveaxis(rows, -1, 0)), 1e-6), 99
        )
        far_r = np.where(
            side_r, np.abs(step_r) * area / np.maximum(np.hypot(*np.moveaxis(columns, -1, 0)), 1e-6), 99
        )
        line = np.exp(-0.5 * (np.minimum(far_c, far_r) / spread) ** 2) * front
        out[2] = np.maximum(out[2], line)
        near = tile | corner
        out[3:, near] = frame_maps(columns[near], rows[near])
        weight[3:, near] = 1.0
    weight[3:] *= seen
    weight[0] *= 1 + 8 * out[0]
    return out, weight


class Pool:
    """Draws scenes anew one time in `fresh`; else shows an earlier one mirrored, turned and in other colours.

    Drawing costs more than learning: this way each scene is seen some four times, never twice alike.
    """

    def __init__(self, rendered: list[grid_scenes.Scene], size: int = 400, fresh: float = 0.25) -> None:
        self.scenes: list[grid_scenes.Scene] = []
        self.rendered, self.size, self.fresh = rendered, size, fresh

    def __call__(self, rng: np.random.Generator) -> Example:
        if self.rendered and rng.random() < RENDERED:
            kept = self.rendered[int(rng.integers(len(self.rendered)))]
            scene = grid_rendered.view(kept, rng, SIZE)
        elif len(self.scenes) < 16 or rng.random() < self.fresh:
            scene = grid_scenes.draw(rng, SIZE)
            if len(self.scenes) < self.size:
                self.scenes.append(scene)
            else:
                self.scenes[int(rng.integers(self.size))] = scene
        else:
            scene = changed(self.scenes[int(rng.integers(len(self.scenes)))], rng)
        targets, weights = targets_of(scene.boards, scene.inside, scene.image.shape[:2])
        return Example(scene.image, targets, weights)


def changed(scene: grid_scenes.Scene, rng: np.random.Generator) -> grid_scenes.Scene:
    """The scene mirrored and turned by quarters, with its colours swapped and weighed anew."""
    image, inside = scene.image, scene.inside
    size = image.shape[0]
    to_new = np.eye(3)
    if rng.random() < 0.5:
        image, inside = image[:, ::-1], inside[:, ::-1]
        to_new = np.array([[-1, 0, size - 1], [0, 1, 0], [0, 0, 1.0]])
    if rng.random() < 0.5:
        image, inside = image.transpose(1, 0, 2), inside.T
        to_new = np.array([[0, 1, 0], [1, 0, 0], [0, 0, 1.0]]) @ to_new
    gains = np.exp(rng.normal(0, 0.15, 3)).astype(np.float32)
    pixels = np.clip(image[..., rng.permutation(3)] * gains, 1, 255).astype(np.uint8)
    pixels[~inside] = 0
    boards = tuple(grid_scenes.Board(to_new @ b.homography, b.present) for b in scene.boards)
    return grid_scenes.Scene(np.ascontiguousarray(pixels), boards, inside)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--start", type=Path, help="go on from these weights (.pt)")
    parser.add_argument("--rendered", type=Path, help="folder written by vision.training.grid_rendered")
    parser.add_argument("--straight", type=Path, help="folder written by vision.training.city_data")
    given = parser.parse_args()
    start = None
    if given.start:
        start = DenseNet(len(MAPS))
        start.load_state_dict(torch.load(given.start))

    def keep(net: torch.nn.Module) -> None:
        torch.save(net.state_dict(), given.out.with_suffix(".pt"))
        print(f"written, cv2.dnn differs by {export(net, given.out):.1e}", flush=True)

    rendered = grid_rendered.load(given.rendered) if given.rendered else []
    if given.straight:
        from vision.training.city_data import RING, SIDE

        rendered += grid_rendered.load_straight(given.straight, SIDE, RING)
    keep(
        train(
            Pool(rendered),
            MAPS,
            seconds=given.seconds,
            seed=given.seed,
            rate=given.rate,
            start=start,
            keep=keep,
        )
    )


if __name__ == "__main__":
    main()
