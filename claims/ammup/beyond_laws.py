"""Beyond the paper: laws of infinite width and of other steps, each derived a second time."""

import itertools
import math
from collections.abc import Callable, Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.ammup.common import (
    COUNT,
    LINEAR,
    MODERATE,
    RELU,
    L,
    Options,
    delta,
    kappa,
    near,
    slope,
    t,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property
from depthlaws.claims.engine.laws import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import activations, formula, updates
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

L0, T, s, C = symbol("L0"), symbol("T"), symbol("s"), symbol("C")


# -- exponents and transfer ---------------------------------


def _slope_law() -> tuple[sp.Expr, sp.Expr]:
    ratio = law("mean-update-energy", L=2 * L) / law("mean-update-energy")
    return law("update-rate-slope") * 2 * sp.log(2), -sp.log(ratio)


def _limits() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """S-bar(2L)/S-bar(L) as L grows: 8 for delta > 0, 4 for delta = 0."""
    ratio = law("mean-update-energy", L=2 * L) / law("mean-update-energy")
    for value, expected in ((sp.Rational(1, 100), 8), (2, 8), (0, 4)):
        found = sp.limit(ratio.subs(delta, value), L, sp.oo)
        yield f"delta = {value}", found, sp.Integer(expected)


CLAIMS.add(
    id="AMMUP-B-slope",
    source=AMMUP.beyond("BP-3"),
    says="The local exponent of the delta law is -log2(S-bar(2L)/S-bar(L))/2; as L grows it goes "
    "to -3/2 for every delta > 0 and to -1 for delta = 0.",
    checks=(Identity(_slope_law, {L: COUNT, delta: MODERATE}), Exhaustive(_limits)),
)


def _crossover() -> tuple[sp.Expr, sp.Expr]:
    """Leading terms L^2/3 and delta L^3/12 are equal there."""
    depth = law("spread-crossover")
    return delta * depth**3 / 12, depth**2 / 3


def _crossover_at_one() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "delta = 1", law("spread-crossover", delta=sp.Integer(1)), sp.Integer(4)


CLAIMS.add(
    id="AMMUP-B-spread",
    source=AMMUP.beyond("BP-3"),
    says="The exponent turns from -1 to -3/2 at L about 4/delta.",
    checks=(
        Identity(_crossover, {delta: MODERATE}),
        Exhaustive(_crossover_at_one),
    ),
)


def _power_rule() -> tuple[sp.Expr, sp.Expr]:
    return law("power-transfer") ** 2 * L**3, L0**3


def _power_rule_cases() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for start, end, factor in ((2, 8, 8), (9, 36, 8), (5, 5, 1)):
        found = law("power-transfer", L0=sp.Integer(start), L=sp.Integer(end))
        yield f"{start} to {end}", found, sp.Rational(1, factor)


CLAIMS.add(
    id="AMMUP-D20",
    source=AMMUP.section("5"),
    says="The paper's rule multiplies the rate by (L/L0)^(-3/2).",
    checks=(
        Identity(_power_rule, {L: COUNT, L0: COUNT}),
        Exhaustive(_power_rule_cases),
    ),
)


def _exact_rule() -> tuple[sp.Expr, sp.Expr]:
    ratio = law("mean-update-energy", L=L0) / law("mean-update-energy")
    return law("exact-transfer") ** 2, ratio


def _exact_rule_cases() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """From 1 to 2: S-bar goes from 1 to 5/2 + delta/2."""
    for spread, factor in ((3, sp.Rational(1, 2)), (13, sp.Rational(1, 3))):
        values = {"L0": sp.Integer(1), "L": sp.Integer(2), "delta": sp.Integer(spread)}
        yield f"delta = {spread}", law("exact-transfer", **values), factor


def _closed_rules() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """(L+1)^2 (L+2) for linear and (L+1)(L^2+L+1) for ReLU networks."""
    linear = sp.factor(law("mean-update-energy", delta=sp.Integer(1)) * 12)
    relu = sp.factor(law("mean-update-energy", delta=sp.Integer(2)) * 6)
    yield "linear", sp.expand(linear), sp.expand((L + 1) ** 2 * (L + 2))
    yield "ReLU", sp.expand(relu), sp.expand((L + 1) * (L**2 + L + 1))


CLAIMS.add(
    id="AMMUP-B-transfer",
    source=AMMUP.beyond("BP-1"),
    says="The exact rule: sqrt of S-bar(L0)/S-bar(L), with S-bar = (L+1)^2 (L+2)/12 for linear and "
    "(L+1)(L^2+L+1)/6 for ReLU networks.",
    checks=(
        Identity(_exact_rule, {L: COUNT, L0: COUNT, delta: MODERATE}),
        Exhaustive(_exact_rule_cases),
        Exhaustive(_closed_rules),
    ),
    cross_checks=(
        near(
            [
                (lambda: updates.transfer_update_rate(1.0, "plain", 4, 8), math.sqrt(105 / 657)),
                (
                    lambda: updates.transfer_update_rate(1.0, "plain", 4, 8, **LINEAR),
                    math.sqrt(150 / 810),
                ),
            ],
            rtol=1e-12,
        ),
    ),
)


def _fitted(options: Options, depths: tuple[int, ...]) -> Callable[[], float]:
    """Least-squares slope of log eta* over log L."""

    def ask() -> float:
        rates = updates.max_update_rate("plain", depths, part="label", **options)
        return float(np.polyfit(np.log(depths), np.log(rates), 1)[0])

    return ask


TABLE: tuple[tuple[Options, tuple[float, ...]], ...] = (
    (RELU, (-1.40, -1.34)),
    (LINEAR, (-1.33, -1.26)),
    ({**LINEAR, "weights": "orthogonal"}, (-0.93, -0.90)),
)
SETS = ((4, 8, 16, 32), (2, 4, 8, 16, 32))

CLAIMS.add(
    id="AMMUP-B-fits",
    source=AMMUP.beyond("ERR-22"),
    says="Least-squares slopes of the exact law at depths 4..32 and 2..32: -1.40, -1.34 (ReLU), "
    "-1.33, -1.26 (linear), -.93, -.90 (orthogonal): table 1's -1.38 needs no fluctuation.",
    checks=(
        near(
            [
                (_fitted(options, depths), quoted)
                for options, row in TABLE
                for depths, quoted in zip(SETS, row, strict=True)
            ],
            rtol=0.008,
        ),
    ),
    why_sampled="floats of the public functions",
)


# -- width of the order of depth ---------------------------------


def _proportional() -> tuple[sp.Expr, sp.Expr]:
    """Moments at depth t n, solved back from r: the equation of Q holds.

    x' = (3k-1) x, y' = x + (k-1) y + 2k Q, Q' = k y + (2k-1) Q, p' = 2y + (k-1) p + 2k r and
    r' = k p + (2k-1) r.
    """
    r, k = law("proportional-update-energy"), kappa
    p = (sp.diff(r, t) - (2 * k - 1) * r) / k
    y = (sp.diff(p, t) - (k - 1) * p - 2 * k * r) / 2
    Q = (sp.diff(y, t) - sp.exp((3 * k - 1) * t) - (k - 1) * y) / (2 * k)
    return sp.expand(sp.diff(Q, t)), sp.expand(k * y + (2 * k - 1) * Q)


def _proportional_start() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Taylor series at t = 0: kappa t^3/3 (1 + (7 kappa - 4) t/4 + ...)."""
    series = sp.series(law("proportional-update-energy"), t, 0, 6).removeO()
    tail = 1 + (7 * kappa - 4) * t / 4 + (36 * kappa**2 - 35 * kappa + 10) * t**2 / 20
    yield "to fifth order", sp.expand(series), sp.expand(kappa * t**3 / 3 * tail)


def _at_width(width: int, share: float, k: int) -> Callable[[], float]:
    def ask() -> float:
        options: Options = {"part": "label", **(RELU if k == 2 else LINEAR)}
        level = int(share * width)
        front = 1 / 8 if k == 2 else 1.0
        found = updates.energies("plain", level, width=width, **options)[-1]
        return float(found / front / width**4 / formula("proportional-update-energy")(share, k))

    return ask


CLAIMS.add(
    id="AMMUP-B-proportional",
    source=AMMUP.beyond("BP-1"),
    says="At depth t n the label energy over n^3 is (2/9)(t^2 E/2 + t E/(3k) - (E - N)/(3k^2) + "
    "2tN/(3k)), E = exp((3k-1)t), N = exp(-t), as the width grows.",
    checks=(
        Identity(_proportional, {t: MODERATE, kappa: Interval(1, 3)}),
        Exhaustive(_proportional_start),
    ),
    cross_checks=(
        near([(_at_width(20_000, 0.5, k), 1.0) for k in (1, 2)], rtol=2e-3, what="width 20 000"),
    ),
)


# -- other streams ---------------------------------


def _path_limit() -> tuple[sp.Expr, sp.Expr]:
    """q = m^2 + 1 with m' = b sqrt(q), b = s/sqrt(2 pi): (dq/dT)^2 = 4 b^2 q (q - 1)."""
    q_ = law("post-activation-limit")
    b2 = s**2 / (2 * sp.pi)
    return (
        sp.expand((sp.diff(q_, T) ** 2).rewrite(sp.exp)),
        sp.expand((4 * b2 * q_ * (q_ - 1)).rewrite(sp.exp)),
    )


def _path_start() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    q_ = law("post-activation-limit")
    yield "at T = 0", q_.subs(T, 0), sp.Integer(1)
    yield "second derivative at 0", sp.simplify(sp.diff(q_, T, 2).subs(T, 0)), s**2 / sp.pi


CLAIMS.add(
    id="AMMUP-X21",
    source=AMMUP.beyond("X21"),
    says="Untied streams z + eps relu(W z) need eps = T/K: then the energy tends to "
    "cosh(T s/sqrt(2 pi))^2; with eps = K^(-1/2) it is 29.3, 2367, 2.09e5 at K = 16, 64, 144.",
    checks=(
        Identity(_path_limit, {T: MODERATE, s: MODERATE}),
        Exhaustive(_path_start),
    ),
    cross_checks=(
        near(
            [
                (lambda: updates.post_activation_energy(16, 1 / 4), 29.25444),
                (lambda: updates.post_activation_energy(64, 1 / 8), 2367.434),
                (lambda: updates.post_activation_energy(144, 1 / 12), 208629.07),
                (lambda: updates.post_activation_energy(10**5, 1e-5), 1.3535583),
            ],
            rtol=1e-6,
        ),
        near(
            [
                (slope("post-activation", 4096, power=1), -1.0),
                (slope("post-activation", 4096, power=1, scaled="multiplier"), 1.0),
            ],
            rtol=2e-3,
            what="slopes",
        ),
    ),
)


def _sign_sums(relu: bool) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Overlaps of sign updates by pairs: along delta 1 + kappa (l - max), the rest by itself."""
    share = 2 / sp.pi
    for level in range(1, 9):
        pairs = list(itertools.product(range(1, level + 1), repeat=2))
        if relu:
            along = sum(share / 2 * (1 + 2 * (level - max(p))) for p in pairs)
            rest = (1 - share) * (level - 1) + (1 - share) / 2
            total = (along + rest) / (2 * sp.pi)
        else:
            along = sum(share * (1 + level - max(p)) for p in pairs)
            total = share * (along + (1 - share) * level)
        name = "sign-update-relu" if relu else "sign-update-linear"
        yield f"l={level}", sp.expand(total), sp.expand(law(name, l=sp.Integer(level)))


def _sign_values(relu: bool) -> list[tuple[Callable[[], float], float]]:
    name = "sign-update-relu" if relu else "sign-update-linear"
    options = RELU if relu else LINEAR
    return [
        (
            lambda level=level: float(
                updates.energies("plain", level, optimizer="sign", **options)[-1]
            ),
            float(formula(name).expr.subs(formula(name).symbols[0], level)),
        )
        for level in (1, 2, 7)
    ]


CLAIMS.add(
    id="AMMUP-B-sign",
    source=AMMUP.beyond("BP-8"),
    says="Sign steps on wide plain networks: S_l = n^2 (2/pi)[(2/pi) sum of min + (1 - 2/pi) l] "
    "(linear), n^2/(2 pi) [(2 sum of min - l^2)/pi + (1 - 2/pi)(l - 1/2)] (ReLU): -3/2 again, but "
    "eta* ~ 1/n and whatever the number of outputs.",
    checks=(Exhaustive(lambda: itertools.chain(_sign_sums(False), _sign_sums(True))),),
    cross_checks=(
        near([*_sign_values(False), *_sign_values(True)], rtol=1e-12, what="public function"),
        near([(slope("plain", 10**5, optimizer="sign"), -1.5)], rtol=1e-4, what="slope"),
    ),
)


def _gates_law(c: int, blocks: int) -> Callable[[], float]:
    def ask() -> float:
        found = updates.energies("residual", blocks, variance=float(c), part="label")
        return float(found.mean() / blocks**2)

    return ask


def _two_blocks() -> Iterator[tuple[str, bool]]:
    """K = 1 and 2 by hand: y_1 = q, y_2 = 2 q v, v = 1 + tau q; C = P(both gates open)."""
    for c in (1.0, 2.0, 4.0):
        one = updates.energies("residual", 1, variance=c, part="label")
        yield f"c={c}, K=1", bool(math.isclose(one[0], 0.25, rel_tol=1e-13))
        tau, q = c / 2, 0.5
        v = 1 + tau * q
        found = updates.energies("residual", 2, variance=c, part="label")
        # l = 1: G = q (1 - no spread): E M_1 = 1 + tau D_1 meets tr G^2 = q^2: q^2 (1 + tau q).
        first = q**2 * (1 + tau * q)
        # l = 2: y_2^2 plus what block 1 spreads, 2 tau U_1 + tau^2 F(1, 1), U_1 = F = q y_1^2.
        second = (2 * q * v) ** 2 + (2 * tau + tau**2) * q * q**2
        yield f"c={c}, K=2, l=1", bool(math.isclose(found[0], first, rel_tol=1e-13))
        yield f"c={c}, K=2, l=2", bool(math.isclose(found[1], second, rel_tol=1e-13))


CLAIMS.add(
    id="AMMUP-B-gates",
    source=AMMUP.beyond("BP-4"),
    says="ReLU blocks keep their gates: S-bar/K^2 is .2578, .7764 and 6.596 at K = 128 and "
    "c = 1, 2 and 4; the exponent -1 stays.",
    checks=(
        near(
            [(_gates_law(c, 128), value) for c, value in ((1, 0.25776), (2, 0.77635), (4, 6.5960))],
            rtol=1e-4,
        ),
        near([(slope("residual", 2048), -1.0)], rtol=1e-3, what="slope"),
    ),
    cross_checks=(Exhaustive(_two_blocks),),
    why_sampled="floats of a recursion",
)


# -- the loss ---------------------------------


def _uniform() -> tuple[sp.Expr, sp.Expr]:
    """(1 - 1/C)^2 + (C - 1)/C^2, as the paper adds it up."""
    return (1 - 1 / C) ** 2 + (C - 1) / C**2, law("uniform-ce-gradient")


CLAIMS.add(
    id="AMMUP-X08",
    source=AMMUP.section("G"),
    says="|p - y|^2 = 1 - 1/C at equal logits.",
    checks=(Identity(_uniform, {C: COUNT}),),
)


def _near_zero(classes: int) -> tuple[float, float]:
    """E |p - y|^2 for N(0, 1/2) logits of a fan-in head on ReLU features, and 1 - 1/C."""
    return updates.ce_gradient_norm(classes, 0.5), 1 - 1 / classes


CLAIMS.add(
    id="AMMUP-X05",
    source=AMMUP.section("G"),
    says="At initialisation logits are near zero, so p is uniform.",
    quote="At initialization, logits are near zero",
    reading="The head of section 3.1 is fan-in: logits have variance 1/2 on ReLU features. With a "
    "zero or mean-field head it stands.",
    checks=(Property(_near_zero, {"classes": [2, 10]}, rtol=1e-3),),
    corrected_by="AMMUP-X05-size",
)


def _binary(v: float) -> float:
    """E |p - y|^2 of two classes: 2 E (1 - p)^2 averaged, p = logistic(N(0, 2v))."""
    z = np.linspace(-12, 12, 4001)
    p = 1 / (1 + np.exp(-math.sqrt(2 * v) * z))
    weight = np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi) * (z[1] - z[0])
    return float(np.sum(weight * 2 * (p**2 + (1 - p) ** 2) / 2))


CLAIMS.add(
    id="AMMUP-X05-size",
    source=AMMUP.ledger("ERR-14"),
    says="With N(0, 1) logits E |p - y|^2 is .637, .9947 and 1.0055 for 2, 10 and 100 classes.",
    checks=(
        near(
            [
                (lambda: updates.ce_gradient_norm(2, 1.0), 0.63684),
                (lambda: updates.ce_gradient_norm(10, 1.0), 0.99469),
                (lambda: updates.ce_gradient_norm(100, 1.0), 1.00554),
            ],
            rtol=1e-5,
        ),
        near(
            [(lambda v=v: updates.ce_gradient_norm(2, v), _binary(v)) for v in (0.1, 1.0, 4.0)],
            rtol=1e-10,
            what="two classes by one integral",
        ),
    ),
    why_sampled="floats of an integral",
)


def _same_exponent(depth: int) -> tuple[float, float]:
    """Slopes of mse with m = n outputs and of cross-entropy."""
    mse = updates.local_slope("plain", depth, output_ratio=1)
    return mse, updates.local_slope("plain", depth, loss="ce", outputs=1000)


CLAIMS.add(
    id="AMMUP-X04",
    source=AMMUP.section("G"),
    says="The choice of mse or cross-entropy does not change the exponent.",
    quote="this choice does not change the depth exponent",
    reading="As many outputs as units, fan-in head: -2 for mse, -3/2 for cross-entropy. For few "
    "outputs it stands.",
    checks=(Property(_same_exponent, {"depth": [1000]}, rtol=0.025),),
    corrected_by="AMMUP-P1-outputs",
)


# -- activations ---------------------------------


def _attenuated(depth: int) -> tuple[float, float]:
    """Slopes between L and 2L: GELU with He weights, below that of ReLU as the paper argues."""
    gelu = updates.local_slope("plain", depth, activation="gelu", variance=2.0, part="label")
    return gelu, updates.local_slope("plain", depth, part="label")


CLAIMS.add(
    id="AMMUP-X11",
    source=AMMUP.section("F"),
    says="Attenuation makes the fitted GELU slope more negative than that of ReLU.",
    quote="can therefore return a slightly more negative fitted exponent",
    reading="One step, width to infinity, He weights with GELU as in appendix F. Attenuated "
    "energies let eta* grow with depth: the slope is positive.",
    checks=(Property(_attenuated, {"depth": [8]}, relation="<"),),
    corrected_by="AMMUP-X11-sign",
)


def _drift(v: float) -> float:
    """chi = 2 E gelu'^2 at variance v."""
    return 2 * activations.gate("gelu", variance=v)


def _variances(layers: int) -> float:
    """Variance after so many He layers of GELU from 1."""
    found, v = activations.get("gelu"), 1.0
    for _ in range(layers):
        v = 2 * float(found.dual(v, v, v))
    return v


CLAIMS.add(
    id="AMMUP-X10",
    source=AMMUP.section("F"),
    says="GELU with He weights has chi = 2 E gelu'^2 = .912 at unit variance; it falls to .891, "
    ".865, .750 and .535 after 1, 2, 5 and 10 layers, as the variance does.",
    checks=(
        near(
            [
                (lambda k=k: _drift(_variances(k)), quoted)
                for k, quoted in ((0, 0.912), (1, 0.891), (2, 0.865), (5, 0.750), (10, 0.535))
            ],
            rtol=1e-3,
        ),
    ),
    why_sampled="floats of a recursion",
)


CLAIMS.add(
    id="AMMUP-X11-sign",
    source=AMMUP.ledger("ERR-09"),
    says="With He weights and GELU the one-step slope is positive from L = 4 on: attenuation makes "
    "fits shallower, not steeper.",
    checks=(
        near(
            [
                (slope("plain", depth, activation="gelu", variance=2.0, part="label"), found)
                for depth, found in ((2, -0.634), (4, 0.524), (8, 4.059))
            ],
            rtol=2e-3,
        ),
    ),
    why_sampled="floats of a recursion",
)


def _through_q(scaled: str) -> tuple[float, float]:
    """Energy of layer 8 for x and another activation of q = 1: |x|, or ReLU times sqrt 2.

    kappa is 1, 1 and 2.
    """
    linear, other = (
        float(updates.energies("plain", 8, activation=a, part="label")[-1])
        for a in ("linear", scaled)
    )
    return linear, other * (8 if scaled == "relu" else 1)


CLAIMS.add(
    id="AMMUP-X03",
    source=AMMUP.section("4.5"),
    says="Activations enter primarily through q.",
    quote="activations enter primarily through the gating factor",
    reading="At equal q (x and sqrt(2) ReLU) the energies of layer 8 differ by a factor 1.69: "
    "kappa = E phi'^4/q^2 enters at leading order.",
    checks=(Property(_through_q, {"scaled": ["abs", "relu"]}, rtol=0.1),),
    corrected_by="AMMUP-E22-kernel",
)


def _deep_rule() -> tuple[sp.Expr, str, sp.Expr]:
    """S-bar grows with delta: the derivative L (L^2 - 1)/12 is not negative."""
    step = law("mean-update-energy", delta=delta + 1) - law("mean-update-energy")
    return step, ">=", sp.Integer(0)


CLAIMS.add(
    id="AMMUP-B-order",
    source=AMMUP.beyond("BP-3"),
    says="More spread never allows a larger rate: S-bar rises with delta at every depth.",
    checks=(Inequality(_deep_rule, {L: COUNT, delta: MODERATE}),),
)


def _gate_slope(name: str) -> Callable[[], float]:
    """q at variance 1.1 over q at 1."""
    return lambda: activations.gate(name, variance=1.1) / activations.gate(name)


CLAIMS.add(
    id="AMMUP-X12",
    source=AMMUP.section("F"),
    says="q of GELU depends on the variance (1.0125 times as large at 1.1), that of ReLU does not.",
    checks=(
        near(
            [
                (_gate_slope("relu"), 1.0),
                (_gate_slope("gelu"), 1.01247),
                (lambda: activations.gate("gelu", variance=1e-12), 0.25),
                (lambda: activations.gate("gelu", variance=1e8), 0.5),
            ],
            rtol=1e-4,
        ),
    ),
    why_sampled="floats of a closed form",
)
