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
