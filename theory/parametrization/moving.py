"""A tuned model moved to another size, under every law that covers its optimiser."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.parametrization.recipes import Known
from depthlaws.theory.parametrization.transfer_laws import GROUPS, QUANTITIES, Law, Rule, laws
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["Moved", "Setting", "Size", "transfer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """``width``, unique residual ``layers``, and how many ``loops`` they are used.

    Raises: ValueError for counts below 1.
    """

    width: int = 1
    layers: int = 1
    loops: int = 1

    def __post_init__(self) -> None:
        for name in ("width", "layers", "loops"):
            count(name, getattr(self, name))


@dataclass(frozen=True, slots=True)
class Setting:
    """A hyperparameter at the new size, its ``factor``, and whether the law says so.

    ``known``: "stated", "inferred" or "unknown" as in :class:`Rule`, "silent" where it is kept.
    """

    value: float
    factor: float
    known: Known | str


@dataclass(frozen=True, slots=True)
class Moved:
    """What a law makes of the tuned model: group of parameters -> quantity -> setting.

    ``refused``: why the law does not cover this move, or "" (then ``settings`` are kept values).
    """

    law: Law
    source: Size
    target: Size
    settings: Mapping[str, Mapping[str, Setting]]
    refused: str = ""

    @property
    def energy(self) -> tuple[float, float]:
        """E|h_out|^2 / E|h_0|^2 of an infinitely wide ReLU residual MLP, before and after the move.

        Its blocks are h + multiplier W phi(h), with the deviation of W that the settings give.
        """
        from depthlaws.theory import residual

        found = []
        for size, moved in ((self.source, False), (self.target, True)):
            eps, std = (self._block(q, moved=moved) for q in ("multiplier", "init_std"))
            kernel = residual.block_kernel(size.loops, size.layers, eps, std * size.width**0.5)
            found.append(float(kernel[-1, -1, -1]))
        return found[0], found[1]

    def _block(self, quantity: str, *, moved: bool) -> float:
        setting = self.settings["block matrices"][quantity]
        return setting.value if moved else setting.value / setting.factor


def transfer(
    learning_rate: float,
    /,
    *,
    layers: int,
    to_layers: int | None = None,
    loops: int = 1,
    to_loops: int | None = None,
    width: int = 1024,
    to_width: int | None = None,
    optimizer: str = "adam",
    law: Sequence[str] | str | None = None,
    init_std: float = 0.02,
    weight_decay: float = 0.0,
    adam_epsilon: float = 1e-8,
    multiplier: float = 1.0,
    outputs: int = 1,
    mu_yx: float = 1.0,
    mu_xx: float = 1.0,
) -> list[Moved]:
    """Hyperparameters of a tuned model at another size, under each law for its optimiser.

    Source: pc, section 2; looped, tables 1 and 3; ammup, section 4; chain, section 2. The laws
    assume different things and disagree: each :class:`Moved` says what its law assumes, what it is
    silent about (those values are kept) and whether it covers the move at all.

    ``learning_rate`` is the tuned one, the same in every group of parameters. ``layers`` counts the
    unique residual layers of the tuned model. ``to_layers`` counts those of the new model (left
    out: the same). ``loops`` is how often the tuned model uses them. ``to_loops`` is how often the
    new model does. ``width`` is the tuned model's. ``to_width`` is the new model's. ``optimizer``
    is "adam" (AdamW) or "sgd". ``law`` names one law or several (left out: all). ``init_std`` is
    the tuned initial deviation of the weights. ``weight_decay`` is the tuned one, decoupled.
    ``adam_epsilon`` is the tuned one. ``multiplier`` is that of the tuned residual branches.
    ``outputs`` is the number of outputs, for am_mup_exact.
    Raises: ValueError for counts below 1, and for values that are not positive (weight decay: not
        negative) and finite; UnknownNameError for words.

    >>> from depthlaws import parametrization
    >>> (found,) = parametrization.transfer(1e-3, layers=12, to_layers=48, to_loops=8, law="looped")
    >>> setting = found.settings["block matrices"]
    >>> setting["learning_rate"].value, setting["multiplier"].value
    (0.0005, 0.0625)
    """
    source = Size(width=width, layers=layers, loops=loops)
    target = Size(
        width=width if to_width is None else to_width,
        layers=layers if to_layers is None else to_layers,
        loops=loops if to_loops is None else to_loops,
    )
    tuned = {
        "learning_rate": learning_rate,
        "init_std": init_std,
        "weight_decay": weight_decay,
        "adam_epsilon": adam_epsilon,
        "multiplier": multiplier,
    }
    for name, value in tuned.items():
        _usable(name, value)
    asked = {"outputs": count("outputs", outputs), "mu_yx": mu_yx, "mu_xx": mu_xx}
    return [_moved(one, source, target, tuned, asked) for one in _chosen(optimizer, law)]


def _usable(name: str, value: float) -> None:
    least = "not be negative" if name == "weight_decay" else "be positive"
    if not (finite(name, value) > 0 or (name == "weight_decay" and value == 0)):
        msg = f"{name} must {least}, got {value}"
        raise ValueError(msg)


def _chosen(optimizer: str, law: Sequence[str] | str | None) -> list[Law]:
    if optimizer not in laws:
        raise UnknownNameError("optimizer", optimizer, laws)
    known = laws[optimizer]
    names = list(known) if law is None else [law] if isinstance(law, str) else list(law)
    for name in names:
        if name not in known:
            raise UnknownNameError(f"law for {optimizer}", name, known)
    return [known[name] for name in names]


def _moved(
    law: Law, source: Size, target: Size, tuned: Mapping[str, float], asked: Mapping[str, float]
) -> Moved:
    refused = _refused(law, source, target)
    ratio = 1.0 if refused or law.factor is None else _ratio(law, source, target, asked)
    settings: dict[str, dict[str, Setting]] = {}
    for group in GROUPS:
        settings[group] = {}
        for quantity in QUANTITIES:
            rule = None if refused else law.rules.get(group, {}).get(quantity)
            factor = _factor(rule, source, target, unrolled=law.unrolled)
            if rule is not None and quantity == "learning_rate":
                factor *= ratio
            known = "silent" if rule is None else rule.known
            settings[group][quantity] = Setting(tuned[quantity] * factor, factor, known)
    return Moved(law, source, target, settings, refused)


def _refused(law: Law, source: Size, target: Size) -> str:
    for name in law.needs_same:
        here, there = getattr(source, name), getattr(target, name)
        if here != there:
            return f"{law.name} is a law at fixed {name}, asked to go from {here} to {there}"
    return ""


def _ratio(law: Law, source: Size, target: Size, asked: Mapping[str, float]) -> float:
    known = {
        "layers": tuple(size.layers * size.loops for size in (source, target)),
        "width": (source.width, target.width),
        **asked,
    }
    assert law.factor is not None
    wanted = inspect.signature(law.factor).parameters
    return law.factor(**{name: known[name] for name in wanted})


def _factor(rule: Rule | None, source: Size, target: Size, *, unrolled: bool) -> float:
    """New value over old: the power of the sizes, loops counted as layers where ``unrolled``."""
    if rule is None:
        return 1.0
    ratios = [b / a for a, b in ((source.width, target.width), (source.layers, target.layers),
                                 (source.loops, target.loops))]  # fmt: skip
    if unrolled:
        ratios = [ratios[0], ratios[1] * ratios[2], 1.0]
    return rule.powers.value(*ratios)
