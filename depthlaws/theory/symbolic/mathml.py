"""Presentation MathML of SymPy expressions, with special functions in mathematicians' notation.

Expressions of more than :data:`MAX_OPERATIONS` operations are left out.
"""

import re
from collections.abc import Mapping, Sequence
from html import escape, unescape
from typing import Any
from xml.dom.minidom import Element

import sympy as sp
from markupsafe import Markup
from sympy.printing.mathml import MathMLPresentationPrinter

from depthlaws.theory.symbolic.exact import exact_number, symbolic

__all__ = ["expression", "relation", "value"]

MAX_EXACT = 10**4  # numerator and denominator of a number whose powers are taken exactly
RELATIONS = {"==": "=", "<": "<", "<=": "\u2264", ">": ">", ">=": "\u2265", "!=": "\u2260"}
GREEK = {"lam": "lambda", "eps": "epsilon"}  # names that Python abbreviates
SIGNS = {"-": "\u2212", "\u2147": "e", "\u2148": "i"}  # minus, and letters as papers set them
MAX_OPERATIONS = 400  # in an expression that is printed


class _Printer(MathMLPresentationPrinter):
    """SymPy's printer, with our special functions set in mathematicians' notation."""

    def _element(self, tag: str, *children: Any, text: str = "") -> Element:
        element = self.dom.createElement(tag)
        for child in children:
            element.appendChild(child)
        if text:
            element.appendChild(self.dom.createTextNode(text))
        return element

    def _applied(self, name: Element, *groups: Sequence[sp.Basic]) -> Element:
        """Return name and arguments in brackets, groups separated by semicolons."""
        row = self._element("mrow", name, self._element("mo", text="("))
        for i, group in enumerate(groups):
            for j, argument in enumerate(group):
                if i or j:
                    row.appendChild(self._element("mo", text="," if j else ";"))
                row.appendChild(self._print(argument))
        row.appendChild(self._element("mo", text=")"))
        return row

    def _indexed(self, name: str, index: sp.Basic) -> Element:
        return self._element("msub", self._element("mi", text=name), self._print(index))

    def _print_Symbol(self, sym: sp.Symbol, style: str = "plain") -> Element:
        """Return the letter, with the abbreviations lam and eps written out."""
        name = re.sub(r"(?<![a-z])(lam|eps)(?![a-z])", lambda match: GREEK[match[1]], sym.name)
        return super()._print_Symbol(sp.Symbol(name), style)

    def _print_Piecewise(self, expr: sp.Piecewise) -> Element:
        table = self._element("mtable")
        for value, condition in expr.args:
            if condition == sp.true:
                when = self._element("mtext", text="otherwise")
            else:
                when = self._print(condition)
            cells = (self._element("mtd", part) for part in (self._print(value), when))
            table.appendChild(self._element("mtr", *cells))
        return self._element("mrow", self._element("mo", text="{"), table)

    def _print_hyper(self, expr: Any) -> Element:
        name = self._element(
            "mmultiscripts",
            self._element("mi", text="F"),
            self._element("mn", text=str(len(expr.bq))),
            self._element("none"),
            self._element("mprescripts"),
            self._element("mn", text=str(len(expr.ap))),
            self._element("none"),
        )
        return self._applied(name, expr.ap, expr.bq, (expr.argument,))

    def _print_Product(self, expr: sp.Product) -> Element:
        (variable, low, high), *_ = expr.limits
        sign = self._element("mo", text="\u220f")
        start = self._print(sp.Eq(variable, low, evaluate=False))
        above = self._element("munderover", sign, start, self._print(high))
        return self._element("mrow", above, self._print(expr.function))

    def _print_polygamma(self, expr: Any) -> Element:
        order, x = expr.args
        psi = self._element("mi", text="\u03c8")
        return self._applied(psi if order == 0 else self._indexed("\u03c8", order), (x,))

    def _print_betainc(self, expr: Any) -> Element:
        a, b, low, high = expr.args
        return self._applied(self._element("mi", text="B"), (low, high), (a, b))

    def _print_besseli(self, expr: Any) -> Element:
        return self._applied(self._indexed("I", expr.args[0]), expr.args[1:])

    def _print_Subs(self, expr: sp.Subs) -> Element:
        """Expression in brackets, with the places of its symbols below."""
        signs = [self._element("mo", text=sign) for sign in "[]"]
        places = self._element("mrow")
        for n, (symbol, place) in enumerate(zip(expr.variables, expr.point, strict=True)):
            if n:
                places.appendChild(self._element("mo", text=","))
            for part in (self._print(symbol), self._element("mo", text="="), self._print(place)):
                places.appendChild(part)
        inner = self._element("mrow", signs[0], self._print(expr.expr), signs[1])
        return self._element("msub", inner, places)

    def _print_loggamma(self, expr: Any) -> Element:
        return self._applied(self._element("mi", text="log \u0393"), expr.args)


def _tidy(node: Any) -> None:
    """Escape the text nodes, which SymPy writes raw, with HTML entities."""
    for child in node.childNodes:
        if child.nodeType == child.TEXT_NODE:
            text = unescape(child.data)
            child.data = escape(SIGNS.get(text, text), quote=False)
        _tidy(child)


def _row(expr: sp.Basic) -> str:
    element = _Printer()._print(expr)
    _tidy(element)
    return element.toxml()


def readable(*sides: sp.Basic) -> bool:
    """Return True if the expressions together are short enough to print."""
    return sum(int(sp.count_ops(side)) for side in sides) <= MAX_OPERATIONS


def expression(expr: sp.Basic) -> Markup:
    """Return display MathML of one expression, well-formed as XML too.

    Parameters
    ----------
    expr : SymPy expression
        The expression.

    Returns
    -------
    Markup
        A ``math`` element; empty for an expression that is too long.
    """
    return _display(_row(expr)) if readable(expr) else Markup("")


def relation(left: Any, sign: str, right: Any) -> Markup:
    """Return display MathML of ``left sign right``.

    Parameters
    ----------
    left, right : SymPy expression or number
        Sides of the relation.
    sign : {"==", "<", "<=", ">", ">=", "!="}
        The relation.

    Returns
    -------
    Markup
        A ``math`` element; empty for sides that are too long. If SymPy has made both sides the
        same, the expression is printed once; two equal numbers print as nothing.
    """
    sides = [symbolic(left), symbolic(right)]
    if not readable(*sides):
        return Markup("")
    rows = [_row(side) for side in sides]
    if rows[0] != rows[1]:
        return _display(f"{rows[0]}<mo>{escape(RELATIONS[sign])}</mo>{rows[1]}")
    return Markup("") if sides[0].is_number else _display(rows[0])


def _display(rows: str) -> Markup:
    return Markup(f'<math display="block">{rows}</math>')


def value(side: Any, point: Mapping[str, Any]) -> float:
    """Return the value of an expression at a point, to fifteen digits.

    Parameters
    ----------
    side : SymPy expression or number
        The expression.
    point : mapping of str to number
        Values of its symbols by name.

    Returns
    -------
    float
        The value.

    Raises
    ------
    KeyError
        If a symbol has no value.
    TypeError
        If the expression is no number.
    """
    expr = symbolic(side)
    given = {s: _rounded(exact_number(point[s.name])) for s in expr.free_symbols}
    return float(sp.N(expr.subs(given).doit(), 15))


def _rounded(number: sp.Expr) -> sp.Expr:
    """Return a number of many digits as a float, whose powers are numbers of as many digits."""
    long = number.is_Rational and max(abs(number.p), number.q) > MAX_EXACT
    return sp.Float(number, 30) if long else number
