"""Powers with which expressions grow: products add, sums of positive terms take the largest.

``Growth(4 * N**(-2 * a) * (N + 2), N)`` is 1 - 2 a: the limit of log(...)/log(N).
"""

from typing import Any

from depthlaws.claims.engine.statement.conditions import POSITIVE, Signs
from depthlaws.claims.engine.statement.errors import FormError, LimitError
from depthlaws.claims.engine.statement.expressions import Tree, nodes, tree, with_parts

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


def derived(t: Tree, signs: Signs) -> Tree:
    """Tree in which every growth is the power that it stands for.

    Raises: LimitError for a sum whose terms do not all show that they are positive.
    """
    if t.head == "growth":
        return _power(t.args[0], t.args[1], signs)
    return with_parts(t, lambda a: derived(a, signs))


def _power(t: Tree, size: Tree, signs: Signs) -> Tree:
    if size not in nodes(t):
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
