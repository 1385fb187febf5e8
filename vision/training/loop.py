"""The loop in which the networks learn, and how they are written as ONNX."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import cv2
import numpy as np
import torch
from torch import nn

from vision.nets import Network

Rng = np.random.Generator
Told = dict[str, float]
T = TypeVar("T")

WARM = 100
"""Steps in which the rate grows to what was asked for."""
SMOOTH = 0.97
"""What the log's running means keep of themselves at each step."""
KEEP_EVERY = 120.0
"""Seconds."""


def learned(
    net: nn.Module,
    batch: Callable[[Rng], tuple[torch.Tensor, Told]],
    *,
    seconds: float,
    seed: int,
    rate: float,
    decay: float = 0.01,
    clip: float = 5.0,
    beside: Iterable[nn.Parameter] = (),
    keep: Callable[[nn.Module], None] | None = None,
) -> nn.Module:
    """Learns for `seconds` of one core's time, which other programs do not shorten; returns the averaged weights.

    `batch` runs `net` on new examples and says the loss, and by name what the log tells of it. The rate falls along a
    cosine, to a hundredth. `beside`: parameters outside the network that are learned with it. `keep` gets the averaged
    network every KEEP_EVERY seconds.
    """
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    net.to(memory_format=torch.channels_last)
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=_average, use_buffers=True)
    optimiser = torch.optim.AdamW([*net.parameters(), *beside], lr=rate, weight_decay=decay)
    began = kept = time.process_time()
    step, log = 0, np.zeros(1)
    net.train()
    while (spent := time.process_time() - began) < seconds:
        falling = max(0.01, 0.5 * (1 + math.cos(math.pi * spent / seconds)))
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / WARM) * falling
        loss, told = batch(rng)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), clip)
        optimiser.step()
        mean.update_parameters(net)
        step += 1
        now = np.array(list(told.values()))
        log = SMOOTH * log + (1 - SMOOTH) * now if step > 1 else now
        if step % 50 == 0:
            each = "  ".join(f"{name} {value:.4f}" for name, value in zip(told, log, strict=True))
            print(f"{spent:6.0f} s  step {step}  {each}", flush=True)
        if keep is not None and time.process_time() - kept > KEEP_EVERY:
            keep(mean.module)
            kept = time.process_time()
    return mean.module.eval()


def _average(means: list[torch.Tensor], now: list[torch.Tensor], seen: torch.Tensor | int) -> None:
    """Running means over the last 200 steps or so, over fewer in the beginning."""
    share = max(0.005, 1 / (0.1 * int(seen) + 2))
    for mean, value in zip(means, now, strict=True):
        if mean.is_floating_point():
            mean.lerp_(value.to(mean.dtype), share)
        else:
            mean.copy_(value)


def kept_at(path: Path) -> Callable[[nn.Module], None]:
    """Keeps the weights there."""
    return lambda net: torch.save(net.state_dict(), path)


def written(
    net: nn.Module, path: Path, sizes: Sequence[Sequence[int]], free: dict[str, dict[int, str]] | None = None
) -> float:
    """Writes ONNX; returns the largest difference between cv2.dnn and torch on inputs of these sizes.

    `free`: the axes of "input" and "output" that may have any length.
    """
    was = net.training
    net.eval()
    torch.onnx.export(
        net, (torch.zeros(*sizes[0]),), str(path), input_names=["input"], output_names=["output"],
        dynamic_axes=free, opset_version=17, dynamo=False,
    )  # fmt: skip
    loaded = Network(path)
    worst = 0.0
    for size in sizes:
        x = torch.randn(*size, generator=torch.Generator().manual_seed(0))
        loaded.setInput(x.numpy())
        with torch.no_grad():
            worst = max(worst, float(np.abs(loaded.forward() - net(x).numpy()).max()))
    net.train(was)
    return worst


class Pool(Generic[T]):
    """What the folders' labels.jsonl list, read anew when a folder has grown."""

    def __init__(self, folders: Sequence[Path], read: Callable[[Path], list[T]]) -> None:
        self.folders, self.read = folders, read
        self.sizes: list[int] = []
        self.items: list[T] = []

    def __call__(self) -> list[T]:
        sizes = [(folder / "labels.jsonl").stat().st_size for folder in self.folders]
        if sizes != self.sizes:
            self.items = [item for folder in self.folders for item in self.read(folder)]
            self.sizes = sizes
        return self.items
