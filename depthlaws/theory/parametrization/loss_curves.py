"""Shapes of the loss around the best learning rate, from which the best rate of a sweep is read.

A parabola alone puts the best rate of a sweep that is steep above it too low, by up to a factor of
2. So the loss may have any of these shapes f(u), with u the distance to the best rate in powers of
2 and f(0) = 0 its least:

- exp(k u) - 1 - k u, with k from -3 to 3: exponential on one side, a line on the other;
- u^2 below and r u^2 above, with r from 1/32 to 32;
- sqrt(1 + u^2) - 1 below, which becomes a line, and r u^2 / 2 above, and the mirror image.

The parabola is k = 0 and r = 1. A penalty on k and r, as of a normal prior of chi-squares, keeps
scatter from being read as a strange shape. Where runs diverge just above the only rate that is left
above the best one, a steep rise is likelier: the penalties are then 0 at k = 0.8 and r = 4.
"""

from __future__ import annotations

import numpy as np

from depthlaws.theory.numerics.types import Array

__all__: list[str] = []

EXPONENTS = np.linspace(-3, 3, 25)  # k
LOG2_RATIOS = np.linspace(-5, 5, 21)  # log2(r)
USUAL_EXPONENT = 1.2  # k of a penalty of 1
USUAL_LOG2_RATIO = 3.0  # log2(r) of a penalty of 1
LARGEST_POWER = 150.0  # beyond which exp is cut, so that squares stay finite

STEEP_EXPONENT, STEEP_LOG2_RATIO = 0.8, 2.0  # least penalties just below diverged runs


def _penalties(exponent: float, log2_ratio: float) -> Array:
    """Return the penalty of every shape, 0 at one k and one r."""
    of_ratio = ((LOG2_RATIOS - log2_ratio) / USUAL_LOG2_RATIO) ** 2
    return np.concatenate([((EXPONENTS - exponent) / USUAL_EXPONENT) ** 2, *[of_ratio] * 3])


PENALTIES = _penalties(0.0, 0.0)
PENALTIES_BELOW_DIVERGENCE = _penalties(STEEP_EXPONENT, STEEP_LOG2_RATIO)


def rises(u: Array) -> Array:
    """Return the loss above its least for every shape.

    Parameters
    ----------
    u : array
        log2 of the rate over the best rate.

    Returns
    -------
    array (shape, *u.shape)
        Rise of the loss, without its factor.
    """
    columns = (-1, *[1] * np.ndim(u))
    power = np.minimum(EXPONENTS.reshape(columns) * u, LARGEST_POWER)
    square = np.asarray(u) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        exponential = (np.expm1(power) - power) / EXPONENTS.reshape(columns) ** 2
    exponential[EXPONENTS == 0] = square / 2
    ratio = 2.0 ** LOG2_RATIOS.reshape(columns)
    soft = np.sqrt(1 + square) - 1
    above = u > 0
    return np.concatenate(
        [
            exponential,
            np.where(above, ratio, 1) * square,
            np.where(above, ratio * square / 2, soft),
            np.where(above, soft, ratio * square / 2),
        ]
    )
