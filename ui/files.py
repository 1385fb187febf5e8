"""Board files out and in, and the samples to start from."""

from __future__ import annotations

import json
import re

import streamlit as st

import scoring
from scoring.boardfile import BoardError
from ui import messages, parts, session, store, theme
from ui.session import Open

OPEN = "Open a board file"


def show(opened: Open) -> None:
    """The `save` button and the `load` uploader."""
    with st.container(key="card-files"):
        theme.text("Keep this game as a file, or open one", "label")
        st.download_button(
            "Save the board file",
            data=json.dumps(opened.part.board_file(opened.draft.board), indent=1, ensure_ascii=False) + "\n",
            file_name=f"{_file_name(opened)}.json",
            mime="application/json",
            key="save",
            icon=":material/download:",
            width="stretch",
            on_click="ignore",
        )
        parts.share("Share this game", f"{opened.game.title}: {', '.join(opened.seats)}")
        theme.text("Whoever has the link can see this game and change it.", "soft")
        theme.link("Print the score sheet", f"sheet?game={opened.game.id}&draft={opened.token}")
        st.file_uploader(OPEN, key="load", max_upload_size=5, on_change=_load, args=(opened,))
        _message("load-message")


def samples(opened: Open) -> None:
    """Boards to start from."""
    with parts.popover("Sample boards", "sample-board"):
        for name, words in opened.part.SAMPLES.items():
            if session.sample_board(name):
                st.button(words, key=f"sample-{name}", width="stretch", on_click=_sample, args=(opened, name))


def undo(opened: Open) -> None:
    """What the last big step was, and the way back from it."""
    before = opened.draft.before
    if not before:
        return
    with st.container(key="row-undo", horizontal=True, vertical_alignment="center"):
        theme.note(f"{before['what']}.")
        st.button("Take it back", key="take-back", icon=":material/undo:", on_click=_take_back, args=(opened,))
        st.button("", key="keep", icon=":material/check:", help="Keep it", on_click=_keep, args=(opened,))


def _load(opened: Open) -> None:
    upload = st.session_state["load"]
    if upload is None:
        return
    if str(upload.type).startswith("image/"):
        words = f"“{upload.name}” is a photo. Photos of the board are read in step 2; everything entered is as it was."
        st.session_state["load-message"] = ("red", words)
        return
    try:
        board = scoring.load_board(upload.getvalue())
    except BoardError as error:
        where, rest = session.place_in_words(opened.part, (), error.path)
        what = ": ".join(words for words in (where, rest, error.message) if words)
        words = f"“{upload.name}” was not opened, everything entered is as it was: {theme.ended(what)}"
        st.session_state["load-message"] = ("red", words)
        return
    if board.game != opened.game.id:
        title = scoring.registry.game(board.game).title
        words = f"“{upload.name}” is a board of {title}; open it there. Everything entered is as it was."
        st.session_state["load-message"] = ("red", words)
        return
    _replace(opened, board.to_dict(), f"“{upload.name}” was opened")
    st.session_state["load-message"] = ("", f"“{upload.name}” is open.")


def _sample(opened: Open, name: str) -> None:
    board = session.sample_board(name)
    if board:
        parts.close_popover("sample-board")
        _replace(opened, board, f"The sample “{opened.part.SAMPLES[name]}” was opened")


def _replace(opened: Open, board: store.Json, what: str) -> None:
    with store.edit(opened.token) as draft:
        store.replace(draft, board, what)


def _take_back(opened: Open) -> None:
    with store.edit(opened.token) as draft:
        if draft.before == opened.draft.before:
            try:
                store.take_back(draft)
            except store.TableFullError:
                most = store.MOST_PLAYERS
                st.session_state["message"] = f"There are {most} players again, and no more than {most} can play: take one out first."
        elif draft.before:  # another phone did more; only what this page named was to be taken back
            st.session_state["message"] = f"Meanwhile {draft.before['what']}, so nothing was taken back."


def _keep(opened: Open) -> None:
    with store.edit(opened.token) as draft:
        if draft.before == opened.draft.before:
            draft.before = None


def _message(key: str) -> None:
    kind, words = messages.said(key, ("", ""))
    if words:
        theme.note(words, kind)


def _file_name(opened: Open) -> str:
    names = "-".join(opened.seats)
    safe = re.sub(r"[^\w-]+", "-", names).strip("-")[:60]
    return f"{opened.game.id}-{safe}" if safe else opened.game.id
