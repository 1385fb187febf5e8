"""Lessons: one idea at a time, each with a small board that the reader changes to see the points change."""

from __future__ import annotations

import copy
from types import ModuleType
from typing import Any

import streamlit as st

import scoring
from scoring import registry
from scoring.boardfile import BoardError
from scoring.model import ScoreSheet
from scoring.ranking import ties
from scoring.registry import Game
from ui import parts, theme
from ui.board import board_editor, read_edit
from ui.learn import rounds
from ui.learn.lesson import Lesson

KEY = "lesson-board"


def show() -> None:
    theme.apply()
    try:
        game = registry.game(st.query_params.get("game", ""))
        lessons: tuple[Lesson, ...] = registry.part("ui.learn", game.id).LESSONS
    except registry.UnknownGameError:
        theme.head()
        theme.note("Which game do you want to learn?", "amber")
        theme.games("learn")
        return
    theme.head(game.title)
    place = _place(lessons)
    lesson = lessons[place]
    _choose(lessons, place)
    with st.container(key="lesson"):
        st.html(f'<div class="ft-step" role="heading" aria-level="2"><i>{place + 1}</i><b>{theme.escape(lesson.title)}</b></div>')
        for words in lesson.paragraphs():
            theme.text(words)
        _board(game, registry.part("ui.games", game.id), lesson)
    _onward(game, lessons, place)


def _place(lessons: tuple[Lesson, ...]) -> int:
    wanted = st.query_params.get("lesson", "")
    return next((i for i, lesson in enumerate(lessons) if lesson.key == wanted), 0)


def _go(lesson: Lesson) -> None:
    st.query_params["lesson"] = lesson.key


def _choose(lessons: tuple[Lesson, ...], place: int) -> None:
    """The list of lessons, to jump about in; its value always is the open one."""
    st.session_state["lesson-choice"] = place
    st.progress((place + 1) / len(lessons))
    st.selectbox(
        "Lesson",
        range(len(lessons)),
        format_func=lambda i: f"{i + 1} of {len(lessons)} · {lessons[i].title}",
        key="lesson-choice",
        on_change=lambda: _go(lessons[st.session_state["lesson-choice"]]),
        label_visibility="collapsed",
    )


def _onward(game: Game, lessons: tuple[Lesson, ...], place: int) -> None:
    with st.container(key="row-lessons", horizontal=True):
        if place > 0:
            st.button("Back", key="lesson-back", on_click=_go, args=(lessons[place - 1],), width="stretch")
        if place + 1 < len(lessons):
            following = lessons[place + 1]
            st.button("Next", key="lesson-next", type="primary", on_click=_go, args=(following,), width="stretch")
        else:
            theme.link("Practise on a board", rounds.address(game.id), "primary")


def _state(game: Game, lesson: Lesson) -> dict[str, Any]:
    """The reader's board of this lesson, kept while the page is open."""
    kept = st.session_state.setdefault("lessons", {})
    return kept.setdefault(f"{game.id}/{lesson.key}", {"board": lesson.start(), "revision": 0, "client": ""})


def _put(state: dict[str, Any], player: dict[str, Any]) -> None:
    """Change the board from here: the editor takes a revision above its own."""
    state["board"]["players"][0].update(copy.deepcopy(player))
    state["revision"] += 1
    state["client"] = ""


def _board(game: Game, part: ModuleType, lesson: Lesson) -> None:
    state = _state(game, lesson)
    doc = f"lesson/{game.id}/{lesson.key}"
    if edit := read_edit(KEY, doc=doc, revision=state["revision"]):
        part.paint(state["board"]["players"][0], edit.cells)
        state.update(revision=edit.revision, client=edit.client)
    with st.container(key="card-lesson-board"):
        editor = part.editor(state["board"], 0)
        board_editor(editor, doc=doc, revision=state["revision"], client=state["client"], key=KEY)
    if lesson.number:
        _number(state, lesson)
    try:
        sheet = scoring.score(scoring.load_board(state["board"]))
    except BoardError as error:
        theme.note("There is no score yet.", "amber", f"{error.message[0].upper()}{error.message[1:]}.")
        return
    _goal(state, lesson, sheet)
    _points(game, sheet)
    st.button("Start this board over", key="lesson-reset", on_click=_put, args=(state, lesson.start()["players"][0]))


def _number(state: dict[str, Any], lesson: Lesson) -> None:
    assert lesson.number is not None
    player, wanted = state["board"]["players"][0], lesson.number
    key = f"lesson-number-{lesson.key}"
    st.session_state[key] = player.get(wanted.key, 0)

    def changed() -> None:
        player[wanted.key] = int(st.session_state[key])

    st.number_input(wanted.label, 0, wanted.most, step=1, key=key, on_change=changed)


def _goal(state: dict[str, Any], lesson: Lesson, sheet: ScoreSheet) -> None:
    if lesson.goal is None:
        return
    if lesson.goal.reached(sheet.players[0]):
        theme.note("That's it!", "", lesson.goal.words)
        return
    theme.note("Try it", "amber", lesson.goal.words)
    st.button("Show me", key="lesson-answer", on_click=_put, args=(state, lesson.goal.answer))


def _points(game: Game, sheet: ScoreSheet) -> None:
    """The points of the board as it lies, line by line; all players where there are several."""
    mine = sheet.players[0]
    with st.container(key="lesson-points"):
        if sheet.outcome is not None:
            words = {"win": "Won!", "loss": "Lost", "open": "Not decided yet"}[sheet.outcome.result]
            theme.note(words, "amber" if sheet.outcome.result == "win" else "", sheet.outcome.reason)
        if len(sheet.ranking) > 1:
            for rank in sheet.ranking:
                theme.text(f"{rank.rank}. {rank.name}: {theme.points(rank.total)}")
            for words in ties(sheet.ranking):
                theme.text(words, "soft")
        if mine.total is not None:
            st.html(f'<p class="ft-lesson-total">Your points: <b>{theme.points(mine.total)}</b></p>')
            rows = [
                {
                    "key": c.key,
                    "label": c.label,
                    "points": c.points,
                    "hint": "",
                    "lines": theme.line_rows(c.lines, game.rulings),
                }
                for c in mine.categories
            ]
            parts.lines(rows, "", lambda line: None)
        for objective in mine.objectives:
            theme.note(f"Objective {objective.id}: {objective.verdict}", "" if objective.met else "grey", objective.text)
        for warning in mine.warnings:
            theme.note(warning.text, "amber")


show()
