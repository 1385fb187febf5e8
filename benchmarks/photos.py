"""Photos rendered for the benchmark alone, read, and held against their truth."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from benchmarks.outcome import Outcome
from samples import jpeg
from scoring.registry import part
from vision import NoBoardError, Options, Profile, Reading, decode, read_photo
from vision.reading import finished, teach

OURS = 0xBEEF
"""First number of every seed here. Training and samples seed with other numbers, and with fewer of them, so no
scene of the benchmark has been seen before."""
LEARNED = 1
"""Last number but one of the seed of a photo that is learned from; the last is the photo's own."""
MOST_LESSONS = 12
"""Photos that are learned from at most."""
Comparer = Callable[[dict[str, Any], Reading], Outcome]


@dataclass(frozen=True)
class Job:
    """One photo to render and read."""

    row: str
    game: str
    seed: tuple[int, ...]
    difficulty: str = "normal"
    style: str | None = None
    size: int | None = None
    learned: bool = False
    """Read with a profile learned from corrected photos of the same copy of the game."""
    by_hand: bool = False
    """Read by the hand-made baseline, on the grid that the reader found."""


@dataclass(frozen=True)
class Done:
    job: Job
    style: str
    outcome: Outcome


def scene_of(game: str) -> ModuleType:
    return part("samples.scenes", game)


def run(job: Job) -> Done:
    """Render the job's photo, read it and compare."""
    cv2.setNumThreads(1)
    scenes, boards = scene_of(job.game), part("benchmarks.boards", job.game)
    rng = np.random.default_rng([OURS, *job.seed])
    style, kit = job.style or _style(rng, scenes), int(rng.integers(1 << 30))
    comparer, profile = boards.compare, None
    if job.learned:
        profile, taught = _learned(job, scenes, style, kit)
        if teaches_in_parts(job.game):
            comparer = partial(boards.compare_learned, taught=taught)
    data, truth = _photo(scenes, rng, job, style, kit)
    return Done(job, style, _read(data, truth, job, comparer, profile))


def teaches_in_parts(game: str) -> bool:
    """Whether one photo shows only a part of what the game's reader must learn: its module in benchmarks.boards then says
    when that is `enough` (taught boards -> bool), and has `compare_learned` for readings after learning."""
    return hasattr(part("benchmarks.boards", game), "enough")


def _style(rng: np.random.Generator, scenes: ModuleType) -> str:
    trained = [name for name in scenes.STYLES if name not in scenes.HELD_OUT_STYLES]
    return trained[int(rng.integers(len(trained)))]


def _photo(
    scenes: ModuleType, rng: np.random.Generator, job: Job, style: str, kit: int
) -> tuple[bytes, dict[str, Any]]:
    image, truth = scenes.render(
        rng, difficulty=job.difficulty, style=style, size=job.size, kit=kit, encode=False
    )
    return jpeg.write(image, truth["scene"]["quality"], truth["scene"]["exif_orientation"]), truth


def _learned(
    job: Job, scenes: ModuleType, style: str, kit: int
) -> tuple[Profile | None, list[dict[str, Any]]]:
    """What `vision learn` makes of other photos of this copy, each with the true board as its correction, and those boards.

    One photo teaches, or where the game teaches in parts as many as are enough, at most MOST_LESSONS. A photo in which the
    reader finds no board, or another one, teaches nothing. They have seeds of their own, so that with and without learning
    the same photo is read."""
    reader = part("vision.readers", job.game)
    in_parts = teaches_in_parts(job.game)
    profile, taught = Profile(), []
    for lesson in range(MOST_LESSONS if in_parts else 1):
        data, truth = _photo(
            scenes, np.random.default_rng([OURS, *job.seed, LEARNED, lesson]), job, style, kit
        )
        try:
            teach(profile, reader, decode(data), truth["board"])
        except (NoBoardError, ValueError):
            continue
        taught.append(truth["board"])
        if in_parts and part("benchmarks.boards", job.game).enough(taught):
            break
    return profile if taught else None, taught


def _read(
    data: bytes, truth: dict[str, Any], job: Job, comparer: Comparer, profile: Profile | None
) -> Outcome:
    began = time.perf_counter()
    photo = decode(data)
    decoding = time.perf_counter() - began
    try:
        if job.by_hand:
            plain = part("vision.readers", job.game).read(photo, Options())
            reading = part("benchmarks.boards", job.game).by_hand(finished(plain))
        else:
            reading = read_photo(data, job.game, profile=profile)
    except NoBoardError:
        return _nothing_read(truth, decoding)
    except Exception as error:
        failed = _nothing_read(truth, decoding)
        failed.error = f"{type(error).__name__}: {error}"
        return failed
    outcome = comparer(truth, reading)
    outcome.decode_seconds = decoding
    return outcome


def _nothing_read(truth: dict[str, Any], decoding: float) -> Outcome:
    """All that lies there counts as wrong and not flagged."""
    player = truth["board"]["players"][0]
    squares = (
        len(player["cards"]) if "cards" in player else sum(bool(s) for row in player["grid"] for s in row)
    )
    return Outcome(squares=squares, wrong=squares, decode_seconds=decoding)
