"""Convergence rate: section 2."""

import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Quoted, Smallest
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.engine.statement import Equal, Statement, registered, tree
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    ANY_DEPTHS,
    DEPTH,
    SHARE,
    START,
    L,
    alpha,
)

CLAIMS = Claims()

FLOW = registered("chain-effective-flow")


def _late_rate(depth: float, start: float) -> tuple[float, float]:
    """tau d ln(1 - alpha)/dt late in training is -1 at every depth."""
    when = chain.time(None, start, depth, gap=1e-9)
    gaps = chain.gap(np.array([when, when + 1.0]), start, depth)
    return float(np.log(gaps[0] / gaps[1])), 1.0


CLAIMS.add(
    id="CHAIN-I15",
    source=CHAIN.section("2, convergence rate"),
    says="All depths converge at the same linear rate: tau d ln(1-alpha)/dt = -alpha^(2-2/L), at "
    "infinite depth -alpha^2, which tends to -1 at the target.",
    statement=Statement(
        Equal(-FLOW / (1 - tree(alpha)), -tree(alpha ** (2 - 2 / L))),
        Equal(lim(alpha ** (2 - 2 / L), alpha, 1), 1),
        Equal(lim(alpha ** (2 - 2 / L), L, sp.oo), alpha**2),
        for_all={alpha: SHARE, L: DEPTH},
    ),
    cross_checks=(Property(_late_rate, {"depth": ANY_DEPTHS, "start": START}, n=66, rtol=1e-7),),
)


CLAIMS.add(
    id="CHAIN-I15-weak",
    source=CHAIN.section("abstract"),
    says="The dynamics depends on depth only through the factor alpha^(-2/L) of its speed, which "
    "tends to 1 at every fixed alpha.",
    quote="the learning dynamics is independent of data and weakly dependent on depth",
    reading=(
        '"Weakly" is read as the paper explains it: through the factor alpha^(2-2/L). '
        "Times differ more: reaching |1 - alpha| = eps from 0.001 takes 999 tau longer "
        "at infinite depth than at L = 2."
    ),
    imprecise=True,
    exact="CHAIN-I15-constant",
    statement=Statement(
        Equal(FLOW / (1 - tree(alpha)), tree(alpha) ** 2 * alpha ** (-2 / L)),
        Equal(lim(alpha ** (-2 / L), L, sp.oo), 1),
        for_all={alpha: SHARE, L: DEPTH},
    ),
    change="The rate of convergence is independent of depth; the time to reach it is not.",
    against=(
        Smallest(
            lambda n: (sp.log(n - 1) + n - 2, "<=", 2 * sp.log(n - 1)),
            {"n": [3, 4, 5]},
            of=(
                "time from alpha = 1/n to 1/2 at infinite depth, in tau",
                "twice that of two layers",
            ),
        ),
    ),
)


def _constants() -> Iterator[tuple[str, sp.Expr, str]]:
    table = {
        "0.1": ("2.197", "3.867", "5.056", "7.518", "10.650", "11.197"),
        "0.01": ("4.595", "11.596", "19.186", "43.213", "92.588", "103.595"),
        "0.001": ("6.907", "27.726", "62.569", "238.71", "836.97", "1005.91"),
    }
    for start, numbers in table.items():
        for depth, printed in zip((2, 3, 4, 8, 64, math.inf), numbers, strict=True):
            yield f"C at L = {depth}, alpha0 = {start}", _constant(start, depth), printed


def _constant(start: str, depth: float) -> sp.Expr:
    first = sp.Rational(start)
    if depth == 2:
        return law("chain-convergence-constant-depth2", alpha0=first)
    if depth == math.inf:
        return law("chain-convergence-constant-infinite", alpha0=first)
    return law("chain-convergence-constant", alpha0=first, L=sp.Integer(depth))


def _constant_by_time(depth: float, start: float) -> tuple[float, float]:
    when = chain.time(None, start, depth, gap=math.copysign(1e-13, 1 - start))
    constant = chain.convergence_constant(start, depth)
    return abs(when - math.log(1e13) - constant) / (1 + abs(constant)), 3e-12


CLAIMS.add(
    id="CHAIN-I15-constant",
    source=CHAIN.beyond("I15"),
    says="t_eps = tau (ln(1/eps) + C_L(alpha0)) + o(1), as the excess of 1/speed over 1/(1 - "
    "alpha) stays finite: the rate is free of depth, the constant is not (alpha0 = 0.001: 6.9 at L "
    "= 2, 1005.9 at infinite depth); its forms are CHAIN-I15-laws.",
    statement=Statement(
        Equal(
            1 / registered("chain-effective-flow"),
            1 / (1 - alpha) + (alpha ** (2 / L - 2) - 1) / (1 - alpha),
        ),
        # 1/speed - 1/(1 - alpha), whose integral is C, has a limit at the target.
        Equal(lim((alpha ** (2 / L - 2) - 1) / (1 - alpha), alpha, 1), 2 - 2 / L),
        for_all={alpha: SHARE, L: DEPTH},
    ),
    checks=(Quoted(_constants),),
    cross_checks=(
        Property(
            _constant_by_time,
            {"depth": ANY_DEPTHS, "start": [0.01, 0.1, 0.5, 0.9, 1.5, 4.0, 20.0]},
            n=80,
            relation="<=",
        ),
    ),
)
