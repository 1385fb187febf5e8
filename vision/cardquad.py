"""Where exactly a card lies: a network looks at the place where one is supposed and moves its corners.

Cards are laid by hand: each lies a little beside the beehive's lines and is turned a little. What is printed on a card is
read from its own corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dense import normalised, probability
from vision.nets import net

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

LOOK = (96, 128)
"""Width and height of a look in pixels; multiples of 32."""
CARD = np.array([60.0, 84.0])
"""Width and height at which the supposed card stands in the middle of it."""
LEVELS = 3
SKIPPED = 2.4
"""A smaller picture is looked at where a look would be this many times smaller than the card."""
SCALE = 6.0
"""Pixels of a look that the network calls 1."""
CLOCKWISE = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])


class Card(NamedTuple):
    """A card as seen: its corners (4, 2) clockwise from the left top, how likely (0..1) it lies there, and how likely its left
    top is that and not the right foot."""

    quad: Floats
    there: float
    upright: float

    @property
    def middle(self) -> Floats:
        return np.asarray(self.quad.mean(0))

    @property
    def up(self) -> Floats:
        """From foot to top."""
        return np.asarray((self.quad[0] + self.quad[1] - self.quad[2] - self.quad[3]) / 2)

    @property
    def across(self) -> Floats:
        """From left to right."""
        return np.asarray((self.quad[1] + self.quad[2] - self.quad[0] - self.quad[3]) / 2)

    @property
    def tops(self) -> float:
        """The log odds of `upright`."""
        odds = min(max(self.upright, 1e-3), 1 - 1e-3)
        return float(np.log(odds / (1 - odds)))

    def turned(self) -> Card:
        """By half."""
        return Card(np.roll(self.quad, 2, axis=0), self.there, 1 - self.upright)


def sizes_of(image: Image) -> list[Image]:
    """The picture and smaller ones, each half the size of the last, for cards that are large in it."""
    out = [np.asarray(np.maximum(image, 1), np.uint8)]
    while len(out) < LEVELS:
        out.append(
            np.asarray(cv2.resize(out[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        )
    return out


def looks(sizes: Sequence[Image], quads: Sequence[Floats]) -> list[Image]:
    """Each supposed card with what is around it, straightened; beyond the picture black. Quads in pixels of the first size."""
    low = (np.array(LOOK) - CARD) / 2 - 0.5
    target = (CLOCKWISE * CARD + low).astype(np.float32)
    out = []
    for quad in quads:
        wide = max(float(np.linalg.norm(quad[1] - quad[0])), 1.0)
        level = int(np.clip(np.log2(wide / CARD[0] / SKIPPED) + 1, 0, len(sizes) - 1))
        at = (quad + 0.5) / 2**level - 0.5
        matrix = cv2.getPerspectiveTransform(at.astype(np.float32), target)
        look = cv2.warpPerspective(
            sizes[level],
            matrix,
            LOOK,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(0, 0, 0),
        )
        out.append(np.asarray(look, np.uint8))
    return out


def settled(sizes: Sequence[Image], quads: Sequence[Floats]) -> list[Card]:
    """The supposed cards as the network sees them."""
    if not len(quads):
        return []
    network = net("cardquad")
    network.setInput(np.stack([normalised(look) for look in looks(sizes, quads)]))
    unit = CLOCKWISE * CARD
    out = []
    for quad, row in zip(quads, network.forward(), strict=True):
        back = cv2.getPerspectiveTransform(unit.astype(np.float32), quad.astype(np.float32))
        moved = unit + SCALE * row[:8].astype(np.float64).reshape(4, 2)
        corners = cv2.perspectiveTransform(moved.reshape(-1, 1, 2), back).reshape(4, 2)
        there, up = probability(row[8:10])
        out.append(Card(np.asarray(corners, np.float64), float(there), float(up)))
    return out
