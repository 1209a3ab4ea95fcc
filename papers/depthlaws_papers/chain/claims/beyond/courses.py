"""Beyond the paper: every form of the time courses of the feedforward network and block one."""

import itertools
from collections.abc import Iterator
from typing import Any

import mpmath
import sympy as sp

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.formula_expressions import law, looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import Equal, Statement, above, positive, registered
from depthlaws.theory import chain
from depthlaws.theory.chain.time_courses import elementary_course
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, Interval
from depthlaws_papers.chain.claims import inverses
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    FINITE_DEPTH,
    MOMENTS,
    SHARE,
    L,
    alpha,
    alpha0,
    by_integral,
    gap,
    mp,
    mu_xx,
    r,
    speed_of_alpha,
    tau,
    u,
    v,
    w,
    x,
)

CLAIMS = Claims()

_BELOW = Interval(sp.Rational(1, 100), sp.Rational(99, 100))
_ABOVE = Interval(sp.Rational(101, 100), 30)
_NETWORK = {w: POSITIVE, L: FINITE_DEPTH, mu_xx: POSITIVE, tau: POSITIVE}


# -- residual networks ----------------------------------------------------------------------------


CLAIMS.add(
    id="CHAIN-X-A1",
    source=CHAIN.beyond("X-A1"),
    says="Block one under eq. (28) has exactly the dynamics of eq. (6), while its factors 1 + "
    "w/sqrt L are positive.",
    statement=Statement(
        # In the factor v = 1 + w/sqrt L, of any positive size.
        Equal(
            at(speed_of_alpha("block1")[0], {w: sp.sqrt(L) * (v - 1)}),
            registered("chain-effective-flow", alpha=v**L / r),
        ),
        for_all={v: positive, r: positive, L: DEPTH, tau: positive, **MOMENTS},
    ),
)


CLAIMS.add(
    id="CHAIN-X-A2-flow",
    source=CHAIN.beyond("X-A2"),
    says="Block two under eq. (34) keeps the data in its dynamics: tau d(alpha)/dt = "
    "((r alpha)^(1/L) - 1)/(r^(1/L) - 1) alpha^(2 - 2/L) (1 - alpha).",
    statement=Statement(
        Equal(*speed_of_alpha("block2")),
        Equal(
            registered("block2-effective-flow") * (r ** (1 / L) - 1),
            ((r * alpha) ** (1 / L) - 1) * alpha ** (2 - 2 / L) * (1 - alpha),
        ),
        for_all={w: positive, alpha: positive, r: above(1), L: DEPTH, tau: positive, **MOMENTS},
    ),
)


# -- the feedforward network: derivatives of every form -------------------------------------------


SIDES = (1 / (1 + x), (1 + x) / x)  # alpha below and above the target, x > 0
ANY_SIDE = {x: positive, u: positive, tau: positive}


def _is_course(time: str, depth: Any = L, power: int = 1) -> Iterator[Equal]:
    """On both sides the registered time is 0 at its start, and its slope is 1/speed."""
    for side in SIDES:
        total = side**power
        course = looked_up(time, alpha=total, alpha0=total.subs(x, u))
        speed = total ** (2 - 2 / sp.sympify(depth)) * (1 - total)
        yield Equal(D(course, x) * speed, sp.factor(sp.diff(total, x)) * tau)
        yield Equal(at(course, {x: u}), 0)


SHALLOW_AND_DEEP = Statement(
    *_is_course("chain-time-depth2", 2),
    *_is_course("chain-time-infinite-depth", sp.oo),
    *_is_course("chain-time-depth4", 4, power=2),
    for_all=ANY_SIDE,
)
EVERY_DEPTH = Statement(*_is_course("chain-time"), for_all={**ANY_SIDE, L: DEPTH})


def _at_depth(depth: int) -> Iterator[Equal]:
    """Yield slope and start of the time in v = alpha^(1/L): d(t/tau)/dv = L v^(1-L)/(1 - v^L)."""
    ends = {"alpha": v**depth, "alpha0": w**depth}
    course = law("chain-time-integer-depth", L=sp.Integer(depth), tau=1, **ends)
    course = sp.powdenest(course.doit(), force=True)
    for side in SIDES:
        places = {v: side, w: side.subs(x, u)}
        yield Equal(at(D(course, v), places), at(depth * v ** (1 - depth) / (1 - v**depth), places))
    yield Equal(at(course, {**places, v: places[w]}), 0)


def _time_in_digits(start: float, end: float, L: float) -> tuple[float, float] | None:
    """The registered integral and the hypergeometric form, against the integral of 1/speed."""
    if abs(start - end) < 1e-3:
        return None
    with mpmath.workdps(30):
        exact = by_integral(lambda a: mp("chain-effective-flow", a, L), start, end)
        times = [mp("chain-time", end, start, L, 1)]
        if L != 2 and start < 1:
            times.append(mp("chain-time-hypergeometric", end, start, L, 1))
        if L in {3, 8}:
            times.append(mp("chain-time-integer-depth", end, start, L, 1))
        return max(gap(one, exact)[0] for one in times), 4e-30


CLAIMS.add(
    id="CHAIN-X-B",
    source=CHAIN.beyond("X-B"),
    says="One integral, of (1 + s exp(-y))^(1-2/L), is the time course of the feedforward network "
    "at every depth L >= 1 on both sides of the target; at L = 2, 3, 4, 8 and infinite depth it is "
    "elementary.",
    statement=EVERY_DEPTH,
    checks=(
        *SHALLOW_AND_DEEP.checks,
        *Statement(*itertools.chain(*map(_at_depth, (3, 4, 8))), for_all=ANY_SIDE).checks,
    ),
    cross_checks=(
        Property(
            _time_in_digits,
            {"start": _BELOW, "end": _BELOW, "L": [1.0, 1.3, 2.0, 3.0, 8.0, 1e3]},
            relation="<=",
            n=8,
            at_least=4,
            what="below",
        ),
        Property(
            _time_in_digits,
            {"start": _ABOVE, "end": _ABOVE, "L": [1.0, 1.3, 2.0, 3.0, 8.0, 1e3]},
            relation="<=",
            n=8,
            at_least=4,
            what="above",
        ),
    ),
)


def _elementary(depth: int, start: float, end: float) -> tuple[float, float]:
    """The public written-out course against the float kernel."""
    course = elementary_course(depth)
    symbols = {z.name: z for z in course.free_symbols}
    ends = {"alpha": end, "alpha0": start, "tau": 1.0}
    elapsed = course.subs({symbols[name]: value for name, value in ends.items()})
    return float(elapsed), chain.time(end, start, depth)


CLAIMS.add(
    id="CHAIN-C7",
    source=CHAIN.section("2, exact solution"),
    says="At L = 1, 2 and infinity the time course of eq. (7) consists of elementary functions, at "
    "L = 2 and infinity as limits.",
    quote="in which the hypergeometric function reduces to elementary functions",
    reading="At L = 2 and infinity the function's own parameters vanish (2/L - 1 and 2/L), so that "
    "the course is a limit there. The function reduces at every integer depth (CHAIN-X-B); the "
    "paper inverts the course at L = 1, 2 and infinity.",
    statement=SHALLOW_AND_DEEP,
    cross_checks=(
        Property(
            _elementary,
            {"depth": [1, 2, 3, 4, 7, 12], "start": [0.01, 0.4], "end": [0.5, 0.97]},
            rtol=1e-10,
        ),
        Property(
            _elementary,
            {"depth": [1, 2, 3, 4, 7, 12], "start": [9.0, 2.0], "end": [1.5, 1.01]},
            rtol=1e-10,
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-X-B-inverse",
    source=CHAIN.beyond("X-B"),
    says="The inverses at L = 1, 4/3 and 2 in closed form solve the flow below the target and "
    "start at alpha0, for L = 1 and 2 here 1/(1 + v).",
    statement=Statement(
        *inverses.ONE_LAYER,
        *inverses.TWO_LAYERS,
        *inverses.FOUR_THIRDS,
        for_all={**inverses.COURSE, alpha0: SHARE, x: SHARE},
    ),
)
