"""Cards known again by their picture."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from samples.art import my_rainforest as art
from vision.cardbook import BookError, CardBook

NAMES = [(name, kind) for kind in ("plant", "small", "medium") for name in art.NAMES[kind][:4]]


def cards(light: float = 1.0, noise: float = 0.0, style: str = "painted") -> list[np.ndarray]:
    kit = art.make_kit(5, style)
    rng = np.random.default_rng(1)
    out = []
    for name, kind in NAMES:
        face = art.card(kit, name, kind, "LC", [{"points": 3}], 96)[..., :3].astype(np.float64)
        out.append(np.clip(face * light + rng.normal(0, noise, face.shape) + 5, 0, 255).astype(np.uint8))
    return out


def test_known_cards_are_known_again_in_other_light_and_others_are_not() -> None:
    book = CardBook()
    names = [name for name, _ in NAMES]
    book.learn(cards()[:8], names[:8])
    found = [book.match(card) for card in cards(0.6, 6.0)]
    assert [name for name, _ in found[:8]] == names[:8]
    assert [name for name, _ in found[8:]] == [None] * 4
    assert all(0.5 <= sure <= 1 for _, sure in found)


def bleached(card: np.ndarray) -> np.ndarray:
    """Much light, the brightest spots nothing but white."""
    return np.clip(card.astype(np.float64) * 1.7 + 25, 0, 255).astype(np.uint8)


def mirrored_lamp(card: np.ndarray) -> np.ndarray:
    """White where a lamp shines on its right top."""
    high, wide = card.shape[:2]
    y, x = np.mgrid[:high, :wide]
    lamp = np.clip(2 - np.hypot(x - wide, y) / (0.35 * high), 0, 1)[..., None]
    return np.asarray(card * (1 - lamp) + 255 * lamp, np.uint8)


def blurred(card: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.GaussianBlur(card, (0, 0), 2.0), np.uint8)


def warm(card: np.ndarray) -> np.ndarray:
    """In the light of a yellow lamp."""
    return np.asarray(card * np.array([0.55, 0.85, 1.0]), np.uint8)


def covered(card: np.ndarray) -> np.ndarray:
    """A finger lies over its right foot."""
    out = card.copy()
    cv2.line(out, (75, 75), (110, 160), (120, 140, 200), 24)
    return out


def askew(card: np.ndarray) -> np.ndarray:
    """As from corners that were placed a twentieth of its width off."""
    high, wide = card.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    off = 0.05 * wide * np.array([[1, 0], [0.6, -0.7], [-1, 0.3], [0, 1]])
    moved = (corners + off).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners, moved)
    return np.asarray(cv2.warpPerspective(card, matrix, (wide, high), borderValue=(60, 90, 120)), np.uint8)


@pytest.mark.parametrize("light", [bleached, mirrored_lamp, blurred, warm, covered, askew])
@pytest.mark.parametrize("style", ["painted", "pastel", "flat"])
def test_cards_in_bad_light_are_known_again_and_others_are_not(
    style: str, light: Callable[[np.ndarray], np.ndarray]
) -> None:
    book = CardBook()
    names = [name for name, _ in NAMES]
    book.learn(cards(style=style)[:8], names[:8])
    found = [match.name for match in book.matches([light(card) for card in cards(style=style)])]
    assert found == names[:8] + [None] * 4


def test_among_many_cards_the_one_that_is_most_like_is_named() -> None:
    book = CardBook()
    for seed in range(3):
        kit = art.make_kit(seed, "flat")
        every = [(name, kind) for kind in art.NAMES for name in art.NAMES[kind]]
        faces = [art.card(kit, name, kind, "LC", [], 96)[..., :3] for name, kind in every]
        book.learn(faces, [f"{name} {seed}" for name, _ in every])
    asked = [blurred(face) for face in faces[::5]]
    assert [match.name for match in book.matches(asked)] == [f"{name} 2" for name, _ in every[::5]]


@pytest.mark.parametrize("times", [1, 2, 3])
def test_photos_that_show_next_to_nothing_do_not_replace_a_clear_one(times: int) -> None:
    book = CardBook()
    names = [name for name, _ in NAMES]
    book.learn(cards(), names)
    for _ in range(times):
        book.learn([np.clip(card.astype(int) * 2 + 180, 0, 255).astype(np.uint8) for card in cards()], names)
    assert [match.name for match in book.matches(cards(0.7, 4.0))] == names


def test_of_clear_photos_the_last_is_kept() -> None:
    book = CardBook()
    book.learn(cards()[:1], ["Figs"])
    for card in cards()[1:3]:
        book.learn([card], ["Figs"])
    assert book.match(cards()[2])[0] == "Figs"


def test_an_empty_book_knows_nothing() -> None:
    assert CardBook().match(cards()[0]) == (None, 1.0)


def test_a_book_survives_being_kept_and_is_small() -> None:
    book = CardBook()
    names = [name for name, _ in NAMES]
    facts = [{"type": kind, "name": name, "scores": []} for name, kind in NAMES]
    book.learn(cards(), names, facts)
    kept = book.to_array()
    assert kept.dtype == np.uint8
    assert len(kept) < 10_000 * len(names)
    again = CardBook.from_array(kept)
    assert again.names == tuple(names)
    assert again.facts(names[3]) == facts[3]
    assert again.match(cards(0.8)[3])[0] == names[3]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[1]",
        b'{"format": "cardbook", "version": 1, "cards": [{"name": "a", "facts": {}, "views": ["/9j/"]}]}',
    ],
)
def test_damaged_books_are_refused(data: bytes) -> None:
    with pytest.raises(BookError):
        CardBook.from_array(np.frombuffer(data, np.uint8))


@pytest.mark.parametrize("name", ["Zoë", "a\u00a0space", "\U0001f468\u200d\U0001f33e", "樹"])
def test_every_name_that_a_board_file_may_hold_is_learned(name: str) -> None:
    book = CardBook()
    book.learn(cards()[:1], [name])
    assert CardBook.from_array(book.to_array()).names == (name,)


@pytest.mark.parametrize("name", ["x" * 201, "one\x07", " "])
def test_a_name_that_cannot_be_learned_is_told(name: str) -> None:
    with pytest.raises(BookError) as caught:
        CardBook().learn(cards()[:1], [name])
    assert name[:3].strip("\x07") in str(caught.value)
    assert str(caught.value).isprintable()


def test_what_cannot_be_learned_is_refused_whole() -> None:
    book = CardBook()
    with pytest.raises(BookError):
        book.learn(cards()[:2], ["one"])
    with pytest.raises(BookError):
        book.learn(cards()[:1], [" "])
    assert len(book) == 0
