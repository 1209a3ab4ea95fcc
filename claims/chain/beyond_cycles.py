"""Beyond the paper: 2-cycles, flips, period doubling and divergence."""

import math
from collections.abc import Callable, Iterator
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
    descent,
    k,
    mp,
    precise,
    r,
    s,
    u,
    v,
    x,
)
from depthlaws.claims.engine.checks import (
    Certify,
    Exhaustive,
    Identity,
    Inequality,
    Property,
    Quoted,
)
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.balls import precision
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

CLAIMS = Claims()


# -- positive 2-cycles -----------------------------------------------------------------------------


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
        push = (rate * point * (1 - point)).rewrite(sp.exp)
        yield name, sp.simplify(sp.expand(push)), 2 * sign * x


def _factor_of_map() -> tuple[sp.Expr, sp.Expr]:
    """v_next/v, alpha = v^L."""
    found = law("chain-gd-step", v=v) / v
    return found, 1 + k / L * v ** (L - 2) * (1 - v**L)


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
    found = sp.diff(sp.expand_log(sp.log(law("chain-cycle-rate", x=x)), force=True), x)
    outer = 2 * d * (1 + d) * sp.tanh((1 + d) * x)
    printed = sp.coth(x / L) / L - sp.coth(x) + (1 - 2 * d) * d * sp.tanh(d * x) + outer
    return _in_exponentials(found, printed)


def _log_slope_infinite() -> tuple[sp.Expr, sp.Expr]:
    found = sp.diff(sp.expand_log(sp.log(law("chain-cycle-rate-infinite", x=x)), force=True), x)
    printed = 1 / x - sp.coth(x) - sp.tanh(x) + 4 * sp.tanh(2 * x)
    return _in_exponentials(found, printed)


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


def _tanh_wins() -> tuple[sp.Expr, str, sp.Expr]:
    return sp.Min(x / 3, 1), "<", sp.Rational(3, 2) * sp.tanh(x / 2)


def _tanh_wins_near_zero() -> tuple[sp.Expr, str, sp.Expr]:
    """x/3 < (3/2) tanh(x/2), times exp(x) + 1."""
    return x / 3 * (sp.exp(x) + 1), "<", sp.Rational(3, 2) * (sp.exp(x) - 1)


def _tanh_wins_far_out() -> tuple[sp.Expr, str, sp.Expr]:
    """1 < (3/2) tanh(x/2), times 2 (exp(x) + 1)."""
    return 2 * (sp.exp(x) + 1), "<", 3 * (sp.exp(x) - 1)


def _starts_at_two() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "finite depth", sp.limit(law("chain-cycle-rate", x=x), x, 0), sp.Integer(2)
    yield "infinite depth", sp.limit(law("chain-cycle-rate-infinite", x=x), x, 0), sp.Integer(2)


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
        Identity(_low_to_high, {x: Interval(0, 20, left_open=True), L: FINITE_DEPTH}),
        Identity(_high_to_low, {x: Interval(0, 20, left_open=True), L: FINITE_DEPTH}),
        Identity(_ratio, {x: Interval(0, 20, left_open=True), L: FINITE_DEPTH}),
        Exhaustive(_infinite_depth_cycle, what="infinite depth"),
        Exhaustive(_multiplier_is_product),
        Exhaustive(_starts_at_two),
        Identity(_log_slope, {x: Interval(0, 20, left_open=True), L: FINITE_DEPTH}),
        Identity(_log_slope_infinite, {x: Interval(0, 20, left_open=True)}),
        Inequality(_coth_above, {x: POSITIVE}, along=((x, 0),)),
        Identity(_tanh_grows, {x: POSITIVE, u: POSITIVE}),
        Identity(_weights_add_up, {L: FINITE_DEPTH}),
        Inequality(_coth_below_third, {x: POSITIVE}, along=((x, 0), (x, 0), (x, 0))),
        Inequality(_coth_below_one, {x: POSITIVE}, along=((x, 0),)),
        Identity(_same_as_coth_below_one, {x: POSITIVE}),
        Inequality(
            _tanh_wins_near_zero,
            {x: Interval(0, sp.Rational(1, 10), left_open=True)},
            along=((x, 0), (x, 0)),
        ),
        Certify(_tanh_wins, {x: (sp.Rational(1, 100), 60)}),
        Inequality(_tanh_wins_far_out, {x: Interval(50, sp.oo, right_open=True)}, along=((x, 50),)),
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
            rtol=1e-4,
        ),
    ),
)


# -- flips -----------------------------------------------------------------------------------------


def _flip() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-flip"), sp.Rational(4, 3) * (L - 1) * (5 * L - 4)


def _flip_of_derivatives() -> tuple[sp.Expr, sp.Expr]:
    """f''^2/4 + f'''/6 at the minimum and k = 2."""
    step = v + 2 / L * (1 - v**L) * v ** (L - 1)
    second, third = (sp.diff(step, v, i).subs(v, 1) for i in (2, 3))
    return second**2 / 4 + third / 6, law("chain-flip")


def _flip_in_total() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-flip-total"), law("chain-flip") / L**2


def _amplitude() -> tuple[sp.Expr, sp.Expr]:
    """k - 2 = C_total x^2 + ... on the cycle, x its relative amplitude in alpha."""
    d = 1 - 1 / L
    outer = 2 * d * (1 + d) * sp.tanh((1 + d) * x)
    slope = sp.coth(x / L) / L - sp.coth(x) + (1 - 2 * d) * d * sp.tanh(d * x) + outer
    return sp.limit(slope / x, x, 0), law("chain-flip-total")


def _decay() -> tuple[sp.Expr, sp.Expr]:
    """The registered |v - 1| at k = 2 solves de/dn = -C e^3."""
    n = sp.Symbol("n", positive=True)
    distance = law("chain-marginal-distance", n=n)
    return sp.diff(distance, n), -law("chain-flip") * distance**3


def _supercritical() -> tuple[sp.Expr, str, sp.Expr]:
    return law("chain-flip"), ">", sp.Integer(0)


_ANGLE = sp.Symbol("theta0", positive=True)


def _tripled() -> tuple[sp.Expr, sp.Expr]:
    """Two layers at k = 4: v = sqrt(2) sin(theta) goes to sqrt(2) sin(3 theta)."""
    start = sp.sqrt(2) * sp.sin(_ANGLE)
    step = law("chain-gd-step", v=start, k=sp.Integer(4), L=sp.Integer(2))
    return sp.expand(step), sp.expand(sp.expand_trig(sp.sqrt(2) * sp.sin(3 * _ANGLE)))


def _chaos() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "start", law("chain-chaos", n=sp.Integer(0)), sp.sqrt(2) * sp.sin(_ANGLE)
    for n in (0, 1, 2, 7):
        later = law("chain-chaos", n=sp.Integer(n + 1))
        yield f"step {n}", later, law("chain-chaos", n=sp.Integer(n), theta0=3 * _ANGLE)


def _simulated_amplitude(depth: float) -> bool:
    """Just above k = 2 the simulated cycle has the amplitude sqrt((k-2)/C), to 1 %."""
    d = 1e-3
    tail = descent(depth, 0.9, 2 + d, 10_000)[-2:] ** (1 / depth)
    found = abs(tail[1] - tail[0]) / 2
    return abs(found / math.sqrt(d / formula("chain-flip")(depth)) - 1) < 1e-2


CLAIMS.add(
    id="CHAIN-X-C3",
    source=CHAIN.beyond("X-C3"),
    says="The flip at k = 2 is supercritical, C = (4/3)(L-1)(5L-4) > 0 for L > 1: above it a 2-"
    "cycle of amplitude sqrt((k-2)/C), at it decay like (2 C n)^(-1/2). Two layers at k = 4 are "
    "solvable chaos, v_n = sqrt(2) sin(3^n theta).",
    checks=(
        Identity(_flip, {L: FINITE_DEPTH}),
        Identity(_flip_of_derivatives, {L: FINITE_DEPTH}),
        Identity(_flip_in_total, {L: FINITE_DEPTH}),
        Inequality(_supercritical, {L: ABOVE_ONE}),
        Identity(_amplitude, {L: FINITE_DEPTH}),
        Identity(_decay, {L: ABOVE_ONE, sp.Symbol("n", positive=True): POSITIVE}),
        Identity(_tripled, {_ANGLE: POSITIVE}),
        Exhaustive(_chaos),
    ),
    cross_checks=(Property(_simulated_amplitude, {"depth": [2.0, 3.0, 4.0, 8.0]}),),
)


def _block2_step() -> sp.Expr:
    """Block two's step in s = w/w_*, u = r^(1/L)."""
    b = 1 + (u - 1) * s**2
    pull = u ** (2 - 2 * L) * (u**L - b**L) * b ** (L - 1)
    return s * (1 + k / (2 * L * (u - 1)) * pull)


def _block2_flip() -> tuple[sp.Expr, sp.Expr]:
    second, third = (sp.diff(_block2_step(), s, i).subs({s: 1, k: 2}) for i in (2, 3))
    found = sp.powdenest(second**2 / 4 + third / 6, force=True)
    printed = sp.powdenest(law("block2-flip").subs(r, u**L), force=True)
    return sp.simplify(sp.powsimp(sp.expand(found), force=True)), sp.simplify(printed)


def _block2_registered_step() -> tuple[sp.Expr, sp.Expr]:
    return sp.powdenest(law("block2-gd-step", s=s).subs(r, u**L), force=True), _block2_step()


def _block2_supercritical() -> tuple[sp.Expr, str, sp.Expr]:
    """In 1 - 1/u = x/(1+x)."""
    share = x / (1 + x)
    return 2 * (L - 1) * (5 * L - 4) * share**2 + 9 * (L - 1) * share + 3, ">", sp.Integer(0)


def _block2_flip_form() -> tuple[sp.Expr, sp.Expr]:
    share = x / (1 + x)
    inner = 2 * (L - 1) * (5 * L - 4) * share**2 + 9 * (L - 1) * share + 3
    return law("block2-flip").subs(r, (1 + x) ** L), sp.Rational(8, 3) * inner


def _infinite_limits() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Limits at r = exp(x)."""
    for name, arguments in (("block2-flip", {}), ("block2-gd-step", {"s": s})):
        finite = law(name, **arguments).subs(r, sp.exp(x))
        deep = law(f"{name}-infinite", **arguments).subs(r, sp.exp(x))
        yield name, sp.simplify(sp.limit(finite, L, sp.oo)), sp.simplify(deep)


CLAIMS.add(
    id="CHAIN-X-C6",
    source=CHAIN.beyond("X-C6"),
    says="Block two flips supercritically at k = 2 for every depth and target; the flip and the "
    "step have the registered limits at infinite depth.",
    checks=(
        Identity(
            _block2_registered_step, {s: POSITIVE, k: POSITIVE, L: FINITE_DEPTH, u: ABOVE_ONE}
        ),
        Identity(_block2_flip, {L: FINITE_DEPTH, u: ABOVE_ONE}),
        Identity(_block2_flip_form, {L: FINITE_DEPTH, x: POSITIVE}),
        Inequality(_block2_supercritical, {L: FINITE_DEPTH, x: POSITIVE}),
        Exhaustive(_infinite_limits),
    ),
)


# -- thresholds ------------------------------------------------------------------------------------


def _root(f: Callable[[arb], arb], low: str, high: str) -> arb:
    """A ball with a change of sign of f between its ends."""
    a, b = arb(low), arb(high)
    rising = bool(f(a) < 0) and bool(f(b) > 0)
    if not (rising or (f(a) > 0 and f(b) < 0)):
        msg = f"no change of sign between {low} and {high}"
        raise ArithmeticError(msg)
    for _ in range(60):
        middle = ((a + b) / 2).mid()
        value = f(middle)
        if bool(value < 0) == bool(value > 0):
            break
        a, b = (middle, b) if bool(value < 0) == rising else (a, middle)
    return a.union(b)


def _doubling(depth: float) -> arb:
    """Rate of the 2-cycle whose multiplier is -1."""
    name = "chain-cycle-multiplier"
    at = _root(lambda z: formula(name).ball(z, depth, prec=192) + 1, "0.01", "1.5")
    return formula("chain-cycle-rate").ball(at, depth, prec=192)


def _deep_doubling() -> arb:
    """Infinite depth: slopes 1 + k alpha (1 - 2 alpha) at both points."""
    rate, points = formula("chain-cycle-rate-infinite"), ("chain-cycle-low", "chain-cycle-high")

    def multiplier(z: arb) -> arb:
        k = rate.ball(z, prec=192)
        at = [formula(name).ball(z, math.inf, prec=192) for name in points]
        return (1 + k * at[0] * (1 - 2 * at[0])) * (1 + k * at[1] * (1 - 2 * at[1])) + 1

    return rate.ball(_root(multiplier, "0.01", "1.5"), prec=192)


def _critical_rate(c: arb, depth: int) -> arb:
    """Rate at which the map has its maximum at alpha = c."""
    n = arb(depth)
    return c ** (2 / n - 1) / ((2 - 1 / n) * c - (1 - 1 / n))


def _thrown(depth: int, times: int) -> arb:
    """Rate at which the maximum of the map is thrown onto 0 (times = 1) or onto -v (2)."""
    n = arb(depth)

    def overshoot(c: arb) -> arb:
        k = _critical_rate(c, depth)
        top = c * (1 + k / n * c ** (1 - 2 / n) * (1 - c)) ** depth
        return k / n * top ** (1 - 2 / n) * (top - 1) - times

    flat = (n - 1) / (2 * n - 1)
    near = flat + (1 - flat) / 12
    return _critical_rate(_root(overshoot, near.str(10, radius=False), "0.999"), depth)


def _thresholds() -> Iterator[tuple[str, arb, str]]:
    with precision(192):
        doubling = {2: "2.47214", 3: "2.48921", 4: "2.49434", 8: "2.49970", 16: "2.50166"}
        for depth, printed in doubling.items():
            yield f"period doubling, L = {depth}", _doubling(depth), printed
        yield "period doubling, infinite depth", _deep_doubling(), "2.50329"
        leaving = {
            2: "3.19615",
            3: "3.66100",
            4: "3.97858",
            8: "4.75133",
            16: "5.56819",
            64: "7.38375",
        }
        for depth, printed in leaving.items():
            yield f"leaves the half-line, L = {depth}", _thrown(depth, 1), printed
        diverging = {
            2: "4.00000",
            4: "4.81815",
            6: "5.29409",
            8: "5.63895",
            16: "6.50587",
            64: "8.41565",
        }
        for depth, printed in diverging.items():
            yield f"diverges, L = {depth}", _thrown(depth, 2), printed


def _closed_forms() -> Iterator[tuple[str, arb, str]]:
    with precision(192):
        yield "2 (sqrt 5 - 1)", 2 * (arb(5).sqrt() - 1) - _doubling(2), "0.0000000000"
        yield "3 sqrt 3 - 2", 3 * arb(3).sqrt() - 2 - _thrown(2, 1), "0.0000000000"
        yield "4", 4 - _thrown(2, 2), "0.0000000000"


def _public_thresholds(depth: int) -> tuple[Any, Any]:
    """The public functions against the certified balls."""
    with precision(192):
        exact = [_doubling(depth), _thrown(depth, 1), _thrown(depth, 2)]
    functions = (chain.period_doubling_rate, chain.leaving_rate, chain.divergence_rate)
    return [f(depth) for f in functions], [float(z) for z in exact]


def _largest(depth: float, rate: float) -> float:
    """Largest |alpha| over many starts and steps; inf if any orbit overflows."""
    with np.errstate(all="ignore"):
        starts = np.linspace(0.02, 0.98, 97)
        grid = scalar.Grid("plain", depth, mu_yx=1.0, scaled_rate=rate, total=starts, balanced=True)
        out = scalar.gradient_descent(grid, steps=400, record=range(0, 401, 4))
        return float(np.max(np.nan_to_num(np.abs(out["total"].to_numpy()), nan=math.inf)))


def _diverges(depth: float, side: float) -> bool:
    """Just above the divergence rate some orbit escapes, just below none does."""
    worst = _largest(depth, side * chain.divergence_rate(depth))
    return (worst > 1e6) == (side > 1)


CLAIMS.add(
    id="CHAIN-X-C3-thresholds",
    source=CHAIN.beyond("X-C3"),
    says="Rates at which the 2-cycle loses stability, orbits leave the positive half-line, and "
    "gradient descent diverges (for two layers 2 (sqrt 5 - 1), 3 sqrt 3 - 2 and 4).",
    checks=(Quoted(_thresholds), Quoted(_closed_forms)),
    cross_checks=(
        Property(_public_thresholds, {"depth": [2, 4, 8, 16]}, rtol=1e-11),
        Property(_diverges, {"depth": [2.0, 3.0, 4.0, 5.0, 8.0], "side": [0.99, 1.01]}),
    ),
)


def _outer(depth: float, rate: float) -> bool:
    """From just beyond the outer 2-cycle gradient descent diverges, from just inside not."""
    edge = chain.outer_cycle(rate, depth)
    with np.errstate(all="ignore"):
        inside, outside = (_largest_from(depth, rate, edge * side) for side in (0.999, 1.001))
    return outside > 1e6 > inside


def _largest_from(depth: float, rate: float, start: float) -> float:
    grid = scalar.Grid("plain", depth, mu_yx=1.0, scaled_rate=rate, total=start, balanced=True)
    out = scalar.gradient_descent(grid, steps=4000, record=range(0, 4001, 4))
    return float(np.max(np.nan_to_num(np.abs(out["total"].to_numpy()), nan=math.inf)))


def _even_outer_cycle() -> tuple[sp.Expr, sp.Expr]:
    """(k/L) alpha^(1-2/L) (alpha - 1) = 2 sends v to -v."""
    rate = 2 * L / (alpha ** (1 - 2 / L) * (alpha - 1))
    factor = 1 + rate / L * alpha ** (1 - 2 / L) * (1 - alpha)
    return factor, sp.Integer(-1)


def _registered_catapult() -> tuple[sp.Expr, sp.Expr]:
    rate = law("chain-catapult-rate")
    start = sp.Symbol("alpha0", positive=True)
    return rate, 2 * L / (start ** (1 - 2 / L) * (start - 1))


def _public_outer_cycle(depth: int, rate: float) -> tuple[float, float]:
    edge = chain.outer_cycle(rate, depth)
    return formula("chain-catapult-rate")(edge, depth), rate


CLAIMS.add(
    id="CHAIN-X-C4-outer",
    source=CHAIN.beyond("X-C4"),
    says="Even depth: v and -v are a 2-cycle where k = 2L/(alpha^(1-2/L) (alpha - 1)), and beyond "
    "it gradient descent diverges; odd depth has such an edge too (simulated at L = 3 and 5).",
    checks=(
        Identity(_even_outer_cycle, {alpha: ABOVE_ONE, L: FINITE_DEPTH}),
        Identity(
            _registered_catapult,
            {sp.Symbol("alpha0", positive=True): ABOVE_ONE, L: FINITE_DEPTH},
        ),
        Property(
            _public_outer_cycle,
            {"depth": [2, 4, 8, 100], "rate": [0.01, 0.5, 1.0, 1.9, 3.0]},
            rtol=1e-11,
        ),
        Property(_outer, {"depth": [2.0, 3.0, 4.0, 5.0], "rate": [0.5, 1.0, 1.9]}),
    ),
    why_sampled="open: no proof that odd depth has one outer cycle",
)
