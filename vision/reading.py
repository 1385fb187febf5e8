"""What a reader gives back, and the one function that takes a photo to it.

Coordinates: a point is (x, y) in pixels of the full upright photo; a cell is (row, column), or a card's `at`
pair (x, y) in My Rainforest. A quad is four points clockwise from the square's top left as the board lies.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from scoring.model import Cell, Warning
from scoring.registry import part
from vision.photo import Photo, decode

if TYPE_CHECKING:
    from vision.profile import Profile

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]

READERS = "vision.readers"
DOUBTFUL = 0.5
"""The most confidence a square keeps of which the photo does not show enough."""
INSET = 0.1
"""The share of a piece's square that may lie outside the photo."""
SMALLEST = 16.0
"""Pixels that a board between corners given by hand covers, at least."""
FARTHEST = 1_000_000
"""Pixels from the photo's top left that a corner given by hand may lie."""
LARGEST_SIZE = 60
"""Rows or columns that a grid given by hand may have; 174 tokens and 26 cards fill far less."""


class NoBoardError(Exception):
    """No board of the game was found in the photo; the message begins with that and says what to try."""


class OptionError(ValueError):
    """An option of a reading (corners, size, layout, profile) cannot be used; the message says which and why."""


@dataclass(frozen=True)
class Options:
    """What a person told about the photo. All of it may be left out."""

    profile: Profile | None = None
    corners: Quad | None = None
    """The grid's outer corners, clockwise from the board's top left, in pixels of the full upright photo."""
    size: tuple[int, int] | None = None
    """(rows, columns) of the grid between the corners; always there where `corners` is."""
    layout: Any = None
    """What the reader's own `layout(text)` made of the option."""


@dataclass(frozen=True, eq=False)
class Square:
    """One square (or card) as it was read."""

    cell: Cell
    quad: Quad
    text: str
    """As in the board file (`R:r1`, `yt`), "" where nothing lies; for a card its type or species."""
    confidence: float
    """Calibrated: of the squares given 0.9, nine in ten are right."""
    unsure: bool = False
    guesses: tuple[tuple[str, float], ...] = ()
    """Best first: what else it may be, with probabilities; the first is `text`."""
    kin: int | None = None
    """Unsure squares of one number look like one kind, though which is not known: what one is tells the others' kind."""


@dataclass(frozen=True, eq=False)
class Reading:
    """A board as read from a photo. Immutable; corrections are made in the board file, not here."""

    game: str
    board: dict[str, Any]
    """A board file with one player."""
    size: tuple[int, int]
    """(rows, columns) of the grid; of a beehive its extent in half cards and columns."""
    corners: Quad
    squares: tuple[Square, ...]
    """Every square of the grid, row by row, those where nothing lies included; of a beehive its cards in the
    board file's order."""
    photo: Photo
    warnings: tuple[Warning, ...] = ()
    seconds: float = 0.0
    beehive: bool = False
    """True where `confidence` is a list along the cards, not a grid."""
    by_cell: Mapping[Cell, Square] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_cell", {s.cell: s for s in self.squares})

    @property
    def confidence(self) -> list[Any]:
        if self.beehive:
            return [round(float(s.confidence), 4) for s in self.squares]
        rows, cols = self.size
        grid = [[0.0] * cols for _ in range(rows)]
        for s in self.squares:
            grid[s.cell[0]][s.cell[1]] = round(float(s.confidence), 4)
        return grid

    @property
    def uncertain(self) -> list[Cell]:
        """The cells a person should look at."""
        return [s.cell for s in self.squares if s.unsure]

    def guesses(self, cell: Cell) -> list[tuple[str, float]]:
        """(text, probability) of what the square may hold, best first. Raises KeyError for a cell not read."""
        square = self.by_cell[cell]
        return list(square.guesses) or [(square.text, square.confidence)]

    def crop(self, cell: Cell, side: int = 256) -> np.ndarray:
        """The square seen from above with a little around it, uint8 BGR, its longer side `side` pixels. Raises KeyError."""
        from vision.overlay import crop

        return crop(self.photo, self.by_cell[cell].quad, side)

    def overlay(self) -> np.ndarray:
        """The photo with what was read drawn over it, HxWx3 uint8 BGR."""
        from vision.overlay import draw

        return draw(self)

    def to_dict(self) -> dict[str, Any]:
        """The reading as in the contract's section 4."""
        return {
            "format": 1,
            "game": self.game,
            "board": self.board,
            "size": list(self.size),
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in self.corners],
            "confidence": self.confidence,
            "uncertain": [list(cell) for cell in self.uncertain],
            "warnings": [w.to_dict() for w in self.warnings],
            "seconds": round(self.seconds, 3),
        }


def read_photo(
    source: str | Path | bytes,
    game: str,
    *,
    profile: Profile | str | Path | None = None,
    corners: Sequence[Sequence[float]] | None = None,
    size: Sequence[int] | None = None,
    layout: Any = None,
) -> Reading:
    """Read the board in a photo (a path, or the file's bytes).

    `layout` is what `--layout` takes: a name, a file, or a layout object. Raises UnknownGameError, PhotoError
    (the file is no photo that can be read), OptionError (an option cannot be used) and NoBoardError.
    """
    began = time.perf_counter()
    reader = part(READERS, game)
    options = checked_options(game, profile=profile, corners=corners, size=size, layout=layout)
    photo = decode(source)
    if options.corners is not None:
        _check_inside(options.corners, photo)
    try:
        reading = finished(reader.read(photo, options))
    except NoBoardError as error:
        if "no-colour" in {warning.code for warning in photo.warnings}:
            raise NoBoardError(f"{error}; the photo has no colours: take it in colour") from None
        raise
    return replace(reading, seconds=time.perf_counter() - began)


def checked_options(
    game: str,
    *,
    profile: Profile | str | Path | None = None,
    corners: Sequence[Sequence[float]] | None = None,
    size: Sequence[int] | None = None,
    layout: Any = None,
) -> Options:
    """The options of a reading, checked. Raises OptionError."""
    reader = part(READERS, game)
    fixed: tuple[int, int] | None = getattr(reader, "FIXED_SIZE", None)
    if corners is None and size is not None:
        raise OptionError("size goes with corners: give both, or neither and the board is searched for")
    quad = None if corners is None else _quad(corners)
    rows_cols = None if size is None else _size(size)
    if quad is not None:
        rows_cols = rows_cols or fixed
        if rows_cols is None:
            raise OptionError("corners need the board's size as well, in ROWSxCOLS, such as 6x6")
    if fixed and rows_cols and rows_cols != fixed:
        raise OptionError(f"size {rows_cols[0]}x{rows_cols[1]}: a board of {game} is {fixed[0]}x{fixed[1]}")
    return Options(_profile(profile, game), quad, rows_cols, _layout(game, reader, layout))


def finished(reading: Reading) -> Reading:
    """Add what the photo itself makes doubtful: no colours, pieces that lie partly outside it or in a lost part."""
    photo = reading.photo
    codes = {w.code for w in photo.warnings}
    squares = []
    for s in reading.squares:
        spare = INSET if s.text or "cut-off" in codes else 1.0  # nothing lies there: its middle is enough
        lost = not _inside(s.quad, photo.known, spare)
        if lost or "no-colour" in codes:
            s = replace(s, unsure=True, confidence=min(s.confidence, DOUBTFUL))
        squares.append(s)
    own = [w for w in reading.warnings if w.code not in codes]
    return replace(reading, squares=tuple(squares), warnings=(*photo.warnings, *own))


def teach(
    profile: Profile,
    reader: Any,
    photo: Photo,
    board: dict[str, Any],
    corners: Quad | None = None,
    size: tuple[int, int] | None = None,
) -> int:
    """Add a photo whose board is known to a profile; returns of how many pieces it taught the looks.

    Raises NoBoardError, ProfileError where the profile is another game's, and ValueError where the photo teaches nothing.
    """
    profile.check_game(board["game"])
    images, labels = reader.tiles(photo, board, corners=corners, size=size)
    profile.add(images, labels)
    profile.game = board["game"]
    remember = getattr(reader, "remember", None)
    if remember is not None:
        remember(profile, photo, board, corners=corners, size=size)
    return len(images)


def _inside(quad: Quad, known: tuple[float, float, float, float], spare: float) -> bool:
    """Whether the square, smaller by the share `spare`, lies in the known part of the photo."""
    left, top, right, bottom = known
    points = np.asarray(quad)
    points = points + spare * (points.mean(axis=0) - points)
    return bool((points >= (left, top)).all() and (points <= (right, bottom)).all())


def _profile(profile: Profile | str | Path | None, game: str) -> Profile | None:
    if profile is None:
        return None
    from vision.profile import Profile

    try:
        if not isinstance(profile, Profile):
            return Profile.load(profile, game)
        profile.check_game(game)
        return profile
    except OSError as error:
        raise OptionError(f"profile {profile}: {error.strerror or 'it cannot be opened'}") from None
    except ValueError as error:  # it names the file, if there is one
        raise OptionError(f"profile {error}") from None


def _layout(game: str, reader: Any, layout: Any) -> Any:
    if layout is None:
        return None
    make = getattr(reader, "layout", None)
    if make is None:
        raise OptionError(f"layout: {game} has no layouts")
    try:
        return make(layout)
    except ValueError as error:
        raise OptionError(f"layout: {error}") from None


def _size(size: Sequence[int]) -> tuple[int, int]:
    whole = len(size) == 2 and all(isinstance(n, int | np.integer) for n in size)
    if not whole or not all(1 <= n <= LARGEST_SIZE for n in size):
        raise OptionError(f"size: rows and columns from 1 to {LARGEST_SIZE} expected, such as 6x6")
    return int(size[0]), int(size[1])


def _quad(corners: Sequence[Sequence[float]]) -> Quad:
    if len(corners) != 4 or any(len(p) != 2 for p in corners):
        raise OptionError(f"corners: four points expected, {len(corners)} given")
    points = [(float(x), float(y)) for x, y in corners]
    if not all(math.isfinite(v) for p in points for v in p):
        raise OptionError("corners: finite numbers of pixels expected")
    if any(abs(v) > FARTHEST for p in points for v in p):
        raise OptionError(f"corners: numbers of pixels up to {FARTHEST:,} expected")
    turns = []
    for i in range(4):
        (ax, ay), (bx, by), (cx, cy) = points[i - 1], points[i], points[(i + 1) % 4]
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    if all(t < 0 for t in turns):
        raise OptionError(
            "corners: give them clockwise from the board's top left; these run the other way round"
        )
    if min(turns) < 1:
        raise OptionError(
            "corners: the four points must be the corners of the board, one after the other round it"
        )
    if cv2.contourArea(np.array(points, np.float32)) < SMALLEST:
        raise OptionError("corners: the four points lie too close together to be the corners of a board")
    return points[0], points[1], points[2], points[3]


def _check_inside(corners: Quad, photo: Photo) -> None:
    """Raises OptionError where a board with these corners would lie outside the photo."""
    width, height = photo.size
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    shared, _ = cv2.intersectConvexConvex(np.array(corners, np.float32), frame)
    if shared <= 0:
        raise OptionError(f"corners: they lie outside the photo, which is {width} x {height} pixels")
