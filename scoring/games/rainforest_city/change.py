"""What if: the one change to a landscape that would bring most."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.boardfile import load_board
from scoring.games.rainforest_city.board import SHARED_GOAL, Board
from scoring.games.rainforest_city.landscape import Habitat, Landscape, fauna_points
from scoring.games.rainforest_city.pieces import HABITAT_TERRAINS, HOMES, LEVELS, TOKEN_NAMES
from scoring.games.rainforest_city.points import points_on_board
from scoring.games.rainforest_city.sheet import score
from scoring.games.rainforest_city.wild import choose
from scoring.registry import Change


class Step(NamedTuple):
    """One token put on a square, taken from one, or both (moved). Squares by number."""

    token: str
    off: int | None
    on: int | None


def best_change(board: Board, player: int) -> tuple[Change, int] | None:
    """The best of: one token more, one token fewer, one token moved; with the points that scoring it brings.

    A token goes to an empty square of its own terrain only (introductory: or to a House). None if nothing brings a
    point, and in the variants without points.
    """
    settings = board.settings
    if settings.variant in SHARED_GOAL:
        return None
    land = Landscape(board.players[player].grid)
    if settings.variant == "introductory":
        step = _best_with_wild_houses(board.players[player].grid, land)
    else:
        step = _best_step(land, settings.house_adjacency == "diagonal")
    if step is None:
        return None
    document = board.to_dict()
    _apply(document["players"][player]["grid"], land, step)
    changed = load_board(document)
    before, after = score(board).players[player], score(changed).players[player]  # type: ignore[arg-type]
    gain = (after.total or 0) - (before.total or 0)
    if gain <= 0:
        return None
    parts = [
        f"{new.label} {new.points - old.points:+d}"
        for old, new in zip(before.categories, after.categories, strict=True)
        if new.points != old.points
    ]
    squares = [i for i in (step.off, step.on) if i is not None]
    return Change(f"{_told(land, step)}: {', '.join(parts)}", land.cells(squares), changed), gain


def _told(land: Landscape, step: Step) -> str:
    name = TOKEN_NAMES[step.token]
    if step.off is None and step.on is not None:
        return f"One {name} more, at {land.place(step.on)}"
    if step.on is None and step.off is not None:
        return f"The {name} at {land.place(step.off)} taken away"
    assert step.off is not None
    assert step.on is not None
    return f"The {name} at {land.place(step.off)} moved to {land.place(step.on)}"


def _apply(grid: list[list[str]], land: Landscape, step: Step) -> None:
    if step.off is not None:
        r, c = land.cell(step.off)
        grid[r][c] = land.terrain[step.off]
    if step.on is not None:
        r, c = land.cell(step.on)
        grid[r][c] = f"{land.terrain[step.on]}:{step.token}"


# ------------------------------------------------------------------------------- Houses that score

def _best_step(land: Landscape, corners: bool) -> Step | None:
    """The best step where Houses score.

    Squares of one habitat differ only in the Houses beside them, so the least crowded free square of each habitat
    stands for all of them.
    """
    crowded = [0] * len(land.terrain)
    for i in land.houses:
        for j in land.around(i) if corners else land.sides(i):
            crowded[j] += 1
    roomy = [(h, min(free, key=crowded.__getitem__)) for h in land.habitats if (free := _free(land, h))]
    best: tuple[int, Step] | None = None
    for gain, step in (*_more(roomy, crowded), *_moved_or_fewer(land, roomy, crowded)):
        if gain > (best[0] if best else 0):
            best = gain, step
    return best[1] if best else None


def _free(land: Landscape, habitat: Habitat) -> list[int]:
    return [i for i in habitat.squares if not land.token[i]]


def _with(habitat: Habitat, token: str, change: int) -> int:
    """What one token more (1) or fewer (-1) changes in a habitat's flora and fauna."""
    counts = [len(habitat.plants), len(habitat.herbivores), len(habitat.carnivores)]
    before = counts[0] + fauna_points(*counts)
    counts[LEVELS[token] - 1] += change
    return counts[0] + fauna_points(*counts) - before


def _more(roomy: list[tuple[Habitat, int]], crowded: list[int]) -> Iterator[tuple[int, Step]]:
    for habitat, square in roomy:
        for token in TOKEN_NAMES:
            if habitat.terrain in HOMES[token]:
                yield _with(habitat, token, 1) - crowded[square], Step(token, None, square)


def _moved_or_fewer(
    land: Landscape, roomy: list[tuple[Habitat, int]], crowded: list[int]
) -> Iterator[tuple[int, Step]]:
    """A token goes best to the habitat that gains most, of all but its own, or to another square of its own."""
    two_best = {token: _two_best(roomy, crowded, token) for token in TOKEN_NAMES}
    index_of = {id(habitat): n for n, (habitat, _) in enumerate(roomy)}
    for i in land.tokens:
        token = land.token[i]
        home = None if land.is_misplaced(i) else land.habitat_of[i]
        leaves = _with(home, token, -1) if home else 0
        yield leaves + crowded[i], Step(token, i, None)
        own = index_of.get(id(home))
        goals = [n for n in two_best[token] if n != own][:1] + ([own] if own is not None else [])
        for n in sorted(goals):
            habitat, square = roomy[n]
            change = 0 if n == own else leaves + _with(habitat, token, 1)
            yield change + crowded[i] - crowded[square], Step(token, i, square)


def _two_best(roomy: list[tuple[Habitat, int]], crowded: list[int], token: str) -> list[int]:
    """The places in `roomy` that gain most by this token, best first."""
    gains = [(n, _with(h, token, 1) - crowded[square]) for n, (h, square) in enumerate(roomy) if h.terrain in HOMES[token]]
    return [n for n, _ in heapq.nsmallest(2, gains, key=lambda entry: -entry[1])]


# ---------------------------------------------------------------------------------- wild Houses

MOST_BY_LEVEL = (0, 6, 5, 3)
"""What one token more can bring at most: a plant 1 + 2 + 3, a herbivore 2 + 3, a carnivore 3."""


def _best_with_wild_houses(grid: Sequence[Sequence[str]], land: Landscape) -> Step | None:
    """The best step in the introductory variant, where Houses score 0.

    Without Houses to keep clear of, a token fewer never brings a point, save one that stands on a House and keeps it
    from being of another terrain; so a token moved never brings more than the same token added, save from a House.
    Each step is tried with the wild Houses chosen anew.
    """
    ground = {i: HOMES[land.token[i]] for i in land.houses if len(HOMES.get(land.token[i], "")) == 1}
    parts = Landscape(grid, ground).habitats
    places = [(free[0], habitat.terrain) for habitat in parts if (free := _free(land, habitat))]
    places += [(i, HABITAT_TERRAINS) for i in land.houses if not land.token[i]]
    before = _total([list(row) for row in grid])

    def gain(step: Step) -> int:
        changed = [list(row) for row in grid]
        _apply(changed, land, step)
        return _total(changed) - before

    best: tuple[int, Step | None] = (0, None)
    for token in sorted(TOKEN_NAMES, key=LEVELS.__getitem__):
        for square, terrains in places:
            if best[0] >= MOST_BY_LEVEL[LEVELS[token]]:
                break
            if any(terrain in HOMES[token] for terrain in terrains):
                step = Step(token, None, square)
                if (points := gain(step)) > best[0]:
                    best = points, step
    for step in _off_houses(land, places):
        if (points := gain(step)) > best[0]:
            best = points, step
    return best[1]


def _off_houses(land: Landscape, places: Sequence[tuple[int, str]]) -> Iterator[Step]:
    """Each token that stands on a House taken away, or moved to one of the places."""
    for house in land.houses:
        if token := land.token[house]:
            yield Step(token, house, None)
            for square, terrains in places:
                if any(terrain in HOMES[token] for terrain in terrains):
                    yield Step(token, house, square)


def _total(grid: list[list[str]]) -> int:
    land = Landscape(grid)
    if land.houses:
        land = Landscape(grid, choose(land).terrains)
    return points_on_board(land, corners=False, houses=False)
