"""The renderer: the same seed gives the same photo, and the truth beside it is true."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image, ImageOps

from samples.__main__ import main, scene_names
from samples.render import camera, clutter, lens, light, scene, standees, tables
from samples.scenes import choose_style, hutan, my_rainforest, nothing, rainforest_city, tiles
from scoring import load_board, score

SIZE = (320, 240)


def _project(homography: Any, points: Any) -> np.ndarray:
    return camera.apply(np.array(homography), points)


@pytest.mark.parametrize(
    ("tilt", "turn", "fill"), [(0, 0, 0.9), (20, 45, 0.5), (45, 200, 0.35), (35, 359, 0.95)]
)
def test_aim_fills_the_photo_as_asked(tilt: float, turn: float, fill: float) -> None:
    outline = [[0, 0], [8, 0], [8, 5], [0, 5]]
    seen = camera.aim(outline, (800, 600), tilt=tilt, turn=turn, fill=fill).project(
        [[*p, 0] for p in outline]
    )
    assert float(np.max(np.ptp(seen, axis=0) / [800, 600])) == pytest.approx(fill, abs=0.02)
    assert (seen > -2).all()
    assert (seen < [802, 602]).all()


def test_turn_is_clockwise_in_the_photo() -> None:
    view = camera.aim([[0, 0], [4, 0], [4, 4], [0, 4]], (600, 600), tilt=0, turn=90, fill=0.5)
    left_top, right_top = view.project([[0, 0, 0], [4, 0, 0]])
    assert right_top[1] > left_top[1] + 100
    assert right_top[0] == pytest.approx(left_top[0], abs=1)


def test_higher_points_lean_away_from_the_camera() -> None:
    view = camera.aim([[0, 0], [4, 0], [4, 4], [0, 4]], (600, 600), tilt=30, turn=0, fill=0.5)
    foot, top = view.project([[2, 2, 0], [2, 2, 1]])
    assert top[1] < foot[1]
    assert view.to_plane([foot])[0] == pytest.approx([2, 2])


def test_bent_points_come_back() -> None:
    points = np.array([[10.0, 20.0], [300.0, 200.0], [620.0, 470.0]])
    bent = lens.bend_points(points, (640, 480), 0.02)
    centre, radius = np.array([319.5, 239.5]), np.hypot(640, 480) / 2
    off = bent - centre
    assert np.allclose(
        centre + off * (1 + 0.02 * (off**2).sum(1, keepdims=True) / radius**2), points, atol=1e-3
    )


@pytest.mark.parametrize("table", sorted(tables.TABLES))
def test_every_table_renders(table: str) -> None:
    photo, truth = tiles.render(np.random.default_rng(3), size=SIZE, rows=3, cols=3, table=table, clutter=())
    assert truth["scene"]["table"] == table
    assert photo.std() > 1


@pytest.mark.parametrize("kind", light.LIGHTS)
def test_every_light_renders(kind: str) -> None:
    photo, truth = tiles.render(
        np.random.default_rng(4),
        difficulty="hard",
        size=SIZE,
        rows=3,
        cols=3,
        light=kind,
        glossy=True,
        phone_shadow=True,
    )
    assert truth["scene"]["light"] == kind
    assert photo.std() > 1


@pytest.mark.parametrize("item", sorted([*clutter.FLAT, *clutter.TALL]))
def test_every_kind_of_clutter_shows(item: str) -> None:
    conditions = {
        "size": (480, 360),
        "rows": 3,
        "cols": 3,
        "fill": 0.35,
        "tilt": 20.0,
        "table": "white",
        "shift": (0.0, 0.0),
    }
    bare, _ = tiles.render(np.random.default_rng(5), difficulty="easy", clutter=(), **conditions)
    strewn, truth = tiles.render(
        np.random.default_rng(5), difficulty="easy", clutter=(item, item), **conditions
    )
    assert truth["scene"]["clutter"] == [item, item]
    assert (cv2.absdiff(bare, strewn).max(axis=2) > 40).mean() > 0.001


@pytest.mark.parametrize("difficulty", scene.DIFFICULTIES)
def test_the_same_seed_gives_the_same_photo(difficulty: str) -> None:
    first, truth = rainforest_city.render(np.random.default_rng(11), difficulty=difficulty, size=SIZE)
    second, again = rainforest_city.render(np.random.default_rng(11), difficulty=difficulty, size=SIZE)
    other, _ = rainforest_city.render(np.random.default_rng(12), difficulty=difficulty, size=SIZE)
    assert np.array_equal(first, second)
    assert truth == again
    assert not np.array_equal(first, other)


def test_unknown_difficulty_is_refused() -> None:
    with pytest.raises(ValueError, match="difficulty"):
        tiles.render(np.random.default_rng(0), difficulty="easiest")


@pytest.mark.parametrize("style", rainforest_city.STYLES)
def test_every_city_style_renders(style: str) -> None:
    photo, truth = rainforest_city.render(np.random.default_rng(7), style=style, size=SIZE)
    assert photo.shape == (240, 320, 3)
    assert photo.dtype == np.uint8
    assert truth["style"] == style


@pytest.mark.parametrize("style", tiles.STYLES)
def test_every_tile_style_renders(style: str) -> None:
    photo, truth = tiles.render(np.random.default_rng(8), style=style, size=SIZE)
    rows, cols = truth["size"]
    assert photo.shape == (240, 320, 3)
    assert len(truth["present"]) == len(truth["labels"]) == rows
    for there, labels in zip(truth["present"], truth["labels"], strict=True):
        assert [bool(label) for label in labels] == there
        assert len(there) == cols


@pytest.mark.parametrize("module", [rainforest_city, tiles, hutan, my_rainforest])
def test_held_out_styles_come_only_when_asked_for(module: Any) -> None:
    assert len(module.HELD_OUT_STYLES) == 2
    assert set(module.HELD_OUT_STYLES) < set(module.STYLES)
    rng = np.random.default_rng(0)
    seen = {choose_style(rng, module.STYLES, module.HELD_OUT_STYLES) for _ in range(300)}
    assert seen == set(module.STYLES) - set(module.HELD_OUT_STYLES)


def test_truth_points_at_the_squares() -> None:
    """Squares rectified with the truth's homography show their terrain's colours."""
    grid = [["R", "O", "R"], ["O", "R", "O"]]
    board = {
        "format": 1,
        "game": "rainforest-city",
        "settings": {},
        "players": [{"name": "Vanda", "grid": grid}],
    }
    for seed in range(3):
        photo, truth = rainforest_city.render(
            np.random.default_rng(seed),
            difficulty="easy",
            style="flat",
            size=(640, 480),
            board=board,
            clutter=(),
            glossy=False,
            tilt=30.0,
        )
        homography = np.array(truth["homography"])
        corners = _project(homography, [[0, 0], [3, 0], [3, 2], [0, 2]])
        assert np.allclose(corners, truth["corners"], atol=0.06)
        flat = cv2.warpPerspective(
            photo, np.array([[40, 0, 0], [0, 40, 0], [0, 0, 1]]) @ np.linalg.inv(homography), (120, 80)
        )
        for r in range(2):
            for c in range(3):
                blue, green, _ = (
                    flat[r * 40 + 12 : r * 40 + 28, c * 40 + 12 : c * 40 + 28].reshape(-1, 3).mean(0)
                )
                assert (blue > green) == (grid[r][c] == "O")


def test_cards_lie_near_their_squares() -> None:
    _, truth = rainforest_city.render(np.random.default_rng(21), size=SIZE)
    back = np.linalg.inv(np.array(truth["homography"]))
    grid = truth["board"]["players"][0]["grid"]
    covered = np.zeros(truth["size"], int)
    for card in truth["cards"]:
        row, column, rows, cols = card["at"]
        covered[row : row + rows, column : column + cols] += 1
        middle = _project(back, card["quad"]).mean(0)
        assert np.allclose(middle, [column + cols / 2, row + rows / 2], atol=0.25)
    assert (covered == np.array([[bool(square) for square in line] for line in grid])).all()


def test_one_kit_looks_the_same_in_every_photo() -> None:
    from samples.art import city

    first, second = (city.make_kit(5, "flat", 48) for _ in range(2))
    assert all(np.array_equal(first.chits[name], second.chits[name]) for name in city.TOKENS)


@pytest.mark.parametrize("style", rainforest_city.STYLES)
def test_one_kit_looks_the_same_at_any_size(style: str) -> None:
    from samples.art import city

    small, large = city.make_kit(9, style, 48), city.make_kit(9, style, 100)
    for name in city.TOKENS:
        a, b = small.chits[name], large.chits[name]
        b = cv2.resize(b, (a.shape[1], a.shape[0]), interpolation=cv2.INTER_AREA)
        assert cv2.absdiff(a, b).mean() < 20, name


@pytest.mark.parametrize("seed", range(4))
def test_wild_kits_are_made_again_and_their_tokens_differ(seed: int) -> None:
    from samples.art import city, city_wild

    style = sorted(city.LOOKS)[3 * seed]
    kit = city_wild.make_kit(seed, style, 48)
    city_wild.make_kit.cache_clear()
    again = city_wild.make_kit(seed, style, 48)
    assert kit is not again
    assert all(np.array_equal(kit.chits[name], again.chits[name]) for name in city.TOKENS)
    for n, name in enumerate(city.TOKENS):
        for other in city.TOKENS[:n]:
            assert cv2.absdiff(kit.chits[name], kit.chits[other]).mean() > 1, (name, other)


def test_wild_kits_tell_where_a_level_is_shown() -> None:
    from samples.art import city, city_wild

    badges = [city_wild.make_kit(seed, "flat", 24).badges for seed in range(12)]
    assert all(sorted(some) == sorted(city.TOKENS) for some in badges)
    spots = [spot for some in badges for spot in some.values() if spot]
    assert np.hypot(*np.array(spots).T).max() < city_wild.MARGIN
    assert len(spots) > 6 * len(badges)


def test_drawn_boards_are_wild_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import city_data

    monkeypatch.setattr(city_data, "WILD", 1.0)
    plain, wild = (city_data.one(3, 0, True, wild=wild)[0] for wild in (False, True))
    assert plain.shape == wild.shape
    assert not np.array_equal(plain, wild)


@pytest.mark.parametrize("style", tiles.STYLES)
def test_one_tile_set_looks_the_same_at_any_size(style: str) -> None:
    from samples.art import tilesets

    small, large = (tilesets.TILESETS[style](np.random.default_rng(4), n) for n in (60, 120))
    assert [label for label, _ in small] == [label for label, _ in large]
    for (label, a), (_, b) in zip(small, large, strict=True):
        assert cv2.absdiff(a, cv2.resize(b, (60, 60), interpolation=cv2.INTER_AREA)).mean() < 20, label


def test_the_truth_of_thick_tiles_lies_on_their_upper_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    from samples.art import tilesets

    class Thick(tiles._Cut):
        def __init__(self, rng: np.random.Generator) -> None:
            super().__init__(rng)
            self.corner = self.border = 0.0
            self.thickness, self.edge = 0.3, np.array([200.0, 20.0, 20.0])

    red = np.zeros((60, 60, 4), np.uint8)
    red[...] = (20, 20, 220, 255)
    monkeypatch.setattr(tiles, "_Cut", Thick)
    monkeypatch.setitem(tilesets.TILESETS, tiles.STYLES[0], lambda plan, n: [("red", red)])
    photo, truth = tiles.render(
        np.random.default_rng(4), style=tiles.STYLES[0], size=(640, 480), rows=4, cols=4, tilt=35.0, clutter=()
    )
    r, c = np.nonzero(truth["present"])
    rim = np.array([[0.5 + dx, 0.5 + dy] for dx in (-0.38, 0, 0.38) for dy in (-0.38, 0, 0.38)])
    points = (np.column_stack([c, r])[:, None] + rim).reshape(-1, 2)
    x, y = np.round(_project(truth["homography"], points)).astype(int).T
    inside = (x >= 0) & (x < 640) & (y >= 0) & (y < 480)
    blue, _, own = photo[y[inside], x[inside]].astype(int).T
    assert (own > blue).mean() > 0.97


def test_hidden_squares_are_told() -> None:
    hidden = 0
    for seed in range(6):
        _, truth = tiles.render(
            np.random.default_rng(seed),
            size=(320, 240),
            rows=4,
            cols=4,
            fill=0.9,
            clutter=("hand", "mug"),
            overlap=True,
        )
        visible = truth["scene"].get("visible", [[1.0]])
        assert all(0 <= share <= 1 for row in visible for share in row)
        hidden += min(min(row) for row in visible) < 0.9
    assert hidden > 0


def test_a_board_larger_than_the_photo_runs_out_of_it() -> None:
    _, truth = rainforest_city.render(np.random.default_rng(1), size=SIZE, fill=1.6, clutter=())
    visible = np.array(truth["scene"]["visible"])
    assert visible.min() < 0.1
    assert visible.max() > 0.9


def test_a_second_landscape_lies_beside_the_first() -> None:
    for seed in range(4):
        photo, truth = rainforest_city.render(np.random.default_rng(seed), size=SIZE, second=True, clutter=())
        assert photo.shape == (240, 320, 3)
        first, second = (
            np.array(corners, np.float32) for corners in (truth["corners"], truth["second"]["corners"])
        )
        area, _ = cv2.intersectConvexConvex(first, second)
        assert area < 0.2 * abs(cv2.contourArea(second))
        assert abs(cv2.contourArea(second)) > 50


@pytest.mark.parametrize("style", nothing.STYLES)
def test_photos_of_nothing(style: str) -> None:
    photo, truth = nothing.render(np.random.default_rng(3), style=style, size=SIZE)
    assert photo.shape == (240, 320, 3)
    assert truth["board"] is None


def test_command_writes_photos_with_truth(tmp_path: Path) -> None:
    assert (
        main(
            [
                "render",
                "--game",
                "rainforest-city",
                "--count",
                "3",
                "--seed",
                "5",
                "--out",
                str(tmp_path),
                "--size",
                "320",
            ]
        )
        == 0
    )
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "000.jpg",
        "000.json",
        "001.jpg",
        "001.json",
        "002.jpg",
        "002.json",
    ]
    for path in tmp_path.glob("*.json"):
        truth = json.loads(path.read_text())
        assert {"difficulty", "style", "scene", "board", "corners", "size"} <= set(truth)
        upright = ImageOps.exif_transpose(Image.open(path.with_suffix(".jpg")))
        assert list(upright.size) == truth["scene"]["photo_size"]


def test_photos_of_a_series_do_not_depend_on_its_length(tmp_path: Path) -> None:
    for name, count in (("one", "1"), ("two", "2")):
        assert (
            main(
                [
                    "render",
                    "--game",
                    "tiles",
                    "--count",
                    count,
                    "--seed",
                    "9",
                    "--out",
                    str(tmp_path / name),
                    "--size",
                    "240",
                ]
            )
            == 0
        )
    assert (tmp_path / "one/000.jpg").read_bytes() == (tmp_path / "two/000.jpg").read_bytes()


@pytest.mark.parametrize(
    ("flag", "value"), [("--seed", "-1"), ("--size", "-5"), ("--size", "9000"), ("--count", "-3"), ("--jobs", "0"), ("--count", "x")]
)
def test_numbers_that_cannot_be_are_refused_in_one_line(
    flag: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["render", "--game", "hutan", "--out", str(tmp_path), f"{flag}={value}"])
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"argument {flag}" in said
    assert not list(tmp_path.iterdir())


def test_command_refuses_an_unknown_style(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "--game", "rainforest-city", "--style", "oils", "--out", str(tmp_path)]) == 2
    assert "oils" in capsys.readouterr().err


def test_every_game_can_be_rendered() -> None:
    assert {"rainforest-city", "hutan", "my-rainforest", "tiles"} <= set(scene_names())


@pytest.mark.parametrize("style", hutan.STYLES)
def test_every_hutan_style_renders(style: str) -> None:
    for pieces in hutan.PIECES:
        photo, truth = hutan.render(np.random.default_rng(6), style=style, size=SIZE, pieces=pieces)
        assert photo.shape == (240, 320, 3)
        assert (truth["style"], truth["scene"]["pieces"]) == (style, pieces)


@pytest.mark.parametrize("style", my_rainforest.STYLES)
def test_every_my_rainforest_style_renders(style: str) -> None:
    photo, truth = my_rainforest.render(np.random.default_rng(6), style=style, size=SIZE)
    assert photo.shape == (240, 320, 3)
    assert truth["style"] == style


def test_a_card_is_printed_the_same_in_every_photo_of_a_copy() -> None:
    printed: dict[str, dict[str, object]] = {}
    for seed in range(12):
        board = my_rainforest._board(np.random.default_rng(seed), 5)
        for card in board["players"][0]["cards"]:
            about = {key: value for key, value in card.items() if key != "at"}
            assert printed.setdefault(card.get("species") or card["name"], about) == about
    assert len(printed) > 25


@pytest.mark.parametrize("module", [rainforest_city, hutan, my_rainforest])
def test_boards_in_the_truth_can_be_scored(module: Any) -> None:
    for seed in range(4):
        _, truth = module.render(np.random.default_rng(seed), size=(160, 120))
        assert len(score(load_board(truth["board"])).players) == 1


def test_flower_visible_says_what_stands_on_flowers() -> None:
    for seed in range(3):
        _, truth = hutan.render(
            np.random.default_rng(seed),
            difficulty="easy",
            size=(480, 360),
            clutter=(),
            tilt=2.0,
            fill=0.8,
            pieces="standing",
        )
        grid = truth["board"]["players"][0]["grid"]
        shown = truth["scene"]["flower_visible"]
        for r in range(6):
            for c in range(6):
                assert (shown[r][c] is None) == (grid[r][c] == "")
        bare = [shown[r][c] for r in range(6) for c in range(6) if len(grid[r][c]) == 1]
        trees = [shown[r][c] for r in range(6) for c in range(6) if grid[r][c][1:] == "t"]
        assert min(bare) > 0.3
        assert not trees or max(trees) < 0.95
        assert np.mean(bare) > np.mean(trees or [0.0])


def test_pieces_that_lie_leave_their_flowers_to_be_seen() -> None:
    shown = []
    for seed in range(6):
        _, truth = hutan.render(np.random.default_rng(seed), difficulty="easy", size=(480, 360), clutter=(), pieces="flat")
        grid, seen = truth["board"]["players"][0]["grid"], truth["scene"]["flower_visible"]
        shown += [seen[r][c] for r in range(6) for c in range(6) if len(grid[r][c]) == 2]
    assert np.quantile(shown, 0.05) > 0.15
    assert 0.3 < np.median(shown) < 0.6


def test_hutan_takes_pictures_of_ones_own() -> None:
    red = np.full((60, 60, 3), (30, 30, 220), np.uint8)
    from scoring.games.hutan.components import FACES

    photo, truth = hutan.render(
        np.random.default_rng(1),
        difficulty="easy",
        size=SIZE,
        table="white",
        prints=hutan.Prints(dict.fromkeys(FACES, red)),
        clutter=(),
        fill=0.9,
        shift=(0.0, 0.0),
    )
    assert truth["style"] == "printed-art"
    assert photo[..., 2].astype(int).mean() > photo[..., 1].astype(int).mean() + 20


def test_cards_of_a_beehive_lie_where_the_truth_says() -> None:
    _, truth = my_rainforest.render(np.random.default_rng(3), size=SIZE)
    cards = truth["board"]["players"][0]["cards"]
    low = [min(card["at"][k] for card in cards) for k in (0, 1)]
    back = np.linalg.inv(np.array(truth["homography"]))
    assert len(truth["card_quads"]) == len(cards) == 9
    for card, quad in zip(cards, truth["card_quads"], strict=True):
        x, y = card["at"]
        assert (x + y) % 2 == 0
        middle = _project(back, quad).mean(0)
        assert np.allclose(middle, [x - low[0] + 0.5, y - low[1] + 1], atol=0.2)


def test_a_card_looks_the_same_at_any_size() -> None:
    from samples.art import my_rainforest as art

    kit = art.make_kit(3, "flat")
    small, large = (
        art.card(kit, "Binturong", "small", "VU", [{"points": 4, "of": ["arthropod"]}], px)
        for px in (100, 200)
    )
    shrunk = cv2.resize(large, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA)
    assert cv2.absdiff(small, shrunk).mean() < 14


@pytest.mark.parametrize("tilt", [0.0, 20.0])
@pytest.mark.parametrize("crossed", [False, True])
def test_a_piece_seen_from_its_edge_still_shows_its_thickness(tilt: float, crossed: bool) -> None:
    rng = np.random.default_rng(3)
    under = scene.sample(rng, "easy", SIZE, tilt=tilt, turn=0.0, fill=0.9, clutter=())
    printed = np.full((40, 60, 4), 255, np.uint8)
    for degrees in range(0, 180, 5):
        frame = scene.set_up(rng, under, np.ones((3, 3), bool)).frame
        width, thick = 0.8, 0.12
        piece = standees.Standee(
            printed, (1.5, 1.5), float(degrees), width, 0.5, 0.0, thick, (90.0, 100.0, 110.0), crossed
        )
        standees.stand(frame, [piece])
        seen = float((frame.cover > 127).sum()) / frame.camera.pixels_per_square(1.5, 1.5) ** 2
        assert seen > 0.9 * width * thick * np.cos(np.deg2rad(tilt)), degrees
