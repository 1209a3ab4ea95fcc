"""Plateaus, convergence constants, deep networks, and how gradient descent differs from its flow.

With q = 1-2/L the time from alpha0 to theta is, exactly,

    (alpha0^-q - theta^-q)/q + (theta^(1-q) - alpha0^(1-q))/(1-q) + T(theta) - T(alpha0),
    T(a) = int_0^a x^(1-q)/(1-x) dx,

and T(alpha0) is small at every depth: dropping it is the uniform plateau time. The paper's
equation 10 keeps the first term alone.
"""

from typing import Any

import mpmath
import numpy as np
import scipy.integrate
import scipy.special
import sympy as sp

from depthlaws.theory.chain import flow
from depthlaws.theory.chain.arguments import positive, require
from depthlaws.theory.chain.discrete import alpha0, gd_step, k, v
from depthlaws.theory.chain.growth import box_cox
from depthlaws.theory.chain.minima import escape_rate_formula
from depthlaws.theory.chain.networks import (
    ABOVE_ONE,
    BLOCK2,
    FINITE_DEPTH,
    MOMENTS,
    RATIO,
    L,
    alpha,
    any_depth,
    mu_xx,
    mu_yx,
    r,
    stretched,
    tau,
)
from depthlaws.theory.numerics.roots import plain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.formula import DEPTH, POSITIVE, UNIT, Formula, Interval

__all__ = [
    "block2_plateau_time",
    "convergence_constant",
    "deep_time",
    "descent_steps",
    "plateau_time",
    "uniform_plateau_time",
]

theta, w0, u = sp.symbols("theta w0 u", positive=True)

DEEP = Interval(2, sp.oo, left_open=True, right_open=True)
PLATEAU = {alpha0: UNIT, L: FINITE_DEPTH}
q = 1 - 2 / L
TERMS = 60  # of power series at 1/2

# -- plateaus ---------------------------------------------------------------------------------

printed_plateau = Formula(
    id="chain-plateau-time",
    says="Duration of the initial plateau as printed: for two layers, and for three or more.",
    source=CHAIN.eq(10),
    domain={alpha0: UNIT, L: Interval(2, sp.oo), tau: POSITIVE},
    given=sp.Or(sp.Eq(L, 2), sp.Ge(L, 3)),
    expr=sp.Piecewise(
        (tau * sp.log(1 / alpha0), sp.Eq(L, 2)), (tau / ((1 - 2 / L) * alpha0 ** (1 - 2 / L)), True)
    ),
    kernel=lambda alpha0, L, tau: tau * np.where(
        L == 2, -np.log(alpha0), 1 / ((1 - 2 / L) * alpha0 * np.power(alpha0, -2 / L))
    ),
)  # fmt: skip


def _tail(x: Any, L: Any) -> Any:
    """T(x) = int_0^x s^(2/L)/(1-s) ds."""
    power = 1 + 2 / L
    near, far = np.minimum(x, 0.5), np.minimum(1 - x, 0.5)
    series, rest, factor = 0.0, 0.0, 1.0
    for n in range(TERMS):
        series = series + np.power(near, n) / (n + power)
    for n in range(1, TERMS):
        factor = factor * (n - power) / n * far
        rest = rest + factor / n
    above = -np.log(1 - x) - np.euler_gamma - scipy.special.digamma(power) - rest
    return np.where(x <= 0.5, np.power(near, power) * series, above)


def _remainder(x: Any) -> sp.Expr:
    power = 1 + 2 / L
    return x**power / power * sp.hyper((1, power), (power + 1,), x)


def _uniform_plateau(alpha0: Any, L: Any, theta: Any) -> Any:
    q, rest = 1 - 2 / L, 2 / L
    log = np.log(theta / alpha0)
    early = np.power(alpha0, rest) / alpha0 * box_cox(log, q)
    return early + np.power(theta, rest) * box_cox(log, rest) + _tail(theta, L)


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
    says="How much the uniform plateau time t/tau exceeds the exact one.",
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

plateau_lower, plateau_upper = (
    Formula(
        id=f"chain-infinite-plateau-{side}",
        says=f"{side.capitalize()} bound of t/tau from alpha0 to theta at infinite depth.",
        source=CHAIN.beyond("ERR-A3"),
        domain={alpha0: UNIT, theta: UNIT},
        given=sp.Lt(alpha0, theta),
        expr=1 / alpha0 - 1 / theta + extra,
    )
    for side, extra in (("lower", 0), ("upper", sp.log(1 / alpha0) - sp.log(1 / theta - 1)))
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
    domain={L: DEEP},
    expr=(1 - 2 / L) ** (L / 2),
    kernel=lambda L: np.exp(L / 2 * np.log1p(-2 / L)),
)

_block2_minimum = BLOCK2.laws["minimum"].expr.subs({mu_xx: 1, mu_yx: r})


def _block2_plateau(w0: Any, L: Any, r: Any, tau: Any) -> Any:
    return tau / escape_rate_formula.unchecked(r, L) * np.log(np.sqrt(stretched(np.log(r), L)) / w0)


block2_plateau = Formula(
    id="block2-plateau-time",
    says="Duration of the initial plateau of block two: log(w_*/w_0) tau / kappa_L.",
    source=CHAIN.beyond("X-A5"),
    domain={w0: POSITIVE, L: FINITE_DEPTH, r: ABOVE_ONE, tau: POSITIVE},
    given=sp.Lt(w0**2, r - 1),  # L (rho - 1) lies between log(r) and r - 1
    expr=tau / escape_rate_formula.expr * sp.log(_block2_minimum / w0),
    kernel=_block2_plateau,
)


def plateau_time(alpha0: Any, L: Any, tau: Any = 1.0) -> Any:
    """Duration of the initial plateau as the paper prints it, a leading order in small alpha0.

    Source: chain, equation 10. The exact time to alpha = theta is ``time(theta, alpha0, L)``.
    Shapes: broadcasts; L may be inf. Raises: ValueError unless L = 2 or L >= 3, 0 < alpha0 < 1.
    """
    found = printed_plateau(alpha0, L, tau)
    depth = np.asarray(L, dtype=float)
    require("L", depth, (depth == 2) | (depth >= 3), "2 or at least 3 (infinity allowed)")
    return found


def uniform_plateau_time(alpha0: Any, L: Any, tau: Any = 1.0, *, theta: Any = 0.5) -> Any:
    """Plateau up to alpha = theta at every depth, too long by less than the remainder bound.

    Source: chain, beyond the paper (CHAIN-E10); the bound is ``chain-plateau-remainder-bound``.
    Shapes: broadcasts; L may be inf. Raises: ValueError unless 0 < alpha0 < theta < 1, L >= 1.
    """
    alpha0, theta, tau = positive("alpha0", alpha0), positive("theta", theta), positive("tau", tau)
    require("theta", theta, theta < 1, "below 1")
    require("alpha0", alpha0, np.less(*np.broadcast_arrays(alpha0, theta)), "below theta")
    return plain(tau * any_depth(uniform_plateau, alpha0, L, theta))


def block2_plateau_time(w0: Any, L: Any, r: Any, tau: Any = 1.0) -> Any:
    """Duration of the initial plateau of block two: logarithmic in w0, steep in the target r.

    Source: chain, beyond the paper (X-A5). Shapes: broadcasts; L may be inf.
    Raises: ValueError unless w0 > 0, L >= 1, r > 1.
    """
    return any_depth(block2_plateau, w0, L, r, tau)


# -- convergence ------------------------------------------------------------------------------


def _final_constant(L: Any, *, above: bool) -> Any:
    """C at alpha0 = 1/2 or 2: log z + sum (1+q)_n z^n / (n n!), z = 1/2, q -> -1-q above."""
    lift = 2 / L - 1 if above else 2 - 2 / L
    total, factor = np.log(0.5), 1.0
    for n in range(1, TERMS):
        factor = factor * (lift + n - 1) / n / 2
        total = total + factor / n
    return total


def convergence_constant(alpha0: Any, L: Any) -> Any:
    """C_L(alpha0): |1-alpha| = eps is reached at t = tau (log(1/eps) + C_L + o(1)).

    Source: chain, section 2, with the constant (CHAIN-I15); on both sides of the target.
    Shapes: broadcasts; L may be inf. Raises: ValueError for alpha0 <= 0 or L < 1; -inf at 1.
    """
    alpha0 = positive("alpha0", alpha0)
    above = alpha0 > 1
    until = flow.time(np.where(above, 2.0, 0.5), np.where(alpha0 == 1, 0.5, alpha0), L)
    L = np.asarray(L, dtype=float)
    last = np.where(above, _final_constant(L, above=True), _final_constant(L, above=False))
    return plain(np.where(alpha0 == 1, -np.inf, until + last))


_B = 2 - 2 / L

constant_below = Formula(
    id="chain-convergence-constant",
    says="C_L(alpha0) below the target: |1-alpha| = eps at t/tau = log(1/eps) + C_L + o(1).",
    source=CHAIN.ledger("CHAIN-I15"),
    falling=(alpha0,),
    domain={alpha0: UNIT, L: FINITE_DEPTH},
    given=sp.Ne(L, 2),
    expr=-sp.EulerGamma
    - sp.digamma(2 / L - 1)
    - alpha0 ** (2 / L - 1) / (2 / L - 1) * sp.hyper((1, 2 / L - 1), (2 / L,), alpha0),
    kernel=convergence_constant,
)

constant_above = Formula(
    id="chain-convergence-constant-above",
    says="C_L(alpha0) above the target.",
    source=CHAIN.beyond("CHAIN-I15"),
    domain={alpha0: ABOVE_ONE, L: Interval(1, sp.oo, left_open=True)},
    expr=-sp.EulerGamma
    - sp.digamma(_B)
    - alpha0**-_B / _B * sp.hyper((1, _B), (_B + 1,), 1 / alpha0),
    kernel=convergence_constant,
)

constant_two = Formula(
    id="chain-convergence-constant-depth2",
    says="C_2(alpha0) of two layers.",
    source=CHAIN.ledger("CHAIN-I15"),
    domain={alpha0: UNIT},
    expr=sp.log((1 - alpha0) / alpha0),
    kernel=lambda alpha0: -scipy.special.logit(alpha0),
)

constant_infinite = Formula(
    id="chain-convergence-constant-infinite",
    says="C(alpha0) at infinite depth.",
    source=CHAIN.ledger("CHAIN-I15"),
    domain={alpha0: UNIT},
    expr=1 / alpha0 - 1 + sp.log(1 / alpha0 - 1),
    kernel=lambda alpha0: (1 - alpha0) / alpha0 - scipy.special.logit(alpha0),
)

# -- deep networks: powers of 1/L -------------------------------------------------------------

_log = sp.log(alpha)

depth_correction = Formula(
    id="chain-depth-correction",
    says="J(alpha): t_L = t_oo + (2 tau/L) (J(alpha) - J(alpha0)) + O(L^-2).",
    source=CHAIN.beyond("X-D"),
    domain={alpha: POSITIVE},
    # J' = log(alpha) / (alpha^2 (1-alpha))
    expr=-(1 + _log) / alpha - sp.polylog(2, 1 - 1 / alpha),
)


def _second_correction(alpha: Any) -> Any:
    with mpmath.workdps(25):
        return np.vectorize(lambda a: float(second_depth_correction.mp(a, dps=25)), otypes=[float])(
            alpha
        )


second_depth_correction = Formula(
    id="chain-second-depth-correction",
    says="K(alpha) below the target: the next term of t_L is (2 tau/L^2) (K(alpha) - K(alpha0)).",
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


def _block2_correction(alpha: Any, alpha0: Any, r: Any) -> Any:
    def one(alpha: float, alpha0: float, r: float) -> float:
        log_r = np.log(r)

        def slope(x: float) -> float:
            log = np.exp(x) - log_r
            return -log_r / (np.exp(log) * scipy.special.exprel(log))

        ends = (np.log(np.log(r * a)) for a in (alpha0, alpha))
        return 1.5 * scipy.integrate.quad(slope, *ends, epsabs=0, epsrel=1e-13, limit=400)[0]

    return np.vectorize(one, otypes=[float])(alpha, alpha0, r)


block2_depth_correction = Formula(
    id="block2-depth-correction",
    says="t_L = t_oo + (tau/L) times this + O(L^-2) for block two between alpha0 and alpha.",
    source=CHAIN.beyond("X-D"),
    domain={alpha: POSITIVE, alpha0: POSITIVE, r: ABOVE_ONE},
    given=sp.And(
        sp.Gt((1 - alpha) * (1 - alpha0), 0), sp.Gt(r * alpha, 1), sp.Gt(r * alpha0, 1)
    ),
    # 3/2 int log(r) log(a) / ((log(r) + log(a)) a^2 (1-a)) da with u = log(log(r a))
    expr=sp.Rational(3, 2)
    * sp.Integral(
        sp.log(r) * (sp.exp(u) - sp.log(r))
        / (sp.exp(sp.exp(u) - sp.log(r)) * (1 - sp.exp(sp.exp(u) - sp.log(r)))),
        (u, sp.log(sp.log(r * alpha0)), sp.log(sp.log(r * alpha))),
    ),
    kernel=_block2_correction,
    budget=32.0,
)  # fmt: skip

sharpness_expansion = Formula(
    id="block2-sharpness-expansion",
    says="Sharpness of block two to third order in 1/L.",
    source=CHAIN.eq(35),
    domain={L: FINITE_DEPTH, **MOMENTS},
    given=BLOCK2.given,
    expr=4 / L * mu_xx * RATIO**2 * sp.log(RATIO)
    * (1 - 3 * sp.log(RATIO) / (2 * L) + 7 * sp.log(RATIO) ** 2 / (6 * L**2)),
)  # fmt: skip


def deep_time(alpha: Any, alpha0: Any, L: Any, tau: Any = 1.0, *, order: int = 1) -> Any:
    """Time from alpha0 to alpha to the given order (0, 1, 2) in 1/L.

    Source: chain, beyond the paper (X-D). Error: O(L^-(order+1)) for L >> 2 log(1/alpha0).
    Shapes: broadcasts. Raises: ValueError for another order, outside the domain of ``time``, and
    above the target for order 2.
    """
    if order not in (0, 1, 2):
        msg = f"order must be 0, 1 or 2, got {order!r}"
        raise ValueError(msg)
    total = flow.time(alpha, alpha0, np.inf) + 0 / positive("L", L)
    if order >= 1:
        total = total + 2 / L * (depth_correction(alpha) - depth_correction(alpha0))
    if order == 2:
        gain = second_depth_correction(alpha) - second_depth_correction(alpha0)
        total = total + 2 / np.square(L) * gain
    return plain(positive("tau", tau) * total)


# -- gradient descent against its flow --------------------------------------------------------

_f = sp.expand((gd_step.expr - v) / k)
_f1, _f2 = sp.diff(_f, v), sp.diff(_f, v, 2)

modified_flow = Formula(
    id="chain-modified-flow",
    says="dv/dn of the flow that gradient descent follows to third order in k.",
    source=CHAIN.beyond("X-E"),
    domain=dict(gd_step.domain),
    expr=k * _f - k**2 / 2 * _f * _f1 + k**3 * (_f**2 * _f2 / 12 + _f * _f1**2 / 3),
)

modified_total_flow = Formula(
    id="chain-modified-total-flow",
    says="d(alpha)/dn of the flow that gradient descent follows to second order in k.",
    source=CHAIN.beyond("X-E"),
    domain={alpha: POSITIVE, k: POSITIVE, L: DEPTH},
    expr=k * alpha ** (2 - 2 / L) * (1 - alpha)
    * (1 + k / 2 * alpha ** (1 - 2 / L) * ((2 - 1 / L) * alpha - (1 - 1 / L))),
)  # fmt: skip


def _lag(alpha: Any, alpha0: Any, L: Any) -> Any:
    climbed = np.log(alpha / alpha0) * (1 - 1 / L)
    return (climbed + np.log((1 - alpha) / (1 - alpha0))) / 2


descent_lag = Formula(
    id="chain-descent-lag",
    says="Steps by which gradient descent trails the flow between alpha0 and alpha, as k -> 0.",
    source=CHAIN.beyond("X-E"),
    domain={alpha: POSITIVE, alpha0: POSITIVE, L: DEPTH},
    given=sp.Gt((1 - alpha) * (1 - alpha0), 0),
    expr=((1 - 1 / L) * sp.log(alpha / alpha0) + sp.log((1 - alpha) / (1 - alpha0))) / 2,
    kernel=_lag,
)


def descent_steps(alpha: Any, alpha0: Any, k: Any, L: Any, *, order: int = 3) -> Any:
    """Steps of gradient descent at rate k = eta S from alpha0 to alpha, to the given order in k.

    Source: chain, beyond the paper (X-E). Order 1 is the flow, order 2 adds the lag; a fractional
    number interpolates. Error: O(k^(order-1)) steps.
    Shapes: broadcasts; L may be inf. Raises: ValueError for another order than 1, 2, 3, outside
    the domain of ``time``, and for k <= 0.
    """
    if order not in (1, 2, 3):
        msg = f"order must be 1, 2 or 3, got {order!r}"
        raise ValueError(msg)
    k = positive("k", k)
    steps = flow.time(alpha, alpha0, L) / k
    if order >= 2:
        steps = steps + descent_lag(alpha, alpha0, L)
    if order == 3:
        steps = steps - k / 12 * _third_order(*(np.asarray(x, float) for x in (alpha, alpha0, L)))
    return plain(steps)


def _third_order(alpha: Any, alpha0: Any, L: Any) -> Any:
    """F' + int f'^2/f dv between the ends; the integral is a time at the dual depth L/(L-1)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        dual = np.where(np.isinf(L), 1.0, L / (L - 1))
        q, lift, log = 1 - 2 / L, 2 - 1 / L, np.log(alpha / alpha0)
        # (x^p - x0^p)/p for p = q and q + 1
        rises = [np.power(alpha, p) * box_cox(log, p) for p in (q, q + 1)]
        slope = (1 - 1 / L) * q * rises[0] - lift * (q + 1) * rises[1]
    square = flow.time(alpha, alpha0, dual) - lift / L * rises[0] - lift**2 * rises[1]
    return slope + square
