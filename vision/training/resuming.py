"""Weights to go on from: those that a training kept, or those of a network in the repository.

What a training keeps beside its ONNX is not in the repository; its ONNX is. There every normalisation has become part of
the convolution before it. It is taken out again, measured on a few batches, so that the network says what it said and
learns on as it learned.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

BATCHES = 24
"""Batches on which the normalisations are measured."""


def weights(path: Path, net: nn.Module, show: Callable[[], object]) -> dict[str, torch.Tensor]:
    """What `net` holds when it is the network kept in `path`, a .pt or an .onnx; `show` has `net` look at one batch.

    `net` itself is changed only where `path` is an ONNX file. Raises KeyError where that is another network's.
    """
    if path.suffix != ".onnx":
        return torch.load(path, weights_only=True)
    _fill(net, onnx.load(path))
    _measure(net, show)
    return net.state_dict()


def _fill(net: nn.Module, model: onnx.ModelProto) -> None:
    """Weights and biases as they are in the file; every normalisation only adds the bias of its convolution."""
    stored = {t.name: torch.from_numpy(numpy_helper.to_array(t).astype(np.float32)) for t in model.graph.initializer}
    nodes = {node.name: node for node in model.graph.node}
    modules = dict(net.named_modules())
    own = net.state_dict()
    filled = {name: stored[name].reshape(value.shape) for name, value in own.items() if name in stored}
    for name, module in modules.items():
        if isinstance(module, nn.BatchNorm2d) and f"{name}.weight" not in filled:
            filled |= {f"{name}.running_mean": torch.zeros_like(module.running_mean)}
            filled |= {f"{name}.running_var": torch.full_like(module.running_var, 1 - module.eps)}
            filled |= {f"{name}.weight": torch.ones_like(module.weight)}
        elif isinstance(module, nn.Conv2d) and f"{name}.weight" not in filled:
            node = nodes[f"{_scope(name)}/Conv"]
            filled[f"{name}.weight"] = stored[node.input[1]]
            filled[f"{_next(name)}.bias"] = stored[node.input[2]]
        elif isinstance(module, nn.Linear) and f"{name}.weight" not in filled:
            filled[f"{name}.weight"] = stored[nodes[f"{_scope(name)}/MatMul"].input[1]].T
    left = [name for name in own if name not in filled and not name.endswith("num_batches_tracked")]
    if left:
        raise KeyError(f"not in the file: {', '.join(left)}")
    net.load_state_dict(filled, strict=False)


def _scope(name: str) -> str:
    """The name that torch's exporter gives to a module: members of sequences are named with their sequence."""
    out: list[str] = []
    for part in name.split("."):
        out.append(f"{out[-1]}.{part}" if part.isdigit() else part)
    return "/" + "/".join(out)


def _next(name: str) -> str:
    """The module after this one in its sequence."""
    before, _, number = name.rpartition(".")
    return f"{before}.{int(number) + 1}"


def _measure(net: nn.Module, show: Callable[[], object]) -> None:
    """Set every normalisation to what comes to it, such that what it says stays the same."""
    norms = {name: module for name, module in net.named_modules() if isinstance(module, nn.BatchNorm2d)}
    seen: dict[str, list[tuple[torch.Tensor, torch.Tensor]]] = {name: [] for name in norms}

    def note(name: str, _: nn.Module, inputs: tuple[torch.Tensor]) -> None:
        x = inputs[0].detach().float()
        seen[name].append((x.mean((0, 2, 3)), x.square().mean((0, 2, 3))))

    hooks = [module.register_forward_pre_hook(partial(note, name)) for name, module in norms.items()]
    net.train()
    for module in norms.values():
        module.eval()
    with torch.no_grad():
        for _ in range(BATCHES):
            show()
        for hook in hooks:
            hook.remove()
        for name, module in norms.items():
            mean = torch.stack([one for one, _ in seen[name]]).mean(0)
            var = (torch.stack([two for _, two in seen[name]]).mean(0) - mean.square()).clamp(min=0)
            scale = module.weight / (module.running_var + module.eps).sqrt()
            module.bias += scale * (mean - module.running_mean)
            module.weight.copy_(scale * (var + module.eps).sqrt())
            module.running_mean.copy_(mean)
            module.running_var.copy_(var)
    net.train()
