"""From features of labelled examples to probabilities for new tiles, from one example a label to hundreds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.tilefeatures import describe

Bytes = NDArray[Any]  # uint8
Floats = NDArray[Any]  # float32
Ints = NDArray[Any]  # int64

PRIOR = 12.0  # how many tiles' worth of spread the assumed covariance counts for
TEMPERATURE = 4.0


def fingerprint() -> str:
    """Names what `features` computes; features of another name must be computed anew."""
    return "hand-1"


def features(tiles: Bytes) -> Floats:
    """Features (n, d) of tiles (n, s, s, 3) uint8 BGR."""
    return describe(tiles)


class Appearance:
    """A classifier over `labels` classes: class centres joined by the nearest examples as these grow in number."""

    def __init__(self, examples: Floats, index: Ints, labels: int) -> None:
        self._examples = examples
        self._index = index
        self._labels = labels
        self._counts = np.bincount(index, minlength=labels)
        self._centres = np.stack([examples[index == label].mean(0) for label in range(labels)])

    def probabilities(self, tiles: Bytes) -> Floats:
        """(n, labels), rows adding up to 1."""
        scores = self._scores(features(tiles)) / TEMPERATURE
        scores -= scores.max(1, keepdims=True)
        likely = np.exp(scores)
        return (likely / likely.sum(1, keepdims=True)).astype(np.float32)

    def _scores(self, found: Floats) -> Floats:
        to_centre = _squares(found, self._centres)
        to_example = _squares(found, self._examples)
        nearest = np.stack(
            [to_example[:, self._index == label].min(1) for label in range(self._labels)], axis=1
        )
        share = self._counts / (self._counts + PRIOR)
        return -0.5 * ((1 - share) * to_centre + share * nearest)


def _squares(a: Floats, b: Floats) -> Floats:
    """Squared distances (len(a), len(b))."""
    return np.maximum((a * a).sum(1)[:, None] + (b * b).sum(1)[None, :] - 2 * a @ b.T, 0)
