"""Every theorem twice over: as the ledger judges it, and as a Hypothesis property of its own."""

import pytest
from hypothesis import given, settings

from depthlaws.claims.engine import run as engine
from depthlaws.claims.engine.checks import Property
from depthlaws.claims.strategies import points

CLAIMS = engine.all_claims()
STATEMENTS = {
    f"{claim.id}-{i}": check
    for claim in CLAIMS.values()
    for i, check in enumerate((*claim.checks, *claim.cross_checks))
    if isinstance(check, Property) and check.domain and not claim.erratum
}


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_comes_out_as_recorded(name):
    """Green, or for a statement printed wrong refuted, with evidence of every check."""
    claim = CLAIMS[name]
    result = engine.run_claim(claim)
    report = [f"{e.check}: {e.verdict}, {e.summary}, {dict(e.data)}" for e in result.evidence]
    assert result.as_expected, "\n".join(report)
    assert len(result.evidence) == len(claim.checks)


@pytest.mark.parametrize("name", [c.id for c in CLAIMS.values() if c.erratum])
def test_every_erratum_has_a_counterexample_and_a_green_correction(name):
    claim = CLAIMS[name]
    evidence = [e for e in engine.run_claim(claim).evidence if not e.verdict.green]
    assert any(e.data for e in evidence)
    assert claim.corrected_by in CLAIMS
    assert not CLAIMS[claim.corrected_by].erratum


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements_are_properties(name):
    """Hypothesis looks for a counterexample among the ends of the domain and near them."""
    check = STATEMENTS[name]

    @settings(max_examples=3, deadline=None)
    @given(points(check.domain))
    def holds(point):
        assert check.holds(**point) is not False

    holds()
