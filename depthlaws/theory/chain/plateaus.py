"""Plateaus: the time that the flow stays near its start, as printed and uniform in depth.

With q = 1-2/L the time from alpha0 to theta is, exactly,

    (alpha0^-q - theta^-q)/q + (theta^(1-q) - alpha0^(1-q))/(1-q) + T(theta) - T(alpha0),
    T(a) = int_0^a x^(1-q)/(1-x) dx,

and T(alpha0) is small at every depth: dropping it is the uniform plateau time. The paper's
equation 10 keeps the first term alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.theory.chain.balanced import MINIMUM
from depthlaws.theory.chain.flow_solver import box_cox
from depthlaws.theory.chain.minima import escape_rate_formula
from depthlaws.theory.chain.networks import any_depth, stretched
from depthlaws.theory.chain.symbols import (
    ABOVE_ONE,
    FINITE_DEPTH,
    L,
    alpha0,
    mu_xx,
    mu_yx,
    r,
    tau,
    theta,
    w0,
)
from depthlaws.theory.numerics import elementary, special
from depthlaws.theory.numerics.arguments import as_float, positive, require
from depthlaws.theory.numerics.types import Floats, Numbers
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import DEPTH, POSITIVE, UNIT, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = ["block2_plateau_time", "plateau_time", "uniform_plateau_time"]

ABOVE_TWO = Interval(2, sp.oo, left_open=True, right_open=True)
PLATEAU = {alpha0: UNIT, L: FINITE_DEPTH}
q = 1 - 2 / L
SERIES_TERMS = 60  # in power series at 1/2

printed_plateau = Formula(
    id="chain-plateau-time",
    says="Duration of the initial plateau as printed: for two layers, and for three or more.",
    source=CHAIN.eq(10),
    domain={alpha0: UNIT, L: Interval(2, sp.oo), tau: POSITIVE},
    given=sp.Or(sp.Eq(L, 2), sp.Ge(L, 3)),
    expr=sp.Piecewise(
        (tau * sp.log(1 / alpha0), sp.Eq(L, 2)), (tau / ((1 - 2 / L) * alpha0 ** (1 - 2 / L)), True)
    ),
    kernel=lambda alpha0, L, tau: (
        tau
        * np.where(
            L == 2, -np.log(alpha0), 1 / ((1 - 2 / L) * alpha0 * elementary.power(alpha0, -2 / L))
        )
    ),
)


def _tail(x: Any, L: Any) -> Any:
    """Return T(x) = int_0^x s^(2/L)/(1-s) ds."""
    power = 1 + 2 / L
    near, far = np.minimum(x, 0.5), np.minimum(1 - x, 0.5)
    series, tail, factor = 0.0, 0.0, 1.0
    for n in range(SERIES_TERMS):
        series = series + elementary.power(near, n) / (n + power)
    for n in range(1, SERIES_TERMS):
        factor = factor * (n - power) / n * far
        tail = tail + factor / n
    above = -np.log(1 - x) - np.euler_gamma - special.digamma(power) - tail
    return np.where(x <= 0.5, elementary.power(near, power) * series, above)


def _remainder(x: Any) -> Any:
    power = 1 + 2 / L
    return x**power / power * sp.hyper((1, power), (power + 1,), x)


def _uniform_plateau(alpha0: Any, L: Any, theta: Any) -> Any:
    q, two_over_L = 1 - 2 / L, 2 / L
    log = np.log(theta / alpha0)
    early = elementary.power(alpha0, two_over_L) / alpha0 * box_cox(log, q)
    return early + elementary.power(theta, two_over_L) * box_cox(log, two_over_L) + _tail(theta, L)


uniform_plateau = Formula(
    id="chain-uniform-plateau",
    says="Plateau t/tau up to alpha = theta, too long by less than the plateau remainder bound.",
    source=CHAIN.beyond("CHAIN-E10"),
    domain={alpha0: UNIT, L: FINITE_DEPTH, theta: UNIT},
    given=sp.And(sp.Ne(L, 2), sp.Lt(alpha0, theta)),
    expr=(alpha0**-q - theta**-q) / q
    + (theta ** (2 / L) - alpha0 ** (2 / L)) / (2 / L)
    + _remainder(theta),
    kernel=_uniform_plateau,
)

plateau_remainder = Formula(
    id="chain-plateau-remainder",
    says="Excess of the uniform plateau time t/tau over the exact one.",
    source=CHAIN.beyond("CHAIN-E10"),
    values=POSITIVE,
    rising=(alpha0,),
    domain={alpha0: UNIT, L: DEPTH},
    expr=_remainder(alpha0),
    kernel=_tail,
)

plateau_bound = Formula(
    id="chain-plateau-remainder-bound",
    says="Upper bound of the plateau remainder.",
    source=CHAIN.beyond("CHAIN-E10"),
    domain={alpha0: UNIT, L: DEPTH},
    expr=alpha0 ** (1 + 2 / L) / ((1 + 2 / L) * (1 - alpha0)),
)

plateau_lower = Formula(
    id="chain-infinite-plateau-lower",
    says="Lower bound of t/tau from alpha0 to theta at infinite depth.",
    source=CHAIN.beyond("ERR-A3"),
    domain={alpha0: UNIT, theta: UNIT},
    given=sp.Lt(alpha0, theta),
    expr=1 / alpha0 - 1 / theta,
)

plateau_upper = Formula(
    id="chain-infinite-plateau-upper",
    says="Upper bound of t/tau from alpha0 to theta at infinite depth.",
    source=CHAIN.beyond("ERR-A3"),
    domain={alpha0: UNIT, theta: UNIT},
    given=sp.Lt(alpha0, theta),
    expr=1 / alpha0 - 1 / theta + sp.log(1 / alpha0) - sp.log(1 / theta - 1),
)

exceeds_below = Formula(
    id="chain-plateau-exceeds-below",
    says="alpha0 below which the time to theta at infinite depth exceeds the paper's tau/alpha0.",
    source=CHAIN.beyond("ERR-A3"),
    domain={theta: UNIT},
    expr=1 / (1 + (1 / theta - 1) * sp.exp(1 / theta)),
)

printed_exceeds_above = Formula(
    id="chain-plateau-printed-exceeds-above",
    says="alpha0 above which even the printed plateau of depth L exceeds tau/alpha0.",
    source=CHAIN.beyond("ERR-A3"),
    domain={L: ABOVE_TWO},
    expr=(1 - 2 / L) ** (L / 2),
    kernel=lambda L: np.exp(L / 2 * np.log1p(-2 / L)),
)

_block2_minimum = MINIMUM["block2"].deferred.subs({mu_xx: 1, mu_yx: r})


def _block2_plateau(w0: Any, L: Any, r: Any, tau: Any) -> Any:
    return tau / escape_rate_formula.unchecked(r, L) * np.log(np.sqrt(stretched(np.log(r), L)) / w0)


block2_plateau = Formula(
    id="block2-plateau-time",
    says="Duration of the initial plateau of block two: log(w_*/w_0) tau / kappa_L.",
    source=CHAIN.beyond("X-A5"),
    domain={w0: POSITIVE, L: FINITE_DEPTH, r: ABOVE_ONE, tau: POSITIVE},
    given=sp.Lt(w0**2, r - 1),  # L (rho - 1) lies between log(r) and r - 1
    expr=tau / escape_rate_formula.deferred * sp.log(_block2_minimum / w0),
    kernel=_block2_plateau,
)


def plateau_time(alpha0: Numbers, L: Numbers, tau: Numbers = 1.0) -> Floats:
    """Return the duration of the initial plateau as the paper prints it.

    It is the leading order in small alpha0. The exact time to alpha = theta is ``time(theta,
    alpha0, L)``.

    Parameters
    ----------
    alpha0 : float or array_like
        Relative total weight a/r at the start. In (0, 1).
    L : float or array_like
        Depth: number of layers, 2 or a real number from 3 on, or inf.
    tau : float or array_like
        Time constant 1/(eta S), in gradient steps. Positive.

    Returns
    -------
    float or ndarray
        Duration, in the unit of ``tau``. The arguments broadcast.

    Raises
    ------
    ValueError
        Unless L = 2 or L >= 3, and 0 < alpha0 < 1.

    References
    ----------
    Source: chain, equation 10.

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.plateau_time(0.01, L=8, tau=10.0)
    421.637
    """
    duration = printed_plateau(alpha0, L, tau)
    depth = np.asarray(L, dtype=float)
    require("L", depth, (depth == 2) | (depth >= 3), "2 or at least 3 (infinity allowed)")
    return duration


def uniform_plateau_time(
    alpha0: Numbers, L: Numbers, tau: Numbers = 1.0, *, theta: Numbers = 0.5
) -> Floats:
    """Return the duration of the plateau up to alpha = theta, with one formula for every depth.

    The result is too long by less than the formula ``chain-plateau-remainder-bound``.

    Parameters
    ----------
    alpha0 : float or array_like
        Relative total weight a/r at the start. In (0, ``theta``).
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.
    tau : float or array_like
        Time constant 1/(eta S), in gradient steps. Positive.
    theta : float or array_like
        Relative total weight at which the plateau counts as left. In (``alpha0``, 1).

    Returns
    -------
    float or ndarray
        Duration, in the unit of ``tau``. The arguments broadcast.

    Raises
    ------
    ValueError
        Unless 0 < alpha0 < theta < 1 and L >= 1.

    References
    ----------
    Source: chain, beyond the paper (CHAIN-E10).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.uniform_plateau_time(0.01, L=8, tau=10.0)
    425.032
    """
    alpha0, theta, tau = positive("alpha0", alpha0), positive("theta", theta), positive("tau", tau)
    require("theta", theta, theta < 1, "below 1")
    require("alpha0", alpha0, np.less(*np.broadcast_arrays(alpha0, theta)), "below theta")
    return as_float(tau * any_depth(uniform_plateau, alpha0, L, theta))


def block2_plateau_time(w0: Numbers, L: Numbers, r: Numbers, tau: Numbers = 1.0) -> Floats:
    """Return the duration of block two's initial plateau: logarithmic in w0, steep in the target r.

    Parameters
    ----------
    w0 : float or array_like
        Weight of every layer at the start. Positive, below the weight at the minimum.
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.
    r : float or array_like
        Target total weight mu_yx / mu_xx. Above 1.
    tau : float or array_like
        Time constant 1/(eta S), in gradient steps. Positive.

    Returns
    -------
    float or ndarray
        Duration, in the unit of ``tau``. The arguments broadcast.

    Raises
    ------
    ValueError
        Unless w0 > 0, L >= 1 and r > 1.

    References
    ----------
    Source: chain, beyond the paper (X-A5).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.block2_plateau_time(0.01, L=8, r=2.0)
    21.6449
    """
    return any_depth(block2_plateau, w0, L, r, tau)
