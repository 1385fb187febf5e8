"""Readings of Rainforest City held against the truth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks import baseline
from benchmarks.outcome import Outcome
from benchmarks.squares import compare_grids
from vision.reading import Reading

by_hand = baseline.read
"""The hand-made reader that this game's is measured against."""


def compare(truth: Mapping[str, Any], reading: Reading) -> Outcome:
    """Terrain and token of every square; beside it the share of squares whose terrain alone is right."""
    outcome, read = compare_grids(truth, reading)
    grid = truth["board"]["players"][0]["grid"]
    laid = [((r, c), text) for r, row in enumerate(grid) for c, text in enumerate(row) if text]
    terrain = sum(cell in read and read[cell].text[:1] == text[:1] for cell, text in laid)
    outcome.checks["terrain"] = (terrain, len(laid))
    return outcome
