"""Pictures of Hutan's boards and ecosystem cards, put together from the symbols of `ui.drawing`."""

from __future__ import annotations

from scoring.games.hutan.components import PlacedBoard
from scoring.games.hutan.ecosystems import Ecosystem
from scoring.games.hutan.layout import face_rows
from ui import drawing

MARKS = {"pink": "#e58fb4", "red": "#cf4638", "blue": "#3f78c4", "white": "#fffdf6"}
GROUND = "#e3d6b4"
ICON_PLACES = {"NW": (18, 18), "NE": (282, 18), "SE": (282, 282), "SW": (18, 282)}


def face_picture(board: PlacedBoard) -> str:
    """A 3x3 board as it lies: its areas, its lake, and its icon in its corner."""
    rows = face_rows(board)
    markup = ""
    for r, row in enumerate(rows):
        for c, number in enumerate(row):
            markup += _at(drawing.symbols()["lake"] if number == 0 else _plot(rows, r, c), c * 100, r * 100)
    colour, _, shape = board.face.partition("-")
    x, y = ICON_PLACES[board.icon]
    paint = f'fill="{MARKS[colour]}" stroke="{drawing.INK}" stroke-width="6"'
    mark = f'<circle cx="{x}" cy="{y}" r="26" {paint}/>'
    if shape == "square":
        mark = f'<rect x="{x - 25}" y="{y - 25}" width="50" height="50" rx="6" {paint}/>'
    return _svg(markup + mark, -14, -14, 328, 328, f"{colour} {shape}, icon {board.icon}")


def _plot(rows: list[list[int]], r: int, c: int) -> str:
    """A square of an area, with its border where the area ends (top, right, bottom, left)."""

    def ends(dr: int, dc: int) -> str:
        rr, cc = r + dr, c + dc
        return "0" if 0 <= rr < 3 and 0 <= cc < 3 and rows[rr][cc] == rows[r][c] else "1"

    border = ends(-1, 0) + ends(0, 1) + ends(1, 0) + ends(0, -1)
    return f'<g color="{GROUND}">{drawing.symbols()[f"plot-{border}"]}</g>'


def ecosystem_picture(card: Ecosystem) -> str:
    """What the card counts, as a row of pieces, and its points."""
    pieces = _pieces(card)
    width = 100 * len(pieces)
    markup = "".join(_at(piece, 100 * i, 0) for i, piece in enumerate(pieces))
    markup = f'<rect width="300" height="110" rx="14" fill="#f3ecd8"/>{_at(markup, 150 - width / 2 * 0.8, 15, 0.8)}'
    points = f"+{card.points}"
    markup += (
        '<circle cx="268" cy="32" r="28" fill="#23693f"/>'
        f'<text x="268" y="42" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="28" fill="#fff">{points}</text>'
    )
    return _svg(markup, 0, 0, 300, 110, "")


def _pieces(card: Ecosystem) -> list[str]:
    symbols = drawing.symbols()
    paw = f'<g color="#5b4a2a">{_at(symbols["paw"], 15, 15, 0.7)}</g>'
    tree, lake = symbols["tree-b"], symbols["lake"]
    edge = _frame("M8 92V8H92")
    board = _frame("M8 8H92V92H8ZM36 8V92M64 8V92M8 36H92M8 64H92")
    line = _frame("M6 30H94V70H6ZM35 30V70M65 30V70")
    plot = f'<g color="{GROUND}">{{}}</g>'.format
    two = plot(symbols["plot-1011"]), plot(symbols["plot-1110"])
    if card.number <= 5:
        return [plot(symbols["plot-1111"]) + symbols[f"flower-{card.colour}"], symbols["state-complete"].replace("#fff", "#23693f")]
    if card.number <= 10:
        return [symbols[f"tree-{card.colour}"]]
    return {
        11: [edge, tree],
        12: [edge, paw],
        13: [two[0] + paw, two[1]],
        14: [board, paw],
        15: [tree, tree, tree],
        16: [tree, tree, tree],
        17: [lake, tree],
        18: [lake, paw],
        19: [paw, _at(tree, 30, 30, 0.7)],
        20: [symbols[f"animal-{colour}"] for colour in "ryb"],
        21: [board, paw],
        22: [board, symbols["flower-y"]],
        23: [board, tree, lake],
        24: [line, tree, lake],
    }[card.number]


def _frame(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="#5b4a2a" stroke-width="6" stroke-linejoin="round"/>'


def _at(markup: str, x: float, y: float, scale: float = 1) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{markup}</g>'


def _svg(markup: str, x: float, y: float, width: float, height: float, label: str) -> str:
    said = f'role="img" aria-label="{label}"' if label else 'aria-hidden="true"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {width:g} {height:g}" {said}>{markup}</svg>'
