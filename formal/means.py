"""Means over Gaussian arrays as trees without them, with the Coq proof of each.

The body of a mean is written out as sums of a coefficient times entries, each entry is paired with
each other by Isserlis' rule, and sums over a place that a pair sets equal to another are carried
out. Whatever this file gets wrong, Coq refuses.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from definitions import FRESH, canonical, linear, put_in
from normal_forms import NoProofError, Sides

from depthlaws.claims.engine.statement.coq_means import mean_of
from depthlaws.claims.engine.statement.coq_names import name_of
from depthlaws.claims.engine.statement.coq_statement import Printer
from depthlaws.claims.engine.statement.expressions import Index, Tree, nodes, tree, with_parts
from depthlaws.claims.engine.statement.formulas import resolved

MAX_DRAWN, MAX_TERMS = 6, 200
SAME = "same_place"  # of gaussian.v; no symbol of a statement has such a name


@dataclass
class Term:
    """Coefficient times Gaussian entries, summed over indices from the outer one on."""

    bounds: list[Index]
    factors: list[Tree]
    drawn: list[Tree]


@dataclass
class Means:
    """Means of a statement, each with what it is and the name of the fact that says so.

    Parameters
    ----------
    printer : Printer
        Texts of the statement.
    laws : mapping
        Name of the hypothesis on the mean over each Gaussian array.
    """

    printer: Printer
    laws: Mapping[str, str]
    facts: dict[Tree, tuple[Tree, str]] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)

    def asserted(self, trees: Sequence[Tree], special: Mapping[Tree, Tree]) -> str:
        """Tactics that assert what each mean of some trees is, inner means first.

        Raises: NoProofError for means of too many entries.
        """
        begin = len(self.texts)
        for t in trees:
            self.visit(t, [], special)
        return "".join(self.texts[begin:])

    def visit(self, t: Tree, around: list[Any], special: Mapping[Tree, Tree]) -> None:
        """Assert the means in a tree; ``around``: indices and arrays that are bound there."""
        if t.head == "formula":
            self.visit(resolved(t), around, special)
        elif t.head == "sum":
            self.visit(t.args[1], [*around, t.args[0]], special)
        elif t.head == "mean":
            name, body = t.args
            self.visit(body, [*around, name], special)
            if t not in self.facts:
                self.state(t, around, special)
        else:
            for a in t.args:
                if isinstance(a, Tree):
                    self.visit(a, around, special)

    def put(self, t: Tree) -> Tree:
        """Tree with its outer means replaced by what they are."""
        if t in self.facts:
            return self.facts[t][0]
        if t.head == "formula":
            r = resolved(t)
            return self.put(r) if any(n.head == "mean" for n in nodes(r)) else t
        return with_parts(t, self.put)

    def leaves(self) -> list[str]:
        """Tactics that rewrite a mean at the head of a goal."""
        return [f"etransitivity; [solve [apply {fact}; lia] |]" for _, fact in self.facts.values()]

    def state(self, t: Tree, around: list[Any], special: Mapping[Tree, Tree]) -> None:
        """Assert one mean."""
        name, body = t.args
        variance = put_in(self.printer.form.domains[name].variance, special)
        inner = self.put(body)
        terms = list(self.expanded(inner, name))
        if len(terms) > MAX_TERMS:
            msg = f"a mean of {len(terms)} terms"
            raise NoProofError(msg)
        lines = [Line(term, variance) for term in terms]
        pairs = [nest for line in lines for nest in line.nests()]
        open_ = added([line.open() for line in lines])
        averaged = added([line.averaged() for line in lines])
        nested = added([nest.written() for nest in pairs])
        value = added([nest.value() for nest in pairs])
        drawn, law, real = name_of(name), self.laws[name], self.printer.real
        steps = [
            f"apply (mean_is _ _ _ _ _ _ {law}) with",
            f"  (g := fun {drawn} => {real(open_)}) (a := {real(averaged)}).",
            f"- intros {drawn}. {Sides(self.printer).proof(inner, open_)}.",
            f"- average {law}.",
            f"- transitivity ({real(nested)}).",
            f"  + {Sides(self.printer).proof(averaged, nested)}.",
            "  + collapse.",
        ]
        if inner != body:  # whose means are asserted before
            leaf = f"first [{' | '.join(self.leaves())}]"
            steps = [
                f"transitivity ({mean_of(name)} (fun {drawn} => {real(inner)})).",
                f"{{ f_equal; apply functional_extensionality; intros {drawn}; cong ({leaf}). }}",
                *steps,
            ]
        fact = f"mean{len(self.facts)}"
        said = f"{real(t)} = {real(value)}"
        intros = []
        for k, a in reversed([*enumerate(around)]):
            if isinstance(a, Index):
                said = self.printer.forall([a], said)
                intros = [name_of(a.name), f"rng{k}", *intros]
            else:
                kind = "Z -> " * len(self.printer.form.domains[a].sizes)
                said = f"(forall {name_of(a)} : {kind}R, {said})"
                intros = [name_of(a), *intros]
        begin = f"intros {' '.join(intros)}. " if intros else ""
        self.texts.append(f"assert ({fact} : {said}).\n{{ {begin}{chr(10).join(steps)} }}\n")
        self.facts[t] = (value, fact)

    def expanded(self, t: Tree, name: str) -> Iterator[Term]:
        """Terms of a polynomial in the entries of a Gaussian array."""
        head, args = t.head, t.args
        if not any(n.head == "entry" and n.args[0] == name for n in nodes(t)):
            yield Term([], [t], [])
        elif head == "formula":
            yield from self.expanded(resolved(t), name)
        elif head == "entry":
            yield Term([], [], [t])
        elif head == "+":
            for a in args:
                yield from self.expanded(a, name)
        elif head == "sum":
            i, body = args
            own = fresh(i)
            for term in self.expanded(put_in(body, {i: tree(own)}), name):
                yield Term([own, *term.bounds], term.factors, term.drawn)
        elif head in ("*", "^"):
            parts = list(args) if head == "*" else [args[0]] * int(args[1].args[0])
            for chosen in itertools.product(*(list(self.expanded(a, name)) for a in parts)):
                yield joined([apart(term) for term in chosen])
        else:
            msg = f"a mean of {t}"
            raise NoProofError(msg)


def fresh(i: Index) -> Index:
    """Index with the range of another, under a name of its own."""
    return Index(f"{i.name.partition('_')[0]}_{FRESH()}", i.first, i.last)


def apart(term: Term) -> Term:
    """Term with indices of its own."""
    values: dict[Any, Tree] = {}
    bounds = []
    for i in term.bounds:
        own = Index(
            f"{i.name.partition('_')[0]}_{FRESH()}", put_in(i.first, values), put_in(i.last, values)
        )
        values[i] = tree(own)
        bounds.append(own)
    return Term(
        bounds, [put_in(f, values) for f in term.factors], [put_in(w, values) for w in term.drawn]
    )


def joined(terms: Sequence[Term]) -> Term:
    """Product of terms."""
    bounds = [i for term in terms for i in term.bounds]
    factors = [f for term in terms for f in term.factors]
    return Term(bounds, factors, [w for term in terms for w in term.drawn])


def times(factors: Sequence[Tree]) -> Tree:
    """Product of trees; 1 of none."""
    if not factors:
        return tree(1)
    return factors[0] if len(factors) == 1 else Tree("*", *factors)


def added(parts: Sequence[Tree]) -> Tree:
    """Sum of trees; 0 of none."""
    out = parts[0] if parts else tree(0)
    for part in parts[1:]:
        out = out + part
    return out


def summed(bounds: Sequence[Index], body: Tree) -> Tree:
    """Sum over indices, the first outside."""
    for i in reversed(bounds):
        body = Tree("sum", i, body)
    return body


def same(p: Tree, q: Tree) -> Tree:
    """1 where two places are one, else 0."""
    return Tree("entry", SAME, p, q)


@dataclass
class Line:
    """One term of a mean with the variance of its entries."""

    term: Term
    variance: Tree

    def open(self) -> Tree:
        """Coefficient times the product of entries."""
        product = tree(1)
        for w in reversed(self.term.drawn):
            product = w * product
        return summed(self.term.bounds, times(self.term.factors) * product)

    def pairings(self) -> list[list[tuple[Tree, Tree]]]:
        """Pairings of the entries, of Isserlis' rule."""
        if len(self.term.drawn) > MAX_DRAWN:
            msg = f"a mean of {len(self.term.drawn)} entries"
            raise NoProofError(msg)
        return list(paired(self.term.drawn))

    def covariance(self, one: Tree, two: Tree) -> list[Tree]:
        """Factors of the covariance of two entries."""
        return [same(p, q) for p, q in zip(one.args[1:], two.args[1:], strict=True)]

    def averaged(self) -> Tree:
        """Coefficient times the sum over pairings."""
        parts = [
            times([f for pair in pairing for f in (self.variance, *self.covariance(*pair))])
            for pairing in self.pairings()
        ]
        return summed(self.term.bounds, times(self.term.factors) * added(parts))

    def nests(self) -> Iterator["Nest"]:
        """Each pairing with its sums ordered."""
        for pairing in self.pairings():
            equal = [s for pair in pairing for s in self.covariance(*pair)]
            weight = [self.variance] * len(pairing)
            yield Nest.of(self.term.bounds, [*weight, *self.term.factors], equal)


def paired(items: list[Tree]) -> Iterator[list[tuple[Tree, Tree]]]:
    """All ways to pair trees."""
    if not items:
        yield []
    for k in range(1, len(items)):
        for others in paired(items[1:k] + items[k + 1 :]):
            yield [(items[0], items[k]), *others]


@dataclass
class Nest:
    """Sums of one pairing: those that stay, then those over a place that equals another.

    Parameters
    ----------
    bounds : list of Index
        Indices that stay.
    settled : list of (Index, Tree)
        Indices that are other places, the outer first, each with the factor that says so.
    checks : list of Tree
        Further factors; each is 1 once the indices are settled, or one is 0.
    factors : list of Tree
    values : dict
        What each settled index is.
    none : bool
        True if a factor is 0.
    """

    bounds: list[Index]
    settled: list[tuple[Index, Tree]]
    checks: list[Tree]
    factors: list[Tree]
    values: dict[Any, Tree]
    none: bool

    @classmethod
    def of(cls, bounds: list[Index], factors: list[Tree], equal: list[Tree]) -> "Nest":
        """Decide which indices the factors ``same`` settle.

        Raises: NoProofError for two places that may be equal or not.
        """
        values: dict[Any, Tree] = {}
        settled: list[tuple[Index, Tree]] = []
        open_ = {i for i in bounds if any(i in linear(p) for s in equal for p in s.args[1:])}
        waiting, checks, none = list(equal), [], False
        while waiting:
            for s in waiting:
                p, q = s.args[1:]
                left, right = (open_ & set(linear(t)) for t in (p, q))
                child = q if not left and plain(q) in right else p
                other = p if child is q else q
                if not left and not right:
                    difference = linear(put_in(p, values) - put_in(q, values))
                    if set(difference) - {None}:
                        msg = f"{p} and {q} may be equal or not"
                        raise NoProofError(msg)
                    none = none or bool(difference)
                    checks.append(s)
                elif plain(child) in open_ and not open_ & set(linear(other)):
                    i = plain(child)
                    values[i] = canonical(put_in(other, values))
                    open_.remove(i)
                    settled.append((i, s))
                else:
                    continue
                waiting.remove(s)
                break
            else:  # one index stays
                open_.remove(next(i for i in bounds if i in open_))
        return cls([i for i in bounds if i not in values], settled, checks, factors, values, none)

    def written(self) -> Tree:
        """Sums with the equal places as factors."""
        body = times(self.factors)
        for check in reversed(self.checks):
            body = check * body
        for i, s in reversed(self.settled):
            body = Tree("sum", i, s * body)
        return summed(self.bounds, body)

    def value(self) -> Tree:
        """Sums that are left."""
        return (
            tree(0) if self.none else summed(self.bounds, put_in(times(self.factors), self.values))
        )


def plain(t: Tree) -> Index | None:
    """Index that a place is; None for a composed one."""
    return t.args[0] if t.head == "index" else None
