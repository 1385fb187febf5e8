"""Why a square scores what it does, and the best single piece more: told by scoring the board with it."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.games.hutan.board import HutanBoard, described
from scoring.games.hutan.components import ANIMAL, COLOURS, TREE, animals_in_box
from scoring.games.hutan.forest import Forest
from scoring.games.hutan.layout import Area
from scoring.games.hutan.rules import RULINGS, categories
from scoring.games.hutan.squares import CELLS, SIDES, place, places
from scoring.model import Cell
from scoring.registry import Change


def explain(board: HutanBoard, player: int, cell: Cell) -> tuple[str, ...]:
    """Sentences about one square: what stands there, its area, what it scores, which piece more would help.

    `cell` is (row, column) from 0. Raises IndexError for a square outside the table.
    """
    if cell not in SIDES:
        raise IndexError(f"{cell} is no square of the table")
    forest = board.forest(player)
    area = forest.layout.area_of.get(cell)
    if area is None:
        return ("A lake: it belongs to no area and nothing can stand on it.", *_scored(board, forest, cell))
    square = forest.squares.get(cell, "")
    here = described(square) if square else "no flower"
    sentences = [f"{here[0].upper()}{here[1:]} here, in an area of {area.size} squares ({area.where})."]
    sentences.append(_area_said(forest, area))
    sentences += _scored(board, forest, cell)
    if not square and forest.squares and not _touches(forest, cell):
        sentences.append("No flower can come here yet: it would not join the forest side to side.")
    return (*sentences, *_would_score(board, forest, cell))


def best_change(board: HutanBoard, player: int) -> tuple[Change, int] | None:
    """The flower, tree or animal more that brings this player most, by the rules of play; None where none brings any."""
    forest = board.forest(player)
    now = _total(board, forest)
    best: tuple[int, Cell, str] | None = None
    for cell in CELLS:
        for square in _pieces_more(board, forest, cell):
            gain = _total(board, _with(forest, cell, square)) - now
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, cell, square
    if best is None:
        return None
    gain, cell, square = best
    text = f"{described(square)} at {place(cell)}"
    return Change(text[0].upper() + text[1:], (cell,), _board_with(board, player, cell, square)), gain


def _area_said(forest: Forest, area: Area) -> str:
    state = forest.states[area]
    if state == "empty":
        return f"The area is empty and scores nothing; complete it would score {area.value:+d}."
    if state == "complete":
        return f"The area is complete and scores {area.value:+d}."
    if state == "mixed":
        return f"The area is mixed, full but of several colours, and costs {area.value}."
    colours = {forest.colour(cell) for cell in area.cells} - {""}
    empty = [cell for cell in area.cells if cell not in forest.squares]
    said = f"The area is unfinished and costs {area.value}"
    if len(colours) > 1:
        return f"{said}; it has flowers of several colours, so it can't become complete."
    colour = COLOURS[colours.pop()]
    flowers = f"a {colour} flower" if len(empty) == 1 else f"{colour} flowers"
    return f"{said}; with {flowers} at {places(empty)} it is complete and scores {area.value:+d}."


def _scored(board: HutanBoard, forest: Forest, cell: Cell) -> list[str]:
    """The lines that speak of this square, with the rulings that decide them."""
    sentences = []
    rulings: dict[str, None] = {}
    for category in categories(forest, board.cards):
        for line in category.lines:
            if cell in line.cells:
                sentences.append(f"{category.label}: {line.text}: {line.points:+d}.")
                rulings[line.ruling] = None
    return sentences + [f"Ruling: {RULINGS[key]}" for key in rulings if key]


def _would_score(board: HutanBoard, forest: Forest, cell: Cell) -> list[str]:
    """What the pieces that may come to this square would change."""
    now = _total(board, forest)
    changes = [
        (_total(board, _with(forest, cell, square)) - now, square) for square in _pieces_more(board, forest, cell)
    ]
    if not changes:
        return []
    gain, square = max(changes, key=lambda change: change[0])
    said = described(square)
    if gain > 0:
        return [f"With {said} here: {gain:+d}."]
    return [f"With {said} here, the best that can come now: {gain:+d}."]


def _pieces_more(board: HutanBoard, forest: Forest, cell: Cell) -> Iterator[str]:
    """The squares that one piece more may make of this one by the rules of play.

    A flower joins the forest; a flower of its colour makes a flower a tree; an animal takes a tree's place in an area
    of one colour with a tree on every square, while the box has one of this colour.
    """
    area = forest.layout.area_of.get(cell)
    if area is None:
        return
    square = forest.squares.get(cell)
    if square is None:
        if not forest.squares or _touches(forest, cell):
            yield from COLOURS
    elif len(square) == 1:
        yield square + TREE
    elif square[1] == TREE and {forest.squares.get(other) for other in area.cells} == {square}:
        animal = square[0] + ANIMAL
        used = sum(row.count(animal) for player in board.players for row in player.grid)
        if used < animals_in_box(len(board.players)):
            yield animal


def _touches(forest: Forest, cell: Cell) -> bool:
    return any(beside in forest.squares for beside in SIDES[cell])


def _total(board: HutanBoard, forest: Forest) -> int:
    return sum(category.points for category in categories(forest, board.cards))


def _with(forest: Forest, cell: Cell, square: str) -> Forest:
    squares = {**forest.squares, cell: square}
    return Forest(forest.layout, dict(sorted(squares.items())))


def _board_with(board: HutanBoard, player: int, cell: Cell, square: str) -> HutanBoard:
    r, c = cell
    players = list(board.players)
    grid = [list(row) for row in players[player].grid]
    grid[r][c] = square
    players[player] = players[player].model_copy(update={"grid": tuple(tuple(row) for row in grid)})
    return board.model_copy(update={"players": tuple(players)})
