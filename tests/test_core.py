"""The core: what NumPy, SciPy and small packages answer, and the line for everything else."""

import dataclasses
import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from depthlaws import activations, chain, predictive_coding, residual, updates
from depthlaws.base import extras
from depthlaws.theory import formula, formulas
from depthlaws.theory.symbolic import exact_values, formula_code, stored_formulas

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MODULES = {"python-flint": "flint", "fonttools": "fontTools", "scikit-learn": "sklearn"}
MODULES |= {"cupy-cuda12x": "cupy"}


def module(name):
    return MODULES.get(canonicalize_name(name), canonicalize_name(name).replace("-", "_"))


def installed_with(names):
    """Modules that pip brings with these distributions, their own requirements included."""
    modules, todo = set(), [*names]
    while todo:
        name = todo.pop()
        if module(name) not in modules:
            modules.add(module(name))
            needs = map(Requirement, importlib.metadata.requires(name) or [])
            todo += [n.name for n in needs if not n.marker or n.marker.evaluate({"extra": ""})]
    return modules


CORE = installed_with(Requirement(text).name for text in PROJECT["dependencies"])
# Every other library is as if it were not installed.
ALONE = """
import sys
class Core:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top not in {core!r} and top[0] != "_":
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Core())
"""


def alone(code):
    """Output of a program in a Python that has only the core."""
    program = ALONE.format(core=CORE | {"depthlaws"}) + code
    line = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(line, capture_output=True, text=True, cwd=ROOT, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_core_is_numpy_scipy_and_packages_of_pure_python():
    assert len(CORE) <= 12
    compiled = {
        top
        for top in CORE
        for path in importlib.metadata.files({"markdown_it": "markdown-it-py"}.get(top, top)) or []
        if path.suffix == ".so"
    }
    assert compiled == {"numpy", "scipy"}


def test_extras_bring_the_modules_that_messages_name():
    declared = {}
    for extra, texts in PROJECT["optional-dependencies"].items():
        needs = [*map(Requirement, texts)]
        own = tuple(sorted(module(n.name) for n in needs if n.name != "depthlaws"))
        included = tuple(e for n in needs if n.name == "depthlaws" for e in sorted(n.extras))
        declared[extra] = (own, included)
    declared.pop("dev")
    named = {e: (tuple(sorted(own)), tuple(sorted(inc))) for e, (own, inc) in extras.EXTRAS.items()}
    assert named == declared
    in_core = {module(Requirement(text).name) for text in PROJECT["dependencies"]}
    assert not in_core & {*extras.modules("all")}


PROGRAM = """
import contextlib, io, json
from depthlaws import activations, chain, predictive_coding, residual, theory, updates
from depthlaws.cli.main import main
formulas = {{}}
for name, f in theory.formulas().items():
    for x in (3.0, 0.9):
        try:
            formulas[name] = f(*[x] * len(f.names))
        except (ValueError, ArithmeticError, ImportError) as error:
            formulas[name] = str(error)
        else:
            break
answers = [
    chain.sharpness(8, 2, 1, network="block2"), chain.deep_time(0.9, 0.1, L=64),
    float(residual.tied_kernel(8, 0.1)[-1, -1]), residual.loop(2, 4, eps=0.1).growth,
    updates.local_slope("plain", L=4), predictive_coding.misalignment(64, 4, 1.0),
    activations.kappa4("relu"), residual.cone_width(0.9),
]
lines = []
for line in {lines!r}:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        status = main(line)
    lines.append((status, out.getvalue()))
rooms = []
for statement in {statements!r}:
    try:
        exec(statement)
    except ModuleNotFoundError as error:
        rooms.append(str(error))
print(json.dumps([formulas, answers, lines, rooms]))
"""


MANY = " and [0-9]+ more packages, not installed here: pip install 'depthlaws"
COMMANDS = [  # with status and error
    ("whatif chain.max_learning_rate --L 8 --mu-yx 2 --mu-xx 1", 0, "0.0743254446877"),
    ("whatif chain-rate --L 8 --mu-yx 2 --mu-xx 1 --tau 1", 0, ""),
    ("transfer --learning-rate 1e-3 --layers 12 --to-layers 48", 0, "recorder"),
    ("loop --L 4 --N 16 --eps 1/32", 0, ""),
    ("cite chain", 0, "@"),
    ("verify CHAIN-I8", 2, rf"^error: claims need sympy{MANY}\[verify\]'$"),
    ("list claims", 2, rf"^error: claims need sympy{MANY}\[verify\]'$"),
    ("simulate scalar", 2, rf"^error: simulators need cloudpickle{MANY}\[simulate\]'$"),
    ("figures", 2, rf"^error: figures need .*{MANY}\[figures\]'$"),
    (
        "whatif chain.sharpness --L 1:8 --mu-yx 2 --mu-xx 1 --plot a.png", 2,
        r"^error: this command needs matplotlib, not installed here: pip install 'depthlaws\[fig",
    ),
    (
        "whatif chain.deep_time --alpha 0.9 --alpha0 0.1 --L 64 --order 2", 2,
        r"in multiple precision needs mpmath, not installed here: pip install 'depthlaws\[symbol",
    ),
]  # fmt: skip
STATEMENTS = {
    "depthlaws.sims.residual": "from depthlaws import sims",
    "depthlaws.claims": "import depthlaws.claims.engine.records",
    "depthlaws.figures": "from depthlaws.figures import figure",
    "depthlaws.plot": "from depthlaws import plot",
    "expr": "theory.formula('chain-rate').expr",
    "latex": "theory.formula('chain-rate').latex",
    "ball": "theory.formula('chain-rate').ball(8, 2, 1, 1)",
    "mp": "theory.formula('chain-rate').mp(8, 2, 1, 1)",
    "diff": "theory.formula('chain-rate').diff('L')",
}


@pytest.fixture(scope="module")
def core():
    lines = [line.split() for line, _, _ in COMMANDS]
    return json.loads(alone(PROGRAM.format(lines=lines, statements=[*STATEMENTS.values()])))


def test_the_core_answers_in_python_as_everything_does(core):
    formulas, answers, _, _ = core
    assert answers == [
        chain.sharpness(8, 2, 1, network="block2"),
        chain.deep_time(0.9, 0.1, L=64),
        residual.tied_kernel(8, 0.1)[-1, -1],
        residual.loop(2, 4, eps=0.1).growth,
        updates.local_slope("plain", L=4),
        predictive_coding.misalignment(64, 4, 1.0),
        activations.kappa4("relu"),
        residual.cone_width(0.9),
    ]
    for name in ("block2-radial", "chain-rate", "sign-one-post-activation", "forward-untied"):
        if name in formulas:
            law = formula(name)
            assert formulas[name] == law(*[3.0] * len(law.names))
    assert len(formulas) > 200
    refused = {name for name, value in formulas.items() if "not installed" in str(value)}
    assert refused == {"chain-second-depth-correction"}  # an integral, by mpmath


@pytest.mark.parametrize("i", range(len(COMMANDS)), ids=[line for line, _, _ in COMMANDS])
def test_a_command_answers_or_says_which_extra_to_add(i, core):
    (line, status, says), (got, text) = COMMANDS[i], core[2][i]
    assert got == status, f"{line}: {text}"
    assert re.search(says, text.strip())
    assert status == 0 or text.count("\n") == 1


def test_a_name_in_python_says_which_extra_to_add(core):
    for (what, statement), text in zip(STATEMENTS.items(), core[3], strict=True):
        assert re.search(r"not installed here: pip install 'depthlaws\[\w+\]'$", text), statement
        assert what in text or what not in {"depthlaws.plot"}


def test_exact_values_are_those_of_the_formula_and_check_its_domain():
    point = {"L": 3, "mu_yx": "1/3", "mu_xx": 2}
    law = formula("chain-sharpness")
    assert exact_values.mp(law.id, **point, dps=50) == law.mp(**point, dps=50)
    assert exact_values.ball(law.id, **point).overlaps(law.ball(**point))
    with pytest.raises(ValueError, match=r"L must be at least 1 and finite, got -1.0 \(chain-sh"):
        exact_values.mp(law.id, **(point | {"L": -1}))
    with pytest.raises(ValueError, match="chain-sharpness takes L, mu_yx, mu_xx, got L"):
        exact_values.ball(law.id, L=3)


def test_what_is_stored_is_the_code_of_every_formula():
    stored = formula_code.FILE.read_text(encoding="utf-8").splitlines()
    now = stored_formulas.text().splitlines()
    assert now == stored, "a formula has changed: `make fix` stores its code"


@settings(max_examples=10)
@given(st.sampled_from([*formulas()]), st.integers(1, 9))
def test_stored_code_follows_the_expression_and_nothing_else(name, change):
    law = formula(name)
    before = stored_formulas.record(law)
    with law.replaced(law.expr + change):
        assert stored_formulas.record(law)["code"] != before["code"]
    with law.replaced(law.expr + law.symbols[0]):
        assert stored_formulas.record(law)["code"] != before["code"]
    assert stored_formulas.record(law) == before
    assert dataclasses.asdict(formula_code.stored()[name]) == before


def test_everything_public_shows_itself_at_the_prompt_of_the_core():
    """In text and in a notebook: a formula without its expression, and the line that adds it."""
    said = alone("""
from depthlaws import theory
rooms = [getattr(theory, subject) for subject in theory.SUBJECTS]
shown = [getattr(room, name) for room in rooms for name in room.__all__]
shown += theory.formulas().values()
for value in shown:
    repr(value), str(value)
    for how in ("_repr_html_", "_repr_latex_"):
        if not isinstance(value, type) and hasattr(value, how):
            getattr(value, how)()
print(repr(theory.formula("chain-sharpness")))
""")
    head, *_, advice = said.splitlines()
    assert head == "chain-sharpness(L, mu_yx, mu_xx)"
    assert "pip install 'depthlaws[symbolic]'" in advice
