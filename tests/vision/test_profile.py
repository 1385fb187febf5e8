"""Profiles: any tiles, any labels, from one example upwards; files are data and nothing else."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest

from samples.scenes import textures
from vision import Profile
from vision.profile import MAX_EXAMPLES, TILE, ProfileError

COLOURS = {"wheat": (60, 190, 220), "forest": (40, 90, 30), "lake": (190, 120, 40), "mine": (50, 50, 55)}


def tile(label: str, rng: np.random.Generator, size: int = 60) -> np.ndarray:
    """A tile of the label's colour with its own grain and an odd blob on it."""
    image = np.empty((size, size, 3), np.float64)
    image[:] = COLOURS[label]
    image += rng.normal(0, 12, image.shape)
    y, x = rng.integers(5, size - 15, 2)
    image[y : y + 9, x : x + 9] = rng.integers(0, 255, 3)
    return np.clip(image, 0, 255).astype(np.uint8)


def sample(rng: np.random.Generator, count: int) -> tuple[list[np.ndarray], list[str]]:
    labels = [label for label in COLOURS for _ in range(count)]
    return [tile(label, rng) for label in labels], labels


@pytest.fixture(scope="module")
def learned() -> Profile:
    return Profile.learn(*sample(np.random.default_rng(1), 3))


@pytest.fixture(scope="module")
def saved(learned: Profile, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("profile") / "p.npz"
    learned.save(path)
    return path.read_bytes()


@pytest.mark.parametrize("count", [1, 2, 10])
def test_tells_plain_tiles_apart(count: int) -> None:
    profile = Profile.learn(*sample(np.random.default_rng(count), count))
    images, labels = sample(np.random.default_rng(99), 5)
    found = profile.classify(images)
    assert [label for label, _ in found] == labels
    assert all(0.5 < confidence <= 1 for _, confidence in found)


def test_probabilities_are_rows_over_the_labels(learned: Profile) -> None:
    images, _ = sample(np.random.default_rng(3), 2)
    table = learned.probabilities(images)
    assert table.shape == (8, 4)
    assert learned.labels == tuple(COLOURS)
    np.testing.assert_allclose(table.sum(1), 1, atol=1e-4)
    assert [learned.labels[k] for k in table.argmax(1)] == [label for label, _ in learned.classify(images)]


def test_a_single_image_alone(learned: Profile) -> None:
    for label in COLOURS:
        assert learned.classify([tile(label, np.random.default_rng(8))])[0][0] == label
    assert learned.classify([]) == []
    assert learned.probabilities([]).shape == (0, 4)


def test_quarter_turns_size_and_grey(learned: Profile) -> None:
    image = tile("lake", np.random.default_rng(4), 120)
    for turns in range(4):
        assert learned.classify([np.rot90(image, turns)])[0][0] == "lake"
    assert learned.classify([image[:90]])[0][0] == "lake"
    assert learned.classify([image[:7, :5]])[0][0] == "lake"
    assert len(learned.classify([image[:, :, 0]])) == 1
    assert len(learned.classify([np.dstack([image, image[:, :, :1]])])) == 1


def test_many_labels_and_one_label() -> None:
    rng = np.random.default_rng(5)
    colours = rng.integers(0, 256, (200, 3))
    images = [np.full((20, 20, 3), colour, np.uint8) for colour in colours]
    profile = Profile.learn(images, [f"label {k}" for k in range(200)])
    found = profile.classify(images)
    assert sum(label == f"label {k}" for k, (label, _) in enumerate(found)) > 190
    only = Profile.learn(images[:1], ["only"])
    assert only.classify(images[5:7]) == [("only", 1.0)] * 2


def test_adding_is_like_learning_at_once() -> None:
    images, labels = sample(np.random.default_rng(6), 4)
    at_once = Profile.learn(images, labels)
    bit_by_bit = Profile.learn(images[:5], labels[:5])
    bit_by_bit.classify(images[:1])
    bit_by_bit.add(images[5:], labels[5:])
    others, _ = sample(np.random.default_rng(7), 2)
    np.testing.assert_allclose(at_once.probabilities(others), bit_by_bit.probabilities(others), atol=1e-5)
    assert len(bit_by_bit) == 16


def test_contradictions_and_nothing() -> None:
    image = tile("wheat", np.random.default_rng(2))
    profile = Profile.learn([image, image], ["R:r1", "R"])
    assert profile.classify([image])[0][1] == pytest.approx(0.5, abs=0.05)
    empty = Profile.learn([], [])
    with pytest.raises(ProfileError, match="nothing has been learned"):
        empty.classify([image])
    empty.add([image], ["a"])
    assert empty.classify([image]) == [("a", 1.0)]


@pytest.mark.parametrize(
    ("images", "labels"),
    [
        ([np.zeros((4, 4, 3), np.uint8)], []),
        ([np.zeros((4, 4, 3), np.uint8)], [""]),
        ([np.zeros((4, 4, 3), np.uint8)], [3]),
        ([np.zeros((4, 4, 3), np.uint8)], ["\ud800"]),
        ([np.zeros((4, 4, 3), np.uint8)], ["x" * 201]),
        ([np.zeros((4, 4, 3), np.float32)], ["a"]),
        ([np.zeros((0, 4, 3), np.uint8)], ["a"]),
        ([np.zeros((4, 4, 2), np.uint8)], ["a"]),
        ([np.zeros((2, 4, 4, 3), np.uint8)], ["a"]),
    ],
)
def test_bad_examples_are_refused_in_one_line(images: list[np.ndarray], labels: list[str]) -> None:
    profile = Profile.learn([np.zeros((4, 4, 3), np.uint8)], ["kept"])
    with pytest.raises(ProfileError) as caught:
        profile.add(images, labels)
    assert "\n" not in str(caught.value)
    assert len(profile) == 1


def test_round_trip(learned: Profile, tmp_path: Path) -> None:
    path = tmp_path / "städte.profile"
    learned.save(path)
    again = Profile.load(path)
    images, _ = sample(np.random.default_rng(11), 3)
    assert again.labels == learned.labels
    np.testing.assert_allclose(again.probabilities(images), learned.probabilities(images), atol=0.02)
    again.add(*sample(np.random.default_rng(12), 1))
    again.save(path)
    assert len(Profile.load(path)) == 16
    assert list(tmp_path.iterdir()) == [path]
    Profile.learn([], []).save(path)
    assert Profile.load(path).labels == ()


def test_a_file_written_again_stays_as_open_as_it_was(learned: Profile, tmp_path: Path) -> None:
    path, other = tmp_path / "mine.npz", tmp_path / "other"
    learned.save(path)
    other.touch()
    assert path.stat().st_mode == other.stat().st_mode
    path.chmod(0o640)
    learned.save(path)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_one(learned: Profile, tmp_path: Path) -> None:
    path, link = tmp_path / "mine.npz", tmp_path / "link.npz"
    Profile.learn([], []).save(path)
    link.symlink_to(path)
    learned.save(link)
    assert link.is_symlink()
    assert Profile.load(path).labels == learned.labels


def repack(saved: bytes, **changes: bytes | None) -> bytes:
    """The saved file with members replaced (bytes) or left out (None)."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = changes.get(name.removesuffix(".npy"), old.read(name))
            if content is not None:
                new.writestr(name, content)
    return out.getvalue()


def npy(array: np.ndarray, **options: bool) -> bytes:
    out = io.BytesIO()
    np.lib.format.write_array(out, array, **options)
    return out.getvalue()


def about(**changes: object) -> bytes:
    content = {"format": "tile-profile", "version": 1, "labels": list(COLOURS), "features": "older"} | changes
    return npy(np.frombuffer(json.dumps(content).encode(), np.uint8))


def test_a_file_of_older_features_is_read_from_its_pictures(
    saved: bytes, learned: Profile, tmp_path: Path
) -> None:
    path = tmp_path / "old"
    path.write_bytes(repack(saved, about=about()))
    images, _ = sample(np.random.default_rng(13), 2)
    np.testing.assert_allclose(
        Profile.load(path).probabilities(images), learned.probabilities(images), atol=0.02
    )


class Trap:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (exec, ("raise SystemExit('code was run')",))


def hostile(saved: bytes) -> dict[str, bytes]:
    huge = (
        b"\x93NUMPY\x01\x00"
        + b"\x46\x00"
        + b"{'descr': '|u1', 'fortran_order': False, 'shape': (99999999999,), }".ljust(69)
        + b"\n"
    )
    bomb = npy(np.zeros((MAX_EXAMPLES + 9, TILE, TILE, 3), np.uint8))
    return {
        "empty": b"",
        "text": b"hello",
        "pickle": pickle.dumps(Trap()),
        "cut": saved[: len(saved) // 2],
        "npy": npy(np.zeros(3)),
        "objects": repack(saved, index=npy(np.array([Trap()] * 12, object), allow_pickle=True)),
        "header": repack(saved, index=b"\x93NUMPY\x01\x00\x10\x00__import__('os')"),
        "huge shape": repack(saved, tiles=huge),
        "bomb": repack(saved, tiles=bomb),
        "missing": repack(saved, features=None),
        "negative": repack(saved, index=npy(np.full(12, -1, np.int32))),
        "label range": repack(saved, index=npy(np.full(12, 7, np.int32))),
        "index kind": repack(saved, index=npy(np.zeros(12, np.int64))),
        "fewer": repack(saved, index=npy(np.arange(4, dtype=np.int32))),
        "tiles kind": repack(saved, tiles=npy(np.zeros((12, TILE, TILE, 3), np.float32))),
        "not json": repack(saved, about=npy(np.frombuffer(b"{{", np.uint8))),
        "deep json": repack(saved, about=npy(np.frombuffer(b"[" * 100000, np.uint8))),
        "other format": repack(saved, about=about(format="x")),
        "other version": repack(saved, about=about(version=99)),
        "no labels": repack(saved, about=about(labels=None)),
        "label kinds": repack(saved, about=about(labels=[1, 2, 3, 4])),
        "game kind": repack(saved, about=about(game=7)),
        "label twice": repack(saved, about=about(labels=["a", "a", "b", "c"])),
        "not numbers": repack(saved, features=npy(np.full((12, 5), np.nan, np.float16))),
    }


HOSTILE = [
    *(
        "empty",
        "text",
        "pickle",
        "cut",
        "npy",
        "objects",
        "header",
        "huge shape",
        "bomb",
        "missing",
        "negative",
    ),
    *("label range", "index kind", "fewer", "tiles kind", "not json", "deep json", "other format"),
    *("other version", "no labels", "label kinds", "game kind", "label twice", "not numbers"),
]


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_are_refused_in_one_line(kind: str, saved: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    path.write_bytes(hostile(saved)[kind])
    with pytest.raises(ProfileError) as caught:
        Profile.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(ProfileError, match="can't be read"):
            Profile.load(path)


def printed_game() -> tuple[list[np.ndarray], list[str], list[np.ndarray], list[str]]:
    """Tiles of four photos to learn from and of one photo to read, all by one phone, painted by unseen families."""
    rng = np.random.default_rng(21)
    game = textures.TileGame.invent(rng, textures.CHECK)
    phone, room = textures.Phone.invent(rng), textures.Light.invent(rng, 0.5)
    photos = [textures.board_photo(rng, game, phone, room.vary(rng), pixels=48) for _ in range(5)]
    images = [tile for tiles, _ in photos[:4] for tile in tiles]
    labels = [label for _, found in photos[:4] for label in found]
    return images, labels, *photos[4]


def test_another_phones_colours_are_undone() -> None:
    images, labels, tiles, truth = printed_game()
    profile = Profile.learn(images, labels)
    other = [
        np.clip((tile / 255.0) ** 1.15 * (0.72, 0.9, 1.05) * 255, 0, 255).astype(np.uint8) for tile in tiles
    ]
    for photo in (tiles, other):
        found = profile.classify(photo)
        right = sum(label == known for (label, _), known in zip(found, truth, strict=True))
        assert right >= 0.85 * len(truth)


def test_a_picture_learned_again_has_its_new_label_alone() -> None:
    images, labels = sample(np.random.default_rng(1), 2)
    profile = Profile.learn(images, labels)
    profile.add(images, labels)
    assert len(profile) == len(images)
    assert profile.classify(images) == Profile.learn(images, labels).classify(images)
    profile.add(images[:2], ["meadow", "meadow"])  # all that was wheat
    assert len(profile) == len(images)
    assert set(profile.labels) == {"meadow", *labels} - {"wheat"}
    assert profile.classify(images[:1])[0][0] == "meadow"
    assert sorted(profile.examples[1]) == sorted(["meadow", "meadow", *labels[2:]])
