"""The best single change."""
from __future__ import annotations

from scoring.games.rainforest_city.board import Board
from scoring.registry import Change


def best_change(board: Board, player: int) -> tuple[Change, int] | None:
    return None
