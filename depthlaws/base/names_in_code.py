"""Names that Python code binds and uses, by its syntax tree."""

import ast
import re
from collections.abc import Iterator

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9/]+)+")


class Definitions:
    """Top-level statements of one file by the names that they bind, and by ``id="..."`` in them."""

    def __init__(self, text: str, package: str) -> None:
        self.package = package
        self.by_name: dict[str, list[ast.AST]] = {}
        self.bound = Uses(package)
        self._uses: dict[ast.AST, Uses] = {}
        ids = _ids if "id=" in text else _no_ids
        for node in ast.parse(text).body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self.bound.visit(node)
                continue
            for name in {*_bound(node), *ids(node)}:
                self.by_name.setdefault(name, []).append(node)

    def uses(self, node: ast.AST) -> "Uses":
        """Names used in one statement."""
        if node not in self._uses:
            uses = self._uses[node] = Uses(self.package)
            uses.bound = dict(self.bound.bound)
            uses.visit(node)
        return self._uses[node]


def _bound(node: ast.stmt) -> Iterator[str]:
    """Names that a statement defines or assigns."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
        return
    for target in getattr(node, "targets", [getattr(node, "target", None)]):
        yield from (n.id for n in ast.walk(target or ast.Pass()) if isinstance(n, ast.Name))
    for block in ("body", "orelse", "finalbody"):
        for inner in getattr(node, block, ()):
            yield from _bound(inner)


def _no_ids(_: ast.AST) -> Iterator[str]:
    """Return no ids, without a walk over the tree: for a file without ``id=``."""
    return iter(())


def _ids(node: ast.AST) -> Iterator[str]:
    """Literal ids of the records in a statement."""
    for call in ast.walk(node):
        for keyword in call.keywords if isinstance(call, ast.Call) else ():
            if keyword.arg == "id" and isinstance(keyword.value, ast.Constant):
                yield str(keyword.value.value)


def without_docstrings(tree: ast.AST) -> ast.AST:
    """Remove the docstrings from a syntax tree, and return the tree."""
    waiting = [tree]
    while waiting:  # statements only: no expression holds a definition
        node = waiting.pop()
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, block, ())
            waiting.extend(inner if isinstance(inner, list) else ())
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body = node.body[1:] or [ast.Pass()]
    return tree


class Uses(ast.NodeVisitor):
    """Visitor that collects imports, and which parts of imported modules are used."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.bound: dict[str, str] = {}
        self.dotted: set[str] = set()
        self.variables: set[str] = set()
        self.names: set[str] = set()
        self.ids: set[str] = set()

    def visit_If(self, node: ast.If) -> None:
        """Skip ``if TYPE_CHECKING``: types are no dependency."""
        if ast.unparse(node.test) != "TYPE_CHECKING":
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        """Bind ``import a.b as c``."""
        for alias in node.names:
            self.dotted.add(alias.name)
            if alias.asname:
                self.bound[alias.asname] = alias.name
            else:
                self.bound[alias.name.partition(".")[0]] = alias.name.partition(".")[0]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Bind ``from a.b import c``, relative imports included."""
        above = self.package.rsplit(".", node.level - 1)[0] if node.level else ""
        origin = ".".join(part for part in (above, node.module) if part)
        for alias in node.names:
            self.dotted.add(f"{origin}.{alias.name}")
            self.bound[alias.asname or alias.name] = f"{origin}.{alias.name}"

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Add ``chain.sharpness``: one name of the package."""
        parts, base = [node.attr], node.value
        while isinstance(base, ast.Attribute):
            parts.append(base.attr)
            base = base.value
        if isinstance(base, ast.Name) and base.id in self.bound:
            self.dotted.add(".".join([self.bound[base.id], *reversed(parts)]))
        else:
            self.visit(base)

    def visit_Name(self, node: ast.Name) -> None:
        """Add a variable, and ``chain.*`` for a package that is handed on whole."""
        self.variables.add(node.id)
        if node.id in self.bound:
            self.dotted.add(f"{self.bound[node.id]}.*")

    def visit_Call(self, node: ast.Call) -> None:
        """Add ``import_module("depthlaws.theory.x")``, and literal ids of records."""
        called = str(getattr(node.func, "attr", getattr(node.func, "id", "")))
        if called.endswith("import_module") and node.args:
            parts = getattr(node.args[0], "values", [node.args[0]])
            if isinstance(parts[0], ast.Constant) and isinstance(parts[0].value, str):
                complete = len(parts) == 1
                self.dotted.add(parts[0].value.rstrip(".") + ("" if complete else ".*"))
        for keyword in node.keywords:
            if keyword.arg == "id" and isinstance(keyword.value, ast.Constant):
                self.ids.add(str(keyword.value.value))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Add a string that may be the id of a formula."""
        if isinstance(node.value, str) and _ID.fullmatch(node.value):
            self.names.add(node.value)
