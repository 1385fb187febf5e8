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
_MOST_TILES = 60


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
        chosen = _evenly(index, _MOST_EXAMPLES)
        self.chosen = chosen
        found, index = found[chosen].astype(np.float32), index[chosen]
        self._flat = found.reshape(len(found), -1)
        self._squares = (self._flat**2).sum(1)
        self._prior = -np.log(np.bincount(index)[index]).astype(np.float32)
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
        flat = flat.astype(np.float32)
        crossed = (flat**2).sum(1)[:, None] + self._squares[None, :] - 2 * flat @ self._flat.T
        return np.maximum(crossed, 0) / GROUPS

    def explain(self, colours: Array, change: Map, sigma: float, belief: Array) -> tuple[Array, Array]:
        """How far each example explains each tile (rows adding up to 1), and the tiles' log-likelihoods.

        `belief` (tiles, chosen examples) weights the examples by what else is known.
        """
        distances = self._distances(change.apply(colours).reshape(len(colours), -1))
        scores = distances * np.float32(-0.5 / sigma**2) + self._prior + np.log(belief)
        top = scores.max(1, keepdims=True)
        likely = np.exp(scores - top)
        total = likely.sum(1, keepdims=True)
        return likely / total, (top + np.log(total))[:, 0]

    def candidates(self, colours: Array, alike: Array, belief: Array, most: int = 3) -> list[Map]:
        """Maps that may make tiles with these palettes look as the known ones do, the likeliest first.

        `alike` (tiles, chosen examples) weights the examples by likeness that colour doesn't touch; `belief` is a
        first guess that a start follows and then leaves.
        """
        if len(colours) > _MOST_TILES:
            some = np.random.default_rng(0).permutation(len(colours))[:_MOST_TILES]
            colours, alike, belief = colours[some], alike[some], belief[some]
        scored: list[tuple[float, Map]] = []
        for start in (IDENTITY, *self._starts(colours)):
            led = [True, False] if start is IDENTITY else [False]
            for follow in led:
                change = self.refine(colours, start, belief, 4, 3.0) if follow else start
                for round_number in range(_ROUNDS):
                    sigma = self._sigma * (1 + 1.2 * (1 - round_number / (_ROUNDS - 1)))
                    weights, _ = self.explain(colours, change, sigma, alike)
                    change = fit(colours, (weights @ self._flat).reshape(colours.shape))
                scored.append((self._score(colours, change, alike), change))
        scored.sort(key=lambda pair: -pair[0])
        kept: list[Map] = []
        for _, change in scored:
            if all(apart(colours, change, other) > 0.03 for other in kept):
                kept.append(change)
        return kept[:most]

    def refine(self, colours: Array, change: Map, belief: Array, rounds: int = 4, slack: float = 1.5) -> Map:
        """A map fitted anew with what else is believed: `belief` (tiles, chosen examples) weights the examples."""
        for _ in range(rounds):
            weights, _ = self.explain(colours, change, slack * self._sigma, belief + 1e-9)
            change = fit(colours, (weights @ self._flat).reshape(colours.shape))
        return change

    def _starts(self, colours: Array) -> list[Map]:
        """Overall colour and contrast brought nearer to the known ones', more or less; a few tiles tell little."""
        mean, spread = colours.mean((0, 1)), colours.mean(1).std(0) + 0.05
        trust = len(colours) / (len(colours) + 8)
        starts = []
        for part in (0.5 * trust, trust):
            starts.append(Map(np.eye(3), part * (self._mean - mean)))
            scale = np.clip(self._spread / spread, 0.4, 2.5) ** part
            starts.append(Map(np.diag(scale), part * self._mean + (1 - part) * mean - scale * mean))
        return starts

    def _score(self, colours: Array, change: Map, alike: Array) -> float:
        _, likely = self.explain(colours, change, self._sigma, alike)
        off = change.matrix - np.eye(3)
        gamma = float((np.diag(off) ** 2).sum())
        mean = colours.mean((0, 1))
        moved = float(((change.apply(mean) - mean) ** 2).sum())
        resistance = _STIFF_GAMMA * gamma + _STIFF_MIX * (float((off**2).sum()) - gamma) + _STIFF_GAIN * moved
        return float(np.maximum(likely, -40).sum()) - 0.5 * resistance / self._sigma**2


def apart(colours: Array, one: Map, other: Map) -> float:
    """How far apart two maps bring the colours, on average."""
    return float(np.abs(one.apply(colours) - other.apply(colours)).mean())


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


def _evenly(index: Array, most: int) -> Array:
    """At most so many examples, as many of one label as of another."""
    if len(index) <= most:
        return np.arange(len(index))
    order = np.random.default_rng(0).permutation(len(index))
    rank = np.zeros(len(index), int)
    for label in np.unique(index):
        own = order[index[order] == label]
        rank[own] = np.arange(len(own))
    return np.argsort(rank, kind="stable")[:most]
