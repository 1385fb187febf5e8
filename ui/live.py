"""Keeps a page up to date with what other phones enter into its game."""

from __future__ import annotations

import streamlit as st

from ui import messages, parts, store
from ui.session import Open

EVERY = 4.0
"""Seconds after which a page looks whether its draft is still what it shows."""


def watch(opened: Open) -> None:
    """Run the page again when another phone has changed its draft; no sooner than nobody is typing or painting here."""
    with st.container(key="live"):
        _watch(opened.token, opened.state)


@st.fragment(run_every=EVERY)
def _watch(token: str, shown: store.State | None) -> None:
    now = store.state(token)
    changed = now not in (None, shown)
    if parts.live(f"{now}" if changed else "") and changed:
        messages.by_itself()
        st.rerun()
