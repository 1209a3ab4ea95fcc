r"""Texts of parameter groups that trainers read.

The texts for torch, optax and huggingface print the rules of :mod:`.parameter_rules` and apply them
to the model itself; those for torchtitan and nemo are patterns of names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from depthlaws.theory.parametrization.muon_rules import MUON_GROUPS, RMS_FACTOR, by_muon
from depthlaws.theory.parametrization.name_patterns import name_patterns, rules_source
from depthlaws.theory.parametrization.optimizers import BESIDE_MUON, OPTIMIZERS, trainer_class
from depthlaws.theory.parametrization.transferred_settings import Moved

__all__ = ["TRAINERS", "ParameterGroup"]

IMPORTS = "import itertools\nimport math\nimport re\nimport warnings\n"


@dataclass(frozen=True, slots=True)
class ParameterGroup:
    """Settings of a group of parameters at the new size.

    Attributes
    ----------
    name : str
        Group of parameters.
    learning_rate, weight_decay, adam_epsilon, init_std, multiplier : float
        Values at the new size.
    rate_factor, decay_factor : float
        Learning rate and weight decay over the tuned ones.
    parameters : tuple of str
        Names of the parameters, empty where no names were given.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> (moved,) = parametrization.transfer(1e-3, layers=12, to_layers=48, law="looped")
    >>> [group.name for group in parametrization.parameter_groups(moved)][:3]
    ['embedding', 'block matrices', 'block vectors']
    """

    name: str
    learning_rate: float
    weight_decay: float
    adam_epsilon: float
    init_std: float
    multiplier: float
    rate_factor: float
    decay_factor: float
    parameters: tuple[str, ...] = ()


def _settings(group: ParameterGroup, moved: Moved, rate: str) -> dict[str, Any]:
    settings = {rate: group.learning_rate, "weight_decay": group.weight_decay}
    epsilon = moved.owns(group.name, "adam_epsilon")
    return settings | ({"eps": group.adam_epsilon} if epsilon else {})


def _class(group: ParameterGroup, moved: Moved, trainer: str) -> str:
    """Class that trains a group: that of the optimiser, or of AdamW beside Muon."""
    optimizer = moved.optimizer
    if optimizer.matrices_only and group.name not in MUON_GROUPS:
        optimizer = OPTIMIZERS[BESIDE_MUON]
    return trainer_class(optimizer, trainer)


def _torch(groups: list[ParameterGroup], moved: Moved, patterns: Mapping[str, str]) -> str:
    rows = "".join(f"    {g.name!r}: {_settings(g, moved, 'lr')!r},\n" for g in groups)
    muon = moved.optimizer.matrices_only
    return f"""{IMPORTS}{"import torch" if muon else ""}
GROUPS = {{
{rows}}}
PATTERNS = {dict(patterns)!r}  # regular expressions by group, tried before the rules below


def parameter_groups(model, wider=None):
    \"\"\"Groups of {_purpose(moved)}: each parameter in exactly one.

    ``wider``: the same model at a larger width (on the meta device it takes no memory), or its
    shapes by name; then the dimensions that grow decide. The groups are printed: read them.
    \"\"\"
    first, shapes, tied = {{}}, {{}}, {{}}
    for name, parameter in model.named_parameters(remove_duplicate=False):
        known, _ = first.setdefault(id(parameter), (name, parameter))
        if known == name:
            shapes[name] = tuple(parameter.shape)
        else:
            tied[name] = known
    if hasattr(wider, "named_parameters"):
        wider = {{name: tuple(p.shape) for name, p in wider.named_parameters()}}
    group_of, remarks = sort_parameters(shapes, tied, PATTERNS, wider)
    print("\\n".join(sorted_table(group_of, shapes)))
    for remark in remarks:
        warnings.warn(remark, stacklevel=2)
    taken = {{group: [] for group in GROUPS}}
    for name, parameter in first.values():
        taken[group_of[name]].append(parameter)
    return [{{"params": taken[group], **own}} for group, own in GROUPS.items() if taken[group]]

{_muon_optimizers(moved) if muon else ""}
# The rules of depthlaws, unchanged.
{rules_source()}"""


def _purpose(moved: Moved) -> str:
    both = f" and {OPTIMIZERS[BESIDE_MUON].label} (optimizers makes both)"
    return trainer_class(moved.optimizer, "torch") + both * moved.optimizer.matrices_only


def _muon_optimizers(moved: Moved) -> str:
    return f"""
def optimizers(model, wider=None):
    \"\"\"Muon for matrices from width to width and AdamW for the others: step both.\"\"\"
    muon, adamw = [], []
    for group in parameter_groups(model, wider):
        (adamw if "eps" in group else muon).append(group)
    names = {{id(p): name for name, p in model.named_parameters()}}
    flat = [names[id(p)] for g in muon for p in g["params"] if p.ndim != 2]
    if flat:
        raise ValueError("torch.optim.Muon takes matrices of two dimensions, give a Muon that "
                         "flattens these, or AdamW: " + ", ".join(flat))
    return [
        torch.optim.Muon(muon, adjust_lr_fn={moved.asked["muon_scale"]!r}),
        torch.optim.AdamW(adamw),
    ]

"""


def _huggingface(groups: list[ParameterGroup], moved: Moved, patterns: Mapping[str, str]) -> str:
    """Text for torch, and the line that gives its groups to a Trainer of transformers."""
    text = _torch(groups, moved, patterns)
    if moved.optimizer.matrices_only:
        return f"""{text}

class Both(torch.optim.Optimizer):
    \"\"\"Several optimisers as one, for a Trainer.\"\"\"

    def __init__(self, parts):
        self.parts = parts
        super().__init__([g for part in parts for g in part.param_groups], {{}})
        self.param_groups = [g for part in parts for g in part.param_groups]  # the same objects

    def step(self, closure=None):
        loss = closure and closure()
        for part in self.parts:
            part.step()
        return loss

    def state_dict(self):
        return {{"parts": [part.state_dict() for part in self.parts]}}

    def load_state_dict(self, state):
        for part, own in zip(self.parts, state["parts"]):
            part.load_state_dict(own)
        self.param_groups = [g for part in self.parts for g in part.param_groups]


# Trainer(model=model, args=..., optimizers=(Both(optimizers(model)), None))
"""
    module, _, name = _class(groups[0], moved, "huggingface").rpartition(".")
    return f"""{text}

# from {module} import {name}
# options = {{"lr": {groups[0].learning_rate!r}, "params": parameter_groups(model)}}
# Trainer(model=model, args=..., optimizer_cls_and_kwargs=({name}, options))
"""


def _patterns(groups: Iterable[ParameterGroup]) -> dict[str, str]:
    return name_patterns({group.name: group.parameters for group in groups})


def _titan(groups: list[ParameterGroup], moved: Moved, _: Mapping[str, str]) -> str:
    rows, patterns = "", _patterns(groups)
    for g in groups:
        name, settings = _class(g, moved, "torchtitan"), _settings(g, moved, "lr")
        if by_muon(moved.optimizer.name, g.name):  # takes the scales of torch.optim.Muon
            settings |= {"foreach": False, "adjust_lr_fn": moved.asked["muon_scale"]}
        rows += (
            f"    ParamGroupConfig(pattern={patterns[g.name]!r}, optimizer_name={name!r},\n"
            f"                     optimizer_kwargs={settings!r}),\n"
        )
    return f"param_groups = [  # of OptimizersContainer.Config\n{rows}]\n"


def _nemo(groups: list[ParameterGroup], _: Moved, __: Mapping[str, str]) -> str:
    patterns = _patterns(groups)
    rows = "".join(
        f"    - pattern: '{patterns[g.name]}'\n      lr_mult: {_yaml(g.rate_factor)}\n"
        f"      wd_mult: {_yaml(g.decay_factor)}\n"
        for g in groups
    )
    return f"optimizer:\n  param_group_overrides:\n{rows}"


def _yaml(number: float) -> str:
    """A float that YAML 1.1 reads as one: 1.0e-05, for 1e-05 is a word there."""
    digits, e, exponent = repr(float(number)).partition("e")
    return digits + (".0" if "." not in digits else "") + e + exponent


def _optax(groups: list[ParameterGroup], moved: Moved, patterns: Mapping[str, str]) -> str:
    transforms = "".join(f"    {g.name!r}: {_transform(g, moved)},\n" for g in groups)
    return f"""{IMPORTS}
import jax
import optax

PATTERNS = {dict(patterns)!r}  # regular expressions by group, tried before the rules below
TRANSFORMS = {{
{transforms}}}


SHOWN = []  # the groups are printed once: read them


def labels(parameters, wider=None):
    \"\"\"Name of the group of every leaf; a path is written with dots.

    ``wider``: the same tree at a larger width (jax.eval_shape makes it without memory); then the
    dimensions that grow decide.
    \"\"\"
    shapes, tree = named_shapes(parameters)
    wider = None if wider is None else named_shapes(wider)[0]
    group_of, remarks = sort_parameters(shapes, {{}}, PATTERNS, wider)
    if not SHOWN:
        SHOWN.extend(sorted_table(group_of, shapes))
        print("\\n".join(SHOWN))
    for remark in remarks:
        warnings.warn(remark, stacklevel=2)
    return tree.unflatten([group_of[name] for name in shapes])


def named_shapes(parameters):
    \"\"\"Shape of every leaf by its path, and the tree.\"\"\"
    leaves, tree = jax.tree_util.tree_flatten_with_path(parameters)
    names = [jax.tree_util.keystr(path, simple=True, separator=".") for path, _ in leaves]
    return {{name: tuple(leaf.shape) for name, (_, leaf) in zip(names, leaves)}}, tree


# The rules of depthlaws, unchanged.
{rules_source()}

# With a wider model: optax.multi_transform(TRANSFORMS, lambda tree: labels(tree, wider))
optimizer = optax.multi_transform(TRANSFORMS, labels)
"""


def _transform(group: ParameterGroup, moved: Moved) -> str:
    """Call of the optimiser of a group in optax."""
    settings, kind = _settings(group, moved, "learning_rate"), _class(group, moved, "optax")
    decay = settings.pop("weight_decay")
    if not moved.optimizer.decay_times_rate:
        call = f"{kind}(**{settings!r})"
        return f"optax.chain(optax.add_decayed_weights({decay!r}), {call})" if decay else call
    if by_muon(moved.optimizer.name, group.name):
        rms = None if moved.asked["muon_scale"] == "original" else RMS_FACTOR
        return f"{kind}(**{settings!r}, weight_decay={decay!r}, consistent_rms={rms})"
    return f"{kind}(**{settings!r}, weight_decay={decay!r})"


Format = Callable[[list[ParameterGroup], Moved, Mapping[str, str]], str]
TRAINERS: Mapping[str, Format] = MappingProxyType(
    {
        "torch": _torch,
        "torchtitan": _titan,
        "nemo": _nemo,
        "optax": _optax,
        "huggingface": _huggingface,
    }
)
