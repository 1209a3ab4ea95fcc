r"""Update energies of plain networks of any width whose gradient depends on the outputs' size.

A cross-entropy head sends back u = softmax(out) - 1/C, no polynomial of the outputs: no list of
moments closes. But of the softmax only log |h_L|^2 is needed, h_L the last state, and the moments
of :mod:`.state_frame_moments` close when they are weighted by |h_L|^(2 i omega). This is a Fourier
transform in log |h_L|^2; a discrete sum over omega undoes it.

Derivation, step by step: ``docs/derivations/cross-entropy-finite-width.md``.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.resource_limits import require_time
from depthlaws.theory.numerics.types import Array
from depthlaws.theory.updates.cross_entropy_gradient import excess
from depthlaws.theory.updates.stack_energies import Scaled
from depthlaws.theory.updates.state_frame_moments import (
    Complex,
    PlainNetwork,
    UnitMaps,
    squared_change,
    unit_maps,
)

__all__: list[str] = []

REACH = 9.0  # standard deviations of log |h_L|^2 on each side of its mean
DIGITS = 37.0  # 1e-16 as a power of e
EDGE_WIDTH = 0.5  # width in log |h_L|^2 of the smooth edges of functions of it


def _spread(net: PlainNetwork, depth: int) -> tuple[float, float]:
    """Mean and standard deviation of log |h_L|^2, for the weights 1 and |h_L|^4 together."""
    step = 1e-3
    tilt = 1j * step * np.array([-1.0, 0.0, 1.0])
    maps = unit_maps(net, tilt)
    with_x2 = np.log(net.start(tilt + 2)) + depth * np.log(maps.state[:, 0, 0])
    without = np.log(net.start(tilt)) + depth * np.log(maps.weight)
    means = [float((f[2] - f[0]).imag) / (2 * step) for f in (with_x2, without)]
    squares = [-float((f[2] - 2 * f[1] + f[0]).real) / step**2 for f in (with_x2, without)]
    deviation = math.sqrt(max(*squares, 0.0))
    return sum(means) / 2, deviation + abs(means[0] - means[1]) / (2 * REACH)


def _largest_start(net: PlainNetwork) -> float:
    """Upper bound of log |h_0|^2, which a normal input passes with probability 1e-16."""
    n = net.width
    size = n if net.sphere else n + 2 * math.sqrt(DIGITS * n) + 2 * DIGITS
    return math.log(size * (net.slope**2 if net.activate_input else 1.0))


def _grid(net: PlainNetwork, depth: int) -> tuple[Array, Array, Array]:
    """Values of log |h_L|^2, the frequencies that they resolve, and the edges' factor at each."""
    middle, deviation = _spread(net, depth)
    tail = DIGITS / (net.width / 2 + 1)  # reach downwards of a chi-square of few degrees
    if net.gated:
        tail = max(tail, (DIGITS - net.width * math.log(2)) / 1.5)
    low, high = middle - REACH * deviation - tail, middle + REACH * deviation
    if net.orthogonal:  # the distribution may have atoms: the function is cut off smoothly instead
        high = min(high, _largest_start(net) + depth * math.log(net.gain))
        low, high = low - 2 * REACH * EDGE_WIDTH, high + 2 * REACH * EDGE_WIDTH
        highest = 25 / EDGE_WIDTH
    else:
        highest = 10 / min(deviation, math.sqrt(4 / net.width)) + 30
    count = 2 * math.ceil((high - low) * highest / (2 * math.pi)) + 1
    step = (high - low) / count
    y = np.array(low + step * (np.arange(count, dtype=np.float64) + 0.5))
    edges = np.ones(count)
    if net.orthogonal:
        edges = special.ndtr((y - low) / EDGE_WIDTH - REACH)
        edges = edges * special.ndtr((high - y) / EDGE_WIDTH - REACH)
    waves = np.arange(count // 2 + 1, dtype=np.float64)
    return y, np.array(2 * math.pi / (high - low) * waves), edges


def energies_of_outputs(
    net: PlainNetwork, depth: int, sizes: Callable[..., Array] = excess
) -> Scaled:
    """Part of S_l, l = 1, ..., L, that the outputs of a cross-entropy head cause.

    Parameters
    ----------
    net : PlainNetwork
        Network at a finite width.
    depth : int
        Units L.
    sizes : callable
        ``sizes(outputs, log v)`` -> (2, point): E|u|^2 and E(u.out)^2/v of the gradient u at
        outputs of variance v. The cross-entropy's unless another loss is given.

    Returns
    -------
    Scaled
        Energies (L,). Relative error about 1e-11, 1e-10 at width 1e7; more where a mean is carried
        by outputs 9 deviations from the usual size.

    References
    ----------
    Source: ammup, beyond the paper (ERR-14).
    """
    require_time(2.5e-3 * depth, f"{depth:,} units below a softmax", "ask for part='label'")
    y, omega, edges = _grid(net, depth)
    square, along = sizes(net.outputs, y + math.log(net.head / net.width))
    waves = np.exp(-1j * np.outer(omega, y)) / len(y)
    waves[1:] *= 2  # the negative frequencies are the complex conjugates
    top = waves @ np.stack([along * edges, square * edges], axis=1)
    tilt = 1j * omega
    maps = unit_maps(net, tilt)
    values, logs = _energies_by_layer(maps, _gradients(maps, top, depth), net.start(tilt + 2))
    return Scaled(values * net.head / net.width / (net.width * net.slope**2), logs)


def _gradients(maps: UnitMaps, top: Complex, depth: int) -> list[Complex]:
    """Gradients (tilt, 2) at h_1, ..., h_L from that at the last state."""
    gradients = [top]
    for _ in range(depth - 1):
        gradients.append(np.einsum("tij,tj->ti", maps.gradient, gradients[-1]))
    return gradients[::-1]


def _energies_by_layer(
    maps: UnitMaps, gradients: list[Complex], start: Complex
) -> tuple[Array, Array]:
    """Squared changes of z_1, ..., z_L, times the squared slope, over exp(log), and the logs."""
    state = np.zeros((len(start), 8), dtype=complex)
    state[:, 0] = start
    values, logs, log = [], [], 0.0
    for gradient in gradients:
        shut = squared_change(np.einsum("tij,tj->ti", maps.shut, gradient), state)
        if maps.without_new is not None:
            carried = np.einsum("tij,tj->ti", maps.without_new, state)
            shut = shut - squared_change(gradient, carried)
        state = np.einsum("tij,tj->ti", maps.state, state)
        values.append(float(np.sum((squared_change(gradient, state) + shut).real)))
        logs.append(log)
        size = float(np.abs(state[0]).max())
        state, log = state / size, log + math.log(size)
    return np.array(values), np.array(logs)


def plain_network(question: Any) -> PlainNetwork | None:
    """Network of a question, None unless it is plain with gates of one open slope."""
    if question.network != "plain" or question.slopes is None:
        return None
    slopes = sorted(abs(float(v)) for v in question.slopes)
    if slopes[0] not in {0.0, slopes[1]} or slopes[1] == 0:
        return None
    b2, slope = float(question.multiplier) ** 2, slopes[1]
    q = float(question.moment(2))
    return PlainNetwork(
        width=question.width,
        gain=slope**2 * b2 * float(question.gain) / q,
        omega=slope**2 * b2,
        slope=slope,
        gated=slopes[0] == 0,
        head=float(question.head),
        outputs=question.outputs,
        activate_input=question.activate_input,
        sphere=question.inputs == "sphere",
        orthogonal=question.weights == "orthogonal",
    )
