"""Icons of the editor's buttons: lines in the colour of the text."""

from __future__ import annotations

from ui.drawing.pen import path

ICONS = {
    "undo": "M38 24L18 44L38 64M20 44H58A22 22 0 0 1 58 88H44",
    "redo": "M62 24L82 44L62 64M80 44H42A22 22 0 0 0 42 88H56",
    "turn": "M78 30A36 36 0 1 0 86 54M80 10V32H58",
    "clear": "M20 26H80M40 26V14H60V26M28 26L33 88H67L72 26M43 42V72M57 42V72",
    "zoom-in": "M44 44m-28 0a28 28 0 1 0 56 0a28 28 0 1 0 -56 0M65 65L88 88M44 30V58M30 44H58",
    "zoom-out": "M44 44m-28 0a28 28 0 1 0 56 0a28 28 0 1 0 -56 0M65 65L88 88M30 44H58",
    "fit": "M36 14H14V36M64 14H86V36M36 86H14V64M64 86H86V64",
    "erase": "M34 84L12 62A6 6 0 0 1 12 54L52 14A6 6 0 0 1 60 14L86 40A6 6 0 0 1 86 48L50 84ZM32 34L66 68M34 84H90",
    "bare": "M50 50m-34 0a34 34 0 1 0 68 0a34 34 0 1 0 -68 0M26 74L74 26",
    "cycle": "M50 12A38 38 0 0 1 88 50M50 88A38 38 0 0 1 12 50M78 40L88 51L97 39M22 60L12 49L3 61",
    "move": "M50 10V90M10 50H90M38 22L50 10L62 22M38 78L50 90L62 78M22 38L10 50L22 62M78 38L90 50L78 62",
    "area": "M12 12H88V52H52V88H12Z",
    "more": "M24 50h.1M50 50h.1M76 50h.1",
    "check": "M18 54L42 78L84 26",
}


def _icon(name: str) -> str:
    return path(ICONS[name], "none", "currentColor", 20 if name == "more" else 8)


def symbols() -> dict[str, str]:
    return {f"icon-{name}": _icon(name) for name in ICONS}
