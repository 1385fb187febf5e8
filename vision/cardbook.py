"""Knows cards again by their picture: a card once seen and named is recognised in other photos.

A card is printed the same in every copy, and the beehive says how it lies; so its small picture, freed of light and
shade, is laid over those known ones that are most like it at a glance, as exactly as they fit, and their lines are compared
patch by patch. Whether the likest shows the same card, a network tells as well. A card takes less than 10 KB. A book is kept as
one array of bytes (JSON and pictures): reading it runs no code.
"""

from __future__ import annotations

import base64
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.boardfile import shown
from vision.cardsame import laid, planes, same

Floats = NDArray[np.float32]

WIDTH, HEIGHT = 48, 67
VIEWS = 2
"""Pictures kept of one card, of different photos: the last, and the clearest before."""
MOST_CARDS = 300
LONGEST_NAME = 200
PLAY = 3
"""Pixels that a card may be moved about to fit; its corners may move by one more."""
PATCH, EVERY = 25, 3
"""Side in pixels of a patch, and how far patches lie from one another."""
GLANCE = (16, 22)
"""Width and height in pixels of a glance."""
CLOSEST = 4
"""So many kept pictures, those most alike at a glance, are laid over the card."""
DETAIL = 4.0
"""What is finer than about so many pixels tells cards apart; what is wider is light and shade."""
COLOUR = 0.3
"""What colours count for against lightness: lamps change them more."""
WHITE, WHITER = 225.0, 245.0
"""Between these a spot is ever more likely to be nothing but a lamp's reflection."""
ENOUGH = 0.85
"""Where lines are as like as this, no other card is tried."""
STEPS = 6
"""In so many at most a known picture is moved, turned and stretched to fit."""
LINES, SAME, SHARP = 10.0, 0.97, 0.8
"""What lines that are liker than so much count for beside the network's log odds, and how sharply both tell: so that one card
in 150 that is not known gets a name."""
_FORMAT = "cardbook"


class BookError(ValueError):
    """Bytes that are no card book; the message is one line."""


class Match(NamedTuple):
    """A card's name, or None where it is none of the known ones, how sure that is (0..1), and the likeliest names."""

    name: str | None
    confidence: float
    others: tuple[tuple[str, float], ...] = ()


class Look(NamedTuple):
    """A small picture's planes (vision.cardsame), HEIGHT x WIDTH, and the first, how light its lines are, in the size of a glance."""

    planes: Floats
    glance: Floats


class _Known(NamedTuple):
    """Every kept picture: its card's name and how it looks."""

    names: tuple[str, ...]
    looks: tuple[Look, ...]


class _Laid(NamedTuple):
    """A card's planes (vision.cardsame), those of a known picture, which has this name, laid over it, and how like their lines are."""

    name: str
    asked: Floats
    known: Floats
    likeness: float


class CardBook:
    """Known cards: small pictures by name, and what a board file says of each."""

    def __init__(self) -> None:
        self._pictures: dict[str, list[NDArray[Any]]] = {}
        self._facts: dict[str, dict[str, Any]] = {}
        self._known: _Known | None = None

    def __len__(self) -> int:
        return len(self._pictures)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._pictures)

    def facts(self, name: str) -> dict[str, Any]:
        """What was given with the card when it was learned. Raises KeyError."""
        return dict(self._facts[name])

    def learn(
        self, images: Sequence[Any], names: Sequence[str], facts: Iterable[Mapping[str, Any]] = ()
    ) -> None:
        """Keep cards, seen from above and upright (BGR of any size). Raises BookError, and then nothing is learned."""
        if len(images) != len(names):
            raise BookError(f"{len(images)} images but {len(names)} names")
        for name in names:
            _check_name(name)
        if len({*self._pictures, *names}) > MOST_CARDS:
            raise BookError(f"a book holds at most {MOST_CARDS} cards")
        given = list(facts) or [{} for _ in names]
        for image, name, about in zip(images, names, given, strict=True):
            self._pictures[name] = _kept([*self._pictures.get(name, []), small(image)])
            self._facts[name] = dict(about)
        self._known = None

    def match(self, image: Any) -> tuple[str | None, float]:
        """The card's name and how sure that is; None where it is not known."""
        found = self.matches([image])[0]
        return found.name, found.confidence

    def matches(self, images: Sequence[Any]) -> list[Match]:
        """Of every image (BGR of any size, a card from above and upright) which known card it is. Raises BookError."""
        known = self._ready()
        if known is None:
            return [Match(None, 1.0) for _ in images]
        found = [_candidates(look_of(small(image)), known) for image in images]
        told = same([(best.asked, best.known) for best, *_ in found])
        return [_decided(row, float(share)) for row, share in zip(found, told, strict=True)]

    def to_array(self) -> NDArray[np.uint8]:
        """The book as bytes (n,) uint8."""
        cards = [
            {
                "name": name,
                "facts": self._facts[name],
                "views": [base64.b64encode(_packed(view)).decode() for view in views],
            }
            for name, views in self._pictures.items()
        ]
        text = json.dumps({"format": _FORMAT, "version": 1, "cards": cards}, ensure_ascii=False)
        return np.frombuffer(text.encode(), np.uint8).copy()

    @classmethod
    def from_array(cls, data: NDArray[Any]) -> CardBook:
        """Read `to_array`'s bytes. Raises BookError."""
        book = cls()
        try:
            held = json.loads(np.asarray(data, np.uint8).tobytes())
            if held["format"] != _FORMAT or held["version"] != 1 or len(held["cards"]) > MOST_CARDS:
                raise BookError("not a card book of this version")
            for card in held["cards"]:
                _check_name(card["name"])
                if not isinstance(card["facts"], dict) or not 1 <= len(card["views"]) <= VIEWS:
                    raise BookError("a damaged card book")
                views = [_unpacked(base64.b64decode(view, validate=True)) for view in card["views"]]
                book._pictures[card["name"]], book._facts[card["name"]] = views, card["facts"]
        except BookError:
            raise
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BookError("not a card book, or a damaged one") from None
        return book

    def _ready(self) -> _Known | None:
        if self._known is None and self._pictures:
            views = [(name, view) for name, held in self._pictures.items() for view in held]
            names, pictures = zip(*views, strict=True)
            self._known = _Known(names, tuple(look_of(picture) for picture in pictures))
        return self._known


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
        raise BookError(f"a card's name must be a text of 1 to {LONGEST_NAME} characters, not {shown(name)}")
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in name):
        raise BookError(f"a card's name must be plain text, not {shown(name)}")


def small(image: Any) -> NDArray[np.uint8]:
    """In the size in which cards are kept and compared. Raises BookError."""
    picture = np.asarray(image)
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3 or not picture.size:
        raise BookError("a card must be an HxWx3 uint8 picture")
    return np.asarray(cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _kept(views: list[NDArray[Any]]) -> list[NDArray[Any]]:
    """Of a card's pictures, the last of which is new, those that are kept."""
    if len(views) <= VIEWS:
        return views
    before = sorted(range(len(views) - 1), key=lambda k: _clear(views[k]))
    return [views[k] for k in sorted(before[1 - VIEWS :])] + views[-1:]


def _clear(picture: NDArray[np.uint8]) -> float:
    """How strong the lines of a small picture are: weaker where it is bleached, dark or blurred."""
    seen = look_of(picture).planes
    return float((np.abs(seen[0]) * (1 - seen[3])).mean())


def _packed(picture: NDArray[Any]) -> bytes:
    """As JPEG of high quality: 3 to 5 KB."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())


def _unpacked(data: bytes) -> NDArray[np.uint8]:
    if len(data) > 20_000 or data[:3] != b"\xff\xd8\xff" or _jpeg_size(data) != (HEIGHT, WIDTH):
        raise BookError("a damaged card book: bad picture")
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None or picture.shape != (HEIGHT, WIDTH, 3):
        raise BookError("a damaged card book: bad picture")
    return np.asarray(picture, np.uint8)


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """(height, width) as the header says, before anything is unpacked."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        if 0xC0 <= data[at + 1] <= 0xC2:
            return int.from_bytes(data[at + 5 : at + 7]), int.from_bytes(data[at + 7 : at + 9])
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return None


def look_of(picture: NDArray[np.uint8]) -> Look:
    """Of a small picture: lightness and colours against their surroundings, of even contrast all over."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    off = lab - cv2.GaussianBlur(lab, (0, 0), DETAIL)
    strength = np.sqrt(cv2.GaussianBlur(off * off, (0, 0), DETAIL))
    weights = np.sqrt(np.array([1.0, COLOUR, COLOUR], np.float32))
    least = picture.min(-1).astype(np.float32)
    white = np.clip((least - WHITE) / (WHITER - WHITE), 0, 1)
    lines = np.asarray(off / (strength + np.float32(3.0)) * weights, np.float32)
    glance = cv2.resize(np.ascontiguousarray(lines[..., 0]), GLANCE, interpolation=cv2.INTER_AREA)
    return Look(planes(picture, lines, white), np.asarray(glance, np.float32))


def _candidates(look: Look, known: _Known) -> list[_Laid]:
    """The known pictures most alike at a glance laid over the card, that with the likest lines first."""
    inner = np.ascontiguousarray(look.glance[1:-1, 1:-1])
    glances = [cv2.matchTemplate(other.glance, inner, cv2.TM_CCOEFF_NORMED).max() for other in known.looks]
    asked = np.ascontiguousarray(look.planes[:, PLAY:-PLAY, PLAY:-PLAY])
    lines = _lines(asked)
    out = []
    for k in np.argsort(glances)[: -CLOSEST - 1 : -1]:
        other = known.looks[k]
        start = cv2.minMaxLoc(cv2.matchTemplate(_lines(other.planes), lines, cv2.TM_CCOEFF_NORMED))[3]
        over = laid(other.planes, (start[0], start[1]), asked, STEPS, PLAY + 1)
        out.append(_Laid(known.names[k], asked, over, _likeness(asked, over)))
        if out[-1].likeness > ENOUGH:
            break
    return sorted(out, key=lambda one: -one.likeness)


def _lines(planes: Floats) -> Floats:
    """(height, width, 3)."""
    return np.ascontiguousarray(planes[:3].transpose(1, 2, 0))


def _likeness(asked: Floats, known: Floats) -> float:
    """-1..1: correlation of two pictures' planes patch by patch; what is white in one of them alone is left out."""
    told = 1 - np.abs(asked[3] - known[3])
    both, own, its = (
        _patches((a * b).sum(0) * told)
        for a, b in ((asked[:3], known[:3]), (asked[:3], asked[:3]), (known[:3], known[:3]))
    )
    weights = np.sqrt(its)
    fit = both / np.sqrt(own * its + 1e-3 * PATCH**2)
    return float((fit * weights).sum() / max(float(weights.sum()), 1e-6))


def _patches(values: Floats) -> Floats:
    """The sum over each patch."""
    sums = cv2.boxFilter(np.asarray(values, np.float32), -1, (PATCH, PATCH), normalize=False)
    return np.asarray(np.maximum(sums[PATCH // 2 :: EVERY, PATCH // 2 :: EVERY], 0), np.float32)


def _decided(candidates: Sequence[_Laid], share: float) -> Match:
    """From how likely the first is the card for the network."""
    best = candidates[0]
    odds = float(np.log(max(share, 1e-9) / max(1 - share, 1e-9))) + LINES * (best.likeness - SAME)
    sure = float(1 / (1 + np.exp(-np.clip(SHARP * odds, -30, 30))))
    others: dict[str, float] = {}
    for one in candidates:
        others.setdefault(one.name, max(0.0, one.likeness))
    return Match(best.name if sure >= 0.5 else None, max(sure, 1 - sure), tuple(others.items()))
