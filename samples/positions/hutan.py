"""Hutan forests as a game may leave them: joined side to side, animals only where trees have drawn them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from samples.positions.chance import Chance, below, likely, pick, shuffled, weighted
from scoring.games.hutan.board import LayoutChoice
from scoring.games.hutan.components import ANIMAL, COLOURS, FACES, SCENARIOS, TREE, animals_in_box
from scoring.games.hutan.ecosystems import ECOSYSTEMS
from scoring.games.hutan.layout import ICONS, Layout
from scoring.games.hutan.squares import joined
from scoring.model import Cell

NAMES = ("Nurul", "Aiman", "Mei", "Ravi")
MOST_CARD_FLOWERS = 54
"""18 turns of at most three flowers; each animal brings at most four more."""

_PLANS = {
    1: {"complete": 6.0, "unfinished": 2.0, "mixed": 1.5, "empty": 1.5},
    2: {"complete": 7.0, "unfinished": 1.5, "mixed": 1.5, "empty": 1.0},
    3: {"complete": 8.0, "unfinished": 1.5, "mixed": 1.5, "empty": 0.5},
}
_TREES = {1: 0.35, 2: 0.5, 3: 0.6}
_PERFECT = {1: 0.3, 2: 0.4, 3: 0.45}


def generate(
    rng: Chance,
    level: int = 1,
    *,
    players: int = 1,
    layout: str | dict[str, Any] | None = None,
    ecosystems: Sequence[int] | None = None,
) -> dict[str, Any]:
    """A legal board file. Level 1: the first game; 2: four boards as they fall; 3: a scenario, or boards and five cards.

    `layout` and `ecosystems` (as in a board file) replace what the level would choose.
    """
    settings = _settings(rng, level, layout, ecosystems)
    table = LayoutChoice.model_validate(settings["layout"]).table()
    left = Counter(dict.fromkeys(COLOURS, animals_in_box(players)))
    grids = [_forest(rng, level, table, left) for _ in range(players)]
    return {
        "format": 1,
        "game": "hutan",
        "settings": settings,
        "players": [{"name": name, "grid": grid} for name, grid in zip(NAMES, grids, strict=False)],
    }


def random_boards(rng: Chance) -> list[dict[str, str]]:
    """One board of each colour in any order, each with either face up and turned any way."""
    colours = shuffled(rng, sorted({face.partition("-")[0] for face in FACES}))
    return [{"face": f"{colour}-{pick(rng, ('circle', 'square'))}", "icon": pick(rng, ICONS)} for colour in colours]


def _settings(
    rng: Chance, level: int, layout: str | dict[str, Any] | None, ecosystems: Sequence[int] | None
) -> dict[str, Any]:
    if layout is None:
        if level == 1:
            layout = "first-game"
        elif level == 3 and ecosystems is None and likely(rng, 0.3):
            layout = pick(rng, sorted(SCENARIOS))
        else:
            layout = {"boards": random_boards(rng)}
    if ecosystems is None and level == 3 and not (isinstance(layout, str) and layout in SCENARIOS):
        ecosystems = sorted(shuffled(rng, sorted(ECOSYSTEMS))[:5])
    return {"layout": layout, **({"ecosystems": list(ecosystems)} if ecosystems else {})}


def _forest(rng: Chance, level: int, table: Layout, left: Counter[str]) -> list[list[str]]:
    """A 6x6 grid; `left` says how many animals of each colour the box still has, and is drawn from."""
    flowers = _joined_part(_flowers(rng, level, table))
    squares = {cell: colour + (TREE if likely(rng, _TREES[level]) else "") for cell, colour in flowers.items()}
    animals: list[Cell] = []
    for area in shuffled(rng, table.areas):
        colours = {flowers.get(cell, "") for cell in area.cells}
        colour = min(colours)
        if len(colours) > 1 or not colour or not likely(rng, _PERFECT[level]):
            continue
        squares.update((cell, colour + TREE) for cell in area.cells)
        if left[colour] and likely(rng, 0.85):
            left[colour] -= 1
            animals.append(pick(rng, area.cells))
            squares[animals[-1]] = colour + ANIMAL
    _thin(rng, table, squares, MOST_CARD_FLOWERS + 4 * len(animals))
    grid = [[""] * 6 for _ in range(6)]
    for (r, c), square in squares.items():
        grid[r][c] = square
    return grid


def _flowers(rng: Chance, level: int, table: Layout) -> dict[Cell, str]:
    """A colour for every square that is to have a flower, area by area."""
    favourite = shuffled(rng, list(COLOURS))[:3]
    flowers: dict[Cell, str] = {}
    for area in table.areas:
        plan = weighted(rng, _PLANS[level])
        colour = pick(rng, favourite if likely(rng, 0.7) else list(COLOURS))
        if plan == "empty":
            continue
        colours = dict.fromkeys(area.cells, colour)
        if plan == "mixed" or (plan == "unfinished" and likely(rng, 0.25)):
            colours[pick(rng, area.cells)] = pick(rng, [other for other in COLOURS if other != colour])
        if plan == "unfinished":
            for cell in shuffled(rng, area.cells)[: 1 + below(rng, area.size - 1)]:
                del colours[cell]
        flowers.update(colours)
    return flowers


def _joined_part(flowers: dict[Cell, str]) -> dict[Cell, str]:
    """The largest group of squares joined side to side; the rest never grew."""
    return {cell: flowers[cell] for group in joined(flowers)[:1] for cell in group}


def _thin(rng: Chance, table: Layout, squares: dict[Cell, str], most: int) -> None:
    """Take trees down to flowers, where no animal needs them, until this many flowers make the forest."""
    with_animal = {other for cell, square in squares.items() if square[1:] == ANIMAL for other in table.area_of[cell].cells}
    trees = [cell for cell in squares if squares[cell][1:] == TREE and cell not in with_animal]
    used = sum(min(len(square), 2) for square in squares.values())
    for cell in shuffled(rng, trees)[: max(0, used - most)]:
        squares[cell] = squares[cell][0]
