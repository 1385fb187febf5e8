"""From the probabilities that a reader gave, and what was right, to what they are worth: the JSON beside a reader's network."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FEWEST = 40
"""Squares that each step of the measured curve rests on, at least."""

Floats = NDArray[np.float64]


def rising(given: Floats, right: Floats) -> list[tuple[float, float, int]]:
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


def threshold(given: Floats, right: NDArray[np.bool_], wrong_flagged: float, most_flagged: float) -> float:
    """Below which probability a square is unsure: that this share of the wrong ones is, and no more than that of all."""
    wrong = np.sort(given[~right])
    wanted = float(wrong[int(np.ceil(wrong_flagged * len(wrong))) - 1]) + 1e-9 if len(wrong) else 0.5
    return min(wanted, float(np.quantile(given, most_flagged)))


def write(path: Path, given: Floats, right: NDArray[np.bool_], unsure: float) -> None:
    """The curve of all squares and the threshold."""
    steps = rising(given, right.astype(np.float64))
    # A probability of 1 is never worth more than what so many squares can show.
    ceiling = 1 - 1 / (len(right) + 2)
    knots = [(0.0, 0.0), *((g, min(r, ceiling)) for g, r, _ in steps), (1.0, min(steps[-1][1], ceiling))]
    held = {
        "given": [round(g, 6) for g, _ in knots],
        "right": [round(r, 6) for _, r in knots],
        "unsure": round(unsure, 6),
    }
    path.write_text(json.dumps(held, indent=1) + "\n")
