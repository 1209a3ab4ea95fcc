"""The largest stable learning rate: section 2, equation (5), figure 1."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import sympy as sp
from flint import arb

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.formula_expressions import looked_up
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Less,
    Statement,
    Tree,
    above,
    both,
    either,
    naturals,
    positive,
    registered,
    same,
    tree,
)
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, Interval
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    L,
    at_minimum,
    descent,
    eta,
    gradient,
    k,
    law_id,
    mp,
    mu_xx,
    mu_yy,
    n,
    orbit,
    precise,
    printed_sharpness,
    r,
    tau,
    v,
    w,
    written_orbit,
)

CLAIMS = Claims()


# -- the largest stable rate -----------------------------------------------------------------------


def multiplier(network: str) -> Equal:
    """Derivative of a step at the minimum against 1 - eta S, S of the theory."""
    step = D(w - eta * gradient(network), w)
    sharpness = registered(law_id(network, "sharpness"), mu_yx=r * mu_xx)
    return Equal(at_minimum(step, network), 1 - tree(eta) * sharpness)


ANY_TARGET = {L: DEPTH, r: positive, mu_xx: positive, mu_yy: positive, eta: positive}


def _attracts() -> Tree:
    """Slope of the step v -> v - k/L v^(L-1) (v^L - 1) at 1 below 1 in size, or -1 with a pull.

    At slope -1 two steps change a deviation e by -(2 f3 + 3 f2^2) e^3/6, with the second and third
    derivative of the step.
    """
    step = v - k / L * v ** (L - 1) * (v**L - 1)
    one, two, three = (tree(at(D(step, v, order), {v: 1})) for order in (1, 2, 3))
    return either(one**2 < 1, both(same(one, -1), 2 * three + 3 * two**2 > 0))


@precise
def _largest_rate(L: float, yx: float, xx: float, network: str) -> tuple[float, float]:
    """2/S from the public function, against the printed S in 60 digits."""
    if network == "block2":
        yx = xx * (1 + yx)
    exact = 2 / mp(law_id(network, "sharpness"), L, yx, xx)
    return chain.max_learning_rate(L, yx, xx, network=network), float(exact)


_FLOATS = {
    "L": [1.0, 1.5, 2.0, 7.0, 1e3, 1e6, 1e9],
    "yx": Interval(sp.Rational(1, 1000), 1000),
    "xx": Interval(sp.Rational(1, 1000), 1000),
    "network": ["feedforward", "block1", "block2"],
}

CLAIMS.add(
    id="CHAIN-I6",
    source=CHAIN.section("2, stability"),
    says="To first order gradient descent multiplies balanced deviations from the minimum by "
    "1 - eta S in all three networks (r > 1 in block two), which shrinks them exactly for "
    "0 < eta S < 2.",
    statement=Statement(
        multiplier("feedforward"),
        multiplier("block1"),
        Exactly((1 - tree(k)) ** 2 < 1, tree(k) < 2),
        for_all=ANY_TARGET | {k: positive},
        about=k,
    ),
    checks=Statement(multiplier("block2"), for_all=ANY_TARGET | {r: above(1)}).checks,
    cross_checks=(Property(_largest_rate, _FLOATS, rtol=1e-12, n=84),),
)


CLAIMS.add(
    id="CHAIN-I6-edge",
    source=CHAIN.beyond("ERR-A2"),
    says="The minimum of the chain attracts balanced weights exactly for k = eta S < 2, and at k = "
    "2 where L > 1: the slope 1 - k there is below 1 in size, or -1 with a pull to third order.",
    statement=Statement(
        Exactly(_attracts(), either(tree(k) < 2, both(same(k, 2), tree(L) > 1))),
        for_all={L: naturals(1), k: positive},
        about=k,
    ),
)


rule = registered("chain-rate", mu_yx=r * mu_xx)


@precise
def _rate_in_floats(L: float, yx: float, xx: float, tau: float) -> tuple[float, float]:
    return chain.learning_rate(L, yx, xx, tau), float(mp("chain-rate", L, yx, xx, tau))


CLAIMS.add(
    id="CHAIN-E5",
    source=CHAIN.eq(5),
    says="The rule is eta = 1/(tau S), so that eta S = 1/tau (feedforward network).",
    statement=Statement(
        Equal(rule, 1 / (tau * printed_sharpness("feedforward"))),
        Equal(rule * registered("chain-sharpness", mu_yx=r * mu_xx), 1 / tau),
        for_all={r: positive, mu_xx: positive, L: DEPTH, tau: positive},
    ),
    cross_checks=(
        Property(
            _rate_in_floats,
            {name: _FLOATS[name] for name in ("L", "yx", "xx")} | {"tau": POSITIVE},
            rtol=1e-12,
            n=40,
        ),
    ),
)


# -- at the edge -----------------------------------------------------------------------------------


def _oscillate_at_the_edge() -> Iterator[tuple[str, int, int]]:
    """At k = 2 successive deviations from the target change sign (certified)."""
    for depth in range(1, 17):
        pairs = [*pairwise(a - 1 for a in orbit(depth, "0.9", "2", 60)[2:])]
        yield f"L={depth}", sum(bool(a * b < 0) for a, b in pairs), len(pairs)


def _followed_at_the_edge() -> Iterator[tuple[str, list[Any]]]:
    """Above the target at every other step, below it at the remaining ones, from the second on."""
    for depth in range(1, 17):
        followed, total = written_orbit(depth, "0.9", "2")
        first = 3 - bool(orbit(depth, "0.9", "2", 2)[2] > 1)
        above, below = range(first, 61, 2), range(5 - first, 61, 2)
        yield "orbits", followed.row(f"L={depth}", (above, 1, total), (below, total, 1))


CLAIMS.add(
    id="CHAIN-I7",
    source=CHAIN.figure("1C and section 2"),
    says="At tau = 0.5 gradient descent from alpha0 = 0.9 oscillates: from step 3 to step 60 every "
    "deviation has the opposite sign of the previous one, at depths 1 to 16.",
    quote="The gradient descent dynamics exhibits oscillations when tau <= 0.5",
    reading="Tested at tau = 0.5, as drawn. Read as 'only then', or as 'does not converge at tau = "
    "0.5', the sentence fails: oscillation begins at tau < 1, and for L >= 2 the minimum attracts "
    "at tau = 0.5. Far below 0.5 orbits of odd depth can jump below 0 and end at the saddle there, "
    "without oscillation (L = 3, tau = 0.25, from alpha0 = 0.5).",
    checks=(
        Exhaustive(
            _oscillate_at_the_edge, what="in balls", named=True, proof=_followed_at_the_edge
        ),
    ),
)


# Derivatives at the minimum of one step at k = 2, and of two.
first, second, third = (at(D(looked_up("chain-gd-step", k=2), v, i), {v: 1}) for i in (1, 2, 3))
twice = first**2, second * first**2 + first * second
thrice = third * first**3 + 3 * second**2 * first + first * third


def _edge_decay(depth: float) -> tuple[float, float]:
    """|v_n - 1| sqrt(2 C n) at k = 2 tends to 1."""
    steps = 20_000
    out = scalar.gradient_descent(
        scalar.Grid("feedforward", depth, mu_yx=1.0, scaled_rate=2.0, total=0.5, balanced=True),
        steps=steps,
        record=[steps - 1, steps],
    )
    deviations = np.abs(np.squeeze(out["total"].to_numpy()) ** (1 / depth) - 1)
    predicted = formula("chain-marginal-distance")(steps, depth)
    return abs(float(np.mean(deviations)) / predicted - 1), 0.05


CLAIMS.add(
    id="CHAIN-I7-closed",
    source=CHAIN.beyond("ERR-A2"),
    says="For L > 1 the minimum still attracts balanced weights at k = 1/tau = 2: to leading order "
    "two steps change a deviation e by -2 C e^3, C = (4/3)(L-1)(5L-4) > 0, hence |v_n - 1| ~ "
    "(2 C n)^(-1/2). Decaying oscillation begins at k = 1, where the multiplier 1 - k changes sign "
    "(CHAIN-I6).",
    statement=Statement(
        Equal(twice[0], 1),
        Equal(twice[1], 0),
        # Two steps change e by -2 C e^3 + O(e^4), hence e ~ (2 C n)^(-1/2).
        Equal(thrice / 6, -2 * registered("chain-flip")),
        Equal(registered("chain-flip"), sp.Rational(4, 3) * (L - 1) * (5 * L - 4)),
        Less(0, registered("chain-flip")),
        # 1/e^2 is 2 C n, where n is counted from a start at infinite e.
        Equal(registered("chain-marginal-distance") ** -2, 2 * registered("chain-flip") * n),
        for_all={L: above(1), n: positive},
    ),
    cross_checks=(
        Property(_edge_decay, {"depth": [2.0, 3.0, 8.0, 64.0]}, relation="<", met="0.587"),
    ),
)


# -- figure 1 --------------------------------------------------------------------------------------


def _panel_b() -> Iterator[tuple[str, bool]]:
    for depth in (1, 2, 4, 8, 16):
        path = orbit(depth, "0.1", "1", 60)
        rising = all(bool(a < b) or bool(abs(b - 1) < 1e-20) for a, b in pairwise(path))
        yield f"L={depth} rises", rising
        yield f"L={depth} arrives", bool(abs(path[-1] - 1) < 1e-20)


def _followed_panel_b() -> Iterator[tuple[str, list[Any]]]:
    """alpha rises until it is within 1e-20 of the target, and remains there."""
    close = sp.Rational("1e-20")
    for depth in (1, 2, 4, 8, 16):
        followed, total = written_orbit(depth, "0.1", "1")
        path, gap = orbit(depth, "0.1", "1", 60), sp.Abs(1 - total)
        there = next(n for n, a in enumerate(path) if abs(1 - a) < arb("1e-20"))
        rise = (range(there), total, total.subs(followed.x, followed.step))
        rises = followed.row(f"L={depth} rises", rise, (range(there, 61), gap, close))
        yield "orbits", rises
        near = ([60], gap, close)
        yield "orbits", followed.row(f"L={depth} arrives", near)


def _panel_c_one_layer() -> Iterator[tuple[str, Fraction, Fraction]]:
    """alpha -> 2 - alpha alternates between 0.1 and 1.9 forever."""
    start = Recorded(1, 10)
    once = start + 2 * (1 - start)
    yield "first step", once, Fraction(19, 10)
    yield "second step", once + 2 * (1 - once), start


def _panel_c() -> Iterator[tuple[str, bool]]:
    for depth in (2, 4, 8):
        path = [abs(a - 1) for a in orbit(depth, "0.1", "2", 1500)]
        decays = bool(path[1500] < path[500]) and bool(path[500] < path[50])
        yield f"L={depth} decays", decays


def _followed_panel_c() -> Iterator[tuple[str, list[Any]]]:
    """Numbers that separate the distances after 50, 500 and 1500 steps."""
    for depth in (2, 4, 8):
        followed, total = written_orbit(depth, "0.1", "2")
        path, gap = orbit(depth, "0.1", "2", 1500), sp.Abs(1 - total)
        far, middle, near = (float(abs(path[n] - 1)) for n in (50, 500, 1500))
        above, below = (
            sp.Rational(Fraction((a + b) / 2)) for a, b in ((far, middle), (middle, near))
        )
        seen = ([50], above, gap), ([500], gap, above), ([500], below, gap), ([1500], gap, below)
        followed = replace(followed, bits=128 + 3 * 1500)
        yield "orbits", followed.row(f"L={depth} decays", *seen)


def _simulated_panel_c(depth: float) -> tuple[Any, Any]:
    """The simulator at one layer against the exact 2-cycle."""
    path = descent(depth, 0.1, 2.0, 40)
    return path, np.where(np.arange(41) % 2 == 0, 0.1, 1.9)


CLAIMS.add(
    id="CHAIN-F1",
    source=CHAIN.figure(1),
    says="Panel B (tau = 1, from 0.1) rises until it is within 1e-20 of the target, and is so at "
    "step 60, at L = 1, 2, 4, 8 and 16; panel C (tau = 0.5) alternates forever between 0.1 and 1.9 "
    "at L = 1, and is nearer after 500 steps than after 50, and after 1500, at L = 2, 4 and 8.",
    reading="The caption's tau and data; it prints no start, which is 0.1 here. The drawn orbits "
    "are not compared.",
    checks=(
        Exhaustive(_panel_b, what="panel B, in balls", named=True, proof=_followed_panel_b),
        Exhaustive(_panel_c_one_layer, what="panel C, L = 1", named=True),
        Exhaustive(_panel_c, what="panel C, in balls", named=True, proof=_followed_panel_c),
    ),
    cross_checks=(Property(_simulated_panel_c, {"depth": [1.0]}, rtol=1e-9),),
)
