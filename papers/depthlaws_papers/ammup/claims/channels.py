"""Appendix B, lemma 5: corrections of a finite width."""

from collections.abc import Iterator
from fractions import Fraction

from depthlaws.claims.engine.checks import Exhaustive, Property, Smallest
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Array,
    AtMost,
    Equal,
    Mean,
    Statement,
    Tree,
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
    total,
    tree,
)
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.common import LINEAR, UNSEEN, VAST, Order, exact
from depthlaws_papers.ammup.claims.layer import C, W, c, dot, i, j, n, r, u

CLAIMS = Claims()

scale = scalars("s")


N, first, square = scalars("N EX EX2")  # sites, and two moments of X_1 under any law
U, V_, w = arrays("u v w")  # patches that the kernel meets at each site, weights of one channel
p, p2, r2 = *indices("p p2", N), indices("r2", C)


def met(weights: Tree, patch: Array) -> Tree:
    """Tangent at site p behind the kernel of one channel."""
    return total(weights * patch[p, i], i)


def product_of(a: Array, b: Array) -> Tree:
    """Product of the patches of two tangents at two sites."""
    return total(a[p, i] * b[p2, i], i)


one = total(met(w[i], U) * met(w[i], V_), p) / N  # X_1, the share of one channel
whole = total(total(met(W[r, i], U) * met(W[r, i], V_), p) / N, r) / C
pairs = product_of(U, U) * product_of(V_, V_) + product_of(U, V_) * product_of(V_, U)
spread = c**2 * total(pairs, p, p2) / N**2

CLAIMS.add(
    id="AMMUP-E27",
    source=AMMUP.eq(27),
    says="Given all below, E T_h^2 is the square of the mean plus Var(X_1)/C_h, X_1 a mean over "
    "the sites, so O(1/C_h) for a fixed pair.",
    statement=Statement(
        Equal(Mean(one**2, w) - Mean(one, w) ** 2, spread),
        Equal(Mean(whole**2, W), Mean(whole, W) ** 2 + spread / C),
        for_all={
            **dict.fromkeys((n, C, N), naturals(1)),
            c: nonnegative,
            W: gaussian(c)[C, n],
            w: gaussian(c)[n],
            **dict.fromkeys((U, V_), reals[N, n]),
        },
    ),
)

# E X_r X_r2 is E X_1^2 for one channel and (E X_1)^2 for two independent ones.
second_moment = (total(square, r) + total(first**2, r, r2) - total(first**2, r)) / C**2
variance = second_moment - (total(first, r) / C) ** 2

CLAIMS.add(
    id="AMMUP-D14",
    source=AMMUP.lemma(5),
    says="Given all below, with channels independent and alike in law, Var T_h = Var(X_1)/C_h, at "
    "most E X_1^2/C_h.",
    statement=Statement(
        Equal(variance, (square - first**2) / C),
        AtMost(variance, square / C, because=first**2 / C),
        for_all={C: naturals(1), first: reals, square: nonnegative},
    ),
)


def _summed(level: int) -> tuple[float, float]:
    """S_l m/n of linear networks with the fluctuations of J J^T, l^3/3, and without them, l^2."""
    with_, without = (
        float(exact("plain", level, width=10**6, part="label", weights=kind, **LINEAR)[-1])
        for kind in ("gaussian", "orthogonal")
    )
    return with_ / 10**6, without / 10**6


CLAIMS.add(
    id="AMMUP-L5",
    source=AMMUP.lemma(5),
    says="The fluctuations of T_h of order 1/C_h are a correction to S_l of order 1/C.",
    quote="Lemma 5 yields the max_l 1/C_l correction from finite-channel averaging",
    reading="Lemma 5 itself holds (AMMUP-E27), but this use of it does not: S_l sums about n^2 "
    "pairs, whose fluctuations are its leading term. Without them (orthogonal weights) S_l is l^2.",
    checks=(Property(_summed, {"level": [8, 64]}, rtol=1e-3),),
    corrected_by="AMMUP-L5-leading",
    sides=(
        "S_l m/n of Gaussian weights, whose T_h fluctuate",
        "of orthogonal ones, whose T_h do not",
    ),
    fault="formula",
    change="The correction from finite-channel averaging is O(l/C) in layer l; the fluctuations of "
    "T_h in lemma 5 belong to the leading term.",
    against=(
        Smallest(
            lambda level: (sum((1 + j) ** 2 for j in range(level)), "==", level**2),
            {"level": [1, 2, 3, 4]},
            of=(
                "S_l m/n of Gaussian weights at infinite width, by r' = r + (1 + l)^2",
                "of orthogonal weights, whose T_h do not fluctuate",
            ),
        ),
    ),
)


def _orthogonal() -> Iterator[tuple[str, Fraction, Fraction]]:
    for level in (1, 8):
        straight = exact("plain", level, width=50, part="label", weights="orthogonal", **LINEAR)
        yield f"l={level}: orthogonal", straight[-1], Recorded(50 * level**2)


def _fluctuating() -> Iterator[Order]:
    for level in (1, 3, 8):
        wide = exact("plain", level, width=VAST, part="label", **LINEAR)[-1] / VAST
        sums = Recorded(level * (level + 1) * (2 * level + 1), 6)
        yield f"l={level}: Gaussian", abs(wide / sums - 1), "<", UNSEEN


depth, size = scalars("L s")
V, start, g, dz, energy = arrays("V g_0 g dz r")
l, before, layer = index("l", 0, depth), index("before", 0, depth - 1), indices("layer", depth)
# V V^T = 1: the cotangent, g_l = V^T g_{l+1}, goes up as V g_l, and |z|^2 = s stays; dz moves by
# V and by the step -g z^T of each layer.
ORTHOGONAL = Equal(dz[l, i], -l * size * g[l, i], by=induction(l))
MEAN_OF_ORTHOGONAL = Equal(
    total((-layer * size * g[depth, i]) ** 2, i, layer) / depth,
    size**2 * total(g[depth, i] ** 2, i) * (depth + 1) * (2 * depth + 1) / 6,
)
TURNED = {
    depth: naturals(1),
    n: naturals(1),
    size: positive,
    V: reals[depth, n, n],
    start: reals[n],
}
TURNING = {
    g[0, i]: start[i],
    g[before + 1, i]: total(V[before + 1, i, j] * g[before, j], j),
    dz[0, i]: tree(0),
    dz[before + 1, i]: total(V[before + 1, i, j] * dz[before, j], j) - size * g[before + 1, i],
}
CUBIC = Equal(energy[l], l * (tree(l) + 1) * (2 * tree(l) + 1) / 6, by=induction(l))

CLAIMS.add(
    id="AMMUP-L5-leading",
    source=AMMUP.ledger("ERR-05"),
    says="With orthogonal weights V, where T_h does not fluctuate, cotangents g go up by V too and "
    "dz is -l |z|^2 g at every width: S_l^B goes as l^2. The fluctuations of wide linear layers, "
    "r' = r + (1 + l)^2, make it l(l+1)(2l+1)/6.",
    statement=Statement(
        ORTHOGONAL,
        CUBIC,
        for_all=TURNED,
        defined=TURNING
        | {energy[0]: tree(0), energy[before + 1]: energy[before] + (1 + tree(before)) ** 2},
    ),
    cross_checks=(Exhaustive(_orthogonal), Exhaustive(_fluctuating)),
)


CLAIMS.add(
    id="AMMUP-E26",
    source=AMMUP.eq(26),
    says="With Var W = 1/n the conditional second moment of X_1 for equal tangents u is "
    "3 |u|^4/n^2, which no constant bounds: for u = (s, ..., s) it is 3 s^4.",
    statement=Statement(
        Equal(Mean(total(w[i] * u[i], i) ** 4, w), 3 * dot(u, u) ** 2 / n**2),
        Equal(Mean(total(w[i] * u[i], i) ** 4, w), 3 * scale**4, where={u[i]: scale}),
        for_all={n: naturals(1), scale: reals, w: gaussian(1 / n)[n], u: reals[n]},
    ),
)
