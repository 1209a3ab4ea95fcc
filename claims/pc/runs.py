"""Simulated networks that several sections look at, each run once."""

from functools import lru_cache
from typing import Literal

import numpy as np
import xarray as xr

from depthlaws.sims.predictive_coding import PCN, Inference, train

Array = np.ndarray
Network = Literal["mlp", "residual"]
KINDS: tuple[Network, ...] = ("mlp", "residual")

EXACT = Inference()


@lru_cache(maxsize=128)
def run(
    model: PCN,
    *,
    samples: int,
    seed: int,
    steps: int,
    inference: Inference = EXACT,
    task: str = "toy",
    inputs: int | None = None,
    optimizer: str = "sgd",
    rate: float = 0.025,
    rules: tuple[str, ...] = ("pc", "bp"),
    observe: tuple[str, ...] = ("loss", "energy", "cosine", "between"),
    tolerance: float = 1e-6,
) -> xr.Dataset:
    """Networks trained by both rules, kept for the next claim that asks."""
    return train(
        model, inference, samples=samples, seed=seed, steps=steps, task=task, inputs=inputs,
        optimizer=optimizer,
        rate=rate, rules=rules, observe=observe, tolerance=tolerance,
    )  # fmt: skip


def mean(found: xr.Dataset, name: str, rule: str = "pc") -> Array:
    """Mean over networks at every step, along the run of one rule."""
    one = found[name]
    one = one.sel(rule=rule) if "rule" in one.dims else one
    return one.mean("sample").to_numpy()


def fall(near: float, far: float) -> float:
    """How many times smaller the second number is."""
    return near / far
