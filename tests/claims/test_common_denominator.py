"""Expressions that are 0 over a common denominator, and those that are not."""

import random

import pytest
import sympy as sp

from depthlaws.claims.engine.checks import identity
from depthlaws.claims.engine.checks.common_denominator import is_zero
from depthlaws.claims.engine.checks.identity import prove_zero
from depthlaws.theory import Interval

x, y, u, m = sp.symbols("x y u m", real=True)
a, b, L = sp.symbols("a b L", positive=True)
A, B = sp.symbols("A B", commutative=False)
f = sp.Function("f")
root = sp.sqrt(1 - x**2 / ((1 + a) * (1 + b)))

ZERO = {
    "a quotient": 1 / (x - 1) - 1 / (x + 1) - 2 / (x**2 - 1),
    "a root below the line": 1 / (1 + sp.sqrt(a)) - (1 - sp.sqrt(a)) / (1 - a),
    "roots of numbers": (1 + sp.sqrt(2)) * (sp.sqrt(2) - 1) - 1,
    "a factor that is positive": root * sp.sqrt(1 + a) * sp.sqrt(1 + b)
    - sp.sqrt((1 + a) * (1 + b) - x**2),
    "a root of a quotient": (1 + sp.sqrt(1 + x / y)) * (1 - sp.sqrt(1 + x / y)) + x / y,
    "a root in a root": sp.sqrt(1 + sp.sqrt(x)) ** 4 - 1 - x - 2 * sp.sqrt(x),
    "symbols in exponents": (x + 2) ** (L + 1)
    - (x + 2) ** (L / 2) ** 1 * (x + 2) ** (L / 2) * (x + 2),
    "exponentials": (sp.exp(x) + 1) ** 2 - sp.exp(2 * x) - 2 * sp.exp(x) - 1,
    "the imaginary unit": (x + sp.I * y) * (x - sp.I * y) - x**2 - y**2,
    "functions": f(x) / (f(x) + 1) + 1 / (f(x) + 1) - 1,
}
OTHER = {
    "a coefficient": 1 / (x - 1) - 1 / (x + 1) - 3 / (x**2 - 1),
    "a root with a sign": sp.sqrt(x**2 + 2 * x + 1) - x - 1,
    "factors without signs": sp.sqrt(x * y) - sp.sqrt(x) * sp.sqrt(y),
    "a factor without a sign": root * sp.sqrt((1 + a) * (1 + x))
    - sp.sqrt((1 + a) * (1 + x) - x**2),
    "powers without signs": (x * y) ** m - x**m * y**m,
    "another exponent": (x + 2) ** (L + 1) - (x + 2) ** L,
    "other arguments": f(x) - f(y),
    "no order": A * B - B * A,
    "infinite": sp.Add(sp.oo, sp.Mul(-1, sp.oo, evaluate=False), evaluate=False),
    "below the line 0": 1 / (sp.sqrt(u) ** 2 * sp.sqrt(2) - sp.Mul(u, sp.sqrt(2), evaluate=False)),
}


@pytest.mark.parametrize("name", ZERO)
def test_what_is_0_is_seen(name):
    assert is_zero(ZERO[name], lambda symbol: bool(symbol.is_nonnegative))


@pytest.mark.parametrize("name", OTHER)
def test_what_may_differ_from_0_is_not_called_0(name):
    assert not is_zero(OTHER[name], lambda symbol: bool(symbol.is_nonnegative))


def _drawn(rng, depth):
    """Return an expression of 0 < a < b, which are no numbers of SymPy's rules."""
    if not depth:
        return rng.choice([a, b, sp.Integer(2), sp.Rational(1, 3)])
    parts = [_drawn(rng, depth - 1) for _ in range(2)]
    way = rng.randrange(5)
    if way == 0:
        return parts[0] + parts[1]
    if way == 1:
        return parts[0] * (parts[1] - 1)
    return parts[0] / parts[1] if way == 2 else (parts[0] + parts[1]) ** sp.Rational(way, 2)


def test_drawn_expressions_are_0_only_where_their_values_are():
    rng, seen = random.Random(5), 0
    for _ in range(25):
        one, other = (_drawn(rng, 3) for _ in range(2))
        for gap in (one - sp.together(sp.expand(one)), one - other, one / (1 + other) - one):
            seen += (zero := is_zero(gap, lambda symbol: True))
            value = sp.N(gap.subs({a: sp.Rational(7, 10), b: sp.Rational(13, 10)}), 30)
            assert not zero or abs(complex(value)) < 1e-20
    assert seen > 15


def test_a_domain_gives_a_symbol_its_sign():
    gap = sp.sqrt(x * y) - sp.sqrt(x) * sp.sqrt(y)
    half = {x: Interval(0, 1), y: Interval(-1, 1)}
    assert prove_zero(gap, half) == "a common denominator"
    assert prove_zero(gap, {x: Interval(-1, 1), y: Interval(-1, 1)}) is None


@pytest.mark.parametrize(
    "gap",
    [
        sp.cosh(x) ** 2 - sp.sinh(x) ** 2 - 1,
        sp.tanh(x + y) * (1 + sp.tanh(x) * sp.tanh(y)) - sp.tanh(x) - sp.tanh(y),
        sp.coth(a / L) * sp.sinh(a / L) - sp.cosh(a / L),
        sp.sin(3 * x) - 3 * sp.sin(x) + 4 * sp.sin(x) ** 3,
        sp.tan(x) * sp.cos(x) - sp.sin(x),
    ],
    ids=str,
)
def test_waves_are_quotients_of_exponentials(gap):
    domain = {symbol: Interval(sp.Rational(1, 4), 1) for symbol in gap.free_symbols}
    assert prove_zero(gap, domain) == "a common denominator of exponentials"
    for planted in (sp.Rational(1, 10**9), sp.sinh(next(iter(domain))) / 10**9):
        assert not is_zero((gap + planted).rewrite(identity._WAVES, sp.exp), lambda _: True)
