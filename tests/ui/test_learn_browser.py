"""One lesson, one practice round and the sheet, with touch on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.touch import no_sideways_scrolling, quiet, tap
from ui.learn import rounds

pytestmark = pytest.mark.browser


def opened(page: Any, url: str, address: str, sign: str) -> None:
    page.goto(f"{url}/{address}")
    page.locator(sign).first.wait_for()
    quiet(page)


def test_a_lesson_is_walked(phone, app_url):
    opened(phone, app_url, "learn?game=rainforest-city", ".st-key-lesson-board [data-cell]")
    assert no_sideways_scrolling(phone)
    phone.locator(".st-key-lesson-board [data-brush='1']").tap()
    tap(phone, "0,1", "lesson-board")
    phone.get_by_text("That's it!").wait_for()
    phone.locator(".st-key-lesson-next button").tap()
    phone.get_by_text("Join the two rainforests.").wait_for()
    phone.reload()
    phone.get_by_text("Join the two rainforests.").wait_for()


@pytest.mark.parametrize("game", ["rainforest-city", "hutan", "my-rainforest"])
def test_a_practice_round(phone, app_url, game):
    opened(phone, app_url, f"practice?game={game}&seed=31&level=1", ".st-key-practice-check button")
    assert no_sideways_scrolling(phone)
    score = rounds.new_round(game, 1, 31).score
    for category in score.categories:
        box = phone.get_by_label(category.label, exact=True)
        box.fill(str(category.points + (category is score.categories[0])))
    phone.locator(".st-key-practice-check button").tap()
    phone.get_by_text(f"{len(score.categories) - 1} of {len(score.categories)} right").wait_for()
    phone.locator(".ft-lines details[open] .line").first.tap()
    phone.locator(".st-key-practice-view .ft-lit").first.wait_for()
    before = phone.url
    phone.locator(".st-key-practice-next button").tap()
    phone.wait_for_function("before => location.href !== before", arg=before)
    phone.locator(".st-key-practice-check button").wait_for()
    assert f"lean={score.categories[0].key}" in phone.url


def test_the_sheet_of_a_game(phone, app_url):
    opened(phone, app_url, "?game=rainforest-city&sample=rainforest-city-rulebook", ".st-key-total b")
    link = phone.get_by_text("Print the score sheet")
    link.scroll_into_view_if_needed()
    link.tap()
    phone.locator(".ft-sheet .total td").wait_for()
    assert phone.locator(".ft-sheet .total td").inner_text() == "12"
    assert no_sideways_scrolling(phone)
