"""My Rainforest: the six types of cards, each with a picture, a colour and a letter."""

from __future__ import annotations

from ui.drawing.pen import box, dot, group, oval, path

TYPES = {
    "plant": "Plant",
    "arthropod": "Arthropod",
    "small": "Small animal",
    "medium": "Medium animal",
    "large": "Large animal",
    "carnivore": "Carnivore",
}
TYPE_COLOUR = {
    "plant": "#3f8d4e",
    "arthropod": "#b97a12",
    "small": "#22838a",
    "medium": "#7a5aa6",
    "large": "#46668f",
    "carnivore": "#b8402f",
}
TYPE_LETTER = {"plant": "P", "arthropod": "A", "small": "S", "medium": "M", "large": "L", "carnivore": "C"}


def _type_art(kind: str) -> str:
    white, shade = "#fffdf4", "#00000030"
    if kind == "plant":
        return path("M0 28C0 8 2 -4 10 -16M1 10C-4 2 -8 -2 -14 -4", "none", white, 4) + path(
            "M8 -8C2 -22 10 -30 26 -30C27 -14 20 -5 8 -8ZM-8 2C-24 4 -29 -4 -28 -16C-14 -17 -7 -10 -8 2Z",
            white,
        )
    if kind == "arthropod":
        return (
            path(
                "M-12 -4L-24 -10M-14 6H-27M-12 14L-23 22M12 -4L24 -10M14 6H27M12 14L23 22M-5 -19C-8 -26 -12 -28 -15 -28M5 -19C8 -26 12 -28 15 -28",
                "none",
                white,
                3.4,
            )
            + dot(0, -15, 8, white)
            + oval(0, 7, 15, 19, white)
            + path("M0 -10V26", "none", TYPE_COLOUR[kind], 3)
            + dot(-7, 3, 2.6, TYPE_COLOUR[kind])
            + dot(7, 3, 2.6, TYPE_COLOUR[kind])
            + dot(-6, 14, 2.6, TYPE_COLOUR[kind])
            + dot(6, 14, 2.6, TYPE_COLOUR[kind])
        )
    if kind == "small":
        return (
            path(
                "M-20 12C-20 -4 -4 -10 8 -6C12 -12 22 -10 21 -3C27 1 29 7 28 10C22 13 16 14 10 18H-12C-16 18 -20 16 -20 12Z",
                white,
            )
            + path("M-19 14C-30 14 -30 0 -22 -6", "none", white, 3.6)
            + dot(12, -9, 7, white, TYPE_COLOUR[kind], 2.6)
            + dot(20, 3, 2.2, TYPE_COLOUR[kind])
            + path("M-8 18V23M4 18V23", "none", white, 4)
        )
    if kind == "medium":
        return (
            dot(-17, -18, 9, white)
            + dot(17, -18, 9, white)
            + path(
                "M0 -22C17 -22 25 -11 25 3C25 18 14 26 0 26C-14 26 -25 18 -25 3C-25 -11 -17 -22 0 -22Z", white
            )
            + oval(0, 11, 13, 11, shade)
            + dot(-9, -3, 3, TYPE_COLOUR[kind])
            + dot(9, -3, 3, TYPE_COLOUR[kind])
            + path("M-5 6H5L0 11ZM0 11V16", TYPE_COLOUR[kind], TYPE_COLOUR[kind], 2)
        )
    if kind == "large":
        return (
            path(
                "M-28 22V0C-28 -16 -14 -20 -2 -18C2 -26 22 -26 24 -10C27 0 25 10 29 18C27 22 21 22 20 17C18 12 18 8 15 6C13 9 10 10 8 10V22H-2V12H-14V22Z",
                white,
            )
            + path("M2 -14C-6 -8 -6 4 2 8C9 6 10 -4 7 -12", "none", TYPE_COLOUR[kind], 2.8)
            + dot(15, -8, 2.4, TYPE_COLOUR[kind])
            + path("M14 6C15 11 13 14 10 15", "none", white, 3)
        )
    return (
        path("M-23 -26L-8 -18H8L23 -26L25 2C25 18 12 27 0 27C-12 27 -25 18 -25 2Z", white)
        + path("M-15 -4L-5 0M15 -4L5 0", "none", TYPE_COLOUR[kind], 3.4)
        + dot(-9, 2, 2.6, TYPE_COLOUR[kind])
        + dot(9, 2, 2.6, TYPE_COLOUR[kind])
        + path("M-4 9H4L0 13Z", TYPE_COLOUR[kind])
        + path("M-12 16C-6 19 6 19 12 16L8 24L5 18H-5L-8 24Z", TYPE_COLOUR[kind])
    )


def _type(kind: str) -> str:
    colour = TYPE_COLOUR[kind]
    return dot(50, 50, 46, colour) + group(_type_art(kind), 50, 50, 1.02)


def _blank_card() -> str:
    return box(6, 6, 88, 88, "none", 12, "#00000055", 3, 'stroke-dasharray="8 7"')


def symbols() -> dict[str, str]:
    return {f"type-{kind}": _type(kind) for kind in TYPES} | {"blank-card": _blank_card()}
