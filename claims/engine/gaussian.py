"""Expectations of polynomials in Gaussian variables, exactly."""

import math
from collections.abc import Sequence
from typing import Any

import sympy as sp

__all__ = ["gaussian_mean"]


def gaussian_mean(polynomial: sp.Expr, unknown: Sequence[sp.Symbol], variance: Any) -> sp.Expr:
    """E of a polynomial in independent centred Gaussians of this variance, moment by moment."""
    with sp.evaluate(True):  # Poly needs it where a certificate writes the rest as it stands
        found = sp.Poly(polynomial, *unknown).terms()
    total = sp.Integer(0)
    for powers, coefficient in found:
        if all(p % 2 == 0 for p in powers):
            total += (
                coefficient
                * math.prod(math.prod(range(1, p, 2)) for p in powers)
                * sp.sympify(variance) ** sp.Rational(sum(powers), 2)
            )
    return sp.expand(total)
