"""Photos of Rainforest City landscapes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.art import city
from samples.positions import rainforest_city as positions
from samples.render import draw, scene
from samples.render.camera import apply
from samples.render.frame import Facet, Sheet
from samples.scenes import choose_style

Rng = np.random.Generator
Bgr = NDArray[np.float64]
Card = tuple[int, int, int, int]
"""(row, column, rows, columns) of a card on the grid."""

STYLES = tuple(city.LOOKS)
HELD_OUT_STYLES = ("linocut", "pixel")
"""Never drawn unless asked for by name, so that nothing is trained on them."""


@dataclass(frozen=True)
class _Landscape:
    """A landscape and where it lies on the plane: turned about its middle, which lies on `middle`."""

    grid: list[list[str]]
    cards: list[Card]
    middle: tuple[float, float]
    degrees: float = 0.0

    @property
    def rows(self) -> int:
        return len(self.grid)

    @property
    def cols(self) -> int:
        return len(self.grid[0])

    def place(self, points: NDArray) -> NDArray:
        """(column, row) points of its grid to the plane."""
        return draw.turn(np.asarray(points) - [self.cols / 2, self.rows / 2], self.degrees) + self.middle

    def outline(self) -> NDArray:
        """The corners of its squares on the plane."""
        r, c = np.nonzero([[bool(square) for square in row] for row in self.grid])
        corners = [np.column_stack([c + dx, r + dy]) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]
        return self.place(np.vstack(corners))


def render(
    rng: Rng,
    *,
    difficulty: str = "normal",
    style: str | None = None,
    size: int | tuple[int, int] | None = None,
    board: dict[str, Any] | None = None,
    kit: int | None = None,
    second: bool = False,
    encode: bool = True,
    **conditions: Any,
) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """A photo (BGR, upright) of a landscape and its truth.

    style: one of STYLES, by chance one that is not held out; size: (width, height) or the long side; board: the
    board file to lay out, by chance if left out; kit: the number of the copy of the game, the same pictures in
    every photo of one style; second: whether a smaller landscape lies beside it; encode: whether the photo goes
    through JPEG; conditions: any of `scene.Conditions` to fix (a `fill` above 1 lets the board run out of the
    picture).

    The truth has, beside what a truth file holds, `homography` (3x3 lists, (column, row) to photo pixels),
    `kit`, `cards`: for each card its `at` (row, column, rows, columns) and the `quad` it really covers, and
    `second`: the other landscape's `grid`, `corners` and `homography`.
    """
    if style is None:
        style = choose_style(rng, STYLES, HELD_OUT_STYLES)
    if board is None:
        board, cards = _landscape(rng)
    else:
        cards = _cover(board["players"][0]["grid"], rng)
    grid = _full(board["players"][0]["grid"])
    rows, cols = len(grid), len(grid[0])
    landscapes = [_Landscape(grid, cards, (cols / 2, rows / 2))]
    if second:
        landscapes.append(_beside(rng, landscapes[0]))
    under = scene.sample(rng, difficulty, size, **conditions)
    present = np.array([[bool(s) for s in row] for row in grid])
    outline = np.vstack([landscape.outline() for landscape in landscapes])
    studio = scene.set_up(rng, under, present, unit=rng.uniform(0.75, 1.05), outline=outline)
    number = int(rng.integers(1 << 30)) if kit is None else kit
    copy = city.make_kit(number, style, studio.px)
    studio.tokens, studio.cards = list(copy.chits.values()), copy.backs
    studio.strew()
    quads = [_lay_cards(rng, studio, copy, landscape) for landscape in landscapes]
    for landscape in landscapes:
        _lay_tokens(rng, studio, copy, landscape)
    photo, truth = studio.finish(encode=encode)
    homography = np.array(truth["homography"])
    truth["style"], truth["board"], truth["kit"] = style, board, number
    truth["scene"]["token_shape"] = copy.token_shape
    truth["cards"] = [
        {"at": list(at), "quad": _rounded(apply(homography, quad))}
        for at, quad in zip(cards, quads[0], strict=True)
    ]
    if second:
        truth["second"] = _other(landscapes[1], homography)
    return photo, truth


def _rounded(points: NDArray) -> list[list[float]]:
    return [[round(float(v), 1) for v in p] for p in points]


def _full(grid: Sequence[Sequence[str]]) -> list[list[str]]:
    """The grid with all rows of one length."""
    width = max(len(row) for row in grid)
    return [[str(square) for square in row] + [""] * (width - len(row)) for row in grid]


def _beside(rng: Rng, first: _Landscape) -> _Landscape:
    """A smaller landscape next to the first one."""
    most = max(2, len(first.cards) // 2)
    dice = random.Random(int(rng.integers(1 << 62)))
    grid, places = positions.lay_out(dice, 1, cards=int(rng.integers(2, most + 1)))
    grid = _full(grid)
    reach = 0.5 * float(np.hypot(len(grid), len(grid[0])))
    gap = rng.uniform(1.0, 2.5)
    x, y = first.cols / 2 + rng.normal(0, 1), first.rows / 2 + rng.normal(0, 1)
    side = int(rng.integers(4))
    if side < 2:
        x = first.cols + gap + reach if side else -gap - reach
    else:
        y = first.rows + gap + reach if side == 3 else -gap - reach
    return _Landscape(
        grid, [tuple(place) for place in places], (float(x), float(y)), float(rng.uniform(0, 360))
    )


def _other(landscape: _Landscape, homography: NDArray) -> dict[str, Any]:
    """The truth about the second landscape."""
    box = np.array(
        [[0, 0], [landscape.cols, 0], [landscape.cols, landscape.rows], [0, landscape.rows]], np.float64
    )
    corners = apply(homography, landscape.place(box))
    matrix = cv2.getPerspectiveTransform(box.astype(np.float32), corners.astype(np.float32))
    return {"grid": landscape.grid, "corners": _rounded(corners), "homography": matrix.tolist()}


def _sheet(copy: city.Kit, landscape: _Landscape, base: float, thickness: float, edge: Bgr) -> Sheet:
    box = landscape.outline()
    low, high = box.min(0) - 0.6, box.max(0) + 0.6
    return Sheet.over(
        (float(low[0]), float(low[1])),
        (float(high[0]), float(high[1])),
        copy.px,
        base=base,
        thickness=thickness,
        edge=tuple(edge),
    )


def _lay_cards(rng: Rng, studio: scene.Studio, copy: city.Kit, landscape: _Landscape) -> list[NDArray]:
    """Lay the cards by hand: a little off and turned, some further. Returns where each lies."""
    hard = studio.conditions.difficulty == "hard"
    sheet = _sheet(copy, landscape, 0.0, copy.card_thickness, copy.card_edge)
    care = rng.uniform(0.004, 0.03 if hard else 0.02)
    gap = rng.uniform(0.0, 0.035)
    quads = []
    for row, column, rows, cols in landscape.cards:
        labels = [[landscape.grid[row + r][column + c][0] for c in range(cols)] for r in range(rows)]
        face = city.card(copy, rng, labels, int(rng.integers(4)))
        clumsy = 2.5 if rng.random() < 0.08 else 1.0
        middle = np.array([column + cols / 2, row + rows / 2]) + rng.normal(0, care * clumsy, 2)
        turn = landscape.degrees + float(rng.normal(0, 25 * care * clumsy))
        quad = sheet.put(face, landscape.place([middle])[0], cols - gap, turn)
        sheet.facets.append(Facet(quad, _tilt(rng), copy.gloss))
        quads.append(quad)
    studio.lay(sheet)
    return quads


def _tilt(rng: Rng) -> tuple[float, float]:
    x, y = rng.normal(0, 0.5, 2)
    return float(x), float(y)


def _lay_tokens(rng: Rng, studio: scene.Studio, copy: city.Kit, landscape: _Landscape) -> None:
    sheet = _sheet(copy, landscape, copy.card_thickness, copy.token_thickness, copy.chit_edge)
    care = rng.uniform(0.02, 0.08)
    straight = rng.random() < 0.3
    for r, row in enumerate(landscape.grid):
        for c, square in enumerate(row):
            if ":" not in square:
                continue
            reach = 0.3 if rng.random() < 0.04 else 0.14
            off = np.clip(rng.normal(0, care * (2 if reach > 0.2 else 1), 2), -reach, reach)
            turn = rng.normal(0, 12) + 90 * rng.integers(4) if straight else rng.uniform(0, 360)
            at = landscape.place([np.array([c + 0.5, r + 0.5]) + off])[0]
            chit = copy.chits[square.split(":")[1]]
            quad = sheet.put(chit, at, copy.token_size, landscape.degrees + float(turn))
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
