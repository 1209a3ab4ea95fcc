"""One line of judgement for each statement that is called wrong, imprecise or only sampled."""

import re
from collections import Counter
from pathlib import Path

from depthlaws.claims.engine.ledger import all_claims

CLAIMS = all_claims()
REVIEW = (Path(__file__).parents[2] / "docs" / "errata-review.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([A-Z]+-[\w.-]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
LINES = ROW.findall(REVIEW)
JUDGED = ("fair", "hair-splitting", "harsh", "unfair")
MENDED = {"now imprecise", "now holds"}  # what a harsh or unfair verdict has become


def kind(claim):
    """Return wrong, imprecise, stand-in or sampled; empty for other claims and samples of ours."""
    if claim.erratum or claim.imprecise:
        return "wrong" if claim.erratum else "imprecise"
    if any(getattr(check, "stand_in", False) for check in (*claim.checks, *claim.cross_checks)):
        return "stand-in"
    return "sampled" if claim.why_sampled and not claim.beyond else ""


def test_every_such_claim_has_exactly_one_line():
    lines = Counter(name for name, *_ in LINES)
    assert {name for name, n in lines.items() if n > 1} == set()
    needed = {name for name, claim in CLAIMS.items() if kind(claim)}
    assert needed - {*lines} == set()
    right_now = {name for name, _, judgement, _ in LINES if judgement.endswith("now holds")}
    assert {*lines} - needed <= right_now


def test_a_line_has_the_verdict_of_its_claim():
    for name, verdict, judgement, _ in LINES:
        claim = CLAIMS[name]
        repeats = f", as {claim.same_fault_as}" * bool(claim.same_fault_as)
        marks = {"wrong": f"REFUTED{repeats}", "imprecise": "imprecise", "sampled": "SUPPORTED"}
        assert marks.get(kind(claim), verdict) == verdict, name
        assert not judgement.endswith("now imprecise") or claim.imprecise, name
        assert not judgement.endswith("now holds") or not (claim.imprecise or claim.erratum), name


def test_nothing_harsh_or_unfair_is_left_and_no_erratum_splits_hairs():
    for name, _, judgement, why in LINES:
        words = judgement.split(", ")
        assert words[0] in JUDGED, name
        assert (words[0] in {"harsh", "unfair"}) == (len(words) == 2), name
        assert {*words[1:]} <= MENDED, name
        assert words[0] == "fair" or not CLAIMS[name].erratum, name
        assert len(why) > 3, name


def test_the_tables_count_the_lines():
    left = Counter(
        (kind(CLAIMS[name]), "fair" if ", now" in judgement else judgement)
        for name, _, judgement, _ in LINES
    )
    row = re.compile(r"^\| (wrong|imprecise|stand-in|sampled) \|((?: \d+ \|){8})$", re.MULTILINE)
    rows = row.findall(REVIEW)
    counted = {words: [int(n) for n in re.findall(r"\d+", line)] for words, line in rows}
    assert {words: numbers[4:] for words, numbers in counted.items()} == {
        words: [left[words, judgement] for judgement in JUDGED] for words in counted
    }
    errata = [c for c in CLAIMS.values() if c.erratum]
    numbers = {
        "refuted": len(errata),
        "distinct faults": len({c.same_fault_as or c.id for c in errata}),
        "imprecise": sum(c.imprecise for c in CLAIMS.values()),
    }
    table = re.findall(r"^\| ([a-z ]+) \| \d+ \| (\d+) \|$", REVIEW, re.MULTILINE)
    assert {name: int(number) for name, number in table} == numbers
