"""Numbers of the interactive panel: gradient descent on the chain by rate, depth and start.

The page computes single runs itself (``panel.js``). The last values after thousands of steps come
from the simulator, thresholds and 2-cycles from the theory.
"""

import base64
import math
from functools import cache
from typing import Any

import numpy as np

from depthlaws.sims.scalar import Grid, gradient_descent
from depthlaws.theory import chain

DEPTHS = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 1024, math.inf)
RATES = np.linspace(0.02, 4.2, 419)  # steps of 0.01
START, SKIPPED_STEPS, RECORDED_STEPS = 0.5, 1_200, 48
LOW, HIGH = (
    -10 / 116,
    245 / 116,
)  # alpha of the lowest and highest of 256 levels, 0 and 1 among them
STEPS = SKIPPED_STEPS + RECORDED_STEPS
DIVERGED_ALPHA = 10.0  # larger than alpha of every bounded orbit at these rates


@cache
def panel() -> dict[str, Any]:
    """Return the numbers of the panel as JSON values; infinite depth is ``inf``."""
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
    """Simulate total weight over its target in the last steps: (depth, rate, step)."""
    grid = Grid("feedforward", DEPTHS, scaled_rate=RATES, mu_yx=1.0, total=START, balanced=True)
    run = gradient_descent(grid, steps=STEPS, record=range(SKIPPED_STEPS, STEPS))
    return run.total.transpose("depth", "rate", "step").to_numpy()


def _packed(ends: Any) -> str:
    """Return Base64 of, for each rate, the number of levels visited and these levels.

    The number is 0 if the run diverged.
    """
    parts = []
    for orbit in ends:
        bounded = bool(np.all(np.isfinite(orbit) & (np.abs(orbit) < DIVERGED_ALPHA)))
        levels = np.unique(np.rint((orbit - LOW) / (HIGH - LOW) * 255)) if bounded else []
        inside = [int(v) for v in levels if 0 <= v <= 255]
        parts.append(bytes([len(inside), *inside]))
    return base64.b64encode(b"".join(parts)).decode()


def _thresholds(L: float) -> dict[str, Any]:
    """Return the rates at which the regime changes for starts below the target, or None."""
    thresholds = {
        "doubling": chain.period_doubling_rate(L) if L >= 2 else math.inf,
        "leaving": chain.leaving_rate(L),
        "divergence": chain.divergence_rate(L),
    }
    return {name: float(k) if math.isfinite(k) else None for name, k in thresholds.items()}


def _cycle(L: float) -> list[list[float]]:
    """Return the exact 2-cycle as triples (k, low, high), five decimals; empty for one layer."""
    if L < 2:
        return []
    rates = np.linspace(2, RATES[-1], 60)
    points = np.stack([rates, *chain.two_cycle(rates, L)], axis=1)
    return [[round(float(v), 5) for v in row] for row in points]
