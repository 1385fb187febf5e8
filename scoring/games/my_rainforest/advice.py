"""Why a card scores what it does, and the best single move of a card: told by scoring the beehive with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.boardfile import listed
from scoring.games.my_rainforest.beehive import Place, around, in_words, joined
from scoring.games.my_rainforest.board import RainforestBoard
from scoring.games.my_rainforest.rules import RULINGS, Card, card_line, categories, target_lines
from scoring.games.my_rainforest.species import IUCN, KNOWN, TYPES, Condition, kinds
from scoring.model import Line
from scoring.registry import Change


def explain(board: RainforestBoard, player: int, cell: Place) -> tuple[str, ...]:
    """Sentences about one place (x, y): the card there, what it touches, scores and needs, and whom it feeds.

    An empty place tells what a card of each type would bring its neighbours. Raises IndexError where x + y is odd.
    """
    if sum(cell) % 2:
        raise IndexError(f"{cell} is no place of the beehive: x + y is odd")
    by_place = {card.at: card for card in board.cards(player)}
    card = by_place.get(cell)
    beside = [by_place[place] for place in around(cell) if place in by_place]
    touched = f"touches {listed([other.name for other in beside], 'and')}" if beside else "touches no card"
    if card is None:
        return (f"No card here; one here {touched.replace('touches', 'would touch')}.", *_would_feed(by_place, cell))
    line = card_line(card, by_place)
    summed = f": {line.points:+d} in all" if len(card.scores) > 1 else ""
    sentences = [f"{card.name}, {_kind(card)}: it {touched}.", f"{line.text}{summed}."]
    room = 6 - len(beside)
    types = [other.type for other in beside]
    sentences += [said for condition in card.scores if (said := _lacking(condition, types, room))]
    sentences += _feeds(by_place, card, beside)
    for target_line in target_lines(list(by_place.values()), board.targets(player), board.variant):
        if target_line.points and cell in target_line.cells:
            sentences.append(f"Target card: {target_line.text}.")
    return (*sentences, *_ruling(line))


def best_change(board: RainforestBoard, player: int) -> tuple[Change, int] | None:
    """The card whose move to another place, beside the others, brings this player most; None where none brings any."""
    cards = board.cards(player)
    now = _total(board, player, cards)
    best: tuple[int, int, Place] | None = None
    for index, place in _moves(cards):
        gain = _total(board, player, _moved(cards, index, place)) - now
        if gain > 0 and (best is None or gain > best[0]):
            best = gain, index, place
    if best is None:
        return None
    gain, index, place = best
    moved = _moved(cards, index, place)
    by_place = {card.at: card for card in moved}
    beside = [by_place[other].name for other in around(place) if other in by_place]
    text = f"{cards[index].name} moved beside {listed(beside, 'and')} ({in_words(by_place)[place]})"
    return Change(text, (cards[index].at, place), _board_with(board, player, index, place)), gain


def _kind(card: Card) -> str:
    name = TYPES[card.type][0]
    said = f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    if card.iucn:
        said += f", {IUCN[card.iucn]} ({card.iucn})"
    known = KNOWN.get(card.species)
    if known and "type" not in known.certain:
        said += " (its type is inferred: look at the printed card)"
    return said


def _lacking(condition: Condition, types: Sequence[str], room: int) -> str:
    """What more beside the card would make this condition bring points, where there is room for it."""
    if not condition.of or condition.points <= 0:
        return ""
    needed = condition.per - sum(map(types.count, condition.of)) % condition.per
    if needed > room:
        return ""
    return f"{needed} {kinds(condition.of, needed)} more beside it: {condition.points:+d}."


def _feeds(by_place: dict[Place, Card], card: Card, beside: Sequence[Card]) -> list[str]:
    """What the neighbours owe to this card: their points now, less their points without it."""
    without = {place: other for place, other in by_place.items() if other is not card}
    sentences = []
    for other in beside:
        gain = card_line(other, by_place).points - card_line(other, without).points
        if gain:
            sentences.append(f"It brings {other.name} {gain:+d}.")
        elif any(card.type in condition.of for condition in other.scores):
            sentences.append(f"{other.name} counts it, but without it would score the same.")
    return sentences


def _would_feed(by_place: dict[Place, Card], cell: Place) -> list[str]:
    """For each type, what a card of it at this place would bring the cards around, where that is anything."""
    beside = [by_place[place] for place in around(cell) if place in by_place]
    now = {other.at: card_line(other, by_place).points for other in beside}
    sentences = []
    for name, (one, _) in TYPES.items():
        with_it = {**by_place, cell: Card(cell, name, one, None, ())}
        gains = [(other.name, card_line(other, with_it).points - now[other.at]) for other in beside]
        said = [f"{other} {gain:+d}" for other, gain in gains if gain]
        if said:
            sentences.append(f"{'An' if one[0] in 'aeiou' else 'A'} {one} here would bring {listed(said, 'and')}.")
    return sentences


def _ruling(line: Line) -> tuple[str, ...]:
    return (f"Ruling: {RULINGS[line.ruling]}",) if line.ruling else ()


def _moves(cards: Sequence[Card]) -> Iterator[tuple[int, Place]]:
    """Every (card index, place) by which one card moves and all cards stay joined."""
    for index, card in enumerate(cards):
        others = {other.at for other in cards if other is not card}
        if not others or len(joined(others)) > 1:
            continue
        free = {place for other in others for place in around(other)} - others - {card.at}
        for place in sorted(free):
            yield index, place


def _moved(cards: Sequence[Card], index: int, place: Place) -> list[Card]:
    return [card._replace(at=place) if i == index else card for i, card in enumerate(cards)]


def _total(board: RainforestBoard, player: int, cards: Sequence[Card]) -> int:
    return sum(category.points for category in categories(cards, board.targets(player), board.variant))


def _board_with(board: RainforestBoard, player: int, index: int, place: Place) -> RainforestBoard:
    players = list(board.players)
    entries = list(players[player].cards)
    entries[index] = entries[index].model_copy(update={"at": place})
    players[player] = players[player].model_copy(update={"cards": tuple(entries)})
    return board.model_copy(update={"players": tuple(players)})
