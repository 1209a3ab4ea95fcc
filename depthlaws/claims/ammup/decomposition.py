"""Appendix B, lemma 2: the label part and the output part of an energy."""

import itertools
from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.ammup.common import (
    KURTOSIS,
    LINEAR,
    MODERATE,
    RELU,
    UNSEEN,
    VAST,
    Order,
    exact,
    h,
    kappa,
    m,
    mean_square,
    n,
    variance,
    written_out,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D
from depthlaws.theory import formula
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()


def _gradient() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """d Loss = (1/m) sum g_t d out_t."""
    s = sp.Symbol("s")
    for outputs in (1, 2, 3):
        out, moved, y = (sp.symbols(f"{name}:{outputs}") for name in "oey")
        loss = sum((o + s * e - t) ** 2 for o, e, t in zip(out, moved, y, strict=True)) / (
            2 * outputs
        )
        right = sum((o - t) * e for o, e, t in zip(out, moved, y, strict=True)) / outputs
        yield f"m = {outputs}", D(loss, s).subs(s, 0), right


CLAIMS.add(
    id="AMMUP-D12",
    source=AMMUP.section("B.2"),
    says="The gradient of the loss is the mean over outputs of g_t times that of z_t, g = z - y.",
    checks=(Exhaustive(_gradient),),
)


def _split() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E dz^2 written out, against label part times Var y plus output part."""
    for width, depth, outputs in ((1, 1, 2), (1, 2, 1), (2, 1, 1), (2, 1, 2)):
        moved, normal = written_out(width, depth, outputs)
        options = {"width": width, "outputs": outputs, "inputs": "gaussian", **LINEAR}
        parts = [exact("plain", depth, part=part, **options)[-1] for part in ("label", "output")]
        right = sum(parts)
        label = f"n={width}, L={depth}, m={outputs}"
        yield label, mean_square(moved, normal), sp.Rational(right.numerator, right.denominator)


SPLIT = (Exhaustive(_split),)


CLAIMS.add(
    id="AMMUP-E18",
    source=AMMUP.eq(18),
    says="E dz^2 is the label part plus the output part, exactly.",
    checks=SPLIT,
)

CLAIMS.add(
    id="AMMUP-L2",
    source=AMMUP.lemma(2),
    says="The same decomposition as a lemma.",
    checks=SPLIT,
)


def _label_factor(printed: bool) -> Iterator[tuple[str, Fraction, Fraction]]:
    """Label part of one linear layer: Var y E|x|^4 E sum_t |H_t|^2/(m^2 n) = n/m."""
    for width, outputs in itertools.product((2, 5, 16), (2, 3, 16)):
        energy = exact("plain", 1, width=width, outputs=outputs, part="label", **LINEAR)[0]
        # With T_{L+1} of eq. (16): sigma^2 sum over parameters of dz dz T = |x|^4 mean_t |H_t|^2/n.
        overlap = Recorded(width**2, width)
        yield f"n={width}, m={outputs}", energy, overlap if printed else overlap / outputs


CLAIMS.add(
    id="AMMUP-E19",
    source=AMMUP.eq(19),
    says="The label part is sigma_y^2 E[sum of eta eta dz dz T_{L+1}].",
    quote="B_l = sigma_y^2 E[sum eta_1 eta_2 (dz_a/dmu_1) (dz_a/dmu_2) T_(L+1)(mu_1, mu_2)]",
    reading="With T_{L+1} of eq. (16), an average over the outputs. One linear layer, n = m = 16: "
    "the exact label part is n/m = 1, the printed sum 16. With a sum over outputs divided by m^2 "
    "it would hold.",
    checks=(Exhaustive(lambda: _label_factor(True)),),
    corrected_by="AMMUP-E19-factor",
    sides=("label part, exact", "label part as printed"),
)

CLAIMS.add(
    id="AMMUP-E19-factor",
    source=AMMUP.ledger("ERR-25"),
    says="With T_{L+1} of eq. (16) the label part needs a factor 1/m: sigma_y^2/m times the sum.",
    checks=(Exhaustive(lambda: _label_factor(False)),),
)

CLAIMS.add(
    id="AMMUP-E20",
    source=AMMUP.eq(20),
    says="The output part is the sum with S_{L+1} of eq. (17), 1/m^2 included.",
    checks=SPLIT,
)


def _negligible() -> Iterator[tuple[str, Fraction, str, Fraction]]:
    """True if A_l / B_l falls along the depth, as l^2 over l^3 would: exact, at n = 256."""
    for outputs in (1, 256):
        options = {"width": 256, "outputs": outputs}
        A, B = (exact("plain", 32, part=part, **options) for part in ("output", "label"))
        first, last = A[3] / B[3], A[31] / B[31]
        yield f"A/B at l=32, and half of A/B at l=4; m={outputs}", last, "<", first / 2


CLAIMS.add(
    id="AMMUP-E21",
    source=AMMUP.eq(21),
    says="A = O(eta^2 l^2) is negligible beside B = Theta(eta^2 l^3).",
    quote="it grows at most quadratically in l",
    reading=(
        "Fan-in head, as section 3.1 has it, mse. A/B does not fall with depth. With a "
        "head of variance 1/n^2 A would be smaller by a factor 1/n, at every depth."
    ),
    checks=(Exhaustive(_negligible),),
    corrected_by="AMMUP-E21-ratio",
    sides=("A/B at l = 32", "half of A/B at l = 4"),
)


def _ratio() -> Iterator[Order]:
    """(A/B)/(h/sigma^2 (1 + kappa L m/n)) - 1 at width 10^40 and m = n/2, n/10, in rationals."""
    record = formula("output-over-label")
    for options, k, half in ((RELU, 2, Recorded(1, 2)), (LINEAR, 1, Recorded(1))):
        for depth, share in itertools.product((1, 2, 3, 5), (2, 10)):
            asked = {"width": VAST, "outputs": VAST // share, "label_variance": 3, **options}
            A, B = (
                exact("plain", depth, part=p, head=Recorded(1), **asked)
                for p in ("output", "label")
            )
            law_value = record.expr.subs(
                dict(zip(record.symbols, (depth, share, 1, k, sp.Rational(half), 3), strict=True))
            )
            for level in range(depth):
                ratio = A[level] / B[level]
                gap = abs(Recorded(int(law_value.p), int(law_value.q)) - ratio) / ratio
                yield f"kappa={k}, L={depth}, m=n/{share}, l={level + 1}", gap, "<", UNSEEN


CLAIMS.add(
    id="AMMUP-E21-ratio",
    source=AMMUP.ledger("ERR-01"),
    says="A/B = (h/sigma_y^2)(1 + kappa L m/n) as n grows with m/n fixed: in rationals at width "
    "10^40 for every layer up to L = 5.",
    checks=(Exhaustive(_ratio),),
)


def _crossover() -> tuple[sp.Expr, sp.Expr]:
    """At L = output-crossover the two terms of the energy are equal."""
    depth = law("output-crossover")
    return kappa * h * depth * m / n, variance + h


CLAIMS.add(
    id="AMMUP-B-crossover",
    source=AMMUP.beyond("ERR-01"),
    says="The exponent crosses from -3/2 to -2 where kappa h L m/n = sigma^2 + h.",
    checks=(
        Identity(
            _crossover, {kappa: KURTOSIS, h: MODERATE, m: MODERATE, n: MODERATE, variance: MODERATE}
        ),
    ),
)
