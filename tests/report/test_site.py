"""The pages of ``depthlaws report``: addresses, search, sizes, accessibility."""

import json
import re
from pathlib import Path
from urllib.parse import urldefrag

import pytest

from depthlaws.claims.coverage import counts_of, sentences
from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.records import FAULTS, Verdict
from depthlaws.claims.engine.report import Report, counted_errata
from depthlaws.claims.engine.run_checks import run_claim
from depthlaws.report.explorers import EXPLORERS
from depthlaws.report.landing import LOOPS, chosen
from depthlaws.report.places import rank
from depthlaws.report.site import write_site
from depthlaws.report.words import WORDS
from depthlaws.theory import formulas
from tests.report import browser, pyodide
from tests.report.pages import PAPERS, made_up, parsed

KINDS_OF_PAGES = (
    "index", "find", "gallery", "chain",
    "pc", "pc-errata", "pc-places", "looped-formulas",
    "CHAIN-E13", "CHAIN-E5", "figure-chain-fig3", "explore",
    *(f"explore-{one.id}" for one in EXPLORERS),
)  # fmt: skip
DARK = ("--blink-settings=preferredColorScheme=0",)
LARGEST_NODES, LARGEST_TAB_STOPS = 15_000, 200
AXE = pyodide.FOLDER / "node_modules" / "axe-core" / "axe.min.js"
FOCUSABLE = {"a", "input", "select", "button", "summary", "textarea"}


def index(site):
    text = (site / "index.js").read_text(encoding="utf-8")
    return json.loads(text.removeprefix("window.depthlawsIndex = ").rstrip(";\n"))


# -- addresses -------------------------------------------------------------------------------------


def test_every_claim_figure_and_paper_has_its_address(site):
    named = {f"{name}.html" for name in (*all_claims(), *PAPERS, "index", "find", "404")}
    named |= {f"figure-{name}.html" for name in chosen()}
    assert named <= {p.name for p in site.glob("*.html")}


def test_every_link_has_its_target_and_none_leaves_the_folder(site, trees):
    ids = {
        name: {n.attributes["id"] for n in root.walk() if "id" in n.attributes}
        for name, root in trees.items()
    }
    for name, root in trees.items():
        assert len(ids[name]) == sum("id" in n.attributes for n in root.walk()), name
        links = [n.attributes[a] for n in root.walk() for a in ("href", "src") if a in n.attributes]
        for link in links:
            assert ":" not in link, (name, link)
            page, anchor = urldefrag(link)
            page = page.partition("?")[0]
            assert (site / page).exists(), (name, link)
            assert not anchor or anchor in ids[page or name], (name, link)


def test_the_index_leads_to_pages_that_exist(site, trees):
    known = index(site)
    pages = {p.name for p in site.glob("*.html")}
    anchors = {
        f"{name}#{n.attributes['id']}" for name, root in trees.items()
        for n in root.walk() if "id" in n.attributes
    }  # fmt: skip
    addresses = [entry["address"] for entry in known["entries"]]
    missing = set(addresses) - anchors - pages
    assert not missing
    for old in ("at-chain-eq-13", "paper-pc", "figures-ammup", "panel", "formula-chain-sharpness"):
        assert known["moved"][old] in anchors | pages


def test_an_entry_of_the_index_leads_to_the_page_with_its_title(site, trees):
    """Not only to one that exists: its heading, or what stands at the anchor, has the title."""
    seen, entries = 0, index(site)["entries"]
    assert len({entry["address"] for entry in entries}) == len(entries)  # a page for each
    for entry in entries:
        page, anchor = urldefrag(entry["address"])
        if page in trees and page != "gallery.html" and entry["title"] not in entry["address"]:
            parts = [{"id": anchor}] if anchor else [{"tag": "h1"}, {"tag": "title"}]
            head = " ".join(next(trees[page].find(**part)).text for part in parts)
            assert words_of(entry["title"]) <= words_of(head), (entry, head[:300])
            seen += 1
    assert seen >= 2 * len(PAPERS) + len(EXPLORERS)


def test_every_page_is_found_by_the_search(site):
    """Of every kind: the index leads to each page but those that lead to all others."""
    found = {urldefrag(entry["address"])[0] for entry in index(site)["entries"]}
    lists = {"index", "find", "404", "explore", *(f"{paper}-places" for paper in PAPERS)}
    assert {p.name for p in site.glob("*.html")} - found == {f"{name}.html" for name in lists}


def words_of(text):
    return {*re.findall(r"\w+", text.lower())}


def test_papers_and_their_explorers_name_each_other(trees):
    def linked(page, kind):
        (main,) = trees[page].find("main")
        links = [a.attributes.get("href", "") for a in main.find("a")]
        return {link for link in links if re.fullmatch(kind, link)}

    for paper in PAPERS:
        theirs = {one.page for one in EXPLORERS if paper in one.papers}
        assert linked(f"{paper}.html", r"explore-\w+\.html") == theirs
        for page in theirs:
            assert f"{paper}.html" in linked(page, r"[\w-]+\.html")


def test_pages_of_an_earlier_report_go_and_foreign_files_stay(cheap, everything, tmp_path):
    write_site(cheap, tmp_path)
    (tmp_path / "mine.html").write_text("<p>kept")
    one = [all_claims()["CHAIN-I9"]]
    write_site(Report(one, [made_up(c) for c in one]), tmp_path)
    left = {p.name for p in tmp_path.glob("*.html")}
    assert {"CHAIN-I9.html", "mine.html"} <= left
    assert not {"CHAIN-E13.html", "looped-v0.html"} & left


# -- what they say ---------------------------------------------------------------------------------


def test_the_landing_page_has_one_sentence_a_picture_two_commands_and_ten_findings(trees):
    root = trees["index.html"]
    (about,) = [n for n in root.find("p") if "about" in n.classes]
    assert about.text.strip().count(". ") == 0
    (drawing,) = root.find("svg")
    assert len(list(drawing.find("circle"))) == 2 * len(LOOPS)
    asks = next(n for n in root.find("ul") if "asks" in n.classes)
    assert {link.attributes["href"] for link in asks.find("a")} == {one.page for one in EXPLORERS}
    commands = next(root.find("pre")).text
    assert re.findall(r"^make \w+", commands, re.MULTILINE) == ["make reproduce", "make test"]
    (findings,) = [n for n in root.find("ul") if "findings" in n.classes]
    assert len(list(findings.find("img"))) == len(chosen()) == 10


@pytest.mark.parametrize("paper", PAPERS)
def test_a_paper_has_its_statements_in_order_after_its_figures(trees, paper):
    root = trees[f"{paper}.html"]
    order = [n.attributes["id"] for n in root.walk() if "id" in n.attributes]
    shown = [n.attributes["id"] for n in root.walk() if "statement" in n.classes]
    assert set(shown) == {c.id for c in all_claims().values() if c.source.paper == paper}
    if "figures" in order:
        assert order.index("figures") < order.index(shown[0])
    assert order.index(shown[-1]) < order.index("coverage")
    for part in (n for n in root.walk() if "part" in n.classes):
        ids = [n.attributes["id"] for n in part.walk() if "statement" in n.classes]
        ranks = [rank(all_claims()[name].source.where) for name in ids]
        assert ranks == sorted(ranks), part.text[:80]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_paper_lists_its_sentences_with_status_and_claims(trees, paper):
    root, listed = trees[f"{paper}.html"], sentences(paper)
    rows = [row for body in root.find("tbody") for row in body.find("tr")]
    assert len(rows) == len(listed)
    for one, row in zip(listed, rows, strict=True):
        assert one.place in row.text
        assert {link.attributes["href"] for link in row.find("a")} == {
            f"{name}.html" for name in one.claims
        }
        status = [cell.text for cell in row.find("td")][1]
        assert status == one.status
    if listed:
        assert counts_of(one.status for one in listed) in root.text


def test_every_erratum_is_on_the_page_for_the_authors_once(trees):
    for claim in all_claims().values():
        if claim.erratum or claim.imprecise:
            (one,) = trees[f"{claim.source.paper}-errata.html"].find(id=claim.id)
            assert one.tag == ("li" if claim.same_fault_as else "article")
            assert one.tag == "li" or (claim.corrected_by or claim.exact) in one.text


def test_pages_terminal_and_readme_count_errata_alike(everything, trees):
    readme = " ".join((Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8").split())
    total = counted_errata(len(everything.errata), len(everything.faults))
    everywhere = f"{total}, {len(everything.imprecise)} imprecise"
    assert everywhere in readme
    assert everything.summary().endswith(total)
    assert f"{len(everything.imprecise)} imprecise" in everything.summary()
    landing = " ".join(trees["index.html"].text.split())
    assert f"; {total}, corrected here" in landing
    assert landing.index("Errata to print: looped, ") < landing.index("findings")
    assert f"{len(everything.imprecise)} of them imprecise as printed" in landing
    for paper in PAPERS:
        own = [c for c in all_claims().values() if c.source.paper == paper]
        wrong = [c for c in own if c.erratum]
        faults = {c.same_fault_as or c.id for c in wrong}
        words = counted_errata(len(wrong), len(faults), sum(c.imprecise for c in own))
        assert f"Errata of {paper}, to print: {words}" in landing
        assert f"Errata, to print: {words}" in trees[f"{paper}.html"].text
        page = trees[f"{paper}-errata.html"]
        (said,) = [n for n in page.find("p") if "headline" in n.classes]
        assert said.text == words
        cards = [n for n in page.find("article") if "fault-card" in n.classes]
        assert len(cards) == len(faults) + sum(c.imprecise for c in own)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_striking_faults_come_first(trees, paper):
    cards = [n for n in trees[f"{paper}-errata.html"].find("article") if "fault-card" in n.classes]
    claims = [all_claims()[n.attributes["id"]] for n in cards]
    kinds = [[*FAULTS].index(c.fault) for c in claims if c.erratum]
    assert kinds == sorted(kinds)
    assert [c.erratum for c in claims] == sorted((c.erratum for c in claims), reverse=True)
    places = [-sum(c.same_fault_as == one.id for c in all_claims().values()) for one in claims]
    weights = [*zip(kinds, places[: len(kinds)], strict=True)]
    assert weights == sorted(weights), "of one kind, a fault at more places comes first"
    numbers = [int(next(card.find("h3")).text.partition(".")[0]) for card in cards]
    loose = len(cards) - len(kinds)
    assert numbers == [*range(1, len(kinds) + 1), *range(1, loose + 1)]
    for card, claim in zip(cards, claims, strict=True):
        repeats = [n.attributes["id"] for n in card.find("li")]
        assert {*repeats} == {c.id for c in all_claims().values() if c.same_fault_as == claim.id}


def test_the_simplest_counterexample_comes_before_the_one_that_was_found(tmp_path):
    claims = [all_claims()[name] for name in ("CHAIN-I8", "CHAIN-I8-range")]
    write_site(Report(claims, [run_claim(claim) for claim in claims]), tmp_path)
    card = next(parsed((tmp_path / "chain-errata.html").read_text()).find(id="CHAIN-I8"))
    text = " ".join(card.text.split())
    simplest, found = text.index("Simplest counterexample"), text.index("Also found")
    assert simplest < text.index("3 (sharpness at") < text.index("is not at most 2") < found
    assert found < text.index("Would read") < text.index("Corrected")
    assert "counterexample by exact arithmetic; correction by symbolic proof" in text


def test_surprises_are_named_above_the_statements(cheap, tmp_path):
    write_site(Report(cheap.claims, [made_up(c, Verdict.UNKNOWN) for c in cheap.claims]), tmp_path)
    root = parsed((tmp_path / "chain.html").read_text(encoding="utf-8"))
    (title,) = root.find("h2", id="surprises")
    assert "CHAIN-E13" in title.parent.text


@pytest.mark.parametrize("word", WORDS)
def test_words_of_the_field_find_statements(site, word):
    terms = word.split()
    entries = [e for e in index(site)["entries"] if e["kind"] == "statement"]
    hits = [e for e in entries if all(term in f"{e['text']} {e['more']}".lower() for term in terms)]
    assert 1 <= len(hits) < len(all_claims()) / 2


# -- size ------------------------------------------------------------------------------------------


def test_no_page_is_large_and_statements_are_near_on_the_keyboard(trees):
    for name, root in trees.items():
        nodes = list(root.walk())
        assert len(nodes) <= LARGEST_NODES, name
        first = next((i for i, n in enumerate(nodes) if "statement" in n.classes), 0)
        stops = [n for n in nodes[:first] if n.tag in FOCUSABLE or "tabindex" in n.attributes]
        assert len(stops) <= LARGEST_TAB_STOPS, name


def test_formulas_of_every_paper_are_on_its_page(trees):
    for paper in PAPERS:
        laws = {f"formula-{name}" for name in formulas(paper)}
        root = trees.get(f"{paper}-formulas.html")
        assert laws == ({n.attributes["id"] for n in root.find("article")} if root else set())


# -- in a browser ----------------------------------------------------------------------------------


ADDRESSES = {  # address: what the page says in the end
    "index.html#CHAIN-E5": 'class="says"',
    "index.html#formula-chain-sharpness": "<title>Formulas of chain",
    "index.html#panel": "<title>What does gradient descent do",
    "index.html#CHAIN-E131": "There is no page “CHAIN-E131”",
    "index.html?find=AdamW": 'href="LOOP',
    "find.html?missing=chain-e13-sing": 'href="CHAIN-E13-sign.html"',
    "chain.html?verdict=REFUTED&find=chain-e13": f"1 of {len(all_claims('chain'))} statements",
    "explore-chain.html?k=3.1&L=6": "--depth 6 --scaled-rate 3.1 ",
    "explore-chain.html?L=5": "L must be one of 1, 2, 3, 4, 6,",
    "explore-looped.html?visits=2%2B4x16%2B2": "depthlaws loop --visits 2+4x16+2 --lam 1",
    "explore-transfer.html?optimizer=sgd&model=resnet": "laws fits this move of a ResNet",
}
LOOK = """
    const root = d.documentElement, said = {
        html: root.outerHTML, wide: root.scrollWidth - root.clientWidth, violations: [],
    };
    if (w.axe) said.violations = (await w.axe.run(d)).violations.map((v) =>
        [v.id, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160))]);
    return said;
"""
# Loads the accessibility tester, which stands in a file of its own.
WITH_AXE = """
    await new Promise((done) => {
        const script = d.createElement("script");
        script.onload = done;
        script.src = "axe.js";
        d.head.append(script);
    });
"""


@pytest.fixture(scope="module")
def seen(site):
    """Pages of every kind in a wide and in a narrow window, and what the addresses lead to."""
    pages = [f"{name}.html" for name in KINDS_OF_PAGES]
    look = LOOK
    if AXE.exists():
        (site / "axe.js").write_bytes(AXE.read_bytes())
        look = WITH_AXE + LOOK
    return {
        "addresses": browser.together(site, [*ADDRESSES], LOOK),
        1280: browser.together(site, pages, look),
        390: browser.together(site, pages, look, width=390, flags=DARK),
    }


@pytest.mark.browser
@pytest.mark.parametrize("address", ADDRESSES)
def test_addresses_lead_where_they_say(seen, address):
    assert ADDRESSES[address] in seen["addresses"][address]["html"]


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_is_wider_than_the_window(seen, width):
    assert {page: said["wide"] for page, said in seen[width].items() if said["wide"] > 0} == {}


@pytest.mark.browser
@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: make .pyodide/.ready")
@pytest.mark.parametrize("width", [1280, 390])  # light, and dark in the narrow window
def test_the_accessibility_tester_finds_nothing(seen, width):
    found = {page: said["violations"] for page, said in seen[width].items()}
    assert {page: violations for page, violations in found.items() if violations} == {}


@pytest.mark.parametrize("explorer", EXPLORERS, ids=lambda one: one.id)
def test_an_explorer_without_scripts_says_the_command(trees, explorer):
    root = trees[explorer.page]
    (said,) = root.find("noscript")
    assert "These commands answer the same" in said.text
    (commands,) = [n for n in root.find("pre") if "commands" in n.classes]
    assert commands.text == explorer.commands
