"""Every picture of the app: symbols and boards, drawn here as SVG for the editor, the score, the lessons and the
printed sheet alike.

A symbol is SVG markup in a box of 100x100 units, known by an id. `symbols()` gives them all, `symbol_defs()` makes
`<symbol>` elements of them for the board editor, `picture(id)` a picture that stands alone. The boards are
`square_board`, `area_board` and `hive_board`; they repeat the markup in place of `<use>`, which sanitisers of HTML
take out. Boards and symbols carry their own colours, the same on a light and a dark page: only lines that lie on the
page itself follow the page, through `currentColor` and the CSS variables `--ft-lit` and `--ft-doubt`.

Nothing stands for itself by colour alone: terrains differ in lightness and texture, tokens in picture and numeral,
flowers in the shape and number of their petals and a letter, card types in picture and letter.

Text that a person has typed is escaped wherever it is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape

Cell = tuple[int, int]

INK = "#1f2a24"
LIT = "var(--ft-lit,#e09f16)"
DOUBT = "var(--ft-doubt,#e09f16)"

TERRAINS = {"R": "Rainforest", "M": "Mangrove", "O": "Ocean", "H": "House"}
TOKENS = {
    "r1": "rainforest tree",
    "r2": "termite",
    "r3": "pangolin",
    "m1": "mangrove tree",
    "m2": "tree-climbing crab",
    "m3": "mangrove carnivore",
    "o1": "reef",
    "o2": "ocean herbivore",
    "o3": "ocean carnivore",
    "ot": "otter",
}
FLOWERS = {"r": "red", "y": "yellow", "b": "blue", "g": "grey", "w": "white"}
ANIMALS = {"r": "orangutan", "y": "tiger", "b": "cassowary", "g": "hornbill", "w": "rhinoceros"}
TYPES = {
    "plant": "Plant",
    "arthropod": "Arthropod",
    "small": "Small animal",
    "medium": "Medium animal",
    "large": "Large animal",
    "carnivore": "Carnivore",
}

GROUND = {"R": "#62a567", "M": "#7d5640", "O": "#8fc4e2", "H": "#ecdcbd"}
DEEP = {"R": "#23592f", "M": "#4b2d1c", "O": "#1b567f", "H": "#8a3b25", "ot": "#6b4a05"}
CHIT = {"r": "#f2f8ec", "m": "#faf0e4", "o": "#eef7fc", "ot": "#fff4d2"}
PETAL = {"r": "#d5483c", "y": "#f0b62a", "b": "#3f78c4", "g": "#8b9096", "w": "#fffdf6"}
PETAL_EDGE = {"r": "#8f2118", "y": "#9a6a00", "b": "#1d477f", "g": "#4d5257", "w": "#9a937f"}
TYPE_COLOUR = {
    "plant": "#3f8d4e",
    "arthropod": "#b97a12",
    "small": "#22838a",
    "medium": "#7a5aa6",
    "large": "#46668f",
    "carnivore": "#b8402f",
}
TYPE_LETTER = {"plant": "P", "arthropod": "A", "small": "S", "medium": "M", "large": "L", "carnivore": "C"}


# Small helpers -------------------------------------------------------------------------------------------------


def _g(markup: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> str:
    parts = [f"translate({x:g} {y:g})"]
    parts += [f"rotate({turn:g})"] if turn else []
    parts += [f"scale({scale:g})"] if scale != 1 else []
    return f'<g transform="{" ".join(parts)}">{markup}</g>'


def _path(d: str, fill: str = "none", stroke: str = "", width: float = 2, extra: str = "") -> str:
    line = f' stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" fill="{fill}"{line if stroke else ""}{" " + extra if extra else ""}/>'


def _dot(x: float, y: float, r: float, fill: str, stroke: str = "", width: float = 2) -> str:
    line = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{line}/>'


def _oval(x: float, y: float, rx: float, ry: float, fill: str, stroke: str = "", turn: float = 0) -> str:
    line = f' stroke="{stroke}" stroke-width="2"' if stroke else ""
    spin = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{fill}"{line}{spin}/>'


def _box(
    x: float, y: float, w: float, h: float, fill: str, r: float = 0, stroke: str = "", width: float = 2, extra: str = ""
) -> str:
    line = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    tail = f" {extra}" if extra else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" fill="{fill}"{line}{tail}/>'


def _text(
    x: float, y: float, words: str, size: float, fill: str = INK, weight: int = 700, anchor: str = "middle"
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}" '
        f'font-family="system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif">{escape(words)}</text>'
    )


# Rainforest City -----------------------------------------------------------------------------------------------


def _leaf(x: float, y: float, turn: float, fill: str, size: float = 1) -> str:
    return _g(_path("M0 -9C7 -5 7 5 0 10C-7 5 -7 -5 0 -9Z", fill) + _path("M0 -5V8", "none", "#62a567", 1.2), x, y, size, turn)


def _ground(terrain: str) -> str:
    base = _box(0, 0, 100, 100, GROUND[terrain], 11)
    if terrain == "R":
        dark, light = "#4b8f54", "#7fbb7c"
        leaves = [(15, 17, 35, dark, 1), (84, 20, -50, light, 0.9), (50, 12, 100, light, 0.7), (14, 52, -20, light, 0.8)]
        leaves += [(87, 55, 20, dark, 0.9), (18, 86, 60, dark, 0.9), (52, 89, -75, light, 0.8), (85, 87, -30, dark, 1)]
        leaves += [(50, 50, 25, dark, 1.2), (33, 34, -60, light, 0.6), (68, 67, -60, light, 0.7)]
        return base + "".join(_leaf(*leaf) for leaf in leaves)
    if terrain == "M":
        roots = "M14 96C11 70 16 55 24 40S30 18 27 4M24 40C34 58 35 78 33 96M51 96C48 78 53 62 62 46S70 20 67 4"
        roots += "M62 46C74 62 75 80 74 96M62 46C52 34 48 20 49 4M89 88C87 72 89 58 95 46M10 14C11 22 9 30 5 36"
        shade = "M41 5C43 22 38 34 42 52S46 80 43 95M83 6C81 18 84 30 82 44"
        return base + _path(roots, "none", "#9a7158", 4) + _path(shade, "none", "#68452f", 2.6)
    if terrain == "O":
        wave = "c7 -8 15 -8 22 0s15 8 22 0s15 -8 22 0s12 7 20 2"
        crests = "".join(_path(f"M7 {y}{wave}", "none", "#c7e4f4", 3.4) for y in (18, 50, 82))
        ripple = "c6 -5 12 -5 18 0s12 5 18 0"
        places = ((12, 34), (54, 35), (30, 66))
        return base + crests + "".join(_path(f"M{x} {y}{ripple}", "none", "#6dabd1", 3) for x, y in places)
    ground = base + _path("M10 84H90M18 91H60", "none", "#cdb88f", 3)
    chimney = _box(64, 24, 9, 18, "#8a3b25", 1)
    return ground + chimney + _path("M50 16L88 49H79V81H21V49H12Z", "#b6523a") + _path("M50 16L88 49H12Z", "#9c412b") + _box(
        28, 50, 44, 31, "#fbf3e2", 2
    ) + _path("M43 81V65a7 7 0 0 1 14 0V81Z", "#9c412b") + _box(32, 56, 8, 9, "#8fc4e2", 1) + _box(60, 56, 8, 9, "#8fc4e2", 1)


def _tree() -> str:
    return (
        _path("M-4 2C-3 14 -5 21 -13 27H13C5 21 3 14 4 2Z", "#7a5236")
        + _dot(-11, -4, 12, "#2f7a3f")
        + _dot(11, -4, 12, "#2f7a3f")
        + _dot(0, -14, 14, "#3d9150")
        + _dot(-8, -6, 9, "#3d9150")
        + _path("M-6 -19C-3 -23 3 -24 7 -21M5 -7C9 -10 13 -9 15 -6", "none", "#8cc987", 2.4)
    )


def _termite() -> str:
    legs = "M-6 3L-14 15M0 4L-3 17M5 4L9 17M-6 -3L-15 -14M0 -4L-2 -16M5 -4L11 -15"
    return (
        _path(legs, "none", "#6a4014", 2.4)
        + _path("M19 -4C24 -10 27 -9 29 -13M19 4C24 10 27 9 29 13", "none", "#6a4014", 2)
        + _oval(-15, 0, 14, 9.5, "#e3b35f", "#8a5a1c")
        + _path("M-21 -8V8M-15 -9.5V9.5M-9 -8V8", "none", "#a8732a", 2.2)
        + _oval(2, 0, 7, 6, "#c98e3a", "#8a5a1c")
        + _dot(15, 0, 8, "#9c5a1d", "#6a4014")
        + _path("M21 -4L27 -1M21 4L27 1", "none", "#4b2a0c", 2.6)
    )


def _pangolin() -> str:
    body = "M-29 19C-26 5 -20 -15 0 -17C17 -18 23 -6 24 4L29 10C29 13 25 14 21 13C17 13 15 11 12 12V20H6V14H-8V20H-14V12C-18 12 -22 15 -29 19Z"
    rows = "M-18 -3c4 -4 7 -4 9 1c3 -5 7 -5 9 0c3 -5 7 -5 9 0M-22 6c4 -4 7 -4 9 1c3 -5 7 -5 9 0c3 -5 7 -5 9 0c2 -4 5 -4 7 -1M-9 -12c3 -3 6 -3 8 1c3 -4 6 -4 8 0"
    return (
        _path(body, "#b98550", "#6d4522", 2.2)
        + _path(rows, "none", "#7b5027", 2.2)
        + _path("M15 -5C20 -6 23 0 24 4L29 10C29 13 25 14 21 13C16 12 12 6 15 -5Z", "#e0bd92", "#6d4522", 2)
        + _dot(20, 4, 1.9, INK)
    )


def _mangrove_tree() -> str:
    roots = "M0 -2V14M0 8C-8 10 -12 18 -13 27M0 8C8 10 12 18 13 27M0 12C-5 14 -6 20 -6 27M0 12C5 14 6 20 6 27M0 4C-12 5 -19 14 -21 25M0 4C12 5 19 14 21 25"
    return (
        _path(roots, "none", "#7d4f30", 3.2)
        + _oval(-12, -9, 13, 8, "#6a7a1f")
        + _oval(12, -9, 13, 8, "#6a7a1f")
        + _oval(0, -15, 16, 10, "#8a9a34")
        + _path("M-8 -19C-4 -22 4 -22 8 -19M-17 -11C-14 -13 -11 -13 -9 -12", "none", "#c3cf78", 2.2)
    )


def _crab() -> str:
    legs = "M-14 6C-20 6 -23 10 -24 15M-13 10C-17 12 -18 16 -18 20M14 6C20 6 23 10 24 15M13 10C17 12 18 16 18 20M-15 1C-21 -1 -22 -5 -21 -9M15 1C21 -1 22 -5 21 -9"
    claw = "M0 0C-7 -3 -9 -11 -4 -17L-1 -11L4 -16C8 -9 6 -3 0 0Z"
    return (
        _path(legs, "none", "#a23a1c", 3)
        + _g(_path(claw, "#e2683a", "#a23a1c", 2), -21, -7, 1, -16)
        + _g(_path(claw, "#e2683a", "#a23a1c", 2), 21, -7, 1, 16)
        + _path("M-6 -5V-11M6 -5V-11", "none", "#a23a1c", 2.6)
        + _oval(0, 5, 18, 12, "#e2683a", "#a23a1c")
        + _dot(-6, -12, 3.2, "#fff", "#a23a1c", 1.6)
        + _dot(6, -12, 3.2, "#fff", "#a23a1c", 1.6)
        + _dot(-6, -12, 1.3, INK)
        + _dot(6, -12, 1.3, INK)
        + _path("M-6 9C-3 12 3 12 6 9", "none", "#8f2f14", 2)
    )


def _snake() -> str:
    coil = "M-24 19C-12 26 18 26 21 17C24 8 -14 12 -16 3C-18 -6 12 -2 13 -9C14 -15 8 -18 3 -17"
    return (
        _path(coil, "none", "#4c4a1a", 10.5)
        + _path(coil, "none", "#9a9440", 7)
        + _path("M-18 21l4 -3M-8 23l4 -4M4 23l3 -4M14 20l2 -4M10 10l1 -4M-2 9l2 -4M-13 5l4 -2M-4 -3l1 4M6 -4l1 4", "none", "#4c4a1a", 2.4)
        + _path("M-15 -20C-12 -26 2 -26 8 -20C10 -16 6 -11 -2 -11C-9 -11 -14 -14 -15 -20Z", "#b3ad55", "#4c4a1a", 2)
        + _path("M-15 -18L-22 -16M-22 -16L-26 -19M-22 -16L-26 -13", "none", "#b8402f", 2)
        + _dot(-6, -20, 2, INK)
    )


def _coral() -> str:
    branch = "M0 24V6M0 14C-8 12 -13 6 -13 -4V-12M-13 0C-19 -1 -22 -6 -22 -12M0 10C8 8 12 2 12 -6V-16M12 -2C18 -3 21 -7 22 -12M0 8C-2 0 -1 -8 -2 -20M-1 -8C3 -10 4 -14 5 -19"
    return _path(branch, "none", "#a62f4d", 8.4) + _path(branch, "none", "#ea7a86", 5) + _path("M-17 25C-9 19 9 19 17 25Z", "#c9a06a", "#8d6a3c", 2)


def _turtle() -> str:
    return (
        _oval(-16, -12, 12, 5, "#7fae6a", "#37643a", 38)
        + _oval(-16, 12, 12, 5, "#7fae6a", "#37643a", -38)
        + _oval(13, -13, 7, 4, "#7fae6a", "#37643a", -35)
        + _oval(13, 13, 7, 4, "#7fae6a", "#37643a", 35)
        + _oval(-21, 0, 8, 6, "#7fae6a", "#37643a")
        + _oval(2, 0, 18, 15, "#b38a3f", "#5b4213")
        + _path("M-6 -5L2 -9L10 -5V5L2 9L-6 5ZM-6 -5L-13 -8M-6 5L-13 8M10 -5L16 -9M10 5L16 9M2 -9V-15M2 9V15", "none", "#5b4213", 2)
        + _dot(-24, -2.4, 1.4, INK)
        + _dot(-24, 2.4, 1.4, INK)
    )


def _shark() -> str:
    return (
        _path("M-29 2C-20 -9 -6 -12 4 -10L8 -22C13 -19 16 -14 17 -7C20 -6 22 -4 23 -3L30 -13C31 -6 30 0 28 4C30 8 30 12 29 16L21 6C10 13 -14 15 -29 2Z", "#6f8ba3", "#2b4560", 2.2)
        + _path("M-28 3C-14 13 10 12 20 5C8 7 -12 7 -28 3Z", "#e9f1f6")
        + _path("M-4 8L-2 18C4 16 7 12 8 9Z", "#5b7790", "#2b4560", 2)
        + _path("M-10 -3C-9 0 -9 2 -10 4M-6 -4C-5 -1 -5 2 -6 5", "none", "#2b4560", 1.8)
        + _dot(-18, -2, 1.9, INK)
    )


def _otter() -> str:
    return (
        _dot(-17, -13, 6, "#7a5433", "#4b301a")
        + _dot(17, -13, 6, "#7a5433", "#4b301a")
        + _path("M0 -22C17 -22 23 -10 22 3C21 16 11 24 0 24C-11 24 -21 16 -22 3C-23 -10 -17 -22 0 -22Z", "#94683f", "#4b301a", 2.2)
        + _path("M0 0C10 -2 17 3 16 11C15 19 7 22 0 22C-7 22 -15 19 -16 11C-17 3 -10 -2 0 0Z", "#f3e2c4")
        + _dot(-9, -5, 2.8, INK)
        + _dot(9, -5, 2.8, INK)
        + _path("M-5 2C-2 0 2 0 5 2C5 5 2 8 0 8C-2 8 -5 5 -5 2Z", "#3b2513")
        + _path("M0 8V12M0 12C-3 15 -6 15 -8 13M0 12C3 15 6 15 8 13M-12 9L-26 6M-12 12L-25 14M12 9L26 6M12 12L25 14", "none", "#4b301a", 1.7)
    )


def _token(token: str) -> str:
    family = token if token == "ot" else token[0]
    deep = DEEP["ot" if token == "ot" else token[0].upper()]
    level = "3" if token == "ot" else token[1]
    art = {
        "r1": _tree, "r2": _termite, "r3": _pangolin, "m1": _mangrove_tree, "m2": _crab, "m3": _snake,
        "o1": _coral, "o2": _turtle, "o3": _shark, "ot": _otter,
    }[token]()  # fmt: skip
    chit = _dot(50, 52, 39, "#00000022") + _dot(50, 50, 39, CHIT[family], deep, 3)
    badge = _dot(77, 77, 16, deep, CHIT[family], 3) + _text(77, 85, level, 23, "#fff", 800)
    return chit + _g(art, 48, 48, 1.02) + badge


# Hutan ---------------------------------------------------------------------------------------------------------


def _petals(count: int, shape: str, fill: str, edge: str, offset: float = 0) -> str:
    return "".join(_g(_path(shape, fill, edge, 1.8), turn=offset + i * 360 / count) for i in range(count))


def _flower(colour: str, letter: bool = True) -> str:
    fill, edge = PETAL[colour], PETAL_EDGE[colour]
    shapes = {
        "r": (5, "M0 -4C-15 -14 -12 -33 0 -32C12 -33 15 -14 0 -4Z", 0),
        "y": (10, "M0 -6L-7 -17L0 -34L7 -17Z", 0),
        "b": (4, "M0 -4C-10 -12 -22 -17 -20 -27C-10 -27 -5 -31 0 -34C5 -31 10 -27 20 -27C22 -17 10 -12 0 -4Z", 0),
        "g": (7, "M0 -5C-6 -13 -7 -27 0 -34C7 -27 6 -13 0 -5Z", 0),
        "w": (3, "M0 -2C-25 -9 -22 -31 0 -36C22 -31 25 -9 0 -2Z", 0),
    }
    count, shape, offset = shapes[colour]
    heart = {"r": "#fbe3b4", "y": "#7a4a10", "b": "#fff6d8", "g": "#f5f3ea", "w": "#f3d36b"}[colour]
    ink = "#fff" if colour == "y" else INK
    centre = _dot(0, 0, 12.5, heart, edge, 1.8)
    return _petals(count, shape, fill, edge, offset) + centre + (_text(0, 6, colour.upper(), 17, ink, 800) if letter else "")


def _grove(colour: str) -> str:
    """A tree standing on its flower: the petals stay in sight around the trunk."""
    trunk = _path("M-4 -6C-3 10 -5 18 -10 23H10C5 18 3 10 4 -6Z", "#7a5236", "#4b301a", 1.6)
    crown = _path("M0 -42C11 -42 17 -35 17 -28C25 -26 27 -15 20 -10C16 -4 6 -4 0 -6C-6 -4 -16 -4 -20 -10C-27 -15 -25 -26 -17 -28C-17 -35 -11 -42 0 -42Z", "#2f7a3f", "#16421f", 2)
    shine = _path("M-10 -30C-7 -36 2 -37 7 -33M-16 -17C-12 -21 -6 -21 -3 -18M6 -20C10 -22 14 -21 16 -18", "none", "#8cc987", 2.6)
    letter = _dot(0, -22, 9.5, "#f2f8ec") + _text(0, -17, colour.upper(), 14, INK, 800)
    return _g(_flower(colour, False), 0, 11, 1.0) + trunk + crown + shine + letter


def _orangutan() -> str:
    return (
        _path("M0 -30C16 -31 25 -20 26 -4C27 14 16 28 0 28C-16 28 -27 14 -26 -4C-25 -20 -16 -31 0 -30Z", "#c4552a", "#7a2c10", 2.2)
        + _path("M-9 -27C-6 -33 -3 -34 0 -30C3 -34 6 -33 9 -27", "#c4552a", "#7a2c10", 2)
        + _path("M0 -14C10 -20 21 -13 20 0C19 10 14 12 12 16C9 22 -9 22 -12 16C-14 12 -19 10 -20 0C-21 -13 -10 -20 0 -14Z", "#8c5a43")
        + _oval(0, 11, 11, 9, "#d3a184")
        + _dot(-7, -5, 3, "#fff")
        + _dot(7, -5, 3, "#fff")
        + _dot(-7, -5, 1.9, INK)
        + _dot(7, -5, 1.9, INK)
        + _path("M-3 5L-2 7M3 5L2 7M-6 13C-2 16 2 16 6 13", "none", "#5a3322", 2)
    )


def _tiger() -> str:
    return (
        _dot(-18, -18, 8, "#eea52c", "#7d4a05")
        + _dot(18, -18, 8, "#eea52c", "#7d4a05")
        + _path("M0 -25C16 -25 26 -14 26 1C26 17 14 27 0 27C-14 27 -26 17 -26 1C-26 -14 -16 -25 0 -25Z", "#f3b53f", "#7d4a05", 2.2)
        + _path("M0 4C9 3 15 8 14 15C13 22 6 25 0 25C-6 25 -13 22 -14 15C-15 8 -9 3 0 4Z", "#fff6e2")
        + _path("M0 -24V-13M-7 -23L-5 -15M7 -23L5 -15M-26 -2L-15 0M-25 8L-16 7M26 -2L15 0M25 8L16 7M-21 -13L-14 -9M21 -13L14 -9", "none", "#3a2405", 3.4)
        + _dot(-9, -3, 3, INK)
        + _dot(9, -3, 3, INK)
        + _path("M-5 7H5L0 12Z", "#b8574a")
        + _path("M0 12V15M0 15C-3 18 -6 18 -8 16M0 15C3 18 6 18 8 16", "none", "#3a2405", 1.8)
    )


def _cassowary() -> str:
    return (
        _path("M-28 29C-24 14 -14 8 -6 8C-4 0 -5 -6 -6 -12C-6 -22 2 -27 11 -24C18 -22 20 -16 18 -11L27 -6C22 -3 17 -4 14 -6C12 4 12 12 14 29Z", "#2f6fc0", "#153a68", 2.2)
        + _path("M-28 29C-25 16 -14 9 -6 8C-2 14 8 16 13 14L15 29Z", "#23262b", "#0d0f12", 2)
        + _path("M-7 -16C-8 -27 -1 -36 9 -34C14 -33 13 -27 12 -24C4 -26 -3 -23 -7 -16Z", "#b28b56", "#5f421b", 2)
        + _path("M17 -14L29 -8C24 -4 17 -5 14 -7Z", "#4a4f57", "#23262b", 1.8)
        + _path("M7 -3C4 5 6 12 9 12C12 12 12 4 10 -3Z", "#d5483c", "#8f2118", 1.6)
        + _dot(9, -15, 3.2, "#f3c648")
        + _dot(9, -15, 1.8, INK)
    )


def _hornbill() -> str:
    return (
        _path("M-26 29C-28 6 -22 -20 -6 -22C4 -23 8 -14 7 -6C6 6 2 14 4 29Z", "#4b5158", "#1f2327", 2.2)
        + _path("M-6 4C-4 14 -3 20 -2 29H4C2 16 5 8 7 0Z", "#f1eee4")
        + _path("M3 -15C16 -18 28 -6 29 12C22 4 14 0 4 -1Z", "#f2c04d", "#8a5a05", 2)
        + _path("M-7 -22C-2 -33 14 -34 22 -27C17 -24 13 -20 9 -15C4 -17 0 -20 -7 -22Z", "#e6862b", "#8a4205", 2)
        + _path("M5 -8C14 -7 21 -1 26 6", "none", "#8a5a05", 1.8)
        + _dot(-4, -10, 4.4, "#f5f3ea")
        + _dot(-4, -10, 2.4, INK)
    )


def _rhinoceros() -> str:
    return (
        _path("M-19 -16C-24 -26 -18 -32 -14 -27L-10 -18ZM6 -22C6 -31 14 -33 15 -26L13 -18Z", "#b6b3a6", "#5c594d", 2)
        + _path("M-27 28C-29 4 -24 -17 -8 -20C4 -22 12 -17 17 -8C22 -3 27 3 27 12C27 21 19 23 11 20C5 18 2 20 1 28Z", "#d2cfc3", "#5c594d", 2.2)
        + _path("M18 -4C22 -8 26 -16 26 -23C30 -16 31 -4 27 6Z", "#fbf6e6", "#5c594d", 2)
        + _path("M12 -14C13 -18 15 -20 17 -21C18 -17 18 -13 17 -9Z", "#fbf6e6", "#5c594d", 1.8)
        + _dot(4, -6, 2.6, INK)
        + _path("M22 10C23 12 22 14 21 15M12 15C16 17 20 17 24 16M-20 -2C-16 4 -16 14 -19 22M-8 6C-5 10 -5 16 -7 20", "none", "#77746a", 2)
    )


def _animal(colour: str) -> str:
    """The animal's head before the silhouette of its flower."""
    art = {"r": _orangutan, "y": _tiger, "b": _cassowary, "g": _hornbill, "w": _rhinoceros}[colour]()
    disc = _dot(0, 0, 37, "#fff9e8", PETAL_EDGE[colour], 2.6)
    return _g(_flower(colour, False), scale=1.36) + disc + _g(art, scale=1)


def _lake() -> str:
    wave = "c6 -6 12 -6 18 0s12 6 18 0s12 -6 18 0"
    shore = "M20 8C40 2 70 3 84 12C98 22 97 46 95 66C93 88 76 96 52 95C26 96 8 92 5 66C3 44 4 16 20 8Z"
    return _path(shore, "#86bfdf", "#4d8fb8", 3) + "".join(
        _path(f"M{x} {y}{wave}", "none", "#dff0fa", 4) for x, y in ((24, 34), (20, 54), (26, 74))
    )


def _paw() -> str:
    toes = ((22, 40, -20), (40, 22, -6), (60, 22, 6), (78, 40, 20))
    return "".join(_oval(x, y, 9, 13, "currentColor", turn=turn) for x, y, turn in toes) + _path(
        "M50 46C66 46 76 62 76 72C76 86 62 86 50 82C38 86 24 86 24 72C24 62 34 46 50 46Z", "currentColor"
    )


PLOT_EDGE = "#87795a"


def _plot(border: str) -> str:
    """A square of an area. `border`: "1" for each side (top, right, bottom, left) where the area ends.

    The ground is drawn in `currentColor`, so that the area's state can colour it.
    """
    top, right, bottom, left = (side == "1" for side in border)
    x0, x1, y0, y1 = 3 if left else -0.5, 97 if right else 100.5, 3 if top else -0.5, 97 if bottom else 100.5
    r = {"nw": top and left, "ne": top and right, "se": bottom and right, "sw": bottom and left}
    nw, ne, se, sw = (14 if r[corner] else 0 for corner in ("nw", "ne", "se", "sw"))
    ground = (
        f"M{x0 + nw:g} {y0:g}H{x1 - ne:g}Q{x1:g} {y0:g} {x1:g} {y0 + ne:g}V{y1 - se:g}Q{x1:g} {y1:g} {x1 - se:g} {y1:g}"
        f"H{x0 + sw:g}Q{x0:g} {y1:g} {x0:g} {y1 - sw:g}V{y0 + nw:g}Q{x0:g} {y0:g} {x0 + nw:g} {y0:g}Z"
    )
    # Where the area goes on, a line runs on to meet the next square's, also around an inner corner.
    x2, x3, y2, y3 = x0 if left else -3, x1 if right else 103, y0 if top else -3, y1 if bottom else 103
    lines = ""
    if top:
        lines += f"M{x2 + nw:g} {y0:g}H{x3 - ne:g}" + (f"Q{x1:g} {y0:g} {x1:g} {y0 + ne:g}" if ne else "")
    if right:
        lines += f"M{x1:g} {y2 + ne:g}V{y3 - se:g}" + (f"Q{x1:g} {y1:g} {x1 - se:g} {y1:g}" if se else "")
    if bottom:
        lines += f"M{x3 - se:g} {y1:g}H{x2 + sw:g}" + (f"Q{x0:g} {y1:g} {x0:g} {y1 - sw:g}" if sw else "")
    if left:
        lines += f"M{x0:g} {y3 - sw:g}V{y2 + nw:g}" + (f"Q{x0:g} {y0:g} {x0 + nw:g} {y0:g}" if nw else "")
    inner = "M0 8V92" if not left else ""
    inner += "M8 0H92" if not top else ""
    return (
        _path(ground, "currentColor")
        + (_path(inner, "none", "#00000018", 2, 'stroke-dasharray="5 6"') if inner else "")
        + (_path(lines, "none", PLOT_EDGE, 4) if lines else "")
    )


def _state(name: str) -> str:
    shape = {"complete": "M18 54L42 78L84 26", "unfinished": "M20 50h.1M50 50h.1M80 50h.1", "mixed": "M24 24L76 76M76 24L24 76"}
    return _path(shape[name], "none", "#fff", 20 if name == "unfinished" else 15)


# My Rainforest -------------------------------------------------------------------------------------------------


def _type_art(kind: str) -> str:
    white, shade = "#fffdf4", "#00000030"
    if kind == "plant":
        return _path("M0 28C0 8 2 -4 10 -16M1 10C-4 2 -8 -2 -14 -4", "none", white, 4) + _path(
            "M8 -8C2 -22 10 -30 26 -30C27 -14 20 -5 8 -8ZM-8 2C-24 4 -29 -4 -28 -16C-14 -17 -7 -10 -8 2Z", white
        )
    if kind == "arthropod":
        return (
            _path("M-12 -4L-24 -10M-14 6H-27M-12 14L-23 22M12 -4L24 -10M14 6H27M12 14L23 22M-5 -19C-8 -26 -12 -28 -15 -28M5 -19C8 -26 12 -28 15 -28", "none", white, 3.4)
            + _dot(0, -15, 8, white)
            + _oval(0, 7, 15, 19, white)
            + _path("M0 -10V26", "none", TYPE_COLOUR[kind], 3)
            + _dot(-7, 3, 2.6, TYPE_COLOUR[kind]) + _dot(7, 3, 2.6, TYPE_COLOUR[kind]) + _dot(-6, 14, 2.6, TYPE_COLOUR[kind]) + _dot(6, 14, 2.6, TYPE_COLOUR[kind])
        )
    if kind == "small":
        return (
            _path("M-20 12C-20 -4 -4 -10 8 -6C12 -12 22 -10 21 -3C27 1 29 7 28 10C22 13 16 14 10 18H-12C-16 18 -20 16 -20 12Z", white)
            + _path("M-19 14C-30 14 -30 0 -22 -6", "none", white, 3.6)
            + _dot(12, -9, 7, white, TYPE_COLOUR[kind], 2.6)
            + _dot(20, 3, 2.2, TYPE_COLOUR[kind])
            + _path("M-8 18V23M4 18V23", "none", white, 4)
        )
    if kind == "medium":
        return (
            _dot(-17, -18, 9, white) + _dot(17, -18, 9, white)
            + _path("M0 -22C17 -22 25 -11 25 3C25 18 14 26 0 26C-14 26 -25 18 -25 3C-25 -11 -17 -22 0 -22Z", white)
            + _oval(0, 11, 13, 11, shade)
            + _dot(-9, -3, 3, TYPE_COLOUR[kind]) + _dot(9, -3, 3, TYPE_COLOUR[kind])
            + _path("M-5 6H5L0 11ZM0 11V16", TYPE_COLOUR[kind], TYPE_COLOUR[kind], 2)
        )
    if kind == "large":
        return (
            _path("M-28 22V0C-28 -16 -14 -20 -2 -18C2 -26 22 -26 24 -10C27 0 25 10 29 18C27 22 21 22 20 17C18 12 18 8 15 6C13 9 10 10 8 10V22H-2V12H-14V22Z", white)
            + _path("M2 -14C-6 -8 -6 4 2 8C9 6 10 -4 7 -12", "none", TYPE_COLOUR[kind], 2.8)
            + _dot(15, -8, 2.4, TYPE_COLOUR[kind])
            + _path("M14 6C15 11 13 14 10 15", "none", white, 3)
        )
    return (
        _path("M-23 -26L-8 -18H8L23 -26L25 2C25 18 12 27 0 27C-12 27 -25 18 -25 2Z", white)
        + _path("M-15 -4L-5 0M15 -4L5 0", "none", TYPE_COLOUR[kind], 3.4)
        + _dot(-9, 2, 2.6, TYPE_COLOUR[kind]) + _dot(9, 2, 2.6, TYPE_COLOUR[kind])
        + _path("M-4 9H4L0 13Z", TYPE_COLOUR[kind])
        + _path("M-12 16C-6 19 6 19 12 16L8 24L5 18H-5L-8 24Z", TYPE_COLOUR[kind])
    )


def _type(kind: str) -> str:
    colour = TYPE_COLOUR[kind]
    return _dot(50, 50, 46, colour) + _g(_type_art(kind), 50, 50, 1.02)


def _blank_card() -> str:
    return _box(6, 6, 88, 88, "none", 12, "#00000055", 3, 'stroke-dasharray="8 7"')


# Icons of the editor's buttons: lines in the colour of the text --------------------------------------------------

ICONS = {
    "undo": "M38 24L18 44L38 64M20 44H58A22 22 0 0 1 58 88H44",
    "redo": "M62 24L82 44L62 64M80 44H42A22 22 0 0 0 42 88H56",
    "turn": "M78 30A36 36 0 1 0 86 54M80 10V32H58",
    "clear": "M20 26H80M40 26V14H60V26M28 26L33 88H67L72 26M43 42V72M57 42V72",
    "zoom-in": "M44 44m-28 0a28 28 0 1 0 56 0a28 28 0 1 0 -56 0M65 65L88 88M44 30V58M30 44H58",
    "zoom-out": "M44 44m-28 0a28 28 0 1 0 56 0a28 28 0 1 0 -56 0M65 65L88 88M30 44H58",
    "fit": "M36 14H14V36M64 14H86V36M36 86H14V64M64 86H86V64",
    "erase": "M34 84L12 62A6 6 0 0 1 12 54L52 14A6 6 0 0 1 60 14L86 40A6 6 0 0 1 86 48L50 84ZM32 34L66 68M34 84H90",
    "bare": "M50 50m-34 0a34 34 0 1 0 68 0a34 34 0 1 0 -68 0M26 74L74 26",
    "cycle": "M50 12A38 38 0 0 1 88 50M50 88A38 38 0 0 1 12 50M78 40L88 51L97 39M22 60L12 49L3 61",
    "move": "M50 10V90M10 50H90M38 22L50 10L62 22M38 78L50 90L62 78M22 38L10 50L22 62M78 38L90 50L78 62",
    "area": "M12 12H88V52H52V88H12Z",
    "more": "M24 50h.1M50 50h.1M76 50h.1",
    "check": "M18 54L42 78L84 26",
}


def _icon(name: str) -> str:
    return _path(ICONS[name], "none", "currentColor", 20 if name == "more" else 8)


# All symbols -----------------------------------------------------------------------------------------------------


@cache
def symbols() -> Mapping[str, str]:
    """SVG markup in a box of 100x100 by id.

    `R M O H` terrains; `r1` ... `o3`, `ot` token chits; `flower-r`, `tree-r`, `animal-r` (and `-y -b -g -w`); `lake`, `paw`,
    `plot-0110` (an area's square that ends on its right and at its bottom), `state-complete -unfinished -mixed`;
    `type-plant` ... `type-carnivore`; `blank-card`; `icon-undo` and the other `ICONS`, drawn in `currentColor`.
    """
    drawn = {terrain: _ground(terrain) for terrain in TERRAINS}
    drawn |= {token: _token(token) for token in TOKENS}
    for colour in FLOWERS:
        drawn[f"flower-{colour}"] = _g(_flower(colour), 50, 52, 1.2)
        drawn[f"tree-{colour}"] = _g(_grove(colour), 50, 51, 1.08)
        drawn[f"animal-{colour}"] = _g(_animal(colour), 50, 50, 1.0)
    drawn["lake"] = _lake()
    drawn["paw"] = _paw()
    drawn |= {f"plot-{i:04b}": _plot(f"{i:04b}") for i in range(16)}
    drawn |= {f"state-{name}": _state(name) for name in ("complete", "unfinished", "mixed")}
    drawn |= {f"type-{kind}": _type(kind) for kind in TYPES}
    drawn["blank-card"] = _blank_card()
    drawn |= {f"icon-{name}": _icon(name) for name in ICONS}
    return drawn


@cache
def symbol_defs() -> str:
    """All symbols as one hidden SVG of `<symbol id="ft-ID">` elements, for `<use href="#ft-ID">`."""
    made = "".join(
        f'<symbol id="ft-{name}" viewBox="0 0 100 100" overflow="visible">{markup}</symbol>' for name, markup in symbols().items()
    )
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{made}</defs></svg>'


def picture(symbol: str, size: int = 32, label: str = "") -> str:
    """One symbol as a picture of `size` pixels; with a label it is announced, without it is decoration."""
    return _svg(symbols()[symbol], (0, 0, 100, 100), label, f'width="{size}" height="{size}"')


def _svg(markup: str, box: tuple[float, float, float, float], label: str, attributes: str = "") -> str:
    view = " ".join(f"{v:g}" for v in box)
    said = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {said} {attributes}>{markup}</svg>'
