"""Writing JPEG files the way phones do: pixels as the sensor lies, and a note how to turn them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

_QUARTER_TURNS = {1: 0, 8: -1, 3: 2, 6: 1}
"""EXIF orientation -> counterclockwise quarter turns from the upright picture to the stored pixels."""


def write(image: NDArray[np.uint8], quality: int, orientation: int = 1) -> bytes:
    """A JPEG file of an upright BGR image, stored turned as EXIF `orientation` (1, 3, 6 or 8) says."""
    stored = np.ascontiguousarray(np.rot90(image, _QUARTER_TURNS[orientation]))
    _, data = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
    raw = data.tobytes()
    if orientation == 1:
        return raw
    entry = (
        (0x0112).to_bytes(2, "big")
        + (3).to_bytes(2, "big")
        + (1).to_bytes(4, "big")
        + orientation.to_bytes(2, "big")
        + b"\0\0"
    )
    tiff = b"MM\0\x2a" + (8).to_bytes(4, "big") + (1).to_bytes(2, "big") + entry + (0).to_bytes(4, "big")
    block = b"Exif\0\0" + tiff
    return raw[:2] + b"\xff\xe1" + (len(block) + 2).to_bytes(2, "big") + block + raw[2:]
