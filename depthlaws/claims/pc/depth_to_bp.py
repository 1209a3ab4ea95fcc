"""Corollary 4.2: residual networks approach backpropagation; the rescaling after training."""

import functools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.engine.statement import (
    Equal,
    Index,
    Mean,
    Statement,
    Tree,
    indices,
    positive,
    total,
)
from depthlaws.claims.pc import moments
from depthlaws.claims.pc.common import Case, L, N, gamma0
from depthlaws.claims.pc.convergence_to_bp import misaligned
from depthlaws.claims.pc.depth_features import DEPTH_LINE, depth_set
from depthlaws.claims.pc.depth_rescaling import BY_LIMITS, ORDER_L, reach
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC

CLAIMS = Claims()


# -- convergence to backpropagation (corollary 4.2) ------------------------------------------------


def _second_moment() -> Statement:
    """|A A^T p|^2 of one block A = 1 + W: its wide limit is rho^2 (1 + (1 - rho^-2))."""
    N, c2, p, W, i, j = (getattr(moments, name) for name in ["N", "c2", "p", "W", "i", "j"])
    k = indices("k", N)

    def back(unit: Index) -> Tree:
        return p[unit] + total(W[k, unit] * p[k], k)

    rho, width = sp.Symbol("rho", positive=True), sp.Symbol("N", positive=True)
    share = (rho - 1) / width
    exact = 1 + (4 * width + 2) * share + (2 * width**2 + width) * share**2
    return Statement(
        Equal(
            Mean(total((back(i) + total(W[i, j] * back(j), j)) ** 2, i), W),
            (1 + (4 * N + 2) * c2 + (2 * N**2 + N) * c2**2) * moments.SQUARE,
        ),
        Equal(lim(exact, width, sp.oo), rho**2 * (1 + (1 - rho**-2))),
        for_all=moments.ANY_LAYER | {rho: positive},
    )


@functools.cache
def _sums() -> tuple[sp.Symbol, sp.Expr, sp.Expr]:
    """t = l/L, the size of V at block l, and the integral of the contributions of all blocks."""
    t = sp.Symbol("t", positive=True)
    sigma = reach(t)
    return t, sigma, sp.integrate(sp.exp(2 - 2 * t) * sigma, t)


def _integrals() -> Iterator[Case]:
    """C_L / L^2 -> e/3: the double sums as integrals over l/L."""
    t, sigma, blocks = _sums()
    yield "slope of the integral", sp.Derivative(blocks, t), sp.exp(2 - 2 * t) * sigma
    total = (blocks.subs(t, 1) - blocks.subs(t, 0) + sigma.subs(t, 1)) / (3 * sp.E)
    yield "C_L / L^2", total, sp.E / 3
    energy, signal = symbol("energy"), symbol("signal")
    misalignment = 2 * energy**2 * total * L**2 / (signal * gamma0**2 * N**2)
    yield "law", law("pc-misalignment-residual"), misalignment


@functools.lru_cache(maxsize=4)
def _towards_the_limit(depth: int) -> tuple[float, float]:
    """The double sums at depth L against L^2 e/3: relative gap below 4/L."""
    energy, signal, width = 0.5, 1.0, 10**6
    misalignment = predictive_coding.misalignment(
        width, depth, signal, network="residual", energy=energy
    )
    limit = 2 * energy**2 * (math.e / 3) * depth**2 / width**2
    return abs(misalignment / limit - 1), 4 / depth


CLAIMS.add(
    id="PC-B14",
    source=PC.beyond("PC-B14"),
    says="Wide and deep residual networks at alpha = 1/2 start with 1 - cos = (2e/3) F*^2 L^2 / "
    "(kappa gamma0^2 N^2): alignment needs gamma0 N >> L.",
    statement=_second_moment(),
    checks=(Exhaustive(_integrals),),
    cross_checks=(
        Property(_towards_the_limit, {"depth": [16, 64, 256]}, relation="<=", n=3),
        *misaligned("residual", 4),
    ),
)

CLAIMS.add(
    id="PC-C4.2",
    source=PC.section("4, corollary 4.2"),
    says="With alpha = 1/2 the energy of residual networks tends to the loss, and PC's gradients "
    "to BP's, where the width is much larger than the depth.",
    quote="PC converges to BP",
    reading=(
        "Directions are compared at the start, where gamma0^2 N >> L and gamma0 N "
        "sqrt(kappa) >> L F*."
    ),
    statement=ORDER_L,
    checks=(Exhaustive(_integrals),),
    cross_checks=(BY_LIMITS,),
    imprecise=True,
    exact="PC-B14",
)

CLAIMS.add(
    id="PC-TK3",
    source=PC.section("4, takeaway 3"),
    says="Width- and depth-stable parametrisations of PC are those of BP, and s - 1 = Theta(L/N) "
    "under each of them.",
    statement=DEPTH_LINE,
    checks=ORDER_L.checks,
    cross_checks=(Exhaustive(depth_set, what="the theory's solver"), BY_LIMITS),
)


RATES = {
    "mlp": {2: 0.015, 4: 0.0075, 8: 0.003, 16: 0.001},
    "residual": {2: 0.015, 4: 0.01, 8: 0.0075, 16: 0.006},
}


@functools.lru_cache(maxsize=16)
def _trained(depth: int, network: Any) -> float:
    """N (s - 1) at infinite width where the loss falls below a fifth of its start.

    Twenty whitened samples with labels +-1 learn as one sample with the label sqrt(20).
    """
    course = predictive_coding.wide_descent(
        [[1.0]],
        [math.sqrt(20)],
        depth=depth,
        steps=24,
        network=network,
        learning_rate=RATES[network][depth],
    )
    level = course.loss / course.loss[0]
    after = int(np.argmax(level < 0.2))
    share = (level[after - 1] - 0.2) / (level[after - 1] - level[after])
    return float(course.excess[after - 1] * (1 - share) + course.excess[after] * share)


def _doubled(depth: int, network: Any) -> float:
    """Factor by which N (s - 1) grows from a depth to twice that depth."""
    return _trained(2 * depth, network) / _trained(depth, network)


CLAIMS.add(
    id="PC-B8",
    source=PC.beyond("PC-B8"),
    says=(
        "Trained to a fifth of the loss at infinite width N (s - 1) of plain networks "
        "grows by more than 2^1.5 per doubling of L from 2 to 16, a power nearer to 2 "
        "than to 1; that of residual networks grows less with every doubling, and by "
        "less than 2^1.5 from L = 4 on."
    ),
    checks=(
        Property(
            lambda depth: (_doubled(depth, "mlp"), 2**1.5),
            {"depth": [2, 4, 8]},
            relation=">",
            met="0.904",
        ),
        Property(
            lambda depth: (_doubled(depth, "residual"), 2**1.5),
            {"depth": [4, 8]},
            relation="<",
            met="0.931",
        ),
        Property(
            lambda depth: (_doubled(2 * depth, "residual"), _doubled(depth, "residual")),
            {"depth": [2, 4]},
            relation="<",
            met="0.869",
        ),
    ),
    why_sampled="no enclosure of a training course",
)
