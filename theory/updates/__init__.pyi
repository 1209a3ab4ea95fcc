"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.theory.updates.first_step import energies as energies
from depthlaws.theory.updates.first_step import local_slope as local_slope
from depthlaws.theory.updates.first_step import max_update_rate as max_update_rate
from depthlaws.theory.updates.one_step import GradientStep as GradientStep
from depthlaws.theory.updates.one_step import backward_kernel as backward_kernel
from depthlaws.theory.updates.one_step import gradient_energies as gradient_energies
from depthlaws.theory.updates.one_step import gradient_step as gradient_step
from depthlaws.theory.updates.one_step import isotropic_update as isotropic_update
from depthlaws.theory.updates.sign_updates import SignStep as SignStep
from depthlaws.theory.updates.sign_updates import sign_step as sign_step

__all__ = [
    "GradientStep",
    "SignStep",
    "backward_kernel",
    "energies",
    "gradient_energies",
    "gradient_step",
    "isotropic_update",
    "local_slope",
    "max_update_rate",
    "sign_step",
]
