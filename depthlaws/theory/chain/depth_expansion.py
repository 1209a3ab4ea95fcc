"""Time courses and sharpness of deep networks, expanded in powers of 1/L."""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.base.cost_notice import announce
from depthlaws.theory.chain import flow
from depthlaws.theory.chain.networks import BLOCK2
from depthlaws.theory.chain.symbols import (
    ABOVE_ONE,
    FINITE_DEPTH,
    MOMENTS,
    RATIO,
    L,
    alpha,
    alpha0,
    k,
    mu_xx,
    r,
)
from depthlaws.theory.chain.time_courses import ABOVE_FLOOR
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import as_float, numbers, positive
from depthlaws.theory.numerics.types import Floats, Numbers
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = ["deep_time"]

MIN_ALPHA = 1e-200  # below it only the terms that diverge with 1/alpha count
SECONDS_PER_END = 1.3e-3  # of the second order, in multiple precision
MAX_TERM = 1e307  # largest correction kept: a product with it is still a double

u = sp.Symbol("u", positive=True)  # variable of integration

_log = sp.log(alpha)

depth_correction = Formula(
    id="chain-depth-correction",
    says="Function J of t_L = t_oo + (2 tau/L) (J(alpha) - J(alpha0)) + O(L^-2).",
    source=CHAIN.beyond("X-D"),
    domain={alpha: POSITIVE},
    # J' = log(alpha) / (alpha^2 (1-alpha))
    expr=-(1 + _log) / alpha - sp.polylog(2, 1 - 1 / alpha),
)


def _second_correction(alpha: Any) -> Any:
    def correction(alpha: float) -> float:
        return float(second_depth_correction.mp(alpha, dps=25))

    return np.vectorize(correction, otypes=[float])(alpha)


second_depth_correction = Formula(
    id="chain-second-depth-correction",
    says="Function K of the next term of t_L below the target, (2 tau/L^2) (K(alpha) - K(alpha0)).",
    source=CHAIN.beyond("X-D"),
    domain={alpha: UNIT},
    # K' = log(alpha)^2 / (alpha^2 (1-alpha))
    expr=-(_log**2 + 2 * _log + 2) / alpha
    + _log**3 / 3
    - _log**2 * sp.log(1 - alpha)
    - 2 * _log * sp.polylog(2, alpha)
    + 2 * sp.polylog(3, alpha),
    kernel=_second_correction,
)

gd_depth_correction = Formula(
    id="chain-gd-depth-correction",
    says="Coefficient of 1/L in log(alpha_next/alpha) of gradient descent.",
    source=CHAIN.beyond("X-D"),
    domain={alpha: POSITIVE, k: POSITIVE},
    expr=-2 * k * alpha * (1 - alpha) * _log - (k * alpha * (1 - alpha)) ** 2 / 2,
)


PANEL_WIDTH = 0.125  # in log(log(r alpha)), to begin with
NODES = 20  # of the Gauss-Legendre rule on each panel
MAX_CHANGE = 1e-13  # relative, of a resolved integral when its panels are halved
MAX_HALVINGS = 12


def _log_ratio(high: float, low: float, difference: float | None = None) -> float:
    """Return log(high / low), to the digits of their difference where they are close."""
    share = (high - low if difference is None else difference) / low
    return np.log1p(share) if abs(share) < 0.5 else np.log(high / low)


def _block2_correction(alpha: Any, alpha0: Any, r: Any) -> Any:
    nodes, weights = np.polynomial.legendre.leggauss(NODES)

    def integral(start: float, growth: float, log_r: float, panels: int) -> float:
        half = growth / (2 * panels)
        grown = half * (2 * np.arange(panels)[:, None] + 1 + nodes)
        log = start + (log_r + start) * np.expm1(grown)  # of alpha
        slopes = -log_r / (np.exp(log) * special.exprel(log))
        return float(1.5 * half * (slopes @ weights).sum())

    def correction(alpha: float, alpha0: float, r: float) -> float:
        log_r, start = np.log(r), np.log(alpha0)
        growth = _log_ratio(log_r + np.log(alpha), log_r + start, _log_ratio(alpha, alpha0))
        if np.isnan(growth):  # below the floor of block two
            return np.nan
        panels = int(np.ceil(abs(growth) / PANEL_WIDTH)) or 1
        last = integral(start, growth, log_r, panels)
        for _ in range(MAX_HALVINGS):
            panels *= 2
            value = integral(start, growth, log_r, panels)
            if abs(value - last) <= MAX_CHANGE * abs(value):
                return value
            last = value
        msg = f"the integral is not resolved by {panels} panels at alpha0={alpha0:g}, r={r:g}"
        raise ArithmeticError(msg)

    return np.vectorize(correction, otypes=[float])(alpha, alpha0, r)


block2_depth_correction = Formula(
    id="block2-depth-correction",
    says="Coefficient c of t_L = t_oo + (tau/L) c + O(L^-2) for block two from alpha0 to alpha.",
    source=CHAIN.beyond("X-D"),
    domain={alpha: POSITIVE, alpha0: POSITIVE, r: ABOVE_ONE},
    given=ABOVE_FLOOR,
    # 3/2 int log(r) log(a) / ((log(r) + log(a)) a^2 (1-a)) da with u = log(log(r a))
    expr=sp.Rational(3, 2)
    * sp.Integral(
        sp.log(r)
        * (sp.exp(u) - sp.log(r))
        / (sp.exp(sp.exp(u) - sp.log(r)) * (1 - sp.exp(sp.exp(u) - sp.log(r)))),
        (u, sp.log(sp.log(r * alpha0)), sp.log(sp.log(r * alpha))),
    ),
    kernel=_block2_correction,
    budget=32.0,
)

sharpness_expansion = Formula(
    id="block2-sharpness-expansion",
    says="Sharpness of block two to third order in 1/L.",
    source=CHAIN.eq(35),
    domain={L: FINITE_DEPTH, **MOMENTS},
    given=BLOCK2.given,
    expr=4
    / L
    * mu_xx
    * RATIO**2
    * sp.log(RATIO)
    * (1 - 3 * sp.log(RATIO) / (2 * L) + 7 * sp.log(RATIO) ** 2 / (6 * L**2)),
)


def deep_time(
    alpha: Numbers, alpha0: Numbers, L: Numbers, tau: Numbers = 1.0, *, order: int = 1
) -> Floats:
    """Return the time of the flow from alpha0 to alpha, expanded in 1/L to the given order.

    The error is O(L^-(order+1)) for L >> 2 log(1/alpha0).

    Parameters
    ----------
    alpha : float or array_like
        Relative total weight a/r at the end. Positive, on the same side of 1 as ``alpha0``.
    alpha0 : float or array_like
        Relative total weight a/r at the start. Positive; below 1 for order 2.
    L : float or array_like
        Depth: number of layers. Positive.
    tau : float or array_like
        Time constant 1/(eta S), in gradient steps. Positive.
    order : {0, 1, 2}
        Order in 1/L: the last power of 1/L that is kept.

    Returns
    -------
    float or ndarray
        Time, in the unit of ``tau``. The arguments broadcast.

    Raises
    ------
    ValueError
        If the order is none of 0, 1, 2, or an argument lies outside its domain.

    References
    ----------
    Source: chain, beyond the paper (X-D).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.deep_time(0.9, 0.1, L=64, order=2)
    12.7399
    """
    if isinstance(order, bool) or order not in (0, 1, 2):
        msg = f"order must be 0, 1 or 2, got {shown(order)}"
        raise ValueError(msg)
    depth, tau = positive("L", L), positive("tau", tau)
    if order == 2:
        count = np.size(alpha) + np.size(alpha0)  # pyrefly: ignore
        announce(f"deep_time to second order at {count:,} ends", SECONDS_PER_END * count)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        total = flow.time(alpha, alpha0, np.inf) + 0 * depth
        if order >= 1:
            terms = depth_correction(alpha) - depth_correction(alpha0)
            if order == 2:
                gain = second_depth_correction(alpha) - second_depth_correction(alpha0)
                terms = terms + gain / depth
            total = total + 2 * (terms / depth)
        ends = numbers("alpha", alpha), numbers("alpha0", alpha0)
        near = np.minimum(*ends) > MIN_ALPHA
        if not np.all(near):
            total = np.where(near, total, _early(*ends, depth, order))
        return as_float(tau * total)


def _early(alpha: Any, alpha0: Any, L: Any, order: int) -> Any:
    """Return deep_time where the smaller end is tiny, from the terms that diverge with it."""
    smaller = np.minimum(alpha, alpha0)

    def reduced(a: Any) -> Any:
        log = np.log(a)
        second = 2 * (log**2 + 2 * log + 2) / L if order == 2 else 0.0
        correction = 1 + (2 * (1 + log) + second) / L if order >= 1 else 1 + 0 * log
        return smaller / a * np.clip(correction, -MAX_TERM, MAX_TERM)

    return (reduced(alpha0) - reduced(alpha)) / smaller
