"""Numbers of the live panel: gradient descent on the chain, by rate, depth and start.

The page computes single runs itself (``panel.js``); what takes thousands of steps is computed here
by the simulator, and what is exact comes from the theory.
"""

import base64
import math
from functools import cache
from typing import Any

import numpy as np

from depthlaws.sims.scalar import Grid, gradient_descent
from depthlaws.theory import chain

__all__ = ["panel"]

DEPTHS = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 1024, math.inf)
RATES = np.linspace(0.02, 4.2, 419)  # steps of 0.01
START, WAIT, WATCH = 0.5, 1_200, 48
LOW, HIGH = -10 / 116, 245 / 116  # alpha of the lowest and highest of 256 levels; 0, 1 are levels
GONE = 10.0  # no bounded orbit of these rates comes so far


@cache
def panel() -> dict[str, Any]:
    """Everything that the panel needs from Python, ready for JSON; infinite depth is ``inf``."""
    return {
        "rates": [float(RATES[0]), float(RATES[-1]), len(RATES)],
        "levels": [LOW, HIGH],
        "start": START,
        "depths": [_depth(L, ends) for L, ends in zip(DEPTHS, _ends(), strict=True)],
    }


def _depth(L: float, ends: Any) -> dict[str, Any]:
    return {
        "L": "inf" if math.isinf(L) else L,
        "ends": _packed(ends),
        "thresholds": _thresholds(L),
        "cycle": _cycle(L),
    }


def _ends() -> Any:
    """Total weight over its target in the last steps: (depth, rate, step)."""
    grid = Grid("feedforward", DEPTHS, scaled_rate=RATES, mu_yx=1.0, total=START, balanced=True)
    run = gradient_descent(grid, steps=WAIT + WATCH, record=range(WAIT, WAIT + WATCH))
    return run.total.transpose("depth", "rate", "step").to_numpy()


def _packed(ends: Any) -> str:
    """Base64 of, for each rate, how many levels are visited and which; 0 where the run diverged."""
    parts = []
    for orbit in ends:
        bounded = bool(np.all(np.isfinite(orbit) & (np.abs(orbit) < GONE)))
        levels = np.unique(np.rint((orbit - LOW) / (HIGH - LOW) * 255)) if bounded else []
        kept = [int(v) for v in levels if 0 <= v <= 255]
        parts.append(bytes([len(kept), *kept]))
    return base64.b64encode(b"".join(parts)).decode()


def _thresholds(L: float) -> dict[str, Any]:
    """Rates at which the regime changes for starts below the target; None where it never does."""
    found = {
        "doubling": chain.period_doubling_rate(L) if L >= 2 else math.inf,
        "leaving": chain.leaving_rate(L),
        "divergence": chain.divergence_rate(L),
    }
    return {name: float(k) if math.isfinite(k) else None for name, k in found.items()}


def _cycle(L: float) -> list[list[float]]:
    """Exact 2-cycle as triples (k, low, high), five decimals; none for a single layer."""
    if L < 2:
        return []
    rates = np.linspace(2, RATES[-1], 60)
    points = np.stack([rates, *chain.two_cycle(rates, L)], axis=1)
    return [[round(float(v), 5) for v in row] for row in points]
