"""What must hold on any Hutan board: a second scorer agrees, turning the table changes nothing, files come back."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from samples.positions import hutan as positions
from scoring import load_board, score
from scoring.games.hutan.components import COLOURS, NAMED_BOARDS, SQUARES
from scoring.games.hutan.ecosystems import ECOSYSTEMS
from scoring.games.hutan.layout import ICONS, PlacedBoard, from_boards
from scoring.games.hutan.squares import CELLS, joined
from tests.scoring import hutan_twin

CARDS = st.lists(st.sampled_from(sorted(ECOSYSTEMS)), min_size=5, max_size=5, unique=True)


@st.composite
def boards(draw):
    """One player on four random boards: any square anywhere but on a lake, legal or not."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    placed = positions.random_boards(rng)
    numbers = hutan_twin.table_of([(board["face"], board["icon"]) for board in placed])
    # Few colours and many trees make complete areas and groups likely.
    likely = [text for text in SQUARES if text[:1] in ("", *list(COLOURS)[: draw(st.integers(1, 5))])]
    grid = [[rng.choice(likely) if numbers[r][c] else "" for c in range(6)] for r in range(6)]
    if draw(st.booleans()):
        grid = [[text and text[0] + rng.choice("ttta") for text in row] for row in grid]
    return {
        "format": 1,
        "game": "hutan",
        "settings": {"layout": {"boards": placed}, "ecosystems": draw(CARDS)},
        "players": [{"name": "Lin", "grid": grid}],
    }


def points(board):
    return {category.key: category.points for category in score(load_board(board)).players[0].categories}


def turned(rows):
    return [list(column) for column in zip(*rows[::-1], strict=True)]


def turned_board(board):
    """The whole table turned clockwise: SW becomes NW, NW becomes NE, ... and each board's icon goes on."""
    placed = board["settings"]["layout"]["boards"]
    on = [{**old, "icon": ICONS[(ICONS.index(old["icon"]) + 1) % 4]} for old in [placed[3], *placed[:3]]]
    return {
        **board,
        "settings": {**board["settings"], "layout": {"boards": on}},
        "players": [{"name": "Lin", "grid": turned(board["players"][0]["grid"])}],
    }


@settings(max_examples=150, deadline=None)
@given(boards())
def test_a_second_scorer_written_from_the_rules_agrees(board):
    placed = [(b["face"], b["icon"]) for b in board["settings"]["layout"]["boards"]]
    cards = board["settings"]["ecosystems"]
    assert points(board) == hutan_twin.points(board["players"][0]["grid"], hutan_twin.table_of(placed), cards)


@pytest.mark.parametrize("number", ECOSYSTEMS)
@settings(max_examples=25, deadline=None)
@given(board=boards())
def test_each_card_agrees_with_its_twin(number, board):
    board["settings"]["ecosystems"] = [number, *[n for n in ECOSYSTEMS if n != number][:4]]
    placed = [(b["face"], b["icon"]) for b in board["settings"]["layout"]["boards"]]
    twin = hutan_twin.points(board["players"][0]["grid"], hutan_twin.table_of(placed), [number])
    assert points(board)[f"ecosystem-{number}"] == twin[f"ecosystem-{number}"]


@settings(max_examples=100, deadline=None)
@given(boards())
def test_turning_the_whole_table_changes_nothing(board):
    assert points(turned_board(board)) == points(board)
    assert points(turned_board(turned_board(board))) == points(board)


@settings(max_examples=50, deadline=None)
@given(boards())
def test_four_boards_score_like_their_drawing(board):
    placed = [(b["face"], b["icon"]) for b in board["settings"]["layout"]["boards"]]
    drawn = {**board, "settings": {**board["settings"], "layout": {"areas": hutan_twin.table_of(placed)}}}
    assert points(drawn) == points(board)


@settings(max_examples=100, deadline=None)
@given(boards())
def test_sums_cells_and_round_trip(board):
    loaded = load_board(board)
    assert loaded.to_dict() == board
    player = score(loaded).players[0].to_dict()
    assert player["total"] == sum(category["points"] for category in player["categories"])
    for category in player["categories"]:
        assert category["points"] == sum(line["points"] for line in category["lines"])
        for line in category["lines"]:
            assert line["text"]
            assert line["cells"] or line["points"] == 0
            assert all(tuple(cell) in CELLS for cell in line["cells"])


@pytest.mark.parametrize("name", NAMED_BOARDS)
def test_named_layouts_have_four_colours_and_legal_areas(name):
    placed = NAMED_BOARDS[name]
    assert {board.face.partition("-")[0] for board in placed} == {"pink", "red", "blue", "white"}
    layout = from_boards(placed)
    numbers = hutan_twin.table_of(placed)
    for area in layout.areas:
        assert 2 <= area.size <= 5
        assert len({numbers[r][c] for r, c in area.cells}) == 1
    assert set(layout.lakes) == {(r, c) for r, c in CELLS if not numbers[r][c]}
    assert len(layout.lakes) + sum(area.size for area in layout.areas) == 36


def test_the_icon_turns_a_board_clockwise():
    others = [PlacedBoard(f"{colour}-square", "NW") for colour in ("pink", "red", "white")]
    lakes = {icon: from_boards((PlacedBoard("blue-circle", icon), *others)).lakes[0] for icon in ICONS}
    # The lake lies opposite the icon.
    assert lakes == {"NW": (2, 2), "NE": (2, 0), "SE": (0, 0), "SW": (0, 2)}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([1, 2, 3]), st.integers(1, 4))
def test_generated_positions_are_legal(seed, level, players):
    board = positions.generate(random.Random(seed), level, players=players)
    loaded = load_board(board)
    assert all(not player.warnings for player in score(loaded).players)
    for i in range(players):
        forest = loaded.forest(i)
        assert len(joined(forest.squares)) <= 1
        flowers = sum(len(text[:2]) for text in forest.squares.values())
        assert flowers <= 54 + 4 * len(forest.animals)
    assert board == positions.generate(random.Random(seed), level, players=players)
