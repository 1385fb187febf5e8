"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.writing import write_whole


def test_a_file_is_made_and_replaced_with_nothing_left_beside_it(tmp_path: Path) -> None:
    for data in (b"one", b"two"):
        write_whole(tmp_path / "a", data)
        assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", data)]


def test_what_cannot_be_written_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_whole(tmp_path / "a", b"one")
    monkeypatch.setattr(Path, "write_bytes", lambda self, data: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        write_whole(tmp_path / "a", b"two")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"one")]


def test_a_link_and_who_may_read_stay(tmp_path: Path) -> None:
    own, link = tmp_path / "own", tmp_path / "link"
    own.write_bytes(b"one")
    own.chmod(0o640)
    link.symlink_to(own)
    write_whole(link, b"two")
    assert link.is_symlink()
    assert own.read_bytes() == b"two"
    assert own.stat().st_mode & 0o777 == 0o640
