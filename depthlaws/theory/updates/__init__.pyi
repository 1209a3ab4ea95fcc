"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.theory.numerics.types import Array, Sequence
from depthlaws.theory.updates.cross_entropy_gradient import ce_gradient_norm as ce_gradient_norm
from depthlaws.theory.updates.exponents_by_architecture import ExponentRow as ExponentRow, ExponentTable as ExponentTable, exponent_table as exponent_table
from depthlaws.theory.updates.infinite_width_energies import post_activation_energy as post_activation_energy
from depthlaws.theory.updates.layer_graphs import effective_depth as effective_depth, path_sum as path_sum, path_sum_rate as path_sum_rate, residual_graph as residual_graph
from depthlaws.theory.updates.stream_backward import backward_kernel as backward_kernel, gradient_energies as gradient_energies, isotropic_update as isotropic_update
from depthlaws.theory.updates.stream_gradient_step import GradientStep as GradientStep, gradient_step as gradient_step
from depthlaws.theory.updates.stream_muon_step import MuonStep as MuonStep, muon_step as muon_step
from depthlaws.theory.updates.stream_sign_step import SignStep as SignStep, sign_step as sign_step
from depthlaws.theory.updates.stream_step_in_use import gradient_step_in_use as gradient_step_in_use
from depthlaws.theory.updates.tangent_kernels import plain_tangent_kernel as plain_tangent_kernel, tangent_kernel as tangent_kernel
from depthlaws.theory.updates.update_energies import Architecture, Unpack, energies as energies, math, transfer_update_rate as transfer_update_rate
from depthlaws.theory.updates.zero_padding import boundary_fraction as boundary_fraction, missing_fraction as missing_fraction, zero_padding_survival as zero_padding_survival
from typing import overload
@overload
def local_slope(network: str, L: int, *, width: float=math.inf, outputs: int=1, loss: str='mse', optimizer: str='sgd', **architecture: Unpack[Architecture]) -> float:
    'Exponent of eta* between the depths L and 2L: log2(eta*(2L) / eta*(L)).'
@overload
def local_slope(network: str, L: Sequence[int], *, width: float=math.inf, outputs: int=1, loss: str='mse', optimizer: str='sgd', **architecture: Unpack[Architecture]) -> Array:
    'Exponent of eta* between the depths L and 2L: log2(eta*(2L) / eta*(L)).'
@overload
def max_update_rate(network: str, L: int, *, width: float=math.inf, outputs: int=1, loss: str='mse', optimizer: str='sgd', **architecture: Unpack[Architecture]) -> float:
    'Learning rate eta* at which the mean of the update energies is 1: S-bar(1)^(-1/2).'
@overload
def max_update_rate(network: str, L: Sequence[int], *, width: float=math.inf, outputs: int=1, loss: str='mse', optimizer: str='sgd', **architecture: Unpack[Architecture]) -> Array:
    'Learning rate eta* at which the mean of the update energies is 1: S-bar(1)^(-1/2).'
