"""Find figures: one module each in the folder of its paper, the id written out in it.

Ids are read from the source, so that looking up one figure imports no other.
"""

import fnmatch
import importlib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import depthlaws.figures as package
from depthlaws.figures.engine.record import Figure
from depthlaws.theory.papers import PAPERS

__all__ = ["figure", "figures", "select"]

_ID = re.compile(r"^FIGURE = Figure\(\n    id=\"([\w.-]+)\",$", re.MULTILINE)


@lru_cache(maxsize=1)
def modules() -> Mapping[str, str]:
    """Module of each figure by id, without importing any.

    Raises: ValueError for an id that two modules have.
    """
    found: dict[str, str] = {}
    for path in sorted(p for folder in package.__path__ for p in Path(folder).glob("*/*.py")):
        for name in _ID.findall(path.read_text(encoding="utf-8")):
            if name in found:
                msg = f"two figures have the id {name!r}"
                raise ValueError(msg)
            found[name] = f"{package.__name__}.{path.parent.name}.{path.stem}"
    return found


def figure(name: str) -> Figure:
    """Look up one figure. Raises: UnknownNameError with the nearest three.

    >>> from depthlaws import figures
    >>> figures.figure("chain-fig1").source.paper
    'chain'
    """
    if name not in modules():
        raise _unknown(name)
    return importlib.import_module(modules()[name]).FIGURE


def figures() -> Mapping[str, Figure]:
    """All figures by id.

    >>> from depthlaws import figures
    >>> "chain-fig1" in figures.figures()
    True
    """
    return {name: figure(name) for name in modules()}


def select(names: Sequence[str] = ()) -> list[str]:
    """Ids of the figures named: by id, by paper, or by a pattern such as ``looped-*``.

    Every figure if none is named; one name may stand alone. Raises: UnknownNameError with the
    nearest three.

    >>> from depthlaws import figures
    >>> figures.select("chain-fig[12]")
    ['chain-fig1', 'chain-fig2']
    """
    chosen: dict[str, None] = {}
    for name in ([names] if isinstance(names, str) else names) or ["*"]:
        folder = f"{package.__name__}.{name}."
        found = [one for one in modules() if fnmatch.fnmatchcase(one, name)]
        found = found or [one for one, module in modules().items() if module.startswith(folder)]
        if not found:
            raise _unknown(name)
        chosen |= dict.fromkeys(found)
    return list(chosen)


def _unknown(name: str) -> Exception:
    from depthlaws.theory.symbolic.registry import UnknownNameError  # loads the symbolic engine

    drawn = [paper for paper in PAPERS if any(f".{paper}." in m for m in modules().values())]
    return UnknownNameError("paper or figure", name, [*drawn, *modules()])
