"""Proofs of what derivatives, limits and integrals are, by the rules of calculus.v.

A derivative is found here by the same rules; that it is one, Coq proves.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp
from normal_forms import NoProofError

from depthlaws.claims.engine.statement.coq_calculus import HEADS, sign_at
from depthlaws.claims.engine.statement.coq_statement import Printer
from depthlaws.claims.engine.statement.errors import FormError, LimitError
from depthlaws.claims.engine.statement.expressions import Tree, nodes, tree
from depthlaws.claims.engine.statement.formulas import resolved
from depthlaws.claims.engine.statement.sympy_trees import of_sympy, to_sympy

ZERO, ONE = tree(0), tree(1)


def plus(a: Tree, b: Tree) -> Tree:
    """Sum without zeros."""
    return b if a == ZERO else a if b == ZERO else a + b


def times(a: Tree, b: Tree) -> Tree:
    """Product without ones."""
    if ZERO in (a, b):
        return ZERO
    return b if a == ONE else a if b == ONE else a * b


def depends(t: Tree, name: str) -> bool:
    """True if a scalar stands in a tree."""
    return any(n.head == "scalar" and n.args[0] == name for n in nodes(t))


def slope_of(t: Tree, x: str) -> Tree:
    """Derivative of a tree by a scalar.

    Raises: NoProofError for a function without a rule.
    """
    head, args = t.head, t.args
    if head == "scalar":
        return ONE if args[0] == x else ZERO
    if not depends(t, x):
        return ZERO
    if head == "formula":
        return slope_of(resolved(t), x)
    if head == "+":
        out = ZERO
        for a in args:
            out = plus(out, slope_of(a, x))
        return out
    if head == "*":
        out = ZERO
        for k, a in enumerate(args):
            term = slope_of(a, x)
            for b in (*args[:k], *args[k + 1 :]):
                term = times(term, b)
            out = plus(out, term)
        return out
    if head == "^":
        base, n = args
        down = times(times(n, t * base ** tree(-1)), slope_of(base, x))
        if n.head == "number" and n.args[0].denominator == 1:
            less = n.args[0] - 1
            power = base if less == 1 else base ** tree(less)
            down = times(times(n, power if less else ONE), slope_of(base, x))
        up = times(times(slope_of(n, x), Tree("log", base)), t)
        return plus(down, up)
    rules = {
        "exp": lambda a: t,
        "log": lambda a: a ** tree(-1),
        "sinh": lambda a: Tree("cosh", a),
        "cosh": lambda a: Tree("sinh", a),
        "sin": lambda a: Tree("cos", a),
        "cos": lambda a: -Tree("sin", a),
        "tanh": lambda a: ONE - Tree("tanh", a) ** tree(2),
        "atan": lambda a: (ONE + a ** tree(2)) ** tree(-1),
        "asin": lambda a: (ONE - a ** tree(2)) ** tree(Fraction(-1, 2)),
        "acos": lambda a: -((ONE - a ** tree(2)) ** tree(Fraction(-1, 2))),
    }
    if head not in rules:
        msg = f"no rule for the derivative of {head}"
        raise NoProofError(msg)
    return times(rules[head](args[0]), slope_of(args[0], x))


def value(t: Tree) -> Tree:
    """What a tree is, its derivatives worked out.

    Raises: NoProofError for limits and integrals.
    """
    if t.head == "deriv":
        name, body, order, point = t.args
        out = value(body)
        for _ in range(order):
            out = slope_of(out, name)
        return out.put({Tree("scalar", name): point})
    if t.head in HEADS:
        msg = f"the value of a {t.head}"
        raise NoProofError(msg)
    return Tree(t.head, *(value(a) if isinstance(a, Tree) else a for a in t.args))


def limit_at(body: Tree, name: str, place: Any) -> tuple[Tree, Tree | None]:
    """Value of a continuous function at a place; at infinity as a function of 1/x, and that one.

    Raises: NoProofError for what is no such function.
    """
    x = Tree("scalar", name)
    if not isinstance(place, str):
        return body.put({x: place}), None
    at = over_put(body, x)
    if place == "p_infty" and not depends(at, name):
        return at, None
    names = {n.args[0] for n in nodes(body) if n.head == "scalar"}
    try:
        symbols = {n: sp.Symbol(n, positive=True) for n in names}
        h = symbols[name]
        g = sp.together(sp.simplify(to_sympy(body, symbols).subs(h, 1 / h)))
        g = sp.cancel(g)
        end = g.subs(h, 0)
    except (LimitError, FormError) as error:
        raise NoProofError(str(error)) from error
    if place != "p_infty" or not end.is_finite:
        msg = f"the limit of {body}"
        raise NoProofError(msg)
    return bare(end), bare(g)


def bare(e: Any) -> Tree:
    """Tree of an expression of SymPy whose names may have quotes."""

    def node(head: str, *args: Any, **_: Any) -> Tree:
        return Tree(head, *args)

    swap = {s: sp.Symbol(s.name.replace("'", "_quote")) for s in e.free_symbols}
    made = of_sympy(e.subs(swap), node)
    back = {Tree("scalar", s.name.replace("'", "_quote")): Tree("scalar", s.name) for s in swap}
    return made.put(back)


def over_put(t: Tree, x: Tree) -> Tree:
    """Tree with 0 for 1/x."""
    if t.head == "^" and t.args[0] == x and t.args[1] == tree(-1):
        return ZERO
    return Tree(t.head, *(over_put(a, x) if isinstance(a, Tree) else a for a in t.args))


def positives(t: Tree, name: str) -> Iterator[Tree]:
    """Yield the numbers with a scalar in them that must be positive near the point."""
    for n in nodes(t):
        if n.head == "^" and depends(n, name):
            base, e = n.args
            if (e.head != "number" or e.args[0].denominator > 1) and depends(base, name):
                yield base
        elif n.head == "log" and depends(n, name):
            yield n.args[0]


class Slopes:
    """Tactics for the derivatives of a statement."""

    def __init__(self, printer: Printer) -> None:
        self.printer = printer

    def function(self, t: Tree, body: Tree) -> str:
        """Text of the function of which a derivative is taken."""
        self.printer.bound[Tree("scalar", t.args[0])] = sign_at(t)
        return f"(fun {t.args[0]} : R => {self.printer.real(body)})"

    def value(self, t: Tree) -> Tree:
        """What a derivative or limit is. Raises: NoProofError for a limit without a rule."""
        if t.head != "limit":
            return value(t)
        name, body, place, _ = t.args
        return limit_at(value(body), name, place)[0]

    def rule(self, t: Tree) -> str:
        """Lemma that puts another number in place of a derivative or limit."""
        if t.head == "limit":
            return "lim_is _" if isinstance(t.args[2], str) else "tends_is _"
        return "slope_is _ _" if t.args[2] == 1 else "second_is _ _"

    def proof(self, t: Tree) -> str:
        """Tactic that proves that a derivative or limit is its value."""
        if t.head == "limit":
            name, body, place, _ = t.args
            _, g = limit_at(value(body), name, place)
            if g is None:
                return "limiting"
            text = self.function(t, g).replace(f"{name}", name)
            return f"apply (lim_by_over _ {text}); [intros y' over_y'; fieldy | limiting]"
        _, body, order, _ = t.args
        inside = value(body)
        if order == 1 and inside == body:
            return "sloped"
        first = inside if order == 1 else slope_of(inside, t.args[0])
        if order > 2 or (order == 2 and inside != body):
            msg = f"a derivative of order {order}"
            raise NoProofError(msg)
        word = "near" if order == 1 else "second"
        bases = list(dict.fromkeys(b for b in positives(inside, t.args[0])))
        if len(bases) > 1:
            msg = "several numbers that are positive near a point"
            raise NoProofError(msg)
        g = self.function(t, first)
        return f"{word}_where {g} {self.function(t, bases[0])}" if bases else f"{word} {g}"
