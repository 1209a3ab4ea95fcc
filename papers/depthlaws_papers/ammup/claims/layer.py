"""One Gaussian layer in the language of statements, defined once for all sections.

``W[r, i]`` takes n units to C channels, with variance c; ``u`` and ``v`` are tangents below it, and
``g`` the slopes of the activation there.
"""

from depthlaws.claims.engine.statement import (
    Array,
    Tree,
    arrays,
    gaussian,
    indices,
    naturals,
    nonnegative,
    reals,
    scalars,
    total,
)

n, C, c = scalars("n C c")
W, u, v, g = arrays("W u v g")
i, j = indices("i j", n)
r = indices("r", C)

ANY_LAYER = {
    n: naturals(1),
    C: naturals(1),
    c: nonnegative,
    W: gaussian(c)[C, n],
    u: reals[n],
    v: reals[n],
}


def dot(a: Array, b: Array) -> Tree:
    """Product of two tangents below the layer."""
    return total(a[i] * b[i], i)


def through(tangent: Array) -> Tree:
    """Entry r of W times a tangent."""
    return total(W[r, i] * tangent[i], i)


overlap = total(through(u) * through(v), r) / C  # T_h of the two tangents
