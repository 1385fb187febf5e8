"""Renders Hutan photos to train the reader on.

    python -m vision.training.hutan_data --count 1000 --seed 1 --out DIR [--prints MODULE:FUNCTION] [--played] [--pieces flat]

Each is a small JPEG and a line in labels.jsonl: `file`, `style`, `pieces`, `homography` ((column, row) to pixels),
`grid` (6x6 square texts), `areas` (6x6 area numbers, 0 a lake) and `visible` (6x6: share of the flower that can be
seen, null where there is none). Half of them show the pictures that `--prints` gives (a function that returns
`samples.scenes.hutan.Prints`), if it is given. `--played`: larger photos of forests as games leave them, to measure on.
`--pieces`: trees and animals all `standing` or `flat`.
About 0.3 s a photo on one core (0.8 s with `--played`); a run goes on where an earlier one stopped.
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.positions import hutan as positions
from samples.scenes import hutan
from scoring.games.hutan.board import LayoutChoice

LONG_SIDE = (448, 600)
PLAYED_SIDE = (640, 900)


def render(
    rng: np.random.Generator, prints: hutan.Prints | None, played: bool = False, pieces: str | None = None
) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """A photo and what its line says."""
    board = forest(rng) if played else busy(rng)
    photo, truth = hutan.render(
        rng,
        difficulty=str(rng.choice(["easy", "normal", "hard"], p=[0.15, 0.5, 0.35])),
        size=int(rng.integers(*(PLAYED_SIDE if played else LONG_SIDE))),
        board=board,
        pieces=pieces,
        prints=prints if rng.random() < 0.5 else None,
        encode=played or bool(rng.random() < 0.5),
        **({} if played else {"fill": float(rng.uniform(0.75, 0.97))}),
    )
    about = {
        "style": truth["style"],
        "difficulty": truth["difficulty"],
        "pieces": truth["scene"]["pieces"],
        "homography": np.asarray(truth["homography"]).tolist(),
        "grid": board["players"][0]["grid"],
        "areas": LayoutChoice.model_validate(board["settings"]["layout"]).table().numbers(),
        "visible": truth["scene"]["flower_visible"],
    }
    return photo, about


def forest(rng: np.random.Generator) -> dict[str, Any]:
    """A forest on four boards as they fell."""
    layout = {"boards": positions.random_boards(rng)}
    return positions.generate(rng, 1 + int(rng.integers(3)), layout=layout, ecosystems=[])


def busy(rng: np.random.Generator) -> dict[str, Any]:
    """A forest, often with more flowers, trees and animals than the rules allow: these are what has to be learned."""
    board = forest(rng)
    if rng.random() < 0.5:
        grid = board["players"][0]["grid"]
        areas = LayoutChoice.model_validate(board["settings"]["layout"]).table().numbers()
        trees, animals, flowers = rng.uniform(0, 0.7), rng.uniform(0, 0.3), rng.uniform(0, 0.5)
        for r, c in np.ndindex(6, 6):
            if not grid[r][c] and areas[r][c] and rng.random() < flowers:
                grid[r][c] = str(rng.choice(list("rybgw")))
            if len(grid[r][c]) == 1:
                chance = rng.random()
                grid[r][c] += "a" if chance < animals else "t" if chance < trees else ""
    return board


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--prints", help="MODULE:FUNCTION")
    parser.add_argument("--played", action="store_true")
    parser.add_argument("--pieces", choices=hutan.PIECES)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    prints = None
    if options.prints:
        module, _, function = options.prints.partition(":")
        prints = getattr(importlib.import_module(module), function)()
    options.out.mkdir(parents=True, exist_ok=True)
    for i in range(options.count):
        name = f"{options.seed}-{i:05}.jpg"
        if (options.out / name).exists():
            continue
        photo, about = render(np.random.default_rng([options.seed, i]), prints, options.played, options.pieces)
        cv2.imwrite(str(options.out / name), photo, [cv2.IMWRITE_JPEG_QUALITY, 93])
        with (options.out / "labels.jsonl").open("a") as lines:
            lines.write(json.dumps({"file": name, **about}) + "\n")


if __name__ == "__main__":
    main()
