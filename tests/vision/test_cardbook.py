"""Cards known again by their picture."""

from __future__ import annotations

import numpy as np
import pytest

from samples.art import my_rainforest as art
from vision.cardbook import BookError, CardBook

NAMES = [(name, kind) for kind in ("plant", "small", "medium") for name in art.NAMES[kind][:4]]


def cards(light: float = 1.0, noise: float = 0.0) -> list[np.ndarray]:
    kit = art.make_kit(5, "painted")
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


def test_what_cannot_be_learned_is_refused_whole() -> None:
    book = CardBook()
    with pytest.raises(BookError):
        book.learn(cards()[:2], ["one"])
    with pytest.raises(BookError):
        book.learn(cards()[:1], [" "])
    assert len(book) == 0
