"""Printings of Rainforest City unlike those of samples.art.city: for training alone, so that a network learns to go by
what every printing must tell (a level's mark, and chits of one kind looking alike), not by one printing's habits.

A level's mark may be of any kind and stand anywhere, any picture may belong to any token, chits may all have one light
base or the terrain's own colour, grounds may bear icons, rings, grain or crayon strokes that are no chits, or be bright
lines on black.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.art import city, marks
from samples.art import colour as col
from samples.art import pictures as pic
from samples.render import draw, noise

Rng = np.random.Generator
Bgr = NDArray[np.float64]
Image = NDArray[np.uint8]
Points = NDArray[np.float64]

ANY = tuple(
    sorted({p for some in city.PICTURES.values() for p in some} - {pic.otter}, key=lambda p: p.__name__)
)
"""Every picture that any chit may bear: the otter's is left to otters, which it tells where nothing else does."""
MARGIN = 0.46
"""A chit's print stays within this distance of its middle, in chits."""
LEGIBLE = 0.13, 0.06
"""The least height of a numeral and the least diameter of a pip, in squares."""
WIDEST = 0.42
"""Squares: a mark that is wider is nowhere seen whole by a network that looks for numerals in small spots."""


@dataclass(frozen=True)
class _Chits:
    """What the chits of one printing have in common. Lengths in chits, places from a chit's middle."""

    shape: str
    size: float
    """In squares."""
    base: str
    """'one' (all alike), 'own' (the terrain's colour, no rim), 'pale', 'ring' or 'dark'."""
    rim_width: float
    mark: marks.Mark
    at: Points
    """(2,): the mark's middle."""
    picture_at: Points
    picture_size: float
    faint: bool
    """The picture lies faint under the mark."""
    backing: str
    """What the mark stands on: 'none', 'disc', 'square', 'ring' or 'halo'."""
    manner: str
    marked_otters: bool


def _chits(rng: Rng, look: city.Look, neon: bool) -> _Chits:
    at = float(rng.choice([90, -90, 0, -135, -45, 45, 135, rng.uniform(0, 360), rng.uniform(0, 360)]))
    mark = marks.lots(rng, at)
    size = float(rng.uniform(0.5, 0.7) if rng.random() < 0.5 else rng.uniform(0.7, 0.92))
    least = LEGIBLE[mark.kind == "pips"] / size
    mark = replace(mark, size=max(mark.size, least))
    base = str(rng.choice(["one", "own", "pale", "ring", "dark"], p=[0.42, 0.18, 0.14, 0.14, 0.12]))
    if neon and rng.random() < 0.6:
        base = "dark"
    rim_width = (
        0.0 if base == "own" else rng.uniform(0.07, 0.1) if base == "ring" else rng.uniform(0.02, 0.08)
    )
    faint = rng.random() < 0.1 and mark.form != "arc"
    backing = str(rng.choice(["none", "disc", "square", "ring", "halo"], p=[0.5, 0.2, 0.12, 0.08, 0.1]))
    picture_at, picture = np.zeros(2), MARGIN - rim_width
    spot = np.zeros(2)
    if faint:
        backing = "halo"
    else:
        reach = rng.uniform(0.85, 1.0)
        spot, picture_at, picture, mark, backing = _beside(
            mark, backing, at, MARGIN - rim_width, least, reach
        )
        if backing != "none":
            picture *= rng.uniform(1.0, 1.2)
    return _Chits(
        shape=str(rng.choice(["round", "round", "round", "square", "rounded", "hex", "octagon"])),
        size=size,
        base=base,
        rim_width=rim_width,
        mark=mark,
        at=spot,
        picture_at=picture_at,
        picture_size=2.1 * picture,
        faint=faint,
        backing=backing,
        manner="lines" if neon else str(rng.choice([*look.manners, "plain", "silhouette"])),
        marked_otters=bool(rng.random() < 0.85),
    )


def _radius(mark: marks.Mark) -> float:
    """Of the circle about a mark of level 3, in chits."""
    return float(np.hypot(*marks.corners(mark, 3).T).max())


def _room(mark: marks.Mark, backing: str) -> Points:
    """(n, 2): corners of the room that a mark of level 3 takes with what it stands on, about its middle, in chits."""
    corners = marks.corners(mark, 3)
    if backing in ("disc", "ring"):
        return 2 * (1.15 if backing == "ring" else 1.05) * _radius(mark) * draw.outline("round")
    if backing == "square":
        return draw.rounded(*(2.2 * np.abs(corners).max(0)), 0)
    return corners


def _beside(
    mark: marks.Mark, backing: str, at: float, room: float, least: float, reach: float
) -> tuple[Points, Points, float, marks.Mark, str]:
    """Where a mark in direction `at` (degrees) and the picture opposite stand within `room`, the picture's radius, and
    the mark and its backing as they fit.

    The mark stands as far out as it can, times `reach`. One that leaves too little of the chit for a picture is made
    smaller, but not below the size `least`; then it does without a backing.
    """
    out = np.array([np.cos(np.deg2rad(at)), np.sin(np.deg2rad(at))])
    while True:
        corners = _room(mark, backing)
        along, wide = corners @ out, np.abs(corners @ [-out[1], out[0]]).max()
        most = np.sqrt(max(0.0, room**2 - min(wide, room) ** 2)) - along.max()
        far = max(0.0, reach * most)
        radius = (room + far + along.min()) / 2
        if radius > 0.18 or (mark.size <= least and backing == "none"):
            break
        if mark.size <= least:
            backing = "none"
        mark = replace(mark, size=max(least, 0.9 * mark.size))
    radius = max(radius, 0.16)
    return far * out, -(room - radius) * out, radius, mark, backing


def _ink(rng: Rng, ground: Bgr) -> Bgr:
    """An ink that can be read on the ground: black, white, or any colour much lighter or darker."""
    bright = col.lightness(ground)
    if rng.random() < 0.4:
        return np.full(3, rng.uniform(5, 50) if bright > 125 else rng.uniform(225, 255))
    for _ in range(12):
        ink = col.between(rng, (0, 360), (0.2, 1.0), (0.1, 1.0))
        if abs(col.lightness(ink) - bright) > 105:
            return ink
    return np.full(3, 15.0 if bright > 125 else 245.0)


def _bases(rng: Rng, chits: _Chits, palette: dict[str, Bgr]) -> dict[str, tuple[Bgr, Bgr]]:
    """Ground and rim of chits by terrain; `X` is the otter's."""
    paper = (col.hsv(0, 0, rng.uniform(0.93, 1.0)), col.paper(rng), col.hsv(0, 0, rng.uniform(0.6, 0.85)))
    light = paper[int(rng.choice(3, p=[0.4, 0.4, 0.2]))]
    otter = (
        light,
        col.between(rng, (285, 345), (0.1, 0.6), (0.5, 0.95)),
        col.hsv(50, rng.uniform(0.3, 0.9), 0.95),
    )
    neutral = otter[int(rng.integers(3))]
    rims = (light, np.full(3, rng.uniform(10, 90)), col.between(rng, (0, 360), (0.2, 0.9), (0.3, 0.9)))
    rim = rims[int(rng.integers(3))]
    bases = {}
    for kind in (*city.TERRAINS, "X"):
        own = palette.get(kind, neutral)
        if chits.base == "one":
            bases[kind] = light, rim
        elif chits.base == "ring":
            bases[kind] = light, neutral * 0.8 if kind == "X" else own
        elif chits.base == "own":
            ground = col.near(rng, own, 6)
            bases[kind] = ground, ground
        elif chits.base == "pale":
            bases[kind] = (neutral if kind == "X" else col.shade(own, rng.uniform(1.5, 1.75))), rim
        else:
            bases[kind] = own * rng.uniform(0.15, 0.4), own
    return bases


def _pictures(rng: Rng, one_base: bool) -> dict[str, pic.Picture]:
    """One picture for each token: mostly any, so that none tells a level."""
    kind = str(rng.choice(["any", "emblem", "usual"], p=[0.6, 0.18, 0.22]))
    picks = rng.permutation(len(ANY))
    pictures = {}
    for k, name in enumerate(city.TOKENS):
        usual = city.PICTURES[name]
        if kind == "usual":
            pictures[name] = usual[int(rng.integers(len(usual)))]
        else:
            pictures[name] = ANY[picks[k]] if kind == "any" else emblem
    # Where the base does not tell an otter either, it mostly looks like one.
    if rng.random() < (0.8 if one_base else 0.5):
        pictures["ot"] = pic.otter
    return pictures


def emblem(rng: Rng, pen: pic.Pen) -> None:
    """An abstract sign: one shape repeated around the middle, and another upon it."""
    arms = int(rng.integers(3, 9))
    tip, waist, half = rng.uniform(0.6, 0.95), rng.uniform(0.15, 0.5), rng.uniform(0.1, 0.4)
    shape = np.array([[0.1, -half / 3], [waist, -half], [tip, 0], [waist, half], [0.1, half / 3]])
    hollow = rng.random() < 0.3
    for a in np.arange(arms) * 360 / arms + rng.uniform(0, 360):
        if hollow:
            pen.stroke(draw.turn(shape, a), 0.1, "main")
        else:
            pen.area(draw.turn(shape, a), "main")
    sides = int(rng.integers(3, 7))
    inner = draw.turn(np.array([[rng.uniform(0.2, 0.6), 0.0]]), rng.uniform(0, 360))
    pen.area(np.vstack([draw.turn(inner, 360 * k / sides) for k in range(sides)]), "accent")


def _chit(
    rng: Rng,
    chits: _Chits,
    name: str,
    n: int,
    base: tuple[Bgr, Bgr],
    picture: pic.Picture,
    inks: Rng,
    finish: str,
) -> Image:
    """A chit's face as BGRA of n x n. `inks` draws the mark's inks, the same for all tokens of a printing."""
    over = 2 if n >= 48 else 3
    side = n * over
    ground, rim = base
    image = draw.blank(side, side)
    middle = np.full(2, side / 2)
    outline = draw.outline(chits.shape)
    draw.fill(image, outline * (side - 2) + middle, rim)
    draw.fill(image, outline * (1 - 2 * chits.rim_width) * side + middle, ground)
    colours = city._picture_inks(rng, name, ground, chits.manner)
    size = chits.picture_size * side
    art = pic.render(
        rng, picture, max(24, round(size)), manner=chits.manner, size=0.92, lively=0.8, **colours
    )
    if chits.faint:
        art = cv2.convertScaleAbs(art, alpha=0.4)
    where = draw.similarity(
        size / art.shape[0], 0, np.full(2, art.shape[1] / 2), middle + chits.picture_at * side
    )
    draw.warp(image, art, where)
    image = city._finish(rng, image, finish)
    if name != "ot" or chits.marked_otters:
        _stamp(inks, image, chits, 3 if name == "ot" else int(name[1]), ground)
    return np.asarray(draw.shrink(image, over), np.uint8)


def _stamp(rng: Rng, image: Image, chits: _Chits, level: int, ground: Bgr) -> None:
    """The level's mark, on what it stands on."""
    side = image.shape[0]
    under = ground
    if chits.backing in ("disc", "square"):
        under = (
            np.full(3, rng.uniform(225, 255))
            if rng.random() < 0.5
            else col.between(rng, (0, 360), (0, 1), (0.05, 1))
        )
    ink = _ink(rng, under)
    mask = marks.mask(chits.mark, level, side, chits.at + 0.5)
    middle = (chits.at + 0.5) * side
    if chits.backing in ("disc", "ring", "square"):
        room = _room(chits.mark, chits.backing) * side
        if chits.backing == "ring":
            draw.fill(image, room + middle, ink)
        draw.fill(image, room * (0.9 if chits.backing == "ring" else 1.0) + middle, under)
    elif chits.backing == "halo":
        width = max(3, round(0.05 * side)) | 1
        wide = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)))
        draw.paint(image, np.asarray(wide, np.uint8), ground)
    draw.paint(image, cv2.min(mask, image[..., 3]), ink)


def _badge(chits: _Chits, name: str) -> tuple[float, float] | None:
    """Where a token's mark stands, from its chit's middle, in chits; None without one, or where it is too wide."""
    corners = marks.corners(chits.mark, 3 if name == "ot" else int(name[1]))
    wide = 2 * float(np.hypot(*corners.T).max()) * chits.size
    if wide > WIDEST * np.sqrt(2) or (name == "ot" and not chits.marked_otters):
        return None
    return float(chits.at[0]), float(chits.at[1])


def _houses(rng: Rng, kit: city.Kit, neon: bool) -> city.Kit:
    """Houses as bright outlines on dark ground, as red brick, or as they are."""
    kind = str(rng.choice(["outline", "brick", "usual"], p=[0.3, 0.3, 0.4]))
    px = kit.px
    if neon:
        kind = "outline"
    if kind == "usual":
        return kit
    grounds = dict(kit.grounds)
    if kind == "outline":
        dark = col.between(rng, (0, 360), (0, 0.5), (0.05, 0.3))
        grounds["H"] = [np.full_like(kit.grounds["H"][0], np.round(dark))]
        ink = col.between(rng, (35, 60), (0.0, 0.9), (0.85, 1.0))
        inks = dict.fromkeys(("main", "dark", "light", "accent", "line"), ink)
        house = pic.render(rng, pic.house, px, manner="lines", size=rng.uniform(0.6, 0.9), **inks)
    else:
        red = col.between(rng, (0, 22), (0.55, 0.85), (0.4, 0.75))
        mortar = col.shade(red, float(rng.choice([0.6, 1.4])))
        walls = col.shade(red, rng.uniform(0.75, 1.25))
        inks = {
            "main": walls,
            "dark": mortar,
            "light": red,
            "accent": red * rng.uniform(0.5, 1.0),
            "line": red * 0.3,
        }
        house = pic.render(rng, pic.house, px, manner="outlined", size=rng.uniform(0.65, 0.95), **inks)
        _courses(rng, house, mortar)
        if rng.random() < 0.3:
            bricks = draw.opaque(np.full_like(kit.grounds["H"][0], np.round(col.near(rng, red, 10))))
            _courses(rng, bricks, mortar, px)
            grounds["H"] = [np.ascontiguousarray(bricks[..., :3])]
    return replace(kit, grounds=grounds, houses=[house])


def _courses(rng: Rng, image: Image, mortar: Bgr, px: int = 0) -> None:
    """Lines of mortar over all that is opaque; `px`: pixels of a square where the image is not one."""
    n = image.shape[0]
    px = px or n
    step = px * rng.uniform(0.08, 0.14)
    lines = np.zeros((n, n), np.uint8)
    width = max(1.0, px * 0.015)
    for k, y in enumerate(np.arange(0, n, step)):
        draw.stroke(lines, [[0, y], [n, y]], 180.0, width)
        for x in np.arange(k % 2 * step, n, 2 * step):
            draw.stroke(lines, [[x, y], [x, y + step]], 180.0, width)
    draw.paint(image, cv2.min(lines, image[..., 3]), mortar)


def _grain(rng: Rng, base: Bgr, n: int, px: int) -> Image:
    """A ground of wood: long wavy lines about knots."""
    warp = noise.layered(rng, n, n, (px * 2.0, px * 0.7), 3) * rng.uniform(4, 12)
    y = np.arange(n, dtype=np.float32)[:, None] / px
    field = 0.5 + 0.5 * np.sin(2 * np.pi * (y * rng.uniform(1.5, 5) + warp))
    depth = rng.uniform(0.15, 0.5)
    return np.clip(base * (1 + depth * (field - 0.5))[..., None], 0, 255).astype(np.uint8)


def _crayon(rng: Rng, base: Bgr, n: int, px: int) -> Image:
    """A ground of crayon strokes on paper."""
    image = draw.blank(n, n, col.shade(base, rng.uniform(1.1, 1.6)))
    tilt, spread = rng.uniform(0, 360), rng.uniform(5, 40)
    for _ in range(int(rng.uniform(15, 40) * (n / px) ** 2)):
        ends = draw.turn([[-0.5, 0], [0, rng.normal(0, 0.08)], [0.5, 0]], rng.normal(tilt, spread))
        line = ends * px * rng.uniform(0.4, 1.2) + rng.uniform(0, n, 2)
        draw.stroke(image, line, col.near(rng, base, 12), px * rng.uniform(0.02, 0.09))
    wax = noise.smooth(rng, n, n, max(2.0, px * 0.03))
    return np.clip(image[..., :3] * (1 + 0.25 * (wax - 0.5))[..., None], 0, 255).astype(np.uint8)


def _prints(rng: Rng, palette: dict[str, Bgr], px: int, kind: str, manner: str) -> dict[str, list[Image]]:
    """By terrain, what is printed in the middle of bare squares: BGRA of a square."""
    prints = {}
    for terrain in city.TERRAINS:
        base = palette[terrain]
        ink = col.near(
            rng, col.shade(base, float(rng.choice([rng.uniform(0.4, 0.8), rng.uniform(1.2, 1.8)]))), 10
        )
        image = draw.blank(px, px)
        middle = np.full(2, px / 2)
        if kind == "rings":
            for radius in rng.uniform(0.15, 0.46, int(rng.integers(1, 4))):
                draw.ring(image, middle, radius * px, ink, px * rng.uniform(0.015, 0.07))
        elif kind == "crayon":
            t = np.linspace(-1, 1, int(rng.integers(6, 14)))
            zigzag = np.column_stack([t * 0.42, rng.uniform(0.2, 0.42) * (-1) ** np.arange(len(t))])
            line = draw.turn(zigzag + rng.normal(0, 0.03, zigzag.shape), rng.uniform(0, 360)) * px + middle
            draw.stroke(image, line, ink, px * rng.uniform(0.03, 0.09))
        else:
            options = (*city.PICTURES[terrain.lower() + str(rng.integers(1, 4))], emblem)
            inks = city._picture_inks(rng, terrain.lower() + "1", base, manner)
            if manner == "lines":
                inks["line"] = base if kind == "neon" else ink
            chosen = options[int(rng.integers(len(options)))]
            image = pic.render(rng, chosen, px, manner=manner, size=rng.uniform(0.4, 0.85), **inks)
        if kind == "neon" and rng.random() < 0.4:
            box = draw.rounded(0.86 * px, 0.86 * px, rng.uniform(0, 0.2) * px) + middle
            draw.stroke(image, box, base, px * 0.025, closed=True)
        prints[terrain] = [image]
    return prints


def _neon(rng: Rng, kit: city.Kit) -> tuple[city.Kit, dict[str, Bgr]]:
    """A printing in bright lines on almost black ground, and its colours by terrain."""
    hues = {"R": (90, 150), "M": (20, 42), "O": (185, 230)}
    palette = {k: col.hsv(rng.uniform(*hues[k]), rng.uniform(0.6, 1.0), rng.uniform(0.75, 1.0)) for k in hues}
    black = col.hsv(rng.uniform(0, 360), rng.uniform(0, 0.5), rng.uniform(0.04, 0.14))
    grounds = {k: [np.full_like(kit.grounds[k][0], np.round(black + 0.06 * c))] for k, c in palette.items()}
    kit = replace(
        kit,
        grounds={**kit.grounds, **grounds},
        decorations=_prints(rng, palette, kit.px, "neon", "lines"),
        decorated=1.0,
        frame=col.shade(black, rng.uniform(1.0, 1.3)),
        line=None if rng.random() < 0.5 else col.shade(black, rng.uniform(1.1, 1.5)),
        inset=0.0,
    )
    return kit, palette


def _grounds(rng: Rng, kit: city.Kit, manner: str) -> city.Kit:
    """Grounds of wood or crayon in some printings, and prints on bare squares in many."""
    palette = _colours(kit)
    grounds = dict(kit.grounds)
    technique = str(rng.choice(["grain", "crayon", "usual"], p=[0.12, 0.1, 0.78]))
    if technique != "usual":
        paint = _grain if technique == "grain" else _crayon
        for kind in city.TERRAINS if rng.random() < 0.6 else "M":
            grounds[kind] = [paint(noise.child(rng), palette[kind], grounds[kind][0].shape[0], kit.px)]
    kind = str(rng.choice(["icons", "rings", "crayon", "usual"], p=[0.3, 0.12, 0.12, 0.46]))
    if kind == "usual":
        return replace(kit, grounds=grounds)
    prints = _prints(rng, palette, kit.px, kind, manner)
    return replace(kit, grounds=grounds, decorations=prints, decorated=float(rng.uniform(0.3, 1.0)))


def _colours(kit: city.Kit) -> dict[str, Bgr]:
    """The mean colour of each terrain's ground."""
    return {kind: kit.grounds[kind][0].mean((0, 1)) for kind in city.TERRAINS}


@lru_cache(maxsize=2)
def make_kit(seed: int, style: str, px: float) -> city.Kit:
    """The wild printing with this seed, its grounds in this style, drawn at about `px` pixels per square."""
    key = [seed, sorted(city.LOOKS).index(style)]
    rng = np.random.default_rng([*key, 2])
    look = city.LOOKS[style]
    neon = bool(rng.random() < 0.1)
    chits = _chits(rng, look, neon)
    kit = replace(city.make_kit(seed, style, px), overlays={})
    if neon:
        kit, palette = _neon(rng, kit)
    else:
        kit = _grounds(rng, kit, chits.manner)
        palette = _colours(kit)
    kit = _houses(rng, kit, neon)
    one_base = chits.base in ("one", "ring")
    bases = _bases(rng, chits, palette)
    pictures = _pictures(rng, one_base)
    n = max(12, round(kit.px * chits.size))
    faces = {}
    for k, name in enumerate(city.TOKENS):
        own, inks = np.random.default_rng([*key, 3, k]), np.random.default_rng([*key, 4])
        base = bases["X" if name == "ot" else name[0].upper()]
        faces[name] = _chit(own, chits, name, n, base, pictures[name], inks, look.finish)
    return replace(
        kit,
        chits=faces,
        badges={name: _badge(chits, name) for name in city.TOKENS},
        token_shape=chits.shape,
        token_size=chits.size,
        one_base=one_base,
    )
