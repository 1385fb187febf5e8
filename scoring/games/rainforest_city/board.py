"""The board file of Rainforest City: what its keys mean and what can't be."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from scoring.boardfile import BoardFile, Count, Grid, Part, Player, fault, listed, nearest, shown
from scoring.games.rainforest_city.pieces import SQUARES, TERRAIN_NAMES, TOKEN_NAMES

Variant = Literal["standard", "introductory", "advanced", "cooperative", "solo"]
Card = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]
Cards = Annotated[tuple[Card, ...], Field(strict=False, fail_fast=True)]

CARD_TYPES = ("ABCD", "EFGH", "IJKL")
"""The letters of the terrain, flora and fauna objectives."""

CLAIM_VALUES = (10, 8, 6, 4)

SHARED_GOAL = ("cooperative", "solo")
"""The variants without points, in which objectives decide."""


def known_squares(grid: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    for r, row in enumerate(grid):
        for c, square in enumerate(row):
            if square not in SQUARES:
                fault(_unknown_square(square), r, c)
    return grid


def _unknown_square(square: str) -> str:
    terrain, colon, token = square.partition(":")
    if terrain not in TERRAIN_NAMES:
        return f'{shown(square)} is no square, expected "" or a terrain ({listed(TERRAIN_NAMES)}), then : and a token'
    if colon and token not in TOKEN_NAMES:
        return f"{shown(square)}: there is no token {shown(token)}, expected {listed(TOKEN_NAMES)}{nearest(token, TOKEN_NAMES)}"
    return f"{shown(square)} is no square, expected TERRAIN or TERRAIN:TOKEN"


Squares = Annotated[Grid, AfterValidator(known_squares)]


class Settings(Part):
    variant: Variant = "standard"
    objectives: Cards = ()
    difficulty: Literal["easy", "medium", "hard", "extreme"] = "easy"
    house_adjacency: Literal["orthogonal", "diagonal"] = "orthogonal"


class Landscape(Player):
    """One player's landscape (in solo one of the two) and what lies beside it."""

    grid: Squares = ()
    compost: Count = 0
    claims: dict[Card, int] = Field(default_factory=dict)
    objectives: Cards = ()
    met: Cards = ()
    unmatching: Count = 0
    borrowed_met: Cards = ()

    @property
    def unmatching_tokens(self) -> int:
        """Unmatching tokens in the compost; all of it where the board file does not say."""
        return self.unmatching if "unmatching" in self.model_fields_set else self.compost


class Board(BoardFile):
    game: Literal["rainforest-city"]
    settings: Settings = Settings()
    players: Annotated[tuple[Landscape, ...], Field(strict=False, fail_fast=True, min_length=1, max_length=4)]

    @model_validator(mode="after")
    def _fits_the_variant(self) -> Self:
        settings, variant = self.settings, self.settings.variant
        if variant == "advanced":
            _one_of_each_type(settings.objectives, "settings", "objectives")
        elif "objectives" in settings.model_fields_set:
            fault(f"the {variant} variant has no objectives in settings, leave the key out", "settings", "objectives")
        if settings.difficulty == "extreme" and variant == "cooperative":
            fault('"extreme" given, expected easy, medium or hard in the cooperative variant', "settings", "difficulty")
        if variant == "cooperative" and len(self.players) == 1:
            fault("1 player, the cooperative variant expects 2 to 4", "players")
        if variant == "solo" and sorted(p.name for p in self.players) != ["A", "B"]:
            names = ", ".join(shown(p.name) for p in self.players)
            fault(f'{names} given, the solo variant expects exactly the two Landscapes "A" and "B"', "players")
        owner: dict[str, int] = {}
        for i, player in enumerate(self.players):
            self._check_player(i, player)
            for n, card in enumerate(player.objectives):
                if owner.setdefault(card, i) != i:
                    fault(
                        f"objective {card} lies in front of {shown(self.players[owner[card]].name)} too, expected one owner",
                        "players", i, "objectives", n,
                    )  # fmt: skip
        for i, player in enumerate(self.players):
            others = {card for p in self.players if p is not player for card in p.objectives}
            for n, card in enumerate(player.borrowed_met):
                if card not in others or settings.difficulty != "extreme":
                    fault(
                        f"objective {card} can't have been borrowed, expected one of the other Landscape (solo, extreme)",
                        "players", i, "borrowed_met", n,
                    )  # fmt: skip
        return self

    def _check_player(self, i: int, player: Landscape) -> None:
        variant, given = self.settings.variant, player.model_fields_set
        if variant == "advanced":
            for card, value in player.claims.items():
                if card not in self.settings.objectives:
                    in_play = listed(self.settings.objectives)
                    fault(f"objective {card} is not in play, expected {in_play}", "players", i, "claims", card)
                if value not in CLAIM_VALUES:
                    fault(f"{value} given, expected 10, 8, 6 or 4", "players", i, "claims", card)
        elif "claims" in given:
            fault(f"the {variant} variant has no claims, leave the key out", "players", i, "claims")
        if variant in SHARED_GOAL:
            _one_of_each_type(player.objectives, "players", i, "objectives")
        elif "objectives" in given:
            fault(f"the {variant} variant has no objectives in front of a player, leave the key out", "players", i, "objectives")
        for n, card in enumerate(player.met):
            if card not in player.objectives:
                wanted = listed(player.objectives) if player.objectives else f"none in the {variant} variant"
                fault(f"objective {card} does not lie in front of this player, expected {wanted}", "players", i, "met", n)


def _one_of_each_type(cards: tuple[str, ...], *at: str | int) -> None:
    if len(cards) != 3 or any(sum(card in letters for card in cards) != 1 for letters in CARD_TYPES):
        given = ", ".join(cards) if 0 < len(cards) < 10 else str(len(cards) or "none")
        fault(f"{given} given, expected three objectives: one of A-D, one of E-H and one of I-L", *at)
