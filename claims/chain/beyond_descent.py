"""Beyond the paper: gradient descent as a map, and what single steps can do."""

import math
from collections.abc import Iterator

import numpy as np
import sympy as sp
from flint import arb

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    FINITE_DEPTH,
    L,
    alpha,
    descent,
    eta,
    gradient,
    k,
    minimum,
    mp,
    mu_xx,
    mu_yx,
    precise,
    printed_sharpness,
    r,
    rest,
    s,
    step_in_units,
    u,
    v,
    w,
    x,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.balls import precision
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT, Interval

CLAIMS = Claims()


# -- one map ---------------------------------------------------------------------------------------


def _plain_step() -> tuple[sp.Expr, sp.Expr]:
    return step_in_units("plain", v), law("chain-gd-step", v=v)


def _printed_step() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-gd-step", v=v), v + k / L * (1 - v**L) * v ** (L - 1)


def _block1_step() -> tuple[sp.Expr, sp.Expr]:
    """In v = b/rho, block one makes the same step."""
    rho = r ** (1 / L)
    here = sp.sqrt(L) * (v * rho - 1)
    push = -k / printed_sharpness("block1") * gradient("block1")
    moved = push.subs(mu_yx, r * mu_xx).subs(w, here)
    return v + moved / (sp.sqrt(L) * rho), law("chain-gd-step", v=v)


def _block2_step() -> tuple[sp.Expr, sp.Expr]:
    return step_in_units("block2", s), law("block2-gd-step", s=s)


def _multiplier() -> tuple[sp.Expr, sp.Expr]:
    step = v + k / L * (1 - v**L) * v ** (L - 1)
    return sp.diff(step, v).subs(v, 1), law("gd-multiplier")


def _registered_multiplier() -> tuple[sp.Expr, sp.Expr]:
    return law("gd-multiplier"), 1 - k


def _imbalance() -> tuple[sp.Expr, sp.Expr]:
    push = sp.Symbol("g", positive=True)
    total = u * v * rest
    after = [z + eta * push * total / z for z in (u, v)]
    factor = law("chain-imbalance-factor", step=eta * push * total, w1=u, w2=v)
    return after[0] ** 2 - after[1] ** 2, (u**2 - v**2) * factor


_STEP = {k: POSITIVE, L: FINITE_DEPTH, mu_xx: POSITIVE}

CLAIMS.add(
    id="CHAIN-X-C-map",
    source=CHAIN.beyond("X-C"),
    says="Normalised by its minimum, gradient descent of the plain network and of block one is one "
    "map without data, v + (k/L)(1 - v^L) v^(L-1); block two's keeps r.",
    checks=(
        Identity(_plain_step, {v: POSITIVE, r: POSITIVE, **_STEP}, what="plain"),
        Identity(_printed_step, {v: POSITIVE, k: POSITIVE, L: FINITE_DEPTH}),
        Identity(_block1_step, {v: POSITIVE, r: POSITIVE, **_STEP}, what="block one"),
        Identity(_block2_step, {s: POSITIVE, r: ABOVE_ONE, **_STEP}, what="block two"),
        Identity(_multiplier, {k: POSITIVE, L: FINITE_DEPTH}),
        Identity(_registered_multiplier, {k: POSITIVE}),
        Identity(
            _imbalance,
            {
                u: POSITIVE,
                v: POSITIVE,
                rest: POSITIVE,
                sp.Symbol("g", positive=True): POSITIVE,
                eta: UNIT,
            },
        ),
    ),
)


def _block2_one_layer() -> tuple[sp.Expr, sp.Expr]:
    """One block 1 + w^2 is two tied layers: the plain map of L = 2 in s."""
    found = law("block2-gd-step", s=s, L=sp.Integer(1))
    return found, law("chain-gd-step", v=s, L=sp.Integer(2))


def _block2_near_one() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """r -> 1, in r = u^L: the target is near the floor, whatever the depth."""
    for depth in (1, 2, 3, 5):
        step = law("block2-gd-step", s=s, L=sp.Integer(depth), r=u**depth)
        printed = law("chain-gd-step", v=s, L=sp.Integer(2))
        yield f"L={depth}", sp.expand(sp.limit(step, u, 1)), sp.expand(printed)


CLAIMS.add(
    id="CHAIN-X-A4",
    source=CHAIN.beyond("X-A4"),
    says="Block two of depth one makes the steps of two plain layers for every target; so does "
    "block two of any depth (1, 2, 3, 5) as r -> 1.",
    checks=(
        Identity(_block2_one_layer, {s: POSITIVE, k: POSITIVE, r: ABOVE_ONE}),
        Exhaustive(_block2_near_one),
    ),
)


def _total_step() -> tuple[sp.Expr, sp.Expr]:
    """alpha = v^L."""
    return law("chain-gd-step", v=v) ** L, law("chain-gd-total-step", alpha=v**L)


def _infinite_step() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    found = sp.limit(law("chain-gd-total-step"), L, sp.oo)
    yield "infinite depth", sp.simplify(found), law("chain-gd-total-step-infinite")


def _printed_infinite_step() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-gd-total-step-infinite"), alpha * sp.exp(k * alpha * (1 - alpha))


def _log_slope() -> tuple[sp.Expr, sp.Expr]:
    step = law("chain-gd-total-step")
    return alpha * sp.diff(step, alpha) / step, law("chain-gd-log-slope")


CLAIMS.add(
    id="CHAIN-X-C-total",
    source=CHAIN.beyond("X-C"),
    says="In the total weight the map is alpha (1 + (k/L) alpha^(1-2/L) (1-alpha))^L, at infinite "
    "depth alpha exp(k alpha (1-alpha)); its logarithmic slope.",
    checks=(
        Identity(_total_step, {v: UNIT, k: POSITIVE, L: FINITE_DEPTH}),
        Exhaustive(_infinite_step),
        Identity(_printed_infinite_step, {alpha: POSITIVE, k: POSITIVE}),
        Identity(_log_slope, {alpha: POSITIVE, k: POSITIVE, L: FINITE_DEPTH}),
    ),
)


# -- from where, up to which rate ------------------------------------------------------------------


def _one_step() -> tuple[sp.Expr, sp.Expr]:
    """alpha0 = v^L: one step reaches v = 1."""
    rate = law("chain-one-step-rate", alpha0=v**L)
    return law("chain-gd-step", v=v, k=rate), sp.Integer(1)


def _onto_zero() -> tuple[sp.Expr, sp.Expr]:
    rate = law("chain-zero-rate", alpha0=v**L)
    return law("chain-gd-step", v=v, k=rate), sp.Integer(0)


def _mirrored() -> tuple[sp.Expr, sp.Expr]:
    rate = law("chain-catapult-rate", alpha0=v**L)
    return law("chain-gd-step", v=v, k=rate), -v


def _one_step_rates() -> Iterator[tuple[str, arb, str]]:
    for depth, printed in ((1, "1.000"), (2, "4.805"), (4, "10.938"), (16, "20.635")):
        rate = formula("chain-one-step-rate").ball("1/10", depth)
        yield f"alpha0 = 0.1, L = {depth}", rate, printed
    deep = -(arb("0.1").log()) / (arb("0.1") * arb("0.9"))
    yield "alpha0 = 0.1, infinite depth", deep, "25.584"


CLAIMS.add(
    id="CHAIN-X-C5",
    source=CHAIN.beyond("X-C5"),
    says="One step reaches the target at k = L (1 - v)/((1 - alpha0) v^(L-1)), lands on the "
    "saddle at k = L/(alpha0^(1-2/L) (alpha0 - 1)), on the mirror image at twice that.",
    checks=(
        Identity(_one_step, {v: POSITIVE, L: FINITE_DEPTH}),
        Identity(_onto_zero, {v: ABOVE_ONE, L: FINITE_DEPTH}),
        Identity(_mirrored, {v: ABOVE_ONE, L: FINITE_DEPTH}),
        Quoted(_one_step_rates),
    ),
)


def _monotone_above() -> tuple[sp.Expr, sp.Expr]:
    """Below 1 a step of rate k from v falls short of 1 exactly if k is below the one-step rate."""
    rate = law("chain-one-step-rate", alpha0=v**L)
    return law("chain-gd-step", v=v) - 1, (v - 1) * (1 - k / rate)


def _rates_fall_with_start() -> tuple[sp.Expr, str, sp.Expr]:
    """1/rate = v^(L-1) (v^L - 1)/(L (v - 1)) grows with v: the first step is the tightest.

    In v = exp(x): (v^L - 1)/(v - 1) v^(L-1), here its factor v^(L-1).
    """
    return sp.diff(sp.exp(x * (L - 1)), x), ">=", sp.Integer(0)


def _public_limits() -> Iterator[tuple[str, float, str]]:
    for depth, printed in ((2, "0.333"), (4, "0.195"), (math.inf, "0.1155")):
        yield f"alpha0 = 4, L = {depth}", chain.monotone_limit(4.0, depth), printed


@precise
def _public_limit(alpha0: float, L: float) -> tuple[float, float]:
    exact = 1.0 if alpha0 < 1 else float(mp("chain-one-step-rate", alpha0, L))
    return chain.monotone_limit(alpha0, L), exact


def _monotone_iff(depth: float, start: float, side: float) -> bool:
    """Simulated: monotone just below the public limit, not just above."""
    path = descent(depth, start, side * chain.monotone_limit(start, depth), 300)
    steps = np.diff(path)
    return bool(np.all(steps <= 1e-13)) == (side < 1)


CLAIMS.add(
    id="CHAIN-B5-monotone",
    source=CHAIN.beyond("ERR-B5"),
    says="From alpha0 > 1 gradient descent is monotone up to k = L (v0 - 1)/(v0^(L-1) (v0^L - 1)), "
    "not up to 1: 0.333, 0.195 and 0.1155 from alpha0 = 4 at L = 2, 4 and infinity.",
    checks=(
        Identity(_monotone_above, {v: ABOVE_ONE, k: POSITIVE, L: FINITE_DEPTH}),
        Inequality(_rates_fall_with_start, {x: POSITIVE, L: FINITE_DEPTH}),
        Quoted(_public_limits),
        Property(
            _public_limit,
            {
                "alpha0": [0.01, 0.5, 1.5, 4.0, 20.0, 1e3],
                "L": [1.0, 1.5, 2.0, 3.0, 16.0, 1e4, 1e9],
            },
            rtol=1e-12,
        ),
    ),
    cross_checks=(
        Property(
            _monotone_iff,
            {
                "depth": [1.0, 2.0, 3.0, 8.0, math.inf],
                "start": [1.2, 4.0, 20.0],
                "side": [0.99, 1.01],
            },
        ),
    ),
    why_sampled="no enclosure of a float kernel",
)


def _no_sign_change_inside() -> tuple[sp.Expr, sp.Expr]:
    """|v_next| < |v| beyond the target and inside the catapult: v_next/v = 1 - 2 k/k_catapult."""
    factor = law("chain-gd-step", v=v) / v
    return factor, 1 - 2 * k / law("chain-catapult-rate", alpha0=v**L)


def _shrinks() -> tuple[sp.Expr, str, sp.Expr]:
    """1 - (1 - 2 share)^2 = 4 share (1 - share) > 0 for a share k/k_catapult below 1."""
    share = sp.Symbol("share", positive=True)
    return 4 * share * (1 - share), ">", sp.Integer(0)


def _share_of_square() -> tuple[sp.Expr, sp.Expr]:
    share = sp.Symbol("share", positive=True)
    return 1 - (1 - 2 * share) ** 2, 4 * share * (1 - share)


def _catapult(depth: float, start: float, side: float) -> bool:
    """Even depth: from alpha0 > 1 gradient descent converges iff k is below the public limit."""
    rate = side * chain.convergence_limit(start, depth)
    with np.errstate(all="ignore"):
        weight = start ** (1 / depth)
        grid = scalar.Grid(
            "plain", depth, mu_yx=1.0, rate=rate / depth, weight=weight, balanced=True
        )
        total = np.squeeze(scalar.gradient_descent(grid, steps=2000)["total"].to_numpy())
    arrived = bool(abs(float(total) - 1) < 1e-6)
    return arrived == (side < 1) == chain.converges(start, rate, depth)


def _public_limit_is_catapult(depth: float, start: float) -> tuple[float, float]:
    exact = min(2.0, formula("chain-catapult-rate")(start, depth))
    return chain.convergence_limit(start, depth), exact


def _zero_crossing(depth: float, rate: float) -> tuple[float, float]:
    """alpha_z at which one step lands on 0: the registered rate there is k."""
    return formula("chain-zero-rate")(chain.zero_crossing(rate, depth), depth), rate


CLAIMS.add(
    id="CHAIN-X-C4",
    source=CHAIN.beyond("X-C4"),
    says="Even depth, alpha0 > 1: gradient descent converges to a global minimum exactly for "
    "k <= 2 below the catapult rate 2L/(alpha0^(1-2/L)(alpha0 - 1)), up to a countable set of "
    "rates that land exactly on the saddle: below it every step beyond the target shrinks |v|.",
    checks=(
        Identity(_no_sign_change_inside, {v: ABOVE_ONE, k: POSITIVE, L: FINITE_DEPTH}),
        Identity(_share_of_square, {sp.Symbol("share", positive=True): UNIT}),
        Inequality(_shrinks, {sp.Symbol("share", positive=True): UNIT}),
        Property(
            _catapult,
            {
                "depth": [2.0, 4.0, 6.0],
                "start": [3.5, 5.0, 20.0],
                "side": [0.99, 1.01],
            },
        ),
        Property(
            _public_limit_is_catapult,
            {"depth": [2.0, 4.0, 8.0, 1000.0], "start": [1.5, 3.5, 20.0, 1e4]},
            rtol=1e-12,
        ),
        Property(
            _zero_crossing,
            {"depth": [2.0, 2.5, 3.0, 8.0, 1e4], "rate": [0.01, 0.5, 1.0, 2.0]},
            rtol=1e-11,
        ),
    ),
    why_sampled="open: convergence rests on Coppel's theorem; below it only simulation",
)


def _captured(rate: float, inside: float) -> bool:
    """L = 3: starts inside the window flow into the saddle, just outside they do not."""
    low, high = chain.capture_window(rate, 3)
    start = low + inside * (high - low)
    end = descent(3.0, start, rate, 4000)[-1]
    missed = not chain.converges(start, rate, 3)
    return (abs(end) < 0.05) == (0 < inside < 1) == missed


def _trapped() -> tuple[sp.Expr, sp.Expr]:
    """Odd depth, v = -x: v_next/v = 1 - (k/L)(1 + x^L) x^(L-2), which keeps its sign below 1."""
    step = v + k / L * (1 - v**3) * v**2
    return (step / v).subs(v, -x).subs(L, 3), 1 - k / 3 * (1 + x**3) * x


def _capture_windows() -> Iterator[tuple[str, float, str]]:
    table = {1.0: ("3.07", "4.20"), 1.5: ("2.48", "3.26"), 1.9: ("2.21", "2.83")}
    for rate, ends in table.items():
        for ours, printed in zip(chain.capture_window(rate, 3), ends, strict=True):
            yield f"k = {rate}", ours, printed


CLAIMS.add(
    id="CHAIN-X-C4-odd",
    source=CHAIN.beyond("X-C4"),
    says="Odd depth: starts in a window above the target jump below 0 and flow into the saddle "
    "(L = 3, k = 1: 3.07 to 4.20).",
    checks=(
        Identity(_trapped, {x: POSITIVE, k: POSITIVE}),
        Property(_captured, {"rate": [1.0, 1.5, 1.9], "inside": [-0.03, 0.05, 0.5, 0.95]}),
        Quoted(_capture_windows, units=1.0),
    ),
    why_sampled="no enclosure of an orbit that approaches 0 algebraically",
)


# -- a budget of steps -----------------------------------------------------------------------------


def _after(rate: arb, steps: int) -> arb:
    """alpha_n - 1 for two layers from alpha0 = 0.1, certified."""
    v = arb("0.1").sqrt()
    for _ in range(steps):
        v = v + rate / 2 * (1 - v**2) * v
    return v**2 - 1


def _exact_rates() -> Iterator[tuple[str, arb, str]]:
    """A change of sign of alpha_n - 1 within half a unit of the last printed digit."""
    table = {3: ("1.42050827529",), 5: ("1.04230710256", "1.16110230008"), 8: ("1.00342382953",)}
    with precision(256):
        for steps, rates in table.items():
            for printed in rates:
                low, high = arb(printed) - arb("5e-12"), arb(printed) + arb("5e-12")
                signs = [bool(_after(rate, steps) > 0) for rate in (low, high)]
                decided = all(not _after(rate, steps).contains(0) for rate in (low, high))
                shown = arb(printed) if signs[0] != signs[1] and decided else arb(0)
                yield f"n = {steps}", shown, printed


def _public_rates(n: int) -> tuple[float, float]:
    rates = chain.exact_rates(0.1, n, 2)
    paths = [abs(float(descent(2.0, 0.1, rate, n)[-1]) - 1) for rate in rates]
    return max(paths), 1e-9


def _public_counts(n: int) -> bool:
    """The sets are nested and lie in (1, 2]."""
    here, later = chain.exact_rates(0.1, n, 2), chain.exact_rates(0.1, n + 1, 2)
    nested = all(np.min(np.abs(later - rate)) < 1e-9 for rate in here)
    return nested and bool(np.all((here > 1) & (here <= 2)))


def _best(depth: float, start: float, n: int) -> bool:
    """No rate of a grid does better than the public best one, the smallest where it is exact."""
    best, exact = chain.best_rate(start, n, depth), chain.exact_rates(start, n, depth)
    rates = np.append(np.linspace(0.05, 2, 79), best)
    grid = scalar.Grid("plain", depth, mu_yx=1.0, scaled_rate=rates, total=start, balanced=True)
    losses = np.squeeze(scalar.gradient_descent(grid, steps=n)["loss"].to_numpy())
    smallest = not exact.size or best == exact[0]
    return smallest and bool(losses[-1] <= np.min(losses) + 1e-20)


CLAIMS.add(
    id="CHAIN-X-C5-budget",
    source=CHAIN.beyond("X-C5"),
    says="For a step budget the loss is exactly 0 at isolated rates above 1 (L = 2, alpha0 = 0.1: "
    "1.4205 after 3 steps), so the best rate below 2 is neither 1 nor unique.",
    checks=(Quoted(_exact_rates),),
    cross_checks=(
        Property(_public_rates, {"n": [3, 5]}, relation="<"),
        Property(_public_counts, {"n": [3, 4]}),
        Property(_best, {"depth": [1.0, 2.0, 4.0], "start": [0.1, 0.5], "n": [1, 3]}),
    ),
)


# -- random starts of block two --------------------------------------------------------------------


def _converged(depth: float, target: float, start: float, rate: float) -> bool:
    grid = scalar.Grid(
        "block2",
        depth,
        mu_yx=target,
        rate=rate * chain.learning_rate(depth, target, 1.0, 1.0, network="block2"),
        weight=start * float(minimum("block2").subs({L: int(depth), r: target})),
        balanced=True,
    )
    total = np.squeeze(scalar.gradient_descent(grid, steps=2000)["total"].to_numpy())
    return bool(abs(float(total) / target - 1) < 1e-6)


CLAIMS.add(
    id="CHAIN-X-C6-converges",
    source=CHAIN.beyond("X-C6"),
    says="Block two converges for 1 < k < 2 from every balanced start between 0 and the minimum.",
    checks=(
        Property(
            _converged,
            {
                "depth": [1.0, 2.0, 8.0, 64.0],
                "target": [1.05, 2.0, 10.0],
                "start": Interval(sp.Rational(1, 10), 1),
                "rate": Interval(1, sp.Rational(19, 10)),
            },
            n=36,
        ),
    ),
    why_sampled="open: no counterexample for r up to 1000, no proof",
)
