"""Pages of the reference, written from the records of the package at build time."""

import inspect
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
RECORDED = re.compile(r"\[([\w.-]+)\]\n  '''\n  ([A-Z ]+): ")  # id and verdict in a snapshot
BEYOND = re.compile(r"beyond the paper \((.*)\)|statement (.*)")  # keys of a note of ours
DERIVES = re.compile(r"^Derives (.*) of the paper `(\S+)`\.$", re.MULTILINE)  # a whole page
NOTES = re.compile(r"^Notes on the paper `([\w-]+)`", re.MULTILINE)  # a page with a section a key
SECTION = re.compile(r"^## ((?:[\w-]+)(?:, [\w-]+)*): .*$", re.MULTILINE)
GROUPS = {  # headings of a page of claims by the first word of the place
    "Equations": ("eq.",),
    "Theorems, lemmas, propositions": (
        *("theorem", "lemma", "proposition", "corollary", "assumption"),
        *("remark", "desideratum", "takeaway"),
    ),
    "Figures and tables": ("figure", "table"),
    "Sections": ("section", "footnote"),
    "Statements without a number": ("statement",),
    "Beyond the paper": ("beyond",),
}


def pages() -> dict[str, str]:
    """Return the text of every generated page by its path below ``docs/``."""
    from depthlaws.theory.papers import PAPERS

    written = {"reference/formulas-" + name: text for name, text in _formulas()}
    written |= {f"reference/claims-{paper}": _claims(paper) for paper in PAPERS}
    written |= {"reference/functions-" + name: text for name, text in _functions()}
    written |= {"reference/simulators": _simulators(), "reference/commands": _commands()}
    written["reference/keys"] = _keys()
    written["reference/laws"] = _laws()
    return {f"{name}.md": text for name, text in written.items()}


def verdicts() -> Mapping[str, str]:
    """Verdict of every claim, as ``make test`` holds it."""
    folder = ROOT / "tests/theory/__snapshots__/test_theorems"
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.ambr")))
    return dict(pair for text in texts for pair in RECORDED.findall(text))


def places() -> dict[str, str]:
    """Return the page and anchor of every claim and formula by its id."""
    from depthlaws import claims, theory

    of_claims = {i: f"claims-{c.source.paper}.md" for i, c in claims.all_claims().items()}
    of_formulas = {i: f"formulas-{f.source.paper}.md" for i, f in theory.formulas().items()}
    return {name: f"{page}#{name.lower()}" for name, page in (of_claims | of_formulas).items()}


def derivations() -> dict[tuple[str, str], tuple[str, str]]:
    """Return the place and the text of the derivation of every key, by paper and key.

    Raises
    ------
    ValueError
        If two places derive one key.
    """
    derived: dict[tuple[str, str], tuple[str, str]] = {}
    for path in sorted((ROOT / "docs/derivations").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for head in DERIVES.finditer(text):
            for key in re.findall(r"`([\w-]+)`", head[1]):
                _add(derived, (head[2], key), (path.name, text))
        notes = NOTES.search(text)
        for part in re.split(r"^(?=## )", text, flags=re.MULTILINE) if notes else ():
            if section := SECTION.match(part):
                for key in section[1].split(", "):
                    place = f"{path.name}#{slug(section[0].removeprefix('## '))}"
                    _add(derived, (notes[1], key), (place, part))
    return derived


def _add(derived: dict[Any, Any], key: tuple[str, str], place: tuple[str, str]) -> None:
    if key in derived:
        msg = f"{key} is derived in {derived[key][0]} and in {place[0]}"
        raise ValueError(msg)
    derived[key] = place


def slug(heading: str) -> str:
    """Return the anchor that MyST gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def keys_of(claim: Any) -> list[str]:
    """Return the keys of our notes that a claim states; none for a statement of the paper."""
    match = BEYOND.match(claim.source.where) if claim.beyond else None
    return (match[1] or match[2]).split(", ") if match else []


def counts() -> dict[str, int]:
    """Return the numbers of records that the landing page names."""
    from depthlaws import claims, figures, theory

    entries = claims.all_claims().values()
    return {
        "claims": len(entries),
        "statements of the papers": sum(not c.beyond for c in entries),
        "errata": sum(c.erratum for c in entries),
        "formulas": len(theory.formulas()),
        "figures": len(figures.figures()),
    }


def _typeset(text: str) -> str:
    from depthlaws.report.prose import typeset

    return str(typeset(text.replace("oo)", "infinity)").replace("(-oo", "(-infinity")))


def _raw(lines: list[str]) -> str:
    return "\n".join(["```{raw} html", *lines, "```", ""])


# -- formulas ------------------------------------------------------------------------------------


def _formulas() -> Iterator[tuple[str, str]]:
    from depthlaws import theory
    from depthlaws.theory.papers import PAPERS

    opening = "`depthlaws.theory.formula(ID)` is the record, `depthlaws whatif ID` evaluates it."
    for paper in PAPERS:
        if chosen := theory.formulas(paper).values():
            lines = [f"# Formulas: {paper}", "", opening, ""]
            yield paper, "\n".join([*lines, *(line for f in chosen for line in _formula(f))])


def _formula(formula: Any) -> list[str]:
    rows = [
        f"<li><code>{escape(n)}</code>: {_typeset(t)}</li>" for n, t in formula.definitions.items()
    ]
    relation = "" if str(formula.given) == "True" else f" Given: {escape(str(formula.given))}."
    values = str(formula.values).replace("oo", "∞")
    code = "a kernel written by hand" if formula.kernel else "code generated from the expression"
    return [
        f"## {formula.id}",
        "",
        _raw([f"<p>{_typeset(formula.says)} <i>{escape(str(formula.source))}</i></p>"]),
        f"$$\n{formula.latex}\n$$",
        "",
        _raw(["<ul>", *rows, "</ul>"]),
        f"Values in {values}.{relation} Arrays: {code}, error at most"
        f" {formula.budget:g} units of rounding times (1 + condition). `.mp` has any number of"
        " digits, `.ball` a certified enclosure.",
        "",
    ]


# -- claims --------------------------------------------------------------------------------------


def _claims(paper: str) -> str:
    from depthlaws import claims
    from depthlaws.report.places import rank
    from depthlaws.theory.papers import PAPERS

    entries = [c for c in claims.all_claims().values() if c.source.paper == paper]
    entries.sort(key=lambda claim: rank(claim.source.where))
    recorded, derived = verdicts(), derivations()
    tally = Counter(recorded.get(c.id, "UNKNOWN") for c in entries)
    record = PAPERS[paper]
    numbers = ", ".join(f"{n} {verdict}" for verdict, n in sorted(tally.items()))
    errata = sum(c.erratum for c in entries)
    lines = [f"# Claims: {paper}", "", f"{record.authors}: *{record.title}*, {record.year}.", ""]
    lines += [f"{len(entries)} claims: {numbers}; {errata} of them are errata, which must come out"]
    lines += ["REFUTED. [Verdicts](../verdicts.md) says what each means.", ""]
    for heading, words in GROUPS.items():
        chosen = [c for c in entries if c.source.where.startswith(words)]
        if chosen:
            entries = [c for c in entries if c not in chosen]
            lines += [f"## {heading}", "", *(_claim(c, recorded, derived) for c in chosen)]
    if entries:
        msg = f"no heading for the places of {[c.id for c in entries]}"
        raise ValueError(msg)
    return "\n".join(lines)


def _claim(
    claim: Any,
    recorded: Mapping[str, str],
    derived: Mapping[tuple[str, str], tuple[str, str]],
) -> str:
    verdict = recorded.get(claim.id, "UNKNOWN")
    marks = [n for n in ("imprecise", "definition", "reconstructed") if getattr(claim, n)]
    head = " · ".join(
        [
            f"<b>{claim.id}</b>",
            escape(claim.source.where),
            f'<span class="verdict {verdict.replace(" ", "-")}">{verdict}</span>',
            *(["erratum"] if claim.erratum else []),
            *marks,
        ]
    )
    body = [f'<p class="head">{head}</p>', f"<p>{_typeset(claim.says)}</p>"]
    if claim.quote:
        body.append(f"<blockquote>{escape(claim.quote)}</blockquote>")
    if claim.reading:
        body.append(f"<p>Read as: {_typeset(claim.reading)}</p>")
    for words, other in (("Corrected by", claim.corrected_by), ("Exact form", claim.exact)):
        if other:
            target = places()[other].replace(".md#", ".html#")
            body.append(f'<p>{words} <a href="{target}">{other}</a>.</p>')
    if claim.change:
        words = "Would read" if claim.erratum else "Would help"
        body.append(f"<p>{words}: {_typeset(claim.change)}</p>")
    for key in keys_of(claim):
        place = derived[claim.source.paper, key][0].replace(".md", ".html")
        body.append(f'<p>Derivation: <a href="../derivations/{place}">{key}</a>.</p>')
    return _raw([f'<div class="claim" id="{claim.id.lower()}">', *body, "</div>"])


def _laws() -> str:
    """Table of the laws of transfer, by optimiser."""
    from depthlaws import parametrization

    lines = ["# Laws of transfer", "", "`depthlaws transfer` recommends one of these; "]
    lines += ["[which law for my model](../how-to/which-law.md) says when.", ""]
    for optimizer, laws in parametrization.laws.items():
        lines += [f"## {optimizer}", "", "| law | says | assumes | models | source |"]
        lines += ["|---|---|---|---|---|"]
        for law in laws.values():
            texts = law.says, law.assumes, ", ".join(law.models), str(law.source)
            lines.append(" | ".join([f"| `{law.name}`", *map(_plain, texts)]) + " |")
        lines.append("")
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Text of a cell of a table, in which nothing is Markdown."""
    return re.sub(r"([\\`*_\[\]|<>])", r"\\\1", text)


def _keys() -> str:
    """Table of the keys of statements beyond the papers, with the claims and a derivation."""
    from depthlaws import claims
    from depthlaws.theory.papers import PAPERS

    derived = derivations()
    by_key = defaultdict(list)
    for claim in claims.all_claims().values():
        for key in keys_of(claim):
            by_key[claim.source.paper, key].append(claim.id)
    lines = ["# Keys of statements beyond the papers", ""]
    lines += [
        "A source such as `beyond the paper (X-B)` names a note of ours. This table leads from"
    ]
    lines += ["each key to the claims that state and check it, and to its derivation.", ""]
    for paper in PAPERS:
        keys = [key for of, key in by_key if of == paper]
        if keys:
            lines += [f"## {paper}", "", "| key | claims | derivation |", "|---|---|---|"]
        for key in sorted(keys, key=_natural):
            names = ", ".join(f"`{name}`" for name in by_key[paper, key])
            place, _ = derived[paper, key]
            lines.append(f"| {key} | {names} | [{_title(place)}](../derivations/{place}) |")
        lines.append("")
    return "\n".join(lines)


def _title(place: str) -> str:
    text = (ROOT / "docs/derivations" / place.partition("#")[0]).read_text(encoding="utf-8")
    return text.splitlines()[0].removeprefix("# ")


def _natural(key: str) -> list[tuple[int, str]]:
    return [(int(p), "") if p.isdigit() else (0, p) for p in re.split(r"(\d+)", key)]


# -- functions, simulators, commands -------------------------------------------------------------


def _functions() -> Iterator[tuple[str, str]]:
    from depthlaws import theory

    by_subject = defaultdict(list)
    for name, function in theory.questions().items():
        if inspect.isfunction(function):
            by_subject[name.partition(".")[0]].append((name, function))
    for subject, functions in sorted(by_subject.items()):
        title = f"# Functions: {subject.replace('_', ' ')}"
        yield subject, "\n".join([title, "", *(_function(n, f) for n, f in functions)])


def _function(name: str, function: Any) -> str:
    text = inspect.getdoc(function) or ""
    first, _, rest = text.partition("\n")
    signature = f"{name}{re.sub(r'-> .*', '', str(inspect.signature(function))).strip()}"
    return "\n".join(
        [
            f"## {name}",
            "",
            _raw([f"<p>{_typeset(first)}</p>"]),
            f"````text\n{signature}\n{rest.rstrip()}\n````",
            "",
        ]
    )


def _simulators() -> str:
    from depthlaws import sims

    shown = [_function(name, function) for name, function in sims.simulators().items()]
    opening = "`depthlaws simulate NAME` runs one on any grid ([simulate](../simulate.md))."
    return "\n".join(["# Simulators", "", opening, "", *shown])


def _commands() -> str:
    import click

    from depthlaws.cli.main import cli

    lines = ["# Commands: every option", "", "[Commands](../commands.md) explains how values are"]
    lines += ["written and what the exit status means.", ""]
    root = click.Context(cli, info_name="depthlaws", terminal_width=96)
    for name in cli.list_commands(root):
        command = cli.get_command(root, name)
        context = click.Context(command, info_name=name, parent=root, terminal_width=96)
        lines += [f"## depthlaws {name}", "", f"````text\n{command.get_help(context)}\n````", ""]
    return "\n".join(lines)
