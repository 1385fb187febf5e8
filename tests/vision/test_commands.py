"""The command line of vision: exit codes, one clear line for whatever goes wrong, files written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring import load_board
from tests.vision import fake_reader, pictures
from tests.vision.pictures import jpeg, png, scene
from vision import Profile, batch
from vision.__main__ import main, printable

ROOT = Path(__file__).parents[2]
GAME = ["--game", "rainforest-city"]
BLANK = np.full((300, 400, 3), 120, np.uint8)


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "photo.jpg"
    path.write_bytes(jpeg(scene(900, 600)))
    return path


def run(*arguments: object) -> int:
    return main([str(a) for a in arguments])


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert out == ""
    return err


@pytest.mark.parametrize(
    ("arguments", "program"),
    [
        ([], "python -m vision"),
        (["read"], "python -m vision read"),
        (["batch", "x"], "python -m vision batch"),
        (["learn", "x"], "python -m vision learn"),
        (["read", "", *GAME], "python -m vision read"),
        (["batch", " ", *GAME, "--out", "o"], "python -m vision batch"),
    ],
)
def test_the_way_to_help_can_be_typed_as_printed(arguments, program, capsys):
    assert run(*arguments) == 2
    told = one_line(capsys)
    assert told.startswith(f"{program}: ")
    assert told.endswith(f"(see {program} --help)\n")


def test_a_profile_that_cannot_be_used_is_named_once(fake, photo, tmp_path, capsys):
    (tmp_path / "bad.npz").write_bytes(b"no profile")
    for name, why in (("bad.npz", "not a profile"), ("gone.npz", "can't be read")):
        assert run("read", photo, *GAME, "--profile", tmp_path / name) == 2
        told = one_line(capsys)
        assert told.count(name) == 1
        assert told.startswith(f"--profile {tmp_path / name}: {why}")


# ------------------------------------------------------------------------------------- read


def test_read_prints_json(fake, photo, capsys):
    assert run("read", photo, *GAME, "--json") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out)["board"]["players"][0]["grid"] == [list(row) for row in fake_reader.TEXTS]


def test_read_prints_a_table_for_people(fake, photo, capsys):
    assert run("read", photo, *GAME) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["R", "M:m1", "O?"]
    assert lines[1].split() == ["H", ".", "R:r1?"]
    assert "note: the board runs out of the picture" in lines


def test_read_writes_board_and_overlay(fake, photo, tmp_path, capsys):
    assert run("read", photo, *GAME, "--out", tmp_path / "b.json", "--overlay", tmp_path / "o.png") == 0
    assert load_board(tmp_path / "b.json").game == "rainforest-city"
    assert cv2.imread(str(tmp_path / "o.png")).shape == (600, 900, 3)
    assert b"Exif" not in (tmp_path / "o.png").read_bytes()


def test_read_takes_corners(fake, photo, capsys):
    assert (
        run("read", photo, *GAME, "--json", "--corners", "90,60 810,66 820,540 80,530", "--size", "4x5") == 0
    )
    document = json.loads(capsys.readouterr().out)
    assert document["size"] == [4, 5]
    assert document["corners"] == [[90, 60], [810, 66], [820, 540], [80, 530]]


CORNERS = "9,9 90,9 90,90 9,90"
WRONG_OPTIONS = {
    "three-points": (["--corners", "9,9 90,9 90,90", "--size", "6x6"], "--corners"),
    "no-numbers": (["--corners", "a,b c,d e,f g,h", "--size", "6x6"], "--corners"),
    "a-number-missing": (["--corners", "9,9 90,9 90 9,90", "--size", "6x6"], "x,y"),
    "no-points": (["--corners", "", "--size", "6x6"], "x,y"),
    "infinite": (["--corners", "inf,9 90,9 90,90 9,90", "--size", "6x6"], "--corners"),
    "crossed": (["--corners", "9,9 90,90 90,9 9,90", "--size", "6x6"], "--corners"),
    "size-zero": (["--corners", CORNERS, "--size", "0x6"], "--size"),
    "size-huge": (["--corners", CORNERS, "--size", "6x900"], "--size"),
    "size-negative": (["--corners", CORNERS, "--size=-6x6"], "--size"),
    "size-one-number": (["--corners", CORNERS, "--size", "6"], "ROWSxCOLS"),
    "size-superscript": (["--corners", CORNERS, "--size", "6x²"], "ROWSxCOLS"),
    "size-alone": (["--size", "6x6"], "--size"),
    "corners-alone": (["--corners", CORNERS], "size"),
    "layout": (["--layout", "first-game"], "--layout"),
    "no-profile": (["--profile", "no/such/profile.npz"], "--profile"),
    "unknown-option": (["--frobnicate"], "--frobnicate"),
    "overlay-kind": (["--overlay", "picture.xyz"], "--overlay"),
    "out-folder": (["--out", "/"], "--out"),
    "out-nowhere": (["--out", "/no/such/folder/board.json"], "--out"),
}


@pytest.mark.parametrize(("options", "word"), WRONG_OPTIONS.values(), ids=WRONG_OPTIONS.keys())
def test_options_that_cannot_be_used(fake, photo, capsys, options, word):
    assert run("read", photo, *GAME, *options) == 2
    assert word in one_line(capsys)


def test_the_photo_is_never_overwritten(fake, photo, capsys):
    before = photo.read_bytes()
    for flag in ("--overlay", "--out"):
        assert run("read", photo, *GAME, flag, photo) == 2
        assert "the photo itself" in one_line(capsys)
    assert photo.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_is_one_line(fake, photo, capsys):
    assert run("read", photo, *GAME, "--out", "/dev/full") == 2
    assert "cannot be written" in one_line(capsys)


def test_no_such_game(photo, capsys):
    assert run("read", photo, "--game", "chess") == 2
    assert "chess" in one_line(capsys)


@pytest.mark.parametrize("arguments", [[], ["read"], ["sing"], ["batch", "."], ["learn", "a.jpg"]])
def test_a_command_line_that_says_too_little(arguments, capsys):
    assert run(*arguments) == 2
    one_line(capsys)


FILES = {
    "empty.jpg": (b"", 2, "empty"),
    "text.jpg": (b"words, not pixels", 2, "not an image"),
    "blank.jpg": (jpeg(BLANK), 3, "no board"),
    "bomb.png": (pictures.png_claiming(30000, 30000), 2, "too large"),
    "a name with \x1b[31m and \n a line.jpg": (b"", 2, "empty"),
    "emoji 🌴 \u202e name.jpg": (b"", 2, "empty"),
    "-q.jpg": (b"", 2, "empty"),
}


@pytest.mark.parametrize(
    ("name", "content", "code", "word"), [(n, *f) for n, f in FILES.items()], ids=range(len(FILES))
)
def test_files_that_cannot_be_read(fake, tmp_path, capsys, name, content, code, word):
    (tmp_path / name).write_bytes(content)
    assert run("read", tmp_path / name, *GAME, "--json") == code
    line = one_line(capsys)
    assert word in line
    assert printable(name) in line


def test_a_folder_and_a_missing_file(fake, tmp_path, capsys):
    assert run("read", tmp_path, *GAME) == 2
    assert "folder" in one_line(capsys)
    assert run("read", tmp_path / "gone.jpg", *GAME) == 2
    assert "no such file" in one_line(capsys)


def test_a_fault_of_our_own_is_one_line_too(fake, photo, capsys, monkeypatch):
    monkeypatch.setattr(fake, "read", lambda *_: 1 / 0)
    assert run("read", photo, *GAME) == 2
    assert "division by zero" in one_line(capsys)


NOISY = """
import sys
from tests.vision import fake_reader
import vision.reading, vision.__main__ as command
vision.reading.part = lambda *_: fake_reader
vision.__main__._own_standard_error()
sys.exit(command.main(sys.argv[1:]))
"""


def test_image_libraries_print_nothing(tmp_path):
    """Damaged files make libjpeg, libpng and OpenCV write to standard error from C, and Pillow warn."""
    damaged = bytearray(jpeg(pictures.noisy(), exif=b"Exif\0\0MM\0*\xff\xff\xff\xff"))
    for at in range(30_000, 40_000, 97):
        damaged[at] ^= 0x55
    (tmp_path / "damaged.jpg").write_bytes(damaged)
    done = subprocess.run(
        [sys.executable, "-c", NOISY, "read", tmp_path / "damaged.jpg", *GAME, "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    json.loads(done.stdout)


# ------------------------------------------------------------------------------------- batch


@pytest.fixture
def folder(tmp_path):
    below = tmp_path / "photos"
    (below / "a" / "b").mkdir(parents=True)
    (below / "plain.jpg").write_bytes(jpeg())
    (below / "plain.png").write_bytes(png())
    (below / "a" / "IMG_1.HEIC").write_bytes(jpeg())
    (below / "a" / "b" / "no suffix").write_bytes(png())
    (below / "empty.jpg").write_bytes(b"")
    (below / "blank.jpg").write_bytes(jpeg(BLANK))
    (below / "bomb.png").write_bytes(pictures.png_claiming(30000, 30000))
    (below / "notes.txt").write_bytes(b"not a photo, and not named like one")
    (below / "._plain.jpg").write_bytes(b"what a Mac leaves behind")
    return below


def test_batch_reads_every_photo_and_names_those_it_could_not(fake, folder, tmp_path, capsys):
    out = tmp_path / "out"
    assert run("batch", folder, *GAME, "--out", out, "--jobs", 2) == 1
    made = sorted(p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file())
    assert made == ["a/IMG_1.HEIC.json", "a/b/no suffix.json", "plain.jpg.json", "plain.png.json"]
    assert json.loads((out / "plain.png.json").read_text())["size"] == [2, 3]
    said, told = capsys.readouterr()
    assert said == "7 photos, 4 read, 3 not\n"
    assert sorted(line.split(":")[0] for line in told.splitlines()) == ["blank.jpg", "bomb.png", "empty.jpg"]


def test_batch_of_good_photos(fake, tmp_path, capsys):
    below = tmp_path / "in"
    below.mkdir()
    (below / "one.jpg").write_bytes(jpeg())
    assert run("batch", below, *GAME, "--out", tmp_path / "out") == 0
    assert capsys.readouterr() == ("1 photo, 1 read, 0 not\n", "")


def test_batch_of_nothing(fake, tmp_path, capsys):
    assert run("batch", tmp_path, *GAME, "--out", tmp_path / "out") == 0
    assert "0 photos" in capsys.readouterr().out


def test_batch_where_the_folder_or_the_place_for_results_cannot_be(fake, folder, tmp_path, capsys):
    (tmp_path / "file").write_bytes(b"")
    for arguments, word in (
        ((tmp_path / "gone", *GAME, "--out", tmp_path / "o"), "no such folder"),
        ((tmp_path / "file", *GAME, "--out", tmp_path / "o"), "not a folder"),
        ((folder, *GAME, "--out", tmp_path / "file"), "a file, not a folder"),
        ((folder, *GAME, "--out", tmp_path / "o", "--profile", tmp_path / "gone"), "--profile"),
        ((folder, *GAME, "--out", tmp_path / "o", "--jobs", "0"), "--jobs"),
    ):
        assert run("batch", *arguments) == 2
        assert word in one_line(capsys)


def test_batch_where_one_result_cannot_be_written(fake, folder, tmp_path, capsys):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a").write_bytes(b"a file where a folder is needed")
    assert run("batch", folder, *GAME, "--out", tmp_path / "out") == 1
    told = capsys.readouterr().err
    assert "a/IMG_1.HEIC: " in told
    assert (tmp_path / "out" / "plain.jpg.json").exists()


def test_batch_goes_on_when_a_photo_ends_its_process(fake, folder, tmp_path, capsys):
    (folder / "deadly.jpg").write_bytes(jpeg(scene(*fake_reader.DEADLY)))
    assert run("batch", folder, *GAME, "--out", tmp_path / "out", "--jobs", 2) == 1
    told = capsys.readouterr().err
    assert "deadly.jpg: reading it ended the process" in told
    assert len(list((tmp_path / "out").rglob("*.json"))) == 4


def test_batch_reads_on_its_own_where_no_process_can_be_started(fake, folder, tmp_path, capsys, monkeypatch):
    class NoPool:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def submit(self, *_):
            raise BrokenPipeError(32, "Broken pipe")

        def shutdown(self, **_):
            pass

    monkeypatch.setattr(batch, "_pool", lambda size: NoPool())
    assert run("batch", folder, *GAME, "--out", tmp_path / "out", "--jobs", 2) == 1
    assert capsys.readouterr().out == "7 photos, 4 read, 3 not\n"
    assert len(list((tmp_path / "out").rglob("*.json"))) == 4


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_batch_waits_for_no_pipe_and_names_links_that_lead_nowhere(fake, folder, tmp_path, capsys):
    os.mkfifo(folder / "pipe.jpg")
    (folder / "link.jpg").symlink_to(tmp_path / "gone.jpg")
    assert run("batch", folder, *GAME, "--out", tmp_path / "out") == 1
    said, told = capsys.readouterr()
    assert said == "8 photos, 4 read, 4 not\n"
    assert "link.jpg: " in told
    assert "pipe.jpg" not in told


def test_board_and_overlay_want_two_files(fake, tmp_path, capsys):
    (tmp_path / "photo.png").write_bytes(png())
    both = tmp_path / "both.png"
    assert run("read", tmp_path / "photo.png", *GAME, "--out", both, "--overlay", tmp_path / "." / "both.png") == 2
    assert "--overlay" in one_line(capsys)
    assert not both.exists()


def test_jobs_follow_cores_and_memory(monkeypatch):
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    monkeypatch.setattr(batch, "_memory_free", lambda: 10**12)
    assert batch.usual_jobs() == cores
    monkeypatch.setattr(batch, "_memory_free", lambda: 1)
    assert batch.usual_jobs() == 1


# ------------------------------------------------------------------------------------- learn


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.json"
    path.write_text(json.dumps(_board("Vanda")))
    return path


def _board(*names: str, rows: int = 1) -> dict:
    players = [{"name": name, "grid": [[name[0:0] + "R", "M:m1"]] * rows} for name in names]
    return {"format": 1, "game": "rainforest-city", "settings": {}, "players": players}


def test_learn_makes_a_profile_and_adds_to_it(fake, photo, board, tmp_path, capsys):
    target = tmp_path / "profile.npz"
    Profile.learn([BLANK], ["O"]).save(target)
    for _ in range(2):  # a photo learned once more teaches nothing new
        assert run("learn", photo, board, "--profile", target) == 0
        assert "2 pieces learned, 3 in all, 3 kinds" in capsys.readouterr().out
    assert set(Profile.load(target).labels) == {"R", "M:m1", "O"}


def test_a_profile_of_another_game_is_refused_wherever_it_is_named(fake, photo, board, tmp_path, capsys):
    other, out = tmp_path / "other.npz", tmp_path / "out"
    profile = Profile.learn([BLANK], ["yt"])
    profile.game = "hutan"
    profile.save(other)
    before = other.read_bytes()
    for arguments in (
        ("read", photo, *GAME),
        ("batch", tmp_path, *GAME, "--out", out),
        ("learn", photo, board),
    ):
        assert run(*arguments, "--profile", other) == 2
        assert one_line(capsys).startswith(f"--profile {other}: learned from photos of hutan, not rainforest-city: give")
    assert other.read_bytes() == before


def test_a_profile_of_no_game_serves_any_and_becomes_that_of_the_game_it_learns(fake, photo, board, tmp_path):
    generic = tmp_path / "generic.npz"
    Profile.learn([BLANK], ["R"]).save(generic)
    assert run("read", photo, *GAME, "--profile", generic) == 0
    assert run("learn", photo, board, "--profile", generic) == 0
    assert Profile.load(generic).game == "rainforest-city"
    assert run("read", photo, *GAME, "--profile", generic) == 0


def test_learn_takes_the_board_of_a_reading_or_a_truth(fake, photo, tmp_path, capsys):
    reading, target = tmp_path / "reading.json", tmp_path / "profile.npz"
    reading.write_text(json.dumps({"scene": {"tilt": 6.0}, "board": _board("A"), "seconds": 0.1}))
    assert run("learn", photo, reading, "--profile", target) == 0
    assert set(Profile.load(target).labels) == {"R", "M:m1"}


@pytest.mark.parametrize("text", ["[" * 100000, '{"board": 3}', '{"board": {"format": 1}}', ""])
def test_learn_refuses_what_holds_no_board(fake, photo, tmp_path, capsys, text):
    path = tmp_path / "odd.json"
    path.write_text(text)
    assert run("learn", photo, path, "--profile", tmp_path / "p.npz") == 2
    one_line(capsys)


def test_learn_asks_whose_board_it_is(fake, photo, tmp_path, capsys):
    several = tmp_path / "several.json"
    several.write_text(json.dumps(_board("Vanda", "Joko")))
    assert run("learn", photo, several, "--profile", tmp_path / "p.npz") == 2
    assert "Vanda, Joko" in one_line(capsys)
    assert run("learn", photo, several, "--profile", tmp_path / "p.npz", "--player", "Joko") == 0


def test_learn_refuses_in_one_line(fake, photo, board, tmp_path, capsys):
    (tmp_path / "blank.jpg").write_bytes(jpeg(BLANK))
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "long.json").write_text(json.dumps(_board("Vanda", rows=11)))
    (tmp_path / "no.npz").write_bytes(b"no profile")
    new = tmp_path / "new.npz"
    for arguments, code, word in (
        ((photo, tmp_path / "bad.json", "--profile", new), 2, "bad.json"),
        ((photo, tmp_path / "gone.json", "--profile", new), 2, "gone.json"),
        ((photo, tmp_path / "long.json", "--profile", new), 2, "11 rows"),
        ((tmp_path / "gone.jpg", board, "--profile", new), 2, "no such file"),
        ((tmp_path / "blank.jpg", board, "--profile", new), 3, "no board"),
        ((photo, board, "--profile", tmp_path / "no.npz"), 2, "--profile"),
        ((photo, board, "--profile", tmp_path / "no" / "such" / "p.npz"), 2, "--profile"),
        ((photo, board, "--profile", new, "--size", "6x6"), 2, "--size"),
    ):
        assert run("learn", *arguments) == code
        assert word in one_line(capsys)
    assert not new.exists()


def test_learn_writes_to_no_folder_and_to_no_profile_that_is_kept_from_writing(fake, photo, board, tmp_path, capsys):
    for name in (f"{tmp_path}/", f"{tmp_path}", f"{tmp_path}/new/"):
        assert run("learn", photo, board, "--profile", name) == 2
        assert one_line(capsys) == f"--profile {name}: a folder, not a file\n"
    kept = tmp_path / "kept.npz"
    assert run("learn", photo, board, "--profile", kept) == 0
    kept.chmod(0o444)
    before = kept.read_bytes()
    capsys.readouterr()
    assert run("learn", photo, board, "--profile", kept) == 2
    assert one_line(capsys) == f"--profile {kept}: may not be written to\n"
    assert kept.read_bytes() == before
