"""Pages of the site that are written from the records; Sphinx itself runs in ``make docs``."""

import re
from pathlib import Path

import pytest

from depthlaws import claims, parametrization, theory
from depthlaws.theory.papers import PAPERS

SITE = Path(__file__).parent.parent / "docs" / "site"


@pytest.fixture(scope="module")
def site():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SITE)
        import build_site
        import record_pages

        yield build_site, record_pages


@pytest.fixture(scope="module")
def pages(site):
    return site[1].pages()


@pytest.mark.slow
def test_every_claim_and_formula_is_on_the_page_that_links_lead_to(site, pages):
    for name, place in site[1].places().items():
        page, _, anchor = place.partition("#")
        text = pages[f"reference/{page}"]
        assert f'id="{anchor}"' in text or f"\n## {name}\n" in text, name


@pytest.mark.slow
def test_every_claim_has_a_recorded_verdict(site, pages):
    assert {*claims.all_claims()} <= {*site[1].verdicts()}
    errata = sum(c.erratum for c in claims.all_claims().values())
    text = "".join(text for name, text in pages.items() if "claims-" in name)
    assert text.count("· erratum") == errata
    assert 'class="verdict UNKNOWN"' not in text


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


@pytest.mark.slow
def test_every_paper_with_formulas_has_a_page_of_them(pages):
    for paper in PAPERS:
        page = pages.get(f"reference/formulas-{paper}.md", "")
        headings = re.findall(r"^## (\S+)$", page, flags=re.MULTILINE)
        assert headings == [*theory.formulas(paper)]


def test_ids_in_code_become_links_but_not_in_examples(site):
    places = {"CHAIN-X": "claims-chain.md#chain-x"}
    text = "See `CHAIN-X`.\n\n```\n`CHAIN-X`\n```\n"
    linked = site[0].linked(text, "how-to/page.md", places)
    assert 'href="../reference/claims-chain.html#chain-x"' in linked
    assert linked.endswith("```\n`CHAIN-X`\n```\n")


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
