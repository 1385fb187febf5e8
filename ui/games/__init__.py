"""What each game brings to the app: one module a game, found through `scoring.registry.part("ui.games", game)`.

A module holds

    BLURB: str                      one sentence for the home page
    WORD: str                       what a player's board is called: "landscape"
    SAMPLES: dict[str, str]         name in samples/boards -> words for it
    PHOTO_TIP: str                  how to take the photo
    NOT_IN_PHOTO: str               what has to be entered by hand after a photo

    new_board() -> dict             the board file a new draft starts from
    board_file(board) -> dict       a draft's board as a board file: blank names filled in, and without what the
                                    chosen variant has no place for (the draft keeps it)
    seats(board) -> list[str]       names of the boards to fill in, in order
    fixed_names(board) -> bool      True where the variant names them itself
    settle(board)                   write down what players have only by their places, before one is taken out
    settings(form) -> None          widgets for the whole table
    player_fields(form, index)      widgets beside one player's board
    summary(board) -> str           the variant in a word or two
    cover() -> str                  the home page's picture (SVG)

    editor(board, index) -> Board   the board to paint (`ui.board`)
    paint(player, cells)            put the editor's cells back into the player's board
    squares(player) -> dict         what lies where, by cell, without the empty ones; put_squares(player, squares)
    cell_words(player, cell) -> str a cell of the player's board in words
    all_squares(board), square_words(text), square_picture(text), square_of(choice, before)
                                    what a square can be, for the walk through a photo's unsure squares
    FIXED_SIZE                      rows and columns where they never change, else None
    layout(board, index), take_settings(board, read, anew)
                                    what to tell the photo's reader, and what to take over from it; anew: also above
                                    what a person chose

`form` is `ui.fields.Form`: widgets that read and write the draft.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ui import drawing, theme


def seat_names(players: Iterable[dict[str, Any]]) -> list[str]:
    """A name for every player: the one entered, or "Player 2" for a blank one; a name entered twice gets a number."""
    return theme.told_apart(
        str(player.get("name") or "").strip() or f"Player {place}" for place, player in enumerate(players, 1)
    )


def only(values: dict[str, Any], *keys: str) -> dict[str, Any]:
    """Those of the values that stand under these keys."""
    return {key: values[key] for key in keys if key in values}


def drawn(*symbols: str) -> str:
    """A picture of symbols laid over one another, such as a token on its terrain."""
    markup = "".join(drawing.symbols()[symbol] for symbol in symbols)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" aria-hidden="true">{markup}</svg>'
