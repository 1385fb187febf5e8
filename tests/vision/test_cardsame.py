"""Two pictures of cards laid over each other."""

import cv2
import numpy as np
import pytest

from vision.cardbook import HEIGHT, PLAY, WIDTH, look_of
from vision.cardsame import PLANES, laid, same


def planes(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    rough = rng.uniform(0, 255, (9, 7, 3)).astype(np.uint8)
    return look_of(cv2.resize(rough, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)).planes


def inner(whole: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(whole[:, PLAY:-PLAY, PLAY:-PLAY])


def test_a_picture_seen_askew_is_laid_over_the_other() -> None:
    known = planes(1)
    askew = np.array([[1.02, 0.02, -1.2], [-0.01, 0.98, 0.9]], np.float32)
    moved = np.stack(
        [cv2.warpAffine(p, askew, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE) for p in known]
    )
    before = np.abs(inner(known)[:3] - inner(moved)[:3]).mean()
    after = np.abs(laid(known, (PLAY, PLAY), inner(moved), 10, 4.0)[:3] - inner(moved)[:3]).mean()
    assert after < 0.4 * before


@pytest.mark.parametrize("blank", [True, False])
def test_a_picture_that_fits_nowhere_stays_where_it_was(blank: bool) -> None:
    known = planes(1)
    other = np.zeros_like(inner(known)) if blank else inner(planes(2))
    assert laid(known, (PLAY, PLAY), other, 10, 0.0) == pytest.approx(inner(known), abs=1e-5)


def test_of_no_pairs_nothing_is_said_and_of_some_a_share_each() -> None:
    assert same([]).shape == (0,)
    one, other = inner(planes(1)), inner(planes(2))
    assert one.shape == (PLANES, HEIGHT - 2 * PLAY, WIDTH - 2 * PLAY)
    likely, unlikely = same([(one, one), (one, other)])
    assert 0 <= unlikely < 0.5 < likely <= 1
