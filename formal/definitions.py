"""Definitions, hypotheses and special cases put into trees, with the Coq tactic for each step."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from normal_forms import NoProofError

from depthlaws.claims.engine.statement.coq_names import name_of
from depthlaws.claims.engine.statement.expressions import Index, Tree, nodes, tree
from depthlaws.claims.engine.statement.formulas import resolved


class Fresh:
    """Numbers in the names of indices, which Coq must tell apart; they begin anew in a theorem."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Begin at 1 again."""
        self.numbers = itertools.count(1)

    def __call__(self) -> int:
        """Return the next number."""
        return next(self.numbers)


FRESH = Fresh()


@dataclass(frozen=True)
class Rewriting:
    """Equation for an entry that Coq knows as a hypothesis."""

    left: Tree
    right: Tree
    fact: str
    step: int | None = None  # slot that a recursive definition counts along

    def put(self, t: Tree, counter: Tree | None) -> Tree | None:
        """Right side for an entry; None where the equation does not apply."""
        if t.head != "entry" or t.args[0] != self.left.args[0]:
            return None
        values: dict[Index, Tree] = {}
        for k, (mine, place) in enumerate(zip(self.left.args[1:], t.args[1:], strict=True)):
            own = [n.args[0] for n in nodes(mine) if n.head == "index"]
            if not own:
                if linear(mine) != linear(place):
                    return None
                continue
            shift = _minus(mine, tree(own[0]))
            value = canonical(place - shift)
            if k == self.step and (counter is None or linear(value) != linear(counter)):
                return None
            values[own[0]] = value
        return put_in(self.right, values)

    def leaf(self) -> str:
        """Tactic that rewrites an entry at the head of a goal."""
        return f"put {name_of(self.left.args[0])} {self.fact}"


def linear(t: Tree) -> dict[Any, Fraction]:
    """Coefficients of a whole number that is linear in scalars and indices."""
    head, args = t.head, t.args
    if head == "number":
        return {None: args[0]} if args[0] else {}
    if head in ("scalar", "index"):
        return {args[0]: Fraction(1)}
    parts = [linear(a) for a in args]
    if head == "+":
        out: dict[Any, Fraction] = {}
        for part in parts:
            for k, c in part.items():
                out[k] = out.get(k, Fraction(0)) + c
        return {k: c for k, c in out.items() if c}
    if head == "*":
        out = {None: Fraction(1)}
        for part in parts:
            if set(part) <= {None}:
                c = part.get(None, Fraction(0))
                out = {k: v * c for k, v in out.items() if v * c}
            elif set(out) <= {None}:
                c = out.get(None, Fraction(0))
                out = {k: v * c for k, v in part.items() if v * c}
            else:
                msg = f"{t} is not linear"
                raise NoProofError(msg)
        return out
    msg = f"{t} is not linear"
    raise NoProofError(msg)


def canonical(t: Tree) -> Tree:
    """Whole number with its parts in one order."""
    coefficients = linear(t)
    parts = []
    for k in sorted((k for k in coefficients if k is not None), key=str):
        atom = tree(k) if isinstance(k, Index) else Tree("scalar", k)
        c = coefficients[k]
        parts.append(atom if c == 1 else tree(c) * atom)
    if (c := coefficients.get(None, Fraction(0))) or not parts:
        parts.append(tree(c))
    out = parts[0]
    for part in parts[1:]:
        out = out + part
    return out


def _minus(a: Tree, b: Tree) -> Tree:
    return canonical(a - b)


def put_in(t: Tree, values: Mapping[Any, Tree]) -> Tree:
    """Tree with scalars and indices replaced."""
    return t.put(values) if values else t


def with_places(t: Tree) -> Tree:
    """Tree with every place and end of a range in one order."""
    if t.head == "entry":
        return Tree("entry", t.args[0], *map(canonical, t.args[1:]))
    if t.head == "sum":
        i, body = t.args
        own = Index(i.name, canonical(i.first), canonical(i.last))
        return Tree("sum", own, with_places(body.put({i: tree(own)})))
    args = tuple(with_places(a) if isinstance(a, Tree) else a for a in t.args)
    return Tree(t.head, *args)


def unfolded(t: Tree, rules: Sequence[Rewriting], counter: Tree | None, depth: int = 0) -> Tree:
    """Tree with its definitions put in, sums one longer than the counter split."""
    if depth > 30:
        msg = f"{t} has no end"
        raise NoProofError(msg)
    if t.head == "formula":
        return unfolded(resolved(t), rules, counter, depth + 1)
    if t.head == "entry":
        for rule in rules:
            made = rule.put(t, counter)
            if made is not None:
                return unfolded(made, rules, counter, depth + 1)
        return Tree("entry", t.args[0], *map(canonical, t.args[1:]))
    if t.head == "sum":
        i, body = t.args
        own = Index(f"{i.name.partition('_')[0]}_{FRESH()}", canonical(i.first), canonical(i.last))
        body = body.put({i: tree(own)})
        length = linear(own.last - own.first)
        if set(length) <= {None}:
            count = length.get(None, Fraction(0)) + 1
            if count == 0:
                return tree(0)
            if count == 1:
                return unfolded(body.put({own: own.first}), rules, counter, depth + 1)
        if counter is not None and linear(own.last) == linear(counter + 1):
            before = Index(own.name, own.first, canonical(counter))
            first = Tree("sum", before, body.put({own: tree(before)}))
            last = body.put({own: own.last})
            return unfolded(first, rules, counter, depth + 1) + unfolded(
                last, rules, counter, depth + 1
            )
        return Tree("sum", own, unfolded(body, rules, counter, depth + 1))
    if t.head == "^" and not plain_exponent(t.args[1]):
        split = split_power(*t.args) or whole_power(*t.args, counter)
        if split is not None:
            return split
    args = tuple(unfolded(a, rules, counter, depth) if isinstance(a, Tree) else a for a in t.args)
    return Tree(t.head, *args)


def plain_exponent(t: Tree) -> bool:
    """True for a whole or half number."""
    return t.head == "number" and t.args[0].denominator <= 2


def parts_of(t: Tree) -> dict[Tree | None, Fraction] | None:
    """Terms of an exponent with their rational factors; None where it is no such sum."""
    head, args = t.head, t.args
    if head == "number":
        return {None: args[0]}
    if head == "+":
        out: dict[Tree | None, Fraction] = {}
        for a in args:
            part = parts_of(a)
            if part is None:
                return None
            for k, c in part.items():
                out[k] = out.get(k, Fraction(0)) + c
        return {k: c for k, c in out.items() if c}
    if head == "*":
        factor, rest = Fraction(1), None
        for a in args:
            if a.head == "number":
                factor *= a.args[0]
            elif a.head == "^" and a.args[0].head == "number" and a.args[1] == tree(-1):
                factor /= a.args[0].args[0]
            elif rest is None:
                rest = a
            else:
                return None
        if rest is None:
            return {None: factor}
        inner = parts_of(rest)
        return None if inner is None else {k: factor * c for k, c in inner.items()}
    return {t: Fraction(1)} if head == "scalar" else None


def whole_power(base: Tree, exponent: Tree, counter: Tree | None) -> Tree | None:
    """Power with a whole exponent that is a number, or the counter and a number."""
    try:
        e = linear(exponent)
    except NoProofError:
        return None
    if set(e) <= {None} and (n := e.get(None, Fraction(0))) >= 0:
        return tree(1) if n == 0 else base if n == 1 else base ** tree(n)
    if counter is None:
        return None
    beyond = linear(exponent - counter)
    if not beyond:
        return Tree("^", base, counter)
    if {*beyond} == {None} and beyond[None].denominator == 1:
        more = beyond[None]
        return Tree("^", base, counter) * (base if more == 1 else base ** tree(more))
    return None


def split_power(base: Tree, exponent: Tree) -> Tree | None:
    """Power as a product of powers with one symbol each; None where it is none already."""
    parts = parts_of(exponent)
    if parts is None or base.head != "scalar":
        return None
    factors = []
    for k, c in parts.items():
        if (2 * c).denominator > 1:
            return None
        one = base if k is None else Tree("^", base, k)
        if c.denominator == 2:
            one = Tree("^", base, tree(Fraction(1, 2)) if k is None else k * tree(Fraction(1, 2)))
            c *= 2
        over = Tree("^", one, tree(-1))
        factors += [one if c > 0 else over] * abs(int(c))
    out = factors[0] if factors else tree(1)
    for f in factors[1:]:
        out = out * f
    return out


def opened(t: Tree) -> Tree:
    """Square of a side, its roots opened."""
    if t.head == "*":
        return Tree("*", *map(opened, t.args))
    if t.head == "^" and t.args[1] == tree(Fraction(1, 2)):
        return t.args[0]
    return t**2


@dataclass(frozen=True)
class Hypothesis(Rewriting):
    """Hypothesis of an induction: an equation at one value of its counter."""

    counter: Index | None = None

    def __init__(self, left: Tree, right: Tree, fact: str, counter: Index) -> None:
        object.__setattr__(self, "left", left)
        object.__setattr__(self, "right", right)
        object.__setattr__(self, "fact", fact)
        object.__setattr__(self, "step", None)
        object.__setattr__(self, "counter", counter)

    def put(self, t: Tree, counter: Tree | None) -> Tree | None:
        """Right side for an entry at the counter; None for any other."""
        if t.head != "entry" or t.args[0] != self.left.args[0]:
            return None
        values: dict[Index, Tree] = {}
        for mine, place in zip(self.left.args[1:], t.args[1:], strict=True):
            own = [n.args[0] for n in nodes(mine) if n.head == "index"]
            if not own or own[0] is self.counter:
                if linear(mine) != linear(place):
                    return None
                continue
            values[own[0]] = canonical(place - _minus(mine, tree(own[0])))
        return put_in(self.right, values)
