"""Appendix B, lemma 4: the effect of a mini-batch."""

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.ammup.common import LINEAR, MODERATE
from depthlaws.claims.engine.checks import Exhaustive, Identity
from depthlaws.claims.engine.formula_expressions import symbol
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import gaussian_mean
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()


LAWS = {
    "dependent": ((1, 2, Recorded(1, 3)), (-2, 1, Recorded(1, 6)), (3, -1, Recorded(1, 2))),
    "equal": ((0, 0, Recorded(1, 4)), (1, 1, Recorded(1, 2)), (5, 5, Recorded(1, 4))),
}


def _batches() -> Iterator[tuple[str, Fraction, Fraction]]:
    """E of the product of batch means over every batch of B draws from a finite law."""
    for name, points in LAWS.items():
        one = sum((p * x for x, _, p in points), Recorded(0))
        two = sum((p * y for _, y, p in points), Recorded(0))
        covariance = sum((p * x * y for x, y, p in points), Recorded(0)) - one * two
        for B in (1, 2, 3, 4):
            total = Recorded(0)
            for batch in itertools.product(points, repeat=B):
                weight = math.prod(p for *_, p in batch)
                means = [Recorded(sum(b[i] for b in batch), B) for i in (0, 1)]
                total += weight * means[0] * means[1]
            yield f"{name}, B={B}", total, one * two + covariance / B


def _any_law() -> tuple[sp.Expr, sp.Expr]:
    """(1/B^2)(B E xy + B(B-1) E x E y), for any law."""
    B, x, y, xy = (symbol(name) for name in ("B", "x", "y", "xy"))
    return (B * xy + B * (B - 1) * x * y) / B**2, x * y + (xy - x * y) / B


BATCH = (
    Exhaustive(_batches),
    Identity(_any_law, {symbol(name): MODERATE for name in ("B", "x", "y", "xy")}),
)

CLAIMS.add(
    id="AMMUP-E25",
    source=AMMUP.eq(25),
    says=("The expected product of two batch means is the product of the means plus covariance/B."),
    checks=BATCH,
)

CLAIMS.add(
    id="AMMUP-L4",
    source=AMMUP.lemma(4),
    says="The same as a lemma, for any law with second moments.",
    checks=BATCH,
)


def _batch_factor() -> tuple[sp.Expr, sp.Expr]:
    """The second moment of eq. (25) over its value at B = infinity."""
    B, x, y, xy = (symbol(name) for name in ("B", "x", "y", "xy"))
    return (B * xy + B * (B - 1) * x * y) / B**2 / (x * y), 1 + (xy - x * y) / (x * y) / B


CLAIMS.add(
    id="AMMUP-P1-batch",
    source=AMMUP.section("3.3"),
    says="The batch size changes a second moment of batch means by the factor 1 + c/B, "
    "c = Cov/(E xi E zeta), if the product of the means is not zero.",
    quote="eta*(L; ...) = kappa L^(-3/2) (1 + O(... + 1/B))",
    reading=(
        "With a mean gradient, as the remark after lemma 4 asks. With labels of mean zero and "
        "independent of x, which the proof in appendix B allows, the mean gradient of the label "
        "part is zero, and eta* grows as sqrt(B) (AMMUP-B-batch)."
    ),
    checks=(Identity(_batch_factor, {symbol(name): MODERATE for name in ("B", "x", "y", "xy")}),),
    imprecise=True,
    exact="AMMUP-B-batch",
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
        energy = updates.energies(
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
            gaussian_mean(moved**2, normal, 1),
            sp.nsimplify(energy),
        )


CLAIMS.add(
    id="AMMUP-B-batch",
    source=AMMUP.ledger("ERR-08"),
    says="The label part on a fresh input is exactly 1/B of that of one example, so eta* grows as "
    "sqrt(B); in the batch it is S_own/B^2 + (1 - 1/B) S_fresh/B.",
    checks=(Exhaustive(_fresh_law),),
)
