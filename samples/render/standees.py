"""Cardboard pieces that stand upright: flat silhouettes with a thickness, alone or crossed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render import draw
from samples.render.frame import Frame, cast_outline, put_layer

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Standee:
    """An upright panel. `at` is the middle of its foot on the plane, `degrees` the direction of its foot."""

    texture: NDArray[np.uint8]
    """BGRA, premultiplied; its bottom edge is the foot."""
    at: tuple[float, float]
    degrees: float
    width: float
    height: float
    base: float
    """Height of the foot above the table."""
    thickness: float
    core: tuple[float, float, float]
    """BGR of the cut cardboard."""
    crossed: bool = False
    """Whether a second panel stands across it."""


@dataclass(frozen=True)
class _Half:
    """One side of a panel, from its middle (u = 0) outwards."""

    standee: Standee
    along: Array
    texture: NDArray[np.uint8]
    from_u: float
    to_u: float

    def corners(self, shift: float) -> Array:
        """The panel's four points, moved along its normal: top from, top to, bottom to, bottom from."""
        s = self.standee
        normal = np.array([-self.along[1], self.along[0]])
        foot = np.array(s.at) + normal * shift
        a, b = foot + self.along * self.from_u, foot + self.along * self.to_u
        top = s.base + s.height
        return np.array([[*a, top], [*b, top], [*b, s.base], [*a, s.base]])


def _halves(standee: Standee) -> list[_Half]:
    parts = []
    cols = standee.texture.shape[1]
    middle = cols // 2
    # The halves share a little in the middle, so that no seam shows.
    lap = max(1, cols // 40)
    left, right = standee.texture[:, : middle + lap], standee.texture[:, middle - lap :]
    for turn in (0.0, 90.0) if standee.crossed else (0.0,):
        a = np.deg2rad(standee.degrees + turn)
        along = np.array([np.cos(a), np.sin(a)])
        half = standee.width / 2
        if standee.crossed:
            step = standee.width / cols
            parts.append(_Half(standee, along, left, -half, (middle + lap) * step - half))
            parts.append(_Half(standee, along, right, (middle - lap) * step - half, half))
        else:
            parts.append(_Half(standee, along, standee.texture, -half, half))
    return parts


def shadow(frame: Frame, standee: Standee, strength: float = 0.8) -> None:
    """Cast a standee's shadow on what lies on the table."""
    slope = np.array(frame.light.slope)
    a = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ground = np.array(standee.at) + 0.42 * standee.width * np.column_stack([np.cos(a), np.sin(a)])
    cast_outline(frame, ground, 0.5 * standee.width, 0.45, standee.base)
    for half in _halves(standee):
        alpha = np.ascontiguousarray(half.texture[..., 3])
        rows, cols = alpha.shape
        top, bottom = half.corners(0.0)[:2], half.corners(0.0)[2:]
        fallen = np.vstack([top[:, :2] + slope * standee.height, bottom[:, :2]])
        if np.linalg.norm(slope) * standee.height < 0.03:
            continue
        pixels = frame.camera.project(np.column_stack([fallen, np.full(4, standee.base)]))
        sigma = max(
            0.6, 0.25 * standee.height * frame.light.softness * frame.camera.pixels_per_square(*standee.at)
        )
        sigma = min(sigma, 25.0)
        box = draw.window(pixels, *frame.camera.size, margin=int(3 * sigma) + 2)
        if box is None or abs(cv2.contourArea(pixels.astype(np.float32))) < 2:
            continue
        left, up, right, low = box
        source = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
        # A soft shadow needs no fine pixels.
        step = max(1, int(sigma / 2))
        size = ((right - left) // step + 1, (low - up) // step + 1)
        matrix = cv2.getPerspectiveTransform(source, ((pixels - [left, up]) / step).astype(np.float32))
        mask = cv2.GaussianBlur(cv2.warpPerspective(alpha, matrix, size), (0, 0), sigma / step)
        kept = cv2.LUT(mask, np.clip(255 - strength * np.arange(256), 0, 255).astype(np.uint8))
        if step > 1:
            kept = cv2.resize(kept, (size[0] * step, size[1] * step), interpolation=cv2.INTER_LINEAR)
        part = frame.shade[up:low, left:right]
        kept = np.ascontiguousarray(kept[: low - up, : right - left])
        part[:] = cv2.multiply(np.ascontiguousarray(part), kept, scale=1 / 255)


def stand(frame: Frame, standees: Sequence[Standee]) -> None:
    """Put standees on the table, the far ones first."""
    halves = [half for standee in standees for half in _halves(standee)]
    eye = frame.camera.position

    def distance(half: _Half) -> float:
        middle = half.corners(0.0).mean(0)
        return float(np.linalg.norm((middle - eye)[:2]))

    for half in sorted(halves, key=distance, reverse=True):
        _draw(frame, half, eye)


def _draw(frame: Frame, half: _Half, eye: Array) -> None:
    standee = half.standee
    camera = frame.camera
    normal = np.array([-half.along[1], half.along[0]])
    side = 1.0 if normal @ (eye[:2] - np.array(standee.at)) >= 0 else -1.0
    back, front = -side * standee.thickness / 2, side * standee.thickness / 2
    outer = np.vstack([half.corners(back), half.corners(front)])
    if camera.depth(outer).min() < 0.05 * eye[2]:
        return
    pixels = camera.project(outer)
    box = draw.window(pixels, *camera.size)
    if box is None:
        return
    left, top, right, bottom = box
    size = (right - left, bottom - top)
    rows, cols = half.texture.shape[:2]
    source = np.array(
        [[-0.5, -0.5], [cols - 0.5, -0.5], [cols - 0.5, rows - 0.5], [-0.5, rows - 0.5]], np.float32
    )
    places = [
        cv2.getPerspectiveTransform(source, (seen - [left, top]).astype(np.float32))
        for seen in (pixels[:4], pixels[4:])
    ]
    core = _cut_edges(half.texture, places, size)
    layer = draw.blank(size[1], size[0])
    draw.paint(layer, core, standee.core)
    slope = np.array(frame.light.slope)
    toward = float(normal @ -slope) * side / (float(np.linalg.norm(slope)) + 1e-6)
    # Light comes from above: upright faces get the less of it, the more they turn away.
    lit = 0.3 + 0.6 * max(0.0, toward)
    face = cv2.warpPerspective(half.texture, places[1], size)
    dim = 0.72 + 0.23 * max(0.0, toward)
    draw.over(layer, cv2.multiply(face, (dim, dim, dim, 1.0)))
    put_layer(frame, layer, (left, top), lit=lit)


def _cut_edges(
    texture: NDArray[np.uint8], places: Sequence[NDArray[np.float64]], size: tuple[int, int]
) -> NDArray[np.uint8]:
    """Coverage of what shows of a panel's thickness: strips along its outline between its back and its front, whose maps from
    the texture to the picture are `places`. Of a panel seen from its edge nothing else shows."""
    core = np.zeros(size[::-1], np.uint8)
    printed = (texture[..., 3] > 127).astype(np.uint8)
    contours, _ = cv2.findContours(printed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        outline = cv2.approxPolyDP(contour, 0.7, True).astype(np.float32)
        back, front = (cv2.perspectiveTransform(outline, place)[:, 0] for place in places)
        for k in range(len(outline)):
            draw.fill(core, np.array([back[k - 1], back[k], front[k], front[k - 1]], np.float64), 255.0)
    return core
