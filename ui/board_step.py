"""Step 2: each player's board, by photo, by hand or from a file."""

from __future__ import annotations

import streamlit as st

from scoring.model import Cell
from ui import photo, store, theme
from ui.board import Brought, board_editor, board_view, brought, read_edit
from ui.session import Open


def take_edit(opened: Open) -> None:
    """Put what was painted since the last run into the draft; the first thing a run does."""
    edits = (read_edit("board", doc=side.id, revision=side.revision) for side in opened.draft.sides)
    edit = next((edit for edit in edits if edit is not None), None)
    last = brought("board")
    new = last is not None and last != st.session_state.get("brought")
    st.session_state["brought"] = last
    if edit is None:
        if last is not None and new and (words := _not_taken(opened, last)):
            st.toast(words, icon=":material/info:", duration="long")
        return
    with store.edit(opened.token) as draft:
        seat = draft.place(edit.doc)
        if seat is None:
            return  # another phone has taken this player out
        side, player = draft.sides[seat], draft.board["players"][seat]
        before = opened.part.squares(player)
        opened.part.paint(player, edit.cells)
        side.revision, side.client = edit.revision, edit.client
        photo.follow(side, before, opened.part.squares(player), edit.doubt)
    opened.refresh()


def _not_taken(opened: Open, last: Brought) -> str:
    """What to say of a stroke that came too late for the board it was painted on; nothing where it was not too late."""
    place = opened.draft.place(last.doc)
    if place is None:
        return "This board was replaced meanwhile, so your last stroke was not taken."
    painter = opened.draft.sides[place].client
    if painter == last.client:
        return ""
    if not painter:  # the app itself: a photo was read, a question answered, something taken back
        return "This board changed at the same moment, so your last stroke was not taken."
    return "Another phone painted this board at the same moment, so your last stroke was not taken."


def show(opened: Open) -> None:
    side = opened.side
    theme.step(2, _title(opened))
    choose_player(opened, "board")
    photo.show(opened)
    with st.container(key="card-board"):
        board_editor(
            opened.part.editor(opened.draft.board, opened.seat),
            doc=side.id,
            revision=side.revision,
            client=side.client,
            doubt=photo.doubt(side),
            key="board",
        )
    opened.part.player_fields(opened.form, opened.seat)


def _title(opened: Open) -> str:
    name, word = opened.seats[opened.seat], opened.part.WORD
    if opened.part.fixed_names(opened.draft.board):
        return f"{word.capitalize()} {name}"
    return f"{name}’s {word}" if len(opened.seats) > 1 or opened.player.get("name") else f"Your {word}"


def choose_player(opened: Open, where: str) -> None:
    """Whose board is open, where there are several."""
    seats = opened.seats
    if len(seats) < 2:
        return
    key = f"{where}-player"
    st.session_state[key] = opened.seat

    def changed() -> None:
        chosen = st.session_state[key]
        if chosen is not None:
            opened.turn_to(chosen)

    labels = [theme.plain_label(name) for name in seats]
    st.pills(
        "Player",
        range(len(seats)),
        format_func=labels.__getitem__,
        key=key,
        on_change=changed,
        label_visibility="collapsed",
    )


def look(opened: Open, lit: tuple[Cell, ...], selected: Cell | None) -> Cell | None:
    """The current player's board to look at, with squares lit; returns the square just touched."""
    side = opened.side
    board = opened.part.editor(opened.draft.board, opened.seat)
    return board_view(board, doc=side.id, revision=side.revision, lit=lit, selected=selected, key="score-view")
