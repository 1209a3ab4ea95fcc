"""Derivatives, limits and integrals of statements for Coq, by the relations of Coquelicot.

An undone expression becomes a tree with a bound name of its own, so that no name is caught. The
outer one of a relation is printed as what it is (``is_derive f x v``, ``is_lim f p_infty v``,
``is_RInt f a b v``), which says that it exists; a relation of several says that they exist and
that their values are so related. A derivative inside another one is ``Derive f x``.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from depthlaws.claims.engine.statement.coq_names import name_of
from depthlaws.claims.engine.statement.errors import FormError, NoCoqTextError
from depthlaws.claims.engine.statement.expressions import Tree, nodes, tree
from depthlaws.claims.engine.statement.formulas import resolved
from depthlaws.claims.engine.statement.sympy_trees import of_sympy

HEADS = ("deriv", "limit", "integral")
ENDS = {sp.oo: "p_infty", -sp.oo: "m_infty"}
SIDES = {"+": "at_right", "-": "at_left"}


def spelled(t: Tree) -> Tree:
    """Tree with every undone expression as a tree: values put in, bound names made new.

    ``deriv`` has a name, a body, an order and the point; ``limit`` a name, a body, the place and
    the side; ``integral`` a name, a body and both ends.

    Raises: NoCoqTextError for sums and means of SymPy, and for what has no place in the language.
    """
    if not any(n.head in ("undone", "slope", "formula") for n in nodes(t)):
        return t
    return _spelled(t)


def _spelled(t: Tree) -> Tree:
    if t.head == "formula":
        written = resolved(t)
        kept = t if not any(n.head in ("undone", "slope", "formula") for n in nodes(written)) else 0
        return kept or _spelled(written)
    if t.head == "undone":
        return _made(t.args[0], {})
    if t.head == "slope":
        body, by = t.args
        if by.head != "scalar":
            msg = f"{t} is a slope by an entry"
            raise NoCoqTextError(msg)
        new = _fresh(by.args[0], {})
        return Tree("deriv", new, _spelled(body).put({by: Tree("scalar", new)}), 1, by)
    return Tree(t.head, *(_spelled(a) if isinstance(a, Tree) else a for a in t.args))


def _made(e: Any, env: Mapping[str, Tree]) -> Tree:
    """Tree of a SymPy expression with values of its symbols."""

    def node(head: str, *args: Any, **_: Any) -> Tree:
        if head == "undone":
            return _undone(args[0], env)
        if head == "scalar":
            return env.get(args[0]) or Tree("scalar", args[0])
        return Tree(head, *args)

    try:
        return of_sympy(e, node)
    except FormError as error:
        msg = str(error)
        raise NoCoqTextError(msg) from error


def _undone(e: Any, env: Mapping[str, Tree]) -> Tree:
    if isinstance(e, sp.Derivative):
        return _derivative(e.expr, [*e.variable_count], env)
    if isinstance(e, sp.Subs):
        values = {s.name: _made(p, env) for s, p in zip(e.variables, e.point, strict=True)}
        return _made(e.expr, {**env, **values})
    if isinstance(e, sp.Limit):
        body, x, place, side = e.args
        new = _fresh(x.name, env)
        inner = _made(body, {**env, x.name: Tree("scalar", new)})
        return Tree("limit", new, inner, ENDS.get(place) or _made(place, env), str(side))
    if isinstance(e, sp.Integral) and len(e.limits) == 1 and len(e.limits[0]) == 3:
        x, *ends = e.limits[0]
        if not {*ends} & {*ENDS}:
            new = _fresh(x.name, env)
            inner = _made(e.function, {**env, x.name: Tree("scalar", new)})
            return Tree("integral", new, inner, *(_made(end, env) for end in ends))
    msg = f"{str(e)[:60]} is not printed for Coq"
    raise NoCoqTextError(msg)


def _derivative(f: Any, by: list[Any], env: Mapping[str, Tree]) -> Tree:
    """Derivative by symbols, the last one outermost."""
    if not by:
        return _made(f, env)
    x, order = by[-1]
    point = env.get(x.name) or Tree("scalar", x.name)
    new = _fresh(x.name, env)
    body = _derivative(f, by[:-1], {**env, x.name: Tree("scalar", new)})
    if not getattr(order, "is_Integer", False):
        msg = f"a derivative of the order {order}"
        raise NoCoqTextError(msg)
    return Tree("deriv", new, body, int(order), point)


def _fresh(name: str, env: Mapping[str, Tree]) -> str:
    """Name of a bound symbol, with a quote more than all of that name that it could catch."""
    taken = {n.args[0] for t in env.values() for n in nodes(t) if n.head == "scalar"}
    taken |= {n.args[0] for t in env.values() for n in nodes(t) if n.head in HEADS}
    new = f"{name_of(name)}'"
    while new in taken:
        new += "'"
    return new


def outer(t: Tree) -> Iterator[Tree]:
    """Yield the derivatives, limits and integrals of a tree that stand in no other one."""
    if t.head in HEADS:
        yield t
    else:
        for a in t.args:
            if isinstance(a, Tree):
                yield from outer(a)


def filled(t: Tree, values: Mapping[Tree, Tree]) -> Tree:
    """Tree with outer derivatives, limits and integrals replaced."""
    if t in values:
        return values[t]
    return Tree(t.head, *(filled(a, values) if isinstance(a, Tree) else a for a in t.args))


@dataclass(frozen=True)
class Written:
    """Relations of Coquelicot by the texts of their parts."""

    real: Callable[..., str]

    def holds(self, t: Tree, value: str) -> str:
        """Coq proposition: this derivative, limit or integral exists and equals ``value``."""
        name, body, *rest = t.args
        f = f"(fun {name} : R => {self.real(body)})"
        if t.head == "deriv":
            order, point = rest
            word = "is_derive" if order == 1 else "is_derive_n"
            times = "" if order == 1 else f" {order}"
            return f"{word} {f}{times} {self.real(point, 0)} {value}"
        if t.head == "integral":
            low, high = (self.real(end, 0) for end in rest)
            return f"is_RInt {f} {low} {high} {value}"
        place, side = rest
        if isinstance(place, str):
            return f"is_lim {f} {place} {value}"
        at = self.real(place, 0)
        if side not in SIDES:
            return f"is_lim {f} {at} {value}"
        return f"filterlim {f} ({SIDES[side]} {at}) (locally {value})"

    def total(self, t: Tree) -> str:
        """Text of a derivative inside another function. Raises: NoCoqTextError for others."""
        if t.head != "deriv":
            msg = f"a {t.head} inside a function"
            raise NoCoqTextError(msg)
        name, body, order, point = t.args
        word = "Derive" if order == 1 else "Derive_n"
        times = "" if order == 1 else f" {order}"
        return f"{word} (fun {name} : R => {self.real(body)}){times} {self.real(point, 0)}"


def sign_at(t: Tree) -> Tree:
    """Number whose sign a bound symbol has where its derivative or limit is taken."""
    if t.head == "deriv":
        return t.args[3]
    place = t.args[2]
    if t.head == "limit" and (isinstance(place, str) or place == tree(0)):
        right = place == "p_infty" or t.args[3] == "+"
        return tree(1 if right else -1)
    return place if t.head == "limit" else t.args[2] + t.args[3]


def constant(t: Tree) -> Any:
    """Rational number that a tree of numbers is; None for any other tree."""
    if t.head == "number":
        return t.args[0]
    parts = [constant(a) for a in t.args] if t.head in ("+", "*", "^") else [None]
    if None in parts:
        return None
    if t.head == "^":
        base, n = parts
        return base**n.numerator if n.denominator == 1 and abs(n) < 64 and base else None
    out = parts[0]
    for p in parts[1:]:
        out = out + p if t.head == "+" else out * p
    return out
