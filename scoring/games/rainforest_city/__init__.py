"""Rainforest City: landscapes of 2 x 3 cards, habitats, food chains and Houses."""

from scoring.games.rainforest_city.board import Board
from scoring.games.rainforest_city.change import best_change
from scoring.games.rainforest_city.rulings import RULINGS
from scoring.games.rainforest_city.sheet import score
from scoring.games.rainforest_city.why import explain
from scoring.registry import Game

GAME = Game(
    id="rainforest-city",
    title="Rainforest City",
    order=1,
    board_type=Board,
    score=score,
    explain=explain,
    best_change=best_change,
    rulings=RULINGS,
)
