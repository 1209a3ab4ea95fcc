"""Counts, units, bases and selections in the words of commands, computed a second time."""

import math
import re
from types import SimpleNamespace

import numpy as np
import pytest

from depthlaws import residual
from depthlaws.cli import latex_macros, plot_axes, record_entries, sweeps, word_search
from depthlaws.cli.commands import export, loop, where
from depthlaws.cli.commands import list as list_command
from depthlaws.sims.common.jackknife import pseudo_values
from depthlaws.theory.papers import CHAIN


def test_a_list_counts_statements_of_the_papers_and_beyond_them(monkeypatch):
    ours = {"a": False, "b": True, "c": False, "d": False}
    known = {name: SimpleNamespace(beyond=beyond) for name, beyond in ours.items()}
    monkeypatch.setattr(list_command, "entries", lambda: known)
    title = list_command._title("claims", [{"name": name} for name in ours])
    assert title == "4 claims (3 of the papers, 1 beyond them)"


@pytest.mark.parametrize("power", range(5))
@pytest.mark.parametrize("times", [1, 3.5, 900])
def test_bytes_in_words_are_so_many_bytes(power, times):
    number, unit = sweeps.size(times * 1024**power).split()
    assert float(number) == pytest.approx(times, rel=5e-3)
    assert unit == ("bytes", "KiB", "MiB", "GiB", "TiB")[power]


@pytest.mark.parametrize("scale", ["none", "sqrt", "linear"])
def test_the_law_beside_a_simulation_has_the_scale_of_all_its_steps(run_one, scale):
    command = ("simulate", "residual", "--width", 8, "--loops", 3, "--layers", 2, "--eps", 0.9,
               "--samples", 4, "--seed", 1, "--scale", scale)  # fmt: skip
    (row,) = run_one(*command)[1]["rows"]
    eps = 0.9 / {"none": 1, "sqrt": math.sqrt(6), "linear": 6}[scale]
    exact = residual.Stream(loops=3, layers=2, eps=eps).energies[-1]
    (law,) = [value for name, value in row.items() if name.endswith("at infinite width")]
    assert law == pytest.approx(exact)


def test_claims_beside_a_formula_read_it_or_stand_at_its_place(monkeypatch):
    here, there = CHAIN.eq(13), CHAIN.eq(5)
    claims = {
        "same-place": record_entries.Record("same-place", here),
        "reads-it": record_entries.Record("reads-it", there),
        "other": record_entries.Record("other", there),
    }
    formulas = {"law": record_entries.Record("law", here)}
    monkeypatch.setattr(record_entries, "formulas_read", lambda book: dict(READ))
    room = where.Room(formulas, claims, {}, None)
    assert where._of_id(room, "law") == ["law", "same-place", "reads-it"]


READ = {"same-place": [], "reads-it": ["law"], "other": []}


def test_words_find_texts_with_at_least_half_of_them():
    texts = {"three": "rate depth width", "two": "rate depth", "one": "rate"}
    assert word_search.matching("depth batch width", texts) == ["three"]
    assert word_search.matching("loops batch momentum rate", {"one": "rate"}) == []
    assert word_search.matching("batch rate", {"one": "rate"}) == ["one"]


@pytest.mark.parametrize(
    ("values", "base"), [([1, 2, 4, 8], 2), ([3, 6, 12], 2), ([1, 3, 9], 10), ([1, 10, 100], 10)]
)
def test_an_axis_of_doublings_has_base_two(values, base):
    assert plot_axes.Scale(np.array(values, float), are_given=True).base == base


def test_the_comment_of_a_macro_says_which_number_is_ours():
    row = {"what": "rate", "printed": "1.3", "ours": "1.2499"}
    evidence = SimpleNamespace(data={"rows": [row]})
    result = SimpleNamespace(evidence=[evidence], cross_evidence=[], verdict="REFUTED")
    report = SimpleNamespace(
        claims=[SimpleNamespace(id="CHAIN-A", source="chain, eq. (1)")], results=[result]
    )
    (macro,) = latex_macros.of_claims(report)
    assert "printed 1.3, ours 1.2499" in macro.says
    assert macro.value == "\\ensuremath{1.2}"


def test_a_simulated_row_of_a_loop_names_its_networks_and_width(good):
    said = good("loop", "--L", 1, "--N", 2, "--eps", 0.5, "--width", 12, "--samples", 3,
                "--sites", 0)  # fmt: skip
    assert "mean of 3 networks of width 12" in said


def test_an_export_names_the_claims_without_numbers(run, monkeypatch):
    claims = [SimpleNamespace(id=name, source="chain, eq. (1)") for name in ("A-1", "B-2", "C-3")]
    rows = {"rows": [{"what": "rate", "printed": "1.3", "ours": "1.2999"}]}
    shown = [(), (SimpleNamespace(data=rows),), ()]
    results = [SimpleNamespace(evidence=e, cross_evidence=(), verdict="EXACT") for e in shown]
    report = SimpleNamespace(claims=claims, results=results, ok=True)
    monkeypatch.setattr(export, "_chosen", lambda names: ([], [*names]))
    monkeypatch.setattr(export, "_verdicts", lambda *_: report)
    said = re.findall(r"^% No printed numbers: (.*)$", run("export", "A-1", "B-2", "C-3").out, re.M)
    assert said == ["A-1, C-3"]


LOOPED = {  # what changes the energy of a simulated stream, with or without a law of its own
    "usual": (), "norm": ("--normalize", "true"), "after": ("--post-activation", "true"),
    "start": ("--start", "[1,0,2,0,3,0,1,1]"), "gain": ("--s", 1.2), "scale": ("--scale", "sqrt"),
    "layers": ("--layers", 2), "tanh": ("--activation", "tanh"), "size": ("--h0", 2),
    "order": ("--visits", "1+1x4"),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOPED)
def test_a_law_beside_a_simulation_is_that_of_its_networks(run_one, name):
    """Within five standard errors and the bias of order 1/width, or no law is shown."""
    size = ("--width", 8) if name == "start" else ("--width", 1024)
    loops = () if name == "order" else ("--loops", 8)
    command = ("simulate", "matrix-free", *size, *loops, "--eps", 0.5, "--samples", 40, "--seed", 0)
    (row,) = run_one(*command, *LOOPED[name])[1]["rows"]
    laws = [value for key, value in row.items() if key.endswith("at infinite width")]
    assert bool(laws) == (name not in {"after", "start"})
    for law in laws:
        assert abs(row["energy"] - law) < 5 * row["energy error"] + 0.02 * law


def test_errors_of_a_simulated_loop_are_those_of_leaving_one_network_out():
    rng = np.random.default_rng(0)
    growth, looped, once = 1 + rng.exponential(size=(3, 200))
    pairs = rng.uniform(size=(200, 5))
    shown = loop._estimates(growth, pairs, looped, once)

    def errors(statistic, *samples):
        """Standard error of a statistic of independent means, by the jackknife of each."""
        means, parts = [sample.mean() for sample in samples], []
        for i, one in enumerate(samples):
            alone = lambda m, i=i: statistic(*means[:i], m, *means[i + 1 :])  # noqa: E731
            parts.append(np.std(pseudo_values(alone, one), ddof=1) / len(one) ** 0.5)
        return math.hypot(*parts)

    expected = {
        "growth": errors(float, growth),
        "coherence": errors(float, pairs.mean(axis=1)),
        "update": errors(math.sqrt, looped),
        "rate_shift": errors(lambda a, b: math.sqrt(b / a), looped, once),
    }
    for name, error in expected.items():
        assert shown[f"simulated_{name}_error"] == pytest.approx(error, rel=0.05), name
