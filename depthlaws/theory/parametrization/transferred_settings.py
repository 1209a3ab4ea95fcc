"""Settings of a tuned model at another size, by one transfer law."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from depthlaws.base.tables import html
from depthlaws.theory.parametrization import energy_and_step_size
from depthlaws.theory.parametrization.energy_and_step_size import Size
from depthlaws.theory.parametrization.law_records import OWNERS, Law
from depthlaws.theory.parametrization.muon_rules import by_muon
from depthlaws.theory.parametrization.optimizers import OPTIMIZERS, Optimizer
from depthlaws.theory.parametrization.recipes import Known

__all__ = ["Moved", "Setting"]


@dataclass(frozen=True, slots=True)
class Setting:
    """A hyperparameter at the new size.

    Attributes
    ----------
    value : float
        Value at the new size.
    factor : float
        Value at the new size over the tuned one.
    known : {"stated", "inferred", "unknown", "silent"}
        Certainty of the source, as in :class:`Rule`; silent where the law keeps the tuned value.

    Examples
    --------
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
    """A tuned model at another size, by one law.

    Attributes
    ----------
    law : Law
        Transfer law.
    source, target : Size
        Sizes of the tuned and of the new model.
    settings : mapping
        Settings by group of parameters and quantity.
    refused : str
        Reason why the law does not cover this move, "" if it does. Where it does not, the settings
        are the tuned values.
    asked : mapping
        Further arguments of the law's theory.
    breaks : tuple of str
        Assumptions of the law that the model breaks, a sentence each.
    by_visits : mapping of int to Setting
        Branch multiplier by visits of a layer, for sizes with visits; empty for others.

    Examples
    --------
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
    breaks: tuple[str, ...] = ()
    by_visits: Mapping[int, Setting] = field(default_factory=dict)

    @property
    def fits(self) -> bool:
        """True if the law covers the move and the model breaks no assumption."""
        return not self.refused and not self.breaks

    @property
    def optimizer(self) -> Optimizer:
        """Record of the optimiser."""
        return OPTIMIZERS[self.asked["optimizer"]]

    @property
    def has_epsilon(self) -> bool:
        """True for Adam and AdamW, and for AdamW beside Muon."""
        return self.optimizer.epsilon

    def owns(self, group: str, quantity: str) -> bool:
        """Return whether a group has a quantity under the optimiser."""
        muon = by_muon(self.asked["optimizer"], group)
        if quantity == "adam_epsilon" and (muon or not self.has_epsilon):
            return False
        return group in OWNERS[quantity]

    def independent_decay(self, group: str) -> Setting:
        """Weight decay of a group in a trainer that does not multiply it by the rate.

        There W <- (1 - decay) W: the tuned decay moves as rate times decay does elsewhere. Where
        the law is silent, it is kept.
        """
        decay, rate = (self.settings[group][q] for q in ("weight_decay", "learning_rate"))
        if decay.known == "silent":
            return decay
        return Setting(decay.value * rate.factor, decay.factor * rate.factor, decay.known)

    def _repr_html_(self) -> str:
        quantities = [q for q in OWNERS if any(self.owns(group, q) for group in self.settings)]
        rows = [
            [group, *(f"{own[q].value:.5g}" if self.owns(group, q) else "" for q in quantities)]
            for group, own in self.settings.items()
        ]
        return html([self.law.name, *(q.replace("_", " ") for q in quantities)], rows)

    @property
    def energy(self) -> tuple[float, float]:
        """E|h_out|^2 / E|h_0|^2 of an infinitely wide network, before and after the move.

        The network is that of the law (:mod:`.energy_and_step_size`), with the multiplier and the
        deviation of the weights that the settings give.
        """
        here, there = (
            energy_and_step_size.energy(self.law.network, size, hyper)
            for size, hyper in self.both()
        )
        return here, there

    @property
    def update(self) -> tuple[energy_and_step_size.Step, energy_and_step_size.Step]:
        """Size of the first step with these hyperparameters, before and after the move."""
        here, there = (
            energy_and_step_size.step(self.law.network, self.law.optimizer, size, hyper, self.asked)
            for size, hyper in self.both()
        )
        return here, there

    def both(self) -> Iterator[tuple[Size, dict[str, Any]]]:
        """Yield the old and the new size, each with the settings of its block matrices.

        The entry ``multipliers`` has the branch multiplier by visits of a layer, ``head`` the
        energy of the output over that of the last state, relative to the old size.
        """
        settings, readout = self.settings["block matrices"], self.settings["readout"]
        head = (readout["multiplier"].factor * readout["init_std"].factor) ** 2
        head *= self.target.width / self.source.width
        tuned = {q: s.value / s.factor for q, s in settings.items()}
        moved = {q: s.value for q, s in settings.items()}
        before = dict.fromkeys(self.source.uses, tuned["multiplier"])
        after = {uses: s.value for uses, s in self.by_visits.items()}
        after = after or dict.fromkeys(self.target.uses, moved["multiplier"])
        yield self.source, {**tuned, "head": 1.0, "multipliers": before}
        yield self.target, {**moved, "head": head, "multipliers": after}
