"""Colours in BGR (0..255) by hue, saturation and lightness ranges."""

from __future__ import annotations

import colorsys

import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Bgr = NDArray[np.float64]


def hsv(hue: float, saturation: float, value: float) -> Bgr:
    """BGR of a hue in degrees, saturation and value in 0..1."""
    r, g, b = colorsys.hsv_to_rgb(
        (hue % 360) / 360, min(1.0, max(0.0, saturation)), min(1.0, max(0.0, value))
    )
    return np.array([b, g, r]) * 255


def between(
    rng: Rng, hue: tuple[float, float], saturation: tuple[float, float], value: tuple[float, float]
) -> Bgr:
    """A random colour of these ranges; print has no glaring greens."""
    h, s, v = rng.uniform(*hue), rng.uniform(*saturation), rng.uniform(*value)
    if 60 < h % 360 < 170:
        s = min(s, 1.55 - v)
    return hsv(h, s, v)


def near(rng: Rng, colour: Bgr, amount: float) -> Bgr:
    """A colour close to this one."""
    return np.clip(colour + rng.normal(0, amount) + rng.normal(0, amount * 0.6, 3), 0, 255)


def shade(colour: Bgr, factor: float) -> Bgr:
    """Darker (factor below 1) or lighter, towards white."""
    if factor <= 1:
        return colour * factor
    return colour + (255 - colour) * min(1.0, factor - 1)


def paper(rng: Rng) -> Bgr:
    """White or cream."""
    return hsv(rng.uniform(25, 60), rng.uniform(0, 0.22), rng.uniform(0.82, 1.0))


def lightness(colour: Bgr) -> float:
    """0..255."""
    return float(colour @ [0.114, 0.587, 0.299])
