"""Exact theory of deep, wide and looped networks: closed forms, limits, laws.

``chain``, ``residual``, ``activations``, ``updates`` and ``parametrization`` answer questions;
``formulas()`` lists the closed forms behind them; ``questions()`` lists everything that
``depthlaws whatif`` can ask.
"""

import importlib
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from theory.formula import Formula as Formula
from theory.formula import Interval as Interval
from theory.formula import UnknownNameError as UnknownNameError

SUBJECTS = ("chain", "activations", "residual", "updates", "parametrization")


def __getattr__(name: str) -> Any:
    """Import a subject on first use: ``import theory`` stays quick."""
    if name in SUBJECTS:
        return importlib.import_module(f"theory.{name}")
    msg = f"module 'theory' has no attribute {name!r}"
    raise AttributeError(msg)


def _subjects() -> dict[str, Any]:
    return {name: importlib.import_module(f"theory.{name}") for name in SUBJECTS}


def formulas(paper: str | None = None) -> Mapping[str, Formula]:
    """All formulas by id, or those of one paper."""
    _subjects()
    return importlib.import_module("theory.formula").formulas(paper)


def formula(name: str) -> Formula:
    """One formula by id. Raises: UnknownNameError with the nearest three ids."""
    _subjects()
    return importlib.import_module("theory.formula").formula(name)


def questions() -> Mapping[str, Callable[..., Any]]:
    """Every public function and formula by name: ``"chain.sharpness"``, ``"chain-rate"``."""
    asked: dict[str, Callable[..., Any]] = {}
    for subject, module in _subjects().items():
        for name in module.__all__:
            if inspect.isfunction(getattr(module, name)):
                asked[f"{subject}.{name}"] = getattr(module, name)
    return asked | dict(formulas())
