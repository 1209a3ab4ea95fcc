"""A tuned model moved to another size, under every law that covers its optimiser."""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from depthlaws.theory.numerics.arguments import count, finite, positive
from depthlaws.theory.parametrization import exact_rates
from depthlaws.theory.parametrization.moved import Moved, Setting
from depthlaws.theory.parametrization.predictions import Size
from depthlaws.theory.parametrization.side_by_side import Moves
from depthlaws.theory.parametrization.transfer_laws import GROUPS, QUANTITIES, Law, Rule, laws
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["transfer"]


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
    graph: str | Sequence[Sequence[Any]] = "plain",
    to_graph: str | Sequence[Sequence[Any]] | None = None,
    sites: int | None = None,
    mu_yx: float = 1.0,
    mu_xx: float = 1.0,
) -> Moves:
    """Hyperparameters of a tuned model at another size, under each law for its optimiser.

    Source: pc, section 2; looped, tables 1 and 3; ammup, section 4, figure 3 and beyond the paper
    (BP-1, BP-2, BP-8, X21); chain, section 2. The laws
    assume different things and disagree: each :class:`Moved` says what its law assumes, what it is
    silent about (those values are kept) and whether it covers the move at all.

    ``learning_rate`` is the tuned one, the same in every group of parameters. ``layers`` counts the
    unique residual layers of the tuned model. ``to_layers`` counts those of the new model (left
    out: the same). ``loops`` is how often the tuned model uses them. ``to_loops`` is how often the
    new model does. ``width`` is the tuned model's. ``to_width`` is the new model's. ``optimizer``
    is "adam" (or "adamw") or "sgd". ``law`` names one law or several, in whatever spelling
    (CompleteP, complete_p; left out: all). ``init_std`` is the tuned initial deviation of the
    weights. ``weight_decay`` is the tuned one, decoupled. ``adam_epsilon`` is the tuned one.
    ``multiplier`` is that of the tuned residual branches. ``outputs`` is the number of outputs, for
    am_mup_exact. ``graph`` of the tuned model, for path_sum, is "plain", "residual" or a list of
    edges (from, to[, length[, weight]]). ``to_graph`` is the new model's (left out: the same word).
    ``sites`` are the coordinates drawn for the size of a sign step (left out: 64 or twice the
    loops, and beyond some hundred blocks fewer blocks towards the limit of many; 0 for none; at
    least twice the loops).
    Raises: ValueError for counts below 1, and for values that are not positive (weight decay: not
        negative) and finite; UnknownNameError for words.

    >>> from depthlaws import parametrization
    >>> (found,) = parametrization.transfer(1e-3, layers=12, to_layers=48, to_loops=8, law="looped")
    >>> setting = found.settings["block matrices"]
    >>> setting["learning_rate"].value, setting["multiplier"].value
    (0.0005, 0.0625)
    """
    for word in (graph, to_graph):
        if isinstance(word, str) and word not in exact_rates.GRAPHS:
            raise UnknownNameError("graph", word, exact_rates.GRAPHS)
    source = Size(width=width, layers=layers, loops=loops)
    target = Size(
        width=width if to_width is None else count("to_width", to_width),
        layers=layers if to_layers is None else count("to_layers", to_layers),
        loops=loops if to_loops is None else count("to_loops", to_loops),
    )
    tuned = {
        "learning_rate": learning_rate,
        "init_std": init_std,
        "weight_decay": weight_decay,
        "adam_epsilon": adam_epsilon,
        "multiplier": multiplier,
    }
    tuned = {name: _usable(name, value) for name, value in tuned.items()}
    asked = {
        "outputs": count("outputs", outputs),
        "mu_yx": positive("mu_yx", mu_yx),
        "mu_xx": positive("mu_xx", mu_xx),
        "sites": sites if sites in (None, 0) else count("sites", sites),
        "graph": (graph, graph if to_graph is None and isinstance(graph, str) else to_graph),
    }
    return Moves(_moved(one, source, target, tuned, asked) for one in _chosen(optimizer, law))


def _usable(name: str, value: float) -> float:
    least = "not be negative" if name == "weight_decay" else "be positive"
    found = finite(name, value)
    if not (found > 0 or (name == "weight_decay" and found == 0)):
        msg = f"{name} must {least}, got {value}"
        raise ValueError(msg)
    return found


def _chosen(optimizer: str, law: Sequence[str] | str | None) -> list[Law]:
    family = optimizer.lower().removesuffix("w")
    if family not in laws:
        raise UnknownNameError("optimizer", optimizer, laws)
    known = laws[family]
    names = list(known) if law is None else [law] if isinstance(law, str) else list(law)
    return [known[_spelt(name, known, family)] for name in names]


def _spelt(name: str, known: Mapping[str, Law], optimizer: str) -> str:
    """Name of a law as it is written here: CompleteP is complete_p."""
    plain = {law.replace("_", ""): law for law in known}
    letters = "".join(filter(str.isalnum, name.lower().replace("\u03bc", "mu")))
    if letters in plain:
        return plain[letters]
    for other, theirs in laws.items():
        if letters in (law.replace("_", "") for law in theirs):
            msg = f"{name} is a law for the optimizer {other}, not for {optimizer}"
            raise ValueError(msg)
    raise UnknownNameError(f"law for {optimizer}", name, known)


def _moved(
    law: Law, source: Size, target: Size, tuned: Mapping[str, float], asked: Mapping[str, Any]
) -> Moved:
    refused = _refused(law, source, target, asked)
    settings: dict[str, dict[str, Setting]] = {}
    for group in GROUPS:
        settings[group] = {}
        for quantity in QUANTITIES:
            rule = None if refused else law.rules.get(group, {}).get(quantity)
            factor = _factor(rule, source, target, unrolled=law.unrolled)
            known = "silent" if rule is None else rule.known
            settings[group][quantity] = Setting(tuned[quantity] * factor, factor, known)
    moved = Moved(law, source, target, settings, refused, asked)
    return moved if refused or law.factor is None else _with_exact_rate(moved)


def _with_exact_rate(moved: Moved) -> Moved:
    """Learning rates of the groups that the law moves, by its exact ratio."""
    why = "the exact rate leaves the doubles at these sizes"
    try:
        ratio = _ratio(moved)
    except ZeroDivisionError:
        ratio = math.nan
    except exact_rates.TooLargeError as error:
        ratio, why = math.nan, str(error)
    if not 0 < ratio < math.inf:
        kept = {
            group: {q: Setting(s.value / s.factor, 1.0, "silent") for q, s in own.items()}
            for group, own in moved.settings.items()
        }
        return replace(moved, settings=kept, refused=f"{moved.law.name}: {why}")
    settings = dict(moved.settings)
    for group, own in settings.items():
        rate = own["learning_rate"]
        if rate.known != "silent":
            exact = Setting(rate.value * ratio, rate.factor * ratio, rate.known)
            settings[group] = {**own, "learning_rate": exact}
    return replace(moved, settings=settings)


def _refused(law: Law, source: Size, target: Size, asked: Mapping[str, Any]) -> str:
    for name in law.needs_same:
        here, there = getattr(source, name), getattr(target, name)
        if here != there:
            moving = [o.name for o in laws[law.optimizer].values() if name not in o.needs_same]
            return (
                f"{law.name} is a law at fixed {name}, asked to go from {here} to {there}; "
                f"laws that move {name}: {', '.join(moving)}"
            )
    if law.factor is exact_rates.paths and None in asked["graph"]:
        return f"{law.name} needs the edges of the new model too (to_graph)"
    return ""


def _ratio(moved: Moved) -> float:
    """Exact ratio of the learning rates, by what the law asks for."""
    factor = moved.law.factor
    assert factor is not None
    sizes, blocks = zip(*moved.both(), strict=True)
    depths = tuple(size.layers * size.loops for size in sizes)
    wanted = inspect.signature(factor).parameters
    known = {
        "network": moved.law.network,
        "optimizer": moved.law.optimizer,
        "layers": depths,
        "width": tuple(size.width for size in sizes),
        "blocks": blocks,
        **moved.asked,
    }
    return factor(**{name: known[name] for name in wanted})


def _factor(rule: Rule | None, source: Size, target: Size, *, unrolled: bool) -> float:
    """New value over old: the power of the sizes, loops counted as layers where ``unrolled``."""
    if rule is None:
        return 1.0
    ratios = [
        b / a
        for a, b in (
            (source.width, target.width),
            (source.layers, target.layers),
            (source.loops, target.loops),
        )
    ]
    if unrolled:
        ratios = [ratios[0], ratios[1] * ratios[2], 1.0]
    return rule.powers.value(*ratios)
