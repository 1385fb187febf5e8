"""Measures what the reader's probabilities are worth on fresh renders, and writes vision/models/city.json.

    python -m vision.training.city_calibrate --count 150 --seed 5 --out vision/models/city.json

A third of the photos is hard, all are of styles that training may see. What is unsure is set on the others, so that a
hard photo asks more of a person. About 3 s a photo on one core.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from samples.scenes import rainforest_city as scenes
from vision.lattice import project
from vision.photo import Photo
from vision.readers import rainforest_city as reader
from vision.reading import NoBoardError, Options
from vision.training.calibration import threshold, write

WRONG_FLAGGED = 0.96
"""The share of wrong squares of normal photos that are to be called unsure."""
MOST_FLAGGED = 0.038
"""The share of all their squares that may be."""


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
    normal: list[bool] = []
    for number in range(options.count):
        rng = np.random.default_rng([options.seed, 55, number])
        difficulty = "hard" if number % 3 == 2 else "normal"
        image, truth = scenes.render(rng, difficulty=difficulty)
        try:
            squares += measured(Photo(image, (image.shape[1], image.shape[0])), truth)
        except NoBoardError:
            print(f"photo {number} ({difficulty}): no board found")
        normal += [difficulty == "normal"] * (len(squares) - len(normal))
    given = np.array([g for g, _, _ in squares])
    right = np.array([r for _, r, _ in squares])
    there = np.array([t for _, _, t in squares])
    usual = there & np.array(normal)
    unsure = threshold(given[usual], right[usual], WRONG_FLAGGED, MOST_FLAGGED)
    write(options.out, given, right, unsure)
    for name, here in (("normal", usual), ("all", there)):
        wrong = here & ~right
        print(
            f"{name}: {int(here.sum())} squares, {wrong.sum() / here.sum():.3%} wrong; unsure below {unsure:.4f}: "
            f"{(given[wrong] < unsure).mean() if wrong.any() else 1:.1%} of the wrong, "
            f"{(given[here] < unsure).mean():.2%} of all"
        )


if __name__ == "__main__":
    main()
