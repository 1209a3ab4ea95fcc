"""Appendix B, lemma 4: what a mini-batch changes."""

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.ammup.common import LINEAR, MODERATE
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property
from depthlaws.claims.engine.gaussian import gaussian_mean
from depthlaws.claims.engine.laws import symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()


LAWS = {
    "dependent": ((1, 2, Fraction(1, 3)), (-2, 1, Fraction(1, 6)), (3, -1, Fraction(1, 2))),
    "equal": ((0, 0, Fraction(1, 4)), (1, 1, Fraction(1, 2)), (5, 5, Fraction(1, 4))),
}


def _batches() -> Iterator[tuple[str, Fraction, Fraction]]:
    """E of the product of batch means over every batch of B draws from a finite law."""
    for name, points in LAWS.items():
        one = sum((p * x for x, _, p in points), Fraction(0))
        two = sum((p * y for _, y, p in points), Fraction(0))
        covariance = sum((p * x * y for x, y, p in points), Fraction(0)) - one * two
        for B in (1, 2, 3, 4):
            total = Fraction(0)
            for batch in itertools.product(points, repeat=B):
                weight = math.prod(p for *_, p in batch)
                means = [Fraction(sum(b[i] for b in batch), B) for i in (0, 1)]
                total += weight * means[0] * means[1]
            yield f"{name}, B={B}", total, one * two + covariance / B


def _any_law() -> tuple[sp.Expr, sp.Expr]:
    """(1/B^2)(B E xy + B(B-1) E x E y) for any law."""
    B, x, y, xy = (symbol(name) for name in ("B", "x", "y", "xy"))
    return (B * xy + B * (B - 1) * x * y) / B**2, x * y + (xy - x * y) / B


BATCH = (
    Exhaustive(_batches),
    Identity(_any_law, {symbol(name): MODERATE for name in ("B", "x", "y", "xy")}),
)

CLAIMS.add(
    id="AMMUP-E25",
    source=AMMUP.eq(25),
    says="E of the product of two batch means is that of the means plus covariance/B.",
    checks=BATCH,
)

CLAIMS.add(
    id="AMMUP-L4",
    source=AMMUP.lemma(4),
    says="The same as a lemma, for any law with second moments.",
    checks=BATCH,
)


def _batch_term(batch: int) -> tuple[float, float]:
    """Label energy on fresh inputs over that at B = 1: 1 + O(1/B) is not near 0."""
    energies = [
        updates.energies("plain", 12, width=96, part="label", batch=B, evaluate="fresh", **LINEAR)
        for B in (1, batch)
    ]
    return float(energies[1].mean() / energies[0].mean()), 0.01


CLAIMS.add(
    id="AMMUP-P1-batch",
    source=AMMUP.section("3.3"),
    says="The batch size changes eta* by a factor 1 + O(1/B).",
    quote="eta*(L; ...) = kappa L^(-3/2) (1 + O(... + 1/B))",
    reading="The paper's own labels, of mean zero and independent of x: the mean gradient of the "
    "label part is zero, so its energy vanishes with B. The remark after lemma 4 calls this "
    "degenerate. It stands for labels with a mean gradient.",
    checks=(Property(_batch_term, {"batch": [10**6]}, relation=">"),),
    corrected_by="AMMUP-B-batch",
    sides=(
        "label energy on fresh inputs over that of one example",
        "a hundredth, far below 1 + O(1/B)",
    ),
)


def _fresh_law() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """dz(x') of one linear layer by a batch of B inputs, n = 1 and 2, m = 1: E over everything."""
    for width, B in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2)):
        x = sp.symbols(f"x:{width}")
        H = sp.symbols(f"h:{width}")
        batch = [sp.symbols(f"b{k}_:{width}") for k in range(B)]
        y = sp.symbols(f"y:{B}")
        # Label part: (1/B) sum_b y_b (x.x_b) H_1, with Var H = 1/n.
        moved = (
            sum(y[k] * sum(a * b for a, b in zip(x, batch[k], strict=True)) for k in range(B))
            * H[0]
            / sp.sqrt(width)
            / B
        )
        normal = [*x, *H, *y, *itertools.chain(*batch)]
        found = updates.energies(
            "plain",
            1,
            width=width,
            part="label",
            evaluate="fresh",
            batch=B,
            **LINEAR,
            inputs="gaussian",
        )[0]
        yield (
            f"n={width}, B={B}",
            gaussian_mean(sp.expand(moved**2), normal, 1),
            sp.nsimplify(found),
        )


CLAIMS.add(
    id="AMMUP-B-batch",
    source=AMMUP.ledger("ERR-08"),
    says="The label part on a fresh input is exactly 1/B of that of one example, so eta* grows as "
    "sqrt(B); in the batch it is S_own/B^2 + (1 - 1/B) S_fresh/B.",
    checks=(Exhaustive(_fresh_law),),
)
