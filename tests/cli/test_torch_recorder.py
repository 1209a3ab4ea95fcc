"""``depthlaws recorder torch``: what it measures, and that training goes on as without it."""

import contextlib
import random
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
import torch
import torch.utils.checkpoint
from torch import nn

from tests.cli.recorded import only, rows
from tests.cli.torch_zoo import ZOO, Looped, batch, loss_of, seeded

pytestmark = pytest.mark.networks


def everything(model):
    """Return modes, weights, buffers and gradients of a model."""
    state = {name: value.detach().clone() for name, value in model.state_dict().items()}
    grads = {f"{n}.grad": p.grad.clone() for n, p in model.named_parameters() if p.grad is not None}
    return [module.training for module in model.modules()], state | grads


def assert_equal(before, after):
    assert before[0] == after[0]
    assert before[1].keys() == after[1].keys()
    differing = [name for name in before[1] if not torch.equal(before[1][name], after[1][name])]
    assert not differing


def trained(model, record):
    """Return the model after steps of AdamW, each on two batches whose gradients add up."""
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=0.01)
    for step in range(3):
        record(step)
        for half in range(2):
            loss_of(model, *batch(model, 10 * step + half)).backward()
            record(step)  # between the two, where gradients are there already
        optimizer.step()
        optimizer.zero_grad()
    record(3)
    return everything(model), random.random(), np.random.rand(), torch.rand(1).item()  # noqa: NPY002


@pytest.mark.parametrize("name", ZOO)
def test_training_is_the_same_to_the_bit(kind, path, name):
    alone, *numbers = trained(seeded(name), lambda step: None)
    model = seeded(name)
    probe = batch(model, 99)
    here = kind(model, path, seed=0)

    def record(step):
        before = everything(model)
        here.record(step, lambda: loss_of(model, *probe))
        assert_equal(before, everything(model))

    recorded, *drawn = trained(model, record)
    assert_equal(alone, recorded)
    assert numbers == drawn
    assert {row["quantity"] for row in rows(path)} == {"activation", "update", "gradient"}


LAYERS = {
    "frozen batch norm": ["0", "1", "2", "3", "4", "5", "6"],
    "weight norm": ["0", "1", "2", "3"],
    "shared": ["0", "2"],
    "looped": ["embed", "head", "blocks.0"],
    "dict": ["blocks.0", "blocks.1"],
}


@pytest.mark.parametrize("name", LAYERS)
def test_the_layers_that_are_chosen(kind, path, name):
    assert kind(seeded(name), path).layers == LAYERS[name]


def test_layers_with_weights_around_blocks_and_lists_of_lists(kind, path):
    class Encoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.position = nn.Parameter(torch.zeros(3))
            pair = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])
            self.layers = nn.ModuleList([pair])

    normed = nn.utils.parametrizations.weight_norm(nn.Linear(3, 3, bias=False))
    model = nn.ModuleDict({"encoder": Encoder(), "head": normed})
    assert kind(model, path).layers == ["encoder.layers.0.0", "encoder.layers.0.1", "head"]


def test_a_weight_norm_is_recorded_as_its_layer(kind, path):
    model = seeded("weight norm")
    probe = batch(model, 1)
    kind(model, path).record(0, lambda: loss_of(model, *probe))
    for layer, depth in (("0", 1), ("1", 2)):
        with torch.no_grad():
            output = model[:depth](probe[0])
        root = output.square().mean().sqrt().item()
        found = only(rows(path), step=0, layer=layer, quantity="activation")
        assert found == pytest.approx(root, rel=1e-6)


def test_the_pass_runs_in_evaluation_mode(kind, path):
    model = seeded("frozen batch norm").train()
    probe = batch(model, 1)
    kind(model, path).record(0, lambda: loss_of(model, *probe))
    with torch.no_grad():
        output = model.eval()(probe[0])
    root = output.square().mean().sqrt().item()
    assert only(rows(path), layer="6", quantity="activation") == pytest.approx(root, rel=1e-6)


@pytest.mark.parametrize("name", ["in place", "tuple", "list", "dict", "dataclass", "shared"])
def test_the_gradient_is_that_of_the_output_of_the_layer(kind, path, name):
    """By central differences in a shift of the output, which no operation behind it changes."""
    model = seeded(name).double()
    inputs, classes = batch(model, 1)
    inputs = inputs.double()
    here = kind(model, path)
    here.record(0, lambda: loss_of(model, inputs, classes))
    layer = here.layers[0]
    calls = 2 if name == "shared" else 1
    for loop in range(calls):
        slopes = torch.zeros(6, 8, dtype=torch.float64)
        for at in np.ndindex(6, 8):
            ends = []
            for shift in (1e-5, -1e-5):
                call = iter(range(calls))

                def moved(_module, _inputs, out, call=call, loop=loop, at=at, shift=shift):
                    array = out if isinstance(out, torch.Tensor) else first(out)
                    if next(call) == loop:
                        array.data[at] += shift
                    return out

                hook = model.get_submodule(layer).register_forward_hook(moved)
                ends.append(loss_of(model, inputs, classes).item())
                hook.remove()
            slopes[at] = (ends[0] - ends[1]) / 2e-5
        root = slopes.square().mean().sqrt().item()
        found = only(rows(path), step=0, layer=layer, loop=loop, quantity="gradient")
        assert found == pytest.approx(root, rel=1e-6)


def first(out):
    """First array with more than one number in an output of the zoo."""
    if isinstance(out, torch.Tensor):
        return out if out.dim() else None
    parts = out.values() if isinstance(out, dict) else vars(out).values() if hasattr(
        out, "state") else out if isinstance(out, (list, tuple)) else ()  # fmt: skip
    return next((a for a in map(first, parts) if a is not None), None)


@pytest.fixture
def looped(kind, path):
    """A looped block between an embedding and a head, recorded around one step of descent."""
    torch.manual_seed(0)
    model, tokens = Looped(8), torch.arange(5)
    here = kind(model, path, width=8, seed=0)
    here.record(0, lambda: loss_of(model, tokens, tokens))
    before = {n: p.clone() for n, p in model.named_parameters()}
    assert all(p.grad is None for p in model.parameters())
    loss_of(model, tokens, tokens).backward()
    torch.optim.SGD(model.parameters(), lr=0.1).step()
    here.record(1, lambda: loss_of(model, tokens, tokens))
    return SimpleNamespace(model=model, tokens=tokens, table=rows(path), before=before)


def test_loops_and_visits_are_numbered(looped):
    visits = [(r["layer"], r["loop"], r["visit"]) for r in looped.table
              if r["step"] == "0" and r["quantity"] == "activation"]  # fmt: skip
    assert visits == [("embed", "0", "0"), ("blocks.0", "0", "1"), ("blocks.0", "1", "2"),
                      ("blocks.0", "2", "3"), ("head", "0", "4")]  # fmt: skip


def test_what_is_measured(looped):
    """By hand: the stream, its change by the step, and its gradient by autograd."""
    model, tokens = looped.model, looped.tokens

    def states():
        branches, h = [], model.embed(tokens)
        for _ in range(3):
            branches.append(model.blocks[0](h))
            h = h + branches[-1]
        return branches, model.head(h)

    after, logits = states()
    slopes = torch.autograd.grad(nn.functional.cross_entropy(logits, tokens), after)
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.copy_(looped.before[name])
        before, _ = states()
    for loop in range(3):
        of = {"layer": "blocks.0", "loop": loop, "step": 1}
        for quantity, values in (("activation", after[loop]), ("gradient", slopes[loop]),
                                 ("update", after[loop] - before[loop])):  # fmt: skip
            root = float(values.detach().square().mean().sqrt())
            assert only(looped.table, **of, quantity=quantity) == pytest.approx(root, rel=1e-4)


def test_an_error_in_the_loss_leaves_the_model_as_it_was(kind, path):
    model = seeded("frozen batch norm").train()
    before, state = everything(model), torch.get_rng_state()

    def broken():
        model(torch.randn(6, 8))
        msg = "no data"
        raise OSError(msg)

    with pytest.raises(OSError, match="no data"):
        kind(model, path).record(0, broken)
    assert_equal(before, everything(model))
    assert torch.equal(state, torch.get_rng_state())
    assert not any(module._forward_hooks for module in model.modules())
    assert not path.exists()


@pytest.mark.parametrize("context", [torch.no_grad, torch.inference_mode])
def test_a_record_where_gradients_are_off(kind, path, context):
    model = seeded("looped")
    probe = batch(model, 1)
    kind(model, path, at=0).record(0, lambda: loss_of(model, *probe))
    with context():
        kind(model, path, at=1).record(0, lambda: loss_of(model, *probe))
        assert not torch.is_grad_enabled()
    table = rows(path)
    values = [[r["rms"] for r in table if r["at"] == at] for at in "01"]
    assert values[0] == values[1] != []


@pytest.mark.parametrize("reentrant", [False, True])
def test_checkpointed_blocks_have_the_same_gradients_or_say_that_they_have_none(
    kind, path, reentrant
):
    """Reentrant checkpoints call their blocks under no_grad; others call them again backwards."""
    model = seeded("shared")
    inputs, classes = batch(model, 1)
    inputs.requires_grad_()
    kind(model, path, how="plain").record(0, lambda: loss_of(model, inputs, classes))

    def forward(h):
        for layer in model[:2]:
            h = torch.utils.checkpoint.checkpoint(layer, h, use_reentrant=reentrant)
        return model[2](h)

    here = kind(model, path, how="checkpoint")
    words = pytest.warns(UserWarning, match="left out of 0, which .* use_reentrant=False")
    with words if reentrant else contextlib.nullcontext():
        here.record(0, lambda: loss_of(forward, inputs, classes))
    table = [r for r in rows(path) if (r["layer"], r["quantity"]) == ("0", "gradient")]
    slopes = {how: [r["rms"] for r in table if r["how"] == how] for how in ("plain", "checkpoint")}
    assert slopes["checkpoint"] == ([] if reentrant else slopes["plain"])


def test_mixed_precision(kind, path):
    model = seeded("in place")
    probe = batch(model, 1)

    def loss(dtype):
        with torch.autocast("cpu", dtype) if dtype else contextlib.nullcontext():
            return loss_of(model, *probe)

    for name, dtype in (("float", None), ("bfloat", torch.bfloat16), ("half", torch.float16)):
        kind(model, path, at=name).record(0, lambda dtype=dtype: loss(dtype))
        kind(model, path, at=f"{name} small").record(0, lambda dtype=dtype: loss(dtype) * 1e-7)
    table = rows(path)
    for row in (r for r in table if r["at"] == "float" and r["quantity"] == "gradient"):
        of = {"layer": row["layer"], "quantity": "gradient"}
        for name, rel in (("bfloat", 0.05), ("half", 0.005)):
            assert only(table, at=name, **of) == pytest.approx(row["rms"], rel=rel)
            small = only(table, at=f"{name} small", **of)
            assert small == pytest.approx(1e-7 * row["rms"], rel=rel)


def test_numbers_whose_squares_leave_the_doubles(kind, path):
    model = nn.Sequential(nn.Linear(1, 1, bias=False), nn.Linear(1, 1, bias=False))
    for weight, p in zip((1e25, 1e-30), model.parameters(), strict=True):
        nn.init.constant_(p, weight)
    kind(model, path).record(0, lambda: model(torch.ones(1, 1)).sum())
    table = rows(path)
    assert only(table, layer="0", quantity="activation") == pytest.approx(1e25)
    assert only(table, layer="0", quantity="gradient") == pytest.approx(1e-30)


def wrapped(how, model):
    if how == "compiled":
        return torch.compile(model, backend="eager")
    if how == "blocks compiled":
        model.embed, model.blocks[0] = map(torch.compile, (model.embed, model.blocks[0]))
        return model
    if how == "compiled in place":
        model.compile(backend="eager")
        return model
    if how == "several devices":
        return nn.DataParallel(model)
    return nn.parallel.DistributedDataParallel(model)


@pytest.fixture
def one_process(tmp_path):
    """A process group of one process."""
    torch.distributed.init_process_group(
        "gloo", store=torch.distributed.FileStore(str(tmp_path / "store"), 1), rank=0, world_size=1
    )
    yield
    torch.distributed.destroy_process_group()


HOW = ["compiled", "blocks compiled", "compiled in place", "several devices", "distributed"]


@pytest.mark.parametrize("how", HOW)
@pytest.mark.usefixtures("one_process")
def test_wrapped_models_record_the_same(kind, path, how):
    probe = torch.arange(5), torch.arange(5)
    plain = seeded("looped")
    kind(plain, path, how="plain").record(0, lambda: loss_of(plain, *probe))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = wrapped(how, seeded("looped"))
        if how == "compiled":  # recorded after its graph was made without hooks
            loss_of(model, *probe)
        here = kind(model, path, how=how)
        here.record(0, lambda: loss_of(model, *probe))
        if how == "distributed":  # the next step of training waits for nothing
            for _ in range(2):
                loss_of(model, *probe).backward()
                here.record(1, lambda: loss_of(model, *probe))
            assert all(p.grad is not None for p in model.parameters())
            assert model.require_backward_grad_sync
            assert model.require_forward_param_sync
    keys = ("layer", "loop", "visit", "quantity")
    found = [[([r[k] for k in keys], pytest.approx(r["rms"], rel=1e-5)) for r in rows(path)
              if r["how"] == kept and r["step"] == "0"] for kept in ("plain", how)]  # fmt: skip
    assert [k for k, _ in found[0]] == [k for k, _ in found[1]]
    assert [v.expected for _, v in found[0]] == [v for _, v in found[1]]


def test_only_the_first_process_writes(kind, path, monkeypatch):
    model = seeded("looped")
    monkeypatch.setattr(torch.distributed, "is_initialized", lambda: True)
    monkeypatch.setattr(torch.distributed, "get_rank", lambda: 1)
    kind(model, path).record(0, lambda: loss_of(model, *batch(model, 1)))
    assert not path.exists()
