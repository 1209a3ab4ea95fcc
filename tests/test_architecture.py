"""Arrows between the packages run one way, as the design draws them."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("theory", "sims", "claims", "figures", "depthlaws", "benchmarks")
MAY_IMPORT = {
    "theory": {"theory"},
    "sims": {"sims"},
    "claims": {"claims", "theory", "sims"},
    "figures": {"figures", "claims", "theory", "sims"},
    "depthlaws": {*ROOMS} - {"benchmarks"},
}
FORBIDDEN = {
    "theory": {"matplotlib", "click", "rich", "hypothesis", "pytest"},
    "sims": {"sympy", "mpmath", "flint", "matplotlib", "click", "rich", "hypothesis", "pytest"},
    "claims": {"matplotlib", "click", "pytest"},
    "figures": {"click", "pytest", "hypothesis"},
    "depthlaws": {"pytest", "hypothesis"},
}


def sources(room):
    return sorted((ROOT / room).rglob("*.py"))


COMMON = {
    "",
    "_arguments",
    "_clock",
    "_json",
    "_public",
    "_tables",
    "_threads",
    "_whole",
    "_workers",
}


def room_of(module):
    """Room of one of our modules; every room may import what belongs to none of them."""
    top, _, rest = module.partition(".")
    inner = rest.partition(".")[0]
    if top == "depthlaws" and inner in COMMON:
        return None
    return inner if top == "depthlaws" and inner in ROOMS else top


def running(tree):
    """The same tree without what stands there for the type checker only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.body = [ast.Pass()]
    return tree


def imports(path, read=lambda tree: tree):
    """Yield (module, names) of every import of a file, wherever it stands; relative ones resolved.

    ``importlib.import_module("depthlaws.theory.x")`` and f-strings that start with a literal count.
    """
    package = list(path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(read(ast.parse(path.read_text(encoding="utf-8")))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            yield ".".join([*above, node.module or ""]).strip("."), [a.name for a in node.names]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            parts = getattr(node.args[0], "values", [node.args[0]])
            if isinstance(parts[0], ast.Constant):
                yield str(parts[0].value).strip("."), ()


FILES = [
    pytest.param(room, p, id=str(p.relative_to(ROOT))) for room in MAY_IMPORT for p in sources(room)
]


@pytest.mark.parametrize(("room", "path"), FILES)
def test_arrows_run_one_way(room, path):
    for module, names in imports(path):
        inner = [f"{module}.{name}" for name in names] if module == "depthlaws" else [module]
        for one in inner:
            found = room_of(one)
            assert found not in set(ROOMS) - MAY_IMPORT[room], f"{path} imports {one}"
            assert found not in FORBIDDEN[room], f"{path} imports {one}"


@pytest.mark.parametrize(("room", "path"), FILES)
def test_no_star_imports_and_no_pyplot(room, path):
    for module, names in imports(path):
        assert "*" not in names, f"{path}: from {module} import *"
        assert "pyplot" not in (*names, *module.split(".")), f"{path} imports pyplot"


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_every_import_is_declared(room):
    """What a room imports is the standard library, another room, or in pyproject.toml."""
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8").lower()
    called = {"flint": "python-flint", "cupyx": "cupy", "sklearn": "scikit-learn"}
    for path in sources(room):
        for module, _ in imports(path):
            top = module.partition(".")[0]
            if top in sys.stdlib_module_names or top in ROOMS:
                continue
            name = called.get(top, top.replace("_", "-")).lower()
            assert f'"{name}' in declared, f"{path} imports {module}, which is no dependency"


def module_of(path):
    """Name under which a file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts if parts[0] == "depthlaws" else ("depthlaws", *parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def top_imports(path):
    """Yield what a file imports while it is being imported: not inside functions, not for types."""
    for node in _outside_functions(running(ast.parse(path.read_text(encoding="utf-8"))).body):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _outside_functions(body):
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        yield node
        for name in ("body", "orelse", "finalbody", "handlers"):
            yield from _outside_functions(getattr(node, name, ()))


def known(name, modules):
    """Module that an imported name is, or stands in."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def circles(graph):
    """Yield each set of modules that import each other in a circle."""
    reach = {}
    for start in graph:
        seen, todo = set(), list(graph[start])
        while todo:
            if (one := todo.pop()) not in seen:
                seen.add(one)
                todo += graph[one]
        reach[start] = seen
    found = {frozenset(b for b in reach[a] if a in reach[b]) for a in graph if a in reach[a]}
    yield from sorted(map(sorted, found))


def graph_of(paths, read):
    modules = {module_of(path): path for path in paths}
    return {
        name: {known(m, modules) for m in read(path)} - {name, ""} for name, path in modules.items()
    }


def every_import(path):
    """Yield what a file imports anywhere when it runs, inside functions too."""
    for module, names in imports(path, running):
        yield from (f"{module}.{name}" for name in names) if names else [module]


# Packages that find their content by name on first use.
LAZY = {
    "depthlaws",
    "depthlaws.theory",
    "depthlaws.sims",
    "depthlaws.claims",
    "depthlaws.figures",
}
ALL = [path for room in MAY_IMPORT for path in sources(room)]


def test_no_two_files_import_each_other_in_a_circle():
    """While they are being imported: no order of imports would do."""
    assert [*circles(graph_of(ALL, top_imports))] == []


def test_no_two_files_need_each_other_in_a_circle():
    """Inside functions too, but for the packages that look their content up by name."""
    graph = graph_of(ALL, every_import)
    graph = {name: set() if name in LAZY else found - LAZY for name, found in graph.items()}
    assert [*circles(graph)] == []


MACHINERY = {
    "theory": {"symbolic", "numerics", "papers", "activations"},
    "claims": {"engine", "strategies"},
    "figures": {"engine"},
}


@pytest.mark.parametrize("room", MACHINERY)
def test_machinery_imports_no_content(room):
    """An engine knows no paper: it finds what is there by looking into the folders."""
    for path in sources(room):
        inside = path.relative_to(ROOT / room).with_suffix("").parts[0]
        for module in every_import(path) if inside in MACHINERY[room] else ():
            parts = module.split(".")
            if parts[:2] == ["depthlaws", room] and len(parts) > 2:
                assert parts[2] in MACHINERY[room] or not (ROOT / room / parts[2]).is_dir(), (
                    f"{path} imports {module}"
                )


def test_a_circle_is_seen():
    assert [*circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}})] == [["b", "c"]]
    assert [*circles({"a": {"b"}, "b": set()})] == []


def test_the_arrow_test_sees_an_import(tmp_path, monkeypatch):
    """Imports inside functions, relative ones and import_module are not overlooked."""
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    (tmp_path / "theory").mkdir()
    path = tmp_path / "theory" / "bad.py"
    path.write_text(
        "def f():\n    import sims.scalar\n    from . import papers\n"
        "    from numpy import *\n    importlib.import_module(f'depthlaws.figures.{f}')\n"
    )
    found = [(m, list(n)) for m, n in imports(path)]
    assert found == [
        ("sims.scalar", []),
        ("theory", ["papers"]),
        ("numpy", ["*"]),
        ("depthlaws.figures", []),
    ]


def inner_memo_tables(tree):
    """Functions with a memo table that are no names of their module."""
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    return [
        f.name
        for f in functions
        for d in f.decorator_list
        if re.match(r"(functools\.)?(lru_)?cache\b", ast.unparse(d)) and f not in tree.body
    ]


@pytest.mark.parametrize("room", ["theory", "claims"])
def test_memo_tables_stand_where_a_mutant_run_empties_them(room):
    """`claims.engine.mutants.memo_tables` looks at the names of modules."""
    for path in sources(room):
        assert inner_memo_tables(ast.parse(path.read_text(encoding="utf-8"))) == [], path
    hidden = "class A:\n    @lru_cache(maxsize=2)\n    def f(self): ...\n@cache\ndef g(): ..."
    assert inner_memo_tables(ast.parse(hidden)) == ["f"]


TABLES = (ast.Dict, ast.List, ast.Tuple, ast.Set)


def hand_set(text):
    """Yield the last line of each statement that the formatter skips, and whether it is a table."""
    ends = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt):
            ends.setdefault(node.end_lineno, []).append(getattr(node, "value", None))
    for number, line in enumerate(text.splitlines(), start=1):
        if "# fmt:" in line:
            yield number, any(isinstance(value, TABLES) for value in ends.get(number, ()))


@pytest.mark.parametrize("room", ["theory", "sims", "claims", "figures", "depthlaws", "benchmarks"])
def test_only_tables_do_not_stand_as_the_formatter_has_them(room):
    for path in sources(room):
        for number, table in hand_set(path.read_text(encoding="utf-8")):
            assert table, f"{path}:{number}"
    assert [*hand_set("a = [1,\n2]  # fmt: skip\nf(1,\n2)  # fmt: skip")] == [(2, True), (4, False)]
