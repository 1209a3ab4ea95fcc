"""Balanced gradient descent as a map: closed forms.

In v = w/w_* (feedforward) or v = b/rho (block one) a step with k = eta S is
v + (k/L)(1-v^L) v^(L-1), whatever the data. Block two, in s = w/w_*, keeps its target r.
Thresholds without a closed form are in :mod:`.thresholds`.
"""

from typing import Any

import numpy as np

from depthlaws.theory.chain.balanced import RATE, SHARPNESS
from depthlaws.theory.chain.balanced_flow import EFFECTIVE_FLOW, FLOW
from depthlaws.theory.chain.minima import escape_rate_formula, flattest_sharpness
from depthlaws.theory.chain.networks import stretched
from depthlaws.theory.chain.symbols import (
    ABOVE_ONE,
    FINITE_DEPTH,
    L,
    alpha,
    alpha0,
    chaos_angle,
    eta,
    k,
    mu_xx,
    mu_yx,
    n,
    r,
    s,
    step,
    tau,
    v,
    w,
    w1,
    w2,
    x,
)
from depthlaws.theory.numerics import elementary, special
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import DEPTH, NONNEGATIVE, POSITIVE, REAL, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

STEPS = Interval(1, sp.oo, right_open=True, integer=True)


def log1p_ratio(u: Any) -> Any:
    """Return log(1+u)/u; 1 at u = 0."""
    return np.where(u == 0, 1.0, np.log1p(u) / np.where(u == 0, 1.0, u))


def _unit_flow(network: str) -> Any:
    """Return the change of w in one step at eta = k/S and target r, per unit mu_xx."""
    rate = RATE[network].deferred.subs(tau, 1)
    return (FLOW[network].deferred.subs(eta, k * rate)).subs({mu_xx: 1, mu_yx: r})


# -- one step ---------------------------------------------------------------------------------

gd_step = Formula(
    id="chain-gd-step",
    says="One step of gradient descent on the normalised weight v (feedforward and block one).",
    source=CHAIN.eq(5),
    domain={v: POSITIVE, k: POSITIVE, L: FINITE_DEPTH},  # and v < 0 at integer depth
    expr=v + _unit_flow("feedforward").subs({r: 1, w: v}),
)

_push = sp.powsimp(k * EFFECTIVE_FLOW["feedforward"].deferred / alpha)


def _total_step(alpha: Any, k: Any, L: Any) -> Any:
    push = k * alpha * elementary.power(alpha, -2 / L) * (1 - alpha)
    inside = np.exp(push * log1p_ratio(np.maximum(push / L, -1)))
    return alpha * np.where(push >= -L, inside, elementary.power(1 + push / L, L))


gd_total_step = Formula(
    id="chain-gd-total-step",
    says="One step of gradient descent on the relative total weight (feedforward and block one).",
    source=CHAIN.eq(6),
    domain={alpha: POSITIVE, k: POSITIVE, L: FINITE_DEPTH},
    given=sp.Lt(k * alpha * (alpha - 1), L),  # enough for 1 + push/L > 0
    # v = alpha^(1/L), and the flow of v is that of alpha over L v^(L-1)
    expr=alpha * (1 + _push / L) ** L,
    kernel=_total_step,
)

gd_total_step_infinite = Formula(
    id="chain-gd-total-step-infinite",
    says="One step of gradient descent on alpha at infinite depth.",
    source=CHAIN.eq(8),
    domain={alpha: POSITIVE, k: POSITIVE},
    expr=alpha * sp.exp(k * alpha * (1 - alpha)),
)

gd_log_slope = Formula(
    id="chain-gd-log-slope",
    says="d log(alpha_next) / d log(alpha) of one step of gradient descent.",
    source=CHAIN.beyond("X-C2"),
    domain=dict(gd_total_step.declared),
    given=gd_total_step.declared_given,
    expr=1 + alpha * sp.diff(_push, alpha) / (1 + _push / L),
)


def _block2_step(s: Any, k: Any, L: Any, r: Any) -> Any:
    log_r = np.log(r)
    gap = stretched(log_r, L)  # w_*^2 = L (rho - 1)
    log_a = gap * s * s * log1p_ratio(gap * s * s / L)
    push = -np.exp(log_a * (1 - 1 / L) - log_r * (1 - 2 / L)) * np.expm1(log_a - log_r)
    return s * (1 + k * push / (2 * gap))


block2_gd_step = Formula(
    id="block2-gd-step",
    says="One step of gradient descent on s = w/w_* of block two.",
    source=CHAIN.beyond("X-C6"),
    domain={s: REAL, k: POSITIVE, L: FINITE_DEPTH, r: ABOVE_ONE},
    expr=s * (1 + (_unit_flow("block2") / w).subs(w**2, L * (r ** (1 / L) - 1) * s**2)),
    kernel=_block2_step,
    budget=16.0,
)

block2_gd_step_infinite = Formula(
    id="block2-gd-step-infinite",
    says="One step of gradient descent on s = w/w_* of block two at infinite depth.",
    source=CHAIN.beyond("X-C6"),
    domain={s: REAL, k: POSITIVE, r: ABOVE_ONE},
    expr=s * (1 + k / (2 * sp.log(r)) * r ** (s**2 - 1) * (1 - r ** (s**2 - 1))),
    kernel=lambda s, k, r: _block2_step(s, k, np.inf, r),
    budget=16.0,
)

imbalance_factor = Formula(
    id="chain-imbalance-factor",
    says="Factor by which a step with step = eta (mu_yx - mu_xx P) P multiplies w1^2 - w2^2.",
    source=CHAIN.ledger("CHAIN-I3"),
    domain={step: REAL, w1: REAL, w2: REAL},
    given=sp.Ne(w1 * w2, 0),
    expr=1 - (step / (w1 * w2)) ** 2,
)

# -- near the minimum -------------------------------------------------------------------------

gd_multiplier = Formula(
    id="gd-multiplier",
    says="Factor by which a step multiplies a small distance to the balanced minimum.",
    source=CHAIN.ledger("CHAIN-I6"),
    falling=(k,),
    domain={k: POSITIVE},
    expr=sp.diff(gd_step.deferred, v).subs(v, 1),
)

gd_late_rate = Formula(
    id="gd-late-rate",
    says="Exponential rate per step of gradient descent's late approach; that of the flow is k.",
    source=CHAIN.beyond("X-E"),
    domain={k: POSITIVE},
    given=sp.Ne(k, 1),
    expr=-sp.log(sp.Abs(gd_multiplier.deferred)),
    kernel=lambda k: (
        -np.where(k < 0.5, np.log1p(-np.minimum(k, 0.5)), np.log(np.abs(1 - np.maximum(k, 0.5))))
    ),
)


def _flip(f: Any, z: Any) -> Any:
    """Return f''^2/4 + f'''/6 at the fixed point 1 and k = 2; positive for a supercritical flip."""
    powers = sp.expand(f)
    second, third = (sp.diff(powers, z, order).subs({z: 1, k: 2}) for order in (2, 3))
    return sp.factor(second**2 / 4 + third / 6)


flip = Formula(
    id="chain-flip",
    says="Flip coefficient C in v: cycle amplitude sqrt((k-2)/C), and (2 C n)^(-1/2) at k = 2.",
    source=CHAIN.beyond("X-C3"),
    domain={L: FINITE_DEPTH},
    expr=_flip(gd_step.deferred, v),
)

flip_total = Formula(
    id="chain-flip-total",
    says="Flip coefficient in alpha instead of v; finite at infinite depth.",
    source=CHAIN.beyond("X-C3"),
    values=Interval(0, sp.Rational(20, 3)),
    rising=(L,),
    domain={L: DEPTH},
    expr=sp.expand(flip.deferred / L**2),  # alpha - 1 = L (v - 1) + ...
    kernel=lambda L: 4 / 3 * (1 - 1 / L) * (5 - 4 / L),
)


def _block2_flip(L: Any, r: Any) -> Any:
    reach = -stretched(-np.log(r), L)  # L x
    return 8 / 3 * ((1 - 1 / L) * reach * (2 * (5 - 4 / L) * reach + 9) + 3)


_x = 1 - r ** (-1 / L)

block2_flip = Formula(
    id="block2-flip",
    says="Flip coefficient of block two in s.",
    source=CHAIN.beyond("X-C6"),
    domain={L: FINITE_DEPTH, r: ABOVE_ONE},
    expr=sp.Rational(8, 3) * (2 * (L - 1) * (5 * L - 4) * _x**2 + 9 * (L - 1) * _x + 3),
    kernel=_block2_flip,
)

block2_flip_infinite = Formula(
    id="block2-flip-infinite",
    says="Flip coefficient of block two in s at infinite depth.",
    source=CHAIN.beyond("X-C6"),
    domain={r: ABOVE_ONE},
    expr=sp.Rational(8, 3) * (10 * sp.log(r) ** 2 + 9 * sp.log(r) + 3),
)

marginal_distance = Formula(
    id="chain-marginal-distance",
    says="|v - 1| after n steps at k = 2, to leading order: the approach is algebraic.",
    source=CHAIN.beyond("X-C3"),
    domain={n: STEPS, L: ABOVE_ONE},
    expr=1 / sp.sqrt(2 * flip.deferred * n),
)

# -- 2-cycles ---------------------------------------------------------------------------------

_delta = 1 - 1 / L
CYCLE = {x: Interval(0, 20, left_open=True), L: DEPTH}
FINITE_CYCLE = CYCLE | {L: FINITE_DEPTH}


def _cycle_rate(x: Any, L: Any) -> Any:
    narrow = np.where(np.isinf(L), x, L * np.sinh(x / L))  # L sinh(x/L)
    inner, outer = np.cosh((1 - 1 / L) * x), np.cosh((2 - 1 / L) * x)
    return (
        2
        * narrow
        / np.sinh(x)
        * elementary.power(inner, 2 / L - 1)
        * elementary.power(outer, 2 - 2 / L)
    )


cycle_rate = Formula(
    id="chain-cycle-rate",
    says="Rate k at which alpha exp(-x) and alpha exp(x) form a 2-cycle of gradient descent.",
    source=CHAIN.beyond("X-C2"),
    values=Interval(2, sp.oo),
    rising=(x,),
    domain=FINITE_CYCLE,
    expr=2
    * L
    * sp.sinh(x / L)
    / sp.sinh(x)
    * sp.cosh(_delta * x) ** (2 / L - 1)
    * sp.cosh((1 + _delta) * x) ** (2 - 2 / L),
    kernel=_cycle_rate,
)

cycle_rate_infinite = Formula(
    id="chain-cycle-rate-infinite",
    says="Rate k of the 2-cycle with ratio exp(2x) at infinite depth.",
    source=CHAIN.beyond("X-C2"),
    domain={x: CYCLE[x]},
    expr=4 * x * sp.cosh(2 * x) ** 2 / sp.sinh(2 * x),
)

cycle_high = Formula(
    id="chain-cycle-high",
    says="The higher point alpha of the 2-cycle with ratio exp(2x).",
    source=CHAIN.beyond("X-C2"),
    domain=CYCLE,
    expr=sp.exp(x) * sp.cosh(_delta * x) / sp.cosh((1 + _delta) * x),
    kernel=lambda x, L: (1 + np.exp((2 / L - 2) * x)) / (1 + np.exp((2 / L - 4) * x)),
)

cycle_low = Formula(
    id="chain-cycle-low",
    says="The lower point alpha of the 2-cycle with ratio exp(2x).",
    source=CHAIN.beyond("X-C2"),
    domain=CYCLE,
    expr=sp.exp(-2 * x) * cycle_high.deferred,
    kernel=lambda x, L: np.exp(-2 * x) * cycle_high.unchecked(x, L),
)


def _cycle_multiplier(x: Any, L: Any) -> Any:
    k, q, grown = cycle_rate.unchecked(x, L), 1 - 2 / L, np.exp(2 * x / L)

    def slope(alpha: Any, grown: Any) -> Any:
        return (
            1 + k * elementary.power(alpha, q) * (q - (1 + q) * alpha) / grown
        )  # 1 + push/L = grown

    return slope(cycle_low.unchecked(x, L), grown) * slope(cycle_high.unchecked(x, L), 1 / grown)


cycle_multiplier = Formula(
    id="chain-cycle-multiplier",
    says="Multiplier of the 2-cycle with ratio exp(2x): stable between -1 and 1.",
    source=CHAIN.beyond("X-C3"),
    domain={x: Interval(0, 3, left_open=True), L: Interval(2, sp.oo, right_open=True)},
    expr=sp.Mul(
        *(
            gd_log_slope.deferred.subs({alpha: point.deferred, k: cycle_rate.deferred})
            for point in (cycle_low, cycle_high)
        )
    ),
    kernel=_cycle_multiplier,
    budget=24.0,
)

# -- bounds on the rate from the start --------------------------------------------------------

ABOVE_TARGET = {alpha0: ABOVE_ONE, L: FINITE_DEPTH}

one_step_rate = Formula(
    id="chain-one-step-rate",
    says="Rate k that reaches the target in one step; above it the bound of monotone descent.",
    source=CHAIN.beyond("X-C5"),
    domain={alpha0: POSITIVE, L: FINITE_DEPTH},
    given=sp.Ne(alpha0, 1),
    expr=L * (1 - alpha0 ** (1 / L)) / ((1 - alpha0) * alpha0 ** (1 - 1 / L)),
    kernel=lambda alpha0, L: (
        elementary.power(alpha0, 1 / L)
        / alpha0
        * special.exprel(np.log(alpha0) / L)
        / special.exprel(np.log(alpha0))
    ),
)

zero_rate = Formula(
    id="chain-zero-rate",
    says="Rate k at which one step from alpha0 > 1 lands on the saddle 0.",
    source=CHAIN.beyond("X-C2"),
    domain=ABOVE_TARGET,
    expr=L / (alpha0 ** (1 - 2 / L) * (alpha0 - 1)),
    kernel=lambda alpha0, L: L / (alpha0 * elementary.power(alpha0, -2 / L) * (alpha0 - 1)),
)

catapult_rate = Formula(
    id="chain-catapult-rate",
    says="Even depth: rate k at which v and -v are a 2-cycle; above it descent from v diverges.",
    source=CHAIN.beyond("X-C4"),
    domain=ABOVE_TARGET,
    given=sp.Eq(sp.Mod(L, 2), 0),
    expr=2 * zero_rate.deferred,
    kernel=lambda alpha0, L: 2 * zero_rate.unchecked(alpha0, L),
)

block2_ceiling = Formula(
    id="block2-ceiling",
    says="Largest k = eta S at which some global minimum of block two is stable: 1/kappa_L.",
    source=CHAIN.beyond("X-C6"),
    domain={r: ABOVE_ONE, L: FINITE_DEPTH},
    expr=(2 * SHARPNESS["block2"].deferred / flattest_sharpness.deferred).subs(
        {mu_xx: 1, mu_yx: r}
    ),
    kernel=lambda r, L: 1 / escape_rate_formula.unchecked(r, L),
)

chaos = Formula(
    id="chain-chaos",
    says="Two layers at k = 4: v after n steps from v_0 = sqrt(2) sin(theta0).",
    source=CHAIN.beyond("X-C3"),
    domain={n: Interval(0, 30, integer=True), chaos_angle: NONNEGATIVE},
    expr=sp.sqrt(2) * sp.sin(3**n * chaos_angle),
)
