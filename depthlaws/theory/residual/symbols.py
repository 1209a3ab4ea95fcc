"""The letters of the residual streams, each with one definition and unit.

h is the state, W a matrix with iid entries of variance s^2 / width; energies are mean squares of
coordinates, H = |h|^2 / width, and norms R = |h| / sqrt(width).
"""

from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE, Interval
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.symbolic.symbols import declare

# -- the stream ---------------------------------------------------------------------------------

L = declare("L", "unique layers of the block", integer=True, positive=True)
N = declare("N", "loops: how often the block is applied", integer=True, positive=True)
d = declare("d", "width: coordinates of a state", integer=True, positive=True)
eps = declare("eps", "branch scale: h + eps W phi(h)", nonnegative=True)
s = declare("s", "weight scale: entries of W have variance s^2 / width", nonnegative=True)
T = declare("T", "total branch scale eps N", nonnegative=True)
h0 = declare("h0", "energy of the initial state", unit="h^2", positive=True)
hN = declare("hN", "energy of the last state", unit="h^2", positive=True)
kappa1 = declare("kappa1", "E phi(z)^2 for standard normal z (1/2 for ReLU)", positive=True)
lam = declare("lam", "residual constant eps N sqrt(L)", nonnegative=True)
visit_sum = declare(
    "visit_sum", "sum over layers of their visits' branch scales, squared", nonnegative=True
)
noise = declare("noise", "noise of the matrices over their entries", nonnegative=True)
keep = declare("a", "factor of the state in each loop with injection", nonnegative=True)
inject = declare("b", "factor of the injected vector in each loop", positive=True)
injected = declare("e", "energy of the injected vector", unit="h^2", positive=True)
R0 = declare("R0", "norm of the initial state", unit="h", nonnegative=True)

# -- one optimiser step ---------------------------------------------------------------------------

eta = declare("eta", "learning rate: size of the update of a matrix", nonnegative=True)
variance = declare("variance", "mean square of the gradient at the output", positive=True)
zeta = declare("zeta", "gain |dW U| / (eta |U|) of the update on U", nonnegative=True)
theta = declare("theta", "nonlinear part as a fraction of the linear one", nonnegative=True)
m = declare("m", "lower bound of the mean activation", unit="h", nonnegative=True)
q = declare("q", "upper bound of the mean square activation", unit="h^2", nonnegative=True)
Q = declare("Q", "bound of |phi(h)| / sqrt(width) after the step", unit="h", nonnegative=True)
C_W = declare("C_W", "bound of the operator norm of W", nonnegative=True)
C_Delta = declare("C_Delta", "bound of |dW| / eta", nonnegative=True)
C_J = declare("C_J", "bound of the Jacobians and activations", nonnegative=True)

# -- bounds ---------------------------------------------------------------------------------------

gamma = declare("gamma", "slack of the gain on the positive cone", positive=True)
t = declare("t", "deviation in standard deviations", nonnegative=True)
c = declare("c", "lower bound of the mean branch output per loop", unit="h", nonnegative=True)
C = declare("C", "upper bound of the mean branch output per loop", unit="h", nonnegative=True)
C_0 = declare("C_0", "constant of the drift |B_l| of a summed branch", nonnegative=True)
C_1 = declare("C_1", "constant of the change by redrawing one matrix", nonnegative=True)
a_low = declare("a_low", "least energy of a mean branch output", unit="h^2", nonnegative=True)
a_high = declare("a_high", "largest energy of a mean branch output", unit="h^2", nonnegative=True)
beta = declare("beta", "branch scale of one layer over all loops, eps N", nonnegative=True)

# -- domains --------------------------------------------------------------------------------------

COUNT = Interval(1, sp.oo, right_open=True, integer=True)
SCALES = {eps: NONNEGATIVE, s: NONNEGATIVE, h0: POSITIVE}
