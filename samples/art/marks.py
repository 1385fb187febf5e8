"""How a printing shows the levels 1 to 3 of its chits: numerals, pips, tally strokes or Roman numerals.

Numerals are set in one of the built-in typefaces or written with a broad pen, which gives thin lines, thick and
thin ones, slanted ones and serifs: the built-in typefaces have hardly any of these.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render import draw

Rng = np.random.Generator
Points = NDArray[np.float64]
Mask = NDArray[np.uint8]

LIGHT_FONTS = ("sans-200", "sans-300", "italic-200", "italic-300", "uni-200")
"""Thin typefaces, beside those of draw.FONTS."""


@dataclass(frozen=True)
class Pen:
    """A hand that writes numerals. Lengths in heights of a numeral."""

    broad: float
    """Width of the widest strokes."""
    thin: float
    """Width of the thinnest strokes, as a share of the widest."""
    angle: float
    """Degrees by which the pen's edge is turned."""
    slant: float
    wide: float
    """Stretch across."""
    serif: float
    """Length of the serifs; 0 for none."""
    flat_three: bool


@dataclass(frozen=True)
class Mark:
    """What the levels of one printing look like. Lengths in chits."""

    kind: str
    """'type', 'pen', 'pips', 'tally' or 'roman'."""
    size: float
    """Height of a numeral or stroke; diameter of a pip."""
    turn: float
    """Degrees clockwise."""
    font: str
    pen: Pen
    form: str
    """Of pips: 'line', 'triangle' or 'arc'."""
    pip: str
    """'disc', 'ring', 'square' or 'diamond'."""
    gap: float
    """From pip to pip, in pips."""


def lots(rng: Rng, at: float) -> Mark:
    """A random mark to stand in this direction (degrees) from a chit's middle."""
    kind = str(rng.choice(["type", "pen", "pips", "tally", "roman"], p=[0.26, 0.32, 0.32, 0.05, 0.05]))
    size = rng.uniform(*((0.2, 0.28), (0.26, 0.4), (0.4, 0.58))[int(rng.choice(3, p=[0.35, 0.4, 0.25]))])
    form = str(rng.choice(["line", "triangle", "arc"], p=[0.55, 0.25, 0.2]))
    turn = 0.0 if rng.random() < 0.8 else at + 90 * float(rng.integers(4))
    if kind == "pips":
        size *= rng.uniform(0.38, 0.6)
        turn = float(rng.choice([0, 90, 45, -45, at, at + 90, rng.uniform(0, 360)]))
    pen = Pen(
        broad=float(np.exp(rng.uniform(*np.log((0.06, 0.2))))),
        thin=float(rng.choice([1.0, rng.uniform(0.25, 0.8)])),
        angle=rng.uniform(-40, 40),
        slant=rng.uniform(0.1, 0.35) if rng.random() < 0.35 else 0.0,
        wide=rng.uniform(0.75, 1.25),
        serif=rng.uniform(0.08, 0.16) if rng.random() < 0.5 else 0.0,
        flat_three=bool(rng.random() < 0.2),
    )
    fonts = LIGHT_FONTS if rng.random() < 0.5 else draw.FONTS
    return Mark(
        kind=kind,
        size=size,
        turn=at + 90 if form == "arc" and kind == "pips" else turn,
        font=str(rng.choice(fonts)),
        pen=pen,
        form=form,
        pip=str(rng.choice(["disc", "ring", "square", "diamond"], p=[0.7, 0.08, 0.12, 0.1])),
        gap=rng.uniform(1.3, 1.9),
    )


def _pips(mark: Mark, level: int) -> Points:
    """(level, 2): middles of the pips about (0, 0), in chits, not yet turned."""
    step = mark.size * mark.gap
    x = (np.arange(level) - (level - 1) / 2) * step
    if mark.form == "triangle" and level == 3:
        return step * 0.577 * np.column_stack([np.cos(a := np.deg2rad([-90, 30, 150])), np.sin(a)])
    y = x**2 / 0.6 if mark.form == "arc" else np.zeros(level)
    return np.column_stack([x, y - y.mean()])


def corners(mark: Mark, level: int) -> Points:
    """(n, 2): corners of the room a mark takes about its middle, in chits, turned as it will be."""
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    if mark.kind == "pips":
        room = (_pips(mark, level)[:, None] + mark.size * box).reshape(-1, 2)
    else:
        across = 0.14 + 0.2 * level if mark.kind == "tally" else 0.3 * level if mark.kind == "roman" else 0.75
        room = mark.size * box * [across, 1.1]
    return draw.turn(room, mark.turn)


def mask(mark: Mark, level: int, side: int, at: Points) -> Mask:
    """(side, side) of 0..255: the mark of a level with its middle at this share of a chit of `side` pixels."""
    out = np.zeros((side, side), np.uint8)
    middle, size = np.full(2, side / 2), mark.size * side
    if mark.kind == "pips":
        for pip in _pips(mark, level) * side + middle:
            _pip(out, mark, pip, size)
    elif mark.kind == "pen":
        _written(out, mark.pen, level, middle, size)
    elif mark.kind == "tally":
        for k in range(level):
            x = (k - (level - 1) / 2) * 0.22
            lean = mark.pen.slant / 2
            ends = np.array([[x + lean, -0.5], [x - lean, 0.5]]) * size + middle
            draw.stroke(out, ends, 255.0, size * min(0.11, mark.pen.broad))
    else:
        words = "I" * level if mark.kind == "roman" else str(level)
        layer = draw.blank(side, side)
        draw.text(layer, words, middle, size, (255, 255, 255), mark.font)
        out = np.ascontiguousarray(layer[..., 3])
    move = draw.similarity(1.0, mark.turn, middle - 0.5, at * side - 0.5)[:2]
    return np.asarray(cv2.warpAffine(out, move, (side, side)), np.uint8)


def _pip(out: Mask, mark: Mark, at: Points, size: float) -> None:
    if mark.pip == "disc":
        draw.disc(out, at, size / 2, 255.0)
    elif mark.pip == "ring":
        draw.ring(out, at, 0.4 * size, 255.0, 0.2 * size)
    else:
        box = draw.rounded(size * 0.86, size * 0.86, 0)
        draw.fill(out, draw.turn(box, 45 if mark.pip == "diamond" else 0) + at, 255.0)


def _written(out: Mask, pen: Pen, level: int, middle: Points, size: float) -> None:
    """A numeral of `size` pixels: the pen's edge, an ellipse, is stamped along its lines."""
    axes = pen.broad * size / 2 * np.array([1.0, pen.thin])
    stretch = np.array([[pen.wide, 0.0], [-pen.slant, 1.0]])
    for line in _lines(pen, level):
        steps = np.hypot(*np.diff(line, axis=0).T).cumsum()
        t = np.linspace(0, steps[-1], max(8, int(steps[-1] * size)))
        dense = np.column_stack([np.interp(t, [0, *steps], line[:, k]) for k in range(2)])
        for x, y in np.round((dense @ stretch * (1 - pen.broad) * size + middle) * 16).astype(int).tolist():
            rx, ry = np.maximum(np.round(axes * 16), 8).astype(int).tolist()
            cv2.ellipse(out, (x, y), (rx, ry), pen.angle, 0, 360, 255, -1, cv2.LINE_AA, 4)


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> Points:
    a = np.deg2rad(np.linspace(start, end, 20))
    return np.column_stack([x + rx * np.cos(a), y + ry * np.sin(a)])


def _lines(pen: Pen, level: int) -> list[Points]:
    """The lines of a numeral about (0, 0), one high."""
    s = pen.serif
    if level == 1:
        lines = [np.array([[-0.2, -0.3], [0.02, -0.5], [0.02, 0.5]])]
        return [*lines, np.array([[0.02 - 1.6 * s, 0.5], [0.02 + 1.6 * s, 0.5]])] if s else lines
    if level == 2:
        foot = [[-0.28, 0.5], [0.28, 0.5]] + ([[0.3, 0.5 - 1.3 * s]] if s else [])
        lines = [np.vstack([_arc(0, -0.24, 0.27, 0.26, 190, 395), foot])]
        return [*lines, np.array([[-0.27, -0.28], [-0.24, -0.28 + s / 2]])] if s else lines
    lower = _arc(-0.02, 0.22, 0.29, 0.28, 270, 520)
    if pen.flat_three:
        return [np.vstack([[[-0.25, -0.5], [0.25, -0.5], [-0.06, -0.06]], lower[1:]])]
    lines = [_arc(-0.02, -0.28, 0.25, 0.22, 200, 450), lower]
    return [*lines, np.array([[-0.26, -0.36], [-0.24, -0.36 + s / 2]])] if s else lines
