"""Step 2: each player's board, by photo, by hand or from a file."""

from __future__ import annotations

import streamlit as st

from scoring.model import Cell
from ui import photo, store, theme
from ui.board import Edit, board_editor, board_view, brought
from ui.session import Open


def take_edit(opened: Open) -> None:
    """Put what was painted since the last run into the draft; the first thing a run does."""
    last = brought("board")
    if last is None:
        return
    known, st.session_state["brought"] = st.session_state.get("brought"), last.name
    if _place_of_newer(opened.draft, last) is not None:
        with store.edit(opened.token) as draft:
            seat = _place_of_newer(draft, last)
            if seat is not None:  # no other phone was quicker
                side, player = draft.sides[seat], draft.board["players"][seat]
                before = opened.part.squares(player)
                opened.part.paint(player, last.cells)
                side.revision, side.client = last.revision, last.client
                photo.follow(side, before, opened.part.squares(player), last.doubt)
        opened.refresh()
    if last.name != known and (words := _not_taken(opened, last)):
        st.toast(words, icon=":material/info:", duration="long")


def _place_of_newer(draft: store.Draft, edit: Edit) -> int | None:
    """Whose board the edit is of; None where it is older than what the draft holds."""
    place = draft.place(edit.doc)
    return place if place is not None and edit.revision > draft.sides[place].revision else None


def _not_taken(opened: Open, last: Edit) -> str:
    """What to say of a stroke that came too late for the board it was painted on; nothing where it was not too late."""
    place = opened.draft.place(last.doc)
    if place is None:
        return "This board was replaced meanwhile, so your last stroke was not taken."
    side = opened.draft.sides[place]
    if side.client == last.client:
        return ""
    if side.client:
        return "Another phone painted this board at the same moment, so your last stroke was not taken."
    # The app itself, by a photo or an answer: either right before this stroke, or long after it was taken.
    return "This board changed at the same moment, so your last stroke was not taken." if side.revision == last.revision else ""


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
