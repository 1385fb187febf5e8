"""Renders straightened Rainforest City boards to train the reader on, and boards of other games to tell it from.

    python -m vision.training.city_data --count 1500 --seed 1 --out DIR

Each board is a JPEG of SIDE pixels a square with RING squares of the table around it, straightened by the render's
own homography, and a line in labels.jsonl: `file`, `kind` (city, tiles or nothing), `style`, `difficulty`, `grid`
(rows of square texts, "" where nothing lies) and `visible` (rows of 0..1, or null). 0.6 s a board on one core, 0.15 s
with `--drawn` (0.2 s with `--wild`); a run goes on where an earlier one stopped. What the networks in the repository
learned from before --seed 201 was kept at 72 pixels a square, from photos of 900 to 1,800 pixels.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.art import city as art
from samples.art import city_wild
from samples.render import scene
from samples.scenes import rainforest_city, tiles
from vision.citynet import moved, view

SIDE = 112
RING = 3
SIZE = 480, 3200
"""Long sides of the photos in pixels: a square has some 30 to 200 of them."""
OTHERS = 0.12
"""Share of pictures without a board of the game."""
WILD = 0.6
"""Share of wild printings among boards drawn with --wild."""
OTTERS, OTTERS_ALIKE = 0.15, 0.22
"""Share of otters among drawn tokens, and in printings whose chits all have one base: there they are hard to tell."""


def straight(photo: NDArray[np.uint8], homography: Any, rows: int, cols: int) -> NDArray[np.uint8]:
    """The board seen from above, RING squares of its surroundings included; black beyond the photo."""
    around = moved(np.asarray(homography, np.float64), -RING, -RING)
    return view(photo, around, rows + 2 * RING, cols + 2 * RING, SIDE)


def city(rng: np.random.Generator, size: tuple[int, int] = SIZE) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    difficulty = "hard" if rng.random() < 0.4 else "normal"
    photo, truth = rainforest_city.render(
        rng,
        difficulty=difficulty,
        board=busy(rng),
        size=int(np.exp(rng.uniform(*np.log(size)))),
        fill=float(rng.uniform(0.75, 0.98)),
        encode=bool(rng.random() < 0.7),
    )
    grid = truth["board"]["players"][0]["grid"]
    about = {
        "kind": "city",
        "style": truth["style"],
        "difficulty": difficulty,
        "grid": grid,
        "visible": truth["scene"].get("visible"),
    }
    return straight(photo, truth["homography"], *truth["size"]), about


def busy(rng: np.random.Generator) -> dict[str, Any]:
    """A legal landscape, often with far more tokens than in a game: they are what is hard to learn."""
    board, _ = rainforest_city._landscape(rng)
    more = rng.uniform(0, 0.9) if rng.random() < 0.8 else 0.0
    for row in board["players"][0]["grid"]:
        for c, text in enumerate(row):
            if text in ("R", "M", "O") and rng.random() < more:
                row[c] += ":ot" if rng.random() < 0.15 else f":{text.lower()}{rng.integers(1, 4)}"
    return board


def drawn(rng: np.random.Generator, wild: bool = False) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """Four cards full of tokens without camera and table: many printings for little time, to learn tokens on.

    wild: a share WILD of the printings are those of samples.art.city_wild.
    """
    styles = [style for style in rainforest_city.STYLES if style not in rainforest_city.HELD_OUT_STYLES]
    style = str(rng.choice(styles))
    number = int(rng.integers(1 << 30))
    make_kit = city_wild.make_kit if wild and rng.random() < WILD else art.make_kit
    kit = make_kit(number, style, SIDE)
    otters = OTTERS_ALIKE if kit.one_base else OTTERS
    px = kit.px
    faces = []
    for _ in range(2):
        labels = [
            [str(rng.choice(list("RMOH"), p=[0.31, 0.31, 0.31, 0.07])) for _ in range(3)] for _ in range(2)
        ]
        face = art.card(kit, rng, labels)
        faces += [(face, labels), (face[::-1, ::-1], [row[::-1] for row in labels[::-1]])]
    grid = [faces[a][1][r] + faces[b][1][r] for a, b in ((0, 1), (2, 3)) for r in range(2)]
    ground = rng.uniform(20, 230, 3)
    board = np.vstack([np.hstack([faces[0][0], faces[1][0]]), np.hstack([faces[2][0], faces[3][0]])])
    picture = np.full((px * (4 + 2 * RING), px * (6 + 2 * RING), 3), ground, np.float32)
    inside = picture[RING * px : -RING * px, RING * px : -RING * px]
    _over(inside, board.astype(np.float32))
    light = rng.normal(0, 0.05, 2) * px
    badges: list[list[list[float] | None]] = [[None] * 6 for _ in range(4)]
    for r, row in enumerate(grid):
        for c, kind in enumerate(row):
            if kind == "H" or rng.random() < 0.25:
                continue
            token = "ot" if rng.random() < otters else f"{kind.lower()}{rng.integers(1, 4)}"
            row[c] = f"{kind}:{token}"
            badges[r][c] = _place(rng, picture, kit, token, (r + RING, c + RING), light)
    about = {
        "kind": "drawn",
        "style": style,
        "difficulty": "easy",
        "grid": grid,
        "visible": None,
        "badges": badges,
    }
    size = (6 + 2 * RING) * SIDE, (4 + 2 * RING) * SIDE
    picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if px > SIDE else cv2.INTER_LINEAR)
    return np.clip(picture, 1, 255).astype(np.uint8), about


def _place(
    rng: np.random.Generator,
    picture: NDArray[Any],
    kit: art.Kit,
    token: str,
    at: tuple[int, int],
    light: NDArray[Any],
) -> list[float] | None:
    """Lay a chit with its shadow on a square. Returns where its level is shown, from the square's top left."""
    chit = kit.chits[token].astype(np.float32)
    px = kit.px
    n, span = chit.shape[0], 2 * px
    middle = np.array([span / 2, span / 2]) + np.clip(rng.normal(0, 0.05, 2), -0.14, 0.14) * px
    turn = cv2.getRotationMatrix2D(((n - 1) / 2, (n - 1) / 2), float(rng.uniform(0, 360)), 1.0)
    turn[:, 2] += middle - (n - 1) / 2
    layer = cv2.warpAffine(chit, turn, (span, span), flags=cv2.INTER_LINEAR)
    y, x = int((at[0] + 0.5) * px) - span // 2, int((at[1] + 0.5) * px) - span // 2
    here = picture[y : y + span, x : x + span]
    move = np.array([[1, 0, light[0]], [0, 1, light[1]]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(layer[..., 3], move, (span, span)), (0, 0), 2.0) / 255
    here *= 1 - 0.5 * shadow[..., None]
    _over(here, layer)
    badge = kit.badges[token]
    if badge is None:
        return None
    spot = turn @ [n * (0.5 + badge[0]) - 0.5, n * (0.5 + badge[1]) - 0.5, 1.0]
    return [round(float(v), 3) for v in (spot + 0.5) / px - 0.5]


def _over(picture: NDArray[Any], layer: NDArray[Any]) -> None:
    """Lay a premultiplied BGRA layer over a picture."""
    picture *= 1 - layer[..., 3:] / 255
    picture += layer[..., :3]


def other_game(rng: np.random.Generator) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    photo, truth = tiles.render(
        rng, size=int(rng.integers(480, 900)), fill=float(rng.uniform(0.75, 0.98)), encode=False
    )
    rows, cols = truth["size"]
    grid = [["?" if there else "" for there in row] for row in truth["present"]]
    about = {
        "kind": "tiles",
        "style": truth["style"],
        "difficulty": truth["difficulty"],
        "grid": grid,
        "visible": None,
    }
    return straight(photo, truth["homography"], rows, cols), about


def nothing(rng: np.random.Generator) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """A table with clutter, a chess board or a page of text, under a lattice that happens to be seen there."""
    rows, cols = int(rng.integers(4, 11)), int(rng.integers(4, 11))
    size = (cols + 2 * RING) * SIDE, (rows + 2 * RING) * SIDE
    kind = int(rng.integers(3))
    if kind == 0:
        under = scene.sample(rng, "normal", size, tilt=0.0, turn=0.0, fill=0.7)
        studio = scene.set_up(rng, under, np.ones((rows, cols), bool))
        studio.strew()
        photo, _ = studio.finish(encode=False)
        picture = cv2.resize(photo, size, interpolation=cv2.INTER_LINEAR)
    else:
        picture = np.full((size[1], size[0], 3), rng.uniform(40, 230, 3), np.float32).astype(np.uint8)
        if kind == 1:
            _chess(rng, picture, rows, cols)
        else:
            _text(rng, picture)
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.5, 2.0)))
    about = {
        "kind": "nothing",
        "style": ("table", "chess", "text")[kind],
        "difficulty": "normal",
        "grid": [[""] * cols for _ in range(rows)],
        "visible": None,
    }
    return np.asarray(picture, np.uint8), about


def _chess(rng: np.random.Generator, picture: NDArray[np.uint8], rows: int, cols: int) -> None:
    colours = rng.uniform(0, 255, (2, 3))
    dark_light = (int(rng.uniform(20, 110)), int(rng.uniform(150, 250)))
    if rng.random() < 0.7:
        colours = np.stack([level * rng.uniform(0.75, 1.0, 3) for level in dark_light])
    for r in range(rows):
        for c in range(cols):
            x, y = (c + RING) * SIDE, (r + RING) * SIDE
            cv2.rectangle(picture, (x, y), (x + SIDE - 1, y + SIDE - 1), colours[(r + c) % 2].tolist(), -1)
            if rng.random() < 0.35:
                radius = int(SIDE * rng.uniform(0.2, 0.4))
                ink = (np.full(3, 250.0) if rng.random() < 0.5 else rng.uniform(0, 255, 3)).tolist()
                cv2.circle(picture, (x + SIDE // 2, y + SIDE // 2), radius, ink, -1, cv2.LINE_AA)


def _text(rng: np.random.Generator, picture: NDArray[np.uint8]) -> None:
    if rng.random() < 0.8:
        picture[:] = rng.uniform(215, 255)
    height, width = picture.shape[:2]
    scale = float(rng.uniform(0.4, 1.6))
    letters = np.array(list("abcdefghijklmnopqrstuvwxyzABCDERMOH0123456789      "))
    ink = rng.uniform(0, 90, 3).tolist()
    for y in range(20, height, int(26 * scale) + 6):
        line = "".join(rng.choice(letters, int(width / (18 * scale))))
        cv2.putText(picture, line, (14, y), cv2.FONT_HERSHEY_SIMPLEX, scale, ink, max(1, round(scale * 1.5)))


def one(
    seed: int, number: int, only_drawn: bool = False, size: tuple[int, int] = SIZE, wild: bool = False
) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """Picture `number` of the set with this seed: the same whichever were drawn before."""
    rng = np.random.default_rng([seed, number])
    if only_drawn:
        return drawn(rng, wild)
    kind = rng.random()
    if kind < OTHERS / 2:
        return other_game(rng)
    if kind < OTHERS:
        return nothing(rng)
    return city(rng, size)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--drawn", action="store_true", help="only squares drawn without a scene, for the tokens"
    )
    parser.add_argument(
        "--wild", action="store_true", help="with --drawn: many of the printings are unlike the others"
    )
    parser.add_argument(
        "--size", type=int, nargs=2, default=SIZE, help="long sides of the photos in pixels, from and to"
    )
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    labels = options.out / "labels.jsonl"
    done = set()
    if labels.exists():
        done = {json.loads(line)["file"] for line in labels.read_text().splitlines()}
    with labels.open("a") as file:
        for number in range(options.count):
            name = f"{options.seed}-{number:05}.jpg"
            if name in done:
                continue
            picture, about = one(options.seed, number, options.drawn, tuple(options.size), options.wild)
            quality = [cv2.IMWRITE_JPEG_QUALITY, 94, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, 0x111111]
            coded = cv2.imencode(".jpg", picture, quality)[1].tobytes()
            (options.out / name).write_bytes(coded)
            about = {"file": name, "crc": zlib.crc32(coded), **about}
            file.write(json.dumps(about) + "\n")
            file.flush()


if __name__ == "__main__":
    main()
