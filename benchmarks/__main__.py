"""How good and how fast, measured on photos that no part of the project has seen.

    python -m benchmarks accuracy [--only NAME ...] [--count N] [--seed S] [--jobs N] [--csv FILE]
    python -m benchmarks speed [--repeats N] [--seed S]

Accuracy renders `--count` normal scenes a game (and half as many easy ones, hard ones, and scenes of each style that
was never trained on), reads them and prints shares in percent. Squares are those that hold something. A photo is
located when nine in ten of its squares were found where they lie; "wrong flagged" is the share of the wrong squares
that the reading calls uncertain, "flagged" that of all squares; "calibration" the expected calibration error.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from scoring.arguments import JOBS, SEED, Parser, between


def main(arguments: list[str] | None = None) -> int:
    from benchmarks import accuracy, speed

    parser = Parser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    of_accuracy = commands.add_parser("accuracy", help="read rendered photos and count what is right")
    names = [*accuracy.readable_games(), *accuracy.SECTIONS]
    of_accuracy.add_argument("--only", "--game", action="append", choices=names, help="left out: everything")
    of_accuracy.add_argument("--count", type=between(1, 100_000), default=200, help="normal scenes a game (default 200)")
    of_accuracy.add_argument("--seed", type=SEED, default=1, help="another seed, other photos (default 1)")
    of_accuracy.add_argument("--jobs", type=JOBS, default=os.cpu_count() or 1, help="default: one a core")
    of_accuracy.add_argument("--size", type=between(320, 12_000), help="long side of the photos (default: those of phones)")
    of_accuracy.add_argument("--csv", type=Path, help="write a line a photo")
    of_speed = commands.add_parser("speed", help="time scoring, decoding, reading")
    of_speed.add_argument("--repeats", type=between(1, 1000), default=7)
    of_speed.add_argument("--seed", type=SEED, default=1)
    options = parser.parse_args(arguments)
    if options.command == "speed":
        speed.run(options.repeats, options.seed)
    else:
        accuracy.run(options.only or [], options.count, options.seed, options.jobs, options.size, options.csv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
