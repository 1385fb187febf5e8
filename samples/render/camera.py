"""A pinhole camera over the table plane.

Plane coordinates are (x, y) in squares with y downwards, heights z in squares above the table. Photo
coordinates are (x, y) pixels with pixel centres at whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A camera for a photo of `size` = (width, height) pixels."""

    size: tuple[int, int]
    focal: float
    """Focal length in pixels."""
    rotation: Array
    """3x3, from (x, y, -z) of the table to the camera's (right, down, forward)."""
    offset: Array
    """3, so that a table point p lies at rotation @ p + offset in the camera."""

    @cached_property
    def matrix(self) -> Array:
        """3x4 projection of (x, y, z, 1) with z upwards."""
        width, height = self.size
        lens = np.array([[self.focal, 0, (width - 1) / 2], [0, self.focal, (height - 1) / 2], [0, 0, 1]])
        placed = np.column_stack([self.rotation * np.array([1, 1, -1]), self.offset])
        return lens @ placed

    def plane(self, z: float = 0.0) -> Array:
        """3x3 homography from plane coordinates at height z to photo pixels."""
        p = self.matrix
        return np.column_stack([p[:, 0], p[:, 1], p[:, 2] * z + p[:, 3]])

    def project(self, points: ArrayLike) -> Array:
        """(n, 3) table points to (n, 2) pixels."""
        xyz = np.asarray(points, np.float64).reshape(-1, 3)
        uvw = np.column_stack([xyz, np.ones(len(xyz))]) @ self.matrix.T
        return uvw[:, :2] / uvw[:, 2:]

    def depth(self, points: ArrayLike) -> Array:
        """(n, 3) table points to distances along the viewing direction."""
        xyz = np.asarray(points, np.float64).reshape(-1, 3) * np.array([1, 1, -1])
        return xyz @ self.rotation[2] + self.offset[2]

    def to_plane(self, pixels: ArrayLike, z: float = 0.0) -> Array:
        """(n, 2) pixels to the (n, 2) plane points at height z seen there."""
        return apply(np.linalg.inv(self.plane(z)), pixels)

    @cached_property
    def position(self) -> Array:
        """Where the camera is: (x, y, z)."""
        return -(self.rotation.T @ self.offset) * np.array([1, 1, -1])

    def scaled(self, factor: float) -> Camera:
        """The same view at another resolution."""
        width, height = self.size
        size = (max(1, round(width * factor)), max(1, round(height * factor)))
        return replace(self, size=size, focal=self.focal * size[0] / width)

    def pixels_per_square(self, x: float, y: float) -> float:
        """Mean side of a square at this place of the plane, in pixels."""
        quad = self.project([[x, y, 0], [x + 1, y, 0], [x + 1, y + 1, 0], [x, y + 1, 0]])
        return float(np.sqrt(abs(_area(quad))))


def _area(quad: Array) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return float(0.5 * (x @ np.roll(y, -1) - y @ np.roll(x, -1)))


def apply(homography: ArrayLike, points: ArrayLike) -> Array:
    """(n, 2) points through a 3x3 homography."""
    xy = np.asarray(points, np.float64).reshape(-1, 2)
    uvw = np.column_stack([xy, np.ones(len(xy))]) @ np.asarray(homography, np.float64).T
    return uvw[:, :2] / uvw[:, 2:]


def _turns(turn: float, tilt: float, roll: float) -> Array:
    t, p, r = np.deg2rad([turn, tilt, roll])
    about_up = np.array([[np.cos(t), -np.sin(t), 0], [np.sin(t), np.cos(t), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(p), np.sin(p)], [0, -np.sin(p), np.cos(p)]])
    about_view = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    return about_view @ lean @ about_up


def aim(
    outline: ArrayLike,
    size: tuple[int, int],
    *,
    tilt: float,
    turn: float,
    fill: float,
    lens_mm: float = 26.0,
    roll: float = 0.0,
    shift: tuple[float, float] = (0.0, 0.0),
) -> Camera:
    """The camera that sees the (n, 2) plane points of `outline` filling `fill` of the photo.

    tilt: degrees off vertical; turn: degrees the board is turned clockwise in the photo; lens_mm: 35 mm
    equivalent focal length; shift: where the outline's box is centred, in photo halves from the middle, kept
    small enough that the outline stays in the picture where `fill` allows it.
    """
    width, height = size
    focal = lens_mm / 43.27 * float(np.hypot(width, height))
    rotation = _turns(turn, tilt, roll)
    points = np.asarray(outline, np.float64).reshape(-1, 2)
    points = np.column_stack([points, np.zeros(len(points))])
    look = np.append(points[:, :2].mean(0), 0.0)
    extent = float(np.ptp(points, axis=0).max())
    distance = extent * focal / (fill * max(size))
    # A board larger than the picture may run out of it on any side.
    room = abs(1 - fill)
    goal = np.array([width, height]) / 2 * (1 + np.clip(shift, -room, room))
    camera = Camera(size, focal, rotation, np.zeros(3))
    for _ in range(8):
        camera = replace(camera, offset=np.array([0, 0, distance]) - rotation @ look)
        nearest = camera.depth(points).min()
        if nearest < 0.15 * extent:
            distance += 0.3 * extent - nearest
            continue
        seen = camera.project(points)
        box_low, box_high = seen.min(0), seen.max(0)
        distance *= 1 + 0.9 * (float(np.max((box_high - box_low) / [width, height])) / fill - 1)
        drift = camera.to_plane([(box_low + box_high) / 2])[0] - camera.to_plane([goal])[0]
        look[:2] += 0.9 * drift
    return replace(camera, offset=np.array([0, 0, distance]) - rotation @ look)
