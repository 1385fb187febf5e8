"""Hutan and My Rainforest entered by hand on a phone: paint, read the total, reload, save, load."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.ui.touch import no_sideways_scrolling, quiet, tap

pytestmark = pytest.mark.browser


def opened(page: Any, url: str, address: str) -> None:
    page.goto(f"{url}/?{address}")
    page.locator(".st-key-total b").wait_for()
    quiet(page)


def total_becomes(page: Any, points: int) -> None:
    shown = str(points).replace("-", "−")
    page.wait_for_function(f"document.querySelector('.st-key-total')?.innerText.trim() === '{shown}'")


def saved_and_loaded(page: Any, url: str, game: str, points: int, folder: Path) -> None:
    with page.expect_download() as waiting:
        page.locator(".st-key-save button").tap()
    file = folder / "saved.json"
    waiting.value.save_as(file)
    opened(page, url, f"game={game}")
    total_becomes(page, 0)
    page.locator(".st-key-load input[type=file]").set_input_files(file)
    total_becomes(page, points)


def test_hutan_by_hand(phone, app_url, tmp_path):
    opened(phone, app_url, "game=hutan")
    for points, cell in ((-6, "1,1"), (-6, "1,2"), (-6, "2,1"), (6, "2,2"), (8, "2,2")):
        tap(phone, cell)
        total_becomes(phone, points)
    assert no_sideways_scrolling(phone)
    phone.reload()
    total_becomes(phone, 8)
    phone.locator(".st-key-board [data-value='rt']").wait_for()
    saved_and_loaded(phone, app_url, "hutan", 8, tmp_path)


def test_my_rainforest_by_hand(phone, app_url, tmp_path):
    opened(phone, app_url, "game=my-rainforest&sample=my-rainforest-rulebook")
    total_becomes(phone, 44)
    assert no_sideways_scrolling(phone)
    phone.locator(".st-key-board [data-at='3,1']").first.tap()
    phone.locator(".st-key-board [data-tool='remove']").tap()
    phone.wait_for_function("document.querySelector('.st-key-total')?.innerText.trim() !== '44'")
    phone.locator(".st-key-board [data-tool='undo']").tap()
    total_becomes(phone, 44)
    phone.reload()
    total_becomes(phone, 44)
    saved_and_loaded(phone, app_url, "my-rainforest", 44, tmp_path)
