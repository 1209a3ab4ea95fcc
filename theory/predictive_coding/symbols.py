"""The letters of predictive coding, each with one definition.

L layers of weights, so L - 1 hidden layers of width N; gamma = gamma0 N^d divides the output.
"""

from depthlaws.theory.symbolic.deferred import sp
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.symbols import declare

L = declare("L", "depth: layers of weights", integer=True, positive=True)
N = declare("N", "width: units of a hidden layer", integer=True, positive=True)
gamma0 = declare("gamma0", "richness: the output is divided by gamma0 N^d", positive=True)
alpha = declare("alpha", "depth exponent: a residual branch is multiplied by L^-alpha", real=True)
d = declare("d", "exponent of the width in the output scale", real=True)
kappa = declare("kappa", "condition number: largest over smallest eigenvalue", positive=True)

DEPTH = Interval(2, sp.oo, right_open=True, integer=True)
WIDTH = Interval(1, sp.oo, right_open=True, integer=True)
