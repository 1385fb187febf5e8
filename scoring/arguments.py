"""What the command lines have alike."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NoReturn

from scoring.boardfile import printable


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line, and exits with 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")


def between(low: int, high: int) -> Callable[[str], int]:
    """An argument's type: a whole number, no smaller and no larger. It raises ArgumentTypeError."""

    def number(text: str) -> int:
        if not text.isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"a number from {low} to {high} expected, came {text!r}")
        return int(text)

    return number


SEED = between(0, 2**32 - 1)
JOBS = between(1, 256)


def named_path(text: str) -> str:
    """An empty name would mean the current folder, which nobody asks for in that way. Raises ArgumentTypeError."""
    if not text.strip():
        raise argparse.ArgumentTypeError("its name is empty")
    return text
