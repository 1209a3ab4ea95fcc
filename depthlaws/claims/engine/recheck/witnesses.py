"""Points that meet the hypotheses of a statement: without one it would say nothing.

Numbers are fractions; what is no fraction is enclosed in intervals, which show no equality.
"""

from fractions import Fraction
from itertools import product

from .parse import RefusedError, fraction, name, need, refuse
from .points import Point
from .visible import MINUS_ONE

MAX_PLACES = 20000


class Witness(Point):
    """Point whose numbers a certificate states, each of them in its domain."""

    def __init__(self, statement, row):
        need(
            isinstance(row, dict) and set(row) == {"scalars", "entries"}, "a witness has two parts"
        )
        scalars = {name(n): fraction(x) for n, x in row["scalars"].items()}
        need(set(scalars) <= set(statement.domains), "a witness names what has no quantifier")
        super().__init__(statement, scalars, 0)
        self.stated = {}
        for entry in row["entries"]:
            need(
                isinstance(entry, list) and len(entry) == 3, "an entry of a witness has three parts"
            )
            label, places, value = entry
            need(all(type(k) is int for k in places), "a place is a whole number")
            self.stated[name(label), tuple(places)] = fraction(value)
        for n, x in [*scalars.items(), *((n, x) for (n, _), x in self.stated.items())]:
            need(n in statement.domains and statement.domains[n].has(x), f"{n} = {x} lies outside")

    def made(self, name, at):
        if name in self.s.defined:
            return super().made(name, at)
        need((name, at) in self.stated, f"{name}{list(at)} has no value at a witness")
        return self.stated[name, at]

    def meets(self, row):
        """True if a hypothesis holds at all places of its free indices."""
        left, relation, right = row
        gap = ["+", right, ["*", MINUS_ONE, left]]
        return all(self.shows(gap, relation, env) for env in self.places(left, right))

    def shows(self, gap, relation, env):
        try:
            x = self.value(gap, env)
        except ArithmeticError:
            from .boxes import enclosed  # roots and exponentials, in intervals

            x = enclosed(self.numbers(gap, env), {})
            signs = {"<": x > 0, "<=": x > 0, "!=": (x > 0) is True or (x < 0) is True}
            return signs.get(relation) is True
        if not isinstance(x, (int, Fraction)):
            refuse("a hypothesis on what is drawn")
        return {"<": x > 0, "<=": x >= 0, "=": x == 0, "!=": x != 0}[relation]

    def numbers(self, t, env):
        """Return a tree with a number for every symbol, entry and sum."""
        head, *parts = t
        if head in {"symbol", "index", "entry"}:
            return ["rational", str(self.value(t, env))]
        if head == "sum":
            k, first, last, body = parts
            span = range(self.whole(first, env), self.whole(last, env) + 1)
            return ["+", *(self.numbers(body, {**env, k: i}) for i in span), ["rational", "0"]]
        need(head not in {"expectation", "slope"}, f"a hypothesis with {head}")
        return [head, *(self.numbers(p, env) if isinstance(p, list) else p for p in parts)]

    def places(self, *trees):
        """Return all places of the free indices of trees."""
        free = sorted(self.s.free_of(*trees), key=lambda k: len(self.s.free_of(*self.s.indices[k])))
        made = [{}]
        for k in free:
            ends = [[self.whole(e, env) for e in self.s.indices[k]] for env in made]
            spans = [range(low, high + 1) for low, high in ends]
            need(sum(map(len, spans)) <= MAX_PLACES, "too many places of a hypothesis")
            made = [{**env, k: i} for env, span in zip(made, spans, strict=True) for i in span]
        return made


def witnessed(statement, rows):
    """Refuse hypotheses that no stated point meets, or that are met at one size only."""
    need(isinstance(rows, list) and len(rows) < 40, "witnesses are a list")
    need(bool(rows) == bool(statement.given), "hypotheses need a witness, others none")
    points = [Witness(statement, row) for row in rows]
    for point, g in product(points, statement.given):
        try:
            need(point.meets(g), "a witness does not meet a hypothesis")
        except (KeyError, ZeroDivisionError, TypeError, OverflowError) as error:
            raise RefusedError(f"a witness without a value: {error!r}") from error
    for size in statement.sizes() if rows else ():
        values = {p.scalars.get(size, Fraction(-1)) for p in points}
        need(len(values) > 1, f"hypotheses are met at one {size} only")
