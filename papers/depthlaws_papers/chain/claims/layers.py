"""The product of L layers in the language of statements, defined once for all sections.

``b[l]`` is the factor of layer l (``w_l``, ``1 + w_l/sqrt(L)`` or ``1 + w_l^2/L``), ``front[l]``
the product of the first l factors, ``back[l]`` that of the later ones, ``P`` of all; ``db`` and
``dP`` are variations of them.
"""

from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    Tree,
    arrays,
    index,
    indices,
    induction,
    naturals,
    reals,
    scalars,
    sqrt,
    step,
    total,
)

L, x = scalars("L x")
f, w = arrays("f w")
b, db, front, back, dback = arrays("b db front back dback")
layer, n = index("l", 0, L - 1), index("n", 0, L)
m = indices("m", L)
k = indices("k", n)
P, dP = back[0], dback[0]

ANY_LAYERS = {L: naturals(1), b: reals[L]}
ANY_VARIATION = {**ANY_LAYERS, db: reals[L]}
LAYERS = {
    front[0]: 1,
    front[layer + 1]: b[layer + 1] * front[layer],
    back[L]: 1,
    back[layer]: b[layer + 1] * back[layer + 1],
}
VARIED = {
    **LAYERS,
    dback[L]: 0,
    dback[layer]: db[layer + 1] * back[layer + 1] + b[layer + 1] * dback[layer + 1],
}

# The product of all factors is that of the first, the next and the later ones.
split = Equal(front[n] * back[n], P, by=induction(n))
next_one = Equal(
    front[layer] * b[layer + 1] * back[layer + 1], front[layer] * back[layer], by=step(layer)
)
three_parts = Equal(
    front[layer] * b[layer + 1] * back[layer + 1],
    P,
    because=next_one.gap + split.gap.put({n: layer}),
)
PARTS = (split, next_one, three_parts)

# The slope of the product in the factor of layer m is front[m - 1] back[m].
partial = Equal(front[n] * dback[n] + total(db[k] * front[k - 1] * back[k], k), dP, by=induction(n))
slopes = Equal(dP, total(db[m] * front[m - 1] * back[m], m), because=-partial.gap.put({n: L}))
SLOPES = (partial, slopes)


def blocks_multiply(branch: Tree) -> Statement:
    """Blocks f + branch f one after the other multiply the input by every factor 1 + branch."""
    return Statement(
        Equal(f[n], front[n] * x, by=induction(n)),
        for_all={L: naturals(1), w: reals[L], x: reals},
        defined={
            f[0]: x,
            f[layer + 1]: f[layer] + branch * f[layer],
            front[0]: 1,
            front[layer + 1]: (1 + branch) * front[layer],
        },
    )


block1, block2 = (blocks_multiply(z) for z in (w[layer + 1] / sqrt(L), w[layer + 1] ** 2 / L))
