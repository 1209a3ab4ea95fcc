"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.theory.numerics.types import Array
from depthlaws.theory.numerics.types import Number
from depthlaws.theory.numerics.types import Numbers
from depthlaws.theory.residual.accumulation import branch_energies as branch_energies
from depthlaws.theory.residual.accumulation import cosines as cosines
from depthlaws.theory.residual.accumulation import energy_terms as energy_terms
from depthlaws.theory.residual.accumulation import replacement_stability as replacement_stability
from depthlaws.theory.residual.bounds import block_bound as block_bound
from depthlaws.theory.residual.bounds import coherence as coherence
from depthlaws.theory.residual.bounds import update_gain as update_gain
from depthlaws.theory.residual.calculator import Loop as Loop
from depthlaws.theory.residual.calculator import loop as loop
from depthlaws.theory.residual.energies import Activation
from depthlaws.theory.residual.energies import tied_energy as tied_energy
from depthlaws.theory.residual.limits import divergence as divergence
from depthlaws.theory.residual.limits import limit as limit
from depthlaws.theory.residual.limits import limit_kernel as limit_kernel
from depthlaws.theory.residual.positive_cone import cone_mass as cone_mass
from depthlaws.theory.residual.positive_cone import cone_width as cone_width
from depthlaws.theory.residual.post_activation import post_activation_kernel as post_activation_kernel
from depthlaws.theory.residual.streams import Stream as Stream
from depthlaws.theory.residual.streams import block_kernel as block_kernel
from depthlaws.theory.residual.streams import coupled_kernel as coupled_kernel
from depthlaws.theory.residual.streams import tied_kernel as tied_kernel
from depthlaws.theory.residual.streams import untied_kernel as untied_kernel
from typing import overload
@overload
def tied_linear_energy(N: Number, eps: Number, s: Number=1.0) -> float:
    'Energy ratio H_N / H_0 of N tied loops with a linear activation: 2F1(-N, -N; 1; (eps s)^2).'
@overload
def tied_linear_energy(N: Numbers, eps: Numbers, s: Numbers=1.0) -> Array:
    'Energy ratio H_N / H_0 of N tied loops with a linear activation: 2F1(-N, -N; 1; (eps s)^2).'
@overload
def untied_energy(L: Number, eps: Number, s: Number=1.0, h0: Number=1.0, activation: str | Activation='relu', *, normalize: bool=False) -> float:
    'Energy after L layers with independent matrices: h0 (1 + eps^2 s^2 / 2)^L for ReLU.'
@overload
def untied_energy(L: Numbers, eps: Numbers, s: Numbers=1.0, h0: Numbers=1.0, activation: str | Activation='relu', *, normalize: bool=False) -> Array:
    'Energy after L layers with independent matrices: h0 (1 + eps^2 s^2 / 2)^L for ReLU.'

__all__ = [
    "Loop",
    "Stream",
    "block_bound",
    "block_kernel",
    "branch_energies",
    "coherence",
    "cone_mass",
    "cone_width",
    "cosines",
    "coupled_kernel",
    "divergence",
    "energy_terms",
    "limit",
    "limit_kernel",
    "loop",
    "post_activation_kernel",
    "replacement_stability",
    "tied_energy",
    "tied_kernel",
    "tied_linear_energy",
    "untied_energy",
    "untied_kernel",
    "update_gain",
]
