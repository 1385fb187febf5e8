"""What lies on the squares of a Rainforest City board, as two small networks see it.

One (vision/training/city.py) looks at the whole board straightened, the other (vision/training/city_tokens.py) at
every square that may hold a token, larger and all of one photo together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.dense import normalised, softmax
from vision.lattice import side_at
from vision.locate import straightened
from vision.nets import net

SIDE = 32
"""Pixels a square of the board that the first network sees."""
CLOSE, SPAN = 72, 1.08
"""Pixels of a square's picture for the second, and how many squares it shows."""
NARROWER = 0.98
"""How many squares it shows when it looks once more."""
COMPARED = 16
"""So many squares that are in no doubt are shown with those that are."""
MAYBE = 0.02
"""How likely a token must seem to the first network for the second to look."""
OTHERWISE = 0.0003
"""How likely a second terrain: from afar a House drawn in the colours around it is hardly seen, from close it is."""
NEAR = 0.85
"""What the second network's word on the terrain counts beside the first's."""
RING = 2
"""Squares around the board that are shown as well."""
BLOCK = 24
"""Larger boards are shown in parts of at most so many rows and columns."""

TERRAINS = ("", "R", "M", "O", "H")
LEVELS = ("", "1", "2", "3", "ot")
COLOURS = ("R", "M", "O", "ot")


def _texts() -> tuple[str, ...]:
    tokens = {t: [f"{t}:{t.lower()}{level}" for level in "123"] for t in "RMO"}
    on_house = [f"H:{t}{level}" for t in "rmo" for level in "123"]
    return (
        "",
        *(text for t in "RMO" for text in (t, *tokens[t], f"{t}:ot")),
        "H",
        *on_house,
        "H:ot",
    )


TEXTS = _texts()
"""Every text that a square may have in a board file."""

TERRAIN, LEVEL, COLOUR = slice(0, 5), slice(5, 10), slice(10, 14)
OURS, VECTORS = 14, 15
CLOSE_TERRAIN = slice(9, 13)
CLOSE_VECTORS = 13
"""Where the vectors begin in what the networks say."""
MATCH = 48
"""Numbers of the vector that is alike for tokens with one picture."""

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]


class Seen(NamedTuple):
    """What was seen on rows x cols squares.

    `logits` (rows, cols, 14): terrain, level and colour; `close` (rows, cols, 13): level, colour and terrain (of the four
    that are there) as seen from close, NaN where that was not asked; `vectors`: what `logits` are a linear function of; `token_vectors`: of length 1,
    alike for tokens with one picture; `ours`: the probability that this is a board of this game at all."""

    logits: Floats
    vectors: Floats
    close: Floats
    token_vectors: Floats
    ours: float

    @property
    def terrain(self) -> Floats:
        """(rows, cols, 5) probabilities of TERRAINS: the first network says whether a card lies there, both which."""
        far = softmax(self.logits[..., TERRAIN])
        near = np.nan_to_num(NEAR * np.log(np.clip(softmax(self.close[..., CLOSE_TERRAIN]), 1e-6, None)))
        kinds = softmax(self.logits[..., 1:5] + near) * (1 - far[..., :1])
        return np.concatenate([far[..., :1], kinds], -1)

    @property
    def level(self) -> Floats:
        """(rows, cols, 5) probabilities of LEVELS: both networks say whether a token lies there, the second which."""
        far, near = self.logits[..., LEVEL], self.close[..., :5]
        best: Floats = np.where(np.isnan(near), far, near)
        both = (_any_token(far) + _any_token(best)) / 2
        held = softmax(best[..., 1:]) / (1 + np.exp(-both))[..., None]
        return np.concatenate([1 - held.sum(-1, keepdims=True), held], -1)

    @property
    def colour(self) -> Floats:
        """(rows, cols, 4): what the token's own colour says, of COLOURS."""
        near = self.close[..., 5:9]
        return softmax(np.where(np.isfinite(near), near, self.logits[..., COLOUR]))

    def inside(self, rows: slice, cols: slice) -> Seen:
        return Seen(
            self.logits[rows, cols],
            self.vectors[rows, cols],
            self.close[rows, cols],
            self.token_vectors[rows, cols],
            self.ours,
        )


def _any_token(logits: Floats) -> Floats:
    """Log odds that some token lies there."""
    return np.asarray(np.logaddexp.reduce(logits[..., 1:], axis=-1) - logits[..., 0], np.float64)


def moved(homography: Floats, rows: int, cols: int) -> Floats:
    """The homography counted from the square `rows` further down and `cols` further right."""
    return np.asarray(homography @ np.array([[1, 0, cols], [0, 1, rows], [0, 0, 1.0]]), np.float64)


def squares_of(image: Picture, homography: Floats, rows: int, cols: int) -> Seen:
    """Look at rows x cols squares; `homography` maps (column, row) to pixels of the HxWx3 uint8 BGR image."""
    out: Floats | None = None
    for top, bottom in _parts(rows):
        for left, right in _parts(cols):
            r, c = max(0, top - RING), max(0, left - RING)
            down, across = min(rows, bottom + RING), min(cols, right + RING)
            straight = view(image, moved(homography, r, c), down - r, across - c)
            part = far_look(straight)
            if out is None:
                out = np.zeros((rows, cols, part.shape[2]))
            out[top:bottom, left:right] = part[top - r : bottom - r, left - c : right - c]
    if out is None:
        raise ValueError("at least one square is needed")
    ours = 1 / (1 + np.exp(-out[..., OURS].mean()))
    nothing = np.full((rows, cols, CLOSE_VECTORS), np.nan)
    vectors = out[..., VECTORS:]
    return Seen(out[..., :OURS], vectors, nothing, np.zeros((rows, cols, MATCH)), float(ours))


def closer(image: Picture, homography: Floats, seen: Seen) -> Seen:
    """Look again from close at the squares that may hold a token or are of one terrain or another; and by themselves at those of
    which another terrain is barely possible.

    Where the first network sees no token only the terrain is asked: the second now and then takes a printed picture for one.
    """
    there = seen.terrain[..., 0] < 1 - MAYBE
    first = there & doubtful(seen.logits)
    out = _closer(image, homography, seen, first)
    out = _closer(image, homography, out, there & ~first & _mixed(seen.logits, OTHERWISE))
    close = out.close.copy()
    close[~_maybe_token(seen.logits), : CLOSE_TERRAIN.start] = np.nan
    return out._replace(close=close)


def doubtful(logits: Floats) -> NDArray[np.bool_]:
    """(rows, cols): where the first network's logits (rows, cols, 14) leave open whether a token lies, or the terrain."""
    return _maybe_token(logits) | _mixed(logits, MAYBE)


def _mixed(logits: Floats, least: float) -> NDArray[np.bool_]:
    """Where another terrain than the likeliest is at least so likely."""
    return np.asarray(softmax(logits[..., 1:5]).max(-1) < 1 - least)


def _maybe_token(logits: Floats) -> NDArray[np.bool_]:
    return np.asarray(softmax(logits[..., LEVEL])[..., 0] < 1 - MAYBE)


def once_more(image: Picture, homography: Floats, seen: Seen, doubted: NDArray[np.bool_]) -> Seen:
    """The close look at the `doubted` squares taken again with the pictures turned by a quarter and a little nearer,
    both taken together. A few of the others are shown as well, for the network to compare them with."""
    again = np.isfinite(seen.close[..., CLOSE_TERRAIN.start]) & doubted
    if not again.any():
        return seen
    others = np.flatnonzero(np.isfinite(seen.close[..., 0]) & ~doubted)
    shown = again.copy()
    shown.flat[others[:: max(1, -(-len(others) // COMPARED))]] = True
    new = _closer(image, homography, seen, shown, 1, NARROWER)
    close, vectors = seen.close.copy(), seen.token_vectors.copy()
    close[again] = (close[again] + new.close[again]) / 2
    vectors[again] += new.token_vectors[again]
    vectors[again] /= np.maximum(np.linalg.norm(vectors[again], axis=-1, keepdims=True), 1e-9)
    return seen._replace(close=close, token_vectors=vectors)


def _closer(
    image: Picture, homography: Floats, seen: Seen, places: NDArray[np.bool_], quarters: int = 0, span: float = SPAN
) -> Seen:
    if not places.any():
        return seen
    rows, cols = places.shape
    side = CLOSE / span
    whole = view(image, moved(homography, -1, -1), rows + 2, cols + 2, side)
    pictures = []
    for r, c in np.argwhere(places):
        y, x = round((r + 1.5) * side - CLOSE / 2), round((c + 1.5) * side - CLOSE / 2)
        pictures.append(np.rot90(whole[y : y + CLOSE, x : x + CLOSE], quarters))
    found = close_look(pictures)
    close, vectors = seen.close.copy(), seen.token_vectors.copy()
    close[places], vectors[places] = found[:, :CLOSE_VECTORS], found[:, CLOSE_VECTORS:]
    return seen._replace(close=close, token_vectors=vectors)


def far_look(straight: Picture) -> Floats:
    """(rows, cols, 15 + vector): all that the first network says of a picture of whole squares, SIDE pixels each."""
    known = net("city")
    known.setInput(normalised(np.ascontiguousarray(straight))[None])
    rows, cols = straight.shape[0] // SIDE, straight.shape[1] // SIDE
    return np.asarray(known.forward()[0], np.float64).reshape(rows, cols, -1)


def close_look(pictures: Sequence[Picture]) -> Floats:
    """(squares, 13 + vector): all that the second network says of pictures of CLOSE x CLOSE pixels from one photo."""
    column = normalised(np.concatenate(pictures))
    known = net("citytoken")
    known.setInput(np.ascontiguousarray(column.reshape(3, -1, CLOSE, CLOSE).transpose(1, 0, 2, 3)))
    return np.asarray(known.forward()[0], np.float64)


def view(image: Picture, homography: Floats, rows: int, cols: int, side: float = SIDE) -> Picture:
    """The squares seen from straight above, `side` pixels each; black beyond the picture."""
    to_image = homography @ np.array([[1 / side, 0, 0.5 / side], [0, 1 / side, 0.5 / side], [0, 0, 1.0]])
    return straightened(image, to_image, (round(cols * side), round(rows * side)))


def side_in(homography: Floats, rows: int, cols: int) -> float:
    """Pixels a square's side has in the middle of the board."""
    return side_at(homography, cols / 2, rows / 2)


def _parts(length: int) -> list[tuple[int, int]]:
    number = -(-length // BLOCK)
    cuts = [round(length * k / number) for k in range(number + 1)]
    return list(pairwise(cuts))
