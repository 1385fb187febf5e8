"""Hutan scored a second time, slowly and from the rules alone, to hold the scorer against.

Works on plain values: 6x6 texts for the grid, 6x6 numbers for the areas (0 a lake). Shares no code with scoring.
"""

import json
from itertools import product
from pathlib import Path

import scoring.games.hutan

FACES = json.loads((Path(scoring.games.hutan.__file__).parent / "components.json").read_text())["faces"]
SQUARES = list(product(range(6), range(6)))


def table_of(boards):
    """6x6 area numbers of four (face, icon) in the order NW, NE, SE, SW: each square looked up in the face."""
    numbers = [[0] * 6 for _ in range(6)]
    for i, ((face, icon), (top, left)) in enumerate(zip(boards, [(0, 0), (0, 3), (3, 3), (3, 0)], strict=True)):
        for r, c in product(range(3), range(3)):
            # Where the printed square (r, c) comes to lie when the icon goes from NW to `icon`.
            to = {"NW": (r, c), "NE": (c, 2 - r), "SE": (2 - r, 2 - c), "SW": (2 - c, r)}[icon]
            value = FACES[face][r][c]
            numbers[top + to[0]][left + to[1]] = 100 * (i + 1) + value if value else 0
    return numbers


def near(cell, corners_only=False, corners_too=False):
    for dr, dc in product((-1, 0, 1), repeat=2):
        steps = abs(dr) + abs(dc)
        wanted = steps == 2 if corners_only else steps in ((1, 2) if corners_too else (1,))
        if wanted and 0 <= cell[0] + dr < 6 and 0 <= cell[1] + dc < 6:
            yield cell[0] + dr, cell[1] + dc


def tree_groups(trees):
    """Sizes of the groups, by joining labels until nothing changes."""
    label = {cell: i for i, cell in enumerate(sorted(trees))}
    changed = True
    while changed:
        changed = False
        for a, b in product(label, label):
            if b in near(a) and label[a] != label[b]:
                label[a] = label[b] = min(label[a], label[b])
                changed = True
    return [list(label.values()).count(value) for value in set(label.values())]


def points(grid, numbers, cards):
    """Category key -> points."""
    at = {cell: grid[cell[0]][cell[1]] for cell in SQUARES}
    number = {cell: numbers[cell[0]][cell[1]] for cell in SQUARES}
    lakes = [cell for cell in SQUARES if number[cell] == 0]
    areas = [[cell for cell in SQUARES if number[cell] == n] for n in sorted(set(number.values()) - {0})]
    size = {cell: len(area) for area in areas for cell in area}
    trees = [cell for cell in SQUARES if at[cell].endswith("t")]
    animals = [cell for cell in SQUARES if at[cell].endswith("a")]
    board = {cell: (cell[0] > 2, cell[1] > 2) for cell in SQUARES}
    outer = [cell for cell in SQUARES if {0, 5} & set(cell)]

    result = dict.fromkeys(["completed-areas", "unfinished-areas", "mixed-areas", "animals", "trees"], 0)
    complete = []
    for area in areas:
        colours = [at[cell][:1] for cell in area]
        worth = {2: 2, 3: 4, 4: 6, 5: 8}[len(area)]
        if not any(colours):
            continue
        if not all(colours):
            result["unfinished-areas"] -= worth
        elif len(set(colours)) > 1:
            result["mixed-areas"] -= worth
        else:
            result["completed-areas"] += worth
            complete.append((colours[0], board[area[0]]))
    result["animals"] = sum({2: 3, 3: 6, 4: 9, 5: 12}[size[cell]] for cell in animals)
    result["trees"] = 2 * len(trees)

    def grown(cells):
        return all(at[cell][1:] or cell in lakes for cell in cells)

    def quarter(which):
        return [cell for cell in SQUARES if board[cell] == which]

    def card(n):
        if n <= 5:
            return 3 * sum(colour == "rybgw"[n - 1] for colour, _ in complete)
        if n <= 10:
            return 2 * sum(at[cell][0] == "rybgw"[n - 6] for cell in trees)
        if n == 11:
            return 2 * sum(cell in outer for cell in trees)
        if n == 12:
            return sum(10 if at[cell][0] == "b" else 6 for cell in animals if cell in outer)
        if n == 13:
            return 2 * sum(size[cell] == 2 for cell in animals)
        if n == 14:
            return sum(11 if at[cell][0] == "y" else 7 for cell in animals if size[cell] > 3)
        if n == 15:
            return max(tree_groups(trees), default=0)
        if n == 16:
            return 5 * sum(group >= 3 for group in tree_groups(trees))
        if n == 17:
            return sum(tree in near(lake, corners_too=True) for lake in lakes for tree in trees)
        if n == 18:
            pairs = [a for lake in lakes for a in animals if a in near(lake, corners_too=True)]
            return sum(6 if at[a][0] == "g" else 4 for a in pairs)
        if n == 19:
            pairs = [a for a in animals for tree in trees if tree in near(a, corners_only=True)]
            return sum(4 if at[a][0] == "w" else 2 for a in pairs)
        if n == 20:
            return 4 * len({at[cell] for cell in animals})
        if n == 21:
            return 4 * len({board[cell] for cell in animals})
        if n == 22:
            return 4 * max(len({where for its, where in complete if its == colour}) for colour in "rybgw")
        if n == 23:
            full = [which for which in set(board.values()) if grown(quarter(which))]
            return sum(8 + 4 * sum(at[cell] == "ra" for cell in quarter(which)) for which in full)
        lines = [[(i, j) for j in range(6)] for i in range(6)] + [[(j, i) for j in range(6)] for i in range(6)]
        return 6 * sum(grown(line) for line in lines)

    return result | {f"ecosystem-{n}": card(n) for n in cards}
