"""Section 4 and A.5: the rescaling of residual networks and its slopes (eqs. 19, 104 to 110)."""

from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Smallest
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Statement,
    array,
    at_least,
    indices,
    induction,
    naturals,
    nonnegative,
    positive,
    reals,
    registered,
    scalars,
    step,
    total,
)
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims import moments, sandwiches, simplest
from depthlaws_papers.pc.claims.common import HALF, Case, L, N, alpha, gamma0, over
from depthlaws_papers.pc.claims.depth import size
from depthlaws_papers.pc.claims.equilibrium import (
    ANY_NETWORK,
    ANY_SLOPE,
    NETWORK,
    VARIED,
    H,
    M,
    V,
    _turned,
    i,
    j,
    lower,
    path,
    slope_of_s,
    upto,
    w,
)

CLAIMS = Claims()


# -- the rescaling (eqs. 19, 104 to 107) -----------------------------------------------------------


e = scalars("e")
b = array("p")  # paths without the multiplier e of the readout
_s = indices("s", upto)
_reached = Equal(
    total(e * b[upto, i] * V[upto, i], i),
    e**2 * total(b[_s, i] ** 2, i, _s),
    by=induction(upto),
)
PRINTED = Statement(
    _reached,
    Equal(
        total(e * w[i] * V[H, i], i),
        e**2 * total(b[_s, i] ** 2, i, _s).put({upto: H}),
        because=_reached.gap.put({upto: H}),
    ),
    for_all=ANY_NETWORK | {e: reals},
    defined={
        b[H, j]: w[j],
        b[lower, j]: total(M[lower + 1, i, j] * b[lower + 1, i], i),
        V[0, i]: 0,
        V[lower + 1, i]: total(M[lower + 1, i, j] * V[lower, j], j) + e * b[lower + 1, i],
    },
)
"""s - 1, by which a unit error moves the output, from paths w, w P_{L-1}, ... w P_{L-1} ... P_2."""

CLAIMS.add(
    id="PC-E104",
    source=PC.eq("104, 105, 108"),
    says="s = 1 + c_L^2 (|w|^2 + sum_{l=2}^{L-1} |w P_{L-1} ... P_l|^2), P = 1 + c W, with c_L^2 = "
    "1/(gamma0^2 N^2): L - 1 squared norms, none of which contains the first layer.",
    reading="every factor is read with its own index, from L - 1 down to l",
    statement=PRINTED,
)

CLAIMS.add(
    id="PC-E105",
    source=PC.eq("105, 108"),
    says="The path of layers l to L is the readout times the factors I + L^-alpha N^(-1/2) W_k, k "
    "from l to L - 1.",
    quote="w^(L) prod_l^(L-1) (I_N + 1/(L^alpha sqrt(N)) W^(l))",
    reading="The bound of the product is also printed as the index of its factors, in (108) too; "
    "it is read as a running index.",
    statement=PRINTED,
    imprecise=True,
    exact="PC-E104",
    change="a running index k in the product.",
    against=(simplest.FREE_INDEX,),
)


share = L ** (-2 * alpha)
GEOMETRIC = Statement(
    Equal(
        (registered("pc-rescaling-mean-residual", d=HALF, v=1) - 1) * share * gamma0**2 * N,
        (1 + share) ** (L - 1) - 1,
    ),
    for_all={L: naturals(1), N: naturals(1), gamma0: positive, alpha: nonnegative},
)
"""The registered law times L^(-2 alpha) is the closed geometric sum."""


def limits_of_constants() -> Iterator[Case]:
    """Yield the constants of the limits in L by SymPy."""
    size = sp.Symbol("L", positive=True)
    half = sp.log(1 + 1 / size) * (size - 1)
    yield "alpha = 1/2", sp.exp(lim(half, size, sp.oo)) - 1, sp.E - 1
    for power in ("3/4", "1"):
        share = size ** (-2 * sp.Rational(power))
        per_layer = lim((size - 1) * sp.log(1 + share) / (size * share), size, sp.oo)
        yield f"alpha = {power}", per_layer, sp.Integer(1)


BY_LIMITS = Exhaustive(limits_of_constants, what="SymPy's limits")
ORDER_L = Statement(
    *moments.MEAN_OF_RESIDUAL,
    *moments.OF_ORDER_L,
    for_all=moments.ANY_DEEP,
    defined=moments.PATHS,
)

CLAIMS.add(
    id="PC-E106",
    source=PC.eq("106, 107"),
    says="The mean of s - 1 is L^(2a) ((1 + L^(-2a))^(L-1) - 1)/(gamma0^2 N), a = alpha: "
    "Theta(L/N) from alpha = 1/2 on.",
    statement=ORDER_L,
    cross_checks=(
        *GEOMETRIC.checks,
        BY_LIMITS,
    ),
)

CLAIMS.add(
    id="PC-E19",
    source=PC.eq(19),
    says="s = 1 + Theta(L/N) for residual networks.",
    quote="against the L/N theoretical prediction (Eq. 19)",
    reading="The constants are those at the start: (e - 1)/gamma0^2 at alpha = 1/2, not the 1 of "
    "the line L/N that figure 3 draws; 1/gamma0^2 above 1/2.",
    statement=ORDER_L,
    cross_checks=(BY_LIMITS,),
    imprecise=True,
    exact="PC-B6",
    change="(e - 1) L/N for the line of figure 3 at alpha = 1/2.",
    against=(
        Smallest(
            lambda L: (((1 + sp.Rational(1, L)) ** (L - 1) - 1) * L, "==", L),
            {"L": [2, 3]},
            of=("mean of N (s - 1) at the start, alpha = 1/2, gamma0 = 1", "that of the line L/N"),
        ),
    ),
)


def _registered(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """The registered variance against the recursion of A and B, at alpha = 1/2 with skips."""
    share = sp.Rational(1, depth)
    one = 1 + share if skips else sp.Integer(1)
    two = one**2 + (4 * share + 2 * share**2) / width if skips else 1 + sp.Rational(2, width)
    read = 1 + sp.Rational(2, width)
    total_, last, mean = read, read, sp.Integer(1)
    for layer in range(1, depth - 1):
        square = read * two**layer
        total_, last = total_ + 2 * one * last + square, one * last + square
        mean += one**layer
    named = {"N": sp.Integer(width), "L": sp.Integer(depth), "gamma0": sp.Integer(1), "d": HALF}
    if skips:
        expr = law("pc-rescaling-variance-residual", **named, alpha=HALF)
    else:
        expr = law("pc-rescaling-variance-mlp", **named)
    yield "variance", (total_ - mean**2) / width**2, expr


REGISTERED = tuple(
    (width, depth, skips) for width in (1, 3) for depth in (2, 3, 6) for skips in (True, False)
)
k = sp.Symbol("k", positive=True)

CLAIMS.add(
    id="PC-B6",
    source=PC.beyond("PC-B6"),
    says="Mean and variance of s at the start are known at every width and depth: the mean of s - "
    "1 is (L - 1)/(gamma0^2 N) and, with skips at alpha = 1/2, ((1 + 1/L)^(L - 1) - 1) "
    "L/(gamma0^2 N), about (e - 1) L/(gamma0^2 N) for deep networks.",
    statement=moments.MEAN_OF_PLAIN,
    checks=(
        *moments.VARIANCE_OF_PLAIN.checks,
        *moments.VARIANCE_OF_RESIDUAL.checks,
        *ORDER_L.checks,
        *Statement(
            Equal(lim(sp.exp((size - 1) * sp.log(1 + k / size)) - 1, size, sp.oo), sp.exp(k) - 1),
            for_all={k: positive},
        ).checks,
    ),
    cross_checks=(BY_LIMITS, Exhaustive(over(_registered, REGISTERED), what="registered")),
)


# -- slope of the rescaling (eqs. 109, 110) --------------------------------------------------------


CLAIMS.add(
    id="PC-E109",
    source=PC.eq(109),
    says="The slope of s in a block's weights is 2 c_l m_l V_{l-1}^T, V_{l-1} the sum over k < l "
    "of M_{l-1} ... M_{k+1} m_k: 2 c_L^2 c_l times the sum of the printed products.",
    statement=Statement(
        _turned,
        slope_of_s,
        Equal(
            V[lower + 1, i],
            total(M[lower + 1, i, j] * V[lower, j], j) + path[lower + 1, i],
            by=step(lower),
        ),
        for_all=ANY_SLOPE,
        defined=NETWORK | VARIED,
    ),
)


def _sizes_of_slopes() -> Statement:
    """2 c m V^T of block k: |m|^2 has passed the blocks above it, |V|^2 is rho b_k times that."""
    x, N, rho = sandwiches.x, sandwiches.N, sandwiches.rho
    k, b = sandwiches.number, sandwiches.second
    above = scalars("u")
    path_square = rho**above / (moments.gamma0**2 * N)
    return Statement(
        *sandwiches.ONE_BLOCK,
        *sandwiches.BOUNDS,
        Equal(1 + sandwiches.excess[k], rho**k, by=induction(k, times=rho)),
        Equal(
            4 * (x / N) * path_square * (rho * b[k] * path_square) / N**2,
            4 * x * rho ** (2 * above + 1) * b[k] / (moments.gamma0**4 * N**5),
        ),
        moments.LOGARITHM[1],
        AtMost(moments.L ** (1 - 2 * moments.alpha), 1, along=((moments.alpha, moments.HALF),)),
        for_all=sandwiches.ANY_BLOCK
        | {moments.L: naturals(2), moments.gamma0: positive, above: naturals(0)}
        | {moments.y: nonnegative, moments.alpha: at_least(moments.HALF)},
        defined=sandwiches.REACHED | sandwiches.POWERS,
    )


CLAIMS.add(
    id="PC-E110",
    source=PC.eq(110),
    says="The slope of s in a weight of the k-th block, u = L - 2 - k blocks above it, has the "
    "mean square 4 (rho - 1) rho^(2u + 1) b_k/(gamma0^4 N^5) at infinite width, where rho = 1 + "
    "L^(-2 alpha) and k^2 <= b_k <= k^2 rho^(2k) (1 + k (rho^2 - 1)): from alpha = 1/2 on it has "
    "the size k L^-alpha N^(-5/2), which is L^(1-alpha) N^(-5/2) where k is a share of L.",
    reading="b_k is the limit of tr B^2/N, where V_k = B m_k. From alpha = 1/2 on L (rho - 1) is "
    "at most 1, so that rho^(2L) is at most e^2 and k (rho^2 - 1) at most 3.",
    statement=_sizes_of_slopes(),
)
