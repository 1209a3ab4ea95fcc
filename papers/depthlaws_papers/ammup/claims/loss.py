"""Appendix G: cross-entropy and the mean square, at the first step."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Sampled, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    arrays,
    indices,
    naturals,
    reals,
    registered,
    scalars,
    total,
)
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims import simplest
from depthlaws_papers.ammup.claims.common import Options, near
from depthlaws_papers.ammup.claims.counting import EXPONENTS, exponents
from depthlaws_papers.ammup.claims.simulating import SKEW_ALARM, Cell

CLAIMS = Claims()

Array = np.ndarray
classes = scalars("C")
i, drawn = indices("i y", classes)
p, a, b = arrays("p a b")


CLAIMS.add(
    id="AMMUP-X08",
    source=AMMUP.section("G"),
    says="|p - y|^2 = 1 - 1/C at equal logits.",
    statement=Statement(
        Equal(
            (1 - 1 / classes) ** 2 + (classes - 1) / classes**2, registered("uniform-ce-gradient")
        ),
        for_all={classes: naturals(1)},
    ),
)


def _near_uniform(classes: int) -> tuple[float, float]:
    """|E |p - y|^2/(1 - 1/C) - 1| for N(0, 1/2) logits of a fan-in head on ReLU features, 1/5."""
    return abs(updates.ce_gradient_norm(classes, 0.5) / (1 - 1 / classes) - 1), 0.2


def _logit_variance() -> sp.Expr:
    """Mean square of the ReLU of a standard normal number."""
    z = sp.Symbol("z", real=True)
    return sp.integrate(z**2 * sp.exp(-(z**2) / 2) / sp.sqrt(2 * sp.pi), (z, 0, sp.oo))


CLAIMS.add(
    id="AMMUP-X05",
    source=AMMUP.section("G"),
    says="At initialisation, with a fan-in head on ReLU features and 2, 10 and 100 classes, "
    "E |p - y|^2 is within a fifth of 1 - 1/C, that of uniform p.",
    quote="At initialization, logits are near zero",
    reading=(
        '"Near zero" is read as: near enough for a gradient of order one, which the section '
        "needs. The head of section 3.1 is fan-in: logits have variance 1/2 on ReLU features. "
        "With a zero or mean-field head the sentence holds as printed."
    ),
    checks=(Property(_near_uniform, {"classes": [2, 10, 100]}, relation="<"),),
    why_sampled="no enclosure of an integral over the logits",
    imprecise=True,
    exact="AMMUP-X05-size",
    change="At initialization, logits are of order one with a fan-in head, and near zero with a "
    "zero head.",
    against=(
        Smallest(
            lambda outputs: (_logit_variance(), "==", 0),
            {"outputs": [1]},
            of=("variance of a logit, fan-in head on ReLU features", "0, if logits were zero"),
        ),
    ),
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
    why_sampled="no enclosure of an integral over the logits",
)


SMALL_CELL = Cell(
    "plain", 16, 3, 5, {"activation": "linear", "head": 1e-8, "loss": "ce", "part": "label"}
)


def _small_head(seed: int) -> Array:
    """Energies of networks whose logits are nearly 0, at every layer."""
    whole = replace(SMALL_CELL, words={k: v for k, v in SMALL_CELL.words.items() if k != "part"})
    return whole.run(13_500, seed, observe="energy").energy.to_numpy()


def _labels_of_classes() -> Iterator[tuple[Callable[[], float], float]]:
    """The label part against that of mse, and against 1 - 1/C at infinite width."""
    for classes, width in ((2, 7), (10, 64), (10, math.inf)):
        words: Options = {"outputs": classes, "part": "label", "width": width}
        variance = classes - 1 if width < math.inf else 1 - 1 / classes
        mse = updates.energies("plain", 4, label_variance=variance, **words)
        yield (
            lambda o=words: float(updates.energies("plain", 4, loss="ce", **o)[-1]),
            float(mse[-1]),
        )


CLAIMS.add(
    id="AMMUP-X05-parts",
    source=AMMUP.ledger("ERR-14"),
    says="For a class y drawn independently E(p - y)(p - y)^T, between any a and b, is that of "
    "(p - 1/C)(p - 1/C)^T and the covariance of y: S_l splits into parts of outputs and labels.",
    statement=Statement(
        Equal(
            total((total(p[i] * a[i], i) - a[drawn]) * (total(p[i] * b[i], i) - b[drawn]), drawn)
            / classes,
            total((p[i] - 1 / classes) * a[i], i) * total((p[i] - 1 / classes) * b[i], i)
            + total(a[i] * b[i], i) / classes
            - total(a[i], i) * total(b[i], i) / classes**2,
        ),
        for_all={classes: naturals(1), **dict.fromkeys((p, a, b), reals[classes])},
    ),
    cross_checks=(
        Sampled(
            _small_head,
            lambda: SMALL_CELL.energies,
            what="a head of variance 1e-8",
            alarm=SKEW_ALARM,
        ),
        near([*_labels_of_classes()], rtol=1e-13, what="public function"),
    ),
)


SOFT = (
    Cell("plain", 16, 2, 5, {"loss": "ce"}),
    Cell("plain", 8, 2, 3, {"loss": "ce", "activation": "linear", "inputs": "gaussian"}),
    Cell("plain", 12, 3, 10, {"loss": "ce", "activate_input": False, "head": 4.0}),
)


def _soft(cell: Cell, samples: int = 75_000) -> Sampled:
    """S-bar of networks of this width and loss, for each class."""
    return Sampled(
        lambda seed: cell.run(samples, seed).budget.to_numpy(),
        lambda: cell.budget,
        what=str(cell),
        alarm=SKEW_ALARM,
    )


def _one_over_width(depth: int) -> tuple[list[float], list[float]]:
    """n (S_L/n over its limit, less 1) at n and 8 n, equal up to terms of order 1/n."""
    wide = float(updates.energies("plain", depth, loss="ce", outputs=10)[-1])
    gaps = []
    for n in (2**13, 2**16):
        energies = updates.energies("plain", depth, loss="ce", outputs=10, width=n)
        gaps.append(n * (float(energies[-1]) / n / wide - 1))
    return [abs(gaps[0] / gaps[1] - 1), 0.0], [0.003, gaps[1]]


CLAIMS.add(
    id="AMMUP-B-softmax-width",
    source=AMMUP.ledger("ERR-14"),
    says="Plain linear and ReLU networks with cross-entropy, 10 classes, one and four layers: the "
    "update energy S_l at width n exceeds its limit of infinite width by a multiple of 1/n. The "
    "softmax enters only through the distribution of the last state's norm.",
    checks=(Property(_one_over_width, {"depth": [1, 4]}, relation="<", at_least=2),),
    cross_checks=tuple(map(_soft, SOFT, (60_000, 104_000, 90_000))),
    why_sampled="no enclosure of an integral over the logits",
)


TURNED = (
    Cell("plain", 6, 3, 10, {"loss": "ce", "weights": "orthogonal"}),
    Cell(
        "plain",
        5,
        2,
        10,
        {"loss": "ce", "weights": "orthogonal", "activation": "linear", "inputs": "gaussian"},
    ),
)


def _turned_slope(classes: int, head: float, layer: int) -> tuple[float, float]:
    """(S_l(n) - S_l(m)) / (n - m), linear units, inputs on the sphere: l^2 head E|p - y|^2."""
    few, many = (
        updates.energies(
            "plain",
            layer,
            loss="ce",
            weights="orthogonal",
            activation="linear",
            outputs=classes,
            head=head,
            width=n,
        )
        for n in (3, 40)
    )
    size = updates.ce_gradient_norm(classes, head)
    return float(many[-1] - few[-1]) / 37, layer**2 * head * size


CLAIMS.add(
    id="AMMUP-B-softmax-orthogonal",
    source=AMMUP.ledger("ERR-14"),
    says="The full S_l of cross-entropy for orthogonal weights at a finite width: with k open rows "
    "the state's size is multiplied by a Beta variable. In linear units on the sphere it stays n "
    "and the tangents' Gram matrix is l n times the identity, so that S_l is l^2 times a function "
    "that grows with n by head E|p - y|^2.",
    checks=(
        Property(
            _turned_slope,
            {"classes": [10], "head": [0.01, 30.0], "layer": [1, 5]},
            rtol=1e-10,
        ),
    ),
    cross_checks=tuple(map(_soft, TURNED)),
    why_sampled="no enclosure of an integral over the logits",
)


CLAIMS.add(
    id="AMMUP-X04",
    source=AMMUP.section("G"),
    says="With one output or few classes the choice of mse or cross-entropy does not change the "
    "exponent, -3/2, of plain wide ReLU and linear networks.",
    quote="this choice does not change the depth exponent",
    reading="For few outputs. With as many outputs as units and a fan-in head the exponent is -2 "
    "for mse, -3/2 for cross-entropy (AMMUP-P1-outputs).",
    checks=(exponents(*EXPONENTS[:1], *EXPONENTS[2:]),),
    imprecise=True,
    exact="AMMUP-P1-outputs",
    why_sampled="no enclosure of slopes at one depth",
    change="Add: for few outputs or classes.",
    against=(simplest.MANY_OUTPUTS,),
)
