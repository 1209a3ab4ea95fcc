"""Inequalities by signs: positive in positive numbers, or growing from an end.

A margin is not negative at an end, and its slope is positive from there on.
"""

from itertools import product

from .calculus import MINUS, Calculus, slope
from .sums import add, minus, mul, number, one, term


def written(name, low, high=None):
    """Write a point, or all of an open interval, by a positive number; several ways."""
    u, low, plain = one(("symbol", name)), term(low), Calculus({})
    if high in {None, "oo"}:
        return [add(low, u) if high else low]
    high, share = term(high), mul(u, plain.power(add(term(1), u), term(-1)))
    ways = [add(a, mul(add(b, minus(a)), share)) for a, b in ((low, high), (high, low))]
    return ways if low else [*ways, mul(high, plain.exp(minus(u)))]


def boxes_of(domain):
    """Return the boxes that make up a domain: open intervals, closed ends and listed values."""
    sides = []
    for text in domain.values():
        text = text.removeprefix("integers in ")
        first, values, last = text[0], text[1:-1].split(", "), text[-1]
        ends = [values[:1]] * (first == "[") + [values[1:]] * (last == "]")
        sides.append([[value] for value in values] if first == "{" else [values, *ends])
    return [dict(zip(domain, chosen, strict=True)) for chosen in product(*sides)]


def everywhere(domain, left, right):
    """True if two sides are equal at every point and on every open interval of a domain."""
    return all(
        any(vanishes(box, values, left, right) for values in ways(box)) for box in boxes_of(domain)
    )


def ways(box):
    return product(*(written(n, *side) for n, side in box.items()))


def vanishes(box, values, left, right):
    algebra = Calculus(dict.fromkeys(box, 0), zip(box, values, strict=True))
    return not algebra.settled(add(algebra.read(left), minus(algebra.read(right))))


def ordered(algebra, left, relation, right):
    """True if an order holds: of numbers by intervals, or seen in the terms of the gap."""
    small, large = (left, right) if relation in {"<", "<="} else (right, left)
    if not IN_INTERVALS.isdisjoint(heads([small, large])) and apart(small, large):
        return relation in {"<", "<=", ">", ">="}
    gap = algebra.settled(add(algebra.read(large), minus(algebra.read(small))))
    if relation not in {"<", "<=", ">", ">="} or not gap:
        return not gap and relation in {"==", "<=", ">="}
    if (n := number(gap)) is not None:
        return n > 0
    if algebra.positive(gap) or "'symbol'" in repr(gap):
        return algebra.positive(gap)
    from .boxes import valued

    return valued(gap).a > 0


IN_INTERVALS = {"acos", "asin", "atan", "cos", "exp", "log", "pi", "sin"}


def heads(tree):
    """Yield the names in an expression."""
    for part in tree:
        yield from heads(part) if isinstance(part, list) else [part]


def apart(small, large):
    """True if intervals see that one number is below another."""
    from .boxes import enclosed

    try:
        return (enclosed(["+", large, ["*", MINUS, small]], {}) > 0) is True
    except (KeyError, TypeError):  # a symbol, a step, a limit
        return False


def grows(margin, box, strict, along):
    """True if a margin is positive for points and open intervals: seen, or as it grows so."""
    for values in ways(box):
        algebra = Calculus(dict.fromkeys(box, 0), zip(box, values, strict=True))
        result = algebra.settled(algebra.read(margin))
        if algebra.positive(result) if result else not strict:
            return True
    if not along or len(box[along[0][0]]) == 1:
        return bool(along) and grows(margin, box, strict, along[1:])
    (x, end), rest = along[0], along[1:]
    away = ["*", ["rational", "1" if end == box[x][0] else "-1"], slope(margin, x)]
    at_end = end in box[x] and grows(margin, {**box, x: [end]}, False, rest)
    return at_end and grows(away, box, strict, rest)
