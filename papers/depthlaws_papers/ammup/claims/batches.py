"""Appendix B, lemma 4: the effect of a mini-batch."""

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import gaussian_mean, lim
from depthlaws.claims.engine.statement import (
    Differs,
    Equal,
    Mean,
    Statement,
    arrays,
    gaussian,
    indices,
    naturals,
    nonnegative,
    positive,
    reals,
    scalars,
    total,
)
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.common import LINEAR, c

CLAIMS = Claims()

B = sp.Symbol("B", positive=True)

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


size, first, second, joint, label = scalars("B xi zeta xizeta sigma2")  # means, joint mean
k, k2 = indices("k k2", size)
covariance = joint - first * second
y, push, energy = arrays("y c S")
own, fresh, width = scalars("S_own S_fresh n")
x, M = arrays("x M")  # inputs of a batch, and one row of a linear map
i, j = indices("i j", width)

# E xi_k zeta_k2 is E xi zeta for one example and E xi E zeta for two independent ones.
product_of_means = (
    total(joint, k) + total(first * second, k, k2) - total(first * second, k)
) / size**2
ANY_LAW = {size: naturals(1), first: reals, second: reals, joint: reals}
BATCH = Statement(Equal(product_of_means, first * second + covariance / size), for_all=ANY_LAW)

CLAIMS.add(
    id="AMMUP-E25",
    source=AMMUP.eq(25),
    says="The expected product of two batch means is the product of the means plus covariance/B.",
    statement=BATCH,
    cross_checks=(Exhaustive(_batches, what="every batch from a finite law"),),
)

CLAIMS.add(
    id="AMMUP-L4",
    source=AMMUP.lemma(4),
    says="For independent pairs of any law with second moments, the expected product of two batch "
    "means is the product of the means plus covariance/B.",
    statement=BATCH,
)


CLAIMS.add(
    id="AMMUP-P1-batch",
    source=AMMUP.section("3.3"),
    says="Where one example moves a state by xi, E xi != 0, a batch of B has the second moment "
    "(E xi)^2 (1 + c/B), c = Var xi/(E xi)^2, and so (1 + c/B)^(-1/2) times the "
    "rate of a large one, which is 1 - c/(2B) to first order in 1/B.",
    quote="eta*(L; ...) = kappa L^(-3/2) (1 + O(... + 1/B))",
    reading="With a mean gradient, as the remark after lemma 4 asks. With labels of mean zero and "
    "independent of x, which the proof in appendix B allows, that of the label part is zero: the "
    "part falls as 1/B, and only the network's own output has a limit (AMMUP-B-batch).",
    statement=Statement(
        Equal(
            product_of_means / first**2,
            1 + (joint - first**2) / first**2 / size,
            where={second: first},
        ),
        Equal(lim(B * ((1 + c / B) ** sp.Rational(-1, 2) - 1), B, sp.oo), -c / 2),
        for_all=ANY_LAW | {c: positive},
        given=(Differs(first**2, 0),),
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
    says="With labels of mean zero and independent of x, the label part of a batch is the sum of "
    "those of its examples over B^2: on a fresh input 1/B of that of one example, so the rate that "
    "it alone allows grows as sqrt(B); in the batch S_own/B^2 + (1 - 1/B) S_fresh/B. No batch "
    "takes the output part away: on white inputs the mean gradient of a linear map M is M.",
    statement=Statement(
        Equal(
            Mean((total(y[k] * push[k], k) / size) ** 2, y),
            label * total(push[k] ** 2, k) / size**2,
        ),
        Equal(total(energy[k], k) / size**2, fresh / size, where={energy[k]: fresh}),
        Equal(
            (own + total(fresh, k) - fresh) / size**2,
            own / size**2 + (1 - 1 / size) * fresh / size,
        ),
        Equal(Mean(Mean(total((total(M[j] * x[k, j], j) - y[k]) * x[k, i], k) / size, x), y), M[i]),
        for_all={
            size: naturals(1),
            label: nonnegative,
            y: gaussian(label)[size],
            push: reals[size],
            energy: nonnegative[size],
            own: nonnegative,
            fresh: nonnegative,
            width: naturals(1),
            M: reals[width],
            x: gaussian(1)[size, width],
        },
    ),
    cross_checks=(Exhaustive(_fresh_law, what="a batch written out, against the recursions"),),
)
