"""Explorer of the chain: gradient descent by rate, depth and start.

The page computes single runs itself. The last values after thousands of steps come
from the simulator, thresholds and 2-cycles from the theory.
"""

import base64
import math
from functools import cache
from typing import Any

import numpy as np

from depthlaws.report.explorers.records import Explorer, Field, choice, number, whole
from depthlaws.sims.scalar import Grid, gradient_descent
from depthlaws.theory import chain

DEPTHS = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 1024, math.inf)
START, SKIPPED_STEPS, RECORDED_STEPS = 0.5, 1_200, 48
STEPS = SKIPPED_STEPS + RECORDED_STEPS
RATES = 400  # rates of a depth
ABOVE_DIVERGENCE = 1.05  # largest rate over that of divergence
LARGEST_RATE_INFINITE = 6.0  # at infinite depth, where no rate diverges
DIVERGED_ALPHA = 1_000.0  # larger than alpha of every bounded orbit at these rates
LEVELS = (-1.0, 4.0)  # alpha that can be shown, in 256 levels of each depth's own range


@cache
def panel() -> dict[str, Any]:
    """Return the numbers of the explorer as JSON values; infinite depth is ``inf``."""
    return {"start": START, "depths": [_depth(L) for L in DEPTHS]}


def rates(L: float) -> Any:
    """Return the rates of a depth, up to those that diverge."""
    top = chain.divergence_rate(L) * ABOVE_DIVERGENCE
    return np.linspace(0.02, min(top, LARGEST_RATE_INFINITE if math.isinf(L) else top), RATES)


def _name(L: float) -> str:
    return "inf" if math.isinf(L) else str(L)


def _depth(L: float) -> dict[str, Any]:
    k, ends = rates(L), _ends(L)
    bounded = np.all(np.isfinite(ends) & (np.abs(ends) < DIVERGED_ALPHA), axis=-1)
    low, high = np.clip([ends[bounded].min(), ends[bounded].max()], *LEVELS)
    return {
        "L": _name(L),
        "rates": [float(k[0]), float(k[-1]), len(k)],
        "levels": [float(low), float(high)],
        "ends": _packed(ends, bounded, low, high),
        "thresholds": _thresholds(L),
        "cycle": _cycle(L),
    }


def _ends(L: float) -> Any:
    """Simulate total weight over its target in the last steps: (rate, step)."""
    grid = Grid("feedforward", L, scaled_rate=rates(L), mu_yx=1.0, total=START, balanced=True)
    run = gradient_descent(grid, steps=STEPS, record=range(SKIPPED_STEPS, STEPS))
    return run.total.transpose("rate", "step", ...).to_numpy().reshape(RATES, -1)


def _packed(ends: Any, bounded: Any, low: float, high: float) -> str:
    """Return Base64 of, for each rate, the number of levels visited and these levels.

    The number is 0 if the run diverged.
    """
    parts = []
    for orbit, inside in zip(ends, bounded, strict=True):
        visited = np.rint((orbit - low) / (high - low) * 255) if inside else np.empty(0)
        levels = [int(v) for v in np.unique(visited) if 0 <= v <= 255]
        parts.append(bytes([len(levels), *levels]))
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
    k = np.linspace(2, rates(L)[-1], 60)
    points = np.stack([k, *chain.two_cycle(k, L)], axis=1)
    return [[round(float(v), 5) for v in row] for row in points]


CHAIN = Explorer(
    id="chain",
    papers=("chain",),
    question="What does gradient descent do on a deep linear chain at my rate?",
    says="Total weight, relative to the target, of a balanced chain of L scalar layers under "
    "gradient descent at the normalised rate k = eta S, S the sharpness at the minimum. Dots are "
    "steps of gradient descent; lines are exact: the flow, the map, the 2-cycle.",
    fields=(
        Field(
            name="k",
            label="normalised rate k",
            default=2.2,
            low=0.02,
            high=14,
            step="0.01",
            slider=True,
        ),
        choice(
            "L",
            "layers L",
            "4",
            {name: "infinite" if name == "inf" else name for name in map(_name, DEPTHS)},
        ),
        number("alpha0", "start, relative to the target", 0.1, 1e-4, 2),
        whole("n", "steps shown", 60, 1, 400),
    ),
    plots=(
        "Total weight over steps: descent (dots), flow (line)",
        "Map from one step to the next, with the steps taken",
        f"Last values of descent (from {START}) over the rate, exact 2-cycle, dashed line at k",
    ),
    commands="depthlaws simulate scalar --network feedforward --depth 4 --scaled-rate 2.2 "
    "--mu-yx 1 --total 0.1 --balanced true --steps 60",
    data=panel,
)
