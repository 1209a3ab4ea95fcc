"""Random polynomials in arrays: normal form, loops and recheck must agree on which are equal."""

import itertools
import random

import pytest

from depthlaws.claims.engine.recheck import parse, stated, statements
from depthlaws.claims.engine.recheck.sentences import sentence
from depthlaws.claims.engine.statement import (
    Equal,
    Index,
    Mean,
    Statement,
    Tree,
    arrays,
    gaussian,
    naturals,
    nonnegative,
    reals,
    scalars,
    slope,
    tree,
)
from depthlaws.claims.engine.statement.canonical import left_over
from depthlaws.claims.engine.statement.certificate import Writer
from depthlaws.claims.engine.statement.domains import Domain
from depthlaws.claims.engine.statement.ends import Filling
from depthlaws.claims.engine.statement.errors import FormError
from depthlaws.claims.engine.statement.expressions import with_parts
from depthlaws.claims.engine.statement.normal_form import Expansion
from depthlaws.claims.engine.statement.numbers import exact
from depthlaws.claims.engine.statement.values import Point

N, d, r = scalars("N d r")
a, u, M, W = arrays("a u M W")
FOR_ALL: dict[object, Domain] = {
    N: naturals(0), d: naturals(0), r: nonnegative, a: reals[d], u: reals[N, d], M: reals[d, d],
    W: gaussian(r)[d, d],
}  # fmt: skip
SEEDS = range(200)
FREE = [Index("free", 1, d), Index("other", 1, d)]


def polynomial(rng, depth, over, *, drawn=False):
    """Random tree over indices ("n", "i") in scope; Gaussian entries in a mean only."""
    kind = rng.choice(["leaf"] if not depth else ["+", "*", "sum", "sum", "leaf", "^", "slope"])
    again = lambda: polynomial(rng, depth - 1, over, drawn=drawn)  # noqa: E731
    if kind in "+*":
        return Tree(kind, again(), again())
    if kind == "^":
        return polynomial(rng, 0, over, drawn=drawn) ** 2
    if kind == "slope":
        i = rng.choice(over["i"])
        return slope(polynomial(rng, min(depth - 1, 1), over), a[i])
    if kind == "sum":
        size = rng.choice("ni")
        k = Index("k", 1, N if size == "n" else d)
        inner = {**over, size: [*over[size], k]}
        return Tree("sum", k, polynomial(rng, depth - 1, inner, drawn=drawn))
    i, j = (rng.choice(over["i"]) for _ in "ij")
    leaves = [a[i], M[i, j], r, tree(rng.randint(-2, 3)), tree(i)]
    leaves += [u[rng.choice(over["n"]), i]] if over["n"] else []
    return rng.choice([*leaves, *([W[i, j]] * 4 if drawn else [])])


def shuffled(t, rng):
    """An equal tree: parts exchanged, indices renamed, products multiplied out."""
    t = with_parts(t, lambda x: shuffled(x, rng))
    if t.head in "+*" and rng.random() < 0.7:
        t = Tree(t.head, *t.args[::-1])
    if t.head == "*" and t.args[0].head == "+" and rng.random() < 0.7:
        t = Tree("+", *(Tree("*", x, t.args[1]) for x in t.args[0].args))
    if t.head == "sum" and rng.random() < 0.7:
        i, k = t.args[0], Index("renamed", t.args[0].first, t.args[0].last)
        t = Tree("sum", k, t.args[1].put({i: k}))
    if t.head == "sum" and t.args[1].head == "sum" and rng.random() < 0.5:
        (i, body), k = (t.args[0], t.args[1].args[1]), t.args[1].args[0]
        t = Tree("sum", k, Tree("sum", i, body))
    return t


def spoilt(t, rng):
    """A tree with one leaf or head changed, mostly another polynomial."""
    places = list(_leaves(t))
    return _changed(t, rng.choice(places), rng)


def _leaves(t, at=()):
    if t.head in ("entry", "number", "scalar", "index"):
        yield at
    for n, x in enumerate(t.args):
        if isinstance(x, Tree) and t.head != "entry" and not (t.head == "slope" and n):
            yield from _leaves(x, (*at, n))


def _changed(t, at, rng):
    if at:
        parts = [_changed(x, at[1:], rng) if n == at[0] else x for n, x in enumerate(t.args)]
        return Tree(t.head, *parts)
    if t.head == "entry" and len(t.args) == 3 and t.args[0] in "MW" and rng.random() < 0.6:
        return Tree("entry", t.args[0], t.args[2], t.args[1])
    return t * 2 if rng.random() < 0.5 else t + 1


def agree(statement, clause):
    """Whether both sides agree at sizes 0 to 3, all alike and all different."""
    for number, (size, width) in enumerate(itertools.product(range(3), range(4))):
        if width > 2 and any(x.head == "mean" for x in (clause.left, clause.right)):
            continue
        values = {"N": exact(size), "d": exact(width), "r": exact(2)}
        filling = Filling(statement.domains, "drawn", number)
        point = Point(values, filling, statement.domains)
        for env in itertools.product(range(1, width + 1), repeat=2):
            places = dict(zip(FREE, env, strict=True))
            if point.value(clause.left, places) != point.value(clause.right, places):
                return False
    return True


@pytest.mark.parametrize("block", range(5))
def test_normal_form_loops_and_recheck_agree_on_what_is_equal(block):
    seen = []
    for seed in SEEDS[block::5]:
        rng = random.Random(seed)
        drawn = seed % 3 == 0
        left = polynomial(rng, 3, {"n": [], "i": FREE}, drawn=drawn)
        right = shuffled(left, rng)
        right = spoilt(right, rng) if seed % 2 else right
        if drawn:
            left, right = Mean(left, W), Mean(right, W)
        try:
            clause = Equal(left, right)
            statement = Statement(clause, for_all=FOR_ALL)
        except FormError:
            continue
        expansion = Expansion(statement.setting())
        proved = left_over(expansion.terms(left - right), expansion) is None
        written = Writer().statement(statement, clause)
        said = sentence(stated.Statement(written))
        raw = {
            "sentence": said,
            "witnesses": [],
            "hash": parse.digest(written),
            "statement": written,
            "earlier": [],
        }
        rechecked = statements.judged(raw | {"proof": {"rule": "normal form"}})
        assert proved == rechecked == agree(statement, clause), (seed, str(clause))
        seen.append(proved)
    assert {True, False} <= set(seen)
    assert len(seen) > 15
