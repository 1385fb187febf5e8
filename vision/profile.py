"""Appearance models: learn how the squares of any game look from examples, then tell them apart.

A profile keeps its examples as small pictures together with their features, so adding to it is exact and a profile
outlives a change of features. What is done with the features is in `vision.appearance`.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.writing import write_whole
from vision.appearance import Appearance, features, fingerprint
from vision.tilefeatures import shrink

Bytes = NDArray[Any]  # uint8
Floats = NDArray[Any]  # float32

TILE = 64  # side of the kept pictures in pixels
MAX_EXAMPLES = 5000
MAX_LABELS = 1000
MAX_LABEL_LENGTH = 200
MAX_FILE = 150_000_000
MAX_EXTRAS = 8
MAX_EXTRA = 8_000_000
_EXTRA = "extra-"
_FORMAT = "tile-profile"
_VERSION = 1


class ProfileError(ValueError):
    """A profile file that can't be used, or examples that can't be learned; the message is one line."""


class Profile:
    """What the squares of one game look like: examples with their labels.

    >>> profile = Profile.learn(images, labels)     # images: H x W x 3 uint8 BGR arrays of any size
    >>> profile.classify(more_images)               # [(label, confidence 0..1), ...]
    """

    def __init__(self) -> None:
        self._labels: list[str] = []
        self._tiles: Bytes = np.zeros((0, TILE, TILE, 3), np.uint8)
        self._index: NDArray[Any] = np.zeros(0, np.int64)
        self._features: Floats | None = None
        self._model: Appearance | None = None
        self.game: str | None = None
        """The game whose photos taught it; None where tiles were given without one, which suits any game."""
        self.extras: dict[str, Bytes] = {}
        """Bytes (n,) uint8 by name that a game's reader keeps here beside the examples; unread, but kept with them."""

    @classmethod
    def learn(cls, images: Sequence[Bytes], labels: Sequence[str]) -> Profile:
        """A profile of these examples; one a label is enough. Raises ProfileError (a ValueError)."""
        profile = cls()
        profile.add(images, labels)
        return profile

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in the order of the columns of `probabilities`."""
        return tuple(self._labels)

    @property
    def examples(self) -> tuple[Bytes, list[str]]:
        """The kept pictures, (n, TILE, TILE, 3) uint8 BGR, oldest first, and the label of each."""
        return self._tiles, [self._labels[label] for label in self._index]

    def __len__(self) -> int:
        """How many examples are kept."""
        return len(self._index)

    def add(self, images: Sequence[Bytes], labels: Sequence[str]) -> None:
        """Learn further examples; a picture that was learned before has the label that it is given now.

        Raises ProfileError (a ValueError), and then nothing was learned."""
        if len(images) != len(labels):
            raise ProfileError(f"{len(images)} images but {len(labels)} labels")
        for label in labels:
            _check_label(label)
        tiles = _tiles(images)
        again = {tile.tobytes() for tile in tiles}
        kept = np.array([tile.tobytes() not in again for tile in self._tiles], bool)
        left = [self._labels[k] for k in self._index[kept]]
        gone = set(self._labels) - set(left)
        known = dict.fromkeys([*(label for label in self._labels if label not in gone), *labels])
        if len(known) > MAX_LABELS:
            raise ProfileError(f"a profile holds at most {MAX_LABELS} labels")
        if not len(tiles):
            return
        old = self._ready_features()
        place = {label: number for number, label in enumerate(known)}
        self._labels = list(known)
        self._index = np.array([place[label] for label in [*left, *labels]], np.int64)
        self._tiles = np.concatenate([self._tiles[kept], tiles])
        new = features(tiles)
        self._features = new if old is None else np.concatenate([old[kept], new])
        self._thin()
        self._model = None

    def probabilities(self, images: Sequence[Bytes]) -> Floats:
        """How likely each label is for each image: (images, labels), every row adding up to 1.

        Images given together are taken to come from one photo: what its light or another phone does to all of them is
        estimated and undone.
        """
        ready = self._ready_features()
        if ready is None:
            raise ProfileError("nothing has been learned yet")
        if not len(images):
            return np.zeros((0, len(self._labels)), np.float32)
        if self._model is None:
            self._model = Appearance(ready, self._index, len(self._labels))
        return self._model.probabilities(_tiles(images))

    def classify(self, images: Sequence[Bytes]) -> list[tuple[str, float]]:
        """The likeliest label of each image and how sure that is (0..1); see `probabilities`."""
        table = self.probabilities(images)
        return [(self._labels[int(row.argmax())], float(row.max())) for row in table]

    def check_game(self, game: str) -> None:
        """Raises ProfileError where photos of another game have taught this profile."""
        if self.game not in (None, game):
            raise ProfileError(
                f"learned from photos of {self.game}, not {game}: "
                f"give a profile of {game}, or learn one into a file of another name"
            )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the profile as an NPZ data file, in one step: an older file is replaced or left as it was."""
        about = {"format": _FORMAT, "version": _VERSION, "labels": self._labels, "features": fingerprint()}
        if self.game is not None:
            about["game"] = self.game
        ready = self._ready_features()
        content = io.BytesIO()
        np.savez_compressed(
            content,
            about=np.frombuffer(json.dumps(about).encode(), np.uint8),
            tiles=self._tiles,
            index=self._index.astype(np.int32),
            features=np.zeros((0, 0), np.float16) if ready is None else ready.astype(np.float16),
            **{_EXTRA + name: data for name, data in self.extras.items()},  # type: ignore[arg-type]
        )
        write_whole(path, content.getvalue())

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: str | None = None) -> Profile:
        """Read a saved profile, for a `game` if one is named. Only data is read, never code.

        Raises ProfileError when the file can't be used, or not for that game.
        """
        source = Path(path)
        try:
            if source.stat().st_size > MAX_FILE:
                raise ProfileError(f"{source}: larger than a profile can be")
            content = source.read_bytes()
        except OSError as error:
            raise ProfileError(f"{source}: can't be read: {error.strerror}") from None
        try:
            profile = cls._parse(content)
            if game is not None:
                profile.check_game(game)
            return profile
        except ProfileError as error:
            raise ProfileError(f"{source}: {error}") from None

    @classmethod
    def _parse(cls, content: bytes) -> Profile:
        arrays = _read_arrays(content)
        about = _about(arrays["about"])
        tiles, index = arrays["tiles"], arrays["index"]
        profile = cls()
        profile._labels = about["labels"]
        profile.game = about["game"]
        count = len(index)
        if index.dtype != np.int32 or index.ndim != 1 or count > MAX_EXAMPLES:
            raise ProfileError("damaged profile: bad list of examples")
        if tiles.dtype != np.uint8 or tiles.shape != (count, TILE, TILE, 3):
            raise ProfileError("damaged profile: bad pictures")
        if not np.array_equal(np.unique(index), np.arange(len(profile._labels))):
            raise ProfileError("damaged profile: labels and examples don't match")
        profile._tiles = tiles
        profile._index = index.astype(np.int64)
        stored = arrays["features"]
        if count and about["features"] == fingerprint():
            if (
                stored.dtype != np.float16
                or stored.ndim != 2
                or len(stored) != count
                or not np.isfinite(stored).all()
            ):
                raise ProfileError("damaged profile: bad features")
            profile._features = stored.astype(np.float32)
        for name, data in arrays.items():
            if name.startswith(_EXTRA):
                if data.dtype != np.uint8 or data.ndim != 1:
                    raise ProfileError("damaged profile: bad extras")
                profile.extras[name.removeprefix(_EXTRA)] = data
        return profile

    def _ready_features(self) -> Floats | None:
        """Features of the examples; computed anew after loading a file that another version wrote."""
        if self._features is None and len(self._index):
            self._features = features(self._tiles)
        return self._features

    def _thin(self) -> None:
        """Keep to MAX_EXAMPLES: the oldest examples of the most frequent labels go."""
        surplus = len(self._index) - MAX_EXAMPLES
        if surplus <= 0 or self._features is None:
            return
        counts = np.bincount(self._index, minlength=len(self._labels))
        keep = np.ones(len(self._index), bool)
        for _ in range(surplus):
            label = int(counts.argmax())
            oldest = int(np.flatnonzero(keep & (self._index == label))[0])
            keep[oldest] = False
            counts[label] -= 1
        self._tiles, self._index, self._features = self._tiles[keep], self._index[keep], self._features[keep]


def _tiles(images: Sequence[Bytes]) -> Bytes:
    if not len(images):
        return np.zeros((0, TILE, TILE, 3), np.uint8)
    try:
        return np.stack([shrink(np.asarray(image), TILE) for image in images])
    except ValueError as error:
        raise ProfileError(str(error)) from None


def _check_label(label: object) -> None:
    if not isinstance(label, str) or not label or len(label) > MAX_LABEL_LENGTH:
        raise ProfileError(f"a label must be a text of 1 to {MAX_LABEL_LENGTH} characters")
    try:
        label.encode()
    except UnicodeEncodeError:
        raise ProfileError("a label must be plain text") from None


def _read_arrays(content: bytes) -> dict[str, NDArray[Any]]:
    """The four arrays of a profile file and its extras; sizes are checked before anything is unpacked."""
    limits = {
        "about": 1_000_000,
        "index": 100_000,
        "tiles": MAX_EXAMPLES * TILE * TILE * 3 + 1000,
        "features": 40_000_000,
    }
    arrays = {}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            extras = [name.removesuffix(".npy") for name in archive.namelist() if name.startswith(_EXTRA)]
            limits.update(dict.fromkeys(extras[:MAX_EXTRAS], MAX_EXTRA))
            for name, limit in limits.items():
                with archive.open(f"{name}.npy") as member:
                    data = member.read(limit + 1)
                if len(data) > limit:
                    raise ProfileError(f"damaged profile: {name} is too large")
                arrays[name] = _read_array(data)
    except ProfileError:
        raise
    except KeyError:
        raise ProfileError("not a profile: a part is missing") from None
    # zipfile and NumPy raise many kinds on damaged data (struct, zlib, EOF, syntax errors in headers, ...)
    except Exception:
        raise ProfileError("not a profile, or a damaged one") from None
    return arrays


def _read_array(data: bytes) -> NDArray[Any]:
    """One .npy member; its header must agree with the number of bytes, so that none is allocated beyond them."""
    stream = io.BytesIO(data)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError("unexpected version")
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(stream, max_header_size=1000)
    if dtype.hasobject or fortran or any(side < 0 for side in shape):
        raise ValueError("unexpected kind of array")
    size = dtype.itemsize
    for side in shape:
        size *= side
    if size != len(data) - stream.tell():
        raise ValueError("size does not match")
    return np.frombuffer(data, dtype, offset=stream.tell()).reshape(shape).copy()


def _about(array: NDArray[Any]) -> dict[str, Any]:
    try:
        about = json.loads(array.tobytes())
    except (ValueError, RecursionError):
        raise ProfileError("damaged profile: unreadable description") from None
    if not isinstance(about, dict) or about.get("format") != _FORMAT:
        raise ProfileError("not a profile")
    if about.get("version") != _VERSION:
        raise ProfileError("a profile of another version of this program")
    labels = about.get("labels")
    if not isinstance(labels, list) or len(labels) > MAX_LABELS:
        raise ProfileError("damaged profile: bad labels")
    for label in labels:
        _check_label(label)
    if len(set(labels)) != len(labels):
        raise ProfileError("damaged profile: a label twice")
    game = about.get("game")
    if game is not None and not (isinstance(game, str) and len(game) <= MAX_LABEL_LENGTH):
        raise ProfileError("damaged profile: bad name of a game")
    return {"labels": labels, "features": about.get("features"), "game": game}
