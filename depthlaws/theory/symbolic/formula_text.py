"""Texts of a formula for a terminal and for a notebook, also where SymPy is missing."""

from html import escape
from typing import TYPE_CHECKING

from depthlaws.base import extras
from depthlaws.theory.papers import PAPERS
from depthlaws.theory.symbolic.formula_code import needs_stored_code
from depthlaws.theory.symbolic.lazy_sympy import forced, sp

if TYPE_CHECKING:
    from depthlaws.theory.symbolic.formula import Formula


def latex(formula: "Formula") -> str | None:
    """Return the expression as displayed LaTeX; None without SymPy."""
    return None if needs_stored_code() else f"$\\displaystyle {formula.latex}$"


def html(formula: "Formula") -> str:
    """Return the sentence, the expression and the arguments as HTML."""
    if needs_stored_code():
        return f"<pre>{escape(plain(formula))}</pre>"
    rows = "".join(
        f"<li><b>{n}</b>: {escape(text)}</li>" for n, text in formula.definitions.items()
    )
    letters = "; ".join(f"{a} = {b}" for a, b in PAPERS[formula.source.paper].letters.items())
    rows += f"<li>in the paper: {letters}</li>" if letters else ""
    return (
        f"<p><b>{formula.id}</b>: {escape(formula.says)} <i>({formula.source})</i></p>"
        f"<p>{latex(formula)}</p><ul>{rows}</ul>"
    )


def plain(formula: "Formula") -> str:
    """Return call and expression, sentence and source, and domains in plain text."""
    call = f"{formula.id}({', '.join(formula.names)})"
    if needs_stored_code():
        advice = extras.message("symbolic", "its expression", ["sympy"])
        return f"{call}\n{formula.says} [{formula.source}]\n{advice}"
    limits = ", ".join(f"{symbol.name} in {d}" for symbol, d in formula.declared.items())
    given = "" if formula.given == forced(sp.true) else f"; {formula.given}"
    equation = f"{call} = {formula.expr}"
    return f"{equation}\n{formula.says} [{formula.source}]\n{limits}{given}"
