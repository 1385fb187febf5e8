"""Drawing on BGRA images with premultiplied alpha (uint8), the form of every texture here.

Premultiplied, antialiased drawing on a transparent image and blending both come out right at soft edges.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Image = NDArray[np.uint8]
Colour = Sequence[float]

_SHIFT = 4

FONTS = (
    "sans-400",
    "sans-700",
    "sans-900",
    "italic-500",
    "italic-800",
    "uni-400",
    "uni-700",
    "plain",
    "duplex",
    "serif",
    "serif-bold",
    "slanted",
    "script",
)
"""Lettering: OpenCV's own typefaces with their weight, and its stroke fonts."""

_STROKES = {
    "plain": (cv2.FONT_HERSHEY_SIMPLEX, 0.09),
    "duplex": (cv2.FONT_HERSHEY_DUPLEX, 0.07),
    "serif": (cv2.FONT_HERSHEY_COMPLEX, 0.05),
    "serif-bold": (cv2.FONT_HERSHEY_TRIPLEX, 0.09),
    "slanted": (cv2.FONT_HERSHEY_TRIPLEX | cv2.FONT_ITALIC, 0.06),
    "script": (cv2.FONT_HERSHEY_SCRIPT_COMPLEX, 0.06),
}


def blank(height: int, width: int, colour: Colour | None = None) -> Image:
    """A transparent image, or one filled with an opaque BGR colour."""
    image = np.zeros((height, width, 4), np.uint8)
    if colour is not None:
        image[:] = ink(colour)
    return image


def ink(colour: Colour, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """A BGR colour as OpenCV's scalar on premultiplied images."""
    b, g, r = (min(255.0, max(0.0, float(c))) * alpha for c in colour[:3])
    return (b, g, r, 255.0 * alpha)


def opaque(image: NDArray) -> Image:
    """BGR (or grey) to BGRA."""
    return cv2.cvtColor(image, cv2.COLOR_BGR2BGRA if image.ndim == 3 else cv2.COLOR_GRAY2BGRA)


def _fixed(points: ArrayLike) -> NDArray[np.int32]:
    return np.round(np.asarray(points, np.float64) * (1 << _SHIFT)).astype(np.int32).reshape(-1, 1, 2)


def fill(image: NDArray, points: ArrayLike, colour: Colour | float) -> None:
    """Fill a polygon given in pixels. `colour` is a BGR colour on BGRA images, a number on masks."""
    value = float(colour) if isinstance(colour, (int, float)) else ink(colour)
    cv2.fillPoly(image, [_fixed(points)], value, cv2.LINE_AA, _SHIFT)


def stroke(
    image: NDArray, points: ArrayLike, colour: Colour | float, width: float, *, closed: bool = False
) -> None:
    """Draw a line of `width` pixels with round joints along the points."""
    value = float(colour) if isinstance(colour, (int, float)) else ink(colour)
    cv2.polylines(image, [_fixed(points)], closed, value, max(1, round(width)), cv2.LINE_AA, _SHIFT)


def disc(image: NDArray, centre: ArrayLike, radius: float, colour: Colour | float) -> None:
    """Fill a circle."""
    value = float(colour) if isinstance(colour, (int, float)) else ink(colour)
    x, y = np.round(np.asarray(centre, np.float64) * (1 << _SHIFT)).astype(int)
    cv2.circle(image, (int(x), int(y)), max(1, round(radius * (1 << _SHIFT))), value, -1, cv2.LINE_AA, _SHIFT)


def ring(image: NDArray, centre: ArrayLike, radius: float, colour: Colour | float, width: float) -> None:
    """Draw a circle's line."""
    angles = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    points = np.asarray(centre, np.float64) + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    stroke(image, points, colour, width, closed=True)


def outline(shape: str, n: int = 48) -> NDArray[np.float64]:
    """The outline of a piece of width 1 around (0, 0): round, square, rounded, hex, octagon or shield."""
    if shape == "round":
        a = np.linspace(0, 2 * np.pi, n, endpoint=False)
        return 0.5 * np.column_stack([np.cos(a), np.sin(a)])
    if shape == "square":
        return 0.47 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    if shape == "rounded":
        return rounded(0.94, 0.94, 0.2)
    if shape == "hex":
        a = np.arange(6) * np.pi / 3
        return 0.53 * np.column_stack([np.cos(a), np.sin(a)])
    if shape == "octagon":
        a = (np.arange(8) + 0.5) * np.pi / 4
        return 0.52 * np.column_stack([np.cos(a), np.sin(a)])
    if shape == "shield":
        return 0.5 * np.array(
            [[-0.86, -0.9], [0.86, -0.9], [0.9, 0.1], [0.6, 0.62], [0, 1], [-0.6, 0.62], [-0.9, 0.1]]
        )
    raise ValueError(f"no outline named {shape!r}")


def rounded(width: float, height: float, radius: float) -> NDArray[np.float64]:
    """A rectangle around (0, 0) with rounded corners."""
    radius = min(radius, width / 2, height / 2)
    if radius <= 0:
        return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) * [width / 2, height / 2]
    a = np.linspace(0, np.pi / 2, 7)
    arc = radius * np.column_stack([np.cos(a), np.sin(a)])
    parts = []
    for k, (sx, sy) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
        c, s = np.cos(k * np.pi / 2), np.sin(k * np.pi / 2)
        turned = arc @ np.array([[c, s], [-s, c]])
        parts.append(turned + [sx * (width / 2 - radius), sy * (height / 2 - radius)])
    return np.concatenate(parts)


def turn(points: ArrayLike, degrees: float) -> NDArray[np.float64]:
    """Turn points about (0, 0), clockwise in images."""
    a = np.deg2rad(degrees)
    return np.asarray(points, np.float64) @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])


def text_width(words: str, height: float, font: str) -> float:
    """Width in pixels of a line whose capitals are `height` pixels high."""
    if font in _STROKES:
        face, bold = _STROKES[font]
        (width, _), _ = cv2.getTextSize(words, face, height / 21.0, max(1, round(bold * height)))
        return float(width)
    name, weight = font.split("-")
    box = cv2.getTextSize((10, 10), words, (0, 0), _face(name), max(4, round(height * 1.4)), int(weight))
    return float(box[2])


_FACES: dict[str, cv2.FontFace] = {}


def _face(name: str) -> cv2.FontFace:
    if name not in _FACES:
        _FACES[name] = cv2.FontFace(name)
    return _FACES[name]


def text(image: Image, words: str, centre: ArrayLike, height: float, colour: Colour, font: str) -> None:
    """Write one line centred on a point; capitals are about `height` pixels high."""
    x, y = np.asarray(centre, np.float64)
    width = text_width(words, height, font)
    if font in _STROKES:
        face, bold = _STROKES[font]
        origin = (round(x - width / 2), round(y + height / 2))
        thickness = max(1, round(bold * height))
        cv2.putText(image, words, origin, face, height / 21.0, ink(colour), thickness, cv2.LINE_AA)
        return
    name, weight = font.split("-")
    # This writer leaves alpha alone, so it goes through a mask.
    mask = np.zeros((image.shape[0], image.shape[1], 3), np.uint8)
    origin = (round(x - width / 2), round(y + height / 2))
    cv2.putText(mask, words, origin, (255, 255, 255), _face(name), max(4, round(height * 1.4)), int(weight))
    paint(image, mask[..., 0], colour)


def paint(image: Image, mask: NDArray[np.uint8], colour: Colour) -> None:
    """Lay a BGR colour over the image where the mask (0..255) says so."""
    layer = cv2.merge(
        [cv2.multiply(mask, np.full_like(mask, int(c)), scale=1 / 255) for c in colour[:3]] + [mask]
    )
    over(image, layer)


def over(image: Image, layer: Image) -> None:
    """Blend a premultiplied layer over an image of the same size, in place."""
    rest = cv2.bitwise_not(layer[..., 3])
    kept = cv2.multiply(image, cv2.merge([rest] * 4), scale=1 / 255)
    cv2.add(kept, layer, dst=image) if image.flags["C_CONTIGUOUS"] else np.copyto(image, cv2.add(kept, layer))


def window(points: ArrayLike, width: int, height: int, margin: int = 2) -> tuple[int, int, int, int] | None:
    """The pixel box (left, top, right, bottom) around points within an image; None where they miss it."""
    xy = np.asarray(points, np.float64).reshape(-1, 2)
    left, top = np.floor(xy.min(0)).astype(int) - margin
    right, bottom = np.ceil(xy.max(0)).astype(int) + margin + 1
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    return (int(left), int(top), int(right), int(bottom)) if right > left and bottom > top else None


def warp(image: Image, texture: NDArray, homography: ArrayLike, *, smooth: bool = True) -> None:
    """Blend a texture through a 3x3 homography (texture pixels to image pixels) over the image, in place."""
    matrix = np.asarray(homography, np.float64)
    height, width = texture.shape[:2]
    corners = np.array([[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]])
    uvw = np.column_stack([corners, np.ones(4)]) @ matrix.T
    if (uvw[:, 2] <= 1e-9).any():
        return
    box = window(uvw[:, :2] / uvw[:, 2:], image.shape[1], image.shape[0])
    if box is None:
        return
    left, top, right, bottom = box
    moved = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ matrix
    size = (right - left, bottom - top)
    flags = cv2.INTER_LINEAR if smooth else cv2.INTER_NEAREST
    layer = cv2.warpPerspective(texture, moved, size, flags=flags, borderMode=cv2.BORDER_CONSTANT)
    over(image[top:bottom, left:right], layer)


def rung(px: float) -> int:
    """A texture resolution near `px`, from a coarse ladder, so that textures can be used again.

    Above 100 it is not below `px`, where a lack of detail would show.
    """
    ladder = [round(12 * 1.25**k) for k in range(24)]
    if px > 100:
        return next((step for step in ladder if step >= px), ladder[-1])
    return min(ladder, key=lambda step: abs(np.log(step / max(px, 1))))


def shrink(image: NDArray, factor: int) -> NDArray:
    """Average blocks of factor x factor pixels: how drawings get their smooth edges."""
    if factor == 1:
        return image
    return cv2.resize(image, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA)


def similarity(scale: float, degrees: float, centre: ArrayLike, at: ArrayLike) -> NDArray[np.float64]:
    """3x3: texture pixels, turned clockwise and scaled about `centre`, laid on `at`."""
    a = np.deg2rad(degrees)
    c, s = scale * np.cos(a), scale * np.sin(a)
    (cx, cy), (x, y) = np.asarray(centre, np.float64), np.asarray(at, np.float64)
    return np.array([[c, -s, x - c * cx + s * cy], [s, c, y - s * cx - c * cy], [0, 0, 1]])
