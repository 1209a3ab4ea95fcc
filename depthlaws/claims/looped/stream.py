"""The stream of a looped network in the language of statements, defined once for all sections.

``h[n, i]`` is the state after n blocks, ``R[n, i]`` the increment of block n, ``u[n, i]`` what the
block multiplies by its matrix. Sums over n run over the N blocks, sums over i over the d units.
"""

from depthlaws.claims.engine.statement import (
    arrays,
    gaussian,
    index,
    indices,
    naturals,
    nonnegative,
    reals,
    scalars,
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
