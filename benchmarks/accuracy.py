"""`python -m benchmarks accuracy`: reads photos rendered for it and prints what came out right."""

from __future__ import annotations

import csv
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, TypeVar

from benchmarks import grids, photos, profiles, refusals
from benchmarks.grids import GridDone, GridJob
from benchmarks.outcome import Outcome, calibration_error, summed
from benchmarks.photos import Done, Job
from benchmarks.profiles import ProfileDone, ProfileJob
from benchmarks.table import percent, table
from samples.scenes import tiles
from scoring.registry import UnknownGameError, games, part

J = TypeVar("J")
D = TypeVar("D")

DIFFICULTIES = ("easy", "normal", "hard")
LEARNED = ("normal", "hard", "held out")
SECTIONS = ("refusals", "grids", "profiles")
"""What can be asked for with --only beside the games."""
HEAD = (
    *("photos", "n", "located", "squares", "of found", "exact", "<=2 wrong", "score", "wrong flagged"),
    *("flagged", "calibration", "s"),
)


def readable_games() -> list[str]:
    """The games whose scenes and readers are here."""
    found = []
    for game in games():
        try:
            for package in ("samples.scenes", "vision.readers", "benchmarks.boards"):
                part(package, game.id)
        except UnknownGameError:
            continue
        found.append(game.id)
    return found


def run(
    only: Sequence[str], count: int, seed: int, jobs: int, size: int | None, csv_file: Path | None
) -> None:
    """Print every table that was asked for; `only` names games and SECTIONS, empty for all."""
    wanted = only or [*readable_games(), *SECTIONS]
    done: list[Done] = []
    for game in readable_games():
        if game in wanted:
            done += _game(game, count, seed, jobs, size)
    if csv_file and done:
        _write_csv(csv_file, done)
    if "refusals" in wanted:
        _refusals(max(1, count // 10), seed, jobs)
    if "grids" in wanted:
        _grids(count, seed, jobs)
    if "profiles" in wanted:
        _profiles(max(1, count // 5), seed, jobs)


# ---------------------------------------------------------------------------------------------- games


def game_jobs(game: str, count: int, seed: int, size: int | None) -> list[Job]:
    """The photos that one game is measured on."""
    held_out: tuple[str, ...] = photos.scene_of(game).HELD_OUT_STYLES
    few = max(1, count // 2)
    made = []
    for level, difficulty in enumerate(DIFFICULTIES):
        number = count if difficulty == "normal" else few
        made += [Job(difficulty, game, (seed, level, i), difficulty, size=size) for i in range(number)]
    for s, style in enumerate(held_out):
        for i in range(few):
            made.append(Job(f"held out: {style}", game, (seed, 10 + s, i), style=style, size=size))
            made.append(
                Job("held out, learned", game, (seed, 10 + s, i), style=style, size=size, learned=True)
            )
    if photos.teaches_in_parts(game):
        for level, difficulty in enumerate(DIFFICULTIES[1:], 1):
            made += [
                Job(f"{difficulty}, learned", game, (seed, level, i), difficulty, size=size, learned=True)
                for i in range(few)
            ]
    if hasattr(part("benchmarks.boards", game), "by_hand"):
        made += [Job("normal, by hand", game, (seed, 1, i), size=size, by_hand=True) for i in range(few)]
    return made


def _game(game: str, count: int, seed: int, jobs: int, size: int | None) -> list[Done]:
    done = sorted(
        _all(photos.run, game_jobs(game, count, seed, size), jobs, game),
        key=lambda d: (d.job.row, d.job.seed),
    )
    rows: dict[str, list[Outcome]] = {}
    for one in done:
        rows.setdefault(one.job.row, []).append(one.outcome)
        if one.job.row.startswith("held out: "):
            rows.setdefault("held out", []).append(one.outcome)
    order = [*DIFFICULTIES, "held out", *(f"{row}, learned" for row in LEARNED), "normal, by hand"]
    order += [row for row in rows if row.startswith("held out: ")]
    lines = [_line(row, rows[row]) for row in order if row in rows]
    styles: dict[str, list[Outcome]] = {}
    for one in done:
        if one.job.row == "normal":
            styles.setdefault(one.style, []).append(one.outcome)
    lines += [_line(f"normal: {style}", styles[style]) for style in sorted(styles)]
    print(f"\n{game} (seed {seed}; shares in percent)\n")
    names = list(dict.fromkeys(name for outcomes in rows.values() for o in outcomes for name in o.checks))
    print(table([*HEAD, *names], [line + _checks(outcomes, names) for line, outcomes in lines]))
    for error in sorted({one.outcome.error for one in done if one.outcome.error}):
        print(f"fault: {error}")
    return done


def _line(row: str, outcomes: list[Outcome]) -> tuple[list[str], list[Outcome]]:
    s = summed(outcomes)
    cells = [row, str(s.photos), percent(s.located), percent(s.right, 2), percent(s.read, 2)]
    cells += [
        percent(s.exact),
        percent(s.almost),
        percent(s.score),
        percent(s.caught),
        percent(s.flagged),
        percent(s.calibration, 2),
        f"{s.seconds:.2f}",
    ]
    return cells, outcomes


def _checks(outcomes: list[Outcome], names: Sequence[str]) -> list[str]:
    found = summed(outcomes).checks
    return [percent(found[name], 2) if name in found else "-" for name in names]


def _write_csv(path: Path, done: Sequence[Done]) -> None:
    """A line a photo."""
    columns = ["game", "row", "difficulty", "style", "seed", "located", "squares", "wrong", "wrong_flagged"]
    columns += ["flagged", "exact", "score_right", "checks", "decode_seconds", "seconds", "error"]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for one in done:
            o, job = one.outcome, one.job
            checks = " ".join(f"{name}={right}/{of}" for name, (right, of) in o.checks.items())
            counts = [
                int(o.located),
                o.squares,
                o.wrong,
                o.wrong_flagged,
                o.flagged,
                int(o.exact),
                int(o.score_right),
            ]
            times = [f"{o.decode_seconds:.3f}", f"{o.seconds:.3f}"]
            seeds = "-".join(map(str, job.seed))
            writer.writerow(
                [job.game, job.row, job.difficulty, one.style, seeds, *counts, checks, *times, o.error]
            )


# ---------------------------------------------------------------------------------------------- grids, profiles


def _refusals(count: int, seed: int, jobs: int) -> None:
    names = readable_games()
    cells: dict[str, dict[str, list[bool]]] = {}
    for one in _all(refusals.run, refusals.jobs(names, count, seed), jobs, "refusals"):
        cells.setdefault(one.job.row, {}).setdefault(one.job.game, []).append(one.right)
    print(
        f"\nphotos without a board of the game, and boards that need a warning (seed {seed}; percent right)\n"
    )
    lines = []
    for row in sorted(cells):
        shares = [cells[row].get(name, []) for name in names]
        lines.append([row, str(count), *(percent(sum(s) / len(s)) if s else "-" for s in shares)])
    print(table(["photos", "n", *names], lines))


def _grids(count: int, seed: int, jobs: int) -> None:
    made = []
    each = max(1, count // len(tiles.STYLES))
    for s, style in enumerate(tiles.STYLES):
        row = "held out" if style in tiles.HELD_OUT_STYLES else "trained"
        made += [GridJob(f"{row}: {style}", style, (seed, 100 + s, i)) for i in range(each)]
        made += [
            GridJob("all styles, hard", style, (seed, 200 + s, i), "hard") for i in range(max(1, each // 2))
        ]
    rows: dict[str, list[GridDone]] = {}
    for one in _all(grids.run, made, jobs, "grids"):
        rows.setdefault(one.job.row, []).append(one)
    print(f"\nfind_grid on tiles of other games (seed {seed}; shares in percent)\n")
    lines = []
    for row in sorted(rows):
        found = rows[row]
        lines.append(
            [
                row,
                str(len(found)),
                percent(sum(f.located for f in found) / len(found)),
                percent(sum(f.size_right for f in found) / len(found)),
                percent(sum(f.tiles_right for f in found) / len(found), 2),
                f"{sorted(f.seconds for f in found)[len(found) // 2]:.2f}",
            ]
        )
    print(table(["photos", "n", "located", "size", "tiles", "s"], lines))


def _profiles(count: int, seed: int, jobs: int) -> None:
    made = []
    for s, setting in enumerate(profiles.SETTINGS):
        first = 310 - 10 * s
        for k, shots in enumerate(profiles.YARDSTICK):
            name = f"{setting}: {shots} a label" if shots else f"{setting}: 32 boards"
            made += [ProfileJob(name, shots, False, (seed, first + k, i), setting) for i in range(count)]
        name = f"{setting}: 32 boards, other phone"
        made += [ProfileJob(name, None, True, (seed, first + 4, i), setting) for i in range(count)]
    rows: dict[str, list[ProfileDone]] = {}
    for one in _all(profiles.run, made, jobs, "profiles"):
        rows.setdefault(one.job.row, []).append(one)
    print(f"\nprofiles on printed tiles of made-up games (seed {seed}; shares of tiles in percent)\n")
    lines = []
    for row in dict.fromkeys(job.row for job in made):
        found = rows[row]
        job = found[0].job
        aim = profiles.OTHER_PHONE if job.other_phone else profiles.YARDSTICK[job.shots]
        there = None if job.setting == "hard" or job.other_phone else profiles.PLAIN.get(job.shots or 0)
        number = sum(f.tiles for f in found)
        confidences = [c for f in found for c in f.confidences]
        shares = [sum(f.right for f in found) / number, aim]
        shares += [sum(f.hand for f in found) / number, sum(f.plain for f in found) / number]
        cells = [*(percent(v) for v in shares), percent(there) if there else "-"]
        lines.append([row, str(len(found)), *cells, percent(calibration_error(confidences), 2)])
    head = ["learned from", "games", "right", "aim", "hand-made", "plain nearest", "plain on real photos", "calibration"]
    print(table(head, lines))


# ---------------------------------------------------------------------------------------------- processes


def _all(work: Callable[[J], D], made: Sequence[J], jobs: int, name: str) -> Iterator[D]:
    """The work on every job, as it gets done; progress on standard error."""
    if jobs == 1:
        for i, job in enumerate(made, 1):
            yield work(job)
            _progress(name, i, len(made))
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        futures: list[Any] = [pool.submit(work, job) for job in made]
        for i, future in enumerate(as_completed(futures), 1):
            yield future.result()
            _progress(name, i, len(made))


def _progress(name: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{name}: {done} of {total}", end="\n" if done == total else "", file=sys.stderr, flush=True)
