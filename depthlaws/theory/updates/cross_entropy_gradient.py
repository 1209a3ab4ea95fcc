"""Size of the gradient of the cross-entropy at random logits: in all, and along the logits."""

import functools
import math

import numpy as np
from numpy.polynomial import Chebyshev

from depthlaws.base.argument_errors import shown
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.numerics.types import Array

__all__ = ["ce_gradient_norm"]

MIN_VARIANCE, MAX_VARIANCE = 1e-6, 1e3  # of the logits: series of few terms outside
DEGREES = 100, 200  # of the Chebyshev series in log v between them, for few and many classes
FEW_CLASSES = 10
MAX_TAIL = 1e-12  # last coefficients of that series over the largest, for few classes
MAX_CLASSES = 10**7  # of random logits, whose means then have 9 digits
TERMS = 8  # of the series in 1/sqrt(v) above them


def ce_gradient_norm(outputs: int, logit_variance: float = 0.0) -> float:
    """E |p - y|^2 for p = softmax(z) of independent N(0, v) logits and a class y drawn at random.

    It is 1 - 1/C at v = 0, which the paper uses; a fan-in head has v = E z_out^2 of order 1.

    Parameters
    ----------
    outputs : int
        Number of classes C, at least 2.
    logit_variance : float
        Variance v of a logit, at least 0.

    Returns
    -------
    float
        Mean squared norm, from 1 - 1/C to 2 (1 - 1/C); relative error about 1e-13 + 1e-16 C.

    Raises
    ------
    ValueError
        For fewer than 2 outputs, a negative variance, or more than 10^7 outputs at a variance
        above 0.

    References
    ----------
    Source: ammup, section G; for v > 0 beyond the paper (ERR-14).

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.ce_gradient_norm(10), updates.ce_gradient_norm(2, 1.0)
    (0.9, 0.636838)
    """
    classes, v = count("outputs", outputs), finite("logit_variance", logit_variance)
    if classes < 2 or v < 0:
        msg = f"outputs must be at least 2 and logit_variance at least 0, got {outputs} and {v:g}"
        raise ValueError(msg)
    if v == 0:
        return 1 - 1 / classes
    _refuse_many(classes)
    if MIN_VARIANCE <= v <= MAX_VARIANCE:
        more = _means(classes, math.sqrt(v))[0]
    else:
        more = float(excess(classes, np.array([math.log(v)]))[0, 0])
    return 1 - 1 / classes + more


def excess(classes: int, log_variance: Array) -> Array:
    """Means of |p - 1/C|^2 and (z.p - mean z)^2 / v over C logits z, at every log v: (2, point).

    The first adds to the |y - 1/C|^2 of the labels, and is exact to 1e-10 of that, up to 1e6
    classes: for many classes at a small variance it has few digits of its own (none at C = 1e6,
    v = 1e-4).
    """
    _refuse_many(classes)
    low, middle, high = _interpolants(classes)
    with np.errstate(over="ignore", under="ignore"):
        small = np.array(low)[:, None] * np.exp(np.minimum(log_variance, math.log(MIN_VARIANCE)))
        root = np.exp(-0.5 * np.maximum(log_variance, math.log(MAX_VARIANCE)))
    inside = np.clip(log_variance, math.log(MIN_VARIANCE), math.log(MAX_VARIANCE))
    large = np.array([f(root) for f in high])
    between = np.array([f(inside) for f in middle])
    upper = np.where(root < MAX_VARIANCE**-0.5, large, between)
    return np.where(log_variance < math.log(MIN_VARIANCE), small, upper)


def _refuse_many(classes: int) -> None:
    """Raise ValueError where the rounding of a correlation, about 1e-16, times C is too large."""
    if classes > MAX_CLASSES:
        msg = (
            f"outputs must be at most {MAX_CLASSES} for random logits of the cross-entropy, got "
            f"{shown(classes)}: logit_variance=0 has any number"
        )
        raise ValueError(msg)


@functools.lru_cache(maxsize=16)
def _interpolants(classes: int) -> tuple:
    """Slopes at v = 0, functions of log v in between, functions of 1/sqrt(v) at large v."""
    low = (classes - 1) / classes**2, (classes**2 - 1) / classes**2
    ends = [math.log(MIN_VARIANCE), math.log(MAX_VARIANCE)]
    degree = DEGREES[classes > FEW_CLASSES]
    points = np.polynomial.chebyshev.chebpts1(degree + 1) * (ends[1] - ends[0]) / 2 + sum(ends) / 2
    values = np.array([_means(classes, math.exp(0.5 * y)) for y in points]).T
    middle = [_resolved(Chebyshev.fit(points, v, degree, domain=ends), classes) for v in values]
    roots = MAX_VARIANCE**-0.5 * np.arange(1, TERMS + 1) / TERMS
    values = np.array([_at_infinity(classes), *(_means(classes, 1 / r) for r in roots)]).T
    roots = np.concatenate([[0.0], roots])
    high = [Chebyshev.fit(roots, v, TERMS, domain=[0, MAX_VARIANCE**-0.5]) for v in values]
    return low, middle, high


def _resolved(series: Chebyshev, classes: int) -> Chebyshev:
    """Return a series whose last coefficients are small. Raises: ArithmeticError for others."""
    tail = np.abs(series.coef[-2:]).max()
    if tail > (MAX_TAIL + 1e-16 * classes) * np.abs(series.coef).max():
        msg = f"the mean over {classes} logits is not resolved: its last coefficient is {tail:.1g}"
        raise ArithmeticError(msg)
    return series


def _means(classes: int, deviation: float) -> tuple[float, float]:
    """C E p_1^2 - 1/C and E(z.p)^2 - 1/C of logits d z, z normal, by 1/x^2 = int t e^(-tx) dt.

    At t = e^u a logit o = d z gives e^(k s) exp(-e^s) with s = u + o: correlations on one grid.
    """
    step = min(0.2, 0.4 * deviation)
    half = math.ceil(9 * deviation / step)
    z = step / deviation * np.arange(-half, half + 1)
    weight = np.exp(-0.5 * z**2) * (step / (deviation * math.sqrt(2 * math.pi)))
    s = np.arange(-math.log(classes) - 18 * deviation - 20, 18 * deviation + 5, step)
    with np.errstate(under="ignore"):
        size = np.exp(np.minimum(s, 7.0))  # exp(-e^7) is 0
        damped = np.exp(-size)
        once, twice = size * damped, size**2 * damped
        others = np.clip(_correlate(damped, weight), 0.0, 1.0)
        first = _correlate(twice, weight) * others ** (classes - 1)
        same = _correlate(twice, weight * z**2) * others ** (classes - 1)
        pair = _correlate(once, weight * z) ** 2 * others ** (classes - 2)
    square = step * classes * float(np.sum(first))
    along = step * classes * float(np.sum(same) + (classes - 1) * np.sum(pair))
    return square - 1 / classes, along - 1 / classes


def _correlate(values: Array, weight: Array) -> Array:
    """Sum over j of weight_j values_(i + j), for every i at which all values are given."""
    size = 1 << (len(values) + len(weight)).bit_length()
    product = np.fft.rfft(values, size) * np.fft.rfft(weight[::-1], size)
    return np.fft.irfft(product, size)[len(weight) - 1 : len(values)]


def _at_infinity(classes: int) -> tuple[float, float]:
    """Limit of :func:`_means`, p the indicator of the largest logit: 1 - 1/C, E max(z)^2 - 1/C."""
    z = np.linspace(-9.0, 9.0, 721)
    density = np.exp(-0.5 * z**2) / math.sqrt(2 * math.pi)
    largest = classes * density * special.ndtr(z) ** (classes - 1)
    return 1 - 1 / classes, float(np.sum(z**2 * largest)) * (z[1] - z[0]) - 1 / classes
