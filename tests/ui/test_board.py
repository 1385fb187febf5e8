"""The Python side of the board editor, and the pictures."""

from __future__ import annotations

import colorsys
import itertools
import json
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any

import pytest

from ui import board as editor
from ui import drawing

AREAS = [
    [0, 1, 1, 2, 2, 2],
    [3, 4, 4, 5, 6, 6],
    [3, 4, 4, 5, 7, 7],
    [8, 8, 8, 9, 10, 10],
    [0, 8, 11, 9, 0, 10],
    [12, 12, 11, 13, 13, 13],
]
FOREST = [[""] * 6 for _ in range(6)]
BEAR = editor.Entry("sun-bear", "medium", "Sun Bear", {"species": "sun-bear"}, "VU", "+6 per 2 plants")
HIVE = [{"at": [0, 0], "species": "sun-bear"}, {"at": [1, 1], "type": "plant", "name": "<b>&\"'"}]
BOARDS = [
    editor.square_grid([["R:r1", ""], ["H"], []]),
    editor.area_grid(FOREST, AREAS),
    editor.area_layout(AREAS),
    editor.hive(HIVE, [BEAR]),
    editor.hive_pattern([(0, 0), (1, 1)]),
]


def message(**changes: Any) -> dict[str, Any]:
    return {"doc": "a", "revision": 4, "client": "c", "cells": [["R"]], "doubt": [[0, 0]]} | changes


def read(
    state: Any, monkeypatch: pytest.MonkeyPatch, revision: int = 3, doc: str = "a"
) -> editor.Edit | None:
    monkeypatch.setattr(editor.st, "session_state", {"board": state})
    return editor.read_edit("board", doc=doc, revision=revision)


def test_an_edit_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    edit = read({"edit": message()}, monkeypatch)
    assert edit == editor.Edit("a", [["R"]], 4, "c", ((0, 0),))
    assert read({"edit": message()}, monkeypatch, revision=edit.revision) is None
    assert read({"edit": message()}, monkeypatch, revision=9) is None


def test_an_edit_of_another_board_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read({"edit": message()}, monkeypatch, doc="b") is None


@pytest.mark.parametrize(
    "state",
    [
        None,
        {},
        "edit",
        {"edit": None},
        {"edit": []},
        {"edit": message(revision="5")},
        {"edit": message(revision=True)},
        {"edit": message(client=None)},
        {"edit": message(cells={})},
    ],
)
def test_what_is_no_message_is_ignored(state: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(state, monkeypatch) is None


def test_doubtful_squares_that_are_no_squares_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    edit = read({"edit": message(doubt=[[0, 1], "x", [1], [1, 2, 3], [0.5, 1], None])}, monkeypatch)
    assert edit is not None
    assert edit.doubt == ((0, 1),)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.kind)
def test_what_the_browser_gets_is_json(board: editor.Board) -> None:
    data = editor._data(board, "doc", 2, "client", [(0, 1)], [(1, 0)], {(0, 0): "+2"})
    assert json.loads(json.dumps(data)) == data
    assert data["badges"] == {"0,0": "+2"}


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.kind)
def test_brushes_have_their_own_names_keys_and_symbols(board: editor.Board) -> None:
    ids = [brush.id for brush in board.brushes]
    assert len(ids) == len(set(ids))
    keys = [key for brush in board.brushes for key in brush.keys]
    assert len(keys) == len(set(keys))
    for brush in board.brushes:
        assert brush.symbol.replace("*", "r") in drawing.symbols()


def test_boards_do_not_share_their_cells_with_the_caller() -> None:
    grid = [["R"]]
    board = editor.square_grid(grid)
    grid[0][0] = "O"
    assert board.cells == [["R"]]


# Pictures ----------------------------------------------------------------------------------------------------------


def svg(markup: str) -> ET.Element:
    return ET.fromstring(markup)


def all_symbols() -> Mapping[str, str]:
    return drawing.symbols()


@pytest.mark.parametrize("name", sorted(all_symbols()))
def test_every_symbol_is_well_formed_and_stands_alone(name: str) -> None:
    picture = drawing.picture(name, 40)
    assert svg(picture).get("aria-hidden") == "true"
    assert "href" not in picture
    assert " id=" not in picture
    assert svg(drawing.picture(name, 40, 'A "tree" & <more>')).get("aria-label") == 'A "tree" & <more>'


def lightness(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return colorsys.rgb_to_hls(red, green, blue)[1]


def test_terrains_differ_in_lightness() -> None:
    from ui.drawing.landscape import GROUND

    levels = sorted(lightness(colour) for colour in GROUND.values())
    assert min(b - a for a, b in itertools.pairwise(levels)) > 0.08


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.kind)
def test_boards_are_drawn(board: editor.Board) -> None:
    first = (0, 0)
    plain = svg(drawing.board_svg(board))
    assert plain.get("aria-label") == board.label
    lit = drawing.board_svg(board, lit=[first], doubt=[first], badges={first: "−1"}, label="<here>")
    assert svg(lit).get("aria-label") == "<here>"
    assert 'opacity="0.3"' in lit
    assert ">−1<" in lit


def test_an_empty_board_is_drawn() -> None:
    assert svg(drawing.board_svg(editor.square_grid([]))) is not None


def test_typed_text_is_escaped() -> None:
    drawn = drawing.board_svg(BOARDS[3])
    assert "<b>" not in drawn
    assert any(text.text == "<b>&\"'" for text in svg(drawn).iter("{http://www.w3.org/2000/svg}text"))


@pytest.mark.parametrize(
    ("pieces", "state"),
    [
        (["", ""], "empty"),
        (["r", ""], "unfinished"),
        (["r", "b", ""], "unfinished"),
        (["r", "rt", "ra"], "complete"),
        (["r", "bt"], "mixed"),
    ],
)
def test_state_of_an_area(pieces: list[str], state: str) -> None:
    assert drawing.area_state(pieces) == state


def test_the_page_colours_areas_as_the_pictures_do() -> None:
    from ui.drawing.forest import STATE_DEEP, STATE_GROUND

    style = (editor._FOLDER / "board.css").read_text("utf-8")
    for state, colour in STATE_GROUND.items():
        assert f".ft-area-{state} {{ color: {colour}; }}" in style
    for state, colour in STATE_DEEP.items():
        assert f".ft-value.ft-value-{state} {{ fill: {colour}; stroke: {colour}; }}" in style


def test_other_pictures_are_well_formed() -> None:
    pictures = [drawing.ecosystem_svg(number, 2) for number in range(1, 25)]
    assert len(set(pictures)) == 24, "each card has its own picture"
    pictures += [drawing.ecosystem_svg(12, 6, 4, "b"), drawing.card_svg("", "?")]
    for icon in ("NW", "NE", "SE", "SW"):
        pictures.append(drawing.face_svg([[1, 1, 2], [3, 0, 2], [3, 3, 2]], "pink", "square", icon))
    pictures += [drawing.landscape_cover(), drawing.forest_cover(), drawing.beehive_cover()]
    for picture in pictures:
        assert svg(f'<g xmlns="http://www.w3.org/2000/svg">{picture}</g>') is not None


def test_a_large_landscape_is_a_picture_of_flat_colours():
    grid = [["R:r1", "M:m3", "O:ot", "H"] * 10 for _ in range(40)]
    drawn = drawing.board_svg(editor.square_grid(grid))
    assert svg(drawn) is not None
    assert len(drawn) < 500_000
    for colour in ("#62a567", "#7d5640", "#8fc4e2", "#ecdcbd"):
        assert drawn.count(f'fill="{colour}"') >= 400
    assert drawing.landscape_colours()["ot"] == ["#fff4d2", "#6b4a05"]
