"""One player's rainforest on a layout: what stands where, and the state of each area."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from scoring.games.hutan.components import ANIMAL, TREE
from scoring.games.hutan.layout import Area, Layout
from scoring.games.hutan.squares import CELLS
from scoring.model import Cell

State = Literal["complete", "unfinished", "mixed", "empty"]


@dataclass(frozen=True)
class Forest:
    """`squares` maps every filled square to its text: a flower's letter, with `t` for a tree, `a` for an animal."""

    layout: Layout
    squares: Mapping[Cell, str]

    @classmethod
    def of_grid(cls, layout: Layout, grid: Sequence[Sequence[str]]) -> Forest:
        return cls(layout, {(r, c): grid[r][c] for r, c in CELLS if grid[r][c]})

    @cached_property
    def trees(self) -> list[Cell]:
        """In reading order, like `animals`."""
        return [cell for cell, square in self.squares.items() if square[1:] == TREE]

    @cached_property
    def animals(self) -> list[Cell]:
        return [cell for cell, square in self.squares.items() if square[1:] == ANIMAL]

    @cached_property
    def grown(self) -> frozenset[Cell]:
        """The squares with a tree, an animal or a lake (cards 23 and 24)."""
        return frozenset((*self.trees, *self.animals, *self.layout.lakes))

    @cached_property
    def states(self) -> dict[Area, State]:
        return {area: self.state(area) for area in self.layout.areas}

    @cached_property
    def complete(self) -> list[tuple[Area, str]]:
        """The complete areas, each with the letter of its colour."""
        return [(area, self.colour(area.cells[0])) for area, state in self.states.items() if state == "complete"]

    def colour(self, cell: Cell) -> str:
        """The letter of the flower on a square, "" where there is none."""
        return self.squares.get(cell, "")[:1]

    def of_colour(self, cells: Iterable[Cell], colour: str) -> list[Cell]:
        return [cell for cell in cells if self.colour(cell) == colour]

    def state(self, area: Area) -> State:
        """Rulebook, "End of game": an area with an empty square is unfinished, whatever its colours; a full one of
        several colours is mixed; one without any flower is empty."""
        colours = {self.colour(cell) for cell in area.cells}
        if colours == {""}:
            return "empty"
        if "" in colours:
            return "unfinished"
        return "complete" if len(colours) == 1 else "mixed"
