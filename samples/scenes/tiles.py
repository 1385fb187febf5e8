"""Photos of square tiles of other games, laid edge to edge or loosely, whole or with holes.

They have nothing of the three games in them: what finds their grid finds any grid.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.art import colour as col
from samples.art import tilesets
from samples.render import draw, scene
from samples.render.frame import Facet, Sheet
from samples.scenes import choose_style

Rng = np.random.Generator

STYLES = tuple(tilesets.TILESETS)
HELD_OUT_STYLES = ("pipes", "islands")
"""Never drawn unless asked for by name, so that nothing is trained on them."""


def render(
    rng: Rng,
    *,
    difficulty: str = "normal",
    style: str | None = None,
    size: int | tuple[int, int] | None = None,
    rows: int | None = None,
    cols: int | None = None,
    kit: int | None = None,
    encode: bool = True,
    **conditions: Any,
) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """A photo (BGR, upright) of tiles and its truth.

    kit: the number of the copy of the game, the same faces in every photo of one style. The truth has
    `homography` ((column, row) to photo pixels on the tiles' upper faces; their pitch, gaps included, is 1), `present` (rows
    of bool) and `labels` (rows of str, "" where no tile lies) in place of a board.
    """
    if style is None:
        style = choose_style(rng, STYLES, HELD_OUT_STYLES)
    present = _arrangement(rng, rows, cols)
    under = scene.sample(rng, difficulty, size, **conditions)
    studio = scene.set_up(rng, under, present, unit=rng.uniform(0.45, 1.1))
    number = int(rng.integers(1 << 30)) if kit is None else kit
    plan = np.random.default_rng([number, STYLES.index(style)])
    cut = _Cut(plan)
    n = min(260, draw.rung(max(16.0, studio.px)))
    faces = [(label, cut.shape(face)) for label, face in tilesets.TILESETS[style](plan, n)]
    studio.tokens = [face for _, face in faces]
    studio.strew()
    studio.height = cut.thickness
    labels = _lay(rng, studio, present, faces, cut)
    photo, truth = studio.finish(encode=encode)
    truth["style"], truth["kit"] = style, number
    truth["present"] = present.tolist()
    truth["labels"] = labels
    return photo, truth


class _Cut:
    """How the tiles of one copy are cut: corners, border, thickness."""

    def __init__(self, rng: Rng) -> None:
        self.corner = float(rng.uniform(0, 0.18)) if rng.random() < 0.7 else 0.0
        self.border = float(rng.uniform(0, 0.07)) if rng.random() < 0.5 else 0.0
        self.colour = (
            col.paper(rng) if rng.random() < 0.6 else col.between(rng, (0, 360), (0, 0.6), (0.05, 0.6))
        )
        self.thickness = float(np.exp(rng.uniform(np.log(0.01), np.log(0.25))))
        self.edge = col.between(rng, (20, 45), (0.0, 0.5), (0.4, 0.95))
        self.gloss = float(rng.uniform(0.3, 1.2))

    def shape(self, face: NDArray[np.uint8]) -> NDArray[np.uint8]:
        n = face.shape[0]
        face = face.copy()
        middle = np.array([(n - 1) / 2, (n - 1) / 2])
        if self.border * n >= 0.5:
            draw.stroke(
                face,
                draw.rounded(n - 1, n - 1, self.corner * n) + middle,
                self.colour,
                2 * self.border * n,
                closed=True,
            )
        mask = np.zeros((n, n), np.uint8)
        draw.fill(mask, draw.rounded(n - 1, n - 1, self.corner * n) + middle, 255.0)
        return cv2.multiply(face, cv2.merge([mask] * 4), scale=1 / 255)


def _arrangement(rng: Rng, rows: int | None, cols: int | None) -> NDArray[np.bool_]:
    """Which squares have a tile; every outer row and column has some, and there are at least 3 x 3 squares."""
    height = int(rng.integers(3, 13)) if rows is None else rows
    width = int(rng.integers(3, 13)) if cols is None else cols
    kind = rng.random()
    if kind < 0.4:
        return np.ones((height, width), bool)
    if kind < 0.7:
        there = rng.random((height, width)) > rng.uniform(0.03, 0.3)
    else:
        there = np.zeros((height, width), bool)
        r, c = height // 2, width // 2
        for _ in range(height * width * 2):
            there[r, c] = True
            step = int(rng.integers(4))
            r = int(np.clip(r + (step == 0) - (step == 1), 0, height - 1))
            c = int(np.clip(c + (step == 2) - (step == 3), 0, width - 1))
    used_rows, used_cols = np.flatnonzero(there.any(1)), np.flatnonzero(there.any(0))
    whole = (
        len(used_rows) > 0
        and used_rows[-1] - used_rows[0] + 1 == height
        and used_cols[-1] - used_cols[0] + 1 == width
    )
    if (rows is None or whole) and (cols is None or whole) and len(used_rows) >= 3 and len(used_cols) >= 3:
        return there[used_rows[0] : used_rows[-1] + 1, used_cols[0] : used_cols[-1] + 1]
    return np.ones((height, width), bool)


def _lay(
    rng: Rng, studio: scene.Studio, present: NDArray[np.bool_], faces: tilesets.Faces, cut: _Cut
) -> list[list[str]]:
    margin = 0.6
    low, high = (-margin, -margin), (studio.cols + margin, studio.rows + margin)
    px = float(faces[0][1].shape[0])
    sheet = Sheet.over(low, high, px, base=0.0, thickness=cut.thickness, edge=tuple(cut.edge))
    gap = rng.uniform(0, 0.02) if rng.random() < 0.6 else rng.uniform(0.02, 0.14)
    care = rng.uniform(0.0, 0.012) if rng.random() < 0.5 else rng.uniform(0.01, 0.035)
    turns = rng.random() < 0.6
    few = rng.permutation(len(faces))[: int(rng.integers(1, len(faces) + 1))]
    labels = [["" for _ in range(studio.cols)] for _ in range(studio.rows)]
    tops: list[tuple[int, int]] = []
    for r, c in np.argwhere(present):
        label, face = faces[int(few[int(rng.integers(len(few)))])]
        turned = float(90 * rng.integers(4)) if turns else 0.0
        at = np.array([c + 0.5, r + 0.5]) + rng.normal(0, care, 2)
        quad = sheet.put(face, at, 1 - gap, turned + float(rng.normal(0, 45 * care)))
        tilt = rng.normal(0, 0.4, 2)
        sheet.facets.append(Facet(quad, (float(tilt[0]), float(tilt[1])), cut.gloss))
        labels[r][c] = label
        tops.append((int(r), int(c)))
    studio.lay(sheet)
    if rng.random() < 0.3:
        _pieces(rng, studio, tops, cut.thickness, px)
    return labels


def _pieces(rng: Rng, studio: scene.Studio, squares: list[tuple[int, int]], base: float, px: float) -> None:
    """Discs, cubes and such that stand on some tiles."""
    margin = 0.6
    sheet = Sheet.over(
        (-margin, -margin),
        (studio.cols + margin, studio.rows + margin),
        px,
        base=base,
        thickness=float(rng.uniform(0.05, 0.35)),
        edge=tuple(col.between(rng, (0, 360), (0.2, 0.8), (0.3, 0.7))),
    )
    n = max(12, int(px * 0.5))
    colours = [col.between(rng, (0, 360), (0.3, 0.95), (0.2, 0.95)) for _ in range(4)]
    shape = str(rng.choice(["round", "square", "hex"]))
    for r, c in squares:
        if rng.random() < 0.2:
            piece = draw.blank(n, n)
            draw.fill(piece, draw.outline(shape) * (n - 2) + n / 2, colours[int(rng.integers(4))])
            at = np.array([c + 0.5, r + 0.5]) + rng.normal(0, 0.08, 2)
            sheet.put(piece, at, float(rng.uniform(0.3, 0.6)), float(rng.uniform(0, 360)))
    studio.lay(sheet)
