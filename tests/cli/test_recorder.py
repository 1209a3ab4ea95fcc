"""``depthlaws recorder``: the printed files, and the path from their CSV through ``coordcheck``."""

import ast
import contextlib
import json
import sys
from types import ModuleType

import numpy as np
import pytest

from tests.cli.conftest import assert_refused
from tests.cli.recorded import only, recorder, rows

COLUMNS = "step,layer,loop,visit,quantity,rms"


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_a_recorder_is_one_file_without_us(good, library):
    text = good("recorder", library)
    lines = text.splitlines()
    assert len(lines) <= {"torch": 310, "jax": 100}[library]
    assert max(map(len, lines)) <= 100
    tree = ast.parse(text)
    names = [a.name for n in tree.body if isinstance(n, ast.Import) for a in n.names]
    assert {name.partition(".")[0] for name in names} <= {*sys.stdlib_module_names, library}
    assert "depthlaws coordcheck" in (ast.get_docstring(tree) or "")
    assert ", ".join(f'"{name}"' for name in COLUMNS.split(",")) in text


class Numbers(np.ndarray):
    """Arrays with the methods of torch's that a root of a mean square uses."""

    to = np.ndarray.astype

    def detach(self):
        return self

    def abs(self):
        return np.abs(self)

    def square(self):
        return np.square(self)

    def sqrt(self):
        return np.sqrt(self)

    def mean(self, *_, **__):
        return np.asarray(np.ndarray.mean(self.view(np.ndarray))).view(Numbers)


@pytest.mark.parametrize("library", ["torch", "jax"])
@pytest.mark.parametrize(
    ("values", "root"),
    [([3.0, 4.0], 12.5**0.5), ([[0.0, -5e200]], 5e200 / 2**0.5), ([0.0, 0.0], 0.0), ([7.0], 7.0)],
)
def test_a_root_of_a_mean_square_is_one(good, library, values, root):
    """Without the library: NumPy stands for it."""
    tree = ast.parse(good("recorder", library))
    (function,) = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "rms"]
    scope = {"jnp": np, "torch": np}
    exec(compile(ast.Module([function], []), library, "exec"), scope)
    assert scope["rms"](np.array(values).view(Numbers)) == pytest.approx(root, rel=1e-12)


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
def kind(good):
    """Class of the printed recorder of JAX, over the stub."""
    return recorder(good("recorder", "jax"), **stub())


@pytest.fixture
def recorded(kind, tmp_path):
    """CSV of looped streams h <- h + w h / loops of 1, 2, 4 and 8 loops; the update is in w."""
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


def looped_loss(here, loops, x):
    """Loss of a looped stream, with a tap behind each loop."""

    def loss(w):
        h = x
        for _ in range(loops):
            h = here.tap("block", h + w * h)
        return np.sum(h**2) / 2

    return loss


def test_numbers_of_a_run_keep_their_columns(kind, tmp_path):
    path, x = tmp_path / "run.csv", np.ones(3)
    here = kind(path, width=8, seed=0)
    here.record(0, looped_loss(here, 1, x), 0.5)
    with pytest.raises(ValueError, match=r"has the columns width, seed, step.* writes seed, width"):
        kind(path, seed=1, width=16)
    path.write_text(path.read_text()[:-2])
    with pytest.raises(ValueError, match="ends within its last line"):
        here.record(0, looped_loss(here, 1, x), 0.5)
    with pytest.raises(ValueError, match="visit=3 cannot be a column"):
        kind(path, visit=3)


def test_taps_are_compared_with_the_same_taps(kind, tmp_path):
    x = np.ones(3)
    here = kind(tmp_path / "run.csv")
    here.record(0, looped_loss(here, 2, x), 0.5)
    with pytest.warns(UserWarning, match=r"block, loop 2 had shape no such call .* has \(3,\) now"):
        here.record(1, looped_loss(here, 3, x), 0.6)
    table = rows(tmp_path / "run.csv")
    updates = {r["loop"]: r["rms"] for r in table if r["quantity"] == "update"}
    assert updates == pytest.approx({"0": 0.1, "1": 1.6**2 - 1.5**2})
    with pytest.raises(ValueError, match=r"passed no recorder\.tap"):
        here.record(2, lambda w: w, 0.5)


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
