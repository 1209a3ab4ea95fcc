"""Statements in numbers at small sizes: sums by loops, definitions by their steps, exact fractions.

Entries are drawn. Means over Gaussian entries are taken of polynomials in them, by moments.
"""

import itertools
import random
from fractions import Fraction
from functools import lru_cache

from .parse import need, refuse
from .sums import short

MAX_STEPS = 60000


class Drawn(dict):
    """Polynomial in Gaussian entries: coefficients by sorted tuples of entries."""

    def __add__(self, other):
        out = Drawn(self)
        for k, c in lifted(other).items():
            out[k] = out.get(k, 0) + c
        return out

    __radd__ = __add__

    def __mul__(self, other):
        out = Drawn()
        for (k, c), (n, d) in itertools.product(self.items(), lifted(other).items()):
            key = tuple(sorted(k + n))
            out[key] = out.get(key, 0) + c * d
        return out

    __rmul__ = __mul__


def lifted(x):
    return x if isinstance(x, Drawn) else Drawn({(): x})


class Point:
    """Values of scalars, and of entries as they are asked for."""

    def __init__(self, statement, scalars, seed):
        self.s, self.rng, self.entries, self.steps = statement, random.Random(seed), {}, 0
        self.scalars = {n: short(x) for n, x in scalars.items()}

    def value(self, t, env):
        self.steps += 1
        need(self.steps < MAX_STEPS, "too many steps at a point")
        head = t[0]
        if head == "rational":
            return rational(t[1])
        if head == "symbol":
            return self.scalars[t[1]]
        if head == "index":
            return env[t[1]]
        if head == "+":
            return sum([self.value(p, env) for p in t[1:]])
        if head == "*":
            out = 1
            for p in t[1:]:
                out = out * self.value(p, env)
            return out
        if head == "^":
            return self.power(self.value(t[1], env), self.value(t[2], env))
        parts = t[1:]
        if head == "sum":
            k, first, last, body = parts
            span = range(self.whole(first, env), self.whole(last, env) + 1)
            return sum([self.value(body, {**env, k: i}) for i in span])
        if head == "entry":
            return self.entry(parts[0], tuple(self.whole(p, env) for p in parts[1:]))
        if head == "expectation":
            return self.mean(parts[0], lifted(self.value(parts[1], env)))
        if head == "Abs":
            return abs(Fraction(self.value(parts[0], env)))  # pyrefly: ignore
        raise ArithmeticError(head)  # no fraction

    def whole(self, t, env):
        """Return the value of a place or an end of a range."""
        value = self.value(t, env)
        if type(value) is int:
            return value
        need(isinstance(value, Fraction) and value.denominator == 1, "no whole number")
        return int(value.numerator)  # pyrefly: ignore

    def power(self, base, n):
        if n.denominator != 1 or abs(n) > 200:
            raise ArithmeticError("a root")
        if isinstance(base, Drawn):
            out = Drawn({(): 1})
            for _ in range(int(n)):
                out = out * base
            return out
        if n < 0 and not base:
            raise ZeroDivisionError("a quotient by 0")
        return short(Fraction(base) ** int(n))

    def entry(self, name, at):
        if (name, at) not in self.entries:
            self.entries[name, at] = self.made(name, at)
        return self.entries[name, at]

    def made(self, name, at):
        for places, body in self.s.defined.get(name, ()):
            env = self.fits(places, at)
            if env is not None:
                return self.value(body, env)
        need(name in self.s.domains, f"{name}{list(at)} is not defined")
        d = self.s.domains[name]
        ends = [self.whole(size, {}) for size in d.sizes]
        need(all(1 <= k <= n for k, n in zip(at, ends, strict=True)), f"{name}{list(at)} outside")
        if d.variance is not None:
            return Drawn({((name, *at),): 1})
        return short(drawn(d, self.rng))

    def fits(self, places, at):
        env = {}
        for place, k in zip(places, at, strict=True):
            index = next((n for n in flat(place) if type(n) is int and n in self.s.indices), None)
            if index is None:
                if self.value(place, {}) != k:
                    return None
            else:
                env[index] = k - self.whole(place, {index: 0})
        for n, k in env.items():
            first, last = (self.whole(e, env) for e in self.s.indices[n])
            if not first <= k <= last:
                return None
        return env

    def mean(self, name, value):
        out = Drawn()
        variance = Fraction(self.value(self.s.domains[name].variance, {}))  # pyrefly: ignore
        for key, c in value.items():
            own = [k for k in key if k[0] == name]
            for k in set(own):
                n = own.count(k)
                c = 0 if n % 2 else c * variance ** (n // 2) * odd(n)
            rest = tuple(k for k in key if k[0] != name)
            out[rest] = out.get(rest, 0) + c
        out = Drawn({k: c for k, c in out.items() if c})
        return out.get((), 0) if not any(out) else out


@lru_cache(maxsize=1 << 10)
def rational(text):
    return short(Fraction(text))


def odd(n):
    """Return 1 * 3 * ... * (n - 1)."""
    out = 1
    for k in range(1, n, 2):
        out *= k
    return out


def flat(t):
    for p in t:
        yield from flat(p) if isinstance(p, list) else [p]


def drawn(d, rng):
    """Return an exact number in a domain."""
    if d.values:
        return rng.choice(d.values)
    low, high = d.low, d.high
    if d.whole:
        return (Fraction(0) if low is None else low) + rng.randint(0, 2)
    step = Fraction(rng.randint(1, 9), rng.choice([1, 2, 3]))
    if low is None and high is None:
        return step * rng.choice([1, -1])
    if high is None:
        return low + step
    if low is None:
        return high - step
    return low + (high - low) * Fraction(rng.randint(1, 6), 7)


def agrees(statement, free, test, tries=5):
    """True if a test holds at small sizes, all alike and all different; None if none has a value.

    ``test`` takes a point and the places of the free indices.
    """
    scalars = [d for d in statement.domains.values() if not d.sizes]
    met = 0
    for seed in range(tries):
        rng = random.Random(seed)
        values = {}
        for n, d in enumerate(scalars):
            sizes = d.whole and not d.values
            extra = (0, 1, (n % 3), (2 - n % 3), 1 + n % 2)[seed] if sizes else 0
            values[d.name] = (d.low or Fraction(0)) + extra if sizes else drawn(d, rng)
        point = Point(statement, values, seed)
        for env in places(point, free):
            try:
                good = test(point, env)
            except ArithmeticError:
                continue
            met += 1
            if not good:
                return False
    return True if met else None


def places(point, free):
    """Yield places of free indices, a few of each range."""
    made = [{}]
    for k in free:
        longer = []
        for env in made:
            try:
                first, last = (point.whole(e, env) for e in point.s.indices[k])
            except KeyError:  # its range needs an index that comes later
                refuse("ranges of free indices in no order")
            span = sorted({first, last, (first + last) // 2})
            longer += [{**env, k: i} for i in span if first <= i <= last]
        made = longer
    return made[:12]
