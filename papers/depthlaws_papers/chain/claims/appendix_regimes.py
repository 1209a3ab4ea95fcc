"""Three regimes of gradient descent: figure 3 of appendix B.1, and its text."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Smallest
from depthlaws.claims.engine.formula_expressions import law, looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.roots_and_orbits import Root, quoted_roots
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Less,
    Statement,
    at_least,
    interval,
    positive,
    registered,
)
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    DEPTHS,
    L0,
    SHARE,
    L,
    alpha,
    descent,
    k,
    s,
    u,
    v,
    x,
)

CLAIMS = Claims()


step = v + k / L * (1 - v**L) * v ** (L - 1)
# L (f' - (1 - k))/k in two forms: for two layers or more, and between one layer and two.
deep = L * (1 - v ** (L - 2)) + (2 * L - 1) * v ** (L - 2) * (1 - v**L)
shallow = (2 * L - 1) * (1 - v ** (2 * L - 2)) + (L - 1) * v ** (L - 2) * (1 - v ** (2 - L))


def _never_overshoots(depth: float, start: float, rate: float) -> bool:
    path = descent(depth, start, rate, 200)
    return bool(np.all(np.diff(path) >= 0) and np.all(path <= 1 + 1e-14))


def _smaller_is_slower(depth: float, start: float, rate: float, n: int) -> bool:
    """The loss after n steps strictly decreases with k on (0, 1]."""
    slow, fast = (descent(depth, start, q, n)[-1] for q in (0.9 * rate, rate))
    return bool(slow < fast + 1e-12 * (fast > 1 - 1e-12))  # at the target both are 1


CLAIMS.add(
    id="CHAIN-R1",
    source=CHAIN.figure(3),
    says="For 0 < k <= 1 gradient descent from alpha0 in (0, 1) is monotone and never overshoots, "
    "at every real depth L >= 1 and at infinite depth (theorem X-C1); and a larger k is closer to "
    "the target at every step, because the next v grows with k, and with v as f' >= 1 - k >= 0.",
    quote="When 0 < 1/tau <= 1, the gradient descent dynamics is monotonic",
    reading="The recursion of figure 3 itself, proved for every rate, start below the target and "
    "depth, in place of the drawn orbits.",
    statement=Statement(
        Equal(registered("chain-gd-step", v=v), step),
        # monotone, and growing with k
        Less(0, k / L * (1 - v**L) * v ** (L - 1)),
        # (1 - v^L)/L <= 1 - v, so that a step with k <= 1 adds at most (1 - v) v^(L-1) < 1 - v.
        AtMost(1 - v**L, L * (1 - v), along=((v, 1), (L, 1))),
        # Infinite depth, alpha = exp(-x): ln(alpha_next) = -x + k exp(-x)(1 - exp(-x)) <= 0.
        AtMost(sp.exp(-x) * (1 - sp.exp(-x)), x, along=((x, 0), (x, 0))),
        # At every depth one form of L (f' - (1 - k))/k has positive terms only.
        Equal(L * (D(step, v) - (1 - k)) / k, deep),
        Equal(shallow, deep),
        AtMost(0, deep.subs(L, L0)),
        AtMost(0, shallow.subs(L, s)),
        # Infinite depth: (d ln(alpha_next)/d ln(alpha) - (1 - k))/k.
        Equal(
            (D(sp.log(alpha) + k * alpha * (1 - alpha), alpha) * alpha - (1 - k)) / k,
            (1 - alpha) * (1 + 2 * alpha),
        ),
        for_all={
            v: SHARE,
            k: positive,
            L: DEPTH,
            L0: at_least(2),
            s: interval(1, 2),
            x: positive,
            alpha: positive,
        },
    ),
    cross_checks=(
        Property(_never_overshoots, {"depth": DEPTHS, "start": UNIT, "rate": UNIT}, n=36),
        Property(
            _smaller_is_slower,
            {
                "depth": DEPTHS,
                "start": Interval(sp.Rational(1, 20), sp.Rational(9, 10)),
                "rate": Interval(sp.Rational(1, 10), 1),
                "n": [1, 3, 9],
            },
            n=36,
        ),
    ),
)


def _crosses(depth: float, start: float, rate: float) -> bool:
    """Simulated: the path crosses the target repeatedly, and converges."""
    path = descent(depth, start, rate, 1000) - 1
    late = path[20:60]
    crossing = np.all((late[1:] * late[:-1] < 0) | (np.abs(late[1:]) < 1e-13))
    return bool(crossing and abs(path[-1]) < 1e-6)


CLAIMS.add(
    id="CHAIN-R2",
    source=CHAIN.figure(3),
    says="For 1 < k < 2 gradient descent oscillates: deviations near the target change sign every "
    "step and shrink over two. Orbits from (0, 2) stay there, for real L >= 2 and infinity, and a "
    "step goes up below the target, down above it.",
    quote="When 1 < 1/tau < 2, the gradient descent dynamics is oscillatory but converging",
    reading="The recursion of figure 3 itself, for every rate between and every start in (0, 2), "
    "in place of the drawn orbits; convergence is CHAIN-R2-converges, one layer CHAIN-R2-one.",
    statement=Statement(
        # Near the target v - 1 is multiplied by 1 - k, negative for k > 1.
        Equal(at(D(looked_up("chain-gd-step"), v), {v: 1}), 1 - k),
        # alpha < 1: alpha exp(2 (1 - alpha)) <= e/2 < 2, as z exp(1 - z) <= 1 at z = 2 alpha,
        # which is 1 + x above 1 and 1 - v below it.
        AtMost((1 + x) * sp.exp(-x), 1, along=((x, 0),)),
        AtMost((1 - v) * sp.exp(v), 1, along=((v, 0),)),
        # (1 + p/L)^L <= exp(p): L ln(1 + p/L) <= p, here with p/L = x.
        Less(sp.log(1 + x), x, along=((x, 0),)),
        # No step from alpha <= 2 passes zero: 2^(1-1/m) <= m = L/2, as (1 - 1/m) ln 2 <= ln m.
        AtMost(1 - 1 / s, sp.log(s), along=((s, 1),)),
        # below the target
        Less(0, k / L * (1 - v**L) * v ** (L - 1)),
        # Beyond the target the step goes down: v = exp(x).
        Less(0, k / L * sp.exp(x * (L - 2)) * (sp.exp(L * x) - 1)),
        # The slope (1 - k)^2 of two steps at the target is below 1.
        Less(0, 1 - (1 - k) ** 2),
        for_all={
            k: interval(1, 2, low_open=True, high_open=True),
            L: DEPTH,
            x: positive,
            v: SHARE,
            s: at_least(1),
        },
    ),
)


# Why the orbits of R2 converge (Coppel 1955 has it for every map of an interval; here it is short).
# The step f has f(a) > a below the target and f(a) < a above. f(f(a)) - a has no zero on (0, 1),
# there is no 2-cycle, and it is positive near 0: positive throughout. Above the target it is
# negative near 1, as (1 - k)^2 < 1: negative throughout. Say x_n < 1, and x_m is the next state
# below 1. If m = n + 1, it is higher. Else x_(n+1) > ... > x_(m-1) > 1, and f([x_n, 1]) contains
# x_(m-1) = f(y) with x_n <= y < 1, so x_m = f(f(y)) > y >= x_n. So states below rise to some
# a <= 1, states above fall to some b >= 1. If both are infinite and (a, b) is not (1, 1), then by
# continuity f(a) and f(b) are a or b: a fixed point off the target, a 2-cycle, or f(1) off 1.
CLAIMS.add(
    id="CHAIN-R2-converges",
    source=CHAIN.figure(3),
    says="For 1 < k < 2 gradient descent crosses the target at every step after the first ones and "
    "converges to it from every alpha0 in (0, 2), for real L >= 2 and infinity.",
    quote="When 1 < 1/tau < 2, the gradient descent dynamics is oscillatory but converging",
    reading="Simulated, 1000 steps at L = 2 to 64 and infinity. With CHAIN-R2 and no 2-cycle "
    "(CHAIN-X-C2) it follows from Coppel's theorem (1955) on maps of an interval, which no check "
    "here proves.",
    checks=(
        Property(
            _crosses,
            {
                "depth": [2.0, 3.0, 4.0, 8.0, 17.0, 64.0, math.inf],
                "start": Interval(sp.Rational(1, 10), sp.Rational(199, 100)),
                "rate": Interval(sp.Rational(11, 10), sp.Rational(197, 100)),
            },
            n=21,
        ),
    ),
    why_sampled="open: no check of ours proves convergence of orbits from the absence of 2-cycles",
)


CLAIMS.add(
    id="CHAIN-R2-one",
    source=CHAIN.figure(3),
    says="One layer: a step of gradient descent multiplies 1 - alpha by 1 - k. For 1 < k < 2 its "
    "sign changes at every step, and from alpha0 in (0, 2) it converges to 0, as (1 - k)^2 < 1.",
    quote="When 1 < 1/tau < 2, the gradient descent dynamics is oscillatory but converging",
    reading="The case of one layer, which CHAIN-R2 leaves out.",
    statement=Statement(
        Equal(1 - registered("chain-gd-step", L=1), (1 - k) * (1 - v)),
        Less(1 - k, 0),
        Less((1 - k) ** 2, 1),
        for_all={v: positive, k: interval(1, 2, low_open=True, high_open=True)},
    ),
)


def _caption_diverges(depth: float) -> tuple[float, float]:
    """Figure 3, 1/tau = 2.05 from 0.01: largest of the last 100 of 4000 steps, and its bound."""
    return float(np.max(np.abs(descent(depth, 0.01, 2.05, 4000)[-100:]))), 10.0


def _after_two_steps(k: sp.Rational, L: int) -> tuple[sp.Rational, str, sp.Rational]:
    """Distance from the target after two steps of two layers, above that at the start."""
    start = alpha = sp.Rational(4, 7)
    for _ in range(2):
        alpha *= (1 + k / L * (1 - alpha)) ** L
    return abs(alpha - 1), ">", abs(start - 1)


CLAIMS.add(
    id="CHAIN-R3",
    source=CHAIN.figure(3),
    says="For k >= 2 gradient descent is oscillatory and diverging (the panel's k = 2.05).",
    quote="When 1/tau >= 2, the gradient descent dynamics is oscillatory and diverging",
    reading="The sentence is true for one layer and k > 2. Read as 'does not converge to the "
    "target' it holds for k > 2, but for starts that land on the target; at odd depth orbits can "
    "also end at the saddle 0 (L = 3, k = 4).",
    checks=(Property(_caption_diverges, {"depth": [2.0, 4.0, 16.0, math.inf]}, relation=">"),),
    corrected_by="CHAIN-R3-bounded",
    sides=("largest |alpha| of the last 100 of 4000 steps", "what diverging would exceed"),
    fault="number",
    change="When 1/tau > 2 the dynamics is oscillatory and does not converge; with one layer it "
    "diverges, with more it settles on a bounded cycle of two values just above 2.",
    against=(
        Smallest(
            _after_two_steps,
            {"k": [sp.Rational(7, 3)], "L": [2]},
            of=(
                "distance from the target after two steps from alpha = 4/7, by way of 9/7",
                "distance at the start",
            ),
        ),
    ),
)


_K = sp.Rational("2.05")


def _cycle(depth: float) -> tuple[Root, Root, Root]:
    """Both points of the 2-cycle at k = 2.05, and the product of slopes there."""
    n = sp.oo if depth == math.inf else sp.Integer(depth)
    rate = law("chain-cycle-rate-infinite") if depth == math.inf else law("chain-cycle-rate", L=n)
    points = [law(f"chain-cycle-{name}", L=n) for name in ("low", "high")]
    values = (*points, _slopes(points, n))
    low, high, slope = (Root(x, rate - _K, value, "0.001", "1") for value in values)
    return low, high, slope


def _slopes(points: list[sp.Expr], n: sp.Expr) -> sp.Expr:
    """Multiplier of the cycle: d ln(alpha_next)/d ln(alpha) at both points."""
    q, share = 1 - 2 / n, 1 / n
    pushes = [_K * a**q for a in points]
    return sp.Mul(
        *(
            1 + push * (q - (1 + q) * a) / (1 + share * push * (1 - a))
            for push, a in zip(pushes, points, strict=True)
        )
    )


_CYCLES = {
    2: ("0.8331", "1.1425"),
    3: ("0.8683", "1.1117"),
    4: ("0.8808", "1.1009"),
    8: ("0.8956", "1.0880"),
    16: ("0.9017", "1.0828"),
    math.inf: ("0.9072", "1.0781"),
}


def _cycle_points() -> Iterator[tuple[str, Root, str]]:
    for depth, (low, high) in _CYCLES.items():
        yield f"lowest alpha at L = {depth}", _cycle(depth)[0], low
        yield f"highest alpha at L = {depth}", _cycle(depth)[1], high


def _cycles_attract() -> Iterator[tuple[str, bool]]:
    for depth in _CYCLES:
        yield f"L = {depth}", bool(abs(_cycle(depth)[2].ball()) < 1)


def _attracting() -> Iterator[tuple[str, list[Any]]]:
    """The product of slopes lies between -0.999 and 0.999."""
    for depth in _CYCLES:
        yield "roots", _cycle(depth)[2].row(f"L = {depth}", "0", units=0.999)


def _simulated_tail(depth: float) -> tuple[list[float], list[float]]:
    tail = descent(depth, 0.01, 2.05, 4000)[-100:]
    exact = chain.two_cycle(2.05, depth)
    return [float(np.min(tail)), float(np.max(tail))], [float(z) for z in exact]


CLAIMS.add(
    id="CHAIN-R3-bounded",
    source=CHAIN.beyond("ERR-A1"),
    says="At k = 2.05 there is an attracting 2-cycle at L = 2, 3, 4, 8, 16 and infinity (0.8331 "
    "and 1.1425 at L = 2, 0.9072 and 1.0781 at infinity); for one layer the distance to the target "
    "is multiplied by k - 1 per step. At infinite depth no orbit exceeds max(alpha0, exp(k/4)).",
    statement=Statement(
        # One layer: every step multiplies the distance to the target by k - 1.
        Equal(1 - registered("chain-gd-step", v=v, L=1), (1 - k) * (1 - v)),
        Equal(registered("chain-gd-total-step-infinite"), alpha * sp.exp(k * alpha * (1 - alpha))),
        # alpha (1 - alpha) <= 1/4: at infinite depth alpha_next <= alpha exp(k/4) for alpha below
        # 1.
        # Above 1 a step goes down, so alpha never exceeds max(alpha0, exp(k/4)).
        Equal(sp.Rational(1, 4) - alpha * (1 - alpha), (alpha - sp.Rational(1, 2)) ** 2),
        # Above the target, alpha = 1 + u, a step goes down.
        Less(k * (1 + u) * (-u), 0),
        for_all={v: positive, k: positive, alpha: positive, u: positive},
    ),
    checks=(
        quoted_roots(_cycle_points),
        Exhaustive(_cycles_attract, what="slopes below 1, in balls", named=True, proof=_attracting),
    ),
    cross_checks=(
        Property(_simulated_tail, {"depth": [2.0, 3.0, 4.0, 8.0, 16.0, math.inf]}, rtol=1e-9),
    ),
)
