"""Step 3: who won and why. Categories open to lines, lines light their squares, squares tell all they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import streamlit as st

import scoring
from scoring.boardfile import BoardError
from scoring.model import Category, Cell, PlayerScore, ScoreSheet
from scoring.ranking import ties
from ui import board_step, parts, session, theme
from ui.session import Open

_CUP = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#7a5200" stroke-width="1.6">'
    '<path d="M7 5H3.5c0 4 1.5 6 4.5 6M17 5h3.5c0 4-1.5 6-4.5 6"/><path d="M7 3h10v6c0 4-2 6-5 6s-5-2-5-6z" fill="#f5c04a"/>'
    '<path d="M12 15v4M8 21h8l-1-2H9z" fill="#f5c04a"/></svg>'
)

MOST_WARNINGS = 4
"""More are folded."""
MOST_LINES = 200
"""Of one category; on a landscape of thousands of squares nobody reads them all, and the page would stall."""


def reckon(opened: Open) -> ScoreSheet | None:
    """The sheet of the board as it lies; None, with what is missing told in step 3, where it can't be scored."""
    try:
        return scoring.score(scoring.load_board(opened.to_score))
    except BoardError as error:
        st.session_state["unscored"] = _in_words(opened, error)
        return None


def _in_words(opened: Open, error: BoardError) -> str:
    """The error of the board, with the place named as it is called on the page."""
    where, _ = session.place_in_words(opened.part, opened.seats, error.path)
    return f"{where}: {error.message}." if where else theme.sentence(error.message)


def show(opened: Open, sheet: ScoreSheet | None) -> None:
    theme.step(3, "The score")
    with st.container(key="standings"):
        if sheet is not None:
            _standings(sheet)
    with st.container(key="score"):
        if sheet is None:
            theme.note("There is no score yet.", "amber", st.session_state.pop("unscored", ""))
            return
        _itemised(opened, sheet, sheet.players[opened.seat])


def _standings(sheet: ScoreSheet) -> None:
    if sheet.outcome is not None:
        heading = {"win": "Won!", "loss": "Lost", "open": "Not decided yet"}[sheet.outcome.result]
        theme.note(heading, "amber" if sheet.outcome.result == "win" else "", sheet.outcome.reason)
    if len(sheet.ranking) < 2:
        return
    places = ""
    for rank in sheet.ranking:
        first = " first" if rank.name in sheet.winners else ""
        crown = f'<img alt="1." src="{theme.image_address(_CUP)}">' if first else f"{rank.rank}."
        minus = ' class="minus"' if rank.total < 0 else ""
        places += (
            f'<div class="ft-place{first}"><span><small>{crown}</small><i title="{theme.escape(rank.name)}">{theme.escape(rank.name)}</i></span>'
            f"<b{minus}>{theme.points(rank.total)}</b></div>"
        )
    st.html(f'<div class="ft-standings">{places}</div>')
    for words in ties(sheet.ranking):
        theme.text(theme.well_set(words), "soft")


def _itemised(opened: Open, sheet: ScoreSheet, score: PlayerScore) -> None:
    board_step.choose_player(opened, "score")
    _warnings(opened, score)
    look = _look(opened, score)
    if opened.part.squares(opened.player):
        _board(opened, look)
    else:
        theme.text("Nothing lies on the board yet. Paint it, or take a photo of it, in step 2.", "soft")
    if score.categories:
        _categories(opened, score, look)
    _objectives(opened, score)
    _what_if(opened, sheet)


def _warnings(opened: Open, score: PlayerScore) -> None:
    """The first few, and the others folded, so that the score stays near."""
    notes = list(enumerate(score.warnings))
    shown = len(notes) if len(notes) <= MOST_WARNINGS else MOST_WARNINGS - 1
    for number, warning in notes[:shown]:
        _note(opened, f"warning-{number}", warning.cells, warning.text, "amber")
    if notes[shown:]:
        with st.expander(f"{len(notes) - shown} more remarks", icon=":material/info:", key="more-warnings"):
            for number, warning in notes[shown:]:
                _note(opened, f"warning-{number}", warning.cells, warning.text, "amber")


def _categories(opened: Open, score: PlayerScore, look: _Look) -> None:
    rulings = opened.game.rulings
    with st.container(key="card-lines"):
        theme.text("Open a category; touch a line to light its squares, or a square to see all it does.", "soft")
        parts.lines([_category(c, rulings) for c in score.categories], look.line, _line_touched(opened))


def _board(opened: Open, look: _Look) -> None:
    """The board with what is lit; a square that is touched tells all it does, touched again it lets go."""
    with st.container(key="score-board"):
        touched = board_step.look(opened, look.lit, look.square)
        if touched is not None:
            again = look.square == touched
            st.session_state["look"] = None if again else {"doc": opened.side.id, "square": touched}
            st.rerun()
        if look.square is not None:
            _why(opened, look.square)


class _Look(NamedTuple):
    """What is lit on the score's board: the squares of a touched line, or one square that was touched."""

    lit: tuple[Cell, ...] = ()
    square: Cell | None = None
    line: str = ""


def _look(opened: Open, score: PlayerScore) -> _Look:
    wanted = st.session_state.get("look") or {}
    if wanted.get("doc") != opened.side.id:
        return _Look()
    if "square" in wanted:
        return _Look(square=wanted["square"])
    if "cells" in wanted:
        return _Look(tuple(wanted["cells"]))
    key, _, number = wanted["line"].rpartition(":")
    lines = next((c.lines for c in score.categories if c.key == key), ())
    return _Look(lines[int(number)].cells, line=wanted["line"]) if int(number) < len(lines) else _Look()


def _line_touched(opened: Open) -> Callable[[str], None]:
    def touched(line: str) -> None:
        st.session_state["look"] = {"doc": opened.side.id, "line": line} if line else None

    return touched


def _light(opened: Open, cells: tuple[Cell, ...]) -> None:
    st.session_state["look"] = {"doc": opened.side.id, "cells": cells}


def _category(category: Category, rulings: Mapping[str, str]) -> dict[str, Any]:
    shown = category.lines[:MOST_LINES]
    lines = theme.line_rows(shown, rulings)
    every = len(category.lines)
    giving = sum(1 for line in category.lines if line.points)
    hint = f"{giving} of {every} count" if 0 < giving < every else ""
    row = {"key": category.key, "label": category.label, "points": category.points, "hint": hint, "lines": lines}
    if every > len(shown):
        row["more"] = f"The first {len(shown)} of {every} lines. Touch a square of the board to see what it does."
    return row


def _note(opened: Open, key: str, cells: tuple[Cell, ...], words: str, kind: str, more: str = "") -> None:
    """A note with a button that lights its squares."""
    words, more = theme.well_set(words), theme.well_set(more)
    if not cells:
        theme.note(words, kind, more)
        return
    with st.container(key=f"row-note-{key}", horizontal=True, vertical_alignment="center"):
        theme.note(words, kind, more)
        st.button(
            "", key=f"show-{key}", icon=":material/visibility:", help="Show where", on_click=_light, args=(opened, cells)
        )


def _why(opened: Open, cell: Cell) -> None:
    """Everything the touched square does for the score."""
    board = scoring.load_board(opened.to_score)
    sentences = "".join(
        f"<li>{theme.escape(theme.well_set(words))}</li>" for words in opened.game.explain(board, opened.seat, cell)
    )
    where = opened.part.cell_words(opened.player, cell)
    with st.container(key="why"):
        st.html(f'<p class="ft-label">{theme.escape(where)}</p><ul>{sentences}</ul>')


def _objectives(opened: Open, score: PlayerScore) -> None:
    """Objective cards held against the board as it lies."""
    for objective in score.objectives:
        words = f"Objective {objective.id}: {objective.verdict}"
        kind = "" if objective.met or objective.earlier else "grey"
        _note(opened, f"objective-{objective.id}", objective.cells, words, kind, objective.text)


def _ask_what_if(asked: tuple[str, int]) -> None:
    """The answer stands below: what was told of a square makes room for it."""
    st.session_state["what-if-asked"] = asked
    st.session_state["look"] = None
    st.session_state["just-asked"] = True


def _what_if(opened: Open, sheet: ScoreSheet) -> None:
    """The best single change, sought on demand."""
    if not sheet.players[opened.seat].scored:
        return
    asked = (opened.side.id, opened.side.revision)
    st.button(
        "What would have brought most?",
        key="what-if",
        icon=":material/lightbulb:",
        width="stretch",
        on_click=_ask_what_if,
        args=(asked,),
    )
    if st.session_state.get("what-if-asked") != asked:
        return
    board = scoring.load_board(opened.to_score)
    with st.spinner("Trying every change…"):
        found = opened.game.best_change(board, opened.seat)
    with st.container(key="what-if-answer"):
        if found is None:
            theme.note("No single change would bring anything more.")
        else:
            change, gain = found
            _note(opened, "what-if", change.cells, change.text, "", f"That would bring {theme.points(gain, sign=True)}.")
        if st.session_state.pop("just-asked", False):
            parts.bring_into_view("what-if-answer", "nearest")
