"""Small components of our own: what Streamlit's widgets can't do on a phone.

Each is a file of JavaScript and one of CSS beside this one, mounted into the page itself (no frame), and writes
people's words as text, never as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

_FOLDER = Path(__file__).parent
_PAGE_JS = (_FOLDER / "page.js").read_text(encoding="utf-8")


def _component(name: str) -> Callable[..., Any]:
    return st.components.v2.component(
        f"forest_tally.{name}",
        css=(_FOLDER / "parts.css").read_text(encoding="utf-8"),
        js=_PAGE_JS + (_FOLDER / f"{name}.js").read_text(encoding="utf-8"),
        isolate_styles=False,
    )


_steps, _go, _lines, _choices, _memory, _corners, _share, _print, _bring, _live = map(
    _component, ("steps", "go", "lines", "choices", "memory", "corners", "share", "print", "bring", "live")
)


def _nothing() -> None:
    """State of a component is read from its result; Streamlit wants a callback to know the name."""


def steps(labels: Sequence[str]) -> None:
    """The row of steps on top; touching one goes there, and it shows where the page stands."""
    _steps(key="steps-row", data={"labels": list(labels)})


def go(labels: Sequence[str], on_next: Callable[[], None] | None = None) -> None:
    """The button of the bar: one label a step, read off from where the page stands. The last one calls `on_next`."""
    _go(key="go", data={"labels": list(labels), "next": on_next is not None}, on_next_change=on_next or _nothing)


def lines(categories: Sequence[Mapping[str, Any]], chosen: str, on_line: Callable[[str], None]) -> None:
    """Categories that open to their lines; `chosen` is the line that is lit. Calls on_line("category:number") for a
    touched line, on_line("") when it is let go."""

    def touched() -> None:
        line = st.session_state["lines"].get("line")
        if line is not None:
            on_line(str(line))

    _lines(key="lines", data={"categories": list(categories), "chosen": chosen}, on_line_change=touched)


def choices(
    options: Sequence[Mapping[str, Any]],
    picked: Sequence[str],
    key: str,
    on_pick: Callable[[str], None],
    most: int = 1,
    columns: int = 2,
    label: str = "",
    low: bool = False,
    question: str = "",
) -> None:
    """Large buttons with a picture each: {"id", "label", "text", "picture" (SVG or an image address), "tag"}.

    Calls `on_pick(id)` when one is touched; `picked` are shown as chosen. With `most` above 1, unchosen ones are
    dimmed once that many are chosen. `low`: with small pictures, so that all of a few are in sight. `question` names
    what is answered, where one question follows another. Pictures must be our own markup: they are not escaped.
    """

    def picked_one() -> None:
        value = st.session_state[key].get("pick")
        if value and value.get("question", "") == question:
            on_pick(str(value["id"]))

    data = {"options": list(options), "picked": list(picked), "most": most, "columns": columns, "label": label, "low": low}
    data["question"] = question
    _choices(key=key, data=data, on_pick_change=picked_one)


def remember_draft(entry: Mapping[str, Any], visit: str, on_seat: Callable[[], None]) -> str | None:
    """Let this browser remember the open draft, so that the bare address can offer to go on. Returns which player's board was open here
    before this visit (their side's id, empty where it was not open), None while that is not known; calls `on_seat` once it is.

    A browser that comes back to a new session of the server brings what it told in an earlier visit."""
    data = {"entry": dict(entry), "visit": visit}
    seat = _memory(key="memory", data=data, on_drafts_change=_nothing, on_seat_change=on_seat).seat
    return str(seat.get("side", "")) if isinstance(seat, dict) and seat.get("visit") == visit else None


def remembered_drafts() -> list[dict[str, Any]]:
    """The drafts this browser remembers, newest first (known one run after the page was opened)."""
    drafts = _memory(key="memory", data={"entry": None}, on_drafts_change=_nothing, on_seat_change=_nothing).drafts
    return [d for d in drafts or [] if isinstance(d, dict)]


def corners(picture: str, points: Sequence[Sequence[float]], key: str) -> list[list[float]]:
    """A photo on which the four corners are tapped and dragged; returns them as shares of width and height."""
    result = _corners(key=key, data={"picture": picture, "points": [list(p) for p in points]}, on_points_change=_nothing)
    found = result.points or [list(p) for p in points]
    return [[float(x), float(y)] for x, y in found]


def share(label: str, title: str) -> None:
    """A button that shares or copies the page's address."""
    _share(key="share", data={"label": label, "title": title})


def popover(label: str, name: str, icon: str | None = None) -> Any:
    """A folded-away part of the page that `close_popover(name)` folds again once something in it was chosen."""
    return st.popover(label, icon=icon, key=f"popover-{name}-{st.session_state.get(f'popover-{name}', 0)}")


def close_popover(name: str) -> None:
    """Streamlit leaves a popover open over what was chosen in it; a new key makes a new, closed one."""
    st.session_state[f"popover-{name}"] = st.session_state.get(f"popover-{name}", 0) + 1


def bring_into_view(container: str, block: str = "start") -> None:
    """Scroll to the container of this key, in the one run in which this is called."""
    # Called in two runs one after the other, the component stays on the page: the number tells it that it is called again.
    turn = st.session_state["bring-turn"] = st.session_state.get("bring-turn", 0) + 1
    _bring(key=f"bring-{container}", data={"key": container, "block": block, "turn": turn})


def live(changed: str) -> bool:
    """True once nobody types or touches here, after `changed` (empty: nothing) named a change that this page does not show."""
    return bool(_live(key="live-part", data={"changed": changed}, on_free_change=_nothing).free)


def print_page(label: str) -> None:
    """A button that prints the page."""
    _print(key="print", data={"label": label})
