"""Equation (1) and footnote 4: the products of queries and keys."""

import numpy as np

from attention2017.paper import PAPER
from depthlaws.claims.engine import Claims, Sampled
from depthlaws.claims.engine.statement import (
    Equal,
    Mean,
    Statement,
    arrays,
    gaussian,
    indices,
    naturals,
    reals,
    scalars,
    total,
)

CLAIMS = Claims()

d = scalars("d")
q, k = arrays("q k")
i = indices("i", d)
product = total(q[i] * k[i], i)
SIZES = {d: naturals(1), q: gaussian(1)[d], k: reals[d]}

CLAIMS.add(
    id="ATT-FN4",
    source=PAPER.section("3.2.1, footnote 4"),
    says="For Gaussian queries the product with a key has mean 0 and the key's squared norm as "
    "variance.",
    statement=Statement(
        Equal(Mean(product, q), 0),
        Equal(Mean(product**2, q), total(k[i] ** 2, i)),
        for_all=SIZES,
    ),
)


def _squares(seed: int) -> np.ndarray:
    """Squares of q . k over d for components that are signs, independent of each other."""
    signs = np.random.default_rng(seed).choice([-1.0, 1.0], size=(20_000, 2, 64))
    return (signs[:, 0] * signs[:, 1]).sum(axis=1) ** 2 / 64


CLAIMS.add(
    id="ATT-FN4-signs",
    source=PAPER.section("3.2.1, footnote 4"),
    says="Components that are signs give the product the variance d too, here at d = 64.",
    checks=(Sampled(_squares, lambda: 1.0, what="variance over d"),),
    why_sampled="an example of other distributions",
)
