"""Reads the photo of a Hutan table: its four boards, and the flowers, trees and animals on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring import BoardError
from scoring.boardfile import board_within, check, parse, printable, shown
from scoring.games.hutan.board import LayoutChoice
from scoring.games.hutan.components import NAMED_BOARDS, SQUARES, animals_in_box
from scoring.games.hutan.layout import Layout, from_boards
from scoring.games.hutan.squares import BOARD_CELLS, BOARD_NAMES, CELLS, SIZE
from scoring.model import Cell, Warning
from vision import hutanlayout, hutannet
from vision.deciding import block, calibration, guesses
from vision.dense import softmax
from vision.hutanboard import Place, closer, places
from vision.hutanlayout import Chosen
from vision.hutannet import FLOWERS, KINDS, Floats, Seen
from vision.lattice import project, turned
from vision.locate import grid_from_corners
from vision.overlay import crop
from vision.photo import Photo
from vision.profile import TILE, Profile
from vision.reading import DOUBTFUL, NoBoardError, Options, Quad, Reading, Square

GAME = "hutan"
FIXED_SIZE = (SIZE, SIZE)

WORKING = 1600
"""Long side in pixels of the copy that is looked at."""
ALONG = 0.08
"""A corner no further from the photo's border than this, in squares, lies on it."""
WHOLE = -0.4
"""Areas that fit printed boards with at least this log likelihood are seen whole: on renders, none of the tables that are cut by a
whole square come above -4, none cut by more than half a square above this, and nearly all whole ones do."""
MISPLACED = -3.5
"""Areas that fit no printed boards better than this are not where the grid has them: on renders, 335 of 340 tables found where they
lie come above this."""
FITTER = 3.0
"""A place nearby whose areas fit by so much better is looked at more closely."""
CLEAR_LAYOUT = 0.9
"""A board whose areas are less sure than this is named in a warning."""

ANOTHER = 20.0
"""A told layout whose log likelihood is so much less than that of the likeliest one is another table's."""

NOWHERE = (
    "no board was found: there is no table of four Hutan boards to be made out; take it whole, straight from above "
    "if you can, in even light, or mark its four corners"
)


class Table(NamedTuple):
    """A table as the network sees it: `homography` maps (column, row) to pixels of the full photo."""

    homography: Floats
    seen: Seen


class Boards(NamedTuple):
    """The layout as the board file names it, its areas, the log likelihood of those that fit best, the boards (indices) that are
    in doubt, and whether the photo shows another table than the one that was told."""

    setting: Any
    table: Layout
    fit: float
    doubtful: tuple[int, ...]
    another: bool = False


def layout(given: Any) -> LayoutChoice:
    """The layout that `--layout` tells: a name, a file (a board file, what `read --json` prints, a layout
    alone), or a layout object. Raises ValueError."""
    try:
        if isinstance(given, str | Path) and str(given) not in NAMED_BOARDS:
            given = _held(Path(given))
        if isinstance(given, Mapping) and "settings" in given:
            if given.get("game", GAME) != GAME:
                raise ValueError(f"a board of {shown(given['game'])}, expected one of {GAME}")
            settings = given["settings"]
            given = settings.get("layout") if isinstance(settings, Mapping) else None
        return check(str(given) if isinstance(given, Path) else given, LayoutChoice)
    except (BoardError, OSError) as error:
        raise ValueError(" ".join(str(error).split())) from None


def _held(given: Path) -> Any:
    """What a file holds, or the word itself where it names none. Raises BoardError, OSError and ValueError."""
    if given.is_dir():
        raise ValueError(f"{printable(str(given))} is a folder, expected a file")
    if given.is_file():
        return board_within(given) or parse(given.read_bytes())
    if given.suffix:
        raise ValueError(f"no such file: {printable(str(given))}")
    return str(given)


class Found(NamedTuple):
    """What is known of the table in a photo before it is decided; `chances` are 6x6xlen(SQUARES)."""

    table: Table
    boards: Boards
    chances: Floats
    others: int
    cut: bool
    """Whether a side of the table lies along the photo's border, and the areas do not show that this is where it ends: then there
    is most likely more of it beyond."""


def read(photo: Photo, options: Options) -> Reading:
    """The table in the photo. Raises NoBoardError where there is none; never where corners are given."""
    return _reading(photo, looked(photo, options))


def looked(photo: Photo, options: Options) -> Found:
    """Find the table and weigh what may lie on it. Raises NoBoardError."""
    image, scale = photo.at_most(WORKING)
    image = np.asarray(image, np.uint8)
    if options.corners is not None:
        homography, others, ending = grid_from_corners(options.corners, *FIXED_SIZE).homography, 0, False
    else:
        found = _found(image)
        homography, others = np.diag([1 / scale, 1 / scale, 1.0]) @ found[0].homography, len(found) - 1
        ending = _along_the_border(photo, homography)
    to_image = np.diag([scale, scale, 1.0]) @ homography
    seen = hutannet.look(hutannet.straight(image, to_image))
    chosen = hutanlayout.recognised(seen)
    if options.corners is None and chosen.fit < MISPLACED:
        elsewhere = _elsewhere(image, to_image, chosen.fit)
        if elsewhere is not None:
            to_image, seen, chosen = elsewhere
            homography = np.diag([1 / scale, 1 / scale, 1.0]) @ to_image
            ending = _along_the_border(photo, homography)
    table = Table(homography, seen)
    if options.layout is None:
        boards = _recognised(chosen)
    else:
        table, boards = _told(table, options.layout, chosen.fit)
    chances = likelihoods(table.seen, boards.table)
    if options.profile is not None:
        chances = _with_profile(photo, table, chances, options.profile)
    return Found(table, boards, chances, others, cut=ending and boards.fit < WHOLE)


def _elsewhere(image: NDArray[np.uint8], to_image: Floats, fit: float) -> tuple[Floats, Seen, Chosen] | None:
    """A place of the table with one side or one corner a square further in or out, where the areas are those of printed boards, which
    they are not (`fit`) where it was thought to lie; what is seen there, and these boards. Trees hide corners, and a table that runs out of
    the photo is taken for a narrower one."""
    corners = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float64)
    for moved in _moves():
        at = project(to_image, corners + moved)
        if not np.isfinite(at).all() or not cv2.isContourConvex(at.astype(np.float32)):
            continue
        near = grid_from_corners(at.tolist(), *FIXED_SIZE).homography
        if hutanlayout.recognised(hutannet.glance(hutannet.straight(image, near))).fit < fit + FITTER:
            continue
        for place in (closer(image, near).homography, near):
            seen = hutannet.look(hutannet.straight(image, place))
            chosen = hutanlayout.recognised(seen)
            if chosen.fit > WHOLE:
                return place, seen, chosen
    return None


def _moves() -> Iterator[NDArray[np.float64]]:
    """By how many (columns, rows) the four corners are moved: each side a square out or in, then each corner along either side."""
    for first, axis, step in product(range(4), range(2), (-1.0, 1.0)):
        if axis != first % 2:  # a side moves across itself
            yield _moved((first, (first + 1) % 4), axis, step)
    for corner, axis, step in product(range(4), range(2), (-1.0, 1.0)):
        yield _moved((corner,), axis, step)


def _moved(corners: tuple[int, ...], axis: int, step: float) -> NDArray[np.float64]:
    out = np.zeros((4, 2))
    out[list(corners), axis] = step
    return out


def _found(image: NDArray[np.uint8]) -> list[Place]:
    found = places(image)
    if not found:
        raise NoBoardError(NOWHERE)
    return found


def _recognised(chosen: Chosen) -> Boards:
    setting = {"boards": [{"face": board.face, "icon": board.icon} for board in chosen.boards]}
    doubtful = tuple(i for i, sure in enumerate(chosen.sure) if sure < CLEAR_LAYOUT)
    return Boards(setting, from_boards(chosen.boards), chosen.fit, doubtful)


def _told(table: Table, choice: LayoutChoice, likeliest: float) -> tuple[Table, Boards]:
    """The table turned so that it lies as the layout says; `likeliest` is how well the boards fit that look likeliest."""
    known = choice.table()
    turn = hutanlayout.quarters_to(table.seen, known.numbers())
    homography = turned(table.homography, SIZE, SIZE, turn.quarters)
    doubtful = tuple(range(4)) if turn.sure < CLEAR_LAYOUT else ()
    another = likeliest - turn.fit > ANOTHER
    setting = choice.model_dump(mode="json", exclude_none=True)
    return Table(homography, table.seen.rot90(turn.quarters)), Boards(setting, known, max(turn.fit, likeliest), doubtful, another)


# ------------------------------------------------------------------------------------------------ deciding

SAME_COLOUR = 0.85
"""How often a flower of an area has the colour that the area is meant to have."""
GUESSED = 0.3
"""What the network's word on the colour of a flower counts that cannot be seen; it is never surer of one than half."""
AREA = 0.3
"""What the rest of an area counts for a flower's colour: the network has seen the neighbours as well."""
LONE_ANIMAL = 0.1
"""How likely an animal is, against the network's word, where the rest of its area is not trees of its colour."""


def likelihoods(seen: Seen, table: Layout) -> Floats:
    """6x6xlen(SQUARES): how likely each text is, from what is seen and what the rules make of it.

    Rulebook, "Placing flowers": nothing lies on a lake. "Animals": an animal comes where an area is all trees of its
    colour. A flower that cannot be seen most likely has the colour of its area.
    """
    flower, kind = _told_apart(softmax(seen.flower), seen.hidden), softmax(seen.kind)
    flower = _by_area(flower, table)
    out = np.zeros((SIZE, SIZE, len(SQUARES)))
    for k, text in enumerate(SQUARES):
        chance = flower[..., FLOWERS.index(text[:1])]
        out[..., k] = chance * kind[..., KINDS.index(text[1:])] if text else chance
    for area in table.areas:
        for cell in area.cells:
            others = [other for other in area.cells if other != cell]
            for f, colour in enumerate(FLOWERS[1:], 1):
                grown = float(np.prod([flower[other][f] * kind[other][1] for other in others]))
                out[cell][SQUARES.index(colour + "a")] *= LONE_ANIMAL + (1 - LONE_ANIMAL) * grown
    for cell in table.lakes:
        out[cell] = 0
        out[cell][0] = 1
    return np.asarray(out / out.sum(-1, keepdims=True))


def _told_apart(flower: Floats, hidden: Floats) -> Floats:
    """The chances of each colour, less sure where the flower cannot be seen: what the network says then are guesses."""
    unseen = 1 / (1 + np.exp(-hidden))[..., None]
    some = flower[..., 1:].sum(-1, keepdims=True)
    guessed = np.maximum(flower[..., 1:], 0.01) ** GUESSED
    guessed *= some / guessed.sum(-1, keepdims=True)
    return np.concatenate([flower[..., :1], (1 - unseen) * flower[..., 1:] + unseen * guessed], -1)


def _by_area(flower: Floats, table: Layout) -> Floats:
    """The chances of each colour, given that an area is meant to have one colour."""
    out = flower.copy()
    colours = len(FLOWERS) - 1
    meant = np.full((colours, colours), (1 - SAME_COLOUR) / (colours - 1))
    np.fill_diagonal(meant, SAME_COLOUR)
    for area in table.areas:
        own = np.array([flower[cell] for cell in area.cells])
        lying = np.log(own[:, :1] + own[:, 1:] @ meant.T * colours)  # area squares x colour meant
        for n, cell in enumerate(area.cells):
            by_others = lying.sum(0) - lying[n]
            weight = np.exp(by_others - by_others.max())
            prior = ((weight / weight.sum()) @ meant * colours) ** AREA
            out[cell][1:] = own[n, 1:] * prior
            out[cell] /= out[cell].sum()
    return out


def decided(chances: Floats) -> tuple[NDArray[np.int64], Floats]:
    """For each square the index of its text and how likely that is; no more animals of a colour than the box holds."""
    left = chances.copy()
    for _ in FLOWERS[1:]:  # an animal too many may become one of another colour
        best = left.argmax(-1)
        for animal in (SQUARES.index(colour + "a") for colour in FLOWERS[1:]):
            cells = sorted(map(tuple, np.argwhere(best == animal)), key=lambda cell: -chances[cell][animal])
            for cell in cells[animals_in_box(1) :]:
                left[cell][animal] = 0
    best = left.argmax(-1)
    return best, np.take_along_axis(chances, best[..., None], -1)[..., 0]


def _reading(photo: Photo, found: Found) -> Reading:
    table, boards, chances, others, cut = found
    best, sure = decided(chances)
    known = calibration(GAME)
    worth = known.worth(sure)
    beyond = list(CELLS) if cut else _beyond(photo, table.homography)
    nothing = not any(SQUARES[k] for k in best.ravel())
    misplaced = boards.fit < MISPLACED
    squares = []
    for cell in CELLS:
        text, confidence = SQUARES[int(best[cell])], float(worth[cell])
        lost = nothing or misplaced or cell in beyond
        squares.append(
            Square(
                cell,
                block(table.homography, *cell),
                text,
                min(confidence, DOUBTFUL) if lost else confidence,
                unsure=lost or bool(sure[cell] < known.unsure),
                guesses=guesses(chances[cell], SQUARES, text, confidence),
            )
        )
    grid = [[squares[SIZE * r + c].text for c in range(SIZE)] for r in range(SIZE)]
    board = {
        "format": 1,
        "game": GAME,
        "settings": {"layout": boards.setting},
        "players": [{"name": "Player 1", "grid": grid}],
    }
    corners = block(table.homography, 0, 0, SIZE, SIZE)
    warnings = _warnings(beyond, cut, boards, others)
    if nothing:
        said = "no piece was made out on the table: look at its corners, or take the photo from closer"
        warnings = (Warning("nothing-there", said, ()), *warnings)
    elif misplaced:
        said = "the areas under this grid are those of no table: look at its corners, or take the photo straight from above"
        warnings = (Warning("misplaced", said, tuple(CELLS)), *warnings)
    return Reading(GAME, board, FIXED_SIZE, corners, tuple(squares), photo, warnings)


def _warnings(beyond: Sequence[Cell], cut: bool, boards: Boards, others: int) -> tuple[Warning, ...]:
    out = []
    if cut:
        said = "the table seems to run out of the photo: take it whole, or mark its four corners"
        out.append(Warning("off-photo", said, tuple(beyond)))
    elif beyond:
        said = "the table runs out of the photo: squares outside it are guessed"
        out.append(Warning("off-photo", said, tuple(beyond)))
    if others:
        out.append(Warning("second-board", "there is another table in the photo: the largest was read", ()))
    if boards.another:
        said = "the photo seems to show another table than the layout that was chosen: compare its areas with the table"
        out.append(Warning("layout", said, tuple(CELLS)))
    elif boards.doubtful:
        names = " and ".join(BOARD_NAMES[i] for i in boards.doubtful)
        if len(boards.doubtful) == len(BOARD_NAMES):
            said = "how the boards lie is not sure: compare the areas with the table"
        else:
            said = f"the {names} board is not sure: compare its areas with the table"
        out.append(Warning("layout", said, tuple(cell for i in boards.doubtful for cell in BOARD_CELLS[i])))
    return tuple(out)


def _along_the_border(photo: Photo, homography: Floats) -> bool:
    """Whether both ends of a side of the table lie on one border of the photo, give or take ALONG squares."""
    left, top, right, bottom = photo.known
    corners = np.array(block(homography, 0, 0, SIZE, SIZE))
    square = np.sqrt(max(cv2.contourArea(corners.astype(np.float32)), 1.0)) / SIZE
    x, y = corners.T
    away = np.abs([x - left, right - x, y - top, bottom - y]) / square
    there = away < ALONG
    return bool((there & np.roll(there, 1, axis=1)).any())


def _beyond(photo: Photo, homography: Floats) -> list[Cell]:
    """Squares of which a corner lies outside the photo, by more than a twentieth of a square."""
    left, top, right, bottom = photo.known
    out = []
    for r, c in CELLS:
        at = project(homography, np.array([[0.05, 0.05], [0.95, 0.05], [0.95, 0.95], [0.05, 0.95]]) + [c, r])
        inside = (at[:, 0] > left) & (at[:, 0] < right) & (at[:, 1] > top) & (at[:, 1] < bottom)
        if not inside.all():
            out.append((r, c))
    return out


# ------------------------------------------------------------------------------------------------ profiles

LEARNED = 0.15
"""What a profile's word counts beside the network's: pieces stand in each other's way, and it has seen few."""
CLEAR = 0.95
"""Squares that are surer than this without it are left alone."""
ALIKE = 0.5
"""The share of a board's pieces that a reading of its photo must agree with."""


def tiles(
    photo: Photo, board: dict[str, Any], corners: Quad | None = None, size: tuple[int, int] | None = None
) -> tuple[list[NDArray[np.uint8]], list[str]]:
    """The squares with pieces of a photo whose board is known, as BGR pictures, with their texts as labels.

    Raises NoBoardError, and ValueError where the board cannot be the photo's.
    """
    grid = np.array(board["players"][0]["grid"])
    if not (grid != "").any():
        raise ValueError("the board is empty: there is nothing to learn")
    reading = read(photo, Options(corners=corners, size=size))
    seen = np.array([[square.text for square in reading.squares[SIZE * r :][:SIZE]] for r in range(SIZE)])
    turns = [np.rot90(grid, quarters) for quarters in range(4)]
    agree = [float((turn == seen)[turn != ""].mean()) for turn in turns]
    laid = turns[int(np.argmax(agree))]
    if max(agree) < ALIKE:
        raise ValueError("the board does not fit the photo: is it the board of another photo?")
    there = [square for square in reading.squares if laid[square.cell]]
    return [_picture(photo, square.quad) for square in there], [str(laid[square.cell]) for square in there]


def _picture(photo: Photo, quad: Quad) -> NDArray[np.uint8]:
    return np.asarray(
        cv2.resize(crop(photo, quad, TILE), (TILE, TILE), interpolation=cv2.INTER_AREA), np.uint8
    )


def _with_profile(photo: Photo, table: Table, chances: Floats, profile: Profile) -> Floats:
    """The chances of the squares on which something unclear lies, with what a profile has learned of the pieces."""
    known = [k for k, label in enumerate(profile.labels) if label in SQUARES]
    cells = [cell for cell in CELLS if chances[cell][0] < 0.5 and chances[cell].max() < CLEAR]
    if not known or not cells:
        return chances
    quads = [block(table.homography, r, c) for r, c in cells]
    told = profile.probabilities([_picture(photo, quad) for quad in quads])[:, known]
    texts = [SQUARES.index(profile.labels[k]) for k in known]
    out = chances.copy()
    for cell, row in zip(cells, told, strict=True):
        own = out[cell][texts]
        mixed = own * np.maximum(row, 0.01) ** LEARNED
        if mixed.sum() > 0:
            out[cell][texts] = mixed * (own.sum() / mixed.sum())
    return out
