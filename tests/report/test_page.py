"""The page of ``depthlaws verify --html``: whole, valid, and what it says."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from depthlaws.base.files import part_of
from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.records import Verdict
from depthlaws.claims.engine.report import Report
from depthlaws.report import places
from depthlaws.report.page import headline, write
from depthlaws.report.page_provenance import commit, page_provenance
from depthlaws.report.statements import NOT
from depthlaws.theory import formulas
from depthlaws.theory.papers import CHAIN, PAPERS
from tests.report.pages import made_up, only, page_of

NASTY = "a < b & 'c' > \"d\" </details><script>alert(1)</script><img src=x onerror=alert(1)>"
MEGABYTE = 2**20


@pytest.fixture(scope="module")
def whole(everything, tmp_path_factory):
    """Text and tree of the page of every claim, without figures."""
    text, root, faults = page_of(everything, tmp_path_factory.mktemp("whole"))
    assert faults == []
    return text, root


@pytest.fixture(scope="module")
def small(cheap, tmp_path_factory):
    """Tree of the page of a few verified claims."""
    return page_of(cheap, tmp_path_factory.mktemp("small"), seed=7, command="depthlaws report x")[1]


# -- whole and valid -------------------------------------------------------------------------------


def test_skip_links_lead_past_the_table_of_equations(whole):
    """With a keyboard its thousand links would come before the first statement."""
    text, _ = whole
    first = re.search(r'<h2 id="(paper-[^"]*)" tabindex="-1"', text)
    assert first is not None
    assert re.findall(r'class="skip" href="#([^"]*)"', text) == [first[1]] * 2
    assert text.index('class="places"') < first.start()


def test_ids_are_unique_and_every_link_has_its_target(whole):
    _, root = whole
    ids = [n.attributes["id"] for n in root.walk() if "id" in n.attributes]
    assert sorted(set(ids)) == sorted(ids)
    links = [n.attributes["href"] for n in root.find("a")]
    assert len(links) > len(all_claims())
    assert {link for link in links if link.startswith("#")} <= {f"#{name}" for name in ids}
    assert not [link for link in links if ":" in link]
    for name in ("for", "aria-labelledby", "data-copy"):
        named = {n.attributes[name] for n in root.walk() if name in n.attributes}
        assert named <= set(ids), f"{name} names an element that is not there"


def test_every_control_and_picture_has_a_name(whole):
    _, root = whole
    for node in root.walk():
        if node.tag in {"input", "select"} and "aria-label" not in node.attributes:
            (label,) = [p for p in above(node) if p.tag == "label"]
            assert "".join(c for c in label.children if isinstance(c, str)).strip(), node.attributes
        if node.tag in {"img"}:
            assert node.attributes["alt"].strip()
        if node.tag == "canvas" or node.attributes.get("role") == "region":
            assert {"aria-label", "aria-labelledby"} & set(node.attributes)
        if node.tag in {"button", "a", "summary"}:
            assert node.text.strip() or node.attributes.get("aria-label"), node.attributes
    assert only(root, tag="html").attributes["lang"] == "en"
    assert len(list(root.find("main"))) == 1


def above(node):
    while node.parent:
        node = node.parent
        yield node


def test_every_claim_formula_and_paper_is_there(whole):
    _, root = whole
    shown = {n.attributes["id"]: n for n in root.walk() if "statement" in n.classes}
    assert set(shown) == set(all_claims())
    papers = {c.source.paper for c in all_claims().values()}
    text = root.text
    for paper in papers:
        assert PAPERS[paper].title in text
        laws = {f"formula-{name}" for name in formulas(paper)}
        assert laws <= {n.attributes["id"] for n in root.find("article") if "law" in n.classes}
    for name, node in shown.items():
        assert node.attributes["data-paper"] == all_claims()[name].source.paper


def test_a_formula_and_its_punctuation_stay_on_one_line(whole):
    text, _ = whole
    kept = re.findall(r'<span class="together">\(?<math>[^\n]*?</math>[),.;:?!]*</span>', text)
    assert len(kept) > 100
    for one in kept:
        text = text.replace(one, "")
    assert not re.search(r"</math>[),.;:?!]|\(<math>", text)


def test_domains_are_set_as_mathematics(whole):
    _, root = whole
    said = [n.text for n in root.find("article") if "law" in n.classes]
    assert any("\u221e" in text for text in said)
    assert not [text for text in said if re.search(r"in [\[(]-?oo|, oo[\])]", text)]


def test_the_page_asks_the_network_for_nothing_and_stays_small(whole):
    text, root = whole
    assert len(text.encode()) < 5 * MEGABYTE
    assert not re.findall(r"(?:src|href)\s*=\s*[\"']?(?:https?:)?//", text)
    assert "import(" not in text
    assert "fetch(" not in text
    assert not [n for n in root.find("script") if "src" in n.attributes]
    assert not list(root.find("link"))


# -- what it says ----------------------------------------------------------------------------------


def test_the_head_says_what_came_out_from_what_and_when(small, cheap):
    text = re.sub(r"\s+", " ", small.text)
    assert headline(cheap) in text
    assert "This page lists the statements of 2 papers" in text
    assert text.index("This page lists") < text.index(headline(cheap))
    assert headline(cheap) == (
        "4 statements of 2 papers: 3 hold (3 proved); 1 known "
        "erratum, corrected here. "
        "2 statements of ours: 2 hold (2 proved). "
        "Every verdict is as expected."
    )
    assert "Yedi Zhang, Peter E. Latham" in text
    for word in (*Verdict, "erratum", "imprecise", "definition", "not as expected"):
        assert word in text
    assert "seed7" in text
    assert "depthlaws report x" in text
    assert re.search(r"numpy\d+\.\d+", text)


def test_an_erratum_explains_itself(small):
    """An erratum shows the printed statement, both sides, the correction and the command."""
    node = only(small, id="CHAIN-E13")
    assert "apart" in node.classes
    text = re.sub(r"\s+", " ", node.text)
    (sides,) = [n for n in node.walk() if "numbers-apart" in n.classes]
    left, right = [float(n.text) for n in sides.find("output")]
    assert left == -right != 0
    assert all(name in text for name in ("as printed", "counterexample", "corrected"))
    assert "#CHAIN-E13-sign" in [n.attributes["href"] for n in node.find("a")]
    (corrected,) = [n for n in node.walk() if "corrected" in n.classes]
    assert "PROVED" in corrected.text
    assert "depthlaws verify CHAIN-E13" in text


@pytest.fixture(scope="module")
def refuted(tmp_path_factory, judged):
    """Page of all errata with their verified results."""
    wrong = [c for c in all_claims().values() if c.erratum]
    right = [all_claims()[c.corrected_by] for c in wrong]
    results = [judged(c) for c in wrong] + [made_up(c) for c in right]
    _, root, _ = page_of(Report([*wrong, *right], results), tmp_path_factory.mktemp("refuted"))
    return root


def in_pairs(texts):
    """Return left and right sides of each counterexample."""
    return [*zip(texts[::2], texts[1::2], strict=True)]


def differs(pair):
    return pair[0] != pair[1]


@pytest.mark.parametrize("name", [c.id for c in all_claims().values() if c.erratum])
def test_every_erratum_shows_numbers_on_both_sides(refuted, name):
    """Printed words, both sides or the numbers that miss, the correction, the command."""
    node = only(refuted, id=name)
    (counter,) = [n for n in node.walk() if "counter" in n.classes]
    sides = [n.text for n in counter.find("output")]
    rows = [n.text for n in counter.find("td")]
    against = all_claims()[name].against
    assert len(sides) == 2 + 2 * bool(against) or len(rows) >= 2, counter.text
    said = [w.text for n in counter.walk() if "numbers-apart" in n.classes for w in n.find("small")]
    assert rows or all(map(differs, in_pairs(said))), "say what stands on which side: sides="
    assert rows or (len(said) == len(sides) and all(said))
    strict = any(n.text in {NOT["<"], NOT[">"]} for n in counter.find("b"))
    assert strict or all(map(differs, in_pairs(sides))), sides
    assert not {"", "True", "False", "None"} & {*sides}
    assert all(len(side) < 30 for side in sides), sides
    assert len(list(node.find("output"))) == len(sides)
    assert list(node.find("blockquote")), "the printed words are missing"
    assert all_claims()[name].corrected_by in node.text
    assert f"depthlaws verify {name}" in re.sub(r"\s+", " ", node.text)


def test_a_statement_that_stands_is_one_folded_line_with_its_evidence_inside(small):
    node = only(small, id="CHAIN-E5")
    assert node.tag == "details"
    assert "open" not in node.attributes
    summary = next(node.find("summary"))
    assert "PROVED" in summary.text
    assert list(summary.find("math"))
    assert "evidence" in node.text
    assert "papers/depthlaws_papers/chain/claims/" in node.text


def test_a_repeated_fault_names_the_erratum_that_it_repeats(cheap, tmp_path):
    first = replace(cheap.claims[0], same_fault_as="")
    again = replace(first, id="CHAIN-again", same_fault_as=first.id)
    report = Report([first, again], [made_up(first), made_up(again)])
    assert "2 known errata from 1 distinct fault, corrected here" in headline(report)
    verdicts = [Verdict.NOT_REPRODUCED, Verdict.NO_POWER]
    small = [replace(r, verdict=v) for r, v in zip(report.results[:2], verdicts, strict=True)]
    words = headline(replace(report, results=[*small, *report.results[2:]]))
    assert "; 1 not reproduced by small networks that stand in for large ones; 1 that such" in words
    _, root, _ = page_of(report, tmp_path)
    links = [n.attributes["href"] for n in only(root, id="CHAIN-again").find("a")]
    assert f"#{first.id}" in links
    assert "same fault as" in only(root, id="CHAIN-again").text
    assert "same fault as" not in only(root, id=first.id).text


def test_a_reconstructed_statement_is_tagged_and_counted(tmp_path):
    claims = [all_claims()["LOOP-B-TAB1"]]
    report = Report(claims, [made_up(c) for c in claims])
    assert "1 of them on reconstructed tables" in headline(report)
    _, root, _ = page_of(report, tmp_path)
    assert "reconstructed" in only(root, id="LOOP-B-TAB1").attributes["data-tags"]


def test_surprises_lead_and_are_counted(cheap, tmp_path):
    results = [made_up(c, Verdict.UNKNOWN) for c in cheap.claims]
    _, root, _ = page_of(Report(cheap.claims, results), tmp_path)
    assert "6 verdicts are not as expected" in root.text
    for claim in cheap.claims:
        assert only(root, id=claim.id).attributes["data-tags"].endswith("not as expected")
    assert "Not as expected" in [n.text for n in root.find("h3")]


def test_loose_statements_stand_beside_their_exact_form(cheap, tmp_path):
    loose, exact = cheap.claims[2], cheap.claims[3]
    loose = replace(loose, imprecise=True, exact=exact.id, quote="of order one", reading="below 2")
    report = Report([loose, exact], [made_up(loose), made_up(exact)])
    _, root, _ = page_of(report, tmp_path)
    text = only(root, id=loose.id).text
    for words in ("imprecise", "of order one", "tested as", "below 2", "exact form", exact.id):
        assert words in text


def test_definitions_are_marked(cheap, tmp_path):
    told = replace(cheap.claims[2], definition=True)
    _, root, _ = page_of(Report([told], [made_up(told)]), tmp_path)
    assert only(root, id=told.id).attributes["data-tags"] == "definition"
    assert "definition" in only(root, id=told.id).text


def test_everything_is_escaped(cheap, tmp_path):
    claim = replace(
        cheap.claims[2],
        says=NASTY,
        quote=NASTY,
        reading=NASTY,
        why_sampled=NASTY,
        corrected_by=cheap.claims[3].id,
    )
    data = {"point": {NASTY: NASTY}, NASTY: NASTY, "wrong": [{NASTY: NASTY}], "deep": [NASTY]}
    result = made_up(claim, Verdict.REFUTED, data=data, summary=NASTY)
    text, root, _ = page_of(Report([claim], [replace(result, erratum=True)]), tmp_path)
    assert "<script>alert" not in text
    assert not list(root.find("img"))
    assert not [n for n in root.walk() if any(k.startswith("on") for k in n.attributes)]
    assert root.text.count("alert(1)") >= 8


# -- where each equation is ------------------------------------------------------------------------


def test_the_first_table_leads_from_an_equation_to_file_and_line(whole):
    _, root = whole
    assert next(root.find("table")).classes == ["places"]
    row = only(root, tag="tr", id="at-chain-eq-13")
    links = [n.attributes["href"] for n in row.find("a")]
    assert "#formula-chain-sharpness" in links
    assert "#CHAIN-E13" in links
    place = places.line_of("CHAIN-E13")
    assert place in row.text
    file, line = place.split(":")
    source = (places.ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert 'id="CHAIN-E13"' in source


def test_what_a_claim_was_found_to_read_is_linked(small):
    """The formulas are recorded while the claim runs: CHAIN-E13-sign reads the sharpness."""
    links = [n.attributes["href"] for n in only(small, id="CHAIN-E13-sign").find("a")]
    assert "#formula-chain-sharpness" in links
    row = only(small, tag="tr", id="at-chain-eq-13")
    assert row.text.count("chain-sharpness") == 1


def test_every_figure_is_in_the_row_of_its_place_and_of_its_claims():
    claim = SimpleNamespace(id="CHAIN-made-up", source=CHAIN.eq(3))
    figures = [
        SimpleNamespace(id="of-the-place", source=CHAIN.eq(3), claims=()),
        SimpleNamespace(id="of-the-claim", source=CHAIN.figure(1), claims=("CHAIN-made-up",)),
    ]
    rows = {row.where: row for row in places.table([], [claim], figures, reads={})}
    assert sorted(rows["eq. (3)"].figures) == ["of-the-claim", "of-the-place"]
    assert rows["figure 1"].figures == ["of-the-claim"]


def test_places_are_in_the_papers_order():
    names = ["beyond the paper (X-A)", "eq. (13)", "eq. (2)", "figure 1", "theorem 2", "eq. (10)"]
    expected = ["eq. (2)", "eq. (10)", "eq. (13)", "theorem 2", "figure 1"]
    assert sorted(names, key=places.rank) == [*expected, "beyond the paper (X-A)"]


def test_a_superseded_version_comes_last():
    order = places.paper_order()
    assert order[-1] == "looped-v0"
    assert set(order) == set(PAPERS)


# -- how it was made -------------------------------------------------------------------------------


def test_the_date_can_be_fixed_and_the_commit_is_the_checkout_s(monkeypatch, tmp_path):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert page_provenance(seed=3, command="c").date == "1970-01-01 00:00 UTC"
    assert commit(tmp_path) == ""
    (tmp_path / ".git").mkdir()
    assert commit(tmp_path) == ""  # an empty .git folder is no checkout


def test_a_failed_write_leaves_the_page_before_it(cheap, tmp_path, monkeypatch):
    path = tmp_path / "index.html"
    path.write_text("before")

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match=r"index\.html: No space"):
        write(cheap, path)
    assert path.read_text() == "before"
    assert [p.name for p in tmp_path.iterdir()] == ["index.html"]


def test_what_a_killed_run_left_is_swept(cheap, tmp_path):
    dead = subprocess.Popen(["true"])
    dead.wait()
    part_of(tmp_path / "index.html", dead.pid).write_text("half")
    page_of(cheap, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]


def test_entries_without_checks_are_enough(cheap, tmp_path):
    """A report from stored verdicts has entries without checks; equations are still shown."""
    claims = [c.entry for c in cheap.claims]
    _, root, _ = page_of(Report(claims, cheap.results), tmp_path)
    assert list(only(root, id="CHAIN-E5").find("math", display="block"))
