"""A user's own cards are never lost: not to a damaged file, not to another page, not to a full disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from scoring.games.my_rainforest import catalogue as catalogues
from ui import store
from ui.games import my_rainforest

PLAY = str(Path(__file__).parents[2] / "ui" / "play.py")
TAPIR = {"name": "Malayan Tapir", "type": "large", "scores": [{"points": 2, "of": ["plant"]}]}
GIBBON = {**TAPIR, "name": "Gibbon", "type": "medium"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOREST_TALLY_HOME", str(tmp_path))
    return tmp_path


def opened() -> AppTest:
    page = AppTest.from_file(PLAY, default_timeout=60)
    page.query_params["game"] = "my-rainforest"
    page.run()
    assert not page.exception
    return page


def keep(page: AppTest, name: str, *, scores: bool = True) -> None:
    page.text_input(key="own-name").set_value(name)
    page.session_state["own-type"] = "large"
    page.session_state["own-scores"] = [0] if scores else []
    page.button(key="own-keep").click().run()
    assert not page.exception


def test_a_damaged_catalogue_is_put_aside_and_told(home: Path) -> None:
    path = my_rainforest.catalogue_path()
    path.write_text('{"format": 1, "catalogue": "my-rainforest", "species": [{"name": "Tapir", "type": "smal"}]}')
    keep(opened(), "Gibbon")
    assert [s.name for s in catalogues.load(path).species] == ["Gibbon"]
    aside = [f for f in path.parent.iterdir() if "damaged" in f.name]
    assert len(aside) == 1
    assert "Tapir" in aside[0].read_text()


def test_nothing_of_a_card_that_was_kept_slips_onto_the_next(home: Path) -> None:
    page = opened()
    page.selectbox(key="own-iucn").set_value("EN")
    keep(page, "Dhole")
    assert page.text_input(key="own-name").value == ""
    assert page.session_state["own-type"] is None
    assert page.session_state["own-scores"] == []
    keep(page, "Rafflesia")
    assert [(s.name, s.iucn) for s in catalogues.load(my_rainforest.catalogue_path()).species] == [("Dhole", "EN"), ("Rafflesia", None)]


def test_nothing_of_a_target_that_was_kept_slips_onto_the_next(home: Path) -> None:
    page = opened()
    token = str(page.query_params["draft"])
    with store.edit(token) as draft:
        draft.board["settings"] |= {"variant": "advanced-1", "_pattern": [[0, 2 * i] for i in range(9)]}
    page.run()
    page.text_input(key="target-name").set_value("Ring")
    page.number_input(key="target-points").set_value(9)
    page.selectbox(key="target-species").set_value("Binturong")
    page.button(key="target-keep").click().run()
    assert not page.exception
    assert [t.name for t in catalogues.load(my_rainforest.catalogue_path()).targets] == ["Ring"]
    state = page.session_state
    assert (state["target-name"], state["target-points"], state["target-species"]) == ("", 3, "")


def test_forgetting_a_card_spares_what_another_page_added(home: Path) -> None:
    path = my_rainforest.catalogue_path()
    catalogues.save(path, catalogues.with_species(catalogues.EMPTY, TAPIR))
    page = opened()
    catalogues.save(path, catalogues.with_species(catalogues.load(path), GIBBON))
    page.button(key="forget-card-Malayan Tapir").click().run()
    assert not page.exception
    assert [s.name for s in catalogues.load(path).species] == ["Gibbon"]


def test_forgetting_a_card_spares_a_target_of_its_name(home: Path) -> None:
    pattern = [[0, 2 * i] for i in range(9)]
    mine = catalogues.with_species(catalogues.EMPTY, TAPIR)
    mine = catalogues.with_target(mine, {"name": TAPIR["name"], "pattern": pattern, "points": 3})
    assert len(catalogues.without_species(mine, str(TAPIR["name"])).targets) == 1
    assert len(catalogues.without_target(mine, str(TAPIR["name"])).species) == 1


def test_what_cards_score_has_a_real_minus(home: Path) -> None:
    texts = [my_rainforest._text(condition) for condition in my_rainforest.CONDITIONS]
    assert any(text.startswith("−") for text in texts)
    assert not any("-" in text for text in texts)
    assert not any("-" in entry.words for entry in my_rainforest._entries())


def test_a_card_needs_to_say_what_it_scores(home: Path) -> None:
    keep(opened(), "Gibbon", scores=False)
    assert not my_rainforest.catalogue_path().exists()


def test_a_place_that_cant_be_written_to_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    page = opened()
    monkeypatch.setattr(catalogues, "save", full)
    keep(page, "Gibbon")
    assert page.text_input(key="own-name").value == "Gibbon", "what was entered stays until it is kept"


def test_second_taps_neither_hold_a_target_twice_nor_drop_another() -> None:
    promo, mine = {"promo": True}, {"name": "Ring", "pattern": [[0, 0]], "points": 3}
    player: dict[str, Any] = {"name": ""}
    for target in (promo, promo, mine, mine):
        my_rainforest._hold(target, player)
    assert player == {"name": "", "targets": [promo, mine]}
    for _ in range(2):
        my_rainforest._drop(mine, player)
    assert player == {"name": "", "targets": [promo]}


def test_a_second_tap_on_keep_leaves_the_answer_to_the_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = {
        "own-name": "Gibbon",
        "own-type": "large",
        "own-scores": [0],
        "own-iucn": my_rainforest.NO_CODE,
    }
    monkeypatch.setattr(my_rainforest.st, "session_state", state)
    my_rainforest._keep_card()
    first = state["catalogue-message"]
    my_rainforest._keep_card()
    assert state["catalogue-message"] == first
    assert [s.name for s in catalogues.load(my_rainforest.catalogue_path()).species] == ["Gibbon"]
