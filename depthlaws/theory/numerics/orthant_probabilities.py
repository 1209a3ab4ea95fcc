"""Mean of a product of four signs of jointly Gaussian variables, to about 1e-9.

By Plackett's identity d/dr_1j E[s1 s2 s3 s4] is 4 times the density of (x1, xj) at the origin
times E[sk sl] given x1 = xj = 0, which is an arcsine. Scaling the first row of the correlation
matrix by t from 0 to 1 leaves a one-dimensional integral for each j.
"""

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def _nodes(count: int) -> tuple[Array, Array]:
    """Return Gauss-Legendre nodes in z on [0, 1] as 1 - x = (1 - z)^3, and their weights in x.

    The integrand turns steeply at x = 1 when variables are strongly correlated.
    """
    z, weight = np.polynomial.legendre.leggauss(count)
    z, weight = (z + 1) / 2, weight / 2
    return (1 - z) ** 3, weight * 3 * (1 - z) ** 2


def four_signs(correlation: Array, /, *, nodes: int = 40) -> Array:
    """Return E[sign(x1) sign(x2) sign(x3) sign(x4)] for each positive definite correlation matrix.

    Shapes: (..., 4, 4) -> (...). Error: below 1e-9 at 40 nodes for correlations up to 1 - 1e-7;
    beyond, that of the correlations themselves, whose 1 - r has fewer digits. Minors are computed
    from 1 - r, of which no digits cancel.
    """
    flips = np.where(correlation[..., 0, :] < 0, -1.0, 1.0)  # of signs: no correlation nears -1
    correlation = correlation * flips[..., :, None] * flips[..., None, :]
    below, weight = _nodes(nodes)
    away = 1 - correlation
    total = np.zeros(correlation.shape[:-2])
    for j, (k, m) in ((1, (2, 3)), (2, (1, 3)), (3, (1, 2))):
        r, angle = correlation[..., 0, j, None], _arccos(away[..., 0, j, None])
        upper = math.pi / 2 - angle
        left = upper * below  # arcsin(r) - u, for sin u = t r
        p = 2 * np.square(np.sin((angle + left) / 2))  # 1 - sin u
        # 1 - t = (r - sin u) / r, with its limit 1 - x at r = 0.
        small = np.abs(r) < 1e-150
        lost = np.cos(upper - left / 2) * 2 * np.sin(left / 2) / np.where(small, 1.0, r)
        lost = np.where(small, below, lost)
        (q, v), (d, w) = (
            (lost + (1 - lost) * away[..., 0, i, None], away[..., j, i, None]) for i in (k, m)
        )
        y = away[..., k, m, None]
        cross = p * (q + v + d + w - p - y * (2 - p) - q * w - v * d) - (q - v) * (d - w)
        spread = np.maximum(_minor(p, q, v) * _minor(p, d, w), 1e-300)
        ratio = np.clip(cross / np.sqrt(spread), -1.0, 1.0)
        # Not a BLAS product: its bits depend on how many rows there are.
        total += upper[..., 0] * np.sum(np.arcsin(ratio) * weight, axis=-1)
    return total * (4 / math.pi**2) * np.prod(flips, axis=-1)


def _arccos(away: Array) -> Array:
    """Return arccos(1 - away)."""
    return 2 * np.arcsin(np.sqrt(np.maximum(away, 0.0) / 2))


def _minor(p: Array, q: Array, v: Array) -> Array:
    """Return the determinant of a correlation matrix of 1 - p, 1 - q, 1 - v."""
    return 2 * (p * q + p * v + q * v - p * q * v) - (p * p + q * q + v * v)


def sign_products(correlation: Array, quadruples: NDArray[np.intp], /, *, nodes: int = 40) -> Array:
    """Return E[s_a s_b s_c s_d] for quadruples of indices, repeated ones allowed.

    Shapes: correlation (time, time), quadruples (..., 4) -> (...). Each distinct set of four is
    integrated once.
    """
    pairs = 2 / math.pi * np.arcsin(np.clip(correlation, -1.0, 1.0))
    a, b, c, d = np.moveaxis(np.sort(quadruples, axis=-1), -1, 0)
    value = np.where(a == b, pairs[c, d], np.where(b == c, pairs[a, d], pairs[a, b]))
    distinct = (a != b) & (b != c) & (c != d)
    if not distinct.any():
        return value
    size = len(correlation)
    codes = ((a * size + b) * size + c) * size + d
    unique, inverse = np.unique(codes[distinct], return_inverse=True)
    index = np.stack(np.unravel_index(unique, (size,) * 4), axis=-1)
    integrated = np.empty(len(unique))
    for start in range(0, len(unique), 4096):
        part = index[start : start + 4096]
        matrices = correlation[part[:, :, None], part[:, None, :]]
        integrated[start : start + 4096] = four_signs(matrices, nodes=nodes)
    value[distinct] = integrated[inverse]
    return value
