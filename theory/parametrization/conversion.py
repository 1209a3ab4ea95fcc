r"""From one parametrisation to another: which are one model, and what to set where they differ.

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
from depthlaws.theory.parametrization.points import (
    Group,
    Optimizer,
    Parametrization,
    Powers,
    parametrization_named,
)
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["Conversion", "GroupConversion", "convert", "invariants"]


@dataclass(frozen=True, slots=True)
class GroupConversion:
    """One group of weights at one size, for the target to train as the source does.

    ``weights``: factor from the source's weights to the target's. ``deviation`` and
    ``learning_rate``: what the target must use; ``own_deviation`` and ``own_learning_rate``: what
    its own rules give. ``rate_factors``: learning rate over the source's, by optimiser.

    >>> from depthlaws import parametrization
    >>> found = parametrization.convert("scaled_init", "branch_multiplier", width=64, depth=16)
    >>> found.groups["hidden"].weights
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
        """Factor of the learning rate by optimiser."""
        return {"sgd": self.weights**2, "adam": self.weights}


@dataclass(frozen=True, slots=True)
class Conversion:
    """Two parametrisations of one network at one size.

    ``same_forward``: at every size the initial predictions have the same law by the target's own
    rules; ``same_training``: so has every step, which needs no conversion at all.

    >>> from depthlaws import parametrization
    >>> found = parametrization.convert("ntk", "sp", width=64)
    >>> found.same_forward, found.same_training
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
    optimizer: Optimizer | None = None,
) -> Conversion:
    """What the target must set, at one size, to train exactly as the source does.

    Source: pc, section 2.2: beyond the paper (PC-B9). ``source`` and ``target`` are names from
    :data:`~depthlaws.parametrization.named` or parametrisations of your own. ``learning_rate`` is
    eta_0, ``gamma0`` the richness. ``optimizer`` "sgd" or "adam" says how both train; left out, as
    the source does.
    Raises: UnknownNameError for unknown names; ValueError for sizes below 1, rates or a richness
    that are not positive.

    >>> from depthlaws import parametrization
    >>> found = parametrization.convert("scaled_init", "branch_multiplier", width=64, depth=16)
    >>> found.same_forward, found.same_training, found.groups["hidden"].rate_factors
    (True, False, {'sgd': 16.0, 'adam': 4.0})
    """
    ours, theirs = parametrization_named(source), parametrization_named(target)
    how = ours.optimizer if optimizer is None else optimizer
    if how not in ("sgd", "adam"):
        raise UnknownNameError("optimiser", how, ("sgd", "adam"))
    sizes = (count("width", width), count("depth", depth), count("loops", loops))
    constants = _positive("learning_rate", learning_rate), _positive("gamma0", gamma0)
    groups = {name: _group(ours, theirs, name, sizes, *constants, how) for name in ours.groups}
    same = [invariants(point, how) for point in (ours, theirs)]
    forward = all(
        one["variance"] == other["variance"]
        for one, other in zip(same[0].values(), same[1].values(), strict=True)
    )
    return Conversion(ours, theirs, groups, forward, same[0] == same[1])


def _positive(name: str, value: float) -> float:
    if not finite(name, value) > 0:
        msg = f"{name} must be positive, got {value}"
        raise ValueError(msg)
    return float(value)


def invariants(
    which: str | Parametrization, /, optimizer: Optimizer = "sgd"
) -> dict[str, dict[str, Powers]]:
    """Exponents that decide the model, group by group: those of m^2 variance and m^2 rate.

    Source: pc, section 2.2: beyond the paper (PC-B9). Two parametrisations take the same steps from
    the same draws, at every size, exactly if these agree; Adam: m rate. The output's multiplier
    contains the output scale. ``which`` is a name from :data:`~depthlaws.parametrization.named` or
    a parametrisation of your own, ``optimizer`` is "sgd" or "adam".
    Raises: UnknownNameError with the nearest names.

    >>> from depthlaws import parametrization
    >>> parametrization.invariants("mup") == parametrization.invariants("mean_field")
    True
    """
    point = parametrization_named(which)
    found = {}
    for name, group in point.groups.items():
        a, rate = _multiplier(point, name, group), group.c
        if optimizer == "sgd":
            rate = rate.plus(Powers(point.d), -2)
        found[name] = {
            "variance": group.b.plus(a, 2),
            "rate": rate.plus(a, 2 if optimizer == "sgd" else 1),
        }
    return found


def _multiplier(point: Parametrization, name: str, group: Group) -> Powers:
    return group.a.plus(Powers(point.d)) if name == "output" else group.a


def _group(
    ours: Parametrization,
    theirs: Parametrization,
    name: str,
    sizes: tuple[int, int, int],
    rate: float,
    gamma0: float,
    optimizer: str,
) -> GroupConversion:
    multipliers, deviations, rates = [], [], []
    for point in (ours, theirs):
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
