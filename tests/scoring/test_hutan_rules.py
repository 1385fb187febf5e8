"""Hutan's rules one by one: areas, animals, trees, each ecosystem card, warnings, ranks, outcomes."""

import json
from pathlib import Path

import pytest

from scoring import load_board, score
from scoring.games.hutan.advice import best_change, explain
from scoring.games.hutan.ecosystems import ECOSYSTEMS

CASES = json.loads((Path(__file__).parent / "cases" / "hutan.json").read_text())

# One layout drawn by hand for the small boards below: areas by letter, "." a lake. (No face looks like this.)
AREAS = """
    a a b c c c
    a . b d e e
    a b b d d e
    f f g h h .
    f g g i h j
    k k k i j j
"""


def numbers(text):
    return [[0 if letter == "." else ord(letter) for letter in row.split()] for row in text.split("\n") if row.strip()]


def grid(text):
    return [["" if square == "." else square for square in row.split()] for row in text.split("\n") if row.strip()]


def board(*texts, cards=(), areas=AREAS, layout=None, **settings):
    layout = layout or {"areas": numbers(areas)}
    settings = {"layout": layout, **({"ecosystems": list(cards)} if cards else {}), **settings}
    players = [{"name": f"P{i}", "grid": grid(text)} for i, text in enumerate(texts)]
    return load_board({"format": 1, "game": "hutan", "settings": settings, "players": players})


def points(sheet, player=0):
    return {category.key: category.points for category in sheet.players[player].categories}


def warned(sheet, player=0):
    return [warning.code for warning in sheet.players[player].warnings]


EMPTY = "\n".join([". . . . . ."] * 6)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    loaded = load_board(case["board"])
    assert loaded.to_dict() == case["board"]
    sheet = score(loaded)
    expected = case["expected"]
    for i, player in enumerate(expected["players"]):
        assert points(sheet, i) == player["categories"]
        assert sheet.players[i].total == player["total"]
        assert bool(sheet.players[i].warnings) == player["must_warn"]
    assert {rank.name: rank.rank for rank in sheet.ranking} == dict(expected["ranking"])
    assert sorted(sheet.winners) == sorted(expected["winners"])
    outcome = sheet.to_dict()["outcome"]
    assert (outcome and {key: value for key, value in outcome.items() if key != "reason"}) == expected["outcome"]


AREA_STATES = {
    "empty": (EMPTY, 0, 0, 0),
    "complete of 4": ("r r . . . .\nr . . . . .\nr . . . . .\n. . . . . .\n. . . . . .\n. . . . . .", 6, 0, 0),
    "complete of 2": ("\n".join([". . . . . ."] * 4 + [". . . w . .", ". . . w . ."]), 2, 0, 0),
    "one of four missing": ("r r . . . .\nr . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .", 0, -6, 0),
    "two colours, one missing": ("r b . . . .\nr . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .", 0, -6, 0),
    "full, two colours": ("r b . . . .\nr . . . . .\nr . . . . .\n. . . . . .\n. . . . . .\n. . . . . .", 0, 0, -6),
    "trees and flowers alike": ("r rt . . . .\nr . . . . .\nrt . . . . .\n. . . . . .\n. . . . . .\n. . . . . .", 6, 0, 0),
}


@pytest.mark.parametrize(("text", "complete", "unfinished", "mixed"), AREA_STATES.values(), ids=list(AREA_STATES))
def test_area_states(text, complete, unfinished, mixed):
    found = points(score(board(text)))
    assert (found["completed-areas"], found["unfinished-areas"], found["mixed-areas"]) == (complete, unfinished, mixed)


# Two perfect habitats (areas a and k), a rhinoceros and a hornbill, some trees, on the layout above.
GROWN = """
    rt rt bt .  .  .
    rt .  bt .  .  .
    ra bt b  .  .  .
    gt gt .  .  .  .
    ga .  .  .  .  .
    wt wa wt .  .  .
"""
CARD_POINTS = {
    1: 3, 2: 0, 3: 3, 4: 3, 5: 3,
    6: 6, 7: 0, 8: 6, 9: 4, 10: 4,
    11: 2 * (3 + 1 + 1 + 2),  # red edge trees 3, blue (0,2), grey (3,0), white 2
    12: 6 * 3,  # orangutan, hornbill, rhinoceros; no cassowary
    13: 0, 14: 7,  # the orangutan's area has 4 squares
    15: 5,  # red 3 and blue 2
    16: 10,  # those 5; blue 1 and grey 2 below the orangutan, which joins nothing
    17: 6,  # the lake at row 2, column 2: red 3, blue 3; the other lake: none
    18: 4,  # the orangutan touches it at a corner
    19: 4,  # orangutan and hornbill: the tree at row 4, column 2; the rhinoceros: none
    20: 12, 21: 8, 22: 4,
    23: 0, 24: 6,  # column 1
}

@pytest.mark.parametrize("number", ECOSYSTEMS)
def test_each_card_on_a_board_counted_by_hand(number):
    others = [n for n in ECOSYSTEMS if n != number][:4]
    sheet = score(board(GROWN, cards=[number, *others]))
    assert points(sheet)[f"ecosystem-{number}"] == CARD_POINTS[number]


@pytest.mark.parametrize(
    ("number", "rows", "expected"),
    [
        (12, ["ba bt .  .  .  .", "bt .  .  .  .  .", "bt .  .  .  .  ."], 6 + 4),
        (14, ["ya yt .  .  .  .", "yt .  .  .  .  .", "yt .  .  .  .  ."], 7 + 4),
        (18, ["gt gt .  .  .  .", "ga .  .  .  .  .", "gt .  .  .  .  ."], 4 + 2),
        (19, ["w  wt .  .  .  .", "wa .  .  .  .  .", "wt .  .  .  .  ."], 2 + 2),
        (23, ["rt ra rt .  .  .", "rt .  ra .  .  .", "rt rt rt .  .  ."], 8 + 4 + 4),
    ],
    ids=["cassowary", "tiger", "hornbill", "rhinoceros", "orangutan"],
)
def test_bonus_of_the_cards_animal(number, rows, expected):
    text = "\n".join([*rows, *[". . . . . ."] * 3])
    others = [n for n in ECOSYSTEMS if n != number][:4]
    assert points(score(board(text, cards=[number, *others])))[f"ecosystem-{number}"] == expected


def test_orangutans_on_unfinished_boards_bring_card_23_nothing():
    text = "rt ra rt .  .  .\nrt .  ra .  .  .\nrt rt r  .  .  .\n" + "\n".join([". . . . . ."] * 3)
    assert points(score(board(text, cards=[23, 1, 2, 3, 4])))["ecosystem-23"] == 0


def test_card_22_takes_the_best_colour():
    text = """
        r  r  .  b  b  b
        r  .  .  .  .  .
        r  .  .  .  .  .
        .  .  b  .  .  .
        .  .  b  w  .  .
        b  b  b  w  .  .
    """
    lines = score(board(text, cards=[22, 1, 2, 3, 4])).players[0].categories[5].lines
    assert [line.points for line in lines] == [4, 4]
    assert "blue is the best colour" in lines[0].text


def test_a_card_that_brings_nothing_says_why():
    sheet = score(board(EMPTY, cards=[1, 11, 16, 20, 24]))
    for category in sheet.players[0].categories[5:]:
        assert [line.points for line in category.lines] == [0]
        assert category.lines[0].text.startswith("No ")


WARNINGS = {
    "legal": (GROWN, []),
    "two animals": ("ra ra . . . .\nrt . . . . .\nrt . . . . .", ["two-animals"]),
    "animal in an unfinished area": ("ra rt . . . .\nrt . . . . .\n. . . . . .", ["animal-not-complete"]),
    "animal in a mixed area": ("ra rt . . . .\nrt . . . . .\nbt . . . . .", ["animal-not-complete"]),
    "animal beside a flower": ("ra rt . . . .\nrt . . . . .\nr . . . . .", ["animal-without-trees"]),
    "two forests": ("r . . . . .\n. . r . . .\n. . . . . .", ["forest-apart"]),
    "corner to corner": ("r . . . . .\nr . b . . .\n. y . . . .", ["forest-apart"]),
}


@pytest.mark.parametrize(("text", "codes"), WARNINGS.values(), ids=list(WARNINGS))
def test_warnings(text, codes):
    rows = [row for row in text.split("\n") if row.strip()]
    sheet = score(board("\n".join(rows + [". . . . . ."] * (6 - len(rows)))))
    assert warned(sheet) == codes
    assert sheet.players[0].total == sum(points(sheet).values())


THREE_AND_ONE = (
    "ra rt . . . .\nrt . . . . .\nrt . . . . .\n. . . ra rt .\n. . . rt . rt\n. . . . rt ra",
    "ra rt . . . .\nrt . . . . .\nrt . . . . .\n" + "\n".join([". . . . . ."] * 3),
)


@pytest.mark.parametrize(
    ("texts", "beyond"),
    [
        (THREE_AND_ONE[:1], False),  # alone: 3 of each colour
        (THREE_AND_ONE[1:] * 2, False),  # two play: 2 of each colour
        (THREE_AND_ONE, True),  # 4 of 2
        ((*THREE_AND_ONE, EMPTY), True),  # 4 of 3
        ((THREE_AND_ONE[0], EMPTY, EMPTY), False),
    ],
)
def test_animals_beyond_the_box(texts, beyond):
    sheet = score(board(*texts))
    holders = [i for i, text in enumerate(texts) if "ra" in text]
    assert [i for i in range(len(texts)) if "animals-beyond-box" in warned(sheet, i)] == (holders if beyond else [])


def test_ties_share_the_rank_and_say_so():
    one = "rt . . . . .\n" + "\n".join([". . . . . ."] * 5)
    sheet = score(board(one, one, EMPTY))
    assert [(r.name, r.rank, r.total) for r in sheet.ranking] == [("P2", 1, 0), ("P0", 2, -4), ("P1", 2, -4)]
    assert sheet.winners == ("P2",)
    assert "share" in sheet.ranking[1].tie
    assert sheet.ranking[0].tie == ""


def test_solo_false_means_no_outcome():
    assert score(board(EMPTY, layout="scenario-a")).outcome.result == "loss"
    assert score(board(EMPTY, layout="scenario-a", solo=True)).outcome.target == 75
    assert score(board(EMPTY, layout="scenario-a", solo=False)).outcome is None
    assert score(board(EMPTY, EMPTY, layout="scenario-a")).outcome is None
    assert score(board(EMPTY, layout="first-game")).outcome is None


def test_explain_tells_area_lines_and_the_next_piece():
    said = explain(board("r r . . . .\nr . . . . .\n" + "\n".join([". . . . . ."] * 4)), 0, (2, 0))
    assert said[0] == "No flower here, in an area of 4 squares (row 1, columns 1-2; row 2, column 1; row 3, column 1)."
    assert "with a red flower at row 3, column 1 it is complete" in said[1]
    assert said[-1] == "With a red flower here: +12."
    assert explain(board(GROWN, cards=[17, 18, 1, 2, 3]), 0, (1, 1))[0].startswith("A lake")
    assert any("would not join the forest" in text for text in explain(board(GROWN), 0, (5, 5)))


def test_best_change_is_what_scoring_says():
    before = board("r r . . . .\nr . . . . .\n" + "\n".join([". . . . . ."] * 4))
    change, gain = best_change(before, 0)
    assert (change.cells, gain) == (((2, 0),), 12)
    assert score(change.board).players[0].total - score(before).players[0].total == 12
    assert load_board(change.board.to_dict()) == change.board


def test_best_change_puts_an_animal_only_while_the_box_has_one():
    trees = "rt rt . . . .\nrt . . . . .\nrt . . . . .\n" + "\n".join([". . . . . ."] * 3)
    change, gain = best_change(board(trees, EMPTY), 0)
    assert (change.text, gain) == ("An orangutan at row 1, column 1", 9 - 2)
    two_orangutans = ". . . ra rt rt\n. . . . rt rt\n. . . . . ra\n" + "\n".join([". . . . . ."] * 3)
    assert best_change(board(trees, two_orangutans), 0) is None
