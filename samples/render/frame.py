"""A picture being put together: colours, shadows and gloss apart, so that light is added once at the end."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from samples.render import draw
from samples.render.camera import Camera
from samples.render.light import Light

GLOSS_FULL = 4.0
"""Mirrored light that the gloss layer's 255 stands for; its values grow with the square root of light."""


def gloss_values(light: NDArray) -> NDArray[np.uint8]:
    """Gloss layer values of mirrored light."""
    return np.clip(255 * np.sqrt(np.maximum(light, 0) / GLOSS_FULL), 0, 255).astype(np.uint8)


def gloss_light() -> NDArray[np.float32]:
    """Mirrored light by gloss layer value."""
    return (GLOSS_FULL * (np.arange(256) / 255.0) ** 2).astype(np.float32)


@dataclass
class Frame:
    camera: Camera
    light: Light
    image: NDArray[np.uint8]
    """BGRA, opaque: what things look like in plain light."""
    shade: NDArray[np.uint8]
    """Share of the direct light that arrives, 255 for all."""
    gloss: NDArray[np.uint8]
    """Mirrored light, see gloss_values."""
    cover: NDArray[np.uint8]
    """255 where something that is not part of the board hides what is below."""
    veil: NDArray[np.uint8] | None = None
    """Like `shade`, for shadows of things out of the picture: they fall on everything."""


@dataclass(frozen=True)
class Facet:
    """A flat piece's outline on the plane and how far its own tilt moves what it mirrors."""

    outline: NDArray[np.float64]
    shift: tuple[float, float]
    gloss: float


@dataclass
class Sheet:
    """Pieces of one thickness lying at one height, drawn side by side on one canvas."""

    art: NDArray[np.uint8]
    """BGRA, premultiplied."""
    origin: tuple[float, float]
    """Plane point of the canvas' left top corner."""
    px: float
    """Canvas pixels per square."""
    base: float
    thickness: float
    edge: tuple[float, float, float]
    """BGR of the pieces' sides."""
    facets: list[Facet] = field(default_factory=list)

    @classmethod
    def over(cls, low: tuple[float, float], high: tuple[float, float], px: float, **kwargs: object) -> Sheet:
        """An empty sheet over a box of the plane."""
        width, height = (int(np.ceil((b - a) * px)) for a, b in zip(low, high, strict=True))
        return cls(draw.blank(height, width), low, px, **kwargs)  # type: ignore[arg-type]

    @property
    def to_plane(self) -> NDArray[np.float64]:
        """3x3: canvas pixels to plane coordinates."""
        s = 1 / self.px
        return np.array([[s, 0, self.origin[0] + s / 2], [0, s, self.origin[1] + s / 2], [0, 0, 1]])

    def put(
        self, texture: NDArray[np.uint8], at: ArrayLike, width: float, degrees: float
    ) -> NDArray[np.float64]:
        """Lay a texture `width` squares wide, centred on a plane point, turned clockwise. Returns its corners."""
        rows, cols = texture.shape[:2]
        x, y = (float(v) for v in np.asarray(at))
        half_x, half_y = width / 2, width / 2 * rows / cols
        a = np.deg2rad(degrees)
        c, s = float(np.cos(a)), float(np.sin(a))
        reach_x, reach_y = abs(c) * half_x + abs(s) * half_y, abs(s) * half_x + abs(c) * half_y
        here_x, here_y = (x - self.origin[0]) * self.px, (y - self.origin[1]) * self.px
        left, top = max(0, int(here_x - reach_x * self.px) - 1), max(0, int(here_y - reach_y * self.px) - 1)
        right = min(self.art.shape[1], int(here_x + reach_x * self.px) + 3)
        bottom = min(self.art.shape[0], int(here_y + reach_y * self.px) + 3)
        if right > left and bottom > top:
            k = width * self.px / cols
            mid_x, mid_y = (cols - 1) / 2, (rows - 1) / 2
            move_x = here_x - 0.5 - left - k * (c * mid_x - s * mid_y)
            move_y = here_y - 0.5 - top - k * (s * mid_x + c * mid_y)
            matrix = np.array([[k * c, -k * s, move_x], [k * s, k * c, move_y]])
            layer = cv2.warpAffine(texture, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
            draw.over(self.art[top:bottom, left:right], layer)
        return np.array(
            [
                [x + dx * c * half_x - dy * s * half_y, y + dx * s * half_x + dy * c * half_y]
                for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
        )


def cast(frame: Frame, mask: NDArray[np.uint8], homography: ArrayLike, strength: float) -> None:
    """Take `strength` of the direct light away where a mask (texture pixels to photo pixels) falls."""
    height, width = frame.shade.shape
    fallen = cv2.warpPerspective(mask, np.asarray(homography), (width, height), flags=cv2.INTER_LINEAR)
    kept = cv2.LUT(fallen, np.clip(255 - strength * np.arange(256), 0, 255).astype(np.uint8))
    cv2.multiply(frame.shade, kept, dst=frame.shade, scale=1 / 255)


def cast_outline(
    frame: Frame, points: ArrayLike, soft: float, strength: float, z: float = 0.0, *, veil: bool = False
) -> None:
    """Cast the shadow of a polygon on the plane at height z; `soft` is the width of its edge in squares.

    veil: whether it falls on everything that is laid later, too.
    """
    if veil and frame.veil is None:
        frame.veil = np.full_like(frame.shade, 255)
    onto = frame.veil if veil and frame.veil is not None else frame.shade
    outline = np.asarray(points, np.float64).reshape(-1, 2)
    xyz = np.column_stack([outline, np.full(len(outline), z)])
    if frame.camera.depth(xyz).min() < 0.05 * frame.camera.position[2]:
        return
    pixels = frame.camera.project(xyz)
    here = outline.mean(0)
    sigma = 0.5 * soft * min(frame.camera.pixels_per_square(*here), 0.2 * max(frame.shade.shape))
    step = 1 if sigma < 3 else 2 if sigma < 8 else 4 if sigma < 20 else 8
    height, width = frame.shade.shape
    box = draw.window(pixels, width, height, int(3 * sigma) + 2)
    if box is None:
        return
    left, top, right, bottom = box
    mask = np.zeros(((bottom - top) // step + 1, (right - left) // step + 1), np.uint8)
    draw.fill(mask, np.clip((pixels - [left, top]) / step, -16000, 16000), 255.0)
    if sigma / step > 0.4:
        mask = cv2.GaussianBlur(mask, (0, 0), sigma / step, borderType=cv2.BORDER_REPLICATE)
    kept = cv2.LUT(mask, np.clip(255 - strength * np.arange(256), 0, 255).astype(np.uint8))
    if step > 1:
        kept = cv2.resize(kept, None, fx=step, fy=step, interpolation=cv2.INTER_LINEAR)
    part = onto[top:bottom, left:right]
    part[:] = cv2.multiply(part, np.ascontiguousarray(kept[: bottom - top, : right - left]), scale=1 / 255)


def lay(frame: Frame, sheet: Sheet, *, covers: bool = False) -> None:
    """Put a sheet's pieces on the table: their shadow, their sides, their faces and what these mirror."""
    camera, light = frame.camera, frame.light
    height, width = frame.shade.shape
    corners = np.array(
        [[0, 0], [sheet.art.shape[1], 0], [sheet.art.shape[1], sheet.art.shape[0]], [0, sheet.art.shape[0]]]
    )
    on_plane = corners / sheet.px + np.array(sheet.origin)
    top_z = sheet.base + sheet.thickness
    points = camera.project(
        np.vstack([np.column_stack([on_plane, np.full(4, z)]) for z in (sheet.base, top_z)])
    )
    box = draw.window(points, width, height, 4)
    if box is None:
        return
    left, top, right, bottom = box
    view = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], np.float64)
    size = (right - left, bottom - top)
    alpha = np.ascontiguousarray(sheet.art[..., 3])

    def seen(texture: NDArray, z: float, placed: NDArray) -> NDArray:
        return cv2.warpPerspective(texture, view @ camera.plane(z) @ placed, size, flags=cv2.INTER_LINEAR)

    shade = frame.shade[top:bottom, left:right]
    small, step = _shadow_mask(sheet, alpha)
    reach = sheet.thickness
    sigma = max(0.6, reach * max(light.softness, 0.25) / step)
    contact = cv2.GaussianBlur(small, (0, 0), sigma)
    shift = np.array([[1, 0, light.slope[0] * reach * 0.8], [0, 1, light.slope[1] * reach * 0.8], [0, 0, 1]])
    placed = np.array(
        [[step, 0, sheet.origin[0] + step / 2], [0, step, sheet.origin[1] + step / 2], [0, 0, 1]]
    )
    fallen = seen(contact, sheet.base, shift @ placed)
    shade[:] = cv2.multiply(
        shade, cv2.LUT(fallen, np.clip(255 - 0.85 * np.arange(256), 0, 255).astype(np.uint8)), scale=1 / 255
    )

    part = np.ascontiguousarray(frame.image[top:bottom, left:right])
    travel = np.abs(
        camera.project([[*on_plane.mean(0), sheet.base]]) - camera.project([[*on_plane.mean(0), top_z]])
    ).max()
    count = int(np.clip(np.ceil(travel / 1.5), 1, 8)) if sheet.thickness > 0 else 0
    side = np.zeros(size[::-1], np.uint8)
    for z in np.linspace(sheet.base, top_z, count + 1)[:-1]:
        side = cv2.max(side, seen(alpha, z, sheet.to_plane))
    if count:
        draw.paint(part, side, sheet.edge)
    face = seen(sheet.art, top_z, sheet.to_plane)
    draw.over(part, face)
    frame.image[top:bottom, left:right] = part
    faces = np.ascontiguousarray(face[..., 3])
    # Sides stay half in shadow; faces see all the light.
    shade[:] = cv2.max(shade, cv2.LUT(side, (np.arange(256) * 0.55).astype(np.uint8)))
    shade[:] = cv2.max(shade, faces)
    gloss = frame.gloss[top:bottom, left:right]
    gloss[:] = cv2.multiply(gloss, cv2.bitwise_not(cv2.max(side, faces)), scale=1 / 255)
    if sheet.facets and light.glares:
        mirror, placed = _mirror(sheet, light)
        cv2.add(gloss, cv2.multiply(seen(mirror, top_z, placed), faces, scale=1 / 255), dst=gloss)
    if covers:
        cover = frame.cover[top:bottom, left:right]
        cv2.max(cover, cv2.max(side, faces), dst=cover)


def _shadow_mask(sheet: Sheet, alpha: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    """The pieces' outlines on a coarse grid, and its step in squares."""
    fine = max(1, int(sheet.px // 24))
    if fine == 1:
        return alpha, 1 / sheet.px
    rows, cols = alpha.shape[0] // fine, alpha.shape[1] // fine
    return cv2.resize(
        alpha[: rows * fine, : cols * fine], (cols, rows), interpolation=cv2.INTER_AREA
    ), fine / sheet.px


def _mirror(sheet: Sheet, light: Light) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The gloss layer of a sheet on a coarse grid, and that grid's 3x3 to the plane."""
    px = min(sheet.px, 14.0)
    cols, rows = (max(2, int(n * px / sheet.px)) for n in sheet.art.shape[1::-1])
    x = sheet.origin[0] + (np.arange(cols) + 0.5) / px
    y = sheet.origin[1] + (np.arange(rows) + 0.5) / px
    shift_x, shift_y, strength = (np.zeros((rows, cols), np.float32) for _ in range(3))
    for facet in sheet.facets:
        points = np.round((facet.outline - np.array(sheet.origin)) * px - 0.5).astype(np.int32)
        cv2.fillConvexPoly(shift_x, points, facet.shift[0])
        cv2.fillConvexPoly(shift_y, points, facet.shift[1])
        cv2.fillConvexPoly(strength, points, facet.gloss)
    value = light.mirrored(x[None, :] + shift_x, y[:, None] + shift_y) * strength
    mirror = gloss_values(value)
    # Spread past the outlines, as the face's own edge cuts it.
    mirror = cv2.dilate(mirror, np.ones((3, 3), np.uint8))
    return mirror, np.array([[1 / px, 0, x[0]], [0, 1 / px, y[0]], [0, 0, 1]])


def quad(
    frame: Frame, texture: NDArray[np.uint8], corners: ArrayLike, *, lit: float = 1.0, covers: bool = True
) -> None:
    """Hang a texture on four points in space (clockwise from its left top). `lit`: share of light it gets."""
    points = np.asarray(corners, np.float64).reshape(4, 3)
    if frame.camera.depth(points).min() <= 0.05:
        return
    pixels = frame.camera.project(points)
    rows, cols = texture.shape[:2]
    source = np.array(
        [[-0.5, -0.5], [cols - 0.5, -0.5], [cols - 0.5, rows - 0.5], [-0.5, rows - 0.5]], np.float32
    )
    box = draw.window(pixels, *frame.camera.size)
    if box is None:
        return
    left, top, right, bottom = box
    matrix = cv2.getPerspectiveTransform(source, (pixels - [left, top]).astype(np.float32))
    layer = cv2.warpPerspective(texture, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
    put_layer(frame, layer, (left, top), lit=lit, covers=covers)


def put_layer(
    frame: Frame, layer: NDArray[np.uint8], at: tuple[int, int], *, lit: float = 1.0, covers: bool = True
) -> None:
    """Blend an image in photo pixels over the frame; it hides the shadows and gloss of what is below."""
    left, top = at
    rows, cols = layer.shape[:2]
    here = (slice(top, top + rows), slice(left, left + cols))
    part = np.ascontiguousarray(frame.image[here])
    draw.over(part, layer)
    frame.image[here] = part
    alpha = np.ascontiguousarray(layer[..., 3])
    rest = cv2.bitwise_not(alpha)
    shade = cv2.multiply(np.ascontiguousarray(frame.shade[here]), rest, scale=1 / 255)
    frame.shade[here] = cv2.add(shade, cv2.LUT(alpha, (np.arange(256) * np.clip(lit, 0, 1)).astype(np.uint8)))
    frame.gloss[here] = cv2.multiply(np.ascontiguousarray(frame.gloss[here]), rest, scale=1 / 255)
    if covers:
        frame.cover[here] = cv2.max(np.ascontiguousarray(frame.cover[here]), alpha)


def shape(
    frame: Frame, points: ArrayLike, colour: draw.Colour, *, lit: float = 1.0, covers: bool = True
) -> None:
    """Fill a polygon of points in space with one colour."""
    xyz = np.asarray(points, np.float64).reshape(-1, 3)
    if frame.camera.depth(xyz).min() <= 0.05:
        return
    pixels = frame.camera.project(xyz)
    box = draw.window(pixels, *frame.camera.size)
    if box is None:
        return
    left, top, right, bottom = box
    layer = draw.blank(bottom - top, right - left)
    draw.fill(layer, np.clip(pixels - [left, top], -16000, 16000), colour)
    put_layer(frame, layer, (left, top), lit=lit, covers=covers)
