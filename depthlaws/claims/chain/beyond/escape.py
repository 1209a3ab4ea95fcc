"""Beyond the paper: escape of block two from w = 0."""

import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    DEEPER,
    FINITE_DEPTH,
    ONE,
    L,
    gradient,
    k,
    mp,
    mu_xx,
    mu_yx,
    precise,
    printed_sharpness,
    r,
    v,
    w,
    x,
)
from depthlaws.claims.engine.checks import Identity, Inequality, Property, Quoted
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT

CLAIMS = Claims()


def _escape_multiplier() -> tuple[sp.Expr, sp.Expr]:
    """Near w = 0 a step multiplies w by 1 + k kappa_L."""
    step = (w - k / printed_sharpness("block2") * gradient("block2")).subs(mu_yx, r * mu_xx)
    return at(D(step, w), {w: 0}), 1 + k * law("block2-escape-rate")


def _printed_escape() -> tuple[sp.Expr, sp.Expr]:
    printed = (r - 1) / (2 * L * (r ** (1 / L) - 1) * r ** (2 - 2 / L))
    return law("block2-escape-rate"), printed


def _in_root() -> tuple[sp.Expr, sp.Expr]:
    """In v = r^(-1/L): 2 kappa_L is the mean of 1, v, ..., v^(L-1) times v^(L-1)."""
    rate = law("block2-escape-rate", r=v**-L)
    return sp.powdenest(rate, force=True), (1 - v**L) / (L * (1 - v)) * v ** (L - 1) / 2


def _mean_below_one() -> tuple[sp.Expr, str, sp.Expr]:
    return 1 - v**L, "<=", L * (1 - v)


def _power_below_one() -> tuple[sp.Expr, str, sp.Expr]:
    """v^(L-1) at v = exp(-x)."""
    return sp.exp(-x * (L - 1)), "<", ONE


def _one_block() -> tuple[sp.Expr, sp.Expr]:
    return law("block2-escape-rate", L=ONE), sp.Rational(1, 2)


def _near_one() -> tuple[sp.Expr, sp.Expr]:
    return lim((1 - v**L) / (L * (1 - v)) * v ** (L - 1) / 2, v, 1), sp.Rational(1, 2)


def _deep_escapes() -> Iterator[tuple[str, sp.Expr, str]]:
    for ratio, printed in (
        ("101/100", "0.4926"),
        ("3/2", "0.274"),
        ("2", "0.1803"),
        ("4", "0.0676"),
        ("8", "0.0263"),
        ("16", "0.0106"),
    ):
        rate = law("block2-escape-rate-infinite", r=sp.Rational(ratio))
        yield f"kappa at infinite depth, r = {ratio}", rate, printed


@precise
def _public_escape(r: float, L: float) -> tuple[float, float]:
    exact = (
        mp("block2-escape-rate-infinite", r) if math.isinf(L) else mp("block2-escape-rate", r, L)
    )
    return chain.escape_rate(r, L), float(exact)


def _simulated_escape(depth: float, ratio: float) -> tuple[float, float]:
    """Growth of log w per unit of time near w = 0, for small k."""
    rate = 1e-3 * chain.learning_rate(depth, ratio, 1.0, 1.0, network="block2")
    grid = scalar.Grid("block2", depth, mu_yx=ratio, rate=rate, weight=1e-4, balanced=True)
    out = scalar.gradient_descent(grid, steps=100, record=[0, 100])
    weight = np.sqrt(np.expm1(np.log(np.squeeze(out["total"].to_numpy())) / depth))
    grown = math.log1p(1e-3 * chain.escape_rate(ratio, depth)) * 100
    return float(np.log(weight[1] / weight[0])), grown


CLAIMS.add(
    id="CHAIN-X-A5",
    source=CHAIN.beyond("X-A5"),
    says=(
        "Near w = 0 each step of block two, r > 1, multiplies w by 1 + k kappa_L, kappa_L = "
        "(r-1)/(2L (r^(1/L)-1) r^(2-2/L)), which is 1/2 at L = 1 and at deeper networks below "
        "1/2, to which it tends as r -> 1: there it depends on the data (0.1803 at infinite "
        "depth for r = 2, 0.0263 for r = 8)."
    ),
    checks=(
        Identity(_escape_multiplier, {k: POSITIVE, r: ABOVE_ONE, L: FINITE_DEPTH, mu_xx: POSITIVE}),
        Identity(_printed_escape, {r: ABOVE_ONE, L: FINITE_DEPTH}),
        Identity(_one_block, {r: ABOVE_ONE}),
        Identity(_in_root, {v: UNIT, L: FINITE_DEPTH}),
        Inequality(_mean_below_one, {v: UNIT, L: FINITE_DEPTH}, along=((v, 1), (L, 1))),
        Inequality(_power_below_one, {x: POSITIVE, L: DEEPER}),
        Identity(_near_one, {L: FINITE_DEPTH}),
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
