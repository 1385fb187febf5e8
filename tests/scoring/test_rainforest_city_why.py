"""Why a square scores, and the best single change: both held against scoring itself."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from samples.positions import rainforest_city as positions
from scoring import load_board, registry, score
from scoring.games.rainforest_city.pieces import HOMES, TOKEN_NAMES
from tests.scoring.test_rainforest_city_properties import grids
from tests.scoring.test_rainforest_city_rules import drawn, file

GAME = registry.game("rainforest-city")


def why(grid, cell, **more):
    return GAME.explain(load_board(file(grid, **more)), 0, cell)


def test_a_token_that_is_fed_names_its_food_and_its_eater():
    says = why("R:r1 R:r2 R:r3", (0, 1))
    assert says[:3] == (
        "Termite: supported by the rainforest tree at row 1, column 1, so it scores 2.",
        "It supports the pangolin at row 1, column 3.",
        "Its rainforest habitat has 3 squares, 1 plant, 1 herbivore (1 supported) and 1 carnivore (1 supported).",
    )


def test_a_hungry_token_says_what_would_feed_it():
    assert "One mangrove plant more in this habitat would feed this tree-climbing crab: +2 for fauna, and 1 for the plant itself." in why(
        "M:m1 M:m2 M:m2", (0, 2)
    )
    assert "One rainforest plant more in this habitat would feed this pangolin: +5 for fauna, and 1 for the plant itself." in why(
        "R:r1 R:r2 R:r2 R:r3 R:r3", (0, 4)
    )
    assert "One rainforest herbivore more in this habitat would feed this otter: +5 for fauna." in why("R:r1 R:ot", (0, 1))
    assert (
        "One ocean plant more and one ocean herbivore more in this habitat would feed this ocean carnivore: "
        "+5 for fauna, and 1 for the plant itself." in why("O:o3", (0, 0))
    )


def test_houses_and_what_stands_beside_them():
    rulings = GAME.rulings
    house = why("H R:r1", (0, 0))
    assert house[0].startswith("House at row 1, column 1: 3 less 1 token beside it")
    assert house[1] == "Each token fewer beside it would bring 1."
    assert house[-1] == rulings["house-sides"]
    token = why("H R:r1 H", (0, 1))
    assert "It stands beside the House at row 1, column 1 and the House at row 1, column 3 and costs 2 points there." in token
    assert why("H M\nM R:r1", (1, 1), house_adjacency="diagonal")[-1] == rulings["house-corners"]


def test_empty_squares_say_what_a_token_would_bring():
    assert "The most that a token could bring to this habitat: +6 (rainforest tree)." in why("R R:r2 R:r3", (0, 0))
    assert why("R", (5, 5)) == why([[], ["R"]], (0, 0)) == why("R", (-1, 0)) == ("No card lies here.",)


def test_misplaced_tokens_and_wild_houses():
    assert why("M:r1", (0, 0))[0] == "The rainforest tree lies on mangrove, not on its own terrain: 0 points, and it supports nothing."
    assert why("H:r1", (0, 0))[1].startswith("The rainforest tree lies on a House")
    assert why("R:r1 H R:r2", (0, 1), variant="introductory")[0] == (
        "A House, wild in this variant: counted as rainforest, because that makes the total highest."
    )


def test_objectives_that_a_square_counts_for():
    says = why("R:r1 R:r1 R:r1 R:r1 R:r1", (0, 0), variant="advanced", objectives=["A", "H", "L"])
    assert "It counts for objective H (met): A habitat with 5 or more flora: the most in one habitat is 5." in says


def test_variants_without_points_speak_of_none():
    seats = [{"objectives": ["A", "E", "I"]}, {"objectives": ["B", "F", "J"]}]
    board = load_board(file("R:r1 R:r2 H R", "R", players=seats, variant="cooperative"))
    says = [text for column in range(4) for text in GAME.explain(board, 0, (0, column))]
    assert "Termite: supported by the rainforest tree at row 1, column 1." in says
    assert not any("scores" in text or "+" in text for text in says)
    assert GAME.best_change(board, 0) is None


def changed(grid, **more):
    found = GAME.best_change(load_board(file(grid, **more)), 0)
    return found and (found[0].text, found[1], found[0].cells)


def test_one_token_more():
    assert changed("R R:r2 R:r3") == ("One rainforest tree more, at row 1, column 1: Flora +1, Fauna +5", 6, ((0, 0),))


def test_a_house_less_crowded():
    assert changed("M:m2 H M:m2\n. M:m2 .") == ("The tree-climbing crab at row 1, column 1 taken away: Houses +1", 1, ((0, 0),))
    assert changed("H M:m2 M") == ("One mangrove tree more, at row 1, column 3: Flora +1, Fauna +2", 3, ((0, 2),))


def test_a_token_moved():
    assert changed("H R:r1 H . R:r2 R") == (
        "The rainforest tree at row 1, column 2 moved to row 1, column 6: Fauna +2, Houses +2",
        4,
        ((0, 1), (0, 5)),
    )


def test_nothing_to_gain():
    assert changed("R:r1") is None
    assert changed([]) is None


def test_a_wild_house_takes_a_token():
    assert changed("R:r2 H M:m1", variant="introductory") == ("One rainforest tree more, at row 1, column 2: Flora +1, Fauna +2", 3, ((0, 1),))


def test_a_token_that_holds_a_house_to_its_terrain_is_best_taken_away():
    board = load_board(file([["R:m2", "R:r3", "R:o2"], ["R:r2", "R:o1", "H:o1"], ["R:ot", "M", "R:r1"]], variant="introductory"))
    change, gain = GAME.best_change(board, 0)
    assert change.text.startswith("The reef at row 2, column 3 taken away")
    assert gain == 4


def every_change(board):
    """The totals after every token added, taken away or moved."""
    document = board.to_dict()
    grid = document["players"][0]["grid"]
    wild = board.settings.variant == "introductory"
    cells = [(r, c) for r, row in enumerate(grid) for c, text in enumerate(row) if text]

    def room(cell, token):
        text = grid[cell[0]][cell[1]]
        return len(text) == 1 and (text in HOMES[token] or (wild and text == "H"))

    def total():
        return score(load_board(document)).players[0].total

    def with_token(token):
        for r, c in cells:
            if room((r, c), token):
                ground = grid[r][c]
                grid[r][c] = f"{ground}:{token}"
                yield total()
                grid[r][c] = ground

    for token in TOKEN_NAMES:
        yield from with_token(token)
    for r, c in cells:
        ground, _, token = grid[r][c].partition(":")
        if token:
            grid[r][c] = ground
            yield total()
            yield from with_token(token)
            grid[r][c] = f"{ground}:{token}"


@settings(max_examples=60, deadline=None)
@given(grids(4, 4), st.sampled_from(["standard", "introductory"]), st.sampled_from(["orthogonal", "diagonal"]))
def test_no_single_change_brings_more(grid, variant, adjacency):
    board = load_board(file(grid, variant=variant, house_adjacency=adjacency))
    now = score(board).players[0].total
    best = max(every_change(board), default=now) - now
    found = GAME.best_change(board, 0)
    assert (found[1] if found else 0) == max(0, best)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 3), st.sampled_from(["standard", "introductory", "advanced"]))
def test_a_change_is_legal_and_brings_what_it_says(seed, level, variant):
    board = load_board(positions.generate(random.Random(seed), level, variant=variant))
    found = GAME.best_change(board, 0)
    if found:
        change, gain = found
        after = score(change.board).players[0]
        assert after.total - score(board).players[0].total == gain > 0
        assert after.warnings == ()


def test_drawings_are_read():
    assert drawn("R . M:m1\nH") == [["R", "", "M:m1"], ["H"]]
