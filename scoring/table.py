"""A score sheet as text for people: a table of the categories, then every line with its reason."""

from __future__ import annotations

import unicodedata
from itertools import zip_longest

from scoring import registry
from scoring.boardfile import printable
from scoring.model import PlayerScore, ScoreSheet
from scoring.ranking import ties
from scoring.words import called

WIDEST_NAME = 20


def sheet_text(sheet: ScoreSheet) -> str:
    """The whole sheet, ending without a line break."""
    parts = [registry.game(sheet.game).title]
    if any(player.categories for player in sheet.players):
        parts.append(_table(sheet))
    parts += ties(sheet.ranking)
    if sheet.outcome:
        parts.append(f"{sheet.outcome.result.capitalize()}: {sheet.outcome.reason}")
    if sheet.winners and not (sheet.outcome and sheet.outcome.result == "loss"):
        parts.append(f"{'Winner' if len(sheet.winners) == 1 else 'Winners'}: {', '.join(map(called, sheet.winners))}")
    parts += [_details(player) for player in sheet.players]
    return "\n\n".join("\n".join(printable(line) for line in part.split("\n")) for part in parts)


def _table(sheet: ScoreSheet) -> str:
    """Categories down, players across."""
    labels = ["", *(c.label for c in sheet.players[0].categories), "Total"]
    columns = [[fitted(called(p.name), WIDEST_NAME), *(str(c.points) for c in p.categories), _number(p.total)] for p in sheet.players]
    if ranks := {rank.name: rank.rank for rank in sheet.ranking}:
        labels.append("Rank")
        for player, column in zip(sheet.players, columns, strict=True):
            column.append(str(ranks[player.name]))
    widths = [max(map(width, column)) for column in columns]
    first = max(map(width, labels))
    lines = []
    for label, *cells in zip_longest(labels, *columns, fillvalue=""):
        numbers = "".join(f"  {' ' * (w - width(cell))}{cell}" for cell, w in zip(cells, widths, strict=True))
        lines.append(f"{label}{' ' * (first - width(label))}{numbers}".rstrip())
    return "\n".join(lines)


def _details(player: PlayerScore) -> str:
    lines = [f"{called(player.name)}: {_number(player.total)}" if player.scored else called(player.name)]
    for category in player.categories:
        lines.append(f"  {category.label}: {category.points}")
        lines += [f"    {f'{line.points:+d}' if line.points else '0':>3}  {line.text}" for line in category.lines]
    for objective in player.objectives:
        lines.append(f"  Objective {objective.id} {objective.verdict}. {objective.text}")
    return "\n".join([*lines, *warning_lines(player)])


def warning_lines(player: PlayerScore) -> list[str]:
    """The player's warnings, to stand below the name."""
    return [f"  Warning: {printable(warning.text)}" for warning in player.warnings]


def _number(total: int | None) -> str:
    return "-" if total is None else str(total)


def width(text: str) -> int:
    """How many columns of a terminal the text takes: wide letters two, accents and joiners none."""
    columns = 0
    for character in text:
        if unicodedata.category(character) in ("Mn", "Me", "Cf"):
            continue
        columns += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return columns


def fitted(text: str, most: int) -> str:
    """The text, cut with an ellipsis where it takes more than `most` columns."""
    if width(text) <= most:
        return text
    columns, end = 0, 0
    while (columns := columns + width(text[end])) < most:
        end += 1
    return text[:end] + "…"
