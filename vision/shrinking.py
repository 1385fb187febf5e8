"""Smaller pictures, and where their pixels lie in the ones they were made from."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]

MARGIN = 4
"""Pixels kept around a part."""


def reduced(image: Picture, side: int) -> tuple[Picture, Floats]:
    """The picture with its longest side at most `side` pixels, and the 3x3 map from its pixels to the given picture's."""
    back = np.eye(3)
    while max(image.shape[:2]) >= 2 * side and min(image.shape[:2]) > 1:
        # halves are made many times faster than odd shares of pixels
        height, width = image.shape[0] // 2, image.shape[1] // 2
        cut = image[: 2 * height, : 2 * width]
        image = np.asarray(cv2.resize(cut, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        back = back @ np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
    scale = side / max(image.shape[:2])
    if scale >= 1:
        return image, back
    height, width = image.shape[:2]
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)
    x, y = width / size[0], height / size[1]
    return np.asarray(small, np.uint8), back @ np.array(
        [[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1.0]]
    )


def part(image: Picture, points: Floats) -> tuple[Picture, Floats]:
    """The part of the picture around the (n, 2) pixels `points`, and the 3x3 map from the picture's pixels to its own.

    All of the picture where some points are not finite, none lies in it, or next to nothing would be left."""
    whole = image, np.eye(3)
    if not np.isfinite(points).all():
        return whole
    (left, top), (right, bottom) = points.min(0) - MARGIN, points.max(0) + MARGIN
    height, width = image.shape[:2]
    if left >= width or top >= height or right <= 0 or bottom <= 0:
        return whole
    x, y = int(max(left, 0)), int(max(top, 0))
    cut = image[y : int(min(bottom, height)), x : int(min(right, width))]
    if min(cut.shape[:2]) < MARGIN:
        return whole
    return cut, np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1.0]])
