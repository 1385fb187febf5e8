"""Training data of the tile embedding: made-up tile games photographed by made-up phones.

    python -m vision.training.embed_data --games 400 --seed 1 --out CACHE [--font NotoColorEmoji.ttf]

Each game gives one NPZ file of 150 tiles (64 x 64): two phones with three photos each. Terrains are drawn by the
`TRAIN` families of samples/scenes/textures.py alone, and by pictures of a colour emoji font (Debian's
fonts-noto-color-emoji, SIL Open Font License) scattered or set large on a ground. About 2 s a game on one core.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from samples.scenes import textures
from samples.scenes.textures import (
    SIDE,
    Array,
    Family,
    Light,
    Painter,
    Palette,
    Phone,
    Rng,
    TileGame,
    board_photo,
)
from vision.tilefeatures import shrink

TILE = 64
RANGES = ((0x1F300, 0x1F5FF), (0x1F680, 0x1F6C5), (0x1F900, 0x1F9FF), (0x1FA70, 0x1FAB6), (0x26C4, 0x26F5))


def pictures(font: Path) -> list[Array]:
    """The font's pictures as BGRA arrays of about 109 pixels."""
    face = ImageFont.truetype(str(font), 109)
    found = []
    for low, high in RANGES:
        for code in range(low, high + 1):
            canvas = Image.new("RGBA", (136, 128), (0, 0, 0, 0))
            ImageDraw.Draw(canvas).text((0, 0), chr(code), font=face, embedded_color=True)
            pixels = np.asarray(canvas)
            if len(np.unique(pixels.reshape(-1, 4), axis=0)) > 20:
                found.append(cv2.cvtColor(pixels, cv2.COLOR_RGBA2BGRA).astype(np.float32) / 255)
    return found


def _put(image: Array, picture: Array, x: float, y: float, size: float) -> None:
    side = max(4, int(size))
    small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    left, top = int(x - side / 2), int(y - side / 2)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(SIDE, left + side), min(SIDE, top + side)
    if x1 > x0 and y1 > y0:
        part = small[y0 - top : y1 - top, x0 - left : x1 - left]
        image[y0:y1, x0:x1] = image[y0:y1, x0:x1] * (1 - part[..., 3:]) + part[..., :3] * part[..., 3:]


def _recolour(rng: Rng, picture: Array, palette: Palette) -> Array:
    """The picture in the inks of the terrain, more or less."""
    mix = rng.uniform(0, 0.8)
    grey = picture[..., :3].mean(-1)
    inked = textures._ramp(grey, palette.inks[[3, 1, 2]])
    return np.dstack([picture[..., :3] * (1 - mix) + inked * mix, picture[..., 3]])


def emoji_families(kinds: list[Array]) -> tuple[Family, Family]:
    """Two ways of drawing a terrain with pictures: many small ones, or a single large one."""

    def scattered(rng: Rng, palette: Palette) -> Painter:
        own = [_recolour(rng, kinds[rng.integers(len(kinds))], palette) for _ in range(rng.integers(1, 4))]
        size = rng.uniform(10, 40)
        count = min(40, int(rng.uniform(1, 12) * (SIDE / size) ** 2 / 6) + 1)
        ground = textures.TRAIN[rng.integers(len(textures.TRAIN) - 2)](rng, palette)

        def paint(rng: Rng) -> Array:
            image = np.ascontiguousarray(ground(rng), dtype=np.float32)
            for x, y in textures._spread(rng, int(count * rng.uniform(0.4, 1.3)) + 1):
                _put(image, own[rng.integers(len(own))], x, y, size * rng.uniform(0.75, 1.25))
            return image

        return paint

    def large(rng: Rng, palette: Palette) -> Painter:
        own = [kinds[rng.integers(len(kinds))] for _ in range(rng.integers(1, 4))]

        def paint(rng: Rng) -> Array:
            ground = textures._palette(
                rng, np.array([rng.uniform(25, 85), rng.normal(0, 25), rng.normal(0, 30)])
            )
            image = np.ascontiguousarray(textures._ground(rng, ground.inks, 0.06), dtype=np.float32)
            middle = SIDE / 2 + rng.normal(0, 6, 2)
            _put(image, own[rng.integers(len(own))], middle[0], middle[1], SIDE * rng.uniform(0.5, 0.85))
            return image

        return paint

    return scattered, large


def record(rng: Rng, families: tuple[Family, ...], kinds: list[Array]) -> dict[str, Array]:
    """Tiles of one game: `tiles` (150, 64, 64, 3) uint8, `label`, `photo` (0..5) and so phone = photo // 3."""
    game = TileGame.invent(rng, families)
    if kinds and rng.random() < 0.5:
        own = [kinds[rng.integers(len(kinds))] for _ in range(4)]
        for faces in game.faces.values():
            for number in range(len(faces)):
                if rng.random() < 0.35:
                    image = faces[number].astype(np.float32) / 255
                    _put(image, own[rng.integers(4)], *rng.uniform(12, SIDE - 12, 2), rng.uniform(14, 34))
                    faces[number] = (image * 255).astype(np.uint8)
    tiles, labels, photos = [], [], []
    for phone in (Phone.invent(rng, 1.2), Phone.invent(rng, 1.2)):
        for _ in range(3):
            pixels = int(np.exp(rng.uniform(np.log(26), np.log(90))))
            cut, found = board_photo(rng, game, phone, Light.invent(rng), pixels=pixels)
            tiles += [shrink(tile, TILE) for tile in cut]
            photos += [len(labels) // 25] * 25
            labels += [game.labels.index(label) for label in found]
    return {"tiles": np.stack(tiles), "label": np.array(labels), "photo": np.array(photos)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--font", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    kinds = pictures(options.font) if options.font else []
    families = textures.TRAIN + (emoji_families(kinds) * 3 if kinds else ())
    for number in range(options.first, options.first + options.games):
        game = record(np.random.default_rng([options.seed, number]), families, kinds)
        target = options.out / f"{number:05d}.npz"
        np.savez(target.with_suffix(".part.npz"), **game)
        target.with_suffix(".part.npz").rename(target)


if __name__ == "__main__":
    main()
