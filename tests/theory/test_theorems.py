"""Every theorem twice over: as the ledger judges it, and as a Hypothesis property of its own."""

import pytest
from hypothesis import settings

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.judge import run_claim
from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.sampling import cases
from depthlaws.claims.strategies import points
from tests import second_entry, tolerances
from tests.report.pages import two_sided
from tests.theory.deciding import assert_decided
from tests.verdicts import SEEDS

CLAIMS = all_claims()
STATEMENTS = {
    f"{claim.id}-{i}": check
    for claim in CLAIMS.values()
    for i, check in enumerate((*claim.checks, *claim.cross_checks))
    if isinstance(check, Property) and not claim.erratum
    if cases(check.domain) > check.n  # of fewer, the ledger runs each and every one
}


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_comes_out_as_recorded(name, judged):
    """Green, or for a statement printed wrong refuted, with evidence of every check.

    Under every seed asked for: what drew nothing from the first is not asked again. Equations
    that the page shows have two sides. The verdict and the number of cases are those entered twice.
    """
    claim = CLAIMS[name]
    result = judged(claim)
    for seed in SEEDS:
        if seed != SEEDS[0]:
            result = run_claim(claim, seed=seed, known=result)
        report = [f"{e.check}: {e.verdict}, {e.summary}, {dict(e.data)}" for e in result.evidence]
        assert result.as_expected, "\n".join(report)
        assert not [*tolerances.unused(claim, result)]
        assert len(result.evidence) == len(claim.checks)
        assert not claim.erratum or any(e.data for e in result.evidence if not e.verdict.green)
        assert second_entry.result_of(name) in {"", second_entry.of_result(result)}
    assert all(two_sided(e.equation) for e in result.evidence if e.equation)


@pytest.mark.parametrize("name", [c.id for c in CLAIMS.values() if c.erratum])
def test_every_erratum_names_its_correction(name):
    correction = CLAIMS[CLAIMS[name].corrected_by]
    assert not correction.erratum


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements_are_properties(name):
    """Hypothesis looks for a counterexample among the ends of the domain and near them."""
    check = STATEMENTS[name]

    def holds(point):
        found = check.holds(**point)
        assert found is not False
        return found is not None

    assert_decided(
        holds, 3, points(check.domain), of=lambda n: settings(max_examples=n, deadline=None)
    )
