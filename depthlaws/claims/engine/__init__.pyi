"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.claims.engine.checks.at_size import AtSize as AtSize
from depthlaws.claims.engine.checks.certify import Certify as Certify
from depthlaws.claims.engine.checks.each_reading import EachReading as EachReading
from depthlaws.claims.engine.checks.exhaustive import Exhaustive as Exhaustive
from depthlaws.claims.engine.checks.identity import Identity as Identity
from depthlaws.claims.engine.checks.inequality import Inequality as Inequality
from depthlaws.claims.engine.checks.interval_at_size import IntervalAtSize as IntervalAtSize
from depthlaws.claims.engine.checks.property import Property as Property
from depthlaws.claims.engine.checks.proportion import Proportion as Proportion
from depthlaws.claims.engine.checks.quoted import Quoted as Quoted
from depthlaws.claims.engine.checks.sampled import Sampled as Sampled
from depthlaws.claims.engine.checks.smallest import Smallest as Smallest
from depthlaws.claims.engine.formula_expressions import law as law, looked_up as looked_up, symbol as symbol
from depthlaws.claims.engine.ledger import all_claims as all_claims, claim as claim, entries as entries, modules as modules, select as select
from depthlaws.claims.engine.mutants import MutantReport as MutantReport, Outcome as Outcome, Sensitivity as Sensitivity, Status as Status, mutate as mutate
from depthlaws.claims.engine.names_used import reads as reads
from depthlaws.claims.engine.recorded import Recorded as Recorded
from depthlaws.claims.engine.records import Check as Check, Claim as Claim, Claims as Claims, Context as Context, Evidence as Evidence, Result as Result
from depthlaws.claims.engine.roots_and_orbits import Orbit as Orbit, Root as Root, quoted_roots as quoted_roots
from depthlaws.claims.engine.stated import D as D, at as at, gaussian_mean as gaussian_mean, integral as integral, jacobian as jacobian, largest as largest, lim as lim, smallest as smallest, total as total, worked_out as worked_out
from depthlaws.claims.engine.verdicts import Verdict as Verdict
from depthlaws.claims.engine.verify_claims import verify as verify
