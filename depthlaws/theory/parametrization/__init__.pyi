"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.theory.parametrization.branch_scalings import Scalings as Scalings, compare_scaling as compare_scaling
from depthlaws.theory.parametrization.conversion import Conversion as Conversion, GroupConversion as GroupConversion, convert as convert, invariants as invariants
from depthlaws.theory.parametrization.coordinate_checks import CoordinateCheck as CoordinateCheck, coordinate_check as coordinate_check, layer_checks as layer_checks
from depthlaws.theory.parametrization.desiderata_constraints import Desideratum as Desideratum, desiderata as desiderata, growth as growth, solve as solve
from depthlaws.theory.parametrization.energy_and_step_size import Size as Size, Step as Step
from depthlaws.theory.parametrization.exponents import Group as Group, Parametrization as Parametrization, Powers as Powers, abcd as abcd
from depthlaws.theory.parametrization.hyperparameter_transfer import transfer as transfer
from depthlaws.theory.parametrization.law_comparison import Disagreement as Disagreement, Moves as Moves, disagreements as disagreements
from depthlaws.theory.parametrization.law_records import Law as Law, Rule as Rule
from depthlaws.theory.parametrization.named_parametrizations import named as named
from depthlaws.theory.parametrization.optimizers import OPTIMIZERS as OPTIMIZERS, Optimizer as Optimizer
from depthlaws.theory.parametrization.rate_optimum import Optimum as Optimum
from depthlaws.theory.parametrization.recipes import TABLE_1 as TABLE_1, TABLE_1_V0 as TABLE_1_V0, TABLE_3 as TABLE_3, TABLE_4 as TABLE_4, branch_scale as branch_scale, component_values as component_values, transfer_learning_rate as transfer_learning_rate
from depthlaws.theory.parametrization.trainer_formats import ParameterGroup as ParameterGroup, TRAINERS as TRAINERS
from depthlaws.theory.parametrization.trainer_groups import matched as matched, parameter_groups as parameter_groups
from depthlaws.theory.parametrization.transfer_checks import TransferCheck as TransferCheck, transfer_check as transfer_check
from depthlaws.theory.parametrization.transfer_laws import laws as laws
from depthlaws.theory.parametrization.transferred_settings import Moved as Moved, Setting as Setting
