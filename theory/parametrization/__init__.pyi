"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.theory.parametrization.conversion import Conversion as Conversion
from depthlaws.theory.parametrization.conversion import GroupConversion as GroupConversion
from depthlaws.theory.parametrization.conversion import convert as convert
from depthlaws.theory.parametrization.conversion import invariants as invariants
from depthlaws.theory.parametrization.coordinate_checks import CoordinateCheck as CoordinateCheck
from depthlaws.theory.parametrization.coordinate_checks import coordinate_check as coordinate_check
from depthlaws.theory.parametrization.moved import Moved as Moved
from depthlaws.theory.parametrization.moved import Setting as Setting
from depthlaws.theory.parametrization.moving import transfer as transfer
from depthlaws.theory.parametrization.points import Group as Group
from depthlaws.theory.parametrization.points import Parametrization as Parametrization
from depthlaws.theory.parametrization.points import Powers as Powers
from depthlaws.theory.parametrization.points import abcd as abcd
from depthlaws.theory.parametrization.points import named as named
from depthlaws.theory.parametrization.predictions import Size as Size
from depthlaws.theory.parametrization.predictions import Step as Step
from depthlaws.theory.parametrization.recipes import TABLE_1 as TABLE_1
from depthlaws.theory.parametrization.recipes import TABLE_1_V0 as TABLE_1_V0
from depthlaws.theory.parametrization.recipes import TABLE_3 as TABLE_3
from depthlaws.theory.parametrization.recipes import TABLE_4 as TABLE_4
from depthlaws.theory.parametrization.recipes import branch_scale as branch_scale
from depthlaws.theory.parametrization.recipes import component_values as component_values
from depthlaws.theory.parametrization.recipes import transfer_learning_rate as transfer_learning_rate
from depthlaws.theory.parametrization.scalings import Scalings as Scalings
from depthlaws.theory.parametrization.scalings import compare_scaling as compare_scaling
from depthlaws.theory.parametrization.side_by_side import Disagreement as Disagreement
from depthlaws.theory.parametrization.side_by_side import Moves as Moves
from depthlaws.theory.parametrization.side_by_side import disagreements as disagreements
from depthlaws.theory.parametrization.stability import Desideratum as Desideratum
from depthlaws.theory.parametrization.stability import desiderata as desiderata
from depthlaws.theory.parametrization.stability import growth as growth
from depthlaws.theory.parametrization.stability import solve as solve
from depthlaws.theory.parametrization.trainers import PATTERNS as PATTERNS
from depthlaws.theory.parametrization.trainers import ParameterGroup as ParameterGroup
from depthlaws.theory.parametrization.trainers import TRAINERS as TRAINERS
from depthlaws.theory.parametrization.trainers import matched as matched
from depthlaws.theory.parametrization.trainers import parameter_groups as parameter_groups
from depthlaws.theory.parametrization.transfer_laws import Law as Law
from depthlaws.theory.parametrization.transfer_laws import Rule as Rule
from depthlaws.theory.parametrization.transfer_laws import laws as laws

__all__ = [
    "Conversion",
    "CoordinateCheck",
    "Desideratum",
    "Disagreement",
    "Group",
    "GroupConversion",
    "Law",
    "Moved",
    "Moves",
    "PATTERNS",
    "ParameterGroup",
    "Parametrization",
    "Powers",
    "Rule",
    "Scalings",
    "Setting",
    "Size",
    "Step",
    "TABLE_1",
    "TABLE_1_V0",
    "TABLE_3",
    "TABLE_4",
    "TRAINERS",
    "abcd",
    "branch_scale",
    "compare_scaling",
    "component_values",
    "convert",
    "coordinate_check",
    "desiderata",
    "disagreements",
    "growth",
    "invariants",
    "laws",
    "matched",
    "named",
    "parameter_groups",
    "solve",
    "transfer",
    "transfer_learning_rate",
]
