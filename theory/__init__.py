"""Exact theory of deep, wide and looped networks: closed forms, limits, laws.

The subjects (``chain``, ``residual``, ...) answer questions; ``formulas()`` lists the closed forms
behind them; ``questions()`` lists everything that ``depthlaws whatif`` can ask.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from depthlaws._public import lazy

if TYPE_CHECKING:
    from depthlaws.theory.symbolic.formula import Formula

MACHINERY = {"symbolic", "numerics", "papers"}  # everything else in this folder is a subject
SUBJECTS = tuple(m.name for m in pkgutil.iter_modules(__path__) if m.name not in MACHINERY)

__getattr__, __dir__, __all__ = lazy(
    __name__,
    {subject: f"{__name__}.{subject}" for subject in SUBJECTS}
    | {
        "Formula": f"{__name__}.symbolic.formula:Formula",
        "Interval": f"{__name__}.symbolic.domain:Interval",
        "UnknownNameError": f"{__name__}.symbolic.registry:UnknownNameError",
    }
    | {
        name: f"{__name__}:{name}" for name in ("formula", "formulas", "known_formula", "questions")
    },
)


def _load(*subjects: str) -> None:
    """Import every module of these subjects, so that their formulas are registered."""
    for subject in subjects:
        module = importlib.import_module(f"{__name__}.{subject}")
        for inner in pkgutil.walk_packages(getattr(module, "__path__", ()), f"{module.__name__}."):
            importlib.import_module(inner.name)


def _load_source_of(name: str) -> None:
    """Import the module in whose source the id stands; ids are literal."""
    root, wanted = Path(__path__[0]), f'id="{name}"'
    for path in sorted(root.rglob("*.py")):
        if wanted in path.read_text(encoding="utf-8"):
            inner = path.relative_to(root).with_suffix("")
            importlib.import_module(".".join((__name__, *inner.parts)))


def formulas(paper: str | None = None) -> "Mapping[str, Formula]":
    """All formulas by id, or those of one paper.

    Raises: UnknownNameError with the nearest papers.

    >>> from depthlaws import theory
    >>> "chain-sharpness" in theory.formulas("chain")
    True
    """
    _load(*SUBJECTS)
    return importlib.import_module(f"{__name__}.symbolic.registry").formulas(paper)


def formula(name: str) -> "Formula":
    """One formula by id; only the module in which it stands is imported.

    Raises: UnknownNameError with the nearest three ids.

    >>> from depthlaws import theory
    >>> theory.formula("chain-sharpness")(2, 3, 1)
    6.0
    """
    if (found := known_formula(name)) is not None:
        return found
    _load(*SUBJECTS)
    return importlib.import_module(f"{__name__}.symbolic.registry").formula(name)


def known_formula(name: str) -> "Formula | None":
    """Formula of an id that stands in the sources, none but its module imported, or None.

    >>> from depthlaws import theory
    >>> theory.known_formula("chain-sharpness").id, theory.known_formula("nothing")
    ('chain-sharpness', None)
    """
    registry = importlib.import_module(f"{__name__}.symbolic.registry")
    if not registry.known(name):
        _load_source_of(name)
    return registry.formula(name) if registry.known(name) else None


def questions() -> "Mapping[str, Callable[..., Any]]":
    """Every public function and formula by name.

    >>> from depthlaws import theory
    >>> {"chain.sharpness", "chain-rate"} <= {*theory.questions()}
    True
    """
    asked: dict[str, Callable[..., Any]] = {}
    for subject in SUBJECTS:
        module = importlib.import_module(f"{__name__}.{subject}")
        for name in module.__all__:
            if inspect.isfunction(getattr(module, name)):
                asked[f"{subject}.{name}"] = getattr(module, name)
    return asked | dict(formulas())
