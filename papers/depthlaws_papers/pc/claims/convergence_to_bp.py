"""Section 3.1: the rescaling tends to one (eqs. 16, 17), corollary 3.2."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Index,
    Mean,
    Statement,
    Tree,
    arrays,
    at_least,
    gaussian,
    index,
    indices,
    induction,
    naturals,
    nonnegative,
    positive,
    reals,
    registered,
    scalars,
    total,
)
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.pc.claims import simplest
from depthlaws_papers.pc.claims.common import Case
from depthlaws_papers.pc.claims.equilibrium import small_readout
from depthlaws_papers.pc.claims.moments import (
    ANY_START,
    MEAN_OF_PLAIN,
    PLAIN_PATHS,
    L,
    N,
    gamma0,
    i,
    j,
)
from depthlaws_papers.pc.claims.runs import Network
from depthlaws_papers.pc.claims.wide_starts import Known, Start

CLAIMS = Claims()

RNG = np.random.default_rng(0)
X = RNG.standard_normal((20, 40))
SEEDS = Interval(0, 10**6, integer=True)
PHI, Y = X @ X.T / 40, np.r_[np.ones(10), -np.ones(10)]  # samples of the toy task

# -- the rescaling tends to one (eqs. 16, 17) ------------------------------------------------------


def _along_the_line() -> Iterator[Case]:
    """s - 1 falls like N^(-2d): -1 at mean-field and muP, 0 at NTK and SP."""
    for name, power in (("mean_field", -1), ("mup", -1), ("ntk", 0), ("sp", 0)):
        first, second = (
            predictive_coding.expected_rescaling(width, 5, parametrization=name, gamma0=0.5) - 1
            for width in (64, 256)
        )
        yield name, sp.nsimplify(second / first), sp.Integer(4) ** power


CLAIMS.add(
    id="PC-E16",
    source=PC.eq(16),
    says="On (15) the mean of s in plain networks at the start is 1 + (L - 1)/(gamma0^2 N), "
    "exactly: it deviates from one by a multiple of one over the width.",
    statement=MEAN_OF_PLAIN,
    cross_checks=(Exhaustive(_along_the_line, what="the theory's four columns"),),
)


s, loss = scalars("s loss")

CLAIMS.add(
    id="PC-E17",
    source=PC.eq(17),
    says="The energy tends to the loss: (L - F*)/L = 1 - 1/s lies between 0 and s - 1, whose mean "
    "in plain networks at the start falls like 1/N.",
    statement=Statement(
        Equal((loss - loss / s) / loss, 1 - 1 / s),
        AtMost(0, 1 - 1 / s),
        AtMost(1 - 1 / s, s - 1),
        *MEAN_OF_PLAIN.clauses,
        for_all=ANY_START | {s: at_least(1), loss: positive},
        defined=PLAIN_PATHS,
    ),
)


def _reported_cosine(width: int, depth: int, network: str, seed: int) -> tuple[Any, Any]:
    """The cosine by the formula of PC-B12 against the cosine of all gradient entries."""
    rng = np.random.default_rng(seed)
    shapes = [(width, 40), *[(width, width)] * (depth - 2), (1, width)]
    weights = [rng.standard_normal(shape) for shape in shapes]
    scale = [40**-0.5, *[width**-0.5] * (depth - 2), 1 / width]
    equilibrium = predictive_coding.equilibrium(
        weights, X, Y, skips=network == "residual", scale=scale
    )
    k = [h.T @ equilibrium.residual / len(Y) for h in equilibrium.forward[:-1]]
    t = [a + 2 * equilibrium.energy * v for a, v in zip(k, equilibrium.reaches, strict=False)]
    w = [
        c**2 * np.sum(m**2)
        for c, m in zip(equilibrium.network.scales, equilibrium.paths[1:], strict=True)
    ]
    inner = sum(x * np.sum(a * b) for x, a, b in zip(w, k, t, strict=True))
    sizes = [sum(x * np.sum(a * a) for x, a in zip(w, v, strict=True)) for v in (k, t)]
    return inner / math.sqrt(sizes[0] * sizes[1]), equilibrium.cosine


def _cosine() -> Statement:
    """Products of the two gradients, -c m k^T and -(c/s) m (k + 2 F V)^T a layer (PC-B3)."""
    layers, N, s, F = scalars("L N s F")
    m, k, V, c, G, E = arrays("m k V c G E")
    n, (i, j) = indices("l", layers), indices("i j", N)
    other = k[n, j] + 2 * F * V[n, j]
    weight = c[n] ** 2 * total(m[n, i] ** 2, i)
    return Statement(
        Equal(
            s * total(G[n, i, j] * E[n, i, j], i, j, n),
            total(weight * total(k[n, j] * other, j), n),
        ),
        Equal(total(G[n, i, j] ** 2, i, j, n), total(weight * total(k[n, j] ** 2, j), n)),
        Equal(
            s**2 * total(E[n, i, j] ** 2, i, j, n),
            total(weight * total(other**2, j), n),
        ),
        for_all={
            **{layers: naturals(1), N: naturals(1), s: at_least(1), F: nonnegative},
            **{m: reals[layers, N], k: reals[layers, N], V: reals[layers, N], c: reals[layers]},
        },
        defined={
            G[n, i, j]: -c[n] * m[n, i] * k[n, j],
            E[n, i, j]: -c[n] / s * m[n, i] * other,
        },
    )


CLAIMS.add(
    id="PC-B12",
    source=PC.beyond("PC-B12"),
    says="With one output the cosine between the two gradients is the cosine between k_l and k_l + "
    "2 F* V_l under the weights c_l^2 |m_l|^2.",
    statement=_cosine(),
    cross_checks=(
        Property(
            _reported_cosine,
            {
                "width": [4, 16],
                "depth": [2, 4],
                "network": ["mlp", "residual"],
                "seed": Interval(0, 10**6, integer=True),
            },
            rtol=1e-10,
            n=16,
        ),
    ),
)


NARROW, BROAD, PAIRS = 128, 1024, 400


def misaligned(network: Network, depth: int) -> tuple[Sampled, Property]:
    """1 - cos of drawn networks over its prediction, extrapolated to 1/N = 0; its mean is one."""
    what = f"{network}, L = {depth}"
    return (
        Sampled(
            lambda seed: _misalignments(network, depth, seed),
            lambda: 1.0,
            what=f"{what}: over theory, extrapolated",
        ),
        Property(
            lambda seed: _written_out(network, depth, seed),
            {"seed": SEEDS},
            rtol=1e-8,
            n=12,
            at_least=12,
            try_first=({"seed": 6},),  # a cosine below 0
            what=f"{what}: with matrices",
        ),
    )


def _misalignments(network: Network, depth: int, seed: int) -> np.ndarray:
    """The ratio extrapolated from two widths, for each pair of networks."""
    near, far = (Start(network, depth, width, X, Y).drawn(PAIRS, seed) for width in (NARROW, BROAD))
    return far + NARROW / (BROAD - NARROW) * (far - near)


def _written_out(network: Network, depth: int, seed: int) -> tuple[Any, Any]:
    """1 - cos and energy of one small network: by sweeps through its matrices and by theory."""
    rng, width = np.random.default_rng(seed), 6
    start = Start(network, depth, width, X, Y)
    shapes = [(width, 40), *[(width, width)] * (depth - 2), (1, width)]
    weights = [rng.standard_normal(shape) for shape in shapes]
    off, energy, _ = start.compared([Known(w[None]) for w in weights[:-1]], weights[-1])
    equilibrium = predictive_coding.equilibrium(
        weights, X, Y, skips=network == "residual", scale=start.scale
    )
    return [off[0], energy[0]], [1 - equilibrium.cosine, equilibrium.energy]


def _plain_misalignment() -> Statement:
    """tr(S^2)/N and (tr S)^2/N^2 of S = A A^T, a layer more each time, and sums over all pairs."""
    kappa, energy = scalars("kappa energy")
    M, A, squares, square = arrays("M A x z")
    a, b, k = indices("a b k", N)
    n, to = index("n", 0, L - 2), index("j", 0, L - 1)
    l = indices("l", L - 1)
    later = indices("k", l)
    earlier = indices("q", later)

    def entry(a: Index, b: Index) -> Tree:
        return total(A[a, k] * A[b, k], k)

    def after(a: Index, b: Index) -> Tree:
        return total(M[a, i] * M[b, j] * entry(i, j), i, j)

    trace, of_square = total(A[i, k] ** 2, k, i), total(entry(i, j) ** 2, i, j)
    pairs = total(total(2 * (l - later + 1), earlier) - (l - later + 1), later)
    w, k_square = 1 / (N * gamma0**2 * N), N * kappa
    return Statement(
        Equal(
            Mean(total(after(a, b) ** 2, a, b), M) / N,
            (1 + 1 / N) * of_square / N + trace**2 / N**2,
        ),
        Equal(
            Mean(total(after(a, a), a) ** 2, M) / N**2,
            trace**2 / N**2 + 2 / N**2 * of_square / N,
        ),
        Equal(square[to], 1, by=induction(to)),
        Equal(squares[to] - to * square[to], 1, by=induction(to)),
        Equal(
            2 * energy**2 * w * total(pairs, l) / (gamma0**2 * N) / (L * w * k_square),
            registered("pc-misalignment-mlp", signal=kappa),
        ),
        for_all={
            **{N: naturals(1), L: naturals(2), energy: positive, kappa: positive},
            **{gamma0: positive, M: gaussian(1 / N)[N, N], A: reals[N, N]},
        },
        defined={
            square[0]: 1,
            squares[0]: 1,
            square[n + 1]: square[n],
            squares[n + 1]: squares[n] + square[n],
        },
    )


CLAIMS.add(
    id="PC-B13",
    source=PC.beyond("PC-B13"),
    says="Wide plain networks with one output, at the start: 2 F*^2 sum w|V|^2 / sum w|k|^2, the "
    "leading order of 1 - cos, is F*^2 L(L^2-1)/(6 kappa gamma0^2 N^2) in mean sizes, so that "
    "alignment needs gamma0 N >> L^(3/2).",
    reading="w = c^2 |m|^2 = 1/(N gamma^2) and |k|^2 = N kappa in every layer; |V_l|^2 is the sum "
    "over k, q <= l of E|A A^T e|^2 = j + 1, A the product of the j = l - max(k, q) layers above "
    "both. That 1 - cos is this ratio at large N is compared with drawn networks.",
    statement=_plain_misalignment(),
    cross_checks=(*misaligned("mlp", 3), *misaligned("mlp", 5)),
)


CLAIMS.add(
    id="PC-C3.2",
    source=PC.section("3.1, corollary 3.2"),
    says="On (15) the energy tends to the loss as the width grows, so PC computes BP's gradients.",
    quote="resulting in PC computing the same gradients as BP",
    reading="Of gradients, directions are meant, at fixed depth and number of steps. Proved at the "
    "start; PC-F2-wide tests training. Convergence of values does not imply convergence of "
    "gradients: 1 - cos vanishes for a reason of its own, like L^3/N^2, and lengths differ by 1/s.",
    statement=MEAN_OF_PLAIN,
    imprecise=True,
    exact="PC-B13",
    change="the same directions of gradients as BP, at fixed depth and number of steps.",
    against=(simplest.VALUES_NOT_SLOPES,),
)


CLAIMS.add(
    id="PC-S4",
    source=PC.section("3.1"),
    says="Small output weights keep equilibrium activities near the forward pass, z - h = V r/s "
    "with V proportional to them, and leave the share 1/s of the energy in the last layer.",
    statement=small_readout(),
)
