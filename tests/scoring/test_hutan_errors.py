"""Hutan board files that can't be used: each error is one line that says where and what."""

import pytest

from scoring import BoardError, load_board

EMPTY = [[""] * 6 for _ in range(6)]
AREAS = [
    [1, 1, 2, 3, 3, 3],
    [1, 1, 2, 4, 4, 5],
    [6, 6, 0, 4, 5, 5],
    [7, 7, 7, 8, 8, 9],
    [10, 10, 7, 8, 9, 9],
    [10, 11, 11, 12, 12, 12],
]
BOARDS = [{"face": f"{colour}-circle", "icon": "NW"} for colour in ("blue", "pink", "red", "white")]


def changed(rows, r, c, value):
    return [[value if (i, j) == (r, c) else old for j, old in enumerate(row)] for i, row in enumerate(rows)]


def file(settings=None, grid=EMPTY, players=None, **player):
    return {
        "format": 1,
        "game": "hutan",
        "settings": {"layout": "first-game"} if settings is None else settings,
        "players": players or [{"name": "Lin", "grid": grid, **player}],
    }


def last_board(**changes):
    return file({"layout": {"boards": [*BOARDS[:3], {**BOARDS[3], **changes}]}})


def drawn(r, c, value):
    return file({"layout": {"areas": changed(AREAS, r, c, value)}})


def cards(*numbers, layout="first-game"):
    return file({"layout": layout, "ecosystems": list(numbers)})


ERRORS = {
    "no settings": ({k: v for k, v in file().items() if k != "settings"}, "settings.layout: missing"),
    "no layout": (file({}), "settings.layout: missing"),
    "unknown layout": (file({"layout": "first-gane"}), 'did you mean "first-game"?'),
    "layout a number": (file({"layout": 5}), "settings.layout: 5 given"),
    "layout empty": (file({"layout": {}}), "neither boards nor areas"),
    "boards and areas": (file({"layout": {"boards": BOARDS, "areas": AREAS}}), "both boards and areas"),
    "three boards": (file({"layout": {"boards": BOARDS[:3]}}), "settings.layout.boards: 3 boards given"),
    "a colour twice": (last_board(face="blue-square"), "settings.layout.boards[3].face: a second blue board"),
    "unknown face": (last_board(face="white-circl"), 'settings.layout.boards[3].face: "white-circl"'),
    "unknown icon": (last_board(icon="N"), 'settings.layout.boards[3].icon: "N" given'),
    "key of a board": (last_board(turn=1), "settings.layout.boards[3].turn: unknown key"),
    "key of the layout": (file({"layout": {"board": BOARDS}}), "settings.layout.board: unknown key"),
    "five rows of areas": (file({"layout": {"areas": AREAS[:5]}}), "settings.layout.areas: 5 rows given"),
    "negative area": (drawn(0, 0, -1), "settings.layout.areas[0][0]: -1 given"),
    "area in pieces": (drawn(0, 0, 2), "area 2 is in 2 pieces"),
    "area over two boards": (drawn(0, 3, 2), "settings.layout.areas[0][3]: area 2 reaches"),
    "area of one": (drawn(0, 0, 99), "area 99 has 1 square; an area has 2 to 5"),
    "area of six": (file({"layout": {"areas": [[1, 1, *AREAS[0][2:]], [1, 1, *AREAS[1][2:]], [1, 1, *AREAS[2][2:]],
                                             *AREAS[3:]]}}), "area 1 has 6 squares"),
    "area true": (drawn(0, 0, True), "settings.layout.areas[0][0]: true given"),
    "scenario with cards": (cards(1, 2, 3, 4, 5, layout="scenario-a"), "settings.ecosystems: given together with"),
    "scenario with no cards": (cards(layout="scenario-a"), "settings.ecosystems: given together with"),
    "four cards": (cards(1, 2, 3, 4), "settings.ecosystems: 4 cards given"),
    "a card twice": (cards(1, 2, 3, 4, 4), "settings.ecosystems[4]: card 4 stands here twice"),
    "no such card": (cards(1, 2, 3, 4, 25), "settings.ecosystems[4]: 25 given"),
    "solo of two": (
        file({"layout": "first-game", "solo": True}, players=[{"name": n, "grid": EMPTY} for n in "AB"]),
        "settings.solo: true with 2 players",
    ),
    "no grid": (file(players=[{"name": "Lin"}]), "players[0].grid: missing"),
    "five rows": (file(grid=EMPTY[:5]), "players[0].grid: 5 rows given"),
    "short row": (file(grid=[*EMPTY[:5], [""]]), "players[0].grid[5]: 1 square given"),
    "no square": (file(grid=changed(EMPTY, 2, 1, "rx")), 'players[0].grid[2][1]: "rx" is no square'),
    "flower on a lake": (file(grid=changed(EMPTY, 4, 0, "r")), "players[0].grid[4][0]: a red flower on a lake"),
    "tree on a lake": (file(grid=changed(EMPTY, 4, 0, "bt")), "players[0].grid[4][0]: a blue tree on a lake"),
    "animal on a lake": (file(grid=changed(EMPTY, 0, 0, "ra")), "players[0].grid[0][0]: an orangutan on a lake"),
    "key of a player": (file(compost=1), "players[0].compost: unknown key"),
}


@pytest.mark.parametrize(("document", "said"), ERRORS.values(), ids=list(ERRORS))
def test_error(document, said):
    with pytest.raises(BoardError) as error:
        load_board(document)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "settings",
    [
        {"layout": "first-game"},
        {"layout": "first-game", "ecosystems": []},
        {"layout": "scenario-n", "solo": False},
        {"layout": {"boards": BOARDS}, "ecosystems": [5, 4, 3, 2, 1]},
        {"layout": {"areas": AREAS}, "solo": True},
    ],
)
def test_round_trip_keeps_what_was_written(settings):
    assert load_board(file(settings)).to_dict() == file(settings)
