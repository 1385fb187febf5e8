"""What must be refused (no board, another game's board), and what must be warned of (a second board, a cut one)."""

from __future__ import annotations

import importlib
import inspect
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from benchmarks.photos import OURS, scene_of
from samples import jpeg, scenes
from samples.scenes import nothing
from vision import NoBoardError, read_photo

OUTSIDE = 1.35
"""How much of the frame a board fills that runs out of it."""


@dataclass(frozen=True)
class RefusalJob:
    game: str
    row: str
    seed: tuple[int, ...]
    scene: str
    """Module of samples.scenes that renders the photo."""
    warning: str = ""
    """The warning that must come; "" where the photo must be refused."""
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class RefusalDone:
    job: RefusalJob
    right: bool


def jobs(games: list[str], count: int, seed: int) -> list[RefusalJob]:
    """`count` photos a row and game."""
    made = []
    for g, game in enumerate(games):
        for i in range(count):
            for s, style in enumerate(nothing.STYLES):
                made.append(
                    RefusalJob(
                        game, f"refused: {style}", (seed, 400 + s, g, i), "nothing", options={"style": style}
                    )
                )
            others = [other for other in games if other != game]
            if others:
                other = others[i % len(others)].replace("-", "_")
                made.append(RefusalJob(game, "refused: another game", (seed, 420, g, i), other))
            own = game.replace("-", "_")
            out = {"fill": OUTSIDE}
            made.append(RefusalJob(game, "warned: off-photo", (seed, 421, g, i), own, "off-photo", out))
            if "second" in inspect.signature(scene_of(game).render).parameters:
                two = {"second": True}
                made.append(
                    RefusalJob(game, "warned: second-board", (seed, 422, g, i), own, "second-board", two)
                )
    return made


def run(job: RefusalJob) -> RefusalDone:
    """Render one photo and see whether it is refused, or read with the warning. A cut board may also be refused."""
    cv2.setNumThreads(1)
    module = importlib.import_module(f"{scenes.__name__}.{job.scene}")
    image, truth = module.render(np.random.default_rng([OURS, *job.seed]), encode=False, **job.options)
    try:
        reading = read_photo(jpeg.write(image, truth["scene"]["quality"]), job.game)
    except NoBoardError:
        return RefusalDone(job, job.warning != "second-board")
    return RefusalDone(job, any(w.code == job.warning for w in reading.warnings))
