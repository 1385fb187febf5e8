"""Types of cards by the colour that a copy of the game prints each type in.

Nothing is assumed of where a card shows that colour, save that it is hardly in the middle of its picture. From labelled cards
it is learned which spots tell the types apart: those that differ between types more than within one. Without any, the spots are
taken on which some cards agree closely while others differ. The light of a photo is undone as far as all its cards show it, and
for each card veil and shade are allowed for.

Cards are (n, ROWS, COLS, 3) arrays made by `thumbs`, BGR from 0 to about 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ROWS, COLS = 24, 18
FLOOR = 0.06
"""The least spread of a spot within a type, of a colour channel from 0 to 1."""
USUAL, SPREAD = 4.0, 0.16
"""How many cards' worth of evidence this usual spread within a type counts for."""
GAIN, VEIL = 0.35, 0.2
"""How far the contrast and the brightness of one card usually lie from what all the photo's cards show."""
DEAR = 0.3
"""What a card's own light costs, against the misfit of its colours."""
LIGHT = 0.02
"""What it takes to change the light of all cards, as a share of the evidence."""
TAIL = 2.5
"""Spots further off than so many spreads count little: glare, a hand."""
ROUNDS = 4
MIDDLE = 0.25
"""What a spot in the middle of the picture counts for, against one around it."""
APART = 0.16
"""Cards whose type colours differ less than this are of one type as far as is known."""


def balanced(images: Sequence[Any]) -> list[NDArray[np.uint8]]:
    """The cards of one photo with its light undone: what is usually darkest and lightest on a card becomes black and white."""
    if not len(images):
        return []
    low = np.median([np.quantile(np.asarray(image).reshape(-1, 3), 0.03, axis=0) for image in images], axis=0)
    high = np.median([np.quantile(np.asarray(image).reshape(-1, 3), 0.97, axis=0) for image in images], axis=0)
    scale = 225.0 / np.maximum(high - low, 20.0)
    out = []
    for image in images:
        values = (np.asarray(image, np.float64) - low) * scale + 15
        out.append(np.clip(np.rint(values), 0, 255).astype(np.uint8))
    return out


def thumbs(images: Sequence[Any]) -> Floats:
    """Balanced pictures of whole cards, BGR of any size, upright, as small ones."""
    out = [cv2.resize(np.asarray(image, np.uint8), (COLS, ROWS), interpolation=cv2.INTER_AREA) for image in images]
    return np.array(out, np.float64).reshape(-1, ROWS, COLS, 3) / 255


class TypeColours(NamedTuple):
    """What was learned: the types' names, their means (types, spots, 3), each spot's spread (spots, 3) and weight (spots,)."""

    names: tuple[str, ...]
    means: Floats
    spread: Floats
    weights: Floats

    def probabilities(self, cards: Floats) -> tuple[Floats, Floats]:
        """(cards, types) rows adding up to 1, and how badly the best type fits each card (about 1: as usual)."""
        flat = cards.reshape(len(cards), -1, 3)
        light = np.ones(3)
        for turn in range(ROUNDS):
            misfit, wanted, weights = self._fit(flat * light)
            if turn == ROUNDS - 1:
                break
            odds = _shares(-misfit * (1.5 if turn == 0 else 4.0))[..., None, None] * weights
            # What each channel has to be multiplied with to be what it should be.
            x = flat[:, None]
            above, below = (odds * x * wanted).sum((0, 1, 2)), (odds * x * x).sum((0, 1, 2))
            hold = LIGHT * float(below.mean())
            light = (above + hold) / (below + hold)
        return _shares(-misfit * 6.0), misfit.min(1)

    def _fit(self, flat: Floats) -> tuple[Floats, Floats, Floats]:
        """(cards, types) misfits, what the cards' spots should be, (cards, types, spots, 3), and how much each counts."""
        x, wanted = flat[:, None], self.means[None]
        base = np.broadcast_to((self.weights[:, None] / self.spread**2)[None, None], (*x.shape[:1], *self.means.shape))
        base = base / (3 * self.weights.sum())
        weights = base
        for _ in range(3):
            # Least a * x + b - wanted, with a near 1 and b near 0.
            xx, xo, oo = (weights * x * x).sum((2, 3)), (weights * x).sum((2, 3)), weights.sum((2, 3))
            xy, oy = (weights * x * wanted).sum((2, 3)), (weights * wanted).sum((2, 3))
            fa, fb = DEAR / GAIN**2, DEAR / VEIL**2
            p, q, r, u, v = xx + fa, xo, oo + fb, xy + fa, oy
            det = p * r - q * q
            a, b = (u * r - v * q) / det, (p * v - q * u) / det
            a = np.clip(a, 0.3, 3.0)
            off = (a[..., None, None] * x + b[..., None, None] - wanted) / self.spread
            far = (off**2).mean(-1, keepdims=True) / TAIL**2
            weights = base / (1 + far)
        cut = TAIL**2 * np.log1p(far)
        misfit = (cut[..., 0] * self.weights).sum(-1) / self.weights.sum()
        misfit = misfit + DEAR * (((a - 1) / GAIN) ** 2 + (b / VEIL) ** 2) / 10
        return misfit, (wanted - b[..., None, None]) / a[..., None, None], weights


def _shares(logits: Floats) -> Floats:
    odds = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(odds / odds.sum(-1, keepdims=True))


def _rim() -> Floats:
    """(spots,): less in the middle, where cards have their pictures."""
    v, u = np.meshgrid((np.arange(ROWS) + 0.5) / ROWS, (np.arange(COLS) + 0.5) / COLS, indexing="ij")
    middle = (u > 0.24) & (u < 0.92) & (v > 0.2) & (v < 0.78)
    return np.where(middle, MIDDLE, 1.0).ravel()


def learned(cards: Floats, labels: Sequence[str]) -> TypeColours | None:
    """From labelled cards; None from none."""
    if not len(cards):
        return None
    names = tuple(sorted(set(labels)))
    flat = cards.reshape(len(cards), -1, 3)
    index = np.array([names.index(label) for label in labels])
    means = np.stack([np.median(flat[index == k], axis=0) for k in range(len(names))])
    several = len(flat) - len(names)
    within = (((flat - means[index]) ** 2).sum(0) + USUAL * SPREAD**2) / (several + USUAL)
    spread = np.sqrt(within + FLOOR**2)
    # A spot tells types apart where their means differ more than cards of one type do; lightness counts less than colour.
    apart = means - means.mean(0)
    hue = apart - apart.mean(-1, keepdims=True)
    ratio = ((hue**2 + 0.2 * apart**2).mean(0) / spread**2).mean(-1)
    weights = np.minimum(ratio / max(float(np.quantile(ratio, 0.92)), 1e-9), 1.0) ** 2 * _rim() + 1e-3
    return TypeColours(names, means, spread, weights)


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
