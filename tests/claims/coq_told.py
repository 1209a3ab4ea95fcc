"""What a claim says at a random point, evaluated by loops from its trees."""

import itertools
import random
from fractions import Fraction

import sympy as sp
from flint import arb, fmpq
from mpmath import mp, mpf

from depthlaws.claims.engine.statement.clauses import Exactly
from depthlaws.claims.engine.statement.errors import LimitError
from depthlaws.claims.engine.statement.expressions import Tree, free_indices, nodes, tree
from depthlaws.claims.engine.statement.formulas import resolved
from depthlaws.claims.engine.statement.numbers import UndefinedError
from depthlaws.claims.engine.statement.values import Point
from tests.claims.coq_reading import number

SQUARES = [Fraction(a, b) ** 2 for a, b in ((1, 2), (3, 2), (2, 3), (4, 3), (5, 4), (6, 5), (7, 5))]
WORDS = {"<": "<", "<=": "<=", "=": "=", "!=": "<>", "and": "/\\", "or": "\\/", "not": "~"}


class Anywhere(Point):
    """A point at which every entry has a value: those of defined arrays, and at all places."""

    def at(self, name, places):
        if name in self.domains and self.domains[name].variance is not None:
            return super()._drawn(name, places)
        return self.entry(name, places)


def scalar(domain, rng, lift):
    """A number of a domain: a square where it can be; small for whole ones, unlike each other."""
    if domain.values:
        return rng.choice(domain.values)
    low, high = domain.low, domain.high
    if domain.whole:
        low = Fraction(low) if low != -float("inf") else Fraction(1)
        return low + lift if low + lift <= high else low
    share = rng.choice(SQUARES)
    if low != -float("inf") and high != float("inf"):
        return Fraction(low) + (Fraction(high) - Fraction(low)) * (share / (1 + share))
    if low != -float("inf"):
        return Fraction(low) + share
    return Fraction(high) - share if high != float("inf") else share


def point_of(form, seed):
    """A random point of a statement, and the entries that it has been asked for."""
    rng = random.Random(seed)
    lifts = itertools.cycle(rng.sample(range(3), 3))
    scalars = {
        n: scalar(d, rng, next(lifts) if d.whole else 0)
        for n, d in form.domains.items()
        if not d.sizes
    }
    entries = {}

    def entry(name, places):
        if (name, places) not in entries:
            own = random.Random(f"{seed} {name} {places}")
            value = own.choice(SQUARES) * own.choice((1, 1, Fraction(9, 4), Fraction(4, 25)))
            domain = form.domains.get(name)
            negative = domain is None or domain.has(-value)
            entries[name, places] = (
                -value if seed % 2 and negative and own.random() < 0.4 else value
            )
        value = entries[name, places]
        return fmpq(value.numerator, value.denominator)

    exact = {n: fmpq(v.numerator, v.denominator) for n, v in scalars.items()}
    return scalars, Anywhere(exact, entry, form.domains, {}, resolved)


class Told:
    """What a claim says at a point, evaluated by loops."""

    def __init__(self, form, point):
        self.form, self.point = form, point

    def whole(self):
        """Binders, hypotheses and clauses."""
        form = self.form
        asked = [h for n, d in form.domains.items() for h in self.domain(n, d)]
        asked += [
            self.instances([k], lambda e, k=k, v=v: self.equal(k, v, e))
            for k, v in form.defined.items()
        ]
        asked += [self.clause(g) for g in form.given]
        said = [self.clause(c) for c in form.clauses]
        if len(said) == 1 and not self.free(form.clauses[0]):  # its special case is a hypothesis
            ((special, relation),) = said[0]
            asked += [[((), x) for x in each[1:]] for each in special]
            said = [[((), relation)]]
        return self.binders(), asked, said

    def binders(self):
        """Names with their types."""
        out = {}
        for n, d in self.form.domains.items():
            if d.variance is not None:
                out[f"E_{n}"] = f"( ( {'Z -> ' * len(d.sizes)}R ) -> R ) -> R"
            elif d.sizes:
                out[n] = "Z -> " * len(d.sizes) + "R"
            else:
                out[n] = "Z" if self.integral(d) else "R"
        for key in self.form.defined:
            out[key.args[0]] = "Z -> " * (len(key.args) - 1) + "R"
        return out

    @staticmethod
    def integral(domain):
        """True for a domain of whole numbers."""
        return domain.whole or bool(
            domain.values and all(v.denominator == 1 for v in domain.values)
        )

    def domain(self, name, d):
        """Yield what a quantifier asks."""
        sizes = [range(1, self.point.whole(s, {}) + 1) for s in d.sizes]
        if d.variance is not None:
            law = [mpf(len(s)) for s in sizes]
            yield [((), ("law", f"E_{name}", *law, self.value(d.variance, {})))]
            return
        places = itertools.product(*sizes)
        xs = [
            self.value(Tree("entry", name, *map(tree, p)) if sizes else Tree("scalar", name), {})
            for p in places
        ]
        if d.values:
            yield [
                (
                    (),
                    ("\\/", *(("=", x, number(v)) for v in d.values))
                    if len(d.values) > 1
                    else ("=", x, number(d.values[0])),
                )
                for x in xs
            ]
            return
        if d.low != -float("inf"):
            yield [((), ("<" if d.low_open else "<=", number(Fraction(d.low)), x)) for x in xs]
        if d.high != float("inf"):
            yield [((), ("<" if d.high_open else "<=", x, number(Fraction(d.high)))) for x in xs]

    def instances(self, trees, said):
        """Return what is said at every place of the free indices of trees."""
        free, waiting = {}, list(trees)
        while waiting:
            for i in free_indices(waiting.pop()):
                if i not in free:
                    free[i] = None
                    waiting += [i.first, i.last]
        envs = [{}]
        left = list(free)
        while left:
            i = next(
                i for i in left if not {*free_indices(i.first), *free_indices(i.last)} & {*left}
            )
            left.remove(i)
            envs = [
                {**e, i: k}
                for e in envs
                for k in range(self.point.whole(i.first, e), self.point.whole(i.last, e) + 1)
            ]
        return [((), said(e)) for e in envs]

    @staticmethod
    def free(clause):
        """True for a clause that holds at every place of an index."""
        return any(free_indices(t) for t in (clause.left, clause.right))

    def equal(self, left, right, env):
        return ("=", self.value(left, env), self.value(right, env))

    def clause(self, clause):
        """Return the instances of a clause, each after its special case."""
        sides = (clause.left, clause.right)

        def said(env):
            if isinstance(clause, Exactly):
                return ("<->", *(self.condition(t, env) for t in sides))
            return (WORDS[clause.relation], *(self.value(t, env) for t in sides))

        special = [
            self.instances([k], lambda e, k=k, v=v: self.equal(k, v, e))
            for k, v in clause.where.items()
        ]
        asked = tuple(("each", *(x for _, x in part)) for part in special)
        return [(asked, x) for _, x in self.instances(sides, said)]

    def condition(self, t, env):
        if t.head in ("and", "or", "not"):
            return (WORDS[t.head], *(self.condition(a, env) for a in t.args))
        return (WORDS[t.head], *(self.value(a, env) for a in t.args))

    def value(self, t, env):
        """Value of a tree; None where there is none."""
        try:
            x = self.point.value(t, env)
        except (UndefinedError, ZeroDivisionError):
            return None
        if isinstance(x, fmpq):
            return mpf(int(x.p)) / int(x.q)
        if isinstance(x, arb):
            if not x.is_finite():
                return None
            man, exp = x.mid().man_exp()
            return mpf(int(man)) * mpf(2) ** int(exp)
        msg = f"{t} is {x}"
        raise LimitError(msg)


def limits_of(form, scalars):
    """Every limit of the clauses: where it is taken, and from which side."""
    found, words = set(), {"+": "at_right", "-": "at_left"}
    for t in (n for c in form.clauses for side in c.trees for n in nodes(side)):
        for e in t.args[0].atoms(sp.Limit) if t.head == "undone" else ():
            _, _, place, side = e.args
            if place in (sp.oo, -sp.oo):
                found.add(("is_lim", "p_infty" if place == sp.oo else "m_infty"))
            else:
                at = place.subs({s: sp.Rational(str(scalars[s.name])) for s in place.free_symbols})
                found.add((words.get(str(side), "is_lim"), mp.nstr(mpf(int(at.p)) / int(at.q), 9)))
    return found
