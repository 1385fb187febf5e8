"""A reader of a made-up board, for the tests of everything around readers.

Its photos are plain quarters (see pictures.py); it "finds" a 2 x 3 board unless the photo is nearly of one colour.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from scoring.model import Warning
from vision.photo import Photo, decode
from vision.reading import NoBoardError, Options, Quad, Reading, Square, finished

TEXTS = (("R", "M:m1", "O"), ("H", "", "R:r1"))


DEADLY = (444, 333)
"""Photos of this size end the process that reads them through `read_photo`."""


def read_photo(path: Path, game: str, **_: Any) -> Reading:
    """As `vision.read_photo`, by this reader."""
    photo = decode(path)
    if photo.size == DEADLY:
        os._exit(9)
    return finished(read(photo, Options()))


def read(photo: Photo, options: Options) -> Reading:
    if photo.image.std() < 4:
        raise NoBoardError("no board was found: take the whole board from above, or give its --corners")
    rows, cols = options.size or (2, 3)
    corners = options.corners or _corners(photo)
    squares = []
    for r in range(rows):
        for c in range(cols):
            text = TEXTS[r % 2][c % 3]
            quad = _part(corners, c / cols, r / rows, (c + 1) / cols, (r + 1) / rows)
            squares.append(
                Square((r, c), quad, text, 0.9 - 0.1 * c, unsure=c == 2, guesses=((text, 0.7), ("M", 0.2)))
            )
    grid = [[TEXTS[r % 2][c % 3] for c in range(cols)] for r in range(rows)]
    board = {
        "format": 1,
        "game": "rainforest-city",
        "settings": {},
        "players": [{"name": "Player 1", "grid": grid}],
    }
    warning = Warning("off-photo", "the board runs out of the picture", ((0, 0),))
    return Reading("rainforest-city", board, (rows, cols), corners, tuple(squares), photo, (warning,))


def tiles(
    photo: Photo, board: dict[str, Any], corners: Quad | None = None, size: tuple[int, int] | None = None
) -> Any:
    grid = board["players"][0]["grid"]
    if len(grid) > 10:
        raise ValueError("the board file has 11 rows, the photo shows 2")
    if photo.image.std() < 4:
        raise NoBoardError("no board was found")
    labels = [text for row in grid for text in row]
    return [np.full((20, 20, 3), 10 * i, np.uint8) for i in range(len(labels))], labels


def _corners(photo: Photo) -> Quad:
    w, h = photo.size
    return ((0.1 * w, 0.1 * h), (0.9 * w, 0.12 * h), (0.92 * w, 0.9 * h), (0.08 * w, 0.88 * h))


def _part(corners: Quad, left: float, top: float, right: float, bottom: float) -> Quad:
    a, b, c, d = np.array(corners)

    def at(u: float, v: float) -> tuple[float, float]:
        x, y = (a * (1 - u) + b * u) * (1 - v) + (d * (1 - u) + c * u) * v
        return float(x), float(y)

    return (at(left, top), at(right, top), at(right, bottom), at(left, bottom))
