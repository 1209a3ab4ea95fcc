r"""Energies of the update of every layer by one step, and the learning rate that they allow.

S_l = E|dz_l|^2 / width after one linearised step at initialisation, their mean over the layers, and
the maximal update rate eta* at which that mean is 1. Everything is exact at the width given; at
infinite width S_l is given over width/outputs (cross-entropy: over width, sign: over width^2).
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Unpack, overload

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.theory.numerics.arguments import finite
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.types import Array, Counts, Floats
from depthlaws.theory.updates.law_selection import log_mean, solve, solve_exactly
from depthlaws.theory.updates.missing_laws import ask
from depthlaws.theory.updates.network_options import Architecture, Decimal, depths

__all__ = ["energies", "local_slope", "max_update_rate", "transfer_update_rate"]

SECONDS_PER_DEPTH = 1e-5  # of a closed form


@overload
def energies(
    network: str,
    L: int,
    *,
    width: float = ...,
    outputs: int = ...,
    loss: str = ...,
    optimizer: str = ...,
    **architecture: Unpack[Decimal],
) -> Array: ...
@overload
def energies(
    network: str,
    L: int,
    *,
    width: float = ...,
    outputs: int = ...,
    loss: str = ...,
    optimizer: str = ...,
    **architecture: Unpack[Architecture],
) -> list[Fraction]: ...
def energies(
    network: str,
    L: int,
    *,
    width: float = math.inf,
    outputs: int = 1,
    loss: str = "mse",
    optimizer: str = "sgd",
    **architecture: Unpack[Architecture],
) -> Array | list[Fraction]:
    """Update energies E[S_l] of the layers l = 1, ..., L after one step of size 1.

    S_l = E|dz_l|^2 / width, where dz_l is the linearised change of the state of layer l at
    initialisation. A network that no law covers is refused with the simulation that answers.

    Parameters
    ----------
    network : {"plain", "residual", "post-activation"}
        Kind of the units: plain z -> W phi(z), residual z -> z + W phi(z), post-activation
        z -> z + phi(W z).
    L : int
        Depth: number of units, at least 1.
    width : float
        Units of a layer, a whole number or inf.
    outputs : int
        Number of outputs, or classes of the cross-entropy (at least 2).
    loss : {"mse", "ce"}
        Loss: mse (|out - y|^2 / 2m with random labels) or ce (cross-entropy with random classes).
    optimizer : {"sgd", "sign"}
        Step: sgd (gradient descent) or sign (of the gradient: the first step of Adam).
    **architecture
        Options of :class:`Architecture`: activation, norm, branch_depth, stem, arrangement, skip,
        multiplier, variance, weights, scaled, power, head, activate_input, stream, inputs,
        label_variance, output_ratio, batch, evaluate, part.

    Returns
    -------
    ndarray (L,), or list of Fraction
        Energies of the layers; at infinite width over width/outputs (cross-entropy: over width;
        sign: over width^2). Fractions where a variance or scale is given as a Fraction.

    Raises
    ------
    ValueError
        For counts below 1 and for a network without an exact law (NoTheoryError).
    UnknownNameError
        For unknown words and options.

    References
    ----------
    Source: ammup, eqs. (8) and (18), exact: beyond the paper (BP-1 to BP-8).

    Examples
    --------
    >>> from fractions import Fraction
    >>> from depthlaws import updates
    >>> updates.energies("plain", 2, width=4, outputs=2, label_variance=Fraction(1), part="label")
    [Fraction(3, 8), Fraction(51, 16)]
    """
    given = {"width": width, "outputs": outputs, "loss": loss, "optimizer": optimizer}
    question, depth = ask(network, given | architecture), _single_depth(L)
    require_memory(400.0 * depth, f"{depth:,} energies")
    if any(isinstance(v, Fraction) for k, v in architecture.items() if k != "power"):
        require_time(3.3e-6 * float(depth) ** 2, f"{depth:,} exact energies", "ask for floats")
        return solve_exactly(question, depth)
    return solve(question, depth).floats


def _single_depth(L: Any) -> int:
    listed, single = depths(L)
    if not single:
        msg = f"L must be one depth here, got {shown(L)}: ask for each depth by itself"
        raise ValueError(msg)
    return listed[0]


def max_update_rate(
    network: str,
    L: Counts,
    *,
    width: float = math.inf,
    outputs: int = 1,
    loss: str = "mse",
    optimizer: str = "sgd",
    **architecture: Unpack[Architecture],
) -> Floats:
    """Learning rate eta* at which the mean of the update energies is 1: S-bar(1)^(-1/2).

    Parameters
    ----------
    network : {"plain", "residual", "post-activation"}
        Kind of the units: plain, residual or post-activation, as in :func:`energies`.
    L : int or sequence of int
        Depth, or several depths, each at least 1.
    width : float
        Units of a layer, a whole number or inf.
    outputs : int
        Number of outputs, or classes of the cross-entropy.
    loss : {"mse", "ce"}
        Loss: mse (mean squared error) or ce (cross-entropy).
    optimizer : {"sgd", "sign"}
        Step: sgd (gradient descent) or sign (of the gradient: the first step of Adam).
    **architecture
        Options of :class:`Architecture`.

    Returns
    -------
    float, or ndarray (depth,)
        Learning rate eta*; at infinite width times sqrt(width/outputs) (cross-entropy: times
        sqrt(width); sign: times width).

    Raises
    ------
    ValueError
        As :func:`energies`, and for a network in which no layer moves.

    References
    ----------
    Source: ammup, eq. (9).

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.max_update_rate("plain", 1, activation="linear", part="label")
    1.0
    """
    given = {"width": width, "outputs": outputs, "loss": loss, "optimizer": optimizer}
    question = ask(network, given | architecture)
    listed, single = depths(L)
    rates = [math.exp(-0.5 * log_mean(question, depth)) for depth in listed]
    return rates[0] if single else np.array(rates)


def local_slope(
    network: str,
    L: Counts,
    *,
    width: float = math.inf,
    outputs: int = 1,
    loss: str = "mse",
    optimizer: str = "sgd",
    **architecture: Unpack[Architecture],
) -> Floats:
    """Exponent of eta* between the depths L and 2L: log2(eta*(2L) / eta*(L)).

    This is the exact law at finite depth behind exponents that are fitted over a range of depths.

    Parameters
    ----------
    network : {"plain", "residual", "post-activation"}
        Kind of the units: plain, residual or post-activation, as in :func:`energies`.
    L : int or sequence of int
        Smaller depth, or several, each at least 1.
    width : float
        Units of a layer, a whole number or inf.
    outputs : int
        Number of outputs, or classes of the cross-entropy.
    loss : {"mse", "ce"}
        Loss: mse (mean squared error) or ce (cross-entropy).
    optimizer : {"sgd", "sign"}
        Step: sgd (gradient descent) or sign (of the gradient: the first step of Adam).
    **architecture
        Options of :class:`Architecture`.

    Returns
    -------
    float, or ndarray (depth,)
        Exponent, negative where deeper networks need smaller rates.

    Raises
    ------
    ValueError
        As :func:`max_update_rate`.

    References
    ----------
    Source: ammup, beyond the paper (ERR-22).

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.local_slope("plain", 4), updates.local_slope("plain", 2**16)
    (-1.322752, -1.499989)
    """
    given = {"width": width, "outputs": outputs, "loss": loss, "optimizer": optimizer}
    question = ask(network, given | architecture)
    listed, single = depths(L)
    both_ends = sorted({*listed, *(2 * depth for depth in listed)})
    seconds = SECONDS_PER_DEPTH * len(both_ends)
    require_time(seconds, f"slopes at {len(listed):,} depths", "ask for fewer depths")
    logs = {depth: log_mean(question, depth) for depth in both_ends}
    slopes = [(logs[depth] - logs[2 * depth]) / (2 * math.log(2)) for depth in listed]
    return slopes[0] if single else np.array(slopes)


def transfer_update_rate(
    rate: float,
    network: str,
    L: int,
    to: int,
    *,
    width: float = math.inf,
    outputs: int = 1,
    loss: str = "mse",
    optimizer: str = "sgd",
    **architecture: Unpack[Architecture],
) -> float:
    """Learning rate at the depth ``to`` of one tuned at the depth ``L``, by the exact energies.

    The rate times eta*(to) / eta*(L): exact at finite depth, unlike the paper's (to / L)^(-3/2).

    Parameters
    ----------
    rate : float
        Learning rate tuned at the depth L.
    network : {"plain", "residual", "post-activation"}
        Kind of the units: plain, residual or post-activation, as in :func:`energies`.
    L : int
        Depth of the tuned network, at least 1.
    to : int
        Depth of the network to train, at least 1.
    width : float
        Units of a layer, a whole number or inf.
    outputs : int
        Number of outputs, or classes of the cross-entropy.
    loss : {"mse", "ce"}
        Loss: mse (mean squared error) or ce (cross-entropy).
    optimizer : {"sgd", "sign"}
        Step: sgd (gradient descent) or sign (of the gradient: the first step of Adam).
    **architecture
        Options of :class:`Architecture`.

    Returns
    -------
    float
        Learning rate at the depth ``to``.

    Raises
    ------
    ValueError
        As :func:`max_update_rate`, and for a rate that is not finite.

    References
    ----------
    Source: ammup, beyond the paper (BP-1).

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.transfer_update_rate(0.1, "plain", 4, 8), 0.1 * (8 / 4) ** -1.5
    (0.03998, 0.03536)
    """
    given = {"width": width, "outputs": outputs, "loss": loss, "optimizer": optimizer}
    question = ask(network, given | architecture)
    tuned, new = (log_mean(question, _single_depth(depth)) for depth in (L, to))
    return finite("rate", rate) * math.exp((tuned - new) / 2)
