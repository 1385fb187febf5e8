"""Practice: a board by chance, every category's points entered by the learner, answers checked line by line."""

from __future__ import annotations

from typing import Any

import streamlit as st

from scoring import registry
from scoring.model import Cell
from scoring.words import counted
from ui import parts, theme
from ui.board import board_view, unscored
from ui.learn import rounds
from ui.learn.lesson import Beside
from ui.learn.rounds import LEVELS, Round, Verdict

MOST_POINTS = 999


def show() -> None:
    theme.apply()
    try:
        game = registry.game(st.query_params.get("game", ""))
    except registry.UnknownGameError:
        theme.head()
        theme.note("Which game do you want to practise?", "amber")
        theme.games("practice")
        return
    theme.head(game.title)
    theme.text("Count this board yourself, then have it checked.", "soft")
    _level()
    current = _round(game.id)
    state = _state(current)
    answers = state["checked"]
    found = rounds.verdicts(current.score, answers) if answers is not None else ()
    _board(current, found, state)
    if answers is None:
        _ask(current, state)
    else:
        _told(current, found, state)
    parts.share("Beat me on this board", f"{game.title}: count this board")


def _number(name: str, low: int, high: int, otherwise: int) -> int:
    text = st.query_params.get(name, "")
    return min(max(int(text), low), high) if text.isascii() and text.isdecimal() and len(text) < 9 else otherwise


def _level() -> None:
    st.session_state["practice-level"] = _number("level", 1, max(LEVELS), 1)

    def changed() -> None:
        chosen = st.session_state["practice-level"]
        if chosen is not None:
            _go(chosen, ())

    st.pills(
        "Level",
        LEVELS,
        format_func=LEVELS.__getitem__,
        key="practice-level",
        on_change=changed,
        label_visibility="collapsed",
    )


def _go(level: int, lean: tuple[str, ...]) -> None:
    """A new board: its seed goes into the address, so that a reload and a friend have the same one."""
    _address(level, rounds.any_seed(), lean)


def _address(level: int, seed: int, lean: tuple[str, ...] = ()) -> None:
    """All in one step, which is one step on the way back."""
    others = {name: value for name, value in st.query_params.to_dict().items() if name not in ("level", "seed", "lean")}
    st.query_params.from_dict(others | {"level": str(level), "seed": str(seed)} | ({"lean": ",".join(lean)} if lean else {}))


def _round(game: str) -> Round:
    level = _number("level", 1, max(LEVELS), 1)
    if "seed" not in st.query_params:
        # whoever comes back to this address finds the board that they left
        _address(level, st.session_state.setdefault(f"practice-first-{game}-{level}", rounds.any_seed()))
    seed = _number("seed", 1, rounds.MOST_SEEDS, 1)
    return _made(game, level, seed, tuple(st.query_params.get("lean", "").split(",")))


@st.cache_data(max_entries=64, show_spinner=False)
def _made(game: str, level: int, seed: int, lean: tuple[str, ...]) -> Round:
    return rounds.new_round(game, level, seed, (key for key in lean if key))


def _state(current: Round) -> dict[str, Any]:
    name = _name(current)
    return st.session_state.setdefault("practice", {}).setdefault(name, {"checked": None, "look": None})


def _name(current: Round) -> str:
    return f"{current.game}/{current.level}/{current.seed}/{','.join(current.lean)}"


def _board(current: Round, found: tuple[Verdict, ...], state: dict[str, Any]) -> None:
    part = registry.part("ui.games", current.game)
    lit: tuple[Cell, ...] = ()
    if state["look"] and found:
        key, _, number = state["look"].rpartition(":")
        lines = next((v.category.lines for v in found if v.category.key == key), ())
        lit = lines[int(number)].cells if int(number) < len(lines) else ()
    with st.container(key="practice-board"):
        board = part.editor(current.board, 0)
        told = state["checked"] is not None
        board_view(board if told else unscored(board), doc=f"{_name(current)}/{told}", lit=lit, key="practice-view")
    _beside(registry.part("ui.learn", current.game).beside_board(current.board))


def _beside(notes: tuple[Beside, ...]) -> None:
    rows = ""
    for note in notes:
        picture = f'<img alt="" src="{theme.image_address(note.picture)}">' if note.picture else ""
        rows += f"<li>{picture}<span>{theme.escape(note.words)}</span></li>"
    st.html(f'<ul class="ft-beside">{rows}</ul>')


def _ask(current: Round, state: dict[str, Any]) -> None:
    with st.form("practice-form", border=False):
        answers = {
            category.key: st.number_input(
                category.label, -MOST_POINTS, MOST_POINTS, value=None, step=1, placeholder="points", key=_key(current, category.key)
            )
            for category in rounds.questions(current.score)
        }
        if st.form_submit_button("Check", key="practice-check", type="primary", width="stretch"):
            state["checked"] = answers
            st.rerun()


def _key(current: Round, category: str) -> str:
    return f"answer-{current.level}-{current.seed}-{category}"


def _told(current: Round, found: tuple[Verdict, ...], state: dict[str, Any]) -> None:
    right = sum(1 for v in found if v.right)
    total = theme.points(current.score.total or 0)
    if right == len(found):
        theme.note(f"All {right} right: {counted(total, 'point')}.", "")
    else:
        theme.note(f"{right} of {len(found)} right. The board has {counted(total, 'point')}.", "amber", "Touch a line to see its squares.")
    rulings = registry.game(current.game).rulings
    rows = [
        {
            "key": v.category.key,
            "label": v.category.label,
            "points": v.category.points,
            "hint": _hint(v),
            "open": not v.right,
            "lines": theme.line_rows(v.category.lines, rulings),
        }
        for v in found
    ]
    with st.container(key="card-lines"):
        parts.lines(rows, state["look"] or "", lambda line: state.update(look=line))
    lean = rounds.next_lean(found)
    words = "Another board with more of that" if lean else "Another board"
    st.button(words, key="practice-next", type="primary", width="stretch", on_click=_go, args=(current.level, lean))


def _hint(verdict: Verdict) -> str:
    if verdict.right:
        return "right"
    return "not answered" if verdict.given is None else f"you said {theme.points(verdict.given)}"


show()
