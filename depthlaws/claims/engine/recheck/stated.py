"""Statements of a certificate, read strictly: known heads, exact lengths, types and limits.

:mod:`depthlaws.claims.engine.statement.certificate` describes the format.
"""

from .parse import Domain, digest, fraction, indices_in, name, need, symbols_in
from .sentences import sentence

FUNCTIONS = {"exp": 1, "log": 1, "Abs": 1, "pi": 0, "tanh": 1, "erf": 1, "cos": 1, "sin": 1}
FUNCTIONS |= {"acos": 1, "asin": 1, "atan": 1, "LambertW": 1, "cosh": 1, "sinh": 1}
RELATIONS = {"<", "<=", "=", "!="}
CONNECTIVES = {"and": 2, "or": 2, "not": 1}  # with the number of parts, or more
MAX_DEPTH, MAX_NODES = 80, 20000
FIELDS = {"for all", "indices", "bound", "given", "defined", "clause"}
PARTS = {"sentence", "hash", "statement", "witnesses", "earlier", "proof"}


class Statement:
    """Statement of a certificate, every tree in it checked."""

    def __init__(self, raw):
        need(isinstance(raw, dict) and set(raw) == FIELDS, "a statement has six fields")
        rows = [Domain(row) for row in raw["for all"]]
        self.domains = {d.name: d for d in rows}
        need(len(self.domains) == len(rows), "a name has two quantifiers")
        self.nodes = 0
        self.indices, self.names = {}, {}
        for number, label in raw["bound"]:
            need(type(number) is int and number not in self.names, f"index {number!r}")
            self.names[number] = name(label)
        for row in raw["indices"]:
            need(isinstance(row, list) and len(row) == 4, "an index has four parts")
            number, label, first, last = row
            need(type(number) is int and number not in self.indices, f"index {number!r}")
            need(number not in self.names, f"index {number!r}")
            self.names[number] = name(label)
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
        one_name_each(self)

    def free_of(self, *trees):
        """Return the indices of trees that no sum binds, and those in their ranges."""
        free = set().union(set(), *map(indices_in, trees)) & set(self.indices)
        while more := {i for k in free for e in self.indices[k] for i in indices_in(e)} - free:
            free |= more
        return free

    def sizes(self):
        """Return the scalars that run on and end arrays or ranges."""
        ends = [t for d in self.domains.values() for t in d.sizes]
        ends += [e for pair in self.indices.values() for e in pair]
        names = set().union(set(), *map(symbols_in, ends))
        rows = [self.domains[n] for n in sorted(names)]
        return [d.name for d in rows if d.whole and d.high is None and not d.values]

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
            need(parts[0] in self.names, "an index without a name")
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
        elif head == "growth":
            need(len(parts) == 2 and parts[1][:1] == ["symbol"], "growth")
            [again(p) for p in parts]
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


def one_name_each(s):
    """Refuse one name for two things in one relation: its sentence would not tell them apart."""
    taken = {*s.domains, *s.defined}
    need(not taken & set(s.names.values()), "an index with the name of a symbol")
    relations = [(a, b) for a, _, b in (*s.given, s.clause)]
    rows = [(["entry", n, *at], b) for n, rules in s.defined.items() for at, b in rules]
    for pair in (*relations, *rows):
        free = [s.names[k] for k in s.free_of(*pair)]
        need(len(set(free)) == len(free), f"one name for two indices: {free}")
        for t in pair:
            own_names(s, t)


def own_names(s, t):
    """Refuse a sum over an index in whose summand another index has the same name."""
    if t[0] == "sum":
        inside = {s.names[k] for k in indices_in(t[4]) - {t[1]}}
        need(s.names[t[1]] not in inside, f"one name for two indices: {s.names[t[1]]}")
    for p in t[1:]:
        if isinstance(p, list):
            own_names(s, p)


def loaded(raw):
    """Return (statement, earlier statements, proof) of one certificate of a clause."""
    need(isinstance(raw, dict) and set(raw) == PARTS, "a certificate of a clause has six parts")
    need(raw["hash"] == digest(raw["statement"]), "the hash is of another statement")
    need(isinstance(raw["earlier"], list) and len(raw["earlier"]) < 20, "earlier clauses")
    need(isinstance(raw["proof"], dict) and isinstance(raw["proof"].get("rule"), str), "no rule")
    statement = Statement(raw["statement"])
    need(raw["sentence"] == sentence(statement), "the sentence is not what its trees say")
    return statement, raw["earlier"], raw["proof"]
