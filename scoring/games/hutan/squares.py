"""The 36 squares of a Hutan table: neighbours, the four 3x3 boards, and how places are said in words.

A square is a (row, column) pair counted from 0 at the top left; people are told rows and columns from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from scoring.groups import groups
from scoring.model import Cell

SIZE = 6
BOARD_NAMES = ("north-west", "north-east", "south-east", "south-west")
"""The four boards of the table in the order of a board file."""

CELLS: tuple[Cell, ...] = tuple((r, c) for r in range(SIZE) for c in range(SIZE))
EDGE: frozenset[Cell] = frozenset((r, c) for r, c in CELLS if r in (0, SIZE - 1) or c in (0, SIZE - 1))
"""The 20 outer squares of the table (cards 11 and 12)."""


def _steps(cell: Cell, steps: Iterable[tuple[int, int]]) -> tuple[Cell, ...]:
    r, c = cell
    return tuple((r + dr, c + dc) for dr, dc in steps if 0 <= r + dr < SIZE and 0 <= c + dc < SIZE)


SIDES = {cell: _steps(cell, ((-1, 0), (0, 1), (1, 0), (0, -1))) for cell in CELLS}
CORNERS = {cell: _steps(cell, ((-1, -1), (-1, 1), (1, 1), (1, -1))) for cell in CELLS}
AROUND = {cell: SIDES[cell] + CORNERS[cell] for cell in CELLS}

BOARD_OF = {(r, c): (0, 1, 3, 2)[2 * (r // 3) + c // 3] for r, c in CELLS}
"""Square -> index of its board in BOARD_NAMES."""
BOARD_CELLS = tuple(tuple(cell for cell in CELLS if BOARD_OF[cell] == board) for board in range(4))

ROWS_AND_COLUMNS: tuple[tuple[str, tuple[Cell, ...]], ...] = tuple(
    [(f"row {r + 1}", tuple((r, c) for c in range(SIZE))) for r in range(SIZE)]
    + [(f"column {c + 1}", tuple((r, c) for r in range(SIZE))) for c in range(SIZE)]
)


def joined(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The groups of some squares joined side to side, largest first."""
    return groups(cells, SIDES.__getitem__)


def place(cell: Cell) -> str:
    """`(1, 2)` -> "row 2, column 3"."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def places(cells: Iterable[Cell]) -> str:
    """Squares in words, row by row: "row 1, columns 2-3; row 2, column 3"."""
    return "; ".join(
        f"row {row + 1}, {_columns([c for _, c in of_row])}"
        for row, of_row in groupby(sorted(cells), key=lambda cell: cell[0])
    )


def _columns(columns: list[int]) -> str:
    runs = list(_runs(columns))
    word = "column" if len(columns) == 1 else "columns"
    return f"{word} " + ", ".join(f"{a + 1}" if a == b else f"{a + 1}-{b + 1}" for a, b in runs)


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    first = last = numbers[0]
    for number in numbers[1:]:
        if number != last + 1:
            yield first, last
            first = number
        last = number
    yield first, last
