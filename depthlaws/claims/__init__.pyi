"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.claims import strategies as strategies
from depthlaws.claims.engine.ledger import all_claims as all_claims, claim as claim, select as select
from depthlaws.claims.engine.mutants import mutate as mutate
from depthlaws.claims.engine.records import Claim as Claim, Result as Result, Verdict as Verdict
from depthlaws.claims.engine.report import Report as Report
from depthlaws.claims.engine.verify_claims import verify as verify
