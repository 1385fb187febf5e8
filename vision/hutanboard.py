"""Finding the table of a Hutan game: one square of 6x6 squares, made of four boards.

A small network sees the board's surface, its corners, the middles of its sides and its middle, where the seams
meet. A second look at the straightened board settles the exact place.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import dense
from vision.hutannet import RING, straight
from vision.lattice import fit, project, slopes, turned, upright
from vision.nets import net

Floats = NDArray[np.float64]
Maps = NDArray[np.float32]

LOOKS = (320, 544)
"""Longest sides in pixels of the picture that is searched: the second for tables that are small in it."""
SIDE = 32
"""Pixels a square in the second look: about what the network has learned from."""
CERTAIN = 0.9
"""A score above this ends the search."""
POINTS = np.array([[0, 0], [6, 0], [6, 6], [0, 6], [3, 0], [6, 3], [3, 6], [0, 3], [3, 3]], np.float64)
"""(column, row) of the corners, the sides' middles and the middle."""
KIND_OF_POINT = (1, 1, 1, 1, 2, 2, 2, 2, 3)
"""The network's map that shows each."""
SURE = 0.6
"""A score below this is no board."""
SQUARE = 0.6
"""Squares that seem narrower than this are not seen from up to 45 degrees: two boards beside each other are no table."""
SMALLEST = 60
"""Spots of the map that a board covers at least."""
FAINT = 0.12
"""Peaks below this are none."""
UNSEEN = 0.02
"""What a point without a peak counts: it stays where it was guessed."""
TRIED = 6
"""Guesses near whose points the highest peaks lie are worked out, so many."""

OFF = 0.08
"""A point this many squares away from where the others have it counts half."""
STEADY_ROUNDS = 6


class Place(NamedTuple):
    """`homography` maps (column, row) to pixels; columns run to the right, give or take 45 degrees."""

    homography: Floats
    score: float


def places(image: NDArray[np.uint8]) -> list[Place]:
    """The tables in the picture, largest first."""
    found: list[Place] = []
    for side in LOOKS:
        for place in _at_size(image, side):
            same = [k for k, other in enumerate(found) if _overlap(place.homography, other.homography)]
            if not same:
                found.append(place)
            elif place.score > found[same[0]].score:
                found[same[0]] = place
        if found and max(place.score for place in found) > CERTAIN:
            break
    return sorted(found, key=lambda place: -_size(place.homography))


def _at_size(image: NDArray[np.uint8], side: int) -> list[Place]:
    """The tables in the picture, looked at with its longest side this long."""
    height, width = image.shape[:2]
    scale = min(1.0, side / max(height, width))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    maps = _look(np.asarray(small, np.uint8))
    maps = maps[:, : -(-small.shape[0] // dense.STRIDE), : -(-small.shape[1] // dense.STRIDE)]
    back = np.diag([width / small.shape[1], height / small.shape[0], 1.0])
    found = []
    count, labels, stats, _ = cv2.connectedComponentsWithStats((maps[0] > 0.5).astype(np.uint8))
    for k in sorted(range(1, count), key=lambda k: -stats[k, cv2.CC_STAT_AREA])[:3]:
        rough = _rough(maps, labels == k) if stats[k, cv2.CC_STAT_AREA] >= SMALLEST else None
        if rough is not None:
            place = closer(image, back @ rough)
            if place.score > SURE and _squareness(place.homography) > SQUARE:
                found.append(place)
    return found


def _squareness(homography: Floats) -> float:
    """1 where a square in the middle is seen as one; the cosine of the angle from which it is seen, else."""
    seen = slopes(homography, 3, 3)
    if not np.isfinite(seen).all():
        return 0.0
    long, short = np.linalg.svd(seen)[1]
    return float(short / max(long, 1e-12))


def _size(homography: Floats) -> float:
    return float(cv2.contourArea(project(homography, POINTS[:4]).astype(np.float32)))


def _look(picture: NDArray[np.uint8]) -> Maps:
    return dense.probability(dense.maps(net("hutan_board"), np.maximum(picture, 1)))


def _rough(maps: Maps, surface: NDArray[np.bool_]) -> Floats | None:
    """The likeliest place of a board on this part of the first look."""
    near = cv2.dilate(surface.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    own = np.where(near[None], maps, 0).astype(np.float32)
    own[0] = np.where(surface, maps[0], 0)
    guesses = [*_from_outline(surface), *_from_peaks(own)]
    near_to = [_matched(own, guess, 0.16) for guess in guesses]
    likeliest = sorted((one for one in near_to if one is not None), key=lambda one: -one.weight.sum())[:TRIED]
    best: tuple[float, Floats] | None = None
    for match in likeliest:
        moved = _steady(match)
        if moved is None:
            continue
        homography = _snapped(own, moved, 0.08)
        homography = moved if homography is None else homography
        score = _score(own, homography)
        if best is None or score > best[0]:
            best = score, homography
    return None if best is None else best[1]


def _from_outline(surface: NDArray[np.bool_]) -> list[Floats]:
    """The place that the surface's outline has, if it is that of a whole board."""
    contours, _ = cv2.findContours(surface.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    length = cv2.arcLength(hull, True)
    quad = hull
    for share in np.arange(0.01, 0.2, 0.01):
        quad = cv2.approxPolyDP(hull, share * length, True)
        if len(quad) <= 4:
            break
    corners = quad[:, 0] if len(quad) == 4 else cv2.boxPoints(cv2.minAreaRect(hull))
    pixels = np.asarray(corners, np.float64) * dense.STRIDE + (dense.STRIDE - 1) / 2
    turns = np.roll(pixels, -1, 0) - pixels
    if np.cross(np.c_[turns, np.zeros(4)], np.c_[np.roll(turns, -1, 0), np.zeros(4)])[:, 2].sum() < 0:
        pixels = pixels[::-1]
    place = fit(POINTS[:4], pixels, np.ones(4))
    return [] if place is None else [place]


def _from_peaks(maps: Maps) -> list[Floats]:
    """Places that a middle and the middles of two sides beside each other give, for boards of which much is hidden."""
    middles, sides = _peaks(maps[3])[:2], _peaks(maps[2])[:6]
    out = []
    for middle in middles:
        for a, b in permutations(range(len(sides)), 2):
            up, right = sides[a] - middle, sides[b] - middle
            long, short = np.linalg.norm(up), np.linalg.norm(right)
            bent = up[0] * right[1] - up[1] * right[0]
            if bent < 0.6 * long * short or max(long, short) > 2.2 * min(long, short):
                continue
            linear = np.stack([right / 3, -up / 3], 1)
            out.append(np.vstack([np.c_[linear, middle - linear @ [3, 3]], [0, 0, 1]]))
    return out


def _peaks(heat: Maps) -> list[Floats]:
    """Pixels of the local maxima, strongest first."""
    top = (heat >= cv2.dilate(heat, np.ones((5, 5), np.uint8))) & (heat > FAINT)
    spots = np.argwhere(top)
    order = np.argsort(-heat[top])
    return [_settled(heat, int(r), int(c)) for r, c in spots[order]]


def _settled(heat: Maps, r: int, c: int) -> Floats:
    """The pixel (x, y) of a peak, from the weights around its spot."""
    r0, r1, c0, c1 = max(r - 1, 0), r + 2, max(c - 1, 0), c + 2
    part = heat[r0:r1, c0:c1].astype(np.float64)
    weight = part / max(part.sum(), 1e-9)
    y = float((weight.sum(1) * np.arange(r0, r0 + part.shape[0])).sum())
    x = float((weight.sum(0) * np.arange(c0, c0 + part.shape[1])).sum())
    return np.array([x, y]) * dense.STRIDE + (dense.STRIDE - 1) / 2


class Match(NamedTuple):
    """Where a place has the points (columns and rows), the pixels of the peaks near them with what each counts, and how
    many pixels long a square is there."""

    source: Floats
    target: Floats
    weight: Floats
    side: float


def _snapped(maps: Maps, guess: Floats, reach: float) -> Floats | None:
    """The guess moved onto the peaks near its points (`reach`: shares of the board's side)."""
    match = _matched(maps, guess, reach)
    return None if match is None else _steady(match)


def _matched(maps: Maps, guess: Floats, reach: float) -> Match | None:
    expected = project(guess, POINTS)
    if not np.isfinite(expected).all():
        return None
    side = np.sqrt(cv2.contourArea(expected[:4].astype(np.float32)))
    radius = max(reach * side / dense.STRIDE, 1.5)
    target, weight = expected.copy(), np.full(len(POINTS), UNSEEN)
    rows, cols = maps.shape[1:]
    for n, (kind, (x, y)) in enumerate(zip(KIND_OF_POINT, expected, strict=True)):
        c, r = (np.array([x, y]) - (dense.STRIDE - 1) / 2) / dense.STRIDE
        r0, r1 = int(max(0, np.floor(r - radius))), int(min(rows, np.ceil(r + radius) + 1))
        c0, c1 = int(max(0, np.floor(c - radius))), int(min(cols, np.ceil(c + radius) + 1))
        if r0 >= r1 or c0 >= c1:
            continue
        part = maps[kind, r0:r1, c0:c1]
        down, right = np.arange(r0, r1)[:, None] - r, np.arange(c0, c1)[None] - c
        near = np.exp(-(down**2 + right**2) / radius**2)
        at = np.unravel_index(int((part * near).argmax()), part.shape)
        if part[at] > FAINT:
            target[n] = _settled(maps[kind], r0 + int(at[0]), c0 + int(at[1]))
            weight[n] = part[at]
    return Match(POINTS, target, weight, float(side) / 6)


def _steady(match: Match) -> Floats | None:
    """A homography that lets single points be wrong: the tip of a tree looks like a corner."""
    source, target, weight, side = match
    moved = fit(source, target, weight)
    for _ in range(STEADY_ROUNDS):
        if moved is None:
            return None
        miss = np.linalg.norm(project(moved, source) - target, axis=1) / side
        moved = fit(source, target, weight / (1 + (np.nan_to_num(miss, nan=9.0) / OFF) ** 2))
    return moved


def _score(maps: Maps, homography: Floats) -> float:
    """0..1: how well the surface and the points lie where this place has them."""
    expected = project(homography, POINTS)
    rows, cols = maps.shape[1:]
    if not np.isfinite(expected).all() or not cv2.isContourConvex(expected[:4].astype(np.float32)):
        return 0.0
    spots = (expected - (dense.STRIDE - 1) / 2) / dense.STRIDE
    if np.abs(spots).max() > 1e4:
        return 0.0
    inside = cv2.fillConvexPoly(
        np.zeros((rows, cols), np.uint8), np.round(spots[:4]).astype(np.int32), 1
    ).astype(bool)
    surface = maps[0] > 0.5
    both = float((inside & surface).sum()) / max(float((inside | surface).sum()), 1.0)
    heights = []
    for kind, (x, y) in zip(KIND_OF_POINT, spots, strict=True):
        c, r = round(x), round(y)
        if 0 <= r < rows and 0 <= c < cols:
            heights.append(float(maps[kind, max(0, r - 1) : r + 2, max(0, c - 1) : c + 2].max()))
    return both * (0.4 + 0.6 * min(1.0, 1.5 * sum(heights) / max(len(heights), 4)))


def closer(image: NDArray[np.uint8], rough: Floats) -> Place:
    """The second look: the board straightened, its place there settled, and how much it looks like one."""
    shift = np.array(
        [[1 / SIDE, 0, 0.5 / SIDE - RING], [0, 1 / SIDE, 0.5 / SIDE - RING], [0, 0, 1]]
    )  # pixels of the straightened picture to (column, row)
    place, score = rough, 0.0
    for reach in (0.14, 0.1, 0.06):
        maps = _look(straight(image, place, SIDE))
        own = np.linalg.inv(shift)
        snapped = _snapped(maps, own, reach)
        if snapped is None:
            return Place(place, 0.0)
        score = _score(maps, snapped)
        place = place @ shift @ snapped
    place = place / place[2, 2]
    return Place(turned(place, 6, 6, upright(place, 6, 6)), score)


def _overlap(one: Floats, other: Floats) -> bool:
    """Whether the middle of a table lies on another."""
    middle = project(np.asarray(np.linalg.inv(other), np.float64), project(one, POINTS[8:]))[0]
    return bool(((middle > 0) & (middle < 6)).all())
