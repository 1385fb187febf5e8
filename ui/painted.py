"""A board to paint that is no player's: the areas of a table, the pattern of a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ui import store
from ui.board import Board, board_editor, read_edit
from ui.fields import Form


def board(
    form: Form,
    name: str,
    make: Callable[[store.Json], Board],
    paint: Callable[[store.Json, list[Any]], None],
) -> Board:
    """Show the board that `make` draws of the draft; what is painted goes back by `paint`. Returns it as it now lies."""
    if name not in form.draft.others:
        with store.edit(form.token) as draft:
            form.draft.others[name] = draft.others.setdefault(name, store.Side())
    side = form.draft.others[name]
    edit = read_edit(name, doc=side.id, revision=side.revision)
    if edit is not None:
        with store.edit(form.token) as draft:
            side = draft.others[name]
            side.revision, side.client = edit.revision, edit.client
            paint(draft.board, edit.cells)
        form.draft.board, form.draft.others = draft.board, draft.others
    shown = make(form.board)
    board_editor(shown, doc=side.id, revision=side.revision, client=side.client, key=name)
    return shown
