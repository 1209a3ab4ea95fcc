"""Import closures of modules, and hashes that depend on meaning and not on layout."""

import inspect

import pytest

from depthlaws.base import sources as closures
from depthlaws.base import stubs
from depthlaws.base.sources import Sources
from depthlaws.claims.engine import ledger, names_used

HEAD = '"""Claims."""\nimport math\n'


@pytest.fixture
def toy(toy_papers):
    """Write modules of a toy paper and look at them: toy(one="source") gives their names."""

    def write(**files):
        toy_papers.lay("toy", claims=files)
        return [f"toy.claims.{name}" for name in files]

    return write


def reached(module):
    return {name.removeprefix("depthlaws.") for name in Sources().needed([module])}


def meaning(module):
    sources = Sources()
    return sources.digest(sources.needed([module]))


@pytest.mark.parametrize(
    ("source", "wanted", "unwanted"),
    [
        ("from depthlaws import chain\nchain.sharpness(8)", "theory.chain.balanced",
         "theory.chain.unbalanced"),
        ("from depthlaws.theory import chain\nchain.sharpness(8)", "theory.chain.balanced",
         "theory.residual"),
        ("from depthlaws.theory.chain import sharpness", "theory.chain.balanced",
         "theory.chain.unbalanced"),
        ("import depthlaws\ndepthlaws.chain.sharpness(8)", "theory.chain.balanced",
         "theory.chain.unbalanced"),
        ("from depthlaws import chain\nask(chain)", "theory.chain.unbalanced", "theory.residual"),
        ("from depthlaws.theory import formula\nformula('chain-sharpness')",
         "theory.chain.balanced", "theory.residual"),
        ("from importlib import import_module\nimport_module('depthlaws.theory.residual')",
         "theory.residual", "theory.chain"),
        ("def f():\n    from depthlaws.sims.residual import dense", "sims.residual.dense",
         "sims.scalar"),
        ("from depthlaws.claims.engine import Property", "claims.engine.checks.property",
         "claims.engine.checks.sampled"),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from depthlaws import chain",
         "toy.claims", "theory.chain"),
    ],
)  # fmt: skip
def test_a_module_reaches_what_it_uses(toy, source, wanted, unwanted):
    (module,) = toy(one=source)
    assert wanted in reached(module)
    assert unwanted not in reached(module)


def test_what_is_reached_is_followed(toy):
    one, *_ = toy(one="from toy.claims import two", two="from . import three", three="")
    assert {"toy.claims.two", "toy.claims.three"} <= reached(one)


@pytest.mark.parametrize("change", ["# why\n", '"""Other words."""\n', "\n\n"])
def test_comments_docstrings_and_layout_mean_nothing(toy, change):
    body = "def f(x):\n    {}\n    return x\n"
    (module,) = toy(one=HEAD + body.format('"""One."""'))
    before = meaning(module)
    toy(one=change + "import math\n" + body.format('"""Two."""'))
    assert meaning(module) == before
    toy(one=change + "import math\n" + body.format('"""Two."""').replace("return x", "return -x"))
    assert meaning(module) != before


def test_a_change_tells_on_those_who_reach_it_only(toy):
    one, other, _ = toy(one="from toy.claims.common import f\n", other="x = 1\n", common="f = 1\n")
    before = meaning(one), meaning(other)
    toy(common="f = 2\n")
    assert meaning(one) != before[0]
    assert meaning(other) == before[1]


def test_a_looped_claim_does_not_touch_the_verdicts_of_the_chain():
    sources = Sources()
    chain = list(sources.below("depthlaws_papers.chain.claims"))
    assert chain
    assert not [m for m in sources.needed(chain) if m.startswith("depthlaws_papers.looped.claims")]


def test_versions_are_part_of_the_meaning(toy, monkeypatch):
    (module,) = toy(one="x = 1\n")
    before = {meaning(module)}
    for library in closures.LIBRARIES:
        other = lambda name, library=library: "99" if name == library else "1"  # noqa: E731
        monkeypatch.setattr(closures, "version", other)
        before.add(meaning(module))
    monkeypatch.setattr(closures.platform, "python_version", lambda: "99")
    assert len(before | {meaning(module)}) == len(closures.LIBRARIES) + 2


def test_known_records_are_not_parsed_again(toy, monkeypatch):
    (module,) = toy(one="x = 1\n")
    sources = Sources()
    first = sources.digest(sources.needed([module]))
    monkeypatch.setattr(closures.ast, "parse", None)
    again = Sources(sources.known)
    assert again.digest(again.needed([module])) == first


def test_a_module_without_source_is_named():
    with pytest.raises(ModuleNotFoundError, match=r"no source file .*'depthlaws.nowhere'"):
        Sources().needed(["depthlaws.nowhere"])


# Functions that state no law of a paper; tests of their own cover them.
TOOLS = {
    "chain.earliest",  # where a solution begins: tests/theory/test_public_course.py
    "predictive_coding.layer_scales",  # beside the simulator: tests/test_names_of_both_rooms.py
    "parametrization.coordinate_check",  # a statistic of the reader's own measurements
    "parametrization.layer_checks",  # there too, of several layers
    "parametrization.component_values",  # printed tables: tests/theory/test_recipe_tables.py
    "parametrization.disagreements",  # puts moves of several laws side by side
    "parametrization.matched",  # names of parameters in a trainer
    "parametrization.parameter_groups",  # writes a move as text for a trainer
    "updates.tangent_kernel",  # beside gradients of networks: tests/theory/test_tangent_kernels.py
    "updates.plain_tangent_kernel",  # there too
}


def test_every_public_function_of_theory_is_in_a_claim():
    """A new public function that no claim names in its source fails this test."""
    named = {name for names in names_used.reads().values() for name in names}
    public = {
        f"{subject.__name__.rpartition('.')[2]}.{name}"
        for subject in stubs.packages()
        if subject.__name__.startswith("depthlaws.theory.")
        for name in dir(subject)
        if inspect.isfunction(getattr(subject, name))
    }
    assert len(public) > 100
    assert public - named == TOOLS


def test_claims_that_may_read_a_formula_are_found_by_their_source():
    """By its id, through a public function, or through a helper that makes ids at run time."""
    formulas = names_used.readable(ledger.book())
    readers = {name for name, may_read in formulas.items() if "chain-rate" in may_read}
    assert readers >= {"CHAIN-E5", "CHAIN-E6", "CHAIN-laws-block1"}
    assert not [name for name in readers if name.startswith(("AMMUP-L", "AMMUP-E", "PC"))]
