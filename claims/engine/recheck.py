"""Recheck certificates with rationals and mpmath alone: python recheck.py FILE...

An identity holds if the difference of its sides, a sum over powers of symbols, sums, logarithms
and opaque functions, vanishes. An inequality holds if interval arithmetic gives its margin the
right sign on every piece of its box.
"""

import json
import math
import sys
from fractions import Fraction

from mpmath import iv, mp

iv.prec = mp.prec = 80


def add(*sums):
    total = {}
    for powers, c in (t for s in sums for t in s):
        total[powers] = total.get(powers, 0) + c
    return frozenset((powers, c) for powers, c in total.items() if c)


def term(c, powers=()):
    """Return c times atoms to exponents; whole powers of primes go into c."""
    c, kept = Fraction(c), {}
    for atom, e in dict(powers).items():
        if atom[0] == "prime":
            whole = sum(x for inner, x in e if not inner) // 1
            c, e = c * Fraction(atom[1]) ** whole, add(e, term(-whole))
        if e:
            kept[atom] = e
    return frozenset({(frozenset(kept.items()), c)}) if c else frozenset()


def one(atom, e=None):
    return term(1, {atom: term(1) if e is None else e})


def mul(*factors):
    out = term(1)
    for factor in factors:
        parts = []
        for (p, c), (q, d) in ((x, y) for x in out for y in factor):
            powers = dict(p)
            for atom, e in q:
                powers[atom] = add(powers.get(atom, ()), e)
            parts.append(term(c * d, powers))
        out = add(*parts)
    return out


def minus(s):
    return mul(s, term(-1))


def number(s):
    """Return the rational that a sum is, or None."""
    constant = sum((c for powers, c in s if not powers), Fraction(0))
    return constant if s == term(constant) else None


def whole(s):
    n = number(s)
    return int(n) if n is not None and n.denominator == 1 else None


def text(x):
    return repr(sorted(map(text, x))) if isinstance(x, (frozenset, tuple)) else repr(x)


def primes(c):
    """Yield the prime factors of a positive rational with 1, or -1 below the line."""
    for n, sign in ((c.numerator, 1), (c.denominator, -1)):
        q = 2
        while n > 1:
            if n % q == 0:
                yield q, sign
            n, q = (n // q, q) if n % q == 0 else (n, q + 1)


class Algebra:
    """Sums in normal form, for symbols whose lower ends are stated."""

    def __init__(self, low):
        self.low = low

    def read(self, tree):
        head, *rest = tree
        if head in {"rational", "symbol"}:
            return term(rest[0]) if head == "rational" else one(("symbol", rest[0]))
        args = [self.read(a) for a in rest]
        known = {"+": add, "*": mul, "^": self.power, "exp": self.exp, "log": self.log}
        return known[head](*args) if head in known else one((head, *args))

    def power(self, base, e):
        n = whole(e)
        if n is not None and n >= 0 and len(base) != 1:
            return mul(*[base] * n)
        if len(base) != 1:
            factor, rest = self.factored(base, n is not None)
            return mul(self.power(factor, e), one(("sum", rest), e))
        ((powers, c),) = base
        if n is None and not self.positive(base):
            return one(("sum", base), e)
        grown = [one(a, mul(x, e)) for a, x in powers]
        roots = [(("prime", q), mul(e, term(k))) for q, k in primes(c)] if n is None else []
        return mul(term(1 if n is None else c**n), *grown, *(one(*root) for root in roots))

    def factored(self, s, any_sign):
        """Return a common factor, positive unless any sign will do, and the rest."""
        first, c = min(s, key=text)
        c, others = c if any_sign else abs(c), [dict(p) for p, _ in s]
        first, common = dict(first), {}
        for a in {a for p in others for a in p}:
            e = first.get(a, frozenset())
            steps = [number(add(p.get(a, frozenset()), minus(e))) for p in others]
            if (any_sign or self.positive(one(a))) and None not in steps:
                common[a] = add(e, term(min(steps)))  # pyrefly: ignore
        inverse = term(1 / c, {a: minus(e) for a, e in common.items()})
        rest = (mul(term(c), *(self.grown(*t) for t in p)) for p, c in mul(s, inverse))
        return term(c, common), add(*rest)

    def grown(self, atom, e):
        open_sum = atom[0] == "sum" and (whole(e) or 0) > 0
        return self.power(atom[1], e) if open_sum else one(atom, e)

    def log(self, s):
        if len(s) != 1:
            factor, rest = self.factored(s, False)
            return add(self.log(factor), one(("log", ("sum", rest))))
        ((powers, c),) = s
        if not self.positive(s):
            return one(("log", ("sum", s)))
        parts = [e if a == ("e",) else mul(e, one(("log", a))) for a, e in powers]
        return add(*parts, *(mul(term(k), one(("log", ("prime", q)))) for q, k in primes(c)))

    def exp(self, s):
        factors, left = [], []
        for powers, c in s:
            logs = [a for a, e in powers if a[0] == "log" and e == term(1)]
            if len(logs) == 1:  # exp(c log a) = a^c
                atom, rest = logs[0][1], {a: e for a, e in powers if a != logs[0]}
                base = atom[1] if atom[0] == "sum" else one(atom)
                factors.append(self.power(base, term(c, rest)))
            elif [a[0] for a, _ in powers] == ["LambertW"]:  # exp(W(x)) = x / W(x)
                ((w, _),) = powers
                factors.append(self.power(mul(w[1], one(w, term(-1))), term(c)))
            else:
                left.append(term(c, powers))
        return mul(*factors, one(("e",), add(*left)))

    def positive(self, s):
        """Whether every term is a positive number times positive atoms."""
        return all(c > 0 and all(self.signed(a) for a, _ in powers) for powers, c in s)

    def signed(self, atom):
        if atom[0] == "symbol":
            return self.low.get(atom[1], -1) >= 0
        return atom[0] in {"prime", "e", "pi"} or (atom[0] == "sum" and self.positive(atom[1]))

    def vanishes(self, s):
        """Put all terms over common powers of the sums in them and expand, until nothing moves."""
        for _ in range(99):
            atoms = {a for powers, _ in s for a, _ in powers if a[0] == "sum"}
            wider = (self.expanded(s, a) for a in sorted(atoms, key=text, reverse=True))
            s, before = next((new for new in wider if new != s), s), s
            if s == before:
                return not s
        return False

    def expanded(self, s, atom):
        classes = []
        for powers, c in s:
            e, rest = dict(powers).get(atom, frozenset()), [t for t in powers if t[0] != atom]
            near = [g for g in classes if whole(add(e, minus(g[0]))) is not None]
            base, members = near[0] if near else (e, [])
            classes += [] if near else [(base, members)]
            members.append((whole(add(e, minus(base))), term(c, rest)))
        parts = []
        for base, members in classes:
            least = min(step for step, _ in members)
            least -= max(0, whole(add(base, term(least))) or 0)
            common = one(atom, add(base, term(least)))
            parts += [mul(m, common, self.power(atom[1], term(k - least))) for k, m in members]
        return add(*parts)


def quotient(q):
    return iv.mpf(q.numerator) / q.denominator


def enclosed(tree, box):
    """Enclose an expression over a box {name: (low, high)} of rationals."""
    head, *rest = tree
    if head in {"symbol", "rational"}:
        low, high = box[rest[0]] if head == "symbol" else [Fraction(rest[0])] * 2
        return iv.mpf([quotient(low).a, quotient(high).b])
    args = [enclosed(a, box) for a in rest]
    if head in {"+", "*"}:
        return sum(args) if head == "+" else math.prod(args)
    if head == "^":
        n = Fraction(rest[1][1]) if rest[1][0] == "rational" else Fraction(1, 2)
        return args[0] ** int(n) if n.denominator == 1 else iv.exp(args[1] * iv.log(args[0]))
    if head in {"Max", "Min"}:
        pick = max if head == "Max" else min
        return iv.mpf([pick(x.a for x in args), pick(x.b for x in args)])  # pyrefly: ignore
    if head in {"acos", "asin", "atan"}:  # monotone; 2^-60 is far more than their rounding
        ends = sorted(getattr(mp, head)(mp.mpf(x)) for x in (args[0].a, args[0].b))  # pyrefly: ignore
        return iv.mpf([ends[0] - mp.mpf(2) ** -60, ends[1] + mp.mpf(2) ** -60])
    return getattr(iv, head)(*args) if args else +iv.pi


def halved(box, name, at):
    low, high = box[name]
    return [{**box, name: half} for half in ((low, at), (at, high))]


def signed(values, strict):
    return bool(values.a > 0 or (values.a >= 0 and not strict))


def positive(margin, box, strict, cuts=14):
    """Whether the margin is positive on a box, halved until that is certain."""
    found = enclosed(margin, box)
    if signed(found, strict) or found.b < 0 or not cuts:  # pyrefly: ignore
        return signed(found, strict)
    name = max(box, key=lambda n: box[n][1] - box[n][0])
    return all(positive(margin, x, strict, cuts - 1) for x in halved(box, name, sum(box[name]) / 2))


def covered(margin, box, strict, node):
    """Whether the margin is positive on every piece, and its values there lie where stated."""
    if node[0] == "cut":
        low, at, high = box[node[1]][0], Fraction(node[2]), box[node[1]][1]
        both = zip(halved(box, node[1], at), node[3:], strict=True)
        return low < at < high and all(covered(margin, half, strict, n) for half, n in both)
    stated = iv.mpf([iv.mpf(node[1]).a, iv.mpf(node[2]).b])
    values = [enclosed(margin, {n: (s[i], s[i]) for n, s in box.items()}) for i in (0, 1)]
    near = all(v.b >= stated.a and v.a <= stated.b for v in values)  # pyrefly: ignore
    return near and signed(stated, strict) and positive(margin, box, strict)


def judged(check):
    """Yield (what, whether it was found true) for every identity and box of a check."""
    algebra = Algebra({name: Fraction(low) for name, low in check.get("low", {}).items()})
    for label, left, right in check.get("identities", ()):
        yield label, algebra.vanishes(add(algebra.read(left), minus(algebra.read(right))))
    for sides, node in check.get("boxes", ()):
        box = {name: (Fraction(low), Fraction(high)) for name, (low, high) in sides.items()}
        yield str(sides), covered(check["margin"], box, check["strict"], node)


def main(paths):
    """Print what is refused; return 1 if anything is, or if there was nothing to judge."""
    count = refused = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            certificate = json.load(file)
        for label, good in (row for check in certificate["checks"] for row in judged(check)):
            count, refused = count + 1, refused + (not good)
            if not good:
                print(f"REFUSED {certificate['claim']}: {label}")
    print(f"{count - refused} of {count} statements of {len(paths)} certificates hold")
    return int(refused > 0 or not count)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
