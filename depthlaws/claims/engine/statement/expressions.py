"""Trees of statements: nothing is simplified while it is typed, and every node can be printed.

A tree has a head and parts. Numbers are exact, bound indices are objects, and a quotient stays a
quotient, so that its denominator can be asked about. The heads:

========== =================================== ====================================
head       parts                               made by
========== =================================== ====================================
number     a Fraction                          ``1``, ``Fraction(1, 2)``
scalar     a name                              ``scalars("N eps")``
entry      an array's name, one place a slot   ``u[n, i]``, places as ``n + 1``
index      an :class:`Index`                   an index as a number
sum        an :class:`Index`, a body           ``total(u[n, i], n)``
mean       a Gaussian array's name, a body     ``Mean(body, W)``
slope      a body, a scalar or an entry        ``slope(body, W[i, j])``
``+ * ^``  trees                               Python's operators
a function trees                               ``exp(x)``, ``Max(x, y)``
a relation two trees                           ``x < y``, ``same(x, y)``
and, or... relations                           ``both``, ``either``, ``negated``
formula    an id, pairs (name, tree)           ``registered("chain-rate", L=L)``
undone     a SymPy expression                  ``D(f, x)`` and its kind in a claim
========== =================================== ====================================
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.statement.errors import FormError
from depthlaws.claims.engine.statement.printing import text
from depthlaws.claims.engine.statement.sympy_trees import (
    FUNCTIONS,
    NAME,
    of_sympy,
    put_in_undone,
)

__all__ = ["Array", "Index", "Tree", "tree"]

RELATIONS = ("<", "<=", "=", "!=")
CONNECTIVES = ("and", "or", "not")
MAX_BITS = 14_000  # of a number that is typed
MAX_DEPTH = 60  # nodes from the top of a tree to a leaf


def frozen(self: Any, name: str, *_: Any) -> None:
    """Refuse a change of what a sentence holds after it was checked."""
    msg = f"{self} cannot be changed: make another one instead of setting its {name}"
    raise FormError(msg)


class Tree:
    """One node of a statement; equal to another tree with the same head and parts.

    >>> from depthlaws.claims.engine.statement import scalars
    >>> x, y = scalars("x y")
    >>> print((x + y) / (x - y))
    (x + y)/(x - y)
    """

    __slots__ = ("_hash", "args", "depth", "head", "symbol")
    head: str
    args: tuple[Any, ...]
    symbol: sp.Symbol | None
    depth: int
    _hash: int

    def __init__(self, head: str, *args: Any, symbol: sp.Symbol | None = None) -> None:
        set_ = object.__setattr__
        set_(self, "head", head)
        set_(self, "args", args)
        set_(self, "symbol", symbol)  # SymPy's, from which a scalar was made, with its assumptions
        _well_joined(head, args)
        set_(self, "_hash", hash((head, args)))
        set_(self, "depth", 1 + max((a.depth for a in args if isinstance(a, Tree)), default=0))
        if self.depth > MAX_DEPTH:
            msg = f"a statement deeper than {MAX_DEPTH} operations: write its parts as definitions"
            raise FormError(msg)

    __setattr__ = __delattr__ = frozen

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return self._hash == other._hash and self.head == other.head and self.args == other.args

    def __add__(self, other: Any) -> "Tree":
        return Tree("+", self, tree(other))

    def __radd__(self, other: Any) -> "Tree":
        return Tree("+", tree(other), self)

    def __sub__(self, other: Any) -> "Tree":
        return Tree("+", self, -tree(other))

    def __rsub__(self, other: Any) -> "Tree":
        return Tree("+", tree(other), -self)

    def __neg__(self) -> "Tree":
        if self.head == "number":
            return Tree("number", -self.args[0])
        return Tree("*", Tree("number", Fraction(-1)), self)

    def __mul__(self, other: Any) -> "Tree":
        return Tree("*", self, tree(other))

    def __rmul__(self, other: Any) -> "Tree":
        return Tree("*", tree(other), self)

    def __truediv__(self, other: Any) -> "Tree":
        return Tree("*", self, Tree("^", tree(other), tree(-1)))

    def __rtruediv__(self, other: Any) -> "Tree":
        return Tree("*", tree(other), Tree("^", self, tree(-1)))

    def __pow__(self, other: Any) -> "Tree":
        return Tree("^", self, tree(other))

    def __rpow__(self, other: Any) -> "Tree":
        return Tree("^", tree(other), self)

    def __lt__(self, other: Any) -> "Tree":
        return Tree("<", self, tree(other))

    def __le__(self, other: Any) -> "Tree":
        return Tree("<=", self, tree(other))

    def __gt__(self, other: Any) -> "Tree":
        return Tree("<", tree(other), self)

    def __ge__(self, other: Any) -> "Tree":
        return Tree("<=", tree(other), self)

    def __bool__(self) -> bool:
        """Refuse a truth value of a relation: ``0 < x < 1`` would drop its first half."""
        if self.head not in (*RELATIONS, *CONNECTIVES):
            return True
        msg = f"{self} has no truth value; join relations with both(...) and either(...)"
        raise FormError(msg)

    def __str__(self) -> str:
        return text(self)

    __repr__ = __str__

    def put(self, values: Mapping[Any, Any]) -> "Tree":
        """Replace scalars and free indices; a bound index of the tree is renamed if it clashes."""
        return replaced(self, {_atom(k): tree(v) for k, v in values.items()})


PARTS = {"pi": 0, "polylog": 2, "besseli": 2}  # of functions, of others 1


def _well_joined(head: str, parts: tuple[Any, ...]) -> None:
    """Refuse a relation where a number belongs, a number for a relation, and missing parts."""
    conditions = [isinstance(a, Tree) and a.head in (*RELATIONS, *CONNECTIVES) for a in parts]
    if head in CONNECTIVES:
        if not all(conditions) or not parts:
            msg = f"{head!r} joins relations such as x < 1; it got {list(parts)}"
            raise FormError(msg)
    elif any(conditions):
        msg = f"{parts[conditions.index(True)]} is a relation, where a number belongs"
        raise FormError(msg)
    elif head in FUNCTIONS and (
        not parts if head in ("Max", "Min") else len(parts) != PARTS.get(head, 1)
    ):
        msg = f"{head} of {len(parts)} numbers"
        raise FormError(msg)


class Index:
    """Index with its range, ends included; two indices are the same only if they are one object."""

    __slots__ = ("first", "last", "name")
    name: str
    first: Tree
    last: Tree

    def __init__(self, name: str, first: Any, last: Any) -> None:
        object.__setattr__(self, "name", checked_name(name))
        object.__setattr__(self, "first", tree(first))
        object.__setattr__(self, "last", tree(last))

    __setattr__ = __delattr__ = frozen

    def __repr__(self) -> str:
        return self.name

    # Arithmetic makes a place (n + 1) or a number (n * a[n]).
    def __add__(self, other: Any) -> Tree:
        return tree(self) + other

    def __radd__(self, other: Any) -> Tree:
        return other + tree(self)

    def __sub__(self, other: Any) -> Tree:
        return tree(self) - other

    def __rsub__(self, other: Any) -> Tree:
        return other - tree(self)

    def __mul__(self, other: Any) -> Tree:
        return tree(self) * other

    def __rmul__(self, other: Any) -> Tree:
        return other * tree(self)

    def __neg__(self) -> Tree:
        return -tree(self)

    def __pow__(self, other: Any) -> Tree:
        return tree(self) ** other

    def __rpow__(self, other: Any) -> Tree:
        return tree(other) ** tree(self)

    def __truediv__(self, other: Any) -> Tree:
        return tree(self) / other

    def __rtruediv__(self, other: Any) -> Tree:
        return other / tree(self)


class Array:
    """Name of an array; with places in brackets it is an entry."""

    __slots__ = ("name",)
    name: str

    def __init__(self, name: str) -> None:
        object.__setattr__(self, "name", checked_name(name))

    __setattr__ = __delattr__ = frozen

    def __getitem__(self, places: Any) -> Tree:
        places = places if isinstance(places, tuple) else (places,)
        return Tree("entry", self.name, *map(tree, places))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Array) and self.name == other.name

    def __hash__(self) -> int:
        return hash(("array", self.name))

    def __repr__(self) -> str:
        return self.name


def checked_name(name: str) -> str:
    """Return a name. Raises: FormError for what is none."""
    if not NAME.fullmatch(name):
        msg = f"{name!r} is no name; write a letter, then letters and digits"
        raise FormError(msg)
    return name


def tree(value: Any) -> Tree:
    """Tree of a number, an index or a SymPy expression.

    Raises: FormError for floats, infinities, imaginary numbers and unknown functions.
    """
    if isinstance(value, Tree):
        return value
    if isinstance(value, Index):
        return Tree("index", value)
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        number = Fraction(value)
        if max(number.numerator.bit_length(), number.denominator.bit_length()) > MAX_BITS:
            msg = f"a number of more than {MAX_BITS} bits; write it as a power"
            raise FormError(msg)
        return Tree("number", number)
    if isinstance(value, sp.Basic):
        return of_sympy(value, Tree)
    msg = f"{value!r} is no exact number; write Fraction(1, 3) or an integer"
    raise FormError(msg)


# -- looking at trees ------------------------------------------------------------------------------


def nodes(t: Tree) -> Iterator[Tree]:
    """Yield a tree and all trees in it, ranges of bound indices included."""
    waiting = [t]
    while waiting:
        t = waiting.pop()
        yield t
        for a in reversed(t.args):
            if type(a) is Tree:
                waiting.append(a)
            elif isinstance(a, Index):
                waiting += (a.last, a.first)
            elif isinstance(a, tuple):
                waiting.append(a[1])


def free_indices(t: Tree) -> dict[Index, None]:
    """Indices that no sum in the tree binds, in the order in which they occur."""
    if t.head == "index":
        own = t.args[0]
        return {own: None} | free_indices(own.first) | free_indices(own.last)
    if t.head == "sum":
        i, body = t.args
        inner = {k: None for k in free_indices(body) if k is not i}
        return inner | free_indices(i.first) | free_indices(i.last)
    result: dict[Index, None] = {}
    for a in t.args:
        part = a[1] if isinstance(a, tuple) else a
        if isinstance(part, Tree):
            result |= free_indices(part)
    return result


def _atom(key: Any) -> Any:
    if isinstance(key, Index):
        return key
    if isinstance(key, Tree) and key.head == "index":
        return key.args[0]
    if isinstance(key, (Tree, sp.Symbol)) and (k := tree(key)).head == "scalar":
        return k
    msg = f"{key} cannot be replaced: it is neither a scalar nor an index"
    raise FormError(msg)


def replaced(t: Tree, values: Mapping[Any, Tree]) -> Tree:
    """Replace scalars (by trees) and free indices; bound indices keep apart from new ones."""
    if not values:
        return t
    if t.head == "scalar":
        return values.get(t, t)
    if t.head == "index":
        return values.get(t.args[0], t)
    if t.head == "sum":
        i, body = t.args
        first, last = replaced(i.first, values), replaced(i.last, values)
        inner = {k: v for k, v in values.items() if k is not i}
        clash = any(i in free_indices(v) for v in inner.values())
        if clash or first != i.first or last != i.last:
            own = Index(i.name, first, last)
            inner[i] = Tree("index", own)
            i = own
        return Tree("sum", i, replaced(body, inner))
    if t.head == "undone":
        return put_in_undone(t, values)
    if t.head == "slope" and t.args[1] in values:
        msg = f"{t} is a slope by {t.args[1]}, which cannot be given a value there"
        raise FormError(msg)
    if t.head == "formula":  # an argument that is not given is a scalar of its name
        given = {name: replaced(value, values) for name, value in t.args[1:]}
        more = {k.args[0]: v for k, v in values.items() if isinstance(k, Tree)}
        return Tree("formula", t.args[0], *sorted((more | given).items()))
    return with_parts(t, lambda a: replaced(a, values))


def with_parts(t: Tree, change: Any) -> Tree:
    """Tree with every part that is a tree changed; the same tree if nothing changes."""
    args = tuple(
        change(a) if isinstance(a, Tree) else (a[0], change(a[1])) if isinstance(a, tuple) else a
        for a in t.args
    )
    return t if all(a is b for a, b in zip(args, t.args, strict=True)) else Tree(t.head, *args)
