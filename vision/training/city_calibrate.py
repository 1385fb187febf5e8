"""Measures what the reader's probabilities are worth on fresh renders, and writes vision/models/city.json.

    python -m vision.training.city_calibrate --count 120 --seed 5 --out vision/models/city.json

A third of the photos is hard, all are of styles that training may see. About 3 s a photo on one core.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.scenes import rainforest_city as scenes
from vision.lattice import project
from vision.photo import Photo
from vision.readers import rainforest_city as reader
from vision.reading import NoBoardError, Options

WRONG_FLAGGED = 0.96
"""The share of wrong squares that are to be called unsure."""
MOST_FLAGGED = 0.038
"""The share of all squares that may be."""
FEWEST = 40
"""Squares that each step of the measured curve rests on, at least."""


def measured(photo: Photo, truth: dict[str, Any]) -> list[tuple[float, bool, bool]]:
    """(probability, whether it is right, whether something lies there or was read there) for the squares read."""
    found, _, table = reader.understood(photo, Options())
    best, sure = reader.decided(table, found.present)
    grid = truth["board"]["players"][0]["grid"]
    to_truth = np.linalg.inv(np.array(truth["homography"]))
    rows, cols = best.shape
    x, y = np.meshgrid(np.arange(cols) + 0.5, np.arange(rows) + 0.5)
    spots = project(to_truth, project(found.homography, np.stack([x.ravel(), y.ravel()], 1)))
    out = []
    for (r, c), (across, down) in zip(np.ndindex(rows, cols), spots, strict=True):
        i, j = int(np.floor(down)), int(np.floor(across))
        inside = 0 <= i < len(grid) and 0 <= j < len(grid[i])
        true, read = grid[i][j] if inside else "", reader.TEXTS[int(best[r, c])]
        out.append((float(sure[r, c]), true == read, bool(true or read)))
    return out


def rising(given: NDArray[np.float64], right: NDArray[np.float64]) -> list[tuple[float, float, int]]:
    """Isotonic regression: steps of (mean probability, share right, how many), rising in both."""
    order = np.argsort(given)
    steps: list[tuple[float, float, int]] = []
    for chunk in np.array_split(order, max(1, len(order) // FEWEST)):
        steps.append((float(given[chunk].mean()), float(right[chunk].mean()), len(chunk)))
        while len(steps) > 1 and steps[-2][1] >= steps[-1][1]:
            (g1, r1, n1), (g2, r2, n2) = steps[-2:]
            n = n1 + n2
            steps[-2:] = [((g1 * n1 + g2 * n2) / n, (r1 * n1 + r2 * n2) / n, n)]
    return steps


def threshold(given: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Below which probability a square is unsure."""
    wrong = np.sort(given[~right])
    wanted = float(wrong[int(np.ceil(WRONG_FLAGGED * len(wrong))) - 1]) + 1e-9 if len(wrong) else 0.5
    return min(wanted, float(np.quantile(given, MOST_FLAGGED)))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    squares: list[tuple[float, bool, bool]] = []
    for number in range(options.count):
        rng = np.random.default_rng([options.seed, 55, number])
        difficulty = "hard" if number % 3 == 2 else "normal"
        image, truth = scenes.render(rng, difficulty=difficulty)
        try:
            squares += measured(Photo(image, (image.shape[1], image.shape[0])), truth)
        except NoBoardError:
            print(f"photo {number} ({difficulty}): no board found")
    given = np.array([g for g, _, _ in squares])
    right = np.array([r for _, r, _ in squares])
    there = np.array([t for _, _, t in squares])
    steps = rising(given, right.astype(np.float64))
    # A probability of 1 is never worth more than what so many squares can show.
    ceiling = 1 - 1 / (len(right) + 2)
    knots = [
        (0.0, 0.0),
        *((g, min(r, ceiling)) for g, r, _ in steps),
        (1.0, min(1.0, max(steps[-1][1], 0.0), ceiling)),
    ]
    unsure = threshold(given[there], right[there])
    options.out.write_text(
        json.dumps(
            {
                "given": [round(g, 6) for g, _ in knots],
                "right": [round(r, 6) for _, r in knots],
                "unsure": round(unsure, 6),
            },
            indent=1,
        )
        + "\n"
    )
    wrong = there & ~right
    print(
        f"{int(there.sum())} squares, {wrong.sum() / there.sum():.3%} wrong; unsure below {unsure:.4f}: "
        f"{(given[wrong] < unsure).mean() if wrong.any() else 1:.1%} of the wrong, "
        f"{(given[there] < unsure).mean():.2%} of all"
    )


if __name__ == "__main__":
    main()
