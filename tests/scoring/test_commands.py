"""The command line: scores, checks, batches, exit codes and one clear line for whatever can't be used."""

import json
import os
import re
import subprocess
import sys
import unicodedata
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.table import fitted, width

HERE = Path(__file__).parent
BOARDS = HERE / "boards"
TABLE = json.loads((HERE / "boards.json").read_text())


def board(*players, **settings):
    seats = [{"name": name, "grid": grid, **more} for name, grid, more in players]
    return {"format": 1, "game": "rainforest-city", "settings": settings, "players": seats}


def holds(text, words):
    """Whether one of the words is in the text; words of one or two letters have to stand alone."""
    return any(re.search(rf"(?<!\w){re.escape(w)}(?!\w)" if len(w) < 3 else re.escape(w), text, re.IGNORECASE) for w in words)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["file"])
def test_boards_of_public_bug_reports(row, capsys):
    code = main(["score", str(BOARDS / row["file"]), "--json"])
    out, err = capsys.readouterr()
    assert code == row["exit"]
    if code:
        assert out == ""
        assert len(err.splitlines()) == 1
        assert holds(err.replace(row["file"], ""), row["says"])
        return
    assert err == ""
    sheet, expect = json.loads(out), row.get("expect", {})
    found = {
        "total": [p["total"] for p in sheet["players"]],
        "points": [{c["key"]: c["points"] for c in p["categories"]} for p in sheet["players"]],
        "winners": sheet["winners"],
        "ranks": {r["name"]: r["rank"] for r in sheet["ranking"]},
    }
    assert {key: found[key] for key in expect} == expect


def test_batch_gives_a_line_a_file_in_order_and_goes_on_past_bad_ones(capsys):
    assert main(["batch", str(BOARDS), "--json"]) == 1
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["file"] for line in lines] == sorted(path.name for path in BOARDS.glob("*.json"))
    exits = {row["file"]: row["exit"] for row in TABLE}
    for line in lines:
        assert ("error" in line) == bool(exits[line["file"]])
        if "error" in line:
            assert set(line) == {"file", "error"}
            assert len(line["error"].splitlines()) == 1
    bad = sum(code != 0 for code in exits.values())
    assert err == f"{bad} of {len(lines)} files could not be scored\n"


def test_batch_finds_files_in_folders_and_leaves_others_alone(tmp_path, capsys):
    for name in ("b.json", "a/z.json", "a/Ü 🌴.json", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(board(("Vanda", [["R:r1"]], {}))))
    (tmp_path / "folder.json").mkdir()
    assert main(["batch", str(tmp_path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["file"] for line in lines] == ["a/z.json", "a/Ü 🌴.json", "b.json"]
    assert all(line["players"][0]["total"] == 1 for line in lines)


def test_batch_tells_of_what_it_could_not_look_into(tmp_path, capsys, monkeypatch):
    (tmp_path / "a.json").write_text(json.dumps(board(("Vanda", [["R:r1"]], {}))))
    (tmp_path / "gone.json").symlink_to(tmp_path / "nowhere.json")
    walk = os.walk

    def without_one(folder, onerror):
        onerror(PermissionError(13, "Permission denied", str(tmp_path / "locked")))
        yield from walk(folder)

    monkeypatch.setattr(os, "walk", without_one)
    assert main(["batch", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert [set(json.loads(line)) >= {"error"} for line in out.splitlines()] == [False, True]
    assert f"{tmp_path / 'locked'}: Permission denied" in err
    assert "1 of 2 files could not be scored" in err


def test_batch_of_an_empty_folder_prints_no_line_and_says_why(tmp_path, capsys):
    assert main(["batch", str(tmp_path), "--json"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"{tmp_path}: no board files (*.json) lie below this folder\n"


def test_batch_prints_lines_of_json_with_and_without_being_asked(tmp_path, capsys):
    (tmp_path / "a.json").write_text(json.dumps(board(("Vanda", [["R:r1"]], {}))))
    main(["batch", str(tmp_path)])
    plain = capsys.readouterr().out
    main(["batch", str(tmp_path), "--json"])
    assert capsys.readouterr().out == plain
    assert json.loads(plain)["file"] == "a.json"


def test_batch_counts_its_failures_in_good_grammar(tmp_path, capsys):
    (tmp_path / "a.json").write_text("{")
    assert main(["batch", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "1 of 1 file could not be scored\n"


@pytest.mark.parametrize("command", ["score", "validate", "batch"])
def test_what_is_not_there_is_named_in_one_line(command, capsys, tmp_path):
    assert main([command, str(tmp_path / "nothing.json")]) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert "no such" in err
    assert "nothing.json" in err


def test_a_folder_is_no_board_file_and_a_file_no_folder(capsys, tmp_path):
    assert main(["score", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err
    file = tmp_path / "x.json"
    file.write_text("{}")
    assert main(["batch", str(file)]) == 2
    assert "not a folder" in capsys.readouterr().err


def test_file_names_with_control_characters_leave_one_clean_line(capsys, tmp_path):
    assert main(["score", str(tmp_path / "a\x1b[31m\nb.json")]) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert "\x1b" not in err


def test_a_file_name_that_is_no_path_at_all(capsys):
    assert main(["score", "a\0b"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["score", ""], ["validate", " "], ["batch", ""]])
def test_an_empty_name_is_called_that(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "its name is empty" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["score"], ["count", "x"], ["score", "x", "--yaml"]])
def test_wrong_arguments_are_one_line_too(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def feed(monkeypatch, data):
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))


def test_standard_input(monkeypatch, capsys):
    feed(monkeypatch, json.dumps(board(("Vanda", [["R:r1", "R:r2"]], {}))).encode())
    assert main(["score", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"][0]["total"] == 3
    feed(monkeypatch, b"{")
    assert main(["score", "-"]) == 2
    assert capsys.readouterr().err.startswith("standard input: not JSON")


def test_validate(tmp_path, capsys):
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board(("Vanda", [["R:r1"]], {}), ("Calla", [], {}))))
    assert main(["validate", str(file)]) == 0
    assert capsys.readouterr().out == "A valid board file: rainforest-city, Vanda, Calla\n"
    assert main(["validate", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["valid"] is True
    file.write_text(json.dumps(board(("Vanda", [["R:r1"]], {}), ("Calla", [], {"compost": 200}))))
    assert main(["validate", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.endswith("\nCalla\n  Warning: 200 tokens in the compost, the box holds 174\n"), "as score tells it"
    main(["score", str(file)])
    assert "  Warning: 200 tokens in the compost, the box holds 174" in capsys.readouterr().out
    assert main(["validate", str(file), "--json"]) == 0
    warnings = json.loads(capsys.readouterr().out)["warnings"]
    assert [(w["player"], w["code"]) for w in warnings] == [("Vanda", "tokens"), ("Calla", "compost")]
    file.write_text(json.dumps(board(("Vanda", [["R:r1"]], {"compots": 1}))))
    assert main(["validate", str(file)]) == 2
    assert "players[0].compots" in capsys.readouterr().err


def test_the_table_for_people(tmp_path, capsys):
    file = tmp_path / "board.json"
    grid = [["M:m1", "M:m2", "M:m2"], ["H", "M", "M"]]
    file.write_text(json.dumps(board(("Zoë 🦦", grid, {}), ("<b>नीला</b>", grid, {"compost": 2}), ("林", [], {}))))
    assert main(["score", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    table = [line for line in lines if line.startswith(("Flora", "Fauna", "Houses", "Compost Heap", "Total", "Rank"))][:6]
    assert {width(line) for line in table} == {width(lines[2])}
    assert "Total              5            3   0" in lines
    assert "      0  Tree-climbing crab at row 1, column 3: no mangrove plant left to support it (1 plant for 2 herbivores)" in lines
    assert "Winner: Zoë 🦦" in lines


def test_outcomes_are_told(tmp_path, capsys):
    file = tmp_path / "board.json"
    seats = [("A", [["R"]], {"objectives": ["A", "E", "I"]}), ("B", [], {"objectives": ["B", "F", "J"], "compost": 4})]
    file.write_text(json.dumps(board(*seats, variant="solo")))
    assert main(["score", str(file)]) == 0
    out = capsys.readouterr().out
    assert "Loss: B has 4 unmatching tokens in the compost, 4 or more lose the game (0 of 3 objectives met)" in out
    assert "Objective A not met. A habitat with a straight line of 10 squares: the longest line has 1 square" in out


def test_how_a_tie_was_decided_is_told(tmp_path, capsys):
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board(("Ada", [["R:r1"] * 2], {"compost": 1}), ("Ben", [["R:r1"]], {}))))
    main(["score", str(file)])
    told = "\nBen and Ada have 1 point each: the smaller Compost Heap goes first, Ben with 0 tokens then Ada with 1 token.\n"
    assert capsys.readouterr().out.count(told) == 1


@pytest.mark.parametrize("name", ["", "  "])
def test_a_blank_name_is_shown_as_that(name, tmp_path, capsys):
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board((name, [["R:r1"]], {}), ("Ada", [["R:r1"]], {}))))
    assert main(["score", str(file)]) == 0
    out = capsys.readouterr().out
    assert "(no name) and Ada have 1 point each" in out
    assert "Winners: (no name), Ada" in out
    assert "\n(no name): 1\n" in out
    main(["score", str(file), "--json"])
    assert json.loads(capsys.readouterr().out)["winners"] == [name, "Ada"]


@pytest.mark.parametrize(("text", "columns"), [("Vanda", 5), ("林さん", 6), ("é", 1), ("e\u0301", 1), ("👩\u200d🌾", 4)])
def test_width_in_columns(text, columns):
    assert width(text) == columns


def test_long_names_are_cut_where_columns_need_it():
    assert fitted("x" * 30, 20) == "x" * 19 + "…"
    assert width(fitted("林" * 30, 20)) <= 20
    assert fitted("x" * 1_000_000, 20) == "x" * 19 + "…"


def test_direction_overrides_in_names_do_not_reach_the_terminal(tmp_path, capsys):
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board(("ab\u202ecd", [], {}))))
    assert main(["score", str(file)]) == 0
    assert not any(unicodedata.category(c) == "Cf" for c in capsys.readouterr().out)


def test_as_a_program_with_a_poor_terminal_encoding():
    """UTF-8 leaves the program whatever the environment says, and nothing ends in a traceback."""
    run = subprocess.run(
        [sys.executable, "-m", "scoring", "score", str(BOARDS / "names-world.json"), "--json"],
        capture_output=True,
        cwd=HERE.parents[1],
        env={"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin:/bin"},
        check=False,
    )
    assert run.returncode == 0
    assert json.loads(run.stdout.decode("utf-8"))["winners"] == ["Zoë 🦦"]
    assert run.stderr == b""
