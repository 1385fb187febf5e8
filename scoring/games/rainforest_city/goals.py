"""Cooperative and solo: together enough objectives, before anyone composts too many unmatching tokens."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.games.rainforest_city.board import Board
from scoring.games.rainforest_city.landscape import Landscape
from scoring.games.rainforest_city.objectives import check
from scoring.model import Outcome, PlayerScore
from scoring.words import called, counted

NEEDED = {
    "cooperative": {"easy": {2: 3, 3: 4, 4: 6}, "medium": {2: 4, 3: 6, 4: 9}, "hard": {2: 6, 3: 9, 4: 12}},
    "solo": {"easy": {2: 3}, "medium": {2: 4}, "hard": {2: 6}, "extreme": {2: 6}},
}
"""Objectives to meet together, by variant, difficulty and number of landscapes."""

TOO_MANY_UNMATCHING = {
    "cooperative": {"easy": 5, "medium": 5, "hard": 4},
    "solo": {"easy": 4, "medium": 4, "hard": 4, "extreme": 3},
}
"""So many unmatching tokens in one Compost Heap lose the game."""


def outcome(board: Board, scores: Sequence[PlayerScore]) -> Outcome:
    """Won, lost or open.

    Ruling: an objective once met stays met; a loss outranks a win.
    """
    variant, difficulty = board.settings.variant, board.settings.difficulty
    needed = NEEDED[variant][difficulty][len(board.players)]
    limit = TOO_MANY_UNMATCHING[variant][difficulty]
    met = sum(
        len(set(player.met) | {o.id for o in judged.objectives if o.met})
        for player, judged in zip(board.players, scores, strict=True)
    )
    so_far = f"{met} of {counted(needed, 'objective')} met"
    losers = [p for p in board.players if p.unmatching_tokens >= limit]
    if losers:
        who = " and ".join(f"{called(p.name)} has {counted(p.unmatching_tokens, 'unmatching token')}" for p in losers)
        return Outcome("loss", f"{who} in the compost, {limit} or more lose the game ({so_far})", met, needed)
    if met < needed:
        return Outcome("open", so_far, met, needed)
    if difficulty == "extreme" and (without := _without_borrowed(board)):
        reason = f"{so_far}, but Landscape {' and '.join(without)} has yet to meet an objective of the other"
        return Outcome("open", reason, met, needed)
    return Outcome("win", so_far, met, needed)


def _without_borrowed(board: Board) -> list[str]:
    """Solo, extreme: the Landscapes that have not met an objective of the other one, now or earlier."""
    without = []
    for player in board.players:
        land = Landscape(player.grid)
        others = [card for p in board.players if p is not player for card in p.objectives]
        if not player.borrowed_met and not any(check(card, land).met for card in others):
            without.append(player.name)
    return without
