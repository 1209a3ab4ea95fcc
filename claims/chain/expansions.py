"""Asymptotics beyond the paper: uniform plateau, constants, powers of 1/L, backward error."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.chain.beyond import RATIO, START, by_integral, gap
from depthlaws.claims.chain.derive import (
    FINITE_DEPTH,
    MODERATE,
    L,
    alpha0,
    k,
    minimum,
    mu_xx,
    r,
    tau,
)
from depthlaws.claims.chain.descent import mp, precise
from depthlaws.claims.chain.equations import ABOVE_ONE
from depthlaws.claims.chain.statements import descent
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claim
from depthlaws.theory import chain, formula
from depthlaws.theory.chain import asymptotics
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.formula import UNIT, Interval

v, theta = sp.symbols("v theta", positive=True)
DEPTHS = [1.0, 1.3, 3.0, 4.0, 16.0]


# -- plateaus --------------------------------------------------------------------------------------


@precise
def _uniform(start: float, theta: float, L: float) -> Any:
    """Uniform plateau minus remainder is the exact time; the remainder is within its bound."""
    if not start < 0.99 * theta:
        return None
    exact = by_integral(lambda a: mp("chain-effective-flow", a, L), start, theta)
    rest = mp("chain-plateau-remainder", start, L)
    bound = mp("chain-plateau-remainder-bound", start, L)
    return max(gap(mp("chain-uniform-plateau", start, L, theta) - rest, exact)[0],
               0.0 if 0 < rest <= bound else 1.0), 1e-18  # fmt: skip


@precise
def _rest_is_tight(start: float, L: float) -> Any:
    """As alpha0 -> 0 the remainder approaches its bound: their ratio is 1 - O(alpha0)."""
    small = mpmath.mpf(start) * 1e-6
    ratio = mp("chain-plateau-remainder", small, L) / mp("chain-plateau-remainder-bound", small, L)
    return float(abs(ratio - 1)), float(2 * small)


@precise
def _sandwich(start: float, theta: float) -> Any:
    if not start < 0.99 * theta:
        return None
    exact = by_integral(lambda a: a**2 * (1 - a), start, theta)
    low = mp("chain-infinite-plateau-lower", start, theta)
    high = mp("chain-infinite-plateau-upper", start, theta)
    # the gap to the upper bound is -log(1 - alpha0), to the lower the positive logarithms
    return gap(high + mpmath.log(1 - mpmath.mpf(start)), exact)[0] if low < exact else 1.0, 1e-18


@precise
def _threshold(theta: float) -> Any:
    """At the threshold the exact time to theta equals 1/alpha0."""
    start = mp("chain-plateau-exceeds-below", theta)
    return gap(by_integral(lambda a: a**2 * (1 - a), start, mpmath.mpf(theta)), 1 / start)


@precise
def _printed_threshold(L: float) -> Any:
    start = mp("chain-plateau-printed-exceeds-above", L)
    return gap(mp("chain-plateau-time", start, L, 1), 1 / start)


def _block2_plateau(depth: float, ratio: float) -> tuple[float, float]:
    """Time from w0 to a fixed alpha, minus the printed logarithm, stays bounded as w0 -> 0."""
    gaps = []
    for w0 in (1e-3, 1e-4):
        start = math.exp(depth * math.log1p(w0**2 / depth)) / ratio
        exact = chain.time((1 + 1 / ratio) / 2, start, depth, network="block2", r=ratio)
        gaps.append(exact - formula("block2-plateau-time")(w0, depth, ratio, 1.0))
    return abs(gaps[1] - gaps[0]), 1e-4


_PLATEAUS = (
    Claim(
        id="CHAIN-E10-uniform",
        source=CHAIN.beyond("CHAIN-E10"),
        says="A plateau time uniform in depth, too long by R with 0 < R <= alpha0^(1+2/L) / "
        "((1+2/L)(1-alpha0)).",
        uses=("chain-uniform-plateau", "chain-plateau-remainder",
              "chain-plateau-remainder-bound"),
        checks=(
            Property(_uniform, {"start": START, "theta": START, "L": DEPTHS}, relation="<=", n=30),
            Property(_rest_is_tight, {"start": START, "L": DEPTHS}, relation="<=", n=12),
            Identity(lambda: (sp.diff((1 - alpha0) * law("chain-plateau-remainder-bound"), alpha0),
                              alpha0 ** (2 / L)), {alpha0: UNIT, L: FINITE_DEPTH},
                     what="a^(2/L)/(1-a) <= a^(2/L)/(1-alpha0) under the integral"),
        ),
    ),
    Claim(
        id="CHAIN-I14-laws",
        source=CHAIN.beyond("ERR-A3"),
        says="Infinite depth: both bounds on the plateau, the alpha0 below which it exceeds "
        "tau/alpha0 (0.1192 to one half), and above which eq. (10) itself does (3^(-3/2) at "
        "L = 3).",
        uses=("chain-infinite-plateau-lower", "chain-infinite-plateau-upper",
              "chain-plateau-exceeds-below", "chain-plateau-printed-exceeds-above"),
        checks=(
            Property(_sandwich, {"start": START, "theta": START}, relation="<=", n=40),
            Property(_threshold, {"theta": Interval(sp.Rational(1, 8), sp.Rational(95, 100))},
                     relation="<=", n=10),
            Identity(lambda: (sp.diff(law("chain-infinite-plateau-lower", theta=theta), theta),
                              1 / theta**2), {theta: UNIT}, what="1/(a^2 (1-a)) > 1/a^2"),
            Identity(lambda: (law("chain-infinite-plateau-lower", theta=alpha0), sp.Integer(0)),
                     {alpha0: UNIT}),
            Property(_printed_threshold, {"L": [3.0, 4.0, 5.0, 8.0, 40.0]}, relation="<=", n=8),
            Quoted(lambda: [
                ("theta = 1/2", formula("chain-plateau-exceeds-below").ball("1/2"), "0.1192"),
                ("theta = 1/4", formula("chain-plateau-exceeds-below").ball("1/4"), "0.00607"),
                ("L = 3", formula("chain-plateau-printed-exceeds-above").ball(3), "0.19245"),
                ("L = 5", formula("chain-plateau-printed-exceeds-above").ball(5), "0.2789")]),
        ),
    ),
    Claim(
        id="CHAIN-X-A5-plateau",
        source=CHAIN.beyond("X-A5"),
        says="Block two's plateau is (tau/kappa_L) ln(w_*/w_0) up to a constant as w_0 -> 0.",
        uses=("block2-plateau-time", "block2-escape-rate"),
        checks=(Property(_block2_plateau, {"depth": [1.0, 2.0, 8.0], "ratio": [1.5, 2.0, 6.0]},
                         relation="<", n=9),
                Identity(lambda: (law("block2-plateau-time", w0=minimum("block2")), sp.Integer(0)),
                         {r: ABOVE_ONE, L: FINITE_DEPTH, tau: MODERATE}, what="none from w_*")),
    ),
)  # fmt: skip


# -- constants -------------------------------------------------------------------------------------


def _constant(name: str, depth: float | None = None) -> Callable[..., Any]:
    """t + log(gap) at a gap of 1e-15, from the integral, against the constant."""

    @precise
    def compare(start: float, L: float = math.nan) -> Any:
        used = L if depth is None else depth
        arguments = (start, used) if depth is None else (start,)
        near = mpmath.mpf("1e-15")

        def rate(y: Any) -> Any:
            # alpha = 1 -+ exp(-y): dt/dy stays smooth up to the target
            a = 1 - mpmath.exp(-y) if start < 1 else 1 + mpmath.exp(-y)
            power = 2 if math.isinf(used) else 2 - 2 / mpmath.mpf(used)
            return a**-power

        first = -mpmath.log(abs(1 - mpmath.mpf(start)))
        exact = mpmath.quad(rate, mpmath.linspace(first, -mpmath.log(near), 24))
        return float(abs(exact + mpmath.log(near) - mp(name, *arguments))), 1e-12

    return compare


_CONSTANTS = (
    Claim(
        id="CHAIN-I15-laws",
        source=CHAIN.beyond("CHAIN-I15"),
        says="The constant C_L(alpha0) in closed form, below and above the target, at two layers "
        "and at infinite depth.",
        uses=("chain-convergence-constant", "chain-convergence-constant-above",
              "chain-convergence-constant-depth2", "chain-convergence-constant-infinite"),
        checks=(
            Property(_constant("chain-convergence-constant"), {"start": START, "L": DEPTHS},
                     relation="<=", n=5),
            Property(_constant("chain-convergence-constant-above"),
                     {"start": Interval(sp.Rational(11, 10), 9), "L": [1.3, 2.0, 3.0, 16.0]},
                     relation="<=", n=4),
            Property(_constant("chain-convergence-constant-depth2", 2.0), {"start": START},
                     relation="<=", n=3),
            Property(_constant("chain-convergence-constant-infinite", math.inf),
                     {"start": START}, relation="<=", n=6),
        ),
    ),
)  # fmt: skip


# -- powers of 1/L ---------------------------------------------------------------------------------


@precise
def _antiderivatives(alpha: float) -> Any:
    """J' = ln(a)/(a^2 (1-a)) and K' = ln(a)^2/(a^2 (1-a)), by numerical differentiation."""
    x = mpmath.mpf(alpha)
    slopes = [mpmath.diff(lambda a, n=n: mp(n, a), x) for n in (
        "chain-depth-correction", "chain-second-depth-correction")]  # fmt: skip
    weight = x**2 * (1 - x)
    return max(gap(slopes[0] * weight, mpmath.log(x))[0],
               gap(slopes[1] * weight, mpmath.log(x) ** 2)[0]), 1e-18  # fmt: skip


def _order(order: int, start: float) -> tuple[float, float]:
    """The error of deep_time falls like L^-(order+1): measured exponent between L = 1e3 and 4e3."""
    errors = [abs(asymptotics.deep_time(0.9, start, depth, order=int(order))
                  - chain.time(0.9, start, depth)) for depth in (1e3, 4e3)]  # fmt: skip
    return abs(math.log(errors[0] / errors[1]) / math.log(4) - (order + 1)), 0.05


@precise
def _descent_correction(alpha: float, k: float) -> Any:
    """Coefficient of 1/L in ln(alpha_next/alpha), by extrapolation from two large depths."""
    deep = [mpmath.mpf(10) ** n for n in (12, 13)]
    limit = k * mpmath.mpf(alpha) * (1 - mpmath.mpf(alpha))
    found = [d * (mpmath.log(mp("chain-gd-total-step", alpha, k, d) / alpha) - limit) for d in deep]
    return float(abs((10 * found[1] - found[0]) / 9
                     - mp("chain-gd-depth-correction", alpha, k))), 1e-20  # fmt: skip


@precise
def _block2_correction(first: float, last: float, r: float) -> Any:
    start, end = (1 / r + (1 - 1 / r) * x for x in (first, last))
    if abs(start - end) < 0.05:
        return None
    depth = mpmath.mpf(10) ** 9

    def slow(a: Any) -> Any:
        finite = mp("block2-effective-flow", a, depth, r)
        infinite = mp("block2-effective-flow-infinite-depth", a, r)
        return depth * (1 / finite - 1 / infinite)

    exact = mpmath.quad(slow, mpmath.linspace(start, end, 5))
    return float(abs(exact / mp("block2-depth-correction", end, start, r) - 1)), 1e-6


def _expansion() -> tuple[sp.Expr, sp.Expr]:
    """Three terms in 1/L of the exact sharpness of block two, with rho = exp(lambda/L)."""
    e, lam = sp.symbols("e lam", positive=True)
    exact = 4 * mu_xx * sp.exp(2 * lam - 2 * lam * e) * (sp.exp(lam * e) - 1)
    series = sp.series(exact, e, 0, 4).removeO()
    printed = law("block2-sharpness-expansion", mu_yx=sp.exp(lam) * mu_xx, L=1 / e)
    return sp.expand(series), sp.expand(sp.simplify(printed))


_DEEP = (
    Claim(
        id="CHAIN-X-D",
        source=CHAIN.beyond("X-D"),
        says="t_L = t_inf + (2 tau/L)[J] + (2 tau/L^2)[K] + O(L^-3), J and K in polylogarithms.",
        uses=("chain-depth-correction", "chain-second-depth-correction"),
        checks=(
            Property(_antiderivatives, {"alpha": START}, relation="<=", n=10),
            Property(_order, {"order": [0, 1, 2], "start": [0.1, 0.3]}, relation="<", n=8),
        ),
    ),
    Claim(
        id="CHAIN-X-D-descent",
        source=CHAIN.beyond("X-D"),
        says="The 1/L correction of one descent step, and of block two's time course.",
        uses=("chain-gd-depth-correction", "block2-depth-correction"),
        checks=(
            Property(_descent_correction, {"alpha": MODERATE, "k": Interval(0, 2, left_open=True)},
                     relation="<=", n=16),
            Property(_block2_correction, {"first": START, "last": START, "r": RATIO},
                     relation="<=", n=6),
        ),
    ),
    Claim(
        id="CHAIN-E35-third",
        source=CHAIN.beyond("CHAIN-E35"),
        says="Eq. (35) to third order: factor 1 - 3 ln r/(2L) + 7 (ln r)^2/(6 L^2).",
        uses=("block2-sharpness-expansion",),
        checks=(Identity(_expansion, {sp.Symbol("e", positive=True): UNIT,
                                      sp.Symbol("lam", positive=True): UNIT, mu_xx: MODERATE}),),
    ),
)  # fmt: skip


# -- backward error --------------------------------------------------------------------------------


def _time_one_flow() -> Iterator[tuple[str, Any, Any]]:
    """Lie series of the modified flow over one step, order by order in k, is one descent step."""
    for depth in (1, 2, 3, 5):
        rhs = sp.expand(law("chain-modified-flow", v=v, L=sp.Integer(depth)))
        term, total = v, v
        for order in range(1, 4):
            term = sp.expand(sp.diff(term, v) * rhs) / order
            total = total + term
        series = sp.expand(total)
        step = sp.expand(law("chain-gd-step", v=v, L=sp.Integer(depth)))
        for power in range(4):
            yield f"L={depth}, k^{power}", series.coeff(k, power), step.coeff(k, power)


def _total_from_weight() -> tuple[sp.Expr, sp.Expr]:
    """d(alpha)/dn to second order in k from the modified flow of v, alpha = v^L."""
    rhs = law("chain-modified-flow", v=v)
    second = sum(sp.diff(rhs, k, i).subs(k, 0) * k**i / i for i in (1, 2))
    speed = L * v ** (L - 1) * second
    return speed, law("chain-modified-total-flow", alpha=v**L)


def _lag_order(depth: float) -> tuple[float, float]:
    """Steps to alpha = 1/2 minus t/k tends to the lag as k -> 0 (interpolated between steps)."""
    rate, start = 0.01, 0.05
    path = descent(depth, start, rate, 6000)
    n = int(np.argmax(path > 0.5)) - 1
    at = path[n]
    found = n - chain.time(float(at), start, depth) / rate
    lag = formula("chain-descent-lag")(float(at), start, depth)
    return abs(found - lag), 0.05


def _third_order(depth: float) -> tuple[float, float]:
    """The residual of descent_steps(order=3) falls like k^2."""
    errors = []
    for rate in (0.2, 0.05):
        path = descent(depth, 0.05, rate, 2000)
        n = int(np.argmax(path > 0.5)) - 1
        errors.append(abs(asymptotics.descent_steps(float(path[n]), 0.05, rate, depth) - n))
    return errors[1], errors[0] / 8 + 1e-9


_BACKWARD = (
    Claim(
        id="CHAIN-X-E",
        source=CHAIN.beyond("X-E"),
        says="Gradient descent follows the flow dv/dn = k f - (k^2/2) f f' + k^3 (f^2 f''/12 + "
        "f f'^2/3) to third order, and trails the plain flow by a closed-form lag.",
        uses=("chain-modified-flow", "chain-modified-total-flow", "chain-descent-lag",
              "chain-gd-step"),
        checks=(
            Exhaustive(_time_one_flow),
            Identity(_total_from_weight, {v: MODERATE, k: UNIT, L: FINITE_DEPTH}),
            Property(_lag_order, {"depth": [1.0, 2.0, 4.0, math.inf]}, relation="<", n=6),
            Property(_third_order, {"depth": [2.0, 3.0, 8.0]}, relation="<", n=4),
        ),
    ),
)  # fmt: skip

CLAIMS = (*_PLATEAUS, *_CONSTANTS, *_DEEP, *_BACKWARD)
