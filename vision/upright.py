"""Which end of a beehive's cards is up: names stand below their pictures, signs at the left top, on most cards of any look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets import MODELS

SIZE = (48, 67)
"""Width and height in pixels at which cards are measured."""
GRID = (12, 16)


def measured(images: Sequence[Any]) -> NDArray[np.float64]:
    """What changes when the cards are turned by half: lightness, colourfulness and detail of each spot against the spot across,
    the mean over the cards; turning them by half changes its sign."""
    total: Any = 0.0
    for image in images:
        card = cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)
        light = card.mean(-1)
        light = (light - light.mean()) / (light.std() + 4)
        colour = (card.max(-1) - card.min(-1)) / (card.std() + 8)
        detail = [np.abs(cv2.Sobel(light, cv2.CV_32F, dx, 1 - dx, ksize=3)) for dx in (0, 1)]
        maps = [cv2.resize(one, GRID, interpolation=cv2.INTER_AREA) for one in (light, colour, *detail)]
        total = total + np.stack([one - one[::-1, ::-1] for one in maps]) / len(images)
    return np.asarray(total, np.float64).ravel()


def upright(images: Sequence[Any]) -> float:
    """-1..1: whether these cards of one photo lie with their tops up; 1 is surely, -1 surely turned by half."""
    return float(np.tanh(measured(images) @ _weights() / 2))


@cache
def _weights() -> NDArray[np.float64]:
    with np.load(MODELS / "upright.npz", allow_pickle=False) as stored:
        return np.asarray(stored["weights"], np.float64)
