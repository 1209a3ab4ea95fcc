r"""What a trainer needs to read: name pattern -> learning rate, weight decay, epsilon, ...

Patterns are regular expressions, searched in a parameter's dotted name; the first that matches
decides. A trainer that cannot be told a quantity (initial deviation, residual multiplier) gets it
in a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from depthlaws.theory.parametrization.moved import Moved
from depthlaws.theory.parametrization.side_by_side import UNCOVERED
from depthlaws.theory.parametrization.transfer_laws import GROUPS, WEIGHTS
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["PATTERNS", "TRAINERS", "ParameterGroup", "matched", "parameter_groups"]

NOTES = {  # what a trainer's reader of these lists does with them
    "torchtitan": (
        "ParamGroupConfig as torchtitan has it since June 2026: a group inherits nothing, so add",
        "your betas to each; remove groups that your model lacks, a pattern without a parameter is",
        "refused; it knows Adam and AdamW, SGD is to be added in its _resolve_optimizer_factory",
    ),
    "nemo": (
        "param_group_overrides of NeMo AutoModel: its scheduler multiplies lr and weight_decay,",
        "which stay the tuned ones, by these at every step, so a scheduler is needed",
    ),
}
MULTIPLIED = {"block matrices": "residual branches", "readout": "readout"}
_BLOCK = r"(^|\.)(layers?|blocks?|h|stack)\.(.*\.)?"
PATTERNS: Mapping[str, str] = MappingProxyType(
    {
        "block vectors": _BLOCK
        + r"((.*norm|ln)[^.]*\.\w+|\w*norm_(weight|bias)|\w*bias|gain|gamma|beta)$",
        "block matrices": _BLOCK,
        "embedding": r"(^|\.)(\w*embed\w*|wte|wpe)(\.|$)",
        "final norm": r"(^|\.)(\w*norm\w*|ln_f)\.\w+$",
        "readout": r"(^|\.)(lm_head|head|output|output_layer|readout|unembed\w*)(\.|$)",
    }
)


@dataclass(frozen=True, slots=True)
class ParameterGroup:
    """Parameters whose name matches ``pattern``, and not an earlier one, and their settings.

    >>> from depthlaws import parametrization
    >>> (moved,) = parametrization.transfer(1e-3, layers=12, to_layers=48, law="looped")
    >>> [group.name for group in parametrization.parameter_groups(moved)]
    ['block vectors', 'block matrices', 'embedding', 'final norm', 'readout']
    """

    name: str
    pattern: str
    learning_rate: float
    weight_decay: float
    adam_epsilon: float
    init_std: float
    multiplier: float
    rate_factor: float
    decay_factor: float


def _groups(moved: Moved, patterns: Mapping[str, str]) -> list[ParameterGroup]:
    for name in patterns:
        if name not in GROUPS:
            raise UnknownNameError("group of parameters", name, GROUPS)
    found = []
    for name, pattern in {**PATTERNS, **patterns}.items():
        try:
            re.compile(pattern)
        except re.error as error:
            msg = f"the pattern {pattern!r} of {name} is no regular expression: {error}"
            raise ValueError(msg) from None
        settings = moved.settings[name]
        values = {quantity: setting.value for quantity, setting in settings.items()}
        factors = (settings[q].factor for q in ("learning_rate", "weight_decay"))
        found.append(
            ParameterGroup(
                name, pattern, **values, rate_factor=next(factors), decay_factor=next(factors)
            )
        )
    return found


def matched(groups: Iterable[ParameterGroup], names: Iterable[str], /) -> dict[str, list[str]]:
    """Names of parameters by the group that takes them: the first whose pattern is found.

    ``groups`` as :func:`parameter_groups` gives them, ``names`` dotted names as torch makes them.
    Raises: ValueError naming the parameters that no pattern matches.

    >>> from depthlaws import parametrization
    >>> (moved,) = parametrization.transfer(1e-3, layers=12, to_layers=48, law="looped")
    >>> groups = parametrization.parameter_groups(moved)
    >>> parametrization.matched(groups, ["h.0.attn.weight", "wte.weight"])["embedding"]
    ['wte.weight']
    """
    listed = list(groups)
    found: dict[str, list[str]] = {group.name: [] for group in listed}
    missed = []
    for name in names:
        taker = next((g for g in listed if re.search(g.pattern, name)), None)
        (found[taker.name] if taker else missed).append(name)
    if missed:
        msg = f"no pattern matches {', '.join(missed)}: give patterns={{group: regular expression}}"
        raise ValueError(msg)
    return found


def parameter_groups(
    moved: Moved, /, trainer: str | None = None, *, patterns: Mapping[str, str] | None = None
) -> list[ParameterGroup] | str:
    """Parameter groups of a moved model: as records, or as the text that a trainer reads.

    Source: the law's, see :class:`Moved`. ``trainer`` is "torch" (optimiser groups), "torchtitan",
    "nemo" (pattern overrides) or "optax" (``multi_transform``). ``patterns`` replaces the regular
    expressions of groups by name; :data:`PATTERNS` are for Llama's and GPT's names.
    Raises: ValueError for a law that does not cover the move, or a broken pattern; UnknownNameError
        for words.

    >>> from depthlaws import parametrization
    >>> (moved,) = parametrization.transfer(1e-3, layers=12, to_layers=48, law="looped")
    >>> print(parametrization.parameter_groups(moved, "nemo").splitlines()[-1].strip())
    wd_mult: 1.0
    """
    if moved.refused:
        raise ValueError(moved.refused)
    groups = _groups(moved, patterns or {})
    if trainer is None:
        return groups
    if trainer not in TRAINERS:
        raise UnknownNameError("trainer", trainer, TRAINERS)
    return _comments(moved, groups, trainer) + TRAINERS[trainer](groups, moved)


def _comments(moved: Moved, groups: list[ParameterGroup], trainer: str) -> str:
    law, here, there = moved.law, moved.source, moved.target
    sizes = (f"width {s.width}, L = {s.layers}, N = {s.loops}" for s in (here, there))
    lines = [
        f"{law.name} ({law.source}): {law.says}",
        f"from {next(sizes)} to {next(sizes)}",
        f"assumes: {law.assumes}",
        *(
            f"{quantity} kept, the law is silent: {', '.join(names)}"
            for quantity, names in law.silent.items()
        ),
        f"{UNCOVERED} kept: no law here covers them",
        "to be set in the model, for no optimiser does:",
        *(f"  initial deviation, {g.name}: {g.init_std:.6g}" for g in groups if g.name in WEIGHTS),
        *(
            f"  multiplier, {MULTIPLIED[g.name]}: {g.multiplier:.6g}"
            for g in groups
            if g.name in MULTIPLIED
        ),
    ]
    if trainer == "nemo" and law.optimizer == "adam":
        epsilons = ", ".join(f"{g.name} {g.adam_epsilon:.6g}" for g in groups)
        lines.append(f"Adam's epsilon, which these overrides cannot set: {epsilons}")
    lines += NOTES.get(trainer, ())
    return "".join(f"# {line}\n" for line in lines)


def _settings(group: ParameterGroup, moved: Moved, rate: str) -> dict[str, float]:
    found = {rate: group.learning_rate, "weight_decay": group.weight_decay}
    return found | ({"eps": group.adam_epsilon} if moved.law.optimizer == "adam" else {})


def _torch(groups: list[ParameterGroup], moved: Moved) -> str:
    rows = "".join(f"    ({g.pattern!r}, {_settings(g, moved, 'lr')!r}),\n" for g in groups)
    return f"""import re

GROUPS = [  # the first pattern found in a parameter's name decides
{rows}]


def parameter_groups(model):
    \"\"\"Groups for torch.optim.AdamW or SGD: each parameter in exactly one.\"\"\"
    taken = [[] for _ in GROUPS]
    for name, parameter in model.named_parameters():
        hits = [i for i, (pattern, _) in enumerate(GROUPS) if re.search(pattern, name)]
        if not hits:
            raise ValueError(f"no pattern matches the parameter {{name}}")
        taken[hits[0]].append(parameter)
    return [{{"params": p, **own}} for p, (_, own) in zip(taken, GROUPS) if p]
"""


def _titan(groups: list[ParameterGroup], moved: Moved) -> str:
    name = "AdamW" if moved.law.optimizer == "adam" else "SGD"
    rows = "".join(
        f"    ParamGroupConfig(pattern={g.pattern!r}, optimizer_name={name!r},\n"
        f"                     optimizer_kwargs={_settings(g, moved, 'lr')!r}),\n"
        for g in groups
    )
    return f"param_groups = [  # of OptimizersContainer.Config\n{rows}]\n"


def _nemo(groups: list[ParameterGroup], _: Moved) -> str:
    rows = "".join(
        f"    - pattern: '{g.pattern}'\n      lr_mult: {_yaml(g.rate_factor)}\n"
        f"      wd_mult: {_yaml(g.decay_factor)}\n"
        for g in groups
    )
    return f"optimizer:\n  param_group_overrides:\n{rows}"


def _yaml(number: float) -> str:
    """A float that YAML 1.1 reads as one: 1.0e-05, for 1e-05 is a word there."""
    digits, e, exponent = repr(float(number)).partition("e")
    return digits + (".0" if "." not in digits else "") + e + exponent


def _optax(groups: list[ParameterGroup], moved: Moved) -> str:
    adam = moved.law.optimizer == "adam"
    made = []
    for g in groups:
        own = _settings(g, moved, "learning_rate")
        decay = own.pop("weight_decay")
        one = f"optax.{'adamw' if adam else 'sgd'}(**{own!r}"
        one += f", weight_decay={decay!r})" if adam else ")"
        if not adam and decay:
            one = f"optax.chain(optax.add_decayed_weights({decay!r}), {one})"
        made.append(f"    {g.name!r}: {one},\n")
    rows = "".join(f"    ({g.pattern!r}, {g.name!r}),\n" for g in groups)
    return f"""import re

import jax
import optax

PATTERNS = [  # the first pattern found in a parameter's path decides
{rows}]
TRANSFORMS = {{
{"".join(made)}}}


def labels(parameters):
    \"\"\"Name of the group of every leaf; a path is written with dots.\"\"\"
    def label(path, _):
        name = jax.tree_util.keystr(path, simple=True, separator=".")
        hits = [group for pattern, group in PATTERNS if re.search(pattern, name)]
        if not hits:
            raise ValueError(f"no pattern matches the parameter {{name}}")
        return hits[0]

    return jax.tree_util.tree_map_with_path(label, parameters)


optimizer = optax.multi_transform(TRANSFORMS, labels)
"""


TRAINERS: Mapping[str, Callable[[list[ParameterGroup], Moved], str]] = MappingProxyType(
    {"torch": _torch, "torchtitan": _titan, "nemo": _nemo, "optax": _optax}
)
