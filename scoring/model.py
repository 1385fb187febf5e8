"""What every game's scoring returns: a sheet of players, categories and lines.

Nothing here knows a game's rules. A category's points are always the sum of its lines, and a player's total
always the sum of the categories: both are computed here, from the lines, and stored nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

Cell = tuple[int, int]
"""(row, column) from the top left, counted from 0; in My Rainforest the card's `at` pair (x, y)."""


class Line(NamedTuple):
    """One entry of a category: what it brings, the squares it speaks of and why, in plain words."""

    points: int
    cells: tuple[Cell, ...]
    text: str
    ruling: str = ""
    """Key of the ruling that decides this line (see the game's `rulings`); empty where the rulebook is plain."""

    def to_dict(self) -> dict[str, Any]:
        return {"points": self.points, "cells": [list(c) for c in self.cells], "text": self.text}


class Category(NamedTuple):
    key: str
    label: str
    lines: tuple[Line, ...]

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)

    def to_dict(self) -> dict[str, Any]:
        return {"key": self.key, "label": self.label, "points": self.points, "lines": [x.to_dict() for x in self.lines]}


class Objective(NamedTuple):
    """An objective card held against the board as it lies."""

    id: str
    met: bool
    cells: tuple[Cell, ...]
    text: str
    earlier: bool = False
    """Whether it was met in the course of the game, where that counts although it is not met any more."""

    @property
    def verdict(self) -> str:
        return "met" if self.met else "met earlier" if self.earlier else "not met"

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.id, "met": self.met, "cells": [list(c) for c in self.cells], "text": self.text}


class Warning(NamedTuple):
    """Something against the rules of the game, or doubtful, that does not stop the scoring."""

    code: str
    text: str
    cells: tuple[Cell, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {"code": self.code, "text": self.text, "cells": [list(c) for c in self.cells]}


class PlayerScore(NamedTuple):
    name: str
    categories: tuple[Category, ...] = ()
    objectives: tuple[Objective, ...] = ()
    warnings: tuple[Warning, ...] = ()
    scored: bool = True
    """False in variants without points (cooperative, solo): the total is then None."""

    @property
    def total(self) -> int | None:
        return sum(c.points for c in self.categories) if self.scored else None

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "total": self.total,
            "categories": [c.to_dict() for c in self.categories],
            "objectives": [o.to_dict() for o in self.objectives],
            "warnings": [w.to_dict() for w in self.warnings],
        }


class Rank(NamedTuple):
    name: str
    rank: int
    total: int
    tie: str = ""
    """How the tie in which this player stands was decided: a whole sentence, the same for all who are tied; empty
    where there was none."""

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "rank": self.rank, "total": self.total}


class Outcome(NamedTuple):
    """Won, lost or still open, in variants that are not decided by points alone.

    `met` and `needed` count objectives (Rainforest City); `target` is a scenario's points (Hutan).
    """

    result: str
    reason: str
    met: int | None = None
    needed: int | None = None
    target: int | None = None

    def to_dict(self) -> dict[str, Any]:
        fields = {"result": self.result, "met": self.met, "needed": self.needed, "target": self.target, "reason": self.reason}
        return {key: value for key, value in fields.items() if value is not None}


class ScoreSheet(NamedTuple):
    game: str
    players: tuple[PlayerScore, ...]
    ranking: tuple[Rank, ...]
    winners: tuple[str, ...]
    outcome: Outcome | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": 1,
            "game": self.game,
            "players": [p.to_dict() for p in self.players],
            "ranking": [r.to_dict() for r in self.ranking],
            "winners": list(self.winners),
            "outcome": self.outcome.to_dict() if self.outcome else None,
        }


def ranked(entries: Iterable[tuple[str, int, tuple[int, ...]]]) -> list[tuple[str, int, int]]:
    """Rank (name, total, tie-break key) entries: most points first, then the smaller tie-break key.

    Returns (name, rank, total) best first; equal entries share a rank and the next rank is skipped (1, 1, 3).
    """
    order = sorted(entries, key=lambda e: (-e[1], e[2]))
    result: list[tuple[str, int, int]] = []
    for place, (name, total, key) in enumerate(order, 1):
        before = order[place - 2] if place > 1 else None
        rank = result[-1][1] if before and (before[1], before[2]) == (total, key) else place
        result.append((name, rank, total))
    return result
