"""Every theorem twice: as the ledger judges it, and as a Hypothesis property of its own."""

import functools

import pytest
from hypothesis import settings

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.ledger import all_claims, book
from depthlaws.claims.engine.names_used import readable, reads
from depthlaws.claims.engine.run_checks import run_claim
from depthlaws.claims.engine.sampling import cases
from depthlaws.claims.strategies import points
from depthlaws.theory import formulas
from tests import snapshots, tolerances
from tests.report.pages import two_sided
from tests.theory.deciding import assert_decided
from tests.verdicts import SEEDS

CLAIMS = all_claims()
READABLE = functools.cache(lambda: readable(book()))
STATEMENTS = {
    f"{claim.id}-{i}": check
    for claim in CLAIMS.values()
    for i, check in enumerate((*claim.checks, *claim.cross_checks))
    if isinstance(check, Property) and not claim.erratum
    if cases(check.domain) > check.n  # of fewer, the ledger runs each and every one
}


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_comes_out_as_recorded(name, judged, snapshot):
    """Green, or refuted for a statement printed wrong, with evidence of every check.

    Under every seed asked for: checks that drew nothing from the first seed are not run again.
    Equations that the page shows have two sides.
    """
    claim, texts = CLAIMS[name], set()
    result = judged(claim)
    for seed in SEEDS:
        if seed != SEEDS[0]:
            result = run_claim(claim, seed=seed, known=result)
        report = [f"{e.check}: {e.verdict}, {e.summary}, {dict(e.data)}" for e in result.evidence]
        assert result.as_expected, "\n".join(report)
        assert not [*tolerances.unused(claim, result)]
        assert len(result.evidence) == len(claim.checks)
        assert not claim.erratum or any(e.data for e in result.evidence if not e.verdict.green)
        texts.add(snapshots.of_claim(claim, result))
    assert {*result.reads} <= READABLE()[name], "claims.engine.names_used: it reads other formulas"
    assert all(two_sided(e.equation) for e in result.evidence if e.equation)
    assert "\n".join(texts) == snapshot.use_extension(snapshots.LineEach)


@pytest.mark.parametrize("name", [c.id for c in CLAIMS.values() if c.erratum])
def test_every_erratum_names_its_correction(name):
    correction = CLAIMS[CLAIMS[name].corrected_by]
    assert not correction.erratum


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements_are_properties(name):
    """Hypothesis looks for a counterexample among the ends of the domain and near them."""
    check = STATEMENTS[name]

    def holds(point):
        result = check.holds(**point)
        assert result is not False
        return result is not None

    assert_decided(
        holds, 3, points(check.domain), of=lambda n: settings(max_examples=n, deadline=None)
    )


def test_every_formula_is_read_by_a_claim(judged):
    """Claims whose source names a formula are run first, then those that may read it otherwise."""
    named, unread = reads(), set(formulas())
    for formula in formulas():
        claims = [name for name in CLAIMS if formula in READABLE()[name]]
        for name in sorted(claims, key=lambda name, of=formula: of not in named[name]):
            if formula not in unread:
                break
            unread -= {*judged(CLAIMS[name]).reads}
    assert unread == set()
