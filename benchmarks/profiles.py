"""Profiles on made-up printed tiles whose painters no training saw: the yardstick of a neighbour game's readers.

That yardstick is real photos of seven printed terrains. `EVENING` is made like those, so that a plain nearest neighbour does
about as well here as there; in `HARD` games terrains look more alike, their drawings differ more, and so does the light.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.outcome import calibration_error
from benchmarks.photos import OURS
from samples.scenes import textures
from vision import Profile
from vision.tilefeatures import SIDE, describe, shrink

YARDSTICK = {1: 0.90, 3: 0.96, 5: 0.98, 10: 0.99, None: 0.997}
"""Examples a label (None: all tiles of 32 boards) -> the share of tiles to get right."""
OTHER_PHONE = 0.97
PLAIN = {1: 0.75, 3: 0.89, 5: 0.93, 10: 0.97}
"""Examples a label -> the share that a plain nearest neighbour gets right on the yardstick's real photos."""
SETTINGS = {"one evening": textures.EVENING, "hard": textures.HARD}


@dataclass(frozen=True)
class ProfileJob:
    row: str
    shots: int | None
    other_phone: bool
    seed: tuple[int, ...]
    setting: str = "hard"
    """One of SETTINGS."""


@dataclass(frozen=True)
class ProfileDone:
    job: ProfileJob
    tiles: int
    right: int
    plain: int
    """Right by a plain nearest neighbour on shrunken pictures."""
    hand: int
    """Right by the nearest neighbour in hand-made features alone."""
    confidences: tuple[tuple[float, bool], ...]

    @property
    def calibration(self) -> float:
        return calibration_error(self.confidences)


def run(job: ProfileJob) -> ProfileDone:
    """Invent a game, learn it, and read new photos of it."""
    cv2.setNumThreads(1)
    trial = textures.episode(
        np.random.default_rng([OURS, *job.seed]),
        job.shots,
        other_phone=job.other_phone,
        families=textures.TEST,
        setting=SETTINGS[job.setting],
    )
    profile = Profile.learn(trial.images, trial.labels)
    images = [tile for tiles, _ in trial.photos for tile in tiles]
    labels = [label for _, found in trial.photos for label in found]
    read = [answer for tiles, _ in trial.photos for answer in profile.classify(tiles)]
    right = [answer == label for (answer, _), label in zip(read, labels, strict=True)]
    plain, hand = (_nearest_right(look, trial, images, labels) for look in (_small, _described))
    return ProfileDone(
        job,
        len(labels),
        sum(right),
        plain,
        hand,
        tuple((float(c), r) for (_, c), r in zip(read, right, strict=True)),
    )


def _nearest_right(
    look: Callable[[list[np.ndarray]], np.ndarray],
    trial: textures.Episode,
    images: list[np.ndarray],
    labels: list[str],
) -> int:
    """How many images the nearest example, as seen by `look`, labels rightly."""
    known = look(trial.images)
    nearest = [trial.labels[int(np.argmin(((known - one) ** 2).sum(1)))] for one in look(images)]
    return sum(a == b for a, b in zip(nearest, labels, strict=True))


def _described(images: list[np.ndarray]) -> np.ndarray:
    return describe(np.stack([shrink(image, SIDE) for image in images]))


def _small(images: list[np.ndarray]) -> np.ndarray:
    side = 12
    return np.stack(
        [cv2.resize(i, (side, side), interpolation=cv2.INTER_AREA).ravel() for i in images]
    ).astype(float)
