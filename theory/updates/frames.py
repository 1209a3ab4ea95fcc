r"""Update energies of plain networks of any width whose gradient depends on the size of the output.

A cross-entropy head sends back u = p(out) - 1/C: not a polynomial, so that no list of moments
closes. But with the state h_{l-1} as first axis of one layer and h_l as first axis of the next, a
Gaussian matrix is

    W = ( r  w^T )      r^2 a chi-square of k degrees, w and V Gaussian, all independent,
        ( 0   V  )

and of the softmax only log |h_L|^2, the sum of all log r^2, is needed. Every moment weighted by
|h_L|^(2 i omega) does close, and gives the Fourier transform of its share in log |h_L|^2. The gates
of a unit are independent coins: a ReLU layer of width n is a linear one of k ~ Bin(n, 1/2) rows.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.limits import require_time
from depthlaws.theory.numerics.types import Array
from depthlaws.theory.updates.cross_entropy import excess
from depthlaws.theory.updates.stacks import Scaled

__all__: list[str] = []

Complex = Any  # arrays of complex numbers: NumPy's types lose them in products

REACH = 9.0  # standard deviations of log |h|^2 that are looked at
MANY = 300.0  # from here on four terms of Stirling's series are exact
DIGITS = 37.0  # 1e-16 as a power of e


@dataclass(frozen=True, slots=True)
class Frames:
    """Plain units W phi(z): entries of phi' W have variance ``gain``/n where a gate is open.

    ``omega``: |phi'|^2 b^2 at open gates. ``gated``: whether half of them are shut. ``head``: n
    times the variance of the head's entries. ``activate_input``: whether x meets a gate too.
    ``sphere``: whether |x|^2 = n, or x is normal.
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

    @property
    def rows(self) -> tuple[Array, Array]:
        """Numbers of open gates, 1 and above, and their probabilities."""
        n = self.width
        if not self.gated:
            return np.array([float(n)]), np.ones(1)
        reach, step = 7 * math.sqrt(n) + 40, 1 + math.isqrt(n) // 128  # a sum of a smooth function
        k = np.arange(
            max(1.0, math.ceil(n / 2 - reach)), min(n, math.floor(n / 2 + reach)) + 1, step
        )
        log = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
        share = step * np.exp(log - n * math.log(2))
        return k, share * ((1 - 2.0**-n) / share.sum())

    def start(self, tilt: Complex) -> Complex:
        """Mean of |h_0|^(2 tilt) for every tilt."""
        n, s2 = self.width, self.slope**2 if self.activate_input else 1.0
        k, share = self.rows if self.activate_input else (np.array([float(n)]), np.ones(1))
        logs = _log_chi(k[:, None], tilt)
        if self.sphere:
            logs = logs - _log_chi(np.array(float(n)), tilt) + tilt * math.log(n)
        return share @ np.exp(logs + tilt * math.log(s2))


def _log_chi(k: Array, tilt: Complex) -> Complex:
    """Logarithm of E (chi^2_k)^tilt: a difference of log Gamma, by Stirling's series at large k."""
    a = np.maximum(k / 2, MANY)
    b = a + tilt
    x = tilt / a
    # The real part of NumPy's complex log1p is good to 1e-16 alone, not to its own size.
    log = 0.5 * np.log1p(x.real * (2 + x.real) + x.imag**2) + 1j * np.arctan2(x.imag, 1 + x.real)
    far = (b - 0.5) * log + tilt * np.log(a) - tilt
    far += (1 / b - 1 / a) / 12 - (1 / b**3 - 1 / a**3) / 360
    near = special.loggamma(k / 2 + tilt) - special.loggamma(k / 2 + 0j)
    return np.where(k / 2 < MANY, near, far) + tilt * math.log(2)


@dataclass(frozen=True, slots=True)
class Maps:
    """Maps of one unit at every tilt: of the states, of the gradient, and of it at shut gates."""

    up: Complex  # (tilt, 8, 8)
    down: Complex  # (tilt, 2, 2)
    shut: Complex  # (tilt, 2, 2)


def maps(net: Frames, tilt: Complex) -> Maps:
    """The maps of a unit.

    Of x^2, x g, x tr Q, g^2, |q|^2, tr Q^2, (tr Q)^2 and g tr Q, with x = |h|^2 and the Gram matrix
    G = (g q^T; q Q) of the tangents in the frame of h; and of E g g^T = diag(A, B, ..., B).
    """
    v, w = net.gain / net.width, net.omega
    k, share = net.rows
    zero = np.exp(_log_chi(k[:, None], tilt) + tilt * math.log(v))  # E r^(2 tilt)
    one = zero * v * (k[:, None] + 2 * tilt)
    two = one * v * (k[:, None] + 2 * tilt + 2)
    M = k[:, None] - 1

    def mean(values: Complex) -> Complex:
        return share @ values

    up = np.zeros((8, 8, len(tilt)), dtype=complex)
    up[0, 0] = mean(two)
    up[1, :3] = w * mean(one), mean(two), v * mean(one)
    up[2, 0], up[2, 2] = w * mean(M * one), v * mean(M * one)
    up[3] = [
        w**2 * mean(zero),
        2 * w * mean(one),
        2 * w * v * mean(zero),
        mean(two),
        4 * v * mean(one),
        2 * v**2 * mean(zero),
        v**2 * mean(zero),
        2 * v * mean(one),
    ]
    up[4, 4:6] = v * mean(M * one), v**2 * mean(M * zero)
    up[5, 0], up[5, 2] = w**2 * mean(M * zero), 2 * w * v * mean(M * zero)
    up[5, 5:7] = v**2 * mean(M * (M + 1) * zero), v**2 * mean(M * zero)
    up[6, 0], up[6, 2] = w**2 * mean(M**2 * zero), 2 * w * v * mean(M**2 * zero)
    up[6, 5:7] = 2 * v**2 * mean(M * zero), v**2 * mean(M**2 * zero)
    up[7, :3] = w**2 * mean(M * zero), w * mean(M * one), 2 * w * v * mean(M * zero)
    up[7, 6:] = v**2 * mean(M * zero), v * mean(M * one)

    def pulled(weight: Array) -> Complex:
        found = np.zeros((2, 2, len(tilt)), dtype=complex)
        found[0, 0] = mean(weight * one)
        found[1] = v * mean(weight * zero), v * mean(weight * M * zero)
        return np.moveaxis(found, -1, 0)

    shut = v * pulled(net.width - k[:, None])
    return Maps(np.moveaxis(up, -1, 0), pulled(np.ones_like(M)), shut)


def _read(gradient: Complex, state: Complex) -> Complex:
    """tr G diag(A, B, ..., B) G from (A, B) and the state, at every tilt."""
    along, across = state[:, 3] + state[:, 4], state[:, 4] + state[:, 5]
    return gradient[:, 0] * along + gradient[:, 1] * across


def _spread(net: Frames, depth: int) -> tuple[float, float]:
    """Mean and standard deviation of log |h_L|^2, weighted as a layer's energies are."""
    step = 1e-3
    tilt = 1j * step * np.array([-1.0, 0.0, 1.0])
    unit = maps(net, tilt)
    first = np.log(net.start(tilt + 2)) + depth * np.log(unit.up[:, 0, 0])
    free = np.log(net.start(tilt)) + depth * np.log(
        net.rows[1]
        @ np.exp(_log_chi(net.rows[0][:, None], tilt) + tilt * math.log(net.gain / net.width))
    )
    means = [float((f[2] - f[0]).imag) / (2 * step) for f in (first, free)]
    squares = [-float((f[2] - 2 * f[1] + f[0]).real) / step**2 for f in (first, free)]
    deviation = math.sqrt(max(squares))
    return sum(means) / 2, deviation + abs(means[0] - means[1]) / (2 * REACH)


def _grid(net: Frames, depth: int) -> tuple[Array, Array]:
    """Values of log |h_L|^2 and the frequencies that they tell apart."""
    middle, deviation = _spread(net, depth)
    few = DIGITS / (net.width / 2 + 1)  # how far a chi-square of few degrees reaches down
    if net.gated:
        few = max(few, (DIGITS - net.width * math.log(2)) / 1.5)
    low, high = middle - REACH * deviation - few, middle + REACH * deviation
    sharpest = 10 / min(deviation, math.sqrt(4 / net.width)) + 30
    count = 2 * math.ceil((high - low) * sharpest / (2 * math.pi)) + 1
    step = (high - low) / count
    points = np.arange(count, dtype=np.float64) + 0.5
    waves = np.arange(count // 2 + 1, dtype=np.float64)
    return np.array(low + step * points), np.array(2 * math.pi / (high - low) * waves)


def energies_of_outputs(net: Frames, depth: int, sizes: Callable[..., Array] = excess) -> Scaled:
    """What S_l, l = 1, ..., L, owes to the outputs of a cross-entropy head.

    ``sizes(outputs, log v)``: E|u|^2 and E(u.out)^2/v of another gradient u of N(0, v) outputs.
    Source: ours; ammup, beyond the paper (ERR-14). Error: about 1e-11 relative, 1e-10 at width
    1e7; more where a mean lives on outputs 9 deviations off.
    """
    require_time(1e-3 * depth, f"{depth:,} units below a softmax", "ask for part='label'")
    y, omega = _grid(net, depth)
    square, along = sizes(net.outputs, y + math.log(net.head / net.width))
    waves = np.exp(-1j * np.outer(omega, y)) / len(y)
    waves[1:] *= 2  # the negative frequencies are the complex conjugates
    gradient = waves @ np.stack([along, square], axis=1)
    tilt = 1j * omega
    unit = maps(net, tilt)
    gradients = [gradient]
    for _ in range(depth - 1):
        gradients.append(np.einsum("tij,tj->ti", unit.down, gradients[-1]))
    state = np.zeros((len(tilt), 8), dtype=complex)
    state[:, 0] = net.start(tilt + 2)
    values, logs, log = [], [], 0.0
    for gradient in reversed(gradients):
        shut = _read(np.einsum("tij,tj->ti", unit.shut, gradient), state)
        state = np.einsum("tij,tj->ti", unit.up, state)
        values.append(float(np.sum((_read(gradient, state) + shut).real)))
        logs.append(log)
        size = float(np.abs(state[0]).max())
        state, log = state / size, log + math.log(size)
    found = np.array(values) * net.head / net.width / (net.width * net.slope**2)
    return Scaled(found, np.array(logs))


def frames_of(asked: Any) -> Frames | None:
    """The network of a question, None where it is no such: gates of one open slope."""
    if asked.network != "plain" or asked.slopes is None or asked.weights != "gaussian":
        return None
    slopes = sorted(abs(float(v)) for v in asked.slopes)
    if slopes[0] not in {0.0, slopes[1]} or slopes[1] == 0:
        return None
    b2, slope = float(asked.multiplier) ** 2, slopes[1]
    q = float(asked.moment(2))
    return Frames(
        width=asked.width,
        gain=slope**2 * b2 * float(asked.gain) / q,
        omega=slope**2 * b2,
        slope=slope,
        gated=slopes[0] == 0,
        head=float(asked.head),
        outputs=asked.outputs,
        activate_input=asked.activate_input,
        sphere=asked.inputs == "sphere",
    )
