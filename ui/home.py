"""The start page: the three games, and what this browser had open before."""

from __future__ import annotations

from types import ModuleType

import streamlit as st

from scoring import registry
from scoring.registry import Game
from ui import parts, store, theme
from ui.learn import rounds
from ui.session import sample_board

MOST_REMEMBERED = 3


def show() -> None:
    token = st.query_params.get("draft", "")
    if draft := store.load(token):  # a link that lost its game on the way
        _continue(draft.game, token)
        st.rerun()
    theme.apply()
    theme.head()
    st.html(
        '<div class="ft-hero"><b>Who won, and why?</b><p class="ft-soft">Photograph the table or tap the board in. '
        "Every point is explained, square by square.</p></div>"
    )
    if token:
        theme.note("The game of this link is no longer kept here.", "amber")
    _remembered()
    with st.container(key="games"):
        for game in registry.games():
            with st.container(key=f"game-{game.id}"):
                _game(game, registry.part("ui.games", game.id))


def _game(game: Game, part: ModuleType) -> None:
    st.html(f'<img class="ft-cover" alt="" src="{theme.image_address(part.cover())}">')
    st.html(
        f'<div class="ft-game"><b role="heading" aria-level="2">{theme.escape(game.title)}</b>'
        f'<p class="ft-soft">{theme.escape(part.BLURB)}</p></div>'
    )
    st.button("Score a game", key=f"open-{game.id}", type="primary", width="stretch", on_click=_open, args=(game.id,))
    with st.container(key=f"row-learn-{game.id}", horizontal=True):
        theme.link("Learn the scoring", f"learn?game={game.id}")
        theme.link("Practise", rounds.address(game.id))
    sample = next((name for name in part.SAMPLES if sample_board(name)), None)
    if sample:
        st.button("Look at an example", key=f"example-{game.id}", width="stretch", on_click=_open, args=(game.id, sample))


def _remembered() -> None:
    """Drafts this browser opened and the store still has."""
    known = [(d, store.load(str(d.get("token", "")))) for d in parts.remembered_drafts()]
    drafts = [(d, draft) for d, draft in known if draft is not None][:MOST_REMEMBERED]
    if not drafts:
        return
    theme.text("Go on where you were", "label")
    for entry, draft in drafts:
        game = registry.game(draft.game)
        names = ", ".join(theme.short_names(registry.part("ui.games", game.id).seats(draft.board)))
        label = theme.plain_label(f"{game.title} · {names}")
        token = entry["token"]
        st.button(label, key=f"continue-{token}", width="stretch", on_click=_continue, args=(game.id, token))


def _open(game: str, sample: str = "") -> None:
    """A new game has its draft at once: an address without one would stand between it and the way back here."""
    part = registry.part("ui.games", game)
    _continue(game, store.create(sample_board(sample) or part.new_board()))


def _continue(game: str, token: str) -> None:
    st.query_params.from_dict({"game": game, "draft": token})


show()
