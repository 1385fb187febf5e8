"""The benchmarks count right: readings made from the truth with known mistakes."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from benchmarks.boards import hutan, my_rainforest, rainforest_city
from benchmarks.outcome import Outcome, calibration_error, summed
from benchmarks.table import percent, table
from vision.photo import Photo
from vision.reading import Reading, Square

PHOTO = Photo(np.zeros((600, 800, 3), np.uint8), (800, 600))
CORNERS = ((150.0, 90.0), (660.0, 120.0), (700.0, 540.0), (90.0, 500.0))
LANDSCAPE = [["R", "M:m1", "O"], ["H", "R:r1", ""]]


def homography(rows, cols):
    board = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
    return cv2.getPerspectiveTransform(board, np.array(CORNERS, np.float32))


def at(matrix, c, r):
    x, y, w = matrix @ (c, r, 1.0)
    return float(x / w), float(y / w)


def quad(matrix, r, c, rows=1, cols=1):
    return tuple(at(matrix, c + i, r + j) for i, j in ((0, 0), (cols, 0), (cols, rows), (0, rows)))


def truth_of(game, grid, **more):
    rows, cols = len(grid), len(grid[0])
    board = {"format": 1, "game": game, "settings": {}, "players": [{"name": "A", "grid": grid}]}
    return {"board": board, "homography": homography(rows, cols).tolist(), "scene": {}, **more}


def reading_of(truth, turns=0, changed=None, unsure=()):
    """The truth as a reader may see it: from another side, with some squares (named as in the truth) changed."""
    grid = truth["board"]["players"][0]["grid"]
    matrix = np.array(truth["homography"])
    cells = np.array([[(r, c) for c in range(len(grid[0]))] for r in range(len(grid))])
    cells = np.rot90(cells, turns)
    squares, read = [], []
    for r, line in enumerate(cells):
        read.append([])
        for c, (tr, tc) in enumerate(line):
            text = (changed or {}).get((tr, tc), grid[tr][tc])
            read[-1].append(text)
            squares.append(Square((r, c), quad(matrix, tr, tc), text, 0.9, unsure=(tr, tc) in unsure))
    board = {**truth["board"], "players": [{"name": "A", "grid": read}]}
    return Reading(board["game"], board, cells.shape[:2], CORNERS, tuple(squares), PHOTO, seconds=0.5)


@pytest.mark.parametrize("turns", range(4))
def test_a_reading_without_mistakes_from_any_side(turns):
    truth = truth_of("rainforest-city", LANDSCAPE)
    outcome = rainforest_city.compare(truth, reading_of(truth, turns))
    assert (outcome.located, outcome.squares, outcome.wrong, outcome.exact) == (True, 5, 0, True)
    assert outcome.score_right
    assert outcome.checks == {"terrain": (5, 5)}


def test_mistakes_and_what_was_flagged():
    truth = truth_of("rainforest-city", LANDSCAPE)
    changed = {(0, 0): "M", (0, 1): "M:m2", (1, 2): "O"}
    outcome = rainforest_city.compare(truth, reading_of(truth, 1, changed, unsure={(0, 0), (1, 0)}))
    assert (outcome.squares, outcome.wrong, outcome.flagged, outcome.wrong_flagged) == (6, 3, 2, 1)
    assert outcome.checks == {"terrain": (4, 5)}
    assert sorted(outcome.confidences) == [(0.9, False)] * 3 + [(0.9, True)] * 3


def test_a_grid_that_is_half_a_square_off_is_not_located():
    truth = truth_of("rainforest-city", LANDSCAPE)
    reading = reading_of(truth)
    matrix = np.array(truth["homography"])
    shifted = tuple(replace(s, quad=quad(matrix, s.cell[0], s.cell[1] + 0.5)) for s in reading.squares)
    outcome = rainforest_city.compare(truth, replace(reading, squares=shifted))
    assert not outcome.located
    assert outcome.wrong == 10  # five that were missed, five that lie nowhere
    assert not outcome.score_right


FOREST = [["r", "rt", "", "", "", ""], *[[""] * 6 for _ in range(4)], ["", "", "", "", "w", "wa"]]
BOARDS = [
    {"face": "white-square", "icon": "NW"},
    {"face": "pink-square", "icon": "SW"},
    {"face": "blue-square", "icon": "SW"},
    {"face": "red-square", "icon": "NE"},
]


def test_hutan_counts_all_36_squares_and_knows_the_layout_from_any_side():
    truth = truth_of("hutan", FOREST)
    truth["board"]["settings"] = {"layout": {"boards": BOARDS}}
    reading = reading_of(truth, 2)
    turned = [
        {"face": b["face"], "icon": {"NW": "SE", "NE": "SW", "SE": "NW", "SW": "NE"}[b["icon"]]}
        for b in BOARDS
    ]
    board = {**reading.board, "settings": {"layout": {"boards": turned[2:] + turned[:2]}}}
    outcome = hutan.compare(truth, replace(reading, board=board))
    assert (outcome.squares, outcome.wrong) == (36, 0)
    assert outcome.checks["layout"] == (1, 1)
    wrong = {**reading.board, "settings": {"layout": {"boards": turned}}}
    assert hutan.compare(truth, replace(reading, board=wrong)).checks["layout"] == (0, 1)


def test_hutan_forgives_being_unsure_of_a_flower_that_cannot_be_seen():
    truth = truth_of("hutan", FOREST)
    truth["board"]["settings"] = {"layout": {"boards": BOARDS}}
    visible = [[None] * 6 for _ in range(6)]
    visible[0][1] = 0.05
    truth["scene"] = {"flower_visible": visible, "pieces": "standing"}
    for unsure, wrong in (((0, 1),), 0), ((), 1):
        outcome = hutan.compare(truth, reading_of(truth, 0, {(0, 1): "yt"}, unsure=unsure))
        assert outcome.wrong == wrong
        assert outcome.checks["standing"] == (36 - wrong, 36)


CARDS = [((0, 0), "malayan-tiger"), ((0, 2), "merbau-tree"), ((1, 1), "serow")]


def beehive(cards):
    return {"format": 1, "game": "my-rainforest", "settings": {}, "players": [{"name": "A", "cards": cards}]}


def cards_truth():
    matrix = homography(4, 2)
    cards = [{"at": list(place), "species": species} for place, species in CARDS[:2]]
    cards.append({"at": [1, 1], "type": "medium", "name": "Serow", "iucn": "NT", "scores": [{"points": 3}]})
    quads = [quad(matrix, y, x, rows=2) for (x, y), _ in CARDS]
    return {"board": beehive(cards), "homography": matrix.tolist(), "card_quads": quads, "scene": {}}


def cards_reading(truth, sign, changed=None):
    squares, cards = [], []
    for i, card in enumerate(truth["board"]["players"][0]["cards"]):
        place = (sign * card["at"][0] + 4, sign * card["at"][1] + 4)
        read = {**card, "at": list(place), **(changed or {}).get(i, {})}
        cards.append({key: value for key, value in read.items() if value is not None})
        squares.append(Square(place, truth["card_quads"][i], "card", 0.9))
    return Reading("my-rainforest", beehive(cards), (4, 2), CORNERS, tuple(squares), PHOTO, beehive=True)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_beehive_read_either_way_up(sign):
    truth = cards_truth()
    outcome = my_rainforest.compare(truth, cards_reading(truth, sign))
    assert (outcome.located, outcome.squares, outcome.wrong) == (True, 3, 0)
    assert outcome.checks == {"placed": (1, 1)}


def test_a_beehive_with_a_card_of_a_wrong_kind_and_one_in_a_wrong_place():
    truth = cards_truth()
    outcome = my_rainforest.compare(truth, cards_reading(truth, 1, {1: {"species": "malayan-tiger"}}))
    assert (outcome.located, outcome.wrong) == (True, 1)
    reading = cards_reading(truth, 1)
    moved = (replace(reading.squares[0], cell=(4, 2)), *reading.squares[1:])
    board = beehive(
        [{**reading.board["players"][0]["cards"][0], "at": [4, 2]}, *reading.board["players"][0]["cards"][1:]]
    )
    outcome = my_rainforest.compare(truth, replace(reading, board=board, squares=moved))
    assert outcome.checks["placed"] == (0, 1)


LESSON = beehive([{"at": [0, 0], "species": "malayan-tiger"}, {"at": [1, 1], "species": "merbau-tree"}])


@pytest.mark.parametrize(
    ("changed", "types", "named", "taken", "unknown"),
    [
        ({2: {"name": None}}, (2, 2), (2, 2), (0, 2), (0, 1)),
        ({}, (2, 2), (2, 2), (0, 2), (1, 1)),
        ({0: {"species": "merbau-tree"}, 2: {"name": None}}, (1, 2), (1, 2), (1, 2), (0, 1)),
        ({0: {"species": None, "type": "carnivore"}, 2: {"name": None}}, (2, 2), (1, 2), (0, 2), (0, 1)),
    ],
)
def test_after_lessons_what_was_taught_is_told_from_what_was_not(changed, types, named, taken, unknown):
    truth = cards_truth()
    outcome = my_rainforest.compare_learned(truth, cards_reading(truth, 1, changed), [LESSON])
    assert outcome.checks == {
        "placed": (1, 1), "types": types, "known named": named, "taken for another": taken, "unknown named": unknown,
    }  # fmt: skip


def test_lessons_are_enough_when_every_type_was_shown():
    kinds = ("plant", "arthropod", "small", "medium", "large")
    most = [beehive([{"at": [0, 2 * k], "type": kind} for k, kind in enumerate(kinds)])]
    assert not my_rainforest.enough(most)
    assert my_rainforest.enough([*most, LESSON])


def test_sums():
    good = Outcome(
        located=True, squares=10, wrong=0, flagged=1, score_right=True, seconds=1.0, checks={"x": (1, 2)}
    )
    bad = Outcome(located=True, squares=30, wrong=4, wrong_flagged=3, flagged=5, seconds=3.0)
    lost = Outcome(squares=10, wrong=10)
    found = summed([good, bad, lost])
    assert found.right == pytest.approx(36 / 50)
    assert found.read == pytest.approx(36 / 40)
    assert (found.located, found.exact, found.score) == pytest.approx((2 / 3, 1 / 3, 1 / 3))
    assert found.caught == pytest.approx(3 / 4)
    assert found.flagged == pytest.approx(6 / 40)
    assert found.seconds == 1.0
    assert found.checks == {"x": 0.5}
    assert math.isnan(summed([good]).caught)


def test_calibration_error():
    assert calibration_error([(0.9, True)] * 9 + [(0.9, False)], bins=1) == pytest.approx(0.0)
    assert calibration_error([(0.9, False)] * 10) == pytest.approx(0.9)
    assert math.isnan(calibration_error([]))


def test_tables():
    assert table(["a", "b"], [["long", "1"], ["x", "22"]]).splitlines() == [
        "a      b",
        "--------",
        "long   1",
        "x     22",
    ]
    assert [percent(0.1234), percent(0.1234, 2), percent(float("nan"))] == ["12.3", "12.34", "-"]
