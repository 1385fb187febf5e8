"""A user's own catalogue beside the project's: species cards and target patterns entered once and offered from then on.

A catalogue is a JSON file, `{"format": 1, "catalogue": "my-rainforest", "species": [...], "targets": [...]}`, whose
species and targets are written as a board file writes them. Where it lies is the caller's choice. A board file never
needs it: `card_entry` writes the whole card.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from scoring.boardfile import BoardError, Part, Whole, check, check_values, fault, parse, printable, shown
from scoring.games.my_rainforest.board import Code, ConditionEntry, PlaceEntry, TypeName, check_pattern
from scoring.games.my_rainforest.species import KNOWN, TYPES, Species

LONGEST_NAME = 60
_KNOWN_NAMES = {spelling.casefold() for species in KNOWN.values() for spelling in (species.id, species.name)}


class UserSpecies(Part):
    """A card as its owner reads it: type, name, IUCN code where the card prints one, conditions."""

    type: TypeName
    name: str
    iucn: Code | None = None
    scores: Annotated[tuple[ConditionEntry, ...], Field(strict=False, fail_fast=True)]

    @model_validator(mode="after")
    def _own_name(self) -> Self:
        _check_name(self.name)
        if self.name.casefold() in _KNOWN_NAMES:
            fault(f"{shown(self.name)} is in the project's own catalogue already", "name")
        return self

    def species(self) -> Species:
        return Species("", self.name, self.type, self.iucn, tuple(entry.condition() for entry in self.scores))


class UserTarget(Part):
    """A printed target card: its pattern, the points for it, the species that advanced 2 adds."""

    name: str
    pattern: Annotated[tuple[PlaceEntry, ...], Field(strict=False, fail_fast=True)]
    points: Whole
    species: str | None = None

    @model_validator(mode="after")
    def _possible(self) -> Self:
        _check_name(self.name)
        check_pattern(self.pattern, "pattern")
        return self


class UserCatalogue(Part):
    """A user's own species and targets; a name stands once among each."""

    format: Literal[1] = 1
    catalogue: Literal["my-rainforest"] = "my-rainforest"
    species: Annotated[tuple[UserSpecies, ...], Field(strict=False, fail_fast=True)] = ()
    targets: Annotated[tuple[UserTarget, ...], Field(strict=False, fail_fast=True)] = ()

    @model_validator(mode="after")
    def _once(self) -> Self:
        for key, names in (("species", [s.name for s in self.species]), ("targets", [t.name for t in self.targets])):
            seen: set[str] = set()
            for i, name in enumerate(names):
                if name.casefold() in seen:
                    fault(f"{shown(name)} stands here twice", key, i, "name")
                seen.add(name.casefold())
        return self


EMPTY = UserCatalogue()


def _check_name(name: str) -> None:
    if not name.strip() or name != name.strip():
        fault(f"{shown(name)} given, expected a name without blanks around it", "name")
    if len(name) > LONGEST_NAME:
        fault(f"a name of {len(name)} characters, expected at most {LONGEST_NAME}", "name")


def import_text(source: str | bytes) -> UserCatalogue:
    """The catalogue of an exported text. Raises BoardError (not JSON, unknown keys, impossible cards, ...)."""
    document = parse(source)
    if document.get("catalogue") != "my-rainforest":
        raise BoardError('not a My Rainforest catalogue, expected "my-rainforest"', "catalogue")
    return check(document, UserCatalogue)


def export_text(catalogue: UserCatalogue) -> str:
    """The catalogue as JSON text, the same for the same catalogue."""
    document = {"format": 1, "catalogue": "my-rainforest", **catalogue.model_dump(mode="json", exclude_unset=True)}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def load(path: Path) -> UserCatalogue:
    """The catalogue of a file; empty where there is no file. Raises BoardError where the file can't be used."""
    try:
        return import_text(path.read_bytes())
    except FileNotFoundError:
        return EMPTY
    except OSError as error:
        raise BoardError(f"can't be read: {error.strerror}: {printable(str(path))}") from None


def save(path: Path, catalogue: UserCatalogue) -> None:
    """Write the catalogue; a reader sees the old file or the new one, never half of one. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(export_text(catalogue))
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def with_species(catalogue: UserCatalogue, entry: Mapping[str, Any]) -> UserCatalogue:
    """The catalogue with one more species, in place of one of the same name. Raises BoardError."""
    return merged(catalogue, check(_plain({"species": [entry]}), UserCatalogue))


def with_target(catalogue: UserCatalogue, entry: Mapping[str, Any]) -> UserCatalogue:
    """The catalogue with one more target, in place of one of the same name. Raises BoardError."""
    return merged(catalogue, check(_plain({"targets": [entry]}), UserCatalogue))


def without_species(catalogue: UserCatalogue, name: str) -> UserCatalogue:
    """The catalogue without the species of this name."""
    return UserCatalogue(species=tuple(s for s in catalogue.species if s.name != name), targets=catalogue.targets)


def without_target(catalogue: UserCatalogue, name: str) -> UserCatalogue:
    """The catalogue without the target of this name."""
    return UserCatalogue(species=catalogue.species, targets=tuple(t for t in catalogue.targets if t.name != name))


def merged(mine: UserCatalogue, other: UserCatalogue) -> UserCatalogue:
    """Both catalogues in one; where both have a name, the other's entry counts and keeps my place."""
    species = {s.name.casefold(): s for s in (*mine.species, *other.species)}
    targets = {t.name.casefold(): t for t in (*mine.targets, *other.targets)}
    return UserCatalogue(species=tuple(species.values()), targets=tuple(targets.values()))


def offered(catalogue: UserCatalogue) -> dict[str, list[Species]]:
    """Type -> every species to choose from, the project's and the user's (those have no id), by name."""
    every: Iterable[Species] = (*KNOWN.values(), *(entry.species() for entry in catalogue.species))
    by_name = sorted(every, key=lambda species: species.name.casefold())
    return {name: [species for species in by_name if species.type == name] for name in TYPES}


def card_entry(species: Species, at: tuple[int, int]) -> dict[str, Any]:
    """A card of this species as a board file writes it: a known one by id, any other with all that it prints."""
    if species.id:
        return {"at": list(at), "species": species.id}
    entry: dict[str, Any] = {"at": list(at), "type": species.type, "name": species.name}
    if species.iucn:
        entry["iucn"] = species.iucn
    scores: list[dict[str, Any]] = []
    for points, per, of in species.scores:
        condition: dict[str, Any] = {"points": points}
        if of:
            condition |= {"per": per, "of": list(of)}
        scores.append(condition)
    return {**entry, "scores": scores}


def target_entry(target: UserTarget) -> dict[str, Any]:
    """A target as a board file writes it."""
    return target.model_dump(mode="json", exclude_none=True)


def _plain(document: dict[str, Any]) -> dict[str, Any]:
    check_values(document)
    return document
