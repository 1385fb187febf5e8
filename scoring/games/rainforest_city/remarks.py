"""Warnings: what is against the rules of the game, or doubtful, and does not stop the scoring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.games.rainforest_city.board import CLAIM_VALUES, SHARED_GOAL, Board
from scoring.games.rainforest_city.landscape import HOUSE, Landscape
from scoring.games.rainforest_city.pieces import (
    CARDS_IN_BOX,
    MOST_CARDS,
    SQUARES_PER_CARD,
    TERRAIN_NAMES,
    TOKEN_NAMES,
    TOKENS_IN_BOX,
)
from scoring.games.rainforest_city.wild import Choice
from scoring.model import Warning
from scoring.words import counted

MOST_NAMED = 5
"""A warning names so many squares; its cells hold all of them."""


def warnings(board: Board, i: int, lands: Sequence[Landscape], choice: Choice | None) -> tuple[Warning, ...]:
    """Every warning for player i. `lands` are all players' landscapes, `choice` this one's wild Houses (introductory)."""
    land = lands[i]
    found = [*_misplaced(land), *_box(board, i, lands), *_compost(board, i), *_claims(board, i), *_ignored(board, i)]
    if choice and not choice.proven:
        text = "So many wild Houses hang together that the highest total could not be proven: it is at least this"
        found.append(Warning("wild-houses", text, land.cells(sorted(choice.free))))
    return tuple(found)


def _misplaced(land: Landscape) -> Iterator[Warning]:
    """Ruling: such a token scores 0 and supports nothing, still counts beside a House, and belongs in the compost."""
    if land.misplaced:
        texts = []
        for i in land.misplaced[:MOST_NAMED]:
            ground = "a House" if land.terrain[i] == HOUSE else TERRAIN_NAMES[land.terrain[i]]
            texts.append(f"{TOKEN_NAMES[land.token[i]]} on {ground} at {land.place(i)}")
        if len(land.misplaced) > MOST_NAMED:
            texts.append(f"{len(land.misplaced) - MOST_NAMED} more")
        text = f"Not on their own terrain: {'; '.join(texts)}. Move them to the Compost Heap (-1 each)"
        yield Warning("misplaced-token", text, land.cells(land.misplaced))


def _box(board: Board, i: int, lands: Sequence[Landscape]) -> Iterator[Warning]:
    """What the box does not hold: 174 tokens, 57 cards, of which a landscape takes 26 in 12 turns."""
    tokens = sum([len(land.tokens) for land in lands]) + sum([p.compost for p in board.players])
    if board.players[i].compost <= TOKENS_IN_BOX < tokens:
        yield Warning("tokens", f"{tokens} tokens lie on the landscapes and in the compost, the box holds {TOKENS_IN_BOX}")
    squares, most = len(lands[i].squares), MOST_CARDS * SQUARES_PER_CARD
    if squares > most:
        text = f"{squares} squares: after 12 turns a landscape has at most {MOST_CARDS} cards ({most} squares)"
        yield Warning("squares", text)
    elif sum([len(land.squares) for land in lands]) > CARDS_IN_BOX * SQUARES_PER_CARD:
        yield Warning("squares", f"More squares than the {CARDS_IN_BOX} terrain cards of the box have, all players together")


def _compost(board: Board, i: int) -> Iterator[Warning]:
    player = board.players[i]
    if player.compost > TOKENS_IN_BOX:
        yield Warning("compost", f"{player.compost} tokens in the compost, the box holds {TOKENS_IN_BOX}")
    if player.unmatching > player.compost:
        text = f"{counted(player.unmatching, 'unmatching token')}, but {player.compost} in the whole compost"
        yield Warning("unmatching", text)


def _claims(board: Board, i: int) -> Iterator[Warning]:
    """A claim whose next higher value nobody holds: markers go on the highest value that is free."""
    for card, value in board.players[i].claims.items():
        place = CLAIM_VALUES.index(value)
        higher = CLAIM_VALUES[place - 1]
        if place and all(p.claims.get(card) != higher for p in board.players):
            yield Warning("claim", f"Objective {card} is claimed on {value}, but nobody's marker stands on {higher}")


def _ignored(board: Board, i: int) -> Iterator[Warning]:
    if board.settings.variant not in SHARED_GOAL and "unmatching" in board.players[i].model_fields_set:
        yield Warning("ignored", f"Unmatching tokens do not matter in the {board.settings.variant} variant")
