"""Standard input and output that are closed, full, or read by nobody, in processes of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BOARD = "samples/boards/rainforest-city-rulebook.json"
COMMANDS = (
    f"scoring score {BOARD}",
    f"scoring validate {BOARD}",
    "scoring batch samples/boards",
    "vision read samples/photos/rainforest-city-1.jpg --game rainforest-city --json",
)


def run(arguments: str, redirected: str) -> subprocess.CompletedProcess[str]:
    command = f"{sys.executable} -m {arguments} {redirected}"
    return subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_full_disk_is_told_in_one_line(arguments: str) -> None:
    done = run(arguments, ">/dev/full")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("standard output: ")


@pytest.mark.parametrize("arguments", COMMANDS[1:])
def test_nobody_has_to_listen(arguments: str) -> None:
    for redirected in (">&-", "| true"):
        done = run(arguments, redirected)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("arguments", ["scoring score -", "vision learn samples/photos/rainforest-city-1.jpg - --profile never-written.npz"])
def test_a_closed_standard_input_is_told_in_one_line(arguments: str) -> None:
    done = run(arguments, "<&-")
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["standard input: closed, expected a board file"]
    assert not (ROOT / "never-written.npz").exists()
