"""Finds the cards of a beehive in a photo: equal upright cards in columns, each shifted by half a card.

A network says of every spot of the picture whether a card lies there, where that card's middle is, and how it lies. Spots
that agree make a card; cards side by side make a beehive; and what is laid along the beehive's own lines is then looked at
once more from straight above. Places are (column, half row), a card at (x, y) covering columns x to x + 1 and half rows y
to y + 2; a homography maps them to pixels.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dense import STRIDE, maps, probability
from vision.lattice import project
from vision.nets import net

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Place = tuple[int, int]

MAPS = ("card", "dx", "dy", "up-c", "up-s", "across-c", "across-s", "cos", "sin")
"""Is a card here; the way to its middle; its height, as (c, s) = height * (cos, sin)(2 * angle), and likewise its width; cosine
and sine of the angle in which its top lies. Lengths in UNIT pixels; angles from the x axis towards y."""
UNIT = 16.0

FIRST_LOOKS = (448, 672, 288)
"""Long sides in pixels of the pictures that are searched for cards, one after the other until there are FULL ones."""
FULL = 9
SECOND_LOOK = 44
"""Width of a card in pixels when the beehive is looked at from above."""
ASPECT = 88 / 63
"""A card's height over its width, as the second look assumes it; that it is only about right does no harm."""
RING = 1
"""Columns around the beehive that the second look shows too, and twice as many half rows."""
LARGEST_LOOK = 1000
NEAR = 0.22
"""How far from its place, in card widths and heights, a neighbour may seem to lie."""
THERE = 0.5
"""The share of a card's spots that must say so."""
FEWEST = 3
"""Cards that make a beehive."""

_STEPS = {(0, -2): (0.0, 1.0), (0, 2): (0.0, -1.0), (-1, -1): (-1.0, 0.5), (-1, 1): (-1.0, -0.5), (1, -1): (1.0, 0.5), (1, 1): (1.0, -0.5)}
"""The six neighbours and where their middles are, in card widths across and heights up."""


class Seen(NamedTuple):
    """A card as the network sees it, in pixels: middle, the ways from its foot to its top and from left to right (up to a half
    turn), where its top seems to lie (a vector of length up to 1), and the share of its spots that agree."""

    middle: Floats
    up: Floats
    across: Floats
    heading: Floats
    share: float


class Hive(NamedTuple):
    """Places of cards, each with its share of spots that say so (0..1) and its own corners (4, 2) in pixels, clockwise from its
    left top; `homography` maps (column, half row) to pixels; `upright` is how sure it is that the tops are the tops (-1..1)."""

    homography: Floats
    shares: dict[Place, float]
    quads: dict[Place, Floats]
    upright: float


def find_hives(image: Image, scale: float = 1.0) -> list[Hive]:
    """The beehives in a picture, that with the most cards first, in pixels of the picture divided by `scale`."""
    longest = max(image.shape[:2])
    out: list[Hive] = []
    for side in FIRST_LOOKS:
        shrink = min(1.0, side / longest)
        small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        back = _pixels(1 / shrink)
        for rough in hives_of(cards_in(np.asarray(small, np.uint8))):
            hive = look_again(image, back @ rough)
            if hive is None:
                continue
            rivals = [other for other in out if _same(hive, other)]
            if sum(hive.shares.values()) > sum(sum(other.shares.values()) for other in rivals):
                out = [other for other in out if not any(other is rival for rival in rivals)] + [hive]
        if any(len(hive.shares) >= FULL for hive in out):
            break
    out.sort(key=lambda hive: -sum(hive.shares.values()))
    return [scaled(hive, scale) for hive in out]


def scaled(hive: Hive, scale: float) -> Hive:
    quads = {place: quad / scale for place, quad in hive.quads.items()}
    return hive._replace(homography=_pixels(1 / scale) @ hive.homography, quads=quads)


def _pixels(factor: float) -> Floats:
    """From pixel positions in one size of a picture to another: the middle of the first pixel is at (0, 0)."""
    return np.array([[factor, 0, (factor - 1) / 2], [0, factor, (factor - 1) / 2], [0, 0, 1.0]])


def _same(hive: Hive, other: Hive) -> bool:
    middles = np.array([quad.mean(0) for quad in hive.quads.values()])
    theirs = np.array([quad.mean(0) for quad in other.quads.values()])
    apart = np.linalg.norm(middles[:, None] - theirs[None], axis=-1).min(1)
    quad = next(iter(hive.quads.values()))
    return bool((apart < 0.4 * np.linalg.norm(quad[1] - quad[0])).any())


# ------------------------------------------------------------------------------------------------ cards


class _Spots(NamedTuple):
    """Every spot that a card seems to cover: (n, 2) votes for its middle, (n, 4) its up and across vectors, (n, 2) heading,
    (n,) how sure, and the maps' shape."""

    votes: Floats
    frames: Floats
    headings: Floats
    sure: Floats
    shape: tuple[int, int]


def _spots(image: Image) -> _Spots:
    held = maps(net("cards"), image)
    rows, cols = -(-image.shape[0] // STRIDE), -(-image.shape[1] // STRIDE)
    held = held[:, :rows, :cols]
    card = probability(held[0])
    r, c = np.nonzero(card > 0.4)
    at = held[:, r, c].astype(np.float64)
    votes = np.stack([STRIDE * c + 1.5 + UNIT * at[1], STRIDE * r + 1.5 + UNIT * at[2]], 1)
    return _Spots(votes, UNIT * at[3:7].T, at[7:9].T, card[r, c].astype(np.float64), (rows, cols))


def cards_in(image: Image) -> list[Seen]:
    """The cards that can be made out one by one."""
    spots = _spots(image)
    if not len(spots.sure):
        return []
    wide = np.hypot(spots.frames[:, 2], spots.frames[:, 3])
    typical = float(np.median(wide))
    rows, cols = spots.shape
    cells = np.rint((spots.votes - 1.5) / STRIDE).astype(int)
    ok = (cells >= 0).all(1) & (cells[:, 0] < cols) & (cells[:, 1] < rows)
    heap = np.zeros((rows, cols), np.float32)
    np.add.at(heap, (cells[ok, 1], cells[ok, 0]), spots.sure[ok])
    heap = np.asarray(cv2.GaussianBlur(heap, (0, 0), max(0.7, 0.08 * typical / STRIDE)), np.float32)
    reach = max(1, round(0.35 * typical / STRIDE))
    top = cv2.dilate(heap, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    out = []
    for r, c in np.argwhere((heap >= top) & (heap > 0.05)):
        seen = _gathered(spots, np.array([STRIDE * c + 1.5, STRIDE * r + 1.5]), 0.4 * typical)
        if seen is not None and seen.share > 0.25:
            out.append(seen)
    return out


def _gathered(spots: _Spots, middle: Floats, reach: float) -> Seen | None:
    """The card whose middle the spots around that point vote for."""
    near = np.linalg.norm(spots.votes - middle, axis=1) < reach
    weights = spots.sure[near]
    if weights.sum() < 1.5:
        return None
    mean = np.average(spots.votes[near], axis=0, weights=weights)
    frame = np.average(spots.frames[near], axis=0, weights=weights)
    heading = np.average(spots.headings[near], axis=0, weights=weights)
    up, across = _halved(frame[:2]), _halved(frame[2:])
    if up @ heading < 0:
        up = -up
    if up[0] * across[1] - up[1] * across[0] < 0:  # seen from above, right is a quarter turn clockwise from up
        across = -across
    area = abs(up[0] * across[1] - up[1] * across[0])
    return Seen(mean, up, across, heading, float(weights.sum() * STRIDE**2 / max(area, 1.0)))


def _halved(doubled: Floats) -> Floats:
    """The vector of which length and doubled angle are given as a vector."""
    length, angle = float(np.hypot(*doubled)), float(np.arctan2(doubled[1], doubled[0])) / 2
    return length * np.array([np.cos(angle), np.sin(angle)])


# ------------------------------------------------------------------------------------------------ beehives


def hives_of(cards: list[Seen]) -> list[Floats]:
    """Cards side by side: for each such group the homography from (column, half row) to pixels, largest group first."""
    links = [[_step(one, other) if i != j else None for j, other in enumerate(cards)] for i, one in enumerate(cards)]
    left = set(range(len(cards)))
    out: list[tuple[float, Floats]] = []
    while left:
        start = max(left, key=lambda i: cards[i].share)
        places: dict[int, tuple[Place, int]] = {start: ((0, 0), 1)}
        queue = [start]
        while queue:
            i = queue.pop(0)
            (x, y), sign = places[i]
            for j in sorted(left - set(places)):
                link = links[i][j]
                if link is not None:
                    (dx, dy), same = link
                    places[j] = ((x + sign * dx, y + sign * dy), sign * same)
                    queue.append(j)
        left -= set(places)
        if len(places) >= 2:
            turned = sum(sign * cards[i].share for i, (_, sign) in places.items()) < 0
            turn = -1 if turned else 1
            laid = {i: ((turn * x, turn * y), turn * sign) for i, ((x, y), sign) in places.items()}
            matrix = _fitted([(cards[i], place, sign) for i, (place, sign) in laid.items()])
            if matrix is not None:
                out.append((sum(cards[i].share for i in places), matrix))
    out.sort(key=lambda one: -one[0])
    return [matrix for _, matrix in out[:3]]


def _step(one: Seen, other: Seen) -> tuple[Place, int] | None:
    """The step from one card to a neighbour, as the first lies, and -1 where the other is turned by half against it."""
    same = 1 if one.up @ other.up > 0 else -1
    up, across = (one.up + same * other.up) / 2, (one.across + same * other.across) / 2
    tall, theirs = float(np.linalg.norm(one.up)), float(np.linalg.norm(other.up))
    if not 0.6 < tall / max(theirs, 1e-6) < 1.65 or np.linalg.norm(up) < 0.9 * min(tall, theirs):
        return None
    frame = np.stack([across, up], 1)
    if abs(np.linalg.det(frame)) < 1e-6:
        return None
    a, b = np.linalg.solve(frame, other.middle - one.middle)
    for step, (right, above) in _STEPS.items():
        if np.hypot(a - right, b - above) < NEAR:
            return step, same
    return None


def _fitted(cards: Iterable[tuple[Seen, Place, int]]) -> Floats | None:
    """Least squares over the cards' middles and, for less, the middles of their sides."""
    source, target, weights = [], [], []
    for card, (x, y), sign in cards:
        up, across = sign * card.up / 2, sign * card.across / 2
        weight = min(1.0, card.share)
        for (dx, dy), to, part in (((0, 0), 0 * up, 1.0), ((0, -1), up, 0.25), ((0, 1), -up, 0.25), ((0.5, 0), across, 0.25), ((-0.5, 0), -across, 0.25)):  # fmt: skip
            source.append((x + 0.5 + dx, y + 1 + dy))
            target.append(card.middle + to)
            weights.append(part * weight)
    return homography_of(np.array(source), np.array(target), np.array(weights))


def homography_of(source: Floats, target: Floats, weights: Floats) -> Floats | None:
    """The weighted least squares homography between (n, 2) points, outliers losing their weight; None where there is none."""
    to_unit, from_unit = _centred(source), _centred(target)
    a, b = project(to_unit, source), project(from_unit, target)
    matrix = np.eye(3)
    now = weights.astype(np.float64)
    for _ in range(4):
        zero, one = np.zeros(len(a)), np.ones(len(a))
        top = np.stack([a[:, 0], a[:, 1], one, zero, zero, zero, -b[:, 0] * a[:, 0], -b[:, 0] * a[:, 1], -b[:, 0]], 1)
        low = np.stack([zero, zero, zero, a[:, 0], a[:, 1], one, -b[:, 1] * a[:, 0], -b[:, 1] * a[:, 1], -b[:, 1]], 1)
        rows = np.concatenate([top * now[:, None], low * now[:, None]])
        matrix = np.linalg.svd(rows, full_matrices=False)[2][-1].reshape(3, 3)
        w = np.column_stack([a, one]) @ matrix[2]
        if w.sum() < 0:
            matrix, w = -matrix, -w
        if not (w > 1e-6).all():
            return None
        off = np.linalg.norm(project(matrix, a) - b, axis=1)
        usual = max(float(np.median(off)), 1e-6)
        now = weights / (1 + (off / (2.5 * usual)) ** 2)
    out = np.linalg.inv(from_unit) @ matrix @ to_unit
    return np.asarray(out / out[2, 2])


def _centred(points: Floats) -> Floats:
    middle = points.mean(0)
    spread = max(float(np.abs(points - middle).mean()), 1e-6)
    return np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1.0]])


# ------------------------------------------------------------------------------------------------ from above


class _View(NamedTuple):
    """The beehive from straight above: its pixels, the place of their left top, and the map from places to its pixels."""

    image: Image
    matrix: Floats


def _above(image: Image, homography: Floats, box: tuple[int, int, int, int]) -> _View:
    """`box`: least column and half row, columns, half rows."""
    x, y, cols, rows = box
    side = float(SECOND_LOOK)
    longest = max(cols * side, rows * side * ASPECT / 2)
    side *= min(1.0, LARGEST_LOOK / longest)
    matrix = np.array([[side, 0, -x * side - 0.5], [0, side * ASPECT / 2, -y * side * ASPECT / 2 - 0.5], [0, 0, 1.0]])
    width, height = round(cols * side), round(rows * side * ASPECT / 2)
    to_view = matrix @ np.linalg.inv(homography)
    # Shrunk first where pixels would be skipped.
    corners = project(homography, np.array([[x + cols / 2, y + rows / 2], [x + cols / 2 + 1, y + rows / 2]]))
    factor = side / max(float(np.linalg.norm(corners[1] - corners[0])), 1e-6)
    if factor < 0.6:
        less = factor / 0.8
        small = cv2.resize(image, None, fx=less, fy=less, interpolation=cv2.INTER_AREA)
        to_view = to_view @ np.linalg.inv(_pixels(less))
        image = np.asarray(small, np.uint8)
    image = np.maximum(image, 1)
    out = cv2.warpPerspective(image, to_view, (width, height), flags=cv2.INTER_LINEAR)
    return _View(np.asarray(out, np.uint8), matrix)


def look_again(image: Image, homography: Floats, places: Iterable[Place] | None = None) -> Hive | None:
    """The beehive along these lines, seen from above. None where it is none. `places`: the only ones to consider."""
    box = _extent(image, homography)
    hive: Hive | None = None
    for _ in range(2):
        x, y, cols, rows = box
        if cols > 40 or rows > 80:
            return hive
        view = _above(image, homography, box)
        hive = _placed(view, homography, box, None if places is None else set(places))
        if hive is None:
            return None
        homography = hive.homography
        box = _around(hive.shares)
        if x <= box[0] and y <= box[1] and box[0] + box[2] <= x + cols and box[1] + box[3] <= y + rows:
            break
    assert hive is not None
    return hive


def _around(places: Iterable[Place]) -> tuple[int, int, int, int]:
    at = np.array(list(places))
    left, top = at.min(0) - [RING, 2 * RING]
    right, foot = at.max(0) + [1 + RING, 2 + 2 * RING]
    return int(left), int(top), int(right - left), int(foot - top)


def _extent(image: Image, homography: Floats) -> tuple[int, int, int, int]:
    """What of the plane the picture shows near the beehive: five columns each way of the first card, less at its edges."""
    height, width = image.shape[:2]
    xs, ys = np.meshgrid(np.arange(-9, 10), np.arange(-16, 17))
    at = np.stack([xs.ravel(), ys.ravel()], 1)
    w = np.column_stack([at + [0.5, 1], np.ones(len(at))]) @ homography[2]
    pixels = project(homography, at + [0.5, 1.0])
    ok = (w > 0.2 * abs(homography[2, 2])) & (pixels >= 0).all(1) & (pixels[:, 0] < width) & (pixels[:, 1] < height)
    if not ok.any():
        return -2, -3, 5, 8
    low, high = at[ok].min(0), at[ok].max(0)
    return int(low[0]), int(low[1]), int(high[0] - low[0] + 1), int(high[1] - low[1] + 2)


def _placed(
    view: _View, homography: Floats, box: tuple[int, int, int, int], only: set[Place] | None
) -> Hive | None:
    spots = _spots(view.image)
    if not len(spots.sure):
        return None
    x0, y0, cols, rows = box
    wide, tall = view.matrix[0, 0], 2 * view.matrix[1, 1]
    shares: dict[Place, float] = {}
    own: dict[Place, Seen] = {}
    for x in range(x0, x0 + cols):
        for y in range(y0, y0 + rows - 1):
            if (x + y) % 2 or (only is not None and (x, y) not in only):
                continue
            middle = project(view.matrix, np.array([[x + 0.5, y + 1.0]]))[0]
            seen = _gathered(spots, middle, 0.28 * wide)
            if seen is None:
                continue
            upright = abs(seen.up[1]) > 0.8 * np.linalg.norm(seen.up)
            fits = 0.7 < np.linalg.norm(seen.up) / tall < 1.4 and 0.7 < np.linalg.norm(seen.across) / wide < 1.4
            shares[x, y] = seen.share * (1.0 if upright and fits else 0.4)
            own[x, y] = seen
    shares = _joined({place: min(1.0, share) for place, share in shares.items() if share > THERE})
    if len(shares) < (FEWEST if only is None else 1):
        return None
    heading = float(np.mean([-own[place].heading[1] for place in shares]))
    if only is not None:  # a person said which way is up
        heading = abs(heading)
    back = homography @ np.linalg.inv(view.matrix)
    laid = []
    for place in shares:
        card = own[place]
        sign = 1 if card.up[1] < 0 else -1
        laid.append((card, place, sign))
    to_view = _fitted(laid)
    if to_view is None:
        return None
    if heading < 0:  # upside down: turned by half about the place (0, 0)
        turn = np.array([[-1.0, 0, 1], [0, -1, 2], [0, 0, 1]])
        to_view = to_view @ turn
    quads = {}
    turned = {}
    for card, (x, y), _ in laid:
        place = (-x, -y) if heading < 0 else (x, y)
        cell = project(to_view, np.array([[place[0], place[1]], [place[0] + 1, place[1]], [place[0] + 1, place[1] + 2], [place[0], place[1] + 2]], np.float64))
        moved = cell + np.clip(card.middle - cell.mean(0), -0.12 * wide, 0.12 * wide)
        quads[place] = project(back, moved)
        turned[place] = shares[x, y]
    matrix = back @ to_view
    return Hive(matrix / matrix[2, 2], turned, quads, abs(heading))


def _joined(shares: dict[Place, float]) -> dict[Place, float]:
    """The group of places side by side that weighs most."""
    left, best = set(shares), set[Place]()
    while left:
        group, queue = set[Place](), [left.pop()]
        while queue:
            x, y = queue.pop()
            group.add((x, y))
            for dx, dy in _STEPS:
                if (x + dx, y + dy) in left:
                    left.remove((x + dx, y + dy))
                    queue.append((x + dx, y + dy))
        if sum(shares[p] for p in group) > sum(shares[p] for p in best):
            best = group
    return {place: shares[place] for place in sorted(best)}


def card_images(image: Image, quads: Iterable[Floats], size: tuple[int, int]) -> list[Any]:
    """Each card from straight above, (width, height) pixels, HxWx3 uint8 BGR. Quads in pixels of the picture."""
    width, height = size
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    out: list[Any] = []
    for quad in quads:
        matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), target)
        side = min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[3]))
        factor = width / max(float(side), 1e-6)
        source: Any = image
        if factor < 0.6:
            low = np.maximum(np.floor(quad.min(0)).astype(int) - 8, 0)
            high = np.ceil(quad.max(0)).astype(int) + 8
            part = image[low[1] : high[1], low[0] : high[0]]
            if part.size == 0:
                out.append(np.zeros((height, width, 3), np.uint8))
                continue
            source = cv2.GaussianBlur(part, (0, 0), 0.45 / factor)
            matrix = matrix @ np.array([[1.0, 0, low[0]], [0, 1, low[1]], [0, 0, 1]])
        out.append(cv2.warpPerspective(source, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    return out
