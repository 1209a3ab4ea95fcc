"""Limits of residual streams in loops and layers, by their differential equations."""

import math

import mpmath
import numpy as np
import pytest
import scipy.integrate
import scipy.special
from numpy.polynomial import chebyshev

from depthlaws.theory import formula, residual
from depthlaws.theory.residual import Stream, limit, tied_kernel, untied_energy
from depthlaws.theory.residual.stream_recursions import output_energy
from tests.theory.kernel_sums import EPS, assert_within_error, relu_kernel


def goursat(T, *, normalize=False, nodes=22, sweeps=20):
    """H(T, T) by Picard sweeps with Chebyshev polynomials on the triangle tau = sigma w.

    H(sigma, tau) = 1 + 2 int_0^tau I(a, a) da + int_tau^sigma I(a, tau) da with
    I(a, b) = a int_0^{b/a} c(a, w) dw: another representation than any recursion in time.
    """
    x = np.cos(np.pi * (np.arange(nodes) + 0.5) / nodes)
    sigma, w = (x + 1) * T / 2, (x + 1) / 2
    points, weights = np.polynomial.legendre.leggauss(nodes)
    fit = np.linalg.inv(chebyshev.chebvander(x, nodes - 1))

    def inner(antiderivative, a, ratio):
        upper = chebyshev.chebval2d(2 * a / T - 1, 2 * ratio - 1, antiderivative)
        return a * (
            upper - chebyshev.chebval2d(2 * a / T - 1, -np.ones_like(ratio), antiderivative)
        )

    def between(antiderivative, low, high, top):
        half = (high - low)[..., None] / 2
        a = (high + low)[..., None] / 2 + half * points
        ratio = np.ones_like(a) if top is None else top[..., None] / a
        return (half * inner(antiderivative, a, ratio)) @ weights

    def solution(antiderivative, high, low):
        square = between(antiderivative, np.zeros_like(low), low, None)
        return 1 + 2 * square + between(antiderivative, low, high, low)

    grid, part = np.meshgrid(sigma, w, indexing="ij")
    source = np.full_like(grid, 0.5)
    for _ in range(sweeps):
        coefficients = fit @ source @ fit.T
        antiderivative = chebyshev.chebint(coefficients, axis=1) / 2
        kernel = solution(antiderivative, grid, grid * part)
        first = solution(antiderivative, grid, grid)
        second = solution(antiderivative, grid * part, grid * part)
        rho = np.clip(kernel / np.sqrt(first * second), -1, 1)
        source = (np.sqrt(1 - rho**2) + rho * np.arccos(-rho)) / (2 * np.pi)
        if not normalize:
            source = source * np.sqrt(first * second)
    end = np.array([T])
    return float(solution(antiderivative, end, end)[0])


@pytest.mark.parametrize(("T", "normalize"), [(0.5, False), (1.0, False), (2.0, True)])
def test_limit_solves_the_goursat_problem(T, normalize):
    result = limit(T, normalize=normalize)
    spectral = goursat(T, normalize=normalize)
    assert abs(result.value - spectral) < result.error + 3e-14 * spectral
    assert result.error < 1.5e-14 * result.value


def test_limits_of_arrays_are_those_of_their_elements():
    times, starts = np.array([0.5, 6.0, 24.0]), np.array([[1.0], [3.0]])
    result = limit(times, 0.7, starts)
    assert result.value.shape == result.error.shape == (2, 3)
    for i, j in np.ndindex(2, 3):
        one = limit(times[j], 0.7, starts[i, 0])
        assert isinstance(one.value, float)
        assert (result.value[i, j], result.error[i, j]) == (one.value, one.error)
    assert limit([1.0], loops=3, layers=2).value.shape == (1,)


def test_limit_of_many_layers_at_large_times():
    """One loop has the closed form exp(s^2 T^2 / 2)."""
    times = np.array([1.0, 4.0, 8.0, 16.0])
    result = limit(times, loops=1, layers=math.inf)
    assert np.all(np.abs(result.value - np.exp(times**2 / 2)) <= result.error)
    assert np.all(result.error < np.array([2e-14, 2e-13, 1e-12, 3e-8]) * result.value)


def test_an_extrapolation_that_is_far_off_is_no_limit(monkeypatch):
    monkeypatch.setattr("depthlaws.theory.residual.limits.MAX_ERROR", 1e-7)
    with pytest.raises(ValueError, match=r"no limit found at s T = 30\.0: .* factor of 1;"):
        limit([1.0, 30.0], loops=1, layers=math.inf)


def test_limit_constants():
    assert_within_error(limit(1.0), 1.567957324643655)
    assert_within_error(limit(2.0), 4.318802401303336)
    assert_within_error(limit(4.0), 53.7727032895007)
    assert f"{limit(1.0).value:.10f}" == "1.5679573246"


def test_limit_of_the_linear_stream_is_a_bessel_function():
    for T, s in ((1.0, 1.0), (2.0, 0.7), (24.0, 1.0)):
        result = limit(T, s, activation="linear")
        closed = formula("tied-linear-limit")(T, s)
        assert_within_error(result, float(mpmath.besseli(0, 2 * T * s)))
        budget = formula("tied-linear-limit").budget * EPS * (1 + 2 * T * s)
        assert closed == pytest.approx(float(mpmath.besseli(0, 2 * T * s)), rel=budget)


def test_limit_scales_and_agrees_with_its_kernel():
    one, three = limit(1.0), limit(0.5, 2.0, 3.0)
    assert abs(three.value - 3 * one.value) <= three.error + 3 * one.error
    field = residual.limit_kernel(1.0, points=4, doublings=7)
    assert np.abs(field.value[-1] - field.value[:, -1]).max() == 0
    assert field.value[-1, -1] == pytest.approx(limit(1.0).value, rel=1e-13)
    assert field.error.max() < 1e-9, "the change at the last doubling, not an earlier one"
    before = residual.limit_kernel(1.0, points=4, doublings=6)
    np.testing.assert_array_equal(field.time, np.arange(5) / 4)
    rounding = 4 * np.finfo(float).eps * np.abs(field.value)
    largest = np.maximum(np.abs(field.value - before.value), rounding)
    np.testing.assert_allclose(field.error, largest, rtol=1e-12)
    half = residual.limit_kernel(0.5, points=2, doublings=7)
    np.testing.assert_allclose(field.value[:3, :3], half.value, rtol=1e-12)


def test_recursion_approaches_the_limit_at_rate_one_over_loops():
    target = limit(1.0).value
    gaps = [n * (tied_kernel(n, 1 / n)[-1, -1] - target) for n in (256, 512, 1024)]
    assert gaps[-1] == pytest.approx(-0.1481, abs=2e-4)
    assert abs(gaps[2] - gaps[1]) < 0.6 * abs(gaps[1] - gaps[0])


def test_many_layers_at_one_loop_is_an_exponential():
    result = limit(1.0, 1.2, loops=1, layers=math.inf)
    assert result.value == pytest.approx(math.exp(1.2**2 / 2), rel=1e-14)
    assert_within_error(limit(16.0, loops=1, layers=math.inf), math.exp(128))


def test_many_layers_at_two_loops_solves_its_differential_equations():
    """Loop 0 then loop 1: K_nm' = (lambda/N)^2 (S_{n+1,m+1} - S_nm), K_nm(0) = K_{n-1,m-1}(1)."""
    loops, lam = 2, 1.5
    gain = (lam / loops) ** 2

    def dual(first, cross, second):
        scale = math.sqrt(first * second)
        return scale * float(relu_kernel(min(cross / scale, 1.0)))

    def slope(_, k):
        k00, k01, k11 = k
        c00, c11, c01 = k00 / 2, k11 / 2, dual(k00, k01, k11)
        return gain * np.array([c00, c00 + c01, 2 * c01 + c11])

    options = {"rtol": 1e-12, "atol": 1e-12, "method": "DOP853"}
    first = scipy.integrate.solve_ivp(lambda t, k: gain * k / 2, (0, 1), [1.0], **options).y[0, -1]
    end = scipy.integrate.solve_ivp(slope, (0, 1), [1.0, 1.0, first], **options).y[:, -1]
    result = limit(lam, loops=loops, layers=math.inf)
    assert result.value == pytest.approx(end[2], rel=1e-10)


def test_blocks_forget_their_layers_as_loops_grow():
    target = limit(1.0).value
    for layers in (3, 8):
        gaps = [
            abs(output_energy(Stream(loops=n, layers=layers, eps=1 / (n * layers**0.5))) - target)
            for n in (16, 32, 64)
        ]
        assert gaps[2] < 0.6 * gaps[1] < 0.36 * gaps[0]


def test_small_time_expansion():
    law, frozen = formula("tied-limit-small-time"), formula("tied-frozen-gates-limit")
    for T in (0.125, 0.25, 0.5):
        rest = limit(T).value - law(T, 1.0, 1.0)
        assert abs(rest) < 0.002 * T**6
    fifth = (limit(0.5).value - frozen(0.5, 1.0, 1.0)) / 0.5**5
    assert fifth == pytest.approx(1 / (120 * math.sqrt(2) * math.pi), rel=0.01)


def test_growth_per_loop():
    energies = np.diag(tied_kernel(60, 1.0))
    ratio = energies[1:] / energies[:-1]
    target = formula("tied-growth-per-loop")(1.0, 1.0)
    assert np.all(np.diff(np.abs(ratio - target))[10:] < 0)
    assert ratio[-1] == pytest.approx(target, rel=1e-3)


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("alpha", [0.0, 0.25, 0.5])
def test_divergence_exponential(alpha, tied):
    """Log H_n / n^exponent approaches the constant: its error falls from n to 4 n."""
    law = residual.divergence(alpha, tied=tied)
    if law.law == "bounded":
        assert untied_energy(10**6, 1e-3) == pytest.approx(law.constant, rel=1e-5)
        return

    def gap(n):
        steps = {"loops": n} if tied else {"loops": 1, "layers": n}
        energy = output_energy(Stream(eps=n**-alpha, **steps))
        return abs(math.log(energy) / n**law.exponent - law.constant)

    assert gap(256) < 0.75 * gap(64) + 1e-12
    assert gap(256) < 0.2 * law.constant


@pytest.mark.parametrize(("tied", "alpha"), [(True, 0.0), (True, 0.5), (False, 0.25)])
def test_divergence_of_the_normalised_stream_is_a_power(tied, alpha):
    law = residual.divergence(alpha, tied=tied, normalize=True)
    assert law.law == "power"

    def scaled(n):
        steps = {"loops": n} if tied else {"loops": 1, "layers": n}
        return output_energy(Stream(eps=n**-alpha, normalize=True, **steps)) / n**law.exponent

    assert scaled(1024) == pytest.approx(law.constant, rel=0.15)
    assert abs(scaled(1024) - law.constant) < abs(scaled(256) - law.constant)
