"""Beyond the paper: the positive 2-cycles of gradient descent."""

import math
from collections.abc import Iterator
from typing import Any

import mpmath
import sympy as sp

from depthlaws.claims.chain.common import (
    FINITE_DEPTH,
    L,
    identities,
    k,
    mp,
    precise,
    u,
    v,
    x,
)
from depthlaws.claims.engine.checks import (
    Identity,
    Inequality,
    Property,
)
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

CLAIMS = Claims()

y = sp.Symbol("y", positive=True)
_ORBIT = {x: POSITIVE, L: FINITE_DEPTH}


def _factor_at(point: sp.Expr) -> sp.Expr:
    """1 + (k/L) alpha^(1-2/L) (1 - alpha) at a point of the cycle: v_next/v."""
    rate = law("chain-cycle-rate", x=x)
    power = sp.expand_power_base(rate / L * point ** (1 - 2 / L), force=True)
    push = sp.powsimp(sp.powdenest(power, force=True), force=True)
    return 1 + sp.cancel(push * sp.together(1 - point))


def _in_exponentials(left: sp.Expr, right: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    return sp.simplify(sp.expand((left - right).rewrite(sp.exp))), sp.Integer(0)


def _low_to_high() -> tuple[sp.Expr, sp.Expr]:
    return _in_exponentials(_factor_at(law("chain-cycle-low", x=x)), sp.exp(2 * x / L))


def _high_to_low() -> tuple[sp.Expr, sp.Expr]:
    return _in_exponentials(_factor_at(law("chain-cycle-high", x=x)), sp.exp(-2 * x / L))


def _ratio() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-cycle-high", x=x) / law("chain-cycle-low", x=x), sp.exp(2 * x)


def _infinite_depth_cycle() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    rate = law("chain-cycle-rate-infinite", x=x)
    for name, sign in (("low", 1), ("high", -1)):
        point = law(f"chain-cycle-{name}", x=x, L=sp.oo)
        yield name, (rate * point * (1 - point)).rewrite(sp.exp), 2 * sign * x


def _factor_of_map() -> tuple[sp.Expr, sp.Expr]:
    """v_next/v, alpha = v^L."""
    factor = law("chain-gd-step", v=v) / v
    return factor, 1 + k / L * v ** (L - 2) * (1 - v**L)


def _multiplier_is_product() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Chain rule: the slopes d ln(alpha_next)/d ln(alpha) at both points."""
    rate = law("chain-cycle-rate", x=x)
    points = [law(f"chain-cycle-{name}", x=x) for name in ("low", "high")]
    slopes = [law("chain-gd-log-slope", alpha=point, k=rate) for point in points]
    yield "multiplier", law("chain-cycle-multiplier", x=x), sp.Mul(*slopes)


@precise
def _multiplier_by_steps(x: float, L: float) -> tuple[float, float]:
    rate, low = mp("chain-cycle-rate", x, L), mp("chain-cycle-low", x, L)

    def twice(alpha: Any) -> Any:
        once = mp("chain-gd-total-step", alpha, rate, L)
        return mp("chain-gd-total-step", once, rate, L)

    return float(mp("chain-cycle-multiplier", x, L)), float(mpmath.diff(twice, low))


def _log_slope() -> tuple[sp.Expr, sp.Expr]:
    """d ln k/dx with e = 1/L and d = 1 - 1/L."""
    d = 1 - 1 / L
    slope = sp.diff(sp.expand_log(sp.log(law("chain-cycle-rate", x=x)), force=True), x)
    outer = 2 * d * (1 + d) * sp.tanh((1 + d) * x)
    printed = sp.coth(x / L) / L - sp.coth(x) + (1 - 2 * d) * d * sp.tanh(d * x) + outer
    return _in_exponentials(slope, printed)


def _log_slope_infinite() -> tuple[sp.Expr, sp.Expr]:
    slope = sp.diff(sp.expand_log(sp.log(law("chain-cycle-rate-infinite", x=x)), force=True), x)
    printed = 1 / x - sp.coth(x) - sp.tanh(x) + 4 * sp.tanh(2 * x)
    return _in_exponentials(slope, printed)


def _coth_above() -> tuple[sp.Expr, str, sp.Expr]:
    """x coth x > 1, so that e coth(e x) >= 1/x."""
    return sp.sinh(x), "<", x * sp.cosh(x)


def _tanh_grows() -> tuple[sp.Expr, sp.Expr]:
    """tanh(x + u) - tanh(x) = sinh(u)/(cosh(x) cosh(x + u)) > 0: tanh((1+d)x) > tanh(dx)."""
    apart = sp.sinh(u) / (sp.cosh(x) * sp.cosh(x + u))
    return _in_exponentials(sp.tanh(x + u) - sp.tanh(x), apart)


def _weights_add_up() -> tuple[sp.Expr, sp.Expr]:
    d = 1 - 1 / L
    return (1 - 2 * d) * d + 2 * d * (1 + d), 3 * d


def _coth_below_third() -> tuple[sp.Expr, str, sp.Expr]:
    """coth x - 1/x < x/3."""
    return x * sp.cosh(x) - sp.sinh(x), "<", x**2 / 3 * sp.sinh(x)


def _coth_below_one() -> tuple[sp.Expr, str, sp.Expr]:
    """coth x - 1/x < 1, as 1 + 2x < exp(2x)."""
    return 1 + 2 * x, "<", sp.exp(2 * x)


def _same_as_coth_below_one() -> tuple[sp.Expr, sp.Expr]:
    apart = (sp.exp(2 * x) - 1 - 2 * x) / (x * (sp.exp(2 * x) - 1))
    return _in_exponentials(1 - (sp.coth(x) - 1 / x), apart)


def _tanh_wins_near_zero() -> tuple[sp.Expr, str, sp.Expr]:
    """x/3 < (3/2) tanh(x/2), times exp(x) + 1, up to x = 2."""
    return x / 3 * (sp.exp(x) + 1), "<", sp.Rational(3, 2) * (sp.exp(x) - 1)


def _tanh_wins_far_out() -> tuple[sp.Expr, str, sp.Expr]:
    """1 < (3/2) tanh(x/2), times 2 (y + 1), in y = exp(x), from 6 < exp(2) on."""
    return 2 * (y + 1), "<", 3 * (y - 1)


def _starts_at_two() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "finite depth", lim(law("chain-cycle-rate", x=x), x, 0), sp.Integer(2)
    grown = law("chain-cycle-rate-infinite", x=u * x)  # at any scale u
    yield "infinite depth", lim(grown, x, 0), sp.Integer(2)


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
    says="The positive 2-cycles are explicit in x = ln(alpha_high/alpha_low)/2: k, both points, "
    "the multiplier. For L >= 2 and infinity k(x) grows from 2, for (ln k)' > (3/2) tanh(x/2) - "
    "min(x/3, 1) > 0: there is none for k <= 2, and one for each k above.",
    checks=(
        Identity(_factor_of_map, {v: POSITIVE, k: POSITIVE, L: FINITE_DEPTH}),
        Identity(_low_to_high, _ORBIT),
        Identity(_high_to_low, _ORBIT),
        Identity(_ratio, _ORBIT),
        *identities(_infinite_depth_cycle, ("low", "high"), {x: POSITIVE}),
        *identities(_multiplier_is_product, ("multiplier",), _ORBIT),
        *identities(_starts_at_two, ("finite depth", "infinite depth"), {u: POSITIVE, **_ORBIT}),
        Identity(_log_slope, _ORBIT),
        Identity(_log_slope_infinite, {x: Interval(0, 20, left_open=True)}),
        Inequality(_coth_above, {x: POSITIVE}, along=((x, 0),)),
        Identity(_tanh_grows, {x: POSITIVE, u: POSITIVE}),
        Identity(_weights_add_up, {L: FINITE_DEPTH}),
        Inequality(_coth_below_third, {x: POSITIVE}, along=((x, 0), (x, 0), (x, 0))),
        Inequality(_coth_below_one, {x: POSITIVE}, along=((x, 0),)),
        Identity(_same_as_coth_below_one, {x: POSITIVE}),
        Inequality(
            _tanh_wins_near_zero,
            {x: Interval(0, 2, left_open=True)},
            along=((x, 0), (x, 0)),
        ),
        Inequality(_tanh_wins_far_out, {y: Interval(6, sp.oo, right_open=True)}),
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
