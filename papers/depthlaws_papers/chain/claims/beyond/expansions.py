"""Beyond the paper: powers of 1/L, and gradient descent against its flow."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.formula_expressions import law, looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import (
    Equal,
    Less,
    Statement,
    interval,
    positive,
    reals,
    registered,
)
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    SHARE,
    L,
    alpha,
    alpha0,
    descent,
    k,
    mp,
    mu_xx,
    precise,
    r,
    v,
    x,
)

CLAIMS = Claims()


# -- powers of 1/L ---------------------------------------------------------------------------------


e, log_alpha = sp.symbols("e l", real=True)
orders = sp.exp(2 * e * log_alpha)  # 1/speed is this over alpha^2 (1 - alpha), e = 1/L


def _public_deep_time(start: float, end: float, L: float, order: int) -> Any:
    """The public expansion in floats, against its formulas in 40 digits."""
    with mpmath.workdps(40):
        exact = mp("chain-time-infinite-depth", end, start, 1)
        names = ("chain-depth-correction", "chain-second-depth-correction")
        for power, name in enumerate(names[:order], start=1):
            exact += 2 / mpmath.mpf(L) ** power * (mp(name, end) - mp(name, start))
    time = chain.deep_time(end, start, L, order=order)
    return float(abs(time - exact) / (1 + abs(exact))), 4e-15


def _order(order: int, start: float) -> tuple[float, float]:
    """The error falls like L^-(order+1): measured exponent between L = 1e3 and 4e3."""
    errors = [
        abs(chain.deep_time(0.9, start, depth, order=order) - chain.time(0.9, start, depth))
        for depth in (1e3, 4e3)
    ]
    return abs(math.log(errors[0] / errors[1]) / math.log(4) - (order + 1)), 0.002


CLAIMS.add(
    id="CHAIN-X-D",
    source=CHAIN.beyond("X-D"),
    says="t_L = t_inf + (2 tau/L)[J] + (2 tau/L^2)[K] + O(L^-3), J and K in polylogarithms: "
    "J' = ln(a)/(a^2 (1-a)) and K' = ln(a)^2/(a^2 (1-a)).",
    statement=Statement(
        Equal(
            1 / registered("chain-effective-flow"),
            at(orders, {e: 1 / L, log_alpha: sp.log(alpha)}) / (alpha**2 * (1 - alpha)),
        ),
        Equal(at(D(orders, e), {e: 0}), 2 * log_alpha),
        Equal(at(D(orders, e, 2), {e: 0}) / 2, 2 * log_alpha**2),
        *(
            Equal(
                D(looked_up(f"chain-{which}depth-correction"), alpha),
                sp.log(alpha) ** power / (alpha**2 * (1 - alpha)),
            )
            for power, which in enumerate(("", "second-"), start=1)
        ),
        for_all={alpha: SHARE, L: DEPTH, log_alpha: reals},
    ),
    cross_checks=(
        Property(
            _public_deep_time,
            {"start": [0.01, 0.3], "end": [0.5, 0.9], "L": [30.0, 1e4], "order": [0, 1, 2]},
            relation="<=",
        ),
        Property(
            _public_deep_time,
            {"start": [9.0, 3.0], "end": [2.0, 1.1], "L": [30.0, 1e4], "order": [0, 1]},
            relation="<=",
        ),
        Property(_order, {"order": [0, 1, 2], "start": [0.1, 0.3]}, relation="<"),
    ),
)


push = k * alpha * (1 - alpha)
grown = sp.log(looked_up("chain-gd-total-step") / alpha) - push  # in one step, less p
h, lam = sp.symbols("h lam", positive=True)  # 1/L and ln r
# Block two between its floor 1/r and the target, at alpha = exp(-v) and r = exp(v + x): 1/speed
# over its value at infinite depth, with h for 1/L.
between = {"alpha": sp.exp(-v), "r": sp.exp(v + x)}
deep = (v + x) / (x * sp.exp(-2 * v) * (1 - sp.exp(-v)))
grown_speed = x / (v + x) * sp.exp(-2 * v * h) * (sp.exp((v + x) * h) - 1) / (sp.exp(x * h) - 1)


def _block2_integrand() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The derivative of the registered integral is that integrand, in y = ln ln(r alpha)."""
    correction = law("block2-depth-correction").subs(r, sp.exp(x))
    (integral,) = correction.atoms(sp.Integral)
    y, low, high = integral.limits[0]
    share = sp.exp(sp.exp(y) - x)  # alpha
    log = sp.exp(y) - x
    printed = x * log / (sp.exp(y) * share**2 * (1 - share)) * share * sp.exp(y)
    yield "integrand", integral.function, printed
    yield "factor", correction / integral, sp.Rational(3, 2)
    for end, place in ((low, alpha0), (high, alpha)):
        yield str(place), sp.exp(sp.exp(end)), sp.exp(x) * place


CLAIMS.add(
    id="CHAIN-X-D-descent",
    source=CHAIN.beyond("X-D"),
    says="Powers of 1/L: ln(alpha_next/alpha) = p - (2 p ln(alpha) + p^2/2)/L + O(1/L^2) with p = "
    "k alpha (1 - alpha); block two's 1/speed gains (3/2) ln(r) ln(alpha)/((ln r + ln(alpha)) "
    "alpha^2 (1 - alpha))/L, and its time course the integral of that.",
    statement=Statement(
        Equal(lim(L * grown, L, sp.oo), -2 * push * sp.log(alpha) - push**2 / 2),
        Equal(2 * registered("chain-gd-depth-correction"), -4 * push * sp.log(alpha) - push**2),
        Equal(1, registered("block2-effective-flow-infinite-depth", **between) * deep),
        Equal(1, registered("block2-effective-flow", **between, L=1 / h) * deep * grown_speed),
        Equal(lim((grown_speed - 1) / h, h, 0), -sp.Rational(3, 2) * v),
        for_all={
            alpha: SHARE,
            k: positive,
            x: positive,
            v: positive,
            h: interval(0, 1, low_open=True),
        },
    ),
    checks=(Exhaustive(_block2_integrand, named=True),),
)

exact = 4 * mu_xx * sp.exp(2 * lam - 2 * lam * h) * (sp.exp(lam * h) - 1)
AT_DEPTH = {"mu_yx": sp.exp(lam) * mu_xx, "L": 1 / h}
first = 4 * mu_xx * sp.exp(2 * lam) * lam
terms = (0, first, -3 * first * lam / 2, 7 * first * lam**2 / 6)  # of h^i


CLAIMS.add(
    id="CHAIN-E35-third",
    source=CHAIN.beyond("CHAIN-E35"),
    says="Eq. (35) to third order: factor 1 - 3 ln r/(2L) + 7 (ln r)^2/(6 L^2).",
    statement=Statement(
        Equal(registered("block2-sharpness", **AT_DEPTH), exact),
        Equal(at(exact, {h: 0}), 0),
        *(Equal(at(D(exact, h, i), {h: 0}), math.factorial(i) * terms[i]) for i in (1, 2, 3)),
        Equal(
            registered("block2-sharpness-expansion", **AT_DEPTH),
            sum(term * h**i for i, term in enumerate(terms)),
        ),
        for_all={h: interval(0, 1, low_open=True), lam: positive, mu_xx: positive},
    ),
)


# -- gradient descent against its flow -------------------------------------------------------------

_F = sp.symbols("f0:6", real=True)  # values of f and its derivatives in v, at one point


def _along(expr: sp.Expr) -> sp.Expr:
    """Derivative in v, where f_i' = f_(i+1)."""
    return sum(sp.diff(expr, f) * g for f, g in pairwise(_F))


def _modified() -> sp.Expr:
    f, f1, f2 = _F[:3]
    return k * f - k**2 / 2 * f * f1 + k**3 * (f**2 * f2 / 12 + f * f1**2 / 3)


def _time_one_flow() -> Iterator[Equal]:
    """Lie series of the modified flow over one step, for any f: v + k f + O(k^4)."""
    term = total = _modified()
    for order in (2, 3):
        term = sp.expand(_along(term) * _modified()) / order
        total += term
    for power, expected in ((1, _F[0]), (2, 0), (3, 0)):
        yield Equal(at(D(total, (k, power)), {k: 0}), expected)


speed = (1 - v**L) * v ** (L - 1) / L
SPEEDS = {symbol: D(speed, (v, i)) for i, symbol in enumerate(_F[:3])}


def _steps_per_weight() -> Iterator[Equal]:
    """dn/dv = 1/(k f) + f'/(2 f) - (k/12) (f'' + f'^2/f) + O(k^2)."""
    f, f1, f2 = _F[:3]
    steps = 1 / sp.expand(_modified() / k)  # times k
    for power, term in enumerate((1 / f, f1 / (2 * f), -(f2 + f1**2 / f) / 12)):
        yield Equal(at(D(steps, (k, power)), {k: 0}), math.factorial(power) * term)


def _public_steps(start: float, end: float, L: float, k: float) -> Any:
    """The third order of the public step count, against quadrature of -(k/12)(f'' + f'^2/f)."""
    with mpmath.workdps(25):
        n = mpmath.mpf(L)
        ends = [mpmath.mpf(a) ** (1 / n) for a in (start, end)]

        def slope(z: Any) -> Any:
            f = (1 - z**n) * z ** (n - 1) / n
            f1 = ((n - 1) * z ** (n - 2) - (2 * n - 1) * z ** (2 * n - 2)) / n
            f2 = (n - 1) * (n - 2) * z ** (n - 3) - (2 * n - 1) * (2 * n - 2) * z ** (2 * n - 3)
            return -k / 12 * (f2 / n + f1**2 / f)

        exact = mpmath.quad(slope, mpmath.linspace(*ends, 5))
    orders = [chain.descent_steps(end, start, k, L, order=order) for order in (1, 2, 3)]
    lag = formula("chain-descent-lag")(end, start, L)
    third = float(abs(orders[2] - orders[1] - exact)) / (1 + float(abs(exact)))
    second = abs(orders[1] - orders[0] - lag) / (1 + abs(lag))
    first = abs(orders[0] - chain.time(end, start, L) / k) / (1 + abs(orders[0]))
    return max(first, second, third), 4e-15 * (1 + abs(orders[0]))


def _residual(depth: float) -> bool:
    """The residual of the third order falls like k^2 between k = 0.2 and 0.05."""
    errors = []
    for rate in (0.2, 0.05):
        path = descent(depth, 0.05, rate, 2000)
        n = int(np.argmax(path > 0.5)) - 1
        errors.append(abs(chain.descent_steps(float(path[n]), 0.05, rate, depth) - n))
    return errors[1] < errors[0] / 6 + 1e-9


CLAIMS.add(
    id="CHAIN-X-E",
    source=CHAIN.beyond("X-E"),
    says="Gradient descent follows the flow dv/dn = k f - (k^2/2) f f' + k^3 (f^2 f''/12 + f "
    "f'^2/3) to third order; to leading order it reaches alpha ln(f/f_0)/2 steps after the "
    "feedforward flow, which is before it where the speed f has fallen below that at the start.",
    statement=Statement(
        *_time_one_flow(),
        Equal(registered("chain-modified-flow"), _modified().subs(SPEEDS)),
        # d(alpha)/dn to second order in k from the modified flow of v, alpha = v^L.
        Equal(
            L * v ** (L - 1) * (k * speed - k**2 / 2 * speed * D(speed, v)),
            registered("chain-modified-total-flow", alpha=v**L),
        ),
        *_steps_per_weight(),
        # The lag is half the growth of ln f: its slope in v is f'/(2f), alpha = v^L.
        Equal(D(looked_up("chain-descent-lag", alpha=v**L), v), D(speed, v) / (2 * speed)),
        Equal(at(looked_up("chain-descent-lag"), {alpha: alpha0}), 0),
        for_all={
            **dict.fromkeys(_F, reals),
            _F[0]: positive,
            v: SHARE,
            k: positive,
            L: DEPTH,
            alpha0: SHARE,
        },
    ),
    cross_checks=(
        Property(
            _public_steps,
            {"start": [0.05, 0.3], "end": [0.5, 0.9], "L": [2.0, 3.0, 8.0], "k": [0.1, 1.0]},
            relation="<=",
        ),
        Property(_residual, {"depth": [2.0, 3.0, 8.0, 64.0]}),
    ),
)


def _late_rate(depth: float, rate: float) -> tuple[float, float] | None:
    if abs(rate - 1) < 0.05:
        return None
    path = np.abs(descent(depth, 1 - 1e-7, rate, 1) - 1)
    return math.log(path[0] / path[1]), formula("gd-late-rate")(rate)


@precise
def _late_rate_in_floats(rate: float) -> tuple[float, float] | None:
    if rate == 1:
        return None
    exact = -mpmath.log(abs(1 - mpmath.mpf(rate)))
    return abs(formula("gd-late-rate")(rate) - float(exact)), 1e-15 * (1 + abs(float(exact)))


CLAIMS.add(
    id="CHAIN-X-E-late",
    source=CHAIN.beyond("X-E"),
    says="Near the target a step of gradient descent multiplies deviations by 1 - k to first "
    "order, so that for 0 < k < 2, but for k = 1, it converges at the rate -ln|1 - k| per step; "
    "for k < 1 this is above the rate k of the flow.",
    statement=Statement(
        Equal(at(D(v + k / L * (1 - v**L) * v ** (L - 1), v), {v: 1}), 1 - k),
        Equal(registered("gd-multiplier") - 1, -k),
        Equal(registered("gd-late-rate", k=1 - 1 / (1 + x)), sp.log(1 + x)),
        Equal(registered("gd-late-rate", k=1 + 1 / (1 + x)), sp.log(1 + x)),
        Less(k, -sp.log(1 - k), along=((k, 0),)),
        for_all={k: SHARE, L: DEPTH, x: positive},
    ),
    cross_checks=(
        Property(
            _late_rate,
            {"depth": [1.0, 2.0, 5.0], "rate": Interval(sp.Rational(1, 20), sp.Rational(39, 20))},
            n=40,
            rtol=1e-4,
        ),
        Property(
            _late_rate_in_floats,
            {"rate": [1e-9, 1e-3, 0.3, 0.5, 0.9, 1.1, 1.9, 2.0, 3.0, 1e6]},
            relation="<=",
        ),
    ),
)
