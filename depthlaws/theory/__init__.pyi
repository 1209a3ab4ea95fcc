"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.theory import activations as activations, chain as chain, parametrization as parametrization, predictive_coding as predictive_coding, residual as residual, updates as updates
from depthlaws.theory.catalogue import formula as formula, formulas as formulas, known_formula as known_formula, questions as questions
from depthlaws.theory.symbolic.domain import Interval as Interval
from depthlaws.theory.symbolic.formula import Formula as Formula
from depthlaws.theory.symbolic.registry import UnknownNameError as UnknownNameError
