"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws import claims as claims
from depthlaws import figures as figures
from depthlaws import sims as sims
from depthlaws import theory as theory
from depthlaws.theory import activations as activations
from depthlaws.theory import chain as chain
from depthlaws.theory import parametrization as parametrization
from depthlaws.theory import predictive_coding as predictive_coding
from depthlaws.theory import residual as residual
from depthlaws.theory import updates as updates

__all__ = [
    "activations",
    "chain",
    "claims",
    "figures",
    "parametrization",
    "predictive_coding",
    "residual",
    "sims",
    "theory",
    "updates",
]
