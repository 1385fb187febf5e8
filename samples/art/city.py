"""One printing of Rainforest City in an art style of our own: grounds, cards, chits and houses.

A `Kit` is one copy of the game: made from a seed, its pictures are the same in every photo of it. All art is
invented here; nothing is traced from the published game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.art import colour as col
from samples.art import pictures as pic
from samples.art import terrain
from samples.render import draw, noise

Rng = np.random.Generator
Bgr = NDArray[np.float64]
Span = tuple[float, float]

TERRAINS = "RMO"
TOKENS = ("r1", "r2", "r3", "m1", "m2", "m3", "o1", "o2", "o3", "ot")

_HUES: dict[str, Span] = {"R": (78, 158), "M": (14, 38), "O": (188, 232)}

PICTURES: dict[str, tuple[pic.Picture, ...]] = {
    "r1": (pic.tree, pic.tree, pic.leaf, pic.fern, pic.conifer, pic.sprout, pic.flower),
    "r2": (pic.termite, pic.termite, pic.beetle, pic.caterpillar, pic.deer, pic.butterfly, pic.pig),
    "r3": (pic.pangolin, pic.pangolin, pic.cat, pic.eagle, pic.anteater, pic.hornbill, pic.bear),
    "m1": (pic.mangrove, pic.mangrove, pic.mangrove, pic.palm, pic.sprout, pic.seaweed),
    "m2": (pic.crab, pic.crab, pic.crab, pic.snail, pic.fish, pic.monkey),
    "m3": (pic.heron, pic.snake, pic.crocodile, pic.lizard, pic.eagle, pic.cat),
    "o1": (pic.coral, pic.coral, pic.seaweed, pic.anemone, pic.shell),
    "o2": (pic.turtle, pic.turtle, pic.fish, pic.ray, pic.seahorse),
    "o3": (pic.shark, pic.shark, pic.orca, pic.octopus),
    "ot": (pic.otter, pic.otter, pic.otter),
}


@dataclass(frozen=True)
class Look:
    """What printings of one style have in common."""

    techniques: tuple[str, ...]
    saturation: Span = (0.5, 0.9)
    value: Span = (0.4, 0.75)
    manners: tuple[str, ...] = ("plain", "outlined")
    chit: tuple[str, ...] = ("light", "own", "ring", "dark")
    wobble: float = 0.0
    """How far borders between grounds wander, in squares."""
    symbols: float = 0.0
    """Share of printings with abstract signs in place of pictures."""
    finish: str = ""
    """A technique laid over chits and houses: 'wash', 'relief' or 'pixels'."""


LOOKS: dict[str, Look] = {
    "flat": Look(("flat",), (0.6, 0.95), (0.4, 0.8), ("plain", "plain", "outlined"), symbols=0.15),
    "watercolour": Look(("watercolour",), (0.35, 0.7), (0.45, 0.75), ("plain",), wobble=0.06, finish="wash"),
    "photo": Look(("photo",), (0.5, 0.9), (0.35, 0.7), ("plain",), wobble=0.02, finish="relief"),
    "painted": Look(
        ("painted",), (0.45, 0.85), (0.4, 0.75), ("plain", "outlined"), wobble=0.05, finish="relief"
    ),
    "pastel": Look(
        ("flat", "patterned", "gradient"), (0.22, 0.48), (0.72, 0.92), ("plain", "outlined"), symbols=0.1
    ),
    "dark": Look(
        ("photo", "painted", "gradient"), (0.5, 0.95), (0.2, 0.42), ("plain", "silhouette"), finish="relief"
    ),
    "striped": Look(("striped",), (0.4, 0.85), (0.4, 0.8), ("plain", "silhouette"), symbols=0.5),
    "patterned": Look(
        ("patterned",), (0.4, 0.85), (0.4, 0.8), ("plain", "outlined", "silhouette"), symbols=0.2
    ),
    "halftone": Look(("halftone",), (0.45, 0.9), (0.45, 0.8), ("outlined", "lines"), wobble=0.02),
    "gradient": Look(("gradient",), (0.45, 0.95), (0.45, 0.85), ("plain", "outlined"), symbols=0.1),
    "collage": Look(("collage",), (0.35, 0.8), (0.4, 0.8), ("plain", "silhouette"), wobble=0.03),
    "linocut": Look(("linocut",), (0.35, 0.75), (0.4, 0.75), ("silhouette", "lines"), wobble=0.03),
    "pixel": Look(("blocks",), (0.45, 0.9), (0.45, 0.8), ("plain", "outlined"), finish="pixels"),
}


@dataclass
class Kit:
    """One copy of the game, drawn at `px` pixels per square."""

    style: str
    px: int
    grounds: dict[str, list[NDArray[np.uint8]]]
    """By terrain and `H`: BGR textures, larger than a card."""
    houses: list[NDArray[np.uint8]]
    """BGRA, a square each."""
    decorations: dict[str, list[NDArray[np.uint8]]]
    """BGRA pictures printed on the ground here and there."""
    chits: dict[str, NDArray[np.uint8]]
    """BGRA by token name."""
    badges: dict[str, tuple[float, float] | None]
    """By token name, where its level is shown, from the chit's middle, in chits; None where it is not."""
    token_shape: str
    token_size: float
    """Of a chit, in squares."""
    token_thickness: float
    chit_edge: Bgr
    card_edge: Bgr
    card_thickness: float
    frame: Bgr
    frame_width: float
    line: Bgr | None
    """Colour of the lines between squares; None for none."""
    line_width: float
    inset: float
    """Margin around each square, in squares."""
    inset_radius: float
    corner: float
    """Corner radius of cards, in squares."""
    wobble: float
    decorated: float
    """Share of squares with a decoration."""
    tone: float
    """How much squares differ in lightness."""
    gloss: float
    aligned: bool
    """Whether grounds repeat with the squares."""
    one_base: bool = False
    """Whether otters' chits have the base of all others, so that only their picture tells them."""
    backs: list[NDArray[np.uint8]] = field(default_factory=list)
    overlays: dict[tuple[int, int], tuple[NDArray[np.uint8], NDArray[np.uint8] | None]] = field(
        default_factory=dict
    )


def _palette(rng: Rng, look: Look) -> dict[str, Bgr]:
    saturation = rng.uniform(*look.saturation)
    value = rng.uniform(*look.value)
    colours = {}
    for kind in TERRAINS:
        hue = rng.uniform(*_HUES[kind]) if rng.random() < 0.5 else rng.normal(sum(_HUES[kind]) / 2, 10)
        s, v = saturation * rng.uniform(0.8, 1.15), value * rng.uniform(0.85, 1.15)
        if kind == "M":
            # Brown is dark orange: as light as the others it would be tan or orange.
            v *= rng.uniform(0.55, 0.95)
            s *= rng.uniform(0.75, 1.1)
            v = min(v, 0.58 if s > 0.7 else 0.72)
        if kind == "O":
            v *= rng.uniform(0.95, 1.3)
        if kind == "R":
            s = min(s, 1.6 - v)
        colours[kind] = col.hsv(hue, min(s, 0.97), min(v, 0.95))
    return colours


def _contrast(rng: Rng, ground: Bgr) -> Bgr:
    """An ink that stands out from the ground."""
    if col.lightness(ground) > 120:
        return col.hsv(rng.uniform(0, 360), rng.uniform(0, 0.6), rng.uniform(0.05, 0.25))
    return col.hsv(rng.uniform(0, 360), rng.uniform(0, 0.25), rng.uniform(0.85, 1.0))


def _picture_inks(rng: Rng, token: str, ground: Bgr, manner: str) -> dict[str, Bgr]:
    """Inks for a token's picture that do not vanish on its ground."""
    base: dict[str, Bgr] = {
        "main": col.between(rng, (75, 150), (0.4, 0.9), (0.25, 0.6)),
        "dark": col.between(rng, (10, 40), (0.4, 0.8), (0.15, 0.4)),
        "light": col.between(rng, (20, 120), (0.05, 0.5), (0.75, 1.0)),
        "accent": col.between(rng, (-20, 60), (0.55, 0.95), (0.6, 0.95)),
        "line": col.between(rng, (0, 360), (0.1, 0.6), (0.05, 0.25)),
    }
    if token in ("r2", "r3", "ot", "m3") and rng.random() < 0.8:
        base["main"] = col.between(rng, (5, 50), (0.35, 0.85), (0.3, 0.75))
    if token in ("o2", "o3") and rng.random() < 0.7:
        base["main"] = col.between(rng, (90, 230), (0.15, 0.7), (0.3, 0.7))
    for name in ("main", "accent"):
        for _ in range(8):
            if np.abs(base[name] - ground).sum() > 120:
                break
            base[name] = col.between(rng, (0, 360), (0.2, 0.9), (0.15, 0.95))
    if manner in ("silhouette", "lines"):
        base["main"] = base["line"] = _contrast(rng, ground)
        base["light"] = ground
    return base


@dataclass(frozen=True)
class _ChitPlan:
    shape: str
    ground: str
    rim: str
    rim_width: float
    numeral: str
    font: str
    badge: str
    badge_size: float
    badge_at: float
    badge_reach: float
    manner: str
    symbols: bool
    picture_size: float
    textured: bool


def _plan_chits(rng: Rng, look: Look) -> _ChitPlan:
    return _ChitPlan(
        shape=str(rng.choice(["round", "round", "round", "square", "rounded", "hex", "octagon"])),
        ground=str(rng.choice(look.chit)),
        rim=str(rng.choice(["white", "white", "dark", "own", "cream", "none"])),
        rim_width=rng.uniform(0.03, 0.09),
        numeral=str(rng.choice(["digit", "pips"], p=[0.94, 0.06])),
        font=str(rng.choice(draw.FONTS)),
        badge=str(rng.choice(["white", "white", "dark", "own", "bare", "square"])),
        badge_size=rng.uniform(0.24, 0.38),
        badge_at=float(rng.choice([90, 90, -135, -45, 45, 135, rng.uniform(0, 360)])),
        badge_reach=rng.uniform(0.26, 0.36),
        manner=str(rng.choice(look.manners)),
        symbols=bool(rng.random() < look.symbols),
        picture_size=rng.uniform(0.5, 0.78),
        textured=bool(rng.random() < 0.35),
    )


def _chit_colours(rng: Rng, plan: _ChitPlan, palette: dict[str, Bgr]) -> dict[str, tuple[Bgr, Bgr]]:
    """Ground and rim of chits by terrain; `X` is the otter's, of no terrain."""
    cream = col.paper(rng)
    neutral = [
        cream,
        col.hsv(0, 0, rng.uniform(0.55, 0.8)),
        col.between(rng, (285, 345), (0.1, 0.5), (0.6, 0.95)),
        col.between(rng, (46, 58), (0.3, 0.85), (0.8, 0.98)),
    ]
    colours = {}
    for kind in [*TERRAINS, "X"]:
        own = neutral[int(rng.choice(4, p=[0.65, 0.12, 0.1, 0.13]))] if kind == "X" else palette[kind]
        if kind == "X" and plan.ground in ("light", "own"):
            ground = own
        elif plan.ground == "light":
            hue = _HUES[kind]
            ground = col.between(rng, hue, (0.3, 0.65), (0.78, 0.97))
        elif plan.ground == "own":
            ground = col.near(rng, own, 12)
        elif plan.ground == "dark":
            ground = own * rng.uniform(0.45, 0.7)
        else:
            ground = cream
        rims = {
            "white": np.full(3, rng.uniform(225, 252)),
            "cream": cream,
            "dark": np.full(3, rng.uniform(10, 70)),
            "own": own if plan.ground != "own" else col.shade(own, 1.4),
            "none": ground,
        }
        colours[kind] = (ground, own if plan.ground == "ring" else rims[plan.rim])
    return colours


def _chit(
    rng: Rng,
    name: str,
    plan: _ChitPlan,
    colours: tuple[Bgr, Bgr],
    number: tuple[Bgr, Bgr],
    n: int,
    look: Look,
) -> NDArray[np.uint8]:
    """A chit's face as BGRA of n x n."""
    over = 1 if n >= 140 else 2 if n >= 48 else 3
    side = n * over
    ground, rim = colours
    image = draw.blank(side, side)
    centre = np.array([side / 2, side / 2])
    rim_width = max(plan.rim_width, 0.08) if plan.ground == "ring" else plan.rim_width
    outline = draw.outline(plan.shape)
    draw.fill(image, outline * (side - 2) + centre, rim)
    draw.fill(image, outline * (1 - 2 * rim_width) * side + centre, ground)
    if plan.textured:
        cloud = noise.layered(rng, side, side, side / 3, 3)
        image[..., :3] = np.clip(
            image[..., :3] * (1 + 0.4 * (cloud - 0.5))[..., None], 0, image[..., 3:]
        ).astype(np.uint8)
    level = 0 if name == "ot" else int(name[1])
    options = PICTURES[name]
    picture = pic.symbol(level) if plan.symbols else options[int(rng.integers(len(options)))]
    inks = _picture_inks(rng, name, ground, plan.manner)
    art = pic.render(rng, picture, max(24, side * 3 // 4), manner=plan.manner, size=0.95, lively=0.8, **inks)
    scale = plan.picture_size * (0.9 if plan.symbols else 1.0)
    away = -0.08 * np.array([np.cos(np.deg2rad(plan.badge_at)), np.sin(np.deg2rad(plan.badge_at))])
    draw.warp(
        image,
        art,
        draw.similarity(
            scale * side / art.shape[0], 0, (art.shape[1] / 2, art.shape[0] / 2), centre + away * side
        ),
    )
    _number(rng, image, level or 3, plan, ground, number)
    image = _finish(rng, draw.shrink(image, over), look.finish)
    return image


def _badge(plan: _ChitPlan) -> tuple[float, float]:
    """Where the numeral stands, from a chit's middle, in chits."""
    a = np.deg2rad(plan.badge_at)
    far = plan.shape in ("square", "rounded") and abs(np.sin(2 * a)) > 0.9
    reach = plan.badge_reach * (1.25 if far else 1.0)
    return float(reach * np.cos(a)), float(reach * np.sin(a))


def _number(
    rng: Rng, image: NDArray[np.uint8], level: int, plan: _ChitPlan, ground: Bgr, number: tuple[Bgr, Bgr]
) -> None:
    side = image.shape[0]
    at = side * (0.5 + np.array(_badge(plan)))
    size = plan.badge_size * side
    paper, ink = number
    if plan.badge == "square":
        draw.fill(image, draw.rounded(size, size, size * 0.15) + at, paper)
    elif plan.badge != "bare":
        draw.disc(image, at, size / 2, ink)
        draw.disc(image, at, size * 0.46, paper)
    else:
        ink = _contrast(np.random.default_rng(level), ground)
    if plan.numeral == "pips":
        for k in range(level):
            draw.disc(image, at + [(k - (level - 1) / 2) * size * 0.28, 0], size * 0.11, ink)
    else:
        draw.text(image, str(level), at, size * (0.85 if plan.badge == "bare" else 0.62), ink, plan.font)


def _finish(rng: Rng, image: NDArray[np.uint8], finish: str) -> NDArray[np.uint8]:
    """What the style's technique does to drawn pictures."""
    n = image.shape[0]
    if finish == "wash":
        cloud = noise.layered(rng, n, n, n / 4, 3)
        factor = 1 + 0.5 * (cloud - 0.5)
    elif finish == "relief":
        grey = cv2.cvtColor(image[..., :3], cv2.COLOR_BGR2GRAY).astype(np.float32)
        soft = cv2.GaussianBlur(grey, (0, 0), max(0.8, n / 40))
        factor = (
            1
            + 0.35 * (noise.layered(rng, n, n, n / 8, 3) - 0.5)
            + (soft - np.roll(soft, (2, 2), (0, 1))) / 255
        )
    elif finish == "pixels":
        m = int(rng.integers(20, 32))
        small = cv2.resize(image, (m, m), interpolation=cv2.INTER_AREA)
        return cv2.resize(small, (n, n), interpolation=cv2.INTER_NEAREST)
    else:
        return image
    image[..., :3] = np.clip(image[..., :3] * factor[..., None], 0, image[..., 3:]).astype(np.uint8)
    return image


def _house(rng: Rng, px: int, palette: dict[str, Bgr], look: Look, manner: str) -> NDArray[np.uint8]:
    walls = col.paper(rng) if rng.random() < 0.7 else col.between(rng, (0, 60), (0.1, 0.6), (0.5, 0.9))
    roof = (
        col.between(rng, (-15, 25), (0.5, 0.95), (0.45, 0.9))
        if rng.random() < 0.6
        else col.between(rng, (0, 360), (0.0, 0.8), (0.25, 0.8))
    )
    picture = pic.town if rng.random() < 0.15 else pic.house
    line = col.hsv(20, 0.4, 0.15)
    window = (
        col.between(rng, (190, 220), (0.2, 0.6), (0.6, 0.95))
        if rng.random() < 0.7
        else col.between(rng, (40, 60), (0.3, 0.8), (0.7, 1.0))
    )
    image = pic.render(
        rng, picture, px, manner="lines" if manner == "lines" else "outlined" if rng.random() < 0.5 else "plain",
        main=window, dark=col.between(rng, (0, 40), (0.3, 0.8), (0.15, 0.45)), light=walls, accent=roof, line=line,
        size=rng.uniform(0.6, 0.85),
    )  # fmt: skip
    return _finish(rng, image, look.finish)


def make_kit(seed: int, style: str, px: float) -> Kit:
    """The copy of the game with this seed in this style, drawn at about `px` pixels per square.

    The last few copies are kept: photos of one copy in a row are much faster than of a new one each.
    """
    return _made(seed, style, draw.rung(px))


@lru_cache(maxsize=6)
def _made(seed: int, style: str, px: int) -> Kit:
    rng = np.random.default_rng([seed, sorted(LOOKS).index(style)])
    look = LOOKS[style]
    palette = _palette(rng, look)
    technique = str(rng.choice(look.techniques))
    plan = _plan_chits(rng, look)
    house_ground = (
        col.paper(rng) if rng.random() < 0.6 else col.between(rng, (0, 360), (0.05, 0.5), (0.5, 0.9))
    )
    if rng.random() < 0.12:
        house_ground = col.near(rng, palette["RM"[int(rng.integers(2))]], 15)
    dark_badge = plan.badge == "dark"
    number = (np.full(3, rng.uniform(10, 60)), np.full(3, rng.uniform(225, 255)))
    if not dark_badge:
        number = (number[1], number[0])
    colours = _chit_colours(rng, plan, palette)
    size = rng.uniform(0.58, 0.85)
    corner = rng.uniform(0, 0.16) if rng.random() < 0.8 else 0.0
    frame = (
        col.paper(rng)
        if rng.random() < 0.65
        else np.full(3, rng.uniform(10, 60))
        if rng.random() < 0.5
        else col.near(rng, palette["R"], 25)
    )
    has_line = rng.random() < 0.75
    line = col.shade(frame, rng.uniform(0.8, 1.0)) if rng.random() < 0.6 else np.full(3, rng.uniform(20, 120))
    inset = rng.uniform(0.015, 0.06) if rng.random() < 0.25 else 0.0
    # Lots that differ with the resolution are drawn last, so that a kit has the same plan at any.
    plan_values = {
        "token_thickness": float(rng.uniform(0.04, 0.11)),
        "chit_edge": col.shade(colours["R"][1], 0.8)
        if rng.random() < 0.3
        else col.between(rng, (20, 45), (0.05, 0.4), (0.45, 0.9)),
        "card_edge": col.hsv(30, rng.uniform(0, 0.2), rng.uniform(0.6, 0.95)),
        "card_thickness": float(rng.uniform(0.008, 0.03))
        if rng.random() < 0.7
        else float(rng.uniform(0.03, 0.07)),
        "frame_width": float(rng.uniform(0.0, 0.05))
        if rng.random() < 0.8
        else float(rng.uniform(0.05, 0.09)),
        "line_width": float(rng.uniform(0.008, 0.04)),
        "inset_radius": float(rng.uniform(0, 0.2)),
        "wobble": look.wobble * float(rng.uniform(0.3, 1.3)) if rng.random() < 0.8 else 0.0,
        "decorated": float(rng.uniform(0.05, 0.4)) if rng.random() < 0.25 else 0.0,
        "tone": float(rng.uniform(0, 0.06)),
        "gloss": float(rng.uniform(0.4, 1.2)),
    }
    art = np.random.default_rng([seed, sorted(LOOKS).index(style), 1])
    grounds = {k: [terrain.ground(art, technique, palette[k], k, 5, px)] for k in TERRAINS}
    plain = technique if art.random() < 0.5 else "flat"
    grounds["H"] = [terrain.ground(art, plain, house_ground, "H", 4, px)]
    n = max(12, round(px * size))
    decorations: dict[str, list[NDArray[np.uint8]]] = {}
    if plan_values["decorated"]:
        for kind in TERRAINS:
            decorations[kind] = []
            for _ in range(3):
                options = PICTURES[kind.lower() + str(art.integers(1, 4))]
                inks = _picture_inks(art, kind.lower() + "1", palette[kind], plan.manner)
                picture = pic.render(
                    art,
                    options[int(art.integers(len(options)))],
                    px,
                    manner=plan.manner,
                    size=art.uniform(0.3, 0.7),
                    **inks,
                )
                decorations[kind].append(cv2.multiply(picture, art.uniform(0.5, 1.0)))
    chits = {
        name: _chit(art, name, plan, colours["X" if name == "ot" else name[0].upper()], number, n, look)
        for name in TOKENS
    }
    return Kit(
        style=style,
        px=px,
        grounds=grounds,
        houses=[_house(art, px, palette, look, plan.manner) for _ in range(int(art.integers(1, 4)))],
        decorations=decorations,
        chits=chits,
        badges=dict.fromkeys(TOKENS, _badge(plan)),
        token_shape=plan.shape,
        token_size=size,
        frame=frame,
        line=line if has_line else None,
        inset=inset,
        corner=corner,
        aligned=technique == "gradient",
        backs=[_back(art, palette, px)],
        **plan_values,
    )  # type: ignore[arg-type]


def _back(rng: Rng, palette: dict[str, Bgr], px: int) -> NDArray[np.uint8]:
    """The back of a card."""
    base = palette[TERRAINS[int(rng.integers(3))]]
    image = draw.blank(2 * px, 3 * px, col.paper(rng))
    centre = np.array([1.5 * px, px])
    draw.fill(image, draw.rounded(2.8 * px, 1.8 * px, 0.1 * px) + centre, base)
    if rng.random() < 0.6:
        draw.ring(image, centre, 0.5 * px, col.paper(rng), 0.06 * px)
    return image


def card(kit: Kit, rng: Rng, labels: list[list[str]], turned: int = 0) -> NDArray[np.uint8]:
    """A card's face as BGRA. labels: rows of terrain letters and `H`; turned: quarter turns of its print."""
    rows, cols, px = len(labels), len(labels[0]), kit.px
    height, width = rows * px, cols * px
    kinds = sorted({k for row in labels for k in row})
    codes = np.array([[kinds.index(k) for k in row] for row in labels], np.uint8)
    if kit.wobble:
        cell = max(2.0, px * 0.25)
        dy = (noise.layered(rng, height, width, cell, 2) - 0.5) * (4 * kit.wobble * px)
        dx = (noise.layered(rng, height, width, cell, 2) - 0.5) * (4 * kit.wobble * px)
        row = np.clip((np.arange(height)[:, None] + dy) / px, 0, rows - 0.01).astype(np.int32)
        column = np.clip((np.arange(width)[None, :] + dx) / px, 0, cols - 0.01).astype(np.int32)
        where = codes[row, column]
        for r, c in np.argwhere(codes == (kinds.index("H") if "H" in kinds else -1)):
            where[r * px : (r + 1) * px, c * px : (c + 1) * px] = codes[r, c]
    else:
        where = cv2.resize(codes, (width, height), interpolation=cv2.INTER_NEAREST)
    face = np.zeros((height, width, 3), np.uint8)
    for code, kind in enumerate(kinds):
        sheet = kit.grounds[kind][int(rng.integers(len(kit.grounds[kind])))]
        top, left = (
            int(rng.integers(s - n + 1)) for s, n in zip(sheet.shape[:2], (height, width), strict=True)
        )
        if kit.aligned:
            top, left = top // px * px, left // px * px
        piece = sheet[top : top + height, left : left + width]
        cv2.copyTo(piece, cv2.compare(where, code, cv2.CMP_EQ), face)
    if kit.tone:
        tones = rng.normal(1, kit.tone, (rows, cols)).astype(np.float32)
        tones = cv2.resize(tones, (width, height), interpolation=cv2.INTER_NEAREST)
        face = cv2.multiply(face, cv2.merge([tones] * 3), dtype=cv2.CV_8U)
    image = draw.opaque(face)
    for r, line in enumerate(labels):
        for c, kind in enumerate(line):
            here = image[r * px : (r + 1) * px, c * px : (c + 1) * px]
            if kind == "H":
                house = kit.houses[int(rng.integers(len(kit.houses)))]
                draw.over(here, np.ascontiguousarray(np.rot90(house, -turned)))
            elif kit.decorated and rng.random() < kit.decorated:
                pool = kit.decorations[kind]
                draw.over(here, np.ascontiguousarray(np.rot90(pool[int(rng.integers(len(pool)))], -turned)))
    rule, shape = _overlay(kit, rows, cols)
    draw.over(image, rule)
    return image if shape is None else cv2.multiply(image, shape, scale=1 / 255)


def _overlay(kit: Kit, rows: int, cols: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8] | None]:
    """What is printed over every card of this size, and the mask that rounds its corners."""
    if (rows, cols) not in kit.overlays:
        height, width = rows * kit.px, cols * kit.px
        rule = draw.blank(height, width)
        _rule(kit, rule, rows, cols)
        shape = None
        if kit.corner > 0.01:
            mask = np.zeros((height, width), np.uint8)
            middle = np.array([(width - 1) / 2, (height - 1) / 2])
            draw.fill(mask, draw.rounded(width - 1, height - 1, kit.corner * kit.px) + middle, 255.0)
            shape = cv2.merge([mask] * 4)
        kit.overlays[rows, cols] = rule, shape
    return kit.overlays[rows, cols]


def _rule(kit: Kit, image: NDArray[np.uint8], rows: int, cols: int) -> None:
    """Lines between squares, margins around them, and the card's frame."""
    px = kit.px
    height, width = rows * px, cols * px
    if kit.inset:
        tiles = np.zeros((height, width), np.uint8)
        for r in range(rows):
            for c in range(cols):
                box = draw.rounded(px * (1 - 2 * kit.inset), px * (1 - 2 * kit.inset), kit.inset_radius * px)
                draw.fill(tiles, box + [(c + 0.5) * px - 0.5, (r + 0.5) * px - 0.5], 255.0)
        draw.paint(image, cv2.bitwise_not(tiles), kit.frame)
    elif kit.line is not None:
        line = kit.line_width * px
        for r in range(1, rows):
            draw.stroke(image, [[0, r * px - 0.5], [width, r * px - 0.5]], kit.line, line)
        for c in range(1, cols):
            draw.stroke(image, [[c * px - 0.5, 0], [c * px - 0.5, height]], kit.line, line)
    frame = kit.frame_width * px
    if frame >= 0.5:
        box = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float64)
        draw.stroke(image, box, kit.frame, 2 * frame, closed=True)
