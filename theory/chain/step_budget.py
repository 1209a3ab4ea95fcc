"""The best learning rate for a budget of steps: where the loss is exactly 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.theory.chain.descent_map import gd_total_step, one_step_rate
from depthlaws.theory.numerics.arguments import count, finite, numbers, positive, require
from depthlaws.theory.numerics.limits import require_time
from depthlaws.theory.numerics.roots import root
from depthlaws.theory.numerics.types import Array

__all__ = ["best_rate", "exact_rates"]

GRID = 4000


def _after(k: Any, alpha0: float, steps: int, L: float) -> Any:
    alpha = np.broadcast_to(alpha0, np.shape(k))
    with np.errstate(all="ignore"):
        for _ in range(steps):
            alpha = gd_total_step.unchecked(alpha, k, L)
    return alpha


def _budget(alpha0: float, steps: int, L: float, below: float) -> tuple[float, int, float, float]:
    alpha0, L, below = positive("alpha0", alpha0), float(numbers("L", L)), finite("below", below)
    require("alpha0", np.float64(alpha0), np.bool_(alpha0 < 1), "below 1")
    require("L", np.float64(L), np.bool_(L == 1 or L >= 2), "1 or at least 2 (infinity allowed)")
    require("below", np.float64(below), np.bool_(0 < below <= 3), "in (0, 3]")
    steps = count("steps", steps)
    seconds = 4e-8 * GRID * float(steps) ** 2
    require_time(seconds, f"the rates exact within {steps:,} steps", "ask for fewer steps")
    return float(alpha0), steps, L, below


def exact_rates(alpha0: float, steps: int, L: float, *, below: float = 2.0) -> Array:
    """Rates k <= below at which the loss is exactly 0 after ``steps`` steps, increasing.

    Source: chain, beyond the paper (X-C5). The set grows with the budget and accumulates at 1
    from above; rates closer to 1 than 1e-6 are left out.
    Raises: ValueError unless 0 < alpha0 < 1, steps >= 1, 0 < below <= 3.

    >>> from depthlaws import chain
    >>> chain.exact_rates(0.1, 8, L=8)
    array([1.29952, 1.464654, 1.695397])
    """
    alpha0, steps, L, below = _budget(alpha0, steps, L, below)
    if L == 1:
        return np.array([1.0]) if below >= 1 else np.array([])
    if below <= 1:
        return np.array([])
    grid = np.append(1 + np.geomspace(1e-6, below - 1, GRID)[:-1], below)
    found: list[float] = []
    for before in range(steps):

        def miss(k: Any, before: int = before) -> Any:
            # one more step from alpha_n is exact at the rate k = one_step_rate(alpha_n)
            return k - one_step_rate.unchecked(_after(k, alpha0, before, L), L)

        sign = np.sign(miss(grid))
        for i in np.flatnonzero(sign[1:] * sign[:-1] < 0):
            found.append(root(miss, grid[i], grid[i + 1]))
        found.extend(grid[sign == 0])
    return np.sort(found)


def best_rate(alpha0: float, steps: int, L: float, *, below: float = 2.0) -> float:
    """A rate k <= below with the least loss after ``steps`` steps from alpha0 < 1.

    The smallest of :func:`exact_rates` where there is one ("the" best rate is not unique then).
    Otherwise ``below``: a step maps alpha below alpha_k to below 1 and there rises with alpha and
    k, a step from (alpha_k, 1) overshoots 1; while nothing does, the last alpha rises with k.
    Never below min(1, below).
    Raises: as :func:`exact_rates`.

    >>> from depthlaws import chain
    >>> chain.best_rate(0.1, 8, L=8)
    1.29952
    """
    alpha0, steps, L, below = _budget(alpha0, steps, L, below)
    rates = exact_rates(alpha0, steps, L, below=below)
    if rates.size:
        return float(rates[0])
    return float(below)
