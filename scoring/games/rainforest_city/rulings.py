"""Rulings: what is done wherever the rulebook leaves a choice, in the app's words."""

HOUSE_SIDES = "house-sides"
HOUSE_CORNERS = "house-corners"
FED_HERBIVORE = "fed-herbivore"
MISPLACED = "misplaced-token"
WILD_HOUSE = "wild-house"
CHOICE_OF_CARNIVORES = "choice-of-carnivores"
SURROUNDED = "surrounded"
CLAIM_STAYS = "claim-stays"

RULINGS = {
    HOUSE_SIDES: (
        "Beside a House means sharing a side with it: tokens at its corners cost nothing. Supported or not, each token "
        "beside it costs 1, a token between two Houses costs both, and a House can go below 0. (The rulebook says "
        '"including diagonals" where it means corners.)'
    ),
    HOUSE_CORNERS: (
        "Table rule of this game: all eight squares around a House count as beside it, corners too. Each token there "
        "costs 1, a token near two Houses costs both, and a House can go below 0."
    ),
    FED_HERBIVORE: "A herbivore supports a carnivore only if a plant supports that herbivore; each token supports one other.",
    MISPLACED: (
        "A token on a terrain that is not its own, or on a House, can't be there by the rules: it scores 0 and supports "
        "nothing, but still counts beside a House. Move it to the Compost Heap."
    ),
    WILD_HOUSE: (
        "In the introductory variant a House is wild and scores 0. With a native token on it, it is that token's "
        "terrain; with an otter or empty, it is whichever terrain makes the total highest, and it may join two habitats."
    ),
    CHOICE_OF_CARNIVORES: (
        "Where a habitat has more carnivores than it can support, the player chooses which are supported: an objective "
        "is met if some choice meets it."
    ),
    SURROUNDED: (
        "All squares around, corners too, must lie there and be other terrain. A House is no terrain, and the edge of "
        "the landscape surrounds nothing."
    ),
    CLAIM_STAYS: "A claimed objective keeps its points, even if its condition is lost later.",
}
