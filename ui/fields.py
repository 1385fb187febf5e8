"""Widgets that read and write one value of the draft; the value lives in the store alone.

A value is named by its path in the board file, `("players", 0, "compost")`, and so is its widget.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from ui import store, theme

Path = tuple[str | int, ...]

FITTING = 28
"""Letters of a choice that a narrow phone's list shows whole."""


def get(board: store.Json, path: Path, default: Any = None) -> Any:
    """The value at this path; the default where any part of the path is missing."""
    place: Any = board
    for step in path:
        try:
            place = place[step]
        except (KeyError, IndexError, TypeError):
            return default
    return place


def put(board: store.Json, path: Path, value: Any) -> None:
    """Set the value at this path, making the objects on the way; None removes it."""
    place: Any = board
    for step in path[:-1]:
        if isinstance(step, str):
            place = place.setdefault(step, {})
        else:
            place.extend({} for _ in range(step + 1 - len(place)))
            place = place[step]
    if value is None:
        place.pop(path[-1], None)
    else:
        place[path[-1]] = value


def key_of(path: Path) -> str:
    return "-".join(str(step) for step in path)


@dataclass(frozen=True)
class Form:
    """The widgets of one draft. Every method draws one and returns the value as it stands in the draft."""

    token: str
    draft: store.Draft

    @property
    def board(self) -> store.Json:
        return self.draft.board

    def change(self, what: Callable[[store.Json], None]) -> None:
        """Change the draft's board; for callbacks."""
        with store.edit(self.token) as draft:
            what(draft.board)

    def change_player(self, index: int, what: Callable[[store.Json], None]) -> None:
        """Change what belongs to one player of this page; for callbacks."""
        self._change_at(("players", index), lambda board, at: what(get(board, at)))

    def _change_at(self, path: Path, what: Callable[[store.Json, Path], None]) -> None:
        """Change what is at a path of this page, wherever another phone has left it since; nothing where its player was taken out."""
        with store.edit(self.token) as draft:
            if path[0] == "players":
                place = draft.now(self.draft, int(path[1]))
                if place is None:
                    return
                path = ("players", place, *path[2:])
            what(draft.board, path)

    def _bound(
        self,
        path: Path,
        value: Any,
        into: Callable[[Any], Any],
        named: str = "value",
        options: Collection[Any] = (),
        read: Callable[[Any], Any] | None = None,
    ) -> dict[str, Any]:
        """Key, first value and callback of a widget that shows `value` and writes into(widget's value) to the draft; `named`: what
        the widget calls its first value; `options` and `read` as for _showing."""
        key, first = _showing(key_of(path), value, options, read)

        def written(board: store.Json, at: Path) -> None:
            put(board, at, into(st.session_state[key]))

        return {"key": key, named: first, "on_change": self._changed(key, path, written)}

    def _changed(self, key: str, path: Path, what: Callable[[store.Json, Path], None]) -> Callable[[], None]:
        """A widget's callback: does `what` to the value at the path of this page, if it was a person who changed the widget."""

        def changed() -> None:
            if not _is_old(key):
                self._change_at(path, what)

        return changed

    def text(self, label: str, path: Path, placeholder: str = "", most: int = 60, **more: Any) -> str:
        value = str(get(self.board, path, ""))
        bound = self._bound(path, value, _typed, read=_typed)
        st.text_input(label, placeholder=placeholder, max_chars=max(most, len(value)), **more, **bound)
        return value

    def number(self, label: str, path: Path, most: int, least: int = 0, default: int = 0, **more: Any) -> int:
        """A whole number from `least` to `most`; a file may hold more, which then stands."""
        found = get(self.board, path, default)
        value = max(found if isinstance(found, int) else default, least)
        most = max(most, value)
        # A number beyond a widget's own limit would stay on show while another counts.
        bound = self._bound(path, value, lambda v: default if v is None else min(int(v), most))
        st.number_input(label, min_value=least, step=1, **more, **bound)
        return value

    def flag(
        self, label: str, path: Path, values: tuple[Any, Any] = (False, True), default: bool = False, why: str = ""
    ) -> bool:
        """A switch; `values` are what stands in the board file for off and on, `why` is told below it."""
        off, on = values
        value = get(self.board, path, on if default else off) == on
        st.toggle(label, **self._bound(path, value, lambda v: on if v else off))
        if why:
            theme.text(why, "soft")
        return value

    def choose(self, label: str, path: Path, options: Mapping[Any, str], default: Any, **more: Any) -> Any:
        """One of `options` (value -> words), as buttons that wrap on a narrow screen. 0 stands for nothing."""
        found = get(self.board, path, default)
        value = found if found in options else default

        def into(new: Any) -> Any:
            return (value if new is None else new) or None

        st.pills(label, list(options), format_func=options.__getitem__, **more, **self._bound(path, value, into, "default", options))
        return value

    def one_of(self, label: str, path: Path, options: Mapping[str, str], default: str, **more: Any) -> str:
        """Of a list of cards, the one that is among `options` (value -> words); the others stay in the list."""
        value = next((card for card in get(self.board, path, []) if card in options), default)
        key, first = _showing(f"{key_of(path)}-{next(iter(options))}", value, options)

        def swap(board: store.Json, at: Path) -> None:
            others = [card for card in get(board, at, []) if card not in options]
            put(board, at, sorted([*others, st.session_state[key]]))

        cards, changed = list(options), self._changed(key, path, swap)
        st.selectbox(
            label, cards, cards.index(first), format_func=options.__getitem__, key=key, on_change=changed, **more
        )
        if len(options[value]) > FITTING:
            theme.text(options[value], "whole")
        return value

    def several(self, label: str, path: Path, options: Mapping[str, str], **more: Any) -> Sequence[str]:
        """Any of `options` (value -> words); kept as a list."""
        value = [v for v in get(self.board, path, []) if v in options]
        bound = self._bound(path, value, list, "default", options)
        st.pills(label, list(options), selection_mode="multi", format_func=options.__getitem__, **more, **bound)
        return value


def _showing(
    name: str, value: Any, options: Collection[Any] = (), read: Callable[[Any], Any] | None = None
) -> tuple[str, Any]:
    """The key of a widget that shows this value, and the value that it began with. Where it was changed elsewhere, on another
    phone or by a step taken back, or where the options are others, the widget is a new one. `read`: what is made of the widget's
    value where that is not the value itself.

    A widget is never given a value later than its first: a browser would first tell that it is empty."""
    turn = st.session_state.get(f"turn-{name}", 0)
    key = f"{name}-{turn}" if turn else name
    offered = list(options)
    if key in st.session_state:
        held = st.session_state[key]
        if (read(held) if read else held) != value or st.session_state[f"first-{key}"][1] != offered:
            st.session_state[f"turn-{name}"] = turn + 1
            key = f"{name}-{turn + 1}"
    if key not in st.session_state:
        st.session_state[f"first-{key}"] = value, offered
    st.session_state[f"shown-{key}"] = st.session_state.get(key, value)
    return key, st.session_state[f"first-{key}"][0]


def _is_old(key: str) -> bool:
    """Whether a widget's change is none: a browser that has not yet drawn the new widget sends the old one's value once more, and
    Streamlit, which has forgotten that, calls it a change. What a person did differs from what the widget showed."""
    return bool(st.session_state[key] == st.session_state.get(f"shown-{key}"))


def _typed(words: str) -> str:
    """What a person typed, without control characters, which no board file may hold."""
    return "".join(c for c in words if unicodedata.category(c) not in ("Cc", "Cs")).strip()
