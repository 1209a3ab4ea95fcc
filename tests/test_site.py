"""Pages of the manual that are written from the records; Sphinx itself runs in ``make docs``."""

import inspect
import re
from pathlib import Path

import pytest

from depthlaws import claims, parametrization, theory

SITE = Path(__file__).parent.parent / "docs" / "site"


@pytest.fixture(scope="module")
def site():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SITE)
        import build_site
        import explained_words
        import record_pages
        import search_entries

        yield build_site, record_pages, search_entries, explained_words


@pytest.fixture(scope="module")
def pages(site):
    return site[1].pages()


def test_every_claim_and_formula_has_an_address_in_the_site(site):
    places = site[1].places()
    assert {*places} == {*claims.all_claims(), *theory.formulas()}
    assert places["CHAIN-E13"] == "CHAIN-E13.html"
    assert places["chain-sharpness"] == "chain-formulas.html#formula-chain-sharpness"


@pytest.mark.parametrize("subject", theory.SUBJECTS)
def test_the_reference_has_every_public_function_and_record(pages, subject):
    module = getattr(theory, subject)
    kinds = inspect.isfunction, inspect.isclass
    public = {n for n in module.__all__ if any(fits(getattr(module, n)) for fits in kinds)}
    page = pages[f"reference/{subject}.rst"]
    written = re.findall(rf"^.. auto(?:function|class):: depthlaws.{subject}\.(\w+)$", page, re.M)
    assert sorted(written) == sorted(public)
    assert {*re.findall(r":py:obj:`~depthlaws.\w+\.(\w+)`", page)} == public


def test_headings_and_functions_of_a_page_are_entries_of_the_search(site, tmp_path):
    (tmp_path / "how-to").mkdir()
    (tmp_path / "how-to/questions.html").write_text(
        '<nav>left out</nav><article><section id="top"><h1>Ten<a class="headerlink">¶</a></h1>'
        '<p>First.</p><section id="lora"><h2>And LoRA?</h2><p>The <em>first</em> factor.</p>'
        '<dl class="py"><dt class="sig" id="a.b"><code>a.b(x)</code></dt><dd>What.</dd></dl>'
        "</section></section></article>"
    )
    found = site[2].entries(tmp_path)
    assert [(e["kind"], e["title"], e["address"], e["text"]) for e in found] == [
        ("page", "Ten", "manual/how-to/questions.html", "First."),
        ("question", "And LoRA?", "manual/how-to/questions.html#lora", "The first factor."),
        ("function", "a.b", "manual/how-to/questions.html#a.b", "What."),
    ]


def test_the_first_use_of_a_verdict_is_explained(site):
    page = (
        "<h1>PROVED</h1><p>PROVED, EXACT IN CASES, PROVED. <code>EXACT</code></p><pre>EXACT</pre>"
    )
    told = re.findall(r'data-means="([^:]+): [^"]+">([^<]+)<', site[3].explained(page))
    assert told == [("PROVED", "PROVED"), ("EXACT IN CASES", "EXACT IN CASES"), ("EXACT", "EXACT")]
    assert "<pre>EXACT</pre>" in site[3].explained(page)
    glossary = site[3].explained("<p>An untied network, a tied one, a tied-up one.</p>")
    assert "untied: a fresh matrix for each step" in glossary
    assert glossary.count("data-means") == 2


@pytest.mark.slow
def test_every_claim_beyond_the_papers_is_named_where_its_key_is_derived(site, pages):
    """A key has one section, and the section names each of its claims."""
    records = site[1]
    derived = records.derivations()
    used = set()
    for claim in claims.all_claims().values():
        for key in records.keys_of(claim):
            _, text = derived[claim.source.paper, key]
            assert f"`{claim.id}`" in text, key
            assert f"`{claim.id}`" in pages["reference/keys.md"]
            used.add((claim.source.paper, key))
    assert used == {*derived}, "a section without a claim"


def test_a_key_that_is_derived_twice_is_named(site, tmp_path, monkeypatch):
    folder = tmp_path / "docs/derivations"
    folder.mkdir(parents=True)
    page = "# Notes\n\nNotes on the paper `chain`.\n\n## X-B, X-C: first\n\n## X-B: second\n"
    (folder / "notes.md").write_text(page)
    monkeypatch.setattr(site[1], "ROOT", tmp_path)
    with pytest.raises(ValueError, match=r"'X-B'\) is derived in notes.md#x-b-x-c-first and in"):
        site[1].derivations()


def test_ids_in_code_become_links_but_not_in_examples(site):
    places = {"CHAIN-X": "CHAIN-X.html"}
    text = "See `CHAIN-X`.\n\n```\n`CHAIN-X`\n```\n"
    linked = site[0].linked(text, "how-to/page.md", places)
    assert 'href="../../CHAIN-X.html"' in linked
    assert linked.endswith("```\n`CHAIN-X`\n```\n")


def test_links_to_pages_outside_of_docs_lead_to_the_site_from_every_folder(site):
    text = "[a](../../CONTRIBUTING.md#a-claim-one-file), [b](CHANGELOG.md), [c](../tutorials/x.py)"
    linked = site[0].site_links(text)
    assert (
        linked
        == "[a](/contributing.md#a-claim-one-file), [b](/changelog.md), [c](../tutorials/x.md)"
    )


def test_a_link_to_nothing_is_named(site, tmp_path):
    text = '<p id="here"><a href="#here"></a><a href="b.html#there"></a><a href="c.html"></a></p>'
    (tmp_path / "a.html").write_text(text)
    (tmp_path / "b.html").write_text("<p></p>")
    assert site[0].broken_links(tmp_path) == ["a.html: b.html#there", "a.html: c.html"]


MODELS = {
    "pre-norm transformer": "pre-norm",
    "looped transformer": "looped",
    "post-norm transformer": "post-norm",
    "ResNet, blocks of two or three layers": "resnet",
    "residual MLP, blocks of one layer": "residual-mlp",
    "network without skips": "mlp",
}
MOVES = {
    "width": {"width": 256, "to_width": 1024},
    "layers": {"to_layers": 48},
    "loops": {"to_loops": 8},
}


def test_the_page_on_laws_names_those_that_transfer_recommends():
    text = (SITE.parent / "how-to/which-law.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip(" `") for cell in row.split("|")[1:-1]]
        for row in re.findall(r"^\|.*\|$", text, flags=re.MULTILINE)[2:]
    ]
    named = [row for row in rows if row[0] in MODELS]
    assert len(named) == len(rows) - 1  # not: any transformer under SGD
    for model, optimizers, changes, law in named:
        every = ["adamw", "sgd", "muon"] if optimizers == "any" else optimizers.lower().split(", ")
        for optimizer in every:
            muon = {"muon_rate": 0.02} if optimizer == "muon" else {}
            for change in changes.split(", "):
                given = {"optimizer": optimizer, "model": MODELS[model], **MOVES[change], **muon}
                moves = parametrization.transfer(1e-3, layers=12, **given)
                chosen = moves.recommended.law.name if moves.recommended else "none"
                assert chosen == law, (model, optimizer, change)
