"""What the small components of the page bring back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ui import parts


@pytest.mark.parametrize(
    ("pick", "taken"),
    [
        ({"id": "r", "question": "two"}, ["r"]),
        ({"id": "r", "question": "one"}, []),  # a second tap on the question before
        ({"id": "r"}, []),
        (None, []),
    ],
)
def test_an_answer_counts_for_the_question_that_it_was_given_to(
    pick: dict[str, str] | None, taken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    callbacks: list[Callable[[], None]] = []
    monkeypatch.setattr(parts, "_choices", lambda on_pick_change, **_: callbacks.append(on_pick_change))
    state: dict[str, Any] = {"guesses": {"pick": pick}}
    monkeypatch.setattr(parts.st, "session_state", state)
    picked: list[str] = []
    parts.choices([{"id": "r"}], [], "guesses", picked.append, question="two")
    callbacks[0]()
    assert picked == taken
