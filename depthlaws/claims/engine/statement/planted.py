"""Errors planted in a clause: a factor, a transposed matrix, a lost hypothesis, a wrong size."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from depthlaws.claims.engine.statement.clauses import Cases, Clause, Equal, Exactly, Rounds
from depthlaws.claims.engine.statement.errors import FormError
from depthlaws.claims.engine.statement.expressions import Tree, nodes, tree, with_parts
from depthlaws.claims.engine.statement.form import Form

SLIGHTLY_MORE = Fraction(1001, 1000)


def planted(s: Form, place: int) -> Iterator[tuple[str, Form]]:
    """Yield (label, statement) with one clause changed or one hypothesis left out."""
    clause = s.clauses[place]
    for label, changed in _changed(clause, s):
        try:
            yield label, _with(s, place, changed)
        except FormError:
            continue
    if clause.because is not None:
        for k, g in enumerate(s.given):
            others = s.given[:k] + s.given[k + 1 :]
            yield f"without the hypothesis {g}", _rebuilt(s, s.clauses, others)


def _with(s: Form, place: int, clause: Clause) -> Form:
    return _rebuilt(s, (*s.clauses[:place], clause, *s.clauses[place + 1 :]), s.given)


def _rebuilt(s: Form, clauses: Any, given: Any) -> Form:
    from depthlaws.claims.engine.statement.expressions import Array

    for_all = {Array(n) if d.sizes else Tree("scalar", n): d for n, d in s.domains.items()}
    return type(s)(*clauses, for_all=for_all, given=given, defined=s.defined, witness=s.witness)


def _changed(clause: Clause, s: Form) -> Iterator[tuple[str, Clause]]:
    if isinstance(clause, Cases):
        yield "truth turned round", replace(clause, changed=not clause.changed)
        return
    if isinstance(clause, Rounds):
        yield "one unit more", Rounds(clause.left + 2 * clause.half_unit, clause.printed)
        return
    if isinstance(clause, Exactly):
        yield "right side negated", replace(clause, right=Tree("not", clause.right))
        return
    zero = tree(0)
    if isinstance(clause, Equal):
        if clause.right != zero:
            yield "right side times 1.001", replace(clause, right=clause.right * SLIGHTLY_MORE)
        else:
            yield "left side plus 1/1000", replace(clause, left=clause.left + Fraction(1, 1000))
    else:
        yield "sides exchanged", replace(clause, left=clause.right, right=clause.left, because=None)
    side: Any = "left" if any(n.head == "entry" for n in nodes(clause.left)) else "right"
    whole = getattr(clause, side)
    for entry in _entries(whole, s):
        yield f"{entry.args[0]} transposed", _with_side(clause, side, _transposed(whole, entry))
        break
    sums = [n for n in nodes(whole) if n.head == "sum"]
    if sums and isinstance(clause, Equal):
        yield "one term of a sum left out", _with_side(clause, side, _shorter(whole, sums[0]))


def _with_side(clause: Clause, side: str, t: Tree) -> Clause:
    return replace(clause, left=t) if side == "left" else replace(clause, right=t)


def _entries(t: Tree, s: Form) -> Iterator[Tree]:
    """Entries of square matrices, whose places can be exchanged."""
    for n in nodes(t):
        if n.head == "entry" and n.args[0] in s.domains:
            sizes = s.domains[n.args[0]].sizes
            if s.domains[n.args[0]].variance is not None:  # its transpose has the same law
                continue
            if len(sizes) >= 2 and sizes[-1] == sizes[-2] and n.args[-1] != n.args[-2]:
                yield n


def _transposed(t: Tree, entry: Tree) -> Tree:
    if t == entry:
        return Tree("entry", *t.args[:-2], t.args[-1], t.args[-2])
    return with_parts(t, lambda a: _transposed(a, entry))


def _shorter(t: Tree, one: Tree) -> Tree:
    if t == one:
        i = t.args[0]
        return t - t.args[1].put({i: i.last})
    return with_parts(t, lambda a: _shorter(a, one))
