"""Hand-made descriptions of small square pictures: colour and structure, whatever way they lie.

Every statistic is taken over the whole tile or over rings around its centre, so a quarter turn changes nothing and
a small shift changes little. Blocks are scaled to comparable spread; nothing here is learned.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]  # float32
Bytes = NDArray[Any]  # uint8

SIDE = 48  # working size: colour and structure survive, print dots and camera noise do not


def shrink(image: Bytes, side: int) -> Bytes:
    """A picture of any size (H x W x 3 BGR, H x W grey or H x W x 4) as side x side x 3 BGR."""
    if image.dtype != np.uint8 or image.ndim not in (2, 3) or image.size == 0:
        raise ValueError(f"a tile must be a uint8 picture, not {image.dtype} of shape {image.shape}")
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    elif image.shape[2] == 4:
        image = image[:, :, :3]
    elif image.shape[2] != 3:
        raise ValueError(f"a tile must have three colour channels, not {image.shape[2]}")
    smaller = min(image.shape[:2]) >= side
    return cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR)


def describe(tiles: Bytes) -> Floats:
    """Hand-made features (n, d) of tiles (n, s, s, 3) uint8 BGR."""
    n = len(tiles)
    if tiles.shape[1] != SIDE:
        tiles = (
            np.stack([shrink(tile, SIDE) for tile in tiles]) if n else np.zeros((0, SIDE, SIDE, 3), np.uint8)
        )
    strip = tiles.reshape(n * SIDE, SIDE, 3).astype(np.float32) / 255.0
    lab = cv2.cvtColor(strip, cv2.COLOR_BGR2Lab).reshape(n, SIDE, SIDE, 3)
    return np.concatenate([_colour(lab), _histogram(lab), _structure(lab)], axis=1).astype(np.float32)


def _rings() -> list[NDArray[Any]]:
    axis = np.abs(np.arange(SIDE) - (SIDE - 1) / 2) / (SIDE / 2)
    distance = np.maximum(axis[:, None], axis[None, :])
    return [distance < 0.45, (distance >= 0.45) & (distance < 0.75), (distance >= 0.75) & (distance < 0.95)]


def _colour(lab: Floats) -> Floats:
    blocks = []
    for ring in _rings():
        pixels = lab[:, ring]
        blocks += [pixels.mean(1) / 12.0, pixels.std(1) / 12.0]
    pixels = lab[:, 2:-2, 2:-2].reshape(len(lab), -1, 3)
    quantiles = np.quantile(pixels, [0.1, 0.5, 0.9], axis=1) if len(lab) else np.zeros((3, 0, 3))
    return np.concatenate([*blocks, *(q / 20.0 for q in quantiles)], axis=1)


def _histogram(lab: Floats, lightness: int = 6, chroma: int = 8) -> Floats:
    """Soft joint histogram, square rooted so that Euclidean distance is Hellinger's."""
    pixels = lab[:, 2:-2, 2:-2].reshape(len(lab), -1, 3)
    place = np.stack(
        [
            np.clip(pixels[..., 0] / 100.0 * lightness - 0.5, 0, lightness - 1.001),
            np.clip((pixels[..., 1] + 64) / 128.0 * chroma - 0.5, 0, chroma - 1.001),
            np.clip((pixels[..., 2] + 64) / 128.0 * chroma - 0.5, 0, chroma - 1.001),
        ],
        axis=-1,
    )
    low = np.floor(place).astype(np.int64)
    part = place - low
    size = lightness * chroma * chroma
    row = np.arange(len(lab))[:, None] * size
    counts = np.zeros(len(lab) * size)
    for corner in range(8):
        step = np.array([corner >> 2 & 1, corner >> 1 & 1, corner & 1])
        weight = np.prod(np.where(step == 1, part, 1 - part), axis=-1)
        at = low + step
        index = row + (at[..., 0] * chroma + at[..., 1]) * chroma + at[..., 2]
        counts += np.bincount(index.ravel(), weight.ravel(), len(counts))
    return (2.0 * np.sqrt(counts.reshape(len(lab), size) / max(1, pixels.shape[1]))).astype(np.float32)


def _structure(lab: Floats) -> Floats:
    """Contrast, edge strength and directedness at four scales, and a turn-invariant histogram of local patterns."""
    light = lab[..., 0]
    blocks = []
    level = light
    for _ in range(4):
        dx = level[:, 1:-1, 2:] - level[:, 1:-1, :-2]
        dy = level[:, 2:, 1:-1] - level[:, :-2, 1:-1]
        strength = np.hypot(dx, dy)
        angle = np.arctan2(dy, dx)
        total = strength.sum((1, 2)) + 1e-3
        directed = [
            np.hypot((strength * np.cos(k * angle)).sum((1, 2)), (strength * np.sin(k * angle)).sum((1, 2)))
            / total
            for k in (2, 4)
        ]
        logs = np.log1p(strength)
        blocks.append(
            np.stack([logs.mean((1, 2)) * 1.2, logs.std((1, 2)) * 1.2, *(d * 2.0 for d in directed)], axis=1)
        )
        half = level[:, : level.shape[1] // 2 * 2, : level.shape[2] // 2 * 2]
        level = (half[:, ::2, ::2] + half[:, 1::2, ::2] + half[:, ::2, 1::2] + half[:, 1::2, 1::2]) / 4
    blocks += [_patterns(light, 1), _patterns(light, 3)]
    return np.concatenate(blocks, axis=1)


def _patterns(light: Floats, radius: int) -> Floats:
    """Uniform rotation-invariant local binary patterns (10 bins), the dead zone a lightness step of 1."""
    inner = light[:, radius:-radius, radius:-radius]
    side = light.shape[1]
    offsets = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    bits = np.stack(
        [
            light[
                :,
                radius + dy * radius : side - radius + dy * radius,
                radius + dx * radius : side - radius + dx * radius,
            ]
            > inner + 1.0
            for dy, dx in offsets
        ]
    )
    changes = (bits != np.roll(bits, 1, axis=0)).sum(0)
    code = np.where(changes <= 2, bits.sum(0), 9)
    counts = np.stack([(code == value).mean((1, 2)) for value in range(10)], axis=1)
    return (2.0 * np.sqrt(counts)).astype(np.float32)
