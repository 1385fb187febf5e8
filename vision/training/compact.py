"""Stores the weights of the networks in half precision, or in bytes, and changes no reading.

    python -m vision.training.compact vision/models/*.onnx
    python -m vision.training.compact --bytes vision/models/cardquad.onnx vision/models/cardtype.onnx

The last step after any training; takes a second a file. OpenCV widens the weights when it loads them, so
computing stays in single precision. `--bytes`: a byte a weight and one scale for each filter, for the largest networks.
A file whose weights are that small already is left as it is. Prints by how much the outputs differ on random input, as
a share of their largest value.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FEW = 256
"""Tensors up to this size (biases, shapes) stay as they are."""
FEW_FOR_BYTES = 4096


def halved(model: onnx.ModelProto) -> int:
    """Turn the large single-precision tensors of the model to half precision, in place; returns how many."""
    changed = 0
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size > FEW:
            tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), tensor.name))
            changed += 1
    return changed


def in_bytes(model: onnx.ModelProto) -> int:
    """Turn the large tensors of the model to bytes with a scale for each filter, in place; returns how many."""
    widening = []
    for tensor in list(model.graph.initializer):
        values = numpy_helper.to_array(tensor)
        if values.dtype not in (np.float16, np.float32) or values.size <= FEW_FOR_BYTES or values.ndim < 2:
            continue
        name, wide = tensor.name, values.astype(np.float32)
        scale = np.abs(wide).max(tuple(range(1, wide.ndim)), keepdims=True) / 127
        scale[scale == 0] = 1
        tensor.CopyFrom(numpy_helper.from_array(np.round(wide / scale).astype(np.int8), f"{name}_bytes"))
        model.graph.initializer.append(numpy_helper.from_array(scale, f"{name}_scale"))
        widening += [
            helper.make_node("Cast", [f"{name}_bytes"], [f"{name}_wide"], to=TensorProto.FLOAT),
            helper.make_node("Mul", [f"{name}_wide", f"{name}_scale"], [name]),
        ]
    nodes = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend([*widening, *nodes])
    return len(widening) // 2


def difference(before: bytes, after: bytes, shape: list[int]) -> float:
    image = np.random.default_rng(0).random(shape, dtype=np.float32)
    outputs = []
    for file in (before, after):
        net = cv2.dnn.readNetFromONNX(np.frombuffer(file, np.uint8))
        net.setInput(image)
        outputs.append(net.forward())
    return float(np.abs(outputs[0] - outputs[1]).max() / np.abs(outputs[0]).max())


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bytes", action="store_true", dest="to_bytes")
    parser.add_argument("models", type=Path, nargs="+")
    options = parser.parse_args(arguments)
    for path in options.models:
        before = path.read_bytes()
        model = onnx.load_from_string(before)
        if not (in_bytes if options.to_bytes else halved)(model):
            print(f"{path.name}: {len(before):,} bytes, compact already")
            continue
        after = model.SerializeToString()
        sizes = [d.dim_value for d in model.graph.input[0].type.tensor_type.shape.dim]
        shape = [size or usual for size, usual in zip(sizes, (1, 3, 128, 128), strict=False)]
        print(f"{path.name}: {len(before):,} to {len(after):,} bytes, outputs differ by {difference(before, after, shape):.1e}")
        path.write_bytes(after)


if __name__ == "__main__":
    main()
