"""Rainforest City landscapes as a game may leave them: cards of 2 x 3 laid edge to edge, tokens on their own terrain."""

from __future__ import annotations

from typing import Any, NamedTuple

from samples.positions.chance import Chance, below, likely, pick, shuffled, weighted
from scoring.games.rainforest_city.board import CARD_TYPES, CLAIM_VALUES
from scoring.games.rainforest_city.landscape import Landscape
from scoring.games.rainforest_city.objectives import check
from scoring.games.rainforest_city.pieces import (
    CARDS_IN_BOX,
    HABITAT_TERRAINS,
    LEVELS,
    MOST_CARDS,
    TOKEN_NAMES,
    TOKENS_IN_BOX,
)

NAMES = ("Vanda", "Calla", "Ravi", "Mei")

Square = tuple[int, int]


class CardPlace(NamedTuple):
    """Where a card lies: its top left square and its size in squares (2 x 3 or 3 x 2)."""

    row: int
    column: int
    height: int
    width: int

    @property
    def squares(self) -> list[Square]:
        return [(self.row + r, self.column + c) for r in range(self.height) for c in range(self.width)]


class Level(NamedTuple):
    """What makes a landscape easy or hard to score."""

    cards: tuple[int, int]
    house: float
    """How likely a card is to hold a House."""
    token: float
    """How likely a terrain square is to hold a token."""
    kinds: dict[int, float]
    """How often plants (1), herbivores (2) and carnivores (3) lie there."""
    otter: float
    """How many of the carnivores are otters."""
    compost: int


LEVELS_OF_PLAY = {
    1: Level((8, 11), 0.3, 0.26, {1: 5, 2: 3, 3: 1}, 0.2, 4),
    2: Level((12, 18), 0.4, 0.32, {1: 4, 2: 3, 3: 2}, 0.35, 8),
    3: Level((18, 26), 0.45, 0.38, {1: 4, 2: 3, 3: 3}, 0.45, 12),
}


def generate(
    rng: Chance,
    level: int = 1,
    *,
    players: int = 1,
    variant: str = "standard",
    cards: int | None = None,
    house_adjacency: str | None = None,
) -> dict[str, Any]:
    """A legal board file.

    cards: how many cards each landscape has (2 to 26), otherwise as the level says. In the cooperative and solo
    variants at least two players are made. Claims, objectives met and unmatching tokens are such as can be.
    """
    if variant in ("cooperative", "solo"):
        players = 2 if variant == "solo" else max(2, players)
    settings: dict[str, Any] = {"variant": variant}
    if house_adjacency:
        settings["house_adjacency"] = house_adjacency
    seats: list[dict[str, Any]] = []
    tokens = TOKENS_IN_BOX
    for name in ("AB" if variant == "solo" else NAMES)[:players]:
        grid, _ = lay_out(rng, level, cards=cards, most_cards=CARDS_IN_BOX // players)
        compost = below(rng, LEVELS_OF_PLAY[level].compost + 1)
        tokens -= sum(":" in square for row in grid for square in row)
        seats.append({"name": name, "grid": grid, "compost": max(0, min(compost, tokens))})
        tokens -= compost
    if variant == "advanced":
        settings["objectives"] = [pick(rng, letters) for letters in CARD_TYPES]
        for card in settings["objectives"]:
            _claim(rng, card, seats)
    if variant in ("cooperative", "solo"):
        settings["difficulty"] = pick(rng, ("easy", "medium", "hard", "extreme")[: 4 if variant == "solo" else 3])
        _deal_objectives(rng, seats)
    return {"format": 1, "game": "rainforest-city", "settings": settings, "players": seats}


def lay_out(
    rng: Chance, level: int = 1, *, cards: int | None = None, most_cards: int = MOST_CARDS
) -> tuple[list[list[str]], list[CardPlace]]:
    """A landscape's grid, and the cards it consists of in the order they were laid (grid squares)."""
    play = LEVELS_OF_PLAY[level]
    number = play.cards[0] + below(rng, play.cards[1] - play.cards[0] + 1) if cards is None else cards
    number = min(number, most_cards)
    ground: dict[Square, str] = {}
    places: list[CardPlace] = []
    for place in lay_cards(rng, number):
        ground |= _face(rng, place, ground, play)
        places.append(place)
    grid = [["" for _ in range(max(c for _, c in ground) + 1)] for _ in range(max(r for r, _ in ground) + 1)]
    for (r, c), terrain in ground.items():
        grid[r][c] = terrain
        if terrain in HABITAT_TERRAINS and likely(rng, play.token):
            grid[r][c] += ":" + _token(rng, terrain, play)
    return grid, places


def lay_cards(rng: Chance, number: int) -> list[CardPlace]:
    """Cards laid edge to edge without overlap, the first two as the 4 x 3 start; the topmost row and leftmost column are 0."""
    turned = likely(rng, 0.5)
    places = [CardPlace(0, 0, 3, 2), CardPlace(0, 2, 3, 2)] if turned else [CardPlace(0, 0, 2, 3), CardPlace(2, 0, 2, 3)]
    taken = {square for place in places for square in place.squares}
    while len(places) < number:
        around = sorted({n for square in taken for n in _sides(square)} - taken)
        tries = [_beside(rng, taken, around) for _ in range(5)]
        place = max(tries, key=lambda p: _touching(p, taken) - 2 * _sprawl(p, taken) + 2 * rng.random())
        places.append(place)
        taken.update(place.squares)
    top, left = min(r for r, _ in taken), min(c for _, c in taken)
    return [CardPlace(r - top, c - left, h, w) for r, c, h, w in places]


def _beside(rng: Chance, taken: set[Square], around: list[Square]) -> CardPlace:
    """A place for a card that covers one of the squares around what lies there, and nothing else."""
    while True:
        height, width = (2, 3) if likely(rng, 0.5) else (3, 2)
        row, column = pick(rng, around)
        place = CardPlace(row - below(rng, height), column - below(rng, width), height, width)
        if taken.isdisjoint(place.squares):
            return place


def _sides(square: Square) -> list[Square]:
    r, c = square
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def _touching(place: CardPlace, taken: set[Square]) -> int:
    return sum(n in taken for square in place.squares for n in _sides(square))


def _sprawl(place: CardPlace, taken: set[Square]) -> int:
    """How many rows and columns the card adds: a table is only so large."""
    rows, columns = {r for r, _ in taken}, {c for _, c in taken}
    return len({r for r, _ in place.squares} - rows) + len({c for _, c in place.squares} - columns)


def _face(rng: Chance, place: CardPlace, ground: dict[Square, str], play: Level) -> dict[Square, str]:
    """A card's squares: clumps of two or three terrains, perhaps a House. Of a few, one that fits what it touches."""
    faces = [_clumps(rng, place, play) for _ in range(3)]

    def fit(face: dict[Square, str]) -> float:
        same = sum(ground.get(n) == terrain for square, terrain in face.items() for n in _sides(square))
        return same + 2 * rng.random()

    return max(faces, key=fit)


def _clumps(rng: Chance, place: CardPlace, play: Level) -> dict[Square, str]:
    squares = place.squares
    seeds = shuffled(rng, squares)[: 2 + likely(rng, 0.5)]
    terrains = shuffled(rng, HABITAT_TERRAINS)
    face = {square: terrains[n] for n, square in enumerate(seeds)}
    while len(face) < len(squares):
        square = pick(rng, [s for s in squares if s not in face and any(n in face for n in _sides(s))])
        face[square] = face[pick(rng, [n for n in _sides(square) if n in face])]
    if likely(rng, play.house):
        face[pick(rng, squares)] = "H"
    return face


def _token(rng: Chance, terrain: str, play: Level) -> str:
    kind = weighted(rng, play.kinds)
    if kind == 3 and likely(rng, play.otter):
        return "ot"
    return next(token for token in TOKEN_NAMES if token[0] == terrain.lower() and LEVELS[token] == kind)


def _claim(rng: Chance, card: str, seats: list[dict[str, Any]]) -> None:
    """Markers as the players may have placed them: the highest value free, one value for those of one round."""
    values = iter(CLAIM_VALUES)
    value = next(values)
    for n, seat in enumerate(shuffled(rng, seats)):
        met = check(card, Landscape(seat["grid"])).met
        seat.setdefault("claims", {})
        if likely(rng, 0.8 if met else 0.15):
            if n and any(card in other.get("claims", {}) for other in seats) and likely(rng, 0.7):
                value = next(values)
            seat["claims"][card] = value


def _deal_objectives(rng: Chance, seats: list[dict[str, Any]]) -> None:
    decks = [shuffled(rng, letters) for letters in CARD_TYPES]
    for n, seat in enumerate(seats):
        seat["objectives"] = [deck[n] for deck in decks]
        seat["met"] = [card for card in seat["objectives"] if likely(rng, 0.25)]
        seat["unmatching"] = below(rng, seat["compost"] // 3 + 1)
