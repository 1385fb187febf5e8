"""Step 1: the game's variant and who played."""

from __future__ import annotations

import streamlit as st

from ui import store, theme
from ui.session import Open


def show(opened: Open) -> None:
    theme.step(1, "Game and players")
    unfolded = st.session_state.setdefault(f"setup-{opened.token}", _untouched(opened))
    count = len(opened.seats)
    players = f"{count} {opened.part.WORD}s" if opened.part.fixed_names(opened.draft.board) else f"{count} players"
    label = f"{opened.part.summary(opened.draft.board)}, {players if count > 1 else 'one player'}"
    with st.expander(label, expanded=unfolded, key="setup"):
        opened.part.settings(opened.form)
        _players(opened)


def _untouched(opened: Open) -> bool:
    """Nothing was entered yet: then the settings come first. Decided once, so that nothing folds under a finger."""
    return not any(p.get("name") or opened.part.squares(p) for p in opened.draft.board["players"])


def _players(opened: Open) -> None:
    if opened.part.fixed_names(opened.draft.board):
        return
    theme.text("Players", "label")
    for index, seat in enumerate(opened.seats):
        with st.container(key=f"row-player-{index}", horizontal=True, vertical_alignment="center", gap="small"):
            opened.form.text(f"Name of player {index + 1}", ("players", index, "name"), seat, label_visibility="collapsed")
            if index < len(opened.draft.sides) > 1:  # some variants seat more than were entered
                st.button(
                    "",
                    icon=":material/close:",
                    key=f"remove-{index}",
                    help="Take this player out",
                    on_click=_remove,
                    args=(opened, opened.draft.sides[index].id),
                )
    if len(opened.seats) < store.MOST_PLAYERS:
        st.button("Add a player", icon=":material/person_add:", key="add-player", on_click=_add, args=(opened,))


def _add(opened: Open) -> None:
    with store.edit(opened.token) as draft:
        # A tap that arrives twice, or on a page that another phone's step has overtaken, adds one player at most.
        if len(draft.board["players"]) == len(opened.draft.board["players"]) < store.MOST_PLAYERS:
            draft.board["players"].append(opened.part.new_board()["players"][0])
            draft.fit()


def _remove(opened: Open, side: str) -> None:
    with store.edit(opened.token) as draft:
        index = draft.place(side)
        if index is None or len(draft.sides) == 1:  # a second tap, or another phone was quicker
            return
        store.remember(draft, f"{theme.short_names(opened.part.seats(draft.board))[index]} was taken out", draft.sides[index])
        opened.part.settle(draft.board)
        del draft.board["players"][index]
        del draft.sides[index]
        draft.current -= draft.current > index
        draft.fit()
