"""Appendix D.1 to D.3: the derivative of LayerNorm, and units one after the other."""

import itertools
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import jacobian
from depthlaws.claims.engine.statement import (
    Array,
    AtMost,
    Equal,
    Index,
    Less,
    Statement,
    Tree,
    arrays,
    index,
    indices,
    induction,
    naturals,
    nonnegative,
    positive,
    reals,
    scalars,
    total,
)
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

SEEDS = Interval(0, 10**6, integer=True)
EPS = sp.Symbol("epsilon", positive=True)


def _normalised(x: sp.Matrix) -> tuple[sp.Matrix, sp.Expr]:
    """Centred vector and s(x)."""
    d = len(x)
    centred = x - sp.Matrix([sum(x) / d] * d)
    return centred, sp.sqrt((centred.T * centred)[0] / d + EPS)


def _jacobian() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Derivative of LN against eq. (38), entry by entry at an exact point, d = 3."""
    points = ((1, -2, 4),)
    for point in points:
        d = len(point)
        x, gamma = sp.Matrix(sp.symbols(f"x:{d}")), sp.symbols(f"g:{d}")
        centred, s = _normalised(x)
        at = dict(zip(x, point, strict=True)) | {EPS: sp.Rational(1, 3)}
        value = sp.Matrix([g * v / s for g, v in zip(gamma, centred, strict=True)])
        inner = sp.eye(d) - sp.ones(d, d) / d - centred * centred.T / (d * s**2)
        right = (sp.diag(*gamma) * inner / s).subs(at)
        left = jacobian(value, x).subs(at)
        for i, j in itertools.product(range(d), repeat=2):
            yield f"d={d}, entry {i, j}", left[i, j], right[i, j]


d, s, s2, gamma_max, value = scalars("d s s2 gamma_max a")
x, v, gamma = arrays("x v gamma")
i, j, k = indices("i j k", d)


def centred(a: Array, place: Index) -> Tree:
    """Entry of P a = a - mean(a)."""
    return a[place] - total(a[j], j) / d


# s^2 = |Px|^2/d + epsilon, so that 1 - |Px|^2/(d s^2) is epsilon/s^2; ds is the product rule on it.
square = total(centred(x, i) ** 2, i)
along = total(centred(x, k) * v[k], k)
bracket = centred(v, i) - centred(x, i) * along / (d * s2)
moved = total(centred(x, k) * centred(v, k), k) / (d * s)
VECTORS = {d: naturals(1), x: reals[d], v: reals[d]}

JACOBIAN = Equal(
    gamma[i] * (centred(v, i) / s - centred(x, i) * moved / s**2),
    gamma[i] / s * (centred(v, i) - centred(x, i) * along / (d * s**2)),
)
CLAIMS.add(
    id="AMMUP-E38",
    source=AMMUP.eq(38),
    says="Along v LayerNorm has the derivative diag(gamma)/s (v - mean(v) - Px (Px.v)/(d s^2)), "
    "Px = x - mean(x): by the product rule, with s ds = Px.Pv/d.",
    statement=Statement(JACOBIAN, for_all=VECTORS | {s: positive, gamma: reals[d]}),
    cross_checks=(Exhaustive(_jacobian),),
)


def _norm_bound(d: int, seed: int, log_epsilon: float) -> tuple[float, float]:
    """Operator norm of J s / gamma_max, at most 1."""
    rng = np.random.default_rng([seed, d])
    x, gamma = rng.standard_normal(d), rng.uniform(-2, 2, d)
    centred = x - x.mean()
    s2 = np.square(centred).mean() + 10**log_epsilon
    inner = np.eye(d) - 1 / d - np.outer(centred, centred) / (d * s2)
    norm = np.linalg.norm(gamma[:, None] * inner, 2) / np.abs(gamma).max()
    return float(norm), 1 + 1e-12


positive_epsilon = Less(square / d, s2)
largest_gamma = AtMost(gamma[i] ** 2, gamma_max**2)
lost = total(v[i], i) ** 2 / d + along**2 / (d * s2) * (1 + positive_epsilon.gap / s2)
kept = total(v[i] ** 2, i)
size = total((gamma[i] * bracket) ** 2, i) / s2  # |J v|^2
ANY_NORM = VECTORS | {s2: positive, gamma: reals[d], gamma_max: nonnegative}
BOUND = AtMost(
    size,
    gamma_max**2 * kept / s2,
    because=total(largest_gamma.gap * bracket**2, i) / s2 + gamma_max**2 / s2 * lost,
)
SPECTRUM = (
    Equal(bracket, 0, where={v[i]: value}),
    Equal(bracket, (1 - square / (d * s2)) * centred(x, i), where={v[i]: x[i]}),
    Equal(total(bracket**2, i), kept - lost),
)
NORMS = (
    Property(
        _norm_bound,
        {"d": [2, 3, 8, 40], "seed": SEEDS, "log_epsilon": Interval(-8, 2)},
        relation="<=",
        n=60,
    ),
)

CLAIMS.add(
    id="AMMUP-E39",
    source=AMMUP.eq(39),
    says="|J v|^2 <= (2 gamma_max/s)^2 |v|^2 for every v, and even without the 2: the bracket of "
    "eq. (38) takes something off |v|^2 but where v is orthogonal to 1 and to x.",
    statement=Statement(
        AtMost(
            size,
            4 * gamma_max**2 * kept / s2,
            because=3 * gamma_max**2 * kept / s2 + BOUND.because,
        ),
        BOUND,
        SPECTRUM[-1],
        for_all=ANY_NORM,
        given=(positive_epsilon, largest_gamma),
    ),
    cross_checks=NORMS,
)

CLAIMS.add(
    id="AMMUP-L7",
    source=AMMUP.lemma(7),
    says="J is eq. (38) and |J v| <= gamma_max |v|/s; its bracket takes 1 to 0 and Px to "
    "(epsilon/s^2) Px, and takes nothing off |v| where v is orthogonal to both.",
    statement=Statement(
        JACOBIAN,
        *SPECTRUM,
        BOUND,
        for_all=ANY_NORM | {s: positive, value: reals},
        given=(positive_epsilon, largest_gamma),
    ),
    cross_checks=NORMS,
)

epsilon = scalars("epsilon")
CLAIMS.add(
    id="AMMUP-D17",
    source=AMMUP.section("D.2"),
    says="grad(1/s) = -P x/(d s^3); the rank-one part has the norm |P x|^2/(d s^2) = "
    "1 - epsilon/s^2 < 1.",
    statement=Statement(
        Equal(-moved / s**2, -total(centred(x, k) * v[k], k) / (d * s**3)),
        Equal(square / (d * s2), 1 - epsilon / s2, where={epsilon: s2 - square / d}),
        Less(square / (d * s2), 1, because=positive_epsilon.gap / s2),
        for_all=VECTORS | {s: positive, s2: positive, epsilon: reals},
        given=(positive_epsilon,),
    ),
)


n, depth = scalars("n L")
first, second, unit, start, product, tangent = arrays("v_1 v_2 Phi B A u")
a, b, c = indices("a b c", n)
l, before = index("l", 0, depth), index("before", 0, depth - 1)

CLAIMS.add(
    id="AMMUP-E41",
    source=AMMUP.eq(41),
    says="A tangent that passes unit after unit, from depth h to l, by their Jacobians is "
    "multiplied by their product, also where a product B of earlier units stands before.",
    statement=Statement(
        Equal(tangent[l, a], total(product[l, a, b] * first[b], b), by=induction(l)),
        for_all={
            depth: naturals(1),
            n: naturals(1),
            unit: reals[depth, n, n],
            start: reals[n, n],
            first: reals[n],
        },
        defined={
            product[0, a, b]: start[a, b],
            product[before + 1, a, b]: total(unit[before + 1, a, c] * product[before, c, b], c),
            tangent[0, a]: total(start[a, b] * first[b], b),
            tangent[before + 1, a]: total(unit[before + 1, a, c] * tangent[before, c], c),
        },
    ),
)


Phi, z = arrays("Phi z")
gram = total(Phi[c, a] * Phi[c, b], c)
ONE_UNIT = Statement(
    Equal(
        total(total(Phi[a, b] * first[b], b) * total(Phi[a, b] * second[b], b), a) / n,
        total(gram * first[a] * second[b], a, b) / n,
    ),
    for_all={n: naturals(1), Phi: reals[n, n], first: reals[n], second: reals[n]},
)

CLAIMS.add(
    id="AMMUP-E45",
    source=AMMUP.eq(45),
    says="Behind one unit T_l is <v_1, Phi^T Phi v_2>/n: eq. (45) is eq. (42) at h = l - 1.",
    statement=ONE_UNIT,
)

CLAIMS.add(
    id="AMMUP-P4",
    source=AMMUP.section("D.3"),
    says="The proposition on one unit is the assumption at h = l - 1, as "
    "T_l = <v_1, Phi^T Phi v_2>/n.",
    statement=ONE_UNIT,
)
