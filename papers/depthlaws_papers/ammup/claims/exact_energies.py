"""Beyond the paper: exact energies of the first step at any width, by two routes."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import gaussian_mean
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    arrays,
    at_least,
    index,
    induction,
    naturals,
    positive,
    rational,
    scalars,
    tree,
)
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.updates import layer_moments
from depthlaws.theory.updates.layer_moments import Unit
from depthlaws_papers.ammup.claims import wick
from depthlaws_papers.ammup.claims.common import LINEAR, RELU, exact, mean_square, written_out

CLAIMS = Claims()

a, b = sp.symbols("a b", positive=True)
WORDS = {
    "tr A tr B": ([(1,), (2,)], 0),
    "tr AB": ([(1, 2)], 1),
}
TRIPLES = {
    "tr A tr B tr C": [(1,), (2,), (3,)],
    "tr A tr BC": [(1,), (2, 3)],
    "tr B tr CA": [(2,), (1, 3)],
    "tr C tr AB": [(3,), (1, 2)],
    "tr ABC": [(1, 2, 3)],
}


def _weights() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Every coefficient of the two transfers of a + bW, from all pairings of the entries of W."""
    unit = Unit(a**2 + b**2, b**2 / (a**2 + b**2), 1, 1)
    for size, transfer, words in (
        (2, layer_moments.weighted_pair, {k: w for k, (w, _) in WORDS.items()}),
        (3, layer_moments.weighted_triple, TRIPLES),
    ):
        keys = [tuple(sorted(tuple(sorted(word)) for word in one)) for one in words.values()]
        for i, start in enumerate(keys):
            state = tuple(sp.Integer(j == i) for j in range(len(keys)))
            after = transfer(state, unit, wick.n)
            for (name, one), coefficient in zip(words.items(), after, strict=True):
                coefficient_of_start = wick.shifted(one, a, b)[start]
                if coefficient_of_start != 0:
                    yield f"{size}: {start} in {name}", coefficient_of_start, coefficient


def _gates() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The transfers of the gates at width 2, by all patterns of gates and Wishart matrices."""
    W = sp.Matrix(2, 2, sp.symbols("w:4"))
    wishart = W * W.T
    every = (wishart, wishart**2, wishart)
    for low, high in ((0, 2), (sp.Rational(2, 5), sp.Rational(8, 5))):
        unit = Unit(1, 1, 1, (sp.sympify(low) ** 2 + sp.sympify(high) ** 2) / 2)
        gated = [_pattern_mean(every, pattern, W) for pattern in product((low, high), repeat=2)]
        after = [sum(column) / 4 for column in zip(*gated, strict=True)]
        before = _pattern_mean(every, (1, 1), W)
        for name, left, right in zip(
            TRIPLES,
            after,
            layer_moments.gated_triple(tuple(before), unit, sp.Integer(2)),
            strict=True,
        ):
            yield f"gates {low}, {high}: {name}", left, right
    for low, high in ((0, 2), (sp.Rational(1, 2), sp.Rational(3, 2))):
        unit = Unit(1, 1, 1, (sp.sympify(low) ** 2 + sp.sympify(high) ** 2) / 2)
        pairs = [_pair_mean(every, p, W) for p in product((low, high), repeat=2)]
        after = [sum(column) / 4 for column in zip(*pairs, strict=True)]
        before = _pair_mean(every, (1, 1), W)
        moments = layer_moments.gated_pair(tuple(before), unit, sp.Integer(2))
        for name, left, right in zip(WORDS, after, moments, strict=True):
            yield f"gates {low}, {high}: {name}", left, right


def _pair_mean(matrices: Any, squares: Any, W: sp.Matrix) -> list[sp.Expr]:
    """E tr DAD tr DBD and E tr DAD DBD for squared gates D^2, over W."""
    A, B = (sp.diag(*squares) * one for one in matrices[:2])
    return [gaussian_mean(v, list(W), 1) for v in (A.trace() * B.trace(), (A * B).trace())]


def _pattern_mean(matrices: Any, squares: Any, W: sp.Matrix) -> list[sp.Expr]:
    """The five means of a triple under squared gates D^2, over W."""
    A, B, C = (sp.diag(*squares) * one for one in matrices)
    traces = (
        A.trace() * B.trace() * C.trace(),
        A.trace() * (B * C).trace(),
        B.trace() * (C * A).trace(),
        C.trace() * (A * B).trace(),
        (A * B * C).trace(),
    )
    return [gaussian_mean(v, list(W), 1) for v in traces]


CLAIMS.add(
    id="AMMUP-B-moments",
    source=AMMUP.beyond("BP-1, BP-2"),
    says="One unit z -> a z + b W D z maps the means of products of two and of three traces "
    "linearly: W with these coefficients, by all Wick pairings with n symbolic, and D so for "
    "Wishart matrices of width 2, with D^2 equally likely 0 and 2, or 2/5 and 8/5 (three traces), "
    "or 1/2 and 3/2 (two).",
    checks=(
        Exhaustive(_weights, what="weights", named=True),
        Exhaustive(_gates, what="gates", named=True),
    ),
)


CASES = (
    (1, 1, 1, 0),
    (1, 1, 2, 0),
    (1, 2, 1, 0),
    (1, 2, 2, 1),
    (1, 3, 1, 0),
    (2, 1, 1, 0),
    (2, 1, 1, 1),
)


def _from_the_definition() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E dz^2 written out from eqs. (6) to (8) against the recursions, label and output parts."""
    for width, depth, outputs, skip in CASES:
        for layer in range(1, depth + 1):
            moved, normal = written_out(width, depth, outputs, skip=skip, layer=layer)
            options = {"width": width, "outputs": outputs, "inputs": "gaussian", **LINEAR}
            if skip:
                options |= {"scaled": "none"}
            energy = exact("residual" if skip else "plain", depth, **options)[layer - 1]
            label = f"n={width}, L={depth}, m={outputs}, a={skip}, l={layer}"
            yield (
                label,
                mean_square(moved, normal),
                sp.Rational(energy.numerator, energy.denominator),
            )


CLAIMS.add(
    id="AMMUP-B-definition",
    source=AMMUP.eq(8),
    says="The recursions give E(dz)^2 of eqs. (6) to (8) of linear networks, written out with a "
    "symbol for every weight, input and label: plain ones of width 1 with one, two and three "
    "layers (one also with two outputs) and of width 2 with one; z + W z of width 1 with two "
    "layers and two outputs, and of width 2 with one.",
    checks=(Exhaustive(_from_the_definition, named=True),),
)


VECTORS = {
    "ReLU": (
        "plain",
        RELU,
        ["3/8", "51/16", "2025/128"],
        ["4815/1024", "123075/2048", "1837215/4096"],
    ),
    "linear": ("plain", LINEAR, ["2", "23/2", "309/8"], ["279/32", "2151/32", "38601/128"]),
    "residual": (
        "residual",
        {**LINEAR, "scaled": "none", "variance": Recorded(1, 2)},
        ["9/2", "537/16", "18669/128"],
        ["47901/1024", "863315/2048", "36121635/16384"],
    ),
}


def _vectors() -> Iterator[tuple[str, Fraction, Fraction]]:
    for name, (network, options, labels, outputs) in VECTORS.items():
        for part, quoted in (("label", labels), ("output", outputs)):
            energies = exact(network, 3, width=4, outputs=2, part=part, **options)
            for level, (left, right) in enumerate(zip(energies, quoted, strict=True), start=1):
                yield f"{name}, {part}, l={level}", left, Recorded(right)


def _closed(level: int, n: int, kappa: Fraction) -> Fraction:
    """S_l^B m/(n h q^2 sigma^2) in powers of lambda and nu (BP-1 as printed in the ledger)."""
    chi, nu = 1 + 3 * (kappa - 1) / (n + 2), 1 - Recorded(1, n)
    lam = (n + 3 * kappa - 1) / Recorded(n)
    D, E = lam - nu, lam**level - nu**level
    p, v = level * lam ** (level - 1), level * nu ** (level - 1)
    pair = Recorded(level * (level - 1), 2) * lam ** (level - 2) if level > 1 else Recorded(0)
    cross = Recorded(2 * (n - 1)) / D
    one = n * (n + 2) * p + Recorded(2, 3) * (n + 2) * (chi * (n + 2) * pair + cross * (p - E / D))
    two = n * (n - 1) * E / D + Recorded(2, 3) * (n - 1) * (
        chi * (n + 2) * (p / D - E / D**2) + cross * (E / D - v)
    )
    return chi * n**2 * (one - two) / (3 * Recorded(n) ** 3)


def _closed_form() -> Iterator[tuple[str, Fraction, Fraction]]:
    for n, level in product((2, 3, 64), (1, 2, 5, 9)):
        for options, q, kappa in ((LINEAR, 1, 1), (RELU, Recorded(1, 2), 2)):
            energy = exact("plain", level, width=n, outputs=1, part="label", **options)[-1]
            unit = Recorded(q) ** 3 * n  # h q^2 n/m with h = q
            label = f"n={n}, l={level}, kappa={kappa}"
            yield label, energy, unit * _closed(level, n, Recorded(kappa))


depth, width, chi, growth, decay, kurtosis = scalars("L n chi lambda nu kappa")
U, V, M, N = arrays("U V M N")  # Y + 2 Q, and Y - Q, P + 2 R and P - R times lambda - nu
l, k = index("l", 0, depth), index("k", 0, depth - 1)
gap = growth - decay
powers, first = growth**l - decay**l, l * growth ** (tree(l) - 1)
second = l * (tree(l) - 1) / 2 * growth ** (tree(l) - 2)
before = width * chi * growth**k * gap + rational(2, 3) * (
    chi * (width + 2) * chi * k * growth ** (tree(k) - 1) * gap
    + 2 * (width - 1) * chi * (growth**k - decay**k)
)
SPLIT_MOMENTS = (
    Equal(U[l], (width + 2) * chi * first, by=induction(l, times=growth)),
    Equal(V[l] * gap, (width - 1) * chi * powers, by=induction(l, times=decay)),
    Equal(
        M[l] * gap,
        chi
        * (width + 2)
        * (
            width * first * gap**2
            + rational(2, 3)
            * (chi * (width + 2) * second * gap**2 + 2 * (width - 1) * (first * gap - powers))
        ),
        by=induction(l, times=growth),
    ),
    Equal(
        N[l] * gap,
        chi
        * (width - 1)
        * (
            width * powers * gap
            + rational(2, 3)
            * (
                chi * (width + 2) * (first * gap - powers)
                + 2 * (width - 1) * (powers - l * decay ** (tree(l) - 1) * gap)
            )
        ),
        by=induction(l, times=decay),
    ),
)

CLAIMS.add(
    id="AMMUP-B-BP1",
    source=AMMUP.beyond("BP-1"),
    says="Label energies of plain units of two slopes at width n, in units of E|z|^4 at the input: "
    "behind l layers Y + 2Q and P + 2R have grown by lambda = chi (1 + 2/n) = 1 + (3 kappa - 1)/n "
    "a layer, Y - Q and P - R by nu = 1 - 1/n, Y = E|z|^2 tr G, Q = E z.Gz, P = E(tr G)^2; "
    "R = E tr G^2, on which S_l rests, is (M - N)/(3 (lambda - nu)).",
    statement=Statement(
        *SPLIT_MOMENTS,
        Equal(
            chi * (1 + 2 / width),
            1 + (3 * kurtosis - 1) / width,
            where={chi: 1 + 3 * (kurtosis - 1) / (width + 2)},
        ),
        for_all={
            depth: naturals(1),
            width: naturals(1),
            kurtosis: at_least(1),
            **dict.fromkeys((chi, growth, decay), positive),
        },
        defined={
            U[0]: tree(0),
            U[k + 1]: growth * U[k] + (width + 2) * chi * growth**k,
            V[0]: tree(0),
            V[k + 1]: decay * V[k] + (width - 1) * chi * growth**k,
            M[0]: tree(0),
            M[k + 1]: growth * M[k] + (width + 2) * before,
            N[0]: tree(0),
            N[k + 1]: decay * N[k] + (width - 1) * before,
        },
    ),
    cross_checks=(
        Exhaustive(_closed_form, what="closed form"),
        Exhaustive(_vectors, what="vectors"),
    ),
)
