"""What the browser tests do and ask on a page."""

from __future__ import annotations

from typing import Any


def quiet(page: Any) -> None:
    """Wait until the page has answered."""
    page.wait_for_timeout(300)
    page.wait_for_function("document.querySelector('.stApp')?.dataset.testScriptState !== 'running'")
    page.wait_for_timeout(300)


def tap(page: Any, cell: str, where: str = "board") -> None:
    page.locator(f".st-key-{where} [data-cell='{cell}']").first.tap()


def no_sideways_scrolling(page: Any) -> bool:
    return page.evaluate("document.querySelector('.stMain').scrollWidth <= innerWidth")
