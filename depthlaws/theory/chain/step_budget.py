"""Best learning rates for a budget of steps: the rates at which the loss is exactly 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.theory.chain.descent_map import gd_total_step, one_step_rate
from depthlaws.theory.numerics.arguments import count, finite, numbers, positive, require
from depthlaws.theory.numerics.resource_limits import require_time
from depthlaws.theory.numerics.roots import root
from depthlaws.theory.numerics.types import Array

__all__ = ["best_rate", "exact_rates"]

GRID_POINTS = 4000  # of the search for changes of sign, from 1 up


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
    seconds = 2.5e-8 * GRID_POINTS * float(steps) ** 2
    require_time(seconds, f"the rates exact within {steps:,} steps", "ask for fewer steps")
    return float(alpha0), steps, L, below


def exact_rates(alpha0: float, steps: int, L: float, *, below: float = 2.0) -> Array:
    """Return the rates k <= below at which the loss is exactly 0 after this number of steps.

    The set grows with the number of steps and accumulates at 1 from above; rates closer to 1 than
    1e-6 are left out.

    Parameters
    ----------
    alpha0 : float
        Relative total weight a/r at the start. In (0, 1).
    steps : int
        Number of steps of gradient descent. At least 1.
    L : float
        Depth: number of layers, 1 or a real number from 2 on, or inf.
    below : float
        Largest normalised rate k that is searched. In (0, 3].

    Returns
    -------
    ndarray
        Normalised rates k = eta S, increasing. Shape (rate,).

    Raises
    ------
    ValueError
        If an argument lies outside its domain, or the search would take more than an hour.

    References
    ----------
    Source: chain, beyond the paper (X-C5).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.exact_rates(0.1, 8, L=8)
    array([1.29952, 1.464654, 1.695397])
    """
    alpha0, steps, L, below = _budget(alpha0, steps, L, below)
    if L == 1:
        return np.array([1.0]) if below >= 1 else np.array([])
    if below <= 1:
        return np.array([])
    grid = np.append(1 + np.geomspace(1e-6, below - 1, GRID_POINTS)[:-1], below)
    rates: list[float] = []
    for before in range(steps):

        def miss(k: Any, before: int = before) -> Any:
            # one more step from alpha_n is exact at the rate k = one_step_rate(alpha_n)
            return k - one_step_rate.unchecked(_after(k, alpha0, before, L), L)

        sign = np.sign(miss(grid))
        for i in np.flatnonzero(sign[1:] * sign[:-1] < 0):
            rates.append(root(miss, grid[i], grid[i + 1]))
        rates.extend(grid[sign == 0])
    return np.sort(rates)


def best_rate(alpha0: float, steps: int, L: float, *, below: float = 2.0) -> float:
    """Return a rate k <= below with the least loss after this number of steps from alpha0 < 1.

    The result is the smallest of :func:`exact_rates` where there is one (the best rate is then not
    unique), else ``below``. Reason: let alpha_k be the state from which one step of rate k leads to
    1 exactly. From below it a step stays below 1, and the next alpha rises with alpha and k; from
    between alpha_k and 1 it overshoots 1. While no step overshoots, the last alpha rises with k.
    The result is never below min(1, below).

    Parameters
    ----------
    alpha0 : float
        Relative total weight a/r at the start. In (0, 1).
    steps : int
        Number of steps of gradient descent. At least 1.
    L : float
        Depth: number of layers, 1 or a real number from 2 on, or inf.
    below : float
        Largest normalised rate k that is searched. In (0, 3].

    Returns
    -------
    float
        Normalised rate k = eta S.

    Raises
    ------
    ValueError
        If an argument lies outside its domain, or the search would take more than an hour.

    References
    ----------
    Source: chain, beyond the paper (X-C5).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.best_rate(0.1, 8, L=8)
    1.29952
    """
    alpha0, steps, L, below = _budget(alpha0, steps, L, below)
    rates = exact_rates(alpha0, steps, L, below=below)
    if rates.size:
        return float(rates[0])
    return float(below)
