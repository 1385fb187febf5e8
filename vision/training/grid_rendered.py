"""Scenes of the sample renderer for training the grid finder, each looked at from many sides.

    python -m vision.training.grid_rendered --count 600 --out DIR      # about 0.2 s a scene

Held-out styles are never drawn. A rendered scene costs twenty times as much as a made-up one, so each is kept and
seen anew every time: other crops, turns, scales and colours, straightened as the second look sees it.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import cv2
import numpy as np

from vision.training.grid_scenes import Board, Scene

LONG_SIDE = 640
FIRST_LOOK = 448
SECOND_LOOK = 24


def render(out: Path, count: int, seed: int) -> None:
    from samples.scenes import rainforest_city, tiles

    out.mkdir(parents=True, exist_ok=True)
    for i in range(count):
        rng = np.random.default_rng([seed, i])
        drawn = (rainforest_city, tiles)[i % 2]
        difficulty = str(rng.choice(["easy", "normal", "normal", "hard"]))
        photo, truth = drawn.render(rng, difficulty=difficulty, size=LONG_SIDE, encode=False)
        there = truth.get("present") or [
            [bool(square) for square in row] for row in truth["board"]["players"][0]["grid"]
        ]
        width = max(len(row) for row in there)
        there = [list(row) + [False] * (width - len(row)) for row in there]
        cv2.imwrite(str(out / f"{seed}-{i:05}.jpg"), photo, [cv2.IMWRITE_JPEG_QUALITY, 92])
        facts = {
            "homography": np.asarray(truth["homography"]).tolist(),
            "present": there,
            "style": truth["style"],
        }
        (out / f"{seed}-{i:05}.json").write_text(json.dumps(facts))


def load(folder: Path) -> list[Scene]:
    out = []
    for path in sorted(folder.glob("*.json")):
        facts = json.loads(path.read_text())
        image = cv2.imread(str(path.with_suffix(".jpg")), cv2.IMREAD_COLOR)
        board = Board(np.array(facts["homography"]), np.array(facts["present"], bool))
        out.append(Scene(np.maximum(image, 1), (board,), np.ones(image.shape[:2], bool)))
    return out


def load_straight(folder: Path, side: int, ring: int, most: int = 800) -> list[Scene]:
    """Boards that vision.training.city_data straightened: `side` pixels a square, `ring` squares around the board."""
    out = []
    for line in (folder / "labels.jsonl").read_text().splitlines()[:most]:
        facts = json.loads(line)
        grid = facts.get("grid")
        if not grid or facts["kind"] == "nothing":
            continue
        width = max(len(row) for row in grid)
        present = np.array([[bool(square) for square in [*row, *[""] * (width - len(row))]] for row in grid])
        image = cv2.imread(str(folder / facts["file"]), cv2.IMREAD_REDUCED_COLOR_2)
        if image is None or not present.any():
            continue
        inside = cv2.erode((image.max(axis=2) > 12).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        lit = cv2.morphologyEx(inside.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8)) > 0
        pixels = np.maximum(image, 1)
        pixels[~lit] = 0
        half = side / 2
        place = np.array([[half, 0, ring * half - 0.5], [0, half, ring * half - 0.5], [0, 0, 1.0]])
        out.append(Scene(pixels, (Board(place, present),), lit))
    return out


def view(scene: Scene, rng: np.random.Generator, size: int) -> Scene:
    """A size x size look at part of a kept scene: as in the first look, or straightened as in the second."""
    height, width = scene.image.shape[:2]
    board = scene.boards[0]
    rows, cols = board.present.shape
    spots = np.argwhere(board.present)
    r, c = spots[int(rng.integers(len(spots)))]
    if rng.random() < 0.5:
        r, c = rows / 2, cols / 2
    centre = board.homography @ np.array([c + 0.5, r + 0.5, 1.0])
    centre = centre[:2] / centre[2]
    turn = rng.choice(4) * 90 + rng.normal(0, 8) if rng.random() < 0.2 else rng.uniform(0, 360)
    straight = not board.homography[2, :2].any()
    lean_by, squash = 0.12, np.eye(3)
    if straight and rng.random() < 0.4:
        scale = rng.uniform(9, 27) / board.homography[0, 0]
        lean_by, way = 0.4, rng.uniform(0, np.pi)
        away = np.array([math.cos(way), math.sin(way)])
        squash[:2, :2] -= rng.uniform(0, 0.35) * np.outer(away, away)
        to_plane = np.array([[scale, 0, -scale * centre[0]], [0, scale, -scale * centre[1]], [0, 0, 1.0]])
    elif not straight and rng.random() < 0.6:
        scale = FIRST_LOOK / max(height, width) * math.exp(rng.normal(0, 0.15))
        if rng.random() < 0.1:
            centre = rng.uniform(0, 1, 2) * [width, height]
        to_plane = np.array([[scale, 0, -scale * centre[0]], [0, scale, -scale * centre[1]], [0, 0, 1.0]])
    else:
        side = SECOND_LOOK * rng.uniform(0.65, 1.15)
        turn = rng.choice(4) * 90 + rng.normal(0, 2) if rng.random() < 0.7 else turn
        lay = np.array([[side, 0, -side * (c + 0.5)], [0, side, -side * (r + 0.5)], [0, 0, 1.0]])
        to_plane = lay @ np.linalg.inv(board.homography)
    angle = math.radians(turn)
    spin = np.array(
        [[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1.0]]
    )
    lean = np.eye(3)
    lean[2, :2] = np.clip(rng.normal(0, lean_by, 2), -0.6, 0.6) / size
    wander = rng.uniform(-0.2, 0.2, 2) * size
    shift = np.array([[1, 0, size / 2 + wander[0]], [0, 1, size / 2 + wander[1]], [0, 0, 1.0]])
    flip = np.diag([rng.choice([-1.0, 1.0]), 1.0, 1.0])
    to_new = shift @ lean @ squash @ spin @ flip @ to_plane
    image = cv2.warpPerspective(scene.image, to_new, (size, size), flags=cv2.INTER_LINEAR)
    inside = cv2.warpPerspective(scene.inside.astype(np.uint8) * 255, to_new, (size, size)) > 250
    pixels = image.astype(np.float32)
    if rng.random() < 0.5:
        pixels = pixels[..., rng.permutation(3)]
    pixels *= np.exp(rng.normal(0, 0.15, 3)).astype(np.float32)
    if rng.random() < 0.3:
        pixels = cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.3, 1.2))
    pixels += rng.standard_normal(pixels.shape, np.float32) * abs(rng.normal(0, 4))
    out = np.clip(pixels, 1, 255).astype(np.uint8)
    out[~inside] = 0
    homography = to_new @ board.homography
    middle = homography @ np.array([cols / 2, rows / 2, 1.0])
    return Scene(out, (Board(homography * np.sign(middle[2]), board.present),), inside)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    render(given.out, given.count, given.seed)


if __name__ == "__main__":
    main()
