"""Accuracy at points where a kernel once lost its digits."""

import contextlib
import math

import mpmath
import numpy as np
import pytest

from depthlaws import chain
from depthlaws.theory import formula
from depthlaws.theory.chain.precise_alpha import alpha_mp
from depthlaws.theory.numerics import elementary
from tests.theory.budgets import assert_within_budget, sensitivity

INF = math.inf
EPS = 2.0**-52
LAGS = [
    (a, a * (1 + d), L) for a in (0.3, 0.9, 7.0) for d in (1e-9, -1e-13) for L in (1 + 1e-12, 3)
]
POINTS = [
    ("chain-descent-lag", (0.008799244158186337, 0.008799244158306432, 1.0000006466243871)),
    ("chain-descent-lag", (0.009351998671515926, 0.009351998671483019, 1.0000006781334458)),
    ("chain-descent-lag", (0.017864520827795327, 0.017864651586365122, 1.000070927185127)),
    *[("chain-descent-lag", point) for point in LAGS],
    *[("trajectory-isometry-lower", (d - 1, d, 0.0, 1.0)) for d in (10.0, 1e6, 1e12)],
    *[("trajectory-isometry-lower", (d - 7, d, 1e-5, 2.0)) for d in (1e4, 1e9)],
    *[("tied-energy-upper", (n, e, 1.0, 1.0)) for n, e in ((10, 1e10), (1, 1e100), (1000, 0.3))],
    *[("isotropic-update-untied", (n, e, 1.0, 1.0, 1.0)) for n, e in ((3, 1e55), (60, 1e2))],
    *[("untied-energy", (n, e, 1.0, 1.0, 0.5)) for n, e in ((2, 1e58), (60, 1e2))],
    *[("backward-untied", (n, e, 1.0)) for n, e in ((2, 1e58), (60, 1e2))],
]


@pytest.mark.parametrize(
    ("name", "point"), POINTS, ids=[f"{n}-{i}" for i, (n, _) in enumerate(POINTS)]
)
def test_lost_digits_are_back(name, point):
    f = formula(name)
    assert_within_budget(f, dict(zip(f.names, map(float, point), strict=True)), f(*point))


@pytest.mark.parametrize("exponent", [-1.0, 0.5, 2.0, 2.7])
@pytest.mark.parametrize("shape", [(), (1,), (1, 1), (1, 3), (3, 1), (2, 1, 4)])
def test_a_power_has_the_same_bits_in_every_shape(shape, exponent):
    for x in np.random.default_rng(0).uniform(1, 20, 200):
        alone = elementary.power(x, exponent)
        for base, power in ((np.full(shape, x), exponent), (x, np.full(shape, exponent))):
            result = elementary.power(base, power)
            assert np.shape(result) == shape
            np.testing.assert_array_equal(result, alone)


@pytest.mark.parametrize("alpha0", [1e155, 3e160, 1e161])
@pytest.mark.parametrize("share", [-0.9, -0.5, 0.5, 2.0, 1e3])
def test_times_so_small_that_they_are_subnormal(alpha0, share):
    t = share * 0.5 / alpha0 / alpha0
    with mpmath.workdps(700):
        exact = mpmath.mpf(alpha0) / mpmath.sqrt(1 + 2 * mpmath.mpf(t) * mpmath.mpf(alpha0) ** 2)
    assert abs(chain.alpha(t, alpha0, INF) / float(exact) - 1) < 64 * EPS


@pytest.mark.parametrize("alpha0", [1e-300, 0.5, 1e9])
@pytest.mark.parametrize("L", [4 - 2 * EPS, 4 + 4 * EPS])
def test_at_both_sides_of_the_depth_from_which_exponents_are_split(alpha0, L):
    """Also where 1 - alpha is 1 in doubles. The logarithm is the condition in L."""
    t = 0.7 * chain.time(math.sqrt(alpha0) if alpha0 < 0.25 else (1 + alpha0) / 2, alpha0, L)
    exact = alpha_mp(t, alpha0, L, dps=18)
    allowed = 16 + abs(math.log(alpha0))
    assert abs(chain.alpha(t, alpha0, L) / exact - 1) < allowed * EPS


@pytest.mark.parametrize(("t", "L"), [(-0.5, 1), (1e-6, 2), (3.0, 1)])
def test_digits_are_found_from_as_far_above_as_there_are_doubles(t, L):
    """A layer alone decays; two layers have t = log(alpha/(alpha-1)) beside what the start adds."""
    with mpmath.workdps(330):
        decay, start = mpmath.exp(-mpmath.mpf(t)), mpmath.mpf(1e300)
        exact = 1 - (1 - start) * decay if L == 1 else 1 / (1 + (1 / start - 1) * decay)
        assert abs(alpha_mp(t, 1e300, L, dps=25) / exact - 1) < 1e-25


def test_digits_of_block_two_are_found_from_far_above():
    end = alpha_mp(1e-2, 1e300, 4, network="block2", r=20.0, dps=20)
    law = formula("block2-time-integer-depth")
    assert abs(law.mp(end, 1e300, 4, 20.0, 1, dps=320) / 1e-2 - 1) < 1e-19


@pytest.mark.parametrize(
    ("t", "alpha0", "said"),
    [
        (1e-300, 1e300, r"alpha\(t\) must be at most 1e\+30, got 1.95e\+171"),
        (1e6, 0.1, "1-alpha must be above 1e-5000, got 1e-434"),
    ],
)
def test_digits_that_would_take_hours_are_refused(t, alpha0, said):
    with pytest.raises(ArithmeticError, match=said):
        alpha_mp(t, alpha0, 8)


def refused_or_finite(first, alpha0, L):
    """Within rounding of its beginning a solution has a value or none, but never 0 or infinity."""
    for steps in range(-8, 9):
        with contextlib.suppress(ValueError):
            assert 0 < chain.alpha(first + steps * np.spacing(first), alpha0, L) < INF


@pytest.mark.parametrize("alpha0", [1.5, 40.0, 1e9])
@pytest.mark.parametrize("L", [1.5, 1.9999999, 2.0, 3.0, INF])
def test_at_birth_and_a_rounding_before_it_there_is_no_solution(alpha0, L):
    first = chain.earliest(alpha0, L)
    refused_or_finite(first, alpha0, L)
    with pytest.raises(ValueError, match="begins"):
        chain.alpha(first * (1 + 1e-9), alpha0, L)
    after = first * (1 - 1e-9)
    assert math.isfinite(chain.alpha(after, alpha0, L))


@pytest.mark.parametrize("L", [1.2, 1.99])
def test_below_the_target_a_solution_that_is_not_born_is_refused(L):
    first = chain.earliest(0.3, L)
    refused_or_finite(first, 0.3, L)
    with pytest.raises(ValueError, match="begins"):
        chain.alpha(first * (1 + 1e-9), 0.3, L)


@pytest.mark.parametrize("r", [1e15, 1e40, 1e200])
@pytest.mark.parametrize("L", [1.0, 2.5, 40.0, 1e6, INF])
def test_block_two_starts_at_any_data_ratio(r, L):
    first = chain.earliest(3.0, L, network="block2", r=r)
    assert -1 < first < 0
    back = chain.alpha(first / 2, 3.0, L, network="block2", r=r)
    assert chain.time(3.0, back, L, network="block2", r=r) == pytest.approx(-first / 2, rel=1e-10)


@pytest.mark.parametrize("r", [1e15, 1e40, 1e100])
def test_block_two_climbs_at_any_data_ratio(r):
    end = chain.time(0.5, 0.1, 8.0, network="block2", r=r)
    assert chain.alpha(end, 0.1, 8.0, network="block2", r=r) == pytest.approx(0.5, rel=1e-9)


@pytest.mark.parametrize(
    ("alpha", "alpha0", "L", "r"),
    [  # the worst of thousands of points
        (4.70872e-1, 1.06008e-6, 7, 4.019e7),
        (8.65066e-6, 1.4731e-3, 5, 4.384e47),
        (8.9157e-56, 0.776508, 13, 7.622e73),
        (7.93304e-6, 0.535157, 5, 2.069e123),
        (0.945786, 3.5345e-85, 3, 2.264e133),
        (7.78269e-105, 1.37487e-99, 7, 1.353e108),
    ],
)
def test_times_of_block_two_lose_a_quarter_of_log_r(alpha, alpha0, L, r):
    law = formula("block2-time-integer-depth")
    point = {"alpha": alpha, "alpha0": alpha0, "L": L, "r": r, "tau": 1.0}
    value, total = sensitivity(law, point)
    assert abs(law(**point) - value) < total * EPS * (law.budget + math.log(r) / 4)
