"""The cross term B_N: appendix C.2 of the first version, 3.2 of the second."""

import math

import mpmath
import numpy as np
from scipy import special, stats

from depthlaws.claims.engine.checks import Property, Sampled, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Statement,
    arrays,
    naturals,
    nonnegative,
    positive,
    reals,
    scalars,
    total,
)
from depthlaws.sims.residual import dense, matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import formula, residual
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    controlled,
    network,
    simulated,
)
from depthlaws_papers.looped.claims.stream import N, d, eps, i, n, x

CLAIMS = Claims()

CROSS_TERM = {
    "loops": [1, 2, 5],
    "normalize": [False, True],
    "eps": SCALE,
    "s": SPREAD,
    "seed": SEEDS,
}


def _cross_term_bound(
    loops: int, normalize: bool, eps: float, s: float, seed: int
) -> tuple[Array, Array]:
    """|B_N| of the simulators and 2 sqrt(H_0) sum of the root mean squares of the increments."""
    model = ResidualMLP(width=24, loops=loops, eps=eps, s=s, normalize=normalize)
    linear, energy, pairs = (
        simulated(model, name, samples=3, seed=seed) for name in ("linear", "energy", "increments")
    )
    root = np.sqrt(np.einsum("snn->sn", pairs)).sum(axis=1)
    return np.abs(linear[:, -1]), 2 * np.sqrt(energy[:, 0]) * root * (1 + 1e-12)


def _cross_terms() -> Statement:
    """r_n = c_n Z_n with |Z_n|^2 <= d: 2 <x, Z> = |x|^2/R_0 + R_0 |Z|^2 - R_0 |x/R_0 - Z|^2."""
    R_0 = scalars("R_0")
    size, Z = arrays("c Z")
    start = AtMost(total(x[i] ** 2, i), R_0**2 * d)
    unit = AtMost(total(Z[n, i] ** 2, i), d)
    cross = 2 * eps * total(x[i] * size[n] * Z[n, i], n, i) / d
    bounds = [
        AtMost(
            sign * cross,
            2 * eps * R_0 * total(size[n], n),
            because=eps
            * R_0
            * total(size[n] * (total((x[i] / R_0 - sign * Z[n, i]) ** 2, i) + unit.gap), n)
            / d
            + eps * total(size[n], n) * start.gap / (R_0 * d),
        )
        for sign in (1, -1)
    ]
    return Statement(
        *bounds,
        Equal(
            2 * eps * total(x[i] * size[n] * x[i], n, i) / d,
            2 * eps * (total(x[i] ** 2, i) / d) * total(size[n], n),
        ),
        for_all={
            N: naturals(1),
            d: naturals(1),
            eps: nonnegative,
            R_0: positive,
            size: nonnegative[N],
            x: reals[d],
            Z: reals[N, d],
        },
        given=(start, unit),
    )


CROSS_TERMS = _cross_terms()

CLAIMS.add(
    id="LOOP-A-I1",
    source=LOOPED_V0.section("C.2"),
    says="|B_N| <= 2 eps sqrt(H_0) sum_n |r_n|/sqrt(d), with equality where every r_n is a "
    "positive multiple of h_0; here |h_0| <= R_0 sqrt d and r_n = c_n Z_n with |Z_n| <= sqrt d.",
    statement=CROSS_TERMS,
    cross_checks=(Property(_cross_term_bound, CROSS_TERM, relation="<=", n=40),),
)


def _cross_term(loops: int) -> int:
    """B_N of h -> h + relu(h) from h_0 = 1, by its sum over the loops."""
    state, total_overlap = 1, 0
    for _ in range(loops):
        total_overlap += state
        state += state
    return 2 * total_overlap


CLAIMS.add(
    id="LOOP-B-BN",
    source=LOOPED.section("3.2"),
    says="B_N = O(eps N) for increments of bounded size: B_N is a sum of N inner products, each at "
    "most |h_0| |r_n|.",
    quote="The cross term B_N sums N inner products between the fixed input h_0 and the residuals "
    "r_n, so B_N = O(eps N)",
    reading="The sentence has no condition. Read for increments |r_n|/sqrt d that are bounded for "
    "every n and N, as while eps N is. Elsewhere they grow without end: at eps = s = 1 and "
    "infinite width by a factor a loop that tends to 1 + 1/sqrt 2.",
    statement=CROSS_TERMS,
    cross_checks=(Property(_cross_term_bound, CROSS_TERM, relation="<=", n=40),),
    imprecise=True,
    exact="LOOP-A-I1",
    change="Add: while eps N stays bounded, so that the increments are.",
    against=(
        Smallest(
            lambda N: (2 * (2**N - 1), "<=", 2 * N),
            {"N": [1, 2, 3]},
            of=(
                "B_N at width 1, W = eps = h_0 = 1, where h_n = 2^n",
                "2 eps N, while increments are bounded",
            ),
            again=lambda N: _cross_term(N),
        ),
    ),
)


_TIED = Stream(loops=8, eps=1 / 8, s=1.3, h0=2.0)


def _cross_square(width: int) -> Sampled:
    """E (B_N/H_0)^2 over its large-width value, with B_1^2 as control variate.

    Streams are homogeneous in h_0, so that B_N/H_0 does not depend on its length.
    """
    first = 2 * (_TIED.eps * _TIED.s) ** 2 / width

    def estimate(seed: int) -> tuple[Array, Array]:
        ensemble = Ensemble(samples=13_000, seed=seed, dtype="float32")
        data = matrix_free.simulate(network(_TIED, width), ensemble, observe=("energy", "linear"))
        squares = (data.linear.to_numpy() / data.energy.to_numpy()[:, :1]) ** 2
        return squares[:, -1], squares[:, 1] / first

    return Sampled(
        estimate,
        lambda: (residual.energy_terms(_TIED, width=width).deviation / 2) ** 2,
        control=lambda: 1.0,
        what=f"B_N squared, width {width}",
    )


def _finite_width(width: int, eps: float, s: float) -> float:
    """d E B_2 at h_0 = 1: 2 eps^2 s^2 E sum_i u_i^2 1[h_1i > 0]/d, by parts in W.

    Besides one positive coordinate k others are positive, k ~ Binomial(d - 1, 1/2). Then |u|^2 is
    chi-squared with k + 1 degrees of freedom, the share b of the first coordinate is Beta(1/2, k/2)
    and independent, and h_1 is positive with probability Phi(sqrt(b d)/(eps s)).
    """
    nodes, weights = np.polynomial.legendre.leggauss(400)
    angle = (nodes + 1) * math.pi / 4
    cosine = np.cos(angle)
    seen = cosine**2 * special.ndtr(cosine * math.sqrt(width) / (eps * s))
    total = special.ndtr(math.sqrt(width) / (eps * s)) * stats.binom.pmf(0, width - 1, 0.5)
    for k in range(1, width):
        density = weights * np.sin(angle) ** (k - 1)
        share = (density @ seen) / density.sum()
        total += stats.binom.pmf(k, width - 1, 0.5) * (k + 1) * share
    return float((eps * s) ** 2 * total)


def _simulated_two_loops(width: int) -> Sampled:
    """Simulated d E B_2 at small widths d: its scatter grows as sqrt d."""
    return controlled(
        ResidualMLP(width=width, loops=2, eps=1.0, s=1.5),
        "linear",
        lambda: _finite_width(width, 1.0, 1.5),
        samples=240_000,
        pick=lambda found: width * found[:, 2],
        route=dense,
        what=f"simulated, width {width}",
    )


def _wide_limit(eps: float, s: float) -> tuple[float, float]:
    """Without its term linear in 1/d, the mean at finite widths is the registered one."""
    near, far = (_finite_width(width, eps, s) for width in (100, 200))
    return 2 * far - near, formula("cross-term-mean-two-loops")(eps, s, 1.0)


def _two_loops_limit(eps: float, s: float, h0: float) -> tuple[float, float]:
    """The registered large-width mean against a direct quadrature of E[z_+^2 P(Z < c z)]."""
    c = math.sqrt(2) / (eps * s)
    value = mpmath.quad(lambda z: z**2 * mpmath.ncdf(c * z) * mpmath.npdf(z), [0, 0.3, 2, 12])
    return formula("cross-term-mean-two-loops")(eps, s, h0), float(2 * (eps * s) ** 2 * value * h0)


CLAIMS.add(
    id="LOOP-A-B1",
    source=LOOPED_V0.section("C.2"),
    says="The cross term B_N at large width d: mean O(1/d), standard deviation 2 sqrt(H_0 (H_N - "
    "H_0)/d), below the paper's O(eps N) by the factor 1/sqrt(d).",
    checks=(
        _cross_square(192),
        Property(_wide_limit, {"eps": [0.5, 1.0], "s": [1.0, 2.0]}, n=4, rtol=1e-4),
        Property(
            _two_loops_limit,
            {"eps": [0.5, 1.0], "s": [1.0, 2.0], "h0": [1.0, 3.0]},
            n=8,
            rtol=1e-11,
        ),
    ),
    cross_checks=(_simulated_two_loops(2), _simulated_two_loops(5)),
    why_sampled="random",
)
