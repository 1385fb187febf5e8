"""Every picture of the app: symbols and boards, drawn here as SVG for the editor, the score, the lessons and the
printed sheet alike.

A symbol is SVG markup in a box of 100x100 units, known by an id. `symbols()` gives them all, `symbol_defs()` makes
`<symbol>` elements of them for the board editor, `picture(id)` a picture that stands alone. `board_svg` draws a whole
board; `face_svg`, `ecosystem_svg` and the covers are the games' other pictures. They repeat the markup in place of
`<use>`, which sanitisers of HTML take out. Boards and symbols carry their own colours, the same on a light and a dark
page; only what lies on the page itself follows it, through `currentColor` and the CSS variable `--ft-lit`.

Nothing stands for itself by colour alone: terrains differ in lightness and texture, tokens in picture and numeral,
flowers in the shape and number of their petals and a letter, card types in picture and letter. Text that a person has
typed is escaped wherever it is drawn.
"""

from __future__ import annotations

from ui.drawing.boards import area_state, board_svg, card_svg
from ui.drawing.cards import ecosystem_svg, face_svg
from ui.drawing.covers import beehive_cover, forest_cover, landscape_cover
from ui.drawing.forest import ANIMALS, FLOWERS
from ui.drawing.landscape import TERRAINS, TOKENS
from ui.drawing.landscape import colours as landscape_colours
from ui.drawing.library import picture, symbol_defs, symbols
from ui.drawing.pen import INK
from ui.drawing.species import TYPE_COLOUR, TYPE_LETTER, TYPES

__all__ = [
    "ANIMALS",
    "FLOWERS",
    "INK",
    "TERRAINS",
    "TOKENS",
    "TYPES",
    "TYPE_COLOUR",
    "TYPE_LETTER",
    "area_state",
    "beehive_cover",
    "board_svg",
    "card_svg",
    "ecosystem_svg",
    "face_svg",
    "forest_cover",
    "landscape_colours",
    "landscape_cover",
    "picture",
    "symbol_defs",
    "symbols",
]
