"""The species cards known for certain or by inference, from species.json; nothing else of the box is known here.

Users add their own cards in `catalogue.py`; a board file carries those whole, so it never depends on a catalogue.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from scoring.boardfile import listed

_DATA: dict[str, Any] = json.loads(Path(__file__).with_name("species.json").read_text(encoding="utf-8"))

TYPES: dict[str, tuple[str, str]] = {
    "plant": ("plant", "plants"),
    "arthropod": ("arthropod", "arthropods"),
    "small": ("small animal", "small animals"),
    "medium": ("medium animal", "medium animals"),
    "large": ("large animal", "large animals"),
    "carnivore": ("carnivore", "carnivores"),
}
"""Type -> its name in singular and plural."""

IUCN: dict[str, str] = {
    "NE": "not evaluated",
    "DD": "data deficient",
    "LC": "least concern",
    "NT": "near threatened",
    "VU": "vulnerable",
    "EN": "endangered",
    "CR": "critically endangered",
    "EW": "extinct in the wild",
    "EX": "extinct",
}

CARDS_OF_TYPE: dict[str, int] = _DATA["cards_of_type"]
"""How many cards of each type the box holds."""


class Condition(NamedTuple):
    """`points` for every full set of `per` adjacent cards of the types in `of`; always, where `of` is empty."""

    points: int
    per: int = 1
    of: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """As a rulebook would say it: "+6 per 2 plants", "-3 per large animal or carnivore", "+3 always"."""
        if not self.of:
            return f"{self.points:+d} always"
        number = f"{self.per} " if self.per > 1 else ""
        return f"{self.points:+d} per {number}{kinds(self.of, self.per)}"


def kinds(of: tuple[str, ...], number: int) -> str:
    """The types in words: "plant" (1), "plants" (2), "small or medium animals" (2)."""
    return _kinds(of, number != 1)


@cache
def _kinds(of: tuple[str, ...], several: bool) -> str:
    *most, last = (TYPES[name][several] for name in of)
    word = last.partition(" ")[2]
    short = [name.removesuffix(f" {word}") if word else name for name in most]
    return listed([*short, last])


def _condition(data: dict[str, Any]) -> Condition:
    return Condition(data["points"], data.get("per", 1), tuple(data.get("of", ())))


@dataclass(frozen=True)
class Species:
    """A species card. `certain` names which of "type", "scores" and "iucn" are known for certain."""

    id: str
    name: str
    type: str
    iucn: str | None
    scores: tuple[Condition, ...]
    certain: frozenset[str] = frozenset({"type", "scores", "iucn"})


CONDITIONS: tuple[Condition, ...] = tuple(_condition(data) for data in _DATA["conditions"])
"""Every condition that is printed on some card: the list a user picks from."""

DEFAULTS: dict[str, tuple[Condition, ...]] = {
    name: tuple(_condition(data) for data in conditions) for name, conditions in _DATA["defaults"].items()
}
"""What a card given by type alone scores, as far as known; types not here score 0 until conditions are given."""

PROMO_POINTS: dict[int, int] = {int(number): points for number, points in _DATA["promo"].items()}
"""Different IUCN categories -> points of the promo card; more than the largest score like it."""

KNOWN: dict[str, Species] = {
    data["id"]: Species(
        data["id"],
        data["name"],
        data["type"],
        data["iucn"],
        tuple(_condition(condition) for condition in data["scores"]),
        frozenset(data["certain"]),
    )
    for data in _DATA["species"]
}
"""The project's own catalogue by species id."""
