"""Simulations that several figures of the chain paper share, asked for in the paper's terms."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import xarray as xr

from sims import scalar
from theory import chain

POWER = {"plain": -1, "block1": 0, "block2": 1}  # eta = c * L^power, the data-agnostic rules
VERY_DEEP = 1e17  # in double precision, infinite: 1 - 1/L is 1


def scaled_rate(
    k: Any, depths: Sequence[float], r: float, *, network: str = "plain", mu_xx: float = 1.0
) -> xr.DataArray:
    """Rate c, eta = c/L, c, c L, that makes the normalised rate eta*S equal to k at every depth.

    Shapes: k scalar or (rate) -> (depth,) or (depth, rate).
    """
    depth = np.minimum(np.asarray(depths, dtype=float), VERY_DEEP)
    edge = chain.max_learning_rate(depth, r * mu_xx, mu_xx, network=network)
    unit = xr.DataArray(
        edge / 2 * depth ** -POWER[network], dims="depth", coords={"depth": list(depths)}
    )
    if np.ndim(k) == 0:
        return unit * k
    return unit * xr.DataArray(np.asarray(k), dims="rate", coords={"rate": np.asarray(k)})


def descent(
    depths: Sequence[float],
    k: Any,
    *,
    r: float = 1.0,
    network: str = "plain",
    steps: int,
    record: Iterable[int] | None = None,
    **start: Any,
) -> xr.Dataset:
    """Gradient descent at normalised rate k; ``alpha`` is the total weight over its target r.

    Finite depths run with all their weights, infinite depth as the limit map.
    """
    run = scalar.gradient_descent(
        network, list(depths), mu_yx=r, scaled_rate=scaled_rate(k, depths, r, network=network),
        steps=steps, record=record, **start,
    )  # fmt: skip
    return run.assign(alpha=run.total / r)


def flow(
    times: Any, alpha0: Any, depths: Sequence[float], tau: float, **options: Any
) -> xr.DataArray:
    """Relative total weight of the exact gradient flow, (depth, step); alpha0 may be per depth."""
    t, depth = np.asarray(times, dtype=float), np.asarray(depths, dtype=float)
    start = np.broadcast_to(np.asarray(alpha0, dtype=float), depth.shape)
    alpha = np.stack([chain.alpha(t, a, L, tau, **options) for L, a in zip(depth, start, strict=True)])
    return xr.DataArray(alpha, dims=("depth", "step"), coords={"depth": depth, "step": t})


def start_alpha(
    network: str, depths: Sequence[float], r: float, *, total: float, weight: float
) -> np.ndarray:
    """Relative total weight at the start: from ``total`` (plain) or from every layer's weight."""
    if network == "plain":
        return np.full(len(depths), total / r)
    runs = scalar.gradient_descent(
        network, list(depths), mu_yx=r, rate=0.0, weight=weight, steps=0, balanced=True
    )
    return runs.total.to_numpy().ravel() / r
