"""What claims say about papers is no more than what they show."""

import re
from pathlib import Path

from depthlaws.claims.engine.ledger import all_claims

CLAIMS = all_claims()
PAGE = Path(__file__).parents[2] / "docs" / "errata-review.md"
REVIEW = PAGE.read_text(encoding="utf-8").split("## Stand-ins")[0]
ROW = re.compile(r"^\| ([A-Z][\w.-]+) \|.*\| (\w+)[^|]*\|$", re.MULTILINE)


def test_every_claim_about_a_figure_says_what_replaces_the_experiment():
    figures = [c for c in CLAIMS.values() if c.source.where.startswith("figure")]
    assert len(figures) > 40
    assert [c.id for c in figures if not c.reading] == []


def test_tables_without_a_body_are_reconstructed():
    """Tables 1 to 3 of looped have captions only in the text at hand."""
    tables = [c for c in CLAIMS.values() if c.source.paper == "looped" and "table" in str(c.source)]
    assert {c.id: c.reconstructed for c in tables} == {
        "LOOP-B-TAB1": True,
        "LOOP-B-TAB2": True,
        "LOOP-B-TAB3": True,
        "LOOP-B-TAB4": False,
    }


def _mark(name):
    claim = CLAIMS.get(name)
    if claim is None:
        return "withdrawn"
    return "refuted" if claim.erratum else "imprecise" if claim.imprecise else "holds"


def test_the_review_of_errata_agrees_with_the_ledger():
    rows = dict(ROW.findall(REVIEW))
    assert {name: _mark(name) for name in rows} == rows
    faulted = {name for name in CLAIMS if _mark(name) in {"refuted", "imprecise"}}
    assert faulted - {*rows} == {"PC-FA9"}


def test_the_review_of_errata_counts_the_ledger():
    errata = [c for c in CLAIMS.values() if c.erratum]
    numbers = {
        "refuted": len(errata),
        "distinct faults": len({c.same_fault_as or c.id for c in errata}),
        "imprecise": sum(c.imprecise for c in CLAIMS.values()),
    }
    table = re.findall(r"^\| ([a-z ]+) \| \d+ \| (\d+) \|$", REVIEW, re.MULTILINE)
    assert {name: int(number) for name, number in table} == numbers
