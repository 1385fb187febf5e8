"""Rainforest City: terrains with a texture each, tokens as light chits with a picture and a numeral."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scoring.games.rainforest_city.pieces import TERRAIN_NAMES
from scoring.games.rainforest_city.pieces import TOKEN_NAMES as TOKENS
from ui.drawing.pen import INK, box, dot, group, oval, path, text

TERRAINS = {terrain: name[0].upper() + name[1:] for terrain, name in TERRAIN_NAMES.items()}
GROUND = {"R": "#62a567", "M": "#7d5640", "O": "#8fc4e2", "H": "#ecdcbd"}
DEEP = {"R": "#23592f", "M": "#4b2d1c", "O": "#1b567f", "H": "#8a3b25", "ot": "#6b4a05"}
CHIT = {"r": "#f2f8ec", "m": "#faf0e4", "o": "#eef7fc", "ot": "#fff4d2"}


def _leaf(x: float, y: float, turn: float, fill: str, size: float = 1) -> str:
    return group(
        path("M0 -9C7 -5 7 5 0 10C-7 5 -7 -5 0 -9Z", fill) + path("M0 -5V8", "none", "#62a567", 1.2),
        x,
        y,
        size,
        turn,
    )


def _ground(terrain: str) -> str:
    base = box(0, 0, 100, 100, GROUND[terrain], 11)
    if terrain == "R":
        dark, light = "#4b8f54", "#7fbb7c"
        leaves = [
            (15, 17, 35, dark, 1),
            (84, 20, -50, light, 0.9),
            (50, 12, 100, light, 0.7),
            (14, 52, -20, light, 0.8),
        ]
        leaves += [
            (87, 55, 20, dark, 0.9),
            (18, 86, 60, dark, 0.9),
            (52, 89, -75, light, 0.8),
            (85, 87, -30, dark, 1),
        ]
        leaves += [(50, 50, 25, dark, 1.2), (33, 34, -60, light, 0.6), (68, 67, -60, light, 0.7)]
        return base + "".join(_leaf(*leaf) for leaf in leaves)
    if terrain == "M":
        roots = (
            "M14 96C11 70 16 55 24 40S30 18 27 4M24 40C34 58 35 78 33 96M51 96C48 78 53 62 62 46S70 20 67 4"
        )
        roots += (
            "M62 46C74 62 75 80 74 96M62 46C52 34 48 20 49 4M89 88C87 72 89 58 95 46M10 14C11 22 9 30 5 36"
        )
        shade = "M41 5C43 22 38 34 42 52S46 80 43 95M83 6C81 18 84 30 82 44"
        return base + path(roots, "none", "#9a7158", 4) + path(shade, "none", "#68452f", 2.6)
    if terrain == "O":
        wave = "c7 -8 15 -8 22 0s15 8 22 0s15 -8 22 0s12 7 20 2"
        crests = "".join(path(f"M7 {y}{wave}", "none", "#c7e4f4", 3.4) for y in (18, 50, 82))
        ripple = "c6 -5 12 -5 18 0s12 5 18 0"
        places = ((12, 34), (54, 35), (30, 66))
        return base + crests + "".join(path(f"M{x} {y}{ripple}", "none", "#6dabd1", 3) for x, y in places)
    ground = base + path("M10 84H90M18 91H60", "none", "#cdb88f", 3)
    chimney = box(64, 24, 9, 18, "#8a3b25", 1)
    return (
        ground
        + chimney
        + path("M50 16L88 49H79V81H21V49H12Z", "#b6523a")
        + path("M50 16L88 49H12Z", "#9c412b")
        + box(28, 50, 44, 31, "#fbf3e2", 2)
        + path("M43 81V65a7 7 0 0 1 14 0V81Z", "#9c412b")
        + box(32, 56, 8, 9, "#8fc4e2", 1)
        + box(60, 56, 8, 9, "#8fc4e2", 1)
    )


def _tree() -> str:
    return (
        path("M-4 2C-3 14 -5 21 -13 27H13C5 21 3 14 4 2Z", "#7a5236")
        + dot(-11, -4, 12, "#2f7a3f")
        + dot(11, -4, 12, "#2f7a3f")
        + dot(0, -14, 14, "#3d9150")
        + dot(-8, -6, 9, "#3d9150")
        + path("M-6 -19C-3 -23 3 -24 7 -21M5 -7C9 -10 13 -9 15 -6", "none", "#8cc987", 2.4)
    )


def _termite() -> str:
    legs = "M-6 3L-14 15M0 4L-3 17M5 4L9 17M-6 -3L-15 -14M0 -4L-2 -16M5 -4L11 -15"
    return (
        path(legs, "none", "#6a4014", 2.4)
        + path("M19 -4C24 -10 27 -9 29 -13M19 4C24 10 27 9 29 13", "none", "#6a4014", 2)
        + oval(-15, 0, 14, 9.5, "#e3b35f", "#8a5a1c")
        + path("M-21 -8V8M-15 -9.5V9.5M-9 -8V8", "none", "#a8732a", 2.2)
        + oval(2, 0, 7, 6, "#c98e3a", "#8a5a1c")
        + dot(15, 0, 8, "#9c5a1d", "#6a4014")
        + path("M21 -4L27 -1M21 4L27 1", "none", "#4b2a0c", 2.6)
    )


def _pangolin() -> str:
    body = "M-29 19C-26 5 -20 -15 0 -17C17 -18 23 -6 24 4L29 10C29 13 25 14 21 13C17 13 15 11 12 12V20H6V14H-8V20H-14V12C-18 12 -22 15 -29 19Z"
    rows = "M-18 -3c4 -4 7 -4 9 1c3 -5 7 -5 9 0c3 -5 7 -5 9 0M-22 6c4 -4 7 -4 9 1c3 -5 7 -5 9 0c3 -5 7 -5 9 0c2 -4 5 -4 7 -1M-9 -12c3 -3 6 -3 8 1c3 -4 6 -4 8 0"
    return (
        path(body, "#b98550", "#6d4522", 2.2)
        + path(rows, "none", "#7b5027", 2.2)
        + path("M15 -5C20 -6 23 0 24 4L29 10C29 13 25 14 21 13C16 12 12 6 15 -5Z", "#e0bd92", "#6d4522", 2)
        + dot(20, 4, 1.9, INK)
    )


def _mangrove_tree() -> str:
    roots = "M0 -2V14M0 8C-8 10 -12 18 -13 27M0 8C8 10 12 18 13 27M0 12C-5 14 -6 20 -6 27M0 12C5 14 6 20 6 27M0 4C-12 5 -19 14 -21 25M0 4C12 5 19 14 21 25"
    return (
        path(roots, "none", "#7d4f30", 3.2)
        + oval(-12, -9, 13, 8, "#6a7a1f")
        + oval(12, -9, 13, 8, "#6a7a1f")
        + oval(0, -15, 16, 10, "#8a9a34")
        + path("M-8 -19C-4 -22 4 -22 8 -19M-17 -11C-14 -13 -11 -13 -9 -12", "none", "#c3cf78", 2.2)
    )


def _crab() -> str:
    legs = "M-14 6C-20 6 -23 10 -24 15M-13 10C-17 12 -18 16 -18 20M14 6C20 6 23 10 24 15M13 10C17 12 18 16 18 20M-15 1C-21 -1 -22 -5 -21 -9M15 1C21 -1 22 -5 21 -9"
    claw = "M0 0C-7 -3 -9 -11 -4 -17L-1 -11L4 -16C8 -9 6 -3 0 0Z"
    return (
        path(legs, "none", "#a23a1c", 3)
        + group(path(claw, "#e2683a", "#a23a1c", 2), -21, -7, 1, -16)
        + group(path(claw, "#e2683a", "#a23a1c", 2), 21, -7, 1, 16)
        + path("M-6 -5V-11M6 -5V-11", "none", "#a23a1c", 2.6)
        + oval(0, 5, 18, 12, "#e2683a", "#a23a1c")
        + dot(-6, -12, 3.2, "#fff", "#a23a1c", 1.6)
        + dot(6, -12, 3.2, "#fff", "#a23a1c", 1.6)
        + dot(-6, -12, 1.3, INK)
        + dot(6, -12, 1.3, INK)
        + path("M-6 9C-3 12 3 12 6 9", "none", "#8f2f14", 2)
    )


def _snake() -> str:
    coil = "M-24 19C-12 26 18 26 21 17C24 8 -14 12 -16 3C-18 -6 12 -2 13 -9C14 -15 8 -18 3 -17"
    return (
        path(coil, "none", "#4c4a1a", 10.5)
        + path(coil, "none", "#9a9440", 7)
        + path(
            "M-18 21l4 -3M-8 23l4 -4M4 23l3 -4M14 20l2 -4M10 10l1 -4M-2 9l2 -4M-13 5l4 -2M-4 -3l1 4M6 -4l1 4",
            "none",
            "#4c4a1a",
            2.4,
        )
        + path(
            "M-15 -20C-12 -26 2 -26 8 -20C10 -16 6 -11 -2 -11C-9 -11 -14 -14 -15 -20Z",
            "#b3ad55",
            "#4c4a1a",
            2,
        )
        + path("M-15 -18L-22 -16M-22 -16L-26 -19M-22 -16L-26 -13", "none", "#b8402f", 2)
        + dot(-6, -20, 2, INK)
    )


def _coral() -> str:
    branch = "M0 24V6M0 14C-8 12 -13 6 -13 -4V-12M-13 0C-19 -1 -22 -6 -22 -12M0 10C8 8 12 2 12 -6V-16M12 -2C18 -3 21 -7 22 -12M0 8C-2 0 -1 -8 -2 -20M-1 -8C3 -10 4 -14 5 -19"
    return (
        path(branch, "none", "#a62f4d", 8.4)
        + path(branch, "none", "#ea7a86", 5)
        + path("M-17 25C-9 19 9 19 17 25Z", "#c9a06a", "#8d6a3c", 2)
    )


def _turtle() -> str:
    return (
        oval(-16, -12, 12, 5, "#7fae6a", "#37643a", 38)
        + oval(-16, 12, 12, 5, "#7fae6a", "#37643a", -38)
        + oval(13, -13, 7, 4, "#7fae6a", "#37643a", -35)
        + oval(13, 13, 7, 4, "#7fae6a", "#37643a", 35)
        + oval(-21, 0, 8, 6, "#7fae6a", "#37643a")
        + oval(2, 0, 18, 15, "#b38a3f", "#5b4213")
        + path(
            "M-6 -5L2 -9L10 -5V5L2 9L-6 5ZM-6 -5L-13 -8M-6 5L-13 8M10 -5L16 -9M10 5L16 9M2 -9V-15M2 9V15",
            "none",
            "#5b4213",
            2,
        )
        + dot(-24, -2.4, 1.4, INK)
        + dot(-24, 2.4, 1.4, INK)
    )


def _shark() -> str:
    return (
        path(
            "M-29 2C-20 -9 -6 -12 4 -10L8 -22C13 -19 16 -14 17 -7C20 -6 22 -4 23 -3L30 -13C31 -6 30 0 28 4C30 8 30 12 29 16L21 6C10 13 -14 15 -29 2Z",
            "#6f8ba3",
            "#2b4560",
            2.2,
        )
        + path("M-28 3C-14 13 10 12 20 5C8 7 -12 7 -28 3Z", "#e9f1f6")
        + path("M-4 8L-2 18C4 16 7 12 8 9Z", "#5b7790", "#2b4560", 2)
        + path("M-10 -3C-9 0 -9 2 -10 4M-6 -4C-5 -1 -5 2 -6 5", "none", "#2b4560", 1.8)
        + dot(-18, -2, 1.9, INK)
    )


def _otter() -> str:
    return (
        dot(-17, -13, 6, "#7a5433", "#4b301a")
        + dot(17, -13, 6, "#7a5433", "#4b301a")
        + path(
            "M0 -22C17 -22 23 -10 22 3C21 16 11 24 0 24C-11 24 -21 16 -22 3C-23 -10 -17 -22 0 -22Z",
            "#94683f",
            "#4b301a",
            2.2,
        )
        + path("M0 0C10 -2 17 3 16 11C15 19 7 22 0 22C-7 22 -15 19 -16 11C-17 3 -10 -2 0 0Z", "#f3e2c4")
        + dot(-9, -5, 2.8, INK)
        + dot(9, -5, 2.8, INK)
        + path("M-5 2C-2 0 2 0 5 2C5 5 2 8 0 8C-2 8 -5 5 -5 2Z", "#3b2513")
        + path(
            "M0 8V12M0 12C-3 15 -6 15 -8 13M0 12C3 15 6 15 8 13M-12 9L-26 6M-12 12L-25 14M12 9L26 6M12 12L25 14",
            "none",
            "#4b301a",
            1.7,
        )
    )


def _token(token: str) -> str:
    family = token if token == "ot" else token[0]
    deep = DEEP["ot" if token == "ot" else token[0].upper()]
    level = "3" if token == "ot" else token[1]
    art = {
        "r1": _tree, "r2": _termite, "r3": _pangolin, "m1": _mangrove_tree, "m2": _crab, "m3": _snake,
        "o1": _coral, "o2": _turtle, "o3": _shark, "ot": _otter,
    }[token]()  # fmt: skip
    chit = dot(50, 52, 39, "#00000022") + dot(50, 50, 39, CHIT[family], deep, 3)
    badge = dot(77, 77, 16, deep, CHIT[family], 3) + text(77, 85, level, 23, "#fff", 800)
    return chit + group(art, 48, 48, 1.02) + badge


@cache
def colours() -> Mapping[str, str | list[str]]:
    """What a landscape looks like from afar: a terrain's colour, a token's chit and what is on it."""
    ground: dict[str, str | list[str]] = dict(GROUND)
    families = {token: "ot" if token == "ot" else token[0] for token in TOKENS}
    return ground | {t: [CHIT[f], DEEP["ot" if f == "ot" else f.upper()]] for t, f in families.items()}


def symbols() -> dict[str, str]:
    return {terrain: _ground(terrain) for terrain in TERRAINS} | {token: _token(token) for token in TOKENS}
