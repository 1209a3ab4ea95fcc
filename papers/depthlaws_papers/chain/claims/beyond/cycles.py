"""Beyond the paper: the positive 2-cycles of gradient descent."""

import math
from collections.abc import Iterator
from typing import Any

import mpmath
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
    Tree,
    at_least,
    interval,
    log,
    positive,
    registered,
)
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    L,
    k,
    mp,
    precise,
    s,
    u,
    v,
    x,
)

CLAIMS = Claims()

y = sp.Symbol("y", positive=True)


d, q = 1 - 1 / L, 1 - 2 / L
near, far = sp.cosh(d * x), sp.cosh((1 + d) * x)
low, high = (registered(f"chain-cycle-{name}") for name in ("low", "high"))
rate, deep_rate = registered("chain-cycle-rate"), registered("chain-cycle-rate-infinite")


def _onto_each_other(point: Tree, sign: int) -> Iterator[Equal]:
    """Yield that 1 + (k/L) alpha^q (1 - alpha) = v_next/v leads from one point to the other.

    At infinite depth k alpha (1 - alpha) is the growth of ln(alpha).
    """
    push = 2 * L * sp.sinh(x / L) * sp.exp(-sign * q * x) / sp.sinh(x)
    deep = sp.exp(-sign * x) * sp.cosh(x) / sp.cosh(2 * x)
    yield Equal(point * far, sp.exp(-sign * x) * near)
    ln_push = sp.log(2) + sp.log(L) + sp.log(sp.sinh(x / L)) - sp.log(sp.sinh(x)) - sign * q * x
    yield Equal(ln_k + q * (-sign * x + sp.log(near) - sp.log(far)), ln_push + sp.log(far))
    yield Equal(push / L * (far - sp.exp(-sign * x) * near), sp.exp(2 * sign * x / L) - 1)
    yield Equal(lim(sp.exp(-sign * x) * near / far, L, sp.oo), deep)
    yield Equal(deep_rate * deep * (1 - deep), 2 * sign * x)


# ln k and ln k at infinite depth.
ln_k = sp.log(2) + sp.log(L) + sp.log(sp.sinh(x / L)) - q * sp.log(near) + 2 * d * sp.log(far)
ln_k -= sp.log(sp.sinh(x))
ln_deep_k = 2 * sp.log(2) + sp.log(x) + 2 * sp.log(sp.cosh(2 * x)) - sp.log(sp.sinh(2 * x))


def coth(z: sp.Expr) -> sp.Expr:
    """Hyperbolic cotangent, which statements know as cosh over sinh."""
    return sp.cosh(z) / sp.sinh(z)


@precise
def _multiplier_by_steps(x: float, L: float) -> tuple[float, float]:
    rate, low = mp("chain-cycle-rate", x, L), mp("chain-cycle-low", x, L)

    def twice(alpha: Any) -> Any:
        once = mp("chain-gd-total-step", alpha, rate, L)
        return mp("chain-gd-total-step", once, rate, L)

    return float(mp("chain-cycle-multiplier", x, L)), float(mpmath.diff(twice, low))


def _public_cycle(depth: float, excess: float) -> tuple[float, float]:
    """Both points of the public 2-cycle at k = 2 + excess, through the exact k of their ratio."""
    low, high = chain.two_cycle(2 + excess, depth)
    half = math.log(high / low) / 2
    return _excess_of(x=half, L=depth), (2 + excess) - 2


@precise
def _excess_of(x: float, L: float) -> float:
    rate = mp("chain-cycle-rate-infinite", x) if math.isinf(L) else mp("chain-cycle-rate", x, L)
    return float(rate - 2)


CLAIMS.add(
    id="CHAIN-X-C2",
    source=CHAIN.beyond("X-C2"),
    says="The positive 2-cycles are explicit in x = ln(alpha_high/alpha_low)/2: k and both "
    "points. For L >= 2 and infinity k(x) grows from 2, for (ln k)' > (3/2) tanh(x/2) - "
    "min(x/3, 1) > 0: there is none for k <= 2, and one for each k above.",
    statement=Statement(
        Equal(registered("chain-gd-step"), v * (1 + k / L * v ** (L - 2) * (1 - v**L))),
        *_onto_each_other(low, 1),
        *_onto_each_other(high, -1),
        Equal(lim(L * sp.sinh(x / L) / sp.sinh(x), x, 0), 1),
        Equal(at(2 * d * sp.log(far) - q * sp.log(near), {x: 0}), 0),
        Equal(lim(looked_up("chain-cycle-rate-infinite", x=u * x), x, 0), 2),
        Equal(log(rate), ln_k),
        Equal(deep_rate * sp.sinh(2 * x), 4 * x * sp.cosh(2 * x) ** 2),
        # d ln k/dx with 1/L and d = 1 - 1/L.
        Equal(
            D(ln_k, x),
            coth(x / L) / L
            - coth(x)
            + (1 - 2 * d) * d * sp.tanh(d * x)
            + 2 * d * (1 + d) * sp.tanh((1 + d) * x),
        ),
        Equal(D(ln_deep_k, x), 1 / x - coth(x) - sp.tanh(x) + 4 * sp.tanh(2 * x)),
        # x coth x > 1, so that e coth(e x) >= 1/x.
        Less(sp.sinh(x), x * sp.cosh(x), along=((x, 0),)),
        # tanh(x + u) - tanh(x) = sinh(u)/(cosh(x) cosh(x + u)) > 0: tanh((1+d)x) > tanh(dx).
        Equal(sp.tanh(x + u) - sp.tanh(x), sp.sinh(u) / (sp.cosh(x) * sp.cosh(x + u))),
        Equal((1 - 2 * d) * d + 2 * d * (1 + d), 3 * d),
        # coth x - 1/x < x/3.
        Less(x * sp.cosh(x) - sp.sinh(x), x**2 / 3 * sp.sinh(x), along=((x, 0), (x, 0), (x, 0))),
        # coth x - 1/x < 1, as 1 + 2x < exp(2x).
        Less(1 + 2 * x, sp.exp(2 * x), along=((x, 0),)),
        Equal(1 - (coth(x) - 1 / x), (sp.exp(2 * x) - 1 - 2 * x) / (x * (sp.exp(2 * x) - 1))),
        # x/3 < (3/2) tanh(x/2), times exp(x) + 1, up to x = 2.
        Less(s / 3 * (sp.exp(s) + 1), sp.Rational(3, 2) * (sp.exp(s) - 1), along=((s, 0), (s, 0))),
        # 1 < (3/2) tanh(x/2), times 2 (y + 1), in y = exp(x), from 6 < exp(2) on.
        Less(2 * (y + 1), 3 * (y - 1)),
        for_all={
            v: positive,
            k: positive,
            L: DEPTH,
            x: positive,
            u: positive,
            y: at_least(6),
            s: interval(0, 2, low_open=True, high_open=True),
        },
    ),
    cross_checks=(
        Property(
            _multiplier_by_steps,
            {"x": Interval(sp.Rational(1, 50), 3), "L": [2.0, 3.0, 4.0, 8.0, 64.0, 1e6]},
            n=24,
            rtol=1e-10,
        ),
        Property(
            _public_cycle,
            {
                "depth": [2.0, 3.0, 4.0, 17.0, 64.0, math.inf],
                "excess": [1e-11, 1e-8, 1e-3, 0.05, 1.0, 20.0],
            },
            rtol=1e-6,
        ),
    ),
)
