"""From all weights to one: section 2, equations (3) and (4), footnote 1."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp

from depthlaws.claims.chain.common import (
    DATA,
    FINITE_DEPTH,
    NETWORKS,
    L,
    eta,
    gradient,
    layer,
    loss,
    mu_xx,
    mu_yx,
    radial_curvature,
    rest,
    u,
    v,
    w,
    x,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.sims import scalar
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

CLAIMS = Claims()


# -- one equation for one weight -------------------------------------------------------------------


def _path(weights: np.ndarray, mu: float, first: Any, times: np.ndarray) -> tuple[Any, Any]:
    """w_1 by one equation, and by the flow of all weights; ``first(w)`` is the factor i = 1."""
    c, signs = weights**2 - weights[0] ** 2, np.sign(weights[1:])

    def rhs(_: float, z: Any) -> Any:
        others = np.prod(signs * np.sqrt(np.maximum(z[0] ** 2 + c[1:], 0.0)))
        return [0.5 * (mu - 0.8 * first(z[0]) * others) * others]

    path = solve_ivp(rhs, (0, times[-1]), weights[:1], t_eval=times, rtol=1e-11, atol=1e-13)
    full = scalar.gradient_flow("feedforward", weights, times, mu_yx=mu, mu_xx=0.8, rate=0.5)
    return path.y[0], full["weights"].isel(layer=0).to_numpy()


_TIMES = np.array([0.5, 2.0, 6.0])


def _as_printed(mu: float) -> tuple[float, float]:
    """w_1 by eq. (3) under its printed assumption alone, and by the full flow, at one time."""
    one, full = _path(np.array([0.7, 0.2]), mu, abs, np.array([5.0]))
    return float(one[0]), float(full[0])


CLAIMS.add(
    id="CHAIN-E3",
    source=CHAIN.eq(3),
    says="For mu_yx > 0 and positive initial weights one equation for w_1 gives the full flow.",
    quote="If we assume all initial weights are positive",
    reading="The paper assumes mu_yx > 0 without saying so. For mu_yx < 0, which it does not "
    "exclude, (3) holds only for the smallest layer (CHAIN-E3-smallest).",
    checks=(Property(_as_printed, {"mu": [0.2, 0.5, 1.0, 2.0]}, rtol=1e-10),),
    imprecise=True,
    exact="CHAIN-E3-smallest",
    why_sampled="no enclosure of two integrations",
)


def _reduction() -> Iterator[tuple[str, Any, Any]]:
    """Eq. (3) at c_l = w_l^2 - w_1^2 is the flow of w_1 where all weights are positive."""
    for depth in range(1, 7):
        weights = sp.symbols(f"w1:{depth + 1}", positive=True)
        roots = [sp.sqrt(weights[0] ** 2 + (z**2 - weights[0] ** 2)) for z in weights]
        printed = eta * (mu_yx - mu_xx * sp.prod(roots)) * sp.prod(roots[1:])
        yield f"L={depth}", printed, -eta * D(loss(sp.prod(weights)), weights[0])


def _total_speed() -> Iterator[tuple[str, Any, Any]]:
    """dP/dt = eta (mu_yx - mu_xx P) P^2 sum_l w_l^-2: positive between 0 and r.

    So P stays above min(P(0), r) > 0 if mu_yx > 0, and no weight ever reaches 0.
    """
    for depth in range(1, 7):
        weights = sp.symbols(f"w1:{depth + 1}", positive=True)
        total = sp.prod(weights)
        speed = sum(D(total, z) * -eta * D(loss(total), z) for z in weights)
        squares = sum(z**-2 for z in weights)
        yield f"L={depth}", speed, eta * (mu_yx - mu_xx * total) * total**2 * squares


def _printed_course(seed: int, depth: int, mu: float) -> tuple[Any, Any]:
    """Positive mu_yx, any order of the layers: eq. (3) as printed, with |w_1| as its factor."""
    weights = np.random.default_rng(seed).uniform(0.2, 1.5, size=depth)
    return _path(weights, mu, abs, _TIMES)


def _smallest_course(seed: int, depth: int, mu: float) -> tuple[Any, Any]:
    """Either sign of mu_yx, smallest layer first, factor w_1 instead of |w_1|."""
    weights = np.sort(np.random.default_rng(seed).uniform(0.2, 1.5, size=depth))
    return _path(weights, mu, float, _TIMES)


_COURSES = {"seed": list(range(4)), "depth": [2, 3, 5]}

CLAIMS.add(
    id="CHAIN-E3-smallest",
    source=CHAIN.beyond("ERR-B3"),
    says=(
        "For mu_yx > 0 eq. (3) gives the full flow from positive weights: the total "
        "weight, hence every weight, stays positive. For mu_yx < 0 it does so if w_1 is "
        "the smallest layer and the factor i = 1 is w_1 (printed: the square root of "
        "w_1^2)."
    ),
    checks=(
        Exhaustive(_reduction, what="the reduction, depths 1 to 6"),
        Exhaustive(_total_speed, what="the total weight keeps its sign, depths 1 to 6"),
    ),
    cross_checks=(
        Property(_printed_course, {**_COURSES, "mu": [0.3, 1.2]}, rtol=1e-7),
        Property(_smallest_course, {**_COURSES, "mu": [-1.0, -0.3, 0.6, 1.2]}, rtol=1e-7, n=48),
    ),
)


def _mixed_signs(seed: int) -> tuple[Any, Any]:
    """Mixed signs: one smooth equation for the layer of smallest modulus, through zero."""
    rng = np.random.default_rng(seed)
    weights = np.array([-rng.uniform(0.1, 0.3), rng.uniform(0.5, 0.9), rng.uniform(1.0, 1.3)])
    return _path(weights, 1.0, float, np.array([1.0, 4.0, 8.0]))


def _no_single_equation(seed: int) -> tuple[float, float]:
    """The footnote denies that such a single equation exists: false where one works.

    Largest distance of one smooth equation from the flow of a weight that goes through zero, and
    the smallest distance expected if the equation were wrong.
    """
    left, right = _mixed_signs(seed)
    followed = np.max(np.abs(left - right)) if np.any(right > 0) else np.inf
    return float(followed), 1e-7


CLAIMS.add(
    id="CHAIN-FN1",
    source=CHAIN.section("footnote 1"),
    says="With initial weights of different signs there is no one-dimensional equation "
    "without piecewise functions.",
    quote="we cannot write a one-dimensional differential equation to capture the full dynamics "
    "without using piecewise functions",
    reading=(
        "The sentence is tested for an equation of any one layer. For eq. (3), which is "
        "about the first layer, it holds if another layer is smaller."
    ),
    checks=(Property(_no_single_equation, {"seed": list(range(5))}, relation=">"),),
    corrected_by="CHAIN-FN1-smooth",
    sides=(
        "largest distance of one smooth equation from the flow",
        "smallest distance that would support the paper",
    ),
)


def _signed_reduction() -> Iterator[tuple[str, Any, Any]]:
    """w_l = s_l |w_l| with |w_l| = sqrt(w_m^2 + c_l): the flow of the smallest layer w_m.

    c_l >= 0 for every other layer, so that no radicand vanishes and the equation is smooth.
    """
    smallest = sp.Symbol("w_m", real=True)
    for depth in (2, 3, 4):
        sizes = sp.symbols(f"a2:{depth + 1}", positive=True)
        for signs in itertools.product((1, -1), repeat=depth - 1):
            roots = [sp.sqrt(smallest**2 + (z**2 - smallest**2)) for z in sizes]
            others = sp.prod(sign * root for sign, root in zip(signs, roots, strict=True))
            printed = eta * (mu_yx - mu_xx * smallest * others) * others
            product = sp.prod(sign * z for sign, z in zip(signs, sizes, strict=True))
            yield f"signs {signs}", printed, -eta * D(loss(smallest * product), smallest)


CLAIMS.add(
    id="CHAIN-FN1-smooth",
    source=CHAIN.beyond("ERR-A5"),
    says=(
        "With the layer of smallest modulus as coordinate, one smooth equation gives the "
        "flow, through changes of sign."
    ),
    checks=(Exhaustive(_signed_reduction, what="every choice of signs, depths 2 to 4"),),
    cross_checks=(Property(_mixed_signs, {"seed": list(range(10))}, rtol=1e-9),),
)


# -- equal weights ---------------------------------------------------------------------------------


def _equal_pushes() -> Iterator[tuple[str, Any, Any]]:
    """Two layers of equal weight have equal gradients, whatever the other weights are."""
    for network in NETWORKS:
        total = layer(network, u) * layer(network, v) * rest
        first, second = (at(D(loss(total), z), {u: w, v: w}) for z in (u, v))
        yield network, first, second


def _equal_weights_stay_equal(network: str, depth: int, seed: int) -> tuple[Any, Any]:
    start = np.random.default_rng(seed).uniform(0.3, 0.9)
    out = scalar.gradient_descent(
        scalar.Grid(network, depth, mu_yx=1.5, rate=0.05, weight=start),
        steps=200,
        observe=("weights",),
    )
    weights = np.squeeze(out["weights"].to_numpy())
    return weights, np.full_like(weights, weights.flat[0])


CLAIMS.add(
    id="CHAIN-I4",
    source=CHAIN.section("2"),
    says="Weights that start equal stay equal, in all three networks at every depth, under the "
    "flow and under gradient descent: equal weights have equal gradients.",
    checks=(Exhaustive(_equal_pushes, what="any two layers"),),
    cross_checks=(
        Property(
            _equal_weights_stay_equal,
            {"network": list(NETWORKS), "depth": [2, 5, 16], "seed": [0, 1]},
            rtol=1e-12,
        ),
    ),
)


def _one_weight() -> tuple[sp.Expr, sp.Expr]:
    return -eta * gradient("feedforward"), eta * (mu_yx - mu_xx * w**L) * w ** (L - 1)


CLAIMS.add(
    id="CHAIN-E4",
    source=CHAIN.eq(4),
    says="With equal weights the flow is one equation for one weight.",
    checks=(Identity(_one_weight, {w: POSITIVE, L: FINITE_DEPTH, **DATA, eta: POSITIVE}),),
)


def _toward_zero() -> tuple[sp.Expr, str, sp.Expr]:
    """mu_yx = -m: every weight falls, so balanced positive weights go to the saddle 0."""
    m = sp.Symbol("m", positive=True)
    return (-gradient("feedforward")).subs(mu_yx, -m), "<", sp.Integer(0)


def _no_curvature() -> tuple[sp.Expr, sp.Expr]:
    """mu_yx = 0: at w = 0 both curvatures vanish for L >= 3."""
    deep = {L: 3 + x, mu_yx: 0}
    return lim(radial_curvature("feedforward").subs(deep), w, 0), sp.Integer(0)


CLAIMS.add(
    id="CHAIN-B4",
    source=CHAIN.beyond("ERR-B4"),
    says="Eq. (5) and every r^(2/L) need mu_yx > 0: for mu_yx < 0 positive balanced weights fall "
    "towards the saddle 0, for mu_yx = 0 the curvature there is 0 at depth 3 and more.",
    checks=(
        Inequality(
            _toward_zero,
            {
                w: POSITIVE,
                L: Interval(2, sp.oo, right_open=True),
                sp.Symbol("m", positive=True): POSITIVE,
                mu_xx: POSITIVE,
            },
        ),
        Identity(_no_curvature, {x: POSITIVE, mu_xx: POSITIVE}),
    ),
)
