"""Recheck identities and signs with rationals alone: python recheck.py FILE...

An identity holds if the difference of its sides, a sum over powers of symbols, sums, logarithms
and opaque functions, vanishes; what is written alike on both sides is not counted. An inequality
holds if its margin is seen to be positive where symbols are written by positive numbers, or if it
is not negative at an end and its slope is positive from there on. ``recheck_boxes.py`` judges
inequalities over boxes.
"""

import json
import sys
from fractions import Fraction
from itertools import product

MINUS = ["rational", "-1"]
ARCS = {"acos": ("-1", "-1", "-1/2"), "asin": ("1", "-1", "-1/2"), "atan": ("1", "1", "-1")}


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
    return None if any(powers for powers, _ in s) else sum((c for _, c in s), Fraction(0))


def whole(s):
    n = number(s)
    return int(n) if n is not None and n.denominator == 1 else None


def text(x):
    return repr(sorted(map(text, x))) if isinstance(x, (frozenset, tuple)) else repr(x)


def split(powers):
    """Return the exponent of e and the other powers."""
    return dict(powers).get(("e",), add()), {t for t in powers if t[0] != ("e",)}


def primes(c):
    """Yield the prime factors of a positive rational with 1, or -1 below the line."""
    for n, q, sign in ((c.numerator, 2, 1), (c.denominator, 2, -1)):
        while n > 1:
            if n % q == 0:
                yield q, sign
            n, q = (n // q, q) if n % q == 0 else (n, q + 1)


class Algebra:
    """Sums in normal form, for symbols whose lower ends are stated."""

    def __init__(self, low, values=()):
        self.low, self.values = low, dict(values)

    def read(self, tree):
        head, *rest = tree
        if head in {"rational", "symbol"}:
            plain = term(rest[0]) if head == "rational" else one(("symbol", rest[0]))
            return self.values.get(rest[0], plain) if head == "symbol" else plain
        if head == "slope":
            return self.read(slope(*rest))
        if head == "at":
            return Algebra(self.low, self.values | {rest[1]: self.read(rest[2])}).read(rest[0])
        args = [self.read(a) for a in rest]
        known = {"+": add, "*": mul, "^": self.power, "exp": self.exp, "log": self.log}
        return known[head](*args) if head in known else one((head, *args))

    def power(self, base, e):
        n = whole(self.settled(e))
        e = e if n is None else term(n)
        if len(base) != 1:
            if n is not None and n >= 0:
                return mul(*[base] * n)
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
        rest = add(*(mul(term(d), *(self.grown(*t) for t in p)) for p, d in mul(s, inverse)))
        sign = -1 if any_sign and self.positive(minus(rest)) else 1
        return term(sign * c, common), mul(term(sign), rest)

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
            else:
                left.append(term(c, powers))
        return mul(*factors, one(("e",), add(*left)))

    def positive(self, s):
        """Whether positive terms, times powers of e below 1, outweigh the negative ones."""
        have = {powers: c for powers, c in s if c > 0}
        for q, c in s - have.items():
            for p in have:
                (above, rest), (below, left) = map(split, (p, q))
                if c < 0 and rest == left and self.positive(self.settled(add(above, minus(below)))):
                    have[p], c = max(0, have[p] + c), min(0, have[p] + c)
            if c:
                return False
        return bool(s) and all(self.signed(a) for powers in have for a, _ in powers)

    def signed(self, atom):
        known = atom[0] in {"prime", "e", "pi"} or (atom[0] == "sum" and self.positive(atom[1]))
        return known or (atom[0] == "symbol" and self.low.get(atom[1], -1) >= 0)

    def settled(self, s, steps=99):
        """Put all terms over common powers of the sums in them and expand, until nothing moves."""
        atoms = {a for powers, _ in s for a, _ in powers if a[0] == "sum"}
        wider = (self.expanded(s, a) for a in sorted(atoms, key=text, reverse=True))
        moved = next((new for new in wider if new != s), s)
        return self.settled(moved, steps - 1) if steps and moved != s else s

    def expanded(self, s, atom):
        classes, parts = {}, []
        for powers, c in s:
            e, rest = dict(powers).get(atom, frozenset()), [t for t in powers if t[0] != atom]
            base = next((b for b in classes if whole(add(e, minus(b))) is not None), e)
            classes.setdefault(base, []).append((whole(add(e, minus(base))), term(c, rest)))
        for base, members in classes.items():
            least = min(step for step, _ in members)
            least -= max(0, whole(add(base, term(least))) or 0)
            common = one(atom, add(base, term(least)))
            parts += [mul(m, common, self.power(atom[1], term(k - least))) for k, m in members]
        return add(*parts)


def slope(tree, x):
    """Differentiate an expression by a symbol."""
    head, *rest = tree
    if repr(["symbol", x]) not in repr(tree) or head == "symbol":
        return ["rational", str(int(head == "symbol" and rest == [x]))]
    slopes = [slope(a, x) for a in rest]
    if head in {"+", "*"}:
        products = (["*", d, *rest[:i], *rest[i + 1 :]] for i, d in enumerate(slopes))
        return ["+", *(slopes if head == "+" else products)]
    if head in {"exp", "log"}:
        return ["*", tree if head == "exp" else ["^", *rest, MINUS], *slopes]
    if head in ARCS:  # sign (1 +- x^2)^power
        sign, square, e = (["rational", q] for q in ARCS[head])
        return ["*", sign, ["^", ["+", ["rational", "1"], ["*", square, *rest, *rest]], e], *slopes]
    base, e = {"^": rest}[head]
    fixed = ["*", e, slopes[0], ["^", base, ["+", e, MINUS]]]
    return fixed if slopes[1][1:] == ["0"] else ["+", fixed, ["*", tree, ["log", base], slopes[1]]]


def written(name, low, high=None):
    """Write a point, or all of an open interval, by a positive number; several ways."""
    u, low, plain = one(("symbol", name)), term(low), Algebra({})
    if high in {None, "oo"}:
        return [add(low, u) if high else low]
    high, share = term(high), mul(u, plain.power(add(term(1), u), term(-1)))
    ways = [add(a, mul(add(b, minus(a)), share)) for a, b in ((low, high), (high, low))]
    return ways if low else [*ways, mul(high, plain.exp(minus(u)))]


def grows(margin, box, strict, along):
    """Whether a margin is positive for points and open intervals: seen, or as it grows so."""
    for values in product(*(written(n, *side) for n, side in box.items())):
        algebra = Algebra(dict.fromkeys(box, 0), zip(box, values, strict=True))
        found = algebra.settled(algebra.read(margin))
        if algebra.positive(found) if found else not strict:
            return True
    if not along or len(box[along[0][0]]) == 1:
        return bool(along) and grows(margin, box, strict, along[1:])
    (x, end), rest = along[0], along[1:]
    away = ["*", ["rational", "1" if end == box[x][0] else "-1"], slope(margin, x)]
    at_end = end in box[x] and grows(margin, {**box, x: [end]}, False, rest)
    return at_end and grows(away, box, strict, rest)


def judged(check):
    """Yield (what, whether it was found true) for every identity and box of a check."""
    algebra = Algebra({name: Fraction(low) for name, low in check.get("low", {}).items()})
    for label, left, right in (row for row in check.get("identities", ()) if row[1] != row[2]):
        yield label, not algebra.settled(add(algebra.read(left), minus(algebra.read(right))))
    for box in check.get("signs", ()):
        yield str(box), grows(check["margin"], box, check["strict"], check["along"])


def rows(path):
    """Return [(what, whether it holds)] of a file; one that makes no sense does not hold."""
    try:
        with open(path, encoding="utf-8") as file:
            return [row for check in json.load(file)["checks"] for row in judged(check)]
    except Exception as error:
        return [(f"no certificate ({error!r})", False)]


def main(paths):
    """Print what is refused; return 1 if anything is, 2 if there was nothing to judge."""
    found = [(path, *row) for path in paths for row in rows(path)]
    refused = [f"REFUSED {path}: {label}" for path, label, good in found if not good]
    held = f"{len(found) - len(refused)} of {len(found)} statements hold,"
    print(*refused, f"{held} in {len({f[0] for f in found})} of {len(paths)} files", sep="\n")
    return 1 if refused else 2 * (not found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
