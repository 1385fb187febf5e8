"""Finding the grid: where the squares of a board lie in a photo.

A small network looks at the whole photo once, small; the lattice it sees straightens the board, and a second look at
the straightened board settles the exact place and which squares hold a tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision import dense, lattice, presence, repeats
from vision.lattice import SURE, Floats, Lattice, project
from vision.nets import net
from vision.shrinking import part, reduced

FIRST_LOOK = 448
"""Longest side in pixels of the first look; then others, for boards of very small or very large squares."""

OTHER_LOOKS = (224, 704)
SECOND_LOOK = 24
"""Pixels a square in the second look (fewer on very large boards)."""

SECOND_MOST = 576
MARGIN = 2
"""Squares around the board that the second look also shows."""

WORKING = 1600
"""Nothing is gained from more pixels than this along the longest side."""

ALONE = 0.77
"""A score below this is none where no reader looks at it: pages of text mostly score less, of real boards one in a hundred does."""
LONG_LINE, IN_LINES = 12, 0.25
"""With more pairs of neighbours in one direction than the first, a board has more than this share of so many in the other."""
FEW, SURE_OF_FEW = 8, 0.8
"""Fewer squares than these must be surer: a line of words or coins passes for a handful of tiles."""

CLEARLY = 0.05
"""A score this much higher is better."""
MORE = 0.03
"""What twice as many squares count as much as: a few tiles taken together often pass for a tile."""

NOTHING = -12.0
"""Logit of what lies beyond the picture."""

CERTAIN = 0.93
"""A score above this ends the search, where squares have more than SHOWN pixels in the look."""
SHOWN = 10

POOR = 0.5
"""A score below SURE but above this is no board, yet may be cut from one."""

DOUBTFUL = 0.84
"""Where no board scores more, several squares are looked at as one."""

MULTIPLES = ((2, 2), (3, 3), (2, 1), (1, 2))
"""How many squares across and down are looked at as one; unequal ones only where that makes for squarer squares."""

SEEDS = 2
"""So many of the lattices found are looked at in that way."""

REPEATED = 0.95
"""The score of tiles that were found because they repeat."""

GROWTHS = 4
"""Such tiles are looked for around those known at most so many times."""

PART = 0.75
"""Squares of less than this part of a tile's side are cut from it."""


class Grid(NamedTuple):
    """A board in a picture.

    `homography`: 3x3 float64, maps (column, row, 1) in squares to pixels (x, y); the square in row r and column c
    covers (c..c+1, r..r+1). `present` (rows x cols of bool): a tile lies there; `tiles` (same shape, 0..1): how sure
    that is. `score` 0..1: how much it looks like a board. Columns run to the right in the picture, give or take 45
    degrees: which side of the board is its top cannot be known.
    """

    homography: Floats
    rows: int
    cols: int
    present: NDArray[np.bool_]
    score: float
    tiles: NDArray[np.float32]

    @property
    def corners(self) -> Floats:
        """(4, 2): the outer corners in pixels, clockwise from (column 0, row 0)."""
        return project(self.homography, _corners(self.rows, self.cols))


def _corners(rows: int, cols: int) -> Floats:
    return np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float64)


def grid_from_corners(corners: ArrayLike, rows: int, cols: int) -> Grid:
    """The grid with these outer corners (four (x, y) pixels, clockwise from the board's top left), every square
    present. Raises ValueError where the corners are not the outline of a board."""
    given = np.asarray(corners, np.float64)
    if given.shape != (4, 2) or not np.isfinite(given).all():
        raise ValueError("four corners x,y are needed")
    if rows < 1 or cols < 1:
        raise ValueError("a board has at least one row and one column")
    if (
        not cv2.isContourConvex(given.astype(np.float32))
        or abs(cv2.contourArea(given.astype(np.float32))) < 16
    ):
        raise ValueError("the corners do not go around a board")
    homography = lattice.fit(_corners(rows, cols), given, np.ones(4))
    if homography is None:
        raise ValueError("the corners do not go around a board")
    return Grid(
        homography / homography[2, 2],
        rows,
        cols,
        np.ones((rows, cols), bool),
        1.0,
        np.ones((rows, cols), np.float32),
    )


def find_grid(image: NDArray[np.uint8]) -> Grid | None:
    """The largest grid of equal square tiles in an HxWx3 uint8 BGR picture, upright or not; None if there is none."""
    found = find_grids(image, most=1)
    return found[0] if found and found[0].score >= ALONE else None


def tiles_on(image: NDArray[np.uint8], homography: Floats, rows: int, cols: int) -> NDArray[np.float32]:
    """How sure it is (0..1, rows x cols) that a tile lies on each square of a grid that is known; `homography` maps (column, row)
    to pixels of the HxWx3 uint8 BGR image."""
    board = _full(homography, rows, cols)
    _, maps, to_view = _seen(image, board)
    tiles = _tiles(image, homography, board._replace(homography=to_view), lattice.decode(maps))
    return tiles[MARGIN:-MARGIN, MARGIN:-MARGIN]


def find_grids(image: NDArray[np.uint8], most: int = 3) -> list[Grid]:
    """Every grid of square tiles in the picture, most squares first, `most` at the most."""
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError("the picture must be HxWx3 uint8")
    if min(image.shape[:2]) < 32:
        return []
    working, to_full = reduced(image, WORKING)
    found: list[Lattice] = []
    for side in (FIRST_LOOK, *OTHER_LOOKS):
        if side > FIRST_LOOK and side > max(working.shape[:2]):
            continue
        small, to_working = reduced(working, side)
        for one in lattice.lattices(dense.maps(net("grid"), small), most + 1):
            looked = _second_look(working, one, to_working)
            if looked is not None:
                found.append(looked)
        if _certain(found) and (most == 1 or _shown_well(found, side / max(working.shape[:2]))):
            break
    found = _larger(working, found)
    best = sorted(_apart(list(filter(_sure, found))), key=lambda one: -one.squares)
    return [_grid(one, to_full) for one in best[:most]]


def _certain(found: Sequence[Lattice]) -> bool:
    """Whether the board that shows best needs no other look."""
    best = _best(found)
    return best is not None and best.score > CERTAIN


def _best(found: Sequence[Lattice]) -> Lattice | None:
    """The board that shows best."""
    return max(filter(_sure, found), key=lambda one: one.squares * one.score, default=None)


def _shown_well(found: Sequence[Lattice], scale: float) -> bool:
    """Whether squares are so large in a look of this scale that a smaller board beside the best would have shown, too."""
    best = _best(found)
    return best is not None and _side(best) * scale > SHOWN


def _sure(one: Lattice) -> bool:
    return one.score >= (SURE if one.squares >= FEW else SURE_OF_FEW) and not in_lines(one.present)


def in_lines(present: NDArray[np.bool_]) -> bool:
    """Whether the squares (rows x cols) hang together in one direction alone: letters of a page do, tiles laid edge to edge do not."""
    across = int((present[:, 1:] & present[:, :-1]).sum())
    down = int((present[1:] & present[:-1]).sum())
    return max(across, down) > LONG_LINE and min(across, down) < IN_LINES * max(across, down)


def _larger(working: NDArray[np.uint8], found: Sequence[Lattice]) -> list[Lattice]:
    """Those found, with boards of larger squares where they are but parts of tiles: pictures on tiles, cut at halves or
    thirds, make for lattices of their own."""
    certain = _certain(found)
    seeds = _different(found)[: 1 if certain else SEEDS]
    whole = [repeated for one in seeds if (repeated := _repeated(working, one, certain)) is not None]
    if whole:
        return [*whole, *(one for one in found if not any(_cut_from(one, tiles) for tiles in whole))]
    if not certain and max((one.score for one in found), default=0.0) < DOUBTFUL:
        return [*found, *(larger for one in seeds for larger in _multiples(working, one))]
    return list(found)


def _cut_from(one: Lattice, tiles: Lattice) -> bool:
    """Whether most squares of a lattice lie on larger ones of another."""
    rows, cols = np.nonzero(one.present)
    spots = project(one.homography, np.stack([cols + 0.5, rows + 0.5], 1))
    return _side(one) < PART * _side(tiles) and bool(lattice.covers(tiles, spots).mean() > 0.5)


def _multiples(working: NDArray[np.uint8], seed: Lattice) -> list[Lattice]:
    """What the network sees where it looks at several squares as one: at their own size it knows real tiles."""
    size = working.shape[1], working.shape[0]
    own = lattice.squareness(seed.homography, size)
    out = []
    for across, down in MULTIPLES:
        homography = seed.homography @ np.diag([across, down, 1.0])
        rows, cols = -(-seed.present.shape[0] // down), -(-seed.present.shape[1] // across)
        if min(rows, cols) < 2 or (across != down and lattice.squareness(homography, size) <= own):
            continue
        looked = _second_look(working, _full(homography, rows, cols), np.eye(3))
        if looked is not None and across != down and looked.score < seed.score + CLEARLY:
            continue  # how long the squares of a steep photo are is uncertain
        if looked is not None:
            out.append(looked)
            again = _second_look(working, looked, np.eye(3))
            if again is not None:
                out.append(again)
    return out


def _repeated(working: NDArray[np.uint8], seed: Lattice, certain: bool) -> Lattice | None:
    """The tiles that a lattice is cut from, where they repeat so clearly that the network has no say in it; of a lattice
    that is `certain` as it is, only where its squares are alike within them."""
    rows, cols = seed.present.shape
    side = repeats.SIDE
    to_squares = np.array([[1 / side, 0, 0.5 / side], [0, 1 / side, 0.5 / side], [0, 0, 1.0]])
    view = straightened(working, seed.homography @ to_squares, (cols * side, rows * side))
    block = repeats.even(view, seed.present) or (None if certain else repeats.block(view, seed.present))
    if block is None:
        return None
    times, column, row = block
    to_tiles = np.array([[times, 0, column], [0, times, row], [0, 0, 1.0]])
    whole = _full(seed.homography @ to_tiles, (rows - row) // times, (cols - column) // times)
    for _ in range(GROWTHS):
        known = whole.present.size
        to_working, maps, to_view = _seen(working, whole)
        fitted = lattice.refitted(maps, to_view)
        if fitted is None or fitted.score < SURE:
            fitted = whole._replace(homography=to_view)
        settled = _settled(working, to_working @ fitted.homography, fitted, lattice.decode(maps))
        if settled is None:
            return None
        whole = settled._replace(score=REPEATED)
        if whole.present.size <= known:
            break
    return whole


def _full(homography: Floats, rows: int, cols: int) -> Lattice:
    """A lattice with a tile on every square."""
    return Lattice(homography, np.ones((rows, cols), np.float32), np.ones((rows, cols), bool), REPEATED)


def _different(found: Sequence[Lattice]) -> list[Lattice]:
    """Those found, best showing first; of those with as large squares on as much of the picture only the first."""
    out: list[tuple[Lattice, float, float]] = []
    for one in sorted(found, key=lambda one: -one.squares * one.score):
        side = np.log(_side(one))
        area = np.log(one.squares) + 2 * side
        if not any(abs(side - other) < 0.1 and abs(area - much) < 0.3 for _, other, much in out):
            out.append((one, side, area))
    return [one for one, _, _ in out]


def runs_out(grid: Grid, width: int, height: int) -> bool:
    """Whether the board runs out of the picture: a corner of one of its squares lies outside, or the picture ends
    right where the next square would begin."""
    rows, cols = np.nonzero(grid.present)
    offsets = np.array([[-0.12, -0.12], [1.12, -0.12], [1.12, 1.12], [-0.12, 1.12]])
    points = (np.stack([cols, rows], 1)[:, None] + offsets).reshape(-1, 2)
    at = project(grid.homography, points)
    return bool((~np.isfinite(at)).any() or (at < 0).any() or (at > [width - 1, height - 1]).any())


def _second_look(
    working: NDArray[np.uint8], seen: Lattice, to_working: Floats, looks: int = 2
) -> Lattice | None:
    """Straightens the board and looks again, once more where it turns out larger; the result's homography is in the
    working picture's pixels."""
    rows, cols = seen.present.shape
    to_working, maps, to_view = _seen(working, seen._replace(homography=to_working @ seen.homography))
    known = lattice.refitted(maps, to_view)
    best = _better(
        None if known is None else _weighed(known, to_working, working.shape),
        [_weighed(one, to_working, working.shape) for one in lattice.lattices(maps, 2)],
    )
    if best is None or best.score < POOR:
        return None
    if not lattice.plausible(to_working @ best.homography, *best.present.shape[:2]):
        return None
    if looks > 1 and (best.present.shape[0] > rows + 1 or best.present.shape[1] > cols + 1):
        return _second_look(working, best, to_working, looks - 1)
    return _settled(working, to_working @ best.homography, best, lattice.decode(maps))


def _seen(working: NDArray[np.uint8], board: Lattice) -> tuple[Floats, NDArray[np.float32], Floats]:
    """The board straightened and looked at: the map from the view's pixels to the working picture's, the network's
    maps, and the map from the board's squares to the view's pixels."""
    _, to_squares, size = _view(*board.present.shape)
    to_working = board.homography @ to_squares
    maps = dense.maps(net("grid"), straightened(working, to_working, size))
    maps[:3, beyond(working.shape[:2], to_working, maps.shape[1:])] = NOTHING
    return to_working, maps, np.asarray(np.linalg.inv(to_squares), np.float64)


def _weighed(one: Lattice, to_working: Floats, shape: tuple[int, ...]) -> Lattice:
    """With a score that counts how square the squares lie on the table."""
    return one._replace(
        score=one.score * lattice.squareness(to_working @ one.homography, (shape[1], shape[0]))
    )


def _better(known: Lattice | None, others: Sequence[Lattice]) -> Lattice | None:
    """The lattice of the first look, unless the second look finds another that is clearly better."""
    best = max(others, key=lambda one: one.squares * one.score, default=None)
    if best is None or (known is not None and known.score > best.score - CLEARLY):
        return known
    return best


def _view(rows: int, cols: int) -> tuple[int, Floats, tuple[int, int]]:
    """How the second look sees rows x cols squares: pixels a square, the 3x3 map from its pixels to squares, and its
    (width, height)."""
    side = max(4, min(SECOND_LOOK, SECOND_MOST // (max(rows, cols) + 2 * MARGIN)))
    to_squares = np.array(
        [[1 / side, 0, 0.5 / side - MARGIN], [0, 1 / side, 0.5 / side - MARGIN], [0, 0, 1.0]]
    )
    return side, to_squares, ((cols + 2 * MARGIN) * side, (rows + 2 * MARGIN) * side)


def _settled(
    working: NDArray[np.uint8], homography: Floats, best: Lattice, field: lattice.Field
) -> Lattice | None:
    """The lattice with its final decision on which squares hold tiles, those MARGIN squares around it included."""
    tiles = _tiles(working, homography, best, field)
    rows, cols = best.present.shape
    low, high = np.array([-MARGIN, -MARGIN]), np.array([cols + MARGIN, rows + MARGIN])
    heat = np.nan_to_num(lattice.heat_of(best.homography, field, low, high))
    present = lattice.one_board(tiles > lattice.TILE, tiles, heat)
    if present.sum() < lattice.FEWEST_SQUARES:
        return None
    down, right = np.flatnonzero(present.any(1)), np.flatnonzero(present.any(0))
    window = np.s_[down[0] : down[-1] + 1, right[0] : right[-1] + 1]
    tiles, present = tiles[window], present[window]
    shift = np.array([[1, 0, low[0] + right[0]], [0, 1, low[1] + down[0]], [0, 0, 1.0]])
    homography = homography @ shift
    rows, cols = len(present), len(present[0])
    if not lattice.plausible(homography, rows, cols):
        return None
    quarters = lattice.upright(homography, rows, cols)
    return Lattice(
        lattice.turned(homography, rows, cols, quarters),
        np.ascontiguousarray(np.rot90(tiles, quarters)),
        np.ascontiguousarray(np.rot90(present, quarters)),
        best.score,
    )


def _tiles(
    working: NDArray[np.uint8], homography: Floats, board: Lattice, field: lattice.Field
) -> NDArray[np.float32]:
    """How sure it is that tiles lie on a board's squares and on the MARGIN around them. `homography` maps the squares to
    the working picture, the board's own to the picture that the maps were made of."""
    rows, cols = board.present.shape
    side, to_squares, size = _view(rows, cols)
    cells = np.mgrid[-MARGIN : rows + MARGIN, -MARGIN : cols + MARGIN]
    middles = np.stack([cells[1].ravel(), cells[0].ravel()], 1) + 0.5
    inside = np.ones(cells[0].shape, bool)
    for offset in ((-0.35, -0.35), (0.35, -0.35), (0.35, 0.35), (-0.35, 0.35)):
        at = project(homography, middles + offset)
        within = (at >= 0) & (at <= [working.shape[1] - 1, working.shape[0] - 1])
        inside &= within.all(1).reshape(inside.shape)
    low, high = np.array([-MARGIN, -MARGIN]), np.array([cols + MARGIN, rows + MARGIN])
    return presence.settled(
        lattice.tiles_of(board.homography, field, low, high),
        straightened(working, homography @ to_squares, size),
        side,
        inside,
    )


def straightened(image: NDArray[np.uint8], to_image: Floats, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The part of the picture that a (width, height) view sees, where `to_image` maps the view's pixels to the
    picture's; black beyond the picture. The picture is reduced first where the view would skip pixels."""
    width, height = size
    step = lattice.side_at(to_image, width / 2, height / 2)
    if step > 1.6:
        image, to_part = part(image, project(to_image, _corners(height, width)))
        to_image = to_part @ to_image
        longest = max(image.shape[:2])
        image, back = reduced(image, max(32, round(longest / step * 1.2)))
        to_image = np.linalg.inv(back) @ to_image
    out = cv2.warpPerspective(
        image, to_image, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_CONSTANT
    )
    return np.asarray(out, np.uint8)


def beyond(size: tuple[int, ...], to_image: Floats, spots: tuple[int, ...]) -> NDArray[np.bool_]:
    """Which of the (rows, columns) spots of a view's maps show nothing of a picture of (height, width)."""
    x, y = np.meshgrid(np.arange(spots[1]), np.arange(spots[0]))
    at = project(to_image, lattice.pixel(np.stack([x.ravel(), y.ravel()], 1).astype(np.float64)))
    inside = (at >= -0.5).all(1) & (at <= [size[1] - 0.5, size[0] - 0.5]).all(1)
    return np.asarray(~inside.reshape(spots))


def _apart(found: Sequence[Lattice]) -> list[Lattice]:
    """The best looking of those that lie on one another."""
    out: list[Lattice] = []
    for one in sorted(found, key=lambda one: -one.score - MORE * np.log2(one.squares)):
        rows, cols = np.nonzero(one.present)
        spots = project(one.homography, np.stack([cols + 0.5, rows + 0.5], 1))
        if not any(lattice.covers(other, spots).mean() > 0.3 for other in out):
            out.append(one)
    return out


def _side(one: Lattice) -> float:
    """Pixels along a square in the middle of the board."""
    rows, cols = one.present.shape
    return lattice.side_at(one.homography, cols / 2, rows / 2)


def _grid(one: Lattice, to_full: Floats) -> Grid:
    homography = to_full @ one.homography
    rows, cols = one.present.shape
    return Grid(homography / homography[2, 2], rows, cols, one.present, one.score, one.tiles)
