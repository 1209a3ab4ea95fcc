"""Appendix B, lemma 1: overlaps of tangents through a layer."""

from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import integral
from depthlaws.claims.engine.statement import (
    Array,
    Equal,
    Mean,
    Statement,
    Tree,
    arrays,
    gaussian,
    half,
    indices,
    naturals,
    nonnegative,
    positive,
    rational,
    reals,
    scalars,
    total,
)
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.layer import C, W, g, i, n, r, u, v

CLAIMS = Claims()


q, moved = scalars("q s")
below, above, slope, opened, fixed = arrays("phi_0 phi_s Q d2 M")
gated = total(total(W[r, i] * g[i] * u[i], i) * total(W[r, i] * g[i] * v[i], i), r) / C
gated_overlap = total(g[i] ** 2 * u[i] * v[i], i) / (q * n)  # G_l
FAN_IN = {
    n: naturals(1),
    C: naturals(1),
    q: positive,
    W: gaussian(1 / (q * n))[C, n],
    g: reals[n],
    u: reals[n],
    v: reals[n],
}
ONE_LAYER = Equal(Mean(gated, W), gated_overlap)

CLAIMS.add(
    id="AMMUP-E15",
    source=AMMUP.eq(15),
    says="Given all layers below, E T_h is 1/q times the mean of phi'^2 times both tangents.",
    statement=Statement(ONE_LAYER, for_all=FAN_IN),
)


quotient = Equal(moved * slope[i] * u[i], above[i] - below[i])

CLAIMS.add(
    id="AMMUP-D10",
    source=AMMUP.section("B.1"),
    says="Tangents pass a layer as W (phi'(z) tangent): over a step s along the tangent the states "
    "differ by s W (Q tangent), Q the difference quotients of any phi, which tend to phi'.",
    statement=Statement(
        Equal(
            total(W[r, i] * above[i], i) - total(W[r, i] * below[i], i),
            moved * total(W[r, i] * slope[i] * u[i], i),
            because=-total(W[r, i] * quotient.gap, i),
        ),
        for_all={
            n: naturals(1),
            C: naturals(1),
            moved: positive,
            W: reals[C, n],
            **dict.fromkeys((below, above, slope, u), reals[n]),
        },
        given=(quotient,),
    ),
)


# Two layers of width 2, tangents of the weights of layer 1 at x = (1, 0), written out.


def _closed_gate() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The gate of the only coordinate that moves is closed: T_1 = 1/2, but E[T_2 | F_1] = 0."""
    for z, tangent in (((-1, 2), (1, 0)), ((3, -1), (0, 1))):
        below = sp.Rational(sum(t * t for t in tangent), 2)
        gated = sp.Rational(sum(t * t for t, s in zip(tangent, z, strict=True) if s > 0), 2)
        yield f"z = {z}, tangent {tangent}", 2 * gated, below


CLAIMS.add(
    id="AMMUP-E14",
    source=AMMUP.eq(14),
    says="E[T_h | z^(l)] = T_l for parameters of layers up to l.",
    quote="For any parameter directions mu_1, mu_2 that belong to layers at most l",
    reading="Conditioned on everything up to layer l (T_l is not a function of z^(l) alone). The "
    "gate at l is then known: z = (-1, 2) and a tangent (1, 0) give T_l = 1/2 and E T_{l+1} = 0. "
    "After summing over parameters the statement about the mean over all weights would hold.",
    checks=(Exhaustive(_closed_gate),),
    corrected_by="AMMUP-L1",
    sides=("E[T_h | z]", "T_l"),
    fault="result",
    change="T_h with the gates of layer h, phi'(z^(h))^2/q times both tangents: then E[T_h | F_l] "
    "= T_l for h > l.",
)


def behind(tangent: Array) -> Tree:
    """Entry r of a tangent behind the layer, at any weights M."""
    return total(fixed[r, i] * g[i] * tangent[i], i)


# A phi of two slopes: phi'(-z)^2 = 2 q - phi'(z)^2, so that M and -M average every gate to q.
product_behind = behind(u) * behind(v)
flipped = (2 * q - opened[r]) * (-behind(u)) * (-behind(v))
LEMMA_ONE = Statement(
    Equal(
        total(opened[r] * product_behind + flipped, r) / (2 * q * C), total(product_behind, r) / C
    ),
    ONE_LAYER,
    for_all=FAN_IN | {fixed: reals[C, n], opened: nonnegative[C]},
)

CLAIMS.add(
    id="AMMUP-L1",
    source=AMMUP.lemma(1),
    says="For tangents of layers up to l and a phi of two slopes, the mean of phi'(z^(h))^2 times "
    "both tangents, over q, keeps its expectation from layer to layer: weights M and -M average "
    "the gates to q, which leaves T_h, whose mean over weights is that of layer h - 1. So "
    "E[T_h | F_l] is its value at layer l, for every h > l.",
    statement=LEMMA_ONE,
)


def _mixed() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E of the gate times w_j, for one parameter of this layer and one below: not zero.

    At z = w.a and a = (1, 0): E 1{w_1 > 0} w_1 = 1/sqrt(2 pi) at unit variance.
    """
    w = sp.Symbol("w", real=True)
    density = sp.exp(-(w**2) / 2) / sp.sqrt(2 * sp.pi)
    yield "gate times weight", integral(w * density, (w, 0, sp.oo)), 1 / sp.sqrt(2 * sp.pi)
    yield (
        "without the gate, plus one",
        integral(w * density, (w, -sp.oo, sp.oo)) + 1,
        sp.Integer(1),
    )


CLAIMS.add(
    id="AMMUP-D11",
    source=AMMUP.ledger("ERR-06"),
    says="The factorisation needs both parameters below the gate: for one in its own layer and one "
    "below, w normal and a = (1, 0), E 1{w.a > 0} w_1 = 1/sqrt(2 pi), although E w_1 = 0.",
    checks=(Exhaustive(_mixed, named=True),),
)


# -- the head of a convolutional network ---------------------------------


N, size = scalars("N size")
p = indices("p", N)
gates, white = arrays("xi white")  # only first and second moments of the gates 1/2 + xi enter


def pooled(tangent: Tree) -> Tree:
    """Mean square of the gated tangent, averaged over the sites."""
    return Mean((total((half + gates[p]) * tangent, p) / N) ** 2, gates)


CLAIMS.add(
    id="AMMUP-L1-pool",
    source=AMMUP.ledger("ERR-23"),
    says="Eq. (14) does not reach the head of a CNN: behind global average pooling of N sites the "
    "overlap is q/N of that below for a tangent white over the sites, q^2 + q(1 - q)/N for a "
    "constant one (ReLU, q = 1/2, gates of the sites independent).",
    statement=Statement(
        Equal(Mean(pooled(white[p]), white), half / N),
        Equal(pooled(size), size**2 * (half**2 + half * (1 - half) / N)),
        for_all={
            N: naturals(1),
            size: reals,
            gates: gaussian(rational(1, 4))[N],
            white: gaussian(1)[N],
        },
    ),
)
