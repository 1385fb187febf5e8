"""Readings of My Rainforest held against the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from benchmarks.outcome import Outcome
from benchmarks.squares import same_total
from scoring.games.my_rainforest.species import KNOWN, TYPES
from vision.reading import Reading, Square

At = tuple[int, int]


def compare(truth: Mapping[str, Any], reading: Reading) -> Outcome:
    """Every card's type, and whether all are placed right."""
    return _compared(truth, reading)[0]


def enough(taught: Sequence[Mapping[str, Any]]) -> bool:
    """Whether these boards show every type: the app asks once for each colour that it does not know."""
    return {_type(card) for board in taught for card in _cards(board)} >= set(TYPES)


def compare_learned(
    truth: Mapping[str, Any], reading: Reading, taught: Sequence[Mapping[str, Any]]
) -> Outcome:
    """As `compare`, after the boards of `taught` were learned from photos of the same copy.

    Of the cards that were found: the share whose type is right of those whose type was shown on a taught board; the share
    named right of the known ones, which lay on a taught board, and the share of these that got another card's name; and of
    the unknown ones the share that got a name at all."""
    outcome, found = _compared(truth, reading)
    cards = [card for board in taught for card in _cards(board)]
    types, names = {_type(card) for card in cards}, {_species(card) for card in cards}
    checks = {"types": [0, 0], "known named": [0, 0], "taken for another": [0, 0], "unknown named": [0, 0]}

    def count(check: str, holds: bool) -> None:
        checks[check][0] += holds
        checks[check][1] += 1

    for true, read in found:
        name = _species(read)
        if _type(true) in types:
            count("types", _type(read) == _type(true))
        if _species(true) in names:
            count("known named", name == _species(true))
            count("taken for another", name not in (None, _species(true)))
        else:
            count("unknown named", name is not None)
    outcome.checks |= {check: (number, of) for check, (number, of) in checks.items()}
    return outcome


def _cards(board: Mapping[str, Any]) -> list[dict[str, Any]]:
    return list(board["players"][0]["cards"])


def _compared(
    truth: Mapping[str, Any], reading: Reading
) -> tuple[Outcome, list[tuple[dict[str, Any], dict[str, Any]]]]:
    """The outcome, and the true and the read card of each that was found."""
    true = sorted(_cards(truth["board"]), key=lambda card: card["at"])
    read = {tuple(card["at"]): card for card in _cards(reading.board)}
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
    outcome.score_right = outcome.located and same_total(truth["board"], reading.board)
    return outcome, [(card, read[pairs[i].cell]) for i, card in enumerate(true) if i in pairs]


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
