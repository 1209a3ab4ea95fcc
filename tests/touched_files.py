"""Tests that follow what is not Python: scripts, templates, tables, recorders, snapshots, pages.

A test file follows a changed file that it names, or that its room has: ``tests/report`` follows
the scripts and templates of ``depthlaws/report``. A snapshot is followed by the test file it
belongs to. Files of no room and without a name in a test are reported as followed by nobody.
"""

import functools
from collections.abc import Iterable
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
ROOMS = ("claims", "cli", "figures", "report", "sims", "theory")
OF_KIND = {  # ending: tests of all files that end so
    ".pyi": ("tests/test_stubs.py",),
    ".md": ("tests/test_site.py", "tests/test_recipes.py", "tests/test_plain_words.py"),
    ".ipynb": ("tests/test_notebooks.py",),
    ".v": ("tests/claims/test_formal.py",),
}
OF_FILE = {
    "pyproject.toml": ("tests/test_distribution.py", "tests/test_core.py"),
    "papers/pyproject.toml": ("tests/test_distribution.py", "tests/test_import.py"),
    "papers/README.md": ("tests/test_readme.py",),
    "README.md": ("tests/test_readme.py",),
    "Makefile": ("tests/test_recipes.py",),
}


@functools.cache
def _texts() -> dict[str, str]:
    files = (REPOSITORY / "tests").rglob("*.py")
    return {str(f.relative_to(REPOSITORY)): f.read_text(encoding="utf-8") for f in files}


def followers(name: str) -> set[str]:
    """Return the files and folders of tests that follow a file that is not Python.

    >>> sorted(followers("depthlaws/report/templates/updates.js"))
    ['tests/report']
    >>> sorted(followers("papers/depthlaws_papers/pc/claims/sentences.toml"))
    ['tests/claims']
    >>> followers("tests/theory/__snapshots__/test_theorems/PC.txt")
    {'tests/theory/test_theorems.py'}
    """
    parts = Path(name).parts
    if "__snapshots__" in parts:
        place = parts.index("__snapshots__")
        test = Path(parts[place + 1]).stem
        return {str(Path(*parts[:place], f"{test}.py"))}
    found = {*OF_KIND.get(Path(name).suffix, ()), *OF_FILE.get(name, ())}
    inside = {"depthlaws": parts[1:2], "papers": parts[3:4]}.get(parts[0], ())
    found |= {f"tests/{room}" for room in inside if room in ROOMS}
    naming = {test for test, text in _texts().items() if f'"{parts[-1]}"' in text}
    return found | {test for test in naming if not any(test.startswith(f"{f}/") for f in found)}


def unfollowed(names: Iterable[str]) -> list[str]:
    """Return the changed files that no test follows, in order."""
    return sorted(name for name in names if not followers(name))
