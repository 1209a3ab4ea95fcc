"""Table of places: formulas, claims and figures by the place in the paper that they treat."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import depthlaws
from depthlaws.base.paper_folders import PaperFolder, paper_folders
from depthlaws.theory.papers import PAPERS, Source

ROOT = Path(depthlaws.__file__).parent.parent  # of the repository, to which paths are relative
THEORY = "depthlaws/theory"
_ID = re.compile(r'\bid="([^"{}]+)"')
_KINDS = ("eq.", "theorem", "lemma", "figure", "table", "section", "statement")


@dataclass(frozen=True)
class Row:
    """One place in a paper, with the ids of the formulas, claims and figures that treat it."""

    paper: str
    where: str
    formulas: list[str] = field(default_factory=list)
    claims: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        """Id of this row in the page: ``at-chain-eq-13``."""
        return "at-" + re.sub(r"[^a-z0-9]+", "-", f"{self.paper} {self.where}".lower()).strip("-")


@cache
def _lines() -> Mapping[str, str]:
    """Return ``file:line`` of every id that is literal in the sources."""
    lines: dict[str, str] = {}
    papers = [(_root(own), own.path) for own in paper_folders()]
    for root, folder in [(ROOT, ROOT / THEORY), *papers]:
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(root).as_posix()
            for i, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                for key in _ID.findall(text):
                    lines.setdefault(key, f"{name}:{i}")
    return lines


def _root(own: PaperFolder) -> Path:
    """Return the folder to which files of a paper are relative: our repository, if it is there."""
    return ROOT if own.path.is_relative_to(ROOT) and (ROOT / "papers").is_dir() else own.root


def line_of(name: str) -> str:
    """Return ``file:line`` of a formula, claim or figure; empty if its id is not literal."""
    return _lines().get(name, "")


def paper_order() -> list[str]:
    """Return the papers in order; superseded versions (``-v0``) come last."""
    return sorted(PAPERS, key=lambda key: key.rpartition("-v")[0] in PAPERS)


def table(
    formulas: Iterable[Any],
    claims: Iterable[Any],
    figures: Iterable[Any],
    *,
    reads: Mapping[str, Sequence[str]],
) -> list[Row]:
    """Return one row for each place that a formula, claim or figure treats, in the paper's order.

    ``reads`` gives the formulas that each claim reads; they are listed in the claim's row too.
    """
    rows: dict[Source, Row] = {}

    def row(source: Source) -> Row:
        return rows.setdefault(source, Row(source.paper, source.where))

    all_figures = list(figures)
    for formula in formulas:
        row(formula.source).formulas.append(formula.id)
    for claim in claims:
        here = row(claim.source)
        here.claims.append(claim.id)
        read = [name for name in reads.get(claim.id, ()) if name not in here.formulas]
        here.formulas.extend(read)
        resting = [f.id for f in all_figures if claim.id in f.claims and f.id not in here.figures]
        here.figures.extend(resting)
    for figure in all_figures:
        here = row(figure.source)
        here.figures.extend([] if figure.id in here.figures else [figure.id])
    order = paper_order()
    return sorted(rows.values(), key=lambda r: (order.index(r.paper), rank(r.where)))


def rank(where: str) -> tuple[Any, ...]:
    """Return a sort key: equations by number, theorems, figures, statements, beyond the paper."""
    kind = next((i for i, name in enumerate(_KINDS) if where.startswith(name)), len(_KINDS))
    parts = [(int(p), "") if p.isdigit() else (0, p) for p in re.split(r"(\d+)", where)]
    return kind, parts
