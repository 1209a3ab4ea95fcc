"""The letters of one-step updates, each with one definition.

z is the state of width n, S_l the mean square change of a coordinate by one step of size 1.
"""

from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE, Interval
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.symbolic.symbols import declare

l = declare("l", "depth unit, counted from the input", integer=True, positive=True)
L = declare("L", "depth units of the network", integer=True, positive=True)
L0 = declare("L0", "depth units of the network that was tuned", integer=True, positive=True)
K = declare("K", "residual blocks", integer=True, positive=True)
n = declare("n", "width", positive=True)
m = declare("m", "outputs", positive=True)
q = declare("q", "gate moment E phi'(Z)^2 (1/2 for ReLU, 1 for a linear network)", positive=True)
h = declare("h", "mean square of an output", positive=True)
variance = declare("variance", "variance of the labels", positive=True)
kappa = declare(
    "kappa", "E phi'^4 / (E phi'^2)^2 (2 for ReLU, 1 for a linear network)", positive=True
)
delta = declare(
    "delta", "growth of the normalised second moment of J J^T in one unit", nonnegative=True
)
a2 = declare("a2", "square of the skip's factor a", nonnegative=True)
b2 = declare("b2", "energy b^2 of a branch", nonnegative=True)
c = declare("c", "n K Var W of a residual branch", positive=True)
t = declare("t", "depth over width", positive=True)
T = declare("T", "total branch scale eps K", nonnegative=True)
s = declare("s", "weight scale: entries of W have variance s^2 / width", nonnegative=True)
N = declare("N", "sites of a grid, along its axis", integer=True, positive=True)
W = declare("W", "sites of a grid, along its other axis", integer=True, positive=True)
r = declare("r", "reach of a kernel: offsets -r, ..., r", integer=True, nonnegative=True)
w = declare("w", "reach of a kernel along the other axis", integer=True, nonnegative=True)
C = declare("C", "classes", integer=True, positive=True)
S = declare("S", "update energy of one layer", positive=True)
R = declare("R", "sum of the inverse energies of the other layers", positive=True)

COUNT = Interval(1, sp.oo, right_open=True, integer=True)
REACH = Interval(0, sp.oo, right_open=True, integer=True)
KURTOSIS = Interval(1, sp.oo, right_open=True)
GROWTH = NONNEGATIVE
SCALE = POSITIVE
