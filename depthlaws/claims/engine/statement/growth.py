"""Powers with which expressions grow: products add, sums of positive terms take the largest.

``Growth(4 * N**(-2 * a) * (N + 2), N)`` is 1 - 2 a: the limit of log(...)/log(N).
"""

from collections.abc import Iterable
from typing import Any

from depthlaws.claims.engine.statement.conditions import POSITIVE, Signs
from depthlaws.claims.engine.statement.domains import INFINITY
from depthlaws.claims.engine.statement.errors import FormError, LimitError
from depthlaws.claims.engine.statement.expressions import Tree, nodes, tree, with_parts
from depthlaws.claims.engine.statement.formulas import resolved

__all__ = ["Growth"]


def Growth(body: Any, size: Any) -> Tree:
    """Power of a positive scalar with which an expression grows as the scalar goes to infinity.

    >>> from depthlaws.claims.engine.statement import scalars
    >>> N, a = scalars("N a")
    >>> print(Growth(N**a * (N + 2), N))
    growth(N^a*(N + 2), N)
    """
    bound = tree(size)
    if bound.head != "scalar":
        msg = f"a growth is in a scalar, not in {bound}"
        raise FormError(msg)
    return Tree("growth", tree(body), bound)


def check_growths(s: Any, inside: Iterable[Tree]) -> None:
    """Refuse, of the trees inside a tree, a growth that would not be that of its sentence.

    Its size must run on and be tied to nothing, and nothing in its body may hide the size.

    Raises: FormError, which names the growth.
    """
    for n in inside:
        if n.head != "growth":
            continue
        body, size = n.args
        d = s.domains[size.args[0]]
        if not d.sign or d.values or d.high != INFINITY:
            msg = f"{n} needs a positive {size} without an upper end"
            raise FormError(msg)
        if tied := next((g for g in s.given if size in nodes(g.gap)), None):
            msg = f"{n} keeps all but {size} fixed, which the hypothesis {tied} does not"
            raise FormError(msg)
        opaque = ("undone", "entry", "sum", "mean", "slope")
        if hidden := next((x for x in nodes(body) if x.head in opaque), None):
            msg = f"{n} needs powers, products and sums of scalars, not {hidden}"
            raise FormError(msg)


def derived(t: Tree, signs: Signs) -> Tree:
    """Tree in which every growth is the power that it stands for.

    Raises: LimitError for a sum whose terms do not all show that they are positive.
    """
    if t.head == "growth":
        return _power(t.args[0], t.args[1], signs)
    return with_parts(t, lambda a: derived(a, signs))


def _power(t: Tree, size: Tree, signs: Signs) -> Tree:
    if t.head == "formula":
        return _power(resolved(t), size, signs)
    if not any(n.head == "formula" or n == size for n in nodes(t)):
        if signs.of(t) != POSITIVE:
            msg = f"{t} is not seen to be positive"
            raise LimitError(msg)
        return tree(0)
    if t == size:
        return tree(1)
    if t.head == "*":
        return Tree("+", *(_power(a, size, signs) for a in t.args))
    if t.head == "^" and size not in nodes(t.args[1]):
        return t.args[1] * _power(t.args[0], size, signs)
    if t.head == "+" and all(signs.of(a) == POSITIVE for a in t.args):
        return Tree("Max", *(_power(a, size, signs) for a in t.args))
    msg = f"the power of {size} in {t} needs sums of positive terms"
    raise LimitError(msg)
