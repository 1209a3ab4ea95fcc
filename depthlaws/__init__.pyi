"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws import claims as claims, figures as figures, sims as sims, theory as theory
from depthlaws.cli import plot as plot
from depthlaws.theory import activations as activations, chain as chain, parametrization as parametrization, predictive_coding as predictive_coding, residual as residual, updates as updates
