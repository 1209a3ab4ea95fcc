"""A linear network from its inputs on, for P samples and one output, in the language of statements.

``h[0, i, mu] = x[i, mu]`` are the inputs, ``y`` targets, ``u`` and ``v`` any changes.
Layers 1 to H are square: fewer inputs or units are those whose rows and columns vanish. Skips and
multipliers are inside ``M``.
"""

from depthlaws.claims.engine.statement import (
    arrays,
    index,
    indices,
    naturals,
    reals,
    scalars,
    total,
)
from depthlaws_papers.pc.claims.linear import H, M, V, d, h, i, j, path, w, x

P = scalars("P")
u, v, y = arrays("u v y")
mu, nu = indices("mu nu", P)
lower = index("l", 0, H - 1)
upto = index("top", 0, H)
s = indices("s", upto)

NETWORK = {
    h[0, i, mu]: x[i, mu],
    h[lower + 1, i, mu]: total(M[lower + 1, i, j] * h[lower, j, mu], j),
    path[H, j]: w[j],
    path[lower, j]: total(M[lower + 1, i, j] * path[lower + 1, i], i),
    V[0, i]: 0,
    V[lower + 1, i]: total(M[lower + 1, i, j] * V[lower, j], j) + path[lower + 1, i],
}
ANY_NETWORK = {
    **{H: naturals(1), d: naturals(1), P: naturals(1)},
    **{M: reals[H, d, d], x: reals[d, P], w: reals[d]},
}
