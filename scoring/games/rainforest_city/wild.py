"""Introductory variant: which terrain each wild House is, so that the total is highest.

Exact, without trying every combination:

1. A House with a native token is that token's terrain. The others are free.
2. Joining habitats never loses points (support only grows when two habitats become one). So a terrain is an option
   for a free square only where joining everything that it could possibly join would gain something, and a square
   left with one option takes it. This settles nearly every square of a real landscape.
3. What is left falls into independent problems: free squares that no habitat in common can reach.
4. Each is solved square by square. Two partial choices that join the same still open habitats into groups with the
   same tokens have the same future, so only the better one is kept.

Step 4 can grow without limit on boards that no game produces (hundreds of Houses side by side). It then goes on with
upper bounds, and as a last resort with the most promising partial choices only; `Choice.proven` is False if the
result could not be shown to be the highest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from scoring.games.rainforest_city.landscape import Landscape, fauna_points
from scoring.games.rainforest_city.pieces import HABITAT_TERRAINS, HOMES, LEVELS, OTTER

FREE_WORK = 40_000
"""Steps of work without upper bounds, a board; a step is about a microsecond."""

BOUNDED_WORK = 500_000
"""Steps of work with upper bounds after that, a board."""

LEAST_WORK = 1_000
"""Steps of work that each problem may take, however many problems a board has."""

BEAM_WORK = 100_000
"""Steps of work for a good choice where the best is out of reach, a problem."""

Counts = tuple[int, int, int]
"""Plants, herbivores, carnivores."""

Group = tuple[tuple[int, ...], str, int, int, int]
"""Open parts of one habitat in the making, its terrain, plants, herbivores and carnivores."""


class Choice(NamedTuple):
    """The terrain of every House.

    `free` are those that could be any terrain, `idle` those of them where no terrain would score more than another.
    `proven` says that no choice scores more.
    """

    terrains: dict[int, str]
    free: set[int]
    idle: set[int]
    proven: bool


def choose(land: Landscape) -> Choice:
    """The best terrains for the Houses of a landscape (whose squares still say House).

    Ruling: a wild square with a native token is that token's terrain; with an otter or empty it is, square by square,
    whichever terrain makes the total highest, so it can join two habitats.
    """
    terrains: dict[int, str] = {}
    free: set[int] = set()
    for i in land.houses:
        token = land.token[i]
        if token and token != OTTER:
            terrains[i] = HOMES[token]
        else:
            free.add(i)
            terrains[i] = HABITAT_TERRAINS[0]
    if not free:
        return Choice(terrains, free, set(), True)
    puzzle = _Puzzle(land, terrains, free)
    puzzle.settle()
    budget = _Budget(FREE_WORK, BOUNDED_WORK)
    for squares in sorted(puzzle.problems(), key=len):
        terrains.update(_solve(puzzle, squares, budget))
    terrains.update(puzzle.settled)
    idle = free - puzzle.settled.keys() - puzzle.options.keys()
    for i in sorted(idle):
        terrains[i] = _like_neighbours(land, terrains, i)
    return Choice(terrains, free, idle, budget.proven)


def _like_neighbours(land: Landscape, terrains: dict[int, str], i: int) -> str:
    """For a square whose terrain changes nothing: the commonest terrain beside it."""
    beside = [terrains.get(j, land.terrain[j]) for j in land.sides(i)]
    return max(HABITAT_TERRAINS, key=beside.count)


class _Puzzle:
    """Free squares, their options, and the habitats ("parts") that they can join."""

    def __init__(self, land: Landscape, fixed: dict[int, str], free: set[int]) -> None:
        ground = land.terrain.copy()
        for i, terrain in fixed.items():
            ground[i] = "" if i in free else terrain
        self.stride = land.stride
        self.otter = {i for i in free if land.token[i] == OTTER}
        self.counts: list[Counts] = []
        part_at = _parts(land, ground, self.counts)
        self.joined: list[int] = list(range(len(self.counts)))
        self.options: dict[int, str] = {}
        self.settled: dict[int, str] = {}
        self.near: dict[int, dict[str, list[int]]] = {}
        self.free_near: dict[int, list[int]] = {}
        for i in sorted(free):
            near: dict[str, list[int]] = {}
            for j in land.sides(i):
                if ground[j]:
                    near.setdefault(ground[j], []).append(part_at[j])
            self.near[i] = near
            self.free_near[i] = [j for j in land.sides(i) if j in free]
            self.options[i] = HABITAT_TERRAINS

    def part(self, p: int) -> int:
        """The part that p has been joined into."""
        joined = self.joined
        while joined[p] != p:
            joined[p] = joined[joined[p]]
            p = joined[p]
        return p

    def parts_near(self, i: int, terrain: str) -> list[int]:
        near = self.near[i].get(terrain)
        return list(dict.fromkeys(map(self.part, near))) if near else []

    def settle(self) -> None:
        """Strike out options that gain nothing and settle squares with a single one, until nothing changes."""
        changed = True
        while changed:
            changed = False
            for terrain in HABITAT_TERRAINS:
                changed |= self._strike(terrain)
            for i in [i for i, options in self.options.items() if len(options) < 2]:
                terrain = self.options.pop(i)
                if terrain:
                    self._make(i, terrain)
                changed = True

    def _make(self, i: int, terrain: str) -> None:
        """Settle the free square i as this terrain and join what lies beside it."""
        new = len(self.counts)
        self.joined.append(new)
        self.counts.append((0, 0, int(i in self.otter)))
        for p in self.parts_near(i, terrain):
            self.joined[p] = new
            self.counts[new] = _sum([self.counts[new], self.counts[p]])
        for j in self.free_near[i]:
            self.near[j].setdefault(terrain, []).append(new)
        self.settled[i] = terrain

    def links(self, terrain: str, squares: Iterable[int]) -> dict[int, list[int]]:
        """The free squares with this option and the parts beside them (as -1 - part), each with its neighbours."""
        links: dict[int, list[int]] = {}
        for i in squares:
            if terrain in self.options[i]:
                links[i] = mine = [j for j in self.free_near[i] if terrain in self.options.get(j, "")]
                for p in self.parts_near(i, terrain):
                    mine.append(-1 - p)
                    links.setdefault(-1 - p, []).append(i)
        return links

    def content(self, node: int) -> Counts:
        return self.counts[-1 - node] if node < 0 else (0, 0, int(node in self.otter))

    def _strike(self, terrain: str) -> bool:
        """Strike the terrain out where it leads nowhere or where all it can join gains nothing together."""
        links = self.links(terrain, self.options)
        useless = set()
        ends = [n for n, near in links.items() if len(near) < 2 and not any(self.content(n))]
        degree = {n: len(near) for n, near in links.items()}
        while ends:
            node = ends.pop()
            if node in useless:
                continue
            useless.add(node)
            for other in links[node]:
                degree[other] -= 1
                if degree[other] < 2 and other not in useless and not any(self.content(other)):
                    ends.append(other)
        for region in _regions(links, useless):
            contents = [self.content(n) for n in region]
            if fauna_points(*_sum(contents)) == sum([fauna_points(*c) for c in contents]):
                useless.update(region)
        struck = [n for n in useless if n >= 0]
        for i in struck:
            self.options[i] = self.options[i].replace(terrain, "")
        return bool(struck)

    def problems(self) -> list[list[int]]:
        """The free squares still open, in independent problems."""
        links: dict[int, list[int]] = {}
        for terrain in HABITAT_TERRAINS:
            for node, near in self.links(terrain, self.options).items():
                links.setdefault(node, []).extend(near)
        return [sorted(n for n in region if n >= 0) for region in _regions(links, set())]


def _parts(land: Landscape, ground: list[str], counts: list[Counts]) -> dict[int, int]:
    """The part of each square that has a terrain; appends each part's counts."""
    part_at: dict[int, int] = {}
    for start, terrain in enumerate(ground):
        if not terrain or start in part_at:
            continue
        part = part_at[start] = len(counts)
        squares = [start]
        levels = [0, 0, 0, 0]
        for i in squares:
            token = land.token[i]
            if token and terrain in HOMES[token]:
                levels[LEVELS[token]] += 1
            for j in land.sides(i):
                if ground[j] == terrain and j not in part_at:
                    part_at[j] = part
                    squares.append(j)
        counts.append((levels[1], levels[2], levels[3]))
    return part_at


def _regions(links: dict[int, list[int]], without: set[int]) -> list[list[int]]:
    """The connected parts of a graph, leaving some nodes out."""
    seen = set(without)
    regions = []
    for start in links:
        if start in seen:
            continue
        seen.add(start)
        region = [start]
        for node in region:
            for other in links[node]:
                if other not in seen:
                    seen.add(other)
                    region.append(other)
        regions.append(region)
    return regions


def _sum(counts: Sequence[Counts]) -> Counts:
    plants = herbivores = carnivores = 0
    for p, h, c in counts:
        plants += p
        herbivores += h
        carnivores += c
    return plants, herbivores, carnivores


# ------------------------------------------------------------------------------ one independent problem

class _Budget:
    """How much work may still be done, over all problems of a board."""

    def __init__(self, free: int, bounded: int) -> None:
        self.free = free
        self.bounded = bounded
        self.proven = True


class _Trail(NamedTuple):
    """A choice and those before it."""

    square: int
    terrain: str
    before: _Trail | None


State = frozenset[Group]
START: State = frozenset()
Layer = dict[State, tuple[int, _Trail | None]]


def _solve(puzzle: _Puzzle, squares: list[int], budget: _Budget) -> dict[int, str]:
    """The best terrains of the squares of one problem."""
    search = _Search(puzzle, squares)
    layer = search.run(max(budget.free, LEAST_WORK))
    budget.free -= search.work
    trail: _Trail | None = None
    if layer is None:
        lower, trail = search.beam()
        if lower < search.gain_bound(START, 0):
            layer = search.run(max(budget.bounded, LEAST_WORK), lower)
            budget.bounded -= search.work
            budget.proven &= layer is not None
    if layer:
        trail = max(layer.values(), key=itemgetter(0))[1]
    found: dict[int, str] = {}
    while trail:
        found[trail.square] = trail.terrain
        trail = trail.before
    return found


class _Search:
    """Decides the squares of one problem one after the other.

    A part or a decided square is open while an undecided square beside it can still join it. A state holds the groups
    of open ones; what is closed has its points already and is forgotten.
    """

    def __init__(self, puzzle: _Puzzle, squares: list[int]) -> None:
        self.options = {i: puzzle.options[i] for i in squares}
        self.otter = puzzle.otter
        self.order = order = _order(puzzle, squares)
        position = {i: k for k, i in enumerate(order)}
        self.beside: dict[tuple[int, str], list[int]] = {}
        self.last: dict[int, int] = {}
        self.part_counts: dict[int, Counts] = {}
        for k, i in enumerate(order):
            for terrain in self.options[i]:
                parts = puzzle.parts_near(i, terrain)
                items = [-1 - p for p in parts]
                for p, item in zip(parts, items, strict=True):
                    self.part_counts[item] = puzzle.counts[p]
                    self.last[item] = k
                for j in puzzle.free_near[i]:
                    if terrain in self.options.get(j, ""):
                        items.append(_item(j, terrain))
                        own = _item(i, terrain)
                        self.last[own] = max(self.last.get(own, -1), position[j])
                self.beside[i, terrain] = items
        self.closing: list[set[int]] = [set() for _ in order]
        for item, k in self.last.items():
            self.closing[k].add(item)
        self.work = 0
        self._reaches: dict[int, _Reach] = {}

    def run(self, most: int, lower: int | None = None, width: int = 0) -> Layer | None:
        """Decide every square. Gives the last layer, whose values are the points gained; None beyond `most` work.

        lower: points already found; states that can't exceed them are dropped (the last layer may then be empty).
        width: keep only so many states a layer (0: all), whatever work that takes.
        """
        layer: Layer = {START: (0, None)}
        self.work = 0
        for k, i in enumerate(self.order):
            following: Layer = {}
            for state, (value, trail) in layer.items():
                self.work += (5 + len(state)) * len(self.options[i])
                for terrain in self.options[i]:
                    new, gain = self._decide(state, k, i, terrain)
                    known = following.get(new)
                    if known is None or known[0] < value + gain:
                        following[new] = value + gain, _Trail(i, terrain, trail)
                if not width and self.work > most:
                    return None
            if lower is not None:
                self.work += 15 * (len(self.order) - k) + sum([10 + 4 * len(state) for state in following])
                following = {s: v for s, v in following.items() if v[0] + self.gain_bound(s, k + 1) > lower}
            if width and len(following) > width:
                best = sorted(following.items(), key=lambda e: (-e[1][0], len(e[0])))
                following = dict(best[:width])
            layer = following
        return layer

    def beam(self) -> tuple[int, _Trail | None]:
        """A good choice, quickly: the most promising states alone."""
        layer = self.run(0, None, max(1, BEAM_WORK // (50 * len(self.order))))
        assert layer is not None
        return max(layer.values(), key=itemgetter(0))

    def _decide(self, state: State, k: int, i: int, terrain: str) -> tuple[State, int]:
        """The state after square i, the k-th, has become this terrain, and the points that gains."""
        closing = self.closing[k]
        plants, herbivores, carnivores = 0, 0, int(i in self.otter)
        items = [_item(i, terrain)]
        before = 0
        untouched = set(self.beside[i, terrain])
        after = []
        for group in state:
            if not untouched.isdisjoint(group[0]):
                untouched.difference_update(group[0])
                items += group[0]
                plants += group[2]
                herbivores += group[3]
                carnivores += group[4]
                before += fauna_points(*group[2:])
            elif closing.isdisjoint(group[0]):
                after.append(group)
            elif still := tuple([item for item in group[0] if item not in closing]):
                after.append((still, *group[1:]))
        for item in untouched:
            if item < 0:
                items.append(item)
                p, h, c = self.part_counts[item]
                plants += p
                herbivores += h
                carnivores += c
                before += fauna_points(p, h, c)
        if items[0] not in self.last or self.last[items[0]] <= k:
            del items[0]
        if still := tuple(sorted([item for item in items if item not in closing])):
            after.append((still, terrain, plants, herbivores, carnivores))
        return frozenset(after), fauna_points(plants, herbivores, carnivores) - before

    def gain_bound(self, state: State, k: int) -> int:
        """At least what deciding the squares from the k-th on can gain: every terrain joins all that it can reach."""
        if k not in self._reaches:
            self._reaches[k] = self._reach(k)
        region_of, totals, values, most, points = self._reaches[k]
        changed: dict[int, list[int]] = {}
        same: dict[int, int] = {}
        for items, _, plants, herbivores, carnivores in state:
            points += fauna_points(plants, herbivores, carnivores)
            home = _root(same, region_of[items[0]])
            mine = changed.setdefault(home, list(totals[home]))
            mine[0] += plants
            mine[1] += herbivores
            mine[2] += carnivores
            for item in items:
                region = _root(same, region_of[item])
                if region != home:
                    same[region] = home
                    other = changed.pop(region, None) or totals[region]
                    changed[region] = [0, 0, 0]
                    for n in range(3):
                        mine[n] += other[n]
                if item < 0:
                    counts = self.part_counts[item]
                    points -= fauna_points(*counts)
                    for n in range(3):
                        mine[n] -= counts[n]
        for region, total in changed.items():
            most += fauna_points(*total) - values[region]
        return most - points

    def _reach(self, k: int) -> _Reach:
        """What the squares from the k-th on can join, terrain by terrain."""
        links: dict[int, list[int]] = {}
        for i in self.order[k:]:
            for terrain in self.options[i]:
                own = _item(i, terrain)
                for item in self.beside[i, terrain]:
                    links.setdefault(own, []).append(item)
                    links.setdefault(item, []).append(own)
                links.setdefault(own, [])
        region_of: dict[int, int] = {}
        totals: list[Counts] = []
        points = 0
        decided = {_item(i, t) for i in self.order[:k] for t in self.options[i]}
        for number, region in enumerate(_regions(links, set())):
            counts = []
            for item in region:
                region_of[item] = number
                if item < 0:
                    counts.append(self.part_counts[item])
                    points += fauna_points(*counts[-1])
                elif item // 3 in self.otter and item not in decided:
                    counts.append((0, 0, 1))
            totals.append(_sum(counts))
        values = [fauna_points(*total) for total in totals]
        return _Reach(region_of, totals, values, sum(values), points)


class _Reach(NamedTuple):
    """Regions by part or square; each region's tokens (every undecided otter in each) and what they would score.

    `most` is the sum of those values, `points` what the parts score as they lie.
    """

    region_of: dict[int, int]
    totals: list[Counts]
    values: list[int]
    most: int
    points: int


def _root(same: dict[int, int], region: int) -> int:
    while region in same:
        region = same[region]
    return region


def _item(i: int, terrain: str) -> int:
    """A free square that has become this terrain, as a number of its own (parts are negative)."""
    return i * 3 + HABITAT_TERRAINS.index(terrain)


def _order(puzzle: _Puzzle, squares: list[int]) -> list[int]:
    """The squares in an order that keeps few habitats open at a time.

    Small problems: always the square whose decision leaves least open. Large ones: along the landscape's longer side.
    """
    reach: dict[int, set[int]] = {i: set() for i in squares}
    for terrain in HABITAT_TERRAINS:
        for node, near in puzzle.links(terrain, squares).items():
            for i in near:
                if i in reach:
                    reach[i].add(node)
    if len(squares) > 150:
        rows, columns = zip(*[divmod(i, puzzle.stride) for i in squares], strict=True)
        wide = max(columns) - min(columns) > max(rows) - min(rows)
        return sorted(squares, key=lambda i: divmod(i, puzzle.stride)[::-1]) if wide else squares
    users = {node: {i for i in squares if node in reach[i] or node == i} for i in squares for node in (*reach[i], i)}
    order: list[int] = []
    open_nodes: set[int] = set()
    left = set(squares)
    while left:
        best = min(left, key=partial(_cost, open_nodes, reach, users, left))
        left.remove(best)
        open_nodes = {n for n in open_nodes | reach[best] | {best} if users[n] & left}
        order.append(best)
    return order


def _cost(open_nodes: set[int], reach: dict[int, set[int]], users: dict[int, set[int]], left: set[int], i: int) -> tuple[int, int]:
    """How many nodes are open after deciding square i."""
    rest = left - {i}
    return sum(not users[n].isdisjoint(rest) for n in open_nodes | reach[i] | {i}), i
