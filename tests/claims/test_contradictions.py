"""Claims about one quantity, each asked at the points of the others."""

from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.statement.contradictions import contradictions

CLAIMS = all_claims()
ABOUT = {
    name: claim.statement
    for name, claim in CLAIMS.items()
    if claim.statement is not None and claim.statement.about is not None
}


def test_green_claims_about_one_quantity_agree():
    green = {name: said for name, said in ABOUT.items() if not CLAIMS[name].erratum}
    assert len(green) > 3
    assert list(contradictions(green)) == []


def test_an_erratum_contradicts_its_correction_at_a_point_of_that():
    for name in ABOUT:
        correction = CLAIMS[name].corrected_by
        if correction in ABOUT:
            pair = {name: ABOUT[name], correction: ABOUT[correction]}
            assert [(one, two) for one, two, _ in contradictions(pair)] == [(name, correction)]
