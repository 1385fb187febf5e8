"""Rainforest City, taught: from the first plant to the rulebook's landscape of 12 points."""

from __future__ import annotations

from typing import Any

from samples.positions import rainforest_city as positions
from samples.positions.chance import Chance
from ui.learn.lesson import Beside, Goal, Lesson, Number

Grid = list[list[str]]


def _grid(text: str) -> Grid:
    """Rows written one under the other, squares apart; "." where no card lies, R1 a plant on rainforest, Mt an otter."""
    return [[_square(word) for word in line.split()] for line in text.strip().splitlines()]


def _square(word: str) -> str:
    if word == ".":
        return ""
    terrain, token = word[0], word[1:]
    return f"{terrain}:{'ot' if token == 't' else terrain.lower() + token}" if token else terrain


def _board(text: str, variant: str = "standard", **player: Any) -> dict[str, Any]:
    settings = {"variant": variant}
    return {
        "format": 1,
        "game": "rainforest-city",
        "settings": settings,
        "players": [{"name": "You", "grid": _grid(text), **player}],
    }


def _objective(letter: str, title: str, words: str, before: str, after: str, hint: str) -> Lesson:
    """A lesson on one objective card: a landscape that nearly meets it, and the square that is missing."""
    others = [card for card in "AEI" if not _same_type(card, letter)]
    board = _board(before, "advanced")
    board["settings"]["objectives"] = sorted([letter, *others])
    return Lesson(
        f"objective-{letter.lower()}",
        f"Objective {letter}: {title}",
        (words,),
        board,
        (f"objective-{letter}",),
        Goal(hint, {"grid": _grid(after)}, objective=letter),
    )


def _same_type(one: str, other: str) -> bool:
    return "ABCDEFGHIJKL".index(one) // 4 == "ABCDEFGHIJKL".index(other) // 4


def _with_players(board: dict[str, Any], *others: dict[str, Any], **settings: Any) -> dict[str, Any]:
    return {**board, "settings": {**board["settings"], **settings}, "players": [*board["players"], *others]}


_CHAIN = "R1 R2 R\nR  R3 O"

_TIE = _with_players(
    _board("R1 R  M\nR  M1 M", compost=1),
    {"name": "Calla", "grid": _grid("O1 O O\nO1 O1 M"), "compost": 2},
)

_CLAIMS = _with_players(
    _board("R1 R1 R\nR  M  M", "advanced", claims={"A": 8}),
    {"name": "Calla", "grid": _grid("O1 O O\nM  M O"), "claims": {"A": 10}},
    objectives=["A", "E", "I"],
)

_TOGETHER = _with_players(
    _board("R1 R1 R1 R1 R1 R\nR  O  O  O  O  O", "cooperative", objectives=["A", "H", "J"], met=["A"]),
    {"name": "Calla", "grid": _grid("M1 M2 Mt\nM1 M2 Mt"), "objectives": ["B", "E", "K"]},
    difficulty="easy",
)

_ALONE = {
    "format": 1,
    "game": "rainforest-city",
    "settings": {"variant": "solo", "difficulty": "easy"},
    "players": [
        {"name": "A", "grid": _grid("R1 R1 R1 R1 R\nR1 O  O  O  O"), "objectives": ["A", "H", "J"], "met": ["A"]},
        {"name": "B", "grid": _grid("M1 M2 Mt\nM1 M2 Mt"), "objectives": ["B", "E", "K"], "met": ["B"]},
    ],
}

_VANDA = """
R1 R1 R1 M1 M  O
R2 R1 H  M2 Mt O1
R  R3 R1 M1 M  O
.  .  .  R2 R  O
.  .  .  R  R  O3
"""

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "flora",
        "Plants",
        ("Count the plants first: every level 1 token on its own terrain is 1 point. This landscape has {total}.",),
        _board("R1 R  M1\nR  O  O1"),
        ("flora",),
        Goal("Add a plant and make it 4.", {"grid": _grid("R1 R1 M1\nR  O  O1")}, total=4),
    ),
    Lesson(
        "habitats",
        "Habitats",
        (
            "Squares of one terrain that share a side are one habitat. A corner does not join, and neither does a House.",
            "The termite (level 2) eats a plant, but only from its own habitat. Here the plant is a corner away: {total}.",
        ),
        _board("R1 O  M\nO  R2 M"),
        ("fauna", "habitat"),
        Goal("Join the two rainforests.", {"grid": _grid("R1 R  M\nO  R2 M")}, total=3),
    ),
    Lesson(
        "chain",
        "Who eats whom",
        (
            "A herbivore (level 2) with a plant is 2 points. A carnivore (level 3) is 3, if it has a herbivore that is "
            "itself fed. The whole chain, with its plant: {total}.",
            "Take the plant away and see the chain fall.",
        ),
        _board(_CHAIN),
        ("fauna", "flora"),
    ),
    Lesson(
        "one-each",
        "Each feeds one",
        (
            "One plant feeds one herbivore, and one herbivore one carnivore. Two termites with one plant: one goes "
            "hungry and scores 0, which makes {total} here.",
        ),
        _board("R1 R2 R2\nR  R3 R"),
        ("fauna",),
        Goal("Feed everyone.", {"grid": _grid("R1 R2 R2\nR1 R3 R")}, total=9),
    ),
    Lesson(
        "otter",
        "The otter",
        (
            "An otter is a carnivore that is at home on every terrain. It eats where it stands: a herbivore of that "
            "habitat, fed by a plant. This otter stands in the ocean and finds nothing, so the landscape has {total}.",
        ),
        _board("M1 M2 M\nM  Ot O"),
        ("otter",),
        Goal("Let the otter eat.", {"grid": _grid("M1 M2 M\nMt O  O")}, total=6),
    ),
    Lesson(
        "houses",
        "Houses",
        (
            "A House is 3 points, less 1 for each token that shares a side with it, fed or not. It can go below 0, and a "
            "token between two Houses costs both. Here: {houses}.",
            "Some tables count the four corners as well; the app has a setting for it.",
        ),
        _board("R1 R1 R\nR2 H  R\nR  R1 R\nR  R  R"),
        ("houses",),
        Goal(
            "Move tokens away from the House for 8 points.",
            {"grid": _grid("R1 R  R1\nR  H  R\nR  R  R\nR1 R  R2")},
            total=8,
        ),
    ),
    Lesson(
        "compost",
        "The Compost Heap",
        ("Every token in your Compost Heap is −1. With two of them this landscape comes to {total}.",),
        _board("R1 R2 R\nR  R3 O", compost=2),
        ("compost",),
        number=Number("Tokens in the Compost Heap", "compost"),
    ),
    Lesson(
        "ties",
        "Ties",
        (
            "You have {total_1} and Calla {total_2}. If both are the same, the smaller Compost Heap wins; if that "
            "is the same too, you share the victory, and the next player is third.",
            "Give yourself one point more or less, and look at the ranks.",
        ),
        _TIE,
        ("ties",),
        number=Number("Your Compost Heap", "compost"),
    ),
    Lesson(
        "introductory",
        "The easy game: wild Houses",
        (
            "In the introductory game a House scores nothing and is wild: any token may stand on it. With a token of a "
            "terrain it is that terrain; with an otter or empty it is whichever terrain brings most.",
            "Here the ocean keeps the termite from its plant: {total}.",
        ),
        _board("R1 O  R2\nO  O  O", "introductory"),
        ("introductory",),
        Goal("Paint a House between the two rainforests.", {"grid": _grid("R1 H  R2\nO  O  O")}, total=3),
    ),
    Lesson(
        "advanced",
        "Advanced: claims",
        (
            "Three objective cards lie in the middle. Whoever meets one puts a marker on its highest free value: 10, "
            "then 8, 6 and 4. Two in the same round share a value. The marker stays even if the objective is lost "
            "later, and its value is added at the end. Your marker stands on 8: {objectives_1}.",
        ),
        _CLAIMS,
        ("advanced", "objectives"),
    ),
    _objective(
        "A",
        "a line of 10",
        "A habitat that holds a straight line of 10 squares. It may be bigger.",
        "R R R R R R R R R M M M\nO O O O O O M M M M M M",
        "R R R R R R R R R R M M\nO O O O O O M M M M M M",
        "Make the line 10 long.",
    ),
    _objective(
        "B",
        "two large neighbours",
        "Two habitats of 10 or more squares each that touch along a side.",
        "R R R R R M\nR R R R R M\nO O O O O M\nO O O O M M",
        "R R R R R M\nR R R R R M\nO O O O O M\nO O O O O M",
        "Bring the ocean to 10 squares.",
    ),
    _objective(
        "C",
        "a 2 by 2 island",
        "A habitat that is exactly 2 by 2, with all 12 squares around it there, corners too, and of other terrain. "
        "A House is no terrain and surrounds nothing.",
        "O O O M M M\nO R R M M M\nO R R R M M\nO O O M M M",
        "O O O M M M\nO R R M M M\nO R R M M M\nO O O M M M",
        "Trim the rainforest to 2 by 2.",
    ),
    _objective(
        "D",
        "two 2 by 1 islands",
        "Two habitats that are exactly 2 by 1, each with all 10 squares around it there and of other terrain.",
        "O O O O M M M M O\nO R R O M O O H O\nO O O O M M M M O\nO O O O M M M M O",
        "O O O O M M M M O\nO R R O M O O M O\nO O O O M M M M O\nO O O O M M M M O",
        "A House stands beside the second island. Put mangrove there.",
    ),
    _objective(
        "E",
        "3 habitats of 3 plants",
        "Three habitats with at least 3 plants each.",
        "R1 R1 M1 M1 O1 O1\nR1 R  M  M  O1 O",
        "R1 R1 M1 M1 O1 O1\nR1 R  M1 M  O1 O",
        "The mangrove needs one more plant.",
    ),
    _objective(
        "F",
        "5 habitats of 1 plant",
        "Five habitats with exactly 1 plant each. A second plant in one of them spoils that one.",
        "R1 M1 O1\nM1 R1 M\nR1 R  O",
        "R1 M1 O1\nM1 R1 M\nR  R  O",
        "One rainforest has a plant too many.",
    ),
    _objective(
        "G",
        "4 habitats of 2 plants",
        "Four habitats with at least 2 plants each.",
        "R1 R1 O1 O1\nM1 M1 R1 R\nO  O  R  R",
        "R1 R1 O1 O1\nM1 M1 R1 R1\nO  O  R  R",
        "One plant is missing.",
    ),
    _objective(
        "H",
        "5 plants in 1 habitat",
        "One habitat with at least 5 plants.",
        "R1 R1 R1\nR1 R  O",
        "R1 R1 R1\nR1 R1 O",
        "Plant the fifth.",
    ),
    _objective(
        "I",
        "6 kinds of fed animals",
        "Six different kinds of supported animals in the whole landscape. The otter is a kind of its own. Which carnivore "
        "eats is yours to choose.",
        "R1 R2 R3\nM1 M2 M3\nO1 O2 O",
        "R1 R2 R3\nM1 M2 M3\nO1 O2 Ot",
        "Five kinds are fed. Add a sixth.",
    ),
    _objective(
        "J",
        "2 fed carnivores",
        "One habitat with 2 supported carnivores; otters count.",
        "R1 R2 R3\nR1 R2 R",
        "R1 R2 R3\nR1 R2 Rt",
        "There is food for one more.",
    ),
    _objective(
        "K",
        "3 fed of one kind",
        "One habitat with 3 supported animals of the same kind.",
        "M1 M2 M2\nM1 M1 M",
        "M1 M2 M2\nM1 M1 M2",
        "A third crab would find a plant.",
    ),
    _objective(
        "L",
        "exactly 2 fed herbivores, twice",
        "Two habitats with exactly 2 supported herbivores each.",
        "R1 R2 R1 O1 O2 O1\nR2 R  R  O2 O1 O2",
        "R1 R2 R1 O1 O2 O1\nR2 R  R  O2 O1 O",
        "The ocean feeds one herbivore too many.",
    ),
    Lesson(
        "cooperative",
        "Together: no points",
        (
            "In the cooperative game nobody counts points. Everyone has one objective card of each type and meets them on "
            "the own landscape; once met, always met. On easy two players need 3 together, 3 players 4 and 4 players 6 "
            "(medium 4, 6, 9; hard 6, 9, 12).",
            "5 unmatching tokens in anybody's Compost Heap (hard: 4), and all have lost.",
        ),
        _TOGETHER,
        ("cooperative",),
    ),
    Lesson(
        "solo",
        "Alone: two landscapes",
        (
            "Alone you build landscapes A and B with three objectives each. You need 3 on easy, 4 on medium and 6 on "
            "hard. Extreme asks for 6, and each landscape also meets one objective of the other.",
            "4 unmatching tokens in either Compost Heap (extreme: 3) and it is lost.",
        ),
        _ALONE,
        ("solo",),
    ),
    Lesson(
        "worked-example",
        "Vanda's landscape",
        (
            "The rulebook ends with this landscape, drawn here in our own way: {flora} for plants, {fauna} for fed "
            "animals, {houses} for a House in a crowd and {compost} for the Compost Heap. Together: {total}.",
        ),
        _board(_VANDA, compost=5),
        ("worked-example",),
    ),
)


def practice_board(rng: Chance, level: int) -> dict[str, Any]:
    """A landscape to count: some cards, many cards, or an advanced game with claims."""
    cards = {1: 4, 2: 8, 3: 12}[level]
    return positions.generate(rng, level, variant="advanced" if level == 3 else "standard", cards=cards)


def beside_board(board: dict[str, Any]) -> tuple[Beside, ...]:
    """What counts but does not lie on the board."""
    player = board["players"][0]
    notes = [Beside(f"Tokens in the Compost Heap: {player.get('compost', 0)}")]
    for card in board["settings"].get("objectives", []):
        value = player.get("claims", {}).get(card)
        notes.append(Beside(f"Your marker on objective {card}: {value or 'none'}"))
    return tuple(notes)
