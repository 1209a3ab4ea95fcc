"""Statements of a certificate, read strictly: known heads, exact lengths, types and limits.

:mod:`depthlaws.claims.engine.statement.certificate` describes the format.
"""

import hashlib
import json
import re
from fractions import Fraction

NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")
NUMBER = re.compile("-?[0-9]{1,60}(/[1-9][0-9]{0,59})?")
FUNCTIONS = {"exp": 1, "log": 1, "Abs": 1, "pi": 0, "tanh": 1, "erf": 1}
RELATIONS = {"<", "<=", "=", "!="}
CONNECTIVES = {"and": 2, "or": 2, "not": 1}  # with the number of parts, or more
MAX_DEPTH, MAX_NODES = 80, 20000
FIELDS = {"for all", "indices", "given", "defined", "clause"}
PARTS = {"sentence", "hash", "statement", "earlier", "proof"}


class RefusedError(ValueError):
    """A certificate that is not what the format says, in one line."""


def refuse(what):
    raise RefusedError(what)


def need(good, what):
    if not good:
        refuse(what)


def no_twice(pairs):
    """Return a dictionary of pairs; refuse a key that stands twice."""
    keys = [key for key, _ in pairs]
    need(len(set(keys)) == len(keys), f"a key stands twice: {keys}")
    return dict(pairs)


def digest(statement):
    """Return the hash of a statement: of its JSON without spaces, keys in order."""
    text = json.dumps(statement, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def fraction(text):
    need(isinstance(text, str) and NUMBER.fullmatch(text), f"{text!r} is no number")
    return Fraction(text)


def name(text):
    need(isinstance(text, str) and NAME.fullmatch(text), f"{text!r} is no name")
    return text


class Domain:
    """Domain of a scalar, or of the entries of an array."""

    def __repr__(self):
        return repr(self.row)

    def __init__(self, row):
        need(isinstance(row, list) and len(row) == 9, "a quantifier has nine parts")
        self.row, self.name, (low, high) = row, name(row[0]), (row[1], row[3])
        self.low = None if low is None else fraction(low)
        self.high = None if high is None else fraction(high)
        need(all(type(x) is bool for x in (row[2], row[4], row[5])), "an end is open or closed")
        _, _, self.low_open, _, self.high_open, self.whole = row[:6]
        need(isinstance(row[6], list) and isinstance(row[7], list), "values and sizes are lists")
        self.values, self.sizes, self.variance = [*map(fraction, row[6])], row[7], row[8]
        if self.values:
            self.low, self.high = min(self.values), max(self.values)
            self.low_open = self.high_open = False
            self.whole = all(v.denominator == 1 for v in self.values)


class Statement:
    """Statement of a certificate, every tree in it checked."""

    def __init__(self, raw):
        need(isinstance(raw, dict) and set(raw) == FIELDS, "a statement has five fields")
        rows = [Domain(row) for row in raw["for all"]]
        self.domains = {d.name: d for d in rows}
        need(len(self.domains) == len(rows), "a name has two quantifiers")
        self.nodes = 0
        self.indices = {}
        for row in raw["indices"]:
            need(isinstance(row, list) and len(row) == 4, "an index has four parts")
            number, label, first, last = row
            need(type(number) is int and number not in self.indices, f"index {number!r}")
            name(label)
            self.indices[number] = (first, last)
        self.arity = {d.name: len(d.sizes) for d in rows if d.sizes}
        self.defined = {}
        for row in raw["defined"]:
            need(isinstance(row, list) and len(row) == 2, "a definition has two sides")
            left, body = row
            need(isinstance(left, list) and left[:1] == ["entry"] and len(left) > 2, "no entry")
            known = self.domains.get(name(left[1]))
            need(known is None, f"{left[1]} is quantified and defined")
            need(self.arity.setdefault(left[1], len(left) - 2) == len(left) - 2, "arity")
            self.defined.setdefault(left[1], []).append((left[2:], body))
        for d in rows:
            for size in d.sizes:
                self.tree(size)
            if d.variance is not None:
                need(d.sizes, f"{d.name} is drawn without sizes")
                self.tree(d.variance)
        for first, last in self.indices.values():
            self.tree(first)
            self.tree(last)
        for rules in self.defined.values():
            for places, body in rules:
                for place in places:
                    self.tree(place)
                self.tree(body)
        self.given = [self.relation(row) for row in raw["given"]]
        need(all(r != "<=>" for _, r, _ in self.given), "a hypothesis is one relation")
        self.clause = self.relation(raw["clause"])

    def relation(self, row):
        need(isinstance(row, list) and len(row) == 3, "a relation has three parts")
        left, relation, right = row
        if relation == "<=>":
            return self.condition(left), relation, self.condition(right)
        need(relation in RELATIONS, f"no relation {relation!r}")
        return self.tree(left), relation, self.tree(right)

    def condition(self, t, depth=0):
        """Return a condition after a look at every node."""
        need(depth < MAX_DEPTH and isinstance(t, list) and len(t) > 1, f"{t!r} is no condition")
        head, *parts = t
        if head in RELATIONS:
            need(len(parts) == 2, f"{head} has two sides")
            [self.tree(p, depth=depth + 1) for p in parts]
        else:
            least = CONNECTIVES.get(head) if isinstance(head, str) else None
            need(least is not None and len(parts) >= least, f"no condition {head!r}")
            need(head != "not" or len(parts) == 1, "not has one part")
            [self.condition(p, depth + 1) for p in parts]
        return t

    def tree(self, t, bound=(), depth=0):
        """Return a tree after a look at every node."""
        self.nodes += 1
        need(depth < MAX_DEPTH and self.nodes < MAX_NODES, "a tree too large")
        need(isinstance(t, list) and t and isinstance(t[0], str), f"{t!r} is no tree")
        head, *parts = t
        again = lambda x, *more: self.tree(x, (*bound, *more), depth + 1)  # noqa: E731
        if head == "rational":
            need(len(parts) == 1, "rational")
            fraction(parts[0])
        elif head == "symbol":
            need(len(parts) == 1 and name(parts[0]) in self.domains, f"{parts} is not quantified")
            need(not self.domains[parts[0]].sizes, f"{parts[0]} is an array")
        elif head == "index":
            need(len(parts) == 1 and type(parts[0]) is int, f"{t!r} is no index")
            need(parts[0] in bound or parts[0] in self.indices, f"index {parts[0]} has no range")
        elif head == "sum":
            need(len(parts) == 4 and type(parts[0]) is int, f"{t!r} is no sum")
            need(parts[0] not in bound and parts[0] not in self.indices, "an index is bound twice")
            again(parts[1])
            again(parts[2])
            again(parts[3], parts[0])
        elif head == "entry":
            need(len(parts) > 1 and self.arity.get(parts[0]) == len(parts) - 1, f"{t!r}: arity")
            [again(p) for p in parts[1:]]
        elif head == "expectation":
            need(len(parts) == 2 and parts[0] in self.domains, "expectation")
            need(self.domains[parts[0]].variance is not None, f"{parts[0]} is not drawn")
            again(parts[1])
        elif head == "slope":
            need(len(parts) == 2 and parts[1][:1] in (["symbol"], ["entry"]), "slope")
            [again(p) for p in parts]
            drawn = self.domains.get(parts[1][1])
            need(drawn is not None and drawn.variance is None, "a slope by what is free")
        elif head in {"+", "*", "Max", "Min"}:
            need(len(parts) >= 2, f"{head} has two parts or more")
            [again(p) for p in parts]
        elif head == "^":
            need(len(parts) == 2, "a power has two parts")
            [again(p) for p in parts]
        else:
            need(FUNCTIONS.get(head) == len(parts), f"no head {head!r} with {len(parts)} parts")
            [again(p) for p in parts]
        return t


def loaded(raw):
    """Return (statement, earlier statements, proof) of one certificate of a clause."""
    need(isinstance(raw, dict) and set(raw) == PARTS, "a certificate of a clause has five parts")
    need(isinstance(raw["sentence"], str), "no sentence")
    need(raw["hash"] == digest(raw["statement"]), "the hash is of another statement")
    need(isinstance(raw["earlier"], list) and len(raw["earlier"]) < 20, "earlier clauses")
    need(isinstance(raw["proof"], dict) and isinstance(raw["proof"].get("rule"), str), "no rule")
    return Statement(raw["statement"]), raw["earlier"], raw["proof"]
