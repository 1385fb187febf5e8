"""Why a square scores what it scores: what it needs, what it supports, what would make it score more."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.games.rainforest_city import rulings
from scoring.games.rainforest_city.board import SHARED_GOAL, Board
from scoring.games.rainforest_city.landscape import HOUSE, Habitat, Landscape, fauna_points
from scoring.games.rainforest_city.objectives import check
from scoring.games.rainforest_city.pieces import HERBIVORE, HOMES, LEVELS, PLANT, TERRAIN_NAMES, TOKEN_NAMES
from scoring.games.rainforest_city.points import TITLES, houses, no_herbivore_left, no_plant_left
from scoring.games.rainforest_city.sheet import landscape
from scoring.games.rainforest_city.wild import Choice
from scoring.model import Cell
from scoring.words import counted


def explain(board: Board, player: int, cell: Cell) -> tuple[str, ...]:
    """Sentences about one square of a player's landscape, the rulings that decide it last.

    Any cell may be asked about, also one where nothing lies.
    """
    land, choice = landscape(board, player)
    inside = 0 <= cell[0] < land.rows and 0 <= cell[1] < land.columns
    i = land.number(cell) if inside else 0
    if not land.terrain[i]:
        return ("No card lies here.",)
    corners = board.settings.house_adjacency == "diagonal"
    scored = board.settings.variant not in SHARED_GOAL
    says: list[str] = []
    ruled: list[str] = []
    if choice and i in choice.terrains:
        says.append(_wild(land, choice, i))
        ruled.append(rulings.WILD_HOUSE)
    elif land.terrain[i] == HOUSE:
        says += _house(land, i, corners, scored)
        ruled.append(rulings.HOUSE_CORNERS if corners else rulings.HOUSE_SIDES)
    habitat = land.habitat_of.get(i)
    if land.token[i] and (habitat is None or land.is_misplaced(i)):
        ground = "a House" if habitat is None else TERRAIN_NAMES[habitat.terrain]
        says.append(f"The {TOKEN_NAMES[land.token[i]]} lies on {ground}, not on its own terrain: 0 points, and it supports nothing.")
        ruled.append(rulings.MISPLACED)
    elif land.token[i] and habitat is not None:
        says += _token(land, habitat, i, scored)
        if LEVELS[land.token[i]] > HERBIVORE:
            ruled.append(rulings.FED_HERBIVORE)
    if habitat is not None:
        says.append(_habitat(land, habitat))
        if scored and not land.token[i]:
            says += _room(land, habitat, i)
    if scored and land.token[i] and (near := _houses_beside(land, i, corners)):
        says.append(f"It stands beside {_places(land, near)} and costs {counted(len(near), 'point')} there.")
        ruled.append(rulings.HOUSE_CORNERS if corners else rulings.HOUSE_SIDES)
    says += _objectives(board, player, land, cell)
    return (*says, *[rulings.RULINGS[key] for key in dict.fromkeys(ruled)])


def _token(land: Landscape, habitat: Habitat, i: int, scored: bool) -> Iterator[str]:
    """What a token on its own terrain scores, what feeds it and whom it feeds, or what it lacks."""
    name, level = TITLES[land.token[i]], LEVELS[land.token[i]]
    chain = (habitat.plants, habitat.herbivores[: habitat.supported_herbivores], habitat.carnivores[: habitat.supported_carnivores])
    rank = (habitat.plants, habitat.herbivores, habitat.carnivores)[level - 1].index(i)
    points = (1, 2, 3)[level - 1]
    if level == PLANT:
        yield f"{name}: a plant on its own terrain{' scores 1' if scored else ''}."
    elif rank < len(chain[level - 1]):
        food = chain[level - 2][rank]
        yield f"{name}: supported by the {TOKEN_NAMES[land.token[food]]} at {land.place(food)}{f', so it scores {points}' if scored else ''}."
    else:
        reason = no_plant_left(habitat) if level == HERBIVORE else no_herbivore_left(habitat)
        yield f"{name}: {reason}{', so it scores 0' if scored else ''}."
        if scored:
            yield _remedy(habitat, f"this {TOKEN_NAMES[land.token[i]]}", level)
        return
    if level < 3:
        if rank < len(chain[level]):
            eater = chain[level][rank]
            yield f"It supports the {TOKEN_NAMES[land.token[eater]]} at {land.place(eater)}."
        else:
            yield f"It supports nobody yet: there is room for a {('herbivore', 'carnivore')[level - 1]} more in this habitat."


def _remedy(habitat: Habitat, eater: str, level: int) -> str:
    """What would feed this herbivore or carnivore, and what that brings to flora and fauna."""
    terrain = TERRAIN_NAMES[habitat.terrain]
    plants, herbivores, carnivores = len(habitat.plants), len(habitat.herbivores), len(habitat.carnivores)
    if level == HERBIVORE:
        more_plants, more_herbivores = 1, 0
    else:
        needed = habitat.supported_carnivores + 1
        more_plants, more_herbivores = max(0, needed - plants), max(0, needed - herbivores)
    gain = fauna_points(plants + more_plants, herbivores + more_herbivores, carnivores)
    gain -= fauna_points(plants, herbivores, carnivores)
    wanted = f"one {terrain} plant more" if more_plants else ""
    if more_herbivores:
        wanted += f"{' and ' if wanted else ''}one {terrain} herbivore more"
    itself = ", and 1 for the plant itself" if more_plants else ""
    return f"{wanted[0].upper()}{wanted[1:]} in this habitat would feed {eater}: +{gain} for fauna{itself}."


def _habitat(land: Landscape, habitat: Habitat) -> str:
    terrain = TERRAIN_NAMES[habitat.terrain]
    parts = [
        counted(len(habitat.plants), "plant"),
        f"{counted(len(habitat.herbivores), 'herbivore')} ({habitat.supported_herbivores} supported)",
        f"{counted(len(habitat.carnivores), 'carnivore')} ({habitat.supported_carnivores} supported)",
    ]
    return f"Its {terrain} habitat has {counted(len(habitat.squares), 'square')}, {parts[0]}, {parts[1]} and {parts[2]}."


def _room(land: Landscape, habitat: Habitat, i: int) -> Iterator[str]:
    """What the tokens that may lie on an empty square would bring to flora and fauna."""
    plants, herbivores, carnivores = len(habitat.plants), len(habitat.herbivores), len(habitat.carnivores)
    now = plants + fauna_points(plants, herbivores, carnivores)
    brings: dict[int, list[str]] = {}
    for token, name in TOKEN_NAMES.items():
        if habitat.terrain in HOMES[token]:
            p, h, c = (int(LEVELS[token] == level) for level in (1, 2, 3))
            gain = plants + p + fauna_points(plants + p, herbivores + h, carnivores + c) - now
            brings.setdefault(gain, []).append(name)
    best = max(brings)
    yield f"The most that a token could bring to this habitat: +{best} ({' or '.join(brings[best])})."


def _house(land: Landscape, i: int, corners: bool, scored: bool) -> Iterator[str]:
    if not scored:
        yield "A House: it is no terrain, joins no habitats and is no surrounding."
        return
    line = next(line for line in houses(land, corners).lines if line.cells[0] == land.cell(i))
    yield f"{line.text}: {line.points} in all."
    if len(line.cells) > 1:
        yield "Each token fewer beside it would bring 1."


def _wild(land: Landscape, choice: Choice, i: int) -> str:
    terrain = TERRAIN_NAMES[choice.terrains[i]]
    if i not in choice.free:
        return f"A House, wild in this variant: its {TOKEN_NAMES[land.token[i]]} makes it {terrain}."
    if i in choice.idle:
        return f"A House, wild in this variant: counted as {terrain}, and no other terrain would score more."
    return f"A House, wild in this variant: counted as {terrain}, because that makes the total highest."


def _houses_beside(land: Landscape, i: int, corners: bool) -> list[int]:
    houses_here = set(land.houses)
    return [j for j in (land.around(i) if corners else land.sides(i)) if j in houses_here]


def _places(land: Landscape, houses_there: list[int]) -> str:
    return " and ".join(f"the House at {land.place(j)}" for j in houses_there)


def _objectives(board: Board, player: int, land: Landscape, cell: Cell) -> Iterator[str]:
    for card in (*board.settings.objectives, *board.players[player].objectives):
        objective = check(card, land)._replace(earlier=card in board.players[player].met)
        if cell in objective.cells:
            yield f"It counts for objective {card} ({objective.verdict}): {objective.text}."
