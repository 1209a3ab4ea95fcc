"""Sections 3.4 and C.2: the rates of residual networks, whose exponent is -1."""

import itertools
import math
from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import integral
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    above,
    array,
    index,
    induction,
    naturals,
    positive,
    registered,
    scalars,
    tree,
)
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.common import (
    AM_MUP,
    LINEAR,
    RELU,
    UNSEEN,
    VAST,
    Options,
    Order,
    c,
    exact,
    mean_of,
    near,
    slope,
)

CLAIMS = Claims()

blocks = scalars("K")


def _printed_growth(blocks: int, part: str) -> tuple[float, float]:
    """S-bar of 2K blocks over that of K, one output, width 10^9; and 8, which K^3 would give."""
    options: Options = LINEAR if part == "both" else {"part": part, **LINEAR}
    one, two = (
        mean_of(updates.energies("residual", depth, width=10**9, **options))
        for depth in (blocks, 2 * blocks)
    )
    return float(two / one), 8.0


CLAIMS.add(
    id="AMMUP-C2",
    source=AMMUP.section("C.2"),
    says="For K blocks of one matrix S-bar = Theta(eta^2 K^3), eta* = Theta(K^(-3/2)).",
    quote="1/K sum_(l=1)^K E[(Delta z_l)^2] = Theta(eta^2 K^3)",
    reading="The paper's model, eqs. (28) and (29), linear, c = 1; also for ReLU (slope -1.007 at "
    "K = 128). S-bar is 4.003 times as large at twice the depth, so Theta(K^2); the upper bound "
    "O(K^3) holds.",
    checks=(Property(_printed_growth, {"blocks": [512], "part": ["label", "both"]}, rtol=0.25),),
    corrected_by="AMMUP-C2-linear",
    sides=("S-bar of 2 K blocks over that of K", "2^3, as printed"),
    fault="result",
    change="Theta(eta^2 K^2), so that eta* = Theta(1/K) for blocks of one matrix; m + K and -3/2 "
    "where m grows in proportion to K.",
)


u = sp.Symbol("u", positive=True)


def _block_energies() -> Iterator[Order]:
    """Exact energies at width 10^40 against g^(L + l - 2) (l^2 + delta (l-1) l (2l-1)/6)."""
    for blocks, size in itertools.product((2, 5), (Recorded(1), Recorded(1, 2))):
        energies = exact("residual", blocks, width=VAST, part="label", variance=size, **LINEAR)
        b2 = size / blocks
        delta = law("skip-delta", a2=sp.Integer(1), b2=sp.Rational(b2.numerator, b2.denominator))
        spread, gain = Recorded(int(delta.p), int(delta.q)), 1 + b2
        for level, energy in enumerate(energies, start=1):
            form = level**2 + spread * Recorded((level - 1) * level * (2 * level - 1), 6)
            gap = energy / VAST / (gain ** (blocks + level - 2) * form) - 1
            yield f"K={blocks}, c={size}, l={level}", abs(gap), "<", UNSEEN


gain = scalars("g")  # 1 + c/K
energy = array("r")
layer, passed_blocks = index("layer", 0, blocks), index("before", 0, blocks - 1)
spread = 1 - gain**-2
RECURSION_OF_BLOCKS = {
    energy[0]: tree(0),
    energy[passed_blocks + 1]: gain**2 * energy[passed_blocks]
    + gain ** (2 * passed_blocks) * (1 + 2 * passed_blocks + spread * passed_blocks**2),
}
CLOSED_ENERGY = Equal(
    energy[layer],
    gain ** (2 * layer - 2)
    * (layer**2 + spread * (tree(layer) - 1) * layer * (2 * tree(layer) - 1) / 6),
    by=induction(layer),
)


CLAIMS.add(
    id="AMMUP-C2-linear",
    source=AMMUP.ledger("ERR-02"),
    says="Wide linear blocks, r' = g^2 r + g^(2l) (1 + 2 l + delta l^2), g = 1 + c/K, delta = 1 - "
    "1/g^2: the label part of S_l is (n/m) g^(K-l) r_l = (n/m) g^(K+l-2) [l^2 + delta (l-1) l "
    "(2l-1)/6], whose mean over K^2 has the integral e^c [e^c (2c^3 - 3c^2 + 6c - 6) + 6]/(3c^3) "
    "in l/K: eta* ~ 1/K.",
    statement=Statement(
        CLOSED_ENERGY,
        Equal(registered("skip-delta", a2=1, b2=gain - 1), spread),
        Equal(
            sp.exp(c) * integral((u**2 + 2 * c * u**3 / 3) * sp.exp(c * u), (u, 0, 1)),
            registered("residual-mean-energy"),
        ),
        for_all={blocks: naturals(1), gain: above(1), c: positive},
        defined=RECURSION_OF_BLOCKS,
    ),
    cross_checks=(
        Exhaustive(_block_energies, what="width 10^40"),
        near(
            [
                (slope("residual", 4096, **LINEAR), -1.0),
                (slope("residual", 10**6, **LINEAR), -1.0),
                (slope("residual", 1024, **RELU), -1.0),
                (slope("residual", 1024, output_ratio=1, **LINEAR), -1.0),
            ],
            rtol=2e-3,
            what="slopes",
        ),
        near(
            [
                (
                    lambda: float(
                        updates.energies("residual", 10**5, part="label", **LINEAR).mean() / 10**10
                    ),
                    2.97354,
                )
            ],
            rtol=1e-4,
            what="limit at c = 1",
        ),
    ),
)


def _printed_mixed(stem: int) -> tuple[float, float]:
    """Local slope at K = 4096 behind a stem, and the paper's."""
    return updates.local_slope("residual", 4096, stem=stem, **LINEAR), float(AM_MUP)


CLAIMS.add(
    id="AMMUP-P2",
    source=AMMUP.section("3.4"),
    says="m plain units and K blocks: eta* = Theta((m + K)^(-3/2)).",
    quote="eta*(L_Res) = Theta(L_Res^(-3/2))",
    reading="K grows at fixed m, as in the paper's ResNets; blocks of one matrix, eq. (28). Of two "
    "or three matrices the exponents are 0 and 1 (AMMUP-B-branch-depth). The statement holds if m "
    "grows in proportion to K.",
    checks=(Property(_printed_mixed, {"stem": [2, 8]}, rtol=0.06),),
    corrected_by="AMMUP-P2-mixed",
    same_fault_as="AMMUP-C2",
    sides=("slope of eta* at K = 4096", "slope as printed"),
)


def _mixed(blocks: int, share: str) -> float:
    """Slope in K between K blocks and 2K blocks, with a stem that grows as stated."""

    def rate(k: int) -> float:
        stem = {"fixed": 2, "equal": k, "spread": k}[share]
        arrangement = "spread" if share == "spread" else "first"
        depth = k + stem
        return updates.max_update_rate(
            "residual", depth, stem=stem, arrangement=arrangement, **LINEAR
        )

    return math.log2(rate(2 * blocks) / rate(blocks))


CLAIMS.add(
    id="AMMUP-P2-mixed",
    source=AMMUP.ledger("ERR-02"),
    says="K linear blocks of one matrix after a stem of two layers have the exponent -1. As many "
    "plain units as blocks, first or spread, give -3/2.",
    checks=(
        near(
            [
                (lambda: _mixed(2048, "fixed"), -1.0),
                (lambda: _mixed(2048, "equal"), float(AM_MUP)),
                (lambda: _mixed(512, "spread"), float(AM_MUP)),
            ],
            rtol=6e-3,
        ),
    ),
    why_sampled="no enclosure of slopes at great depths",
)


def _power_slope(scaled: str, power: float) -> float:
    return updates.local_slope("residual", 2**16, scaled=scaled, power=power, **LINEAR)


POWERS = {
    ("each", 0.5): -1.0,
    ("each", 1): -1.0,
    ("each", 2): -1.0,
    ("multiplier", 0.5): 0.0,
    ("multiplier", 0.75): 0.5,
    ("multiplier", 1): 1.0,
}

CLAIMS.add(
    id="AMMUP-X01-powers",
    source=AMMUP.ledger("ERR-03"),
    says="K^(-p) in the weights of blocks of one matrix, p >= 1/2, gives the exponent -1; as a "
    "multiplier of the branch it gives 2p - 1.",
    checks=(
        near(
            [
                (lambda s=s, p=p: 2 + _power_slope(s, p), 2 + exponent)
                for (s, p), exponent in POWERS.items()
            ],
            rtol=1e-3,
        ),
        Exhaustive(_block_energies, what="in the weights, exactly"),
    ),
    why_sampled="no enclosure of slopes at one depth",
)
