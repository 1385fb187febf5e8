"""The photo step without a browser and without a network: a reader of our own stands in for the game's."""

from __future__ import annotations

import importlib
import io
import sys
import types
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from streamlit.runtime.scriptrunner_utils.exceptions import RerunException
from streamlit.testing.v1 import AppTest

from scoring import registry
from scoring.model import Warning
from ui import photo, session, setup, store
from vision.profile import Profile
from vision.reading import NoBoardError, Options, Reading, Square

ROOT = Path(__file__).parents[2]
SIDE = 40
TRUTH = [["R", "R", "M", "M"], ["R:r1", "R", "M", "O"], ["H", "R", "O", "O"]]
"""What lies on the table, square by square from pixel (40, 40) on."""


def square_at(x: float, y: float) -> str:
    r, c = int(y // SIDE) - 1, int(x // SIDE) - 1
    return TRUTH[r][c] if 0 <= r < len(TRUTH) and 0 <= c < len(TRUTH[0]) else ""


def read(photo: Any, options: Any) -> Reading:
    """Reads what the truth says; sure of all but the Oceans. A dark photo shows no board."""
    if photo.image.mean() < 20:
        raise NoBoardError("no board here: take it from above")
    rows, cols = options.size or (3, 4)
    left, top = options.corners[0] if options.corners else (SIDE, SIDE)
    squares = []
    for r in range(rows):
        for c in range(cols):
            x, y = left + c * SIDE, top + r * SIDE
            quad = ((x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE))
            text = square_at(x + SIDE / 2, y + SIDE / 2)
            squares.append(Square((r, c), quad, text, 0.9, text == "O", ((text, 0.9), ("M", 0.1))))
    grid = [[squares[r * cols + c].text for c in range(cols)] for r in range(rows)]
    board = {
        "format": 1,
        "game": "rainforest-city",
        "settings": {},
        "players": [{"name": "Player 1", "grid": grid}],
    }
    right, bottom = left + cols * SIDE, top + rows * SIDE
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    nothing = not any(square.text for square in squares)
    warnings = (Warning("nothing-there", "no landscape was made out between these corners", ()),) if nothing else ()
    return Reading("rainforest-city", board, (rows, cols), corners, tuple(squares), photo, warnings)


def tiles(photo: Any, board: Any, corners: Any = None, size: Any = None) -> tuple[list[Any], list[str]]:
    grid = board["players"][0]["grid"]
    rng = np.random.default_rng(1)
    labels = [square for row in grid for square in row if square]
    return [rng.integers(0, 255, (40, 40, 3), dtype=np.uint8) for _ in labels], labels


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("FOREST_TALLY_HOME", str(tmp_path))
    reader = types.ModuleType("vision.readers.rainforest_city")
    reader.read, reader.tiles = read, tiles  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, reader.__name__, reader)
    photo._reading.clear()
    yield tmp_path
    photo._reading.clear()


def picture(grey: int = 128) -> bytes:
    out = io.BytesIO()
    noise = np.random.default_rng(0).integers(0, 9, (240, 280, 3)) + grey
    noise[..., 2] //= 2
    Image.fromarray(noise.astype(np.uint8)).save(out, "PNG")
    return out.getvalue()


def started(data: bytes, game: str = "rainforest-city") -> str:
    """Token of a draft whose photo waits to be read."""
    part = registry.part("ui.games", game)
    token = store.create(part.new_board())
    photo._take(reopened(token), data, "table.png")
    return token


def reopened(token: str) -> session.Open:
    draft = store.load(token)
    assert draft is not None
    game = registry.game(draft.game)
    return session.Open(token, draft, game, registry.part("ui.games", game.id))


def run(token: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params["game"], app.query_params["draft"] = reopened(token).game.id, token
    app.run()
    assert not app.exception
    return app


def grid(token: str) -> list[list[str]]:
    return reopened(token).player["grid"]


def paint(token: str, cell: tuple[int, int], square: str) -> None:
    with store.edit(token) as draft:
        draft.board["players"][0]["grid"][cell[0]][cell[1]] = square


def offered(app: AppTest, key: str) -> bool:
    app.run()
    assert not app.exception
    return any(button.key == key for button in app.button)


def words(app: AppTest) -> str:
    return "\n".join(str(node.proto.body) for node in app.get("html"))


def test_a_photo_becomes_the_board_and_its_unsure_squares():
    token = started(picture())
    app = run(token)
    assert grid(token) == TRUTH
    assert photo.doubt(reopened(token).side) == [(1, 3), (2, 2), (2, 3)]
    assert "12 squares read" in words(app)
    assert "3 to go" in words(app)


def test_an_answer_settles_one_square():
    token = started(picture())
    run(token)
    photo._settle(reopened(token), (1, 3), "M:m1")
    assert grid(token)[1][3] == "M:m1"
    assert photo.doubt(reopened(token).side) == [(2, 2), (2, 3)]
    photo._settle(reopened(token), (2, 2), "empty")
    assert grid(token)[2][2] == ""
    photo._later(reopened(token))
    run(token)


def test_corrections_are_kept_when_the_grid_is_moved_and_read_again():
    token = started(picture())
    run(token)
    paint(token, (0, 1), "R:r3")
    photo._settle(reopened(token), (1, 3), "O")
    # The grid lies a row too high and a column too far left: what was row 0, column 0 is row 1, column 1 there.
    photo._again(reopened(token), [[0, 0], [200, 0], [200, 160], [0, 160]], (4, 5))
    run(token)
    assert grid(token)[1][1:] == ["R", "R:r3", "M", "M"]
    assert photo.doubt(reopened(token).side) == [(3, 3), (3, 4)]
    photo._again(reopened(token), [[40, 40], [200, 40], [200, 160], [40, 160]], (3, 4))
    run(token)
    assert grid(token) == [["R", "R:r3", "M", "M"], *TRUTH[1:]]


def between(left: int, top: int, rows: int, cols: int) -> tuple[list[list[int]], tuple[int, int]]:
    """The corners and size of a grid so many squares from the photo's top left."""
    x, y, right, bottom = SIDE * left, SIDE * top, SIDE * (left + cols), SIDE * (top + rows)
    return [[x, y], [right, y], [right, bottom], [x, bottom]], (rows, cols)


def test_corners_between_which_nothing_is_made_out_change_nothing_but_are_told() -> None:
    token = started(picture())
    run(token)
    paint(token, (0, 1), "R:r3")
    before = reopened(token)
    for _ in range(2):
        photo._again(reopened(token), *between(5, 4, 2, 2))
        app = run(token)
        assert "Nothing was made out on this grid" in words(app)
        assert reopened(token).player == before.player
        assert reopened(token).side.photo == before.side.photo


def test_corners_that_show_no_board_leave_the_reading_and_the_first_failure_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(given: Any, options: Any) -> Reading:
        raise NoBoardError("no board was found: there are no cards inside these corners")

    for data in (picture(), picture(5)):
        token = started(data)
        run(token)
        before = reopened(token)
        with monkeypatch.context() as patched:
            patched.setattr(sys.modules["vision.readers.rainforest_city"], "read", nowhere)
            photo._again(reopened(token), *between(0, 0, 2, 2))
            app = run(token)
        assert "Nothing was made out on this grid" in words(app)
        assert reopened(token).player == before.player
        assert reopened(token).side.photo == before.side.photo


@pytest.mark.parametrize("wrong", [between(3, 2, 1, 1), between(-40, 1, 60, 45), between(1, 0, 2, 1)], ids=["tiny", "far", "beside"])
def test_corrections_outlast_a_grid_that_was_set_wrongly_and_land_near_it(wrong: tuple[Any, Any]) -> None:
    token = started(picture())
    run(token)
    for cell, square in {(0, 0): "H", (0, 3): "M:m2", (2, 0): ""}.items():
        paint(token, cell, square)
    good = grid(token)
    photo._again(reopened(token), *wrong)
    run(token)
    rows, cols = wrong[1]
    assert len(grid(token)) <= rows + 2
    assert max(map(len, grid(token))) <= cols + 2
    photo._again(reopened(token), *between(1, 1, 3, 4))
    run(token)
    assert grid(token) == good


def test_the_last_word_on_a_square_is_kept_through_all_readings() -> None:
    token = started(picture())
    run(token)
    paint(token, (0, 0), "H")
    photo._again(reopened(token), *between(1, 0, 4, 4))
    run(token)
    assert grid(token)[1][0] == "H"
    paint(token, (1, 0), "R")
    photo._again(reopened(token), *between(1, 1, 3, 4))
    run(token)
    assert grid(token) == TRUTH
    paint(token, (0, 0), "")
    photo._again(reopened(token), *between(0, 1, 3, 5))
    run(token)
    assert grid(token)[0][:2] == ["", ""]


def test_nothing_is_asked_again_when_the_grid_goes_away_and_back() -> None:
    token = started(picture())
    run(token)
    for cell in photo.doubt(reopened(token).side):
        photo._settle(reopened(token), cell, "O")
    good = grid(token)
    for left in (0, 1):
        photo._again(reopened(token), *between(left, 1, 3, 4))
        run(token)
        assert photo.doubt(reopened(token).side) == []
    assert grid(token) == good == TRUTH[:1] + [[*TRUTH[1][:3], "O"], TRUTH[2]]


def test_a_square_put_beside_the_grid_stays():
    token = started(picture())
    run(token)
    with store.edit(token) as draft:
        draft.board["players"][0]["grid"][0].append("H")
    photo._again(reopened(token), [[40, 40], [200, 40], [200, 160], [40, 160]], (3, 4))
    run(token)
    assert grid(token)[0] == ["R", "R", "M", "M", "H"]


def test_no_board_is_told_and_leaves_the_board_alone():
    token = started(picture(5))
    paint_before = grid(token)
    app = run(token)
    assert "No board was found" in words(app)
    assert "Take it from above" in words(app)
    assert grid(token) == paint_before
    app.toggle(key="mark-corners").set_value(True).run()
    assert not app.exception


def test_a_file_that_is_no_photo_leaves_photo_and_board_as_they_were():
    token = started(picture())
    run(token)
    before = reopened(token)
    photo._take(before, b"this is no photo", "notes.txt")
    app = run(token)
    assert "“notes.txt” can&#x27;t be used" in words(app)
    assert reopened(token).player == before.player
    assert reopened(token).side.photo == before.side.photo


def test_corners_that_cross_are_told_and_change_nothing():
    token = started(picture())
    run(token)
    before = reopened(token)
    photo._again(before, [[40, 40], [200, 160], [200, 40], [40, 160]], (3, 4))
    app = run(token)
    assert "can&#x27;t lie like that" in words(app)
    assert reopened(token).side.photo == before.side.photo


def test_a_reader_that_breaks_changes_nothing(monkeypatch):
    token = started(picture())

    def broken(photo: Any, options: Any) -> Reading:
        raise RuntimeError("a bug")

    monkeypatch.setattr(sys.modules["vision.readers.rainforest_city"], "read", broken)
    app = run(token)
    assert "Something went wrong" in words(app)
    assert reopened(token).side.photo is None


def test_learning_from_the_corrected_board_makes_a_profile():
    token = started(picture())
    run(token)
    opened = reopened(token)
    photo._learn(opened, opened.side.photo)
    assert photo.profile_path("rainforest-city").exists()
    photo._forget("rainforest-city")
    assert not photo.profile_path("rainforest-city").exists()


def test_what_was_forgotten_can_be_learned_again() -> None:
    token = started(picture())
    app = run(token)
    for cell in photo.doubt(reopened(token).side):
        photo._settle(reopened(token), cell, "O")
    offered = []
    for act in (lambda: None, lambda: photo._learn(reopened(token), reopened(token).side.photo), lambda: photo._forget("rainforest-city")):
        act()
        app.run()
        offered.append(any(button.key == "learn" for button in app.button))
    assert offered == [True, False, True]


def test_what_was_forgotten_can_be_taken_back() -> None:
    token = started(picture())
    app = run(token)
    photo._learn(reopened(token), reopened(token).side.photo)
    app.run()
    learned = photo.profile_path("rainforest-city").read_bytes()
    assert not offered(app, "forget-back")
    app.button(key="profile-reset").click()
    assert offered(app, "forget-back")
    app.button(key="forget-back").click()
    assert not offered(app, "forget-back")
    assert photo.profile_path("rainforest-city").read_bytes() == learned
    assert "What was learned is known again" in words(app)


def test_what_was_learned_meanwhile_stands_above_what_was_forgotten() -> None:
    token = started(picture())
    run(token)
    for words in ("forgotten", "new"):
        photo.store.keep(photo.profile_path("rainforest-city"), words.encode())
        if words == "forgotten":
            photo._forget("rainforest-city")
    photo._know_again("rainforest-city")
    assert photo.profile_path("rainforest-city").read_bytes() == b"new"


def test_the_grid_is_moved_up_and_grows_above() -> None:
    token = started(picture())
    app = run(token)
    for what, wanted in (("shift", ["Up", "Left", "Right", "Down"]), ("grow", ["Above", "Left", "Right", "Below"]), ("shrink", ["Above", "Left", "Right", "Below"])):
        app.session_state["nudge"] = what
        app.run()
        assert [button.label for button in app.button if button.key.startswith("nudge-")] == wanted


def test_a_photo_is_read_again_with_a_look_that_came_later_and_corrections_stay() -> None:
    token = started(picture())
    app = run(token)

    assert not offered(app, "read-again")
    paint(token, (0, 0), "O")
    path = photo.profile_path("rainforest-city")
    path.parent.mkdir(parents=True)
    Profile().save(path)
    assert offered(app, "read-again")
    app.button(key="read-again").click()
    assert not offered(app, "read-again")
    assert grid(token)[0][0] == "O"
    photo._learn(reopened(token), reopened(token).side.photo)
    assert not offered(app, "read-again"), "what was learned from the photo itself tells nothing new of it"


def test_a_saved_look_can_be_opened_before_the_first_photo() -> None:
    token = store.create(registry.part("ui.games", "rainforest-city").new_board())
    assert [node.proto.label for node in run(token).get("file_uploader") if "saved one" in node.proto.label]


def test_a_saved_look_of_another_game_is_not_taken(tmp_path):
    grey = np.full((40, 40, 3), 90, np.uint8)
    for game, taken in (("hutan", False), ("rainforest-city", True)):
        saved = Profile.learn([grey], ["R"])
        saved.game = game
        saved.save(tmp_path / "look.npz")
        upload = types.SimpleNamespace(name="look.npz", getvalue=(tmp_path / "look.npz").read_bytes)
        photo.st.session_state["profile-load"] = upload
        photo._load_profile("rainforest-city")
        assert photo.profile_path("rainforest-city").exists() is taken
        assert ("photos of Hutan: Life in the Rainforest, not Rainforest City" in photo.st.session_state["learn-message"][1]) is not taken


def test_a_photo_that_is_gone_says_so_and_the_board_stays(own_home):
    token = started(picture())
    run(token)
    for path in (own_home / "drafts").glob("*.photo"):
        path.unlink()
    app = run(token)
    assert "no longer kept" in words(app)
    assert grid(token) == TRUTH


def test_what_the_system_refuses_is_told_without_its_path() -> None:
    refused = PermissionError(13, "Permission denied", "/profiles/.p.npz.219cafb7")
    assert photo._reason(refused) == "Permission denied"
    for other in (ValueError("the board is empty"), OSError("no reason")):
        assert photo._reason(other) is other


def taken_back(token: str) -> None:
    with store.edit(token) as draft:
        store.take_back(draft)


def test_what_was_painted_before_a_photo_comes_back_and_stays() -> None:
    token = store.create(registry.part("ui.games", "rainforest-city").new_board())
    run(token)
    with store.edit(token) as draft:
        draft.board["players"][0]["grid"] = [["M", "M"]]
    photo._take(reopened(token), picture(), "table.png")
    run(token)
    assert grid(token) == TRUTH
    taken_back(token)
    for _ in range(2):
        run(token)
        assert grid(token) == [["M", "M"]]
        assert reopened(token).side.photo is None


def test_a_reading_with_wrong_corners_is_taken_back_to_the_one_before() -> None:
    token = started(picture())
    run(token)
    photo._settle(reopened(token), (1, 3), "M")
    before = reopened(token).side.photo
    photo._again(reopened(token), [[80, 80], [160, 80], [160, 160], [80, 160]], (2, 2))
    run(token)
    assert len(grid(token)) == 2
    taken_back(token)
    for _ in range(2):
        run(token)
        assert reopened(token).side.photo == before
        assert grid(token)[1][3] == "M"


def test_a_photo_without_a_board_leaves_the_one_before_to_be_looked_over() -> None:
    token = started(picture())
    run(token)
    left = photo.doubt(reopened(token).side)
    before = reopened(token).side.photo
    for name in ("dark.png", "darker.png"):
        photo._take(reopened(token), picture(0), name)
        app = run(token)
        assert f"No board was found in “{name}”" in words(app)
        assert photo.doubt(reopened(token).side) == left
    button = app.button(key="photo-back")
    assert button.label == "Back to “table.png”"
    button.click().run()
    assert reopened(token).side.photo == before


def test_a_first_photo_without_a_board_can_be_put_away() -> None:
    token = started(picture(0))
    app = run(token)
    app.button(key="photo-back").click().run()
    assert reopened(token).side.photo is None


def test_a_second_tap_on_the_way_back_keeps_the_photo_that_it_led_to() -> None:
    token = started(picture())
    run(token)
    earlier = reopened(token).side.photo
    photo._take(reopened(token), picture(0), "nothing.png")
    run(token)
    for _ in range(2):
        photo._back(reopened(token))
    assert reopened(token).side.photo == earlier


@pytest.mark.parametrize("turns", range(4))
def test_a_board_that_was_turned_stays_so_when_its_photo_is_read_again(turns: int) -> None:
    token = started(picture())
    run(token)
    read = grid(token)
    turned = [list(row) for row in np.rot90(np.array(read, dtype=object), -turns)]
    with store.edit(token) as draft:
        side, player = draft.sides[0], draft.board["players"][0]
        part = registry.part("ui.games", "rainforest-city")
        before = part.squares(player)
        part.paint(player, turned)
        photo.follow(side, before, part.squares(player), photo.doubt(side))
    corners = [[SIDE, SIDE], [5 * SIDE, SIDE], [5 * SIDE, 4 * SIDE], [SIDE, 4 * SIDE]]
    photo._again(reopened(token), corners, (3, 4))
    run(token)
    assert grid(token) == turned


@pytest.mark.parametrize("turns", range(4))
def test_every_answer_stays_on_a_board_that_was_turned(turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_unsure_of_what_is_empty(given: Any, options: Any) -> Reading:
        reading = read(given, options)
        squares = tuple(replace(square, unsure=not square.text) for square in reading.squares)
        return replace(reading, squares=squares)

    monkeypatch.setattr(sys.modules["vision.readers.rainforest_city"], "read", read_unsure_of_what_is_empty)
    token = started(picture())
    run(token)
    with store.edit(token) as draft:
        side, player = draft.sides[0], draft.board["players"][0]
        part = registry.part("ui.games", "rainforest-city")
        before = part.squares(player)
        part.paint(player, [list(row) for row in np.rot90(np.array(player["grid"], dtype=object), -turns)])
        photo.follow(side, before, part.squares(player), photo.doubt(side))
    photo._again(reopened(token), *between(0, 0, 5, 6))
    run(token)
    asked = photo.doubt(reopened(token).side)
    assert len(asked) == 5 * 6 - 3 * 4
    for cell in asked:
        photo._settle(reopened(token), cell, "M")
        assert registry.part("ui.games", "rainforest-city").squares(reopened(token).player)[cell] == "M"
    assert sum(bool(square) for row in grid(token) for square in row) == 5 * 6


def test_an_answer_above_all_that_lies_there_makes_the_board_grow() -> None:
    token = started(picture())
    run(token)
    with store.edit(token) as draft:
        draft.sides[0].photo["doubt"] = [[-1, 2], [0, -1], [2, 3]]
    photo._settle(reopened(token), (-1, 2), "M")
    assert grid(token) == [["", "", "M", ""], *TRUTH]
    assert photo.doubt(reopened(token).side) == [(1, -1), (3, 3)]
    photo._settle(reopened(token), (1, -1), "H")
    assert [row[:1] for row in grid(token)] == [[""], ["H"], [""], [""]]
    assert photo.doubt(reopened(token).side) == [(3, 4)]
    photo._again(reopened(token), *between(0, 0, 4, 5))
    run(token)
    assert (grid(token)[0][3], grid(token)[1][0]) == ("M", "H")


def test_none_of_these_is_about_one_square_of_one_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    monkeypatch.setattr(photo.parts, "choices", lambda options, *_, **__: shown.append(len(options)))
    token = started(picture())
    app = run(token)
    few = shown[-1]
    name = reopened(token).side.photo["name"]
    for every, many in (([0, name, 1, 3], True), ([0, "other", 1, 3], False), ([1, name, 1, 3], False), ([0, name, 2, 2], False)):
        app.session_state["unsure-every"] = every
        app.run()
        assert (shown[-1] > few) is many


def test_learning_is_offered_again_once_something_was_corrected() -> None:
    token = started(picture())
    run(token)
    for cell in photo.doubt(reopened(token).side):
        photo._settle(reopened(token), cell, "O")
    assert any(button.key == "learn" for button in run(token).button)
    photo._learn(reopened(token), reopened(token).side.photo)
    assert not any(button.key == "learn" for button in run(token).button)
    with store.edit(token) as draft:
        side, squares = draft.sides[0], {(0, 0): "M"}
        photo.follow(side, squares, squares, ())
    assert any(button.key == "learn" for button in run(token).button)


def test_the_form_for_the_corners_follows_the_grid() -> None:
    token = started(picture())
    app = run(token)
    app.toggle(key="mark-corners").set_value(True).run()

    def size() -> list[int]:
        return [int(field.value) for field in app.number_input if field.key.startswith("grid-")]

    assert size() == [3, 4]
    app.number_input[0].set_value(7).run()
    photo._again(reopened(token), [[SIDE, 0], [5 * SIDE, 0], [5 * SIDE, 4 * SIDE], [SIDE, 4 * SIDE]], (4, 4))
    app.run()
    assert size() == [4, 4]
    photo._take(reopened(token), picture(64), "second.png")
    app.run()
    assert size() == [3, 4]


def test_moving_the_grid_asks_nothing_twice() -> None:
    token = started(picture())
    run(token)
    for cell in photo.doubt(reopened(token).side):
        photo._settle(reopened(token), cell, "O")
    state = reopened(token).side.photo
    assert sorted(map(tuple, state["asked"])) == [(1, 3), (2, 2), (2, 3)]
    corners = [[SIDE, SIDE], [5 * SIDE, SIDE], [5 * SIDE, 4 * SIDE], [SIDE, 4 * SIDE]]
    photo._again(reopened(token), corners, (3, 4))
    run(token)
    assert photo.doubt(reopened(token).side) == []


def test_a_second_tap_on_moving_the_grid_changes_nothing() -> None:
    grids = []
    for taps in (1, 2):
        token = started(picture())
        run(token)
        paint(token, (1, 2), "H")
        corners = [[2 * SIDE, SIDE], [6 * SIDE, SIDE], [6 * SIDE, 4 * SIDE], [2 * SIDE, 4 * SIDE]]
        for _ in range(taps):
            photo._again(reopened(token), corners, (3, 4))
        run(token)
        grids.append(reopened(token).player["grid"])
    assert grids[0] == grids[1]
    assert any("H" in row for row in grids[0])


def test_answers_that_come_after_the_photo_was_put_away_do_no_harm() -> None:
    token = started(picture())
    run(token)
    stale = reopened(token)
    with store.edit(token) as draft:
        draft.sides[0].photo = None
    photo._later(stale)
    photo._settle(stale, (1, 3), "O")
    assert reopened(token).side.photo is None
    assert reopened(token).player["grid"][1][3] == "O"


@pytest.mark.parametrize("just", [("read",), ("answered",), ("read", "answered")])
def test_a_question_is_brought_into_view_once(just: tuple[str, ...]) -> None:
    token = started(picture())
    app = run(token)
    for what in just:
        app.session_state[f"just-{what}"] = True
    app.run()
    assert not app.exception
    assert not any(f"just-{what}" in app.session_state for what in just)


def test_a_second_photo_after_the_last_answer_to_the_first_is_read() -> None:
    token = started(picture())
    app = run(token)
    for cell in photo.doubt(reopened(token).side):
        photo._settle(reopened(token), cell, "O")
    app.session_state["just-answered"] = True
    app.run()
    photo._take(reopened(token), picture(64), "second.png")
    app.run()
    assert not app.exception
    assert "second.png" in words(app)


def test_a_player_taken_out_while_their_photo_is_read_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_while_another_phone_takes_out(given: Any, options: Any) -> Reading:
        setup._remove(reopened(token), reopened(token).draft.sides[0].id)
        return read(given, options)

    monkeypatch.setattr(sys.modules["vision.readers.rainforest_city"], "read", read_while_another_phone_takes_out)
    token = started(picture())
    with store.edit(token) as draft:
        draft.board["players"] = [{"name": "Ada", "grid": [["M", "O"]]}, {"name": "Bo", "grid": [["R"]]}]
        draft.fit()
    run(token)
    assert [player["name"] for player in reopened(token).draft.board["players"]] == ["Bo"]
    with store.edit(token) as draft:
        store.take_back(draft)
    assert [player["name"] for player in reopened(token).draft.board["players"]] == ["Ada", "Bo"]
    assert reopened(token).draft.board["players"][0]["grid"] == [["M", "O"]]


@pytest.mark.parametrize("grey", [128, 4])
def test_a_photo_that_another_phone_read_as_well_can_be_taken_back(grey: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_on_another_phone(given: Any, options: Any) -> Reading:
        if not others:
            others.append(reopened(token))
            photo._reading.clear()
            with suppress(RerunException):
                photo._read_now(others[0])
        return read(given, options)

    others: list[session.Open] = []
    monkeypatch.setattr(sys.modules["vision.readers.rainforest_city"], "read", read_on_another_phone)
    painted = [["M", "M"], ["O", "O:o1"]]
    token = started(picture(grey))
    with store.edit(token) as draft:
        draft.board["players"][0]["grid"] = painted
    run(token)
    assert others
    if grey > 20:
        assert grid(token) == TRUTH
        with store.edit(token) as draft:
            store.take_back(draft)
    assert grid(token) == painted
    assert not photo.doubt(reopened(token).side)


def hutan_reader(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A reader that finds a red flower at the table's top left and turns the table by half for a layout that was told; returns the
    layouts that it is told."""
    told: list[Any] = []

    def read(given: Any, options: Any) -> Reading:
        told.append(options.layout and options.layout.model_dump(mode="json", exclude_none=True))
        corners = list(options.corners or ((0, 0), (54, 0), (54, 54), (0, 54)))
        if told[-1] == "scenario-b":
            corners = corners[2:] + corners[:2]
        squares = []
        for k in range(36):
            r, c = divmod(k, 6)
            x, y = (54 - 9 * c, 54 - 9 * r) if corners[0] == (54, 54) else (9 * c, 9 * r)
            side = -9 if corners[0] == (54, 54) else 9
            quad = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
            red = min(x, x + side) == 0 == min(y, y + side)
            squares.append(Square((r, c), quad, "r" if red else "", 0.9, red, (("r" if red else "", 0.9),)))
        player = {"name": "Player 1", "grid": [[squares[6 * r + c].text for c in range(6)] for r in range(6)]}
        board = {"format": 1, "game": "hutan", "settings": {"layout": told[-1] or "scenario-c"}, "players": [player]}
        warnings = (Warning("layout", "the photo seems to show another table", ()),) if told[-1] else ()
        return Reading("hutan", board, (6, 6), tuple(corners), tuple(squares), given, warnings)

    monkeypatch.setattr(importlib.import_module("vision.readers.hutan"), "read", read)
    return told


def choose_layout(token: str, layout: str) -> None:
    part = registry.part("ui.games", "hutan")
    with store.edit(token) as draft:
        part._set_layout(draft.board, layout)


def test_a_reading_is_looked_at_with_the_layout_it_was_read_with(monkeypatch: pytest.MonkeyPatch) -> None:
    told = hutan_reader(monkeypatch)
    token = started(picture(), "hutan")
    choose_layout(token, "scenario-a")
    app = run(token)
    assert not offered(app, "read-again")
    seen = photo.read(reopened(token), reopened(token).side.photo)
    choose_layout(token, "scenario-b")
    assert offered(app, "read-again")
    assert photo.read(reopened(token), reopened(token).side.photo) is seen
    photo._settle(reopened(token), photo.doubt(reopened(token).side)[0], "rt")
    assert grid(token)[0][0] == "rt"
    app.button(key="read-again").click()
    assert not offered(app, "read-again")
    assert told == ["scenario-a", "scenario-b"]
    assert grid(token)[5][5] == "rt", "the answer lies where the table, turned by the layout, has its square"
    assert grid(token)[0][0] == ""


@pytest.mark.parametrize("others", [False, True])
def test_a_chosen_layout_is_as_in_the_photo_again_when_that_is_wanted(monkeypatch: pytest.MonkeyPatch, others: bool) -> None:
    told = hutan_reader(monkeypatch)
    token = started(picture(), "hutan")
    choose_layout(token, "scenario-a")
    with store.edit(token) as draft:
        draft.board["players"].append({"name": "Ben"})
        draft.fit()
        registry.part("ui.games", "hutan").put_squares(draft.board["players"][1], {(0, 0): "r"} if others else {})
    app = run(token)
    photo._settle(reopened(token), photo.doubt(reopened(token).side)[0], "rt")
    assert offered(app, "layout-anew")
    app.button(key="layout-anew").click()
    assert not offered(app, "layout-anew")
    assert not offered(app, "read-again")
    assert told == ["scenario-a", None]
    assert reopened(token).draft.board["settings"]["layout"] == "scenario-c"
    assert grid(token)[0][0] == "rt"
    taken_back(token)
    assert reopened(token).draft.board["settings"]["layout"] == "scenario-a"


def test_a_layout_that_was_recognised_is_not_read_again_when_others_lay_pieces_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    hutan_reader(monkeypatch)
    token = started(picture(), "hutan")
    app = run(token)
    with store.edit(token) as draft:
        draft.board["players"].append({"name": "Ben"})
        draft.fit()
        registry.part("ui.games", "hutan").put_squares(draft.board["players"][1], {(0, 0): "r"})
    assert not offered(app, "read-again")


def test_what_was_learned_since_changes_no_square_of_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_with_a_row_more(given: Any, options: Any) -> Reading:
        if options.profile is not None and options.corners is None:
            options = Options(None, ((SIDE, 0), (5 * SIDE, 0), (5 * SIDE, 4 * SIDE), (SIDE, 4 * SIDE)), (4, 4))
        return read(given, options)

    monkeypatch.setattr(sys.modules["vision.readers.rainforest_city"], "read", read_with_a_row_more)
    token = started(picture())
    run(token)

    def corners() -> list[Any]:
        return list(photo.read(reopened(token), reopened(token).side.photo).corners)

    before = corners()
    photo._learn(reopened(token), reopened(token).side.photo)
    assert [[*corner] for corner in corners()] == [[*corner] for corner in before]


def test_pieces_that_another_phone_laid_during_a_reading_keep_their_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []

    def read_beside_another_phone(given: Any, options: Any) -> Reading:
        told.append(options.layout)
        if len(told) == 1:
            with store.edit(token) as draft:
                draft.board["players"].append({"name": "Ben"})
                draft.fit()
                part.put_squares(draft.board["players"][1], {(0, 0): "r"})
                part.take_settings(draft.board, {"settings": {"layout": "scenario-c"}})
        seen = "scenario-a" if options.layout is None else options.layout.model_dump(mode="json")
        squares = [Square(divmod(k, 6), ((0, 0), (9, 0), (9, 9), (0, 9)), "", 0.9, False, (("", 0.9),)) for k in range(36)]
        player = {"name": "Player 1", "grid": [[""] * 6 for _ in range(6)]}
        board = {"format": 1, "game": "hutan", "settings": {"layout": seen}, "players": [player]}
        return Reading("hutan", board, (6, 6), ((0, 0), (54, 0), (54, 54), (0, 54)), tuple(squares), given)

    part = registry.part("ui.games", "hutan")
    reader = importlib.import_module("vision.readers.hutan")
    monkeypatch.setattr(reader, "read", read_beside_another_phone)
    token = started(picture(), "hutan")
    run(token)
    assert [layout is None for layout in told] == [True, False]
    assert reopened(token).draft.board["settings"]["layout"] == "scenario-c"
    assert not reopened(token).side.photo.get("todo")
