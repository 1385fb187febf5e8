"""Trains vision/models/cardtype.onnx, which tells cards of one type.

    python -m vision.training.cards_types --data FILE

FILE is written by vision.training.cards_faces. Each step shows two made-up photos of some copies of the game; the cards
of the one are learned, and those of the other must come to lie near cards of their type and far from other types. The
network kept here learned five times for 6 minutes on a third of a core (--seed 1 to 5; --rate 2e-3 thrice, then 1.5e-3), when
light changed less and telling the same card was learned as well; then in the light of today for 20 and 17 minutes (--seed 6
--rate 1.5e-3, --seed 7 --rate 1.2e-3) on 400 copies of seed 1, and at last for 17 minutes of a whole core (--seed 21 --rate 1.5e-3)
on 1,000 of seed 21, each run going on from the one before (--start). See vision/cardlook.py for what comes out.
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

from scoring.games.my_rainforest.species import CARDS_OF_TYPE, TYPES
from vision.cardlook import DIMENSIONS, SIGHT, seen
from vision.cardtypes import balanced
from vision.training.dense import Residual, _conv
from vision.training.loop import Told, learned, written

OUT = Path(__file__).parents[1] / "models" / "cardtype.onnx"
COPIES, CARDS = 5, 9
WIDTHS = (24, 32, 48, 64)
SHOWN = (72, 100)
KEPT = ((64, 64), (64, 64), (48, 67), (48, 67), None)
"""Sizes in which a profile keeps the cards it learned."""
DOWN, ACROSS = np.mgrid[-1 : 1 : SHOWN[1] * 1j, -1 : 1 : SHOWN[0] * 1j].astype(np.float32)


class TypeNet(nn.Module):
    """From a card to DIMENSIONS numbers, near one another for cards of one type."""

    def __init__(self) -> None:
        super().__init__()
        two, four, eight, sixteen = WIDTHS
        self.down4 = nn.Sequential(_conv(3, two, 2), _conv(two, four, 2))
        self.down8 = nn.Sequential(_conv(four, eight, 2), Residual(eight))
        self.down16 = nn.Sequential(_conv(eight, sixteen, 2), Residual(sixteen))
        self.fine, self.near = nn.Conv2d(four, 4, 1), nn.Conv2d(eight, 12, 1)
        spots = SIGHT[0] * SIGHT[1]
        self.first = nn.Linear(4 * spots // 16 + 12 * spots // 64 + sixteen * spots // 256, 96)
        self.last = nn.Linear(96, DIMENSIONS)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        four = self.down4(x)
        eight = self.down8(four)
        parts = [functional.relu(self.fine(four)), functional.relu(self.near(eight)), self.down16(eight)]
        y = torch.cat([part.flatten(1) for part in parts], 1)
        return self.last(functional.relu(self.first(y)))


class Judge(nn.Module):
    """How near is near: the odds of a type are `level` less `scale` times the squared distance from its mean."""

    def __init__(self) -> None:
        super().__init__()
        self.level, self.scale = nn.Parameter(torch.tensor(4.0)), nn.Parameter(torch.tensor(0.0))

    def forward(self, cards: torch.Tensor, means: torch.Tensor) -> torch.Tensor:
        """(cards, types and one for none of them)."""
        apart = ((cards[:, None] - means[None]) ** 2).sum(-1)
        odds = self.level - self.scale.exp() * apart
        return torch.cat([odds, odds.new_zeros(len(cards), 1)], 1)


def photo_of(faces: np.ndarray, rng: np.random.Generator, kept: tuple[int, int] | None) -> np.ndarray:
    """Cards as one photo shows them, as the network takes them. `kept`: in that size."""
    gain = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.35))
    gamma, haze = math.exp(rng.normal(0, 0.3)), abs(rng.normal(0, 12)) * np.exp(rng.normal(0, 0.15, 3))
    table = 255 * (np.arange(256)[:, None] / 255) ** gamma * gain + haze
    table = np.clip(0.9 * table, 0, 255).astype(np.uint8)[None]
    blur, noise = abs(rng.normal(0, 1.6 if rng.random() < 0.2 else 0.6)), abs(rng.normal(0, 6))
    slack = abs(rng.normal(0, 0.018))
    return _looked(balanced([_shown(cv2.LUT(face, table), rng, blur, noise, slack) for face in faces]), kept)


def _looked(cards: list[np.ndarray], kept: tuple[int, int] | None) -> np.ndarray:
    if kept is not None:
        cards = [cv2.resize(card, kept, interpolation=cv2.INTER_AREA) for card in cards]
    return seen(cards)


def _shown(face: np.ndarray, rng: np.random.Generator, blur: float, noise: float, slack: float) -> np.ndarray:
    width = SHOWN[0]
    scale = width / face.shape[1]
    corners = np.array(
        [[0, 0], [face.shape[1], 0], [face.shape[1], face.shape[0]], [0, face.shape[0]]], np.float32
    )
    off = (
        rng.normal(0, slack, (4, 2))
        + rng.normal(0, slack, 2)
        + 0.012 * rng.random() * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    )
    matrix = cv2.getPerspectiveTransform(corners, (corners * scale + off * width).astype(np.float32))
    table = tuple(float(v) for v in rng.uniform(10, 240, 3))
    light = cv2.warpPerspective(
        face, matrix, SHOWN, borderMode=cv2.BORDER_CONSTANT, borderValue=table
    ).astype(np.float32)
    slope = rng.normal(0, 0.13, 2)
    shade = math.exp(rng.normal(0, 0.12)) * (1 + slope[0] * ACROSS + slope[1] * DOWN)
    spot = np.float32(0)
    if rng.random() < 0.25:  # a lamp's reflection, in its middle often nothing but white
        at, wide = rng.uniform(-1.2, 1.2, 2), rng.uniform(0.2, 0.9)
        spot = np.exp(-((ACROSS - at[0]) ** 2 + (DOWN - at[1]) ** 2) / wide**2) * rng.uniform(0.1, 1.6)
        spot = np.minimum(spot, 1)
    light *= (shade * (1 - spot)).astype(np.float32)[..., None] * np.exp(rng.normal(0, 0.03, 3)).astype(
        np.float32
    )
    light += np.asarray(255 * spot, np.float32)[..., None]
    if blur > 0.25:
        light = cv2.GaussianBlur(light, (0, 0), blur)
    light += rng.standard_normal(light.shape, np.float32) * np.float32(noise)
    return np.clip(light, 0, 255).astype(np.uint8)


def repainted(faces: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The same cards in other colours."""
    if rng.random() < 0.5:
        faces = faces[..., rng.permutation(3)]
    if rng.random() < 0.2:
        faces = 255 - faces
    return faces


def batch(faces: np.ndarray, types: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """(COPIES * 2 * CARDS, 3, height, width) and the types of the cards (COPIES, 2, CARDS)."""
    often = np.array([CARDS_OF_TYPE[kind] for kind in TYPES], float) + 1.0
    images, kinds = [], []
    for _ in range(COPIES):
        copy = int(rng.integers(len(faces)))
        own = repainted(faces[copy], rng)
        weights = often[types[copy]] / often[types[copy]].sum()
        chosen = [rng.choice(len(own), CARDS, replace=False, p=weights) for _ in range(2)]
        kept = KEPT[int(rng.integers(len(KEPT)))]
        images += [photo_of(own[chosen[0]], rng, kept), photo_of(own[chosen[1]], rng, None)]
        kinds.append([types[copy][one] for one in chosen])
    return np.concatenate(images), np.array(kinds)


def loss_of(out: torch.Tensor, kinds: np.ndarray, judge: nn.Module) -> tuple[torch.Tensor, list[float]]:
    """And the share told right of the types that were shown, and of those that were not."""
    total = out.new_zeros(())
    right, count = np.zeros(2), np.zeros(2)
    for k, (shown, asked) in enumerate(kinds):
        own = out[2 * k * CARDS : 2 * (k + 1) * CARDS]
        names = sorted(set(shown.tolist()))
        means = torch.stack([own[:CARDS][torch.from_numpy(shown == name)].mean(0) for name in names])
        want = torch.tensor([names.index(kind) if kind in names else len(names) for kind in asked.tolist()])
        odds = judge(own[CARDS:], means)
        total = total + functional.cross_entropy(odds, want) / len(kinds)
        known = (want < len(names)).numpy()
        good = (odds.argmax(1) == want).numpy()
        right += [good[known].sum(), good[~known].sum()]
        count += [known.sum(), (~known).sum()]
    return total, list(right / np.maximum(count, 1))


def train(
    faces: np.ndarray,
    types: np.ndarray,
    net: TypeNet,
    judge: nn.Module,
    seconds: float,
    seed: int,
    rate: float,
) -> nn.Module:
    """As vision.training.loop.learned."""

    def one(rng: np.random.Generator) -> tuple[torch.Tensor, Told]:
        images, kinds = batch(faces, types, rng)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(torch.from_numpy(images).to(memory_format=torch.channels_last))
        loss, (known, new) = loss_of(out.float(), kinds, judge)
        return loss, {"loss": float(loss.detach()), "types known": known, "new": new}

    return learned(
        net, one, seconds=seconds, seed=seed, rate=rate, decay=1e-3, beside=judge.parameters()
    )


def export(net: nn.Module, judge: nn.Module, path: Path) -> float:
    """Writes ONNX that takes any number of cards, scaled so that squared distances are odds; the largest difference between
    cv2.dnn and torch."""
    width, height = SIGHT
    with torch.no_grad():
        root = float(judge.scale.exp().sqrt())
        net.last.weight *= root
        net.last.bias *= root
        judge.scale.zero_()
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
    net, judge = TypeNet(), Judge()
    if given.start:
        held = torch.load(given.start)
        net.load_state_dict(held["net"])
        judge.load_state_dict(held["judge"])
    with np.load(given.data) as data:
        faces, types = data["faces"], data["types"]
    trained = train(faces, types, net, judge, given.seconds, given.seed, given.rate)
    wrong = export(trained, judge, given.out)
    torch.save({"net": trained.state_dict(), "judge": judge.state_dict()}, given.out.with_suffix(".pt"))
    print(f"level {float(judge.level.detach()):.3f}; cv2.dnn differs by {wrong:.1e}")


if __name__ == "__main__":
    main()
