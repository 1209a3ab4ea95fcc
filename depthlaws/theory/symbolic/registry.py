"""Registry of all formulas by id."""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING

from depthlaws.base.argument_errors import MAX_SHOWN, shown
from depthlaws.theory.papers import PAPERS

if TYPE_CHECKING:
    from depthlaws.theory.symbolic.formula import Formula


MAX_LISTED_NAMES = 12  # an error lists all names up to this number if none is near
# Synonyms for a network without skips, as different subjects call it.
WITHOUT_SKIPS = ("feedforward", "plain", "mlp")


class UnknownNameError(KeyError, ValueError):
    """A name that is not registered; the message suggests the nearest three.

    >>> print(UnknownNameError("activation", "rleu", ["relu", "erf"]).message)
    unknown activation 'rleu'; the nearest are: relu
    """

    def __init__(
        self,
        kind: str,
        name: str,
        known: Iterable[str],
    ) -> None:
        names = list(known)
        near = difflib.get_close_matches(str(name)[:MAX_SHOWN], names, n=3, cutoff=0.3)
        hint = f"; the nearest are: {', '.join(near)}" if near else ""
        if not near and len(names) <= MAX_LISTED_NAMES:
            hint = f"; there are: {', '.join(names)}"
        if kind in {"network", "graph"} and name in WITHOUT_SKIPS:
            hint = "".join(f"; it is called {n!r} here" for n in names if n in WITHOUT_SKIPS)
        self.message = f"unknown {kind} {shown(name)}{hint}"
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


_registry: dict[str, "Formula"] = {}
_interactive: set[str] = set()  # ids of formulas of a notebook or a prompt, whose cells run again


def add(formula: "Formula", *, interactive: bool = False) -> None:
    """Register a formula; an ``interactive`` one replaces an earlier interactive one of its id.

    Raises: ValueError for an id that is taken.
    """
    if interactive and formula.id not in _registry:
        _interactive.add(formula.id)
    if formula.id in _registry and not (interactive and formula.id in _interactive):
        msg = f"two formulas have the id {formula.id!r}: give each its own"
        raise ValueError(msg)
    _registry[formula.id] = formula


def known(name: str) -> bool:
    """Return True if a formula of this id is registered."""
    return name in _registry


def formulas(paper: str | None = None) -> Mapping[str, "Formula"]:
    """Return all registered formulas by id, or those of one paper.

    Raises: UnknownNameError with the nearest papers.
    """
    if paper is not None and paper not in PAPERS:
        raise UnknownNameError("paper", paper, PAPERS)
    selected = {k: f for k, f in _registry.items() if paper in (None, f.source.paper)}
    return MappingProxyType(selected)


def formula(name: str) -> "Formula":
    """Return one registered formula.

    Raises: UnknownNameError with the nearest three ids.
    """
    if name not in _registry:
        raise UnknownNameError("formula", name, _registry)
    return _registry[name]


_readers: list[set[str]] = []


@contextmanager
def reading() -> Iterator[set[str]]:
    """Collect the ids of the formulas that are used inside a ``with`` block."""
    ids: set[str] = set()
    _readers.append(ids)
    try:
        yield ids
    finally:
        _readers.pop()


def note(formula: "Formula") -> None:
    """Add a formula to the ids that :func:`reading` collects; a derived one as its parent."""
    if _readers:
        while formula.parent is not None:
            formula = formula.parent
        for reader in _readers:
            reader.add(formula.id)
