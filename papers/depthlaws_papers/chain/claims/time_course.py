"""Exact time course: section 2, equation (7)."""

import math
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from scipy.integrate import quad

from depthlaws.claims.engine.checks import Property, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    above,
    arrays,
    index,
    induction,
    naturals,
    positive,
    registered,
    scalars,
)
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.chain.claims.common import (
    ANY_DEPTHS,
    DEPTH,
    SHARE,
    START,
    L,
    alpha,
    u,
    x,
)

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


# The coefficients (1)_n (p)_n/((p+1)_n n! p) of z^p/p 2F1(1, p; p+1; z) are 1/(p + n), with a for
# (p)_n and b for (p+1)_n; the slope of its terms is z^(p-1) z^n, together z^(p-1)/(1-z): 1/speed at
# p = 2/L - 1, which is above -1.
M, p = scalars("M p")
a, b = arrays("a b")
m, m0 = index("m", 0, M - 1), index("m", 0, M)
RISING = {a[0]: 1, a[m + 1]: a[m] * (p + m), b[0]: 1, b[m + 1]: b[m] * (p + 1 + m)}
y, z = sp.Symbol("y", positive=True), sp.Symbol("z", real=True)
SERIES = (
    Equal((p + m0) * a[m0], p * b[m0], by=induction(m0, times=p + m0 + 1)),
    Equal(D(x**y / y, x), x ** (y - 1)),
    Equal(D(x**-y / -y, x), x ** (-y - 1)),
    Equal(1 / registered("chain-effective-flow"), alpha ** (2 / L - 2) / (1 - alpha)),
    # At L = 2 the integrand is 1: t = [y] = [ln(alpha/(1-alpha))].
    Equal(D(sp.log(alpha / (1 - alpha)), alpha), 1 / registered("chain-effective-flow", L=2)),
)
COURSES = {M: naturals(1), p: above(-1), x: SHARE, y: positive, alpha: SHARE, L: DEPTH}


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
    says="The time course t(alpha) of eq. (7), in 2F1, solves eq. (6) below the target at every "
    "depth L >= 1 but 2, and in the limit at L = 2.",
    quote="for any positive integer depth L",
    reading="At L = 2 eq. (7) divides by zero; it is read as a limit there, which is "
    "ln(alpha/(1-alpha)).",
    statement=Statement(
        *SERIES,
        # The first term (x^p - u^p)/p in the limit p = 0; the terms z^n/n behind it add up to
        # -ln(1 - z).
        Equal(at(x**z - u**z, {z: 0}), 0),
        Equal(at(D(x**z - u**z, z), {z: 0}), sp.log(x) - sp.log(u)),
        for_all={**COURSES, u: SHARE},
        defined=RISING,
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
    says="Eq. (7) solves eq. (6) below the target at every real depth L >= 1 but L = 2, where it "
    "divides by zero and the course is ln(alpha/(1-alpha)); the integral of (1 + s exp(-y))^(1 - "
    "2/L), alpha = 1/(1 + s exp(-y)), s = 1 below and -1 above the target, covers all these depths "
    "on both sides.",
    statement=Statement(
        *SERIES,
        # d alpha/dy at alpha = 1/(1 + s exp(-y)): exp(-y) is u below the target, u/(1 + u) above.
        Equal(
            -u * D(1 / (1 + u), u),
            (1 + u) ** (1 - 2 / L) * registered("chain-effective-flow", alpha=1 / (1 + u)),
        ),
        Equal(at(-x * D(1 / (1 - x), x), {x: u / (1 + u)}), -u * (1 + u)),
        Equal(
            -u * (1 + u), (1 + u) ** (2 / L - 1) * registered("chain-effective-flow", alpha=1 + u)
        ),
        for_all={**COURSES, u: positive},
        defined=RISING,
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
