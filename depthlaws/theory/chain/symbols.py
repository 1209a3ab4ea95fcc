"""The letters of the scalar networks, each with one definition and unit, and where they may lie.

Moments are of the data (x, y): mu_yx = E[y x], mu_xx = E[x^2], mu_yy = E[y^2]. A network multiplies
its input by the total weight a; at the target a = r = mu_yx/mu_xx the loss is least.
"""

from depthlaws.theory.symbolic.domain import POSITIVE, Interval
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.symbolic.symbols import declare

# -- the network and its data ------------------------------------------------------------------

L = declare("L", "depth: number of layers, a real number from 1 on", positive=True)
L0 = declare("L0", "depth at which the learning rate was tuned (L is the new one)", positive=True)
w = declare("w", "weight of a layer", real=True)
w1 = declare("w1", "weight of the first of two layers", real=True)
w2 = declare("w2", "weight of the second of two layers", real=True)
w0 = declare("w0", "weight of every layer at the start", nonnegative=True)
b = declare("b", "factor by which one layer multiplies its input", positive=True)
a = declare("a", "total weight: product of the factors of all layers", positive=True)
total = declare("a", "total weight: product of the factors of all layers", real=True)
mu_yx = declare("mu_yx", "input-output moment E[y x] of the data", unit="y x", positive=True)
mu_xx = declare("mu_xx", "input second moment E[x^2] of the data", unit="x^2", positive=True)
mu_yy = declare("mu_yy", "output second moment E[y^2] of the data", unit="y^2", real=True)
r = declare("r", "target total weight mu_yx / mu_xx", unit="y/x", positive=True)
y = declare("y", "logarithm of the factor of one layer", nonnegative=True)

# -- training -----------------------------------------------------------------------------------

eta = declare("eta", "learning rate", unit="1/(x^2 steps)", positive=True)
k = declare("k", "normalised learning rate eta S, S the sharpness at the minimum", positive=True)
tau = declare("tau", "time constant 1/(eta S)", unit="gradient steps", positive=True)
t = declare("t", "training time", unit="gradient steps (or of tau)", nonnegative=True)
n = declare("n", "number of gradient steps", unit="steps", nonnegative=True)
alpha = declare("alpha", "relative total weight a/r: 1 at the target", positive=True)
alpha0 = declare("alpha0", "relative total weight a/r at the start", positive=True)
theta = declare("theta", "relative total weight at which the plateau counts as left", positive=True)
v = declare("v", "weight (block one: factor) of a layer over that at the target", real=True)
s = declare("s", "weight of a layer of block two over that at the target", real=True)
x = declare("x", "half the logarithm of the ratio of the two points of a 2-cycle", positive=True)
chaos_angle = declare("theta0", "angle of the start: v_0 = sqrt(2) sin(theta0)", positive=True)
step = declare("step", "eta times the derivative of the loss in the total weight", real=True)

# -- two unbalanced layers --------------------------------------------------------------------

theta0 = declare("theta0", "angle of the two weights at the start", real=True)
theta_end = declare("theta_end", "angle of the two weights at the target", real=True)
B = declare("B", "rate eta mu_xx c, c the conserved difference of squares", positive=True)

# -- domains ----------------------------------------------------------------------------------

# The closed form is for finite depth; a float kernel takes its limit at L = infinity.
FINITE_DEPTH = Interval(1, sp.oo, right_open=True, kernel_at_infinity=True)
ABOVE_ONE = Interval(1, sp.oo, left_open=True, right_open=True)
MOMENTS = {mu_yx: POSITIVE, mu_xx: POSITIVE}
RATIO = mu_yx / mu_xx
