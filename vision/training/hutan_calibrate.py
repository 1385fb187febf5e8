"""Measures what the Hutan reader's likelihoods are worth, and writes vision/models/hutan.json.

    python -m vision.training.hutan_data --played --count 150 --seed 5 --out DIR
    python -m vision.training.hutan_calibrate --data DIR --out vision/models/hutan.json

About 1 s a photo on one core. Without `--out` it only tells what is right.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.games.hutan.components import SQUARES
from vision.lattice import project
from vision.photo import Photo
from vision.readers import hutan as reader
from vision.reading import NoBoardError, Options

WRONG_FLAGGED = 0.96
"""The share of wrong squares that are to be called unsure."""
MOST_FLAGGED = 0.075
"""The share of all squares that may be."""
FEWEST = 40
"""Squares that each step of the measured curve rests on, at least."""
HIDDEN = 0.15
"""A flower of which less can be seen cannot be told; being unsure of it is right."""


class Outcome(NamedTuple):
    """One photo: 36 likelihoods, whether each text is right, whether each can be told, and whether the areas are right."""

    sure: NDArray[np.float64]
    right: NDArray[np.bool_]
    seen: NDArray[np.bool_]
    layout: bool


def measured(photo: Photo, about: dict[str, Any]) -> Outcome:
    """Raises NoBoardError."""
    found = reader.looked(photo, Options())
    best, sure = reader.decided(found.chances)
    numbers = found.boards.table.numbers()
    to_truth = np.linalg.inv(np.array(about["homography"]))
    middles = np.array([[c + 0.5, r + 0.5] for r, c in np.ndindex(6, 6)])
    spots = np.floor(project(to_truth, project(found.table.homography, middles))).astype(int)
    right, seen = np.zeros((6, 6), bool), np.ones((6, 6), bool)
    areas = np.full((6, 6), -1)
    for (i, j), (c, r) in zip(np.ndindex(6, 6), spots, strict=True):
        if 0 <= r < 6 and 0 <= c < 6:
            right[i, j] = about["grid"][r][c] == SQUARES[best[i, j]]
            visible = about["visible"][r][c]
            seen[i, j] = visible is None or visible >= HIDDEN
            areas[r, c] = numbers[i][j]
    return Outcome(sure.ravel(), right.ravel(), seen.ravel(), _same(areas, np.array(about["areas"])))


def _same(one: NDArray[np.int64], other: NDArray[np.int64]) -> bool:
    pairs = set(zip(one.ravel().tolist(), other.ravel().tolist(), strict=True))
    return (
        len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
        and ((one == 0) == (other == 0)).all()
    )


def rising(given: NDArray[np.float64], right: NDArray[np.float64]) -> list[tuple[float, float, int]]:
    """Isotonic regression: steps of (mean likelihood, share right, how many), rising in both."""
    steps: list[tuple[float, float, int]] = []
    order = np.argsort(given)
    for chunk in np.array_split(order, max(1, len(order) // FEWEST)):
        steps.append((float(given[chunk].mean()), float(right[chunk].mean()), len(chunk)))
        while len(steps) > 1 and steps[-2][1] >= steps[-1][1]:
            (g1, r1, n1), (g2, r2, n2) = steps[-2:]
            n = n1 + n2
            steps[-2:] = [((g1 * n1 + g2 * n2) / n, (r1 * n1 + r2 * n2) / n, n)]
    return steps


def threshold(given: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Below which likelihood a square is unsure."""
    wrong = np.sort(given[~right])
    wanted = float(wrong[int(np.ceil(WRONG_FLAGGED * len(wrong))) - 1]) + 1e-9 if len(wrong) else 0.5
    return min(wanted, float(np.quantile(given, MOST_FLAGGED)))


def told(name: str, outcomes: Sequence[Outcome]) -> str:
    right = np.concatenate([o.right | ~o.seen for o in outcomes])
    wrong = np.array([(~o.right & o.seen).sum() for o in outcomes])
    return (
        f"{name:24} {len(outcomes):4} photos, squares {right.mean():.2%}, within two {(wrong <= 2).mean():.0%}, "
        f"layouts {np.mean([o.layout for o in outcomes]):.1%}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    rows: dict[str, list[Outcome]] = defaultdict(list)
    lines = (options.data / "labels.jsonl").read_text().splitlines()
    for about in map(json.loads, lines):
        image = np.asarray(cv2.imread(str(options.data / about["file"])), np.uint8)
        try:
            outcome = measured(Photo(image, (image.shape[1], image.shape[0])), about)
        except NoBoardError:
            print(f"{about['file']}: no board found")
            continue
        art = "printed" if about["style"] == "printed-art" else "own art"
        for name in ("all", about["difficulty"], f"{art}, {about['pieces']}"):
            rows[name].append(outcome)
        if (~outcome.right).sum() > 3 or not outcome.layout:
            print(f"{about['file']}: {(~outcome.right).sum()} wrong, layout {outcome.layout}", flush=True)
    for name, outcomes in sorted(rows.items()):
        print(told(name, outcomes))
    given = np.concatenate([o.sure for o in rows["all"]])
    right = np.concatenate([o.right for o in rows["all"]])
    steps = rising(given, right.astype(np.float64))
    # A likelihood of 1 is never worth more than what so many squares can show.
    ceiling = 1 - 1 / (len(right) + 2)
    knots = [(0.0, 0.0), *((g, min(r, ceiling)) for g, r, _ in steps), (1.0, min(steps[-1][1], ceiling))]
    unsure = threshold(given, right)
    print(
        f"unsure below {unsure:.4f}: {(given[~right] < unsure).mean():.1%} of the wrong, "
        f"{(given < unsure).mean():.2%} of all"
    )
    if options.out:
        held = {
            "given": [round(g, 6) for g, _ in knots],
            "right": [round(r, 6) for _, r in knots],
            "unsure": round(unsure, 6),
        }
        options.out.write_text(json.dumps(held, indent=1) + "\n")


if __name__ == "__main__":
    main()
