"""Writes the network whose weights are the mean of two networks', one of which went on from the other.

    python -m vision.training.mean BEFORE.onnx AFTER.onnx --out vision/models/city.onnx

What a training gains on what it saw is mostly kept so, and little is lost of what was learned before. A second.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def between(before: onnx.ModelProto, after: onnx.ModelProto, share: float = 0.5) -> onnx.ModelProto:
    """`after` with weights that are by `share` its own, and else those of `before`. Raises ValueError where they are two kinds of network."""
    own, other = before.graph.initializer, after.graph.initializer
    if [list(t.dims) for t in own] != [list(t.dims) for t in other]:
        raise ValueError("these are two kinds of network")
    out = onnx.ModelProto()
    out.CopyFrom(after)
    for target, one, two in zip(out.graph.initializer, own, other, strict=True):
        values = [numpy_helper.to_array(t) for t in (one, two)]
        if np.issubdtype(values[1].dtype, np.floating):
            mixed = (1 - share) * values[0].astype(np.float32) + share * values[1].astype(np.float32)
            target.CopyFrom(numpy_helper.from_array(mixed.astype(np.float32), target.name))
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the latter")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    mixed = between(onnx.load(options.before), onnx.load(options.after), options.share)
    options.out.write_bytes(mixed.SerializeToString())


if __name__ == "__main__":
    main()
