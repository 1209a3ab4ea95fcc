r"""How far one step moves every layer, and the learning rate that this allows.

S_l = E|dz_l|^2 / width after one linearised step at initialisation, their mean over the layers, and
the maximal update rate eta* at which that mean is 1. Everything is exact at the width given; at
infinite width S_l is given over width/outputs (cross-entropy: over width, sign: over width^2).
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Unpack, overload

import numpy as np

from depthlaws.theory.numerics.arguments import finite
from depthlaws.theory.numerics.limits import require_memory
from depthlaws.theory.numerics.types import Array, Counts, Floats
from depthlaws.theory.updates.architecture import Architecture, Decimal, ask, depths
from depthlaws.theory.updates.networks import log_mean, solve, solve_exactly

__all__ = ["energies", "local_slope", "max_update_rate", "transfer_update_rate"]


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

    ``network``: "plain" z -> W phi(z), "residual" z -> z + W phi(z) or "post-activation"
    z -> z + phi(W z). ``architecture``, in the words of the simulators: activation, norm, stem,
    skip, multiplier, variance, weights, scaled, power, head, activate_input, inputs,
    label_variance, output_ratio (outputs/width at infinite width), batch, evaluate, part ("label",
    "output" or both). Residual branches are scaled by K^-power in "each" weight by default.

    ``outputs``: how many there are. ``loss``: mse or ce. ``optimizer``: sgd or sign.

    Source: ammup, eqs. (8) and (18), exact: beyond the paper (BP-1 to BP-8).
    Shapes: (L,). A list of Fractions where a variance or scale is given as a Fraction.
    Units: at infinite width over width/outputs (cross-entropy: width; sign: width^2).
    Raises: ValueError for counts below 1 and for combinations without a theory (it says which
        simulator answers); UnknownNameError for words.

    >>> from fractions import Fraction
    >>> from depthlaws import updates
    >>> updates.energies("plain", 2, width=4, outputs=2, label_variance=Fraction(1), part="label")
    [Fraction(3, 8), Fraction(51, 16)]
    """
    named = {"width": width, "outputs": outputs, "loss": loss, "optimizer": optimizer}
    asked = ask(network, named | architecture)
    (depth,), _ = _one(L)
    if any(isinstance(v, Fraction) for k, v in architecture.items() if k != "power"):
        return solve_exactly(asked, depth)
    require_memory(400.0 * depth, f"{depth:,} energies")
    return solve(asked, depth).plain


def _one(L: Any) -> tuple[list[int], bool]:
    found, single = depths(L)
    if not single:
        msg = f"L must be one depth here, got {L!r}"
        raise ValueError(msg)
    return found, single


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

    ``network``: plain, residual or post-activation. ``outputs``: how many there are. ``loss``: mse
    or ce. ``optimizer``: sgd or sign.

    Source: ammup, eq. (9). Arguments and errors as :func:`energies`; ``L`` may be several depths.
    Units: at infinite width times sqrt(width/outputs).

    >>> from depthlaws import updates
    >>> updates.max_update_rate("plain", 1, activation="linear", part="label")
    1.0
    """
    named = {"width": width, "outputs": outputs, "loss": loss, "optimizer": optimizer}
    asked = ask(network, named | architecture)
    found, single = depths(L)
    rates = [math.exp(-0.5 * log_mean(asked, depth)) for depth in found]
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

    ``network``: plain, residual or post-activation. ``outputs``: how many there are. ``loss``: mse
    or ce. ``optimizer``: sgd or sign.

    Source: ammup, beyond the paper (ERR-22): the law at finite depth behind the fitted exponents.
    Arguments and errors as :func:`max_update_rate`.

    >>> from depthlaws import updates
    >>> updates.local_slope("plain", 4), updates.local_slope("plain", 2**16)
    (-1.322752, -1.499989)
    """
    named = {"width": width, "outputs": outputs, "loss": loss, "optimizer": optimizer}
    asked = ask(network, named | architecture)
    found, single = depths(L)
    logs = {depth: log_mean(asked, depth) for depth in sorted({*found, *(2 * d for d in found)})}
    slopes = [(logs[depth] - logs[2 * depth]) / (2 * math.log(2)) for depth in found]
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

    ``rate`` times eta*(to) / eta*(L): at finite depth, instead of the paper's (to / L)^(-3/2).
    ``network``: plain, residual or post-activation. ``to``: depth of the network to train.
    ``outputs``: how many there are. ``loss``: mse or ce. ``optimizer``: sgd or sign.
    Source: ammup, beyond the paper (BP-1). Further arguments and errors as :func:`energies`.

    >>> from depthlaws import updates
    >>> updates.transfer_update_rate(0.1, "plain", 4, 8), 0.1 * (8 / 4) ** -1.5
    (0.03998, 0.03536)
    """
    named = {"width": width, "outputs": outputs, "loss": loss, "optimizer": optimizer}
    asked = ask(network, named | architecture)
    (start,), (end,) = _one(L)[0], _one(to)[0]
    return finite("rate", rate) * math.exp((log_mean(asked, start) - log_mean(asked, end)) / 2)
