"""Ranking where nothing breaks a tie: equal totals share the rank and the victory."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.boardfile import listed
from scoring.model import PlayerScore, Rank, ranked
from scoring.words import called, counted


def shared_ranking(players: Iterable[PlayerScore]) -> tuple[Rank, ...]:
    """Players with points, best first; those of equal totals share a rank, which their `tie` says."""
    order = ranked((player.name, player.total or 0, ()) for player in players)
    return tuple(Rank(name, rank, total, _tie([n for n, r, _ in order if r == rank], total)) for name, rank, total in order)


def _tie(names: list[str], total: int) -> str:
    if len(names) == 1:
        return ""
    return f"{listed(map(called, names), 'and')} have {counted(total, 'point')} each. Nothing breaks a tie, so they share the rank."


def ties(ranking: Iterable[Rank]) -> list[str]:
    """How each tie was decided, a sentence a tie."""
    return list(dict.fromkeys(rank.tie for rank in ranking if rank.tie))


def winners(ranking: Iterable[Rank]) -> tuple[str, ...]:
    return tuple(rank.name for rank in ranking if rank.rank == 1)
