"""What a profile's examples change in what the networks say of one copy of Rainforest City.

Both networks' logits are linear functions of a vector for each square; the examples move that function as little as
makes them right. Nothing else is learned, so one photo is enough and little can go wrong.
"""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import citynet
from vision.citynet import COLOURS, LEVELS, TERRAINS, TEXTS, Floats, Seen
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

    def applied(self, seen: Seen) -> Seen:
        return seen._replace(logits=seen.logits + seen.vectors @ self.weights + self.offset)

    def applied_close(self, seen: Seen) -> Seen:
        return seen._replace(tokens=seen.tokens + seen.token_vectors @ self.weights + self.offset)


class Adapter(NamedTuple):
    """The changes to what the two networks say."""

    far: Change
    near: Change


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
    far = np.stack([_wanted_far(text) for text in texts])
    near = np.stack([_wanted_near(text) for text in texts])
    side = int(np.ceil(np.sqrt(len(known))))
    laid = np.zeros((side * side, citynet.SIDE, citynet.SIDE, 3), np.uint8)
    laid[: len(known)] = [np.maximum(_sized(pictures[k], citynet.SIDE), 1) for k in known]
    board = laid.reshape(side, side, citynet.SIDE, citynet.SIDE, 3).swapaxes(1, 2)
    board = board.reshape(side * citynet.SIDE, side * citynet.SIDE, 3)
    around = np.pad(board, ((citynet.SIDE,), (citynet.SIDE,), (0,)))
    out = citynet.far_look(around)[1:-1, 1:-1].reshape(side * side, -1)[: len(known)]
    rim = round(citynet.CLOSE * (1 - 1 / citynet.SPAN) / 2)
    squares = [n for n, text in enumerate(texts) if text]
    closely = [_sized(pictures[known[n]], citynet.CLOSE - 2 * rim) for n in squares]
    shown = [cv2.copyMakeBorder(one, rim, rim, rim, rim, cv2.BORDER_REPLICATE) for one in closely]
    seen = citynet.close_look([np.asarray(one, np.uint8) for one in shown])
    return Adapter(
        _fitted(out[:, : citynet.OURS], out[:, citynet.VECTORS :], far),
        _fitted(seen[:, : citynet.TOKEN_VECTORS], seen[:, citynet.TOKEN_VECTORS :], near[squares]),
    )


def _sized(picture: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _wanted_near(text: str) -> Floats:
    """The probabilities that level and colour should have; NaN where they don't matter."""
    token = text.partition(":")[2]
    level, colour = np.zeros(5), np.full(4, np.nan)
    level[LEVELS.index(token if token in ("", "ot") else token[1])] = 1
    if token:
        colour[:] = 0
        colour[COLOURS.index(token if token == "ot" else token[0].upper())] = 1
    return np.concatenate([level, colour])


def _wanted_far(text: str) -> Floats:
    terrain = np.zeros(5)
    terrain[TERRAINS.index(text[:1])] = 1
    return np.concatenate([terrain, _wanted_near(text)])


def _fitted(logits: Floats, vectors: Floats, wanted: Floats) -> Change:
    """Least cross entropy on the examples, by gradient descent from no change at all."""
    ends = [5, 10] if logits.shape[1] == citynet.OURS else [5]  # where one question's answers end
    weights, offset = np.zeros((vectors.shape[1], logits.shape[1])), np.zeros(logits.shape[1])
    rate = 2.0 / (float((vectors**2).sum(1).mean()) + 1)
    count = np.sqrt(len(wanted))
    for _ in range(ROUNDS):
        now = np.split(logits + vectors @ weights + offset, ends, axis=1)
        slope = np.nan_to_num(np.concatenate([citynet.shares(part) for part in now], 1) - wanted)
        weights -= rate * (vectors.T @ slope / count + LOOSE * weights)
        offset -= rate * slope.sum(0) / count
    return Change(weights, offset)
