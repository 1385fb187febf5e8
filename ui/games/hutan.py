"""Hutan in the app."""

from __future__ import annotations

from typing import Any

import streamlit as st

from scoring.games.hutan.components import (
    ANIMALS,
    COLOURS,
    FACES,
    NAMED_BOARDS,
    SCENARIOS,
    SQUARES,
    PlacedBoard,
)
from scoring.games.hutan.ecosystems import ECOSYSTEMS
from scoring.games.hutan.layout import ICONS, LayoutError, from_areas, from_boards, named
from scoring.model import Cell
from ui import drawing, painted, parts, theme
from ui.board import Board, area_grid, area_layout
from ui.fields import Form
from ui.games import drawn, only, seat_names
from ui.games.hutan_pictures import ecosystem_picture, face_picture

BLURB = "Grow forests of one colour, bring the animals home, watch the lakes."
WORD = "forest"
SAMPLES = {
    "hutan-first-game": "First game (91 points)",
    "hutan-scenario-a": "Scenario A, just won",
    "hutan-three-players": "Three players with ecosystem cards",
    "hutan-drawn-areas": "Areas drawn by hand",
}
PHOTO_TIP = "Straight from above if you can: standing trees then hide least."
FIXED_SIZE = (6, 6)
NOT_IN_PHOTO = "The photo can't show the ecosystem cards in play: choose them in step 1."

SIZE = 6
KINDS = {"first": "First game", "scenario": "Scenario", "boards": "Four boards", "areas": "Draw the areas"}
CARDS_IN_PLAY = 5
TABLE_ORDER = (0, 1, 3, 2)
"""The boards NW, NE, SE, SW as they lie on the table, row by row."""
PLACES = ("top left", "top right", "bottom right", "bottom left")


def new_board() -> dict[str, Any]:
    return {"format": 1, "game": "hutan", "settings": {}, "players": [{"name": "", "grid": _empty()}]}


def fixed_names(board: dict[str, Any]) -> bool:
    return False


def seats(board: dict[str, Any]) -> list[str]:
    return seat_names(board["players"])


def summary(board: dict[str, Any]) -> str:
    layout = _layout(board)
    return f"Scenario {layout[-1].upper()}" if _kind(board) == "scenario" else KINDS[_kind(board)]


def board_file(board: dict[str, Any]) -> dict[str, Any]:
    given = board["settings"]
    settings: dict[str, Any] = {"layout": _layout(board)}
    if _kind(board) != "scenario" and len(given.get("ecosystems", [])) == CARDS_IN_PLAY:
        settings["ecosystems"] = given["ecosystems"]
    if len(board["players"]) == 1:
        settings |= only(given, "solo")
    players = [
        {"name": name, "grid": player.get("grid") or _empty()}
        for name, player in zip(seats(board), board["players"], strict=True)
    ]
    return {"format": 1, "game": "hutan", "settings": settings, "players": players}


# ----------------------------------------------------------------------------------------------------- the board


def settle(board: dict[str, Any]) -> None:
    """Nothing of a player's depends on the place at the table."""


def editor(board: dict[str, Any], index: int) -> Board:
    grid = board["players"][index].get("grid") or _empty()
    return area_grid(grid, _areas(board), label=f"Forest of {seats(board)[index]}")


def paint(player: dict[str, Any], cells: list[Any]) -> None:
    player["grid"] = cells


def squares(player: dict[str, Any]) -> dict[Cell, str]:
    """What stands where; empty squares left out."""
    rows = enumerate(player.get("grid", []))
    return {(r, c): square for r, row in rows for c, square in enumerate(row) if square}


def put_squares(player: dict[str, Any], squares: dict[Cell, str]) -> None:
    player["grid"] = [[squares.get((r, c), "") for c in range(SIZE)] for r in range(SIZE)]


def cell_words(player: dict[str, Any], cell: Cell) -> str:
    return f"Row {cell[0] + 1}, column {cell[1] + 1}"


def all_squares(board: dict[str, Any]) -> list[str]:
    return list(SQUARES)


def square_words(square: str) -> str:
    if not square:
        return "Nothing"
    colour, kind = square[0], square[1:]
    flower = f"{COLOURS[colour]} flower"
    return {"": flower.capitalize(), "t": f"Tree on a {flower}", "a": ANIMALS[colour].capitalize()}[kind]


def square_picture(square: str) -> str:
    if not square:
        return ""
    kind = {"": "flower", "t": "tree", "a": "animal"}[square[1:]]
    return drawn(f"{kind}-{square[0]}")


def square_of(choice: str, before: Any) -> str:
    return choice


def cover() -> str:
    return drawing.forest_cover()


def player_fields(form: Form, index: int) -> None:
    """A forest is all that a player has."""


# --------------------------------------------------------------------------------------------------- the settings


def settings(form: Form) -> None:
    kind = _kind(form.board)
    st.session_state["hutan-layout"] = kind
    st.pills(
        "How was the table laid?",
        list(KINDS),
        format_func=KINDS.__getitem__,
        key="hutan-layout",
        on_change=_choose_kind,
        args=(form,),
    )
    if form.board["settings"].get("_seen"):
        theme.text("The layout was recognised in the photo.", "soft")
    if kind == "scenario":
        _scenario(form)
    else:
        if kind == "boards":
            _boards(form)
        if kind == "areas":
            _draw_areas(form)
        _ecosystems(form)
    if len(form.board["players"]) == 1 and kind != "scenario":
        form.flag("Played alone", ("settings", "solo"), default=True)


def layout(board: dict[str, Any], index: int) -> Any:
    """The layout to tell the reader of a player's photo: one that a person chose, or on which others have their pieces; not
    one that was seen in a photo of this player alone."""
    given = board["settings"]
    others = any(squares(player) for i, player in enumerate(board["players"]) if i != index)
    return None if given.get("_seen") and not others else given.get("layout")


def take_settings(board: dict[str, Any], read: dict[str, Any], anew: bool = False) -> None:
    """Take over the layout that a photo showed, unless a person chose one and does not want it `anew`."""
    given = board["settings"]
    if (anew or "layout" not in given or given.get("_seen")) and "layout" in read["settings"]:
        _set_layout(board, read["settings"]["layout"])
        given["_seen"] = True


def _kind(board: dict[str, Any]) -> str:
    layout = _layout(board)
    if isinstance(layout, dict):
        return "areas" if "areas" in layout else "boards"
    return "scenario" if layout in SCENARIOS else "first"


def _layout(board: dict[str, Any]) -> Any:
    return board["settings"].get("layout", "first-game")


def _set_layout(board: dict[str, Any], layout: Any) -> None:
    """Choose a layout; each kind's last one is kept beside it, for the way back."""
    given = board["settings"]
    given.setdefault("_layouts", {})[_kind(board)] = _layout(board)
    given["layout"] = layout
    given.pop("_seen", None)


def _choose_kind(form: Form) -> None:
    kind = st.session_state["hutan-layout"]

    def choose(board: dict[str, Any]) -> None:
        if kind is None or kind == _kind(board):
            return
        start = {
            "first": "first-game",
            "scenario": "scenario-a",
            "boards": {"boards": [board._asdict() for board in NAMED_BOARDS["first-game"]]},
            "areas": {"areas": _areas(board)},
        }
        _set_layout(board, board["settings"].get("_layouts", {}).get(kind, start[kind]))

    form.change(choose)


def _areas(board: dict[str, Any]) -> list[list[int]]:
    """6x6 area numbers of the table, 0 a lake."""
    layout = _layout(board)
    if isinstance(layout, str):
        return named(layout).numbers()
    if "areas" in layout:
        return layout["areas"]
    return from_boards(tuple(PlacedBoard(b["face"], b["icon"]) for b in layout["boards"])).numbers()


def _empty() -> list[list[str]]:
    return [[""] * SIZE for _ in range(SIZE)]


def _scenario(form: Form) -> None:
    names = {
        name: f"Scenario {name[-1].upper()}: {scenario.target} points to reach" for name, scenario in SCENARIOS.items()
    }
    key = "hutan-scenario"
    st.session_state[key] = _layout(form.board)

    def changed() -> None:
        form.change(lambda board: _set_layout(board, st.session_state[key]))

    chosen = st.selectbox("Which one?", list(names), format_func=names.__getitem__, key=key, on_change=changed)
    for number in SCENARIOS[chosen].ecosystems:
        theme.text(f"{number}  {ECOSYSTEMS[number].title}: {ECOSYSTEMS[number].text}", "soft")


def _boards(form: Form) -> None:
    """The four boards as they lie on the table: touch one, then say which face is up, and turn it."""
    boards = _layout(form.board)["boards"]
    corner = min(max(int(st.session_state.get("hutan-corner", 0)), 0), 3)
    options = [
        {"id": str(i), "picture": face_picture(PlacedBoard(**boards[i])), "text": PLACES[i].capitalize()}
        for i in TABLE_ORDER
    ]

    def touched(choice: str) -> None:
        st.session_state["hutan-corner"] = int(choice)

    theme.text("The table as it lies. Touch a board to say which one it is and how it is turned.", "soft")
    parts.choices(options, [str(corner)], "hutan-table", touched, label="The four boards")
    st.button(
        f"Turn the board {PLACES[corner]}",
        key="hutan-turn",
        icon=":material/rotate_right:",
        width="stretch",
        on_click=lambda: form.change(lambda board: _turn(board, corner)),
    )
    icon = boards[corner]["icon"]
    faces = [{"id": face, "picture": face_picture(PlacedBoard(face, icon)), "text": _face_words(face)} for face in FACES]
    theme.text(f"Which face is up {PLACES[corner]}?", "label")
    parts.choices(
        faces,
        [boards[corner]["face"]],
        "hutan-faces",
        lambda face: form.change(lambda board: _put_face(board, corner, face)),
        columns=4,
        label="The eight faces",
    )


def _face_words(face: str) -> str:
    colour, _, shape = face.partition("-")
    return f"{colour.capitalize()} {shape}"


def _turn(board: dict[str, Any], corner: int) -> None:
    boards = [dict(b) for b in _layout(board)["boards"]]
    boards[corner]["icon"] = ICONS[(ICONS.index(boards[corner]["icon"]) + 1) % 4]
    _set_layout(board, {"boards": boards})


def _put_face(board: dict[str, Any], corner: int, face: str) -> None:
    """Lay a face there; the board of its colour comes from where it lay, and the old one goes there."""
    boards = [dict(b) for b in _layout(board)["boards"]]
    colour = face.partition("-")[0]
    other = next(i for i, b in enumerate(boards) if b["face"].partition("-")[0] == colour)
    boards[other], boards[corner] = boards[corner], boards[other]
    boards[corner] = {"face": face, "icon": boards[other]["icon"]}
    _set_layout(board, {"boards": boards})


def _draw_areas(form: Form) -> None:
    theme.text("Drag over the squares of each area; lakes have a brush of their own.", "soft")
    areas = painted.board(form, "areas", lambda draft: area_layout(_areas(draft)), _paint_areas)
    try:
        from_areas(tuple(map(tuple, areas.cells)))
    except LayoutError as error:
        said = str(error)
        theme.note(f"{said[0].upper()}{said[1:]}.", "amber")


def _paint_areas(board: dict[str, Any], cells: list[Any]) -> None:
    _set_layout(board, {"areas": cells})


def _ecosystems(form: Form) -> None:
    """The cards in play, none or five, chosen by number from pictures that say what they score."""
    chosen = [n for n in form.board["settings"].get("ecosystems", []) if n in ECOSYSTEMS]
    count = len(chosen)
    label = f"Ecosystem cards: {', '.join(map(str, sorted(chosen)))}" if count else "Ecosystem cards: none in play"
    if 0 < count < CARDS_IN_PLAY:
        theme.note(f"{CARDS_IN_PLAY - count} more to choose: the ecosystem cards count when five are chosen.", "amber")
    with st.expander(label, key="hutan-ecosystems"):
        options = [
            {"id": str(n), "tag": str(n), "label": card.title, "text": card.text, "picture": ecosystem_picture(card)}
            for n, card in ECOSYSTEMS.items()
        ]

        def toggled(choice: str) -> None:
            def swap(board: dict[str, Any]) -> None:
                cards = set(board["settings"].get("ecosystems", [])) ^ {int(choice)}
                if len(cards) <= CARDS_IN_PLAY:
                    board["settings"]["ecosystems"] = sorted(cards)

            form.change(swap)

        parts.choices(options, [str(n) for n in chosen], "ecosystems", toggled, most=CARDS_IN_PLAY, label="Ecosystem cards")
