r"""From one parametrisation to another: which are one model, and the values to set otherwise.

A layer acts by m W. Replacing (m, W) by (m / t, t W) changes no prediction; gradient descent at
rate t^2 eta, and an adaptive optimiser at rate t eta, then take the same steps in m W. So the
exponents (a, b, c) and (a + p, b - 2p, c - 2p) of a group are one model (Adam: c - p), and at one
size any two parametrisations are, once their constants are set.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.parametrization.exponents import (
    Family,
    Group,
    Parametrization,
    Powers,
)
from depthlaws.theory.parametrization.named_parametrizations import parametrization_named
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["Conversion", "GroupConversion", "convert", "invariants"]


@dataclass(frozen=True, slots=True)
class GroupConversion:
    """Values of one group of weights at one size, for the target to train as the source does.

    Attributes
    ----------
    multipliers : tuple of float
        Multipliers of the weights, of source and target.
    weights : float
        Factor from the source's weights to the target's.
    deviation, learning_rate : float
        Initial deviation and learning rate that the target must use.
    own_deviation, own_learning_rate : float
        Initial deviation and learning rate by the target's own rules.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> conversion = parametrization.convert("scaled_init", "branch_multiplier", width=64, depth=16)
    >>> conversion.groups["hidden"].weights
    4.0
    """

    multipliers: tuple[float, float]
    weights: float
    deviation: float
    own_deviation: float
    learning_rate: float
    own_learning_rate: float

    @property
    def rate_factors(self) -> dict[str, float]:
        """Learning rate over the source's, by optimiser: sgd, adam."""
        return {"sgd": self.weights**2, "adam": self.weights}


@dataclass(frozen=True, slots=True)
class Conversion:
    """Two parametrisations of one network at one size.

    Attributes
    ----------
    source, target : Parametrization
        The two parametrisations.
    groups : mapping of str to GroupConversion
        Values of each group of weights.
    same_forward : bool
        True if the initial predictions have the same distribution at every size, by the target's
        own rules.
    same_training : bool
        True if every step has too: no conversion is needed.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> conversion = parametrization.convert("ntk", "sp", width=64)
    >>> conversion.same_forward, conversion.same_training
    (True, False)
    """

    source: Parametrization
    target: Parametrization
    groups: Mapping[str, GroupConversion]
    same_forward: bool
    same_training: bool

    @property
    def says(self) -> str:
        """The relation of the two in a sentence."""
        names = f"{self.source.name} and {self.target.name}"
        if self.same_training:
            return f"{names} are one model: the same steps at every size"
        if self.same_forward:
            return (
                f"{names} have the same forward pass at the start and train differently: the "
                "learning rates must be multiplied by the factors of each group"
            )
        return f"{names} are different models: their constants must change with the size"


def convert(
    source: str | Parametrization,
    target: str | Parametrization,
    /,
    *,
    width: int,
    depth: int = 1,
    loops: int = 1,
    learning_rate: float = 1.0,
    gamma0: float = 1.0,
    optimizer: Family | None = None,
) -> Conversion:
    """Values that the target must set, at one size, to train exactly as the source does.

    Parameters
    ----------
    source : str or Parametrization
        Parametrisation to train as: a name (sp, ntk, mean_field, mup, ...) or one of your own.
    target : str or Parametrization
        Parametrisation to use: a name or one of your own.
    width : int
        Width of the network, at least 1.
    depth : int
        Depth of the network, at least 1.
    loops : int
        Loops of its blocks, at least 1.
    learning_rate : float
        Base learning rate eta_0 of the source, positive.
    gamma0 : float
        Richness gamma_0, positive: the output is divided by gamma_0 width^d.
    optimizer : {"sgd", "adam"} or None
        Optimiser of both: sgd or adam; left out, that of the source.

    Returns
    -------
    Conversion
        Values of each group, and whether the two are one model.

    Raises
    ------
    UnknownNameError
        For unknown names.
    ValueError
        For sizes below 1, and for a rate or a richness that is not positive.

    References
    ----------
    Source: pc, section 2.2: beyond the paper (PC-B9).

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> conversion = parametrization.convert("scaled_init", "branch_multiplier", width=64, depth=16)
    >>> hidden = conversion.groups["hidden"]
    >>> conversion.same_forward, conversion.same_training, hidden.rate_factors
    (True, False, {'sgd': 16.0, 'adam': 4.0})
    """
    points = parametrization_named(source), parametrization_named(target)
    how = points[0].optimizer if optimizer is None else optimizer
    if how not in ("sgd", "adam"):
        raise UnknownNameError("optimiser", how, ("sgd", "adam"))
    sizes = (count("width", width), count("depth", depth), count("loops", loops))
    constants = _positive("learning_rate", learning_rate), _positive("gamma0", gamma0)
    groups = {name: _group(points, name, sizes, *constants, how) for name in points[0].groups}
    first, second = (invariants(point, how) for point in points)
    forward = all(first[name]["variance"] == second[name]["variance"] for name in first)
    return Conversion(*points, groups, forward, first == second)


def _positive(name: str, value: float) -> float:
    if not finite(name, value) > 0:
        msg = f"{name} must be positive, got {value}"
        raise ValueError(msg)
    return float(value)


def invariants(
    which: str | Parametrization, /, optimizer: Family = "sgd"
) -> dict[str, dict[str, Powers]]:
    """Exponents that decide the model: of m^2 * variance and m^2 * rate (Adam: m * rate).

    m is the multiplier of a group.

    Two parametrisations take the same steps from the same draws, at every size, if and only if
    these agree. The output's multiplier contains the output scale.

    Parameters
    ----------
    which : str or Parametrization
        Parametrisation: a name (sp, ntk, mean_field, mup, ...) or one of your own.
    optimizer : {"sgd", "adam"}
        Optimiser: sgd or adam.

    Returns
    -------
    dict of str to dict of str to Powers
        Exponents by group (input, hidden, output) and quantity (variance, rate).

    Raises
    ------
    UnknownNameError
        For an unknown name, with the nearest ones.

    References
    ----------
    Source: pc, section 2.2: beyond the paper (PC-B9).

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> parametrization.invariants("mup") == parametrization.invariants("mean_field")
    True
    """
    point = parametrization_named(which)
    if optimizer not in ("sgd", "adam"):
        raise UnknownNameError("optimiser", optimizer, ("sgd", "adam"))
    exponents = {}
    for name, group in point.groups.items():
        a, rate = _multiplier(point, name, group), group.c
        if optimizer == "sgd":
            rate = rate.plus(Powers(point.d), -2)
        exponents[name] = {
            "variance": group.b.plus(a, 2),
            "rate": rate.plus(a, 2 if optimizer == "sgd" else 1),
        }
    return exponents


def _multiplier(point: Parametrization, name: str, group: Group) -> Powers:
    return group.a.plus(Powers(point.d)) if name == "output" else group.a


def _group(
    points: tuple[Parametrization, Parametrization],
    name: str,
    sizes: tuple[int, int, int],
    rate: float,
    gamma0: float,
    optimizer: str,
) -> GroupConversion:
    multipliers, deviations, rates = [], [], []
    for point in points:
        group = point.groups[name]
        scale = gamma0 if name == "output" else 1.0
        multipliers.append(_multiplier(point, name, group).value(*sizes) / scale)
        deviations.append(math.sqrt(group.b.value(*sizes)))
        gained = (gamma0 / Powers(point.d).value(*sizes)) ** 2 if optimizer == "sgd" else 1.0
        rates.append(rate * gained * group.c.value(*sizes))
    factor = multipliers[0] / multipliers[1]
    return GroupConversion(
        multipliers=(multipliers[0], multipliers[1]),
        weights=factor,
        deviation=deviations[0] * factor,
        own_deviation=deviations[1],
        learning_rate=rates[0] * (factor**2 if optimizer == "sgd" else factor),
        own_learning_rate=rates[1],
    )
