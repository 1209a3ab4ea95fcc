"""A tuned model at another size, as one law has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from depthlaws.theory.parametrization import predictions
from depthlaws.theory.parametrization.predictions import Size
from depthlaws.theory.parametrization.recipes import Known
from depthlaws.theory.parametrization.transfer_laws import Law

__all__ = ["Moved", "Setting"]


@dataclass(frozen=True, slots=True)
class Setting:
    """A hyperparameter at the new size, its ``factor``, and whether the law says so.

    ``known``: "stated", "inferred" or "unknown" as in :class:`Rule`, "silent" where it is kept.

    >>> from depthlaws import parametrization
    >>> (moved,) = parametrization.transfer(1e-3, layers=12, to_layers=48, law="looped")
    >>> rate = moved.settings["block matrices"]["learning_rate"]
    >>> rate.factor, rate.known
    (0.5, 'stated')
    """

    value: float
    factor: float
    known: Known | str


@dataclass(frozen=True, slots=True)
class Moved:
    """What a law makes of the tuned model: group of parameters -> quantity -> setting.

    ``refused``: why the law does not cover this move, or "" (then ``settings`` are kept values).
    ``asked``: what else its theory was told.

    >>> from depthlaws import parametrization
    >>> (moved,) = parametrization.transfer(1e-3, layers=12, to_layers=48, law="mup")
    >>> moved.refused.partition(";")[0]
    'mup is a law at fixed layers, asked to go from 12 to 48'
    """

    law: Law
    source: Size
    target: Size
    settings: Mapping[str, Mapping[str, Setting]]
    refused: str = ""
    asked: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def energy(self) -> tuple[float, float]:
        """E|h_out|^2 / E|h_0|^2 of an infinitely wide network, before and after the move.

        The network is that of the law (:mod:`.predictions`), with the multiplier and the deviation
        of the weights that the settings give.
        """
        here, there = (
            predictions.energy(self.law.network, size, hyper) for size, hyper in self.both()
        )
        return here, there

    @property
    def update(self) -> tuple[predictions.Step, predictions.Step]:
        """Size of the first step with these hyperparameters, before and after the move."""
        here, there = (
            predictions.step(self.law.network, self.law.optimizer, size, hyper, self.asked)
            for size, hyper in self.both()
        )
        return here, there

    def both(self) -> Iterator[tuple[Size, dict[str, float]]]:
        """Yield the old and the new size, each with the settings of its block matrices.

        ``head`` is the energy of the output over that of the last state, 1 at the old size.
        """
        settings, readout = self.settings["block matrices"], self.settings["readout"]
        head = (readout["multiplier"].factor * readout["init_std"].factor) ** 2
        head *= self.target.width / self.source.width
        yield self.source, {q: s.value / s.factor for q, s in settings.items()} | {"head": 1.0}
        yield self.target, {q: s.value for q, s in settings.items()} | {"head": head}
