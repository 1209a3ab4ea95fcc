"""The recipes of CONTRIBUTING.md, each followed in a copy of the tree."""

import functools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import one_process

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent

PAPER = """
TOY = Paper(
    key="toy", title="Toys", authors="A. Child", year=2026, venue="nursery", letters={"x": "a toy"},
    places={"eq.": "1", "figure": "1"},
)
OURS["toy"] = TOY
"""
FORMULA = '''"""Laws of toys."""

import sympy as sp

from depthlaws.theory.papers import TOY
from depthlaws.theory.symbolic.domain import POSITIVE
from depthlaws.theory.symbolic.formula import Formula

__all__ = ["doubled"]

x = sp.Symbol("x", positive=True)
double = Formula(
    id="toy-double", says="Twice a toy.", source=TOY.eq(1), domain={x: POSITIVE}, expr=2 * x
)


def doubled(x: float, /) -> float:
    """Return twice a toy.

    Source: toy, eq. (1).

    Parameters
    ----------
    x : float
        Number of toys.

    Returns
    -------
    float
        Number of toys in two boxes.

    Examples
    --------
    >>> doubled(2.0)
    4.0
    """
    return float(double(x))
'''
CLAIM = '''"""Section 1: toys."""

from depthlaws.claims.engine.checks import Quoted
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import formula
from depthlaws.theory.papers import TOY

CLAIMS = Claims()

CLAIMS.add(
    id="TOY-E1",
    source=TOY.eq(1),
    says="Two toys are four halves.",
    checks=(Quoted(lambda: [("two toys", formula("toy-double")(2.0), "4")]),),
)
'''
FIGURE = '''"""Figure 1: toys."""

from dataclasses import dataclass

import xarray as xr

from depthlaws.figures.engine.record import Figure
from depthlaws.theory import formula
from depthlaws.theory.papers import TOY


@dataclass(frozen=True)
class Parameters:
    toys: tuple[float, ...] = (1.0, 2.0)


def data(parameters, seed):
    values = [formula("toy-double")(t) for t in parameters.toys]
    return xr.Dataset({"double": ("toy", values)}, {"toy": list(parameters.toys)})


def draw(dataset, canvas):
    canvas.subplots().plot(dataset.toy, dataset.double)


FIGURE = Figure(
    id="toy-fig1",
    says="Toys double",
    source=TOY.figure(1),
    caption="Twice as many toys.",
    runs="{toys} toys; nothing is random.",
    claims=("TOY-E1",),
    height=2.0,
    quick=Parameters(),
    paper=Parameters(),
    tiny={"toys": (1.0,)},
    data=data,
    draw=draw,
)
'''
SIMULATOR = '''"""Toys, simulated."""

import numpy as np
import xarray as xr

from depthlaws.sims.common.registry import simulator

__all__ = ["throw"]


@simulator("toys")
def throw(*, toys: int, samples: int, seed: int) -> xr.Dataset:
    """Throw toys.

    Parameters
    ----------
    toys, samples, seed : int
        Number of toys; of throws; seed of the draws.

    Returns
    -------
    xarray.Dataset
        Places (sample, toy).

    Examples
    --------
    >>> dict(throw(toys=2, samples=3, seed=0).sizes)
    {'sample': 3, 'toy': 2}
    """
    drawn = np.random.default_rng(seed).random((samples, toys))
    return xr.Dataset({"place": (("sample", "toy"), drawn)})
'''
COMMAND = '''"""``depthlaws play``."""

import click

command = click.Command("play", callback=lambda: click.echo("playing"), help="Play.")
'''
INIT = '''"""Toys."""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
'''


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Copy of the package and its rooms; file times are kept, so nothing is compiled again."""
    folder = tmp_path_factory.mktemp("tree")
    for name in ("depthlaws", "papers"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


TOYS = "papers/depthlaws_papers/toy"
NEW = {
    "depthlaws/theory/toy/__init__.py": INIT,
    "depthlaws/theory/toy/laws.py": FORMULA,
    f"{TOYS}/__init__.py": '"""Toys."""\n',
    f"{TOYS}/paper.py": "from depthlaws.theory.papers import TOY\n\nPAPERS = (TOY,)\n",
    f"{TOYS}/claims/__init__.py": '"""Toys."""\n',
    f"{TOYS}/claims/section1.py": CLAIM,
    f"{TOYS}/figures/__init__.py": '"""Toys."""\n',
    f"{TOYS}/figures/fig1.py": FIGURE,
    "depthlaws/sims/toys.py": SIMULATOR,
    "depthlaws/cli/commands/play.py": COMMAND,
}


def write(tree, files):
    for path, text in files.items():
        assert not (tree / path).exists()
        (tree / path).parent.mkdir(exist_ok=True)
        (tree / path).write_text(text)


@pytest.fixture(scope="module")
def toys(tree):
    """Follow every recipe. Only ``theory/papers.py`` is a file that was there before."""
    write(tree, NEW)
    with (tree / "depthlaws/theory/papers.py").open("a") as papers:
        papers.write(PAPER)
    return tree


COMMANDS = {
    "list": ["list", "--paper", "toy", "--json"],
    "formula": ["whatif", "toy-double", "--x", "2", "--json"],
    "function": ["whatif", "toy.doubled", "--x", "2", "--json"],
    "claim": ["verify", "toy", "--jobs", "1", "--json"],
    "figure": ["figures", "toy", "--out", "out", "--jobs", "1"],
    "simulator": ["simulate", "toys", "--toys", "3", "--samples", "4", "--seed", "0", "--json"],
    "command": ["play"],
    "paper": ["cite", "toy"],
    "equation": ["where", "toy", "1"],
}


@pytest.fixture(scope="module")
def workplace(tmp_path_factory, shared):
    """Folder in which the commands are run; its cache has the sources that were read before."""
    folder = tmp_path_factory.mktemp("workplace")
    shutil.copytree(shared / "ledger", folder / "cache" / "ledger")
    return folder


@pytest.fixture(scope="module")
def run(workplace):
    """Function that runs Python in a tree; the claims of the trees are listed in one cache."""

    def call(tree, *words, **options):
        path = os.pathsep.join((str(tree), str(tree / "papers")))
        environment = {"PYTHONPATH": path, "DEPTHLAWS_CACHE": str(workplace / "cache")}
        return subprocess.run(
            [sys.executable, *words],
            capture_output=True,
            text=True,
            timeout=300,
            env=os.environ | environment,
            check=False,
            **options,
        )

    return call


@pytest.fixture(scope="module")
def answers(toys, workplace, run):
    """Outputs of the commands of the copied tree, run one after the other in one process."""
    return one_process.answers(functools.partial(run, toys), COMMANDS, cwd=workplace)


@pytest.fixture
def said(answers):
    """Output of one command, which must succeed silently."""

    def output(name):
        status, out, err = answers[name]
        assert (status, err) == (0, "")
        return out

    return output


def test_a_paper_is_listed_with_all_that_belongs_to_it(said):
    listing = json.loads(said("list"))
    names = {kind: [record["name"] for record in records] for kind, records in listing.items()}
    assert names == {
        "claims": ["TOY-E1"],
        "figures": ["toy-fig1"],
        "formulas": ["toy-double"],
        "questions": ["toy.doubled"],
    }


@pytest.mark.parametrize("question", ["formula", "function"])
def test_a_formula_and_a_function_answer(said, question):
    assert json.loads(said(question))["rows"] == [{"value": 4}]


def test_a_claim_gets_its_verdict(said):
    (claim,) = json.loads(said("claim"))["claims"]
    assert (claim["id"], claim["as_expected"]) == ("TOY-E1", True)


def test_a_figure_is_drawn(said, workplace):
    said("figure")
    assert (workplace / "out" / "toy-fig1.pdf").exists()


def test_a_simulator_runs(said):
    assert json.loads(said("simulator"))["rows"][0]["place error"] > 0


def test_a_command_runs(said):
    assert said("command") == "playing\n"


def test_a_paper_is_cited(said):
    assert "@misc{toy2026" in said("paper")


def test_an_equation_leads_to_everything(said):
    text = said("equation")
    for name in (
        "toy-double",
        "TOY-E1",
        "toy-fig1",
        "theory/toy/laws.py",
        f"{TOYS}/claims/section1.py",
    ):
        assert name in text


GENERAL = (
    "tests/theory/test_public.py::test_functions_of_numbers_are_known_by_their_types",
    *(
        f"tests/theory/test_public.py::{test}[toy.doubled]"
        for test in (
            "test_every_public_function_shows_an_example_and_its_source",
            "test_no_argument_of_a_public_function_is_any",
            "test_numbers_of_few_bits_count_as_the_doubles_and_integers_they_are",
        )
    ),
    "tests/test_stubs.py",
    "tests/test_import.py::test_dir_shows_rooms_and_subjects_and_nothing_else",
    "tests/cli/test_cli.py::test_help_names_every_command_and_imports_no_mathematics",
    "depthlaws/sims/__init__.py",
)


def test_no_test_needs_a_row_for_what_is_new(toys, run):
    """General tests of what the recipes made, after ``make fix`` wrote the stubs of the copy."""
    shutil.copytree(ROOT / "tests", toys / "tests")
    shutil.copy(ROOT / "pyproject.toml", toys)
    for module in (["depthlaws.base.stubs"], ["pytest", "-q", "-p", "no:cacheprovider", *GENERAL]):
        done = run(toys, "-m", *module, cwd=toys)
        assert done.returncode == 0, done.stdout + done.stderr


# Content that no list shows, or that nothing tries: a claim and a figure under another name,
# folders that are no packages, untested functions.
LOST = {
    f"{TOYS}/claims/section2.py": CLAIM.replace("CLAIMS = Claims", "SAID = Claims")
    .replace("CLAIMS.add", "SAID.add")
    .replace("TOY-E1", "TOY-E2"),
    f"{TOYS}/figures/fig2.py": FIGURE.replace("FIGURE = ", "MINE = ").replace("fig1", "fig2"),
    "depthlaws/theory/lost/laws.py": FORMULA.replace("toy-double", "toy-lost"),
    "depthlaws/sims/lost/laws.py": SIMULATOR.replace('"toys"', '"lost-toys"'),
    "depthlaws/sims/untried.py": SIMULATOR.replace('"toys"', '"untried-toys"')
    .replace(">>>", "")
    .replace("throw", "throw_untried"),
    "depthlaws/theory/toy/untried.py": '"""More."""\n\n__all__ = ["untried_law"]\n\n\n'
    "def untried_law(x: float, /) -> float:\n    return x\n",
}
NAMED = [
    "no test and no example: toy.untried_law",
    "no test and no example: untried-toys",
    "not found: claim TOY-E2",
    "not found: figure toy-fig2",
    "not found: formula toy-lost",
    "not found: simulator lost-toys",
]


@pytest.fixture(scope="module")
def audited(toys, run, tmp_path_factory):
    """Lines of the audit of another copy, with lost content beside that of the recipes."""
    folder = tmp_path_factory.mktemp("audited") / "tree"
    shutil.copytree(toys, folder, symlinks=True)
    write(folder, LOST)
    done = run(folder, str(ROOT / "tests" / "audit.py"), str(folder), str(ROOT / "tests"))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_all_that_is_on_disk_is_found_and_tried(audited):
    """The content of the copied tree and the content that the recipes made."""
    assert {*audited} <= {*NAMED}


def test_content_that_is_not_found_or_not_tried_is_named(audited):
    assert [line for line in audited if line in NAMED] == NAMED
