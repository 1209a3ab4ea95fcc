"""Beyond the paper: every form of the time courses, residual networks included."""

import math
from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from flint import arb

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    ANY_DEPTHS,
    FINITE_DEPTH,
    L,
    alpha,
    alpha0,
    by_integral,
    gap,
    gradient,
    k,
    mp,
    mu_xx,
    mu_yx,
    precise,
    printed_sharpness,
    r,
    speed_of_alpha,
    t,
    tau,
    u,
    v,
    w,
    x,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.chain.precise_alpha import alpha_ball, alpha_mp
from depthlaws.theory.chain.time_courses import elementary_course
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT, Interval

CLAIMS = Claims()

_BELOW = Interval(sp.Rational(1, 100), sp.Rational(99, 100))
_ABOVE = Interval(sp.Rational(101, 100), 30)
_NETWORK = {w: POSITIVE, L: FINITE_DEPTH, mu_xx: POSITIVE, tau: POSITIVE}


# -- residual networks -----------------------------------------------------------------------------


def _block1_speed() -> tuple[sp.Expr, sp.Expr]:
    return speed_of_alpha("block1")


CLAIMS.add(
    id="CHAIN-X-A1",
    source=CHAIN.beyond("X-A1"),
    says="Block one under eq. (28) has exactly the dynamics of eq. (6).",
    checks=(Identity(_block1_speed, {**_NETWORK, r: POSITIVE}),),
)


def _block2_speed() -> tuple[sp.Expr, sp.Expr]:
    return speed_of_alpha("block2")


def _printed_block2_speed() -> tuple[sp.Expr, sp.Expr]:
    share = ((r * alpha) ** (1 / L) - 1) / (r ** (1 / L) - 1)
    return law("block2-effective-flow"), share * alpha ** (2 - 2 / L) * (1 - alpha)


CLAIMS.add(
    id="CHAIN-X-A2-flow",
    source=CHAIN.beyond("X-A2"),
    says="Block two under eq. (34) keeps the data in its dynamics: tau d(alpha)/dt = "
    "((r alpha)^(1/L) - 1)/(r^(1/L) - 1) alpha^(2 - 2/L) (1 - alpha).",
    checks=(
        Identity(_block2_speed, {**_NETWORK, r: ABOVE_ONE}),
        Identity(_printed_block2_speed, {alpha: POSITIVE, r: ABOVE_ONE, L: FINITE_DEPTH}),
    ),
)


# -- the plain network: differentiate every form ---------------------------------------------------


def _without_sign(course: sp.Expr) -> sp.Expr:
    """|1 - z| as 1 - z: its logarithm has the same derivative on either side of 1."""
    return course.replace(sp.Abs, lambda z: z)


def _slowness(depth: Any) -> sp.Expr:
    return tau / law("chain-effective-flow", L=depth)


def _infinite_depth() -> tuple[sp.Expr, sp.Expr]:
    course = _without_sign(law("chain-time-infinite-depth"))
    return sp.diff(course, alpha), tau / (alpha**2 * (1 - alpha))


def _two_layers() -> tuple[sp.Expr, sp.Expr]:
    return sp.diff(_without_sign(law("chain-time-depth2")), alpha), _slowness(sp.Integer(2))


def _four_layers() -> tuple[sp.Expr, sp.Expr]:
    """In v = sqrt(alpha)."""
    course = _without_sign(law("chain-time-depth4", alpha=v**2))
    slowness = _slowness(sp.Integer(4)).subs(alpha, v**2) * 2 * v
    return sp.diff(course, v), slowness


def _integer_depths() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """In v = alpha^(1/L), u = alpha0^(1/L): d(t/tau)/dv = L v^(1-L)/(1 - v^L)."""
    for depth in (3, 4, 5, 8):
        course = law(
            "chain-time-integer-depth",
            L=sp.Integer(depth),
            tau=sp.Integer(1),
            alpha=v**depth,
            alpha0=u**depth,
        ).doit()
        slope = sp.diff(sp.powdenest(_without_sign(course), force=True), v)
        excess = slope - depth * v ** (1 - depth) / (1 - v**depth)
        yield f"L={depth}", sp.simplify(sp.radsimp(sp.together(excess))), sp.Integer(0)


def _begin_at_zero() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for name in ("chain-time-infinite-depth", "chain-time-depth2", "chain-time-depth4"):
        yield name, law(name).subs(alpha, alpha0), sp.Integer(0)
    for depth in (3, 4, 5, 8):
        course = law("chain-time-integer-depth", L=sp.Integer(depth)).doit()
        yield f"L={depth}", course.subs(alpha, alpha0), sp.Integer(0)


def _substituted() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The integral of chain-time is CHAIN-E7-not-two's, between the logits of both ends."""
    (integral,) = law("chain-time").atoms(sp.Integral)
    (variable, low, high) = integral.limits[0]
    below = {alpha: 1 / (1 + x), alpha0: 1 / (1 + u)}
    above = {alpha: (1 + x) / x, alpha0: (1 + u) / u}
    for name, at, sign in (("below", below, 1), ("above", above, -1)):
        integrand = sp.simplify(integral.function.subs(at))
        yield f"{name}: integrand", integrand, (1 + sign * sp.exp(-variable)) ** (1 - 2 / L)
        end = {"below": -sp.log(x), "above": sp.log(1 + x)}[name]
        yield f"{name}: end", sp.simplify(sp.expand_log(high.subs(at), force=True)), end
        begin = {"below": -sp.log(u), "above": sp.log(1 + u)}[name]
        yield f"{name}: start", sp.simplify(sp.expand_log(low.subs(at), force=True)), begin


@precise
def _time_in_digits(start: float, end: float, L: float) -> tuple[float, float] | None:
    """The registered integral and the hypergeometric form, against the integral of 1/speed."""
    if abs(start - end) < 1e-3:
        return None
    exact = by_integral(lambda a: mp("chain-effective-flow", a, L), start, end)
    found = [mp("chain-time", end, start, L, 1)]
    if L != 2 and start < 1:
        found.append(mp("chain-time-hypergeometric", end, start, L, 1))
    return max(gap(one, exact)[0] for one in found), 1e-20


CLAIMS.add(
    id="CHAIN-X-B",
    source=CHAIN.beyond("X-B"),
    says="One integral, of (1 + s exp(-y))^(1-2/L), is the time course at every depth on both "
    "sides of the target; at L = 2, 4, infinite and integer L (3, 4, 5, 8) it is elementary.",
    checks=(
        Exhaustive(_substituted, what="the integral"),
        Identity(_infinite_depth, {alpha: UNIT, tau: POSITIVE}),
        Identity(_two_layers, {alpha: UNIT, tau: POSITIVE}),
        Identity(_four_layers, {v: UNIT, tau: POSITIVE}),
        Exhaustive(_integer_depths, what="slopes at integer depth"),
        Exhaustive(_begin_at_zero, what="they begin at alpha0"),
    ),
    cross_checks=(
        Property(
            _time_in_digits,
            {"start": _BELOW, "end": _BELOW, "L": [1.0, 1.3, 2.0, 3.0, 8.0, 1e3]},
            relation="<=",
            n=8,
            what="below",
        ),
        Property(
            _time_in_digits,
            {"start": _ABOVE, "end": _ABOVE, "L": [1.0, 1.3, 2.0, 3.0, 8.0, 1e3]},
            relation="<=",
            n=8,
            what="above",
        ),
    ),
)


def _elementary(depth: int, start: float, end: float) -> tuple[float, float]:
    """The public written-out course against the float kernel."""
    course = elementary_course(depth)
    symbols = {z.name: z for z in course.free_symbols}
    at = {"alpha": end, "alpha0": start, "tau": 1.0}
    found = course.subs({symbols[name]: value for name, value in at.items()})
    return float(found), chain.time(end, start, depth)


CLAIMS.add(
    id="CHAIN-C7",
    source=CHAIN.section("2, exact solution"),
    says="At L = 1, 2 and infinity the hypergeometric function of eq. (7) reduces to elementary "
    "functions.",
    quote="in which the hypergeometric function reduces to elementary functions",
    reading="It does so at every integer depth (CHAIN-X-B); what is special about L = 1, 2 and "
    "infinity is that the course can be inverted.",
    imprecise=True,
    exact="CHAIN-X-B",
    checks=(
        Identity(_infinite_depth, {alpha: UNIT, tau: POSITIVE}),
        Identity(_two_layers, {alpha: UNIT, tau: POSITIVE}),
    ),
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


def _one_layer_inverse() -> tuple[sp.Expr, sp.Expr]:
    course = law("chain-alpha-depth1")
    return tau * sp.diff(course, t), law("chain-effective-flow", L=sp.Integer(1), alpha=course)


def _two_layers_inverse() -> tuple[sp.Expr, sp.Expr]:
    course = law("chain-alpha-depth2")
    return tau * sp.diff(course, t), law("chain-effective-flow", L=sp.Integer(2), alpha=course)


def _four_thirds_inverse() -> tuple[sp.Expr, sp.Expr]:
    """2 tau dz/dt = 1 - z^2 for z = sqrt(alpha) = tanh(...), as 2 z dz = d(alpha)."""
    root = sp.tanh(sp.atanh(sp.sqrt(alpha0)) + t / (2 * tau))
    return 2 * tau * sp.diff(root, t), 1 - root**2


def _four_thirds_law() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    root = sp.tanh(sp.atanh(sp.sqrt(alpha0)) + t / (2 * tau))
    yield "alpha = z^2", law("chain-alpha-depth4/3"), root**2


def _four_thirds_speed() -> tuple[sp.Expr, sp.Expr]:
    """2 z (1 - z^2)/2 is the speed at alpha = z^2."""
    return law("chain-effective-flow", L=sp.Rational(4, 3), alpha=x**2), x * (1 - x**2)


def _inverses_start() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for name in ("chain-alpha-depth1", "chain-alpha-depth2", "chain-alpha-depth4/3"):
        yield name, sp.simplify(law(name).subs(t, 0)), alpha0


_COURSE = {t: POSITIVE, alpha0: UNIT, tau: POSITIVE}

CLAIMS.add(
    id="CHAIN-X-B-inverse",
    source=CHAIN.beyond("X-B"),
    says="The inverses at L = 1, 4/3 and 2 in closed form solve the flow and start at alpha0.",
    checks=(
        Identity(_one_layer_inverse, {**_COURSE, alpha0: POSITIVE}),
        Identity(_two_layers_inverse, {**_COURSE, alpha0: POSITIVE}),
        Identity(_four_thirds_inverse, _COURSE),
        Exhaustive(_four_thirds_law),
        Identity(_four_thirds_speed, {x: UNIT}),
        Exhaustive(_inverses_start),
    ),
)


# -- the public course, in floats, in digits and in balls ------------------------------------------


def _there_and_back(depth: float, start: float, when: float) -> bool | None:
    """time and alpha (through gap) invert each other to the condition of the problem."""
    rest, value = chain.gap(when, start, depth), chain.alpha(when, start, depth)
    if abs(rest) < 1e-290:
        return None
    near = 0.5 < value < 2
    back = chain.time(None if near else value, start, depth, gap=rest if near else None)
    return abs(back - when) <= 1e-12 * (1 + when + 1 / min(start, value))


def _certified(depth: Any, start: str, when: str) -> bool:
    """The certified enclosure holds the many-digit value and the float."""
    ball = alpha_ball(when, start, depth)
    digits = alpha_mp(when, start, depth, dps=25)
    number = chain.alpha(float(when), float(start), float(depth))
    near = abs(float(digits) - number) <= 1e-12 * number
    return bool(ball.overlaps(arb(mpmath.nstr(digits, 25), "1e-22"))) and near


def _birth_above(depth: float, start: float) -> tuple[float, float]:
    """alpha comes from infinity: the integral of 1/speed from there."""
    with mpmath.workdps(30):
        p = 2 if math.isinf(depth) else 2 - 2 / mpmath.mpf(depth)
        # z = 1/alpha: dt = -z^(p-1)/(1-z)... dz
        ends = [0, 1 / mpmath.mpf(start)]
        found = mpmath.quad(lambda z: z ** (p - 1) / (1 - z), ends)
    return chain.earliest(start, depth), -float(found)


def _birth_below(start: float) -> tuple[float, float]:
    """One layer leaves 0 in finite time: t = ln(1 - alpha0)."""
    return chain.earliest(start, 1.0), math.log1p(-start)


def _block2_birth(depth: float, start: float, ratio: float) -> tuple[float, float]:
    with mpmath.workdps(20):
        ends = [0, mpmath.mpf(1) / 10**8, 1 / mpmath.mpf(start)]

        def slowness(z: Any) -> Any:
            return 1 / (-mp("block2-effective-flow", 1 / z, depth, ratio) * z**2)

        found = mpmath.quad(slowness, [mpmath.mpf(10) ** -18, *ends[1:]])
    return chain.earliest(start, depth, network="block2", r=ratio), -float(found)


CLAIMS.add(
    id="CHAIN-X-B-public",
    source=CHAIN.beyond("X-B"),
    says="The public course: time and alpha invert each other on both sides of the target at every "
    "depth, the certified enclosures hold the floats, and solutions above the target begin at "
    "alpha = infinity at the time that the integral of 1/speed gives.",
    checks=(
        Property(
            _there_and_back,
            {
                "depth": ANY_DEPTHS,
                "start": [1e-6, 0.01, 0.3, 0.9, 1.2, 5.0, 1e4],
                "when": [0.1, 1.0, 10.0, 200.0],
            },
        ),
        Property(
            _certified,
            {"depth": [3], "start": ["0.1", "2"], "when": ["0.5"]},
        ),
        Property(
            _birth_above,
            {"depth": [1.5, 2.0, 3.0, 64.0, 1e5, math.inf], "start": [1.1, 3.0, 50.0]},
            rtol=1e-9,
        ),
        Property(_birth_below, {"start": [0.01, 0.3, 0.9]}, rtol=1e-12, n=3, at_least=3),
        Property(
            _block2_birth,
            {"depth": [2.0, 5.0], "start": [1.2, 4.0], "ratio": [2.0]},
            rtol=1e-7,
            n=4,
            at_least=4,
        ),
    ),
    why_sampled="no enclosure of a float kernel",
)


# -- block two -------------------------------------------------------------------------------------


def _block2_integer_depths() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """In b = (r alpha)^(1/L) (w here) and rho = r^(1/L) (u): the slope is 1/speed."""
    for depth in (2, 3, 4):
        ends = {"alpha": (w / u) ** depth, "r": u**depth}
        course = law("block2-time-integer-depth", L=sp.Integer(depth), tau=sp.Integer(1), **ends)
        plain = sp.powdenest(_without_sign(course.doit()), force=True)
        speed = law("block2-effective-flow", L=sp.Integer(depth), **ends)
        slope = sp.diff(plain, w) - sp.diff((w / u) ** depth, w) / speed
        excess = sp.radsimp(sp.together(sp.powdenest(slope, force=True)))
        yield f"L={depth}", sp.simplify(excess), sp.Integer(0)


def _block2_integral() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    (integral,) = law("block2-time").atoms(sp.Integral)
    variable, low, high = integral.limits[0]
    speed = law("block2-effective-flow").subs(alpha, variable)
    yield "integrand", integral.function, 1 / speed
    yield "from", low, alpha0
    yield "to", high, alpha


def _span(first: float, last: float, r: float, side: str) -> tuple[float, float] | None:
    """Both ends on one side: between the floor 1/r and the target, or above it."""
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
    with mpmath.workdps(25):
        if math.isinf(L):
            exact = by_integral(lambda a: mp("block2-effective-flow-infinite-depth", a, r), *ends)
        else:
            exact = by_integral(lambda a: mp("block2-effective-flow", a, L, r), *ends)
    found = chain.time(ends[1], ends[0], L, network="block2", r=r)
    return abs(found - float(exact)) / (1 + abs(float(exact))), 1e-9


_SPANS = {
    "first": Interval(sp.Rational(1, 20), sp.Rational(19, 20)),
    "last": Interval(sp.Rational(1, 20), sp.Rational(19, 20)),
    "r": [1.1, 2.0, 8.0],
    "side": ["below", "above"],
}

CLAIMS.add(
    id="CHAIN-X-A2",
    source=CHAIN.beyond("X-A2"),
    says="Block two: the time course at every finite depth is an integral; at integer depth "
    "(2, 3, 4) it is elementary.",
    checks=(
        Exhaustive(_block2_integral),
        Exhaustive(_block2_integer_depths),
    ),
    cross_checks=(
        Property(_block2_floats, {**_SPANS, "L": [1.0, 2.0, 3.0, 8.0]}, relation="<=", n=24),
    ),
)


def _deep_limits() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """At r = exp(x)."""
    for finite, deep in (
        ("block2-effective-flow", "block2-effective-flow-infinite-depth"),
        ("block2-escape-rate", "block2-escape-rate-infinite"),
    ):
        found = sp.limit(law(finite).subs(r, sp.exp(x)), L, sp.oo)
        yield finite, sp.simplify(found), sp.simplify(law(deep).subs(r, sp.exp(x)))


def _printed_deep_speed() -> tuple[sp.Expr, sp.Expr]:
    printed = (1 + sp.log(alpha) / sp.log(r)) * alpha**2 * (1 - alpha)
    return law("block2-effective-flow-infinite-depth"), printed


def _deep_integral() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    (integral,) = law("block2-time-infinite-depth").atoms(sp.Integral)
    variable, low, high = integral.limits[0]
    speed = law("block2-effective-flow-infinite-depth").subs(alpha, variable)
    yield "integrand", integral.function, 1 / speed
    yield "from", low, alpha0
    yield "to", high, alpha


CLAIMS.add(
    id="CHAIN-X-A3",
    source=CHAIN.beyond("X-A3"),
    says="Block two at infinite depth: tau d(alpha)/dt = (1 + ln(alpha)/ln(r)) alpha^2 "
    "(1 - alpha), the limit of finite depth; the time course is the integral of its inverse.",
    checks=(
        Exhaustive(_deep_limits),
        Identity(_printed_deep_speed, {alpha: POSITIVE, r: ABOVE_ONE}),
        Exhaustive(_deep_integral),
    ),
    cross_checks=(Property(_block2_floats, {**_SPANS, "L": [math.inf]}, relation="<=", n=12),),
)


def _escape_multiplier() -> tuple[sp.Expr, sp.Expr]:
    """Near w = 0 a step multiplies w by 1 + k kappa_L."""
    step = (w - k / printed_sharpness("block2") * gradient("block2")).subs(mu_yx, r * mu_xx)
    return sp.diff(step, w).subs(w, 0), 1 + k * law("block2-escape-rate")


def _printed_escape() -> tuple[sp.Expr, sp.Expr]:
    printed = (r - 1) / (2 * L * (r ** (1 / L) - 1) * r ** (2 - 2 / L))
    return law("block2-escape-rate"), printed


def _deep_escapes() -> Iterator[tuple[str, arb, str]]:
    for ratio, printed in (
        ("101/100", "0.4926"),
        ("3/2", "0.274"),
        ("2", "0.1803"),
        ("4", "0.0676"),
        ("8", "0.0263"),
        ("16", "0.0106"),
    ):
        rate = formula("block2-escape-rate-infinite").ball(sp.Rational(ratio))
        yield f"kappa at infinite depth, r = {ratio}", rate, printed


@precise
def _public_escape(r: float, L: float) -> tuple[float, float]:
    exact = (
        mp("block2-escape-rate-infinite", r) if math.isinf(L) else mp("block2-escape-rate", r, L)
    )
    return chain.escape_rate(r, L), float(exact)


def _simulated_escape(depth: float, ratio: float) -> tuple[float, float]:
    """Growth of log w per unit of time near w = 0, k small."""
    rate = 1e-3 * chain.learning_rate(depth, ratio, 1.0, 1.0, network="block2")
    grid = scalar.Grid("block2", depth, mu_yx=ratio, rate=rate, weight=1e-4, balanced=True)
    out = scalar.gradient_descent(grid, steps=100, record=[0, 100])
    weight = np.sqrt(np.expm1(np.log(np.squeeze(out["total"].to_numpy())) / depth))
    grown = math.log1p(1e-3 * chain.escape_rate(ratio, depth)) * 100
    return float(np.log(weight[1] / weight[0])), grown


CLAIMS.add(
    id="CHAIN-X-A5",
    source=CHAIN.beyond("X-A5"),
    says="Block two leaves w = 0 by the factor 1 + k kappa_L a step, kappa_L = (r-1)/(2L "
    "(r^(1/L)-1) r^(2-2/L)), which depends on the data at every depth: 0.1803 at infinite depth "
    "for r = 2, 0.0263 for r = 8.",
    checks=(
        Identity(_escape_multiplier, {k: POSITIVE, r: ABOVE_ONE, L: FINITE_DEPTH, mu_xx: POSITIVE}),
        Identity(_printed_escape, {r: ABOVE_ONE, L: FINITE_DEPTH}),
        Quoted(_deep_escapes),
    ),
    cross_checks=(
        Property(
            _public_escape,
            {"r": [1.01, 2.0, 50.0, 1e6], "L": [1.0, 2.0, 7.0, 1e3, 1e6, 1e9, math.inf]},
            rtol=1e-12,
        ),
        Property(
            _simulated_escape,
            {"depth": [1.0, 2.0, 8.0, 64.0], "ratio": [1.5, 2.0, 8.0]},
            rtol=1e-4,
        ),
    ),
)
