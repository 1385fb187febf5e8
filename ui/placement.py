"""How cells of a photo's reading lie on the board, which a person may grow, turn and correct."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring.model import Cell

if TYPE_CHECKING:
    from vision.reading import Reading

MOST_GROWTH = 4
"""Rows or columns that one stroke may add on a side."""


Point = tuple[float, float]


class Place(NamedTuple):
    """Quarter turns clockwise, then a move by rows and columns."""

    turns: int
    rows: int
    cols: int

    def onto(self, cell: Cell) -> Cell:
        r, c = _turned(cell, self.turns)
        return r + self.rows, c + self.cols

    def back(self, cell: Cell) -> Cell:
        return _turned((cell[0] - self.rows, cell[1] - self.cols), -self.turns)


SAME = Place(0, 0, 0)


def then(first: Place, second: Place) -> Place:
    """Both, one after the other."""
    rows, cols = _turned((first.rows, first.cols), second.turns)
    return Place((first.turns + second.turns) % 4, rows + second.rows, cols + second.cols)


def onto_board(cells: Iterable[Cell], turns: int = 0) -> Place:
    """The place after so many quarter turns that brings all cells to rows and columns from 0 on."""
    cells = [_turned(cell, turns) for cell in cells]
    return Place(turns % 4, max(0, -min((r for r, _ in cells), default=0)), max(0, -min((c for _, c in cells), default=0)))


def between(before: Mapping[Cell, Any], after: Mapping[Cell, Any]) -> Place:
    """The turn and move under which most squares of a board before a stroke are those after it."""
    best, most = SAME, sum(after.get(cell) == square for cell, square in before.items())
    if most >= len(before) - 1:
        return best
    for turns in range(4):
        turned = {_turned(cell, turns): square for cell, square in before.items()}
        rows, cols = _corner(after, turned)
        for dr in range(rows - MOST_GROWTH, rows + MOST_GROWTH + 1):
            for dc in range(cols - MOST_GROWTH, cols + MOST_GROWTH + 1):
                same = sum(after.get((r + dr, c + dc)) == square for (r, c), square in turned.items())
                if same > most:
                    best, most = Place(turns, dr, dc), same
    return best


def spots(reading: Reading) -> Callable[[Cell], Point | None]:
    """From a cell of a reading to its middle in the photo's pixels; None for a place of a beehive where no card was read."""
    if reading.beehive:
        return lambda cell: _centre(reading.by_cell[cell].quad) if cell in reading.by_cell else None
    matrix = _homography(reading.corners, reading.size)
    return lambda cell: _through(matrix, cell[1] + 0.5, cell[0] + 0.5)


def cells(reading: Reading) -> Callable[[Point], Cell | None]:
    """From a point of the photo to the cell of a reading at which it lies, on its grid or beyond; None where there is none."""
    if reading.beehive:
        return lambda point: _nearest(point, reading)
    matrix = _inverse(_homography(reading.corners, reading.size))

    def depth(point: Sequence[float]) -> float:
        return float(matrix[2] @ (*point, 1.0))

    def at(point: Point) -> Cell | None:
        if depth(point) * depth(reading.corners[0]) <= 0:  # beyond the horizon of the plane in which the grid lies
            return None
        x, y = _through(matrix, *point)
        return int(y // 1), int(x // 1)

    return at


def hanging(cells: Iterable[Cell], size: tuple[int, int]) -> set[Cell]:
    """Those of the cells that lie beside a grid of this size, or beside one that does, and so on."""
    rows, cols = size
    left, found = set(cells), set[Cell]()
    more = {(r, c) for r, c in left if -1 <= r <= rows and -1 <= c <= cols}
    while more:
        found, left = found | more, left - more
        more = {(r, c) for r, c in left if any(abs(r - nr) <= 1 and abs(c - nc) <= 1 for nr, nc in more)}
    return found


def quarters(moved: Callable[[Cell], Cell | None], cols: int) -> int:
    """The quarter turns clockwise from a reading of so many columns to another, whose cell at the same spot `moved` tells."""
    start, end = moved((0, 0)), moved((0, cols - 1 or 1))
    if start is None or end is None:
        return 0
    dr, dc = end[0] - start[0], end[1] - start[1]
    if abs(dc) >= abs(dr):
        return 0 if dc >= 0 else 2
    return 1 if dr > 0 else 3


def nudged(
    corners: Sequence[Sequence[float]], size: tuple[int, int], what: str, dr: int, dc: int
) -> tuple[list[list[float]], tuple[int, int]]:
    """The grid's corners and size after a nudge: "shift" it by a square, "grow" it there, or "shrink" it there."""
    rows, cols = size
    top, left, bottom, right = 0, 0, rows, cols
    if what == "shift":
        top, bottom, left, right = top + dr, bottom + dr, left + dc, right + dc
    else:
        step = 1 if what == "grow" else -1
        top, bottom = top - step * (dr < 0), bottom + step * (dr > 0)
        left, right = left - step * (dc < 0), right + step * (dc > 0)
    if bottom - top < 1 or right - left < 1:
        return [list(p) for p in corners], size
    matrix = _homography(corners, size)
    places = ((left, top), (right, top), (right, bottom), (left, bottom))
    return [list(_through(matrix, x, y)) for x, y in places], (bottom - top, right - left)


def _turned(cell: Cell, turns: int) -> Cell:
    r, c = cell
    for _ in range(turns % 4):
        r, c = c, -r
    return r, c


def _corner(after: Mapping[Cell, Any], before: Mapping[Cell, Any]) -> Cell:
    """The move that brings the top left of one set of cells to that of another."""
    if not after or not before:
        return 0, 0
    return (
        min(r for r, _ in after) - min(r for r, _ in before),
        min(c for _, c in after) - min(c for _, c in before),
    )


def _centre(quad: Sequence[Sequence[float]]) -> Point:
    return sum(p[0] for p in quad) / 4, sum(p[1] for p in quad) / 4


def _nearest(point: Point, reading: Reading) -> Cell | None:
    best: tuple[float, Cell] | None = None
    for square in reading.squares:
        x, y = _centre(square.quad)
        far = (x - point[0]) ** 2 + (y - point[1]) ** 2
        reach = (square.quad[1][0] - square.quad[0][0]) ** 2 + (square.quad[1][1] - square.quad[0][1]) ** 2
        if far < reach / 4 and (best is None or far < best[0]):
            best = far, square.cell
    return best[1] if best else None


def _homography(corners: Sequence[Sequence[float]], size: tuple[int, int]) -> Any:
    """3x3, from (column, row) in squares to the photo's pixels."""
    import cv2
    import numpy as np

    rows, cols = size
    squares = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
    return cv2.getPerspectiveTransform(squares, np.asarray(corners, np.float32))


def _inverse(matrix: Any) -> Any:
    import numpy as np

    return np.linalg.inv(matrix)


def _through(matrix: Any, x: float, y: float) -> Point:
    a, b, w = (float(row[0] * x + row[1] * y + row[2]) for row in matrix)
    return a / w, b / w
