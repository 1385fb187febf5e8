"""A scene from its conditions to photo and truth.

    studio = set_up(rng, conditions, outline, rows, cols)     table, light, camera, flat clutter
    studio.lay(sheet); ...                                     the game's pieces, drawn at studio.px
    photo, truth = studio.finish()                             tall clutter, light, lens

Everything follows from the generator given: the same seed gives the same photo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from samples.render import clutter, draw, frame, lens, light, tables
from samples.render.camera import Camera, aim, apply

Rng = np.random.Generator
Size = tuple[int, int]

DIFFICULTIES = ("easy", "normal", "hard")

_PHOTO_SIZES = (
    (4000, 3000),
    (3264, 2448),
    (2400, 1800),
    (2400, 1800),
    (2048, 1536),
    (1600, 1200),
    (1440, 1080),
)


@dataclass(frozen=True)
class Conditions:
    """What a photo is taken under; goes into the truth as `scene`."""

    difficulty: str
    table: str
    light: str
    tilt: float
    turn: float
    fill: float
    lens_mm: float
    clutter: tuple[str, ...]
    glossy: bool
    phone_shadow: bool
    exif_orientation: int
    photo_size: Size
    """Of the upright photo."""
    quality: int
    ev: float
    noise: float
    """Standard deviation as a share of white, at 2000 pixels of length."""
    defocus: float
    """Standard deviation in pixels, at 2000 pixels of length."""
    motion: float
    """Length of the streak in pixels, at 2000 pixels of length."""
    roll: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    overlap: bool = False
    """Whether a hand or mug may reach over the board's edge."""

    def to_dict(self) -> dict[str, Any]:
        """As in a truth file."""
        names = "table light tilt turn fill lens_mm clutter glossy phone_shadow exif_orientation photo_size quality ev noise defocus motion"
        values = {name: getattr(self, name) for name in names.split()}
        values["clutter"], values["photo_size"] = list(self.clutter), list(self.photo_size)
        return values


def photo_size(rng: Rng, size: int | Size | None) -> Size:
    """The (width, height) asked for: as given, of a long side, or any phone's."""
    if isinstance(size, tuple):
        return size
    if size is None:
        long, short = _PHOTO_SIZES[int(rng.integers(len(_PHOTO_SIZES)))]
    else:
        long, short = size, round(size * float(rng.choice([0.75, 0.75, 0.75, 0.5625, 1.0])))
    return (long, short) if rng.random() < 0.55 else (short, long)


def sample(
    rng: Rng,
    difficulty: str = "normal",
    size: int | Size | None = None,
    *,
    max_tilt: float = 45.0,
    **fixed: Any,
) -> Conditions:
    """Conditions of this difficulty; any of them can be fixed by name."""
    if difficulty not in DIFFICULTIES:
        raise ValueError(f"difficulty is one of {', '.join(DIFFICULTIES)}, not {difficulty!r}")
    easy, hard = difficulty == "easy", difficulty == "hard"
    tilt = rng.uniform(0, 12) if easy else rng.uniform(8, 42) if hard else rng.triangular(0, 18, 40)
    around = rng.integers(4) * 90 + rng.normal(0, 9) if rng.random() < 0.5 else rng.uniform(0, 360)
    fill = rng.uniform(0.6, 0.92) if easy else rng.uniform(0.35, 0.95) if hard else rng.uniform(0.42, 0.95)
    mm = rng.uniform(23.5, 28.5) if rng.random() < 0.8 else rng.uniform(28, 55)
    names = sorted([*clutter.FLAT, *clutter.TALL])
    count = int(rng.integers(0, 2) if easy else rng.integers(2, 7) if hard else rng.integers(0, 5))
    defocus = 0.0 if easy or rng.random() < 0.4 else rng.uniform(0.2, 2.2 if hard else 0.85)
    motion = 0.0 if easy or rng.random() < 0.6 else rng.uniform(1.0, 6.0 if hard else 3.0)
    values: dict[str, Any] = {
        "table": tables.choose(rng),
        "light": str(rng.choice(light.LIGHTS, p=[0.25, 0.25, 0.2, 0.12, 0.08, 0.1])),
        "tilt": round(min(float(tilt), max_tilt), 1),
        "turn": round(float(around) % 360, 1),
        "fill": round(float(fill), 2),
        "lens_mm": round(float(mm), 1),
        "clutter": tuple(str(rng.choice(names)) for _ in range(count)),
        "glossy": bool(rng.random() < (0.2 if easy else 0.65 if hard else 0.3)),
        "phone_shadow": bool(rng.random() < (0.05 if easy else 0.4 if hard else 0.25)),
        "exif_orientation": int(rng.choice([1, 1, 1, 1, 6, 6, 8, 3])),
        "photo_size": photo_size(rng, size),
        "quality": int(
            rng.integers(70, 96) if easy else rng.integers(45, 92) if hard else rng.integers(60, 96)
        ),
        "ev": round(float(rng.normal(0, 0.12 if easy else 0.5 if hard else 0.28)), 2),
        "noise": round(
            float(
                rng.uniform(0.004, 0.018)
                if easy
                else rng.uniform(0.02, 0.08)
                if hard
                else rng.uniform(0.006, 0.032)
            ),
            3,
        ),
        "defocus": round(float(defocus), 2),
        "motion": round(float(motion), 1),
        "roll": float(rng.normal(0, 2.5)),
        "shift": (float(rng.normal(0, 0.25)), float(rng.normal(0, 0.25))),
        "overlap": bool(rng.random() < (0.0 if easy else 0.6 if hard else 0.3)),
    }
    return Conditions(difficulty=difficulty, **{**values, **fixed})


@dataclass
class Studio:
    """A scene in the making. Lengths are in squares; `unit` is how many of them 25 mm are."""

    rng: Rng
    conditions: Conditions
    frame: frame.Frame
    rows: int
    cols: int
    outline: NDArray[np.float64]
    present: NDArray[np.bool_]
    unit: float
    px: float
    """Canvas pixels per square that suit this photo."""
    fields: tuple[NDArray, NDArray]
    pitch: tuple[float, float] = (1.0, 1.0)
    """Width and height of a grid cell in squares, where cells are no squares."""
    height: float = 0.0
    """How high above the table the faces lie that the truth's corners and homography are of."""
    tokens: Sequence[NDArray[np.uint8]] = ()
    cards: Sequence[NDArray[np.uint8]] = ()
    _photo_camera: Camera | None = None
    _waiting: list[tuple[str, clutter.Spot]] = field(default_factory=list)

    def strew(self) -> None:
        """Choose where the clutter goes and lay what is flat; tall things wait until the pieces lie."""
        for name in self.conditions.clutter:
            spot = self._spot(name)
            if spot is None:
                continue
            if name in clutter.FLAT:
                clutter.FLAT[name](self.rng, self.frame, spot)
            else:
                self._waiting.append((name, spot))

    def lay(self, sheet: frame.Sheet) -> None:
        """Put pieces on the table."""
        frame.lay(self.frame, sheet)

    def lay_cover(self, sheet: frame.Sheet) -> None:
        """Put pieces on the table that count as hiding what is below them."""
        frame.lay(self.frame, sheet, covers=True)

    def _spot(self, name: str) -> clutter.Spot | None:
        """A place in the picture that keeps clear of the board, or just reaches over its edge."""
        width, height = self.frame.camera.size
        reach = clutter.REACH[name] * self.unit
        clear = reach
        if self.conditions.overlap and name in ("hand", "mug", "pen", "cable"):
            clear = -0.6 * self.unit if name == "hand" else reach - 0.7 * self.unit
        centre = self.outline.mean(0)
        for _ in range(24):
            at = self.frame.camera.to_plane(
                [self.rng.uniform([-0.05, -0.05], [1.05, 1.05]) * [width, height]]
            )[0]
            if (self._outside(at) if name == "hand" else self._distance(at)) < clear:
                continue
            toward = centre - at
            px = min(self.frame.camera.pixels_per_square(*at), 2 * self.px)
            inward = float(np.rad2deg(np.arctan2(toward[1], toward[0])))
            if name == "hand" and self._distance(at) > 3 * self.unit and self.present.any():
                continue
            return clutter.Spot((float(at[0]), float(at[1])), inward, self.unit, px, self.tokens, self.cards)
        return None

    def _distance(self, at: NDArray[np.float64]) -> float:
        """From a plane point to the nearest cell with a piece; negative inside."""
        if not self.present.any():
            return float("inf")
        at = at / self.pitch
        rows, cols = np.nonzero(self.present)
        dx = np.maximum(np.maximum(cols - at[0], at[0] - cols - 1), 0)
        dy = np.maximum(np.maximum(rows - at[1], at[1] - rows - 1), 0)
        gap = float(np.hypot(dx, dy).min())
        if gap > 0:
            return gap
        missing = np.pad(self.present, 1)
        rows, cols = np.nonzero(~missing)
        dx = np.maximum(np.maximum(cols - 1 - at[0], at[0] - cols), 0)
        dy = np.maximum(np.maximum(rows - 1 - at[1], at[1] - rows), 0)
        return -float(np.hypot(dx, dy).min())

    def _outside(self, at: NDArray[np.float64]) -> float:
        """From a plane point to the board's convex outline; negative inside. A hand that points at a gap within the board lies
        across it, one that stays outside this reaches over its edge."""
        rows, cols = np.nonzero(self.present)
        if not len(rows):
            return float("inf")
        corners = np.vstack([np.column_stack([cols + dx, rows + dy]) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))])
        hull = cv2.convexHull(corners.astype(np.float32))
        x, y = (float(v) for v in at / self.pitch)
        return -cv2.pointPolygonTest(hull, (x, y), measureDist=True)

    def finish(self, *, encode: bool = True) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """The photo (BGR, upright) and its truth without the board.

        encode: whether the photo goes through JPEG at the conditions' quality. The truth's `homography` (3x3
        lists) maps (column, row) in squares to photo pixels.
        """
        for name, spot in sorted(self._waiting, key=lambda w: -self.frame.camera.depth([[*w[1].at, 0]])[0]):
            clutter.TALL[name](self.rng, self.frame, spot)
        rng, conditions = self.rng, self.conditions
        size = conditions.photo_size
        glass = _lens(rng, conditions)
        linear = lens.expose(self.frame, *self.fields)
        glass = replace(glass, ev=glass.ev + _metering(linear, rng))
        photo = lens.develop(rng, linear, size, glass)
        if encode:
            photo = lens.compress(photo, conditions.quality)
        return photo, self._truth(glass)

    def _truth(self, glass: lens.Lens) -> dict[str, Any]:
        camera = self._photo_camera
        assert camera is not None
        homography = camera.plane(self.height) @ np.diag([*self.pitch, 1.0])
        if glass.bend:
            across, down = np.meshgrid(np.arange(self.cols + 1), np.arange(self.rows + 1))
            lattice = np.column_stack([across.ravel(), down.ravel()]).astype(np.float64)
            bent = lens.bend_points(apply(homography, lattice), self.conditions.photo_size, glass.bend)
            homography, _ = cv2.findHomography(lattice, bent)
        homography = homography / homography[2, 2]
        box = [[0, 0], [self.cols, 0], [self.cols, self.rows], [0, self.rows]]
        scene = self.conditions.to_dict()
        visible = self._visible()
        if visible.min() < 0.995:
            scene["visible"] = [[round(float(v), 2) for v in row] for row in visible]
        return {
            "difficulty": self.conditions.difficulty,
            "scene": scene,
            "corners": [[round(float(v), 1) for v in p] for p in apply(homography, box)],
            "size": [self.rows, self.cols],
            "homography": homography.tolist(),
        }

    def _visible(self) -> NDArray[np.float64]:
        """Share of each square that lies in the picture and is not hidden by clutter."""
        n = 8
        clear = cv2.bitwise_not(self.frame.cover)
        to_squares = np.array([[n, 0, -0.5], [0, n, -0.5], [0, 0, 1]]) @ np.linalg.inv(
            self.frame.camera.plane()
        )
        seen = cv2.warpPerspective(clear, to_squares, (self.cols * n, self.rows * n), flags=cv2.INTER_LINEAR)
        return seen.reshape(self.rows, n, self.cols, n).mean((1, 3)) / 255.0


def _lens(rng: Rng, conditions: Conditions) -> lens.Lens:
    easy, hard = conditions.difficulty == "easy", conditions.difficulty == "hard"
    scale = max(conditions.photo_size) / 2000
    # A photo made small has had its noise averaged away in part.
    grain = conditions.noise * min(1.2, scale**0.35)
    blur = conditions.defocus * scale
    tilt_focus = rng.uniform(0.5, 2.5 if hard else 1.3) * scale if not easy and rng.random() < 0.15 else 0.0
    spread = 0.02 if easy else 0.09 if hard else 0.05
    return lens.Lens(
        ev=conditions.ev,
        white=tuple(float(v) for v in np.exp(rng.normal(0, spread, 3))),
        defocus=float(blur),
        tilt_focus=float(tilt_focus),
        motion=float(conditions.motion * scale),
        motion_angle=float(rng.uniform(0, np.pi)),
        noise=float(grain),
        contrast=float(rng.normal(1.0, 0.12)),
        saturation=float(np.clip(rng.normal(1.05, 0.15), 0.6, 1.5)),
        sharpen=float(rng.uniform(0.1, 0.9)) if rng.random() < 0.5 else 0.0,
        bend=float(rng.normal(0, 0.006)) if rng.random() < 0.3 else 0.0,
        quality=conditions.quality,
        haze=float(rng.uniform(0, 0.03)) if rng.random() < 0.4 else 0.0,
    )


def _metering(linear: NDArray[np.float32], rng: Rng) -> float:
    """What the phone's automatic exposure adds: it pulls the picture part of the way towards middle grey."""
    small = cv2.resize(linear, (32, 32), interpolation=cv2.INTER_AREA)
    level = float(np.exp(np.log(small + 1e-3).mean()))
    return float(np.clip(np.log2(rng.uniform(0.1, 0.26) / level), -1.8, 1.8)) * float(rng.uniform(0.3, 0.75))


def set_up(
    rng: Rng,
    conditions: Conditions,
    present: ArrayLike,
    *,
    unit: float = 0.9,
    outline: ArrayLike | None = None,
    sharpness: float | None = None,
    pitch: tuple[float, float] = (1.0, 1.0),
) -> Studio:
    """A table with a board's place on it, under its light, seen by the camera.

    present: rows x cols of bool, the squares where something will lie; outline: plane points that `fill` speaks
    of (the squares present if left out); sharpness: how much finer than the photo the scene is drawn; pitch:
    width and height of the cells of `present`, where they are no squares.
    """
    there = np.asarray(present, bool)
    rows, cols = there.shape
    if outline is None:
        r, c = np.nonzero(there)
        points = (
            np.vstack([np.column_stack([c + dx, r + dy]) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))])
            * pitch
        )
    else:
        points = np.asarray(outline, np.float64)
    camera = aim(
        points,
        conditions.photo_size,
        tilt=conditions.tilt,
        turn=conditions.turn,
        fill=conditions.fill,
        lens_mm=conditions.lens_mm,
        roll=conditions.roll,
        shift=conditions.shift,
    )
    if sharpness is None:
        sharpness = 1.2 if max(conditions.photo_size) <= 1700 else 1.0
    inner = camera.scaled(sharpness)
    width, height = inner.size
    centre = tuple(float(v) for v in (points.min(0) + points.max(0)) / 2)
    extent = float(np.ptp(points, axis=0).max())
    lamp = light.sample(
        rng,
        conditions.light,
        inner,
        centre,
        extent,
        hard=conditions.difficulty == "hard",
        glossy=conditions.glossy,
        phone_shadow=conditions.phone_shadow,
    )
    image = tables.lay(rng, conditions.table, inner.plane(), inner.size, centre)
    picture = frame.Frame(
        inner,
        lamp,
        image,
        np.full((height, width), 255, np.uint8),
        np.zeros((height, width), np.uint8),
        np.zeros((height, width), np.uint8),
    )
    _table_end(rng, picture, points)
    hull = points[cv2.convexHull(points.astype(np.float32), returnPoints=False)[:, 0]]
    px = float(np.clip(max(inner.pixels_per_square(*p) for p in hull), 10, 340))
    studio = Studio(
        rng,
        conditions,
        picture,
        rows,
        cols,
        points,
        there,
        unit,
        px,
        lamp.fields(inner, centre, extent),
        pitch=pitch,
        _photo_camera=camera,
    )
    if lamp.glares:
        _table_gloss(rng, picture, conditions.table)
    for outline_, soft, strength in lamp.edges:
        frame.cast_outline(picture, outline_, soft, strength, veil=True)
    return studio


def _table_gloss(rng: Rng, picture: frame.Frame, table: str) -> None:
    shine = (
        0.0
        if "felt" in table or table in ("carpet", "gingham", "stripes", "checker", "dotted", "mat")
        else rng.uniform(0.1, 0.7)
    )
    if shine == 0:
        return
    width, height = picture.camera.size
    step = 8
    u, v = np.meshgrid(np.arange(0, width + step, step), np.arange(0, height + step, step))
    xy = picture.camera.to_plane(np.stack([u, v], -1))
    value = picture.light.mirrored(xy[:, 0].reshape(u.shape), xy[:, 1].reshape(u.shape)) * shine
    value = cv2.GaussianBlur(value, (0, 0), rng.uniform(0.5, 3))
    small = frame.gloss_values(value)
    picture.gloss[:] = cv2.resize(small, (u.shape[1] * step, u.shape[0] * step))[:height, :width]


def _table_end(rng: Rng, picture: frame.Frame, points: NDArray[np.float64]) -> None:
    """Now and then the table ends within the picture and a floor shows."""
    if rng.random() > 0.25:
        return
    low, high = points.min(0), points.max(0)
    extent = float((high - low).max())
    floor = rng.uniform(10, 60, 3) if rng.random() < 0.7 else rng.uniform(60, 200, 3)
    angle = rng.uniform(0, 360)
    middle = (low + high) / 2
    spread = np.abs(draw.turn(points - middle, -angle)[:, 0]).max() + extent * rng.uniform(0.08, 0.7)
    beyond = np.array(
        [
            [spread, -40 * extent],
            [30 * extent, -40 * extent],
            [30 * extent, 40 * extent],
            [spread, 40 * extent],
        ]
    )
    corners = draw.turn(beyond, angle) + middle
    height, width = picture.shade.shape
    view = picture.camera.to_plane([[0, 0], [width, 0], [width, height], [0, height]]).astype(np.float32)
    kind, part = cv2.intersectConvexConvex(corners.astype(np.float32), cv2.convexHull(view)[:, 0])
    if kind <= 0 or part is None:
        return
    pixels = picture.camera.project(np.column_stack([part[:, 0], np.zeros(len(part))]))
    layer = draw.blank(height, width)
    draw.fill(layer, np.clip(pixels, -16000, 16000), floor)
    draw.over(picture.image, layer)
