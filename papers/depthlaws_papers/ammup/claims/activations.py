"""Appendix F: the effect of the activation on the first step."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import sympy as sp
from flint import arb

from depthlaws.claims.engine.checks import Exhaustive, Property, Quoted
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import integral, lim
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Less,
    Statement,
    above,
    arrays,
    index,
    induction,
    naturals,
    nonnegative,
    positive,
    registered,
    scalars,
    step,
    tree,
)
from depthlaws.theory import activations, formula, updates
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.balls import precision
from depthlaws_papers.ammup.claims import simplest
from depthlaws_papers.ammup.claims.common import AM_MUP, RELU, Options, near, slope

CLAIMS = Claims()

# Exponents between 512 and 1024 layers: -512 log2 chi, chi where the variance has settled.
GROWING = (("tanh", -512 * math.log2(1.1262457)), ("erf", -512 * math.log2(1.1513523)))


def _attenuated(depth: int) -> tuple[float, float]:
    """Distance of the slopes between L and 2L, GELU with He weights and ReLU, and 1."""
    gelu = updates.local_slope("plain", depth, activation="gelu", variance=2.0, part="label")
    return abs(gelu - updates.local_slope("plain", depth, part="label")), 1.0


CLAIMS.add(
    id="AMMUP-X11",
    source=AMMUP.section("F"),
    says="Attenuation by He weights moves the slope of GELU away from that of ReLU: between 8 "
    "and 16 layers by more than 1.",
    quote="this attenuation can bias the estimated slope",
    reading="One step, width to infinity, GELU with He weights. The sentence gives no sign; the "
    "section's title asks for a steeper fit. The bias goes the other way (AMMUP-X11-sign): "
    "attenuated energies let eta* grow with depth.",
    checks=(Property(_attenuated, {"depth": [8]}, relation=">"),),
    imprecise=True,
    exact="AMMUP-X11-sign",
    why_sampled="no enclosure of a recursion in floats",
    change="this attenuation can make the estimated slope shallower.",
    against=(simplest.ATTENUATED,),
)


GELU: Options = {"activation": "gelu", "part": "label"}
PRINTED = {0: "0.912", 1: "0.891", 2: "0.865", 5: "0.750", 10: "0.535"}


def _drifts() -> Iterator[tuple[str, arb, str]]:
    """chi = 2 E gelu'^2 at the variance after so many He layers of GELU from 1, in balls."""
    gate, dual = formula("gate-gelu"), formula("dual-gelu")
    with precision(128):
        v = arb(1)
        for layer in range(max(PRINTED) + 1):
            if layer in PRINTED:
                yield f"after {layer} layers", 2 * gate.ball(v, v, v), PRINTED[layer]
            v = 2 * dual.ball(v, v, v)


def _public_drift(layers: int) -> tuple[float, float]:
    """chi of the public functions, against the printed values to half a unit."""
    act, v = activations.get("gelu"), 1.0
    for _ in range(layers):
        v = 2 * float(act.dual(v, v, v))
    return abs(2 * activations.gate("gelu", variance=v) - float(PRINTED[layers])), 5e-4


CLAIMS.add(
    id="AMMUP-X10",
    source=AMMUP.section("F"),
    says="GELU with He weights has chi = 2 E gelu'^2 = .912 at unit variance; it falls to .891, "
    ".865, .750 and .535 after 1, 2, 5 and 10 layers, as the variance does.",
    only_said="a recursion over layers, enclosed in Arb",
    checks=(Quoted(_drifts),),
    cross_checks=(Property(_public_drift, {"layers": list(PRINTED)}, relation="<="),),
)


CLAIMS.add(
    id="AMMUP-X11-sign",
    source=AMMUP.ledger("ERR-09"),
    says="With He weights and GELU attenuation makes fits shallower, not steeper: the one-step "
    "slope between L and 2L is -0.634, 0.524, 4.059 and 16.50 at L = 2, 4, 8 and 32, and "
    "-1.029, -0.884, 1.255 and 16.50 where the raw input is not activated.",
    checks=(
        near(
            [
                (
                    slope("plain", depth, activate_input=activated, variance=2.0, **GELU),
                    exponent,
                )
                for activated, exponents in (
                    (True, (-0.6343, 0.5243, 4.0592, 16.50)),
                    (False, (-1.0288, -0.8839, 1.2549, 16.50)),
                )
                for depth, exponent in zip((2, 4, 8, 32), exponents, strict=True)
            ],
            rtol=1e-3,
        ),
    ),
    why_sampled="no enclosure of a recursion in floats",
)


def _same_exponent(activation: str) -> tuple[float, float]:
    """Distance of the slopes of x and of another activation between L = 512 and 1024."""
    linear, other = (
        updates.local_slope("plain", 512, activation=a, part="label")
        for a in ("linear", activation)
    )
    return abs(other - linear), 0.01


CLAIMS.add(
    id="AMMUP-X03",
    source=AMMUP.section("4.5"),
    says="Positively homogeneous activations do not enter the exponent: at 512 layers the slopes "
    "of x, |x|, ReLU and leaky ReLU, each with its own fan-in weights, differ by less than 0.01.",
    quote="activations enter primarily through the gating factor",
    reading="For the exponent, which the sentence before it is about. It fails for tanh, whose "
    "tangents grow, and GELU, whose variance falls: slopes of -88 and 222 at 512 layers "
    "(AMMUP-P1-activation, AMMUP-B-general). In the energies q is not all either: at equal q those "
    "of x and sqrt(2) ReLU differ by 1.69 in layer 8, by kappa = E phi'^4/q^2 (AMMUP-E22-kernel).",
    checks=(
        Property(
            _same_exponent, {"activation": ["abs", "relu", "leaky_relu"]}, relation="<", met="0.140"
        ),
    ),
    imprecise=True,
    exact="AMMUP-E22-kernel",
    why_sampled="no enclosure of slopes at great depths",
    change="Add: for positively homogeneous activations.",
    against=(simplest.SAME_GATE,),
)


def _any_activation(activation: str) -> tuple[float, float]:
    """Slope of eta* between 64 and 128 layers, fan-in weights of eq. (1), and the paper's."""
    return updates.local_slope("plain", 64, activation=activation), float(AM_MUP)


CLAIMS.add(
    id="AMMUP-P1-activation",
    source=AMMUP.section("3.3"),
    says="eta* ~ L^(-3/2) for any pointwise activation, tanh and erf among them.",
    quote="Consider a depth-L CNN with stride 1, fan-in initialization (Eq. equation 1), and "
    "pointwise activation sigma",
    reading="Fan-in weights of eq. (1), one output, width to infinity. Pre-activations stay O(1), "
    "as section 3.1 asks: their variance goes from 1 to .725 (tanh) and .693 (erf) and stays "
    "there. But the energy of tangents grows by 1.126 and 1.151 a layer, so that eta* falls "
    "exponentially: the slope between 64 and 128 layers is -11.1 for tanh. For a phi of two "
    "slopes, as ReLU in the proof, the statement holds (AMMUP-D13).",
    checks=(Property(_any_activation, {"activation": ["tanh", "erf"]}, rtol=0.03),),
    corrected_by="AMMUP-P1-chaos",
    sides=("slope of eta* at L = 64", "slope as printed"),
    fault="result",
    change="positively homogeneous activation sigma, as ReLU in the proof.",
)


def _settled_erf() -> Iterator[tuple[Any, ...]]:
    """The map of the variance under erf and eq. (1), and chi: both increase or fall in v."""
    dual, gate = formula("dual-erf"), formula("gate-erf")
    fan_in = gate.expr.subs(dict.fromkeys(gate.symbols, sp.Integer(1)))
    ends = {v: sp.Rational(v) for v in ("0.692", "0.694")}
    for text, relation in (("0.692", ">"), ("0.694", "<")):
        after = dual.expr.subs(dict.fromkeys(dual.symbols, ends[text])) / fan_in
        yield f"variance behind a layer, from {text}", after, relation, ends[text]
    chi = gate.expr.subs(dict.fromkeys(gate.symbols, ends["0.694"])) / fan_in
    yield "chi at 0.694, where it is least", chi, ">", sp.Rational(115, 100)


chi, source, fourth = scalars("chi x p")  # p: s^4 E phi'^4
units = scalars("L")
y, d = arrays("y d")
l, passed = index("l", 0, units), index("before", 0, units - 1)
geometric = Equal((chi - 1) * y[l], source * (chi**l - 1), by=induction(l, times=chi))
excess = AtMost(0, d[l])
SETTLED = Statement(
    Equal(
        y[passed + 1] ** 2 + d[passed + 1],
        source**2
        + 2 * source * chi * y[passed]
        + chi**2 * (y[passed] ** 2 + d[passed])
        + fourth * y[passed] ** 2,
        by=step(passed),
    ),
    geometric,
    AtMost(0, d[l], by=induction(l), because=chi**2 * excess.gap + fourth * y[l] ** 2),
    AtMost(
        (source * (chi**l - 1)) ** 2,
        (chi - 1) ** 2 * (y[l] ** 2 + d[l]),
        because=(chi - 1) ** 2 * excess.gap
        - geometric.gap * ((chi - 1) * y[l] + source * (chi**l - 1)),
    ),
    for_all={units: naturals(1), chi: above(1), source: positive, fourth: nonnegative},
    defined={
        y[0]: tree(0),
        y[passed + 1]: source + chi * y[passed],
        d[0]: tree(0),
        d[passed + 1]: chi**2 * d[passed] + fourth * y[passed] ** 2,
    },
)

CLAIMS.add(
    id="AMMUP-P1-chaos",
    source=AMMUP.ledger("ERR-09"),
    says="Where the variance has settled and the energy of tangents grows by chi > 1 a layer, the "
    "recursion of AMMUP-B-general, r = y^2 + d, gives r_l >= (x (chi^l - 1)/(chi - 1))^2: S_L "
    "grows as chi^(2L) at least. For erf under eq. (1) the variance settles between 0.692 and "
    "0.694, chi > 1.15.",
    statement=SETTLED,
    checks=(Exhaustive(_settled_erf, named=True),),
    cross_checks=(
        near(
            [(slope("plain", 512, activation=a, part="label"), s) for a, s in GROWING],
            rtol=0.003,
            what="-log2(S-bar(1024)/S-bar(512))/2",
        ),
    ),
)


depth, smaller, more = scalars("L delta more")

CLAIMS.add(
    id="AMMUP-B-order",
    source=AMMUP.beyond("BP-3"),
    says="More spread never allows a larger rate: S-bar of the delta law rises with delta at every "
    "depth from 2 on (at L = 1 it is 1).",
    statement=Statement(
        Less(
            registered("mean-update-energy", delta=smaller),
            registered("mean-update-energy", delta=smaller + more),
        ),
        Equal(registered("mean-update-energy", L=1, delta=smaller), 1),
        for_all={depth: naturals(2), smaller: nonnegative, more: positive},
        about=registered("mean-update-energy"),
    ),
)


def _gelu_gate(variance: sp.Expr) -> sp.Expr:
    return law("gate-gelu", h11=variance, h12=variance, h22=variance)


def _gate_growth() -> Iterator[tuple[str, sp.Expr, str]]:
    """q of GELU at variance 1.1 over q at 1."""
    yield "GELU", _gelu_gate(sp.Rational(11, 10)) / _gelu_gate(sp.Integer(1)), "1.0125"


def _gate_ends() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    v = sp.Symbol("v", positive=True)
    yield "GELU at v = 0", lim(_gelu_gate(v), v, 0), sp.Rational(1, 4)
    yield "GELU at v = oo", lim(_gelu_gate(v), v, sp.oo), sp.Rational(1, 2)
    x = sp.Symbol("x", positive=True)
    density = sp.exp(-(x**2) / (2 * v)) / sp.sqrt(2 * sp.pi * v)
    yield "ReLU at any v", integral(density, (x, 0, sp.oo)), sp.Rational(1, 2)


def _gate_slope(name: str) -> Callable[[], float]:
    """q at variance 1.1 over q at 1."""
    return lambda: activations.gate(name, variance=1.1) / activations.gate(name)


CLAIMS.add(
    id="AMMUP-X12",
    source=AMMUP.section("F"),
    says="q of GELU depends on the variance (1.0125 times as large at 1.1, from 1/4 at 0 to 1/2 at "
    "infinity), that of ReLU, 1/2, does not.",
    only_said="limits of an arc cosine, and an integral over half of the line",
    checks=(Quoted(_gate_growth), Exhaustive(_gate_ends, named=True)),
    cross_checks=(
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
)


def _drift_of_prefactor(options: Options) -> Callable[[], float]:
    """kappa(16) over kappa(4), kappa(L) = eta* L^(3/2) of a wide network, n Var W = 1/q."""

    def ask() -> float:
        rates = updates.max_update_rate("plain", [4, 16], part="label", **options)
        return float(rates[1] / rates[0]) * 4**1.5

    return ask


CLAIMS.add(
    id="AMMUP-X12-drift",
    source=AMMUP.section("F"),
    says="With n Var W = 1/q the prefactor eta* L^(3/2) is no slow function of the depth for GELU: "
    "from L = 4 to 16 it grows 20 times where eq. (2) activates the input (a shallower fit) and "
    "falls to 0.54 where it does not (a steeper one); that of ReLU changes by 1.20, as its exact "
    "energies say.",
    checks=(
        near(
            [
                (_drift_of_prefactor({"activation": "gelu"}), 20.457),
                (_drift_of_prefactor({"activation": "gelu", "activate_input": False}), 0.54024),
                (_drift_of_prefactor(RELU), math.sqrt(64 * 5 * 21 / (17 * 273))),
            ],
            rtol=1e-5,
        ),
    ),
    why_sampled="no enclosure of quadratures",
)
