"""Block two where equation (34) is not the limit: targets below 1, other minima."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp
import xarray as xr

from depthlaws.claims.chain.common import (
    FINITE_DEPTH,
    ONE,
    L,
    eta,
    gradient,
    k,
    layer,
    mu_xx,
    mu_yx,
    printed_sharpness,
    r,
    target_domain,
    tau,
    u,
    w,
    x,
)
from depthlaws.claims.chain.stable_rate import ANY_TARGET, multiplier
from depthlaws.claims.engine.checks import (
    Identity,
    Inequality,
    Property,
    Quoted,
    Smallest,
)
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
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
from depthlaws.theory.symbolic.domain import POSITIVE

CLAIMS = Claims()


# -- targets that block two cannot reach ----------------------------------------------------------


def _rate_in_log(sign: int) -> sp.Expr:
    """Eq. (34) at r = exp(+-x): its sign is that of r^(1/L) - 1."""
    rate = 1 / (tau * printed_sharpness("block2"))
    return rate.subs(r, sp.exp(sign * x))


def _positive_above() -> tuple[sp.Expr, str, sp.Expr]:
    return _rate_in_log(1), ">", sp.Integer(0)


def _negative_below() -> tuple[sp.Expr, str, sp.Expr]:
    return _rate_in_log(-1), "<", sp.Integer(0)


def _registered_rate() -> tuple[sp.Expr, sp.Expr]:
    return law("block2-rate", mu_yx=r * mu_xx), 1 / (tau * printed_sharpness("block2"))


_RATE = {x: POSITIVE, mu_xx: POSITIVE, L: FINITE_DEPTH, tau: POSITIVE}

CLAIMS.add(
    id="CHAIN-I22-printed",
    source=CHAIN.eq(34),
    says="Eq. (34) is a positive learning rate for every mu_yx/mu_xx > 1.",
    quote="the maximum stable learning rate scales as eta = (1/tau) (1/(4 mu_xx)) "
    "(mu_yx/mu_xx)^(-2 + 2/L) ((mu_yx/mu_xx)^(1/L) - 1)^-1",
    reading="For targets that block two can reach. Appendix D does not say that r > 1 is needed; "
    "below it (34) is negative (CHAIN-I22-domain).",
    checks=(Inequality(_positive_above, _RATE, what="r = exp(x)"),),
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


def _factor_above_one() -> tuple[sp.Expr, str, sp.Expr]:
    return layer("block2", w), ">", ONE


CLAIMS.add(
    id="CHAIN-I22-domain",
    source=CHAIN.beyond("ERR-A6"),
    says=(
        "Eq. (34) is positive for r > 1 and negative for 0 < r < 1, where no product of "
        "factors 1 + w^2/L, each above 1 for w > 0, reaches the target."
    ),
    checks=(
        Identity(_registered_rate, {r: POSITIVE, mu_xx: POSITIVE, L: FINITE_DEPTH, tau: POSITIVE}),
        Inequality(_positive_above, _RATE, what="r = exp(x)"),
        Inequality(_negative_below, _RATE, what="r = exp(-x)"),
        Inequality(_factor_above_one, {w: POSITIVE, L: FINITE_DEPTH}),
    ),
)


def _step_below(share: sp.Expr) -> sp.Expr:
    """One step of gradient descent from small w, to third order, at mu_yx = share * mu_xx."""
    step = (w - eta * gradient("block2")).subs(mu_yx, share * mu_xx)
    return sum(at(D(step, (w, i)), {w: 0}) * w**i / sp.factorial(i) for i in range(4))


def _origin_multiplier() -> tuple[sp.Expr, sp.Expr]:
    """w is multiplied by 1 - 2 eta mu_xx (1-r)/L, at r = 1 - x: above -1 below the next edge."""
    step = (w - eta * gradient("block2")).subs(mu_yx, (1 - x) * mu_xx)
    return at(D(step, w), {w: 0}), 1 - 2 * eta * mu_xx * x / L


def _origin_limit() -> tuple[sp.Expr, sp.Expr]:
    edge = L / (mu_xx * x)
    return at(1 - 2 * eta * mu_xx * x / L, {eta: edge}), sp.Integer(-1)


def _critical_step() -> tuple[sp.Expr, sp.Expr]:
    """r = 1: w -> w - c w^3, hence 1/w^2 grows by 2c = 4 eta mu_xx/L per step."""
    return _step_below(ONE), w - 2 * eta * mu_xx / L * w**3


def _critical_law() -> tuple[sp.Expr, sp.Expr]:
    """The registered decay solves dw/dn = -c w^3 from w_0."""
    n = sp.Symbol("n", positive=True)
    decay = law("block2-critical-decay", n=n)
    return D(decay, n), -2 * eta * mu_xx / L * decay**3


def _origin_stable(depth: int, ratio: float, factor: float) -> bool:
    """Simulated: w = 0 attracts iff eta is below the public limit."""
    rate = factor * chain.floor_max_learning_rate(depth, ratio, 1.0)
    grid = scalar.Grid("block2", float(depth), mu_yx=ratio, rate=rate, weight=1e-3, balanced=True)
    total = np.squeeze(scalar.gradient_descent(grid, steps=6000)["total"].to_numpy())
    return bool(abs(total - 1) < 1e-6) == (factor < 1)


_UNREACHABLE = {x: POSITIVE, mu_xx: POSITIVE, L: FINITE_DEPTH}  # r = 1 - x

CLAIMS.add(
    id="CHAIN-I22",
    source=CHAIN.beyond("ERR-A6"),
    says=(
        "Block two with r < 1 has its minimum at w = 0, a = 1, stable for eta < L/(mu_xx (1 - "
        "r)); with r = 1 a step gives w - (2 eta mu_xx/L) w^3 + ..., so that to leading order "
        "weights decay like w_0/sqrt(1 + 4 eta mu_xx w_0^2 n/L)."
    ),
    checks=(
        Identity(
            _origin_multiplier, {x: POSITIVE, mu_xx: POSITIVE, L: FINITE_DEPTH, eta: POSITIVE}
        ),
        Identity(_origin_limit, _UNREACHABLE),
        Identity(_critical_step, {w: POSITIVE, mu_xx: POSITIVE, L: FINITE_DEPTH, eta: POSITIVE}),
        Identity(
            _critical_law,
            {
                sp.Symbol("n", positive=True): POSITIVE,
                sp.Symbol("w0", positive=True): POSITIVE,
                mu_xx: POSITIVE,
                L: FINITE_DEPTH,
                eta: POSITIVE,
            },
        ),
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
    says=(
        "Block two, r > 1: with equal weights 2/S is the largest learning rate at which the "
        "minimum is stable: to first order deviations are multiplied by 1 - eta S, and at eta "
        "S = 2 pulled back, as its flip has C > 0, here at r = (1 + x)^L."
    ),
    quote="equal initial weight in each layer",
    reading=(
        "On the balanced line, which the paper assumes. At r = 2 slightly unequal weights "
        "leave it beyond 2/S and train at a flatter minimum; at r = 100 and L = 2 they do not "
        "(CHAIN-E34-training)."
    ),
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


def _layer_shares() -> tuple[sp.Expr, sp.Expr]:
    """(b'/b)^2 = (4/L) (exp(-y) - exp(-2y)) at b = exp(y), w^2 = L (b - 1)."""
    b = layer("block2", w)
    share = (D(b, w) / b) ** 2
    return at(share, {w: sp.sqrt(L * (sp.exp(x) - 1))}), 4 / L * _share(x)


def _registered_share() -> tuple[sp.Expr, sp.Expr]:
    return law("block2-phi", y=x), _share(x)


def _subadditive() -> tuple[sp.Expr, str, sp.Expr]:
    """phi(y) + phi(z) > phi(y + z), in exp(-y) = 1/(1+x) and exp(-z) = 1/(1+u)."""
    first, second = 1 / (1 + x), 1 / (1 + u)
    apart = (first - first**2) + (second - second**2)
    return apart, ">", first * second - (first * second) ** 2


def _flattest() -> tuple[sp.Expr, sp.Expr]:
    """One active block, b = r, has S = (4 mu_xx r^2/L) phi(ln r)."""
    flattest = 4 * mu_xx * r**2 / L * (1 / r - 1 / r**2)
    return flattest, law("block2-flattest-sharpness", mu_yx=r * mu_xx)


def _ceiling() -> tuple[sp.Expr, sp.Expr]:
    """Largest k = eta S with eta = 2/S_flattest."""
    moments = {"mu_yx": r * mu_xx}
    ceiling = 2 * printed_sharpness("block2") / law("block2-flattest-sharpness", **moments)
    return law("block2-ceiling"), ceiling


def _ceilings() -> Iterator[tuple[str, sp.Expr, str]]:
    for depth, printed in ((2, "3.314"), (4, "4.281"), (8, "4.871")):
        highest = law("block2-ceiling", r=sp.Integer(2), L=sp.Integer(depth))
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
    says=(
        "From L = 2 on block two, r > 1, has flatter minima than the balanced one: S = (4 "
        "mu_xx r^2/L) sum phi(ln b_l) with phi(y) = exp(-y) - exp(-2y) subadditive, so that a "
        "single active block is the flattest, S = 4 mu_xx (r-1)/L, stable to first order up "
        "to k_max = 1/kappa_L (3.314 at L = 2, 4.281 at L = 4, 4.871 at L = 8 for r = 2)."
    ),
    checks=(
        Identity(_layer_shares, {x: POSITIVE, L: FINITE_DEPTH}),
        Identity(_registered_share, {x: POSITIVE}),
        Inequality(_subadditive, {x: POSITIVE, u: POSITIVE}),
        Identity(_flattest, target_domain("block2")),
        Identity(_ceiling, target_domain("block2")),
        Quoted(_ceilings),
    ),
)

CLAIMS.add(
    id="CHAIN-E34-training",
    source=CHAIN.beyond("ERR-A11"),
    says=(
        "From weights perturbed by 1e-3, beyond 2/S (k = 2.5, 2000 steps), block two trains "
        "at r = 2, L = 2, 3, 4 and 8 to a loss below 1e-20; at r = 100, L = 2, where the "
        "balanced minimum is flatter than those near it, the loss stays above 1."
    ),
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
