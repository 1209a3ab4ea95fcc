r"""Update energies of gradient steps on networks whose moments close at infinite width only.

Each law gives the label part for labels of variance 1, over width/outputs, and the logarithm of
E z_out^2. G is the Gram matrix of the tangents over the width, with y = tr G / n and
r = tr G^2 / n; tr G^2 exceeds y^2 by its squared entries off the diagonal.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.theory.activations.catalogue import panels
from depthlaws.theory.activations.kernels import gate_relu
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.numerics.resource_limits import require_time
from depthlaws.theory.numerics.types import Array
from depthlaws.theory.residual.streams import representable
from depthlaws.theory.updates.stack_energies import Scaled

__all__ = ["post_activation_energy"]


@dataclass(frozen=True, slots=True)
class LabelEnergies:
    """Label energies for labels of variance 1, and the logarithm of an output's mean square."""

    energies: Scaled
    log_output: float


def unscaled(values: Array) -> Scaled:
    """Numbers that need no separate exponent."""
    return Scaled(values, np.zeros_like(values))


# -- residual blocks z + W phi(z) whose gates persist ---------------------------------


def persistent_gates(
    blocks: int, tau: float, omega: float, slopes: tuple[float, float]
) -> LabelEnergies:
    """Energies of residual blocks z + W phi(z) with phi of two slopes.

    A coordinate keeps its gate over many blocks, and the entries of G depend on it. With D_l the
    squared gates, the recursion carries F(l, i) = tr(D_l G_i D_i G_i) / n and
    U_i = tr(D_i G_i^2) / n; E M_l is 1 plus multiples of the D_j, j >= l. Time O(K^2), memory
    O(K).

    At a finite width no list of moments closes, not even for the states' energy. Given
    N_l = |phi(z_l)|^2/n a coordinate moves by a normal of variance tau N_l, of which its own square
    is a share. For ReLU E N_1 = (1 + tau/2)/2 + c with c = E z_1|z_1|/2, no polynomial of moments:
    at n = 1, 4c = (1 + tau) erf(1/sqrt(2 tau)) + sqrt(2 tau/pi) exp(-1/(2 tau)) - 1. The
    coordinates are coupled by N_0, ..., N_{K-1} alone: an integral of K dimensions, no recursion.

    Parameters
    ----------
    blocks : int
        Blocks K.
    tau : float
        Width times the variance of a weight, with the squared multiplier.
    omega : float
        Squared multiplier outside of the weights.
    slopes : tuple of float
        Slopes of phi below and above 0.

    References
    ----------
    Source: ammup, beyond the paper (BP-4); the gates in E M_l are ours.
    """
    require_time(4e-9 * blocks**2 + 3e-5 * blocks, f"{blocks:,} blocks with gates", "use 'linear'")
    low, high = slopes[0] ** 2, slopes[1] ** 2
    q, growth = (low + high) / 2, (low + high) / 2 * tau
    steps = np.arange(blocks + 1)
    v = np.exp(steps * math.log1p(growth))  # energy of the state, 1 at the input
    weight = tau * v[::-1]  # of D_j in E M_l: the gain above block j + 1
    y = omega * q * steps * np.exp((steps - 1) * math.log1p(growth))
    past = np.zeros(blocks + 1)  # sum of F(l, h) over h < i, for every l
    out = np.empty(blocks + 1)
    gated = double = 0.0  # sums of U_h and of F(h, h)
    for i in range(blocks + 1):
        later = slice(i, blocks + 1)
        diagonal = _joint_gates(np.sqrt(v[i] / v[later]), low, high) * y[i] ** 2
        # tr(D_j G_i^2) / n for the blocks j = i, ..., K, and tr(G_i^2) / n.
        squares = q * y[i] ** 2 + tau * (q * gated + past[later]) + tau**2 * q * double
        square = y[i] ** 2 + 2 * tau * gated + tau**2 * double
        # E M_i = 1 + tau sum_j (gain above) D_j over the blocks j = i, ..., K - 1.
        out[i] = square + float(weight[i + 1 :] @ squares[: blocks - i])
        new = diagonal + tau * q * (past[later] + past[i]) + (tau * q) ** 2 * double
        past[later] += new
        gated, double = gated + squares[0], double + new[0]
    return LabelEnergies(unscaled(out[1:]), blocks * math.log1p(growth))


def _joint_gates(correlation: Array, low: float, high: float) -> Array:
    """E D D' of squared gates, of values low and high below and above 0."""
    both = gate_relu.unchecked(np.minimum(correlation, 1.0))
    return low * high + (high - low) ** 2 * both


# -- post-activation blocks z + eps phi(W z) ---------------------------------


def post_activation(
    blocks: int, eps: float, s: float, trained: float, slopes: tuple[float, float]
) -> LabelEnergies:
    """Energies of blocks z + eps phi(W z), n Var W = s^2.

    Gates are independent from block to block, but the branch has a positive mean that adds up
    coherently, so that the states' energy grows as exp(const K eps). ``trained`` is eps^2, or 1 if
    eps is in the weights.

    References
    ----------
    Source: ammup, beyond the paper (X21), and ours for the first step.
    """
    energy = post_activation_path(blocks, eps, s, slopes)
    low, high = slopes[0] ** 2, slopes[1] ** 2
    q, fourth = (low + high) / 2, (low**2 + high**2) / 2
    gain, grown = (eps * s) ** 2, math.log1p((eps * s) ** 2 * q)
    steps = np.arange(1.0, blocks + 1)
    # Both sums over the growth of the tangents, so that they are sums of positive terms.
    new = trained * energy[:-1] * np.exp(-steps * grown)  # of y / (1 + gain q)^l, over q
    y = q * np.cumsum(new)
    before, shrink = np.concatenate([[0.0], y[:-1]]), math.exp(-grown)
    before *= shrink
    terms = fourth * new**2 + 2 * (q + gain * fourth) * new * before
    terms += gain * (2 * q + gain * fourth) * before**2
    square = np.cumsum(terms)
    # S_l = (1 + gain q)^(L - l) r_l with r_l = (1 + gain q)^(2 l) square.
    return LabelEnergies(Scaled(square, (blocks + steps) * grown), math.log(energy[-1]))


def post_activation_energy(L: int, eps: float, s: float = 2**0.5) -> float:
    """Energy of the stream z + eps relu(W z) after L untied blocks, 1 at the start.

    The branch relu(W z) has a positive mean, which blocks with matrices of their own add up as
    tied ones do: eps = T/L is needed for a limit, cosh(T s / sqrt(2 pi))^2, and eps = L^(-1/2)
    gives exp(const sqrt(L)). Pre-activation blocks z + eps W relu(z) need L^(-1/2) only.

    Parameters
    ----------
    L : int
        Blocks, at least 1.
    eps : float
        Multiplier of the branch, finite; its sign has no effect.
    s : float
        Weight scale: entries of W have variance s^2 / width; sqrt(2) by default.

    Returns
    -------
    float
        Mean square of a coordinate after L blocks over that before them, at infinite width.

    Raises
    ------
    ValueError
        For L < 1 or scales that are not finite.

    References
    ----------
    Source: ammup, beyond the paper (X21), at infinite width.

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.post_activation_energy(16, eps=0.25)
    29.2544
    >>> updates.post_activation_energy(10**5, eps=1e-5)
    1.353558
    """
    depth, scale, spread = count("L", L), finite("eps", eps), finite("s", s)
    representable(scale, spread)
    return float(post_activation_path(depth, abs(scale), abs(spread), (0.0, 1.0))[-1])


def post_activation_path(blocks: int, eps: float, s: float, slopes: tuple[float, float]) -> Array:
    """Energies q of the states 0, ..., blocks, whose branches have the mean b.

    q' = q + 2 m eps b + eps^2 s^2 q / 2, m' = m + eps b.
    """
    require_time(3.5e-7 * blocks, f"{blocks:,} blocks", "formula('post-activation-limit')")
    mean = (slopes[1] - slopes[0]) * s / math.sqrt(2 * math.pi)
    half = (slopes[0] ** 2 + slopes[1] ** 2) / 2 * s**2
    energy, drift, path = 1.0, 0.0, [1.0]
    for _ in range(blocks):
        push = eps * mean * math.sqrt(energy)
        energy, drift = energy + 2 * drift * push + eps**2 * half * energy, drift + push
        path.append(energy)
    return np.array(path)


# -- normalised streams ---------------------------------


def pre_norm(blocks: int, tau: float, omega: float, *, normalized: bool) -> LabelEnergies:
    """Energies of linear blocks z + W LN(z) and a last normalisation: v' = v + tau.

    ``normalized`` asks for those of the stream as the next block reads it, S_l / v_l.

    References
    ----------
    Source: ammup, beyond the paper (BP-7).
    """
    v = 1 + tau * np.arange(blocks + 1)
    y = omega * np.cumsum(1 / v[1:])  # tr G / (n v)
    before = np.concatenate([[0.0], y[:-1]])
    grown = tau * (v[1:] + v[:-1]) / v[1:] ** 2  # 1 - 1/g^2
    r = np.cumsum((omega / v[1:]) ** 2 + 2 * omega / v[1:] * before + grown * before**2)
    return LabelEnergies(unscaled(r if normalized else r * v[1:]), 0.0)


# -- other activations ---------------------------------


def any_activation(
    units: int, activation: Any, variance: float, *, activate_input: bool = True
) -> LabelEnergies:
    """Energies of plain units of any activation: the variance v of z drifts with depth.

    y' = x + chi y, r' = x^2 + 2 x chi y + chi^2 r + s^4 q4 y^2, v' = s^2 x at x = E phi^2,
    chi = s^2 E phi'^2, q4 = E phi'^4, all at variance v.

    References
    ----------
    Source: ammup, beyond the paper (BP-11).
    """
    require_time(1e-4 * units, f"{units:,} units of {activation.name}", "use a homogeneous one")
    s2 = variance
    v, y, r, log = 1.0, 0.0, 0.0, 0.0  # y and r over exp(log) and exp(2 log)
    squares, gains = [], []
    for unit in range(units):
        x, q, fourth = _moments(activation, v) if unit or activate_input else (1.0, 1.0, 1.0)
        new, chi = x * math.exp(-log), s2 * q
        y, r = new + chi * y, new**2 + 2 * new * chi * y + chi**2 * r + s2**2 * fourth * y**2
        squares.append((r, 2 * log))
        gains.append(math.log(chi))
        y, r, log = y / y, r / y**2, log + math.log(y)
        v = s2 * x
    x, q, _ = _moments(activation, v)  # the head reads phi(z_L)
    after = np.concatenate([np.cumsum(gains[:0:-1])[::-1], [0.0]]) + math.log(q)
    values, logs = np.array(squares).T
    return LabelEnergies(Scaled(values, logs + after), math.log(x))


def _moments(activation: Any, v: float) -> tuple[float, float, float]:
    """E phi^2, E phi'^2 and E phi'^4 at variance v."""
    x, weight = panels(activation).line(math.sqrt(v))
    second, squares = np.square(activation.function(x)), np.square(activation.derivative(x))
    means = (float(np.sum(weight * f)) for f in (second, squares, squares**2))
    return next(means), next(means), next(means)


# -- branches of several matrices ---------------------------------


def deep_branches(
    blocks: int, skip: float, multiplier: float, gains: Sequence[float]
) -> LabelEnergies:
    """Energies of linear blocks a z + b W_p ... W_1 z, all W_i trained.

    ``skip`` is a^2, ``multiplier`` b^2 and ``gains`` are n Var W_i. Above the i-th weight the
    branch has a product M of p - i Gaussians, with tr (M M^T)^2 / n = (p - i + 1)
    (tr M M^T / n)^2; G of the states below does not depend on the block's own weights.

    References
    ----------
    Source: ours; ammup, beyond the paper (BP-2) for p = 1, exponents of BP-6.
    """
    require_time(1e-7 * blocks, f"{blocks:,} blocks", "ask for fewer")
    p, size = len(gains), math.prod(gains)
    others = [math.prod(gains[:i]) * math.prod(gains[i + 1 :]) for i in range(p)]
    g = skip + multiplier * size
    # All over the growth g of the states, so that nothing overflows.
    grown = (2 * skip * multiplier * size + p * (multiplier * size) ** 2) / g**2
    new = multiplier * sum(others) / g
    meets = multiplier * sum(t * (skip + multiplier * (p - i) * size) for i, t in enumerate(others))
    pairs = sum(
        others[i] * others[j] * (p - max(i, j)) for i, j in itertools.product(range(p), repeat=2)
    )
    y = new * np.arange(blocks)
    terms = grown * y**2 + 2 * meets / g**2 * y + (multiplier / g) ** 2 * pairs
    levels = np.arange(1.0, blocks + 1)
    return LabelEnergies(
        Scaled(np.cumsum(terms), (blocks + levels) * math.log(g)), blocks * math.log(g)
    )
