"""What claims say about papers is no more than what they show."""

from depthlaws.claims.engine.ledger import all_claims

CLAIMS = all_claims()


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
