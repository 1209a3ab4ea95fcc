"""The stream of a looped network in the language of statements, defined once for all sections.

``h[n, i]`` is the state after n blocks, ``R[n, i]`` the increment of block n, ``u[n, i]`` what the
block multiplies by its matrix. Sums over n run over the N blocks, sums over i over the d units.
"""

from depthlaws.claims.engine.statement import (
    arrays,
    index,
    indices,
    naturals,
    reals,
    scalars,
)

N, d, eps, m, q = scalars("N d eps m q")
h, u, v, x, R, W = arrays("h u v x R W")
n, k = indices("n k", N)
i, j = indices("i j", d)
before = index("before", 0, N - 1)  # blocks that have been passed

STREAM = {h[0, i]: x[i], h[before + 1, i]: h[before, i] + eps * R[before + 1, i]}
ANY_STREAM = {N: naturals(1), d: naturals(1), eps: reals, x: reals[d], R: reals[N, d]}
