"""Shared by the claims of both versions of the looped paper: symbols, streams, small networks."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.sims.estimate import Estimate
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval

COUNTS = Interval(1, 64, integer=True)
SCALE = Interval(sp.Rational(1, 20), 1)
SEEDS = Interval(0, 10**6, integer=True)


def network(stream: Stream, width: int) -> ResidualMLP:
    """The finite network whose infinite-width limit a stream is."""
    return ResidualMLP(
        width=width, loops=stream.loops, layers=stream.layers, eps=stream.eps, s=stream.s,
        h0=stream.h0, activation=str(stream.activation), normalize=stream.normalize,
    )  # fmt: skip


def sampled(
    stream: Stream, quantity: str, *, width: int, samples: int, seed: int, **options: Any
) -> Estimate:
    """One observable of finite networks at the output, by the matrix-free simulator."""
    data = matrix_free.simulate(
        network(stream, width), Ensemble(samples=samples, seed=seed, **options), observe=(quantity,)
    )[quantity]
    last = {d: -1 for d in data.dims if d in {"time", "time_other"}}
    return Estimate.of(data.isel(last).to_numpy())


def path(seed: int, *, width: int, loops: int, eps: float, layers: int = 1) -> Mapping[str, Any]:
    """One dense network, its weights and its forward pass, in plain NumPy.

    h (step + 1, width), u and r (step, width), W (layer, width, width).
    """
    rng = np.random.default_rng(int(seed))
    W = rng.standard_normal((layers, width, width)) / np.sqrt(width)
    h, u, r = [rng.standard_normal(width)], [], []
    for step in range(loops * layers):
        u.append(np.maximum(h[-1], 0))
        r.append(W[step % layers] @ u[-1])
        h.append(h[-1] + eps * r[-1])
    return {"W": W, "h": np.array(h), "u": np.array(u), "r": np.array(r)}
