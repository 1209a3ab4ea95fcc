r"""Optimisers as records: the laws that hold for each, its weight decay, its class in a trainer.

Everything that depends on the optimiser reads its record: :func:`.transfer`, the exports for
trainers, the help of the command line and the explorer of the report. A new optimiser is a new
record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from depthlaws.theory.parametrization.exponents import Family
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["OPTIMIZERS", "Optimizer"]

TIMES_RATE = "is multiplied by the learning rate: W <- (1 - rate decay) W"
IN_GRADIENT = "is added to the gradient: W <- W - rate (gradient + decay W)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimizer:
    """An optimiser: which laws hold for it, what it has, and where trainers have it.

    Attributes
    ----------
    name, label : str
        Name in arguments (lower case) and in sentences.
    family : {"sgd", "adam"}
        Optimiser whose laws hold: a step of signs has the scale of a step of Adam.
    epsilon : bool
        True if a number is added to the root of the second moment.
    decay : str
        Meaning of its weight decay: a verb and an equation.
    says : str
        Description for lists of optimisers.
    classes : mapping of str to str
        Class by trainer (torch, torchtitan, nemo, optax, huggingface), with its module where it is
        not the trainer's own. A trainer that is not named has none.
    matrices_only : bool
        True if it trains the matrices from width to width alone, with AdamW for the other groups.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> lion = parametrization.OPTIMIZERS["lion"]
    >>> lion.family, lion.epsilon, lion.classes["optax"]
    ('adam', False, 'optax.lion')
    """

    name: str
    label: str
    family: Family
    epsilon: bool
    decay: str
    says: str
    classes: Mapping[str, str] = field(default_factory=dict)
    matrices_only: bool = False

    @property
    def decay_times_rate(self) -> bool:
        """True if weight decay is decoupled from the gradient and multiplied by the rate."""
        return self.decay == TIMES_RATE


def _of_trainers(torch: str, titan: str, optax: str) -> Mapping[str, str]:
    """Classes of an optimiser of torch, which transformers and NeMo AutoModel take too."""
    named = {
        "torch": torch,
        "torchtitan": titan,
        "nemo": torch,
        "optax": optax,
        "huggingface": torch,
    }
    return MappingProxyType({trainer: kind for trainer, kind in named.items() if kind})


_RECORDS = (
    Optimizer(
        name="adam",
        label="Adam",
        family="adam",
        epsilon=True,
        decay=TIMES_RATE,
        says="Adam; with decoupled weight decay, if any, as AdamW",
        classes=_of_trainers("torch.optim.AdamW", "AdamW", "optax.adamw"),
    ),
    Optimizer(
        name="adamw",
        label="AdamW",
        family="adam",
        epsilon=True,
        decay=TIMES_RATE,
        says="AdamW",
        classes=_of_trainers("torch.optim.AdamW", "AdamW", "optax.adamw"),
    ),
    Optimizer(
        name="lion",
        label="Lion",
        family="adam",
        epsilon=False,
        decay=TIMES_RATE,
        says="Lion, which steps by signs: rates of Adam and no epsilon",
        classes=MappingProxyType({"optax": "optax.lion"}),
    ),
    Optimizer(
        name="sign",
        label="sign descent",
        family="adam",
        epsilon=False,
        decay=TIMES_RATE,
        says="descent by signs without a memory: rates of Adam and no epsilon",
    ),
    Optimizer(
        name="muon",
        label="Muon",
        family="adam",
        epsilon=True,
        decay=TIMES_RATE,
        says="Muon for the matrices from width to width, AdamW for the other groups",
        classes=_of_trainers("torch.optim.Muon", "DistMuon", "optax.contrib.muon"),
        matrices_only=True,
    ),
    Optimizer(
        name="sgd",
        label="SGD",
        family="sgd",
        epsilon=False,
        decay=IN_GRADIENT,
        says="gradient descent",
        classes=_of_trainers("torch.optim.SGD", "", "optax.sgd"),
    ),
)
OPTIMIZERS: dict[str, Optimizer] = {record.name: record for record in _RECORDS}
BESIDE_MUON = "adamw"  # optimiser of the groups that Muon does not train


def optimizer_named(name: str) -> Optimizer:
    """Return the record of an optimiser, in any case.

    Raises
    ------
    UnknownNameError
        For an unknown name.
    """
    if name.lower() not in OPTIMIZERS:
        raise UnknownNameError("optimizer", name, OPTIMIZERS)
    return OPTIMIZERS[name.lower()]


def trainer_class(optimizer: Optimizer, trainer: str) -> str:
    """Return the class of an optimiser in a trainer.

    Raises
    ------
    ValueError
        For an optimiser that the trainer does not have.
    """
    if trainer in optimizer.classes:
        return optimizer.classes[trainer]
    have = ", ".join(optimizer.classes)
    others = ", ".join(r.name for r in OPTIMIZERS.values() if trainer in r.classes)
    msg = (
        f"{trainer} has no {optimizer.label}: ask for "
        + (f"a trainer that has it ({have}), or " if have else "")
        + f"an optimizer of {trainer} ({others})"
    )
    raise ValueError(msg)
