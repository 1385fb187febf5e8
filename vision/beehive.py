"""Finds the cards of a beehive in a photo: equal upright cards in columns, each shifted by half a card.

A network says of every spot of the picture whether a card lies there, where that card's middle is, and how it lies. Spots
that agree make a card; each is then looked at by itself (vision.cardquad), which tells exactly where it lies; and cards side by
side make a beehive. What else is laid along its lines is looked for from straight above. Places are (column, half row), a card
at (x, y) covering columns x to x + 1 and half rows y to y + 2; a homography maps them to pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cardquad import CLOCKWISE, Card, settled, sizes_of
from vision.dense import STRIDE, maps, probability
from vision.lattice import project
from vision.nets import net

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Place = tuple[int, int]
Box = tuple[int, int, int, int]
"""Least column and half row, columns, half rows."""

MAPS = ("card", "dx", "dy", "up-c", "up-s", "across-c", "across-s", "cos", "sin")
"""Is a card here; the way to its middle; its height, as (c, s) = height * (cos, sin)(2 * angle), and likewise its width; cosine
and sine of the angle in which its top lies. Lengths in UNIT pixels; angles from the x axis towards y."""
UNIT = 16.0

FIRST_LOOKS = ((448, False), (672, False), (288, False), (560, True))
"""Long sides in pixels of the pictures that are searched for cards, one after the other until there are FULL ones; the last,
turned by an eighth, where there were none: a chequered cloth hides cards that lie across it."""
FULL = 9
SECOND_LOOK = 44
"""Width of a card in pixels when the beehive is looked at from above."""
ASPECT = 88 / 63
"""A card's height over its width, as the second look assumes it; that it is only about right does no harm."""
OBLONG = (1.18, 1.7)
"""Between these the cards of a beehive seem to be, tilt and lens allowed for; square tiles are not."""
SQUEEZED = (1.1, 1.85)
"""Between these FULL cards may seem to be that are all SURELY there: tilted before a long lens they look as if squeezed."""
FOCAL = 0.75
"""The focal length of phones' cameras over the long side of their photos."""
RING = 1
"""Columns around the beehive that the second look shows too, and twice as many half rows."""
LARGEST_LOOK = 1000
WIDEST = 40
"""Columns, or whole rows, of the largest beehive that is looked at: 26 cards are fewer."""
ROUNDS = 4
"""So many times at most a beehive may grow by the cards that are noticed beside it."""
NEAR = 0.26
"""How far from its place, in card widths and heights, a neighbour may seem to lie."""
NOTICED = 0.2
"""The share of a place's spots that must speak of a card for it to be looked at."""
THERE, MOSTLY = 0.5, 0.94
"""How likely a card must be there, and the cards of a beehive on average; what only resembles cards is less so."""
LOOKS = 3
STILL = 0.02
"""A card whose corners move less than this, in card widths, has been looked at enough; LOOKS is the most after the first."""
ASIDE = 0.055
"""A card whose corners are farther than this, in card widths, from the beehive's lines may have been seen wrongly."""
SURELY, STRANGE = 0.98, 0.1
"""How likely the tenth card and any further one must be there, and how far aside of the lines, in card widths, it may lie."""
STRAY = 0.3
"""How far from where it was supposed, in card widths, a card may turn out to lie."""
FEWEST = 3
"""Cards that make a beehive."""

_STEPS = {
    (0, -2): (0.0, 1.0),
    (0, 2): (0.0, -1.0),
    (-1, -1): (-1.0, 0.5),
    (-1, 1): (-1.0, -0.5),
    (1, -1): (1.0, 0.5),
    (1, 1): (1.0, -0.5),
}
"""The six neighbours and where their middles are, in card widths across and heights up."""
_CELL = CLOCKWISE * np.array([1.0, 2.0])
"""The corners of the card at (0, 0)."""
_HALF_TURN = np.array([[-1.0, 0, 1], [0, -1, 2], [0, 0, 1]])
"""About the middle of the card at (0, 0)."""


class Hive(NamedTuple):
    """Cards by place, their quads in pixels and clockwise from the left top; `homography` maps (column, half row) to pixels."""

    homography: Floats
    cards: dict[Place, Card]

    @property
    def weight(self) -> float:
        return sum(card.there for card in self.cards.values())

    def scaled(self, factor: float) -> Hive:
        """In pixels of the picture times `factor`."""
        cards = {place: card._replace(quad=card.quad * factor) for place, card in self.cards.items()}
        return Hive(np.diag([factor, factor, 1.0]) @ self.homography, cards)

    def moved(self, x: int, y: int) -> Hive:
        """With what was the place (0, 0) at (x, y)."""
        back = self.homography @ np.array([[1.0, 0, -x], [0, 1, -y], [0, 0, 1]])
        return Hive(back / back[2, 2], {(a + x, b + y): card for (a, b), card in self.cards.items()})

    def turned(self) -> Hive:
        """With its other end up."""
        back = self.homography @ _HALF_TURN
        return Hive(back / back[2, 2], {(-x, -y): card.turned() for (x, y), card in self.cards.items()})


def find_hives(image: Image) -> list[Hive]:
    """The beehives in a picture, that with the most cards first."""
    sizes = sizes_of(image)
    out: list[Hive] = []
    for side, turned in FIRST_LOOKS:
        if turned and out:
            break
        small, back = _small(image, side, turned)
        seen = [card._replace(quad=project(back, card.quad)) for card in cards_in(small)]
        for group in linked(seen)[:3]:
            full = [card for hive in out if len(hive.cards) >= FULL for card in hive.cards.values()]
            if any(_over(card.quad, full) for card in group.values()):
                continue
            hive = _grown(image, sizes, list(group.values()))
            if hive is None:
                continue
            rivals = [other for other in out if _same(hive, other)]
            if hive.weight > sum(other.weight for other in rivals):
                out = [other for other in out if not any(other is rival for rival in rivals)] + [hive]
        if any(len(hive.cards) >= FULL for hive in out):
            break
    out.sort(key=lambda hive: -hive.weight)
    return out


def _small(image: Image, side: int, turned: bool) -> tuple[Image, Floats]:
    """The picture with this long side, and the map from its pixels back; `turned`: by an eighth, with black around it."""
    shrink = min(1.0, side / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    if not turned:
        return np.asarray(small, np.uint8), _pixels(1 / shrink)
    height, width = small.shape[:2]
    across = int(np.hypot(height, width))
    turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), 45, 1), [0, 0, 1]])
    turn[:2, 2] += (across - width) / 2, (across - height) / 2
    out = cv2.warpAffine(np.maximum(small, 1), turn[:2], (across, across))
    return np.asarray(out, np.uint8), _pixels(1 / shrink) @ np.linalg.inv(turn)


def _pixels(factor: float) -> Floats:
    """From pixel positions in one size of a picture to another: the middle of the first pixel is at (0, 0)."""
    return np.array([[factor, 0, (factor - 1) / 2], [0, factor, (factor - 1) / 2], [0, 0, 1.0]])


def _same(hive: Hive, other: Hive) -> bool:
    theirs = list(other.cards.values())
    return any(_over(card.quad, theirs) for card in hive.cards.values())


def _over(quad: Floats, cards: Iterable[Card]) -> bool:
    """Whether it lies on one of the cards."""
    wide = np.linalg.norm(quad[1] - quad[0])
    return any(np.linalg.norm(card.middle - quad.mean(0)) < 0.45 * wide for card in cards)


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


def cards_in(image: Image) -> list[Card]:
    """The cards that can be made out one by one."""
    spots = _spots(image)
    if not len(spots.sure):
        return []
    typical = float(np.median(np.hypot(spots.frames[:, 2], spots.frames[:, 3])))
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
        if seen is not None and seen.there > 0.25:
            out.append(seen)
    return out


def _gathered(spots: _Spots, middle: Floats, reach: float) -> Card | None:
    """The card whose middle the spots around that point vote for; it is as likely there as its spots are many."""
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
    if (
        up[0] * across[1] - up[1] * across[0] < 0
    ):  # seen from above, right is a quarter turn clockwise from up
        across = -across
    area = abs(up[0] * across[1] - up[1] * across[0])
    quad = mean + np.stack([up - across, up + across, across - up, -up - across]) / 2
    share = float(weights.sum() * STRIDE**2 / max(area, 1.0))
    sure = min(1.0, float(up @ heading) / max(float(np.linalg.norm(up)), 1e-6))
    return Card(quad, min(1.0, share), 0.5 + sure / 2)


def _halved(doubled: Floats) -> Floats:
    """The vector of which length and doubled angle are given as a vector."""
    length, angle = float(np.hypot(*doubled)), float(np.arctan2(doubled[1], doubled[0])) / 2
    return length * np.array([np.cos(angle), np.sin(angle)])


# ------------------------------------------------------------------------------------------------ beehives


def linked(cards: Sequence[Card]) -> list[dict[Place, Card]]:
    """Cards side by side: groups of two and more by place, heaviest first, all of a group turned the same way up."""
    left = set(range(len(cards)))
    out: list[dict[Place, Card]] = []
    while left:
        start = max(left, key=lambda i: cards[i].there)
        group = {(0, 0): cards[start]}
        left.remove(start)
        queue: list[Place] = [(0, 0)]
        while queue:
            x, y = queue.pop(0)
            for j in sorted(left):
                link = _step(group[x, y], cards[j])
                if link is None:
                    continue
                (dx, dy), turned = link
                place = x + dx, y + dy
                if place not in group:
                    group[place] = cards[j].turned() if turned else cards[j]
                    left.remove(j)
                    queue.append(place)
        if len(group) > 1:
            if sum(card.tops for card in group.values()) < 0:
                group = {(-x, -y): card.turned() for (x, y), card in group.items()}
            out.append(group)
    out.sort(key=lambda group: -sum(card.there for card in group.values()))
    return out


def _step(one: Card, other: Card) -> tuple[Place, bool] | None:
    """The step from one card to a neighbour, as the first lies, and whether the other is turned by half against it."""
    turned = bool(one.up @ other.up < 0)
    if turned:
        other = other.turned()
    up, across = (one.up + other.up) / 2, (one.across + other.across) / 2
    tall, theirs = float(np.linalg.norm(one.up)), float(np.linalg.norm(other.up))
    if not 0.6 < tall / max(theirs, 1e-6) < 1.65 or np.linalg.norm(up) < 0.9 * min(tall, theirs):
        return None
    frame = np.stack([across, up], 1)
    if abs(np.linalg.det(frame)) < 1e-6:
        return None
    a, b = np.linalg.solve(frame, other.middle - one.middle)
    for step, (right, above) in _STEPS.items():
        if np.hypot(a - right, b - above) < NEAR:
            return step, turned
    return None


def _grown(image: Image, sizes: Sequence[Image], cards: Sequence[Card]) -> Hive | None:
    """The beehive of these cards and of those that lie beside them. None where it is none."""
    cards = _certain(sizes, [card.quad for card in cards])
    for _ in range(ROUNDS):
        groups = linked(cards)
        matrix = _fitted(groups[0]) if groups else None
        if matrix is None:
            return None
        hive = Hive(matrix, groups[0])
        known = list(hive.cards.values())
        supposed = _noticed(image, hive)
        if len(known) < FULL:
            supposed |= _neighbours(hive)
        more = _certain(sizes, [quad for quad in supposed.values() if not _over(quad, known)])
        more = [card for card in more if not _over(card.quad, known)]
        if not more:
            break
        cards = [*known, *more]
    hive = _trimmed(_straightened(sizes, hive))
    whole = len(hive.cards) >= FULL and all(card.there > SURELY for card in hive.cards.values())
    least, most = SQUEEZED if whole else OBLONG
    oblong = least < _aspect(hive, image) < most
    return hive if oblong and len(hive.cards) >= FEWEST and hive.weight > MOSTLY * len(hive.cards) else None


def _straightened(sizes: Sequence[Image], hive: Hive) -> Hive:
    """Cards that lie far beside the lines, as one does whose edge was taken for its neighbour's, are looked at once more from
    where the lines have them."""
    for _ in range(2):
        aside = [place for place, off in _asides(hive).items() if off > ASIDE]
        cells = [project(hive.homography, _CELL + place) for place in aside]
        moved = dict(zip(aside, settled(sizes, cells), strict=True))
        moved = {place: card for place, card in moved.items() if card.there > THERE}
        if not moved:
            break
        cards = {**hive.cards, **moved}
        matrix = _fitted(cards)
        if matrix is None:
            break
        hive = Hive(matrix, cards)
    return hive


def _aspect(hive: Hive, image: Image) -> float:
    """A card's height over its width, as a phone's camera would see them."""
    height, width = image.shape[:2]
    focal = FOCAL * max(height, width)
    camera = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    across, down, _ = (np.linalg.inv(camera) @ hive.homography).T
    return float(2 * np.linalg.norm(down) / np.linalg.norm(across))


def _trimmed(hive: Hive) -> Hive:
    """Without what may be no card of it, where there are more than a player has."""
    aside = _asides(hive)
    doubtful = sorted(hive.cards, key=lambda place: hive.cards[place].there - aside[place])
    gone = {
        place
        for place in doubtful[: max(0, len(doubtful) - FULL)]
        if hive.cards[place].there < SURELY or aside[place] > STRANGE
    }
    return hive._replace(cards={place: card for place, card in hive.cards.items() if place not in gone})


def _asides(hive: Hive) -> dict[Place, float]:
    """How far each card's corners lie from the beehive's lines, in card widths."""
    out = {}
    for place, card in hive.cards.items():
        off = np.linalg.norm(card.quad - project(hive.homography, _CELL + place), axis=1).mean()
        out[place] = float(off / np.linalg.norm(card.across))
    return out


def inside(image: Image, homography: Floats, places: Sequence[Place]) -> Hive | None:
    """The cards that lie at these places of a box that a person marked. None where there are none."""
    quads = {place: project(homography, _CELL + place) for place in places}
    quads = {place: quad for place, quad in quads.items() if np.isfinite(quad).all()}
    seen = _looked_at(sizes_of(image), list(quads.values()))
    cards = {place: card for place, card in zip(quads, seen, strict=True) if card is not None}
    return Hive(homography, cards) if cards else None


def _certain(sizes: Sequence[Image], quads: Sequence[Floats]) -> list[Card]:
    return [card for card in _looked_at(sizes, quads) if card is not None]


def _looked_at(sizes: Sequence[Image], quads: Sequence[Floats]) -> list[Card | None]:
    """The cards supposed at these quads, each looked at until its corners keep still; None where there is none."""
    cards = settled(sizes, quads)
    restless = [k for k, card in enumerate(cards) if card.there > THERE / 5 and _sound(card.quad, quads[k])]
    out: list[Card | None] = [None] * len(quads)
    for _ in range(LOOKS):
        before = [cards[k].quad for k in restless]
        moving = []
        for k, quad, card in zip(restless, before, settled(sizes, before), strict=True):
            cards[k] = card
            if not _sound(card.quad, quads[k]):
                continue
            out[k] = card if card.there > THERE else None
            wide = float(np.linalg.norm(quad[1] - quad[0]))
            if np.linalg.norm(card.quad - quad, axis=1).mean() > STILL * wide:
                moving.append(k)
        restless = moving
    return out


def _sound(quad: Floats, supposed: Floats) -> bool:
    """Whether these corners are a card's that was supposed there."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    wide = float(np.linalg.norm(supposed[1] - supposed[0]))
    near = np.linalg.norm(quad.mean(0) - supposed.mean(0)) < STRAY * wide
    return bool(
        near
        and np.isfinite(quad).all()
        and sides.min() > 4.0
        and cv2.isContourConvex(quad.astype(np.float32))
    )


def _neighbours(hive: Hive) -> dict[Place, Floats]:
    """The free places beside the cards, each as seen from one of its neighbours."""
    out: dict[Place, Floats] = {}
    for (x, y), card in hive.cards.items():
        for dx, dy in _STEPS:
            place = x + dx, y + dy
            if place not in hive.cards and place not in out:
                own, there = (project(hive.homography, _CELL + at) for at in ((x, y), place))
                quad = there + (card.quad - own).mean(0)
                if np.isfinite(quad).all():
                    out[place] = quad
    return out


def _noticed(image: Image, hive: Hive) -> dict[Place, Floats]:
    """The free places along the beehive's lines where a card seems to lie, seen from above."""
    box = _around(hive.cards)
    x0, y0, cols, rows = box
    if cols > WIDEST or rows > 2 * WIDEST:
        return {}
    view = _above(image, hive.homography, box)
    if view is None:
        return {}
    spots = _spots(view.image)
    back = hive.homography @ np.linalg.inv(view.matrix)
    wide = view.matrix[0, 0]
    out = {}
    for x in range(x0, x0 + cols):
        for y in range(y0, y0 + rows - 1):
            if (x + y) % 2 or (x, y) in hive.cards:
                continue
            cell = project(view.matrix, _CELL + (x, y))
            seen = _gathered(spots, cell.mean(0), 0.28 * wide)
            if seen is not None and seen.there > NOTICED:
                quad = project(back, cell + np.clip(seen.middle - cell.mean(0), -0.2 * wide, 0.2 * wide))
                if np.isfinite(quad).all():
                    out[x, y] = quad
    return out


def _fitted(cards: Mapping[Place, Card]) -> Floats | None:
    """The homography from places to pixels that fits the cards' corners."""
    source = np.concatenate([_CELL + place for place in cards])
    target = np.concatenate([card.quad for card in cards.values()])
    return homography_of(source, target)


def homography_of(source: Floats, target: Floats) -> Floats | None:
    """The least squares homography between (n, 2) points, outliers counting less; None where there is none."""
    to_unit, from_unit = _centred(source), _centred(target)
    a, b = project(to_unit, source), project(from_unit, target)
    matrix = np.eye(3)
    weights = np.ones(len(a))
    for _ in range(4):
        zero, one = np.zeros(len(a)), np.ones(len(a))
        top = np.stack(
            [a[:, 0], a[:, 1], one, zero, zero, zero, -b[:, 0] * a[:, 0], -b[:, 0] * a[:, 1], -b[:, 0]], 1
        )
        low = np.stack(
            [zero, zero, zero, a[:, 0], a[:, 1], one, -b[:, 1] * a[:, 0], -b[:, 1] * a[:, 1], -b[:, 1]], 1
        )
        rows = np.concatenate([top * weights[:, None], low * weights[:, None]])
        matrix = np.linalg.svd(rows, full_matrices=False)[2][-1].reshape(3, 3)
        w = np.column_stack([a, one]) @ matrix[2]
        if w.sum() < 0:
            matrix, w = -matrix, -w
        if not (w > 1e-6).all():
            return None
        off = np.linalg.norm(project(matrix, a) - b, axis=1)
        usual = max(float(np.median(off)), 1e-6)
        weights = 1 / (1 + (off / (2.5 * usual)) ** 2)
    out = np.linalg.inv(from_unit) @ matrix @ to_unit
    return np.asarray(out / out[2, 2]) if abs(out[2, 2]) > 1e-12 else None


def _centred(points: Floats) -> Floats:
    middle = points.mean(0)
    spread = max(float(np.abs(points - middle).mean()), 1e-6)
    return np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1.0]])


# ------------------------------------------------------------------------------------------------ from above


class _View(NamedTuple):
    """The beehive from straight above: its pixels, and the map from places to them."""

    image: Image
    matrix: Floats


def _above(image: Image, homography: Floats, box: Box) -> _View | None:
    """None where the camera does not see the middle of the box."""
    x, y, cols, rows = box
    side = float(SECOND_LOOK)
    longest = max(cols * side, rows * side * ASPECT / 2)
    side *= min(1.0, LARGEST_LOOK / longest)
    matrix = np.array(
        [[side, 0, -x * side - 0.5], [0, side * ASPECT / 2, -y * side * ASPECT / 2 - 0.5], [0, 0, 1.0]]
    )
    width, height = round(cols * side), round(rows * side * ASPECT / 2)
    corners = project(homography, np.array([[x + cols / 2, y + rows / 2], [x + cols / 2 + 1, y + rows / 2]]))
    if not np.isfinite(corners).all():
        return None
    to_view = matrix @ np.linalg.inv(homography)
    # Shrunk first where pixels would be skipped.
    factor = side / max(float(np.linalg.norm(corners[1] - corners[0])), 1e-6)
    if factor < 0.6:
        less = factor / 0.8
        small = cv2.resize(image, None, fx=less, fy=less, interpolation=cv2.INTER_AREA)
        to_view = to_view @ np.linalg.inv(_pixels(less))
        image = np.asarray(small, np.uint8)
    image = np.maximum(image, 1)
    out = cv2.warpPerspective(image, to_view, (width, height), flags=cv2.INTER_LINEAR)
    return _View(np.asarray(out, np.uint8), matrix)


def _around(places: Iterable[Place]) -> Box:
    at = np.array(list(places))
    left, top = at.min(0) - [RING, 2 * RING]
    right, foot = at.max(0) + [1 + RING, 2 + 2 * RING]
    return int(left), int(top), int(right - left), int(foot - top)


def card_images(image: Image, quads: Iterable[Floats], size: tuple[int, int]) -> list[Any]:
    """Each card from straight above, (width, height) pixels, HxWx3 uint8 BGR. Quads in pixels of the picture."""
    width, height = size
    target = (CLOCKWISE * [width, height]).astype(np.float32) - np.float32(0.5)
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
        out.append(
            cv2.warpPerspective(
                source, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
        )
    return out
