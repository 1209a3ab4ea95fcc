"""What is typed and computed by nothing, entered a second time: ``python -m tests.second_entry``.

A number typed into a claim or a figure (a cell of a table, a tolerance, an end of a domain), a
quote, the place in the paper, the correction that an erratum names, what stands at an axis: a slip
of the finger would stand. Entered twice it is noticed, whatever the slip. The second entry has one
line for each paper (its data), each claim (how it came out and in how many cases, place, what it
names, quote), each figure (words of its panels) and each file of these (count and checksum of its
numbers, those in words included). What is new needs no line. After a change that is meant, ``python
-m tests.second_entry NAME ...`` writes the lines again of what begins with these words (of
everything without one): read the difference before it is committed.
"""

import ast
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "claims" / "second_entry.txt"
_NUMBER = re.compile(r"\d+(?:\.\d+)?|[<>=\u2264\u2265]+")


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


def files() -> dict[str, str]:
    """Sources of the claims and of the figures by module."""
    from depthlaws.claims.engine import ledger
    from depthlaws.figures.engine import registry

    found = {name: path.read_text(encoding="utf-8") for name, path in ledger.modules().items()}
    for module in registry.modules().values():
        path = FILE.parents[2].joinpath(*module.split(".")[1:]).with_suffix(".py")
        found[module] = path.read_text(encoding="utf-8")
    return found


def lines(names: Sequence[str]) -> Iterator[str]:
    """Lines as things are now, about what begins with one of these words."""
    from depthlaws.claims.engine.ledger import all_claims
    from depthlaws.claims.engine.run import verify
    from depthlaws.figures.engine import registry
    from depthlaws.theory.papers import PAPERS

    def asked(found: Iterable[str]) -> list[str]:
        return [name for name in sorted(found) if name.startswith(tuple(names))]

    sources, claims = files(), asked(all_claims())
    yield from (f"{key}\t{of_paper(PAPERS[key])}" for key in asked(PAPERS))
    yield from (f"{module}\t{of_file(sources[module])}" for module in asked(sources))
    for one in map(registry.figure, asked(registry.modules())):
        dataset = one.small()
        yield f"{one.id}\t{of_figure(one.canvas(dataset), dataset)}"
    results = verify(claims, seed=1).by_id if claims else {}
    for name in claims:
        yield f"{name}\t{of_result(results[name])}\t{of_claim(all_claims()[name])}"


def renew(names: Sequence[str]) -> None:
    """Write the lines again about what begins with one of these words, and keep the others."""
    new = dict(line.split("\t", 1) for line in lines(names))
    kept = {n: line for n, line in entered().items() if not n.startswith(tuple(names))}
    found = kept | new
    FILE.write_text("".join(f"{n}\t{found[n]}\n" for n in sorted(found)), encoding="utf-8")


if __name__ == "__main__":
    renew(sys.argv[1:] or [""])
