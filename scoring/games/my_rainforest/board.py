"""A My Rainforest board file: its settings, cards and targets, and everything about it that is an error."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from scoring.boardfile import LARGEST_NUMBER, BoardFile, Part, Player, Whole, fault, nearest, shown
from scoring.games.my_rainforest.rules import FULL_RAINFOREST, Card, Target, Variant
from scoring.games.my_rainforest.species import DEFAULTS, KNOWN, TYPES, Condition
from scoring.words import visible

TypeName = Literal["plant", "arthropod", "small", "medium", "large", "carnivore"]
Code = Literal["NE", "DD", "LC", "NT", "VU", "EN", "CR", "EW", "EX"]
PlaceEntry = Annotated[tuple[Whole, Whole], Field(strict=False, fail_fast=True)]


class ConditionEntry(Part):
    """`{"points": 6, "per": 2, "of": ["plant"]}`, or `{"points": 3}` for points that always count."""

    points: Whole
    per: Annotated[int, Field(ge=1, le=LARGEST_NUMBER)] = 1
    of: Annotated[tuple[TypeName, ...], Field(strict=False, fail_fast=True)] = ()

    @model_validator(mode="after")
    def _types(self) -> Self:
        if not self.of and self.model_fields_set & {"of", "per"}:
            fault("a condition with per or of needs at least one type", "of")
        for i, name in enumerate(self.of):
            if name in self.of[:i]:
                fault(f"{name} stands here twice", "of", i)
        return self

    def condition(self) -> Condition:
        return Condition(self.points, self.per, self.of)


class CardEntry(Part):
    """A card at its place: a known species by id, or a card described by its type and what it prints."""

    at: PlaceEntry
    species: str | None = None
    type: TypeName | None = None
    name: str | None = None
    iucn: Code | None = None
    scores: Annotated[tuple[ConditionEntry, ...], Field(strict=False, fail_fast=True)] | None = None

    @model_validator(mode="after")
    def _one_card(self) -> Self:
        check_even(self.at, "at")
        if self.species is None:
            if self.type is None:
                fault("a card without species or type, expected one of them")
            return self
        for key in ("type", "name", "scores"):
            if getattr(self, key) is not None:
                fault(f"given together with species, which brings its own {key}", key)
        if self.species not in KNOWN:
            guess = nearest(self.species.casefold().replace(" ", "-"), KNOWN)
            fault(
                f"{shown(self.species)} is no species known here{guess or ', expected a known one'}"
                " (any other card is given by type, name, iucn and scores)",
                "species",
            )
        return self

    def card(self) -> Card:
        """The card with everything that it prints, as far as known."""
        known = KNOWN.get(self.species or "")
        if known:
            return Card(self.at, known.type, known.name, self.iucn or known.iucn, known.scores, known.id)
        kind = self.type or "plant"
        name = self.name if self.name and visible(self.name) else TYPES[kind][0].capitalize()
        if self.scores is None:
            return Card(self.at, kind, name, self.iucn, DEFAULTS.get(kind, ()), given=False)
        return Card(self.at, kind, name, self.iucn, tuple(entry.condition() for entry in self.scores))


class TargetEntry(Part):
    """A held target card: a pattern with its points and perhaps a species, or `{"promo": true}`."""

    name: str | None = None
    pattern: Annotated[tuple[PlaceEntry, ...], Field(strict=False, fail_fast=True)] | None = None
    points: Whole | None = None
    species: str | None = None
    promo: bool = False

    @model_validator(mode="after")
    def _one_target(self) -> Self:
        if self.promo:
            for key in ("pattern", "points", "species"):
                if getattr(self, key) is not None:
                    fault("given together with promo, which has none", key)
            return self
        if self.pattern is None:
            fault("missing", "pattern")
        if self.points is None:
            fault("missing", "points")
        check_pattern(self.pattern, "pattern")
        return self

    def target(self) -> Target:
        if self.promo:
            return Target(self.name or "Promo card", promo=True)
        return Target(self.name or "Target", self.pattern or (), self.points or 0, self.species or "")


def check_even(place: tuple[int, int], *at: str | int) -> None:
    if sum(place) % 2:
        fault(f"[{place[0]}, {place[1]}] given, expected x + y to be even: columns lie shifted by half a card", *at)


def check_pattern(pattern: tuple[tuple[int, int], ...], *at: str | int) -> None:
    """Refuse a pattern that is not nine different places of a beehive."""
    seen = set()
    for i, place in enumerate(pattern):
        check_even(place, *at, i)
        if place in seen:
            fault(f"[{place[0]}, {place[1]}] stands here twice, expected nine different spots", *at, i)
        seen.add(place)
    if len(pattern) != FULL_RAINFOREST:
        fault(f"{len(pattern)} given, expected nine different spots", *at)


class Settings(Part):
    variant: Literal["basic", "advanced-1", "advanced-2"] = "basic"
    pattern_match: Literal["as-printed", "turned"] = "as-printed"


class RainforestPlayer(Player):
    cards: Annotated[tuple[CardEntry, ...], Field(strict=False, fail_fast=True)]
    targets: Annotated[tuple[TargetEntry, ...], Field(strict=False, fail_fast=True)] = ()

    @model_validator(mode="after")
    def _one_card_a_spot(self) -> Self:
        taken: dict[tuple[int, int], int] = {}
        for i, entry in enumerate(self.cards):
            first = taken.setdefault(entry.at, i)
            if first != i:
                x, y = entry.at
                fault(f"[{x}, {y}] given, where cards[{first}] lies already: a card a spot", "cards", i, "at")
        return self


class RainforestBoard(BoardFile):
    game: Literal["my-rainforest"]
    settings: Settings = Settings()
    players: Annotated[tuple[RainforestPlayer, ...], Field(strict=False, fail_fast=True, min_length=1, max_length=4)]

    @property
    def variant(self) -> Variant:
        variant = self.settings.variant
        return Variant(variant != "basic", variant == "advanced-2", self.settings.pattern_match == "turned")

    def cards(self, player: int) -> tuple[Card, ...]:
        return tuple(entry.card() for entry in self.players[player].cards)

    def targets(self, player: int) -> tuple[Target, ...]:
        return tuple(entry.target() for entry in self.players[player].targets)
