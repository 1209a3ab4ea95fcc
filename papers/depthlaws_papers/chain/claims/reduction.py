"""From all weights to one: section 2, equations (3) and (4), footnote 1."""

from typing import Any

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp

from depthlaws.claims.engine.checks import Property, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Less,
    Statement,
    at_least,
    positive,
    reals,
    scalars,
    sqrt,
    total,
    tree,
)
from depthlaws.sims import scalar
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims import layers
from depthlaws_papers.chain.claims.common import (
    BALANCED,
    DEPTH,
    MOMENTS,
    NETWORKS,
    L,
    eta,
    gradient,
    layer,
    loss,
    mu_xx,
    mu_yx,
    mu_yy,
    others,
    p,
    radial_curvature,
    transverse_curvature,
    u,
    v,
    w,
    x,
)

CLAIMS = Claims()

yx, xx = scalars("mu_yx mu_xx")


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


def _printed_course(seed: int, depth: int, mu: float) -> tuple[Any, Any]:
    """Positive mu_yx, any order of the layers: eq. (3) as printed, with |w_1| as its factor."""
    weights = np.random.default_rng(seed).uniform(0.2, 1.5, size=depth)
    return _path(weights, mu, abs, _TIMES)


def _smallest_course(seed: int, depth: int, mu: float) -> tuple[Any, Any]:
    """Either sign of mu_yx, smallest layer first, factor w_1 instead of |w_1|."""
    weights = np.sort(np.random.default_rng(seed).uniform(0.2, 1.5, size=depth))
    return _path(weights, mu, float, _TIMES)


# The speed of a layer's weight under the flow, and the flow of the total weight with it.
speed = (yx - xx * layers.P) * layers.front[layers.m - 1] * layers.back[layers.m]
squares = total((layers.front[layers.m - 1] * layers.back[layers.m]) ** 2, layers.m)
below = AtMost(xx * layers.P, yx)
total_speed = Equal(
    layers.dP,
    (yx - xx * layers.P) * squares,
    because=-layers.partial.gap.put({layers.n: layers.L}),
)
# w_l dw_l/dt is the same in every layer, so that c_l = w_l^2 - w_m^2 stays.
conserved = Equal(
    layers.b[layers.layer + 1] * layers.db[layers.layer + 1],
    (yx - xx * layers.P) * layers.P,
    because=(yx - xx * layers.P) * layers.three_parts.gap,
)
radicand = Equal(sqrt(p**2 + (u**2 - tree(p) ** 2)), u)
FLOW = {**layers.ANY_LAYERS, yx: reals, xx: positive, p: reals, u: positive}
FLOWING = {**layers.VARIED, layers.db[layers.m]: speed}

# Below its target the total weight does not fall; above it cannot reach 0 without passing it.
rising = AtMost(0, (yx - xx * layers.P) * squares, because=below.gap * squares)

_COURSES = {"seed": list(range(4)), "depth": [2, 3, 5]}


def _second_layer(mu_yx: int) -> tuple[int, str, int]:
    """Velocity of w_1 at (2, -1) by the flow and by eq. (3), mu_xx = 1; w_1^2 - w_2^2 = 3 stays."""
    first = 2
    flow, printed = (other * (mu_yx - first * other) for other in (-1, 1))
    return flow, "==", printed


CLAIMS.add(
    id="CHAIN-E3",
    source=CHAIN.eq(3),
    says="For mu_yx > 0 and positive initial weights one equation for w_1 gives the full flow: w_l "
    "dw_l/dt is the same in every layer, so that w_l = sqrt(w_1^2 + c_l) while no weight passes 0, "
    "and none does, as the total weight P rises below its target.",
    quote="If we assume all initial weights are positive",
    reading="The paper assumes mu_yx > 0 without saying so. For mu_yx < 0, which it does not "
    "exclude, a single smallest layer passes 0, and (3) holds only with that layer as w_1, and "
    "with w_1 itself as the factor i = 1 (CHAIN-E3-smallest).",
    statement=Statement(
        radicand,
        *layers.PARTS,
        conserved,
        layers.partial,
        total_speed,
        for_all=FLOW,
        defined=FLOWING,
    ),
    checks=Statement(
        rising,
        for_all={**layers.ANY_LAYERS, yx: reals, xx: positive},
        given=(below,),
        defined=layers.LAYERS,
    ).checks,
    cross_checks=(
        Property(_as_printed, {"mu": [0.2, 0.5, 1.0, 2.0]}, rtol=1e-10),
        Property(_printed_course, {**_COURSES, "mu": [0.3, 1.2]}, rtol=1e-7),
    ),
    imprecise=True,
    exact="CHAIN-E3-smallest",
    change="If we assume mu_yx > 0 and all initial weights are positive.",
    against=(
        Smallest(
            _second_layer,
            {"mu_yx": [-4]},
            of=(
                "dw_1/dt of the flow at w = (2, -1), where two positive weights arrive",
                "dw_1/dt of eq. (3), w_2 = sqrt(w_1^2 - 3)",
            ),
        ),
    ),
)

# One smooth equation: with the only smallest layer as coordinate no other radicand reaches 0.
SMOOTH = Statement(
    radicand,
    Less(0, p**2 + v),
    *layers.PARTS,
    conserved,
    for_all={**FLOW, v: positive},
    defined=FLOWING,
)

CLAIMS.add(
    id="CHAIN-E3-smallest",
    source=CHAIN.beyond("ERR-B3"),
    says="With the only smallest layer as w_1, and w_1 itself as the factor i = 1, eq. (3) gives "
    "the flow from positive weights for either sign of mu_yx: w_l = sqrt(w_1^2 + c_l) in the other "
    "layers, where c_l > 0 stays.",
    statement=SMOOTH,
    cross_checks=(
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


def _velocities(w: int) -> tuple[sp.Expr, str, int]:
    """Velocity of w_2 = sqrt(w^2 + 3) by one equation for w_1 = w, and by the flow, mu = 1."""
    other = sp.sqrt(w**2 + 3)
    by_one = w / other * (other * (1 - w * other))
    return sp.Abs(sp.expand(by_one - w * (1 - w * other))), ">", 0


CLAIMS.add(
    id="CHAIN-FN1",
    source=CHAIN.section("footnote 1"),
    says="With initial weights of different signs there is no one-dimensional equation "
    "without piecewise functions.",
    quote="we cannot write a one-dimensional differential equation to capture the full dynamics "
    "without using piecewise functions",
    reading="The sentence is tested for an equation of any one layer. For eq. (3), which is about "
    "the first layer, it holds if another layer is smaller.",
    checks=(Property(_no_single_equation, {"seed": list(range(5))}, relation=">"),),
    corrected_by="CHAIN-FN1-smooth",
    sides=(
        "largest distance of one smooth equation from the flow",
        "smallest distance that would support the paper",
    ),
    fault="result",
    change="For the layer of smallest modulus one smooth equation gives the full dynamics; for a "
    "layer that is not the smallest, piecewise functions are needed.",
    against=(
        Smallest(
            _velocities,
            {"w": [-1, 0, 1]},
            of=(
                "velocity of w_2 = sqrt(w_1^2 + 3), by one smooth equation less by the flow",
                "0: the equation fails somewhere",
            ),
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-FN1-smooth",
    source=CHAIN.beyond("ERR-A5"),
    says="With the only layer of smallest modulus as coordinate w_m, one smooth equation gives the "
    "flow through changes of sign: |w_l| = sqrt(w_m^2 + c_l), and c_l > 0 stays.",
    statement=SMOOTH,
    cross_checks=(Property(_mixed_signs, {"seed": list(range(10))}, rtol=1e-9),),
)


# -- equal weights ---------------------------------------------------------------------------------


def _slopes(network: str) -> list[sp.Expr]:
    """Slopes of the loss in two weights, both equal to p, beside others."""
    one, two = sp.symbols("w1 w2", real=True)
    total_weight = layer(network, one) * layer(network, two) * others
    return [at(D(loss(total_weight), z), {one: p, two: p}) for z in (one, two)]


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
    "flow and under gradient descent: two equal weights p have equal gradients, whatever B is.",
    statement=Statement(
        *(Equal(*_slopes(network)) for network in NETWORKS),
        for_all={p: reals, others: reals, L: DEPTH, **MOMENTS},
    ),
    cross_checks=(
        Property(
            _equal_weights_stay_equal,
            {"network": list(NETWORKS), "depth": [2, 5, 16], "seed": [0, 1]},
            rtol=1e-12,
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E4",
    source=CHAIN.eq(4),
    says="With equal positive weights the flow is one equation for one weight.",
    statement=Statement(
        Equal(-eta * gradient("feedforward"), eta * (mu_yx - mu_xx * w**L) * w ** (L - 1)),
        for_all=BALANCED,
    ),
)


m = sp.Symbol("m", positive=True)
deep = {L: 1 + x, mu_yx: 0}

CLAIMS.add(
    id="CHAIN-B4",
    source=CHAIN.beyond("ERR-B4"),
    says="From depth L = 2 on eq. (5) serves positive balanced weights only for mu_yx > 0: for "
    "mu_yx = -m < 0 they fall, and reach no minimum above 0; for mu_yx = 0 both curvatures at the "
    "minimum 0 vanish at every depth above 1, here 1 + x.",
    statement=Statement(
        Less((-gradient("feedforward")).subs(mu_yx, -m), 0),
        Equal(lim(radial_curvature("feedforward").subs(deep), w, 0), 0),
        Equal(lim(transverse_curvature("feedforward").subs(deep), w, 0), 0),
        for_all={w: positive, L: at_least(2), m: positive, mu_xx: positive, mu_yy: positive}
        | {x: positive},
    ),
)
