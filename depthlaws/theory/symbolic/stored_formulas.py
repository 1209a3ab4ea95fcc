"""Write ``formulas.json``: the code of every formula, for installations without SymPy.

``make fix`` runs this module; a test shows the diff.
"""

import json
from collections.abc import Mapping
from typing import Any

from depthlaws import theory
from depthlaws.theory.symbolic.codegen import BINDERS, printed
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.formula_code import FILE
from depthlaws.theory.symbolic.kernel_terms import TERMS
from depthlaws.theory.symbolic.lazy_sympy import forced


def record(formula: Formula) -> dict[str, Any]:
    """Return what is stored of a formula."""
    return {
        "says": formula.says,
        "source": str(formula.source),
        "domain": {symbol.name: _ends(interval) for symbol, interval in formula.domain.items()},
        "binds": bool(formula.expr.has(*BINDERS)),
        "code": printed(formula.expr, formula.symbols),
    }


def _ends(interval: Interval) -> dict[str, Any]:
    """Return the arguments that make an interval, those that are not their defaults."""
    flags = ("left_open", "right_open", "integer")
    true = {flag: True for flag in flags if getattr(interval, flag)}
    return {"low": _number(interval.low), "high": _number(interval.high)} | true


def _number(end: Any) -> float | int:
    return int(end) if float(end).is_integer() else float(end)


def text() -> str:
    """Return the content of the file: one formula or term a line, in order of their names."""
    formulas = {name: record(formula) for name, formula in theory.formulas().items()}
    terms = {name: printed(forced(t.expr), forced(t.symbols)) for name, t in TERMS.items()}
    parts = {"formulas": formulas, "terms": terms}
    return "{" + ",".join(f'\n"{name}": {_lines(part)}' for name, part in parts.items()) + "\n}\n"


def _lines(entries: Mapping[str, Any]) -> str:
    lines = (f"{json.dumps(name)}: {json.dumps(entries[name])}" for name in sorted(entries))
    return "{\n" + ",\n".join(lines) + "\n}"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
