"""Appendix A.6: the depth exponent of blocks of several layers or convolutions.

A block adds c B(h) to h, where c = L^-alpha and B is linear in the weights u[l] of each of its H
layers, M_l = sum_o u[l, o] S[o]: dense layers are those where each weight has an S of its own, and
convolutions those where S[o] shifts. Its readout w pushes, so that a step of rate 1 moves a weight
by c d(w.B)/du. What the layers move by themselves is counted in powers of c, with x, the features
below, and w given.
"""

from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Mean,
    Statement,
    arrays,
    gaussian,
    indices,
    induction,
    naturals,
    nonnegative,
    positive,
    reals,
    same,
    scalars,
    total,
)
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.common import HALF
from depthlaws_papers.pc.claims.network import H, d, h, i, j, lower, path, upto, w, x

CLAIMS = Claims()

K, c, L, alpha = scalars("K c L alpha")
u, S, du, dh, moved, W = arrays("u S du dh e W")
layer, s, o = indices("n", H), indices("s", upto), indices("o", K)

BLOCK = {
    h[0, i]: x[i],
    h[lower + 1, i]: total(u[lower + 1, o] * S[o, i, j] * h[lower, j], j, o),
    path[H, j]: w[j],
    path[lower, j]: total(u[lower + 1, o] * S[o, i, j] * path[lower + 1, i], i, o),
    du[layer, o]: total(path[layer, i] * S[o, i, j] * h[layer - 1, j], j, i),
    dh[0, i]: 0,
    dh[lower + 1, i]: total(
        (c * du[lower + 1, o] * h[lower, j] + u[lower + 1, o] * dh[lower, j]) * S[o, i, j], j, o
    ),
    moved[0, i]: 0,
    moved[lower + 1, i]: total(
        (du[lower + 1, o] * h[lower, j] + u[lower + 1, o] * moved[lower, j]) * S[o, i, j], j, o
    ),
}
_along = Equal(
    total(path[upto, i] * dh[upto, i], i),
    c * total(du[s, o] ** 2, o, s),
    by=induction(upto),
)
DEGREES = (
    _along,
    Equal(
        c * total(w[i] * dh[H, i], i),
        c**2 * total(du[s, o] ** 2, o, s).put({upto: H}),
        because=c * _along.gap.put({upto: H}),
    ),
    Equal(dh[upto, i], c * moved[upto, i], by=induction(upto)),
)
"""The output moves along w by c^2 times a sum of squares, inner features by c, and not by 0."""
ANY_BLOCK = {
    **{H: naturals(1), d: naturals(1), K: naturals(1), c: positive, alpha: nonnegative},
    **{L: naturals(2), u: reals[H, K], S: reals[K, d, d], x: reals[d], w: reals[d]},
}

# Powers of L: c^2 is L^(-2 alpha), so all blocks together push by 1 - 2 alpha at a rate free of L,
# and at order one with the rate L^(2 alpha - 1), at which inner features move by alpha - 1.
push = 1 - 2 * alpha
POWERS = (
    Exactly(same(push, 0), same(alpha, HALF)),
    Exactly(push <= 0, alpha >= HALF),
    Equal(L ** (2 * alpha - 1) * L * L ** (-2 * alpha), 1),
    Equal(L ** (2 * alpha - 1) * L**-alpha, L ** (alpha - 1)),
    Exactly(same(alpha - 1, 0), same(2 * alpha - 1 - alpha, 0)),
)

CLAIMS.add(
    id="PC-EXT3",
    source=PC.section("A.6"),
    says="The depth exponent depends on whether a block has one layer or several if the layers "
    "inside are to move their own features at order one: with the rate L^(2 alpha - 1), at which "
    "all blocks together move the stream at order one, the layers inside a block of two or more "
    "move theirs by L^(alpha - 1), so that alpha = 1 is needed; a block of one layer has none, and "
    "alpha >= 1/2 will do.",
    quote="One might also need to adjust the depth scaling exponent alpha depending on the number "
    "of convolutions in a residual block",
    reading="Linear blocks of dense layers or convolutions, gradient descent, to first order in "
    "one step; the condition on the inner features is that of Dey et al. (2025), whom the sentence "
    "cites. For predictive coding where N is much larger than L, so that its gradients are those "
    "of the loss.",
    statement=Statement(*DEGREES, *POWERS, for_all=ANY_BLOCK, defined=BLOCK),
)

inner = total(x[i] ** 2, i)

CLAIMS.add(
    id="PC-EXT3-desiderata",
    source=PC.beyond("PC-B42"),
    says="Desiderata 4 and 5 alone ask for alpha = 1/2 with every number of layers in a block: a "
    "block multiplies mean squares by 1 + L^(-2 alpha) times a constant, and all blocks together "
    "move the stream by L^(1 - 2 alpha) at a rate free of L.",
    statement=Statement(*DEGREES, *POWERS, for_all=ANY_BLOCK, defined=BLOCK),
    checks=Statement(
        Equal(
            Mean(total((u[i] + c * total(W[i, j] * x[j], j)) ** 2, i), W),
            total(u[i] ** 2, i) + c**2 * inner,
        ),
        Equal(Mean(total(total(W[i, j] * x[j], j) ** 2, i), W), inner),
        for_all={
            **{d: naturals(1), c: positive, W: gaussian(1 / d)[d, d]},
            **{u: reals[d], x: reals[d]},
        },
    ).checks,
)
