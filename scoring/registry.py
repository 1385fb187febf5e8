"""The one place where games are found.

A game is a folder in `scoring/games/` whose package holds `GAME`; its other parts are modules of the same
name in other packages (`vision.readers`, `ui.games`, `samples.scenes`, ...), fetched with `part`. Adding a game
means adding those files; no list is kept anywhere.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from scoring import games as _games
from scoring.model import Cell, ScoreSheet

if TYPE_CHECKING:
    from scoring.boardfile import BoardFile


class UnknownGameError(ValueError):
    """No game of this id is known; the message lists those that are."""


@dataclass(frozen=True)
class Change:
    """A single change to a player's board and the board file after it; used by "what if"."""

    text: str
    cells: tuple[Cell, ...]
    board: BoardFile


@dataclass(frozen=True)
class Game:
    """What a game brings to scoring."""

    id: str
    title: str
    order: int
    board_type: type[BoardFile]
    """The pydantic model of the whole board file; building it checks everything the contract calls an error."""
    score: Callable[..., ScoreSheet]
    """score(board) -> ScoreSheet."""
    explain: Callable[..., tuple[str, ...]]
    """explain(board, player index, cell) -> sentences: what the square scores, needs, supports, would score."""
    best_change: Callable[..., tuple[Change, int] | None]
    """best_change(board, player index) -> the best single change and the points it adds, None if nothing adds."""
    rulings: Mapping[str, str] = field(default_factory=dict)
    """Ruling key -> the ruling in the app's words."""


def module_name(game_id: str) -> str:
    return game_id.replace("-", "_")


@cache
def games() -> tuple[Game, ...]:
    """Every game, in the order of the home page."""
    found = [
        importlib.import_module(f"{_games.__name__}.{info.name}").GAME
        for info in pkgutil.iter_modules(_games.__path__)
        if info.ispkg
    ]
    return tuple(sorted(found, key=lambda g: g.order))


def game(game_id: str) -> Game:
    """The game of this id. Raises UnknownGameError."""
    for known in games():
        if known.id == game_id:
            return known
    raise UnknownGameError(f"unknown game {game_id!r}: expected one of {', '.join(g.id for g in games())}")


def part(package: str, game_id: str) -> ModuleType:
    """The game's module in another package, e.g. part("vision.readers", "hutan").

    Raises UnknownGameError for an unknown game or a game that has no such part.
    """
    name = f"{package}.{module_name(game(game_id).id)}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise UnknownGameError(f"{game_id} has no part in {package}") from None
