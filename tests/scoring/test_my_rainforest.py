"""My Rainforest's rules one by one: conditions, full sets, defaults, targets, the promo card, warnings, errors."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from samples.positions import my_rainforest as positions
from scoring import BoardError, load_board, score
from scoring.games.my_rainforest.advice import best_change, explain
from scoring.games.my_rainforest.beehive import NEIGHBOURS, joined
from scoring.games.my_rainforest.species import CARDS_OF_TYPE, CONDITIONS, IUCN, KNOWN, TYPES, Condition

CASES = json.loads((Path(__file__).parent / "cases" / "my-rainforest.json").read_text())
EXAMPLE = next(case["board"] for case in CASES if case["id"] == "rulebook-44")
NINE = [card["at"] for card in EXAMPLE["players"][0]["cards"]]


def file(*cards, targets=None, variant="basic", pattern_match="as-printed"):
    player = {"name": "Mei", "cards": list(cards), **({"targets": targets} if targets is not None else {})}
    chosen = {"variant": variant, "pattern_match": pattern_match}
    return {"format": 1, "game": "my-rainforest", "settings": chosen, "players": [player]}


def card(x, y, species=None, **keys):
    return {"at": [x, y], **({"species": species} if species else {}), **keys}


def around(number, of, x=0, y=0):
    """`number` cards of a type without conditions beside (x, y)."""
    return [card(x + dx, y + dy, type=of, scores=[]) for dx, dy in NEIGHBOURS[:number]]


def points(document, player=0):
    return {category.key: category.points for category in score(load_board(document)).players[player].categories}


def texts(document, key):
    categories = {category.key: category for category in score(load_board(document)).players[0].categories}
    return [line.text for line in categories[key].lines]


def warned(document, player=0):
    return [warning.code for warning in score(load_board(document)).players[player].warnings]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    loaded = load_board(case["board"])
    assert loaded.to_dict() == case["board"]
    sheet = score(loaded)
    expected = case["expected"]
    for i, player in enumerate(expected["players"]):
        assert points(case["board"], i) == player["categories"]
        assert sheet.players[i].total == player["total"]
        assert sheet.players[i].warnings or not player["must_warn"]
    assert {rank.name: rank.rank for rank in sheet.ranking} == dict(expected["ranking"])
    assert sorted(sheet.winners) == sorted(expected["winners"])
    assert sheet.outcome is None


@pytest.mark.parametrize(
    ("species", "number", "of", "expected"),
    [
        ("sun-bear", 1, "plant", 0),
        ("sun-bear", 3, "plant", 6),
        ("sun-bear", 4, "plant", 12),
        ("sun-bear", 2, "arthropod", 10),
        ("sumatran-rhinoceros", 3, "plant", 8),
        ("water-buffalo", 5, "plant", 15),
        ("water-buffalo", 6, "plant", 30),
        ("water-buffalo", 2, "carnivore", -6),
        ("water-buffalo", 2, "large", 0),
        ("sunda-clouded-leopard", 3, "small", 21),
        ("sunda-clouded-leopard", 2, "large", -6),
        ("sunda-clouded-leopard", 2, "carnivore", -6),
        ("sunda-clouded-leopard", 2, "medium", 0),
        ("malayan-tiger", 2, "medium", 10),
        ("malayan-tiger", 2, "small", 10),
        ("binturong", 3, "arthropod", 12),
        ("lesser-mouse-deer", 3, "plant", 9),
        ("giant-honey-bee", 6, "plant", 18),
        ("malaysian-jungle-nymph", 2, "plant", 6),
        ("mount-brinchang-ginger", 4, "plant", 3),
        ("merbau-tree", 0, "plant", 3),
    ],
)
def test_conditions_of_each_known_species(species, number, of, expected):
    document = file(card(0, 0, species), *around(number, of))
    assert points(document)[KNOWN[species].type] == expected


@pytest.mark.parametrize("condition", CONDITIONS, ids=[condition.text for condition in CONDITIONS])
@pytest.mark.parametrize("number", range(7))
def test_each_condition_of_the_rulebooks_list(condition, number):
    entry = {"points": condition.points, **({"per": condition.per, "of": list(condition.of)} if condition.of else {})}
    of = condition.of[-1] if condition.of else "small"
    document = file(card(0, 0, type="medium", scores=[entry]), *around(number, of))
    assert points(document)["medium"] == condition.points * (number // condition.per if condition.of else 1)


def test_types_of_one_condition_count_together():
    entry = {"points": 5, "per": 2, "of": ["small", "medium"]}
    document = file(card(0, 0, type="large", scores=[entry]), card(0, 2, type="small", scores=[]), card(0, -2, type="medium", scores=[]))
    assert points(document)["large"] == 5


def test_only_the_six_neighbours_count():
    far = [card(x, y, type="plant", scores=[]) for x, y in [(0, 4), (0, -4), (2, 0), (-2, 0), (2, 2), (1, 3), (-1, -3)]]
    assert points(file(card(0, 0, "lesser-mouse-deer"), *far))["small"] == 0


def test_condition_texts():
    assert [condition.text for condition in CONDITIONS] == [
        "+3 always",
        "+2 per plant",
        "+3 per plant",
        "+6 per 2 plants",
        "+8 per 2 plants",
        "+15 per 3 plants",
        "+4 per arthropod",
        "+10 per 2 arthropods",
        "+7 per small animal",
        "+5 per small or medium animal",
        "-3 per carnivore",
        "-3 per large animal or carnivore",
    ]


def test_lines_say_what_a_card_touches():
    assert texts(EXAMPLE, "medium") == ["Sun Bear: 2 plants, 1 set, +6; 1 arthropod of 2, +0"]
    assert texts(EXAMPLE, "carnivore")[0] == (
        "Sunda Clouded Leopard: 1 small animal, +7; 1 large animal or carnivore, -3"
    )


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("plant", 3), ("arthropod", 6), ("small", 0), ("medium", 0), ("large", 0), ("carnivore", 0)],
)
def test_type_alone_scores_its_default_and_warns(kind, expected):
    document = file(card(0, 0, type=kind), *around(2, "plant"))
    assert points(document)[kind] == expected
    assert warned(document) == ["type-alone"]
    given = file(card(0, 0, type=kind, scores=[]), *around(2, "plant"))
    assert points(given)[kind] == 0
    assert warned(given) == []


def target(points=3, species="malayan-tiger", pattern=NINE, name="Mulu"):
    return {"name": name, "pattern": pattern, "points": points, **({"species": species} if species else {})}


ONE_MOVED = [*NINE[:-1], [5, 1]]
SHIFTED = [[x + 7, y - 3] for x, y in NINE]


@pytest.mark.parametrize(
    ("variant", "pattern_match", "targets", "expected"),
    [
        ("basic", "as-printed", [target()], 0),
        ("advanced-1", "as-printed", [], 0),
        ("advanced-1", "as-printed", [target()], 3),
        ("advanced-1", "as-printed", [target(pattern=SHIFTED)], 3),
        ("advanced-1", "as-printed", [target(pattern=ONE_MOVED)], 0),
        ("advanced-2", "as-printed", [target()], 6),
        ("advanced-2", "as-printed", [target(species="Malayan Tiger")], 6),
        ("advanced-2", "as-printed", [target(species="malayan TIGER")], 3),
        ("advanced-2", "as-printed", [target(species="water-buffalo")], 3),
        ("advanced-2", "as-printed", [target(species=None)], 3),
        ("advanced-2", "as-printed", [target(pattern=ONE_MOVED)], 3),
        ("advanced-2", "as-printed", [target(2), target(4, None)], 5),
        ("advanced-1", "as-printed", [{"promo": True}], 2),  # VU, CR, LC
        ("advanced-1", "as-printed", [{"promo": True}, target(1)], 2),
        ("advanced-1", "as-printed", [target(5, None), {"promo": True}], 5),
    ],
)
def test_targets(variant, pattern_match, targets, expected):
    cards = EXAMPLE["players"][0]["cards"]
    assert points(file(*cards, targets=targets, variant=variant, pattern_match=pattern_match))["target"] == expected


@pytest.mark.parametrize(
    ("pattern", "as_printed", "turned"),
    [
        (ONE_MOVED, 3, 3),
        ([[-x, -y] for x, y in ONE_MOVED], 0, 3),
        ([[-x, y] for x, y in ONE_MOVED], 0, 0),
        ([[x, -y] for x, y in ONE_MOVED], 0, 0),
    ],
    ids=["as it lies", "half turn", "mirrored", "upside down"],
)
def test_a_half_turn_counts_where_the_settings_say_so(pattern, as_printed, turned):
    cards = [{**c, "at": at} for c, at in zip(EXAMPLE["players"][0]["cards"], ONE_MOVED, strict=True)]
    for pattern_match, expected in (("as-printed", as_printed), ("turned", turned)):
        document = file(*cards, targets=[target(pattern=pattern)], variant="advanced-1", pattern_match=pattern_match)
        assert points(document)["target"] == expected


@pytest.mark.parametrize("number", range(10))
def test_promo_card_by_number_of_categories(number):
    codes = (list(IUCN) * 2)[:number]
    cards = [card(0, 2 * i, type="plant", **({"iucn": codes[i]} if i < number else {})) for i in range(9)]
    expected = {0: 0, 1: 0, 2: 0, 3: 2, 4: 4, 5: 7}.get(number, 11)
    assert points(file(*cards, targets=[{"promo": True}], variant="advanced-1"))["target"] == expected


def test_a_card_may_say_its_own_iucn_code():
    cards = [card(0, 0, "sun-bear", iucn="EX"), card(0, 2, "binturong"), card(0, 4, "lesser-mouse-deer")]
    assert points(file(*cards, targets=[{"promo": True}], variant="advanced-1"))["target"] == 2


WARNINGS = {
    "nothing": (EXAMPLE, []),
    "empty": (file(), []),
    "ten cards": (file(*[card(0, 2 * i, type="plant", scores=[]) for i in range(10)]), ["too-many-cards"]),
    "a card apart": (file(card(0, 0, "sun-bear"), card(0, 4, "binturong")), ["card-apart"]),
    "targets in basic": (file(card(0, 0, "sun-bear"), targets=[{"promo": True}]), ["targets-ignored"]),
    "three large": (file(*[card(0, 2 * i, type="large", scores=[]) for i in range(3)]), ["cards-beyond-box"]),
    "a species twice": (file(card(0, 0, "sun-bear"), card(0, 2, "sun-bear")), ["species-twice"]),
}


@pytest.mark.parametrize(("document", "codes"), WARNINGS.values(), ids=list(WARNINGS))
def test_warnings(document, codes):
    assert warned(document) == codes


def test_the_box_counts_the_whole_table():
    document = file(*[card(0, 2 * i, type="carnivore", scores=[]) for i in range(3)])
    document["players"].append({**document["players"][0], "name": "Ravi"})
    assert warned(document, 0) == warned(document, 1) == ["cards-beyond-box"]


BAD_CARDS = {
    "nothing": (card(0, 0), "players[0].cards[0]: a card without species or type"),
    "spelling": (card(0, 0, "binturung"), '"binturung" is no species known here, did you mean "binturong"?'),
    "name for id": (card(0, 0, "Sun Bear"), 'did you mean "sun-bear"?'),
    "unknown species": (card(0, 0, "qqq"), '"qqq" is no species known here'),
    "species and type": (card(0, 0, "sun-bear", type="medium"), "players[0].cards[0].type: given together with species"),
    "species and scores": (card(0, 0, "sun-bear", scores=[]), "players[0].cards[0].scores: given together"),
    "species and name": (card(0, 0, "sun-bear", name="Bear"), "players[0].cards[0].name: given together"),
    "unknown type": (card(0, 0, type="reptile"), 'players[0].cards[0].type: "reptile" given'),
    "unknown code": (card(0, 0, type="plant", iucn="XX"), 'players[0].cards[0].iucn: "XX" given'),
    "odd place": (card(0, 1, type="plant"), "players[0].cards[0].at: [0, 1] given"),
    "one number": ({"at": [0], "type": "plant"}, "players[0].cards[0].at[1]: missing"),
    "no place": ({"type": "plant"}, "players[0].cards[0].at: missing"),
    "per 0": (card(0, 0, type="plant", scores=[{"points": 1, "per": 0, "of": ["plant"]}]), "scores[0].per: 0 given"),
    "per without of": (card(0, 0, type="plant", scores=[{"points": 1, "per": 2}]), "scores[0].of: a condition with per"),
    "a type twice": (card(0, 0, type="plant", scores=[{"points": 1, "of": ["plant"] * 2}]), "scores[0].of[1]"),
    "no points": (card(0, 0, type="plant", scores=[{"of": ["plant"]}]), "scores[0].points: missing"),
    "points true": (card(0, 0, type="plant", scores=[{"points": True}]), "scores[0].points: true given"),
    "unknown key": (card(0, 0, type="plant", iucm="LC"), 'players[0].cards[0].iucm: unknown key, did you mean "iucn"?'),
}
BAD_TARGETS = {
    "promo with points": ({"promo": True, "points": 3}, "players[0].targets[0].points: given together with promo"),
    "no pattern": ({"name": "Mulu", "points": 3}, "players[0].targets[0].pattern: missing"),
    "no points": ({"name": "Mulu", "pattern": NINE}, "players[0].targets[0].points: missing"),
    "eight spots": (target(pattern=NINE[:8]), "players[0].targets[0].pattern: 8 given"),
    "a spot twice": (target(pattern=[*NINE[:8], NINE[0]]), "players[0].targets[0].pattern[8]: [0, 0] stands here twice"),
    "an odd spot": (target(pattern=[*NINE[:8], [0, 1]]), "players[0].targets[0].pattern[8]: [0, 1] given"),
}


@pytest.mark.parametrize(("entry", "said"), BAD_CARDS.values(), ids=list(BAD_CARDS))
def test_card_error(entry, said):
    with pytest.raises(BoardError) as error:
        load_board(file(entry))
    assert said in str(error.value)


@pytest.mark.parametrize(("entry", "said"), BAD_TARGETS.values(), ids=list(BAD_TARGETS))
def test_target_error(entry, said):
    with pytest.raises(BoardError) as error:
        load_board(file(targets=[entry], variant="advanced-1"))
    assert said in str(error.value)


def test_two_cards_on_one_spot():
    with pytest.raises(BoardError, match=r"players\[0\]\.cards\[1\]\.at: \[0, 0\] given, where cards\[0\] lies already"):
        load_board(file(card(0, 0, "sun-bear"), card(0, 0, "binturong")))


# ----------------------------------------------------------------------------------- what holds on any board


def brute_force(cards):
    """Points by type, from the rules alone: every pair of cards, every condition."""
    result = dict.fromkeys(TYPES, 0)
    known = {
        name: (species.type, [{"points": p, "per": per, "of": of} for p, per, of in species.scores])
        for name, species in KNOWN.items()
    }
    types = [known[c["species"]][0] if "species" in c else c["type"] for c in cards]
    for c, own in zip(cards, types, strict=True):
        for condition in known[c["species"]][1] if "species" in c else c["scores"]:
            if not condition.get("of"):
                result[own] += condition["points"]
                continue
            number = 0
            for other, its in zip(cards, types, strict=True):
                dx, dy = abs(other["at"][0] - c["at"][0]), abs(other["at"][1] - c["at"][1])
                number += (dx, dy) in ((0, 2), (1, 1)) and its in condition["of"]
            result[own] += condition["points"] * (number // condition.get("per", 1))
    return result


SEEDS = st.integers(0, 2**32)


def moved(board, place):
    """Every card and every pattern with its places changed by a function."""
    players = []
    for player in board["players"]:
        cards = [{**c, "at": place(*c["at"])} for c in player["cards"]]
        targets = [{**t, "pattern": [place(*p) for p in t["pattern"]]} if "pattern" in t else t for t in player.get("targets", [])]
        players.append({**player, "cards": cards, **({"targets": targets} if "targets" in player else {})})
    return {**board, "players": players}


@settings(max_examples=100, deadline=None)
@given(SEEDS, st.sampled_from([1, 2, 3]))
def test_a_second_scorer_agrees(seed, level):
    board = positions.generate(random.Random(seed), level)
    found = points(board)
    del found["target"]
    assert found == brute_force(board["players"][0]["cards"])


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from([2, 3]), st.integers(-50, 50), st.integers(-50, 50))
def test_shifting_and_a_half_turn_change_nothing(seed, level, dx, dy):
    board = positions.generate(random.Random(seed), level)
    assert points(moved(board, lambda x, y: [x + 2 * dx, y + 2 * dy])) == points(board)
    assert points(moved(board, lambda x, y: [x + 1, y - 1])) == points(board)
    assert points(moved(board, lambda x, y: [-x, -y])) == points(board)


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_with_turned_patterns_the_cards_alone_may_turn(seed):
    board = positions.generate(random.Random(seed), 3)
    board["settings"]["pattern_match"] = "turned"
    turned = moved(board, lambda x, y: [-x, -y])
    turned["players"][0]["targets"] = board["players"][0]["targets"]
    assert points(turned) == points(board)


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from([1, 2, 3]), st.integers(1, 4))
def test_generated_positions_are_legal_and_come_back(seed, level, players):
    board = positions.generate(random.Random(seed), level, players=players)
    loaded = load_board(board)
    assert loaded.to_dict() == board
    sheet = score(loaded)
    for i, player in enumerate(sheet.players):
        assert player.warnings == ()
        assert player.total == sum(line.points for category in player.categories for line in category.lines)
        assert len(joined(c.at for c in loaded.cards(i))) == 1
        assert len(loaded.cards(i)) == 9
    assert board == positions.generate(random.Random(seed), level, players=players)


# ----------------------------------------------------------------------------------------------- why, what if


def test_explain_a_card():
    said = explain(load_board(EXAMPLE), 0, (2, 0))
    assert said[0].startswith("Sun Bear, a medium animal, vulnerable (VU): it touches Lesser Mouse-Deer, ")
    assert said[1] == "Sun Bear: 2 plants, 1 set, +6; 1 arthropod of 2, +0: +6 in all."
    assert "It brings Malayan Tiger +5." in said
    assert said[-1].startswith("Ruling: A condition per 2 or per 3 counts full sets")
    at = next(card["at"] for card in EXAMPLE["players"][0]["cards"] if card["species"] == "merbau-tree")
    said = explain(load_board(EXAMPLE), 0, tuple(at))
    assert said[1] == "Merbau Tree: always +3.", "one condition needs no sum"


def test_explain_says_what_is_lacking_where_there_is_room():
    assert "1 plant more beside it: +3." in explain(load_board(EXAMPLE), 0, (2, 2))
    crowded = load_board(file(card(0, 0, "binturong"), *around(6, "plant")))
    assert not any("more beside it" in text for text in explain(crowded, 0, (0, 0)))


def test_explain_an_empty_place():
    said = explain(load_board(EXAMPLE), 0, (3, 3))
    assert said[0] == "No card here; one here would touch Merbau Tree and Giant Honey Bee."
    assert "A plant here would bring Giant Honey Bee +3." in said


def test_explain_says_that_a_type_is_inferred():
    assert "its type is inferred" in explain(load_board(EXAMPLE), 0, (2, -2))[0]


def test_best_change_is_what_scoring_says():
    before = load_board(EXAMPLE)
    change, gain = best_change(before, 0)
    assert gain == 6
    assert score(change.board).players[0].total == 44 + 6
    assert len(joined(c.at for c in change.board.cards(0))) == 1
    assert load_board(change.board.to_dict()) == change.board


def test_best_change_where_nothing_helps():
    assert best_change(load_board(file(card(0, 0, "merbau-tree"), card(0, 2, "mount-brinchang-ginger"))), 0) is None
    assert best_change(load_board(file()), 0) is None


# ----------------------------------------------------------------------------------------------- the data


def test_the_known_species():
    assert len(KNOWN) == 11
    assert sum(CARDS_OF_TYPE.values()) == 40
    inferred = {name for name, species in KNOWN.items() if "type" not in species.certain}
    assert inferred == {"lesser-mouse-deer", "sumatran-rhinoceros", "water-buffalo"}
    assert all("scores" in species.certain for species in KNOWN.values())
    assert {name for name, species in KNOWN.items() if species.iucn is None} == {
        "giant-honey-bee", "malaysian-jungle-nymph", "mount-brinchang-ginger", "merbau-tree"
    }  # fmt: skip
    assert {condition for species in KNOWN.values() for condition in species.scores} <= set(CONDITIONS)
    assert Condition(3) in CONDITIONS
