"""Reading Hutan: the joint decisions on made-up numbers, and small renders from end to end."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from samples.scenes import hutan as scenes
from scoring import load_board
from scoring.games.hutan.board import LayoutChoice
from scoring.games.hutan.components import SQUARES, PlacedBoard
from scoring.games.hutan.layout import from_boards
from vision import hutanlayout
from vision.hutannet import FLOWERS, KINDS, Seen
from vision.lattice import project
from vision.photo import Photo
from vision.profile import Profile
from vision.readers import hutan as reader
from vision.reading import NoBoardError, OptionError, Options, Reading, checked_options, finished

BOARDS = [
    {"face": "white-square", "icon": "NW"},
    {"face": "pink-circle", "icon": "SW"},
    {"face": "blue-square", "icon": "SW"},
    {"face": "red-square", "icon": "NE"},
]
TABLE = from_boards(tuple(PlacedBoard(**board) for board in BOARDS))
GRID = [
    ["r", "rt", "r", "g", "w", ""],
    ["y", "b", "", "g", "wt", "w"],
    ["y", "b", "", "y", "yt", ""],
    ["y", "b", "b", "b", "", ""],
    ["b", "", "y", "b", "g", ""],
    ["b", "b", "y", "b", "", ""],
]


def seen(numbers: list[list[int]], grid: list[list[str]], sure: float = 7.0) -> Seen:
    """What a network that is `sure` would say of a table."""
    areas = np.array(numbers)
    flower, kind = np.zeros((6, 6, 6)), np.zeros((6, 6, 3))
    for r, row in enumerate(grid):
        for c, text in enumerate(row):
            flower[r, c, FLOWERS.index(text[:1])] = 2 * sure
            kind[r, c, KINDS.index(text[1:])] = 2 * sure
    return Seen(
        flower,
        kind,
        np.where(areas == 0, sure, -sure),
        np.where(areas[:, 1:] != areas[:, :-1], sure, -sure),
        np.where(areas[1:] != areas[:-1], sure, -sure),
        np.full((6, 6), -sure),
    )


def photo_of(image: np.ndarray) -> Photo:
    return Photo(image, (image.shape[1], image.shape[0]))


@cache
def rendered(seed: int = 3, **more: Any) -> tuple[Photo, dict[str, Any]]:
    board = {
        "format": 1,
        "game": "hutan",
        "settings": {"layout": {"boards": BOARDS}},
        "players": [{"name": "A", "grid": GRID}],
    }
    told = {"difficulty": "easy", "style": "painted", "size": (800, 700), "table": "white", "kit": 5}
    image, truth = scenes.render(
        np.random.default_rng(seed), board=board, **{**told, "pieces": "flat", **more}
    )
    return photo_of(image), truth


def right(reading: Reading, truth: dict[str, Any]) -> int:
    """How many of the 36 squares are right, each looked up where it lies in the photo."""
    inverse = np.linalg.inv(np.array(truth["homography"]))
    count = 0
    for square in reading.squares:
        ((x, y),) = project(inverse, np.mean(square.quad, axis=0)[None])
        r, c = int(np.floor(y)), int(np.floor(x))
        count += 0 <= r < 6 and 0 <= c < 6 and truth["board"]["players"][0]["grid"][r][c] == square.text
    return count


def numbers(layout: Any) -> list[list[int]]:
    return LayoutChoice.model_validate(layout).table().numbers()


# ------------------------------------------------------------------------------------------------ the layout


@pytest.mark.parametrize("border", range(4))
def test_a_table_that_ends_where_the_photo_does_is_all_in_doubt(
    border: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = np.full((300, 300, 3), 90, np.uint8)
    for inside, cut in ((20.0, False), (1.0, True)):
        left, top, right, bottom = (inside if k == border else 40.0 for k in range(4))
        target = np.array([[left, top], [300 - right, top], [300 - right, 300 - bottom], [left, 300 - bottom]])
        corners = np.array([[0, 0], [6, 0], [6, 6], [0, 6]])
        place = cv2.getPerspectiveTransform(corners.astype(np.float32), target.astype(np.float32))
        monkeypatch.setattr(reader, "places", lambda _, place=place: [reader.Place(place, 1.0)])
        reading = finished(reader.read(photo_of(image), Options()))
        said = [warning.text for warning in reading.warnings if warning.code == "off-photo"]
        assert any("take it whole" in text for text in said) is cut
        assert not cut or all(square.unsure for square in reading.squares)


@pytest.mark.parametrize("quarters", range(4))
def test_a_whole_table_along_the_border_is_read_and_one_cut_by_a_square_is_told(quarters: int) -> None:
    photo, truth = rendered()
    for squares, cut in ((0.0, False), (1.0, True)):
        side = np.array([[0, 0], [6, 0], [6, 6 - squares], [0, 6 - squares]], np.float32)
        source = project(np.array(truth["homography"]), side.astype(np.float64)).astype(np.float32)
        wide, high = 480, round(80 * (6 - squares))
        target = np.array([[60, 60], [60 + wide, 60], [60 + wide, 60 + high], [60, 60 + high]], np.float32)
        to = cv2.getPerspectiveTransform(source, target)
        size = wide + 120, 60 + high  # the photo ends where the table does, or in the middle of it
        image = cv2.warpPerspective(photo.image, to, size, borderMode=cv2.BORDER_REPLICATE)
        image = np.ascontiguousarray(np.rot90(image, quarters))
        reading = reader.read(photo_of(image), Options())
        assert cut or not all(square.unsure for square in reading.squares)
        assert not cut or any(warning.code == "off-photo" for warning in reading.warnings)
        assert not cut or sum(square.unsure for square in reading.squares) >= 6


def test_two_boards_beside_each_other_are_no_table() -> None:
    photo, truth = rendered()
    half = np.array([[0, 0], [6, 0], [6, 3], [0, 3]], np.float64)
    source = project(np.array(truth["homography"]), half).astype(np.float32)
    target = np.array([[150, 150], [510, 150], [510, 330], [150, 330]], np.float32)
    part = cv2.warpPerspective(photo.image, cv2.getPerspectiveTransform(source, target), (660, 480))
    image = np.full((480, 660, 3), (60, 90, 130), np.uint8)
    image[150:330, 150:510] = part[150:330, 150:510]
    with pytest.raises(NoBoardError):
        reader.read(photo_of(image), Options())


def test_the_layout_follows_from_waters_and_lakes() -> None:
    chosen = hutanlayout.recognised(seen(TABLE.numbers(), GRID))
    assert from_boards(chosen.boards) == TABLE
    assert min(chosen.sure) > 0.95


def test_one_board_of_each_colour() -> None:
    twice = np.array(TABLE.numbers())
    twice[:3, 3:] = np.where(twice[:3, :3] > 0, twice[:3, :3] + 40, 0)
    chosen = hutanlayout.recognised(seen(twice.tolist(), GRID))
    assert len({board.face.partition("-")[0] for board in chosen.boards}) == 4
    assert min(chosen.sure) < 0.9


def test_what_was_seen_turns_with_its_waters() -> None:
    whole = seen(TABLE.numbers(), GRID)
    turned = seen(np.rot90(TABLE.numbers()).tolist(), np.rot90(np.array(GRID)).tolist())
    for one, other in zip(whole.rot90(1), turned, strict=True):
        assert np.array_equal(one, other)
    mirrored = seen(np.fliplr(TABLE.numbers()).tolist(), np.fliplr(np.array(GRID)).tolist())
    for one, other in zip(whole.mirrored(), mirrored, strict=True):
        assert np.array_equal(one, other)


def test_a_known_layout_settles_the_turn() -> None:
    whole = seen(TABLE.numbers(), GRID)
    for quarters in range(4):
        found = hutanlayout.quarters_to(whole.rot90(-quarters), TABLE.numbers())
        assert found.quarters == quarters
        assert found.sure > 0.99


@pytest.mark.parametrize(("given", "another"), [({"boards": BOARDS}, False), ("scenario-b", True)])
def test_a_layout_of_another_table_is_told(given: Any, another: bool) -> None:
    photo, _ = rendered()
    reading = reader.read(photo, Options(layout=reader.layout(given)))
    said = [warning.text for warning in reading.warnings if warning.code == "layout"]
    assert any("another table" in text for text in said) is another


def test_layouts_are_told_by_name_file_or_object(tmp_path: Path) -> None:
    assert reader.layout("scenario-b").table() == LayoutChoice.model_validate("scenario-b").table()
    alone = tmp_path / "layout.json"
    alone.write_text(json.dumps({"boards": BOARDS}))
    whole = tmp_path / "board.json"
    board = {"format": 1, "game": "hutan", "settings": {"layout": {"boards": BOARDS}}, "players": []}
    whole.write_text(json.dumps(board))
    read = tmp_path / "reading.json"  # as `read --json` prints it, or a photo's truth: not all of it is a board file's
    read.write_text(json.dumps({"game": "hutan", "seconds": 0.5, "board": board}))
    for given in (str(alone), whole, read, {"boards": BOARDS}, board):
        assert reader.layout(given).table() == TABLE


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ({"board": {"format": 1, "game": "my-rainforest", "settings": {}, "players": []}}, "a board of .my-rainforest"),
        (None, "no such file"),
        ("folder", "is a folder"),
    ],
)
def test_a_layout_file_that_is_none_is_told_for_what_it_is(held: Any, said: str, tmp_path: Path) -> None:
    path = tmp_path / "given.json"
    if held == "folder":
        path.mkdir()
    elif held is not None:
        path.write_text(json.dumps(held))
    with pytest.raises(OptionError, match=said):
        checked_options("hutan", layout=str(path))


@pytest.mark.parametrize(
    "given", ["scenario-z", "no-such-file.json", {"boards": BOARDS[:3]}, 7, {"settings": 3}]
)
def test_other_layouts_are_refused_in_one_line(given: Any) -> None:
    with pytest.raises(OptionError, match=r"^layout: [^\n]+$"):
        checked_options("hutan", layout=given)


def test_a_layout_is_refused_in_the_words_of_a_board_file() -> None:
    areas: list[list[Any]] = [[1] * 6] * 5 + [[1, "x", 1, 1, 1, 1]]
    with pytest.raises(OptionError) as refused:
        checked_options("hutan", layout={"areas": areas})
    assert str(refused.value) == 'layout: areas[5][1]: "x" given, expected a whole number'


def test_a_file_that_is_no_board_is_refused_in_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    with pytest.raises(OptionError, match=r"^layout: [^\n]+$"):
        checked_options("hutan", layout=str(bad))


# ------------------------------------------------------------------------------------------------ the squares


def texts(chances: np.ndarray) -> list[list[str]]:
    best, _ = reader.decided(chances)
    return [[SQUARES[k] for k in row] for row in best]


def test_what_is_seen_clearly_is_read() -> None:
    assert texts(reader.likelihoods(seen(TABLE.numbers(), GRID), TABLE)) == GRID


def test_nothing_lies_on_a_lake() -> None:
    wrong = [row[:] for row in GRID]
    for r, c in TABLE.lakes:
        wrong[r][c] = "y"
    chances = reader.likelihoods(seen(TABLE.numbers(), wrong), TABLE)
    assert all(texts(chances)[r][c] == "" for r, c in TABLE.lakes)


def test_a_hidden_flower_most_likely_has_the_colour_of_its_area() -> None:
    area = max(TABLE.areas, key=lambda one: one.size)
    grid = [[""] * 6 for _ in range(6)]
    for r, c in area.cells:
        grid[r][c] = "bt"
    doubtful = seen(TABLE.numbers(), grid)
    cell = area.cells[0]
    doubtful.flower[cell] = [-9, 1.5, 1.2, 1, 1, 1]
    chances = reader.likelihoods(doubtful, TABLE)
    r, c = cell
    assert texts(chances)[r][c] == "bt"
    assert chances[cell].max() < 0.95


def test_the_colour_of_a_flower_that_cannot_be_seen_is_in_doubt() -> None:
    cell = next((r, c) for r, row in enumerate(GRID) for c, text in enumerate(row) if text.endswith("t"))
    hidden = seen(TABLE.numbers(), GRID)
    assert reader.likelihoods(hidden, TABLE)[cell].max() > 0.99
    hidden.hidden[cell] = 7.0
    chances = reader.likelihoods(hidden, TABLE)
    assert texts(chances)[cell[0]][cell[1]] == GRID[cell[0]][cell[1]]
    assert chances[cell].max() < 0.9


def test_an_animal_needs_trees_of_its_colour_around_it() -> None:
    area = next(one for one in TABLE.areas if one.size == 3)
    grid = [[""] * 6 for _ in range(6)]
    for r, c in area.cells:
        grid[r][c] = "yt"
    first = area.cells[0]
    grown, lone = seen(TABLE.numbers(), grid), seen(TABLE.numbers(), [[""] * 6 for _ in range(6)])
    for one in (grown, lone):
        one.flower[first] = [-9, -9, 9, -9, -9, -9]
        one.kind[first] = [-9, 0, 1]
    assert texts(reader.likelihoods(grown, TABLE))[first[0]][first[1]] == "ya"
    assert texts(reader.likelihoods(lone, TABLE))[first[0]][first[1]] == "yt"


def test_no_more_animals_than_the_box_holds() -> None:
    grid = [[("ra" if TABLE.area_of.get((r, c)) else "") for c in range(6)] for r in range(6)]
    read = texts(reader.likelihoods(seen(TABLE.numbers(), grid), TABLE))
    assert sum(text == "ra" for row in read for text in row) == 3


# ------------------------------------------------------------------------------------------------ photos


def test_a_photo_is_read() -> None:
    photo, truth = rendered()
    reading = finished(reader.read(photo, Options()))
    assert right(reading, truth) >= 34
    load_board(reading.board)
    assert len(reading.squares) == 36
    assert reading.size == (6, 6)
    out = reading.to_dict()
    assert {board["face"].partition("-")[0] for board in out["board"]["settings"]["layout"]["boards"]} == {
        "white", "pink", "blue", "red",
    }  # fmt: skip
    for square in reading.squares:
        assert square.guesses[0][0] == square.text
    assert reading.crop((0, 0), 64).shape == pytest.approx((64, 64, 3), abs=4)


@pytest.mark.parametrize("quarters", [1, 2])
def test_a_photo_is_read_at_any_turn(quarters: int) -> None:
    photo, _ = rendered()
    reading = reader.read(photo_of(np.ascontiguousarray(np.rot90(photo.image, quarters))), Options())
    read = np.array([[reading.by_cell[r, c].text for c in range(6)] for r in range(6)])
    best = max(float((np.rot90(read, k) == np.array(GRID)).sum()) for k in range(4))
    assert best >= 34


def test_a_known_layout_is_kept_and_the_board_turned_to_it() -> None:
    photo, _ = rendered()
    sideways = photo_of(np.ascontiguousarray(np.rot90(photo.image)))
    options = checked_options("hutan", layout={"boards": BOARDS})
    reading = reader.read(sideways, options)
    assert reading.board["settings"]["layout"] == {"boards": BOARDS}
    grid = reading.board["players"][0]["grid"]
    assert (
        sum(a == b for one, other in zip(grid, GRID, strict=True) for a, b in zip(one, other, strict=True))
        >= 34
    )


def test_corners_by_hand_say_where_the_top_left_is() -> None:
    photo, truth = rendered()
    corners = truth["corners"][1:] + truth["corners"][:1]
    reading = reader.read(photo, checked_options("hutan", corners=corners))
    assert np.allclose(reading.corners, corners)
    assert right(reading, truth) >= 34


@pytest.mark.parametrize(("down", "right_by"), [(0, 0), (1, 0), (0, -1), (1, 1)])
def test_a_grid_that_lies_a_square_off_is_told_and_nothing_is_sure(down: int, right_by: int) -> None:
    photo, truth = rendered()
    places = np.array([[0, 0], [6, 0], [6, 6], [0, 6]], float) + [right_by, down]
    corners = [tuple(at) for at in project(np.array(truth["homography"]), places).tolist()]
    reading = reader.read(photo, checked_options("hutan", corners=corners))
    off = bool(down or right_by)
    assert any(warning.code == "misplaced" for warning in reading.warnings) is off
    assert all(square.unsure and square.confidence <= 0.5 for square in reading.squares) is off


@pytest.mark.parametrize("moved", [((0, 1), 1, -1.0), ((1, 2), 0, 1.0), ((3,), 0, -1.0), ((0,), 1, 1.0)])
def test_a_table_found_with_a_side_or_a_corner_a_square_off_is_put_right(
    moved: tuple[tuple[int, ...], int, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    photo, truth = rendered()
    corners = np.array([[0, 0], [6, 0], [6, 6], [0, 6]], float) + reader._moved(*moved)
    target = project(np.array(truth["homography"]), corners)
    place = cv2.getPerspectiveTransform(
        np.float32([[0, 0], [6, 0], [6, 6], [0, 6]]), target.astype(np.float32)
    )
    monkeypatch.setattr(reader, "places", lambda _: [reader.Place(place, 1.0)])
    reading = reader.read(photo, Options())
    assert right(reading, truth) >= 34
    assert not any(warning.code == "misplaced" for warning in reading.warnings)


def test_corners_around_nothing_leave_nothing_sure() -> None:
    bare = photo_of(np.full((600, 600, 3), 120, np.uint8))
    reading = reader.read(bare, checked_options("hutan", corners=((50, 50), (550, 50), (550, 550), (50, 550))))
    if not any(square.text for square in reading.squares):
        assert reading.warnings[0].code == "nothing-there"
        assert all(square.unsure and square.confidence <= 0.5 for square in reading.squares)
    else:
        assert all(square.unsure for square in reading.squares if square.text)


def test_a_photo_without_a_table_is_refused() -> None:
    rng = np.random.default_rng(1)
    plain = np.full((400, 500, 3), 120, np.uint8) + rng.integers(0, 9, (400, 500, 3), np.uint8)
    squares = (np.indices((400, 400)) // 50).sum(0) % 2 * 200 + 30
    chess = np.repeat(squares[..., None], 3, 2).astype(np.uint8)
    for picture in (plain, chess):
        with pytest.raises(NoBoardError, match=r"^no board was found"):
            reader.read(photo_of(picture), Options())


def test_a_table_that_runs_out_of_the_photo_is_told() -> None:
    photo, truth = rendered()
    left = int(min(x for x, _ in truth["corners"]) + (truth["size"][1] * 0.15) * 20)
    cut = photo_of(np.ascontiguousarray(photo.image[:, left:]))
    corners = [(x - left, y) for x, y in truth["corners"]]
    reading = reader.read(cut, checked_options("hutan", corners=corners))
    warning = next(one for one in reading.warnings if one.code == "off-photo")
    assert warning.cells
    assert all(reading.by_cell[cell].unsure for cell in warning.cells)


def test_pieces_of_a_known_board_are_cut_out_and_learned() -> None:
    photo, truth = rendered()
    images, labels = reader.tiles(photo, truth["board"])
    assert len(images) == len(labels) == sum(bool(text) for row in GRID for text in row)
    profile = Profile.learn(images, labels)
    reading = reader.read(photo, Options(profile=profile))
    assert right(reading, truth) >= 34
    other = json.loads(json.dumps(truth["board"]))
    other["players"][0]["grid"] = [["w" if text else "r" for text in row] for row in GRID]
    with pytest.raises(ValueError, match="does not fit"):
        reader.tiles(photo, other)
