r"""Update energies of plain networks of any width whose gradient depends on the size of the output.

A cross-entropy head sends back u = p(out) - 1/C: not a polynomial, so that no list of moments
closes. But with the state h_{l-1} as first axis of one layer and h_l as first axis of the next, a
Gaussian matrix is

    W = ( r  w^T )      r^2 a chi-square of k degrees, w and V Gaussian, all independent,
        ( 0   V  )

and of the softmax only log |h_L|^2, the sum of all log r^2, is needed. Every moment weighted by
|h_L|^(2 i omega) does close, and gives the Fourier transform of its share in log |h_L|^2. The gates
of a unit are independent coins: a ReLU layer of width n is a linear one of k ~ Bin(n, 1/2) rows.

k rows of an orthogonal matrix have the same form with r^2 = beta, w^2 = 1 - beta of a Beta(k/2,
(n-k)/2) and V a random frame beside w. With k = n nothing is random in the last state's size.
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
SOFT = 0.5  # width of the edges of functions of log |h|^2


@dataclass(frozen=True, slots=True)
class Frames:
    """Plain units W phi(z): entries of phi' W have variance ``gain``/n where a gate is open.

    ``omega``: |phi'|^2 b^2 at open gates. ``gated``: whether half of them are shut. ``head``: n
    times the variance of the head's entries. ``activate_input``: whether x meets a gate too.
    ``sphere``: whether |x|^2 = n, or x is normal. ``orthogonal``: W W^T = 1, scaled likewise.
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
class Rows:
    """Means of (r w^T; 0 V) for every number of rows (row, tilt), weighted with r^(2 tilt).

    Of 1, r^2 and r^4; of w_1^2, r^2 w_1^2 and w_1^2 w_2^2. ``kept``: tr VQV^T over tr Q. In parts
    of tr Q^2 and (tr Q)^2: ``square`` tr (VQV^T)^2, ``double`` (tr VQV^T)^2, ``bent`` |VQw|^2,
    ``joint`` wQw tr VQV^T.
    """

    zero: Complex
    one: Complex
    two: Complex
    side: Complex
    side_one: Complex
    side_two: Complex
    kept: Array
    square: tuple[Array, Array]
    double: tuple[Array, Array]
    bent: tuple[Complex, Complex]
    joint: tuple[Complex, Complex]


def _gaussian(net: Frames, k: Array, tilt: Complex) -> Rows:
    v, M = net.gain / net.width, k - 1
    zero = np.exp(_log_chi(k, tilt) + tilt * math.log(v))
    one = zero * v * (k + 2 * tilt)
    return Rows(
        zero=zero,
        one=one,
        two=one * v * (k + 2 * tilt + 2),
        side=v * zero,
        side_one=v * one,
        side_two=v**2 * zero,
        kept=v * M,
        square=(v**2 * M * (M + 1), v**2 * M),
        double=(2 * v**2 * M, v**2 * M**2),
        bent=(v**2 * M * zero, 0 * zero),
        joint=(0 * zero, v**2 * M * zero),
    )


def _orthogonal(net: Frames, k: Array, tilt: Complex) -> Rows:
    """w and the rows of V are orthogonal in p dimensions: V^T V projects on M of them, beside w."""
    g, n, M = net.gain, net.width, k - 1
    p = max(n - 1, 1)
    zero = np.exp(_log_chi(k, tilt) - _log_chi(np.array(float(n)), tilt) + tilt * math.log(g))
    c, shut, whole = k / 2 + tilt, (n - k) / 2, n / 2 + tilt
    first = zero * c / whole  # weighted mean of beta, and of 1 - beta
    rest = zero * shut / whole
    turned = M * (p - M) / (p * (p + 2) * max(p - 1, 1))
    level = (M**2 - 2 * turned * p) / p**2
    cross = g**2 * rest * M / (max(p - 1, 1) * p * (p + 2))
    return Rows(
        zero=zero,
        one=g * first,
        two=g**2 * first * (c + 1) / (whole + 1),
        side=g * rest / p,
        side_one=g**2 * rest * c / (whole + 1) / p,
        side_two=g**2 * rest * (shut + 1) / (whole + 1) / (p * (p + 2)),
        kept=g * M / p,
        square=(g**2 * (level + turned), g**2 * turned),
        double=(2 * g**2 * turned, g**2 * level),
        bent=(p * cross, -cross),
        joint=(-2 * cross, (p + 1) * cross),
    )


@dataclass(frozen=True, slots=True)
class Maps:
    """Maps of one unit at every tilt: of the states, of the gradient, and of it at shut gates.

    ``free``: weight of the unit alone. ``held``: the states without new tangents, of which shut
    gates of an orthogonal matrix have what is left.
    """

    free: Complex  # (tilt,)
    up: Complex  # (tilt, 8, 8)
    down: Complex  # (tilt, 2, 2)
    shut: Complex  # (tilt, 2, 2)
    held: Complex | None = None  # (tilt, 8, 8)


def maps(net: Frames, tilt: Complex) -> Maps:
    """The maps of a unit.

    Of x^2, x g, x tr Q, g^2, |q|^2, tr Q^2, (tr Q)^2 and g tr Q, with x = |h|^2 and the Gram matrix
    G = (g q^T; q Q) of the tangents in the frame of h; and of E g g^T = diag(A, B, ..., B).
    """
    k, share = net.rows
    k = k[:, None]
    unit = (_orthogonal if net.orthogonal else _gaussian)(net, k, tilt)

    def pulled(weight: Array) -> Complex:
        found = np.zeros((2, 2, len(tilt)), dtype=complex)
        found[0, 0] = share @ (weight * unit.one)
        found[1] = share @ (weight * unit.side), share @ (weight * unit.kept * unit.zero)
        return np.moveaxis(found, -1, 0)

    free, down = share @ unit.zero, pulled(np.ones_like(k))
    up = _carried(unit, k - 1, share, net.omega)
    if net.orthogonal:
        held = _carried(unit, k - 1, share, 0.0)
        return Maps(free, up, down, net.gain * down, held)
    return Maps(free, up, down, net.gain / net.width * pulled(net.width - k))


def _carried(unit: Rows, M: Array, share: Array, w: float) -> Complex:
    """The map of the states, with new tangents w x in every row."""

    def mean(values: Complex) -> Complex:
        return share @ values

    zero, one, kept = unit.zero, unit.one, unit.kept
    up = np.zeros((8, 8, zero.shape[1]), dtype=complex)
    up[0, 0] = mean(unit.two)
    up[1, :3] = w * mean(one), mean(unit.two), mean(unit.side_one)
    up[2, 0], up[2, 2] = w * mean(M * one), mean(kept * one)
    up[3] = [
        w**2 * mean(zero),
        2 * w * mean(one),
        2 * w * mean(unit.side),
        mean(unit.two),
        4 * mean(unit.side_one),
        2 * mean(unit.side_two),
        mean(unit.side_two),
        2 * mean(unit.side_one),
    ]
    up[4, 4], up[4, 5:7] = mean(kept * one), [mean(part) for part in unit.bent]
    up[5, 0], up[5, 2] = w**2 * mean(M * zero), 2 * w * mean(kept * zero)
    up[5, 5:7] = [mean(part * zero) for part in unit.square]
    up[6, 0], up[6, 2] = w**2 * mean(M**2 * zero), 2 * w * mean(M * kept * zero)
    up[6, 5:7] = [mean(part * zero) for part in unit.double]
    up[7, :2] = w**2 * mean(M * zero), w * mean(M * one)
    up[7, 2] = w * mean(kept * zero + M * unit.side)
    up[7, 5:7], up[7, 7] = [mean(part) for part in unit.joint], mean(kept * one)
    return np.moveaxis(up, -1, 0)


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
    free = np.log(net.start(tilt)) + depth * np.log(unit.free)
    means = [float((f[2] - f[0]).imag) / (2 * step) for f in (first, free)]
    squares = [-float((f[2] - 2 * f[1] + f[0]).real) / step**2 for f in (first, free)]
    deviation = math.sqrt(max(*squares, 0.0))
    return sum(means) / 2, deviation + abs(means[0] - means[1]) / (2 * REACH)


def _most(net: Frames) -> float:
    """What log |h_0|^2 does not exceed; a normal x does with probability 1e-16."""
    n = net.width
    size = n if net.sphere else n + 2 * math.sqrt(DIGITS * n) + 2 * DIGITS
    return math.log(size * (net.slope**2 if net.activate_input else 1.0))


def _grid(net: Frames, depth: int) -> tuple[Array, Array, Array]:
    """Values of log |h_L|^2, the frequencies that they tell apart, and the edges' share of each."""
    middle, deviation = _spread(net, depth)
    few = DIGITS / (net.width / 2 + 1)  # how far a chi-square of few degrees reaches down
    if net.gated:
        few = max(few, (DIGITS - net.width * math.log(2)) / 1.5)
    low, high = middle - REACH * deviation - few, middle + REACH * deviation
    if net.orthogonal:  # the law may have atoms: the function is cut off smoothly instead
        high = min(high, _most(net) + depth * math.log(net.gain))
        low, high, sharpest = low - 2 * REACH * SOFT, high + 2 * REACH * SOFT, 25 / SOFT
    else:
        sharpest = 10 / min(deviation, math.sqrt(4 / net.width)) + 30
    count = 2 * math.ceil((high - low) * sharpest / (2 * math.pi)) + 1
    step = (high - low) / count
    y = np.array(low + step * (np.arange(count, dtype=np.float64) + 0.5))
    edges = np.ones(count)
    if net.orthogonal:
        edges = special.ndtr((y - low) / SOFT - REACH) * special.ndtr((high - y) / SOFT - REACH)
    waves = np.arange(count // 2 + 1, dtype=np.float64)
    return y, np.array(2 * math.pi / (high - low) * waves), edges


def energies_of_outputs(net: Frames, depth: int, sizes: Callable[..., Array] = excess) -> Scaled:
    """What S_l, l = 1, ..., L, owes to the outputs of a cross-entropy head.

    ``sizes(outputs, log v)``: E|u|^2 and E(u.out)^2/v of another gradient u of N(0, v) outputs.
    Source: ours; ammup, beyond the paper (ERR-14). Error: about 1e-11 relative, 1e-10 at width
    1e7; more where a mean lives on outputs 9 deviations off.
    """
    require_time(1e-3 * depth, f"{depth:,} units below a softmax", "ask for part='label'")
    y, omega, edges = _grid(net, depth)
    square, along = sizes(net.outputs, y + math.log(net.head / net.width))
    waves = np.exp(-1j * np.outer(omega, y)) / len(y)
    waves[1:] *= 2  # the negative frequencies are the complex conjugates
    gradient = waves @ np.stack([along * edges, square * edges], axis=1)
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
        if unit.held is not None:
            shut = shut - _read(gradient, np.einsum("tij,tj->ti", unit.held, state))
        state = np.einsum("tij,tj->ti", unit.up, state)
        values.append(float(np.sum((_read(gradient, state) + shut).real)))
        logs.append(log)
        size = float(np.abs(state[0]).max())
        state, log = state / size, log + math.log(size)
    found = np.array(values) * net.head / net.width / (net.width * net.slope**2)
    return Scaled(found, np.array(logs))


def frames_of(asked: Any) -> Frames | None:
    """The network of a question, None where it is no such: gates of one open slope."""
    if asked.network != "plain" or asked.slopes is None:
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
        orthogonal=asked.weights == "orthogonal",
    )
