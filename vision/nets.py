"""The small networks of vision/models, each loaded once a thread and run by OpenCV."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

MODELS = Path(__file__).parent / "models"

_local = threading.local()


class Network:
    """One network. It keeps its input between calls, so every thread needs its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._largest = 0

    def setInput(self, blob: NDArray[np.float32]) -> None:
        # Of OpenCV's engines the classic one runs these convolutions in two thirds of the newer one's time, but writes
        # past its buffers where a later input is larger: for that it is loaded anew, which takes milliseconds.
        if blob.size > self._largest:
            self._net = cv2.dnn.readNetFromONNX(str(self._path), engine=cv2.dnn.ENGINE_CLASSIC)
            self._largest = blob.size
        self._net.setInput(blob)

    def forward(self) -> NDArray[np.float32]:
        return np.asarray(self._net.forward(), np.float32)


def net(name: str) -> Network:
    """The network of `vision/models/<name>.onnx`, of this thread. Raises FileNotFoundError."""
    known: dict[str, Network] = _local.__dict__.setdefault("nets", {})
    if name not in known:
        path = MODELS / f"{name}.onnx"
        if not path.is_file():
            raise FileNotFoundError(f"there is no network {name} in {MODELS}")
        known[name] = Network(path)
    return known[name]
