"""The linear discriminants behind `vision.appearance.features`, from the games that the embedding was trained on.

    python -m vision.training.embed_metric --data CACHE --games 160

Writes vision/models/embed.npz. Takes about a minute.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from vision.appearance import WIDTH, raw_features
from vision.nets import MODELS

DIMENSIONS = 96
STEADY_DIMENSIONS = 64
RIDGE = 0.003
CENTRES = 0.5  # of the variance of centres of few tiles, what is the labels' own

Game = tuple[np.ndarray, np.ndarray, np.ndarray]


def discriminant(games: list[Game], dimensions: int) -> np.ndarray:
    """(raw features, dimensions): spread within labels, photos' own shifts included, becomes 1 a direction.

    A game is its tiles' raw features, labels and photos.
    """
    within = between = shifts = np.zeros((0, 0))
    count = labels = photos = 0
    for raw, label, photo in games:
        if not within.size:
            within, between, shifts = (np.zeros((raw.shape[1],) * 2) for _ in range(3))
        names, index = np.unique(label, return_inverse=True)
        centres = np.stack([raw[index == k].mean(0) for k in range(len(names))])
        rest = raw - centres[index]
        shift = np.stack([rest[photo == k].mean(0) for k in range(6)])
        rest -= shift[photo]
        centres -= centres.mean(0)
        within += rest.T @ rest
        shifts += shift.T @ shift
        between += centres.T @ centres
        count += len(raw) - 6 - len(names)
        photos += 5
        labels += len(names) - 1
    spread = within / count + shifts / photos
    spread += RIDGE * np.trace(spread) / len(spread) * np.eye(len(spread))
    values, vectors = np.linalg.eigh(spread)
    white = vectors / np.sqrt(values)
    values, vectors = np.linalg.eigh(white.T @ (between / labels) @ white)
    return white @ vectors[:, np.argsort(-values)[:dimensions]]


def spreads(games: list[Game], to: np.ndarray, phones: bool) -> tuple[np.ndarray, np.ndarray]:
    """Variance (d,) of labels' centres after the map `to`, and covariance (d, d) of what moves all tiles of a photo.

    That is between photos by one phone, or by two `phones`.
    """
    between = np.zeros(to.shape[1])
    within, shifts = np.zeros((to.shape[1],) * 2), np.zeros((to.shape[1],) * 2)
    labels = tiles = photos = 0
    for raw, label, photo in games:
        names, index = np.unique(label, return_inverse=True)
        placed = raw @ to
        centres = np.stack([placed[index == k].mean(0) for k in range(len(names))])
        between += ((centres - centres.mean(0)) ** 2).sum(0)
        labels += len(names) - 1
        rest = placed - centres[index]
        shift = np.stack([rest[photo == k].mean(0) for k in range(6)])
        rest -= shift[photo]
        within += rest.T @ rest
        tiles += len(raw) - 6
        if phones:
            moved = shift[:3].mean(0) - shift[3:].mean(0)
            shifts += np.outer(moved, moved)
            photos += 1
        else:
            for own in (shift[:3], shift[3:]):
                own = own - own.mean(0)
                shifts += own.T @ own
                photos += 2
    stray = 2 / 75 if phones else 1 / 25  # how far means of so many tiles stray by themselves
    values, vectors = np.linalg.eigh(shifts / photos - stray * within / tiles)
    return CENTRES * between / labels, (vectors * np.maximum(values, 0)) @ vectors.T


def learned(games: list[Game], dimensions: int, phones: bool) -> dict[str, np.ndarray]:
    """The parts of a `vision.appearance.Map`."""
    to = discriminant(games, dimensions)
    between, shift = spreads(games, to, phones)
    return {
        "map": to.astype(np.float32),
        "between": between.astype(np.float32),
        "shift": shift.astype(np.float32),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--out", type=Path, default=MODELS / "embed.npz")
    options = parser.parse_args()
    paths = sorted(options.data.glob("[0-9]*[0-9].npz"))[: options.games]
    games = []
    for path in paths:
        with np.load(path) as game:
            games.append((raw_features(game["tiles"]).astype(np.float64), game["label"], game["photo"]))
    steady = [(raw[:, WIDTH:], label, photo) for raw, label, photo in games]
    maps = {"all": learned(games, DIMENSIONS, False), "steady": learned(steady, STEADY_DIMENSIONS, True)}
    np.savez_compressed(
        options.out,
        **{f"{name}_{part}": values for name, parts in maps.items() for part, values in parts.items()},
    )


if __name__ == "__main__":
    main()
