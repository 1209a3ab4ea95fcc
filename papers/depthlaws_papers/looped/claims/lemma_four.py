"""Lemma 4 and theorem 1: nonnegative vectors add up, with both bounds, also behind a matrix."""

from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Statement,
    naturals,
    nonnegative,
    reals,
    scalars,
    sqrt,
    total,
)
from depthlaws_papers.looped.claims.stream import N, W, d, i, j, k, m, n, q, u, v

added, power = total(u[n, i], n), total(u[n, i] ** 2, n, i)
mass = sqrt(total(added**2, i) / d)
# The hypotheses of the lemma: means over all coordinates of all steps, not of each step.
above_mean, below_power = AtMost(m * N * d, total(u[n, i], n, i)), AtMost(power, q * N * d)
slack = above_mean.gap

LEMMA_FOUR = Statement(
    AtMost(
        m * N,
        mass,
        because=total((added - added.put({i: j})) ** 2, i, j) / (2 * d**2)
        + slack**2 / d**2
        + 2 * m * N * slack / d,
    ),
    AtMost(
        mass,
        sqrt(q) * N,
        because=N * below_power.gap / d + total((u[n, i] - u[k, i]) ** 2, n, k, i) / (2 * d),
    ),
    Equal(total(added**2, i), m**2 * N**2 * d, where={u[n, i]: m}),
    Equal(
        total(added**2, i),
        q * N**2 * d,
        where={u[n, i]: v[i], q: total(v[i] ** 2, i) / d},
    ),
    for_all={
        N: naturals(1),
        d: naturals(1),
        m: nonnegative,
        q: nonnegative,
        u: nonnegative[N, d],
        v: nonnegative[d],
    },
    given=(above_mean, below_power),
)

least, most = scalars("c_W C_W")
image = total(total(W[i, j] * added.put({i: j}), j) ** 2, i)
below = AtMost(least**2 * total(added**2, i), image)
above = AtMost(image, most**2 * total(added**2, i))
lower, upper = (clause.because for clause in LEMMA_FOUR.clauses[:2])

THEOREM_ONE = Statement(
    AtMost(
        least * m * N,
        sqrt(image / d),
        because=below.gap / d + least**2 * lower,
    ),
    AtMost(
        sqrt(image / d),
        most * sqrt(q) * N,
        because=above.gap / d + most**2 * upper,
    ),
    for_all={
        N: naturals(1),
        d: naturals(1),
        **dict.fromkeys((m, q, least, most), nonnegative),
        u: nonnegative[N, d],
        W: reals[d, d],
    },
    given=(above_mean, below_power, below, above),
)
