"""From features of labelled examples to probabilities for new tiles, from one example a label to hundreds.

Features are hand-made ones and a small network's, brought by one linear map to a space in which tiles of one label
spread about equally in all directions (a linear discriminant learned from made-up games). There each label is judged by
its centre, by the local mean of its examples around the tile, and by its nearest example; the more examples, the more the
last two count. How much labels' centres differ in each direction is known too, so that few examples are not taken at
their word (probabilistic linear discriminant analysis); and what the light or the phone does to all tiles of a photo
is estimated and taken off.
"""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.dense import softmax
from vision.nets import MODELS, net
from vision.tilefeatures import SIDE, VERSION, describe, shrink

Bytes = NDArray[Any]  # uint8
Floats = NDArray[Any]  # float32
Ints = NDArray[Any]  # int64

WIDTH = 128  # of what the network says

_CHUNK = 32  # tiles a thread works on at a time
_FAINT = 0.02  # spread of a channel below which noise is not blown up
_ASSUMED = 30.0  # how many tiles' worth of evidence the assumed spread of a label counts for
_CROWD = 4.0  # with so many examples a label's nearest one counts as much as its centre
_LOCAL = 25.0  # squared distance within which examples join in a local mean
_SHIFT_ROUNDS = 3
_SHIFT_DOUBT = 8.0  # temperature at which tiles are shared out among labels to find their photo's light
_SELF = 4.0  # with many more examples than this, tiles of the photo itself teach nothing about their labels
_SELF_ROUNDS = 6
_SELF_DOUBT = 6.0  # temperature at which the photo's tiles are shared out among labels
_ALIKE = 0.1  # two tiles of a label are 2 apart in each direction, squared; below this they are twins
_TWIN = 4.0  # what a twin counts for in each direction
_AGREED = 0.7  # what two judgements of much the same evidence count together
_JUDGED = 150  # of so many examples is found out how sure to be
_TEMPERATURES = (1.5, 2.0, 2.8, 4.0, 5.6, 8.0, 11.0, 16.0)
_USUAL = 4.0  # temperature where examples are too few to tell
_FEWEST = 6  # with fewer tiles what is common to a photo can't be told from what is a label's
_FAMILIAR = 1.17  # strangeness up to which a photo counts as taken like the learned ones


@cache
def fingerprint() -> str:
    """Names what `features` computes; features of another name must be computed anew."""
    digest = hashlib.sha256(VERSION)
    for name in ("embed.onnx", "embed.npz"):
        digest.update((MODELS / name).read_bytes())
    return digest.hexdigest()[:16]


class Map(NamedTuple):
    """What made-up games taught about features, or some of them."""

    map: Floats  # (features, d): to directions in which tiles of a label spread by 1
    between: Floats  # (d,): variance of labels' centres there
    shift: Floats  # (d, d): covariance of what moves all tiles of a photo


@cache
def _maps() -> tuple[Map, Map]:
    """Of all raw features for photos by one phone, and of those that hardly heed colour for photos by any."""
    with np.load(MODELS / "embed.npz", allow_pickle=False) as stored:
        return tuple(Map(*(stored[f"{name}_{part}"] for part in Map._fields)) for name in ("all", "steady"))  # type: ignore[return-value]


def raw_features(tiles: Bytes) -> Floats:
    """What the network and the hand-made statistics say of tiles (n, s, s, 3) uint8 BGR, side by side.

    The network looks twice: at the tile, and at the tile with the mean and the spread of each colour channel made
    the same, which hardly heeds the phone and the light. All but the first `WIDTH` features hardly heed these.
    """
    margin = tiles.shape[1] // 32
    inner = tiles[:, margin : tiles.shape[1] - margin, margin : tiles.shape[2] - margin]
    planes = np.stack([shrink(tile, SIDE) for tile in inner]).transpose(0, 3, 1, 2)
    shown = np.empty((2 * len(tiles), *planes.shape[1:]), np.float32)
    np.multiply(planes, np.float32(1 / 255), out=shown[: len(tiles)])
    shown[len(tiles) :] = _levelled(shown[: len(tiles)])
    reader = net("embed")
    reader.setInput(shown)
    seen = reader.forward()
    hand = describe(np.stack([shrink(tile, SIDE) for tile in tiles]))
    return np.concatenate([seen[: len(tiles)], hand, seen[len(tiles) :]], axis=1)


def _levelled(tiles: Floats) -> Floats:
    """Tiles (n, 3, s, s), 0..1, with the mean and the spread of each of their channels made the same."""
    channels = tiles.reshape(len(tiles), 3, -1)
    channels = channels - channels.mean(2, keepdims=True)
    spread = np.sqrt((channels * channels).mean(2, keepdims=True))
    channels *= 0.2 / (spread + _FAINT)
    channels += 0.5
    return np.clip(channels, 0, 1, out=channels).reshape(tiles.shape)


def features(tiles: Bytes) -> Floats:
    """Features (n, d) of tiles (n, s, s, 3) uint8 BGR, on all cores when there are many.

    First those for photos by one phone, then those for photos by any.
    """
    chunks = [tiles[start : start + _CHUNK] for start in range(0, len(tiles), _CHUNK)]
    workers = min(len(chunks), os.cpu_count() or 1)
    raw = (
        list(_pool().map(raw_features, chunks)) if workers > 1 else [raw_features(chunk) for chunk in chunks]
    )
    joined = np.concatenate(raw)
    every, steady = _maps()
    return np.concatenate([joined @ every.map, joined[:, WIDTH:] @ steady.map], axis=1)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="tiles")


class Appearance:
    """A classifier over `labels` classes, made from examples' features and label numbers.

    Tiles are judged in two spaces; in photos that look as if another phone had taken them only in the one that hardly
    heeds colour.
    """

    def __init__(self, examples: Floats, index: Ints, labels: int) -> None:
        every, steady = _maps()
        self._main = every.map.shape[1]
        self._familiar = _Space(examples[:, : self._main], index, labels, every)
        self._strange = _Space(examples[:, self._main :], index, labels, steady)

    def probabilities(self, tiles: Bytes) -> Floats:
        """(n, labels), rows adding up to 1."""
        found = features(tiles)
        usual, strangeness = self._familiar.scores(found[:, : self._main])
        steady, _ = self._strange.scores(found[:, self._main :])
        if strangeness > _FAMILIAR and len(tiles) >= _FEWEST:
            return softmax(steady).astype(np.float32)
        return softmax(_AGREED * (usual + steady)).astype(np.float32)


class _Space:
    """Labelled examples in a space in which each label's tiles spread about equally in all directions."""

    def __init__(self, examples: Floats, index: Ints, labels: int, learned: Map) -> None:
        order = np.argsort(index, kind="stable")  # a label's examples side by side
        examples, index = examples[order], index[order]
        self._index = index
        self._counts = np.bincount(index, minlength=labels).astype(np.float32)
        rest = examples - _centres(examples, index, labels)[index]
        self._space, self._between = _space(rest, labels, learned.between)
        self._shift = (self._space.T @ learned.shift @ self._space).astype(np.float32)
        placed = examples @ self._space
        self._origin = _centres(placed, index, labels).mean(0)
        self._examples = placed - self._origin
        self._middles = _centres(self._examples, index, labels)
        ends = np.searchsorted(index, np.arange(labels + 1))
        self._members = [slice(int(a), int(b)) for a, b in pairwise(ends)]
        self._temperature = self._calibrate()

    def scores(self, found: Floats) -> tuple[Floats, float]:
        """Log-likelihoods (n, labels) up to a constant, vaguer where nothing is near, and the photo's strangeness.

        That is the distance from the nearest label's centre in spreads of a tile, on average over the tiles `found`.
        """
        placed = found @ self._space - self._origin
        nearest = np.sqrt(_squares(placed, self._middles).min(1) / placed.shape[1])
        strangeness = float(nearest.mean())  # not of squares: a few tiles that fit nothing shall count little
        doubt = max(1.0, strangeness / _FAMILIAR) ** 2
        return -0.5 * self._judge(placed) / (self._temperature * doubt), strangeness

    def _judge(self, placed: Floats) -> Floats:
        """Distances (n, labels) of one photo's tiles, without what its light does to all of them."""
        twins = self._twins(placed)
        distances = self._distances(placed)
        middles = self._shrunk(self._counts[:, None])[0] * self._middles
        moved = placed
        for _ in range(_SHIFT_ROUNDS):
            share = softmax(-0.5 * distances / _SHIFT_DOUBT)
            evidence = len(placed) / (1 + (share.sum(0) ** 2 / self._counts).sum() / len(placed))
            rest = (placed - share @ middles).mean(0)
            shift = self._shift @ np.linalg.solve(self._shift + np.eye(len(rest)) / evidence, rest)
            moved = placed - shift.astype(np.float32)
            distances = self._distances(moved)
        return self._self_taught(moved, distances) - twins

    def _twins(self, placed: Floats) -> Floats:
        """What speaks for labels (n, labels) of which an example is all but the tile itself, however odd both are."""
        nearest = np.minimum.reduceat(
            _squares(placed, self._examples), [own.start for own in self._members], axis=1
        )
        size = placed.shape[1]
        return _TWIN * size * np.maximum(0, 1 - nearest / (_ALIKE * size))

    def _shrunk(self, counts: Any) -> tuple[Floats, Floats]:
        """What to multiply a mean of so many examples with to guess its label's centre, and a tile's spread around that."""
        doubt = self._between / (counts * self._between + 1)
        return counts * doubt, 1 + doubt

    def _distances(self, placed: Floats) -> Floats:
        """Doubled negative log-likelihoods (n, labels), up to a constant: squared distances near 1 a dimension."""
        result = self._to_centres(placed, self._middles, self._counts)
        for label in np.flatnonzero(self._counts > 1):
            result[:, label] = self._column(placed, int(label))
        return result

    def _to_centres(self, placed: Floats, means: Floats, counts: Floats) -> Floats:
        """Distances (n, labels) to labels known by means of so many examples."""
        part, spread = self._shrunk(counts[:, None])
        centres = part * means
        weighted = centres / spread
        constant = (centres * weighted + np.log(spread)).sum(1)
        return (placed * placed) @ (1 / spread).T - 2 * placed @ weighted.T + constant

    def _column(self, placed: Floats, label: int, left_out: Ints | None = None) -> Floats:
        """Distances (n,) to a label with several examples; of these `left_out` (n,) names one a tile to do without."""
        examples, middle, count = (
            self._examples[self._members[label]],
            self._middles[label],
            self._counts[label],
        )
        part, spread = self._shrunk(1.0)
        weight = 1 / np.sqrt(spread)
        alone = _squares(placed * weight, examples * (part * weight)) + np.log(spread).sum()
        between = _squares(placed, examples)
        if left_out is not None:
            rows = np.arange(len(placed))
            alone[rows, left_out] = between[rows, left_out] = np.inf
            middle = (middle * count - examples[left_out]) / (count - 1)
            count = count - 1
        weights = np.exp(-0.5 * (between - between.min(1, keepdims=True)) / _LOCAL)
        weights /= weights.sum(1, keepdims=True)
        size = 1 / (weights**2).sum(1, keepdims=True)
        crowd = count / (count + _CROWD)
        single = (1 - crowd) * self._to(placed, middle, count) + crowd * alone.min(1)
        return 0.5 * (single + self._to(placed, weights @ examples, size))

    def _to(self, placed: Floats, means: Floats, counts: Any) -> Floats:
        """Distances (n,) to a label known by a mean of so many examples, or by a mean for each tile."""
        part, spread = self._shrunk(counts)
        return ((placed - part * means) ** 2 / spread + np.log(spread)).sum(1)

    def _self_taught(self, placed: Floats, distances: Floats) -> Floats:
        """Where examples are few, move the labels' centres towards the photo's own tiles, as far as those are clear."""
        trust = _SELF / (_SELF + self._counts - 1) * len(placed) / (len(placed) + 5)
        result = distances
        for _ in range(_SELF_ROUNDS):
            share = softmax(-0.5 * result / _SELF_DOUBT) ** 2
            weight = self._counts + share.sum(0)
            moved = (self._counts[:, None] * self._middles + share.T @ placed) / weight[:, None]
            result = (1 - trust) * distances + trust * self._to_centres(placed, moved, weight)
        return result

    def _calibrate(self) -> float:
        """The temperature that suits examples judged by the others; near the usual one where these are few."""
        chosen = np.flatnonzero(self._counts[self._index] > 1)
        if len(chosen) > _JUDGED:
            chosen = np.sort(np.random.default_rng(0).permutation(chosen)[:_JUDGED])
        rows = self._distances(self._examples[chosen])
        for label in np.unique(self._index[chosen]):
            own = self._index[chosen] == label
            begin = self._members[label].start
            rows[own, label] = self._column(self._examples[chosen[own]], label, chosen[own] - begin)
        best, best_score = _USUAL, -np.inf
        for temperature in _TEMPERATURES:
            score = -2.0 * np.log(temperature / _USUAL) ** 2
            if len(chosen):
                likely = softmax(-0.5 * rows / temperature)
                score += float(np.log(likely[np.arange(len(rows)), self._index[chosen]] + 1e-3).sum())
            if score > best_score:
                best, best_score = temperature, score
        return best


def _centres(found: Floats, index: Ints, labels: int) -> Floats:
    return np.stack([found[index == label].mean(0) for label in range(labels)])


def _space(rest: Floats, labels: int, between: Floats) -> tuple[Floats, Floats]:
    """A map of features to directions in which tiles spread by 1 around their labels' centres, and the centres' variances.

    `rest` is how far examples are from the centre of their label, `between` the centres' variances before.
    """
    freedom = len(rest) - labels + _ASSUMED
    within = (rest.T.astype(np.float64) @ rest + _ASSUMED * np.eye(rest.shape[1])) / freedom
    white = np.linalg.inv(np.linalg.cholesky(within)).T
    values, turn = np.linalg.eigh(white.T @ (between[:, None] * white))
    return (white @ turn).astype(np.float32), np.maximum(values, 1e-6).astype(np.float32)


def _squares(a: Floats, b: Floats) -> Floats:
    """Squared distances (len(a), len(b))."""
    return np.maximum((a * a).sum(1)[:, None] + (b * b).sum(1)[None, :] - 2 * a @ b.T, 0)
