"""Reading photos of beehives."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from samples.scenes import my_rainforest as scenes
from scoring import load_board
from vision.photo import decode
from vision.profile import Profile
from vision.readers import my_rainforest as reader
from vision.reading import NoBoardError, Reading, read_photo, teach

GAME = "my-rainforest"


@cache
def photo(seed: int, size: int = 1000) -> tuple[bytes, dict[str, Any]]:
    rng = np.random.default_rng([11, seed])
    image, truth = scenes.render(rng, difficulty="easy", style="painted", kit=3, size=size, encode=False)
    return cv2.imencode(".jpg", image)[1].tobytes(), truth


def pattern(cards: list[dict[str, Any]]) -> set[tuple[int, int]]:
    low = min(card["at"] for card in cards)
    return {(card["at"][0] - low[0], card["at"][1] - low[1]) for card in cards}


def test_all_nine_cards_are_placed_and_the_file_is_a_board() -> None:
    data, truth = photo(1)
    reading = read_photo(data, GAME)
    cards = reading.board["players"][0]["cards"]
    assert len(cards) == 9
    turned = [{"at": [-card["at"][0], -card["at"][1]]} for card in cards]
    assert pattern(truth["board"]["players"][0]["cards"]) in (pattern(cards), pattern(turned))
    board = load_board(reading.board)
    assert board.game == GAME
    out = reading.to_dict()
    assert len(out["confidence"]) == 9
    places = [card["at"] for card in cards]
    assert all(place in places for place in out["uncertain"])
    assert min(place[0] for place in places) == 0
    assert all((x + y) % 2 == 0 for x, y in places)


def test_corners_are_those_of_the_box_around_the_cards() -> None:
    data, truth = photo(1)
    reading = read_photo(data, GAME)
    assert list(reading.size) == list(truth["size"])
    side = np.linalg.norm(np.subtract(truth["corners"][0], truth["corners"][1]))
    gap = min(
        np.abs(np.subtract(np.roll(reading.corners, turn, axis=0), truth["corners"])).max() for turn in (0, 2)
    )
    assert gap < 0.08 * side


def learned() -> Profile:
    data, truth = photo(1)
    profile = Profile()
    teach(profile, reader, decode(data), truth["board"])
    return profile


def test_a_taught_photo_is_read_with_its_species(tmp_path: Any) -> None:
    path = tmp_path / "profile.npz"
    learned().save(path)
    data, truth = photo(1)
    reading: Reading = read_photo(data, GAME, profile=path)
    names = sorted(card.get("species") or card["name"] for card in truth["board"]["players"][0]["cards"])
    assert sorted(square.text for square in reading.squares) == names
    load_board(reading.board)


def test_a_board_of_another_photo_teaches_nothing() -> None:
    data, _ = photo(1)
    far = {"players": [{"name": "a", "cards": [{"at": [0, 2 * k], "type": "plant"} for k in range(9)]}]}
    with pytest.raises(ValueError, match="does not fit"):
        reader.tiles(decode(data), far)
    with pytest.raises(ValueError, match="empty"):
        reader.tiles(decode(data), {"players": [{"name": "a", "cards": []}]})


def test_corners_by_hand_give_the_same_cards() -> None:
    data, _ = photo(1)
    found = read_photo(data, GAME)
    reading = read_photo(data, GAME, corners=found.corners, size=found.size)
    assert [square.cell for square in reading.squares] == [square.cell for square in found.squares]


def test_a_bare_table_and_a_page_hold_no_board() -> None:
    rng = np.random.default_rng(0)
    table = np.clip(rng.normal(120, 12, (600, 800, 3)) + [0, 20, 50], 0, 255).astype(np.uint8)
    page = np.full((600, 800, 3), 240, np.uint8)
    for row in range(60, 560, 24):
        cv2.putText(page, "all that is printed on a page of rules " * 2, (40, row), 0, 0.5, (30, 30, 30), 1)
    for image in (table, page):
        with pytest.raises(NoBoardError):
            read_photo(cv2.imencode(".png", image)[1].tobytes(), GAME)
