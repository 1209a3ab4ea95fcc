"""Certificates of clauses: the statement as JSON, and how it was proved.

``recheck.parse`` reads this format and nothing else. A certificate of a clause is
``{"sentence", "hash", "statement", "earlier", "proof"}``:

``sentence``
    The statement as it is printed from its trees.
``hash``
    SHA-256 of ``statement`` as JSON with sorted keys and without spaces.
``statement``
    ``{"for all", "indices", "given", "defined", "clause"}``. ``for all`` has rows [name, low,
    low is open, high, high is open, whole numbers, values, sizes, variance]: ends are rationals as
    text or null, values a list of rationals, sizes a list of trees (empty for a scalar), variance
    a tree or null. ``indices`` has rows [number, name, first, last] of the indices that no sum
    binds: those for every place of which the clause holds, and those of definitions. ``given`` and
    ``clause`` are relations [left, "<", "<=", "=" or "!=", right]; a clause may also be
    [condition, "<=>", condition]. ``defined`` has rows [entry,
    body]; an index in the places of an entry is "for all".
``earlier``
    Certificates of earlier clauses of the same statement that the proof uses.
``proof``
    ``{"rule": "normal form"}``: both sides have the same terms once definitions that do not come
    back to themselves are unfolded. ``{"rule": "step", "counter": index}``: definitions also unfold
    where their index is the counter. ``{"rule": "induction", "counter", "way", "times"}``: the
    difference of the sides vanishes at the first counter; one further it vanishes too, either with
    the left side at the counter replaced by the right one ("hypothesis"), or less ``times`` the
    difference at the counter ("multiple"). ``{"rule": "known to be 0", "because", "sign"}``: left
    less right, plus ``sign`` times ``because``, vanishes, and every term of ``because`` has a gap
    (right less left) of a hypothesis or earlier clause as a factor. ``{"rule": "visible signs",
    "because", "squares"}``: right less left (their squares, if so) is ``because``, a sum in which
    every sign shows. ``{"rule": "induction of signs", "counter", "because"}``: at the first counter
    right less left shows its sign; one further it is ``because``, in which every sign shows once
    right less left at the counter is known. ``{"rule": "cells"}``: both sides are piecewise linear
    in real scalars, and no point of the domain contradicts the clause.

A tree is a list: ["rational", "1/2"], ["symbol", name], ["index", number], ["entry", name, place,
...], ["sum", number, first, last, body], ["expectation", name, body], ["slope", body, symbol or
entry], ["+", ...], ["*", ...], ["^", base, exponent], [function, ...]. Numbers of indices are
integers, which no user can type. Registered formulas are written out.
"""

import itertools
from fractions import Fraction
from typing import Any

from depthlaws.claims.engine.recheck import parse
from depthlaws.claims.engine.records import Evidence
from depthlaws.claims.engine.statement.check import Stated
from depthlaws.claims.engine.statement.clauses import Clause, Induction, Step
from depthlaws.claims.engine.statement.domains import INFINITY, Domain
from depthlaws.claims.engine.statement.errors import FormError
from depthlaws.claims.engine.statement.expressions import (
    CONNECTIVES,
    RELATIONS,
    Index,
    Tree,
    free_indices,
    tree,
)
from depthlaws.claims.engine.statement.form import Form
from depthlaws.claims.engine.statement.formulas import resolved

Json = Any
RULES = ("normal form", "step", "induction", "known to be 0", "visible signs", "cells")
RULES += ("induction of signs",)


class Writer:
    """Trees as JSON, with one number for each index."""

    def __init__(self) -> None:
        self.numbers: dict[Index, int] = {}
        self.next = itertools.count(1)
        self.rows: list[Json] = []

    def tree(self, t: Tree, bound: dict[Index, int] | None = None) -> Json:
        """Write a tree. Raises: FormError for what the format does not have."""
        bound = bound or {}
        head, args = t.head, t.args
        if head == "number":
            return ["rational", str(args[0])]
        if head == "scalar":
            return ["symbol", args[0]]
        if head == "index":
            return ["index", bound[args[0]] if args[0] in bound else self.free(args[0])]
        if head == "entry":
            return ["entry", args[0], *(self.tree(p, bound) for p in args[1:])]
        if head == "sum":
            i, k = args[0], next(self.next)
            ends = [self.tree(e, bound) for e in (i.first, i.last)]
            return ["sum", k, *ends, self.tree(args[1], {**bound, i: k})]
        if head == "mean":
            return ["expectation", args[0], self.tree(args[1], bound)]
        if head == "slope":
            return ["slope", *(self.tree(a, bound) for a in args)]
        if head == "formula":
            return self.tree(resolved(t), bound)
        arithmetic = ("+", "*", "^", "Max", "Min", *RELATIONS, *CONNECTIVES)
        if head in arithmetic or head in parse.FUNCTIONS:
            return [head, *(self.tree(a, bound) for a in args)]
        msg = f"{t} has no place in a certificate"
        raise FormError(msg)

    def free(self, i: Index) -> int:
        """Return the number of an index that no sum binds."""
        if i not in self.numbers:
            self.numbers[i] = next(self.next)
            ends = [self.tree(e) for e in (i.first, i.last)]
            self.rows.append([self.numbers[i], i.name, *ends])
        return self.numbers[i]

    def relation(self, clause: Clause) -> Json:
        """Write a relation."""
        relation = "<=>" if clause.relation == "if and only if" else clause.relation
        return [self.tree(clause.left), relation, self.tree(clause.right)]

    def domain(self, name: str, d: Domain) -> Json:
        """Write a quantifier."""
        end = lambda x: None if abs(x) == INFINITY else str(Fraction(x))  # noqa: E731
        variance = None if d.variance is None else self.tree(d.variance)
        sizes = [self.tree(s) for s in d.sizes]
        low = [end(d.low), d.low_open, end(d.high), d.high_open]
        return [name, *low, d.whole, [*map(str, d.values)], sizes, variance]

    def statement(self, s: Form, clause: Clause) -> Json:
        """Write a statement with one of its clauses; indices have the same numbers in each."""
        for c in s.clauses:
            for i in dict.fromkeys(i for t in c.trees for i in free_indices(t)):
                self.free(i)
        written = {
            "for all": [self.domain(n, d) for n, d in s.domains.items()],
            "given": [self.relation(g) for g in s.given],
            "defined": [[self.tree(k), self.tree(v)] for k, v in s.defined.items()],
            "clause": self.relation(clause),
        }
        return written | {"indices": self.rows}


def certificate(check: Stated, evidence: Evidence) -> Json:
    """Return what ``recheck`` judges of a clause, or why it judges nothing of it.

    Parameters
    ----------
    check : Stated
        Check of the clause.
    evidence : Evidence
        Its outcome.

    Returns
    -------
    dict
        ``{"statements": [...]}``, or ``{"not rechecked": reason}``.
    """
    rule = evidence.data.get("rule")
    if rule not in RULES:
        return {"not rechecked": evidence.summary}
    try:
        return {"statements": [_clause(check.statement, check.clause, evidence.data)]}
    except FormError as error:
        return {"not rechecked": str(error)}


def _clause(s: Form, clause: Clause, data: Any) -> Json:
    writer = Writer()
    written = writer.statement(s, clause)
    proof = _proof(clause, data, writer)
    earlier = [_clause(s, s.clauses[e["clause"]], e) for e in data.get("earlier", ())]
    return {
        "sentence": f"For all {s.quantified()}: {clause}" if s.domains else str(clause),
        "hash": parse.digest(written),
        "statement": written,
        "earlier": earlier,
        "proof": proof,
    }


def _proof(clause: Clause, data: Any, writer: Writer) -> Json:
    rule = data["rule"]
    if rule == "step":
        assert isinstance(clause.by, Step)
        return {"rule": rule, "counter": writer.tree(tree(clause.by.counter))}
    if rule == "induction":
        assert isinstance(clause.by, Induction)
        times = tree(1) if clause.by.times is None else clause.by.times
        counter = writer.tree(tree(clause.by.counter))
        return {"rule": rule, "counter": counter, "way": data["way"], "times": writer.tree(times)}
    if rule == "induction of signs":
        assert isinstance(clause.by, Induction)
        counter = writer.tree(tree(clause.by.counter))
        return {"rule": rule, "counter": counter, "because": writer.tree(clause.because)}
    if rule == "known to be 0":
        return {"rule": rule, "because": writer.tree(clause.because), "sign": data["sign"]}
    if rule == "visible signs":
        return {"rule": rule, "because": writer.tree(clause.because), "squares": data["squares"]}
    return {"rule": rule}
