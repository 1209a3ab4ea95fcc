"""Appendix G: cross-entropy beside the mean square, at the first step."""

import math

import numpy as np
import sympy as sp

from depthlaws.claims.ammup.common import (
    COUNT,
    near,
)
from depthlaws.claims.engine.checks import Identity, Property
from depthlaws.claims.engine.laws import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()

C = symbol("C")


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
    sides=("E|p - y|^2, fan-in head", "that of uniform p"),
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
    sides=("slope of eta*, mse with m = n", "slope of eta*, cross-entropy"),
)
