"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.sims.scalar.descent import OBSERVABLES as OBSERVABLES
from depthlaws.sims.scalar.descent import gradient_descent as gradient_descent
from depthlaws.sims.scalar.descent import gradient_flow as gradient_flow
from depthlaws.sims.scalar.descent import hessian as hessian
from depthlaws.sims.scalar.descent import loss as loss
from depthlaws.sims.scalar.descent import unbalanced as unbalanced
from depthlaws.sims.scalar.grid import Grid as Grid
from depthlaws.sims.scalar.models import NETWORKS as NETWORKS

__all__ = [
    "Grid",
    "NETWORKS",
    "OBSERVABLES",
    "gradient_descent",
    "gradient_flow",
    "hessian",
    "loss",
    "unbalanced",
]
