"""What a profile's examples change in what the networks say of one copy of Rainforest City.

The first network's logits are a linear function of a vector for each square; the examples move that function as little
as makes them right. The second gives tokens with one picture vectors that are alike: a token is compared with those of
the examples. One photo is enough for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import citynet
from vision.citynet import COLOURS, LEVELS, TERRAINS, TEXTS, Floats, Seen
from vision.dense import softmax
from vision.kinds import KINDS, Known
from vision.profile import Profile

NOTHING = "nothing"
"""The label under which a profile keeps the table around a landscape."""
LOOSE = 0.02
"""How dearly an adapter pays for changing what the network says."""
ROUNDS = 60
MOST_EXAMPLES = 400


class Change(NamedTuple):
    """What to add to a network's logits for this copy of the game: a linear function of a square's vector."""

    weights: Floats
    offset: Floats

    def of(self, vectors: Floats) -> Floats:
        return vectors @ self.weights + self.offset


class Adapter(NamedTuple):
    """What the examples change in what the first network says and in what the second says of the terrain, and the tokens
    among them."""

    far: Change
    near: Change | None
    tokens: Known

    def from_afar(self, seen: Seen) -> Seen:
        return seen._replace(logits=seen.logits + self.far.of(seen.vectors))

    def from_close(self, seen: Seen) -> Seen:
        if self.near is None or np.isnan(seen.close).all():
            return seen
        close = seen.close.copy()
        close[..., citynet.CLOSE_TERRAIN] += self.near.of(np.concatenate([close, seen.token_vectors], -1))
        return seen._replace(close=close)


_adapters: WeakKeyDictionary[Profile, tuple[int, Adapter | None]] = WeakKeyDictionary()


def adapter(profile: Profile) -> Adapter | None:
    """What the profile's examples teach; None where it has none of this game. Made once for many photos."""
    kept = _adapters.get(profile)
    if kept is None or kept[0] != len(profile):
        kept = len(profile), _learned(profile)
        _adapters[profile] = kept
    return kept[1]


def _learned(profile: Profile) -> Adapter | None:
    """From the examples laid out like a board."""
    pictures, labels = profile.examples
    known = [k for k, label in enumerate(labels) if label == NOTHING or label in TEXTS][-MOST_EXAMPLES:]
    if not known:
        return None
    texts = ["" if labels[k] == NOTHING else labels[k] for k in known]
    wanted = np.stack([_wanted(text) for text in texts])
    side = int(np.ceil(np.sqrt(len(known))))
    laid = np.zeros((side * side, citynet.SIDE, citynet.SIDE, 3), np.uint8)
    laid[: len(known)] = [np.maximum(_sized(pictures[k], citynet.SIDE), 1) for k in known]
    board = laid.reshape(side, side, citynet.SIDE, citynet.SIDE, 3).swapaxes(1, 2)
    board = board.reshape(side * citynet.SIDE, side * citynet.SIDE, 3)
    around = np.pad(board, ((citynet.SIDE,), (citynet.SIDE,), (0,)))
    out = citynet.far_look(around)[1:-1, 1:-1].reshape(side * side, -1)[: len(known)]
    far = _fitted(out[:, : citynet.OURS], out[:, citynet.VECTORS :], wanted, [5, 10])
    return Adapter(far, *_from_close([pictures[k] for k in known], texts))


def _from_close(pictures: Sequence[NDArray[np.uint8]], texts: Sequence[str]) -> tuple[Change | None, Known]:
    """What the second network has to learn of the terrain, and the tokens it has seen."""
    rim = round(citynet.CLOSE * (1 - 1 / citynet.SPAN) / 2)
    shown = [
        np.pad(_sized(picture, citynet.CLOSE - 2 * rim), ((rim,), (rim,), (0,)), "edge")
        for picture, text in zip(pictures, texts, strict=True)
        if text
    ]
    there = [text for text in texts if text]
    if not shown:
        return None, Known(np.zeros((0, 1)), np.zeros((0, len(KINDS))))
    out = citynet.close_look(shown)
    wanted = np.stack([_wanted(text)[1:5] for text in there])
    near = _fitted(out[:, citynet.CLOSE_TERRAIN], out, wanted, [])
    tokens = [text.partition(":")[2] for text in there]
    kept = [n for n, token in enumerate(tokens) if token]
    kinds = np.eye(len(KINDS))[[KINDS.index(tokens[n]) for n in kept]]
    return near, Known(out[kept, citynet.CLOSE_VECTORS :], kinds)


def _sized(picture: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _wanted(text: str) -> Floats:
    """The probabilities that the first network should give; NaN where they don't matter."""
    token = text.partition(":")[2]
    terrain, level, colour = np.zeros(5), np.zeros(5), np.full(4, np.nan)
    terrain[TERRAINS.index(text[:1])] = 1
    level[LEVELS.index(token if token in ("", "ot") else token[1])] = 1
    if token:
        colour[:] = 0
        colour[COLOURS.index(token if token == "ot" else token[0].upper())] = 1
    return np.concatenate([terrain, level, colour])


def _fitted(logits: Floats, vectors: Floats, wanted: Floats, cuts: Sequence[int]) -> Change:
    """Least cross entropy on the examples, by gradient descent from no change at all; `cuts`: where one question's logits end
    and the next one's begin."""
    weights, offset = np.zeros((vectors.shape[1], logits.shape[1])), np.zeros(logits.shape[1])
    rate = 2.0 / (float((vectors**2).sum(1).mean()) + 1)
    count = np.sqrt(len(wanted))
    for _ in range(ROUNDS):
        now = np.split(logits + vectors @ weights + offset, cuts, axis=1)
        slope = np.nan_to_num(np.concatenate([softmax(part) for part in now], 1) - wanted)
        weights -= rate * (vectors.T @ slope / count + LOOSE * weights)
        offset -= rate * slope.sum(0) / count
    return Change(weights, offset)
