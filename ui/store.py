"""The one place where what a person entered is kept.

A draft is a board file (it may be unfinished, so it need not be valid) and a little beside it: whose board is
open, how each board was painted and photographed, the board before the last big step. It may hold more than the chosen
variant has a place for (claims while playing the standard game): nothing entered is dropped, and each game's
`board_file` leaves out what does not belong. Drafts lie on disk under a random token that stands in the address,
so they outlive a reload, a dropped session and a phone that went to sleep. Pages read a draft here at the start
of every run, write it back here, and keep no copy.
"""

from __future__ import annotations

import copy
import hashlib
import json
import os
import re
import secrets
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from scoring.writing import write_whole

Json = dict[str, Any]
State = tuple[int, int]

MAX_BYTES = 6_000_000
"""A draft holds a board file of at most 5 MB; anything that would grow past this is refused."""
MOST_PLAYERS = 4
KEEP_DAYS = 90
MAX_DRAFTS = 2_000
MAX_PHOTO_BYTES = 1_000_000_000

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_PHOTO = re.compile(r"[0-9a-f]{16}")
_lock = threading.RLock()


class TableFullError(ValueError):
    """There is no place for another player; nothing was changed."""


class DraftTooLargeError(ValueError):
    """What was entered no longer fits into a draft; the draft on disk is unchanged."""


@dataclass
class Side:
    """What goes with one player's board while it is being entered."""

    id: str = field(default_factory=lambda: secrets.token_hex(4))
    """Names the board to the editor; a board that is replaced as a whole gets a new one."""
    revision: int = 0
    """How often it was painted; see `ui.board`."""
    client: str = ""
    """Which editor painted last; empty where the app did."""
    photo: Json | None = None
    """How its photo was read; see `ui.photo`."""


@dataclass
class Draft:
    board: Json
    current: int = 0
    """Index of the player whose board was opened last, on any phone; see `ui.session.Open.seat`."""
    sides: list[Side] = field(default_factory=list)
    """Along the players: what belongs to each one's board and is no part of a board file."""
    others: dict[str, Side] = field(default_factory=dict)
    """By name: what goes with boards that are no player's, such as a drawing of the table's areas."""
    before: Json | None = None
    """{"what": words, "board": ..., "current": ..., "sides": ...}: the state before the last step that replaced
    a lot, so that it can be taken back."""

    def __post_init__(self) -> None:
        self.board.setdefault("settings", {})
        self.sides = [side if isinstance(side, Side) else Side(**side) for side in self.sides]
        self.others = {name: side if isinstance(side, Side) else Side(**side) for name, side in self.others.items()}
        self.fit()

    def fit(self) -> None:
        """One side a player, and the current one among them."""
        players = self.board["players"]
        self.sides = self.sides[: len(players)] + [Side() for _ in range(len(players) - len(self.sides))]
        self.current = min(max(int(self.current), 0), len(players) - 1)

    @property
    def game(self) -> str:
        return str(self.board["game"])

    def now(self, earlier: Draft, place: int) -> int | None:
        """Where the player sits who had this place in an earlier state of the draft, None if they were taken out; a place that nobody
        had then is what it was."""
        return self.place(earlier.sides[place].id) if place < len(earlier.sides) else place

    def place(self, side: str) -> int | None:
        """Index of the player with the side of this id; None if there is none."""
        return next((place for place, own in enumerate(self.sides) if own.id == side), None)


def home() -> Path:
    """Folder of everything the app keeps: drafts, learned profiles, the user's catalogue.

    FOREST_TALLY_HOME names it; else it lies beside the code, or, where nothing can be written there, among the
    machine's temporary files.
    """
    chosen = os.environ.get("FOREST_TALLY_HOME")
    return Path(chosen) if chosen else _usual_home()


@cache
def _usual_home() -> Path:
    shared = Path(tempfile.gettempdir()) / "forest-tally"
    for folder in (Path(__file__).parents[1] / ".forest-tally", shared):
        with suppress(OSError):
            folder.mkdir(exist_ok=True)
            if os.access(folder, os.W_OK | os.X_OK):
                return folder
    return Path(tempfile.mkdtemp(prefix="forest-tally-"))  # another user's folder has the name


def keep(path: Path, data: bytes) -> None:
    """Write a file below `home`, whole, its folder made where there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data)


def is_token(text: str) -> bool:
    return _TOKEN.fullmatch(text) is not None


def create(board: Json) -> str:
    """Keep a new draft; returns its token. Old drafts are cleared away on the way."""
    clean()
    token = secrets.token_urlsafe(16)
    _write(token, Draft(copy.deepcopy(board)))
    return token


def load(token: str) -> Draft | None:
    """The draft of this token; None if there is none or its file can't be read."""
    if not is_token(token):
        return None
    with _lock:
        try:
            draft = Draft(**json.loads(_path(token).read_bytes()))
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None
    players, settings = draft.board["players"], draft.board["settings"]
    whole = players and all(isinstance(p, dict) for p in players) and isinstance(settings, dict)
    return draft if whole and "game" in draft.board else None


def state(token: str) -> State | None:
    """What tells a draft from what it was before anybody last changed it; None if there is none."""
    if not is_token(token):
        return None
    try:
        found = _path(token).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino


@contextmanager
def edit(token: str) -> Iterator[Draft]:
    """Change a draft: `with edit(token) as draft: ...` reads it, and writes it when the block ends well.

    Raises KeyError where there is no such draft, DraftTooLargeError where it would grow too large.
    """
    with _lock:
        draft = load(token)
        if draft is None:
            raise KeyError(token)
        yield draft
        _write(token, draft)


def remember(draft: Draft, what: str, side: Side | None = None) -> None:
    """Set the present state aside before a step that replaces a lot, so that it can be taken back; `side` says whose board
    it is about, where it leaves those of others alone."""
    draft.before = {"what": what, "side": side.id if side else "", **copy.deepcopy(_kept(draft))}


def remember_result(draft: Draft, side: Side) -> None:
    """Right after a remembered step on one player's board: what it came to, so that taking it back changes nothing else."""
    place = draft.place(side.id)
    if draft.before and place is not None:
        result = {"settings": draft.board["settings"], "player": draft.board["players"][place]}
        draft.before["result"] = copy.deepcopy(result)


def take_back(draft: Draft) -> None:
    """Undo the last remembered step; where it was about one player, what others did, and what was entered since, stays. Raises
    TableFullError where a player comes back to whom no place is left."""
    if not draft.before:
        return
    kept = draft.before
    was = next((n for n, side in enumerate(kept["sides"]) if side["id"] == kept.get("side")), None)
    if was is not None and draft.place(kept["side"]) is None and len(draft.sides) >= MOST_PLAYERS:
        raise TableFullError
    draft.before = None
    if was is None:
        draft.board, draft.current = kept["board"], kept["current"]
        draft.sides, draft.others = [Side(photo=side["photo"]) for side in kept["sides"]], {}
    else:
        players, place = draft.board["players"], draft.place(kept["side"])
        player, settings = kept["board"]["players"][was], kept["board"]["settings"]
        side = Side(photo=kept["sides"][was]["photo"])
        if place is None:  # the player was taken out
            place = min(was, len(players))
            players.insert(place, player)
            draft.sides.insert(place, side)
        else:
            now = {"player": players[place], "settings": draft.board["settings"]}
            result = kept.get("result", now)
            keys = _differing(player, result["player"])
            players[place] = _with(now["player"], player, keys)
            keys = _differing(settings, result["settings"]) - _differing(now["settings"], result["settings"])
            draft.board["settings"] = _with(now["settings"], settings, keys)
            draft.sides[place], draft.others = side, {}
        draft.current = place
    draft.fit()


def _differing(one: Json, other: Json) -> set[str]:
    return {key for key in (*one, *other) if one.get(key) != other.get(key)}


def _with(values: Json, others: Json, keys: set[str]) -> Json:
    """The values, under these keys those of the others, or none."""
    return {key: value for key, value in values.items() if key not in keys} | {key: others[key] for key in keys if key in others}


def replace(draft: Draft, board: Json, what: str) -> None:
    """Put another board in the place of all that was entered; it can be taken back."""
    remember(draft, what)
    draft.board, draft.current, draft.sides, draft.others = {"settings": {}, **board}, 0, [], {}
    draft.fit()


def _kept(draft: Draft) -> Json:
    return {"board": draft.board, "current": draft.current, "sides": [asdict(side) for side in draft.sides]}


def clean(now: float | None = None) -> None:
    """Remove drafts untouched for KEEP_DAYS and the oldest above MAX_DRAFTS; photos sooner (MAX_PHOTO_BYTES)."""
    moment = time.time() if now is None else now
    room = MAX_PHOTO_BYTES
    for place, path in enumerate(sorted(_folder().glob("*.json"), key=_changed, reverse=True)):
        if place >= MAX_DRAFTS or moment - _changed(path) > KEEP_DAYS * 86_400:
            path.unlink(missing_ok=True)
    for path in sorted(_folder().glob("*.photo"), key=_changed, reverse=True):
        room -= path.stat().st_size if path.exists() else 0
        if room < 0 or moment - _changed(path) > KEEP_DAYS * 86_400:
            path.unlink(missing_ok=True)


def keep_photo(token: str, data: bytes) -> str:
    """Keep a photo beside its draft; returns the name under which `photo` gives it back."""
    if not is_token(token):
        raise KeyError(token)
    name = hashlib.sha256(data).hexdigest()[:16]
    keep(_folder() / f"{token}.{name}.photo", data)
    return name


def photo(token: str, name: str) -> bytes | None:
    """The photo kept under this name; None if it is gone."""
    if not is_token(token) or not _PHOTO.fullmatch(name):
        return None
    try:
        return (_folder() / f"{token}.{name}.photo").read_bytes()
    except OSError:
        return None


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _folder() -> Path:
    return home() / "drafts"


def _path(token: str) -> Path:
    return _folder() / f"{token}.json"


def _write(token: str, draft: Draft) -> None:
    data = json.dumps(asdict(draft), ensure_ascii=True, separators=(",", ":")).encode()
    if len(data) > MAX_BYTES and draft.before:
        draft.before = None
        data = json.dumps(asdict(draft), ensure_ascii=True, separators=(",", ":")).encode()
    if len(data) > MAX_BYTES:
        raise DraftTooLargeError("this board is too large to keep")
    keep(_path(token), data)
