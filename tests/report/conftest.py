"""Fixtures: a report of a few verified claims, and one of all claims with made-up results."""

import pytest

from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.report import Report
from depthlaws.claims.engine.run_checks import run_claim
from tests.report.pages import made_up

CHEAP = ("CHAIN-E13", "CHAIN-E13-sign", "CHAIN-E5", "CHAIN-I9", "LOOP-A-D1", "LOOP-A-D1-uncentred")


@pytest.fixture(scope="session")
def cheap():
    """Report of a few verified claims, an erratum among them."""
    claims = [all_claims()[name] for name in CHEAP]
    return Report(claims, [run_claim(c) for c in claims])


@pytest.fixture(scope="session")
def everything():
    """Report of every claim with the expected verdict; no check is run."""
    claims = list(all_claims().values())
    return Report(claims, [made_up(c) for c in claims])
