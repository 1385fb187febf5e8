"""Whether two pictures show the same card: a network looks at both, one laid over the other.

It has learned what light, blur, a lamp's reflection and fingers do to a picture, and that cards of one copy share their
frames and backgrounds.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dense import probability
from vision.nets import net

Floats = NDArray[np.float32]

PLANES = 7
"""Of one picture: lightness and two colours against their surroundings, how white a spot is, and its colours."""


def planes(picture: NDArray[np.uint8], lines: Floats, white: Floats) -> Floats:
    """(PLANES, height, width) of a small picture (BGR), its lightness and colours against their surroundings (height, width, 3),
    and how white each spot is, 0 to 1."""
    out = np.empty((PLANES, *white.shape), np.float32)
    out[:3], out[3] = lines.transpose(2, 0, 1), white
    out[4:] = picture.transpose(2, 0, 1) / np.float32(127.5) - 1
    return out


def same(pairs: Sequence[tuple[Floats, Floats]]) -> NDArray[np.float64]:
    """How likely (0..1) the pictures of each pair, all of one size, show the same card."""
    if not pairs:
        return np.zeros(0)
    network = net("cardsame")
    network.setInput(np.stack([np.concatenate(pair) for pair in pairs]))
    return np.asarray(probability(network.forward()[:, 0]), np.float64)


def laid(known: Floats, start: tuple[int, int], onto: Floats, steps: int, most: float) -> Floats:
    """The known planes moved, turned and stretched a little so that their lightness fits that of the planes `onto`, which are
    smaller; at first their left top lies at `start` (x, y). Corners that would move by more than `most` stay there."""
    high, wide = onto.shape[1:]
    still = np.array([[1, 0, start[0]], [0, 1, start[1]]], np.float32)
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, steps, 1e-3)
    every = np.full(known.shape[1:], 255, np.uint8)
    try:
        move = cv2.findTransformECC(onto[0], known[0], still.copy(), cv2.MOTION_AFFINE, until, every, 1)[1]
    except cv2.error:  # there is nothing by which they could be fitted
        move = still
    corners = np.array([[0, 0, 1], [wide, 0, 1], [wide, high, 1], [0, high, 1]], np.float32)
    if not np.abs(corners @ (np.asarray(move) - still).T).max() <= most:
        move = still
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = wide, high
    moved = [cv2.warpAffine(plane, move, size, flags=how, borderMode=cv2.BORDER_REPLICATE) for plane in known]
    return np.asarray(moved, np.float32)
