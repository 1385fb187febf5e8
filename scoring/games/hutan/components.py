"""What lies in the Hutan box, from components.json: colours and animals, board faces, scenarios.

The eight faces are given with their icon at the top left. The ecosystem cards of the same file are read in
`ecosystems.py`, beside the rule of each.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("components.json").read_text(encoding="utf-8"))

COLOURS: dict[str, str] = {code: names[0] for code, names in DATA["animals"].items()}
"""Flower letter -> colour, in the box's order: red, yellow, blue, grey, white."""
ANIMALS: dict[str, str] = {code: names[1] for code, names in DATA["animals"].items()}
"""Flower letter -> the animal that comes to trees of this colour."""
ANIMAL_PLURALS = {code: "rhinoceroses" if name == "rhinoceros" else f"{name}s" for code, name in ANIMALS.items()}

FLOWER, TREE, ANIMAL = "", "t", "a"
"""The second letter of a square: what stands on its flower."""
SQUARES = ("", *(colour + kind for colour in COLOURS for kind in (FLOWER, TREE, ANIMAL)))
"""Every text a square of a board file may have."""


def animals_in_box(players: int) -> int:
    """How many animals of each colour there are: 3, but 2 where two play (rulebook, setup)."""
    box: dict[str, int] = DATA["animals_in_the_box"]
    return box["with_two_players"] if players == 2 else box["usually"]


class PlacedBoard(NamedTuple):
    """A 3x3 board as it lies on the table: its upper face and the corner (NW, NE, SE, SW) its icon lies in."""

    face: str
    icon: str


class Scenario(NamedTuple):
    target: int
    ecosystems: tuple[int, ...]


FACES: dict[str, list[list[int]]] = DATA["faces"]
SCENARIOS = {
    name: Scenario(scenario["target"], tuple(scenario["ecosystems"])) for name, scenario in DATA["scenarios"].items()
}
NAMED_BOARDS: dict[str, tuple[PlacedBoard, ...]] = {
    name: tuple(PlacedBoard(*board) for board in boards)
    for name, boards in {
        "first-game": DATA["first_game"],
        **{name: scenario["boards"] for name, scenario in DATA["scenarios"].items()},
    }.items()
}
"""Layouts that go by a name, as four boards in the order NW, NE, SE, SW of the table."""
