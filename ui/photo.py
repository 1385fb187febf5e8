"""A photo of the board: read it, walk through what is unsure, put the grid right, learn how this copy looks.

What is known of a photo lies in the draft (`Side.photo`):

    name, file   under which the store keeps the photo, and what the person's file was called
    corners, size  the grid as put by hand, None where it was found
    todo         True until it has been read with these
    earlier      what was known of the photo before, in case this one can't be used or shows no board
    failed       why no board was found, in words
    read         [[cell, square], ...] as read, in the reading's cells
    asked        the reading's cells that it was unsure of
    layout       the layout that it was read with, None where it was to be recognised
    profile      when what it was read with of this copy's looks was learned, 0 where nothing was
    grid         [corners, size] as read, None of a beehive: how it is looked at once more is learned of this copy
    learned      True once it has been learned from
    taught       when it was learned from
    place        [quarter turns, rows, columns]: from the reading's cells to the board's, which grow and turn
    said         [[x, y, square, changed], ...]: what a person said of the squares at these points of the photo, through all its
                 readings, and whether they changed what was read there
    doubt        cells of the board that a person should look at

A photo never blocks: whatever goes wrong with it is one message, and everything entered stays.
"""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import streamlit as st

from scoring import registry
from scoring.model import Cell
from scoring.words import counted
from ui import files, messages, parts, placement, store, theme
from ui.session import Open

if TYPE_CHECKING:
    from vision.reading import Reading

_log = logging.getLogger(__name__)

SAMPLES = Path(__file__).parents[1] / "samples" / "photos"
PHOTO_TYPES = ["image/*", "heic", "heif", "json"]
"""A board file is let in to be told where it is opened: what the browser keeps out is kept out without a word of ours."""
LARGEST = 60
NOTHING_THERE = "Nothing was made out on this grid, so everything is as it was. Put the corners on those of the board."
BESIDE = 0.1
"""What is shown around the board read, as a share of its longer side."""
SIDES = {"above": (-1, 0), "left": (0, -1), "right": (0, 1), "below": (1, 0)}
WAYS = {"above": "Up", "below": "Down"}
"""What moving the grid to a side is called, where that is not the side's name."""


def doubt(side: store.Side) -> list[Cell]:
    """Cells of the board that the reading was unsure of and nobody has looked at."""
    state = _standing(side.photo)
    return [(r, c) for r, c in state["doubt"]] if state else []


def _standing(state: store.Json | None) -> store.Json | None:
    """What is known of the photo that the board was read from: this one, or the last before it that showed a board."""
    while state and "read" not in state:
        state = state.get("earlier")
    return state


def _replaced(state: store.Json | None) -> store.Json | None:
    """What a photo that is to be read next stands before: not one that still waits itself, as after a second tap."""
    return state.get("earlier") if state and state.get("todo") else state


def follow(side: store.Side, before: Mapping[Cell, Any], after: Mapping[Cell, Any], left: Iterable[Cell]) -> None:
    """Keep the photo's cells on the board's after the editor grew, turned or painted it; `left` are still unsure."""
    state = _standing(side.photo)
    if state:
        moved = placement.between(before, after)
        state["place"] = list(placement.then(placement.Place(*state["place"]), moved))
        state["doubt"] = [list(cell) for cell in left]
        state.pop("learned", None)


# ------------------------------------------------------------------------------------------ the photo and its reading


def show(opened: Open) -> None:
    with st.container(key="card-photo"):
        st.file_uploader(
            "Photograph the board, or choose a photo",
            type=PHOTO_TYPES,
            key="photo",
            on_change=_uploaded,
            args=(opened,),
        )
        if not opened.side.photo:
            theme.text(opened.part.PHOTO_TIP, "soft")
        with st.container(key="row-samples", horizontal=True):
            _samples(opened)
            files.samples(opened)
        state = opened.side.photo
        if state and state.get("todo"):
            _read_now(opened)
        _say("photo-message")
        if opened.side.photo:
            was_read, answered = (st.session_state.pop(f"just-{what}", False) for what in ("read", "answered"))
            _known(opened, opened.side.photo)
            if was_read or (answered and doubt(opened.side)):
                # A reading may bring settings that make the page above grow, and itself slip away below.
                parts.bring_into_view("unsure" if doubt(opened.side) and not opened.side.photo.get("failed") else "card-photo")
        _say("learn-message")
        if messages.said("just-forgotten", False):
            st.button("Take it back", key="forget-back", icon=":material/undo:", on_click=_know_again, args=(opened.game.id,))
        _learned(opened)
        if refused := st.session_state.pop("just-refused", ""):
            parts.bring_into_view(refused, "nearest")


def _say(what: str) -> None:
    kind, words = messages.said(what, ("", ""))
    if words:
        with st.container(key=what):
            theme.note(words, kind)


def _uploaded(opened: Open) -> None:
    upload = st.session_state["photo"]
    if upload is None:
        return
    data = upload.getvalue()
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" or upload.name.lower().endswith(".json"):
        words = f"“{upload.name}” is a board file, no photo. Board files are opened at the end of this page: “{files.OPEN}”."
        st.session_state["photo-message"] = ("red", words)
        return
    _take(opened, data, upload.name)


def _take(opened: Open, data: bytes, file: str) -> None:
    name = store.keep_photo(opened.token, data)
    with opened.edit_side() as (_, side, _):
        side.photo = {"name": name, "file": file[:100], "todo": True, "earlier": _replaced(side.photo)}


def _samples(opened: Open) -> None:
    found = sorted(SAMPLES.glob(f"{opened.game.id}*.jpg"))
    if not found:
        return
    with parts.popover("Sample photos", "sample-photo"):
        options = [{"id": p.stem, "picture": _thumbnail(p), "label": f"Photo {n}"} for n, p in enumerate(found, 1)]

        def picked(stem: str) -> None:
            path = SAMPLES / f"{stem}.jpg"
            if path in found:
                parts.close_popover("sample-photo")
                _take(opened, path.read_bytes(), path.name)

        parts.choices(options, [], "sample-photos", picked)


def _read_now(opened: Open) -> None:
    """Read the photo that waits, and put what was read on the board, or say why not."""
    from vision.photo import PhotoError
    from vision.reading import NoBoardError, OptionError

    state = opened.side.photo or {}
    by_hand = _ByHand([], {}, 0)
    layout = opened.part.layout(opened.draft.board, opened.seat)
    try:
        with st.spinner("Reading the photo…"):
            reading = read(opened, state)
            if "read" in state:
                by_hand = _corrections(opened, state, reading)
    except PhotoError as error:
        _drop(opened, f"“{state['file']}” can't be used, everything entered is as it was. {theme.sentence(error)}")
        return
    except OptionError as error:
        _drop(opened, f"The grid can't lie like that. {theme.sentence(error)}", "grid-message" if state.get("corners") else "photo-message")
        return
    except NoBoardError as error:
        if "read" in state or state.get("corners"):
            _drop(opened, NOTHING_THERE, "grid-message")
            return
        with opened.edit_side() as (_, side, _):
            if side.photo == opened.side.photo:
                side.photo = {
                    **{key: state.get(key) for key in ("name", "file", "corners", "size")},
                    "todo": False,
                    "earlier": _standing(state),
                    "failed": theme.sentence(error),
                }
        st.session_state["just-read"] = True
        opened.refresh()
        return
    except Exception:
        _log.exception("reading %s failed", state["file"])
        _drop(opened, "Something went wrong while the photo was read; everything entered is as it was. Paint the board by hand.")
        return
    if state.get("corners") and any(warning.code == "nothing-there" for warning in reading.warnings):
        _drop(opened, NOTHING_THERE, "grid-message")
        return
    with opened.edit_side() as (draft, side, player):
        place = draft.place(side.id)
        # Another phone, too, reads a photo that it sees waiting, and may lay pieces on a layout that this reading knew nothing of.
        stale = side.photo != opened.side.photo or (place is not None and opened.part.layout(draft.board, place) != layout)
        if place is not None and not stale:
            side.photo = state.get("earlier")  # what is gone back to waits for no reading
            store.remember(draft, f"“{state['file']}” was read", side)
            _put(opened, side, player, state, reading, by_hand)
            opened.part.take_settings(draft.board, reading.board, anew=_layout(opened, state) is None)
            store.remember_result(draft, side)
    st.session_state["just-read"] = not stale
    st.rerun()


class _ByHand(NamedTuple):
    """What a person did with the board since a photo's first reading: everything said of it (see `said` above), what of this has its
    place on the new reading, in its cells, and by how many quarters the board is turned now."""

    said: list[Any]
    kept: Mapping[Cell, Any]
    turns: int


def _put(
    opened: Open, side: store.Side, player: store.Json, state: store.Json, reading: Reading, by_hand: _ByHand
) -> None:
    """Put the reading of the photo in this `state` on the board; what a person did stands above it."""
    as_read = opened.part.squares(reading.board["players"][0])
    squares = {cell: square for cell, square in {**as_read, **by_hand.kept}.items() if square}
    unsure = [cell for cell in reading.uncertain if cell not in by_hand.kept]
    # Only a landscape lies as a person turned it; a table lies as its layout does. What is asked of needs a place, too, if nothing lies there.
    fixed = reading.beehive or opened.part.FIXED_SIZE
    place = placement.SAME if fixed else placement.onto_board([*squares, *unsure], by_hand.turns)
    opened.part.put_squares(player, {place.onto(cell): square for cell, square in squares.items()})
    side.photo = {
        **{key: state.get(key) for key in ("name", "file", "corners", "size")},
        "todo": False,
        "failed": "",
        "read": [[list(cell), square] for cell, square in as_read.items()],
        "place": list(place),
        "asked": [list(cell) for cell in reading.uncertain],
        "layout": _layout(opened, state),
        "profile": _stamp(opened.game.id),
        "grid": None if reading.beehive else [[list(corner) for corner in reading.corners], list(reading.size)],
        "said": by_hand.said,
        "doubt": [list(place.onto(cell)) for cell in unsure],
    }
    side.revision, side.client = side.revision + 1, ""


def _corrections(opened: Open, state: store.Json, reading: Reading) -> _ByHand:
    """What a person did since the photo was read first. It is kept by points of the photo: on a grid that was set wrongly some of
    it has no place, and comes back with a better one."""
    earlier = state.get("earlier")
    if not earlier or earlier.get("name") != state["name"]:
        return _ByHand([], {}, 0)
    before = read(opened, earlier)
    spot, at, now_at = placement.spots(before), placement.cells(before), placement.cells(reading)
    place = placement.Place(*state["place"])
    as_read = {(r, c): square for (r, c), square in state["read"]}
    now = {place.back(cell): square for cell, square in opened.part.squares(opened.player).items()}
    changed = {cell for cell in {*as_read, *now} if as_read.get(cell) != now.get(cell)}
    doubted = {place.back(cell) for cell in doubt(opened.side)}
    looked_at = {(r, c) for r, c in state.get("asked", before.uncertain)} - doubted
    old = state.get("said", [])
    laid = _laid(opened, old, before)
    news = {
        cell: [now.get(cell, ""), cell in changed]
        for cell in {*changed, *looked_at, *laid}
        if cell not in laid or laid[cell] != now.get(cell, "")
    }
    said = [one for one in old if at((one[0], one[1])) not in news]
    said += [[*point, *news[cell]] for cell in news if (point := spot(cell))]

    def moved(cell: Cell) -> Cell | None:
        point = spot(cell)
        return point and now_at(point)

    return _ByHand(said, _laid(opened, said, reading), place.turns - placement.quarters(moved, before.size[1]))


def _laid(opened: Open, said: Iterable[Any], reading: Reading) -> dict[Cell, Any]:
    """What of all that was said has its place on this reading: what lies on its squares, and the pieces added at its sides."""
    at = placement.cells(reading)
    lying = {cell: (square, changed) for x, y, square, changed in said if (cell := at((x, y))) is not None}
    added = [cell for cell, (square, changed) in lying.items() if square and changed and cell not in reading.by_cell]
    beside = set() if opened.part.FIXED_SIZE else placement.hanging(added, reading.size)
    return {cell: square for cell, (square, _) in lying.items() if cell in reading.by_cell or cell in beside}


def _drop(opened: Open, words: str, where: str = "photo-message") -> None:
    """Forget a photo, or a grid by hand, that can't be used; what was known before it comes back."""
    with opened.edit_side() as (_, side, _):
        if side.photo == opened.side.photo:
            side.photo = (side.photo or {}).get("earlier")
    st.session_state[where] = ("red", words)
    st.session_state["just-refused"] = where
    opened.refresh()


def read(opened: Open, state: store.Json) -> Reading:
    """The reading of a photo with what the person said about it; kept in memory for a while.

    Raises PhotoError, OptionError, NoBoardError.
    """
    from vision.photo import PhotoError

    if store.photo(opened.token, state["name"]) is None:
        raise PhotoError("the photo is no longer kept here: choose it once more")
    return _reading(*_told(opened, state))


def _layout(opened: Open, state: store.Json) -> Any:
    """The layout that the photo is, or was, read with."""
    return state["layout"] if "layout" in state else opened.part.layout(opened.draft.board, opened.seat)


def _told(opened: Open, state: store.Json) -> tuple[str, str, str, str, int]:
    """All that a reading depends on. What was read is looked at as it was read: another layout turns the table, and what was learned
    since may find other squares."""
    corners, size, stamp = state.get("corners"), state.get("size"), _stamp(opened.game.id)
    if state.get("grid") and stamp != state["profile"]:
        corners, size = state["grid"]
    told = {"corners": corners, "size": size, "layout": _layout(opened, state)}
    return opened.token, state["name"], opened.game.id, json.dumps(told), stamp


@st.cache_resource(max_entries=4, show_spinner=False)
def _reading(token: str, name: str, game: str, told: str, profile_stamp: int) -> Reading:
    from vision.reading import read_photo

    data = store.photo(token, name)
    assert data is not None
    profile = profile_path(game) if profile_stamp else None
    return read_photo(data, game, profile=profile, **json.loads(told))


# ------------------------------------------------------------------------------------------------ looking it over


def _known(opened: Open, state: store.Json) -> None:
    """The photo's reading: what it says, what is unsure, and the ways to put the grid right."""
    from vision.photo import PhotoError
    from vision.reading import NoBoardError, OptionError

    if state.get("failed"):
        why = theme.sentence(state["failed"].partition(": ")[2] or state["failed"])
        theme.note(f"No board was found in “{state['file']}”.", "amber", f"{why} You can paint the board by hand, too.")
        earlier = state.get("earlier")
        words = f"Back to “{earlier['file']}”" if earlier else "Put this photo away"
        st.button(words, key="photo-back", icon=":material/undo:", on_click=_back, args=(opened,))
        _grid_by_hand(opened, state, None)
        return
    try:
        reading = read(opened, state)
    except (PhotoError, OptionError, NoBoardError) as error:
        theme.text(theme.sentence(error), "soft")
        return
    left = doubt(opened.side)
    theme.note(
        f"{counted(len(state['read']), _piece(reading))} read from “{state['file']}”" + (f", {len(left)} to look at." if left else "."),
        "amber" if left else "",
        opened.part.NOT_IN_PHOTO,
    )
    for warning in reading.warnings:
        theme.note(theme.sentence(warning.text), "amber")
        if warning.code == "layout" and state.get("layout") is not None:
            st.button("As in the photo", key="layout-anew", icon=":material/center_focus_strong:", on_click=_layout_anew, args=(opened,))
    if left:
        _unsure(opened, reading, left)
    elif not (state.get("learned") and _stamp(opened.game.id)):
        _learning(opened, state)
    if news := _news(opened, state, reading):
        theme.text(news, "soft")
        st.button("Read it again", key="read-again", icon=":material/refresh:", on_click=_once_more, args=(opened,))
    with st.expander("The photo and the grid", icon=":material/grid_on:", key="photo-grid"):
        st.image(_overlay(*_told(opened, state)), width="stretch")
        _grid_by_hand(opened, state, reading)


def _news(opened: Open, state: store.Json, reading: Reading) -> str:
    """Why the photo may read better now than it did; empty where nothing has changed since."""
    layout = opened.part.layout(opened.draft.board, opened.seat)
    if layout is not None and layout not in (state.get("layout"), reading.board["settings"].get("layout")):
        return "Another layout is chosen now than when this photo was read."
    if _stamp(opened.game.id) not in (0, state.get("profile", 0), state.get("taught")):
        return "More is known of this copy now than when this photo was read."
    return ""


def _back(opened: Open) -> None:
    """Put a photo without a board away; the one before it, which the board was read from, is looked over again."""
    with opened.edit_side() as (_, side, _):
        if side.photo and side.photo.get("failed"):  # a second tap finds it put away already
            side.photo = side.photo.get("earlier")


def _piece(reading: Reading) -> str:
    return "card" if reading.beehive else "square"


def _unsure(opened: Open, reading: Reading, left: list[Cell]) -> None:
    """One unsure square at a time: its piece of the photo, the best guesses, and everything else on demand."""
    part, cell = opened.part, left[0]
    place = placement.Place(*opened.side.photo["place"])
    seen = place.back(cell)
    with st.container(key="unsure"):
        where = theme.escape(f"{part.cell_words(opened.player, cell)} · {len(left)} to go")
        st.html(f'<p class="ft-label">What is this?</p><p class="ft-soft">{where}</p>')
        if seen in reading.by_cell:
            with st.container(horizontal=True, horizontal_alignment="center"):
                st.image(_png(reading.crop(seen)), width=140)
        texts = [text for text, _ in reading.guesses(seen)][:3] if seen in reading.by_cell else []
        kin = [other for other in left[1:] if _akin(reading, seen, place.back(other))]
        this = [opened.seat, opened.side.photo["name"], *cell]
        every = st.session_state.get("unsure-every") == this
        shown = part.all_squares(opened.draft.board) if every else texts
        options = [_square_option(part, text) for text in shown]
        options.append({"id": "fewer", "label": "Back"} if every else {"id": "other", "label": "None of these"})

        def picked(choice: str) -> None:
            if choice in ("other", "fewer"):
                st.session_state["unsure-every"] = this if choice == "other" else None
                return
            st.session_state["just-answered"] = True
            _settle(opened, cell, choice, kin)

        columns, question = 4 if every else 2, json.dumps([this, every])
        parts.choices(options, [], "guesses", picked, columns=columns, label="What the square holds", low=True, question=question)
        if len(left) > 1:
            st.button("Later", key="unsure-later", icon=":material/skip_next:", on_click=_later, args=(opened,))


def _square_option(part: Any, text: str) -> dict[str, str]:
    return {"id": text or "empty", "label": part.square_words(text), "picture": part.square_picture(text)}


def _akin(reading: Reading, cell: Cell, other: Cell) -> bool:
    """Whether what a person says of one square tells the kind of the other, too."""
    if cell not in reading.by_cell or other not in reading.by_cell:
        return False
    kin = reading.by_cell[cell].kin
    return kin is not None and kin == reading.by_cell[other].kin


def _settle(opened: Open, cell: Cell, choice: str, kin: Iterable[Cell] = ()) -> None:
    """Put the person's answer on the board; the square is no longer unsure, nor are those of its kin."""
    with opened.edit_side() as (_, side, player):
        squares = opened.part.squares(player)
        squares[cell] = "" if choice == "empty" else opened.part.square_of(choice, squares.get(cell))
        settled = {cell}
        if choice != "empty":
            for other in kin:
                squares[other] = opened.part.of_kin(choice, squares.get(other))
                settled.add(other)
        if waiting := _waiting(side):
            waiting[:] = [other for other in waiting if tuple(other) not in settled]
        squares = {at: square for at, square in squares.items() if square}
        if side.photo and side.photo.get("grid"):
            # What was asked of may lie above or left of all that the board holds.
            grown = placement.onto_board(squares)
            side.photo["place"] = list(placement.then(placement.Place(*side.photo["place"]), grown))
            waiting[:] = [list(grown.onto(tuple(other))) for other in waiting]
            squares = {grown.onto(at): square for at, square in squares.items()}
        opened.part.put_squares(player, squares)
        side.revision, side.client = side.revision + 1, ""


def _waiting(side: store.Side) -> list[Any]:
    """The squares that are still to be looked at, to be changed in place; none where the photo was put away meanwhile."""
    return (side.photo or {}).get("doubt", [])


def _later(opened: Open) -> None:
    st.session_state["just-answered"] = True
    with opened.edit_side() as (_, side, _):
        if waiting := _waiting(side):
            waiting.append(waiting.pop(0))


# ------------------------------------------------------------------------------------------------ the grid by hand


def _grid_by_hand(opened: Open, state: store.Json, reading: Reading | None) -> None:
    """Move the grid by a square, grow it, or tap the board's four corners; then the photo is read again."""
    if reading is not None and not reading.beehive:
        _nudge(opened, reading)
    if st.toggle("Tap the four corners on the photo", key="mark-corners"):
        _corners_by_hand(opened, state, reading)
    _say("grid-message")


def _corners_by_hand(opened: Open, state: store.Json, reading: Reading | None) -> None:
    theme.text("Put 1 on the board's top left corner, 2 top right, 3 bottom right, 4 bottom left: where the grid ends.", "soft")
    picture, width, height = _picture(opened.token, state["name"])
    start = [[x / width, y / height] for x, y in reading.corners] if reading else [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]
    # What was put by hand is of this photo and of this grid alone.
    named = f"{state['name']}-{zlib.crc32(json.dumps([start, reading and reading.size]).encode())}"
    points = parts.corners(picture, start, f"corners-{named}")
    size = opened.part.FIXED_SIZE
    if size is None:
        rows, cols = reading.size if reading else (4, 6)
        with st.container(key="row-size", horizontal=True):
            size = (
                int(st.number_input("Rows", 1, LARGEST, rows, key=f"grid-rows-{named}", width=150)),
                int(st.number_input("Columns", 1, LARGEST, cols, key=f"grid-cols-{named}", width=150)),
            )
    corners = [[x * width, y * height] for x, y in points]
    st.button("Read with these corners", key="read-corners", type="primary", on_click=_again, args=(opened, corners, size))


def _nudge(opened: Open, reading: Reading) -> None:
    does = {"shift": "Move the grid", "grow": "Add a row or column", "shrink": "Take one away"}
    if opened.part.FIXED_SIZE:
        does = {"shift": does["shift"]}
    what = st.pills("Is the grid a square off?", list(does), format_func=does.__getitem__, key="nudge")
    if not what:
        return
    with st.container(key="row-nudge", horizontal=True):
        for side, (dr, dc) in SIDES.items():
            corners, size = placement.nudged(reading.corners, reading.size, what, dr, dc)
            words = WAYS.get(side, side.capitalize()) if what == "shift" else side.capitalize()
            st.button(words, key=f"nudge-{side}", on_click=_again, args=(opened, corners, size))


def _again(opened: Open, corners: list[list[float]], size: tuple[int, int]) -> None:
    """Read once more with the grid as put by hand; corrections are kept."""
    _once_more(opened, corners=corners, size=list(size))


def _layout_anew(opened: Open) -> None:
    """Read the photo once more and take the layout that it shows, whichever was chosen."""
    _once_more(opened, layout=None)


def _once_more(opened: Open, **told: Any) -> None:
    """Read the photo once more with what else is told of it now; corrections are kept."""
    with opened.edit_side() as (_, side, _):
        state = side.photo or {}
        known = {key: value for key, value in state.items() if key not in ("layout", "grid")}
        side.photo = {**known, **told, "todo": True, "earlier": _replaced(state)}


# ------------------------------------------------------------------------------------------------ learning


def profile_path(game: str) -> Path:
    """Where the looks that were learned of this copy of the game lie."""
    return store.home() / "profiles" / f"{game}.npz"


def _stamp(game: str) -> int:
    """When what is known of this copy of the game changed last, 0 where nothing is."""
    path = profile_path(game)
    return path.stat().st_mtime_ns if path.exists() else 0


def _learning(opened: Open, state: store.Json) -> None:
    """Learn how this copy of the game looks from the corrected board; the next photo is read with it."""
    theme.text("Is the board right now? Then the next photo of this copy can be read better.", "soft")
    st.button(
        "Learn from my corrections",
        key="learn",
        icon=":material/school:",
        width="stretch",
        on_click=_learn,
        args=(opened, state),
    )


def _learned(opened: Open) -> None:
    """What was learned of this copy: kept as a file, opened from one, forgotten."""
    path = profile_path(opened.game.id)
    with parts.popover("What was learned of this copy", "learned", icon=":material/tune:"):
        if path.exists():
            st.download_button(
                "Save it", path.read_bytes(), f"{opened.game.id}-profile.npz", key="profile-save", on_click="ignore"
            )
            st.button("Forget it", key="profile-reset", on_click=_forget, args=(opened.game.id,))
        else:
            theme.text("Nothing yet.", "soft")
        st.file_uploader("Open a saved one", key="profile-load", on_change=_load_profile, args=(opened.game.id,))


def _learn(opened: Open, state: store.Json) -> None:
    from vision.photo import decode
    from vision.profile import Profile
    from vision.reading import READERS, teach

    try:
        reading = read(opened, state)
        place = placement.Place(*state["place"])
        player = {"name": "photo"}
        squares = opened.part.squares(opened.player)
        opened.part.put_squares(player, _inside({place.back(cell): s for cell, s in squares.items()}, reading))
        board = opened.part.board_file({**opened.draft.board, "players": [player]})
        data = store.photo(opened.token, state["name"])
        reader = registry.part(READERS, opened.game.id)
        path = profile_path(opened.game.id)
        profile = Profile.load(path, opened.game.id) if path.exists() else Profile()
        teach(profile, reader, decode(data), board, corners=reading.corners, size=reading.size)
        path.parent.mkdir(parents=True, exist_ok=True)
        profile.save(path)
    except Exception as error:  # whatever a photo does, the board that was entered stays
        st.session_state["learn-message"] = ("red", f"Nothing was learned. {theme.sentence(_reason(error))}")
        return
    with opened.edit_side() as (_, side, _):
        side.photo = {**(side.photo or state), "learned": True, "taught": _stamp(opened.game.id)}
    st.session_state["learn-message"] = ("", f"Learned. Known now: {counted(len(profile.labels), 'kind')} of pieces.")


def _inside(squares: Mapping[Cell, Any], reading: Reading) -> dict[Cell, Any]:
    return {cell: square for cell, square in squares.items() if cell in reading.by_cell}


def _forget(game: str) -> None:
    parts.close_popover("learned")
    path = profile_path(game)
    if path.exists():
        path.replace(path.with_suffix(".forgotten"))
        st.session_state["just-forgotten"] = True
    st.session_state["learn-message"] = ("", "What was learned is forgotten.")


def _know_again(game: str) -> None:
    """Take back that what was learned was forgotten; not above something that another phone has learned since."""
    path = profile_path(game)
    forgotten = path.with_suffix(".forgotten")
    words = "Something else was learned meanwhile, and that stays."
    if not path.exists() and forgotten.exists():
        forgotten.replace(path)
        words = "What was learned is known again."
    st.session_state["learn-message"] = ("", words)


def _load_profile(game: str) -> None:
    from vision.profile import Profile, ProfileError

    upload = st.session_state["profile-load"]
    if upload is None:
        return
    parts.close_popover("learned")
    path = profile_path(game)
    trial = path.with_name(f"{game}-loaded.npz")
    try:
        store.keep(trial, upload.getvalue())
        Profile.load(trial, game)
        trial.replace(path)
        st.session_state["learn-message"] = ("", "The saved look is in use.")
    except ProfileError as error:
        trial.unlink(missing_ok=True)
        why = str(error).removeprefix(f"{trial}: ").partition(": give ")[0]
        for known in registry.games():
            why = why.replace(known.id, known.title)
        st.session_state["learn-message"] = ("red", f"“{upload.name}” was not opened. {theme.sentence(why)}")
    except OSError as error:
        st.session_state["learn-message"] = ("red", f"“{upload.name}” was not opened. {theme.sentence(_reason(error))}")


# ------------------------------------------------------------------------------------------------ pictures


def _reason(error: Exception) -> object:
    """What is wrong, without the path that the system's own errors name: it says nothing to a person."""
    return (error.strerror if isinstance(error, OSError) else None) or error


def _png(image: Any) -> bytes:
    import cv2

    return cv2.imencode(".png", image)[1].tobytes()


@st.cache_data(max_entries=8, show_spinner=False)
def _overlay(token: str, name: str, game: str, told: str, profile_stamp: int) -> bytes:
    import cv2

    reading = _reading(token, name, game, told, profile_stamp)
    image = reading.overlay()
    scale = image.shape[1] / reading.photo.size[0]
    quads = [point for square in reading.squares for point in square.quad]
    x, y = (sorted(values) for values in zip(*[*quads, *reading.corners], strict=True))
    margin = BESIDE * max(x[-1] - x[0], y[-1] - y[0])
    left, top, right, bottom = (max(0, round(v * scale)) for v in (x[0] - margin, y[0] - margin, x[-1] + margin, y[-1] + margin))
    image = image[top:bottom, left:right]
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


@st.cache_data(max_entries=20, show_spinner=False)
def _picture(token: str, name: str) -> tuple[str, int, int]:
    """The photo, small, as an address an image can show; the full photo's width and height."""
    import base64

    import cv2

    from vision.photo import decode

    photo = decode(store.photo(token, name) or b"")
    image, _ = photo.at_most(1000)
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()
    return f"data:image/jpeg;base64,{base64.b64encode(data).decode()}", photo.size[0], photo.size[1]


@st.cache_data(max_entries=60, show_spinner=False)
def _thumbnail(path: Path) -> str:
    import base64
    import io

    from PIL import Image

    with Image.open(path) as image:
        image.thumbnail((320, 320))
        out = io.BytesIO()
        image.convert("RGB").save(out, "JPEG", quality=75)
    return f"data:image/jpeg;base64,{base64.b64encode(out.getvalue()).decode()}"
