"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.sims.scalar.descent import gradient_descent as gradient_descent, gradient_flow as gradient_flow, hessian as hessian, loss as loss, unbalanced as unbalanced
from depthlaws.sims.scalar.grid import Grid as Grid
from depthlaws.sims.scalar.networks import NETWORKS as NETWORKS
from depthlaws.sims.scalar.plan import OBSERVABLES as OBSERVABLES
