"""My Rainforest's own scoring: what each card of a beehive brings, the target cards, and what breaks a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.games.my_rainforest.beehive import NEIGHBOURS, Place, half_turned, in_words, joined, shape
from scoring.games.my_rainforest.species import CARDS_OF_TYPE, KNOWN, PROMO_POINTS, TYPES, Condition, kinds
from scoring.model import Category, Line, Warning

FULL_RAINFOREST = 9
SPECIES_BONUS = 3
CATEGORY_LABELS = {
    "plant": "Plants",
    "arthropod": "Arthropods",
    "small": "Small animals",
    "medium": "Medium animals",
    "large": "Large animals",
    "carnivore": "Carnivores",
}

RULINGS: Mapping[str, str] = {
    "full-sets": "A condition per 2 or per 3 counts full sets: 3 plants are one set of 2.",
    "type-alone": "A card given by its type alone scores the default of its type: plants +3, arthropods +3 per plant, as "
    "on all such cards known; the other types score 0 until their conditions are given.",
    "best-target": "Only one target card scores: the best for the player.",
    "species-alone": "In advanced 2 the species of a target brings its 3 points also where the pattern is not met.",
    "turned": "A half turn of the pattern counts here, as the settings of this game say.",
    "iucn-unknown": "A card whose IUCN code is unknown counts for no category of the promo card.",
    "tie-shared": "Players with equally many points share the rank and the victory.",
}


class Card(NamedTuple):
    """A card as it lies: `species` is its id where it is a known one, `given` False where its conditions are the
    default of its type."""

    at: Place
    type: str
    name: str
    iucn: str | None
    scores: tuple[Condition, ...]
    species: str = ""
    given: bool = True


class Target(NamedTuple):
    """A held target card; the promo card has no pattern."""

    name: str
    pattern: tuple[Place, ...] = ()
    points: int = 0
    species: str = ""
    promo: bool = False


class Variant(NamedTuple):
    """What the settings say about targets."""

    targets: bool = False
    species_bonus: bool = False
    turned: bool = False


def categories(cards: Sequence[Card], targets: Sequence[Target], variant: Variant) -> tuple[Category, ...]:
    """The six types, then the target card."""
    by_place = {card.at: card for card in cards}
    lines: dict[str, list[Line]] = {name: [] for name in TYPES}
    for card in cards:
        lines[card.type].append(card_line(card, by_place))
    return (
        *(Category(name, CATEGORY_LABELS[name], tuple(lines[name])) for name in TYPES),
        Category("target", "Target card", tuple(target_lines(cards, targets, variant))),
    )


def card_line(card: Card, by_place: Mapping[Place, Card]) -> Line:
    """What one card scores: each of its conditions against its six neighbours (rulebook, "Scoring").

    The line's cells are the card and the neighbours that its conditions count.
    """
    x, y = card.at
    beside = [by_place[p] for dx, dy in NEIGHBOURS if (p := (x + dx, y + dy)) in by_place]
    types = [other.type for other in beside]
    points = 0
    parts = []
    ruling = "" if card.given else "type-alone"
    counted: set[str] = set()
    for condition in card.scores:
        number = sum(map(types.count, condition.of))
        brings = condition.points * (number // condition.per if condition.of else 1)
        points += brings
        parts.append(_said(condition, number, brings))
        counted.update(condition.of)
        if condition.per > 1 and number % condition.per:
            ruling = ruling or "full-sets"
    if not card.given:
        parts.append("the default of its type" if card.scores else "its conditions are not given, +0")
    elif not card.scores:
        parts.append("no conditions, +0")
    cells = (card.at, *(other.at for other in beside if other.type in counted))
    return Line(points, cells, f"{card.name}: {'; '.join(parts)}", ruling)


def _said(condition: Condition, number: int, brings: int) -> str:
    """A condition and what it brings: "2 plants, 1 set, +6", "1 arthropod of 2, +0", "no small animal, +0"."""
    if not condition.of:
        return f"always {brings:+d}"
    if number == 0:
        return f"no {kinds(condition.of, 1)}, +0"
    counted = f"{number} {kinds(condition.of, number)}"
    if condition.per == 1:
        return f"{counted}, {brings:+d}"
    sets = number // condition.per
    if sets == 0:
        return f"{counted} of {condition.per}, +0"
    return f"{counted}, {sets} set{'s' if sets > 1 else ''}, {brings:+d}"


def target_lines(cards: Sequence[Card], targets: Sequence[Target], variant: Variant) -> list[Line]:
    """The lines of the best target, and for each other one a line of 0 with what it would have brought.

    Rulebook, "Advanced Variant": the nine cards in the target's pattern bring its points; in advanced 2 its species
    among the cards brings 3 more; only one target scores.
    """
    if not variant.targets or not targets:
        return []
    promo = _promo_lines(cards)
    laid = _Laid.of(cards)
    each = [promo if target.promo else _pattern_lines(laid, target, variant) for target in targets]
    sums = [sum(line.points for line in lines) for lines in each]
    best = sums.index(max(sums))
    lines = list(each[best])
    for number, target in enumerate(targets):
        if number != best:
            text = f"{target.name}: not scored, it would bring {sums[number]:+d}; only the best target counts"
            lines.append(Line(0, (), text, "best-target"))
    return lines


class _Laid(NamedTuple):
    """What targets ask of the cards, found once for all of them."""

    places: tuple[Place, ...]
    shape: tuple[Place, ...]
    named: Mapping[str, list[Place]]
    """Species id or exact name -> where its cards lie."""

    @classmethod
    def of(cls, cards: Sequence[Card]) -> _Laid:
        named: dict[str, list[Place]] = {}
        for card in cards:
            for name in {card.species, card.name} - {""}:
                named.setdefault(name, []).append(card.at)
        places = tuple(card.at for card in cards)
        return cls(places, shape(places), named)


def _pattern_lines(laid: _Laid, target: Target, variant: Variant) -> list[Line]:
    met, turned = _matches(laid.shape, target.pattern, variant.turned)
    if met:
        text = f"{target.name}: the nine cards lie in its pattern, {target.points:+d}"
        lines = [Line(target.points, laid.places, text, "turned" if turned else "")]
    else:
        lines = [Line(0, laid.places, f"{target.name}: the cards do not lie in its pattern, +0")]
    if variant.species_bonus and target.species:
        known = KNOWN.get(target.species)
        name = known.name if known else target.species
        played = tuple(laid.named.get(target.species, ()))
        if played:
            text = f"{target.name}: its species {name} was played, {SPECIES_BONUS:+d}"
            lines.append(Line(SPECIES_BONUS, played, text, "" if met else "species-alone"))
        else:
            lines.append(Line(0, (), f"{target.name}: its species {name} was not played, +0"))
    return lines


def _matches(laid: tuple[Place, ...], pattern: Sequence[Place], turned: bool) -> tuple[bool, bool]:
    """Whether a shape is that of the pattern, and whether only a half turn (where `turned` allows it) makes it so."""
    if laid == shape(pattern):
        return True, False
    half_turn = turned and laid == shape(half_turned(pattern))
    return half_turn, half_turn


def _promo_lines(cards: Sequence[Card]) -> list[Line]:
    """The promo card: different IUCN categories among the cards: 3: 2, 4: 4, 5: 7, 6 or more: 11; fewer: 0."""
    first_of = {card.iucn: card.at for card in reversed(cards) if card.iucn}
    number = len(first_of)
    points = max((points for needed, points in PROMO_POINTS.items() if needed <= number), default=0)
    codes = f" ({', '.join(sorted(first_of))})" if first_of else ""
    said = f"{number} different IUCN {'category' if number == 1 else 'categories'}{codes}"
    unknown = sum(1 for card in cards if not card.iucn)
    if unknown:
        said += f", {unknown} card{'s' if unknown > 1 else ''} with unknown code"
    return [Line(points, tuple(first_of.values()), f"Promo card: {said}, {points:+d}", "iucn-unknown" if unknown else "")]


def warnings(cards: Sequence[Card], targets: Sequence[Target], variant: Variant) -> list[Warning]:
    """What is against the rules of play, or doubtful, in one beehive."""
    found = []
    where = in_words(card.at for card in cards)
    if len(cards) > FULL_RAINFOREST:
        found.append(Warning("too-many-cards", f"{len(cards)} cards: a rainforest has {FULL_RAINFOREST}", tuple(where)))
    apart = {place for group in joined(where)[1:] for place in group}
    if apart:
        said = "; ".join(f"{card.name} ({where[card.at]})" for card in cards if card.at in apart)
        found.append(Warning("card-apart", f"Not joined to the other cards: {said}", tuple(sorted(apart))))
    for card in cards:
        if not card.given:
            found.append(Warning("type-alone", _default_said(card, where[card.at]), (card.at,)))
    for species, number in Counter(card.species for card in cards if card.species).items():
        if number > 1:
            same = [card for card in cards if card.species == species]
            text = f"{same[0].name} lies here {number} times: the box holds one card of each species"
            found.append(Warning("species-twice", text, tuple(card.at for card in same)))
    if targets and not variant.targets:
        found.append(Warning("targets-ignored", "Target cards score in the advanced variants only: ignored here"))
    return found


def _default_said(card: Card, where: str) -> str:
    if card.scores:
        given = " and ".join(condition.text for condition in card.scores)
        return f"{card.name} without its conditions ({where}): the default of its type counts ({given})"
    return f"{card.name} without its conditions ({where}): it scores 0 until they are given"


def box_warnings(beehives: Sequence[Sequence[Card]]) -> list[list[Warning]]:
    """For each beehive, a warning for each type of which the whole table shows more cards than the box holds."""
    found: list[list[Warning]] = [[] for _ in beehives]
    for name, number in Counter(card.type for cards in beehives for card in cards).items():
        if number <= CARDS_OF_TYPE[name]:
            continue
        text = f"{number} {TYPES[name][1]} are on the table: the box holds {CARDS_OF_TYPE[name]}"
        for its_warnings, cards in zip(found, beehives, strict=True):
            cells = tuple(card.at for card in cards if card.type == name)
            if cells:
                its_warnings.append(Warning("cards-beyond-box", text, cells))
    return found
