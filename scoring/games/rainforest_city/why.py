"""Why a square scores what it scores."""
from __future__ import annotations

from scoring.games.rainforest_city.board import Board
from scoring.model import Cell


def explain(board: Board, player: int, cell: Cell) -> tuple[str, ...]:
    return ()
