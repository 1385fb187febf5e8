"""Smaller pictures keep their places: what is where in the small one is there in the large one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.shrinking import part, reduced


def ramp(width: int, height: int) -> np.ndarray:
    """Blue grows to the right and green downwards, by the same for every pixel."""
    x, y = np.meshgrid(np.linspace(0, 250, width), np.linspace(0, 250, height))
    return np.dstack([x, y, np.zeros_like(x)]).round().astype(np.uint8)


@pytest.mark.parametrize("size", [(640, 480), (641, 479), (100, 900), (1500, 1000)])
@pytest.mark.parametrize("side", [50, 99, 300, 640, 2000])
def test_the_map_leads_back_to_the_same_colour(size: tuple[int, int], side: int) -> None:
    image = ramp(*size)
    small, back = reduced(image, side)
    assert max(small.shape[:2]) == min(side, max(size))
    for x, y in [(small.shape[1] // 2, small.shape[0] // 2), (small.shape[1] // 3, small.shape[0] // 4)]:
        u, v, _ = back @ [x, y, 1.0]
        assert small[y, x, 0] == pytest.approx(u * 250 / (size[0] - 1), abs=3)
        assert small[y, x, 1] == pytest.approx(v * 250 / (size[1] - 1), abs=3)


def test_a_line_does_not_get_lost() -> None:
    image = np.zeros((400, 400, 3), np.uint8)
    cv2.line(image, (0, 201), (399, 201), (255, 255, 255), 1)
    small, _ = reduced(image, 60)
    assert small.max() > 20


def test_a_strip_one_pixel_high_is_reduced_as_well() -> None:
    small, _ = reduced(np.zeros((1, 900, 3), np.uint8), 100)
    assert small.shape[:2] == (1, 100)


def test_a_part_shows_the_points_where_they_were() -> None:
    image = ramp(300, 200)
    cut, moved = part(image, np.array([[50.5, 60.0], [90.0, 120.0]]))
    assert cut.shape[0] < 80
    assert cut.shape[1] < 60
    x, y, _ = moved @ [70, 100, 1]
    assert (cut[int(y), int(x)] == image[100, 70]).all()


@pytest.mark.parametrize(
    "points",
    [[[np.nan, 0], [10, 10]], [[900, 900], [950, 950]], [[-50, -50], [-20, -20]], [[-30, 20], [-3.5, 90]]],
)
def test_points_that_show_no_part_leave_the_picture_whole(points: list[list[float]]) -> None:
    image = ramp(300, 200)
    cut, moved = part(image, np.array(points, np.float64))
    assert cut is image
    assert (moved == np.eye(3)).all()
