"""Rates at which balanced gradient descent from a given start converges."""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.theory.chain.depths import real_depth, remainder
from depthlaws.theory.chain.descent_map import catapult_rate, gd_step, one_step_rate, zero_rate
from depthlaws.theory.chain.networks import any_depth
from depthlaws.theory.chain.thresholds import outer_cycle, recoil, zero_crossing
from depthlaws.theory.numerics import elementary
from depthlaws.theory.numerics.arguments import as_float, positive
from depthlaws.theory.numerics.types import Floats, Numbers, Truths

__all__ = ["convergence_limit", "converges", "monotone_limit"]

MAX_ORBIT_STEPS = 100_000


def monotone_limit(alpha0: Numbers, L: Numbers) -> Floats:
    """Return the rate k up to which alpha moves monotonically from alpha0 to the target.

    Parameters
    ----------
    alpha0 : float or array_like
        Relative total weight a/r at the start. Positive.
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.

    Returns
    -------
    float or ndarray
        Normalised rate k = eta S: 1 for every start below the target. The arguments broadcast.

    Raises
    ------
    ValueError
        If alpha0 <= 0 or L < 1.

    References
    ----------
    Source: chain, caption of figure 3, which has 1 for every start (CHAIN-R1).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.monotone_limit(4.0, L=8)
    0.150004
    """
    start = positive("alpha0", alpha0)
    bound = any_depth(one_step_rate, np.maximum(start, 1.0), L)
    return as_float(np.where(start < 1, 1.0, bound))


def _overshoot_limit(alpha0: Any, L: Any) -> Any:
    """Return the rate k at which the start is thrown too far; inf if no rate does that."""
    above = np.maximum(alpha0, 1.0)
    even = remainder(L, 2) == 0
    with np.errstate(divide="ignore"):
        step = np.where(even, catapult_rate.unchecked(above, L), zero_rate.unchecked(above, L))
    return np.where((alpha0 > 1) & (L > 1) & np.isfinite(L), step, np.inf)


def convergence_limit(alpha0: Numbers, L: Numbers) -> Floats:
    """Return the supremum of the rates k below which gradient descent from alpha0 always converges.

    At the limit itself it converges only where the limit is 2 and L > 1. For odd L some rates above
    the limit may converge too, see :func:`converges`.

    Parameters
    ----------
    alpha0 : float or array_like
        Relative total weight a/r at the start. Positive.
    L : float or array_like
        Depth: number of layers, 1 or a real number from 2 on, or inf.

    Returns
    -------
    float or ndarray
        Normalised rate k = eta S, at most 2. The arguments broadcast.

    Raises
    ------
    ValueError
        If alpha0 <= 0, or unless L = 1 or L >= 2.

    References
    ----------
    Source: chain, beyond the paper (X-C4).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.convergence_limit([0.1, 4.0], L=8)
    array([2.      , 1.885618])
    """
    alpha0, L = np.broadcast_arrays(positive("alpha0", alpha0), real_depth(L, least=1))
    return as_float(np.minimum(_overshoot_limit(alpha0, L), 2.0))


def converges(alpha0: Numbers, k: Numbers, L: Numbers) -> Truths:
    """Return True where gradient descent from alpha0 converges to a global minimum.

    At odd depth an orbit that overshoots 0 is followed until it stays near the target, flows into
    the saddle or diverges. At a depth that is not an integer overshooting 0 counts as failure.

    Parameters
    ----------
    alpha0 : float or array_like
        Relative total weight a/r at the start. Positive.
    k : float or array_like
        Normalised learning rate eta S, S the sharpness at the minimum. Positive.
    L : float or array_like
        Depth: number of layers, 1 or a real number from 2 on, or inf.

    Returns
    -------
    bool or ndarray of bool
        True for convergence. The arguments broadcast.

    Raises
    ------
    ValueError
        If alpha0 <= 0 or k <= 0, or unless L = 1 or L >= 2.

    References
    ----------
    Source: chain, beyond the paper (X-C2, X-C4).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.converges(0.1, [1.0, 2.5], L=8)
    array([ True, False])
    """
    alpha0, k, L = np.broadcast_arrays(
        positive("alpha0", alpha0), positive("k", k), real_depth(L, least=1)
    )
    local = np.where(L > 1, k <= 2, k < 2)
    decided = np.array((alpha0 == 1) | (local & (k < _overshoot_limit(alpha0, L))))
    doubtful = (L >= 3) & (remainder(L, 2) == 1) & local & ~decided
    if np.any(doubtful):
        decided[doubtful] = _followed(*(a[doubtful] for a in (alpha0, k, L)))
    return bool(decided) if decided.ndim == 0 else decided


def _followed(alpha0: Any, k: Any, L: Any) -> Any:
    """Return True for each orbit at odd depth that ends at the target.

    The other ends are the saddle (2) and infinity (3).
    """
    low, high = zero_crossing(k, L), outer_cycle(k, L)
    v, fate = elementary.power(alpha0, 1 / L), np.zeros(alpha0.shape, dtype=int)
    for _ in range(MAX_ORBIT_STEPS):
        size = elementary.power(np.abs(v), L)
        caught = (v <= 0) & (recoil(size, k, L) < 1)
        ends = [fate > 0, (v > 0) & (size < low), caught, size > high]
        fate = np.select(ends, [fate, 1, 2, 3], 0)
        if np.all(fate):
            return fate == 1
        v = np.where(fate > 0, v, gd_step.unchecked(v, k, L))
    where = f"alpha0={alpha0[fate == 0]}, k={k[fate == 0]}"
    msg = f"convergence is undecided after {MAX_ORBIT_STEPS} steps: {where}"
    raise ArithmeticError(msg)
