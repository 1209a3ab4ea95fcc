"""What ``recheck`` works out of any expression has its value: normal forms, signs and limits.

Expressions are drawn, and computed at points a second time by their definition, in multiple
precision with principal branches.
"""

import cmath
from fractions import Fraction
from math import prod

import mpmath
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from mpmath import mp, mpc, mpf

from depthlaws.claims.engine.recheck.calculus import Calculus

NO_RESULT = (ArithmeticError, KeyError, ValueError)
POINTS = [
    {"c": mpf(c), "x": mpf(x), "y": mpf(y), "z": mpf(z), "n": mpf(n)}
    for c, x, y, z, n in [
        (0, 0.125, -1, 1, 3),
        (3, 4.875, 0.625, 1.4375, 2),
        (1, 1.5, -2.25, 2.75, 1),
    ]
]
LARGE = (10**6, 10**9, 10**12)
EXPONENTS = ["2", "-1", "1/2", "3", "-2", "-1/3", "-1/2"]


def rational(text):
    return ["rational", str(text)]


def expressions(symbols, exponents, heads):
    """Trees of a certificate."""
    numbers = st.builds(Fraction, st.integers(-4, 4), st.integers(1, 3)).map(rational)
    leaves = st.sampled_from([["symbol", s] for s in symbols]) | numbers
    powers = st.sampled_from([*map(rational, EXPONENTS), *exponents])

    def extend(inner):
        many = st.lists(inner, min_size=2, max_size=3)
        return (
            st.tuples(st.sampled_from(["+", "*", "Max"]), many).map(lambda t: [t[0], *t[1]])
            | st.tuples(inner, powers).map(lambda t: ["^", *t])
            | st.tuples(st.sampled_from(heads), inner).map(list)
        )

    return st.recursive(leaves, extend, max_leaves=6)


def power(base, e):
    """Return a power by the principal branch, 0^0 = 1."""
    if not base:
        assume(e == 0 or mp.re(e) > 0)
        return mpc(e == 0)
    small = mp.isint(e) and abs(e) < 99
    return base ** int(mp.re(e)) if small else exponential(e * mp.log(base))


def exponential(x):
    assume(mp.re(x) < 1e6)
    return mp.exp(x) if mp.re(x) > -1e6 else mpc(0)


def applied(head, args):
    if head in {"Max", "Abs"}:
        assume(all(abs(mp.im(x)) < 1e-25 for x in args))
        values = [mp.re(x) for x in args]
        return mpc(max(values) if head == "Max" else abs(values[0]))
    assume(head != "log" or args[0])
    return exponential(*args) if head == "exp" else getattr(mp, head)(*args)


def value(tree, point):
    """Compute an expression by its definition."""
    head, *rest = tree
    if head == "pi":
        return mpc(mp.pi)
    if head in {"symbol", "rational"}:
        return mpc(point[rest[0]] if head == "symbol" else mpmath.mpmathify(Fraction(rest[0])))
    args = [value(part, point) for part in rest]
    if head == "^":
        return power(*args)
    return {"+": sum, "*": prod}[head](args) if head in {"+", "*"} else applied(head, args)


def of_terms(terms, point):
    """Compute a normal form: a sum of rationals times powers of atoms."""
    total = mpc(0)
    for powers, c in terms:
        factors = [factor(atom, of_terms(e, point), point) for atom, e in powers]
        total += prod(factors, start=mpmath.mpmathify(Fraction(c)))
    return total


def factor(atom, e, point):
    return exponential(e) if atom == ("e",) else power(of_atom(atom, point), e)


def of_atom(atom, point):
    head, *rest = atom
    known = {"pi": mp.pi, "i": 1j, "e": mp.e}
    if head in known or head in {"symbol", "prime"}:
        return mpc(
            known[head] if head in known else point[rest[0]] if head == "symbol" else rest[0]
        )
    if head in {"sum", "log"}:
        return of_terms(rest[0], point) if head == "sum" else mp.log(of_atom(rest[0], point))
    parts = rest[0] if isinstance(rest[0], tuple) else rest
    return applied(head, [of_terms(part, point) for part in parts])


C, L, N, X, Y = (["symbol", s] for s in "cLnxy")
FINITE = expressions(
    "cxyzn",
    [N, Y, ["*", rational(2), N], ["+", N, rational(1)], ["*", rational("1/2"), N]],
    ["exp", "log", "cos", "sin", "Abs"],
)
ANGLES = st.integers(-30, 30).map(lambda k: ["cos", ["*", ["pi"], rational(Fraction(k, 12))]])
LONG = expressions(
    "cxyL", [L, ["*", rational(-1), L], X, C, ["^", L, rational(-1)]], ["exp", "log"]
)
SMOOTH = expressions("wx", [X, rational(3)], ["exp", "log"])


def near_one(tree, step):
    """Put 1 + step/L for w."""
    if tree == ["symbol", "w"]:
        return ["+", rational(1), ["*", rational(step), ["^", L, rational(-1)]]]
    return [tree[0], *(near_one(t, step) if isinstance(t, list) else t for t in tree[1:])]


def difference(tree):
    """Second difference over the square of the step, which tends to a derivative."""
    parts = [["*", rational(k), near_one(tree, step)] for k, step in ((1, 2), (-2, 1), (1, 0))]
    return ["*", ["^", L, rational(2)], ["+", *parts]]


def near(a, b):
    return abs(a - b) <= 1e-15 * (1 + abs(a))


@settings(max_examples=600)
@given(FINITE | ANGLES)
def test_a_normal_form_has_the_value_of_its_expression(tree):
    algebra = Calculus({"c": 0, "x": 0, "z": 1, "n": 0}, whole=["n"])
    try:
        terms = algebra.settled(algebra.read(tree))
        positive = algebra.positive(terms)
        values = [(value(tree, at), of_terms(terms, at)) for at in POINTS[1:]]
    except NO_RESULT:
        return
    for found, kept in values:
        assume(abs(found) < 1e30 and cmath.isfinite(complex(kept)))
        assert near(found, kept), terms
        assert not positive or (near(mp.im(found), 0) and mp.re(found) >= 0), terms


@settings(max_examples=600)
@given(LONG | SMOOTH.map(difference))
@example(["^", ["^", L, rational(-2)], ["^", L, rational(-1)]])
@example(["^", C, ["^", L, rational(-1)]])
def test_a_limit_is_approached(tree):
    algebra = Calculus({"c": 0, "x": 0, "L": 1}, whole=["L"], above=["x"])
    try:
        terms = algebra.settled(algebra.read(["limit", tree, "L", ["oo"], "1"]))
        if "Infinity" in repr(terms):
            return
        rows = [(of_terms(terms, at), [value(tree, at | {"L": n}) for n in LARGE]) for at in POINTS]
    except NO_RESULT:
        return
    for end, values in [row for row in rows if cmath.isfinite(complex(row[0]))]:
        apart = [abs(x - end) / (1 + abs(end)) for x in values]
        assert apart[-1] < 1e-4 or apart[-1] < 0.9 * apart[0], terms


@pytest.fixture(autouse=True)
def digits():
    with mpmath.workdps(40):
        yield
