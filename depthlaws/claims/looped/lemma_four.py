"""Lemma 4: nonnegative vectors add up, with both bounds and both cases of equality."""

from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Statement,
    naturals,
    nonnegative,
    sqrt,
    total,
)
from depthlaws.claims.looped.stream import N, d, i, j, k, m, n, q, u, v

added, mean, power = total(u[n, i], n), total(u[n, i], i), total(u[n, i] ** 2, i)
mass = sqrt(total(added**2, i) / d)
above_mean, below_power = AtMost(m * d, mean), AtMost(power, q * d)
slack = total(above_mean.gap, n)

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
        because=N * total(below_power.gap, n) / d
        + total((u[n, i] - u[k, i]) ** 2, n, k, i) / (2 * d),
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
