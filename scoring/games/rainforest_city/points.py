"""The four categories of points, each line with its reason."""

from __future__ import annotations

from scoring.games.rainforest_city import rulings
from scoring.games.rainforest_city.landscape import HOUSE, Habitat, Landscape, fauna_points
from scoring.games.rainforest_city.pieces import LEVELS, PLANT, TERRAIN_NAMES, TOKEN_NAMES
from scoring.games.rainforest_city.wild import Choice
from scoring.model import Category, Line
from scoring.words import counted

HOUSE_POINTS = 3
HERBIVORE_POINTS = 2
CARNIVORE_POINTS = 3

TITLES = {token: name[0].upper() + name[1:] for token, name in TOKEN_NAMES.items()}
"""Names as they begin a sentence."""


def points_on_board(land: Landscape, corners: bool, houses: bool) -> int:
    """Flora, fauna and Houses together, without the lines: for trying out many boards."""
    points = 0
    for habitat in land.habitats:
        plants = len(habitat.plants)
        points += plants + fauna_points(plants, len(habitat.herbivores), len(habitat.carnivores))
    if houses:
        token = land.token
        for i in land.houses:
            points += HOUSE_POINTS - sum(token[j] != "" for j in (land.around(i) if corners else land.sides(i)))
    return points


def flora(land: Landscape) -> Category:
    """Each plant on its own terrain scores 1.

    Ruling: a plant on another terrain or on a House scores 0.
    """
    lines = []
    place, cell, token = land.place, land.cell, land.token
    for habitat in land.habitats:
        for i in habitat.plants:
            lines.append(Line(1, (cell(i),), f"{TITLES[token[i]]} at {place(i)}: a plant on its own terrain"))
    lines += [_misplaced(land, i) for i in land.misplaced if LEVELS[token[i]] == PLANT]
    return Category("flora", "Flora", tuple(lines))


def fauna(land: Landscape) -> Category:
    """Each supported herbivore scores 2, each supported carnivore 3.

    Ruling: in each habitat with P plants, H herbivores and C carnivores (otters included) min(P, H) herbivores are
    supported and min(C, min(P, H)) carnivores, since each token supports one other and a carnivore's herbivore
    must itself be supported. Fauna on another terrain or on a House scores 0 and supports nothing.
    """
    lines: list[Line] = []
    for habitat in land.habitats:
        if habitat.herbivores:
            lines += _herbivores(land, habitat)
        if habitat.carnivores:
            lines += _carnivores(land, habitat)
    lines += [_misplaced(land, i) for i in land.misplaced if LEVELS[land.token[i]] != PLANT]
    return Category("fauna", "Fauna", tuple(lines))


def _herbivores(land: Landscape, habitat: Habitat) -> list[Line]:
    place, cell, token = land.place, land.cell, land.token
    lines = [
        Line(
            HERBIVORE_POINTS,
            (cell(eater), cell(plant)),
            f"{TITLES[token[eater]]} at {place(eater)}: fed by the {TOKEN_NAMES[token[plant]]} at {place(plant)}",
        )
        for eater, plant in zip(habitat.herbivores, habitat.plants, strict=False)
    ]
    for i in habitat.herbivores[len(lines) :]:
        lines.append(Line(0, (cell(i),), f"{TITLES[token[i]]} at {place(i)}: {no_plant_left(habitat)}"))
    return lines


def _carnivores(land: Landscape, habitat: Habitat) -> list[Line]:
    place, cell, token = land.place, land.cell, land.token
    lines = [
        Line(
            CARNIVORE_POINTS,
            (cell(eater), cell(prey)),
            f"{TITLES[token[eater]]} at {place(eater)}: fed by the {TOKEN_NAMES[token[prey]]} at {place(prey)}, itself supported",
        )
        for eater, prey in zip(habitat.carnivores, habitat.herbivores[: habitat.supported_herbivores], strict=False)
    ]
    for i in habitat.carnivores[len(lines) :]:
        text = f"{TITLES[token[i]]} at {place(i)}: {no_herbivore_left(habitat)}"
        lines.append(Line(0, (cell(i),), text, rulings.FED_HERBIVORE))
    return lines


def no_plant_left(habitat: Habitat) -> str:
    """Why a herbivore of this habitat goes without."""
    terrain, plants = TERRAIN_NAMES[habitat.terrain], len(habitat.plants)
    if not plants:
        return f"no {terrain} plant left to support it (its habitat has none)"
    return f"no {terrain} plant left to support it ({counted(plants, 'plant')} for {counted(len(habitat.herbivores), 'herbivore')})"


def no_herbivore_left(habitat: Habitat) -> str:
    """Why a carnivore of this habitat goes without."""
    terrain, herbivores, fed = TERRAIN_NAMES[habitat.terrain], len(habitat.herbivores), habitat.supported_herbivores
    if not herbivores:
        why = "its habitat has none"
    elif not fed:
        why = f"without a plant no {terrain} herbivore is supported"
    else:
        why = f"{counted(fed, 'supported herbivore')} for {counted(len(habitat.carnivores), 'carnivore')}"
    return f"no {'supported ' if herbivores else ''}{terrain} herbivore left to support it ({why})"


def _misplaced(land: Landscape, i: int) -> Line:
    token = land.token[i]
    ground = "on a House" if land.terrain[i] == HOUSE else f"on {TERRAIN_NAMES[land.terrain[i]]}, not its terrain"
    text = f"{TITLES[token]} at {land.place(i)}: it lies {ground}, so it scores nothing and supports nothing"
    return Line(0, (land.cell(i),), text, rulings.MISPLACED)


def houses(land: Landscape, corners: bool) -> Category:
    """Each House scores 3, less 1 for each token beside it, supported or not.

    Ruling: beside means sharing a side (the rulebook says "including diagonals" where it means them); with
    `corners`, a rule of some tables, the eight squares around count. A House can go below 0. A token beside two
    Houses costs both. A misplaced token counts, but a token on a House does not count for that House itself.
    """
    lines = []
    token, place, cell = land.token, land.place, land.cell
    ruling = rulings.HOUSE_CORNERS if corners else rulings.HOUSE_SIDES
    for i in land.houses:
        beside = [j for j in (land.around(i) if corners else land.sides(i)) if token[j]]
        if beside:
            names = ", ".join([f"{TOKEN_NAMES[token[j]]} at {place(j)}" for j in beside])
            reason = f"3 less {counted(len(beside), 'token')} beside it ({names})"
        else:
            reason = "3, no token beside it"
        note = "corners count too by the table rule" if corners else "beside means sharing a side"
        text = f"House at {place(i)}: {reason}; {note}"
        lines.append(Line(HOUSE_POINTS - len(beside), (cell(i), *[cell(j) for j in beside]), text, ruling))
    return Category("houses", "Houses", tuple(lines))


def wild_houses(land: Landscape, choice: Choice) -> Category:
    """Introductory: Houses score 0; the lines say which terrain each is.

    Ruling: a wild square with a native token is that token's terrain; with an otter or empty it is, square by square,
    whichever terrain makes the total highest.
    """
    lines = []
    for i, terrain in choice.terrains.items():
        if i in choice.idle:
            why = "no terrain would score more here"
        elif i in choice.free:
            why = "chosen because it makes the total highest"
        else:
            why = f"the terrain of its {TOKEN_NAMES[land.token[i]]}"
        text = f"House at {land.place(i)}: wild, counted as {TERRAIN_NAMES[terrain]} ({why})"
        lines.append(Line(0, (land.cell(i),), text, rulings.WILD_HOUSE))
    return Category("houses", "Houses", tuple(lines))


def compost(tokens: int) -> Category:
    """Each token in the Compost Heap costs 1."""
    lines = (Line(-tokens, (), f"{counted(tokens, 'token')} in the Compost Heap, -1 each"),) if tokens else ()
    return Category("compost", "Compost Heap", lines)
