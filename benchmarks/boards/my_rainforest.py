"""Readings of My Rainforest held against the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from benchmarks.outcome import Outcome
from benchmarks.squares import same_total
from scoring.games.my_rainforest.species import KNOWN
from vision.reading import Reading, Square

At = tuple[int, int]


def compare(truth: Mapping[str, Any], reading: Reading) -> Outcome:
    """Every card's type; whether all are placed right; species named, and unknown cards taken for known ones."""
    true = sorted(truth["board"]["players"][0]["cards"], key=lambda card: card["at"])
    read = {tuple(card["at"]): card for card in reading.board["players"][0]["cards"]}
    quads = [np.array(quad, np.float32) for quad in truth["card_quads"]]
    pairs: dict[int, Square] = {}
    outcome = Outcome(seconds=reading.seconds)
    for square in reading.squares:
        centre = tuple(float(v) for v in np.mean(square.quad, axis=0))
        inside = [i for i, quad in enumerate(quads) if cv2.pointPolygonTest(quad, centre, False) >= 0]
        if inside and inside[0] not in pairs:
            pairs[inside[0]] = square
        else:
            outcome.squares += 1
            outcome.wrong += 1
            outcome.flagged += square.unsure
            outcome.wrong_flagged += square.unsure
    for i, card in enumerate(true):
        found = pairs.get(i)
        right = found is not None and _type(read[found.cell]) == _type(card)
        outcome.squares += 1
        outcome.wrong += not right
        if found is not None:
            outcome.flagged += found.unsure
            outcome.wrong_flagged += found.unsure and not right
            outcome.confidences.append((found.confidence, right))
    extra = len(reading.squares) - len(pairs)
    places = [(tuple(card["at"]), pairs[i].cell) for i, card in enumerate(true) if i in pairs]
    outcome.located = len(places) == len(true) and not extra and _same_shape(places)
    outcome.checks["placed"] = (int(outcome.located), 1)
    named = [(card, read[pairs[i].cell]) for i, card in enumerate(true) if i in pairs]
    outcome.checks["species"] = (sum(_species(t) == _species(r) for t, r in named), len(named))
    outcome.checks["taken for another"] = (
        sum(_species(r) is not None and _species(t) != _species(r) for t, r in named),
        len(named),
    )
    outcome.score_right = outcome.located and same_total(truth["board"], reading.board)
    return outcome


def _type(card: Mapping[str, Any]) -> str | None:
    known = KNOWN.get(card.get("species", ""))
    return known.type if known else card.get("type")


def _species(card: Mapping[str, Any]) -> str | None:
    return card.get("species") or card.get("name")


def _same_shape(places: Sequence[tuple[At, At]]) -> bool:
    """Whether the places read are the true ones up to a shift and a half turn."""
    for sign in (1, -1):
        moves = {(tx - sign * rx, ty - sign * ry) for (tx, ty), (rx, ry) in places}
        if len(moves) == 1:
            return True
    return False
