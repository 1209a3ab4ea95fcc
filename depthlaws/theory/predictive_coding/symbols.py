"""The letters of predictive coding, each with one definition.

L layers of weights, so L - 1 hidden layers of width N; gamma = gamma0 N^d divides the output.
"""

from depthlaws.theory.symbolic.domain import POSITIVE, Interval
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.symbolic.symbols import declare

L = declare("L", "depth: layers of weights", integer=True, positive=True)
N = declare("N", "width: units of a hidden layer", integer=True, positive=True)
gamma0 = declare("gamma0", "richness: the output is divided by gamma0 N^d", positive=True)
alpha = declare("alpha", "depth exponent: a residual branch is multiplied by L^-alpha", real=True)
d = declare("d", "exponent of the width in the output scale", real=True)
v = declare("v", "width times initial variance of m W: 1, or 1/3 of Kaiming's law", positive=True)
p = declare("p", "probability", positive=True)
energy = declare(
    "energy", "equilibrated energy at the start; 1/2 for labels of size 1", positive=True
)
signal = declare(
    "signal", "r^T Phi r / samples^2, r the errors, Phi = x x^T / inputs", positive=True
)
s = declare("s", "rescaling of the equilibrated energy", positive=True)
beta = declare("beta", "step of gradient descent in inference", positive=True)
T = declare("T", "steps of inference", integer=True, positive=True)
kappa = declare("kappa", "condition number: largest over smallest eigenvalue", positive=True)

DEPTH = Interval(2, sp.oo, right_open=True, integer=True)
SUMMED_DEPTH = Interval(2, 10**5, integer=True)  # where every layer is a term
WIDTH = Interval(1, sp.oo, right_open=True, integer=True)
STEPS = Interval(1, sp.oo, right_open=True, integer=True)
OUTPUT_EXPONENT = Interval(0, 1)
DEPTH_EXPONENT = Interval(0, 2)
SIZES = {N: WIDTH, L: DEPTH, gamma0: POSITIVE}
