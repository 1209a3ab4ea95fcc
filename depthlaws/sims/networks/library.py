"""PyTorch, imported on first use, and the random tensors of an initialisation."""

from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.base.extras import message
from depthlaws.sims.common.argument_checks import choice
from depthlaws.sims.common.backend import NUMBERED_GPU, Backend, get

Tensor = Any
Weights = dict[str, Tensor]

DEVICES = {"cpu": "torch", "cuda": "torch:cuda", "torch": "torch", "torch:cuda": "torch:cuda"}
CPU_FLOPS, GPU_FLOPS = 2e10, 2e13  # operations a second in float32, for estimates of the time


def load_torch() -> Any:
    """Return the torch module. Raises: RuntimeError without it, with the command that adds it."""
    try:
        import torch
    except ImportError:
        msg = message("networks", "networks", ["torch"])
        raise RuntimeError(msg) from None
    return torch


def on_device(name: str, /) -> Backend:
    """Return the backend of a device, on which PyTorch computes in full float32.

    Raises
    ------
    ValueError
        If the device is none of cpu, cuda, torch, torch:cuda, torch:cuda:1 and so on.
    RuntimeError
        If PyTorch or the GPU is missing.
    """
    torch = load_torch()
    numbered = isinstance(name, str) and NUMBERED_GPU.fullmatch(name)
    backend = get(name if numbered else DEVICES[choice("device", name, DEVICES)])
    if backend.gpu:
        torch.backends.cudnn.allow_tf32 = False  # by default convolutions keep 10 bits
    return backend


def to_device(weights: Weights, backend: Backend, /) -> Weights:
    """Return weights, drawn on the CPU, on the device of a backend."""
    return {name: w.to(backend.device) for name, w in weights.items()}


def flops(backend: Backend, /) -> float:
    """Return the operations a second of a device, for an estimate of the time."""
    return GPU_FLOPS if backend.gpu else CPU_FLOPS


def generator(seed: int, /, *path: int) -> Any:
    """Return a torch generator for a seed and the numbers of what it draws.

    Generators of different paths are independent, and none depends on the order of use.
    """
    state = np.random.SeedSequence(seed, spawn_key=path).generate_state(1, dtype=np.uint64)
    return load_torch().Generator().manual_seed(int(state[0] >> np.uint64(1)))


def truncated_normal(source: Any, /, dtype: str) -> Callable[..., Tensor]:
    """Return a function that draws normals of a standard deviation, cut at three of them.

    The standard deviation is that of the normal before the cut, which lowers it by 1.3 %.
    """
    torch = load_torch()

    def draw(*shape: int, std: float) -> Tensor:
        x = torch.empty(shape, dtype=getattr(torch, dtype))
        init = torch.nn.init.trunc_normal_
        return init(x, std=std, a=-3 * std, b=3 * std, generator=source) if std else x.zero_()

    return draw
