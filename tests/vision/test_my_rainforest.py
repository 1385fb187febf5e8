"""Reading photos of beehives."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from samples.scenes import my_rainforest as scenes
from samples.scenes import tiles
from scoring import load_board
from vision import beehive, cardtypes
from vision.cardlook import looks
from vision.cardquad import Card, settled, sizes_of
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


def test_a_card_that_may_not_lie_there_is_looked_at_by_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = reader._seen

    def doubtful(*given: Any) -> Any:
        found, *rest = seen(*given)
        place = min(found.hive.cards)
        cards = found.hive.cards | {place: found.hive.cards[place]._replace(there=0.8)}
        return found._replace(hive=found.hive._replace(cards=cards)), *rest

    profile = learned()
    assert not read_photo(photo(1)[0], GAME, profile=profile).uncertain
    monkeypatch.setattr(reader, "_seen", doubtful)
    reading = read_photo(photo(1)[0], GAME, profile=profile)
    assert reading.uncertain == [min(reading.by_cell)]
    assert reading.by_cell[min(reading.by_cell)].confidence < 0.81


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


def test_a_box_that_runs_out_of_the_photo_is_told() -> None:
    data, _ = photo(1)
    found = read_photo(data, GAME)
    assert "off-photo" not in [warning.code for warning in found.warnings]
    right = int(max(x for x, _ in found.corners)) - 12
    cut = cv2.imencode(".jpg", found.photo.image[:, :right])[1].tobytes()
    reading = read_photo(cut, GAME, corners=found.corners, size=found.size)
    assert "off-photo" in [warning.code for warning in reading.warnings]


def test_a_bare_table_and_a_page_hold_no_board() -> None:
    rng = np.random.default_rng(0)
    table = np.clip(rng.normal(120, 12, (600, 800, 3)) + [0, 20, 50], 0, 255).astype(np.uint8)
    page = np.full((600, 800, 3), 240, np.uint8)
    for row in range(60, 560, 24):
        cv2.putText(page, "all that is printed on a page of rules " * 2, (40, row), 0, 0.5, (30, 30, 30), 1)
    for image in (table, page):
        with pytest.raises(NoBoardError):
            read_photo(cv2.imencode(".png", image)[1].tobytes(), GAME)


def shown(image: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", image)[1].tobytes()


def places(reading: Reading) -> list[list[int]]:
    return [card["at"] for card in reading.board["players"][0]["cards"]]


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_photo_gives_the_same_beehive(turns: int) -> None:
    image = cv2.imdecode(np.frombuffer(photo(1)[0], np.uint8), cv2.IMREAD_COLOR)
    turned = read_photo(shown(np.ascontiguousarray(np.rot90(image, turns))), GAME)
    assert places(turned) == places(read_photo(photo(1)[0], GAME))


def test_fewer_cards_are_placed_and_said_to_be_few() -> None:
    board = {"format": 1, "game": GAME, "settings": {}, "players": [{"name": "a", "cards": []}]}
    kinds = ("plant", "small", "medium", "plant", "carnivore")
    for k, (at, kind) in enumerate(zip(((0, 0), (0, 2), (1, 1), (1, 3), (2, 2)), kinds, strict=True)):
        board["players"][0]["cards"].append(  # type: ignore[index]
            {"at": list(at), "type": kind, "name": f"Card {k}", "iucn": "LC", "scores": []}
        )
    rng = np.random.default_rng([11, 4])
    image, truth = scenes.render(
        rng, difficulty="easy", style="painted", kit=3, size=1000, board=board, encode=False
    )
    reading = read_photo(shown(image), GAME)
    cards = reading.board["players"][0]["cards"]
    turned = [{"at": [-card["at"][0], -card["at"][1]]} for card in cards]
    assert pattern(truth["board"]["players"][0]["cards"]) in (pattern(cards), pattern(turned))
    assert [warning.code for warning in reading.warnings] == ["few-cards"]
    assert not read_photo(photo(1)[0], GAME).warnings


@pytest.mark.parametrize(("across", "down"), [(1, 0.8), (0.8, 1)])
def test_cards_tilted_far_before_a_long_lens_are_found(across: float, down: float) -> None:
    image, _ = scenes.render(
        np.random.default_rng([11, 7]), difficulty="easy", style="painted", kit=3, size=1000, encode=False
    )
    height, width = image.shape[:2]
    # From very far off tilting does nothing but squeeze: square and oblong cannot be told apart by the lines' running together.
    squeezed = cv2.resize(image, (round(across * width), round(down * height)), interpolation=cv2.INTER_AREA)
    assert len(places(read_photo(shown(squeezed), GAME))) == 9


def test_what_only_resembles_cards_is_no_beehive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        beehive,
        "settled",
        lambda *given: [card._replace(there=0.92 * card.there) for card in settled(*given)],
    )
    with pytest.raises(NoBoardError):
        read_photo(photo(1)[0], GAME)


@pytest.mark.parametrize("seed", [0, 1])
def test_square_tiles_are_no_beehive(seed: int) -> None:
    image, _ = tiles.render(np.random.default_rng([12, seed]), difficulty="easy", size=800, encode=False)
    with pytest.raises(NoBoardError):
        read_photo(shown(image), GAME)


def test_types_are_known_again_in_another_photo_of_the_copy() -> None:
    profile = learned()
    data, truth = photo(2)
    reading = read_photo(data, GAME, profile=profile)
    shown_types = {reader.type_of(card) for card in photo(1)[1]["board"]["players"][0]["cards"]}
    quads = np.array(truth["card_quads"]).mean(1)
    for square, card in zip(reading.squares, reading.board["players"][0]["cards"], strict=True):
        nearest = np.linalg.norm(quads - np.mean(square.quad, axis=0), axis=1).argmin()
        kind = reader.type_of(truth["board"]["players"][0]["cards"][nearest])
        if kind in shown_types:
            assert reader.type_of(card) == kind
        else:
            assert square.unsure


def test_cards_of_another_copy_are_unlike_those_learned() -> None:
    data, truth = photo(1)
    images, labels = reader.tiles(decode(data), truth["board"])
    known = cardtypes.learned(images, labels)
    assert known is not None
    others = [np.ascontiguousarray(image[..., ::-1]) for image in images]
    own, other = (known.probabilities(cards, looks(cards), new=False)[:, -1] for cards in (images, others))
    assert own.max() < 0.1
    assert np.median(other) > 0.5


def test_what_is_learned_of_many_photos_does_not_slow_reading_down() -> None:
    data, truth = photo(1)
    images, labels = reader.tiles(decode(data), truth["board"])
    once, often = cardtypes.learned(images, labels), cardtypes.learned(images * 20, labels * 20)
    assert once is not None
    assert often is not None
    assert len(often.signs) == len(often.types) <= cardtypes.SIGNS * len(set(labels))
    seen = looks(images)
    known = [once.names[k] for k in once.costs(images, seen).argmin(1)]
    assert known == [often.names[k] for k in often.costs(images, seen).argmin(1)] == labels


def test_a_card_supposed_beside_its_place_is_found_exactly() -> None:
    data, truth = photo(1)
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    sizes = sizes_of(np.asarray(image, np.uint8))
    rng = np.random.default_rng(0)
    quads = [np.array(quad) for quad in truth["card_quads"]]
    wide = np.linalg.norm(quads[0][1] - quads[0][0])
    cards = settled(sizes, [quad + rng.normal(0, 0.06 * wide, 2) for quad in quads])
    cards = settled(sizes, [card.quad for card in cards])
    for card, quad in zip(cards, quads, strict=True):
        assert np.linalg.norm(card.quad - quad, axis=1).mean() < 0.05 * wide
        assert card.there > 0.9
        assert card.upright > 0.5
    table = settled(sizes, [quad + [0, 5 * wide] for quad in quads])
    assert max(card.there for card in table) < 0.5


@pytest.mark.filterwarnings("error")
def test_lines_that_run_behind_the_camera_do_no_harm() -> None:
    image = np.random.default_rng(3).integers(0, 255, (300, 400, 3)).astype(np.uint8)
    steep = np.array([[40.0, 0, 200], [0, 20, 150], [0.1, -0.4, 1]])
    everywhere = [(x, y) for x in range(-6, 7) for y in range(-8, 9) if (x + y) % 2 == 0]
    beehive.inside(image, steep, everywhere)
    seen = beehive.inside(image, np.diag([60.0, 40.0, 1.0]), [(0, 0), (1, 1), (2, 2)])
    assert seen is None or len(seen.cards) < 3


def test_of_ten_cards_the_one_beside_the_lines_is_none_of_the_beehive() -> None:
    lines = np.diag([60.0, 42.0, 1.0])
    cell = np.array([[0.0, 0], [60, 0], [60, 84], [0, 84]])
    row = {(x, x % 2): Card(cell + [60 * x, 42 * (x % 2)], 0.999, 0.999) for x in range(9)}
    pile = Card(cell + [75, 135], 0.995, 0.6)
    assert set(beehive._trimmed(beehive.Hive(lines, {**row, (1, 3): pile})).cards) == set(row)
    tenth = Card(cell + [60, 126], 0.999, 0.999)
    assert len(beehive._trimmed(beehive.Hive(lines, {**row, (1, 3): tenth})).cards) == 10
