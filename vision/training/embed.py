"""Train the tile embedding on made-up games and write vision/models/embed.onnx.

    python -m vision.training.embed_data --games 500 --out CACHE --font NotoColorEmoji.ttf
    python -m vision.training.embed --data CACHE --minutes 32 --seed 1
    python -m vision.training.embed_metric --data CACHE --games 160

Every step is one game: a few examples a label from some photos, and all other tiles, from both phones, to be told
apart by class centres and by nearest examples. The network keeps its input's statistics (mean and spread of what each
filter finds, at three scales), so textures count and places do not. One thread, about 12 steps a
second on a free core; the network in the repository had 6,200 steps over 221 games (--minutes 17, seed 2).
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.training.loop import Told, kept_at, learned, written

SIDE = 48
WIDTH = 128
RELOAD = 100
"""Steps after which new games are looked for."""


class Net(nn.Module):
    """(n, 3, 48, 48) BGR 0..1 to (n, 128)."""

    def __init__(self) -> None:
        super().__init__()
        self.one = nn.Sequential(nn.Conv2d(3, 16, 5, 2, 2), nn.BatchNorm2d(16), nn.ReLU())
        self.two = nn.Sequential(
            *(nn.Conv2d(16, 32, 3, 2, 1), nn.BatchNorm2d(32), nn.ReLU()),
            *(nn.Conv2d(32, 48, 3, 1, 1), nn.BatchNorm2d(48), nn.ReLU()),
        )
        self.three = nn.Sequential(
            *(nn.Conv2d(48, 72, 3, 2, 1), nn.BatchNorm2d(72), nn.ReLU()),
            *(nn.Conv2d(72, 112, 1), nn.BatchNorm2d(112), nn.ReLU()),
        )
        self.norm = nn.BatchNorm1d(2 * (3 + 16 + 48 + 112))
        self.head = nn.Linear(2 * (3 + 16 + 48 + 112), WIDTH)

    def forward(self, tiles: Tensor) -> Tensor:
        maps = [tiles]
        for stage in (self.one, self.two, self.three):
            maps.append(stage(maps[-1]))
        pooled = []
        for layer in maps:
            mean = layer.mean((2, 3))
            spread = (layer * layer).mean((2, 3)) - mean * mean
            pooled += [mean, torch.sqrt(torch.relu(spread) + 1e-4)]
        return self.head(self.norm(torch.cat(pooled, 1)))


def augment(rng: np.random.Generator, tiles: np.ndarray, photo: np.ndarray) -> Tensor:
    """New colours for the game, new light for each photo, new crop and turn for each tile."""
    out = np.empty((len(tiles), SIDE, SIDE, 3), np.float32)
    for number, tile in enumerate(tiles):
        window = rng.integers(54, 65)
        y, x = rng.integers(0, 65 - window, 2)
        crop = np.rot90(tile[y : y + window, x : x + window], rng.integers(4))
        if rng.random() < 0.5:
            crop = crop[:, ::-1]
        out[number] = cv2.resize(np.ascontiguousarray(crop), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    out /= 255
    if rng.random() < 0.7:  # colours of another game: hue turned about grey, or channels exchanged
        angle = rng.uniform(0, 2 * np.pi)
        axis = np.full(3, 1 / np.sqrt(3))
        turn = cv2.Rodrigues(axis * angle)[0].astype(np.float32)
        if rng.random() < 0.5:
            turn = turn[rng.permutation(3)]
        out = (out - 0.5) @ turn.T * rng.uniform(0.7, 1.1) + 0.5
    for number in np.unique(photo):
        gain = np.exp(rng.normal(0, 0.05, 3) + rng.normal(0, 0.06)).astype(np.float32)
        out[photo == number] = np.clip(out[photo == number], 0, 1) ** np.exp(rng.normal(0, 0.08)) * gain
    return torch.from_numpy(np.clip(out, 0, 1).transpose(0, 3, 1, 2).copy())


def loss_of(
    rng: np.random.Generator, found: Tensor, label: np.ndarray, photo: np.ndarray, scale: Tensor
) -> Tensor:
    """How badly the other tiles are told apart from a few examples a label."""
    shots = int(rng.choice([1, 2, 3, 5, 10]))
    phone = int(rng.integers(2))
    support: list[int] = []
    for value in np.unique(label):
        own = np.flatnonzero((label == value) & (photo // 3 == phone))
        if not len(own):
            own = np.flatnonzero(label == value)
        support += list(rng.permutation(own)[:shots])
    query = np.setdiff1d(np.arange(len(label)), support)
    names = np.unique(label)
    target = torch.from_numpy(np.searchsorted(names, label))
    a, b = found[query], found[support]
    owner = target[support]
    squares = torch.cdist(a, b).square()
    member = functional.one_hot(owner, len(names)).float()
    centres = member.T @ b / member.sum(0)[:, None]
    to_centre = -scale.exp() * torch.cdist(a, centres).square()
    near = torch.stack(
        [torch.logsumexp(-scale.exp() * squares[:, owner == k], 1) for k in range(len(names))], 1
    ) - torch.log(member.sum(0))
    same = torch.from_numpy((photo[query] // 3 == phone).astype(np.float32))
    weight = 0.6 + 0.4 * same
    losses = [functional.cross_entropy(score, target[query], reduction="none") for score in (to_centre, near)]
    return ((losses[0] + losses[1]) * weight).mean() / 2


def export(net: nn.Module, path: Path) -> float:
    """Writes ONNX for any number of tiles; returns the largest difference from torch in cv2.dnn."""
    sizes = [(count, 3, SIDE, SIDE) for count in (2, 1, 7)]
    return written(net, path, sizes, {"input": {0: "n"}, "output": {0: "n"}})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "models" / "embed.onnx")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    net = Net()
    if options.start:
        net.load_state_dict(torch.load(options.start))
    scale = nn.Parameter(torch.tensor(-3.0))
    games: dict[Path, dict[str, np.ndarray]] = {}
    steps = itertools.count()

    def batch(rng: np.random.Generator) -> tuple[Tensor, Told]:
        if next(steps) % RELOAD == 0:
            for path in sorted(options.data.glob("[0-9]*[0-9].npz")):
                if path not in games:
                    games[path] = dict(np.load(path))
        game = games[list(games)[int(rng.integers(len(games)))]]
        found = net(augment(rng, game["tiles"], game["photo"]))
        loss = loss_of(rng, found, game["label"], game["photo"], scale)
        return loss, {"loss": float(loss.detach())}

    keep = kept_at(options.data / "net.pt")
    trained = learned(
        net,
        batch,
        seconds=60 * options.minutes,
        seed=options.seed,
        rate=options.rate,
        decay=1e-3,
        beside=[scale],
        keep=keep,
    )
    keep(trained)
    print(f"largest difference between cv2.dnn and torch: {export(trained, options.out):.2e}")


if __name__ == "__main__":
    main()
