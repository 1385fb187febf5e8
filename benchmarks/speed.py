"""`python -m benchmarks speed`: what scoring, decoding and reading cost here."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.photos import OURS, scene_of
from benchmarks.table import table
from samples import jpeg
from samples.positions import hutan, my_rainforest, rainforest_city
from scoring import load_board, score
from scoring.registry import games, part
from vision import NoBoardError, decode, read_photo

TWELVE_MEGAPIXELS = (4000, 3000)
PHOTOS, ATTEMPTS = 5, 10
"""So many photos a game, of so many at most: how long a refusal takes says little."""
SCRIPT = """
import resource, sys
from pathlib import Path
from vision import NoBoardError, read_photo
try:
    read_photo(sys.argv[1], sys.argv[2])
except NoBoardError:
    pass
status = Path("/proc/self/status")
if status.exists():
    print(next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM")) // 1024)
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024 ** 2)
"""
"""Linux counts what this process holds to the child's ru_maxrss; VmHWM is the child's alone."""
IMPORTS = ("import vision", "import scoring", "from vision import read_photo")


def run(repeats: int, seed: int) -> None:
    """Print every table."""
    print("scoring (best of several, in ms)\n")
    print(table(["board", "squares", "ms", "us a square"], scoring_rows(seed)))
    print("\nstarting Python and importing (best of three, in s, the bare interpreter taken off)\n")
    print(table(["statement", "s"], [[text, f"{seconds:.2f}"] for text, seconds in import_times()]))
    print("\nreading a 12-megapixel JPEG (medians; reading contains decoding)\n")
    print(table(["photos", "n", "decode s", "read s", "ratio", "largest", "peak MB"], reading_rows(repeats, seed)))


def best_of(work: Callable[[], Any]) -> float:
    """The shortest time in seconds of one call, of the processor's time, which other programs do not lengthen."""
    timer = timeit.Timer(work, timer=time.process_time)
    number, _ = timer.autorange()
    return min(timer.repeat(4, number)) / number


def scoring_rows(seed: int) -> list[list[str]]:
    """Landscapes of growing size (the time a square must stay the same), a forest with five cards, a beehive."""
    rng = np.random.default_rng([OURS, seed])
    rows = []
    tile = _landscape(rng)
    for side in (5, 10, 20, 50, 100, 200):
        grid = [[tile[r % len(tile)][c % len(tile[0])] for c in range(side)] for r in range(side)]
        board = {
            "format": 1,
            "game": "rainforest-city",
            "settings": {},
            "players": [{"name": "A", "grid": grid}],
        }
        rows.append(_scored(f"landscape {side} x {side}", board, side * side))
    forest = hutan.generate(rng, 3, ecosystems=[1, 6, 11, 16, 21], layout="first-game")
    rows.append(_scored("hutan, five cards", forest, 36))
    rows.append(_scored("beehive of nine", my_rainforest.generate(rng, 3), 9))
    return rows


def _landscape(rng: np.random.Generator) -> list[list[str]]:
    """A full 10 x 10 square cut out of a large landscape."""
    board = rainforest_city.generate(rng, 3)
    squares = [s for row in board["players"][0]["grid"] for s in row if s]
    return [[squares[int(rng.integers(len(squares)))] for _ in range(10)] for _ in range(10)]


def _scored(name: str, board: dict[str, Any], squares: int) -> list[str]:
    loaded = load_board(board)
    seconds = best_of(lambda: score(loaded))
    return [name, str(squares), f"{1e3 * seconds:.3f}", f"{1e6 * seconds / squares:.2f}"]


def import_times() -> list[tuple[str, float]]:
    bare = min(_started("pass") for _ in range(3))
    return [(text, max(0.0, min(_started(text) for _ in range(3)) - bare)) for text in IMPORTS]


def _started(statement: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return time.perf_counter() - began


def reading_rows(repeats: int, seed: int) -> list[list[str]]:
    """For each game that has a reader: PHOTOS normal scenes as a phone would take them; of the ratios the median and
    the largest, of the memory the most."""
    rows = []
    for game in games():
        try:
            part("vision.readers", game.id)
            scenes = scene_of(game.id)
        except ValueError:
            continue
        timed: list[tuple[float, float, int]] = []
        for attempt in range(ATTEMPTS):
            if len(timed) == PHOTOS:
                break
            rng = np.random.default_rng([OURS, seed, game.order, attempt])
            image, truth = scenes.render(rng, size=TWELVE_MEGAPIXELS, encode=False)
            data = jpeg.write(image, truth["scene"]["quality"])
            if _is_read(game.id, data):
                timed.append(_timed(game.id, data, repeats))
        if not timed:
            rows.append([game.id, "0", *["-"] * 5])
        else:
            decoded, read, peak = np.array(timed).T
            ratios = read / decoded
            numbers = np.median(decoded), np.median(read), np.median(ratios), ratios.max(), peak.max()
            shown = [f"{n:.{d}f}" for n, d in zip(numbers, (3, 3, 1, 1, 0), strict=True)]
            rows.append([game.id, str(len(timed)), *shown])
    return rows


def _is_read(game: str, data: bytes) -> bool:
    try:
        read_photo(data, game)
    except NoBoardError:
        return False
    return True


def _timed(game: str, data: bytes, repeats: int) -> tuple[float, float, int]:
    """Seconds of decoding and of reading (medians), and megabytes."""
    decoding, reading = [], []
    for _ in range(repeats):
        began = time.perf_counter()
        decode(data)
        decoding.append(time.perf_counter() - began)
        began = time.perf_counter()
        read_photo(data, game)
        reading.append(time.perf_counter() - began)
    return statistics.median(decoding), statistics.median(reading), peak_megabytes(game, data)


def peak_megabytes(game: str, data: bytes) -> int:
    """The most memory that a fresh process has held after reading the photo."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        path.write_bytes(data)
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(path), game], check=True, capture_output=True, text=True
        )
    return int(done.stdout)
