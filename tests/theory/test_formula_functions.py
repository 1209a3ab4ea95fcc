"""Every function in three arithmetics, each against another representation; branches of balls."""

import math

import array_api_strict
import mpmath
import numpy as np
import pytest
import sympy as sp
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mpf

from depthlaws.theory.symbolic import balls
from depthlaws.theory.symbolic.balls import BallContext
from depthlaws.theory.symbolic.registry import formulas
from tests.theory.toy_formulas import k, make, n, r, x, y, z

pytestmark = pytest.mark.usefixtures("own_registry")

# -- every function against its defining integral, series, recursion or equation -------------------

quad, inf, e = mpmath.quad, mpmath.inf, mpmath.e


def euler_2f1(a, b, c, u):
    factor = mpmath.gamma(c) / (mpmath.gamma(b) * mpmath.gamma(c - b))
    return factor * quad(lambda t: t ** (b - 1) * (1 - t) ** (c - b - 1) / (1 - u * t) ** a, [0, 1])


def dilogarithm(u):
    return -quad(lambda t: mpmath.log(1 - u * t) / t, [0, 1])


def digamma(u):
    return -mpmath.euler + quad(lambda t: (1 - t ** (u - 1)) / (1 - t), [0, 0.5, 1])


def exponential_integral(u):
    return (
        mpmath.euler + mpmath.log(u) + mpmath.nsum(lambda j: u**j / (j * mpmath.fac(j)), [1, inf])
    )


def bessel(order, u):
    angles = [0, mpmath.pi]
    return quad(lambda t: mpmath.exp(u * mpmath.cos(t)) * mpmath.cos(order * t), angles) / mpmath.pi


def gamma(u):
    return quad(lambda t: t**u * e**-t, [0, 1, 10, 40, inf]) / u


def branches(u):
    return mpmath.log(u) if 1 < u < 2 else mpf(1) if u == 1 else u**2 if u != 2 else mpf(0)


PIECES = sp.Piecewise(
    (sp.log(x), sp.And(x > 1, x < 2)),
    (1, sp.Eq(x, 1)),
    (x**2, sp.Or(x < 1, sp.Ne(x, 2))),
    (0, True),
)
FUNCTIONS = {
    "2F1": (sp.hyper((x, y), (y + z + 1,), -r**2), (x, y, z, r),
            [(0.7, 1, 0.5, 0.6), (2, 1.5, 0.9, 3)],
            lambda a, b, c, u: euler_2f1(a, b, b + c + 1, -u * u)),
    "2F1 integer": (sp.hyper((1, 1), (2,), z), (z,), [(0.999,), (0.25,)],
                    lambda u: -mpmath.log(1 - u) / u),
    "Lambert W": (sp.LambertW(x), (x,), [(0.1,), (3,), (700,)],
                  lambda u: mpmath.findroot(lambda w: w * mpmath.exp(w) - u, mpmath.log1p(u))),
    "incomplete beta": (sp.betainc(x, y, 0, z), (x, y, z), [(1.5, 2, 0.3), (3, 0.7, 0.9)],
                        lambda a, b, u: quad(lambda t: t ** (a - 1) * (1 - t) ** (b - 1), [0, u])),
    "digamma": (sp.digamma(x), (x,), [(1.5,), (20,)], digamma),
    "trigamma": (sp.polygamma(1, x), (x,), [(0.3,), (4,)],
                 lambda u: mpmath.nsum(lambda j: 1 / (j + u) ** 2, [0, inf])),
    "erf": (sp.erf(r), (r,), [(-0.4,), (0.0,), (2,)],
            lambda u: 2 / mpmath.sqrt(mpmath.pi) * quad(lambda t: e ** (-t * t), [0, u])),
    "erfc": (sp.erfc(r), (r,), [(-1,), (5,)],
             lambda u: 2 / mpmath.sqrt(mpmath.pi) * quad(lambda t: e ** (-t * t), [u, u + 1, inf])),
    "log": (sp.log(x), (x,), [(0.2,), (7,)], lambda u: quad(lambda t: 1 / t, [1, u])),
    "cube root": (sp.cbrt(x), (x,), [(0.2,), (7,)],
                  lambda u: mpmath.findroot(lambda t: t**3 - u, u / 2 + 0.3)),
    "root": (x ** sp.Rational(-5, 2), (x,), [(0.2,), (7,)], lambda u: 1 / (u * u * mpmath.sqrt(u))),
    "power": (x**r, (x, r), [(0.2, -1.5), (7, 0.25)], lambda u, v: mpmath.exp(v * mpmath.log(u))),
    "power of a rational": (sp.Rational(1, 3) ** r, (r,), [(-1.5,), (4,)],
                            lambda v: mpmath.exp(-v * mpmath.log(3))),
    "Ei": (sp.Ei(x), (x,), [(0.2,), (6,)], exponential_integral),
    "dilogarithm": (sp.polylog(2, r), (r,), [(-5,), (0.3,), (0.99,)], dilogarithm),
    "gamma": (sp.gamma(x), (x,), [(0.4,), (5.5,)], gamma),
    "log gamma": (sp.loggamma(x), (x,), [(0.4,), (5.5,)], lambda u: mpmath.log(gamma(u))),
    "lower gamma": (sp.lowergamma(x, y), (x, y), [(1.5, 2), (3, 0.5)],
                    lambda a, u: quad(lambda t: t ** (a - 1) * e**-t, [0, u])),
    "upper gamma": (sp.uppergamma(x, y), (x, y), [(0.5, 2), (3, 0.5)],
                    lambda a, u: quad(lambda t: t ** (a - 1) * e**-t, [u, u + 1, u + 9, inf])),
    "Bessel I0": (sp.besseli(0, x), (x,), [(0.4,), (9,)], lambda u: bessel(0, u)),
    "Bessel I1": (sp.besseli(1, x), (x,), [(0.4,), (9,)], lambda u: bessel(1, u)),
    "binomial": (sp.binomial(n, 3), (n,), [(3,), (10,)],
                 lambda u: mpf(math.comb(int(u), 3))),
    "factorial": (sp.factorial(n), (n,), [(1,), (12,)], lambda u: mpf(math.factorial(int(u)))),
    "sum": (sp.Sum(z**k, (k, 0, n)), (z, n), [(0.3, 5)], lambda q, m: (1 - q ** (m + 1)) / (1 - q)),
    "product": (sp.Product(x + k, (k, 1, n)), (x, n), [(0.3, 5)],
                lambda u, m: mpmath.gamma(u + m + 1) / mpmath.gamma(u + 1)),
    "integral": (sp.Integral(sp.exp(-x * k), (k, 0, y)), (x, y), [(0.3, 5)],
                 lambda u, v: (1 - mpmath.exp(-u * v)) / u),
    "pieces": (PIECES, (x,), [(0.5,), (1,), (1.5,), (2,), (3,)], branches),
    "closed pieces": (sp.Piecewise((x, x <= 1), (2 * x, x >= 3), (0, True)), (x,),
                      [(0.5,), (1,), (2,), (3,), (4,)],
                      lambda u: u if u < 1.5 else 2 * u if u > 2.5 else mpf(0)),
    "absolute value": (sp.Abs(r), (r,), [(-2.5,), (0,), (1,)], lambda u: max(u, -u)),
    "sign": (sp.sign(r), (r,), [(-2.5,), (0,), (1,)], lambda u: mpf((u > 0) - (u < 0))),
    "extremes": (sp.Max(r, 0, x) + sp.Min(r, x), (r, x), [(-2, 1), (3, 1)],
                 lambda u, v: max(u, v) + min(u, v)),
    "floor": (sp.floor(r), (r,), [(-1.5,), (2.5,)], lambda u: mpf(math.floor(u))),
    "trigonometry": (sp.sin(r) + sp.tan(r) - sp.atan(r), (r,), [(0.7,)],
                     lambda u: u + mpmath.nsum(lambda j: (-1) ** j * u ** (2 * j + 1)
                     / mpmath.fac(2 * j + 1), [1, inf]) + mpmath.sin(u) / mpmath.cos(u)
                     - quad(lambda t: 1 / (1 + t * t), [0, u])),
    "arcs": (sp.asin(z) - 2 * sp.acos(z), (z,), [(0.7,)],
             lambda u: quad(lambda t: 3 / mpmath.sqrt(1 - t * t), [0, u]) - mpmath.pi),
    "hyperbolic": (sp.sinh(x) * sp.coth(x) - sp.cosh(x) / 2 + sp.tanh(x), (x,), [(0.7,)],
                   lambda u: (e**u + e**-u) / 4 + 1 - 2 / (e ** (2 * u) + 1)),
    "areas": (sp.asinh(z) + sp.acosh(1 + z) + sp.atanh(z), (z,), [(0.7,)],
              lambda u: mpmath.log(u + mpmath.sqrt(1 + u * u)) + mpmath.log((1 + u) / (1 - u)) / 2
              + mpmath.log(1 + u + mpmath.sqrt(u * u + 2 * u))),
    "constants": (sp.pi * sp.E + sp.EulerGamma + sp.Rational(1, 3) + r, (r,), [(0.5,)],
                  lambda u: 4 * mpmath.atan(1) * mpmath.exp(1) - mpmath.psi(0, 1) + mpf(1) / 3 + u),
}  # fmt: skip
EVERY_FUNCTION = pytest.mark.parametrize(
    ("expr", "symbols", "points", "truth"), FUNCTIONS.values(), ids=FUNCTIONS
)


@EVERY_FUNCTION
def test_every_function_in_every_arithmetic(expr, symbols, points, truth):
    f = make(expr, *symbols)
    for point in points:
        with mpmath.workdps(50):
            exact = truth(*(mpf(v) for v in point))
        scale = max(abs(exact), mpf(1) / 10)
        assert abs(f.mp(*point, dps=30) - exact) < mpf(10) ** -28 * scale
        with balls.precision(200):
            gap = f.ball(*point, prec=160) - arb(mpmath.nstr(exact, 48))
        assert abs(gap) < 1e-38 * float(scale)
        assert f(*point) == pytest.approx(float(exact), rel=4e-14, abs=1e-15)


@EVERY_FUNCTION
def test_every_function_agrees_between_numpy_and_the_strict_namespace(expr, symbols, points, truth):
    f = make(expr, *symbols)
    columns = [np.array(column, dtype=float) for column in zip(*points, strict=True)]
    ours = f(*columns)
    strict = f(*(array_api_strict.asarray(column) for column in columns))
    assert isinstance(ours, np.ndarray)
    assert ours.dtype == np.float64
    assert "array_api_strict" in type(strict).__module__
    np.testing.assert_array_max_ulp(np.asarray(strict), ours, maxulp=4)
    np.testing.assert_array_max_ulp(ours, np.array([f(*p) for p in points]), maxulp=4)


@EVERY_FUNCTION
@settings(max_examples=8, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_wide_balls_enclose(expr, symbols, points, truth, data):
    """The image of a box contains the image of each of its points."""
    f = make(expr, *symbols, name=f"f{len(formulas())}")
    point = data.draw(st.sampled_from(points))
    width = data.draw(st.sampled_from([1e-6, 0.01, 0.2]))
    box, inner = [], []
    for symbol, value in zip(symbols, point, strict=True):
        exact = symbol is n
        radius = 0.0 if exact else width * abs(float(value))
        box.append(arb(float(value), radius))
        inner.append(float(value) + radius * data.draw(st.sampled_from([-1.0, -0.3, 0.0, 1.0])))
    if z in symbols and inner[symbols.index(z)] >= 1:
        return
    image = f.ball(*box)
    assert not image.is_finite() or image.contains(f.ball(*inner, prec=256))


def test_wide_balls_stay_finite_where_the_function_is():
    """Enclosing by 'anything' would be no certificate."""
    loose = set()
    for name, (expr, symbols, points, _) in FUNCTIONS.items():
        radii = [0 if s is n else 1e-3 for s in symbols]
        box = [arb(float(v), radius) for v, radius in zip(points[-1], radii, strict=True)]
        if not make(expr, *symbols, name=name).ball(*box).is_finite():
            loose.add(name)
    assert loose == set()


# -- branches and three-valued logic ---------------------------------------------------------------


def test_a_ball_that_straddles_a_branch_covers_both():
    f = make(sp.Piecewise((-1, x < 1), (x, True)), x)
    assert f.ball(arb(0.5, 0.1)) == -1
    both = f.ball(arb(1, 0.25))
    assert both.contains(-1)
    assert both.contains(arb(1.25))
    assert not both.contains(-2)


def test_branches_that_are_not_needed_are_not_evaluated():
    f = make(sp.Piecewise((sp.log(1 - x), x < 1), (sp.Integer(7), True)), x)
    assert f.ball(2) == 7
    assert f.mp(2) == 7
    assert f(2) == 7


def test_a_point_that_no_branch_covers_has_no_value():
    f = make(sp.Piecewise((x, x < 1)), x)
    assert not f.ball(2).is_finite()
    assert math.isnan(f(2))
    assert mpmath.isnan(f.mp(2))


BALL = arb(1, 0.5)


@pytest.mark.parametrize(
    ("name", "a", "b", "answer"),
    [
        ("lt", 0, 1, True), ("lt", 1, 1, False), ("lt", BALL, 1, None), ("lt", BALL, 2, True),
        ("le", 1, 1, True), ("le", 2, 1, False), ("le", BALL, 1, None), ("le", BALL, 0, False),
        ("gt", 1, 0, True), ("gt", 1, 1, False), ("gt", BALL, 1, None), ("gt", 0, BALL, False),
        ("ge", 1, 1, True), ("ge", 0, 1, False), ("ge", BALL, 1, None), ("ge", 2, BALL, True),
        ("eq", 1, 1, True), ("eq", 1, 2, False), ("eq", BALL, 1, None), ("eq", BALL, 3, False),
        ("ne", 1, 1, False), ("ne", 1, 2, True), ("ne", BALL, 1, None), ("ne", BALL, 3, True),
        ("lt", arb.nan(), 1, None), ("eq", BALL, BALL, None),
    ],
)  # fmt: skip
def test_comparisons_of_balls_are_three_valued(name, a, b, answer):
    assert getattr(BallContext(), name)(a, b) is answer


@pytest.mark.parametrize(
    ("terms", "every", "some"),
    [
        ((True, True), True, True),
        ((True, False), False, True),
        ((True, None), None, True),
        ((False, None), False, None),
        ((None, None), None, None),
        ((False, False), False, False),
    ],
)
def test_and_or_follow_kleene(terms, every, some):
    assert BallContext().all_of(*terms) is every
    assert BallContext().any_of(*terms) is some


@pytest.mark.parametrize("power", [sp.Rational(1, 2), sp.Rational(5, 3), y])
def test_a_power_of_a_ball_that_touches_zero_stays_finite(power):
    f = make(x**power, x, y)
    image = f.ball(arb(0.5, 0.5), 2)
    assert image.contains(0)
    assert image.contains(f.ball(1, 2))
    assert image.is_finite()


def test_a_ball_outside_the_reals_is_not_finite():
    assert not make(sp.sqrt(r), r, name="a").ball(-1).is_finite()
    assert not make(sp.log(r), r, name="b").ball(-1).is_finite()
    assert not make(1 / r, r, name="c").ball(arb(0, 1)).is_finite()


def test_an_integrand_with_a_kink_is_not_certified_wrongly():
    f = make(sp.Integral(sp.Abs(k - x), (k, 0, 2)), x)
    image = f.ball(1)
    assert not image.is_finite() or image.contains(1)


def test_a_sum_needs_an_integer_limit():
    f = make(sp.Sum(z**k, (k, 0, y)), z, y)
    with pytest.raises(ValueError, match="must be one finite integer, got"):
        f.ball(0.5, 2.5)
