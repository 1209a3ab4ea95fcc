"""Beyond the paper: time courses of block two."""

import functools
import math
from collections.abc import Iterator, Mapping
from typing import Any

import mpmath
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.formula_expressions import law, looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    above,
    exp,
    index,
    induction,
    naturals,
    positive,
    registered,
    scalars,
    total,
)
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    SHARE,
    L,
    alpha,
    alpha0,
    by_integral,
    gap,
    mp,
    r,
    tau,
    u,
    v,
    w,
    x,
)

CLAIMS = Claims()

y, z = sp.symbols("y z", positive=True)

DIGITS = 18  # decimal digits of the integrals with which doubles are compared


def _is_course(time: str, speed: str, depth: Mapping[Any, Any]) -> tuple[Statement, Statement]:
    """The registered time is 0 at its start, and its slope 1/speed, above and below the target.

    Below the target alpha = r^-y, with ln r = u and y between 0 (target) and 1 (floor).
    """
    course = looked_up(time)
    above_target = Statement(
        Equal(D(course, alpha) * looked_up(speed), tau),
        Equal(at(course, {alpha: alpha0}), 0),
        for_all={alpha: above(1), alpha0: above(1), r: above(1), tau: positive, **depth},
    )
    ends = {"alpha": sp.exp(-u * x), "r": sp.exp(u)}
    course = looked_up(time, alpha0=sp.exp(-u * v), **ends)
    between = Statement(
        Equal(D(course, x) * looked_up(speed, **ends), -u * sp.exp(-u * x) * tau),
        Equal(at(course, {x: v}), 0),
        for_all={x: SHARE, v: SHARE, u: positive, tau: positive, **depth},
    )
    return above_target, between


EVERY_DEPTH, BETWEEN = _is_course("block2-time", "block2-effective-flow", {L: DEPTH})
DEEP, DEEP_BETWEEN = _is_course(
    "block2-time-infinite-depth", "block2-effective-flow-infinite-depth", {}
)


def _block2_integer_depths() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """In b = (r alpha)^(1/L) (here w) and rho = r^(1/L) (here u) the slope is 1/speed."""
    for depth in (2, 3, 4):
        ends = {"alpha": (w / u) ** depth, "r": u**depth}
        course = law("block2-time-integer-depth", L=sp.Integer(depth), tau=1, **ends)
        course = course.doit().replace(sp.Abs, lambda z: z)  # log|z| has the slope of log z
        plain = sp.powdenest(course, force=True)
        speed = law("block2-effective-flow", L=sp.Integer(depth), **ends)
        yield f"L={depth}", D(plain, w), D((w / u) ** depth, w) / speed


def _span(first: float, last: float, r: float, side: str) -> tuple[float, float] | None:
    """Start and end on the same side: between the floor 1/r and the target, or above the target."""
    if abs(first - last) < 1e-3:
        return None
    if side == "above":
        return 1 + 3 * first, 1 + 3 * last
    return 1 / r + (1 - 1 / r) * first, 1 / r + (1 - 1 / r) * last


def _block2_floats(first: float, last: float, r: float, L: float, side: str) -> Any:
    """Float kernel against the integral of 1/speed, relative to the time and its condition."""
    ends = _span(first, last, r, side)
    if ends is None:
        return None
    with mpmath.workdps(DIGITS):
        if math.isinf(L):
            exact = by_integral(lambda a: mp("block2-effective-flow-infinite-depth", a, r), *ends)
        else:
            exact = by_integral(lambda a: mp("block2-effective-flow", a, L, r), *ends)
    time = chain.time(ends[1], ends[0], L, network="block2", r=r)
    return abs(time - float(exact)) / (1 + abs(float(exact))), 1e-14


def _block2_elementary(first: float, last: float, r: float, L: int, side: str) -> Any:
    """The elementary time between both ends, against the integral of 1/speed."""
    ends = _span(first, last, r, side)
    if ends is None:
        return None
    with mpmath.workdps(DIGITS):
        exact = by_integral(lambda a: mp("block2-effective-flow", a, L, r), *ends)
        return float(mp("block2-time-integer-depth", ends[1], ends[0], L, r, 1)), float(exact)


_SPANS = {
    "first": Interval(sp.Rational(1, 20), sp.Rational(19, 20)),
    "last": Interval(sp.Rational(1, 20), sp.Rational(19, 20)),
    "r": [1.1, 2.0, 8.0],
    "side": ["below", "above"],
}

CLAIMS.add(
    id="CHAIN-X-A2",
    source=CHAIN.beyond("X-A2"),
    says="The time course of block two between its floor and the target, and above the target, is "
    "the integral of 1/speed at every depth.",
    statement=EVERY_DEPTH,
    checks=BETWEEN.checks,
    cross_checks=(
        Property(
            _block2_floats, {**_SPANS, "L": [1.0, 2.0, 3.0, 8.0]}, relation="<=", n=24, at_least=6
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-X-A2-elementary",
    source=CHAIN.beyond("X-A2"),
    says="At the depths 2, 3 and 4 the time course of block two is a sum of elementary functions "
    "whose slope is 1/speed.",
    checks=(Exhaustive(_block2_integer_depths, named=True),),
    cross_checks=(
        Property(_block2_elementary, {**_SPANS, "L": [2, 3, 4, 7]}, rtol=1e-9, n=24, at_least=6),
    ),
)


def _deep(name: str) -> sp.Expr:
    """Limit of infinite depth at r = exp(x)."""
    return lim(looked_up(f"block2-{name}", r=sp.exp(x)), L, sp.oo)


CLAIMS.add(
    id="CHAIN-X-A3",
    source=CHAIN.beyond("X-A3"),
    says="Block two at infinite depth: tau d(alpha)/dt = (1 + ln(alpha)/ln(r)) alpha^2 (1 - "
    "alpha), the limit of finite depth; the time course is the integral of the inverse speed.",
    statement=Statement(
        Equal(
            _deep("effective-flow"), registered("block2-effective-flow-infinite-depth", r=exp(x))
        ),
        Equal(_deep("escape-rate"), registered("block2-escape-rate-infinite", r=exp(x))),
        Equal(
            registered("block2-effective-flow-infinite-depth", r=exp(x)),
            (1 + sp.log(alpha) / x) * alpha**2 * (1 - alpha),
        ),
        for_all={x: positive, alpha: SHARE},
    ),
    checks=(*DEEP.checks, *DEEP_BETWEEN.checks),
    cross_checks=(
        Property(_block2_floats, {**_SPANS, "L": [math.inf]}, relation="<=", n=12, at_least=6),
    ),
)


_B = sp.Symbol("b", positive=True)


def _tail_slopes() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Term by term, the slope of -sum over m >= L-1 of b^-m / m is b^-L + b^(-L-1) + ..."""
    for depth in range(2, 13):
        short = sp.Add(*(_B**-m / sp.Integer(m) for m in range(1, depth - 1)))
        slope = D(sp.log(_B - 1) - sp.log(_B) + short, _B)
        yield f"L={depth}", slope, _B**-depth / (1 - 1 / _B)
        yield f"L={depth}, far out", lim(sp.log(1 - 1 / _B) + short, _B, sp.oo), sp.Integer(0)


def _of_lerch(b: Any, r: Any, depth: int) -> Any:
    """ln(b-1)/(r-1) - b^(1-L) Phi(1/b, 1, L-1) less the poles at the L-th roots of r, real."""
    rho = mpmath.root(r, depth)
    roots = [rho * mpmath.expjpi(mpmath.mpf(2 * j) / depth) for j in range(depth)]
    poles = sum(z**2 / (z - 1) * mpmath.log(b - z) for z in roots)
    series = b ** (1 - depth) * mpmath.lerchphi(1 / b, 1, depth - 1)
    return mpmath.re(mpmath.log(b - 1) / (r - 1) - series - poles / (depth * r))


def _by_lerch(first: float, last: float, r: float, L: int, side: str) -> Any:
    """Time by Lerch's function, against the registered logarithms.

    Of 32 digits cancellation costs four at r = 1.1 and L = 32, so agreement to 28 is required.
    """
    ends = _span(first, last, r, side)
    if ends is None:
        return None
    with mpmath.workdps(32):
        roots = [mpmath.root(mpmath.mpf(r) * a, L) for a in ends]
        start, end = (_of_lerch(b, mpmath.mpf(r), L) for b in roots)
        scale = L * (mpmath.root(r, L) - 1) * mpmath.mpf(r) ** (1 - mpmath.mpf(2) / L)
        time = mp("block2-time-integer-depth", ends[1], ends[0], L, r, 1)
        return gap(scale * (end - start), time)


CLAIMS.add(
    id="CHAIN-X-A2-lerch",
    source=CHAIN.beyond("X-A2"),
    says="In b = (r alpha)^(1/L): ln(b-1) - ln(b) + sum over m up to L-2 of b^-m/m is -b^(1-L) "
    "Phi(1/b, 1, L-1), Lerch's function, at L from 2 to 12: the elementary time of block two "
    "consists of one Lerch function and logarithms.",
    checks=(Exhaustive(_tail_slopes, named=True),),
    cross_checks=(
        Property(_by_lerch, {**_SPANS, "L": [2, 3, 4, 8, 32]}, relation="<=", n=15, at_least=8),
    ),
)


share, M = scalars("alpha M")
m = index("m", 1, M)
# At alpha = exp(-x) and r alpha = exp(v): the speed, and the slope in s = v of r^2 ln(r) F, for
# which the sum over n of r^-n exp(n s) is alpha/(1 - alpha).
deep_speed = v / (v + x) * sp.exp(-2 * x) * (1 - sp.exp(-x))
slope = (v + x) / v * (sp.exp(x) + 1 / (1 - sp.exp(-x)))


def _by_integrals(s: Any, r: Any) -> Any:
    """F: Ei(-s)/r + (ln s + sum over n of r^-n Ei(n s)) / r^2, for exp(s) < r."""
    series = mpmath.nsum(lambda n: mpmath.ei(n * s) / r**n, [1, mpmath.inf])
    return mpmath.ei(-s) / r + (mpmath.log(s) + series) / r**2


def _by_poles(s: Any, r: Any) -> Any:
    """F by the poles of 1/(exp(y) - 1), y = ln(r) - s, at 2 pi i m: Mittag-Leffler's expansion."""
    far = mpmath.log(r)
    y = far - s

    def pair(m: Any) -> Any:
        c = 2 * mpmath.pi * m
        both = 2 * far * mpmath.log(s) - far * mpmath.log(y**2 + c**2) + 2 * c * mpmath.atan(y / c)
        return both / (far**2 + c**2)

    plain = (mpmath.log(s) - mpmath.log(abs(y))) / far - mpmath.log(s) / 2
    poles = mpmath.nsum(pair, [1, mpmath.inf], method="e")
    return mpmath.ei(-s) / r + (mpmath.log(s) + plain + poles) / r**2


def _deep_time(form: Any, first: float, last: float, r: float, side: str) -> Any:
    """Time at infinite depth in one form of F, against the integral of 1/speed."""
    ends = _span(first, last, r, side)
    if ends is None:
        return None
    with mpmath.workdps(DIGITS):
        exact = by_integral(lambda a: mp("block2-effective-flow-infinite-depth", a, r), *ends)
        start, end = (form(mpmath.log(mpmath.mpf(r) * a), mpmath.mpf(r)) for a in ends)
        elapsed = mpmath.mpf(r) ** 2 * mpmath.log(r) * (end - start)
        return float(abs(elapsed - exact) / (1 + abs(exact))), 2e-17


CLAIMS.add(
    id="CHAIN-X-A3-integrals",
    source=CHAIN.beyond("X-A3"),
    says="Block two at infinite depth, below the target: with s = ln(r alpha) the time is "
    "r^2 ln(r) times the change of Ei(-s)/r + (ln(s) + sum over n of r^-n Ei(n s)) / r^2, whose "
    "slope is exp(-s)/(r s) and 1/(1 - alpha) over r^2 s, by the geometric series of alpha.",
    statement=Statement(
        Equal(
            registered("block2-effective-flow-infinite-depth", alpha=exp(-x), r=exp(v + x)),
            deep_speed,
        ),
        Equal(slope * deep_speed, sp.exp(-x)),
        # The sum of alpha^m up to M is (alpha - alpha^(M + 1))/(1 - alpha).
        Equal((1 - share) * total(share**m, m), share - share ** (M + 1), by=induction(M)),
        for_all={x: positive, v: positive, share: SHARE, M: naturals(1)},
    ),
    cross_checks=(
        Property(
            functools.partial(_deep_time, _by_integrals),
            {
                "first": Interval(sp.Rational(1, 10), sp.Rational(1, 2)),
                "last": Interval(sp.Rational(1, 10), sp.Rational(1, 2)),
                "r": [1.5, 2.0, 4.0],
                "side": ["below"],
            },
            relation="<=",
            n=6,
            at_least=4,
        ),
    ),
)

CLAIMS.add(
    id="CHAIN-X-A3-poles",
    source=CHAIN.beyond("X-A3"),
    says="Block two at infinite depth, on both sides of the target: the sum of exponential "
    "integrals is a sum over the poles 2 pi i m (Mittag-Leffler's expansion of 1/(exp(y) - 1)).",
    checks=(
        Property(
            functools.partial(_deep_time, _by_poles),
            {
                "first": Interval(sp.Rational(1, 10), sp.Rational(9, 10)),
                "last": Interval(sp.Rational(1, 10), sp.Rational(9, 10)),
                "r": [1.5, 2.0, 8.0],
                "side": ["below", "above"],
            },
            relation="<=",
            n=8,
            at_least=5,
        ),
    ),
    why_sampled="no enclosure of a sum over all poles",
)
