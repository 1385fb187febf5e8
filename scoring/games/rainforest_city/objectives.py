"""The twelve objective cards, each held against one landscape as it lies.

A House is no terrain here, and the edge of the landscape is not a surrounding. Flora and fauna count on their own
terrain. Support is always as large as it can be; where that leaves a choice of the supported carnivores, an
objective is met if some choice meets it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scoring.games.rainforest_city.landscape import HOUSE, Habitat, Landscape
from scoring.games.rainforest_city.pieces import (
    CARNIVORE,
    HABITAT_TERRAINS,
    HERBIVORE,
    OTTER,
    TERRAIN_NAMES,
    TOKEN_NAMES,
)
from scoring.model import Objective
from scoring.words import counted

Check = tuple[bool, Sequence[int], str]
"""Met or not, the squares that count for it, and how far it has come."""

TITLES = {
    "A": "A habitat with a straight line of 10 squares",
    "B": "Two habitats of 10 or more squares side by side",
    "C": "A surrounded 2 x 2 habitat",
    "D": "Two surrounded 2 x 1 habitats",
    "E": "3 habitats with 3 or more flora",
    "F": "5 habitats with exactly 1 flora",
    "G": "4 habitats with 2 or more flora",
    "H": "A habitat with 5 or more flora",
    "I": "6 different kinds of supported fauna",
    "J": "A habitat with 2 supported carnivores",
    "K": "A habitat with 3 supported fauna of one kind",
    "L": "2 habitats with exactly 2 supported herbivores",
}
"""What each card asks for, in a few words."""


def check(card: str, land: Landscape) -> Objective:
    """Hold a card against a landscape."""
    met, squares, text = CHECKS[card](land)
    return Objective(card, met, land.cells(sorted(set(squares))), f"{TITLES[card]}: {text}")


def straight_line(land: Landscape) -> Check:
    """A: a habitat that includes a straight line of at least 10 squares."""
    best: list[int] = []
    for step in (1, land.stride):
        for start in land.squares:
            terrain = land.terrain[start]
            if terrain == HOUSE or land.terrain[start - step] == terrain:
                continue
            end = start
            while land.terrain[end] == terrain:
                end += step
            if (end - start) // step > len(best):
                best = list(range(start, end, step))
    return len(best) >= 10, best, f"the longest line has {counted(len(best), 'square')}"


def two_large_habitats(land: Landscape) -> Check:
    """B: two adjacent habitats of 10 or more squares each; adjacent means sharing a side."""
    large = [h for h in land.habitats if len(h.squares) >= 10]
    number = {i: n for n, h in enumerate(large) for i in h.squares}
    for n, habitat in enumerate(large):
        for i in habitat.squares:
            for j in land.sides(i):
                if number.get(j, n) != n:
                    other = large[number[j]]
                    return True, [*habitat.squares, *other.squares], f"{_sizes([habitat, other])} touch along a side"
    if len(large) > 1:
        return False, [], f"{counted(len(large), 'habitat')} of 10 or more squares, but none touch along a side"
    return False, [i for h in large for i in h.squares], f"{counted(len(large), 'habitat')} of 10 or more squares"


def surrounded_square(land: Landscape) -> Check:
    """C: a habitat that is exactly a 2 x 2, all 12 squares around it (corners too) there and other terrain."""
    square = (0, 1, land.stride, land.stride + 1)
    found = [h for h in land.habitats if len(h.squares) == 4 and tuple(i - h.squares[0] for i in h.squares) == square]
    return _surrounded(land, found, 1, "2 x 2")


def surrounded_pairs(land: Landscape) -> Check:
    """D: two habitats that are exactly 2 x 1, each with all 10 squares around it there and other terrain.

    Ruling: each of the two may be part of the other's surrounding.
    """
    return _surrounded(land, [h for h in land.habitats if len(h.squares) == 2], 2, "2 x 1")


def _surrounded(land: Landscape, habitats: list[Habitat], wanted: int, shape: str) -> Check:
    """Ruling: a House and the edge of the landscape surround nothing; a corner of the same terrain does not either."""
    found = [h for h in habitats if _is_surrounded(land, h)]
    squares = [i for h in (found or habitats) for i in h.squares]
    text = f"{counted(len(found), 'habitat')} of {shape} surrounded on all sides and corners by other terrain"
    if len(found) < wanted and len(habitats) > len(found):
        text += f"; {len(habitats) - len(found)} more with a House, a gap, an edge or the same terrain around"
    return len(found) >= wanted, squares, text


def _is_surrounded(land: Landscape, habitat: Habitat) -> bool:
    other = HABITAT_TERRAINS.replace(habitat.terrain, "")
    own = set(habitat.squares)
    around = {j for i in habitat.squares for j in land.around(i)} - own
    return all(land.terrain[j] and land.terrain[j] in other for j in around)


def three_habitats_of_three(land: Landscape) -> Check:
    """E: 3 habitats with at least 3 flora each."""
    return _by_flora(land, 3, lambda plants: plants >= 3, "3 or more flora")


def five_habitats_of_one(land: Landscape) -> Check:
    """F: at least 5 habitats with exactly 1 flora each."""
    return _by_flora(land, 5, lambda plants: plants == 1, "exactly 1 flora")


def four_habitats_of_two(land: Landscape) -> Check:
    """G: at least 4 habitats with at least 2 flora each."""
    return _by_flora(land, 4, lambda plants: plants >= 2, "2 or more flora")


def habitat_of_five(land: Landscape) -> Check:
    """H: a habitat with at least 5 flora."""
    most = max(land.habitats, key=lambda h: len(h.plants), default=None)
    if most is None or not most.plants:
        return False, [], "no flora in any habitat"
    return len(most.plants) >= 5, most.plants, f"the most in one habitat is {len(most.plants)}"


def _by_flora(land: Landscape, wanted: int, counts: Callable[[int], bool], text: str) -> Check:
    found = [h for h in land.habitats if counts(len(h.plants))]
    return len(found) >= wanted, [i for h in found for i in h.plants], f"{counted(len(found), 'habitat')} with {text}"


def six_kinds(land: Landscape) -> Check:
    """I: at least 6 different kinds of supported fauna in the whole landscape; the otter is a kind.

    Ruling: which carnivores are supported is chosen over the whole landscape at once. Every terrain's own carnivore
    that can be supported somewhere is one kind; the otter adds one if some habitat can support it without the
    last supported carnivore of a kind giving way (else it would only take that kind's place).
    """
    shown: dict[str, int] = {}
    natives: dict[str, list[Habitat]] = {}
    otters: list[Habitat] = []
    for habitat in land.habitats:
        if habitat.supported_herbivores:
            shown.setdefault(land.token[habitat.herbivores[0]], habitat.herbivores[0])
        if habitat.supported_carnivores:
            own = [i for i in habitat.carnivores if land.token[i] != OTTER]
            if own:
                natives.setdefault(habitat.terrain, []).append(habitat)
                shown.setdefault(land.token[own[0]], own[0])
            if len(own) < len(habitat.carnivores):
                otters.append(habitat)
    for habitat in otters:
        own_kind = natives.get(habitat.terrain, [])
        if habitat.supported_carnivores > 1 or habitat not in own_kind or len(own_kind) > 1:
            if habitat in own_kind and habitat.supported_carnivores == 1:
                elsewhere = next(h for h in own_kind if h is not habitat)
                first = next(i for i in elsewhere.carnivores if land.token[i] != OTTER)
                shown[land.token[first]] = first
            shown[OTTER] = land.otters(habitat)[0]
            break
    names = ", ".join(TOKEN_NAMES[kind] for kind in TOKEN_NAMES if kind in shown)
    return len(shown) >= 6, list(shown.values()), f"{counted(len(shown), 'kind')} supported{f' ({names})' if names else ''}"


def two_carnivores(land: Landscape) -> Check:
    """J: a habitat with at least 2 supported carnivores, otters included."""
    best = max(land.habitats, key=lambda h: h.supported_carnivores, default=None)
    if best is None or not best.supported_carnivores:
        return False, [], "no supported carnivore in any habitat"
    return best.supported_carnivores >= 2, best.carnivores, f"the most in one habitat is {best.supported_carnivores}"


def three_of_a_kind(land: Landscape) -> Check:
    """K: a habitat with at least 3 supported fauna of one kind.

    Ruling: the player chooses which carnivores are supported, so as many of one kind as stand there and are fed.
    """
    most, squares, name = 0, list[int](), ""
    for habitat in land.habitats:
        otters = land.otters(habitat)
        own = [i for i in habitat.carnivores if i not in otters]
        for kind, supported in ((habitat.herbivores, HERBIVORE), (own, CARNIVORE), (otters, CARNIVORE)):
            fed = habitat.supported_herbivores if supported == HERBIVORE else habitat.supported_carnivores
            if min(len(kind), fed) > most:
                most, squares, name = min(len(kind), fed), kind, TOKEN_NAMES[land.token[kind[0]]]
    if not most:
        return False, [], "no supported fauna"
    return most >= 3, squares, f"the most of one kind in one habitat is {most} ({name})"


def two_pairs_of_herbivores(land: Landscape) -> Check:
    """L: at least 2 habitats with exactly 2 supported herbivores each."""
    found = [h for h in land.habitats if h.supported_herbivores == 2]
    text = f"{counted(len(found), 'habitat')} with exactly 2 supported herbivores"
    return len(found) >= 2, [i for h in found for i in h.herbivores], text


def _sizes(habitats: list[Habitat]) -> str:
    return " and ".join(f"{'an' if h.terrain == 'O' else 'a'} {TERRAIN_NAMES[h.terrain]} habitat of {counted(len(h.squares), 'square')}" for h in habitats)


CHECKS: dict[str, Callable[[Landscape], Check]] = {
    "A": straight_line,
    "B": two_large_habitats,
    "C": surrounded_square,
    "D": surrounded_pairs,
    "E": three_habitats_of_three,
    "F": five_habitats_of_one,
    "G": four_habitats_of_two,
    "H": habitat_of_five,
    "I": six_kinds,
    "J": two_carnivores,
    "K": three_of_a_kind,
    "L": two_pairs_of_herbivores,
}
"""Each card by its printed letter."""
