"""The pages of ``depthlaws report``: a landing page, one page a paper, one address a statement."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from depthlaws.base import files as disk
from depthlaws.base.outputs import refuse_foreign_folder
from depthlaws.base.plural import counted
from depthlaws.claims import coverage
from depthlaws.claims.engine.report import Report
from depthlaws.report import landing, page, places, recheck_here, search_index
from depthlaws.report.citation import ourselves
from depthlaws.report.explorers import EXPLORERS
from depthlaws.report.explorers.javascript import formulas_script
from depthlaws.report.page_provenance import page_provenance
from depthlaws.report.pictures import Picture, pictures
from depthlaws.report.words import field_words
from depthlaws.theory.papers import PAPERS

ASSETS = ("report.css", "site.js", *dict.fromkeys(s for one in EXPLORERS for s in one.assets))
# STIX Two Math, the letters and signs that the site uses; the licence is inside. Tall roots are as
# narrow as the low one here: behind a root Chromium leaves room for the widest.
FONT = "math.woff"
MANUAL = "manual/index.html"  # that `make docs` has written into the folder of the pages
OURS = '<meta name="generator" content="depthlaws report">'


def write_site(
    report: Report,
    folder: Path,
    *,
    figures: Path | None = None,
    certificates: Mapping[str, str] | None = None,
    seed: int = 0,
    command: str = "depthlaws report",
) -> list[str]:
    """Write all pages, with the files of a folder of ``figures``; remove pages of earlier reports.

    A claim with a text in ``certificates`` gets a button that rechecks it.

    Returns one line for each figure that is missing or broken.
    Raises: OSError if the pages or figures cannot be written, or a file of that name is not ours.
    """
    folder.mkdir(parents=True, exist_ok=True)
    shown = pictures(page.figures_of(report), figures, folder) if figures else []
    ids = {claim.id for claim in report.claims}
    proofs = {claim: text for claim, text in (certificates or {}).items() if claim in ids}
    others = {FONT: page.content(FONT), **recheck_here.files(proofs)}
    buttons = {claim: recheck_here.button(claim) for claim in proofs}
    files = _files(report, folder, shown, page_provenance(seed=seed, command=command), buttons)
    refuse_foreign_folder(folder, [*files, *others], first="index.html")
    for name, text in files.items():
        disk.write_text(text, folder / name)
    for name, content in others.items():
        (folder / name).parent.mkdir(exist_ok=True)
        disk.write(folder / name, content)
    for path in folder.glob("*.html"):
        if path.name not in files and OURS in path.read_text(encoding="utf-8", errors="replace"):
            path.unlink()
    return [fault for picture in shown for fault in picture.faults]


def menu(*, manual: bool) -> list[tuple[str, str]]:
    """Return words and addresses of the navigation that every page has."""
    return [
        ("Depthlaws", "index.html"),
        ("Explore", "explore.html"),
        *([("Questions", "manual/how-to/questions.html")] if manual else []),
        ("Papers", "index.html#papers"),
        ("Figures", "gallery.html"),
        *([("Manual", MANUAL), ("Reference", "manual/reference/index.html")] if manual else []),
    ]


def _files(
    report: Report,
    folder: Path,
    shown: Sequence[Picture],
    made: Any,
    buttons: Mapping[str, Any],
) -> dict[str, str]:
    """Return the text of every file by name; panels of figures are written into the folder."""
    views = {v.id: v for v in page.views_of(report, shown)}
    order = [p for p in places.paper_order() if any(v.paper == p for v in views.values())]
    chapters = [page.chapter_of(PAPERS[key], views, shown) for key in order]
    rows = page.rows_of(report, shown, order)
    moved = _moved(rows, chapters)
    manual = (folder / MANUAL).is_file()
    derived = search_index.read(folder / "manual/derivations.json", {})
    common = {
        "root": "",
        "explains": "",  # paper whose letters a click explains
        "menu": menu(manual=manual),
        "manual": manual,
        "order": order,
        "made": made,
        "meaning": page.MEANING,
        "tags": page.TAGS,
        "statements": views,
        "laws": set(page.laws_of(order)),
        "line_of": places.line_of,
        "ourselves": ourselves(),
        "to": lambda anchor: moved.get(anchor, f"{anchor}.html"),
    }
    words = {c.id: field_words(f"{c.says} {c.quote} {c.reading}") for c in report.claims}
    files = {name: str(page.asset(name)) for name in ASSETS}
    if buttons:
        files[recheck_here.SCRIPT] = str(page.asset(recheck_here.SCRIPT))
    files["formulas.js"] = formulas_script()
    files["symbols.js"] = f"window.depthlawsSymbols = {json.dumps(page.symbols())};\n"
    laws = page.laws_of(order)
    files["index.js"] = search_index.script(folder, report, words, laws, shown, moved)

    def write(name: str, template: str, **values: Any) -> None:
        files[name] = page.filled(f"{template}.html.j2", **(common | values))

    write(
        "index.html",
        "landing",
        papers=counted(len(order), "paper"),
        headline=page.headline(report),
        findings=landing.findings(shown, order, folder),
        picture=landing.picture(),
        chapters=chapters,
        explorers=EXPLORERS,
    )
    write("explore.html", "explorers", explorers=EXPLORERS)
    for one in EXPLORERS:
        write(one.page, "explore", one=one)
    write("gallery.html", "gallery", chapters=chapters)
    write("find.html", "find")
    files["404.html"] = files["find.html"]
    for chapter in chapters:
        key = chapter.paper.key
        own = [v for v in views.values() if v.paper == key]
        write(
            f"{key}.html",
            "paper",
            explains=key,
            chapter=chapter,
            sections=page.sections_of(own),
            strengths=sorted({v.strength for v in own}),
            words=words,
            sentences=coverage.sentences(key),
            coverage=coverage.counts_of(one.status for one in coverage.sentences(key)),
            explorers=[one for one in EXPLORERS if key in one.papers],
        )
        if chapter.errata.counted:
            write(f"{key}-errata.html", "errata", explains=key, chapter=chapter)
        write(f"{key}-places.html", "places", key=key, rows=[r for r in rows if r.paper == key])
        if chapter.formulas:
            laws = chapter.formulas
            write(f"{key}-formulas.html", "formulas", explains=key, key=key, formulas=laws)
    for view in views.values():
        paper = PAPERS[view.paper]
        values = {"one": view, "paper": paper, "buttons": buttons, "derived": derived.get(view.id)}
        write(f"{view.id}.html", "claim", explains=view.paper, **values)
    for picture in shown:
        write(f"figure-{picture.id}.html", "picture", picture=picture, paper=PAPERS[picture.paper])
    return files


def _moved(rows: Sequence[places.Row], chapters: Sequence[page.Chapter]) -> dict[str, str]:
    """Return the address of every place of the former single page that has no page of its name."""
    moved = {row.anchor: f"{row.paper}-places.html#{row.anchor}" for row in rows}
    for chapter in chapters:
        key = chapter.paper.key
        for law in (f"formula-{f.id}" for f in chapter.formulas):
            moved[law] = f"{key}-formulas.html#{law}"
        moved |= {
            f"paper-{key}": f"{key}.html",
            f"errata-{key}": f"{key}-errata.html#wrong",
            f"loose-{key}": f"{key}-errata.html#loose",
            f"figures-{key}": f"{key}.html#figures",
            f"formulas-{key}": f"{key}-formulas.html",
            f"surprises-{key}": f"{key}.html#statements",
        }
    return moved | {"panel": "explore-chain.html", "where": "find.html", "main": "index.html"}
