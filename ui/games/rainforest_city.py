"""Rainforest City in the app."""

from __future__ import annotations

from typing import Any

import streamlit as st

from scoring.model import Cell
from ui import drawing
from ui.board import Board, square_grid
from ui.fields import Form
from ui.games import drawn, only, seat_names

BLURB = "Lay habitats, feed every animal, keep the Houses uncrowded."
WORD = "landscape"
SAMPLES = {
    "rainforest-city-rulebook": "The rulebook's example (12 points)",
    "rainforest-city-three-players": "Three players",
    "rainforest-city-four-players": "Four players",
    "rainforest-city-introductory": "Introductory: wild Houses",
    "rainforest-city-advanced": "Advanced: three objectives",
    "rainforest-city-cooperative": "Cooperative",
    "rainforest-city-solo": "Solo",
}
PHOTO_TIP = "From above, with the whole landscape in the picture. Any turn will do."
FIXED_SIZE = None
NOT_IN_PHOTO = "The photo can't show the Compost Heap: enter its tokens below."

VARIANTS = {
    "standard": "Standard",
    "introductory": "Introductory",
    "advanced": "Advanced",
    "cooperative": "Cooperative",
    "solo": "Solo",
}
OBJECTIVES = {
    "A": "a straight line of 10 squares in one habitat",
    "B": "two habitats of 10 or more squares that touch along a side",
    "C": "a habitat of exactly 2×2, surrounded by other terrain",
    "D": "two habitats of exactly 2×1, each surrounded by other terrain",
    "E": "3 habitats with 3 or more flora",
    "F": "5 habitats with exactly 1 flora",
    "G": "4 habitats with 2 or more flora",
    "H": "1 habitat with 5 or more flora",
    "I": "6 different kinds of supported fauna",
    "J": "a habitat with 2 supported carnivores",
    "K": "a habitat with 3 supported fauna of one kind",
    "L": "2 habitats with exactly 2 supported herbivores each",
}
CARD_TYPES = {"ABCD": "Terrain objective", "EFGH": "Flora objective", "IJKL": "Fauna objective"}
CLAIMS = {0: "Not claimed", 10: "10", 8: "8", 6: "6", 4: "4"}
DIFFICULTIES = {"easy": "Easy", "medium": "Medium", "hard": "Hard"}
SHARED = ("cooperative", "solo")
TOKENS_IN_BOX = 174
MOST_COMPOST = 999


def new_board() -> dict[str, Any]:
    player = {"name": "", "grid": [], "compost": 0}
    return {"format": 1, "game": "rainforest-city", "settings": {"variant": "standard"}, "players": [player]}


def fixed_names(board: dict[str, Any]) -> bool:
    return _variant(board) == "solo"


def seats(board: dict[str, Any]) -> list[str]:
    """Solo is played with two landscapes called A and B, and cooperative by at least two."""
    if fixed_names(board):
        return ["A", "B"]
    return seat_names(_players(board))


def summary(board: dict[str, Any]) -> str:
    return VARIANTS[_variant(board)]


def board_file(board: dict[str, Any]) -> dict[str, Any]:
    variant, given = _variant(board), board["settings"]
    settings = {"variant": variant, **only(given, "house_adjacency")}
    if variant == "advanced":
        settings["objectives"] = _cards(given.get("objectives", []), 0)
    if variant in SHARED:
        settings["difficulty"] = _difficulty(board)
    players = []
    for index, (name, player) in enumerate(zip(seats(board), _players(board), strict=True)):
        kept = {"name": name, "grid": player.get("grid", []), "compost": player.get("compost", 0)}
        if variant == "advanced":
            claims = player.get("claims", {})
            kept["claims"] = {card: value for card, value in claims.items() if card in settings["objectives"]}
        if variant in SHARED:
            kept["objectives"] = _cards(player.get("objectives", []), index)
            kept["met"] = [card for card in player.get("met", []) if card in kept["objectives"]]
            kept |= only(player, "unmatching")
        players.append(kept)
    if _extreme(board):
        for player, other, given_player in zip(players, players[::-1], _players(board), strict=True):
            borrowed = given_player.get("borrowed_met", [])
            player["borrowed_met"] = [card for card in borrowed if card in other["objectives"]]
    return {"format": 1, "game": "rainforest-city", "settings": settings, "players": players}


def settle(board: dict[str, Any]) -> None:
    """Write down the objectives that players hold only by their places, which move when one is taken out."""
    if _variant(board) in SHARED:
        for index, player in enumerate(board["players"]):
            player["objectives"] = _cards(player.get("objectives", []), index)


def editor(board: dict[str, Any], index: int) -> Board:
    player = _players(board)[index]
    return square_grid(player.get("grid", []), label=f"Landscape of {seats(board)[index]}")


def paint(player: dict[str, Any], cells: list[Any]) -> None:
    player["grid"] = cells


def squares(player: dict[str, Any]) -> dict[Cell, str]:
    """What lies where; squares without a card left out."""
    rows = enumerate(player.get("grid", []))
    return {(r, c): square for r, row in rows for c, square in enumerate(row) if square}


def put_squares(player: dict[str, Any], squares: dict[Cell, str]) -> None:
    rows = max((r for r, _ in squares), default=-1) + 1
    cols = max((c for _, c in squares), default=-1) + 1
    player["grid"] = [[squares.get((r, c), "") for c in range(cols)] for r in range(rows)]


def cell_words(player: dict[str, Any], cell: Cell) -> str:
    return f"Row {cell[0] + 1}, column {cell[1] + 1}"


def all_squares(board: dict[str, Any]) -> list[str]:
    """Everything a square can hold by the rules."""
    own = [f"{terrain}:{token}" for terrain in "RMO" for token in drawing.TOKENS if token[0] in (terrain.lower(), "o")]
    return ["", *"RMOH", *(square for square in own if square.endswith("ot") or square[0].lower() == square[2])]


def square_words(square: str) -> str:
    terrain, _, token = square.partition(":")
    if not square:
        return "No card"
    return f"{drawing.TERRAINS[terrain]}, {drawing.TOKENS[token]}" if token else drawing.TERRAINS[terrain]


def square_picture(square: str) -> str:
    return drawn(*(symbol for symbol in square.split(":") if symbol))


def square_of(choice: str, before: Any) -> str:
    return choice


def layout(board: dict[str, Any], index: int) -> None:
    """A landscape has no layout to tell the reader."""


def take_settings(board: dict[str, Any], read: dict[str, Any], anew: bool = False) -> None:
    """A photo tells nothing of the settings."""


def cover() -> str:
    return drawing.landscape_cover()


def settings(form: Form) -> None:
    variant = form.choose("Variant", ("settings", "variant"), VARIANTS, "standard")
    if variant in SHARED:
        levels = DIFFICULTIES | ({"extreme": "Extreme"} if variant == "solo" else {})
        form.choose("Difficulty", ("settings", "difficulty"), levels, "easy")
    if variant == "advanced":
        for letters, label in CARD_TYPES.items():
            form.one_of(f"{label} in play", ("settings", "objectives"), _words(letters), letters[0])
    if variant not in (*SHARED, "introductory"):
        form.flag(
            "Table rule: tokens at a House's corners count too",
            ("settings", "house_adjacency"),
            values=("orthogonal", "diagonal"),
            why="The rulebook counts only tokens that share a side with the House; some groups count all eight squares.",
        )


def player_fields(form: Form, index: int) -> None:
    variant = _variant(form.board)
    with st.container(key="card-beside"):
        compost = form.number("Tokens in the Compost Heap", ("players", index, "compost"), MOST_COMPOST)
        if variant == "advanced":
            for card in _cards(form.board["settings"].get("objectives", []), 0):
                label = f"Marker on objective {card} ({OBJECTIVES[card]})"
                form.choose(label, ("players", index, "claims", card), CLAIMS, 0)
        if variant in SHARED:
            _objectives_in_front(form, index, compost)


def _objectives_in_front(form: Form, index: int, compost: int) -> None:
    form.number(
        "Unmatching tokens in the Compost Heap", ("players", index, "unmatching"), MOST_COMPOST, default=compost
    )
    mine = form.board["players"][index].get("objectives", [])
    for letters, label in CARD_TYPES.items():
        form.one_of(label, ("players", index, "objectives"), _words(letters), _card(mine, letters, index))
    cards = _cards(mine, index)
    form.several("Met earlier in the game (once met, they stay met)", ("players", index, "met"), {c: c for c in cards})
    if _extreme(form.board):
        other = _players(form.board)[1 - index]
        borrowed = _cards(other.get("objectives", []), 1 - index)
        form.several(
            "Objectives of the other landscape met here earlier",
            ("players", index, "borrowed_met"),
            {c: c for c in borrowed},
        )


def _variant(board: dict[str, Any]) -> str:
    found = board["settings"].get("variant")
    return found if found in VARIANTS else "standard"


def _difficulty(board: dict[str, Any]) -> str:
    found = board["settings"].get("difficulty", "easy")
    return "hard" if found == "extreme" and _variant(board) != "solo" else found


def _extreme(board: dict[str, Any]) -> bool:
    return _variant(board) == "solo" and _difficulty(board) == "extreme"


def _players(board: dict[str, Any]) -> list[dict[str, Any]]:
    """Those who play in this variant: two landscapes in solo, at least two players in the cooperative variant."""
    players, variant = list(board["players"]), _variant(board)
    if variant in SHARED:
        players += [{"name": ""} for _ in range(2 - len(players))]
    return players[:2] if variant == "solo" else players


def _cards(given: list[str], place: int) -> list[str]:
    """One objective of each type: those given, in their order, else the one at this place of its type."""
    chosen = [_card(given, letters, place) for letters in CARD_TYPES]
    return list(given) if sorted(given) == sorted(chosen) else chosen


def _card(given: list[str], letters: str, place: int) -> str:
    return next((card for card in given if card in letters), letters[place])


def _words(letters: str) -> dict[str, str]:
    return {letter: f"{letter}: {OBJECTIVES[letter]}" for letter in letters}
