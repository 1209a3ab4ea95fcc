"""Statistics of the printed tables, exact: means, straight lines, Student's t."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.recorded import Recorded
from depthlaws_papers.ammup.claims import printed
from depthlaws_papers.ammup.claims.common import AM_MUP
from depthlaws_papers.ammup.claims.printed import exact

GRID_STEP = Recorded(5, 79)  # decades between two of 80 learning rates over five decades


def rounded(text: str, /) -> tuple[Fraction, Fraction]:
    """Smallest and largest number that round to a printed decimal."""
    mantissa, _, exponent = text.partition("e")
    digits = len(mantissa.partition(".")[2])
    half = Recorded(1, 2 * 10**digits) * Recorded(10) ** int(exponent or 0)
    return exact(text) - half, exact(text) + half


def log10(value: Any, /) -> sp.Expr:
    """Decades: the logarithm to base 10."""
    return sp.log(value) / sp.log(10)


def mean(values: Sequence[Any], /) -> Any:
    """Arithmetic mean, exact."""
    return sum(values) / sp.Integer(len(values))


def standard_errors(values: Sequence[Fraction], truth: Fraction, /) -> sp.Expr:
    """Student's t of a mean against a true value."""
    centre, n = mean(values), len(values)
    square = sum((v - centre) ** 2 for v in values) / sp.Integer((n - 1) * n)
    return (centre - truth) / sp.sqrt(square)


def two_sided(t: sp.Expr, freedom: int, /) -> sp.Expr:
    """P(|T| > t) for a positive t and an even number of degrees of freedom, a finite sum.

    Abramowitz and Stegun (1964), 26.7.4, with sin(theta) = t/sqrt(freedom + t^2).
    """
    cosine2 = freedom / (freedom + t**2)
    term = total = sp.Integer(1)
    for j in range(1, freedom // 2):
        term *= cosine2 * sp.Rational(2 * j - 1, 2 * j)
        total += term
    return 1 - t / sp.sqrt(freedom + t**2) * total


def line(rates: Mapping[int, Any], /) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """Least-squares slope of log rate on log depth, its standard error, and R^2."""
    x = [log10(L) for L in rates]
    y = [log10(rate) for rate in rates.values()]
    x, y = ([v - mean(values) for v in values] for values in (x, y))
    xx, xy, yy = (
        sum(a * b for a, b in zip(u, v, strict=True)) for u, v in ((x, x), (x, y), (y, y))
    )
    slope, rest = xy / xx, yy - xy**2 / xx
    return slope, sp.sqrt(rest / (len(x) - 2) / xx), xy**2 / (xx * yy)


def scaled_rate(blocks: int, /) -> sp.Expr:
    """eta_0 (L / L_0)^(-3/2) at the effective depth 2 D + 2."""
    ratio = sp.Rational(2 * blocks + 2, 2 * printed.SOURCE_BLOCKS + 2)
    return exact(printed.SOURCE_RATE) * ratio ** sp.Rational(AM_MUP)
