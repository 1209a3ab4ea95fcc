"""PyTorch, imported on first use, and the random tensors of an initialisation."""

from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.base.extras import message

Tensor = Any
Weights = dict[str, Tensor]


def load_torch() -> Any:
    """Return the torch module. Raises: RuntimeError without it, with the command that adds it."""
    try:
        import torch
    except ImportError:
        msg = message("networks", "networks", ["torch"])
        raise RuntimeError(msg) from None
    return torch


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
