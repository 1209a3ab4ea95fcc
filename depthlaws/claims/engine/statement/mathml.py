"""Clauses as presentation MathML."""

import re
from html import escape, unescape
from typing import Any

from depthlaws.claims.engine.statement.clauses import Cases
from depthlaws.claims.engine.statement.expressions import Tree
from depthlaws.claims.engine.statement.formulas import resolved
from depthlaws.theory.symbolic import mathml

SUM, PRODUCT, POWER, ATOM = range(4)
GREEK = "alpha beta gamma delta epsilon eta kappa lambda mu nu omega phi psi rho sigma tau theta"
LETTERS = {name: unescape(f"&{name};") for name in GREEK.split()}
LETTERS |= {"lam": "\u03bb", "eps": "\u03b5"}
SIGNS = {"<": "<", "<=": "\u2264", "=": "=", "!=": "\u2260", "and": "and", "or": "or"}
MAX_CHARACTERS = 12_000  # of an equation that is shown


def equation(clause: Any) -> str:
    """Return display MathML of a clause.

    Empty for code, for what is too long, and for a formula that is its other side written out.
    """
    if isinstance(clause, Cases):
        return ""
    sign = "\u21d4" if clause.relation == "if and only if" else SIGNS.get(clause.relation, "\u2248")
    left, right = _row(clause.left), _row(clause.right)
    rows = f"{left}<mo>{escape(sign)}</mo>{right}"
    shown = left != right and len(rows) <= MAX_CHARACTERS
    return f'<math display="block">{rows}</math>' if shown else ""


def _row(t: Tree) -> str:
    return _written(t)[0]


def _in(t: Tree, least: int) -> str:
    written, strength = _written(t)
    return written if strength >= least else f"<mo>(</mo>{written}<mo>)</mo>"


def _name(name: str) -> str:
    base, _, below = name.partition("_")
    letter = LETTERS.get(base, escape(base))
    if below:
        return f"<msub><mi>{letter}</mi><mi>{escape(below)}</mi></msub>"
    return f"<mi>{letter}</mi>"


def _written(t: Tree) -> tuple[str, int]:
    head, args = t.head, t.args
    if head in _WRITERS:
        return _WRITERS[head](t)
    if head in SIGNS:
        return f"<mo>{escape(SIGNS[head])}</mo>".join(_row(a) for a in args), SUM
    inside = "<mo>,</mo>".join(map(_row, args))
    return f"<mi>{escape(head)}</mi><mo>(</mo>{inside}<mo>)</mo>", ATOM


def _number(t: Tree) -> tuple[str, int]:
    value = t.args[0]
    sign = "<mo>\u2212</mo>" if value < 0 else ""
    top = f"<mn>{abs(value.numerator)}</mn>"
    if value.denominator != 1:
        top = f"<mfrac>{top}<mn>{value.denominator}</mn></mfrac>"
    return sign + top, SUM if value < 0 else ATOM


def _entry(t: Tree) -> tuple[str, int]:
    places = "<mo>,</mo>".join(map(_row, t.args[1:]))
    return f"<msub>{_grouped(_name(t.args[0]))}<mrow>{places}</mrow></msub>", ATOM


def _grouped(written: str) -> str:
    return f"<mrow>{written}</mrow>"


def _sum(t: Tree) -> tuple[str, int]:
    i, body = t.args
    below = f"{_name(i.name)}<mo>=</mo>{_row(i.first)}"
    sign = f"<munderover><mo>\u2211</mo>{_grouped(below)}{_grouped(_row(i.last))}</munderover>"
    return f"<mrow>{sign}{_in(body, PRODUCT)}</mrow>", PRODUCT


def _mean(t: Tree) -> tuple[str, int]:
    over = f"<msub><mi>E</mi>{_grouped(_name(t.args[0]))}</msub>"
    return f"{over}<mo>(</mo>{_row(t.args[1])}<mo>)</mo>", ATOM


def _slope(t: Tree) -> tuple[str, int]:
    body, by = t.args
    sign = "<mo>\u2202</mo>"
    below = _grouped(sign + _row(by))
    return f"<mfrac>{_grouped(sign + _in(body, POWER))}{below}</mfrac>", PRODUCT


def _plus(t: Tree) -> tuple[str, int]:
    out = ""
    for k, part in enumerate(_flat(t, "+")):
        minus = part.head == "number" and part.args[0] < 0
        if part.head == "*" and part.args[0].head == "number" and part.args[0].args[0] < 0:
            minus, part = True, Tree("*", -part.args[0], *part.args[1:])
        elif minus:
            part = -part
        sign = "\u2212" if minus else "+" if k else ""
        out += (f"<mo>{sign}</mo>" if sign else "") + _in(part, PRODUCT)
    return f"<mrow>{out}</mrow>", SUM


def _flat(t: Tree, head: str) -> list[Tree]:
    return [x for a in t.args for x in (_flat(a, head) if a.head == head else [a])]


def _times(t: Tree) -> tuple[str, int]:
    above, below, minus = [], [], False
    for part in _flat(t, "*"):
        power = part.args[1] if part.head == "^" else None
        if power is not None and power.head == "number" and power.args[0] < 0:
            below.append(part.args[0] if power.args[0] == -1 else Tree("^", part.args[0], -power))
        elif part.head == "number" and part.args[0] < 0:
            minus = not minus
            above += [] if part.args[0] == -1 else [-part]
        elif part.head != "number" or part.args[0] != 1:
            above.append(part)
    row = "<mspace/>".join(_in(a, PRODUCT) for a in above) or "<mn>1</mn>"
    if below:
        under = "<mspace/>".join(_in(b, PRODUCT if len(below) > 1 else SUM) for b in below)
        row = f"<mfrac>{_grouped(row)}{_grouped(under)}</mfrac>"
    return ("<mo>\u2212</mo>" if minus else "") + row, SUM if minus else PRODUCT


def _power(t: Tree) -> tuple[str, int]:
    base, power = t.args
    if power.head == "number" and power.args[0] * 2 == 1:
        return f"<msqrt>{_row(base)}</msqrt>", ATOM
    if power.head == "number" and power.args[0] == -1:
        return f"<mfrac><mn>1</mn>{_grouped(_row(base))}</mfrac>", PRODUCT
    return f"<msup>{_grouped(_in(base, ATOM))}{_grouped(_row(power))}</msup>", POWER


def _abs(t: Tree) -> tuple[str, int]:
    return f"<mo>|</mo>{_row(t.args[0])}<mo>|</mo>", ATOM


def _undone(t: Tree) -> tuple[str, int]:
    text = str(mathml.expression(t.args[0]))
    inner = re.sub("^<math[^>]*>|</math>$", "", text)
    return _grouped(inner or "<mo>\u2026</mo>"), SUM


_WRITERS: dict[str, Any] = {
    "number": _number,
    "scalar": lambda t: (_name(t.args[0]), ATOM),
    "index": lambda t: (_name(t.args[0].name), ATOM),
    "entry": _entry,
    "sum": _sum,
    "mean": _mean,
    "slope": _slope,
    "+": _plus,
    "*": _times,
    "^": _power,
    "Abs": _abs,
    "pi": lambda _: ("<mi>\u03c0</mi>", ATOM),
    "undone": _undone,
    "formula": lambda t: _written(resolved(t)),
    "not": lambda t: (f"<mtext>not</mtext><mo>(</mo>{_row(t.args[0])}<mo>)</mo>", ATOM),
}
