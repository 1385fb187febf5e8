"""What is said once, after a step. It stands until the person does the next thing, however often the page runs by itself meanwhile."""

from __future__ import annotations

from typing import TypeVar

import streamlit as st

Said = TypeVar("Said")


def by_itself() -> None:
    """The next run of the page is no step of the person at it."""
    st.session_state["by-itself"] = True


def begin_run() -> None:
    """At the top of each run: what was said before the person's last step has been read."""
    if not st.session_state.pop("by-itself", False):
        st.session_state["said"] = {}


def said(key: str, nothing: Said) -> Said:
    """What was put into the session under this key, in this step of the person or the runs that followed it."""
    kept = st.session_state.setdefault("said", {})
    if key in st.session_state:
        kept[key] = st.session_state.pop(key)
    found: Said = kept.get(key, nothing)
    return found
