"""The command line: `python -m vision read | batch | learn`.

Exit codes: 0 done; 1 a batch in which some photo failed; 2 the input cannot be used; 3 no board in the photo.
Whatever goes wrong is one line on standard error.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from scoring.arguments import JOBS, named_path
from scoring.boardfile import printable
from scoring.registry import UnknownGameError, games
from scoring.streams import StreamError, delivered, in_utf8, standard_input
from scoring.words import counted

if TYPE_CHECKING:
    from vision.reading import Reading

DONE, SOME_FAILED, UNUSABLE, NO_BOARD = 0, 1, 2, 3
CORNERS_FORM = '"x,y x,y x,y x,y"'
EVERY = 100
"""Where standard error is no terminal, progress is told after so many photos."""
OVERLAY_KINDS = (".png", ".jpg", ".jpeg", ".webp")


class UsageError(Exception):
    """The command line or a file named on it cannot be used; the message is one line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. A fault of our own is one line too, save under `python -X dev`."""
    try:
        options = _parser().parse_args(arguments)
        return delivered(lambda: int(options.run(options)))
    except (UsageError, UnknownGameError, StreamError) as error:
        return _fail(str(error), UNUSABLE)
    except KeyboardInterrupt:
        return _fail("stopped", 130)
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        return _fail(f"a fault in this program, please report it: {type(error).__name__}: {error}", UNUSABLE)


def _fail(message: str, code: int) -> int:
    print(printable(message), file=sys.stderr, flush=True)
    return code


def _own_standard_error() -> None:
    """Keep standard error for our own lines: image libraries print theirs from C, past Python, and warn."""
    warnings.simplefilter("ignore")
    try:
        own = os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
    except OSError:
        return  # started without a standard error: nothing to keep clean
    sys.stderr = io.TextIOWrapper(
        io.FileIO(own, "w"), encoding="utf-8", errors="backslashreplace", write_through=True
    )


# ---------------------------------------------------------------------------------------------- commands


def _read(options: argparse.Namespace) -> int:
    _check_outputs(options)
    from vision.photo import PhotoError
    from vision.reading import NoBoardError, OptionError, read_photo

    try:
        reading = read_photo(
            options.photo,
            options.game,
            profile=options.profile,
            corners=options.corners,
            size=options.size,
            layout=options.layout,
        )
    except OptionError as error:
        raise UsageError(f"--{error}") from None
    except PhotoError as error:
        return _fail(f"{options.photo}: {error}", UNUSABLE)
    except NoBoardError as error:
        return _fail(f"{options.photo}: {error}", NO_BOARD)
    if options.out:
        _write(options.out, _json(reading.board))
    if options.overlay:
        import cv2

        _, picture = cv2.imencode(Path(options.overlay).suffix.lower(), reading.overlay())
        _write(options.overlay, picture.tobytes())
    print(json.dumps(reading.to_dict(), ensure_ascii=False) if options.json else _for_people(reading))
    return DONE


def _batch(options: argparse.Namespace) -> int:
    from vision.batch import Batch, photos_below, usual_jobs
    from vision.reading import OptionError, checked_options

    folder, out = Path(options.folder), Path(options.out)
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder" if not folder.exists() else f"{folder}: not a folder")
    if out.exists() and not out.is_dir():
        raise UsageError(f"--out {out}: a file, not a folder")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out {out}: {error.strerror}") from None
    try:
        checked_options(options.game, profile=options.profile, layout=options.layout)
    except OptionError as error:
        raise UsageError(f"--{error}") from None
    names, problems = photos_below(folder)
    batch = Batch(folder, out, options.game, options.profile, options.layout)
    shown = _Progress(len(names))
    for problem in problems:
        shown.line(problem)
    failed = len(problems)
    for name, problem in batch.run(names, options.jobs or usual_jobs()):
        shown.step()
        if problem:
            failed += 1
            shown.line(f"{name}: {problem}")
    shown.end()
    print(f"{counted(len(names), 'photo')}, {len(names) - failed + len(problems)} read, {failed} not")
    return SOME_FAILED if failed else DONE


def _learn(options: argparse.Namespace) -> int:
    from scoring import BoardError, load_board
    from scoring.boardfile import board_within
    from scoring.registry import part
    from vision.photo import PhotoError, decode
    from vision.profile import Profile, ProfileError
    from vision.reading import READERS, NoBoardError, OptionError, checked_options, teach

    if options.board != "-" and not Path(options.board).exists():
        raise UsageError(f"{options.board}: no such file")
    try:
        source = standard_input() if options.board == "-" else Path(options.board)
        board = load_board(board_within(source) or source).to_dict()
    except BoardError as error:
        raise UsageError(f"{options.board}: {error}") from None
    if len(board["players"]) > 1:
        names = [player["name"] for player in board["players"]]
        if options.player not in names:
            raise UsageError(f"--player: say whose board is in the photo: {', '.join(names)}")
        board["players"] = [board["players"][names.index(options.player)]]
    target = Path(options.profile)
    if target.is_dir() or options.profile.endswith(("/", os.sep)):
        raise UsageError(f"--profile {options.profile}: a folder, not a file")
    if target.exists() and not target.stat().st_mode & 0o222:
        raise UsageError(f"--profile {target}: may not be written to")
    try:
        profile = Profile.load(target, board["game"]) if target.exists() else Profile()
        given = checked_options(board["game"], corners=options.corners, size=options.size)
        reader = part(READERS, board["game"])
        taught = teach(profile, reader, decode(options.photo), board, corners=given.corners, size=given.size)
        profile.save(target)
    except ProfileError as error:
        raise UsageError(f"--profile {error}") from None
    except OSError as error:
        raise UsageError(f"--profile {target}: {error.strerror}") from None
    except OptionError as error:
        raise UsageError(f"--{error}") from None
    except PhotoError as error:
        return _fail(f"{options.photo}: {error}", UNUSABLE)
    except NoBoardError as error:
        return _fail(f"{options.photo}: {error}", NO_BOARD)
    except ValueError as error:
        return _fail(f"{options.board}: {error}", UNUSABLE)
    print(
        f"{printable(str(target))}: {counted(taught, 'piece')} learned, {len(profile)} in all, "
        f"{counted(len(profile.labels), 'kind')}"
    )
    return DONE


# ---------------------------------------------------------------------------------------------- arguments


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message} (see {self.prog} --help)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m vision", description="Read boards from photos.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="{read,batch,learn}")

    read = commands.add_parser("read", help="read the board in a photo")
    read.add_argument("photo", metavar="PHOTO", type=named_path)
    _game(read)
    read.add_argument("--json", action="store_true", help="print the reading as JSON")
    read.add_argument("--out", metavar="FILE", help="write the board file")
    read.add_argument(
        "--overlay", metavar="FILE.png", help="write the photo with what was read drawn over it"
    )
    read.add_argument("--profile", metavar="FILE", help="use a learned profile")
    read.add_argument("--layout", metavar="NAME_OR_FILE", help="the layout on the table (hutan)")
    _corners(read)
    read.set_defaults(run=_read)

    batch = commands.add_parser("batch", help="read every photo below a folder on all cores")
    batch.add_argument("folder", metavar="DIR", type=named_path)
    _game(batch)
    batch.add_argument("--out", metavar="OUT", required=True, help="folder for the readings: OUT/NAME.json")
    batch.add_argument("--profile", metavar="FILE", help="use a learned profile")
    batch.add_argument("--layout", metavar="NAME_OR_FILE", help="the layout on the table (hutan)")
    batch.add_argument(
        "--jobs", type=JOBS, metavar="N", help="photos at once (default: one a core, as memory allows)"
    )
    batch.set_defaults(run=_batch)

    learn = commands.add_parser("learn", help="add a corrected photo to a profile")
    learn.add_argument("photo", metavar="PHOTO", type=named_path)
    learn.add_argument(
        "board", metavar="BOARD", type=named_path, help="the board file that says what lies there; - for standard input"
    )
    learn.add_argument(
        "--profile", metavar="FILE", required=True, help="the profile; made where there is none"
    )
    learn.add_argument("--player", metavar="NAME", help="whose board it is, where the file has several")
    _corners(learn)
    learn.set_defaults(run=_learn)
    return parser


def _game(parser: argparse.ArgumentParser) -> None:
    known = [game.id for game in games()]
    parser.add_argument("--game", required=True, choices=known, metavar="GAME", help=", ".join(known))


def _corners(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--corners",
        type=_points,
        metavar=CORNERS_FORM,
        help="the board's corners, clockwise from its top left",
    )
    parser.add_argument(
        "--size", type=_size, metavar="ROWSxCOLS", help="rows and columns between the corners"
    )


def _points(text: str) -> list[tuple[float, float]]:
    try:
        points = [(float(x), float(y)) for x, y in (point.split(",") for point in text.split())]
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"four points {CORNERS_FORM} in pixels expected, came {text!r}"
        ) from None
    if len(points) != 4:
        raise argparse.ArgumentTypeError(f"four points {CORNERS_FORM} expected, came {len(points)}")
    return points


def _size(text: str) -> tuple[int, int]:
    rows, by, cols = text.lower().partition("x")
    if not (by and rows.isdecimal() and cols.isdecimal() and len(text) < 12 and int(rows) and int(cols)):
        raise argparse.ArgumentTypeError(f"ROWSxCOLS such as 6x6 expected, came {text!r}")
    return int(rows), int(cols)


# ---------------------------------------------------------------------------------------------- output


def _check_outputs(options: argparse.Namespace) -> None:
    """Refuse what could not be written before the work is done, and what would overwrite the photo."""
    if options.overlay and Path(options.overlay).suffix.lower() not in OVERLAY_KINDS:
        raise UsageError(
            f"--overlay {options.overlay}: a name that ends in {', '.join(OVERLAY_KINDS)} expected"
        )
    for flag in ("out", "overlay"):
        name = getattr(options, flag)
        if not name:
            continue
        path = Path(name)
        if path.is_dir():
            raise UsageError(f"--{flag} {name}: a folder, not a file")
        if not path.parent.is_dir():
            raise UsageError(f"--{flag} {name}: no such folder {path.parent}")
        if path.exists() and Path(options.photo).exists() and path.samefile(options.photo):
            raise UsageError(f"--{flag} {name}: that is the photo itself")
    if options.out and options.overlay and Path(options.out).resolve() == Path(options.overlay).resolve():
        raise UsageError(f"--overlay {options.overlay}: the board goes there already (--out), give another name")


def _write(name: str, content: bytes) -> None:
    try:
        Path(name).write_bytes(content)
    except (OSError, ValueError) as error:
        raise UsageError(f"{name}: cannot be written: {getattr(error, 'strerror', None) or error}") from None


def _json(document: Any) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "backslashreplace")


def _for_people(reading: Reading) -> str:
    """The reading as a table: a ? after what needs a look."""
    lines = []
    if reading.beehive:
        for s in reading.squares:
            lines.append(f"card at {s.cell[0]},{s.cell[1]}: {s.text}{' ?' if s.unsure else ''}")
    else:
        rows, cols = reading.size
        texts = [["."] * cols for _ in range(rows)]
        for s in reading.squares:
            texts[s.cell[0]][s.cell[1]] = (s.text or ".") + ("?" if s.unsure else "")
        width = max(len(text) for row in texts for text in row) + 1
        lines = ["".join(text.ljust(width) for text in row).rstrip() for row in texts]
    unsure = len(reading.uncertain)
    lines.append("")
    lines.append(f"{reading.game}, {reading.size[0]} x {reading.size[1]}, read in {reading.seconds:.2f} s")
    lines.append("every square is sure" if not unsure else f"{unsure} to look at, marked with ?")
    lines.extend(f"note: {w.text}" for w in reading.warnings)
    return "\n".join(lines)


class _Progress:
    """Lines on standard error, and under them on a terminal how far the batch has come."""

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0
        self._live = sys.stderr.isatty()
        self._show()

    def step(self) -> None:
        self._done += 1
        self._show()

    def line(self, text: str) -> None:
        self._clear()
        print(printable(text), file=sys.stderr, flush=True)
        self._show()

    def end(self) -> None:
        self._clear()

    def _show(self) -> None:
        if self._live:
            print(f"\r{self._done} of {counted(self._total, 'photo')}", end="", file=sys.stderr, flush=True)
        elif self._done and self._done % EVERY == 0:
            print(f"{self._done} of {counted(self._total, 'photo')}", file=sys.stderr, flush=True)

    def _clear(self) -> None:
        if self._live:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    _own_standard_error()
    in_utf8()
    sys.exit(main())
