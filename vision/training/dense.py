"""Trains a small network that says something about every spot of a picture, and writes it as ONNX.

The harness knows nothing of boards. It is given a function that draws one training example (a picture, the maps
that should come out at a quarter of its size, and how much each spot of each map counts) and says for each map
whether it is a probability or a number:

    from vision.training.dense import Example, Map, export, train
    maps = (Map("tile", "probability"), Map("pitch", "number", weight=0.5))
    net = train(draw, maps, seconds=2400, seed=1)       # draw: numpy Generator -> Example
    export(net, "vision/models/name.onnx")

`vision.dense.maps` runs the result without torch. One thread; at 320x320 pixels learning from an example takes 15 ms on
a core that multiplies bfloat16, 45 ms on others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.dense import STRIDE, normalised
from vision.training.loop import Told, learned, written

WIDTHS = (16, 24, 48, 64, 96)
"""Channels at strides 2, 4, 8, 16 and 32: 0.3 million weights."""


class Map(NamedTuple):
    """One output map: a probability (learnt by cross entropy, exported as its logit) or a number."""

    name: str
    kind: Literal["probability", "number"]
    weight: float = 1.0


class Example(NamedTuple):
    """`image` HxWx3 uint8 BGR, H and W multiples of 32; `targets` and `weights` (maps, H/4, W/4) float32."""

    image: np.ndarray
    targets: np.ndarray
    weights: np.ndarray


def _conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.relu(x + self.second(self.first(x)))


class DenseNet(nn.Module):
    """Five halvings, then back up to a quarter of the size, adding what was seen on the way down."""

    def __init__(self, outputs: int, widths: Sequence[int] = WIDTHS) -> None:
        super().__init__()
        two, four, eight, sixteen, last = widths
        self.down2 = _conv(3, two, 2)
        self.down4 = nn.Sequential(_conv(two, four, 2), _conv(four, four))
        self.down8 = nn.Sequential(_conv(four, eight, 2), Residual(eight))
        self.down16 = nn.Sequential(_conv(eight, sixteen, 2), Residual(sixteen))
        self.down32 = nn.Sequential(_conv(sixteen, last, 2), Residual(last))
        self.side16, self.up16 = nn.Conv2d(last, sixteen, 1), _conv(sixteen, sixteen)
        self.side8, self.up8 = nn.Conv2d(sixteen, eight, 1), _conv(eight, eight)
        self.side4, self.up4 = nn.Conv2d(eight, four, 1), _conv(four, four)
        self.mix = _conv(four, four)
        self.head = nn.Conv2d(four, outputs, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        four = self.down4(self.down2(x))
        eight = self.down8(four)
        sixteen = self.down16(eight)
        y = self.down32(sixteen)
        y = self.up16(sixteen + functional.interpolate(self.side16(y), scale_factor=2.0, mode="nearest"))
        y = self.up8(eight + functional.interpolate(self.side8(y), scale_factor=2.0, mode="nearest"))
        y = self.up4(four + functional.interpolate(self.side4(y), scale_factor=2.0, mode="nearest"))
        return self.head(self.mix(y))


def loss_of(
    outputs: torch.Tensor, targets: torch.Tensor, weights: torch.Tensor, maps: Sequence[Map]
) -> tuple[torch.Tensor, list[float]]:
    """Weighted sum over the maps, and each map's own loss (for the log)."""
    total, each = outputs.new_zeros(()), []
    for i, one in enumerate(maps):
        out, want, weight = outputs[:, i], targets[:, i], weights[:, i]
        if one.kind == "probability":
            raw = functional.binary_cross_entropy_with_logits(out, want, reduction="none")
        else:
            raw = functional.smooth_l1_loss(out, want, beta=0.5, reduction="none")
        value = (raw * weight).sum() / weight.sum().clamp(min=1.0)
        each.append(float(value.detach()))
        total = total + one.weight * value
    return total, each


def train(
    draw: Callable[[np.random.Generator], Example],
    maps: Sequence[Map],
    *,
    seconds: float,
    seed: int,
    batch: int = 8,
    rate: float = 3e-3,
    widths: Sequence[int] = WIDTHS,
    start: nn.Module | None = None,
    keep: Callable[[nn.Module], None] | None = None,
) -> nn.Module:
    """As vision.training.loop.learned. `start` goes on from a trained network."""
    torch.manual_seed(seed)
    net = start if start is not None else DenseNet(len(maps), widths)

    def drawn(rng: np.random.Generator) -> tuple[torch.Tensor, Told]:
        examples = [draw(rng) for _ in range(batch)]
        x = torch.from_numpy(np.stack([normalised(e.image) for e in examples]))
        targets = torch.from_numpy(np.stack([e.targets for e in examples]))
        weights = torch.from_numpy(np.stack([e.weights for e in examples]))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            outputs = net(x.to(memory_format=torch.channels_last))
        loss, each = loss_of(outputs.float(), targets, weights, maps)
        return loss, dict(zip((one.name for one in maps), each, strict=True))

    return learned(net, drawn, seconds=seconds, seed=seed, rate=rate, decay=1e-4, keep=keep)


def export(net: nn.Module, path: Path, size: int = 256) -> float:
    """Writes ONNX that takes pictures of any size; returns the largest difference between cv2.dnn and torch."""
    sizes = ((1, 3, size, size), (1, 3, size // 2 // 32 * 32, size))
    return written(
        net, path, sizes, {"input": {2: "height", 3: "width"}, "output": {2: "rows", 3: "columns"}}
    )


def strided(size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Pixel coordinates (x, y) of the middle of each spot of the maps of a picture of (height, width)."""
    rows, cols = size[0] // STRIDE, size[1] // STRIDE
    x = (np.arange(cols, dtype=np.float32) + 0.5) * STRIDE - 0.5
    y = (np.arange(rows, dtype=np.float32) + 0.5) * STRIDE - 0.5
    grid_x, grid_y = np.meshgrid(x, y)
    return grid_x, grid_y
