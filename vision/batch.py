"""Reading every photo below a folder on all cores."""

from __future__ import annotations

import json
import multiprocessing
import os
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from scoring.files import files_below
from vision.headers import HeaderError, header
from vision.photo import PhotoError
from vision.reading import NoBoardError, Reading, read_photo

SUFFIXES = {
    ".jpg",
    ".jpeg",
    ".jpe",
    ".png",
    ".webp",
    ".heic",
    ".heif",
    ".avif",
    ".gif",
    ".bmp",
    ".tif",
    ".tiff",
    ".mpo",
}
SNIFFED = 4096
MEMORY_EACH = 700_000_000
"""Bytes that reading one of the largest photos may take."""


def photos_below(folder: Path) -> tuple[list[str], list[str]]:
    """The photos below a folder, as sorted paths relative to it, and a line for each folder that cannot be listed.

    A photo is what is named like one, and what begins like one. Mac's `._name` companions hold no picture.
    """
    return files_below(folder, _is_photo)


def _is_photo(path: Path) -> bool:
    return not path.name.startswith("._") and (path.suffix.lower() in SUFFIXES or _begins_like_one(path))


def _begins_like_one(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            header(file.read(SNIFFED))
    except (OSError, HeaderError):
        return False
    return True


def usual_jobs() -> int:
    """How many photos to read at once: one a core, fewer where memory is short."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, _memory_free() // MEMORY_EACH))


def _memory_free() -> int:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        free = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, ValueError, StopIteration):
        return 64 * MEMORY_EACH  # not told here: the cores alone decide
    for limit, used in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):
        try:
            group = Path("/sys/fs/cgroup")
            free = min(free, int((group / limit).read_text()) - int((group / used).read_text()))
        except (OSError, ValueError):
            continue
    return max(free, 0)


@dataclass(frozen=True)
class Batch:
    """What is the same for every photo of a batch."""

    folder: Path
    out: Path
    game: str
    profile: str | None = None
    layout: str | None = None
    read: Callable[..., Reading] = field(default_factory=lambda: read_photo)

    def run(self, names: Sequence[str], jobs: int) -> Iterator[tuple[str, str]]:
        """Read the photos; yields (name, problem in one line or "") as each is done.

        A photo on which a process dies (the system may end it for its memory) is tried once more alone, and
        then reported; the others go on.
        """
        left = list(names)
        if jobs > 1 or len(left) > 1:
            left = yield from self._together(left, jobs)
        for name in left:
            yield name, self._alone(name)

    def _alone(self, name: str) -> str:
        try:
            with _pool(1) as pool:
                return pool.submit(self.one, name).result()
        except BrokenProcessPool:
            return "reading it ended the process: it may need more memory than there is"
        except OSError:  # no process may be started here
            return self.one(name)

    def _together(self, names: Sequence[str], jobs: int) -> Generator[tuple[str, str], None, list[str]]:
        """Read them side by side; returns those that were left when a process died, or none could be started."""
        pool = _pool(max(1, min(jobs, len(names))))
        undone = []
        try:
            futures: dict[Future[str], str] = {pool.submit(self.one, name): name for name in names}
        except OSError:
            pool.shutdown(wait=False, cancel_futures=True)
            return sorted(names)
        try:
            for future in as_completed(futures):
                try:
                    yield futures[future], future.result()
                except BrokenProcessPool:
                    undone.append(futures[future])
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        return sorted(undone)

    def one(self, name: str) -> str:
        """Read one photo and write its reading; returns "", or in one line why there is none."""
        target = self.out / f"{name}.json"
        try:
            reading = self.read(self.folder / name, self.game, profile=self.profile, layout=self.layout)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps(reading.to_dict(), ensure_ascii=False)
            target.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
        except (PhotoError, NoBoardError) as error:
            return str(error)
        except OSError as error:
            return f"{target} cannot be written: {error.strerror}"
        except Exception as error:  # a fault of ours must not end the whole batch either
            return f"could not be read: {type(error).__name__}: {error}".splitlines()[0]
        return ""


def _pool(size: int) -> ProcessPoolExecutor:
    # Fresh processes: a fork of one in which OpenCV has threads running may wait for them for ever.
    return ProcessPoolExecutor(size, multiprocessing.get_context("spawn"), initializer=_start)


def _start() -> None:
    """In each process: one thread, since there is a process a core, and no words from image libraries."""
    cv2.setNumThreads(1)
    warnings.simplefilter("ignore")
