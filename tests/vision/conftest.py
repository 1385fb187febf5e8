from __future__ import annotations

from types import ModuleType

import pytest

from scoring import registry
from tests.vision import fake_reader


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Every game is read by the fake reader."""

    def part(package: str, game: str) -> ModuleType:
        registry.game(game)
        return fake_reader

    monkeypatch.setattr("vision.reading.part", part)
    monkeypatch.setattr("scoring.registry.part", part)
    # Batches read in processes of their own, which know nothing of what is put in place here.
    monkeypatch.setattr("vision.batch.read_photo", fake_reader.read_photo)
    return fake_reader
