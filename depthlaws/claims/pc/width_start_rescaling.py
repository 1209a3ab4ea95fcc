"""Appendix A.4.2: size and slope of the rescaling at the start (eqs. 25, 45 to 55)."""

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Property
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import total
from depthlaws.claims.pc.common import (
    HALF,
    SHAPES,
    Case,
    L,
    N,
    a,
    b,
    d,
    equal,
    exponent,
    gamma0,
    net,
    over,
    slopes,
)
from depthlaws.claims.pc.width_start import EXPONENTS, SIZES, WIDTHS, gamma, k
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()


# -- size of the rescaling (eqs. 25, 45 to 47) -----------------------------------------------------


def _scaled_sum(width: int, depth: int, _: bool = False) -> Iterator[Case]:
    """Eq. (25): multipliers N^-a_l and 1/gamma taken out of the products of the bare weights."""
    one = net(width, depth)
    total = sp.Integer(1)
    for bottom in range(2, depth + 1):
        path, scale = np.eye(1, dtype=int), sp.Integer(1)
        for layer in range(depth, bottom - 1, -1):
            path, scale = path @ one.W[layer - 1], scale * one.c[layer - 1]
        total += scale**2 * sum(entry**2 for entry in path.flat)
    yield from equal("s", one.s, total)


CLAIMS.add(
    id="PC-E25",
    source=PC.eq("24, 25"),
    says="With multipliers the rescaling is 1 + sum_{l>=2} (c_L ... c_l)^2 |W_L ... W_l|^2.",
    checks=(Exhaustive(over(_scaled_sum, ((1, 2), (1, 5), (2, 3), (2, 4), (3, 3)))),),
)


def _mean_norms(width: int, depth: int) -> Iterator[Case]:
    one = net(width, depth)
    for bottom in range(2, depth + 1):
        path = np.eye(1, dtype=int)
        for layer in range(depth, bottom - 1, -1):
            path = path @ one.W[layer - 1]
        norm = sum(entry**2 for entry in path.flat)
        yield from equal(f"l = {bottom}", one.mean(norm), sp.Integer(width) ** (depth - bottom + 1))


CLAIMS.add(
    id="PC-E45",
    source=PC.eq(45),
    says="E|W_L ... W_l|^2 = N^(sum_k (1 - b_k)), l >= 2, at every width.",
    checks=(Exhaustive(over(_mean_norms, ((1, 2), (1, 3), (2, 2), (2, 3), (3, 2), (1, 4)))),),
)


def _norms_of_eq_6() -> Iterator[Case]:
    """|W_L ... W_l|^2 has mean N^((1 - b)(L - l + 1)); eq. (46) has its multipliers beside it."""
    for count in (1, 2, 3):
        bare = N ** ((1 - b) * count)
        yield (
            f"{count} layers",
            exponent((N ** (-2 * a * count) * bare).subs(b, 1 - 2 * a)),
            sp.Integer(0),
        )
        yield f"{count} bare matrices, b = 0", exponent(bare.subs(b, 0)), sp.Integer(count)


CLAIMS.add(
    id="PC-E46-raw",
    source=PC.section("3.1, after eq. (17)"),
    says="With their multipliers the squared norm terms of eq. (6) keep their size as the width "
    "grows; of the bare matrices, b = 0, they grow as N^(L - l + 1).",
    quote="each squared norm term in Eq. 6 is",
    reading=(
        "The norms have the multipliers of eq. (46), to which the sentence points. For "
        "the norms as eq. (6) writes them, in the mean-field parametrisation, the "
        "sentence would not hold."
    ),
    checks=(Exhaustive(_norms_of_eq_6),),
    imprecise=True,
    exact="PC-E46",
)


def _scaled_norms() -> tuple[sp.Expr, sp.Expr]:
    """Sum over l = 2..L of N^(-2 sum a) N^(sum (1 - b)) under 2 a + b = 1."""
    term = (N ** (-2 * a) * N ** (1 - b)).subs(b, 1 - 2 * a)
    return total(term**k, (k, 1, L - 1)), L - 1


CLAIMS.add(
    id="PC-E46",
    source=PC.eq(46),
    says="The scaled norms of eq. (25) have mean 1 each under desideratum 1, at every width: L - 1 "
    "in all.",
    checks=(Identity(_scaled_norms, {L: Interval(2, 99, integer=True), a: EXPONENTS[a], **SIZES}),),
)


def _law_of_mean(width: int, depth: int) -> Iterator[Case]:
    """E s over every weight, with c_l = N^(-1/2) and gamma = gamma0 N^d: eq. (25) in the mean."""
    one = net(width, depth)
    unit = {m: 1 / sp.sqrt(width) for m in one.c[1:-1]}
    unit[one.c[-1]] = 1 / (sp.sqrt(width) * gamma0 * width**d)
    named = {"N": sp.Integer(width), "L": sp.Integer(depth), "d": d}
    average = one.mean(one.s).subs(unit)
    yield "mean of s", average - law("pc-rescaling-mean-mlp", **named), sp.Integer(0)


def _linear_in_depth() -> tuple[sp.Expr, sp.Expr]:
    return law("pc-rescaling-mean-mlp", d=d) - 1, (L - 1) / (gamma0**2 * N ** (2 * d))


def _share_of_length() -> tuple[sp.Expr, sp.Expr]:
    """The mean of s - 1 over L/(gamma0^2 N^(2d)): from 1/2 at L = 2 to 1."""
    return (law("pc-rescaling-mean-mlp", d=d) - 1) * gamma0**2 * N ** (2 * d) / L, 1 - 1 / L


MEAN_AT = {
    L: Interval(2, 99, integer=True),
    gamma0: Interval(HALF, 3),
    d: Interval(0, 1),
    N: Interval(1, 10**6, integer=True),
}


CLAIMS.add(
    id="PC-E47",
    source=PC.eq(47),
    says="As width and depth grow, s = 1 + Theta(L / N^(2d)), in the mean at the start: the mean "
    "of s - 1 is 1 - 1/L times L/(gamma0^2 N^(2d)).",
    quote="If one assumes growing width and depth, we therefore get s = 1 + Theta(L/N^(2 d))",
    reading=(
        "The mean is of that size at every width and depth. Networks typically are not where L is "
        "beyond N: every quantile of gamma0^2 (s - 1) tends to a constant there (PC-B7), while L/N "
        "has no bound."
    ),
    checks=(Identity(_share_of_length, MEAN_AT),),
    imprecise=True,
    exact="PC-E47-mean",
)

CLAIMS.add(
    id="PC-E47-mean",
    source=PC.beyond("PC-B6"),
    says="The mean of s - 1 is (L - 1)/(gamma0^2 N^(2d)), at every width and depth, in every "
    "parametrisation that keeps desideratum 1.",
    checks=(
        Exhaustive(over(_law_of_mean, ((1, 2), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3)))),
        Identity(_linear_in_depth, MEAN_AT),
    ),
)


# -- slope of the rescaling (eqs. 48 to 55) --------------------------------------------------------


def _printed_rescaling_slopes(width: int, depth: int) -> Iterator[Case]:
    """Eq. (48) term by term, with the multipliers that (48) pulls in front."""
    one = net(width, depth)
    for layer in range(2, depth + 1):
        total = 0 * one.W[layer - 1]
        for start in range(2, layer + 1):
            upper = one.product(depth, layer + 1) if layer < depth else np.eye(1, dtype=int)
            whole = one.product(depth, start)
            size = one.W[layer - 1].shape[1]
            lower = one.product(layer - 1, start) if start < layer else np.eye(size, dtype=int)
            total = total + 2 * one.c[layer - 1] * upper.T @ whole @ lower.T
        yield from equal(f"layer {layer}", slopes(one.s, one.W[layer - 1]), total)
    yield from equal("first layer", slopes(one.s, one.W[0]), 0 * one.W[0])


def _public_slopes(width: int, depth: int) -> Iterator[Case]:
    """The public function at whole weights, where floats are exact."""
    one = net(width, depth)
    there: dict[sp.Symbol, int] = dict.fromkeys(one.c, 1)
    for at, w in enumerate(w for weights in one.W for w in weights.flat):
        there[w] = at % 5 - 2
    whole = [np.vectorize(lambda w: float(there[w]))(weights) for weights in one.W]
    for weights, result in zip(one.W, predictive_coding.rescaling_gradient(whole), strict=True):
        exact = [sp.sympify(slope).subs(there) for slope in slopes(one.s, weights).flat]
        yield from equal("public", [Recorded(entry) for entry in result.flat], exact)


CLAIMS.add(
    id="PC-E48",
    source=PC.eq(48),
    says="The slope of s in W_l is 2 c_l sum_k (M_L..M_{l+1})^T (M_L..M_k) (M_{l-1}..M_k)^T for "
    "l >= 2, and 0 for the first layer.",
    checks=(Exhaustive(over(_printed_rescaling_slopes, ((1, 2), (1, 4), (2, 2), (2, 3)))),),
    cross_checks=(Exhaustive(over(_public_slopes, ((1, 4), (2, 3)))),),
)


def _entries_of_products(width: int) -> Iterator[Case]:
    """Mean squares of entries of one, two and three bare layers over unit draws: N^(count - 1)."""
    one = net(width, 4)
    for top, bottom in ((4, 4), (4, 3), (3, 3), (3, 2)):
        path = one.W[top - 1]
        for layer in range(top - 1, bottom - 1, -1):
            path = path @ one.W[layer - 1]
        wanted = sp.Integer(width) ** (top - bottom)
        yield from equal(f"W_{top}..W_{bottom}", one.mean(path[0, 0] ** 2), wanted)


def _printed_entries() -> Iterator[Case]:
    """N^(count - 1) N^(-sum b) with b = 1 - 2a has root N^(sum a - 1/2) for any count."""
    square = N ** (k - 1) * N ** (-k * (1 - 2 * a))
    yield "any number of layers", exponent(square) / 2, k * a - HALF


CLAIMS.add(
    id="PC-E49",
    source=PC.eq("49-51"),
    says=(
        "Entries of products of layers have size N^(sum_k a_k - 1/2) at the start, "
        "exactly so for the mean square, if the product is not empty."
    ),
    checks=(Exhaustive(over(_entries_of_products, ((1,), (2,)))), Exhaustive(_printed_entries)),
)


def _added_exponents() -> tuple[sp.Expr, sp.Expr]:
    """Three factors of (52), with S the sum of a over k..L and T over l+1..L; a_l = a."""
    whole, upper = sp.symbols("S T", real=True)
    lower = whole - upper - a
    return (upper - HALF) + (whole - HALF) + (lower - HALF), 2 * whole - a - sp.Rational(3, 2)


CLAIMS.add(
    id="PC-E52",
    source=PC.eq(52),
    says="The exponents of the three factors add up to 2 sum a - a_l - 3/2, for k < l < L.",
    checks=(
        Identity(
            _added_exponents,
            {s: Interval(-3, 3) for s in (*sp.symbols("S T", real=True), a)},
        ),
    ),
)


def _outer_product(width: int) -> Iterator[Case]:
    one = net(width, 3)
    left, middle, right = one.W[2].T, one.W[2] @ one.W[1], one.W[1]
    whole = left @ middle @ right
    for i in range(width):
        for j in range(width):
            summed = sum(left[i, 0] * middle[0, n] * right[n, j] for n in range(width))
            yield from equal(f"entry {i} {j}", whole[i, j], summed)


CLAIMS.add(
    id="PC-E53",
    source=PC.eq(53),
    says="An entry of the triple product is a sum of N terms a_i b_k C_kj.",
    checks=(Exhaustive(over(_outer_product, WIDTHS)),),
)


def _unit_rescaling_slopes(width: int) -> Iterator[Case]:
    """Mean squares of ds/dW_ij over unit draws: hidden layer of three, readout of two."""
    deep, shallow = net(width, 3), net(width, 2)
    hidden = slopes(deep.s, deep.W[1])[0, 0] / deep.c[1]
    wanted = 4 * deep.c[1] ** 2 * deep.c[2] ** 4 * (width + 2)
    yield from equal("hidden", deep.mean(hidden**2), wanted)
    readout = slopes(shallow.s, shallow.W[1])[0, 0] / shallow.c[1]
    yield from equal("readout", shallow.mean(readout**2), 4 * shallow.c[1] ** 2)


def _squares_of_rescaling_slopes(layer: str) -> sp.Expr:
    """The same with the multiplier N^-a in front, c_l = N^(-1/2) and c_L = N^(-1/2)/gamma."""
    if layer == "hidden":
        return N ** (-2 * a) * 4 * N**-1 * (N**-1 / gamma**2) ** 2 * (N + 2)
    return N ** (-2 * a) / gamma**2 * 4 * N**-1 / gamma**2


def _printed_rescaling_size(*layers: str) -> Iterator[Case]:
    for layer in layers:
        power = exponent(_squares_of_rescaling_slopes(layer)) / 2
        yield f"{layer} layer", power, -2 * d - a - HALF


CLAIMS.add(
    id="PC-E54",
    source=PC.eq("54, 55"),
    says="The slope of s in a weight has size L N^(-2d - a_l - 1/2).",
    quote="each entry of the derivative (Eq. 48) scales as Theta(L N^(-2d - a_l - 1/2))",
    reading=(
        "Tested as printed, for hidden layers. (54) counts N terms of random sign as N "
        "terms of one sign. In the readout the equation holds."
    ),
    checks=(Exhaustive(functools.partial(_printed_rescaling_size, "readout", "hidden")),),
    corrected_by="PC-E54-size",
    sides=("power of N, exact", "power of N as printed"),
)


def _rescaling_size() -> Iterator[Case]:
    power = exponent(_squares_of_rescaling_slopes("hidden")) / 2
    yield "hidden layer", power, -2 * d - a - 1
    yield from _printed_rescaling_size("readout")


CLAIMS.add(
    id="PC-E54-size",
    source=PC.ledger("ERR-PC-3"),
    says="Its size is N^(-2d - a_l - 1) in hidden layers, by the exact mean square, and the "
    "printed one in the readout only. Eq. (110) has the right power, and contradicts (55).",
    checks=(Exhaustive(_rescaling_size), Exhaustive(over(_unit_rescaling_slopes, WIDTHS))),
)


def _sum_of_kernels(width: int, depth: int, skips: bool) -> Iterator[Case]:
    one = net(width, depth, skips)
    norms = sum(entry**2 for path in one.m[1:-1] for entry in path.flat)
    yield from equal("s - 1", one.s - 1, norms)


def _reported(width: int, depth: int, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    shapes = [(width, 3), *[(width, width)] * (depth - 2), (1, width)]
    weights = [rng.standard_normal(shape) for shape in shapes]
    equilibrium = predictive_coding.equilibrium(weights, np.ones((2, 3)), np.ones(2), scale=0.7)
    kernels = sum(float(np.sum(m**2)) for m in equilibrium.paths[1:-1])
    return predictive_coding.rescaling(weights, scale=0.7) - 1, kernels


CLAIMS.add(
    id="PC-B5",
    source=PC.beyond("PC-B5"),
    says="s = 1 + gamma^-2 sum_(l=1)^(L-1) G_l: the paper's own gradient kernels, at every step "
    "and every width.",
    checks=(Exhaustive(over(_sum_of_kernels, SHAPES)),),
    cross_checks=(
        Property(
            _reported,
            {"width": [1, 4], "depth": [2, 3, 7], "seed": Interval(0, 10**6, integer=True)},
            rtol=1e-10,
            n=12,
        ),
    ),
)
