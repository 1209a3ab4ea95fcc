"""Corollary 4.2: residual networks approach backpropagation; the rescaling after training."""

import functools
import math
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    naturals,
    positive,
    registered,
    scalars,
)
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims import moments, sandwiches, simplest
from depthlaws_papers.pc.claims.convergence_to_bp import misaligned
from depthlaws_papers.pc.claims.depth_features import DEPTH_LINE, depth_set
from depthlaws_papers.pc.claims.depth_rescaling import BY_LIMITS, ORDER_L

CLAIMS = Claims()


# -- convergence to backpropagation (corollary 4.2) ------------------------------------------------


energy, signal = scalars("F kappa")
_MISALIGNED = 2 * energy**2 * moments.L**2 / (signal * moments.gamma0**2 * moments.N**2)
RATIO_OF_SUMS = Statement(
    *sandwiches.ONE_BLOCK,
    *sandwiches.CLOSED,
    Equal(sandwiches.limit_per_layer(), sp.E / 3),
    Equal(
        registered("pc-misalignment-residual", energy=energy, signal=signal),
        _MISALIGNED * (sp.E / 3),
    ),
    for_all=sandwiches.ANY_BLOCK
    | {moments.L: naturals(2), moments.gamma0: positive, energy: positive, signal: positive},
    defined=sandwiches.REACHED | sandwiches.SCALED,
)
"""2 F*^2 sum w |V|^2 / sum w |k|^2, w = c^2 |m|^2: the sums over blocks in closed form, L -> oo."""


def _every_depth(depth: int) -> tuple[float, float]:
    """The public function against the closed sums at a finite depth."""
    width, power = 10**6, 2 * 0.5**2
    closed = float(sandwiches.per_layer(sp.Integer(depth)))
    own = predictive_coding.misalignment(width, depth, 1.0, network="residual", energy=0.5)
    return own, power * closed * depth**2 / width**2


CLAIMS.add(
    id="PC-B14",
    source=PC.beyond("PC-B14"),
    says="Wide and deep residual networks with one output and alpha = 1/2, at the start: 2 F*^2 "
    "sum w|V|^2 / sum w|k|^2, the leading order of 1 - cos, is (2e/3) F*^2 L^2 / "
    "(kappa gamma0^2 N^2), so that alignment needs gamma0 N >> L.",
    reading="F* and kappa, the mean square of the first features weighted by the errors, as drawn. "
    "|k|^2 = N kappa rho^(l - 1) in layer l; V_l = B m_l. w = c^2 |m|^2. That 1 - cos is this "
    "ratio at large N is compared with drawn networks.",
    statement=RATIO_OF_SUMS,
    cross_checks=(
        Property(_every_depth, {"depth": [2, 3, 4, 5, 16, 64]}, rtol=1e-12, n=6),
        *misaligned("residual", 4),
    ),
)

CLAIMS.add(
    id="PC-C4.2",
    source=PC.section("4, corollary 4.2"),
    says="With alpha = 1/2 the energy of residual networks tends to the loss, and PC's gradients "
    "to BP's, where the width is much larger than the depth.",
    quote="PC converges to BP",
    reading="Directions are compared at the start, where gamma0^2 N >> L and gamma0 N sqrt(kappa) "
    ">> L F*.",
    statement=ORDER_L,
    checks=RATIO_OF_SUMS.checks,
    cross_checks=(BY_LIMITS,),
    imprecise=True,
    exact="PC-B14",
    change="PC's gradient directions converge to BP's where the width is much larger than the "
    "depth.",
    against=(simplest.SMALL_RICHNESS_RESIDUAL,),
)

CLAIMS.add(
    id="PC-TK3",
    source=PC.section("4, takeaway 3"),
    says="Width- and depth-stable parametrisations of PC are those of BP, and s - 1 = Theta(L/N) "
    "under each of them.",
    statement=DEPTH_LINE,
    checks=ORDER_L.checks,
    cross_checks=(Exhaustive(depth_set, what="the theory's solver"), BY_LIMITS),
)


RATES = {
    "mlp": {2: 0.015, 4: 0.0075, 8: 0.003, 16: 0.001},
    "residual": {2: 0.015, 4: 0.01, 8: 0.0075, 16: 0.006},
}


@functools.lru_cache(maxsize=16)
def _trained(depth: int, network: Any) -> float:
    """N (s - 1) at infinite width where the loss falls below a fifth of its start.

    Twenty whitened samples with labels +-1 learn as one sample with the label sqrt(20).
    """
    course = predictive_coding.wide_descent(
        [[1.0]],
        [math.sqrt(20)],
        depth=depth,
        steps=24,
        network=network,
        learning_rate=RATES[network][depth],
    )
    level = course.loss / course.loss[0]
    after = int(np.argmax(level < 0.2))
    share = (level[after - 1] - 0.2) / (level[after - 1] - level[after])
    return float(course.excess[after - 1] * (1 - share) + course.excess[after] * share)


def _doubled(depth: int, network: Any) -> float:
    """Factor by which N (s - 1) grows from a depth to twice that depth."""
    return _trained(2 * depth, network) / _trained(depth, network)


CLAIMS.add(
    id="PC-B8",
    source=PC.beyond("PC-B8"),
    says="Twenty whitened samples with labels +-1, gamma0 = 1: trained to a fifth of the loss at "
    "infinite width N (s - 1) of plain networks grows by more than 2^1.5 per doubling of L from 2 "
    "to 16, a power nearer to 2 than to 1; that of residual networks grows less with every "
    "doubling, and by less than 2^1.5 from L = 4 on.",
    reading="With labels +-1/sqrt(20) that of plain networks grows 2.6-fold from L = 8 to 16, as "
    "training adds less to the start.",
    checks=(
        Property(
            lambda depth: (_doubled(depth, "mlp"), 2**1.5),
            {"depth": [2, 4, 8]},
            relation=">",
            met="0.904",
        ),
        Property(
            lambda depth: (_doubled(depth, "residual"), 2**1.5),
            {"depth": [4, 8]},
            relation="<",
            met="0.931",
        ),
        Property(
            lambda depth: (_doubled(2 * depth, "residual"), _doubled(depth, "residual")),
            {"depth": [2, 4]},
            relation="<",
            met="0.869",
        ),
    ),
    why_sampled="no enclosure of a training course",
)
