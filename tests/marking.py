"""Marks each line of our functions as it runs, for whoever is named as running them."""

import ast
import importlib.machinery
import importlib.util
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

_MARKS = "__marks__"  # the name in each module of ours of the marks of its lines
_BLOCKS = ("body", "orelse", "finalbody")


class Marks:
    """Who runs which line of the files in some folders; ``without`` one of them.

    What runs while a module is imported is marked for nobody.
    """

    def __init__(self, root: Path, folders: Sequence[Path], *, without: Path) -> None:
        self.root, self.folders, self.without = root, folders, without
        self._name = ""
        self._marks: dict[str, bytearray] = {}
        self._lines: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))

    def start(self, compiled: Path) -> None:
        """Mark in what is imported from now on; ``compiled`` keeps it for the next process."""
        sys.meta_path.insert(0, _Finder(self, compiled))

    def of(self, name: str) -> None:
        """Count what runs from now on for this name; for nobody when it is empty."""
        for place, marks in self._marks.items():
            if any(marks):
                if self._name:
                    self._lines[place][self._name].update(i for i, ran in enumerate(marks) if ran)
                marks[:] = bytes(len(marks))
        self._name = name

    def lines(self) -> dict[str, dict[str, list[int]]]:
        """Lines by file that was imported, and name."""
        self.of("")
        found = {place: self._lines[place] for place in self._marks}
        return {p: {n: sorted(w) for n, w in here.items()} for p, here in found.items()}

    def place(self, origin: str) -> str:
        """Place of a file under the root, or nothing if it is not to be marked."""
        path = Path(origin).resolve()
        ours = any(path.is_relative_to(folder) for folder in self.folders)
        marked = ours and not path.is_relative_to(self.without)
        return path.relative_to(self.root).as_posix() if marked else ""

    def made(self, place: str) -> bytearray:
        """Marks of a file, one a line."""
        length = len((self.root / place).read_bytes().splitlines()) + 2
        return self._marks.setdefault(place, bytearray(length))


class _Finder:
    """Imports our files with marks."""

    def __init__(self, marks: Marks, compiled: Path) -> None:
        self.marks, self.compiled = marks, compiled

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        origin = spec.origin if spec and spec.has_location else None
        place = self.marks.place(origin) if origin else ""
        if spec is None or origin is None or not place:
            return None
        spec.loader = _Loader(name, origin, self.marks.made(place), self.compiled)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, marks: bytearray, compiled: Path) -> None:
        super().__init__(name, path)
        self.marks, self.compiled = marks, compiled

    def get_code(self, fullname: str) -> CodeType | None:
        before, sys.pycache_prefix = sys.pycache_prefix, str(self.compiled)
        try:
            return super().get_code(fullname)
        finally:
            sys.pycache_prefix = before

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> CodeType:
        tree = marked(importlib.util.decode_source(data))
        return compile(tree, path, "exec", dont_inherit=True, optimize=_optimize)

    def exec_module(self, module: ModuleType) -> None:
        vars(module)[_MARKS] = self.marks
        super().exec_module(module)


def marked(text: str) -> ast.Module:
    """Return the program with a mark before each statement of a function, in each lambda."""
    tree = ast.parse(text)
    nodes = [*ast.walk(tree)]
    functions = [n for n in nodes if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    # By itself, for a function inside another is met again.
    inside = {id(part): part for function in functions for part in ast.walk(function)}
    for part in inside.values():
        for name in _BLOCKS:
            block = getattr(part, name, None)
            if isinstance(block, list):
                setattr(part, name, [*_with_marks(block)])
    for node in nodes:
        if isinstance(node, ast.Lambda):
            body = node.body
            mark = _mark(body.lineno, body.end_lineno or body.lineno, body)
            node.body = ast.copy_location(ast.BoolOp(ast.Or(), [mark, body]), body)
    return tree


def _with_marks(block: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for i, statement in enumerate(block):
        value = statement.value if isinstance(statement, ast.Expr) else None
        if not (i == 0 and isinstance(value, ast.Constant)):  # a docstring stays first
            for first, last in _own_lines(statement):
                yield ast.copy_location(ast.Expr(_mark(first, last, statement)), statement)
        yield statement


def _own_lines(statement: ast.stmt) -> Iterator[tuple[int, int]]:
    """First and last line of a statement, of one with a body without that."""
    heads = [statement, *getattr(statement, "handlers", []), *getattr(statement, "cases", [])]
    for head in heads:
        first = head.pattern.lineno if isinstance(head, ast.match_case) else head.lineno
        body = getattr(head, "body", None) or getattr(head, "cases", None)
        if not isinstance(body, list):
            yield first, head.end_lineno or first
        elif isinstance(head, ast.Match):
            yield first, first
        else:
            yield first, max(first, body[0].lineno - 1)


def _mark(first: int, last: int, place: ast.stmt | ast.expr) -> ast.expr:
    """``__marks__.__setitem__(...)`` in the line of a statement.

    It is worth None, so that a lambda may go on after it.
    """
    many = last - first + 1
    where = f"{first}, 1" if many == 1 else f"slice({first}, {last + 1}), b'\\1' * {many}"
    mark = ast.parse(f"{_MARKS}.__setitem__({where})", mode="eval").body
    for node in ast.walk(mark):
        ast.copy_location(node, place)
    return mark
