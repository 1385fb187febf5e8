"""From the address to the open draft: `/?game=GAME`, `&sample=NAME`, `&draft=TOKEN`."""

from __future__ import annotations

import copy
import json
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import streamlit as st

from scoring import registry
from scoring.registry import Game
from ui import messages, parts, store, theme
from ui.fields import Form

SAMPLES = Path(__file__).parents[1] / "samples" / "boards"


@dataclass
class Open:
    """The game and draft that this run of the page shows."""

    token: str
    draft: store.Draft
    game: Game
    part: ModuleType
    """The game's module in `ui.games`."""
    state: store.State | None = None
    """Which state of the draft this is, or an earlier one."""

    @property
    def form(self) -> Form:
        return Form(self.token, self.draft)

    @property
    def seats(self) -> list[str]:
        """The names of the boards as pages show them."""
        return theme.short_names(self.part.seats(self.draft.board))

    @property
    def to_score(self) -> store.Json:
        """The board file of what was entered, with the names as pages show them."""
        return to_score(self.part, self.draft.board)

    @property
    def seat(self) -> int:
        """Index of the player whose board is open here; on another phone it may be another one's."""
        own = self.draft.place(st.session_state.get(self._pin, ""))
        return min(self.draft.current if own is None else own, len(self.seats) - 1)

    @property
    def _pin(self) -> str:
        return f"seat-{self.token}"

    def stay(self) -> None:
        """Keep to the player whose board is open, whichever one another phone turns to, and through variants that seat fewer."""
        if self.draft.place(st.session_state.get(self._pin, "")) is None:
            st.session_state[self._pin] = self.side.id

    @property
    def seated(self) -> bool:
        """Whether it is known whose board belongs here, if only because this browser remembers none."""
        return bool(st.session_state.get(f"seated-{self.token}"))

    def sit_again(self, side: str | None) -> None:
        """After a reload, open the board that was open in this browser before, whichever one another phone opened since. None: not
        known yet."""
        if side is None or self.seated:
            return
        st.session_state[f"seated-{self.token}"] = True
        if self.draft.place(side) is not None:
            st.session_state[self._pin] = side

    @contextmanager
    def edit_side(self) -> Iterator[tuple[store.Draft, store.Side, store.Json]]:
        """The draft, and in it the side and the entry of the player whose board is open here, to be changed.

        Where another phone has taken the player out, what is changed of both goes with them."""
        with store.edit(self.token) as draft:
            place = draft.place(self.side.id)
            if place is None:
                yield draft, copy.deepcopy(self.side), copy.deepcopy(self.player)
            else:
                yield draft, draft.sides[place], draft.board["players"][place]

    def turn_to(self, seat: int) -> None:
        """Open the board of another player; some variants seat more than were entered."""
        with store.edit(self.token) as draft:
            place = draft.now(self.draft, seat)
            if place is None:
                return
            players = draft.board["players"]
            players.extend({"name": ""} for _ in range(place + 1 - len(players)))
            draft.current = place
            draft.fit()
        self.draft = draft
        st.session_state[self._pin] = draft.sides[draft.current].id
        st.session_state[f"seated-{self.token}"] = True

    @property
    def side(self) -> store.Side:
        return self.draft.sides[self.seat]

    @property
    def player(self) -> store.Json:
        return self.draft.board["players"][self.seat]

    def refresh(self) -> None:
        """Take the draft anew from the store."""
        state, draft = store.state(self.token), store.load(self.token)
        if draft is not None:
            self.draft, self.state = draft, state


def to_score(part: ModuleType, board: store.Json) -> store.Json:
    """A draft's board as a board file, with the names as pages show them."""
    file: store.Json = part.board_file(board)
    players = file["players"]
    names = theme.short_names(player["name"] for player in players)
    return {**file, "players": [{**player, "name": name} for player, name in zip(players, names, strict=True)]}


def place_in_words(part: ModuleType, names: Sequence[str], path: str) -> tuple[str, str]:
    """A place of a board file, such as `players[0].grid[2][1]`, as pages call it: "Ada, row 3, column 2"; and what of the path
    these words leave out."""
    found = re.match(r"players\[(\d+)\](?:\.grid\[(\d+)\]\[(\d+)\])?\.?", path)
    if not found:
        return "", path
    player, row, column = found.groups()
    name = names[int(player)] if int(player) < len(names) else f"Player {int(player) + 1}"
    cell = part.cell_words({}, (int(row), int(column))) if row else ""
    return f"{name}, {cell[0].lower()}{cell[1:]}" if cell else name, path[found.end() :]


def sample_board(name: str) -> store.Json | None:
    """The sample board of this name; None if there is none."""
    path = SAMPLES / f"{name}.json"
    if not re.fullmatch(r"[a-z0-9-]{1,80}", name) or not path.is_file():
        return None
    return json.loads(path.read_text(encoding="utf-8"))


def open_draft() -> Open:
    """The draft that the address names, or a new one, which the address then names.

    A sample starts a draft of its own and leaves the address, so that a reload brings back what was changed in
    it. Raises UnknownGameError.
    """
    address = st.query_params
    game = registry.game(address.get("game", ""))
    part = registry.part("ui.games", game.id)
    token, sample = address.get("draft", ""), address.get("sample", "")
    begun, named = st.session_state.setdefault("begun", {}), f"{game.id} {sample}"
    if (sample or not token) and store.load(begun.get(named, "")):  # one step back from the draft that this address led to
        token, sample = begun[named], ""
        address.from_dict({"game": game.id, "draft": token})
    state, draft = (None, None) if sample else (store.state(token), store.load(token))
    if draft is None or draft.game != game.id:
        if token and not sample:
            why = "is no longer kept here" if draft is None else f"is one of {registry.game(draft.game).title}"
            st.session_state["message"] = f"That game {why}, so this is a new one."
        board = sample_board(sample) if sample else None
        if sample and (board is None or board["game"] != game.id):
            st.session_state["message"] = "There is no sample of that name, so this is an empty board."
            board = None
        token = store.create(board or part.new_board())
        begun[named] = token
        state, draft = store.state(token), store.load(token)
        address.from_dict({"game": game.id, "draft": token})
    assert draft is not None
    opened = Open(token, draft, game, part, state)
    opened.stay()
    return opened


def remember(opened: Open) -> None:
    """Let the browser remember this draft."""
    names = [p["name"] for p in opened.draft.board["players"] if p.get("name")]
    entry = {"token": opened.token, "game": opened.game.id, "title": opened.game.title, "players": ", ".join(names)}
    visit = st.session_state.setdefault(f"visit-{opened.token}", secrets.token_hex(4))
    seat = {"seat": opened.side.id if opened.seated else ""}
    opened.sit_again(parts.remember_draft(entry | seat, visit, messages.by_itself))
