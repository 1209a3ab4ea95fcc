"""Written by depthlaws._stubs from the modules of this package."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from depthlaws._public import lazy
from depthlaws.theory.symbolic.formula import Formula
def formulas(paper: str | None=None) -> Mapping[str, Formula]: ...
def formula(name: str) -> Formula: ...
def known_formula(name: str) -> Formula | None: ...
def questions() -> Mapping[str, Callable[..., Any]]: ...
from depthlaws.theory import activations as activations
from depthlaws.theory import chain as chain
from depthlaws.theory import parametrization as parametrization
from depthlaws.theory import predictive_coding as predictive_coding
from depthlaws.theory import residual as residual
from depthlaws.theory import updates as updates
from depthlaws.theory.symbolic.domain import Interval as Interval
from depthlaws.theory.symbolic.formula import Formula as Formula
from depthlaws.theory.symbolic.registry import UnknownNameError as UnknownNameError

__all__ = [
    "Formula",
    "Interval",
    "UnknownNameError",
    "activations",
    "chain",
    "formula",
    "formulas",
    "known_formula",
    "parametrization",
    "predictive_coding",
    "questions",
    "residual",
    "updates",
]
