"""Appendix B, lemma 1: overlaps of tangents through a layer."""

import itertools
from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.ammup.common import (
    q,
)
from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, gaussian_mean, integral
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()


def _layer(width: int) -> tuple[sp.Matrix, list[sp.Symbol], list[sp.Matrix], list[sp.Symbol]]:
    """A layer's weights over their deviation, its gates as symbols, and two tangents below it."""
    W = sp.Matrix(width, width, sp.symbols(f"w:{width**2}"))
    gates = list(sp.symbols(f"d:{width}"))
    tangents = [sp.Matrix(width, 1, sp.symbols(f"{s}:{width}")) for s in "uv"]
    return W, list(W), tangents, gates


def _one_layer(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E[T_h | F_{h-1}] with a symbol for every entry below, Var W = 1/(q n)."""
    W, normal, (u, v), gates = _layer(width)
    D = sp.diag(*gates)
    above = [W * D * one for one in (u, v)]
    overlap = (above[0].T * above[1])[0] / width
    average = gaussian_mean(overlap, normal, 1 / (q * width))
    right = sum(g**2 * a * b for g, a, b in zip(gates, u, v, strict=True)) / (q * width)
    yield f"n = {width}", average, right


CLAIMS.add(
    id="AMMUP-E15",
    source=AMMUP.eq(15),
    says=("Given all layers below, E T_h is 1/q times the mean of phi'^2 times both tangents."),
    checks=(Exhaustive(lambda: itertools.chain(_one_layer(1), _one_layer(2), _one_layer(3))),),
)


def _chain_rule() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """d z^(h) = W (phi'(z) d z^(h-1)) for phi = tanh, n = 2."""
    W = sp.Matrix(2, 2, sp.symbols("w:4"))
    z, dz = sp.Matrix(sp.symbols("z:2")), sp.Matrix(sp.symbols("e:2"))
    s = sp.Symbol("s")
    after = W * (z + s * dz).applyfunc(sp.tanh)
    gated = W * sp.Matrix([(1 - sp.tanh(a) ** 2) * b for a, b in zip(z, dz, strict=True)])
    for i in range(2):
        yield f"entry {i}", D(after[i], s).subs(s, 0), gated[i]


CLAIMS.add(
    id="AMMUP-D10",
    source=AMMUP.section("B.1"),
    says="Tangents pass a layer as W (phi'(z) tangent).",
    checks=(Exhaustive(_chain_rule),),
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
    reading=(
        "Conditioned on everything up to layer l (T_l is not a function of z^(l) alone). "
        "The gate at l is then known: z = (-1, 2) and a tangent (1, 0) give T_l = 1/2 "
        "and E T_{l+1} = 0. After summing over parameters the statement about the mean "
        "over all weights would hold."
    ),
    checks=(Exhaustive(_closed_gate),),
    corrected_by="AMMUP-L1",
    sides=("E[T_h | z]", "T_l"),
)


def _reduced(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Two layers above: gates of the middle layer by the signs of its weights, both ways.

    Flipping row i of W flips z_i and both tangents: phi'(z_i)^2 averages to q = (d^2 + e^2)/2.
    """
    W, normal, (u, v), gates = _layer(width)
    D, q_mean = sp.diag(*gates), sp.Rational(1, 2)
    a, b = (W * D * one for one in (u, v))
    flips = list(itertools.product((0, 1), repeat=width))
    total = sp.Integer(0)
    for pattern in flips:  # the gates of the middle layer: one of two values, by the sign of z_i
        overlap = sum(p * x * y for p, x, y in zip(pattern, a, b, strict=True))
        total += gaussian_mean(overlap / width, normal, 1 / (q_mean * width))
    ratio_of_means = total / len(flips) / q_mean
    one = sum(g**2 * x * y for g, x, y in zip(gates, u, v, strict=True)) / (q_mean * width)
    yield f"n = {width}", ratio_of_means, one


CLAIMS.add(
    id="AMMUP-L1",
    source=AMMUP.lemma(1),
    says="For l < h, E[T_h | F_l] is 1/q times the mean of phi'(z^(l))^2 times both tangents, for "
    "tangents of layers up to l and every h: gates above l average to q by the flips of rows.",
    checks=(Exhaustive(lambda: itertools.chain(_one_layer(2), _reduced(1), _reduced(2))),),
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
    "below, E 1{w.a > 0} w_j = a_j/(sqrt(2 pi)|a|) at unit variance, although E w_j = 0.",
    checks=(Exhaustive(_mixed),),
)


# -- the head of a convolutional network ---------------------------------


def _pooled() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """T_{L+1}/T_L behind pooling and a head of fan-in C, by all patterns of gates of N sites.

    out = H mean_p phi(z_p): the gated tangents of a channel are averaged, then Var H = 1/C.
    """
    for sites in (1, 2, 3, 4):
        v = sp.symbols(f"v:{sites}")
        patterns = [*itertools.product((0, 1), repeat=sites)]
        after = [sum(g * x for g, x in zip(p, v, strict=True)) ** 2 / sites**2 for p in patterns]
        square = sp.Add(*after) / len(patterns)
        white = gaussian_mean(square, list(v), 1)  # over a mean square of 1 below
        constant = square.subs(dict.fromkeys(v, 1))
        half, N = sp.Rational(1, 2), sp.Integer(sites)
        yield f"white, N={sites}", white, half / N
        yield f"constant, N={sites}", constant, half**2 + (half - half**2) / N


CLAIMS.add(
    id="AMMUP-L1-pool",
    source=AMMUP.ledger("ERR-23"),
    says="Eq. (14) does not reach the head of a CNN: behind global average pooling of N sites the "
    "overlap is q/N of that below for a tangent white over the sites, q^2 + q(1 - q)/N for a "
    "constant one (ReLU, gates of the sites independent); one factor q, as in an MLP, at N = 1.",
    checks=(Exhaustive(_pooled),),
)
