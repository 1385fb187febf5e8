"""Standard input and output of the command lines, which may be closed, full, or read by nobody."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from io import TextIOWrapper


class StreamError(Exception):
    """Standard input or output cannot be used; the message is one line."""


def in_utf8() -> None:
    """What is printed is UTF-8 in any locale."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def standard_input(most: int = -1) -> bytes:
    """All of standard input, or its first `most` bytes. Raises StreamError where the program was started without one."""
    if sys.stdin is None:
        raise StreamError("standard input: closed, expected a board file")
    return sys.stdin.buffer.read(most)


def delivered(run: Callable[[], int]) -> int:
    """The exit code of `run`, once all that it printed is out; 0 where the reader of the output has gone (as `head` does).

    Raises StreamError where the output cannot be written."""
    try:
        code = run()
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        if not _nobody_listens():
            raise
        _drop_output()
        return 0
    except OSError as error:
        if error.filename is not None:
            raise
        _drop_output()
        raise StreamError(f"standard output: {error.strerror}: nothing, or only a part, was printed") from None


def _nobody_listens() -> bool:
    """Whether it is the output that is broken: a pipe to one of our own processes may be, too."""
    if not hasattr(select, "poll"):
        return True
    asked = select.poll()
    asked.register(1, select.POLLOUT)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in asked.poll(0))


def _drop_output() -> None:
    """What is still waiting to be printed would fail once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
