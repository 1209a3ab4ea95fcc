"""``depthlaws recorder``: the printed files, and the path from their CSV through ``coordcheck``."""

import ast
import contextlib
import json
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from tests.cli.conftest import assert_refused
from tests.cli.recorded import only, recorder, rows

COLUMNS = "step,layer,loop,visit,quantity,rms"


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_a_recorder_is_a_short_file_without_us(good, library):
    text = good("recorder", library)
    lines = text.splitlines()
    assert len(lines) <= 50
    assert max(map(len, lines)) <= 100
    tree = ast.parse(text)
    names = [a.name for n in tree.body if isinstance(n, ast.Import) for a in n.names]
    assert {name.partition(".")[0] for name in names} <= {"csv", library}
    assert "depthlaws coordcheck" in (ast.get_docstring(tree) or "")
    assert ", ".join(f'"{name}"' for name in COLUMNS.split(",")) in text


def test_other_libraries(run):
    assert_refused(run("recorder", "tensorflow"), "'tensorflow'", "torch, jax")


def stub():
    """The part of JAX that the recorder uses, by NumPy and central differences."""

    def grad(function):
        def slopes(added):
            parts = []
            for i, zeros in enumerate(added):
                part = np.zeros_like(zeros)
                for at in np.ndindex(zeros.shape):
                    ends = []
                    for sign in (1, -1):
                        moved = [np.array(z) for z in added]
                        moved[i][at] += sign * 1e-4
                        ends.append(function(moved))
                    part[at] = (ends[0] - ends[1]) / 2e-4
                parts.append(part)
            return parts

        return slopes

    jax = ModuleType("jax")
    vars(jax).update(grad=grad, disable_jit=contextlib.nullcontext, numpy=np)
    return {"jax": jax, "jax.numpy": np}


@pytest.fixture
def recorded(good, tmp_path):
    """CSV of looped streams h <- h + w h / loops of 1, 2, 4 and 8 loops; the update is in w."""
    kind = recorder(good("recorder", "jax"), **stub())
    for loops in (1, 2, 4, 8):
        for seed in (0, 1, 2):
            here = kind(tmp_path / "run.csv", loops=loops, seed=seed)
            x = np.random.default_rng(seed).normal(size=3)

            def loss(w, here=here, x=x, loops=loops):
                h = here.tap("embed", x)
                for _ in range(loops):
                    h = here.tap("block", h + w * h / loops)
                return np.sum(h**2) / 2

            for step, w in ((0, 0.5), (1, 0.6)):
                here.record(step, loss, w)
            assert here.tap("block", 7) == 7
    return tmp_path / "run.csv"


def test_a_record_has_activations_updates_and_gradients_by_loop(recorded):
    table = rows(recorded)
    x = np.random.default_rng(1).normal(size=3)
    rms = np.sqrt(np.mean(x**2))
    run = {"loops": 4, "seed": 1}
    assert list(table[0]) == ["loops", "seed", *COLUMNS.split(",")]
    of = {"layer": "block", "loop": 2, "visit": 3}
    after = rms * 1.125**3
    assert only(table, **run, **of, step=0, quantity="activation") == pytest.approx(after)
    change = rms * (1.15**3 - 1.125**3)
    assert only(table, **run, **of, step=1, quantity="update") == pytest.approx(change)
    slope = 1.125 * after * 1.125  # d/dh of |h_4|^2 / 2, and h_4 = 1.125 h_3
    assert only(table, **run, **of, step=0, quantity="gradient") == pytest.approx(slope, rel=1e-4)
    first = {"layer": "embed", "loop": 0, "visit": 0}
    assert only(table, **run, **first, step=0, quantity="activation") == pytest.approx(rms)
    assert not [r for r in table if r["step"] == "0" and r["quantity"] == "update"]


def test_coordcheck_reads_it_by_loop(run, recorded):
    """At the last loop h is about e^w h_0 at every number of loops, and moves as much."""
    asked = ("coordcheck", recorded, "--size", "loops", "--by", "quantity,layer", "--json",
             "--where", "step=1", "--where", "loop=last", "--tolerance", "0.2")  # fmt: skip
    done = run(*asked, "--where", "quantity=activation", "--where", "layer=block")
    (check,) = json.loads(done.out)
    assert (done.status, check["verdict"]) == (0, "PASS")
    by_loop = run("coordcheck", recorded, "--where", "step=1", "--by", "quantity,layer,loop",
                  "--json")  # fmt: skip
    checks = {check["of"]: check for check in json.loads(by_loop.out)}
    update = checks["quantity update, layer block, loop 0"]
    assert update["verdict"] == "FAIL"  # a change of w moves the first loop by 1/loops
    assert update["slope"] == pytest.approx(-1, abs=0.01)
    alone = checks["quantity update, layer block, loop 7"]
    assert (alone["verdict"], alone["slope"]) == ("NO POWER", "nan")
    assert "one size, 8" in alone["why"]


@pytest.mark.parametrize(
    ("condition", "says"),
    [
        ("step", ["COLUMN=VALUE", "'step'"]),
        ("step=", ["COLUMN=VALUE"]),
        ("stp=1", ["no column 'stp'", "loops, seed, step"]),
        ("step=7", ["--where step=7", "step has 0, 1"]),
    ],
)
def test_conditions_that_keep_no_row(run, recorded, condition, says):
    assert_refused(run("coordcheck", recorded, "--where", condition), *says)


def test_numbers_are_compared_as_numbers(run, recorded):
    asked = ("coordcheck", recorded, "--by", "layer", "--where", "quantity=gradient", "--where",
             "loop=0", "--json")  # fmt: skip
    assert run(*asked, "--where", "step=1.0").out == run(*asked, "--where", "step=1").out


def test_a_file_that_was_cut_short(run, recorded):
    text = recorded.read_text()
    cut = text.rstrip()
    recorded.write_text(cut[: cut.rindex(",")])
    asked = ("coordcheck", recorded, "--by", "quantity,layer,loop,step")
    line = len(text.splitlines())
    assert_refused(run(*asked), f"line {line} ends before its column rms", "remove the line")


@pytest.mark.trainers
@pytest.mark.slow
class TestTorch:
    @pytest.fixture
    def recorded(self, good, tmp_path):
        """A looped pre-norm block between an embedding and a head, at two widths."""
        import torch

        nn = torch.nn

        class Model(nn.Module):
            def __init__(self, width):
                super().__init__()
                self.embed, self.head = nn.Embedding(5, width), nn.Linear(width, 5, bias=False)
                block = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU())
                self.blocks = nn.ModuleList([block])

            def forward(self, tokens):
                h = self.embed(tokens)
                for _ in range(3):
                    h = h + self.blocks[0](h)
                return self.head(h)

        torch.manual_seed(0)
        kind, model, tokens = recorder(good("recorder", "torch")), Model(8), torch.arange(5)
        here = kind(model, tmp_path / "run.csv", width=8, seed=0)

        def loss():
            return nn.functional.cross_entropy(model(tokens), tokens)

        here.record(0, loss)
        before = {n: p.clone() for n, p in model.named_parameters()}
        assert all(p.grad is None for p in model.parameters())
        loss().backward()
        torch.optim.SGD(model.parameters(), lr=0.1).step()
        here.record(1, loss)
        return SimpleNamespace(model=model, tokens=tokens, table=rows(tmp_path / "run.csv"),
                               before=before, layers=here.layers)  # fmt: skip

    def test_blocks_and_the_layers_outside_of_them(self, recorded):
        assert recorded.layers == ["embed", "head", "blocks.0"]
        visits = [(r["layer"], r["loop"], r["visit"]) for r in recorded.table
                  if r["step"] == "0" and r["quantity"] == "activation"]  # fmt: skip
        assert visits == [("embed", "0", "0"), ("blocks.0", "0", "1"), ("blocks.0", "1", "2"),
                          ("blocks.0", "2", "3"), ("head", "0", "4")]  # fmt: skip

    def test_what_is_measured(self, recorded):
        """By hand: the stream, its change by the step, and its gradient by autograd."""
        import torch

        model, tokens = recorded.model, recorded.tokens

        def states(parameters):
            outputs, h = (
                [],
                torch.func.functional_call(model.embed, {"weight": parameters[0]}, tokens),
            )
            for _ in range(3):
                branch = model.blocks[0](h)
                outputs.append(branch)
                h = h + branch
            return outputs, model.head(h)

        after, logits = states([model.embed.weight])
        slopes = torch.autograd.grad(torch.nn.functional.cross_entropy(logits, tokens), after)
        with torch.no_grad():
            now = {n: p.clone() for n, p in model.named_parameters()}
            for name, p in model.named_parameters():
                p.copy_(recorded.before[name])
            first, _ = states([model.embed.weight])
            for name, p in model.named_parameters():
                p.copy_(now[name])
        for loop in range(3):
            own = {"layer": "blocks.0", "loop": loop, "step": 1}
            for quantity, values in (("activation", after[loop]), ("gradient", slopes[loop]),
                                     ("update", after[loop] - first[loop])):  # fmt: skip
                rms = float(values.detach().square().mean().sqrt())
                assert only(recorded.table, **own, quantity=quantity) == pytest.approx(
                    rms, rel=1e-4
                )


@pytest.mark.trainers
@pytest.mark.slow
def test_taps_inside_jit_and_scan(good, tmp_path):
    import jax
    import jax.numpy as jnp

    assert "jax" in sys.modules
    here = recorder(good("recorder", "jax"))(tmp_path / "run.csv", loops=3, seed=0)

    @jax.jit
    def loss(w, x):
        def once(h, _):
            return here.tap("block", h + w * h / 3), None

        h, _ = jax.lax.scan(once, here.tap("embed", x), None, length=3)
        return jnp.sum(h**2) / 2

    x = jnp.array([1.0, -2.0])
    loss(0.3, x)
    here.record(0, loss, 0.3, x)
    table, rms = rows(tmp_path / "run.csv"), np.sqrt(2.5)
    of = {"layer": "block", "loop": 1, "visit": 2, "step": 0}
    assert only(table, **of, quantity="activation") == pytest.approx(rms * 1.1**2, rel=1e-4)
    assert only(table, **of, quantity="gradient") == pytest.approx(rms * 1.1**4, rel=1e-4)
