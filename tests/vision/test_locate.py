"""Lattices from exact maps, and the finder on drawn boards. Homographies map (column, row) in squares to (x, y)."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import lattice, locate, repeats

VIEW = np.array([[34.0, -9.0, 150.0], [7.0, 31.0, 60.0], [0.006, 0.011, 1.0]])
"""A board seen from the side: squares of about 30 pixels near (150, 60), smaller further on."""

HOLED = np.array(
    [[1, 1, 1, 0, 0, 0], [1, 1, 1, 1, 1, 0], [1, 1, 0, 1, 1, 1], [0, 1, 1, 1, 1, 1], [0, 0, 1, 1, 1, 1]], bool
)


def exact_maps(homography: np.ndarray, present: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """What a perfect network would say of a board in a picture of (height, width)."""
    height, width = size[0] // 4, size[1] // 4
    y, x = np.mgrid[0:height, 0:width] * 4 + 1.5
    inverse = np.linalg.inv(homography)
    place = np.stack([x.ravel(), y.ravel(), np.ones(x.size)], 1) @ inverse.T
    col, row = (place[:, :2] / place[:, 2:]).T.reshape(2, height, width)
    padded = np.pad(present, 1)

    def there(r: np.ndarray, c: np.ndarray) -> np.ndarray:
        inside = np.clip(np.floor(r) + 1, 0, padded.shape[0] - 1).astype(int)
        return padded[inside, np.clip(np.floor(c) + 1, 0, padded.shape[1] - 1).astype(int)]

    near_c, near_r = np.rint(col), np.rint(row)
    corner = np.any([there(near_r + a, near_c + b) for a in (-0.5, 0.5) for b in (-0.5, 0.5)], axis=0)
    w = homography[2, 0] * col + homography[2, 1] * row + 1
    step_col = (
        np.stack([homography[0, 0] - x * homography[2, 0], homography[1, 0] - y * homography[2, 0]]) / w
    )
    step_row = (
        np.stack([homography[0, 1] - x * homography[2, 1], homography[1, 1] - y * homography[2, 1]]) / w
    )
    off = (col - near_c) * step_col + (row - near_r) * step_row
    bump = np.exp(-0.5 * (off**2).sum(0) / 2.6**2) * corner
    frame = np.stack([step_col, step_row], 1).transpose(2, 3, 0, 1)  # h, w, xy, which
    area = np.abs(np.linalg.det(frame))
    square = frame @ frame.transpose(0, 1, 3, 2)
    trace = square[..., 0, 0] + square[..., 1, 1]
    root = (square + area[..., None, None] * np.eye(2)) / np.sqrt(trace + 2 * area)[..., None, None]
    spin = np.linalg.inv(root) @ frame
    turn = 4 * np.arctan2(spin[..., 1, 0], spin[..., 0, 0])
    numbers = [
        0.5 * np.log(area) - np.log(16), (square[..., 0, 0] - square[..., 1, 1]) / trace,
        2 * square[..., 0, 1] / trace, np.cos(turn), np.sin(turn),
    ]  # fmt: skip

    def logit(p: np.ndarray) -> np.ndarray:
        p = np.clip(p, 1e-4, 1 - 1e-4)
        return np.log(p / (1 - p))

    return np.stack([logit(bump), logit(there(row, col).astype(float)), logit(bump), *numbers]).astype(
        np.float32
    )


def corner_miss(found: np.ndarray, shape: tuple[int, int], truth: np.ndarray) -> float:
    """Largest distance in squares between corners, in the turn that fits best."""
    rows, cols = shape
    ends = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], float)
    there = lattice.project(np.linalg.inv(truth), lattice.project(found, ends))
    return min(float(np.abs(np.roll(there, k, 0) - ends).max()) for k in range(4))


@pytest.mark.parametrize("turn", [0, 30, 45, 100, 200, 290])
def test_lattice_from_exact_maps(turn: int) -> None:
    spin = np.vstack([cv2.getRotationMatrix2D((224, 160), turn, 0.9), [0, 0, 1]])
    truth = spin @ VIEW
    truth = truth / truth[2, 2]
    found = lattice.lattices(exact_maps(truth, HOLED, (320, 448)))
    assert len(found) == 1
    quarters = [k for k in range(4) if np.array_equal(np.rot90(HOLED, k), found[0].present)]
    assert quarters, "the squares that hold tiles, holes included"
    back = lattice.turned(found[0].homography, *found[0].present.shape, -quarters[0])
    there = lattice.project(
        np.linalg.inv(truth), lattice.project(back, np.array([[0.0, 0], [6, 0], [6, 5], [0, 5]]))
    )
    assert np.abs(there - [[0, 0], [6, 0], [6, 5], [0, 5]]).max() < 0.05
    assert found[0].score > 0.8


def test_columns_run_to_the_right() -> None:
    for turn in (0, 80, 170, 260):
        spin = np.vstack([cv2.getRotationMatrix2D((224, 160), turn, 0.9), [0, 0, 1]])
        (found,) = lattice.lattices(exact_maps(spin @ VIEW / (spin @ VIEW)[2, 2], HOLED, (320, 448)))
        a, b = lattice.project(found.homography, np.array([[2.0, 2], [3, 2]]))
        assert b[0] - a[0] >= abs(b[1] - a[1]) - 1e-6


def test_turned_goes_with_rot90() -> None:
    for quarters in range(4):
        mapped = lattice.turned(VIEW, *HOLED.shape, quarters)
        squares = np.rot90(HOLED, quarters)
        for r, c in np.argwhere(squares):
            middle = lattice.project(
                np.linalg.inv(VIEW), lattice.project(mapped, np.array([[c + 0.5, r + 0.5]]))
            )[0]
            assert HOLED[int(middle[1]), int(middle[0])]


def test_two_boards_have_lattices_of_their_own() -> None:
    left = np.array([[22.0, 3, 30], [-3, 22, 40], [0, 0, 1.0]])
    right = np.array([[16.0, -8, 300], [8, 16, 60], [0, 0, 1.0]])
    one, two = (
        exact_maps(left, np.ones((6, 6), bool), (256, 448)), exact_maps(right, np.ones((3, 4), bool), (256, 448)),
    )  # fmt: skip
    halves = np.where(np.arange(112) < 56, one, two)
    found = lattice.lattices(halves)
    assert [x.squares for x in found] == [36, 12]


@pytest.mark.parametrize("turn", [0, 30, 60])
@pytest.mark.parametrize("shown", [0.05, 0.25])
def test_a_patterned_table_that_passes_for_tiles_is_no_part_of_the_board(turn: int, shown: float) -> None:
    spin = np.vstack([cv2.getRotationMatrix2D((224, 224), turn, 0.9), [0, 0, 1]])
    truth = spin @ np.array([[24.0, 0, 80], [0, 24, 80], [0, 0, 1]])
    board = np.zeros((12, 12), bool)
    board[7:, 2:10] = True
    maps = exact_maps(truth, np.ones_like(board), (448, 448))
    real = exact_maps(truth, board, (448, 448))
    seen = 1 / (1 + np.exp(-real[0]))
    faint = shown / (1 + np.exp(-maps[0]))
    maps[0] = np.log(np.maximum(seen, faint) / (1 - np.maximum(seen, faint)))
    found = max(lattice.lattices(maps), key=lambda one: one.score)
    assert found.squares == board.sum()
    assert found.score > 0.8


def test_where_all_vertices_are_faint_alike_no_square_is_lost() -> None:
    maps = exact_maps(VIEW, HOLED, (320, 448))
    maps[0] = np.log(1 / (1 + 4 * np.exp(-maps[0])))
    (found,) = lattice.lattices(np.minimum(maps, np.array([-0.9, *[99] * 7])[:, None, None]).astype(np.float32))
    assert found.score < lattice.SURE
    assert found.squares == HOLED.sum()


def test_frames_undo_stretch_and_turn() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        frame = rng.normal(0, 12, (2, 2))
        if np.linalg.det(frame) < 20:
            continue
        square, area = frame @ frame.T, np.linalg.det(frame)
        trace = np.trace(square)
        if np.hypot(square[0, 0] - square[1, 1], 2 * square[0, 1]) > 0.85 * trace:
            continue
        root = (square + area * np.eye(2)) / np.sqrt(trace + 2 * area)
        spin = np.linalg.inv(root) @ frame
        turn = 4 * np.arctan2(spin[1, 0], spin[0, 0])
        numbers = np.array(
            [
                0.5 * np.log(area / 256),
                (square[0, 0] - square[1, 1]) / trace,
                2 * square[0, 1] / trace,
                np.cos(turn),
                np.sin(turn),
            ]
        )
        back = lattice.frames(numbers[:, None].astype(np.float32))[0]
        same = [
            np.abs(back @ np.linalg.matrix_power(np.array([[0, -1], [1, 0]]), k) - frame).max()
            for k in range(4)
        ]
        assert min(same) < 0.01


def test_grid_from_corners() -> None:
    grid = locate.grid_from_corners([(10, 20), (110, 22), (120, 90), (5, 80)], 3, 5)
    assert (grid.rows, grid.cols, grid.present.shape) == (3, 5, (3, 5))
    assert np.allclose(grid.corners, [(10, 20), (110, 22), (120, 90), (5, 80)], atol=1e-6)


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (1, 1)],
        [(0, 0), (100, 100), (100, 0), (0, 100)],
        [(5, 5)] * 4,
        [(0, 0), (1, np.nan), (1, 1), (0, 1)],
    ],
)
def test_corners_that_go_around_nothing(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="corners"):
        locate.grid_from_corners(corners, 3, 3)


def drawn(
    present: np.ndarray, homography: np.ndarray, seed: int, size: tuple[int, int] = (720, 960)
) -> np.ndarray:
    """A photo of a board of plain tiles with pictures on a wooden table."""
    rng = np.random.default_rng(seed)
    side = 48
    rows, cols = present.shape
    flat = np.zeros((rows * side, cols * side, 3), np.uint8)
    cover = np.zeros((rows * side, cols * side), np.uint8)
    colours = np.array([[70, 140, 60], [190, 110, 50], [130, 50, 110], [220, 220, 230]])
    for r, c in np.argwhere(present):
        tile = flat[r * side : (r + 1) * side, c * side : (c + 1) * side]
        tile[:] = np.clip(colours[rng.integers(4)] + rng.normal(0, 8, (side, side, 3)), 0, 255)
        cv2.rectangle(tile, (0, 0), (side - 1, side - 1), (235, 240, 240), 1)
        if rng.random() < 0.4:
            cv2.circle(
                tile,
                (side // 2, side // 2),
                15,
                tuple(int(v) for v in rng.integers(0, 255, 3)),
                -1,
                cv2.LINE_AA,
            )
        cover[r * side : (r + 1) * side, c * side : (c + 1) * side] = 255
    grain = cv2.resize(rng.random((90, 12)).astype(np.float32), size[::-1], interpolation=cv2.INTER_CUBIC)
    photo = (np.array([100, 140, 180]) * (0.85 + 0.3 * grain[..., None])).astype(np.float32)
    to = homography @ np.array([[1 / side, 0, 0.5 / side], [0, 1 / side, 0.5 / side], [0, 0, 1.0]])
    seen = cv2.warpPerspective(flat, to, size[::-1], flags=cv2.INTER_AREA)
    alpha = cv2.warpPerspective(cover, to, size[::-1])[..., None] / 255.0
    shadow = cv2.GaussianBlur(alpha, (0, 0), 4)[..., None]
    photo = photo * (1 - 0.4 * shadow) * (1 - alpha) + seen * alpha
    return np.clip(photo + rng.normal(0, 3, photo.shape), 0, 255).astype(np.uint8)


PHOTO_VIEW = np.array([[70.0, -12.0, 270.0], [14.0, 66.0, 150.0], [0.012, 0.02, 1.0]])


@pytest.mark.parametrize("turn", [0, 90, 205])
def test_finds_a_drawn_board(turn: int) -> None:
    spin = np.vstack([cv2.getRotationMatrix2D((480, 360), turn, 1.0), [0, 0, 1]])
    truth = spin @ PHOTO_VIEW
    truth = truth / truth[2, 2]
    grid = locate.find_grid(drawn(HOLED, truth, 7))
    assert grid is not None
    assert sorted((grid.rows, grid.cols)) == [5, 6]
    turns = [np.rot90(HOLED, k) for k in range(4) if np.rot90(HOLED, k).shape == grid.present.shape]
    assert min(int((squares != grid.present).sum()) for squares in turns) <= 3
    assert corner_miss(grid.homography, (grid.rows, grid.cols), truth) < 0.1 or (
        corner_miss(lattice.turned(grid.homography, grid.rows, grid.cols, 1), (grid.cols, grid.rows), truth)
        < 0.1
    )
    assert not locate.runs_out(grid, 960, 720)


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_a_small_board_beside_a_large_one_is_found_in_a_photo_from_afar(seed: int) -> None:
    large = drawn(np.ones((12, 12), bool), np.array([[26.0, 3, 200], [-3, 26, 240], [0, 0, 1]]), seed, (1200, 1600))
    small = drawn(np.ones((5, 5), bool), np.array([[23.0, 11, 900], [-11, 23, 420], [0, 0, 1]]), seed, (1200, 1600))
    photo = np.hstack([large[:, :760], small[:, 760:]])
    found = locate.find_grids(photo)
    assert [sorted((one.rows, one.cols)) for one in found] == [[12, 12], [5, 5]]


def test_a_board_that_runs_out_of_the_picture() -> None:
    photo = drawn(np.ones((6, 6), bool), PHOTO_VIEW, 11)[:, :460].copy()
    grid = locate.find_grid(photo)
    assert grid is not None
    assert locate.runs_out(grid, photo.shape[1], photo.shape[0])


def test_no_board_on_a_table() -> None:
    assert locate.find_grid(drawn(np.zeros((2, 2), bool), PHOTO_VIEW, 5)) is None
    assert locate.find_grid(np.full((300, 400, 3), 128, np.uint8)) is None
    assert locate.find_grid(np.zeros((300, 400, 3), np.uint8)) is None
    assert locate.find_grid(np.full((8, 8, 3), 128, np.uint8)) is None


@pytest.mark.parametrize(
    ("present", "lines"),
    [
        (np.ones((1, 30), bool), True),
        (np.arange(9)[:, None] % 2 == np.zeros(20), True),
        (np.ones((1, 9), bool), False),
        (np.ones((2, 20), bool), False),
        (HOLED, False),
    ],
)
def test_squares_in_lines_are_writing(present: np.ndarray, lines: bool) -> None:
    assert locate.in_lines(present) is lines
    assert locate.in_lines(present.T) is lines


@pytest.mark.parametrize("seed", range(1, 13))
def test_no_board_on_a_page_of_text(seed: int) -> None:
    page = np.full((900, 700, 3), 240, np.uint8)
    rng = np.random.default_rng(seed)
    for y in range(80, 860, 30):
        words = " ".join("".join(rng.choice(list("abcdefghinorstu"), rng.integers(2, 9))) for _ in range(9))
        cv2.putText(page, words[:46], (50, y), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (30, 30, 30), 1, cv2.LINE_AA)
    assert locate.find_grid(page) is None


def test_refuses_other_arrays() -> None:
    with pytest.raises(ValueError, match="uint8"):
        locate.find_grid(np.zeros((50, 50), np.uint8))


@pytest.mark.parametrize("count", [0, 1, 4095, 4096, 4097])
def test_a_map_is_sampled_at_any_number_of_pixels(count: int) -> None:
    values = np.full((8, 8), 0.5, np.float32)
    inside = np.full((count, 2), 10.0)
    assert lattice.sample(values, inside, 0.0).tolist() == pytest.approx([0.5] * count)
    assert lattice.sample(values, inside + 1e5, -1.0).tolist() == pytest.approx([-1.0] * count)


def test_a_lattice_far_from_all_vertices_is_not_refitted() -> None:
    maps = exact_maps(VIEW, HOLED, (320, 448))
    far = VIEW @ np.array([[0.01, 0, 90.0], [0, 0.01, 90.0], [0, 0, 1]])
    assert lattice.refitted(maps, far) is None


def test_only_squares_of_a_possible_camera_count_as_square() -> None:
    size, focal = (1600, 1200), 1500.0
    ray = np.array([[focal, 0, 799.5], [0, focal, 599.5], [0, 0, 1]])
    lean = np.radians(35)
    pose = np.array([[1, 0, -2.0], [0, np.cos(lean), -1.5], [0, np.sin(lean), 12.0]])
    seen = ray @ pose
    assert lattice.squareness(seen, size) == 1.0
    assert lattice.squareness(seen @ np.diag([2.0, 2.0, 1]), size) == 1.0
    assert lattice.squareness(seen @ np.diag([2.0, 1.0, 1]), size) < 0.85
    assert lattice.squareness(seen @ np.array([[1, 0.5, 0], [0, 1, 0], [0, 0, 1.0]]), size) < 0.85


def of_faces(rows: int, cols: int, times: int, faces: int) -> np.ndarray:
    """A picture of tiles of times x times squares, each a turned copy of one of some faces, no two squares alike."""
    rng = np.random.default_rng(5)
    side = repeats.SIDE
    kit = rng.integers(0, 255, (faces, 2 * times, 2 * times, 3), np.uint8)
    rows_of_tiles = []
    for _ in range(rows):
        tiles = [np.rot90(kit[rng.integers(faces)], rng.integers(4)) for _ in range(cols)]
        rows_of_tiles.append(np.hstack(tiles))
    small = np.vstack(rows_of_tiles)
    size = cols * times * side, rows * times * side
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_NEAREST), np.uint8)


@pytest.mark.parametrize("times", [2, 3])
def test_tiles_that_repeat_tell_how_many_squares_they_are(times: int) -> None:
    picture = of_faces(6, 5, times, 3)
    assert repeats.block(picture, np.ones((6 * times, 5 * times), bool)) == (times, 0, 0)
    side = repeats.SIDE
    late = np.ascontiguousarray(picture[side:, side:])
    shape = 6 * times - 1, 5 * times - 1
    assert repeats.block(late, np.ones(shape, bool)) == (times, times - 1, times - 1)


def test_tiles_that_do_not_repeat_tell_nothing() -> None:
    assert repeats.block(of_faces(12, 10, 1, 200), np.ones((12, 10), bool)) is None
    assert repeats.block(of_faces(2, 2, 2, 1), np.ones((4, 4), bool)) is None


def of_colours(kinds: np.ndarray, times: int) -> np.ndarray:
    """A picture of plain tiles with as many dots as they have squares; `kinds`: (rows, cols) which colour each has."""
    inks = np.array([(40, 40, 200), (40, 180, 60), (200, 90, 30), (40, 200, 230)], np.uint8)
    side = repeats.SIDE
    picture = np.repeat(np.repeat(inks[kinds], times * side, 0), times * side, 1)
    for y, x in np.ndindex(kinds.shape[0] * times, kinds.shape[1] * times):
        centre = int((x + 0.5) * side), int((y + 0.5) * side)
        cv2.circle(picture, centre, side // 3, (250, 250, 250), -1)
    return picture


@pytest.mark.parametrize("times", [2, 3])
def test_squares_alike_within_blocks_alone_are_parts_of_tiles(times: int) -> None:
    kinds = np.random.default_rng(2).integers(0, 4, (3, 3))
    picture, side = of_colours(kinds, times), repeats.SIDE
    assert repeats.even(picture, np.ones((3 * times, 3 * times), bool)) == (times, 0, 0)
    late = np.ascontiguousarray(picture[side:, :])
    assert repeats.even(late, np.ones((3 * times - 1, 3 * times), bool)) == (times, 0, times - 1)


@pytest.mark.parametrize("seed", range(20))
def test_terrains_that_lie_together_are_no_larger_tiles(seed: int) -> None:
    rng = np.random.default_rng(seed)
    smooth = cv2.resize(rng.random((4, 4)), (10, 9), interpolation=cv2.INTER_CUBIC)
    kinds = np.digitize(smooth, [0.3, 0.5, 0.7])
    assert repeats.even(of_colours(kinds, 1), np.ones(kinds.shape, bool)) is None


def test_dotted_tiles_are_found_as_tiles() -> None:
    kinds = np.random.default_rng(2).integers(0, 4, (6, 8))
    picture = cv2.resize(of_colours(kinds, 2), None, fx=5, fy=5, interpolation=cv2.INTER_CUBIC)
    grid = locate.find_grid(cv2.copyMakeBorder(picture, 90, 90, 90, 90, cv2.BORDER_CONSTANT, value=(70, 120, 110)))
    assert grid is not None
    assert (grid.rows, grid.cols) == (6, 8)
    assert grid.present.all()


def lying(homography: np.ndarray, rows: int, cols: int, score: float) -> lattice.Lattice:
    return lattice.Lattice(homography, np.ones((rows, cols), np.float32), np.ones((rows, cols), bool), score)


@pytest.mark.parametrize(("coarse", "taken"), [(0.88, 36), (0.93, 4)])
def test_a_few_tiles_taken_together_must_look_clearly_more_like_a_tile(coarse: float, taken: int) -> None:
    fine = np.array([[20.0, 0, 50], [0, 20, 50], [0, 0, 1]])
    found = locate._apart([lying(fine @ np.diag([3.0, 3, 1]), 2, 2, coarse), lying(fine, 6, 6, 0.83)])
    assert [one.squares for one in found] == [taken]


@pytest.mark.parametrize("spot", [(0.0, 0.0), (3.5, 2.0), (7.0, 6.0)])
def test_slopes_are_how_pixels_change(spot: tuple[float, float]) -> None:
    small = 1e-5
    at, right, below = lattice.project(VIEW, np.array(spot) + np.array([[0, 0], [small, 0], [0, small]]))
    assert lattice.slopes(VIEW, *spot) == pytest.approx(np.stack([right - at, below - at], 1) / small, rel=1e-3)
    square = lattice.project(VIEW, np.array(spot) + np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]))
    assert lattice.side_at(VIEW, *spot) ** 2 == pytest.approx(cv2.contourArea(square.astype(np.float32)), rel=0.02)


def test_there_are_no_slopes_on_the_horizon() -> None:
    assert not np.isfinite(lattice.slopes(np.array([[1.0, 0, 0], [0, 1, 0], [0, 1, 0]]), 5, 0)).all()


@pytest.mark.parametrize(
    "picture", [None, "photo.jpg", [[1, 2]], np.zeros((50, 50), np.uint8), np.zeros((50, 50, 3), np.float32)]
)
def test_what_is_no_colour_picture_is_refused(picture: object) -> None:
    with pytest.raises(ValueError, match="HxWx3 uint8"):
        locate.find_grid(picture)
