"""Where squares with a token part from those without, in one photo."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import parting
from vision.citynet import TEXTS
from vision.kinds import HOLDS

ODDS = st.floats(-12, 12, allow_nan=False)


def table_of(odds: np.ndarray, terrain: str = "R") -> np.ndarray:
    """One row of squares of a terrain with these log odds for a token of level 1 or, half as likely, 2."""
    out = np.full((1, len(odds), len(TEXTS)), 1e-9)
    some = 1 / (1 + np.exp(-odds))
    out[0, :, TEXTS.index(terrain)] = 1 - some
    out[0, :, TEXTS.index(f"{terrain}:{terrain.lower()}1")] = some * 2 / 3
    out[0, :, TEXTS.index(f"{terrain}:{terrain.lower()}2")] = some / 3
    return out / out.sum(-1, keepdims=True)


def token_odds(table: np.ndarray) -> np.ndarray:
    some = table[0][:, HOLDS].sum(-1)
    return np.log(some / (1 - some))


@pytest.mark.parametrize("shift", [-3.0, 0.0, 4.0])
def test_squares_that_stand_apart_are_parted_there(shift: float) -> None:
    bare, with_one = np.linspace(-4, -1.2, 9), np.linspace(1.2, 4, 5)
    odds = np.concatenate([bare, with_one]) + shift
    after = token_odds(parting.parted(table_of(odds)))
    assert (after[:9] < 0).all()
    assert (after[9:] > 0).all()


@pytest.mark.parametrize("odds", [[3.0, 3.4, 2.8, 3.9], np.linspace(-2, 5, 40).tolist(), [8.0, 7.6, 9.0, 8.8, 7.9, 8.2]])
def test_few_squares_or_such_as_stand_together_stay(odds: list[float]) -> None:
    assert token_odds(parting.parted(table_of(np.array(odds)))) == pytest.approx(np.array(odds), abs=1e-4)


def test_each_terrain_has_a_border_of_its_own() -> None:
    both = np.concatenate([table_of(np.array([3.0, 3, 3, 6, 6]), kind) for kind in "RO"], 1)
    both[0, 5:] = table_of(np.array([-3.0, -3, -3, 1, 1]), "O")[0]
    after = token_odds(parting.parted(both))
    assert (after > 0).tolist() == [False, False, False, True, True] * 2


@given(st.lists(ODDS, min_size=1, max_size=30))
def test_a_border_lies_between_squares_and_keeps_their_order(odds: list[float]) -> None:
    values = np.array(odds)
    found = parting.border(values)
    assert found == 0 or values.min() < found < values.max()
    before = table_of(values)
    after = parting.parted(before)
    assert after.sum(-1) == pytest.approx(1)
    assert (np.argsort(token_odds(after), kind="stable") == np.argsort(token_odds(before), kind="stable")).all()
    levels = [TEXTS.index("R:r1"), TEXTS.index("R:r2")]
    assert after[0, :, levels[0]] == pytest.approx(2 * after[0, :, levels[1]], rel=1e-3), "which token it is stays"
