"""Appendix C and section 3.4: residual networks, where the exponent is -1."""

import itertools
import math
from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.ammup.common import (
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
from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import integral
from depthlaws.claims.engine.statement import (
    Array,
    AtMost,
    Equal,
    Less,
    Mean,
    Statement,
    Tree,
    above,
    array,
    arrays,
    gaussian,
    index,
    indices,
    induction,
    log,
    naturals,
    nonnegative,
    positive,
    reals,
    registered,
    scalars,
    total,
    tree,
)
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()


n, blocks, scale, moved = scalars("n K c s")
a, b = indices("a b", n)
weights, gate, first, second, phi_before, phi_after = arrays("W g u v phi_0 phi_s")


def pushed(tangent: Array) -> Tree:
    """Entry a of the branch of a tangent, W D u."""
    return total(weights[a, b] * gate[b] * tangent[b], b)


def after(tangent: Array) -> Tree:
    """Entry a of a tangent behind a block, u + W D u."""
    return tangent[a] + pushed(tangent)


BLOCK = {
    n: naturals(1),
    weights: reals[n, n],
    gate: reals[n],
    first: reals[n],
    second: reals[n],
}
quotient = Equal(moved * gate[b] * first[b], phi_after[b] - phi_before[b])

CLAIMS.add(
    id="AMMUP-D15",
    source=AMMUP.section("C.1"),
    says="Tangents pass a residual block as u + W D u: behind a step s u the states differ by s "
    "times that, with the difference quotients of any phi in D, phi' as s falls to 0.",
    statement=Statement(
        Equal(
            moved * first[a]
            + total(weights[a, b] * phi_after[b], b)
            - total(weights[a, b] * phi_before[b], b),
            moved * after(first),
            because=-total(weights[a, b] * quotient.gap, b),
        ),
        for_all=BLOCK | {moved: positive, phi_before: reals[n], phi_after: reals[n]},
        given=(quotient,),
    ),
)

CLAIMS.add(
    id="AMMUP-E33",
    source=AMMUP.eq(33),
    says="T_l has four terms: the old overlap, two linear in W, one quadratic.",
    statement=Statement(
        Equal(
            total(after(first) * after(second), a) / n,
            total(first[a] * second[a], a) / n
            + total(first[a] * pushed(second), a) / n
            + total(second[a] * pushed(first), a) / n
            + total(pushed(first) * pushed(second), a) / n,
        ),
        for_all=BLOCK,
    ),
)

ONE_BLOCK = Statement(
    Equal(
        Mean(total(after(first) * after(second), a), weights) / n,
        total(first[a] * second[a], a) / n
        + scale / blocks * total(gate[a] ** 2 * first[a] * second[a], a) / n,
    ),
    for_all={
        n: naturals(1),
        blocks: naturals(1),
        scale: nonnegative,
        weights: gaussian(scale / (blocks * n))[n, n],
        gate: reals[n],
        first: reals[n],
        second: reals[n],
    },
)

CLAIMS.add(
    id="AMMUP-E31",
    source=AMMUP.eq(31),
    says="E[T_l | F_{l-1}] = T_{l-1} + (c/K) T~_{l-1}, exactly and at every width.",
    statement=ONE_BLOCK,
)

CLAIMS.add(
    id="AMMUP-L6",
    source=AMMUP.lemma(6),
    says="Behind one residual block E[T_l | F_{l-1}] = T_{l-1} + (c/K) T~_{l-1}, T~ the overlap of "
    "the gated tangents (eq. 32).",
    statement=ONE_BLOCK,
)


depth, share, start, largest = scalars("L q T_0 e_max")
overlap, deviation = arrays("T e")  # deviation[t] is that of the block from t - 1 to t
t, before = indices("t", depth), index("before", 0, depth - 1)
growth = 1 + scale * share / blocks
later = growth ** (depth - t)
CLOSED = Equal(
    overlap[depth],
    growth**depth * start + scale / blocks * total(later * deviation[t], t),
    by=induction(depth, times=growth),
)
RECURSION = {
    overlap[0]: start,
    overlap[before + 1]: growth * overlap[before] + scale / blocks * deviation[before + 1],
}
ANY_DEVIATION = {
    depth: naturals(1),
    blocks: naturals(1),
    scale: positive,
    share: positive,
    start: reals,
    deviation: reals[depth],
}

CLAIMS.add(
    id="AMMUP-E35",
    source=AMMUP.eq(35),
    says="The recursion of eq. (34) has the solution r_l T_0 + (c/K) sum r_{l-1-t} e_t.",
    statement=Statement(CLOSED, for_all=ANY_DEVIATION, defined=RECURSION),
)

CLAIMS.add(
    id="AMMUP-E34",
    source=AMMUP.eq(34),
    says="E T_l = (1 + c q/K) E T_{l-1} + (c/K) e_{l-1}, e the deviation of the gated overlap.",
    quote="which satisfies epsilon_(l-1)(mu_1, mu_2) = o(1) as width -> infinity",
    reading="As the definition of e the equation is exact. That e = o(1) says nothing: for one "
    "weight T itself is O(1/n); and T_0 = 0, so that eq. (35) must start at the layer of the "
    "parameter.",
    statement=ONE_BLOCK,
    imprecise=True,
    exact="AMMUP-E34-size",
    change="small beside T itself, which is o(1) for a single weight, in place of o(1).",
)


row, column, state = arrays("p s z")  # p s^T is the direction in which W of layer l moves

CLAIMS.add(
    id="AMMUP-E34-size",
    source=AMMUP.ledger("ERR-10"),
    says="At its own layer, with input z, a direction p s^T of W has T = |p|^2 (s.z)^2/n; for a "
    "single weight that is z_j^2/n, so that an additive error must be o(1/n).",
    statement=Statement(
        Equal(
            total(total(row[a] * column[b] * state[b], b) ** 2, a) / n,
            total(row[a] ** 2, a) * total(column[b] * state[b], b) ** 2 / n,
        ),
        for_all={n: naturals(1), **dict.fromkeys((row, column, state), reals[n])},
    ),
)


level, x = scalars("l x")
passed = registered("residual-growth")
GROWTH = Statement(
    Equal(passed.put({level: 1}), 1 + scale * share / blocks),
    Equal(passed.put({level: level + 1}) / passed, 1 + scale * share / blocks),
    Less(log(1 + x), x, along=((x, 0),)),
    for_all={
        level: naturals(1),
        blocks: naturals(1),
        scale: positive,
        share: positive,
        x: positive,
    },
)

CLAIMS.add(
    id="AMMUP-D16",
    source=AMMUP.section("C.1"),
    says="1 <= r_l <= (1 + c q/K)^K <= e^(c q): r grows by the factor 1 + c q/K > 1 a block, whose "
    "logarithm is below c q/K.",
    statement=GROWTH,
)


bounded = AtMost(deviation[t], largest)
geometric = Equal(
    scale / blocks * total(later, t),
    (growth**depth - 1) / share,
    by=induction(depth, times=growth),
)

CLAIMS.add(
    id="AMMUP-C1",
    source=AMMUP.section("C.1"),
    says="E T_l is eq. (35), whose factors r_l stay below e^(c q); deviations of at most e sum up "
    "to at most e (r_l - 1)/q <= e (e^(c q) - 1)/q, whatever the depth.",
    statement=Statement(
        CLOSED,
        geometric,
        AtMost(
            scale / blocks * total(later * deviation[t], t),
            largest * scale / blocks * total(later, t),
            because=scale / blocks * total(later * bounded.gap, t),
        ),
        for_all=ANY_DEVIATION | {largest: nonnegative},
        given=(bounded,),
        defined=RECURSION,
    ),
    checks=GROWTH.checks,
)


# -- the exponent ---------------------------------


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
