"""Appendix B: overlaps of tangents, the two parts of the energy, and how they grow with depth."""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.ammup.common import (
    COUNT,
    LINEAR,
    MODERATE,
    RELU,
    L,
    Options,
    exact,
    h,
    kappa,
    l,
    m,
    mean_of,
    mean_square,
    n,
    near,
    q,
    slope,
    variance,
    written_out,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property
from depthlaws.claims.engine.gaussian import gaussian_mean
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import formula, updates
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

KURTOSIS = Interval(1, 3)
VAST = 10**40


def _layer(width: int) -> tuple[sp.Matrix, list[sp.Symbol], list[sp.Matrix], list[sp.Symbol]]:
    """A layer's weights over their deviation, gates as symbols, and two tangents below it."""
    W = sp.Matrix(width, width, sp.symbols(f"w:{width**2}"))
    gates = list(sp.symbols(f"d:{width}"))
    tangents = [sp.Matrix(width, 1, sp.symbols(f"{s}:{width}")) for s in "uv"]
    return W, list(W), tangents, gates


def _one_layer(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E[T_h | F_{h-1}] with a symbol for every entry below, Var W = 1/(q n)."""
    W, normal, (u, v), gates = _layer(width)
    D = sp.diag(*gates)
    above = [W * D * one for one in (u, v)]
    overlap = sp.expand((above[0].T * above[1])[0] / width)
    found = gaussian_mean(overlap, normal, 1 / (q * width))
    right = sum(g**2 * a * b for g, a, b in zip(gates, u, v, strict=True)) / (q * width)
    yield f"n = {width}", sp.expand(found), sp.expand(right)


CLAIMS.add(
    id="AMMUP-E15",
    source=AMMUP.eq(15),
    says="Given all below, E T_h is 1/q times the mean of phi'^2 times both tangents.",
    checks=(Exhaustive(lambda: itertools.chain(_one_layer(1), _one_layer(2), _one_layer(3))),),
)


def _chain_rule() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """d z^(h) = W (phi'(z) d z^(h-1)) for phi = tanh, n = 2."""
    W = sp.Matrix(2, 2, sp.symbols("w:4"))
    z, dz = sp.Matrix(sp.symbols("z:2")), sp.Matrix(sp.symbols("e:2"))
    s = sp.Symbol("s")
    moved = (W * (z + s * dz).applyfunc(sp.tanh)).diff(s).subs(s, 0)
    gated = W * sp.Matrix([(1 - sp.tanh(a) ** 2) * b for a, b in zip(z, dz, strict=True)])
    for i in range(2):
        yield f"entry {i}", sp.expand(moved[i]), sp.expand(gated[i])


CLAIMS.add(
    id="AMMUP-D10",
    source=AMMUP.section("B.1"),
    says="Tangents pass a layer as W (phi'(z) tangent).",
    checks=(Exhaustive(_chain_rule),),
)


# Two layers of width 2, tangents of the weights of layer 1 at x = (1, 0): everything in sight.


def _closed_gate() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The gate of the only coordinate that moves is closed: T_1 = 1/2, but E[T_2 | F_1] = 0."""
    for z, tangent in (((-1, 2), (1, 0)), ((3, -1), (0, 1))):
        below = sp.Rational(sum(t * t for t in tangent), 2)
        gated = sp.Rational(sum(t * t for t, s in zip(tangent, z, strict=True) if s > 0), 2)
        yield f"z = {z}, tangent {tangent}", 2 * gated, below


CLAIMS.add(
    id="AMMUP-E14",
    source=AMMUP.eq(14),
    says="E[T_h | z^(l)] = T_l for parameters of layers up to l.",
    quote="belong to layers at most",
    reading="Conditioned on everything up to layer l (T_l is not a function of z^(l) alone). The "
    "gate at l is then known: z = (-1, 2) and a tangent (1, 0) give T_l = 1/2 and E T_{l+1} = 0. "
    "After summing over parameters the mean over all weights would stand.",
    checks=(Exhaustive(_closed_gate),),
    corrected_by="AMMUP-L1",
)


def _reduced(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Two layers above: gates of the middle layer by the signs of its weights, both ways.

    Flipping row i of W flips z_i and both tangents: phi'(z_i)^2 averages to q = (d^2 + e^2)/2.
    """
    W, normal, (u, v), gates = _layer(width)
    D, q_mean = sp.diag(*gates), sp.Rational(1, 2)
    a, b = (W * D * one for one in (u, v))
    flips = list(itertools.product((0, 1), repeat=width))
    total = sp.Integer(0)
    for pattern in flips:  # the gates of the middle layer: one of two values, by the sign of z_i
        overlap = sum(p * x * y for p, x, y in zip(pattern, a, b, strict=True))
        total += gaussian_mean(sp.expand(overlap / width), normal, 1 / (q_mean * width))
    found = total / len(flips) / q_mean
    one = sum(g**2 * x * y for g, x, y in zip(gates, u, v, strict=True)) / (q_mean * width)
    yield f"n = {width}", sp.expand(found), sp.expand(one)


CLAIMS.add(
    id="AMMUP-L1",
    source=AMMUP.lemma(1),
    says="For l < h, E[T_h | F_l] is 1/q times the mean of phi'(z^(l))^2 times both tangents, for "
    "tangents of layers up to l and every h: gates above l average to q by the flips of rows.",
    checks=(Exhaustive(lambda: itertools.chain(_one_layer(2), _reduced(1), _reduced(2))),),
)


def _mixed() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E of the gate times w_j, for a parameter of this layer and one below: not zero.

    At z = w.a and a = (1, 0): E 1{w_1 > 0} w_1 = 1/sqrt(2 pi) at unit variance.
    """
    w = sp.Symbol("w", real=True)
    density = sp.exp(-(w**2) / 2) / sp.sqrt(2 * sp.pi)
    yield "gate times weight", sp.integrate(w * density, (w, 0, sp.oo)), 1 / sp.sqrt(2 * sp.pi)
    yield (
        "without the gate, plus one",
        sp.integrate(w * density, (w, -sp.oo, sp.oo)) + 1,
        sp.Integer(1),
    )


CLAIMS.add(
    id="AMMUP-D11",
    source=AMMUP.ledger("ERR-06"),
    says="The factorisation needs both parameters below the gate: for one in its own layer and one "
    "below, E 1{w.a > 0} w_j = a_j/(sqrt(2 pi)|a|) at unit variance, although E w_j = 0.",
    checks=(Exhaustive(_mixed),),
)


# -- the two parts ---------------------------------


def _gradient() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """d Loss = (1/m) sum g_t d out_t."""
    s = sp.Symbol("s")
    for outputs in (1, 2, 3):
        out, moved, y = (sp.symbols(f"{name}:{outputs}") for name in "oey")
        loss = sum((o + s * e - t) ** 2 for o, e, t in zip(out, moved, y, strict=True)) / (
            2 * outputs
        )
        right = sum((o - t) * e for o, e, t in zip(out, moved, y, strict=True)) / outputs
        yield f"m = {outputs}", sp.expand(sp.diff(loss, s).subs(s, 0)), sp.expand(right)


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
        found = exact("plain", 1, width=width, outputs=outputs, part="label", **LINEAR)[0]
        # With T_{L+1} of eq. (16): sigma^2 sum over parameters of dz dz T = |x|^4 mean_t |H_t|^2/n.
        overlap = Fraction(width**2, width)
        yield f"n={width}, m={outputs}", found, overlap if printed else overlap / outputs


CLAIMS.add(
    id="AMMUP-E19",
    source=AMMUP.eq(19),
    says="The label part is sigma_y^2 E[sum of eta eta dz dz T_{L+1}].",
    quote=r"\partial_{\mu_2} z_a^{(\ell)} T_{L+1}(\mu_1, \mu_2)",
    reading="With T_{L+1} of eq. (16), an average over the outputs. One linear layer, n = m = 16: "
    "the exact label part is n/m = 1, the printed sum 16. With a sum over outputs divided by m^2 "
    "it would stand.",
    checks=(Exhaustive(lambda: _label_factor(True)),),
    corrected_by="AMMUP-E19-factor",
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
    """Whether A_l / B_l falls along the depth, as l^2 over l^3 would: exact, at n = 256."""
    for outputs in (1, 256):
        options = {"width": 256, "outputs": outputs}
        A, B = (exact("plain", 32, part=part, **options) for part in ("output", "label"))
        first, last = A[3] / B[3], A[31] / B[31]
        yield f"A/B at l=32, and half of A/B at l=4; m={outputs}", last, "<", first / 2


CLAIMS.add(
    id="AMMUP-E21",
    source=AMMUP.eq(21),
    says="A = O(eta^2 l^2) is negligible beside B = Theta(eta^2 l^3).",
    quote="it grows at most quadratically in",
    reading="Fan-in head, as section 3.1 has it, mse. A/B does not fall with depth. With a head of "
    "variance 1/n^2 A would be small by a factor 1/n, at every depth.",
    checks=(Exhaustive(_negligible),),
    corrected_by="AMMUP-E21-ratio",
)


def _ratio() -> Iterator[tuple[str, bool]]:
    """(A/B)/(h/sigma^2 (1 + kappa L m/n)) - 1 at width 10^40 and m = n/2, n/10, in rationals."""
    found = formula("output-over-label")
    for options, k, half in ((RELU, 2, Fraction(1, 2)), (LINEAR, 1, Fraction(1))):
        for depth, share in itertools.product((1, 2, 3, 5), (2, 10)):
            asked = {"width": VAST, "outputs": VAST // share, "label_variance": 3, **options}
            A, B = (
                exact("plain", depth, part=p, head=Fraction(1), **asked)
                for p in ("output", "label")
            )
            law_value = found.expr.subs(
                dict(zip(found.symbols, (depth, share, 1, k, sp.Rational(half), 3), strict=True))
            )
            for level in range(depth):
                ratio = A[level] / B[level]
                gap = abs(Fraction(int(law_value.p), int(law_value.q)) - ratio) / ratio
                yield f"kappa={k}, L={depth}, m=n/{share}, l={level + 1}", gap < Fraction(1, 10**35)


def _cubes() -> Iterator[tuple[str, bool]]:
    """Exact energies at width 10^40 against plain-update-energy: m = 7 outputs, sigma^2 = 3."""
    found = formula("plain-update-energy")
    for options, k, half in ((RELU, 2, Fraction(1, 2)), (LINEAR, 1, Fraction(1))):
        asked = {"width": VAST, "outputs": 7, "label_variance": Fraction(3), **options}
        for level, energy in enumerate(exact("plain", 8, **asked), start=1):
            # h = q for a fan-in head on phi(z_L)
            values = (level, k, sp.Rational(half), sp.Rational(half), 3)
            right = found.expr.subs(dict(zip(found.symbols, values, strict=True)))
            gap = energy * 7 / VAST / Fraction(int(right.p), int(right.q)) - 1
            yield f"kappa={k}, l={level}", abs(gap) < Fraction(1, 10**35)


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


# -- counting overlaps ---------------------------------


def _sums() -> Iterator[tuple[str, int, sp.Expr]]:
    for level in range(1, 41):
        total = sum(min(a, b) for a in range(1, level + 1) for b in range(1, level + 1))
        yield f"l = {level}", total, law("overlap-sum", l=sp.Integer(level))


def _next_sum() -> tuple[sp.Expr, sp.Expr]:
    """One layer more adds 2 (1 + ... + l) + (l + 1) = (l + 1)^2."""
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
        found = exact("plain", level, width=VAST, part="label")
        ratio = found[-1] / found[0]
        yield (
            f"l = {level}",
            Fraction(round(ratio)),
            Fraction(level * (level + 1) * (2 * level + 1), 6),
        )


CLAIMS.add(
    id="AMMUP-E22",
    source=AMMUP.eq(22),
    says="B is kappa_0 times the sum of min(h1, h2), up to 1 + O(1/C).",
    quote=r"\min\{h_1, h_2\} \cdot \left(1 + O\left(\max_{r \leq \ell} \frac{1}{C_r}",
    reading="ReLU, constants kappa_0 fixed by layer 1, infinite width (10^40): 6 at l = 2 instead "
    "of 5. For linear networks it stands at infinite width.",
    checks=(Exhaustive(_printed_kernel),),
    corrected_by="AMMUP-E22-kernel",
)


def _kernel() -> Iterator[tuple[str, bool]]:
    yield from _cubes()
    for options, k in ((RELU, 2), (LINEAR, 1)):
        widths, level = (10**30, 10**31), 5
        wide = exact("plain", level, width=VAST, part="label", **options)[-1] / VAST
        for width in widths:
            narrow = exact("plain", level, width=width, part="label", **options)[-1] / width
            yield (
                f"kappa={k}, n={width}: the error is O(1/n)",
                abs(narrow / wide - 1) < Fraction(100, width),
            )


def _next_energy() -> tuple[sp.Expr, sp.Expr]:
    """r' - r = x^2 + 2 x y + kappa y^2 with x = q, y = q l, at a unit more."""
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


def _correction(k: int) -> Callable[[], float]:
    """n (B/B_wide - 1)/l at n = 10^8, l = 300."""

    def ask() -> float:
        asked: Options = {"part": "label", **(RELU if k == 2 else LINEAR)}
        found = updates.energies("plain", 300, width=10**8, **asked)[-1] / 10**8
        return 10**8 * (found / updates.energies("plain", 300, **asked)[-1] - 1) / 300

    return ask


CLAIMS.add(
    id="AMMUP-B-width",
    source=AMMUP.beyond("ERR-07"),
    says="The relative correction of B at width n is (7 kappa - 4) l/(4n) for 1 << l << n, so "
    "O(l/C) and not O(1/C).",
    checks=(near([(_correction(k), (7 * k - 4) / 4) for k in (1, 2)], rtol=0.01),),
    why_sampled="floats at one width",
)


def _cubic(options: Options, front: float) -> Callable[[], float]:
    return lambda: updates.max_update_rate("plain", 10**6, **options) ** -2 / front / 10**18


CLAIMS.add(
    id="AMMUP-D13",
    source=AMMUP.section("B.3"),
    says="S_l ~ l^3, S-bar ~ L^3 and eta* ~ L^(-3/2) for plain networks.",
    quote=r"\eta_*(L) = \kappa L^{-3/2} (1 + o(1))",
    reading="Stands for width to infinity first, outputs << width/depth. At m = n the exponent "
    "is -2, at L >> n energies grow exponentially.",
    checks=(
        near([(_cubic(RELU, 3 / 16), 1 / 6), (_cubic(LINEAR, 2.0), 1 / 12)], rtol=1e-5),
        near([(slope("plain", 10**9, **o), -1.5) for o in (RELU, LINEAR)], rtol=1e-8),
    ),
    imprecise=True,
    exact="AMMUP-B-delta",
    why_sampled="floats at great depths",
)


def _square_root(activation: str) -> tuple[float, float]:
    """Local slopes of plain networks with m = n outputs at L = 10^4: -2, and the paper's."""
    return updates.local_slope("plain", 10**4, output_ratio=1, activation=activation), -1.5


CLAIMS.add(
    id="AMMUP-P1",
    source=AMMUP.section("3.3"),
    says="eta* ~ L^(-3/2) for any number of outputs.",
    quote="In particular, the leading depth exponent is $-3/2$",
    reading="Fan-in head, mse as in the proof, outputs in proportion to the width: the slope is "
    "-2.000 at L = 10^4. It stands for outputs << width/depth, and for cross-entropy.",
    checks=(Property(_square_root, {"activation": ["relu", "linear"]}, rtol=0.03),),
    corrected_by="AMMUP-P1-outputs",
)


EXPONENTS: tuple[tuple[Options, float], ...] = (
    ({}, -1.5),
    ({"output_ratio": 1}, -2.0),
    ({"loss": "ce", "outputs": 10}, -1.5),
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
    why_sampled="floats at one depth; the limit is AMMUP-B-delta and AMMUP-E21-ratio",
)


def _rate_depends_on_width(width: int) -> tuple[float, float]:
    """eta* at widths n and 64n: within a third of each other, as a width-robust rate would be."""
    narrow, wide = (
        updates.max_update_rate("plain", 4, width=w, outputs=10) for w in (width, 64 * width)
    )
    return narrow, wide


CLAIMS.add(
    id="AMMUP-X06",
    source=AMMUP.section("3.2"),
    says="eta* is robust in width.",
    quote="it yields a single global learning-rate scale that remains width-robust",
    reading="One rate for all layers and a fan-in head, 10 outputs.",
    checks=(Property(_rate_depends_on_width, {"width": [64]}, rtol=1 / 3),),
    corrected_by="AMMUP-X06-root",
)


def _root_of_width() -> Iterator[tuple[str, int, int]]:
    """Energies over n/m at widths 10^20 and 4 10^20, outputs 1 and 4: equal to 15 digits."""
    for options, depth in itertools.product((RELU, LINEAR), (1, 4)):
        scaled = [
            exact("plain", depth, width=w * 10**20, outputs=k, **options)[-1] * k / w
            for w, k in itertools.product((1, 4), (1, 4))
        ]
        for i, one in enumerate(scaled[1:]):
            yield (
                f"{options['activation']}, l={depth}, {i}",
                round(10**15 * one / scaled[0]),
                10**15,
            )


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


def _delta_cases() -> Iterator[tuple[str, bool]]:
    """Rational S-bar at width 10^40 over that of one unit, against the delta law."""
    found = formula("mean-update-energy")
    cases = (
        ("linear", LINEAR, 1),
        ("ReLU", RELU, 2),
        ("orthogonal linear", {**LINEAR, "weights": "orthogonal"}, 0),
        ("orthogonal ReLU", {**RELU, "weights": "orthogonal"}, 1),
    )
    for (name, options, delta), depth in itertools.product(cases, (1, 2, 5, 8)):
        first, every = (exact("plain", d, width=VAST, part="label", **options) for d in (1, depth))
        right = found.expr.subs(dict(zip(found.symbols, (depth, delta), strict=True)))
        gap = mean_of(every) / first[0] / Fraction(int(right.p), int(right.q)) - 1
        yield f"{name}, L={depth}", abs(gap) < Fraction(1, 10**35)


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
