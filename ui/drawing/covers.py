"""The games' pictures on the home page, 1600x900 units each."""

from __future__ import annotations

from collections.abc import Sequence

from ui.drawing.boards import CARD_GAP, CARD_HIGH, CARD_WIDE, at, card_svg, piece_symbol, plot
from ui.drawing.forest import STATE_GROUND
from ui.drawing.library import symbols
from ui.drawing.pen import box, dot, group, oval, path, svg

_LAND = (
    ("R", "R:r1", "R", "O", "O:o2", "O", "M", "M:m1", "R"),
    ("R:r2", "R", "M", "O:o1", "O", "O", "M:m2", "M", "R"),
    ("M", "H", "M:m1", "M", "R", "R:r1", "R", "O", "O:o3"),
    ("M:m3", "M", "R", "R:r3", "R:r2", "H", "O", "O:o1", "O"),
    ("O", "O:o1", "R", "R", "M", "M:m2", "M", "O", "R:r1"),
    ("O", "O", "M", "R:r1", "M:m1", "M", "R", "R:r2", "R"),
)
_AREAS = (
    (1, 1, 2, 4, 4, 4),
    (1, 0, 2, 5, 6, 6),
    (3, 3, 2, 5, 5, 6),
    (7, 7, 8, 9, 9, 0),
    (7, 8, 8, 10, 9, 11),
    (7, 12, 12, 10, 11, 11),
)
_PIECES = (
    ("rt", "rt", "y", "bt", "ba", "bt"),
    ("ra", "", "yt", "gt", "w", ""),
    ("", "b", "ya", "gt", "ga", "wt"),
    ("wt", "wa", "rt", "yt", "yt", ""),
    ("wt", "rt", "r", "b", "yt", "gt"),
    ("w", "gt", "g", "bt", "g", ""),
)
_CARDS = (
    ((0, 1), "carnivore", "Clouded Leopard"), ((1, 0), "plant", "Merbau Tree"), ((1, 2), "small", "Binturong"),
    ((2, 1), "medium", "Sun Bear"), ((2, 3), "plant", "Ginger"), ((2, -1), "arthropod", "Honey Bee"),
    ((3, 0), "large", "Water Buffalo"), ((3, 2), "arthropod", "Jungle Nymph"), ((4, 1), "carnivore", "Malayan Tiger"),
)  # fmt: skip


def landscape_cover() -> str:
    """A landscape of cards with an otter above it."""
    return _cover("#cfe2d4", _tilted(_land(), 900, 600, -7, 2.05) + _hero(symbols()["ot"], 1240, 500, 4.1))


def forest_cover() -> str:
    """A forest of flowers and trees with a hornbill above it."""
    return _cover(
        "#e6dcc0", _tilted(_forest(), 614, 614, 6, 2.1) + _hero(symbols()["animal-g"], 1260, 520, 4.3)
    )


def beehive_cover() -> str:
    """A beehive of species cards."""
    drawn = ""
    for (x, y), kind, name in _CARDS:
        drawn += group(
            box(4, 6, CARD_WIDE, CARD_HIGH, "#00000026", 14) + card_svg(kind, name),
            x * (CARD_WIDE + CARD_GAP),
            y * (CARD_HIGH + CARD_GAP) / 2,
        )
    return _cover("#d5e3ea", _leaves() + _tilted(group(drawn, 0, 66), 532, 388, -5, 2.05))


def _cover(ground: str, drawn: str) -> str:
    return svg(box(0, 0, 1600, 900, ground) + drawn, (0, 0, 1600, 900), "")


def _tilted(drawn: str, wide: float, high: float, turn: float, scale: float) -> str:
    """A board turned a little, its middle in the middle of the cover."""
    return group(group(drawn, -wide / 2, -high / 2), 800, 450, scale, turn)


def _hero(symbol: str, x: float, y: float, scale: float) -> str:
    shadow = oval(x + 14, y + 26, 44 * scale, 43 * scale, "#00000038")
    return shadow + dot(x, y, 44.5 * scale, "#fffdf5") + group(symbol, x - 50 * scale, y - 50 * scale, scale)


def _land() -> str:
    drawn = box(-10, -4, 924, 616, "#00000022", 18)
    for r, row in enumerate(_LAND):
        for c, square in enumerate(row):
            terrain, _, token = square.partition(":")
            drawn += at(terrain, 100 * c + 1.5, 100 * r + 1.5, 97)
            drawn += at(token, 100 * c + 3, 100 * r + 3, 94) if token else ""
    return drawn


def _forest() -> str:
    drawn = box(-8, -2, 632, 632, "#00000022", 18)
    for r, row in enumerate(_AREAS):
        for c, number in enumerate(row):
            drawn += group(
                _square(_AREAS, r, c, number), 100 * c + (14 if c > 2 else 0), 100 * r + (14 if r > 2 else 0)
            )
    return drawn


def _square(areas: Sequence[Sequence[int]], r: int, c: int, number: int) -> str:
    if number == 0:
        return at("lake", 2, 2, 96)
    piece = _PIECES[r][c]
    ground = f'<g color="{STATE_GROUND["empty"]}">{symbols()[plot(areas, r, c)]}</g>'
    return ground + (at(piece_symbol(piece), 6, 6, 88) if piece else "")


def _leaves() -> str:
    leaf = "M0 -90C70 -50 70 50 0 100C-70 50 -70 -50 0 -90Z"
    vein = path("M0 -60V90", "none", "#b7cfc0", 6)
    places = (
        (120, 120, 40, 1.5),
        (1480, 140, -50, 1.7),
        (100, 800, 120, 1.6),
        (1500, 800, -130, 1.4),
        (820, 60, 80, 1.1),
    )
    return "".join(group(path(leaf, "#c3d9cb") + vein, x, y, scale, turn) for x, y, turn, scale in places)
