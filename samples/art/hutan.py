"""One printing of Hutan in an art style of our own: board faces, flowers, trees and animals.

The faces show the areas of the real boards (facts of the game) as land between waters; every picture is
invented here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.art import colour as col
from samples.art import pictures as pic
from samples.art import terrain
from samples.render import draw, noise
from scoring.games.hutan.components import FACES

Rng = np.random.Generator
Bgr = NDArray[np.float64]
Image = NDArray[np.uint8]
Span = tuple[float, float]

FLOWERS: dict[str, tuple[Span, Span, Span]] = {
    "r": ((-12, 10), (0.75, 1.0), (0.6, 0.97)),
    "y": ((38, 54), (0.7, 1.0), (0.8, 1.0)),
    "b": ((198, 225), (0.6, 1.0), (0.5, 0.95)),
    "g": ((180, 260), (0.0, 0.18), (0.26, 0.5)),
    "w": ((30, 55), (0.0, 0.2), (0.85, 1.0)),
}
"""Hue, saturation and value of each colour."""

ANIMALS: dict[str, pic.Picture] = {
    "r": pic.monkey,
    "y": pic.cat,
    "b": pic.heron,
    "g": pic.hornbill,
    "w": pic.rhino,
}

_BOARDS: dict[str, Span] = {"pink": (320, 345), "red": (-8, 10), "blue": (200, 225), "white": (30, 60)}


@dataclass(frozen=True)
class Look:
    techniques: tuple[str, ...]
    saturation: Span = (0.55, 0.95)
    value: Span = (0.4, 0.75)
    manner: tuple[str, ...] = ("plain", "outlined")
    rim: Span = (0.2, 0.6)
    """How dark the shore is."""
    sunny: float = 0.8
    """Share of printings with yellow clearings."""


LOOKS: dict[str, Look] = {
    "painted": Look(("painted",), (0.65, 0.95), (0.45, 0.8)),
    "flat": Look(("flat", "patterned"), rim=(0.0, 0.5), sunny=0.2),
    "watercolour": Look(("watercolour",), (0.35, 0.7), (0.5, 0.8), sunny=0.5),
    "photo": Look(("photo",), (0.5, 0.9), (0.35, 0.7)),
    "dark": Look(("photo", "painted"), (0.5, 0.9), (0.22, 0.42), sunny=0.3),
    "collage": Look(("collage", "gradient"), (0.4, 0.8), (0.4, 0.75), sunny=0.3),
    "halftone": Look(("halftone",), (0.5, 0.9), (0.45, 0.8), sunny=0.4),
    "linocut": Look(("linocut",), (0.4, 0.8), (0.4, 0.7), ("silhouette", "outlined"), sunny=0.0),
    "pixel": Look(("blocks",), (0.45, 0.9), (0.45, 0.75), sunny=0.3),
}


@dataclass
class Kit:
    """One copy of the game, drawn at `px` pixels per square."""

    px: int
    faces: dict[str, Image]
    """BGRA of 3 x 3 squares by face name, icon at the left top."""
    flowers: dict[str, Image]
    """BGRA by colour."""
    trees: list[Image]
    """BGRA silhouettes, foot at the bottom edge."""
    animals: dict[str, Image]
    """BGRA silhouettes by colour, foot at the bottom edge."""
    flower_size: float
    """Width in squares."""
    tree_sizes: list[tuple[float, float]]
    """Width and height in squares, one for each tree."""
    animal_size: tuple[float, float]
    thickness: float
    """Of all cardboard pieces, in squares."""
    board_thickness: float
    core: Bgr
    """Colour of cut cardboard."""
    gloss: float


def make_kit(seed: int, style: str, px: float, names: tuple[str, ...] = tuple(FACES)) -> Kit:
    """The copy of the game with this seed in this style; only the faces named are there.

    The last few copies are kept: photos of one copy in a row are much faster than of a new one each.
    """
    kit = _made(seed, style, draw.rung(px))
    return replace(kit, faces={name: _face_of(seed, style, kit.px, name) for name in names})


@lru_cache(maxsize=32)
def _face_of(seed: int, style: str, px: int, name: str) -> Image:
    rng = np.random.default_rng([seed, sorted(LOOKS).index(style), 2 + sorted(FACES).index(name)])
    return _face(
        rng, name, _plan(np.random.default_rng([seed, sorted(LOOKS).index(style)]), LOOKS[style]), px
    )


@lru_cache(maxsize=6)
def _made(seed: int, style: str, px: int) -> Kit:
    rng = np.random.default_rng([seed, sorted(LOOKS).index(style)])
    look = LOOKS[style]
    plan = _plan(rng, look)
    manner = str(rng.choice(look.manner))
    sizes = [
        (float(rng.uniform(0.8, 1.1)), float(rng.uniform(1.0, 1.7))) for _ in range(int(rng.integers(2, 5)))
    ]
    values = {
        "flower_size": float(rng.uniform(0.64, 0.84)),
        "tree_sizes": sizes,
        "animal_size": (float(rng.uniform(0.75, 1.0)), float(rng.uniform(0.75, 1.05))),
        "thickness": float(rng.uniform(0.04, 0.1)),
        "board_thickness": float(rng.uniform(0.03, 0.07)),
        "core": col.hsv(rng.uniform(20, 40), rng.uniform(0.05, 0.3), rng.uniform(0.25, 0.75)),
        "gloss": float(rng.uniform(0.3, 1.0)),
    }
    art = np.random.default_rng([seed, sorted(LOOKS).index(style), 1])
    flowers = {name: _flower(art, name, look, plan.technique, px) for name in FLOWERS}
    return Kit(
        px=px,
        faces={},
        flowers={name: image for name, (image, _) in flowers.items()},
        trees=[_tree(art, plan.technique, manner, round(px * w), round(px * h)) for w, h in sizes],
        animals={name: _animal(art, name, colour, manner, px) for name, (_, colour) in flowers.items()},
        **values,
    )  # type: ignore[arg-type]


@dataclass(frozen=True)
class _FacePlan:
    technique: str
    grass: Bgr
    sun: Bgr | None
    water: Bgr
    shore: float
    margin: float
    """Half the width of the water between areas, in squares."""
    wander: float
    marks: float
    """How strong the marks between squares of one area are."""
    icon: bool
    icon_size: float
    pads: bool
    mark_length: float


def _plan(rng: Rng, look: Look) -> _FacePlan:
    technique = str(rng.choice(look.techniques))
    saturation, value = rng.uniform(*look.saturation), rng.uniform(*look.value)
    grass = col.hsv(rng.uniform(75, 150), saturation, value)
    sun = col.hsv(rng.uniform(45, 75), saturation, min(1.0, value * 1.3))
    water = col.hsv(rng.uniform(192, 225), min(1.0, saturation * 1.1), value * rng.uniform(0.9, 1.25))
    shore = rng.uniform(*look.rim)
    sunny = rng.random() < look.sunny
    return _FacePlan(
        technique, grass, sun if sunny else None, water, shore, rng.uniform(0.05, 0.13), rng.uniform(0.01, 0.035),
        rng.uniform(0.15, 0.6) if rng.random() < 0.85 else 0.0, bool(rng.random() < 0.6), rng.uniform(0.08, 0.16),
        bool(rng.random() < 0.5), rng.uniform(0.5, 1.0),
    )  # fmt: skip


def _face(rng: Rng, name: str, plan: _FacePlan, px: int) -> Image:
    """A board's face with its icon at the left top."""
    areas = np.array(FACES[name])
    n = 3 * px
    fine = terrain.ground(rng, plan.technique, plan.water, "O", 3, px).astype(np.float32)
    land = terrain.ground(rng, plan.technique, plan.grass, "R", 3, px).astype(np.float32)
    if plan.sun is not None:
        t = np.clip(noise.layered(rng, n, n, px * rng.uniform(0.6, 1.2), 3) * 2.6 - 1.15, 0, 1)[..., None]
        land = land * (1 - t) + t * (0.5 * land * (plan.sun / np.maximum(plan.grass, 8)) + 0.5 * plan.sun)
        land = np.clip(land, 0, 255).astype(np.float32)
    image = fine
    wander = (noise.layered(rng, n, n, px * 0.35, 2) - 0.5) * (4 * plan.wander * px)
    margin = plan.margin * px
    for label in range(1, int(areas.max()) + 1):
        mask = np.kron((areas == label).astype(np.uint8), np.ones((px, px), np.uint8))
        # Rounded: what a blurred copy still calls inside.
        smooth = (cv2.GaussianBlur(np.pad(mask, px).astype(np.float32), (0, 0), px * 0.1) > 0.5).astype(
            np.uint8
        )
        inside = cv2.distanceTransform(smooth, cv2.DIST_L2, 3)[px : px + n, px : px + n] + wander - margin
        alpha = np.clip(inside + 0.5, 0, 1)[..., None]
        rim = np.exp(-np.maximum(inside, 0) / (0.06 * px))[..., None]
        outer = np.exp(-np.maximum(-inside, 0) / (0.05 * px))[..., None] * (1 - alpha)
        image = image * (1 - 0.5 * plan.shore * outer)
        image = image * (1 - alpha) + land * (1 - plan.shore * rim) * alpha
    image = draw.opaque(np.clip(image, 0, 255).astype(np.uint8))
    _lake(rng, image, areas, plan, px)
    _marks(image, areas, plan, px)
    if plan.icon:
        colour, shape = name.split("-")
        ink = col.between(rng, _BOARDS[colour], (0.0, 0.1) if colour == "white" else (0.5, 0.9), (0.75, 1.0))
        size = plan.icon_size * px
        outline = draw.outline("round" if shape == "circle" else "square")
        draw.fill(image, outline * size * 1.2 + size * 0.75, ink * 0.3)
        draw.fill(image, outline * size + size * 0.75, ink)
    mask = np.zeros((n, n), np.uint8)
    draw.fill(mask, draw.rounded(n - 1, n - 1, 0.05 * px) + (n - 1) / 2, 255.0)
    return cv2.multiply(image, cv2.merge([mask] * 4), scale=1 / 255)


def _lake(rng: Rng, image: Image, areas: NDArray, plan: _FacePlan, px: int) -> None:
    """Foam, ripples and lily pads where the lake is, and here and there along the rivers."""
    foam, pad = col.shade(plan.water, 1.7), col.shade(plan.grass, 1.1)
    for r, c in np.argwhere(areas == 0):
        for _ in range(int(rng.integers(4, 16))):
            at = (np.array([c, r]) + rng.uniform(0.2, 0.8, 2)) * px
            if plan.pads:
                draw.disc(image, at, px * rng.uniform(0.02, 0.06), pad)
            else:
                wave = np.column_stack([np.linspace(-0.1, 0.1, 5), 0.02 * np.sin(np.arange(5) * 2.0)]) * px
                draw.stroke(image, wave + at, foam, max(1, px * 0.015))
    for _ in range(int(rng.integers(0, 10))):
        at = rng.uniform(0, 3, 2) * px
        draw.disc(image, at, px * rng.uniform(0.01, 0.03), foam)


def _marks(image: Image, areas: NDArray, plan: _FacePlan, px: int) -> None:
    """Faint lines between squares of one area."""
    if not plan.marks:
        return
    layer = draw.blank(*image.shape[:2])
    pale = col.shade(plan.sun if plan.sun is not None else plan.grass, 1.6)
    half = plan.mark_length * 0.5 * px * 0.9
    for r in range(3):
        for c in range(3):
            if c < 2 and areas[r, c] == areas[r, c + 1] and areas[r, c]:
                y = (r + 0.5) * px
                draw.stroke(
                    layer, [[(c + 1) * px, y - half], [(c + 1) * px, y + half]], pale, max(1, 0.02 * px)
                )
            if r < 2 and areas[r, c] == areas[r + 1, c] and areas[r, c]:
                x = (c + 0.5) * px
                draw.stroke(
                    layer, [[x - half, (r + 1) * px], [x + half, (r + 1) * px]], pale, max(1, 0.02 * px)
                )
    draw.over(image, cv2.multiply(layer, plan.marks))


def _flower(rng: Rng, name: str, look: Look, technique: str, px: int) -> tuple[Image, Bgr]:
    """A flower token and its colour."""
    n = max(16, round(px * 0.8))
    over = 2 if n < 140 else 1
    side = n * over
    colour = col.between(rng, *FLOWERS[name])
    image = draw.blank(side, side)
    petals = int(rng.integers(4, 9))
    width = rng.uniform(0.3, 0.55) * 5 / petals
    pointed = rng.random() < 0.4
    centre = np.array([side / 2, side / 2])
    vein = col.shade(colour, rng.uniform(0.6, 0.85))
    inner = (
        col.between(rng, (0, 360), (0.3, 0.95), (0.3, 0.95)) if rng.random() < 0.6 else col.shade(colour, 0.6)
    )
    for turn in np.arange(petals) * 360 / petals + rng.uniform(0, 90):
        t = np.linspace(0, 1, 12)
        edge = width * (np.sin(np.pi * t**0.8) ** (1.2 if pointed else 0.6))
        petal = np.vstack(
            [np.column_stack([t * 0.49, -edge / 2]), np.column_stack([t[::-1] * 0.49, edge[::-1] / 2])]
        )
        draw.fill(image, draw.turn(petal, turn) * side + centre, colour * rng.uniform(0.93, 1.0))
        if look.manner[0] != "silhouette":
            draw.stroke(
                image, draw.turn([[0.08, 0], [0.38, 0]], turn) * side + centre, vein, max(1, 0.012 * side)
            )
    draw.disc(image, centre, side * rng.uniform(0.05, 0.13), inner)
    if rng.random() < 0.4:
        for a in np.arange(6) * 60:
            draw.disc(image, draw.turn([[0.09, 0]], a)[0] * side + centre, side * 0.02, col.shade(inner, 1.5))
    image = draw.shrink(image, over)
    field = noise.layered(rng, n, n, n / 5, 3)
    shade = (1 + (0.12 if technique in ("flat", "patterned") else 0.35) * (field - 0.5))[..., None]
    image[..., :3] = np.clip(image[..., :3] * shade, 0, image[..., 3:]).astype(np.uint8)
    return image, colour


def _tree(rng: Rng, technique: str, manner: str, width: int, height: int) -> Image:
    """A tree's silhouette, crown above, roots at the bottom edge."""
    width, height = max(14, width), max(16, height)
    crown, bark = (
        col.between(rng, (85, 150), (0.5, 0.9), (0.25, 0.6)),
        col.between(rng, (15, 45), (0.3, 0.8), (0.3, 0.7)),
    )
    image = draw.blank(height, width)
    size = np.array([width, height])
    foot = rng.uniform(0.42, 0.49)
    neck = rng.uniform(0.1, 0.2)
    knee = rng.uniform(0.7, 0.88)
    trunk = [
        [0.5 - neck, 0.3],
        [0.5 + neck, 0.3],
        [0.5 + neck, knee],
        [0.5 + foot, 0.97],
        [0.5 + foot, 1.0],
        [0.5 - foot, 1.0],
        [0.5 - foot, 0.97],
        [0.5 - neck, knee],
    ]
    draw.fill(image, np.array(trunk) * (size - 1), bark)
    for x in np.linspace(-0.3, 0.3, 5):
        draw.stroke(
            image, np.array([[0.5 + x * 0.4, 0.5], [0.5 + x, 0.98]]) * size, bark * 0.6, max(1, width * 0.02)
        )
    levels = int(rng.integers(1, 5))
    low = rng.uniform(0.45, 0.72)
    for k in range(levels):
        y = low * (1 - 0.75 * k / levels) - 0.06
        reach = (0.46 - 0.12 * k / levels) * rng.uniform(0.85, 1.0)
        ring = pic._blob(rng, 0.5, y - 0.12, reach, 0.1, 13, min(0.8, 0.62 / (levels**0.4)))
        draw.fill(image, np.clip(ring, 0.01, 0.99) * size, col.near(rng, crown, 8))
    for _ in range(int(rng.integers(4, 22))):
        at = np.array([rng.uniform(0.15, 0.85), rng.uniform(0.05, low)])
        leaf = draw.turn([[-0.08, 0], [0, -0.03], [0.08, 0], [0, 0.03]], rng.uniform(0, 360))
        mask = image[..., 3].copy()
        draw.fill(image, (leaf + at) * size, col.shade(crown, rng.uniform(0.7, 1.5)))
        image = cv2.min(image, cv2.merge([mask] * 4))
    return _grained(rng, image, technique, manner, crown)


def _grained(rng: Rng, image: Image, technique: str, manner: str, ink: Bgr) -> Image:
    height, width = image.shape[:2]
    depth = 0.15 if technique in ("flat", "patterned", "collage") else 0.6
    field = noise.layered(rng, height, width, max(2, width / 7), 3)
    image[..., :3] = np.clip(
        image[..., :3] * (1 + depth * (field - 0.5))[..., None], 0, image[..., 3:]
    ).astype(np.uint8)
    if manner == "silhouette":
        image[..., :3] = (0.4 * image[..., :3] + 0.6 * ink * (image[..., 3:] / 255.0)).astype(np.uint8)
    return image


def _animal(rng: Rng, name: str, colour: Bgr, manner: str, px: int) -> Image:
    """An animal on cardboard of its flower's colour, cut along its outline, foot at the bottom edge."""
    n = max(18, px)
    body = {
        "r": col.between(rng, (5, 25), (0.6, 0.95), (0.45, 0.85)),
        "y": col.between(rng, (22, 42), (0.6, 0.95), (0.6, 0.95)),
        "b": col.between(rng, (200, 260), (0.1, 0.5), (0.05, 0.3)),
        "g": col.between(rng, (0, 360), (0.0, 0.2), (0.08, 0.25)),
        "w": col.between(rng, (20, 60), (0.02, 0.2), (0.5, 0.75)),
    }[name]
    picture = pic.render(
        rng, ANIMALS[name], n, manner="plain" if manner == "silhouette" else manner, size=0.78, lively=0.6, main=body, dark=body * 0.45,
        light=col.shade(body, 1.4), accent=col.between(rng, (0, 60), (0.6, 0.9), (0.6, 0.95)), line=col.hsv(0, 0, 0.1),
    )  # fmt: skip
    reach = max(2, round(n * rng.uniform(0.05, 0.09)))
    mask = picture[..., 3].copy()
    mask[-max(2, n // 7) :, n // 5 : -n // 5] = 255
    mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1)))
    image = draw.blank(n, n)
    draw.paint(image, mask, colour)
    draw.over(image, picture)
    return image
