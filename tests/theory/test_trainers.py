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
    ("looped", "lion", {"to_layers": 8, "to_loops": 2}),
    ("complete_p", "muon", {"to_layers": 8, "to_width": 512, "muon_rate": 0.02}),
    ("looped", "muon", {"to_loops": 2, "muon_scale": "match_rms_adamw"}),
    ("complete_p", "adam", {"to_layers": 8, "to_width": 512}),
    ("am_mup", "sgd", {"to_layers": 8, "to_width": 256}),
]


@pytest.fixture(params=LAWS, ids=lambda law: "-".join(law[:2]))
def moved(request):
    law, optimizer, to = request.param
    (model,) = parametrization.transfer(
        1e-2, width=256, layers=2, optimizer=optimizer, weight_decay=0.1, law=law, **to
    )
    return model


@pytest.fixture
def model():
    """Two pre-norm blocks with attention, biases, positions and a separate readout: as GPT-2."""
    import torch

    nn = torch.nn

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.ln_1, self.mlp_norm = nn.LayerNorm(8), nn.LayerNorm(8)
            self.attn = nn.MultiheadAttention(8, 2, batch_first=True)
            self.mlp = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 8))

        def forward(self, x):
            y = self.ln_1(x)
            x = x + self.attn(y, y, y, need_weights=False)[0]
            return x + self.mlp(self.mlp_norm(x))

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.wte, self.wpe = nn.Embedding(5, 8), nn.Embedding(6, 8)
            self.h = nn.ModuleList([Block(), Block()])
            self.ln_f, self.lm_head = nn.LayerNorm(8), nn.Linear(8, 5, bias=False)

        def forward(self, tokens):
            x = self.wte(tokens) + self.wpe.weight[: tokens.shape[-1]]
            for block in self.h:
                x = block(x)
            return self.lm_head(self.ln_f(x))

    torch.manual_seed(0)
    return Model()


GROUPS = {  # typed by hand
    "wte.weight": "embedding",
    "wpe.weight": "embedding",
    "h.*.attn.*weight": "block matrices",
    "h.*.attn.*bias": "block vectors",
    "h.*.mlp.*weight": "block matrices",
    "h.*.mlp.*bias": "block vectors",
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


def stepped(model, *optimizers):
    """Parameters before a step of the loss, and after it."""
    import torch

    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    tokens = torch.arange(5)[None]
    logits = model(tokens)[0]
    torch.nn.functional.cross_entropy(logits, tokens[0].roll(1)).backward()
    for optimizer in optimizers:
        optimizer.step()
        optimizer.zero_grad()
    return before, {name: p.detach() for name, p in model.named_parameters()}


def adam_like(moved, groups):
    """Optimiser of torch for groups; Lion is not in torch."""
    import torch

    adam = moved.asked["optimizer"] == "adam"
    return torch.optim.AdamW(groups) if adam else torch.optim.SGD(groups, lr=1.0)


def exported(moved, trainer, **options):
    """Text for a trainer; a test of one that does not have the optimiser ends here."""
    if trainer in moved.optimizer.classes:
        return parametrization.parameter_groups(moved, trainer, **options)
    with pytest.raises(ValueError, match=f"{trainer} has no {moved.optimizer.label}"):
        parametrization.parameter_groups(moved, trainer, **options)
    return pytest.skip(f"{trainer} has no {moved.optimizer.label}")


def loaded(moved, model, trainer="torch"):
    """Optimisers of the export for torch or huggingface, with every parameter once."""
    made = {}
    exec(exported(moved, trainer), made)
    if moved.asked["optimizer"] == "muon":
        optimizers = made["optimizers"](model)
    else:
        optimizers = [adam_like(moved, made["parameter_groups"](model))]
    names = {id(p): name for name, p in model.named_parameters()}
    groups = [group for one in optimizers for group in one.param_groups]
    taken = Counter(names[id(p)] for group in groups for p in group["params"])
    assert taken == dict.fromkeys(names.values(), 1)
    return made, optimizers


def test_torch_takes_every_parameter_once_with_its_settings(moved, model):
    import torch

    _, optimizers = loaded(moved, model)
    names = {id(p): name for name, p in model.named_parameters()}
    right = wanted(moved, names.values())
    for optimizer in optimizers:
        muon = isinstance(optimizer, torch.optim.Muon)
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                own = right[names[id(parameter)]]
                assert group["lr"] == own.learning_rate
                assert group["weight_decay"] == own.weight_decay
                if moved.has_epsilon and not muon:
                    assert group["eps"] == own.adam_epsilon
                if moved.asked["optimizer"] == "muon":
                    assert muon == (own.name in ("block matrices", "other matrices"))
    before, after = stepped(model, *optimizers)
    assert all((after[name] != before[name]).any() for name in before)


def test_torch_takes_a_wider_model_on_the_meta_device(moved, model, capsys):
    """And prints the groups; twice the width, the same names."""
    import torch

    with torch.device("meta"):
        wider = torch.nn.ModuleDict({"fc1": torch.nn.Linear(3, 16), "fc2": torch.nn.Linear(16, 2)})
    narrow = torch.nn.ModuleDict({"fc1": torch.nn.Linear(3, 8), "fc2": torch.nn.Linear(8, 2)})
    made = {}
    exec(parametrization.parameter_groups(moved, "torch"), made)
    made["parameter_groups"](narrow, wider=wider)
    table = capsys.readouterr().out
    assert "embedding: 1\n    fc1.weight  8x3\n" in table
    assert "readout: 1\n    fc2.weight  2x8\n" in table


def test_a_muon_step_has_the_spectral_norm_of_its_scale(model):
    """Width 8: rate times sqrt(max(1, out/in)), or times 0.2 sqrt(max(out, in))."""
    import torch

    for scale, factor in (
        ("original", lambda n, m: max(1, n / m) ** 0.5),
        ("match_rms_adamw", lambda n, m: 0.2 * max(n, m) ** 0.5),
    ):
        (move,) = parametrization.transfer(
            0.01, layers=2, optimizer="muon", law="complete_p", muon_scale=scale
        )
        _, optimizers = loaded(move, model)
        before, after = stepped(model, *optimizers)
        for name in ("h.0.mlp.0.weight", "h.1.mlp.2.weight", "h.0.attn.out_proj.weight"):
            norm = float(torch.linalg.matrix_norm(after[name] - before[name], 2))
            assert norm == pytest.approx(0.01 * factor(*before[name].shape), rel=0.35), name


def test_muon_refuses_what_is_no_matrix_by_name(model):
    import torch

    (move,) = parametrization.transfer(0.01, layers=2, optimizer="muon", law="complete_p")
    made = {}
    exec(parametrization.parameter_groups(move, "torch"), made)
    model.h[0].experts = torch.nn.Parameter(torch.ones(2, 8, 16))
    with pytest.raises(ValueError, match=r"two dimensions, .*h\.0\.experts"):
        made["optimizers"](model)


def test_huggingface_takes_the_groups_as_its_trainer_does(moved, model):
    """As Trainer.create_optimizer does, whose scheduler changes the rates of the groups."""
    import torch

    made, optimizers = loaded(moved, model, "huggingface")
    muon = moved.asked["optimizer"] == "muon"
    optimizer = made["Both"](optimizers) if muon else optimizers[0]
    assert isinstance(optimizer, torch.optim.Optimizer)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 0.0 if step else 1.0)
    before, after = stepped(model, optimizer)
    assert all((after[name] != before[name]).any() for name in before)
    schedule.step()
    before, after = stepped(model, optimizer)
    assert all((after[name] == before[name]).all() for name in before)
    optimizer.load_state_dict(optimizer.state_dict())


def test_a_trainer_of_transformers_steps(moved, model, tmp_path):
    transformers = pytest.importorskip("transformers")
    pytest.importorskip("accelerate")
    import torch

    if moved.asked["optimizer"] not in ("adam", "muon"):
        pytest.skip("SGD is as AdamW here")
    config = transformers.GPT2Config(
        vocab_size=5, n_positions=6, n_embd=8, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0
    )
    model = transformers.GPT2LMHeadModel(config)  # its head is tied
    made = {}
    exec(exported(moved, "huggingface"), made)
    arguments = transformers.TrainingArguments(
        str(tmp_path), max_steps=2, per_device_train_batch_size=1, report_to=[], use_cpu=True,
        save_strategy="no", logging_strategy="no", disable_tqdm=True,
    )  # fmt: skip
    tokens = torch.arange(5)
    data = [{"input_ids": tokens, "labels": tokens}] * 4
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    muon = moved.asked["optimizer"] == "muon"
    with pytest.warns(match="tied: it learns as embedding"):
        groups = made["optimizers" if muon else "parameter_groups"](model)
    adamw = torch.optim.AdamW, {"lr": 1.0, "params": groups}
    both = {"optimizers": (made["Both"](groups), None)} if muon else {}
    given = both or {"optimizer_cls_and_kwargs": adamw}
    trainer = transformers.Trainer(model=model, args=arguments, train_dataset=data, **given)
    trainer.train()
    assert all((p != before[name]).any() for name, p in model.named_parameters())


def test_torch_takes_a_tied_head_once_and_says_so(moved, model):
    import torch

    model.lm_head.weight = model.wte.weight
    made = {}
    exec(exported(moved, "torch"), made)
    with pytest.warns(match=r"lm_head\.weight \(readout\) is wte\.weight \(embedding\), tied"):
        groups = made["parameter_groups"](model)
    torch.optim.SGD(groups, lr=1.0)
    taken = Counter(id(p) for group in groups for p in group["params"])
    assert taken == dict.fromkeys(map(id, model.parameters()), 1)


def test_optax_takes_every_leaf_once_with_its_rate(moved, model):
    import jax
    import jax.numpy as jnp

    made = {}
    exec(exported(moved, "optax"), made)
    parameters = nested({n: jnp.ones(tuple(p.shape)) for n, p in model.named_parameters()})
    labels = flat(made["labels"](parameters))
    right = wanted(moved, labels)
    assert labels == {name: own.name for name, own in right.items()}
    optimizer = made["optimizer"]
    ones = jax.tree_util.tree_map(jnp.ones_like, parameters)
    updates, _ = optimizer.update(ones, optimizer.init(parameters), parameters)
    kind = moved.asked["optimizer"]
    for name, update in flat(updates).items():
        own = right[name]
        if kind == "muon" and own.name == "block matrices":  # of rank one: its polar factor is flat
            n, m = update.shape  # of jax: in, out
            scale = max(1, m / n) if moved.asked["muon_scale"] == "original" else 0.04 * max(n, m)
            flat_step = own.learning_rate * ((scale / (n * m)) ** 0.5 + own.weight_decay)
            assert float(-update.ravel()[0]) == pytest.approx(flat_step, rel=0.35)
            continue
        # The first step of AdamW is the sign of the gradient; weights and gradients are one.
        step = 1 / (1 + own.adam_epsilon) if moved.has_epsilon else 1.0
        expected = -own.learning_rate * (step + own.weight_decay)
        assert float(update.ravel()[0]) == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("trainer", ["torchtitan", "nemo"])
def test_pattern_lists_give_every_parameter_its_own_numbers(moved, model, trainer):
    shapes = {name: tuple(p.shape) for name, p in model.named_parameters()}
    text = exported(moved, trainer, parameters=shapes)
    right = wanted(moved, shapes)
    for name in shapes:
        (said,) = [f for pattern, f in listed(trainer, text) if re.search(pattern, name)]
        own = right[name]
        assert said == (
            (own.learning_rate, own.weight_decay)
            if trainer == "torchtitan"
            else (own.rate_factor, own.decay_factor)
        )


def test_torchtitan_steps_as_its_container_does(moved, model):
    """Groups by optimiser, the first pattern that matches, every parameter once, then a step.

    DistMuon runs on several processes; torch.optim.Muon, whose arguments it takes, stands for it.
    """
    import torch

    shapes = {name: tuple(p.shape) for name, p in model.named_parameters()}
    text = exported(moved, "torchtitan", parameters=shapes)
    made = {"ParamGroupConfig": SimpleNamespace}
    exec(text, made)
    groups = {}
    for name, parameter in model.named_parameters():
        first = next(g for g in made["param_groups"] if re.search(g.pattern, name))
        options = {k: v for k, v in first.optimizer_kwargs.items() if k != "foreach"}
        groups.setdefault(first.optimizer_name, []).append({"params": [parameter], **options})
    kinds = {"DistMuon": torch.optim.Muon, "AdamW": torch.optim.AdamW}
    before, after = stepped(model, *(kinds[kind](own) for kind, own in groups.items()))
    assert all((after[name] != before[name]).any() for name in before)
    assert ("DistMuon" in groups) == (moved.asked["optimizer"] == "muon")


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
