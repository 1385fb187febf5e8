"""Reads the photo of a My Rainforest beehive: where its cards lie, their types by colour, their species by picture.

Green cards are plants and red ones carnivores; the colours of the other types are learned from a person's corrections (labels
of a profile: the types), and so are the species (a card book kept with the profile). What is not known is guessed and unsure.

The grid of this game is (half rows, columns): a reading's `size` is that of the smallest box around the cards, its `corners`
that box's, and a card at (x, y) covers column x and the half rows y and y + 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from scoring.games.my_rainforest.species import CARDS_OF_TYPE, KNOWN, TYPES
from scoring.model import Warning
from vision import beehive, cardtypes
from vision.beehive import Hive, Place
from vision.cardbook import BookError, CardBook, Match
from vision.cardlook import looks
from vision.lattice import project
from vision.locate import grid_from_corners
from vision.photo import Photo
from vision.profile import Profile
from vision.reading import NoBoardError, Options, Quad, Reading, Square
from vision.upright import upright

GAME = "my-rainforest"

WORKING = 1600
"""Long side in pixels of the copy that is searched and looked at."""
SIGHT = (96, 134)
"""Width and height in pixels at which a card is looked at."""
BOOK = "cards"
"""The name under which a profile keeps the card book."""
SURE = 0.9
"""Cards less sure than this are shown to a person."""
LEARNED = 10.0
"""What the learned cards' signs count for in telling which way up a beehive lies, against what all cards have in common."""
NEVER_SHOWN = 0.8
"""The most sure that a card is of a type that was never shown."""
UNKNOWN = 0.3
"""How sure a type is that is a guess."""
CLEAR = 0.75
"""How green or red a card must be to be likely a plant or a carnivore."""
LIKELY = (0.8, 0.88)
"""How sure such a card is a plant or a carnivore, less clearly and clearly so; what nobody taught is looked at by a person."""
SECOND = 3
"""Cards from which another beehive counts as one."""
ALIKE = 0.7
"""The share of a board's cards that must lie where the photo has some."""

NOWHERE = (
    "no board was found: there is no beehive of cards to be made out; take all the cards, from above, in even light, or mark "
    "the four corners of the box around them"
)


class Found(NamedTuple):
    """A beehive in full pixels, its least column at 0 and its least half row at 0, or at 1 where x + y would be odd."""

    hive: Hive
    size: tuple[int, int]
    corners: Quad


def read(photo: Photo, options: Options) -> Reading:
    """The beehive in the photo. Raises NoBoardError where there is none."""
    knowledge = None if options.profile is None else _knowledge(options.profile)
    found, others, places, pictures = _seen(photo, options.corners, options.size, knowledge)
    types = _types(pictures, knowledge)
    matches = [None] * len(places) if knowledge is None else knowledge.book.matches(pictures)
    squares, cards = [], []
    for place, kinds, match in zip(places, types, matches, strict=True):
        square, card = _decided(place, _quad(found.hive.cards[place].quad), kinds, match, knowledge)
        sure = square.confidence * found.hive.cards[place].there
        squares.append(replace(square, confidence=sure, unsure=sure < SURE))
        cards.append({"at": list(place), **card})
    board = {"format": 1, "game": GAME, "settings": {}, "players": [{"name": "Player 1", "cards": cards}]}
    warnings = _warnings(photo, found, others, options.corners)
    return Reading(GAME, board, found.size, found.corners, tuple(squares), photo, warnings, beehive=True)


# ------------------------------------------------------------------------------------------------ finding


def _located(photo: Photo, corners: Quad | None, size: tuple[int, int] | None) -> tuple[Found, int]:
    """The largest beehive, or that inside the box a person marked, and how many others there are. Raises NoBoardError."""
    image, scale = photo.at_most(WORKING)
    if corners is not None and size is not None:
        return _given(image, scale, corners, size), 0
    hives = beehive.find_hives(image)
    if not hives:
        raise NoBoardError(NOWHERE)
    return _boxed(hives[0].scaled(1 / scale)), sum(len(hive.cards) >= SECOND for hive in hives[1:])


def _given(image: NDArray[np.uint8], scale: float, corners: Quad, size: tuple[int, int]) -> Found:
    """The cards inside a box of (half rows, columns); its first card may begin a half row lower. Raises NoBoardError."""
    rows, cols = size
    homography = np.diag([scale, scale, 1.0]) @ grid_from_corners(corners, rows, cols).homography
    best: Hive | None = None
    for low in (0, 1):
        down = homography @ np.array([[1.0, 0, 0], [0, 1, -low], [0, 0, 1]])
        places = [(x, y) for x in range(cols) for y in range(low, rows - 1 + low) if (x + y) % 2 == 0]
        hive = beehive.inside(image, down, places)
        if hive is not None and (best is None or hive.weight > best.weight):
            best = hive
    if best is None:
        raise NoBoardError("no board was found: there are no cards to be made out inside these corners")
    found = _boxed(best.scaled(1 / scale))
    return found._replace(size=size, corners=corners)


def _boxed(hive: Hive) -> Found:
    at = np.array(list(hive.cards))
    left, top = int(at[:, 0].min()), int(at[:, 1].min())
    cols, rows = int(at[:, 0].max()) - left + 1, int(at[:, 1].max()) - top + 2
    box = np.array(
        [[left, top], [left + cols, top], [left + cols, top + rows], [left, top + rows]], np.float64
    )
    corners = _quad(project(hive.homography, box))
    return Found(hive.moved(-left, -(top - (left + top) % 2)), (rows, cols), corners)


def _seen(
    photo: Photo, corners: Quad | None, size: tuple[int, int] | None, knowledge: _Knowledge | None = None
) -> tuple[Found, int, list[Place], list[NDArray[np.uint8]]]:
    """The beehive the right way up, how many others there are, its places and each one's card from straight above, the
    photo's light undone."""
    found, others = _located(photo, corners, size)
    places = sorted(found.hive.cards)
    pictures = _pictures(photo, found, places)
    if corners is None and _upside_down(found, pictures, knowledge):
        found = _boxed(found.hive.turned())
        places = sorted(found.hive.cards)
        pictures = _pictures(photo, found, places)
    return found, others, places, pictures


def _upside_down(found: Found, pictures: list[NDArray[np.uint8]], knowledge: _Knowledge | None) -> bool:
    """By what most cards have in common, and by the signs of the learned ones."""
    score = upright(pictures) + float(np.mean([card.tops for card in found.hive.cards.values()]))
    if knowledge is not None and knowledge.colours is not None:
        over = [np.ascontiguousarray(picture[::-1, ::-1]) for picture in pictures]
        score += LEARNED * (knowledge.colours.fit(pictures) - knowledge.colours.fit(over))
    return score < 0


def _pictures(photo: Photo, found: Found, places: Iterable[Place]) -> list[NDArray[np.uint8]]:
    """Each card from straight above, the photo's light undone."""
    image, scale = photo.at_most(WORKING)
    quads = [found.hive.cards[place].quad * scale for place in places]
    return cardtypes.balanced(beehive.card_images(image, quads, SIGHT))


def _quad(points: NDArray[np.float64]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _warnings(photo: Photo, found: Found, others: int, marked: Quad | None) -> tuple[Warning, ...]:
    """`marked`: the box that a person marked; one found may reach beyond its cards."""
    out = []
    left, top, right, bottom = photo.known
    edge = []
    runs_out = any(not (left <= x <= right and top <= y <= bottom) for x, y in marked or ())
    for place, card in found.hive.cards.items():
        if (card.quad < (left, top)).any() or (card.quad > (right - 1, bottom - 1)).any():
            edge.append(place)
    if edge or runs_out:
        words = "the beehive runs out of the photo: only the cards in it were read"
        out.append(Warning("off-photo", words, tuple(sorted(edge))))
    if len(found.hive.cards) < beehive.FULL:
        words = f"{len(found.hive.cards)} of nine cards were made out: add the others that lie there by hand"
        out.append(Warning("few-cards", words, ()))
    if others:
        words = "there is another beehive in the photo: the largest was read"
        out.append(Warning("second-board", words, ()))
    return tuple(out)


# ------------------------------------------------------------------------------------------------ deciding


class Kinds(NamedTuple):
    """How likely each type is for a card, best first, how sure the first is (calibrated), and the number of its colour where
    that colour's type is a guess."""

    odds: tuple[tuple[str, float], ...]
    confidence: float
    colour: int | None = None


def _types(pictures: list[NDArray[np.uint8]], knowledge: _Knowledge | None) -> list[Kinds]:
    """Of balanced pictures."""
    known = None if knowledge is None else knowledge.colours
    groups = cardtypes.grouped(cardtypes.thumbs(pictures))
    guessed = _by_colour_alone(groups)
    if known is None:
        return guessed
    missing = [kind for kind in TYPES if kind not in known.names]
    table = known.probabilities(pictures, looks(pictures), bool(missing))
    out = []
    for row, guess, group in zip(table, guessed, groups.numbers, strict=True):
        odds = dict(zip(known.names, (float(v) for v in row), strict=False))
        share = {kind: value for kind, value in guess.odds if kind in missing}
        total = sum(share.values()) or 1.0
        odds |= {kind: float(row[-1]) * value / total for kind, value in share.items()}
        order = tuple(sorted(odds.items(), key=lambda one: -one[1]))
        if order[0][0] in missing:
            out.append(Kinds(order, min(order[0][1], NEVER_SHOWN), int(group)))
        else:
            out.append(Kinds(order, order[0][1]))
    return out


def _by_colour_alone(groups: cardtypes.Groups) -> list[Kinds]:
    """Green is plant and red carnivore; the other groups are guesses, the largest the commonest type left."""
    greens, reds = cardtypes.green_and_red(groups)
    sizes = {int(k): int((groups.numbers == k).sum()) for k in np.unique(groups.numbers)}
    given: dict[int, tuple[str, float]] = {}
    for kind, strengths in (("plant", greens), ("carnivore", reds)):
        for k in sorted(sizes, key=lambda k: -strengths[k]):
            if k not in given and strengths[k] > 0.4 and kind not in {name for name, _ in given.values()}:
                given[k] = kind, LIKELY[strengths[k] >= CLEAR]
    left = [
        kind
        for kind in sorted(TYPES, key=lambda name: -CARDS_OF_TYPE[name])
        if kind not in ("plant", "carnivore")
    ]
    out: dict[int, Kinds] = {}
    for k in sorted(sizes, key=lambda k: -sizes[k]):
        if k in given:
            name, sure = given[k]
        else:
            name, sure = left[0], UNKNOWN
            left = [*left[1:], left[0]]
        others = [kind for kind in TYPES if kind != name]
        odds = ((name, sure), *((kind, (1 - sure) / len(others)) for kind in others))
        out[k] = Kinds(odds, sure, k if sure < SURE else None)
    return [out[int(k)] for k in groups.numbers]


def _decided(
    place: Place, quad: Quad, kinds: Kinds, match: Match | None, knowledge: _Knowledge | None
) -> tuple[Square, dict[str, Any]]:
    """A card as read, and what the board file says of it."""
    kind, likely = kinds.odds[0][0], kinds.confidence
    if match is not None and match.name is not None and knowledge is not None:
        card = knowledge.book.facts(match.name)
        fitting = dict(kinds.odds).get(type_of(card), 0.0)
        sure = match.confidence if fitting > 0.05 else match.confidence * 0.8
        rest = [(name, value) for name, value in match.others if name != match.name][:2]
        guesses = [
            (match.name, sure),
            *((name, (1 - sure) * 0.3) for name, _ in rest),
            (type_of(card), (1 - sure) * 0.4),
        ]
        return Square(place, quad, match.name, sure, sure < SURE, _rounded(guesses)), card
    guesses = [(kind, likely), *((name, value) for name, value in kinds.odds[1:])]
    square = Square(place, quad, kind, likely, likely < SURE, _rounded(guesses), kinds.colour)
    return square, {"type": kind}


def _rounded(guesses: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    return tuple((name, round(float(value), 4)) for name, value in guesses)


def type_of(card: dict[str, Any]) -> str:
    """The type of a card of a board file."""
    return str(card["type"]) if "type" in card else KNOWN[card["species"]].type


# ------------------------------------------------------------------------------------------------ profiles


class _Knowledge(NamedTuple):
    """What a profile's examples teach of this copy."""

    colours: cardtypes.TypeColours | None
    book: CardBook


_kept: WeakKeyDictionary[Profile, tuple[int, _Knowledge]] = WeakKeyDictionary()


def _knowledge(profile: Profile) -> _Knowledge:
    """Made once for many photos."""
    kept = _kept.get(profile)
    if kept is None or kept[0] != len(profile):
        tiles, labels = profile.examples
        own = [k for k, label in enumerate(labels) if label in TYPES]
        colours = cardtypes.learned([tiles[k] for k in own], [labels[k] for k in own])
        kept = len(profile), _Knowledge(colours, book_of(profile))
        _kept[profile] = kept
    return kept[1]


def book_of(profile: Profile) -> CardBook:
    """The cards that the profile knows again; none where it holds no book or one that can't be used."""
    data = profile.extras.get(BOOK)
    if data is None:
        return CardBook()
    try:
        book = CardBook.from_array(data)
        for name in book.names:
            _checked(book.facts(name))
    except (BookError, ValueError):
        return CardBook()
    return book


def _checked(card: dict[str, Any]) -> None:
    """Raises ValueError (a BoardError) where a board file could not say this of a card."""
    from scoring import load_board

    player = {"name": "a", "cards": [{"at": [0, 0], **card}]}
    text = json.dumps({"format": 1, "game": GAME, "players": [player]})
    load_board(text.encode())


def tiles(
    photo: Photo, board: dict[str, Any], corners: Quad | None = None, size: tuple[int, int] | None = None
) -> tuple[list[NDArray[np.uint8]], list[str]]:
    """The cards of a photo whose board is known, BGR from above and upright, the photo's light undone, with their types as
    labels. Raises NoBoardError, and ValueError where the board cannot be the photo's."""
    pictures, cards = _taught(photo, board, corners, size)
    return pictures, [type_of(card) for card in cards]


def remember(
    profile: Profile,
    photo: Photo,
    board: dict[str, Any],
    corners: Quad | None = None,
    size: tuple[int, int] | None = None,
) -> None:
    """Keep the photo's named cards in the profile's card book, so that they are known again. Raises as `tiles` does."""
    pictures, cards = _taught(photo, board, corners, size)
    named = [k for k, card in enumerate(cards) if "species" in card or card.get("name")]
    if not named:
        return
    book = book_of(profile)
    names = [str(cards[k].get("species") or cards[k]["name"]) for k in named]
    facts = [{key: value for key, value in cards[k].items() if key != "at"} for k in named]
    book.learn([pictures[k] for k in named], names, facts)
    profile.extras[BOOK] = book.to_array()
    _kept.pop(profile, None)


def _taught(
    photo: Photo, board: dict[str, Any], corners: Quad | None, size: tuple[int, int] | None
) -> tuple[list[NDArray[np.uint8]], list[dict[str, Any]]]:
    """The pictures of the board's cards, and the cards."""
    cards = {(card["at"][0], card["at"][1]): card for card in board["players"][0]["cards"]}
    if not cards:
        raise ValueError("the board is empty: there is nothing to learn")
    _, _, places, pictures = _seen(photo, corners, size)
    seen = dict(zip(places, pictures, strict=True))
    best: dict[Place, Place] = {}
    half = False
    for turn in (1, -1):
        for x, y in cards:
            for a, b in seen:
                laid = {(turn * (p - x) + a, turn * (q - y) + b): (p, q) for p, q in cards}
                fits = {at: place for at, place in laid.items() if at in seen}
                if len(fits) > len(best):
                    best, half = fits, turn < 0
    if len(best) < ALIKE * len(cards):
        raise ValueError("the board does not fit the photo: is it the board of another photo?")
    images = [np.ascontiguousarray(seen[at][::-1, ::-1]) if half else seen[at] for at in best]
    return images, [cards[place] for place in best.values()]
