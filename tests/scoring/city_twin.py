"""A second scorer for Rainforest City, slow and written from the rules alone: it tries every choice there is."""

from itertools import combinations, product

LEVEL = {"1": "plant", "2": "herbivore", "3": "carnivore", "t": "carnivore"}


def squares(grid):
    return {(r, c): text for r, row in enumerate(grid) for c, text in enumerate(row) if text}


def sides(cell):
    r, c = cell
    return [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]


def around(cell):
    r, c = cell
    return [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]


def terrain(text):
    return text[0]


def token(text):
    return text[2:]


def habitats(board):
    """Sets of cells of one terrain joined side to side."""
    left = {cell for cell, text in board.items() if terrain(text) in "RMO"}
    found = []
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            cell = edge.pop()
            group.add(cell)
            for n in sides(cell):
                if n in left and terrain(board[n]) == terrain(board[cell]):
                    left.discard(n)
                    edge.append(n)
        found.append(frozenset(group))
    return sorted(found, key=min)


def at_home(board, habitat):
    """The tokens on their own terrain, by what they eat."""
    tokens = {"plant": [], "herbivore": [], "carnivore": []}
    for cell in sorted(habitat):
        kind = token(board[cell])
        if kind == "ot" or (kind and kind[0].upper() == terrain(board[cell])):
            tokens[LEVEL[kind[1]]].append(cell)
    return tokens


def supports(board, habitat):
    """Every set of fauna that can be supported together, found by handing out plants and herbivores in every way."""
    tokens = at_home(board, habitat)

    def feed(eaters, food):
        """Every set of eaters for which each can be given food of its own."""
        for number in range(min(len(eaters), len(food)) + 1):
            yield from combinations(eaters, number)

    for fed in feed(tokens["herbivore"], tokens["plant"]):
        for also in feed(tokens["carnivore"], fed):
            yield frozenset(fed), frozenset(also)


def fauna(board, habitat):
    return max(2 * len(herbivores) + 3 * len(carnivores) for herbivores, carnivores in supports(board, habitat))


def largest_supports(board, habitat):
    """The supports that feed as many as can be fed."""
    everything = list(supports(board, habitat))
    most = max(2 * len(h) + 3 * len(c) for h, c in everything)
    return [(h, c) for h, c in everything if 2 * len(h) + 3 * len(c) == most]


def score(grid, *, corners=False, compost=0):
    """Points by category, standard variant."""
    board = squares(grid)
    groups = habitats(board)
    near = around if corners else sides
    return {
        "flora": sum(len(at_home(board, group)["plant"]) for group in groups),
        "fauna": sum(fauna(board, group) for group in groups),
        "houses": sum(
            3 - sum(bool(token(board.get(n, ""))) for n in near(cell)) for cell, text in board.items() if terrain(text) == "H"
        ),
        "compost": -compost,
    }


def introductory(grid):
    """Flora and fauna, with every terrain tried for every wild House."""
    board = squares(grid)
    wild = [cell for cell, text in board.items() if terrain(text) == "H"]
    free = [cell for cell in wild if token(board[cell]) in ("", "ot")]
    for cell in set(wild) - set(free):
        board[cell] = token(board[cell])[0].upper() + board[cell][1:]
    best = 0
    for choice in product("RMO", repeat=len(free)):
        for cell, ground in zip(free, choice, strict=True):
            board[cell] = ground + board[cell][1:]
        points = sum(len(at_home(board, group)["plant"]) + fauna(board, group) for group in habitats(board))
        best = max(best, points)
    return best


def objectives(grid):
    """Which of the twelve cards are met."""
    board = squares(grid)
    groups = habitats(board)
    flora = [len(at_home(board, group)["plant"]) for group in groups]
    supported = [largest_supports(board, group) for group in groups]

    def surrounded(group):
        ground = terrain(board[min(group)])
        ring = {n for cell in group for n in around(cell)} - group
        return all(n in board and terrain(board[n]) in "RMO" and terrain(board[n]) != ground for n in ring)

    def line(group):
        return any(
            all((r + i * dr, c + i * dc) in group for i in range(10)) for r, c in group for dr, dc in ((0, 1), (1, 0))
        )

    def is_square(group):
        r, c = min(group)
        return group == {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}

    def touch(one, other):
        return any(n in other for cell in one for n in sides(cell))

    def kinds(choice):
        return {token(board[cell]) for herbivores, carnivores in choice for cell in herbivores | carnivores}

    def three_of_a_kind(herbivores, carnivores):
        names = [token(board[cell]) for cell in herbivores | carnivores]
        return any(names.count(name) >= 3 for name in names)

    large = [group for group in groups if len(group) >= 10]
    return {
        "A": any(line(group) for group in groups),
        "B": any(touch(one, other) for one, other in combinations(large, 2)),
        "C": any(is_square(group) and surrounded(group) for group in groups),
        "D": sum(len(group) == 2 and surrounded(group) for group in groups) >= 2,
        "E": sum(n >= 3 for n in flora) >= 3,
        "F": sum(n == 1 for n in flora) >= 5,
        "G": sum(n >= 2 for n in flora) >= 4,
        "H": any(n >= 5 for n in flora),
        "I": any(len(kinds(choice)) >= 6 for choice in _choices(board, supported)),
        "J": any(len(carnivores) >= 2 for choices in supported for _, carnivores in choices),
        "K": any(three_of_a_kind(h, c) for choices in supported for h, c in choices),
        "L": sum(len(choices[0][0]) == 2 for choices in supported) >= 2,
    }


def _choices(board, supported):
    """Every choice over the whole landscape; of choices that show the same kinds in a habitat one is enough."""
    different = []
    for choices in supported:
        by_kinds = {frozenset(token(board[cell]) for cell in h | c): (h, c) for h, c in choices}
        if set(by_kinds) != {frozenset()}:
            different.append(list(by_kinds.values()))
    return product(*different)
