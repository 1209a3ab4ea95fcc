"""A stored verdict is a file that anybody may have written: it cannot put markup into a page."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from depthlaws import claims
from depthlaws.claims.engine import verify_claims
from depthlaws.claims.engine.cache import Store
from depthlaws.report import page, safe_mathml
from depthlaws.report.page_provenance import page_provenance

PAYLOADS = (
    "<script>evil()</script>",
    '"><img src=x onerror=evil()>',
    "<math><mi onclick='evil()'>x</mi></math>",
    "<math><mtext><script>evil()</script></mtext></math>",
    "<math><annotation-xml encoding='text/html'><img src=x onerror=evil()></annotation-xml></math>",
    "<math href='javascript:evil()'><mi>x</mi></math>",
    "<math><mi style='background:url(evil)'>x</mi></math>",
    "<svg onload=evil()>",
    "<math><mi>x</mi></math><script>evil()</script>",
    "<!DOCTYPE m [<!ENTITY a 'evil()'>]><math><mi>&a;</mi></math>",
    "<math><![CDATA[<script>evil()</script>]]></math>",
    "<math>" * 5000 + "</math>" * 5000,
    "</script><script>evil()</script>",
    "javascript:evil()",
)


class Elements(HTMLParser):
    """Elements, attributes that run, and addresses of a page."""

    def __init__(self):
        super().__init__()
        self.runs, self.scripts = [], []
        self._inside = False

    def handle_starttag(self, tag, attrs):
        self._inside = tag == "script"
        self.scripts += [""] if tag == "script" else []
        for name, value in attrs:
            address = name in {"href", "src", "action"} and str(value).strip().startswith("javas")
            if name.startswith("on") or address or (tag == "math" and name not in {"display"}):
                self.runs.append((tag, name, value))

    def handle_data(self, data):
        if self._inside and self.scripts:
            self.scripts[-1] += data

    def handle_endtag(self, tag):
        self._inside = False


def elements(report):
    read = Elements()
    text = page.render(report, [], page_provenance(seed=0, command="test"))
    read.feed(text)
    return read, text


@pytest.fixture(scope="module")
def report():
    return claims.verify(["CHAIN-E5"], jobs=0)


def test_no_text_of_a_stored_verdict_becomes_an_element(report):
    before, _ = elements(report)
    (result,) = report.results
    hostile = tuple(
        replace(
            result.evidence[0],
            summary=payload,
            check=payload,
            equation=payload,
            data={payload: payload, "point": {payload: payload}, "rows": [{payload: payload}]},
        )
        for payload in PAYLOADS
    )
    changed = replace(
        result, evidence=hostile, cross_evidence=hostile, against=hostile, reads=PAYLOADS
    )
    after, text = elements(replace(report, results=[changed]))
    assert (len(after.scripts), after.runs) == (len(before.scripts), before.runs)
    assert not any("evil()" in script for script in after.scripts)
    assert "<img" not in text
    assert all(safe_mathml.equation(payload) == "" for payload in PAYLOADS)


def test_an_equation_of_ours_is_shown():
    text = '<math display="block"><msup><mi>x</mi><mn>2</mn></msup><mo>&lt;</mo><mn>3</mn></math>'
    assert safe_mathml.equation(text) == text


@pytest.mark.parametrize(
    "change",
    [
        {"seconds": "<b>"},
        {"erratum": "no"},
        {"reads": [1]},
        {"evidence": [{"verdict": "PROVED", "summary": 3, "data": {}, "check": "x"}]},
        {"evidence": [{"verdict": "PROVED", "summary": "", "data": [], "check": "x"}]},
        {"evidence": [{"verdict": "PROVED", "summary": "", "data": {}, "check": {}}]},
        {"evidence": 7},
        {"verdict": ["PROVED"]},
    ],
)
def test_a_stored_verdict_of_other_types_is_none(report, change, new_cache):
    claims.verify(["CHAIN-E5"], jobs=0)
    (path,) = (new_cache / "verdicts").glob("*.json")
    store, book = Store("verdicts"), verify_claims.ledger.book()
    content = store.load(path.stem)
    assert verify_claims._stored(content, "CHAIN-E5", book.sources) is not None
    assert verify_claims._stored(content | change, "CHAIN-E5", book.sources) is None
