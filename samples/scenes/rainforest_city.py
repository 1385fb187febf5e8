"""Photos of Rainforest City landscapes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from samples.art import city
from samples.positions import rainforest_city as positions
from samples.render import scene
from samples.render.frame import Facet, Sheet
from samples.scenes import choose_style

Rng = np.random.Generator
Card = tuple[int, int, int, int]
"""(row, column, rows, columns) of a card on the grid."""

STYLES = tuple(city.LOOKS)
HELD_OUT_STYLES = ("linocut", "pixel")
"""Never drawn unless asked for by name, so that nothing is trained on them."""


def render(
    rng: Rng,
    *,
    difficulty: str = "normal",
    style: str | None = None,
    size: int | tuple[int, int] | None = None,
    board: dict[str, Any] | None = None,
    kit: int | None = None,
    encode: bool = True,
    **conditions: Any,
) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """A photo (BGR, upright) of a landscape and its truth.

    style: one of STYLES, by chance one that is not held out; size: (width, height) or the long side; board: the
    board file to lay out, by chance if left out; kit: the number of the copy of the game, the same pictures in
    every photo of one style; encode: whether the photo goes through JPEG; conditions: any of
    `scene.Conditions` to fix.

    The truth has, beside what a truth file holds, `homography` (3x3 lists, (column, row) to photo pixels),
    `kit`, and `cards`: for each card its `at` (row, column, rows, columns) and the `quad` it really covers.
    """
    if style is None:
        style = choose_style(rng, STYLES, HELD_OUT_STYLES)
    if board is None:
        board, cards = _landscape(rng)
    else:
        cards = _cover(board["players"][0]["grid"], rng)
    grid = [[str(s) for s in row] for row in board["players"][0]["grid"]]
    width = max(len(row) for row in grid)
    grid = [row + [""] * (width - len(row)) for row in grid]
    present = np.array([[bool(s) for s in row] for row in grid])
    under = scene.sample(rng, difficulty, size, **conditions)
    studio = scene.set_up(rng, under, present, unit=rng.uniform(0.75, 1.05))
    number = int(rng.integers(1 << 30)) if kit is None else kit
    copy = city.make_kit(number, style, studio.px)
    studio.tokens, studio.cards = list(copy.chits.values()), copy.backs
    studio.strew()
    laid = _lay_cards(rng, studio, copy, grid, cards)
    _lay_tokens(rng, studio, copy, grid)
    photo, truth = studio.finish(encode=encode)
    homography = np.array(truth["homography"])
    truth["style"], truth["board"], truth["kit"] = style, board, number
    truth["scene"]["token_shape"] = copy.token_shape
    truth["cards"] = [
        {"at": list(at), "quad": [[round(float(v), 1) for v in p] for p in _map(homography, quad)]}
        for at, quad in laid
    ]
    return photo, truth


def _map(homography: NDArray, points: NDArray) -> NDArray:
    uvw = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return uvw[:, :2] / uvw[:, 2:]


def _lay_cards(
    rng: Rng, studio: scene.Studio, copy: city.Kit, grid: list[list[str]], cards: Sequence[Card]
) -> list[tuple[Card, NDArray]]:
    """Lay the cards by hand: a little off and turned, some further. Returns where each lies."""
    hard = studio.conditions.difficulty == "hard"
    margin = 0.6
    sheet = Sheet.over(
        (-margin, -margin),
        (studio.cols + margin, studio.rows + margin),
        copy.px,
        base=0.0,
        thickness=copy.card_thickness,
        edge=tuple(copy.card_edge),
    )
    care = rng.uniform(0.004, 0.03 if hard else 0.02)
    gap = rng.uniform(0.0, 0.035)
    laid = []
    for at in cards:
        row, column, rows, cols = at
        labels = [[grid[row + r][column + c][0] for c in range(cols)] for r in range(rows)]
        face = city.card(copy, rng, labels, int(rng.integers(4)))
        clumsy = 2.5 if rng.random() < 0.08 else 1.0
        middle = np.array([column + cols / 2, row + rows / 2]) + rng.normal(0, care * clumsy, 2)
        quad = sheet.put(face, middle, cols - gap, float(rng.normal(0, 25 * care * clumsy)))
        sheet.facets.append(Facet(quad, _tilt(rng), copy.gloss))
        laid.append((at, quad))
    studio.lay(sheet)
    return laid


def _tilt(rng: Rng) -> tuple[float, float]:
    x, y = rng.normal(0, 0.5, 2)
    return float(x), float(y)


def _lay_tokens(rng: Rng, studio: scene.Studio, copy: city.Kit, grid: list[list[str]]) -> None:
    margin = 0.6
    sheet = Sheet.over(
        (-margin, -margin),
        (studio.cols + margin, studio.rows + margin),
        copy.px,
        base=copy.card_thickness,
        thickness=copy.token_thickness,
        edge=tuple(copy.chit_edge),
    )
    care = rng.uniform(0.02, 0.08)
    straight = rng.random() < 0.3
    for r, row in enumerate(grid):
        for c, square in enumerate(row):
            if ":" not in square:
                continue
            reach = 0.3 if rng.random() < 0.04 else 0.14
            off = np.clip(rng.normal(0, care * (2 if reach > 0.2 else 1), 2), -reach, reach)
            turn = rng.normal(0, 12) + 90 * rng.integers(4) if straight else rng.uniform(0, 360)
            at = np.array([c + 0.5, r + 0.5]) + off
            quad = sheet.put(copy.chits[square.split(":")[1]], at, copy.token_size, float(turn))
            sheet.facets.append(Facet(quad, _tilt(rng), copy.gloss * 0.7))
    studio.lay(sheet)


def _landscape(rng: Rng) -> tuple[dict[str, Any], list[Card]]:
    """A landscape by chance, and the cards it is laid with."""
    number = int(rng.integers(4, 25))
    # Python's own generator is several times faster for single numbers.
    dice = random.Random(int(rng.integers(1 << 62)))
    grid, places = positions.lay_out(dice, 1 + int(rng.integers(3)), cards=number)
    board = {
        "format": 1,
        "game": "rainforest-city",
        "settings": {},
        "players": [{"name": "Vanda", "grid": grid}],
    }
    return board, [tuple(place) for place in places]


def _cover(grid: Sequence[Sequence[str]], rng: Rng) -> list[Card]:
    """Cards that cover a grid's squares, found by trying; squares that no card fits get one of their own."""
    left = {(r, c) for r, row in enumerate(grid) for c, s in enumerate(row) if s}
    cards: list[Card] = []
    budget = 20000

    def search(free: set[tuple[int, int]]) -> bool:
        nonlocal budget
        if not free:
            return True
        budget -= 1
        if budget < 0:
            return False
        r, c = min(free)
        shapes = [(2, 3), (3, 2)]
        if rng.random() < 0.5:
            shapes.reverse()
        for rows, cols in shapes:
            for shift in range(cols):
                cells = {(r + i, c - shift + j) for i in range(rows) for j in range(cols)}
                if cells <= free:
                    cards.append((r, c - shift, rows, cols))
                    if search(free - cells):
                        return True
                    cards.pop()
        return False

    if not search(left):
        return [(r, c, 1, 1) for r, c in sorted(left)]
    return cards
