"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.theory.parametrization.recipes import TABLE_1 as TABLE_1
from depthlaws.theory.parametrization.recipes import TABLE_1_V0 as TABLE_1_V0
from depthlaws.theory.parametrization.recipes import TABLE_3 as TABLE_3
from depthlaws.theory.parametrization.recipes import TABLE_4 as TABLE_4
from depthlaws.theory.parametrization.recipes import branch_scale as branch_scale
from depthlaws.theory.parametrization.recipes import component_values as component_values
from depthlaws.theory.parametrization.recipes import transfer_learning_rate as transfer_learning_rate

__all__ = [
    "TABLE_1",
    "TABLE_1_V0",
    "TABLE_3",
    "TABLE_4",
    "branch_scale",
    "component_values",
    "transfer_learning_rate",
]
