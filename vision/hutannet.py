"""What the networks of the Hutan reader are shown, and what their numbers mean."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dense import normalised
from vision.nets import net
from vision.shrinking import part

Floats = NDArray[np.float64]

FLOWERS = ("", "r", "y", "b", "g", "w")
"""What may lie on a square, in the order of the network's outputs."""
KINDS = ("", "t", "a")
"""What may stand on a flower."""

SIDE = 48
"""Pixels a square of the straightened table."""
RING = 1
"""Squares of the surroundings that are shown around it: standing pieces lean outwards."""
ACROSS = (6 + 2 * RING) * SIDE
CORNERS = np.array([[0, 0], [6, 0], [6, 6], [0, 6]], np.float64)
"""(column, row) of the table's corners."""
FINE = 60
"""Pixels a square of the photo that is straightened, at most: about what the network has learned from."""

AT = {
    "flower": slice(0, 6),
    "kind": slice(6, 9),
    "lake": slice(9, 10),
    "right": slice(10, 11),
    "below": slice(11, 12),
    "hidden": slice(12, 13),
}
"""Where the logits of each answer stand in a square's outputs; a vector of VECTOR numbers follows them."""
OUTPUTS = 13
VECTOR = 80


class Seen(NamedTuple):
    """Logits. `flower` 6x6x6 (FLOWERS), `kind` 6x6x3 (KINDS), `lake` 6x6, `beside` 6x5 (water between a square and the
    one on its right), `below` 5x6 (and the one below it), `hidden` 6x6 (too little of a flower is seen to tell its colour).
    The waters between 3x3 boards mean nothing."""

    flower: Floats
    kind: Floats
    lake: Floats
    beside: Floats
    below: Floats
    hidden: Floats

    def rot90(self, quarters: int) -> Seen:
        """As np.rot90 of the squares."""
        seen = Seen(*(np.rot90(one, quarters) for one in self))
        return seen if quarters % 2 == 0 else seen._replace(beside=seen.below, below=seen.beside)

    def mirrored(self) -> Seen:
        """Left and right exchanged."""
        return Seen(*(one[:, ::-1] for one in self))


def straight(image: NDArray[np.uint8], homography: Floats, side: int = SIDE) -> NDArray[np.uint8]:
    """The table (homography: (column, row) to pixels) and RING squares around it from above, `side` pixels a square;
    black beyond the photo."""
    image, to_part = part(image, _through(homography, CORNERS + RING * np.sign(CORNERS - 3)))
    homography = to_part @ homography
    corners = _through(homography, CORNERS)
    shown = np.sqrt(max(cv2.contourArea(corners.astype(np.float32)), 1.0)) / 6
    if shown > FINE:
        scale = FINE / shown
        size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
        homography = np.diag([scale, scale, 1.0]) @ homography
    to_photo = homography @ np.array(
        [[1 / side, 0, 0.5 / side - RING], [0, 1 / side, 0.5 / side - RING], [0, 0, 1]]
    )
    lit, across = np.maximum(image, 1), (6 + 2 * RING) * side
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(lit, to_photo, (across, across), flags=flags), np.uint8)


def look(picture: NDArray[np.uint8]) -> Seen:
    """What lies on the table of a straightened picture, seen in all four turns, each also in a mirror."""
    views = []
    for quarters in range(4):
        turned = np.rot90(picture, quarters)
        views.append(glance(turned).rot90(-quarters))
        views.append(glance(turned[:, ::-1]).mirrored().rot90(-quarters))
    return Seen(*(np.mean(maps, 0) for maps in zip(*views, strict=True)))


def glance(picture: NDArray[np.uint8]) -> Seen:
    """The same seen once only, in an eighth of the time."""
    network = net("hutan")
    network.setInput(normalised(np.ascontiguousarray(picture))[None])
    out = network.forward()[0].transpose(1, 2, 0).astype(np.float64)
    right, below = out[..., AT["right"]][..., 0], out[..., AT["below"]][..., 0]
    return Seen(
        out[..., AT["flower"]],
        out[..., AT["kind"]],
        out[..., AT["lake"]][..., 0],
        right[:, :-1],
        below[:-1],
        out[..., AT["hidden"]][..., 0],
    )


def _through(homography: Floats, points: Floats) -> Floats:
    mapped = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(mapped[:, :2] / mapped[:, 2:])
