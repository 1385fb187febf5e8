"""The command line: `python -m scoring score FILE`, `validate FILE`, `batch DIR`; see --help.

Exit codes: 0 done; 1 `batch` met a file that can't be scored; 2 the input can't be used (one line says why).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scoring import BoardError, load_board, score
from scoring.arguments import Parser, named_path
from scoring.boardfile import MOST_BYTES, BoardFile, printable
from scoring.files import files_below
from scoring.streams import StreamError, delivered, in_utf8, standard_input
from scoring.table import sheet_text, warning_lines
from scoring.words import called, counted


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    in_utf8()
    options = _parser().parse_args(arguments)
    try:
        return delivered(lambda: int(options.run(options)))
    except BoardError as error:
        print(_named(options.input, error), file=sys.stderr)
    except StreamError as error:
        print(error, file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m scoring", description="Score board files and check them.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, what, help_text in (
        ("score", _score, "FILE", "score a board file"),
        ("validate", _validate, "FILE", "check a board file, score nothing"),
        ("batch", _batch, "DIR", "score every *.json below a folder and print a line of JSON for each"),
    ):
        command = commands.add_parser(name, help=help_text, description=help_text)
        is_folder = what == "DIR"
        command.add_argument("input", metavar=what, type=named_path, help="a folder" if is_folder else "a board file, - for standard input")
        json_help = "changes nothing, the lines are JSON" if is_folder else "print JSON (for programs) instead of text"
        command.add_argument("--json", action="store_true", help=json_help)
        command.set_defaults(run=run)
    return parser


def _score(options: argparse.Namespace) -> int:
    sheet = score(_board(options.input))
    print(_json(sheet.to_dict()) if options.json else sheet_text(sheet))
    return 0


def _validate(options: argparse.Namespace) -> int:
    board = _board(options.input)
    players = score(board).players
    if options.json:
        found = [{"player": p.name, **w.to_dict()} for p in players for w in p.warnings]
        names = [player.name for player in players]
        print(_json({"format": 1, "game": board.game, "valid": True, "players": names, "warnings": found}))
        return 0
    print(f"A valid board file: {board.game}, {', '.join(printable(called(p.name)) for p in players)}")
    for player in players:
        if player.warnings:
            print("\n".join([printable(called(player.name)), *warning_lines(player)]))
    return 0


def _batch(options: argparse.Namespace) -> int:
    folder = Path(options.input)
    if not folder.is_dir():
        what = "not a folder" if folder.exists() else "no such folder"
        raise BoardError(f"{what}, expected a folder with board files")
    failed = 0
    names, problems = files_below(folder, lambda path: path.name.endswith(".json"))
    for problem in problems:
        print(printable(problem), file=sys.stderr)
    for name in names:
        try:
            line = {"file": name, **score(load_board(folder / name)).to_dict()}
        except BoardError as error:
            failed += 1
            line = {"file": name, "error": str(error)}
        print(_json(line), flush=True)
    if not names and not problems:
        print(f"{printable(options.input)}: no board files (*.json) lie below this folder", file=sys.stderr)
    if failed:
        print(f"{failed} of {counted(len(names), 'file')} could not be scored", file=sys.stderr)
    return int(failed > 0 or bool(problems))


def _board(name: str) -> BoardFile:
    return load_board(standard_input(MOST_BYTES + 1) if name == "-" else Path(name))


def _named(name: str, error: BoardError) -> str:
    """The error line, with the name of the file it is about in front."""
    source = "standard input" if name == "-" else printable(name)
    return str(error) if source in error.message else f"{source}: {error}"


def _json(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
