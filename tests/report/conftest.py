"""A report made of real cheap claims, and one of every claim there is with made-up results."""

import pytest

from depthlaws.claims.engine.judge import run_claim
from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.report import Report
from tests.report.pages import made_up

CHEAP = ("CHAIN-E13", "CHAIN-E13-sign", "CHAIN-E5", "CHAIN-I9", "LOOP-A-D1", "LOOP-A-D1-uncentred")


@pytest.fixture(scope="session")
def cheap():
    """Report of a few claims that were really run: an erratum and a loose sentence among them."""
    claims = [all_claims()[name] for name in CHEAP]
    return Report(claims, [run_claim(c) for c in claims])


@pytest.fixture(scope="session")
def everything():
    """Report of every claim, each with the verdict that it should have, and nothing run."""
    claims = list(all_claims().values())
    return Report(claims, [made_up(c) for c in claims])
