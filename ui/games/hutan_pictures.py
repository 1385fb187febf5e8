"""Pictures of Hutan's boards and ecosystem cards, drawn by `ui.drawing`."""

from __future__ import annotations

from scoring.games.hutan.components import PlacedBoard
from scoring.games.hutan.ecosystems import Ecosystem
from scoring.games.hutan.layout import face_rows
from ui import drawing


def face_picture(board: PlacedBoard) -> str:
    """A 3x3 board as it lies: its areas, its lake, and its icon in its corner."""
    colour, _, shape = board.face.partition("-")
    return drawing.face_svg(face_rows(board), colour, shape, board.icon)


def ecosystem_picture(card: Ecosystem) -> str:
    """What the card counts, its points and its bonus."""
    return drawing.ecosystem_svg(card.number, card.points, card.bonus, card.bonus_colour)
