"""The networks that come with the project."""

import cv2
import numpy as np
import pytest

from vision.nets import MODELS

NAMES = sorted(path.name for path in MODELS.glob("*.onnx"))


def test_all_networks_together_stay_small():
    assert NAMES
    assert sum((MODELS / name).stat().st_size for name in NAMES) < 8_000_000


@pytest.mark.parametrize("name", NAMES)
def test_a_network_loads_from_bytes(name):
    assert not cv2.dnn.readNetFromONNX(np.fromfile(MODELS / name, np.uint8)).empty()
