"""Practice: boards of a seed are always the same, legal and worth counting; answers are held against scoring."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

import scoring
from scoring import registry
from ui.learn import rounds

UI = Path(__file__).parents[2] / "ui"
GAMES = [game.id for game in registry.games()]
SEEDS = st.integers(1, rounds.MOST_SEEDS)


@pytest.mark.parametrize("game", GAMES)
@given(seed=SEEDS, level=st.sampled_from(sorted(rounds.LEVELS)))
@settings(max_examples=12, deadline=None)
def test_a_round_is_a_legal_board_with_something_to_count(game: str, seed: int, level: int) -> None:
    made = rounds.new_round(game, level, seed)
    sheet = scoring.score(scoring.load_board(made.board))
    assert sheet.players[0] == made.score
    assert made.score.total is not None
    assert not made.score.warnings
    assert sum(1 for c in made.score.categories if c.lines) >= 2
    registry.part("ui.learn", game).beside_board(made.board)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_makes_the_same_board_everywhere(game: str) -> None:
    assert rounds.new_round(game, 2, 77) == rounds.new_round(game, 2, 77)
    assert rounds.new_round(game, 2, 77) != rounds.new_round(game, 2, 78)


@pytest.mark.parametrize("game", GAMES)
def test_the_next_board_leans_on_what_went_wrong(game: str) -> None:
    """Over many seeds, boards that lean on a category are at least as rich in it as those that do not."""
    key = rounds.questions(rounds.new_round(game, 1, 1).score)[1].key

    def lines(lean: tuple[str, ...]) -> int:
        boards = [rounds.new_round(game, 1, seed, lean) for seed in range(1, 13)]
        return sum(len(c.lines) for made in boards for c in made.score.categories if c.key == key)

    assert lines((key,)) > lines(())


def test_answers_are_checked_category_by_category() -> None:
    score = rounds.new_round("rainforest-city", 2, 5).score
    right = {c.key: c.points for c in score.categories}
    assert all(v.right for v in rounds.verdicts(score, right))
    found = rounds.verdicts(score, {**right, "fauna": right["fauna"] + 1, "houses": None})
    assert rounds.next_lean(found) == ("fauna", "houses")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_on_the_page(game: str) -> None:
    page = AppTest.from_file(str(UI / "practice.py"), default_timeout=60)
    page.query_params["game"] = game
    page.query_params["seed"] = "9"
    page.run()
    assert not page.exception
    score = rounds.new_round(game, 1, 9).score
    boxes = [box for box in page.number_input if box.key.startswith("answer-")]
    assert [box.label for box in boxes] == [c.label for c in score.categories]
    for box, category in zip(boxes, score.categories, strict=True):
        box.set_value(category.points)
    boxes[0].set_value(score.categories[0].points + 1)
    next(b for b in page.button if b.label == "Check").click()
    page.run()
    assert not page.exception
    page.button(key="practice-next").click().run()
    assert not page.exception
    lean = page.query_params["lean"]
    assert score.categories[0].key in (lean if isinstance(lean, list) else [lean])


@pytest.mark.parametrize("address", [{"game": "chess"}, {"game": "hutan", "seed": "x", "level": "9"}, {"game": "hutan", "seed": "٣", "lean": "<b>"}])
def test_odd_addresses_of_practice(address: dict[str, str]) -> None:
    page = AppTest.from_file(str(UI / "practice.py"), default_timeout=60)
    for key, value in address.items():
        page.query_params[key] = value
    page.run()
    assert not page.exception


@pytest.mark.parametrize("page", ["lessons", "practice"])
@pytest.mark.parametrize("address", [{}, {"game": "chess"}])
def test_an_address_without_its_game_leads_to_each_of_them(page: str, address: dict[str, str]) -> None:
    shown = AppTest.from_file(str(UI / f"{page}.py"), default_timeout=60)
    for key, value in address.items():
        shown.query_params[key] = value
    shown.run()
    assert not shown.exception
    links = " ".join(str(element.value) for element in shown.get("html"))
    assert [game for game in GAMES if f"?game={game}" in links] == GAMES


@pytest.mark.parametrize("game", [*GAMES, "chess"])
def test_an_empty_sheet(game: str) -> None:
    page = AppTest.from_file(str(UI / "sheet.py"), default_timeout=60)
    page.query_params["game"] = game
    page.run()
    assert not page.exception
