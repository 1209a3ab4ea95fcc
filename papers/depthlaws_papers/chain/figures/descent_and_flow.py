"""Gradient descent, exact flow and loss landscapes at a normalised rate, for the chain figures."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.chain.balanced_flow import LOSS

DEPTHS: dict[str, Any] = {"name": "L", "low": 1, "high": 1024, "whole": True}  # of a setting


def scaled_rate(
    k: Any, depths: Sequence[float], r: float, *, network: str = "feedforward"
) -> xr.DataArray:
    """Return the rate c (eta = c/L, c or c L) at which eta*S equals k at every depth.

    Shapes: k scalar or (rate) -> (depth,) or (depth, rate).
    """
    depth = np.asarray(depths, dtype=float)
    # k grows from one layer to L by the mismatch factor of the agnostic rule, also at L = inf.
    shallow = chain.sharpness(1, r, 1.0, network=network)
    unit = 1 / (shallow * chain.mismatch(depth, 1, r, network=network))
    unit = xr.DataArray(unit, dims="depth", coords={"depth": depth})
    if np.ndim(k) == 0:
        return unit * k
    return unit * xr.DataArray(np.asarray(k), dims="rate", coords={"rate": np.asarray(k)})


def landscape(network: str, weight: np.ndarray, depths: Sequence[int]) -> dict[str, Any]:
    """Return loss with all weights equal, (depth, weight), simulated and exact, for data y = x."""
    simulated = [
        scalar.loss(network, np.repeat(weight[:, None], L, axis=1), mu_yx=1.0) for L in depths
    ]
    # Unchecked: the formula's domain ends at w = 0, but its array code is valid for factors >= 0.
    exact = [LOSS[network].unchecked(weight, float(L), 1.0, 1.0) for L in depths]
    dims = ("depth", "weight")
    return {"landscape": (dims, np.stack(simulated)), "landscape_theory": (dims, np.stack(exact))}


def hessian_sharpness(network: str, depths: Sequence[int], weight: float) -> list[float]:
    """Return the largest Hessian eigenvalue, simulated, all weights equal, for data y = x."""
    hessians = [scalar.hessian(network, np.full(L, weight), mu_yx=1.0) for L in depths]
    return [float(np.linalg.eigvalsh(h)[-1]) for h in hessians]


def descent(
    depths: Sequence[float],
    k: Any,
    *,
    r: float = 1.0,
    network: str = "feedforward",
    steps: int,
    record: Iterable[int] | None = None,
    observe: Sequence[str] = ("total", "loss"),
    **start: Any,
) -> xr.Dataset:
    """Simulate gradient descent at normalised rate k; ``alpha`` is total weight over target r.

    Finite depths are simulated with all their weights, infinite depth by the limit map.
    """
    rate = scaled_rate(k, depths, r, network=network)
    grid = scalar.Grid(network, list(depths), mu_yx=r, scaled_rate=rate, **start)
    run = scalar.gradient_descent(grid, steps=steps, record=record, observe=observe)
    return run.assign(alpha=run.total / r)


def flow(
    times: Any, alpha0: Any, depths: Sequence[float], tau: float, **options: Any
) -> xr.Dataset:
    """Return exact gradient flow, (depth, step): ``alpha``, and ``gap`` = 1 - alpha accurately.

    alpha0 is one number, or one number for each depth.
    """
    t, depth = np.asarray(times, dtype=float), np.asarray(depths, dtype=float)
    start = np.broadcast_to(np.asarray(alpha0, dtype=float), depth.shape)[:, None]
    course = {
        name: (("depth", "step"), solve(t, start, depth[:, None], tau, **options))
        for name, solve in (("alpha", chain.alpha), ("gap", chain.gap))
    }
    return xr.Dataset(course, coords={"depth": depth, "step": t})


def window(x: np.ndarray, good: np.ndarray) -> tuple[float, float]:
    """Return the ends of the longest run of good rates; NaN if no rate is good."""
    runs = [[*run] for is_good, run in groupby(range(len(x)), good.__getitem__) if is_good]
    if not runs:
        return np.nan, np.nan
    longest = max(runs, key=len)
    return x[longest[0]], x[longest[-1]]
