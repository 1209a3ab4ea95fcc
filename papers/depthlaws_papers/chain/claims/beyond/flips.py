"""Beyond the paper: flips at k = 2."""

import math

import sympy as sp

from depthlaws.claims.engine.checks import (
    Property,
)
from depthlaws.claims.engine.formula_expressions import looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import (
    Equal,
    Less,
    Statement,
    above,
    exp,
    naturals,
    positive,
    registered,
)
from depthlaws.theory import formula
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    L,
    descent,
    k,
    n,
    s,
    u,
    v,
    x,
)

CLAIMS = Claims()


def _flip(step: sp.Expr, z: sp.Symbol) -> sp.Expr:
    """Coefficient C = f''^2/4 + f'''/6 of a step at its fixed point 1."""
    second, third = (at(D(step, z, i), {z: 1}) for i in (2, 3))
    return second**2 / 4 + third / 6


def _coth(z: sp.Expr) -> sp.Expr:
    return sp.cosh(z) / sp.sinh(z)


theta0 = sp.Symbol("theta0", real=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
d = 1 - 1 / L
flip, distance = registered("chain-flip"), registered("chain-marginal-distance")
# Slope of ln k along the 2-cycles, x their relative amplitude in alpha (CHAIN-X-C2).
slope = _coth(x / L) / L - _coth(x) + (1 - 2 * d) * d * sp.tanh(d * x)
slope += 2 * d * (1 + d) * sp.tanh((1 + d) * x)


def _simulated_amplitude(depth: float) -> bool:
    """Just above k = 2 the simulated cycle has the amplitude sqrt((k-2)/C), to 1 %."""
    d = 1e-3
    tail = descent(depth, 0.9, 2 + d, 10_000)[-2:] ** (1 / depth)
    amplitude = abs(tail[1] - tail[0]) / 2
    return abs(amplitude / math.sqrt(d / formula("chain-flip")(depth)) - 1) < 1e-2


CLAIMS.add(
    id="CHAIN-X-C3",
    source=CHAIN.beyond("X-C3"),
    says="The flip at k = 2 is supercritical, C = (4/3)(L-1)(5L-4) > 0 for L > 1: to leading order "
    "there is a 2-cycle of amplitude sqrt((k-2)/C) above it, and at it deviations decay like (2 C "
    "n)^(-1/2). Two layers at k = 4 are solvable chaos, v_n = sqrt(2) sin(3^n theta).",
    statement=Statement(
        Equal(flip, sp.Rational(4, 3) * (L - 1) * (5 * L - 4)),
        Equal(_flip(v + 2 / L * (1 - v**L) * v ** (L - 1), v), flip),
        Equal(registered("chain-flip-total"), flip / L**2),
        Less(0, flip),
        Equal(lim(slope / x, x, 0), registered("chain-flip-total")),
        Equal(D(looked_up("chain-marginal-distance"), n), -flip * distance**3),
        # Two layers at k = 4: a step takes v = sqrt(2) sin(theta) to sqrt(2) sin(3 theta).
        Equal(registered("chain-gd-step", k=4, L=2), 3 * v - 2 * v**3),
        Equal(
            at(3 * v - 2 * v**3, {v: sp.sqrt(2) * sp.sin(theta0)}), sp.sqrt(2) * sp.sin(3 * theta0)
        ),
        Equal(
            registered("chain-chaos", n=m + 1), registered("chain-chaos", n=m, theta0=3 * theta0)
        ),
        Equal(registered("chain-chaos", n=0), sp.sqrt(2) * sp.sin(theta0)),
        for_all={L: above(1), n: positive, v: positive, theta0: positive, m: naturals(0)},
    ),
    cross_checks=(Property(_simulated_amplitude, {"depth": [2.0, 3.0, 4.0, 8.0]}),),
)


# Block two's step in s = w/w_*, u = r^(1/L), and its flip in 1 - 1/u = x/(1 + x).
block = 1 + (u - 1) * s**2
block2_step = s * (
    1 + k / (2 * L * (u - 1)) * u ** (2 - 2 * L) * (u**L - block**L) * block ** (L - 1)
)
share = x / (1 + x)
block2_flip = 2 * (L - 1) * (5 * L - 4) * share**2 + 9 * (L - 1) * share + 3


CLAIMS.add(
    id="CHAIN-X-C6",
    source=CHAIN.beyond("X-C6"),
    says="Block two, r > 1, flips supercritically at k = 2 for every depth and target; the flip "
    "and the step have the registered limits at infinite depth.",
    statement=Statement(
        Equal(registered("block2-gd-step", r=u**L), block2_step),
        Equal(_flip(block2_step.subs(k, 2), s), registered("block2-flip", r=u**L)),
        Equal(registered("block2-flip", r=(1 + x) ** L), sp.Rational(8, 3) * block2_flip),
        Less(0, block2_flip),
        *(
            Equal(lim(looked_up(z, r=sp.exp(x)), L, sp.oo), registered(f"{z}-infinite", r=exp(x)))
            for z in ("block2-flip", "block2-gd-step")
        ),
        for_all={s: positive, k: positive, L: DEPTH, u: above(1), x: positive},
    ),
)
