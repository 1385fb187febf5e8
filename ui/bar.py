"""The bar that stays at the bottom: the current player's total and the button to the next step."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from scoring.model import ScoreSheet
from scoring.words import counted
from ui import parts, theme
from ui.session import Open

MOST_LETTERS = 19
"""What has room in one line of a phone's bar, beside a total of three digits and "Score"."""


def show(opened: Open, sheet: ScoreSheet | None) -> None:
    score = sheet.players[opened.seat] if sheet else None
    total = score.total if score else None
    with st.container(key="bar", horizontal=True, vertical_alignment="center"):
        with st.container(key="total"):
            st.html(f"<b>{'–' if total is None else theme.points(total)}</b>")
        with st.container(key="bar-who"):
            whose = opened.seats[opened.seat] if len(opened.seats) > 1 else ""
            outcome = _outcome(sheet)
            below = f"<br><em>{outcome}</em>" if whose and outcome else _changes(opened, sheet)
            st.html(f'<div class="ft-whose">{theme.escape(whose or outcome or "points")}{below}</div>')
        with st.container(key="bar-go"):
            following = opened.seat + 1
            more = following < len(opened.seats)

            def on_next() -> None:
                opened.turn_to(following)

            last = "Next player" if more else "Standings" if len(opened.seats) > 1 else "Score"
            parts.go(["Board", "Score", last], on_next if more else None)


def _outcome(sheet: ScoreSheet | None) -> str:
    if sheet is None or sheet.outcome is None:
        return ""
    return {"win": "Won", "loss": "Lost", "open": "Not decided yet"}[sheet.outcome.result]


def _changes(opened: Open, sheet: ScoreSheet | None) -> str:
    """What the last correction changed, by category; what was shown before is all that is remembered."""
    if sheet is None:
        return ""
    now = {c.label: c.points for c in sheet.players[opened.seat].categories}
    place = opened.side.id
    shown = st.session_state.get("shown")
    if not shown or shown["place"] != place:
        shown = {"place": place, "now": now, "changes": {}}
    elif shown["now"] != now:
        changes = {label: n - shown["now"].get(label, 0) for label, n in now.items()}
        shown = {"place": place, "now": now, "changes": {k: v for k, v in changes.items() if v}}
    st.session_state["shown"] = shown
    words = changed(shown["changes"])
    return f"<br><em>{theme.escape(words)}</em>" if words else ""


def changed(changes: Mapping[str, int]) -> str:
    """By how much which categories changed, in few words."""
    words = ", ".join(f"{label} {theme.points(n, sign=True)}" for label, n in changes.items())
    if len(words) <= MOST_LETTERS:
        return words
    total = sum(changes.values())
    return f"{theme.points(total, sign=True) if total else '±0'} in {counted(len(changes), 'category', 'categories')}"
