"""Powers with which expressions grow in a scalar: products add, sums take the largest power."""

from .parse import need, refuse, symbols_in
from .visible import Signs

BODY = {"+", "*", "^", "rational", "symbol"}


def derived(statement, t):
    """Return a tree or condition in which every growth is the power that it stands for."""
    if t[0] == "growth":
        return power(statement, t[1], t[2], Signs(statement, []))
    return [derived(statement, p) if isinstance(p, list) else p for p in t]


def check(statement, body, size):
    """Refuse a growth in what does not run on, or is tied by a hypothesis, or is hidden."""
    need(size[:1] == ["symbol"], "a growth is in a scalar")
    d = statement.domains[size[1]]
    runs = not d.values and d.high is None and d.low is not None and d.low >= 0
    need(runs, "a growth in what does not run on")
    tied = any(size[1] in symbols_in(t) for a, _, b in statement.given for t in (a, b))
    need(not tied, "a growth in what a hypothesis ties")
    need(all(head in BODY for head in heads(body)), "a growth of what is no power, product or sum")


def heads(t):
    yield t[0]
    for p in t[1:]:
        if isinstance(p, list):
            yield from heads(p)


def power(statement, t, size, signs):
    check(statement, t, size)
    again = lambda x: power(statement, x, size, signs)  # noqa: E731
    if size[1] not in symbols_in(t):
        need(signs.of(t) == "+", "a constant that may not be positive")
        return ["rational", "0"]
    if t == size:
        return ["rational", "1"]
    if t[0] == "*":
        return ["+", *map(again, t[1:])]
    if t[0] == "^" and size[1] not in symbols_in(t[2]):
        return ["*", t[2], again(t[1])]
    positive = t[0] == "+" and all(signs.of(p) == "+" for p in t[1:])
    return ["Max", *map(again, t[1:])] if positive else refuse("no sum of positive terms")
