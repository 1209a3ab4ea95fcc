"""Laws and models by their names, in any spelling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from depthlaws.theory.parametrization.exponents import Family
from depthlaws.theory.parametrization.law_records import MODELS, Law
from depthlaws.theory.parametrization.transfer_laws import laws
from depthlaws.theory.symbolic.registry import UnknownNameError


def named_model(model: str | None, family: str, *, looped: bool) -> str:
    """Return the short name of a model; without one, that of the optimiser's family.

    Raises: UnknownModelError.
    """
    if model is None:
        return "looped" if looped else "pre-norm" if family == "adam" else "mlp"
    word = model.lower().replace("_", "-").replace("prenorm", "pre-norm")
    word = word.replace("postnorm", "post-norm")
    if word not in MODELS:
        raise UnknownModelError(model)
    return word


class UnknownModelError(UnknownNameError):
    """A model without a short name here; the message explains all short names."""

    def __init__(self, model: str) -> None:
        super().__init__("model", model, MODELS)
        kinds = ", ".join(f"{name} ({says})" for name, says in MODELS.items())
        self.message = f"unknown model {model!r}; there are: {kinds}"


def named_laws(family: Family, law: Sequence[str] | str | None) -> list[Law]:
    """Return the laws of a family of optimisers with these names, or all.

    Raises: UnknownNameError for a name of no law, ValueError for a law of another family.
    """
    by_name = laws[family]
    names = list(by_name) if law is None else [law] if isinstance(law, str) else list(law)
    return [by_name[_registered_name(name, by_name, family)] for name in names]


def _registered_name(name: str, by_name: Mapping[str, Law], optimizer: str) -> str:
    """Name of a law as it is registered: complete_p for CompleteP."""
    names = {law.replace("_", ""): law for law in by_name}
    letters = "".join(filter(str.isalnum, name.lower().replace("\u03bc", "mu")))
    if letters in names:
        return names[letters]
    for other, others in laws.items():
        if letters in (law.replace("_", "") for law in others):
            msg = f"{name} is a law for the optimizer {other}, not for {optimizer}"
            raise ValueError(msg)
    raise UnknownNameError(f"law for {optimizer}", name, by_name)
