"""Exact theory of deep, wide and looped networks: closed forms, limits, laws."""

from theory.formula import Formula as Formula
from theory.formula import Interval as Interval
from theory.formula import UnknownNameError as UnknownNameError
from theory.formula import formula as formula
from theory.formula import formulas as formulas
