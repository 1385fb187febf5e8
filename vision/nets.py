"""The small networks of vision/models, each loaded once a thread and run by OpenCV."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2

MODELS = Path(__file__).parent / "models"

_local = threading.local()


def net(name: str) -> cv2.dnn.Net:
    """The network of `vision/models/<name>.onnx`, loaded on first use.

    A cv2.dnn network keeps its input between calls, so every thread gets its own. Raises FileNotFoundError.
    """
    loaded: dict[str, cv2.dnn.Net] = _local.__dict__.setdefault("nets", {})
    if name not in loaded:
        path = MODELS / f"{name}.onnx"
        if not path.is_file():
            raise FileNotFoundError(f"there is no network {name} in {MODELS}")
        loaded[name] = cv2.dnn.readNetFromONNX(str(path))
    return loaded[name]
