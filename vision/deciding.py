"""What readers of square boards have in common once they have said how likely each text is on each square."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.lattice import project
from vision.nets import MODELS
from vision.reading import Quad

GUESSES = 5
"""Texts that a square may hold are told, at most so many."""

Floats = NDArray[np.float64]


class Calibration(NamedTuple):
    """What a reader's probabilities are worth, measured on renders (vision/training/calibration.py)."""

    given: Floats
    right: Floats
    unsure: float
    """A square is unsure below this probability."""

    def worth(self, given: Floats) -> Floats:
        return np.interp(given, self.given, self.right)


@cache
def calibration(name: str) -> Calibration:
    """What `vision/models/<name>.json` holds."""
    held = json.loads((MODELS / f"{name}.json").read_text())
    return Calibration(np.array(held["given"]), np.array(held["right"]), float(held["unsure"]))


def guesses(
    likely: Floats, texts: Sequence[str], text: str, confidence: float
) -> tuple[tuple[str, float], ...]:
    """(text, probability) of one square. `likely` (len(texts),) says how likely each is; what was decided, `text`, comes
    first, and what `confidence` leaves is shared out by likelihood."""
    order = [k for k in np.argsort(-likely) if texts[k] != text and likely[k] > 0]
    rest = float(likely[order].sum()) or 1.0
    others = [(texts[k], round((1 - confidence) * float(likely[k]) / rest, 4)) for k in order[: GUESSES - 1]]
    return ((text, round(confidence, 4)), *others)


def block(homography: Floats, row: int, column: int, rows: int = 1, columns: int = 1) -> Quad:
    """The outline of so many squares in the photo; `homography` maps (column, row) to pixels."""
    bottom, right = row + rows, column + columns
    corners = np.array([[column, row], [right, row], [right, bottom], [column, bottom]], np.float64)
    a, b, c, d = ((float(x), float(y)) for x, y in project(homography, corners))
    return a, b, c, d
