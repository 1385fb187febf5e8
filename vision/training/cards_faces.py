"""Draws the cards of many made-up copies of the game, to train vision/models/cardtype.onnx on.

    python -m vision.training.cards_faces --count 320 --seed 1 --out FILE.npz

`faces` (copies, cards, height, width, 3) uint8 BGR, flat and whole as printed, and `types` (copies, cards), numbers in the
game's order of types. Held-out styles are never drawn. About 0.4 s a copy; a file that is there already is added to.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np

from samples.art import my_rainforest as art
from samples.scenes import choose_style
from samples.scenes.my_rainforest import HELD_OUT_STYLES, STYLES
from scoring.games.my_rainforest.species import TYPES

SIZE = (96, 134)
EACH = 3
"""Cards of a type."""
CODES = ("NE", "DD", "LC", "NT", "VU", "EN", "CR")
SECONDS = 280.0
"""After this long a run stops; the next goes on."""


def copy_of(rng: np.random.Generator) -> np.ndarray:
    """(types * EACH, height, width, 3), type by type."""
    kit = art.make_kit(int(rng.integers(1 << 30)), choose_style(rng, STYLES, HELD_OUT_STYLES))
    out = []
    for kind in TYPES:
        names = rng.permutation(art.NAMES[kind])
        for k in range(EACH):
            name = str(names[k % len(names)]) + " " * (k // len(names))
            scores = [
                {"points": int(rng.integers(1, 11)), "per": 1, "of": [str(rng.choice(list(TYPES)))]}
                for _ in range(int(rng.integers(1, 4)))
            ]
            face = art.card(
                kit,
                name,
                kind,
                str(rng.choice(CODES)),
                scores if rng.random() < 0.7 else [{"points": 3}],
                SIZE[0],
            )
            ground = np.full(face.shape[:2] + (3,), rng.uniform(20, 230, 3))
            alpha = face[..., 3:] / 255.0
            mixed = face[..., :3] + ground * (1 - alpha)
            out.append(
                cv2.resize(np.clip(mixed, 0, 255).astype(np.uint8), SIZE, interpolation=cv2.INTER_AREA)
            )
    return np.stack(out)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=320)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    faces = list(np.load(given.out)["faces"]) if given.out.exists() else []
    began = time.monotonic()
    while len(faces) < given.count and time.monotonic() - began < SECONDS:
        faces.append(copy_of(np.random.default_rng([given.seed, len(faces)])))
    types = np.tile(np.repeat(np.arange(len(TYPES)), EACH), (len(faces), 1))
    np.savez(given.out, faces=np.stack(faces), types=types)
    print(f"{len(faces)} copies")


if __name__ == "__main__":
    main()
