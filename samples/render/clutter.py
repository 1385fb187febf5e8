"""What else lies on a table: pens, mugs, hands, dice, books, cards, tokens, coins, boxes.

Each item draws itself around a plane point. `unit` is how many squares 25 mm are. Flat items go below tall ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render import draw, noise
from samples.render.frame import Facet, Frame, Sheet, cast_outline, lay, put_layer, quad, shape

Rng = np.random.Generator
Textures = Sequence[NDArray[np.uint8]]


@dataclass(frozen=True)
class Spot:
    """Where an item goes: a place, the direction of the board from there, what games lie about."""

    at: tuple[float, float]
    inward: float
    """Angle (degrees, clockwise from the plane's x axis) towards the board."""
    unit: float
    px: float
    """Pixels per square hereabouts."""
    tokens: Textures
    cards: Textures


def _paper(rng: Rng) -> NDArray[np.float64]:
    return np.clip(rng.uniform(205, 245) + rng.normal(0, 5, 3), 0, 255)


def _vivid(rng: Rng) -> NDArray[np.float64]:
    hsv = np.array([[[rng.integers(180), rng.integers(60, 240), rng.integers(50, 235)]]], np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float64)


def _sheet(frame: Frame, spot: Spot, reach: float, **kwargs: object) -> Sheet:
    low = (spot.at[0] - reach, spot.at[1] - reach)
    high = (spot.at[0] + reach, spot.at[1] + reach)
    return Sheet.over(low, high, float(np.clip(spot.px, 8, 160)), **kwargs)


def _flat(
    rng: Rng,
    frame: Frame,
    spot: Spot,
    texture: NDArray[np.uint8],
    width: float,
    angle: float,
    thick: float,
    gloss: float,
) -> None:
    """One flat thing of this width in squares."""
    reach = 0.5 * width * float(np.hypot(1, texture.shape[0] / texture.shape[1])) + 0.1
    edge = _paper(rng) * 0.8
    sheet = _sheet(frame, spot, reach, base=0.0, thickness=thick, edge=tuple(edge))
    corners = sheet.put(texture, spot.at, width, angle)
    sheet.facets.append(Facet(corners, tuple(rng.normal(0, 0.4, 2)), gloss))
    lay(frame, sheet, covers=True)


def card_back(rng: Rng, px: float) -> NDArray[np.uint8]:
    """The back of some game's card."""
    width = int(np.clip(px * 2, 24, 400))
    height = round(width * rng.choice([0.68, 1.0, 1.4, 1.5]))
    back, border = _vivid(rng), _paper(rng)
    image = draw.blank(height, width)
    radius = width * rng.uniform(0.0, 0.08)
    centre = np.array([width, height]) / 2
    draw.fill(image, draw.rounded(width - 1, height - 1, radius) + centre, border)
    inset = width * rng.uniform(0.02, 0.09)
    draw.fill(image, draw.rounded(width - 2 * inset, height - 2 * inset, radius) + centre, back)
    kind = int(rng.integers(4))
    line = np.clip(back + rng.uniform(-90, 120), 0, 255)
    if kind == 0:
        draw.ring(image, centre, width * rng.uniform(0.15, 0.3), border, width * 0.02)
        draw.stroke(
            image,
            draw.rounded(width - 4 * inset, height - 4 * inset, radius) + centre,
            border,
            0.015 * width,
            closed=True,
        )
    elif kind == 1:
        for k in range(3):
            size = 1 - 0.25 * (k + 1)
            draw.stroke(
                image,
                draw.rounded(width * size, height * size, radius) + centre,
                line,
                0.02 * width,
                closed=True,
            )
    elif kind == 2:
        for _ in range(12):
            draw.disc(image, rng.random(2) * [width, height], width * rng.uniform(0.03, 0.1), line)
    else:
        draw.text(
            image,
            "".join(rng.choice(list("ABEGIKLNORSTU"), 4)),
            centre,
            width * 0.16,
            line,
            str(rng.choice(draw.FONTS)),
        )
    return image


def _cards(rng: Rng, frame: Frame, spot: Spot) -> None:
    pool = list(spot.cards)
    back = (
        pool[int(rng.integers(len(pool)))]
        if pool and rng.random() < 0.5
        else card_back(rng, spot.px * 2 * spot.unit)
    )
    width = spot.unit * rng.uniform(1.8, 2.8)
    angle = rng.uniform(0, 360)
    count = int(rng.integers(1, 5))
    z = 0.0
    for k in range(count):
        last = k == count - 1
        thick = spot.unit * (rng.uniform(0.05, 0.5) if k == 0 and count > 1 else 0.015)
        reach = 0.5 * width * float(np.hypot(1, back.shape[0] / back.shape[1])) + 0.4
        sheet = _sheet(frame, spot, reach, base=z, thickness=thick, edge=tuple(_paper(rng) * 0.75))
        at = np.array(spot.at) + rng.normal(0, 0.12, 2) * (k > 0)
        corners = sheet.put(back, at, width, angle + rng.normal(0, 12) * (k > 0))
        if last:
            sheet.facets.append(Facet(corners, tuple(rng.normal(0, 0.4, 2)), 0.7))
        lay(frame, sheet, covers=True)
        z += thick


def _disc_texture(rng: Rng, px: float) -> NDArray[np.uint8]:
    n = int(np.clip(px, 16, 200)) * 2
    image = draw.blank(n, n)
    kind = str(rng.choice(["round", "round", "hex", "square", "octagon"]))
    colour = _vivid(rng) if rng.random() < 0.6 else np.array([110, 160, 195]) * rng.uniform(0.7, 1.1)
    draw.fill(image, draw.outline(kind) * (n - 2) + n / 2, np.clip(colour * 1.1, 0, 255))
    draw.fill(image, draw.outline(kind) * n * 0.82 + n / 2, colour)
    if rng.random() < 0.5:
        draw.text(
            image,
            str(rng.integers(1, 10)),
            (n / 2, n / 2),
            n * 0.35,
            255 - colour,
            str(rng.choice(draw.FONTS)),
        )
    return draw.shrink(image, 2)


def _tokens(rng: Rng, frame: Frame, spot: Spot) -> None:
    """A heap of spare tokens or wooden discs."""
    own = bool(spot.tokens) and rng.random() < 0.7
    size = spot.unit * rng.uniform(0.55, 0.95)
    thick = spot.unit * rng.uniform(0.06, 0.12) if own else spot.unit * rng.uniform(0.1, 0.4)
    wood = [_disc_texture(rng, spot.px * size) for _ in range(2)]
    edge = tuple(_paper(rng) * 0.8) if own else tuple(np.array([90, 140, 175]) * rng.uniform(0.6, 1.0))
    spread = rng.uniform(0.4, 1.0) * size
    for layer in range(int(rng.integers(1, 4))):
        sheet = _sheet(frame, spot, spread * 3 + size, base=layer * thick, thickness=thick, edge=edge)
        for _ in range(int(rng.integers(2, 6)) if layer == 0 else 1 + int(rng.integers(2))):
            pool = spot.tokens if own else wood
            texture = pool[int(rng.integers(len(pool)))]
            at = np.array(spot.at) + rng.normal(0, spread / (1 + layer), 2)
            corners = sheet.put(texture, at, size, rng.uniform(0, 360))
            sheet.facets.append(Facet(corners, tuple(rng.normal(0, 0.4, 2)), 0.4))
        lay(frame, sheet, covers=True)


def _coins(rng: Rng, frame: Frame, spot: Spot) -> None:
    size = spot.unit * rng.uniform(0.7, 1.0)
    n = int(np.clip(spot.px * size, 16, 200)) * 2
    metal = np.array([[170, 185, 190], [90, 150, 185], [60, 100, 160]][int(rng.integers(3))]) * rng.uniform(
        0.7, 1.1
    )
    coin = draw.blank(n, n)
    draw.disc(coin, (n / 2, n / 2), n / 2 - 1, np.clip(metal * 1.2, 0, 255))
    draw.disc(coin, (n / 2, n / 2), n * 0.44, metal)
    draw.text(
        coin,
        str(rng.choice(["1", "2", "5", "10", "20", "50"])),
        (n / 2, n / 2),
        n * 0.36,
        metal * 0.6,
        "serif-bold",
    )
    for _ in range(int(rng.integers(1, 4))):
        at = tuple(np.array(spot.at) + rng.normal(0, size, 2))
        here = Spot(at, spot.inward, spot.unit, spot.px, (), ())
        _flat(rng, frame, here, draw.shrink(coin, 2), size, rng.uniform(0, 360), spot.unit * 0.07, 0.9)


def _rulebook(rng: Rng, frame: Frame, spot: Spot) -> None:
    """A page with a heading, lines of text and pictures."""
    width = int(np.clip(spot.px * 6 * spot.unit, 60, 900))
    height = round(width * rng.choice([0.75, 1.0, 1.41]))
    page = draw.blank(height, width, _paper(rng))
    ink = rng.uniform(20, 90) + rng.normal(0, 8, 3)
    head = height * rng.uniform(0.06, 0.16)
    if rng.random() < 0.7:
        draw.fill(page, [[0, 0], [width, 0], [width, head], [0, head]], _vivid(rng) * 0.8)
        words = str(rng.choice(["RULES", "RULEBOOK", "SETUP", "HOW TO PLAY", "SCORING", "GAME END"]))
        draw.text(
            page, words, (width * 0.4, head * 0.5), head * 0.45, _paper(rng), str(rng.choice(draw.FONTS))
        )
    columns = int(rng.integers(1, 4))
    y = head * 1.5
    pitch = height * rng.uniform(0.022, 0.04)
    for c in range(columns):
        left, right = width * (c + 0.08) / columns, width * (c + 0.94) / columns
        y = head * 1.5
        while y < height * 0.95:
            if rng.random() < 0.07:
                tall = (right - left) * rng.uniform(0.3, 0.7)
                draw.fill(page, [[left, y], [right, y], [right, y + tall], [left, y + tall]], _vivid(rng))
                y += tall + pitch
                continue
            end = right if rng.random() < 0.8 else left + (right - left) * rng.uniform(0.3, 0.9)
            draw.stroke(page, [[left, y], [end, y]], np.clip(ink, 0, 255), max(1, pitch * 0.3))
            y += pitch
    _flat(rng, frame, spot, page, spot.unit * rng.uniform(5, 8), rng.uniform(0, 360), spot.unit * 0.05, 0.3)


def _phone(rng: Rng, frame: Frame, spot: Spot) -> None:
    width = int(np.clip(spot.px * 3 * spot.unit, 24, 400))
    height = round(width * 2.05)
    image = draw.blank(height, width)
    centre = np.array([width, height]) / 2
    draw.fill(image, draw.rounded(width - 1, height - 1, width * 0.14) + centre, rng.uniform(20, 160, 3))
    draw.fill(image, draw.rounded(width * 0.93, height * 0.96, width * 0.1) + centre, rng.uniform(8, 30, 3))
    _flat(rng, frame, spot, image, spot.unit * 2.9, rng.uniform(0, 360), spot.unit * 0.3, 1.0)


def _pen(rng: Rng, frame: Frame, spot: Spot) -> None:
    long, thick = (
        int(np.clip(spot.px * 5.5 * spot.unit, 50, 700)),
        int(np.clip(spot.px * 0.36 * spot.unit, 5, 60)),
    )
    across = np.abs(np.linspace(-1, 1, thick)) ** 2
    body = _vivid(rng) if rng.random() < 0.7 else rng.uniform(20, 60, 3)
    lit = (
        1.15
        - 0.75 * across
        + 0.5 * np.exp(-0.5 * ((np.linspace(-1, 1, thick) + 0.35) / 0.12) ** 2) * (rng.random() < 0.7)
    )
    image = draw.opaque(np.clip(np.repeat((lit[:, None] * body)[:, None], long, 1), 0, 255).astype(np.uint8))
    cone = int(long * rng.uniform(0.05, 0.1))
    tip = np.array([130, 175, 205]) if rng.random() < 0.5 else body * 0.7
    image[:, -cone:, :3] = np.clip(lit[:, None, None] * tip, 0, 255).astype(np.uint8)
    image[:, : int(long * rng.uniform(0.01, 0.12)), :3] = np.clip(
        lit[:, None, None] * rng.uniform(40, 220, 3), 0, 255
    ).astype(np.uint8)
    mask = np.zeros((thick, long), np.uint8)
    mid = (thick - 1) / 2
    draw.fill(
        mask, [[0, 0], [long - cone, 0], [long - 1, mid], [long - cone, thick - 1], [0, thick - 1]], 255.0
    )
    image = cv2.multiply(image, cv2.merge([mask] * 4), scale=1 / 255)
    angle = rng.uniform(0, 360)
    width = spot.unit * rng.uniform(4.8, 6.2)
    z = 0.5 * width * thick / long
    outline = draw.turn(draw.rounded(width, width * thick / long, 0.05), angle) + np.array(spot.at)
    slope = np.array(frame.light.slope)
    cast_outline(frame, outline + slope * z, max(0.05, z * frame.light.softness), 0.8)
    cast_outline(frame, outline, 0.08, 0.5)
    box = draw.turn(
        np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, width * thick / long / 2], angle
    )
    quad(frame, image, np.column_stack([box + np.array(spot.at), np.full(4, z)]))


def _hand_art(rng: Rng, n: int) -> NDArray[np.uint8]:
    """A hand seen from above, fingers to the right, as BGRA of n x n."""
    tones = [[140, 175, 225], [120, 155, 205], [85, 120, 175], [60, 90, 140], [45, 65, 105], [35, 48, 75]]
    skin = np.clip(np.array(tones[int(rng.integers(len(tones)))]) * rng.uniform(0.9, 1.1), 0, 255)
    mask = np.zeros((n, n), np.uint8)
    spread = rng.uniform(0.5, 1.3)
    left = rng.random() < 0.5
    fingers = [(-0.135, 0.26, -11), (-0.05, 0.33, -3), (0.035, 0.35, 4), (0.115, 0.29, 13)]
    palm = np.array([0.46, 0.5])
    rays = []
    for offset, reach, angle in fingers:
        a = np.deg2rad(angle * spread)
        start = palm + [0.1, offset]
        rays.append((start, start + np.array([np.cos(a), np.sin(a)]) * reach * rng.uniform(0.75, 1.0), 0.068))
    a = np.deg2rad(-48 - 20 * rng.random())
    rays.append((palm + [-0.04, -0.1], palm + [-0.04, -0.1] + np.array([np.cos(a), np.sin(a)]) * 0.26, 0.078))
    rays.append((palm, palm - [0.6, rng.normal(0, 0.05)], rng.uniform(0.17, 0.21)))
    for start, end, wide in rays:
        draw.stroke(mask, [start * n, end * n], 255.0, wide * n)
    draw.fill(mask, (draw.rounded(0.28, 0.33, 0.12) + palm) * n, 255.0)
    inside = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    rim = np.clip(inside / (0.04 * n), 0, 1)
    lit = 0.62 + 0.38 * np.sqrt(rim)
    lines = np.zeros((n, n), np.uint8)
    for start, end, _ in rays[:4]:
        for t in (0.02, 0.45, 0.75):
            at = (start + (end - start) * t) * n
            draw.stroke(lines, [at - [0, 0.022 * n], at + [0, 0.022 * n]], 60.0, max(1, 0.008 * n))
        nail = (start + (end - start) * 0.98) * n
        draw.disc(lines, nail, 0.016 * n, 0.0)
    lit = lit * (1 - cv2.GaussianBlur(lines, (0, 0), max(0.5, 0.004 * n)).astype(np.float32) / 255)
    lit = lit * (0.94 + 0.12 * noise.layered(rng, n, n, n / 8, 3))
    colour = skin * lit[..., None]
    if rng.random() < 0.5:
        sleeve = np.arange(n) < n * rng.uniform(0.05, 0.25)
        colour[:, sleeve] = (_vivid(rng) * lit[..., None])[:, sleeve]
    image = draw.opaque(np.clip(colour, 0, 255).astype(np.uint8))
    image = cv2.multiply(image, cv2.merge([mask] * 4), scale=1 / 255)
    return image[::-1].copy() if left else image


def _hand(rng: Rng, frame: Frame, spot: Spot) -> None:
    size = spot.unit * rng.uniform(9, 12)
    art = _hand_art(rng, int(np.clip(spot.px * size, 80, 800)))
    angle = spot.inward + rng.normal(0, 18)
    # The fingertips, at 0.9 of the picture, come to lie on the spot.
    a = np.deg2rad(angle)
    at = np.array(spot.at) - 0.36 * size * np.array([np.cos(a), np.sin(a)])
    z = spot.unit * rng.uniform(0.25, 0.9)
    sheet = Sheet.over(
        tuple(at - 0.75 * size),
        tuple(at + 0.75 * size),
        max(6.0, art.shape[0] / size),
        base=z,
        thickness=0.0,
        edge=(60, 80, 110),
    )
    sheet.put(art, at, size, angle)
    _soft_shadow(frame, sheet, z)
    lay(frame, sheet, covers=True)


def _soft_shadow(frame: Frame, sheet: Sheet, z: float) -> None:
    """The shadow of something held or standing z above the table."""
    fine = max(1, int(sheet.px // 10))
    alpha = np.ascontiguousarray(sheet.art[..., 3])
    rows, cols = alpha.shape[0] // fine, alpha.shape[1] // fine
    small = cv2.resize(alpha[: rows * fine, : cols * fine], (cols, rows), interpolation=cv2.INTER_AREA)
    step = fine / sheet.px
    small = cv2.GaussianBlur(small, (0, 0), max(0.8, 0.5 * z * (0.3 + frame.light.softness) / step))
    dx, dy = (s * z for s in frame.light.slope)
    placed = np.array(
        [[step, 0, sheet.origin[0] + dx + step / 2], [0, step, sheet.origin[1] + dy + step / 2], [0, 0, 1]]
    )
    matrix = frame.camera.plane() @ placed
    height, width = frame.shade.shape
    fallen = cv2.warpPerspective(small, matrix, (width, height))
    kept = cv2.LUT(fallen, np.clip(255 - 0.85 * np.arange(256), 0, 255).astype(np.uint8))
    cv2.multiply(frame.shade, kept, dst=frame.shade, scale=1 / 255)


def _circle(at: tuple[float, float], radius: float, z: float, n: int = 40) -> NDArray[np.float64]:
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return np.column_stack([at[0] + radius * np.cos(a), at[1] + radius * np.sin(a), np.full(n, z)])


def _mug(rng: Rng, frame: Frame, spot: Spot) -> None:
    radius, height = spot.unit * rng.uniform(1.4, 1.8), spot.unit * rng.uniform(2.5, 3.8)
    if height > 0.5 * frame.camera.position[2]:
        height = 0.5 * frame.camera.position[2]
    colour = _vivid(rng) if rng.random() < 0.6 else _paper(rng)
    slope = np.array(frame.light.slope)
    for k in range(4):
        base = _circle(spot.at, radius, 0)[:, :2] + slope * height * k / 3
        cast_outline(frame, base, 0.1 + 0.3 * frame.light.softness * (1 + k), 0.4)
    handle = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(handle), np.sin(handle)])
    arc = np.linspace(-np.pi / 2, np.pi / 2, 14)
    curve = [
        np.append(
            np.array(spot.at) + along * (radius + 0.55 * spot.unit * np.cos(t) * 1.3),
            height * (0.5 + 0.32 * np.sin(t)),
        )
        for t in arc
    ]
    behind = along @ (frame.camera.position[:2] - np.array(spot.at)) < 0

    def draw_handle() -> None:
        pixels = frame.camera.project(curve)
        width = 0.4 * spot.unit * frame.camera.pixels_per_square(*spot.at)
        box = draw.window(pixels, *frame.camera.size, margin=int(width) + 2)
        if box is None:
            return
        left, top, right, bottom = box
        layer = draw.blank(bottom - top, right - left)
        draw.stroke(layer, pixels - [left, top], colour * 0.7, width)
        draw.stroke(layer, pixels - [left, top], colour * 0.95, width * 0.5)
        put_layer(frame, layer, (left, top), lit=0.9)

    if behind:
        draw_handle()
    side = np.arctan2(frame.light.slope[1], frame.light.slope[0]) + np.pi
    n = 28
    view = np.arctan2(*(frame.camera.position[:2] - np.array(spot.at))[::-1])
    for t0 in view - np.pi * 0.56 + np.arange(n) * (1.12 * np.pi / n):
        t1 = t0 + 1.16 * np.pi / n
        lit = 0.55 + 0.45 * max(0.0, np.cos((t0 + t1) / 2 - side))
        ring = np.array([[np.cos(t), np.sin(t)] for t in (t0, t1, t1, t0)]) * radius + np.array(spot.at)
        shape(frame, np.column_stack([ring, [0, 0, height, height]]), np.clip(colour * lit, 0, 255), lit=0.9)
    shape(frame, _circle(spot.at, radius, height), np.clip(colour * 1.1, 0, 255))
    drink = np.array(
        [[25, 45, 80], [20, 25, 35], [60, 110, 170], [200, 205, 210]][int(rng.integers(4))]
    ) * rng.uniform(0.7, 1.1)
    shape(frame, _circle(spot.at, radius * 0.9, height), np.clip(colour * 0.55, 0, 255), lit=0.6)
    shape(frame, _circle(spot.at, radius * 0.86, height * 0.85), drink, lit=0.7)
    if not behind:
        draw_handle()


def _cuboid(
    frame: Frame,
    spot: Spot,
    size: tuple[float, float, float],
    angle: float,
    faces: Callable[[int, tuple[int, int]], NDArray[np.uint8]],
) -> None:
    """A box standing on the table; `faces(k, (width, height))` draws side k, 4 being the top."""
    w, d, h = size
    base = draw.turn(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [w / 2, d / 2], angle) + np.array(
        spot.at
    )
    slope = np.array(frame.light.slope)
    far = base + slope * h
    hull = cv2.convexHull(np.vstack([base, far]).astype(np.float32))[:, 0]
    cast_outline(frame, hull, 0.08 + h * frame.light.softness * 0.5, 0.75)
    cast_outline(frame, base, 0.2, 0.5)
    eye = frame.camera.position[:2]
    light_from = -slope / (np.linalg.norm(slope) + 1e-6)
    for k in range(4):
        a, b = base[k], base[(k + 1) % 4]
        normal = np.array([(b - a)[1], -(b - a)[0]])
        if normal @ (eye - a) <= 0:
            continue
        n = normal / np.linalg.norm(normal)
        lit = 0.5 + 0.45 * max(0.0, float(n @ light_from))
        length = float(np.linalg.norm(b - a))
        texture = faces(k, (max(4, int(length * spot.px)), max(4, int(h * spot.px))))
        dark = np.clip(np.arange(256) * (0.55 + 0.45 * lit), 0, 255).astype(np.uint8)
        texture = texture.copy()
        texture[..., :3] = cv2.LUT(texture[..., :3], dark)
        quad(frame, texture, [[*b, h], [*a, h], [*a, 0], [*b, 0]], lit=lit)
    top = faces(4, (max(4, int(w * spot.px)), max(4, int(d * spot.px))))
    quad(frame, top, np.column_stack([base, np.full(4, h)]))


_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}


def _dice(rng: Rng, frame: Frame, spot: Spot) -> None:
    colour = _paper(rng) if rng.random() < 0.6 else _vivid(rng)
    pip = np.full(3, 25.0) if colour.mean() > 110 else _paper(rng)
    side = spot.unit * rng.uniform(0.55, 0.9)
    for _ in range(int(rng.integers(1, 4))):
        values = rng.permutation(6) + 1

        def face(k: int, size: tuple[int, int], values: NDArray = values) -> NDArray[np.uint8]:
            n = max(12, size[0]) * 2
            image = draw.blank(n, n, colour)
            for x, y in _PIPS[int(values[k])]:
                draw.disc(image, (n / 2 + x * n * 0.27, n / 2 + y * n * 0.27), n * 0.1, pip)
            return draw.shrink(image, 2)

        at = tuple(np.array(spot.at) + rng.normal(0, 1.2 * spot.unit, 2))
        _cuboid(frame, Spot(at, 0, spot.unit, spot.px, (), ()), (side, side, side), rng.uniform(0, 90), face)


def _box(rng: Rng, frame: Frame, spot: Spot) -> None:
    colour = _vivid(rng) * 0.8
    line = _paper(rng)
    words = "".join(rng.choice(list("AEFGIKLMNORSTU"), 6))
    font = str(rng.choice(draw.FONTS))

    def face(k: int, size: tuple[int, int]) -> NDArray[np.uint8]:
        width, height = (min(600, n) for n in size)
        image = draw.blank(height, width, colour)
        inset = 0.08 * min(width, height)
        draw.stroke(
            image,
            draw.rounded(width - 2 * inset, height - 2 * inset, 0) + [width / 2, height / 2],
            line,
            0.25 * inset,
            closed=True,
        )
        if k == 4:
            draw.text(image, words, (width / 2, height / 2), min(height * 0.15, width * 0.1), line, font)
        return image

    size = (spot.unit * rng.uniform(4, 9), spot.unit * rng.uniform(4, 9), spot.unit * rng.uniform(0.8, 2.4))
    size = (size[0], size[1], min(size[2], 0.4 * frame.camera.position[2]))
    _cuboid(frame, spot, size, rng.uniform(0, 360), face)


def _cable(rng: Rng, frame: Frame, spot: Spot) -> None:
    t = np.linspace(0, 1, 40)
    a = rng.uniform(0, 2 * np.pi)
    along, across = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    bend = np.sin(t * rng.uniform(3, 8) + rng.uniform(0, 6)) * spot.unit * rng.uniform(0.5, 1.5)
    curve = np.array(spot.at) + along * ((t - 0.5) * 10 * spot.unit)[:, None] + across * bend[:, None]
    outline = np.vstack([curve + across * 0.07 * spot.unit, (curve - across * 0.07 * spot.unit)[::-1]])
    cast_outline(frame, outline, 0.1, 0.6)
    shape(
        frame,
        np.column_stack([outline, np.full(len(outline), 0.1 * spot.unit)]),
        rng.choice([25.0, 235.0]) * np.ones(3),
    )


FLAT: dict[str, Callable[[Rng, Frame, Spot], None]] = {
    "cards": _cards,
    "tokens": _tokens,
    "coins": _coins,
    "rulebook": _rulebook,
    "phone": _phone,
}
TALL: dict[str, Callable[[Rng, Frame, Spot], None]] = {
    "pen": _pen,
    "hand": _hand,
    "mug": _mug,
    "dice": _dice,
    "box": _box,
    "cable": _cable,
}
REACH = {
    "cards": 1.9,
    "tokens": 1.7,
    "coins": 1.3,
    "rulebook": 4.5,
    "phone": 3.0,
    "pen": 2.6,
    "hand": 0.2,
    "mug": 2.2,
    "dice": 1.8,
    "box": 5.0,
    "cable": 3.0,
}
"""How far an item spreads around its spot, in units of 25 mm."""
