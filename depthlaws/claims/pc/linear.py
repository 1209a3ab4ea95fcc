"""A linear network of H hidden layers in the language of statements, defined once for all sections.

``M[l, i, j]`` is the matrix of layer l with its multiplier, ``w[i]`` the readout, ``h[l, i]`` the
forward pass from ``x[i] = h[1, i]`` on, ``path[l, i]`` (m_l in the paper) the product of all later
matrices, ``V[l, i]`` how far an error at the output moves the activities. All layers have width d.
"""

from depthlaws.claims.engine.statement import (
    arrays,
    indices,
    naturals,
    reals,
    scalars,
    total,
)

H, d = scalars("H d")
h, M, path, V, w, x = arrays("h M m V w x")
i, j = indices("i j", d)
layer = indices("l", H - 1)
top = indices("top", H)
t = indices("t", top)

LINEAR = {
    h[1, i]: x[i],
    h[layer + 1, i]: total(M[layer + 1, i, j] * h[layer, j], j),
    path[H, j]: w[j],
    path[layer, j]: total(M[layer + 1, i, j] * path[layer + 1, i], i),
    V[1, i]: path[1, i],
    V[layer + 1, i]: total(M[layer + 1, i, j] * V[layer, j], j) + path[layer + 1, i],
}
ANY_LINEAR = {H: naturals(1), d: naturals(1), M: reals[H, d, d], x: reals[d], w: reals[d]}
