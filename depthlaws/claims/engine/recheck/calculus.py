"""Derivatives, means over Gaussians, limits, integrals, sums: worked out from what defines them.

An integral or a sum states an antiderivative or antidifference, which is checked; an "area" is an
integral without one, of which only the derivative is known.
"""

from functools import cache
from math import prod

from .algebra import Algebra
from .functions import HALF
from .sums import add, depends, minus, mul, number, one, sums, term, text, whole

MINUS = ["rational", "-1"]
ARCS = {"acos": ("-1", "-1", "-1/2"), "asin": ("1", "-1", "-1/2"), "atan": ("1", "1", "-1")}


def slope(tree, x):
    """Differentiate an expression by a symbol."""
    head, *rest = tree
    if head == "slope":
        return slope(slope(*rest), x)
    if head == "at":  # the chain rule: the place may move with x too
        inner, name, place = rest
        moved = ["*", slope(place, x), ["at", slope(inner, name), name, place]]
        return moved if x == name else ["+", moved, ["at", slope(inner, x), name, place]]
    if head == "area":  # by its ends, which it does not bind, and below the sign
        inner, name, *ends = rest
        moved = [["*", slope(end, x), ["at", inner, name, end]] for end in ends]
        within = [["area", slope(inner, x), name, *ends]] if x != name else []
        return ["+", ["*", MINUS, moved[0]], moved[1], *within]
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
    if head in {"sin", "cos"}:
        other = ["cos", *rest] if head == "sin" else ["*", MINUS, ["sin", *rest]]
        return ["*", other, *slopes]
    if head == "polylog":  # one order less, over its argument
        order, z = rest
        less = ["polylog", ["+", order, MINUS], z]
        return ["*", less, ["^", z, MINUS], slopes[1]]
    if head in {"Abs", "sign"}:
        return ["*", ["sign", *rest], *slopes] if head == "Abs" else ["rational", "0"]
    if head == "erf":
        gauss = ["exp", ["*", MINUS, *rest, *rest]]
        return ["*", ["rational", "2"], ["^", ["pi"], ["rational", "-1/2"]], gauss, *slopes]
    if head != "^":
        (inner,) = slopes  # a function of which nothing is known
        return ["*", [f"{head}'", *rest], inner]
    base, e = rest
    fixed = ["*", e, slopes[0], ["^", base, ["+", e, MINUS]]]
    return fixed if slopes[1][1:] == ["0"] else ["+", fixed, ["*", tree, ["log", base], slopes[1]]]


class Calculus(Algebra):
    """Sums in normal form, of expressions with these heads too."""

    def read_slope(self, tree, name):
        return self.read(slope(tree, name))

    def read_at(self, tree, name, place):
        return self.inner({name: self.read(place)}).read(tree)

    def inner(self, values, low=()):
        low = {**self.low, **dict(low)}
        return Calculus(low, {**self.values, **values}, self.whole, self.above)

    def read_mean(self, tree, variance, *names):
        """Mean over independent centred Gaussians: moments of every term of a polynomial."""
        atoms, variance, parts = [("symbol", name) for name in names], self.read(variance), []
        free = {name: one(a) for name, a in zip(names, atoms, strict=True)}
        free = self.inner(free, dict.fromkeys(names, -1))
        for powers, c in free.settled(free.read(tree)):
            left = dict(powers)
            result = [whole(left.pop(a, term(0))) for a in atoms]
            counts = [n for n in result if n is not None and n >= 0]
            hidden = any(depends((*left.items(),), a) for a in atoms)
            if hidden or len(counts) < len(atoms):
                raise ValueError(f"no polynomial in {names}")
            if not any(n % 2 for n in counts):
                pairs = prod(k for n in counts for k in range(1, n, 2))
                parts += [mul(term(c * pairs, left), self.power(variance, term(sum(counts) // 2)))]
        return add(*parts)

    def read_limit(self, tree, name, place, side):
        """Limit from above or below, or at infinity: what is left at u = 0 of powers of u > 0."""
        near, u = self.near(name, place, side)
        s = near.settled(near.read(tree))
        try:
            return near.constant(s, u, True)
        except ValueError:
            return near.constant(near.settled(near.opened(s, u)), u, True)

    def opened(self, s, u):
        """Return a sum with series up to x^3 for logarithms, powers and exponentials.

        Each rest of a series is a bounded symbol, which a limit must not hold.
        """
        series = cache(lambda a, e: self.series(a, e, u))  # many terms hold the same power
        rows = (mul(term(c), *(series(a, e) for a, e in p)) for p, c in s)
        return add(*rows)

    def series(self, atom, e, u):
        base = atom[1] if atom[0] == "log" else atom
        n, rest = number(e), one(("symbol", f"R' {text((atom, e))}"))
        if atom == ("e",) and depends(e, u):
            x = self.beyond(e, u)
            if x is None:
                return one(atom, e)
            near = add(term(1), x, mul(term(HALF), x, x), mul(rest, x, x, x))
            return mul(self.exp(self.constant(e, u)), near)
        x = self.beyond(base[1], u) if base[0] == "sum" and depends(base, u) else None
        at = self.constant(base[1], u) if x is not None else ()
        if x is not None and not at and atom[0] == "sum":
            inner = self.settled(self.opened(base[1], u))
            return one(atom, e) if inner == base[1] else self.power(inner, e)
        if x is None or not at:
            return one(atom, e)
        x = self.settled(mul(x, self.power(at, term(-1))))
        log = add(x, mul(term(-HALF), x, x), mul(rest, x, x, x))
        if atom[0] == "log":
            return one(atom, e) if n is None else self.power(add(self.log(at), log), e)
        if n is None:
            return self.opened(self.exp(mul(e, add(self.log(at), log))), u)
        half = HALF * n * (n - 1)
        near = add(term(1), mul(term(n), x), mul(term(half), x, x), mul(rest, x, x, x))
        return mul(self.power(at, e), near)

    def beyond(self, s, u):
        """Return a sum less its limit, or None if it has none that is seen."""
        try:
            return self.settled(add(s, minus(self.constant(s, u))))
        except ValueError:
            return None

    def near(self, name, place, side):
        """Return the algebra where a symbol is near a place, and the distance u to it."""
        u = ("symbol", f"u{len(self.values)}'")
        far = {"oo": 1, "-oo": -1}.get(place[0])
        step = one(u, term(-1 if far else 1))
        path = add(term(0) if far else self.read(place), mul(term(far or side), step))
        return self.inner({name: path, u[1]: one(u)}, {u[1]: 0}), u

    def constant(self, s, u, infinite=False):
        """Return the value of a sum at u = 0, or an infinite one."""
        rows, settled = {}, cache(self.settled)  # many terms hold the same power
        settling, exp = cache(lambda a, e: self.settling(a, e, u)), cache(self.exp)
        fades, value = cache(lambda e: self.fades(e, u)), cache(lambda e: self.constant(e, u))
        for powers, c in s:
            left = dict(powers)
            order = settled(left.pop(u, term(0)))
            n, slow = number(order), left.pop(("log", u), None)
            if n is None or slow:
                if depends(order, u) or not self.above_zero(order):
                    raise ValueError("no limit by powers")
                n = 1  # u to a positive power, times a power of log u, goes to 0
            e = left.pop(("e",), term(0))
            factors = [settling(*power) for power in left.items()]
            if not fades(e):
                factors.append(exp(value(e)))
                rows.setdefault(n, []).append(mul(term(c), *factors))
        orders = {n: add(*sums) for n, sums in rows.items()}
        least = min(orders, default=0)
        if least >= 0:
            return orders.get(0, term(0))
        for sign in (1, -1):
            if infinite and self.above_zero(mul(term(sign), self.settled(orders[least]))):
                return mul(term(sign), one(("Infinity",)))
        raise ValueError("no finite limit")

    def fades(self, e, u):
        """True if a power of e vanishes faster than any power of u."""
        result = {}
        for powers, c in e:
            left = dict(powers)
            n = number(left.pop(u, term(0)))
            if n is None or depends((*left.items(),), u):
                return False
            result[n] = add(result.get(n, term(0)), term(c, left))
        return min(result, default=0) < 0 and self.above_zero(minus(result[min(result)]))

    def settling(self, atom, e, u):
        """Return the limit of an atom to an exponent, both without negative powers of u."""
        base, moving, e = self.base(atom, u), depends(e, u), self.constant(e, u)
        if moving and not self.above_zero(base):
            raise ValueError("0^0")
        return self.power(base, e)

    def base(self, atom, u):
        """Return the limit of an atom."""
        if not depends(atom, u):
            return one(atom)
        if atom[0] == "erf":
            result = self.constant(atom[1], u, infinite=True)
            ends = {mul(term(sign), one(("Infinity",))): term(sign) for sign in (1, -1)}
            return ends.get(result) or self.applied("erf", [result])
        inside = {"sum": atom, "log": atom[1]}[atom[0]]
        if inside[0] != "sum" or not (inside := self.settled(self.constant(inside[1], u))):
            raise ValueError("0^a, or log 0")
        return inside if atom[0] == "sum" else self.log(inside)

    def read_integral(self, tree, name, low, high, whole_of):
        """Integral from low to high of the slope of what is stated, without a pole on the way."""
        self.agree(self.read(tree), self.read_slope(whole_of, name), "integrand")
        near, u = self.near(name, low, "1")
        inner = [s for s in sums(near.read(whole_of)) if depends(s, u)]
        seen = all(near.positive(s) or near.positive(minus(s)) for s in inner)
        if not seen or (inner and low == ["-oo"]):
            raise ValueError("there may be a pole on the way")
        ends = [self.read_limit(whole_of, name, e, s) for e, s in ((high, "-1"), (low, "1"))]
        return add(ends[0], minus(ends[1]))

    def read_total(self, tree, name, low, high, whole_of):
        """Sum from low to high, the last included, of the differences of what is stated."""
        before = ["+", ["symbol", name], ["rational", "-1"]]
        step = add(self.read(whole_of), minus(self.read_at(whole_of, name, before)))
        self.agree(self.read(tree), step, "summand")
        first = ["+", low, ["rational", "-1"]]
        return add(self.read_at(whole_of, name, high), minus(self.read_at(whole_of, name, first)))

    def read_area(self, tree, name, low, high):
        """Integral between two ends, of which only this is known: it is 0 where they are equal."""
        ends = [self.settled(self.read(end)) for end in (low, high)]
        within = self.inner({name: one(("symbol", f"t{len(self.values)}'"))})
        inner = within.settled(within.read(tree))
        return add() if ends[0] == ends[1] or not inner else one(("area", inner, *ends))

    def agree(self, left, right, what):
        if self.settled(add(left, minus(right))):
            raise ValueError(f"not the {what} of what is stated")
