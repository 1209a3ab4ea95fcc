"""What is typed and computed by nothing, entered a second time: ``python -m tests.second_entry``.

A number typed into a claim or a figure (a cell of a table, a tolerance, an end of a domain), a
quote, the place in the paper, the correction that an erratum names, what stands at an axis: a slip
of the finger would stand. Entered twice it is noticed, whatever the slip. The second entry has one
line for each paper (its data), each claim (how it came out and in how many cases, place, what it
names, quote), each figure (words of its panels) and each file of these (count and checksum of its
numbers, those in words included). What is new needs no line. After a change that is meant, ``python
-m tests.second_entry`` writes the lines again in some seconds, with NAMEs of claims and figures
also how these come out: read the difference before it is committed.
"""

import ast
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "claims" / "second_entry.txt"
_NUMBER = re.compile(r"\d+(?:\.\d+)?|[<>=\u2264\u2265]+")


@cache
def entered() -> dict[str, str]:
    """Lines of the second entry by what they are about."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines)


def of_paper(paper: Any) -> str:
    """What is printed about a paper, and its letters."""
    letters = "; ".join(f"{name}: {meaning}" for name, meaning in paper.letters.items())
    return "\t".join([paper.title, paper.authors, str(paper.year), paper.venue, letters])


def of_claim(claim: Any) -> str:
    """Where a claim stands, what it names beside itself, and the paper's words."""
    named = claim.corrected_by or claim.exact or "-"
    kind = "erratum" if claim.erratum else "imprecise" if claim.imprecise else "-"
    sides = " | ".join(claim.sides or ())
    return "\t".join([str(claim.source), kind, named, sides, claim.quote])


def of_result(result: Any) -> str:
    """The verdict, and in how many cases or of what it was tried, check by check."""
    found = (*result.evidence, *result.cross_evidence)
    return "\t".join([str(result.verdict), "; ".join(map(_tried, found))])


def _tried(evidence: Any) -> str:
    data = evidence.data
    if "cases" in data:
        return str(data["cases"])
    return str(len(data["rows"]) if "rows" in data else data.get("of", "-"))


def of_file(text: str) -> str:
    """Count and checksum of the numbers in a source, and of the orders that its words state."""
    found = [word for node in ast.walk(ast.parse(text)) for word in _numbers(node)]
    return f"{len(found)} {zlib.crc32(' '.join(found).encode()):08x}"


def _numbers(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from _NUMBER.findall(node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield repr(node.value)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "-"


def of_figure(canvas: Any, dataset: Any) -> str:
    """What stands at the axes and above them, panel by panel, the legend, and every unit."""
    panels = [(a.get_title(loc="left"), a.get_xlabel(), a.get_ylabel()) for a in canvas.axes]
    panels += [[text.get_text() for text in legend.get_texts()] for legend in canvas.legends]
    words = "; ".join(" | ".join(" ".join(text.split()) for text in panel) for panel in panels)
    units = (f"{n}: {v.attrs['units']} {v.attrs['kind']}" for n, v in dataset.variables.items())
    return f"{words}; {', '.join(units)}"


@cache
def files() -> dict[str, str]:
    """Sources of the claims and of the figures by module."""
    from depthlaws.claims.engine import ledger
    from depthlaws.figures.engine import registry

    found = {name: path.read_text(encoding="utf-8") for name, path in ledger.modules().items()}
    for module in registry.modules().values():
        path = FILE.parents[2].joinpath(*module.split(".")[1:]).with_suffix(".py")
        found[module] = path.read_text(encoding="utf-8")
    return found


@cache
def _module_of() -> dict[str, str]:
    return {
        name: module
        for module, text in files().items()
        for name in re.findall(r'\bid="([^"{}]+)"', text)
    }


@cache
def _as_entered(module: str) -> bool:
    return entered().get(module) == of_file(files()[module])


def result_of(claim: str) -> str:
    """How a claim came out, of a file whose numbers are those entered; else nothing."""
    line, module = entered().get(claim), _module_of().get(claim, "")
    if not line or line.startswith("-\t-") or not _as_entered(module):
        return ""
    return "\t".join(line.split("\t", 2)[:2])


def lines(names: Sequence[str]) -> Iterator[str]:
    """Lines as things are now; how figures and claims come out of those so named, else as known."""
    from depthlaws.claims.engine.ledger import all_claims
    from depthlaws.claims.engine.run import verify
    from depthlaws.figures.engine import registry
    from depthlaws.theory.papers import PAPERS

    known, claims = entered(), all_claims()
    yield from (f"{key}\t{of_paper(paper)}" for key, paper in PAPERS.items())
    yield from (f"{module}\t{of_file(text)}" for module, text in files().items())
    for name in registry.modules():
        dataset = registry.figure(name).small() if name in names else None
        line = known.get(name, "")
        if dataset is not None:
            line = of_figure(registry.figure(name).canvas(dataset), dataset)
        yield from [f"{name}\t{line}"] * bool(line)
    asked = [name for name in claims if name in names]
    results = verify(asked, seed=1).by_id if asked else {}
    for name, claim in claims.items():
        before = result_of(name) or "-\t-"
        found = of_result(results[name]) if name in results else before
        yield f"{name}\t{found}\t{of_claim(claim)}"


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in sorted(lines(sys.argv[1:]))), encoding="utf-8")
