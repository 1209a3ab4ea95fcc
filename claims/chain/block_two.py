"""Residual networks of block depth two: appendix D, equations (29) to (35), figure 7."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import sympy as sp
import xarray as xr
from flint import arb

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    CURVATURE_DOMAIN,
    DATA,
    FINITE_DEPTH,
    L0,
    ONE,
    L,
    at_minimum,
    eta,
    exact_networks,
    final_loss,
    flow_slope,
    full_hessian,
    gradient,
    k,
    largest_eigenvalue,
    layer,
    loss,
    minimum,
    mp,
    mu_xx,
    mu_yx,
    precise,
    printed_sharpness,
    r,
    radial_curvature,
    rest,
    target_domain,
    tau,
    transverse_curvature,
    u,
    w,
    x,
)
from depthlaws.claims.engine.checks import (
    Certify,
    Exhaustive,
    Identity,
    Inequality,
    Property,
    Quoted,
)
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT, Interval

CLAIMS = Claims()


# -- the network and its flow ----------------------------------------------------------------------

CLAIMS.add(
    id="CHAIN-E29",
    source=CHAIN.eq(29),
    says="Block two is the product of the factors 1 + w_l^2/L; the simulator multiplies these.",
    checks=(Exhaustive(exact_networks("block2")),),
)


def _layer_flow() -> tuple[sp.Expr, sp.Expr]:
    """Any depth: the other blocks enter only through their product B."""
    found = -eta * sp.diff(loss(layer("block2", w) * rest), w)
    return found, 2 * eta * w / L * (mu_yx - mu_xx * layer("block2", w) * rest) * rest


CLAIMS.add(
    id="CHAIN-E30",
    source=CHAIN.eq(30),
    says="Block two: gradient flow of the first layer, at every depth.",
    checks=(
        Identity(
            _layer_flow, {w: POSITIVE, rest: POSITIVE, L: FINITE_DEPTH, eta: POSITIVE, **DATA}
        ),
    ),
)


def _one_weight() -> tuple[sp.Expr, sp.Expr]:
    b = 1 + w**2 / L
    return -eta * gradient("block2"), 2 * eta / L * (mu_yx - mu_xx * b**L) * b ** (L - 1) * w


CLAIMS.add(
    id="CHAIN-E31",
    source=CHAIN.eq(31),
    says="Block two: flow of one weight when all are equal.",
    checks=(Identity(_one_weight, {w: POSITIVE, L: FINITE_DEPTH, **DATA, eta: POSITIVE}),),
)


# -- curvature, sharpness, rule --------------------------------------------------------------------


def _printed_curvature() -> sp.Expr:
    """Right-hand side of eq. (32)."""
    b = 1 + w**2 / L
    pull = mu_yx * b ** (L - 2) * ((2 * L - 1) / L * w**2 + 1)
    return 2 / L * (mu_xx * b ** (2 * L - 2) * ((4 * L - 1) / L * w**2 + 1) - pull)


def _printed_slope() -> tuple[sp.Expr, sp.Expr]:
    """Both sides of eq. (32) as printed."""
    return flow_slope("block2"), _printed_curvature()


CLAIMS.add(
    id="CHAIN-E32",
    source=CHAIN.eq(32),
    says="Block two: (1/eta) d(dw_1/dt)/dw_1 equals the printed right-hand side.",
    quote="(1/eta) d(dw_1/dt)/dw_1 = (2/L) [ -mu_yx (...) + mu_xx (...) ]",
    reading="One sign slip, that of eq. (12): the left side lacks a minus. (The text cites "
    "eq. (25) for eq. (31).)",
    checks=(Identity(_printed_slope, CURVATURE_DOMAIN),),
    corrected_by="CHAIN-E32-sign",
)


def _negative_slope() -> tuple[sp.Expr, sp.Expr]:
    return -flow_slope("block2"), _printed_curvature()


def _radial_law() -> tuple[sp.Expr, sp.Expr]:
    return law("block2-radial"), radial_curvature("block2")


def _transverse_law() -> tuple[sp.Expr, sp.Expr]:
    return law("block2-transverse"), transverse_curvature("block2")


CLAIMS.add(
    id="CHAIN-E32-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="Block two: the printed right-hand side is the radial Hessian eigenvalue, "
    "-(1/eta) d(dw_1/dt)/dw_1.",
    checks=(
        Identity(_negative_slope, CURVATURE_DOMAIN),
        Identity(_radial_law, CURVATURE_DOMAIN),
        Identity(_transverse_law, CURVATURE_DOMAIN),
    ),
    cross_checks=(Exhaustive(full_hessian("block2")),),
)


def _printed_at_minimum() -> tuple[sp.Expr, sp.Expr]:
    """Both sides of eq. (33) as printed."""
    return at_minimum(flow_slope("block2"), "block2"), printed_sharpness("block2")


CLAIMS.add(
    id="CHAIN-E33",
    source=CHAIN.eq(33),
    says="Block two: S = (1/eta) d(dw_1/dt)/dw_1 at the minimum, as printed.",
    quote="S = (1/eta) d(dw_1/dt)/dw_1 at 1 + w_1^2/L = (mu_yx/mu_xx)^(1/L)",
    reading="The sign slip of eq. (12) once more; the value of S is right.",
    checks=(Identity(_printed_at_minimum, target_domain("block2")),),
    corrected_by="CHAIN-E33-sign",
)


def _radial_at_minimum() -> tuple[sp.Expr, sp.Expr]:
    return at_minimum(radial_curvature("block2"), "block2"), printed_sharpness("block2")


def _middle_form() -> tuple[sp.Expr, sp.Expr]:
    """S = (4/L) mu_xx r^(2-2/L) w_1^2 at the minimum."""
    weight = minimum("block2")
    return 4 / L * mu_xx * r ** (2 - 2 / L) * weight**2, printed_sharpness("block2")


def _sharpness_law() -> tuple[sp.Expr, sp.Expr]:
    return law("block2-sharpness", mu_yx=r * mu_xx), printed_sharpness("block2")


def _flat_across() -> tuple[sp.Expr, sp.Expr]:
    return at_minimum(transverse_curvature("block2"), "block2"), sp.Integer(0)


def _positive_sharpness() -> tuple[sp.Expr, str, sp.Expr]:
    """In r = exp(x)."""
    return printed_sharpness("block2").subs(r, sp.exp(x)), ">", sp.Integer(0)


CLAIMS.add(
    id="CHAIN-E33-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="Block two, r > 1: the printed S is the radial Hessian eigenvalue at the balanced "
    "minimum; there it is positive and the largest eigenvalue, the others being 0.",
    checks=(
        Identity(_radial_at_minimum, target_domain("block2")),
        Identity(_middle_form, target_domain("block2")),
        Identity(_sharpness_law, target_domain("block2")),
        Identity(_flat_across, target_domain("block2")),
        Inequality(_positive_sharpness, {x: POSITIVE, mu_xx: POSITIVE, L: FINITE_DEPTH}),
    ),
    cross_checks=(
        Property(
            largest_eigenvalue("block2"),
            {
                "depth": [1, 2, 3, 8, 24],
                "ratio": Interval(1, 8, left_open=True),
                "second": [0.3, 1.0, 4.0],
            },
            rtol=1e-8,
            n=45,
        ),
    ),
)


def _rule() -> tuple[sp.Expr, sp.Expr]:
    return law("block2-rate", mu_yx=r * mu_xx), 1 / (tau * printed_sharpness("block2"))


@precise
def _rate_in_floats(L: float, excess: float, second: float, tau: float) -> tuple[float, float]:
    yx = second * (1 + excess)
    exact = mp("block2-rate", L, yx, second, tau)
    return chain.learning_rate(L, yx, second, tau, network="block2"), float(exact)


CLAIMS.add(
    id="CHAIN-E34",
    source=CHAIN.eq(34),
    says="Block two: the rule is eta = 1/(tau S), so that eta S = 1/tau.",
    checks=(Identity(_rule, {**target_domain("block2"), tau: POSITIVE}),),
    cross_checks=(
        Property(
            _rate_in_floats,
            {
                "L": [1.0, 2.0, 7.0, 1e3, 1e6, 1e9],
                "excess": Interval(sp.Rational(1, 100), 1000),
                "second": [0.01, 1.0, 100.0],
                "tau": [0.5, 3.0],
            },
            rtol=1e-12,
            n=72,
        ),
    ),
)


# -- targets that block two cannot reach -----------------------------------------------------------


def _printed_rate_positive() -> tuple[sp.Expr, str, sp.Expr]:
    return law("block2-rate", mu_yx=r, mu_xx=ONE, tau=ONE), ">", sp.Integer(0)


CLAIMS.add(
    id="CHAIN-I22-printed",
    source=CHAIN.eq(34),
    says="Eq. (34) is a positive learning rate for every mu_yx/mu_xx > 0.",
    quote="Hence, the maximum stable learning rate scales as",
    reading="Nothing in appendix D excludes mu_yx < mu_xx; for r > 1 the sentence stands.",
    checks=(
        Certify(
            _printed_rate_positive,
            {r: (sp.Rational(1, 4), sp.Rational(3, 4)), L: [1, 2, 4]},
        ),
    ),
    corrected_by="CHAIN-I22-domain",
)


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
    id="CHAIN-I22-domain",
    source=CHAIN.beyond("ERR-A6"),
    says="Eq. (34) is positive for r > 1 and negative for r < 1: block two cannot reach a "
    "target below 1.",
    checks=(
        Identity(_registered_rate, {r: POSITIVE, mu_xx: POSITIVE, L: FINITE_DEPTH, tau: POSITIVE}),
        Inequality(_positive_above, _RATE, what="r = exp(x)"),
        Inequality(_negative_below, _RATE, what="r = exp(-x)"),
    ),
)


def _step_below(share: sp.Expr) -> sp.Expr:
    """One step of gradient descent from small w, to third order, at mu_yx = share * mu_xx."""
    step = (w - eta * gradient("block2")).subs(mu_yx, share * mu_xx)
    return sp.series(step, w, 0, 4).removeO()


def _origin_multiplier() -> tuple[sp.Expr, sp.Expr]:
    """w is multiplied by 1 - 2 eta mu_xx (1-r)/L: above -1 exactly for eta < L/(mu_xx (1-r))."""
    return _step_below(r).coeff(w, 1), 1 - 2 * eta * mu_xx * (1 - r) / L


def _origin_limit() -> tuple[sp.Expr, sp.Expr]:
    edge = L / (mu_xx * (1 - r))
    return (1 - 2 * eta * mu_xx * (1 - r) / L).subs(eta, edge), sp.Integer(-1)


def _critical_step() -> tuple[sp.Expr, sp.Expr]:
    """r = 1: w -> w - c w^3, hence 1/w^2 grows by 2c = 4 eta mu_xx/L a step."""
    return _step_below(ONE), w - 2 * eta * mu_xx / L * w**3


def _critical_law() -> tuple[sp.Expr, sp.Expr]:
    """The registered decay solves dw/dn = -c w^3 from w_0."""
    n = sp.Symbol("n", positive=True)
    decay = law("block2-critical-decay", n=n)
    return sp.diff(decay, n), -2 * eta * mu_xx / L * decay**3


def _origin_stable(depth: int, ratio: float, factor: float) -> bool:
    """Simulated: w = 0 attracts iff eta is below the public limit."""
    rate = factor * chain.floor_max_learning_rate(depth, ratio, 1.0)
    grid = scalar.Grid("block2", float(depth), mu_yx=ratio, rate=rate, weight=1e-3, balanced=True)
    total = np.squeeze(scalar.gradient_descent(grid, steps=6000)["total"].to_numpy())
    return (bool(np.isfinite(total)) and float(total) - 1 < 1e-6) == (factor < 1)


CLAIMS.add(
    id="CHAIN-I22",
    source=CHAIN.beyond("ERR-A6"),
    says="Block two with r < 1 has its minimum at w = 0, a = 1, stable for "
    "eta < L/(mu_xx (1 - r)); with r = 1 a step is w - (2 eta mu_xx/L) w^3 + ..., so that weights "
    "decay like w_0/sqrt(1 + 4 eta mu_xx w_0^2 n/L).",
    checks=(
        Identity(_origin_multiplier, {r: UNIT, mu_xx: POSITIVE, L: FINITE_DEPTH, eta: POSITIVE}),
        Identity(_origin_limit, {r: UNIT, mu_xx: POSITIVE, L: FINITE_DEPTH}),
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


# -- is the rule the largest? ----------------------------------------------------------------------


def _balanced_limit() -> tuple[sp.Expr, sp.Expr]:
    """Along equal weights the multiplier is 1 - eta S: -1 exactly at eta = 2/S."""
    step = at_minimum(sp.diff(w - eta * gradient("block2"), w), "block2")
    return step.subs(eta, 2 / printed_sharpness("block2")), sp.Integer(-1)


CLAIMS.add(
    id="CHAIN-E34-largest",
    source=CHAIN.eq(34),
    says="Block two: with equal weights 2/S is the largest learning rate at which the minimum is "
    "stable.",
    quote="equal initial weight in each layer",
    reading="Exact on the balanced line, which the paper assumes. It is not the largest rate at "
    "which block two trains: with any imbalance gradient descent moves to a flatter minimum.",
    imprecise=True,
    exact="CHAIN-E34-ceiling",
    checks=(Identity(_balanced_limit, target_domain("block2")),),
)


def _share(y: sp.Expr) -> sp.Expr:
    return sp.exp(-y) - sp.exp(-2 * y)


def _layer_shares() -> tuple[sp.Expr, sp.Expr]:
    """(b'/b)^2 = (4/L) (exp(-y) - exp(-2y)) at b = exp(y), w^2 = L (b - 1)."""
    b = layer("block2", w)
    found = (sp.diff(b, w) / b) ** 2
    return found.subs(w, sp.sqrt(L * (sp.exp(x) - 1))), 4 / L * _share(x)


def _registered_share() -> tuple[sp.Expr, sp.Expr]:
    return law("block2-phi", y=x), _share(x)


def _subadditive() -> tuple[sp.Expr, str, sp.Expr]:
    """phi(y) + phi(z) > phi(y + z), in exp(-y) = 1/(1+x) and exp(-z) = 1/(1+u)."""
    first, second = 1 / (1 + x), 1 / (1 + u)
    apart = (first - first**2) + (second - second**2)
    return apart, ">", first * second - (first * second) ** 2


def _flattest() -> tuple[sp.Expr, sp.Expr]:
    """One active block, b = r: S = (4 mu_xx r^2/L) phi(ln r)."""
    found = 4 * mu_xx * r**2 / L * (1 / r - 1 / r**2)
    return found, law("block2-flattest-sharpness", mu_yx=r * mu_xx)


def _ceiling() -> tuple[sp.Expr, sp.Expr]:
    """Largest k = eta S with eta = 2/S_flattest."""
    moments = {"mu_yx": r * mu_xx}
    found = 2 * printed_sharpness("block2") / law("block2-flattest-sharpness", **moments)
    return law("block2-ceiling"), found


def _ceilings() -> Iterator[tuple[str, arb, str]]:
    for depth, printed in ((2, "3.314"), (4, "4.281"), (8, "4.871")):
        yield f"k_max at L = {depth}, r = 2", formula("block2-ceiling").ball(2, depth), printed


def _trains(depth: int, rate: float, seed: int) -> tuple[float, float]:
    """Block two, r = 2, equal weights perturbed by 1e-3: training loss at a rate above 2/S."""
    eta = rate * chain.learning_rate(depth, 2.0, 1.0, 1.0, network="block2")
    weights = 0.3 * np.exp(1e-3 * np.random.default_rng(seed).standard_normal(depth))
    start = xr.DataArray(weights, dims="layer")
    grid = scalar.Grid("block2", depth, mu_yx=2.0, rate=eta, weight=start)
    out = scalar.gradient_descent(grid, steps=20_000)
    return float(np.squeeze(out["loss"].to_numpy())), 1e-12


CLAIMS.add(
    id="CHAIN-E34-ceiling",
    source=CHAIN.beyond("ERR-A11"),
    says="Above 2/S block two still trains, at a flatter minimum: S = (4 mu_xx r^2/L) sum "
    "phi(ln b_l) with phi(y) = exp(-y) - exp(-2y) subadditive, so that a single active block is "
    "the flattest minimum, S = 4 mu_xx (r-1)/L, and the ceiling is k_max = 1/kappa_L (3.314 at "
    "L = 2, 4.281 at L = 4, 4.871 at L = 8 for r = 2). Perturbed by 1e-3, k = 2.2 trains.",
    checks=(
        Identity(_layer_shares, {x: POSITIVE, L: FINITE_DEPTH}),
        Identity(_registered_share, {x: POSITIVE}),
        Inequality(_subadditive, {x: POSITIVE, u: POSITIVE}),
        Identity(_flattest, target_domain("block2")),
        Identity(_ceiling, target_domain("block2")),
        Quoted(_ceilings),
    ),
    cross_checks=(
        Property(_trains, {"depth": [2], "rate": [2.1, 2.2], "seed": [5, 6]}, relation="<"),
    ),
)


# -- large depth -----------------------------------------------------------------------------------


def _scaled() -> sp.Expr:
    """S L at mu_xx = 1: k under the agnostic rule eta = c L, per unit c."""
    return L * law("block2-sharpness", mu_yx=r, mu_xx=ONE)


def _leading() -> tuple[sp.Expr, sp.Expr]:
    return sp.limit(_scaled(), L, sp.oo), 4 * r**2 * sp.log(r)


def _next() -> tuple[sp.Expr, sp.Expr]:
    found = sp.limit(L * (_scaled() - 4 * r**2 * sp.log(r)), L, sp.oo)
    return found, -6 * r**2 * sp.log(r) ** 2


CLAIMS.add(
    id="CHAIN-E35",
    source=CHAIN.eq(35),
    says="Block two at large depth: S = (4/L) mu_xx r^2 ln r + O(1/L^2); the next factor is "
    "1 - 3 ln r/(2 L).",
    checks=(Identity(_leading, {r: ABOVE_ONE}), Identity(_next, {r: ABOVE_ONE})),
)


def _in_root() -> tuple[sp.Expr, sp.Expr]:
    """In u = r^(1/L)."""
    found = law("block2-sharpness", mu_yx=r * mu_xx).subs(r, u**L)
    return found, 4 * mu_xx * u ** (2 * L) * (u - 1) / u**2


def _slope_in_root() -> tuple[sp.Expr, sp.Expr]:
    """At fixed r = u^L, S changes with u like (u - 1)/u^2, and u falls with depth."""
    return sp.diff((u - 1) / u**2, u), (2 - u) / u**3


def _falls_below_two() -> tuple[sp.Expr, str, sp.Expr]:
    return (2 - u) / u**3, ">", sp.Integer(0)


CLAIMS.add(
    id="CHAIN-I8-block2",
    source=CHAIN.section("D"),
    says="At large depth, from r^(1/L) < 2 on, the sharpness of block two decreases with depth.",
    quote="This shows that the sharpness at the global minimum decreases with L",
    reading="As introduced, to see its behavior with large L. At every depth it does not: for "
    "r = 16 it grows until L = 4.",
    imprecise=True,
    exact="CHAIN-I8-block2-peak",
    checks=(
        Identity(_in_root, {u: ABOVE_ONE, L: FINITE_DEPTH, mu_xx: POSITIVE}),
        Inequality(_falls_below_two, {u: Interval(1, 2, left_open=True, right_open=True)}),
    ),
)


def _grows_above_two() -> tuple[sp.Expr, str, sp.Expr]:
    return (2 - u) / u**3, "<", sp.Integer(0)


def _peak_depth() -> tuple[sp.Expr, sp.Expr]:
    return r ** (1 / law("block2-sharpest-depth")), sp.Integer(2)


CLAIMS.add(
    id="CHAIN-I8-block2-peak",
    source=CHAIN.beyond("ERR-A10"),
    says="S of block two is 4 mu_xx r^2 (u - 1)/u^2 in u = r^(1/L): largest at u = 2, it grows "
    "with depth before L = log2(r) and falls from there on.",
    checks=(
        Identity(_in_root, {u: ABOVE_ONE, L: FINITE_DEPTH, mu_xx: POSITIVE}),
        Identity(_slope_in_root, {u: ABOVE_ONE}),
        Inequality(_falls_below_two, {u: Interval(1, 2, left_open=True, right_open=True)}),
        Inequality(_grows_above_two, {u: Interval(2, sp.oo, left_open=True, right_open=True)}),
        Identity(_peak_depth, {r: ABOVE_ONE}),
    ),
)


# -- transfer --------------------------------------------------------------------------------------


def _deep_factor() -> tuple[sp.Expr, sp.Expr]:
    found = sp.limit(_scaled(), L, sp.oo) / _scaled().subs(L, L0)
    return found, sp.log(r) * r ** (2 / L0) / (L0 * (r ** (1 / L0) - 1))


def _deep_factors() -> Iterator[tuple[str, arb, str]]:
    for depth, printed in ((1, "2.773"), (2, "1.673"), (4, "1.295"), (8, "1.138")):
        n = arb(depth)
        found = arb(2).log() * arb(2) ** (2 / n) / (n * (arb(2) ** (1 / n) - 1))
        yield f"r = 2, L0 = {depth}", found, printed


CLAIMS.add(
    id="CHAIN-I16-block2",
    source=CHAIN.beyond("I16"),
    says="Block two with eta = c L: k_inf = k_L0 ln(r) r^(2/L0) / (L0 (r^(1/L0) - 1)): 2.773, "
    "1.673, 1.295, 1.138 from L0 = 1, 2, 4, 8 at r = 2.",
    checks=(Identity(_deep_factor, {r: ABOVE_ONE, L0: FINITE_DEPTH}), Quoted(_deep_factors)),
)

_DEPTHS = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 128.0, 1024.0]


def _trained(depth: float, k: float, ratio: float) -> bool:
    return final_loss("block2", depth, ratio, k, weight=0.01) < 1e-2


def _trains_at_two(depth: float, k: float) -> bool:
    return _trained(depth, k, 2.0)


CLAIMS.add(
    id="CHAIN-I21",
    source=CHAIN.section("D"),
    says="Block two from w = 0.01, r = 2: under eq. (34) every k in [1, 1.5] trains every depth to "
    "a loss of 1e-2 in 30 steps.",
    quote="the optimal learning rate transfers under the data-dependent scaling in Equation (34)",
    reading="At the data of figure 7, r = 2. The targets of figure 2C are not printed; for r = 4 "
    "the window of good rates is gone from L = 4 on.",
    imprecise=True,
    exact="CHAIN-I21-near-two",
    checks=(
        Property(_trains_at_two, {"depth": _DEPTHS, "k": Interval(1, sp.Rational(3, 2))}, n=160),
    ),
    why_sampled="no enclosure of 30 steps over a range of rates",
)


@cache
def _good_at_four(depth: float) -> dict[int, bool]:
    """Whether k = n/100 trains at r = 4, in one run for all rates."""
    k = np.arange(1, 301) / 100
    rate = k * chain.learning_rate(depth, 4.0, 1.0, 1.0, network="block2")
    grid = scalar.Grid("block2", depth, mu_yx=4.0, rate=rate, weight=0.01, balanced=True)
    loss = np.squeeze(scalar.gradient_descent(grid, steps=30)["loss"].to_numpy())
    return {n: bool(good) for n, good in enumerate(loss < 1e-2, start=1)}


def _no_slow_rate(depth: float, k: float) -> bool:
    return not _trained(depth, k, 4.0)


def _fast_rates_at_four_layers(k: float) -> bool:
    return _trained(4.0, k, 4.0)


def _isolated(depth: float) -> bool:
    """Rates that train lie above 1.5, and from L = 8 on no five neighbours of a grid do."""
    good = _good_at_four(depth)
    slow = any(good[n] for n in range(1, 151))
    runs = [all(good[n + i] for i in range(10)) for n in range(1, 290)]
    return not slow and any(good.values()) and not any(runs)


CLAIMS.add(
    id="CHAIN-I21-near-two",
    source=CHAIN.beyond("ERR-A7"),
    says="For r = 2 the rates k from 1 to 1.5 train every depth (loss below 1e-2 after 30 steps "
    "from 0.01). For r = 4 and L >= 4 no k up to 1.5 does, because the escape from w = 0 takes "
    "longer than the budget: at L = 4 every k from 1.54 to 1.87 does, deeper only isolated rates.",
    checks=(
        Property(_trains_at_two, {"depth": _DEPTHS, "k": Interval(1, sp.Rational(3, 2))}, n=80),
        Property(
            _no_slow_rate,
            {"depth": _DEPTHS[2:], "k": Interval(sp.Rational(1, 100), sp.Rational(3, 2))},
            n=120,
        ),
        Property(
            _fast_rates_at_four_layers,
            {"k": Interval(sp.Rational(154, 100), sp.Rational(187, 100))},
            n=60,
        ),
        Property(_isolated, {"depth": _DEPTHS[3:]}, what="a grid of 0.01 up to k = 3"),
    ),
    why_sampled="no enclosure of 30 steps over a range of rates",
)


# -- figure 7 --------------------------------------------------------------------------------------


def _escape_multiplier() -> tuple[sp.Expr, sp.Expr]:
    """w -> (1 + k kappa_L) w near 0."""
    step = (w - k / printed_sharpness("block2") * gradient("block2")).subs(mu_yx, r * mu_xx)
    return sp.diff(step, w).subs(w, 0), 1 + k * law("block2-escape-rate")


def _escape_rates() -> Iterator[tuple[str, arb, str]]:
    for depth, printed in ((1, "0.5"), (2, "0.3018"), (4, "0.2336"), (8, "0.2053")):
        yield f"kappa at L={depth}", formula("block2-escape-rate").ball(2, depth), printed
    yield "kappa at infinite depth", formula("block2-escape-rate-infinite").ball(2), "0.1803"


def _escape(depth: float, start: float) -> tuple[float, float]:
    """Simulated: log w grows by log(1 + 0.1 kappa_L) a step while w is small (r = 2)."""
    rate = 0.1 * chain.learning_rate(depth, 2.0, 1.0, 1.0, network="block2")
    grid = scalar.Grid("block2", depth, mu_yx=2.0, rate=rate, weight=start, balanced=True)
    out = scalar.gradient_descent(grid, steps=20, record=[0, 20])
    weight = np.sqrt(depth * np.expm1(np.log(np.squeeze(out["total"].to_numpy())) / depth))
    return float(np.log(weight[1] / weight[0]) / 20), float(
        np.log1p(0.1 * chain.escape_rate(2.0, depth))
    )


def _infinite_step(start: float) -> tuple[float, float]:
    """One simulated step at infinite depth against s (1 + k/(2 ln r) y (1 - y)), y = r^(s^2-1)."""
    grid = scalar.Grid("block2", np.inf, mu_yx=2.0, scaled_rate=0.05, weight=start, balanced=True)
    out = scalar.gradient_descent(grid, steps=1)
    found = float(np.sqrt(np.log(np.squeeze(out["total"].to_numpy()))))
    log_r = float(np.log(2.0))
    k = 0.05 * 4 * 4 * log_r  # c times the limit of S L
    s = start / np.sqrt(log_r)
    exact = float(formula("block2-gd-step-infinite")(s, k, 2.0) * np.sqrt(log_r))
    return found, exact


CLAIMS.add(
    id="CHAIN-F7",
    source=CHAIN.figure(7),
    says="Block two leaves w = 0 by the factor 1 + k kappa_L a step: kappa = 0.5, 0.3018, 0.2336, "
    "0.2053, 0.1803 for L = 1, 2, 4, 8 and infinity at r = 2.",
    checks=(
        Identity(_escape_multiplier, {k: POSITIVE, **target_domain("block2")}),
        Quoted(_escape_rates),
    ),
    cross_checks=(
        Property(_escape, {"depth": [1.0, 2.0, 4.0, 8.0], "start": [1e-4, 1e-3]}, rtol=1e-4),
        Property(_infinite_step, {"start": [0.01, 0.3, 0.8, 1.2]}, rtol=1e-12, n=4),
    ),
)
