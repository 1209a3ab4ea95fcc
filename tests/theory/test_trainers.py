"""Exports loaded into the real torch and optax: every parameter of a small model exactly once.

torchtitan and NeMo need a GPU to run: their pattern lists are read over the names of the torch
model; exactly one pattern matches each name.
"""

import re
from collections import Counter
from fnmatch import fnmatch
from types import SimpleNamespace

import pytest

from depthlaws import parametrization

pytestmark = [pytest.mark.trainers, pytest.mark.slow]
LAWS = [
    ("looped", "adam", {"to_layers": 8, "to_loops": 2}),
    ("complete_p", "adam", {"to_layers": 8, "to_width": 512}),
    ("am_mup", "sgd", {"to_layers": 8, "to_width": 256}),
]


@pytest.fixture(params=LAWS, ids=lambda law: law[0])
def moved(request):
    law, optimizer, to = request.param
    (model,) = parametrization.transfer(
        1e-2, width=256, layers=2, optimizer=optimizer, weight_decay=0.1, law=law, **to
    )
    return model


@pytest.fixture
def model():
    """Two blocks with attention, norms and a separate readout: names as in GPT-2."""
    import torch

    nn = torch.nn

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.ln_1, self.mlp_norm = nn.LayerNorm(8), nn.LayerNorm(8)
            self.attn, self.mlp = nn.Linear(8, 8), nn.Linear(8, 8)

        def forward(self, x):
            x = x + self.attn(self.ln_1(x))
            return x + self.mlp(torch.relu(self.mlp_norm(x)))

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.wte, self.h = nn.Embedding(5, 8), nn.ModuleList([Block(), Block()])
            self.ln_f, self.lm_head = nn.LayerNorm(8), nn.Linear(8, 5, bias=False)

        def forward(self, tokens):
            x = self.wte(tokens)
            for block in self.h:
                x = block(x)
            return self.lm_head(self.ln_f(x))

    torch.manual_seed(0)
    return Model()


GROUPS = {  # typed by hand
    "wte.weight": "embedding",
    "h.*.attn.weight": "block matrices",
    "h.*.attn.bias": "block vectors",
    "h.*.mlp.weight": "block matrices",
    "h.*.mlp.bias": "block vectors",
    "h.*.ln_1.*": "block vectors",
    "h.*.mlp_norm.*": "block vectors",
    "ln_f.*": "final norm",
    "lm_head.weight": "readout",
}


def wanted(moved, names):
    """Settings of every parameter by its name."""
    groups = {group.name: group for group in parametrization.parameter_groups(moved)}
    return {
        name: groups[next(g for pattern, g in GROUPS.items() if fnmatch(name, pattern))]
        for name in names
    }


def test_torch_takes_every_parameter_once_with_its_settings(moved, model):
    import torch

    made = {}
    exec(parametrization.parameter_groups(moved, "torch"), made)
    groups = made["parameter_groups"](model)
    adam = moved.law.optimizer == "adam"
    optimizer = torch.optim.AdamW(groups) if adam else torch.optim.SGD(groups, lr=1.0)
    names = {id(p): name for name, p in model.named_parameters()}
    taken = Counter(names[id(p)] for group in optimizer.param_groups for p in group["params"])
    assert taken == dict.fromkeys(names.values(), 1)
    right = wanted(moved, names.values())
    for group in optimizer.param_groups:
        for parameter in group["params"]:
            own = right[names[id(parameter)]]
            assert group["lr"] == own.learning_rate
            assert group["weight_decay"] == own.weight_decay
            assert not adam or group["eps"] == own.adam_epsilon
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    model(torch.arange(5)[None]).square().mean().backward()
    optimizer.step()
    assert all((p != before[name]).any() for name, p in model.named_parameters())


def test_torch_takes_a_tied_head_once_and_says_so(moved, model):
    import torch

    model.lm_head.weight = model.wte.weight
    made = {}
    exec(parametrization.parameter_groups(moved, "torch"), made)
    with pytest.warns(match=r"lm_head\.weight \(readout\) is wte\.weight \(embedding\), tied"):
        groups = made["parameter_groups"](model)
    torch.optim.SGD(groups, lr=1.0)
    taken = Counter(id(p) for group in groups for p in group["params"])
    assert taken == dict.fromkeys(map(id, model.parameters()), 1)


def test_optax_takes_every_leaf_once_with_its_rate(moved, model):
    import jax
    import jax.numpy as jnp

    made = {}
    exec(parametrization.parameter_groups(moved, "optax"), made)
    parameters = nested({n: jnp.ones(tuple(p.shape)) for n, p in model.named_parameters()})
    labels = flat(made["labels"](parameters))
    right = wanted(moved, labels)
    assert labels == {name: own.name for name, own in right.items()}
    optimizer = made["optimizer"]
    ones = jax.tree_util.tree_map(jnp.ones_like, parameters)
    updates, _ = optimizer.update(ones, optimizer.init(parameters), parameters)
    for name, update in flat(updates).items():
        own = right[name]
        # The first step of AdamW is the sign of the gradient; weights and gradients are one.
        step = 1 / (1 + own.adam_epsilon) if moved.law.optimizer == "adam" else 1.0
        expected = -own.learning_rate * (step + own.weight_decay)
        assert float(update.ravel()[0]) == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("trainer", ["torchtitan", "nemo"])
def test_pattern_lists_give_every_parameter_its_own_numbers(moved, model, trainer):
    shapes = {name: tuple(p.shape) for name, p in model.named_parameters()}
    text = parametrization.parameter_groups(moved, trainer, parameters=shapes)
    right = wanted(moved, shapes)
    for name in shapes:
        (said,) = [f for pattern, f in listed(trainer, text) if re.search(pattern, name)]
        own = right[name]
        assert said == (
            (own.learning_rate, own.weight_decay)
            if trainer == "torchtitan"
            else (own.rate_factor, own.decay_factor)
        )


def listed(trainer, text):
    """Patterns and factors, in order."""
    if trainer == "torchtitan":
        made = {"ParamGroupConfig": SimpleNamespace}
        exec(text, made)
        return [
            (g.pattern, (g.optimizer_kwargs["lr"], g.optimizer_kwargs["weight_decay"]))
            for g in made["param_groups"]
        ]
    actual = re.findall(r"pattern: '(.*)'\n *lr_mult: (\S+)\n *wd_mult: (\S+)", text)
    return [(pattern, (float(rate), float(decay))) for pattern, rate, decay in actual]


def nested(named):
    """Dotted names as nested dictionaries."""
    tree = {}
    for name, value in named.items():
        *path, last = name.split(".")
        inside = tree
        for part in path:
            inside = inside.setdefault(part, {})
        inside[last] = value
    return tree


def flat(tree, before=""):
    """Nested dictionaries as dotted names."""
    actual = {}
    for name, value in tree.items():
        whole = f"{before}{name}"
        actual |= flat(value, f"{whole}.") if isinstance(value, dict) else {whole: value}
    return actual
