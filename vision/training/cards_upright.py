"""Learns which end of a beehive's cards is up: python -m vision.training.cards_upright --data DIR

DIR is written by vision.training.cards_data. Logistic regression on what vision.upright measures, averaged over the cards of a
photo; half a minute. Writes vision/models/upright.npz and prints the share that is right of the last fifth of the photos.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from vision.beehive import card_images
from vision.upright import SIZE, measured

OUT = Path(__file__).parents[1] / "models" / "upright.npz"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--held", type=float, default=0.2)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(1)
    rows = []
    for line in (given.data / "labels.jsonl").read_text().splitlines():
        facts = json.loads(line)
        if facts["quads"]:
            image = cv2.imread(str(given.data / facts["file"]), cv2.IMREAD_COLOR)
            quads = np.array(facts["quads"])
            wide = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1).mean()
            quads = quads + rng.normal(0, 0.02 * wide, (len(quads), 1, 2))
            rows.append(measured(card_images(image, quads, SIZE)))
    x = np.array(rows)
    scale = x.std(0) + 1e-3
    x = x / scale
    cut = round(len(x) * (1 - given.held))
    weights = np.zeros(x.shape[1])
    for _ in range(600):
        odds = 1 / (1 + np.exp(np.clip(x[:cut] @ weights, -30, 30)))
        weights += 0.05 * ((x[:cut] * odds[:, None]).mean(0) - 0.003 * weights)
    print(
        f"{len(x)} photos, right: {(x[:cut] @ weights > 0).mean():.3f} learned, {(x[cut:] @ weights > 0).mean():.3f} held back"
    )
    np.savez_compressed(OUT, weights=(weights / scale).astype(np.float32))


if __name__ == "__main__":
    main()
