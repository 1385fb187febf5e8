"""Numbers in sentences: one thing is never called several."""

import itertools
import json
import re
from pathlib import Path

import pytest

from scoring import load_board, score
from scoring.registry import game
from scoring.table import sheet_text
from scoring.words import called, counted

SAMPLES = Path(__file__).parents[2] / "samples" / "boards"
ONE_OF_MANY = re.compile(r"(?<![\w.,−+-])1 (?!is\b|has\b|was\b|less\b|of\b|across\b)(?:(?!in\b)[a-z]+ )?[a-z]+[^s\W]s\b")
SHAPE = re.compile(r"\d x \d")
MANY_OF_ONE = re.compile(
    r"(?<![\w.,])(?:0|[2-9]|\d\d+) (?:[a-z]+ )?(?:square|tree|plant|herbivore|carnivore|token|point|habitat|card|animal|row|place|file|photo|piece|objective)\b"
)


def city(*players, **settings):
    return {"format": 1, "game": "rainforest-city", "settings": settings, "players": list(players)}


def small_boards():
    """Boards on which one of everything lies."""
    city_grids = ["R:r1", "R:r1 R:r2", "R:r1 R:r2 R:r3", "M:m2", "O:o3", "O:ot H", "H:r1", "R:m1", "H", ""]
    for grid in city_grids:
        squares = [grid.split()]
        one = {"name": "Ada", "grid": squares, "compost": 1}
        yield city(one)
        yield city(one, {"name": "Ben", "grid": squares})
        yield city({**one, "unmatching": 1, "compost": 0, "objectives": ["A", "E", "I"]}, {"name": "Ben", "objectives": ["B", "F", "J"]}, variant="cooperative")
        yield city(
            {"name": "A", "grid": squares, "objectives": ["C", "G", "K"], "compost": 1},
            {"name": "B", "objectives": ["D", "H", "L"]},
            variant="solo",
        )
        for cards in (["A", "E", "I"], ["B", "F", "J"], ["C", "G", "K"], ["D", "H", "L"]):
            yield city({**one, "claims": {cards[0]: 8}}, variant="advanced", objectives=cards)
        yield city(one, variant="introductory")
    for squares in itertools.product(["", "r", "rt", "ra", "y"], repeat=3):
        grid = [["", *squares, "", ""], *[[""] * 6 for _ in range(5)]]
        for cards in ([], [1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15], [16, 17, 18, 19, 20], [20, 21, 22, 23, 24]):
            settings = {"layout": "first-game", "ecosystems": cards}
            yield {"format": 1, "game": "hutan", "settings": settings, "players": [{"name": "Ada", "grid": grid}]}
    for kinds in itertools.product(["plant", "arthropod", "small", "carnivore"], repeat=2):
        cards = [{"at": [0, 2 * i], "type": kind, "scores": [{"points": 1, "per": 1, "of": ["plant"]}, {"points": 1}]} for i, kind in enumerate(kinds)]
        target = {"name": "T", "pattern": [[0, 2 * i] for i in range(9)], "points": 1, "species": "sun-bear"}
        player = {"name": "Ada", "cards": cards, "targets": [target, {"promo": True}]}
        yield {"format": 1, "game": "my-rainforest", "settings": {"variant": "advanced-2"}, "players": [player]}
    for path in sorted(SAMPLES.glob("*.json")):
        yield json.loads(path.read_text(encoding="utf-8"))


def sentences(values):
    """Every text that the board's score, its squares and its best change are told in."""
    board = load_board(values)
    sheet = score(board)
    yield from sheet_text(sheet).splitlines()
    for player in sheet.players:
        yield from (objective.text for objective in player.objectives)
    explain = game(board.game).explain
    for cell in [(r, c) for r in range(3) for c in range(5)]:
        if board.game != "my-rainforest" or sum(cell) % 2 == 0:
            yield from explain(board, 0, cell)


def test_one_of_a_thing_is_never_many_nor_many_one():
    wrong = set()
    for values in small_boards():
        for text in sentences(values):
            wrong |= {text for pattern in (ONE_OF_MANY, MANY_OF_ONE) if pattern.search(SHAPE.sub("", text))}
    assert sorted(wrong) == []


@pytest.mark.parametrize(("number", "words"), [(0, "0 trees"), (1, "1 tree"), (2, "2 trees")])
def test_counted(number, words):
    assert counted(number, "tree") == words


def test_counted_irregular():
    assert counted(2, "category", "categories") == "2 categories"
    assert [called(name) for name in ("", " ", "\u200b", " \u200d\ufeff")] == ["(no name)"] * 4
    assert called("\u200bAda") == "\u200bAda"
