"""Deep scalar linear networks: what depth does to sharpness, rates, time courses and descent."""

import theory.chain.courses  # noqa: F401 - registers the time courses
from theory.chain.asymptotics import (
    block2_plateau_time,
    convergence_constant,
    deep_time,
    descent_steps,
    plateau_time,
    uniform_plateau_time,
)
from theory.chain.flow import alpha, earliest, gap, time
from theory.chain.minima import (
    escape_rate,
    floor_basin,
    floor_max_learning_rate,
    minimum_sharpness,
)
from theory.chain.networks import learning_rate, max_learning_rate, sharpness
from theory.chain.stability import (
    capture_window,
    convergence_limit,
    converges,
    divergence_rate,
    leaving_rate,
    monotone_limit,
    outer_cycle,
    period_doubling_rate,
    two_cycle,
    zero_crossing,
)
from theory.chain.step_budget import best_rate, exact_rates
from theory.chain.transfer import Transfer, mismatch, transfer
from theory.chain.unbalanced import UnbalancedFlow, unbalanced_flow

__all__ = [
    "Transfer",
    "UnbalancedFlow",
    "alpha",
    "best_rate",
    "block2_plateau_time",
    "capture_window",
    "convergence_constant",
    "convergence_limit",
    "converges",
    "deep_time",
    "descent_steps",
    "divergence_rate",
    "earliest",
    "escape_rate",
    "exact_rates",
    "floor_basin",
    "floor_max_learning_rate",
    "gap",
    "learning_rate",
    "leaving_rate",
    "max_learning_rate",
    "minimum_sharpness",
    "mismatch",
    "monotone_limit",
    "outer_cycle",
    "period_doubling_rate",
    "plateau_time",
    "sharpness",
    "time",
    "transfer",
    "two_cycle",
    "unbalanced_flow",
    "uniform_plateau_time",
    "zero_crossing",
]
