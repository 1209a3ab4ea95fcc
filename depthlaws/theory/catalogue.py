"""Formulas and public functions of every subject, by name."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from depthlaws.theory import SUBJECTS  # pyrefly: ignore (stubs show what is public)
from depthlaws.theory.symbolic import registry

if TYPE_CHECKING:
    from depthlaws.theory.symbolic.formula import Formula

__all__ = ["formula", "formulas", "known_formula", "questions"]

_THEORY = "depthlaws.theory"


def _load(*subjects: str) -> None:
    """Import every module of these subjects, so that their formulas are registered."""
    for subject in subjects:
        module = importlib.import_module(f"{_THEORY}.{subject}")
        for inner in pkgutil.walk_packages(getattr(module, "__path__", ()), f"{module.__name__}."):
            importlib.import_module(inner.name)


def _load_source_of(name: str) -> None:
    """Import the module whose source has this formula id, which is literal there."""
    root, definition = Path(__file__).parent, f'id="{name}"'
    for path in sorted(root.rglob("*.py")):
        if definition in path.read_text(encoding="utf-8"):
            parts = path.relative_to(root).with_suffix("").parts
            importlib.import_module(".".join((_THEORY, *parts)))


def formulas(paper: str | None = None) -> "Mapping[str, Formula]":
    """Return all formulas by id, or those of one paper.

    Parameters
    ----------
    paper : str, optional
        Paper: chain, looped, looped-v0, ammup or pc.

    Returns
    -------
    mapping of str to Formula
        The formulas by id.

    Raises
    ------
    UnknownNameError
        If there is no such paper; the message has the nearest names.

    Examples
    --------
    >>> from depthlaws import theory
    >>> "chain-sharpness" in theory.formulas("chain")
    True
    """
    _load(*SUBJECTS)
    return registry.formulas(paper)


def formula(name: str) -> "Formula":
    """Return one formula by id; only the module that defines it is imported.

    Parameters
    ----------
    name : str
        Formula id, for example chain-sharpness.

    Returns
    -------
    Formula
        The closed form: call it on numbers or arrays.

    Raises
    ------
    UnknownNameError
        If there is no such formula; the message has the nearest three ids.

    Examples
    --------
    >>> from depthlaws import theory
    >>> theory.formula("chain-sharpness")(2, 3, 1)
    6.0
    """
    if (known := known_formula(name)) is not None:
        return known
    _load(*SUBJECTS)
    return registry.formula(name)


def known_formula(name: str) -> "Formula | None":
    """Return one formula by id, or None if there is none.

    Only the module that defines it is imported.

    Parameters
    ----------
    name : str
        Formula id, for example chain-sharpness.

    Returns
    -------
    Formula or None
        The closed form: call it on numbers or arrays.

    Examples
    --------
    >>> from depthlaws import theory
    >>> theory.known_formula("chain-sharpness").id, theory.known_formula("nothing")
    ('chain-sharpness', None)
    """
    if not registry.known(name):
        _load_source_of(name)
    return registry.formula(name) if registry.known(name) else None


def questions() -> "Mapping[str, Callable[..., Any]]":
    """Return every public function and formula by name.

    Returns
    -------
    mapping of str to callable
        Functions as ``subject.name``, formulas by id.

    Examples
    --------
    >>> from depthlaws import theory
    >>> {"chain.sharpness", "chain-rate"} <= {*theory.questions()}
    True
    """
    functions: dict[str, Callable[..., Any]] = {}
    for subject in SUBJECTS:
        module = importlib.import_module(f"{_THEORY}.{subject}")
        for name in module.__all__:
            if inspect.isfunction(getattr(module, name)):
                functions[f"{subject}.{name}"] = getattr(module, name)
    return functions | dict(formulas())
