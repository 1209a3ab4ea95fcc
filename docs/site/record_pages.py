"""Pages of the reference, written from the records of the package at build time."""

import inspect
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
BEYOND = re.compile(r"beyond the paper \((.*)\)|statement (.*)")  # keys of a note of ours
DERIVES = re.compile(r"^Derives (.*) of the paper `(\S+)`\.$", re.MULTILINE)  # a whole page
NOTES = re.compile(r"^Notes on the paper `([\w-]+)`", re.MULTILINE)  # a page with a section a key
SECTION = re.compile(r"^## ((?:[\w-]+)(?:, [\w-]+)*): .*$", re.MULTILINE)


def pages() -> dict[str, str]:
    """Return the text of every generated page by its path below ``docs/``."""
    written = {f"reference/{name}.rst": text for name, text in _functions()}
    written |= {"reference/simulators.rst": _simulators(), "reference/commands.md": _commands()}
    written |= {"reference/keys.md": _keys(), "reference/laws.md": _laws()}
    return written | {"reference/index.md": _index([*written])}


def places() -> dict[str, str]:
    """Return the address of every claim, formula and figure in the site by its id."""
    from depthlaws import claims, theory

    laws = {i: f"{f.source.paper}-formulas.html#formula-{i}" for i, f in theory.formulas().items()}
    return {i: f"{i}.html" for i in claims.all_claims()} | laws


def derived_claims() -> dict[str, str]:
    """Return the address, in the manual, of the derivation of each claim that has a key of ours."""
    from depthlaws import claims

    derived = derivations()
    places = {
        claim.id: derived[claim.source.paper, key][0]
        for claim in claims.all_claims().values()
        for key in keys_of(claim)[:1]
    }
    return {i: f"manual/derivations/{p.replace('.md', '.html')}" for i, p in places.items()}


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


SUBJECTS = ["activations", "chain", "parametrization", "predictive_coding", "residual", "updates"]


def _functions() -> Iterator[tuple[str, str]]:
    """Yield a page for each subject: a table of its functions and records, then each of them."""
    import depthlaws

    for subject in SUBJECTS:
        module = getattr(depthlaws, subject)
        text = (module.__doc__ or "").partition("\n")[0]
        things = {f"depthlaws.{subject}.{name}": getattr(module, name) for name in module.__all__}
        yield subject, _reference(f"depthlaws.{subject}", text, things)


def _reference(title: str, says: str, things: Mapping[str, Any]) -> str:
    """Return a page in reStructuredText; autodoc and numpydoc read the docstrings."""
    kinds = {"function": inspect.isfunction, "class": inspect.isclass}
    shown = [
        (kind, name)
        for kind, fits in kinds.items()
        for name in sorted(things)
        if fits(things[name])
    ]
    lines = [title, "=" * len(title), "", says, "", ".. list-table::", "   :widths: 30 70", ""]
    for _, name in shown:
        first = (inspect.getdoc(things[name]) or "").partition("\n")[0]
        lines += [f"   * - :py:obj:`~{name}`", f"     - {_escaped(first)}"]
    return "\n".join([*lines, "", *(f".. auto{kind}:: {name}\n" for kind, name in shown)])


def _escaped(text: str) -> str:
    """Return a line in which nothing but its code is markup of reStructuredText."""
    parts = re.split(r"(``[^`]*``|:\w+:`[^`]*`)", text)
    return "".join(p if i % 2 else re.sub(r"([*|_\\])", r"\\\1", p) for i, p in enumerate(parts))


def _simulators() -> str:
    from depthlaws import sims

    opening = "``depthlaws simulate NAME`` runs one on any grid (:doc:`/simulate`)."
    public = {f"{f.__module__}.{f.__name__}": f for f in sims.simulators().values()}
    return _reference("Simulators", opening, public)


def _index(names: Sequence[str]) -> str:
    """Return the page that leads to all others of the reference, and to formulas and statements."""
    from depthlaws import theory
    from depthlaws.report.places import paper_order

    lines = ["# Reference", "", "Written from the records and docstrings.", ""]
    for title, wanted in (
        ("Functions by subject", [f"reference/{n}.rst" for n in SUBJECTS]),
        ("Simulators, commands, laws, keys", [n for n in names if Path(n).stem not in SUBJECTS]),
    ):
        lines += ["```{toctree}", ":maxdepth: 1", f":caption: {title}", ""]
        lines += [*(Path(n).stem for n in wanted), "```", ""]
    lines += ["## Statements, formulas and equations by paper", ""]
    for key in paper_order():
        laws = f', <a href="../../{key}-formulas.html">formulas</a>' if theory.formulas(key) else ""
        lines.append(
            f'- {key}: <a href="../../{key}.html">statements</a>{laws}, '
            f'<a href="../../{key}-places.html">equations</a>'
        )
    return "\n".join([*lines, ""])


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
