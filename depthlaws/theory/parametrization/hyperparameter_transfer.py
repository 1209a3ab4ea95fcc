"""Hyperparameters of a tuned model at another size, under every law for its optimiser."""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from depthlaws.base.argument_errors import shown
from depthlaws.base.visit_order import Visits
from depthlaws.theory.numerics.arguments import count, finite, positive
from depthlaws.theory.parametrization import exact_rate_ratios, muon_rules
from depthlaws.theory.parametrization.energy_and_step_size import Size
from depthlaws.theory.parametrization.law_and_model_names import named_laws, named_model
from depthlaws.theory.parametrization.law_comparison import Moves
from depthlaws.theory.parametrization.law_records import (
    GROUPS,
    MODELS,
    QUANTITIES,
    VECTORS,
    Law,
    Rule,
)
from depthlaws.theory.parametrization.optimizers import optimizer_named
from depthlaws.theory.parametrization.transfer_laws import laws
from depthlaws.theory.parametrization.transferred_settings import Moved, Setting
from depthlaws.theory.parametrization.unread_options import ADAM_EPSILON, require_options_read
from depthlaws.theory.parametrization.visited_sizes import paired_uses, sizes_of_visits
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["transfer"]

UNLISTED_NETWORKS = {"chain": "a scalar chain", "post-activation": "blocks z + relu(W z)"}


def transfer(
    learning_rate: float,
    /,
    *,
    layers: int | None = None,
    to_layers: int | None = None,
    loops: int = 1,
    to_loops: int | None = None,
    visits: str | Visits | None = None,
    to_visits: str | Visits | None = None,
    width: int = 1024,
    to_width: int | None = None,
    optimizer: str = "adam",
    model: str | None = None,
    law: Sequence[str] | str | None = None,
    init_std: float = 0.02,
    weight_decay: float = 0.0,
    adam_epsilon: float = ADAM_EPSILON,
    multiplier: float = 1.0,
    muon_rate: float | None = None,
    muon_scale: str = "original",
    decay_vectors: bool = False,
    outputs: int = 1,
    graph: str | Sequence[Sequence[Any]] = "plain",
    to_graph: str | Sequence[Sequence[Any]] | None = None,
    sites: int | None = None,
    mu_yx: float = 1.0,
    mu_xx: float = 1.0,
) -> Moves:
    """Hyperparameters of a tuned model at another size, under each law for its optimiser.

    ``.recommended`` is the move by the law to use, ``.why`` says why, ``.breaks`` lists laws with
    the assumptions that the model breaks. The laws disagree: each :class:`Moved` names the
    assumptions of its law, the quantities about which it is silent (the tuned values are kept) and
    whether it covers the move at all. Laws that fit the model come first.

    Parameters
    ----------
    learning_rate : float
        Tuned learning rate, the same in every group of parameters (but see muon_rate); positive.
    layers : int or None
        Unique residual layers of the tuned model, at least 1; given instead of visits.
    to_layers : int or None
        Unique residual layers of the new model; left out, the same.
    loops : int
        Loops of the tuned model: how many times its layers are applied.
    to_loops : int or None
        Loops of the new model; left out, the same.
    visits : str, sequence of int or None
        Layers of the tuned model in the order of their visits, instead of layers and loops:
        "2+4x8+2" is 2 layers, then 4 layers passed 8 times, then 2 more.
    to_visits : str, sequence of int or None
        Visits of the new model; left out, the same.
    width : int
        Width of the tuned model.
    to_width : int or None
        Width of the new model; left out, the same.
    optimizer : str
        Optimiser: a name in :data:`OPTIMIZERS`, in any case.
    model : str or None
        Model: pre-norm, post-norm or looped (transformers), mlp (plain), residual-mlp (blocks of
        one layer) or resnet (blocks of two or three); left out, looped for more than one loop,
        otherwise pre-norm under Adam and mlp under gradient descent.
    law : str, sequence of str or None
        Law, or several, in any spelling (CompleteP, complete_p); left out, all.
    init_std : float
        Tuned initial deviation of the weights, positive.
    weight_decay : float
        Tuned weight decay, multiplied by the learning rate at each step, W <- (1 - rate decay) W,
        as torch and optax do; at least 0. Under sgd it is added to the gradient.
    adam_epsilon : float
        Tuned epsilon of Adam, positive.
    multiplier : float
        Multiplier of the tuned residual branches, positive.
    muon_rate : float or None
        Tuned learning rate of the matrices under muon, positive; left out, learning_rate.
    muon_scale : str
        Scale of a Muon step in your trainer: original, sqrt(max(1, out/in)), or match_rms_adamw,
        0.2 sqrt(max(out, in)).
    decay_vectors : bool
        True if norms, gains and biases decay as the weights do; otherwise their weight decay is 0.
    outputs : int
        Number of outputs, for am_mup_exact.
    graph : str or sequence of edges
        Graph of the tuned model for path_sum: plain, residual or a list of edges
        (from, to[, length[, weight]]).
    to_graph : str, sequence of edges or None
        Graph of the new model; left out, the same word.
    sites : int or None
        Coordinates drawn for the size of a sign step: at least twice the loops, 0 for no step;
        left out, 64 or four times the loops. Left out, the step of more than some hundred blocks
        is computed with fewer.
    mu_yx : float
        Input-output covariance of the data, for chain; positive.
    mu_xx : float
        Input variance of the data, for chain; positive.

    Returns
    -------
    Moves
        One :class:`Moved` for each law, those that fit the model first, shown as a table.

    Raises
    ------
    ValueError
        For counts below 1, for values that are not positive (weight decay: not negative) and
        finite, for visits beside layers and loops, for new visits that do not say which tuned
        layers they come from, and for options that none of the laws reads.
    UnknownNameError
        For unknown words.

    References
    ----------
    Source: pc, section 2; looped, tables 1 and 3; ammup, section 4, figure 3 and beyond the paper
    (BP-1, BP-2, BP-8, X21); chain, section 2.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> (moved,) = parametrization.transfer(1e-3, layers=12, to_layers=48, to_loops=8, law="looped")
    >>> parametrization.transfer(1e-3, layers=12, to_layers=48, to_loops=8).recommended.law.name
    'looped'
    >>> setting = moved.settings["block matrices"]
    >>> setting["learning_rate"].value, setting["multiplier"].value
    (0.0005, 0.0625)
    """
    for word in (graph, to_graph):
        if isinstance(word, str) and word not in exact_rate_ratios.GRAPHS:
            raise UnknownNameError("graph", word, exact_rate_ratios.GRAPHS)
    widths = (width, width if to_width is None else count("to_width", to_width))
    if visits is None and to_visits is None:
        if layers is None:
            msg = "give layers, or visits for layers that are visited in another order"
            raise ValueError(msg)
        source = Size(width=width, layers=layers, loops=loops)
        target = Size(
            width=widths[1],
            layers=layers if to_layers is None else count("to_layers", to_layers),
            loops=loops if to_loops is None else count("to_loops", to_loops),
        )
    else:
        alone = {"layers": layers, "to_layers": to_layers, "to_loops": to_loops}
        alone |= {} if loops == 1 else {"loops": loops}
        source, target = sizes_of_visits(visits, to_visits, widths, alone)
    tuned = {
        "learning_rate": learning_rate,
        "init_std": init_std,
        "weight_decay": weight_decay,
        "adam_epsilon": adam_epsilon,
        "multiplier": multiplier,
    }
    tuned = {name: _usable(name, value) for name, value in tuned.items()}
    record = optimizer_named(optimizer)
    family = record.family
    rate = tuned["learning_rate"]
    rate_of_matrices = rate if muon_rate is None else _usable("muon_rate", muon_rate)
    if muon_scale not in muon_rules.SCALES:
        msg = f"muon_scale must be {' or '.join(muon_rules.SCALES)}, got {shown(muon_scale)}"
        raise ValueError(msg)
    model = named_model(model, family, looped=max(source.loops, target.loops) > 1)
    asked = {
        "model": model,
        "optimizer": record.name,
        "outputs": count("outputs", outputs),
        "mu_yx": positive("mu_yx", mu_yx),
        "mu_xx": positive("mu_xx", mu_xx),
        "decay_vectors": bool(decay_vectors),
        "muon_scale": muon_scale,
        "muon_factor": rate_of_matrices / rate,
        "sites": sites if sites in (None, 0) else count("sites", sites),
        "graph": (graph, graph if to_graph is None and isinstance(graph, str) else to_graph),
    }
    moves = [_moved(law, source, target, tuned, asked) for law in named_laws(family, law)]
    moves = [replace(move, breaks=_breaks(move, model)) for move in moves]
    given = {
        "outputs": outputs, "mu_yx": mu_yx, "mu_xx": mu_xx, "sites": sites, "graph": graph,
        "to_graph": to_graph, "adam_epsilon": adam_epsilon, "muon_rate": muon_rate,
        "muon_scale": muon_scale, "weight_decay": weight_decay, "decay_vectors": decay_vectors,
    }  # fmt: skip
    require_options_read(moves, given)
    return Moves(sorted(moves, key=lambda move: bool(move.breaks)), model, record.name)


def _usable(name: str, value: float) -> float:
    """Return a positive number; a weight decay may be 0."""
    number, zero_allowed = finite(name, value), name == "weight_decay"
    if not (number > 0 or (zero_allowed and number == 0)):
        msg = f"{name} must {'not be negative' if zero_allowed else 'be positive'}, got {value}"
        raise ValueError(msg)
    return number


def _breaks(move: Moved, model: str) -> tuple[str, ...]:
    """Return the assumptions of a law that a model breaks."""
    law, loops = move.law, max(move.source.loops, move.target.loops)
    broken = []
    unlooped = "pre-norm" if model == "looped" and not law.shared_blocks else model
    if unlooped not in law.models:
        models = " or a ".join(MODELS[name] for name in law.models)
        of = f"a {models}" if models else UNLISTED_NETWORKS[law.network]
        broken.append(f"it is derived for {of}, not for a {MODELS[model]}")
    if loops > 1 and not law.shared_blocks:
        broken.append(f"it assumes that no block is shared, and {loops} loops share every block")
    if move.optimizer.matrices_only and law.factor is not None:
        broken.append(f"it is derived for steps of signs, not for steps of {move.optimizer.label}")
    return tuple(broken)


def _moved(
    law: Law, source: Size, target: Size, tuned: Mapping[str, float], asked: Mapping[str, Any]
) -> Moved:
    refused = _refused(law, source, target, asked)
    settings: dict[str, dict[str, Setting]] = {}
    for group in GROUPS:
        settings[group] = {}
        for quantity in QUANTITIES:
            muon = muon_rules.by_muon(asked["optimizer"], group)
            rule = None if refused else rule_in_use(law, group, quantity, asked)
            factor = _factor(rule, source, target, unrolled=law.unrolled)
            certainty = "silent" if rule is None else rule.known
            value = tuned[quantity] * factor
            if muon and quantity == "learning_rate":
                value *= asked["muon_factor"]
            if quantity == "weight_decay" and group in VECTORS and not asked["decay_vectors"]:
                value = 0.0
            settings[group][quantity] = Setting(value, factor, certainty)
    by_visits = {} if refused else _by_visits(law, source, target, tuned, asked)
    moved = Moved(law, source, target, settings, refused, asked, by_visits=by_visits)
    return moved if refused or law.factor is None else _with_exact_rate(moved)


def _by_visits(
    law: Law, source: Size, target: Size, tuned: Mapping[str, float], asked: Mapping[str, Any]
) -> dict[int, Setting]:
    """Branch multiplier of the new layers by their visits; empty for sizes without visits."""
    if source.visits is None:
        return {}
    rule = rule_in_use(law, "block matrices", "multiplier", asked)
    settings = {}
    for here, there in paired_uses(source, target):
        sizes = (replace(source, loops=here), replace(target, loops=there))
        factor = _factor(rule, *sizes, unrolled=law.unrolled)
        known = "silent" if rule is None else rule.known
        settings[there] = Setting(tuned["multiplier"] * factor, factor, known)
    return settings


def rule_in_use(law: Law, group: str, quantity: str, asked: Mapping[str, Any]) -> Rule | None:
    """Rule of a law for a quantity of a group, under the optimiser asked for; None if silent."""
    rule = law.rules.get(group, {}).get(quantity)
    if muon_rules.by_muon(asked["optimizer"], group):
        return muon_rules.muon_rule(rule, quantity, asked["muon_scale"])
    return rule


def _with_exact_rate(moved: Moved) -> Moved:
    """Learning rates of the groups that the law moves, by its exact ratio."""
    why = "the exact rate leaves the doubles at these sizes"
    try:
        ratio = _ratio(moved)
    except ZeroDivisionError:
        ratio = math.nan
    except exact_rate_ratios.TooLargeError as error:
        ratio, why = math.nan, str(error)
    if not 0 < ratio < math.inf:
        kept = {
            group: {q: Setting(s.value / s.factor, 1.0, "silent") for q, s in by_quantity.items()}
            for group, by_quantity in moved.settings.items()
        }
        return replace(moved, settings=kept, refused=f"{moved.law.name}: {why}")
    settings = dict(moved.settings)
    for group, by_quantity in settings.items():
        rate = by_quantity["learning_rate"]
        if rate.known != "silent":
            exact = Setting(rate.value * ratio, rate.factor * ratio, rate.known)
            settings[group] = {**by_quantity, "learning_rate": exact}
    return replace(moved, settings=settings)


def _refused(law: Law, source: Size, target: Size, asked: Mapping[str, Any]) -> str:
    """Reason why the law does not cover a move, or ""."""
    for name in law.needs_same:
        here, there = getattr(source, name), getattr(target, name)
        if name == "loops" and source.visits is not None:
            here, there = (sorted(size.counts) for size in (source, target))
        if here != there:
            moving = [o.name for o in laws[law.optimizer].values() if name not in o.needs_same]
            return (
                f"{law.name} is a law at fixed {name}, asked to go from {here} to {there}; "
                f"laws that move {name}: {', '.join(moving)}"
            )
    if law.factor is exact_rate_ratios.paths and None in asked["graph"]:
        return f"{law.name} needs the edges of the new model too (to_graph)"
    return ""


def _ratio(moved: Moved) -> float:
    """Exact ratio of the learning rates, from the arguments that the law's function takes."""
    factor = moved.law.factor
    assert factor is not None
    sizes, blocks = zip(*moved.both(), strict=True)
    depths = tuple(size.blocks for size in sizes)
    arguments = {
        "network": moved.law.network,
        **moved.asked,
        "optimizer": moved.law.optimizer,
        "layers": depths,
        "width": tuple(size.width for size in sizes),
        "blocks": blocks,
    }
    return factor(**{name: arguments[name] for name in inspect.signature(factor).parameters})


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
        ratios = [ratios[0], target.blocks / source.blocks, 1.0]
    return rule.powers.value(*ratios)
