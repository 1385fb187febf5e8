"""Each rule of Rainforest City on a small landscape, and the cases with known results."""

import json
from pathlib import Path

import pytest

from scoring import load_board, registry, score
from scoring.games.rainforest_city.landscape import Landscape
from scoring.games.rainforest_city.objectives import check
from scoring.games.rainforest_city.rulings import RULINGS
from scoring.ranking import ties
from scoring.table import sheet_text

CASES = json.loads((Path(__file__).parent / "cases" / "rainforest-city.json").read_text())


def drawn(text):
    """A grid from a drawing: squares apart by spaces, a dot where no card lies."""
    return [["" if square == "." else square for square in row.split()] for row in text.strip().split("\n")]


def file(*grids, players=None, **settings):
    seats = players or [{}] * len(grids)
    names = ("Vanda", "Calla", "Ravi", "Mei") if settings.get("variant") != "solo" else "AB"
    return {
        "format": 1,
        "game": "rainforest-city",
        "settings": settings,
        "players": [
            {"name": name, "grid": drawn(grid) if isinstance(grid, str) else grid, **more}
            for name, grid, more in zip(names, grids, seats, strict=False)
        ],
    }


def sheet(*grids, **more):
    return score(load_board(file(*grids, **more)))


def categories(grid, **more):
    return {category.key: category for category in sheet(grid, **more).players[0].categories}


def points(grid, **more):
    return {key: category.points for key, category in categories(grid, **more).items() if category.points}


def codes(result):
    return [[warning.code for warning in player.warnings] for player in result.players]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    board = load_board(case["board"])
    assert board.to_dict() == case["board"]
    result, expected = score(board).to_dict(), case["expected"]
    for player, wanted in zip(result["players"], expected["players"], strict=True):
        assert player["name"] == wanted["name"]
        assert player["total"] == wanted["total"]
        assert {c["key"]: c["points"] for c in player["categories"]} == wanted["categories"]
        assert {o["id"]: o["met"] for o in player["objectives"]} == wanted["objectives"]
        assert bool(player["warnings"]) == wanted["must_warn"]
    if expected["ranking"] is None:
        assert result["ranking"] == result["winners"] == []
    else:
        assert sorted([r["name"], r["rank"]] for r in result["ranking"]) == sorted(expected["ranking"])
        assert result["winners"] == expected["winners"]
    for key, value in (expected["outcome"] or {}).items():
        assert result["outcome"][key] == value
    assert (result["outcome"] is None) == (expected["outcome"] is None)


# -------------------------------------------------------------------------------------------- points

POINTS = {
    "a plant scores 1": ("R:r1", {"flora": 1}),
    "a herbivore needs a plant": ("R:r2", {}),
    "a plant feeds a herbivore": ("R:r1 R:r2", {"flora": 1, "fauna": 2}),
    "a carnivore needs a herbivore": ("R:r1 R:r3", {"flora": 1}),
    "a carnivore needs a herbivore that is fed": ("R:r2 R:r3", {}),
    "a chain of three": ("R:r1 R:r2 R:r3", {"flora": 1, "fauna": 5}),
    "each token supports one other": ("R:r1 R:r2 R:r2 R:r3 R:r3", {"flora": 1, "fauna": 5}),
    "two chains": ("R:r1 R:r2 R:r3 R:r3 R:r2 R:r1", {"flora": 2, "fauna": 10}),
    "an otter is at home anywhere": ("M:m1 M:m2 M:ot\nO:o1 O:o2 O:ot", {"flora": 2, "fauna": 10}),
    "an otter eats in its own habitat": ("M:m1 M:m2 O:ot", {"flora": 1, "fauna": 2}),
    "corners do not join": ("R:r1 M\nM R:r2", {"flora": 1}),
    "a gap does not join": ("R:r1 . R:r2", {"flora": 1}),
    "a House does not join": ("R:r1 H R:r2", {"flora": 1, "houses": 1}),
    "another terrain does not join": ("R:r1 M R:r2", {"flora": 1}),
    "round a corner": ("R:r1 R\n. R:r2", {"flora": 1, "fauna": 2}),
    "a House alone": ("H", {"houses": 3}),
    "two Houses side by side": ("H H", {"houses": 6}),
    "a token between two Houses costs both": ("H R:r1 H", {"flora": 1, "houses": 4}),
    "unsupported tokens cost too": ("H R:r2", {"houses": 2}),
    "tokens at its corners cost nothing": ("R:r1 M R:r1\nM H M\nR:r1 M R:r1", {"flora": 4, "houses": 3}),
    "a House below zero": ("M R:r1 M\nR:r1 H R:r1\nM R:r1 M", {"flora": 4, "houses": -1}),
    "a plant on another terrain": ("M:r1", {}),
    "a misplaced plant feeds nobody": ("R R:m1 R:r2", {}),
    "a token on a House": ("R:r2 H:r1", {"houses": 3 - 1}),
    "a misplaced token still costs beside a House": ("H M:r1", {"houses": 2}),
    "nothing at all": ("", {}),
}


@pytest.mark.parametrize("case", POINTS.values(), ids=POINTS)
def test_points(case):
    grid, expected = case
    assert points(grid) == expected


def test_corners_count_by_the_table_rule():
    grid = "R:r1 M O:o1\nM H M\nR:r1 M R:r1"
    assert points(grid, house_adjacency="diagonal") == {"flora": 4, "houses": -1}


def test_compost_costs_a_point_a_token():
    assert points("R", players=[{"compost": 3}]) == {"compost": -3}


def test_rows_of_different_lengths():
    assert points([["R:r1"], [], ["R", "R:r1", "R:r2"], ["", "M:m1"]]) == {"flora": 3, "fauna": 2}


# --------------------------------------------------------------------------------------------- lines

def texts(grid, key, **more):
    return [line.text for line in categories(grid, **more)[key].lines]


def test_every_line_says_why():
    grid = "M:m1 M:m2 M:m2\nM:m3 M:ot H"
    assert texts(grid, "flora") == ["Mangrove tree at row 1, column 1: a plant on its own terrain"]
    assert texts(grid, "fauna") == [
        "Tree-climbing crab at row 1, column 2: fed by the mangrove tree at row 1, column 1",
        "Tree-climbing crab at row 1, column 3: no mangrove plant left to support it (1 plant for 2 herbivores)",
        "Mangrove carnivore at row 2, column 1: fed by the tree-climbing crab at row 1, column 2, itself supported",
        "Otter at row 2, column 2: no supported mangrove herbivore left to support it (1 supported herbivore for 2 carnivores)",
    ]
    assert texts(grid, "houses") == [
        "House at row 2, column 3: 3 less 2 tokens beside it (tree-climbing crab at row 1, column 3, "
        "otter at row 2, column 2); beside means sharing a side"
    ]


def test_why_a_habitat_feeds_nobody():
    assert texts("O:o2 O:o3", "fauna") == [
        "Ocean herbivore at row 1, column 1: no ocean plant left to support it (its habitat has none)",
        "Ocean carnivore at row 1, column 2: no supported ocean herbivore left to support it "
        "(without a plant no ocean herbivore is supported)",
    ]
    assert texts("R:r3", "fauna") == ["Pangolin at row 1, column 1: no rainforest herbivore left to support it (its habitat has none)"]


def test_lines_of_misplaced_tokens():
    assert texts("M:r1 H:ot", "flora") == [
        "Rainforest tree at row 1, column 1: it lies on mangrove, not its terrain, so it scores nothing and supports nothing"
    ]
    assert texts("M:r1 H:ot", "fauna") == ["Otter at row 1, column 2: it lies on a House, so it scores nothing and supports nothing"]


def test_lines_of_houses_name_their_ruling():
    for adjacency, ruling in (("orthogonal", "house-sides"), ("diagonal", "house-corners")):
        line = categories("H R:r1", house_adjacency=adjacency)["houses"].lines[0]
        assert line.ruling == ruling
        assert ruling in registry.game("rainforest-city").rulings
        assert line.cells == ((0, 0), (0, 1))


def test_every_ruling_of_a_line_is_known():
    for case in CASES:
        for player in score(load_board(case["board"])).players:
            for category in player.categories:
                assert all(line.ruling in ("", *RULINGS) for line in category.lines)


# ---------------------------------------------------------------------------------------- introductory

WILD = {
    "a House joins two habitats": ("R:r1 H R:r2", {"flora": 1, "fauna": 2}),
    "Houses in a row join": ("R:r1 H H H R:r2", {"flora": 1, "fauna": 2}),
    "a House joins one terrain only": (". R:r1 .\nM:m1 H M:m2\n. R:r2 .", {"flora": 2, "fauna": 2}),
    "the better of two joins": (". R:r1 .\nM:m1 H M:m2\n. R:r2 R:r3", {"flora": 2, "fauna": 5}),
    "a native token makes its House that terrain": ("R:r1 H:m1 R:r2", {"flora": 2}),
    "a native token on a House scores": ("H:r1 H:r2 H:r3", {"flora": 1, "fauna": 5}),
    "an otter on a House goes where it is fed": ("R:r2 H:ot M:m2 M:m1", {"flora": 1, "fauna": 5}),
    "an otter's House joins too": ("R:r1 H:ot R:r2", {"flora": 1, "fauna": 5}),
    "Houses score nothing": ("H H R:r1", {"flora": 1}),
    "two Houses go different ways": ("R:r1 H R:r2\nO O O\nM:m1 H M:m2", {"flora": 2, "fauna": 4}),
    "a House that is needed for both ways": (
        "R:r1 H R:r2\nM:m1 H M:m2\nR:r1 M R:r1",
        {"flora": 4, "fauna": 4},
    ),
}


@pytest.mark.parametrize("case", WILD.values(), ids=WILD)
def test_wild_houses(case):
    grid, expected = case
    assert points(grid, variant="introductory") == expected


def test_lines_of_wild_houses_say_what_they_are():
    assert texts("R:r1 H R:r2\nH M M\nH:m1 M M", "houses", variant="introductory") == [
        "House at row 1, column 2: wild, counted as rainforest (chosen because it makes the total highest)",
        "House at row 2, column 1: wild, counted as mangrove (no terrain would score more here)",
        "House at row 3, column 1: wild, counted as mangrove (the terrain of its mangrove tree)",
    ]
    assert categories("H", variant="introductory")["houses"].lines[0].ruling == "wild-house"


def test_many_independent_wild_houses_are_exact():
    """Sixty copies of a landscape whose best choice is 14, apart from one another."""
    case = next(c for c in CASES if c["id"] == "introductory-shortcuts-fail")
    one = case["board"]["players"][0]["grid"]
    grid = []
    for _ in range(6):
        grid += [[square for _ in range(10) for square in [*row, ""]] for row in one] + [[]]
    result = sheet(grid, variant="introductory").players[0]
    assert result.total == 60 * case["expected"]["players"][0]["total"]
    assert all(warning.code != "wild-houses" for warning in result.warnings)


def test_a_block_of_wild_houses_joins_what_it_can():
    """Rainforest left to right and mangrove top to bottom can't both cross a block of Houses."""
    block = [["H"] * 5 for _ in range(5)]
    rows = [["", "", "", "M:m1", "", "", ""], *[["", *row, ""] for row in block], ["", "", "", "M:m2", "", "", ""]]
    rows[3][0], rows[3][6] = "R:r1", "R:r2"
    assert points(rows, variant="introductory") == {"flora": 2, "fauna": 2}
    rows[2][6] = "R:r3"
    assert points(rows, variant="introductory") == {"flora": 2, "fauna": 5}


def test_houses_beyond_proof_are_scored_with_a_warning(monkeypatch):
    monkeypatch.setattr("scoring.games.rainforest_city.wild.FREE_WORK", 1)
    monkeypatch.setattr("scoring.games.rainforest_city.wild.BOUNDED_WORK", 1)
    monkeypatch.setattr("scoring.games.rainforest_city.wild.LEAST_WORK", 1)
    grid = drawn("R:r1 M:m1 O:o1\nH H H\nH H H\nM:m2 O:o2 R:r2")
    result = sheet(grid, variant="introductory")
    assert codes(result) == [["wild-houses"]]
    assert 5 <= result.players[0].total <= 9


# ------------------------------------------------------------------------------------------ objectives

RING = "{0} {0} {0} {0}\n{0} R R {0}\n{0} R R {0}\n{0} {0} {0} {0}"
PAIRS = "M M M M M M M\nM R R M R R M\nM M M M M M M"

OBJECTIVES = {
    "A in a row": ("A", "R R R R R R R R R R", True),
    "A in a column": ("A", "\n".join("O" * 10), True),
    "A of 9": ("A", "R R R R R R R R R H R", False),
    "A round a corner": ("A", "R R R R R R R R R\n. . . . . . . . R", False),
    "A in a larger habitat": ("A", "R R R R R R R R R R\nR R . R R R R R R R", True),
    "B side by side": ("B", "R R R R R R R R R R\nM M M M M M M M M M", True),
    "B at a corner": ("B", "R R R R R\nR R R R R\n. . . . . M M M M M\n. . . . . M M M M M", False),
    "B across a House": ("B", "R R R R R R R R R R\nH H H H H H H H H H\nM M M M M M M M M M", False),
    "B with 9": ("B", "R R R R R R R R R R\nM M M M M M M M M .", False),
    "B of one terrain": ("B", "R R R R R R R R R R\nR R R R R R R R R R", False),
    "C surrounded": ("C", RING.format("M"), True),
    "C with two terrains around": ("C", RING.format("M").replace("M", "O", 5), True),
    "C with a House around": ("C", RING.format("M").replace("M", "H", 1), False),
    "C with a corner missing": ("C", RING.format("M").replace("M", ".", 1), False),
    "C with a corner of its own terrain": ("C", RING.format("M").replace("M", "R", 1), False),
    "C at the edge": ("C", "M R R M\nM R R M\nM M M M", False),
    "C of another shape": ("C", "M M M M M\nM R R R M\nM M R M M\nM M M M M", False),
    "C larger": ("C", "M M M M M\nM R R R M\nM R R M M\nM M M M M", False),
    "D two": ("D", PAIRS, True),
    "D one": ("D", PAIRS.replace("R R M\n", "R H M\n"), False),
    "D upright": ("D", "M M M M M\nM R M O M\nM R M O M\nM M M M M", True),
    "D beside each other": ("D", "M M M M\nM R R M\nM O O M\nM M M M", True),
    "D of three": ("D", "M M M M M M M M\nM R R M R R R M\nM M M M M M M M", False),
    "E three of three": ("E", "R:r1 R:r1 R:r1\nM:m1 M:m1 M:m1\nO:o1 O:o1 O:o1", True),
    "E with a misplaced plant": ("E", "R:r1 R:r1 R:m1\nM:m1 M:m1 M:m1\nO:o1 O:o1 O:o1", False),
    "F five of one": ("F", "R:r1 M:m1 R:r1 M:m1 R:r1", True),
    "F six of one": ("F", "R:r1 M:m1 R:r1 M:m1 R:r1 M:m1", True),
    "F with one of two": ("F", "R:r1 M:m1 R:r1 M:m1 R:r1 R:r1", False),
    "G four of two": ("G", "R:r1 R:r1 M:m1 M:m1 R:r1 R:r1 M:m1 M:m1 M:m1", True),
    "G three of two": ("G", "R:r1 R:r1 M:m1 M:m1 R:r1 R:r1 M:m1", False),
    "H five": ("H", "R:r1 R:r1 R:r1 R:r1 R:r1", True),
    "H four": ("H", "R:r1 R:r1 R:r1 R:r1 M R:r1", False),
    "I six kinds": ("I", "R:r1 R:r2 R:r3\nM:m1 M:m2 M:m3\nO:o1 O:o2 O:o3", True),
    "I with an otter": ("I", "R:r1 R:r2 R:r3\nM:m1 M:m2 M:m3\nO:o1 O:o2 O:ot", True),
    "I, the otter takes a kind's place": ("I", "R:r1 R:r2 R:r3 R:ot\nM:m1 M:m2 M:m3 M\nO:o1 O:o2 O O", False),
    "I, the otter fits in elsewhere": (
        "I",
        "R:r1 R:r2 R:r3 R:ot\nM:m1 M:m2 M:m3 M\nO:o1 O:o2 O O\nR:r1 R:r2 R:r3 R",
        True,
    ),
    "I, unsupported kinds": ("I", "R:r1 R:r2 R:r3\nM:m1 M:m2 M:m3\nO:o2 O:o3 O:ot", False),
    "J two": ("J", "R:r1 R:r1 R:r2 R:r2 R:r3 R:ot", True),
    "J two, one fed": ("J", "R:r1 R:r2 R:r2 R:r3 R:ot", False),
    "K three herbivores": ("K", "R:r1 R:r1 R:r1 R:r2 R:r2 R:r2", True),
    "K three otters": ("K", "R:r1 R:r1 R:r1 R:r2 R:r2 R:r2 R:ot R:ot R:ot R:r3", True),
    "K three otters of five carnivores": ("K", "O:o1 O:o1 O:o1 O:o2 O:o2 O:o2 O:o3 O:o3 O:ot O:ot O:ot", True),
    "K two and two": ("K", "R:r1 R:r1 R:r2 R:r2 R:r3 R:ot", False),
    "L two of two": ("L", "R:r1 R:r1 R:r2 R:r2\nM:m1 M:m1 M:m2 M:m2", True),
    "L one of three": ("L", "R:r1 R:r1 R:r1 R:r2 R:r2 R:r2\nM:m1 M:m1 M:m2 M:m2", False),
    "L two of three": ("L", "R:r1 R:r1 R:r2 R:r2 R:r2\nM:m1 M:m1 M:m2 M:m2", True),
}


@pytest.mark.parametrize("case", OBJECTIVES.values(), ids=OBJECTIVES)
def test_objective(case):
    card, grid, met = case
    found = check(card, Landscape(drawn(grid)))
    assert found.met == met
    assert found.id == card
    assert found.text
    if met:
        assert found.cells
    for card in "ABCDEFGHIJKL":
        check(card, Landscape([]))


# ------------------------------------------------------------------------------------- ties and variants

def test_ties():
    plants = ["R:r1 R:r1 R:r1 R:r1", "R:r1 R:r1 R:r1", "R:r1 R:r1 R:r1", "R"]
    result = sheet(*plants, players=[{"compost": 2}, {"compost": 1}, {"compost": 1}, {}])
    assert [(r.name, r.rank, r.total) for r in result.ranking] == [("Calla", 1, 2), ("Ravi", 1, 2), ("Vanda", 3, 2), ("Mei", 4, 0)]
    assert result.winners == ("Calla", "Ravi")
    assert ties(result.ranking) == [
        "Calla, Ravi and Vanda have 2 points each: the smaller Compost Heap goes first, Calla with 1 token, "
        "Ravi with 1 token then Vanda with 2 tokens. Calla and Ravi share the rank."
    ]
    assert result.ranking[3].tie == ""
    equal = sheet("R:r1", "R:r1", players=[{}, {}])
    assert ties(equal.ranking) == [
        "Vanda and Calla have 1 point each and 0 tokens each in the Compost Heap, so they share the rank."
    ]
    text = sheet_text(result)
    assert text.count("smaller Compost Heap") == 1, "a tie is told once, not once a player"


def test_one_player_is_first_and_the_winner():
    result = sheet("R", players=[{"compost": 4}])
    assert result.ranking[0].rank == 1
    assert result.ranking[0].total == -4
    assert result.winners == ("Vanda",)


def test_a_card_met_earlier_says_so_and_is_met_on_the_board_no_more():
    seats = [{"objectives": ["A", "E", "I"], "met": ["E"]}, {"objectives": ["B", "F", "J"]}]
    result = sheet("R", "R", players=seats, variant="cooperative", difficulty="easy")
    assert [o.verdict for o in result.players[0].objectives] == ["not met", "met earlier", "not met"]
    assert not any(o["met"] for o in result.to_dict()["players"][0]["objectives"])
    assert "Objective E met earlier." in sheet_text(result)


ADVANCED = {"variant": "advanced", "objectives": ["A", "H", "L"]}


def test_claims_are_added_and_stay():
    result = sheet("R", "R", players=[{"claims": {"A": 10, "L": 10}}, {"claims": {"A": 8, "L": 10}}], **ADVANCED)
    assert [player.total for player in result.players] == [20, 18]
    assert codes(result) == [[], []]
    assert "not met now, but a claim stays" in result.players[0].categories[-1].lines[0].text


def test_an_objective_met_but_not_claimed_is_a_hint():
    result = sheet("R:r1 R:r1 R:r1 R:r1 R:r1", **ADVANCED)
    line = result.players[0].categories[-1].lines[0]
    assert line.points == 0
    assert "met now, but not claimed" in line.text
    assert codes(result) == [[]]


@pytest.mark.parametrize(
    ("first", "second", "warned"),
    [
        ({"A": 8}, {}, 1),
        ({"A": 8}, {"A": 10}, 0),
        ({"A": 6}, {"A": 10}, 1),
        ({"A": 6, "H": 4}, {"A": 8}, 1),
        ({"A": 10}, {"A": 10}, 0),
        ({"A": 4}, {"A": 6}, 0),
    ],
)
def test_a_claim_below_a_value_that_nobody_holds_is_warned_of(first, second, warned):
    result = sheet("R", "R", players=[{"claims": first}, {"claims": second}], **ADVANCED)
    assert codes(result)[0] == ["claim"] * warned


FIRST, SECOND, THIRD, FOURTH = ["A", "E", "I"], ["B", "F", "J"], ["C", "G", "K"], ["D", "H", "L"]
CARDS = [FIRST, SECOND, THIRD, FOURTH]


def outcome(variant, difficulty, *mets, **more):
    """The outcome for players on bare land who met these cards earlier."""
    seats = [{"objectives": cards, "met": met, **extra} for cards, met, extra in zip(CARDS, mets, more.get("extra", [{}] * 4), strict=False)]
    return sheet(*["R"] * len(mets), players=seats, variant=variant, difficulty=difficulty)


@pytest.mark.parametrize(
    ("difficulty", "players", "needed"),
    [(d, n, needed) for d, row in {"easy": (3, 4, 6), "medium": (4, 6, 9), "hard": (6, 9, 12)}.items() for n, needed in zip((2, 3, 4), row, strict=True)],
)
def test_cooperative_goals(difficulty, players, needed):
    cards = [(i, card) for i in range(players) for card in CARDS[i]]
    for met, result in ((needed, "win"), (needed - 1, "open")):
        mets = [[card for i, card in cards[:met] if i == n] for n in range(players)]
        found = outcome("cooperative", difficulty, *mets)
        assert found.outcome.to_dict() | {"reason": ""} == {"result": result, "met": met, "needed": needed, "reason": ""}
        assert found.winners == (tuple(p.name for p in found.players) if result == "win" else ())
        assert found.ranking == ()
        assert all(player.total is None and player.categories == () for player in found.players)


@pytest.mark.parametrize(
    ("variant", "difficulty", "limit"),
    [("cooperative", "easy", 5), ("cooperative", "medium", 5), ("cooperative", "hard", 4)]
    + [("solo", "easy", 4), ("solo", "medium", 4), ("solo", "hard", 4), ("solo", "extreme", 3)],
)
def test_unmatching_tokens_lose_even_with_all_objectives_met(variant, difficulty, limit):
    for compost, result in ((limit - 1, "win"), (limit, "loss")):
        extra = [{"compost": compost, "borrowed_met": ["B"]}, {"borrowed_met": ["A"]}]
        if difficulty != "extreme":
            extra = [{"compost": compost}, {}]
        found = outcome(variant, difficulty, FIRST, SECOND, extra=extra)
        assert found.outcome.result == result


def test_unmatching_tokens_count_where_they_are_told():
    found = outcome("cooperative", "easy", FIRST, [], extra=[{"compost": 9, "unmatching": 4}, {}])
    assert found.outcome.result == "win"
    assert codes(outcome("cooperative", "easy", [], [], extra=[{"compost": 1, "unmatching": 2}, {}])) == [["unmatching"], []]


def test_an_objective_met_now_and_earlier_counts_once():
    seats = [{"objectives": ["A", "H", "I"], "met": ["H"]}, {"objectives": SECOND}]
    found = sheet("R:r1 R:r1 R:r1 R:r1 R:r1", "R", players=seats, variant="cooperative")
    assert found.outcome.met == 1


@pytest.mark.parametrize(
    ("borrowed", "grids", "result"),
    [
        (([], []), ("R", "R"), "open"),
        ((["B"], []), ("R", "R"), "open"),
        ((["B"], ["E"]), ("R", "R"), "win"),
        (([], ["E"]), ("R:r1 M:m1 R:r1 M:m1 R:r1", "R"), "win"),
    ],
)
def test_extreme_needs_an_objective_of_the_other_landscape_on_each(borrowed, grids, result):
    seats = [
        {"objectives": cards, "met": cards, "borrowed_met": other} for cards, other in zip(CARDS, borrowed, strict=False)
    ]
    found = sheet(*grids, players=seats, variant="solo", difficulty="extreme")
    assert found.outcome.result == result
    assert [o.id for o in found.players[0].objectives] == FIRST


# -------------------------------------------------------------------------------------------- warnings

def test_misplaced_tokens_are_to_be_moved_to_the_compost():
    (warning,) = sheet("M:r1 H:ot R:r1").players[0].warnings
    assert warning.code == "misplaced-token"
    assert warning.cells == ((0, 0), (0, 1))
    assert "rainforest tree on mangrove at row 1, column 1; otter on a House at row 1, column 2" in warning.text
    assert "Move them to the Compost Heap" in warning.text


def test_more_than_the_box_holds():
    assert codes(sheet("R", players=[{"compost": 174}])) == [[]]
    assert codes(sheet("R", players=[{"compost": 175}])) == [["compost"]]
    assert codes(sheet("R:r1", players=[{"compost": 174}])) == [["tokens"]]
    assert codes(sheet("R", "R", players=[{"compost": 100}, {"compost": 75}])) == [["tokens"], ["tokens"]]
    assert codes(sheet([["R"] * 156])) == [[]]
    assert codes(sheet([["R"] * 157])) == [["squares"]]
    assert codes(sheet(*[[["R"] * 120]] * 3)) == [["squares"]] * 3


def test_what_a_variant_ignores_is_said():
    assert codes(sheet("R", players=[{"compost": 2, "unmatching": 1}])) == [["ignored"]]
