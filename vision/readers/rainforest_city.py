"""Reads the photo of a Rainforest City landscape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.model import Warning
from vision import cards, citynet, kinds
from vision.citynet import COLOURS, LEVELS, RING, TERRAINS, TEXTS, Floats, Seen, moved
from vision.cityprofile import NOTHING, Adapter, adapter
from vision.deciding import block, calibration, guesses
from vision.kinds import HOLDS
from vision.lattice import project
from vision.locate import find_grids, grid_from_corners, tiles_on
from vision.parting import parted
from vision.photo import Photo
from vision.profile import TILE
from vision.reading import NoBoardError, Options, Quad, Reading, Square

GAME = "rainforest-city"
CALIBRATION = "city"

WORKING = 1600
"""Long side in pixels of the copy that is searched for a board."""
FAR, NEAR = 48, 72
"""Squares of fewer pixels than this in the copy are seen in the photo itself, from afar and from close."""
FEWEST = 6
"""Squares of the smallest landscape: one card."""
SECOND = 12
"""Squares from which another landscape counts as one: two cards; a card lying about is none."""
OURS = 0.5
"""Below this the picture is not of this game, unless it is plain that it is."""
PLAIN_GRID, PLAIN = 0.96, 0.97
"""Whole cards on a grid that shows so well, with terrains as clear as this on the average, are a landscape in whatever manner it
is drawn: of 80 photos of other tiles one of plain squares in such colours passes."""
CLEAR = 0.55
"""How sure the squares of a board are on the average, at least."""
MOST_UNSURE = 0.8
"""Where more of the squares are unsure, nobody is helped by a reading: of hard photos half may be."""
LIKELY = 0.735
"""How likely what is read must be on the average, or the picture only resembles a landscape: tables of Hutan come up to 0.71,
landscapes in the worst light down to 0.76."""
MOST_TOKENS = 174
OWN_COLOUR = 0.5
"""What a token's own colour counts against the terrain around it, which mostly shows the same."""
ON_HOUSE = 0.02
"""How likely it is that a token that seems to lie on a House does: only the introductory variant has that."""
LOCATED = 1.5
"""What the locator's word counts on whether a square is there: it knows tiles of any art."""
BEYOND = -2.5
"""Log odds that the landscape goes on beyond the grid that the locator found."""
LEGIBLE = 42
"""Pixels along a square from which the numbers on tokens can be read; on renders smaller ones are wrong several times as often."""
DOUBTLESS = 0.95
"""Squares that are less sure than this after one close look get a second."""
TRIES = 3

NOWHERE = (
    "no board was found: there is no Rainforest City landscape to be made out; take it whole, from above, in even light, "
    "or mark its four corners"
)


class Found(NamedTuple):
    """A landscape as the network sees it: `homography` maps (column, row) to pixels of the full photo; `score`: how well its
    grid shows, 0..1."""

    homography: Floats
    seen: Seen
    present: cards.Mask
    covered: bool
    score: float = 0.0


def read(photo: Photo, options: Options) -> Reading:
    """The landscape in the photo. Raises NoBoardError where there is none; never where corners are given."""
    found, others, table = understood(photo, options)
    return _reading(photo, found, table, others, options)


def understood(photo: Photo, options: Options) -> tuple[Found, int, Floats]:
    """The largest landscape that can be read, how many others there are, and how likely each text is on each of its squares."""
    pictures = _Pictures(photo, None if options.profile is None else adapter(options.profile))
    if options.corners is not None and options.size is not None:
        found, table = _from_close(pictures, _given(pictures, options.corners, options.size))
        return found, 0, table
    landscapes = _search(pictures)
    for n, landscape in enumerate(landscapes):
        found, table = _from_close(pictures, landscape)
        if _is_readable(found, table):
            smaller = landscapes[n + 1 :]
            return found, sum(int(one.present.sum()) >= SECOND for one in smaller), table
    raise NoBoardError(NOWHERE)


def _from_close(pictures: _Pictures, found: Found) -> tuple[Found, Floats]:
    found = pictures.nearer(found)
    table = pictures.weighed(found)
    doubted = found.present & (table.max(-1) < DOUBTLESS)
    if doubted.any():
        found = pictures.once_more(found, doubted)
        table = pictures.weighed(found)
    return found, table


def _is_readable(found: Found, table: Floats) -> bool:
    """Whether a reading helps anybody."""
    if _is_plain(found):
        return True
    _, sure = decided(table, found.present)
    unsure = (sure < calibration(CALIBRATION).unsure)[found.present].mean()
    return bool(unsure <= MOST_UNSURE and table.max(-1)[found.present].mean() >= LIKELY)


# ------------------------------------------------------------------------------------------------ finding


class _Pictures:
    """The photo and its smaller copy, looked at with what a profile has learned."""

    def __init__(self, photo: Photo, learned: Adapter | None = None) -> None:
        self.photo = photo
        self.learned = learned
        self.working, self.scale = photo.at_most(WORKING)

    def look(self, homography: Floats, rows: int, cols: int) -> Seen:
        """`homography` maps to full pixels."""
        seen = citynet.squares_of(*self._suiting(homography, rows, cols, FAR), rows, cols)
        return seen if self.learned is None else self.learned.from_afar(seen)

    def within(self, homography: Floats, rows: int, cols: int) -> Seen:
        """The same, with RING squares of its surroundings in sight."""
        around = moved(homography, -RING, -RING)
        seen = self.look(around, rows + 2 * RING, cols + 2 * RING)
        return seen.inside(slice(RING, -RING), slice(RING, -RING))

    def nearer(self, found: Found) -> Found:
        """With what a close look adds."""
        rows, cols = found.present.shape
        near = self._suiting(found.homography, rows, cols, NEAR)
        return found._replace(seen=citynet.closer(*near, found.seen))

    def once_more(self, found: Found, doubted: cards.Mask) -> Found:
        """With what a second close look at the doubted squares adds."""
        rows, cols = found.present.shape
        near = self._suiting(found.homography, rows, cols, NEAR)
        return found._replace(seen=citynet.once_more(*near, found.seen, doubted))

    def weighed(self, found: Found) -> Floats:
        """(rows, cols, len(TEXTS)): how likely each text is on each square."""
        if self.learned is None:
            return kinds.agreed(likelihoods(found.seen), found.seen)
        seen = self.learned.from_close(found.seen)
        return kinds.agreed(likelihoods(seen), seen, self.learned.tokens)

    def _suiting(
        self, homography: Floats, rows: int, cols: int, fewest: int
    ) -> tuple[NDArray[np.uint8], Floats]:
        """The picture in which squares have no fewer pixels, if one has, and the map to its pixels."""
        image, scale = self.working, self.scale
        if citynet.side_in(homography, rows, cols) * scale < fewest:
            image, scale = self.photo.image, self.photo.scale
        return image, np.diag([scale, scale, 1.0]) @ homography


def _search(pictures: _Pictures) -> list[Found]:
    """Every landscape, the largest first. Raises NoBoardError where there is none."""
    back = np.diag([1 / pictures.scale, 1 / pictures.scale, 1.0])
    landscapes = []
    for grid in find_grids(pictures.working):
        found = _look_around(pictures, back @ grid.homography, grid.tiles)._replace(score=grid.score)
        if _is_landscape(found):
            landscapes.append(found)
    if not landscapes:
        raise NoBoardError(NOWHERE)
    return sorted(landscapes, key=lambda one: -int(one.present.sum()))


def _look_around(pictures: _Pictures, homography: Floats, tiles: NDArray[np.float32]) -> Found:
    """Look at the grid with RING squares around it, and again further out while the landscape goes on there.

    `tiles` (rows x cols): how sure the locator is that a tile lies there.
    """
    homography = moved(homography, -RING, -RING)
    located = np.pad(_located(tiles), RING, constant_values=BEYOND)
    for _ in range(TRIES):
        seen = _told(pictures.look(homography, *located.shape), located)
        present, covered = cards.coverable(_odds(seen, homography, pictures.photo))
        top, bottom, left, right = (
            bool(edge.any()) for edge in (present[0], present[-1], present[:, 0], present[:, -1])
        )
        if not (top or bottom or left or right) or max(located.shape) > 40:
            break
        homography = moved(homography, -RING * top, -RING * left)
        wider = (RING * top, RING * bottom), (RING * left, RING * right)
        located = np.pad(located, wider, constant_values=BEYOND)
    return _trimmed(Found(homography, seen, present, covered))


def _located(tiles: NDArray[np.float32]) -> Floats:
    """Log odds that squares are there, as the locator sees it."""
    sure = np.clip(tiles.astype(np.float64), 0.02, 0.98)
    return np.asarray(LOCATED * np.log(sure / (1 - sure)), np.float64)


def _told(seen: Seen, located: Floats) -> Seen:
    """What was seen, and what the locator says on which squares are there."""
    logits = seen.logits.copy()
    logits[..., 0] -= located
    return seen._replace(logits=logits)


def _odds(seen: Seen, homography: Floats, photo: Photo) -> Floats:
    """Log odds that a square is there; squares that the photo does not show are not."""
    gone = np.clip(seen.terrain[..., 0], 1e-9, 1 - 1e-9)
    odds = np.log((1 - gone) / gone)
    rows, cols = odds.shape
    return np.where(_shown(homography, rows, cols, photo), odds, -20.0)


def _shown(homography: Floats, rows: int, cols: int, photo: Photo) -> NDArray[np.bool_]:
    """Which squares the photo shows at least two thirds of."""
    inner = (np.arange(3) + 0.5) / 3
    x, y = np.meshgrid((np.arange(cols)[:, None] + inner).ravel(), (np.arange(rows)[:, None] + inner).ravel())
    at = project(homography, np.stack([x.ravel(), y.ravel()], 1))
    left, top, right, bottom = photo.known
    with np.errstate(invalid="ignore"):
        inside = (at[:, 0] > left) & (at[:, 0] < right) & (at[:, 1] > top) & (at[:, 1] < bottom)
    return np.asarray(inside.reshape(rows, 3, cols, 3).mean((1, 3)) > 0.6)


def _trimmed(found: Found) -> Found:
    if not found.present.any():
        return found
    rows, cols = np.flatnonzero(found.present.any(1)), np.flatnonzero(found.present.any(0))
    r, c = slice(int(rows[0]), int(rows[-1]) + 1), slice(int(cols[0]), int(cols[-1]) + 1)
    return Found(
        moved(found.homography, r.start, c.start),
        found.seen.inside(r, c),
        found.present[r, c],
        found.covered,
        found.score,
    )


def _is_landscape(found: Found) -> bool:
    if found.present.sum() < FEWEST:
        return False
    return _is_plain(found) or bool(found.seen.ours > OURS and found.seen.terrain.max(-1)[found.present].mean() > CLEAR)


def _is_plain(found: Found) -> bool:
    """Whether cards lie there whatever the network, which knows them in some manners of drawing alone, says of that."""
    if not (found.covered and found.score > PLAIN_GRID):
        return False
    kinds_there = found.seen.terrain[found.present][:, 1:]
    return bool((kinds_there.max(-1) / np.maximum(kinds_there.sum(-1), 1e-9)).mean() > PLAIN)


def _given(pictures: _Pictures, corners: Quad, size: tuple[int, int]) -> Found:
    """The grid that a person marked: its size stays as it was said."""
    rows, cols = size
    homography = grid_from_corners(corners, rows, cols).homography
    to_working = np.diag([pictures.scale, pictures.scale, 1.0])
    tiles = tiles_on(pictures.working, to_working @ homography, rows, cols)
    seen = _told(pictures.within(homography, rows, cols), _located(tiles))
    present, covered = cards.coverable(_odds(seen, homography, pictures.photo))
    return Found(homography, seen, present, covered)


# ------------------------------------------------------------------------------------------------ deciding


def likelihoods(seen: Seen) -> Floats:
    """(rows, cols, len(TEXTS)): how likely each text is, terrain, token and the token's own colour taken together, and where in
    this photo squares with a token part from those without.

    Rulebook, "Placing tokens": a token lies on a square of its own terrain, an otter on any, none on a House.
    """
    colour = np.clip(seen.colour[..., :3], 1e-4, None)
    own = (colour / colour.sum(-1, keepdims=True)) ** OWN_COLOUR
    own = own / own.mean(-1, keepdims=True)
    land, level = seen.terrain, seen.level
    out = np.zeros((*level.shape[:2], len(TEXTS)))
    for k, text in enumerate(TEXTS):
        terrain, _, token = text.partition(":")
        there = land[..., TERRAINS.index(terrain)]
        if not terrain:
            out[..., k] = there
        elif not token:
            out[..., k] = there * level[..., 0]
        elif token == "ot":
            out[..., k] = there * level[..., LEVELS.index("ot")]
        else:
            out[..., k] = there * level[..., LEVELS.index(token[1])] * own[..., COLOURS.index(token[0].upper())]
        if terrain == "H" and token:
            out[..., k] *= ON_HOUSE
    return parted(out / out.sum(-1, keepdims=True))


def decided(table: Floats, present: cards.Mask) -> tuple[NDArray[np.int64], Floats]:
    """For each square the index of its text and how likely that is, given which squares are there."""
    held = table.copy()
    held[..., 0] = np.where(present, 0, held[..., 0])
    held[..., 1:] = np.where(present[..., None], held[..., 1:], 0)
    best = held.argmax(-1)
    lost = held.max(-1) <= 0
    best[lost] = 0
    sure = np.take_along_axis(table, best[..., None], -1)[..., 0]
    surplus = int(HOLDS[best].sum()) - MOST_TOKENS
    if surplus > 0:  # more than the box holds: the least sure ones are none
        flat = np.flatnonzero(HOLDS[best].ravel())
        for i in flat[np.argsort(sure.ravel()[flat])][:surplus]:
            r, c = np.unravel_index(i, best.shape)
            bare = np.where(HOLDS, 0, held[r, c])
            best[r, c], sure[r, c] = int(bare.argmax()), float(bare.max())
    return best, sure


def _reading(photo: Photo, found: Found, table: Floats, others: int, options: Options) -> Reading:
    best, sure = decided(table, found.present)
    known = calibration(CALIBRATION)
    worth = known.worth(sure)
    rows, cols = found.present.shape
    nothing = _is_bare(found)
    alone = found.present & ~cards.fits(found.present)
    squares = []
    for r in range(rows):
        for c in range(cols):
            text = TEXTS[int(best[r, c])]
            confidence = float(worth[r, c])
            squares.append(
                Square(
                    (r, c),
                    block(found.homography, r, c),
                    text,
                    confidence,
                    unsure=nothing or bool(alone[r, c] or sure[r, c] < known.unsure),
                    guesses=guesses(table[r, c], TEXTS, text, confidence),
                )
            )
    grid = [[squares[r * cols + c].text for c in range(cols)] for r in range(rows)]
    board = {"format": 1, "game": GAME, "settings": {}, "players": [{"name": "Player 1", "grid": grid}]}
    corners = options.corners or block(found.homography, 0, 0, rows, cols)
    warnings = _warnings(photo, found, others)
    return Reading(GAME, board, (rows, cols), corners, tuple(squares), photo, warnings)


def _is_bare(found: Found) -> bool:
    """Whether less than a card was made out: only with corners by hand, without them that is no board."""
    return int(found.present.sum()) < min(FEWEST, found.present.size)


def _warnings(photo: Photo, found: Found, others: int) -> tuple[Warning, ...]:
    out = []
    if _is_bare(found):
        said = "no landscape was made out between these corners: look at them, and at the size (rows x columns)"
        out.append(Warning("nothing-there", said, ()))
    elif (side := citynet.side_in(found.homography, *found.present.shape) * photo.scale) < LEGIBLE:
        said = f"a square is only {side:.0f} pixels wide here: look over the numbers on tokens, or take the photo from closer"
        out.append(Warning("far-away", said, ()))
    edge = _at_the_edge(photo, found)
    if edge:
        out.append(
            Warning(
                "off-photo", "the landscape runs out of the photo: only the squares in it were read", edge
            )
        )
    if others:
        out.append(
            Warning("second-board", "there is another landscape in the photo: the largest was read", ())
        )
    return tuple(out)


def _at_the_edge(photo: Photo, found: Found) -> tuple[tuple[int, int], ...]:
    """Squares that lie partly outside the photo, or beside which the photo ends before the next square does."""
    left, top, right, bottom = photo.known
    cells = np.argwhere(found.present)
    steps = np.array([[0.5, -0.2], [1.2, 0.5], [0.5, 1.2], [-0.2, 0.5]])
    out = []
    for r, c in cells:
        at = project(found.homography, steps + [c, r])
        inside = (at[:, 0] > left) & (at[:, 0] < right - 1) & (at[:, 1] > top) & (at[:, 1] < bottom - 1)
        if not inside.all():
            out.append((int(r), int(c)))
    return tuple(out)


# ------------------------------------------------------------------------------------------------ profiles


def tiles(
    photo: Photo, board: dict[str, Any], corners: Quad | None = None, size: tuple[int, int] | None = None
) -> tuple[list[NDArray[np.uint8]], list[str]]:
    """The squares of a photo whose board is known, and the table around it: BGR pictures of one square each, with
    their texts or NOTHING as labels. Raises NoBoardError, and ValueError where the board cannot be the photo's."""
    pictures = _Pictures(photo)
    if corners is not None and size is not None:
        found = _given(pictures, corners, size)
    else:
        found = _search(pictures)[0]
    grid = _rectangle(board["players"][0]["grid"])
    texts = _laid_over(grid, likelihoods(found.seen))
    homography = moved(found.homography, -1, -1)
    texts = np.pad(texts, 1, constant_values="")
    rows, cols = texts.shape
    scale = photo.scale
    image = citynet.view(photo.image, np.diag([scale, scale, 1.0]) @ homography, rows, cols, TILE)
    shown = _shown(homography, rows, cols, photo)
    images, labels = [], []
    for r, c in np.argwhere(shown):
        if (text := str(texts[r, c])) or _beside(texts, r, c):
            images.append(image[r * TILE : (r + 1) * TILE, c * TILE : (c + 1) * TILE].copy())
            labels.append(text or NOTHING)
    return images, labels


def _beside(texts: NDArray[np.str_], r: int, c: int) -> bool:
    return bool((texts[max(0, r - 1) : r + 2, max(0, c - 1) : c + 2] != "").any())


def _rectangle(grid: Sequence[Sequence[str]]) -> NDArray[np.str_]:
    width = max((len(row) for row in grid), default=0)
    out = np.array([[*row, *[""] * (width - len(row))] for row in grid], "<U8").reshape(len(grid), width)
    there = out != ""
    if not there.any():
        raise ValueError("the board is empty: there is nothing to learn")
    rows, cols = np.flatnonzero(there.any(1)), np.flatnonzero(there.any(0))
    return out[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]


ALIKE = 0.6
"""The share of squares on whose terrain the board and a reading of its photo must agree."""


def _laid_over(grid: NDArray[np.str_], table: Floats) -> NDArray[np.str_]:
    """The board's texts on the squares of the reading, in the turn and place in which they agree best."""
    rows, cols = table.shape[:2]
    initials = np.array([text[:1] for text in TEXTS])
    terrain = np.stack([table[..., initials == kind].sum(-1) for kind in TERRAINS], -1)
    best: tuple[float, NDArray[np.str_]] | None = None
    for turn in range(4):
        turned = np.rot90(grid, turn)
        for down in range(-2, rows - turned.shape[0] + 3):
            for right in range(-2, cols - turned.shape[1] + 3):
                laid = np.full((rows + 4, cols + 4), "", "<U8")
                if down + 2 + turned.shape[0] > rows + 4 or right + 2 + turned.shape[1] > cols + 4:
                    continue
                laid[down + 2 :, right + 2 :][: turned.shape[0], : turned.shape[1]] = turned
                laid = laid[2:-2, 2:-2]
                kinds = np.array([[TERRAINS.index(text[:1]) for text in row] for row in laid])
                agree = float(np.take_along_axis(terrain, kinds[..., None], -1)[laid != ""].sum())
                if best is None or agree > best[0]:
                    best = agree, laid
    squares = max(float((grid != "").sum()), float((1 - terrain[..., 0]).sum()))
    if best is None or best[0] < ALIKE * squares:
        raise ValueError("the board does not fit the photo: is it the board of another photo?")
    return best[1]
