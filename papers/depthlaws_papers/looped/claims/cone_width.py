"""The Gaussian width of the positive cone: the proof of lemma 5, section 7.2."""

import math
from collections.abc import Iterator

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import (
    Property,
    Quoted,
    Smallest,
)
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Mean,
    Statement,
    arrays,
    gaussian,
    indices,
    naturals,
    nonnegative,
    positive,
    reals,
    scalars,
    total,
)
from depthlaws.theory.papers import LOOPED
from depthlaws_papers.looped.claims.stream import SQUARE_OF_SUM

CLAIMS = Claims()


def _width_of_the_cone() -> tuple[Statement, ...]:
    """With g = p - r, p = g_+ and r = g_-: <g, x> <= |p| |x| for x >= 0, equal for x along p.

    2 P - 2 <p, x> = P |x - p/P|^2 and slack of |p| <= P, |x| <= 1.
    """
    n, L, P, m, size = scalars("d n P m size")
    p, r, x, g, gate, f = arrays("p r x g gate f")
    i, k = indices("i", n), indices("k l", L)
    length = AtMost(total(p[i] ** 2, i), P**2)
    unit = AtMost(total(x[i] ** 2, i), 1)
    open_ = Equal(gate[i] ** 2, gate[i])
    whole = AtMost(size, total(x[i], i))
    mean_square = total(f[k[0]] ** 2, k[0]) / L
    above = P * total((x[i] - p[i] / P) ** 2, i) + P * unit.gap + length.gap / P
    vectors = {n: naturals(1), P: positive, **dict.fromkeys((p, r, x), nonnegative[n])}
    return (
        Statement(
            AtMost(total((p[i] - r[i]) * x[i], i), P, because=above / 2 + total(r[i] * x[i], i)),
            for_all=vectors,
            given=(length, unit),
        ),
        Statement(
            Equal(
                total(x[i] * gate[i] * x[i], i),
                total((gate[i] * x[i]) ** 2, i),
                because=total(open_.gap * x[i] ** 2, i),
            ),
            for_all={n: naturals(1), x: reals[n], gate: reals[n]},
            given=(open_,),
        ),
        Statement(
            Equal(
                (total((gate[i] * x[i]) ** 2, i) + total(((1 - gate[i]) * x[i]) ** 2, i)) / 2,
                total(x[i] ** 2, i) / 2,
                because=total(open_.gap * x[i] ** 2, i),
            ),
            for_all={n: naturals(1), x: reals[n], gate: reals[n]},
            given=(open_,),
        ),
        Statement(
            Equal(Mean(total(g[i] ** 2, i) / 2, g), n / 2),
            for_all={n: naturals(1), g: gaussian(1)[n]},
        ),
        Statement(
            AtMost(
                (total(f[k[0]], k[0]) / L) ** 2,
                mean_square,
                because=total((f[k[0]] - f[k[1]]) ** 2, *k) / (2 * L**2),
            ),
            for_all={L: naturals(1), f: reals[L]},
        ),
        Statement(
            AtMost(
                total(-(r[i] + m) * x[i], i),
                -m * size,
                because=m * whole.gap + total(r[i] * x[i], i),
            ),
            for_all={
                n: naturals(1),
                m: nonnegative,
                size: nonnegative,
                **dict.fromkeys((r, x), nonnegative[n]),
            },
            given=(whole,),
        ),
    )


def _least_size(width: int) -> mpmath.mpf:
    """E min |g_i| of normals: the integral of the probability that all exceed a level."""
    return mpmath.quad(lambda u: mpmath.erfc(u / mpmath.sqrt(2)) ** width, [0, 1, 4, mpmath.inf])


def _positive_size(width: int) -> mpmath.mpf:
    """E|g_+|: the mean norm of k normals, over the binomial law of k."""
    norms = (
        mpmath.binomial(width, k) * mpmath.sqrt(2) * mpmath.gammaprod([(k + 1) / 2], [k / 2])
        for k in map(mpmath.mpf, range(1, width + 1))
    )
    return mpmath.fsum(norms) / 2**width


def _widths_of_the_cone() -> Iterator[tuple[str, object, str]]:
    for width, size, exact in ((1, "0.3989", "0.0000"), (2, "0.7123", "0.5954")):
        mean = _positive_size(width)
        yield f"E|g_+|, d = {width}", mean, size
        yield f"Gaussian width, d = {width}", mean - _least_size(width) / 2**width, exact


def _in_the_plane(angle: float) -> tuple[float, float]:
    """Largest <g, x> of a unit vector g over a fine grid of unit x >= 0, and its formula."""
    g = np.array([math.cos(angle), math.sin(angle)])
    grid = np.linspace(0, math.pi / 2, 4001)
    largest = float(np.max(g[0] * np.cos(grid) + g[1] * np.sin(grid)))
    return largest, float(np.linalg.norm(np.maximum(g, 0)) if g.max() > 0 else g.max())


BELOW, ATTAINED, *HALF, JENSEN, NEGATIVE = _width_of_the_cone()
CONE_WIDTH = (*(c for st in (ATTAINED, *HALF, JENSEN) for c in st.checks),)
CLAIMS.add(
    id="LOOP-B-L5c",
    source=LOOPED.section("7.2, proof of lemma 5"),
    says="The Gaussian width of the positive cone is E|g_+| <= sqrt(d/2).",
    quote="w(C_+ cap S^(d-1)) = E|g_+|",
    reading="Tested as the upper bound that the lemma uses, and as an equality for the unit ball "
    "in place of the sphere. Over unit vectors, as printed, the width is smaller: where every "
    "entry of g is negative the supremum is -min |g_i|, not 0.",
    statement=BELOW,
    checks=CONE_WIDTH,
    imprecise=True,
    exact="LOOP-B-L5c-sphere",
    change="w <= E|g_+|, or the unit ball in place of the sphere.",
    against=(
        Smallest(
            lambda d: (0, "==", 1 / sp.sqrt(2 * sp.pi)),
            {"d": [1]},
            of=("w: the only unit vector of the cone is 1, and E g = 0", "E|g_+|"),
        ),
    ),
)


CLAIMS.add(
    id="LOOP-B-L5c-sphere",
    source=LOOPED.beyond("LOOP-B-L5"),
    says="Over unit vectors the Gaussian width of the positive cone is E|g_+| - 2^-d E min |g_i|: "
    "0 in place of 0.399 at d = 1, 0.595 in place of 0.712 at d = 2.",
    statement=NEGATIVE,
    checks=(*BELOW.checks, *ATTAINED.checks, *SQUARE_OF_SUM.checks),
    cross_checks=(
        Quoted(_widths_of_the_cone),
        Property(_in_the_plane, {"angle": np.linspace(-3.1, 3.1, 41).tolist()}, n=41, rtol=1e-6),
    ),
)
