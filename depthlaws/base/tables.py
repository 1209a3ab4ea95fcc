"""Tables as text for other programs: Markdown, LaTeX, CSV, HTML."""

import csv
import html as entities
import io
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

Rows = Sequence[Sequence[str]]
LATEX = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"} | {c: f"\\{c}" for c in "&%$#_{}"}
LATEX |= {"<": r"\textless{}", ">": r"\textgreater{}"}


def markdown(columns: Sequence[str], rows: Rows) -> str:
    """Pipe table of Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    cells = ([cell.replace("|", r"\|").replace("\n", " ") for cell in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def latex_words(text: str) -> str:
    """Text with the characters escaped that LaTeX would read as commands."""
    return "".join(LATEX.get(c, c) for c in text)


def latex(columns: Sequence[str], rows: Rows, align: str = "") -> str:
    """``tabular`` with the rules of booktabs; ``align`` has a letter per column, else all left."""
    head, *body = (" & ".join(map(latex_words, line)) + r" \\" for line in [columns, *rows])
    lines = [r"\toprule", head, r"\midrule", *body, r"\bottomrule"]
    inside = "".join(f"{line}\n" for line in lines)
    return f"\\begin{{tabular}}{{{align or 'l' * len(columns)}}}\n{inside}\\end{{tabular}}\n"


def comma_separated(columns: Sequence[str], rows: Rows) -> str:
    """CSV with a heading."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue()


def html(columns: Sequence[str], rows: Rows) -> str:
    """Table for a notebook."""
    head = "".join(f"<th>{entities.escape(cell)}</th>" for cell in columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{entities.escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


FORMATS: Mapping[str, Callable[[Sequence[str], Rows], str]] = MappingProxyType(
    {"markdown": markdown, "latex": latex, "csv": comma_separated}
)
