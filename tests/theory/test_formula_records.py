"""Records of formulas: arguments, descriptions, the registry, derived formulas."""

import math
from fractions import Fraction

import array_api_strict
import mpmath
import numpy as np
import pytest
import sympy as sp
from flint import arb
from mpmath import mpf

from depthlaws.theory.papers import LOOPED
from depthlaws.theory.symbolic import balls, codegen
from depthlaws.theory.symbolic.arrays import ArrayContext
from depthlaws.theory.symbolic.balls import BallContext
from depthlaws.theory.symbolic.codegen import MissingEvaluatorError
from depthlaws.theory.symbolic.domain import DEPTH, POSITIVE, REAL, UNIT, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import Symbol
from depthlaws.theory.symbolic.multiprecision import MpContext
from depthlaws.theory.symbolic.registry import UnknownNameError, formula, formulas, reading
from depthlaws.theory.symbolic.symbols import declare, letter, meaning
from tests.theory.toy_formulas import QUOTIENT, k, make, n, quotient, r, x, y, z

pytestmark = pytest.mark.usefixtures("own_registry")


def test_arguments_by_position_and_by_name():
    f = quotient()
    assert f(3, 2) == f(3, y=2) == f(y=2, x=3) == 4.5
    assert type(f(3, 2)) is float
    assert f(3, math.inf) == 0


def test_lists_and_arrays_broadcast():
    f = quotient()
    np.testing.assert_array_equal(f([1, 2], 2), [0.5, 2])
    np.testing.assert_array_equal(f(np.array([1, 2]), [[1], [2]]), [[1, 4], [0.5, 2]])
    assert f([], 1).shape == (0,)
    assert f(np.ones((2, 0, 3)), 1).shape == (2, 0, 3)
    integers = array_api_strict.asarray([1, 2])
    assert f(integers, 2).dtype == array_api_strict.float64


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 2), r"x must be above 0 and finite, got 0 \(f\)"),
        ((math.nan, 2), "x must be above 0 and finite, got nan"),
        ((math.inf, 2), "x must be above 0 and finite, got inf"),
        ((1, 0.5), r"y must be at least 1 \(or inf\), got 0.5"),
        (([1, 2, -3, -4], 2), "got -3"),
        ((np.array([[1.0, np.nan]]), 2), "got nan"),
        ((array_api_strict.asarray([1.0, -2.0]), 2), "got -2"),
        ((np.ones(2), np.ones(3)), "broadcast"),
        (("a", 2), "x must be a real number"),
    ],
)
def test_values_outside_the_domain_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        quotient()(*arguments)


@pytest.mark.parametrize("bad", [(1,), (1, 2, 3), (None, 2), (1j, 2)])
def test_wrong_arguments_are_type_errors(bad):
    with pytest.raises(TypeError):
        quotient()(*bad)


def test_a_wrong_keyword_shows_the_signature():
    with pytest.raises(TypeError, match=r"f\(x, y\): .*missing.*'y'"):
        quotient()(1, q=2)


def test_an_integer_domain_refuses_fractions_in_every_namespace():
    f = make(2**n, domain={n: Interval(1, sp.oo, integer=True)})
    assert f(3) == 8
    assert f(math.inf) == math.inf
    for bad in (2.5, [1, 2.5], array_api_strict.asarray([2.5])):
        with pytest.raises(
            ValueError, match=r"n must be an integer, at least 1 \(or inf\), got 2.5"
        ):
            f(bad)


@pytest.mark.parametrize(
    "third", [sp.Rational(1, 3), Fraction(1, 3), "1/3", arb(1) / 3], ids=lambda v: type(v).__name__
)
def test_rational_arguments_are_exact(third):
    f = quotient()
    with balls.precision(200):
        gap = f.ball(third, 1, prec=200) * 9 - 1
    assert gap.contains(0)
    assert abs(gap) < (1e-15 if isinstance(third, arb) else 1e-55)
    if not isinstance(third, arb):
        with mpmath.workdps(40):
            assert abs(f.mp(third, 1, dps=40) * 9 - 1) < mpf(10) ** -38


def test_irrational_and_infinite_arguments():
    f = quotient()
    with balls.precision(200), mpmath.workdps(40):
        assert abs(f.ball(sp.sqrt(2), 1, prec=200) - 2) < 1e-55
        assert abs(f.mp(sp.sqrt(2), 1, dps=40) - 2) < mpf(10) ** -38
    for infinite in (sp.oo, math.inf, "inf"):
        assert f.ball(1, infinite) == 0
        assert f.mp(1, infinite) == 0
    g = make(sp.exp(r), r, domain={r: Interval(-sp.oo, 0)}, name="g")
    for infinite in (-sp.oo, -math.inf, "-inf"):
        assert g.ball(infinite) == 0
        assert g.mp(infinite) == 0
    assert g(-math.inf) == 0


def test_precision_of_balls_follows_and_is_restored():
    f = make(sp.exp(x), x)
    assert f.ball(1, prec=400).rad() < 1e-110
    assert 1e-18 > f.ball(1, prec=64).rad() > 1e-21
    before = arb(1).exp().rad()
    with pytest.raises(MissingEvaluatorError):
        make(sp.zeta(x), x, name="g").ball(2, prec=500)
    assert arb(1).exp().rad() == before


# -- the record ------------------------------------------------------------------------------------


def test_a_formula_describes_itself():
    f = quotient()
    assert "A test." in f.__doc__
    assert str(f.source) == "chain, eq. (1)"
    assert f.latex == r"\frac{x^{2}}{y}"
    assert f._repr_latex_() == r"$\displaystyle \frac{x^{2}}{y}$"
    assert repr(f) == "f(x, y) = x**2/y\nA test. [chain, eq. (1)]\nx in (0, oo), y in [1, oo]"
    assert "A test." in f._repr_html_()
    assert str(f.__signature__) == "(x, y)"


def test_a_kernel_serves_arrays_only():
    f = make(QUOTIENT, x, y, kernel=lambda a, b: a * (a / b) + 1)
    assert f(3, 2) == 5.5
    np.testing.assert_array_equal(f(np.array([3.0]), 2), [5.5])
    strict = f(array_api_strict.asarray([3.0]), 2)
    assert float(strict[0]) == 5.5
    assert array_api_strict.__name__ in type(strict).__module__
    assert f.mp(3, 2) == 4.5
    assert f.ball(3, 2) == 4.5


def test_unchecked_skips_the_domain():
    f = quotient()
    assert f.unchecked(np.array([-3.0]), 2) == [4.5]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"expr": 0.5 * x}, TypeError, "f: inexact constants .*0.5.*; use sp.Rational"),
        ({"expr": x + y}, ValueError, r"f: no domain for \['y'\]"),
    ],
)
def test_a_bad_record_is_refused(options, error, message):
    with pytest.raises(error, match=message):
        make(options["expr"], x)
    assert "f" not in formulas()


def test_two_formulas_may_not_share_an_id():
    quotient()
    with pytest.raises(ValueError, match="two formulas have the id 'f'"):
        quotient()


def test_unknown_names_suggest_the_nearest():
    make(x, x, name="chain-sharpness")
    make(y, y, name="chain-time")
    with pytest.raises(UnknownNameError, match=r"unknown formula 'sharpnes'.*chain-sharpness"):
        formula("sharpnes")
    with pytest.raises(ValueError, match="unknown formula"):
        formula("sharpnes")
    with pytest.raises(KeyError):
        formula("sharpnes")


def test_the_registry_is_read_only_ordered_and_filtered_by_paper():
    names = ["second", "first", "third"]
    for name in names:
        make(x, x, name=name)
    looped = Formula(id="l", says="s", source=LOOPED.eq(1), domain={x: POSITIVE}, expr=x)
    assert list(formulas()) == [*names, "l"]
    assert dict(formulas("looped")) == {"l": looped}
    with pytest.raises(TypeError):
        formulas()["new"] = looped


def test_a_function_without_evaluator_says_so():
    f = make(sp.zeta(x), x)
    for evaluate in (f, f.mp, f.ball):
        with pytest.raises(MissingEvaluatorError, match="no evaluator for the function zeta"):
            evaluate(2)
    trilogarithm = make(sp.polylog(3, z), z, name="g")
    with pytest.raises(MissingEvaluatorError, match="no array evaluator for polylog"):
        trilogarithm(0.5)
    assert float(trilogarithm.mp(0.5)) == float(trilogarithm.ball(0.5).mid())
    with pytest.raises(MissingEvaluatorError, match="only 2F1"):
        make(sp.hyper((x,), (y,), z), x, y, z, name="h").mp(1, 2, 0.5)


def test_what_the_arithmetics_do_not_have_is_named():
    twice = make(sp.Sum(sp.Sum(x**k, (k, 1, n)), (n, 1, 2)), x)
    assert twice.expr.limits[1:], "SymPy makes one sum of two"
    with pytest.raises(MissingEvaluatorError, match="no evaluator for a multiple sum"):
        twice.mp(0.5)
    with pytest.raises(TypeError, match=r"inexact constant 0\.3.* use sp\.Rational or a symbol"):
        codegen.compile_expression(0.3 * x, (x,))
    summed = codegen.compile_expression(sp.Sum(x**k, (k, 1, 2)), (x,))
    with pytest.raises(MissingEvaluatorError, match="no array evaluator: the formula needs a ker"):
        summed(ArrayContext(np), np.ones(2))
    for context in (BallContext(), MpContext()):
        assert all(hasattr(context, name) for name in codegen._Printer.functions.values())
        assert not hasattr(context, "nothing")


def test_a_series_is_summed_to_the_end_where_that_is_a_number():
    f = make(sp.Sum(z**k / k, (k, 1, sp.oo)), z)
    with mpmath.workdps(40):
        assert abs(f.mp("0.7", dps=30) + mpmath.log1p(-mpf("0.7"))) < 1e-28
    assert f(0.7) == pytest.approx(-math.log1p(-0.7), rel=1e-14)
    with pytest.raises(ValueError, match="must be one finite integer"):
        f.ball(0.7)


def test_extreme_points_without_a_ball_keep_what_floats_say():
    """An infinite value, and one of which no arithmetic but the kernel knows."""
    assert make(sp.log(x - y), x, y)(1e100, 1e100) == -math.inf
    kernel = make(sp.zeta(x), x, name="g", kernel=lambda a: a * a / 1e-200)
    assert kernel(1e-150) == pytest.approx(1e-100, rel=1e-8)
    assert kernel(1e-200) == 0
    nowhere = make((x - y) * sp.log(x - y), x, y, name="h")
    with pytest.raises(
        ValueError, match=r"h leaves .* at x=1e\+100, y=1e\+100; ask its .mp for the value"
    ):
        nowhere(1e100, 1e100)


def test_what_has_no_place_on_the_line_is_not_certainly_outside():
    f = make(x**2, x)
    assert f.mp(mpmath.mpc(1, 1)) == mpmath.mpc(0, 2)
    assert math.isnan(f.mp(math.nan))
    with pytest.raises(ValueError, match="x must be above 0"):
        f.mp(-1)


def test_replaced_answers_with_another_expression_in_every_arithmetic():
    f = make(QUOTIENT, x, y, kernel=lambda a, b: a * (a / b))
    with f.replaced(x + y):
        assert (f(3, 2), f.mp(3, 2), f.ball(3, 2)) == (5, 5, 5)
        assert f.diff(x).expr == 1
        with f.replaced(x):
            assert f(3, 2) == 3
        assert f(3, 2) == 5
    assert (f(3, 2), f.mp(3, 2), f.ball(3, 2)) == (4.5, 4.5, 4.5)
    with pytest.raises(ZeroDivisionError), f.replaced(x + y):
        raise ZeroDivisionError
    assert f(3, 2) == 4.5
    with pytest.raises(ValueError, match="no domain"), f.replaced(x + z):
        pass
    assert f.expr == QUOTIENT


# -- derived formulas ------------------------------------------------------------------------------


def test_derived_formulas_remember_their_parent_and_are_not_registered():
    f = quotient()
    slope = f.diff("x").at(y=2)
    assert slope(3) == 3
    assert slope.parent.parent is f
    assert slope.names == ("x",)
    assert repr(slope).startswith("f.diff(x, 1).at(y=2)(x) = x\n")
    assert list(formulas()) == ["f"]
    assert f.diff(x, 2)(3, 4) == 0.5
    with reading() as read:
        slope(3)
    assert read == {"f"}
    assert f.budget == slope.budget


def test_limits_and_infinite_values():
    f = make((1 + x / y) ** y, domain={x: POSITIVE, y: DEPTH})
    assert f.limit(y, sp.oo).expr == sp.exp(x)
    assert f.at(y=math.inf).expr == sp.exp(x)
    assert f.at(x=0.1, y=1).expr == sp.Rational(11, 10)
    with pytest.raises(UnknownNameError, match="unknown symbol of f 'q'"):
        f.at(q=1)
    with pytest.raises(UnknownNameError, match="unknown symbol of f"):
        f.diff(z)


@pytest.mark.parametrize(
    ("interval", "text", "inside", "outside"),
    [
        (DEPTH, "[1, oo]", [1, 2.5, math.inf], [0.999, -math.inf, math.nan]),
        (UNIT, "(0, 1)", [0.5], [0, 1, math.nan]),
        (REAL, "(-oo, oo)", [-1e300, 0], [math.inf, -math.inf, math.nan]),
        (Interval(1, 4, integer=True), "integers in [1, 4]", [1, 4], [0, 5, 1.5, math.nan]),
    ],
)
def test_intervals_know_what_they_contain(interval, text, inside, outside):
    assert str(interval) == text
    assert all(interval.contains(v) for v in inside)
    assert not any(interval.contains(v) for v in outside)
    np.testing.assert_array_equal(interval.contains(np.array(inside, dtype=float)), True)
    np.testing.assert_array_equal(interval.contains(np.array(outside, dtype=float)), False)


def test_a_quotient_is_rounded_once_and_a_reciprocal_not_at_all():
    """(a/b) with exact a, b is the correctly rounded quotient."""
    third = codegen.compile_expression(x / (3 * y), (x, y))
    context = ArrayContext(np)
    assert third(context, 7.0, 1.0) == 7 / 3
    assert codegen.compile_expression(1 / x, (x,))(context, 3.0) == 1 / 3


def test_symbols_of_which_only_the_name_is_known_meet_those_of_sympy():
    late = Symbol("x", positive=True)
    assert late == Symbol("x", positive=True) == x
    assert [late == other for other in (Symbol("x"), sp.Symbol("x"), y, "x", 1)] == [False] * 5


def test_a_letter_of_two_papers_keeps_both_meanings():
    """They are equal as symbols: one paper's width is another's number of loops."""
    loops, width = (declare("N", what, integer=True, positive=True) for what in ("loops", "width"))
    assert loops == width
    assert (str(meaning(loops)), str(meaning(width))) == ("loops", "width")
    assert meaning(Symbol("N", integer=True, positive=True)) is None


def test_letters_of_latex_are_greek_and_words_upright():
    names = [declare(name, "") for name in ("eps", "lam", "mu_yx", "h0", "energy", "theta_end")]
    assert [*map(letter, names)] == [
        r"\varepsilon", r"\lambda", r"\mu_{yx}", "h_{0}", r"\mathrm{energy}",
        r"\theta_{\mathrm{end}}",
    ]  # fmt: skip
