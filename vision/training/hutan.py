"""Trains the two networks of the Hutan reader on the photos of vision/training/hutan_data.py.

    python -m vision.training.hutan board --data DIR --others DIR --start grid.pt --out vision/models/hutan_board.onnx
    python -m vision.training.hutan squares --data DIR --start grid.pt --out vision/models/hutan.onnx

`board` says where the table of 6x6 squares lies in a photo (`--others`: pictures without one), `squares` what lies on
the squares of the straightened table and where waters run between them. Both go on from the first layers of
the grid network (`--start`, weights as vision/training/grid.py keeps them). Seed 1, about 8 minutes of one core each; the
board network went on for 22 (--seed 2 --rate 0.0015), also on 466 photos of `hutan_data --played --seed 61`, and for 19 (--seed 3
--rate 0.0013) on 3,400 more (seeds 108 to 110), where trees that stand taller hide its corners; the network of
squares then went on (--start its own weights) for 46 minutes at 32 pixels a square (seeds 3 and 4), and at 48,
its last kernels stretched, for 38 (--seed 5 --rate 0.0015) and 17 (--seed 6 --rate 0.001), on 3,300 photos, and for 35 (--seed 8 --rate 0.0012) on 4,200, among them those played; from then on it says what is hidden;
and for 52 (--seed 51 --rate 0.0011) and 18 (--seed 52 --rate 0.0008) with 900 more (hutan_data --seed 101); for 50
(--seed 53 --rate 0.0012) on 2,400 new ones (seeds 104 and 105), in which standing pieces show their edges, and 2,059 older ones
whose pieces lie flat; for 48 (--seed 54 --rate 0.0012) with 1,000 more (--played --seed 108); for 46 (--seed 55 --rate
0.0013) with 2,400 more (--played, 1,000 of --seed 109 and 1,400 of --seed 110, drawn with trees that stand taller and pieces that
lie aside); for 32 (--seed 56 --rate 0.0011) on 2,100 new ones alone (700 of each: --played --pieces flat --seed 121, --played
--seed 122, --seed 123); at last for 40 (--seed 57 --rate 0.0011) on these and 900 more (--played --pieces flat --seed 124).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from vision import hutannet
from vision.dense import normalised
from vision.hutannet import CORNERS
from vision.lattice import project
from vision.training.dense import DenseNet, Example, Map, Residual, _conv, export, strided
from vision.training.dense import train as train_dense
from vision.training.loop import Pool, Told, kept_at, learned, written
from vision.training.resuming import weights

Rng = np.random.Generator
Image = NDArray[np.uint8]

MAPS = (
    Map("board", "probability", 1.0),
    Map("corner", "probability", 3.0),
    Map("side", "probability", 3.0),
    Map("middle", "probability", 2.0),
)
BOARD_WIDTHS = (16, 24, 48, 64, 64)
SEEN = 256
"""Pixels along a side of what the board network learns on."""
WHOLE = 448
"""Pixels along a whole photo that would be looked at at full scale; it is shown smaller, as in the reader's two looks."""
BUMP = 5.0
"""Standard deviation in pixels of the bump at each point that is looked for."""


HIDDEN = 0.12
"""Of a hidden flower less than this share is seen."""


class Shot(NamedTuple):
    """A kept photo and what it shows; `homography` maps (column, row) to its pixels."""

    path: Path
    homography: np.ndarray | None
    flower: np.ndarray
    kind: np.ndarray
    areas: np.ndarray
    hidden: np.ndarray
    """1 where too little of a flower is seen to tell its colour, else 0; -1 where none lies."""


def shots(folder: Path) -> list[Shot]:
    lines = (folder / "labels.jsonl").read_text().splitlines()
    return [_shot(folder, json.loads(line)) for line in lines]


def _shot(folder: Path, about: dict) -> Shot:
    flower = np.array([[hutannet.FLOWERS.index(text[:1]) for text in row] for row in about["grid"]])
    kind = np.array(
        [[hutannet.KINDS.index(text[1:]) if text else -1 for text in row] for row in about["grid"]]
    )
    seen = np.array([[np.nan if v is None else v for v in row] for row in about["visible"]], np.float64)
    hidden = np.where(np.isnan(seen), -1, seen < HIDDEN).astype(np.int64)
    homography, areas = np.array(about["homography"]), np.array(about["areas"])
    return Shot(folder / about["file"], homography, flower, kind, areas, hidden)


@cache
def _picture(path: Path) -> Image:
    return np.maximum(cv2.imread(str(path)), 1)


def _load_start(net: nn.Module, path: Path | None) -> None:
    """Take over every layer that has the same name and width; kernels of another size are stretched."""
    if path is None:
        return
    kept, own = torch.load(path, weights_only=True), net.state_dict()
    same = {k: _stretched(v, own[k]) for k, v in kept.items() if k in own and own[k].shape[:2] == v.shape[:2]}
    for k in ("say.weight", "say.bias"):  # answers that were added last are learned anew
        if k in kept and k not in same:
            same[k] = torch.cat([kept[k], own[k][len(kept[k]) :]])
    net.load_state_dict(same, strict=False)


def _stretched(kernel: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    """A kernel that says of a picture enlarged as much what this one said of the picture."""
    if kernel.shape == like.shape:
        return kernel
    share = kernel[0, 0].numel() / like[0, 0].numel()
    size = (int(like.shape[2]), int(like.shape[3]))
    return functional.interpolate(kernel, size=size, mode="bilinear", align_corners=False) * share


def relit(rng: Rng, image: Image) -> Image:
    """Another light, lens and file; whole-number arithmetic, as this is done for every example. Black stays black."""
    outside = cv2.inRange(image, (0, 0, 0), (0, 0, 0))
    gain = np.exp(rng.normal(0, 0.07 if rng.random() < 0.6 else 0.16, 3) + rng.normal(0, 0.15))
    colourful = rng.uniform(0.55, 1.4) if rng.random() < 0.5 else 1.0
    mix = np.diag(gain) @ (colourful * np.eye(3) + (1 - colourful) / 3)
    out = cv2.transform(image, np.hstack([mix, rng.normal(0, 6, (3, 1))]).astype(np.float32))
    if rng.random() < 0.4:
        curve = 255 * (np.arange(256) / 255) ** float(np.exp(rng.normal(0, 0.25)))
        out = cv2.LUT(out, curve.astype(np.uint8))
    if rng.random() < 0.3:
        field = np.exp(rng.normal(0, 0.25, (2, 2))).astype(np.float32)
        field = cv2.resize(field, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        out = cv2.convertScaleAbs(cv2.multiply(out, cv2.merge([field] * 3), dtype=cv2.CV_32F))
    if rng.random() < 0.15:
        small = cv2.resize(
            out, None, fx=(f := float(rng.uniform(0.5, 0.9))), fy=f, interpolation=cv2.INTER_AREA
        )
        out = cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.2:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 1.3)))
    if rng.random() < 0.2:
        noise = rng.integers(-9, 10, (image.shape[0] // 2, image.shape[1] // 2, 3), np.int16)
        noise = cv2.resize(noise, image.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        out = cv2.add(out, noise, dtype=cv2.CV_8U)
    out = cv2.max(out, 1)
    out[outside > 0] = 0
    return np.asarray(out)


# ------------------------------------------------------------------------------------------------ where it lies

SIDES = np.array([[3, 0], [6, 3], [3, 6], [0, 3]], np.float64)
MIDDLE = np.array([[3, 3]], np.float64)


def see(rng: Rng, shot: Shot) -> Example:
    """A SEEN x SEEN look at a photo, or at part of one, from another side."""
    image = _picture(shot.path)
    height, width = image.shape[:2]
    if shot.homography is not None and rng.random() < 0.25:
        # as in the second look: straightened, a little off
        off = rng.normal(0, 0.12, (4, 2)) + rng.normal(0, 0.1, 2)
        to_photo = shot.homography
        side = rng.uniform(SEEN / 9.5, SEEN / 7.2)
        shift = (SEEN - 6 * side) / 2
        source = project(to_photo, CORNERS + off)
        turn = int(rng.integers(4))
        target = np.roll(CORNERS * side + shift, turn, 0)
    else:
        longest = max(height, width)
        scale = rng.uniform(0.42, 0.8) * (WHOLE / longest)
        angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.2)
        rotation = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        box = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) - [
            width / 2,
            height / 2,
        ]
        target = box @ rotation.T + SEEN / 2 + rng.uniform(-0.15, 0.15, 2) * SEEN
        target += rng.normal(0, 0.03, (4, 2)) * SEEN * scale
        source = box + [width / 2, height / 2]
    place = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    if rng.random() < 0.5:
        place = np.array([[-1, 0, SEEN - 1], [0, 1, 0], [0, 0, 1.0]]) @ place
    view = cv2.warpPerspective(image, place, (SEEN, SEEN), flags=cv2.INTER_AREA)
    spots = SEEN // 4
    targets = np.zeros((len(MAPS), spots, spots), np.float32)
    weights = np.ones_like(targets)
    if shot.homography is not None:
        to_view = place @ shot.homography
        quad = np.round(project(to_view, CORNERS)).astype(np.int32)
        mask = cv2.fillPoly(np.zeros((SEEN, SEEN), np.uint8), [quad], 255)
        targets[0] = cv2.resize(mask, (spots, spots), interpolation=cv2.INTER_AREA) / 255.0
        x, y = strided((SEEN, SEEN))
        side = np.sqrt(max(cv2.contourArea(quad.astype(np.float32)), 1.0))
        bump = min(BUMP, side / 30)
        for i, points in enumerate((CORNERS, SIDES, MIDDLE), 1):
            for px, py in project(to_view, points):
                near = np.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * bump**2))
                targets[i] = np.maximum(targets[i], near)
            weights[i] = 0.3 + 6 * targets[i]
    return Example(relit(rng, view), targets, weights)


def train_board(options: argparse.Namespace) -> None:
    others = (
        [Shot(path, None, *[np.zeros((6, 6))] * 4) for path in sorted(options.others.glob("*.jpg"))]
        if options.others
        else []
    )
    pool = Pool(options.data, shots)

    def draw(rng: Rng) -> Example:
        chosen = others if others and rng.random() < 0.15 else pool()
        return see(rng, chosen[int(rng.integers(len(chosen)))])

    net = DenseNet(len(MAPS), BOARD_WIDTHS)
    _load_start(net, options.start)
    keep = kept_at(options.out.with_suffix(".pt"))
    trained = train_dense(
        draw,
        MAPS,
        seconds=60 * options.minutes,
        seed=options.seed,
        rate=options.rate,
        start=net,
        keep=keep,
    )
    keep(trained)
    print(f"largest difference between cv2.dnn and torch: {export(trained, options.out):.2e}")


# ------------------------------------------------------------------------------------------------ what lies there


class SquaresNet(nn.Module):
    """(1, 3, 384, 384) normalised picture of the table with a square of its surroundings -> (1, OUTPUTS + VECTOR, 6, 6)."""

    def __init__(self) -> None:
        super().__init__()
        self.down2 = _conv(3, 16, 2)
        self.down4 = nn.Sequential(_conv(16, 24, 2), _conv(24, 24))
        self.down8 = nn.Sequential(_conv(24, 48, 2), Residual(48))
        self.down16 = nn.Sequential(_conv(48, 64, 2), Residual(64))
        vector = hutannet.VECTOR
        self.near = nn.Conv2d(48, vector, 6, 6, 0, bias=False)
        self.far = nn.Conv2d(64, vector, 5, 3, 1, bias=False)
        self.level = nn.BatchNorm2d(vector)
        self.around = nn.Sequential(Residual(vector), _conv(vector, vector))
        self.say = nn.Conv2d(vector, hutannet.OUTPUTS, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        eight = self.down8(self.down4(self.down2(x)))
        y = functional.relu(self.level(self.near(eight) + self.far(self.down16(eight))))
        y = y + self.around(y)
        y = y[:, :, 1:7, 1:7]
        return torch.cat([self.say(y), y], dim=1)


class Table(NamedTuple):
    """`image` 384x384x3 uint8; targets 6x6, -1 where nothing is asked; `right` and `below`: water on that side."""

    image: Image
    flower: np.ndarray
    kind: np.ndarray
    lake: np.ndarray
    right: np.ndarray
    below: np.ndarray
    hidden: np.ndarray


def lay(rng: Rng, shot: Shot) -> Table:
    """The table straightened, a little off, turned and mirrored, in another light."""
    assert shot.homography is not None
    turns, mirrored = int(rng.integers(4)), rng.random() < 0.5
    flower, kind, areas, hidden = (
        np.rot90(one, turns) for one in (shot.flower, shot.kind, shot.areas, shot.hidden)
    )
    # np.rot90 turns counter-clockwise: what was the right top corner comes to the left top
    corners = np.roll(CORNERS, -turns, 0)
    if mirrored:
        flower, kind, areas, hidden = (one[:, ::-1] for one in (flower, kind, areas, hidden))
        corners = corners[[1, 0, 3, 2]]
    off = rng.normal(0, 0.035, (4, 2)) + rng.normal(0, 0.035, 2)
    if rng.random() < 0.15:
        off *= 2
    source = project(shot.homography, corners)
    target = (CORNERS + np.clip(off, -0.2, 0.2) + hutannet.RING) * hutannet.SIDE - 0.5
    place = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    view = cv2.warpPerspective(
        _picture(shot.path), place, (hutannet.ACROSS, hutannet.ACROSS), flags=cv2.INTER_LINEAR
    )
    right, below = waters(areas)
    return Table(relit(rng, view), flower, kind, (areas == 0).astype(np.int64), right, below, hidden)


def waters(areas: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Whether water runs on the right of and below each square; -1 at the edge of its 3x3 board."""
    right, below = np.full((6, 6), -1), np.full((6, 6), -1)
    right[:, :-1] = areas[:, :-1] != areas[:, 1:]
    below[:-1] = areas[:-1] != areas[1:]
    right[:, [2, 5]] = -1
    below[[2, 5]] = -1
    return right, below


def loss_of(outputs: torch.Tensor, tables: Sequence[Table]) -> tuple[torch.Tensor, list[float]]:
    def target(name: str) -> torch.Tensor:
        return torch.from_numpy(np.stack([getattr(t, name) for t in tables]).astype(np.int64))

    def chosen(logits: torch.Tensor, want: torch.Tensor) -> torch.Tensor:
        return functional.cross_entropy(logits, want, ignore_index=-1)

    def yes(logit: torch.Tensor, want: torch.Tensor) -> torch.Tensor:
        raw = functional.binary_cross_entropy_with_logits(logit, want.clamp(min=0).float(), reduction="none")
        asked = want >= 0
        return (raw * asked).sum() / asked.sum().clamp(min=1)

    at = hutannet.AT
    parts = [
        chosen(outputs[:, at["flower"]], target("flower")),
        chosen(outputs[:, at["kind"]], target("kind")),
        yes(outputs[:, at["lake"]][:, 0], target("lake")),
        yes(outputs[:, at["right"]][:, 0], target("right"))
        + yes(outputs[:, at["below"]][:, 0], target("below")),
        yes(outputs[:, at["hidden"]][:, 0], target("hidden")),
    ]
    return torch.stack(parts).sum(), [float(p.detach()) for p in parts]


def train_squares(options: argparse.Namespace) -> None:
    torch.manual_seed(options.seed)
    net = SquaresNet()
    pool, keep = Pool(options.data, shots), kept_at(options.out.with_suffix(".pt"))

    def batch(rng: Rng) -> tuple[torch.Tensor, Told]:
        shown = pool()
        tables = [lay(rng, shown[int(rng.integers(len(shown)))]) for _ in range(options.batch)]
        x = torch.from_numpy(np.stack([normalised(t.image) for t in tables]))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            outputs = net(x.to(memory_format=torch.channels_last))
        loss, parts = loss_of(outputs.float(), tables)
        return loss, dict(zip(("flower", "kind", "lake", "water", "hidden"), parts, strict=True))

    if options.start is not None and options.start.suffix == ".onnx":
        rng = np.random.default_rng([options.seed, 1])
        net.load_state_dict(weights(options.start, net, lambda: batch(rng)))
    else:
        _load_start(net, options.start)
    trained = learned(
        net, batch, seconds=60 * options.minutes, seed=options.seed, rate=options.rate, clip=3.0, keep=keep
    )
    keep(trained)
    size = (1, 3, hutannet.ACROSS, hutannet.ACROSS)
    print(f"largest difference between cv2.dnn and torch: {written(trained, options.out, [size]):.2e}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["board", "squares"])
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--others", type=Path)
    parser.add_argument("--start", type=Path, help="first layers to begin with, as .pt; of the squares a whole network too, as .onnx")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=2e-3)
    options = parser.parse_args(arguments)
    (train_board if options.what == "board" else train_squares)(options)


if __name__ == "__main__":
    main()
