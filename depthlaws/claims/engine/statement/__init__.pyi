"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.claims.engine.statement.clauses import AtMost as AtMost, Cases as Cases, Clause as Clause, Differs as Differs, Equal as Equal, Exactly as Exactly, Induction as Induction, Less as Less, Rounds as Rounds, Step as Step, induction as induction, step as step
from depthlaws.claims.engine.statement.domains import Domain as Domain, above as above, at_least as at_least, below as below, gaussian as gaussian, interval as interval, naturals as naturals, nonnegative as nonnegative, of_interval as of_interval, one_of as one_of, positive as positive, reals as reals, span as span
from depthlaws.claims.engine.statement.expressions import Array as Array, Index as Index, Tree as Tree, tree as tree
from depthlaws.claims.engine.statement.functions import Abs as Abs, LambertW as LambertW, Max as Max, Min as Min, erf as erf, exp as exp, half as half, log as log, pi as pi, rational as rational, sqrt as sqrt, tanh as tanh
from depthlaws.claims.engine.statement.growth import Growth as Growth
from depthlaws.claims.engine.statement.language import Mean as Mean, array as array, arrays as arrays, both as both, either as either, index as index, indices as indices, negated as negated, registered as registered, same as same, scalars as scalars, slope as slope, total as total
from depthlaws.claims.engine.statement.statement import Statement as Statement
