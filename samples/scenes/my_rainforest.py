"""Photos of My Rainforest: nine species cards in their beehive."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from samples.art import my_rainforest as art
from samples.positions import my_rainforest as positions
from samples.render import scene
from samples.render.camera import apply
from samples.render.frame import Facet, Sheet
from samples.scenes import choose_style
from scoring.games.my_rainforest.catalogue import card_entry
from scoring.games.my_rainforest.species import KNOWN, TYPES, Species

Rng = np.random.Generator

STYLES = tuple(art.LOOKS)
HELD_OUT_STYLES = ("linocut", "pixel")
"""Never drawn unless asked for by name, so that nothing is trained on them."""

IUCN_CODES = ("NE", "DD", "LC", "NT", "VU", "EN", "CR")

HALF = art.ASPECT / 2
"""Half a card's height in card widths, the unit of this game's scenes."""


def render(
    rng: Rng,
    *,
    difficulty: str = "normal",
    style: str | None = None,
    size: int | tuple[int, int] | None = None,
    board: dict[str, Any] | None = None,
    kit: int | None = None,
    encode: bool = True,
    **conditions: Any,
) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """A photo (BGR, upright) of a beehive and its truth.

    kit: the number of the copy of the game, whose cards look the same in every photo of one style.

    The truth's cards are in the order of `at`; `card_quads` has their corners in photo pixels (clockwise from
    the card's own left top), `corners` those of the beehive's box, `size` its half rows and columns, and
    `homography` maps (column, half row), counted from that box's left top, to photo pixels. `scene` has
    `type_colours` (rrggbb), `frame`, and `card_visible` where clutter or the picture's edge hides something.
    """
    if style is None:
        style = choose_style(rng, STYLES, HELD_OUT_STYLES)
    number = int(rng.integers(1 << 30)) if kit is None else kit
    copy = art.make_kit(number, style)
    if board is None:
        board = _board(rng, number)
    cards = sorted(board["players"][0]["cards"], key=lambda card: card["at"])
    low = (min(card["at"][0] for card in cards), min(card["at"][1] for card in cards))
    cols = max(card["at"][0] for card in cards) - low[0] + 1
    rows = max(card["at"][1] for card in cards) - low[1] + 2
    present = np.zeros((rows, cols), bool)
    for card in cards:
        x, y = card["at"][0] - low[0], card["at"][1] - low[1]
        present[y : y + 2, x] = True
    under = scene.sample(rng, difficulty, size, max_tilt=40.0, **conditions)
    studio = scene.set_up(rng, under, present, unit=0.4, pitch=(1.0, HALF))
    studio.cards = [copy.back]
    studio.strew()
    quads = _lay(rng, studio, copy, cards, low)
    photo, truth = studio.finish(encode=encode)
    to_photo = np.array(truth["homography"]) @ np.diag([1.0, 1 / HALF, 1.0])
    truth["card_quads"] = [[[round(float(v), 1) for v in p] for p in apply(to_photo, quad)] for quad in quads]
    visible = truth["scene"].pop("visible", None)
    if visible is not None:
        shares = [
            np.mean([visible[c["at"][1] - low[1] + k][c["at"][0] - low[0]] for k in (0, 1)]) for c in cards
        ]
        truth["scene"]["card_visible"] = [round(float(share), 2) for share in shares]
    truth["scene"]["type_colours"], truth["scene"]["frame"] = art.hex_colours(copy), copy.frame
    board["players"][0]["cards"] = cards
    truth["style"], truth["board"], truth["kit"] = style, board, number
    return photo, truth


def _board(rng: Rng, number: int) -> dict[str, Any]:
    """A beehive by chance. The cards that are not known are the copy's: the same name, status and conditions in every photo."""
    board = positions.generate(rng, 1 + int(rng.integers(2)))
    board["settings"] = {}
    box = _box(number)
    cards = board["players"][0]["cards"]
    left, top = min(card["at"][0] for card in cards), min(card["at"][1] for card in cards)
    # Whole cards up or down, so that columns keep their shift.
    shift = top - (left + top) % 2
    for card in cards:
        card["at"] = [card["at"][0] - left, card["at"][1] - shift]
        if "species" not in card:
            number_in_box = int(card["name"].rsplit(" ", 1)[1])
            card |= card_entry(box[card["type"]][number_in_box - 1], tuple(card["at"]))
    return board


def _box(number: int) -> dict[str, list[Species]]:
    """By type the cards of the copy with this number that are not known for certain of any copy."""
    deck = np.random.default_rng(number)
    return {
        kind: [
            Species("", str(name), kind, str(deck.choice(IUCN_CODES)), positions.conditions(deck, kind))
            for name in deck.permutation(art.NAMES[kind])
        ]
        for kind in TYPES
    }


def _lay(
    rng: Rng, studio: scene.Studio, copy: art.Kit, cards: list[dict[str, Any]], low: tuple[int, int]
) -> list[NDArray[np.float64]]:
    """Lay the cards by hand. Returns the corners of each on the plane."""
    hard = studio.conditions.difficulty == "hard"
    care = rng.uniform(0.003, 0.03 if hard else 0.018)
    gap = rng.uniform(0.0, 0.035)
    margin = 0.4
    px = min(studio.px, 520.0)
    thickness = float(rng.uniform(0.004, 0.012))
    sheet = Sheet.over(
        (-margin, -margin),
        (studio.cols + margin, studio.rows * HALF + margin),
        px,
        base=0.0,
        thickness=thickness,
        edge=(205.0, 215.0, 220.0),
    )
    quads = []
    for card in cards:
        if "species" in card:
            species = KNOWN[card["species"]]
            name, kind, iucn = species.name, species.type, species.iucn or "LC"
            scores = [{"points": c.points, "per": c.per, "of": list(c.of)} for c in species.scores]
        else:
            name, kind, iucn, scores = (
                card["name"],
                card["type"],
                card.get("iucn") or "NE",
                card.get("scores", []),
            )
        face = art.card(copy, name, kind, iucn, scores, px)
        middle = np.array([card["at"][0] - low[0] + 0.5, (card["at"][1] - low[1] + 1) * HALF]) + rng.normal(
            0, care, 2
        )
        quad = sheet.put(face, middle, 1 - gap, float(rng.normal(0, 50 * care)))
        tilt = rng.normal(0, 0.25, 2)
        sheet.facets.append(Facet(quad, (float(tilt[0]), float(tilt[1])), copy.gloss))
        quads.append(quad)
    studio.lay(sheet)
    return quads
