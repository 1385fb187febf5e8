"""The networks that come with the project."""

import cv2
import numpy as np
import pytest

from vision.nets import MODELS, Network

NAMES = sorted(path.name for path in MODELS.glob("*.onnx"))


def test_all_networks_together_stay_small():
    assert NAMES
    assert sum((MODELS / name).stat().st_size for name in NAMES) < 8_000_000


@pytest.mark.parametrize("name", NAMES)
def test_a_network_loads_from_bytes(name):
    assert not cv2.dnn.readNetFromONNX(np.fromfile(MODELS / name, np.uint8)).empty()


SHAPES = {
    "cardsame": [(2, 14, 61, 42), (27, 14, 61, 42), (1, 14, 61, 42)],
    "city": [(1, 3, 64, 96), (1, 3, 160, 192), (1, 3, 96, 64)],
    "citytoken": [(3, 3, 72, 72), (20, 3, 72, 72), (1, 3, 72, 72)],
    "grid": [(1, 3, 64, 96), (1, 3, 160, 192), (1, 3, 96, 64)],
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_network_says_the_same_whatever_came_before(name):
    path = MODELS / f"{name}.onnx"
    kept = Network(path)
    for shape in SHAPES[name]:
        blob = np.random.default_rng(1).normal(size=shape).astype(np.float32)
        kept.setInput(blob)
        fresh = cv2.dnn.readNetFromONNX(str(path))
        fresh.setInput(blob)
        assert kept.forward() == pytest.approx(fresh.forward(), abs=1e-3)
