"""Trains vision/models/cards.onnx, the network that sees a beehive's cards: python -m vision.training.cards --data DIR

The network kept here learned for 21, 11, 5 and 6 minutes (--seed 1, 2, 3, 4; --rate 3e-3, 2.5e-3, 2e-3, 1.5e-3) on a third of a
core, each run going on from the last one's weights and the first from the grid finder's body, on 445 photos of seed 1 and in the
last run 270 large ones of seed 2 as well. DIR is written by
vision.training.cards_data, and may still grow meanwhile.
`--start` takes over the body of another network of this shape. See
vision/beehive.py for what the maps mean.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.beehive import MAPS as NAMES
from vision.beehive import UNIT
from vision.dense import STRIDE
from vision.training.dense import DenseNet, Example, Map, export, strided, train

MAPS = (
    Map(NAMES[0], "probability", 4.0),
    *(Map(name, "number", 1.0) for name in NAMES[1:3]),
    *(Map(name, "number", 0.4) for name in NAMES[3:7]),
    *(Map(name, "number", 4.0) for name in NAMES[7:]),
)
OUT = Path(__file__).parents[1] / "models" / "cards.onnx"
SIZE = 288
WIDTHS = (16.0, 62.0)
"""Widths of cards in pixels at which they are shown."""
RELOAD = 150
"""After so many examples the folder is looked through for new photos."""


def targets_of(quads: np.ndarray, size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Maps and weights (9, H/4, W/4) for cards with these corners, (n, 4, 2), in a picture of (height, width)."""
    x, y = strided(size)
    out = np.zeros((len(MAPS), *x.shape), np.float32)
    weight = np.zeros_like(out)
    weight[0] = 1.0
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    for quad in quads:
        matrix = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
        middle, top, right = (
            (p := matrix @ [*at, 1.0])[:2] / p[2] for at in ((0.5, 0.5), (0.5, 0.0), (1.0, 0.5))
        )
        up, across = 2 * (top - middle), 2 * (right - middle)
        inverse = np.linalg.inv(matrix)
        w = inverse[2, 0] * x + inverse[2, 1] * y + inverse[2, 2]
        u = (inverse[0, 0] * x + inverse[0, 1] * y + inverse[0, 2]) / w
        v = (inverse[1, 0] * x + inverse[1, 1] * y + inverse[1, 2]) / w
        inside = (np.abs(u - 0.5) < 0.5) & (np.abs(v - 0.5) < 0.5)
        tall, wide = math.hypot(*up), math.hypot(*across)
        up_angle, across_angle = math.atan2(up[1], up[0]), math.atan2(across[1], across[0])
        out[0, inside] = 1.0
        out[1, inside] = (middle[0] - x[inside]) / UNIT
        out[2, inside] = (middle[1] - y[inside]) / UNIT
        fixed = (
            tall * math.cos(2 * up_angle) / UNIT,
            tall * math.sin(2 * up_angle) / UNIT,
            wide * math.cos(2 * across_angle) / UNIT,
            wide * math.sin(2 * across_angle) / UNIT,
            math.cos(up_angle),
            math.sin(up_angle),
        )
        for k, value in enumerate(fixed):
            out[3 + k, inside] = value
        weight[1:, inside] = 1.0
    return out, weight


class Pool:
    """Shows the photos of a folder again and again, each time from another side and in other colours."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.seen = folder, 0
        self.photos: list[tuple[np.ndarray, np.ndarray]] = []
        self.drawn = 0
        self.load()

    def load(self) -> None:
        lines = (self.folder / "labels.jsonl").read_text().splitlines()
        for line in lines[self.seen :]:
            facts = json.loads(line)
            image = cv2.imread(str(self.folder / facts["file"]), cv2.IMREAD_COLOR)
            self.photos.append((np.maximum(image, 1), np.array(facts["quads"], np.float64).reshape(-1, 4, 2)))
        self.seen = len(lines)

    def __call__(self, rng: np.random.Generator) -> Example:
        self.drawn += 1
        if self.drawn % RELOAD == 0:
            self.load()
        image, quads = self.photos[int(rng.integers(len(self.photos)))]
        shown, moved = view(image, quads, rng)
        targets, weights = targets_of(moved, shown.shape[:2])
        dark = cv2.inRange(shown, (0, 0, 0), (0, 0, 0))[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE] > 0
        weights[:, dark] = 0.0
        return Example(shown, targets, weights)


def view(image: np.ndarray, quads: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A SIZE x SIZE look at part of a photo, and the cards' corners in it."""
    height, width = image.shape[:2]
    if len(quads):
        wide = float(
            np.median(np.linalg.norm(quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3], axis=1) / 2)
        )
        scale = math.exp(rng.uniform(*np.log(WIDTHS))) / max(wide, 8.0)
        scale = min(scale, 2.0)
        centre = quads[int(rng.integers(len(quads)))].mean(0)
    else:
        scale = math.exp(rng.uniform(math.log(0.4), math.log(1.2)))
        centre = rng.uniform(0.2, 0.8, 2) * [width, height]
    if rng.random() < 0.12:
        centre = rng.uniform(0, 1, 2) * [width, height]
    turn = rng.normal(0, 6) if rng.random() < 0.35 and len(quads) else rng.uniform(0, 360)
    if len(quads) and abs(turn) < 30:
        up = quads[:, 0].mean(0) - quads[:, 3].mean(0)
        turn -= math.degrees(math.atan2(up[1], up[0])) + 90 * rng.choice([1, -1])
    angle = math.radians(turn)
    spin = np.array(
        [[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1.0]]
    )
    lay = np.array([[scale, 0, -scale * centre[0]], [0, scale, -scale * centre[1]], [0, 0, 1.0]])
    lean = np.eye(3)
    lean[2, :2] = np.clip(rng.normal(0, 0.12, 2), -0.4, 0.4) / SIZE
    wander = rng.uniform(-0.35, 0.35, 2) * SIZE
    shift = np.array([[1, 0, SIZE / 2 + wander[0]], [0, 1, SIZE / 2 + wander[1]], [0, 0, 1.0]])
    to_new = shift @ lean @ spin @ lay
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    if scale < 0.7:  # a blur first, as shrinking by area would do
        image = cv2.GaussianBlur(image, (0, 0), 0.4 / scale)
    pixels = cv2.warpPerspective(image, to_new, (SIZE, SIZE), flags=flags).astype(np.float32)
    inside = cv2.warpPerspective(np.full((height, width), 255, np.uint8), to_new, (SIZE, SIZE)) > 250
    if rng.random() < 0.4:
        pixels = pixels[..., rng.permutation(3)]
    pixels *= np.exp(rng.normal(0, 0.15, 3)).astype(np.float32)
    if rng.random() < 0.25:
        pixels = cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.3, 1.1))
    pixels += rng.standard_normal(pixels.shape, np.float32) * abs(rng.normal(0, 4))
    out = np.clip(pixels, 1, 255).astype(np.uint8)
    out[~inside] = 0
    moved = (
        cv2.perspectiveTransform(quads.reshape(-1, 1, 2), to_new).reshape(-1, 4, 2) if len(quads) else quads
    )
    return out, moved


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=720)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--start", type=Path, help="take over the body of these weights (.pt)")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(given.seed)
    net = DenseNet(len(MAPS))
    if given.start:
        held = torch.load(given.start)
        own = net.state_dict()
        net.load_state_dict(
            {k: held[k] if k in held and held[k].shape == own[k].shape else own[k] for k in own}
        )

    def keep(net: torch.nn.Module) -> None:
        torch.save(net.state_dict(), given.out.with_suffix(".pt"))
        print(f"written, cv2.dnn differs by {export(net, given.out):.1e}", flush=True)

    pool = Pool(given.data)
    keep(
        train(
            pool,
            MAPS,
            seconds=given.seconds,
            seed=given.seed,
            rate=given.rate,
            start=net,
            keep=keep,
        )
    )


if __name__ == "__main__":
    main()
