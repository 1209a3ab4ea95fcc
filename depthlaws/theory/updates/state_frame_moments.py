r"""Moments of one random layer in the frame of its state, weighted by a power of the state's size.

A plain network multiplies its state h by W and applies gates. With h as the first axis of the
columns and the new state W h as the first axis of the rows, a matrix with k open gates is

    W = ( r  w^T )
        ( 0   V  ),      new size |W h| = r |h|.

The tangents of a state have the Gram matrix G = (g q^T; q Q) in its frame. The mean squares of G
are linear in eight products, and their means, weighted by r^(2 tilt), obey a linear recursion.
The derivation of every moment, with the tests that check it, is in
``docs/derivations/cross-entropy-finite-width.md``.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.types import Array

__all__: list[str] = []

Complex = Any  # arrays of complex numbers: NumPy's types lose them in products

STIRLING_FROM = 300.0  # argument of log Gamma above which four terms of its series are exact


@dataclass(frozen=True, slots=True)
class PlainNetwork:
    """Plain units W phi(z) whose open gates all have one slope, up to its sign.

    Attributes
    ----------
    width : int
        Units n of a layer.
    gain : float
        n times the variance of an entry of phi' W where the gate is open.
    omega : float
        phi'^2 times the squared multiplier of the weights, at an open gate.
    slope : float
        Slope of an open gate, positive.
    gated : bool
        True if half of the gates are shut (ReLU).
    head : float
        n times the variance of an entry of the readout.
    outputs : int
        Outputs, or classes, C.
    activate_input : bool
        True if the input meets a gate too.
    sphere : bool
        True for inputs of squared norm n, False for normal ones.
    orthogonal : bool
        True if W is orthogonal, scaled to the same gain.
    """

    width: int
    gain: float
    omega: float
    slope: float
    gated: bool
    head: float
    outputs: int
    activate_input: bool
    sphere: bool
    orthogonal: bool = False

    @property
    def open_gates(self) -> tuple[Array, Array]:
        """Numbers of open gates, 1 and above, and their probabilities."""
        n = self.width
        if not self.gated:
            return np.array([float(n)]), np.ones(1)
        # A sum of a smooth function: at large widths every few numbers are enough.
        reach, step = 7 * math.sqrt(n) + 40, 1 + math.isqrt(n) // 128
        k = np.arange(
            max(1.0, math.ceil(n / 2 - reach)), min(n, math.floor(n / 2 + reach)) + 1, step
        )
        log = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
        share = step * np.exp(log - n * math.log(2))
        return k, share * ((1 - 2.0**-n) / share.sum())

    def start(self, tilt: Complex) -> Complex:
        """Mean of |h_0|^(2 tilt) for every tilt, h_0 the input behind its gates."""
        n, s2 = self.width, self.slope**2 if self.activate_input else 1.0
        k, share = self.open_gates if self.activate_input else (np.array([float(n)]), np.ones(1))
        logs = log_chi(k[:, None], tilt)
        if self.sphere:
            logs = logs - log_chi(np.array(float(n)), tilt) + tilt * math.log(n)
        return share @ np.exp(logs + tilt * math.log(s2))


def log_chi(k: Array, tilt: Complex) -> Complex:
    """Logarithm of E (chi^2_k)^tilt: a difference of log Gamma, by Stirling's series at large k."""
    a = np.maximum(k / 2, STIRLING_FROM)
    b = a + tilt
    x = tilt / a
    # The real part of NumPy's complex log1p is good to 1e-16 alone, not to its own size.
    log = 0.5 * np.log1p(x.real * (2 + x.real) + x.imag**2) + 1j * np.arctan2(x.imag, 1 + x.real)
    series = (b - 0.5) * log + tilt * np.log(a) - tilt
    series += (1 / b - 1 / a) / 12 - (1 / b**3 - 1 / a**3) / 360
    direct = special.loggamma(k / 2 + tilt) - special.loggamma(k / 2 + 0j)
    return np.where(k / 2 < STIRLING_FROM, direct, series) + tilt * math.log(2)


@dataclass(frozen=True, slots=True)
class LayerMoments:
    """Means of (r w^T; 0 V) for every number k of rows (row, tilt), weighted by r^(2 tilt).

    ``one``, ``r2``, ``r4``: of 1, r^2 and r^4. ``w2``, ``r2w2``, ``w2w2``: of w_1^2, r^2 w_1^2 and
    w_1^2 w_2^2. ``trace``: E tr VQV^T over tr Q, the same at every tilt. The others are pairs of
    coefficients, of tr Q^2 and of (tr Q)^2: ``trace_of_square`` of tr (VQV^T)^2 and
    ``square_of_trace`` of (tr VQV^T)^2, both without the weight; ``VQw`` of |VQw|^2 and
    ``wQw_trace`` of w^T Q w tr VQV^T, with it.
    """

    one: Complex
    r2: Complex
    r4: Complex
    w2: Complex
    r2w2: Complex
    w2w2: Complex
    trace: Array
    trace_of_square: tuple[Array, Array]
    square_of_trace: tuple[Array, Array]
    VQw: tuple[Complex, Complex]
    wQw_trace: tuple[Complex, Complex]


def gaussian_layer(net: PlainNetwork, k: Array, tilt: Complex) -> LayerMoments:
    """Moments of k rows with independent entries of variance gain/n: r^2 is a chi-square."""
    v, rows = net.gain / net.width, k - 1
    one = np.exp(log_chi(k, tilt) + tilt * math.log(v))
    r2 = one * v * (k + 2 * tilt)
    return LayerMoments(
        one=one,
        r2=r2,
        r4=r2 * v * (k + 2 * tilt + 2),
        w2=v * one,
        r2w2=v * r2,
        w2w2=v**2 * one,
        trace=v * rows,
        trace_of_square=(v**2 * rows * (rows + 1), v**2 * rows),
        square_of_trace=(2 * v**2 * rows, v**2 * rows**2),
        VQw=(v**2 * rows * one, 0 * one),
        wQw_trace=(0 * one, v**2 * rows * one),
    )


def orthogonal_layer(net: PlainNetwork, k: Array, tilt: Complex) -> LayerMoments:
    """Moments of k rows of an orthogonal matrix: r^2 is a Beta, V^T V a projection beside w."""
    g, n, rows = net.gain, net.width, k - 1
    p = max(n - 1, 1)  # dimension of w
    one = np.exp(log_chi(k, tilt) - log_chi(np.array(float(n)), tilt) + tilt * math.log(g))
    # The weight turns Beta(k/2, (n-k)/2) into Beta(a, b), a + b = total.
    a, b, total = k / 2 + tilt, (n - k) / 2, n / 2 + tilt
    beta, rest = one * a / total, one * b / total
    # E P_ij P_kl = level d_ij d_kl + turned (d_ik d_jl + d_il d_jk) of a projection on rows axes.
    turned = rows * (p - rows) / (p * (p + 2) * max(p - 1, 1))
    level = (rows**2 - 2 * turned * p) / p**2
    cross = g**2 * rest * rows / (max(p - 1, 1) * p * (p + 2))
    return LayerMoments(
        one=one,
        r2=g * beta,
        r4=g**2 * beta * (a + 1) / (total + 1),
        w2=g * rest / p,
        r2w2=g**2 * rest * a / (total + 1) / p,
        w2w2=g**2 * rest * (b + 1) / (total + 1) / (p * (p + 2)),
        trace=g * rows / p,
        trace_of_square=(g**2 * (level + turned), g**2 * turned),
        square_of_trace=(2 * g**2 * turned, g**2 * level),
        VQw=(p * cross, -cross),
        wQw_trace=(-2 * cross, (p + 1) * cross),
    )


@dataclass(frozen=True, slots=True)
class UnitMaps:
    """Linear maps of one unit at every tilt.

    A state is the vector of the means of x^2, x g, x tr Q, g^2, |q|^2, tr Q^2, (tr Q)^2 and
    g tr Q, with x = |h|^2. A gradient is the pair (A, B) of E a a^T = diag(A, B, ..., B), a the
    gradient of the loss in the frame of h.

    Attributes
    ----------
    weight : complex array (tilt,)
        Mean weight of the unit alone.
    state : complex array (tilt, 8, 8)
        State above the unit from that below it.
    gradient : complex array (tilt, 2, 2)
        Gradient below the unit from that above it.
    shut : complex array (tilt, 2, 2)
        Gradient below the unit that coordinates with shut gates answer to.
    without_new : complex array (tilt, 8, 8) or None
        For an orthogonal matrix, the state's map without the tangents of its own weights. All
        rows together are a rotation, so that shut gates have what it leaves.
    """

    weight: Complex
    state: Complex
    gradient: Complex
    shut: Complex
    without_new: Complex | None = None


def unit_maps(net: PlainNetwork, tilt: Complex) -> UnitMaps:
    """Maps of one unit of the network at every tilt."""
    k, share = net.open_gates
    k = k[:, None]
    layer = (orthogonal_layer if net.orthogonal else gaussian_layer)(net, k, tilt)

    def gradient_map(weight: Array) -> Complex:
        map_ = np.zeros((2, 2, len(tilt)), dtype=complex)
        map_[0, 0] = share @ (weight * layer.r2)
        map_[1] = share @ (weight * layer.w2), share @ (weight * layer.trace * layer.one)
        return np.moveaxis(map_, -1, 0)

    weight, gradient = share @ layer.one, gradient_map(np.ones_like(k))
    state = _state_map(layer, k - 1, share, net.omega)
    if net.orthogonal:
        without_new = _state_map(layer, k - 1, share, 0.0)
        return UnitMaps(weight, state, gradient, net.gain * gradient, without_new)
    shut = net.gain / net.width * gradient_map(net.width - k)
    return UnitMaps(weight, state, gradient, shut)


def _state_map(layer: LayerMoments, rows: Array, share: Array, omega: float) -> Complex:
    """Map of the eight products by G' = omega x 1 + W G W^T, x' = r^2 x; V has ``rows`` rows."""

    def mean(values: Complex) -> Complex:
        return share @ values

    m, w = layer, omega
    state = np.zeros((8, 8, m.one.shape[1]), dtype=complex)
    state[0, 0] = mean(m.r4)
    state[1, :3] = w * mean(m.r2), mean(m.r4), mean(m.r2w2)
    state[2, 0], state[2, 2] = w * mean(rows * m.r2), mean(m.trace * m.r2)
    state[3] = [
        w**2 * mean(m.one),
        2 * w * mean(m.r2),
        2 * w * mean(m.w2),
        mean(m.r4),
        4 * mean(m.r2w2),
        2 * mean(m.w2w2),
        mean(m.w2w2),
        2 * mean(m.r2w2),
    ]
    state[4, 4], state[4, 5:7] = mean(m.trace * m.r2), [mean(part) for part in m.VQw]
    state[5, 0], state[5, 2] = w**2 * mean(rows * m.one), 2 * w * mean(m.trace * m.one)
    state[5, 5:7] = [mean(part * m.one) for part in m.trace_of_square]
    state[6, 0], state[6, 2] = w**2 * mean(rows**2 * m.one), 2 * w * mean(rows * m.trace * m.one)
    state[6, 5:7] = [mean(part * m.one) for part in m.square_of_trace]
    state[7, :2] = w**2 * mean(rows * m.one), w * mean(rows * m.r2)
    state[7, 2] = w * mean(m.trace * m.one + rows * m.w2)
    state[7, 5:7], state[7, 7] = [mean(part) for part in m.wQw_trace], mean(m.trace * m.r2)
    return np.moveaxis(state, -1, 0)


def squared_change(gradient: Complex, state: Complex) -> Complex:
    """E |G a|^2 = E tr G diag(A, B, ..., B) G from a gradient and a state, at every tilt."""
    along, across = state[:, 3] + state[:, 4], state[:, 4] + state[:, 5]
    return gradient[:, 0] * along + gradient[:, 1] * across
