"""Scoring for board games: a board file in, an itemised score out. Knows nothing of photos or pages.

    sheet = score(load_board("board.json"))
    sheet.players[0].total
"""

from scoring import registry
from scoring.boardfile import BoardError, BoardFile, load_board
from scoring.model import ScoreSheet

__all__ = ["BoardError", "BoardFile", "ScoreSheet", "load_board", "score"]


def score(board: BoardFile) -> ScoreSheet:
    """Score every player of a board and rank them."""
    return registry.game(board.game).score(board)
