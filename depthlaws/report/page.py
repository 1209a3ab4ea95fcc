"""The page: everything put together, written as one file with its assets inside."""

import ast
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

import depthlaws
from depthlaws.claims.engine.records import Verdict
from depthlaws.claims.engine.report import Report
from depthlaws.commands.cite import ourselves
from depthlaws.files import write_text
from depthlaws.report import places
from depthlaws.report.about import About, about
from depthlaws.report.panel import panel
from depthlaws.report.pictures import Picture, pictures
from depthlaws.report.prose import typeset
from depthlaws.report.statements import Statement, statement
from depthlaws.theory import formula, formulas
from depthlaws.theory.papers import PAPERS, Paper
from depthlaws.theory.symbolic import mathml

__all__ = ["write"]

ROOT = Path(depthlaws.__file__).parent
PUNCTUATED = re.compile(r"(\(?)(<math>[^\n]*?</math>)([),.;:?!]*)")
MEANING = {
    Verdict.PROVED: "symbolic identity, or exact arithmetic over every case",
    Verdict.CERTIFIED: "interval arithmetic over the whole stated box",
    Verdict.SUPPORTED: "sampling, with its size and false-alarm rate",
    Verdict.REFUTED: "false, with the counterexample",
    Verdict.UNKNOWN: "undecided within the time given",
    Verdict.VACUOUS: "no point met the assumptions",
}
TAGS = {
    "erratum": "printed wrong: refuted, with the corrected statement beside it",
    "imprecise": "printed loosely: it stands as read, its exact form is beside it",
    "definition": "what words mean or a paper prints: no change of a formula refutes it",
    "not as expected": "a statement that should stand and does not, or the other way round",
}


@dataclass(frozen=True)
class Section:
    """Statements that stand in one file of claims, under the first line of its docstring."""

    title: str
    place: str
    statements: Sequence[Statement]


@dataclass(frozen=True)
class Chapter:
    """One paper: its errata and loose statements first, then everything in the paper's order."""

    paper: Paper
    counts: Mapping[str, int]
    errata: Sequence[Statement]
    loose: Sequence[Statement]
    surprises: Sequence[Statement]
    sections: Sequence[Section]
    formulas: Sequence["Law"]
    pictures: Sequence[Picture]


@dataclass(frozen=True)
class Law:
    """One registered formula as the page shows it."""

    id: str
    where: str
    says: Markup
    expression: Markup
    latex: str
    domain: Markup
    place: str


def write(
    report: Report,
    path: Path,
    *,
    figures: Path | None = None,
    seed: int = 0,
    command: str = "depthlaws report",
) -> list[str]:
    """Write the page; with a folder of ``figures`` these are taken along beside it.

    Returns one line for each figure that is missing or broken.
    Raises: OSError if the page or its figures cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    shown = pictures(_drawn(report), figures, path.parent) if figures else []
    write_text(render(report, shown, about(seed=seed, command=command)), path)
    return [fault for picture in shown for fault in picture.faults]


def _drawn(report: Report) -> list[Any]:
    """Figures of the papers that the report is about."""
    from depthlaws.figures import figures

    papers = {claim.source.paper for claim in report.claims}
    return [one for one in figures().values() if one.source.paper in papers]


def render(report: Report, shown: Sequence[Picture], made: About) -> str:
    """Return the page as text."""
    views = {v.id: v for v in _views(report, shown)}
    order = [p for p in places.paper_order() if any(v.paper == p for v in views.values())]
    page = _template("page.html.j2").render(
        report=report,
        made=made,
        meaning=MEANING,
        tags=TAGS,
        headline=headline(report),
        statements=views,
        pictures={p.id: p for p in shown},
        laws=set(_laws(order)),
        rows=_rows(report, shown, order),
        chapters=[_chapter(PAPERS[key], views, shown) for key in order],
        line_of=places.line_of,
        panel=panel() if "chain" in order else None,
        ourselves=ourselves(),
        strengths=sorted({v.strength for v in views.values()}),
        css=_asset("report.css"),
        scripts=[_asset("report.js"), _asset("panel.js")],
    )
    return PUNCTUATED.sub(_together, page)


def _together(found: re.Match[str]) -> str:
    """A formula on one line with the bracket before it and the punctuation behind it."""
    return f'<span class="together">{found[0]}</span>' if found[1] or found[3] else found[0]


def headline(report: Report) -> str:
    """What came out, in one sentence."""
    counts = Counter(str(r.verdict) for r in report.results)
    errata = sum(r.erratum and r.as_expected for r in report.results)
    stand = sum(r.verdict.green for r in report.results)
    wrong = sum(not r.as_expected for r in report.results)
    papers = len({c.source.paper for c in report.claims})
    return (
        f"{len(report.results)} statements of {papers} paper{'s' * (papers != 1)}: "
        f"{stand} stand ({counts['PROVED']} proved, {counts['CERTIFIED']} certified, "
        f"{counts['SUPPORTED']} supported by sampling), {errata} are wrong as printed and "
        f"corrected here, {wrong or 'none'} came out otherwise than expected."
    )


def _views(report: Report, shown: Sequence[Picture]) -> Sequence[Statement]:
    resting: dict[str, list[str]] = {}
    for picture in shown:
        for name in picture.claims:
            resting.setdefault(name, []).append(picture.id)
    return [
        statement(
            claim,
            result,
            place=places.line_of(claim.id),
            figures=tuple(resting.get(claim.id, ())),
        )
        for claim, result in zip(report.claims, report.results, strict=True)
    ]


def _laws(order: Sequence[str]) -> dict[str, Any]:
    """Formulas of the papers of this page by id."""
    return {name: f for name, f in formulas().items() if f.source.paper in order}


def _rows(report: Report, shown: Sequence[Picture], order: Sequence[str]) -> list[places.Row]:
    from depthlaws.figures import figures

    laws, chosen = _laws(order), {p.id for p in shown}
    reads = {r.id: [name for name in r.reads if name in laws] for r in report.results}
    drawn = [f for f in figures().values() if f.id in chosen] if shown else []
    rows = places.table(laws.values(), report.claims, drawn, reads=reads)
    return [row for row in rows if row.paper in order]


def _chapter(paper: Paper, views: Mapping[str, Statement], shown: Sequence[Picture]) -> Chapter:
    mine = [v for v in views.values() if v.paper == paper.key]
    apart = sorted((v for v in mine if not v.folded), key=lambda v: places.rank(v.where))
    return Chapter(
        paper,
        {str(v): n for v in Verdict if (n := sum(m.verdict == v for m in mine))},
        [v for v in apart if v.erratum and "not as expected" not in v.tags],
        [v for v in apart if "imprecise" in v.tags and "not as expected" not in v.tags],
        [v for v in apart if "not as expected" in v.tags],
        _sections([v for v in mine if v.folded]),
        [_law(name) for name in formulas(paper.key)],
        [p for p in shown if p.paper == paper.key],
    )


def _sections(statements: Sequence[Statement]) -> list[Section]:
    """Group by file; what goes beyond the paper comes last, else by the first place treated."""
    files: dict[str, list[Statement]] = {}
    for one in statements:
        files.setdefault(one.place.rpartition(":")[0], []).append(one)
    found = [Section(_title(file), file, group) for file, group in files.items()]
    return sorted(found, key=lambda s: ("beyond" in s.place, _first(s)))


def _first(section: Section) -> Any:
    return min(places.rank(one.where) for one in section.statements)


def _title(file: str) -> str:
    """First line of a module's docstring."""
    if not (ROOT / file).is_file():
        return "Further statements"
    text = ast.get_docstring(ast.parse((ROOT / file).read_text(encoding="utf-8")))
    return (text or file).partition("\n")[0]


@cache
def _law(name: str) -> Law:
    one = formula(name)
    return Law(
        one.id,
        one.source.where,
        typeset(one.says),
        mathml.expression(one.expr),
        one.latex if mathml.readable(one.expr) else "",
        typeset("; ".join(f"{s} in {a}" for s, a in one.domain.items()).replace("oo", "inf")),
        places.line_of(one.id),
    )


# -- template --------------------------------------------------------------------------------------


def _template(name: str) -> jinja2.Template:
    loader = jinja2.FileSystemLoader(Path(__file__).parent / "templates")
    environment = jinja2.Environment(
        loader=loader,
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["typeset"] = typeset
    return environment.get_template(name)


def _asset(name: str) -> Markup:
    """A script or style sheet of ours, to stand inside the page."""
    return Markup((Path(__file__).parent / "templates" / name).read_text(encoding="utf-8"))
