"""Hutan's own scoring: areas, animals and trees of one forest, and what in it breaks a rule of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from scoring.boardfile import listed
from scoring.games.hutan.components import ANIMAL_PLURALS, ANIMALS, COLOURS, TREE
from scoring.games.hutan.ecosystems import Ecosystem
from scoring.games.hutan.forest import Forest
from scoring.games.hutan.squares import joined, place, places
from scoring.model import Category, Cell, Line, Warning
from scoring.words import counted

TREE_POINTS = 2

RULINGS: Mapping[str, str] = {
    "unfinished-any-colour": "An area with flowers and an empty square costs its area score, whatever the colours of "
    "its flowers. It is unfinished, never mixed as well.",
    "animal-anywhere": "Every animal scores the animal value of its area wherever it stands: also a second one in an "
    "area, and one in an area that is not complete. Both are against the rules of play and warn.",
    "animal-no-tree": "An animal is no tree: it does not score as one, and it joins no group of trees.",
    "pairs": "Every pair counts: a tree that touches two lakes scores twice, and so does a lake with two animals. "
    "Corners touch too.",
    "best-colour": "The colour of this card is chosen at the end, so it is the one that brings most.",
    "orangutans-on-grown-boards": "Only orangutans on a board that is full of trees, animals and lakes bring the extra "
    "points.",
    "tie-shared": "Players with equally many points share the rank and the victory.",
}


def categories(forest: Forest, cards: Iterable[Ecosystem]) -> tuple[Category, ...]:
    """The five categories of every game, then one for each ecosystem card in play."""
    return (
        Category("completed-areas", "Complete areas", tuple(completed_areas(forest))),
        Category("unfinished-areas", "Unfinished areas", tuple(unfinished_areas(forest))),
        Category("mixed-areas", "Mixed areas", tuple(mixed_areas(forest))),
        Category("animals", "Animals", tuple(animals(forest))),
        Category("trees", "Trees", tuple(trees(forest))),
        *(Category(card.key, f"{card.number}. {card.title}", tuple(card.lines(forest))) for card in cards),
    )


def completed_areas(forest: Forest) -> list[Line]:
    """A flower on every square, all of one colour: plus the area score."""
    return [
        Line(area.value, area.cells, f"Complete: {area.size} {COLOURS[colour]} squares ({area.where})")
        for area, colour in forest.complete
    ]


def unfinished_areas(forest: Forest) -> list[Line]:
    """Some squares filled, some empty: minus the area score, whatever its colours."""
    lines = []
    for area, state in forest.states.items():
        if state == "unfinished":
            empty = [cell for cell in area.cells if cell not in forest.squares]
            text = f"Unfinished: {len(empty)} of {area.size} squares empty ({area.where})"
            lines.append(Line(-area.value, area.cells, text, "unfinished-any-colour"))
    return lines


def mixed_areas(forest: Forest) -> list[Line]:
    """Full, but of more than one colour: minus the area score."""
    lines = []
    for area, state in forest.states.items():
        if state == "mixed":
            present = {forest.colour(cell) for cell in area.cells}
            names = listed((name for colour, name in COLOURS.items() if colour in present), "and")
            lines.append(Line(-area.value, area.cells, f"Mixed: {names} in one area ({area.where})"))
    return lines


def animals(forest: Forest) -> list[Line]:
    """Every animal: the animal value of its area."""
    lines = []
    for cell in forest.animals:
        area = forest.layout.area_of[cell]
        name = ANIMALS[forest.colour(cell)].capitalize()
        lines.append(
            Line(
                area.animal_value,
                (cell,),
                f"{name} at {place(cell)}, in an area of {area.size} squares",
                "" if forest.states[area] == "complete" else "animal-anywhere",
            )
        )
    return lines


def trees(forest: Forest) -> list[Line]:
    """Every tree: 2 points; an animal is no tree."""
    lines = []
    for colour, name in COLOURS.items():
        cells = forest.of_colour(forest.trees, colour)
        if cells:
            text = f"{counted(len(cells), f'{name} tree')}, {TREE_POINTS} points for each tree ({places(cells)})"
            lines.append(Line(TREE_POINTS * len(cells), tuple(cells), text))
    return lines


def warnings(forest: Forest) -> list[Warning]:
    """What can't come about by the rules of play: misplaced animals, a forest in pieces."""
    found: list[Warning] = []
    for area in forest.layout.areas:
        here = [cell for cell in forest.animals if cell in area.cells]
        if here:
            found.extend(_animal_warnings(forest, area.cells, area.where, here))
    pieces = joined(forest.squares)
    if len(pieces) > 1:
        apart = tuple(cell for piece in pieces[1:] for cell in piece)
        text = (
            f"The forest is in {len(pieces)} pieces: everything must join side to side "
            f"({places(apart)} {'lies' if len(apart) == 1 else 'lie'} apart)"
        )
        found.append(Warning("forest-apart", text, apart))
    return found


def _animal_warnings(forest: Forest, cells: tuple[Cell, ...], where: str, here: list[Cell]) -> Iterable[Warning]:
    if len(here) > 1:
        yield Warning("two-animals", f"{len(here)} animals stand in one area ({where}): an area has one", tuple(here))
    state = forest.state(forest.layout.area_of[here[0]])
    if state != "complete":
        text = f"An animal stands in an area that is {state} ({where}): animals come to complete areas"
        yield Warning("animal-not-complete", text, tuple(here))
        return
    bare = [cell for cell in cells if cell not in here and forest.squares[cell][1:] != TREE]
    if bare:
        text = f"An animal stands in an area without a tree on every other square (none at {places(bare)})"
        yield Warning("animal-without-trees", text, (*here, *bare))


def supply_warnings(forests: list[Forest], in_box: int) -> list[list[Warning]]:
    """For each forest, a warning a colour of which the whole table has more animals than the box."""
    used = Counter(forest.colour(cell) for forest in forests for cell in forest.animals)
    found: list[list[Warning]] = [[] for _ in forests]
    for colour, number in used.items():
        if number <= in_box:
            continue
        text = f"{number} {ANIMAL_PLURALS[colour]} are on the table: the box has {in_box} for this many players"
        for forest, its_warnings in zip(forests, found, strict=True):
            cells = forest.of_colour(forest.animals, colour)
            if cells:
                its_warnings.append(Warning("animals-beyond-box", text, tuple(cells)))
    return found
