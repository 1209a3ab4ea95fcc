"""Trees of SymPy expressions, and SymPy expressions of trees without arrays."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from depthlaws.claims.engine import stated
from depthlaws.claims.engine.formula_expressions import LookedUp
from depthlaws.claims.engine.statement.errors import FormError, LimitError

NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")
FUNCTIONS = ("exp", "log", "Abs", "Max", "Min", "tanh", "cosh", "sinh", "erf", "acos", "asin")
FUNCTIONS += (
    "cos",
    "sin",
    "atan",
    "atanh",
    "pi",
    "LambertW",
    "gamma",
    "floor",
    "polylog",
    "sign",
    "besseli",
)
UNDONE = (sp.Derivative, sp.Subs, sp.Limit, sp.Integral, stated.Total, stated.Mean)
MAX_EXPONENT = 1000  # of a power that SymPy works out
INFINITE = (type(sp.oo), type(-sp.oo), type(sp.zoo), type(sp.nan))
ORDERS = {sp.StrictLessThan: "<", sp.LessThan: "<=", sp.Equality: "=", sp.Unequality: "!="}
TURNED = {sp.StrictGreaterThan: "<", sp.GreaterThan: "<="}
LOGIC = {sp.And: "and", sp.Or: "or", sp.Not: "not"}
HEADS = {sp.Add: "+", sp.Mul: "*", sp.Pow: "^"}
FUNCTION_NAMES = {getattr(sp, name): name for name in FUNCTIONS if name != "pi"}


def of_sympy(e: sp.Basic, node: Callable[..., Any]) -> Any:
    """Tree of a SymPy expression over scalars; derivatives, limits and integrals stay undone.

    ``node`` makes a tree from a head and its parts.

    Raises: FormError for floats, infinities, imaginary numbers and unknown functions.
    """
    if isinstance(e, sp.Rational):
        return node("number", Fraction(int(e.p), int(e.q)))
    if isinstance(e, sp.Symbol):
        return node("scalar", _checked_name(e), symbol=e)
    if e == sp.pi:
        return node("pi")
    if isinstance(e, LookedUp):
        values = {n: of_sympy(v, node) for n, v in e.values.items()}
        own = {n: v for n, v in values.items() if (v.head, *v.args) != ("scalar", n)}
        return node("formula", e.name, *sorted(own.items()))
    if e == sp.E:
        return node("exp", node("number", Fraction(1)))
    if isinstance(e, UNDONE):
        if strange := e.atoms(sp.Float, AppliedUndef) | ({sp.I} & e.atoms(type(sp.I))):
            msg = f"{strange.pop()} is no exact real number"
            raise FormError(msg)
        if strange := {f for f in e.atoms(sp.Function) if f.func not in FUNCTION_NAMES} | e.atoms(
            *INFINITE
        ) - {sp.oo, -sp.oo}:
            msg = f"{strange.pop()} in {e} is no function of the language"
            raise FormError(msg)
        e = e.replace(sp.Subs, stated.Value) if e.has(sp.Subs) else e
        if not e.has(LookedUp):
            return node("undone", e)
        free = sorted(e.free_symbols, key=str)
        return node("formula", e, *((s.name, of_sympy(s, node)) for s in free))
    known = HEADS | ORDERS | LOGIC | FUNCTION_NAMES | TURNED
    if e.func not in known or not e.args:
        msg = f"{e} is no exact real number or no function of the language"
        raise FormError(msg)
    if isinstance(e, sp.Pow) and e.base == sp.E:
        return node("exp", of_sympy(e.exp, node))
    parts = [of_sympy(a, node) for a in e.args]
    return node(known[e.func], *(parts[::-1] if e.func in TURNED else parts))


def _checked_name(e: sp.Symbol) -> str:
    if not NAME.fullmatch(e.name):
        msg = f"{e.name!r} is no name; write a letter, then letters and digits"
        raise FormError(msg)
    if isinstance(e, sp.Dummy):
        msg = f"{e.name} is a Dummy, which no quantifier can name; use a Symbol"
        raise FormError(msg)
    return e.name


def to_sympy(t: Any, symbols: Mapping[str, sp.Symbol]) -> sp.Expr:
    """SymPy expression of a tree over scalars, with the symbols that a domain gives.

    Raises: LimitError for sums, entries and means, which have another normal form.
    """
    head, args = t.head, t.args
    again = lambda a: to_sympy(a, symbols)  # noqa: E731
    if head == "number":
        return sp.Rational(args[0].numerator, args[0].denominator)
    if head == "scalar":
        return symbols[args[0]]
    if head == "undone":
        return args[0].subs({s: symbols[s.name] for s in args[0].free_symbols}, simultaneous=True)
    if head == "pi":
        return sp.pi
    if head == "slope" and args[1].head == "scalar":
        return sp.Derivative(again(args[0]), symbols[args[1].args[0]])
    if head == "^" and args[1].head == "number" and abs(args[1].args[0]) > MAX_EXPONENT:
        msg = f"{t} is a power too large to work out"
        raise LimitError(msg)
    if head in _BUILD:
        return _BUILD[head](*map(again, args))
    msg = f"{t} has arrays, which simplification does not know"
    raise LimitError(msg)


_BUILD: dict[str, Callable[..., Any]] = {
    "+": sp.Add,
    "*": sp.Mul,
    "^": sp.Pow,
    "<": sp.StrictLessThan,
    "<=": sp.LessThan,
    "=": sp.Eq,
    "!=": sp.Ne,
    "and": sp.And,
    "or": sp.Or,
    "not": sp.Not,
} | {name: getattr(sp, name) for name in FUNCTIONS if name != "pi"}


def put_in_undone(t: Any, values: Mapping[Any, Any]) -> Any:
    """Replace scalars inside an undone expression by trees without arrays."""
    e, swap = t.args[0], {}
    bound = {s.name for s in e.atoms(sp.Symbol)} - {s.name for s in e.free_symbols}
    for scalar, value in values.items():
        for s in e.free_symbols:
            if getattr(scalar, "head", "") == "scalar" and s.name == scalar.args[0]:
                if caught := sorted(_names(value) & bound):
                    msg = f"{caught[0]} is bound in {e}; give the bound symbol another name"
                    raise FormError(msg)
                swap[s] = to_sympy(value, {n: sp.Symbol(n) for n in _names(value)})
    return type(t)("undone", e.subs(swap, simultaneous=True)) if swap else t


def _names(t: Any) -> set[str]:
    """Names of the scalars in a tree."""
    if t.head == "scalar":
        return {t.args[0]}
    if t.head == "undone":
        return {s.name for s in t.args[0].free_symbols}
    return set().union(set(), *(_names(a) for a in t.args if hasattr(a, "head")))
