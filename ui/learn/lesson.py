"""What a lesson is: a few words, a small board that the reader changes, and sometimes something to reach."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any, NamedTuple

import scoring
from scoring.model import PlayerScore, ScoreSheet

Json = dict[str, Any]


class Beside(NamedTuple):
    """Something that counts but does not lie on the board: words, and a picture (SVG) where words are not enough."""

    words: str
    picture: str = ""


@dataclass(frozen=True)
class Goal:
    """Something to reach on the lesson's board by changing it.

    It is reached when the player's total is at least `total`, or the objective card `objective` is met.
    `answer` is the player's part of the board file with which it is; the reader can ask to see it.
    """

    words: str
    answer: Json
    total: int | None = None
    objective: str = ""

    def reached(self, score: PlayerScore) -> bool:
        if self.objective:
            return any(o.met for o in score.objectives if o.id == self.objective)
        return score.total is not None and self.total is not None and score.total >= self.total


@dataclass(frozen=True)
class Number:
    """A number beside the board that the reader may change, such as the tokens in the compost."""

    label: str
    key: str
    most: int = 12


@dataclass(frozen=True)
class Lesson:
    """One idea. The first player's board is the one that is changed.

    `words` may hold fields: `{total}`, a category's key, or a key with `_n` for player n (`{total_2}`).
    `teaches` names what it covers (category keys, cards, variants), so that a test can tell what is missing.
    """

    key: str
    title: str
    words: tuple[str, ...]
    board: Json
    teaches: tuple[str, ...]
    goal: Goal | None = None
    number: Number | None = None

    def start(self) -> Json:
        """The board file from which the reader starts, a copy of its own."""
        return copy.deepcopy(self.board)

    def paragraphs(self) -> tuple[str, ...]:
        """The words with the points that scoring gives the lesson's board."""
        fields = points_of(scoring.score(scoring.load_board(self.start())))
        return tuple(words.format_map(fields) for words in self.words)


def points_of(sheet: ScoreSheet) -> dict[str, str]:
    """Every total and every category's points by the name that a lesson's words may use."""
    fields: dict[str, str] = {}
    for place, player in enumerate(sheet.players, 1):
        found = {c.key.replace("-", "_"): c.points for c in player.categories} | {"total": player.total}
        for key, value in found.items():
            words = "no points" if value is None else str(value).replace("-", "−")
            fields[f"{key}_{place}"] = words
            fields.setdefault(key, words)
    return fields
