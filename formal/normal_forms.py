"""Normal forms of two sides as Coq terms, for the theorem ``same_by`` of real_laurent.v.

Only which bound indices change places is found here. Whatever this file gets wrong, Coq refuses.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from depthlaws.claims.engine.statement.coq_statement import Printer, negative_of
from depthlaws.claims.engine.statement.coq_syntax import ATOM
from depthlaws.claims.engine.statement.expressions import Index, Tree, free_indices
from depthlaws.claims.engine.statement.formulas import resolved

MAX_TERMS, MAX_BOUND = 600, 8
FUEL = 24  # rounds in which Coq cancels scalars of a term

BOUND = "v{}' :: "  # a bound index in a pattern; no symbol has a quote in its middle

Factor = tuple[int, tuple[int, ...]]
Term = tuple[Fraction, tuple[int, ...], tuple[Factor, ...]]


class NoProofError(ValueError):
    """No proof of this clause is written."""


class _Bound(Printer):
    """Texts in which bound indices are whole symbols with a quote in their names."""

    def whole(self, name: str) -> bool:
        return "'" in name or super().whole(name)


@dataclass
class Sides:
    """Expressions of two sides, and the terms that Coq will find in them, in its order.

    Scalars are numbered in pairs with their inverses; entries by what they are once the bound
    indices are taken out.
    """

    printer: Printer
    scalars: list[str] = field(default_factory=list)
    ranges: list[tuple[str, str]] = field(default_factory=list)
    range_scalars: list[int] = field(default_factory=list)
    entries: list[tuple[str, int, str]] = field(default_factory=list)
    roots: dict[int, int] = field(default_factory=dict)

    def scalar(self, text: str) -> int:
        """Return the number of a scalar."""
        if text not in self.scalars:
            self.scalars.append(text)
        return 2 * self.scalars.index(text)

    def read(self, t: Tree, env: Mapping[Index, int]) -> tuple[str, list[Term]]:
        """Expression of a tree for Coq, and its terms."""
        head, args = t.head, t.args
        depth = len(env)
        if head == "number":
            return self.number(args[0])
        if head == "formula":
            return self.read(resolved(t), env)
        if head in ("scalar", "pi"):
            return self.atom(self.printer.real(t))
        if head in ("index", "entry"):
            return self.entry(t, env)
        if head == "sum":
            i, body = args
            if any(k in env for e in (i.first, i.last) for k in free_indices(e)):
                msg = f"the range of {i} depends on another index"
                raise NoProofError(msg)
            s = self.range(i)
            inner, terms = self.read(body, {**env, i: depth})
            return f"Total {s} ({inner})", [(c, (s, *ss), fs) for c, ss, fs in terms]
        if head == "+":
            rest = [self.read_signed(a, env) for a in args[1:]]
            return self.plus([self.read(args[0], env), *rest])
        if head == "*":
            out = self.read(args[0], env)
            for a in args[1:]:
                out = self.times(out, self.read(a, env), depth)
            return out
        if head == "^":
            return self.power(t, env)
        if any(i in env for i in free_indices(t)):
            msg = f"{t} is no polynomial"
            raise NoProofError(msg)
        return self.atom(self.printer.real(t))

    def read_signed(self, t: Tree, env: Mapping[Index, int]) -> tuple[str, list[Term]]:
        """Expression of a part of a sum after the first, which may be taken away."""
        minus = negative_of(t)
        if minus is None:
            return self.read(t, env)
        text, terms = self.read(minus, env)
        return f"Minus ({text})", [(-c, ss, fs) for c, ss, fs in terms]

    def plus(self, parts: list[tuple[str, list[Term]]]) -> tuple[str, list[Term]]:
        """Sum of expressions."""
        text, terms = parts[0]
        for other, more in parts[1:]:
            text, terms = f"Plus ({text}) ({other})", terms + more
        return text, terms

    def times(
        self, a: tuple[str, list[Term]], b: tuple[str, list[Term]], depth: int
    ) -> tuple[str, list[Term]]:
        """Product of two expressions."""
        terms = [_times(depth, s, t) for s in a[1] for t in b[1]]
        if len(terms) > MAX_TERMS:
            msg = f"more than {MAX_TERMS} terms"
            raise NoProofError(msg)
        return f"Times ({a[0]}) ({b[0]})", terms

    def number(self, value: Fraction) -> tuple[str, list[Term]]:
        """Expression of a rational number."""
        top, bottom = value.numerator, value.denominator
        text = f"Num ({top})"
        if bottom > 1:
            text = f"Times ({text}) (Over (Num {bottom}))"
        return text, [(value, (), ())]

    def atom(self, text: str) -> tuple[str, list[Term]]:
        """Expression of a scalar that is not taken apart."""
        k = self.scalar(text)
        return f"Sc {k}", [(Fraction(1), (), ((k, ()),))]

    def entry(self, t: Tree, env: Mapping[Index, int]) -> tuple[str, list[Term]]:
        """Expression of an entry, or of an index as a number."""
        bound = [i for i in free_indices(t) if i in env]
        if not bound:
            return self.atom(self.printer.real(t))
        # the pattern, with bound indices in the order in which they occur
        names = {i: f"v{k}'" for k, i in enumerate(bound)}
        values = {i: Tree("scalar", f"bound'{k}") for k, i in enumerate(bound)}
        text = _Bound(self.printer.form).real(_with(t, values))
        for k, i in enumerate(bound):
            first = self.printer.integer(i.first)
            text = text.replace(f"bound'{k}", f"({first} + Z.of_nat {names[i]})%Z")
        row = (text, len(bound), "")
        if row not in self.entries:
            self.entries.append(row)
        f = self.entries.index(row)
        places = tuple(env[i] for i in bound)
        return f"En {f} {_naturals(places)}", [(Fraction(1), (), ((f, places),))]

    def range(self, i: Index) -> int:
        """Return the number of a range."""
        row = (self.printer.integer(i.first), self.printer.integer(i.last))
        if row not in self.ranges:
            self.ranges.append(row)
            size = f"INR (Z.to_nat ({row[1]} - {row[0]} + 1)%Z)"
            if row[0] == "1" and i.last.head == "scalar":
                size = self.printer.real(i.last)
            self.range_scalars.append(self.scalar(size))
        return self.ranges.index(row)

    def power(self, t: Tree, env: Mapping[Index, int]) -> tuple[str, list[Term]]:
        """Expression of a power."""
        base, exponent = t.args
        depth = len(env)
        if exponent.head != "number" or exponent.args[0].denominator > 2:
            if any(i in env for i in free_indices(t)):
                msg = f"{t} is no polynomial"
                raise NoProofError(msg)
            return self.atom(self.printer.real(t))
        n = exponent.args[0]
        k = abs(n.numerator)
        if k == 0:
            return self.number(Fraction(1))
        if n.denominator == 2:
            if any(i in env for i in free_indices(base)):
                msg = f"a root of {base}"
                raise NoProofError(msg)
            one = self.atom(f"sqrt {self.printer.real(base, ATOM)}")
            root = one[1][0][2][0][0]
            inside = self.read(base, {})[1]
            plain = len(inside) == 1 and inside[0][0] == 1 and not inside[0][1]
            if plain and len(inside[0][2]) == 1:
                self.roots[root] = inside[0][2][0][0]
        else:
            one = self.read(base, env)
        if n > 0:
            return one if k == 1 else self.powers(one, k, depth)
        over = self.over(one)
        if over is None:  # an inverse of a sum, which stays as it is
            if any(i in env for i in free_indices(base)):
                msg = f"an inverse of {base}"
                raise NoProofError(msg)
            one = self.atom(self.printer.real(base))
            over = self.over(one)
        text = one[0] if k == 1 else f"Power ({one[0]}) {k}"
        terms = over
        for _ in range(k - 1):
            terms = [_times(depth, s, t) for s in over for t in terms]
        return f"Over ({text})", terms

    def powers(self, one: tuple[str, list[Term]], k: int, depth: int) -> tuple[str, list[Term]]:
        """Whole power of an expression."""
        terms = one[1]
        for _ in range(k - 1):
            terms = [_times(depth, s, t) for s in one[1] for t in terms]
            if len(terms) > MAX_TERMS:
                msg = f"more than {MAX_TERMS} terms"
                raise NoProofError(msg)
        return f"Power ({one[0]}) {k}", terms

    def over(self, one: tuple[str, list[Term]]) -> list[Term] | None:
        """Terms of an inverse; None for a sum or an entry."""
        if len(one[1]) != 1:
            return None
        c, sizes, factors = one[1][0]
        if sizes or c == 0 or any(places for _, places in factors):
            return None
        return [(1 / c, (), tuple((f ^ 1, ()) for f, _ in factors))]

    # -- comparing -----------------------------------------------------------------------------

    def proof(self, left: Tree, right: Tree) -> str:
        """Tactic that proves left = right. Raises: NoProofError where they are not seen equal."""
        one, two = self.read(left, {}), self.read(right, {})
        rules: dict[tuple[tuple[int, ...], tuple[int, ...]], str] = {}
        totals: dict[Term, Fraction] = {}
        swaps = []
        for sign, terms in ((1, one[1]), (-1, two[1])):
            for c, sizes, factors in terms:
                path, sizes, factors = self.dropped(sizes, factors)
                factors = self.reduced(factors, rules)
                (best, best_factors), more = _least(sizes, factors)
                swaps.append([*path, *more])
                key = (Fraction(0), best, best_factors)
                totals[key] = totals.get(key, Fraction(0)) + sign * c
        if left_over := {k: v for k, v in totals.items() if v}:
            some = next(iter(left_over.items()))
            msg = f"{len(left_over)} terms are left, {self.shown(some[0])} with {some[1]}"
            raise NoProofError(msg)
        return self.text(one[0], two[0], rules, swaps)

    def shown(self, term: Term) -> str:
        """Term in words, for a complaint."""
        parts = [
            self.entries[f][0] if places else ("/" if f % 2 else "") + self.scalars[f // 2]
            for f, places in term[2]
        ]
        return " * ".join(parts)

    def dropped(
        self, sizes: tuple[int, ...], factors: tuple[Factor, ...]
    ) -> tuple[list[int], tuple[int, ...], tuple[Factor, ...]]:
        """Swaps that bring indices without a use to the end, and the term without them."""
        used = {v for _, places in factors for v in places}
        order = tuple(sorted(range(len(sizes)), key=lambda v: v not in used))
        new = {v: k for k, v in enumerate(order)}
        kept = tuple(sizes[v] for v in order if v in used)
        more = tuple((self.range_scalars[sizes[v]], ()) for v in order if v not in used)
        return (
            _swaps(order),
            kept,
            (*more, *((f, tuple(new[v] for v in places)) for f, places in factors)),
        )

    def reduced(
        self, factors: tuple[Factor, ...], rules: dict[tuple[tuple[int, ...], tuple[int, ...]], str]
    ) -> tuple[Factor, ...]:
        """Factors after roots and inverses are cancelled; the rules that this takes are noted."""
        left = list(factors)
        moved = True
        while moved:
            moved = False
            for f, places in list(left):
                if places or (f, ()) not in left:
                    continue
                if f % 2 == 0 and (f + 1, ()) in left:
                    left.remove((f, ()))
                    left.remove((f + 1, ()))
                    rules.setdefault(((f, f + 1), ()), "inverse")
                    moved = True
                elif f & ~1 in self.roots:
                    x = self.roots[f & ~1] ^ (f & 1)
                    if left.count((f, ())) > 1:
                        pair, made, kind = (f, f), (x,), "over_root" if f % 2 else "root"
                    elif (x ^ 1, ()) in left:
                        pair, made = (x ^ 1, f), (f ^ 1,)
                        kind = "by_root" if f % 2 else "over_by_root"
                    else:
                        continue
                    for k in pair:
                        left.remove((k, ()))
                    left += [(k, ()) for k in made]
                    rules.setdefault((pair, made), kind)
                    moved = True
        return tuple(sorted(left))

    def text(
        self,
        left: str,
        right: str,
        rules: Mapping[tuple[tuple[int, ...], tuple[int, ...]], str],
        swaps: Sequence[Sequence[int]],
    ) -> str:
        """Term of Coq that proves the two sides equal."""
        scalars = "".join(f"{text} :: " for text in self.scalars) + "nil"
        lengths = "".join(
            f"({s // 2}%nat, Z.to_nat ({row[1]} - {row[0]} + 1)%Z) :: "
            for s, row in zip(self.range_scalars, self.ranges, strict=True)
        )
        arrays = " ".join(
            f"| {k}%nat, ({''.join(BOUND.format(n) for n in range(count))}nil)%list => {text}"
            for k, (text, count, _) in enumerate(self.entries)
        )
        listed = "".join(f"({_naturals(r[0])}, {_naturals(r[1])}) :: " for r in rules)
        steps = f"({''.join(f'{_naturals(js)} :: ' for js in swaps)}nil)%list"
        if not any(swaps):
            steps = f"(List.repeat nil {len(swaps)})"
        proofs = "".join(f"split; [{kind} | " for kind in rules.values())
        return (
            f"exact (@same_by ({scalars})%list ({lengths}nil)%list"
            f" (fun f_ v_ => match f_, v_ with {arrays} | _, _ => 0 end)"
            f" ({listed}nil)%list {FUEL}%nat\n"
            f"  ({left})\n  ({right})\n  {steps}"
            f" ltac:(sizes) ltac:({proofs}exact Logic.I{']' * len(rules)})"
            " ltac:(vm_compute; reflexivity))"
        )


def _naturals(values: Iterable[int]) -> str:
    return "(" + "".join(f"{v} :: " for v in values) + "nil)%list%nat"


def _with(t: Tree, values: Mapping[Index, Tree]) -> Tree:
    if t.head == "index":
        return values.get(t.args[0], t)
    args = tuple(_with(a, values) if isinstance(a, Tree) else a for a in t.args)
    return Tree(t.head, *args)


def _times(depth: int, s: Term, t: Term) -> Term:
    by = len(s[1])
    moved = tuple((f, tuple(v if v < depth else v + by for v in vs)) for f, vs in t[2])
    return s[0] * t[0], (*s[1], *t[1]), (*s[2], *moved)


def _least(
    sizes: tuple[int, ...], factors: tuple[Factor, ...]
) -> tuple[tuple[tuple[int, ...], tuple[Factor, ...]], list[int]]:
    """One form of a term for all orders of its bound indices, and the swaps that lead to it."""
    if len(sizes) > MAX_BOUND:
        msg = f"more than {MAX_BOUND} bound indices in a term"
        raise NoProofError(msg)
    best = min(
        (_turned(sizes, factors, order), order) for order in _orders(sizes, factors, list(sizes))
    )
    return best[0], _swaps(best[1])


def _orders(
    sizes: tuple[int, ...], factors: tuple[Factor, ...], colours: list[Any]
) -> Iterator[tuple[int, ...]]:
    """Orders of bound indices by what tells them apart; all orders of those that nothing does."""
    count = 0
    while len(set(colours)) > count:
        count = len(set(colours))
        signs: list[list[Any]] = [[] for _ in sizes]
        for f, places in factors:
            seen = tuple(colours[v] for v in places)
            for k, v in enumerate(places):
                signs[v].append((f, k, seen))
        named = [(c, tuple(sorted(s))) for c, s in zip(colours, signs, strict=True)]
        ranks = {name: k for k, name in enumerate(sorted(set(named)))}
        colours = [ranks[name] for name in named]
    alike = next((c for c in sorted(set(colours)) if colours.count(c) > 1), None)
    if alike is None:
        yield tuple(sorted(range(len(sizes)), key=lambda v: colours[v]))
        return
    for v in range(len(sizes)):
        if colours[v] == alike:
            first = [2 * c + (c == alike and k != v) for k, c in enumerate(colours)]
            yield from _orders(sizes, factors, first)


def _turned(
    sizes: tuple[int, ...], factors: tuple[Factor, ...], order: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[Factor, ...]]:
    """Term with its bound indices in an order."""
    new = {v: k for k, v in enumerate(order)}
    turned = sorted((f, tuple(new[v] for v in places)) for f, places in factors)
    return tuple(sizes[v] for v in order), tuple(turned)


def _swaps(order: tuple[int, ...]) -> list[int]:
    """Swaps of neighbours that bring indices into an order."""
    now = list(range(len(order)))
    path: list[int] = []
    for place, v in enumerate(order):
        for at in range(now.index(v), place, -1):
            now[at - 1], now[at] = now[at], now[at - 1]
            path.append(at - 1)
    return path
