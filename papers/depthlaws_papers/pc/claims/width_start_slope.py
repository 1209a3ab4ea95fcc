"""Appendix A.4.2: slope of the rescaling at the start (eqs. 48 to 55)."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Mean,
    Statement,
    Tree,
    array,
    arrays,
    gaussian,
    half,
    index,
    indices,
    induction,
    nonnegative,
    positive,
    reals,
    scalars,
    total,
)
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims import linear
from depthlaws_papers.pc.claims.common import Case, equal, net, over, slopes
from depthlaws_papers.pc.claims.width_start import GAMMA, WIDTH, N, a, d, gamma, gamma0, i, j, u
from depthlaws_papers.pc.claims.width_start_rescaling import (
    LAYERS,
    UNITS,
    K,
    W,
    beta,
    e,
    number,
    q,
    seen,
    upper,
    w,
)

CLAIMS = Claims()

A, C, M, left, middle, powers = arrays("A C M a b a")
r = indices("r", N)
start = index("k", 0, K - 1)


def _public_slopes(width: int, depth: int) -> Iterator[Case]:
    """The public function at whole weights, where floats are exact."""
    one = net(width, depth)
    there: dict[sp.Symbol, int] = dict.fromkeys(one.c, 1)
    for at, weight in enumerate(x for weights in one.W for x in weights.flat):
        there[weight] = at % 5 - 2
    whole = [np.vectorize(lambda x: float(there[x]))(weights) for weights in one.W]
    for weights, result in zip(one.W, predictive_coding.rescaling_gradient(whole), strict=True):
        exact = [sp.sympify(slope).subs(there) for slope in slopes(one.s, weights).flat]
        yield from equal("public", [Recorded(entry) for entry in result.flat], exact)


CLAIMS.add(
    id="PC-E48",
    source=PC.eq(48),
    says="The slope of s in W_l is 2 c_l m_l V_{l-1}^T for l >= 2 and 0 for the first layer, where "
    "V_l = M_l V_{l-1} + m_l adds up the paths (M_l ... M_{k+1}) m_k.",
    statement=Statement(
        *linear.slope_of_rescaling(),
        for_all=linear.ANY_MOVE,
        defined=linear.MOVES | linear.PATHS | linear.MOVED_PATHS | linear.REACHES,
    ),
    cross_checks=(Exhaustive(over(_public_slopes, ((1, 4), (2, 3)))),),
)

CLAIMS.add(
    id="PC-E49",
    source=PC.eq("49-51"),
    says="Entries of products of later layers have size N^(sum_k a_k - 1/2) at the start, exactly "
    "so for the mean square, under desideratum 1 and if the product is not empty.",
    statement=Statement(
        Equal(Mean(total(W[i, j] * u[i], i) ** 2, W), total(u[i] ** 2, i)),
        Equal(N * N**-beta, N ** (1 - beta)),
        Equal(e[number], 2 * (total(powers[seen], seen) - half), by=induction(number)),
        for_all=LAYERS | WIDTH | UNITS | {beta: reals, powers: reals[K]},
        defined={
            e[1]: -(1 - 2 * powers[1]),
            e[upper + 1]: e[upper] + 1 - (1 - 2 * powers[upper + 1]),
        },
    ),
)

whole, above = scalars("S T")

CLAIMS.add(
    id="PC-E52",
    source=PC.eq(52),
    says="The exponents of the three factors add up to 2 S - a_l - 3/2, for k < l < L, with S the "
    "sum of a over the layers k to L, T over those above l.",
    statement=Statement(
        Equal(
            (above - half) + (whole - half) + (whole - above - a - half), 2 * whole - a - 3 * half
        ),
        for_all={whole: reals, above: reals, a: reals},
    ),
)

CLAIMS.add(
    id="PC-E53",
    source=PC.eq(53),
    says="An entry of the triple product is a sum of N terms a_i b_k C_kj.",
    statement=Statement(
        Equal(left[r] * total(middle[i] * C[i, j], i), total(left[r] * middle[i] * C[i, j], i)),
        for_all=WIDTH | {left: reals[N], middle: reals[N], C: reals[N, N]},
    ),
)


def _printed_slope(readout: Tree, hidden: Tree) -> Statement:
    """Mean squares of the slope of s in one weight against squared powers of N.

    They are 4 q times the left sides, q the mean trace of T^2 over N; below the readout also times
    (1 + 2/N)^k, which is N^2 gamma^4 times the mean of |m_l|^4 over N^2.
    """
    return Statement(
        Equal((N**-a) ** 2 / (N * gamma**4), N ** (2 * readout) / gamma0**4),
        Equal((N**-a) ** 2 / (N**2 * gamma**4), N ** (2 * hidden) / gamma0**4),
        for_all=WIDTH | GAMMA | {a: reals},
    )


CLAIMS.add(
    id="PC-E54",
    source=PC.eq("54, 55"),
    says="The slope of s in a weight has size L N^(-2d - a_l - 1/2).",
    quote="each entry of the derivative (Eq. 48) scales as ... Theta(L N^(-2d - a_l - 1/2))",
    reading="The power of N is tested as printed, for hidden layers. (54) counts N terms of random "
    "sign as N terms of one sign. In the readout this power is right; that of L is not in any "
    "layer (PC-E54-depth).",
    statement=_printed_slope(-2 * d - a - half, -2 * d - a - half),
    corrected_by="PC-E54-size",
    sides=("mean square, exact", "as printed"),
    fault="formula",
    change="N^(-2d - a_l - 1) in the hidden layers.",
)


def _rescaling_size() -> Statement:
    """T of the lower layers, V = T m: |V|^2 and the traces of T and T^2 one layer higher.

    T -> 1 + M T M^T from T = 0, drawn M; it is symmetric, so it is written A A^T. The trace of the
    unit matrix is N.
    """
    m = array("m")
    x, y = indices("x y", N)

    def T(one: Any, other: Any) -> Tree:
        own = indices("z", N)
        return total(A[one, own] * A[other, own], own)

    def image(one: Any, other: Any) -> Tree:
        return total(M[one, x] * T(x, y) * M[other, y], x, y)

    trace, square = total(T(i, i), i), total(T(i, j) ** 2, i, j)
    higher = N + total(image(i, i), i)
    below = total(T(j, x) * total(M[i, x] * m[i], i), x)
    return Statement(
        Equal(Mean(total(below**2, j), M), total(m[i] ** 2, i) * square / N),
        Equal(Mean(total(total(T(i, j) * w[j], j) ** 2, i), w), square),
        Equal(Mean(higher, M), N + trace),
        Equal(Mean(higher**2, M), (N + trace) ** 2 + 2 * square / N),
        Equal(
            Mean(N + 2 * total(image(i, i), i) + total(image(i, j) ** 2, i, j), M),
            N + 2 * trace + (trace**2 + (N + 1) * square) / N,
        ),
        *_printed_slope(-2 * d - a - half, -2 * d - a - 1).clauses,
        for_all={
            **(WIDTH | GAMMA | {a: reals, m: reals[N], A: reals[N, N]}),
            **{M: gaussian(1 / N)[N, N], w: gaussian(1)[N]},
        },
    )


CLAIMS.add(
    id="PC-E54-size",
    source=PC.ledger("ERR-PC-3"),
    says="The slope of s in a weight of layers 2 to L - 1 has size N^(-2d - a_l - 1), in a weight "
    "of the readout N^(-2d - a_l - 1/2), by exact mean squares, at fixed depth: V_{l-1} = T W_l^T "
    "m_l with T of the layers below.",
    statement=_rescaling_size(),
)


def _power_of_depth() -> Iterator[Case]:
    """L^(-3) times n (n + 1)(2 n + 1)/6 with n = L - 1 has a limit: the root grows as L^(3/2)."""
    depth = sp.Symbol("L", positive=True)
    n = depth - 1
    square = n * (n + 1) * (2 * n + 1) / 6
    yield "power of L", lim(depth * sp.diff(sp.log(square), depth), depth, sp.oo) / 2, sp.Integer(1)


CLAIMS.add(
    id="PC-E54-depth",
    source=PC.eq("54, 55"),
    says="The slope of s in a weight of the readout grows as L.",
    quote="each entry of the derivative (Eq. 48) scales as ... Theta(L N^(-2d - a_l - 1/2))",
    reading="At the start, at infinite width and then at large depth. (54) adds l terms as if each "
    "had one size; the mean square of their sum has two of them at a time in common layers.",
    checks=(Exhaustive(_power_of_depth),),
    corrected_by="PC-E54-power",
    sides=("power of L, exact", "power of L as printed"),
    fault="formula",
    change="L^(3/2) in place of L.",
)

mean_trace, mean_square, squares = scalars("p P Q")
depth = sp.Symbol("L", positive=True)
jensen = AtMost(mean_trace**2, mean_square)

CLAIMS.add(
    id="PC-E54-power",
    source=PC.ledger("ERR-PC-38"),
    says="In plain networks the mean square of the slope of s in a weight of the readout is n(n + "
    "1)(2n + 1)/6, n = L - 1, times that of one hidden layer at infinite width, and at least that "
    "at finite width: its root grows as L^(3/2).",
    statement=Statement(
        # The traces of _rescaling_size over N: mean, mean square, and mean of that of T^2.
        AtMost(
            (1 + mean_trace) ** 2 + squares,
            1 + 2 * mean_trace + mean_square + (1 + 1 / N) * squares,
            because=jensen.gap + squares / N,
        ),
        Equal(e[number], number, by=induction(number)),
        Equal(q[number], number * (number + 1) * (2 * number + 1) / 6, by=induction(number)),
        Equal(lim(depth * (depth - 1) * (2 * depth - 1) / depth**3, depth, sp.oo), 2),
        for_all={
            **(LAYERS | WIDTH | {depth: positive}),
            **{mean_trace: reals, mean_square: reals, squares: nonnegative},
        },
        given=(jensen,),
        defined={
            **{e[0]: 0, e[start + 1]: 1 + e[start]},
            **{q[0]: 0, q[start + 1]: (1 + start) ** 2 + q[start]},
        },
    ),
)
