"""Beyond the paper: floating-point failures of the printed formulas, and their replacements."""

import math

import numpy as np
from flint import acb, arb
from scipy import special

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.balls import precision
from depthlaws_papers.chain.claims.common import descent, final_loss

CLAIMS = Claims()


def _literal_course(alpha0: float) -> tuple[list[float], list[float]]:
    """Eq. (9) as printed at t = 0: exp(beta) overflows, and alpha comes out as 0."""
    with np.errstate(over="ignore"):
        beta = np.float64(1 / alpha0 + math.log(1 / alpha0 - 1) - 1)
        literal = float(1 / (1 + special.lambertw(np.exp(beta)).real))
    printed = 0.0 if alpha0 < 1.42e-3 else alpha0
    return [literal, chain.alpha(0.0, alpha0, math.inf)], [printed, alpha0]


CLAIMS.add(
    id="CHAIN-H1",
    source=CHAIN.beyond("ERR-E1"),
    says="Eq. (9) evaluated as printed in double precision gives alpha = 0 for alpha0 below "
    "1.42e-3, where exp(beta) overflows; the public course does not.",
    checks=(Property(_literal_course, {"alpha0": [1e-6, 1e-4, 1e-3, 1.4e-3, 1.5e-3, 0.01, 0.3]}),),
    why_sampled="no enclosure of a float evaluation",
)


def _hypergeometric_near_two(excess: float) -> tuple[list[float], list[float]]:
    """Eq. (7) in floats near L = 2: both ends grow like 2/(2 - L), their difference does not."""
    depth = 2 + excess
    p = 2 / depth - 1
    ends = [z**p / p * special.hyp2f1(1, p, p + 1, z) for z in (0.9, 0.01)]
    exact = chain.time(0.9, 0.01, 2.0)  # within this distance of depth
    literal = abs((ends[0] - ends[1]) / exact - 1)
    ours = abs(chain.time(0.9, 0.01, depth) / exact - 1)
    return [2e-5, ours], [literal, excess + 1e-15]


CLAIMS.add(
    id="CHAIN-H2",
    source=CHAIN.beyond("ERR-E2"),
    says="Eq. (7) evaluated in double precision loses eleven digits and more within 1e-12 of "
    "L = 2; the public time does not.",
    checks=(Property(_hypergeometric_near_two, {"excess": [1e-12, 1e-13, 1e-14]}, relation="<"),),
    why_sampled="no enclosure of a float evaluation",
)


def _needs_flags(depth: int) -> tuple[list[float], list[float]]:
    """c - a - b = 0 is invisible to Arb if p is no binary fraction; with the flag Arb encloses."""
    with precision(128):
        p = acb(2) / depth - 1
        blind = acb(arb("0.9")).hypgeom_2f1(1, p, p + 1)
        ends = [
            acb(arb(z)) ** p / p * acb(arb(z)).hypgeom_2f1(1, p, p + 1, abc=True, bc=True)
            for z in ("0.9", "0.1")
        ]
        exact = (ends[0] - ends[1]).real
    enclosed = [float(blind.is_finite()), float(exact.is_finite()), chain.time(0.9, 0.1, depth)]
    return enclosed, [0.0, 1.0, float(exact)]


CLAIMS.add(
    id="CHAIN-H3",
    source=CHAIN.beyond("ERR-E3"),
    says="Close to the target (alpha = 0.9) Arb's 2F1 encloses eq. (7) only when its caller "
    "states that c - a - b = 0, at depths whose 2/L is no binary fraction.",
    checks=(Property(_needs_flags, {"depth": [3, 5, 7, 12, 100]}, rtol=1e-13),),
    why_sampled="no enclosure of a float evaluation",
)


def _roots_of_unity(depth: int) -> bool:
    """L int dv/(v^(L-1) (1 - v^L)) by partial fractions over the L roots of unity, in floats."""
    roots = np.exp(2j * np.pi * np.arange(depth) / depth)
    low, high = (total ** (1 / depth) for total in (0.01, 0.9))
    powers = (high ** (2 - depth) - low ** (2 - depth)) * depth / (2 - depth)
    literal = powers - float(np.sum(roots**2 * np.log((high - roots) / (low - roots))).real)
    exact = float(formula("chain-time").mp(0.9, 0.01, depth, 1, dps=30))
    ours = chain.time(0.9, 0.01, depth)
    return 2e-14 < abs(literal / exact - 1) < 1e-10 and abs(ours / exact - 1) < 1e-15


CLAIMS.add(
    id="CHAIN-H4",
    source=CHAIN.beyond("ERR-E4"),
    says="The elementary time over roots of unity loses digits with depth in double precision, "
    "two of them and more from L = 4096 on; the public time does not.",
    checks=(Property(_roots_of_unity, {"depth": [4096, 8192, 16384]}),),
    why_sampled="no enclosure of a float evaluation",
)


def _slow_at_the_edge(depth: float) -> tuple[list[float], list[float]]:
    """At k = 2 a finite run is inconclusive: 5000 steps leave more than 1e-3, less than 500."""
    gaps = np.abs(descent(depth, 0.01, 2.0, 5000) - 1)
    return [1e-3, gaps[-1]], [gaps[-1], gaps[500]]


CLAIMS.add(
    id="CHAIN-H5",
    source=CHAIN.beyond("ERR-E5"),
    says="At k = 2 five thousand steps from 0.01 leave |1 - alpha| above 1e-3 (3.9e-3 and more) at "
    "L = 2, 4, 16 and infinity, although it converges there: less than a third of the distance "
    "after five hundred steps.",
    checks=(
        Property(
            _slow_at_the_edge,
            {"depth": [2.0, 4.0, 16.0, math.inf]},
            relation="<",
            met=("0.256", "0.322"),
        ),
    ),
    why_sampled="no enclosure of a rounded orbit",
)


def _loss_floor(depth: float) -> bool:
    """Rounding of w is amplified by a = w^L, so the loss cannot fall to the level of one layer."""
    floor = max(
        final_loss("feedforward", depth, 2.0, k, steps=200, total=0.1) for k in (0.9, 1.0, 1.1)
    )
    return floor < (depth * np.finfo(float).eps) ** 2 * 10


CLAIMS.add(
    id="CHAIN-H6",
    source=CHAIN.beyond("ERR-E6"),
    says="The loss that 200 steps on w reach in double precision (r = 2, k = 0.9 to 1.1) stays "
    "below 10 (L eps)^2 at L = 1, 16, 64, 1024 and 16384.",
    checks=(Property(_loss_floor, {"depth": [1.0, 16.0, 64.0, 1024.0, 16384.0]}),),
    why_sampled="no enclosure of a rounded orbit",
)
