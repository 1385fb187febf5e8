"""The 24 ecosystem cards: a table by printed number, each card its data and one small function.

A function gets the forest and its card and returns the card's lines; a card that brings nothing says why in a
line of 0 points. "Joined" is side to side; "touching" is side to side or at a corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scoring.games.hutan.components import ANIMAL_PLURALS, ANIMALS, COLOURS, DATA
from scoring.games.hutan.forest import Forest
from scoring.games.hutan.squares import (
    AROUND,
    BOARD_CELLS,
    BOARD_NAMES,
    BOARD_OF,
    CORNERS,
    EDGE,
    ROWS_AND_COLUMNS,
    joined,
    place,
    places,
)
from scoring.model import Cell, Line
from scoring.words import counted

Rule = Callable[[Forest, "Ecosystem"], list[Line]]


@dataclass(frozen=True)
class Ecosystem:
    """A card: `points` for each thing it counts; `bonus` more for the animal of `bonus_colour`."""

    number: int
    title: str
    text: str
    """What it scores, e.g. "6 points for each animal on an outer square; 4 more for each cassowary there"."""
    points: int
    rule: Rule
    colour: str = ""
    bonus: int = 0
    bonus_colour: str = ""
    ruling: str = ""

    @property
    def key(self) -> str:
        return f"ecosystem-{self.number}"

    def lines(self, forest: Forest) -> list[Line]:
        return self.rule(forest, self)


def _nothing(text: str, ruling: str = "") -> list[Line]:
    return [Line(0, (), text, ruling)]


def _each(number: int, noun: str, where: str, points: int) -> str:
    """"3 trees on outer squares (...), 2 each"; one thing needs no "each"."""
    return f"{counted(number, noun)} {where}" + (f", {points} each" if number > 1 else "")


def _with_bonus(forest: Forest, card: Ecosystem, cells: list[Cell], where: str, none: str) -> list[Line]:
    """A line for these animals, and one for those among them that bring the card's bonus."""
    if not cells:
        return _nothing(none)
    lines = [Line(card.points * len(cells), tuple(cells), _each(len(cells), "animal", where, card.points))]
    favoured = forest.of_colour(cells, card.bonus_colour) if card.bonus else []
    if favoured:
        names = counted(len(favoured), ANIMALS[card.bonus_colour], ANIMAL_PLURALS[card.bonus_colour])
        lines.append(Line(card.bonus * len(favoured), tuple(favoured), f"{names} among them, {card.bonus} more{' each' if len(favoured) > 1 else ''}"))
    return lines


def complete_areas(forest: Forest, card: Ecosystem) -> list[Line]:
    """Cards 1-5: each complete area of the card's colour."""
    colour = COLOURS[card.colour]
    return [
        Line(card.points, area.cells, f"Complete {colour} area: {area.where}")
        for area, its_colour in forest.complete
        if its_colour == card.colour
    ] or _nothing(f"No complete {colour} area")


def trees_of_a_colour(forest: Forest, card: Ecosystem) -> list[Line]:
    """Cards 6-10: each tree on a flower of the card's colour; an animal is no tree."""
    colour = COLOURS[card.colour]
    trees = forest.of_colour(forest.trees, card.colour)
    if not trees:
        return _nothing(f"No tree on a {colour} flower")
    return [Line(card.points * len(trees), tuple(trees), _each(len(trees), f"{colour} tree", f"({places(trees)})", card.points))]


def trees_on_the_edge(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 11: each tree on one of the 20 outer squares."""
    trees = [cell for cell in forest.trees if cell in EDGE]
    if not trees:
        return _nothing("No tree on an outer square", card.ruling)
    where = f"on outer squares ({places(trees)})"
    return [Line(card.points * len(trees), tuple(trees), _each(len(trees), "tree", where, card.points), card.ruling)]


def animals_on_the_edge(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 12: each animal on an outer square, more for a cassowary."""
    animals = [cell for cell in forest.animals if cell in EDGE]
    return _with_bonus(forest, card, animals, f"on outer squares ({places(animals)})", "No animal on an outer square")


def animals_in_small_areas(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 13: each animal in an area of 2 squares, in whatever state the area is."""
    return _animals_by_area(forest, card, (2,), "2 squares")


def animals_in_large_areas(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 14: each animal in an area of 4 or 5 squares, in whatever state the area is; more for a tiger."""
    return _animals_by_area(forest, card, (4, 5), "4 or 5 squares")


def _animals_by_area(forest: Forest, card: Ecosystem, sizes: tuple[int, ...], said: str) -> list[Line]:
    animals = [cell for cell in forest.animals if forest.layout.area_of[cell].size in sizes]
    return _with_bonus(
        forest, card, animals, f"in areas of {said} ({places(animals)})", f"No animal in an area of {said}"
    )


def largest_group(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 15: each tree of the largest group of trees joined side to side; an animal joins nothing."""
    if not forest.trees:
        return _nothing("No tree", card.ruling)
    group = joined(forest.trees)[0]
    text = _each(len(group), "tree", f"in the largest group ({places(group)})", card.points)
    return [Line(card.points * len(group), tuple(group), text, card.ruling)]


def groups_of_trees(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 16: each group of 3 or more trees joined side to side; an animal joins nothing."""
    return [
        Line(card.points, tuple(group), f"A group of {len(group)} trees: {places(group)}", card.ruling)
        for group in joined(forest.trees)
        if len(group) >= 3
    ] or _nothing("No group of 3 trees joined side to side", card.ruling)


def trees_by_the_water(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 17: every pair of a lake and a tree touching it; a tree between two lakes makes two pairs."""
    trees = frozenset(forest.trees)
    lines = []
    for lake in forest.layout.lakes:
        touching = sorted(trees.intersection(AROUND[lake]))
        if touching:
            text = _each(len(touching), "tree", f"touching the lake at {place(lake)}", card.points)
            lines.append(Line(card.points * len(touching), (lake, *touching), text, card.ruling))
    return lines or _nothing("No tree touches a lake", card.ruling)


def animals_by_the_water(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 18: every pair of a lake and an animal touching it, each pair more where it is a hornbill."""
    lakes = frozenset(forest.layout.lakes)
    return _pairs(forest, card, lakes, AROUND, "lake", "touching it", "No animal touches a lake")


def trees_at_the_corners(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 19: every pair of an animal and a tree at one of its corners, each pair more for a rhinoceros."""
    trees = frozenset(forest.trees)
    return _pairs(forest, card, trees, CORNERS, "tree", "at its corners", "No animal has a tree at a corner")


def _pairs(
    forest: Forest,
    card: Ecosystem,
    partners: frozenset[Cell],
    near: dict[Cell, tuple[Cell, ...]],
    noun: str,
    where: str,
    none: str,
) -> list[Line]:
    """A line an animal for the partners near it; the bonus counts for each pair of the favoured animal."""
    lines = []
    for animal in forest.animals:
        found = sorted(partners.intersection(near[animal]))
        if not found:
            continue
        colour = forest.colour(animal)
        each = card.points + (card.bonus if colour == card.bonus_colour else 0)
        text = f"The {ANIMALS[colour]} at {place(animal)}: {_each(len(found), noun, where, each)}"
        if each != card.points:
            text += f" ({card.points} and {card.bonus} more for a {ANIMALS[colour]})"
        lines.append(Line(each * len(found), (animal, *found), text, card.ruling))
    return lines or _nothing(none, card.ruling)


def different_animals(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 20: each different animal species."""
    lines = []
    for colour, name in ANIMALS.items():
        animals = forest.of_colour(forest.animals, colour)
        if animals:
            lines.append(Line(card.points, tuple(animals), f"The {name}: {places(animals)}"))
    return lines or _nothing("No animal")


def boards_with_an_animal(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 21: each of the four 3x3 boards with an animal."""
    lines = []
    for board, name in enumerate(BOARD_NAMES):
        animals = [cell for cell in forest.animals if BOARD_OF[cell] == board]
        if animals:
            lines.append(Line(card.points, tuple(animals), f"The {name} board has an animal ({places(animals)})"))
    return lines or _nothing("No board has an animal")


def boards_of_the_best_colour(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 22: each board with a complete area of one colour; the colour that brings most counts."""
    best = max(COLOURS, key=lambda colour: len({area.board for area, its in forest.complete if its == colour}))
    lines = []
    for board, name in enumerate(BOARD_NAMES):
        areas = [area for area, colour in forest.complete if colour == best and area.board == board]
        if areas:
            cells = tuple(cell for area in areas for cell in area.cells)
            text = f"The {name} board has a complete {COLOURS[best]} area ({COLOURS[best]} is the best colour)"
            lines.append(Line(card.points, cells, text, card.ruling))
    return lines or _nothing("No board has a complete area", card.ruling)


def grown_boards(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 23: each board with a tree, an animal or a lake on all nine squares; more for each orangutan there."""
    lines = []
    for board, name in enumerate(BOARD_NAMES):
        cells = BOARD_CELLS[board]
        if not forest.grown.issuperset(cells):
            continue
        lines.append(Line(card.points, cells, f"The {name} board is full of trees, animals and lakes", card.ruling))
        favoured = forest.of_colour([c for c in forest.animals if BOARD_OF[c] == board], card.bonus_colour)
        if favoured:
            names = counted(len(favoured), ANIMALS[card.bonus_colour])
            text = f"{names} on it ({places(favoured)}), {card.bonus} more{' each' if len(favoured) > 1 else ''}"
            lines.append(Line(card.bonus * len(favoured), tuple(favoured), text, card.ruling))
    return lines or _nothing("No board has a tree, an animal or a lake on every square", card.ruling)


def grown_rows_and_columns(forest: Forest, card: Ecosystem) -> list[Line]:
    """Card 24: each row and each column with a tree, an animal or a lake on all six squares."""
    return [
        Line(card.points, cells, f"{name.capitalize()} is full of trees, animals and lakes")
        for name, cells in ROWS_AND_COLUMNS
        if forest.grown.issuperset(cells)
    ] or _nothing("No row or column has a tree, an animal or a lake on all six squares")


_RULES: dict[int, tuple[Rule, str]] = {
    **dict.fromkeys(range(1, 6), (complete_areas, "")),
    **dict.fromkeys(range(6, 11), (trees_of_a_colour, "")),
    11: (trees_on_the_edge, "animal-no-tree"),
    12: (animals_on_the_edge, ""),
    13: (animals_in_small_areas, ""),
    14: (animals_in_large_areas, ""),
    15: (largest_group, "animal-no-tree"),
    16: (groups_of_trees, "animal-no-tree"),
    17: (trees_by_the_water, "pairs"),
    18: (animals_by_the_water, "pairs"),
    19: (trees_at_the_corners, "pairs"),
    20: (different_animals, ""),
    21: (boards_with_an_animal, ""),
    22: (boards_of_the_best_colour, "best-colour"),
    23: (grown_boards, "orangutans-on-grown-boards"),
    24: (grown_rows_and_columns, ""),
}
"""Printed number -> the card's rule and the key of the ruling that decides it."""


def _cards() -> Iterable[Ecosystem]:
    for number, (rule, ruling) in _RULES.items():
        data = DATA["ecosystems"][str(number)]
        text = f"{counted(data['points'], 'point')} for {data['for']}"
        if "bonus" in data:
            text += f"; {data['bonus_for']}"
        yield Ecosystem(
            number,
            data["title"],
            text,
            data["points"],
            rule,
            data.get("colour", ""),
            data.get("bonus", 0),
            data.get("bonus_colour", ""),
            ruling,
        )


ECOSYSTEMS: dict[int, Ecosystem] = {card.number: card for card in _cards()}
