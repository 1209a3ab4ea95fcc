"""The report of a run: counts, table, strict JSON."""

import io
import json
import math

import numpy as np
import pytest
import sympy as sp
from rich.console import Console

from depthlaws.base.strict_json import jsonable
from depthlaws.claims.engine import verify_claims
from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claim, Evidence, Result, Verdict
from depthlaws.claims.engine.report import Report
from depthlaws.cli import main as cli
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE


def claim(name, *checks, **options):
    words = {"quote": "as printed", "reading": "literal"}
    options = {"says": f"Statement of {name}.", "checks": checks} | words | options
    return Claim(id=name, source=CHAIN.eq(1), **options)


def result(name, verdict, *, erratum=False, data=None):
    outcome = Evidence(verdict, f"summary of {name}", data or {}, "Kind: what")
    return Result(name, verdict, (outcome,), (), erratum, 0.25)


CHECK = Property(lambda x: True, {"x": POSITIVE})


@pytest.fixture
def report():
    claims = [claim(v.name.lower(), CHECK) for v in Verdict]
    results = [result(v.name.lower(), v) for v in Verdict]
    printed = claim("printed", CHECK, corrected_by="proved")
    refuted = result("printed", Verdict.REFUTED, erratum=True, data={"point": {"x": math.inf}})
    return Report([*claims, printed], [*results, refuted])


# -- counts, table, JSON ---------------------------------------------------------------------------


def test_counts_and_summary(report):
    assert report.counts == {v: 1 + (v == Verdict.REFUTED) for v in Verdict}
    assert not report.ok
    assert report.summary() == (
        "13 claims: 1 FORMALLY PROVED, 1 PROVED, 1 EXACT, 1 CERTIFIED, 1 EXACT IN CASES, "
        "1 SUPPORTED, 1 EXPLORED, 2 REFUTED, 1 UNKNOWN, 1 VACUOUS, 1 NOT REPRODUCED AT SIZE, "
        "1 NO POWER; 1 known erratum; NOT AS EXPECTED: refuted, unknown, vacuous"
    )


def test_the_table_marks_what_is_not_as_expected(report):
    console = Console(width=160, file=io.StringIO())
    console.print(report.table())
    text = console.file.getvalue()
    for name in ("REFUTED (!)", "UNKNOWN (!)", "VACUOUS (!)", "summary of proved"):
        assert name in text
    assert text.count("(!)") == 3


def test_the_table_tells_a_cross_check_from_a_check():
    proof, run = (
        Evidence(v, f"by {word}", {}, "Kind: what")
        for v, word in ((Verdict.PROVED, "proof"), (Verdict.SUPPORTED, "simulation"))
    )
    console = Console(width=160, file=io.StringIO())
    results = [Result("A", Verdict.PROVED, (proof,), (run,), False, 0.25)]
    console.print(Report([claim("A", CHECK, cross_checks=(CHECK,))], results).table())
    assert "by proof; beside it: by simulation" in console.file.getvalue()


def test_a_table_shows_square_brackets_as_they_are():
    claims = [claim("c", CHECK)]
    outcome = Evidence(Verdict.PROVED, "left - right = [0.1 +/- 2e-9] [red]there", {}, "Kind")
    report = Report(claims, [Result("c", Verdict.PROVED, (outcome,), (), False, 0.0)])
    console = Console(width=160, file=io.StringIO())
    console.print(report.table())
    assert "[0.1 +/- 2e-9] [red]there" in console.file.getvalue()


def test_loose_statements_are_counted_apart():
    loose = claim("loose", CHECK, imprecise=True, exact="sharp", quote="is weak", reading="small")
    report = Report(
        [loose, claim("sharp", CHECK)],
        [result("loose", Verdict.SUPPORTED), result("sharp", Verdict.PROVED)],
        seed=3,
    )
    assert report.ok
    assert report.summary() == "2 claims: 1 PROVED, 1 imprecise"
    console = Console(width=160, file=io.StringIO())
    console.print(report.table())
    assert "imprecise" in console.file.getvalue()
    data = report.as_dict()
    assert data["counts"]["imprecise"] == 1
    assert data["seed"] == 3
    row = data["claims"][0]
    assert (row["exact"], row["quote"], row["reading"]) == ("sharp", "is weak", "small")


def test_reconstructed_statements_are_counted_apart_and_not_as_proved():
    rebuilt = claim("table", CHECK, reconstructed=True, reading="from its caption")
    report = Report([rebuilt], [result("table", Verdict.PROVED)])
    assert report.ok
    assert report.summary() == "1 claim: 1 reconstructed"
    console = Console(width=160, file=io.StringIO())
    console.print(report.table())
    assert "reconstructed" in console.file.getvalue()
    assert "PROVED" not in console.file.getvalue()
    data = report.as_dict()
    assert data["counts"]["reconstructed"] == 1
    assert data["claims"][0]["reconstructed"] is True
    fallen = Report([rebuilt], [result("table", Verdict.REFUTED)])
    assert fallen.summary() == "1 claim: 1 REFUTED; NOT AS EXPECTED: table"


def test_statements_of_ours_and_repeated_faults_are_counted_apart():
    printed = [
        claim("one", CHECK, corrected_by="right"),
        claim("again", CHECK, corrected_by="right", same_fault_as="one"),
        claim("other", CHECK, corrected_by="right"),
    ]
    ours = Claim(id="right", source=CHAIN.beyond("A1"), says="True.", checks=(CHECK,))
    report = Report(
        [*printed, ours],
        [*(result(c.id, Verdict.REFUTED, erratum=True) for c in printed),
         result("right", Verdict.PROVED)],
    )  # fmt: skip
    assert report.summary() == (
        "4 claims (3 of the papers, 1 beyond them): 1 PROVED, 3 REFUTED; 3 known errata from "
        "2 distinct faults"
    )
    assert report.faults == {"one", "other"}
    quoted = Claim(id="q", source=CHAIN.ledger("I1"), says="So.", quote="so", checks=(CHECK,))
    assert not quoted.beyond  # a sentence of the paper without a number


def test_a_repeated_fault_belongs_to_an_erratum():
    with pytest.raises(ValueError, match="'c': same_fault_as goes with corrected_by"):
        claim("c", CHECK, same_fault_as="other")


def test_definitions_are_marked():
    told = claim("told", CHECK, definition=True)
    report = Report([told, claim("c", CHECK)], [result(c, Verdict.PROVED) for c in ("told", "c")])
    console = Console(width=160, file=io.StringIO())
    console.print(report.table())
    assert console.file.getvalue().count("PROVED, definition") == 1
    assert report._repr_html_().count("PROVED, definition") == 1
    assert [row["definition"] for row in report.as_dict()["claims"]] == [True, False]


def test_a_loose_statement_that_falls_is_a_surprise():
    loose = claim("loose", CHECK, imprecise=True, exact="sharp")
    report = Report([loose], [result("loose", Verdict.REFUTED)])
    assert not report.ok
    assert report.summary().endswith("1 claim: 1 REFUTED; NOT AS EXPECTED: loose")


def test_a_sampled_statement_says_why_and_what_it_sees():
    means = [
        Evidence(Verdict.SUPPORTED, "n = 9", {"sees": s, "false alarm rate": 1e-6}, "Sampled")
        for s in (0.002, 0.05)
    ]
    report = Report(
        [claim("c", CHECK, why_sampled="random"), claim("proved", CHECK, why_sampled="open")],
        [
            Result("c", Verdict.SUPPORTED, (means[0],), (means[1],), False, 0.0),
            result("proved", Verdict.PROVED),
        ],
    )
    console = Console(width=160, file=io.StringIO())
    console.print(report.table())
    assert "(sampled: random)" in console.file.getvalue()
    assert "open" not in console.file.getvalue()
    sampled, proved = report.as_dict()["claims"]
    assert sampled["resolution"] == {"sees": 0.05, "false alarm rate": 2e-6}
    assert proved["resolution"] is None


def test_json_is_strict_and_complete(report, tmp_path):
    path = tmp_path / "v.json"
    report.to_json(path)

    def refuse(word):
        raise AssertionError(word)

    data = json.loads(path.read_text(), parse_constant=refuse)
    assert data["ok"] is False
    assert data["counts"]["REFUTED"] == 2
    printed = data["claims"][-1]
    assert printed["corrected_by"] == "proved"
    assert printed["as_expected"] is True
    assert printed["evidence"][0]["data"] == {"point": {"x": "inf"}}
    assert printed["evidence"][0]["verdict"] == "REFUTED"


def test_plain_data_keeps_values_and_drops_types():
    given = {
        Verdict.PROVED: (1, 2.5, None, True, "s"),
        "numpy": np.array([[1.0, np.nan]]),
        "scalars": [np.int64(3), np.float32(0.5), np.bool_(True), -math.inf],
        "exact": sp.Rational(1, 3),
    }
    assert jsonable(given) == {
        "PROVED": [1, 2.5, None, True, "s"],
        "numpy": [[1.0, "nan"]],
        "scalars": [3, 0.5, True, "-inf"],
        "exact": "1/3",
    }
    assert json.dumps(jsonable(given), allow_nan=False)


def test_the_command_passes_its_options_on_and_ends_with_1_for_a_red_claim(monkeypatch, capsys):
    asked, outcome = [], [Verdict.PROVED, Verdict.REFUTED]

    def answer(names, *, progress, **options):
        asked.append(options)
        return Report([claim("c", CHECK)], [result("c", outcome.pop())])

    monkeypatch.setattr(verify_claims, "verify", answer)
    given = ["CHAIN-E5", "--seed", "7", "--fresh", "--jobs", "3", "--budget", "9"]
    assert cli.main(["verify", *given]) == 1
    assert asked == [{"seed": 7, "fresh": True, "jobs": 3, "budget": 9.0}]
    assert cli.main(["verify", "CHAIN-E5"]) == 0
    assert "NOT AS EXPECTED: c" in capsys.readouterr().out
    assert asked[1:] == [{"seed": 0, "fresh": False, "jobs": -1}]


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (
            {"point": {"r": "1/10", "L": 1.0}, "left": 1.0, "right": 0.123456789, "relation": "<"},
            "fails at r = 1/10, L = 1: 1 is not < 0.12346",
        ),
        ({"point": {"n": 2}, "left": 1, "right": 3, "relation": "=="}, "1 is not equal to 3"),
        ({"point": {"u": [0.0] * 99}}, "summary of c"),
        ({}, "summary of c"),
    ],
)
def test_a_refuted_claim_shows_its_point_and_both_sides_where_they_are_short(data, shown):
    report = Report([claim("c", CHECK)], [result("c", Verdict.REFUTED, data=data)])
    assert shown in report._repr_html_().replace("&lt;", "<")


def test_claims_with_one_verdict(report):
    assert [c.id for c in report.only("no-power").claims] == ["no_power"]
    assert [c.id for c in report.only("Refuted").claims] == ["refuted", "printed"]
    assert not report.only("imprecise").claims
