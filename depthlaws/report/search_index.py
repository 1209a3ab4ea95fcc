"""Index of the search over the whole site, as a script that works from a file address too."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from depthlaws.claims.engine.report import Report
from depthlaws.report.explorers import EXPLORERS
from depthlaws.report.pictures import Picture
from depthlaws.report.words import field_words
from depthlaws.theory.papers import PAPERS

MANUAL = "manual/search.json"  # entries of the manual, which `make docs` writes there


def entry(kind: str, title: str, address: str, text: str, **others: str) -> dict[str, str]:
    """Return one entry; ``of`` says where it stands, ``more`` is searched and not shown."""
    return {"kind": kind, "title": title, "address": address, "text": text, **others}


def script(
    folder: Path,
    report: Report,
    words: Mapping[str, str],
    laws: Mapping[str, Any],
    shown: Sequence[Picture],
    moved: Mapping[str, str],
) -> str:
    """Return the index of the pages in a folder: statements, formulas, figures, explorers, manual.

    ``moved`` leads from names of places of a former single page to their addresses.
    """
    entries = [
        *_statements(report, words),
        *_records("formula", laws, lambda name: moved[f"formula-{name}"]),
        *_figures(shown),
        *_pages(moved),
    ]
    entries += read(folder / MANUAL, [])
    text = json.dumps({"moved": moved, "entries": entries}, ensure_ascii=False)
    return f"window.depthlawsIndex = {text};\n"


def read(path: Path, without: Any) -> Any:
    """Return what `make docs` has written for the pages, or something else without a manual."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else without


def _statements(report: Report, words: Mapping[str, str]) -> Iterable[dict[str, str]]:
    for claim, result in zip(report.claims, report.results, strict=True):
        about = f"{claim.source.paper} {claim.source.where} {words[claim.id]}"
        of = f"{claim.source.paper}, {result.verdict}"
        yield entry("statement", claim.id, f"{claim.id}.html", claim.says, of=of, more=about)


def _records(kind: str, records: Mapping[str, Any], address: Any) -> Iterable[dict[str, str]]:
    for name, one in records.items():
        more = f"{one.source.where} {field_words(one.says)}"
        yield entry(kind, name, address(name), one.says, of=one.source.paper, more=more)


def _figures(shown: Sequence[Picture]) -> Iterable[dict[str, str]]:
    from depthlaws.figures import figures

    drawn = {p.id: figures()[p.id] for p in shown}
    return _records("figure", drawn, "figure-{}.html".format)


def _pages(moved: Mapping[str, str]) -> Iterable[dict[str, str]]:
    for one in EXPLORERS:
        fields = " ".join(field.label for field in one.fields)
        about = field_words(f"{one.question} {one.says}")
        more = f"explorer calculator interactive {fields} {about} {one.commands}"
        yield entry("explorer", one.question, one.page, one.says, more=more)
    yield entry("page", "Figures", "gallery.html", "All figures, by paper.", more="gallery plots")
    for key, paper in PAPERS.items():
        if f"paper-{key}" in moved:
            title, of = str(paper.title), f"{key}, {paper.year}"
            yield entry(
                "page", title, f"{key}.html", f"Statements of {key}.", of=of, more=paper.authors
            )
        if f"errata-{key}" in moved:
            says = f"What {key} prints wrong or loosely, with counterexamples and corrections."
            address = f"{key}-errata.html"
            yield entry(
                "errata", f"Errata of {key}", address, says, more="mistakes wrong faults errors"
            )
