"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.theory.numerics.types import Array
from depthlaws.theory.numerics.types import Number
from depthlaws.theory.numerics.types import Numbers
from depthlaws.theory.numerics.types import Sequence
from depthlaws.theory.predictive_coding.conditioning import Inference as Inference
from depthlaws.theory.predictive_coding.conditioning import activity_hessian as activity_hessian
from depthlaws.theory.predictive_coding.conditioning import inference as inference
from depthlaws.theory.predictive_coding.equilibria import Equilibrium as Equilibrium
from depthlaws.theory.predictive_coding.equilibria import equilibrium as equilibrium
from depthlaws.theory.predictive_coding.equilibria import rescaling_gradient as rescaling_gradient
from depthlaws.theory.predictive_coding.moments import expected_rescaling as expected_rescaling
from depthlaws.theory.predictive_coding.moments import misalignment as misalignment
from depthlaws.theory.predictive_coding.moments import rescaling_variance as rescaling_variance
from depthlaws.theory.predictive_coding.wide_limit import WideDescent as WideDescent
from depthlaws.theory.predictive_coding.wide_limit import wide_descent as wide_descent
from typing import overload
@overload
def rescaling(weights: Sequence[Number], *, skips: bool=False, scale: Number=1.0, output_precision: float=1.0) -> float:
    'Rescaling s of the equilibrated energy of a linear network: energy = loss / s.'
@overload
def rescaling(weights: Sequence[Numbers], *, skips: bool=False, scale: Numbers=1.0, output_precision: float=1.0) -> Array:
    'Rescaling s of the equilibrated energy of a linear network: energy = loss / s.'

__all__ = [
    "Equilibrium",
    "Inference",
    "WideDescent",
    "activity_hessian",
    "equilibrium",
    "expected_rescaling",
    "inference",
    "misalignment",
    "rescaling",
    "rescaling_gradient",
    "rescaling_variance",
    "wide_descent",
]
