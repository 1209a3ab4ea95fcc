"""Block two where equation (34) is not the limit: targets below 1, other minima."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp
import xarray as xr

from depthlaws.claims.engine.checks import (
    Property,
    Quoted,
    Smallest,
)
from depthlaws.claims.engine.formula_expressions import law, looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Less,
    Statement,
    above,
    positive,
    registered,
    tree,
)
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    MOMENTS,
    SHARE,
    L,
    eta,
    gradient,
    k,
    layer,
    mu_xx,
    mu_yx,
    n,
    printed_sharpness,
    r,
    tau,
    u,
    v,
    w,
    w0,
    x,
)
from depthlaws_papers.chain.claims.stable_rate import ANY_TARGET, multiplier

CLAIMS = Claims()


# -- targets that block two cannot reach ----------------------------------------------------------


b = layer("block2", w)
printed = 1 / (tau * printed_sharpness("block2"))
rule = Equal(registered("block2-rate", mu_yx=r * mu_xx), printed)
TARGETS = {r: above(1), mu_xx: positive, L: DEPTH, tau: positive, x: positive}


def _rate_in_log(sign: int) -> sp.Expr:
    """Eq. (34) at r = exp(+-x)."""
    return printed.subs(r, sp.exp(sign * x))


CLAIMS.add(
    id="CHAIN-I22-printed",
    source=CHAIN.eq(34),
    says="Eq. (34) is a positive learning rate for every mu_yx/mu_xx > 1.",
    quote="the maximum stable learning rate scales as eta = (1/tau) (1/(4 mu_xx)) "
    "(mu_yx/mu_xx)^(-2 + 2/L) ((mu_yx/mu_xx)^(1/L) - 1)^-1",
    reading="For targets that block two can reach. Appendix D does not say that r > 1 is needed; "
    "below it (34) is negative (CHAIN-I22-domain).",
    statement=Statement(rule, Less(0, _rate_in_log(1)), for_all=TARGETS),
    imprecise=True,
    exact="CHAIN-I22-domain",
    change="Add: for mu_yx > mu_xx.",
    against=(
        Smallest(
            lambda mu_yx, mu_xx: (1 / (4 * mu_xx * (sp.Rational(mu_yx, mu_xx) - 1)), ">", 0),
            {"mu_yx": [1], "mu_xx": [2]},
            of=("eta tau of eq. (34) at L = 1", "0"),
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-I22-domain",
    source=CHAIN.beyond("ERR-A6"),
    says="Eq. (34) is positive for r > 1 and negative for 0 < r < 1, where no product of factors 1 "
    "+ w^2/L, each above 1 for w > 0, reaches the target.",
    statement=Statement(
        rule,
        Less(0, _rate_in_log(1)),
        Less(_rate_in_log(-1), 0),
        Less(1, b),
        for_all={**TARGETS, w: positive},
    ),
)


# One step of gradient descent at r = 1 - x, and at r = 1 in powers of w, to third order.
below = (w - eta * gradient("block2")).subs(mu_yx, (1 - x) * mu_xx)
push = 2 * eta * mu_xx / L
bend = (1 + v / L) ** (2 * L - 1) - (1 + v / L) ** (L - 1)  # in v = w^2


def _origin_stable(depth: int, ratio: float, factor: float) -> bool:
    """Simulated: w = 0 attracts iff eta is below the public limit."""
    rate = factor * chain.floor_max_learning_rate(depth, ratio, 1.0)
    grid = scalar.Grid("block2", float(depth), mu_yx=ratio, rate=rate, weight=1e-3, balanced=True)
    total = np.squeeze(scalar.gradient_descent(grid, steps=6000)["total"].to_numpy())
    return bool(abs(total - 1) < 1e-6) == (factor < 1)


CLAIMS.add(
    id="CHAIN-I22",
    source=CHAIN.beyond("ERR-A6"),
    says="Block two with r < 1 has its minimum at w = 0, a = 1, stable for eta < L/(mu_xx (1 - "
    "r)); with r = 1 a step gives w - (2 eta mu_xx/L) w^3 + ..., so that to leading order weights "
    "decay like w_0/sqrt(1 + 4 eta mu_xx w_0^2 n/L).",
    statement=Statement(
        Equal(at(D(below, w), {w: 0}), 1 - push * x),
        Exactly(tree(1 - push * x) > -1, tree(eta) < L / (mu_xx * x)),
        # r = 1: hence 1/w^2 grows by 4 eta mu_xx/L per step, as the registered decay has it.
        Equal((w - eta * gradient("block2")).subs(mu_yx, mu_xx), w - push * w * bend.subs(v, w**2)),
        Equal(at(bend, {v: 0}), 0),
        Equal(at(D(bend, v), {v: 0}), 1),
        Equal(
            D(looked_up("block2-critical-decay"), n),
            -push * registered("block2-critical-decay") ** 3,
        ),
        for_all={
            x: SHARE,
            L: DEPTH,
            eta: positive,
            w: positive,
            n: positive,
            w0: positive,
            **MOMENTS,
        },
    ),
    cross_checks=(
        Property(
            _origin_stable,
            {"depth": [1, 2, 4, 16], "ratio": [0.5, 0.9], "factor": [0.98, 1.02]},
        ),
    ),
)


# -- the largest rate and the rule -----------------------------------------------------------------


CLAIMS.add(
    id="CHAIN-E34-largest",
    source=CHAIN.eq(34),
    says="Block two, r > 1: with equal weights 2/S is the largest learning rate at which the "
    "minimum is stable: to first order deviations are multiplied by 1 - eta S, and at eta S = 2 "
    "pulled back, as its flip has C > 0, here at r = (1 + x)^L.",
    quote="equal initial weight in each layer",
    reading="On the balanced line, which the paper assumes. At r = 2 slightly unequal weights "
    "leave it beyond 2/S and train at a flatter minimum; at r = 100 and L = 2 they do not "
    "(CHAIN-E34-training).",
    statement=Statement(
        multiplier("block2"),
        Exactly((1 - tree(k)) ** 2 < 1, tree(k) < 2),
        Less(0, registered("block2-flip", r=(1 + x) ** tree(L))),
        for_all={**ANY_TARGET, r: above(1), k: positive, x: positive},
        about=k,
    ),
)


def _share(y: sp.Expr) -> sp.Expr:
    return sp.exp(-y) - sp.exp(-2 * y)


flattest = registered("block2-flattest-sharpness", mu_yx=r * mu_xx)


def _ceilings() -> Iterator[tuple[str, sp.Expr, str]]:
    for depth, printed in ((2, "3.314"), (4, "4.281"), (8, "4.871")):
        highest = law("block2-ceiling", r=2, L=sp.Integer(depth))
        yield f"k_max at L = {depth}, r = 2", highest, printed


def _perturbed(depth: int, ratio: float, rate: float, seed: int) -> float:
    """Training loss of block two at a rate above 2/S, from equal weights perturbed by 1e-3."""
    eta = rate * chain.learning_rate(depth, ratio, 1.0, 1.0, network="block2")
    weights = 0.3 * np.exp(1e-3 * np.random.default_rng(seed).standard_normal(depth))
    start = xr.DataArray(weights, dims="layer")
    grid = scalar.Grid("block2", depth, mu_yx=ratio, rate=eta, weight=start)
    out = scalar.gradient_descent(grid, steps=2000)
    return float(np.squeeze(out["loss"].to_numpy()))


def _trains(**point: Any) -> tuple[float, float]:
    return _perturbed(**point), 1e-20


def _stays(**point: Any) -> tuple[float, float]:
    return _perturbed(**point), 1.0


CLAIMS.add(
    id="CHAIN-E34-ceiling",
    source=CHAIN.beyond("ERR-A11"),
    says="From L = 2 on block two, r > 1, has flatter minima than the balanced one: S = (4 mu_xx "
    "r^2/L) sum phi(ln b_l) with phi(y) = exp(-y) - exp(-2y) subadditive, so that a single active "
    "block is the flattest, S = 4 mu_xx (r-1)/L, stable to first order up to k_max = 1/kappa_L "
    "(3.314 at L = 2, 4.281 at L = 4, 4.871 at L = 8 for r = 2).",
    statement=Statement(
        # (b'/b)^2 = (4/L) (exp(-y) - exp(-2y)) at b = exp(y), w^2 = L (b - 1), here y = x.
        Equal(at((D(b, w) / b) ** 2, {w: sp.sqrt(L * (sp.exp(x) - 1))}), 4 / L * _share(x)),
        Equal(registered("block2-phi", y=x), _share(x)),
        # phi(y) + phi(z) > phi(y + z), in exp(-y) = 1/(1 + x) and exp(-z) = 1/(1 + u).
        Less(
            1 / ((1 + x) * (1 + u)) - 1 / ((1 + x) * (1 + u)) ** 2,
            1 / (1 + x) - 1 / (1 + x) ** 2 + 1 / (1 + u) - 1 / (1 + u) ** 2,
        ),
        # One active block, b = r, has S = (4 mu_xx r^2/L) phi(ln r).
        Equal(flattest, 4 * mu_xx * r**2 / L * (1 / r - 1 / r**2)),
        # The largest k = eta S, with eta = 2/S_flattest.
        Equal(registered("block2-ceiling") * flattest, 2 * printed_sharpness("block2")),
        # At the flattest deviations are multiplied by 1 - 2 k/k_max, here k_max = x.
        Exactly((1 - 2 * tree(k) / x) ** 2 < 1, tree(k) < x),
        for_all={
            **dict.fromkeys((x, u, mu_xx, k), positive),
            L: DEPTH,
            r: above(1),
        },
    ),
    checks=(Quoted(_ceilings),),
)

CLAIMS.add(
    id="CHAIN-E34-training",
    source=CHAIN.beyond("ERR-A11"),
    says="From weights perturbed by 1e-3, beyond 2/S (k = 2.5, 2000 steps), block two trains at r "
    "= 2, L = 2, 3, 4 and 8 to a loss below 1e-20; at r = 100, L = 2, where the balanced minimum "
    "is flatter than those near it, the loss stays above 1.",
    checks=(
        Property(
            _trains,
            {"depth": [2, 3, 4, 8], "ratio": [2.0], "rate": [2.5], "seed": [0, 1]},
            relation="<",
            what="r = 2",
        ),
        Property(
            _stays,
            {"depth": [2], "ratio": [100.0], "rate": [2.5], "seed": [0, 1]},
            relation=">",
            what="r = 100",
        ),
    ),
    why_sampled="no enclosure of two thousand rounded steps",
)
