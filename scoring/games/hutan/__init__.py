"""Hutan: Life in the Rainforest. A 6x6 table of four boards with areas; flowers, trees, animals, ecosystem cards."""

from scoring.games.hutan.advice import best_change, explain
from scoring.games.hutan.board import HutanBoard
from scoring.games.hutan.rules import RULINGS
from scoring.games.hutan.sheet import score
from scoring.registry import Game

GAME = Game(
    id="hutan",
    title="Hutan: Life in the Rainforest",
    order=2,
    board_type=HutanBoard,
    score=score,
    explain=explain,
    best_change=best_change,
    rulings=RULINGS,
)
