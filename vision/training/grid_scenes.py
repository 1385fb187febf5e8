"""Quick made-up photos of tile games for training the grid finder: no game's art, everything drawn at random.

Boards are unions of 2x3 cards, rectangles or ragged loose tiles, of random textures, letters, pipes and shapes, with
gaps, tilt, rounded corners, borders and tokens, seen in perspective on random tables among clutter that must not be
taken for a board (cards, books, pens, dice, hands, mugs, checked cloth). About 10 ms a picture at 320x320.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np

Array = np.ndarray


class Board(NamedTuple):
    """`homography` maps (column, row) in squares to pixels; `present` is rows x cols of bool."""

    homography: Array
    present: Array


class Scene(NamedTuple):
    """`inside` is False where the picture has no photo (letterboxing)."""

    image: Array
    boards: tuple[Board, ...]
    inside: Array


# ---------------------------------------------------------------- noise and colours


def clouds(rng: np.random.Generator, height: int, width: int, cells: float, stretch: float = 1.0) -> Array:
    """Smooth noise in 0..1 with about `cells` blobs across, `stretch` times longer than wide."""
    rows = max(2, round(cells * (stretch if stretch < 1 else 1)))
    cols = max(2, round(cells / (stretch if stretch > 1 else 1)))
    coarse = rng.random((rows, cols), np.float32)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)


def colour(rng: np.random.Generator, dull: float = 0.0) -> Array:
    """BGR in 0..255; `dull` pulls towards wood, earth and grey."""
    hue, saturation, value = rng.uniform(0, 180), rng.beta(2, 2) * 255, rng.uniform(50, 250)
    if rng.random() < dull:
        hue, saturation = rng.normal(14, 6) % 180, rng.uniform(10, 150)
    pixel = np.uint8([[[hue % 180, saturation, value]]])
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


# ---------------------------------------------------------------- tiles

BANK_SIZE = 48


def _motif(
    rng: np.random.Generator, printed: Array, ink: Array, kind: str, stroke: int | None = None
) -> None:
    """Draws a letter, pipe or shape over `printed` (float32 BGR, in place); `stroke`: how thick pipes and arcs are."""
    size = printed.shape[0]
    image = printed.astype(np.uint8)
    centre = (int(size / 2 + rng.normal(0, size * 0.05)), int(size / 2 + rng.normal(0, size * 0.05)))
    tone = tuple(float(v) for v in ink)
    if kind == "letter":
        text = str(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")))
        font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX]))
        scale = rng.uniform(0.6, 1.4)
        thick = int(rng.integers(1, 5))
        (width, height), _ = cv2.getTextSize(text, font, scale, thick)
        where = ((size - width) // 2, (size + height) // 2)
        cv2.putText(image, text, where, font, scale, tone, thick, cv2.LINE_AA)
    elif kind == "pipe":
        ends = rng.permutation(4)[: rng.integers(1, 5)]
        thick = stroke or int(rng.integers(3, 16))
        lines = [(tone, thick)]
        if rng.random() < 0.4:  # a wall around what flows in it
            lines.insert(0, (tuple(v * 0.5 for v in tone), thick + 4))
        for shade, wide in lines:
            for end in ends:
                to = [(size // 2, 0), (size, size // 2), (size // 2, size), (0, size // 2)][end]
                cv2.line(image, (size // 2, size // 2), to, shade, wide, cv2.LINE_AA)
        if len(ends) == 1:
            cv2.circle(image, (size // 2, size // 2), round(thick * rng.uniform(0.4, 1.1)), tone, -1, cv2.LINE_AA)
    elif kind == "arc":  # from the middle of one side to that of the next, so that bends run on from tile to tile
        thick = stroke or int(rng.integers(2, 14))
        opposite = rng.random() < 0.5
        for corner in ((0, 0), (size, size))[: 1 + opposite]:
            cv2.circle(image, corner, size // 2, tone, thick, cv2.LINE_AA)
    elif kind == "diagonal":
        inset, thick = int(rng.uniform(0, 0.3) * size), stroke or int(rng.integers(2, 8))
        low, high = inset, size - 1 - inset
        cv2.line(image, (low, low), (high, high), tone, thick, cv2.LINE_AA)
        if rng.random() < 0.3:
            cv2.line(image, (low, high), (high, low), tone, thick, cv2.LINE_AA)
    elif kind == "icons":  # what could pass for smaller tiles
        across = int(rng.integers(2, 4))
        step = size / across
        shape = str(rng.choice(["disc", "square", "cross"]))
        for i in range(across * across):
            x, y = int((i % across + 0.5) * step), int((i // across + 0.5) * step)
            reach = max(2, int(step * rng.uniform(0.2, 0.4)))
            if shape == "disc":
                cv2.circle(image, (x, y), reach, tone, -1, cv2.LINE_AA)
            elif shape == "square":
                cv2.rectangle(image, (x - reach, y - reach), (x + reach, y + reach), tone, -1)
            else:
                cv2.line(image, (x - reach, y), (x + reach, y), tone, 2, cv2.LINE_AA)
                cv2.line(image, (x, y - reach), (x, y + reach), tone, 2, cv2.LINE_AA)
    elif kind == "blob":
        count = int(rng.integers(5, 11))
        angles = np.sort(rng.uniform(0, 2 * np.pi, count))
        radius = rng.uniform(0.15, 0.5, count) * size * rng.uniform(0.5, 1.0)
        points = np.stack([centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)], 1)
        cv2.fillPoly(image, [points.astype(np.int32)], tone, cv2.LINE_AA)
    elif kind == "disc":
        thick = -1 if rng.random() < 0.5 else int(rng.integers(1, 5))
        cv2.circle(image, centre, int(rng.uniform(0.12, 0.47) * size), tone, thick, cv2.LINE_AA)
    elif kind == "frame":
        inset = int(rng.uniform(0.0, 0.22) * size)
        thick = int(rng.integers(1, 4)) if rng.random() < 0.7 else -1
        cv2.rectangle(image, (inset, inset), (size - 1 - inset, size - 1 - inset), tone, thick, cv2.LINE_AA)
    elif kind == "lines":
        for _ in range(int(rng.integers(2, 9))):
            ends = rng.integers(0, size, 4)
            cv2.line(image, tuple(ends[:2]), tuple(ends[2:]), tone, int(rng.integers(1, 4)), cv2.LINE_AA)
    elif kind == "dots":
        for _ in range(int(rng.integers(3, 25))):
            spot = tuple(int(v) for v in rng.integers(2, size - 2, 2))
            cv2.circle(image, spot, int(rng.integers(1, 4)), tone, -1, cv2.LINE_AA)
    elif kind == "half":
        turn = rng.uniform(0, 2 * np.pi)
        far = np.array([math.cos(turn), math.sin(turn)]) * size * 2
        side = np.array([-far[1], far[0]])
        start = np.array(centre) + rng.normal(0, 6, 2)
        points = np.stack([start + side, start - side, start - side + far, start + side + far])
        cv2.fillPoly(image, [points.astype(np.int32)], tone, cv2.LINE_AA)
    elif kind == "house":
        low, left, right = int(size * 0.8), int(size * 0.25), int(size * 0.75)
        cv2.rectangle(image, (left, size // 2), (right, low), tone, 1 if rng.random() < 0.4 else -1)
        roof = np.int32([[left - 4, size // 2], [size // 2, int(size * 0.2)], [right + 4, size // 2]])
        cv2.fillPoly(image, [roof], tuple(float(v) for v in colour(rng)), cv2.LINE_AA)
    printed[:] = image


MOTIFS = (
    "letter", "pipe", "blob", "disc", "frame", "lines", "dots", "half", "house", "arc", "diagonal", "icons",
)  # fmt: skip
SHARED = (*MOTIFS, "pipe", "pipe", "arc", "arc", "icons")
"""What all tiles of a game may have on them; what runs on from tile to tile, and what could pass for smaller ones, is hardest."""


class Ink(NamedTuple):
    """How all tiles of a game are drawn on: the colour (BGR) and the thickness of pipes and arcs in pixels."""

    tone: Array
    stroke: int


def tile_face(
    rng: np.random.Generator,
    base: Array,
    contrast: float,
    motif: str | None,
    cells: float,
    ink: Ink | None = None,
) -> Array:
    """One printed tile, BANK_SIZE square, float32 BGR; `ink`: each tile has its own where none is given."""
    size = BANK_SIZE
    stretch = float(rng.choice([0.15, 0.4, 1, 1, 1, 2.5, 6]))
    noise = clouds(rng, size, size, cells, stretch) - 0.5
    fine = rng.standard_normal((size, size), np.float32) * rng.uniform(0, 0.12) * contrast
    image = base * (1 + (noise * contrast + fine)[..., None])
    if rng.random() < 0.3:
        image = image + (clouds(rng, size, size, cells * 2)[..., None] - 0.5) * contrast * (
            colour(rng) - base
        )
    image = np.ascontiguousarray(np.clip(image, 0, 255), np.float32)
    if motif:
        for _ in range(int(rng.integers(1, 3))):
            if ink is None:
                _motif(rng, image, colour(rng), motif)
            else:
                _motif(rng, image, ink.tone, motif, ink.stroke)
    return np.rot90(image, int(rng.integers(4)))


def token_face(rng: np.random.Generator, round_shape: bool) -> tuple[Array, Array]:
    """A token (float32 BGR) and its coverage (0..1), BANK_SIZE square."""
    size = BANK_SIZE
    image = np.empty((size, size, 3), np.float32)
    image[:] = colour(rng)
    alpha = np.zeros((size, size), np.float32)
    middle, radius = size // 2, int(size * 0.46)
    if round_shape:
        cv2.circle(alpha, (middle, middle), radius, 1.0, -1, cv2.LINE_AA)
        if rng.random() < 0.7:
            tone = tuple(float(v) for v in colour(rng))
            cv2.circle(image, (middle, middle), radius, tone, int(rng.integers(1, 8)), cv2.LINE_AA)
    else:
        inset = size - 2 * radius
        cv2.rectangle(alpha, (inset, inset), (size - inset, size - inset), 1.0, -1)
        if rng.random() < 0.5:
            tone = tuple(float(v) for v in colour(rng))
            cv2.rectangle(image, (inset, inset), (size - inset, size - inset), tone, int(rng.integers(1, 8)))
    if rng.random() < 0.85:
        inner = np.ascontiguousarray(image[12:-12, 12:-12])
        _motif(rng, inner, colour(rng), str(rng.choice(["letter", "blob", "disc", "lines", "house", "dots"])))
        image[12:-12, 12:-12] = inner
    return image, alpha


def card_outline(rng: np.random.Generator, cards: int) -> tuple[Array, Array]:
    """A union of 2x3 cards laid edge to edge: (present, card number of each square, -1 outside)."""
    size = 40
    number = np.full((size, size), -1, np.int32)
    placed = 0
    tries = 0
    wide, shy = rng.uniform(1.3, 2.3), rng.uniform(0.3, 0.95)
    while placed < cards and tries < 4000:
        tries += 1
        rows, cols = (2, 3) if rng.random() < 0.5 else (3, 2)
        spread = 2 + int(math.sqrt(placed) * wide)
        r, c = rng.integers(size // 2 - spread, size // 2 + spread, 2)
        if (
            r < 1
            or c < 1
            or r + rows >= size
            or c + cols >= size
            or (number[r : r + rows, c : c + cols] >= 0).any()
        ):
            continue
        ring = number[r - 1 : r + rows + 1, c - 1 : c + cols + 1].copy()
        ring[0, [0, -1]] = ring[-1, [0, -1]] = -1
        touch = int((ring >= 0).sum())
        if placed and (touch == 0 or (touch < 4 and rng.random() < shy)):
            continue
        number[r : r + rows, c : c + cols] = placed
        placed += 1
    return _cropped(number >= 0, number)


def _cropped(present: Array, number: Array) -> tuple[Array, Array]:
    rows, cols = np.flatnonzero(present.any(1)), np.flatnonzero(present.any(0))
    window = np.s_[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    return present[window], number[window]


def loose_outline(rng: np.random.Generator) -> tuple[Array, Array]:
    """A rectangle or a ragged blob of single tiles, sometimes with holes."""
    rows, cols = rng.integers(2, 13, 2)
    present = np.ones((rows, cols), bool)
    if rng.random() < 0.6:
        noise = clouds(rng, int(rows), int(cols), 4) + rng.normal(0, 0.08, (rows, cols))
        present = noise > np.quantile(noise, rng.uniform(0.05, 0.45))
    if rng.random() < 0.4:
        present &= rng.random((rows, cols)) > rng.uniform(0, 0.15)
    count, labels = cv2.connectedComponents(present.astype(np.uint8), connectivity=4)
    if count < 2:
        present[:] = True
    else:
        sizes = np.bincount(labels.ravel())
        sizes[0] = 0
        present = labels == sizes.argmax()
    if present.sum() < 4:
        present = np.ones((3, 3), bool)
    number = np.arange(present.size, dtype=np.int32).reshape(present.shape)
    return _cropped(present, np.where(present, number, -1))


class Art(NamedTuple):
    """What the tiles and tokens of one made-up game look like."""

    faces: list[list[Array]]
    tokens: list[tuple[Array, Array]]


def art(rng: np.random.Generator, ground: Array | None = None) -> Art:
    """`ground`: the colour (BGR) of the table, which one of the kinds then has as well."""
    kinds = int(rng.integers(2, 9))
    contrast = float(rng.choice([0.0, 0.0, 0.05, 0.15, 0.3, 0.5, 0.8]))
    cells = float(rng.uniform(2, 14))
    shared = str(rng.choice(SHARED)) if rng.random() < 0.4 else None
    same_base = colour(rng) if shared and rng.random() < 0.5 else None
    ink = Ink(colour(rng), int(rng.integers(3, 15))) if rng.random() < 0.5 else None
    faces = []
    for k in range(kinds):
        base = same_base if same_base is not None else colour(rng, 0.2)
        if k == 0 and same_base is None and rng.random() < 0.4:  # pale, grey or black among colours
            base = np.float32([1, 1, 1]) * rng.uniform(20, 240)
        if k == 0 and ground is not None:
            base = np.clip(ground + rng.normal(0, 8, 3), 0, 255).astype(np.float32)
        motif = shared or (str(rng.choice(MOTIFS)) if rng.random() < 0.3 else None)
        variants = int(rng.integers(1, 4)) if not shared else 4
        faces.append([tile_face(rng, base, contrast, motif, cells, ink) for _ in range(variants)])
    round_shape = rng.random() < 0.7
    tokens = [token_face(rng, round_shape) for _ in range(int(rng.integers(1, 6)))]
    return Art(faces, tokens)


def board_texture(
    rng: np.random.Generator, drawn: Art, present: Array, number: Array, pitch: int
) -> tuple[Array, Array]:
    """The board from straight above: float32 BGR and coverage, one square of margin all around, `pitch` pixels a square."""
    rows, cols = present.shape
    height, width = (rows + 2) * pitch, (cols + 2) * pitch
    image = np.zeros((height, width, 3), np.float32)
    alpha = np.zeros((height, width), np.float32)
    faces = [
        [cv2.resize(f, (pitch, pitch), interpolation=cv2.INTER_AREA) for f in kind] for kind in drawn.faces
    ]
    # neighbouring squares of one kind are common: pick kinds by smooth noise
    smooth = clouds(rng, rows, cols, float(rng.uniform(2, max(3, rows)))) + rng.normal(0, 0.12, (rows, cols))
    ranks = np.argsort(np.argsort(smooth.ravel())).reshape(rows, cols)
    kind_of = (ranks * len(faces) // (rows * cols)) % len(faces)
    if rng.random() < 0.4:
        kind_of = rng.integers(0, len(faces), (rows, cols))
    turned = rng.random() < 0.6
    for r, c in zip(*np.nonzero(present), strict=True):
        face = faces[kind_of[r, c]][int(rng.integers(len(faces[kind_of[r, c]])))]
        if turned:
            face = np.rot90(face, int(rng.integers(4)))
        y, x = (r + 1) * pitch, (c + 1) * pitch
        image[y : y + pitch, x : x + pitch] = face
        alpha[y : y + pitch, x : x + pitch] = 1.0
    line = rng.random()
    ink, thin = colour(rng), max(1, round(pitch * rng.uniform(0.02, 0.08)))
    strength = rng.uniform(0.2, 1.0)
    pieces = np.unique(number[number >= 0])
    if line < 0.5:  # lines between the squares
        where = np.zeros((height, width), np.float32)
        for r, c in zip(*np.nonzero(present), strict=True):
            y, x = (r + 1) * pitch, (c + 1) * pitch
            cv2.rectangle(where, (x, y), (x + pitch - 1, y + pitch - 1), 1.0, thin)
        where *= alpha * strength
        image = image * (1 - where[..., None]) + ink * where[..., None]
    if rng.random() < 0.7:  # an edge around each piece (card or tile), its corners perhaps rounded
        where = np.zeros((height, width), np.float32)
        cover = np.zeros((height, width), np.float32)
        edge = max(1, round(pitch * rng.uniform(0.02, 0.1)))
        gap = max(0, round(pitch * rng.uniform(-0.03, 0.07)))
        radius = round(pitch * rng.uniform(0.0, 0.2)) if rng.random() < 0.5 else 0
        for piece in pieces:
            ys, xs = np.nonzero(number == piece)
            top, left = (ys.min() + 1) * pitch + gap, (xs.min() + 1) * pitch + gap
            low, right = (ys.max() + 2) * pitch - 1 - gap, (xs.max() + 2) * pitch - 1 - gap
            cv2.rectangle(where, (left, top), (right, low), 1.0, edge)
            if radius:
                cv2.rectangle(cover, (left + radius, top), (right - radius, low), 1.0, -1)
                cv2.rectangle(cover, (left, top + radius), (right, low - radius), 1.0, -1)
                for y, x in ((top, left), (top, right), (low, left), (low, right)):
                    centre = (x + (radius if x == left else -radius), y + (radius if y == top else -radius))
                    cv2.circle(cover, centre, radius, 1.0, -1, cv2.LINE_AA)
            else:
                cv2.rectangle(cover, (left, top), (right, low), 1.0, -1)
        alpha = np.minimum(alpha, cover)
        where *= alpha * rng.uniform(0.3, 1.0)
        rim = colour(rng) if rng.random() < 0.5 else np.float32([1, 1, 1]) * rng.uniform(180, 255)
        image = image * (1 - where[..., None]) + rim * where[..., None]
    if rng.random() < 0.45:  # pieces laid by hand: each a little off and turned
        image, alpha = _shuffled(rng, image, alpha, number, pieces, pitch)
    if rng.random() < 0.7:
        _tokens(rng, drawn, image, alpha, present, pitch)
    return image, alpha


def _shuffled(
    rng: np.random.Generator, image: Array, alpha: Array, number: Array, pieces: Array, pitch: int
) -> tuple[Array, Array]:
    shift, tilt = rng.uniform(0.0, 0.06) * pitch, rng.uniform(0.0, 3.0)
    shrink = rng.uniform(0.92, 1.0)
    out, cover = np.zeros_like(image), np.zeros_like(alpha)
    for piece in pieces:
        ys, xs = np.nonzero(number == piece)
        top, left = (ys.min() + 1) * pitch, (xs.min() + 1) * pitch
        height, width = (ys.max() + 2) * pitch - top, (xs.max() + 2) * pitch - left
        pad = pitch // 3
        patch = np.s_[top - pad : top + height + pad, left - pad : left + width + pad]
        own = np.zeros_like(alpha[patch])
        own[pad:-pad, pad:-pad] = alpha[top : top + height, left : left + width]
        middle = ((width + 2 * pad - 1) / 2, (height + 2 * pad - 1) / 2)
        by = cv2.getRotationMatrix2D(middle, float(rng.normal(0, tilt / 2)), shrink)
        by[:, 2] += np.clip(rng.normal(0, shift / 2, 2), -pad * 0.6, pad * 0.6)
        size = (own.shape[1], own.shape[0])
        moved = cv2.warpAffine(
            image[patch], by, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        shown = cv2.warpAffine(own, by, size, flags=cv2.INTER_LINEAR)
        out[patch] = out[patch] * (1 - shown[..., None]) + moved * shown[..., None]
        cover[patch] = np.maximum(cover[patch], shown)
    return out, cover


def _tokens(
    rng: np.random.Generator, drawn: Art, image: Array, alpha: Array, present: Array, pitch: int
) -> None:
    share = rng.uniform(0.05, 0.8)
    size = max(4, round(pitch * rng.uniform(0.45, 0.92)))
    cast = rng.uniform(0, 0.5)
    off = rng.uniform(0, 0.1) * pitch
    for r, c in zip(*np.nonzero(present), strict=True):
        if rng.random() > share:
            continue
        face, cover = drawn.tokens[int(rng.integers(len(drawn.tokens)))]
        by = cv2.getRotationMatrix2D(((BANK_SIZE - 1) / 2,) * 2, float(rng.uniform(0, 360)), size / BANK_SIZE)
        by[:, 2] += (size - BANK_SIZE) / 2
        face = cv2.warpAffine(face, by, (size, size), flags=cv2.INTER_LINEAR)
        cover = cv2.warpAffine(cover, by, (size, size), flags=cv2.INTER_LINEAR)
        y = int((r + 1.5) * pitch - size / 2 + rng.normal(0, off))
        x = int((c + 1.5) * pitch - size / 2 + rng.normal(0, off))
        y, x = np.clip([y, x], 0, [image.shape[0] - size - 3, image.shape[1] - size - 3])
        patch = image[y + 2 : y + 2 + size, x + 1 : x + 1 + size]
        patch *= 1 - cast * cover[..., None]
        patch = image[y : y + size, x : x + size]
        patch += (face - patch) * cover[..., None]
        spot = alpha[y : y + size, x : x + size]
        np.maximum(spot, cover, out=spot)


# ---------------------------------------------------------------- tables and clutter


def _printed(rng: np.random.Generator, top: Array) -> None:
    """Flowers, leaves, dots or letters strewn over a cloth or set out in rows."""
    edge = top.shape[0]
    kind = str(rng.choice(["blob", "disc", "dots", "letter", "lines", "house"]))
    inks = [colour(rng) for _ in range(int(rng.integers(1, 4)))]
    side = int(rng.integers(10, 44))
    step = side * rng.uniform(1.0, 2.2)
    rows = rng.random() < 0.5
    count = int(edge / step)
    for i in range(count):
        for j in range(count):
            y, x = (i + 0.5) * step, (j + 0.5 * (1 + i % 2 * rng.integers(2))) * step
            if not rows:
                y, x = y + rng.normal(0, 0.25 * step), x + rng.normal(0, 0.25 * step)
            low_y, low_x = (
                int(np.clip(y - side / 2, 0, edge - side)),
                int(np.clip(x - side / 2, 0, edge - side)),
            )
            patch = top[low_y : low_y + side, low_x : low_x + side]
            whole = cv2.resize(patch, (BANK_SIZE, BANK_SIZE))
            _motif(rng, whole, inks[int(rng.integers(len(inks)))], kind)
            patch[:] = cv2.resize(whole, (side, side), interpolation=cv2.INTER_AREA)


def table(rng: np.random.Generator, size: int, homography: Array) -> Array:
    """A table top in the picture's frame (size x size float32 BGR), its pattern in the perspective of `homography`."""
    kind = str(
        rng.choice(
            [
                "wood",
                "wood",
                "plain",
                "felt",
                "cloth",
                "cloth",
                "stripes",
                "stone",
                "blotches",
                "print",
                "print",
            ]
        )
    )
    edge = 384
    base = colour(rng, 0.6)
    top = np.empty((edge, edge, 3), np.float32)
    top[:] = base
    shade = np.zeros((edge, edge), np.float32)
    if kind == "wood":
        grain = clouds(rng, edge, edge, rng.uniform(20, 120), rng.choice([0.04, 0.08, 0.2]))
        shade += (grain - 0.5) * rng.uniform(0.1, 0.5) + (
            clouds(rng, edge, edge, 40, 0.1) - 0.5
        ) * rng.uniform(0, 0.4)
        planks = int(rng.integers(0, 9))
        for i in range(planks):
            y0, y1 = edge * i // planks, edge * (i + 1) // planks
            shade[y0:y1] += rng.normal(0, 0.08)
            if rng.random() < 0.8:
                shade[y0 : y0 + 2] -= rng.uniform(0.1, 0.5)
    elif kind == "felt":
        shade += rng.standard_normal((edge, edge), np.float32) * rng.uniform(0.03, 0.2)
        shade += (clouds(rng, edge, edge, 130) - 0.5) * rng.uniform(0, 0.4)
    elif kind in ("cloth", "stripes"):
        period = rng.uniform(8, 70)
        at = np.arange(edge) % period
        wide = (at < period * rng.uniform(0.3, 0.7)).astype(np.float32)
        thin = ((at > period * 0.8) & (at < period * 0.86)).astype(np.float32) * (rng.random() < 0.3)
        down = wide[:, None] * np.ones(edge, np.float32)
        mix = down if kind == "stripes" else (down + down.T) / 2
        if kind == "cloth" and rng.random() < 0.25:
            mix = np.abs(down - down.T)
        mix = np.maximum(mix, np.maximum(thin[:, None], thin[None] if kind == "cloth" else 0))
        other = colour(rng) if rng.random() < 0.5 else np.float32([240, 240, 240]) * rng.uniform(0.7, 1)
        top += (other - base) * mix[..., None]
        shade += rng.standard_normal((edge, edge), np.float32) * rng.uniform(0, 0.08)
    elif kind == "stone":
        for cells in (5, 20, 60):
            shade += (clouds(rng, edge, edge, cells) - 0.5) * rng.uniform(0, 0.5)
    elif kind == "print":
        _printed(rng, top)
    elif kind == "blotches":
        spots = clouds(rng, edge, edge, rng.uniform(8, 40), rng.choice([0.3, 1, 1])) > rng.uniform(0.4, 0.8)
        top[spots] = colour(rng, 0.4)
    top *= (1 + shade)[..., None]
    np.clip(top, 0, 255, out=top)
    # the table's own plane: the board's perspective, another turn and scale, mirrored at the seams
    turn = rng.uniform(0, 2 * np.pi)
    back = np.linalg.inv(homography)
    middle = back @ np.array([size / 2, size / 2, 1.0])
    middle = middle[:2] / middle[2]
    squares = 1.0 / max(_pitch_at(homography, middle), 1e-6)
    scale = 1.0 / squares * edge / size * 0.9
    cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
    own = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]]) @ np.array(
        [[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]]
    )
    own[:2] += np.outer([edge / 2, edge / 2], own[2])
    return cv2.warpPerspective(
        top, homography @ np.linalg.inv(own), (size, size), borderMode=cv2.BORDER_REFLECT
    )


def _pitch_at(homography: Array, at: Array) -> float:
    """Pixels a square at the board spot `at`."""
    x, y, w = homography @ np.array([at[0], at[1], 1.0])
    jacobian = (homography[:2, :2] - np.outer([x / w, y / w], homography[2, :2])) / w
    return math.sqrt(abs(float(np.linalg.det(jacobian))))


def _paste(image: Array, corners: Array, patch: Array, cover: Array, shadow: float) -> None:
    """Lays a flat thing with its four corners (clockwise) at pixel `corners`."""
    height, width = patch.shape[:2]
    source = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    low = np.floor(corners.min(0) - 4).astype(int)
    high = np.ceil(corners.max(0) + 8).astype(int)
    low, high = np.maximum(low, 0), np.minimum(high, [image.shape[1], image.shape[0]])
    if (high - low < 2).any():
        return
    to = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    seen = cv2.warpPerspective(patch, to, size, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(cover, to, size)[..., None]
    window = image[low[1] : high[1], low[0] : high[0]]
    if shadow:
        dark = cv2.GaussianBlur(np.roll(alpha[..., 0], (2, 2), (0, 1)), (5, 5), 0)[..., None]
        window *= 1 - shadow * dark
    window += (seen - window) * alpha


def _flat_thing(rng: np.random.Generator, homography: Array, scale: float, size: int) -> Array:
    """Corners of a rectangle on the table: sides `scale` and more squares, anywhere in the picture."""
    spot = np.array([*rng.uniform(-0.05, 1.05, 2) * size, 1.0])
    at = np.linalg.inv(homography) @ spot
    at = at[:2] / at[2]
    half = np.array([scale, scale * rng.choice([1.0, 1.4, 1.5, 2.0])]) / 2
    turn = rng.uniform(0, 2 * np.pi)
    axes = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    points = at + (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ axes
    mapped = np.c_[points, np.ones(4)] @ homography.T
    return mapped[:, :2] / mapped[:, 2:] if (mapped[:, 2] > 0).all() else np.full((4, 2), -99.0)


def flat_clutter(rng: np.random.Generator, image: Array, homography: Array) -> None:
    """Cards, text pages, tokens, dice and pens lying about; drawn before the board, so it covers them."""
    size = image.shape[0]
    for _ in range(int(rng.integers(0, 5))):
        kind = str(rng.choice(["card", "card", "card", "page", "token", "tokens", "pen", "dice"]))
        patch = np.empty((96, 64, 3), np.float32)
        patch[:] = colour(rng)
        cover = np.ones((96, 64), np.float32)
        shadow = float(rng.uniform(0, 0.6))
        if kind == "card":
            if rng.random() < 0.8:
                inset = int(rng.integers(1, 9))
                tone = tuple(float(v) for v in colour(rng))
                cv2.rectangle(patch, (inset, inset), (63 - inset, 95 - inset), tone, int(rng.integers(1, 4)))
            middle = np.ascontiguousarray(patch[24:72, 8:56])
            _motif(rng, middle, colour(rng), str(rng.choice(MOTIFS)))
            patch[24:72, 8:56] = middle
            for i in range(int(rng.integers(1, 4))):
                corners = _flat_thing(rng, homography, float(rng.uniform(1.2, 4)), size)
                _paste(image, corners + i, patch, cover, shadow)
        elif kind == "page":
            patch[:] = rng.uniform(180, 255)
            ink = rng.uniform(0, 120)
            step = int(rng.integers(3, 9))
            for y in range(6, 90, step):
                x = 5
                while x < 58:
                    word = int(rng.integers(2, 9))
                    patch[y : y + max(1, step // 3), x : min(x + word, 60)] = ink
                    x += word + 2
            if rng.random() < 0.5:
                top = int(rng.integers(4, 60))
                patch[top : top + 28, 8 : int(rng.integers(24, 58))] = colour(rng)
            _paste(image, _flat_thing(rng, homography, float(rng.uniform(3, 8)), size), patch, cover, shadow)
        elif kind in ("token", "tokens"):
            side = float(rng.uniform(0.5, 1.0))
            for _ in range(1 if kind == "token" else int(rng.integers(3, 12))):
                face, alpha = token_face(rng, rng.random() < 0.7)
                corners = _flat_thing(rng, homography, side, size)
                if kind == "tokens" and rng.random() < 0.7:
                    corners = corners - corners.mean(0) + size * 0.15 + rng.normal(0, 12, 2)
                _paste(image, corners, face, alpha, shadow)
        elif kind == "pen":
            a, b = rng.uniform(0, size, 2), rng.normal(0, size / 6, 2)
            tone = tuple(float(v) for v in colour(rng))
            cv2.line(
                image,
                tuple((a + 2).astype(int)),
                tuple((a + b + 2).astype(int)),
                (20, 20, 20),
                4,
                cv2.LINE_AA,
            )
            cv2.line(
                image,
                tuple(a.astype(int)),
                tuple((a + b).astype(int)),
                tone,
                int(rng.integers(2, 6)),
                cv2.LINE_AA,
            )
        else:
            patch[:] = rng.uniform(200, 255)
            for _ in range(int(rng.integers(1, 7))):
                spot = (int(rng.integers(8, 56)), int(rng.integers(8, 88)))
                cv2.circle(patch, spot, 6, (10, 10, 10), -1, cv2.LINE_AA)
            _paste(
                image,
                _flat_thing(rng, homography, float(rng.uniform(0.5, 1.0)), size),
                patch[:64],
                cover[:64],
                shadow,
            )


def standing_clutter(rng: np.random.Generator, image: Array, where: Array) -> None:
    """Hands and mugs, perhaps over an edge of the board (`where`: its outline's pixels, n x 2)."""
    size = image.shape[0]
    if rng.random() < 0.2:  # a hand from beyond the picture
        target = where[int(rng.integers(len(where)))] + rng.normal(0, 0.03 * size, 2)
        away = target - where.mean(0)
        turn = math.atan2(away[1], away[0]) + rng.normal(0, 0.6)
        along = np.array([math.cos(turn), math.sin(turn)])
        side = np.array([-along[1], along[0]])
        palm = size * rng.uniform(0.07, 0.16)
        cover = np.zeros((size, size), np.float32)
        for i in range(4):
            tip = (
                target + side * palm * (i - 1.5) * rng.uniform(0.4, 0.8) - along * rng.uniform(0, 0.5) * palm
            )
            knuckle = target + side * palm * (i - 1.5) * 0.4 + along * palm * 1.3
            cv2.line(
                cover,
                tuple(tip.astype(int)),
                tuple(knuckle.astype(int)),
                1.0,
                max(2, int(palm * 0.35)),
                cv2.LINE_AA,
            )
        middle = target + along * palm * 2
        axes = (int(palm * 1.2), int(palm * 0.9))
        cv2.ellipse(cover, tuple(middle.astype(int)), axes, math.degrees(turn), 0, 360, 1.0, -1, cv2.LINE_AA)
        wrist = middle + along * size
        cv2.line(
            cover,
            tuple(middle.astype(int)),
            tuple(wrist.astype(int)),
            1.0,
            max(2, int(palm * 1.1)),
            cv2.LINE_AA,
        )
        skin = np.float32([110, 150, 205]) * rng.uniform(0.3, 1.15)
        soft = cv2.GaussianBlur(cover, (0, 0), max(1.0, palm * 0.15))
        flesh = skin * (0.45 + 0.65 * soft[..., None])
        image *= 1 - 0.4 * np.roll(soft, (5, 5), (0, 1))[..., None] * rng.uniform(0, 1)
        image += (flesh - image) * cover[..., None]
    if rng.random() < 0.25:  # a mug, can or box
        near = rng.random() < 0.35
        middle = where[int(rng.integers(len(where)))] if near else rng.uniform(0, size, 2)
        radius = int(size * rng.uniform(0.04, 0.13))
        tone = tuple(float(v) for v in colour(rng))
        dark = tuple(v * 0.5 for v in tone)
        lean = (middle - size / 2) * rng.uniform(0, 0.25)
        top = tuple((middle + lean).astype(int))
        cv2.line(image, tuple(middle.astype(int)), top, dark, 2 * radius, cv2.LINE_AA)
        cv2.circle(image, top, radius, tone, -1, cv2.LINE_AA)
        cv2.circle(image, top, int(radius * 0.85), dark, -1, cv2.LINE_AA)


# ---------------------------------------------------------------- light and camera


def lit(rng: np.random.Generator, image: Array, hard: float) -> Array:
    """Lamp fall-off, shadow edges, glare, colour of the light; `hard` 0..1 is how bad it gets."""
    size = image.shape[0]
    grid_y, grid_x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    light = np.ones((size, size), np.float32)
    if rng.random() < 0.7:
        x, y = rng.uniform(-0.5, 1.5, 2)
        far = np.sqrt((grid_x - x) ** 2 + (grid_y - y) ** 2)
        light *= 1 / (1 + rng.uniform(0, 1.2) * far**2)
    for _ in range(int(rng.random() < 0.25 + 0.5 * hard) + int(rng.random() < 0.15)):
        turn, offset = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.85)
        far = (grid_x - offset) * math.cos(turn) + (grid_y - offset) * math.sin(turn)
        soft = np.exp(rng.uniform(math.log(0.004), math.log(0.12)))
        if rng.random() < 0.4:
            far = np.abs(far) - rng.uniform(0.02, 0.2)
        light *= 1 - rng.uniform(0.2, 0.5 + 0.3 * hard) / (1 + np.exp(np.clip(-far / soft, -30, 30)))
    cast = np.exp(rng.normal(0, 0.08 + 0.1 * hard, 3)).astype(np.float32)
    if rng.random() < 0.25 + 0.25 * hard:
        cast *= np.float32([rng.uniform(0.35, 0.9), rng.uniform(0.7, 0.95), 1.05])
    if rng.random() < 0.1:
        cast *= np.float32([1.2, 1.0, rng.uniform(0.5, 0.9)])
    image = image * light[..., None] * cast
    for _ in range(int(rng.random() < 0.2 + 0.4 * hard)):
        x, y = rng.uniform(0, 1, 2)
        wide, long = rng.uniform(0.03, 0.2, 2)
        far = ((grid_x - x) / wide) ** 2 + ((grid_y - y) / long) ** 2
        image += (np.exp(-far) * rng.uniform(60, 320))[..., None]
    return image


def taken(rng: np.random.Generator, image: Array, hard: float) -> Array:
    """Exposure, blur, noise and JPEG: float32 BGR -> uint8 BGR."""
    if rng.random() < 0.06:
        image = np.repeat(image.mean(2, keepdims=True), 3, 2)
    if rng.random() < 0.4 + 0.3 * hard:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 0.9 + 1.1 * hard))
    if rng.random() < 0.15 + 0.2 * hard:
        length = int(rng.integers(2, 5 + int(3 * hard)))
        kernel = np.zeros((7, 7), np.float32)
        turn = rng.uniform(0, np.pi)
        reach = np.array([math.cos(turn), math.sin(turn)]) * length / 2
        cv2.line(kernel, tuple(np.rint(3 - reach).astype(int)), tuple(np.rint(3 + reach).astype(int)), 1.0, 1)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    gain = np.exp(rng.normal(0, 0.25)) * rng.choice([1.6, 1.0, 0.4, 0.15], p=[0.35, 0.57, 0.06, 0.02])
    curve = (np.linspace(0, 1, 256) ** rng.uniform(0.75, 1.35) * 255).astype(np.float32)
    image = curve[np.clip(image * gain, 0, 255).astype(np.uint8)]
    noise = np.float32(abs(rng.normal(0, 3 + 6 * hard)))
    image += rng.standard_normal(image.shape, np.float32) * noise
    if rng.random() < 0.3:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        blotch = rng.standard_normal((half[1], half[0], 3), np.float32) * noise
        image += cv2.resize(blotch, (image.shape[1], image.shape[0]))
    out = np.clip(image, 1, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(35, 95))
        out = cv2.imdecode(
            cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR
        )
        np.maximum(out, 1, out=out)
    return out


# ---------------------------------------------------------------- the whole picture


def camera(rng: np.random.Generator, rows: int, cols: int, size: int, flat: bool) -> Array:
    """A random view of a rows x cols board: homography from squares to pixels of a size x size picture.

    `flat`: as the second look sees it, nearly straight from above and upright.
    """
    longest = max(rows, cols)
    if flat:
        pitch = size / (longest + rng.uniform(2, 5)) * rng.uniform(0.9, 1.15)
        pitch = min(pitch, 36)
        tilt, turn = abs(rng.normal(0, 2.0)), rng.choice(4) * 90 + rng.normal(0, 2)
        reach = pitch * longest
    else:
        tilt = rng.uniform(0, 46) if rng.random() < 0.8 else rng.uniform(0, 5)
        turn = rng.uniform(0, 360)
        reach = size * (rng.uniform(0.3, 1.05) if rng.random() < 0.75 else rng.uniform(0.8, 1.6))
        reach = max(reach, 9 * longest)
    focal = rng.uniform(0.8, 1.6) * size
    away = focal * max(longest, 1) / reach
    angle, lean, roll = math.radians(turn), math.radians(tilt), rng.uniform(0, 2 * np.pi)
    spin = np.array(
        [[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]]
    )
    tip = np.array([[1, 0, 0], [0, math.cos(lean), -math.sin(lean)], [0, math.sin(lean), math.cos(lean)]])
    cam = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
    if flat or rng.random() < 0.7:
        cam = np.eye(3)
    whole = cam @ tip @ spin
    shift = np.array([[1, 0, -cols / 2], [0, 1, -rows / 2], [0, 0, 1.0]])
    pose = np.c_[whole[:, :2], [0, 0, away]] @ shift
    wander = 0.05 if flat else 0.5 * max(0.1, 1 - reach / size) + 0.05
    centre = size * (0.5 + rng.uniform(-wander, wander, 2))
    return np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1]]) @ pose


def draw(rng: np.random.Generator, size: int = 320) -> Scene:
    """One made-up photo of size x size pixels with none, one or two boards."""
    hard = float(rng.beta(1, 2))
    flat = rng.random() < 0.3
    drawn_only = rng.random() < 0.1
    if rng.random() < 0.55:
        present, number = card_outline(rng, int(rng.integers(1, 27)))
    else:
        present, number = loose_outline(rng)
    rows, cols = present.shape
    homography = camera(rng, rows, cols, size, flat)
    if drawn_only:  # a drawing on a screen: no noise, no shadows, nothing around
        image = np.empty((size, size, 3), np.float32)
        image[:] = colour(rng, 0.6)
    else:
        image = table(rng, size, homography)
        flat_clutter(rng, image, homography)
    boards: list[Board] = []
    outline = rng.uniform(0, size, (8, 2))
    if rng.random() > 0.06:
        x, y, far = homography @ [cols / 2, rows / 2, 1]
        x, y = np.clip([x / far, y / far], 0, size - 1).astype(int)
        drawn = art(rng, image[y, x].copy() if rng.random() < 0.12 else None)
        boards.append(_lay(rng, image, drawn, present, number, homography))
        if rng.random() < 0.12:  # a second board beside it
            other, cards = card_outline(rng, int(rng.integers(1, 6)))
            turn = rng.uniform(0, 2 * np.pi)
            far = math.hypot(rows, cols) / 2 + math.hypot(*other.shape) / 2 + rng.uniform(0.3, 2)
            way = rng.uniform(0, 2 * np.pi)
            move = np.array([[math.cos(turn), -math.sin(turn), cols / 2 + far * math.cos(way)],
                             [math.sin(turn), math.cos(turn), rows / 2 + far * math.sin(way)],
                             [0, 0, 1.0]])  # fmt: skip
            centre = np.array([[1, 0, -other.shape[1] / 2], [0, 1, -other.shape[0] / 2], [0, 0, 1.0]])
            own = homography @ move @ centre
            ends = own @ np.array([[0, 0, 1], [50, 0, 1], [0, 50, 1], [50, 50, 1.0]]).T
            if (ends[2] > 0).all():
                boards.append(_lay(rng, image, drawn, other, cards, own))
        edge = rng.uniform(0, 1, (8, 2)) * [cols, rows]
        side = rng.integers(0, 2, 8)
        edge[np.arange(8), side] = rng.integers(0, 2, 8) * np.array([cols, rows])[side]
        mapped = np.c_[edge, np.ones(8)] @ homography.T
        outline = mapped[:, :2] / mapped[:, 2:]
    if drawn_only:
        image = np.clip(image, 1, 255).astype(np.uint8)
    else:
        standing_clutter(rng, image, np.clip(outline, -size, 2 * size))
        image = taken(rng, lit(rng, image, hard), hard)
    inside = np.ones((size, size), bool)
    if rng.random() < 0.35:  # letterboxed, or looked at beyond the picture's edge
        if flat:
            corners = (
                np.array([[0, 0], [size, 0], [size, size], [0, size]]) + rng.normal(0, 0.1, (4, 2)) * size
            )
            inside = cv2.fillConvexPoly(np.zeros((size, size), np.uint8), corners.astype(np.int32), 1) > 0
        else:
            cut = int(size * rng.uniform(0.5, 0.95))
            if rng.random() < 0.5:
                inside[cut:] = False
            else:
                inside[:, cut:] = False
        image[~inside] = 0
    return Scene(image, tuple(boards), inside)


def _lay(
    rng: np.random.Generator, image: Array, drawn: Art, present: Array, number: Array, homography: Array
) -> Board:
    size = image.shape[0]
    rows, cols = present.shape
    pitch = _pitch_at(homography, np.array([cols / 2, rows / 2]))
    pixels = int(np.clip(round(pitch * 1.15), 8, 64))
    texture, cover = board_texture(rng, drawn, present, number, pixels)
    to = homography @ np.array([[1 / pixels, 0, -1], [0, 1 / pixels, -1], [0, 0, 1.0]])
    seen = cv2.warpPerspective(texture * cover[..., None], to, (size, size))
    alpha = cv2.warpPerspective(cover, to, (size, size))
    thick = rng.uniform(0, 0.12) * pitch
    turn = rng.uniform(0, 2 * np.pi)
    if thick > 0.3:
        by = np.float32([[1, 0, math.cos(turn) * thick], [0, 1, math.sin(turn) * thick]])
        dark = cv2.warpAffine(alpha, by, (size, size))
        dark = cv2.GaussianBlur(dark, (0, 0), max(0.4, thick * rng.uniform(0.2, 1)))
        image *= 1 - rng.uniform(0.1, 0.7) * dark[..., None]
    image += seen - image * alpha[..., None]
    return Board(homography, present)
