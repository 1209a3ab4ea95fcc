"""Certificates of clauses: the statement as JSON, and how it was proved.

``recheck.parse`` reads this format and nothing else. A certificate of a clause is
``{"sentence", "hash", "statement", "witnesses", "earlier", "proof"}``:

``sentence``
    The statement in words; ``recheck`` prints it from the trees and compares.
``hash``
    SHA-256 of ``statement`` as JSON with sorted keys and without spaces.
``statement``
    ``{"for all", "indices", "bound", "given", "defined", "clause"}``. ``for all`` has rows [name,
    low, low is open, high, high is open, whole numbers, values, sizes, variance]: ends are
    rationals as text or null, values a list of rationals, sizes a list of trees (empty for a
    scalar), variance a tree or null. ``indices`` has rows [number, name, first, last] of the
    indices that no sum binds: those for every place of which the clause holds, and those of
    definitions; ``bound`` has rows [number, name] of those that a sum binds. ``given`` and
    ``clause`` are relations [left, "<", "<=", "=" or "!=", right]; a clause may also be
    [condition, "<=>", condition]. ``defined`` has rows [entry, body]; an index in the places of an
    entry is "for all".
``witnesses``
    Points ``{"scalars": {name: number}, "entries": [[array, [place, ...], number], ...]}`` that
    meet all hypotheses, with two values of each size that has no end; empty without hypotheses.
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
from dataclasses import replace
from fractions import Fraction
from typing import Any

from depthlaws.claims.engine.checks import Certify, Identity, Inequality, Quoted
from depthlaws.claims.engine.recheck import parse, stated
from depthlaws.claims.engine.recheck.sentences import sentence
from depthlaws.claims.engine.records import Evidence, Verdict
from depthlaws.claims.engine.statement.clauses import Clause, Induction, Rounds, Step
from depthlaws.claims.engine.statement.conditions import minus
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
from depthlaws.claims.engine.statement.proving import as_check, as_multiple
from depthlaws.claims.engine.statement.sympy_trees import to_sympy
from depthlaws.claims.engine.statement.undone_json import undone
from depthlaws.claims.engine.written_checks import accepted, body, domain_text, judged_and_said

Json = Any
RULES = ("normal form", "step", "induction", "known to be 0", "visible signs", "cells")
RULES += ("induction of signs",)
NOT_FOLLOWED = "a proof that recheck does not follow"


class Writer:
    """Trees as JSON, with one number for each index."""

    def __init__(self) -> None:
        self.numbers: dict[Index, int] = {}
        self.next = itertools.count(1)
        self.rows: list[Json] = []
        self.bound: list[Json] = []

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
            self.bound.append([k, i.name])
            ends = [self.tree(e, bound) for e in (i.first, i.last)]
            return ["sum", k, *ends, self.tree(args[1], {**bound, i: k})]
        if head == "mean":
            return ["expectation", args[0], self.tree(args[1], bound)]
        if head == "slope":
            return ["slope", *(self.tree(a, bound) for a in args)]
        if head == "formula":
            return self.tree(resolved(t), bound)
        arithmetic = ("+", "*", "^", "Max", "Min", "growth", *RELATIONS, *CONNECTIVES)
        if head in arithmetic or head in stated.FUNCTIONS:
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
        return written | {"indices": self.rows, "bound": self.bound}


def written(s: Form, clause: Clause, what: str, found: Evidence) -> dict[str, Any]:
    """Return what ``recheck`` judges of a clause, or why it judges nothing of it.

    Parameters
    ----------
    s : Form
        Statement of the clause.
    clause : Clause
        Clause that was shown.
    what : str
        The clause in words.
    found : Evidence
        How it was shown.

    Returns
    -------
    dict
        Statements of the clause, of its scalar sides or of its numbers, as in a certificate, or
        ``{"not rechecked": reason}``.
    """
    kinds = {"rewriting": Identity, "sign on intervals": Inequality, "balls": Certify}
    rule, made = found.data.get("rule"), None
    if rule == "rewriting":
        made = _statement(s, clause, found.data, rule="normal form") or _row(s, clause)
    if rule == "sign on intervals":
        plain = replace(clause, because=minus(clause.right, clause.left), along=())
        made = _statement(s, plain, found.data, rule="visible signs", squares=False)
    if made is not None:
        return made
    if rule == "borders":
        return _on_borders(s, clause, found) or {"not rechecked": NOT_FOLLOWED}
    if rule in kinds:
        return body(as_check(s, clause, kinds[rule]), found) | {"sentence": what}
    if rule == "multiple" and (parts := as_multiple(s, clause)):
        identity, positive = parts
        return body(identity, found) | body(positive, found) | {"sentence": what}
    if found.verdict == Verdict.EXACT and isinstance(clause, Rounds):
        ours = to_sympy(clause.left, {})
        return body(Quoted(lambda: [(what, ours, clause.printed)]), found)
    if rule not in RULES:
        return {"not rechecked": found.summary}
    return _statement(s, clause, found.data) or _row(s, clause) or {"not rechecked": NOT_FOLLOWED}


def _statement(s: Form, clause: Clause, data: Any, **proof: Any) -> dict[str, Any] | None:
    """Return a clause as a statement that ``recheck`` accepts by a rule, or None."""
    try:
        made = {"statements": [_clause(s, clause, {**data, **proof})]}
    except FormError:
        return None
    return made if accepted(made) else None


def _row(s: Form, clause: Clause) -> dict[str, Any] | None:
    """Return scalar sides as they were typed, nothing worked out, if ``recheck`` accepts them."""
    try:
        row = [str(clause), undone(clause.left), undone(clause.right)]
    except (FormError, TypeError):
        return None
    scalars = {n: d for n, d in s.domains.items() if not d.sizes}
    ends = {n: min(d.values, default=d.low) for n, d in scalars.items()}
    check = {
        "low": {n: str(x) for n, x in ends.items() if x != -INFINITY},
        "above": [n for n, d in scalars.items() if d.low_open],
        "whole": [n for n, d in scalars.items() if d.whole],
        "identities": [row],
    }
    if row[1] == row[2]:
        return None
    if accepted(check):
        return check
    used = {n: d for n, d in scalars.items() if repr(["symbol", n]) in repr(row)}
    domain = {n: domain_text(d.interval) for n, d in used.items()}
    apart = {"domain": domain, "everywhere": [row]}
    return apart if accepted(apart) else None


def _on_borders(s: Form, clause: Clause, found: Evidence) -> dict[str, Any] | None:
    """Return two conditions with the places that cut the domain, if ``recheck`` accepts them."""
    row = {
        "domain": {n: domain_text(d.interval) for n, d in s.domains.items()},
        "cut": [found.data["counted"], *found.data["places"]],
        "conditions": [undone(clause.left), undone(clause.right)],
    }
    return {"borders": [row]} if accepted({"borders": [row]}) else None


def rechecked(s: Form, clause: Clause, found: Evidence) -> Evidence:
    """Evidence of a proof that ``recheck`` follows; without that nothing is proved.

    ``data["statement"]`` is then the hash of the statement that it judged.
    """
    made = written(s, clause, str(clause), found)
    judged, said = judged_and_said(made)
    if not judged or said:
        why = made.get("not rechecked", "sides that SymPy alone finds equal")
        return replace(found, verdict=Verdict.UNKNOWN, summary=f"not rechecked: {why}")
    hashes = [row["hash"] for row in made.get("statements", ())]
    more = {"statement": hashes[0]} if hashes else {}
    return replace(found, data={**found.data, **more})


def _clause(s: Form, clause: Clause, data: Any) -> Json:
    writer = Writer()
    written = writer.statement(s, clause)
    proof = _proof(clause, data, writer)
    witnesses = data.get("witnesses", [])
    more = [{"witnesses": witnesses, **e} for e in data.get("earlier", ())]
    return {
        "sentence": sentence(stated.Statement(written)),
        "hash": parse.digest(written),
        "statement": written,
        "witnesses": witnesses,
        "earlier": [_clause(s, s.clauses[e["clause"]], e) for e in more],
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
