"""Readings of Hutan held against the truth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.outcome import Outcome
from benchmarks.squares import compare_grids
from scoring import load_board
from scoring.games.hutan.board import HutanBoard
from scoring.model import Cell
from vision.reading import Reading

HIDDEN = 0.15
"""A flower of which the camera sees less than this cannot be told; being unsure of it is right."""


def compare(truth: Mapping[str, Any], reading: Reading) -> Outcome:
    """Every square, and whether the layout is the true one (areas and lakes, however it is named)."""
    visible = truth["scene"].get("flower_visible") or []
    hidden = frozenset(
        (r, c)
        for r, row in enumerate(visible)
        for c, seen in enumerate(row)
        if seen is not None and seen < HIDDEN
    )
    outcome, read = compare_grids(truth, reading, hidden=hidden)
    # Every square of the 6 x 6 is a square here, empty or not: the share right is of 36.
    outcome.squares = 36
    to_true = {square.cell: cell for cell, square in read.items()}
    same = _areas(reading.board, to_true) == _areas(truth["board"], {cell: cell for cell in _cells()})
    outcome.checks["layout"] = (int(same), 1)
    outcome.checks["flat" if truth["scene"].get("pieces") == "flat" else "standing"] = (
        36 - outcome.wrong,
        36,
    )
    return outcome


def _cells() -> list[Cell]:
    return [(r, c) for r in range(6) for c in range(6)]


def _areas(board: Mapping[str, Any], to_true: Mapping[Cell, Cell]) -> set[frozenset[Cell | None]]:
    loaded = load_board(dict(board))
    assert isinstance(loaded, HutanBoard)
    return {frozenset(to_true.get(cell) for cell in area.cells) for area in loaded.table.areas}
