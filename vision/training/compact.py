"""Stores the weights of the networks in half precision, which halves the files and changes no reading.

    python -m vision.training.compact vision/models/*.onnx

The last step after any training; takes a second a file. OpenCV widens the weights when it loads them, so
computing stays in single precision. A file whose weights are halves already is left as it is. Prints by how much the
outputs differ on random input, as a share of their largest value.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import onnx
from onnx import numpy_helper

FEW = 256
"""Tensors up to this size (biases, shapes) stay as they are."""


def compacted(model: onnx.ModelProto) -> int:
    """Turn the large single-precision tensors of the model to half precision, in place; returns how many."""
    changed = 0
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size > FEW:
            tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), tensor.name))
            changed += 1
    return changed


def difference(before: bytes, after: bytes, shape: list[int]) -> float:
    image = np.random.default_rng(0).random(shape, dtype=np.float32)
    outputs = []
    for file in (before, after):
        net = cv2.dnn.readNetFromONNX(np.frombuffer(file, np.uint8))
        net.setInput(image)
        outputs.append(net.forward())
    return float(np.abs(outputs[0] - outputs[1]).max() / np.abs(outputs[0]).max())


def main(paths: list[str]) -> None:
    for path in map(Path, paths):
        before = path.read_bytes()
        model = onnx.load_from_string(before)
        if not compacted(model):
            print(f"{path.name}: {len(before):,} bytes, compact already")
            continue
        after = model.SerializeToString()
        sizes = [d.dim_value for d in model.graph.input[0].type.tensor_type.shape.dim]
        shape = [size or usual for size, usual in zip(sizes, (1, 3, 128, 128), strict=False)]
        print(f"{path.name}: {len(before):,} to {len(after):,} bytes, outputs differ by {difference(before, after, shape):.1e}")
        path.write_bytes(after)


if __name__ == "__main__":
    main(sys.argv[1:])
