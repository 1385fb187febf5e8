"""The sample boards of Hutan and My Rainforest: they load, come back, break no rule, and score what is said of them."""

import json
from pathlib import Path

import pytest

from scoring import load_board, score

BOARDS = Path(__file__).parents[2] / "samples" / "boards"
TOTALS = {
    "hutan-first-game": [91],
    "hutan-scenario-a": [75],
    "hutan-drawn-areas": [83],
    "hutan-three-players": [113, 152, 158],
    "my-rainforest-rulebook": [44],
    "my-rainforest-advanced": [50],
    "my-rainforest-promo": [28, 36, 32],
}


@pytest.mark.parametrize("name", TOTALS)
def test_sample(name):
    path = BOARDS / f"{name}.json"
    board = load_board(path)
    assert board.to_dict() == json.loads(path.read_text())
    sheet = score(board)
    assert [player.total for player in sheet.players] == TOTALS[name]
    assert all(not player.warnings for player in sheet.players)
