"""What falls on the table: ambient and direct light, shadow edges, and what glossy faces mirror.

All in linear light, where 1 is the brightness at which white paper is well exposed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render.camera import Camera, apply

Rng = np.random.Generator
Vector = tuple[float, ...]

LIGHTS = ("window", "lamp", "ceiling", "mixed", "spot", "overcast")


@dataclass(frozen=True)
class Glare:
    """A bright thing mirrored in the table plane: where, how large, how bright, how blurred."""

    kind: str
    at: tuple[float, float]
    size: tuple[float, float]
    turn: float
    strength: float
    soft: float

    def value(self, x: NDArray, y: NDArray) -> NDArray:
        """Brightness added at plane points."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        dx, dy = x - self.at[0], y - self.at[1]
        u, v = (c * dx + s * dy) / self.size[0], (-s * dx + c * dy) / self.size[1]
        if self.kind == "lamp":
            r = np.sqrt(u * u + v * v)
            return self.strength * (
                3.0 / (1 + np.exp(np.minimum((r - 1) * 9 / self.soft, 60)))
                + 0.35 * np.exp(-0.5 * (r / 2.4) ** 2)
            )
        if self.kind == "sheen":
            return self.strength * np.exp(-0.5 * (u * u + v * v))
        edge = 7 / self.soft
        inside = (
            1
            / (1 + np.exp(np.minimum(edge * (np.abs(u) - 1), 60)))
            / (1 + np.exp(np.minimum(edge * (np.abs(v) - 1), 60)))
        )
        bars = 1 - 0.8 * np.exp(-((u / 0.06) ** 2)) if self.kind == "window" else 1.0
        return self.strength * inside * bars


@dataclass(frozen=True)
class Light:
    kind: str
    ambient: Vector
    """BGR."""
    direct: Vector
    """BGR at its brightest place on the board."""
    lamp: tuple[float, float, float] | None
    """A near lamp's place; None for light from afar."""
    slope: tuple[float, float]
    """How far a shadow reaches along x and y per height."""
    gradient: tuple[float, float]
    """Growth of the direct light per board extent along x and y."""
    softness: float
    """Width of a shadow's edge per height."""
    edges: tuple[tuple[tuple[tuple[float, float], ...], float, float], ...] = ()
    """Shadows of things out of the picture: polygon on the plane, width of its edge, share of light taken."""
    glares: tuple[Glare, ...] = field(default=())
    vignette: float = 0.0

    def fields(self, camera: Camera, centre: tuple[float, float], extent: float) -> tuple[NDArray, NDArray]:
        """Ambient and direct light for every pixel, both float32 (height, width, 3)."""
        width, height = camera.size
        step = max(8, round(max(width, height) / 80))
        cols, rows = width // step + 2, height // step + 2
        u, v = np.meshgrid(
            np.arange(cols) * (width - 1) / (cols - 1), np.arange(rows) * (height - 1) / (rows - 1)
        )
        xy = apply(np.linalg.inv(camera.plane()), np.stack([u, v], -1))
        x, y = xy[:, 0].reshape(u.shape) - centre[0], xy[:, 1].reshape(u.shape) - centre[1]
        if self.lamp is not None:
            lx, ly, lz = self.lamp[0] - centre[0], self.lamp[1] - centre[1], self.lamp[2]
            power = (lz * lz / (lz * lz + (x - lx) ** 2 + (y - ly) ** 2)) ** 1.5
            near_x, near_y = np.clip(lx, -extent / 2, extent / 2), np.clip(ly, -extent / 2, extent / 2)
            power = power / (lz * lz / (lz * lz + (near_x - lx) ** 2 + (near_y - ly) ** 2)) ** 1.5
        else:
            power = np.exp(np.clip((self.gradient[0] * x + self.gradient[1] * y) / extent, -1.6, 0.8))
        r2 = ((u / width - 0.5) ** 2 + (v / height - 0.5) ** 2) * 2
        dim = 1 - self.vignette * r2
        direct = (power * dim)[..., None] * np.array(self.direct)
        ambient = dim[..., None] * np.array(self.ambient) * np.ones_like(direct)
        resize = [
            cv2.resize(f.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
            for f in (ambient, direct)
        ]
        return resize[0], resize[1]

    def mirrored(self, x: NDArray, y: NDArray) -> NDArray:
        """What a mirror in the plane would add at these plane points."""
        total = np.zeros(np.broadcast(x, y).shape, np.float32)
        for glare in self.glares:
            total += glare.value(x, y).astype(np.float32)
        return total


def _warm(rng: Rng, low: float, high: float) -> NDArray[np.float64]:
    """BGR of a light between bluish (-1) and orange (+1), of luminance about 1."""
    t = rng.uniform(low, high)
    colour = np.array([np.exp(-0.75 * t), np.exp(-0.08 * t + rng.normal(0, 0.02)), np.exp(0.28 * t)])
    return colour / (colour @ [0.11, 0.59, 0.3])


def _half_plane(rng: Rng, centre: tuple[float, float], extent: float) -> tuple[tuple[float, float], ...]:
    angle, reach = rng.uniform(0, 2 * np.pi), extent * 6
    n, t = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    at = np.array(centre) + n * rng.uniform(-0.5, 0.6) * extent
    bend = rng.normal(0, 0.15) * reach
    corners = [
        at - t * reach,
        at + t * reach + n * bend,
        at + t * reach + n * reach,
        at - t * reach + n * reach,
    ]
    return tuple((float(p[0]), float(p[1])) for p in corners)


def _bars(rng: Rng, centre: tuple[float, float], extent: float) -> list[tuple[tuple[float, float], ...]]:
    """Shadows of window bars or blinds: parallel stripes."""
    angle, pitch = rng.uniform(0, np.pi), extent * rng.uniform(0.12, 0.5)
    n, t = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)]) * extent * 4
    width = pitch * rng.uniform(0.15, 0.5)
    stripes = []
    for k in range(-6, 7):
        at = np.array(centre) + n * (k * pitch)
        stripes.append(
            tuple(
                (float(p[0]), float(p[1])) for p in (at - t, at + t, at + t + n * width, at - t + n * width)
            )
        )
    return stripes


def sample(
    rng: Rng,
    kind: str,
    camera: Camera,
    centre: tuple[float, float],
    extent: float,
    *,
    hard: bool,
    glossy: bool,
    phone_shadow: bool,
) -> Light:
    """A light of this kind over a board of this extent (in squares) seen by this camera."""
    angle = rng.uniform(0, 2 * np.pi)
    toward = np.array([np.cos(angle), np.sin(angle)])
    share = {"window": 0.55, "lamp": 0.7, "ceiling": 0.45, "mixed": 0.6, "spot": 0.8, "overcast": 0.2}[kind]
    share = float(np.clip(share + rng.normal(0, 0.1), 0.1, 0.88))
    lamp = None
    gradient = (0.0, 0.0)
    softness = rng.uniform(0.3, 1.0)
    elevation = rng.uniform(0.5, 1.4)
    if kind in ("lamp", "spot", "mixed"):
        height = extent * rng.uniform(0.8, 2.2) * (0.7 if kind == "spot" else 1.0)
        away = toward * extent * rng.uniform(0.2, 1.1)
        lamp = (centre[0] + float(away[0]), centre[1] + float(away[1]), height)
        elevation = float(np.hypot(*away) / height)
        warmth = (0.3, 1.5 if hard else 1.0)
        softness = rng.uniform(0.08, 0.5)
    elif kind == "window":
        gradient = tuple(float(v) for v in toward * rng.uniform(0.15, 1.0))
        warmth = (-0.6 if hard else -0.4, 0.35)
    elif kind == "ceiling":
        gradient = tuple(float(v) for v in toward * rng.uniform(0.0, 0.25))
        elevation = rng.uniform(0.05, 0.8)
        warmth = (-0.25, 0.6)
    else:
        warmth = (-0.5, 0.1)
        elevation = rng.uniform(0.05, 0.3)
        softness = 1.2
    key = _warm(rng, *warmth)
    sky = _warm(rng, -0.45, 0.2) if kind == "mixed" else key * 0.7 + _warm(rng, -0.2, 0.2) * 0.3
    slope = (float(-toward[0] * elevation), float(-toward[1] * elevation))
    edges: list[tuple[tuple[tuple[float, float], ...], float, float]] = []
    if hard and rng.random() < 0.4:
        soft = float(extent * np.exp(rng.uniform(np.log(0.004), np.log(0.15))))
        edges.append((_half_plane(rng, centre, extent), soft, float(rng.uniform(0.5, 1.0))))
    elif rng.random() < 0.12:
        edges.append(
            (
                _half_plane(rng, centre, extent),
                float(extent * rng.uniform(0.03, 0.2)),
                float(rng.uniform(0.25, 0.7)),
            )
        )
    if hard and kind == "window" and rng.random() < 0.3:
        soft = float(extent * rng.uniform(0.005, 0.05))
        edges.extend((bar, soft, 0.8) for bar in _bars(rng, centre, extent))
    if phone_shadow:
        edges.append(
            (
                _phone(rng, camera, centre, extent),
                float(extent * rng.uniform(0.03, 0.15)),
                float(rng.uniform(0.4, 0.9)),
            )
        )
    return Light(
        kind,
        tuple((1 - share) * sky),
        tuple(share * key * rng.uniform(0.9, 1.15)),
        lamp,
        slope,
        gradient,
        softness,
        tuple(edges),
        tuple(_glares(rng, camera, lamp, centre, extent, hard=hard, glossy=glossy)),
        float(rng.uniform(0, 0.45)),
    )


def _phone(
    rng: Rng, camera: Camera, centre: tuple[float, float], extent: float
) -> tuple[tuple[float, float], ...]:
    """The shadow of the phone and the arms that hold it, reaching in from the photo's lower edge."""
    width, height = camera.size
    x = width * rng.uniform(0.15, 0.85)
    half, top = width * rng.uniform(0.08, 0.25), height * rng.uniform(0.45, 0.95)
    lean = width * rng.normal(0, 0.12)
    arm = half * rng.uniform(0.25, 0.7)
    neck = top + (height - top) * rng.uniform(0.2, 0.6) + half * 0.3
    shape = [
        (-half, top),
        (half, top),
        (half, neck),
        (arm, neck),
        (arm, height * 1.3),
        (-arm, height * 1.3),
        (-arm, neck),
        (-half, neck),
    ]
    pixels = [(x + dx + lean * (v - top) / height, v) for dx, v in shape]
    return tuple((float(p[0]), float(p[1])) for p in camera.to_plane(pixels))


def _glares(
    rng: Rng,
    camera: Camera,
    lamp: tuple[float, float, float] | None,
    centre: tuple[float, float],
    extent: float,
    *,
    hard: bool,
    glossy: bool,
) -> list[Glare]:
    if not glossy:
        return []
    x, y, z = camera.position
    glares = []
    if lamp is not None:
        share = z / (z + lamp[2])
        at = (x + (lamp[0] - x) * share, y + (lamp[1] - y) * share)
        if rng.random() < (0.5 if hard else 0.25):
            at = (
                centre[0] + extent * rng.uniform(-0.55, 0.55),
                centre[1] + extent * rng.uniform(-0.55, 0.55),
            )
        radius = extent * (rng.uniform(0.02, 0.075) if hard else rng.uniform(0.015, 0.05))
        stretch = rng.uniform(1, 1.8)
        strength = rng.uniform(0.3, 1.4) if hard else rng.uniform(0.04, 0.3)
        glares.append(
            Glare(
                "lamp", at, (radius, radius * stretch), rng.uniform(0, np.pi), strength, rng.uniform(0.6, 3)
            )
        )
    else:
        at = (centre[0] + extent * rng.uniform(-0.7, 0.7), centre[1] + extent * rng.uniform(-0.7, 0.7))
        size = (extent * rng.uniform(0.08, 0.35), extent * rng.uniform(0.08, 0.45))
        kind = "window" if rng.random() < 0.4 else "panel"
        strength = rng.uniform(0.1, 0.6) if hard else rng.uniform(0.03, 0.15)
        glares.append(Glare(kind, at, size, rng.uniform(0, np.pi), strength, rng.uniform(0.5, 3)))
    if rng.random() < 0.5:
        at = (centre[0] + extent * rng.uniform(-0.6, 0.6), centre[1] + extent * rng.uniform(-0.6, 0.6))
        size = (extent * rng.uniform(0.2, 0.6), extent * rng.uniform(0.1, 0.4))
        glares.append(Glare("sheen", at, size, rng.uniform(0, np.pi), rng.uniform(0.03, 0.2), 1.0))
    return glares
