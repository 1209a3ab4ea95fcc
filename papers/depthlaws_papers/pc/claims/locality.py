"""Section 2.1: what the slopes of energy and loss contain, with any activation."""

from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    arrays,
    index,
    indices,
    induction,
    naturals,
    reals,
    scalars,
    total,
)
from depthlaws.theory.papers import PC

CLAIMS = Claims()

L, d = scalars("L d")
z, e, W, g, r = arrays("z e W g r")
dz, dW, moved, back = arrays("dz dW v b")
i, j = indices("i j", d)
layer, top, lower = indices("l", L), index("top", 0, L), index("n", 0, L - 1)
seen = indices("s", top)

# z[l] are the activities below layer l, so that z[l + 1] are its own.
branch = total(dW[layer, i, j] * z[layer, j] + W[layer, i, j] * dz[layer, j], j)
pulled = total(W[layer, i, j] * g[layer, i] * e[layer, i], i)
MOVES = Equal(
    total(e[layer, i] * (dz[layer + 1, i] - g[layer, i] * branch), i, layer),
    total(dz[layer + 1, i] * e[layer, i], i, layer)
    - total(dz[layer, j] * pulled, j, layer)
    - total(dW[layer, i, j] * g[layer, i] * e[layer, i] * z[layer, j], i, j, layer),
)
OUTPUT_MOVES = Equal(
    total(back[top, i] * moved[top, i], i),
    total(dW[seen, i, j] * g[seen, i] * back[seen, i] * z[seen, j], i, j, seen),
    by=induction(top),
)

CLAIMS.add(
    id="PC-S11",
    source=PC.section("2.1"),
    says="With any activation the energy's slope in the activities of a layer is e_l - W_{l+1}^T "
    "(g_{l+1} e_{l+1}), in its weights -(g_l e_l) z_{l-1}^T, e_l its error and g_l the slopes of "
    "its units: only the layer and its neighbours. The loss's slope in the weights is -(g_l b_l) "
    "z_{l-1}^T, where b_l = W_{l+1}^T (g_{l+1} b_{l+1}) passes every later layer.",
    quote="both the activity and weight gradients of the energy for any layer are local",
    reading="Eq. (2), one sample; z[l + 1] are the activities of layer l. An error moves by dz_l - "
    "g_l (dW_l z_{l-1} + W_l dz_{l-1}), at the forward pass activities by v_l.",
    statement=Statement(
        MOVES,
        OUTPUT_MOVES,
        for_all={
            **{L: naturals(1), d: naturals(1), z: reals[L + 1, d], dz: reals[L + 1, d]},
            **{e: reals[L, d], g: reals[L, d], r: reals[d]},
            **{W: reals[L, d, d], dW: reals[L, d, d]},
        },
        defined={
            **{back[L, i]: r[i], moved[0, i]: 0},
            back[lower, j]: total(W[lower + 1, i, j] * g[lower + 1, i] * back[lower + 1, i], i),
            moved[lower + 1, i]: g[lower + 1, i]
            * total(
                dW[lower + 1, i, j] * z[lower + 1, j] + W[lower + 1, i, j] * moved[lower, j], j
            ),
        },
    ),
)
