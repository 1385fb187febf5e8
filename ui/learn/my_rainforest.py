"""My Rainforest, taught: the beehive, each kind of condition, target cards, the rulebook's 44, 47 and 50 points."""

from __future__ import annotations

from typing import Any

from samples.positions import my_rainforest as positions
from samples.positions.chance import Chance
from scoring.games.my_rainforest.species import KNOWN, Condition
from ui import drawing
from ui.board import hive_pattern
from ui.learn.lesson import Beside, Goal, Lesson
from ui.session import sample_board

Card = dict[str, Any]


def _known(x: int, y: int, species: str) -> Card:
    return {"at": [x, y], "species": species}


def _made_up(x: int, y: int, kind: str, name: str, iucn: str = "LC", *scores: dict[str, Any]) -> Card:
    """A card for the lesson's sake; plants and arthropods with the conditions that all known ones have."""
    usual = {"plant": [{"points": 3}], "arthropod": [{"points": 3, "per": 1, "of": ["plant"]}]}
    return {"at": [x, y], "type": kind, "name": name, "iucn": iucn, "scores": list(scores) or usual.get(kind, [])}


def _board(*cards: Card, variant: str = "basic", targets: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    player: dict[str, Any] = {"name": "You", "cards": list(cards)}
    if targets:
        player["targets"] = list(targets)
    return {"format": 1, "game": "my-rainforest", "settings": {"variant": variant}, "players": [player]}


def _worked_example(variant: str) -> dict[str, Any]:
    board = sample_board("my-rainforest-rulebook") or {}
    board["settings"] = {"variant": variant}
    if variant != "basic":
        spots = [card["at"] for card in board["players"][0]["cards"]]
        target = {"name": "The example's target", "pattern": spots, "points": 3, "species": "malayan-tiger"}
        board["players"][0]["targets"] = [target]
    return board


_PLANT, _OTHER_PLANT = "merbau-tree", "mount-brinchang-ginger"

_TIE = _board(_known(0, 0, _PLANT), _known(0, 2, "giant-honey-bee"))
_TIE["players"].append(
    {"name": "Aiman", "cards": [_known(0, 0, _OTHER_PLANT), _known(0, 2, "malaysian-jungle-nymph")]}
)


def _nine(*codes: str) -> list[Card]:
    spots = [(0, 0), (0, 2), (0, 4), (1, 1), (1, 3), (1, 5), (2, 0), (2, 2), (2, 4)]
    return [_made_up(x, y, "plant", f"Plant {n}", code) for n, ((x, y), code) in enumerate(zip(spots, codes, strict=True), 1)]


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "beehive",
        "Six neighbours",
        (
            "Cards stand in columns, each shifted by half a card against the next. So a card touches up to six others: one "
            "above, one below and two on either side. Points come from what a card touches.",
            "A plant is 3 points, whatever lies around it: {plant} here.",
        ),
        _board(_known(0, 0, _PLANT), _known(1, 1, _OTHER_PLANT)),
        ("plant", "always"),
    ),
    Lesson(
        "arthropods",
        "Arthropods",
        ("The honey bee brings 3 for each plant it touches. It touches one of the two: {arthropod}.",),
        _board(_known(0, 0, _PLANT), _known(1, 1, "giant-honey-bee"), _known(0, -2, _OTHER_PLANT)),
        ("arthropod", "per-plant"),
        Goal(
            "Move the far plant beside the bee.",
            {"cards": [_known(0, 0, _PLANT), _known(1, 1, "giant-honey-bee"), _known(2, 0, _OTHER_PLANT)]},
            total=12,
        ),
    ),
    Lesson(
        "small",
        "Small animals",
        (
            "Small animals eat plants or arthropods. The binturong brings 4 for each arthropod, the mouse-deer 3 for each "
            "plant; other cards bring 2 for each plant. The card says it at its top left. Here: {small}.",
        ),
        _board(
            _known(0, 0, "giant-honey-bee"),
            _known(1, 1, "binturong"),
            _known(2, 2, "lesser-mouse-deer"),
            _known(3, 1, _PLANT),
            _made_up(
                2,
                0,
                "small",
                "A squirrel",
                "LC",
                {"points": 2, "per": 1, "of": ["plant"]},
                {"points": 4, "per": 1, "of": ["arthropod"]},
            ),
        ),
        ("small", "per-arthropod"),
    ),
    Lesson(
        "sets",
        "Full sets only",
        (
            "Some cards count sets. The rhinoceros brings 8 for every 2 plants: 2 or 3 plants are one set, 4 are two. "
            "With one plant it has nothing yet: {medium}.",
        ),
        _board(_known(0, 0, "sumatran-rhinoceros"), _known(0, 2, _PLANT)),
        ("medium", "per-set"),
        Goal(
            "Give it a second plant.",
            {"cards": [_known(0, 0, "sumatran-rhinoceros"), _known(0, 2, _PLANT), _known(1, 1, _OTHER_PLANT)]},
            total=14,
        ),
    ),
    Lesson(
        "two-conditions",
        "Two conditions on one card",
        (
            "The sun bear brings 6 for every 2 plants and 10 for every 2 arthropods. Each condition counts by itself: two plants "
            "and one arthropod are {medium}.",
        ),
        _board(
            _known(0, 0, "sun-bear"),
            _known(0, 2, _PLANT),
            _known(1, 1, _OTHER_PLANT),
            _known(-1, 1, "giant-honey-bee"),
        ),
        ("medium", "two-conditions"),
        Goal(
            "A second arthropod completes the other set.",
            {
                "cards": [
                    _known(0, 0, "sun-bear"),
                    _known(0, 2, _PLANT),
                    _known(1, 1, _OTHER_PLANT),
                    _known(-1, 1, "giant-honey-bee"),
                    _known(-1, -1, "malaysian-jungle-nymph"),
                ]
            },
            total=25,
        ),
    ),
    Lesson(
        "large",
        "Large animals",
        (
            "The water buffalo brings 15 for every 3 plants, and loses 3 for each carnivore it touches. Here: {large}.",
        ),
        _board(
            _known(0, 0, "water-buffalo"),
            _known(0, 2, _PLANT),
            _known(1, 1, _OTHER_PLANT),
            _made_up(1, -1, "plant", "A fern"),
            _known(0, -2, "malayan-tiger"),
        ),
        ("large", "negative"),
    ),
    Lesson(
        "carnivores",
        "Carnivores",
        (
            "The leopard brings 7 for each small animal, the tiger 5 for each small or medium one. Both lose 3 for each large "
            "animal or carnivore they touch, so keep them apart. Here: {carnivore}.",
        ),
        _board(
            _known(0, 0, "sunda-clouded-leopard"),
            _known(0, 2, "malayan-tiger"),
            _known(1, 1, "binturong"),
            _known(1, 3, "sun-bear"),
        ),
        ("carnivore", "either-type"),
        Goal(
            "Lay the tiger where it no longer touches the leopard.",
            {
                "cards": [
                    _known(0, 0, "sunda-clouded-leopard"),
                    _known(2, 2, "malayan-tiger"),
                    _known(1, 1, "binturong"),
                    _known(1, 3, "sun-bear"),
                ]
            },
            total=17,
        ),
    ),
    Lesson(
        "ties",
        "Ties",
        ("You have {total_1}, Aiman {total_2}. Whoever has most wins; who has the same shares the victory.",),
        _TIE,
        ("ties",),
    ),
    Lesson(
        "worked-example",
        "The rulebook's nine cards",
        (
            "The rulebook's example: {carnivore} for the carnivores, {small} for the small animals, {medium} for the sun bear, "
            "{arthropod} for the arthropods and {plant} for the plants. Together: {total}.",
        ),
        _worked_example("basic"),
        ("worked-example-44",),
    ),
    Lesson(
        "targets",
        "Advanced 1: a pattern",
        (
            "In the advanced game you hold target cards. If your nine cards lie in a card's pattern, wherever on the table, it "
            "brings its points: {target} here, and {total} in all. Only your best target card counts.",
            "Move a card away, and the pattern is lost.",
        ),
        _worked_example("advanced-1"),
        ("target", "advanced-1", "worked-example-47"),
    ),
    Lesson(
        "target-species",
        "Advanced 2: a species",
        (
            "On the second level the species at the foot of the target card brings 3 more if you played it, with the pattern or "
            "without: {target}, and {total} in all.",
        ),
        _worked_example("advanced-2"),
        ("target", "advanced-2", "worked-example-50"),
    ),
    Lesson(
        "promo",
        "The promo card",
        (
            "The promo target counts how many different Red List categories your cards have: 3 bring 2, 4 bring 4, 5 bring 7, and "
            "6 or more bring 11. Four here: {target}.",
        ),
        _board(
            *_nine("LC", "LC", "NT", "NT", "VU", "VU", "EN", "EN", "EN"), variant="advanced-1", targets=({"promo": True},)
        ),
        ("target", "promo"),
    ),
)


def practice_board(rng: Chance, level: int) -> dict[str, Any]:
    """Nine cards to count: mostly known species, any cards of the box, or an advanced game with two targets."""
    return positions.generate(rng, level)


def beside_board(board: dict[str, Any]) -> tuple[Beside, ...]:
    """What each card says, and the target cards."""
    player = board["players"][0]
    notes = []
    for card in player["cards"]:
        species = KNOWN.get(card.get("species", ""))
        name = species.name if species else card["name"]
        scores = species.scores if species else [Condition(s["points"], s.get("per", 1), tuple(s.get("of", ()))) for s in card["scores"]]
        notes.append(Beside(f"{name}: {'; '.join(c.text for c in scores) or 'no points of its own'}"))
    for target in player.get("targets", []):
        if target.get("promo"):
            notes.append(Beside("Promo target: 3, 4, 5 or 6 different Red List categories bring 2, 4, 7 or 11"))
            continue
        species = KNOWN.get(target["species"])
        extra = f"; with {species.name if species else target['species']} 3 more" if board["settings"]["variant"] == "advanced-2" else ""
        picture = drawing.board_svg(hive_pattern([tuple(spot) for spot in target["pattern"]]))
        notes.append(Beside(f"{target['name']}: {target['points']} for this pattern{extra}", picture))
    return tuple(notes)
