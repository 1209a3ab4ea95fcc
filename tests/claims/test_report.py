"""The report of a run: counts, table, strict JSON, and one well-formed page."""

import io
import json
import math
import re
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
import sympy as sp
from rich.console import Console

from depthlaws.claims.engine import html
from depthlaws.claims.engine.checks import Certify, Identity, Property
from depthlaws.claims.engine.records import Claim, Evidence, Result, Verdict, plain
from depthlaws.claims.engine.report import Report
from depthlaws.claims.engine.run import run_claim
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import DEPTH, POSITIVE
from depthlaws.theory.symbolic.formula import Formula

x, y, L = sp.symbols("x mu_yx L", positive=True)
k = sp.Symbol("k", integer=True)
NASTY = "a < b & 'c' > \"d\" </article><script>alert(1)</script>"
XHTML = "{http://www.w3.org/1999/xhtml}"


def claim(name, *checks, **options):
    options = {"says": f"Statement of {name}.", "checks": checks} | options
    return Claim(id=name, source=CHAIN.eq(1), **options)


def result(name, verdict, *, erratum=False, data=None):
    found = Evidence(verdict, f"summary of {name}", data or {}, "Kind: what")
    return Result(name, verdict, (found,), (), erratum, 0.25)


CHECK = Property(lambda x: True, {"x": POSITIVE})


@pytest.fixture
def report():
    claims = [claim(v.name.lower(), CHECK) for v in Verdict]
    results = [result(v.name.lower(), v) for v in Verdict]
    printed = claim("printed", CHECK, corrected_by="proved")
    refuted = result("printed", Verdict.REFUTED, erratum=True, data={"point": {"x": math.inf}})
    return Report([*claims, printed], [*results, refuted])


@pytest.fixture
def used(monkeypatch):
    """A formula with every kind of notation, in a registry of its own."""
    monkeypatch.setattr(sys.modules["depthlaws.theory.symbolic.registry"], "_registry", {})
    pieces = sp.Piecewise(
        (sp.hyper((x, 1), (y,), x / (1 + x)), x < y),
        (sp.digamma(x) + sp.polygamma(1, x) + sp.betainc(x, y, 0, sp.Rational(1, 2)), x <= 2 * y),
        (sp.besseli(0, x) + sp.LambertW(x) + sp.loggamma(y) + sp.Abs(x - y), True),
    )
    expr = pieces + sp.Product(x + k, (k, 1, 4)) + sp.Sum(x**k, (k, 0, 3))
    return Formula(
        id="used", says=NASTY, source=CHAIN.eq(2), domain={x: POSITIVE, y: POSITIVE}, expr=expr
    )


def page_of(report, tmp_path):
    path = tmp_path / "page.html"
    report.to_html(path)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>\n")
    return text, ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


# -- counts, table, JSON ---------------------------------------------------------------------------


def test_counts_and_summary(report):
    assert report.counts == {v: 1 + (v == Verdict.REFUTED) for v in Verdict}
    assert not report.ok
    assert report.summary() == (
        "7 claims: 1 PROVED, 1 CERTIFIED, 1 SUPPORTED, 2 REFUTED, 1 UNKNOWN, 1 VACUOUS "
        "(1 of them known errata); NOT AS EXPECTED: refuted, unknown, vacuous"
    )


def test_the_table_marks_what_is_not_as_expected(report):
    console = Console(width=160, file=io.StringIO())
    console.print(report.table())
    text = console.file.getvalue()
    for name in ("REFUTED (!)", "UNKNOWN (!)", "VACUOUS (!)", "summary of proved"):
        assert name in text
    assert text.count("(!)") == 3


def test_a_table_shows_square_brackets_as_they_are():
    claims = [claim("c", CHECK)]
    found = Evidence(Verdict.PROVED, "left - right = [0.1 +/- 2e-9] [red]there", {}, "Kind")
    report = Report(claims, [Result("c", Verdict.PROVED, (found,), (), False, 0.0)])
    console = Console(width=160, file=io.StringIO())
    console.print(report.table())
    assert "[0.1 +/- 2e-9] [red]there" in console.file.getvalue()


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
    assert plain(given) == {
        "PROVED": [1, 2.5, None, True, "s"],
        "numpy": [[1.0, "nan"]],
        "scalars": [3, 0.5, True, "-inf"],
        "exact": "1/3",
    }
    assert json.dumps(plain(given), allow_nan=False)


# -- the page --------------------------------------------------------------------------------------


def articles(root):
    return root.findall(f".//{XHTML}article")


def test_the_page_is_well_formed_and_complete(report, tmp_path):
    text, root = page_of(report, tmp_path)
    assert {a.get("id") for a in articles(root)} == set(report.by_id)
    assert report.summary() in "".join(root.itertext())
    assert "chain, eq. (1)" in text


def test_surprises_come_first_then_errata(report, tmp_path):
    _, root = page_of(report, tmp_path)
    order = [a.get("id") for a in articles(root)]
    assert order[:4] == ["refuted", "unknown", "vacuous", "printed"]


def test_an_erratum_shows_its_counterexample_and_links_to_its_correction(report, tmp_path):
    _, root = page_of(report, tmp_path)
    (printed,) = [a for a in articles(root) if a.get("id") == "printed"]
    assert 'Counterexample: {"x": "inf"}' in "".join(printed.itertext())
    assert [a.get("href") for a in printed.iter(f"{XHTML}a")] == ["#proved"]
    assert "erratum" in printed.get("class").split()


def test_the_filters_need_no_script_and_cover_every_verdict(report, tmp_path):
    text, root = page_of(report, tmp_path)
    assert not list(root.iter(f"{XHTML}script"))
    assert "http" not in text.replace("http://www.w3.org/1999/xhtml", "").replace(
        "http://www.w3.org/1998/Math/MathML", ""
    )
    inputs = {i.get("id"): i for i in root.iter(f"{XHTML}input")}
    labels = {label.get("for"): label.text for label in root.iter(f"{XHTML}label")}
    assert set(inputs) == set(labels)
    assert [i for i, e in inputs.items() if e.get("checked")] == ["show-all"]
    assert labels["show-REFUTED"] == "REFUTED 2"
    assert labels["show-erratum"] == "errata 1"
    assert labels["show-surprise"] == "not as expected 3"
    for name in ("REFUTED", "PROVED", "erratum", "surprise"):
        rule = f"#show-{name}:checked ~ main article:not(.{name}) {{ display: none }}"
        assert rule in text
        shown = [a for a in articles(root) if name in a.get("class").split()]
        assert labels[f"show-{name}"].endswith(f" {len(shown)}")


def test_everything_is_escaped(used, tmp_path):
    nasty = claim(NASTY, CHECK, says=NASTY, latex=NASTY, domain=NASTY, uses=("used",))
    found = Evidence(Verdict.REFUTED, NASTY, {"point": {"x": NASTY}}, NASTY)
    report = Report([nasty], [Result(NASTY, Verdict.REFUTED, (found,), (found,), False, 0.0)])
    text, root = page_of(report, tmp_path)
    assert "<script" not in text
    assert articles(root)[0].get("id") == NASTY
    assert "".join(root.itertext()).count("alert(1)") >= 8


def test_formulas_and_symbolic_statements_are_set_as_mathml(used, tmp_path):
    domain = {x: POSITIVE, L: DEPTH}
    identity = Identity(lambda: (x ** (2 - 2 / L), x * x / x ** (2 / L)), domain)
    bound = Certify(lambda: (x, "<=", 2 * x), {x: (1, 2)})
    broken = Identity(lambda: 1 / 0, domain)
    stated = claim("c", identity, bound, broken, uses=("used",))
    _, root = page_of(Report([stated], [run_claim(stated)]), tmp_path)
    texts = ["".join(m.itertext()) for m in root.iter(f"{XHTML}math")]
    assert len(texts) == 3
    assert "=" in texts[0]
    assert "\u2264" in texts[1]
    for sign in ("F", "\u03c8", "B", "I", "W", "log \u0393", "\u220f", "\u2211", "otherwise"):
        assert sign in texts[2]


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (sp.Lt(x, y), "x<\u03bcyx"),
        (x * y, "\u03bcyx\u2062x"),
        (sp.exp(x), "\u2147x"),
        (sp.oo, "\u221e"),
        (sp.hyper((1, 2), (3,), x), "F12(1,2;3;x)"),
        (sp.betainc(x, y, 0, 1), "B(0,1;x,\u03bcyx)"),
        (sp.digamma(x), "\u03c8(x)"),
        (sp.polygamma(2, x), "\u03c82(x)"),
        (sp.besseli(1, x), "I1(x)"),
        (sp.loggamma(x), "log \u0393(x)"),
        (sp.Product(k, (k, 1, L)), "\u220fk=1Lk"),
        (sp.Piecewise((x, x < 1), (0, True)), "{xx<10otherwise"),
    ],
)
def test_mathml_of_each_notation(expr, text):
    written = html.mathml(expr)
    assert re.fullmatch(r"[^&]*|.*&(lt|gt|amp);.*", written)
    assert "".join(ElementTree.fromstring(written).itertext()) == text


def test_expressions_that_nobody_could_read_are_left_out(monkeypatch, used, tmp_path):
    monkeypatch.setattr(html, "TOO_LONG", 3)
    long = claim("c", Identity(lambda: (x + y, y + x + L - L), {x: POSITIVE}), uses=("used",))
    _, root = page_of(Report([long], [result("c", Verdict.PROVED)]), tmp_path)
    assert len(list(root.iter(f"{XHTML}math"))) == 1
    assert "used" in "".join(root.itertext())
