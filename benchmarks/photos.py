"""Photos rendered for the benchmark alone, read, and held against their truth."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
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
"""Last number of the seed of a photo that is learned from."""
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
    """Read with a profile learned from one corrected photo of the same copy of the game."""
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
    scenes, comparer = scene_of(job.game), part("benchmarks.boards", job.game).compare
    rng = np.random.default_rng([OURS, *job.seed])
    style, kit = job.style or _style(rng, scenes), int(rng.integers(1 << 30))
    profile = _learned(job, scenes, style, kit) if job.learned else None
    data, truth = _photo(scenes, rng, job, style, kit)
    return Done(job, style, _read(data, truth, job, comparer, profile))


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


def _learned(job: Job, scenes: ModuleType, style: str, kit: int) -> Profile | None:
    """What `vision learn` makes of one other photo of this copy, with the true board as its correction.

    The photo has a seed of its own, so that with and without learning the same photo is read."""
    rng = np.random.default_rng([OURS, *job.seed, LEARNED])
    data, truth = _photo(scenes, rng, job, style, kit)
    profile = Profile()
    try:
        teach(profile, part("vision.readers", job.game), decode(data), truth["board"])
    except (NoBoardError, ValueError):
        return None
    return profile


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
