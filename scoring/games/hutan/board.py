"""A Hutan board file: its settings and players, and everything about it that is an error."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from scoring.boardfile import BoardFile, Grid, Part, Player, Whole, fault, listed, nearest, shown
from scoring.games.hutan.components import (
    ANIMALS,
    COLOURS,
    FACES,
    NAMED_BOARDS,
    SCENARIOS,
    SQUARES,
    PlacedBoard,
    Scenario,
)
from scoring.games.hutan.ecosystems import ECOSYSTEMS, Ecosystem
from scoring.games.hutan.forest import Forest
from scoring.games.hutan.layout import ICONS, Layout, LayoutError, from_areas, from_boards, named
from scoring.games.hutan.squares import BOARD_NAMES, SIZE
from scoring.words import counted

_SQUARES_SAID = f'"", a flower ({listed(COLOURS)}), a tree (rt) or an animal (ra)'


class Board(Part):
    """One 3x3 board of the table: its upper face and the corner its icon lies in."""

    face: str
    icon: Literal["NW", "NE", "SE", "SW"]

    @model_validator(mode="after")
    def _known_face(self) -> Self:
        if self.face not in FACES:
            fault(f"{shown(self.face)} is no board, expected {listed(FACES)}{nearest(self.face, FACES)}", "face")
        return self


class LayoutChoice(Part):
    """A layout as the file says it: a name (written as plain text), four boards, or a drawing of the areas."""

    name: str | None = None
    boards: Annotated[tuple[Board, ...], Field(strict=False, fail_fast=True)] | None = None
    areas: Annotated[tuple[Annotated[tuple[Whole, ...], Field(strict=False, fail_fast=True)], ...], Field(strict=False)] | None = None

    @model_validator(mode="before")
    @classmethod
    def _name_alone(cls, value: Any) -> Any:
        if isinstance(value, str):
            return {"name": value}
        if isinstance(value, dict):
            for key in value:
                if key not in ("boards", "areas"):
                    fault(f"unknown key, expected boards or areas{nearest(key, ('boards', 'areas'))}", key)
            return value
        fault(f"{shown(value)} given, expected the name of a layout, or an object with boards or areas")

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.name is not None:
            if self.name not in NAMED_BOARDS:
                said = "first-game or scenario-a to scenario-n"
                fault(f"{shown(self.name)} is no layout, expected {said}{nearest(self.name, NAMED_BOARDS)}")
        elif self.boards is not None and self.areas is not None:
            fault("both boards and areas given, expected one of them")
        elif self.boards is not None:
            _check_boards(self.boards)
        elif self.areas is not None:
            _check_areas(self.areas)
        else:
            fault("neither boards nor areas given, expected one of them")
        return self

    @model_serializer(mode="wrap")
    def _as_written(self, handler: SerializerFunctionWrapHandler) -> Any:
        return self.name if self.name is not None else handler(self)

    def table(self) -> Layout:
        """The areas and lakes of the table."""
        if self.name is not None:
            return named(self.name)
        if self.boards is not None:
            return from_boards(tuple(PlacedBoard(board.face, board.icon) for board in self.boards))
        return from_areas(self.areas or ())


def _check_boards(boards: tuple[Board, ...]) -> None:
    if len(boards) != len(BOARD_NAMES):
        fault(f"{counted(len(boards), 'board')} given, expected 4 in the order {', '.join(ICONS)} of the table", "boards")
    colours: dict[str, int] = {}
    for i, board in enumerate(boards):
        colour = board.face.partition("-")[0]
        if colour in colours:
            fault(f"a second {colour} board, expected one board of each colour", "boards", i, "face")
        colours[colour] = i


def _check_areas(areas: tuple[tuple[int, ...], ...]) -> None:
    if len(areas) != SIZE:
        fault(f"{counted(len(areas), 'row')} given, expected {SIZE}", "areas")
    for r, row in enumerate(areas):
        if len(row) != SIZE:
            fault(f"{counted(len(row), 'number')} given, expected {SIZE}", "areas", r)
        for c, number in enumerate(row):
            if number < 0:
                fault(f"{number} given, expected 0 for a lake or the positive number of an area", "areas", r, c)
    try:
        from_areas(areas)
    except LayoutError as error:
        fault(str(error), "areas", *error.cell)


class Settings(Part):
    layout: LayoutChoice
    ecosystems: Annotated[tuple[int, ...], Field(strict=False, fail_fast=True)] = ()
    solo: bool | None = None

    @model_validator(mode="after")
    def _cards(self) -> Self:
        if self.scenario and "ecosystems" in self.model_fields_set:
            fault(f"given together with {self.layout.name}, which brings its own ecosystem cards", "ecosystems")
        for i, number in enumerate(self.ecosystems):
            if number not in ECOSYSTEMS:
                fault(f"{number} given, expected a card from 1 to {len(ECOSYSTEMS)}", "ecosystems", i)
            if number in self.ecosystems[:i]:
                fault(f"card {number} stands here twice", "ecosystems", i)
        if len(self.ecosystems) not in (0, 5):
            fault(f"{counted(len(self.ecosystems), 'card')} given, expected none or 5", "ecosystems")
        return self

    @property
    def scenario(self) -> Scenario | None:
        return SCENARIOS.get(self.layout.name or "")


class HutanPlayer(Player):
    grid: Grid

    @model_validator(mode="after")
    def _squares(self) -> Self:
        if len(self.grid) != SIZE:
            fault(f"{counted(len(self.grid), 'row')} given, expected {SIZE}", "grid")
        for r, row in enumerate(self.grid):
            if len(row) != SIZE:
                fault(f"{counted(len(row), 'square')} given, expected {SIZE}", "grid", r)
            for c, square in enumerate(row):
                if square not in SQUARES:
                    fault(f"{shown(square)} is no square of this game, expected {_SQUARES_SAID}", "grid", r, c)
        return self


class HutanBoard(BoardFile):
    game: Literal["hutan"]
    settings: Settings = Field(default={}, validate_default=True)
    players: Annotated[tuple[HutanPlayer, ...], Field(strict=False, fail_fast=True, min_length=1, max_length=4)]

    @model_validator(mode="after")
    def _on_this_table(self) -> Self:
        if self.settings.solo and len(self.players) > 1:
            fault(f"true with {len(self.players)} players, expected one", "settings", "solo")
        lakes = self.table.lakes
        for i, player in enumerate(self.players):
            for r, c in lakes:
                square = player.grid[r][c]
                if square:
                    text = f"{described(square)} on a lake, where nothing can stand"
                    fault(text, "players", i, "grid", r, c)
        return self

    @property
    def table(self) -> Layout:
        """The layout that all players share."""
        return self.settings.layout.table()

    @property
    def cards(self) -> tuple[Ecosystem, ...]:
        """The ecosystem cards in play, in the order of the file; a scenario brings its own."""
        scenario = self.settings.scenario
        return tuple(ECOSYSTEMS[number] for number in (scenario.ecosystems if scenario else self.settings.ecosystems))

    @property
    def solo(self) -> bool:
        """Whether one player plays alone; so it is taken where the file has one player and does not say."""
        return len(self.players) == 1 if self.settings.solo is None else self.settings.solo

    def forest(self, player: int) -> Forest:
        return Forest.of_grid(self.table, self.players[player].grid)


def described(square: str) -> str:
    """`rt` -> "a red tree", `ra` -> "an orangutan", `r` -> "a red flower"."""
    colour, kind = square[0], square[1:]
    if kind == "a":
        return f"{'an' if ANIMALS[colour][0] in 'aeiou' else 'a'} {ANIMALS[colour]}"
    return f"a {COLOURS[colour]} {'tree' if kind else 'flower'}"
