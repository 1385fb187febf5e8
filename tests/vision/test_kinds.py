"""Tokens that are seen in the light of one another."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import kinds
from vision.citynet import CLOSE_VECTORS, TEXTS, Seen


def board(texts: list[str], sure: list[float], pictures: list[int]) -> tuple[np.ndarray, Seen]:
    """One row of squares that hold these texts, as surely; tokens with one number have one picture."""
    table = np.zeros((1, len(texts), len(TEXTS)))
    for c, (text, share) in enumerate(zip(texts, sure, strict=True)):
        same = [k for k, other in enumerate(TEXTS) if other[:2] == text[:2] and ":" in other]
        table[0, c, same] = (1 - share) / len(same)
        table[0, c, TEXTS.index(text)] += share
    table /= table.sum(-1, keepdims=True)
    vectors = np.eye(max(pictures) + 1)[pictures][None]
    nothing = np.zeros((1, len(texts), 14))
    close = np.zeros((1, len(texts), CLOSE_VECTORS))
    return table, Seen(nothing, np.zeros((1, len(texts), 4)), close, vectors, 1.0)


def read(table: np.ndarray) -> list[str]:
    return [TEXTS[k] for k in table[0].argmax(-1)]


def test_a_blurred_token_is_told_by_the_others_with_its_picture() -> None:
    texts = ["R:r2", "R:r2", "R:r2", "R:r1", "R:r1"]
    table, seen = board(texts, [0.9, 0.9, 0.0, 0.9, 0.9], [0, 0, 0, 1, 1])
    table[0, 2, TEXTS.index("R:r1")] += 0.1  # alone it looks a little more like a plant
    assert read(table)[2] == "R:r1"
    assert read(kinds.agreed(table, seen)) == texts


def test_a_token_seen_clearly_stays_what_it_is() -> None:
    texts = ["O:o1", "O:o1", "O:o3"]
    table, seen = board(texts, [0.6, 0.6, 0.99999], [0, 0, 0])
    assert read(kinds.agreed(table, seen))[2] == "O:o3"


@pytest.mark.parametrize(
    ("lands", "otters"), [("RMO", True), ("RRM", True), ("RRR", False), ("OOO", False)]
)
def test_a_picture_on_two_terrains_is_an_otter(lands: str, otters: bool) -> None:
    texts = [f"{land}:{land.lower()}2" for land in lands]
    table, seen = board(texts, [0.6] * 3, [0, 0, 0])
    for c, land in enumerate(lands):
        table[0, c, TEXTS.index(f"{land}:ot")] += 0.1
    found = read(kinds.agreed(table / table.sum(-1, keepdims=True), seen))
    assert [text.endswith("ot") for text in found] == [otters] * 3


def test_two_pictures_on_two_terrains_are_no_otters() -> None:
    texts = ["R:r2", "R:r2", "M:m2", "O:o3"]
    table, seen = board(texts, [0.6] * 4, [0, 0, 1, 2])
    assert read(kinds.agreed(table, seen)) == texts


def test_squares_without_a_close_look_are_left_alone() -> None:
    table, seen = board(["R:r2", "R:r2"], [0.9, 0.4], [0, 0])
    seen.close[:] = np.nan
    assert kinds.agreed(table, seen) == pytest.approx(table)


@given(
    st.lists(st.sampled_from([t for t in TEXTS if ":" in t and t[0] != "H"]), min_size=2, max_size=12),
    st.integers(0, 99),
)
def test_whether_a_token_lies_there_and_the_sums_stay(texts: list[str], seed: int) -> None:
    rng = np.random.default_rng(seed)
    pictures = [int(p) for p in rng.integers(0, 4, len(texts))]
    table, seen = board(texts, [float(s) for s in rng.random(len(texts))], pictures)
    table[..., 0] = rng.random(len(texts))
    table /= table.sum(-1, keepdims=True)
    out = kinds.agreed(table, seen)
    held = kinds.TOKENS != ""
    assert out.sum(-1) == pytest.approx(1.0)
    assert out[..., held].sum(-1) == pytest.approx(table[..., held].sum(-1))
    assert (out >= 0).all()


def known(pictures: list[int], tokens: list[str], size: int) -> kinds.Known:
    return kinds.Known(np.eye(size)[pictures], np.eye(len(kinds.KINDS))[[kinds.KINDS.index(t) for t in tokens]])


def test_a_token_is_told_by_a_known_one_with_its_picture() -> None:
    table, seen = board(["M:m3", "M:m1"], [0.0, 0.9], [0, 1])
    assert read(kinds.agreed(table, seen, known([0], ["m3"], 2))) == ["M:m3", "M:m1"]


def test_one_token_alone_is_told_by_a_known_one() -> None:
    table, seen = board(["M:m3"], [0.0], [0])
    assert read(kinds.agreed(table, seen, known([0], ["m3"], 1))) == ["M:m3"]


def test_a_token_that_is_like_no_known_one_stays_what_it_is() -> None:
    table, seen = board(["M:m3"], [0.6], [1])
    assert read(kinds.agreed(table, seen, known([0], ["m1"], 2))) == ["M:m3"]
