"""Equations (1)-(35) of the scalar-chain paper, and its unnumbered equalities."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.chain.derive import (
    BLOCKS,
    DATA,
    FINITE_DEPTH,
    MODERATE,
    L,
    alpha,
    at_minimum,
    eta,
    gradient,
    law_id,
    layer,
    loss,
    minimum,
    mu_xx,
    mu_yx,
    mu_yy,
    r,
    radial_curvature,
    tau,
    transverse_curvature,
    u,
    v,
    w,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claim
from depthlaws.sims.scalar import descent as scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.formula import UNIT, Interval

ABOVE_ONE = Interval(1, 8, left_open=True)
WEIGHT = {w: MODERATE}
TARGET = {"plain": MODERATE, "block1": MODERATE, "block2": ABOVE_ONE}


# -- loss, flow, conservation ----------------------------------------------------------------


def _multilinear(depth: int, seed: int) -> tuple[float, float]:
    rng = np.random.default_rng(int(seed))
    weights, scale, x = rng.normal(size=int(depth)), rng.normal(), rng.normal()
    layers = np.where(np.arange(len(weights)) == 0, scale, 1.0) * weights
    return float(np.prod(layers[::-1]) * x), float(scale * np.prod(weights) * x)


def _loss_from_data(seed: int, a: float) -> tuple[float, float]:
    rng = np.random.default_rng(int(seed))
    x, y = rng.normal(size=(2, 7))
    moments = {mu_yx: np.mean(y * x), mu_xx: np.mean(x * x), mu_yy: np.mean(y * y)}
    a_symbol = sp.Symbol("a", real=True)
    return float(loss(a_symbol).subs({a_symbol: a, **moments})), float(
        np.mean((y - a * x) ** 2) / 2
    )


def _completed_square() -> tuple[sp.Expr, sp.Expr]:
    a = sp.Symbol("a", real=True)
    best = mu_yx / mu_xx
    return loss(a), mu_xx * (a - best) ** 2 / 2 + (mu_yy - mu_yx**2 / mu_xx) / 2


def _layer_gradients() -> Iterator[tuple[str, Any, Any]]:
    for depth in range(1, 7):
        weights = sp.symbols(f"w1:{depth + 1}", real=True)
        total = sp.prod(weights)
        for i, weight in enumerate(weights):
            printed = eta * (mu_yx - mu_xx * total) * sp.prod(weights[:i] + weights[i + 1 :])
            yield f"L={depth}, l={i + 1}", -eta * sp.diff(loss(total), weight), printed


def _residual_gradients(network: str, printed: Callable[..., Any]) -> Callable[[], Iterator[Any]]:
    def cases() -> Iterator[tuple[str, Any, Any]]:
        for depth in range(1, 6):
            weights = sp.symbols(f"w1:{depth + 1}", real=True)
            factors = [layer(network, x, sp.Integer(depth)) for x in weights]
            flow = -eta * sp.diff(loss(sp.prod(factors)), weights[0])
            yield f"L={depth}", flow, printed(weights[0], factors, sp.Integer(depth))

    return cases


_INVARIANT = {
    "plain": lambda x, depth: x**2,
    "block1": lambda x, depth: (1 + x / sp.sqrt(depth)) ** 2,
    "block2": lambda x, depth: sp.log(x) + x**2 / (2 * depth),
}


def _invariant_is_conserved(network: str) -> Callable[[], tuple[sp.Expr, sp.Expr]]:
    """d/dt of the invariant of a layer does not depend on the layer: compare two of them."""

    def sides() -> tuple[sp.Expr, sp.Expr]:
        rest = sp.Symbol("B", positive=True)  # product of the other layers
        total = layer(network, u) * layer(network, v) * rest
        rates = [sp.diff(_INVARIANT[network](x, L), x) * -sp.diff(loss(total), x) for x in (u, v)]
        return rates[0], rates[1]

    return sides


def _imbalance_step() -> tuple[sp.Expr, sp.Expr]:
    rest, g = sp.Symbol("B", positive=True), sp.Symbol("g", positive=True)
    total = u * v * rest
    after = [x + eta * g * total / x for x in (u, v)]
    shrink = 1 - eta**2 * g**2 * total**2 / (u**2 * v**2)
    return after[0] ** 2 - after[1] ** 2, (u**2 - v**2) * shrink


def _reduced_flow(seed: int, depth: int) -> tuple[Any, Any]:
    """Eq. (3), integrated on its own, against the full flow: the smallest layer as coordinate."""
    from scipy.integrate import solve_ivp

    rng = np.random.default_rng(int(seed))
    weights = np.sort(rng.uniform(0.2, 1.5, size=int(depth)))
    c = weights**2 - weights[0] ** 2
    times = np.array([0.5, 2.0, 6.0])

    def rhs(_: float, x: Any) -> Any:
        rest = np.prod(np.sqrt(x[0] ** 2 + c[1:]))
        return [0.5 * (1.2 - 0.8 * x[0] * rest) * rest]

    path = solve_ivp(rhs, (0, 6), weights[:1], t_eval=times, rtol=1e-11, atol=1e-13)
    full = scalar.gradient_flow("plain", weights, times, mu_yx=1.2, mu_xx=0.8, rate=0.5)
    return path.y[0], full["weights"].isel(layer=0).to_numpy()


def _footnote_flow(seed: int) -> tuple[Any, Any]:
    """Mixed signs: one smooth equation for the layer of smallest modulus, through a sign change."""
    from scipy.integrate import solve_ivp

    rng = np.random.default_rng(int(seed))
    weights = np.array([-rng.uniform(0.1, 0.3), rng.uniform(0.5, 0.9), rng.uniform(1.0, 1.3)])
    c = weights**2 - weights[0] ** 2
    signs, times = np.sign(weights[1:]), np.array([1.0, 4.0, 8.0])

    def rhs(_: float, x: Any) -> Any:
        rest = np.prod(signs * np.sqrt(x[0] ** 2 + c[1:]))
        return [0.5 * (1 - x[0] * rest) * rest]

    path = solve_ivp(rhs, (0, 8), weights[:1], t_eval=times, rtol=1e-11, atol=1e-13)
    full = scalar.gradient_flow("plain", weights, times, mu_yx=1.0, mu_xx=1.0, rate=0.5)
    return path.y[0], full["weights"].isel(layer=0).to_numpy()


def _footnote_as_printed(seed: int) -> bool:
    """The footnote says that no such single equation exists: this is false where one works."""
    left, right = _footnote_flow(seed)
    changed_sign = bool(np.any(right > 0))
    return not (changed_sign and np.allclose(left, right, rtol=1e-7))


def _first_layer_stuck(mu: float) -> bool:
    """Eq. (3) under its printed assumption (w_l(0) > 0) alone: does it follow the full flow?"""
    from scipy.integrate import solve_ivp

    weights = np.array([0.7, 0.2])
    c = weights**2 - weights[0] ** 2

    def rhs(_: float, x: Any) -> Any:
        rest = np.sqrt(np.maximum(x[0] ** 2 + c[1], 0.0))
        return [(mu - x[0] * rest) * rest]

    reduced = solve_ivp(rhs, (0, 5), weights[:1], rtol=1e-10, atol=1e-12).y[0, -1]
    full = scalar.gradient_flow("plain", weights, [5.0], mu_yx=mu, mu_xx=1.0)
    return abs(reduced - float(full["weights"][0, 0])) < 1e-6


_FLOW_CLAIMS = (
    Claim(
        id="CHAIN-E1",
        source=CHAIN.eq(1),
        says="The network is linear in its input and in every single weight.",
        checks=(Property(_multilinear, {"depth": [1, 2, 5, 9], "seed": list(range(20))}),),
    ),
    Claim(
        id="CHAIN-I1",
        source=CHAIN.section("2, loss"),
        says="The training loss is a parabola in the total weight with minimum at "
        "r = mu_yx/mu_xx, above an irreducible part.",
        checks=(Identity(_completed_square, {sp.Symbol("a", real=True): MODERATE, **DATA,
                                             mu_yy: MODERATE}),),
        cross_checks=(Property(_loss_from_data, {"seed": list(range(30)),
                                                 "a": Interval(-3, 3)}, rtol=1e-11),),
    ),
    Claim(
        id="CHAIN-E2",
        source=CHAIN.eq(2),
        says="Gradient flow of each layer, for every depth up to six and every layer.",
        checks=(Exhaustive(_layer_gradients),),
        domain="all real weights",
    ),
    Claim(
        id="CHAIN-I3",
        source=CHAIN.section("2, conservation law"),
        says="Gradient flow conserves the differences of w_l^2 (plain), of (1 + w_l/sqrt L)^2 "
        "(block one) and of ln w_l + w_l^2/(2L) (block two).",
        checks=tuple(
            Identity(_invariant_is_conserved(n),
                     {u: MODERATE, v: MODERATE, L: FINITE_DEPTH, **DATA, mu_yy: MODERATE,
                      sp.Symbol("B", positive=True): MODERATE}, what=n)
            for n in ("plain", *BLOCKS)
        ),
    ),
    Claim(
        id="CHAIN-I3-descent",
        source=CHAIN.beyond("I3"),
        says="One step of gradient descent multiplies w_l^2 - w_m^2 by "
        "1 - (eta g P / (w_l w_m))^2 exactly, g = mu_yx - mu_xx P.",
        checks=(Identity(_imbalance_step,
                         {u: MODERATE, v: MODERATE, eta: UNIT,
                          sp.Symbol("B", positive=True): MODERATE,
                          sp.Symbol("g", positive=True): MODERATE}),),
    ),
    Claim(
        id="CHAIN-E3",
        source=CHAIN.eq(3),
        says="With positive initial weights (nothing else assumed), one equation for w_1 follows "
        "the whole flow.",
        checks=(Property(_first_layer_stuck, {"mu": [-1.0]}, n=1),),
        corrected_by="CHAIN-E3-smallest",
    ),
    Claim(
        id="CHAIN-E3-smallest",
        source=CHAIN.beyond("ERR-B3"),
        says="Eq. (3) follows the whole flow when w_1 is the layer of smallest modulus.",
        checks=(Property(_reduced_flow, {"seed": list(range(8)), "depth": [2, 3, 5]},
                         rtol=1e-7, n=12),),
    ),
    Claim(
        id="CHAIN-FN1",
        source=CHAIN.section("footnote 1"),
        says="With initial weights of different signs there is no one-dimensional equation "
        "without piecewise functions.",
        checks=(Property(_footnote_as_printed, {"seed": list(range(5))}, n=5),),
        corrected_by="CHAIN-FN1-smooth",
    ),
    Claim(
        id="CHAIN-FN1-smooth",
        source=CHAIN.beyond("ERR-A5"),
        says="With the layer of smallest modulus as coordinate one smooth equation follows the "
        "flow, through changes of sign.",
        checks=(Property(_footnote_flow, {"seed": list(range(12))}, rtol=1e-7, n=10),),
    ),
)  # fmt: skip


# -- curvature and rates ---------------------------------------------------------------------

_PRINTED_CURVATURE: dict[str, Callable[[], sp.Expr]] = {
    "plain": lambda: (
        -mu_yx * (L - 1) * w ** (L - 2) + mu_xx * (2 * L - 1) * w ** (2 * L - 2)
    ),
    "block1": lambda: (
        -mu_yx * (L - 1) * (1 + w / sp.sqrt(L)) ** (L - 2)
        + mu_xx * (2 * L - 1) * (1 + w / sp.sqrt(L)) ** (2 * L - 2)
    ) / L,
    "block2": lambda: 2 / L * (
        -mu_yx * (1 + w**2 / L) ** (L - 2) * ((2 * L - 1) / L * w**2 + 1)
        + mu_xx * (1 + w**2 / L) ** (2 * L - 2) * ((4 * L - 1) / L * w**2 + 1)
    ),
}  # fmt: skip

_PRINTED_SHARPNESS = {
    "plain": lambda: mu_xx * L * r ** (2 - 2 / L),
    "block1": lambda: mu_xx * r ** (2 - 2 / L),
    "block2": lambda: 4 * mu_xx * r ** (2 - 2 / L) * (r ** (1 / L) - 1),
}

_NUMBERS = {  # curvature, sharpness, rate, flow of one weight
    "plain": (12, 13, 5, 4),
    "block1": (26, 27, 28, 25),
    "block2": (32, 33, 34, 31),
}


def _flow_slope(network: str) -> sp.Expr:
    """(1/eta) d(dw/dt)/dw along equal weights: minus the radial curvature."""
    return sp.diff(-gradient(network), w)


def _full_hessian(network: str) -> Callable[[], Iterator[tuple[str, Any, Any]]]:
    """Radial and transverse eigenvalues from the L x L Hessian, rational weights, L = 2..5."""

    def cases() -> Iterator[tuple[str, Any, Any]]:
        at = {w: sp.Rational(3, 5), mu_yx: sp.Rational(7, 4), mu_xx: sp.Rational(2, 3)}
        for depth in (2, 3, 4, 5):
            n = sp.Integer(depth)
            xs = sp.symbols(f"w1:{depth + 1}", positive=True)
            total = sp.prod([layer(network, x, n) for x in xs])
            equal = dict.fromkeys(xs, at[w])
            first = [sp.diff(loss(total), xs[0], x).subs({**equal, **at}) for x in xs]
            radial = law(law_id(network, "radial"), L=n, **_names(at))
            across = law(law_id(network, "transverse"), L=n, **_names(at))
            yield f"L={depth} radial", sp.expand(sum(first)), sp.expand(radial)
            yield f"L={depth} transverse", sp.expand(first[0] - first[1]), sp.expand(across)

    return cases


def _names(at: dict[sp.Symbol, Any]) -> dict[str, Any]:
    return {s.name: value for s, value in at.items()}


def _largest_eigenvalue(network: str) -> Callable[..., tuple[float, float]]:
    def compare(depth: int, ratio: float, second: float) -> tuple[float, float]:
        weight = float(minimum(network, sp.Integer(int(depth))).subs(r, ratio))
        matrix = scalar.hessian(network, np.full(int(depth), weight), mu_yx=ratio * second,
                                mu_xx=second)  # fmt: skip
        ours = chain.sharpness(depth, ratio * second, second, network=network)
        return float(np.linalg.eigvalsh(matrix)[-1]), ours

    return compare


def _curvature_claims(network: str) -> Iterator[Claim]:
    curvature, sharpness, rate, _ = _NUMBERS[network]
    where = {**WEIGHT, L: FINITE_DEPTH, **DATA}
    target = {r: TARGET[network], mu_xx: MODERATE, L: FINITE_DEPTH}
    at = {r: TARGET[network], mu_xx: MODERATE, L: FINITE_DEPTH, tau: MODERATE}
    moments = {"mu_yx": r * mu_xx, "mu_xx": mu_xx}
    yield Claim(
        id=f"CHAIN-E{curvature}",
        source=CHAIN.eq(curvature),
        says=f"{network}: (1/eta) d(dw_1/dt)/dw_1 equals the printed right-hand side.",
        checks=(Identity(lambda: (_flow_slope(network), _PRINTED_CURVATURE[network]()), where),),
        corrected_by=f"CHAIN-E{curvature}-sign",
    )
    yield Claim(
        id=f"CHAIN-E{curvature}-sign",
        source=CHAIN.beyond("ERR-B1"),
        says=f"{network}: the printed right-hand side is the radial Hessian eigenvalue, "
        "-(1/eta) d(dw_1/dt)/dw_1.",
        uses=(law_id(network, "radial"), law_id(network, "transverse")),
        checks=(
            Identity(lambda: (-_flow_slope(network), _PRINTED_CURVATURE[network]()), where),
            Identity(lambda: (law(law_id(network, "radial")),
                              _PRINTED_CURVATURE[network]()), where),
            Identity(lambda: (law(law_id(network, "radial")),
                              radial_curvature(network)), where),
            Identity(lambda: (law(law_id(network, "transverse")),
                              transverse_curvature(network)), where),
        ),
        cross_checks=(Exhaustive(_full_hessian(network)),),
    )  # fmt: skip
    yield Claim(
        id=f"CHAIN-E{sharpness}",
        source=CHAIN.eq(sharpness),
        says=f"{network}: S = (1/eta) d(dw_1/dt)/dw_1 at the minimum, as printed.",
        checks=(Identity(lambda: (at_minimum(_flow_slope(network), network),
                                  _PRINTED_SHARPNESS[network]()), target),),
        corrected_by=f"CHAIN-E{sharpness}-sign",
    )  # fmt: skip
    yield Claim(
        id=f"CHAIN-E{sharpness}-sign",
        source=CHAIN.beyond("ERR-B1"),
        says=f"{network}: the printed S is the radial Hessian eigenvalue at the balanced minimum; "
        "there it is the largest eigenvalue.",
        uses=(law_id(network, "sharpness"),),
        checks=(
            Identity(lambda: (at_minimum(radial_curvature(network), network),
                              _PRINTED_SHARPNESS[network]()), target),
            Identity(lambda: (law(law_id(network, "sharpness"), **moments),
                              _PRINTED_SHARPNESS[network]()), target),
            Identity(lambda: (at_minimum(transverse_curvature(network), network),
                              sp.Integer(0)), target),
        ),
        cross_checks=(
            Property(_largest_eigenvalue(network),
                     {"depth": [1, 2, 3, 8, 24], "ratio": TARGET[network], "second": MODERATE},
                     rtol=1e-9, n=60),
        ),
    )  # fmt: skip
    yield Claim(
        id=f"CHAIN-E{rate}",
        source=CHAIN.eq(rate),
        says=f"{network}: the rule is eta = 1/(tau S), so that eta S = 1/tau.",
        uses=(law_id(network, "rate"), law_id(network, "sharpness")),
        checks=(
            Identity(lambda: (law(law_id(network, "rate"), **moments),
                              1 / (tau * _PRINTED_SHARPNESS[network]())), at),
            Identity(lambda: (law(law_id(network, "rate"), **moments)
                              * law(law_id(network, "sharpness"), **moments), 1 / tau), at),
        ),
    )  # fmt: skip


# -- effective dynamics ----------------------------------------------------------------------


def _speed_of_total(network: str) -> sp.Expr:
    """d(total weight)/dt on equal weights, from the flow of one weight."""
    return sp.diff(layer(network, w) ** L, w) * -eta * gradient(network)


def _speed_of_alpha(network: str) -> tuple[sp.Expr, sp.Expr]:
    """tau d(alpha)/dt under the paper's rule, and the registered law, as functions of w and r."""
    rule = 1 / (tau * _PRINTED_SHARPNESS[network]())
    share = layer(network, w) ** L / r
    speed = (tau * _speed_of_total(network) / r).subs(eta, rule).subs(mu_yx, r * mu_xx)
    name = "block2" if network == "block2" else "plain"  # block one shares the plain law
    return speed, law(law_id(name, "effective-flow"), alpha=share)


def _descent_is_data_free(network: str) -> Callable[..., tuple[Any, Any]]:
    def compare(depth: int, start: float, rate: float, ratio: float) -> tuple[Any, Any]:
        runs = []
        for target, second in ((1.0, 1.0), (ratio, 0.7)):
            step = rate * chain.learning_rate(depth, target * second, second, 1.0, network=network)
            out = scalar.gradient_descent(
                network, float(depth), mu_yx=target * second, mu_xx=second, rate=step, steps=12,
                total=start * target, record=range(13), balanced=True,
            )  # fmt: skip
            runs.append(np.squeeze(out["total"].to_numpy()) / target)
        return runs[0], runs[1]

    return compare


_DYNAMICS_CLAIMS = (
    Claim(
        id="CHAIN-E4",
        source=CHAIN.eq(4),
        says="With equal weights the flow is one equation for one weight.",
        checks=(Identity(lambda: (-eta * gradient("plain"),
                                  eta * (mu_yx - mu_xx * w**L) * w ** (L - 1)),
                         {**WEIGHT, L: FINITE_DEPTH, **DATA, eta: UNIT}),),
    ),
    Claim(
        id="CHAIN-E6",
        source=CHAIN.eq(6),
        says="Under eq. (5) the relative total weight obeys tau d(alpha)/dt = "
        "alpha^(2 - 2/L) (1 - alpha): free of the data.",
        uses=("chain-effective-flow",),
        checks=(Identity(lambda: _speed_of_alpha("plain"),
                         {**WEIGHT, L: FINITE_DEPTH, r: MODERATE, mu_xx: MODERATE,
                          tau: MODERATE}),),
    ),
    Claim(
        id="CHAIN-E5-descent",
        source=CHAIN.beyond("E5"),
        says="Under eq. (5) not only the flow but gradient descent itself is free of the data.",
        checks=(Property(_descent_is_data_free("plain"),
                         {"depth": [1, 2, 3, 8, 40], "start": Interval(sp.Rational(1, 20), 1),
                          "rate": Interval(sp.Rational(1, 10), sp.Rational(19, 10)),
                          "ratio": MODERATE}, rtol=1e-9, n=40),),
    ),
    Claim(
        id="CHAIN-E8",
        source=CHAIN.eq(8),
        says="At infinite depth tau d(alpha)/dt = alpha^2 (1 - alpha).",
        uses=("chain-effective-flow",),
        checks=(Identity(lambda: (sp.limit(law("chain-effective-flow"), L, sp.oo),
                                  alpha**2 * (1 - alpha)), {alpha: UNIT}),),
    ),
    Claim(
        id="CHAIN-E14",
        source=CHAIN.eq(14),
        says="d(a)/dt = eta L a^(2 - 2/L) (mu_yx - mu_xx a).",
        checks=(Identity(lambda: (_speed_of_total("plain"),
                                  eta * L * w ** (2 * L - 2) * (mu_yx - mu_xx * w**L)),
                         {**WEIGHT, L: FINITE_DEPTH, **DATA, eta: UNIT}),),
    ),
    Claim(
        id="CHAIN-E15",
        source=CHAIN.eq(15),
        says="Under eq. (5), tau d(a)/dt = r^(-2 + 2/L) a^(2 - 2/L) (r - a).",
        checks=(Identity(lambda: (
            tau * (_speed_of_total("plain")
                   .subs(eta, 1 / (tau * _PRINTED_SHARPNESS["plain"]())).subs(mu_yx, r * mu_xx)),
            r ** (2 / L - 2) * w ** (2 * L - 2) * (r - w**L)),
            {**WEIGHT, L: FINITE_DEPTH, r: MODERATE, mu_xx: MODERATE, tau: MODERATE}),),
    ),
    Claim(
        id="CHAIN-E16",
        source=CHAIN.eq(16),
        says="The three lines from eq. (15) to eq. (6).",
        checks=(
            Identity(lambda: (
                r ** (2 / L - 2) * (alpha * r) ** (2 - 2 / L) * (r - alpha * r) / r,
                alpha ** (2 - 2 / L) * (1 - alpha)),
                {alpha: UNIT, r: MODERATE, L: FINITE_DEPTH}),
        ),
    ),
    Claim(
        id="CHAIN-E17",
        source=CHAIN.eq(17),
        says="Eq. (17) repeats eq. (8); 1/(alpha^2 (1 - alpha)) is its integrand (eq. 18).",
        uses=("chain-effective-flow",),
        checks=(Identity(lambda: (1 / sp.limit(law("chain-effective-flow"), L, sp.oo),
                                  1 / (alpha**2 * (1 - alpha))), {alpha: UNIT}),),
    ),
    Claim(
        id="CHAIN-E24",
        source=CHAIN.eq(24),
        says="Block one: gradient flow of the first layer, for every depth up to five.",
        checks=(Exhaustive(_residual_gradients("block1", lambda x, b, n: eta / sp.sqrt(n)
                           * (mu_yx - mu_xx * sp.prod(b)) * sp.prod(b[1:]))),),
    ),
    Claim(
        id="CHAIN-E25",
        source=CHAIN.eq(25),
        says="Block one: flow of one weight when all are equal.",
        checks=(Identity(lambda: (-eta * gradient("block1"),
                                  eta / sp.sqrt(L) * (mu_yx - mu_xx * (1 + w / sp.sqrt(L)) ** L)
                                  * (1 + w / sp.sqrt(L)) ** (L - 1)),
                         {**WEIGHT, L: FINITE_DEPTH, **DATA, eta: UNIT}),),
    ),
    Claim(
        id="CHAIN-E30",
        source=CHAIN.eq(30),
        says="Block two: gradient flow of the first layer, for every depth up to five.",
        checks=(Exhaustive(_residual_gradients("block2", lambda x, b, n: 2 * eta * x / n
                           * (mu_yx - mu_xx * sp.prod(b)) * sp.prod(b[1:]))),),
    ),
    Claim(
        id="CHAIN-E31",
        source=CHAIN.eq(31),
        says="Block two: flow of one weight when all are equal.",
        checks=(Identity(lambda: (-eta * gradient("block2"),
                                  2 * eta / L * (mu_yx - mu_xx * (1 + w**2 / L) ** L)
                                  * (1 + w**2 / L) ** (L - 1) * w),
                         {**WEIGHT, L: FINITE_DEPTH, **DATA, eta: UNIT}),),
    ),
    Claim(
        id="CHAIN-X-A1",
        source=CHAIN.beyond("X-A1"),
        says="Block one under eq. (28) has exactly the dynamics of eq. (6).",
        uses=("chain-effective-flow",),
        checks=(Identity(lambda: _speed_of_alpha("block1"),
                         {**WEIGHT, L: FINITE_DEPTH, r: MODERATE, mu_xx: MODERATE,
                          tau: MODERATE}),),
    ),
    Claim(
        id="CHAIN-X-A2-flow",
        source=CHAIN.beyond("X-A2"),
        says="Block two under eq. (34) keeps the data in its dynamics: tau d(alpha)/dt = "
        "((r alpha)^(1/L) - 1)/(r^(1/L) - 1) alpha^(2 - 2/L) (1 - alpha).",
        uses=("block2-effective-flow",),
        checks=(Identity(lambda: _speed_of_alpha("block2"),
                         {**WEIGHT, L: FINITE_DEPTH, r: ABOVE_ONE, mu_xx: MODERATE,
                          tau: MODERATE}),),
    ),
)  # fmt: skip

CLAIMS = (
    *_FLOW_CLAIMS,
    *(claim for network in _NUMBERS for claim in _curvature_claims(network)),
    *_DYNAMICS_CLAIMS,
)
