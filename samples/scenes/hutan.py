"""Photos of Hutan: four boards with flowers, and trees and animals that stand or lie on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.art import hutan as art
from samples.positions import hutan as positions
from samples.render import draw, scene
from samples.render.frame import Facet, Sheet
from samples.render.standees import Standee, shadow, stand
from samples.scenes import choose_style

Rng = np.random.Generator
Image = NDArray[np.uint8]

STYLES = tuple(art.LOOKS)
HELD_OUT_STYLES = ("linocut", "pixel")
"""Never drawn unless asked for by name, so that nothing is trained on them."""

PIECES = ("standing", "flat")

_ORIGINS = ((0, 0), (0, 3), (3, 3), (3, 0))
"""Left top square (row, column) of the boards in the order NW, NE, SE, SW."""


@dataclass(frozen=True)
class Prints:
    """Pictures to use in place of our own art, e.g. photos of the printed pieces."""

    faces: Mapping[str, Image]
    """BGR, square, by face name, icon at the left top."""
    flowers: Mapping[str, Image] | None = None
    """BGRA (premultiplied) by colour."""
    trees: Sequence[Image] = ()
    """BGRA, foot at the bottom edge."""
    animals: Mapping[str, Image] | None = None
    """BGRA by colour, foot at the bottom edge."""


def render(
    rng: Rng,
    *,
    difficulty: str = "normal",
    style: str | None = None,
    size: int | tuple[int, int] | None = None,
    board: dict[str, Any] | None = None,
    pieces: str | None = None,
    kit: int | None = None,
    prints: Prints | None = None,
    encode: bool = True,
    **conditions: Any,
) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """A photo (BGR, upright) of a forest and its truth.

    pieces: "standing" or "flat"; board: a board file whose layout is four boards; kit: the number of the copy
    of the game; prints: pictures in place of the style's (its style is then "printed-art").

    The truth's `scene` has `pieces` and `flower_visible` (6x6: share of the square's flower that can be seen,
    None where there is none); beside it stands `homography` ((column, row) to photo pixels).
    """
    if style is None:
        style = choose_style(rng, STYLES, HELD_OUT_STYLES)
    if board is None:
        board = positions.generate(
            rng, 1 + int(rng.integers(3)), layout={"boards": positions.random_boards(rng)}, ecosystems=[]
        )
        board["settings"]["ecosystems"] = []
    boards = board["settings"]["layout"]["boards"]
    grid = board["players"][0]["grid"]
    if pieces is None:
        pieces = "standing" if rng.random() < 0.65 else "flat"
    under = scene.sample(rng, difficulty, size, max_tilt=35.0, **conditions)
    box = [[0, 0], [6, 0], [6, 6], [0, 6]]
    studio = scene.set_up(rng, under, np.ones((6, 6), bool), unit=rng.uniform(0.62, 0.8), outline=box)
    number = int(rng.integers(1 << 30)) if kit is None else kit
    names = tuple(b["face"] for b in boards)
    copy = art.make_kit(number, style, studio.px, names if prints is None else ())
    if prints is not None:
        style = "printed-art"
        _use(copy, prints, names)
    studio.tokens = list(copy.flowers.values())
    studio.strew()
    _lay_boards(rng, studio, copy, boards)
    outlines = _lay_flowers(rng, studio, copy, grid)
    if pieces == "standing":
        _stand_pieces(rng, studio, copy, grid)
    else:
        _lay_pieces(rng, studio, copy, grid)
    photo, truth = studio.finish(encode=encode)
    truth["scene"].pop("visible", None)
    truth["scene"]["pieces"] = pieces
    truth["scene"]["flower_visible"] = _seen(studio, outlines)
    truth["style"], truth["board"], truth["kit"] = style, board, number
    return photo, truth


def _use(copy: art.Kit, prints: Prints, names: Sequence[str]) -> None:
    """Put pictures in place of the kit's."""
    n = 3 * copy.px
    for name in names:
        face = cv2.resize(prints.faces[name], (n, n), interpolation=cv2.INTER_AREA)
        copy.faces[name] = draw.opaque(face) if face.shape[2] == 3 else face
    if prints.flowers is not None:
        side = max(16, round(copy.px * 0.8))
        copy.flowers = {
            k: cv2.resize(f, (side, side), interpolation=cv2.INTER_AREA) for k, f in prints.flowers.items()
        }
    if prints.trees:
        copy.trees = [_sized(tree, 0.9 * copy.px) for tree in prints.trees]
        copy.tree_sizes = [(0.95, 0.95 * t.shape[0] / t.shape[1]) for t in copy.trees]
    if prints.animals is not None:
        copy.animals = {k: _sized(a, 0.9 * copy.px) for k, a in prints.animals.items()}


def _sized(image: Image, width: float) -> Image:
    cols = max(14, round(width))
    rows = max(14, round(cols * image.shape[0] / image.shape[1]))
    return cv2.resize(image, (cols, rows), interpolation=cv2.INTER_AREA)


def _sheet(copy: art.Kit, base: float, thickness: float, edge: Sequence[float]) -> Sheet:
    return Sheet.over((-0.8, -0.8), (6.8, 6.8), copy.px, base=base, thickness=thickness, edge=tuple(edge))


def _lay_boards(rng: Rng, studio: scene.Studio, copy: art.Kit, boards: Sequence[Mapping[str, str]]) -> None:
    sheet = _sheet(copy, 0.0, copy.board_thickness, copy.core)
    gap, care = rng.uniform(0, 0.035), rng.uniform(0.003, 0.02)
    for (row, column), choice in zip(_ORIGINS, boards, strict=True):
        turn = 90 * ("NW", "NE", "SE", "SW").index(choice["icon"])
        middle = np.array([column + 1.5, row + 1.5]) + rng.normal(0, care, 2)
        quad = sheet.put(copy.faces[choice["face"]], middle, 3 - gap, turn + float(rng.normal(0, 15 * care)))
        tilt = rng.normal(0, 0.4, 2)
        sheet.facets.append(Facet(quad, (float(tilt[0]), float(tilt[1])), copy.gloss))
    studio.lay(sheet)


def _lay_flowers(
    rng: Rng, studio: scene.Studio, copy: art.Kit, grid: Sequence[Sequence[str]]
) -> dict[tuple[int, int], NDArray]:
    """Lay the flowers. Returns the outline of each on the plane."""
    sheet = _sheet(copy, copy.board_thickness, copy.thickness, copy.core * 0.7)
    care = rng.uniform(0.02, 0.07)
    outlines = {}
    for r, row in enumerate(grid):
        for c, square in enumerate(row):
            if not square:
                continue
            at = np.array([c + 0.5, r + 0.5]) + np.clip(rng.normal(0, care, 2), -0.16, 0.16)
            turn = float(rng.uniform(0, 360))
            quad = sheet.put(copy.flowers[square[0]], at, copy.flower_size, turn)
            sheet.facets.append(Facet(quad, (0.0, 0.0), copy.gloss * 0.6))
            outlines[r, c] = _outline(copy.flowers[square[0]], at, copy.flower_size, turn)
    studio.lay(sheet)
    return outlines


def _outline(texture: Image, at: NDArray, width: float, turn: float) -> NDArray:
    """A piece's outline on the plane."""
    contours, _ = cv2.findContours(
        (texture[..., 3] > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    points = max(contours, key=cv2.contourArea)[:, 0].astype(np.float64)
    rows, cols = texture.shape[:2]
    return draw.turn((points - [(cols - 1) / 2, (rows - 1) / 2]) * (width / cols), turn) + at


def _stand_pieces(rng: Rng, studio: scene.Studio, copy: art.Kit, grid: Sequence[Sequence[str]]) -> None:
    base = copy.board_thickness + copy.thickness
    standees = []
    core = tuple(float(v) for v in copy.core)
    for r, row in enumerate(grid):
        for c, square in enumerate(row):
            if len(square) < 2:
                continue
            at = np.array([c + 0.5, r + 0.5]) + np.clip(rng.normal(0, 0.05, 2), -0.14, 0.14)
            place = (float(at[0]), float(at[1]))
            turn = float(rng.uniform(0, 180))
            if square[1] == "t":
                k = int(rng.integers(len(copy.trees)))
                width, height = copy.tree_sizes[k]
                tree = Standee(
                    copy.trees[k], place, turn, width, height, base, copy.thickness * 1.1, core, crossed=True
                )
                standees.append(tree)
            else:
                texture = copy.animals[square[0]]
                width = copy.animal_size[0]
                height = copy.animal_size[1] * texture.shape[0] / texture.shape[1]
                standees.append(
                    Standee(texture, place, turn, width, height, base, copy.thickness * 1.6, core)
                )
    for standee in standees:
        shadow(studio.frame, standee)
    stand(studio.frame, standees)


def _lay_pieces(rng: Rng, studio: scene.Studio, copy: art.Kit, grid: Sequence[Sequence[str]]) -> None:
    """Trees and animals lying on their flowers, most of them beside the middle so that these can be seen."""
    base = copy.board_thickness + copy.thickness
    sheet = _sheet(copy, base, copy.thickness, copy.core * 0.6)
    tidy = rng.random() < 0.6
    longest = rng.uniform(0.75, 1.0)
    aside = rng.uniform(0.17, 0.3)
    side = float(rng.uniform(0, 2 * np.pi))
    spread = rng.uniform(0.2, 2.0)
    for r, row in enumerate(grid):
        for c, square in enumerate(row):
            if len(square) < 2:
                continue
            angle = side + rng.normal(0, spread)
            at = np.array([c + 0.5, r + 0.5]) + aside * np.array([np.cos(angle), np.sin(angle)]) + rng.normal(0, 0.03, 2)
            turn = float(rng.normal(0, 14) if tidy else rng.uniform(0, 360))
            if square[1] == "t":
                k = int(rng.integers(len(copy.trees)))
                texture, width = copy.trees[k], copy.tree_sizes[k][0] * min(1.0, longest / copy.tree_sizes[k][1])
            else:
                texture, width = copy.animals[square[0]], copy.animal_size[0] * min(1.0, longest + 0.1)
            quad = sheet.put(texture, at, width, turn)
            sheet.facets.append(Facet(quad, (0.0, 0.0), copy.gloss * 0.6))
    studio.lay_cover(sheet)


def _seen(studio: scene.Studio, outlines: Mapping[tuple[int, int], NDArray]) -> list[list[float | None]]:
    """For each square the share of its flower that is in the picture with nothing on it."""
    height, width = studio.frame.cover.shape
    camera = studio.frame.camera
    seen: list[list[float | None]] = [[None] * 6 for _ in range(6)]
    for (r, c), outline in outlines.items():
        pixels = camera.project(np.column_stack([outline, np.zeros(len(outline))]))
        low, high = np.floor(pixels.min(0)).astype(int), np.ceil(pixels.max(0)).astype(int) + 1
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        draw.fill(mask, pixels - low, 255.0)
        whole = float(mask.sum())
        box = draw.window(pixels, width, height, 0)
        if box is None or whole == 0:
            seen[r][c] = 0.0
            continue
        left, top, right, bottom = box
        inside = mask[top - low[1] : bottom - low[1], left - low[0] : right - low[0]]
        free = cv2.bitwise_not(np.ascontiguousarray(studio.frame.cover[top:bottom, left:right]))
        rows, cols = min(inside.shape[0], free.shape[0]), min(inside.shape[1], free.shape[1])
        visible = cv2.multiply(
            np.ascontiguousarray(inside[:rows, :cols]),
            np.ascontiguousarray(free[:rows, :cols]),
            scale=1 / 255,
        )
        seen[r][c] = round(float(visible.sum()) / whole, 2)
    return seen
