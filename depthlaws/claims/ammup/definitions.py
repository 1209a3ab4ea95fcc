"""Definitions used in the proofs, each tested where it allows two readings."""

import itertools
from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.ammup.common import (
    LINEAR,
    MODERATE,
    K,
    Options,
    c,
    exact,
    mean_square,
    q,
    written_out,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity
from depthlaws.claims.engine.formula_expressions import symbol
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, gaussian_mean
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()


def _convolution() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E z^2 of one circular convolution at every site, Var W = 1/(q k C): mean of phi^2 / q."""
    for sites, kernel, channels in ((3, (-1, 0, 1), 1), (4, (0, 1), 2), (5, (-1, 0, 1), 1)):
        f = sp.Matrix(channels, sites, sp.symbols(f"f:{channels * sites}"))
        W = sp.Matrix(channels, len(kernel), sp.symbols(f"w:{channels * len(kernel)}"))
        total = sp.Integer(0)
        for p in range(sites):
            state = sum(
                W[i, j] * f[i, (p + o) % sites]
                for i, (j, o) in itertools.product(range(channels), enumerate(kernel))
            )
            variance = 1 / (q * len(kernel) * channels)
            total += gaussian_mean(state**2, list(W), variance)
        right = sum(v**2 for v in f) / (q * channels)
        yield f"N={sites}, k={len(kernel)}, C={channels}", total, right


CLAIMS.add(
    id="AMMUP-E03",
    source=AMMUP.eq(3),
    says="A circular convolution of fan-in k C keeps the energy summed over sites: "
    "sum E z^2 = sum phi^2/(q C), whatever the kernel.",
    checks=(Exhaustive(_convolution),),
)


def _blocks(depth: int, width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """dz of z + W z written out, against the recursion for the residual network."""
    for layer in range(1, depth + 1):
        moved, normal = written_out(width, depth, 1, skip=1, layer=layer)
        asked: Options = {"width": width, "inputs": "gaussian", "scaled": "none", **LINEAR}
        energy = exact("residual", depth, **asked)[layer - 1]
        yield (
            f"K={depth}, l={layer}",
            mean_square(moved, normal),
            sp.Rational(*energy.as_integer_ratio()),
        )


RESIDUAL = (Exhaustive(lambda: itertools.chain(_blocks(1, 2), _blocks(2, 1))),)

CLAIMS.add(
    id="AMMUP-E04",
    source=AMMUP.eq(4),
    says="Residual blocks z + F(z), one depth unit each, are the blocks of the recursions.",
    checks=RESIDUAL,
)

CLAIMS.add(
    id="AMMUP-E28",
    source=AMMUP.eq(28),
    says="The homogeneous model z + W z at every width, weights written out.",
    checks=RESIDUAL,
)


def _variance() -> tuple[sp.Expr, sp.Expr]:
    """c/(K n) is eq. (5) at c = 1/q."""
    n = symbol("n")
    return (c / (K * n)).subs(c, 1 / q), 1 / (q * K * n)


CLAIMS.add(
    id="AMMUP-E29",
    source=AMMUP.eq(29),
    says="Var W = c/(K n) is the initialisation of eq. (5) at c = 1/q.",
    checks=(Identity(_variance, {q: MODERATE, K: MODERATE, symbol("n"): MODERATE}),),
)


def _bilinear() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """T(mu, mu) >= 0 and T is bilinear: T(u + v, u + v) = T(u, u) + 2 T(u, v) + T(v, v)."""
    for width, sites in ((2, 1), (2, 2), (3, 2)):
        size = width * sites
        u, v = (sp.symbols(f"{s}:{size}") for s in "uv")

        def T(a: tuple[sp.Expr, ...], b: tuple[sp.Expr, ...], size: int = size) -> sp.Expr:
            return sum(x * y for x, y in zip(a, b, strict=True)) / size

        both = tuple(x + y for x, y in zip(u, v, strict=True))
        yield f"M={size}", T(both, both), T(u, u) + 2 * T(u, v) + T(v, v)


def _gram() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Sum of T^2 over all weights of a layer with input a: |a|^4 tr (J J^T)^2 / n^2.

    dz/dw_ij = a_j J e_i, so T = a_j a_k (J e_i . J e_h)/n.
    """
    J = sp.Matrix(2, 2, sp.symbols("j:4"))
    a = sp.symbols("a:2")
    gram = J.T * J
    pairs = itertools.product(range(2), repeat=4)
    total = sum((a[j] * a[k] * gram[i, h] / 2) ** 2 for i, j, h, k in pairs)
    size = sum(x**2 for x in a) ** 2
    yield "n = 2", total, size * (gram * gram).trace() / 4


OVERLAP = (Exhaustive(_bilinear), Exhaustive(_gram))

CLAIMS.add(
    id="AMMUP-E13",
    source=AMMUP.eq(13),
    says="T averages products of two tangents over units; its square summed over the weights of a "
    "layer is |a|^4 tr (J J^T)^2/n^2, the quantity that grows with depth.",
    checks=OVERLAP,
)

CLAIMS.add(
    id="AMMUP-E30",
    source=AMMUP.eq(30),
    says="The same overlap for residual networks.",
    checks=OVERLAP,
)

CLAIMS.add(
    id="AMMUP-E36",
    source=AMMUP.eq(36),
    says="The same overlap over tokens and features, n = N d.",
    checks=OVERLAP,
)


def _gated() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """T~ is T of the gated tangents; for equal tangents and gates 0, 1 it lies between 0 and T."""
    u = sp.symbols("u:3")
    for pattern in itertools.product((0, 1), repeat=3):
        gated = sum((g * x) ** 2 for g, x in zip(pattern, u, strict=True)) / 3
        kept = sum(x**2 for g, x in zip(pattern, u, strict=True) if g) / sp.Integer(3) + 1
        yield f"gates {pattern}", gated + 1, kept


CLAIMS.add(
    id="AMMUP-E32",
    source=AMMUP.eq(32),
    says="T~ is the overlap of the gated tangents: for ReLU the part of T on the open units.",
    checks=(Exhaustive(_gated),),
)


def _output_overlap() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E over labels of (sum_t y_t dz_t/m)^2 is sigma^2 T_{L+1}/m, T_{L+1} the mean over outputs."""
    for outputs in (1, 2, 3):
        tangent, y = sp.symbols(f"d:{outputs}"), sp.symbols(f"y:{outputs}")
        moved = sum(a * b for a, b in zip(tangent, y, strict=True)) / outputs
        overlap = sum(a * a for a in tangent) / outputs
        yield (
            f"m={outputs}",
            gaussian_mean(moved**2, list(y), 1),
            overlap / outputs,
        )


CLAIMS.add(
    id="AMMUP-E16",
    source=AMMUP.eq(16),
    says="T_{L+1} averages over the outputs: the labels' share of a squared gradient is "
    "sigma_y^2 T_{L+1}/m.",
    checks=(Exhaustive(_output_overlap),),
)


def _own_output() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """(sum_t out_t d out_t / m)^2 equals S_{L+1} of eq. (17)."""
    for outputs in (1, 2, 3):
        out, tangent = sp.symbols(f"o:{outputs}"), sp.symbols(f"d:{outputs}")
        gradient = sum(a * b for a, b in zip(out, tangent, strict=True)) / outputs
        pairs = itertools.product(range(outputs), repeat=2)
        printed = sum(tangent[a] * out[a] * tangent[b] * out[b] for a, b in pairs) / outputs**2
        yield f"m={outputs}", gradient**2, printed


CLAIMS.add(
    id="AMMUP-E17",
    source=AMMUP.eq(17),
    says="S_{L+1} is the product of the gradients due to the network's own output.",
    checks=(Exhaustive(_own_output),),
)


def _scaled_rates() -> Iterator[tuple[str, Fraction, Fraction]]:
    """Separate rates for two units: dz is the sum over units, each with its rate (n = 1)."""
    x, v, w, h, y = sp.symbols("x v w h y")
    first, second = Recorded(2), Recorded(1, 3)
    out = h * w * v * x
    loss = (out - y) ** 2 / 2
    moved = -(
        sp.Rational(2) * D(w * v * x, v) * D(loss, v)
        + sp.Rational(1, 3) * D(w * v * x, w) * D(loss, w)
    )
    left = gaussian_mean(moved**2, [x, v, w, h, y], 1)
    pieces = [D(w * v * x, s) * D(loss, s) for s in (v, w)]
    rates = (first, second)
    total = Recorded(0)
    for i, j in itertools.product(range(2), repeat=2):
        mean = gaussian_mean(pieces[i] * pieces[j], [x, v, w, h, y], 1)
        total += rates[i] * rates[j] * mean
    yield "two rates", left, total


CLAIMS.add(
    id="AMMUP-D07",
    source=AMMUP.section("B"),
    says="With a rate for each parameter the energy is the double sum with eta_mu eta_nu.",
    checks=(Exhaustive(_scaled_rates),),
)


def _theta() -> Iterator[tuple[str, sp.Expr, int]]:
    """f = Theta(g) without a limit of f/g: 2 + (-1)^s alternates between 1 and 3."""
    for s in range(2, 40):
        yield f"s = {s}", 2 + sp.Integer(-1) ** s, 1 if s % 2 else 3


CLAIMS.add(
    id="AMMUP-D21",
    source=AMMUP.section("1"),
    says=(
        "Proportionality implies Theta, but not conversely: 2 + (-1)^s is Theta(1) without a limit."
    ),
    checks=(Exhaustive(_theta),),
)

CLAIMS.add(
    id="AMMUP-D22",
    source=AMMUP.section("3.4"),
    says="Theta bounds a ratio from both sides.",
    checks=(Exhaustive(_theta),),
)


def _no_cross_term() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E (out - y)_t (out - y)_u over labels: out_t out_u, plus sigma^2 on the diagonal."""
    out, y = sp.symbols("o:2"), list(sp.symbols("y:2"))
    size = symbol("sigma2")
    for i, k in itertools.product(range(2), repeat=2):
        average = gaussian_mean((out[i] - y[i]) * (out[k] - y[k]), y, size)
        yield f"outputs {i}, {k}", average, out[i] * out[k] + size * int(i == k)


CLAIMS.add(
    id="AMMUP-D09",
    source=AMMUP.section("B"),
    says="Labels of mean 0, variance sigma_y^2, independent of the network and of one another: no "
    "cross term between label and output.",
    checks=(Exhaustive(_no_cross_term),),
)


def _weights() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Three seeds on one grid point: sample variance 0, so the weight 1/s^2 is infinite."""
    x = sp.symbols("x:3")
    middle = sp.Add(*x) / 3
    spread = sp.Add(*((v - middle) ** 2 for v in x)) / 2
    same = spread.subs(dict.fromkeys(x[1:], x[0]))
    yield "three equal rates", same + 1, sp.Integer(1)
    step = sp.Rational(5, 79)
    apart = spread.subs({x[1]: x[0], x[2]: x[0] + step})
    yield "one a grid step away", apart, step**2 / 3


CLAIMS.add(
    id="AMMUP-D19",
    source=AMMUP.section("4.1"),
    says="Weights inverse to the sample variance of three seeds are infinite whenever the seeds "
    "choose the same of 80 grid points; one step away they are 3/(5/79)^2.",
    checks=(Exhaustive(_weights),),
)
