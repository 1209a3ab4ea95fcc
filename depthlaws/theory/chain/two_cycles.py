"""Balanced gradient descent as a map: the 2-cycle, and the rate at which it turns unstable."""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.theory.chain.depths import real_depth
from depthlaws.theory.chain.descent_map import (
    cycle_high,
    cycle_low,
    cycle_multiplier,
    cycle_rate,
    flip_total,
)
from depthlaws.theory.numerics.arguments import as_float, numbers, require
from depthlaws.theory.numerics.roots import root
from depthlaws.theory.numerics.types import Floats, Numbers

__all__ = ["period_doubling_rate", "two_cycle"]

MAX_HALF_LOG_RATIO = 20.0  # of the two points of a 2-cycle
ONSET = 1e-9  # k - 2 below which the leading order of a 2-cycle is exact to rounding of k
MARGIN = 1e-9  # distance of a bracket from its singular end


def two_cycle(k: Numbers, L: Numbers) -> tuple[Floats, Floats]:
    """Return both points alpha of the positive 2-cycle at rate k >= 2.

    There is exactly one such cycle for k > 2 and none below.

    Parameters
    ----------
    k : float or array_like
        Normalised learning rate eta S, S the sharpness at the minimum. At least 2, below 1e8.
    L : float or array_like
        Depth: number of layers, a real number from 2 on, or inf.

    Returns
    -------
    low, high : float or ndarray
        Relative total weights of the two points. The arguments broadcast.

    Raises
    ------
    ValueError
        If k < 2 or L < 2.

    References
    ----------
    Source: chain, beyond the paper (X-C2).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.two_cycle(2.2, L=2)
    (0.663494, 1.2456)
    """
    k, L = np.broadcast_arrays(numbers("k", k), real_depth(L))
    largest = cycle_rate.unchecked(MAX_HALF_LOG_RATIO, L)
    require("k", k, (k >= 2) & (k < largest), "at least 2, and below 1e8")

    def excess(x: Any, k: Any, L: Any) -> Any:
        return np.log(cycle_rate.unchecked(x, L) / k)

    onset = np.sqrt(np.maximum(k - 2, 0) / flip_total.unchecked(L))
    early = k - 2 < ONSET
    x = root(excess, MARGIN, MAX_HALF_LOG_RATIO, np.where(early, 3.0, k), L)
    x = np.where(early, onset, x)
    return as_float(cycle_low.unchecked(x, L)), as_float(cycle_high.unchecked(x, L))


def period_doubling_rate(L: Numbers) -> Floats:
    """Return the rate k at which the 2-cycle loses stability: 2(sqrt(5)-1) for two layers.

    Parameters
    ----------
    L : float or array_like
        Depth: number of layers, a real number from 2 on, or inf.

    Returns
    -------
    float or ndarray
        Normalised rate k = eta S, of the shape of ``L``.

    Raises
    ------
    ValueError
        If L < 2.

    References
    ----------
    Source: chain, beyond the paper (X-C3).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.period_doubling_rate(2)
    2.47214
    """
    L = real_depth(L)
    x = root(lambda x, L: cycle_multiplier.unchecked(x, L) + 1, 1e-3, 1.5, L)
    return as_float(cycle_rate.unchecked(x, L))
