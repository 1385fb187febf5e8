"""What cards look like to a network: cards of one type lie near one another.

Pictures are whole cards of one photo as `vision.cardtypes.balanced` makes them, upright.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets import net

Floats = NDArray[np.float64]

SIGHT = (64, 96)
"""Width and height in pixels at which a card is looked at; multiples of 16."""
DIMENSIONS = 32


def looks(images: Sequence[Any]) -> Floats:
    """(cards, DIMENSIONS) where the cards of one photo lie by type; squared distances are log odds."""
    if not len(images):
        return np.zeros((0, DIMENSIONS))
    network = net("cardtype")
    network.setInput(seen(images))
    return np.asarray(network.forward(), np.float64)


def seen(images: Sequence[Any]) -> NDArray[np.float32]:
    """(cards, 3, height, width) as the network takes them."""
    out = np.zeros((len(images), 3, SIGHT[1], SIGHT[0]), np.float32)
    for planes, image in zip(out, images, strict=True):
        small = cv2.resize(np.asarray(image, np.uint8), SIGHT, interpolation=cv2.INTER_AREA)
        planes[:] = small.transpose(2, 0, 1)
    return out / np.float32(127.5) - np.float32(1.0)


def apart(looks: Floats, others: Floats) -> Floats:
    """(looks, others): squared distances."""
    return np.asarray(((looks[:, None] - others[None]) ** 2).sum(-1))
