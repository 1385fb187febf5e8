"""Table tops: seamless textures, made anew from a seed, and how to lay them under the camera."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render import noise

Rng = np.random.Generator
Texture = NDArray[np.float32]


def _mix(a: object, b: object, t: NDArray[np.float32]) -> Texture:
    """Colours a..b (BGR) along a field t in 0..1."""
    low, high = np.asarray(a, np.float32), np.asarray(b, np.float32)
    return low + (high - low) * np.clip(t, 0, 1)[..., None]


def _jitter(rng: Rng, colour: object, amount: float = 12.0) -> NDArray[np.float32]:
    return np.clip(
        np.asarray(colour, np.float32) + rng.normal(0, amount, 3) * 0.5 + rng.normal(0, amount), 0, 255
    )


def _grain_lines(rng: Rng, n: int, stretch: float) -> NDArray[np.float32]:
    """Wood grain along x: rings bent by slow noise, with fine fibres."""
    y = np.arange(n, dtype=np.float32)[:, None] / n
    bend = noise.layered(rng, n, n, (n / 2, n / stretch), 3)
    rings = np.sin(2 * np.pi * (round(rng.uniform(4, 12)) * y + rng.uniform(1.5, 5) * bend)) * 0.5 + 0.5
    fibres = noise.layered(rng, n, n, (n / 5, 2.5), 2)
    return 0.35 * rings**1.5 + 0.35 * bend + 0.45 * fibres - 0.1


def _wood(light: object, dark: object, planks: tuple[int, int]) -> Callable[[Rng, int], Texture]:
    def make(rng: Rng, n: int) -> Texture:
        grain = _grain_lines(rng, n, rng.uniform(6, 14))
        wood = _mix(
            _jitter(rng, dark), _jitter(rng, light), grain * rng.uniform(0.7, 1.2) + rng.uniform(-0.1, 0.2)
        )
        count = int(rng.integers(planks[0], planks[1] + 1))
        if count:
            edges = np.linspace(0, n, count + 1).astype(int)
            for top, bottom in pairwise(edges):
                wood[top:bottom] = np.roll(wood[top:bottom], int(rng.integers(n)), axis=1) * rng.uniform(
                    0.85, 1.1
                )
                gap = max(1, round(n * rng.uniform(0.001, 0.004)))
                wood[top : top + gap] *= rng.uniform(0.3, 0.75)
                if rng.random() < 0.5:
                    at = int(rng.integers(n))
                    wood[top:bottom, at : at + gap] *= rng.uniform(0.35, 0.8)
        return wood

    return make


def _plain(*colours: object) -> Callable[[Rng, int], Texture]:
    def make(rng: Rng, n: int) -> Texture:
        colour = _jitter(rng, colours[int(rng.integers(len(colours)))], 10)
        cloud = noise.layered(rng, n, n, n / rng.uniform(1.5, 4), 3)
        speck = noise.smooth(rng, n, n, 2)
        return colour * (1 + 0.07 * (cloud - 0.5) + rng.uniform(0, 0.1) * (speck - 0.5))[..., None]

    return make


def _weave(rng: Rng, n: int, base: Texture, strength: float) -> Texture:
    threads = int(rng.integers(70, 200))
    x = np.arange(n, dtype=np.float32) * (threads / n)
    cross = np.sin(2 * np.pi * x)[None, :] * np.sin(2 * np.pi * x)[:, None]
    uneven = noise.layered(rng, n, n, (n / 3, 3), 2) + noise.layered(rng, n, n, (3, n / 3), 2) - 1
    return base * (1 + strength * (0.5 * cross + uneven))[..., None]


def _felt(*colours: object) -> Callable[[Rng, int], Texture]:
    def make(rng: Rng, n: int) -> Texture:
        colour = _jitter(rng, colours[int(rng.integers(len(colours)))], 12)
        fuzz = noise.layered(rng, n, n, rng.uniform(4, 14), 3, 0.8)
        slow = noise.layered(rng, n, n, n / 3, 2)
        return colour * (1 + rng.uniform(0.15, 0.6) * (fuzz - 0.5) + 0.12 * (slow - 0.5))[..., None]

    return make


def _carpet(rng: Rng, n: int) -> Texture:
    a, b = (_jitter(rng, c, 25) for c in ([90, 90, 95], [140, 135, 130]))
    if rng.random() < 0.5:
        a, b = rng.uniform(20, 140, 3), rng.uniform(60, 220, 3)
    fuzz = noise.layered(rng, n, n, rng.uniform(4, 9), 2, 0.9)
    blotch = noise.layered(rng, n, n, rng.uniform(12, 60), 3)
    return _mix(a, b, 0.6 * fuzz + 0.6 * blotch - 0.1)


def _pale(rng: Rng) -> NDArray[np.float64]:
    return np.clip(rng.uniform(190, 245) + rng.normal(0, 8, 3), 0, 255)


def _vivid(rng: Rng) -> NDArray[np.float64]:
    hsv = np.array([[[rng.integers(180), rng.integers(70, 230), rng.integers(60, 220)]]], np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float64)


def _gingham(rng: Rng, n: int) -> Texture:
    count = 2 * int(rng.integers(2, 9))
    bands = ((np.arange(n) * count // n) % 2).astype(np.float32)
    t = 0.5 * (bands[None, :] + bands[:, None])
    if rng.random() < 0.3:
        thin = ((np.arange(n) * count * 4 // n) % 8 == 3).astype(np.float32)
        t = np.clip(t + 0.35 * (thin[None, :] + thin[:, None]), 0, 1)
    return _weave(rng, n, _mix(_pale(rng), _vivid(rng), t), rng.uniform(0.03, 0.15))


def _stripes(rng: Rng, n: int) -> Texture:
    count = int(rng.integers(2, 9))
    palette = [_pale(rng), _vivid(rng), _vivid(rng), _pale(rng)]
    cuts = np.sort(rng.random(int(rng.integers(2, 7))))
    phase = (np.arange(n) * count / n) % 1.0
    rows = np.array([palette[i % 4] for i in range(8)], np.float32)[np.searchsorted(cuts, phase)]
    return _weave(rng, n, np.repeat(rows[:, None], n, axis=1), rng.uniform(0.03, 0.15))


def _checker(rng: Rng, n: int) -> Texture:
    count = 2 * int(rng.integers(2, 7))
    cell = np.arange(n) * count // n
    t = ((cell[None, :] + cell[:, None]) % 2).astype(np.float32)
    base = _mix(_pale(rng), _vivid(rng), t)
    return _weave(rng, n, base, rng.uniform(0.0, 0.1))


def _dotted(rng: Rng, n: int) -> Texture:
    image = np.full((n, n, 3), _vivid(rng) if rng.random() < 0.5 else _pale(rng), np.float32)
    count = int(rng.integers(5, 13))
    step = n / count
    colours = [_vivid(rng) for _ in range(3)]
    kind = int(rng.integers(3))
    for i in range(count):
        for j in range(count):
            centre = (round((j + 0.5 * (i % 2) + 0.25) * step), round((i + 0.5) * step))
            colour = tuple(float(c) for c in colours[(i + j) % 3])
            radius = max(2, round(step * 0.28))
            if kind == 0:
                cv2.circle(image, centre, radius, colour, -1, cv2.LINE_AA)
            elif kind == 1:
                for k in range(5):
                    a = k * 2 * np.pi / 5 + i
                    petal = (
                        round(centre[0] + radius * 0.7 * np.cos(a)),
                        round(centre[1] + radius * 0.7 * np.sin(a)),
                    )
                    cv2.circle(image, petal, max(1, radius // 2), colour, -1, cv2.LINE_AA)
                cv2.circle(
                    image, centre, max(1, radius // 3), tuple(float(c) for c in _pale(rng)), -1, cv2.LINE_AA
                )
            else:
                cv2.ellipse(
                    image, centre, (radius, radius // 3), 45 + 90 * (j % 2), 0, 360, colour, -1, cv2.LINE_AA
                )
    return _weave(rng, n, image, rng.uniform(0.02, 0.1))


def _marble(rng: Rng, n: int) -> Texture:
    base = _pale(rng) if rng.random() < 0.7 else rng.uniform(20, 70, 3)
    vein = base * rng.uniform(0.55, 0.8) if base.mean() > 100 else base + rng.uniform(60, 120)
    warp = noise.layered(rng, n, n, n / 2, 5, 0.6)
    lines = 1 - np.abs(np.sin(2 * np.pi * (warp * rng.uniform(2, 4))))
    return _mix(base, vein, np.clip(lines * 1.3 - 0.75, 0, 1) * 2 + 0.3 * noise.layered(rng, n, n, n / 3, 4))


def _stone(rng: Rng, n: int) -> Texture:
    base = rng.uniform(60, 190) + rng.normal(0, 8, 3)
    speck = np.clip(base + rng.choice([-1, 1]) * rng.uniform(40, 90) + rng.normal(0, 12, 3), 0, 255)
    fine = noise.layered(rng, n, n, rng.uniform(3, 8), 2, 0.9)
    blot = noise.layered(rng, n, n, rng.uniform(30, 120), 3)
    return _mix(base, speck, np.clip(fine * 2.2 - 1.0, 0, 1) * 0.5 + 0.2 * blot)


def _tiles(rng: Rng, n: int) -> Texture:
    count = int(rng.integers(2, 5))
    base = _marble(rng, n) if rng.random() < 0.5 else _stone(rng, n)
    cell = np.arange(n) * count // n
    tint = rng.uniform(0.9, 1.08, (count, count)).astype(np.float32)[cell[:, None], cell[None, :]]
    joint = ((np.arange(n) * count / n) % 1) < rng.uniform(0.012, 0.03)
    base = base * tint[..., None]
    base[joint] = base[:, joint] = _jitter(rng, [150, 155, 160], 30)
    return base


def _bamboo(rng: Rng, n: int) -> Texture:
    count = int(rng.integers(14, 40))
    y = (np.arange(n) * count / n) % 1
    round_ = np.sqrt(np.clip(1 - (2 * y - 1) ** 2, 0, 1)).astype(np.float32)[:, None]
    tint = rng.uniform(0.8, 1.1, count).astype(np.float32)[np.arange(n) * count // n][:, None]
    base = _mix(
        _jitter(rng, [60, 110, 150]), _jitter(rng, [140, 190, 215]), noise.layered(rng, n, n, (n / 3, 3), 2)
    )
    return base * ((0.45 + 0.55 * round_) * tint)[..., None]


def _print(rng: Rng, n: int) -> Texture:
    """A printed play mat: blurred colour clouds, often in the colours of a forest."""
    image = np.full((n, n, 3), _vivid(rng) * 0.8, np.float32)
    for _ in range(int(rng.integers(2, 5))):
        image = (
            image
            + (_vivid(rng) - image) * np.clip(noise.layered(rng, n, n, n / 4, 4) * 3 - 1.2, 0, 1)[..., None]
        )
    return image.astype(np.float32)


TABLES: dict[str, Callable[[Rng, int], Texture]] = {
    "pine": _wood([130, 190, 220], [70, 130, 175], (0, 0)),
    "planks": _wood([95, 150, 190], [45, 90, 135], (3, 7)),
    "oak": _wood([100, 155, 190], [60, 105, 145], (0, 4)),
    "walnut": _wood([50, 75, 105], [22, 36, 58], (0, 5)),
    "mangrove": _wood([40, 75, 125], [22, 45, 85], (0, 6)),
    "cherry": _wood([55, 85, 160], [30, 45, 105], (0, 3)),
    "grey-wood": _wood([165, 170, 172], [105, 110, 115], (0, 6)),
    "white": _plain([215, 220, 222], [235, 235, 235], [200, 205, 210]),
    "cream": _plain([190, 215, 228], [170, 195, 212]),
    "grey": _plain([120, 120, 120], [150, 148, 145], [90, 92, 95]),
    "black": _plain([30, 30, 32], [18, 18, 20], [45, 42, 40]),
    "brown": _plain([40, 70, 110], [60, 95, 135], [30, 48, 75]),
    "green": _plain([60, 120, 60], [50, 90, 40], [90, 160, 100]),
    "blue": _plain([150, 95, 40], [120, 70, 30], [190, 150, 90]),
    "red": _plain([40, 40, 150], [60, 60, 190]),
    "felt": _felt([100, 98, 102], [130, 128, 130], [75, 75, 80]),
    "green-felt": _felt([60, 105, 45], [45, 80, 30], [80, 120, 60]),
    "blue-felt": _felt([120, 70, 35], [95, 60, 50]),
    "red-felt": _felt([40, 35, 120], [50, 50, 150]),
    "carpet": _carpet,
    "gingham": _gingham,
    "stripes": _stripes,
    "checker": _checker,
    "dotted": _dotted,
    "marble": _marble,
    "stone": _stone,
    "tiles": _tiles,
    "bamboo": _bamboo,
    "mat": _print,
}
"""Name -> maker of a seamless float BGR texture."""

_WEIGHTS = {
    "pine": 3.0,
    "planks": 2.0,
    "oak": 2.0,
    "mangrove": 2.0,
    "white": 2.0,
    "felt": 2.0,
    "gingham": 2.0,
}


def choose(rng: Rng) -> str:
    """A table's name, common ones more often."""
    names = sorted(TABLES)
    weights = np.array([_WEIGHTS.get(name, 1.0) for name in names])
    return names[int(rng.choice(len(names), p=weights / weights.sum()))]


@lru_cache(maxsize=48)
def _tile(name: str, seed: int, n: int) -> NDArray[np.uint8]:
    texture = TABLES[name](np.random.default_rng([seed, n]), n)
    return cv2.cvtColor(np.clip(texture, 0, 255).astype(np.uint8), cv2.COLOR_BGR2BGRA)


VARIANTS = 12
"""Textures of one table kept for reuse; colour, scale and turn differ with every scene all the same."""


def lay(
    rng: Rng, name: str, plane: NDArray[np.float64], size: tuple[int, int], centre: tuple[float, float]
) -> NDArray:
    """The table as the camera sees it: BGRA of `size`; `plane` maps plane coordinates to pixels."""
    n = 512 if max(size) < 1400 else 1024 if max(size) < 2600 else 2048
    tile = _tile(name, int(rng.integers(VARIANTS)), n)
    tint = np.clip(rng.normal(1, 0.03, 3) * rng.normal(1, 0.08), 0.6, 1.2)
    span = float(np.exp(rng.uniform(np.log(7), np.log(20))))
    angle = (
        rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else rng.integers(4) * np.pi / 2 + rng.normal(0, 0.12)
    )
    c, s = np.cos(angle) * span / n, np.sin(angle) * span / n
    x, y = centre[0] - rng.uniform(0, span), centre[1] - rng.uniform(0, span)
    placed = plane @ np.array([[c, -s, x], [s, c, y], [0, 0, 1]])
    seen = cv2.warpPerspective(tile, placed, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return cv2.LUT(seen, _tint_table(tint))


def _tint_table(tint: NDArray[np.float64]) -> NDArray[np.uint8]:
    ramp = np.arange(256)[:, None] * tint[None, :]
    table = np.column_stack([ramp, np.full(256, 255.0)])
    return np.clip(table, 0, 255).astype(np.uint8)[None]
