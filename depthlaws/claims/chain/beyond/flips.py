"""Beyond the paper: flips at k = 2."""

import math
from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    FINITE_DEPTH,
    L,
    descent,
    identities,
    k,
    r,
    s,
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
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.theory import formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

CLAIMS = Claims()


def _flip() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-flip"), sp.Rational(4, 3) * (L - 1) * (5 * L - 4)


def _flip_of_derivatives() -> tuple[sp.Expr, sp.Expr]:
    """f''^2/4 + f'''/6 at the minimum and k = 2."""
    step = v + 2 / L * (1 - v**L) * v ** (L - 1)
    second, third = (at(D(step, v, i), {v: 1}) for i in (2, 3))
    return second**2 / 4 + third / 6, law("chain-flip")


def _flip_in_total() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-flip-total"), law("chain-flip") / L**2


def _amplitude() -> tuple[sp.Expr, sp.Expr]:
    """k - 2 = C_total x^2 + ... on the cycle, x its relative amplitude in alpha."""
    d = 1 - 1 / L
    outer = 2 * d * (1 + d) * sp.tanh((1 + d) * x)
    slope = sp.coth(x / L) / L - sp.coth(x) + (1 - 2 * d) * d * sp.tanh(d * x) + outer
    return lim(slope / x, x, 0), law("chain-flip-total")


def _decay() -> tuple[sp.Expr, sp.Expr]:
    """The registered |v - 1| at k = 2 solves de/dn = -C e^3."""
    n = sp.Symbol("n", positive=True)
    distance = law("chain-marginal-distance", n=n)
    return D(distance, n), -law("chain-flip") * distance**3


def _supercritical() -> tuple[sp.Expr, str, sp.Expr]:
    return law("chain-flip"), ">", sp.Integer(0)


_ANGLE = sp.Symbol("theta0", positive=True)


def _tripled() -> tuple[sp.Expr, sp.Expr]:
    """Two layers at k = 4: a step takes v = sqrt(2) sin(theta) to sqrt(2) sin(3 theta)."""
    start = sp.sqrt(2) * sp.sin(_ANGLE)
    step = law("chain-gd-step", v=start, k=sp.Integer(4), L=sp.Integer(2))
    return sp.expand(step), sp.expand(sp.expand_trig(sp.sqrt(2) * sp.sin(3 * _ANGLE)))


_N = sp.Symbol("n", integer=True, nonnegative=True)


def _chaos() -> tuple[sp.Expr, sp.Expr]:
    """One more step is a start at three times the angle."""
    later = law("chain-chaos", n=_N + 1)
    return later, law("chain-chaos", n=_N, theta0=3 * _ANGLE)


def _chaos_starts() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-chaos", n=sp.Integer(0)), sp.sqrt(2) * sp.sin(_ANGLE)


def _simulated_amplitude(depth: float) -> bool:
    """Just above k = 2 the simulated cycle has the amplitude sqrt((k-2)/C), to 1 %."""
    d = 1e-3
    tail = descent(depth, 0.9, 2 + d, 10_000)[-2:] ** (1 / depth)
    amplitude = abs(tail[1] - tail[0]) / 2
    return abs(amplitude / math.sqrt(d / formula("chain-flip")(depth)) - 1) < 1e-2


CLAIMS.add(
    id="CHAIN-X-C3",
    source=CHAIN.beyond("X-C3"),
    says=(
        "The flip at k = 2 is supercritical, C = (4/3)(L-1)(5L-4) > 0 for L > 1: to leading "
        "order there is a 2-cycle of amplitude sqrt((k-2)/C) above it, and at it deviations "
        "decay like (2 C n)^(-1/2). Two layers at k = 4 are solvable chaos, v_n = sqrt(2) "
        "sin(3^n theta)."
    ),
    checks=(
        Identity(_flip, {L: FINITE_DEPTH}),
        Identity(_flip_of_derivatives, {L: FINITE_DEPTH}),
        Identity(_flip_in_total, {L: FINITE_DEPTH}),
        Inequality(_supercritical, {L: ABOVE_ONE}),
        Identity(_amplitude, {L: FINITE_DEPTH}),
        Identity(_decay, {L: ABOVE_ONE, sp.Symbol("n", positive=True): POSITIVE}),
        Identity(_tripled, {_ANGLE: POSITIVE}),
        Identity(_chaos, {_ANGLE: POSITIVE, _N: Interval(0, 30, integer=True)}),
        Identity(_chaos_starts, {_ANGLE: POSITIVE}),
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
    coefficient = sp.powdenest(second**2 / 4 + third / 6, force=True)
    printed = sp.powdenest(law("block2-flip").subs(r, u**L), force=True)
    return sp.simplify(sp.powsimp(sp.expand(coefficient), force=True)), sp.simplify(printed)


def _block2_registered_step() -> tuple[sp.Expr, sp.Expr]:
    return sp.powdenest(law("block2-gd-step", s=s).subs(r, u**L), force=True), _block2_step()


def _block2_supercritical() -> tuple[sp.Expr, str, sp.Expr]:
    """The registered coefficient is positive, in 1 - 1/u = x/(1+x)."""
    share = x / (1 + x)
    return 2 * (L - 1) * (5 * L - 4) * share**2 + 9 * (L - 1) * share + 3, ">", sp.Integer(0)


def _block2_flip_form() -> tuple[sp.Expr, sp.Expr]:
    share = x / (1 + x)
    inner = 2 * (L - 1) * (5 * L - 4) * share**2 + 9 * (L - 1) * share + 3
    return law("block2-flip").subs(r, (1 + x) ** L), sp.Rational(8, 3) * inner


_EXPANDED = {x: POSITIVE, s: POSITIVE, k: POSITIVE}


def _infinite_limits() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Limits of infinite depth at r = exp(x)."""
    for name, arguments in (("block2-flip", {}), ("block2-gd-step", {"s": s})):
        finite = law(name, **arguments).subs(r, sp.exp(x))
        deep = law(f"{name}-infinite", **arguments).subs(r, sp.exp(x))
        yield name, lim(finite, L, sp.oo), deep


CLAIMS.add(
    id="CHAIN-X-C6",
    source=CHAIN.beyond("X-C6"),
    says=(
        "Block two, r > 1, flips supercritically at k = 2 for every depth and target; the "
        "flip and the step have the registered limits at infinite depth."
    ),
    checks=(
        Identity(
            _block2_registered_step, {s: POSITIVE, k: POSITIVE, L: FINITE_DEPTH, u: ABOVE_ONE}
        ),
        Identity(_block2_flip, {L: FINITE_DEPTH, u: ABOVE_ONE}),
        Identity(_block2_flip_form, {L: FINITE_DEPTH, x: POSITIVE}),
        Inequality(_block2_supercritical, {L: FINITE_DEPTH, x: POSITIVE}),
        *identities(_infinite_limits, ("block2-flip", "block2-gd-step"), _EXPANDED),
    ),
)
