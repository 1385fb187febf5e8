"""Made-up tile games with printed textures, photographed with made-up phones: the yardstick of appearance models.

A game has a few terrains, each drawn by a painter of its own with many different faces (as printed tiles have), small
printed pictures that say nothing of the terrain, and is photographed board by board: one light and one phone a photo.
Painters come in three families that share no way of drawing: `TRAIN` for learning, `CHECK` for choosing between
variants while developing, `TEST` for the figures that are reported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Rng = np.random.Generator
Painter = Callable[[Rng], Array]  # draws one face: SIDE x SIDE x 3 float32 BGR, 0..1
Family = Callable[[Rng, "Palette"], Painter]

SIDE = 96  # pixels of a printed face
OTHER_PHONE = (
    1.6  # how far another phone and room are from true colours: plain nearest neighbour then falls to half
)


@dataclass(frozen=True)
class Setting:
    """How much the tiles of a made-up game differ, and the photos of one room."""

    terrains: tuple[int, int] = (5, 9)
    """Fewest and most."""
    alike: float = 0.35
    """Share of terrains whose ground takes after another's."""
    apart: float = 0.0
    """How far, in Lab, other grounds keep from one another where there is room."""
    faces: tuple[int, int] = (6, 26)
    """Fewest and most drawings of a terrain."""
    stray: float = 1.0
    """How far the colours of drawings of one terrain stray, times what is usual."""
    light: float = 0.4
    """How far the light differs from photo to photo, times what differs from room to room."""


HARD = Setting()
EVENING = Setting(terrains=(7, 7), alike=0.0, apart=30.0, faces=(2, 3), stray=1.7, light=0.2)
"""One evening with one game: calibrated so that a plain nearest neighbour does as it does on real photos of seven printed
terrains."""


# ---------------------------------------------------------------- colours


@dataclass(frozen=True)
class Palette:
    """The inks of one terrain: a base, what is drawn on it, and how far a face may stray."""

    inks: Array  # (5, 3) BGR 0..1; the first is the ground
    stray: float

    def pick(self, rng: Rng) -> Array:
        """One of the inks that are not the ground."""
        return self.inks[rng.integers(1, len(self.inks))]

    def face(self, rng: Rng) -> Palette:
        """The inks of one face: all shifted a little together, and each a little by itself."""
        shift = rng.normal(0, self.stray, 3) + rng.normal(0, self.stray)
        return Palette(
            np.clip(self.inks + shift + rng.normal(0, self.stray / 2, self.inks.shape), 0, 1), self.stray
        )


def _lab(colours: Array) -> Array:
    lab = np.asarray(colours, np.float32).reshape(1, -1, 3)
    return np.clip(cv2.cvtColor(lab, cv2.COLOR_Lab2BGR)[0], 0.02, 0.98)


def _palette(rng: Rng, base: Array, stray: float = 1.0) -> Palette:
    spread = rng.choice([6.0, 14.0, 25.0])
    inks = base + rng.normal(0, 1, (5, 3)) * np.array([spread, spread * 0.7, spread * 0.7])
    inks[0] = base
    if rng.random() < 0.3:  # a lively ink: gold in the rock, flowers in the meadow
        inks[4] = [rng.uniform(30, 95), rng.uniform(-60, 70), rng.uniform(-60, 80)]
    return Palette(_lab(np.clip(inks, [4, -75, -75], [97, 75, 85])), stray * float(rng.uniform(0.01, 0.05)))


def _bases(rng: Rng, count: int, setting: Setting = HARD) -> Array:
    """Ground colours of the terrains: mostly apart from one another, some pairs close."""
    bases: list[Array] = []
    apart = setting.apart
    while len(bases) < count:
        if bases and rng.random() < setting.alike:
            bases.append(bases[rng.integers(len(bases))] + rng.normal(0, [7, 6, 6]))
            continue
        hue, chroma = rng.uniform(0, 2 * np.pi), rng.uniform(5, 60)
        base = np.array([rng.uniform(18, 88), chroma * np.cos(hue), chroma * np.sin(hue)])
        if all(np.linalg.norm(base - other) >= apart for other in bases):
            bases.append(base)
        apart *= 0.97  # as many as asked for must fit
    return np.stack(bases)


# ---------------------------------------------------------------- tools of the painters


def _noise(rng: Rng, cells: float, octaves: int = 4, fall: float = 0.5, stretch: float = 1.0) -> Array:
    """Smooth noise, mean 0, spread about 1; `cells` is how many bumps fit along a side."""
    total = np.zeros((SIDE, SIDE), np.float32)
    weight = 1.0
    for _ in range(octaves):
        rows, cols = max(2, int(cells / stretch)), max(2, int(cells * stretch))
        grid = rng.normal(0, 1, (min(rows, SIDE) + 2, min(cols, SIDE) + 2)).astype(np.float32)
        total += (
            weight * cv2.resize(grid, (SIDE + 20, SIDE + 20), interpolation=cv2.INTER_CUBIC)[10:-10, 10:-10]
        )
        weight *= fall
        cells *= 2
        if cells > SIDE:
            break
    return total / (total.std() + 1e-6)


def _blend(mask: Array, under: Array, over: Array) -> Array:
    return under * (1 - mask[..., None]) + over * mask[..., None]


def _ramp(value: Array, inks: Array) -> Array:
    """Colours along the inks for values 0..1."""
    place = np.clip(value, 0, 1) * (len(inks) - 1.001)
    low = place.astype(int)
    part = (place - low)[..., None]
    return (inks[low] * (1 - part) + inks[low + 1] * part).astype(np.float32)


def _ground(rng: Rng, inks: Array, amount: float) -> Array:
    flat = np.broadcast_to(inks[0].astype(np.float32), (SIDE, SIDE, 3))
    return flat + (amount * _noise(rng, rng.uniform(2, 6), 5, 0.6))[..., None].astype(np.float32)


def _axes(angle: float) -> tuple[Array, Array]:
    """Coordinates 0..1 along and across a direction."""
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / SIDE
    return x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)


def _tuple(colour: Array) -> tuple[float, float, float]:
    return (float(colour[0]), float(colour[1]), float(colour[2]))


def _polygon(image: Array, points: Array, colour: Array) -> None:
    cv2.fillPoly(image, [np.round(points * 8).astype(np.int32)], _tuple(colour), cv2.LINE_AA, 3)


def _line(image: Array, points: Array, colour: Array, width: float, closed: bool = False) -> None:
    points = np.round(points * 8).astype(np.int32)
    cv2.polylines(image, [points], closed, _tuple(colour), max(1, round(width)), cv2.LINE_AA, 3)


def _disc(image: Array, x: float, y: float, radius: float, colour: Array) -> None:
    cv2.circle(image, (round(x * 8), round(y * 8)), round(radius * 8), _tuple(colour), -1, cv2.LINE_AA, 3)


def _spread(rng: Rng, count: int, low_first: bool = True) -> Array:
    """Points over the face and a little beyond, from back to front."""
    points = rng.uniform(-4, SIDE + 4, (count, 2))
    return points[np.argsort(points[:, 1])] if low_first else points


# ---------------------------------------------------------------- families to learn from


def _clouds(rng: Rng, palette: Palette) -> Painter:
    cells, fall, stretch = rng.uniform(2, 12), rng.uniform(0.35, 0.85), rng.choice([1, 1, 2, 4])
    gain = rng.uniform(0.15, 0.4)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        return _ramp(0.4 + gain * _noise(rng, cells, 5, fall, stretch), inks)

    return paint


def _marble(rng: Rng, palette: Palette) -> Painter:
    waves, warp, cells = rng.uniform(2, 8), rng.uniform(0.05, 0.25), rng.uniform(2, 5)

    def paint(rng: Rng) -> Array:
        along, _ = _axes(rng.uniform(0, np.pi))
        value = np.abs(np.sin(2 * np.pi * waves * (along + warp * _noise(rng, cells, 4))))
        return _ramp(value, palette.face(rng).inks)

    return paint


def _cells(rng: Rng, palette: Palette) -> Painter:
    count, line, shade = int(rng.integers(8, 90)), rng.uniform(0, 2.5), rng.uniform(0, 0.3)
    ink = palette.pick(rng)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        seeds = rng.uniform(-8, SIDE + 8, (count, 2)).astype(np.float32)
        y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
        distance = np.hypot(x[..., None] - seeds[:, 0], y[..., None] - seeds[:, 1])
        two = np.partition(distance, 1, axis=-1)[..., :2]
        nearest = distance.argmin(-1)
        tone = inks[rng.choice([0, 0, 1, 2, 3], count)][nearest]
        tone = tone * (1 - shade * np.clip(two[..., :1] / 14, 0, 1))
        edge = np.clip(line - (two[..., 1] - two[..., 0]), 0, 1) if line > 0.3 else np.zeros((SIDE, SIDE))
        return _blend(edge, tone, ink)

    return paint


def _furrows(rng: Rng, palette: Palette) -> Painter:
    count, wobble, sharp = rng.uniform(4, 22), rng.uniform(0, 0.04), rng.uniform(0.5, 4)
    turned, grain = rng.random() < 0.6, rng.uniform(0.0, 0.08)
    angle = rng.uniform(0, np.pi)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        _, across = _axes(rng.uniform(0, np.pi) if turned else angle + rng.normal(0, 0.1))
        wave = np.sin(2 * np.pi * count * (across + wobble * _noise(rng, 3, 2)))
        value = 0.5 + 0.5 * np.tanh(sharp * wave) / np.tanh(sharp)
        image = _blend(value, np.broadcast_to(inks[0], (SIDE, SIDE, 3)), inks[1])
        return image + grain * _noise(rng, 40, 1)[..., None]

    return paint


def _stamps(rng: Rng, palette: Palette) -> Painter:
    """Blobs with a lit and a dark side, as bushes, trees and rocks are drawn."""
    sides, size, count = int(rng.choice([3, 4, 5, 9, 14])), rng.uniform(3, 14), int(rng.uniform(6, 80))
    count = int(min(count, 5000 / size**1.6))
    tall, ragged = rng.uniform(0.7, 1.8), rng.uniform(0, 0.35)
    outline, ground = rng.random() < 0.4, rng.uniform(0, 0.08)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(_ground(rng, inks, ground), dtype=np.float32)
        for x, y in _spread(rng, int(count * rng.uniform(0.5, 1.2)) + 1):
            radius = size * rng.uniform(0.7, 1.3)
            angles = np.linspace(0, 2 * np.pi, sides, endpoint=False) + rng.normal(0, 0.15) - np.pi / 2
            reach = radius * (1 + ragged * rng.normal(0, 1, sides))
            ring = np.stack([x + reach * np.cos(angles), y + tall * reach * np.sin(angles)], 1)
            colour = inks[rng.integers(1, 4)] * rng.uniform(0.85, 1.1)
            _polygon(image, ring + [radius * 0.15, radius * 0.25], colour * 0.55)
            _polygon(image, ring, colour)
            _polygon(image, ring * 0.5 + np.array([x - radius * 0.2, y - radius * 0.3]) * 0.5, colour * 1.2)
            if outline:
                _line(image, ring, inks[4] * 0.5, 1, True)
        return image

    return paint


def _strokes(rng: Rng, palette: Palette) -> Painter:
    count, length, width = int(rng.integers(60, 320)), rng.uniform(4, 18), int(rng.integers(1, 3))
    angle, fan, bend = rng.uniform(0, np.pi), rng.choice([0.1, 0.4, 3.0]), rng.uniform(0, 0.5)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(_ground(rng, inks, 0.04), dtype=np.float32)
        for x, y in _spread(rng, int(count * rng.uniform(0.7, 1.2))):
            way = angle + rng.normal(0, fan)
            step = length * rng.uniform(0.5, 1.2) / 2
            middle = [x + step * np.cos(way), y + step * np.sin(way)]
            way += bend
            end = [middle[0] + step * np.cos(way), middle[1] + step * np.sin(way)]
            _line(
                image,
                np.array([[x, y], middle, end]),
                inks[rng.integers(0, 4)] * rng.uniform(0.85, 1.15),
                width,
            )
        return image

    return paint


def _waves(rng: Rng, palette: Palette) -> Painter:
    rows, bumps, height = int(rng.integers(4, 14)), rng.uniform(1, 8), rng.uniform(0.5, 3.5)
    broken, width = rng.uniform(0.2, 1), rng.uniform(1, 2.6)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(_ground(rng, inks, rng.uniform(0.01, 0.05)), dtype=np.float32)
        xs = np.linspace(-4, SIDE + 4, 50)
        for row in range(rows + 1):
            ys = (row + rng.uniform(0, 1)) * SIDE / rows + height * np.sin(
                bumps * xs * 2 * np.pi / SIDE + rng.uniform(0, 7)
            )
            start, stop = sorted(rng.uniform(0, 50, 2)) if rng.random() < broken else (0, 50)
            piece = np.stack([xs, ys], 1)[int(start) : int(stop) + 1]
            if len(piece) > 1:
                _line(image, piece, inks[rng.integers(1, 4)], width)
        return image

    return paint


def _patches(rng: Rng, palette: Palette) -> Painter:
    """A patchwork of plots, each with lines of its own."""
    plots, lines = int(rng.integers(2, 6)), rng.uniform(5, 16)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.zeros((SIDE, SIDE, 3), np.float32)
        tilt, _ = _axes(rng.uniform(-0.4, 0.4))
        _, other = _axes(rng.uniform(-0.4, 0.4))
        key = np.floor((tilt + 1) * plots + 0.4 * _noise(rng, 2, 1)) * 31 + np.floor((other + 1) * plots)
        for value in np.unique(key):
            plot = key == value
            _, across = _axes(rng.uniform(0, np.pi))
            stripe = (np.sin(2 * np.pi * lines * across) > rng.uniform(-0.5, 0.8))[..., None]
            image = np.where(
                plot[..., None], np.where(stripe, inks[rng.integers(0, 3)], inks[rng.integers(0, 4)]), image
            )
        return image

    return paint


def _hills(rng: Rng, palette: Palette) -> Painter:
    layers, rough = int(rng.integers(2, 6)), rng.uniform(0.02, 0.1)
    sky = _lab(np.array([[rng.uniform(60, 95), rng.normal(0, 12), rng.normal(-10, 18)]]))[0]
    level = rng.uniform(0.0, 0.4)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        y = np.mgrid[0:SIDE, 0:SIDE][0] / SIDE
        image = np.broadcast_to(sky, (SIDE, SIDE, 3)) * (1 - 0.2 * y[..., None])
        for layer in range(layers):
            line = level + (1 - level) * layer / layers + rough * _noise(rng, rng.uniform(2, 6), 3)[0]
            cover = np.clip((y - line[None, :]) * SIDE, 0, 1)
            tone = inks[layer % 4] * (1 - 0.35 * np.clip(y - line[None, :], 0, 1))[..., None]
            image = _blend(cover, image, tone)
        return image

    return paint


def _leaves(rng: Rng, palette: Palette) -> Painter:
    count, low, high = int(rng.integers(80, 260)), rng.uniform(1.5, 4), rng.uniform(5, 14)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(np.broadcast_to(inks[0], (SIDE, SIDE, 3)), dtype=np.float32)
        for x, y in _spread(rng, count, False):
            _disc(
                image,
                x,
                y,
                low + (high - low) * rng.random() ** 2,
                inks[rng.integers(0, 4)] * rng.uniform(0.8, 1.15),
            )
        return image

    return paint


def _pools(rng: Rng, palette: Palette) -> Painter:
    """Two grounds in patches with a bank between them, as a marsh is drawn."""
    cells, share, bank = rng.uniform(2, 6), rng.uniform(-0.6, 0.6), rng.uniform(0.1, 0.5)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        field = _noise(rng, cells, 3, 0.4) + share + rng.normal(0, 0.3)
        image = _blend((field > 0).astype(np.float32), _ground(rng, inks, 0.03), _ground(rng, inks[1:], 0.04))
        return _blend(np.clip(1 - np.abs(field) / bank, 0, 1) * 0.8, image, inks[3])

    return paint


def _shards(rng: Rng, palette: Palette) -> Painter:
    count, size = int(rng.integers(10, 60)), rng.uniform(6, 24)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(_ground(rng, inks, 0.05), dtype=np.float32)
        for x, y in _spread(rng, count):
            tip = np.array([x + rng.normal(0, size / 4), y - size * rng.uniform(0.5, 1.2)])
            left, right = np.array([x - size / 2, y]), np.array([x + size * rng.uniform(0.3, 0.6), y])
            foot = np.array([x + rng.normal(0, 2), y + size * 0.15])
            colour = inks[rng.integers(0, 4)]
            _polygon(image, np.stack([left, tip, foot]), colour * 1.15)
            _polygon(image, np.stack([tip, right, foot]), colour * 0.6)
        return image

    return paint


def _speckle(rng: Rng, palette: Palette) -> Painter:
    pitch, radius, loose = rng.uniform(6, 18), rng.uniform(0.12, 0.42), rng.uniform(0, 0.4)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(_ground(rng, inks, 0.03), dtype=np.float32)
        turn = rng.uniform(0, np.pi / 2)
        steps = np.arange(-10, 11) * pitch
        for u in steps:
            for v in steps:
                x = SIDE / 2 + u * np.cos(turn) - v * np.sin(turn) + rng.normal(0, loose * pitch)
                y = SIDE / 2 + u * np.sin(turn) + v * np.cos(turn) + rng.normal(0, loose * pitch)
                if -5 < x < SIDE + 5 and -5 < y < SIDE + 5:
                    _disc(image, x, y, radius * pitch, inks[rng.integers(1, 3)])
        return image

    return paint


def _emblem(rng: Rng, palette: Palette) -> Painter:
    """A large picture in the middle of any ground, which differs from face to face: a castle, a house, a ship."""
    walls, roofs, towers = palette.inks[0], palette.pick(rng), int(rng.integers(1, 5))
    height, roof = rng.uniform(0.3, 0.6), rng.uniform(0.1, 0.35)

    def paint(rng: Rng) -> Array:
        ground = _palette(rng, np.array([rng.uniform(25, 85), rng.normal(0, 25), rng.normal(0, 30)]))
        image = np.ascontiguousarray(_clouds(rng, ground)(rng), dtype=np.float32)
        wide = SIDE * rng.uniform(0.45, 0.7)
        left, foot = SIDE / 2 - wide / 2 + rng.normal(0, 4), SIDE * rng.uniform(0.7, 0.88)
        for tower in range(towers):
            x0, x1 = left + wide * tower / towers, left + wide * (tower + 0.9) / towers
            top = foot - SIDE * height * (1 if tower % 2 else 0.75)
            colour = walls * (0.9 + 0.2 * (tower % 2))
            _polygon(image, np.array([[x0, foot], [x0, top], [x1, top], [x1, foot]]), colour)
            _polygon(
                image, np.array([[x0 - 2, top], [(x0 + x1) / 2, top - SIDE * roof], [x1 + 2, top]]), roofs
            )
            _polygon(
                image,
                np.array([[x0 + 3, foot - 4], [x0 + 3, foot - 12], [x0 + 8, foot - 12], [x0 + 8, foot - 4]]),
                colour * 0.3,
            )
        return image

    return paint


def _rays(rng: Rng, palette: Palette) -> Painter:
    """Tufts: fans of blades from a point."""
    count, blades, length = int(rng.integers(8, 40)), int(rng.integers(4, 10)), rng.uniform(6, 18)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(_ground(rng, inks, 0.06), dtype=np.float32)
        for x, y in _spread(rng, count):
            for way in rng.uniform(-2.6, -0.5, blades):
                tip = np.array([x + length * np.cos(way), y + length * np.sin(way) * rng.uniform(0.6, 1)])
                _line(image, np.array([[x, y], tip]), inks[rng.integers(1, 4)], 1.4)
        return image

    return paint


# ---------------------------------------------------------------- families to check with while developing


def _bricks(rng: Rng, palette: Palette) -> Painter:
    rows, ratio, joint = int(rng.integers(4, 11)), rng.uniform(1.2, 3), rng.uniform(0.08, 0.2)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        x, y = _axes(rng.normal(0, 0.08))
        row = np.floor((y + 1) * rows)
        column = (x + 1) * rows / ratio + 0.5 * (row % 2)
        inside = ((y + 1) * rows % 1 > joint) & (column % 1 > joint / ratio)
        tone = inks[np.array([0, 0, 1, 2])[((row * 37 + np.floor(column) * 91) % 4).astype(int)]]
        return _blend(
            inside.astype(np.float32),
            np.broadcast_to(inks[3], (SIDE, SIDE, 3)),
            tone + 0.03 * _noise(rng, 9)[..., None],
        )

    return paint


def _flow(rng: Rng, palette: Palette) -> Painter:
    count, steps, turn = int(rng.integers(30, 110)), int(rng.integers(5, 16)), rng.uniform(0.5, 2.5)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(_ground(rng, inks, 0.02), dtype=np.float32)
        field = turn * _noise(rng, 2, 2) + rng.uniform(0, 7)
        for point in _spread(rng, count, False):
            path = [point]
            for _ in range(steps):
                x, y = np.clip(path[-1], 0, SIDE - 1).astype(int)
                path.append(path[-1] + 3 * np.array([np.cos(field[y, x]), np.sin(field[y, x])]))
            _line(image, np.stack(path), inks[rng.integers(1, 4)], rng.uniform(1, 2.5))
        return image

    return paint


def _blossoms(rng: Rng, palette: Palette) -> Painter:
    petals, size, count = int(rng.integers(4, 8)), rng.uniform(4, 9), int(rng.integers(6, 26))

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(_ground(rng, inks, 0.07), dtype=np.float32)
        for x, y in _spread(rng, int(count * rng.uniform(0.5, 1.3)) + 1):
            turn, colour = rng.uniform(0, 7), inks[rng.integers(1, 4)]
            for petal in range(petals):
                way = turn + petal * 2 * np.pi / petals
                _disc(image, x + size * 0.6 * np.cos(way), y + size * 0.6 * np.sin(way), size * 0.42, colour)
            _disc(image, x, y, size * 0.35, inks[4])
        return image

    return paint


def _maze(rng: Rng, palette: Palette) -> Painter:
    pitch, width = rng.uniform(6, 16), rng.uniform(1.2, 4)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(_ground(rng, inks, 0.03), dtype=np.float32)
        for u in np.arange(-1, SIDE / pitch + 1):
            for v in np.arange(-1, SIDE / pitch + 1):
                ends = [[0, 0], [1, 1]] if rng.random() < 0.5 else [[1, 0], [0, 1]]
                _line(image, (np.array(ends) + [u, v]) * pitch, inks[1], width)
        return image

    return paint


# ---------------------------------------------------------------- families to report on


def _scales(rng: Rng, palette: Palette) -> Painter:
    radius, squash = rng.uniform(6, 15), rng.uniform(0.5, 1)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(np.broadcast_to(inks[0], (SIDE, SIDE, 3)), dtype=np.float32)
        offset = rng.uniform(0, radius)
        for row, y in enumerate(np.arange(SIDE + radius, -radius, -radius * squash)):
            for x in np.arange(-radius, SIDE + 2 * radius, 2 * radius) + radius * (row % 2) + offset - radius:
                colour = inks[rng.integers(0, 3)]
                _disc(image, x, y, radius, inks[3])
                _disc(image, x, y - 1.2, radius - 1, colour)
        return image

    return paint


def _conifers(rng: Rng, palette: Palette) -> Painter:
    tiers, size, count = int(rng.integers(2, 5)), rng.uniform(10, 26), int(rng.integers(8, 30))

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(_ground(rng, inks, 0.05), dtype=np.float32)
        for x, y in _spread(rng, int(count * rng.uniform(0.5, 1.2)) + 1):
            colour = inks[rng.integers(1, 3)] * rng.uniform(0.8, 1.1)
            _line(image, np.array([[x, y], [x, y + size * 0.25]]), inks[3] * 0.6, size / 8)
            for tier in range(tiers):
                wide, base = size * 0.42 * (1 - tier / (tiers + 1)), y - size * 0.75 * tier / tiers
                _polygon(
                    image,
                    np.array([[x - wide, base], [x + wide, base], [x, base - size * 0.45]]),
                    colour * (1 + 0.12 * tier),
                )
                _polygon(
                    image, np.array([[x, base], [x + wide, base], [x, base - size * 0.45]]), colour * 0.7
                )
        return image

    return paint


def _contours(rng: Rng, palette: Palette) -> Painter:
    cells, lines, width = rng.uniform(1.5, 4), rng.uniform(2, 6), rng.uniform(0.1, 0.35)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        height = lines * _noise(rng, cells, 2, 0.3)
        tone = _ramp((np.floor(height) % 4) / 3, inks[:3])
        edge = np.clip((width - np.abs(height % 1 - 0.5)) * 8, 0, 1)
        return _blend(edge, tone, inks[3])

    return paint


def _weave(rng: Rng, palette: Palette) -> Painter:
    threads, gap = rng.uniform(5, 14), rng.uniform(0.1, 0.35)
    turn = rng.uniform(0, np.pi / 2)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        along, across = _axes(turn + rng.normal(0, 0.06))
        u, v = (along + 2) * threads, (across + 2) * threads
        over = (np.floor(u) + np.floor(v)) % 2
        shade = np.where(over == 1, np.sin(np.pi * (u % 1)), np.sin(np.pi * (v % 1)))[..., None]
        tone = np.where((over == 1)[..., None], inks[0], inks[1]) * (0.65 + 0.4 * shade)
        hole = ((u % 1 < gap) & (v % 1 < gap)).astype(np.float32)
        return _blend(hole, tone, inks[3])

    return paint


def _dabs(rng: Rng, palette: Palette) -> Painter:
    """Thick short brush marks that follow a slow field, as in oils."""
    size, count, mix = rng.uniform(4, 9), int(rng.integers(150, 350)), rng.uniform(0.3, 1)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(np.broadcast_to(inks[0], (SIDE, SIDE, 3)), dtype=np.float32)
        field, tone = 2 * _noise(rng, 2, 1), 0.5 + 0.3 * _noise(rng, 3, 2)
        for x, y in _spread(rng, count, False):
            column, row = int(np.clip(x, 0, SIDE - 1)), int(np.clip(y, 0, SIDE - 1))
            colour = _ramp(np.array([tone[row, column] + rng.normal(0, 0.2 * mix)]), inks)[0]
            axes = (round(size * 8), round(size * 3))
            angle = np.degrees(field[row, column])
            cv2.ellipse(
                image, (round(x * 8), round(y * 8)), axes, angle, 0, 360, _tuple(colour), -1, cv2.LINE_AA, 3
            )
        return image

    return paint


def _curls(rng: Rng, palette: Palette) -> Painter:
    size, turns, count = rng.uniform(5, 13), rng.uniform(1, 2.2), int(rng.integers(10, 32))
    width = rng.uniform(1, 2.5)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        image = np.ascontiguousarray(_ground(rng, inks, 0.04), dtype=np.float32)
        t = np.linspace(0.1, 1, 26)
        for x, y in _spread(rng, count):
            way = rng.choice([-1, 1]) * t * turns * 2 * np.pi + rng.uniform(0, 7)
            reach = size * t * rng.uniform(0.7, 1.2)
            _line(
                image,
                np.stack([x + reach * np.cos(way), y + reach * np.sin(way)], 1),
                inks[rng.integers(1, 4)],
                width,
            )
        return image

    return paint


def _spots(rng: Rng, palette: Palette) -> Painter:
    """Spots and worms as on a fish: band-passed noise, sharpened."""
    wave, bias = rng.uniform(2, 5), rng.uniform(-0.5, 0.5)

    def paint(rng: Rng) -> Array:
        inks = palette.face(rng).inks
        field = rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32)
        for _ in range(2):
            field = cv2.GaussianBlur(field, (0, 0), wave / 2) - cv2.GaussianBlur(field, (0, 0), wave)
            field = np.tanh(2 * field / field.std() + bias)
        return _ramp(0.5 + 0.5 * field, inks[[0, 1, 2]])

    return paint


def _mills(rng: Rng, palette: Palette) -> Painter:
    """A mill or tent in the middle of a ground that differs from face to face."""
    blades, body = int(rng.integers(3, 7)), rng.uniform(0.12, 0.3)
    inks = palette.inks

    def paint(rng: Rng) -> Array:
        ground = _palette(rng, np.array([rng.uniform(30, 85), rng.normal(0, 25), rng.normal(0, 30)]))
        image = np.ascontiguousarray(_ground(rng, ground.inks, 0.08), dtype=np.float32)
        x, y = SIDE * rng.uniform(0.4, 0.6), SIDE * rng.uniform(0.35, 0.5)
        foot = SIDE * 0.9
        _polygon(
            image,
            np.array([[x - SIDE * body, foot], [x - 5, y], [x + 5, y], [x + SIDE * body, foot]]),
            inks[0],
        )
        turn = rng.uniform(0, 7)
        for blade in range(blades):
            way = turn + blade * 2 * np.pi / blades + np.array([-0.16, 0.16])
            tips = np.stack([x + SIDE * 0.32 * np.cos(way), y + SIDE * 0.32 * np.sin(way)], 1)
            _polygon(image, np.concatenate([[[x, y]], tips]), inks[1])
        _disc(image, x, y, 4, inks[2] * 0.5)
        return image

    return paint


TRAIN: tuple[Family, ...] = (
    *(_clouds, _marble, _cells, _furrows, _stamps, _stamps, _strokes, _waves, _patches),
    *(_hills, _leaves, _pools, _shards, _speckle, _emblem, _rays),
)
CHECK: tuple[Family, ...] = (_bricks, _flow, _blossoms, _maze)
TEST: tuple[Family, ...] = (_scales, _conifers, _contours, _weave, _dabs, _curls, _spots, _mills)


# ---------------------------------------------------------------- a game


def _over(rng: Rng, ground: Painter, families: tuple[Family, ...], palette: Palette) -> Painter:
    """A second way of drawing in a part of the face: a wood on the meadow, rocks at the shore."""
    family = families[rng.integers(len(families))]
    top, cells, share = family(rng, palette), rng.uniform(1.5, 5), rng.uniform(-0.8, 0.6)

    def paint(rng: Rng) -> Array:
        field = _noise(rng, cells, 3, 0.4) + share + rng.normal(0, 0.4)
        return _blend(np.clip(field * 4 + 0.5, 0, 1), ground(rng), top(rng))

    return paint


def _trifles(rng: Rng) -> Callable[[Rng, Array], None]:
    """Small pictures of one game that any terrain may carry: crowns, animals, huts."""
    kinds = []
    for _ in range(rng.integers(2, 7)):
        points = int(rng.integers(3, 9))
        angles = np.sort(rng.uniform(0, 2 * np.pi, points))
        shape = np.stack([np.cos(angles), np.sin(angles)], 1) * rng.uniform(0.4, 1, (points, 1))
        kinds.append(
            (
                shape * rng.uniform(4, 13),
                _lab(np.array([[rng.uniform(10, 95), rng.normal(0, 35), rng.normal(0, 40)]]))[0],
            )
        )
    frequency, plate = rng.uniform(0, 0.6), rng.random() < 0.4

    def draw(rng: Rng, image: Array) -> None:
        while rng.random() < frequency:
            shape, colour = kinds[rng.integers(len(kinds))]
            centre = rng.uniform(10, SIDE - 10, 2)
            if plate:
                _disc(image, centre[0], centre[1], 9, np.array([0.1, 0.1, 0.12]))
            _polygon(image, shape * rng.uniform(0.8, 1.2) + centre, colour)
            _line(image, shape * rng.uniform(0.8, 1.2) + centre, colour * 0.4, 1, True)

    return draw


@dataclass(frozen=True)
class TileGame:
    """One made-up game: its labels and, for each, the printed faces (uint8 BGR, SIDE x SIDE)."""

    labels: tuple[str, ...]
    faces: dict[str, Array]

    @classmethod
    def invent(cls, rng: Rng, families: tuple[Family, ...] = TEST, setting: Setting = HARD) -> TileGame:
        """A random game whose terrains are drawn by the given families only."""
        fewest, most = setting.terrains
        labels = tuple(f"terrain {number}" for number in range(1, int(rng.integers(fewest, most + 1)) + 1))
        trifles, frame = _trifles(rng), rng.random() < 0.3
        faces = {}
        for label, base in zip(labels, _bases(rng, len(labels), setting), strict=True):
            palette = _palette(rng, base, setting.stray)
            painter = families[rng.integers(len(families))](rng, palette)
            if rng.random() < 0.35:
                painter = _over(rng, painter, families, _palette(rng, base + rng.normal(0, 10, 3)))
            drawn = []
            for _ in range(int(rng.integers(setting.faces[0], setting.faces[1] + 1))):
                image = np.ascontiguousarray(painter(rng), dtype=np.float32)
                trifles(rng, image)
                if frame:
                    cv2.rectangle(image, (0, 0), (SIDE - 1, SIDE - 1), (0.15, 0.15, 0.15), 2)
                drawn.append((np.clip(image, 0, 1) * 255).astype(np.uint8))
            faces[label] = np.stack(drawn)
        return cls(labels, faces)


# ---------------------------------------------------------------- phones and lights


@dataclass(frozen=True)
class Phone:
    """How one phone turns light into pixels; the same for all its photos."""

    gains: Array  # what its white balance leaves, BGR
    matrix: Array  # 3x3 colour mixing, saturation included
    gamma: float
    curve: float  # strength of the S-shaped tone curve
    sharpen: float
    blur: float  # in face pixels
    noise: float
    vignette: float
    quality: int

    @classmethod
    def invent(cls, rng: Rng, strength: float = 1.0) -> Phone:
        """A random phone; `strength` scales how far its colours are from true ones."""
        saturation = float(np.exp(rng.normal(0, 0.25 * strength)))
        grey = np.array([0.114, 0.587, 0.299])
        matrix = saturation * np.eye(3) + (1 - saturation) * grey[None, :]
        matrix = matrix + rng.normal(0, 0.025 * strength, (3, 3))
        return cls(
            gains=np.exp(rng.normal(0, 0.13 * strength, 3)),
            matrix=matrix / matrix.sum(1, keepdims=True),
            gamma=float(np.exp(rng.normal(0, 0.16 * strength))),
            curve=float(np.clip(rng.normal(0.25, 0.3), -0.3, 0.9)),
            sharpen=float(rng.uniform(0, 1.2)),
            blur=float(rng.uniform(0, 1.0)),
            noise=float(rng.uniform(0.002, 0.025)),
            vignette=float(rng.uniform(0, 0.35)),
            quality=int(rng.integers(60, 96)),
        )


@dataclass(frozen=True)
class Light:
    """The light of one photo."""

    gains: Array  # colour, BGR
    exposure: float
    slope: Array  # brightness gradient over the board (x, y)
    gloss: float

    @classmethod
    def invent(cls, rng: Rng, strength: float = 1.0) -> Light:
        """A random light; `strength` scales its colour, exposure and unevenness."""
        warm = rng.normal(0, 0.14 * strength)
        tint = rng.normal(0, 0.04 * strength)
        return cls(
            gains=np.exp(np.array([-warm, tint, warm])),
            exposure=float(np.exp(rng.normal(-0.05, 0.22 * strength))),
            slope=rng.normal(0, 0.18 * strength, 2),
            gloss=float(max(0.0, rng.normal(0, 0.12 * strength))),
        )

    def vary(self, rng: Rng, strength: float = HARD.light) -> Light:
        """The light of the next photo in the same room: the table moved a little, another hour."""
        other = Light.invent(rng, strength)
        return Light(
            self.gains * other.gains, self.exposure * other.exposure, self.slope + other.slope, other.gloss
        )


def photograph(rng: Rng, board: Array, phone: Phone, light: Light) -> Array:
    """What the phone makes of a board (H x W x 3 uint8 BGR print) under the light: the same size, uint8 BGR."""
    height, width = board.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / width - 0.5, y / height - 0.5
    linear = (board.astype(np.float32) / 255) ** 2.2
    shade = np.exp(x * light.slope[0] + y * light.slope[1]) * light.exposure
    shade = shade * (1 - phone.vignette * 2 * (x * x + y * y))
    linear = linear * shade[..., None] * light.gains.astype(np.float32)
    if light.gloss > 0.02:
        centre = rng.uniform(-0.5, 0.5, 2)
        spot = np.exp(-((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / (2 * rng.uniform(0.08, 0.3) ** 2))
        linear = linear + (light.gloss * spot)[..., None]
    if phone.blur > 0.3:
        linear = cv2.GaussianBlur(linear, (0, 0), phone.blur)
    linear = linear * phone.gains.astype(np.float32)
    linear = linear @ phone.matrix.T.astype(np.float32)
    tone = np.clip(linear, 0, 1) ** (phone.gamma / 2.2)
    tone = tone + phone.curve * tone * (1 - tone) * (2 * tone - 1)
    tone = tone + phone.sharpen * (tone - cv2.GaussianBlur(tone, (0, 0), 1.2))
    tone = tone + rng.normal(0, phone.noise, tone.shape).astype(np.float32)
    return (np.clip(tone, 0, 1) * 255 + 0.5).astype(np.uint8)


def board_photo(
    rng: Rng,
    game: TileGame,
    phone: Phone,
    light: Light,
    rows: int = 5,
    cols: int = 5,
    pixels: int | None = None,
) -> tuple[list[Array], list[str]]:
    """The tiles of one photographed board, cut out as a grid finder would (a little off), and their labels.

    A game's terrains are not equally frequent, and tiles lie turned any way. `pixels` is a tile's side.
    """
    pixels = pixels or int(np.exp(rng.uniform(np.log(30), np.log(150))))
    share = rng.dirichlet(np.full(len(game.labels), 3.0))
    labels = [game.labels[k] for k in rng.choice(len(game.labels), rows * cols, p=share)]
    board = np.zeros(((rows + 2) * SIDE, (cols + 2) * SIDE, 3), np.uint8)
    board[:] = rng.integers(40, 220, 3)
    gap = int(rng.integers(0, 4))
    for number, label in enumerate(labels):
        row, col = divmod(number, cols)
        faces = game.faces[label]
        face = np.rot90(faces[rng.integers(len(faces))], rng.integers(4))
        inset = face[gap:] if rng.random() < 0.5 else face[:, gap:]
        top, left = (row + 1) * SIDE, (col + 1) * SIDE
        board[top : top + inset.shape[0], left : left + inset.shape[1]] = inset
    size = ((cols + 2) * pixels, (rows + 2) * pixels)
    board = cv2.resize(board, size, interpolation=cv2.INTER_AREA if pixels < SIDE else cv2.INTER_CUBIC)
    photo = photograph(rng, board, phone, light)
    photo = cv2.imdecode(
        cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, phone.quality])[1], cv2.IMREAD_COLOR
    )
    corners = np.array([[1, 1], [1 + cols, 1], [1 + cols, 1 + rows], [1, 1 + rows]], np.float32)
    found = corners + rng.normal(0, 0.05, corners.shape)
    to_photo = cv2.getPerspectiveTransform(
        ((corners - 1) * pixels).astype(np.float32), (found * pixels).astype(np.float32)
    )
    flat = cv2.warpPerspective(photo, np.linalg.inv(to_photo), (cols * pixels, rows * pixels))
    tiles = [
        flat[row * pixels : (row + 1) * pixels, col * pixels : (col + 1) * pixels].copy()
        for row in range(rows)
        for col in range(cols)
    ]
    return tiles, labels


@dataclass(frozen=True)
class Episode:
    """One trial: examples to learn from, then photos (tiles and labels each) to read."""

    images: list[Array]
    labels: list[str]
    photos: list[tuple[list[Array], list[str]]]


def episode(
    rng: Rng,
    shots: int | None = None,
    *,
    boards: int = 32,
    photos: int = 3,
    other_phone: bool = False,
    families: tuple[Family, ...] = TEST,
    setting: Setting = HARD,
    game: TileGame | None = None,
) -> Episode:
    """A game to learn and then read: `shots` examples a label, or (None) all tiles of `boards` photos.

    The photos to read are new ones in other light, from the same phone or from another.
    """
    game = game or TileGame.invent(rng, families, setting)
    phone, room = Phone.invent(rng), Light.invent(rng, 0.8)
    images: list[Array] = []
    labels: list[str] = []
    counts = dict.fromkeys(game.labels, 0)
    taken = 0
    while taken < boards if shots is None else min(counts.values()) < shots:
        tiles, found = board_photo(rng, game, phone, room.vary(rng, setting.light))
        taken += 1
        seen = dict.fromkeys(game.labels, 0)  # a few of a label from one photo: examples come from several
        for number in rng.permutation(len(tiles)):
            label = found[number]
            if shots is None or (counts[label] < shots and seen[label] < max(1, shots // 3)):
                images.append(tiles[number])
                labels.append(label)
                counts[label] += 1
                seen[label] += 1
    if other_phone:
        phone, room = Phone.invent(rng, OTHER_PHONE), Light.invent(rng, OTHER_PHONE)
    read = [board_photo(rng, game, phone, room.vary(rng, setting.light)) for _ in range(photos)]
    return Episode(images, labels, read)
