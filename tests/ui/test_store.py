"""The store of drafts: what is kept comes back, whatever else happens on the disk."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path

import pytest

from ui import store

BOARD = {"format": 1, "game": "hutan", "settings": {}, "players": [{"name": ""}, {"name": "Calla"}]}


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOREST_TALLY_HOME", str(tmp_path))
    return tmp_path


def draft_of(token: str) -> store.Draft:
    draft = store.load(token)
    assert draft is not None
    return draft


def test_a_draft_comes_back_as_it_was():
    token = store.create(BOARD)
    with store.edit(token) as draft:
        draft.current = 1
        draft.sides[1].revision = 7
    found = draft_of(token)
    assert found.board == BOARD
    assert found.current == 1
    assert found.sides[1].revision == 7
    assert found.sides[0].id != found.sides[1].id


def test_an_unfinished_board_is_kept_too():
    token = store.create({**BOARD, "players": [{}]})
    assert draft_of(token).board["players"] == [{}]


def test_an_edit_that_fails_changes_nothing():
    token = store.create(BOARD)
    with pytest.raises(KeyError), store.edit(token) as draft:
        draft.board["players"][0]["name"] = draft.board.pop("settings")["no such"]
    assert draft_of(token).board == BOARD


@pytest.mark.parametrize("token", ["", "x", "../../etc/passwd", "a" * 21 + "/", "a" * 23, "é" * 22, "a" * 22 + "\n"])
def test_only_tokens_of_our_own_making_name_a_draft(token):
    assert store.load(token) is None
    with pytest.raises(KeyError):
        store.keep_photo(token, b"photo")
    with pytest.raises(KeyError), store.edit(token):
        pass


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"[" * 100_000,
        b'{"board": 1}',
        b'{"board": {"game": "hutan", "settings": {}, "players": []}}',
        b'{"board": {"game": "hutan", "settings": {}, "players": [1]}}',
        b'{"board": {"players": [{}], "settings": {}}}',
        b'{"board": {"game": "hutan", "settings": {}, "players": [{}]}, "more": 1}',
        b'{"board": {"game": "hutan", "settings": {}, "players": [{}]}, "current": "x"}',
        b"\xff\xfe",
    ],
)
def test_a_damaged_draft_is_no_draft_and_no_crash(content, own_home):
    token = store.create(BOARD)
    (own_home / "drafts" / f"{token}.json").write_bytes(content)
    assert store.load(token) is None


def test_a_draft_too_large_is_refused_and_the_old_one_stays():
    token = store.create(BOARD)
    with pytest.raises(store.DraftTooLargeError), store.edit(token) as draft:
        draft.board["settings"]["more"] = "x" * (store.MAX_BYTES + 1)
    assert draft_of(token).board == BOARD


def test_edits_at_the_same_time_all_count():
    token = store.create({**BOARD, "settings": {"count": 0}})

    def add() -> None:
        for _ in range(20):
            with store.edit(token) as draft:
                draft.board["settings"]["count"] += 1

    threads = [threading.Thread(target=add) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert draft_of(token).board["settings"]["count"] == 100


def test_a_reader_never_sees_half_a_draft():
    token = store.create({**BOARD, "settings": {"text": ""}})
    path = store.home() / "drafts" / f"{token}.json"
    done = threading.Event()
    broken = []

    def look() -> None:
        while not done.is_set():
            try:
                json.loads(path.read_bytes())
            except ValueError as error:
                broken.append(error)

    watcher = threading.Thread(target=look)
    watcher.start()
    for n in range(60):
        with store.edit(token) as draft:
            draft.board["settings"]["text"] = "x" * (5_000 * (n % 7))
    done.set()
    watcher.join()
    assert broken == []
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_big_step_can_be_taken_back():
    token = store.create(BOARD)
    with store.edit(token) as draft:
        ids = [side.id for side in draft.sides]
        store.replace(draft, {**BOARD, "players": [{"name": "new"}]}, "A file was opened")
    with store.edit(token) as draft:
        assert len(draft.board["players"]) == 1
        store.take_back(draft)
    found = draft_of(token)
    assert found.board == BOARD
    assert found.before is None
    assert not {side.id for side in found.sides} & set(ids)


def three() -> str:
    return store.create({**BOARD, "players": [{"name": name} for name in "abc"]})


def test_taking_back_what_one_player_did_leaves_the_others_alone():
    token = three()
    with store.edit(token) as draft:
        store.remember(draft, "read", draft.sides[1])
        draft.board["players"][1]["grid"] = [["r"]]
        ids = [side.id for side in draft.sides]
    with store.edit(token) as draft:  # another phone paints meanwhile
        draft.board["players"][0]["grid"] = [["b"]]
        draft.sides[0].revision = 5
    with store.edit(token) as draft:
        store.take_back(draft)
    found = draft_of(token)
    assert found.board["players"] == [{"name": "a", "grid": [["b"]]}, {"name": "b"}, {"name": "c"}]
    assert [side.id == old for side, old in zip(found.sides, ids, strict=True)] == [True, False, True]
    assert found.sides[0].revision == 5


def test_what_was_entered_since_stays_when_a_step_is_taken_back():
    token = three()
    with store.edit(token) as draft:
        store.remember(draft, "read", draft.sides[1])
        draft.board["players"][1]["grid"] = [["r"]]
        draft.board["settings"] |= {"layout": "seen", "_seen": True}
        store.remember_result(draft, draft.sides[1])
    with store.edit(token) as draft:
        draft.board["players"][1] |= {"name": "Ada", "grid": [["y"]], "compost": 2}
        draft.board["settings"] |= {"solo": True, "_seen": False}
    with store.edit(token) as draft:
        store.take_back(draft)
    found = draft_of(token).board
    assert found["players"][1] == {"name": "Ada", "compost": 2}
    assert found["settings"] == {**BOARD["settings"], "solo": True, "_seen": False}


def test_a_player_comes_back_only_to_a_free_place():
    token = three()
    with store.edit(token) as draft:
        store.remember(draft, "taken out", draft.sides[0])
        del draft.board["players"][0], draft.sides[0]
        draft.board["players"] += [{"name": "d"}, {"name": "e"}]
        draft.fit()
    with store.edit(token) as draft:
        with pytest.raises(store.TableFullError):
            store.take_back(draft)
        assert draft.before is not None
        del draft.board["players"][-1]
        draft.fit()
        store.take_back(draft)
    assert [player["name"] for player in draft_of(token).board["players"]] == list("abcd")


@pytest.mark.parametrize("out", range(3))
def test_a_player_that_was_taken_out_comes_back_to_their_place(out: int):
    token = three()
    with store.edit(token) as draft:
        store.remember(draft, "taken out", draft.sides[out])
        del draft.board["players"][out], draft.sides[out]
        draft.fit()
    with store.edit(token) as draft:
        draft.board["players"][0]["grid"] = [["b"]]
        store.take_back(draft)
    found = draft_of(token)
    assert [player["name"] for player in found.board["players"]] == list("abc")
    assert sum("grid" in player for player in found.board["players"]) == 1
    assert found.current == out


def test_the_current_player_is_always_one_of_the_players():
    token = store.create(BOARD)
    with store.edit(token) as draft:
        draft.current = 1
    with store.edit(token) as draft:
        del draft.board["players"][1]
        draft.fit()
    assert draft_of(token).current == 0


def test_old_drafts_and_photos_are_cleared_away(own_home):
    old, new = store.create(BOARD), store.create(BOARD)
    name = store.keep_photo(old, b"old photo")
    long_ago = time.time() - (store.KEEP_DAYS + 1) * 86_400
    for path in (own_home / "drafts").glob(f"{old}*"):
        os.utime(path, (long_ago, long_ago))
    store.clean()
    assert store.load(old) is None
    assert store.photo(old, name) is None
    assert store.load(new) is not None


def test_photos_above_the_room_for_them_go_oldest_first(monkeypatch):
    token = store.create(BOARD)
    first, second = store.keep_photo(token, b"a" * 60), store.keep_photo(token, b"b" * 60)
    os.utime(store.home() / "drafts" / f"{token}.{first}.photo", (1e9 * 1.7, time.time() - 100))
    monkeypatch.setattr(store, "MAX_PHOTO_BYTES", 100)
    store.clean()
    assert store.photo(token, first) is None
    assert store.photo(token, second) == b"b" * 60


@pytest.mark.parametrize("name", ["", "../x", "g" * 16, "0" * 15])
def test_only_photos_of_our_own_keeping_have_a_name(name):
    assert store.photo(store.create(BOARD), name) is None


@pytest.mark.parametrize("writable", [2, 1, 0])
def test_the_app_keeps_its_things_wherever_something_can_be_written(
    writable: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FOREST_TALLY_HOME")
    monkeypatch.setattr(store, "__file__", str(tmp_path / "code" / "ui" / "store.py"))
    (tmp_path / "code" / "ui").mkdir(parents=True)
    monkeypatch.setattr(store.tempfile, "tempdir", str(tmp_path))
    closed = [tmp_path / "code" / ".forest-tally", tmp_path / "forest-tally"][: 2 - writable]
    monkeypatch.setattr(store.os, "access", lambda folder, _: Path(folder) not in closed)
    store._usual_home.cache_clear()
    try:
        kept = store.home()
        assert kept not in closed
        assert kept.is_dir()
        assert store.home() == kept
        token = store.create({"game": "hutan", "settings": {}, "players": [{"name": ""}]})
        assert store.load(token) is not None
    finally:
        store._usual_home.cache_clear()
