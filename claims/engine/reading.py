"""What a claim uses, by its source: the public functions and formulas that its checks name.

A claim's checks are the record's own lines and the helpers that these reach, in its file and in
other files of claims. What a check evaluates by a name made up at run time is recorded while it
runs, and joined to this.
"""

import ast
from collections.abc import Iterator

from depthlaws.claims.engine import ledger
from depthlaws.claims.engine.closure import ROOT, Sources, Uses

__all__ = ["reads"]

CLAIMS = f"{ROOT}.claims."


def reads() -> dict[str, tuple[str, ...]]:
    """What each claim names: formulas by id, functions as ``chain.sharpness``."""
    book = ledger.book()
    reader = Reader(book.sources)
    return {name: reader.named(module, name) for name, module in book.module_of.items()}


class Reader:
    """Reads files of claims, each of them once."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._modules: dict[str, _Module] = {}

    def named(self, module: str, claim: str) -> tuple[str, ...]:
        """Formulas by id, public functions as ``chain.sharpness``, ``sims.residual.dense.train``.

        ``claim`` is the id of a record of the module.
        """
        found: set[str] = set()
        here = self._module(module)
        waiting = [(here, node) for node in here.records.get(claim, ())]
        seen: set[tuple[str, str]] = set()
        while waiting:
            here, node = waiting.pop()
            labels, reached = self._step(here, node)
            found |= labels
            for place in reached - seen:
                other = self._module(place[0])
                waiting += [(other, other.top[place[1]])] if place[1] in other.top else []
            seen |= reached
        return tuple(sorted(found))

    def _module(self, name: str) -> "_Module":
        if name not in self._modules:
            self._modules[name] = _Module(self.sources, name)
        return self._modules[name]

    def _step(self, here: "_Module", node: ast.AST) -> tuple[set[str], set[tuple[str, str]]]:
        """What one statement uses, and which statements of claims it reaches."""
        uses = here.uses(node)
        labels = {name for name in uses.names if name in self.sources.ids()}
        reached = {(here.name, name) for name in _names(node) if name in here.top}
        for dotted in uses.uses:
            inner, rest = self.sources.located(dotted)
            label = _label(inner, rest)
            if label:
                labels.add(label)
            elif inner.startswith(CLAIMS) and not inner.startswith(f"{CLAIMS}engine"):
                reached.add((inner, rest))
        return labels, reached


class _Module:
    """The syntax tree of one file: what stands at its top, and what its imports bind."""

    def __init__(self, sources: Sources, name: str) -> None:
        self.name, self.package = name, name.rpartition(".")[0]
        path = sources.path(name)
        self.body = ast.parse(path.read_text(encoding="utf-8")).body if path else []
        self.top: dict[str, ast.AST] = {}
        for node in self.body:
            for target in _targets(node):
                self.top[target] = node
        self.records: dict[str, list[ast.AST]] = {}
        for node in self.body:
            for name in _ids(node):
                self.records.setdefault(name, []).append(node)
        self.bound = Uses(self.package)
        for node in self.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self.bound.visit(node)

    def uses(self, node: ast.AST) -> Uses:
        """What one statement uses."""
        found = Uses(self.package)
        found.bound = dict(self.bound.bound)
        found.visit(node)
        return found


def _ids(node: ast.AST) -> Iterator[str]:
    """Literal ids of the records in a statement."""
    for call in ast.walk(node):
        for keyword in call.keywords if isinstance(call, ast.Call) else ():
            if keyword.arg == "id" and isinstance(keyword.value, ast.Constant):
                yield str(keyword.value.value)


def _names(node: ast.AST) -> Iterator[str]:
    return (n.id for n in ast.walk(node) if isinstance(n, ast.Name))


def _targets(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield from _names(target)


def _label(module: str, name: str) -> str:
    """Return a public function of theory or sims in short, else nothing."""
    room, _, rest = module.removeprefix(f"{ROOT}.").partition(".")
    if not name or not name.islower() or name.startswith("_"):
        return ""
    if room == "sims" and rest:
        return f"sims.{rest}.{name}"
    subject = rest.partition(".")[0]
    machinery = subject in {"", "symbolic", "numerics", "papers"}
    return f"{subject}.{name}" if room == "theory" and not machinery else ""
