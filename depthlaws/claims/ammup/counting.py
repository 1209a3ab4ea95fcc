"""Appendix B, from eq. (22) on: counting overlaps, and the exponent of plain networks."""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.ammup.common import (
    AM_MUP,
    COUNT,
    KURTOSIS,
    LINEAR,
    MODERATE,
    RELU,
    UNSEEN,
    VAST,
    L,
    Options,
    Order,
    cubes,
    exact,
    h,
    kappa,
    l,
    mean_of,
    near,
    q,
    slope,
    variance,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, lim
from depthlaws.theory import formula, updates
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()


def _sums() -> Iterator[tuple[str, int, sp.Expr]]:
    for level in range(1, 41):
        total = sum(min(a, b) for a in range(1, level + 1) for b in range(1, level + 1))
        yield f"l = {level}", total, law("overlap-sum", l=sp.Integer(level))


def _next_sum() -> tuple[sp.Expr, sp.Expr]:
    """One more layer adds 2 (1 + ... + l) + (l + 1) = (l + 1)^2."""
    return law("overlap-sum", l=l + 1) - law("overlap-sum"), (l + 1) ** 2


CLAIMS.add(
    id="AMMUP-E23",
    source=AMMUP.eq(23),
    says="sum of min(h1, h2) over h1, h2 <= l is l(l+1)(2l+1)/6.",
    checks=(Exhaustive(_sums), Identity(_next_sum, {l: COUNT})),
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
    reading=(
        "ReLU, constants kappa_0 fixed by layer 1, infinite width (10^40): 6 at l = 2 "
        "instead of 5. For linear networks the statement holds at infinite width."
    ),
    checks=(Exhaustive(_printed_kernel),),
    corrected_by="AMMUP-E22-kernel",
    sides=("B_l/B_1, exact", "sum of min(h_1, h_2), as printed"),
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


def _next_energy() -> tuple[sp.Expr, sp.Expr]:
    """r' - r = x^2 + 2 x y + kappa y^2 with x = q, y = q l, for one more unit."""
    front = (variance + h) * h
    step = law("plain-update-energy", l=l + 1) - law("plain-update-energy")
    return step, front * q**2 * (1 + 2 * l + kappa * l**2)


def _first_energy() -> tuple[sp.Expr, sp.Expr]:
    return law("plain-update-energy", l=sp.Integer(1)), (variance + h) * h * q**2


ENERGY = {kappa: KURTOSIS, q: MODERATE, h: MODERATE, variance: MODERATE}

CLAIMS.add(
    id="AMMUP-E22-kernel",
    source=AMMUP.ledger("ERR-07"),
    says="At infinite width B is q^2 h times kappa sum of min - (kappa - 1) l^2: the kernel is "
    "2 min - 1 for ReLU.",
    checks=(
        Exhaustive(_kernel),
        Identity(_first_energy, ENERGY),
        Identity(_next_energy, {l: COUNT, **ENERGY}),
    ),
)


def _first_correction(order: int) -> Identity:
    """A derivative at t = l/n = 0 of the law at depths in proportion to n.

    They are those of kappa t^3/3 (1 + (7 kappa - 4) t/4).
    """

    def sides() -> tuple[sp.Expr, sp.Expr]:
        t = sp.Symbol("t", real=True)
        derivative = D(law("proportional-update-energy", t=t), t, order).subs(t, 0)
        wanted = {3: 2 * kappa, 4: 2 * kappa * (7 * kappa - 4)}
        return derivative, wanted.get(order, sp.Integer(0))

    return Identity(sides, {kappa: KURTOSIS}, what=f"order {order}")


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
    checks=tuple(_first_correction(order) for order in (1, 2, 3, 4)),
    cross_checks=(near([(_correction(k), (7 * k - 4) / 4) for k in (1, 2)], rtol=0.01),),
)


def _cubes_in_the_limit() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Energies over the cube of the depth, from the laws of AMMUP-E22-kernel and -B-delta.

    The cube is the power at which the rate of the law am_mup keeps eta^2 S-bar.
    """
    cube = sp.Rational(-2 * AM_MUP)
    layer = law("plain-update-energy") / l**cube
    yield "S_l/l^3", lim(layer, l, sp.oo), (variance + h) * h * q**2 * kappa / 3
    spread = symbol("delta")
    mean = law("mean-update-energy", delta=spread) / L**cube
    yield "S-bar/L^3", lim(mean, L, sp.oo), spread / 12


def _cubic(options: Options, front: float) -> Callable[[], float]:
    return lambda: updates.max_update_rate("plain", 10**6, **options) ** -2 / front / 10**18


CLAIMS.add(
    id="AMMUP-D13",
    source=AMMUP.section("B.3"),
    says="S_l ~ l^3, S-bar ~ L^3 and eta* ~ L^(-3/2) for plain networks.",
    quote="eta*(L) = kappa L^(-3/2) (1 + o(1))",
    reading=(
        "The statement holds for width to infinity first and outputs << width/depth. At "
        "m = n the exponent is -2, at L >> n energies grow exponentially."
    ),
    checks=(Exhaustive(_cubes_in_the_limit),),
    cross_checks=(
        near([(_cubic(RELU, 3 / 16), 1 / 6), (_cubic(LINEAR, 2.0), 1 / 12)], rtol=1e-5),
        near([(slope("plain", 10**9, **o), float(AM_MUP)) for o in (RELU, LINEAR)], rtol=1e-8),
    ),
    imprecise=True,
    exact="AMMUP-B-delta",
)


def _square_root(activation: str) -> tuple[float, float]:
    """Local slopes of plain networks with m = n outputs at L = 10^4: -2, and the paper's."""
    return updates.local_slope("plain", 10**4, output_ratio=1, activation=activation), float(AM_MUP)


CLAIMS.add(
    id="AMMUP-P1",
    source=AMMUP.section("3.3"),
    says="eta* ~ L^(-3/2) for any number of outputs.",
    quote="In particular, the leading depth exponent is -3/2",
    reading=(
        "Fan-in head, mse as in the proof, outputs in proportion to the width: the slope "
        "is -2.000 at L = 10^4. The statement holds for outputs << width/depth, and for "
        "cross-entropy."
    ),
    checks=(Property(_square_root, {"activation": ["relu", "linear"]}, rtol=0.03),),
    corrected_by="AMMUP-P1-outputs",
    same_fault_as="AMMUP-E21",
    sides=("slope of eta* at L = 10^4, m = n", "slope as printed"),
)


EXPONENTS: tuple[tuple[Options, float], ...] = (
    ({}, float(AM_MUP)),
    ({"output_ratio": 1}, -2.0),
    ({"loss": "ce", "outputs": 10}, float(AM_MUP)),
)


CLAIMS.add(
    id="AMMUP-P1-outputs",
    source=AMMUP.ledger("ERR-01"),
    says="Plain networks of infinite width: -3/2 for few outputs or cross-entropy, -2 for m = n.",
    checks=(
        near(
            [
                (slope("plain", 4000, **options, **extra), exponent)
                for options in (RELU, LINEAR)
                for extra, exponent in EXPONENTS
            ],
            rtol=1e-3,
        ),
    ),
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
    reading=(
        "Tested with one rate for all layers and a fan-in head, 10 outputs. With outputs "
        "in proportion to the width the statement holds."
    ),
    checks=(Property(_rate_depends_on_width, {"width": [64]}, rtol=1 / 3),),
    corrected_by="AMMUP-X06-root",
    sides=("eta* at this width", "eta* at 64 times this width"),
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


CLAIMS.add(
    id="AMMUP-X06-root",
    source=AMMUP.ledger("ERR-12"),
    says="With a fan-in head eta* is proportional to sqrt(m/n): S-bar grows as n/m.",
    checks=(Exhaustive(_root_of_width),),
)


def _mean_is() -> tuple[sp.Expr, sp.Expr]:
    """L S-bar of the delta law grows by S_L = L^2 + delta (L-1) L (2L-1)/6."""
    delta = sp.Symbol("delta", positive=True)
    step = (L + 1) * law("mean-update-energy", L=L + 1) - L * law("mean-update-energy")
    return step, (L + 1) ** 2 + delta * L * (L + 1) * (2 * L + 1) / 6


def _mean_starts() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "S-bar at L = 1", law("mean-update-energy", L=sp.Integer(1)), sp.Integer(1)


def _delta_cases() -> Iterator[Order]:
    """Rational S-bar at width 10^40 over that of one unit, against the delta law."""
    record = formula("mean-update-energy")
    cases = (
        ("linear", LINEAR, 1),
        ("ReLU", RELU, 2),
        ("orthogonal linear", {**LINEAR, "weights": "orthogonal"}, 0),
        ("orthogonal ReLU", {**RELU, "weights": "orthogonal"}, 1),
    )
    for (name, options, delta), depth in itertools.product(cases, (1, 2, 5, 8)):
        first, every = (exact("plain", d, width=VAST, part="label", **options) for d in (1, depth))
        right = record.expr.subs(dict(zip(record.symbols, (depth, delta), strict=True)))
        gap = mean_of(every) / first[0] / Recorded(int(right.p), int(right.q)) - 1
        yield f"{name}, L={depth}", abs(gap), "<", UNSEEN


CLAIMS.add(
    id="AMMUP-B-delta",
    source=AMMUP.beyond("BP-3"),
    says="S-bar is proportional to (L+1)(2L+1)/6 + delta L(L^2-1)/12 with delta = 1 (linear), 2 "
    "(ReLU), 0 (orthogonal), 1 (orthogonal ReLU): in rationals at width 10^40.",
    checks=(
        Identity(_mean_is, {L: COUNT, sp.Symbol("delta", positive=True): MODERATE}),
        Exhaustive(_mean_starts),
        Exhaustive(_delta_cases),
    ),
)
