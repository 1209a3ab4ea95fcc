"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.claims.engine.checks.certify import Certify as Certify
from depthlaws.claims.engine.checks.exhaustive import Exhaustive as Exhaustive
from depthlaws.claims.engine.checks.identity import Identity as Identity
from depthlaws.claims.engine.checks.inequality import Inequality as Inequality
from depthlaws.claims.engine.checks.property import Property as Property
from depthlaws.claims.engine.checks.proportion import Proportion as Proportion
from depthlaws.claims.engine.checks.quoted import Quoted as Quoted
from depthlaws.claims.engine.checks.sampled import Sampled as Sampled
from depthlaws.claims.engine.closure import Sources as Sources
from depthlaws.claims.engine.extremes import largest as largest
from depthlaws.claims.engine.extremes import smallest as smallest
from depthlaws.claims.engine.gaussian import gaussian_mean as gaussian_mean
from depthlaws.claims.engine.laws import law as law
from depthlaws.claims.engine.laws import symbol as symbol
from depthlaws.claims.engine.ledger import all_claims as all_claims
from depthlaws.claims.engine.ledger import claim as claim
from depthlaws.claims.engine.ledger import entries as entries
from depthlaws.claims.engine.ledger import modules as modules
from depthlaws.claims.engine.ledger import select as select
from depthlaws.claims.engine.mutants import MutantReport as MutantReport
from depthlaws.claims.engine.mutants import Outcome as Outcome
from depthlaws.claims.engine.mutants import Sensitivity as Sensitivity
from depthlaws.claims.engine.mutants import Status as Status
from depthlaws.claims.engine.mutants import mutate as mutate
from depthlaws.claims.engine.orbits import Orbit as Orbit
from depthlaws.claims.engine.orbits import Root as Root
from depthlaws.claims.engine.orbits import quoted_roots as quoted_roots
from depthlaws.claims.engine.reading import reads as reads
from depthlaws.claims.engine.records import Check as Check
from depthlaws.claims.engine.records import Claim as Claim
from depthlaws.claims.engine.records import Claims as Claims
from depthlaws.claims.engine.records import Context as Context
from depthlaws.claims.engine.records import Evidence as Evidence
from depthlaws.claims.engine.records import Result as Result
from depthlaws.claims.engine.records import Verdict as Verdict
from depthlaws.claims.engine.run import verify as verify

__all__ = [
    "Certify",
    "Check",
    "Claim",
    "Claims",
    "Context",
    "Evidence",
    "Exhaustive",
    "Identity",
    "Inequality",
    "MutantReport",
    "Orbit",
    "Outcome",
    "Property",
    "Proportion",
    "Quoted",
    "Result",
    "Root",
    "Sampled",
    "Sensitivity",
    "Sources",
    "Status",
    "Verdict",
    "all_claims",
    "claim",
    "entries",
    "gaussian_mean",
    "largest",
    "law",
    "modules",
    "mutate",
    "quoted_roots",
    "reads",
    "select",
    "smallest",
    "symbol",
    "verify",
]
