"""Words of the language: symbols, sums, means, slopes, relations and registered formulas."""

from typing import Any

from depthlaws.claims.engine.statement.errors import FormError
from depthlaws.claims.engine.statement.expressions import Array, Index, Tree, checked_name, tree
from depthlaws.claims.engine.statement.sympy_trees import FUNCTIONS

__all__ = [
    "Mean",
    "array",
    "arrays",
    "both",
    "either",
    "index",
    "indices",
    "negated",
    "registered",
    "same",
    "scalars",
    "slope",
    "total",
]


def scalars(names: str) -> Any:
    """Scalars by their names, as ``N, d = scalars("N d")``; one name gives one scalar."""
    made = [Tree("scalar", checked_name(name)) for name in names.split()]
    return made[0] if len(made) == 1 else tuple(made)


def array(name: str) -> Array:
    """Return an array by its name, whose entries are ``u[n, i]``."""
    return Array(name)


def arrays(names: str) -> tuple[Array, ...]:
    """Arrays by their names."""
    return tuple(Array(name) for name in names.split())


def index(name: str, first: Any, last: Any) -> Index:
    """Return an index with both ends of its range."""
    return Index(name, first, last)


def indices(names: str, last: Any, first: Any = 1) -> Any:
    """Indices that run from ``first`` to ``last``; one name gives one index."""
    made = [Index(name, first, last) for name in names.split()]
    return made[0] if len(made) == 1 else tuple(made)


def total(body: Any, *over: Index) -> Tree:
    """Sum of a body over indices, each over its whole range; the first is summed first.

    >>> d = scalars("d")
    >>> u, i = array("u"), indices("i", d)
    >>> print(total(u[i] ** 2, i))
    sum_{i<=d} u[i]^2
    """
    body = tree(body)
    for i in over:
        if not isinstance(i, Index):
            msg = (
                f"a sum runs over indices, not over {i!r}; make one with indices({str(i)!r}, size)"
            )
            raise FormError(msg)
        body = Tree("sum", i, body)
    return body


def Mean(body: Any, over: Array) -> Tree:
    """Mean over the independent Gaussian entries of an array, everything else fixed."""
    return Tree("mean", over.name, tree(body))


def slope(body: Any, by: Any) -> Tree:
    """Derivative of a body by a scalar, or by one entry of an array, everything else fixed.

    >>> d = scalars("d")
    >>> u, (i, k) = array("u"), indices("i k", d)
    >>> print(slope(total(u[i] ** 2, i), u[k]))
    d(sum_{i<=d} u[i]^2)/du[k]
    """
    target = tree(by)
    if target.head not in ("scalar", "entry"):
        msg = f"a slope is by a scalar or an entry, not by {target}"
        raise FormError(msg)
    return Tree("slope", tree(body), target)


def same(left: Any, right: Any) -> Tree:
    """Relation that two numbers are equal."""
    return Tree("=", tree(left), tree(right))


def both(*relations: Tree) -> Tree:
    """Conjunction of relations."""
    return Tree("and", *relations)


def either(*relations: Tree) -> Tree:
    """Disjunction of relations."""
    return Tree("or", *relations)


def negated(relation: Tree) -> Tree:
    """Negation of a relation."""
    return Tree("not", relation)


def registered(name: str, /, **values: Any) -> Tree:
    """Right-hand side of a registered formula, looked up whenever it is needed.

    Parameters
    ----------
    name : str
        Id of the formula, for example ``"chain-sharpness"``.
    **values : Tree or number
        Values of its arguments; the others are scalars of the same name.
    """
    return Tree("formula", name, *((k, tree(v)) for k, v in sorted(values.items())))


def function(name: str, *parts: Any) -> Tree:
    """Tree of a function that the language knows."""
    if name not in FUNCTIONS:
        msg = f"{name} is no function of the language: {', '.join(FUNCTIONS)}"
        raise FormError(msg)
    return Tree(name, *map(tree, parts))
