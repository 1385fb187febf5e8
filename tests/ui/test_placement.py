"""Where a reading's squares lie on a board that grows and turns."""

from __future__ import annotations

import types

import pytest

from ui import placement
from ui.placement import SAME, Place

BOARD = {(0, 0): "R", (0, 1): "M", (1, 0): "O", (1, 1): "R:r1", (2, 1): "H"}


def moved(board, place):
    return {place.onto(cell): square for cell, square in board.items()}


def normal(board):
    top, left = min(r for r, _ in board), min(c for _, c in board)
    return {(r - top, c - left): square for (r, c), square in board.items()}


@pytest.mark.parametrize("place", [SAME, Place(1, 0, 4), Place(2, 3, -1), Place(3, 7, 7)])
def test_back_undoes_onto(place):
    for cell in BOARD:
        assert place.back(place.onto(cell)) == cell


@pytest.mark.parametrize("first", [SAME, Place(1, 2, 3), Place(3, -1, 4)])
@pytest.mark.parametrize("second", [SAME, Place(1, 0, 1), Place(2, 5, 0)])
def test_one_place_after_another(first, second):
    both = placement.then(first, second)
    assert all(both.onto(cell) == second.onto(first.onto(cell)) for cell in BOARD)


@pytest.mark.parametrize("turns", range(4))
def test_a_turned_board_is_recognised(turns):
    after = normal(moved(BOARD, Place(turns, 0, 0)))
    assert moved(BOARD, placement.between(BOARD, after)) == after


@pytest.mark.parametrize("move", [(1, 0), (0, 1), (2, 3)])
def test_a_board_that_grew_at_its_top_left_is_recognised(move):
    after = moved(BOARD, Place(0, *move)) | {(0, 0): "M"}
    assert placement.between(BOARD, after) == Place(0, *move)


def test_painting_a_square_moves_nothing():
    assert placement.between(BOARD, BOARD | {(1, 1): "M"}) == SAME
    assert placement.between(BOARD, BOARD | {(2, 2): "M"}) == SAME
    assert placement.between({}, BOARD) == SAME


@pytest.mark.parametrize("turns", range(4))
def test_turned_cells_come_to_lie_from_the_first_row_and_column_on(turns):
    place = placement.onto_board(BOARD, turns)
    assert place.turns == turns
    assert moved(BOARD, place) == normal(moved(BOARD, Place(turns, 0, 0)))
    assert placement.quarters(place.onto, 2) == turns


CORNERS = [[10, 10], [70, 10], [70, 50], [10, 50]]
NUDGES = {
    ("shift", -1, 0): ([[10, 0], [70, 0], [70, 40], [10, 40]], (4, 6)),
    ("shift", 0, 1): ([[20, 10], [80, 10], [80, 50], [20, 50]], (4, 6)),
    ("grow", 1, 0): ([[10, 10], [70, 10], [70, 60], [10, 60]], (5, 6)),
    ("grow", 0, -1): ([[0, 10], [70, 10], [70, 50], [0, 50]], (4, 7)),
    ("shrink", -1, 0): ([[10, 20], [70, 20], [70, 50], [10, 50]], (3, 6)),
    ("shrink", 0, 1): ([[10, 10], [60, 10], [60, 50], [10, 50]], (4, 5)),
}


@pytest.mark.parametrize("nudge", NUDGES)
def test_the_grid_is_moved_grown_and_shrunk_by_a_square(nudge):
    corners, size = placement.nudged(CORNERS, (4, 6), *nudge)
    wanted, wanted_size = NUDGES[nudge]
    assert size == wanted_size
    for (x, y), (wx, wy) in zip(corners, wanted, strict=True):
        assert (x, y) == pytest.approx((wx, wy), abs=1e-3)


def test_a_grid_of_one_row_is_not_shrunk_away():
    assert placement.nudged(CORNERS, (1, 6), "shrink", -1, 0) == (CORNERS, (1, 6))


def reading(corners, size):
    """As much of a reading as is asked for."""
    return types.SimpleNamespace(beehive=False, corners=corners, size=size)


@pytest.mark.parametrize("corners", [CORNERS, CORNERS[1:] + CORNERS[:1], [[10, 10], [70, 0], [80, 60], [0, 50]]])
def test_a_point_of_the_photo_leads_back_to_its_cell(corners):
    one = reading(corners, (4, 6))
    spot, at = placement.spots(one), placement.cells(one)
    for r in range(-1, 5):
        for c in range(-1, 7):
            assert at(spot((r, c))) == (r, c)


def test_what_lies_beyond_the_horizon_of_a_grid_is_at_none_of_its_cells():
    at = placement.cells(reading([[40, 40], [60, 40], [100, 100], [0, 100]], (4, 4)))
    assert at((50, 90)) is not None
    assert at((50, -500)) is None


def test_squares_hang_on_a_grid_one_beside_another():
    cells = [(0, 4), (1, 5), (2, 7), (-1, -1), (9, 9)]
    assert placement.hanging(cells, (3, 4)) == {(0, 4), (1, 5), (-1, -1)}
