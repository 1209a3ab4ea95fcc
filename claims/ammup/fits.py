"""Statistics of the printed tables in ball arithmetic: means, straight lines, Student's t."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from flint import arb

from depthlaws.claims.ammup import printed
from depthlaws.claims.ammup.printed import exact

GRID_STEP = Fraction(5, 79)  # decades between two of 80 learning rates over five decades


def ball(value: Fraction, /) -> arb:
    """A fraction as a ball."""
    return arb(value.numerator) / arb(value.denominator)


def rounded(text: str, /) -> arb:
    """All numbers that a printed decimal rounds from."""
    mantissa, _, exponent = text.partition("e")
    digits = len(mantissa.partition(".")[2])
    half = Fraction(1, 2 * 10**digits) * Fraction(10) ** int(exponent or 0)
    return arb(ball(exact(text)).mid(), ball(half).abs_upper())


def log10(value: arb, /) -> arb:
    """Decades."""
    return value.log() / arb(10).log()


def mean(values: Sequence[Fraction], /) -> Fraction:
    """Arithmetic mean, exact."""
    return sum(values, Fraction(0)) / len(values)


def standard_errors(values: Sequence[Fraction], truth: Fraction, /) -> arb:
    """Student's t of a mean against a truth."""
    centre, n = mean(values), len(values)
    square = sum(((v - centre) ** 2 for v in values), Fraction(0)) / (n - 1) / n
    return ball(centre - truth) / ball(Fraction(square)).sqrt()


def two_sided(t: arb, freedom: int, /) -> arb:
    """P(|T| > |t|) for an even number of degrees of freedom, a finite sum.

    Abramowitz and Stegun (1964), 26.7.4, with sin(theta) = t/sqrt(freedom + t^2).
    """
    sine = abs(t) / (arb(freedom) + t * t).sqrt()
    cosine2 = 1 - sine * sine
    term = total = arb(1)
    for j in range(1, freedom // 2):
        term *= cosine2 * arb(2 * j - 1) / arb(2 * j)
        total += term
    return 1 - sine * total


def line(rates: Mapping[int, arb], /) -> tuple[arb, arb, arb]:
    """Least-squares slope of log rate on log depth, its standard error, and R^2."""
    x = [log10(arb(L)) for L in rates]
    y = [log10(rate) for rate in rates.values()]
    n = len(x)
    x, y = ([v - sum(values, arb(0)) / n for v in values] for values in (x, y))
    xx, xy, yy = (
        sum((a * b for a, b in zip(u, v, strict=True)), arb(0)) for u, v in ((x, x), (x, y), (y, y))
    )
    slope, rest = xy / xx, yy - xy**2 / xx
    return slope, (rest / (n - 2) / xx).sqrt(), xy**2 / (xx * yy)


def scaled_rate(blocks: int, /) -> arb:
    """eta_0 (L / L_0)^(-3/2) at the effective depth 2 D + 2."""
    ratio = arb(2 * blocks + 2) / arb(2 * printed.SOURCE_BLOCKS + 2)
    return ball(exact(printed.SOURCE_RATE)) * ratio ** (arb(-3) / 2)
