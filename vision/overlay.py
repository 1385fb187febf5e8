"""Drawing a reading over its photo, and cutting single squares out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.photo import Photo

if TYPE_CHECKING:
    from vision.reading import Quad, Reading

SIDE = 1600
"""Longest side of an overlay in pixels: more than a screen shows, and quick to send."""
LEAST_SQUARE = 72
"""Side of a square in pixels below which what is written in it cannot be read: the photo is enlarged first."""
INK, PAPER, LEAF, AMBER = (30, 26, 22), (250, 252, 253), (74, 138, 46), (20, 160, 245)
"""BGR"""


def draw(reading: Reading) -> np.ndarray:
    """The photo, at most SIDE pixels long, with the grid, each square's text, and amber where a look is needed.

    A small photo is enlarged, so that the texts can be read.

    Returns HxWx3 uint8 BGR; the reading's photo stays as it is.
    """
    canvas, scale = _enlarged(reading, *reading.photo.at_most(SIDE))
    side = _square_side(reading, scale)
    thin = max(1, round(side / 40))
    shade = canvas.copy()
    for square in reading.squares:
        if square.unsure:
            cv2.fillConvexPoly(shade, _points(square.quad, scale), AMBER, cv2.LINE_AA)
    cv2.addWeighted(shade, 0.2, canvas, 0.8, 0, canvas)
    for square in reading.squares:
        if square.text:
            _outline(canvas, _points(square.quad, scale), PAPER, thin)
    for square in reading.squares:
        if square.unsure:
            _outline(canvas, _points(square.quad, scale), AMBER, 2 * thin)
    _outline(canvas, _points(reading.corners, scale), LEAF, 2 * thin)
    for square in reading.squares:
        if square.text or square.unsure:
            text = square.text + "?" * square.unsure
            _label(canvas, text, _points(square.quad, scale), square.unsure)
    return canvas


def crop(photo: Photo, quad: Quad, side: int = 256, around: float = 0.15) -> np.ndarray:
    """The part of the photo inside the quad, and `around` squares more on each side, seen from straight above.

    Returns side x side x 3 uint8 BGR, or as much lower as the quad is wider than high.
    """
    source = np.asarray(quad, np.float32) * photo.scale
    wide = float(np.linalg.norm(source[1] - source[0]) + np.linalg.norm(source[2] - source[3]))
    high = float(np.linalg.norm(source[3] - source[0]) + np.linalg.norm(source[2] - source[1]))
    longest = max(wide, high, 1e-6)
    w, h = max(1, round(side * wide / longest)), max(1, round(side * high / longest))
    inner = around / (1 + 2 * around)
    left, top, right, bottom = w * inner, h * inner, w * (1 - inner), h * (1 - inner)
    target = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target)
    return cv2.warpPerspective(
        photo.image, matrix, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def _points(quad: Quad, scale: float) -> np.ndarray:
    return np.round(np.asarray(quad, np.float64) * scale).astype(np.int32)


def _enlarged(reading: Reading, image: np.ndarray, scale: float) -> tuple[np.ndarray, float]:
    """A copy of the image, large enough to write into its squares, and its pixels per full pixel."""
    factor = min(LEAST_SQUARE / max(_square_side(reading, scale), 1e-6), SIDE / max(image.shape[:2]))
    if factor <= 1:
        return image.copy(), scale
    return cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC), scale * factor


def _square_side(reading: Reading, scale: float) -> float:
    sides = [float(np.linalg.norm(np.subtract(s.quad[1], s.quad[0]))) for s in reading.squares] or [40.0]
    return float(np.median(sides)) * scale


def _outline(canvas: np.ndarray, points: np.ndarray, colour: tuple[int, int, int], width: int) -> None:
    cv2.polylines(canvas, [points], True, INK, width + 2, cv2.LINE_AA)
    cv2.polylines(canvas, [points], True, colour, width, cv2.LINE_AA)


def _label(canvas: np.ndarray, text: str, points: np.ndarray, unsure: bool) -> None:
    """The text on a small paper slip low in the square, so that the piece above it stays in sight."""
    font = cv2.FONT_HERSHEY_SIMPLEX
    room = float(min(np.ptp(points[:, 0]), np.ptp(points[:, 1])))
    (w1, h1), _ = cv2.getTextSize(text, font, 1.0, 2)
    scale = min(0.62 * room / max(w1, 1), 0.2 * room / max(h1, 1), 1.6)
    thick = max(1, round(scale * 2))
    (w, h), _ = cv2.getTextSize(text, font, scale, thick)
    x, y = (points.mean(axis=0) + (-w / 2, h / 2 + 0.26 * room)).round().astype(int)
    pad = max(2, round(h * 0.35))
    ground = AMBER if unsure else PAPER
    cv2.rectangle(canvas, (int(x) - pad, int(y) - h - pad), (int(x) + w + pad, int(y) + pad), ground, -1)
    cv2.putText(canvas, text, (int(x), int(y)), font, scale, INK, thick, cv2.LINE_AA)
