"""Numbers of the report are those of the results: sentences, counts, points, sides, versions."""

import json
import re
from collections import Counter
from importlib import metadata

import pytest

from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.records import Evidence, Verdict
from depthlaws.report.page import Report, headline
from depthlaws.report.statements import LABELS, number, statement, summary
from tests.report.pages import made_up, parsed
from tests.report.test_explorer_answers import numbers, rounded

MEAN = {"n": 400, "z": 1.234, "refuted from z": 4.4, "sees": 0.0321, "sees absolutely": 0.5}
BOUND = {"n": 50, "z": -7.25, "decided from z": 3.3, "sees absolutely": 0.0127, "relation": ">"}
COUNT = {"events": 13, "trials": 200, "p": 0.0625, "sees absolutely": 0.031}
SENTENCES = [
    (MEAN, r"# samples; the mean is # standard errors .* from #\); a deviation of # %",
     (400, 1.23, 4.4, 3.2)),
    (MEAN | {"sees": float("inf")}, r"a deviation of # would", (0.5,)),
    (BOUND, r"# samples; the mean is at least # standard errors away .* from #\); a mean # above",
     (50, 7.2, 3.3, 0.013)),
    (BOUND | {"z": 9.0, "relation": "<"}, r"at least # standard errors below .* # below it",
     (9.0, 0.013)),
    (COUNT, r"# events in # trials, .* bound #; a change of it by # would",
     (13, 200, 0.0625, 0.031)),
]  # fmt: skip


@pytest.mark.parametrize(("data", "pattern", "values"), SENTENCES)
def test_a_sentence_on_evidence_has_the_numbers_of_its_data(data, pattern, values):
    words = summary(Evidence(Verdict.SUPPORTED, "", data, "Sampled"))
    assert [float(part) for part in numbers(pattern, words)] == pytest.approx(values)


def test_the_numbers_of_a_check_are_those_of_its_data():
    data = {"n": 7, "z": 1.25, "sem": 0.5, "estimate": 3.0, "own word": 0.1, "left": 4.0}
    claim = all_claims()["CHAIN-I9"]
    (shown, *_) = statement(claim, made_up(claim, data=data)).results
    expected = {LABELS.get(k, k): number(v) for k, v in data.items() if k != "left"}
    assert shown.numbers == expected
    assert expected["mean"] == "3"
    assert expected["standard error"] == "0.5"
    assert expected["distance in standard errors"] == "1.25"


def test_a_counterexample_has_the_point_and_both_sides_of_its_evidence():
    data = {"point": {"L": 16, "r": 0.125}, "left": 1.5, "right": 2.25, "relation": "<=", "n": 3}
    claim = all_claims()["CHAIN-E13"]
    found = statement(claim, made_up(claim, Verdict.REFUTED, data)).counterexample
    assert (found.point, found.left, found.right) == ({"L": "16", "r": "0.125"}, "1.5", "2.25")
    assert found.relation == "is not at most"
    assert found.others == {"samples": "3"}


@pytest.fixture(scope="module")
def mixed():
    """Report of claims whose verdicts are of every kind, made up without a check."""
    claims = [*all_claims().values()][::15]
    kinds = [v for v in Verdict if v not in (Verdict.UNKNOWN, Verdict.VACUOUS)]
    results = [made_up(c, kinds[i % len(kinds)]) for i, c in enumerate(claims)]
    return Report(claims, results)


WORDS = {"FORMALLY PROVED": "formally proved", "PROVED": "proved", "EXACT": "exact",
         "CERTIFIED": "certified", "EXACT IN CASES": "exact in listed cases",
         "SUPPORTED": "supported by sampling"}  # fmt: skip


def test_the_headline_counts_the_results(mixed):
    words = headline(mixed)
    pairs = [*zip(mixed.claims, mixed.results, strict=True)]
    for sentence, own in (("of ours", True), ("papers: ", False)):
        verdicts = Counter(str(r.verdict) for c, r in pairs if bool(c.beyond) == own)
        part = words.partition(". ")[2 if own else 0]
        assert sentence in part
        assert part.startswith(f"{sum(verdicts.values())} statements")
        held = sum(verdicts[v] for v in WORDS)
        assert f": {held} hold (" in part
        for verdict, name in WORDS.items():
            counted = re.findall(rf"[(\s](\d+) {name}[,)]", part)
            assert counted == [str(verdicts[verdict])] * bool(verdicts[verdict]), (verdict, part)
    unexpected = sum(not r.as_expected for r in mixed.results)
    assert words.endswith(f"{unexpected} verdicts are not as expected.")


@pytest.fixture(scope="module")
def pages(mixed, tmp_path_factory):
    """Pages of the report of made-up verdicts."""
    from depthlaws.report.site import write_site

    folder = tmp_path_factory.mktemp("pages")
    write_site(mixed, folder)
    return folder


def test_the_badges_of_the_landing_page_count_the_verdicts_of_each_paper(mixed, pages):
    root = parsed((pages / "index.html").read_text(encoding="utf-8"))
    entries = [node for ul in root.find("ul") if "papers" in ul.classes for node in ul.find("li")]
    assert entries
    for entry in entries:
        (key,) = [n.text for n in entry.find("code")]
        own = [
            (c, r) for c, r in zip(mixed.claims, mixed.results, strict=True)
            if c.source.paper == key
        ]  # fmt: skip
        expected = Counter(str(r.verdict) for c, r in own if not c.beyond)
        badges = [n.text.split(" ", 1) for n in entry.walk() if "badge" in n.classes]
        assert {verdict: int(n) for n, verdict in badges} == dict(expected)
        tags = [n.text for n in entry.walk() if "tag" in n.classes]
        ours = sum(c.beyond for c, _ in own)
        assert tags == [f"{ours} ours"] * bool(ours)


def test_the_versions_of_the_landing_page_are_those_installed(pages):
    root = parsed((pages / "index.html").read_text(encoding="utf-8"))
    (made,) = [node for node in root.find("dl") if "made" in node.classes]
    names = [n.text for n in made.find("dt")]
    versions = dict(zip(names, (n.text for n in made.find("dd")), strict=True))
    known = [name for name in versions if name in {"numpy", "scipy", "sympy", "mpmath"}]
    assert known
    assert all(metadata.version(name) == versions[name] for name in known)


def test_a_page_of_a_claim_and_the_index_have_its_verdict(mixed, pages):
    text = (pages / "index.js").read_text(encoding="utf-8")
    index = json.dumps(json.loads(text.removeprefix("window.depthlawsIndex = ").rstrip(";\n")))
    for claim, result in [*zip(mixed.claims, mixed.results, strict=True)][::5]:
        root = parsed((pages / f"{claim.id}.html").read_text(encoding="utf-8"))
        badges = [n.text for n in root.walk() if "badge" in n.classes]
        assert badges[0] == str(result.verdict), (claim.id, badges)
        assert claim.id in index


def test_errata_are_numbered_and_name_their_repeats(mixed, pages):
    for paper in {c.source.paper for c in mixed.claims}:
        file = pages / f"{paper}-errata.html"
        if not file.exists():
            continue
        root = parsed(file.read_text(encoding="utf-8"))
        cards = [n for n in root.find("article") if "fault-card" in n.classes]
        for card in cards:
            (heading,) = card.find("h3")
            assert re.match(r"\d+\. ", heading.text)
            claim = all_claims()[card.attributes["id"]]
            assert claim.source.where in heading.text
            assert f"depthlaws verify {claim.id}" in " ".join(card.text.split())
            repeats = {n.attributes["id"] for n in card.find("li") if "id" in n.attributes}
            own = {c.id for c in mixed.claims if c.same_fault_as == claim.id}
            assert repeats <= own


def test_rounded_numbers_are_compared_to_their_digits():
    assert rounded("1.2346", 1.23456, 5)
    assert not rounded("1.2446", 1.23456, 5)
    assert not rounded("123.46", 1.23456, 5)
