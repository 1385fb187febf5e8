"""Hutan's boards to choose from and its ecosystem cards, which say in a picture what they score."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ui.drawing.boards import at, plot
from ui.drawing.forest import FLOWERS, PLOT_EDGE, STATE_GROUND
from ui.drawing.library import symbols
from ui.drawing.pen import INK, box, dot, group, path, svg, text

PAPER = "#f7f0de"
SOIL = STATE_GROUND["empty"]
GROWN = STATE_GROUND["complete"]
GREEN = "#1f6b3a"
MARKS = {"pink": "#e58fb4", "red": "#cf4638", "blue": "#3f78c4", "white": "#fffdf6"}
ICON_PLACES = {"NW": (20, 20), "NE": (280, 20), "SE": (280, 280), "SW": (20, 280)}


def face_svg(rows: Sequence[Sequence[int]], colour: str, shape: str, icon: str) -> str:
    """A 3x3 board as it lies: its areas (numbers, 0 a lake), and the icon of its face in its corner.

    `colour` is one of MARKS, `shape` "circle" or "square", `icon` the corner: NW, NE, SE or SW.
    """
    drawn = box(-10, -10, 320, 320, "#d9cba4", 20, PLOT_EDGE, 4)
    for r, row in enumerate(rows):
        for c, number in enumerate(row):
            square = at("lake", 3, 3, 94) if number == 0 else _ground(plot(rows, r, c), SOIL)
            drawn += group(square, 100 * c, 100 * r)
    x, y = ICON_PLACES[icon]
    paint = MARKS[colour]
    letter = text(x, y + 12, colour[0].upper(), 34, INK if colour in ("white", "pink") else "#fff", 800)
    mark = (
        dot(x, y, 30, paint, INK, 5) if shape == "circle" else box(x - 28, y - 28, 56, 56, paint, 7, INK, 5)
    )
    return svg(drawn + mark + letter, (-16, -16, 332, 332), f"{colour} {shape}, icon {icon}")


def ecosystem_svg(number: int, points: int, bonus: int = 0, bonus_colour: str = "") -> str:
    """An ecosystem card's picture, 300x110 units: what it counts, the points for each, the bonus for its animal."""
    drawn = box(0, 0, 300, 110, PAPER, 14) + _scene(number)
    drawn += dot(262, 34 if bonus else 55, 27, GREEN) + text(
        262, 43 if bonus else 64, f"+{points}", 26, "#fff", 800
    )
    if bonus:
        drawn += at(f"animal-{bonus_colour}", 222, 66, 40) + text(281, 95, f"+{bonus}", 23, GREEN, 800)
    return svg(drawn, (0, 0, 300, 110), "")


def _ground(name: str, colour: str) -> str:
    return f'<g color="{colour}">{symbols()[name]}</g>'


def _paw(x: float, y: float, size: float, colour: str = "#5b4a2a") -> str:
    return f'<g color="{colour}">{at("paw", x, y, size)}</g>'


def _tree(x: float, y: float, size: float) -> str:
    """A tree on any flower: its crown alone tells nothing of a colour."""
    crown = dot(30, 40, 24, "#2f7a3f") + dot(70, 40, 24, "#2f7a3f") + dot(50, 28, 27, "#3d9150")
    return group(path("M44 50C45 72 42 84 32 94H68C58 84 55 72 56 50Z", "#7a5236") + crown, x, y, size / 100)


def _row_area(x: float, y: float, size: float, pieces: Sequence[str], ground: str) -> str:
    """An area of squares in a row, with markup drawn on each."""
    last = len(pieces) - 1
    drawn = ""
    for i, piece in enumerate(pieces):
        border = f"1{int(i == last)}1{int(i == 0)}"
        drawn += group(_ground(f"plot-{border}", ground) + piece, x + i * size, y, size / 100)
    return drawn


def _small_grid(x: float, y: float, side: float, n: int, full: Callable[[int, int], bool]) -> str:
    step = side / n
    drawn = ""
    for r in range(n):
        for c in range(n):
            fill = "#7fb27a" if full(r, c) else "#fffaf0"
            drawn += box(x + c * step, y + r * step, step, step, fill, 1.5, PLOT_EDGE, 1.4)
    return drawn


def _four_boards(inside: Callable[[float, float], str]) -> str:
    """The four 3x3 boards, two by two, each with what it has to hold."""
    return "".join(
        box(x, y, 86, 44, SOIL, 6, PLOT_EDGE, 2.5) + inside(x, y) for x in (16, 108) for y in (8, 57)
    )


def _check(x: float, y: float) -> str:
    return dot(x, y, 17, GREEN, PAPER, 3) + at("state-complete", x - 10, y - 10, 20)


def _edge(r: int, c: int) -> bool:
    return r in (0, 5) or c in (0, 5)


def _scene(number: int) -> str:
    """What the card counts, drawn in 220x110 units."""
    colours = list(FLOWERS)
    if number <= 5:
        flower = symbols()[f"flower-{colours[number - 1]}"]
        return _row_area(14, 24, 62, [flower] * 3, GROWN) + _check(200, 26)
    if number <= 10:
        return at(f"tree-{colours[number - 6]}", 62, 6, 98)
    return _SCENES[number]()


def _edge_trees() -> str:
    return _small_grid(16, 10, 90, 6, _edge) + _tree(124, 14, 82)


def _edge_animals() -> str:
    return _small_grid(16, 10, 90, 6, _edge) + _paw(128, 20, 72)


def _small_areas() -> str:
    return _row_area(36, 18, 74, [_paw(14, 14, 72), ""], SOIL)


def _large_areas() -> str:
    squares = (("plot-1001", 0, 0), ("plot-1100", 1, 0), ("plot-0011", 0, 1), ("plot-0110", 1, 1))
    drawn = "".join(group(_ground(name, SOIL), 14 + 48 * c, 7 + 48 * r, 0.48) for name, c, r in squares)
    five = (
        ("plot-1011", 0, 0),
        ("plot-1000", 1, 0),
        ("plot-1100", 2, 0),
        ("plot-0011", 1, 1),
        ("plot-0110", 2, 1),
    )
    drawn += "".join(group(_ground(name, SOIL), 120 + 32 * c, 22 + 32 * r, 0.32) for name, c, r in five)
    return drawn + _paw(36, 30, 52) + _paw(156, 28, 44)


def _largest_group() -> str:
    band = path("M36 72H112M112 72V38H188", "none", "#a9cf9c", 34)
    return band + _tree(12, 42, 48) + _tree(62, 42, 48) + _tree(88, 6, 48) + _tree(138, 6, 48)


def _tree_groups() -> str:
    return box(12, 20, 196, 70, "#cfe4c0", 34) + "".join(_tree(18 + 62 * i, 24, 60) for i in range(3))


def _lake_trees() -> str:
    return at("lake", 22, 12, 84) + _pair(98, 56) + _tree(122, 20, 78)


def _lake_animals() -> str:
    return at("lake", 22, 12, 84) + _pair(98, 56) + _paw(126, 24, 70)


def _corner_trees() -> str:
    grid = box(40, 5, 50, 50, SOIL, 6, PLOT_EDGE, 2.5) + box(90, 55, 50, 50, SOIL, 6, PLOT_EDGE, 2.5)
    return grid + _paw(46, 11, 38) + _tree(94, 58, 44) + _pair(90, 55)


def _pair(x: float, y: float) -> str:
    return dot(x, y, 9, "#fffdf5", GREEN, 3.5)


def _species() -> str:
    return "".join(at(f"animal-{colour}", 6 + 43 * i, 32, 46) for i, colour in enumerate(FLOWERS))


def _board_animals() -> str:
    return _four_boards(lambda x, y: _paw(x + 26, y + 5, 34))


def _board_colours() -> str:
    def area(x: float, y: float) -> str:
        return _row_area(x + 8, y + 5, 35, [symbols()["flower-r"]] * 2, GROWN)

    return _four_boards(area)


def _grown_boards() -> str:
    drawn = box(62, 3, 104, 104, GROWN, 8, PLOT_EDGE, 3)
    for i in range(9):
        x, y = 65 + 33 * (i % 3), 6 + 33 * (i // 3)
        drawn += (
            _paw(x + 3, y + 3, 26) if i == 4 else at("lake", x + 3, y + 3, 27) if i == 5 else _tree(x, y, 32)
        )
    return drawn


def _grown_lines() -> str:
    grid = _small_grid(14, 8, 94, 6, lambda r, c: r == 2 or c == 4)
    return grid + _tree(120, 8, 48) + _paw(168, 12, 40) + at("lake", 144, 60, 42)


_SCENES: dict[int, Callable[[], str]] = {
    11: _edge_trees,
    12: _edge_animals,
    13: _small_areas,
    14: _large_areas,
    15: _largest_group,
    16: _tree_groups,
    17: _lake_trees,
    18: _lake_animals,
    19: _corner_trees,
    20: _species,
    21: _board_animals,
    22: _board_colours,
    23: _grown_boards,
    24: _grown_lines,
}
