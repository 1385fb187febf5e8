"""Hutan: flowers that differ in the shape and number of their petals, trees and animals on them, areas and lakes."""

from __future__ import annotations

from ui.drawing.pen import INK, dot, group, oval, path, text

FLOWERS = {"r": "red", "y": "yellow", "b": "blue", "g": "grey", "w": "white"}
ANIMALS = {"r": "orangutan", "y": "tiger", "b": "cassowary", "g": "hornbill", "w": "rhinoceros"}
PETAL = {"r": "#d5483c", "y": "#f0b62a", "b": "#3f78c4", "g": "#8b9096", "w": "#fffdf6"}
PETAL_EDGE = {"r": "#8f2118", "y": "#9a6a00", "b": "#1d477f", "g": "#4d5257", "w": "#9a937f"}
PLOT_EDGE = "#87795a"
STATE_GROUND = {"empty": "#f4eddb", "unfinished": "#f8e6bd", "mixed": "#f3cfc4", "complete": "#d3e6bd"}
STATE_DEEP = {"complete": "#1f6b3a", "unfinished": "#8a5a05", "mixed": "#a3311f"}


def _petals(count: int, shape: str, fill: str, edge: str, offset: float = 0) -> str:
    return "".join(group(path(shape, fill, edge, 1.8), turn=offset + i * 360 / count) for i in range(count))


def _flower(colour: str, letter: bool = True) -> str:
    fill, edge = PETAL[colour], PETAL_EDGE[colour]
    shapes = {
        "r": (5, "M0 -4C-15 -14 -12 -33 0 -32C12 -33 15 -14 0 -4Z", 0),
        "y": (10, "M0 -6L-7 -17L0 -34L7 -17Z", 0),
        "b": (
            4,
            "M0 -4C-10 -12 -22 -17 -20 -27C-10 -27 -5 -31 0 -34C5 -31 10 -27 20 -27C22 -17 10 -12 0 -4Z",
            0,
        ),
        "g": (7, "M0 -5C-6 -13 -7 -27 0 -34C7 -27 6 -13 0 -5Z", 0),
        "w": (3, "M0 -2C-25 -9 -22 -31 0 -36C22 -31 25 -9 0 -2Z", 0),
    }
    count, shape, offset = shapes[colour]
    heart = {"r": "#fbe3b4", "y": "#7a4a10", "b": "#fff6d8", "g": "#f5f3ea", "w": "#f3d36b"}[colour]
    ink = "#fff" if colour == "y" else INK
    centre = dot(0, 0, 12.5, heart, edge, 1.8)
    return (
        _petals(count, shape, fill, edge, offset)
        + centre
        + (text(0, 6, colour.upper(), 17, ink, 800) if letter else "")
    )


def _grove(colour: str) -> str:
    """A tree standing on its flower: the petals stay in sight around the trunk."""
    trunk = path("M-4 -6C-3 10 -5 18 -10 23H10C5 18 3 10 4 -6Z", "#7a5236", "#4b301a", 1.6)
    crown = path(
        "M0 -42C11 -42 17 -35 17 -28C25 -26 27 -15 20 -10C16 -4 6 -4 0 -6C-6 -4 -16 -4 -20 -10C-27 -15 -25 -26 -17 -28C-17 -35 -11 -42 0 -42Z",
        "#2f7a3f",
        "#16421f",
        2,
    )
    shine = path(
        "M-10 -30C-7 -36 2 -37 7 -33M-16 -17C-12 -21 -6 -21 -3 -18M6 -20C10 -22 14 -21 16 -18",
        "none",
        "#8cc987",
        2.6,
    )
    letter = dot(0, -22, 9.5, "#f2f8ec") + text(0, -17, colour.upper(), 14, INK, 800)
    return group(_flower(colour, False), 0, 11, 1.0) + trunk + crown + shine + letter


def _orangutan() -> str:
    return (
        path(
            "M0 -30C16 -31 25 -20 26 -4C27 14 16 28 0 28C-16 28 -27 14 -26 -4C-25 -20 -16 -31 0 -30Z",
            "#c4552a",
            "#7a2c10",
            2.2,
        )
        + path("M-9 -27C-6 -33 -3 -34 0 -30C3 -34 6 -33 9 -27", "#c4552a", "#7a2c10", 2)
        + path(
            "M0 -14C10 -20 21 -13 20 0C19 10 14 12 12 16C9 22 -9 22 -12 16C-14 12 -19 10 -20 0C-21 -13 -10 -20 0 -14Z",
            "#8c5a43",
        )
        + oval(0, 11, 11, 9, "#d3a184")
        + dot(-7, -5, 3, "#fff")
        + dot(7, -5, 3, "#fff")
        + dot(-7, -5, 1.9, INK)
        + dot(7, -5, 1.9, INK)
        + path("M-3 5L-2 7M3 5L2 7M-6 13C-2 16 2 16 6 13", "none", "#5a3322", 2)
    )


def _tiger() -> str:
    return (
        dot(-18, -18, 8, "#eea52c", "#7d4a05")
        + dot(18, -18, 8, "#eea52c", "#7d4a05")
        + path(
            "M0 -25C16 -25 26 -14 26 1C26 17 14 27 0 27C-14 27 -26 17 -26 1C-26 -14 -16 -25 0 -25Z",
            "#f3b53f",
            "#7d4a05",
            2.2,
        )
        + path("M0 4C9 3 15 8 14 15C13 22 6 25 0 25C-6 25 -13 22 -14 15C-15 8 -9 3 0 4Z", "#fff6e2")
        + path(
            "M0 -24V-13M-7 -23L-5 -15M7 -23L5 -15M-26 -2L-15 0M-25 8L-16 7M26 -2L15 0M25 8L16 7M-21 -13L-14 -9M21 -13L14 -9",
            "none",
            "#3a2405",
            3.4,
        )
        + dot(-9, -3, 3, INK)
        + dot(9, -3, 3, INK)
        + path("M-5 7H5L0 12Z", "#b8574a")
        + path("M0 12V15M0 15C-3 18 -6 18 -8 16M0 15C3 18 6 18 8 16", "none", "#3a2405", 1.8)
    )


def _cassowary() -> str:
    return (
        path(
            "M-28 29C-24 14 -14 8 -6 8C-4 0 -5 -6 -6 -12C-6 -22 2 -27 11 -24C18 -22 20 -16 18 -11L27 -6C22 -3 17 -4 14 -6C12 4 12 12 14 29Z",
            "#2f6fc0",
            "#153a68",
            2.2,
        )
        + path("M-28 29C-25 16 -14 9 -6 8C-2 14 8 16 13 14L15 29Z", "#23262b", "#0d0f12", 2)
        + path(
            "M-7 -16C-8 -27 -1 -36 9 -34C14 -33 13 -27 12 -24C4 -26 -3 -23 -7 -16Z", "#b28b56", "#5f421b", 2
        )
        + path("M17 -14L29 -8C24 -4 17 -5 14 -7Z", "#4a4f57", "#23262b", 1.8)
        + path("M7 -3C4 5 6 12 9 12C12 12 12 4 10 -3Z", "#d5483c", "#8f2118", 1.6)
        + dot(9, -15, 3.2, "#f3c648")
        + dot(9, -15, 1.8, INK)
    )


def _hornbill() -> str:
    return (
        path("M-26 29C-28 6 -22 -20 -6 -22C4 -23 8 -14 7 -6C6 6 2 14 4 29Z", "#4b5158", "#1f2327", 2.2)
        + path("M-6 4C-4 14 -3 20 -2 29H4C2 16 5 8 7 0Z", "#f1eee4")
        + path("M3 -15C16 -18 28 -6 29 12C22 4 14 0 4 -1Z", "#f2c04d", "#8a5a05", 2)
        + path(
            "M-7 -22C-2 -33 14 -34 22 -27C17 -24 13 -20 9 -15C4 -17 0 -20 -7 -22Z", "#e6862b", "#8a4205", 2
        )
        + path("M5 -8C14 -7 21 -1 26 6", "none", "#8a5a05", 1.8)
        + dot(-4, -10, 4.4, "#f5f3ea")
        + dot(-4, -10, 2.4, INK)
    )


def _rhinoceros() -> str:
    return (
        path(
            "M-19 -16C-24 -26 -18 -32 -14 -27L-10 -18ZM6 -22C6 -31 14 -33 15 -26L13 -18Z",
            "#b6b3a6",
            "#5c594d",
            2,
        )
        + path(
            "M-27 28C-29 4 -24 -17 -8 -20C4 -22 12 -17 17 -8C22 -3 27 3 27 12C27 21 19 23 11 20C5 18 2 20 1 28Z",
            "#d2cfc3",
            "#5c594d",
            2.2,
        )
        + path("M18 -4C22 -8 26 -16 26 -23C30 -16 31 -4 27 6Z", "#fbf6e6", "#5c594d", 2)
        + path("M12 -14C13 -18 15 -20 17 -21C18 -17 18 -13 17 -9Z", "#fbf6e6", "#5c594d", 1.8)
        + dot(4, -6, 2.6, INK)
        + path(
            "M22 10C23 12 22 14 21 15M12 15C16 17 20 17 24 16M-20 -2C-16 4 -16 14 -19 22M-8 6C-5 10 -5 16 -7 20",
            "none",
            "#77746a",
            2,
        )
    )


def _animal(colour: str) -> str:
    """The animal's head before the silhouette of its flower."""
    art = {"r": _orangutan, "y": _tiger, "b": _cassowary, "g": _hornbill, "w": _rhinoceros}[colour]()
    disc = dot(0, 0, 37, "#fff9e8", PETAL_EDGE[colour], 2.6)
    return group(_flower(colour, False), scale=1.36) + disc + group(art, scale=1)


def _lake() -> str:
    wave = "c6 -6 12 -6 18 0s12 6 18 0s12 -6 18 0"
    shore = "M20 8C40 2 70 3 84 12C98 22 97 46 95 66C93 88 76 96 52 95C26 96 8 92 5 66C3 44 4 16 20 8Z"
    return path(shore, "#86bfdf", "#4d8fb8", 3) + "".join(
        path(f"M{x} {y}{wave}", "none", "#dff0fa", 4) for x, y in ((24, 34), (20, 54), (26, 74))
    )


def _paw() -> str:
    toes = ((22, 40, -20), (40, 22, -6), (60, 22, 6), (78, 40, 20))
    return "".join(oval(x, y, 9, 13, "currentColor", turn=turn) for x, y, turn in toes) + path(
        "M50 46C66 46 76 62 76 72C76 86 62 86 50 82C38 86 24 86 24 72C24 62 34 46 50 46Z", "currentColor"
    )


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
        path(ground, "currentColor")
        + (path(inner, "none", "#00000018", 2, 'stroke-dasharray="5 6"') if inner else "")
        + (path(lines, "none", PLOT_EDGE, 4) if lines else "")
    )


def _state(name: str) -> str:
    shape = {
        "complete": "M18 54L42 78L84 26",
        "unfinished": "M20 50h.1M50 50h.1M80 50h.1",
        "mixed": "M24 24L76 76M76 24L24 76",
    }
    return path(shape[name], "none", "#fff", 20 if name == "unfinished" else 15)


def symbols() -> dict[str, str]:
    drawn = {"lake": _lake(), "paw": _paw()}
    for colour in FLOWERS:
        drawn[f"flower-{colour}"] = group(_flower(colour), 50, 52, 1.2)
        drawn[f"tree-{colour}"] = group(_grove(colour), 50, 51, 1.08)
        drawn[f"animal-{colour}"] = group(_animal(colour), 50, 50)
    drawn |= {f"plot-{i:04b}": _plot(f"{i:04b}") for i in range(16)}
    return drawn | {f"state-{name}": _state(name) for name in ("complete", "unfinished", "mixed")}
