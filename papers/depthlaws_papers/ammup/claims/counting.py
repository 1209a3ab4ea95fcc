"""Appendix B, from eq. (22) on: counting overlaps, and the exponent of plain networks."""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    array,
    at_least,
    index,
    indices,
    induction,
    naturals,
    nonnegative,
    positive,
    registered,
    scalars,
    total,
    tree,
)
from depthlaws.theory import formula, updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims import simplest
from depthlaws_papers.ammup.claims.common import (
    AM_MUP,
    LINEAR,
    RELU,
    UNSEEN,
    VAST,
    L,
    Options,
    Order,
    cubes,
    delta,
    exact,
    h,
    kappa,
    l,
    mean_energy,
    mean_of,
    near,
    proportional,
    q,
    slope,
    t,
    variance,
)

CLAIMS = Claims()


def _sums() -> Iterator[tuple[str, int, sp.Expr]]:
    for l_ in range(1, 9):
        pairs = itertools.product(range(1, l_ + 1), repeat=2)
        yield f"l = {l_}", sum(map(min, pairs)), law("overlap-sum", l=sp.Integer(l_))


depth, units, outputs, level = scalars("L n m l")
larger = indices("h_1", depth)  # of a pair of layers; the other is at most as large, or larger
smaller = indices("h_2", larger)

CLAIMS.add(
    id="AMMUP-E23",
    source=AMMUP.eq(23),
    says="The sum of min(h1, h2) over h1, h2 <= l, h2 for h2 <= h1 and h1 for the l - h1 larger "
    "ones, is l(l+1)(2l+1)/6.",
    statement=Statement(
        Equal(
            total(total(smaller, smaller) + larger * (depth - larger), larger),
            registered("overlap-sum", l=depth),
        ),
        for_all={depth: naturals(1)},
    ),
    cross_checks=(Exhaustive(_sums, what="the sum over pairs"),),
)


def _printed_kernel() -> Iterator[tuple[str, Fraction, Fraction]]:
    """Label part of wide ReLU networks over that of layer 1, against sum of min."""
    for level in range(1, 7):
        energies = exact("plain", level, width=VAST, part="label")
        ratio = energies[-1] / energies[0]
        yield (
            f"l = {level}",
            Recorded(round(ratio)),
            Recorded(level * (level + 1) * (2 * level + 1), 6),
        )


CLAIMS.add(
    id="AMMUP-E22",
    source=AMMUP.eq(22),
    says="B is kappa_0 times the sum of min(h1, h2), up to 1 + O(1/C).",
    quote="sum over h_1, h_2 of min(h_1, h_2) (1 + O(max_r 1/C_r)), r <= l",
    reading="ReLU, constants kappa_0 fixed by layer 1, infinite width (10^40): 6 at l = 2 instead "
    "of 5. For linear networks the statement holds at infinite width.",
    checks=(Exhaustive(_printed_kernel),),
    corrected_by="AMMUP-E22-kernel",
    sides=("B_l/B_1, exact", "sum of min(h_1, h_2), as printed"),
    fault="formula",
    change="kappa times the sum of min(h_1, h_2), less (kappa - 1) l^2, with kappa = 2 for ReLU.",
)


def _kernel() -> Iterator[Order]:
    yield from cubes()
    for options, k in ((RELU, 2), (LINEAR, 1)):
        widths, level = (10**30, 10**31), 5
        wide = exact("plain", level, width=VAST, part="label", **options)[-1] / VAST
        for width in widths:
            narrow = exact("plain", level, width=width, part="label", **options)[-1] / width
            label = f"kappa={k}, n={width}: the error is O(1/n)"
            yield label, abs(narrow / wide - 1), "<", Recorded(100, width)


energy = array("B")
unit = indices("unit", depth)
bulk, slope4, spread, half_mean, noise = scalars("q kappa delta h variance")
layer, passed = index("layer", 0, depth), index("passed", 0, depth - 1)
ANY_UNITS = {
    depth: naturals(1),
    bulk: positive,
    slope4: at_least(1),
    half_mean: positive,
    noise: positive,
}
front = (noise + half_mean) * half_mean * bulk**2
min_sum = layer * (tree(layer) + 1) * (2 * tree(layer) + 1) / 6

CLAIMS.add(
    id="AMMUP-E22-kernel",
    source=AMMUP.ledger("ERR-07"),
    says="In wide networks of a phi of two slopes and few outputs, where layer l + 1 adds "
    "1 + 2 l + kappa l^2 to S_l in units of (n/m) q^2 h (sigma^2 + h), S_l and so its label part B "
    "are kappa times the sum of min(h_1, h_2) less (kappa - 1) l^2: 2 min - 1 for ReLU, kappa = 2.",
    statement=Statement(
        Equal(
            energy[layer],
            front * (slope4 * min_sum - (slope4 - 1) * layer**2),
            by=induction(layer),
        ),
        Equal(
            registered("plain-update-energy", l=level + 1)
            - registered("plain-update-energy", l=level),
            front * (1 + 2 * level + slope4 * level**2),
        ),
        for_all=ANY_UNITS | {level: naturals(1)},
        defined={
            energy[0]: tree(0),
            energy[passed + 1]: energy[passed]
            + front * (1 + 2 * tree(passed) + slope4 * passed**2),
        },
    ),
    cross_checks=(Exhaustive(_kernel, what="widths 10^30 to 10^40"),),
)


# Derivatives at t = l/n = 0 of the law at depths in proportion to n: kappa t^3/3 (1 + (7 kappa
# - 4) t/4) + ...
CORRECTIONS = (0, 0, 2 * kappa, 2 * kappa * (7 * kappa - 4))


def _correction(k: int) -> Callable[[], float]:
    """n (B/B_wide - 1)/l at n = 10^8, l = 300."""

    def ask() -> float:
        asked: Options = {"part": "label", **(RELU if k == 2 else LINEAR)}
        energy = updates.energies("plain", 300, width=10**8, **asked)[-1] / 10**8
        return 10**8 * (energy / updates.energies("plain", 300, **asked)[-1] - 1) / 300

    return ask


CLAIMS.add(
    id="AMMUP-B-width",
    source=AMMUP.beyond("ERR-07"),
    says="The relative correction of B at width n is (7 kappa - 4) l/(4n) for 1 << l << n, so "
    "O(l/C) and not O(1/C).",
    statement=Statement(
        Equal(registered("proportional-update-energy"), proportional),
        *(
            Equal(at(D(proportional, t, order), {t: 0}), value)
            for order, value in enumerate(CORRECTIONS, start=1)
        ),
        for_all={t: positive, kappa: at_least(1)},
    ),
    cross_checks=(near([(_correction(k), (7 * k - 4) / 4) for k in (1, 2)], rtol=0.01),),
)


CUBE = sp.Rational(-2 * AM_MUP)  # the rate of the law am_mup keeps eta^2 S-bar at this power


def _cubic(options: Options, front: float) -> Callable[[], float]:
    return lambda: updates.max_update_rate("plain", 10**6, **options) ** -2 / front / 10**18


CLAIMS.add(
    id="AMMUP-D13",
    source=AMMUP.section("B.3"),
    says="S_l ~ l^3, S-bar ~ L^3 and eta* ~ L^(-3/2) for plain networks of a phi of two slopes.",
    quote="eta*(L) = kappa L^(-3/2) (1 + o(1))",
    reading="The statement holds for width to infinity first, outputs << width/depth and an "
    "activation of two slopes. At m = n the exponent is -2, at L >> n energies grow exponentially, "
    "and for tanh they do at any width (AMMUP-P1-chaos).",
    statement=Statement(
        Equal(
            registered("plain-update-energy"),
            (variance + h)
            * h
            * q**2
            * (kappa * l * (l + 1) * (2 * l + 1) / 6 - (kappa - 1) * l**2),
        ),
        Equal(
            lim((kappa * l * (l + 1) * (2 * l + 1) / 6 - (kappa - 1) * l**2) / l**CUBE, l, sp.oo),
            kappa / 3,
        ),
        Equal(registered("mean-update-energy"), mean_energy),
        Equal(lim(mean_energy / L**CUBE, L, sp.oo), delta / 12),
        for_all={
            l: naturals(1),
            L: naturals(1),
            **dict.fromkeys((kappa, q, h, variance, delta), positive),
        },
    ),
    cross_checks=(
        near([(_cubic(RELU, 3 / 16), 1 / 6), (_cubic(LINEAR, 2.0), 1 / 12)], rtol=1e-5),
        near([(slope("plain", 10**9, **o), float(AM_MUP)) for o in (RELU, LINEAR)], rtol=1e-8),
    ),
    imprecise=True,
    exact="AMMUP-B-delta",
    change="Add: with the width to infinity first, few outputs and a positively homogeneous "
    "activation.",
    against=(simplest.MANY_OUTPUTS,),
)


EXPONENTS: tuple[tuple[Options, float], ...] = (
    ({}, float(AM_MUP)),
    ({"output_ratio": 1}, -2.0),
    ({"loss": "ce", "outputs": 10}, float(AM_MUP)),
    ({"loss": "ce", "outputs": 1000}, float(AM_MUP)),
)


def exponents(*cases: tuple[Options, float]) -> Property:
    """Slopes of eta* between 4000 and 8000 layers of ReLU and linear networks."""
    return near(
        [
            (slope("plain", 4000, **options, **extra), exponent)
            for options in (RELU, LINEAR)
            for extra, exponent in cases
        ],
        rtol=1e-3,
    )


ONE_OUTPUT = exponents(EXPONENTS[0])

CLAIMS.add(
    id="AMMUP-P1",
    source=AMMUP.section("3.3"),
    says="In plain wide ReLU and linear networks with one output, eta* falls as L^(-3/2) between "
    "4000 and 8000 layers.",
    quote="In particular, the leading depth exponent is -3/2",
    reading="For outputs << width/depth, as in classification with few classes. With a fan-in "
    "head, mse as in the proof and outputs in proportion to the width, which the proposition does "
    "not exclude, the slope is -2.000 at L = 10^4 (AMMUP-P1-outputs). Activations other than "
    "those of two slopes: AMMUP-P1-activation.",
    checks=(ONE_OUTPUT,),
    imprecise=True,
    exact="AMMUP-P1-outputs",
    why_sampled="no enclosure of slopes at one depth; the limit: AMMUP-B-delta",
    change="Add: for outputs much fewer than width over depth.",
    against=(simplest.MANY_OUTPUTS,),
)

CLAIMS.add(
    id="AMMUP-P1-outputs",
    source=AMMUP.ledger("ERR-01"),
    says="Between 4000 and 8000 layers eta* of plain ReLU and linear networks of infinite width "
    "falls as L^(-3/2) for one output and for cross-entropy of 10 and 1000 classes, as L^(-2) for "
    "the mean square with m = n, to a thousandth of these powers.",
    checks=(exponents(*EXPONENTS),),
    why_sampled="no enclosure of slopes at one depth; the limit: AMMUP-B-delta, AMMUP-E21-ratio",
)


def _rate_depends_on_width(width: int) -> tuple[float, float]:
    """eta* at widths n and 64n, which a width-robust rate would keep within a third."""
    narrow, wide = (
        updates.max_update_rate("plain", 4, width=w, outputs=10) for w in (width, 64 * width)
    )
    return narrow, wide


CLAIMS.add(
    id="AMMUP-X06",
    source=AMMUP.section("3.2"),
    says="eta* is robust in width.",
    quote="it yields a single global learning-rate scale that remains width-robust",
    reading="Tested with one rate for all layers and a fan-in head, 10 outputs. With outputs in "
    "proportion to the width the statement holds.",
    checks=(Property(_rate_depends_on_width, {"width": [64]}, rtol=1 / 3),),
    corrected_by="AMMUP-X06-root",
    sides=("eta* at this width", "eta* at 64 times this width"),
    fault="result",
    change="a single global learning-rate scale that is width-robust where the outputs grow with "
    "the width; for few outputs it falls as the root of outputs over width.",
)


def _root_of_width() -> Iterator[Order]:
    """Energies over n/m at widths 10^20 and 4 10^20, outputs 1 and 4: equal to 15 digits."""
    for options, depth in itertools.product((RELU, LINEAR), (1, 4)):
        scaled = [
            exact("plain", depth, width=w * 10**20, outputs=k, **options)[-1] * k / w
            for w, k in itertools.product((1, 4), (1, 4))
        ]
        for i, one in enumerate(scaled[1:]):
            gap = abs(one / scaled[0] - 1)
            yield f"{options['activation']}, l={depth}, {i}", gap, "<", Recorded(1, 10**15)


ratio = scalars("rho")
front_of_outputs = 1 + slope4 * half_mean * depth * outputs / (units * (noise + half_mean))

CLAIMS.add(
    id="AMMUP-X06-root",
    source=AMMUP.ledger("ERR-12"),
    says="With a fan-in head wide linear and ReLU networks, whose A/B is that of AMMUP-E21-ratio, "
    "have S-bar = (n/m) f(L) (1 + kappa h L m/(n (sigma^2 + h))). So eta* grows as sqrt(m/n) where "
    "m << n/(kappa L), but for n = rho m it is the same at every width.",
    statement=Statement(
        Equal(
            noise / (noise + half_mean) * (1 + registered("output-over-label")),
            front_of_outputs,
        ),
        Equal(
            units / outputs * front_of_outputs,
            ratio + slope4 * half_mean * depth / (noise + half_mean),
            where={units: ratio * outputs},
        ),
        for_all=ANY_UNITS | dict.fromkeys((units, outputs, ratio), positive),
    ),
    cross_checks=(Exhaustive(_root_of_width, what="widths 10^20, outputs 1 and 4"),),
)


def _delta_cases() -> Iterator[Order]:
    """Rational S-bar at width 10^40 over that of one unit, against the delta law."""
    record = formula("mean-update-energy")
    cases = (
        ("linear", LINEAR, 1),
        ("ReLU", RELU, 2),
        ("orthogonal linear", {**LINEAR, "weights": "orthogonal"}, 0),
        ("orthogonal ReLU", {**RELU, "weights": "orthogonal"}, 1),
    )
    for (name, options, spread_of_units), depth in itertools.product(cases, (1, 2, 5, 8)):
        first, every = (exact("plain", d, width=VAST, part="label", **options) for d in (1, depth))
        right = record.expr.subs(dict(zip(record.symbols, (depth, spread_of_units), strict=True)))
        gap = mean_of(every) / first[0] / Recorded(int(right.p), int(right.q)) - 1
        yield f"{name}, L={depth}", abs(gap), "<", UNSEEN


CLAIMS.add(
    id="AMMUP-B-delta",
    source=AMMUP.beyond("BP-3"),
    says="The mean of l^2 + delta (l-1) l (2l-1)/6 over L layers is (L+1)(2L+1)/6 + delta "
    "L(L^2-1)/12; the kernel of AMMUP-E22-kernel is that with delta = kappa, 1 for linear and 2 "
    "for ReLU units.",
    statement=Statement(
        Equal(
            depth * registered("mean-update-energy"),
            total(unit**2 + spread * (tree(unit) - 1) * unit * (2 * tree(unit) - 1) / 6, unit),
        ),
        Equal(
            slope4 * level * (level + 1) * (2 * level + 1) / 6 - (slope4 - 1) * level**2,
            level**2 + slope4 * (level - 1) * level * (2 * level - 1) / 6,
        ),
        for_all={
            depth: naturals(1),
            level: naturals(1),
            spread: nonnegative,
            slope4: at_least(1),
        },
        about=registered("mean-update-energy"),
    ),
    cross_checks=(Exhaustive(_delta_cases, what="width 10^40"),),
)
