"""The version of a user's own function: whatever changes its answers changes it, nothing else."""

import importlib.util
import os
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from depthlaws.sims import load_sweep, merge_sweeps, simulators, sweep
from depthlaws.sims.sweeps import simulator_version
from depthlaws.sims.sweeps.cells import Grid

SOURCE = '''
"""A user's file."""
import functools
import math
import numpy as np
from depthlaws.theory import chain
import helper

FACTOR = 2.0
TABLE = {"a": [1, (2, 3)]}
ARRAY = np.array([1.0, 2.0])
WORDS = frozenset({"up", "down", "left"})


class Model:
    """A class."""

    power = 3

    def __init__(self, s):
        self.s = s

    def at(self, x):
        return self.s * x**self.power

    @staticmethod
    def root(x):
        return x**0.5

    @property
    def twice(self):
        return 2 * self.s


MODEL = Model(5.0)


def shifted(x, by=4.0, *, also=6.0):
    """Shift."""
    return x + by + also


def made(k):
    def inner(x):
        return k * x

    return inner


TIMES = made(7.0)
HALF = functools.partial(shifted, by=8.0)


@functools.cache
def cached(x):
    return x + 9.0


def run(*, x: float = 1.0):
    """Run."""
    values = [math.sqrt(v) for v in (x, 11.0)]  # a comment
    table = sum(TABLE["a"][1]) * len(WORDS)
    own = MODEL.at(x) + Model.root(x) + MODEL.twice
    y = FACTOR * shifted(x) + TIMES(x) + HALF(x) + cached(x) + helper.offset(x)
    return np.sum(values) + table + own + y + ARRAY.sum() + chain.alpha(1.0, 2.0, 3.0)
'''
HELPER = "def offset(x):\n    return x + 10.0\n"
SAME = [
    ("  # a comment", ""),
    ('"""Run."""', '"""Run it."""'),
    ('"""A user\'s file."""', ""),
    ("FACTOR = 2.0\n", "\n\nUNUSED = 1\nFACTOR = 2.0\n"),
    ('{"up", "down", "left"}', '{"left", "up", "down"}'),
]
OTHER = [
    ("FACTOR = 2.0", "FACTOR = 3.0"),
    ("(2, 3)", "(2, 4)"),
    ("[1, (2, 3)]", "[1, (3, 2)]"),
    ("np.array([1.0, 2.0])", "np.array([1.0, 3.0])"),
    ("np.array([1.0, 2.0])", "np.array([1.0, 2.0], dtype=np.float32)"),
    ('"left"}', '"right"}'),
    ("power = 3", "power = 2"),
    ("Model(5.0)", "Model(5.5)"),
    ("self.s * x", "self.s + x"),
    ("return x**0.5", "return x**0.25"),
    ("return 2 * self.s", "return 3 * self.s"),
    ("by=4.0", "by=4.5"),
    ("also=6.0", "also=6.5"),
    ("made(7.0)", "made(7.5)"),
    ("return k * x", "return k + x"),
    ("by=8.0", "by=8.5"),
    ("x + 9.0", "x + 9.5"),
    ("x: float = 1.0", "x: float = 1.5"),
    ("(x, 11.0)", "(x, 11.5)"),
    ("math.sqrt(v)", "math.exp(v)"),
    ("chain.alpha(", "chain.sharpness("),
]


def version(folder, old="", new="", helper=HELPER):
    """Version of ``run`` in a file with one replacement."""
    assert old in SOURCE
    (folder / "helper.py").write_text(helper)
    path = folder / "own.py"
    path.write_text(SOURCE.replace(old, new, 1) if old else SOURCE)
    sys.path.insert(0, str(folder))
    try:
        spec = importlib.util.spec_from_file_location("own", path)
        module = importlib.util.module_from_spec(spec)
        exec(compile(path.read_text(), path, "exec"), module.__dict__)
        return simulator_version.version(module.run)
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop("helper", None)


@pytest.mark.parametrize(("old", "new"), SAME)
def test_words_and_what_is_not_used_change_no_version(tmp_path, old, new):
    assert version(tmp_path, old, new) == version(tmp_path)


@pytest.mark.parametrize(("old", "new"), OTHER, ids=[new for _, new in OTHER])
def test_whatever_changes_the_answer_changes_the_version(tmp_path, old, new):
    assert version(tmp_path, old, new) != version(tmp_path)


def test_a_changed_module_of_the_user_changes_the_version(tmp_path):
    assert version(tmp_path, helper=HELPER.replace("10.0", "10.5")) != version(tmp_path)


def test_the_version_is_the_same_in_every_process(tmp_path):
    """Neither the order of sets nor addresses are in it."""
    here = version(tmp_path)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import own; " + (
        "from depthlaws.sims.sweeps import simulator_version as v; print(v.version(own.run))"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == here


def test_functions_that_call_each_other_have_a_version():
    scope = {}
    exec("def f(x): return g(x)\ndef g(x): return f(x) if x else 2", scope)
    other = {}
    exec("def f(x): return g(x)\ndef g(x): return f(x) if x else 3", other)
    assert simulator_version.version(scope["f"]) == simulator_version.version(scope["f"])
    assert simulator_version.version(scope["f"]) != simulator_version.version(other["f"])


def test_a_method_and_an_instance_count_with_their_values():
    class Walk:
        def __init__(self, drift):
            self.drift = drift

        def run(self, steps):
            return self.drift * steps

        __call__ = run

    for of in (lambda w: w, lambda w: w.run):
        first, same, other = (simulator_version.version(of(Walk(d))) for d in (1.0, 1.0, 2.0))
        assert first == same != other


def test_what_has_no_content_to_compare_is_refused(tmp_path):
    with (tmp_path / "x").open("w") as file, pytest.raises(TypeError, match="file is <_io"):
        simulator_version.version(lambda x: file.write(x))


def test_a_store_refuses_a_function_whose_constant_changed(tmp_path):
    """REVIEW F1: 2.0*x edited to 3.0*x answered with the old numbers."""

    def run(factor):
        def line(*, x):
            return xr.Dataset({"y": factor * np.float64(x)})

        return sweep(line, {"x": [1, 2]}, store=Path(tmp_path)).y.values.tolist()

    assert run(2.0) == [2, 4]
    with pytest.raises(ValueError, match="another version"):
        run(3.0)
    assert run(2.0) == [2, 4]


IMPORTING = {
    "mine.py": "import inner\nimport kit.sub\n"
    "def inside(x):\n    import late\n    return late.K * x\n"
    "def member(x):\n    from late import K as k\n    return k * x\n"
    "def named(x):\n    return inner.f(x)\ndef of_package(x):\n    return kit.sub.f(x)\n"
    "def from_package(x):\n    from kit import sub\n    return sub.f(x)\n",
    "inner.py": "import inmost\ndef f(x):\n    return inmost.f(x)\n",
    "inmost.py": "from late import K\ndef f(x):\n    return K * x\n",
    "kit/__init__.py": "",
    "kit/sub.py": "from .numbers import K\ndef f(x):\n    return K * x\n",
    "kit/numbers.py": "K = 2\n",
    "late.py": "K = 2\n",
    "other.py": "K = 2\n",
}


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("inside", "late.py"),
        ("member", "late.py"),
        ("named", "late.py"),
        ("named", "inmost.py"),
        ("of_package", "kit/numbers.py"),
        ("from_package", "kit/sub.py"),
    ],
)
def test_a_module_that_a_module_of_the_user_imports_changes_the_version(
    name, changed, tmp_path, monkeypatch
):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    for file, text in IMPORTING.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)

    def forget():
        for file in [*IMPORTING, "kit"]:
            sys.modules.pop(file.removesuffix(".py").replace("/", "."), None)

    def digest():
        forget()
        importlib.invalidate_caches()
        return simulator_version.version(getattr(importlib.import_module("mine"), name))

    before = digest()
    (tmp_path / "other.py").write_text("K = 3\n")
    assert digest() == before
    (tmp_path / changed).write_text(IMPORTING[changed] + "\nK = 3\n")
    assert digest() != before
    forget()


READER = """
from pathlib import Path
import numpy as np

PATH = Path("numbers.txt")


def constant(*, x: float = 1.0):
    return x * np.loadtxt("numbers.txt").sum()


def through_a_path(*, x: float = 1.0):
    return x * float(PATH.read_text())


def default(*, x: float = 1.0, file: str = "numbers.txt"):
    return x * np.loadtxt(file).sum()
"""


@pytest.mark.parametrize("name", ["constant", "through_a_path", "default"])
def test_a_file_that_a_function_names_changes_the_version(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    versions = []
    for number in ("2.0", "2.0", "3.0"):
        (tmp_path / "numbers.txt").write_text(number)
        module = types.ModuleType("reader")
        exec(compile(READER, "reader.py", "exec"), module.__dict__)
        versions.append(simulator_version.version(getattr(module, name)))
    assert versions[0] == versions[1] != versions[2]


def doubled(*, file: str, x: float = 1.0):
    """Twice a number in a file."""
    return xr.Dataset({"y": 2 * x * float(Path(file).read_text())})


def test_a_store_refuses_a_file_that_changed(tmp_path, monkeypatch):
    """With the old file it answers from the store, also when the file is named on an axis."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "number.txt"
    for given, axes in (({"file": "number.txt"}, {"x": [1.0]}), ({}, {"file": ["number.txt"]})):
        store = tmp_path / f"store{len(given)}"
        for number in ("2", "2"):
            file.write_text(number)
            assert float(sweep(doubled, axes, given=given, store=store).y.sum()) == 4.0
        file.write_text("3")
        with pytest.raises(ValueError, match=r"holds results with file = .*number.txt \(sha256"):
            sweep(doubled, axes, given=given, store=store)
        elsewhere = sweep(doubled, axes, given=given, store=tmp_path / f"new{len(given)}")
        assert float(elsewhere.y.sum()) == 6.0


def test_images_and_texts_of_our_simulators_count_with_their_content(tmp_path):
    reading = {name: f.reads_files for name, f in simulators().items() if f.reads_files}
    assert reading == {
        "image-training": {"folder"},
        "looped-training": {"text"},
        "predictive-coding": {"folder"},
    }
    function = simulators()["predictive-coding"]
    given = {"width": 4, "depth": 3, "samples": 1, "seed": 0, "folder": str(tmp_path)}
    named = set()
    for content in ("a", "a", "b"):
        (tmp_path / "train.bin").write_text(content)
        named.add(Grid("predictive-coding", function, {"steps": [1]}, given).constant["folder"])
    assert len(named) == 2


def test_the_release_of_pytorch_is_in_the_version_of_what_runs_in_it(monkeypatch):
    functions = simulators()
    before = {name: simulator_version.version(f) for name, f in functions.items()}
    release = simulator_version._release
    monkeypatch.setattr(
        simulator_version, "_release", lambda name: "99.1" if name == "torch" else release(name)
    )
    simulator_version._digest.cache_clear()
    changed = {n for n, f in functions.items() if simulator_version.version(f) != before[n]}
    simulator_version._digest.cache_clear()
    assert changed == {"image-training", "image-first-step", "looped-start", "looped-training"}


@pytest.mark.parametrize("content", ["{}", "[]", "null", '{"format": 1, "version": "0"}'])
def test_a_damaged_head_of_a_store_is_named(tmp_path, content):
    store = tmp_path / "store"
    given = {"eps": 1.0, "samples": 1, "seed": 0}
    sweep(simulators()["residual"], {"width": [2]}, given=given, store=store)
    (store / "store.json").write_text(content)
    for use in (
        lambda: load_sweep(store),
        lambda: merge_sweeps([store], tmp_path / "all"),
        lambda: sweep(simulators()["residual"], {"width": [2]}, given=given, store=store),
    ):
        with pytest.raises(ValueError, match=r"store.json is damaged \(no entry '(format|simul)"):
            use()
