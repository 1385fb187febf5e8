"""From a board file to a score sheet: all players, ranked, in any variant."""

from __future__ import annotations

from scoring.boardfile import listed
from scoring.games.rainforest_city import goals, points, remarks, rulings, wild
from scoring.games.rainforest_city.board import Board
from scoring.games.rainforest_city.board import Landscape as Player
from scoring.games.rainforest_city.landscape import Landscape
from scoring.games.rainforest_city.objectives import TITLES, check
from scoring.model import Category, Line, PlayerScore, Rank, ScoreSheet, ranked
from scoring.words import called, counted


def score(board: Board) -> ScoreSheet:
    """Score a board of any variant."""
    landscapes = [landscape(board, i) for i in range(len(board.players))]
    lands = [land for land, _ in landscapes]
    if board.settings.variant in goals.NEEDED:
        players = tuple(_judged(board, i, lands) for i in range(len(lands)))
        outcome = goals.outcome(board, players)
        winners = tuple(p.name for p in board.players) if outcome.result == "win" else ()
        return ScoreSheet(board.game, players, (), winners, outcome)
    players = tuple(_scored(board, i, lands, choice) for i, (_, choice) in enumerate(landscapes))
    ranking = _ranking(board, players)
    return ScoreSheet(board.game, players, ranking, tuple(r.name for r in ranking if r.rank == 1))


def landscape(board: Board, player: int) -> tuple[Landscape, wild.Choice | None]:
    """A player's landscape; in the introductory variant with the best terrain for each House, and that choice."""
    grid = board.players[player].grid
    land = Landscape(grid)
    if board.settings.variant != "introductory" or not land.houses:
        return land, None
    choice = wild.choose(land)
    settled = Landscape(grid, choice.terrains)
    settled.houses.clear()
    return settled, choice


def _scored(board: Board, i: int, lands: list[Landscape], choice: wild.Choice | None) -> PlayerScore:
    settings, player, land = board.settings, board.players[i], lands[i]
    if settings.variant == "introductory":
        houses = points.wild_houses(land, choice) if choice else Category("houses", "Houses", ())
    else:
        houses = points.houses(land, settings.house_adjacency == "diagonal")
    categories = [points.flora(land), points.fauna(land), houses, points.compost(player.compost)]
    objectives = tuple(check(card, land) for card in settings.objectives)
    if settings.variant == "advanced":
        categories.append(claimed(player, {o.id for o in objectives if o.met}, settings.objectives))
    return PlayerScore(player.name, tuple(categories), objectives, remarks.warnings(board, i, lands, choice))


def claimed(player: Player, met: set[str], in_play: tuple[str, ...]) -> Category:
    """Advanced: the values that this player's markers stand on.

    Ruling: claimants of the same round share a value, and a claim stays when its condition is lost.
    """
    lines = []
    for card in in_play:
        if card in player.claims:
            value = player.claims[card]
            lost = "" if card in met else "; not met now, but a claim stays"
            lines.append(Line(value, (), f"Objective {card} ({TITLES[card]}): marker on {value}{lost}", rulings.CLAIM_STAYS))
        elif card in met:
            lines.append(Line(0, (), f"Objective {card} ({TITLES[card]}): met now, but not claimed with a marker"))
    return Category("objectives", "Objectives", tuple(lines))


def _judged(board: Board, i: int, lands: list[Landscape]) -> PlayerScore:
    """A player of a variant without points: which of the own objectives are met."""
    player = board.players[i]
    objectives = tuple(check(card, lands[i])._replace(earlier=card in player.met) for card in player.objectives)
    return PlayerScore(player.name, (), objectives, remarks.warnings(board, i, lands, None), scored=False)


def _ranking(board: Board, scores: tuple[PlayerScore, ...]) -> tuple[Rank, ...]:
    """Most points first; a tie goes to the smaller Compost Heap; still tied: shared."""
    compost = {p.name: p.compost for p in board.players}
    entries = ranked((p.name, p.total or 0, (compost[p.name],)) for p in scores)
    by_total: dict[int, dict[str, int]] = {}
    for name, _, total in entries:
        by_total.setdefault(total, {})[called(name)] = compost[name]
    return tuple(Rank(name, rank, total, _tie(total, by_total[total])) for name, rank, total in entries)


def _tie(total: int, heaps: dict[str, int]) -> str:
    """How the players of one total were ranked; `heaps` are the tokens in their Compost Heaps, fewest first."""
    if len(heaps) == 1:
        return ""
    tied = f"{listed(heaps, 'and')} have {counted(total, 'point')} each"
    if len(set(heaps.values())) == 1:
        heap = counted(next(iter(heaps.values())), "token")
        return f"{tied} and {heap} each in the Compost Heap, so they share the rank."
    order = listed([f"{name} with {counted(heap, 'token')}" for name, heap in heaps.items()], "then")
    text = f"{tied}: the smaller Compost Heap goes first, {order}."
    for tokens in sorted(set(heaps.values())):
        equal = [name for name in heaps if heaps[name] == tokens]
        if len(equal) > 1:
            text += f" {listed(equal, 'and')} share the rank."
    return text
