"""Runs a network that says something about every spot of a picture (trained by vision/training/dense.py)."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

STRIDE = 4
"""The maps are this many times smaller than the picture."""

UNIT = 32
"""Pictures are padded to a multiple of this, the network's coarsest stride."""


def normalised(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """HxWx3 uint8 BGR -> 3xHxW float32 without the light's colour and strength.

    Pixels of pure (0, 0, 0) count as lying outside the photo: they become 0, the mean.
    """
    outside = cv2.inRange(image, (0, 0, 0), (0, 0, 0))
    mean, deviation = cv2.meanStdDev(image, mask=cv2.bitwise_not(outside))
    spread = max(float(np.sqrt((deviation**2).mean())), 2.0)
    out = np.empty((3, *image.shape[:2]), np.float32)
    for plane, own, level in zip(out, cv2.split(image), mean.ravel(), strict=True):
        np.subtract(own, np.float32(level), out=plane)
    out *= np.float32(1 / spread)
    if cv2.countNonZero(outside):
        out[:, outside > 0] = 0.0
    return out


def padded(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture with black added on the right and below until both sides are multiples of UNIT."""
    height, width = image.shape[:2]
    down, right = -height % UNIT, -width % UNIT
    return cv2.copyMakeBorder(image, 0, down, 0, right, cv2.BORDER_CONSTANT, value=(0, 0, 0))  # type: ignore[return-value]


def maps(net: Any, image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(maps, rows, columns) float32 for an HxWx3 uint8 BGR picture; spot (r, c) has its middle at pixel
    (x, y) = (4 c + 1.5, 4 r + 1.5). Probabilities come as logits."""
    net.setInput(normalised(padded(image))[None])
    out: NDArray[np.float32] = net.forward()[0]
    return out


def probability(logit: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logit, -30.0, 30.0))), np.float32)


def softmax(logits: NDArray[Any]) -> NDArray[Any]:
    """Logits along the last axis -> probabilities, as precise as the logits."""
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(raised / raised.sum(-1, keepdims=True))
