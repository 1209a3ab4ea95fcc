"""Every registered formula: its evaluators agree within its own budget, its derivative is one.

These judge evaluators, not mathematics: claims and the tests of each subject do that.
"""

import importlib
import math
import pkgutil
from functools import cache
from types import SimpleNamespace

import array_api_strict
import numpy as np
import pytest
import sympy as sp
from flint import arb
from hypothesis import assume, given
from hypothesis import strategies as st

from depthlaws import theory
from depthlaws.claims import strategies
from depthlaws.claims.engine import sampling
from depthlaws.theory.symbolic import registry
from depthlaws.theory.symbolic.balls import precision
from depthlaws.theory.symbolic.codegen import MissingEvaluatorError
from depthlaws.theory.symbolic.domain import REAL
from depthlaws.theory.symbolic.registry import formula, formulas
from tests.theory.budgets import PRECISION_BITS, RELATIVE_STEP, assert_within_budget, exact_value
from tests.theory.deciding import assert_decided, examples

for _module in pkgutil.walk_packages(theory.__path__, "depthlaws.theory."):
    importlib.import_module(_module.name)

KINKS = (sp.Abs, sp.Max, sp.Min, sp.Piecewise, sp.sign)
EACH_FORMULA = pytest.mark.parametrize("f", [*formulas().values()], ids=[*formulas()])


@EACH_FORMULA
@examples(6)
@given(data=st.data())
def test_floats_keep_their_error_budget(f, data):
    point = data.draw(strategies.points(f))
    assert_within_budget(f, point, f(**point))


@EACH_FORMULA
@examples(3)
@given(data=st.data())
def test_namespaces_agree(f, data):
    drawn = [data.draw(strategies.points(f)) for _ in range(2)]
    columns = {name: np.array([p[name] for p in drawn]) for name in f.names}
    ours = f(**columns)
    strict = f(**{k: array_api_strict.asarray(v) for k, v in columns.items()})
    assert "array_api_strict" in type(strict).__module__
    assert ours.shape == strict.shape == (2,)
    for point, a, b in zip(drawn, ours, np.asarray(strict), strict=True):
        if a != b:
            assert_within_budget(f, point, float(a))
            assert_within_budget(f, point, float(b))


@EACH_FORMULA
@examples(3)
@given(data=st.data())
def test_arguments_broadcast_to_the_bits_of_each_point_alone(f, data):
    arguments = data.draw(strategies.arrays(f, max_dims=2, max_side=2))
    shape = np.broadcast_shapes(*(v.shape for v in arguments.values()))
    result = f(**arguments)
    assert np.shape(result) == shape
    np.testing.assert_array_equal(
        np.flip(f(**{n: np.flip(v) for n, v in arguments.items()})), result
    )
    for place in np.ndindex(shape):
        alone = {n: np.broadcast_to(v, shape)[place] for n, v in arguments.items()}
        np.testing.assert_array_equal(f(**alone), np.asarray(result)[place])


@cache
def derivative(f, name):
    return f.diff(name)


def smooth(f):
    return [s for s, interval in f.domain.items() if not interval.integer]


@pytest.mark.parametrize(
    "f",
    [f for f in formulas().values() if smooth(f)],
    ids=[k for k, f in formulas().items() if smooth(f)],
)
def test_derivatives_hold_the_mean_value(f):
    """(f(x+h) - f(x-h)) / 2h lies in the derivative's enclosure over [x-h, x+h]."""

    def holds(symbol, point):
        x, interval = point[symbol.name], f.domain[symbol]
        assume(x != 0 and math.isfinite(x) and float(interval.low) < x < float(interval.high))
        with precision(PRECISION_BITS):
            return mean_value_holds(f, symbol.name, point, x)

    assert_decided(holds, 4, st.sampled_from(smooth(f)), strategies.points(f))


def mean_value_holds(f, name, point, x):
    """Return True if the two certainly agree; None if one of them is undecided."""
    h = arb(abs(x)) * RELATIVE_STEP
    sides = [f.ball(**(point | {name: arb(x) + s * h}), prec=PRECISION_BITS) for s in (1, -1)]
    quotient = (sides[0] - sides[1]) / (2 * h)
    assume(quotient.is_finite())
    wide = point | {name: (arb(x) - h).union(arb(x) + h)}
    try:
        slope = derivative(f, name).ball(**wide, prec=PRECISION_BITS)
    except MissingEvaluatorError:
        return None  # an honest "no evaluator" is no wrong value
    assert slope.overlaps(quotient), f"{slope} against {quotient} at {point}"
    if slope.is_finite() and not f.expr.has(*KINKS):
        size = abs(quotient) + abs(exact_value(f, point) / x)
        if size > 0:  # an integral from D to D, say, has no size to compare with
            assert slope.rad() <= size * 1e-3, f"{slope} says nothing at {point}"
    return slope.is_finite()


def closed_ends(f):
    """Yield (symbol name, end, direction inward) for every closed end that can be approached."""
    counted = {s for remainder in f.given.atoms(sp.Mod) for s in remainder.free_symbols}
    for symbol, interval in f.domain.items():
        if symbol in counted:  # even numbers, say
            continue
        ends = (interval.low, interval.left_open, 1), (interval.high, interval.right_open, -1)
        for end, is_open, inward in ends:
            if not is_open and not interval.integer:
                yield symbol.name, float(end), inward


@pytest.mark.parametrize("name", [name for name, f in formulas().items() if [*closed_ends(f)]])
def test_values_at_closed_ends_are_limits(name):
    f = formulas()[name]

    def holds(end, point):
        return end_is_limit(f, *end, point)

    assert_decided(holds, 2, st.sampled_from([*closed_ends(f)]), strategies.points(f))


def end_is_limit(f, symbol, end, inward, point):
    """Return True if the value at an end is certainly the limit; None at an isolated point."""
    point = point | {symbol: end}
    steps = [sp.Rational(2) ** -k for k in (200, 600)]
    near = [-inward / h if math.isinf(end) else sp.Rational(end) + inward * h for h in steps]
    places = [point | {symbol: x} for x in (end, *near)]
    if not all(sampling.allows(f.given, place) for place in places):
        return None
    there, *before = (f.ball(**place, prec=1000) for place in places)
    with precision(PRECISION_BITS):
        gaps = [abs(there - value) for value in before]
        rounding = 1e-15 * (abs(there) + abs(before[1])) + 1e-20
        shrinking = gaps[1] < rounding + gaps[0] * 1e-6
    message = f"{there.str(9)}, just before {before[1].str(9)}, at {point}"
    assert shrinking or not before[1].is_finite(), message
    return shrinking


@EACH_FORMULA
def test_formulas_introduce_themselves(f):
    assert f.says.rstrip().endswith((".", "?"))
    assert f.latex
    assert str(f.source)
    assert f.domain
    assert f.budget > 0
    assert f.parent is None


def test_no_formula_is_written_twice():
    """Same letters, same expression, same quantity: then it is one formula with two names."""
    seen = {}
    for name, f in formulas().items():
        if sp.count_ops(f.expr) < 2:
            continue
        letters = {s: sp.Symbol(s.name, positive=True) for s in f.expr.free_symbols}
        plain = f.expr.xreplace(letters)
        canonical = sp.expand(sp.powdenest(plain)) if sp.count_ops(plain) < 200 else plain
        assert canonical not in seen, f"{name} is {seen[canonical]} again"
        seen[canonical] = name


def test_the_registry_is_not_empty():
    assert {"kappa-relu", "chain-sharpness"} <= set(formulas())


def certainly_outside(ball, interval):
    low, high = float(interval.low), float(interval.high)
    return bool(ball < low) or bool(ball > high)


def certainly_inside(ball, interval):
    return bool(ball >= float(interval.low)) and bool(ball <= float(interval.high))


DECLARED = [f for f in formulas().values() if f.values != REAL]
ORDERED = [
    (f, symbol, sign)
    for f in formulas().values()
    for sign, symbols in ((1, f.rising), (-1, f.falling))
    for symbol in symbols
]


@pytest.mark.parametrize("f", DECLARED, ids=lambda f: f.id)
def test_values_lie_in_the_declared_range(f):
    def holds(point):
        value = exact_value(f, point)
        assert not certainly_outside(value, f.values)
        return certainly_inside(value, f.values)

    assert_decided(holds, 12, strategies.points(f))


@pytest.mark.parametrize(
    ("f", "symbol", "sign"), ORDERED, ids=[f"{f.id}-{s}" for f, s, _ in ORDERED]
)
def test_declared_monotonicity_holds(f, symbol, sign):
    def holds(point, other):
        moved = point | {symbol.name: other}
        assume(sampling.allows(f.given, moved))
        low, high = sorted((point, moved), key=lambda p: p[symbol.name])
        change = exact_value(f, high) - exact_value(f, low)
        assert not sign * change < 0
        return sign * change > 0

    assert_decided(holds, 12, strategies.points(f), strategies.numbers(f.domain[symbol]))


def test_some_formulas_declare_their_range_and_order():
    assert len(DECLARED) > 10
    assert len(ORDERED) > 15


def _cell(says: str, **names: str) -> dict:
    """Run a cell that makes a formula, with the global names of its module."""
    scope = {"__name__": "__main__", **names}
    text = (
        "import sympy as sp\n"
        "from depthlaws.theory import Formula, Interval\n"
        "from depthlaws.theory.papers import CHAIN\n"
        "x = sp.Symbol('x', positive=True)\n"
        f"law = Formula(id='my-cell', says={says!r}, source=CHAIN.beyond('mine'),"
        " domain={x: Interval(0, 9)}, expr=x)\n"
    )
    exec(text, scope)
    return scope


def test_a_notebook_cell_that_makes_a_formula_may_run_again(monkeypatch):
    monkeypatch.setattr(registry, "_registry", dict(registry._registry))
    monkeypatch.setattr(registry, "_interactive", set())
    _cell("First.")
    _cell("Second.")
    assert formulas()["my-cell"].says == "Second."
    with pytest.raises(ValueError, match="two formulas have the id 'chain-sharpness'"):
        registry.add(SimpleNamespace(id="chain-sharpness"), interactive=True)


def test_a_file_may_not_make_a_formula_twice(monkeypatch):
    monkeypatch.setattr(registry, "_registry", dict(registry._registry))
    monkeypatch.setattr(registry, "_interactive", set())
    _cell("First.", __file__="a.py", __name__="a")
    with pytest.raises(ValueError, match="two formulas have the id 'my-cell'"):
        _cell("Second.", __file__="a.py", __name__="a")


def test_digits_are_those_of_one_point():
    with pytest.raises(TypeError, match=r"one number for each argument, got \[2, 8\]"):
        formula("chain-sharpness").mp([2, 8], 2, 1)


def test_latex_of_a_formula_has_greek_letters():
    assert formula("tied-two-loops-energy").latex.startswith(r"\varepsilon^{2} s^{2}")
