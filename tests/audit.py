"""Records in the sources of a tree that no list shows, and public functions without a test.

Run as a script (``python audit.py TREE TESTS``) it prints one line for each.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path


def ids_in(folder: Path, pattern: str) -> set[str]:
    """Matches of a pattern in the sources of a room."""
    texts = (path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return {match for text in texts for match in re.findall(pattern, text, flags=re.MULTILINE)}


def not_listed(root: Path) -> Iterator[str]:
    """Yield formulas, claims, figures and simulators that are on disk and that no list shows."""
    from depthlaws import figures, sims, theory
    from depthlaws.claims.engine.ledger import entries

    library, root = root / "papers" / "depthlaws_papers", root / "depthlaws"
    literal = r'\bid="([^"{}]+)"'
    content = sorted(library.glob("*/claims"))
    if not content:
        yield f"paper in {library}"
    yield from (f"formula {n}" for n in ids_in(root / "theory", literal) - theory.formulas().keys())
    claims = {name for folder in content for name in ids_in(folder, literal)}
    yield from (f"claim {name}" for name in claims - entries().keys())
    drawn = {name for folder in library.glob("*/figures") for name in ids_in(folder, literal)}
    yield from (f"figure {name}" for name in drawn - figures.figures().keys())
    marked = ids_in(root / "sims", r'^@simulator\("([^"]+)"')
    yield from (f"simulator {name}" for name in marked - sims.simulators().keys())


def untested(tests: str) -> Iterator[str]:
    """Yield public functions and simulators without an example, which no test names either."""
    from depthlaws import sims, theory

    public = {n: f for n, f in theory.questions().items() if inspect.isfunction(f)}
    for name, function in {**public, **sims.simulators()}.items():
        called = re.search(rf"\b{function.__name__}\b", tests)
        if ">>> " not in (function.__doc__ or "") and not called:
            yield f"no test and no example: {name}"


def main(root: Path, tests: Path) -> None:
    """Print one line for each."""
    files = [p for p in sorted(tests.rglob("test_*.py")) if p.name != "test_recipes.py"]
    text = "\n".join(p.read_text(encoding="utf-8") for p in files)
    faults = [*(f"not found: {name}" for name in not_listed(root)), *untested(text)]
    sys.stdout.write("".join(f"{fault}\n" for fault in sorted(faults)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
