"""What the command lines of `scoring` and `vision` take alike."""

from __future__ import annotations

import argparse


def named_path(text: str) -> str:
    """An empty name would mean the current folder, which nobody asks for in that way. Raises ArgumentTypeError."""
    if not text.strip():
        raise argparse.ArgumentTypeError("its name is empty")
    return text
