"""Beyond the paper: escape of block two from w = 0."""

import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Quoted
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Less,
    Statement,
    above,
    positive,
    rational,
    registered,
)
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    MOMENTS,
    SHARE,
    L,
    gradient,
    k,
    mp,
    mu_xx,
    mu_yx,
    precise,
    printed_sharpness,
    r,
    u,
    v,
    w,
    x,
)

CLAIMS = Claims()


step = (w - k / printed_sharpness("block2") * gradient("block2")).subs(mu_yx, r * mu_xx)
escape = registered("block2-escape-rate")
in_root = (1 - v**L) / (L * (1 - v)) * v ** (L - 1) / 2


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
    says="Near w = 0 each step of block two, r > 1, multiplies w by 1 + k kappa_L, kappa_L = "
    "(r-1)/(2L (r^(1/L)-1) r^(2-2/L)), which is 1/2 at L = 1 and at deeper networks below 1/2, to "
    "which it tends as r -> 1: there it depends on the data (0.1803 at infinite depth for r = 2, "
    "0.0263 for r = 8).",
    statement=Statement(
        Equal(at(D(step, w), {w: 0}), 1 + k * escape),
        Equal(escape * 2 * L * (r ** (1 / L) - 1) * r ** (2 - 2 / L), r - 1),
        Equal(escape.put({L: 1}), rational(1, 2)),
        # In v = r^(-1/L): 2 kappa_L is the mean of 1, v, ..., v^(L-1) times v^(L-1).
        Equal(escape.put({r: v**-L}), in_root),
        AtMost(1 - v**L, L * (1 - v), along=((v, 1), (L, 1))),
        # v^(L-1) at v = exp(-x), for L = 1 + u.
        Less(sp.exp(-x * u), 1),
        Equal(lim(in_root, v, 1), rational(1, 2)),
        for_all={
            k: positive,
            r: above(1),
            L: DEPTH,
            v: SHARE,
            x: positive,
            u: positive,
            **MOMENTS,
        },
    ),
    checks=(Quoted(_deep_escapes),),
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
