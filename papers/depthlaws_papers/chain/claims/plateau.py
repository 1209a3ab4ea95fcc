"""Initial plateau: section 2, equation (10)."""

import math
from collections.abc import Iterator
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Property, Quoted, Smallest
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Less,
    Statement,
    Tree,
    exp,
    naturals,
    positive,
    rational,
    registered,
    scalars,
    tree,
)
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    SHARE,
    START,
    L,
    alpha,
    alpha0,
    mp,
    precise,
    time_by_series,
    u,
    x,
)

CLAIMS = Claims()


# -- fixed points ----------------------------------------------------------------------------------


flow = alpha ** (2 - 2 / L) * (1 - alpha)
deeper = 2 + 2 * x

CLAIMS.add(
    id="CHAIN-I12",
    source=CHAIN.section("2, initial plateau"),
    says="alpha = 1 is a stable fixed point at every depth (linearisation -1/tau); alpha = 0 is a "
    "fixed point at depth 1 + u > 1, with linearisation 1/tau at L = 2 and 0 beyond, at 2 + 2 x.",
    quote="For deep networks, L >= 2, the network has an unstable fixed point at alpha = 0",
    reading=(
        '"Unstable" holds for alpha0 > 0; for odd L >= 3 the point attracts negative '
        "weights (CHAIN-B6)."
    ),
    statement=Statement(
        Equal(registered("chain-effective-flow"), sp.expand(flow)),
        Equal(at(flow, {alpha: 1}), 0),
        Equal(at(D(flow, alpha), {alpha: 1}), -1),
        Equal(lim(flow.subs(L, 1 + u), alpha, 0), 0),
        Equal(D(flow.subs(L, 2), alpha), 1 - 2 * alpha),
        Equal(lim(D(flow.subs(L, deeper), alpha), alpha, 0), 0),
        for_all={alpha: positive, L: DEPTH, u: positive, x: positive},
    ),
)

j, y = scalars("j x")

CLAIMS.add(
    id="CHAIN-B6",
    source=CHAIN.beyond("ERR-B6"),
    says="For odd L = 2 j + 1 >= 3 the fixed point alpha = 0 attracts every negative balanced "
    "weight v = -x: there dv/dt = (1/L)(1 + x^L) x^(L-1) > 0, and v = 0 stops it.",
    statement=Statement(
        Equal(
            (1 - (-y) ** (2 * j + 1)) * (-y) ** (2 * j) / (2 * j + 1),
            (1 + y ** (2 * j + 1)) * y ** (2 * j) / (2 * j + 1),
        ),
        Less(0, (1 + y ** (2 * j + 1)) * y ** (2 * j) / (2 * j + 1)),
        for_all={y: positive, j: naturals(1)},
    ),
)


# -- duration of the plateau -----------------------------------------------------------------------


def _printed(depth: Any, start: Any) -> Tree:
    return registered("chain-plateau-time", tau=1, alpha0=start, L=depth)


def _speed(depth: Any) -> Tree:
    return registered("chain-effective-flow", alpha=sp.exp(-x), L=depth)


printed_deep = (2 + u) / u * sp.exp(u * x / (2 + u))


def _golden_plateaus() -> Iterator[tuple[str, sp.Expr, str]]:
    table = {
        "0.1": ("1.048", "1.808", "1.374", "1.235", "1.167", "1.102", "1.031", "0.992", "0.981"),
        "0.0001": (
            "1.000",
            "1.041",
            "1.0055",
            "1.0007",
            "0.9996",
            "0.9991",
            "0.9991",
            "0.9992",
            "0.9993",
        ),
    }
    for start, numbers in table.items():
        for depth, printed in zip((2, 3, 4, 5, 6, 8, 16, 64, math.inf), numbers, strict=True):
            yield f"T/t_1/2 at alpha0 = {start}, L = {depth}", _ratio(start, depth), printed


def _ratio(start: str, depth: float) -> sp.Expr:
    """Eq. (10) over the exact time to one half."""
    exact = time_by_series(sp.Rational(1, 2), sp.Rational(start), depth)
    if depth == math.inf:
        return 1 / (sp.Rational(start) * exact)
    ends = {"alpha0": sp.Rational(start), "L": sp.Integer(depth), "tau": sp.Integer(1)}
    return law("chain-plateau-time", **ends) / exact


@precise
def _plateau_in_floats(alpha0: float, L: float) -> tuple[float, float]:
    start, depth = alpha0, L
    exact = 1 / start if math.isinf(depth) else mp("chain-plateau-time", start, depth, 1)
    return chain.plateau_time(start, depth), float(exact)


CLAIMS.add(
    id="CHAIN-E10",
    source=CHAIN.eq(10),
    says="The plateau time approximates the time to any threshold below the target for small "
    "alpha0: their ratio tends to 1 at every depth from 2 on. At alpha0 = 0.1 and L = 3 it is 81 % "
    "longer than the time to half the target.",
    quote="The duration of the initial plateau T is approximately",
    reading="The paper does not define T; to leading order every threshold gives the same T.",
    statement=Statement(
        Equal(_printed(2, sp.exp(-x)), x),
        Equal(_printed(2 + u, sp.exp(-x)), printed_deep),
        # Slopes in x = ln(1/alpha0), times the speed: that of the time to any threshold is alpha0.
        # Both times grow without bound as alpha0 -> 0, so that T over the time tends to the limit
        # 1 of 1 - alpha0, whatever the threshold (l'Hopital).
        Equal(_speed(2), sp.exp(-x) * (1 - sp.exp(-x))),
        Equal(D(printed_deep, x), sp.exp(u * x / (2 + u))),
        Equal(_speed(2 + u), sp.exp(-x - u * x / (2 + u)) * (1 - sp.exp(-x))),
        for_all={u: positive, x: positive},
    ),
    checks=(Quoted(_golden_plateaus),),
    cross_checks=(
        Property(
            _plateau_in_floats,
            {"alpha0": UNIT, "L": [2.0, 3.0, 7.0, 1e3, 1e6, 1e9, math.inf]},
            rtol=1e-12,
            n=49,
        ),
    ),
)


def _grows(start: float, threshold: float, depth: float) -> bool | None:
    if not start < threshold * 0.99:
        return None
    here = chain.time(threshold, start, depth)
    deeper = chain.time(threshold, start, 1.5 * depth)
    return here < deeper and here < chain.time(threshold, start / 2, depth)


CLAIMS.add(
    id="CHAIN-I13",
    source=CHAIN.section("2, initial plateau"),
    says="The duration of the plateau grows with depth and as alpha0 shrinks, meaning the exact "
    "time from alpha0 to any threshold below 1, because the speed is positive and falls with "
    "depth.",
    statement=Statement(
        Equal(1 / registered("chain-effective-flow"), 1 / (alpha ** (2 - 2 / L) * (1 - alpha))),
        # The integrand 1/speed grows with depth at every alpha below 1.
        Less(0, D(1 / (alpha ** (2 - 2 / L) * (1 - alpha)), L)),
        # A smaller start adds a stretch, which takes time.
        Less(0, 1 / registered("chain-effective-flow")),
        for_all={alpha: SHARE, L: DEPTH},
    ),
    cross_checks=(
        Property(
            _grows,
            {"start": START, "threshold": START, "depth": [1.0, 2.0, 3.0, 8.0, 50.0, 1e4]},
            n=120,
        ),
    ),
)


crossing = sp.Rational(64, 729)  # (2/3)^6


SMALL_STARTS = Interval(sp.Rational(1, 10**6), sp.Rational(87, 1000))


def _printed_grows(start: float, depth: float) -> tuple[float, float]:
    return chain.plateau_time(start, depth), chain.plateau_time(start, depth + 1)


# Eq. (10) at L = 4 + u from alpha0 = exp(-2 - x), and below the border at three and four layers.
deep = (4 + u) / (2 + u) * sp.exp((2 + x) * (2 + u) / (4 + u))
three, four = (sp.Rational(27, 4) * sp.exp(n * x) for n in (2, 3))

CLAIMS.add(
    id="CHAIN-I13-printed",
    source=CHAIN.eq(10),
    says="For alpha0 < 64/729 the plateau time of eq. (10) grows from every integer depth L >= 2 "
    "to the next.",
    quote="The plateau duration T increases when the depth L increases",
    reading="Small alpha0, to which (10) is an approximation. For alpha0 > 0.0878 its T(3) is "
    "above its T(4) (CHAIN-I13-crossing); the exact time grows from every alpha0 (CHAIN-I13).",
    statement=Statement(
        Equal(_printed(2, sp.exp(-3 * x)), 3 * x),
        Equal(_printed(3, sp.exp(-3 * x)), 3 * sp.exp(x)),
        Less(3 * x, 3 * sp.exp(x), along=((x, 0),)),
        Equal(_printed(3, crossing * sp.exp(-6 * x)), three),
        Equal(_printed(4, crossing * sp.exp(-6 * x)), four),
        Less(three, four),
        Less(crossing, exp(-2)),
        Equal(_printed(4 + u, sp.exp(-2 - x)), deep),
        Equal(D(sp.log(deep), u), 2 * (2 + x - (4 + u) / (2 + u)) / (4 + u) ** 2),
        Less(0, 2 + x - (4 + u) / (2 + u)),
        for_all={u: positive, x: positive},
    ),
    cross_checks=(
        Property(
            _printed_grows,
            {"start": SMALL_STARTS, "depth": [2.0, 3.0, 4.0, 8.0, 64.0]},
            relation="<",
        ),
    ),
    imprecise=True,
    exact="CHAIN-I13-crossing",
    change="Add: for small alpha(0).",
    against=(
        Smallest(
            lambda n: (3 * sp.Integer(n) ** sp.Rational(1, 3), "<", 2 * sp.sqrt(n)),
            {"n": [27, 8]},
            of=("T of eq. (10) at L = 3, alpha(0) = 1/n", "T at L = 4"),
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-I13-crossing",
    source=CHAIN.beyond("ERR-A4"),
    says="Eq. (10) has T(3) > T(4) exactly for alpha0 > (2/3)^6 = 64/729, as T(3)/T(4) = (3/2) "
    "alpha0^(1/6).",
    statement=Statement(
        Equal((rational(3, 2) * alpha0 ** rational(1, 6)) ** 6, tree(alpha0) / crossing),
        Exactly(tree(alpha0) / crossing > 1, tree(alpha0) > crossing),
        Equal(_printed(3, alpha0), rational(3, 2) * alpha0 ** rational(1, 6) * _printed(4, alpha0)),
        for_all={alpha0: positive},
    ),
)
