"""Appendix A.4.2: size of the rescaling at the start (eqs. 25, 45 to 47).

Layers are numbered from the readout, which is the first, down to layer 2, which is the last of K =
L - 1; W_1 does not enter.
"""

from typing import Any

import numpy as np

from depthlaws.claims.engine.checks import Property, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Mean,
    Statement,
    arrays,
    gaussian,
    indices,
    induction,
    naturals,
    positive,
    reals,
    registered,
    scalars,
    sqrt,
    total,
)
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.pc.claims import linear, simplest
from depthlaws_papers.pc.claims.width_start import (
    GAMMA,
    WIDTH,
    L,
    N,
    a,
    b,
    d,
    gamma,
    gamma0,
    i,
    j,
    u,
)

CLAIMS = Claims()

K, beta = scalars("K beta")
c, e, q, w, C, W, bare, deviations = arrays("c e q w C W B b")
number = indices("k", K)
upper = indices("k", K - 1)
seen = indices("t", number)
LAYERS = {K: naturals(1)}
UNITS = {W: gaussian(1)[N, N], w: gaussian(1)[N], u: reals[N]}

# Means of squares over one layer of unit draws, behind any row u, and over the readout.
ROWS = (
    Equal(Mean(total(total(W[i, j] * u[i], i) ** 2, j), W), N * total(u[i] ** 2, i)),
    Equal(Mean(total(w[i] ** 2, i), w), N),
)


def _multipliers() -> Statement:
    """Multipliers taken out of the products of the layers: rows M with them, B without."""
    row, matrices, readout = arrays("M W w")
    one = Equal(row[number, j], C[number] * bare[number, j], by=induction(number))
    both_ways = one.gap * (row[number, j] + C[number] * bare[number, j])
    return Statement(
        one,
        Equal(
            1 + total(row[number, j] ** 2, j, number),
            1 + total(C[number] ** 2 * total(bare[number, j] ** 2, j), number),
            because=total(both_ways, j, number),
        ),
        for_all={
            **(LAYERS | WIDTH),
            **{c: reals[K], matrices: reals[K, N, N], readout: reals[N]},
        },
        defined={
            row[1, j]: c[1] * readout[j],
            row[upper + 1, j]: c[upper + 1] * total(matrices[upper + 1, i, j] * row[upper, i], i),
            bare[1, j]: readout[j],
            bare[upper + 1, j]: total(matrices[upper + 1, i, j] * bare[upper, i], i),
            C[1]: c[1],
            C[upper + 1]: c[upper + 1] * C[upper],
        },
    )


CLAIMS.add(
    id="PC-E25",
    source=PC.eq("24, 25"),
    says="With multipliers the rescaling is 1 + sum_{l>=2} (c_L ... c_l)^2 |W_L ... W_l|^2.",
    statement=_multipliers(),
)

CLAIMS.add(
    id="PC-E45",
    source=PC.eq(45),
    says="E|W_L ... W_l|^2 = N^(sum_k (1 - b_k)), l >= 2, at every width: each layer of variance "
    "N^-b_k multiplies the mean by N^(1 - b_k).",
    statement=Statement(
        *ROWS,
        Equal(N * N**-beta, N ** (1 - beta)),
        Equal(e[number], total(1 - deviations[seen], seen), by=induction(number)),
        for_all=LAYERS | WIDTH | UNITS | {beta: reals, deviations: reals[K]},
        defined={
            e[1]: 1 - deviations[1],
            e[upper + 1]: e[upper] + 1 - deviations[upper + 1],
        },
    ),
)

# Mean of |M_L ... M_l|^2 over gamma^-2: each layer multiplies it by N times (N^-a N^(-b/2))^2.
factor = N * (N**-a * N ** (-b / 2)) ** 2
MEAN_NORMS = {q[1]: factor, q[upper + 1]: factor * q[upper]}
SCALED = LAYERS | WIDTH | UNITS | {a: reals, b: reals}

# The same under desideratum 1, 2 a + b = 1.
kept = factor.put({b: 1 - 2 * a})
KEPT_NORMS = {q[1]: kept, q[upper + 1]: kept * q[upper]}
one = Equal(q[number], 1, by=induction(number))

CLAIMS.add(
    id="PC-E46-raw",
    source=PC.section("3.1, after eq. (17)"),
    says="With their multipliers the squared norm terms of eq. (6) keep their size as the width "
    "grows; of the bare matrices, b = 0, they grow as N^(L - l + 1).",
    quote="each squared norm term in Eq. 6 is",
    reading="The norms have the multipliers of eq. (46), to which the sentence points. For the "
    "norms as eq. (6) writes them, in the mean-field parametrisation, the sentence would not hold.",
    statement=Statement(
        *ROWS,
        Equal(q[number], 1, by=induction(number), where={b: 1 - 2 * a}),
        Equal(q[number], N**number, by=induction(number), where={a: 0, b: 0}),
        for_all=SCALED,
        defined=MEAN_NORMS,
    ),
    imprecise=True,
    exact="PC-E46",
    change="with the multipliers of eq. (46), each squared norm term in Eq. 6.",
    against=(
        Smallest(
            lambda N: (N, "==", 1),
            {"N": [1, 2]},
            of=(
                "E |w|^2 of a readout of unit variances, as eq. (6) writes it",
                "its size with the multipliers of eq. (46)",
            ),
        ),
    ),
)

CLAIMS.add(
    id="PC-E46",
    source=PC.eq(46),
    says="The scaled norms of eq. (25) have mean 1 each under desideratum 1, at every width: L - 1 "
    "in all.",
    statement=Statement(
        *ROWS,
        one,
        Equal(total(q[number], number), K, because=total(one.gap, number)),
        for_all=LAYERS | WIDTH | UNITS | {a: reals},
        defined=KEPT_NORMS,
    ),
)

mean = registered("pc-rescaling-mean-mlp")

CLAIMS.add(
    id="PC-E47",
    source=PC.eq(47),
    says="The mean of s at the start is 1 + Theta(L / N^(2d)) as width and depth grow: that of "
    "s - 1 is 1 - 1/L times L/(gamma0^2 N^(2d)).",
    quote="If one assumes growing width and depth, we therefore get the following "
    "result s = 1 + Theta(L/N^(2 d))",
    reading="The mean is of that size at every width and depth. Networks typically are not where L "
    "is beyond N: every quantile of gamma0^2 (s - 1) tends to a constant there (PC-B7), while L/N "
    "has no bound.",
    statement=Statement(
        Equal((mean - 1) * gamma**2 / L, 1 - 1 / L),
        for_all=WIDTH | GAMMA | {L: naturals(1)},
        about=gamma0,
    ),
    imprecise=True,
    exact="PC-E47-mean",
    change="Add: in the mean.",
    against=(simplest.SMALL_WEIGHTS,),
)

CLAIMS.add(
    id="PC-E47-mean",
    source=PC.beyond("PC-B6"),
    says="The mean of s - 1 in plain networks at the start is (L - 1)/(gamma0^2 N^(2d)), at every "
    "width and depth, in every parametrisation that keeps desideratum 1.",
    statement=Statement(
        *ROWS,
        one,
        Equal(
            1 + total(q[number], number) / gamma**2,
            registered("pc-rescaling-mean-mlp", L=K + 1),
            because=total(one.gap, number) / gamma**2,
        ),
        Equal(mean - 1, (L - 1) / (gamma0**2 * N ** (2 * d))),
        for_all=LAYERS | WIDTH | UNITS | GAMMA | {a: reals, L: naturals(1)},
        defined=KEPT_NORMS,
        about=gamma0,
    ),
)


def _kernels_of_paths() -> Statement:
    """Eq. (6) with m_l = g_l/(gamma sqrt N) and G_l = g_l . g_l / N."""
    n, top, t, m, V, w, H = (
        getattr(linear, name) for name in ("i", "top", "t", "path", "V", "w", "H")
    )
    divisor = scalars("gamma")
    paths = total(m[t, n] ** 2, n, t)
    G = total((divisor * sqrt(linear.d) * m[t, n]) ** 2, n) / linear.d
    curvature = Equal(total(V[top, n] * m[top, n], n), paths, by=induction(top))
    return Statement(
        curvature,
        Equal(
            1 + total(w[n] * V[H, n], n),
            1 + divisor**-2 * total(G, t).put({top: H}),
            because=curvature.gap.put({top: H}),
        ),
        for_all=linear.ANY_LINEAR | {divisor: positive},
        defined=linear.LINEAR,
    )


def _reported(width: int, depth: int, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    shapes = [(width, 3), *[(width, width)] * (depth - 2), (1, width)]
    weights = [rng.standard_normal(shape) for shape in shapes]
    equilibrium = predictive_coding.equilibrium(weights, np.ones((2, 3)), np.ones(2), scale=0.7)
    kernels = sum(float(np.sum(m**2)) for m in equilibrium.paths[1:-1])
    return predictive_coding.rescaling(weights, scale=0.7) - 1, kernels


CLAIMS.add(
    id="PC-B5",
    source=PC.beyond("PC-B5"),
    says="s = 1 + gamma^-2 sum_(l=1)^(L-1) G_l: the paper's own gradient kernels, at every step "
    "and every width.",
    statement=_kernels_of_paths(),
    cross_checks=(
        Property(
            _reported,
            {"width": [1, 4], "depth": [2, 3, 7], "seed": Interval(0, 10**6, integer=True)},
            rtol=1e-10,
            n=12,
        ),
    ),
)
