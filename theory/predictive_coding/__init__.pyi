"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.theory.predictive_coding.conditioning import Inference as Inference
from depthlaws.theory.predictive_coding.conditioning import activity_hessian as activity_hessian
from depthlaws.theory.predictive_coding.conditioning import inference as inference
from depthlaws.theory.predictive_coding.equilibria import Equilibrium as Equilibrium
from depthlaws.theory.predictive_coding.equilibria import equilibrium as equilibrium
from depthlaws.theory.predictive_coding.equilibria import rescaling as rescaling
from depthlaws.theory.predictive_coding.equilibria import rescaling_gradient as rescaling_gradient

__all__ = [
    "Equilibrium",
    "Inference",
    "activity_hessian",
    "equilibrium",
    "inference",
    "rescaling",
    "rescaling_gradient",
]
