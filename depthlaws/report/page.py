"""The page of the report, written as one HTML file with its style sheet and scripts inside."""

import ast
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from depthlaws.base.files import write_text
from depthlaws.base.plural import counted
from depthlaws.claims.engine.records import Verdict
from depthlaws.claims.engine.report import Report, counted_errata
from depthlaws.report import formula_pictures, places
from depthlaws.report.citation import ourselves
from depthlaws.report.errata import Errata, errata_of
from depthlaws.report.explorers.chain import CHAIN
from depthlaws.report.explorers.javascript import formulas_script
from depthlaws.report.notation import GREEK
from depthlaws.report.page_provenance import PageProvenance, page_provenance
from depthlaws.report.pictures import Picture, pictures
from depthlaws.report.prose import typeset
from depthlaws.report.statements import Statement, statement
from depthlaws.theory import formula, formulas
from depthlaws.theory.papers import PAPERS, Paper
from depthlaws.theory.symbolic import mathml

MAX_ELEMENTS = 600  # of a formula that is set in the page; longer ones stand there as LaTeX
PUNCTUATED = re.compile(r"(\(?)(<math>[^\n]*?</math>)([),.;:?!]*)")
MEANING = {
    Verdict.FORMALLY_PROVED: "proved for every value of every symbol, also by Coq",
    Verdict.PROVED: "proved for every value of every symbol, sizes included",
    Verdict.EXACT: "finitely many cases, which the sentence names, all computed exactly",
    Verdict.CERTIFIED: "interval arithmetic over the whole stated box",
    Verdict.EXACT_IN_CASES: "exact at the sizes listed; the sentence is wider, and not proved",
    Verdict.SUPPORTED: "sampling, with sample size and false-alarm rate",
    Verdict.EXPLORED: "a smaller network agrees with a band that was set after its run",
    Verdict.REFUTED: "false, with a counterexample",
    Verdict.UNKNOWN: "not decided within the time limit",
    Verdict.VACUOUS: "no point met the assumptions",
    Verdict.NOT_REPRODUCED: "excluded at the size of a smaller network that stands in",
    Verdict.NO_POWER: "the error at the size of a smaller network is too large to tell",
}
TAGS = {
    "ours": "a statement of ours: no paper prints it",
    "erratum": "wrong as printed: refuted, with the corrected statement beside it",
    "imprecise": "printed loosely: it holds as read here, its exact form is beside it",
    "definition": "a convention, or what a paper prints: no change of a formula can refute it",
    "reconstructed": "the place is missing from the text at hand; the reading says what is tested",
    "not as expected": "the verdict is not the one that is on record",
}


@dataclass(frozen=True)
class Section:
    """Statements of one file of claims, under the first line of its docstring."""

    title: str
    place: str
    statements: Sequence[Statement]


@dataclass(frozen=True)
class Chapter:
    """One paper: wrong and imprecise statements, their page, all by file, formulas, figures."""

    paper: Paper
    counts: Mapping[str, int]  # statements of the paper by verdict
    ours: int  # statements of ours about it
    wrong: Sequence[Statement]
    loose: Sequence[Statement]
    errata: Errata
    surprises: Sequence[Statement]
    sections: Sequence[Section]
    formulas: Sequence["Law"]
    pictures: Sequence[Picture]


@dataclass(frozen=True)
class Law:
    """One formula as the page shows it."""

    id: str
    where: str
    says: Markup
    expression: Markup
    latex: str
    domain: Markup
    place: str
    picture: Markup


def write(
    report: Report,
    path: Path,
    *,
    figures: Path | None = None,
    seed: int = 0,
    command: str = "depthlaws report",
) -> list[str]:
    """Write the page, and copy the files of a folder of ``figures`` beside it.

    Returns one line for each figure that is missing or broken.
    Raises: OSError if the page or its figures cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    shown = pictures(figures_of(report), figures, path.parent) if figures else []
    write_text(render(report, shown, page_provenance(seed=seed, command=command)), path)
    return [fault for picture in shown for fault in picture.faults]


def figures_of(report: Report) -> list[Any]:
    """Return the figures of the papers in the report."""
    from depthlaws.figures import figures

    papers = {claim.source.paper for claim in report.claims}
    return [figure for figure in figures().values() if figure.source.paper in papers]


def render(report: Report, shown: Sequence[Picture], made: PageProvenance) -> str:
    """Return the page as text."""
    statements = {v.id: v for v in views_of(report, shown)}
    order = [p for p in places.paper_order() if any(v.paper == p for v in statements.values())]
    return filled(
        "page.html.j2",
        report=report,
        made=made,
        meaning=MEANING,
        tags=TAGS,
        headline=headline(report),
        papers=counted(len(order), "paper"),
        statements=statements,
        pictures={p.id: p for p in shown},
        laws=set(laws_of(order)),
        rows=rows_of(report, shown, order),
        chapters=[chapter_of(PAPERS[key], statements, shown) for key in order],
        line_of=places.line_of,
        to="#{}".format,
        chain_explorer=CHAIN,
        ourselves=ourselves(),
        strengths=sorted({v.strength for v in statements.values()}),
        css=asset("report.css"),
        scripts=[
            asset("report.js"),
            *([Markup(formulas_script()), *map(asset, CHAIN.assets)] if "chain" in order else []),
        ],
    )


def filled(template: str, **values: Any) -> str:
    """Return a page from its template."""
    return PUNCTUATED.sub(_together, _templates().get_template(template).render(**values))


def _together(match: re.Match[str]) -> str:
    """Keep a formula on one line with the bracket before it and the punctuation behind it."""
    return f'<span class="together">{match[0]}</span>' if match[1] or match[3] else match[0]


STAND_INS = {  # verdicts of small networks in the place of large ones
    Verdict.EXPLORED: "with which small networks agree, by bands set after their runs",
    Verdict.NOT_REPRODUCED: "not reproduced by small networks that stand in for large ones",
    Verdict.NO_POWER: "that such networks do not decide",
}


def headline(report: Report) -> str:
    """Return the counts in words: statements of papers and ours, faults, surprises."""
    pairs = list(zip(report.claims, report.results, strict=True))
    printed = [(c, r) for c, r in pairs if not c.beyond]
    ours = [(c, r) for c, r in pairs if c.beyond]
    papers = len({c.source.paper for c in report.claims})
    parts = []
    if printed:
        parts.append(
            f"{counted(len(printed), 'statement')} of {counted(papers, 'paper')}: "
            f"{_holding(printed)}"
        )
        loose = sum(c.imprecise and r.as_expected for c, r in printed)
        parts[-1] += f", {loose} of them imprecise as printed" * bool(loose)
        rebuilt = sum(c.reconstructed and r.as_expected for c, r in printed)
        parts[-1] += f", {rebuilt} of them on reconstructed tables" * bool(rebuilt)
        if wrong := counted_errata(len(report.errata), len(report.faults)):
            parts[-1] += f"; {wrong}, corrected here"
        small = Counter(r.verdict for _, r in printed)
        for verdict, words in STAND_INS.items():
            parts[-1] += f"; {small[verdict]} {words}" * bool(small[verdict])
        parts[-1] += "."
    if ours:
        parts.append(f"{counted(len(ours), 'statement')} of ours: {_holding(ours)}.")
    surprises = sum(not r.as_expected for r in report.results)
    verdicts = "1 verdict is" if surprises == 1 else f"{surprises} verdicts are"
    parts.append(f"{verdicts} not as expected." if surprises else "Every verdict is as expected.")
    return " ".join(parts)


def _holding(pairs: Sequence[tuple[Any, Any]]) -> str:
    """Return the number of statements that hold, by the strength of their verdict."""
    counts = Counter(str(r.verdict) for _, r in pairs if r.verdict.green)
    number = sum(counts.values())
    strengths = [
        f"{counts[verdict]} {words}"
        for verdict, words in (
            ("FORMALLY PROVED", "formally proved"),
            ("PROVED", "proved"),
            ("EXACT", "exact"),
            ("CERTIFIED", "certified"),
            ("EXACT IN CASES", "exact in listed cases"),
            ("SUPPORTED", "supported by sampling"),
        )
        if counts[verdict]
    ]
    holding = f"{number} {'holds' if number == 1 else 'hold'}"
    return f"{holding} ({', '.join(strengths)})" if strengths else holding


def views_of(report: Report, shown: Sequence[Picture]) -> Sequence[Statement]:
    """Return the statements of a report with their places and the figures that rest on them."""
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


def laws_of(order: Sequence[str]) -> dict[str, Any]:
    """Return the formulas of the papers of this page by id."""
    return {name: f for name, f in formulas().items() if f.source.paper in order}


def rows_of(report: Report, shown: Sequence[Picture], order: Sequence[str]) -> list[places.Row]:
    """Return the table of places of some papers."""
    from depthlaws.figures import figures

    laws, ids = laws_of(order), {p.id for p in shown}
    reads = {r.id: [name for name in r.reads if name in laws] for r in report.results}
    shown_figures = [f for f in figures().values() if f.id in ids] if shown else []
    rows = places.table(laws.values(), report.claims, shown_figures, reads=reads)
    return [row for row in rows if row.paper in order]


def chapter_of(paper: Paper, views: Mapping[str, Statement], shown: Sequence[Picture]) -> Chapter:
    """Return the chapter of a paper."""
    statements = [v for v in views.values() if v.paper == paper.key]
    printed = [v for v in statements if not v.ours]
    unfolded = sorted((v for v in statements if not v.folded), key=lambda v: places.rank(v.where))
    return Chapter(
        paper,
        {str(v): n for v in Verdict if (n := sum(s.verdict == v for s in printed))},
        len(statements) - len(printed),
        [v for v in unfolded if v.erratum and "not as expected" not in v.tags],
        [v for v in unfolded if "imprecise" in v.tags and "not as expected" not in v.tags],
        errata_of(unfolded, views),
        [v for v in unfolded if "not as expected" in v.tags],
        sections_of([v for v in statements if v.folded]),
        [_law(name) for name in formulas(paper.key)],
        [p for p in shown if p.paper == paper.key],
    )


def sections_of(statements: Sequence[Statement]) -> list[Section]:
    """Group statements by file, in the order of the first place treated, ours last.

    Inside a group they are in the order of their places too.
    """
    files: dict[str, list[Statement]] = {}
    for item in sorted(statements, key=lambda s: places.rank(s.where)):
        files.setdefault(item.place.rpartition(":")[0], []).append(item)
    sections = [Section(_title(file), file, group) for file, group in files.items()]
    return sorted(sections, key=lambda s: ("/beyond" in s.place, _first(s)))


def _first(section: Section) -> Any:
    return min(places.rank(item.where) for item in section.statements)


def _title(file: str) -> str:
    """Return the first line of a module's docstring."""
    if not (places.ROOT / file).is_file():
        return "Further statements"
    text = ast.get_docstring(ast.parse((places.ROOT / file).read_text(encoding="utf-8")))
    return (text or file).partition("\n")[0]


@cache
def _law(name: str) -> Law:
    law = formula(name)
    shown = mathml.expression(law.expr)
    return Law(
        law.id,
        law.source.where,
        typeset(law.says),
        shown if shown.count("</") <= MAX_ELEMENTS else Markup(""),
        law.latex if mathml.readable(law.expr) else "",
        typeset("; ".join(f"{s} in {a}" for s, a in law.domain.items()).replace("oo", "inf")),
        places.line_of(law.id),
        formula_pictures.picture(law),
    )


# -- template --------------------------------------------------------------------------------------


@cache
def _templates() -> jinja2.Environment:
    """Return all templates: a file that several of them include is read once."""
    loader = jinja2.FileSystemLoader(Path(__file__).parent / "templates")
    environment = jinja2.Environment(
        loader=loader,
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["typeset"] = typeset
    return environment


def asset(name: str) -> Markup:
    """Return a script or style sheet to embed in the page."""
    return Markup(content(name).decode("utf-8"))


def content(name: str) -> bytes:
    """Return a file that goes with the pages."""
    return (Path(__file__).parent / "templates" / name).read_bytes()


# Letters that sentences use as the formulas do.
EXPLAINED = frozenset(
    ["L", "N", "K", "T", "S", "k", "r", "s", "rho", "eps", "eta", "tau", "alpha", "kappa", "gamma"]
)


def symbols() -> dict[str, dict[str, str]]:
    """Return what letters mean, by paper: those that mean the same in all of its formulas.

    A letter of fewer than three formulas is left out: a statement may use it for something else.
    """
    meanings: dict[str, dict[str, str]] = {}
    for key in PAPERS:
        uses: dict[str, Counter[str]] = {}
        for law in formulas(key).values():
            for name in EXPLAINED & {*law.definitions}:
                words = law.definitions[name]
                uses.setdefault(name, Counter())[words.rpartition("; in ")[0] or words] += 1
        meanings[key] = {
            unescape(GREEK.get(name, name)): next(iter(of))
            for name, of in sorted(uses.items())
            if len(of) == 1 and of.total() >= 3
        }
    return meanings
