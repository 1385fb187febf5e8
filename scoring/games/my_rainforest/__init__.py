"""My Rainforest. Species cards in a beehive score by their six neighbours; target cards in the advanced variants."""

from scoring.games.my_rainforest.advice import best_change, explain
from scoring.games.my_rainforest.board import RainforestBoard
from scoring.games.my_rainforest.rules import RULINGS
from scoring.games.my_rainforest.sheet import score
from scoring.registry import Game

GAME = Game(
    id="my-rainforest",
    title="My Rainforest",
    order=3,
    board_type=RainforestBoard,
    score=score,
    explain=explain,
    best_change=best_change,
    rulings=RULINGS,
)
