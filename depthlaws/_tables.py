"""Tables of words as text that other programs read: Markdown, LaTeX, CSV."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

Rows = Sequence[Sequence[str]]
LATEX = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"} | {c: f"\\{c}" for c in "&%$#_{}"}


def markdown(columns: Sequence[str], rows: Rows) -> str:
    """Pipe table, as GitHub and pandoc read it."""
    lines = [columns, ["---"] * len(columns), *rows]
    cells = ([cell.replace("|", r"\|").replace("\n", " ") for cell in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def latex(columns: Sequence[str], rows: Rows) -> str:
    """``tabular`` with the rules of booktabs."""
    head, *body = (
        " & ".join("".join(LATEX.get(c, c) for c in cell) for cell in line) + r" \\"
        for line in [columns, *rows]
    )
    lines = [r"\toprule", head, r"\midrule", *body, r"\bottomrule"]
    inside = "".join(f"{line}\n" for line in lines)
    return f"\\begin{{tabular}}{{{'l' * len(columns)}}}\n{inside}\\end{{tabular}}\n"


def comma_separated(columns: Sequence[str], rows: Rows) -> str:
    """CSV with a heading."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue()


FORMATS: Mapping[str, Callable[[Sequence[str], Rows], str]] = MappingProxyType(
    {"markdown": markdown, "latex": latex, "csv": comma_separated}
)
