"""My Rainforest beehives as a game may leave them: nine joined cards of one box.

Eleven of the box's forty species are known; the others stand in as "Plant 5", "Small animal 3" and so on, with
conditions from the rulebook's list, so that no species is invented.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from samples.positions.chance import Chance, likely, pick, shuffled
from scoring.games.my_rainforest.beehive import Place, around, half_turned, joined, shape
from scoring.games.my_rainforest.catalogue import card_entry
from scoring.games.my_rainforest.rules import FULL_RAINFOREST
from scoring.games.my_rainforest.species import (
    CARDS_OF_TYPE,
    CONDITIONS,
    DEFAULTS,
    IUCN,
    KNOWN,
    TYPES,
    Condition,
    Species,
)

NAMES = ("Aiman", "Siti", "Lin", "Ravi")

_PREY = frozenset({"small", "medium"})
_PREDATORS = frozenset({"large", "carnivore"})


def generate(rng: Chance, level: int = 1, *, players: int = 1, variant: str | None = None) -> dict[str, Any]:
    """A legal board file. Level 1: many known species; 2: the whole box; 3: an advanced variant with two targets."""
    variant = variant or (pick(rng, ("advanced-1", "advanced-2")) if level == 3 else "basic")
    deck = _deck(rng, level)
    return {
        "format": 1,
        "game": "my-rainforest",
        "settings": {"variant": variant},
        "players": [_player(rng, name, [deck.pop() for _ in range(FULL_RAINFOREST)], variant) for name in NAMES[:players]],
    }


def _player(rng: Chance, name: str, hand: list[Species], variant: str) -> dict[str, Any]:
    places = _places(rng, len(hand))
    cards = [card_entry(species, at) for species, at in zip(hand, places, strict=True)]
    player: dict[str, Any] = {"name": name, "cards": cards}
    if variant != "basic":
        player["targets"] = [_target(rng, places, hand), {"promo": True} if likely(rng, 0.5) else _target(rng, places, hand)]
    return player


def _deck(rng: Chance, level: int) -> list[Species]:
    """The box's forty cards shuffled, drawn from the end; at level 1 known species come early."""
    unknown = Counter(CARDS_OF_TYPE)
    unknown.subtract(species.type for species in KNOWN.values())
    cards = [
        Species("", f"{one.capitalize()} {number}", name, pick(rng, list(IUCN)), conditions(rng, name))
        for name, (one, _) in TYPES.items()
        for number in range(1, unknown[name] + 1)
    ]
    deck = shuffled(rng, [*cards, *KNOWN.values()])
    if level == 1:
        deck.sort(key=lambda species: species.id != "" and likely(rng, 0.6))
    return deck


def conditions(rng: Chance, name: str) -> tuple[Condition, ...]:
    """Plants and arthropods as on all known ones; others one or two that suit what they eat and fear."""
    if name in DEFAULTS:
        return DEFAULTS[name]
    eats = _PREY if name == "carnivore" else frozenset({"plant", "arthropod"})
    food = [c for c in CONDITIONS if c.of and eats.issuperset(c.of)]
    fear = [c for c in CONDITIONS if c.of and _PREDATORS.issuperset(c.of)]
    chosen = [pick(rng, food)]
    if name in ("large", "carnivore"):
        chosen.append(pick(rng, fear))
    elif likely(rng, 0.3):
        chosen.append(pick(rng, [c for c in food if c.of != chosen[0].of] or fear))
    return tuple(chosen)


def _places(rng: Chance, number: int) -> list[Place]:
    """Joined places, each laid beside one or, more often, several before."""
    places: list[Place] = [(0, 0)]
    while len(places) < number:
        taken = set(places)
        free = sorted({place for other in places for place in around(other)} - taken)
        snug = [place for place in free if len(taken.intersection(around(place))) > 1]
        places.append(pick(rng, snug if snug and likely(rng, 0.6) else free))
    return shuffled(rng, places)


def _target(rng: Chance, places: list[Place], hand: list[Species]) -> dict[str, Any]:
    """A target that the cards meet, miss by a half turn, or miss by one card."""
    pattern = places
    if likely(rng, 0.3):
        pattern = half_turned(places)
    elif likely(rng, 0.5):
        pattern = _one_moved(rng, places)
    species = pick(rng, hand) if likely(rng, 0.5) else pick(rng, list(KNOWN.values()))
    spots = [[x, y] for x, y in shape(pattern)]
    return {"name": f"Target {1 + int(rng.random() * 8)}", "pattern": spots, "points": 3, "species": species.id or species.name}


def _one_moved(rng: Chance, places: list[Place]) -> list[Place]:
    for gone in shuffled(rng, places):
        rest = [place for place in places if place != gone]
        if len(joined(rest)) == 1:
            free = sorted({place for other in rest for place in around(other)} - set(places))
            return [*rest, pick(rng, free)]
    return places
