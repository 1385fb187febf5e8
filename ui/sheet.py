"""The score sheet of a game on one page, to print: filled in from a draft, or empty to write on."""

from __future__ import annotations

import datetime

import streamlit as st

import scoring
from scoring import registry
from scoring.boardfile import BoardError, BoardFile
from scoring.model import PlayerScore, ScoreSheet
from scoring.ranking import ties
from ui import drawing, parts, session, store, theme

EMPTY_COLUMNS = 4
BESIDE = 24
"""Letters of the names' longest words for which the columns of a phone have room side by side."""


def show() -> None:
    theme.apply()
    try:
        game = registry.game(st.query_params.get("game", ""))
    except registry.UnknownGameError:
        theme.head()
        theme.note("There is no sheet of this name.", "amber", "Go to the start page and choose one of the three games.")
        return
    theme.head(game.title)
    part = registry.part("ui.games", game.id)
    draft = store.load(st.query_params.get("draft", ""))
    board: BoardFile | None = None
    if draft is not None and draft.game == game.id:
        try:
            board = scoring.load_board(session.to_score(part, draft.board))
        except BoardError:
            theme.note("The board has no score yet, so the sheet is empty.", "amber")
    parts.print_page("Print this sheet")
    with st.container(key="sheet"):
        if board is None:
            sheet = scoring.score(scoring.load_board(part.board_file(part.new_board())))
            st.html(_table(game.title, sheet.players[0], None))
            return
        sheet = scoring.score(board)
        st.html(_table(game.title, sheet.players[0], sheet))
        pictures = ""
        for index, player in enumerate(sheet.players):
            picture = drawing.board_svg(part.editor(board.to_dict(), index))
            pictures += f'<figure><img alt="" src="{theme.image_address(picture)}"><figcaption>{theme.escape(player.name)}</figcaption></figure>'
        st.html(f'<div class="ft-sheet-boards">{pictures}</div>')


def _table(title: str, first: PlayerScore, sheet: ScoreSheet | None) -> str:
    """One row a category, one column a player; without a sheet, empty columns to write in."""
    players = sheet.players if sheet else ()
    columns = [player.name for player in players] or [""] * EMPTY_COLUMNS
    head = "".join(f"<th><span>{theme.escape(name)}</span></th>" for name in columns)
    turned = "turned" if sum(max(map(len, name.split()), default=0) for name in columns) > BESIDE else ""
    rows = ""
    for place, category in enumerate(first.categories):
        cells = [theme.points(p.categories[place].points) for p in players] or [""] * EMPTY_COLUMNS
        rows += f"<tr><th>{theme.escape(category.label)}</th>{''.join(f'<td>{c}</td>' for c in cells)}</tr>"
    for place, objective in enumerate(first.objectives if not first.scored else ()):
        cells = [p.objectives[place].verdict for p in players]
        label = f"Objective {objective.id}"
        if any(p.objectives[place].id != objective.id for p in players):  # in some variants each has their own
            label = f"Objective {place + 1}"
            cells = [f"{p.objectives[place].id} {cell}" for p, cell in zip(players, cells, strict=True)]
        row = "".join(f'<td class="words">{theme.escape(cell)}</td>' for cell in cells)
        rows += f"<tr><th>{theme.escape(label)}</th>{row}</tr>"
    if first.scored:
        totals = [_total(p) for p in players] or [""] * EMPTY_COLUMNS
        rows += f'<tr class="total"><th>Total</th>{"".join(f"<td>{t}</td>" for t in totals)}</tr>'
    result = _result(sheet) if sheet else "Winner:"
    day = datetime.date.today().isoformat() if sheet else "Date:"
    return (
        f'<div class="ft-sheet"><h1>{theme.escape(title)}</h1><p>{theme.escape(day)}</p>'
        f"<table><tr class='{turned}'><th></th>{head}</tr>{rows}</table><p><b>{theme.escape(result)}</b></p></div>"
    )


def _total(player: PlayerScore) -> str:
    return "–" if player.total is None else theme.points(player.total)


def _result(sheet: ScoreSheet) -> str:
    if sheet.outcome is not None:
        return sheet.outcome.reason
    winner = f"{'Winner' if len(sheet.winners) == 1 else 'Winners'}: {', '.join(sheet.winners)}."
    return " ".join([winner, *map(theme.well_set, ties(sheet.ranking))])


show()
