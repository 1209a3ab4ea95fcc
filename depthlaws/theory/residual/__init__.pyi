"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.theory.numerics.types import Array, Number, Numbers
from depthlaws.theory.residual.accumulation import branch_energies as branch_energies, cosines as cosines, energy_terms as energy_terms, replacement_stability as replacement_stability
from depthlaws.theory.residual.bounds import block_bound as block_bound, coherence as coherence, update_gain as update_gain
from depthlaws.theory.residual.energies import Activation, tied_energy as tied_energy
from depthlaws.theory.residual.growth_laws import divergence as divergence
from depthlaws.theory.residual.injection import FixedPoint as FixedPoint, InjectedStream as InjectedStream, injected_fixed_point as injected_fixed_point
from depthlaws.theory.residual.limits import limit as limit, limit_kernel as limit_kernel
from depthlaws.theory.residual.loop_calculator import Loop as Loop, loop as loop
from depthlaws.theory.residual.other_loops import in_use as in_use, noisy_kernel as noisy_kernel
from depthlaws.theory.residual.positive_cone import cone_mass as cone_mass, cone_width as cone_width
from depthlaws.theory.residual.post_activation import post_activation_kernel as post_activation_kernel
from depthlaws.theory.residual.stream_kernels import block_kernel as block_kernel, coupled_kernel as coupled_kernel, tied_kernel as tied_kernel, untied_kernel as untied_kernel
from depthlaws.theory.residual.streams import Stream as Stream
from depthlaws.theory.residual.visits import visit_scales as visit_scales, visit_sum_of_squares as visit_sum_of_squares
from typing import overload
@overload
def tied_linear_energy(N: Number, eps: Number, s: Number=1.0) -> float:
    'Return the energy ratio H_N / H_0 of N tied loops with a linear activation.'
@overload
def tied_linear_energy(N: Numbers, eps: Numbers, s: Numbers=1.0) -> Array:
    'Return the energy ratio H_N / H_0 of N tied loops with a linear activation.'
@overload
def untied_energy(L: Number, eps: Number, s: Number=1.0, h0: Number=1.0, activation: str | Activation='relu', *, normalize: bool=False) -> float:
    'Return the energy after L layers with independent matrices.'
@overload
def untied_energy(L: Numbers, eps: Numbers, s: Numbers=1.0, h0: Numbers=1.0, activation: str | Activation='relu', *, normalize: bool=False) -> Array:
    'Return the energy after L layers with independent matrices.'
