"""Section 3.1: gates, initialisation, and the place of K^(-1/2)."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Quoted, Smallest
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import integral
from depthlaws.claims.engine.statement import (
    Array,
    Equal,
    Mean,
    Statement,
    Tree,
    array,
    arrays,
    gaussian,
    index,
    indices,
    induction,
    naturals,
    positive,
    reals,
    scalars,
    sqrt,
    total,
    tree,
)
from depthlaws.theory import activations, formula
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.common import (
    LINEAR,
    exact,
    mean_of,
)

CLAIMS = Claims()

z = sp.Symbol("z", real=True)
DENSITY = sp.exp(-(z**2) / 2) / sp.sqrt(2 * sp.pi)


def _half(power: int, slope: sp.Expr) -> sp.Expr:
    """Moments of the gate of a two-slope activation: each half line has weight 1/2."""
    below = integral(DENSITY, (z, -sp.oo, 0))
    return below * slope**power + (1 - below)


def _gates() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """q, q_4 and kappa by integration against activations.gate and kappa4."""
    for name, slope in (("relu", 0), ("linear", 1), ("abs", -1)):
        second, fourth = (_half(p, sp.sympify(slope)) for p in (2, 4))
        yield f"{name}: q", sp.nsimplify(activations.gate(name)), second
        yield f"{name}: kappa", sp.nsimplify(activations.kappa4(name)), fourth / second**2
    yield "He: 1/q for ReLU", sp.Integer(2), 1 / _half(2, sp.Integer(0))


def _smooth_gates() -> Iterator[tuple[str, Any, str]]:
    """GELU: q by its gate kernel, and kappa4 by the closed form of E gelu'^4."""
    yield "E gelu'^2", formula("gate-gelu").ball(1, 1, 1), "0.455850865649287"
    # By parts: E gelu'^4 = 1/5 + 8 I + (91/50) int f^5, f the density, I = int P(Z < z)^2 f^3.
    pair = (sp.Rational(1, 4) + sp.asin(sp.Rational(1, 4)) / (2 * sp.pi)) / (2 * sp.pi * sp.sqrt(3))
    fourth = sp.Rational(1, 5) + 8 * pair + sp.Rational(91, 50) / (4 * sp.pi**2 * sp.sqrt(5))
    yield "E gelu'^4", float(fourth), "0.433955838856"
    second = sp.Rational(1, 3) + 2 / (3 * sp.pi * sp.sqrt(3))
    yield "kappa of gelu", activations.kappa4("gelu"), f"{float(fourth / second**2):.12f}"


CLAIMS.add(
    id="AMMUP-D01",
    source=AMMUP.section("3.1"),
    says="q = E phi'(Z)^2 is 1/2 for ReLU, and kappa = E phi'^4/q^2 is 2 (linear and |x|: 1, 1).",
    only_said="for x and |x| every moment is that of 1: both sides are 1",
    checks=(Exhaustive(_gates, named=True),),
    cross_checks=(Quoted(_smooth_gates, what="smooth activations"),),
)


def _gelu_gate() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E gelu'^2 from the gate kernel at equal unit variances."""
    record = formula("gate-gelu")
    at_one = record.expr.subs(dict.fromkeys(record.symbols, 1))
    yield "unit variance", at_one, sp.Rational(1, 3) + 2 / (3 * sp.pi * sp.sqrt(3))


CLAIMS.add(
    id="AMMUP-X09",
    source=AMMUP.section("F"),
    says="E gelu'(Z)^2 = 1/3 + 2/(3 pi sqrt 3) = 0.456.",
    checks=(Exhaustive(_gelu_gate, named=True),),
    cross_checks=(Quoted(lambda: [("E gelu'^2", formula("gate-gelu").ball(1, 1, 1), "0.456")]),),
)


def _stationary(activation: str) -> tuple[float, float]:
    """E phi^2 and q at unit variance: equal where fan-in keeps the variance of the states."""
    act = activations.get(activation)
    return float(act.dual(1.0, 1.0, 1.0)), activations.gate(activation)


CLAIMS.add(
    id="AMMUP-E01",
    source=AMMUP.eq(1),
    says="Fan-in initialisation 1/(q fan-in) keeps the variance of pre-activations, for ReLU, "
    "leaky ReLU, |x| and x.",
    quote="Under the mean-field normalization where pre-activations are O(1)",
    reading="The variance after a layer is E phi(sqrt(v) Z)^2 / q; it stays at v = 1 only if E "
    "phi^2 = q. For GELU it does not (.42522 against .45585), although (1) is stated for any phi; "
    "appendix F speaks of such drifts.",
    checks=(Property(_stationary, {"activation": ["relu", "linear", "abs", "leaky_relu"]}),),
    imprecise=True,
    exact="AMMUP-E01-homogeneous",
    why_sampled="no enclosure of the float kernels",
    change="Add: for positively homogeneous activations, which keep the variance.",
    against=(
        Smallest(
            lambda layer: (2 / sp.pi * sp.asin(sp.Rational(2, 3)), "==", 4 / (sp.pi * sp.sqrt(5))),
            {"layer": [1]},
            of=("E erf(Z)^2, the variance behind a layer of erf units times q", "q = E erf'(Z)^2"),
        ),
    ),
)


v, slope = sp.Symbol("v", positive=True), sp.Symbol("slope", real=True)
above = v * integral(z**2 * DENSITY, (z, 0, sp.oo))  # mean square above 0; below it slope^2 times


def _gelu_fixed_point() -> Iterator[tuple[str, sp.Expr, str, sp.Rational]]:
    """v -> E gelu(sqrt(v) Z)^2 / q crosses the diagonal upwards at 1.7727: unstable."""
    dual, gate = formula("dual-gelu"), formula("gate-gelu")
    fan_in = gate.expr.subs(dict.fromkeys(gate.symbols, sp.Integer(1)))
    for v, relation in ((sp.Rational(17726, 10**4), "<"), (sp.Rational(17728, 10**4), ">")):
        after = dual.expr.subs(dict.fromkeys(dual.symbols, v)) / fan_in
        yield f"at v = {float(v)}", after, relation, v


CLAIMS.add(
    id="AMMUP-E01-homogeneous",
    source=AMMUP.ledger("ERR-09"),
    says="For phi of two slopes the variance is kept exactly. For GELU the map v -> E gelu(sqrt(v) "
    "Z)^2/q crosses the diagonal upwards between 1.7726 and 1.7728: an unstable fixed point.",
    statement=Statement(
        Equal((above + slope**2 * above) / ((1 + slope**2) / 2), v),
        for_all={v: positive, slope: reals},
    ),
    checks=(Exhaustive(_gelu_fixed_point, named=True),),
)


def _forward(activation: str) -> Iterator[tuple[str, Fraction, Fraction]]:
    """z_l = W phi(z_{l-1}), phi on the raw input: |a_1|^2 halves for ReLU (factor q of S_1)."""
    raw = exact("plain", 1, width=6, activation=activation, part="label")
    free = exact("plain", 1, width=6, activation=activation, part="label", activate_input=False)
    square = Recorded(activations.gate(activation)) ** 2
    extra = (1 + 3 * (Recorded(activations.kappa4(activation)) - 1) / 8) * square
    yield f"{activation}: S_1 with and without phi(x)", raw[0], extra * free[0]


entered, raw, pull = arrays("a x g")  # phi(x) and x; the loss pulls g at the first layer
units = scalars("n")
o, e = indices("o e", units)


def moved(state: Array) -> Tree:
    """Sum of squares of the change of W state by the step -g state^T."""
    return total(total(pull[o] * state[e] * state[e], e) ** 2, o)


CLAIMS.add(
    id="AMMUP-E02",
    source=AMMUP.eq(2),
    says="z_l = W_l phi(z_{l-1}) with phi on the raw input: for a given pull of the loss S_1 is "
    "|phi(x)|^4/|x|^4 of what the usual first layer W_1 x would give.",
    statement=Statement(
        Equal(
            moved(entered) * total(raw[e] ** 2, e) ** 2, moved(raw) * total(entered[e] ** 2, e) ** 2
        ),
        for_all={units: naturals(1), **dict.fromkeys((entered, raw, pull), reals[units])},
    ),
    cross_checks=(Exhaustive(lambda: itertools.chain(_forward("relu"), _forward("linear"))),),
)


blocks, q, initial = *scalars("K q"), array("W")

CLAIMS.add(
    id="AMMUP-E05",
    source=AMMUP.eq(5),
    says="Var = 1/(q K fan-in) and K^(-1/2) times fan-in are one law of the initial weights.",
    quote="equivalently applying fan-in initialization and scaling residual-branch weights by "
    "K^(-1/2)",
    reading="The initial weights are multiplied. If K^(-1/2) multiplies the trained weight from "
    'outside, as "a multiplicative scaling on the residual branch" (3.4) can be read, the initial '
    "function is the same and the first step is not (AMMUP-E05-multiplier).",
    statement=Statement(
        Equal(Mean((initial[e] / sqrt(blocks)) ** 2, initial), 1 / (q * blocks * units)),
        for_all={
            blocks: naturals(1),
            units: naturals(1),
            q: positive,
            initial: gaussian(1 / (q * units))[units],
        },
    ),
    imprecise=True,
    exact="AMMUP-E05-multiplier",
    change="equivalently, as laws of the initial weights.",
    against=(
        Smallest(
            lambda K: (sp.diff(sp.Symbol("w") / sp.sqrt(K), sp.Symbol("w")) ** 2, "==", 1),
            {"K": [1, 2]},
            of=(
                "change of x + K^(-1/2) w x by a step in w, over that under eq. (5)",
                "1, if equivalent",
            ),
        ),
    ),
)


def _multiplier() -> Iterator[tuple[str, Fraction, Fraction]]:
    """Outside, every update is K^(-1) times that inside: S is K^(-2), eta* K times as large."""
    for blocks, power in itertools.product((2, 8), (Recorded(1, 2), Recorded(3, 2))):
        options = {"width": 16, "outputs": 4, "power": power, **LINEAR}
        inside = exact("residual", blocks, scaled="each", **options)
        outside = exact("residual", blocks, scaled="multiplier", **options)
        factor = Recorded(blocks) ** int(-4 * Recorded(power))
        yield f"K = {blocks}, power {power}", mean_of(outside), factor * mean_of(inside)


n, power, multiplier = scalars("n p b")
W, step, fed, inside, outside = arrays("W g x dz dz_outside")  # W: weights with b, x: their input
i, j = indices("i j", n)
l, passed = index("l", 0, blocks), index("passed", 0, blocks - 1)

CLAIMS.add(
    id="AMMUP-E05-multiplier",
    source=AMMUP.ledger("ERR-03"),
    says="With K^(-p) = b outside of the branch, whose gradients then carry b, the change of the "
    "states is b^2 of that with b in the weights, so S_l is K^(-4p) of it and eta* K^(2p) times as "
    "large, at every width and depth.",
    statement=Statement(
        Equal(outside[l, i], multiplier**2 * inside[l, i], by=induction(l)),
        Equal((blocks ** (-power)) ** 4, blocks ** (-4 * power)),
        for_all={
            blocks: naturals(1),
            n: naturals(1),
            power: reals,
            multiplier: reals,
            W: reals[blocks, n, n],
            step: reals[blocks, n, n],
            fed: reals[blocks, n],
        },
        defined={
            inside[0, i]: tree(0),
            outside[0, i]: tree(0),
            inside[passed + 1, i]: inside[passed, i]
            + total(W[passed + 1, i, j] * inside[passed, j], j)
            + total(step[passed + 1, i, j] * fed[passed + 1, j], j),
            outside[passed + 1, i]: outside[passed, i]
            + total(W[passed + 1, i, j] * outside[passed, j], j)
            + multiplier * total(multiplier * step[passed + 1, i, j] * fed[passed + 1, j], j),
        },
    ),
    cross_checks=(Exhaustive(_multiplier, what="energies of the recursions"),),
)
