"""Imports between the rooms run one way, and no two files import each other."""

import ast
import functools
import re
import sys
from pathlib import Path

import pytest

from depthlaws.claims.engine import ledger
from depthlaws.figures.engine import registry
from depthlaws.sims.common import stored_runs
from tests import layout
from tests.layout import LIBRARY, PACKAGE, ROOT
from tests.syntax import parsed

OF_PAPERS = ("runs", "claims", "figures")  # rooms of their folders
PAPERS = LIBRARY.name  # top package of the papers, whose folders have rooms too
# A room imports itself and the rooms below it; theory and sims share nothing but the ground floor.
BELOW = {
    "base": set(),
    "theory": {"base"},
    "sims": {"base"},
    "runs": {"base", "sims"},  # of papers: stored results of simulators, and what makes them
    "claims": {"base", "theory", "sims", "runs"},
    "figures": {"base", "theory", "sims", "runs", "claims"},
    "report": {"base", "theory", "sims", "claims", "figures"},
    "cli": {"base", "theory", "sims", "claims", "figures", "report"},
}
LIBRARIES_NOT_FOR = {
    "base": {"sympy", "mpmath", "flint", "matplotlib", "click", "hypothesis", "pytest"},
    "theory": {"matplotlib", "click", "rich", "hypothesis", "pytest"},
    "sims": {"sympy", "mpmath", "flint", "matplotlib", "click", "rich", "hypothesis", "pytest"},
    "runs": {"sympy", "mpmath", "flint", "matplotlib", "click", "rich", "hypothesis", "pytest"},
    "claims": {"matplotlib", "click", "pytest"},
    "figures": {"click", "pytest", "hypothesis"},
    "report": {"click", "pytest", "hypothesis"},
    "cli": {"pytest", "hypothesis"},
}


def sources(room):
    """Files of a room: of the instrument, and of all papers."""
    folders = [PACKAGE / room, *(layout.rooms(room) if room in OF_PAPERS else [])]
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    assert files, f"no files in {room}"
    return files


def room_of(module):
    """Room of one of our modules, or name of a library; empty for the package itself."""
    top, *rest = module.split(".")
    place = {"depthlaws": 0, PAPERS: 1}.get(top)
    return top if place is None else "".join(rest[place : place + 1])


def for_types(node):
    """True for a block that only the type checker reads."""
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def running(tree):
    """Yield the nodes of a syntax tree without the blocks for the type checker."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if for_types(node):
            waiting += node.orelse
            continue
        yield node
        waiting += ast.iter_child_nodes(node)


@functools.cache
def imports(path, nodes=ast.walk):
    """(module, names) of every import of a file, also inside functions, with absolute names.

    ``importlib.import_module("depthlaws.theory.x")`` and f-strings that start with a literal count.
    """
    return [*_imports(path, nodes)]


def _imports(path, nodes):
    package = list(parts_of(path)[:-1])
    for node in nodes(parsed(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            yield ".".join([*above, node.module or ""]).strip("."), [a.name for a in node.names]
        elif isinstance(node, ast.Call) and called(node).endswith("import_module"):
            parts = getattr(node.args[0], "values", [node.args[0]])
            if isinstance(parts[0], ast.Constant):
                yield str(parts[0].value).strip("."), ()


def parts_of(path):
    """Parts of the name under which a file is imported."""
    above = ROOT / "papers" if path.is_relative_to(ROOT / "papers") else ROOT
    return path.relative_to(above).with_suffix("").parts


def called(call):
    """Last name of the function that a call calls."""
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


FILES = [(room, path) for room in BELOW for path in sources(room)]


def test_every_folder_of_the_package_is_a_room():
    folders = {p.name for p in PACKAGE.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert folders == {*BELOW} - {"runs"}
    assert not any(p.is_symlink() for p in PACKAGE.rglob("*"))


def test_a_room_imports_only_rooms_below_it():
    for room, path in FILES:
        barred = {*BELOW} - BELOW[room] - {room} | LIBRARIES_NOT_FOR[room]
        for module, names in imports(path):
            targets = [f"{module}.{name}" for name in names] if module == "depthlaws" else [module]
            for target in targets:
                assert room_of(target) not in barred, f"{path} imports {target}"


def test_no_star_imports_and_no_pyplot():
    for _, path in FILES:
        for module, names in imports(path):
            assert "*" not in names, f"{path}: from {module} import *"
            assert "pyplot" not in (*names, *module.split(".")), f"{path} imports pyplot"


@pytest.mark.parametrize("room", BELOW)
def test_every_import_is_declared(room):
    """Every import is of the standard library, a room, or a dependency in pyproject.toml."""
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8").lower()
    called = {"flint": "python-flint", "cupyx": "cupy", "sklearn": "scikit-learn"}
    for path in sources(room):
        for module, _ in imports(path):
            top = module.partition(".")[0]
            if top in sys.stdlib_module_names or top in {"depthlaws", PAPERS}:
                continue
            name = called.get(top, top.replace("_", "-")).lower()
            assert f'"{name}' in declared, f"{path} imports {module}, which is no dependency"


def module_of(path):
    """Name under which a file is imported."""
    parts = parts_of(path)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def top_imports(path):
    """Yield the imports that run when a file is imported: not in functions, not for types."""
    for node in _outside_functions(parsed(path).body):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _outside_functions(body):
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        yield node
        blocks = ("body", "orelse", "finalbody", "handlers")
        for name in blocks[1:] if for_types(node) else blocks:
            yield from _outside_functions(getattr(node, name, ()))


def owner(name, modules):
    """Module that an imported name is or belongs to."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def circles(graph):
    """Yield each set of modules that import each other in a circle."""
    reachable = {}
    for start in graph:
        reached, waiting = set(), list(graph[start])
        while waiting:
            if (module := waiting.pop()) not in reached:
                reached.add(module)
                waiting += graph[module]
        reachable[start] = reached
    sets = {
        frozenset(b for b in reachable[a] if a in reachable[b]) for a in graph if a in reachable[a]
    }
    yield from sorted(map(sorted, sets))


def graph_of(paths, read):
    modules = {module_of(path): path for path in paths}
    return {
        name: {owner(m, modules) for m in read(path)} - {name, ""} for name, path in modules.items()
    }


def every_import(path):
    """Yield all imports of a file that run, also inside functions."""
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
EVERY_FILE = [path for _, path in FILES]


def test_no_two_files_import_each_other_in_a_circle():
    """Imports at the top of files: a circle there fails in every order."""
    assert [*circles(graph_of(EVERY_FILE, top_imports))] == []


def test_no_two_files_need_each_other_in_a_circle():
    """Imports inside functions count too, except of packages that look names up when used."""
    graph = graph_of(EVERY_FILE, every_import)
    graph = {name: set() if name in LAZY else needed - LAZY for name, needed in graph.items()}
    assert [*circles(graph)] == []


def test_quick_tests_are_there_for_every_room():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    listed = re.search(r"^QUICK = ((?:.*\\\n)*.*)", makefile, re.MULTILINE)[1].split()
    paths = [Path(word) for word in listed if re.fullmatch(r"tests/[\w/.]+", word)]
    assert all((ROOT / path).exists() for path in paths)
    folders = {p.name for p in (ROOT / "tests").iterdir() if [*p.glob("test_*.py")]}
    assert folders == {path.parts[1] for path in paths}


MACHINERY = {"symbolic", "numerics", "papers", "activations"}  # of theory


def test_machinery_imports_no_content():
    """Machinery finds formulas by looking into folders, and imports none."""
    for path in sources("theory"):
        inside = path.relative_to(PACKAGE / "theory").with_suffix("").parts[0]
        for module in every_import(path) if inside in MACHINERY else ():
            parts = module.split(".")
            if parts[:2] == ["depthlaws", "theory"] and len(parts) > 2:
                assert parts[2] in MACHINERY or not (PACKAGE / "theory" / parts[2]).is_dir(), (
                    f"{path} imports {module}"
                )


def instrument():
    """Files of the instrument."""
    return [path for path in layout.sources() if path.is_relative_to(PACKAGE)]


def named_ids(tree, ids):
    """Lines on which a file has an id as a string of its own, but for that of a source."""
    cited = {
        id(argument)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and called(call) in {"ledger", "beyond"}
        for argument in call.args
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in ids and id(node) not in cited
    ]


def test_the_instrument_knows_no_paper():
    """It imports no paper of ours and names none of their claims and figures, but in sources.

    Two figures have the name of the stored results that they show.
    """
    ids = {*ledger.entries(), *registry.modules()} - {*stored_runs.runs()}
    assert len(ids) > 500
    for path in instrument():
        assert not [m for m, _ in imports(path) if m.partition(".")[0] == PAPERS], path
        assert named_ids(parsed(path), ids) == [], path
    text = "a = CHAIN.ledger('A-1')\nb = claim('A-1')\nc = 'as A-1 says'\n"
    assert named_ids(ast.parse(text), {"A-1"}) == [2]


def test_papers_import_no_other_paper():
    """Each can be read, verified and handed on alone."""
    for path in layout.sources():
        if path.is_relative_to(LIBRARY) and path.parent != LIBRARY:
            own = path.relative_to(LIBRARY).parts[0]
            for module, _ in imports(path):
                top, *rest = module.split(".")
                assert top != PAPERS or rest[:1] == [own], f"{path} imports {module}"


def test_a_circle_is_seen():
    assert [*circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}})] == [["b", "c"]]
    assert [*circles({"a": {"b"}, "b": set()})] == []


def test_the_arrow_test_sees_an_import(tmp_path, monkeypatch):
    """Imports inside functions, relative ones and import_module are seen."""
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    (tmp_path / "theory").mkdir()
    path = tmp_path / "theory" / "bad.py"
    path.write_text(
        "def f():\n    import sims.scalar\n    from . import papers\n"
        "    from numpy import *\n    importlib.import_module(f'depthlaws.figures.{f}')\n"
    )
    seen = [(m, list(n)) for m, n in imports(path)]
    assert seen == [
        ("sims.scalar", []),
        ("theory", ["papers"]),
        ("numpy", ["*"]),
        ("depthlaws.figures", []),
    ]


def inner_memo_tables(tree):
    """Functions with a memo table that are not at the top of their module."""
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    return [
        f.name
        for f in functions
        for d in f.decorator_list
        if re.match(r"(functools\.)?(lru_)?cache\b", ast.unparse(d)) and f not in tree.body
    ]


@pytest.mark.parametrize("room", ["theory", "claims"])
def test_memo_tables_are_names_of_modules_so_that_mutants_empty_them(room):
    """`claims.engine.mutant_outcomes.memo_tables` looks at the names of modules."""
    for path in sources(room):
        assert inner_memo_tables(parsed(path)) == [], path
    hidden = "class A:\n    @lru_cache(maxsize=2)\n    def f(self): ...\n@cache\ndef g(): ..."
    assert inner_memo_tables(ast.parse(hidden)) == ["f"]


TABLES = (ast.Dict, ast.List, ast.Tuple, ast.Set)


def hand_set(text):
    """Yield the last line of each statement that the formatter skips, and whether it is a table."""
    if "# fmt:" not in text:
        return
    ends = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt):
            ends.setdefault(node.end_lineno, []).append(getattr(node, "value", None))
    for number, line in enumerate(text.splitlines(), start=1):
        if "# fmt:" in line:
            yield number, any(isinstance(value, TABLES) for value in ends.get(number, ()))


@pytest.mark.parametrize("room", BELOW)
def test_only_tables_are_kept_from_the_formatter(room):
    for path in sources(room):
        for number, table in hand_set(path.read_text(encoding="utf-8")):
            assert table, f"{path}:{number}"
    assert [*hand_set("a = [1,\n2]  # fmt: skip\nf(1,\n2)  # fmt: skip")] == [(2, True), (4, False)]
