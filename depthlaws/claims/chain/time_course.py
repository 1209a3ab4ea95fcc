"""Exact time course: section 2, equation (7)."""

import math
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from scipy.integrate import quad

from depthlaws.claims.chain.common import (
    ANY_DEPTHS,
    FINITE_DEPTH,
    START,
    L,
    alpha,
    u,
    x,
)
from depthlaws.claims.engine.checks import Identity, Property, Smallest
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT, Interval

CLAIMS = Claims()


def _printed_course(z: float, depth: float) -> Any:
    """Eq. (7) at one end of the interval, in mpmath."""
    p = 2 / mpmath.mpf(depth) - 1
    return mpmath.mpf(z) ** p / p * mpmath.hyp2f1(1, p, p + 1, z)


def _printed_time(depth: int) -> tuple[float, float]:
    """Time from alpha = 0.2 to 0.5 by eq. (7) as printed, and the integral of d alpha / speed."""
    printed = float(_printed_course(0.5, depth) - _printed_course(0.2, depth))
    exact, _ = quad(lambda a: a ** (2 / depth - 2) / (1 - a), 0.2, 0.5, epsabs=1e-13, epsrel=1e-13)
    return printed, exact


_N, _P = sp.Symbol("n", integer=True, nonnegative=True), sp.Symbol("p", real=True)
_TERMS = Interval(0, sp.oo, right_open=True, integer=True)
_POWERS = (  # p = 2/L - 1 of depths above 2 and below
    Interval(-1, 0, left_open=True, right_open=True),
    Interval(0, 1, left_open=True),
)


def _term_of_course() -> tuple[sp.Expr, sp.Expr]:
    """z^p/p 2F1(1, p; p+1; z) = sum z^(p+n)/(p+n), for (1)_n (p)_n/((p+1)_n n!) = p/(p+n).

    Its derivative is z^(p-1) (1 + z + z^2 + ...) = z^(p-1)/(1-z), which is 1/speed at p = 2/L - 1.
    """
    term = sp.rf(1, _N) * sp.rf(_P, _N) / (sp.rf(_P + 1, _N) * sp.factorial(_N)) / _P
    return sp.gammasimp(sp.combsimp(term.rewrite(sp.gamma))), 1 / (_P + _N)


def _term_of_slope() -> tuple[sp.Expr, sp.Expr]:
    return D(x ** (_P + _N) / (_P + _N), x), x ** (_P - 1) * x**_N


def _slope_is_slowness() -> tuple[sp.Expr, sp.Expr]:
    return alpha ** (2 / L - 2) / (1 - alpha), 1 / law("chain-effective-flow")


_SERIES = (
    *(
        Identity(_term_of_course, {_P: powers, _N: _TERMS}, what="term by term in z")
        for powers in _POWERS
    ),
    *(Identity(_term_of_slope, {x: UNIT, _P: powers, _N: _TERMS}) for powers in _POWERS),
    Identity(_slope_is_slowness, {alpha: UNIT, L: FINITE_DEPTH}),
)


def _first_term_at_two() -> tuple[sp.Expr, sp.Expr]:
    """(x^p - u^p)/p as p -> 0; the terms z^n/n behind it add up to -ln(1 - z)."""
    return lim((x**_P - u**_P) / _P, _P, 0), sp.log(x) - sp.log(u)


def _in_logit(side: int) -> tuple[sp.Expr, sp.Expr]:
    """dt/dy at alpha = 1/(1 + s exp(-y)), s = 1 below the target and -1 above; x = exp(-y)."""
    state = 1 / (1 + side * x)
    slope = -x * D(state, x)  # d alpha/dy
    slowness = slope / law("chain-effective-flow", alpha=state)
    return slowness, (1 + side * x) ** (1 - 2 / L)


def _in_logit_below() -> tuple[sp.Expr, sp.Expr]:
    return _in_logit(1)


def _in_logit_above() -> tuple[sp.Expr, sp.Expr]:
    slowness, printed = _in_logit(-1)
    return at(slowness, {x: u / (1 + u)}), printed.subs(x, u / (1 + u))


def _limit_at_two() -> tuple[sp.Expr, sp.Expr]:
    """At L = 2 the integrand is 1: t = [y] = [ln(alpha/(1-alpha))]."""
    course = sp.log(alpha / (1 - alpha))
    return D(course, alpha), 1 / law("chain-effective-flow", L=sp.Integer(2))


def _by_quadrature(depth: float, start: float, end: float) -> tuple[float, float] | None:
    low, high = min(start, end), max(start, end)
    if high - low < 1e-3:
        return None
    q = 1 - 2 / depth
    ends = (math.log(z / (1 - z)) for z in (low, high))
    exact, _ = quad(lambda y: (1 + math.exp(-y)) ** q, *ends, epsabs=1e-13, epsrel=1e-13, limit=400)
    return chain.time(high, low, depth), exact


def _by_quadrature_above(depth: float, start: float, end: float) -> tuple[float, float] | None:
    """Above the target, in x = 1/alpha = 1/(1 + exp(-y)): the exponent is 2/L - 2."""
    low, high = sorted((1 / start, 1 / end))
    if high - low < 1e-3:
        return None
    q = 2 / depth - 2
    ends = (math.log(z / (1 - z)) for z in (low, high))
    exact, _ = quad(lambda y: (1 + math.exp(-y)) ** q, *ends, epsabs=1e-13, epsrel=1e-13, limit=400)
    return chain.time(1 / high, 1 / low, depth), exact


def _printed_by_mpmath(depth: float, start: float, end: float) -> tuple[float, float] | None:
    if depth in {2.0, math.inf} or start == end:
        return None
    with mpmath.workdps(60):
        p = 2 / mpmath.mpf(depth) - 1
        printed = _printed_course(end, depth) - _printed_course(start, depth)
        exact = mpmath.quad(lambda a: a ** (p - 1) / (1 - a), mpmath.linspace(start, end, 7))
    return float(printed), float(exact)


def _against_full_flow(depth: int, start: float) -> tuple[Any, Any]:
    """The exact course against the L-dimensional flow, integrated numerically."""
    times = np.array([0.5, 2.0, 8.0]) / depth
    flow = scalar.gradient_flow("feedforward", [start ** (1 / depth)] * depth, times, mu_yx=1.0)
    return chain.alpha(times * depth, start, depth), flow["total"].to_numpy()


_TRIES = {"depth": ANY_DEPTHS, "start": START, "end": START}
_ABOVE = Interval(sp.Rational(101, 100), 100)

CLAIMS.add(
    id="CHAIN-E7",
    source=CHAIN.eq(7),
    says=(
        "The time course t(alpha) of eq. (7), in 2F1, solves eq. (6) below the target at "
        "every depth L >= 1 but 2, and in the limit at L = 2."
    ),
    quote="for any positive integer depth L",
    reading=(
        "At L = 2 eq. (7) divides by zero; it is read as a limit there, which is "
        "ln(alpha/(1-alpha))."
    ),
    checks=(
        *_SERIES,
        Identity(_first_term_at_two, {x: UNIT, u: UNIT}, what="the limit of its first term"),
        Identity(_limit_at_two, {alpha: UNIT}, what="two layers"),
    ),
    cross_checks=(Property(_printed_time, {"depth": [1, 3, 4, 8]}, rtol=1e-9),),
    imprecise=True,
    exact="CHAIN-E7-not-two",
    change="for any positive integer depth L but 2, where its limit is ln(alpha/(1 - alpha)).",
    against=(
        Smallest(
            lambda L: (abs(sp.Rational(2, L) - 1), ">", 0),
            {"L": [1, 2, 3]},
            of=("|2/L - 1|, by which eq. (7) divides", "0"),
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E7-not-two",
    source=CHAIN.beyond("ERR-B7"),
    says=(
        "Eq. (7) solves eq. (6) below the target at every real depth L >= 1 but L = 2, where "
        "it divides by zero and the course is ln(alpha/(1-alpha)); the integral of (1 + s "
        "exp(-y))^(1 - 2/L), alpha = 1/(1 + s exp(-y)), s = 1 below and -1 above the target, "
        "covers all these depths on both sides."
    ),
    checks=(
        *_SERIES,
        Identity(_in_logit_below, {x: POSITIVE, L: FINITE_DEPTH}, what="below the target"),
        Identity(_in_logit_above, {u: POSITIVE, L: FINITE_DEPTH}, what="above the target"),
        Identity(_limit_at_two, {alpha: UNIT}, what="two layers"),
    ),
    cross_checks=(
        Property(_printed_by_mpmath, _TRIES, n=16, rtol=1e-13),
        Property(_by_quadrature, _TRIES, n=88, rtol=1e-11),
        Property(
            _by_quadrature_above,
            {"depth": ANY_DEPTHS, "start": _ABOVE, "end": _ABOVE},
            n=66,
            rtol=1e-10,
        ),
        Property(_against_full_flow, {"depth": [1, 2, 3, 6], "start": START}, n=12, rtol=1e-7),
    ),
)
