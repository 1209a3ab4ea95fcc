"""A normal form for sums, products, powers, exponentials and logarithms; others are opaque."""

from fractions import Fraction

from .functions import FUNCTIONS, without_arcs
from .limits import MAX_TERMS, raised_number
from .sums import ONE, add, depends, minus, mul, number, one, primes, split, term, text, whole
from .waves import IMAGINARY, cosine, sine, turned


class Algebra:
    """Sums in normal form, for symbols whose lower ends are stated, and which lie above them."""

    def __init__(self, low, values=(), whole=(), above=()):
        self.low, self.values = low, dict(values)
        self.whole, self.above = frozenset(whole), frozenset(above)

    def read(self, tree):
        head, *rest = tree
        if head in {"rational", "symbol"}:
            plain = term(rest[0]) if head == "rational" else one(("symbol", rest[0]))
            return self.values.get(rest[0], plain) if head == "symbol" else plain
        if hasattr(self, f"read_{head}"):
            return getattr(self, f"read_{head}")(*rest)
        return self.applied(head, [self.read(a) for a in rest])

    def applied(self, head, args):
        """Return an operation or a function of sums; one that is not known is opaque."""
        known = {"+": add, "*": mul, "^": self.power, "exp": self.exp, "log": self.log}
        known |= {"cos": lambda s: cosine(self, s), "sin": lambda s: sine(self, s)}
        if head in known:
            return known[head](*args)
        if head in {"Max", "Min"} and None not in (numbers := [*map(number, args)]):
            return term(max(numbers) if head == "Max" else min(numbers))  # pyrefly: ignore
        if head in {"Max", "Min"}:
            return self.extreme(head, args)
        if head in FUNCTIONS:
            return FUNCTIONS[head](self, *map(self.settled, args))
        return one((head, *map(self.settled, args)))

    def extreme(self, head, args):
        """Return a largest or smallest number without those that others outweigh, a factor out."""
        args = [*map(self.settled, dict.fromkeys(args))]
        sign = term(1 if head == "Max" else -1)
        beats = lambda a, b: self.positive(mul(sign, add(b, minus(a))))  # noqa: E731
        args = [a for a in args if not any(beats(a, b) for b in args)]
        sums = [a for a in args if a]
        if len(args) == 1 or not sums:
            return args[0]
        shared = frozenset.intersection(*(powers for s in sums for powers, _ in s))
        out = [t for t in shared if self.positive(one(*t))]
        inverse = mul(*(one(a, minus(e)) for a, e in out)) if out else term(1)
        args = sorted((mul(a, inverse) for a in args), key=text)
        return mul(*(one(a, e) for a, e in out), one((head, *args)))

    def power(self, base, e):
        if e == ONE:
            return base
        n = whole(self.settled(e))
        e = e if n is None else term(n)
        base = self.settled(base) if n is None else base
        if len(base) != 1:
            if n is not None and n > MAX_TERMS:
                raise ArithmeticError(f"a sum to the power {n}")
            if n is not None and n >= 0:
                return mul(*[base] * n)
            if not base and (number(e) or 0) > 0:
                return base
            factor, rest = self.factored(base, n is not None)
            return mul(self.power(factor, e), one(("sum", rest), e))
        ((powers, c),) = base
        if n is None and c < 0 and (parity := self.parity(e)) is not None:
            inner = self.power(minus(base), e)
            return mul(term(-1), inner) if parity else inner
        if n is None and not self.positive(base):
            return one(("sum", base), e)
        grown = [one(a, mul(x, e)) for a, x in powers]
        roots = [(("prime", q), mul(e, term(k))) for q, k in primes(c)] if n is None else []
        scale = 1 if n is None else raised_number(c, n)
        return mul(term(scale), *grown, *(one(*root) for root in roots))

    def parity(self, e):
        """Return 0 or 1 for a whole number that is even or odd whatever its symbols; else None."""
        total = 0
        for powers, c in e:
            names = [a[1] if a[0] == "symbol" else None for a, _ in powers]
            natural = all((whole(x) or 0) > 0 for _, x in powers) and set(names) <= self.whole
            if c.denominator != 1 or not natural or (powers and c % 2):
                return None
            total += 0 if powers else c
        return int(total % 2)

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
        inverse = term(Fraction(1) / c, {a: minus(e) for a, e in common.items()})
        rest = add(*(mul(term(d), *(self.grown(*t) for t in p)) for p, d in mul(s, inverse)))
        sign = -1 if any_sign and self.positive(minus(rest)) else 1
        return term(sign * c, common), mul(term(sign), rest)

    def grown(self, atom, e):
        open_sum = atom[0] == "sum" and (whole(e) or 0) > 0
        return self.power(atom[1], e) if open_sum else one(atom, e)

    def log(self, s):
        s = self.settled(s)
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
        for powers, c in self.settled(s):
            logs = [a for a, e in powers if a[0] == "log" and e == term(1)]
            if len(logs) == 1:  # exp(c log a) = a^c
                atom, rest = logs[0][1], {a: e for a, e in powers if a != logs[0]}
                base = atom[1] if atom[0] == "sum" else one(atom)
                factors.append(self.power(base, term(c, rest)))
            else:
                left.append(term(c, powers))
        turns, e = term(1), turned(self, add(*left))
        e, waves = without_arcs(self, e)
        half = frozenset({(IMAGINARY, term(1)), (("pi",), term(1))})
        for powers, c in e:
            if powers == half and (2 * c).denominator == 1:  # exp(I pi/2) is I
                turns, e = one(IMAGINARY, term(int(2 * c))), e - {(powers, c)}
        return mul(*factors, *waves, turns, one(("e",), e))

    def positive(self, s):
        """True if positive terms, times powers of e below 1, outweigh the negative ones."""
        if depends(s, IMAGINARY):
            return False
        have = {powers: c for powers, c in s if c > 0}
        for q, c in s - have.items():
            for p in have:
                (above, rest), (below, left) = map(split, (p, q))
                alike = rest == left or rest == self.without_small(left)
                small = rest != left and above == below
                if c < 0 and alike and (small or self.exceeds(above, below)):
                    have[p], c = max(0, have[p] + c), min(0, have[p] + c)
            if c:
                return False
        parts = [t for powers in have for t in powers]
        return bool(s) and all(self.signed(a) and (a != ("e",) or self.real(e)) for a, e in parts)

    def above_zero(self, s):
        """True if a sum is positive, and not 0 where a symbol is at its lower end."""
        least = {(powers, c) for powers, c in s if not powers and c > 0}
        if least and (s == least or self.positive(s - least)):
            return True
        parts = [a for powers, _ in s for a, _ in powers]
        ends = (self.low.get(a[1], 0) > 0 or a[1] in self.above for a in parts if a[0] == "symbol")
        inner = (self.above_zero(a[1]) for a in parts if a[0] == "sum")
        return self.positive(s) and all(ends) and all(inner)

    def real(self, s):
        """True if a sum holds no root, and no logarithm, of what may be negative."""
        return all(self.real_power(a, e) for powers, _ in s for a, e in powers)

    def real_power(self, atom, e):
        inner = [x for x in atom[1:] if isinstance(x, frozenset)]
        plain = whole(e) is not None and atom[0] != "log"
        known = plain or self.signed(atom[1] if atom[0] == "log" else atom)
        return known and self.real(e) and all(map(self.real, inner))

    def exceeds(self, a, b):
        return self.positive(self.settled(add(a, minus(b))))

    def without_small(self, powers):
        """Return powers without those below 1: of numbers above 1 to negative exponents."""
        above = lambda a: a[0] == "prime" or self.exceeds(a[1], term(1))  # noqa: E731
        small = lambda a, e: self.positive(minus(e)) and above(a)  # noqa: E731
        kinds = {"sum", "prime"}
        return {(a, e) for a, e in powers if not (a[0] in kinds and small(a, e))}

    def signed(self, atom):
        known = atom[0] in {"prime", "e", "pi"} or (atom[0] == "sum" and self.positive(atom[1]))
        return known or (atom[0] == "symbol" and self.low.get(atom[1], -1) >= 0)

    def settled(self, s, steps=99):
        """Put all terms over common powers of the sums in them and expand, until nothing moves."""
        atoms = {a for powers, _ in s for a, _ in powers if a[0] == "sum"}
        if not atoms:
            return s
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
