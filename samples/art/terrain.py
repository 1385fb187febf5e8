"""Printed grounds: textures of forest, mangrove mud, sea and the ground of houses, in several techniques.

Each technique takes a base colour and a kind (`R`, `M`, `O` or `H`) and returns a float BGR texture n pixels
wide in which a board square measures `px` pixels.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.art import colour as col
from samples.render import noise

Rng = np.random.Generator
Bgr = NDArray[np.float64]
Texture = NDArray[np.float32]


def _toned(base: Bgr, field: NDArray[np.float32], depth: float) -> Texture:
    """The base colour made lighter and darker along a field in 0..1."""
    return (base[None, None] * (1 + depth * (field - 0.5))[..., None]).astype(np.float32)


def _ink(colour: Bgr) -> tuple[float, float, float]:
    b, g, r = (min(255.0, max(0.0, float(c))) for c in colour)
    return (b, g, r)


def flat(rng: Rng, base: Bgr, kind: str, n: int, px: int) -> Texture:
    """One colour with a few faint motifs."""
    image = np.full((n, n, 3), base, np.float32)
    if rng.random() < 0.75:
        strength = rng.uniform(0.04, 0.16) * rng.choice([-1, 1])
        _motifs(rng, image, col.shade(base, 1 + strength), kind, px, density=rng.uniform(1, 5))
    return image


def _motifs(rng: Rng, image: Texture, ink: Bgr, kind: str, px: int, density: float) -> None:
    """Leaves, cracks or waves strewn over the image."""
    n = image.shape[0]
    colour = _ink(ink)
    for _ in range(int(density * (n / px) ** 2)):
        x, y = rng.uniform(0, n, 2)
        size = px * rng.uniform(0.06, 0.22)
        a = rng.uniform(0, 2 * np.pi)
        if kind == "R":
            cv2.ellipse(
                image,
                (int(x), int(y)),
                (max(1, int(size)), max(1, int(size * 0.45))),
                np.rad2deg(a),
                0,
                360,
                colour,
                -1,
                cv2.LINE_AA,
            )
        elif kind == "O":
            t = np.linspace(0, 1, 9)
            wave = np.column_stack([x + (t - 0.5) * size * 3, y + size * 0.25 * np.sin(t * 9 + a)])
            cv2.polylines(image, [wave.astype(np.int32)], False, colour, max(1, px // 40), cv2.LINE_AA)
        else:
            t = np.linspace(0, 1, 6)[:, None]
            step = np.array([[np.cos(a), np.sin(a)]]) * size * 2.2
            line = np.array([[x, y]]) + t * step + rng.normal(0, size * 0.16, (6, 2))
            cv2.polylines(image, [line.astype(np.int32)], False, colour, max(1, px // 36), cv2.LINE_AA)


def watercolour(rng: Rng, base: Bgr, kind: str, n: int, px: int) -> Texture:
    """Washes with darker rims, paper grain, and veins."""
    wash = noise.layered(rng, n, n, px * rng.uniform(0.5, 1.4), 4, 0.6)
    image = _toned(base, wash, rng.uniform(0.25, 0.7))
    edge = np.exp(
        -(((noise.layered(rng, n, n, px * rng.uniform(0.5, 1.2), 3) - 0.5) / rng.uniform(0.02, 0.05)) ** 2)
    )
    image *= (1 - rng.uniform(0.05, 0.3) * edge)[..., None]
    return image * (1 + 0.1 * (noise.smooth(rng, n, n, 2.2) - 0.5))[..., None]


def photo(rng: Rng, base: Bgr, kind: str, n: int, px: int) -> Texture:
    """Fine texture like grass, soil or rippled water seen from above."""
    stretch = {"R": (1.0, 1.0), "M": (1.0, 1.0), "O": (3.0, 0.8)}.get(kind, (1.0, 1.0))
    fine = noise.layered(rng, n, n, (max(2, px * 0.09 * stretch[0]), max(2, px * 0.09 * stretch[1])), 3, 0.8)
    slow = noise.layered(rng, n, n, px * rng.uniform(0.5, 1.5), 3)
    image = _toned(base, 0.6 * fine + 0.4 * slow, rng.uniform(0.5, 1.3))
    tint = (noise.layered(rng, n, n, px * 0.6, 3) - 0.5)[..., None]
    return image + tint * rng.normal(0, 30, 3).astype(np.float32)


def painted(rng: Rng, base: Bgr, kind: str, n: int, px: int) -> Texture:
    """Brush strokes: leaves over leaves, bark and roots, waves with foam."""
    image = _toned(base * 0.75, noise.layered(rng, n, n, px * 0.7, 3), 0.5)
    count = int(rng.uniform(14, 40) * (n / px) ** 2)
    xs, ys = rng.uniform(0, n, count), rng.uniform(0, n, count)
    sizes, tones = px * rng.uniform(0.05, 0.2, count), rng.uniform(0.6, 1.45, count)
    angles = rng.uniform(0, 360, count) if kind == "R" else rng.normal(0 if kind == "O" else 70, 22, count)
    hues = rng.normal(0, 12, (count, 3))
    slim = {"R": 0.42, "O": 0.16}.get(kind, 0.25)
    for x, y, size, tone, angle, hue in zip(xs, ys, sizes, tones, angles, hues, strict=True):
        colour = _ink(col.shade(base, tone) + hue)
        axes = (max(1, int(size)), max(1, int(size * slim)))
        cv2.ellipse(image, (int(x), int(y)), axes, angle, 0, 360, colour, -1, cv2.LINE_AA)
    return image


def patterned(rng: Rng, base: Bgr, kind: str, n: int, px: int) -> Texture:
    """A regular pattern: dots, hatching, scales or zigzags."""
    image = np.full((n, n, 3), base, np.float32)
    ink = _ink(col.shade(base, 1 + rng.uniform(0.12, 0.4) * rng.choice([-1, 1])))
    step = max(3, int(px * rng.uniform(0.1, 0.3)))
    pick = int(rng.integers(4))
    thick = max(1, step // 7)
    if pick == 0:
        for i, y in enumerate(range(0, n, step)):
            for x in range((i % 2) * step // 2, n, step):
                cv2.circle(image, (x, y), max(1, step // 5), ink, -1, cv2.LINE_AA)
    elif pick == 1:
        for k in range(-n, 2 * n, step):
            cv2.line(image, (k, 0), (k + n, n), ink, thick, cv2.LINE_AA)
    elif pick == 2:
        for i, y in enumerate(range(0, n + step, step // 2 + 1)):
            for x in range((i % 2) * step // 2, n + step, step):
                cv2.ellipse(image, (x, y), (step // 2, step // 2), 0, 0, 180, ink, thick, cv2.LINE_AA)
    else:
        xs = np.arange(0, n + step, max(2, step // 2))
        for y in range(0, n + step, step):
            ys = y + (np.arange(len(xs)) % 2) * step // 3
            cv2.polylines(image, [np.column_stack([xs, ys]).astype(np.int32)], False, ink, thick, cv2.LINE_AA)
    return image


def striped(rng: Rng, base: Bgr, kind: str, n: int, px: int) -> Texture:
    """Blades and blots for forest, upright grain for mud, level waves for sea."""
    image = _toned(base, noise.smooth(rng, n, n, px), 0.12)
    ink = col.shade(base, 1 + rng.uniform(0.15, 0.35) * rng.choice([-1, 1]))
    if kind == "R":
        for _ in range(int(rng.uniform(8, 25) * (n / px) ** 2)):
            x, y = (int(v) for v in rng.uniform(0, n, 2))
            axes = (max(1, int(px * rng.uniform(0.03, 0.08))), max(1, int(px * rng.uniform(0.02, 0.05))))
            cv2.ellipse(
                image, (x, y), axes, rng.uniform(0, 180), 0, 360, _ink(col.near(rng, ink, 8)), -1, cv2.LINE_AA
            )
        return image
    step = px * rng.uniform(0.09, 0.25)
    t = np.arange(0, n + 8, max(3, px // 12))
    for k in np.arange(0, n + step, step):
        wave = px * rng.uniform(0.01, 0.05) * np.sin(t / px * rng.uniform(4, 14) + rng.uniform(0, 6))
        line = np.column_stack([t, k + wave]) if kind == "O" else np.column_stack([k + wave, t])
        cv2.polylines(image, [line.astype(np.int32)], False, _ink(ink), max(1, px // 40), cv2.LINE_AA)
    return image


def blocks(rng: Rng, base: Bgr, kind: str, n: int, px: int) -> Texture:
    """Coarse pixels in a few tones."""
    m = round(n / px) * int(rng.integers(6, 14))
    tones = np.array([0.72, 0.88, 1.0, 1.0, 1.08, 1.2], np.float32)
    picks = rng.integers(0, len(tones), (m, m))
    if kind == "O":
        picks = np.roll(np.repeat(picks[:, ::3], 3, 1)[:, :m], 1, 1)
    small = base[None, None] * tones[picks][..., None]
    return cv2.resize(small.astype(np.float32), (n, n), interpolation=cv2.INTER_NEAREST)


def halftone(rng: Rng, base: Bgr, kind: str, n: int, px: int) -> Texture:
    """Printing dots over a lighter ground, as on cheap offset prints."""
    pale = col.shade(base, 1 + rng.uniform(0.15, 0.35))
    deep = col.shade(base, rng.uniform(0.6, 0.85))
    field = noise.layered(rng, n, n, px * 0.7, 3)
    pitch = max(3.0, px * rng.uniform(0.05, 0.1))
    a = rng.uniform(0, np.pi / 2)
    x, y = np.meshgrid(np.arange(n, dtype=np.float32), np.arange(n, dtype=np.float32))
    u, v = (x * np.cos(a) + y * np.sin(a)) / pitch, (-x * np.sin(a) + y * np.cos(a)) / pitch
    screen = 0.25 * (2 + np.cos(2 * np.pi * u) + np.cos(2 * np.pi * v))
    t = np.clip((field - screen) * pitch * 0.8 + 0.5, 0, 1)[..., None]
    return (pale + (deep - pale) * t).astype(np.float32)


def linocut(rng: Rng, base: Bgr, kind: str, n: int, px: int) -> Texture:
    """Two inks: carved strokes in a pale tone on a solid ground."""
    image = np.full((n, n, 3), base * 0.8, np.float32)
    ink = _ink(col.shade(base, 1.55))
    for _ in range(int(rng.uniform(10, 30) * (n / px) ** 2)):
        x, y = rng.uniform(0, n, 2)
        a = {"R": rng.uniform(0, np.pi), "O": rng.normal(0, 0.15)}.get(kind, rng.normal(1.4, 0.25))
        size = px * rng.uniform(0.08, 0.25)
        d, w = np.array([np.cos(a), np.sin(a)]) * size, np.array([-np.sin(a), np.cos(a)]) * size * 0.09
        wedge = np.array([[x, y] - d, [x, y] + w, [x, y] + d, [x, y] - w])
        cv2.fillPoly(image, [np.round(wedge * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
    return image


def gradient(rng: Rng, base: Bgr, kind: str, n: int, px: int) -> Texture:
    """Each square shaded from one side to the other or towards its rim."""
    y, x = np.mgrid[0:n, 0:n].astype(np.float32) / px % 1.0
    pick = int(rng.integers(3))
    field = (
        y
        if pick == 0
        else 0.5 * (x + y)
        if pick == 1
        else 1 - 1.4 * np.maximum(np.abs(x - 0.5), np.abs(y - 0.5))
    )
    image = _toned(base, field, rng.uniform(0.25, 0.7))
    return image * (1 + 0.06 * (noise.smooth(rng, n, n, 2) - 0.5))[..., None]


def collage(rng: Rng, base: Bgr, kind: str, n: int, px: int) -> Texture:
    """Cut paper: large overlapping shapes in related tones with soft edges."""
    image = np.full((n, n, 3), base, np.float32)
    for _ in range(int(rng.uniform(3, 8) * (n / px) ** 2)):
        x, y = rng.uniform(0, n, 2)
        r, sides = px * rng.uniform(0.12, 0.4), int(rng.integers(3, 8))
        a = np.linspace(0, 2 * np.pi, sides, endpoint=False) + rng.uniform(0, 6)
        tall = 0.35 if kind == "O" else 1.0
        poly = np.column_stack([x + r * np.cos(a), y + tall * r * np.sin(a)]) + rng.normal(
            0, r * 0.15, (sides, 2)
        )
        cv2.fillPoly(
            image,
            [np.round((poly + [px * 0.02, px * 0.03]) * 16).astype(np.int32)],
            _ink(base * 0.8),
            cv2.LINE_AA,
            4,
        )
        tone = col.near(rng, col.shade(base, rng.uniform(0.85, 1.15)), 8)
        cv2.fillPoly(image, [np.round(poly * 16).astype(np.int32)], _ink(tone), cv2.LINE_AA, 4)
    return image * (1 + 0.08 * (noise.smooth(rng, n, n, 3) - 0.5))[..., None]


TECHNIQUES: dict[str, Callable[[Rng, Bgr, str, int, int], Texture]] = {
    "flat": flat,
    "watercolour": watercolour,
    "photo": photo,
    "painted": painted,
    "patterned": patterned,
    "striped": striped,
    "blocks": blocks,
    "halftone": halftone,
    "linocut": linocut,
    "gradient": gradient,
    "collage": collage,
}


def ground(rng: Rng, technique: str, base: Bgr, kind: str, squares: int, px: int) -> NDArray[np.uint8]:
    """A texture `squares` board squares wide as uint8 BGR."""
    # Above this size print has no more detail than an enlargement shows.
    fine = min(px, 160)
    image = TECHNIQUES[technique](noise.child(rng), base, kind, squares * fine, fine)
    image = np.clip(image, 0, 255).astype(np.uint8)
    if fine != px:
        image = cv2.resize(image, (squares * px, squares * px), interpolation=cv2.INTER_CUBIC)
    return image
