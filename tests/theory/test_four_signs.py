"""Means of products of four signs, against one-factor models."""

import itertools

import mpmath
import numpy as np
import pytest
import scipy.integrate
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from depthlaws.theory.numerics.orthant_probabilities import four_signs, sign_products


def one_factor(loadings):
    """E of the product of signs of a_i t + sqrt(1 - a_i^2) e_i, by integrating over t."""
    a = np.asarray(loadings)
    slope = a / np.sqrt(1 - a**2)

    def integrand(t):
        return scipy.stats.norm.pdf(t) * np.prod(2 * scipy.stats.norm.cdf(slope * t) - 1)

    return 2 * scipy.integrate.quad(integrand, 0, 40, epsabs=1e-13, epsrel=1e-12, limit=400)[0]


@pytest.mark.parametrize(
    "loadings",
    [
        (0.5, 0.5, 0.5, 0.5),
        (0.9, -0.3, 0.7, 0.2),
        (0.99, 0.97, 0.9, 0.95),
        (0.995, 0.995, 0.995, 0.995),
        (0.6, 0.0, 0.8, 0.4),
    ],
)
def test_four_signs_against_one_factor_models(loadings):
    a = np.array(loadings)
    correlation = np.outer(a, a) + np.diag(1 - a**2)
    assert float(four_signs(correlation)) == pytest.approx(one_factor(a), abs=2e-10)


@pytest.mark.parametrize(("apart", "error"), [(1e-4, 1e-12), (1e-6, 1e-10), (1e-8, 1e-8)])
def test_four_signs_keep_their_digits_near_perfect_correlation(apart, error):
    a = 1 - apart * np.array([0.3, 0.9, 0.5, 0.7])
    with mpmath.workdps(25):
        loadings = [mpmath.mpf(float(x)) for x in a]
        slopes = [x / mpmath.sqrt(2 * (1 - x * x)) for x in loadings]
        ends = [0, *(k * mpmath.sqrt(apart) for k in (1, 4, 12)), 1, 4, 11]
        exact = 2 * mpmath.quad(
            lambda t: mpmath.npdf(t) * mpmath.fprod(mpmath.erf(c * t) for c in slopes), ends
        )
    correlation = np.outer(a, a)
    np.fill_diagonal(correlation, 1.0)
    flipped = correlation * np.outer([1, -1, 1, 1], [1, -1, 1, 1])
    assert float(four_signs(correlation)) == pytest.approx(float(exact), abs=error)
    assert float(four_signs(flipped)) == -float(four_signs(correlation))


def test_four_signs_of_two_independent_pairs():
    correlation = np.eye(4)
    correlation[0, 1] = correlation[1, 0] = 0.7
    correlation[2, 3] = correlation[3, 2] = -0.4
    expected = (2 / np.pi) ** 2 * np.arcsin(0.7) * np.arcsin(-0.4)
    assert float(four_signs(correlation)) == pytest.approx(expected, abs=1e-12)


@given(st.integers(0, 2**32 - 1), st.permutations(range(4)))
@settings(max_examples=30)
def test_four_signs_do_not_depend_on_the_order(seed, order):
    """The integration treats one variable unlike the others; the result must not depend on it."""
    factor = np.random.default_rng(seed).standard_normal((4, 6))
    covariance = factor @ factor.T
    size = np.sqrt(np.diag(covariance))
    correlation = covariance / (size[:, None] * size)
    shuffled = correlation[np.ix_(order, order)]
    assert float(four_signs(correlation)) == pytest.approx(float(four_signs(shuffled)), abs=1e-8)


def test_repeated_signs_cancel():
    correlation = np.array([[1.0, 0.6, 0.3], [0.6, 1.0, -0.2], [0.3, -0.2, 1.0]])
    quadruples = np.array([[0, 0, 1, 1], [0, 1, 0, 2], [2, 1, 2, 2], [1, 2, 0, 0]])
    pairs = 2 / np.pi * np.arcsin([1.0, -0.2, -0.2, -0.2])
    np.testing.assert_allclose(sign_products(correlation, quadruples), pairs, atol=1e-15)


def test_more_sets_of_four_than_are_integrated_at_once():
    times = np.arange(20)
    correlation = 0.7 ** np.abs(times - times[:, None])
    sets = np.array(list(itertools.combinations(times, 4)))
    assert len(sets) > 4096
    actual = sign_products(correlation, sets, nodes=3)
    np.testing.assert_array_equal(actual[-9:], sign_products(correlation, sets[-9:], nodes=3))
