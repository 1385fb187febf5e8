"""Hutan, taught: areas, trees, animals, the 24 ecosystem cards, scenarios.

The boards lie as in the first game; an area there is named below by a letter, a lake by "~":

    ~ a a  b b b
    c d d  e f f
    c d d  e g g
    h h h  i j j
    ~ h k  i ~ j
    m m k  n n n
"""

from __future__ import annotations

from typing import Any

import scoring
from samples.positions import hutan as positions
from samples.positions.chance import Chance
from ui.games.hutan_pictures import ecosystem_picture
from ui.learn.lesson import Beside, Goal, Lesson
from ui.session import sample_board

_EMPTY = ". . . . . ."


def _grid(text: str) -> list[list[str]]:
    """Six rows, squares apart; "." where nothing lies. Rows left out at the end are empty."""
    rows = [line.split() for line in text.strip().splitlines()]
    rows += [_EMPTY.split() for _ in range(6 - len(rows))]
    return [["" if word == "." else word for word in row] for row in rows]


def _board(text: str, ecosystems: tuple[int, ...] = (), layout: str = "first-game") -> dict[str, Any]:
    settings: dict[str, Any] = {"layout": layout}
    if ecosystems:
        settings["ecosystems"] = list(ecosystems)
    return {
        "format": 1,
        "game": "hutan",
        "settings": settings,
        "players": [{"name": "You", "grid": _grid(text)}],
    }


def _card(numbers: tuple[int, ...], in_play: tuple[int, ...], title: str, words: str, text: str, goal: Goal | None = None) -> Lesson:
    """A lesson on one or more ecosystem cards; five always lie in play."""
    named = "-".join(str(n) for n in numbers)
    teaches = tuple(f"ecosystem-{n}" for n in numbers)
    return Lesson(f"ecosystem-{named}", title, (words,), _board(text, in_play), teaches, goal)


_TIE = _board(". . . . . .\n. r r . . .\n. r r . . .")
_TIE["players"].append({"name": "Nurul", "grid": _grid(". . . b b b\n. . . b . .\n. . . b . .")})

_EDGES = (11, 12, 13, 20, 21)
_GROUPS = (11, 14, 15, 16, 20)
_LAKES = (17, 18, 19, 20, 21)
_BOARDS = (20, 21, 22, 23, 24)

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "complete",
        "A complete area",
        (
            "Thick lines part the forest into areas of 2 to 5 squares. An area with one colour of flower on every square is "
            "complete: 2 squares bring 2, 3 bring 4, 4 bring 6 and 5 bring 8.",
            "This one has a square to go, so for now it costs: {total}.",
        ),
        _board(". . . . . .\n. r r . . .\n. r . . . ."),
        ("completed-areas",),
        Goal("Put the fourth red flower.", {"grid": _grid(". . . . . .\n. r r . . .\n. r r . . .")}, total=6),
    ),
    Lesson(
        "unfinished",
        "Begun and not finished",
        (
            "An area that is begun but has an empty square costs what it would have brought, whatever its colours. An area "
            "with nothing in it costs nothing. Two areas are begun here: {unfinished_areas}.",
        ),
        _board(". . . . . .\n. r r r . .\n. r . . . ."),
        ("unfinished-areas",),
        Goal(
            "Finish both for 8 points.",
            {"grid": _grid(". . . . . .\n. r r r . .\n. r r r . .")},
            total=8,
        ),
    ),
    Lesson(
        "mixed",
        "Two colours in one area",
        (
            "A full area with more than one colour is mixed, and costs its points as well: {mixed_areas}. It is counted "
            "once, as mixed, not as unfinished too.",
        ),
        _board(". . . . . .\n. r r . . .\n. r b . . ."),
        ("mixed-areas",),
        Goal("Make it one colour.", {"grid": _grid(". . . . . .\n. r r . . .\n. r r . . .")}, total=6),
    ),
    Lesson(
        "lakes",
        "Lakes and the forest",
        (
            "A lake belongs to no area and nothing may lie on it. All your flowers must join side to side into one forest; "
            "where they do not, the app says so and counts them all the same.",
        ),
        _board(". . . . . .\n. . . . . .\n. . . . . .\n. . . y y y\n. . . y . y\n. . . . . ."),
        ("lakes",),
    ),
    Lesson(
        "trees",
        "Trees",
        (
            "A flower on a flower of its colour grows into a tree: +2 each, on top of what its area brings. "
            "Two trees here: {trees}, and {total} together.",
        ),
        _board(". . . . . .\n. rt r . . .\n. rt r . . ."),
        ("trees",),
        Goal("Grow the other two.", {"grid": _grid(". . . . . .\n. rt rt . . .\n. rt rt . . .")}, total=14),
    ),
    Lesson(
        "animals",
        "Animals",
        (
            "Where an area of one colour has a tree on every square, the last tree becomes that colour's animal: red an "
            "orangutan, yellow a tiger, blue a cassowary, grey a hornbill, white a rhinoceros.",
            "An animal brings 3, 6, 9 or 12 in an area of 2, 3, 4 or 5 squares. It is no longer a tree.",
        ),
        _board(". . . . . .\n. rt rt . . .\n. rt rt . . ."),
        ("animals",),
        Goal("Turn one tree into an orangutan.", {"grid": _grid(". . . . . .\n. ra rt . . .\n. rt rt . . .")}, total=21),
    ),
    Lesson(
        "ties",
        "Ties",
        ("You have {total_1}, Nurul {total_2}. Most points win; who has the same shares the victory.",),
        _TIE,
        ("ties",),
    ),
    _card(
        (1, 2, 3, 4, 5),
        (1, 2, 3, 4, 5),
        "Cards 1 to 5: complete areas of a colour",
        "In the advanced game five ecosystem cards lie in play. Cards 1 to 5 bring 3 for each complete area of their colour: "
        "1 red, 2 yellow, 3 blue, 4 grey, 5 white. Red here: {ecosystem_1}, blue: {ecosystem_3}.",
        ". . . b b b\n. r r r . .\n. r r r . .",
    ),
    _card(
        (6, 7, 8, 9, 10),
        (6, 7, 8, 9, 10),
        "Cards 6 to 10: trees on a colour",
        "Cards 6 to 10 bring 2 for each tree on a flower of their colour: 6 red, 7 yellow, 8 blue, 9 grey, 10 white. They count "
        "trees in any area. Red here: {ecosystem_6}, grey: {ecosystem_9}.",
        ". . . gt gt gt\n. rt rt g . .\n. rt r g . .",
    ),
    _card(
        (11,),
        _EDGES,
        "Card 11: trees on the edge",
        "Card 11 brings 2 for each tree on one of the 20 outer squares. One of these trees stands inside: {ecosystem_11}.",
        ". . . yt yt yt\n. . . yt y y\n. . . y . .",
    ),
    _card(
        (12,),
        _EDGES,
        "Card 12: animals on the edge",
        "Card 12 brings 6 for each animal on an outer square, and 4 more if it is a cassowary. One cassowary: {ecosystem_12}.",
        ". . . bt ba bt\n. . . b . .\n. . . b . .",
    ),
    _card(
        (13,),
        _EDGES,
        "Card 13: animals in small areas",
        "Card 13 brings 2 for each animal in an area of exactly 2 squares: {ecosystem_13} here.",
        ". . . . . .\n. . . ga rt ra\n. . . gt . .",
    ),
    _card(
        (14,),
        _GROUPS,
        "Card 14: animals in large areas",
        "Card 14 brings 7 for each animal in an area of 4 or 5 squares, and 4 more for a tiger. One tiger: {ecosystem_14}.",
        ". . . . . .\n. ya yt . . .\n. yt yt . . .",
    ),
    _card(
        (15,),
        _GROUPS,
        "Card 15: the largest group of trees",
        "Card 15 brings 1 for each tree of your largest group of trees that join side to side, across areas and colours. An "
        "animal is no tree and joins nothing. The largest here: {ecosystem_15}.",
        ". . . . . .\n. rt rt bt bt .\n. r r b . .\nyt yt . . . .",
    ),
    _card(
        (16,),
        _GROUPS,
        "Card 16: groups of trees",
        "Card 16 brings 5 for each group of 3 or more trees that join side to side. Groups of two count nothing: {ecosystem_16}.",
        ". . . . . .\n. rt rt r bt bt\n. rt r r b b\n. . . . . .",
    ),
    _card(
        (17,),
        _LAKES,
        "Card 17: trees by a lake",
        "Card 17 brings 1 for each pair of a lake and a tree that touches it, corners too. A tree between two lakes counts twice: "
        "{ecosystem_17}.",
        ". . . . . .\n. . . . . .\n. . . . . .\n. . . wt wt wt\n. . . wt . wt\n. . . . . .",
    ),
    _card(
        (18,),
        _LAKES,
        "Card 18: animals by a lake",
        "Card 18 brings 4 for each pair of a lake and an animal that touches it, corners too, and 2 more where the animal is a "
        "hornbill. One hornbill: {ecosystem_18}.",
        ". . . . . .\n. . . . . .\n. . . . . .\n. . . ga . .\n. . . gt . .\n. . . . . .",
    ),
    _card(
        (19,),
        _LAKES,
        "Card 19: a tree at an animal's corner",
        "Card 19 brings 2 for each pair of an animal and a tree at one of its four corners, and 2 more where the animal is a "
        "rhinoceros. Trees at its sides do not count: {ecosystem_19}.",
        ". . . . . .\n. wa wt . . .\n. wt wt . . .",
    ),
    _card(
        (20,),
        _BOARDS,
        "Card 20: different animals",
        "Card 20 brings 4 for each different animal. Two of one kind count once: {ecosystem_20}.",
        ". . . . . .\n. . . ga ra rt\n. . . gt ra rt",
    ),
    _card(
        (21,),
        _BOARDS,
        "Card 21: animals on every board",
        "The forest is made of four boards of 3 by 3. Card 21 brings 4 for each board that has an animal: {ecosystem_21}.",
        ". . . . . .\n. . . ga rt ra\n. . . gt . .\n. . . ba . .\n. . . bt . .",
    ),
    _card(
        (22,),
        _BOARDS,
        "Card 22: one colour on many boards",
        "For card 22 you choose the colour that is best for you: 4 for each board with at least one complete area of it. Here: "
        "{ecosystem_22}.",
        ". . . . . .\n. r r r b b\n. r r r . .",
    ),
    _card(
        (23,),
        _BOARDS,
        "Card 23: full boards",
        "Card 23 brings 8 for each board where every square is a tree, an animal or a lake, and 4 more for each orangutan "
        "on such a board. One square is missing here: {ecosystem_23}.",
        ". gt gt . . .\nrt rt rt . . .\nr rt ra . . .",
        Goal(
            "Grow the last tree.",
            {"grid": _grid(". gt gt . . .\nrt rt rt . . .\nrt rt ra . . .")},
            total=57,
        ),
    ),
    _card(
        (24,),
        _BOARDS,
        "Card 24: full rows and columns",
        "Card 24 brings 6 for each row and each column of six squares that are all trees, animals or lakes: {ecosystem_24}.",
        ". gt gt bt bt bt\n. . . . . .\n. . . . . .",
    ),
    Lesson(
        "scenario",
        "Alone: a target",
        (
            "A scenario names the boards, the five cards and a target. Alone you win by reaching it, and ties do not matter. "
            "Scenario A asks for 75, and this forest has {total}.",
        ),
        _board("r rt . gt gt .\nr wt . yt yt .\nwt wt wt yt yt b\nyt gt r gt gt gt\nyt . g w wt wt\ng yt g w . w", layout="scenario-a"),
        ("scenario", "solo"),
        Goal(
            "Some areas of one colour have a tree on each square. Make one of those trees an animal.",
            {"grid": _grid("r rt . gt gt .\nr wt . yt yt .\nwt wt wt yt yt b\nyt gt r gt gt gt\nyt . g w wa wt\ng yt g w . w")},
            total=75,
        ),
    ),
    Lesson(
        "worked-example",
        "A whole forest",
        (
            "All together, on the boards of the first game: {completed_areas} for complete areas, {unfinished_areas} for "
            "unfinished and {mixed_areas} for mixed ones, {animals} for animals and {trees} for trees. That makes {total}.",
        ),
        sample_board("hutan-first-game") or {},
        ("worked-example",),
    ),
)


def practice_board(rng: Chance, level: int) -> dict[str, Any]:
    """A forest to count: the first game, boards as they fall, or with five ecosystem cards."""
    return positions.generate(rng, level)


def beside_board(board: dict[str, Any]) -> tuple[Beside, ...]:
    """The ecosystem cards in play."""
    return tuple(
        Beside(f"Card {card.number}, {card.title}: {card.text}", ecosystem_picture(card))
        for card in scoring.load_board(board).cards
    )
