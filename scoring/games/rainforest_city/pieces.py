"""Terrains, tokens and their names, as the rulebook knows them."""

from __future__ import annotations

TERRAIN_NAMES = {"R": "rainforest", "M": "mangrove", "O": "ocean", "H": "House"}

HABITAT_TERRAINS = "RMO"

TOKEN_NAMES = {
    "r1": "rainforest tree",
    "r2": "termite",
    "r3": "pangolin",
    "m1": "mangrove tree",
    "m2": "tree-climbing crab",
    "m3": "mangrove carnivore",
    "o1": "reef",
    "o2": "ocean herbivore",
    "o3": "ocean carnivore",
    "ot": "otter",
}
"""Known names; tokens whose animal is not known go by their role."""

OTTER = "ot"

PLANT, HERBIVORE, CARNIVORE = 1, 2, 3

LEVELS = {token: CARNIVORE if token == OTTER else int(token[1]) for token in TOKEN_NAMES}

HOMES = {token: HABITAT_TERRAINS if token == OTTER else token[0].upper() for token in TOKEN_NAMES}
"""The terrains that a token is at home on."""

SQUARES: dict[str, tuple[str, str]] = {"": ("", "")} | {
    f"{terrain}:{token}" if token else terrain: (terrain, token) for terrain in TERRAIN_NAMES for token in ("", *TOKEN_NAMES)
}
"""Every square text with its terrain and token (empty where there is none)."""

TOKENS_IN_BOX = 174
CARDS_IN_BOX = 48 + 9
MOST_CARDS = 26
SQUARES_PER_CARD = 6
