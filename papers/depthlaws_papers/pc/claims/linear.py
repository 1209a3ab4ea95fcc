"""A linear network of H hidden layers in the language of statements, defined once for all sections.

``M[l, i, j]`` is the matrix of layer l with its multiplier, ``w[i]`` the readout, ``h[l, i]`` the
forward pass from ``x[i] = h[1, i]`` on, ``path[l, i]`` (m_l in the paper) the product of all later
matrices, ``V[l, i]`` how far an error at the output moves the activities. All layers have width d.
"""

from depthlaws.claims.engine.statement import (
    Equal,
    arrays,
    index,
    indices,
    induction,
    naturals,
    reals,
    scalars,
    total,
    tree,
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


# -- any change of the weights, and several inputs -------------------------------------------------
# A change U of the weights moves the layers by E = c U, c their multipliers, skips or not.

P = scalars("P")
c, dh, dm, du, dW, features, inputs, multiplied, slope_of_w = arrays("c dh dm du U h X E dw")
n, k = indices("n k", P)
below = index("l", 0, H - 1)
hidden = indices("l", H)
later = indices("t", top, 2)

PATHS = {place: LINEAR[place] for place in (path[H, j], path[layer, j])}
REACHES = {place: LINEAR[place] for place in (V[1, i], V[layer + 1, i])}
MOVES = {multiplied[hidden, i, j]: c[hidden] * dW[hidden, i, j], slope_of_w[i]: c[H + 1] * du[i]}
SAMPLES = {
    features[0, n, i]: inputs[n, i],
    features[below + 1, n, i]: total(M[below + 1, i, j] * features[below, n, j], j),
}
MOVED_FEATURES = {
    dh[0, n, i]: tree(0),
    dh[below + 1, n, i]: total(
        M[below + 1, i, j] * dh[below, n, j] + multiplied[below + 1, i, j] * features[below, n, j],
        j,
    ),
}
MOVED_PATHS = {
    dm[H, j]: slope_of_w[j],
    dm[layer, j]: total(
        M[layer + 1, i, j] * dm[layer + 1, i] + multiplied[layer + 1, i, j] * path[layer + 1, i], i
    ),
}
ANY_MOVE = {
    **{H: naturals(1), d: naturals(1), c: reals[H + 1]},
    **{M: reals[H, d, d], w: reals[d], dW: reals[H, d, d], du: reals[d]},
}
ANY_SAMPLES = {P: naturals(1), inputs: reals[P, d]}


def slope_of_output() -> tuple[Equal, Equal]:
    """The output moves by c_l m_l h_{l-1}^T in W_l: up to any layer, and with the readout."""
    moved = total(path[t, i] * multiplied[t, i, j] * features[t - 1, n, j], i, j, t)
    up_to = Equal(total(path[top, i] * dh[top, n, i], i), moved, by=induction(top))
    output = total(w[i] * dh[H, n, i] + slope_of_w[i] * features[H, n, i], i)
    readout = total(slope_of_w[i] * features[H, n, i], i)
    return up_to, Equal(output, moved.put({top: H}) + readout, because=up_to.gap.put({top: H}))


def slope_of_rescaling() -> tuple[Equal, Equal]:
    """The sum of |m_l|^2 moves by 2 c_l m_l V_{l-1}^T in W_l, l >= 2."""
    moved = total(path[later, i] * multiplied[later, i, j] * V[later - 1, j], i, j, later)
    squares = total(path[t, i] * dm[t, i], i, t)
    up_to = Equal(squares, moved + total(dm[top, i] * V[top, i], i), by=induction(top))
    whole = 2 * moved.put({top: H}) + 2 * total(slope_of_w[i] * V[H, i], i)
    return up_to, Equal(2 * squares.put({top: H}), whole, because=2 * up_to.gap.put({top: H}))
