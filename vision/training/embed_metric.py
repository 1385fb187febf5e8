"""The linear discriminant behind `vision.appearance.features`, from the games that the embedding was trained on.

    python -m vision.training.embed_metric --data CACHE

Writes vision/models/embed.npz. Takes about a minute.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from vision.appearance import raw_features
from vision.nets import MODELS
from vision.tilefeatures import STRUCTURE

DIMENSIONS = 96
STRUCTURE_DIMENSIONS = 16
RIDGE = 0.01

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
    structure = [(raw[:, -STRUCTURE:], label, photo) for raw, label, photo in games]
    np.savez_compressed(
        options.out,
        discriminant=discriminant(games, DIMENSIONS).astype(np.float32),
        structure=discriminant(structure, STRUCTURE_DIMENSIONS).astype(np.float32),
    )


if __name__ == "__main__":
    main()
