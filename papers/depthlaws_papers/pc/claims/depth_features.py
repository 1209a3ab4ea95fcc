"""Appendix A.5, desideratum 5 and theorem 2: residual features in training (eqs. 111 to 124)."""

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Sampled, Smallest
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Max,
    Statement,
    arrays,
    at_least,
    indices,
    induction,
    naturals,
    nonnegative,
    positive,
    reals,
    same,
    scalars,
    sqrt,
    step,
    total,
)
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims import exponents, sandwiches, simplest
from depthlaws_papers.pc.claims.common import HALF, Case, L, N, alpha, exponent, gamma0
from depthlaws_papers.pc.claims.equilibrium import (
    ANY_NETWORK,
    ANY_SLOPE,
    NETWORK,
    SLOPES,
    VARIED,
    F,
    H,
    M,
    P,
    Q,
    R,
    V,
    _turned,
    all_layers,
    d,
    df,
    ds,
    h,
    i,
    j,
    lower,
    mu,
    p,
    path,
    r,
    slope_of_f,
    slope_of_s,
    upto,
)
from depthlaws_papers.pc.claims.exponents import ANY_EXPONENT, SMALLER, THE_LINE
from depthlaws_papers.pc.claims.network import nu, x

CLAIMS = Claims()

# -- desideratum 5 (eqs. 111 to 124) ---------------------------------------------------------------

layers, power, richness, eta0, scale = scalars("L alpha gamma0 eta0 c")
ANY_RATE = {layers: naturals(2), power: nonnegative, richness: positive, eta0: positive}
RATE = eta0 * richness**2 * d  # eta_0 gamma^2, d the width
MULTIPLIER = layers**-power / sqrt(d)
FRONT = RATE * MULTIPLIER / (richness * sqrt(d) * sqrt(d))  # of eta c_l m_l, m_l = g/(gamma sqrt N)
pushed = -total(r[mu] * df, mu) / P  # slope of the loss

CLAIMS.add(
    id="PC-E111",
    source=PC.eq("111-113"),
    says="dW_l/dt = eta_0 gamma_0/(sqrt N L^alpha s) (1/P) sum Delta g_l h_(l-1)^T + (eta F/s^2) "
    "ds/dW_l in a block, where F is the mean loss.",
    statement=Statement(
        *SLOPES,
        Equal(
            -(p * pushed - F * ds),
            p * total(r[mu] * all_layers(h, mu), mu) / P + F * ds,
            because=p * total(r[mu] * slope_of_f.gap, mu) / P,
        ),
        Equal(FRONT, eta0 * richness / (sqrt(d) * layers**power)),
        for_all=ANY_SLOPE | ANY_RATE | {p: at_least(1), F: nonnegative},
        defined=NETWORK | VARIED,
    ),
)


def _feature_velocity() -> Statement:
    """Product rule of h + c W h, with W's velocity of (113): its own push and D, the slope of s."""
    push, own = scalars("e s")
    g, D, W, moved, dW = arrays("g D W v dW")
    before, after = (moved[i, mu] + scale * total(W[i, j] * moved[j, mu], j)), scale
    overlap = total(r[nu] * total(x[j, nu] * x[j, mu], j), nu)
    return Statement(
        Equal(
            before + after * total(dW[i, j] * x[j, mu], j),
            moved[i, mu]
            + push * scale**2 / own * g[i] * overlap / P
            + scale * total(D[i, j] * x[j, mu], j)
            + scale * total(W[i, j] * moved[j, mu], j),
        ),
        Equal(FRONT * MULTIPLIER * d, eta0 * richness * layers ** (-2 * power)),
        for_all=ANY_RATE
        | {d: naturals(1), P: naturals(1), scale: reals, push: reals, own: at_least(1)}
        | {g: reals[d], r: reals[P], x: reals[d, P], moved: reals[d, P]}
        | {W: reals[d, d], D: reals[d, d]},
        defined={dW[i, j]: push * scale / own * g[i] * total(r[nu] * x[j, nu], nu) / P + D[i, j]},
    )


CLAIMS.add(
    id="PC-E114",
    source=PC.eq("114-119"),
    says="A block's features have the velocity of the features below, plus L^(-2 alpha) times the "
    "block's own push, the slope of s, and W times the velocity below.",
    statement=_feature_velocity(),
)


def _carried() -> Iterator[Case]:
    """Mean square of the first layer's velocity at the top over that below: without W it is 1."""
    yield "limit of the neglected factor", sandwiches.carried_at_last(), sp.Integer(1)


CLAIMS.add(
    id="PC-E120",
    source=PC.eq("120, 121"),
    says="The last term of (119), W times the velocity below, is of higher order: without it the "
    "first layer's velocity arrives with the same mean square.",
    quote="ignoring the last, higher-order term",
    reading="Tested for the leading size of the remaining terms at alpha = 1/2. For powers of L "
    "the sentence holds: they are not affected.",
    checks=(Exhaustive(_carried),),
    corrected_by="PC-E120-order",
    sides=("what the neglected factor tends to", "what neglecting it means"),
    fault="formula",
    change="keeping the last term, which is of the same order and multiplies the mean square by a "
    "constant, so that powers of L stay.",
)

CLAIMS.add(
    id="PC-E120-order",
    source=PC.ledger("ERR-PC-12"),
    says="W times the velocity below is of the same order as the remaining terms: k = L - 2 blocks "
    "of alpha = 1/2 multiply the mean square of the first layer's velocity P^T w, which has passed "
    "the same blocks P, by (1 + k (1 - rho^-2)) rho^k at infinite width, rho = 1 + 1/L, which "
    "tends to 3e; a velocity that is independent of them by rho^k. Powers of L stay.",
    statement=Statement(
        *sandwiches.ONE_BLOCK,
        *sandwiches.PRODUCT_OF_BLOCKS,
        Equal(sandwiches.carried_at_last(), 3 * sp.E),
        for_all=sandwiches.ANY_BLOCK,
        defined=sandwiches.CARRIED,
    ),
    cross_checks=(
        Sampled(sandwiches.drawn_products, sandwiches.mean_product, what="drawn blocks, N = 24"),
    ),
)

# The slope ds/dW_l = 2 c_l m_l V_{l-1}^T on its own input, c_l = R[l].
each = indices("l", H)
OWN_INPUT = Equal(
    total(Q[each, i, j] * h[each - 1, j, mu], j, each),
    total(2 * R[each] * path[each, i] * total(V[each - 1, j] * h[each - 1, j, mu], j), each),
)
ANY_INPUT = {"for_all": ANY_SLOPE | {R: reals[H]}, "defined": NETWORK | VARIED}
ANY_INPUT["defined"] |= {Q[each, i, j]: 2 * R[each] * path[each, i] * V[each - 1, j]}

CLAIMS.add(
    id="PC-E121",
    source=PC.eq(121),
    says="The slopes of s of all blocks push the last features: their sum, each on its own "
    "h^(l-1).",
    quote="Unrolling this recursion",
    reading="As printed, h^(l-1) is outside the sum over l, where l has no meaning. With the sum "
    "over all that follows, as in (120), the equation holds.",
    statement=Statement(_turned, slope_of_s, OWN_INPUT, **ANY_INPUT),
    imprecise=True,
    exact="PC-E121-inside",
    change="h^(l-1) inside the sum over l.",
    against=(
        Smallest(
            lambda h: (1 + h, "==", 2 * h),
            {"h": [1, 2]},
            of=(
                "two slopes of size 1 on their own inputs 1 and h",
                "as printed: both on the last input h",
            ),
        ),
    ),
)

CLAIMS.add(
    id="PC-E121-inside",
    source=PC.ledger("ERR-PC-2"),
    says="Each block's slope 2 c_l m_l V_{l-1}^T of s meets its own input: "
    "sum_l 2 c_l m_l (V_{l-1} . h^(l-1)).",
    statement=Statement(_turned, slope_of_s, OWN_INPUT, **ANY_INPUT),
)


def _extra_power() -> Iterator[Case]:
    """c eta L/s^2 2 c m V.h of one block of L = 3, per unit loss, as printed."""
    one_block = (gamma0**2 * N) * (L**-alpha / sp.sqrt(N)) ** 2 * 2
    path, prediction = (
        1 / (gamma0 * N),
        1 / (gamma0 * sp.sqrt(N)),
    )  # power of N of m_i, and of f at the start
    square = (one_block * path * prediction) ** 2
    yield "power of N at the start", exponent(square) / 2, sp.Integer(-2)


CLAIMS.add(
    id="PC-E122",
    source=PC.eq("122, 123"),
    says="The slope of s moves the last features by L^(2-2 alpha) N^-2.",
    quote="Using previous results including Eq. 110, this scales as ... "
    "Theta(L^(1-2alpha)) + Theta(L^(2-2alpha) N^-2)",
    reading="Tested is its power of N, at the start: (122) multiplies sizes of entries and leaves "
    "out the sum over N units; s = 1 + 1/N there contradicts (107).",
    checks=(Exhaustive(_extra_power),),
    corrected_by="PC-E122-size",
    sides=("power of N, exact", "power of N as printed"),
    fault="formula",
    change="N^(-3/2) at the start, and N^-1 once f is of order 1, in place of N^-2.",
)


def _push() -> Statement:
    """Sizes by m_l = 1/(gamma0 N), f = 1/(gamma0 sqrt N) at the start and of order 1 later."""
    along = Equal(
        total(path[upto, i] * h[upto, i, mu], i),
        total(path[0, i] * x[i, mu], i),
        by=induction(upto),
    )
    above = (
        total(M[lower + 1, i, j] * V[lower, j], j),
        total(M[lower + 1, i, j] * h[lower, j, mu], j),
    )
    one_block = RATE * MULTIPLIER**2 * 2 / (richness * d)
    return Statement(
        along,
        Equal(total(V[1, i] * h[1, i, mu], i), total(path[1, i] * h[1, i, mu], i)),
        Equal(
            total(V[lower + 1, i] * h[lower + 1, i, mu], i),
            total(above[0] * above[1], i) + total(path[lower + 1, i] * h[lower + 1, i, mu], i),
            by=step(lower),
        ),
        Equal(
            one_block / (richness * sqrt(d)),
            2 * eta0 * layers ** (-2 * power) * d ** Fraction(-3, 2),
        ),
        Equal(one_block, 2 * eta0 * richness * layers ** (-2 * power) / d),
        OWN_INPUT,
        for_all=ANY_NETWORK | ANY_RATE | {R: reals[H]},
        defined=NETWORK | {Q[each, i, j]: 2 * R[each] * path[each, i] * V[each - 1, j]},
    )


CLAIMS.add(
    id="PC-E122-size",
    source=PC.ledger("ERR-PC-9"),
    says="Block l's push by the slope of s is 2 c_l^2 m_l (V_{l-1}.h_{l-1}), where V_l.h_l = f + "
    "(M_l V_{l-1}).(M_l h_{l-1}) and V_1.h_1 = f: that of the first block is N^(-3/2) at the "
    "start, N^-1 once f is of order 1.",
    statement=_push(),
)


QUARTERS = [sp.Rational(n, 4) for n in range(6)]


def _answered_five() -> Iterator[Case]:
    for power in QUARTERS:
        point = parametrization.abcd(0, 0, "1/2", 0, 0, "1/2", alpha=str(power))
        (five,) = [x for x in parametrization.desiderata(point) if x.number == 5]
        yield f"desideratum 5 at alpha = {power}", five.holds == (power == HALF)
        yield f"blocks at alpha = {power}", five.exponents["blocks in depth"], 1 - 2 * power


FIVE = Exhaustive(_answered_five, what="the theory's answer")

# L - 2 blocks of L^(-2 alpha) each; the first layer's velocity is of order 1 at every alpha.
BLOCKS = Equal((layers - 2) * layers ** (-2 * power), (1 - 2 / layers) * layers ** (1 - 2 * power))
AT_A_HALF = Exactly(same(1 - 2 * power, 0), same(power, HALF))
WITH_FIRST = Exactly(same(Max(0, 1 - 2 * power), 0), power >= HALF)
ANY_DEPTH = {layers: naturals(2), power: nonnegative}
DEPTH_LINE = Statement(
    *THE_LINE,
    *SMALLER,
    AT_A_HALF,
    for_all=ANY_EXPONENT | {exponents.d: nonnegative, power: nonnegative},
)
"""(15), the same for both algorithms, and alpha = 1/2."""


def depth_set() -> Iterator[Case]:
    """Every solution of the desiderata, for either algorithm, has alpha = 1/2."""
    for algorithm in ("bp", "pc"):
        # pyrefly: ignore[bad-argument-type]  (one of the two words)
        for piece in parametrization.solve(algorithm, network="residual", reading="maximal"):
            yield f"{algorithm}: alpha is fixed", "alpha" in piece.solved
            yield f"{algorithm}: alpha", piece.solved["alpha"].at({}), Recorded(1, 2)


def _literal(algorithm: str) -> dict[Fraction, bool]:
    """Values of alpha among 0, 1/4, ..., 5/4 that the literal desiderata allow."""
    # pyrefly: ignore[bad-argument-type]  (one of the two words)
    (solution_set,) = parametrization.solve(algorithm, network="residual", reading="literal")
    base = parametrization.named["residual_mean_field"].exponents
    kept = {name: base[name] for name in solution_set.unknowns}
    return {
        power: solution_set.contains(kept | {"alpha": power})
        for power in (Recorded(n, 4) for n in range(6))
    }


def _literal_depths() -> Iterator[Case]:
    for algorithm in ("bp", "pc"):
        for power, allowed in _literal(algorithm).items():
            yield f"{algorithm}, alpha = {power}", allowed == (power >= Recorded(1, 2))


CLAIMS.add(
    id="PC-E124",
    source=PC.eq(124),
    says="The blocks together move the last features by L^(1 - 2 alpha): at order 1 exactly for "
    "alpha = 1/2.",
    statement=Statement(BLOCKS, AT_A_HALF, for_all=ANY_DEPTH, about=alpha),
    cross_checks=(FIVE,),
)

CLAIMS.add(
    id="PC-D5",
    source=PC.section("4, desideratum 5"),
    says="Features change at order 1 in the depth, by what the blocks add: uniquely at alpha = "
    "1/2.",
    quote="uniquely satisfies Desideratum 5",
    reading="For the sum of what the blocks add, as the proof takes it. Taken literally the "
    "desideratum holds for every alpha >= 1/2: dh/dt of the last features contains that of the "
    "first, which is of order 1 at every alpha.",
    statement=Statement(BLOCKS, AT_A_HALF, for_all=ANY_DEPTH, about=alpha),
    imprecise=True,
    exact="PC-D5-blocks",
    change="for what the blocks add, uniquely satisfies Desideratum 5.",
    against=(simplest.ANY_POWER,),
)

CLAIMS.add(
    id="PC-D5-blocks",
    source=PC.ledger("ERR-PC-11"),
    says="Taken literally desideratum 5 holds exactly for alpha >= 1/2; the sum of the blocks is "
    "of order 1 exactly at alpha = 1/2.",
    statement=Statement(BLOCKS, AT_A_HALF, WITH_FIRST, for_all=ANY_DEPTH, about=alpha),
    cross_checks=(FIVE, Exhaustive(_literal_depths, what="the theory's solver")),
)

CLAIMS.add(
    id="PC-T2",
    source=PC.theorem(2),
    says="With residual blocks the desiderata add alpha = 1/2, for predictive coding as for "
    "backpropagation.",
    quote="the parameterisation that satisfies the depth Desiderata for PC is the same as for BP",
    reading="Desideratum 5 is about the sum of all blocks; L = O(N), so that the terms of s "
    "vanish.",
    statement=DEPTH_LINE,
    cross_checks=(Exhaustive(depth_set, what="the theory's solver"),),
    imprecise=True,
    exact="PC-D5-blocks",
    change="Add: for desideratum 5 on what the blocks add, and L = O(N).",
    against=(simplest.ANY_POWER,),
)
