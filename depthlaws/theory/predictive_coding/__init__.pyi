"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.theory.numerics.types import Array, Number, Numbers, Sequence
from depthlaws.theory.predictive_coding.conditioning import activity_hessian as activity_hessian, inference as inference
from depthlaws.theory.predictive_coding.equilibria import Equilibrium as Equilibrium, equilibrium as equilibrium, rescaling_gradient as rescaling_gradient
from depthlaws.theory.predictive_coding.error_inference import ErrorStep as ErrorStep, Regime as Regime, error_step as error_step, regime as regime
from depthlaws.theory.predictive_coding.gradient_misalignment import misalignment as misalignment
from depthlaws.theory.predictive_coding.inference_rates import Inference as Inference
from depthlaws.theory.predictive_coding.moments import expected_rescaling as expected_rescaling, rescaling_variance as rescaling_variance
from depthlaws.theory.predictive_coding.nonlinear_start import Activation, Literal
from depthlaws.theory.predictive_coding.parametrized_layers import layer_scales as layer_scales
from depthlaws.theory.predictive_coding.wide_limit import WideDescent as WideDescent, wide_descent as wide_descent
from typing import overload
@overload
def excess_at_start(depth: int, activation: str | Activation='tanh', *, squares: Number=1.0, network: Literal['mlp', 'residual']='mlp', alpha: float=0.5, gamma0: float=1.0) -> float:
    'Return the limit of N (loss/energy - 1) at the start, mean-field networks of one output.'
@overload
def excess_at_start(depth: int, activation: str | Activation='tanh', *, squares: Numbers=1.0, network: Literal['mlp', 'residual']='mlp', alpha: float=0.5, gamma0: float=1.0) -> Array:
    'Return the limit of N (loss/energy - 1) at the start, mean-field networks of one output.'
@overload
def rescaling(weights: Sequence[Number], *, skips: bool=False, scale: Number=1.0, precision: Number=1.0, output_precision: float=1.0) -> float:
    'Return the rescaling s of the equilibrated energy of a linear network: energy = loss / s.'
@overload
def rescaling(weights: Sequence[Numbers], *, skips: bool=False, scale: Numbers=1.0, precision: Numbers=1.0, output_precision: float=1.0) -> Array:
    'Return the rescaling s of the equilibrated energy of a linear network: energy = loss / s.'
