"""Simple pictures of plants, animals and houses, drawn with polygons in one of several manners.

A picture lives in the square -1..1 (y downwards), faces right and is drawn by a `Pen`, which knows the manner:
plain fills, fills with an outline, lines alone, or a silhouette.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from samples.render import draw

Rng = np.random.Generator
Bgr = NDArray[np.float64]

MANNERS = ("plain", "outlined", "lines", "silhouette")


@dataclass
class Pen:
    """Draws on a square BGRA image in picture coordinates."""

    image: NDArray[np.uint8]
    manner: str
    main: Bgr
    dark: Bgr
    light: Bgr
    accent: Bgr
    line: Bgr
    place: NDArray[np.float64]
    """2x3: picture coordinates to pixels."""

    def _at(self, points: ArrayLike) -> NDArray[np.float64]:
        return np.asarray(points, np.float64).reshape(-1, 2) @ self.place[:, :2].T + self.place[:, 2]

    def _wide(self, width: float) -> float:
        return max(1.0, width * float(np.sqrt(abs(np.linalg.det(self.place[:, :2])))))

    def _colour(self, role: str) -> Bgr:
        return self.main if self.manner == "silhouette" else getattr(self, role)

    def area(self, points: ArrayLike, role: str = "main") -> None:
        """A filled shape."""
        pixels = self._at(points)
        if self.manner == "lines":
            draw.stroke(self.image, pixels, self.line, self._wide(0.07), closed=True)
            return
        draw.fill(self.image, pixels, self._colour(role))
        if self.manner == "outlined":
            draw.stroke(self.image, pixels, self.line, self._wide(0.045), closed=True)

    def stroke(self, points: ArrayLike, width: float, role: str = "dark") -> None:
        """A line, width in picture units."""
        pixels = self._at(points)
        if self.manner == "lines":
            draw.stroke(self.image, pixels, self.line, self._wide(min(width, 0.09)))
            return
        if self.manner == "outlined":
            draw.stroke(self.image, pixels, self.line, self._wide(width + 0.07))
        draw.stroke(self.image, pixels, self._colour(role), self._wide(width))

    def oval(self, x: float, y: float, rx: float, ry: float, role: str = "main", turn: float = 0.0) -> None:
        """An ellipse."""
        a = np.linspace(0, 2 * np.pi, 28, endpoint=False)
        ring = draw.turn(np.column_stack([rx * np.cos(a), ry * np.sin(a)]), turn) + [x, y]
        self.area(ring, role)

    def mark(self, x: float, y: float, r: float, role: str = "dark") -> None:
        """A small spot such as an eye, without an outline."""
        colour = (
            self.line
            if self.manner == "lines"
            else self.light
            if self.manner == "silhouette"
            else getattr(self, role)
        )
        draw.disc(self.image, self._at([[x, y]])[0], self._wide(r), colour)


Picture = Callable[[Rng, Pen], None]


def _blob(
    rng: Rng, x: float, y: float, r: float, rough: float = 0.15, n: int = 11, tall: float = 1.0
) -> NDArray[np.float64]:
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    radius = r * (1 + rng.uniform(-rough, rough, n))
    points = np.column_stack([x + radius * np.cos(a), y + tall * radius * np.sin(a)])
    return _soft(points)


def _soft(points: ArrayLike, rounds: int = 2) -> NDArray[np.float64]:
    """Round a polygon's corners by cutting them."""
    p = np.asarray(points, np.float64)
    for _ in range(rounds):
        q = np.roll(p, -1, axis=0)
        p = np.stack([0.75 * p + 0.25 * q, 0.25 * p + 0.75 * q], 1).reshape(-1, 2)
    return p


def _leaf_shape(length: float, width: float, n: int = 9) -> NDArray[np.float64]:
    t = np.linspace(0, 1, n)
    edge = width * np.sin(np.pi * t) ** 0.8
    return np.vstack([np.column_stack([t * length, -edge]), np.column_stack([t[::-1] * length, edge[::-1]])])


def tree(rng: Rng, pen: Pen) -> None:
    w = rng.uniform(0.08, 0.16)
    pen.area([[-w, 0.1], [w, 0.1], [w * 1.7, 0.92], [-w * 1.7, 0.92]], "dark")
    if rng.random() < 0.4:
        for _ in range(3):
            pen.area(
                _blob(rng, rng.uniform(-0.35, 0.35), rng.uniform(-0.5, 0), rng.uniform(0.32, 0.45)), "main"
            )
    pen.area(_blob(rng, 0, -0.3, rng.uniform(0.5, 0.66), 0.12), "main")
    for _ in range(int(rng.integers(0, 5))):
        pen.area(_blob(rng, rng.uniform(-0.35, 0.35), rng.uniform(-0.6, 0), rng.uniform(0.1, 0.2)), "light")


def conifer(rng: Rng, pen: Pen) -> None:
    pen.area([[-0.08, 0.4], [0.08, 0.4], [0.1, 0.95], [-0.1, 0.95]], "dark")
    levels = int(rng.integers(2, 5))
    for k in range(levels):
        bottom, half = 0.6 - k * 1.3 / levels, 0.62 - 0.4 * k / levels
        pen.area(
            [[-half, bottom], [0, bottom - 1.6 / levels - 0.1], [half, bottom]],
            "main" if k % 2 == 0 else "light",
        )


def palm(rng: Rng, pen: Pen) -> None:
    lean = rng.uniform(-0.3, 0.3)
    pen.stroke([[lean * 0.2, 0.92], [lean * 0.7, 0.3], [lean, -0.3]], 0.14, "dark")
    for a in np.linspace(-205, 25, int(rng.integers(5, 8))) + rng.normal(0, 8):
        pen.area(draw.turn(_leaf_shape(rng.uniform(0.55, 0.75), 0.13), a) + [lean, -0.3], "main")


def fern(rng: Rng, pen: Pen) -> None:
    for a in np.linspace(-160, -20, int(rng.integers(3, 7))):
        pen.area(
            draw.turn(_leaf_shape(rng.uniform(0.9, 1.25), rng.uniform(0.12, 0.2)), a) + [0, 0.65], "main"
        )
    pen.oval(0, 0.68, 0.15, 0.1, "accent")


def leaf(rng: Rng, pen: Pen) -> None:
    a = rng.uniform(-60, -30)
    pen.area(draw.turn(_leaf_shape(1.6, rng.uniform(0.36, 0.55)), a) + draw.turn([[-0.8, 0]], a), "main")
    pen.stroke(draw.turn([[-1.0, 0], [0.6, 0]], a), 0.07, "dark")
    for t in (-0.4, 0.0, 0.35):
        pen.stroke(draw.turn([[t, 0], [t + 0.2, -0.2]], a), 0.04, "dark")
        pen.stroke(draw.turn([[t, 0], [t + 0.2, 0.2]], a), 0.04, "dark")


def sprout(rng: Rng, pen: Pen) -> None:
    pen.stroke([[0, 0.9], [0.04, 0.2], [0, -0.2]], 0.1, "dark")
    for a, y in ((-150, 0.1), (-30, 0.0), (-115, -0.2), (-65, -0.2)):
        pen.area(
            draw.turn(_leaf_shape(rng.uniform(0.5, 0.75), rng.uniform(0.16, 0.26)), a + rng.normal(0, 8))
            + [0, y],
            "main",
        )


def flower(rng: Rng, pen: Pen) -> None:
    pen.stroke([[0, 0], [0.05, 0.9]], 0.08, "dark")
    pen.area(draw.turn(_leaf_shape(0.5, 0.14), -25) + [0.05, 0.75], "dark")
    petals = int(rng.integers(5, 8))
    for a in np.arange(petals) * 360 / petals + rng.uniform(0, 60):
        pen.area(draw.turn(_leaf_shape(0.55, 0.2), a) + [0, -0.25], "accent")
    pen.oval(0, -0.25, 0.16, 0.16, "light")


def mangrove(rng: Rng, pen: Pen) -> None:
    for x in np.linspace(-0.6, 0.6, int(rng.integers(4, 8))):
        pen.stroke([[0, 0.05], [x * 0.7, 0.4], [x + rng.normal(0, 0.05), 0.92]], 0.08, "dark")
    pen.stroke([[0, 0.15], [rng.normal(0, 0.05), -0.3]], 0.16, "dark")
    for _ in range(int(rng.integers(1, 4))):
        pen.area(
            _blob(
                rng, rng.uniform(-0.4, 0.4), rng.uniform(-0.6, -0.3), rng.uniform(0.25, 0.4), 0.15, 11, 0.75
            ),
            "main",
        )
    pen.area(_blob(rng, 0, -0.45, rng.uniform(0.42, 0.6), 0.12, 12, 0.7), "main")


def coral(rng: Rng, pen: Pen) -> None:
    count = int(rng.integers(3, 6))
    for a in np.linspace(-150, -30, count) + rng.normal(0, 7, count):
        end = draw.turn([[rng.uniform(0.9, 1.2), 0]], a)[0] * [1, 1.1] + [0, 0.75]
        mid = 0.5 * end + [0, 0.3]
        pen.stroke([[0, 0.85], mid, end], 0.15, "accent")
        for side in (-1, 1):
            tip = mid + draw.turn([[rng.uniform(0.25, 0.45), 0]], a + side * 38)[0]
            pen.stroke([mid, tip], 0.11, "accent")
    pen.oval(0, 0.85, 0.35, 0.1, "accent")


def seaweed(rng: Rng, pen: Pen) -> None:
    for x in np.linspace(-0.5, 0.5, int(rng.integers(3, 5))):
        t = np.linspace(0, 1, 12)
        wave = 0.12 * np.sin(t * rng.uniform(6, 10) + rng.uniform(0, 6))
        pen.stroke(np.column_stack([x + wave, 0.9 - t * rng.uniform(1.2, 1.75)]), 0.13, "main")


def shell(rng: Rng, pen: Pen) -> None:
    a = np.linspace(np.pi, 2 * np.pi, 14)
    fan = np.column_stack([0.85 * np.cos(a), 0.35 + 1.0 * np.sin(a)])
    pen.area(np.vstack([fan, [[0.2, 0.75], [-0.2, 0.75]]]), "accent")
    for x in np.linspace(-0.6, 0.6, 5):
        pen.stroke([[0, 0.65], [x, -0.45 + 0.5 * x * x]], 0.05, "dark")


def anemone(rng: Rng, pen: Pen) -> None:
    for a in np.linspace(-170, -10, 9):
        end = draw.turn([[rng.uniform(0.7, 0.95), 0]], a)[0] + [0, 0.3]
        pen.stroke([[0, 0.35], 0.6 * end + [rng.normal(0, 0.06), 0.1], end], 0.12, "accent")
    pen.area([[-0.35, 0.2], [0.35, 0.2], [0.45, 0.9], [-0.45, 0.9]], "main")


def termite(rng: Rng, pen: Pen) -> None:
    for x in (-0.15, 0.12, 0.38):
        for s in (-1, 1):
            pen.stroke(
                [[x, 0], [x + rng.uniform(-0.15, 0.15), s * 0.4], [x + rng.uniform(-0.25, 0.3), s * 0.72]],
                0.06,
                "dark",
            )
    pen.oval(-0.45, 0, 0.42, 0.27, "main")
    pen.oval(0.12, 0, 0.24, 0.17, "main")
    pen.oval(0.55, 0, 0.24, 0.2, "accent")
    for s in (-1, 1):
        pen.stroke([[0.7, s * 0.08], [0.98, s * 0.28]], 0.05, "dark")
    pen.mark(0.62, -0.07, 0.05)


def beetle(rng: Rng, pen: Pen) -> None:
    for y in (-0.3, 0.05, 0.4):
        for s in (-1, 1):
            pen.stroke([[0, y], [s * 0.55, y - 0.08], [s * 0.8, y + 0.12]], 0.06, "dark")
    pen.oval(0, 0.15, 0.48, 0.6, "main")
    pen.oval(0, -0.52, 0.3, 0.22, "dark")
    pen.stroke([[0, -0.4], [0, 0.72]], 0.05, "dark")
    for _ in range(int(rng.integers(0, 6))):
        pen.mark(rng.uniform(-0.3, 0.3), rng.uniform(-0.2, 0.5), 0.07, "accent")


def caterpillar(rng: Rng, pen: Pen) -> None:
    for k, x in enumerate(np.linspace(-0.75, 0.6, 6)):
        pen.oval(x, 0.12 * np.sin(k * 1.4), 0.22, 0.24, "main" if k % 2 else "light")
    pen.oval(0.72, -0.05, 0.25, 0.27, "accent")
    pen.mark(0.8, -0.1, 0.05)
    pen.stroke([[0.7, -0.25], [0.62, -0.55]], 0.05, "dark")


def snail(rng: Rng, pen: Pen) -> None:
    pen.area(_soft([[-0.9, 0.6], [0.5, 0.6], [0.95, -0.1], [0.7, -0.15], [0.4, 0.3], [-0.5, 0.4]]), "light")
    pen.oval(-0.1, 0.02, 0.5, 0.5, "main")
    pen.oval(-0.1, 0.02, 0.3, 0.3, "accent")
    pen.oval(-0.1, 0.02, 0.12, 0.12, "main")
    for dx in (0.0, 0.14):
        pen.stroke([[0.8 + dx, -0.1], [0.85 + dx, -0.45]], 0.05, "dark")


def butterfly(rng: Rng, pen: Pen) -> None:
    for s in (-1, 1):
        pen.area(_soft([[0, -0.1], [s * 0.9, -0.75], [s * 0.95, -0.1], [s * 0.3, 0.1]]), "accent")
        pen.area(_soft([[0, 0.0], [s * 0.75, 0.2], [s * 0.6, 0.75], [s * 0.15, 0.4]]), "light")
        pen.mark(s * 0.65, -0.4, 0.1, "main")
        pen.stroke([[0, -0.4], [s * 0.25, -0.8]], 0.04, "dark")
    pen.oval(0, 0.05, 0.09, 0.5, "dark")


def crab(rng: Rng, pen: Pen) -> None:
    for s in (-1, 1):
        for y in (0.15, 0.35, 0.52):
            pen.stroke([[s * 0.35, y * 0.6], [s * 0.75, y], [s * 0.85, y + 0.3]], 0.08, "accent")
        pen.stroke([[s * 0.4, -0.05], [s * 0.72, -0.25], [s * 0.6, -0.55]], 0.11, "accent")
        pen.area(
            _soft([[s * 0.5, -0.5], [s * 0.35, -0.85], [s * 0.58, -0.75], [s * 0.7, -0.95], [s * 0.8, -0.6]]),
            "accent",
        )
    pen.oval(0, 0.12, 0.52, 0.36, "accent")
    for s in (-1, 1):
        pen.stroke([[s * 0.15, -0.15], [s * 0.18, -0.35]], 0.05, "accent")
        pen.mark(s * 0.18, -0.36, 0.08)


def fish(rng: Rng, pen: Pen) -> None:
    tall = rng.uniform(0.3, 0.5)
    pen.area([[-0.45, 0], [-0.95, -0.42], [-0.82, 0], [-0.95, 0.42]], "accent")
    pen.area(_soft([[-0.2, -tall * 0.7], [0.1, -tall * 1.5], [0.3, -tall * 0.8]]), "accent")
    pen.oval(0.15, 0, 0.72, tall, "main")
    for x in rng.uniform(-0.3, 0.4, int(rng.integers(0, 4))):
        pen.stroke([[x, -tall * 0.7], [x - 0.06, tall * 0.7]], 0.09, "light")
    pen.mark(0.58, -0.1, 0.09, "light")
    pen.mark(0.6, -0.1, 0.05)


def turtle(rng: Rng, pen: Pen) -> None:
    for x, y, a in ((0.35, -0.55, -50), (0.35, 0.55, 50), (-0.45, -0.5, -130), (-0.45, 0.5, 130)):
        pen.oval(x, y, 0.34, 0.15, "main", a)
    pen.oval(0.78, 0, 0.23, 0.17, "main")
    pen.area([[-0.6, -0.07], [-0.95, 0], [-0.6, 0.07]], "main")
    pen.oval(0, 0, 0.62, 0.52, "dark")
    pen.oval(0, 0, 0.3, 0.26, "light")
    for a in np.arange(6) * 60 + 30:
        p = draw.turn([[0.3, 0]], a)[0], draw.turn([[0.58, 0]], a)[0]
        pen.stroke(p, 0.05, "light")
    pen.mark(0.86, -0.07, 0.04, "light")


def ray(rng: Rng, pen: Pen) -> None:
    pen.area(_soft([[0.75, 0], [0.15, -0.9], [-0.4, -0.1], [-0.4, 0.1], [0.15, 0.9]]), "main")
    pen.stroke([[-0.35, 0], [-0.95, 0.12]], 0.07, "dark")
    pen.mark(0.42, -0.12, 0.06, "light")
    pen.mark(0.42, 0.12, 0.06, "light")


def seahorse(rng: Rng, pen: Pen) -> None:
    t = np.linspace(0, 1, 20)
    x, y = 0.25 * np.sin(t * 5.5) - 0.1, -0.5 + 1.4 * t
    pen.stroke(np.column_stack([x, y])[:12], 0.36, "accent")
    pen.stroke(np.column_stack([x, y])[10:], 0.16, "accent")
    pen.oval(-0.02, -0.62, 0.26, 0.22, "accent")
    pen.stroke([[0.1, -0.6], [0.55, -0.5]], 0.13, "accent")
    pen.mark(0.02, -0.68, 0.06)


def deer(rng: Rng, pen: Pen) -> None:
    _quadruped(rng, pen, long=0.9, tall=0.34, legs=0.55, neck=0.5, head=0.17, thin=0.09, tail=0.12)
    for dx in (0.0, 0.14):
        pen.stroke([[0.62 + dx, -0.72], [0.58 + dx, -1.0]], 0.05, "dark")


def pig(rng: Rng, pen: Pen) -> None:
    _quadruped(rng, pen, long=0.95, tall=0.5, legs=0.35, neck=0.12, head=0.28, thin=0.14, tail=0.1)


def cat(rng: Rng, pen: Pen) -> None:
    _quadruped(rng, pen, long=1.0, tall=0.36, legs=0.42, neck=0.28, head=0.27, thin=0.13, tail=0.5)
    kind = int(rng.integers(3))
    for x in np.linspace(-0.4, 0.4, 6):
        if kind == 0:
            pen.stroke([[x, -0.16], [x - 0.05, 0.15]], 0.06, "dark")
        elif kind == 1:
            pen.mark(x, rng.uniform(-0.12, 0.16), 0.07, "dark")


def bear(rng: Rng, pen: Pen) -> None:
    _quadruped(rng, pen, long=0.95, tall=0.55, legs=0.38, neck=0.2, head=0.3, thin=0.2, tail=0.05)
    if rng.random() < 0.5:
        pen.oval(0.3, 0.1, 0.1, 0.16, "accent")


def elephant(rng: Rng, pen: Pen) -> None:
    _quadruped(rng, pen, long=0.95, tall=0.62, legs=0.4, neck=0.15, head=0.33, thin=0.2, tail=0.2)
    pen.stroke([[0.82, -0.2], [0.98, 0.2], [0.9, 0.6]], 0.14, "main")
    pen.oval(0.48, -0.2, 0.2, 0.26, "light")


def rhino(rng: Rng, pen: Pen) -> None:
    _quadruped(rng, pen, long=1.0, tall=0.55, legs=0.36, neck=0.1, head=0.27, thin=0.17, tail=0.2)
    pen.area([[0.82, -0.25], [1.0, -0.6], [0.94, -0.15]], "light")


def buffalo(rng: Rng, pen: Pen) -> None:
    _quadruped(rng, pen, long=0.95, tall=0.55, legs=0.38, neck=0.14, head=0.26, thin=0.15, tail=0.35)
    pen.stroke([[0.62, -0.38], [0.4, -0.7], [0.62, -0.82]], 0.09, "light")
    pen.stroke([[0.72, -0.38], [0.98, -0.62], [0.86, -0.85]], 0.09, "light")


def monkey(rng: Rng, pen: Pen) -> None:
    pen.stroke([[-0.3, 0.6], [-0.75, 0.4], [-0.8, -0.1], [-0.55, -0.3]], 0.1, "main")
    pen.oval(0, 0.35, 0.38, 0.48, "main")
    for s in (-1, 1):
        pen.stroke([[s * 0.25, 0.1], [s * 0.6, 0.35], [s * 0.5, 0.7]], 0.14, "main")
        pen.oval(s * 0.4, -0.42, 0.14, 0.15, "light")
    pen.oval(0, -0.4, 0.4, 0.38, "main")
    pen.oval(0, -0.34, 0.26, 0.26, "light")
    for s in (-1, 1):
        pen.mark(s * 0.11, -0.42, 0.05)


def pangolin(rng: Rng, pen: Pen) -> None:
    for x in (-0.3, 0.3):
        pen.area([[x - 0.1, 0.25], [x + 0.1, 0.25], [x + 0.1, 0.65], [x - 0.1, 0.65]], "dark")
    back = _soft(
        [
            [-1.0, 0.6],
            [-0.7, 0.05],
            [-0.2, -0.5],
            [0.35, -0.45],
            [0.65, 0.0],
            [0.95, 0.3],
            [0.5, 0.38],
            [-0.5, 0.42],
        ]
    )
    pen.area(back, "main")
    for x in np.linspace(-0.5, 0.45, 6):
        for y in (-0.2, 0.1):
            pen.stroke([[x - 0.08, y - 0.05], [x, y + 0.08], [x + 0.09, y - 0.05]], 0.04, "dark")
    pen.mark(0.72, 0.14, 0.05)


def anteater(rng: Rng, pen: Pen) -> None:
    _quadruped(rng, pen, long=0.9, tall=0.42, legs=0.36, neck=0.1, head=0.2, thin=0.14, tail=0.6)
    pen.area([[0.5, -0.3], [1.0, 0.2], [0.95, 0.28], [0.45, 0.05]], "main")


def eagle(rng: Rng, pen: Pen) -> None:
    for s in (-1, 1):
        pen.area(
            _soft([[s * 0.1, -0.15], [s * 0.65, -0.65], [s * 1.0, -0.5], [s * 0.75, 0.0], [s * 0.2, 0.3]]),
            "main",
        )
    pen.area([[-0.12, 0.2], [0.12, 0.2], [0.25, 0.85], [-0.25, 0.85]], "light")
    pen.oval(0, 0.05, 0.22, 0.5, "main")
    pen.oval(0, -0.5, 0.17, 0.17, "light")
    pen.area([[-0.06, -0.6], [0.06, -0.6], [0, -0.8]], "accent")


def hornbill(rng: Rng, pen: Pen) -> None:
    pen.area([[-0.35, 0.2], [-0.15, 0.35], [-0.5, 0.98], [-0.72, 0.9]], "dark")
    pen.area(_soft([[-0.55, 0.35], [-0.45, -0.2], [0.0, -0.55], [0.25, -0.1], [0.05, 0.45]]), "main")
    pen.oval(0.12, -0.52, 0.25, 0.24, "light")
    pen.area(_soft([[0.28, -0.65], [0.75, -0.62], [1.0, -0.25], [0.65, -0.42], [0.28, -0.38]]), "accent")
    pen.area(_soft([[0.2, -0.72], [0.5, -0.85], [0.62, -0.66]]), "accent")
    pen.mark(0.16, -0.57, 0.05)


def heron(rng: Rng, pen: Pen) -> None:
    for x in (-0.15, 0.05):
        pen.stroke([[x, 0.3], [x + 0.05, 0.95]], 0.05, "dark")
    pen.area(_soft([[-0.75, 0.3], [-0.3, -0.12], [0.25, 0.0], [0.2, 0.35], [-0.2, 0.42]]), "light")
    pen.stroke([[0.15, 0.1], [0.4, -0.15], [0.12, -0.45], [0.3, -0.7]], 0.14, "light")
    pen.oval(0.33, -0.72, 0.15, 0.12, "light")
    pen.area([[0.42, -0.78], [0.95, -0.66], [0.42, -0.65]], "accent")
    pen.mark(0.36, -0.75, 0.04)


def snake(rng: Rng, pen: Pen) -> None:
    t = np.linspace(0, 1, 30)
    turns = rng.uniform(5, 10)
    x = -0.85 + 1.55 * t
    y = 0.38 * np.sin(t * turns + rng.uniform(0, 6)) * (0.5 + 0.5 * t)
    pen.stroke(np.column_stack([x, y]), 0.22, "main")
    for k in range(3, 28, 4):
        pen.mark(x[k], y[k], 0.07, "accent")
    pen.oval(x[-1] + 0.08, y[-1], 0.2, 0.15, "main")
    pen.stroke([[x[-1] + 0.25, y[-1]], [x[-1] + 0.45, y[-1] + 0.03]], 0.035, "accent")
    pen.mark(x[-1] + 0.12, y[-1] - 0.05, 0.04)


def crocodile(rng: Rng, pen: Pen) -> None:
    for x in (-0.35, 0.2):
        pen.area([[x, 0.1], [x + 0.18, 0.1], [x + 0.1, 0.5], [x - 0.08, 0.5]], "dark")
    pen.area(
        _soft(
            [[-1.0, 0.3], [-0.5, -0.15], [0.2, -0.22], [0.95, 0.05], [0.95, 0.2], [0.2, 0.28], [-0.5, 0.3]]
        ),
        "main",
    )
    for x in np.linspace(-0.6, 0.25, 7):
        pen.area([[x - 0.06, -0.1], [x, -0.28], [x + 0.06, -0.12]], "dark")
    for x in np.linspace(0.5, 0.9, 5):
        pen.area([[x - 0.03, 0.12], [x, 0.2], [x + 0.03, 0.12]], "light")
    pen.mark(0.4, -0.08, 0.06, "light")


def lizard(rng: Rng, pen: Pen) -> None:
    for x, s in ((-0.1, -1), (-0.1, 1), (0.35, -1), (0.35, 1)):
        pen.stroke([[x, 0], [x + 0.1, s * 0.35], [x + 0.3, s * 0.42]], 0.08, "main")
    pen.stroke([[-0.2, 0], [-0.6, 0.15], [-0.95, -0.2]], 0.1, "main")
    pen.oval(0.1, 0, 0.45, 0.18, "main")
    pen.oval(0.65, 0, 0.24, 0.17, "main")
    pen.mark(0.72, -0.08, 0.05)


def shark(rng: Rng, pen: Pen) -> None:
    pen.area([[-0.55, 0.05], [-0.98, -0.5], [-0.8, 0.05], [-0.95, 0.4]], "main")
    pen.area([[-0.15, -0.15], [0.02, -0.72], [0.22, -0.2]], "main")
    pen.area([[0.15, 0.1], [-0.1, 0.6], [0.38, 0.15]], "main")
    pen.area(
        _soft([[-0.75, 0.05], [-0.1, -0.3], [0.6, -0.2], [0.98, 0.05], [0.5, 0.24], [-0.1, 0.22]]), "main"
    )
    pen.area(_soft([[-0.3, 0.14], [0.5, 0.1], [0.9, 0.08], [0.45, 0.23], [0.0, 0.22]]), "light")
    for x in (0.28, 0.36, 0.44):
        pen.stroke([[x, -0.08], [x - 0.04, 0.08]], 0.03, "dark")
    pen.mark(0.68, -0.06, 0.05)


def orca(rng: Rng, pen: Pen) -> None:
    pen.area([[-0.6, 0.1], [-1.0, -0.25], [-0.88, 0.12], [-1.0, 0.45]], "dark")
    pen.area(_soft([[-0.1, -0.25], [0.0, -0.8], [0.25, -0.3]]), "dark")
    pen.area(_soft([[-0.8, 0.1], [-0.2, -0.35], [0.6, -0.3], [0.95, 0.05], [0.5, 0.32], [-0.2, 0.3]]), "dark")
    pen.area(_soft([[-0.3, 0.22], [0.5, 0.12], [0.85, 0.12], [0.45, 0.31]]), "light")
    pen.oval(0.55, -0.1, 0.14, 0.07, "light")


def octopus(rng: Rng, pen: Pen) -> None:
    for a in np.linspace(15, 165, 6):
        p = draw.turn([[0.3, 0], [0.65, 0.1 * rng.choice([-1, 1])], [0.95, -0.12 * rng.choice([-1, 1])]], a)
        pen.stroke(p + [0, -0.05], 0.14, "accent")
    pen.oval(0, -0.35, 0.42, 0.5, "accent")
    for s in (-1, 1):
        pen.mark(s * 0.16, -0.2, 0.1, "light")
        pen.mark(s * 0.16, -0.2, 0.05)


def otter(rng: Rng, pen: Pen) -> None:
    if rng.random() < 0.55:
        pen.stroke([[-0.1, 0.7], [-0.55, 0.85], [-0.85, 0.6]], 0.15, "main")
        pen.area(
            _soft([[-0.32, 0.85], [-0.3, 0.1], [-0.2, -0.3], [0.2, -0.3], [0.3, 0.1], [0.32, 0.85]]), "main"
        )
        pen.oval(0, 0.3, 0.17, 0.42, "light")
        for s in (-1, 1):
            pen.stroke([[s * 0.22, -0.05], [s * 0.3, 0.25], [s * 0.08, 0.3]], 0.11, "dark")
            pen.oval(s * 0.26, -0.78, 0.1, 0.1, "dark")
        pen.oval(0, -0.55, 0.34, 0.32, "main")
        pen.oval(0, -0.45, 0.2, 0.17, "light")
        pen.mark(0, -0.5, 0.07)
        for s in (-1, 1):
            pen.mark(s * 0.14, -0.64, 0.05)
    else:
        pen.stroke([[-0.5, 0.2], [-0.8, 0.3], [-1.0, 0.1]], 0.15, "main")
        pen.area(
            _soft(
                [
                    [-0.75, 0.25],
                    [-0.4, -0.15],
                    [0.3, -0.1],
                    [0.6, -0.35],
                    [0.75, 0.0],
                    [0.3, 0.35],
                    [-0.4, 0.4],
                ]
            ),
            "main",
        )
        for x in (-0.4, 0.25):
            pen.stroke([[x, 0.3], [x + 0.1, 0.6]], 0.13, "dark")
        pen.oval(0.66, -0.28, 0.28, 0.23, "main")
        pen.oval(0.8, -0.2, 0.16, 0.12, "light")
        pen.mark(0.68, -0.36, 0.05)
        pen.oval(0.5, -0.48, 0.08, 0.08, "dark")


def bee(rng: Rng, pen: Pen) -> None:
    for s in (-1, 1):
        pen.oval(s * 0.5, -0.2, 0.42, 0.2, "light", s * -18)
        for y in (0.1, 0.35):
            pen.stroke([[0, y], [s * 0.5, y + 0.2]], 0.05, "dark")
    pen.oval(0, 0.35, 0.32, 0.52, "accent")
    for y in (0.15, 0.4, 0.65):
        pen.stroke([[-0.26, y], [0.26, y]], 0.11, "dark")
    pen.oval(0, -0.25, 0.26, 0.24, "dark")
    pen.oval(0, -0.6, 0.2, 0.18, "accent")
    for s in (-1, 1):
        pen.stroke([[s * 0.08, -0.72], [s * 0.25, -0.98]], 0.04, "dark")


def mantis(rng: Rng, pen: Pen) -> None:
    pen.stroke([[-0.8, 0.75], [0.55, -0.55]], 0.16, "main")
    for t in (-0.45, -0.1, 0.25):
        pen.stroke([[t, -t], [t + 0.35, -t + 0.25], [t + 0.3, -t + 0.6]], 0.05, "dark")
        pen.stroke([[t, -t], [t - 0.3, -t - 0.3], [t - 0.1, -t - 0.62]], 0.05, "dark")
    pen.oval(0.65, -0.65, 0.15, 0.12, "accent")


def _quadruped(
    rng: Rng,
    pen: Pen,
    *,
    long: float,
    tall: float,
    legs: float,
    neck: float,
    head: float,
    thin: float,
    tail: float,
) -> None:
    """An animal on four legs facing right."""
    half, low = long / 2 + 0.08, 0.85 - legs
    top = low - tall
    swing = rng.normal(0, 0.06, 4)
    for k, x in enumerate((-half + 0.12, -half + 0.3, half - 0.34, half - 0.16)):
        pen.area(
            [
                [x - thin / 2, low - 0.12],
                [x + thin / 2, low - 0.12],
                [x + thin / 2 + swing[k], 0.88],
                [x - thin / 2 + swing[k], 0.88],
            ],
            "main",
        )
    if tail > 0.15:
        pen.stroke(
            [
                [-half, top + 0.12],
                [-half - 0.25, top - 0.1 * rng.uniform(-1, 2)],
                [-half - 0.25 - tail * 0.3, top - 0.2],
            ],
            0.08,
            "main",
        )
    pen.area(_soft([[-half, top + 0.05], [half, top], [half + 0.05, low], [-half - 0.03, low]]), "main")
    hx, hy = half + 0.12, top - neck + 0.08
    pen.stroke([[half - 0.1, top + tall * 0.3], [hx, hy]], max(head * 0.9, 0.14), "main")
    pen.oval(hx + 0.06, hy, head, head * 0.8, "main")
    pen.oval(hx + 0.06 + head * 0.7, hy + head * 0.25, head * 0.5, head * 0.4, "main")
    pen.area(
        [
            [hx - head * 0.4, hy - head * 0.5],
            [hx - head * 0.25, hy - head * 1.25],
            [hx + head * 0.15, hy - head * 0.6],
        ],
        "dark",
    )
    pen.mark(hx + 0.12, hy - head * 0.15, 0.05)


def house(rng: Rng, pen: Pen) -> None:
    kind = int(rng.integers(5))
    if kind == 4:
        pen.area([[-0.8, -0.6], [0.8, -0.6], [0.8, 0.7], [-0.8, 0.7]], "accent")
        pen.stroke([[-0.8, 0.05], [0.8, 0.05]], 0.08, "dark")
        for x in np.linspace(-0.6, 0.6, 5):
            pen.stroke([[x, -0.6], [x, 0.7]], 0.04, "dark")
        pen.area([[0.3, -0.45], [0.5, -0.45], [0.5, -0.25], [0.3, -0.25]], "dark")
        return
    wide, eaves = rng.uniform(0.5, 0.72), rng.uniform(-0.2, 0.1)
    floor = 0.85
    if kind == 3:
        floor = 0.55
        for x in (-wide + 0.1, 0, wide - 0.1):
            pen.stroke([[x, floor], [x, 0.95]], 0.09, "dark")
    if rng.random() < 0.5:
        pen.area(
            [[wide * 0.45, -0.8], [wide * 0.72, -0.8], [wide * 0.72, eaves], [wide * 0.45, eaves]], "dark"
        )
    pen.area([[-wide, eaves], [wide, eaves], [wide, floor], [-wide, floor]], "light")
    over = wide + rng.uniform(0.05, 0.25)
    if kind == 2:
        pen.area(
            [[-over, eaves], [-wide * 0.6, eaves - 0.6], [wide * 0.6, eaves - 0.6], [over, eaves]], "accent"
        )
    else:
        pen.area([[-over, eaves], [0, eaves - rng.uniform(0.6, 0.8)], [over, eaves]], "accent")
    door = rng.uniform(-wide * 0.6, wide * 0.4)
    pen.area([[door, floor], [door, floor - 0.42], [door + 0.25, floor - 0.42], [door + 0.25, floor]], "dark")
    for x in (-wide * 0.65, wide * 0.35):
        if abs(x - door) > 0.2:
            pen.area(
                [[x, eaves + 0.15], [x + 0.22, eaves + 0.15], [x + 0.22, eaves + 0.38], [x, eaves + 0.38]],
                "main",
            )


def town(rng: Rng, pen: Pen) -> None:
    for x in np.linspace(-0.75, 0.45, int(rng.integers(2, 4))):
        top = rng.uniform(-0.85, 0.0)
        pen.area([[x, top], [x + 0.38, top], [x + 0.38, 0.88], [x, 0.88]], "light")
        if rng.random() < 0.5:
            pen.area([[x - 0.06, top], [x + 0.19, top - 0.28], [x + 0.44, top]], "accent")
        for y in np.arange(top + 0.15, 0.75, 0.25):
            pen.area([[x + 0.08, y], [x + 0.15, y], [x + 0.15, y + 0.1], [x + 0.08, y + 0.1]], "dark")
            pen.area([[x + 0.23, y], [x + 0.3, y], [x + 0.3, y + 0.1], [x + 0.23, y + 0.1]], "dark")


def symbol(kind: int) -> Picture:
    """An abstract sign for a level: leaf or dots, oval, triangle or claw, as simple games print."""

    def paint(rng: Rng, pen: Pen) -> None:
        pick = int(rng.integers(3))
        if kind == 1:
            if pick == 0:
                pen.area([[0, -0.8], [0.5, 0], [0, 0.8], [-0.5, 0]], "main")
            elif pick == 1:
                pen.area(draw.turn(_leaf_shape(1.6, 0.45), -90) + [0, 0.8], "main")
            else:
                for a in (0, 120, 240):
                    pen.area(draw.turn(_leaf_shape(0.8, 0.28), a - 90), "main")
        elif kind == 2:
            if pick == 0:
                pen.oval(0, 0.1, 0.6, 0.42, "main")
                pen.oval(0.5, -0.3, 0.22, 0.2, "main")
            elif pick == 1:
                pen.oval(0, 0, 0.7, 0.45, "main")
                pen.mark(0.3, -0.1, 0.1)
            else:
                pen.area(_soft([[-0.8, 0.4], [-0.4, -0.4], [0.4, -0.4], [0.8, 0.4]]), "main")
        elif kind == 3:
            if pick == 0:
                pen.area([[0, -0.8], [0.7, 0.7], [-0.7, 0.7]], "main")
            elif pick == 1:
                for x in (-0.4, 0, 0.4):
                    pen.area([[x - 0.14, -0.6], [x + 0.14, -0.6], [x, 0.75]], "main")
            else:
                a = np.arange(10) * np.pi / 5 - np.pi / 2
                r = np.where(np.arange(10) % 2 == 0, 0.85, 0.36)
                pen.area(np.column_stack([r * np.cos(a), r * np.sin(a)]), "main")
        else:
            pen.oval(0, 0.1, 0.6, 0.5, "main")
            for s in (-1, 1):
                pen.oval(s * 0.45, -0.38, 0.18, 0.18, "main")
                pen.mark(s * 0.2, 0.0, 0.08)
            pen.oval(0, 0.28, 0.22, 0.16, "light")

    return paint


def render(
    rng: Rng,
    picture: Picture,
    n: int,
    *,
    manner: str = "plain",
    main: Bgr,
    dark: Bgr,
    light: Bgr,
    accent: Bgr,
    line: Bgr,
    size: float = 0.8,
    lively: float = 1.0,
) -> NDArray[np.uint8]:
    """A picture as BGRA of n x n. `size`: share of the image it fills; `lively`: how much its shape varies."""
    over = 1 if n >= 96 else 2
    side = n * over
    image = draw.blank(side, side)
    stretch = np.exp(rng.normal(0, 0.1 * lively, 2))
    flip = rng.choice([-1.0, 1.0]) if lively else 1.0
    half = size * side / 2
    shear = rng.normal(0, 0.08 * lively)
    place = np.array([[flip * half * stretch[0], shear * half, side / 2], [0.0, half * stretch[1], side / 2]])
    picture(rng, Pen(image, manner, main, dark, light, accent, line, place))
    return draw.shrink(image, over)
