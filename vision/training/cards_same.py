"""Trains vision/models/cardsame.onnx, which tells whether two pictures show the same card.

    python -m vision.training.cards_same --data FILE

FILE is written by vision.training.cards_faces. Each step shows two made-up photos of some copies of the game, bad ones
too; cards that both show must be known again, and cards of the first that are most like one of the second, but others, must
not pass for it. The network kept here learned for 240 of 480 seconds of a core's time (--seed 1), and from there for 110
(--seed 2 --rate 1.5e-3 --start), on 400 copies of seed 1. See vision/cardsame.py for what goes in.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.cardbook import PLAY, look_of, small
from vision.cardsame import PLANES
from vision.cardtypes import balanced
from vision.training.cards_types import repainted
from vision.training.dense import Residual, _conv
from vision.training.loop import Told, kept_at, learned, written

OUT = Path(__file__).parents[1] / "models" / "cardsame.onnx"
COPIES, CARDS, SHARED = 3, 9, 5
"""Of so many copies two photos of so many cards are shown, so many of which are in both."""
LIKE = 2
"""So many others are asked of each card, those most like it."""
WIDTHS = (16, 32, 48, 64)
HEIGHT, WIDTH = 67 - 2 * PLAY, 48 - 2 * PLAY
SKIN = ((70, 95, 150), (150, 180, 225))
"""Between these colours (BGR) fingers are."""


class SameNet(nn.Module):
    """From two pictures' planes, one after the other, to the log odds that they show one card."""

    def __init__(self) -> None:
        super().__init__()
        two, four, eight, sixteen = WIDTHS
        self.own = nn.Sequential(_conv(PLANES, two, 2), _conv(two, four), Residual(four))
        self.both = nn.Sequential(
            _conv(3 * four, eight, 2), Residual(eight), _conv(eight, sixteen, 2), Residual(sixteen)
        )
        self.first, self.last = nn.Linear(2 * sixteen, 48), nn.Linear(48, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        a, b = self.own(x[:, :PLANES]), self.own(x[:, PLANES:])
        y = self.both(torch.cat([torch.abs(a - b), a * b, a + b], 1))
        mean = functional.adaptive_avg_pool2d(y, 1).flatten(1)
        most = functional.adaptive_max_pool2d(y, 1).flatten(1)
        return self.last(functional.relu(self.first(torch.cat([mean, most], 1))))


def photo_of(faces: np.ndarray, rng: np.random.Generator) -> list[np.ndarray]:
    """Cards as one photo shows them, balanced and small."""
    bad = rng.random() < 0.5
    gain = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0.1, 0.45 if bad else 0.3))
    gamma, haze = math.exp(rng.normal(0, 0.3)), abs(rng.normal(0, 12)) * np.exp(rng.normal(0, 0.15, 3))
    table = 255 * (np.arange(256)[:, None] / 255) ** gamma * gain + haze
    table = np.clip(0.9 * table, 0, 400)
    wide = math.exp(rng.uniform(math.log(40), math.log(130)))
    blur = abs(rng.normal(0, 1.2 if bad else 0.5)) * wide / 100
    streak = rng.uniform(1, 5 if bad else 2.5) * wide / 100 if rng.random() < 0.4 else 0.0
    turn = rng.uniform(0, math.pi)
    noise = abs(rng.normal(0, 12 if bad else 4))
    quality = int(rng.integers(45, 95))
    slack = abs(rng.normal(0, 0.012))
    out = []
    for face in faces:
        card = _shown(face, table, int(wide * math.exp(rng.normal(0, 0.1))), slack, rng)
        if blur > 0.25:
            card = cv2.GaussianBlur(card, (0, 0), blur)
        if streak > 1:
            card = cv2.filter2D(card, -1, _streak(streak, turn), borderType=cv2.BORDER_REPLICATE)
        card += rng.standard_normal(card.shape, np.float32) * np.float32(noise)
        pixels = np.clip(card, 0, 255).astype(np.uint8)
        coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        out.append(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    return [small(card) for card in balanced(out)]


def _streak(length: float, angle: float) -> np.ndarray:
    """What a camera that moves by `length` pixels, 1 at least, makes of a point."""
    size = 2 * math.ceil(length / 2) + 1
    kernel = np.zeros((size, size), np.float32)
    along = np.array([math.cos(angle), math.sin(angle)]) * length / 2
    ends = [tuple(round(16 * (size // 2 + sign * v)) for v in along) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return kernel / kernel.sum()


def _shown(
    face: np.ndarray, table: np.ndarray, wide: int, slack: float, rng: np.random.Generator
) -> np.ndarray:
    """One card `wide` pixels wide, its corners off by `slack`, in the photo's light, reflections and hands on it."""
    high = round(wide * face.shape[0] / face.shape[1])
    if wide < face.shape[1]:
        face = cv2.resize(face, (wide, high), interpolation=cv2.INTER_AREA)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    off = (rng.normal(0, slack, (4, 2)) + rng.normal(0, slack, 2)) * wide
    matrix = cv2.getPerspectiveTransform(
        (corners * face.shape[1::-1]).astype(np.float32), (corners * (wide, high) + off).astype(np.float32)
    )
    beyond = tuple(float(v) for v in rng.uniform(10, 240, 3))
    pixels = cv2.warpPerspective(
        face, matrix, (wide, high), borderMode=cv2.BORDER_CONSTANT, borderValue=beyond
    )
    if rng.random() < 0.12:
        _covered(pixels, rng)
    light = np.stack([table[:, k][pixels[..., k]] for k in range(3)], -1).astype(np.float32)
    down, across = (v.astype(np.float32) for v in np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j])
    slope = rng.normal(0, 0.13, 2)
    shade = math.exp(rng.normal(0, 0.12)) * (1 + slope[0] * across + slope[1] * down)
    if rng.random() < 0.15:  # the edge of a shadow
        turn, soft = rng.uniform(0, 2 * math.pi), rng.uniform(0.05, 0.6)
        far = (across * math.cos(turn) + down * math.sin(turn) - rng.uniform(-0.8, 0.8)) / soft
        shade = shade * (1 - rng.uniform(0.2, 0.65) / (1 + np.exp(-np.clip(4 * far, -30, 30))))
    spot = np.zeros_like(across)
    if rng.random() < 0.25:  # a lamp's reflection, in its middle often nothing but white
        at, reach = rng.uniform(-1.2, 1.2, 2), rng.uniform(0.2, 0.9)
        spot = np.exp(-((across - at[0]) ** 2 + (down - at[1]) ** 2) / reach**2) * rng.uniform(0.1, 1.6)
    spot = np.minimum(spot, 1)
    light *= (shade * (1 - spot)).astype(np.float32)[..., None]
    light += np.asarray(255 * spot, np.float32)[..., None]
    return np.minimum(light, 255)


def _covered(pixels: np.ndarray, rng: np.random.Generator) -> None:
    """Fingers, or other things, lie over part of the card."""
    high, wide = pixels.shape[:2]
    colour = rng.uniform(*SKIN) if rng.random() < 0.6 else rng.uniform(0, 255, 3)
    tip, turn = rng.uniform(0.1, 0.9, 2) * [wide, high], rng.uniform(0, 2 * math.pi)
    thick = rng.uniform(0.12, 0.3) * wide
    along = np.array([math.cos(turn), math.sin(turn)])
    for k in range(int(rng.integers(1, 4))):
        start = tip + k * thick * 1.15 * np.array([-along[1], along[0]]) + along * rng.normal(0, 0.1) * wide
        end = start + 2 * high * along
        shade = colour * rng.uniform(0.85, 1.1)
        cv2.line(
            pixels,
            *(tuple(int(v) for v in p) for p in (start, end)),
            tuple(float(v) for v in np.clip(shade, 0, 255)),
            max(2, int(thick)),
        )


def batch(faces: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """(pairs, 2 * PLANES, HEIGHT, WIDTH) and (pairs,) whether they show the same card."""
    pairs, truths = [], []
    for _ in range(COPIES):
        own = repainted(faces[int(rng.integers(len(faces)))], rng)
        order = rng.permutation(len(own))
        first, second = order[:CARDS], order[CARDS - SHARED : 2 * CARDS - SHARED]
        known, asked = (
            [look_of(picture) for picture in photo_of(own[chosen], rng)] for chosen in (first, second)
        )
        glances = [
            np.stack(
                [
                    (g := look.glance.ravel() - look.glance.mean()) / (np.linalg.norm(g) + 1e-6)
                    for look in looks
                ]
            )
            for looks in (known, asked)
        ]
        alike = glances[1] @ glances[0].T
        for i, card in enumerate(second):
            others = [k for k in np.argsort(-alike[i]) if first[k] != card][:LIKE]
            for k in [*others, *np.flatnonzero(first == card)]:
                pair = [
                    planes_of[:, PLAY:-PLAY, PLAY:-PLAY] for planes_of in (asked[i].planes, known[k].planes)
                ]
                pairs.append(np.concatenate(pair if rng.random() < 0.5 else pair[::-1]))
                truths.append(first[k] == card)
    return np.stack(pairs), np.array(truths, np.float32)


def train(
    faces: np.ndarray, net: SameNet, seconds: float, seed: int, rate: float, weights: Path
) -> nn.Module:
    """As vision.training.loop.learned; keeps the weights there meanwhile."""

    def one(rng: np.random.Generator) -> tuple[torch.Tensor, Told]:
        x, want = (torch.from_numpy(part) for part in batch(faces, rng))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(x.to(memory_format=torch.channels_last))
        odds = out.float()[:, 0]
        loss = functional.binary_cross_entropy_with_logits(odds, want, pos_weight=torch.tensor(2.0))
        right = ((odds > 0) == (want > 0)).float()
        told = {
            "loss": float(loss.detach()),
            "known again": float(right[want > 0].mean()),
            "others told": float(right[want == 0].mean()),
        }
        return loss, told

    return learned(net, one, seconds=seconds, seed=seed, rate=rate, decay=1e-3, keep=kept_at(weights))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=420)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--start", type=Path, help="go on from these weights (.pt)")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(given.seed)
    net = SameNet()
    if given.start:
        net.load_state_dict(torch.load(given.start))
    with np.load(given.data) as data:
        faces = data["faces"]
    weights = given.out.with_suffix(".pt")
    trained = train(faces, net, given.seconds, given.seed, given.rate, weights)
    torch.save(trained.state_dict(), weights)
    sizes = [(count, 2 * PLANES, HEIGHT, WIDTH) for count in (2, 5)]
    wrong = written(trained, given.out, sizes, {"input": {0: "n"}, "output": {0: "n"}})
    print(f"cv2.dnn differs by {wrong:.1e}")


if __name__ == "__main__":
    main()
