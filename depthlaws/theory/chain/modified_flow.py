"""Gradient descent against its flow: the modified flow, the lag, and the steps to a point."""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.theory.chain import flow
from depthlaws.theory.chain.descent_map import gd_step
from depthlaws.theory.chain.flow_solver import box_cox
from depthlaws.theory.chain.symbols import L, alpha, alpha0, k, v
from depthlaws.theory.chain.time_courses import SAME_SIDE
from depthlaws.theory.numerics import elementary
from depthlaws.theory.numerics.arguments import as_float, numbers, positive
from depthlaws.theory.numerics.elementary import log_ratio
from depthlaws.theory.numerics.types import Floats, Numbers
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import DEPTH, POSITIVE
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = ["descent_steps"]

_f = sp.expand((gd_step.deferred - v) / k)
_f1, _f2 = sp.diff(_f, v), sp.diff(_f, v, 2)

modified_flow = Formula(
    id="chain-modified-flow",
    says="dv/dn of the flow that gradient descent follows to third order in k.",
    source=CHAIN.beyond("X-E"),
    domain=dict(gd_step.declared),
    expr=k * _f - k**2 / 2 * _f * _f1 + k**3 * (_f**2 * _f2 / 12 + _f * _f1**2 / 3),
)

modified_total_flow = Formula(
    id="chain-modified-total-flow",
    says="d(alpha)/dn of the flow that gradient descent follows to second order in k.",
    source=CHAIN.beyond("X-E"),
    domain={alpha: POSITIVE, k: POSITIVE, L: DEPTH},
    expr=k
    * alpha ** (2 - 2 / L)
    * (1 - alpha)
    * (1 + k / 2 * alpha ** (1 - 2 / L) * ((2 - 1 / L) * alpha - (1 - 1 / L))),
)


def _lag(alpha: Any, alpha0: Any, L: Any) -> Any:
    share = np.where(np.isinf(L), 1.0, (L - 1) / L)
    climbed = share * log_ratio(alpha, alpha0, alpha - alpha0)
    return (climbed + log_ratio(1 - alpha, 1 - alpha0, alpha0 - alpha)) / 2


descent_lag = Formula(
    id="chain-descent-lag",
    says="Steps by which gradient descent trails the flow between alpha0 and alpha, as k -> 0.",
    source=CHAIN.beyond("X-E"),
    domain={alpha: POSITIVE, alpha0: POSITIVE, L: DEPTH},
    given=SAME_SIDE,
    expr=((1 - 1 / L) * sp.log(alpha / alpha0) + sp.log((1 - alpha) / (1 - alpha0))) / 2,
    kernel=_lag,
)


def descent_steps(
    alpha: Numbers, alpha0: Numbers, k: Numbers, L: Numbers, *, order: int = 3
) -> Floats:
    """Return the steps of gradient descent from alpha0 to alpha, expanded in the rate k.

    Order 1 is the flow and order 2 adds the lag. A fractional number interpolates between steps.
    The error is O(k^(order-1)) steps.

    Parameters
    ----------
    alpha : float or array_like
        Relative total weight a/r at the end. Positive, on the same side of 1 as ``alpha0``.
    alpha0 : float or array_like
        Relative total weight a/r at the start. Positive.
    k : float or array_like
        Normalised learning rate eta S, S the sharpness at the minimum. Positive.
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.
    order : {1, 2, 3}
        Order in k: number of terms of the expansion.

    Returns
    -------
    float or ndarray
        Number of gradient steps. The arguments broadcast.

    Raises
    ------
    ValueError
        If the order is none of 1, 2, 3, or an argument lies outside its domain.

    References
    ----------
    Source: chain, beyond the paper (X-E).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.descent_steps(0.9, 0.1, k=0.5, L=8)
    19.1356
    """
    if isinstance(order, bool) or order not in (1, 2, 3):
        msg = f"order must be 1, 2 or 3, got {shown(order)}"
        raise ValueError(msg)
    rate = positive("k", k)
    with np.errstate(over="ignore"):
        steps = flow.time(alpha, alpha0, L) / rate
    endless = np.isinf(steps)  # the corrections to an infinite time are infinite too
    if order >= 2:
        with np.errstate(invalid="ignore"):
            steps = np.where(endless, steps, steps + descent_lag(alpha, alpha0, L))
    if order == 3:
        ends = (numbers(name, x) for name, x in (("alpha", alpha), ("alpha0", alpha0), ("L", L)))
        with np.errstate(invalid="ignore"):
            steps = np.where(endless, steps, steps - rate / 12 * _third_order(*ends))
    return as_float(steps)


def _rise(x: Any, x0: Any, log: Any, p: Any) -> Any:
    """Return (x^p - x0^p)/p from the larger power: the quotient of both may leave the doubles."""
    upper = elementary.power(x, p) * box_cox(log, p)
    return np.where(p * log < 0, -elementary.power(x0, p) * box_cox(-log, p), upper)


def _third_order(alpha: Any, alpha0: Any, L: Any) -> Any:
    """Return F' + int f'^2/f dv between the ends.

    The integral is a time of the flow at the dual depth L/(L-1).
    """
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        dual = np.where(np.isinf(L), 1.0, L / (L - 1))
        q, lift, log = 1 - 2 / L, 2 - 1 / L, log_ratio(alpha, alpha0, alpha - alpha0)
        rises = [_rise(alpha, alpha0, log, p) for p in (q, q + 1)]
        slope = (1 - 1 / L) * q * rises[0] - lift * (q + 1) * rises[1]
    square = flow.time(alpha, alpha0, dual) - lift / L * rises[0] - lift**2 * rises[1]
    return slope + square
