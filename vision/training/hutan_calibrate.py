"""Measures what the Hutan reader's likelihoods are worth, and writes vision/models/hutan.json.

    python -m vision.training.hutan_data --played --count 170 --seed 46 --out DIR
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
from vision.training.calibration import write

FLAGGED = 0.085
"""The share of squares of normal photos that are called unsure: three a board are soon looked at, and on other photos than
those measured on fewer of the wrong ones are among them."""
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
    usual = np.concatenate([o.sure for o in rows["normal"]])
    usual_right = np.concatenate([o.right for o in rows["normal"]])
    unsure = float(np.quantile(usual, FLAGGED))
    for name, sure, well in (("normal", usual, usual_right), ("all", given, right)):
        print(
            f"{name}: unsure below {unsure:.4f}: {(sure[~well] < unsure).mean():.1%} of the wrong, "
            f"{(sure < unsure).mean():.2%} of all"
        )
    if options.out:
        write(options.out, given, right, unsure)


if __name__ == "__main__":
    main()
