"""The table of a Hutan game: areas and lakes, from four placed boards, a name, or a drawing of the areas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scoring.games.hutan.components import FACES, NAMED_BOARDS, PlacedBoard
from scoring.games.hutan.squares import BOARD_NAMES, BOARD_OF, CELLS, SIZE, joined, place, places
from scoring.model import Cell
from scoring.words import counted

ICONS = ("NW", "NE", "SE", "SW")
"""Where a board's icon may lie: each is one quarter turn clockwise on from the one before."""


class LayoutError(ValueError):
    """A drawing of areas breaks a rule; `cell` is the square at fault."""

    def __init__(self, message: str, cell: Cell) -> None:
        super().__init__(message)
        self.cell = cell


@dataclass(frozen=True)
class Area:
    """Two to five joined squares of one board. Rulebook: "Overview"."""

    cells: tuple[Cell, ...]

    @property
    def size(self) -> int:
        return len(self.cells)

    @cached_property
    def value(self) -> int:
        """The area score: plus where the area is complete, minus where it is unfinished or mixed."""
        return 2 * (self.size - 1)

    @cached_property
    def animal_value(self) -> int:
        return 3 * (self.size - 1)

    @cached_property
    def board(self) -> int:
        """Index of the board it lies on, in the order of BOARD_NAMES."""
        return BOARD_OF[self.cells[0]]

    @cached_property
    def where(self) -> str:
        return places(self.cells)


@dataclass(frozen=True)
class Layout:
    """Areas in reading order of their first square, and the lakes."""

    areas: tuple[Area, ...]
    lakes: tuple[Cell, ...]

    @cached_property
    def area_of(self) -> Mapping[Cell, Area]:
        return {cell: area for area in self.areas for cell in area.cells}

    def numbers(self) -> list[list[int]]:
        """The layout as `areas` of a board file: 6x6 whole numbers, 0 a lake, equal numbers one area."""
        rows = [[0] * SIZE for _ in range(SIZE)]
        for number, area in enumerate(self.areas, 1):
            for r, c in area.cells:
                rows[r][c] = number
        return rows


def turned(rows: Sequence[Sequence[int]], quarters: int = 1) -> list[list[int]]:
    """A square of numbers turned clockwise by some quarter turns."""
    result = [list(row) for row in rows]
    for _ in range(quarters % 4):
        result = [list(column) for column in zip(*result[::-1], strict=True)]
    return result


def face_rows(board: PlacedBoard) -> list[list[int]]:
    """A board's 3x3 area numbers (0 a lake) as it lies on the table."""
    return turned(FACES[board.face], ICONS.index(board.icon))


@lru_cache(maxsize=256)
def from_boards(boards: tuple[PlacedBoard, ...]) -> Layout:
    """The table of four boards in the order NW, NE, SE, SW."""
    # Ten for each board keeps numbers of different boards apart.
    parts = [[[n and n + 10 * i for n in row] for row in face_rows(board)] for i, board in enumerate(boards)]
    north_west, north_east, south_east, south_west = parts
    rows = [a + b for a, b in zip(north_west + south_west, north_east + south_east, strict=True)]
    return from_areas(tuple(map(tuple, rows)))


@lru_cache(maxsize=256)
def from_areas(rows: tuple[tuple[int, ...], ...]) -> Layout:
    """The table of 6x6 numbers: 0 is a lake, equal numbers are one area.

    Raises LayoutError where an area is not 2 to 5 joined squares inside one 3x3 board.
    """
    cells_of: dict[int, list[Cell]] = {}
    for r, c in CELLS:
        cells_of.setdefault(rows[r][c], []).append((r, c))
    lakes = tuple(cells_of.pop(0, []))
    for number, cells in cells_of.items():
        _check_area(number, cells)
    return Layout(tuple(Area(tuple(cells)) for cells in cells_of.values()), lakes)


def _check_area(number: int, cells: list[Cell]) -> None:
    first = cells[0]
    for cell in cells:
        if BOARD_OF[cell] != BOARD_OF[first]:
            raise LayoutError(
                f"area {number} reaches from the {BOARD_NAMES[BOARD_OF[first]]} board into the "
                f"{BOARD_NAMES[BOARD_OF[cell]]} board at {place(cell)}; an area lies inside one 3x3 board",
                cell,
            )
    if not 2 <= len(cells) <= 5:
        raise LayoutError(f"area {number} has {counted(len(cells), 'square')}; an area has 2 to 5", first)
    parts = joined(cells)
    if len(parts) > 1:
        raise LayoutError(f"area {number} is in {len(parts)} pieces; its squares must join side to side", parts[1][0])


def named(name: str) -> Layout:
    """The layout of the first game or of a scenario."""
    return from_boards(NAMED_BOARDS[name])
