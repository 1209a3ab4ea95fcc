"""Beyond the paper: time courses and escape of block two."""

import math
from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from flint import arb

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    FINITE_DEPTH,
    L,
    alpha,
    alpha0,
    by_integral,
    gradient,
    k,
    mp,
    mu_xx,
    mu_yx,
    precise,
    printed_sharpness,
    r,
    tau,
    u,
    w,
    without_sign,
    x,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

CLAIMS = Claims()


def _block2_integer_depths() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """In b = (r alpha)^(1/L) (w here) and rho = r^(1/L) (u): the slope is 1/speed."""
    for depth in (2, 3, 4):
        ends = {"alpha": (w / u) ** depth, "r": u**depth}
        course = law("block2-time-integer-depth", L=sp.Integer(depth), tau=sp.Integer(1), **ends)
        plain = sp.powdenest(without_sign(course.doit()), force=True)
        speed = law("block2-effective-flow", L=sp.Integer(depth), **ends)
        slope = sp.diff(plain, w) - sp.diff((w / u) ** depth, w) / speed
        excess = sp.radsimp(sp.together(sp.powdenest(slope, force=True)))
        yield f"L={depth}", sp.simplify(excess), sp.Integer(0)


def _block2_integral() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    (integral,) = law("block2-time").atoms(sp.Integral)
    variable, low, high = integral.limits[0]
    speed = law("block2-effective-flow").subs(alpha, variable)
    yield "integrand", integral.function, 1 / speed
    yield "from", low, alpha0
    yield "to", high, alpha
    yield "nothing else", law("block2-time") / integral, tau


def _span(first: float, last: float, r: float, side: str) -> tuple[float, float] | None:
    """Both ends on one side: between the floor 1/r and the target, or above it."""
    if abs(first - last) < 1e-3:
        return None
    if side == "above":
        return 1 + 3 * first, 1 + 3 * last
    return 1 / r + (1 - 1 / r) * first, 1 / r + (1 - 1 / r) * last


def _block2_floats(first: float, last: float, r: float, L: float, side: str) -> Any:
    """Float kernel against the integral of 1/speed, relative to the time and its condition."""
    ends = _span(first, last, r, side)
    if ends is None:
        return None
    with mpmath.workdps(25):
        if math.isinf(L):
            exact = by_integral(lambda a: mp("block2-effective-flow-infinite-depth", a, r), *ends)
        else:
            exact = by_integral(lambda a: mp("block2-effective-flow", a, L, r), *ends)
    found = chain.time(ends[1], ends[0], L, network="block2", r=r)
    return abs(found - float(exact)) / (1 + abs(float(exact))), 1e-9


@precise
def _block2_elementary(first: float, last: float, r: float, L: int, side: str) -> Any:
    """The elementary time itself, both ends, against the integral of 1/speed."""
    ends = _span(first, last, r, side)
    if ends is None:
        return None
    exact = by_integral(lambda a: mp("block2-effective-flow", a, L, r), *ends)
    return float(mp("block2-time-integer-depth", ends[1], ends[0], L, r, 1)), float(exact)


_SPANS = {
    "first": Interval(sp.Rational(1, 20), sp.Rational(19, 20)),
    "last": Interval(sp.Rational(1, 20), sp.Rational(19, 20)),
    "r": [1.1, 2.0, 8.0],
    "side": ["below", "above"],
}

CLAIMS.add(
    id="CHAIN-X-A2",
    source=CHAIN.beyond("X-A2"),
    says="Block two: the time course at every finite depth is an integral; at integer depth "
    "(2, 3, 4) it is elementary.",
    checks=(
        Exhaustive(_block2_integral),
        Exhaustive(_block2_integer_depths),
    ),
    cross_checks=(
        Property(
            _block2_floats, {**_SPANS, "L": [1.0, 2.0, 3.0, 8.0]}, relation="<=", n=24, at_least=6
        ),
        Property(_block2_elementary, {**_SPANS, "L": [2, 3, 4, 7]}, rtol=1e-9, n=24, at_least=6),
    ),
)


def _deep_limits() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """At r = exp(x)."""
    for finite, deep in (
        ("block2-effective-flow", "block2-effective-flow-infinite-depth"),
        ("block2-escape-rate", "block2-escape-rate-infinite"),
    ):
        found = sp.limit(law(finite).subs(r, sp.exp(x)), L, sp.oo)
        yield finite, sp.simplify(found), sp.simplify(law(deep).subs(r, sp.exp(x)))


def _printed_deep_speed() -> tuple[sp.Expr, sp.Expr]:
    printed = (1 + sp.log(alpha) / sp.log(r)) * alpha**2 * (1 - alpha)
    return law("block2-effective-flow-infinite-depth"), printed


def _deep_integral() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    (integral,) = law("block2-time-infinite-depth").atoms(sp.Integral)
    variable, low, high = integral.limits[0]
    speed = law("block2-effective-flow-infinite-depth").subs(alpha, variable)
    yield "integrand", integral.function, 1 / speed
    yield "from", low, alpha0
    yield "to", high, alpha
    yield "nothing else", law("block2-time-infinite-depth") / integral, tau


CLAIMS.add(
    id="CHAIN-X-A3",
    source=CHAIN.beyond("X-A3"),
    says="Block two at infinite depth: tau d(alpha)/dt = (1 + ln(alpha)/ln(r)) alpha^2 "
    "(1 - alpha), the limit of finite depth; the time course is the integral of its inverse.",
    checks=(
        Exhaustive(_deep_limits),
        Identity(_printed_deep_speed, {alpha: POSITIVE, r: ABOVE_ONE}),
        Exhaustive(_deep_integral),
    ),
    cross_checks=(
        Property(_block2_floats, {**_SPANS, "L": [math.inf]}, relation="<=", n=12, at_least=6),
    ),
)


def _escape_multiplier() -> tuple[sp.Expr, sp.Expr]:
    """Near w = 0 a step multiplies w by 1 + k kappa_L."""
    step = (w - k / printed_sharpness("block2") * gradient("block2")).subs(mu_yx, r * mu_xx)
    return sp.diff(step, w).subs(w, 0), 1 + k * law("block2-escape-rate")


def _printed_escape() -> tuple[sp.Expr, sp.Expr]:
    printed = (r - 1) / (2 * L * (r ** (1 / L) - 1) * r ** (2 - 2 / L))
    return law("block2-escape-rate"), printed


def _deep_escapes() -> Iterator[tuple[str, arb, str]]:
    for ratio, printed in (
        ("101/100", "0.4926"),
        ("3/2", "0.274"),
        ("2", "0.1803"),
        ("4", "0.0676"),
        ("8", "0.0263"),
        ("16", "0.0106"),
    ):
        rate = formula("block2-escape-rate-infinite").ball(sp.Rational(ratio))
        yield f"kappa at infinite depth, r = {ratio}", rate, printed


@precise
def _public_escape(r: float, L: float) -> tuple[float, float]:
    exact = (
        mp("block2-escape-rate-infinite", r) if math.isinf(L) else mp("block2-escape-rate", r, L)
    )
    return chain.escape_rate(r, L), float(exact)


def _simulated_escape(depth: float, ratio: float) -> tuple[float, float]:
    """Growth of log w per unit of time near w = 0, k small."""
    rate = 1e-3 * chain.learning_rate(depth, ratio, 1.0, 1.0, network="block2")
    grid = scalar.Grid("block2", depth, mu_yx=ratio, rate=rate, weight=1e-4, balanced=True)
    out = scalar.gradient_descent(grid, steps=100, record=[0, 100])
    weight = np.sqrt(np.expm1(np.log(np.squeeze(out["total"].to_numpy())) / depth))
    grown = math.log1p(1e-3 * chain.escape_rate(ratio, depth)) * 100
    return float(np.log(weight[1] / weight[0])), grown


CLAIMS.add(
    id="CHAIN-X-A5",
    source=CHAIN.beyond("X-A5"),
    says="Block two leaves w = 0 by the factor 1 + k kappa_L a step, kappa_L = (r-1)/(2L "
    "(r^(1/L)-1) r^(2-2/L)), which depends on the data at every depth: 0.1803 at infinite depth "
    "for r = 2, 0.0263 for r = 8.",
    checks=(
        Identity(_escape_multiplier, {k: POSITIVE, r: ABOVE_ONE, L: FINITE_DEPTH, mu_xx: POSITIVE}),
        Identity(_printed_escape, {r: ABOVE_ONE, L: FINITE_DEPTH}),
        Quoted(_deep_escapes),
    ),
    cross_checks=(
        Property(
            _public_escape,
            {"r": [1.01, 2.0, 50.0, 1e6], "L": [1.0, 2.0, 7.0, 1e3, 1e6, 1e9, math.inf]},
            rtol=1e-12,
        ),
        Property(
            _simulated_escape,
            {"depth": [1.0, 2.0, 8.0, 64.0], "ratio": [1.5, 2.0, 8.0]},
            rtol=1e-4,
        ),
    ),
)
