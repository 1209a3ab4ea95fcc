"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.theory.numerics.types import Array, Number, Numbers, Sequence
from depthlaws.theory.predictive_coding.conditioning import Inference as Inference, activity_hessian as activity_hessian, inference as inference
from depthlaws.theory.predictive_coding.equilibria import Equilibrium as Equilibrium, equilibrium as equilibrium, rescaling_gradient as rescaling_gradient
from depthlaws.theory.predictive_coding.moments import expected_rescaling as expected_rescaling, misalignment as misalignment, rescaling_variance as rescaling_variance
from depthlaws.theory.predictive_coding.parametrized_layers import layer_scales as layer_scales
from depthlaws.theory.predictive_coding.wide_limit import WideDescent as WideDescent, wide_descent as wide_descent
from typing import overload
@overload
def rescaling(weights: Sequence[Number], *, skips: bool=False, scale: Number=1.0, output_precision: float=1.0) -> float:
    'Return the rescaling s of the equilibrated energy of a linear network: energy = loss / s.'
@overload
def rescaling(weights: Sequence[Numbers], *, skips: bool=False, scale: Numbers=1.0, output_precision: float=1.0) -> Array:
    'Return the rescaling s of the equilibrated energy of a linear network: energy = loss / s.'
