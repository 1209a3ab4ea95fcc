"""Appendix B, lemma 2: the label part and the output part of an energy."""

import itertools
from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Mean,
    Statement,
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
    tree,
)
from depthlaws.theory import formula
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.common import (
    LINEAR,
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

CLAIMS = Claims()


def _split() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E dz^2 written out, against label part times Var y plus output part."""
    for width, depth, outputs in ((1, 1, 2), (1, 2, 1), (2, 1, 1), (2, 1, 2)):
        moved, normal = written_out(width, depth, outputs)
        options = {"width": width, "outputs": outputs, "inputs": "gaussian", **LINEAR}
        parts = [exact("plain", depth, part=part, **options)[-1] for part in ("label", "output")]
        right = sum(parts)
        label = f"n={width}, L={depth}, m={outputs}"
        yield label, mean_square(moved, normal), sp.Rational(right.numerator, right.denominator)


out, y, moved, rate, dz, dout = arrays("out y e eta dz dout")  # dout: of each parameter
outputs, parameters, step, label = scalars("m P s sigma2")
t, t2 = indices("t t2", outputs)
mu, nu = indices("mu nu", parameters)
error = out[t] - y[t]

CLAIMS.add(
    id="AMMUP-D12",
    source=AMMUP.section("B.2"),
    says="The loss changes along a tangent by the mean over outputs of g_t times that of z_t, "
    "g = z - y, to first order: what is left is s^2/(2m) times the tangent's square.",
    statement=Statement(
        Equal(
            total((error + step * moved[t]) ** 2, t) / (2 * outputs)
            - total(error**2, t) / (2 * outputs),
            step * total(error * moved[t], t) / outputs
            + step**2 * total(moved[t] ** 2, t) / (2 * outputs),
        ),
        for_all={
            outputs: naturals(1),
            step: reals,
            out: reals[outputs],
            y: reals[outputs],
            moved: reals[outputs],
        },
    ),
)


# What the error of output t moves: the sum over parameters of eta dz dout_t.
pushed = total(rate[mu] * dz[mu] * dout[mu, t], mu)
pair = rate[mu] * rate[nu] * dz[mu] * dz[nu]
top_overlap = total(dout[mu, t] * dout[nu, t], t) / outputs  # T_{L+1}, eq. (16)
own_overlap = total(dout[mu, t] * out[t] * dout[nu, t2] * out[t2], t, t2) / outputs**2  # (17)
label_part = label / outputs * total(pair * top_overlap, mu, nu)
output_part = total(pair * own_overlap, mu, nu)
ANY_NETWORK = {
    outputs: naturals(1),
    parameters: naturals(1),
    label: nonnegative,
    out: reals[outputs],
    y: gaussian(label)[outputs],
    rate: reals[parameters],
    dz: reals[parameters],
    dout: reals[parameters, outputs],
}
SPLIT = Statement(
    Equal(Mean((total(error * pushed, t) / outputs) ** 2, y), label_part + output_part),
    for_all=ANY_NETWORK,
)


CLAIMS.add(
    id="AMMUP-E18",
    source=AMMUP.eq(18),
    says="For any network, the mean over the labels of dz^2 is the label part plus the output "
    "part.",
    statement=SPLIT,
    cross_checks=(Exhaustive(_split),),
)

CLAIMS.add(
    id="AMMUP-L2",
    source=AMMUP.lemma(2),
    says="The mean square of an update splits into a part of the labels and a part of the "
    "network's output.",
    statement=SPLIT,
)


def _label_factor() -> Iterator[tuple[str, Fraction, Fraction]]:
    """Label part of one linear layer: Var y E|x|^4 E sum_t |H_t|^2/(m^2 n) = n/m."""
    for width, outputs in itertools.product((2, 5, 16), (2, 3, 16)):
        energy = exact("plain", 1, width=width, outputs=outputs, part="label", **LINEAR)[0]
        # With T_{L+1} of eq. (16): sigma^2 sum over parameters of dz dz T = |x|^4 mean_t |H_t|^2/n.
        overlap = Recorded(width**2, width)
        yield f"n={width}, m={outputs}", energy, overlap


CLAIMS.add(
    id="AMMUP-E19",
    source=AMMUP.eq(19),
    says="The label part is sigma_y^2 E[sum of eta eta dz dz T_{L+1}].",
    quote="B_l = sigma_y^2 E[sum eta_1 eta_2 (dz_a/dmu_1) (dz_a/dmu_2) T_(L+1)(mu_1, mu_2)]",
    reading="With T_{L+1} of eq. (16), an average over the outputs. One linear layer, n = m = 16: "
    "the exact label part is n/m = 1, the printed sum 16. With a sum over outputs divided by m^2 "
    "it would hold.",
    checks=(Exhaustive(_label_factor),),
    corrected_by="AMMUP-E19-factor",
    sides=("label part, exact", "label part as printed"),
    fault="formula",
    change="sigma_y^2/m in place of sigma_y^2, m the number of outputs.",
)

CLAIMS.add(
    id="AMMUP-E19-factor",
    source=AMMUP.ledger("ERR-25"),
    says="With T_{L+1} of eq. (16) the label part is sigma_y^2/m times the double sum.",
    statement=Statement(
        Equal(
            Mean((total(y[t] * pushed, t) / outputs) ** 2, y),
            label / outputs * total(pair * top_overlap, mu, nu),
        ),
        for_all=ANY_NETWORK,
    ),
)

CLAIMS.add(
    id="AMMUP-E20",
    source=AMMUP.eq(20),
    says="The output part is the double sum with S_{L+1} of eq. (17), 1/m^2 included.",
    statement=Statement(
        Equal((total(out[t] * pushed, t) / outputs) ** 2, output_part), for_all=ANY_NETWORK
    ),
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
    reading="Fan-in head, as section 3.1 has it, mse. A/B does not fall with depth. With a head of "
    "variance 1/n^2 A would be smaller by a factor 1/n, at every depth.",
    checks=(Exhaustive(_negligible),),
    corrected_by="AMMUP-E21-ratio",
    sides=("A/B at l = 32", "half of A/B at l = 4"),
    fault="formula",
    change="With a fan-in head A_l grows as B_l does, A/B = (h/sigma_y^2) (1 + kappa L m/n); for "
    "few outputs this is a constant factor.",
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


depth, slope4, wide, half_mean, noise = scalars("L kappa n h variance")
squares, outer = arrays("r w")
layer, below = index("l", 0, depth), index("k", 0, depth - 1)
# Behind k layers tr G/n = k and z.Gz/n = u; with gates tr G^2/n = r becomes r + (kappa - 1) k^2,
# u + (kappa - 1) k and z.G^2 z/n = w as below, if E phi'^6 = kappa^2 q^3.
u = below + slope4 * below * (below - 1) / 2
gated_u, gated_r = u + (slope4 - 1) * below, squares[below] + (slope4 - 1) * below**2
gated_w = outer[below] + (slope4 - 1) * (2 * below * u + squares[below])
gated_w += (slope4 - 1) * (slope4 - 2) * below**2
TANGENTS = {
    squares[0]: tree(0),
    squares[below + 1]: 1 + 2 * tree(below) + gated_r + below**2,
    outer[0]: tree(0),
    outer[below + 1]: 1
    + 2 * (gated_u + below)
    + gated_w
    + 2 * below * gated_u
    + gated_r
    + below**2,
}
HEAVY = Equal(outer[layer], (1 + slope4 * (layer - 1)) * squares[layer], by=induction(layer))
share = outputs / wide

CLAIMS.add(
    id="AMMUP-E21-ratio",
    source=AMMUP.ledger("ERR-01"),
    says="In plain linear and ReLU networks A/B = (h/sigma_y^2)(1 + kappa L m/n) in every layer, "
    "as n grows with m/n fixed: the head and the L - l layers above add 1 + kappa (L - l) m/n, and "
    "the state's own share is z.G^2 z = (1 + kappa (l - 1)) tr G^2.",
    statement=Statement(
        HEAVY,
        Equal(
            noise * registered("output-over-label") * squares[layer],
            half_mean
            * (
                (1 + slope4 * (depth - layer) * share) * squares[layer]
                + share * (outer[layer] + (slope4 - 1) * squares[layer])
            ),
            because=half_mean * share * HEAVY.gap,
        ),
        for_all={
            depth: naturals(1),
            slope4: at_least(1),
            **dict.fromkeys((outputs, wide, half_mean, noise), positive),
        },
        defined=TANGENTS,
    ),
    cross_checks=(Exhaustive(_ratio, what="width 10^40"),),
)


CLAIMS.add(
    id="AMMUP-B-crossover",
    source=AMMUP.beyond("ERR-01"),
    says="The two terms sigma^2 + h and kappa h L m/n of the energy of linear and ReLU networks "
    "(AMMUP-X06-root), of the exponents -3/2 and -2, are equal where L = (sigma^2 + h) n/(kappa h "
    "m).",
    statement=Statement(
        Equal(kappa * h * registered("output-crossover") * m / n, variance + h),
        for_all=dict.fromkeys((kappa, h, m, n, variance), positive),
    ),
)
