r"""Update energies of sign steps at infinite width, over width^2, for m << n outputs.

The sign of a gradient delta a^T is sign(delta) sign(a)^T: it moves its layer by |a|_1 sign(delta).
One part of sign(delta) is along delta, which the layers above carry on as they carry a gradient;
the rest is fresh. ``mu`` is the overlap of sign(delta) and delta/rms(delta).
"""

import functools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.limits import require_memory, require_time
from depthlaws.theory.numerics.roots import root
from depthlaws.theory.numerics.types import Array
from depthlaws.theory.updates.stacks import Scaled
from depthlaws.theory.updates.wide import post_activation_path, unscaled

__all__: list[str] = []

HALF_NORMAL = math.sqrt(2 / math.pi)  # E|Z|


# -- plain units ---------------------------------


@dataclass(frozen=True, slots=True)
class Gates:
    """Means of phi and phi' at one variance: E phi^2, E|phi|; E|phi'|^p, p = 0 to 4."""

    square: float
    size: float
    moments: tuple[float, float, float, float, float]

    @classmethod
    def two(cls, slopes: tuple[float, float], variance: float = 1.0) -> "Gates":
        """Of an activation with one slope below 0 and one above."""
        sizes = [abs(s) for s in slopes]
        found = [sum(s**p for s in sizes if s) / 2 for p in range(5)]
        size = found[1] * HALF_NORMAL * math.sqrt(variance)
        return cls(found[2] * variance, size, (found[0], found[1], found[2], found[3], found[4]))

    @classmethod
    def of(cls, activation: Any, variance: float) -> "Gates":
        """Of an activation without two slopes: Gauss-Legendre between the zeros of phi and phi'."""
        x, weight = _panels(activation, math.sqrt(variance))
        phi, slope = activation.function(x), np.abs(activation.derivative(x))
        found = [float(weight @ (slope > 0)), *(float(weight @ slope**p) for p in range(1, 5))]
        moments = found[0], found[1], found[2], found[3], found[4]
        return cls(float(weight @ phi**2), float(weight @ np.abs(phi)), moments)

    @property
    def mu(self) -> float:
        """E|phi'| E|Z| / sqrt(E phi'^2)."""
        return HALF_NORMAL * self.moments[1] / math.sqrt(self.moments[2])


def _panels(activation: Any, deviation: float) -> tuple[Array, Array]:
    """Nodes and weights of a mean over N(0, deviation^2), with edges where phi or phi' is 0."""
    reach = 10 * deviation
    turns = _turns(activation.function, activation.derivative)
    inside = turns[np.abs(turns) < reach]
    edges = np.sort(np.concatenate([np.linspace(-reach, reach, 41), inside]))
    low, high = edges[:-1, None], edges[1:, None]
    node, share = np.polynomial.legendre.leggauss(16)
    x = (low + high) / 2 + (high - low) / 2 * node
    density = np.exp(-0.5 * (x / deviation) ** 2) / (deviation * math.sqrt(2 * math.pi))
    return x.ravel(), (density * (high - low) / 2 * share).ravel()


@functools.lru_cache(maxsize=64)
def _turns(*functions: Any) -> Array:
    """Where one of the functions changes its sign."""
    grid = 0.01 * np.sinh(np.linspace(-13.0, 13.0, 8000))  # 0 is none of the points
    found = [np.empty(0)]
    for f in functions:
        signs = np.sign(f(grid))
        left = np.flatnonzero(signs[1:] * signs[:-1] < 0)
        if left.size:
            found.append(root(f, grid[left], grid[left + 1]))
    return np.concatenate(found)


def sign_plain(
    units: int, activation: Any, variance: float, *, activate_input: bool, orthogonal: bool
) -> Scaled:
    """Plain units W phi(z), n Var W = ``variance``; Gaussian weights, or orthogonal ones.

    A tangent V of mean square T has the part A along delta/rms(delta); a sign of mean square
    E phi'^0 comes on top of it at every layer. Exact for any activation: gates are fresh.
    Source: ours; ammup, beyond the paper (BP-8) for linear networks.
    """
    if activation.slopes is not None:
        return sign_homogeneous(
            units, activation.slopes, variance, activate_input=activate_input, orthogonal=orthogonal
        )
    require_time(3e-4 * units, f"{units:,} units of {activation.name}", "use a homogeneous one")
    read = Gates.of(activation, 1.0)
    v, size = (read.square, read.size) if activate_input else (1.0, HALF_NORMAL)
    along = whole = log = 0.0  # A and T over exp(log) and exp(2 log)
    found = []
    for _ in range(units):
        gates, new = Gates.of(activation, variance * v), size * math.exp(-log)
        share, first, q, third, fourth = gates.moments
        meets = 2 * new * along * HALF_NORMAL / math.sqrt(q)  # V and the new sign, over |phi'|
        found.append((whole + meets * first + new**2 * share, 2 * log))
        after = q * (whole - along**2) + along**2 * fourth / q + meets * third + new**2 * q
        along = math.sqrt(variance * q) * (along + new * gates.mu)
        whole = variance * after + (0.0 if orthogonal else along**2)
        v, size, more = gates.square, gates.size, math.log(whole) / 2
        along, whole, log = along / math.exp(more), 1.0, log + more
    values, logs = np.array(found).T
    return Scaled(values, logs)


def sign_homogeneous(
    units: int,
    slopes: tuple[float, float],
    variance: float,
    *,
    activate_input: bool,
    orthogonal: bool,
) -> Scaled:
    """:func:`sign_plain` in closed form for two slopes: sums over pairs of layers.

    A sign that has passed j layers has the mean square 1 + f mu^2 + d (j - 1) mu^2 over the gains,
    f = 1 for Gaussian weights and 0 for orthogonal ones, d = kappa - 1 + f.
    """
    require_memory(100.0 * units, f"{units:,} energies")
    gates, free = Gates.two(slopes), float(not orthogonal)
    share, _, q, third, fourth = gates.moments
    mu2, next2 = gates.mu**2, gates.mu * HALF_NORMAL * third / q**1.5
    grows, start = (fourth / q**2 - 1 + free) * mu2, free * mu2 + next2
    m = np.arange(0.0, units)
    alone = np.where(m > 0, 1 + free * mu2 + grows * (m - 1), share)
    pairs = mu2 + m * start + grows * m * (m - 1) / 2  # overlaps at up to m layers
    sums = mu2 * m + start * m * (m - 1) / 2 + grows * m * (m - 1) * (m - 2) / 6
    every = share + m * (1 + free * mu2) + grows * m * (m - 1) / 2 + 2 * sums
    if activate_input:
        value = gates.size**2 * every
    else:
        first, other = HALF_NORMAL, gates.size / math.sqrt(q)
        before, seen = (np.concatenate([[0.0], v[:-1]]) for v in (every, pairs))
        value = first**2 * alone + 2 * first * other * seen + other**2 * before
    return Scaled(value, m * math.log(variance * q))


# -- units a z + b W z ---------------------------------


def sign_linear(alpha: Array, weight: Array, log_energy: Array) -> Scaled:
    """Linear units a z + b W z after a step along the sign of the gradient, over width^2, m << n.

    ``alpha``: a^2/g of every unit. ``weight``: sqrt(omega/g). ``log_energy``: of the states after
    it. The sign of a gradient delta a^T is sign(delta) sign(a)^T: one part of sign(delta) is along
    delta and meets the spread 1 - alpha^2 of J J^T in every later unit, the rest does not. Signs
    of two cotangents between which alpha multiplies to A overlap by
    (2/pi) (sqrt(A) arcsin sqrt(A) + 1 - A), as seen at the later one.
    Source: ammup, beyond the paper (BP-8) for alpha = 0; ours for skips.
    """
    before = np.concatenate([[0.0], np.cumsum(weight)[:-1]])
    spread = np.cumsum((1 - alpha**2) * before**2)
    own = weight**2 * math.pi / 2
    if np.ptp(alpha) == 0 and np.ptp(weight) == 0:
        overlaps = _overlap(alpha[0] ** np.arange(1.0, len(alpha)))
        seen = weight * np.concatenate([[0.0], np.cumsum(overlaps)])
    else:
        seen = _seen(alpha, weight)
    return Scaled((2 / math.pi) ** 2 * (np.cumsum(own + 2 * weight * seen) + spread), log_energy)


def _seen(alpha: Array, weight: Array) -> Array:
    """Overlaps of the sign at every unit with all that come from units before it."""
    units = len(alpha)
    require_time(1e-8 * units**2 + 1e-5 * units, f"{units:,} unequal units", "ask for fewer")
    product, found = np.ones(units), np.zeros(units)
    for i in range(1, units):
        product[:i] *= alpha[i]
        found[i] = weight[:i] @ _overlap(product[:i])
    return found


def _overlap(product: Array) -> Array:
    root = np.sqrt(product)
    return root * np.arcsin(np.minimum(root, 1.0)) + (1 - product)


def sign_pre_norm(blocks: int, tau: float, omega: float, *, normalized: bool) -> Scaled:
    """Linear blocks z + W LN(z) and a last normalisation, after a sign step, over width^2.

    Source: ours, by :func:`sign_linear` with alpha = v_{l-1}/v_l.
    """
    v = 1 + tau * np.arange(blocks + 1)
    size = np.zeros(blocks) if normalized else np.log(v[1:])
    return sign_linear(v[:-1] / v[1:], np.sqrt(omega / v[1:]), size)


# -- post-activation blocks ---------------------------------


def sign_post_activation(
    blocks: int, gain: float, trained: float, slopes: tuple[float, float]
) -> Scaled:
    """Blocks z + phi(W z), n Var W = ``gain``, and a step scaled by sqrt(``trained``).

    Gates are fresh and delta_{l-1} = delta_l + W^T D delta_l is Gaussian: two signs overlap by
    (2/pi) arcsin sqrt(r_l/r_j), r_l = E delta_l^2. V has P along delta_l/rms(delta_l).
    Source: ours.
    """
    require_time(1e-8 * blocks**2 + 2e-5 * blocks, f"{blocks:,} blocks", "ask for fewer")
    _, first, q, third, fourth = Gates.two(slopes).moments
    steps = math.sqrt(trained) * _absolute_means(blocks, gain, slopes)
    growth = 1 + gain * q  # of r, downwards
    root = growth ** (-0.5 * np.arange(1.0, blocks + 1))  # sqrt(r_l/r_j) at l - j = 1, 2, ...
    overlap = 2 / math.pi * np.arcsin(root)
    along = carried = whole = 0.0
    found = []
    for l in range(blocks):
        new, push = steps[l], gain * along
        met = first * float(steps[:l] @ overlap[:l][::-1]) + q * HALF_NORMAL * carried
        whole = growth * whole + 2 * (new * first * met + push * q * along)
        whole += q * new**2 + 2 * new * push * third * HALF_NORMAL + push**2 * fourth
        along = root[0] * (along + first * HALF_NORMAL * new + q * push)
        carried = root[0] * (carried + push)
        found.append(whole)
    return unscaled(np.array(found))


def _absolute_means(blocks: int, gain: float, slopes: tuple[float, float]) -> Array:
    """E|z_l| for l = 0, ..., blocks - 1: z_0 is normal, each branch adds phi of a normal.

    E|X| - E|Y| = (2/pi) int (E cos tY - E cos tX)/t^2 dt with Y ~ N(0, E X^2); half a normal has
    the transform w(t/sqrt 2)/2, w of Faddeeva.
    """
    energy = post_activation_path(blocks, math.sqrt(gain), 1.0, slopes)
    reach = math.sqrt(energy[-1])
    require_time(1e-6 * blocks * reach, f"{blocks:,} blocks that grow so much", "ask for fewer")
    step = 0.25 / (1 + reach)
    t = step * np.arange(0.5, 9 / step)  # midpoints: t = 0 is left out, and the error exponential
    wave = np.exp(-0.5 * t * t) + 0j
    found = []
    for before, size in zip(energy, np.sqrt(gain * energy), strict=True):
        gaussian = np.exp(-0.5 * before * t * t)
        rest = 2 / math.pi * step * float(np.sum((gaussian - wave.real) / t**2))
        found.append(HALF_NORMAL * math.sqrt(before) + rest)
        low, high = (special.wofz(size * s / math.sqrt(2) * t) for s in (-slopes[0], slopes[1]))
        wave = wave * (low + high) / 2
    return np.array(found[:-1])
