"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.claims import strategies as strategies
from depthlaws.claims.engine.ledger import all_claims as all_claims
from depthlaws.claims.engine.ledger import claim as claim
from depthlaws.claims.engine.ledger import select as select
from depthlaws.claims.engine.mutants import mutate as mutate
from depthlaws.claims.engine.records import Claim as Claim
from depthlaws.claims.engine.records import Result as Result
from depthlaws.claims.engine.records import Verdict as Verdict
from depthlaws.claims.engine.report import Report as Report
from depthlaws.claims.engine.run import verify as verify

__all__ = [
    "Claim",
    "Report",
    "Result",
    "Verdict",
    "all_claims",
    "claim",
    "mutate",
    "select",
    "strategies",
    "verify",
]
