"""Lessons can't drift from the rules: every board, goal and number in them is held against scoring."""

from __future__ import annotations

import copy
import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import scoring
from scoring import registry
from ui.learn.lesson import Lesson

PAGE = str(Path(__file__).parents[2] / "ui" / "lessons.py")

COVERED = {
    "rainforest-city": {"flora", "fauna", "habitat", "otter", "houses", "compost", "ties", "introductory", "advanced"}
    | {"objectives", "cooperative", "solo", "worked-example"}
    | {f"objective-{letter}" for letter in "ABCDEFGHIJKL"},
    "hutan": {"completed-areas", "unfinished-areas", "mixed-areas", "lakes", "trees", "animals", "ties", "scenario"}
    | {"worked-example"}
    | {f"ecosystem-{number}" for number in range(1, 25)},
    "my-rainforest": {"plant", "arthropod", "small", "medium", "large", "carnivore", "target", "ties", "promo"}
    | {"always", "per-plant", "per-arthropod", "per-set", "two-conditions", "negative", "either-type"}
    | {"advanced-1", "advanced-2", "worked-example-44", "worked-example-47", "worked-example-50"},
}
WORKED = {
    ("rainforest-city", "worked-example"): 12,
    ("my-rainforest", "worked-example"): 44,
    ("my-rainforest", "targets"): 47,
    ("my-rainforest", "target-species"): 50,
}


def lessons(game: str) -> tuple[Lesson, ...]:
    return registry.part("ui.learn", game).LESSONS


ALL = [pytest.param(g.id, lesson, id=f"{g.id}-{lesson.key}") for g in registry.games() for lesson in lessons(g.id)]


@pytest.mark.parametrize(("game", "lesson"), ALL)
def test_a_lesson_scores_and_its_words_are_filled_in(game: str, lesson: Lesson) -> None:
    sheet = scoring.score(scoring.load_board(lesson.start()))
    assert sheet.game == game
    for words in lesson.paragraphs():
        assert not re.search(r"[{}]", words)


@pytest.mark.parametrize(("game", "lesson"), [p for p in ALL if p.values[1].goal])
def test_a_goal_is_not_reached_at_first_and_is_by_its_answer(game: str, lesson: Lesson) -> None:
    assert not lesson.goal.reached(scoring.score(scoring.load_board(lesson.start())).players[0])
    board = lesson.start()
    board["players"][0].update(copy.deepcopy(lesson.goal.answer))
    score = scoring.score(scoring.load_board(board)).players[0]
    assert lesson.goal.reached(score)
    assert lesson.goal.total in (None, score.total)


@pytest.mark.parametrize("game", [g.id for g in registry.games()])
def test_lessons_cover_the_scoring_and_have_names_of_their_own(game: str) -> None:
    taught = {name for lesson in lessons(game) for name in lesson.teaches}
    assert taught >= COVERED[game]
    assert len({lesson.key for lesson in lessons(game)}) == len(lessons(game))


@pytest.mark.parametrize(("where", "total"), WORKED.items(), ids=["-".join(w) for w in WORKED])
def test_the_rulebooks_worked_examples(where: tuple[str, str], total: int) -> None:
    game, key = where
    lesson = next(x for x in lessons(game) if x.key == key)
    assert scoring.score(scoring.load_board(lesson.start())).players[0].total == total


@pytest.mark.parametrize("game", [g.id for g in registry.games()])
def test_no_lesson_is_longer_than_a_breath(game: str) -> None:
    """Under ten minutes a game: at 150 words a minute, reading takes less than half of it."""
    words = sum(len(" ".join(lesson.paragraphs()).split()) for lesson in lessons(game))
    assert words < 5 * 150 * 1.5


@pytest.mark.parametrize("game", [g.id for g in registry.games()])
def test_the_page_walks_from_the_first_lesson_to_the_last(game: str) -> None:
    page = AppTest.from_file(PAGE, default_timeout=60)
    page.query_params["game"] = game
    page.run()
    keys = [lesson.key for lesson in lessons(game)]
    for key in keys[1:]:
        page.button(key="lesson-next").click().run()
        assert not page.exception
        assert page.query_params["lesson"] == [key] or page.query_params["lesson"] == key
    assert not [b for b in page.button if b.key == "lesson-next"]


def test_show_me_reaches_the_goal_and_start_over_takes_it_back() -> None:
    page = AppTest.from_file(PAGE, default_timeout=60)
    page.query_params["game"] = "rainforest-city"
    page.run()
    page.button(key="lesson-answer").click().run()
    assert not [b for b in page.button if b.key == "lesson-answer"]
    page.button(key="lesson-reset").click().run()
    assert page.button(key="lesson-answer")


def test_an_unknown_game_is_told() -> None:
    page = AppTest.from_file(PAGE, default_timeout=60)
    page.query_params["game"] = "chess"
    page.run()
    assert not page.exception
    assert not page.button
