"""From light to a photo file: lens, sensor, the phone's processing and JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from samples.render import noise
from samples.render.frame import Frame, gloss_light

Rng = np.random.Generator

_STEPS = 4096
_BRIGHTEST = 4.0
_LINEAR = (np.arange(256) / 255.0).astype(np.float32) ** np.float32(2.2) * np.float32(0.92)


@dataclass(frozen=True)
class Lens:
    """What camera and phone add; lengths are in pixels of the finished photo."""

    ev: float = 0.0
    white: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """BGR gains of the phone's white balance."""
    defocus: float = 0.0
    """Standard deviation of the blur."""
    tilt_focus: float = 0.0
    """Blur that grows towards the upper edge of the photo."""
    motion: float = 0.0
    """Length of the streak."""
    motion_angle: float = 0.0
    noise: float = 0.01
    contrast: float = 1.0
    saturation: float = 1.0
    sharpen: float = 0.0
    bend: float = 0.0
    """Radial distortion at half the diagonal, as a share of the radius."""
    quality: int = 85
    haze: float = 0.0
    """Stray light, as a share of white."""


def _bend_scale(size: tuple[int, int]) -> tuple[NDArray[np.float64], float]:
    return (np.array(size, np.float64) - 1) / 2, float(np.hypot(*size) / 2)


def bend_points(points: ArrayLike, size: tuple[int, int], bend: float) -> NDArray[np.float64]:
    """Where points of the straight picture (n, 2) land in the photo."""
    centre, radius = _bend_scale(size)
    ideal = np.asarray(points, np.float64).reshape(-1, 2) - centre
    bent = ideal.copy()
    for _ in range(8):
        bent = ideal / (1 + bend * (bent**2).sum(1, keepdims=True) / radius**2)
    return bent + centre


def _unbend(image: NDArray, size: tuple[int, int], bend: float) -> NDArray:
    """Resample a straight picture of any resolution into the bent photo of `size`."""
    centre, radius = _bend_scale(size)
    x, y = np.meshgrid(np.arange(size[0]) - centre[0], np.arange(size[1]) - centre[1])
    grow = 1 + bend * (x * x + y * y) / radius**2
    scale = image.shape[1] / size[0]
    map_x = ((x * grow + centre[0] + 0.5) * scale - 0.5).astype(np.float32)
    map_y = ((y * grow + centre[1] + 0.5) * scale - 0.5).astype(np.float32)
    return cv2.remap(image, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def expose(frame: Frame, ambient: NDArray, direct: NDArray) -> NDArray[np.float32]:
    """The frame in linear light, float32 BGR."""
    colour = cv2.cvtColor(frame.image, cv2.COLOR_BGRA2BGR)
    linear = cv2.LUT(colour, _LINEAR)
    lit = frame.shade if frame.veil is None else cv2.multiply(frame.shade, frame.veil, scale=1 / 255)
    shade = cv2.LUT(lit, (np.arange(256) / 255.0).astype(np.float32))
    light = cv2.add(ambient, cv2.multiply(direct, cv2.merge([shade] * 3)))
    linear = cv2.multiply(linear, light)
    if frame.light.glares:
        gloss = cv2.LUT(frame.gloss, gloss_light())
        # A mirrored source reaches the eye through ambient and direct light alike, in the light's colour.
        tint = np.array(frame.light.direct) + np.array(frame.light.ambient)
        cv2.add(linear, cv2.merge([gloss * np.float32(c) for c in tint]), dst=linear)
    return linear


def _blur(image: NDArray, sigma: float, rng: Rng) -> NDArray:
    if sigma < 0.25:
        return image
    if sigma > 1.2 and max(image.shape) < 1600 and rng.random() < 0.5:
        radius = sigma * 2
        n = 2 * int(np.ceil(radius)) + 1
        kernel = np.zeros((n, n), np.float32)
        cv2.circle(kernel, (n // 2 * 16, n // 2 * 16), round(radius * 16), 1.0, -1, cv2.LINE_AA, 4)
        return cv2.filter2D(image, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)
    return cv2.GaussianBlur(image, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)


def _streak(length: float, angle: float) -> NDArray[np.float32]:
    n = 2 * int(np.ceil(length / 2)) + 3
    kernel = np.zeros((n, n), np.float32)
    c = n // 2
    dx, dy = np.cos(angle) * length / 2, np.sin(angle) * length / 2
    ends = [tuple(round(v * 16) for v in (c + s * dx, c + s * dy)) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return kernel / kernel.sum()


def develop(rng: Rng, linear: NDArray[np.float32], size: tuple[int, int], lens: Lens) -> NDArray[np.uint8]:
    """The finished photo (BGR, before JPEG) from light at any resolution."""
    if lens.bend:
        image = _unbend(linear, size, lens.bend)
    elif (linear.shape[1], linear.shape[0]) != size:
        image = cv2.resize(linear, size, interpolation=cv2.INTER_AREA)
    else:
        image = linear
    image = _blur(image, lens.defocus, rng)
    if lens.tilt_focus > 0.3:
        far = cv2.GaussianBlur(image, (0, 0), lens.tilt_focus, borderType=cv2.BORDER_REPLICATE)
        ramp = np.clip(np.linspace(1.0, -0.6, size[1], dtype=np.float32), 0, 1)[:, None, None]
        image = image + (far - image) * ramp
    if lens.motion >= 1:
        image = cv2.filter2D(
            image, -1, _streak(lens.motion, lens.motion_angle), borderType=cv2.BORDER_REPLICATE
        )
    gains = np.array(lens.white) * 2.0**lens.ev
    image = cv2.multiply(image, tuple(float(g) for g in gains) + (0.0,))
    if lens.haze:
        image = image + np.float32(lens.haze)
    photo = _tone(rng, image, lens)
    if lens.saturation != 1:
        grey = cv2.cvtColor(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        photo = cv2.addWeighted(photo, lens.saturation, grey, 1 - lens.saturation, 0)
    if lens.sharpen:
        soft = cv2.GaussianBlur(photo, (0, 0), 1.1)
        photo = cv2.addWeighted(photo, 1 + lens.sharpen, soft, -lens.sharpen, 0)
    return photo


def _tone(rng: Rng, image: NDArray[np.float32], lens: Lens) -> NDArray[np.uint8]:
    """Sensor noise, tone curve and eight bits, through one table over the square root of light."""
    root = cv2.sqrt(cv2.max(image, 0.0))
    if lens.noise:
        height, width = root.shape[:2]
        grains = noise.grain(rng, height, width)
        if rng.random() < 0.6:
            grains = cv2.GaussianBlur(grains, (0, 0), rng.uniform(0.4, 0.9)) * np.float32(1.8)
        chroma = rng.uniform(0.2, 1.0)
        # On the square root of light shot noise has one strength everywhere. Its grey part is one row of mixing.
        mix = 0.8 * lens.noise * (chroma * np.eye(3) + (1.2 - chroma) * np.array([[1, 0, 0]] * 3))
        cv2.add(root, cv2.transform(grains, mix.astype(np.float32)), dst=root)
    level = np.arange(_STEPS) / (_STEPS - 1) * np.sqrt(_BRIGHTEST)
    light = level**2
    shoulder = np.where(light < 0.7, light, 0.7 + 0.3 * (1 - np.exp(-(light - 0.7) / 0.45)))
    value = shoulder ** (1 / 2.2)
    value = np.clip(value + (lens.contrast - 1) * (value - 0.45) * 4 * value * (1 - value), 0, 1)
    table = np.repeat(np.round(value * 255).astype(np.uint8), 65536 // _STEPS)
    return cv2.LUT(cv2.multiply(root, 65535 / np.sqrt(_BRIGHTEST), dtype=cv2.CV_16U), table)


def compress(photo: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    """The photo after JPEG."""
    _, data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)
