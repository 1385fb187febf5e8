"""The reading: its options, its form, and what the photo makes doubtful."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import vision
from scoring import load_board, score
from scoring.registry import UnknownGameError
from tests.vision.pictures import jpeg, noisy, scene
from vision.overlay import AMBER, LEAST_SQUARE
from vision.reading import NoBoardError, OptionError, checked_options, finished, read_photo

GAME = "rainforest-city"
SQUARE = ((10, 10), (90, 12), (92, 90), (8, 88))
ROOT = Path(__file__).parents[2]


def test_the_reading_is_as_the_contract_says(fake):
    began = time.perf_counter()
    reading = read_photo(jpeg(), game=GAME)
    took = time.perf_counter() - began
    document = json.loads(json.dumps(reading.to_dict()))
    assert list(document) == [
        "format",
        "game",
        "board",
        "size",
        "corners",
        "confidence",
        "uncertain",
        "warnings",
        "seconds",
    ]
    assert document["size"] == [2, 3]
    assert document["corners"][1] == [432.0, 38.4]
    assert document["confidence"] == [[0.9, 0.8, 0.7], [0.9, 0.8, 0.7]]
    assert document["uncertain"] == [[0, 2], [1, 2]]
    assert document["warnings"][-1]["code"] == "off-photo"
    assert 0 < document["seconds"] <= took
    assert score(load_board(reading.board)).players[0].name == "Player 1"


def test_guesses_and_crops_of_a_square(fake):
    reading = read_photo(jpeg(), game=GAME)
    assert reading.guesses((0, 1)) == [("M:m1", 0.7), ("M", 0.2)]
    assert max(reading.crop((0, 1)).shape) == 256
    # The bottom left square lies wholly in the scene's blue quarter.
    blue, _, red = reading.crop((1, 0)).reshape(-1, 3).mean(0)
    assert blue > red + 60
    with pytest.raises(KeyError):
        reading.guesses((7, 7))


def test_the_overlay_marks_what_is_unsure_and_leaves_the_photo_alone(fake):
    reading = read_photo(jpeg(scene(1200, 800)), game=GAME)
    before = reading.photo.image.copy()
    drawn = reading.overlay()
    assert drawn.shape == (800, 1200, 3)
    assert np.array_equal(reading.photo.image, before)
    amber = (np.abs(drawn.astype(int) - AMBER) <= 6).all(2)
    sure, unsure = reading.by_cell[(0, 0)].quad, reading.by_cell[(0, 2)].quad
    assert amber[_inside(unsure)].mean() > 0.02
    assert amber[_inside(sure)].mean() < 0.001
    assert np.abs(drawn.astype(int) - before)[_inside(sure)].max() > 60


def test_a_small_photo_is_enlarged_so_that_its_overlay_can_be_read(fake):
    reading = read_photo(jpeg(scene(160, 120)), game=GAME)
    height, width = reading.overlay().shape[:2]
    assert width / 3 >= LEAST_SQUARE
    assert abs(width / height - 160 / 120) < 0.02
    assert reading.photo.size == (160, 120)


def _inside(quad):
    (left, top), _, (right, bottom), _ = quad
    return slice(int(top), int(bottom)), slice(int(left), int(right))


def test_a_grey_photo_leaves_every_square_to_a_person(fake):
    grey = np.repeat(scene().mean(2, keepdims=True), 3, 2).astype(np.uint8)
    reading = read_photo(jpeg(grey), game=GAME)
    assert len(reading.uncertain) == 6
    assert max(max(row) for row in reading.confidence) <= 0.5
    assert [w.code for w in reading.warnings] == ["no-colour", "low-resolution", "off-photo"]


def test_squares_in_the_missing_part_of_a_cut_off_photo_are_unsure(fake):
    data = jpeg(noisy())
    reading = read_photo(data[: int(len(data) * 0.82)], game=GAME)
    assert reading.warnings[0].code == "cut-off"
    assert set(reading.uncertain) == {(0, 2), (1, 0), (1, 1), (1, 2)}


def test_squares_partly_outside_the_photo_are_unsure(fake):
    corners = ((-30, 20), (400, 20), (400, 300), (-30, 300))
    reading = read_photo(jpeg(scene(480, 320)), game=GAME, corners=corners, size=(2, 3))
    assert {(0, 0), (1, 0)} <= set(reading.uncertain)
    assert (0, 1) not in reading.uncertain
    assert reading.by_cell[(0, 0)].confidence == 0.5


def test_bare_squares_are_unsure_once_the_photo_does_not_show_their_middle(fake):
    reading = read_photo(jpeg(scene(480, 320)), game=GAME)
    for left, told in ((-0.4, False), (-0.6, True)):
        quad = tuple((left * 100 + x, 50.0 + y) for x, y in ((0, 0), (100, 0), (100, 100), (0, 100)))
        bare = replace(reading.squares[0], text="", quad=quad, unsure=False)
        assert finished(replace(reading, squares=(bare,))).squares[0].unsure is told


def test_no_board(fake):
    with pytest.raises(NoBoardError, match="no board"):
        read_photo(jpeg(np.full((300, 400, 3), 120, np.uint8)), game=GAME)


@pytest.mark.parametrize(("colour", "told"), [((120, 120, 120), True), ((200, 90, 40), False)])
def test_no_board_in_a_grey_photo_asks_for_colours(fake, monkeypatch, colour, told):
    def nothing(photo, options):
        raise NoBoardError("no board was found")

    monkeypatch.setattr(fake, "read", nothing)
    image = np.full((300, 400, 3), colour, np.uint8)
    image[:, 200:] = (60, 60, 60) if told else (40, 90, 200)
    with pytest.raises(NoBoardError) as caught:
        read_photo(jpeg(image), game=GAME)
    assert ("take it in colour" in str(caught.value)) is told


def test_an_unknown_game(fake):
    with pytest.raises(UnknownGameError, match="chess"):
        read_photo(jpeg(), game="chess")


def test_corners_and_size_reach_the_reader(fake):
    reading = read_photo(jpeg(), game=GAME, corners=SQUARE, size=(4, 5))
    assert reading.size == (4, 5)
    assert reading.corners == SQUARE


def test_corners_outside_the_photo(fake):
    beyond = [(x + 5000, y) for x, y in SQUARE]
    with pytest.raises(OptionError, match=r"outside the photo, which is \d+ x \d+ pixels"):
        read_photo(jpeg(), game=GAME, corners=beyond, size=(4, 5))


@pytest.mark.parametrize(
    ("corners", "size", "words"),
    [
        (SQUARE[:3], (6, 6), "four points"),
        (SQUARE, None, "size"),
        (None, (6, 6), "corners"),
        (SQUARE, (0, 6), "1 to"),
        (SQUARE, (6, 600), "1 to"),
        (SQUARE, (6.0, 6), "rows and columns"),
        (SQUARE[::-1], (6, 6), "clockwise"),
        ((SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]), (6, 6), "one after the other"),
        (((1, 1),) * 4, (6, 6), "one after the other"),
        (((1, 1), (4, 1), (4, 4), (1, 4)), (6, 6), "too close together"),
        (((0, 0), (10, 0), (20, 0), (5, 9)), (6, 6), "one after the other"),
        (((float("nan"), 0), *SQUARE[1:]), (6, 6), "finite"),
        (((-2e6, -2e6), *SQUARE[1:]), (6, 6), "up to 1,000,000"),
    ],
)
def test_corners_and_sizes_that_cannot_be(fake, corners, size, words):
    with pytest.raises(OptionError, match=words):
        checked_options(GAME, corners=corners, size=size)


def test_a_game_of_fixed_size_needs_no_size(fake, monkeypatch):
    monkeypatch.setattr(fake, "FIXED_SIZE", (6, 6), raising=False)
    assert checked_options(GAME, corners=SQUARE).size == (6, 6)
    with pytest.raises(OptionError, match="is 6x6"):
        checked_options(GAME, corners=SQUARE, size=(5, 6))


def test_layouts_are_the_readers_own(fake, monkeypatch):
    with pytest.raises(OptionError, match="no layouts"):
        checked_options(GAME, layout="first-game")
    monkeypatch.setattr(fake, "layout", str.upper, raising=False)
    assert checked_options(GAME, layout="first-game").layout == "FIRST-GAME"


def test_profiles_that_cannot_be_used(fake, tmp_path):
    (tmp_path / "profile.npz").write_bytes(b"no profile")
    for name, word in (("profile.npz", "profile"), ("missing.npz", "missing"), ("", "profile")):
        with pytest.raises(OptionError, match=word):
            checked_options(GAME, profile=tmp_path / name)


def test_the_package_offers_its_names_and_loads_nothing_for_it():
    assert set(vision.__all__) <= set(dir(vision))
    assert vision.read_photo is read_photo
    with pytest.raises(AttributeError):
        _ = vision.no_such_name
    code = "import sys, vision; print(any(m in sys.modules for m in ('cv2', 'numpy', 'PIL', 'pydantic')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
