"""The score sheet of a Hutan board file: every player, ranks, and a scenario's outcome."""

from __future__ import annotations

from scoring.games.hutan.board import HutanBoard
from scoring.games.hutan.components import animals_in_box
from scoring.games.hutan.rules import categories, supply_warnings, warnings
from scoring.model import Outcome, PlayerScore, ScoreSheet
from scoring.ranking import shared_ranking, winners
from scoring.words import counted


def score(board: HutanBoard) -> ScoreSheet:
    """Score every player and rank them: most points first, a tie is shared (rulebook, "End of game").

    A scenario that one player plays alone has an outcome: reaching its target wins. It does not change the ranking.
    """
    cards = board.cards
    forests = [board.forest(i) for i in range(len(board.players))]
    beyond_box = supply_warnings(forests, animals_in_box(len(forests)))
    players = tuple(
        PlayerScore(player.name, categories(forest, cards), warnings=(*warnings(forest), *its_beyond_box))
        for player, forest, its_beyond_box in zip(board.players, forests, beyond_box, strict=True)
    )
    ranking = shared_ranking(players)
    return ScoreSheet(board.game, players, ranking, winners(ranking), outcome(board, players[0]))


def outcome(board: HutanBoard, player: PlayerScore) -> Outcome | None:
    """Won or lost, where a scenario is played alone."""
    scenario = board.settings.scenario
    if not scenario or not board.solo:
        return None
    total = player.total or 0
    if total >= scenario.target:
        return Outcome("win", f"{total} points reach the target of {scenario.target}", target=scenario.target)
    missing = scenario.target - total
    text = f"{counted(total, 'point')}: {missing} short of the target of {scenario.target}"
    return Outcome("loss", text, target=scenario.target)
