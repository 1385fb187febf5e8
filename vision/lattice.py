"""From what the grid network sees to lattices of squares: local frames, vertices, one homography for each board.

The network (vision/training/grid.py) gives eight maps: the probability of a lattice vertex, of a tile and of a line
between squares, and five numbers that say what a square looks like there (side, stretch, turn) without saying which
of its sides is up. Vertices are linked to their neighbours by those local frames, the links numbered, a homography
fitted to the numbers and grown over all vertices that lie on it.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dense import STRIDE, probability

Floats = NDArray[np.float64]

PITCH_UNIT = 16.0
"""The log-pitch map counts from squares of this many pixels."""

VERTEX_SEEN = 0.2
LINK_MISS = 0.32
"""A neighbour may lie this many squares off the spot that the local frame points to."""

ENOUGH_LINKED = 0.6
"""Where fewer of the possible links are there, the frames are tried in other turns (degrees) as well."""

TURNS = (0, 12, -12, 24, -24, 35, -35, 45)

ON_LATTICE = 0.25
"""A vertex this many squares off its number still counts for the fit."""

TILE = 0.5
MOST_VERTICES = 320
FEWEST_SQUARES = 4
FOCAL = (0.62, 0.75, 0.9, 1.1, 1.4, 2.0)
"""Focal lengths in longest sides of the picture, from a wide lens to a crop of half the picture."""

NEARLY_SQUARE = 0.08
"""Squares this far off square (log of the ratio of their sides, and radians off the right angle) count as square."""

SURE = 0.68
"""A score below this is no board, whatever a game's reader makes of it; but a tiled floor or veined stone may have been taken
for a part of it."""
BACKED, BACKED_AROUND = 0.4, 0.6
"""At a square of a board vertices show by so much of what they do where they show best, or by so much in the mean around it."""
BEST_BACKED = 90
"""Where they show best, in percent of the squares."""

REACH = 4
"""Squares beyond the known vertices in which more of the board is looked for."""


class Field(NamedTuple):
    """The maps, decoded. All are (h, w) at STRIDE times fewer spots than pixels; `frame` is (h, w, 2, 2), its columns
    the steps in pixels from a vertex to two of its neighbours (never mirrored)."""

    vertex: NDArray[np.float32]
    tile: NDArray[np.float32]
    line: NDArray[np.float32]
    frame: NDArray[np.float32]


class Lattice(NamedTuple):
    """`homography` maps (column, row) in squares to pixels of the picture the maps were made of; `tiles` (rows x cols)
    is the probability that a tile lies there, `present` the decision; `score` 0..1 how much it looks like a board."""

    homography: Floats
    tiles: NDArray[np.float32]
    present: NDArray[np.bool_]
    score: float

    @property
    def squares(self) -> int:
        return int(self.present.sum())


def decode(maps: NDArray[np.float32]) -> Field:
    """Eight raw maps (8, h, w) -> Field. The frame numbers are smoothed over what looks like tiles."""
    tile = probability(maps[1])
    weight = tile + 0.02
    total = cv2.blur(weight, (5, 5))
    numbers = [cv2.blur(one * weight, (5, 5)) / total for one in maps[3:8]]
    return Field(probability(maps[0]), tile, probability(maps[2]), frames(np.stack(numbers)))


def frames(numbers: NDArray[np.float32]) -> NDArray[np.float32]:
    """The five frame numbers (5, ...) -> (..., 2, 2), columns the two steps in pixels."""
    log_pitch, stretch_x, stretch_y, cos4, sin4 = numbers
    area = (PITCH_UNIT * np.exp(np.clip(log_pitch, -2, 4))) ** 2
    stretch = np.hypot(stretch_x, stretch_y)
    calm = np.minimum(1.0, 0.9 / np.maximum(stretch, 1e-6))
    stretch_x, stretch_y = stretch_x * calm, stretch_y * calm
    trace = 2 * area / np.sqrt(1 - stretch_x**2 - stretch_y**2)
    root = np.sqrt(trace + 2 * area)
    xx, yy, xy = (
        (trace * (1 + stretch_x) / 2 + area) / root,
        (trace * (1 - stretch_x) / 2 + area) / root,
        trace * stretch_y / 2 / root,
    )
    turn = np.arctan2(sin4, cos4) / 4
    cos, sin = np.cos(turn), np.sin(turn)
    out = np.empty((*log_pitch.shape, 2, 2), np.float32)
    out[..., 0, 0], out[..., 0, 1] = xx * cos + xy * sin, -xx * sin + xy * cos
    out[..., 1, 0], out[..., 1, 1] = xy * cos + yy * sin, -xy * sin + yy * cos
    return out


def pixel(spots: Floats) -> Floats:
    """Map coordinates (x, y) -> pixels."""
    return spots * STRIDE + (STRIDE - 1) / 2


def spot(pixels: Floats) -> Floats:
    """Pixels (x, y) -> map coordinates."""
    return (pixels - (STRIDE - 1) / 2) / STRIDE


def project(homography: Floats, points: Floats) -> Floats:
    """(n, 2) through a 3x3 homography; points behind the camera come out as NaN."""
    mapped = points @ homography[:, :2].T + homography[:, 2]
    w = mapped[:, 2:]
    return np.where(w > 1e-9, mapped[:, :2] / np.where(w > 1e-9, w, 1.0), np.nan)


def slopes(homography: Floats, x: float, y: float) -> Floats:
    """(2, 2): how the pixels (rows) change with x and y (columns) near the point; not finite on the horizon."""
    u, v, w = homography @ np.array([x, y, 1.0])
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((homography[:2, :2] - np.outer([u, v], homography[2, :2]) / w) / w, np.float64)


def side_at(homography: Floats, x: float, y: float) -> float:
    """Pixels along a square near the point, in the mean of all directions."""
    (a, b), (c, d) = slopes(homography, x, y)
    with np.errstate(invalid="ignore"):
        return float(np.sqrt(abs(a * d - b * c)))


class Vertices(NamedTuple):
    """Peaks of the vertex map: (n, 2) pixels, (n,) strength, (n, 2, 2) local frame."""

    at: Floats
    strength: Floats
    frame: Floats


def vertices(field: Field) -> Vertices:
    heat = field.vertex
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, cols = np.nonzero((heat >= top) & (heat > VERTEX_SEEN))
    logs = np.log(np.pad(heat, 1, mode="edge") + 1e-3)

    def step(dr: int, dc: int) -> Floats:
        before, here, after = (logs[rows + 1 + k * dr, cols + 1 + k * dc] for k in (-1, 0, 1))
        bend = before - 2 * here + after
        return np.clip(
            np.where(bend < -1e-6, 0.5 * (before - after) / np.minimum(bend, -1e-6), 0.0), -0.5, 0.5
        )

    at = pixel(np.stack([cols + step(0, 1), rows + step(1, 0)], 1).astype(np.float64))
    return Vertices(at, heat[rows, cols].astype(np.float64), field.frame[rows, cols].astype(np.float64))


class Links(NamedTuple):
    """For vertex i and way d (0 +column, 1 +row, 2 -column, 3 -row of i's own frame): the neighbour's index or -1, how
    far off it lies in squares, and the way from the neighbour back to i in its own frame."""

    neighbour: NDArray[np.int64]
    miss: Floats
    back: NDArray[np.int64]


WAYS = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])


def link(found: Vertices) -> Links:
    n = len(found.at)
    gap = found.at[None] - found.at[:, None]  # from i to j
    inverse = np.linalg.inv(found.frame)
    place = np.einsum("iab,ijb->aij", inverse, gap)  # j in i's own squares
    place[:, np.arange(n), np.arange(n)] = 1e3
    squares = np.stack([(place[0] - x) ** 2 + (place[1] - y) ** 2 for x, y in WAYS], 1)  # n x 4 x n
    neighbour = squares.argmin(2)
    miss = np.take_along_axis(squares, neighbour[..., None], 2)[..., 0]
    back_miss = squares[
        neighbour, :, np.arange(n)[:, None]
    ]  # the neighbour's four ways, how far each is off i
    back = back_miss.argmin(2)
    back_best = np.take_along_axis(back_miss, back[..., None], 2)[..., 0]
    good = (miss < LINK_MISS**2) & (back_best < LINK_MISS**2)
    return Links(np.where(good, neighbour, -1), np.sqrt(miss) + np.sqrt(back_best), back)


def hits(at: Floats, start: Floats, frame: Floats) -> int:
    """How many neighbours some vertices find where their frames point to."""
    place = np.einsum("iab,ijb->aij", np.linalg.inv(frame), at[None] - start[:, None])
    return sum(
        int((((place[0] - x) ** 2 + (place[1] - y) ** 2).min(1) < LINK_MISS**2).sum()) for x, y in WAYS
    )


def settled(found: Vertices) -> tuple[Vertices, Links]:
    """Links, with the frames first turned to where most vertices find neighbours, then measured from the links."""
    links = link(found)
    if (links.neighbour >= 0).mean() < ENOUGH_LINKED:
        some = np.argsort(-found.strength)[:80]
        spins = [np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]]) for t in np.radians(TURNS)]
        best = max(spins, key=lambda spin: hits(found.at, found.at[some], found.frame[some] @ spin))
        found = found._replace(frame=found.frame @ best)
        links = link(found)
    for _ in range(2):
        found = measured(found, links)
        links = link(found)
    return found, links


def measured(found: Vertices, links: Links) -> Vertices:
    """The same vertices with frames from their neighbours' places; those without take the nearest measured one."""
    there = links.neighbour >= 0
    step = found.at[np.maximum(links.neighbour, 0)] - found.at[:, None]  # n x 4 x 2
    step = step * (there * np.array([1, 1, -1, -1]))[..., None]
    count = there[:, :2] + there[:, 2:].astype(int)
    both = (count > 0).all(1)
    if both.sum() < 2:
        return found
    mean = (step[:, :2] + step[:, 2:]) / np.maximum(count, 1)[..., None]
    frame = mean.transpose(0, 2, 1)
    sure = np.flatnonzero(both)
    far = ((found.at[:, None] - found.at[None, sure]) ** 2).sum(2)
    nearest = sure[far.argmin(1)]
    return found._replace(frame=frame[np.where(both, np.arange(len(both)), nearest)])


def number(found: Vertices, links: Links) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Connected groups of vertices, largest first: (indices, their (column, row) numbers). The best links lead."""
    n = len(found.at)
    group = np.full(n, -1)
    out: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    for start in np.argsort(-found.strength):
        if group[start] >= 0:
            continue
        label = len(out)
        place = {int(start): (0, 0, 0)}  # column, row, turn of the own frame against the group's
        taken = {(0, 0): int(start)}
        group[start] = label
        heap = [(links.miss[start, d], int(start), d) for d in range(4) if links.neighbour[start, d] >= 0]
        heapq.heapify(heap)
        while heap:
            _, i, d = heapq.heappop(heap)
            j = int(links.neighbour[i, d])
            if group[j] >= 0:
                continue
            column, row, turn = place[i]
            way = (d + turn) % 4
            spot_j = (column + int(WAYS[way, 0]), row + int(WAYS[way, 1]))
            if spot_j in taken:
                continue
            turn_j = (way + 2 - int(links.back[i, d])) % 4
            place[j] = (*spot_j, turn_j)
            taken[spot_j] = j
            group[j] = label
            for e in range(4):
                if links.neighbour[j, e] >= 0:
                    heapq.heappush(heap, (links.miss[j, e], j, e))
        members = np.array(list(place), np.int64)
        out.append((members, np.array([place[int(i)][:2] for i in members], np.int64)))
    out.sort(key=lambda one: -len(one[0]))
    return out


def fit(source: Floats, target: Floats, weight: Floats) -> Floats | None:
    """Weighted least squares homography from (n, 2) to (n, 2), n >= 4, normalised; None where it does not exist."""
    if len(source) < 4:
        return None

    def calm(points: Floats) -> Floats:
        middle = points.mean(0)
        spread = max(float(np.sqrt(((points - middle) ** 2).sum(1).mean())), 1e-6)
        return np.array(
            [[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1.0]]
        )

    from_source, from_target = calm(source), calm(target)
    a, b = project(from_source, source), project(from_target, target)
    ones, zeros = np.ones((len(a), 1)), np.zeros((len(a), 3))
    p = np.hstack([a, ones])
    spare = np.zeros(
        (max(0, 9 - 2 * len(a)), 9)
    )  # four points give eight equations; the solution is the ninth direction
    solved = np.eye(3)
    for _ in range(2):  # the second round weighs by distance in the picture, not in the algebra
        depth = np.maximum(np.abs(p @ solved[2]), 1e-3)
        w = (np.sqrt(weight) / depth)[:, None]
        system = np.vstack(
            [np.hstack([p, zeros, -p * b[:, :1]]) * w, np.hstack([zeros, p, -p * b[:, 1:]]) * w, spare]
        )
        try:
            solved = np.linalg.svd(system, full_matrices=False)[2][-1].reshape(3, 3)
        except np.linalg.LinAlgError:
            return None
        if abs(solved[2, 2]) < 1e-9:
            return None
        solved = solved / solved[2, 2]
    out = np.linalg.inv(from_target) @ solved @ from_source
    if not np.isfinite(out).all() or abs(np.linalg.det(out)) < 1e-12:
        return None
    # positive in front of the camera
    return np.asarray(out * np.sign((source @ out[2, :2] + out[2, 2]).mean()))


def on_lattice(
    homography: Floats, found: Vertices, free: NDArray[np.bool_], reach: tuple[Floats, Floats] | None
) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Vertices that lie on the lattice: (indices, numbers, misses in squares), one for each number."""
    inverse = np.linalg.inv(homography)
    inverse = inverse * np.sign((found.at @ inverse[2, :2] + inverse[2, 2])[free].mean() or 1.0)
    place = project(inverse, found.at)
    numbers = np.rint(np.nan_to_num(place, nan=1e6)).astype(np.int64)
    miss = np.sqrt(((place - numbers) ** 2).sum(1))
    good = free & (miss < ON_LATTICE)
    if reach is not None:
        good &= ((numbers >= reach[0] - REACH) & (numbers <= reach[1] + REACH)).all(1)
    chosen = np.flatnonzero(good)
    chosen = chosen[np.argsort(miss[chosen] - 0.2 * found.strength[chosen], kind="stable")]
    _, first = np.unique(numbers[chosen], axis=0, return_index=True)
    chosen = np.sort(chosen[first])
    return chosen, numbers[chosen], miss[chosen]


def grow(
    found: Vertices, members: NDArray[np.int64], numbers: NDArray[np.int64], free: NDArray[np.bool_]
) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]] | None:
    """A homography for a numbered group, refitted over every free vertex that lies on it."""
    source, target = numbers.astype(np.float64), found.at[members]
    pitch = float(np.sqrt(np.abs(np.linalg.det(found.frame[members]))).mean())
    if len(members) > 6:
        guess, mask = cv2.findHomography(source, target, cv2.RANSAC, 0.15 * pitch, maxIters=300)
        if guess is None or mask is None or mask.sum() < 4:
            return None
        keep = mask.ravel() > 0
        members, numbers = members[keep], numbers[keep]
    homography = fit(numbers.astype(np.float64), found.at[members], found.strength[members])
    for _ in range(6):
        if homography is None:
            return None
        span = numbers.min(0).astype(np.float64), numbers.max(0).astype(np.float64)
        chosen, new_numbers, miss = on_lattice(homography, found, free, span)
        if len(chosen) < 4:
            return None
        weight = found.strength[chosen] / (1 + (miss / 0.08) ** 2)
        same = len(chosen) == len(members) and bool((np.sort(members) == chosen).all())
        members, numbers = chosen, new_numbers
        homography = fit(numbers.astype(np.float64), found.at[members], weight)
        if same:
            break
    return None if homography is None else (homography, members, numbers)


def sample(values: NDArray[np.float32], pixels: Floats, outside: float) -> NDArray[np.float32]:
    """A map at (n, 2) pixels, linear; `outside` beyond the picture."""
    if not len(pixels):  # OpenCV takes no empty maps
        return np.zeros(0, np.float32)
    where = spot(np.clip(np.nan_to_num(pixels, nan=-1e4), -1e4, 1e4)).astype(np.float32)
    across = 4096  # OpenCV takes no rows over 32767 wide
    padded = np.full((-(-len(where) // across) * across, 2), -1e4, np.float32)
    padded[: len(where)] = where
    x, y = padded.T.reshape(2, -1, across)
    out = cv2.remap(values, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=outside)
    return np.asarray(out, np.float32).ravel()[: len(where)]


def tiles_of(
    homography: Floats, field: Field, low: NDArray[np.int64], high: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Probability of a tile for each square from column, row `low` to `high` (exclusive): the mean over what of the
    square lies in the picture, 0 where less than a quarter does."""
    inner = (np.arange(4) + 0.5) / 4 * 0.8 + 0.1
    cols, rows = np.arange(low[0], high[0]), np.arange(low[1], high[1])
    x = (cols[:, None] + inner).ravel()
    y = (rows[:, None] + inner).ravel()
    points = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    seen = sample(field.tile, project(homography, points), np.nan)
    blocks = seen.reshape(len(rows), 4, len(cols), 4)
    inside = np.isfinite(blocks)
    count = inside.sum((1, 3))
    total = np.where(inside, blocks, 0).sum((1, 3))
    return np.where(count >= 4, total / np.maximum(count, 1), 0.0).astype(np.float32)


def one_board(
    present: NDArray[np.bool_], tiles: NDArray[np.float32], heat: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """The largest group of squares, with the groups at most one square apart that look as if they belonged to it: sure
    tiles whose corners show where the lattice has its vertices (`heat`, one more row and column than squares)."""
    count, labels = cv2.connectedComponents(present.astype(np.uint8), connectivity=4)
    if count <= 2:
        return present
    sizes = np.bincount(labels.ravel(), minlength=count)
    sizes[0] = 0
    ends = np.stack([heat[:-1, :-1], heat[:-1, 1:], heat[1:, :-1], heat[1:, 1:]]).mean(0)
    fits = [bool(tiles[labels == i].mean() > 0.8 and ends[labels == i].mean() > 0.35) for i in range(count)]
    whole = np.asarray(labels == sizes.argmax())
    for _ in range(count):
        near = cv2.dilate(whole.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        more = whole | np.isin(
            labels, [i for i in range(1, count) if fits[i] and (near & (labels == i)).any()]
        )
        if (more == whole).all():
            break
        whole = more
    return whole


def backed(present: NDArray[np.bool_], heat: NDArray[np.float32]) -> NDArray[np.bool_]:
    """The squares at which or around which vertices show: a table with a pattern passes for tiles here and there, but
    where the lattice of a board runs on over it, its vertices do not show (`heat`, one more row and column than squares)."""
    if not present.any():
        return present
    corners = np.stack([heat[:-1, :-1], heat[:-1, 1:], heat[1:, :-1], heat[1:, 1:]])
    own = np.sort(corners, axis=0)[1] * present  # two corners of a square beside the board are the board's
    there = cv2.blur(present.astype(np.float32), (3, 3))
    around = cv2.blur(own.astype(np.float32), (3, 3)) / np.maximum(there, 1e-6)
    best = np.percentile(around[present], BEST_BACKED)
    return np.asarray(present & ((own > BACKED * best) | (around > BACKED_AROUND * best)))


def plausible(homography: Floats, rows: int, cols: int) -> bool:
    """Whether a camera can see rows x cols squares like that: all in front of it, none far smaller than another or
    seen from aside by more than some 70 degrees."""
    ends = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float64)
    at = project(homography, ends)
    if not np.isfinite(at).all():
        return False
    w = ends @ homography[2, :2] + homography[2, 2]
    if w.max() > 3 * w.min():
        return False
    middle = np.array([cols / 2, rows / 2])
    a, b, c = project(homography, middle + np.array([[0, 0], [0.1, 0], [0, 0.1]]))
    frame = np.stack([b - a, c - a], 1) * 10
    long, short = np.linalg.svd(frame)[1]
    return bool(np.linalg.det(frame) > 0 and short > 2.5 and long < 3 * short)


def squareness(homography: Floats, size: tuple[int, int]) -> float:
    """0..1: how square the lattice's squares lie on the table, for a camera that looks through the middle of a picture
    of (width, height); of the usual focal lengths the one that suits best."""
    longest = max(size)
    off = np.inf
    for focal in FOCAL:
        ray = np.array([[1, 0, -(size[0] - 1) / 2], [0, 1, -(size[1] - 1) / 2], [0, 0, focal * longest]])
        a, b = (ray @ homography)[:, :2].T
        long, short = np.linalg.norm(a), np.linalg.norm(b)
        lean = np.arcsin(np.clip(a @ b / (long * short), -1, 1))
        off = min(off, float(np.hypot(np.log(long / short), lean)))
    return float(np.exp(-max(0.0, off - NEARLY_SQUARE)))


def upright(homography: Floats, rows: int, cols: int) -> int:
    """How many quarter turns (np.rot90 of the squares) make the columns run to the right in the picture."""
    middle = np.array([[cols / 2, rows / 2], [cols / 2 + 0.5, rows / 2]])
    a, b = project(homography, middle)
    angle = np.arctan2(b[1] - a[1], b[0] - a[0])
    return -int(np.rint(angle / (np.pi / 2))) % 4


def turned(homography: Floats, rows: int, cols: int, quarters: int) -> Floats:
    """The homography that goes with np.rot90(squares, quarters), where the squares were rows x cols."""
    to_old = [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0, -1, cols], [1, 0, 0], [0, 0, 1]],
        [[-1, 0, cols], [0, -1, rows], [0, 0, 1]],
        [[0, 1, 0], [-1, 0, rows], [0, 0, 1]],
    ][quarters % 4]
    return homography @ np.array(to_old, np.float64)


def lattices(maps: NDArray[np.float32], most: int = 3) -> list[Lattice]:
    """Every board in the maps of one picture, most squares first."""
    field = decode(maps)
    found = vertices(field)
    if len(found.at) < 6:
        return []
    if len(found.at) > MOST_VERTICES:
        best = np.argsort(-found.strength)[:MOST_VERTICES]
        found = Vertices(found.at[best], found.strength[best], found.frame[best])
    found, links = settled(found)
    groups = number(found, links)
    free = np.ones(len(found.at), bool)
    out: list[Lattice] = []
    for members, numbers in groups[:8]:
        usable = free[members]
        if usable.sum() < 6:
            continue
        grown = grow(found, members[usable], numbers[usable], free)
        if grown is None:
            continue
        homography, members, numbers = grown
        lattice = board_on(homography, numbers, field)
        if lattice is None:
            continue
        out.append(lattice)
        free &= ~covers(lattice, found.at)
        if len(out) >= most:
            break
    return sorted(out, key=lambda one: -one.squares)


def refitted(maps: NDArray[np.float32], homography: Floats) -> Lattice | None:
    """The board on a lattice that is known roughly (to a quarter of a square), fitted to the vertices in the maps."""
    field = decode(maps)
    found = vertices(field)
    free = np.ones(len(found.at), bool)
    if len(found.at) < 6:
        return None
    members, numbers, _ = on_lattice(homography, found, free, None)
    near = sample(field.tile, found.at[members], 0.0) > 0.2
    if near.sum() < 6:
        return None
    grown = grow(found, members[near], numbers[near], free)
    return None if grown is None else board_on(grown[0], grown[2], field)


def covers(lattice: Lattice, pixels: Floats) -> NDArray[np.bool_]:
    """Which pixels lie on the board or within half a square of it."""
    inverse = np.linalg.inv(lattice.homography)
    rows, cols = lattice.present.shape
    middle = project(lattice.homography, np.array([[cols / 2, rows / 2]]))
    inverse = inverse * np.sign(float((middle @ inverse[2, :2] + inverse[2, 2])[0]))
    place = np.nan_to_num(project(inverse, pixels), nan=-99)
    out = np.zeros(len(pixels), bool)
    padded = np.pad(lattice.present, 1)
    for dx in (-0.5, 0.5):
        for dy in (-0.5, 0.5):
            c = np.clip(np.floor(place[:, 0] + dx).astype(int) + 1, 0, cols + 1)
            r = np.clip(np.floor(place[:, 1] + dy).astype(int) + 1, 0, rows + 1)
            out |= padded[r, c]
    return out


def board_on(homography: Floats, numbers: NDArray[np.int64], field: Field) -> Lattice | None:
    """Which squares of a fitted lattice hold tiles, and how sure it is that this is a board."""
    low, high = numbers.min(0) - REACH, numbers.max(0) + REACH
    if (high - low > 60).any():
        return None
    tiles = tiles_of(homography, field, low, high)
    heat = heat_of(homography, field, low, high)
    shown = np.nan_to_num(heat)
    present = one_board(tiles > TILE, tiles, shown)
    if evidence(heat, present, tiles) < SURE:
        present = one_board(present & backed(present, shown), tiles, shown)
    if present.sum() < FEWEST_SQUARES:
        return None
    rows, cols = np.flatnonzero(present.any(1)), np.flatnonzero(present.any(0))
    window = np.s_[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    tiles, present = tiles[window], present[window]
    heat = heat[rows[0] : rows[-1] + 2, cols[0] : cols[-1] + 2]
    start = low + [cols[0], rows[0]]
    homography = homography @ np.array([[1, 0, start[0]], [0, 1, start[1]], [0, 0, 1.0]])
    if not plausible(homography, len(present), len(present[0])):
        return None
    coarser = skipped(homography, heat, present)
    if coarser is not None:
        far = np.array([-(-present.shape[1] // 2), -(-present.shape[0] // 2)])
        return board_on(homography @ coarser, np.stack([0 * far, far]), field)
    score = evidence(heat, present, tiles)
    quarter = upright(homography, len(present), len(present[0]))
    homography = turned(homography, len(present), len(present[0]), quarter)
    tiles, present = np.rot90(tiles, quarter), np.rot90(present, quarter)
    return Lattice(
        homography / homography[2, 2], np.ascontiguousarray(tiles), np.ascontiguousarray(present),
        score,
    )  # fmt: skip


def skipped(homography: Floats, heat: NDArray[np.float32], present: NDArray[np.bool_]) -> Floats | None:
    """The lattice with every other line left out, where those hardly show (a picture on the tiles halves them); as the
    3x3 map from its squares to the given ones. None where every line shows alike."""
    corner = cv2.dilate(
        np.pad(present, ((0, 1), (0, 1))).astype(np.uint8), np.ones((2, 2), np.uint8), anchor=(1, 1)
    )
    seen = np.where((corner > 0) & np.isfinite(heat), heat, 0.0)
    count = ((corner > 0) & np.isfinite(heat)).astype(np.float64)
    ratio, first = [1.0, 1.0], [0, 0]
    for axis in (0, 1):  # columns, rows
        if present.shape[1 - axis] < 4:
            continue
        by_line, lines = seen.sum(axis), count.sum(axis)
        even, odd = (by_line[k::2].sum() / max(lines[k::2].sum(), 1.0) for k in (0, 1))
        ratio[axis], first[axis] = min(even, odd) / max(even, odd, 1e-6), int(odd > even)
    rows, cols = present.shape
    middle = np.array([cols / 2, rows / 2])
    a, b, c = project(homography, middle + np.array([[0, 0], [0.5, 0], [0, 0.5]]))
    wide = float(np.hypot(*(b - a)) / max(np.hypot(*(c - a)), 1e-6))
    if max(ratio) < 0.75 and ratio[0] * ratio[1] < 0.5:
        step = [2, 2]
    elif ratio[0] < 0.6 and wide < 0.72:
        step = [2, 1]
    elif ratio[1] < 0.6 and wide > 1.4:
        step = [1, 2]
    else:
        return None
    return np.array(
        [[step[0], 0, first[0] * (step[0] - 1)], [0, step[1], first[1] * (step[1] - 1)], [0, 0, 1.0]]
    )


def heat_of(
    homography: Floats, field: Field, low: NDArray[np.int64], high: NDArray[np.int64]
) -> NDArray[np.float32]:
    """The vertex map at each of the lattice's vertices from `low` to `high` (inclusive), NaN beyond the picture."""
    cols, rows = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))
    spread = np.asarray(cv2.dilate(field.vertex, np.ones((3, 3), np.uint8)), np.float32)
    at = project(homography, np.stack([cols.ravel(), rows.ravel()], 1).astype(np.float64))
    return sample(spread, at, np.nan).reshape(cols.shape)


def evidence(heat: NDArray[np.float32], present: NDArray[np.bool_], tiles: NDArray[np.float32]) -> float:
    """0..1: how many of the board's vertices show in the picture, times how sure its squares are."""
    corner = cv2.dilate(
        np.pad(present, ((0, 1), (0, 1))).astype(np.uint8), np.ones((2, 2), np.uint8), anchor=(1, 1)
    )
    seen = heat[corner > 0]
    seen = seen[np.isfinite(seen)]
    if len(seen) == 0:
        return 0.0
    return float(np.clip(seen, 0, 0.6).mean() / 0.6 * tiles[present].mean())
