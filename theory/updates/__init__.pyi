"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.theory.numerics.types import Array
from depthlaws.theory.numerics.types import Sequence
from depthlaws.theory.updates.cross_entropy import ce_gradient_norm as ce_gradient_norm
from depthlaws.theory.updates.exponents import ExponentRow as ExponentRow
from depthlaws.theory.updates.exponents import ExponentTable as ExponentTable
from depthlaws.theory.updates.exponents import exponent_table as exponent_table
from depthlaws.theory.updates.first_step import Architecture
from depthlaws.theory.updates.first_step import Unpack
from depthlaws.theory.updates.first_step import energies as energies
from depthlaws.theory.updates.first_step import math
from depthlaws.theory.updates.first_step import transfer_update_rate as transfer_update_rate
from depthlaws.theory.updates.graphs import effective_depth as effective_depth
from depthlaws.theory.updates.graphs import path_sum as path_sum
from depthlaws.theory.updates.graphs import path_sum_rate as path_sum_rate
from depthlaws.theory.updates.graphs import residual_graph as residual_graph
from depthlaws.theory.updates.one_step import GradientStep as GradientStep
from depthlaws.theory.updates.one_step import backward_kernel as backward_kernel
from depthlaws.theory.updates.one_step import gradient_energies as gradient_energies
from depthlaws.theory.updates.one_step import gradient_step as gradient_step
from depthlaws.theory.updates.one_step import isotropic_update as isotropic_update
from depthlaws.theory.updates.paddings import boundary_fraction as boundary_fraction
from depthlaws.theory.updates.paddings import missing_fraction as missing_fraction
from depthlaws.theory.updates.paddings import zero_padding_survival as zero_padding_survival
from depthlaws.theory.updates.sign_updates import SignStep as SignStep
from depthlaws.theory.updates.sign_updates import sign_step as sign_step
from depthlaws.theory.updates.wide import post_activation_energy as post_activation_energy
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

__all__ = [
    "ExponentRow",
    "ExponentTable",
    "GradientStep",
    "SignStep",
    "backward_kernel",
    "boundary_fraction",
    "ce_gradient_norm",
    "effective_depth",
    "energies",
    "exponent_table",
    "gradient_energies",
    "gradient_step",
    "isotropic_update",
    "local_slope",
    "max_update_rate",
    "missing_fraction",
    "path_sum",
    "path_sum_rate",
    "post_activation_energy",
    "residual_graph",
    "sign_step",
    "transfer_update_rate",
    "zero_padding_survival",
]
