"""A landscape as the rules see it: squares side by side, habitats, and who supports whom.

Squares are numbered row by row with an empty border around them, so that a neighbour is a fixed step away and
no edge needs a test. `cell` turns a number back into (row, column).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from scoring.games.rainforest_city.pieces import HOMES, LEVELS, OTTER, SQUARES
from scoring.model import Cell

HOUSE = "H"


class Habitat(NamedTuple):
    """All squares of one terrain joined side to side, and the tokens at home there, each in reading order.

    `carnivores` are the terrain's own and the otters.
    """

    terrain: str
    squares: list[int]
    plants: list[int]
    herbivores: list[int]
    carnivores: list[int]

    @property
    def supported_herbivores(self) -> int:
        """A plant supports one herbivore."""
        return min(len(self.plants), len(self.herbivores))

    @property
    def supported_carnivores(self) -> int:
        """A herbivore supports one carnivore, if it is itself supported."""
        return min(len(self.carnivores), len(self.plants), len(self.herbivores))


class Landscape:
    """The squares of one player's grid.

    wild: in the introductory variant the terrain chosen for each House, by number of its square.
    """

    def __init__(self, grid: Sequence[Sequence[str]], wild: Mapping[int, str] | None = None) -> None:
        self.rows = len(grid)
        self.columns = max(map(len, grid), default=0)
        self.stride = stride = self.columns + 2
        self.terrain = [""] * ((self.rows + 2) * stride)
        self.token = self.terrain.copy()
        self.squares: list[int] = []
        self.houses: list[int] = []
        self.tokens: list[int] = []
        terrains, tokens, squares = self.terrain, self.token, self.squares
        for r, row in enumerate(grid, 1):
            for i, square in enumerate(row, r * stride + 1):
                if square:
                    terrain, token = SQUARES[square]
                    terrains[i] = terrain
                    squares.append(i)
                    if terrain == HOUSE:
                        self.houses.append(i)
                    if token:
                        tokens[i] = token
                        self.tokens.append(i)
        if wild:
            for i, terrain in wild.items():
                terrains[i] = terrain

    def number(self, cell: Cell) -> int:
        return (cell[0] + 1) * self.stride + cell[1] + 1

    def cell(self, i: int) -> Cell:
        return i // self.stride - 1, i % self.stride - 1

    def cells(self, numbers: Iterable[int]) -> tuple[Cell, ...]:
        stride = self.stride
        return tuple([(i // stride - 1, i % stride - 1) for i in numbers])

    def place(self, i: int) -> str:
        """Where the square lies, as people count: `row 3, column 5`."""
        return f"row {i // self.stride}, column {i % self.stride}"

    def sides(self, i: int) -> tuple[int, int, int, int]:
        """The four squares that share a side with this one."""
        return i - self.stride, i - 1, i + 1, i + self.stride

    def around(self, i: int) -> tuple[int, ...]:
        """The eight squares around this one."""
        s = self.stride
        return i - s - 1, i - s, i - s + 1, i - 1, i + 1, i + s - 1, i + s, i + s + 1

    @cached_property
    def habitats(self) -> list[Habitat]:
        """Every habitat, in reading order of its first square. A House is no terrain and joins nothing."""
        tokens, stride = self.token, self.stride
        unseen = self.terrain.copy()
        found = []
        for start in self.squares:
            terrain = unseen[start]
            if not terrain or terrain == HOUSE:
                continue
            unseen[start] = ""
            squares = [start]
            for i in squares:
                for j in (i - stride, i - 1, i + 1, i + stride):
                    if unseen[j] == terrain:
                        unseen[j] = ""
                        squares.append(j)
            squares.sort()
            by_level: tuple[list[int], list[int], list[int], list[int]] = ([], [], [], [])
            for i in squares:
                if (token := tokens[i]) and terrain in HOMES[token]:
                    by_level[LEVELS[token]].append(i)
            found.append(Habitat(terrain, squares, *by_level[1:]))
        return found

    @cached_property
    def habitat_of(self) -> dict[int, Habitat]:
        """The habitat of each square that belongs to one."""
        return {i: habitat for habitat in self.habitats for i in habitat.squares}

    def is_misplaced(self, i: int) -> bool:
        """Whether the token on this square lies on a House or on a terrain that is not its own."""
        return self.terrain[i] not in HOMES[self.token[i]]

    @cached_property
    def misplaced(self) -> list[int]:
        return [i for i in self.tokens if self.is_misplaced(i)]

    def otters(self, habitat: Habitat) -> list[int]:
        return [i for i in habitat.carnivores if self.token[i] == OTTER]


def fauna_points(plants: int, herbivores: int, carnivores: int) -> int:
    """2 for each supported herbivore and 3 for each supported carnivore of one habitat."""
    fed = min(plants, herbivores)
    return 2 * fed + 3 * min(carnivores, fed)
