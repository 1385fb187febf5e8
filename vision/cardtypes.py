"""Types of cards by the colour that a copy of the game prints each type in, and by the sign in that colour.

Cards show their type's colour around the picture: a frame, a ribbon, a header, a strip with the name; and in a sign at the left
top. Which of these a copy has is learned from labelled cards: what differs between types more than within one. Without any, the
spots are taken on which some cards agree closely while others differ. The light of a photo is undone as far as its cards show it.

Pictures of cards are HxWx3 uint8 BGR, upright, as `balanced` makes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cardlook import apart, looks
from vision.dense import softmax

Floats = NDArray[np.float64]

WIDTH, HEIGHT = 72, 100
"""The size in pixels at which zones are looked at."""
ROWS, COLS = 24, 18
EVERY = 2
"""Of so many rows and columns of pixels one tells how dark and light a card is."""
BEST = 5
"""So many zones, those that tell types apart best, count."""
FLOOR, USUAL = 0.045, 3.0
"""The usual spread of a zone's colour within a type, and how many cards' worth of evidence it counts for."""
FAR = 30.0
SIGN = 4.0
"""What a sign's likeness counts for, against the colours' misfit."""
SIGNS = 4
"""Of each type so many signs are kept, those learned last: comparing takes time, and they are all printed alike."""
LOOK = 2.0
"""What the network's squared distance from a type's cards counts for."""
ALIKE, SHARED = 1.0, 0.4
"""Cards of one photo that lie nearer for the network than this, squared, are likely of one type and share so much of their costs."""
SHARP = 0.6
"""What a type's cost counts for in its odds."""
NEW, UNLIKE = 14.0, 16.0
"""The cost of a card's being of a type that was never shown, and where all were, of its being of another copy: cards of a copy
that was learned cost less than that in 99 of 100 cases, those of others more in most."""
PLAY = 3
"""Pixels that a sign may lie beside where it lay."""
LIGHT = 0.3
"""How far the light of a photo is trusted not to differ from the learned ones."""
ROUNDS = 4
MIDDLE = 0.25
"""What a spot in the middle of the picture counts for, against one around it."""
APART = 0.16
"""Cards whose type colours differ less than this are of one type as far as is known."""


def balanced(images: Sequence[Any]) -> list[NDArray[np.uint8]]:
    """The cards of one photo with its light undone: what is usually darkest and lightest on a card becomes black and white."""
    if not len(images):
        return []
    sparse = [np.asarray(image)[::EVERY, ::EVERY].reshape(-1, 3) for image in images]
    darkest, lightest = zip(*(np.quantile(pixels, (0.03, 0.97), axis=0) for pixels in sparse), strict=True)
    low, high = np.median(darkest, axis=0), np.median(lightest, axis=0)
    scale = 225.0 / np.maximum(high - low, 20.0)
    values = np.arange(256)[:, None]
    table = np.clip(np.rint((values - low) * scale + 15), 0, 255).astype(np.uint8)[None]
    return [np.asarray(cv2.LUT(np.asarray(image, np.uint8), table), np.uint8) for image in images]


def thumbs(images: Sequence[Any]) -> Floats:
    """Balanced pictures of whole cards, BGR of any size, upright, as small ones."""
    out = [
        cv2.resize(np.asarray(image, np.uint8), (COLS, ROWS), interpolation=cv2.INTER_AREA)
        for image in images
    ]
    return np.array(out, np.float64).reshape(-1, ROWS, COLS, 3) / 255


class TypeColours(NamedTuple):
    """What was learned: the types' names, the mean of each zone's colour (types, zones, 3), the spread and weight of each zone,
    where the types' cards lie for the network of looks, and some cards' signs with the numbers of their types."""

    names: tuple[str, ...]
    means: Floats
    spread: Floats
    weights: Floats
    looks: Floats
    signs: tuple[Any, ...]
    types: NDArray[np.int64]

    def probabilities(self, images: Sequence[Any], seen: Floats, new: bool) -> Floats:
        """Of one photo's cards, which `seen` says the looks of: (cards, types and one for none of these), rows adding up to 1.
        `new`: whether there are other types; where there are none, what looks like none of them is of another copy."""
        cost = self.costs(images, seen)
        cost = np.column_stack([cost, np.full(len(cost), NEW if new else UNLIKE)])
        return softmax(-SHARP * cost)

    def costs(self, images: Sequence[Any], seen: Floats) -> Floats:
        """(cards, types): how badly each type fits each card."""
        colours = _opponent(zones(images))
        fixed = LOOK * apart(seen, self.looks) - SIGN * self._likeness(images)
        light = np.zeros(3)
        cost = np.zeros((len(images), len(self.names)))
        for turn in range(ROUNDS):
            far = ((colours[:, None] + light - self.means[None]) ** 2).sum(-1) / self.spread
            cost = (np.minimum(far, FAR) * self.weights).sum(-1) / self.weights.sum() / 4 + fixed
            if turn == ROUNDS - 1:
                break
            odds = softmax(-2 * cost)[..., None] * self.weights / self.spread / (1 + far / 8)
            wanted = self.means[None] - colours[:, None]
            light = (odds[..., None] * wanted).sum((0, 1, 2)) / (odds.sum() * (1 + LIGHT))
        cost += SIGN
        same = 1 / (1 + np.exp(np.minimum(apart(seen, seen) - ALIKE, 30.0)))
        return np.asarray((1 - SHARED) * cost + SHARED * (same @ cost / same.sum(1, keepdims=True)))

    def fit(self, images: Sequence[Any]) -> float:
        """-1..1: how well the cards' signs agree with learned ones; tells which way up cards lie."""
        return float(self._likeness(images).max(1).mean())

    def _likeness(self, images: Sequence[Any]) -> Floats:
        out = np.full((len(images), len(self.names)), -1.0)
        for k, image in enumerate(images):
            sign = _sign(image)
            for known, kind in zip(self.signs, self.types, strict=True):
                inner = np.ascontiguousarray(known[PLAY:-PLAY, PLAY:-PLAY])
                out[k, kind] = max(
                    out[k, kind], float(cv2.matchTemplate(sign, inner, cv2.TM_CCOEFF_NORMED).max())
                )
        return out


def _sign(image: Any) -> Any:
    small = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(cv2.GaussianBlur(small[:28, :28].astype(np.float32), (0, 0), 0.8))


def _opponent(colours: Floats) -> Floats:
    return colours - colours.mean(-1, keepdims=True)


def zones(images: Sequence[Any]) -> Floats:
    """(cards, zones, 3): the colour, 0 to 1, of each place where cards may show their type's."""
    return np.array([_zones(image) for image in images])


def _zones(image: Any) -> list[Floats]:
    card = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float64) / 255
    turned = card.transpose(1, 0, 2)
    sides = [
        _clearest(turned[1:9, 12:-12]),
        _clearest(turned[-9:-1, 12:-12]),
        _clearest(card[1:9, 22:-12]),
        _clearest(card[-9:-1, 8:-8]),
    ]
    out = [
        *sides,
        np.median(sides, axis=0),
        _clearest(turned[2:14, 26:80]),
        _clearest(card[2:15, 20:58]),
        _clearest(card[80:97, 5:-5]),
    ]
    corner = card[3:24, 2:26].reshape(-1, 3)
    colourful = np.argsort(corner.min(-1) - corner.max(-1))[: len(corner) // 3]
    for part in (
        card[84:96, 4:12],
        card[82:97, 4:-4],
        corner[colourful],
        corner,
        card[26:78, 3:11],
        card[2:13, 18:58],
        card[81:97, 4:-4],
    ):
        out.append(np.median(part.reshape(-1, 3), axis=0))
    for a, b in ((1, 2), (2, 4), (4, 6), (6, 8)):  # frames of several widths
        rows, cols = slice(8, -8), slice(8, -8)
        around = [card[a:b, cols], card[-b:-a, cols], turned[a:b, rows], turned[-b:-a, rows]]
        out.append(np.median(np.concatenate([part.reshape(-1, 3) for part in around]), axis=0))
        out += [np.median(part.reshape(-1, 3), axis=0) for part in around[:3]]
    return out


def _clearest(lines: Floats) -> Floats:
    """Of several lines (lines, pixels, 3) the colour of that which is most even and colourful."""
    middle = np.median(lines, axis=1)
    uneven = np.median(np.abs(lines - middle[:, None]).sum(-1), axis=1)
    colourful = middle.max(-1) - middle.min(-1)
    return np.asarray(middle[int(((colourful + 0.08) / (uneven + 0.06)).argmax())])


def learned(images: Sequence[Any], labels: Sequence[str]) -> TypeColours | None:
    """From labelled cards; None from none."""
    if not len(images):
        return None
    names = tuple(sorted(set(labels)))
    colours = _opponent(zones(images))
    types = np.array([names.index(label) for label in labels])
    means = np.stack([np.median(colours[types == k], axis=0) for k in range(len(names))])
    inside = ((colours - means[types]) ** 2).sum((0, 2))
    spread = (inside + USUAL * 2 * FLOOR**2) / (len(colours) - len(names) + USUAL)
    telling = ((means - means.mean(0)) ** 2).sum(-1).mean(0) / spread
    weights = np.where(telling >= np.sort(telling)[-BEST], telling + 1e-6, 0.0)
    kinds = looks(images)
    places = np.stack([kinds[types == k].mean(0) for k in range(len(names))])
    kept = np.sort(np.concatenate([np.flatnonzero(types == k)[-SIGNS:] for k in range(len(names))]))
    signs = tuple(_sign(images[k]) for k in kept)
    return TypeColours(names, means, spread, weights, places, signs, types[kept])


def _rim() -> Floats:
    """(spots,): less in the middle, where cards have their pictures."""
    v, u = np.meshgrid((np.arange(ROWS) + 0.5) / ROWS, (np.arange(COLS) + 0.5) / COLS, indexing="ij")
    middle = (u > 0.24) & (u < 0.92) & (v > 0.2) & (v < 0.78)
    return np.where(middle, MIDDLE, 1.0).ravel()


class Groups(NamedTuple):
    """Cards of one photo by their colour: the number of the group of each, and each card's colour (n, 3), BGR."""

    numbers: NDArray[np.int64]
    colours: Floats


def grouped(cards: Floats) -> Groups:
    """Cards that seem to be of one type, though which is not known."""
    flat = cards.reshape(len(cards), -1, 3)
    if len(cards) < 2:
        return Groups(np.zeros(len(cards), np.int64), np.median(flat, axis=1))
    apart = np.linalg.norm(flat[:, None] - flat[None], axis=-1)
    apart[np.arange(len(cards)), np.arange(len(cards))] = np.inf
    nearest = np.median(np.sort(apart, axis=1)[:, 0], axis=0)
    hue = flat - flat.mean(-1, keepdims=True)
    spread = np.linalg.norm(hue - hue.mean(0), axis=-1).mean(0)
    colourful = np.linalg.norm(hue, axis=-1).mean(0)
    telling = (spread + 0.3 * colourful) / (nearest + 0.05) * np.sqrt(_rim())
    chosen = np.argsort(-telling)[: max(12, ROWS * COLS // 14)]
    colours = np.median(flat[:, chosen], axis=1)
    index = np.arange(len(cards))
    while True:
        kinds = np.unique(index)
        middles = np.stack([colours[index == k].mean(0) for k in kinds])
        gaps = np.linalg.norm(middles[:, None] - middles[None], axis=-1) + np.eye(len(kinds)) * 9.0
        a, b = np.unravel_index(int(gaps.argmin()), gaps.shape)
        if gaps[a, b] > APART:
            break
        index[index == kinds[b]] = kinds[a]
    return Groups(np.unique(index, return_inverse=True)[1].astype(np.int64), colours)


def green_and_red(groups: Groups) -> tuple[dict[int, float], dict[int, float]]:
    """How green and how red each group is (0..1), with the light of the photo allowed for as far as the cards tell."""
    greens, reds = {}, {}
    for k in np.unique(groups.numbers):
        colour = np.clip(groups.colours[groups.numbers == k].mean(0), 0, 1).astype(np.float32)
        hue, saturation, _ = cv2.cvtColor(colour[None, None], cv2.COLOR_BGR2HSV)[0, 0]
        strength = float(np.clip(saturation / 0.35, 0, 1))
        greens[int(k)] = strength * float(np.clip(1.6 - abs(float(hue) - 118) / 32, 0, 1))
        reds[int(k)] = strength * float(np.clip(1.6 - min(float(hue), 360 - float(hue)) / 11, 0, 1))
    return greens, reds
