"""Reading Rainforest City: the joint decision on made-up probabilities, and small renders from end to end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import cv2
import numpy as np
import pytest

from samples.scenes import rainforest_city as scenes
from vision import cards, citynet
from vision.citynet import Seen
from vision.deciding import calibration
from vision.lattice import project
from vision.photo import Photo
from vision.profile import TILE, Profile
from vision.readers import rainforest_city as reader
from vision.reading import NoBoardError, Options, Reading, finished

START = [["R:r1", "R", "O", "O"], ["M", "R", "O", "M:m1"], ["M", "M", "R", "R:r2"]]
LARGER = [
    ["R:r1", "R", "O", "O", "H", "R"],
    ["M", "R", "O", "M:m1", "M", "R:ot"],
    ["M", "M:m2", "R", "R:r2", "", ""],
    ["O:o1", "O", "O:o3", "R", "", ""],
    ["O", "H", "M", "M:m3", "", ""],
]


def photo_of(image: np.ndarray) -> Photo:
    return Photo(image, (image.shape[1], image.shape[0]))


def rendered(grid: list[list[str]], seed: int = 3, **more: Any) -> tuple[Photo, dict[str, Any]]:
    board = {"format": 1, "game": "rainforest-city", "settings": {}, "players": [{"name": "A", "grid": grid}]}
    options = {"difficulty": "easy", "style": "flat", "size": (800, 600), "table": "white", "kit": 5, **more}
    image, truth = scenes.render(np.random.default_rng(seed), board=board, **options)
    return photo_of(image), truth


def compared(reading: Reading, truth: dict[str, Any]) -> tuple[int, int]:
    """(squares right, squares of the truth), each square looked up where it lies in the photo."""
    grid = truth["board"]["players"][0]["grid"]
    inverse = np.linalg.inv(np.array(truth["homography"]))
    read = {}
    for square in reading.squares:
        ((x, y),) = project(inverse, np.mean(square.quad, axis=0)[None])
        read[int(np.floor(y)), int(np.floor(x))] = square.text
    places = [(r, c) for r, row in enumerate(grid) for c, _ in enumerate(row)]
    right = sum(read.get((r, c), "") == grid[r][c] for r, c in places)
    extra = sum(1 for place, text in read.items() if text and place not in places)
    return right - extra, len(places)


# ------------------------------------------------------------------------------------------------ cards


def test_cards_cover_a_landscape() -> None:
    present = np.array([[bool(s) for s in row] for row in LARGER])
    laid = cards.cover(present)
    assert laid is not None
    assert len(laid) == 4
    again = np.zeros_like(present)
    for r, c, h, w in laid:
        assert not again[r : r + h, c : c + w].any()
        again[r : r + h, c : c + w] = True
    assert (again == present).all()


def test_no_cards_cover_a_ragged_shape() -> None:
    present = np.ones((3, 4), bool)
    present[0, 0] = present[2, 3] = False
    assert cards.cover(present) is None
    wide = np.zeros((2, 6), bool)
    wide[0] = True
    assert cards.cover(wide) is None


def test_a_doubtful_square_is_filled_in() -> None:
    odds = np.full((5, 6), -6.0)
    odds[1:3, 1:4] = 5.0
    odds[2, 2] = -0.3
    present, covered = cards.coverable(odds)
    assert covered
    assert present.sum() == 6
    assert present[2, 2]


def test_a_doubtful_square_is_taken_away_and_a_far_one_forgotten() -> None:
    odds = np.full((7, 8), -6.0)
    odds[1:4, 1:5] = 5.0
    odds[4, 2] = 0.4
    odds[6, 7] = 3.0
    present, covered = cards.coverable(odds)
    assert covered
    assert present.sum() == 12
    assert not present[4, 2]
    assert not present[6, 7]


@pytest.mark.parametrize("quarters", range(4))
def test_a_square_on_which_no_card_fits_is_left_out_however_sure(quarters: int) -> None:
    odds = np.full((8, 9), -9.0)
    odds[2:6, 1:7] = 20.0  # four cards
    odds[1, 3] = odds[6, 2] = 20.0
    present, covered = cards.coverable(np.rot90(odds, quarters))
    assert covered
    assert np.array_equal(np.rot90(present, -quarters), np.pad(np.ones((4, 6), bool), ((2, 2), (1, 2))))


@pytest.mark.parametrize("seed", range(12))
def test_cards_are_laid_as_likely_as_they_can_be(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, cols = (3, 4) if seed % 2 else (4, 3)
    odds = rng.normal(0, 1.5, (rows, cols))
    there, cost = cards.packed(odds)
    assert cards.cover(there) is not None or not there.any()
    wrong = there != (odds > 0)
    assert cost == pytest.approx(np.abs(odds[wrong]).clip(max=cards.SUREST).sum())
    every = (np.array(bits, bool).reshape(rows, cols) for bits in product((0, 1), repeat=rows * cols))
    some = [one for one in every if not one.any() or cards.cover(one) is not None]
    assert cost <= min(np.abs(odds[one != (odds > 0)]).sum() for one in some) + 1e-9


def test_a_landscape_with_many_doubtful_squares_is_made_whole() -> None:
    odds = np.full((11, 12), -7.0)
    for r, c, h, w in ((1, 1, 2, 3), (1, 4, 3, 2), (3, 1, 3, 2), (4, 3, 2, 3), (4, 6, 3, 2), (7, 5, 2, 3), (2, 6, 2, 3)):
        odds[r : r + h, c : c + w] = 6.0
    true = odds > 0
    for r, c in ((1, 2), (2, 4), (4, 1), (5, 4), (5, 7), (8, 6), (3, 7)):
        odds[r, c] = -0.8
    odds[0, 1] = odds[9, 6] = 0.5
    present, covered = cards.coverable(odds)
    assert covered
    assert np.array_equal(present, true)


def test_where_cards_fit() -> None:
    present = np.zeros((6, 7), bool)
    present[1:3, 1:4] = True
    assert np.array_equal(cards.fits(present), present)
    assert np.array_equal(cards.fits(present.T), present.T)
    present[3, 1] = present[0, 6] = True
    assert cards.fits(present).sum() == 6
    present[1:3, 3] = False
    assert not cards.fits(present).any()


def test_squares_that_are_sure_stay_though_no_cards_cover_them() -> None:
    odds = np.full((5, 5), -20.0)
    odds[2, 1:4] = 15.0
    present, covered = cards.coverable(odds)
    assert not covered
    assert present.sum() == 3


# ------------------------------------------------------------------------------------------------ decision


def seen(terrain: str, level: str = "", colour: str = "", doubt: float = 0.0, other: str = "R") -> Seen:
    """One square: a terrain (with `doubt` that it is `other`), a token and its colour."""
    logits = np.full((1, 1, 14), -8.0)
    logits[0, 0, citynet.TERRAINS.index(terrain)] = np.log(1 - doubt)
    if doubt:
        logits[0, 0, citynet.TERRAINS.index(other)] = np.log(doubt)
    logits[0, 0, 5 + citynet.LEVELS.index(level)] = 0.0
    if colour:
        logits[0, 0, 10 + citynet.COLOURS.index(colour)] = 0.0
    return Seen(logits, np.zeros((1, 1, 4)), np.full((1, 1, 13), np.nan), np.zeros((1, 1, citynet.MATCH)), 1.0)


def text_of(one: Seen) -> str:
    best, _ = reader.decided(reader.likelihoods(one), np.ones((1, 1), bool))
    return reader.TEXTS[int(best[0, 0])]


def test_a_token_takes_the_colour_of_its_terrain() -> None:
    assert text_of(seen("M", "2", "M")) == "M:m2"
    assert text_of(seen("O", "ot", "ot")) == "O:ot"
    assert text_of(seen("R")) == "R"
    assert text_of(seen("H")) == "H"


def test_the_tokens_own_colour_settles_a_doubtful_terrain() -> None:
    assert text_of(seen("M", "1", "R", doubt=0.45, other="R")) == "R:r1"
    assert text_of(seen("M", "1", "M", doubt=0.45, other="R")) == "M:m1"


def test_a_token_on_a_house_makes_the_house_doubtful() -> None:
    assert text_of(seen("H", "1", "R", doubt=0.3, other="R")) == "R:r1"
    assert text_of(seen("H", "1", "O", doubt=0.001, other="O")) == "H:o1"


def test_never_more_tokens_than_the_box_holds() -> None:
    one = seen("R", "1", "R")
    many = Seen(*(np.tile(part, (14, 14, 1)) for part in one[:4]), 1.0)
    best, _ = reader.decided(reader.likelihoods(many), np.ones((14, 14), bool))
    assert sum(":" in reader.TEXTS[k] for k in best.ravel()) == reader.MOST_TOKENS


def test_likelihoods_add_up_and_confidence_rises() -> None:
    table = reader.likelihoods(seen("M", "1", "R", doubt=0.45))
    assert table.shape == (1, 1, len(reader.TEXTS))
    assert table.sum() == pytest.approx(1)
    known = calibration(reader.CALIBRATION)
    values = known.worth(np.linspace(0, 1, 50))
    assert (np.diff(values) >= 0).all()
    assert values[0] >= 0
    assert values[-1] <= 1


# ------------------------------------------------------------------------------------------------ photos


@pytest.fixture(scope="module")
def read() -> tuple[Reading, dict[str, Any]]:
    photo, truth = rendered(LARGER)
    return finished(reader.read(photo, Options())), truth


def test_a_photo_becomes_its_board(read: tuple[Reading, dict[str, Any]]) -> None:
    reading, truth = read
    right, there = compared(reading, truth)
    assert right >= there - 1
    assert sorted(reading.size) == [5, 6]
    assert not reading.warnings
    known = np.array(truth["corners"])
    for corner in reading.corners:
        assert np.abs(known - corner).sum(1).min() < 15


def test_what_a_reading_tells(read: tuple[Reading, dict[str, Any]]) -> None:
    reading, _ = read
    rows, cols = reading.size
    assert np.shape(reading.confidence) == (rows, cols)
    assert all(0 <= value <= 1 for row in reading.confidence for value in row)
    for square in reading.squares:
        texts = [text for text, _ in reading.guesses(square.cell)]
        assert texts[0] == square.text
        assert len(set(texts)) == len(texts)
    assert reading.crop((0, 0)).shape[2] == 3
    assert reading.overlay().shape[2] == 3


@pytest.mark.parametrize("turn", [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180])
def test_a_turned_photo_reads_alike(turn: int) -> None:
    photo, truth = rendered(START, seed=4)
    h, w = photo.image.shape[:2]
    turned = cv2.rotate(photo.image, turn)
    move = {
        cv2.ROTATE_90_CLOCKWISE: [[0, -1, h - 1], [1, 0, 0], [0, 0, 1]],
        cv2.ROTATE_180: [[-1, 0, w - 1], [0, -1, h - 1], [0, 0, 1]],
    }[turn]
    truth["homography"] = (np.array(move) @ np.array(truth["homography"])).tolist()
    right, there = compared(reader.read(photo_of(turned), Options()), truth)
    assert right >= there - 1


def test_corners_by_hand() -> None:
    photo, truth = rendered(START, seed=4)
    corners = tuple((x + 3.0, y - 2.0) for x, y in truth["corners"])
    reading = reader.read(photo, Options(corners=corners, size=(3, 4)))  # type: ignore[arg-type]
    assert reading.size == (3, 4)
    assert reading.corners == corners
    read = [[reading.by_cell[r, c].text for c in range(4)] for r in range(3)]
    assert sum(a == b for x, y in zip(read, START, strict=True) for a, b in zip(x, y, strict=True)) >= 11


def test_corners_by_hand_never_refuse() -> None:
    plain = photo_of(np.full((300, 400, 3), 120, np.uint8))
    corners = ((50.0, 50.0), (350.0, 50.0), (350.0, 250.0), (50.0, 250.0))
    assert reader.read(plain, Options(corners=corners, size=(2, 3))).size == (2, 3)


def test_no_board() -> None:
    chess = np.kron(np.indices((8, 8)).sum(0) % 2, np.ones((50, 50)))
    chess = np.pad((chess * 150 + 60).astype(np.uint8), 100, constant_values=120)
    text = np.full((500, 700, 3), 240, np.uint8)
    for y in range(30, 500, 24):
        cv2.putText(
            text,
            "rulebook of a game of forests " * 3,
            (10, y),
            cv2.FONT_HERSHEY_SIMPLEX,
            0.5,
            (20, 20, 20),
            1,
        )
    for picture in (np.full((480, 640, 3), 90, np.uint8), cv2.merge([chess] * 3), text):
        with pytest.raises(NoBoardError, match="no Rainforest City landscape"):
            reader.read(photo_of(picture), Options())


def test_a_board_that_runs_out_of_the_photo() -> None:
    photo, truth = rendered(LARGER)
    middle = int(np.mean([x for x, _ in truth["corners"]]))
    reading = reader.read(photo_of(np.ascontiguousarray(photo.image[:, :middle])), Options())
    assert "off-photo" in [w.code for w in reading.warnings]


# ------------------------------------------------------------------------------------------------ profiles


def test_tiles_fit_the_board_whatever_its_turn() -> None:
    photo, truth = rendered(LARGER)
    turned = [list(row) for row in zip(*LARGER[::-1], strict=True)]
    for grid in (LARGER, turned):
        board = {**truth["board"], "players": [{"name": "A", "grid": grid}]}
        images, labels = reader.tiles(photo, board)
        assert sorted(label for label in labels if label != reader.NOTHING) == sorted(
            text for row in LARGER for text in row if text
        )
        assert len(images) == len(labels)
        assert images[0].shape == (TILE, TILE, 3)


def test_tiles_of_another_board_are_refused() -> None:
    photo, truth = rendered(LARGER)
    other = [["O", "M", "M"], ["H", "O", "O"]]
    with pytest.raises(ValueError, match="does not fit"):
        reader.tiles(photo, {**truth["board"], "players": [{"name": "A", "grid": other}]})


def test_a_profile_changes_what_is_read_as_it_was_told() -> None:
    photo, truth = rendered(START, seed=4)
    swapped = [[{"M": "O", "O": "M"}.get(s[:1], s[:1]) for s in row] for row in START]
    images, labels = reader.tiles(photo, truth["board"])
    renamed = [
        {"M": "O", "O": "M"}.get(label[:1], label[:1]) if label != reader.NOTHING else label
        for label in labels
    ]
    profile = Profile.learn(images * 3, renamed * 3)
    reading = reader.read(photo, Options(profile=profile))
    truth["board"]["players"][0]["grid"] = swapped
    for square in reading.squares:
        object.__setattr__(square, "text", square.text[:1])
    right, there = compared(reading, truth)
    assert right >= there - 2


@pytest.mark.parametrize("kept", [lambda label: label == reader.NOTHING, lambda label: label in ("M", reader.NOTHING)])
@pytest.mark.parametrize("certain", [False, True])
def test_a_profile_of_little_takes_nothing_away(kept: Any, certain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if certain:  # nothing is looked at from close
        monkeypatch.setattr(citynet, "doubtful", lambda logits: np.zeros(logits.shape[:2], bool))
    photo, truth = rendered(START, seed=4)
    images, labels = reader.tiles(photo, truth["board"])
    few = [(image, label) for image, label in zip(images, labels, strict=True) if kept(label)]
    profile = Profile.learn(*map(list, zip(*few, strict=True)))
    alone, learned = (compared(reader.read(photo, Options(profile=one)), truth)[0] for one in (None, profile))
    assert learned >= alone - 1


def test_a_second_look_turned_by_a_quarter_is_averaged_with_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[np.ndarray] = []

    def look(pictures: Any) -> np.ndarray:
        shown.extend(pictures)
        said = np.zeros((len(pictures), citynet.CLOSE_VECTORS + citynet.MATCH))
        said[:, 1] = len(shown)
        said[:, citynet.CLOSE_VECTORS + (len(shown) > 1)] = 1.0
        return said

    monkeypatch.setattr(citynet, "close_look", look)
    rough = np.random.default_rng(1).integers(0, 255, (8, 8, 3), np.uint8)
    picture = np.asarray(cv2.resize(rough, (200, 200), interpolation=cv2.INTER_CUBIC), np.uint8)
    homography = np.array([[60.0, 0, 60], [0, 60.0, 60], [0, 0, 1]])
    once = citynet.closer(picture, homography, seen("R", "1", "R", doubt=0.4, other="M"))
    assert citynet.once_more(picture, homography, once, np.zeros((1, 1), bool)) is once
    twice = citynet.once_more(picture, homography, once, np.ones((1, 1), bool))
    first, second = (one.astype(float) for one in shown)
    assert np.abs(np.rot90(first) - second).mean() < np.abs(first - second).mean() / 2
    assert (twice.logits == once.logits).all()
    assert once.close[0, 0, 1] == 1.0
    assert twice.close[0, 0, 1] == pytest.approx(1.5)
    assert twice.token_vectors[0, 0, :3] == pytest.approx([0.5**0.5, 0.5**0.5, 0])


def test_a_second_terrain_however_unlikely_is_looked_at_from_close(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def look(pictures: Sequence[np.ndarray]) -> np.ndarray:
        looks.append(len(pictures))
        return np.ones((len(pictures), citynet.CLOSE_VECTORS + citynet.MATCH))

    monkeypatch.setattr(citynet, "close_look", look)
    logits = np.zeros((1, 4, citynet.OURS))
    logits[..., 1:] = 6.0  # some card
    logits[..., citynet.LEVEL] = [20.0, 0, 0, 0, 0]
    logits[0, 3, citynet.LEVEL] = [0, 20.0, 0, 0, 0]
    logits[0, :, 2] += [3.0, 6.0, 20.0, 20.0]
    nothing = np.full((1, 4, citynet.CLOSE_VECTORS), np.nan)
    once = Seen(logits, np.zeros((1, 4, 5)), nothing, np.zeros((1, 4, citynet.MATCH)), 1.0)
    rough = np.zeros((200, 400, 3), np.uint8)
    seen = citynet.closer(rough, np.array([[60.0, 0, 60], [0, 60.0, 60], [0, 0, 1]]), once)
    assert looks == [2, 1]
    assert np.isfinite(seen.close[0, :, citynet.CLOSE_TERRAIN.start]).tolist() == [True, True, False, True]
    assert np.isfinite(seen.close[0, :, 0]).tolist() == [False, False, False, True], "of bare squares only the terrain is asked"


@pytest.mark.parametrize(
    ("there", "shape", "bare"), [(0, (4, 6), True), (1, (4, 6), True), (6, (4, 6), False), (2, (1, 2), False)]
)
def test_less_than_a_card_between_corners_is_nothing(there: int, shape: tuple[int, int], bare: bool) -> None:
    present = np.arange(shape[0] * shape[1]).reshape(shape) < there
    assert reader._is_bare(reader.Found(np.eye(3), seen("R", "", "R"), present, True)) is bare


@pytest.mark.parametrize(("size", "told"), [((260, 195), True), ((1200, 900), False)])
def test_squares_too_small_to_read_are_told(size: tuple[int, int], told: bool) -> None:
    photo, truth = rendered(START, size=size)
    reading = reader.read(photo, Options(corners=truth["corners"], size=truth["size"]))
    assert ("far-away" in [warning.code for warning in reading.warnings]) is told


@pytest.mark.parametrize(
    "corners",
    [((5, 5), (25, 5), (25, 25), (5, 25)), ((-900, -900), (-100, -900), (-100, -100), (-900, -100))],
)
def test_corners_around_nothing_are_told_and_nothing_is_sure(corners: Any) -> None:
    photo, _ = rendered(START)
    reading = finished(reader.read(photo, Options(corners=corners, size=(3, 4))))
    assert [warning.code for warning in reading.warnings] == ["nothing-there"]
    assert all(square.unsure for square in reading.squares)


def landscape(ours: float, clear: float, score: float, covered: bool = True, rows: int = 3) -> reader.Found:
    """Rainforest on rows x 4 squares, of which the likeliest terrain is `clear` likely and every other alike."""
    logits = np.zeros((rows, 4, citynet.OURS))
    logits[..., 0] = -9.0
    logits[..., 1] = np.log(3 * clear / (1 - clear))
    logits[..., citynet.LEVEL] = [14.0, 0, 0, 0, 0]
    vectors = np.zeros((rows, 4, citynet.MATCH))
    said = Seen(logits, vectors, np.full((rows, 4, citynet.CLOSE_VECTORS), np.nan), vectors, ours)
    return reader.Found(np.eye(3), said, np.ones((rows, 4), bool), covered, score)


@pytest.mark.parametrize(
    ("ours", "clear", "score", "covered", "taken"),
    [
        (0.9, 0.7, 0.8, False, True),
        (0.9, 0.4, 0.8, False, False),
        (0.05, 0.99, 0.99, True, True),
        (0.05, 0.99, 0.99, False, False),
        (0.05, 0.99, 0.8, True, False),
        (0.05, 0.9, 0.99, True, False),
    ],
)
def test_what_is_a_landscape(ours: float, clear: float, score: float, covered: bool, taken: bool) -> None:
    """A manner of drawing that no training saw is taken where whole cards, their grid and their terrains are plain."""
    assert reader._is_landscape(landscape(ours, clear, score, covered)) is taken


def test_where_the_largest_can_not_be_read_the_next_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    floor, board, card = landscape(0.9, 0.5, 0.75, False, rows=9), landscape(1.0, 0.99999, 0.8), landscape(1.0, 0.99999, 0.8)
    monkeypatch.setattr(reader, "_from_close", lambda pictures, found: (found, reader.likelihoods(found.seen)))
    found: list[reader.Found] = []
    monkeypatch.setattr(reader, "_search", lambda pictures: found)
    photo = photo_of(np.zeros((60, 80, 3), np.uint8))
    found[:] = [floor, board, card]
    read, others, _ = reader.understood(photo, Options())
    assert read is board
    assert others == 1
    found[:] = [floor]
    with pytest.raises(NoBoardError):
        reader.understood(photo, Options())


def test_within_corners_by_hand_the_locator_tells_cards_that_the_network_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    photo, truth = rendered(LARGER)
    blind = reader._Pictures(photo)
    look = reader._Pictures.look

    def nothing_there(pictures: Any, homography: np.ndarray, rows: int, cols: int) -> Seen:
        seen = look(pictures, homography, rows, cols)
        logits = seen.logits.copy()
        logits[..., 0] = logits[..., 1:5].max(-1) + 3
        return seen._replace(logits=logits)

    monkeypatch.setattr(reader._Pictures, "look", nothing_there)
    found = reader._given(blind, tuple(map(tuple, truth["corners"])), (5, 6))
    assert found.present.tolist() == [[bool(text) for text in row] for row in LARGER]
