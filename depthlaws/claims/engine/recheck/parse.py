"""Parts of a certificate, read strictly: names, numbers, hashes and domains."""

import hashlib
import json
import re
from fractions import Fraction

NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")
NUMBER = re.compile("-?[0-9]{1,60}(/[1-9][0-9]{0,59})?")


class RefusedError(ValueError):
    """A certificate that is not what the format says, in one line."""


def refuse(what):
    raise RefusedError(what)


def need(good, what):
    if not good:
        refuse(what)


def no_twice(pairs):
    """Return a dictionary of pairs; refuse a key that stands twice."""
    keys = [key for key, _ in pairs]
    need(len(set(keys)) == len(keys), f"a key stands twice: {keys}")
    return dict(pairs)


def digest(statement):
    """Return the hash of a statement: of its JSON without spaces, keys in order."""
    text = json.dumps(statement, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def fraction(text):
    need(isinstance(text, str) and NUMBER.fullmatch(text), f"{text!r} is no number")
    return Fraction(text)


def name(text):
    need(isinstance(text, str) and NAME.fullmatch(text), f"{text!r} is no name")
    return text


class Domain:
    """Domain of a scalar, or of the entries of an array."""

    def __repr__(self):
        return repr(self.row)

    def __init__(self, row):
        need(isinstance(row, list) and len(row) == 9, "a quantifier has nine parts")
        self.row, self.name, (low, high) = row, name(row[0]), (row[1], row[3])
        self.low = None if low is None else fraction(low)
        self.high = None if high is None else fraction(high)
        need(all(type(x) is bool for x in (row[2], row[4], row[5])), "an end is open or closed")
        _, _, self.low_open, _, self.high_open, self.whole = row[:6]
        need(isinstance(row[6], list) and isinstance(row[7], list), "values and sizes are lists")
        self.values, self.sizes, self.variance = [*map(fraction, row[6])], row[7], row[8]
        if self.values:
            self.low, self.high = min(self.values), max(self.values)
            self.low_open = self.high_open = False
            self.whole = all(v.denominator == 1 for v in self.values)

    def has(self, x):
        """True if a number belongs to the domain."""
        if self.values:
            return x in self.values
        above = self.low is None or x > self.low or (x == self.low and not self.low_open)
        below = self.high is None or x < self.high or (x == self.high and not self.high_open)
        return above and below and not (self.whole and x.denominator != 1)


def indices_in(t):
    """Return the indices in a tree that it does not bind."""
    if t[0] == "index":
        return {t[1]}
    if t[0] == "sum":
        outer = indices_in(t[2]) | indices_in(t[3])
        return outer | (indices_in(t[4]) - {t[1]})
    return set().union(set(), *(indices_in(p) for p in t[1:] if isinstance(p, list)))


def symbols_in(t):
    if t[0] == "symbol":
        return {t[1]}
    return set().union(set(), *(symbols_in(p) for p in t[1:] if isinstance(p, list)))
