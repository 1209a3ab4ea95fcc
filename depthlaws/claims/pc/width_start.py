"""Appendix A.4.1 and A.4.2: sizes at the start (eqs. 20 to 55), by exact second moments.

Weights are N^(-b/2) times unit draws, so each layer of a product contributes N^(-a - b/2). An
expectation is a polynomial in the width; the number of widths tried exceeds its degree.
"""

import functools
import itertools
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity
from depthlaws.claims.engine.formula_expressions import symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc import sizes
from depthlaws.claims.pc.common import (
    HALF,
    SHAPES,
    Case,
    N,
    a,
    a1,
    b,
    b1,
    d,
    equal,
    exponent,
    gamma0,
    net,
    over,
    slopes,
)
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization import solve
from depthlaws.theory.parametrization.polyhedra import unknown
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

k = sp.Symbol("k", integer=True, positive=True)
WIDTHS = ((1,), (2,), (3,))


# -- desideratum 1: features at the start (eqs. 27 to 36) ------------------------------------------


def _zero_means(width: int, depth: int, skips: bool) -> Iterator[Case]:
    one = net(width, depth, skips)
    for layer, h in enumerate(one.h[1:], start=1):
        yield from equal(f"mean of h_{layer}", [one.mean(e) for e in h.flat], np.zeros(h.size, int))


CLAIMS.add(
    id="PC-E27",
    source=PC.eq("27, 31"),
    says="Features have mean zero at the start, whatever the widths, with skips and without.",
    checks=(Exhaustive(over(_zero_means, ((1, 2, False), (2, 3, False), (2, 3, True)))),),
)


def _covariances(width: int, layer: int) -> Iterator[Case]:
    """E h_i(mu) h_j(nu) over unit draws of the layer's own weights, given the layer below."""
    inputs = 2
    one = net(width, 3, inputs=inputs, samples=2)
    h, below, gain = one.h[layer], one.h[layer - 1], one.c[layer - 1] ** 2
    kept = () if layer == 1 else (1,)
    for i in range(width):
        for j in range(width):
            average = one.mean(h[i, 0] * h[j, 1], kept=kept)
            same = gain * sum(below[:, 0] * below[:, 1]) if i == j else 0
            yield from equal(f"units {i}, {j}", average, same)


def _first_variance() -> tuple[sp.Expr, sp.Expr]:
    """c_1^2 x.x with c_1 = N^(-a_1 - b_1/2) / sqrt(D), against the printed factor of Phi_0."""
    dimension, overlap = symbol("D"), symbol("x")
    variance = (N ** (-a1 - b1 / 2) / sp.sqrt(dimension)) ** 2 * overlap
    return variance, N ** (-(2 * a1 + b1)) * overlap / dimension


EXPONENTS = {a1: Interval(-2, 2), b1: Interval(-2, 2), a: Interval(-2, 2), b: Interval(-2, 2)}
SIZES = {N: Interval(1, 10**6)}

CLAIMS.add(
    id="PC-E28",
    source=PC.eq("28-30"),
    says="First features: E[h_i h_j] = delta_ij N^-(2 a_1 + b_1) Phi_0, exactly.",
    checks=(
        Exhaustive(over(_covariances, ((1, 1), (2, 1)))),
        Identity(
            _first_variance,
            {
                a1: EXPONENTS[a1],
                b1: EXPONENTS[b1],
                **SIZES,
                symbol("D"): Interval(1, 99),
                symbol("x"): Interval(1, 9),
            },
        ),
    ),
)


def _later_variance() -> tuple[sp.Expr, sp.Expr]:
    """N terms c_l^2 <h_1 h_1> with c_l = N^(-a - b/2), against the printed power."""
    return N * (N ** (-a - b / 2)) ** 2, N ** (1 - 2 * a - b)


def _mean_energy(width: int) -> Iterator[Case]:
    one = net(width, 3)
    for i, entry in enumerate(one.h[2][:, 0]):
        wanted = width * one.c[1] ** 2 * one.mean(one.h[1][0, 0] ** 2)
        yield from equal(f"unit {i}", one.mean(entry**2), wanted)


CLAIMS.add(
    id="PC-E32",
    source=PC.eq("32-35"),
    says="Later features: E[h_i h_j] = delta_ij N^(1 - 2a - b) times that of the layer below, at"
    " every width.",
    checks=(
        Exhaustive(over(_covariances, ((1, 2), (2, 2)))),
        Exhaustive(over(_mean_energy, WIDTHS)),
        Identity(_later_variance, {a: EXPONENTS[a], b: EXPONENTS[b], **SIZES}),
    ),
)


def _independent_squares(width: int, layer: int) -> Iterator[Case]:
    """E h_1^2 h_2^2 against E h_1^2 E h_2^2: equal for independent units."""
    one = net(width, 3)
    first, second = (entry**2 for entry in one.h[layer][:2, 0])
    yield from equal(
        "product of squares", one.mean(first * second), one.mean(first) * one.mean(second)
    )


def _exchangeable(width: int) -> Iterator[Case]:
    one = net(width, 3)
    first, second = one.h[2][:2, 0]
    squares = one.mean(first**2) * one.mean(second**2)
    dependent = (1 + sp.Rational(2, width)) * squares
    yield from equal("product of squares", one.mean(first**2 * second**2), dependent)
    yield from equal("covariance", one.mean(first * second), sp.Integer(0))
    yield from equal("same variance", one.mean(first**2), one.mean(second**2))


CLAIMS.add(
    id="PC-E35",
    source=PC.eq("35, 101"),
    says="Neurons of the first layer are independent across the layer at the start.",
    quote="neurons are i.i.d. at initialisation",
    reading=(
        "Deeper layers, which the sentences after (35) and (101) include, are exchangeable and "
        "uncorrelated, not independent at finite width (PC-E35-exchangeable). The paper uses only "
        "means of products, which are right."
    ),
    checks=(Exhaustive(over(_independent_squares, ((2, 1), (3, 1)))),),
    imprecise=True,
    exact="PC-E35-exchangeable",
)

CLAIMS.add(
    id="PC-E35-exchangeable",
    source=PC.ledger("ERR-PC-17"),
    says="Deeper neurons are exchangeable and uncorrelated, not independent: E h_1^2 h_2^2 is "
    "1 + 2/N times the product of the means in the second layer.",
    checks=(Exhaustive(over(_exchangeable, ((2,), (3,)))),),
)


DEMANDS = {
    "2 a_1 + b_1": (sizes.a1, sizes.b1, 0),
    "2 a + b": (sizes.a, sizes.b, 1),
    "2 a_L + b_L": (sizes.aL, sizes.bL, 1),
}


def _first_desideratum() -> Iterator[Case]:
    """Squared multiplier, variance and inputs; both solution sets obey the conditions."""
    for name, (own, variance, inputs) in DEMANDS.items():
        grown = N * sp.Derivative(sp.log(N**inputs * N ** (-own) * N ** (-own) * N**-variance), N)
        yield f"growth of features, {name}", grown, inputs - 2 * own - variance
        for label, points in (("(15)", sizes.LINE), ("the larger set", sizes.WORD)):
            there = points[own.name] * 2 + points[variance.name]
            yield f"{name} on {label}", there, sp.Integer(inputs)


def _solver_keeps_it() -> Iterator[Case]:
    (line,) = solve("pc")
    (word,) = solve("pc", reading="literal")
    for name, demand in (
        ("2 a_1 + b_1 = 0", 2 * unknown("a1") + unknown("b1")),
        ("2 a + b = 1", 2 * unknown("a") + unknown("b") - 1),
        ("2 a_L + b_L = 1", 2 * unknown("aL") + unknown("bL") - 1),
    ):
        for piece in (line, word):
            kept = demand
            for solved, form in piece.solved.items():
                kept = kept.substituted(solved, form)
            yield f"{name} on {piece}", str(kept) == "0"


CLAIMS.add(
    id="PC-E36",
    source=PC.eq(36),
    says="Features keep their size at the start exactly if 2 a_1 + b_1 = 0 and 2 a_l + b_l = 1, "
    "and every solution of the desiderata has both.",
    checks=(Exhaustive(_first_desideratum),),
    cross_checks=(Exhaustive(_solver_keeps_it, what="the theory's solver"),),
)


# -- kernels (eqs. 37 to 42) -----------------------------------------------------------------------


def _backward_vectors(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """The paths m_l are the slopes of the output in the activities of layer l."""
    one = net(width, depth, skips)
    for layer in range(1, depth):
        z = np.array([[sp.Symbol(f"z{i}")] for i in range(width)], dtype=object)
        output = (one.product(depth, layer + 1) @ z)[0, 0]
        yield from equal(f"layer {layer}", slopes(output, z)[:, 0], one.m[layer][:, 0])


CLAIMS.add(
    id="PC-E39",
    source=PC.eq("37-40"),
    says="|m_l|^2 = gamma^-2 G_l: the paths m_l are the slopes of the output in layer l, g_l = "
    "sqrt N gamma m_l.",
    checks=(Exhaustive(over(_backward_vectors, SHAPES)),),
)


def _kernels(width: int) -> Iterator[Case]:
    """Means of Phi_l and G_l with c_l^2 = 1/N: those of the data and 1; and mean squares."""
    one = net(width, 3)
    unit = {c: 1 / sp.sqrt(width) for c in one.c[1:]} | {one.c[0]: 1, one.x[0, 0]: 1}
    for layer in (1, 2):
        feature = sum(h**2 for h in one.h[layer].flat) / width
        yield f"Phi_{layer}", one.mean(feature).subs(unit), sp.Integer(1)
        widened = (1 + sp.Rational(2, width)) ** layer
        yield f"Phi_{layer} squared", one.mean(feature**2).subs(unit), widened
        backward = sum(m**2 for m in one.m[layer].flat)
        yield f"G_{layer}", one.mean(backward).subs(unit), sp.Integer(1)
        widened = (1 + sp.Rational(2, width)) ** (3 - layer)
        yield f"G_{layer} squared", one.mean(backward**2).subs(unit), widened


CLAIMS.add(
    id="PC-E41",
    source=PC.eq("41, 42"),
    says="Feature and gradient kernels have means Phi_0 and 1 at every width, and mean squares "
    "(1 + 2/N)^l and (1 + 2/N)^(L-l) times those squared: they concentrate.",
    checks=(Exhaustive(over(_kernels, ((1,), (2,)))),),
)


# -- derivative of the network function (eqs. 43, 44) ----------------------------------------------


def _network_slopes(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """Slopes of f for two inputs, by the same backward vectors."""
    one = net(width, depth, skips, samples=2)
    for layer, sample in itertools.product(range(1, depth + 1), range(2)):
        slopes_below = slopes(one.h[-1][0, sample], one.W[layer - 1])
        feature = one.h[layer - 1][:, [sample]]
        wanted = one.c[layer - 1] * one.m[layer] @ feature.T
        yield from equal(f"layer {layer}, input {sample}", slopes_below, wanted)


CLAIMS.add(
    id="PC-E43",
    source=PC.eq(43),
    says="The slope of f in W_l is c_l m_l h_{l-1}^T: backward vector times feature.",
    reading="g_i has no index mu, as printed: in a linear network all inputs have the same g.",
    checks=(Exhaustive(over(_network_slopes, SHAPES)),),
)

gamma = gamma0 * N**d


def _squares_of_slopes(layer: str) -> sp.Expr:
    """Mean square of df/dW_ij under desideratum 1: N^(-2a) E m_i^2 E h_j^2, exact."""
    below = sp.Integer(1)
    path = {"hidden": 1 / (N * gamma**2), "first": 1 / (N * gamma**2), "last": 1 / gamma**2}[layer]
    return N ** (-2 * (a1 if layer == "first" else a)) * path * below


def _unit_slopes(width: int) -> Iterator[Case]:
    """E (m_i h_j)^2 over unit draws: 1 x 1 at every layer, for the three kinds of layer."""
    one = net(width, 3)
    c = one.c
    for layer, wanted in (
        (1, c[2] ** 2 * c[1] ** 2 * width),
        (2, c[2] ** 2 * c[0] ** 2 * one.x[0, 0] ** 2),
        (3, c[1] ** 2 * c[0] ** 2 * width * one.x[0, 0] ** 2),
    ):
        below = one.h[layer - 1] if layer > 1 else np.array([[sp.Integer(1)]], dtype=object)
        entry = one.m[layer][0, 0] * below[0, 0]
        yield from equal(f"layer {layer}", one.mean(entry**2), wanted)


def _printed_slopes(*layers: str) -> Iterator[Case]:
    for layer in layers:
        power = exponent(_squares_of_slopes(layer)) / 2
        yield f"{layer} layer", power, -d - (a1 if layer == "first" else a) - HALF


CLAIMS.add(
    id="PC-E44",
    source=PC.eq(44),
    says="The slope of f in a weight has size N^(-d - a_l - 1/2) in every layer.",
    quote="Derivative of the network function with respect to layer weights",
    reading=(
        "Tested for all layers l = 1..L, as the sums over layers in (69) and (73) use "
        "it. Below the readout the equation holds (PC-E44-layers)."
    ),
    checks=(Exhaustive(functools.partial(_printed_slopes, "hidden", "first", "last")),),
    corrected_by="PC-E44-layers",
    sides=("power of N, exact", "power of N as printed"),
)


def _slopes_by_layer() -> Iterator[Case]:
    yield from _printed_slopes("hidden", "first")
    yield "last layer", exponent(_squares_of_slopes("last")) / 2, -d - a


CLAIMS.add(
    id="PC-E44-layers",
    source=PC.ledger("ERR-PC-5"),
    says=(
        "The slope has that size below the readout; in the readout itself it has the "
        "size N^(-d - a_L), because g^(L) = sqrt(N) is not a unit of a wide layer."
    ),
    checks=(Exhaustive(_slopes_by_layer), Exhaustive(over(_unit_slopes, WIDTHS))),
)
