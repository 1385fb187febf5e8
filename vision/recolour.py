"""Undo what another phone or lamp does to the colours of a photo, judged by tiles that are known.

Gain and gamma of a camera are an affine map of logarithmic colours, and saturation nearly one. That map is found as
point sets are registered (iterated closest point, softly): every tile of the photo is explained by the learned tiles
it resembles, the map that brings it there is fitted over all tiles, and so on, from several starts.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

GROUPS = 5  # a tile's colours, averaged from its darkest to its brightest fifth
_FLOOR = 0.08  # added before the logarithm: dark pixels are mostly noise
_STIFF_GAMMA, _STIFF_MIX, _STIFF_GAIN = 2.0, 6.0, 0.5  # resistance to leaving identity, in tiles
_ROUNDS = 10
_MOST_EXAMPLES = 600


class Map(NamedTuple):
    """An affine map of logarithmic BGR colours: new = matrix @ old + shift."""

    matrix: Array
    shift: Array

    def apply(self, colours: Array) -> Array:
        return colours @ self.matrix.T + self.shift


IDENTITY = Map(np.eye(3), np.zeros(3))


def palettes(tiles: Array) -> Array:
    """Colours (n, GROUPS, 3) of tiles (n, s, s, 3) uint8 BGR, logarithmic, from dark to bright."""
    small = np.stack([cv2.resize(tile, (16, 16), interpolation=cv2.INTER_AREA) for tile in tiles])
    pixels = small[:, 1:-1, 1:-1].reshape(len(tiles), -1, 3).astype(np.float32) / 255
    order = np.argsort(pixels @ np.array([0.114, 0.587, 0.299], np.float32), axis=1)
    ordered = np.take_along_axis(np.log(pixels + _FLOOR), order[..., None], axis=1)
    edges = np.linspace(0, ordered.shape[1], GROUPS + 1).astype(int)
    return np.stack([ordered[:, a:b].mean(1) for a, b in itertools.pairwise(edges)], axis=1)


def repaint(tiles: Array, change: Map) -> Array:
    """The tiles (uint8 BGR) after a map of their colours."""
    colours = change.apply(
        np.log(tiles.astype(np.float32) / 255 + np.float32(_FLOOR)).reshape(-1, 3).astype(np.float32)
    )
    return (np.clip(np.exp(colours) - _FLOOR, 0, 1) * 255 + 0.5).astype(np.uint8).reshape(tiles.shape)


class Known:
    """The palettes of learned tiles, to find maps onto them."""

    def __init__(self, found: Array, index: Array) -> None:
        """`found` as from `palettes`, `index` (n,) their label numbers."""
        if len(found) > _MOST_EXAMPLES:
            chosen = np.random.default_rng(0).permutation(len(found))[:_MOST_EXAMPLES]
            found, index = found[chosen], index[chosen]
        self._flat = found.reshape(len(found), -1)
        self._squares = (self._flat**2).sum(1)
        self._prior = -np.log(np.bincount(index)[index])
        self._mean = found.mean((0, 1))
        self._spread = found.mean(1).std(0) + 0.05
        self._sigma = self._closeness(index)

    def _closeness(self, index: Array) -> float:
        """How near tiles of one label come to each other; a guess where there is one tile a label."""
        distances = self._distances(self._flat)
        distances[index[:, None] != index[None, :]] = np.inf
        np.fill_diagonal(distances, np.inf)
        nearest = np.sqrt(distances.min(1))
        nearest = nearest[np.isfinite(nearest)]
        return float(np.clip((np.sum(nearest) * 0.7 + 3 * 0.1) / (len(nearest) + 3), 0.04, 0.15))

    def _distances(self, flat: Array) -> Array:
        """Mean squared distances between palettes, (len(flat), examples)."""
        crossed = (flat**2).sum(1)[:, None] + self._squares[None, :] - 2 * flat @ self._flat.T
        return np.maximum(crossed, 0) / GROUPS

    def explain(self, colours: Array, change: Map, sigma: float) -> tuple[Array, Array]:
        """How far each example explains each tile (rows adding up to 1), and the tiles' log-likelihoods."""
        distances = self._distances(change.apply(colours).reshape(len(colours), -1))
        scores = -0.5 * distances / sigma**2 + self._prior
        top = scores.max(1, keepdims=True)
        likely = np.exp(scores - top)
        total = likely.sum(1, keepdims=True)
        return likely / total, (top + np.log(total))[:, 0]

    def find(self, colours: Array) -> Map:
        """The map that makes tiles with these palettes look as the known ones do; IDENTITY when nothing is better."""
        best, best_score = IDENTITY, self._score(colours, IDENTITY)
        for change in self._starts(colours):
            for round_number in range(_ROUNDS):
                sigma = self._sigma * (1 + 1.2 * (1 - round_number / (_ROUNDS - 1)))
                weights, _ = self.explain(colours, change, sigma)
                change = fit(colours, (weights @ self._flat).reshape(colours.shape))
            score = self._score(colours, change)
            if score > best_score:
                best, best_score = change, score
        return best

    def _starts(self, colours: Array) -> list[Map]:
        """Identity, and overall colour and contrast brought nearer to the known ones'; a few tiles tell little."""
        mean, spread = colours.mean((0, 1)), colours.mean(1).std(0) + 0.05
        trust = len(colours) / (len(colours) + 8)
        starts = [IDENTITY]
        for part in (0.5 * trust, trust):
            starts.append(Map(np.eye(3), part * (self._mean - mean)))
            scale = np.clip(self._spread / spread, 0.4, 2.5) ** part
            starts.append(Map(np.diag(scale), part * self._mean + (1 - part) * mean - scale * mean))
        return starts

    def _score(self, colours: Array, change: Map) -> float:
        _, likely = self.explain(colours, change, self._sigma)
        off = change.matrix - np.eye(3)
        gamma = float((np.diag(off) ** 2).sum())
        mean = colours.mean((0, 1))
        moved = float(((change.apply(mean) - mean) ** 2).sum())
        resistance = _STIFF_GAMMA * gamma + _STIFF_MIX * (float((off**2).sum()) - gamma) + _STIFF_GAIN * moved
        return float(np.maximum(likely, -40).sum()) - 0.5 * resistance / self._sigma**2


def fit(colours: Array, goal: Array) -> Map:
    """The map from palettes (n, GROUPS, 3) to others, by least squares drawn towards identity."""
    x = colours.reshape(-1, 3).astype(np.float64)
    y = goal.reshape(-1, 3).astype(np.float64)
    weight = 1 / colours.shape[1]
    mean = x.mean(0)
    design = np.column_stack([x - mean, np.ones(len(x))])
    normal = weight * design.T @ design
    rows = np.zeros((3, 4))
    for channel in range(3):
        identity = np.append(np.eye(3)[channel], 0.0)
        stiff = np.append(np.where(np.arange(3) == channel, _STIFF_GAMMA, _STIFF_MIX), _STIFF_GAIN)
        rest = y[:, channel] - mean[channel] - design @ identity
        rows[channel] = identity + np.linalg.solve(normal + np.diag(stiff), weight * design.T @ rest)
    matrix = rows[:, :3]
    return Map(matrix, rows[:, 3] + mean - matrix @ mean)
