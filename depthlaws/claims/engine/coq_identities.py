"""Identities with free sizes as readable Coq theorems, proved by ``formal/kernel.v``.

An identity is strict JSON: ``{"theorem": name, "sizes": [names], "arrays": {name: [sizes]},
"free": {index: size}, "left": tree, "right": tree}``. Trees are lists: ``["number", "-1/2"]``,
``["size", "N"]``, ``["entry", "u", ["n", "i"]]`` (no indices: a scalar), ``["+", a, b, ...]``,
``["*", a, b, ...]``, ``["^", a, 2]`` and ``["sum", [["n", "N"], ["i", "d"]], a]``. The only search,
which neighbouring bound indices change places, is done here and checked by Coq. No text of an
identity but checked names and numbers reaches a Coq file.
"""

import json
import re
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{0,39}")
NUMBER = re.compile(r"-?[0-9]{1,4}(/[1-9][0-9]{0,3})?")
KEYS = {"theorem", "sizes", "arrays", "free", "left", "right"}
KEYWORDS = re.compile(
    "as|at|by|cofix|else|end|exists|exists2|fix|for|forall|fun|if|IF|in|is|let|match|mod|of|return"
    "|Set|Prop|Type|SProp|then|using|where|with|R|nth|Nat|Frac|At|Size|Opp|Add|Mul|Sum|erefl"
    "|nat|Theorem|Proof|Qed|exact"
)
MAX_BOUND = 7  # bound indices in one term: 5040 orders
MAX_TERMS, MAX_DEPTH, MAX_POWER = 400, 40, 6
HEADER = """\
(* Written by `python formal/identities.py` from identities.json. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import kernel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.
"""

Term = tuple[tuple[int, ...], tuple[tuple[int, tuple[int, ...]], ...]]


class IdentityError(ValueError):
    """An identity that is malformed, too large, or uses a name that is none."""


@dataclass
class Identity:
    """Names of one identity, and what its expressions are in the checker and in print.

    Parameters
    ----------
    theorem : str
        Name of the theorem.
    sizes : list of str
    arrays : dict
        Sizes of the slots of each array; none for a scalar.
    free : dict
        Size of each free index.
    left, right : list
        Trees.
    """

    theorem: str
    sizes: list[str]
    arrays: dict[str, list[str]]
    free: dict[str, str]
    left: list[Any]
    right: list[Any]
    used: list[str] = field(default_factory=list)

    def text(self) -> str:
        """Theorem and proof in Coq.

        Raises: IdentityError for two sides without the same normal form.
        """
        scope = {i: k for k, i in enumerate(self.free)}
        kinds = dict(self.free)
        left, right = (_Side(self, scope, kinds, t) for t in (self.left, self.right))
        if left.printed == right.printed:
            msg = f"{self.theorem}: both sides are the same text"
            raise IdentityError(msg)
        swaps = orders(self.theorem, len(scope), left.terms, right.terms)
        listed = "; ".join(
            f"[:: {'; '.join(f'{j}%N' for j in js)}]" if js else "[::]" for js in swaps
        )
        table = " | ".join(
            f"{k}%N => {name}" + "".join(f" (nth 0%N v_ {a}%N)" for a in range(len(slots)))
            for k, (name, slots) in enumerate(self.arrays.items())
        )
        env = "[:: " + "; ".join(self.free) + "]" if self.free else "[::]"
        sizes = "[:: " + "; ".join(self.sizes) + "]" if self.sizes else "[::]"
        return (
            f"Theorem {self.theorem}{self.binders()} :\n  {left.printed}\n  = {right.printed}.\n"
            f"Proof.\nexact (@check_ok R (nth 0%N {sizes})\n"
            f"  (fun f_ v_ => match f_ with {table} | _ => 0 end) {len(scope)}%N\n"
            f"  ({left.embedded})\n  ({right.embedded})\n"
            f"  [:: {listed}] {env} erefl erefl).\nQed.\n"
        )

    def binders(self) -> str:
        """Quantifiers of the theorem."""
        parts = ["(R : numFieldType)"]
        if names := [*self.sizes, *self.free]:
            parts.append(f"({' '.join(names)} : nat)")
        for name, slots in self.arrays.items():
            parts.append(f"({name} : {'nat -> ' * len(slots)}R)")
        return " " + " ".join(parts)


class _Side:
    """One side of an identity: as embedded, as printed, and as terms."""

    def __init__(
        self, identity: Identity, scope: Mapping[str, int], kinds: Mapping[str, str], tree: Any
    ) -> None:
        self.identity = identity
        self.embedded, self.printed, self.terms = self._read(tree, dict(scope), dict(kinds), 0)

    def _read(
        self, tree: Any, scope: dict[str, int], kinds: dict[str, str], depth: int
    ) -> tuple[str, str, list[tuple[Fraction, Term]]]:
        who = self.identity
        if depth > MAX_DEPTH or type(tree) is not list or not tree or type(tree[0]) is not str:
            msg = f"{who.theorem}: {str(tree)[:60]} is no tree, or too deep"
            raise IdentityError(msg)
        head, *rest = tree
        again = lambda t: self._read(t, scope, kinds, depth + 1)  # noqa: E731
        if head == "number" and len(rest) == 1:
            return _number(who.theorem, rest[0])
        if head == "size" and len(rest) == 1 and rest[0] in who.sizes:
            k = who.sizes.index(rest[0])
            return f"Size {k}%N", f"{rest[0]}%:R", [(Fraction(1), ((k,), ()))]
        if head == "entry" and len(rest) == 2:
            return self._entry(rest[0], rest[1], scope, kinds)
        if head in ("+", "*") and len(rest) >= 2:
            return _joined(who.theorem, head, [again(t) for t in rest], len(scope))
        if head == "^" and len(rest) == 2 and type(rest[1]) is int and 2 <= rest[1] <= MAX_POWER:
            base = again(rest[0])
            total = base
            for _ in range(rest[1] - 1):
                total = _joined(who.theorem, "*", [base, total], len(scope))
            return total[0], f"({base[1]} ^+ {rest[1]})", total[2]
        if head == "sum" and len(rest) == 2:
            return self._sum(rest[0], rest[1], scope, kinds, depth)
        msg = f"{who.theorem}: {str(tree)[:60]} has an unknown head or a wrong number of parts"
        raise IdentityError(msg)

    def _entry(
        self, name: Any, indices: Any, scope: dict[str, int], kinds: dict[str, str]
    ) -> tuple[str, str, list[tuple[Fraction, Term]]]:
        who = self.identity
        slots = who.arrays.get(name) if type(name) is str else None
        if slots is None or type(indices) is not list or len(indices) != len(slots):
            msg = f"{who.theorem}: {name} {indices} is no entry of a declared array"
            raise IdentityError(msg)
        for i, size in zip(indices, slots, strict=True):
            if type(i) is not str or kinds.get(i) != size:
                msg = f"{who.theorem}: index {i!r} of {name} does not run below {size}"
                raise IdentityError(msg)
        k, places = list(who.arrays).index(name), tuple(scope[i] for i in indices)
        listed = "; ".join(f"{v}%N" for v in places)
        embedded = f"At {k}%N [:: {listed}]" if places else f"At {k}%N [::]"
        printed = f"{name} {' '.join(indices)}" if indices else name
        return embedded, printed, [(Fraction(1), ((), ((k, places),)))]

    def _sum(
        self, ranges: Any, body: Any, scope: dict[str, int], kinds: dict[str, str], depth: int
    ) -> tuple[str, str, list[tuple[Fraction, Term]]]:
        who = self.identity
        if type(ranges) is not list or not ranges:
            msg = f"{who.theorem}: a sum without ranges"
            raise IdentityError(msg)
        pair, *more = ranges
        if type(pair) is not list or len(pair) != 2 or pair[1] not in who.sizes:
            msg = f"{who.theorem}: {pair} is no index with a declared size"
            raise IdentityError(msg)
        i, size = pair
        _checked(who.theorem, i)
        if i in scope or i in who.sizes or i in who.arrays:
            msg = f"{who.theorem}: {i} already stands for something else"
            raise IdentityError(msg)
        k = who.sizes.index(size)
        inner = self._read(
            ["sum", more, body] if more else body,
            {**scope, i: len(scope)},
            {**kinds, i: size},
            depth + 1,
        )
        terms: list[tuple[Fraction, Term]] = [
            (c, ((k, *sizes), factors)) for c, (sizes, factors) in inner[2]
        ]
        return f"Sum {k}%N ({inner[0]})", f"(\\sum_(0 <= {i} < {size}) {inner[1]})", terms


def _checked(theorem: str, name: Any) -> str:
    if type(name) is not str or not NAME.fullmatch(name) or KEYWORDS.fullmatch(name):
        msg = f"{theorem}: {str(name)[:40]!r} is no name: a letter, then letters and digits"
        raise IdentityError(msg)
    return name


def _number(theorem: str, text: Any) -> tuple[str, str, list[tuple[Fraction, Term]]]:
    if type(text) is not str or not NUMBER.fullmatch(text) or not text.isascii():
        msg = f"{theorem}: {str(text)[:40]!r} is no number like -1/2, of at most four digits"
        raise IdentityError(msg)
    value = Fraction(text)
    p, q = abs(value.numerator), value.denominator
    whole = str(p) if p < 2 else f"{p}%:R"
    embedded = f"Nat {p}" if q == 1 else f"Frac {p} {q - 1}"
    printed = whole if q == 1 else f"({p}%:R / {q}%:R)"
    if value < 0:
        embedded, printed = f"Opp ({embedded})", f"(- {printed})"
    return embedded, printed, [(value, ((), ()))]


def _joined(
    theorem: str, head: str, parts: list[tuple[str, str, list[tuple[Fraction, Term]]]], depth: int
) -> tuple[str, str, list[tuple[Fraction, Term]]]:
    embedded, printed, terms = parts[0]
    for e, p, more in parts[1:]:
        if head == "+":
            embedded, printed, terms = f"Add ({embedded}) ({e})", f"({printed} + {p})", terms + more
        else:
            product = [(a * b, _times(depth, s, t)) for a, s in terms for b, t in more]
            embedded, printed, terms = f"Mul ({embedded}) ({e})", f"({printed} * {p})", product
        if len(terms) > MAX_TERMS:
            msg = f"{theorem}: more than {MAX_TERMS} terms"
            raise IdentityError(msg)
    return embedded, printed, terms


def _times(depth: int, s: Term, t: Term) -> Term:
    """Product of two terms: the second's bound indices come after the first's."""
    by = len(s[0])
    moved = tuple((f, tuple(v if v < depth else v + by for v in vs)) for f, vs in t[1])
    return (*s[0], *t[0]), (*s[1], *moved)


def _swapped(depth: int, j: int, term: Term) -> Term:
    sizes, factors = term
    to = {depth + j: depth + j + 1, depth + j + 1: depth + j}
    turned = (*sizes[:j], sizes[j + 1], sizes[j], *sizes[j + 2 :])
    return turned, tuple((f, tuple(to.get(v, v) for v in vs)) for f, vs in factors)


def _least(theorem: str, depth: int, term: Term) -> tuple[Term, tuple[int, ...]]:
    """Least form of a term over all orders of its bound indices, and the swaps that lead to it."""
    if len(term[0]) > MAX_BOUND:
        msg = f"{theorem}: UNKNOWN, more than {MAX_BOUND} bound indices in a term"
        raise IdentityError(msg)
    start = (term[0], tuple(sorted(term[1])))
    seen: dict[Term, tuple[int, ...]] = {start: ()}
    queue = deque([start])
    while queue:
        now = queue.popleft()
        for j in range(len(now[0]) - 1):
            sizes, factors = _swapped(depth, j, now)
            other = (sizes, tuple(sorted(factors)))
            if other not in seen:
                seen[other] = (*seen[now], j)
                queue.append(other)
    best = min(seen)
    return best, seen[best]


def orders(
    theorem: str,
    depth: int,
    left: Iterable[tuple[Fraction, Term]],
    right: Iterable[tuple[Fraction, Term]],
) -> list[tuple[int, ...]]:
    """Swaps for every term of left - right, after which alike terms cancel.

    Raises: IdentityError if they do not.
    """
    totals: dict[Term, Fraction] = {}
    paths = []
    for sign, terms in ((1, left), (-1, right)):
        for c, term in terms:
            form, path = _least(theorem, depth, term)
            paths.append(path)
            totals[form] = totals.get(form, Fraction(0)) + sign * c
    if any(totals.values()):
        msg = f"{theorem}: the two sides are not equal at every size"
        raise IdentityError(msg)
    return paths


def identity(record: Any) -> Identity:
    """Checked identity of a JSON record.

    Raises: IdentityError for unknown keys, names used twice, or anything that is no tree.
    """
    if type(record) is not dict or record.keys() != KEYS:
        msg = f"an identity has the keys {', '.join(sorted(KEYS))}, nothing else"
        raise IdentityError(msg)
    theorem = record["theorem"]
    if type(theorem) is not str or not re.fullmatch(r"[a-z][a-z0-9_]{0,59}", theorem):
        msg = f"{str(theorem)[:40]!r} is no name of a theorem"
        raise IdentityError(msg)
    sizes, arrays, free = record["sizes"], record["arrays"], record["free"]
    if type(sizes) is not list or type(arrays) is not dict or type(free) is not dict:
        msg = f"{theorem}: sizes is a list; arrays and free are objects"
        raise IdentityError(msg)
    names = [_checked(theorem, n) for n in (*sizes, *arrays, *free)]
    if len(set(names)) < len(names) or not arrays:
        msg = f"{theorem}: a name is used twice, or there is no array"
        raise IdentityError(msg)
    for slot in (*(s for slots in arrays.values() for s in slots), *free.values()):
        if slot not in sizes:
            msg = f"{theorem}: {slot!r} is no declared size"
            raise IdentityError(msg)
    return Identity(theorem, sizes, arrays, free, record["left"], record["right"])


def identities(text: str) -> list[Identity]:
    """Identities of a JSON text.

    Raises: IdentityError for keys given twice, floats, theorems of one name, or no identity at all.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({k for k, _ in pairs}) < len(pairs):
            msg = f"a key is given twice among {[k for k, _ in pairs]}"
            raise IdentityError(msg)
        return dict(pairs)

    def no_float(number: str) -> Any:
        msg = f"{number} is no whole number"
        raise IdentityError(msg)

    records = json.loads(
        text, object_pairs_hook=once, parse_float=no_float, parse_constant=no_float
    )
    read = [identity(record) for record in records] if type(records) is list else []
    if not read or len({i.theorem for i in read}) < len(read):
        msg = "no identity, or two theorems of one name"
        raise IdentityError(msg)
    return read


def theory(text: str) -> str:
    """Coq file of the identities in a JSON text."""
    return "\n".join([HEADER, *(i.text() for i in identities(text))])
