"""Renders My Rainforest photos, and photos without any, to train the networks that see cards on.

    python -m vision.training.cards_data --count 700 --seed 1 --out DIR
    python -m vision.training.cards_data --count 400 --seed 2 --size 1200 --out DIR

The first are for vision/models/cards.onnx, the second for vision/models/cardquad.onnx. Each is a JPEG and a line in
labels.jsonl: `file`, `style`, `quads` (the corners of the beehive's cards in pixels, clockwise from the card's own left
top; none for a photo of something else) and `visible` (the share of each card that nothing hides). Held-out styles are
never drawn. About 0.3 s a photo on one core, 1 s a large one; a run goes on where an earlier one stopped.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

OTHERS = 0.14
"""Share of photos that show something else."""


def render(rng: np.random.Generator, size: int) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """A photo and what its line says."""
    from samples.scenes import hutan, my_rainforest, nothing, rainforest_city, tiles

    difficulty = str(rng.choice(["easy", "normal", "hard"], p=[0.15, 0.5, 0.35]))
    if rng.random() < OTHERS:
        drawn = (hutan, rainforest_city, tiles, nothing)[int(rng.integers(4))]
        photo, truth = drawn.render(rng, difficulty=difficulty, size=size, encode=False)
        return photo, {"style": str(truth["style"]), "quads": [], "visible": []}
    photo, truth = my_rainforest.render(
        rng, difficulty=difficulty, size=size, encode=bool(rng.random() < 0.5)
    )
    visible = truth["scene"].get("card_visible") or [1.0] * len(truth["card_quads"])
    return photo, {"style": truth["style"], "quads": truth["card_quads"], "visible": visible}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=640, help="long side in pixels")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    for i in range(options.count):
        name = f"{options.seed}-{i:05}.jpg"
        if (options.out / name).exists():
            continue
        photo, about = render(np.random.default_rng([options.seed, i]), options.size)
        cv2.imwrite(str(options.out / name), photo, [cv2.IMWRITE_JPEG_QUALITY, 93])
        with (options.out / "labels.jsonl").open("a") as lines:
            lines.write(json.dumps({"file": name, **about}) + "\n")


if __name__ == "__main__":
    main()
