"""Matching the squares of a reading with the true ones by where they lie in the photo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.outcome import Outcome
from scoring import load_board, score
from scoring.model import Cell
from vision.reading import Reading, Square

OFF = 0.3
"""How far, in squares, a square read may lie from the true one to be it."""
COVERED = 0.9
"""Share of the true squares that must be found for the board to count as located."""


def matched(truth: Mapping[str, Any], reading: Reading) -> tuple[dict[Cell, Square], list[Square]]:
    """True (row, column) -> the square read there, and the squares read that lie nowhere on the true grid."""
    to_board = np.linalg.inv(np.asarray(truth["homography"], np.float64))
    found: dict[Cell, Square] = {}
    apart = []
    for square in reading.squares:
        x, y = np.mean(square.quad, axis=0)
        u, v, w = to_board @ (x, y, 1.0)
        cell = (int(np.floor(v / w)), int(np.floor(u / w)))
        off = max(abs(u / w - cell[1] - 0.5), abs(v / w - cell[0] - 0.5))
        if off <= OFF and cell not in found:
            found[cell] = square
        else:
            apart.append(square)
    return found, apart


def compare_grids(
    truth: Mapping[str, Any], reading: Reading, *, hidden: frozenset[Cell] = frozenset()
) -> tuple[Outcome, dict[Cell, Square]]:
    """A reading of a square grid against the truth's `board` and `homography`.

    A square that holds something in the truth and was not read there is wrong, and so is one read where nothing
    lies. `hidden`: squares that cannot be seen; they count as right where they are flagged.
    """
    grid: Sequence[Sequence[str]] = truth["board"]["players"][0]["grid"]
    true = {(r, c): text for r, row in enumerate(grid) for c, text in enumerate(row)}
    read, apart = matched(truth, reading)
    outcome = Outcome(seconds=reading.seconds)
    laid = [cell for cell, text in true.items() if text]
    outcome.located = sum(cell in read for cell in laid) >= COVERED * len(laid)
    for cell in true.keys() | read.keys():
        square = read.get(cell)
        want, got = true.get(cell, ""), square.text if square else ""
        if not want and not got:
            continue
        right = want == got or (cell in hidden and square is not None and square.unsure)
        _count(outcome, right, square)
    for square in apart:
        if square.text:
            _count(outcome, False, square)
    outcome.score_right = outcome.located and same_total(truth["board"], reading.board)
    return outcome, read


def _count(outcome: Outcome, right: bool, square: Square | None) -> None:
    outcome.squares += 1
    outcome.wrong += not right
    if square is not None:
        outcome.flagged += square.unsure
        outcome.wrong_flagged += square.unsure and not right
        outcome.confidences.append((square.confidence, right))


def same_total(true: Mapping[str, Any], read: Mapping[str, Any]) -> bool:
    totals = [score(load_board(dict(board))).players[0].total for board in (true, read)]
    return totals[0] == totals[1]
