"""My Rainforest in the app."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from scoring.boardfile import BoardError
from scoring.games.my_rainforest import beehive
from scoring.games.my_rainforest import catalogue as catalogues
from scoring.games.my_rainforest.species import CONDITIONS, DEFAULTS, IUCN, KNOWN, TYPES, Condition, Species
from scoring.model import Cell
from scoring.words import counted
from ui import drawing, messages, painted, store, theme
from ui.board import Board, Entry, hive, hive_pattern
from ui.fields import Form
from ui.games import drawn, only, seat_names

BLURB = "Nine species in a beehive: who lives beside whom makes the points."
WORD = "rainforest"
SAMPLES = {
    "my-rainforest-rulebook": "The rulebook's example (44 points)",
    "my-rainforest-advanced": "With a target card (50 points)",
    "my-rainforest-promo": "Four players with the promo card",
}
PHOTO_TIP = "From above, all nine cards in the picture, in any turn."
FIXED_SIZE = None
NOT_IN_PHOTO = "The photo can't show target cards: enter them below."

VARIANTS = {"basic": "Basic", "advanced-1": "Advanced 1", "advanced-2": "Advanced 2"}
KIND_WORDS = {name: words[0].capitalize() for name, words in TYPES.items()}
NO_CODE = "none printed"
PATTERN_SIZE = 9
USUAL_BONUS = 3
"""Points of a target card that is entered, until they are said."""


def new_board() -> dict[str, Any]:
    player = {"name": "", "cards": []}
    return {"format": 1, "game": "my-rainforest", "settings": {"variant": "basic"}, "players": [player]}


def fixed_names(board: dict[str, Any]) -> bool:
    return False


def seats(board: dict[str, Any]) -> list[str]:
    return seat_names(board["players"])


def summary(board: dict[str, Any]) -> str:
    return VARIANTS[_variant(board)]


def board_file(board: dict[str, Any]) -> dict[str, Any]:
    players = []
    for name, player in zip(seats(board), board["players"], strict=True):
        kept = {"name": name, "cards": player.get("cards", [])}
        if _variant(board) != "basic":
            kept |= only(player, "targets")
        players.append(kept)
    settings = {"variant": _variant(board), **only(board["settings"], "pattern_match")}
    return {"format": 1, "game": "my-rainforest", "settings": settings, "players": players}


# ----------------------------------------------------------------------------------------------------- the board


def settle(board: dict[str, Any]) -> None:
    """Nothing of a player's depends on the place at the table."""


def editor(board: dict[str, Any], index: int) -> Board:
    cards = board["players"][index].get("cards", [])
    return hive(cards, _entries(), label=f"Rainforest of {seats(board)[index]}")


def paint(player: dict[str, Any], cells: list[Any]) -> None:
    player["cards"] = cells


def squares(player: dict[str, Any]) -> dict[Cell, dict[str, Any]]:
    """The cards by their place."""
    return {
        (card["at"][0], card["at"][1]): {key: value for key, value in card.items() if key != "at"}
        for card in player.get("cards", [])
    }


def put_squares(player: dict[str, Any], squares: dict[Cell, dict[str, Any]]) -> None:
    player["cards"] = [{"at": list(at), **card} for at, card in squares.items()]


def cell_words(player: dict[str, Any], cell: Cell) -> str:
    words = beehive.in_words({*squares(player), cell})[cell]
    return words[0].upper() + words[1:]


def all_squares(board: dict[str, Any]) -> list[str]:
    return ["", *(entry.id for entry in _entries())]


def square_words(square: str) -> str:
    entry = _entry(square)
    return entry.name if entry else square or "No card"


def square_picture(square: str) -> str:
    entry = _entry(square)
    return drawn("blank-card", f"type-{entry.type}") if entry else ""


def square_of(choice: str, before: Any) -> dict[str, Any]:
    entry = _entry(choice)
    return dict(entry.card) if entry else before


def of_kin(choice: str, before: Any) -> Any:
    """What a choice for one card says of another one in the same colour: its type."""
    entry = _entry(choice)
    return {"type": entry.type} if entry else before


def cover() -> str:
    return drawing.beehive_cover()


def layout(board: dict[str, Any], index: int) -> None:
    """A beehive has no layout to tell the reader."""


def take_settings(board: dict[str, Any], read: dict[str, Any], anew: bool = False) -> None:
    """A photo tells nothing of the settings."""


def _variant(board: dict[str, Any]) -> str:
    found = board["settings"].get("variant")
    return found if found in VARIANTS else "basic"


# ------------------------------------------------------------------------------------------------- the catalogue


def catalogue_path() -> Path:
    """The user's own catalogue, beside the project's."""
    return store.home() / "my-rainforest-catalogue.json"


def _mine() -> catalogues.UserCatalogue:
    """The user's cards. A catalogue that can't be used is put aside, never written over, and that is told."""
    path = catalogue_path()
    try:
        return catalogues.load(path)
    except BoardError as error:
        aside = path.with_name(f"{path.stem}.damaged-{secrets.token_hex(3)}.json")
        words = f"Your own cards can't be read ({error}), so the list starts anew."
        with contextlib.suppress(OSError):
            path.replace(aside)
            words += f" The old one is kept as {aside.name}."
        st.session_state["catalogue-message"] = ("amber", words)
        return catalogues.EMPTY


def _entries() -> list[Entry]:
    """Every card on offer: the species by type, then the type alone where its default is known or wanted."""
    entries = []
    for kind, species in catalogues.offered(_mine()).items():
        entries += [_species_entry(one) for one in species]
        default = " and ".join(_text(c) for c in DEFAULTS.get(kind, ()))
        words = f"{default} (the usual for its type)" if default else "0 until you add the card"
        entries.append(Entry(kind, kind, f"Any {TYPES[kind][0]}", {"type": kind}, words=words))
    return entries


def _species_entry(species: Species) -> Entry:
    card = catalogues.card_entry(species, (0, 0))
    del card["at"]
    words = _conditions(species.scores)
    doubtful = [what for what in ("type", "scores") if what not in species.certain]
    if doubtful:
        words += " (its type is inferred)" if doubtful == ["type"] else " (not certain)"
    return Entry(species.id or species.name, species.type, species.name, card, species.iucn or "", words)


def _entry(square: str) -> Entry | None:
    return next((entry for entry in _entries() if entry.id == square), None)


# --------------------------------------------------------------------------------------------------- the settings


def settings(form: Form) -> None:
    variant = form.choose("Variant", ("settings", "variant"), VARIANTS, "basic")
    if variant != "basic":
        form.flag(
            "Table rule: a target's pattern counts turned round, too",
            ("settings", "pattern_match"),
            values=("as-printed", "turned"),
            why="As printed, a pattern counts only the way up it is printed; here a half turn counts as well.",
        )
    mine = _mine()
    own = len(mine.species)
    with st.expander(f"My own cards ({own})" if own else "Add cards that are not on the list", key="own-cards"):
        _add_card()
        for species in mine.species:
            words = f"{KIND_WORDS[species.type]}: {_conditions(species.species().scores)}"
            _own(species.name, words, catalogues.without_species, "card")
        for target in mine.targets:
            _own(target.name, "Target pattern", catalogues.without_target, "target")
        _exchange(mine)


def _conditions(scores: tuple[Condition, ...]) -> str:
    return "; ".join(_text(condition) for condition in scores) or "scores nothing"


def _text(condition: Condition) -> str:
    return theme.well_set(condition.text)


def _own(name: str, words: str, forget: Callable[..., catalogues.UserCatalogue], kind: str) -> None:
    with st.container(key=f"row-own-{kind}-{abs(hash(name))}", horizontal=True, vertical_alignment="center"):
        st.html(f'<p class="ft-text"><b>{theme.escape(name)}</b> <span class="ft-soft">{theme.escape(words)}</span></p>')
        st.button(
            "",
            icon=":material/delete:",
            key=f"forget-{kind}-{name}",
            help="Take it out of the catalogue; boards that have it keep it",
            on_click=_forget,
            args=(forget, name),
        )


def _add_card() -> None:
    """A card is entered once, as it is printed, and offered from then on."""
    theme.text("Enter a card once, as it is printed; it is offered from then on.", "soft")
    st.text_input("Name on the card", key="own-name", max_chars=catalogues.LONGEST_NAME)
    st.pills("Type", list(KIND_WORDS), format_func=KIND_WORDS.__getitem__, key="own-type")
    codes = {NO_CODE: NO_CODE} | {code: f"{code}: {words}" for code, words in IUCN.items()}
    st.selectbox("IUCN code", list(codes), format_func=codes.__getitem__, key="own-iucn")
    texts = [_text(condition) for condition in CONDITIONS]
    st.pills(
        "What it scores (at its top left)",
        range(len(texts)),
        format_func=lambda i: theme.plain_label(texts[i]),
        selection_mode="multi",
        key="own-scores",
    )
    st.button("Keep this card", key="own-keep", icon=":material/add:", type="primary", on_click=_keep_card)
    _message()


def _keep_card() -> None:
    state = st.session_state
    if _kept_already("catalogue-message"):
        return
    name = str(state["own-name"]).strip()
    if not name or state["own-type"] is None:
        state["catalogue-message"] = ("amber", "A card needs its name and its type.")
        return
    if not state["own-scores"]:
        state["catalogue-message"] = ("amber", "Choose what the card scores, as it says at its top left.")
        return
    scores = [CONDITIONS[i] for i in state["own-scores"]]
    iucn = None if state["own-iucn"] == NO_CODE else state["own-iucn"]
    entry = catalogues.card_entry(Species("", name, state["own-type"], iucn, tuple(scores)), (0, 0))
    del entry["at"]
    try:
        kept = _keep(catalogues.with_species(_mine(), entry), f"“{name}” is kept and offered from now on.")
    except BoardError as error:
        state["catalogue-message"] = ("amber", f"This card can't be kept: {error.message}.")
        return
    if kept:
        state["own-name"], state["own-type"], state["own-iucn"], state["own-scores"] = "", None, NO_CODE, []


def _forget(without: Callable[..., catalogues.UserCatalogue], name: str) -> None:
    """Take a card or a target out of the catalogue as it is now, which another page may have changed meanwhile."""
    _keep(without(_mine(), name), "")


def _keep(changed: catalogues.UserCatalogue, words: str) -> bool:
    """Write the user's catalogue, and tell it in these words; False, with what is wrong told, where it can't be written."""
    try:
        catalogues.save(catalogue_path(), changed)
    except OSError as error:
        st.session_state["catalogue-message"] = ("amber", f"Your own cards can't be kept here: {error.strerror}.")
        return False
    if words:
        st.session_state["catalogue-message"] = ("", words)
    return True


def _message() -> None:
    kind, words = messages.said("catalogue-message", ("", ""))
    if words:
        theme.note(words, kind)


def _exchange(mine: catalogues.UserCatalogue) -> None:
    """The user's catalogue out and in."""
    if mine.species or mine.targets:
        st.download_button(
            "Save my cards as a file",
            catalogues.export_text(mine),
            "my-rainforest-cards.json",
            "application/json",
            key="catalogue-save",
            icon=":material/download:",
            on_click="ignore",
        )
    st.file_uploader("Open a file of cards", key="catalogue-load", max_upload_size=5, on_change=_import)


def _import() -> None:
    upload = st.session_state["catalogue-load"]
    if upload is None:
        return
    try:
        other = catalogues.import_text(upload.getvalue())
        _keep(catalogues.merged(_mine(), other), f"The cards of “{upload.name}” are on offer now.")
    except BoardError as error:
        st.session_state["catalogue-message"] = ("red", f"“{upload.name}” was not opened. {error}")


# ----------------------------------------------------------------------------------------------------- the targets


def player_fields(form: Form, index: int) -> None:
    if _variant(form.board) == "basic":
        return
    with st.container(key="card-targets"):
        theme.text("Target cards held (the best one scores)", "label")
        held = form.board["players"][index].get("targets", [])
        for number, target in enumerate(held):
            _held(form, index, number, target)
        if not any(target.get("promo") for target in held):
            _offer(form, index, "The promo card (IUCN codes)", {"promo": True}, "promo")
        for place, target in enumerate(_mine().targets):
            entry = catalogues.target_entry(target)
            if entry not in held:
                _offer(form, index, f"{target.name}, {counted(target.points, 'point')}", entry, str(place))
        with st.expander("Draw a target card's pattern", key="draw-target"):
            _draw_target(form)


def _held(form: Form, index: int, number: int, target: dict[str, Any]) -> None:
    words = "The promo card" if target.get("promo") else f"{target.get('name') or 'A target'}, {counted(target['points'], 'point')}"
    with st.container(key=f"row-target-{number}", horizontal=True, vertical_alignment="center"):
        theme.note(words, "", target.get("species", ""))
        drop = partial(_drop, target)
        st.button(
            "",
            icon=":material/close:",
            key=f"drop-target-{number}",
            help="Not held",
            on_click=form.change_player,
            args=(index, drop),
        )


def _drop(target: dict[str, Any], player: dict[str, Any]) -> None:
    held = player.get("targets", [])
    if target in held:  # a second tap may come before the button is gone
        held.remove(target)


def _hold(target: dict[str, Any], player: dict[str, Any]) -> None:
    held = player.setdefault("targets", [])
    if target not in held:
        held.append(target)


def _offer(form: Form, index: int, words: str, entry: dict[str, Any], key: str) -> None:
    hold, label = partial(_hold, entry), theme.plain_label(words)
    st.button(label, icon=":material/add:", key=f"hold-{key}", width="stretch", on_click=form.change_player, args=(index, hold))


def _draw_target(form: Form) -> None:
    theme.text(f"Tap the {PATTERN_SIZE} spots of the pattern, as printed.", "soft")
    painted.board(form, "pattern", lambda board: hive_pattern(_pattern(board)), _paint_pattern)
    st.text_input("Name on the target card", key="target-name", max_chars=catalogues.LONGEST_NAME)
    st.number_input("Points", 0, 50, USUAL_BONUS, key="target-points")
    names = ["", *(KNOWN[species].name for species in KNOWN), *(s.name for s in _mine().species)]
    st.selectbox("Species that scores 3 more", names, format_func=lambda n: n or "none", key="target-species")
    st.button("Keep this target card", key="target-keep", type="primary", on_click=_keep_target, args=(form,))
    kind, words = messages.said("target-message", ("", ""))
    if words:
        theme.note(words, kind)


def _pattern(board: dict[str, Any]) -> list[Cell]:
    return [(x, y) for x, y in board["settings"].get("_pattern", [])]


def _paint_pattern(board: dict[str, Any], cells: list[Any]) -> None:
    board["settings"]["_pattern"] = cells


def _kept_already(message: str) -> bool:
    """Whether this is a second tap on a button whose first one kept what was entered, and has yet to say so."""
    kind, words = st.session_state.get(message, ("", ""))
    return bool(words) and kind == ""


def _keep_target(form: Form) -> None:
    state = st.session_state
    if _kept_already("target-message"):
        return
    pattern = _pattern(store.load(form.token).board)  # type: ignore[union-attr]
    if len(pattern) != PATTERN_SIZE or not str(state["target-name"]).strip():
        words = f"A target card needs its name and {PATTERN_SIZE} spots; {len(pattern)} {'is' if len(pattern) == 1 else 'are'} drawn."
        state["target-message"] = ("amber", words)
        return
    entry: dict[str, Any] = {
        "name": str(state["target-name"]).strip(),
        "pattern": [list(spot) for spot in pattern],
        "points": int(state["target-points"]),
    }
    if state["target-species"]:
        entry["species"] = state["target-species"]
    try:
        catalogues.save(catalogue_path(), catalogues.with_target(_mine(), entry))
    except BoardError as error:
        state["target-message"] = ("amber", f"This target can't be kept: {error.message}.")
        return
    form.change(lambda board: board["settings"].pop("_pattern", None))
    state["target-message"] = ("", f"“{entry['name']}” is kept: hold it with its button above.")
    state["target-name"], state["target-points"], state["target-species"] = "", USUAL_BONUS, ""
