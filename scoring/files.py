"""Files below a folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path


def files_below(folder: Path, wanted: Callable[[Path], bool]) -> tuple[list[str], list[str]]:
    """The wanted files, as sorted paths relative to the folder, and a line for each folder that cannot be listed.

    Links that lead nowhere are files that cannot be read; pipes and devices, on which one would wait for ever, are none."""
    found: list[str] = []
    problems: list[str] = []

    def unlisted(error: OSError) -> None:
        problems.append(f"{error.filename}: {error.strerror}")

    for place, _, names in os.walk(folder, onerror=unlisted):
        paths = (Path(place, name) for name in names)
        found += [path.relative_to(folder).as_posix() for path in paths if _may_be_read(path) and wanted(path)]
    return sorted(found), problems


def _may_be_read(path: Path) -> bool:
    return path.is_file() or not path.exists()
