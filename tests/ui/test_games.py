"""What each game brings to the app holds to the same rules, whichever game it is."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring import registry
from ui import bar, fields, session

GAMES = [game.id for game in registry.games()]
SAMPLES = sorted(path.stem for path in session.SAMPLES.glob("*.json"))


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOREST_TALLY_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(params=GAMES)
def part(request: pytest.FixtureRequest) -> Any:
    return registry.part("ui.games", request.param)


def sample(name: str) -> tuple[Any, dict[str, Any]]:
    board = session.sample_board(name)
    assert board is not None
    board.setdefault("settings", {})
    return registry.part("ui.games", board["game"]), board


def test_every_sample_on_offer_is_there(part):
    for name in part.SAMPLES:
        assert name in SAMPLES


def test_every_sample_is_on_offer():
    offered = {name for game in GAMES for name in registry.part("ui.games", game).SAMPLES}
    assert offered == set(SAMPLES)


@pytest.mark.parametrize("name", SAMPLES)
def test_making_the_board_file_changes_no_draft(name):
    part, board = sample(name)
    before = copy.deepcopy(board)
    part.board_file(board)
    assert board == before


@pytest.mark.parametrize("name", SAMPLES)
def test_squares_put_back_are_the_same_board(name):
    part, board = sample(name)
    wanted = scoring.score(scoring.load_board(part.board_file(board))).to_dict()
    for player in board["players"]:
        part.put_squares(player, part.squares(player))
    assert scoring.score(scoring.load_board(part.board_file(board))).to_dict() == wanted


@pytest.mark.parametrize("name", SAMPLES)
def test_what_the_editor_shows_can_be_painted_back(name):
    part, board = sample(name)
    for index, player in enumerate(board["players"]):
        before = part.squares(player)
        part.paint(player, json.loads(json.dumps(part.editor(board, index).cells)))
        assert part.squares(player) == before


def test_every_square_has_words_and_makes_a_board_that_can_be_scored(part):
    for square in part.all_squares(part.new_board()):
        assert part.square_words(square)
        picture = part.square_picture(square)
        assert not picture or picture.startswith("<svg")
        board = part.new_board()
        if square:
            part.put_squares(board["players"][0], {(0, 2): part.square_of(square, None)})
        scoring.score(scoring.load_board(part.board_file(board)))


def test_every_cell_has_words_of_its_own(part):
    """Unsure squares are told apart by them."""
    for name in part.SAMPLES:
        player = json.loads((session.SAMPLES / f"{name}.json").read_text(encoding="utf-8"))["players"][0]
        cells = list(part.squares(player))
        words = {part.cell_words(player, cell) for cell in cells}
        assert len(words) == len(cells)
        assert all(said[0].isupper() for said in words)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, ""),
        ({"Flora": 3}, "Flora +3"),
        ({"Flora": 3, "Fauna": -3, "Otters": 2, "Houses": 1}, "+3 in 4 categories"),
        ({"Flora": 3, "Fauna": -3}, "Flora +3, Fauna −3"),
        ({"Plants": 9, "Arthropods": 15}, "+24 in 2 categories"),
        ({"Completed areas": 5, "Unfinished areas": -5}, "±0 in 2 categories"),
    ],
)
def test_what_a_correction_changed_is_told_in_few_words(changes: dict[str, int], words: str) -> None:
    assert bar.changed(changes) == words


def test_the_cover_is_a_picture(part):
    assert part.cover().startswith("<svg")


def test_blank_and_equal_names_are_told_apart(part):
    board = part.new_board()
    player = board["players"][0]
    board["players"] = [dict(player), {**player, "name": "Ada"}, {**player, "name": "Ada"}, dict(player)]
    assert part.seats(board) == ["Player 1", "Ada", "Ada (2)", "Player 4"]
    scoring.load_board(part.board_file(board))


@pytest.mark.parametrize("variant", ["standard", "introductory", "advanced", "cooperative", "solo"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_rainforest_city_every_variant_makes_a_board_file_from_any_draft(variant, players):
    part, board = sample("rainforest-city-advanced")
    board["settings"] |= {"variant": variant, "difficulty": "extreme"}
    board["players"] = (board["players"] * 2)[:players]
    file = part.board_file(board)
    assert scoring.load_board(file).settings.variant == variant
    assert [p["name"] for p in file["players"]] == part.seats(board)


def test_hutan_every_kind_of_layout_is_kept_for_the_way_back():
    part, board = sample("hutan-drawn-areas")
    drawn = board["settings"]["layout"]
    part._set_layout(board, "scenario-b")
    for player in board["players"]:
        part.put_squares(player, {})
    assert scoring.load_board(part.board_file(board)).settings.layout.name == "scenario-b"
    assert board["settings"]["_layouts"]["areas"] == drawn


def test_hutan_a_face_laid_where_its_colour_lies_elsewhere_swaps_the_two():
    part = registry.part("ui.games", "hutan")
    board = part.new_board()
    boards = [{"face": f"{colour}-circle", "icon": "NW"} for colour in ("blue", "pink", "red", "white")]
    part._set_layout(board, {"boards": boards})
    part._put_face(board, 0, "white-square")
    part._turn(board, 0)
    assert [b["face"] for b in board["settings"]["layout"]["boards"]] == [
        "white-square",
        "pink-circle",
        "red-circle",
        "blue-circle",
    ]
    assert board["settings"]["layout"]["boards"][0]["icon"] == "NE"
    scoring.load_board(part.board_file(board))


def test_hutan_a_layout_seen_in_a_photo_gives_way_to_one_that_is_chosen():
    part = registry.part("ui.games", "hutan")
    board = part.new_board()
    read = {"settings": {"layout": "scenario-c"}}
    part.take_settings(board, read)
    assert board["settings"]["layout"] == "scenario-c"
    assert part.layout(board, 0) is None
    part._set_layout(board, "scenario-d")
    assert part.layout(board, 0) == "scenario-d"
    part.take_settings(board, read)
    assert board["settings"]["layout"] == "scenario-d"


def test_hutan_a_chosen_layout_gives_way_to_the_photo_where_that_is_wanted() -> None:
    part = registry.part("ui.games", "hutan")
    board = part.new_board()
    part._set_layout(board, "scenario-d")
    part.take_settings(board, {"settings": {"layout": "first-game"}}, anew=True)
    assert board["settings"]["layout"] == "first-game"
    assert board["settings"]["_layouts"]["scenario"] == "scenario-d"
    assert part.layout(board, 0) is None
    part._set_layout(board, "scenario-a")
    assert part.layout(board, 0) == "scenario-a"


def test_hutan_a_layout_on_which_others_have_their_pieces_is_told_to_the_reader() -> None:
    part = registry.part("ui.games", "hutan")
    board = part.new_board()
    part.put_squares(board["players"][0], {(0, 0): "r"})
    part.take_settings(board, {"settings": {"layout": "scenario-c"}})
    board["players"].append({"name": "Ben"})
    assert part.layout(board, 1) == "scenario-c"
    assert part.layout(board, 0) is None


def test_hutan_fewer_than_five_ecosystem_cards_stay_out_of_the_board_file():
    part, board = sample("hutan-three-players")
    board["settings"]["ecosystems"] = [1, 2]
    assert "ecosystems" not in part.board_file(board)["settings"]


def test_values_are_read_and_written_by_their_path():
    board: dict[str, Any] = {"players": [{}]}
    fields.put(board, ("players", 1, "claims", "A"), 10)
    assert board == {"players": [{}, {"claims": {"A": 10}}]}
    assert fields.get(board, ("players", 1, "claims", "A")) == 10
    assert fields.get(board, ("players", 5, "claims", "A"), 0) == 0
    fields.put(board, ("players", 1, "claims", "A"), None)
    assert board["players"][1] == {"claims": {}}


def test_control_characters_are_left_out_of_what_is_typed():
    assert fields._typed(" A\x00d\na\ud800 👩‍🌾 ") == "Ada 👩‍🌾"
