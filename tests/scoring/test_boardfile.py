"""Reading board files: every error is one line that says what, where and what was expected."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import BoardError, load_board, score
from scoring.boardfile import MOST_BYTES, board_within, parse, printable, shown

GOOD = {
    "format": 1,
    "game": "rainforest-city",
    "settings": {"variant": "standard"},
    "players": [{"name": "Vanda", "grid": [["R:r1", "H"]], "compost": 2}, {"name": "Calla", "grid": []}],
}
THREE = ["A", "E", "I"]
OTHER = ["B", "F", "J"]


def changed(*steps, **settings_):
    """GOOD with changes: each step is (path..., value); a value of ... takes the key away."""
    board = copy.deepcopy(GOOD)
    board["settings"] |= settings_
    for *path, key, value in steps:
        place = board
        for step in path:
            place = place[step]
        if value is ...:
            del place[key]
        elif key == "+":
            place.append(value)
        else:
            place[key] = value
    return board


def player(key, value, i=0):
    return ("players", i, key, value)


def solo(*steps, difficulty="easy", names="AB"):
    return changed(
        player("name", names[0]),
        player("name", names[1], 1),
        player("objectives", THREE),
        player("objectives", OTHER, 1),
        *steps,
        variant="solo",
        difficulty=difficulty,
    )


def cooperative(*steps, **more):
    return changed(player("objectives", THREE), player("objectives", OTHER, 1), *steps, **{"variant": "cooperative", **more})


ADVANCED = {"variant": "advanced", "objectives": THREE}

ERRORS = {
    "no format": (changed(("format", ...)), "format", "missing"),
    "format 2": (changed(("format", 2)), "format", "2 given, expected 1"),
    "format true": (changed(("format", True)), "format", "true given"),
    "format text": (changed(("format", "1")), "format", '"1" given'),
    "no game": (changed(("game", ...)), "game", "missing"),
    "unknown game": (changed(("game", "rainforest-cty")), "game", 'did you mean "rainforest-city"?'),
    "game a list": (changed(("game", [])), "game", "is no game"),
    "settings a list": (changed(("settings", [])), "settings", "a list of 0 given, expected an object"),
    "settings null": (changed(("settings", None)), "settings", "null given, expected an object"),
    "unknown setting": (changed(varint="standard"), "settings.varint", 'did you mean "variant"?'),
    "unknown variant": (changed(variant="advance"), "settings.variant", 'did you mean "advanced"?'),
    "unknown adjacency": (changed(house_adjacency="diag"), "settings.house_adjacency", "expected orthogonal or diagonal"),
    "unknown key at the top": (changed(("player", [])), "player", 'did you mean "players"?'),
    "no players": (changed(("players", ...)), "players", "missing"),
    "zero players": (changed(("players", [])), "players", "at least 1"),
    "five players": (changed(("players", [{"name": n} for n in "ABCDE"])), "players", "a list of 5 given, expected at most 4"),
    "players an object": (changed(("players", {})), "players", "expected a list"),
    "a player a text": (changed(("players", 1, "Calla")), "players[1]", "expected an object"),
    "no name": (changed(player("name", ...)), "players[0].name", "missing"),
    "name a number": (changed(player("name", 7)), "players[0].name", "7 given, expected text"),
    "two of one name": (changed(player("name", "Vanda", 1)), "players[1].name", 'two players are named "Vanda"'),
    "one name, spelled with an accent apart": (
        changed(player("name", "Zoë"), player("name", "Zoe\u0308", 1)),
        "players[1].name",
        "two players are named",
    ),
    "control character in a name": (changed(player("name", "A\x1b[2J")), "players[0].name", "control character (U+001B)"),
    "line break in a name": (changed(player("name", "A\nB")), "players[0].name", "control character (U+000A)"),
    "half a character in a name": (changed(player("name", "A\ud83c")), "players[0].name", "half a character (U+D83C"),
    "half a character in a key": (changed(("players", 0, "a\ud83c", 1)), 'players[0]["a\\ud83c"]', "half a character"),
    "typo in a key": (changed(player("compots", 3)), "players[0].compots", 'unknown key, did you mean "compost"?'),
    "key unlike any": (changed(player("zzz", 3)), "players[0].zzz", "unknown key, expected name, grid, compost"),
    "compost negative": (changed(player("compost", -5)), "players[0].compost", "-5 given, expected at least 0"),
    "compost text": (changed(player("compost", "3")), "players[0].compost", '"3" given, expected a whole number'),
    "compost 3.0": (changed(player("compost", 3.0)), "players[0].compost", "3.0 given, expected a whole number"),
    "compost true": (changed(player("compost", True)), "players[0].compost", "true given, expected a whole number"),
    "compost null": (changed(player("compost", None)), "players[0].compost", "null given, expected a whole number"),
    "compost too large": (changed(player("compost", 1_000_001)), "players[0].compost", "-1,000,000 to 1,000,000"),
    "compost huge": (changed(player("compost", 10**5000)), "players[0].compost", "a huge number"),
    "compost infinite": (changed(player("compost", float("inf"))), "players[0].compost", "Infinity given"),
    "grid a text": (changed(player("grid", "R:r1")), "players[0].grid", "expected a list"),
    "row a text": (changed(player("grid", ["R:r1"])), "players[0].grid[0]", "expected a list"),
    "square a number": (changed(player("grid", [["R", 1]])), "players[0].grid[0][1]", "1 given, expected text"),
    "square null": (changed(player("grid", [["R", None]])), "players[0].grid[0][1]", "null given, expected text"),
    "unknown token": (changed(player("grid", [["R", "R:r4"]])), "players[0].grid[0][1]", 'there is no token "r4"'),
    "unknown terrain": (changed(player("grid", [["R"], ["X"]])), "players[0].grid[1][0]", '"X" is no square'),
    "terrain in small letters": (changed(player("grid", [["r"]])), "players[0].grid[0][0]", '"r" is no square'),
    "token without terrain": (changed(player("grid", [["r1"]])), "players[0].grid[0][0]", '"r1" is no square'),
    "terrain with a bare colon": (changed(player("grid", [["R:"]])), "players[0].grid[0][0]", 'no token ""'),
    "token on no card": (changed(player("grid", [[":r1"]])), "players[0].grid[0][0]", '":r1" is no square'),
    "a blank": (changed(player("grid", [[" "]])), "players[0].grid[0][0]", '" " is no square'),
    "201 rows": (changed(player("grid", [[]] * 201)), "players[0].grid", "a list of 201 given, expected at most 200"),
    "201 columns": (changed(player("grid", [["R"] * 201])), "players[0].grid[0]", "a list of 201 given"),
    "claims in standard": (changed(player("claims", {"A": 10})), "players[0].claims", "the standard variant has no claims"),
    "objectives in standard": (changed(objectives=THREE), "settings.objectives", "the standard variant has no objectives"),
    "objectives of a player in standard": (changed(player("objectives", THREE)), "players[0].objectives", "has no objectives"),
    "met in standard": (changed(player("met", ["A"])), "players[0].met[0]", "none in the standard variant"),
    "advanced without objectives": (changed(variant="advanced"), "settings.objectives", "expected three objectives"),
    "advanced with two": (changed(variant="advanced", objectives=["A", "E"]), "settings.objectives", "A, E given"),
    "advanced with two of one type": (changed(variant="advanced", objectives=["A", "B", "I"]), "settings.objectives", "one of E-H"),
    "advanced with one twice": (changed(variant="advanced", objectives=["A", "A", "I"]), "settings.objectives", "one of E-H"),
    "advanced with four": (changed(variant="advanced", objectives=[*THREE, "J"]), "settings.objectives", "A, E, I, J given"),
    "advanced with thousands": (changed(variant="advanced", objectives=["A"] * 9000), "settings.objectives", "9000 given"),
    "unknown objective": (changed(variant="advanced", objectives=["A", "E", "Z"]), "settings.objectives[2]", '"Z" given'),
    "claim of a card not in play": (changed(player("claims", {"B": 10}), **ADVANCED), "players[0].claims.B", "not in play"),
    "claim on 9": (changed(player("claims", {"A": 9}), **ADVANCED), "players[0].claims.A", "expected 10, 8, 6 or 4"),
    "claim on true": (changed(player("claims", {"A": True}), **ADVANCED), "players[0].claims.A", "true given"),
    "claim of no card": (changed(player("claims", {"Z": 10}), **ADVANCED), "players[0].claims.Z", '"Z" given'),
    "claims a list": (changed(player("claims", ["A"]), **ADVANCED), "players[0].claims", "expected an object"),
    "player's objectives in advanced": (changed(player("objectives", THREE), **ADVANCED), "players[0].objectives", "has no"),
    "cooperative with one": (cooperative(("players", 1, ...)), "players", "1 player, the cooperative variant expects 2 to 4"),
    "cooperative without objectives": (cooperative(player("objectives", ...)), "players[0].objectives", "none given"),
    "cooperative with one card in front of two": (
        cooperative(player("objectives", ["B", "E", "J"], 1)),
        "players[1].objectives[1]",
        'objective E lies in front of "Vanda" too',
    ),
    "cooperative extreme": (cooperative(difficulty="extreme"), "settings.difficulty", "expected easy, medium or hard"),
    "unknown difficulty": (cooperative(difficulty="harder"), "settings.difficulty", 'did you mean "hard"?'),
    "cooperative with cards in play": (cooperative(objectives=THREE), "settings.objectives", "no objectives in settings"),
    "cooperative with claims": (cooperative(player("claims", {})), "players[0].claims", "no claims"),
    "met of another": (cooperative(player("met", ["B"])), "players[0].met[0]", "expected A, E or I"),
    "borrowed in cooperative": (cooperative(player("borrowed_met", ["B"])), "players[0].borrowed_met[0]", "can't have been"),
    "unmatching negative": (cooperative(player("unmatching", -1)), "players[0].unmatching", "at least 0"),
    "solo with other names": (solo(names="AC"), "players", 'exactly the two Landscapes "A" and "B"'),
    "solo with one": (solo(("players", 1, ...)), "players", 'exactly the two Landscapes "A" and "B"'),
    "borrowed below extreme": (solo(player("borrowed_met", ["B"]), difficulty="hard"), "players[0].borrowed_met[0]", "extreme"),
    "borrowed of its own": (solo(player("borrowed_met", ["A"]), difficulty="extreme"), "players[0].borrowed_met[0]", "other"),
    "borrowed of nobody": (solo(player("borrowed_met", ["C"]), difficulty="extreme"), "players[0].borrowed_met[0]", "other"),
}


@pytest.mark.parametrize("case", ERRORS.values(), ids=ERRORS)
def test_error_says_where_and_what(case):
    document, path, words = case
    with pytest.raises(BoardError) as error:
        load_board(document)
    assert error.value.path == path
    assert words in error.value.message
    one_clean_line(str(error.value))


def one_clean_line(text):
    assert text == printable(text)
    assert len(text.splitlines()) == 1
    assert len(text) < 300
    text.encode("utf-8")


TEXTS = {
    "empty": (b"", "empty"),
    "blank": (b" \n", "empty"),
    "not JSON": (b"format: 1", "not JSON: Expecting value at line 1, column 1"),
    "trailing comma": (b'{"format": 1,}', "not JSON"),
    "cut off": (b'{"format": 1', "not JSON"),
    "a list": (b"[1]", "expected an object with format, game, settings and players, got a list of 1"),
    "a text": (b'"x"', 'got "x"'),
    "not UTF-8": (b'{"format": "\xff"}', "not UTF-8 text (byte 12)"),
    "UTF-16": ('{"format": 1}'.encode("utf-16"), "not UTF-8"),
    "a control character as it is": (b'{"a": "\x01"}', "not JSON: Invalid control character"),
    "a key twice": (b'{"format": 1, "format": 1}', "format: this key stands twice"),
    "a key twice, deep": (b'{"players": [{"name": "A", "name": "B"}]}', "players[0].name: this key stands twice"),
    "a key twice, written differently": (b'{"a": 1, "\\u0061": 1}', "a: this key stands twice"),
    "NaN": (b'{"format": NaN}', "format: NaN given"),
    "Infinity": (b'{"format": -Infinity}', "format: -Infinity given"),
    "1e400": (b'{"format": 1e400}', "format: Infinity given"),
    "1e3": (b'{"format": 1e3}', "format: 1000.0 given, expected a whole number"),
    "5,000 digits": (b'{"format": ' + b"9" * 5000 + b"}", "format: a number of 5,000 digits"),
    "30 digits": (b'{"format": -' + b"9" * 29 + b"}", "format: a number of 30 digits"),
    "15 digits": (b'{"format": 999999999999999}', "format: 999999999999999, expected a whole number"),
    "51 deep": (b'{"a": ' + b"[" * 50 + b"]" * 50 + b"}", "nested over 50 deep at line 1, column 56"),
    "30,000 deep": (b"[" * 30_000, "nested over 50 deep"),
    "deep objects": (b'{"a":' * 3_000, "nested over 50 deep"),
    "over 5 MB": (b'{"format": "' + b" " * MOST_BYTES + b'"}', "larger than 5 MB"),
}


@pytest.mark.parametrize("case", TEXTS.values(), ids=TEXTS)
def test_text_that_is_no_board_file(case):
    text, words = case
    with pytest.raises(BoardError) as error:
        load_board(text)
    assert words in str(error.value)
    one_clean_line(str(error.value))


@pytest.mark.parametrize(
    "text",
    [b"[" * 2_500_000, b'"' + b'\\"' * 2_400_000, b'{"a":' * 900_000, b'"[" ' * 1_200_000, b"\\" * 4_000_000],
    ids=["brackets", "escaped quotes", "objects", "brackets in texts", "backslashes"],
)
def test_five_megabytes_of_nonsense_end_in_one_line(text):
    with pytest.raises(BoardError):
        load_board(text)


def test_brackets_within_texts_are_not_nesting():
    text = json.dumps(changed(player("name", '["{' * 60)))
    assert load_board(text.encode()).players[0].name == '["{' * 60


def test_fifty_deep_is_read():
    assert parse(b'{"a": ' + b"[" * 49 + b"]" * 49 + b"}")


def test_a_dict_that_contains_itself_ends_in_one_line():
    board = copy.deepcopy(GOOD)
    board["players"].append(board)
    with pytest.raises(BoardError, match="nested over 50 deep"):
        load_board(board)


@pytest.mark.parametrize("value", [{1, 2}, b"x", object(), {1: 2}, 1j], ids=["set", "bytes", "object", "key", "complex"])
def test_values_that_json_does_not_know(value):
    with pytest.raises(BoardError):
        load_board(changed(player("compost", value)))


def test_a_byte_order_mark_is_accepted():
    assert load_board(b"\xef\xbb\xbf" + json.dumps(GOOD).encode()).to_dict() == GOOD


def test_what_is_left_out_has_its_default():
    board = load_board({"format": 1, "game": "rainforest-city", "players": [{"name": "Vanda"}]})
    assert board.settings.variant == "standard"
    assert board.settings.difficulty == "easy"
    assert board.settings.house_adjacency == "orthogonal"
    assert (board.players[0].grid, board.players[0].compost) == ((), 0)
    assert board.to_dict() == {"format": 1, "game": "rainforest-city", "players": [{"name": "Vanda"}]}


def test_paths_files_bytes_and_boards_are_taken(tmp_path):
    file = tmp_path / "board.json"
    file.write_text(json.dumps(GOOD))
    board = load_board(GOOD)
    assert load_board(file) == load_board(str(file)) == load_board(file.read_bytes()) == load_board(board) == board


def test_a_board_does_not_change_when_the_dict_does():
    document = copy.deepcopy(GOOD)
    board = load_board(document)
    document["players"][0]["grid"][0][0] = "O"
    assert board.to_dict() == GOOD


@pytest.mark.parametrize("name", ["<b>Ada</b>", "شيرة", "नीला", "👩\u200d🌾", "a" * 5_000, "", "Ada", "R:r1"])
def test_names_of_any_kind_stay_as_typed(name):
    board = load_board(changed(player("name", name)))
    assert board.to_dict()["players"][0]["name"] == name
    assert score(board).players[0].name == name


def test_200_by_200_is_read():
    board = load_board(changed(player("grid", [["R:r1"] * 200] * 200)))
    assert score(board).players[0].categories[0].points == 40_000


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["R", "H:ot", "A", "solo", 10]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
PLACES = st.sampled_from(
    [
        ("format",), ("game",), ("settings",), ("players",), ("extra",),
        ("settings", "variant"), ("settings", "objectives"), ("settings", "difficulty"), ("settings", "house_adjacency"),
        ("players", 0), ("players", 1, "name"), ("players", 0, "grid"), ("players", 0, "grid", 0), ("players", 0, "grid", 0, 1),
        ("players", 0, "compost"), ("players", 0, "claims"), ("players", 0, "met"), ("players", 0, "borrowed_met"),
        ("players", 0, "objectives"), ("players", 0, "unmatching"), ("players", 1, "more"),
    ]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.sampled_from([GOOD, solo(), cooperative(), changed(**ADVANCED)]), st.lists(st.tuples(PLACES, JSON), max_size=3))
def test_anything_anywhere_is_scored_or_refused_in_one_line(start, changes):
    board = copy.deepcopy(start)
    for path, value in changes:
        place = board
        try:
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = value
        except (TypeError, KeyError, IndexError):
            continue
    try:
        loaded = load_board(board)
    except BoardError as error:
        one_clean_line(str(error))
    else:
        assert load_board(loaded.to_dict()) == loaded
        score(loaded)


@settings(max_examples=200, deadline=None)
@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")) | JSON.map(lambda v: json.dumps(v).encode()))
def test_any_bytes_are_refused_in_one_line(data):
    with pytest.raises(BoardError) as error:
        load_board(data)
    one_clean_line(str(error.value))


@pytest.mark.parametrize(
    ("value", "text"),
    [("R", '"R"'), ("a\x1bb", '"a\\x1bb"'), ("x" * 50, '"' + "x" * 37 + '..."'), ([1, 2], "a list of 2"), ({}, "an object"), (None, "null")],
)
def test_values_as_error_lines_quote_them(value, text):
    assert shown(value) == text


def test_the_board_in_a_reading_is_checked_as_one_by_itself_is():
    board = '{"format": 7, "format": 1, "game": "rainforest-city", "settings": {}, "players": [{"name": "A", "grid": [["R"]]}]}'
    for source in (board.encode(), board_within(f'{{"board": {board}, "seconds": 0.5}}'.encode())):
        with pytest.raises(BoardError, match="twice"):
            load_board(source)


@pytest.mark.parametrize("held", [b"", b"[1]", b'{"players": [], "board": {}}', b'{"board": 3}', b"\xff", b"[" * 100_000])
def test_what_holds_no_board_within_is_none(held):
    assert board_within(held) is None
