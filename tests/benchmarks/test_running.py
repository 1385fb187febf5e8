"""The benchmarks run: a few photos each, with readers that are made up."""

from __future__ import annotations

import csv
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks import accuracy, grids, photos, profiles, refusals, speed
from benchmarks.__main__ import main
from benchmarks.photos import Job
from samples.scenes import rainforest_city, tiles
from scoring.model import Warning
from tests.vision.pictures import jpeg
from vision import Grid, NoBoardError
from vision.reading import Reading, Square

GAME = "rainforest-city"


def truthful(truth):
    """A reader that has seen the answer, and is wrong about the first square."""

    def read(source, game, **_):
        matrix = np.array(truth["homography"])
        grid = [list(row) for row in truth["board"]["players"][0]["grid"]]
        width = max(map(len, grid))
        grid = [row + [""] * (width - len(row)) for row in grid]
        first = next((r, c) for r, row in enumerate(grid) for c, s in enumerate(row) if s)
        grid[first[0]][first[1]] = "H" if grid[first[0]][first[1]] != "H" else "R"
        corner = matrix @ [[0], [0], [1.0]]

        def at(c, r):
            x, y, w = matrix @ (c, r, 1.0)
            return float(x / w), float(y / w)

        squares = [
            Square(
                (r, c),
                (at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1)),
                grid[r][c],
                0.9,
                (r, c) == first,
            )
            for r in range(len(grid))
            for c in range(width)
        ]
        board = {**truth["board"], "players": [{"name": "A", "grid": grid}]}
        return Reading(
            game, board, (len(grid), width), (tuple(corner[:2, 0]),) * 4, tuple(squares), None, seconds=0.1
        )

    return read


@pytest.fixture
def answered(monkeypatch):
    """Photos are read by someone who knows the answer; the scene is kept from its rendering."""
    render = rainforest_city.render

    def rendering(rng, **options):
        image, truth = render(rng, **{**options, "size": 640})
        monkeypatch.setattr(photos, "read_photo", truthful(truth))
        return image, truth

    monkeypatch.setattr(rainforest_city, "render", rendering)


def test_one_photo_is_rendered_read_and_compared(answered):
    done = photos.run(Job("normal", GAME, (1, 2, 3)))
    outcome = done.outcome
    assert outcome.error == ""
    assert (outcome.located, outcome.wrong, outcome.wrong_flagged, outcome.flagged) == (True, 1, 1, 1)
    assert outcome.decode_seconds > 0
    assert done.style not in rainforest_city.HELD_OUT_STYLES


@pytest.mark.parametrize(("problem", "error"), [(NoBoardError("none"), ""), (KeyError("x"), "KeyError: 'x'")])
def test_a_photo_in_which_nothing_is_read_counts_as_wrong(answered, monkeypatch, problem, error):
    def nothing(*_, **__):
        raise problem

    monkeypatch.setattr(
        photos, "_photo", lambda *_: (jpeg(), {"board": {"players": [{"grid": [["R", ""], ["M"]]}]}})
    )
    monkeypatch.setattr(photos, "read_photo", nothing)
    outcome = photos.run(Job("normal", GAME, (1, 2, 3))).outcome
    assert outcome.error == error
    assert (outcome.squares, outcome.wrong, outcome.wrong_flagged, outcome.located) == (2, 2, 0, False)


def test_the_table_and_a_line_a_photo(answered, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(accuracy, "readable_games", lambda: [GAME])
    jobs = [Job("normal", GAME, (1, 1, 0)), Job("hard", GAME, (1, 2, 0), "hard")]
    monkeypatch.setattr(accuracy, "game_jobs", lambda *_: jobs)
    accuracy.run([GAME], 1, 1, 1, None, tmp_path / "photos.csv")
    out = capsys.readouterr().out
    assert "located" in out
    assert "fault" not in out
    lines = list(csv.DictReader((tmp_path / "photos.csv").open()))
    assert [line["row"] for line in lines] == ["hard", "normal"]
    assert all(line["located"] == "1" and line["wrong"] == "1" for line in lines)


def test_the_photos_of_a_game_are_all_different_and_none_is_trained_on():
    jobs = accuracy.game_jobs(GAME, 4, 1, None)
    assert len({(job.seed, job.row) for job in jobs}) == len(jobs)
    held_out = {job.style for job in jobs if job.row.startswith("held out")}
    assert held_out == set(rainforest_city.HELD_OUT_STYLES)
    assert {job.row for job in jobs} >= {"easy", "normal", "hard", "held out, learned", "normal, by hand"}


def test_a_game_that_is_learned_in_parts_is_taught_until_it_is_enough(monkeypatch):
    """The first photo teaches nothing, the next three one type each."""
    kinds = ("plant", "small", "large")
    drawn = iter(range(99))
    shown = iter([None, *kinds, "carnivore"])

    def render(rng, **_):
        cards = [{"at": [0, 0], "type": kinds[max(0, next(drawn) - 1) % 3]}]
        board = {"players": [{"name": "A", "cards": cards}]}
        return None, {"board": board, "scene": {"quality": 90, "exif_orientation": 1}}

    def teach(profile, reader, photo, board):
        if next(shown) is None:
            raise ValueError("nothing to learn")

    monkeypatch.setattr(photos.jpeg, "write", lambda *_: b"")
    monkeypatch.setattr(photos, "decode", lambda data: None)
    monkeypatch.setattr(photos, "teach", teach)
    boards = SimpleNamespace(enough=lambda taught: len(taught) == 3)
    packages = {"benchmarks.boards": boards}
    monkeypatch.setattr(photos, "part", lambda package, game: packages.get(package))
    job = Job("normal, learned", GAME, (1, 2, 3), learned=True)
    profile, taught = photos._learned(job, SimpleNamespace(render=render), "flat", 1)
    assert profile is not None
    assert [board["players"][0]["cards"][0]["type"] for board in taught] == list(kinds)


def test_rows_after_learning():
    rows = {job.row for job in accuracy.game_jobs("my-rainforest", 2, 7, None)}
    assert rows >= {"normal, learned", "hard, learned", "held out, learned"}
    assert not rows & {"normal, by hand"}
    assert "normal, learned" not in {job.row for job in accuracy.game_jobs(GAME, 2, 7, None)}


@pytest.mark.parametrize(
    ("warns", "right"), [((), (0, 0, 0)), (("off-photo",), (0, 1, 0)), (None, (1, 1, 0))]
)
def test_refusals(monkeypatch, warns, right):
    def reading(*_):
        if warns is None:
            raise NoBoardError("no board was found")
        return SimpleNamespace(warnings=[Warning(code, "") for code in warns])

    monkeypatch.setattr(refusals, "read_photo", reading)
    monkeypatch.setattr(refusals.jpeg, "write", lambda *_: b"")
    rows = {job.row: job for job in refusals.jobs([GAME], 1, 1)}
    wanted = ("refused: table", "warned: off-photo", "warned: second-board")
    found = []
    for row in wanted:
        job = rows[row]
        found.append(refusals.run(replace(job, options={**job.options, "size": 640})).right)
    assert tuple(found) == right


def test_grids(monkeypatch):
    seen = {}
    render = tiles.render

    def rendering(rng, **options):
        image, truth = render(rng, **{**options, "size": 640})
        seen.update(truth)
        return image, truth

    def find(image, turned=False, off=0.0):
        matrix = np.array(seen["homography"]) @ np.array([[1, 0, off], [0, 1, 0], [0, 0, 1.0]])
        present = np.array(seen["present"], bool)
        if turned:  # a half turn
            rows, cols = present.shape
            matrix = matrix @ np.array([[-1, 0, cols], [0, -1, rows], [0, 0, 1.0]])
            present = present[::-1, ::-1]
        return Grid(matrix, *present.shape, present, 1.0, present.astype(np.float32))

    monkeypatch.setattr(tiles, "render", rendering)
    job = grids.GridJob("x", tiles.STYLES[0], (1, 2))
    for options, right in (({}, True), ({"turned": True}, True), ({"off": 0.5}, False)):
        monkeypatch.setattr(grids, "find_grid", lambda image, o=options: find(image, **o))
        done = grids.run(job)
        assert (done.located, done.tiles_right == 1) == (right, right)
    monkeypatch.setattr(grids, "find_grid", lambda image: None)
    assert not grids.run(job).located


@pytest.mark.parametrize("setting", profiles.SETTINGS)
def test_profiles(setting):
    done = profiles.run(profiles.ProfileJob("1 a label", 1, False, (1, 2), setting))
    assert done.tiles == len(done.confidences) > 0
    assert 0 <= done.plain <= done.tiles
    assert done.right > 0.3 * done.tiles


def test_rows_of_profiles_name_their_setting(monkeypatch, capsys):
    def run(job):
        return profiles.ProfileDone(job, 75, 70, 60, 65, ((0.9, True),))

    monkeypatch.setattr(profiles, "run", run)
    accuracy.run(["profiles"], 5, 1, 1, None, None)
    rows = [line for line in capsys.readouterr().out.splitlines() if " a label" in line or "32 boards" in line]
    assert len(rows) == 2 * (len(profiles.YARDSTICK) + 1)
    assert [row.startswith("one evening: ") for row in rows] == [True] * 6 + [False] * 6
    assert all(row.startswith("hard: ") for row in rows[6:])
    assert " 75" in rows[0]


def test_speed_of_scoring():
    rows = speed.scoring_rows(1)
    assert [row[1] for row in rows] == ["25", "100", "400", "2500", "10000", "40000", "36", "9"]
    assert all(float(row[2]) > 0 for row in rows)


def test_speed_of_reading(monkeypatch):
    monkeypatch.setattr(speed, "TWELVE_MEGAPIXELS", (800, 600))
    monkeypatch.setattr(speed, "PHOTOS", 1)
    rows = speed.reading_rows(1, 1)
    assert [row[:2] for row in rows] == [[name, "1"] for name in ("rainforest-city", "hutan", "my-rainforest")]
    assert all(float(row[3]) > float(row[2]) > 0 and float(row[4]) == float(row[5]) > 1 for row in rows)


def test_a_game_of_which_nothing_is_read_keeps_its_row(monkeypatch):
    monkeypatch.setattr(speed, "TWELVE_MEGAPIXELS", (160, 120))
    monkeypatch.setattr(speed, "ATTEMPTS", 1)
    monkeypatch.setattr(speed, "_is_read", lambda game, data: False)
    assert speed.reading_rows(1, 1) == [
        [name, "0", "-", "-", "-", "-", "-"] for name in ("rainforest-city", "hutan", "my-rainforest")
    ]


def test_imports_are_timed(monkeypatch):
    monkeypatch.setattr(speed, "IMPORTS", ("import vision",))
    assert speed.import_times()[0][0] == "import vision"


def test_a_command_line_that_cannot_be(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["accuracy", "--only", "chess"])
    assert caught.value.code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        "accuracy --only chess",
        "accuracy --count 0",
        "accuracy --count -3",
        "accuracy --seed x",
        "accuracy --seed -1",
        "accuracy --jobs 0",
        "accuracy --size 9999999",
        "speed --repeats 0",
        "speed --seed 99999999999",
        "",
    ],
)
def test_odd_arguments_get_one_line(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments.split())
    assert left.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
