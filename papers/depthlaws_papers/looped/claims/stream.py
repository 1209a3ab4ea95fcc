"""The stream of a looped network in the language of statements, defined once for all sections.

``h[n, i]`` is the state after n blocks, ``R[n, i]`` the increment of block n, ``u[n, i]`` what the
block multiplies by its matrix. Sums over n run over the N blocks, sums over i over the d units.
"""

from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Statement,
    arrays,
    gaussian,
    index,
    indices,
    induction,
    naturals,
    nonnegative,
    positive,
    reals,
    scalars,
    sqrt,
    total,
)

N, d, eps, eta, m, q, s = scalars("N d eps eta m q s")
h, u, v, x, y, D, R, W = arrays("h u v x y D R W")
n, k = indices("n k", N)
i, j, l = indices("i j l", d)
before = index("before", 0, N - 1)  # blocks that have been passed

STREAM = {h[0, i]: x[i], h[before + 1, i]: h[before, i] + eps * R[before + 1, i]}
ANY_STREAM = {N: naturals(1), d: naturals(1), eps: reals, x: reals[d], R: reals[N, d]}

branch = total(W[i, j] * y[j], j)  # one matrix on one vector
FRESH = {
    d: naturals(1),
    s: nonnegative,
    eps: reals,
    W: gaussian(s**2 / d)[d, d],
    x: reals[d],
    y: reals[d],
}

CAUCHY = Statement(
    AtMost(
        total(x[i] * y[i], i) ** 2,
        total(x[i] ** 2, i) * total(y[i] ** 2, i),
        because=total((x[i] * y[j] - x[j] * y[i]) ** 2, i, j) / 2,
    ),
    for_all={d: naturals(1), x: reals[d], y: reals[d]},
)

first_size, second_size = scalars("a b")
_x, _y = (
    AtMost(total(v_[i] ** 2, i), size**2 * d) for v_, size in ((x, first_size), (y, second_size))
)
TRIANGLE = Statement(
    AtMost(
        sqrt(total((x[i] + y[i]) ** 2, i) / d),
        first_size + second_size,
        because=(
            (1 + second_size / first_size) * _x.gap
            + (1 + first_size / second_size) * _y.gap
            + total((second_size * x[i] - first_size * y[i]) ** 2, i) / (first_size * second_size)
        )
        / d,
    ),
    for_all={
        d: naturals(1),
        **dict.fromkeys((first_size, second_size), positive),
        **dict.fromkeys((x, y), reals[d]),
    },
    given=(_x, _y),
)

partial, squares = arrays("partial squares")
SQUARE_OF_SUM = Statement(
    Equal(partial[N] ** 2 - squares[N], 2 * total(v[n] * partial[n - 1], n), by=induction(N)),
    for_all={N: naturals(1), v: nonnegative[N]},
    defined={
        partial[0]: 0,
        partial[before + 1]: partial[before] + v[before + 1],
        squares[0]: 0,
        squares[before + 1]: squares[before] + v[before + 1] ** 2,
    },
)
"""(sum v)^2 is the sum of squares and of nonnegative products."""


def _binomials() -> Statement:
    """Steps t <- (a + c S) t with a shift S of the coordinates, p = t_n, q = t_m, P = S p, Q = S q.

    From t_0 = (1, 0, ...) entry k of t_n is C(n, k) a^(n - k) c^k by Pascal's rule.
    """
    a, c = scalars("a c")
    p, q, P, Q = arrays("p q P Q")
    length = Equal(total(P[i] * Q[i], i), total(p[i] * q[i], i))
    entries = Equal(total(P[i], i), total(p[i], i))
    new_p, new_q = a * p[i] + c * P[i], a * q[i] + c * Q[i]
    inner = total(p[i] * q[i], i)
    return Statement(
        Equal(
            total(new_p * new_q, i),
            a * (total(new_p * q[i], i) + total(p[i] * new_q, i) - a * inner) + c**2 * inner,
            because=c**2 * length.gap,
        ),
        Equal(total(new_p, i), (a + c) * total(p[i], i), because=c * entries.gap),
        AtMost(
            total(p[i], i) ** 2,
            d * total(p[i] ** 2, i),
            because=total((p[i] - p[j]) ** 2, i, j) / 2,
        ),
        for_all={d: naturals(1), a: reals, c: reals, **dict.fromkeys((p, q, P, Q), reals[d])},
        given=(length, entries),
        witness=({d: 2, a: 2, c: 3, p: [1, 0], q: [1, 0], P: [0, 1], Q: [0, 1]},),
    )


BINOMIALS = (*_binomials().checks, *SQUARE_OF_SUM.checks)
"""D_nm = <t_n, t_m> solves the recursion of linear differences, and D_nn is between
(a + c)^(2 n)/(n + 1) and (a + c)^(2 n), for a and c that are not negative."""
