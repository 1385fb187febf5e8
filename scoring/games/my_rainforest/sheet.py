"""The score sheet of a My Rainforest board file."""

from __future__ import annotations

from scoring.games.my_rainforest.board import RainforestBoard
from scoring.games.my_rainforest.rules import box_warnings, categories, warnings
from scoring.model import PlayerScore, ScoreSheet
from scoring.ranking import shared_ranking, winners


def score(board: RainforestBoard) -> ScoreSheet:
    """Score every player and rank them; "if there is a tie, then the tied players share the victory"."""
    variant = board.variant
    beehives = [board.cards(i) for i in range(len(board.players))]
    players = []
    for i, (cards, beyond_box) in enumerate(zip(beehives, box_warnings(beehives), strict=True)):
        targets = board.targets(i)
        players.append(
            PlayerScore(
                board.players[i].name,
                categories(cards, targets, variant),
                warnings=(*warnings(cards, targets, variant), *beyond_box),
            )
        )
    ranking = shared_ranking(players)
    return ScoreSheet(board.game, tuple(players), ranking, winners(ranking))
