"""From a photo of a table to a board file.

The public names are loaded on first use, so that importing this package costs nothing:

    reading = read_photo("table.jpg", game="rainforest-city")   # reading.board, .confidence, .overlay()
    profile = Profile.learn(images, labels)
    grid = find_grid(image)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.locate import Grid, find_grid
    from vision.photo import Photo, PhotoError, decode
    from vision.profile import Profile
    from vision.reading import NoBoardError, OptionError, Options, Reading, Square, read_photo

_HOMES = {
    "Grid": "vision.locate",
    "NoBoardError": "vision.reading",
    "OptionError": "vision.reading",
    "Options": "vision.reading",
    "Photo": "vision.photo",
    "PhotoError": "vision.photo",
    "Profile": "vision.profile",
    "Reading": "vision.reading",
    "Square": "vision.reading",
    "decode": "vision.photo",
    "find_grid": "vision.locate",
    "read_photo": "vision.reading",
}

__all__ = [
    "Grid",
    "NoBoardError",
    "OptionError",
    "Options",
    "Photo",
    "PhotoError",
    "Profile",
    "Reading",
    "Square",
    "decode",
    "find_grid",
    "read_photo",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
