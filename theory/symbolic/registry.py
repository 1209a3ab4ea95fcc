"""All formulas by id."""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING

from depthlaws.theory.papers import PAPERS

if TYPE_CHECKING:
    from depthlaws.theory.symbolic.formula import Formula


FEW = 12  # names that an error lists when none is near
# A network without skips: of scalars, of layers of any kind, of dense layers. Papers' words.
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
        near = difflib.get_close_matches(name, names, n=3, cutoff=0.3)
        hint = f"; the nearest are: {', '.join(near)}" if near else ""
        if not near and len(names) <= FEW:
            hint = f"; there are: {', '.join(names)}"
        if kind in {"network", "graph"} and name in WITHOUT_SKIPS:
            hint = "".join(f"; it is called {n!r} here" for n in names if n in WITHOUT_SKIPS)
        self.message = f"unknown {kind} {name!r}{hint}"
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


_registry: dict[str, "Formula"] = {}


def add(one: "Formula") -> None:
    """Register a formula. Raises: ValueError for an id that is taken."""
    if one.id in _registry:
        msg = f"two formulas have the id {one.id!r}"
        raise ValueError(msg)
    _registry[one.id] = one


def known(name: str) -> bool:
    """Whether a formula of this id is registered."""
    return name in _registry


def formulas(paper: str | None = None) -> Mapping[str, "Formula"]:
    """All registered formulas by id, or those of one paper.

    Raises: UnknownNameError with the nearest papers.
    """
    if paper is not None and paper not in PAPERS:
        raise UnknownNameError("paper", paper, PAPERS)
    found = {k: f for k, f in _registry.items() if paper in (None, f.source.paper)}
    return MappingProxyType(found)


def formula(name: str) -> "Formula":
    """Look up one registered formula.

    Raises: UnknownNameError with the nearest three ids.
    """
    if name not in _registry:
        raise UnknownNameError("formula", name, _registry)
    return _registry[name]


_readers: list[set[str]] = []


@contextmanager
def reading() -> Iterator[set[str]]:
    """Collect the ids of the formulas that are evaluated or looked at meanwhile."""
    found: set[str] = set()
    _readers.append(found)
    try:
        yield found
    finally:
        _readers.pop()


def note(one: "Formula") -> None:
    """Tell whoever is :func:`reading` that a formula is; a derived one counts as its parent."""
    if _readers:
        while one.parent is not None:
            one = one.parent
        for reader in _readers:
            reader.add(one.id)
