"""Hand-made descriptions of small square pictures: colour and structure, whatever way they lie.

Every statistic is taken over the whole tile or over rings around its centre, so a quarter turn changes nothing and
a small shift changes little. Blocks are scaled to comparable spread; nothing here is learned.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]  # float32
Bytes = NDArray[Any]  # uint8

VERSION = b"2"  # of what `describe` computes
STRUCTURE = 75  # the last so many features tell of structure alone, hardly of colour
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
    blocks = [_describe(tiles[start : start + _BLOCK]) for start in range(0, len(tiles), _BLOCK)]
    return np.concatenate(blocks) if blocks else _describe(np.zeros((1, SIDE, SIDE, 3), np.uint8))[:0]


_BLOCK = 16  # tiles at a time: what is worked on stays in the processor's cache


def _describe(tiles: Bytes) -> Floats:
    n = len(tiles)
    if tiles.shape[1] != SIDE:
        tiles = np.stack([shrink(tile, SIDE) for tile in tiles])
    strip = tiles.reshape(n * SIDE, SIDE, 3).astype(np.float32) / 255.0
    lab = cv2.cvtColor(strip, cv2.COLOR_BGR2Lab).reshape(n, SIDE, SIDE, 3)
    half = _halved(lab)
    inner = half[:, 1:-1, 1:-1].reshape(n, -1, 3)
    light = np.ascontiguousarray(lab[..., 0])
    blocks = [_colour(lab, inner), _structure(light), _spectrum(light), _chroma(half), _shape(light)]
    return np.concatenate(blocks, axis=1).astype(np.float32)


def _halved(planes: Floats) -> Floats:
    """Pictures (n, s, s) or (n, s, s, c) at half their size."""
    even = planes[:, : planes.shape[1] // 2 * 2, : planes.shape[2] // 2 * 2]
    return (even[:, ::2, ::2] + even[:, 1::2, ::2] + even[:, ::2, 1::2] + even[:, 1::2, 1::2]) / 4


def _rings() -> Floats:
    """Weights (3, pixels) of the mean over the middle, a ring around it, and the rim."""
    axis = np.abs(np.arange(SIDE) - (SIDE - 1) / 2) / (SIDE / 2)
    distance = np.maximum(axis[:, None], axis[None, :]).ravel()
    rings = np.stack(
        [distance < 0.45, (distance >= 0.45) & (distance < 0.75), (distance >= 0.75) & (distance < 0.95)]
    )
    return (rings / rings.sum(1, keepdims=True)).astype(np.float32)


_RINGS = _rings()


def _colour(lab: Floats, inner: Floats) -> Floats:
    """Mean and spread of the colours in three rings, and quantiles over the whole."""
    pixels = lab.reshape(len(lab), -1, 3)
    mean = _RINGS @ pixels
    spread = np.sqrt(np.maximum(_RINGS @ (pixels * pixels) - mean * mean, 0))
    ordered = np.sort(inner, axis=1)
    quantiles = ordered[:, [int(part * ordered.shape[1]) for part in (0.1, 0.5, 0.9)]]
    parts = [mean / 12.0, spread / 12.0, quantiles / 20.0]
    return np.concatenate([part.reshape(len(lab), -1) for part in parts], axis=1)


def _structure(light: Floats) -> Floats:
    """Contrast, edge strength and directedness at four scales, and a turn-invariant histogram of local patterns."""
    blocks = []
    level = light
    for _ in range(4):
        dx = level[:, 1:-1, 2:] - level[:, 1:-1, :-2]
        dy = level[:, 2:, 1:-1] - level[:, :-2, 1:-1]
        strength = np.sqrt(dx * dx + dy * dy) + 1e-6
        total = strength.sum((1, 2)) + 1e-3
        cosine, sine = (dx * dx - dy * dy) / strength, 2 * dx * dy / strength  # of twice the edge's angle
        directed = [
            np.hypot(cosine.sum((1, 2)), sine.sum((1, 2))) / total,
            np.hypot(
                ((cosine * cosine - sine * sine) / strength).sum((1, 2)),
                (2 * cosine * sine / strength).sum((1, 2)),
            )
            / total,
        ]
        logs = np.log1p(strength)
        blocks.append(
            np.stack([logs.mean((1, 2)) * 1.2, logs.std((1, 2)) * 1.2, *(d * 2.0 for d in directed)], axis=1)
        )
        level = _halved(level)
    blocks += [_patterns(light, 1), _patterns(light, 3)]
    return np.concatenate(blocks, axis=1)


def _patterns(light: Floats, radius: int) -> Floats:
    """Uniform rotation-invariant local binary patterns (10 bins), the dead zone a lightness step of 1."""
    threshold = light[:, radius:-radius, radius:-radius] + np.float32(1.0)
    side = light.shape[1] - 2 * radius
    offsets = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    bits = np.zeros(threshold.shape, np.uint8)
    for place, (dy, dx) in enumerate(offsets):
        top, left = radius + dy * radius, radius + dx * radius
        brighter = light[:, top : top + side, left : left + side] > threshold
        bits |= brighter.view(np.uint8) << np.uint8(place)
    code = _UNIFORM[bits].reshape(len(light), -1)
    row = 10 * np.arange(len(light))[:, None]
    counts = np.bincount((row + code).ravel(), minlength=10 * len(light)).reshape(-1, 10) / code.shape[1]
    return (2.0 * np.sqrt(counts)).astype(np.float32)


def _uniform() -> NDArray[Any]:
    """(256,): for each pattern of eight bits in a ring how many are set, 9 where they change more than twice."""
    bits = np.arange(256)[:, None] >> np.arange(8) & 1
    changes = (bits != np.roll(bits, 1, axis=1)).sum(1)
    return np.where(changes <= 2, bits.sum(1), 9)


_UNIFORM = _uniform()


def _bands() -> tuple[Floats, Floats]:
    """A window (SIDE, SIDE) that fades out at the rim, and nine rings (9, frequencies) in its Fourier transform."""
    fade = np.hanning(SIDE)
    along = np.fft.rfftfreq(SIDE)[None, :]
    radius = np.hypot(np.fft.fftfreq(SIDE)[:, None], along) * SIDE
    edges = [0.5, 1.5, 2.5, 3.5, 5, 7, 9.5, 13, 17.5, 24.5]
    twice = np.where(along > 0, 2.0, 1.0)  # the half that rfft leaves out
    rings = [((radius >= low) & (radius < high)) * twice for low, high in pairwise(edges)]
    return np.outer(fade, fade).astype(np.float32), np.stack(rings).reshape(len(rings), -1).astype(np.float32)


_WINDOW, _BANDS = _bands()


def _spectrum(light: Floats) -> Floats:
    """How much is drawn how finely: energy in rings of the Fourier transform, and each ring's share of it."""
    mean = (light * _WINDOW).sum((1, 2), keepdims=True) / _WINDOW.sum()
    waves = np.fft.rfft2((light - mean) * _WINDOW)
    energy = (waves.real**2 + waves.imag**2).reshape(len(light), -1).astype(np.float32) @ _BANDS.T
    share = energy / (energy.sum(1, keepdims=True) + 100)
    return np.concatenate([0.5 * np.log(energy + 20), np.log(share + 1e-3)], axis=1)


def _chroma(lab: Floats) -> Floats:
    """At three scales how strong edges of colour are, how uneven that is, and how much stronger those of lightness are."""
    blocks = []
    level = np.ascontiguousarray(np.moveaxis(lab, 3, 0))
    for _ in range(3):
        steps = np.abs(level[:, :, 1:-1, 2:] - level[:, :, 1:-1, :-2])
        steps += np.abs(level[:, :, 2:, 1:-1] - level[:, :, :-2, 1:-1])
        edges = np.log1p(np.sqrt(steps[1] * steps[1] + steps[2] * steps[2]))
        mean = edges.mean((1, 2))
        blocks += [mean, edges.std((1, 2)), np.log1p(steps[0]).mean((1, 2)) - mean]
        level = np.stack([_halved(plane) for plane in level])
    return np.stack(blocks, axis=1)


def _blurs() -> list[Floats]:
    """Matrices (SIDE, SIDE) that blur along one side by 1, 2 and 4 pixels, mirrored at the rim."""
    unit = np.eye(SIDE, dtype=np.float32)
    return [cv2.GaussianBlur(unit, (1, 0), sigmaX=1, sigmaY=spread) for spread in (1.0, 2.0, 4.0)]


_BLURS = _blurs()


def _shape(light: Floats) -> Floats:
    """Contrast, and whether it is of dark or of light things and of few or many: of lightness and of three bands of it."""
    levels = [light, *(blur @ light @ blur.T for blur in _BLURS)]
    planes = [light - light.mean((1, 2), keepdims=True), *(fine - rough for fine, rough in pairwise(levels))]
    blocks = []
    for plane, floor in zip(planes, (1.0, 0.5, 0.5, 0.5), strict=True):
        inner = plane[:, 3:-3, 3:-3]
        square = inner * inner
        spread = np.sqrt(square.mean((1, 2))) + floor
        lopsided = np.clip((square * inner).mean((1, 2)) / spread**3, -3, 3)
        peaked = np.log((square * square).mean((1, 2)) / spread**4 + 0.5)
        blocks += [np.log(spread), lopsided, peaked]
    return np.stack(blocks, axis=1)
