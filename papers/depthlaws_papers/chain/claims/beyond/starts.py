"""Beyond the paper: starts and rates from which gradient descent converges."""

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
    Exactly,
    Less,
    Statement,
    above,
    exp,
    positive,
    registered,
    tree,
)
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    SHARE,
    L,
    descent,
    k,
    minimum,
    mp,
    precise,
    r,
    s,
    t,
    v,
    x,
)

CLAIMS = Claims()


# -- starts and largest rates ------------------------------------------------------------------


def _rate(name: str, z: sp.Symbol, moved: sp.Expr) -> Equal:
    """A rate at which one step from v = z adds ``moved``: (k/L) (1 - z^L) z^(L-1)."""
    rate = registered(f"chain-{name}-rate", alpha0=z**L)
    return Equal(rate * (1 - z**L) * z ** (L - 1), L * moved)


step = Equal(registered("chain-gd-step"), v + k / L * (1 - v**L) * v ** (L - 1))
STEPS = {v: positive, k: positive, L: DEPTH, x: SHARE, s: above(1)}


def _one_step_rates() -> Iterator[tuple[str, sp.Expr, str]]:
    tenth = sp.Rational(1, 10)
    for depth, printed in ((1, "1.000"), (2, "4.805"), (4, "10.938"), (16, "20.635")):
        rate = law("chain-one-step-rate", alpha0=tenth, L=sp.Integer(depth))
        yield f"alpha0 = 0.1, L = {depth}", rate, printed
    deep = -sp.log(tenth) / (tenth * (1 - tenth))
    yield "alpha0 = 0.1, infinite depth", deep, "25.584"


CLAIMS.add(
    id="CHAIN-X-C5",
    source=CHAIN.beyond("X-C5"),
    says="One step reaches the target at k = L (1 - v)/((1 - alpha0) v^(L-1)); from alpha0 > 1 one "
    "step lands on 0 at k = L/(alpha0^(1-2/L) (alpha0 - 1)), on the mirror image at twice that "
    "rate.",
    statement=Statement(
        step,
        _rate("one-step", x, 1 - x),
        _rate("one-step", s, 1 - s),
        _rate("zero", s, -s),
        _rate("catapult", s, -2 * s),
        for_all=STEPS,
    ),
    checks=(Quoted(_one_step_rates),),
)


grown = sp.exp(L * t) - 1  # v^L - 1 at v = exp(t)
pull = sp.exp(t * (L - 1)) * grown


def _limits() -> Iterator[tuple[str, sp.Expr, str]]:
    four = law("chain-one-step-rate", alpha0=4)
    for depth, printed in ((2, "0.333"), (4, "0.195"), (sp.oo, "0.1155")):
        yield f"alpha0 = 4, L = {depth}", lim(four, L, depth), printed


@precise
def _public_limit(alpha0: float, L: float) -> tuple[float, float]:
    exact = 1.0 if alpha0 < 1 else float(mp("chain-one-step-rate", alpha0, L))
    return chain.monotone_limit(alpha0, L), exact


def _monotone_iff(depth: float, start: float, side: float) -> bool:
    """Simulated: monotone just below the public limit, not monotone just above it."""
    path = descent(depth, start, side * chain.monotone_limit(start, depth), 300)
    steps = np.diff(path)
    return bool(np.all(steps <= 1e-13)) == (side < 1)


CLAIMS.add(
    id="CHAIN-B5-monotone",
    source=CHAIN.beyond("ERR-B5"),
    says="From alpha0 > 1 gradient descent is monotone up to k = L (v0 - 1)/(v0^(L-1) (v0^L - 1)), "
    "which is 1 at L = 1 and less above: 0.333, 0.195 and 0.1155 from alpha0 = 4 at L = 2, 4 and "
    "infinity.",
    statement=Statement(
        # Above 1 a step of rate k stays above 1 exactly if k is below the one-step rate.
        step,
        _rate("one-step", s, 1 - s),
        Exactly(exp(t) - k / L * pull >= 1, k <= tree(L * (sp.exp(t) - 1) / pull)),
        # That rate is L over v^(L-1) (v^L - 1)/(v - 1), which grows with v, so the first step
        # decides; in v = exp(t) its factor v^(L-1), and the sign of the other's slope.
        AtMost(0, D(sp.exp(t * (L - 1)), t)),
        AtMost(grown, L * sp.exp(t * (L - 1)) * (sp.exp(t) - 1), along=((t, 0), (L, 1))),
        # The other factor is at least L: the rate is at most 1.
        AtMost(L * (sp.exp(t) - 1), grown, along=((t, 0), (L, 1))),
        for_all={**STEPS, t: positive},
    ),
    checks=(Quoted(_limits),),
    cross_checks=(
        Property(
            _public_limit,
            {
                "alpha0": [0.01, 0.5, 1.5, 4.0, 20.0, 1e3],
                "L": [1.0, 1.5, 2.0, 3.0, 16.0, 1e4, 1e9],
            },
            rtol=1e-12,
        ),
        Property(
            _monotone_iff,
            {
                "depth": [1.0, 2.0, 3.0, 8.0, math.inf],
                "start": [1.2, 4.0, 20.0],
                "side": [0.99, 1.01],
            },
        ),
    ),
)


share = sp.Symbol("share", positive=True)  # of the catapult rate


def _catapult(depth: float, start: float, side: float) -> bool:
    """Even depth: from alpha0 > 1 gradient descent converges iff k is below the public limit."""
    rate = side * chain.convergence_limit(start, depth)
    with np.errstate(all="ignore"):
        weight = start ** (1 / depth)
        grid = scalar.Grid(
            "feedforward", depth, mu_yx=1.0, rate=rate / depth, weight=weight, balanced=True
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
    says="Even depth, alpha > 1: at the catapult rate 2L/(alpha^(1-2/L)(alpha - 1)) a step takes v "
    "to -v; at a share of it between 0 and 1, a step multiplies v by 1 - 2 share, below 1 in size.",
    statement=Statement(
        # |v_next| < |v| beyond the target and inside the catapult: v_next/v = 1 - 2 share.
        step,
        _rate("catapult", s, -2 * s),
        Equal(1 - (1 - 2 * share) ** 2, 4 * share * (1 - share)),
        Less(0, 4 * share * (1 - share)),
        for_all={**STEPS, share: SHARE},
    ),
    cross_checks=(
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
)


CLAIMS.add(
    id="CHAIN-X-C4-converges",
    source=CHAIN.beyond("X-C4"),
    says="Even depth, alpha0 > 1: gradient descent converges to a global minimum for k <= 2 below "
    "the catapult rate, and not beyond it (L = 2, 4, 6 from 3.5, 5 and 20, rates 1 % on either "
    "side).",
    checks=(
        Property(
            _catapult,
            {
                "depth": [2.0, 4.0, 6.0],
                "start": [3.5, 5.0, 20.0],
                "side": [0.99, 1.01],
            },
        ),
    ),
    why_sampled="open, as CHAIN-R2-converges, on which steps after the last one past zero rest; "
    "countably many rates land exactly on the saddle",
)


def _captured(rate: float, inside: float) -> bool:
    """L = 3: starts inside the window converge to the saddle, starts just outside do not."""
    low, high = chain.capture_window(rate, 3)
    start = low + inside * (high - low)
    end = descent(3.0, start, rate, 4000)[-1]
    missed = not chain.converges(start, rate, 3)
    return (abs(end) < 0.05) == (0 < inside < 1) == missed


def _capture_windows() -> Iterator[tuple[str, float, str]]:
    table = {1.0: ("3.07", "4.20"), 1.5: ("2.48", "3.26"), 1.9: ("2.21", "2.83")}
    for rate, ends in table.items():
        for ours, printed in zip(chain.capture_window(rate, 3), ends, strict=True):
            yield f"k = {rate}", ours, printed


CLAIMS.add(
    id="CHAIN-X-C4-odd",
    source=CHAIN.beyond("X-C4"),
    says="Three layers: starts in a window above the target jump below 0 and converge to the "
    "saddle (3.07 to 4.20 at k = 1, 2.48 to 3.26 at k = 1.5, 2.21 to 2.83 at k = 1.9).",
    statement=Statement(
        # At v = -x a factor 1 - (k/3) (1 + x^3) x, which keeps its sign below 1.
        Equal(at(v + k / 3 * (1 - v**3) * v**2, {v: -x}), -x * (1 - k / 3 * (1 + x**3) * x)),
        for_all={x: positive, k: positive},
    ),
    checks=(
        Property(_captured, {"rate": [1.0, 1.5, 1.9], "inside": [-0.03, 0.05, 0.5, 0.95]}),
        Quoted(_capture_windows, units=1.0),
    ),
    why_sampled="no enclosure of an orbit that approaches 0 algebraically",
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
    says="Block two converges for 1 < k < 2 from every balanced start between 0 and the minimum "
    "(simulated for r up to 1000).",
    checks=(
        Property(
            _converged,
            {
                "depth": [1.0, 2.0, 8.0, 64.0, 1e6],
                "target": [1.05, 2.0, 10.0],
                "start": Interval(sp.Rational(1, 1000), 1),
                "rate": Interval(1, sp.Rational(199, 100)),
            },
            n=36,
        ),
        Property(
            _converged,
            {
                "depth": [1.0, 8.0, 1e6],
                "target": [100.0, 1000.0],
                "start": Interval(sp.Rational(1, 2), 1),
                "rate": Interval(1, sp.Rational(199, 100)),
            },
            n=12,
            what="large targets",
        ),
    ),
    why_sampled="open: no counterexample for r up to 1000, no proof",
)
