"""Dynamics of the relative total weight and its exact time course: equations (6)-(9)."""

import math
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from scipy.integrate import quad

from depthlaws.claims.chain.common import (
    BELOW,
    COURSE_DEPTHS,
    FINITE_DEPTH,
    LOW_START,
    MODERATE,
    WEIGHT,
    L,
    alpha,
    alpha0,
    at_minimum,
    layer,
    mu_xx,
    mu_yx,
    r,
    speed_of_alpha,
    t,
    tau,
    w,
)
from depthlaws.claims.engine.checks import Certify, Identity, Property
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval

CLAIMS = Claims()


CLAIMS.add(
    id="CHAIN-I9",
    source=CHAIN.section("2"),
    says="The relative total weight alpha = w^L mu_xx/mu_yx is 1 at the global minimum.",
    checks=(
        Identity(
            lambda: (at_minimum(layer("plain", w) ** L * mu_xx / mu_yx, "plain"), sp.Integer(1)),
            {r: MODERATE, mu_xx: MODERATE, L: FINITE_DEPTH},
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E6",
    source=CHAIN.eq(6),
    says="Under eq. (5) the relative total weight obeys tau d(alpha)/dt = alpha^(2 - 2/L) (1 - "
    "alpha): free of the data.",
    checks=(
        Identity(
            lambda: speed_of_alpha("plain"),
            {**WEIGHT, L: FINITE_DEPTH, r: MODERATE, mu_xx: MODERATE, tau: MODERATE},
        ),
    ),
)


def _descent_is_data_free(network: str) -> Callable[..., tuple[Any, Any]]:
    def compare(depth: int, start: float, rate: float, ratio: float) -> tuple[Any, Any]:
        runs = []
        for target, second in ((1.0, 1.0), (ratio, 0.7)):
            step = rate * chain.learning_rate(depth, target * second, second, 1.0, network=network)
            out = scalar.gradient_descent(
                scalar.Grid(
                    network,
                    float(depth),
                    mu_yx=target * second,
                    mu_xx=second,
                    rate=step,
                    total=start * target,
                    balanced=True,
                ),
                steps=12,
                record=range(13),
            )
            runs.append(np.squeeze(out["total"].to_numpy()) / target)
        return runs[0], runs[1]

    return compare


CLAIMS.add(
    id="CHAIN-E5-descent",
    source=CHAIN.beyond("E5"),
    says="Under eq. (5) not only the flow but gradient descent itself is free of the data.",
    checks=(
        Property(
            _descent_is_data_free("plain"),
            {
                "depth": [1, 2, 3, 8, 40],
                "start": Interval(sp.Rational(1, 20), 1),
                "rate": Interval(sp.Rational(1, 10), sp.Rational(19, 10)),
                "ratio": MODERATE,
            },
            rtol=1e-9,
            n=40,
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-I10",
    source=CHAIN.section("2"),
    says="The depth dependence fades: alpha^(2-2/L) -> alpha^2, from above, with gap at most (2/L)"
    " alpha^(2-2/L) ln(1/alpha).",
    checks=(
        Identity(lambda: (sp.limit(alpha ** (2 - 2 / L), L, sp.oo), alpha**2), {alpha: UNIT}),
        Certify(
            lambda: (1 - alpha ** (2 / L), "<=", 2 / L * -sp.log(alpha)),
            {alpha: (sp.Rational(1, 1000), sp.Rational(999, 1000)), L: [1, 2, 3, 10, 100]},
        ),
    ),
)


def _printed_course(z: float, depth: float) -> Any:
    """Eq. (7) at one end, in mpmath."""
    p = 2 / mpmath.mpf(depth) - 1
    return mpmath.mpf(z) ** p / p * mpmath.hyp2f1(1, p, p + 1, z)


def _defined(depth: int) -> bool:
    """Eq. (7) as printed, "for any positive integer depth": has it a value?"""
    try:
        return bool(mpmath.isfinite(_printed_course(0.5, depth)))
    except ZeroDivisionError:
        return False


CLAIMS.add(
    id="CHAIN-E7",
    source=CHAIN.eq(7),
    says="The time course t(alpha) in 2F1 holds for any positive integer depth.",
    checks=(Property(_defined, {"depth": [1, 2, 3, 4, 8]}, n=20),),
    corrected_by="CHAIN-E7-not-two",
)


def _slope_of_course() -> tuple[sp.Expr, sp.Expr]:
    """d/dz [z^p/p 2F1(1, p; p + 1; z)] = z^(p-1)/(1 - z): compared as power series in z.

    z^p/p 2F1(1, p; p+1; z) = sum_n z^(p+n)/(p+n), because (1)_n (p)_n/((p+1)_n n!) = p/(p+n).
    """
    n, p = sp.Symbol("n", integer=True, nonnegative=True), sp.Symbol("p", positive=True)
    term = sp.rf(1, n) * sp.rf(p, n) / (sp.rf(p + 1, n) * sp.factorial(n)) / p
    return sp.gammasimp(sp.combsimp(term.rewrite(sp.gamma))), 1 / (p + n)


def _printed_by_mpmath(depth: float, start: float, end: float) -> tuple[float, float] | None:
    if depth in {2.0, math.inf} or start == end:
        return None
    with mpmath.workdps(40):
        p = 2 / mpmath.mpf(depth) - 1
        printed = _printed_course(end, depth) - _printed_course(start, depth)
        exact = mpmath.quad(lambda a: a ** (p - 1) / (1 - a), mpmath.linspace(start, end, 5))
    return float(printed), float(exact)


_TRIES = {"depth": COURSE_DEPTHS, "start": LOW_START, "end": LOW_START}


def _by_quadrature(depth: float, start: float, end: float) -> tuple[float, float] | None:
    low, high = min(start, end), max(start, end)
    if high - low < 1e-3:
        return None
    q = 1 - 2 / depth
    ours = chain.time(high, low, depth)
    ends = (math.log(x / (1 - x)) for x in (low, high))
    exact, _ = quad(lambda y: (1 + math.exp(-y)) ** q, *ends, epsabs=1e-13, epsrel=1e-13, limit=400)
    return ours, exact


def _against_full_flow(depth: int, start: float) -> tuple[Any, Any]:
    """The exact course against the L-dimensional flow, integrated numerically."""
    times = np.array([0.5, 2.0, 8.0]) / depth
    weight = start ** (1 / depth)
    flow = scalar.gradient_flow("plain", [weight] * int(depth), times, mu_yx=1.0)
    return chain.alpha(times * depth, start, depth), flow["total"].to_numpy()


CLAIMS.add(
    id="CHAIN-E7-not-two",
    source=CHAIN.beyond("ERR-B7"),
    says="Eq. (7) solves eq. (6) at every real depth but L = 2, where it divides by zero; the "
    "integral of (1 + exp(-y))^(1 - 2/L) over y = logit(alpha) covers all depths.",
    checks=(
        Identity(
            _slope_of_course,
            {
                sp.Symbol("p", positive=True): UNIT,
                sp.Symbol("n", integer=True, nonnegative=True): Interval(0, 30, integer=True),
            },
            what="term by term",
        ),
        Property(_printed_by_mpmath, _TRIES, n=24, rtol=1e-14),
        Property(_by_quadrature, _TRIES, n=80, rtol=1e-11),
    ),
    cross_checks=(
        Property(_against_full_flow, {"depth": [1, 2, 3, 6], "start": LOW_START}, n=12, rtol=1e-7),
    ),
)


def _inverse_solves_the_flow(depth: sp.Expr, solution: sp.Expr) -> Identity:
    def sides() -> tuple[sp.Expr, sp.Expr]:
        speed = law("chain-effective-flow", L=depth, alpha=alpha)
        if depth == sp.oo:
            speed = sp.limit(law("chain-effective-flow"), L, sp.oo)
        return tau * sp.diff(solution, t), speed.subs(alpha, solution)

    return Identity(
        sides,
        {t: Interval(0, 3, left_open=True), alpha0: LOW_START, tau: Interval(sp.Rational(1, 2), 3)},
        what=f"L = {depth}",
    )


_W = sp.LambertW((1 / alpha0 - 1) * sp.exp(1 / alpha0 - 1 - t / tau))


_SOLUTIONS = {
    sp.Integer(1): 1 - (1 - alpha0) * sp.exp(-t / tau),
    sp.Integer(2): 1 / (1 + (1 - alpha0) / alpha0 * sp.exp(-t / tau)),
    sp.oo: 1 / (1 + _W),
}


CLAIMS.add(
    id="CHAIN-I11",
    source=CHAIN.section("2, exact solution"),
    says="Eq. (7) can be inverted at L = 1, 2 and infinity: the three closed inverses solve the "
    "flow and start at alpha0.",
    checks=tuple(_inverse_solves_the_flow(d, s) for d, s in _SOLUTIONS.items()),
)


def _four_thirds() -> tuple[sp.Expr, sp.Expr]:
    """alpha = u^2, u = tanh(artanh sqrt(alpha0) + t/(2 tau)): 2 tau du/dt = 1 - u^2."""
    speed = law("chain-effective-flow", L=sp.Rational(4, 3)).subs(alpha, t**2)
    return 2 * t * (1 - t**2) / 2, speed


CLAIMS.add(
    id="CHAIN-I11-more",
    source=CHAIN.beyond("ERR-C7"),
    says="Also invertible: real depth 4/3, alpha = tanh^2(artanh sqrt(alpha0) + t/(2 tau)). "
    "Elementary, though implicit: L = 4, t/(2 tau) = [artanh sqrt(alpha) - 1/sqrt(alpha)].",
    checks=(
        Identity(_four_thirds, {t: UNIT}, what="L = 4/3"),
        Identity(
            lambda: (
                sp.diff(2 * sp.atanh(sp.sqrt(alpha)) - 2 / sp.sqrt(alpha), alpha),
                1 / law("chain-effective-flow", L=sp.Integer(4)),
            ),
            {alpha: BELOW},
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E8",
    source=CHAIN.eq(8),
    says="At infinite depth tau d(alpha)/dt = alpha^2 (1 - alpha).",
    checks=(
        Identity(
            lambda: (sp.limit(law("chain-effective-flow"), L, sp.oo), alpha**2 * (1 - alpha)),
            {alpha: UNIT},
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E9",
    source=CHAIN.eq(9),
    says="At infinite depth alpha(t) = 1/(1 + W0(exp(beta))), beta = -t/tau + 1/alpha0 + "
    "ln(1/alpha0 - 1) - 1.",
    checks=(
        _inverse_solves_the_flow(sp.oo, _SOLUTIONS[sp.oo]),
        Identity(
            lambda: (law("chain-alpha-infinite-depth"), _SOLUTIONS[sp.oo]),
            {
                t: Interval(0, 3, left_open=True),
                alpha0: LOW_START,
                tau: Interval(sp.Rational(1, 2), 3),
            },
        ),
    ),
)
