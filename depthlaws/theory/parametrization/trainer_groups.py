r"""Parameter groups in the formats of trainers: parameters, learning rate, decay, epsilon.

The rules of :mod:`.parameter_rules` decide by dimensions and names. The exports for torch and optax
print these rules and apply them to the model itself. torchtitan and NeMo read patterns of names
only, which are made from a list of names and shapes. Quantities that a trainer cannot set (initial
deviation, residual multiplier) are written as comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from numbers import Integral

from depthlaws.base.argument_errors import shown
from depthlaws.base.plural import counted
from depthlaws.theory.parametrization import parameter_rules
from depthlaws.theory.parametrization.law_records import GROUPS, OTHER_MATRICES, VECTORS, WEIGHTS
from depthlaws.theory.parametrization.muon_rules import orientation
from depthlaws.theory.parametrization.name_patterns import name_patterns
from depthlaws.theory.parametrization.optimizers import trainer_class
from depthlaws.theory.parametrization.recommended_law import left_out
from depthlaws.theory.parametrization.trainer_formats import TRAINERS, ParameterGroup
from depthlaws.theory.parametrization.transferred_settings import Moved
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["matched", "parameter_groups"]

Shapes = Mapping[str, Sequence[int]]
NAMES_ONLY = ("torchtitan", "nemo")  # trainers whose groups are patterns of names
LISTING = (  # prints names and shapes of a torch model, a tied name as NAME = FIRST NAME
    "seen = {}\nfor n, p in model.named_parameters(remove_duplicate=False):\n    "
    "print(n, *(['=', seen[id(p)]] if id(p) in seen else p.shape)); seen.setdefault(id(p), n)"
)
NOTES = {  # comments on how a trainer reads these lists
    "torch": ("call parameter_groups(model) before FSDP flattens the parameters",),
    "huggingface": ("call parameter_groups(model) before FSDP flattens the parameters",),
    "torchtitan": (
        "ParamGroupConfig as torchtitan has it since June 2026: a group inherits nothing, so add",
        "your betas to each",
    ),
    "nemo": (
        "param_group_overrides of NeMo AutoModel: its scheduler multiplies lr and weight_decay,",
        "which stay the tuned ones, by these at every step, so a scheduler is needed",
    ),
}
MEGATRON_MUON = {  # scale of Muon in the words of Megatron, which NeMo passes on
    "original": "optimizer: muon, with muon_scale_mode: shape_scaling",
    "match_rms_adamw": "optimizer: muon, with muon_scale_mode: spectral and "
    "muon_extra_scale_factor: 0.2",
}
MULTIPLIED = {"block matrices": "residual branches", "readout": "readout"}


def _usable(patterns: Mapping[str, str] | None) -> dict[str, str]:
    """Return patterns by group. Raises: UnknownNameError for a group, ValueError for a pattern."""
    for name, pattern in (patterns or {}).items():
        if name not in GROUPS:
            raise UnknownNameError("group of parameters", name, GROUPS)
        try:
            re.compile(pattern)
        except re.error as error:
            msg = f"the pattern {pattern!r} of {name} is not a regular expression: {error}"
            raise ValueError(msg) from None
    return dict(patterns or {})


def matched(
    parameters: Shapes,
    /,
    *,
    wider: Shapes | None = None,
    tied: Mapping[str, str] | None = None,
    patterns: Mapping[str, str] | None = None,
) -> dict[str, list[str]]:
    """Sort the parameters of a network into the groups of the transfer laws.

    With the shapes at a larger width the dimensions that grow decide. Outside of the blocks: both
    sides grow, other matrices; outputs alone, embedding; inputs alone, readout. In a block: inputs
    grow, block matrices (a router too); they do not, block vectors (a depthwise convolution too).
    Fewer than two dimensions, or none that grows: vectors. Names only tell blocks from what is
    outside of them, and tables of embeddings from linear layers. Without these shapes the names and
    sizes decide where they make it certain, and the other parameters are an error that lists them.
    The names of torch, Flax and Haiku modules are known, numbered layers (nn.Sequential, Dense_0)
    too; case is ignored.

    Parameters
    ----------
    parameters : mapping of str to sequence of int
        Shape of each parameter by its name, with dots or slashes between the parts.
    wider : mapping of str to sequence of int or None
        Shapes of the same model at a larger width; the number of layers may differ.
    tied : mapping of str to str or None
        Further names of parameters: {further name: name in ``parameters``}.
    patterns : mapping of str to str or None
        Regular expressions by group, searched in a name before the rules are tried.

    Returns
    -------
    dict of str to list of str
        Names by group: embedding, block matrices, block vectors, final norm (with all other
        vectors outside of the blocks), readout, other matrices (outside of the blocks).

    Raises
    ------
    ValueError
        For parameters whose group is not certain, with their names and shapes; for a wider model
        that is not the same model at a larger width; for a pattern that no name matches.
    UnknownNameError
        For an unknown group.

    References
    ----------
    Source: Yang et al. (2022), arXiv:2203.03466, table 8: what grows with the width decides.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> shapes = {"wte.weight": (50257, 768), "h.0.attn.weight": (768, 768), "ln_f.weight": (768,)}
    >>> groups = parametrization.matched(shapes)
    >>> groups["embedding"], groups["final norm"]
    (['wte.weight'], ['ln_f.weight'])
    >>> narrow, wide = ({"final_layer.linear.weight": (32, d), "h.0.w": (d, d)} for d in (64, 256))
    >>> parametrization.matched(narrow, wider=wide)["readout"]
    ['final_layer.linear.weight']
    """
    _check_shapes(parameters, "parameters")
    if wider is not None:
        _check_shapes(wider, "wider")
    by_name, _ = parameter_rules.sort_parameters(parameters, tied, _usable(patterns), wider)
    return {group: [name for name in by_name if by_name[name] == group] for group in GROUPS}


def _check_shapes(shapes: object, name: str) -> None:
    """Raise TypeError or ValueError unless given sequences of positive integers by name."""
    example = f"{name} must be a dict such as {{'wte.weight': (50257, 768)}}"
    if not isinstance(shapes, Mapping):
        msg = f"{example}, got {shown(shapes)}"
        raise TypeError(msg)
    for key, shape in shapes.items():
        sized = isinstance(shape, Sequence) and not isinstance(shape, str)
        named = isinstance(key, str)
        if not (named and sized) or not all(isinstance(s, Integral) and int(s) >= 0 for s in shape):
            msg = f"{example}, got {shown(key)}: {shown(shape)}"
            raise TypeError(msg)
        if not all(shape):
            msg = (
                f"{key} has the shape {tuple(shape)}, as parameters have once they are sharded: "
                f"list the shapes in {name} before that"
            )
            raise ValueError(msg)
    if not shapes:
        msg = f"{example}, got an empty one: list the names and shapes of the model"
        raise ValueError(msg)


def parameter_groups(
    moved: Moved,
    /,
    trainer: str | None = None,
    *,
    parameters: Shapes | None = None,
    wider: Shapes | None = None,
    tied: Mapping[str, str] | None = None,
    patterns: Mapping[str, str] | None = None,
) -> list[ParameterGroup] | str:
    r"""Parameter groups of a moved model: as records, or as the text that a trainer reads.

    Parameters
    ----------
    moved : Moved
        A tuned model at another size, by one law.
    trainer : {"torch", "torchtitan", "nemo", "optax", "huggingface"} or None
        Format: torch (optimiser groups), torchtitan, nemo (pattern overrides), optax
        (multi_transform) or huggingface (Trainer); left out, records.
    parameters : mapping of str to sequence of int or None
        Shape of each parameter by name. torchtitan and nemo need it, because their patterns see
        names only. The text then begins with the sorted names, and torch, optax and huggingface
        sort by them.
    wider : mapping of str to sequence of int or None
        Shapes of the same model at a larger width, as in :func:`matched`.
    tied : mapping of str to str or None
        Further names of parameters: {further name: name in ``parameters``}.
    patterns : mapping of str to str or None
        Regular expressions by group, searched in a name before the rules of :func:`matched`.

    Returns
    -------
    list of ParameterGroup, or str
        Records, or the text of the format.

    Raises
    ------
    ValueError
        For a law that does not cover the move, an optimiser that the trainer does not have, a
        pattern that is not a regular expression, parameters whose group no rule knows, and
        torchtitan or nemo without ``parameters``.
    UnknownNameError
        For an unknown trainer or group.

    References
    ----------
    Source: that of the law, see :class:`Moved`.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> (moved,) = parametrization.transfer(1e-3, layers=12, to_layers=48, law="looped")
    >>> shapes = {"wte.weight": (50257, 768), "h.0.attn.weight": (768, 768)}
    >>> text = parametrization.parameter_groups(moved, "nemo", parameters=shapes)
    >>> print(text.splitlines()[-3].strip())
    - pattern: '^(h\.\d+\.attn\.weight)$'
    """
    if not isinstance(moved, Moved):
        msg = f"moved must be an entry of parametrization.transfer(...), got {shown(moved)}"
        raise TypeError(msg)
    if moved.refused:
        raise ValueError(moved.refused)
    if trainer is not None and trainer not in TRAINERS:
        raise UnknownNameError("trainer", trainer, TRAINERS)
    if trainer is not None:
        trainer_class(moved.optimizer, trainer)
    if trainer in NAMES_ONLY and not parameters:
        msg = (
            f"{trainer} sees names only, and rules need dimensions too: give the names and shapes "
            f"of the parameters (parameters=, --parameters FILE), as these lines print them:\n"
            f"{LISTING}"
        )
        raise ValueError(msg)
    patterns = _usable(patterns)
    groups, remarks, table = list(_groups(moved)), [], []
    if wider is not None and not parameters:
        msg = "wider is given without parameters: give the shapes of the narrower model too"
        raise ValueError(msg)
    if parameters:
        _check_shapes(parameters, "parameters")
        by_name, remarks = parameter_rules.sort_parameters(parameters, tied, patterns, wider)
        table = parameter_rules.sorted_table(by_name, parameters)
        names = {g.name: tuple(n for n in by_name if by_name[n] == g.name) for g in groups}
        groups = [replace(g, parameters=names[g.name]) for g in groups if names[g.name]]
        patterns = name_patterns({g.name: g.parameters for g in groups})
        if trainer == "optax":  # writes paths with dots
            patterns = {group: text.replace("/", "[./]") for group, text in patterns.items()}
    if trainer is None:
        return groups
    lines = [*_comments(moved, groups, trainer), *table, *remarks, *NOTES.get(trainer, ())]
    return "".join(f"# {line}\n" for line in lines) + TRAINERS[trainer](groups, moved, patterns)


def _groups(moved: Moved) -> Iterable[ParameterGroup]:
    for name, settings in moved.settings.items():
        undecayed = name in VECTORS and not moved.asked["decay_vectors"]
        yield ParameterGroup(
            name=name,
            learning_rate=settings["learning_rate"].value,
            weight_decay=settings["weight_decay"].value,
            adam_epsilon=settings["adam_epsilon"].value,
            init_std=settings["init_std"].value,
            multiplier=settings["multiplier"].value,
            rate_factor=settings["learning_rate"].factor,
            decay_factor=0.0 if undecayed else settings["weight_decay"].factor,
        )


def decay_lines(moved: Moved, groups: Iterable[ParameterGroup]) -> Iterable[str]:
    """Yield what weight decay means, and its values where it means something else."""
    decayed = [g for g in groups if g.weight_decay]
    if not decayed:
        return
    yield f"weight_decay {moved.optimizer.decay}"
    alone = {g.name: moved.independent_decay(g.name).value for g in decayed}
    if any(alone[g.name] != g.weight_decay for g in decayed):
        values = ", ".join(f"{name} {value:.6g}" for name, value in alone.items())
        yield f"in a trainer that does not multiply it, W <- (1 - decay) W: {values}"


def _comments(moved: Moved, groups: list[ParameterGroup], trainer: str) -> Iterable[str]:
    law, here, there = moved.law, moved.source, moved.target
    sizes = (f"width {s.width}, L = {s.layers}, N = {s.loops}" for s in (here, there))
    yield f"{law.name} ({law.source}): {law.says}"
    yield f"from {next(sizes)} to {next(sizes)}"
    yield f"assumes: {law.assumes}"
    undecayed = () if moved.asked["decay_vectors"] else VECTORS
    for quantity, silent in law.silent.items():
        kept = [name for name in silent if quantity != "weight_decay" or name not in undecayed]
        if kept:
            yield f"{quantity} kept, the law is silent: {', '.join(kept)}"
    yield from decay_lines(moved, groups)
    if undecayed:
        yield "norms, gains, biases and scalars have no weight decay (decay_vectors=True keeps it)"
    yield from (f"broken: {sentence}" for sentence in moved.breaks)
    yield from (f"not covered: {sentence}" for sentence in left_out(moved.asked["model"]))
    yield "to be set in the model, for no optimiser does:"
    for g in groups:
        if g.name in (*WEIGHTS, OTHER_MATRICES):
            yield f"  initial deviation, {g.name}: {g.init_std:.6g}"
    for visits, setting in moved.by_visits.items():
        times = counted(visits, "visit")
        yield f"  multiplier, branches of layers with {times}: {setting.value:.6g}"
    for name, multiplied in MULTIPLIED.items():  # of a tied head too
        yield f"  multiplier, {multiplied}: {moved.settings[name]['multiplier'].value:.6g}"
    if moved.optimizer.matrices_only:
        yield orientation(trainer)
        if trainer == "nemo":
            yield MEGATRON_MUON[moved.asked["muon_scale"]]
    if trainer == "nemo" and moved.has_epsilon:
        owners = [g for g in groups if moved.owns(g.name, "adam_epsilon")]
        epsilons = ", ".join(f"{g.name} {g.adam_epsilon:.6g}" for g in owners)
        yield f"Adam's epsilon, which these overrides cannot set: {epsilons}"
