"""Trains vision/models/cardquad.onnx, which tells exactly where a card lies: python -m vision.training.cards_quads --data DIR

The network kept here learned thrice for 6 minutes on half a core (--seed 1, 2, 3; --rate 2e-3, then 1.5e-3), the first run
beginning with the body of vision/models/cards.onnx's weights and each other with the one's before (--start takes over weights as
far as they fit), on 270 photos of seed 2. DIR is written by vision.training.cards_data (--size 1200), and may still grow
meanwhile. See vision/cardquad.py for what comes out.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.cardquad import CARD, CLOCKWISE, LOOK, SCALE, looks, sizes_of
from vision.dense import normalised
from vision.training.dense import WIDTHS, Residual, _conv
from vision.training.loop import Told, learned, written

OUT = Path(__file__).parents[1] / "models" / "cardquad.onnx"
BATCH = 32
ABSENT = 0.35
"""Share of looks at places where no card lies, or one far off its place."""
RELOAD = 40
"""After so many steps the folder is looked through for new photos."""
HIDDEN = 0.3
"""Cards of which less is to be seen teach nothing."""


class QuadNet(nn.Module):
    """From one look at a card: eight numbers for its corners, whether it is there, whether its top is up."""

    def __init__(self) -> None:
        super().__init__()
        two, four, eight, sixteen, last = WIDTHS
        self.down2 = _conv(3, two, 2)
        self.down4 = nn.Sequential(_conv(two, four, 2), _conv(four, four))
        self.down8 = nn.Sequential(_conv(four, eight, 2), Residual(eight))
        self.down16 = nn.Sequential(_conv(eight, sixteen, 2), Residual(sixteen))
        self.down32 = nn.Sequential(_conv(sixteen, last, 2), Residual(last))
        width, height = LOOK
        self.fine = nn.Conv2d(eight, 12, 1)
        self.near = nn.Conv2d(sixteen, 24, 1)
        spots = width * height
        self.first = nn.Linear(12 * spots // 64 + 24 * spots // 256 + last * spots // 1024, 128)
        self.last = nn.Linear(128, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        eight = self.down8(self.down4(self.down2(x)))
        sixteen = self.down16(eight)
        coarse = self.down32(sixteen)
        parts = [functional.relu(self.fine(eight)), functional.relu(self.near(sixteen)), coarse]
        y = torch.cat([part.flatten(1) for part in parts], 1)
        return self.last(functional.relu(self.first(y)))


class Photos:
    """The photos of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.seen = folder, 0
        self.images: list[list[np.ndarray]] = []
        self.quads: list[np.ndarray] = []
        self.visible: list[np.ndarray] = []
        self.load()

    def load(self) -> None:
        lines = (self.folder / "labels.jsonl").read_text().splitlines()
        for line in lines[self.seen :]:
            facts = json.loads(line)
            image = cv2.imread(str(self.folder / facts["file"]), cv2.IMREAD_COLOR)
            self.images.append(sizes_of(np.asarray(image, np.uint8)))
            self.quads.append(np.array(facts["quads"], np.float64).reshape(-1, 4, 2))
            self.visible.append(np.array(facts["visible"], np.float64))
        self.seen = len(lines)
        self.with_cards = [k for k, quads in enumerate(self.quads) if len(quads)]
        self.without = [k for k, quads in enumerate(self.quads) if not len(quads)]


def draw(photos: Photos, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A look (3, height, width), its ten targets and how much each counts."""
    kind = rng.random()
    if kind < 0.1 and photos.without:
        k = photos.without[int(rng.integers(len(photos.without)))]
        height, width = photos.images[k][0].shape[:2]
        wide = width * math.exp(rng.uniform(math.log(0.05), math.log(0.2)))
        middle = rng.uniform(0.1, 0.9, 2) * [width, height]
        quad = _upright_quad(wide) @ _spin(rng.uniform(0, 360)).T + middle
        return _look(photos.images[k], quad, rng), np.zeros(10, np.float32), _counts(False)
    k = photos.with_cards[int(rng.integers(len(photos.with_cards)))]
    i = int(rng.integers(len(photos.quads[k])))
    if photos.visible[k][i] < HIDDEN:
        return draw(photos, rng)
    true = photos.quads[k][i]
    flat = CLOCKWISE
    to_photo = cv2.getPerspectiveTransform(flat.astype(np.float32), true.astype(np.float32))
    absent = kind < ABSENT
    if absent:
        others = (
            cv2.perspectiveTransform(photos.quads[k].reshape(-1, 1, 2), np.linalg.inv(to_photo))
            .reshape(-1, 4, 2)
            .mean(1)
        )
        away = _beside(others, rng)
    else:
        away = rng.normal(0, 0.06 if rng.random() < 0.7 else 0.02, 2)
    size = np.exp(rng.normal(0, 0.05, 2))
    place = (flat - 0.5) * size * [1, 1.397] @ _spin(rng.normal(0, 3.0)).T / [1, 1.397] + 0.5 + away
    place = place + rng.normal(0, 0.02, (4, 2))
    quad = cv2.perspectiveTransform(place.reshape(-1, 1, 2), to_photo).reshape(-1, 4, 2)[0]
    if absent:
        nearest = float(np.abs(others - place.mean(0)).max(1).min())
        if nearest < 0.32:
            return draw(photos, rng)
        return _look(photos.images[k], quad, rng), np.zeros(10, np.float32), _counts(False)
    up = rng.random() < 0.75
    if not up:
        quad, true = np.roll(quad, 2, axis=0), np.roll(true, 2, axis=0)
    to_card = cv2.getPerspectiveTransform(quad.astype(np.float32), (flat * CARD).astype(np.float32))
    found = cv2.perspectiveTransform(true.reshape(-1, 1, 2), to_card).reshape(4, 2)
    off = (found - flat * CARD) / SCALE
    return _look(photos.images[k], quad, rng), np.array([*off.ravel(), 1, up], np.float32), _counts(True)


def _beside(cards: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Where to look for no card, from the middle of one, in cards: `cards` are all their middles. Mostly one of the free places
    of the beehive, and of those the ones that many cards surround."""
    if rng.random() < 0.4:
        return rng.uniform(-2.5, 2.5, 2)
    steps = np.array([[0, -1], [0, 1], [-1, -0.5], [-1, 0.5], [1, -0.5], [1, 0.5]])
    if rng.random() < 0.4:
        return steps[int(rng.integers(6))] * (1.0 if rng.random() < 0.7 else 0.5) + rng.normal(0, 0.08, 2)
    free = (cards[:, None] + steps).reshape(-1, 2)
    apart = np.abs(free[:, None] - cards).max(-1)
    free, apart = free[apart.min(1) > 0.5], apart[apart.min(1) > 0.5]
    around = (apart < 1.25).sum(1).astype(float) ** 3
    return free[int(rng.choice(len(free), p=around / around.sum()))] - 0.5 + rng.normal(0, 0.06, 2)


def _counts(there: bool) -> np.ndarray:
    return np.array([*[float(there)] * 8, 1.0, float(there)], np.float32)


def _upright_quad(wide: float) -> np.ndarray:
    return (CLOCKWISE - 0.5) * [1, 1.4] * wide


def _spin(degrees: float) -> np.ndarray:
    a = math.radians(degrees)
    return np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])


def _look(sizes: list[np.ndarray], quad: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    pixels = looks(sizes, [quad])[0].astype(np.float32)
    outside = (pixels == 0).all(-1)
    if rng.random() < 0.3:
        pixels = pixels[..., rng.permutation(3)]
    pixels *= np.exp(rng.normal(0, 0.15, 3)).astype(np.float32)
    if rng.random() < 0.3:
        pixels = cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.3, 1.4))
    pixels += rng.standard_normal(pixels.shape, np.float32) * abs(rng.normal(0, 5))
    out = np.clip(pixels, 1, 255).astype(np.uint8)
    out[outside] = 0
    return normalised(out)


def loss_of(out: torch.Tensor, want: torch.Tensor, weight: torch.Tensor) -> tuple[torch.Tensor, list[float]]:
    corners = functional.smooth_l1_loss(out[:, :8], want[:, :8], beta=0.1, reduction="none")
    corners = (corners * weight[:, :8]).sum() / weight[:, :8].sum().clamp(min=1)
    odds = functional.binary_cross_entropy_with_logits(out[:, 8:], want[:, 8:], reduction="none")
    there = odds[:, 0].mean()
    up = (odds[:, 1] * weight[:, 9]).sum() / weight[:, 9].sum().clamp(min=1)
    error = (
        ((out[:, :8] - want[:, :8]).abs() * weight[:, :8]).sum() / weight[:, :8].sum().clamp(min=1) * SCALE
    )
    return 4 * corners + there + 0.5 * up, [float(error.detach()), float(there.detach()), float(up.detach())]


def train(photos: Photos, net: QuadNet, seconds: float, seed: int, rate: float) -> nn.Module:
    """As vision.training.loop.learned."""
    steps = itertools.count(1)

    def batch(rng: np.random.Generator) -> tuple[torch.Tensor, Told]:
        if next(steps) % RELOAD == 0:
            photos.load()
        x, want, weight = (
            torch.from_numpy(np.stack(part))
            for part in zip(*(draw(photos, rng) for _ in range(BATCH)), strict=True)
        )
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(x.to(memory_format=torch.channels_last))
        loss, each = loss_of(out.float(), want, weight)
        return loss, dict(zip(("corners in px", "there", "up"), each, strict=True))

    return learned(net, batch, seconds=seconds, seed=seed, rate=rate, decay=1e-4)


def export(net: nn.Module, path: Path) -> float:
    """Writes ONNX that takes any number of looks; the largest difference between cv2.dnn and torch."""
    width, height = LOOK
    sizes = [(count, 3, height, width) for count in (2, 5)]
    return written(net, path, sizes, {"input": {0: "n"}, "output": {0: "n"}})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=340)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--start", type=Path)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(given.seed)
    net = QuadNet()
    if given.start:
        held, own = torch.load(given.start), net.state_dict()
        net.load_state_dict(
            {k: held[k] if k in held and held[k].shape == own[k].shape else own[k] for k in own}
        )
    trained = train(Photos(given.data), net, given.seconds, given.seed, given.rate)
    torch.save(trained.state_dict(), given.out.with_suffix(".pt"))
    print(f"cv2.dnn differs by {export(trained, given.out):.1e}")


if __name__ == "__main__":
    main()
