"""Square tiles of invented games: letters, pipes, islands, emblems, lands, quilts, photos, numbers, mazes.

Each maker gives the faces of one copy of a game: a list of (label, BGRA texture n x n). A label names what a
person would call the tile; several faces may share one.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.art import colour as col
from samples.art import pictures as pic
from samples.art import terrain
from samples.render import draw, noise

Rng = np.random.Generator
Faces = list[tuple[str, NDArray[np.uint8]]]


def _ground(rng: Rng, n: int, base: NDArray[np.float64] | None = None) -> NDArray[np.uint8]:
    colour = col.between(rng, (0, 360), (0.02, 0.9), (0.2, 0.97)) if base is None else base
    image = np.full((n, n, 3), colour, np.float32)
    if rng.random() < 0.5:
        image *= (1 + rng.uniform(0.05, 0.3) * (noise.layered(rng, n, n, n / rng.uniform(2, 8), 3) - 0.5))[
            ..., None
        ]
    return draw.opaque(np.clip(image, 0, 255).astype(np.uint8))


def _ink_on(rng: Rng, base: NDArray[np.float64]) -> NDArray[np.float64]:
    if col.lightness(base) > 115:
        return col.between(rng, (0, 360), (0.0, 0.9), (0.05, 0.4))
    return col.between(rng, (0, 360), (0.0, 0.4), (0.8, 1.0))


def _copy(rng: Rng, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return image.copy()


def letters(rng: Rng, n: int) -> Faces:
    base = (
        col.between(rng, (25, 50), (0.1, 0.5), (0.7, 0.97))
        if rng.random() < 0.7
        else col.between(rng, (0, 360), (0.2, 0.8), (0.2, 0.9))
    )
    ground = _ground(rng, n, base)
    ink, font, small = _ink_on(rng, base), str(rng.choice(draw.FONTS)), rng.random() < 0.7
    faces = []
    for letter in rng.permutation(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))[: int(rng.integers(8, 27))]:
        face = _copy(rng, ground)
        draw.text(face, str(letter), (n * 0.47, n * 0.48), n * 0.5, ink, font)
        if small:
            draw.text(face, str(int(rng.integers(1, 11))), (n * 0.8, n * 0.82), n * 0.16, ink, font)
        faces.append((str(letter), face))
    return faces


def numbers(rng: Rng, n: int) -> Faces:
    faces = []
    by_number = rng.random() < 0.5
    base = col.between(rng, (0, 360), (0.0, 0.6), (0.3, 0.97))
    font, framed = str(rng.choice(draw.FONTS)), rng.random() < 0.5
    for k in range(1, int(rng.integers(6, 14))):
        tint = col.between(rng, (0, 360), (0.3, 0.9), (0.4, 0.95)) if by_number else base
        face = _ground(rng, n, tint)
        ink = _ink_on(rng, tint)
        if framed:
            draw.ring(face, (n / 2, n / 2), n * 0.36, ink, n * 0.04)
        draw.text(face, str(k), (n / 2, n / 2), n * 0.4, ink, font)
        faces.append((str(k), face))
    return faces


def pipes(rng: Rng, n: int) -> Faces:
    base = col.between(rng, (0, 360), (0.05, 0.6), (0.2, 0.9))
    pipe = col.between(rng, (0, 360), (0.1, 0.9), (0.2, 0.95))
    edge, width = pipe * 0.55, n * rng.uniform(0.14, 0.34)
    ground = _ground(rng, n, base)
    ends = np.array([[0.5, -0.02], [1.02, 0.5], [0.5, 1.02], [-0.02, 0.5]]) * n
    faces = []
    for label, joins in {
        "straight": [(0, 2)],
        "bend": [(0, 1)],
        "tee": [(0, 2), (1, 3)],
        "two-bends": [(0, 1), (2, 3)],
        "end": [(0, 0)],
        "blank": [],
    }.items():
        face = _copy(rng, ground)
        for wide, colour in ((width, edge), (width * 0.75, pipe)):
            for a, b in joins:
                t = np.linspace(0, 1, 14)[:, None]
                middle = np.array([n / 2, n / 2])
                if label == "tee" and (a, b) == (1, 3):
                    curve = np.vstack([ends[1], middle])
                elif a == b:
                    curve = np.vstack([ends[a], middle])
                else:
                    curve = (1 - t) ** 2 * ends[a] + 2 * t * (1 - t) * middle + t**2 * ends[b]
                draw.stroke(face, curve, colour, wide)
        if label == "end":
            draw.disc(face, (n / 2, n / 2), width * 0.8, edge)
        faces.append((label, face))
    return faces


def islands(rng: Rng, n: int) -> Faces:
    sea = col.between(rng, (170, 230), (0.3, 0.9), (0.4, 0.95))
    sand, grass = (
        col.between(rng, (35, 55), (0.2, 0.6), (0.75, 0.95)),
        col.between(rng, (60, 140), (0.3, 0.8), (0.35, 0.75)),
    )
    water = terrain.ground(
        rng, str(rng.choice(["flat", "watercolour", "striped", "painted"])), sea, "O", 3, n
    )
    faces = []
    for label, count, size in (
        ("sea", 0, 0.0),
        ("islet", 1, 0.2),
        ("island", 1, 0.38),
        ("islets", 3, 0.16),
        ("coast", -1, 0.5),
    ):
        for _ in range(int(rng.integers(1, 3))):
            y, x = rng.integers(0, 2 * n, 2)
            face = draw.opaque(np.ascontiguousarray(water[y : y + n, x : x + n]))
            for k in range(abs(count)):
                a = rng.uniform(0, 2 * np.pi) if count > 1 else 0
                at = np.array([0.5, 0.5]) + (
                    0.25 * np.array([np.cos(a + 2.1 * k), np.sin(a + 2.1 * k)]) if count > 1 else 0
                )
                if count < 0:
                    at = np.array([0.5, 1.0])
                ring = pic._blob(rng, float(at[0]), float(at[1]), size, 0.2)
                draw.fill(face, ring * n, sand)
                draw.fill(face, (at + (ring - at) * 0.72) * n, grass)
            faces.append((label, face))
    return faces


def emblems(rng: Rng, n: int) -> Faces:
    """Plain colours with a picture."""
    pictures = [
        pic.cat,
        pic.bee,
        pic.elephant,
        pic.rhino,
        pic.snail,
        pic.butterfly,
        pic.flower,
        pic.eagle,
        pic.bear,
        pic.monkey,
    ]
    manner = str(rng.choice(pic.MANNERS))
    faces = []
    for k in rng.permutation(len(pictures))[: int(rng.integers(4, 10))]:
        base = col.between(rng, (0, 360), (0.05, 0.95), (0.3, 0.97))
        ink = _ink_on(rng, base)
        face = _ground(rng, n, base)
        art = pic.render(
            rng, pictures[k], n, manner=manner, size=rng.uniform(0.5, 0.8), main=col.between(rng, (0, 360), (0.2, 0.9), (0.2, 0.9)),
            dark=ink, light=col.paper(rng), accent=col.between(rng, (0, 360), (0.5, 0.9), (0.5, 0.95)), line=ink,
        )  # fmt: skip
        draw.over(face, art)
        faces.append((pictures[k].__name__, face))
    return faces


def shapes(rng: Rng, n: int) -> Faces:
    """Bold shapes on one ground, in several colours."""
    base = np.full(3, rng.uniform(15, 60)) if rng.random() < 0.6 else col.paper(rng)
    ground = _ground(rng, n, base)
    faces = []
    outlines = ["round", "square", "hex", "star", "cross", "diamond"]
    for name in outlines[: int(rng.integers(3, 7))]:
        for hue in rng.permutation([0, 30, 55, 120, 210, 285])[: int(rng.integers(1, 4))]:
            face = _copy(rng, ground)
            colour = col.hsv(float(hue), rng.uniform(0.6, 0.95), rng.uniform(0.7, 0.95))
            if name == "star":
                a, r = np.arange(16) * np.pi / 8, np.where(np.arange(16) % 2 == 0, 0.42, 0.22)
                points = np.column_stack([r * np.cos(a), r * np.sin(a)])
            elif name == "cross":
                points = (
                    np.array(
                        [
                            [-1, -3],
                            [1, -3],
                            [1, -1],
                            [3, -1],
                            [3, 1],
                            [1, 1],
                            [1, 3],
                            [-1, 3],
                            [-1, 1],
                            [-3, 1],
                            [-3, -1],
                            [-1, -1],
                        ]
                    )
                    * 0.13
                )
            elif name == "diamond":
                points = draw.turn(draw.outline("square") * 0.7, 45)
            else:
                points = draw.outline(name) * 0.72
            draw.fill(face, points * n + n / 2, colour)
            faces.append((f"{name}-{int(hue)}", face))
    return faces


def lands(rng: Rng, n: int) -> Faces:
    """Printed lands: fields, woods, lakes, pasture, moor, rock, a castle."""
    technique = str(rng.choice([t for t in terrain.TECHNIQUES if t != "gradient"]))
    looks = {
        "field": ((42, 56), (0.5, 0.9), (0.7, 0.95), "M"),
        "wood": ((100, 150), (0.5, 0.9), (0.15, 0.4), "R"),
        "lake": ((190, 225), (0.4, 0.9), (0.5, 0.9), "O"),
        "pasture": ((70, 110), (0.4, 0.8), (0.55, 0.85), "R"),
        "moor": ((25, 60), (0.2, 0.5), (0.3, 0.55), "M"),
        "rock": ((20, 60), (0.02, 0.2), (0.15, 0.4), "M"),
    }
    faces = []
    for label, (hue, saturation, value, kind) in looks.items():
        sheet = terrain.ground(rng, technique, col.between(rng, hue, saturation, value), kind, 4, n)
        for crowns in range(int(rng.integers(1, 4))):
            y, x = rng.integers(0, 3 * n, 2)
            face = draw.opaque(np.ascontiguousarray(sheet[y : y + n, x : x + n]))
            for k in range(crowns):
                at = np.array([0.18 + 0.2 * k, 0.16]) * n
                draw.fill(
                    face,
                    np.array([[-1, 0.7], [-1, -0.6], [-0.4, 0], [0, -0.8], [0.4, 0], [1, -0.6], [1, 0.7]])
                    * n
                    * 0.08
                    + at,
                    [60, 200, 240],
                )
            if rng.random() < 0.4:
                picture = (pic.tree, pic.conifer, pic.fish, pic.deer, pic.house, pic.town)[
                    int(rng.integers(6))
                ]
                art = pic.render(
                    rng, picture, n, size=rng.uniform(0.3, 0.6), main=col.between(rng, (60, 150), (0.3, 0.8), (0.2, 0.6)),
                    dark=col.hsv(25, 0.5, 0.3), light=col.paper(rng), accent=col.hsv(rng.uniform(0, 40), 0.8, 0.8), line=col.hsv(0, 0, 0.1),
                )  # fmt: skip
                draw.over(face, art)
            faces.append((label, face))
    return faces


def photos(rng: Rng, n: int) -> Faces:
    """Faces without outlines: textures of random scale and colours."""
    faces = []
    for k in range(int(rng.integers(4, 10))):
        image = np.full((n, n, 3), col.between(rng, (0, 360), (0.0, 0.9), (0.1, 0.95)), np.float32)
        for _ in range(int(rng.integers(1, 4))):
            cell = (n / rng.uniform(1, 12), n / rng.uniform(1, 12))
            field = np.clip(
                noise.layered(rng, n, n, cell, 4, 0.7) * rng.uniform(1, 4) - rng.uniform(0, 1.5), 0, 1
            )
            image += (col.between(rng, (0, 360), (0.0, 0.9), (0.1, 0.95)) - image).astype(np.float32) * field[
                ..., None
            ]
        faces.append((f"photo-{k}", draw.opaque(np.clip(image, 0, 255).astype(np.uint8))))
    return faces


def quilts(rng: Rng, n: int) -> Faces:
    """Glazed tiles with symmetric ornaments."""
    faces = []
    for k in range(int(rng.integers(3, 7))):
        base, ink = (
            col.between(rng, (0, 360), (0.05, 0.9), (0.3, 0.97)),
            col.between(rng, (0, 360), (0.2, 0.9), (0.2, 0.9)),
        )
        face = _ground(rng, n, base)
        for _ in range(int(rng.integers(1, 4))):
            wedge = rng.uniform(-0.5, 0.5, (3, 2))
            for quarter in range(4):
                draw.fill(face, draw.turn(wedge, 90 * quarter) * n + n / 2, ink)
            ink = col.near(rng, 255 - ink, 30)
        if rng.random() < 0.5:
            draw.disc(face, (n / 2, n / 2), n * rng.uniform(0.08, 0.25), ink)
        faces.append((f"quilt-{k}", face))
    return faces


def mazes(rng: Rng, n: int) -> Faces:
    """Corridors between walls, with an item here and there."""
    wall, floor = (
        col.between(rng, (0, 360), (0.1, 0.7), (0.1, 0.5)),
        col.between(rng, (25, 50), (0.1, 0.5), (0.6, 0.95)),
    )
    ground = _ground(rng, n, wall)
    width = n * rng.uniform(0.28, 0.45)
    ends = np.array([[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]]) * n
    faces = []
    for label, doors in {
        "corridor": (0, 2),
        "corner": (0, 1),
        "fork": (0, 1, 2),
        "crossing": (0, 1, 2, 3),
        "dead-end": (0,),
    }.items():
        face = _copy(rng, ground)
        for door in doors:
            draw.stroke(face, [ends[door], [n / 2, n / 2]], floor, width)
        if rng.random() < 0.4:
            draw.disc(face, (n / 2, n / 2), width * 0.35, col.between(rng, (0, 360), (0.6, 0.9), (0.6, 0.95)))
        faces.append((label, face))
    return faces


def backs(rng: Rng, n: int) -> Faces:
    """All tiles alike: seen from behind, or a pattern laid over the whole."""
    base = col.between(rng, (0, 360), (0.0, 0.9), (0.15, 0.95))
    face = _ground(rng, n, base)
    ink = _ink_on(rng, base)
    pick = int(rng.integers(3))
    if pick == 0:
        draw.stroke(face, draw.rounded(n * 0.8, n * 0.8, n * 0.1) + n / 2, ink, n * 0.03, closed=True)
    elif pick == 1:
        draw.text(face, "?", (n / 2, n / 2), n * 0.5, ink, str(rng.choice(draw.FONTS)))
    else:
        for k in range(-n, 2 * n, max(4, n // 6)):
            draw.stroke(face, [[k, 0], [k + n, n]], ink, n * 0.03)
    other = cv2.convertScaleAbs(face, alpha=rng.uniform(0.5, 0.9))
    other[..., 3] = 255
    return [("back", face), ("front", other)] if rng.random() < 0.4 else [("back", face)]


TILESETS: dict[str, Callable[[Rng, int], Faces]] = {
    "letters": letters,
    "numbers": numbers,
    "pipes": pipes,
    "islands": islands,
    "emblems": emblems,
    "shapes": shapes,
    "lands": lands,
    "photos": photos,
    "quilts": quilts,
    "mazes": mazes,
    "backs": backs,
}
