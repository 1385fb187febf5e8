"""From features of labelled examples to probabilities for new tiles, from one example a label to hundreds.

Features are hand-made ones and a small network's, brought by one linear map to a space in which tiles of one label
spread about equally in all directions (a linear discriminant learned from made-up games). There each label is judged by
its centre, by the local mean of its examples around the tile, and by its nearest example; the more examples, the more the
last two count.
"""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets import MODELS, net
from vision.recolour import IDENTITY, Known, apart, palettes, repaint
from vision.tilefeatures import SIDE, STRUCTURE, VERSION, describe, shrink

Bytes = NDArray[Any]  # uint8
Floats = NDArray[Any]  # float32
Ints = NDArray[Any]  # int64

_CHUNK = 32  # tiles a thread works on at a time
_ASSUMED = 60.0  # how many tiles' worth of evidence the assumed spread of a label counts for
_CROWD = 4.0  # with so many examples a label's nearest one counts as much as its centre
_LOCAL = 25.0  # squared distance within which examples join in a local mean
_NEAREST = 1.6  # a nearest example is closer than a centre would be: the ratio of the two
_SELF = 4.0  # with many more examples than this, tiles of the photo itself teach nothing about their labels
_SELF_ROUNDS = 6
_SELF_DOUBT = 6.0  # temperature at which the photo's tiles are shared out among labels
_TEMPERATURES = (1.5, 2.0, 2.8, 4.0, 5.6, 8.0, 11.0, 16.0)
_USUAL = 4.0  # temperature where examples are too few to tell
_STRUCTURE_DOUBT = 1.6  # temperature of likeness in structure alone
_STRUCTURE_SHARE = 1.0  # what it counts for beside everything else in a strange photo
_DOUBTS = (1.5, 1.0)  # how much the labels are doubted in each refinement of the colours
_FEWEST = 6  # with fewer tiles any could be brought to look like any other
_TRIAL = 30  # tiles on which a change of colours is tried out
_FAMILIAR = 7.0  # mean distance up to which a photo counts as taken like the learned ones
_VISIBLE = 0.06  # colours moved by less than this (logarithmic) are left alone


@cache
def fingerprint() -> str:
    """Names what `features` computes; features of another name must be computed anew."""
    digest = hashlib.sha256(VERSION)
    for name in ("embed.onnx", "embed.npz"):
        digest.update((MODELS / name).read_bytes())
    return digest.hexdigest()[:16]


@cache
def _discriminants() -> tuple[Floats, Floats]:
    """Maps of all raw features, and of those that tell of structure alone."""
    with np.load(MODELS / "embed.npz", allow_pickle=False) as stored:
        return stored["discriminant"], stored["structure"]


def raw_features(tiles: Bytes) -> Floats:
    """What the network and the hand-made statistics say of tiles (n, s, s, 3) uint8 BGR, side by side."""
    margin = tiles.shape[1] // 32
    inner = tiles[:, margin : tiles.shape[1] - margin, margin : tiles.shape[2] - margin]
    reader = net("embed")
    reader.setInput(cv2.dnn.blobFromImages([shrink(tile, SIDE) for tile in inner], 1 / 255))
    small = np.stack([shrink(tile, SIDE) for tile in tiles])
    return np.concatenate([reader.forward(), describe(small)], axis=1)


def features(tiles: Bytes) -> Floats:
    """Features (n, d) of tiles (n, s, s, 3) uint8 BGR, on all cores when there are many.

    The last ones, as many as the structure map has columns, don't heed colour.
    """
    chunks = [tiles[start : start + _CHUNK] for start in range(0, len(tiles), _CHUNK)]
    workers = min(len(chunks), os.cpu_count() or 1)
    raw = (
        list(_pool().map(raw_features, chunks)) if workers > 1 else [raw_features(chunk) for chunk in chunks]
    )
    joined = np.concatenate(raw)
    every, structure = _discriminants()
    return np.concatenate([joined @ every, joined[:, -STRUCTURE:] @ structure], axis=1)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="tiles")


class Appearance:
    """A classifier over `labels` classes, made from examples' features, pictures and label numbers."""

    def __init__(self, examples: Floats, tiles: Bytes, index: Ints, labels: int) -> None:
        order = np.argsort(index, kind="stable")  # a label's examples side by side
        examples, tiles, index = examples[order], tiles[order], index[order]
        self._index = index
        self._counts = np.bincount(index, minlength=labels).astype(np.float32)
        self._known = Known(palettes(tiles), index)
        self._main = _discriminants()[0].shape[1]
        self._structure = examples[self._known.chosen, self._main :]
        examples = examples[:, : self._main]
        self._spread = _whitener(examples, _centres(examples, index, labels), index)
        self._examples = examples @ self._spread
        self._middles = _centres(self._examples, index, labels)
        ends = np.searchsorted(index, np.arange(labels + 1))
        self._members = [slice(int(a), int(b)) for a, b in pairwise(ends)]
        self._temperature = self._calibrate()

    def probabilities(self, tiles: Bytes) -> Floats:
        """(n, labels), rows adding up to 1."""
        found = features(tiles)
        distances = self._judge(found)
        if _strangeness(distances) < _FAMILIAR or len(tiles) < _FEWEST:
            return _softmax(self._scores(distances)).astype(np.float32)
        alike = np.exp(-0.5 * _squares(found[:, self._main :], self._structure) / _STRUCTURE_DOUBT) + 1e-6
        chosen = self._index[self._known.chosen]
        structure = np.stack(
            [alike[:, chosen == label].mean(1) for label in range(len(self._counts))], axis=1
        )
        scores = self._scores(self._adapted(tiles, distances, alike))
        return _softmax(scores + _STRUCTURE_SHARE * np.log(structure)).astype(np.float32)

    def _scores(self, distances: Floats) -> Floats:
        """Log-likelihoods, up to a constant, of labels at these distances; vaguer where nothing is near."""
        doubt = max(1.0, _strangeness(distances) / _FAMILIAR) ** 2
        return -0.5 * distances / (self._temperature * doubt)

    def _adapted(self, tiles: Bytes, distances: Floats, alike: Floats) -> Floats:
        """Distances to the labels after the change of colours that makes the photo look least strange.

        `distances` are those before, `alike` (tiles, chosen examples) is likeness in structure alone.
        """
        colours = palettes(tiles)
        some = np.random.default_rng(0).permutation(len(tiles))[:_TRIAL]
        best, best_strangeness = IDENTITY, _strangeness(distances[some])
        for change in self._known.candidates(colours, alike, alike * self._belief(distances, 3.0)):
            if apart(colours, IDENTITY, change) > _VISIBLE:
                tried = _strangeness(self._judge(features(repaint(tiles[some], change))))
                if tried < best_strangeness:
                    best, best_strangeness = change, tried
        for doubt in _DOUBTS:
            distances = self._judge(features(repaint(tiles, best)))
            better = self._known.refine(colours, best, alike * self._belief(distances, doubt))
            if apart(colours, best, better) <= _VISIBLE / 3:
                return distances
            best = better
        return self._judge(features(repaint(tiles, best)))

    def _belief(self, distances: Floats, doubt: float) -> Floats:
        share = _softmax(-0.5 * distances / (doubt * self._temperature))
        return share[:, self._index[self._known.chosen]]

    def _judge(self, found: Floats) -> Floats:
        found = found[:, : self._main] @ self._spread
        return self._self_taught(found, self._distances(found))

    def _distances(self, found: Floats, left_out: int | None = None) -> Floats:
        """Squared distances (n, labels), near 1 a dimension for a tile of the label."""
        middles, counts = self._middles, self._counts
        if left_out is not None:
            label = self._index[left_out]
            counts = counts.copy()
            counts[label] -= 1
            middles = middles.copy()
            middles[label] = (middles[label] * (counts[label] + 1) - self._examples[left_out]) / counts[label]
        to_middle = _squares(found, middles) * (counts / (counts + 1))
        to_example = _squares(found, self._examples)
        if left_out is not None:
            to_example[:, left_out] = np.inf
        columns = []
        for label, members in enumerate(self._members):
            own = to_example[:, members]
            nearest = own.min(1)
            weight = np.exp(-0.5 * (own - nearest[:, None]) / _LOCAL)
            weight /= weight.sum(1, keepdims=True)
            size = 1 / (weight**2).sum(1)
            local = ((found - weight @ self._examples[members]) ** 2).sum(1) * size / (size + 1)
            crowd = counts[label] / (counts[label] + _CROWD)
            single = (1 - crowd) * to_middle[:, label] + crowd * nearest / _NEAREST
            columns.append(0.5 * (single + local))
        return np.stack(columns, axis=1)

    def _self_taught(self, found: Floats, distances: Floats) -> Floats:
        """Where examples are few, move the labels' centres towards the photo's own tiles, as far as those are clear."""
        trust = _SELF / (_SELF + self._counts - 1) * len(found) / (len(found) + 5)
        result = distances
        for _ in range(_SELF_ROUNDS):
            share = _softmax(-0.5 * result / _SELF_DOUBT) ** 2
            weight = self._counts
            moved = (weight[:, None] * self._middles + share.T @ found) / (weight + share.sum(0))[:, None]
            result = (1 - trust) * distances + trust * _squares(found, moved)
        return result

    def _calibrate(self) -> float:
        """The temperature that suits examples judged by the others; near the usual one where these are few."""
        chosen = np.flatnonzero(self._counts[self._index] > 1)
        if len(chosen) > 150:
            chosen = np.random.default_rng(0).permutation(chosen)[:150]
        rows = [self._distances(self._examples[k : k + 1], int(k))[0] for k in chosen]
        best, best_score = _USUAL, -np.inf
        for temperature in _TEMPERATURES:
            score = -2.0 * np.log(temperature / _USUAL) ** 2
            if rows:
                likely = _softmax(-0.5 * np.stack(rows) / temperature)
                score += float(np.log(likely[np.arange(len(rows)), self._index[chosen]] + 1e-3).sum())
            if score > best_score:
                best, best_score = temperature, score
        return best


def _strangeness(distances: Floats) -> float:
    """How far tiles are from the label that each is nearest to, on average; a few that fit nothing count little."""
    return float(np.sqrt(distances.min(1)).mean())


def _centres(found: Floats, index: Ints, labels: int) -> Floats:
    return np.stack([found[index == label].mean(0) for label in range(labels)])


def _whitener(found: Floats, centres: Floats, index: Ints) -> Floats:
    """Maps features so that these examples spread about evenly around their centres."""
    rest = (found - centres[index]).astype(np.float64)
    freedom = len(found) - len(centres) + _ASSUMED
    spread = (rest.T @ rest + _ASSUMED * np.eye(found.shape[1])) / freedom
    return np.linalg.inv(np.linalg.cholesky(spread)).T.astype(np.float32)


def _squares(a: Floats, b: Floats) -> Floats:
    """Squared distances (len(a), len(b))."""
    return np.maximum((a * a).sum(1)[:, None] + (b * b).sum(1)[None, :] - 2 * a @ b.T, 0)


def _softmax(scores: Floats) -> Floats:
    likely = np.exp(scores - scores.max(1, keepdims=True))
    return likely / likely.sum(1, keepdims=True)
