"""Section 4 and A.5: the rescaling of residual networks and its slopes (eqs. 19, 104 to 110)."""

import functools
from collections.abc import Iterator, Sequence

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import integral, lim
from depthlaws.claims.pc.common import (
    HALF,
    Case,
    L,
    N,
    Net,
    alpha,
    equal,
    exponent,
    gamma0,
    many_blocks,
    net,
    over,
    slope_at_zero,
    slopes,
)
from depthlaws.claims.pc.depth import LAYERS, WIDTHS
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()


# -- the rescaling (eqs. 19, 104 to 107) -----------------------------------------------------------


def _path(one: Net, factors: Sequence[int]) -> np.ndarray:
    """w times the factors P = 1 + c W of these layers."""
    path = one.W[-1]
    for layer in factors:
        path = path @ (np.eye(one.width, dtype=int) + one.c[layer - 1] * one.W[layer - 1])
    return path


def _printed_paths(width: int, depth: int) -> Iterator[Case]:
    """w P_{L-1} ... P_l: |w|^2 and one path per block."""
    one = net(width, depth, True)
    total = sum(w**2 for w in one.W[-1].flat)
    for bottom in range(2, depth):
        total += sum(entry**2 for entry in _path(one, range(depth - 1, bottom - 1, -1)).flat)
    yield from equal("s", one.s, 1 + one.c[-1] ** 2 * total)


CLAIMS.add(
    id="PC-E104",
    source=PC.eq("104, 105, 108"),
    says=(
        "s = 1 + c_L^2 (|w|^2 + sum_{l=2}^{L-1} |w P_{L-1} ... P_l|^2), P = 1 + c W, "
        "with c_L^2 = 1/(gamma0^2 N^2): L - 1 squared norms, none of which contains the "
        "first layer."
    ),
    reading="every factor is read with its own index, from L - 1 down to l",
    checks=(Exhaustive(over(_printed_paths, ((1, 2), (1, 3), (1, 4), (2, 3), (3, 3)))),),
)

CLAIMS.add(
    id="PC-E105",
    source=PC.eq("105, 108"),
    says="The path of layers l to L is the readout times the factors I + L^-alpha N^(-1/2) W_k, k "
    "from l to L - 1.",
    quote="w^(L) prod_l^(L-1) (I_N + 1/(L^alpha sqrt(N)) W^(l))",
    reading=(
        "The bound of the product is also printed as the index of its factors, in (108) too; it "
        "is read as a running index."
    ),
    checks=(Exhaustive(over(_printed_paths, ((1, 3), (1, 4), (2, 3)))),),
    imprecise=True,
    exact="PC-E104",
)


def _mean_of_paths(width: int, depth: int) -> Iterator[Case]:
    """E s over every weight, against the registered law; c = (L^(2 alpha) N)^(-1/2)."""
    one = net(width, depth, True)
    share = sp.Symbol("share", positive=True)  # L^(-2 alpha)
    unit = {m: sp.sqrt(share / width) for m in one.c[1:-1]}
    unit[one.c[-1]] = 1 / (width * gamma0)
    average = one.mean(one.s).subs(unit)
    total = sum((1 + share) ** j for j in range(depth - 1)) / (gamma0**2 * width)
    yield "mean of s", average, 1 + total
    expr = law(
        "pc-rescaling-mean-residual",
        N=sp.Integer(width),
        L=sp.Integer(depth),
        d=HALF,
        alpha=HALF,
        v=sp.Integer(1),
    )
    exact = (1 + total).subs(share, sp.Rational(1, depth))
    yield "registered", expr, exact


def _geometric() -> tuple[sp.Expr, sp.Expr]:
    """The registered law times L^(-2 alpha) is the closed geometric sum."""
    share = L ** (-2 * alpha)
    expr = law("pc-rescaling-mean-residual", d=HALF, alpha=alpha, v=sp.Integer(1))
    return (expr - 1) * share * gamma0**2 * N, (1 + share) ** (L - 1) - 1


def constants() -> Iterator[Case]:
    """Constants of L/(gamma0^2 N) in E s - 1, by the power of the depth in the branches.

    They are the constants of L^(2 alpha - 1) (exp(y) - 1), where y, the logarithm of the product of
    all factors, behaves as L^(1 - 2 alpha): exp(1) - 1 at alpha = 1/2, and 1 where y vanishes.
    """
    yield slope_at_zero("log(1 + u)/u at u = 0", lambda u: sp.log(1 + u))
    yield slope_at_zero("(exp(y) - 1)/y at y = 0", sp.exp)
    for power, relation in (("1/2", "=="), ("3/4", "<"), ("1", "<")):
        yield from many_blocks(power, relation, left_out=1)


def limits_of_constants() -> Iterator[Case]:
    """The same constants by SymPy's limits."""
    size = sp.Symbol("L", positive=True)
    half = sp.log(1 + 1 / size) * (size - 1)
    yield "alpha = 1/2", sp.exp(lim(half, size, sp.oo)) - 1, sp.E - 1
    for power in ("3/4", "1"):
        share = size ** (-2 * sp.Rational(power))
        per_layer = lim((size - 1) * sp.log(1 + share) / (size * share), size, sp.oo)
        yield f"alpha = {power}", per_layer, sp.Integer(1)


BY_LIMITS = Exhaustive(limits_of_constants, what="SymPy's limits")

CLAIMS.add(
    id="PC-E106",
    source=PC.eq("106, 107"),
    says="The mean of s - 1 is L^(2a) ((1 + L^(-2a))^(L-1) - 1)/(gamma0^2 N), a = alpha: "
    "Theta(L/N) from alpha = 1/2 on.",
    checks=(
        Exhaustive(over(_mean_of_paths, ((1, 2), (1, 3), (2, 3), (1, 4), (2, 4)))),
        Identity(
            _geometric, {L: LAYERS, N: WIDTHS, gamma0: Interval(HALF, 3), alpha: Interval(0, 2)}
        ),
        Exhaustive(constants),
    ),
    cross_checks=(BY_LIMITS,),
)

CLAIMS.add(
    id="PC-E19",
    source=PC.eq(19),
    says="s = 1 + Theta(L/N) for residual networks.",
    quote="against the L/N theoretical prediction (Eq. 19)",
    reading=(
        "The constants are those at the start: (e - 1)/gamma0^2 at alpha = 1/2, not the "
        "1 of the line L/N that figure 3 draws; 1/gamma0^2 above 1/2."
    ),
    checks=(Exhaustive(constants),),
    cross_checks=(BY_LIMITS,),
    imprecise=True,
    exact="PC-B6",
)


def _square_of_law(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """E s^2 - (E s)^2 over every weight against the registered variances, d = 1/2."""
    one = net(width, depth, skips)
    scale = sp.Rational(1, depth * width) if skips else sp.Rational(1, width)
    richness = sp.Rational(3, 2)
    unit = {m: sp.sqrt(scale) for m in one.c[1:-1]} | {one.c[-1]: 1 / (richness * width)}
    norms = one.norms().subs(unit)
    variance = one.mean(norms**2) - one.mean(norms) ** 2
    named = {"N": sp.Integer(width), "L": sp.Integer(depth), "gamma0": richness, "d": HALF}
    if skips:
        expr = law("pc-rescaling-variance-residual", **named, alpha=HALF)
    else:
        expr = law("pc-rescaling-variance-mlp", **named)
    yield "variance", variance, expr


CLAIMS.add(
    id="PC-B6",
    source=PC.beyond("PC-B6"),
    says="Mean and variance of s at the start are exact at every width and depth; the means are "
    "1 + (L-1)/(gamma0^2 N) and, with skips at alpha = 1/2, (e - 1) L/(gamma0^2 N) for deep ones.",
    checks=(
        Exhaustive(
            over(
                _square_of_law,
                (
                    (1, 2, False),
                    (1, 3, False),
                    (2, 2, False),
                    (2, 3, False),
                    (1, 3, True),
                    (1, 4, True),
                    (2, 3, True),
                ),
            )
        ),
        Exhaustive(over(_mean_of_paths, ((1, 2), (1, 3), (2, 3), (1, 4)))),
        Exhaustive(constants),
    ),
    cross_checks=(BY_LIMITS,),
)


# -- slope of the rescaling (eqs. 109, 110) --------------------------------------------------------


def _printed_slopes(width: int, depth: int) -> Iterator[Case]:
    one = net(width, depth, True)
    unit = np.eye(width, dtype=int)
    for layer in range(2, depth):
        total = 0 * one.W[layer - 1]
        for start in range(2, layer + 1):
            upper, whole, lower = (
                one.W[-1] @ functools.reduce(np.matmul, reversed(one.M[layer : depth - 1]), unit),
                one.W[-1]
                @ functools.reduce(np.matmul, reversed(one.M[start - 1 : depth - 1]), unit),
                functools.reduce(np.matmul, reversed(one.M[start - 1 : layer - 1]), unit),
            )
            total = total + upper.T @ whole @ lower.T
        wanted = 2 * one.c[-1] ** 2 * one.c[layer - 1] * total
        yield from equal(f"layer {layer}", slopes(one.s, one.W[layer - 1]), wanted)


CLAIMS.add(
    id="PC-E109",
    source=PC.eq(109),
    says="The slope of s in a block's weights is 2 c_L^2 c_l sum_{k<=l} of the printed products.",
    checks=(Exhaustive(over(_printed_slopes, ((1, 3), (1, 4), (2, 3)))),),
)


def _unit_slopes(width: int) -> Iterator[Case]:
    """Mean square of ds/dW_ij for the block of L = 3, off the diagonal if possible."""
    one = net(width, 3, True)
    slope = slopes(one.s, one.W[1])[0, -1] / one.c[1]
    n, share = sp.Integer(width), one.c[1] ** 2
    diagonal = 3 if width == 1 else 1
    wanted = 4 * one.c[2] ** 4 * (diagonal + share * (n + 2))
    yield from equal("block", one.mean(slope**2), wanted)


def _power_of_slopes() -> Iterator[Case]:
    """c_L^2 = 1/(gamma0^2 N^2), c = (L^(2 alpha) N)^(-1/2); off the diagonal."""
    share = L ** (-2 * alpha) / N
    square = share * 4 * (1 / (gamma0**2 * N**2)) ** 2 * (1 + share * (N + 2))
    yield "power of N", exponent(square) / 2, -sp.Rational(5, 2)


def reach(t: sp.Symbol) -> sp.Expr:
    """Mean square of V_l over that of m_l, over L^2, at l = t L, alpha = 1/2, L -> infinity.

    The sum over k, q <= l of e^|u - v| e^(2(t - max)) (1 + 2(t - max)) is twice its half v < u.
    """
    u, v = sp.symbols("u v", positive=True)
    inner = integral(sp.exp(u - v), (v, 0, u))
    return 2 * integral(inner * sp.exp(2 * (t - u)) * (1 + 2 * (t - u)), (u, 0, t))


def _depth_of_slopes() -> Iterator[Case]:
    """L^-alpha from c_l, and L from V_{l-1}, whose mean square is a positive constant times L^2."""
    size, t = sp.symbols("L t", positive=True)
    constant = reach(t).subs(t, HALF)
    yield "a positive constant", constant, ">", sp.Integer(0)
    yield "power of L", exponent(constant * size**2 * size**-1, size) / 2, 1 - HALF


CLAIMS.add(
    id="PC-E110",
    source=PC.eq(110),
    says="The slope of s in a weight of a block has size L^(1-alpha) N^(-5/2).",
    checks=(
        Exhaustive(_power_of_slopes),
        Exhaustive(over(_unit_slopes, ((1,), (2,), (3,)))),
        Exhaustive(_depth_of_slopes),
    ),
)
