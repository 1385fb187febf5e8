"""Reading, checking and writing board files.

A board file is checked in two steps. `parse` turns text into plain values and refuses what no game may hold
(not JSON, too large, nested too deep, a key twice, a fraction, half a character). The game's `board_type`, a
subclass of `BoardFile`, then checks what the values mean. Whatever is wrong leaves as one `BoardError`: one
line that says what, where (`players[0].grid[0][1]`) and what was expected.
"""

from __future__ import annotations

import difflib
import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, Self, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

MOST_BYTES = 5_000_000
MOST_DEPTH = 50
LARGEST_NUMBER = 1_000_000
MOST_ROWS = 200

Place = tuple[str | int, ...]
"""Where a value lies in a board file: keys and list positions from the outside in."""


class BoardError(ValueError):
    """A board file that can't be used. `message` says what is wrong, `path` where (empty: the file as a whole)."""

    def __init__(self, message: str, path: str = "") -> None:
        self.message = message
        self.path = path
        super().__init__(f"{path}: {message}" if path else message)


# ------------------------------------------------------------------------------------------- the models

Whole = Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Count = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
Row = Annotated[tuple[str, ...], Field(strict=False, fail_fast=True, max_length=MOST_ROWS)]
Grid = Annotated[tuple[Row, ...], Field(strict=False, fail_fast=True, max_length=MOST_ROWS)]
"""Rows of square texts, at most 200 x 200; rows may differ in length."""


class Part(BaseModel):
    """Any object within a board file: no unknown keys, no converting of values, no change after reading.

    Lists are tuples in Python: annotate them `Annotated[tuple[X, ...], Field(strict=False)]` (and fail_fast where they can be long).
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


AnyPart = TypeVar("AnyPart", bound=Part)


class Player(Part):
    name: str


def _no_boolean(value: object) -> object:
    """True equals 1 in Python, and so to pydantic's Literal; here it doesn't."""
    if isinstance(value, bool):
        fault(f"{shown(value)} given, expected 1")
    return value


class BoardFile(Part):
    """A whole board file. Each game narrows `game`, `settings` and `players`."""

    format: Annotated[Literal[1], BeforeValidator(_no_boolean)]
    game: str
    settings: Part = Part()
    players: Annotated[tuple[Player, ...], Field(strict=False, fail_fast=True, min_length=1, max_length=4)]

    @model_validator(mode="after")
    def _one_player_a_name(self) -> Self:
        seen: dict[str, int] = {}
        for i, player in enumerate(self.players):
            first = seen.setdefault(unicodedata.normalize("NFC", player.name).strip(), i)
            if first != i:
                fault(f"two players are named {shown(player.name)}, expected a name of its own", "players", i, "name")
        return self

    def to_dict(self) -> dict[str, Any]:
        """The board file as plain values, as it was read: what was left out stays out."""
        return self.model_dump(mode="json", exclude_unset=True)


def fault(message: str, *at: str | int) -> NoReturn:
    """Refuse a board file from within a validator.

    `at` is the place of the value at fault, counted from the value that the validator checks.
    """
    raise PydanticCustomError("fault", "{message}", {"message": message, "at": at})


def nearest(text: object, known: Iterable[str]) -> str:
    """', did you mean "x"?' where a known name is close to the text, else an empty string."""
    close = difflib.get_close_matches(text, list(known), 1, 0.65) if isinstance(text, str) and len(text) < 100 else []
    return f", did you mean {shown(close[0])}?" if close else ""


def listed(names: Iterable[str], word: str = "or") -> str:
    """`a, b or c`"""
    *most, last = names
    return f"{', '.join(most)} {word} {last}" if most else last


# ----------------------------------------------------------------------------------------- showing values

_JOINERS = "\u200c\u200d"  # they hold emoji and Indic letters together and move no cursor


def printable(text: str) -> str:
    """The text with control characters, lone surrogates and the like written as escapes: safe to print."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _JOINERS else c.encode("unicode_escape").decode() for c in text)


def shown(value: object, most: int = 40) -> str:
    """A value as an error line quotes it: one line, short, nothing that a terminal would obey."""
    if isinstance(value, str):
        return f'"{printable(value if len(value) <= most else value[: most - 3] + "...")}"'
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    text = printable(str(value))
    return text if len(text) <= most else text[: most - 3] + "..."


def path_text(place: Sequence[str | int]) -> str:
    """`players[0].grid[0][1]`"""
    text = ""
    for step in place:
        if isinstance(step, int):
            text += f"[{step}]"
        elif re.fullmatch(r"[\w-]{1,60}", step):
            text += f".{step}" if text else step
        else:
            text += f"[{shown(step)}]"
    return text


# ---------------------------------------------------------------------------------------------- the text

class _Twice(dict[str, Any]):
    """An object in whose text a key stood twice."""

    key = ""


class _Huge(str):
    """A whole number too long to be read."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) == len(pairs):
        return result
    twice, seen = _Twice(result), set[str]()
    for key, _ in pairs:
        if key in seen:
            twice.key = key
            break
        seen.add(key)
    return twice


def _whole_number(digits: str) -> int | _Huge:
    return int(digits) if len(digits) <= 20 else _Huge(digits)


_STRING_OR_BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)


def _check_depth(text: str) -> None:
    """Refuse deep nesting before the JSON reader, which recurses, sees it."""
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        first = match[0][0]
        if first in "[{":
            depth += 1
            if depth > MOST_DEPTH:
                line, column = text.count("\n", 0, match.start()) + 1, match.start() - text.rfind("\n", 0, match.start())
                raise BoardError(f"nested over {MOST_DEPTH} deep at line {line}, column {column}, which no board file is")
        elif first in "]}":
            depth -= 1


def parse(source: str | bytes) -> dict[str, Any]:
    """The plain values of a board file's text (UTF-8; a byte-order mark is accepted). Raises BoardError."""
    if len(source) > MOST_BYTES or (isinstance(source, str) and len(source.encode("utf-8", "replace")) > MOST_BYTES):
        raise BoardError("larger than 5 MB, which no board file is")
    if isinstance(source, bytes):
        try:
            source = source.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BoardError(f"not JSON: not UTF-8 text (byte {error.start})") from None
    text = source.removeprefix("\ufeff")
    if not text.strip():
        raise BoardError("empty, expected a board file (JSON)")
    _check_depth(text)
    try:
        document = json.loads(text, object_pairs_hook=_object, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        raise BoardError(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    check_values(document)
    if not isinstance(document, dict):
        raise BoardError(f"expected an object with format, game, settings and players, got {shown(document)}")
    return document


def board_within(source: bytes | Path) -> dict[str, Any] | None:
    """The board file's values inside what `read --json` prints or a photo's truth holds, still to be checked; None where
    the file is none of these."""
    try:
        data = source if isinstance(source, bytes) else source.read_bytes()
        if len(data) > MOST_BYTES:
            return None
        held = json.loads(data, object_pairs_hook=_object, parse_int=_whole_number)
    except (OSError, ValueError, RecursionError):
        return None
    inner = held.get("board") if isinstance(held, dict) and "players" not in held else None
    return inner if isinstance(inner, dict) else None


_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def check_values(document: object) -> None:
    """Refuse what no board file may hold anywhere, whatever the key.

    Those are keys standing twice, fractions (no number in a board file is one, and 3.0 is), numbers out of range,
    control characters and halves of characters. Works without recursion. Raises BoardError.
    """
    waiting: list[tuple[Place, Any]] = [((), document)]
    while waiting:
        place, value = waiting.pop()
        if not isinstance(value, (dict, list, tuple)):
            _check_value(value, place)
            continue
        if len(place) >= MOST_DEPTH:
            raise BoardError(f"nested over {MOST_DEPTH} deep, which no board file is")
        if isinstance(value, dict):
            _check_keys(value, place)
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        # Nearly all values are plain texts: those are settled here, without a place of their own.
        later = [((*place, step), v) for step, v in inner if type(v) is not str or _UNWRITABLE.search(v)]
        waiting += reversed(later)


def _check_keys(value: dict[Any, Any], place: Place) -> None:
    if isinstance(value, _Twice):
        raise BoardError("this key stands twice in one object", path_text((*place, value.key)))
    for key in value:
        if not isinstance(key, str):
            raise BoardError(f"the key {shown(key)} is not text", path_text(place))
        if found := _UNWRITABLE.search(key):
            raise BoardError(_unwritable(found[0]) + " in a key", path_text((*place, key)))


def _check_value(value: object, place: Place) -> None:
    if isinstance(value, _Huge):
        raise BoardError(f"a number of {len(value):,} digits, {_RANGE}", path_text(place))
    if isinstance(value, str):
        if found := _UNWRITABLE.search(value):
            raise BoardError(_unwritable(found[0]), path_text(place))
    elif isinstance(value, int):  # True and False are whole numbers in range, and left to the models
        if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            huge = value.bit_length() > 64
            raise BoardError(f"{'a huge number' if huge else value}, {_RANGE}", path_text(place))
    elif isinstance(value, float):
        raise BoardError(f"{json.dumps(value)} given, expected a whole number", path_text(place))
    elif value is not None:
        raise BoardError(f"a {type(value).__name__} can't stand in a board file", path_text(place))


_RANGE = f"expected a whole number from -{LARGEST_NUMBER:,} to {LARGEST_NUMBER:,}"


def _unwritable(character: str) -> str:
    code = f"U+{ord(character):04X}"
    if character >= "\ud800":
        return f"half a character ({code}, a lone surrogate), expected whole Unicode characters"
    return f"a control character ({code}), expected characters that can be shown"


# --------------------------------------------------------------------------------------------- the board

def load_board(source: str | Path | bytes | dict[str, Any] | BoardFile) -> BoardFile:
    """Read and check a board file: a path, the file's bytes, or its values as a dict.

    Returns the game's own board type. Raises BoardError.
    """
    from scoring.registry import UnknownGameError, game, games

    if isinstance(source, BoardFile):
        return source
    if isinstance(source, dict):
        check_values(source)
        document = source
    else:
        document = parse(source if isinstance(source, bytes) else _read(Path(source)))
    if "game" not in document:
        raise BoardError(f"missing, expected {listed(g.id for g in games())}", "game")
    try:
        board_type = game(document["game"]).board_type
    except UnknownGameError:
        known = [g.id for g in games()]
        raise BoardError(
            f"{shown(document['game'])} is no game known here, expected {listed(known)}{nearest(document['game'], known)}",
            "game",
        ) from None
    return check(document, board_type)


def check(document: object, board_type: type[AnyPart]) -> AnyPart:
    """The board (or other file's model) of this type, from values that `check_values` has passed. Raises BoardError."""
    try:
        return board_type.model_validate(document)
    except ValidationError as error:
        raise _board_error(error, board_type) from None


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise BoardError(f"no such file: {printable(str(path))}") from None
    except IsADirectoryError:
        raise BoardError(f"{printable(str(path))} is a folder, expected a board file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BoardError(f"can't be read: {printable(reason)}: {printable(str(path))}") from None


# ------------------------------------------------------------------------------- pydantic's errors, reworded

def _board_error(error: ValidationError, board_type: type[Part]) -> BoardError:
    """The first error, in our words. An unknown key goes first: it often is why another key is missing."""
    details = error.errors(include_url=False)
    first = next((d for d in details if d["type"] == "extra_forbidden"), details[0])
    place: Place = tuple(step for step in first["loc"] if step != "[key]")
    context = first.get("ctx", {})
    if first["type"] == "fault":
        return BoardError(context["message"], path_text((*place, *context["at"])))
    if first["type"] == "extra_forbidden":
        known = _keys_at(board_type, place[:-1])
        return BoardError(
            "unknown key" + (nearest(place[-1], known) or f", expected {listed(known)}" if known else ""), path_text(place)
        )
    return BoardError(_reworded(first), path_text(place))


def _reworded(detail: ErrorDetails) -> str:
    kind, context, value = detail["type"], detail.get("ctx", {}), detail["input"]
    if kind == "missing":
        return "missing"
    if kind == "literal_error":
        names = re.findall(r"'([^']*)'", context["expected"])
        wanted = listed(names) if names else context["expected"]
        return f"{shown(value)} given, expected {wanted}{nearest(value, names)}"
    if kind in ("too_long", "too_short"):
        limit = context.get("max_length", context.get("min_length"))
        return f"{shown(value)} given, expected at {'most' if kind == 'too_long' else 'least'} {limit}"
    if kind == "greater_than_equal":
        return f"{shown(value)} given, expected at least {context['ge']}"
    if kind == "less_than_equal":
        return f"{shown(value)} given, expected at most {context['le']}"
    wanted = _EXPECTED.get(kind, "")
    return f"{shown(value)} given, expected {wanted}" if wanted else printable(detail["msg"])


_EXPECTED = {
    "int_type": "a whole number",
    "bool_type": "true or false",
    "string_type": "text",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}


def _keys_at(model: Any, place: Place) -> list[str]:
    """The keys of the model that lies at this place, as far as the annotations tell."""
    for step in place:
        fields = getattr(model, "model_fields", {})
        if step in fields:
            model = fields[step].annotation
        else:
            inner = [a for a in get_args(model) if a is not Ellipsis]
            model = inner[-1] if inner else None
    return list(getattr(model, "model_fields", {}))
