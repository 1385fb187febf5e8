"""The board editor: one component of our own with three kinds of boards, painted by touch, mouse or keyboard.

`board_editor` shows a board to paint, `board_view` one to look at and touch; both draw with `ui.drawing`'s symbols.
What a kind of board needs is a `Board`, made by `square_grid`, `area_grid` (or `area_layout` to draw the areas
themselves), `hive` (or `hive_pattern`).

How painting reaches Python
    Painting happens in the browser at once. When the finger leaves the board, one message brings the whole board's
    cells with `revision`, one more than the last. The page keeps cells and revision together (in its store) and
    hands both back:

        if edit := read_edit("board", doc=doc, revision=stored.revision):
            store(edit.cells, edit.revision, edit.client)         # before anything that needs the board
        board_editor(board, doc=doc, revision=stored.revision, client=stored.client, key="board")

    A page on which nothing but the editor needs the board can take the edit from `board_editor` itself.
    An edit counts only where its revision is greater than the stored one, so that a rerun never repeats a stroke; and
    each edit holds every cell, so that a stroke whose rerun was interrupted is in the next. The browser in turn takes
    Python's cells only where Python's revision is greater than its own (or the same by another client): a rerun that
    carries older cells never paints over newer ones. A page that changes the cells by itself (a file, a reading)
    adds one to the revision and sets `client` to "".
    `doc` names what is edited (a player's board): another doc has its own cells, undo and revision.

Attributes in the page, for tests and other programs
    Squares carry `data-cell="row,column"` (the board file's; the ring for growing has -1 and beyond), places of
    a beehive `data-at="x,y"`, and all `data-value`: the square's text ("R:r1", "rt", a card's type and species; empty:
    nothing there). Brushes carry `data-brush` (their id), the other buttons `data-tool` (`undo redo turn clear
    zoom-in zoom-out`...), the root `.ft-board` `data-kind`, `data-mode` ("edit" or "view") and `data-revision`. A lit
    square has the class `ft-lit`, a touched one `ft-selected`, an uncertain one `ft-doubt`, a place without anything
    `ft-ghost`. A landscape of more than 400 squares is drawn in flat colours, and square by square only as far as one
    looks near enough to have at most so many in sight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from ui import drawing

Cell = tuple[int, int]

_FOLDER = Path(__file__).parent
_SCRIPTS = ("core", "squares", "areas", "hive", "main")


class Edit(NamedTuple):
    """A board as painted in the browser."""

    doc: str
    cells: list[Any]
    """As the board's kind has them in a board file: rows of squares, or a list of cards."""
    revision: int
    client: str
    doubt: tuple[Cell, ...]
    """Uncertain squares that nobody has painted since, where they now lie (growing and turning move them)."""

    @property
    def name(self) -> tuple[str, int, str]:
        return self.doc, self.revision, self.client


@dataclass(frozen=True)
class Brush:
    """One button of the palette.

    `does` says what it paints on a square grid: `terrain`, `token`, `level` (1-3, on the terrain that lies there), `bare`
    (takes the token away), `clear`. `keys` are keyboard keys (lower case, or names such as "Delete").
    """

    id: str
    label: str
    symbol: str
    does: str
    value: str = ""
    letter: str = ""
    keys: tuple[str, ...] = ()
    group: str = ""
    folded: bool = False
    """The brush's group shows on demand."""
    title: str = ""

    def to_data(self) -> dict[str, Any]:
        return {**vars(self), "keys": list(self.keys), "title": self.title or self.label}


@dataclass(frozen=True)
class Board:
    """What the component shows: its kind, cells, brushes and what else the kind needs."""

    kind: str
    cells: Sequence[Any]
    brushes: tuple[Brush, ...]
    brush: str
    label: str
    names: Mapping[str, str] = field(default_factory=dict)
    """Words for the parts of a square's text, for those who hear the page."""
    options: Mapping[str, Any] = field(default_factory=dict)


SQUARE_BRUSHES = (
    Brush("R", "Forest", "R", "terrain", "R", "R", ("r",), "Terrain", title="Rainforest"),
    Brush("M", "Mangrove", "M", "terrain", "M", "M", ("m",), "Terrain"),
    Brush("O", "Ocean", "O", "terrain", "O", "O", ("o",), "Terrain"),
    Brush("H", "House", "H", "terrain", "H", "H", ("h",), "Terrain"),
    Brush("clear", "No card", "icon-erase", "clear", "", "", ("Delete", "Backspace"), "Terrain"),
    Brush("1", "Plant", "r1", "level", "1", "1", ("1",), "Token", title="Plant of this square's terrain"),
    Brush(
        "2", "Herbivore", "m2", "level", "2", "2", ("2",), "Token", title="Herbivore of this square's terrain"
    ),
    Brush(
        "3", "Carnivore", "o3", "level", "3", "3", ("3",), "Token", title="Carnivore of this square's terrain"
    ),
    Brush("ot", "Otter", "ot", "token", "ot", "T", ("t",), "Token"),
    Brush("bare", "No token", "icon-bare", "bare", "", "0", ("0",), "Token"),
    *(
        Brush(
            token,
            name.split()[-1].capitalize(),
            token,
            "token",
            token,
            token,
            (),
            "All tokens",
            True,
            name.capitalize(),
        )
        for token, name in drawing.TOKENS.items()
        if token != "ot"
    ),
)


def square_grid(grid: Sequence[Sequence[str]], *, label: str = "Landscape") -> Board:
    """A landscape that grows on any side. `grid`: rows of squares as in a board file, "" where no card lies."""
    names = drawing.TERRAINS | drawing.TOKENS
    options = {"colours": drawing.landscape_colours()}
    return Board("squares", [list(row) for row in grid], SQUARE_BRUSHES, "R", label, names, options)


AREA_BRUSHES = (
    *(
        Brush(
            colour,
            name.capitalize(),
            f"flower-{colour}",
            "colour",
            colour,
            colour.upper(),
            (colour,),
            "Colour",
        )
        for colour, name in drawing.FLOWERS.items()
    ),
    Brush(
        "cycle",
        "In turn",
        "icon-cycle",
        "stage",
        "cycle",
        "",
        ("4",),
        "Piece",
        title="Flower, tree, animal, nothing",
    ),
    Brush("flower", "Flower", "flower-*", "stage", "flower", "1", ("1",), "Piece"),
    Brush("tree", "Tree", "tree-*", "stage", "tree", "2", ("2",), "Piece"),
    Brush("animal", "Animal", "animal-*", "stage", "animal", "3", ("3",), "Piece"),
    Brush("clear", "Nothing", "icon-erase", "stage", "clear", "", ("Delete", "Backspace", "0"), "Piece"),
)
LAYOUT_BRUSHES = (
    Brush(
        "area",
        "Area",
        "icon-area",
        "area",
        "",
        "A",
        ("a",),
        "Areas",
        title="Drag over the squares of an area",
    ),
    Brush("lake", "Lake", "lake", "lake", "", "L", ("l",), "Areas"),
)


def area_grid(
    grid: Sequence[Sequence[str]], areas: Sequence[Sequence[int]], *, label: str = "Forest"
) -> Board:
    """A fixed 6x6 of flowers, trees and animals. `areas`: 6x6 area numbers, 0 a lake; each area shows its values."""
    names = {}
    for colour, name in drawing.FLOWERS.items():
        names |= {
            colour: f"{name} flower",
            f"{colour}t": f"tree on {name}",
            f"{colour}a": drawing.ANIMALS[colour],
        }
    options = {"areas": [list(row) for row in areas]}
    return Board("areas", [list(row) for row in grid], AREA_BRUSHES, "r", label, names, options)


def area_layout(areas: Sequence[Sequence[int]], *, label: str = "Areas") -> Board:
    """The 6x6 while its areas are drawn; the cells of its edits are area numbers (0 a lake).

    A drag joins squares of one 3x3 board to an area, at most five; a tap takes a square out of its area, so a square
    may be an area of its own for a while: what is not yet an area of 2 to 5 squares is marked.
    """
    return Board("areas", [list(row) for row in areas], LAYOUT_BRUSHES, "area", label, {}, {"drawing": True})


def unscored(board: Board) -> Board:
    """The board as it lies, without what it is worth: for whoever counts it."""
    return replace(board, options={**board.options, "unscored": True})


@dataclass(frozen=True)
class Entry:
    """A card that can be put into a beehive."""

    id: str
    type: str
    name: str
    card: Mapping[str, Any]
    """The card as a board file has it, without `at`."""
    iucn: str = ""
    words: str = ""
    """What it scores, in short."""

    def to_data(self) -> dict[str, Any]:
        return {**vars(self), "card": dict(self.card)}


def hive(cards: Sequence[Mapping[str, Any]], catalogue: Iterable[Entry], *, label: str = "Beehive") -> Board:
    """A beehive of cards as a board file lists them. `catalogue`: the cards on offer, sorted by type."""
    options = {"catalogue": [entry.to_data() for entry in catalogue]}
    return Board("hive", [dict(card) for card in cards], (), "", label, drawing.TYPES, options)


def hive_pattern(pattern: Sequence[Cell], *, label: str = "Pattern") -> Board:
    """Nine spots of a beehive; the cells of its edits are [x, y] pairs (fewer than nine while it is being drawn)."""
    return Board(
        "hive", [list(spot) for spot in pattern], (), "", label, {}, {"pattern": True, "catalogue": []}
    )


def brought(key: str) -> Edit | None:
    """What the editor `key` brought last, taken or not; None where it brought nothing yet."""
    return _edit(_state(st.session_state.get(key)).get("edit"))


def read_edit(key: str, *, doc: str, revision: int) -> Edit | None:
    """What was painted in the editor `key` on this doc since `revision`, None if nothing was.

    Works at the top of a run, before the editor is shown, so that all of the page can speak of the new board.
    """
    return _newer(brought(key), doc, revision)


def board_editor(
    board: Board,
    *,
    doc: str,
    revision: int,
    client: str = "",
    doubt: Iterable[Cell] = (),
    lit: Iterable[Cell] = (),
    badges: Mapping[Cell, str] | None = None,
    key: str = "board-editor",
) -> Edit | None:
    """Show a board to paint; returns the edit that is newer than `revision`, None if there is none.

    `doubt`: uncertain squares, marked until they are painted. `lit`: squares to light, all others are dimmed.
    `badges`: points written on squares. `key`: the component's key; one editor a key on a page.
    """
    data = _data(board, doc, revision, client, doubt, lit, badges) | {"readonly": False}
    known = read_edit(key, doc=doc, revision=revision)
    result = _component()(key=key, data=data, on_edit_change=_nothing, on_tap_change=_nothing)
    edit = _newer(_edit(_state(result).get("edit")), doc, revision)
    if edit is not None and known is None:
        _once_more(key, edit)
    return edit


def _once_more(key: str, edit: Edit) -> None:
    """Run again, once an edit: a browser that comes back to a new session brings an edit that the top of this run
    could not know of."""
    told = f"{key}-late"
    if st.session_state.get(told) != edit.name:
        st.session_state[told] = edit.name
        st.rerun()


def board_view(
    board: Board,
    *,
    doc: str,
    revision: int = 0,
    doubt: Iterable[Cell] = (),
    lit: Iterable[Cell] = (),
    badges: Mapping[Cell, str] | None = None,
    selected: Cell | None = None,
    key: str = "board-view",
) -> Cell | None:
    """Show a board to look at; returns the square just touched (in the one run that the touch starts), else None.

    Change `doc` or `revision` whenever the cells change. `selected`: the square whose lines are being shown.
    """
    data = _data(board, doc, revision, "", doubt, lit, badges)
    data |= {"readonly": True, "selected": list(selected) if selected else None}
    result = _component()(key=key, data=data, on_edit_change=_nothing, on_tap_change=_nothing)
    tap = _state(result).get("tap")
    if not isinstance(tap, Mapping) or tap.get("doc") != doc:
        return None
    return _cell(tap.get("cell"))


def _data(
    board: Board,
    doc: str,
    revision: int,
    client: str,
    doubt: Iterable[Cell],
    lit: Iterable[Cell],
    badges: Mapping[Cell, str] | None,
) -> dict[str, Any]:
    return {
        "kind": board.kind,
        "cells": list(board.cells),
        "brushes": [brush.to_data() for brush in board.brushes],
        "brush": board.brush,
        "label": board.label,
        "names": dict(board.names),
        "options": dict(board.options),
        "doc": doc,
        "revision": revision,
        "client": client,
        "doubt": [list(cell) for cell in doubt],
        "lit": [list(cell) for cell in lit],
        "badges": {f"{a},{b}": text for (a, b), text in (badges or {}).items()},
    }


def _nothing() -> None:
    """Streamlit wants a callback for each value a component may set."""


def _state(result: Any) -> Mapping[str, Any]:
    return result if isinstance(result, Mapping) else {}


def _cell(value: Any) -> Cell | None:
    if isinstance(value, list | tuple) and len(value) == 2 and all(type(v) is int for v in value):
        return (value[0], value[1])
    return None


def _edit(message: Any) -> Edit | None:
    """The browser's message, None where it is none."""
    if not isinstance(message, Mapping):
        return None
    doc, revision, client, cells = (message.get(name) for name in ("doc", "revision", "client", "cells"))
    if not (isinstance(doc, str) and type(revision) is int and isinstance(client, str) and isinstance(cells, list)):
        return None
    doubt = tuple(cell for value in message.get("doubt") or () if (cell := _cell(value)) is not None)
    return Edit(doc, cells, revision, client, doubt)


def _newer(edit: Edit | None, doc: str, revision: int) -> Edit | None:
    """The edit, None where it is older or of another doc."""
    return edit if edit is not None and edit.doc == doc and edit.revision > revision else None


@cache
def _component() -> Callable[..., Any]:
    script = "\n".join((_FOLDER / "js" / f"{name}.js").read_text("utf-8") for name in _SCRIPTS)
    return st.components.v2.component(
        "forest_tally_board",
        html=drawing.symbol_defs(),
        css=(_FOLDER / "board.css").read_text("utf-8"),
        js=script,
        isolate_styles=False,
    )
