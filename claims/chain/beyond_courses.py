"""Beyond the paper: every form of the time courses, residual networks included."""

import math
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    FINITE_DEPTH,
    MODERATE,
    RATIO,
    START,
    WEIGHT,
    L,
    by_integral,
    gap,
    mp,
    mu_xx,
    precise,
    r,
    speed_of_alpha,
    tau,
)
from depthlaws.claims.engine.checks import Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()


CLAIMS.add(
    id="CHAIN-X-A1",
    source=CHAIN.beyond("X-A1"),
    says="Block one under eq. (28) has exactly the dynamics of eq. (6).",
    checks=(
        Identity(
            lambda: speed_of_alpha("block1"),
            {**WEIGHT, L: FINITE_DEPTH, r: MODERATE, mu_xx: MODERATE, tau: MODERATE},
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-X-A2-flow",
    source=CHAIN.beyond("X-A2"),
    says="Block two under eq. (34) keeps the data in its dynamics: tau d(alpha)/dt = ((r "
    "alpha)^(1/L) - 1)/(r^(1/L) - 1) alpha^(2 - 2/L) (1 - alpha).",
    checks=(
        Identity(
            lambda: speed_of_alpha("block2"),
            {**WEIGHT, L: FINITE_DEPTH, r: ABOVE_ONE, mu_xx: MODERATE, tau: MODERATE},
        ),
    ),
)


def _same_side(start: float, end: float) -> bool:
    return (start - 1) * (end - 1) > 0 and abs(start - end) > 1e-3


def _plain_time(name: str, depth: float | None) -> Callable[..., Any]:
    """A time formula of the plain network against the integral of 1/speed, in 30 digits."""

    @precise
    def compare(start: float, end: float, tau: float, L: float = math.nan) -> Any:
        used = L if depth is None else depth
        if not _same_side(start, end):
            return None
        arguments = (end, start, L, tau) if depth is None else (end, start, tau)
        if math.isinf(used):
            exact = by_integral(lambda a: a**2 * (1 - a), start, end)
        else:
            exact = by_integral(lambda a: mp("chain-effective-flow", a, used), start, end)
        return gap(mp(name, *arguments), tau * exact)

    return compare


def _times(name: str, depth: float | None, depths: list[float], **spans: Any) -> tuple[Any, ...]:
    extra = {"L": depths} if depth is None else {}
    return tuple(
        Property(_plain_time(name, depth), span | extra, relation="<=", n=5, what=where)
        for where, span in spans.items()
    )


TAU = Interval(sp.Rational(1, 2), 3)


_SPAN = {"start": START, "end": START, "tau": TAU}


ABOVE = Interval(sp.Rational(105, 100), 9)


_SPAN_ABOVE = {"start": ABOVE, "end": ABOVE, "tau": TAU}


CLAIMS.add(
    id="CHAIN-X-B",
    source=CHAIN.beyond("X-B"),
    says="One integral, of (1 + s exp(-y))^(1-2/L), is the time course at every depth on both "
    "sides of the target; at L = 2, 4, infinite and integer L it is elementary.",
    checks=(
        *_times("chain-time", None, [1.0, 1.3, 2.0, 3.0, 8.0], below=_SPAN, above=_SPAN_ABOVE),
        *_times("chain-time-hypergeometric", None, [1.0, 1.3, 3.0, 8.0], below=_SPAN),
        *_times("chain-time-infinite-depth", math.inf, [], below=_SPAN, above=_SPAN_ABOVE),
        *_times("chain-time-depth2", 2.0, [], below=_SPAN, above=_SPAN_ABOVE),
        *_times("chain-time-depth4", 4.0, [], below=_SPAN, above=_SPAN_ABOVE),
        *_times("chain-time-integer-depth", None, [3, 4, 5, 8], below=_SPAN, above=_SPAN_ABOVE),
    ),
)


def _inverse(name: str, over: int, under: int = 1) -> Callable[..., Any]:
    """alpha(t) put back into the integral of 1/speed gives t."""

    @precise
    def compare(start: float, t: float, tau: float) -> Any:
        end = mp(name, t, start, tau)
        depth = mpmath.mpf(over) / under
        exact = by_integral(lambda a: mp("chain-effective-flow", a, depth), start, end)
        return gap(mpmath.mpf(t), tau * exact)

    return compare


CLAIMS.add(
    id="CHAIN-X-B-inverse",
    source=CHAIN.beyond("X-B"),
    says="The inverses at L = 1, 4/3 and 2 in closed form.",
    checks=tuple(
        Property(
            _inverse(name, *depth),
            {"start": START, "t": Interval(0, 4), "tau": TAU},
            relation="<=",
            n=5,
            what=name,
        )
        for name, depth in (
            ("chain-alpha-depth1", (1,)),
            ("chain-alpha-depth2", (2,)),
            ("chain-alpha-depth4/3", (4, 3)),
        )
    ),
)


def _block2_time(name: str, *, infinite: bool) -> Callable[..., Any]:
    @precise
    def compare(start: float, end: float, r: float, tau: float, L: int = 0) -> Any:
        first, last = (1 / r + (1 - 1 / r) * x for x in (start, end))  # between the floor and 1
        if abs(first - last) < 1e-3:
            return None
        if infinite:
            exact = by_integral(
                lambda a: mp("block2-effective-flow-infinite-depth", a, r), first, last
            )
            return gap(mp(name, last, first, r, tau), tau * exact)
        exact = by_integral(lambda a: mp("block2-effective-flow", a, L, r), first, last)
        return gap(mp(name, last, first, L, r, tau), tau * exact)

    return compare


CLAIMS.add(
    id="CHAIN-X-A2",
    source=CHAIN.beyond("X-A2"),
    says="Block two: the time course at every finite depth; elementary at integer depth.",
    checks=(
        Property(
            _block2_time("block2-time", infinite=False),
            {**_SPAN, "r": RATIO, "L": [1, 2, 3, 8]},
            relation="<=",
            n=6,
        ),
        Property(
            _block2_time("block2-time-integer-depth", infinite=False),
            {**_SPAN, "r": RATIO, "L": [2, 3, 4, 8]},
            relation="<=",
            n=6,
        ),
    ),
)


@precise
def _deep_speed(alpha: float, r: float) -> Any:
    """The speed at depth 1e25 against its limit."""
    if r * alpha <= 1:
        return None
    return gap(
        mp("block2-effective-flow", alpha, 10**25, r),
        mp("block2-effective-flow-infinite-depth", alpha, r),
    )


CLAIMS.add(
    id="CHAIN-X-A3",
    source=CHAIN.beyond("X-A3"),
    says="Block two at infinite depth: tau d(alpha)/dt = (1 + ln(alpha)/ln(r)) alpha^2 (1 - "
    "alpha).",
    checks=(
        Property(_deep_speed, {"alpha": START, "r": RATIO}, relation="<=", n=20),
        Property(
            _block2_time("block2-time-infinite-depth", infinite=True),
            {**_SPAN, "r": RATIO},
            relation="<=",
            n=10,
        ),
        Identity(
            lambda: (
                sp.limit(law("block2-escape-rate"), L, sp.oo),
                law("block2-escape-rate-infinite"),
            ),
            {r: Interval(2, 6)},
        ),
    ),
)


def _block2_escape(depth: float, ratio: float) -> tuple[float, float]:
    """Growth of log w per unit of time near w = 0, k small: simulation against kappa_L."""
    rate = 1e-3 * chain.learning_rate(depth, ratio, 1.0, 1.0, network="block2")
    out = scalar.gradient_descent(
        scalar.Grid("block2", depth, mu_yx=ratio, rate=rate, weight=1e-3, balanced=True),
        steps=100,
        record=[0, 100],
    )
    total = np.squeeze(out["total"].to_numpy())
    weight = np.sqrt(np.expm1(np.log(total) / depth))
    return float(np.log(weight[1] / weight[0]) / 0.1), formula("block2-escape-rate")(ratio, depth)


CLAIMS.add(
    id="CHAIN-X-A5",
    source=CHAIN.beyond("X-A5"),
    says="Block two leaves w = 0 at the rate kappa_L/tau, which depends on the data at every "
    "depth: 0.1803 at infinite depth for r = 2, 0.0263 for r = 8.",
    checks=(
        Property(
            _block2_escape,
            {"depth": [1.0, 2.0, 8.0, 64.0], "ratio": [1.5, 2.0, 8.0]},
            n=12,
            rtol=2e-3,
        ),
        Quoted(
            lambda: [
                (
                    f"kappa at infinite depth, r = {q}",
                    formula("block2-escape-rate-infinite")(float(q)),
                    p,
                )
                for q, p in (
                    ("1.01", "0.4926"),
                    ("1.5", "0.274"),
                    ("2", "0.1803"),
                    ("4", "0.0676"),
                    ("8", "0.0263"),
                    ("16", "0.0106"),
                )
            ]
        ),
    ),
)
