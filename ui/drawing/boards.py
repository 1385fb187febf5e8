"""Whole boards as pictures: for the score, the lessons, the printed sheet. The editor draws the same with the same symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from ui.drawing.forest import PLOT_EDGE, STATE_DEEP, STATE_GROUND
from ui.drawing.landscape import colours
from ui.drawing.library import symbols
from ui.drawing.pen import INK, box, dot, group, svg, text
from ui.drawing.species import TYPE_COLOUR, TYPE_LETTER, TYPES

Cell = tuple[int, int]
Markup = list[tuple[Cell, float, float, str]]
"""Cells with the place of their top left corner and what is drawn in them."""

LIT = "var(--ft-lit,#e09f16)"
CARD_WIDE, CARD_HIGH, CARD_GAP = 100, 124, 8
BOARD_GAP = 14
"""Between two of the 3x3 boards of a 6x6."""
MANY = 400
"""A landscape of more squares is drawn in flat colours: pictures of thousands of pieces stall a page."""


class Drawable(Protocol):
    """What is drawn: `ui.board.Board`."""

    kind: str
    cells: Sequence[Any]
    options: Mapping[str, Any]
    label: str


def board_svg(
    board: Drawable,
    *,
    lit: Iterable[Cell] = (),
    doubt: Iterable[Cell] = (),
    badges: Mapping[Cell, str] | None = None,
    label: str = "",
) -> str:
    """A board of any kind as one SVG that needs nothing from the page around it.

    Where squares are lit, the others are dimmed. `doubt`: squares marked as uncertain. `badges`: points by square.
    """
    wide, high, cells = _KINDS[board.kind](board)
    if not cells:
        return svg(box(0, 0, 400, 300, "none", 12, "#87795a55", 3), (-4, -4, 408, 308), label or board.label)
    lit, doubt, badges = set(lit), set(doubt), badges or {}
    markup, marks = "", ""
    for cell, x, y, drawn in cells:
        dim = ' opacity="0.3"' if lit and cell not in lit else ""
        markup += f'<g transform="translate({x:g} {y:g})"{dim}>{drawn}</g>'
        marks += group(_marks(wide, high, cell in lit, cell in doubt, badges.get(cell, "")), x, y)
    xs, ys = [x for _, x, _, _ in cells], [y for _, _, y, _ in cells]
    view = (min(xs) - 6, min(ys) - 6, max(xs) - min(xs) + wide + 12, max(ys) - min(ys) + high + 12)
    return svg(markup + marks, view, label or board.label)


def _marks(wide: float, high: float, lit: bool, doubt: bool, badge: str) -> str:
    marks = ""
    if lit:
        marks += box(3, 3, wide - 6, high - 6, "none", 12, LIT, 9)
    if doubt:
        marks += box(4, 4, wide - 8, high - 8, "none", 12, LIT, 7, 'stroke-dasharray="12 9"')
        marks += dot(19, high - 19, 17, LIT, "#fff", 3) + text(19, high - 10, "?", 27, INK, 800)
    if badge:
        width = 22 + 17 * len(badge)
        tone = "#a3311f" if badge[0] in "-−" else "#5b625d" if badge == "0" else "#1f4f33"
        marks += box(wide - width + 3, -3, width, 36, tone, 18, "#fff", 3)
        marks += text(wide - width / 2 + 3, 24, badge, 25, "#fff", 800)
    return marks


def at(symbol: str, x: float, y: float, size: float) -> str:
    """A symbol laid at a place in a size."""
    return group(symbols()[symbol], x, y, size / 100)


# Square grids ----------------------------------------------------------------------------------------------------


def _squares(board: Drawable) -> tuple[float, float, Markup]:
    cells: Markup = []
    square_svg = _flat if sum(map(len, board.cells)) > MANY else _pictured
    for r, row in enumerate(board.cells):
        for c, square in enumerate(row):
            terrain, _, token = square.partition(":")
            if terrain:
                cells.append(((r, c), c * 100, r * 100, square_svg(terrain, token)))
    return 100, 100, cells


def _pictured(terrain: str, token: str) -> str:
    return at(terrain, 1.5, 1.5, 97) + (at(token, 3, 3, 94) if token else "")


def _flat(terrain: str, token: str) -> str:
    """The square as one sees it from afar: the higher its token's level, the larger the spot on the chit."""
    drawn = box(2, 2, 96, 96, str(colours()[terrain]))
    if token:
        chit, deep = colours()[token]
        drawn += dot(50, 50, 36, chit) + dot(50, 50, {"1": 12, "2": 20}.get(token[1], 28), deep)
    return drawn


# Areas -----------------------------------------------------------------------------------------------------------


def _areas(board: Drawable) -> tuple[float, float, Markup]:
    drawing = bool(board.options.get("drawing"))
    numbers = board.cells if drawing else board.options["areas"]
    grid = [[""] * 6 for _ in range(6)] if drawing else board.cells
    groups: dict[int, list[Cell]] = {}
    for r, row in enumerate(numbers):
        for c, number in enumerate(row):
            groups.setdefault(number, []).append((r, c))
    cells: Markup = []
    for r, row in enumerate(numbers):
        for c, number in enumerate(row):
            place = (100 * c + (BOARD_GAP if c > 2 else 0), 100 * r + (BOARD_GAP if r > 2 else 0))
            if number == 0:
                cells.append(((r, c), *place, at("lake", 2, 2, 96)))
                continue
            members = groups[number]
            pieces = [grid[rr][cc] for rr, cc in members]
            state = area_state(pieces)
            first = members[0] == (r, c)
            drawn = f'<g color="{STATE_GROUND[state]}">{symbols()[plot(numbers, r, c)]}</g>'
            if grid[r][c]:
                drawn += at(piece_symbol(grid[r][c]), *((14, 27, 71) if first else (8, 8, 84)))
            if first and len(members) > 1:
                drawn += _values(len(members), state, any(piece.endswith("a") for piece in pieces))
            cells.append(((r, c), *place, drawn))
    return 100, 100, cells


def plot(numbers: Sequence[Sequence[int]], r: int, c: int) -> str:
    """The symbol of an area's square: with a border where the area ends or its 3x3 board does."""

    def ends(rr: int, cc: int) -> str:
        inside = (
            0 <= rr < len(numbers) and 0 <= cc < len(numbers[0]) and (rr // 3, cc // 3) == (r // 3, c // 3)
        )
        return "0" if inside and numbers[rr][cc] == numbers[r][c] else "1"

    return f"plot-{ends(r - 1, c)}{ends(r, c + 1)}{ends(r + 1, c)}{ends(r, c - 1)}"


def area_state(pieces: Sequence[str]) -> str:
    """`empty`, `unfinished`, `complete` (full, of one colour) or `mixed`, by what lies on an area's squares."""
    if not any(pieces):
        return "empty"
    if not all(pieces):
        return "unfinished"
    return "complete" if len({piece[0] for piece in pieces}) == 1 else "mixed"


def piece_symbol(piece: str) -> str:
    """The symbol of "r", "rt" or "ra"."""
    kind = {"t": "tree", "a": "animal"}.get(piece[1:], "flower")
    return f"{kind}-{piece[0]}"


def _values(size: int, state: str, animal: bool) -> str:
    """An area's value with its state, and its animal's."""
    sign = {"complete": "+", "unfinished": "−", "mixed": "−"}.get(state, "")
    mine, beast = f"{sign}{2 * (size - 1)}", str(3 * (size - 1))
    mine_wide = (23 if sign else 7) + 12 * len(mine) + (5 if sign else 7)
    beast_wide = 23 + 12 * len(beast) + 6
    deep, green = STATE_DEEP.get(state, ""), STATE_DEEP["complete"]
    paper, ink = "#fffdf5", "#3a3426"
    paw = f'<g color="{"#fff" if animal else PLOT_EDGE}">{at("paw", 102 - beast_wide, 7, 19)}</g>'
    return (
        box(
            98 - beast_wide, 3, beast_wide, 27, green if animal else paper, 13, green if animal else PLOT_EDGE
        )
        + paw
        + text(92 - 6 * len(beast), 24, beast, 20.5, "#fff" if animal else ink, 800)
        + box(2, 3, mine_wide, 27, deep or paper, 13, deep or PLOT_EDGE)
        + (at(f"state-{state}", 7, 8, 17) if sign else "")
        + text((25 if sign else 9) + 6 * len(mine), 24, mine, 20.5, "#fff" if deep else ink, 800)
    )


# Beehives --------------------------------------------------------------------------------------------------------


def _hive(board: Drawable) -> tuple[float, float, Markup]:
    cells: Markup = []
    if board.options.get("pattern"):
        for x, y in board.cells:
            cells.append(((x, y), *_hive_place(x, y), box(2, 2, 96, 120, "#62a567", 13, "#23592f", 4)))
        return CARD_WIDE, CARD_HIGH, cells
    known = {entry["card"].get("species"): entry for entry in board.options["catalogue"]}
    known.pop(None, None)
    for card in board.cells:
        x, y = card["at"]
        entry = known.get(card.get("species"), {})
        kind = entry.get("type") or card.get("type", "")
        plain = f"Any {TYPES[kind].lower()}" if kind in TYPES else "?"
        name = entry.get("name") or card.get("name") or card.get("species") or plain
        drawn = card_svg(kind, name, card.get("iucn") or entry.get("iucn", ""))
        cells.append(((x, y), *_hive_place(x, y), drawn))
    return CARD_WIDE, CARD_HIGH, cells


def _hive_place(x: int, y: int) -> tuple[float, float]:
    return x * (CARD_WIDE + CARD_GAP), y * (CARD_HIGH + CARD_GAP) / 2


def card_svg(kind: str, name: str, iucn: str = "") -> str:
    """A species card of 100x124 units: its type's picture and letter, its name, its code."""
    drawn = box(2, 2, 96, 120, "#fffdf4", 13, TYPE_COLOUR.get(kind, "#7d7a6c"), 4)
    if kind in TYPES:
        drawn += at(f"type-{kind}", 7, 7, 50) + text(77, 34, TYPE_LETTER[kind], 30, TYPE_COLOUR[kind], 800)
    if iucn:
        drawn += text(77, 54, iucn, 17, "#4d5257")
    lines = _wrapped(name)
    for i, line in enumerate(lines):
        size = 17 * min(1, 8 / len(line))
        drawn += text(50, (84 if len(lines) < 3 else 77) + 19 * i, line, round(size, 1), INK, 600)
    return drawn


def _wrapped(name: str) -> list[str]:
    """A name in at most three lines of about nine letters."""
    lines = [""]
    for word in name.split():
        if not lines[-1]:
            lines[-1] = word
        elif len(lines[-1]) + len(word) < 10 or len(lines) == 3:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [line if len(line) < 16 else f"{line[:14]}…" for line in lines if line]


_KINDS: dict[str, Callable[[Drawable], tuple[float, float, Markup]]] = {
    "squares": _squares,
    "areas": _areas,
    "hive": _hive,
}
