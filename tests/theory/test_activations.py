import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp
from flint import arb, arb_poly, fmpq
from hypothesis import given
from hypothesis import strategies as st

from depthlaws.theory import activations, formula
from depthlaws.theory.activations import dual, from_function, kappa, leaky_relu
from depthlaws.theory.activations.kernels import TAIL
from depthlaws.theory.symbolic.balls import precision

EPS = 2.0**-52
APPROXIMATION = 9e-17  # relative error of TAIL, most of it from rounding its coefficients
scales = st.floats(0.01, 100)
PIECEWISE = ("relu", "leaky_relu", "abs", "linear", leaky_relu(-0.4), leaky_relu(2.0))


def correlations(count, seed):
    """Correlations spread over (-1, 1), near both ends and near zero at every scale."""
    rng = np.random.default_rng(seed)
    ends = 10 ** rng.uniform(-16, 0, (2, count))
    tiny = 10 ** rng.uniform(-300, -1, count)
    edge = [np.nextafter(-1, 0), np.nextafter(1, 0), -0.5, 0.5, 0.0]
    x = np.concatenate([ends[0] - 1, 1 - ends[1], tiny, -tiny, rng.uniform(-1, 1, count), edge])
    return x[np.abs(x) < 1]


def angular(f, rho):
    """E f(x) f(y) / E r^degree from the angle of (x, y) = r (cos a, cos(a + t)), cos t = rho."""
    t, turn, quarter = mpmath.acos(rho), 2 * mpmath.pi, mpmath.pi / 2
    kinks = {(sign * quarter - shift) % turn for sign in (1, -1) for shift in (0, t)}
    breaks = sorted({mpmath.mpf(0), turn} | kinks)
    return mpmath.quad(lambda a: f(mpmath.cos(a)) * f(mpmath.cos(a + t)), breaks) / turn


# -- the float kernels, certified ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kappa-relu", "gate-relu", "kappa-abs", "gate-abs"])
def test_kernels_keep_four_eps_on_the_open_interval(name):
    law = formula(name)
    x = correlations(400, seed=1)
    for point, got in zip(x, law(x), strict=True):
        exact = law.ball(float(point), prec=400)
        assert abs(arb(float(got)) - exact) <= 4 * EPS * abs(exact), point


def tail_series(terms):
    """Power series of kappa(w - 1) / w^1.5 at w = 0, from that of 2 asin(sqrt(w/2)).

    All coefficients are positive and fall at least as fast as 2^-k.
    """
    front = arb(2).sqrt() / (2 * arb.pi())
    exact = (
        Fraction(math.comb(2 * k, k), 8**k * (2 * k + 1)) / (k + Fraction(3, 2))
        for k in range(terms)
    )
    return [front * arb(fmpq(c.numerator, c.denominator)) for c in exact]


def test_tail_polynomial_is_certified_over_the_whole_interval():
    """|polynomial - g| <= 9e-17 g on [0, 1], by Taylor shifts in ball arithmetic."""
    with precision(256):
        assert_tail_certified(terms=90, pieces=64)


def assert_tail_certified(terms, pieces):
    series = tail_series(terms)
    lowest = series[0]  # g increases
    padded = [arb(c) for c in TAIL] + [arb(0)] * (terms - len(TAIL))
    gap = arb_poly([p - c for p, c in zip(padded, series, strict=True)])
    radius = arb(1) / (2 * pieces)
    for piece in range(pieces):
        centre = arb(2 * piece + 1) / (2 * pieces)
        shifted = gap(arb_poly([centre, 1])).coeffs()
        bound = sum((abs(c) * radius**k for k, c in enumerate(shifted)), arb(2) ** (2 - terms))
        assert bound <= APPROXIMATION * lowest


def test_rounding_of_kappa_is_below_four_eps():
    """Worst case of the float algorithm, operation by operation, in units of u = eps/2.

    Horner in w <= 1 with coefficients p_k loses at most sum (2k+1)|p_k| w^k; then w, sqrt(w), the
    two products and the rounding of w itself (exact for |rho| >= 1/2), last the sum with rho/2.
    """
    horner = sum((2 * k + 1) * abs(p) for k, p in enumerate(TAIL)) / (1 / (2 * math.pi))
    condition_of_w = 0.25 / (1 / (2 * math.pi))  # w kappa'(w-1) / kappa(w-1) at w = 1
    approximation = APPROXIMATION / (EPS / 2)
    tail = horner + 3 + condition_of_w + approximation
    assert (tail + 1) / 2 <= 3.8  # in eps; second-order terms are of order u


@pytest.mark.parametrize("name", ["dual-erf", "gate-erf", "dual-gelu", "gate-gelu"])
def test_variance_dependent_kernels_keep_their_budget_at_every_scale(name):
    law = formula(name)
    derivatives = [law.diff(symbol) for symbol in law.symbols]
    rng = np.random.default_rng(2)
    for _ in range(60):
        first, second = 10 ** rng.uniform(-6, 6, 2)
        sign, near = rng.choice([-1, 1]), 10 ** rng.uniform(-14, 0)
        cross = sign * (1 - near) * math.sqrt(first) * math.sqrt(second)
        point = (float(first), float(cross), float(second))
        exact = law.ball(*point, prec=500)
        slopes = [d.ball(*point, prec=500) for d in derivatives]
        condition = sum(abs(arb(x) * slope) for x, slope in zip(point, slopes, strict=True))
        allowed = law.budget * EPS * (abs(exact) + condition)
        assert abs(arb(law(*point)) - exact) <= allowed, point


# -- the mathematics, by other representations -----------------------------------------------------


@pytest.mark.parametrize("rho", [-0.999, -0.6, 0.0, 0.3, 0.95])
@pytest.mark.parametrize("activation", PIECEWISE, ids=lambda a: getattr(a, "name", a))
def test_piecewise_linear_kernels_against_the_angular_integral(activation, rho):
    left, right = activations.get(activation).slopes

    def phi(x):
        return right * x if x > 0 else left * x

    def derivative(x):
        return right if x > 0 else left

    with mpmath.workdps(30):
        exact = 2 * angular(phi, rho)  # the radial factor E r^2 = 2; that of the gate is 1
        open_gates = angular(derivative, rho)
    assert kappa(rho, activation) == pytest.approx(float(exact), rel=4e-15, abs=1e-18)
    assert kappa(rho, activation, gate=True) == pytest.approx(float(open_gates), rel=4e-15)


@pytest.mark.parametrize("activation", ["erf", "gelu"])
@pytest.mark.parametrize(
    "moments", [(1.0, 0.3, 1.0), (0.5, -0.4, 0.7), (1.5, 1.4, 1.4), (0.1, -0.05, 0.8)]
)
def test_smooth_kernels_against_gauss_hermite(activation, moments):
    result = activations.get(activation)
    oracle = from_function("oracle", result.function, result.derivative)
    assert dual(*moments, activation) == pytest.approx(dual(*moments, oracle), rel=1e-11)
    assert dual(*moments, activation, gate=True) == pytest.approx(
        dual(*moments, oracle, gate=True), rel=1e-11
    )


@pytest.mark.parametrize("activation", ["relu", "abs", "erf", "gelu"])
def test_gate_kernel_is_the_derivative_of_the_dual_kernel(activation):
    step = 1e-4
    first, cross, second = 1.3, 0.45, 0.8
    ahead, behind = (dual(first, cross + d, second, activation) for d in (step, -step))
    gate = dual(first, cross, second, activation, gate=True)
    # Central differences: the error is the third derivative times step^2 / 6.
    assert abs((ahead - behind) / (2 * step) - gate) < 3e-9


@pytest.mark.parametrize(("value", "gate"), [("dual-erf", "gate-erf"), ("dual-gelu", "gate-gelu")])
def test_gate_formulas_are_exact_derivatives(value, gate):
    law, derivative = formula(value), formula(gate)
    point = dict(zip(law.symbols, sp.sympify(("3/2", "-1/3", "2/5")), strict=True))
    gap = sp.diff(law.expr, law.symbols[1]).subs(point) - derivative.expr.subs(point)
    assert abs(gap.evalf(40)) < sp.Float("1e-38")


def test_relu_kernel_shape():
    assert kappa(1.0) == 0.5
    assert kappa(-1.0) == 0.0
    assert kappa(0.0) == pytest.approx(1 / (2 * math.pi), rel=8 * 2.0**-52)
    x = np.sort(correlations(200, seed=3))
    y = kappa(x)
    assert np.all(np.diff(y) >= 0)
    assert np.all((y >= 0) & (y <= 0.5))
    assert np.all(y >= 1 / (2 * math.pi) + x / 4 - 1e-16)  # its tangent at 0


def test_slopes_join_the_named_activations():
    x = np.linspace(-1, 1, 41)
    np.testing.assert_allclose(kappa(x, leaky_relu(0.0)), kappa(x), rtol=4e-15)
    np.testing.assert_allclose(kappa(x, leaky_relu(1.0)), x, atol=4e-16)
    np.testing.assert_allclose(kappa(x, leaky_relu(-1.0)), kappa(x, "abs"), rtol=4e-15)
    np.testing.assert_allclose(kappa(x, "abs"), kappa(-x, "abs"), rtol=4e-15)


@given(st.floats(1e-6, 1e6), st.floats(1e-6, 1e6), st.floats(-1, 1), st.sampled_from(PIECEWISE))
def test_homogeneous_kernels_scale_with_the_deviations(first, second, rho, activation):
    scale = math.sqrt(first) * math.sqrt(second)
    value = dual(first, rho * scale * (1 - 1e-15), second, activation)
    bound = kappa(1.0, activation)  # |kappa| is largest at 1 or -1 and slopes are below 4
    assert abs(value - scale * kappa(rho, activation)) <= 1e-13 * scale * (1 + bound)


@given(scales, scales, st.floats(-1, 1), st.sampled_from(["erf", "gelu"]))
def test_kernels_obey_cauchy_schwarz(first, second, rho, activation):
    cross = rho * math.sqrt(first) * math.sqrt(second) * (1 - 1e-15)
    squares = [dual(h, h, h, activation) for h in (first, second)]
    bound = math.sqrt(squares[0] * squares[1])
    assert abs(dual(first, cross, second, activation)) <= bound * (1 + 1e-12)


# -- bad input ------------------------------------------------------------------------------------


def test_unknown_activation_names_the_nearest():
    with pytest.raises(ValueError, match=r"unknown activation 'rleu'.*relu"):
        kappa(0.5, "rleu")
    with pytest.raises(TypeError, match="name or an Activation"):
        kappa(0.5, 3)


@pytest.mark.parametrize("rho", [1.1, -1.0001, math.nan, math.inf])
def test_correlation_outside_is_refused(rho):
    with pytest.raises(ValueError, match="rho must be in"):
        kappa(rho)


@pytest.mark.parametrize(
    ("moments", "message"),
    [
        ((0.0, 0.0, 1.0), "h11 must be positive"),
        ((1.0, 0.0, math.nan), "h22 must be positive"),
        ((1.0, 1.5, 1.0), r"\|h12\| must be at most"),
        ((1.0, math.nan, 1.0), r"\|h12\| must be at most"),
    ],
)
def test_impossible_covariances_are_refused(moments, message):
    with pytest.raises(ValueError, match=message):
        dual(*moments, "gelu")


def test_slope_must_be_finite():
    with pytest.raises(ValueError, match="negative_slope must be finite"):
        leaky_relu(math.inf)


@pytest.mark.parametrize("variance", [1e-4, 25.0, 1e4])
def test_moments_of_a_gate_at_any_variance(variance):
    """Of tanh, whose gate is narrow in units of a large deviation: against another rule."""
    edges, weight = np.polynomial.legendre.leggauss(40)
    panels = np.arange(-20.0, 20.0)[:, None] + (edges + 1) / 2  # tanh' is 0 beyond
    x = panels * min(1.0, math.sqrt(variance))
    density = np.exp(-(x**2) / (2 * variance)) / math.sqrt(2 * math.pi * variance)
    share = weight * density * min(1.0, math.sqrt(variance)) / 2
    second = np.sum(share / np.cosh(x) ** 4)
    assert activations.gate("tanh", variance=variance) == pytest.approx(second, rel=1e-12)
    fourth = np.sum(share / np.cosh(x) ** 8)
    kurtosis = activations.kappa4("tanh", variance=variance)
    assert kurtosis == pytest.approx(fourth / second**2, rel=1e-12)
