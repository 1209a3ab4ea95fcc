"""Gradient descent in the errors from the forward pass, and the weight updates that follow.

The descent stays in a space of few dimensions (:mod:`.error_spectrum`), in which any number of
steps is one product of matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.theory.numerics.arguments import count, finite, whole
from depthlaws.theory.numerics.types import Array, Numbers
from depthlaws.theory.predictive_coding.equilibria import forward_pass, trace_slopes
from depthlaws.theory.predictive_coding.error_spectrum import descent_filter, error_spectrum
from depthlaws.theory.predictive_coding.networks import LinearNetwork, linear_network

__all__ = ["ErrorStep", "Regime", "error_step", "regime"]

LITTLE, MOST = 0.1, 0.9  # shares of the way to the minimum that name a regime


@dataclass(frozen=True, slots=True, eq=False)
class ErrorStep:
    """A linear network after some steps of gradient descent in its errors from the forward pass.

    Attributes
    ----------
    network : LinearNetwork
        The layers with their scales and precisions.
    forward : tuple of ndarray
        Activities of the forward pass of layers 0..L, each (sample, width).
    errors : tuple of ndarray
        Prediction errors of layers 1..L, each (sample, width).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> state = predictive_coding.error_step([2.0, 3.0], [[1.0]], [1.0], rate=0.1, steps=1)
    >>> [e.tolist() for e in state.errors], state.energy
    ([[[-1.5]], [[-0.5]]], 1.25)
    """

    network: LinearNetwork
    forward: tuple[Array, ...]
    errors: tuple[Array, ...]

    @property
    def activities(self) -> tuple[Array, ...]:
        """Activities z_0 = x, z_1, ..., z_L = y, each (sample, width)."""
        states = [self.forward[0]]
        for layer, error in zip(self.network.layers, self.errors, strict=True):
            states.append(states[-1] @ layer.T + error)
        return tuple(states)

    @property
    def energy(self) -> float:
        """Energy, half the weighted squared errors: a mean over the samples."""
        layers = zip(self.network.precisions, self.errors, strict=True)
        return float(sum(p * np.sum(e**2) for p, e in layers) / (2 * len(self.forward[0])))

    @property
    def updates(self) -> list[Array]:
        """Descent direction of the energy in every weight matrix at these activities."""
        return self._learned(self.activities)

    @property
    def backprop_part(self) -> list[Array]:
        """Part of the updates with the activities of the forward pass.

        With one output and unit precisions it is, in hidden layers, the direction of
        backpropagation times the formula pc-error-weight: after one step, times the rate.
        """
        return self._learned(self.forward)

    @property
    def ascent_part(self) -> list[Array]:
        """Rest of the updates: the ascent of the rescaling.

        With one output and unit precisions it is, in hidden layers, half the mean square of c r
        times the gradient of s, c the formula pc-error-weight: it climbs s at every rate.
        """
        moved = [z - h for z, h in zip(self.activities, self.forward, strict=True)]
        return self._learned(moved)

    @property
    def growth(self) -> tuple[float, float]:
        """Slope of the trace of S along both parts of the updates: of backprop, of the ascent."""
        slopes, parts = trace_slopes(self.network), (self.backprop_part, self.ascent_part)
        backprop, ascent = (
            sum(float(np.sum(a * b)) for a, b in zip(slopes, part, strict=True)) for part in parts
        )
        return backprop, ascent

    def _learned(self, activities: Sequence[Array]) -> list[Array]:
        """Return c_l p_l e_l z_{l-1}^T, means over the samples."""
        net = self.network
        return [
            c * p * e.T @ z / len(z)
            for c, p, e, z in zip(
                net.scales, net.precisions, self.errors, activities[:-1], strict=True
            )
        ]


@dataclass(frozen=True, slots=True)
class Regime:
    """Regime of predictive coding after some steps of gradient descent in the errors.

    Attributes
    ----------
    name : str
        Name: close to backprop (at most a tenth of the way to the minimum in every eigenvalue, so
        that all outputs' errors count alike), climbs s (at least nine tenths in every one, where
        the ascent is about that of the equilibrium), interpolates (between them), or diverges (the
        rate is not below the largest).
    largest_rate : float
        Supremum of the rates at which the descent converges: 2 over the largest eigenvalue.
    best_rate : float
        Rate 2 / (smallest + largest of these eigenvalues). With one output, and one precision of
        the hidden layers, one step of it reaches the minimum.
    climb : float
        Weight c of the output's error r in the errors, the largest over the eigenvalues: with one
        output, and one precision of the hidden layers, they are c m_l r. With unit precisions it
        is (1 - (1 - rate s)^steps) / s, hidden layers learn c times what backpropagation teaches
        and c^2 r^2 / 2 times the gradient of s, so that the share of the latter goes as c.
    settled : tuple of float
        Share of the way to the minimum, in the slowest and in the fastest eigenvalue.
    eigenvalues : tuple of float
        Eigenvalues of the Hessian in the errors where the descent goes, rising: with unit
        precisions those of the rescaling S, of which the least are 1 and missing here if there are
        fewer hidden units than outputs.

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> regime = predictive_coding.regime([2.0, 3.0], rate=1e-3, steps=5)
    >>> regime.name, regime.largest_rate
    ('close to backprop', 0.2)
    """

    name: str
    largest_rate: float
    best_rate: float
    climb: float
    settled: tuple[float, float]
    eigenvalues: tuple[float, ...]


def error_step(
    weights: Sequence[Numbers],
    x: Numbers,
    y: Numbers,
    *,
    rate: float,
    steps: int,
    skips: bool = False,
    scale: Numbers = 1.0,
    precision: Numbers = 1.0,
    output_precision: float = 1.0,
    samples: int = 1,
) -> ErrorStep:
    """Return a linear network after gradient descent in its errors from the forward pass.

    Exact for any number of steps, at the cost of a few.

    Parameters
    ----------
    weights : list of array_like
        Weight matrices W_1..W_L, each (outputs, inputs). A number is a 1 x 1 matrix. At least two.
    x : array_like
        Inputs, an array (sample, input).
    y : array_like
        Targets, an array (sample, output), or (sample,) for one output.
    rate : float
        Step of the descent. Positive.
    steps : int
        Number of steps. At least 0.
    skips : bool
        Layers 2..L-1 are branches beside a skip: the identity is added to them.
    scale : float or array_like
        Multiplier of all weight matrices, or one for each layer, an array (layer,).
    precision : float or array_like
        Weight of the prediction errors in the energy: one number, or one for each layer, an array
        (layer,). Positive.
    output_precision : float
        Further weight of the output's error in the energy. Positive.
    samples : int
        Number of samples over which the energy that is descended is a mean; 1 is the batch-sum
        convention.

    Returns
    -------
    ErrorStep
        The network after the steps: errors, activities, energy, and the updates of the weights.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, a precision or the rate is not positive, there
        is no hidden layer, or the rate is so large that the errors leave the doubles.

    References
    ----------
    Source: pc, section 2: beyond the paper (PC-B49 to PC-B51).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> state = predictive_coding.error_step([1.0, 2.0], [[1.0]], [3.0], rate=0.01, steps=3)
    >>> round(state.energy, 4), [w.round(4).tolist() for w in state.updates]
    (0.394, [[[0.0571]], [[0.9364]]])
    """
    network = linear_network(weights, skips, scale, output_precision, precision)
    rate, steps = _checked(rate, steps)
    forward, residual = forward_pass(network, x, y)
    spectrum = error_spectrum(network)
    reached = descent_filter(rate / count("samples", samples), spectrum.modes, steps)
    with np.errstate(over="ignore", invalid="ignore"):
        pulled = network.precision * residual @ spectrum.reach.T
        moved = pulled @ spectrum.vectors * reached @ spectrum.vectors.T
        last = residual - moved @ spectrum.reach
    if not np.isfinite(last).all():
        largest = 2 * samples / spectrum.modes.max()
        msg = f"rate must be below {largest:.4g} for these weights: at {rate:g} the errors "
        raise ValueError(msg + f"overflow in {steps:,} steps")
    errors: list[Any] = [None] * (network.depth - 1)
    sizes = [basis.shape[1] for basis in spectrum.bases]
    parts = np.split(moved, np.cumsum(sizes)[:-1], axis=1)
    for part, basis, places in zip(parts, spectrum.bases, spectrum.layers, strict=True):
        widths = [network.layers[i].shape[0] for i in places]
        of_layers = np.split(part @ basis.T, np.cumsum(widths)[:-1], axis=1)
        for i, error in zip(places, of_layers, strict=True):
            errors[i] = error
    return ErrorStep(network, forward, (*errors, last))


def regime(
    weights: Sequence[Numbers],
    *,
    rate: float,
    steps: int,
    skips: bool = False,
    scale: Numbers = 1.0,
    precision: Numbers = 1.0,
    output_precision: float = 1.0,
    samples: int = 1,
) -> Regime:
    """Return the regime of predictive coding after some steps of gradient descent in the errors.

    Parameters
    ----------
    weights : list of array_like
        Weight matrices W_1..W_L, each (outputs, inputs). A number is a 1 x 1 matrix. At least two.
    rate : float
        Step of the descent. Positive.
    steps : int
        Number of steps. At least 0.
    skips : bool
        Layers 2..L-1 are branches beside a skip: the identity is added to them.
    scale : float or array_like
        Multiplier of all weight matrices, or one for each layer, an array (layer,).
    precision : float or array_like
        Weight of the prediction errors in the energy: one number, or one for each layer, an array
        (layer,). Positive.
    output_precision : float
        Further weight of the output's error in the energy. Positive.
    samples : int
        Number of samples over which the energy is a mean; 1 is the batch-sum convention.

    Returns
    -------
    Regime
        Its name, safe and best rates, shares of the way to the minimum, and the climb of s.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, a precision or the rate is not positive, there
        is no hidden layer, or a product of layers overflows.

    References
    ----------
    Source: pc, section 2: beyond the paper (PC-B49, PC-B51).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> regime = predictive_coding.regime([2.0, 3.0], rate=0.1, steps=1)
    >>> regime.name, regime.settled, regime.climb
    ('climbs s', (1.0, 1.0), 0.1)
    """
    network = linear_network(weights, skips, scale, output_precision, precision)
    rate, steps = _checked(rate, steps)
    samples, modes = count("samples", samples), np.sort(error_spectrum(network).modes)
    largest = 2 * samples / float(modes[-1])
    reached = descent_filter(rate / samples, modes, steps)
    settled = float((reached * modes).min()), float((reached * modes).max())
    return Regime(
        name=_named(*settled) if rate < largest else "diverges",
        largest_rate=largest,
        best_rate=2 * samples / float(modes[0] + modes[-1]),
        climb=network.precision * float(reached.max()),
        settled=settled,
        eigenvalues=tuple(modes.tolist()),
    )


def _named(slowest: float, fastest: float) -> str:
    """Return the name of a regime by the shares of the way to the minimum."""
    if fastest <= LITTLE:
        return "close to backprop"
    return "climbs s" if slowest >= MOST else "interpolates"


def _checked(rate: float, steps: int) -> tuple[float, int]:
    """Return the step and the number of steps. Raises: ValueError or TypeError naming one."""
    if not finite("rate", rate) > 0:
        msg = f"rate must be positive, got {rate}"
        raise ValueError(msg)
    if whole("steps", steps) < 0:
        msg = f"steps must be at least 0, got {steps}"
        raise ValueError(msg)
    return float(rate), int(steps)
