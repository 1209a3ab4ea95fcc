"""Arrows between the packages run one way, as the design draws them."""

import ast
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


def room_of(module):
    """Room of one of our modules; every room may import what belongs to none of them."""
    top, _, rest = module.partition(".")
    inner = rest.partition(".")[0]
    if top == "depthlaws" and inner in {"", "_public", "_threads"}:
        return None
    return inner if top == "depthlaws" and inner in ROOMS else top


def imports(path):
    """Yield (module, names) of every import of a file, wherever it stands; relative ones resolved.

    ``importlib.import_module("depthlaws.theory.x")`` and f-strings that start with a literal count.
    """
    package = list(path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
    called = {"flint": "python-flint", "cupyx": "cupy", "cupy": "cupy"}
    for path in sources(room):
        for module, _ in imports(path):
            top = module.partition(".")[0]
            if top in sys.stdlib_module_names or top in ROOMS:
                continue
            name = called.get(top, top.replace("_", "-"))
            assert f'"{name}' in declared, f"{path} imports {module}, which is no dependency"


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
