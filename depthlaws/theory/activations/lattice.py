r"""Means of products of an analytic function at two Gaussians, by the trapezoidal rule.

The sum over a lattice in t, x = x(t), converges exponentially. Near 0, where phi has its structure,
x is about ``width`` sinh t; far out it is linear in t, with steps of about half a deviation of the
Gaussian. So the number of points grows with the logarithm of the variance only. The sums over every
second and every third point tell how fast it converges.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.theory.numerics.types import Array

STEP = 0.2  # in t: exp(-2 pi (pi/2) / STEP) is 4e-22 for a pole at t = i pi/2, 7e-8 at three times
FAR_STEP = 0.38  # in deviations: exp(-2 (pi / FAR_STEP)^2) is 4e-60, 3e-7 at three times the step
REACH = 8.5  # deviations; 2e-17 lies beyond
SLOPE = FAR_STEP / STEP
HALF = 2e-6  # agreement with every second point: the error is about its square
THIRD = 2e-4  # agreement with every third point: the error is about its third power
ORDER = 1.25  # of the first in the second, 1.5 for exponential convergence; kinks have 1
ROUNDED = 1e-11  # agreement that needs no order
WAVES = 1e-12  # agreement of the two lattices of waves, over the mean square
FLOOR = 1e-13  # of the largest mean that the functions could have: agreement below it is rounding
STRIDES = (1, 2, 3)  # through the points, for the error
EVALUATIONS = 1 << 15  # at once: they stay in the second-level cache
MAX_POINTS = 100_000  # points of both lattices: panels are faster then


def means(
    f: Callable[[Any], Any], width: float, deviation: Array, slope: Array, tau: Array, other: Array
) -> tuple[Array, Array]:
    """Return E f(u) f(slope u + tau Z) and whether the sum has converged, row by row.

    Parameters
    ----------
    f : callable
        Function of arrays.
    width : float
        Distance from 0 of the nearest pole of f, about.
    deviation : array (row,)
        Deviation of u, at least that of v.
    slope, tau : array (row,)
        Mean of v over u and deviation of v at a given u.
    other : array (row,)
        Deviation of v = slope u + tau Z.
    """
    out, sure = np.empty(tau.size), np.zeros(tau.size, dtype=bool)
    half = _rounded_up(_end(REACH * deviation, deviation, width) / STEP)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        fixed = np.ceil(_end(REACH * other, tau, width) / STEP)
        moving = np.ceil(REACH / _even_step(tau, width))
    count = np.where(tau > 0, _rounded_up(np.fmin(fixed, moving)), 0.0)
    kind = np.where(tau <= 0, 0, np.where(moving <= fixed, 1, 2))
    rule = (_perfect, _moving, _fixed)
    for k in range(3):
        rows = np.flatnonzero((kind == k) & (half * count <= MAX_POINTS / 4))
        sizes = half[rows] + 1j * count[rows]
        for size in np.unique(sizes):
            outer, inner = int(size.real), int(size.imag)
            alike = rows[sizes == size]  # a sum has the terms of its row alone
            step = max(1, EVALUATIONS // ((2 * outer + 1) * (2 * inner + 1)))
            for part in np.split(alike, range(step, alike.size, step)):
                moments = (v[part, None] for v in (deviation, slope, tau))
                sums = _converged(f, rule[k], (outer, inner), width, *moments)
                out[part], sure[part] = sums
    return out, sure


def _rounded_up(count: Array) -> Array:
    """Round whole numbers up to three binary digits, so that many rows share one size."""
    with np.errstate(invalid="ignore"):
        unit = np.exp2(np.maximum(np.floor(np.log2(np.maximum(count, 1.0))) - 2, 0))
    return np.ceil(count / unit) * unit


def wave_mean(
    f: Callable[[Any], Any], step: float, deviations: tuple[float, float], rho: float
) -> tuple[float, bool]:
    """Return E f(u) f(v) of one pair and whether it has converged, for f with waves everywhere.

    With u and v given a part that they share, the mean is a product of two smoothed f: of f on an
    even lattice, by Fourier transforms. The error is relative to the means of squares.

    Parameters
    ----------
    f : callable
        Function of arrays.
    step : float
        Step that resolves f everywhere, with a margin of 2.
    deviations : tuple of float
        Deviations of u and v, the larger first.
    rho : float
        Correlation of u and v, between -1 and 1.
    """
    shared, own = math.sqrt(abs(rho)), math.sqrt(1 - abs(rho))
    larger, other = deviations[0], math.copysign(deviations[1], rho)
    least = 2 * REACH * (shared + own) * larger / step
    count = 1 << math.ceil(math.log2(least))  # Fourier transforms of powers of 2 are fast
    z = np.arange(-count // 2, count // 2) * (step / larger)
    values = f(larger * z), f(other * z)
    sums = []
    for stride in (1, 2):
        first, second = (_smoothed(v[::stride], stride * step / larger, own) for v in values)
        weight = np.exp(-0.5 * np.square(z[::stride] / shared)) if rho else z[::stride] == 0
        sums.append(float(np.sum(weight * first * second) / np.sum(weight)))
    scale = math.sqrt(float(np.mean(values[0] ** 2) * np.mean(values[1] ** 2)))
    return sums[0], abs(sums[1] - sums[0]) <= WAVES * scale


def _smoothed(values: Array, step: float, deviation: float) -> Array:
    """Return the means of values over normals about each point, wrong near the ends."""
    frequency = 2 * math.pi * np.fft.rfftfreq(values.size, step)
    damped = np.fft.rfft(values) * np.exp(-0.5 * np.square(deviation * frequency))
    return np.fft.irfft(damped, values.size)


def _converged(
    f: Any, rule: Any, sizes: tuple[int, int], width: float, deviation: Any, slope: Any, tau: Any
) -> tuple[Array, Array]:
    u, weight = _lattice(sizes[0], deviation, width)
    weight = weight * _density(u / deviation) / deviation
    with np.errstate(all="ignore"):
        left = weight * f(u)
        inner, largest = rule(f, sizes[1], width, slope * u, tau)
        sums = [
            stride * np.sum(left[:, ::stride] * right[:, ::stride], axis=1)
            for stride, right in zip(STRIDES, inner, strict=True)
        ]
        floor = FLOOR * np.abs(left).sum(axis=1) * largest
        scale = np.maximum(np.abs(sums[0]), floor)
        half, third = (np.abs(total - sums[0]) / scale for total in sums[1:])
    sure = (half <= np.minimum(HALF, third**ORDER)) | (half <= ROUNDED)
    return sums[0], sure & (third <= THIRD) & np.isfinite(sums[0]) & (scale > 0)


def _perfect(f: Any, count: int, width: float, mean: Array, tau: Array) -> tuple[list, Any]:
    """Means of f(mean): nothing is left to integrate."""
    value = f(mean)
    return [value] * 3, np.abs(value).max(axis=1)


def _moving(f: Any, count: int, width: float, mean: Array, tau: Array) -> tuple[list, Any]:
    """Means over equal steps about every mean, for a small tau."""
    step = REACH / count
    z = step * np.arange(-count, count + 1)
    values = f(mean[..., None] + tau[..., None] * z)
    weight = step * _density(z)
    return _strided(values * weight), np.abs(values).max(axis=(1, 2))


def _fixed(f: Any, count: int, width: float, mean: Array, tau: Array) -> tuple[list, Any]:
    """Means over one lattice of v for all means, for a tau that is not small beside it."""
    v, weight = _lattice(count, tau, width)
    values = f(v)
    terms = (v[:, None, :] - mean[..., None]) / tau[..., None]
    np.square(terms, out=terms)
    terms *= -0.5
    np.exp(terms, out=terms)
    terms *= (values * weight / (tau * math.sqrt(2 * math.pi)))[:, None, :]
    return _strided(terms), np.abs(values).max(axis=1)


def _strided(terms: Array) -> list[Array]:
    """Sums over all, every second and every third of the last axis, each for its own step."""
    half = np.sum(terms[..., ::2], axis=-1)
    every = half + np.sum(terms[..., 1::2], axis=-1)
    return [every, 2 * half, 3 * np.sum(terms[..., ::3], axis=-1)]


def _even_step(tau: Array, width: float) -> Array:
    """Step in deviations that resolves the Gaussian and f."""
    return np.minimum(FAR_STEP, STEP * 2 / math.pi * width / tau)


def _knee(far: Array, width: float) -> Array:
    """Return t where the steps become those of the Gaussian."""
    return np.log(np.maximum(2 * SLOPE * far / width, 1.0))


def _end(reach: Array, far: Array, width: float) -> Array:
    """Return a t with x(t) >= reach."""
    return _knee(far, width) + reach / (SLOPE * far)


def _lattice(count: int, far: Array, width: float) -> tuple[Array, Array]:
    """Return points x(t) and weights dx/dt STEP at 2 count + 1 points, for each row of ``far``."""
    t, knee = STEP * np.arange(-count, count + 1), _knee(far, width)
    up, down = t - knee, -t - knee
    x = SLOPE * far * (np.logaddexp(0.0, up) - np.logaddexp(0.0, down))
    with np.errstate(over="ignore"):  # far out a share is 0
        rate = SLOPE * far * (1 / (1 + np.exp(-up)) + 1 / (1 + np.exp(-down)))
    return x, STEP * rate


def _density(z: Any) -> Array:
    return np.exp(-0.5 * z * z) / math.sqrt(2 * math.pi)
