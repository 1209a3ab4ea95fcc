"""Tests and claims that use the code changed since a commit: ``pytest --touched COMMIT``.

A test is selected if it reaches a changed statement by names: through functions, classes and
literal ids. A case of a test is selected also if its id is that of a claim, formula or figure that
reaches one. Names made up at run time are not followed: the command line finds its commands and
simulators so. A statement that no test reaches by names selects the tests of its room; files that
are not Python select their own (``tests.touched_files``). Files that nobody follows are printed.
No record of earlier runs is needed. ``make test`` runs everything.
"""

import ast
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from depthlaws.base.names_in_code import Definitions, without_docstrings
from depthlaws.base.sources import ROOT, Place, Sources
from depthlaws.claims.engine import ledger
from depthlaws.figures.engine import registry
from tests import layout
from tests.touched_files import followers

REPOSITORY = Path(__file__).parents[1]


class _Sources(Sources):
    """Sources of the package and of its tests."""

    def _find(self, module: str) -> Path | None:
        path = REPOSITORY.joinpath(*module.split("."))
        tests = [p for p in (path.with_suffix(".py"), path) if p.exists()]
        return tests[0] if module.startswith("tests") and tests else super()._find(module)


def module_of(path: Path) -> str:
    """Module of a file in the repository."""
    above = REPOSITORY / "papers" if path.is_relative_to(REPOSITORY / "papers") else REPOSITORY
    parts = path.relative_to(above).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(REPOSITORY), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def changed_files(since: str) -> list[str]:
    """Return the names of the files that differ from a commit. Raises: UsageError for no commit."""
    if not _git("rev-parse", "--verify", "-q", since):
        raise pytest.UsageError(f"--touched {since}: no such commit; give a commit or branch")
    names = _git("diff", "--name-only", since) + _git("ls-files", "-o", "--exclude-standard")
    return sorted({*names.splitlines()})


def changed(since: str) -> Iterator[Place]:
    """Yield the top-level statements whose meaning is not that of a commit."""
    for name in [name for name in changed_files(since) if name.endswith(".py")]:
        file = REPOSITORY / name
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        yield from differences(module_of(file), _git("show", f"{since}:{name}"), text)


def differences(module: str, *texts: str) -> Iterator[Place]:
    """Yield the places of a module whose statements differ between two texts of it."""
    old, new = (
        {n: [ast.dump(without_docstrings(s)) for s in nodes] for n, nodes in by_name.items()}
        for by_name in (Definitions(text, "").by_name for text in texts)
    )
    yield from ((module, name) for name in old.keys() | new if old.get(name) != new.get(name))


def users() -> dict[Place, set[Place]]:
    """Places that use each place directly."""
    sources, found = _Sources(), dict[Place, set[Place]]()
    for file in [*layout.sources(), *(REPOSITORY / "tests").rglob("*.py")]:
        module = module_of(file)
        definitions = sources.definitions(module)
        for name, nodes in definitions.by_name.items():
            for place in [p for node in nodes for p in _used(sources, module, node)]:
                found.setdefault(place, set()).add((module, name))
    return found


def _used(sources: Sources, module: str, node: ast.AST) -> Iterator[Place]:
    uses, figures = sources.definitions(module).uses(node), registry.modules()
    ours = [dotted for dotted in uses.dotted if in_tree(dotted)]
    yield from ((module, variable) for variable in uses.variables)
    yield from [(module, "*")] * ("globals" in uses.variables)
    ends = {dotted: sources.located(dotted) for dotted in ours}
    yield from ends.values()
    packages = sources.resolved(dotted for dotted, (_, name) in ends.items() if name == "*")
    yield from ((package, "*") for package in packages)
    yield from ((sources.ids()[n], n) for n in uses.names & sources.ids().keys())
    yield from ((figures[n], n) for n in uses.names & figures.keys())


def touched(places: Iterable[Place], users: dict[Place, set[Place]]) -> set[Place]:
    """Places that reach some places: functions, classes, and records by their ids."""
    reached, waiting = set[Place](), [*places]
    while waiting:
        place = waiting.pop()
        if place not in reached:
            reached.add(place)
            waiting += [*users.get(place, ()), *users.get((place[0], "*"), ())]
    return reached


def _room_of_unreached(place: Place, users: dict[Place, set[Place]]) -> str:
    """Return the folder of tests of a place in the package that no test reaches by names."""
    top, *inner = place[0].split(".")
    if top not in {ROOT, layout.LIBRARY.name}:
        return ""
    if any(module.startswith("tests") for module, _ in touched([place], users)):
        return ""
    rooms = [f"tests/{part}" for part in inner[:2] if (REPOSITORY / "tests" / part).is_dir()]
    return rooms[0] if rooms else "tests"


def in_tree(dotted: str) -> bool:
    """Return True for a name in the package, in our papers or in the tests."""
    return dotted.partition(".")[0] in {ROOT, layout.LIBRARY.name, "tests"}


class Selection:
    """Choice of the tests that reach what changed since a commit.

    ``files`` are changed files that are not Python, ``using`` the users of each place.
    """

    def __init__(
        self,
        places: Iterable[Place],
        using: dict[Place, set[Place]] | None = None,
        files: Iterable[str] = (),
    ) -> None:
        places, using = [*places], users() if using is None else using
        self.places = touched(places, using)
        self.tests = {test for name in files for test in followers(name)}
        self.tests |= {room for place in places if (room := _room_of_unreached(place, using))}
        if any(place[0].startswith(f"{layout.LIBRARY.name}.") for place in self.places):
            self.tests.add("tests/claims/test_snapshot.py")
        self.ids = {name for _, name in self.places if "-" in name}
        modules = {module for module, _ in self.places} & ledger.modules().keys()
        for module in modules:  # a claim whose id is made up in a loop belongs to all of its module
            literal = _Sources().definitions(module).by_name
            self.ids |= {c.id for c in ledger.claims_of(module) if c.id not in literal}

    def __contains__(self, item: Any) -> bool:
        if hasattr(item, "dtest"):
            return bool(item.dtest) and _Sources().located(item.dtest.name) in self.places
        module = module_of(item.path)
        file = item.path.relative_to(REPOSITORY).as_posix()
        if any(file == test or file.startswith(f"{test}/") for test in self.tests):
            return True
        names = {item.originalname, getattr(item.cls, "__name__", ""), *item.fixturenames}
        above = (module, f"{module.rpartition('.')[0]}.conftest", "tests.conftest")
        values = getattr(getattr(item, "callspec", None), "params", {}).values()
        cases = {part for v in values if isinstance(v, str) for part in (v, v.rpartition("-")[0])}
        by_name = any((m, name) in self.places for m in above for name in names)
        return by_name or not self.ids.isdisjoint(cases)
