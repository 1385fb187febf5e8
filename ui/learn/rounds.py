"""Practice rounds: a board by chance, the points that a learner gives it, and what is right.

A round is settled by game, level, seed and what it leans on: the same four make the same board everywhere, so an
address can share it.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import scoring
from scoring import registry
from scoring.model import Category, Line, PlayerScore

LEVELS = {1: "Easy", 2: "Medium", 3: "Hard"}
MOST_SEEDS = 1_000_000
_CANDIDATES = 12
"""Boards that are tried for one round; the one that teaches most is taken."""


def any_seed() -> int:
    return 1 + secrets.randbelow(MOST_SEEDS)


def address(game: str) -> str:
    """Where a round is played. Its seed is in the address from the start, so that the way back leads past it in one step."""
    return f"practice?game={game}&level=1&seed={any_seed()}"


class Round(NamedTuple):
    game: str
    level: int
    seed: int
    lean: tuple[str, ...]
    board: dict[str, Any]
    score: PlayerScore


class Verdict(NamedTuple):
    """One category's answer held against scoring."""

    category: Category
    given: int | None

    @property
    def right(self) -> bool:
        return self.given == self.category.points


def new_round(game: str, level: int, seed: int, lean: Iterable[str] = ()) -> Round:
    """The round of this seed. `lean`: category keys that its board should be rich in. Raises UnknownGameError."""
    wanted = tuple(sorted(set(lean)))
    practice = registry.part("ui.learn", game).practice_board
    rng = random.Random(f"{game}/{level}/{seed}")
    boards = [practice(rng, level) for _ in range(_CANDIDATES)]
    scored = [(board, scoring.score(scoring.load_board(board)).players[0]) for board in boards]
    board, score = max(scored, key=lambda pair: _worth(pair[1], wanted))
    return Round(game, level, seed, wanted, board, score)


def _worth(score: PlayerScore, lean: tuple[str, ...]) -> tuple[int, int]:
    """How much there is to learn: what is leaned on first, then categories at work and lines that bring nothing."""
    lines = {c.key: c.lines for c in score.categories}
    leaned = sum(_weight(lines.get(key, ())) for key in lean)
    at_work = sum(1 for found in lines.values() if found)
    traps = sum(1 for found in lines.values() for line in found if line.points <= 0)
    return leaned, 3 * at_work + min(traps, 4)


def _weight(lines: Iterable[Line]) -> int:
    """Lines of different kinds count most: some that bring points and some that do not."""
    found = list(lines)
    kinds = {line.points > 0 for line in found}
    return len(kinds) * 4 + min(len(found), 6)


def questions(score: PlayerScore) -> tuple[Category, ...]:
    """The categories that a learner is asked for, in the order of the sheet."""
    return score.categories


def verdicts(score: PlayerScore, answers: Mapping[str, int | None]) -> tuple[Verdict, ...]:
    return tuple(Verdict(category, answers.get(category.key)) for category in questions(score))


def next_lean(found: Iterable[Verdict]) -> tuple[str, ...]:
    """What the next board should lean on: the categories that went wrong."""
    return tuple(v.category.key for v in found if not v.right)
