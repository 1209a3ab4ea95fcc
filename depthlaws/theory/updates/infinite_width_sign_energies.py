r"""Update energies of sign steps at infinite width, over width^2, for m << n outputs.

The sign of a gradient delta a^T is sign(delta) sign(a)^T: it moves its layer by |a|_1 sign(delta).
One part of sign(delta) is along delta, which the layers above carry as they carry a gradient; the
remainder is independent noise. ``mu`` is the overlap of sign(delta) and delta/rms(delta).
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.theory.activations.catalogue import panels
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.types import Array
from depthlaws.theory.updates.infinite_width_energies import post_activation_path, unscaled
from depthlaws.theory.updates.stack_energies import Scaled

__all__: list[str] = []

HALF_NORMAL = math.sqrt(2 / math.pi)  # E|Z|


# -- plain units ---------------------------------


@dataclass(frozen=True, slots=True)
class Gates:
    """Means at one variance: ``square`` E phi^2, ``size`` E|phi|, ``moments`` E|phi'|^p, p <= 4."""

    square: float
    size: float
    moments: tuple[float, float, float, float, float]

    @classmethod
    def of_slopes(cls, slopes: tuple[float, float], variance: float = 1.0) -> "Gates":
        """Means for an activation with one slope below 0 and one above."""
        sizes = [abs(s) for s in slopes]
        zeroth, first, second, third, fourth = (sum(s**p for s in sizes if s) / 2 for p in range(5))
        size = first * HALF_NORMAL * math.sqrt(variance)
        return cls(second * variance, size, (zeroth, first, second, third, fourth))

    @classmethod
    def of(cls, activation: Any, variance: float) -> "Gates":
        """Means for any activation, with edges where phi or phi' changes its sign."""
        x, weight = panels(activation).line(math.sqrt(variance), signed=True)
        phi, slope = activation.function(x), np.abs(activation.derivative(x))
        first, second, third, fourth = (float(weight @ slope**p) for p in range(1, 5))
        moments = float(weight @ (slope > 0)), first, second, third, fourth
        return cls(float(weight @ phi**2), float(weight @ np.abs(phi)), moments)

    @property
    def mu(self) -> float:
        """E|phi'| E|Z| / sqrt(E phi'^2)."""
        return HALF_NORMAL * self.moments[1] / math.sqrt(self.moments[2])


def sign_plain(
    units: int, activation: Any, variance: float, *, activate_input: bool, orthogonal: bool
) -> Scaled:
    """Energies of plain units W phi(z), n Var W = ``variance``; Gaussian or orthogonal weights.

    The change V of the state has mean square T and the part A along delta/rms(delta); a sign of
    mean square E phi'^0 is added to it at every layer. Exact for any activation, because the gates
    of different layers are independent.

    References
    ----------
    Source: ours; ammup, beyond the paper (BP-8) for linear networks.
    """
    if activation.slopes is not None:
        return sign_homogeneous(
            units, activation.slopes, variance, activate_input=activate_input, orthogonal=orthogonal
        )
    require_time(3e-4 * units, f"{units:,} units of {activation.name}", "use a homogeneous one")
    read = Gates.of(activation, 1.0)
    v, size = (read.square, read.size) if activate_input else (1.0, HALF_NORMAL)
    along = square = log = 0.0  # A and T over exp(log) and exp(2 log)
    energies = []
    for _ in range(units):
        gates, new = Gates.of(activation, variance * v), size * math.exp(-log)
        share, first, q, third, fourth = gates.moments
        meets = 2 * new * along * HALF_NORMAL / math.sqrt(q)  # V and the new sign, over |phi'|
        energies.append((square + meets * first + new**2 * share, 2 * log))
        after = q * (square - along**2) + along**2 * fourth / q + meets * third + new**2 * q
        along = math.sqrt(variance * q) * (along + new * gates.mu)
        square = variance * after + (0.0 if orthogonal else along**2)
        v, size, growth = gates.square, gates.size, math.log(square) / 2
        along, square, log = along / math.exp(growth), 1.0, log + growth
    values, logs = np.array(energies).T
    return Scaled(values, logs)


def sign_homogeneous(
    units: int,
    slopes: tuple[float, float],
    variance: float,
    *,
    activate_input: bool,
    orthogonal: bool,
) -> Scaled:
    """Energies of :func:`sign_plain` in closed form for two slopes: sums over pairs of layers.

    A sign that has passed j layers has the mean square 1 + f mu^2 + d (j - 1) mu^2 over the gains,
    f = 1 for Gaussian weights and 0 for orthogonal ones, d = kappa - 1 + f.
    """
    require_memory(100.0 * units, f"{units:,} energies")
    gates, free = Gates.of_slopes(slopes), float(not orthogonal)
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
        above, with_first = (np.concatenate([[0.0], v[:-1]]) for v in (every, pairs))
        value = first**2 * alone + 2 * first * other * with_first + other**2 * above
    return Scaled(value, m * math.log(variance * q))


# -- units a z + b W z ---------------------------------


def sign_linear(alpha: Array, weight: Array, log_energy: Array) -> Scaled:
    """Energies of linear units a z + b W z, over width^2, for few outputs.

    One part of sign(delta) is along delta and is amplified by the spread 1 - alpha^2 of J J^T in
    every later unit, the remainder is not. Signs of two gradients delta between which alpha
    multiplies to A overlap by (2/pi) (sqrt(A) arcsin sqrt(A) + 1 - A), measured at the later one.

    Parameters
    ----------
    alpha : array (unit,)
        Share a^2/g of the skip in the gain g = a^2 + b^2 of every unit.
    weight : array (unit,)
        sqrt(omega/g) of every unit, omega the factor of its new tangents.
    log_energy : array (unit,)
        Logarithm of the states' energy after every unit.

    References
    ----------
    Source: ammup, beyond the paper (BP-8) for alpha = 0; ours for skips.
    """
    before = np.concatenate([[0.0], np.cumsum(weight)[:-1]])
    spread = np.cumsum((1 - alpha**2) * before**2)
    single = weight**2 * math.pi / 2
    if np.ptp(alpha) == 0 and np.ptp(weight) == 0:
        overlaps = _overlap(alpha[0] ** np.arange(1.0, len(alpha)))
        pairs = weight * np.concatenate([[0.0], np.cumsum(overlaps)])
    else:
        pairs = _overlaps_before(alpha, weight)
    value = (2 / math.pi) ** 2 * (np.cumsum(single + 2 * weight * pairs) + spread)
    return Scaled(value, log_energy)


def _overlaps_before(alpha: Array, weight: Array) -> Array:
    """Sum, for every unit, of the overlaps of its sign with those of all units before it."""
    units = len(alpha)
    require_time(1e-8 * units**2 + 1e-5 * units, f"{units:,} unequal units", "ask for fewer")
    product, overlaps = np.ones(units), np.zeros(units)
    for i in range(1, units):
        product[:i] *= alpha[i]
        overlaps[i] = weight[:i] @ _overlap(product[:i])
    return overlaps


def _overlap(product: Array) -> Array:
    root = np.sqrt(product)
    return root * np.arcsin(np.minimum(root, 1.0)) + (1 - product)


def sign_pre_norm(blocks: int, tau: float, omega: float, *, normalized: bool) -> Scaled:
    """Energies of linear blocks z + W LN(z) and a last normalisation, over width^2.

    References
    ----------
    Source: ours, by :func:`sign_linear` with alpha = v_{l-1}/v_l.
    """
    v = 1 + tau * np.arange(blocks + 1)
    size = np.zeros(blocks) if normalized else np.log(v[1:])
    return sign_linear(v[:-1] / v[1:], np.sqrt(omega / v[1:]), size)


# -- post-activation blocks ---------------------------------


def sign_post_activation(
    blocks: int, gain: float, trained: float, slopes: tuple[float, float]
) -> Scaled:
    """Energies of blocks z + phi(W z), n Var W = ``gain``, a step scaled by sqrt(``trained``).

    Gates of different blocks are independent and delta_{l-1} = delta_l + W^T D delta_l is
    Gaussian: two signs overlap by (2/pi) arcsin sqrt(r_l/r_j), r_l = E delta_l^2. The change V of
    the state has the part P along delta_l/rms(delta_l).

    References
    ----------
    Source: ours.
    """
    require_time(1e-8 * blocks**2 + 2e-5 * blocks, f"{blocks:,} blocks", "ask for fewer")
    _, first, q, third, fourth = Gates.of_slopes(slopes).moments
    steps = math.sqrt(trained) * _absolute_means(blocks, gain, slopes)
    growth = 1 + gain * q  # of r, downwards
    root = growth ** (-0.5 * np.arange(1.0, blocks + 1))  # sqrt(r_l/r_j) at l - j = 1, 2, ...
    overlap = 2 / math.pi * np.arcsin(root)
    along = carried = square = 0.0
    energies = []
    for l in range(blocks):
        new, push = steps[l], gain * along
        met = first * float(steps[:l] @ overlap[:l][::-1]) + q * HALF_NORMAL * carried
        square = growth * square + 2 * (new * first * met + push * q * along)
        square += q * new**2 + 2 * new * push * third * HALF_NORMAL + push**2 * fourth
        along = root[0] * (along + first * HALF_NORMAL * new + q * push)
        carried = root[0] * (carried + push)
        energies.append(square)
    return unscaled(np.array(energies))


def _absolute_means(blocks: int, gain: float, slopes: tuple[float, float]) -> Array:
    """E|z_l| for l = 0, ..., blocks - 1: z_0 is normal, each branch adds phi of a normal.

    E|X| - E|Y| = (2/pi) int (E cos tY - E cos tX)/t^2 dt with Y ~ N(0, E X^2); half a normal has
    the transform w(t/sqrt 2)/2, w of Faddeeva.
    """
    energy = post_activation_path(blocks, math.sqrt(gain), 1.0, slopes)
    reach = math.sqrt(energy[-1])
    require_time(
        8e-6 * blocks * (1 + reach), f"{blocks:,} blocks that grow so much", "ask for fewer"
    )
    step = 0.25 / (1 + reach)
    t = step * np.arange(0.5, 9 / step)  # midpoints: t = 0 is left out, and the error exponential
    wave = np.exp(-0.5 * t * t) + 0j
    means = []
    for before, size in zip(energy, np.sqrt(gain * energy), strict=True):
        gaussian = np.exp(-0.5 * before * t * t)
        excess = 2 / math.pi * step * float(np.sum((gaussian - wave.real) / t**2))
        means.append(HALF_NORMAL * math.sqrt(before) + excess)
        low, high = (special.wofz(size * s / math.sqrt(2) * t) for s in (-slopes[0], slopes[1]))
        wave = wave * (low + high) / 2
    return np.array(means[:-1])
