"""A user's own catalogue: adding, keeping, exporting, importing, and writing its cards into board files."""

import json

import pytest

from scoring import BoardError, load_board, score
from scoring.games.my_rainforest import catalogue
from scoring.games.my_rainforest.species import KNOWN

TAPIR = {"type": "medium", "name": "Malayan Tapir", "iucn": "EN", "scores": [{"points": 2, "of": ["plant"]}]}
FIG = {"type": "plant", "name": "Strangler Fig", "scores": [{"points": 3}]}
MULU = {
    "name": "Mulu",
    "pattern": [[0, 0], [0, 2], [0, 4], [1, 1], [1, 3], [1, 5], [2, 0], [2, 2], [2, 4]],
    "points": 3,
    "species": "Malayan Tapir",
}


@pytest.fixture
def mine():
    return catalogue.with_target(catalogue.with_species(catalogue.EMPTY, TAPIR), MULU)


def test_what_was_added_is_offered_beside_the_known(mine):
    medium = catalogue.offered(mine)["medium"]
    assert [species.name for species in medium] == ["Malayan Tapir", "Sumatran Rhinoceros", "Sun Bear"]
    assert sum(map(len, catalogue.offered(catalogue.EMPTY).values())) == len(KNOWN)


def test_a_second_entry_of_a_name_replaces_the_first(mine):
    again = catalogue.with_species(mine, {**TAPIR, "name": "malayan tapir", "iucn": "CR"})
    assert [(species.name, species.iucn) for species in again.species] == [("malayan tapir", "CR")]
    assert again.targets == mine.targets


def test_export_and_import_give_the_same(mine):
    text = catalogue.export_text(mine)
    assert catalogue.import_text(text) == mine
    assert catalogue.import_text(text.encode()) == mine
    assert json.loads(text)["species"] == [TAPIR]


def test_import_merges_into_what_is_there(mine):
    other = catalogue.with_species(catalogue.with_species(catalogue.EMPTY, FIG), {**TAPIR, "iucn": "LC"})
    both = catalogue.merged(mine, other)
    assert [(species.name, species.iucn) for species in both.species] == [("Malayan Tapir", "LC"), ("Strangler Fig", None)]
    assert [target.name for target in both.targets] == ["Mulu"]


def test_removing(mine):
    assert catalogue.without_species(mine, "Malayan Tapir").species == ()
    assert catalogue.without_target(mine, "Mulu").targets == ()


def test_saved_and_loaded_again(mine, tmp_path):
    path = tmp_path / "deep" / "catalogue.json"
    assert catalogue.load(path) == catalogue.EMPTY
    catalogue.save(path, mine)
    assert catalogue.load(path) == mine
    catalogue.save(path, catalogue.EMPTY)
    assert catalogue.load(path) == catalogue.EMPTY
    assert [entry.name for entry in path.parent.iterdir()] == ["catalogue.json"]


def test_a_board_file_carries_the_users_card_whole(mine):
    tapir = catalogue.offered(mine)["medium"][0]
    cards = [catalogue.card_entry(tapir, (0, 0)), catalogue.card_entry(KNOWN["merbau-tree"], (0, 2))]
    assert cards[0] == {"at": [0, 0], "type": "medium", "name": "Malayan Tapir", "iucn": "EN",
                        "scores": [{"points": 2, "per": 1, "of": ["plant"]}]}  # fmt: skip
    assert cards[1] == {"at": [0, 2], "species": "merbau-tree"}
    player = {"name": "Lin", "cards": cards, "targets": [catalogue.target_entry(mine.targets[0])]}
    board = {"format": 1, "game": "my-rainforest", "settings": {"variant": "advanced-2"}, "players": [player]}
    assert score(load_board(board)).players[0].total == 2 + 3 + 3


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({**TAPIR, "name": "Sun Bear"}, "in the project's own catalogue already"),
        ({**TAPIR, "name": "sun-bear"}, "in the project's own catalogue already"),
        ({**TAPIR, "name": " "}, "expected a name without blanks around it"),
        ({**TAPIR, "name": "x" * 61}, "expected at most 60"),
        ({**TAPIR, "name": "a\nb"}, "control character"),
        ({**TAPIR, "type": "fish"}, "species[0].type"),
        ({**TAPIR, "iucn": "XX"}, "species[0].iucn"),
        ({"type": "plant", "name": "Fern"}, "species[0].scores: missing"),
        ({**TAPIR, "scores": [{"points": 2.0}]}, "expected a whole number"),
    ],
)
def test_impossible_species(entry, said):
    with pytest.raises(BoardError) as error:
        catalogue.with_species(catalogue.EMPTY, entry)
    assert said in str(error.value)


def test_impossible_targets():
    with pytest.raises(BoardError, match="expected nine different spots"):
        catalogue.with_target(catalogue.EMPTY, {**MULU, "pattern": MULU["pattern"][:8]})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("[]", "expected an object"),
        ("{}", "not a My Rainforest catalogue"),
        ('{"format": 2, "catalogue": "my-rainforest"}', "format"),
        ('{"format": 1, "catalogue": "my-rainforest", "cards": []}', "cards: unknown key"),
    ],
)
def test_texts_that_are_no_catalogue(text, said):
    with pytest.raises(BoardError) as error:
        catalogue.import_text(text)
    assert said in str(error.value)


def test_a_name_stands_once_in_a_catalogue():
    document = {"format": 1, "catalogue": "my-rainforest", "species": [FIG, {**FIG, "name": "STRANGLER FIG"}]}
    with pytest.raises(BoardError, match=r"species\[1\]\.name"):
        catalogue.import_text(json.dumps(document))
