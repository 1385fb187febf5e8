"""What must hold on any landscape: a second scorer agrees, turning and moving change nothing, files come back."""

import json
import random

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from samples.positions import rainforest_city as positions
from scoring import load_board, score
from scoring.games.rainforest_city.landscape import Landscape
from scoring.games.rainforest_city.objectives import CHECKS, check
from scoring.games.rainforest_city.pieces import SQUARES
from tests.scoring import city_twin

SEEDS = st.integers(0, 2**32)


@st.composite
def grids(draw, most_rows=6, most_columns=6, houses=True):
    """Any landscape, legal or not; few terrains and many tokens make food chains likely."""
    rng = random.Random(draw(SEEDS))
    likely = [text for text in SQUARES if houses or not text.startswith("H")]
    terrains = draw(st.sampled_from(["R", "RM", "RMO", "RMOH"]))
    own = [text for text in likely if text and text[0] in terrains and (text[2:3] in ("", "o") or text[2] == text[0].lower())]
    rows, columns = draw(st.integers(1, most_rows)), draw(st.integers(1, most_columns))
    wild = draw(st.sampled_from([0, 0.1, 0.5]))
    return [[rng.choice(likely if rng.random() < wild else own) for _ in range(columns)] for _ in range(rows)]


def board(grid, variant="standard", compost=0, **more):
    player = {"name": "Vanda", "grid": grid, "compost": compost}
    return {"format": 1, "game": "rainforest-city", "settings": {"variant": variant, **more}, "players": [player]}


def points(grid, *args, **more):
    player = score(load_board(board(grid, *args, **more))).players[0]
    return {category.key: category.points for category in player.categories}


def small_enough(grid):
    """Few enough tokens a habitat for the second scorer, which tries all ways to feed them."""
    squares = city_twin.squares(grid)
    return all(sum(map(len, city_twin.at_home(squares, h).values())) <= 12 for h in city_twin.habitats(squares))


def turned(grid):
    """A quarter turn clockwise, with rows of equal length."""
    width = max(map(len, grid), default=0)
    return [list(column) for column in zip(*[row + [""] * (width - len(row)) for row in grid[::-1]], strict=True)]


def mirrored(grid):
    return turned(grid)[::-1]


def moved(grid):
    return [[], *[["", "", *row] for row in grid]]


@settings(max_examples=150, deadline=None)
@given(grids(), st.booleans(), st.integers(0, 9))
def test_a_second_scorer_that_tries_every_support_agrees(grid, corners, compost):
    assume(small_enough(grid))
    adjacency = "diagonal" if corners else "orthogonal"
    expected = city_twin.score(grid, corners=corners, compost=compost)
    assert points(grid, compost=compost, house_adjacency=adjacency) == expected


@settings(max_examples=100, deadline=None)
@given(grids(4, 5))
@example([["H", "O:o1", "H:ot"], ["O:o2", "H", "M:m1"], ["H:ot", "M:m2", "R:r1"]])
def test_wild_houses_agree_with_trying_every_terrain(grid):
    assume(sum(text in ("H", "H:ot") for row in grid for text in row) <= 6)
    assume(small_enough([[text.replace("H", "R") for text in row] for row in grid]))
    found = points(grid, "introductory")
    assert found["flora"] + found["fauna"] == city_twin.introductory(grid)
    assert found["houses"] == 0


@settings(max_examples=150, deadline=None)
@given(grids(7, 7))
def test_a_second_reading_of_the_objective_cards_agrees(grid):
    assume(small_enough(grid))
    land = Landscape(grid)
    assert {card: check(card, land).met for card in CHECKS} == city_twin.objectives(grid)


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(1, 3))
def test_objective_cards_agree_on_positions_of_the_game(seed, level):
    grid, _ = positions.lay_out(random.Random(seed), level, cards=10)
    assume(small_enough(grid))
    land = Landscape(grid)
    assert {card: check(card, land).met for card in CHECKS} == city_twin.objectives(grid)


@settings(max_examples=80, deadline=None)
@given(grids(9, 9), st.sampled_from(["standard", "introductory"]), st.sampled_from(["orthogonal", "diagonal"]))
def test_turning_mirroring_and_moving_change_nothing(grid, variant, adjacency):
    expected = points(grid, variant, house_adjacency=adjacency)
    met = {card: check(card, Landscape(grid)).met for card in CHECKS}
    for other in (turned(grid), mirrored(grid), moved(grid)):
        assert points(other, variant, house_adjacency=adjacency) == expected
        assert {card: check(card, Landscape(other)).met for card in CHECKS} == met


@settings(max_examples=60, deadline=None)
@given(grids(9, 9))
def test_a_free_house_never_lowers_an_introductory_total(grid):
    """Wild Houses join habitats: taking the empty ones away can't bring points."""
    without = [["" if text == "H" else text for text in row] for row in grid]
    assert sum(points(grid, "introductory").values()) >= sum(points(without, "introductory").values())


@settings(max_examples=80, deadline=None)
@given(
    SEEDS,
    st.integers(1, 3),
    st.integers(1, 4),
    st.sampled_from(["standard", "introductory", "advanced", "cooperative", "solo"]),
)
def test_generated_positions_are_legal_and_come_back(seed, level, players, variant):
    document = positions.generate(random.Random(seed), level, players=players, variant=variant)
    loaded = load_board(document)
    assert loaded.to_dict() == document
    assert load_board(json.dumps(loaded.to_dict()).encode()) == loaded
    assert not any(player.warnings for player in score(loaded).players)
    assert document == positions.generate(random.Random(seed), level, players=players, variant=variant)


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(2, 26))
def test_landscapes_are_cards_laid_edge_to_edge(seed, number):
    rng = random.Random(seed)
    grid, cards = positions.lay_out(rng, cards=number)
    assert len(cards) == number
    covered = [square for card in cards for square in card.squares]
    assert len(covered) == len(set(covered)) == 6 * number
    assert {(r, c) for r, row in enumerate(grid) for c, text in enumerate(row) if text} == set(covered)
    assert sorted((cards[0].height, cards[0].width)) == [2, 3]
    first = {square for card in cards[:2] for square in card.squares}
    assert sorted((len({r for r, _ in first}), len({c for _, c in first}))) == [3, 4]
    laid = set(first)
    for card in cards[2:]:
        assert any(n in laid for square in card.squares for n in city_twin.sides(square))
        laid.update(card.squares)
    assert min(r for r, _ in covered) == min(c for _, c in covered) == 0
