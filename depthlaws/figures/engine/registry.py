"""Look up figures by id, paper or pattern.

Each figure is one module in the folder of its paper, with a literal id. The ids are read from the
source text, so that looking up one figure imports no other.
"""

import ast
import fnmatch
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from depthlaws.base.paper_folders import PaperFolder, folder_of, paper_folders, required
from depthlaws.base.plugins import BrokenFileError, broken, imported_file
from depthlaws.theory.papers import PAPERS

if TYPE_CHECKING:
    from depthlaws.figures.engine.record import Figure  # loads Matplotlib
    from depthlaws.figures.engine.settings import Setting

__all__ = ["figure", "figures", "select", "settings"]

_USUAL = re.compile(r"^FIGURE = Figure\(\n    id=\"([\w.-]+)\",$", re.MULTILINE)


def modules() -> Mapping[str, str]:
    """Return the module of each figure by id, without importing any.

    Raises: ValueError for an id that two modules have, a FIGURE without a literal id, or a file
    that is no Python.
    """
    return _modules(paper_folders())


@lru_cache(maxsize=2)
def _modules(folders: Sequence[PaperFolder]) -> Mapping[str, str]:
    files = {module: path for own in folders for module, path in own.modules("figures").items()}
    by_id: dict[str, str] = {}
    for module, path in files.items():
        for name in _ids(path):
            if name in by_id:
                msg = f"two figures have the id {name!r}: {files[by_id[name]]} and {path}"
                raise ValueError(msg)
            by_id[name] = module
    return by_id


def papers_of(module: str) -> tuple[str, ...]:
    """Return the name of the paper that chooses the figure of a module: its first version."""
    own = folder_of(module)
    return (own.papers()[0].key,) if own else ()


def _ids(path: Path) -> list[str]:
    """Id of the FIGURE that a file binds at its top level, in whatever layout; none if it has none.

    Raises: ValueError for a FIGURE whose id cannot be read from the text.
    """
    text = path.read_text(encoding="utf-8")
    usual = _USUAL.findall(text)
    if len(usual) == text.count("FIGURE"):  # else another layout, which takes ten times as long
        return usual
    try:
        statements = ast.parse(text).body
    except SyntaxError as error:
        raise BrokenFileError(broken(path, error)) from error
    names = [name for node in statements for name in _bound_ids(node)]
    if None in names:
        msg = f"{path} has a FIGURE without a literal id; write it in quotes in Figure(...)"
        raise ValueError(msg)
    return [str(name) for name in names]


def _bound_ids(node: ast.stmt) -> Iterator[str | None]:
    """Yield the id of a FIGURE that a statement binds, None where it is not written out."""
    if isinstance(node, ast.If | ast.Try | ast.With):
        for inner in (*node.body, *getattr(node, "orelse", ()), *getattr(node, "finalbody", ())):
            yield from _bound_ids(inner)
        return
    binds = {
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    binds |= {n.asname or n.name for n in getattr(node, "names", ()) if isinstance(n, ast.alias)}
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        binds = {node.name}
    if "FIGURE" in binds:
        keywords = getattr(getattr(node, "value", None), "keywords", ())
        literal = [k.value for k in keywords if k.arg == "id" and isinstance(k.value, ast.Constant)]
        yield str(literal[0].value) if literal else None


def figure(name: str) -> "Figure":
    """Look up one figure.

    Parameters
    ----------
    name : str
        Id of the figure.

    Returns
    -------
    Figure
        The figure's record.

    Raises
    ------
    UnknownNameError
        With the three nearest ids.
    ValueError
        If the file of the figure cannot be imported.

    Examples
    --------
    >>> from depthlaws import figures
    >>> figures.figure("chain-fig1").source.paper
    'chain'
    """
    if name not in modules():
        raise _unknown(name)
    return imported_file(modules()[name]).FIGURE


def figures() -> "Mapping[str, Figure]":
    """Look up all figures.

    Returns
    -------
    mapping of str to Figure
        The figures by id.

    Examples
    --------
    >>> from depthlaws import figures
    >>> "chain-fig1" in figures.figures()
    True
    """
    return {name: figure(name) for name in modules()}


def select(names: Sequence[str] = ()) -> list[str]:
    """Return ids of figures by id, by paper, or by pattern.

    Parameters
    ----------
    names : str or sequence of str
        Ids, papers, or patterns such as ``looped-*``; empty means every figure.

    Returns
    -------
    list of str
        Ids without repetition, in the order of the names.

    Raises
    ------
    UnknownNameError
        With the three nearest names.

    Examples
    --------
    >>> from depthlaws import figures
    >>> figures.select("chain-fig[12]")
    ['chain-fig1', 'chain-fig2']
    """
    chosen: dict[str, None] = {}
    for name in ([names] if isinstance(names, str) else names) or ["*"]:
        ids = [key for key in modules() if fnmatch.fnmatchcase(key, name)]
        ids = ids or [key for key, module in modules().items() if name in papers_of(module)]
        if not ids:
            raise _unknown(name)
        chosen |= dict.fromkeys(ids)
    return list(chosen)


def settings(name: str) -> "Mapping[str, tuple[str, Setting, Any]]":
    """Look up what can be set in a figure.

    Parameters
    ----------
    name : str
        Id of the figure.

    Returns
    -------
    mapping of str to (str, Setting, value)
        Field of the figure's parameters, its meaning, unit and allowed values, and the default, by
        the name that ``make(values=...)`` takes; empty for a figure of which nothing can be set.

    Raises
    ------
    UnknownNameError
        With the three nearest ids.

    Examples
    --------
    >>> from depthlaws import figures
    >>> field, rate, default = figures.settings("chain-fig3")["rates"]
    >>> rate.says, rate.allowed
    ('normalised rates k = eta S', '1 to 6 different values, above 0 up to 10')
    >>> default
    (1.0, 1.5, 1.95, 2.05)
    """
    from depthlaws.figures.engine.settings import settings as settings_of

    return settings_of(figure(name))


def _unknown(name: str) -> Exception:
    required()
    from depthlaws.theory.symbolic.registry import UnknownNameError  # loads the symbolic engine

    known = {paper for module in modules().values() for paper in papers_of(module)}
    papers = [paper for paper in PAPERS if paper in known]
    return UnknownNameError("paper or figure", name, [*papers, *modules()])
