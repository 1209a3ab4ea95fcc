"""Beyond the paper: powers of 1/L, and gradient descent against its flow."""

import math
from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import (
    FINITE_DEPTH,
    MODERATE,
    RATE,
    RATIO,
    START,
    L,
    descent,
    gap,
    k,
    mp,
    mu_xx,
    precise,
    v,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval

CLAIMS = Claims()


@precise
def _antiderivatives(alpha: float) -> Any:
    """J' = ln(a)/(a^2 (1-a)) and K' = ln(a)^2/(a^2 (1-a)), by numerical differentiation."""
    x = mpmath.mpf(alpha)
    slopes = [
        mpmath.diff(lambda a, n=n: mp(n, a), x)
        for n in ("chain-depth-correction", "chain-second-depth-correction")
    ]
    weight = x**2 * (1 - x)
    return max(
        gap(slopes[0] * weight, mpmath.log(x))[0], gap(slopes[1] * weight, mpmath.log(x) ** 2)[0]
    ), 1e-18


def _order(order: int, start: float) -> tuple[float, float]:
    """The error of deep_time falls like L^-(order+1): measured exponent between L = 1e3 and 4e3."""
    errors = [
        abs(chain.deep_time(0.9, start, depth, order=int(order)) - chain.time(0.9, start, depth))
        for depth in (1e3, 4e3)
    ]
    return abs(math.log(errors[0] / errors[1]) / math.log(4) - (order + 1)), 0.05


CLAIMS.add(
    id="CHAIN-X-D",
    source=CHAIN.beyond("X-D"),
    says="t_L = t_inf + (2 tau/L)[J] + (2 tau/L^2)[K] + O(L^-3), J and K in polylogarithms.",
    checks=(
        Property(_antiderivatives, {"alpha": START}, relation="<=", n=10),
        Property(_order, {"order": [0, 1, 2], "start": [0.1, 0.3]}, relation="<", n=8),
    ),
)


@precise
def _descent_correction(alpha: float, k: float) -> Any:
    """Coefficient of 1/L in ln(alpha_next/alpha), by extrapolation from two large depths."""
    deep = [mpmath.mpf(10) ** n for n in (12, 13)]
    limit = k * mpmath.mpf(alpha) * (1 - mpmath.mpf(alpha))
    found = [d * (mpmath.log(mp("chain-gd-total-step", alpha, k, d) / alpha) - limit) for d in deep]
    return float(
        abs((10 * found[1] - found[0]) / 9 - mp("chain-gd-depth-correction", alpha, k))
    ), 1e-20


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


CLAIMS.add(
    id="CHAIN-X-D-descent",
    source=CHAIN.beyond("X-D"),
    says="The 1/L correction of one descent step, and of block two's time course.",
    checks=(
        Property(
            _descent_correction,
            {"alpha": MODERATE, "k": Interval(0, 2, left_open=True)},
            relation="<=",
            n=16,
        ),
        Property(
            _block2_correction, {"first": START, "last": START, "r": RATIO}, relation="<=", n=6
        ),
    ),
)


def _expansion() -> tuple[sp.Expr, sp.Expr]:
    """Three terms in 1/L of the exact sharpness of block two, with rho = exp(lambda/L)."""
    e, lam = sp.symbols("e lam", positive=True)
    exact = 4 * mu_xx * sp.exp(2 * lam - 2 * lam * e) * (sp.exp(lam * e) - 1)
    series = sp.series(exact, e, 0, 4).removeO()
    printed = law("block2-sharpness-expansion", mu_yx=sp.exp(lam) * mu_xx, L=1 / e)
    return sp.expand(series), sp.expand(sp.simplify(printed))


CLAIMS.add(
    id="CHAIN-E35-third",
    source=CHAIN.beyond("CHAIN-E35"),
    says="Eq. (35) to third order: factor 1 - 3 ln r/(2L) + 7 (ln r)^2/(6 L^2).",
    checks=(
        Identity(
            _expansion,
            {
                sp.Symbol("e", positive=True): UNIT,
                sp.Symbol("lam", positive=True): UNIT,
                mu_xx: MODERATE,
            },
        ),
    ),
)


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
        errors.append(abs(chain.descent_steps(float(path[n]), 0.05, rate, depth) - n))
    return errors[1], errors[0] / 8 + 1e-9


CLAIMS.add(
    id="CHAIN-X-E",
    source=CHAIN.beyond("X-E"),
    says="Gradient descent follows the flow dv/dn = k f - (k^2/2) f f' + k^3 (f^2 f''/12 + f "
    "f'^2/3) to third order, and trails the plain flow by a closed-form lag.",
    checks=(
        Exhaustive(_time_one_flow),
        Identity(_total_from_weight, {v: MODERATE, k: UNIT, L: FINITE_DEPTH}),
        Property(_lag_order, {"depth": [1.0, 2.0, 4.0, math.inf]}, relation="<", n=6),
        Property(_third_order, {"depth": [2.0, 3.0, 8.0]}, relation="<", n=4),
    ),
)


def chain_late_rate(rate: float) -> float:
    """Exponential rate at which gradient descent ends, from the registered formula."""
    return formula("gd-late-rate")(rate)


def _descent_late_rate(depth: float, rate: float) -> tuple[float, float] | None:
    if abs(rate - 1) < 0.05:
        return None
    path = np.abs(descent(depth, 1 - 1e-7, rate, 1) - 1)
    return math.log(path[0] / path[1]), chain_late_rate(rate)


CLAIMS.add(
    id="CHAIN-X-E-late",
    source=CHAIN.beyond("X-E"),
    says="Gradient descent ends at the rate -ln|1 - k| per step, the flow at k.",
    checks=(
        Property(_descent_late_rate, {"depth": [1.0, 2.0, 5.0], "rate": RATE}, n=40, rtol=1e-4),
    ),
)
