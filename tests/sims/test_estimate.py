"""Estimates merged like the samples that they come from."""

import math
import re
from functools import reduce
from operator import add

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from depthlaws.sims.common.estimate import Estimate, shown

EMPTY = Estimate(0, 0.0, 0.0)
numbers = st.floats(-1e6, 1e6, allow_subnormal=False)
samples = st.lists(numbers, min_size=1, max_size=40)


def assert_close(a, b, scale):
    """Equal up to a few roundings of numbers of this size."""
    assert a.n == b.n
    np.testing.assert_allclose(a.mean, b.mean, rtol=0, atol=1e-14 * a.n * scale)
    np.testing.assert_allclose(a.m2, b.m2, rtol=0, atol=1e-14 * a.n**2 * scale**2)


@given(st.lists(samples, min_size=1, max_size=6))
def test_merging_parts_is_one_run(parts):
    whole = np.concatenate(parts)
    merged = sum((Estimate.of(part) for part in parts), start=EMPTY)
    assert_close(merged, Estimate.of(whole), 1 + np.abs(whole).max())


@given(st.lists(samples, min_size=2, max_size=6), st.randoms())
def test_merging_in_any_order(parts, random):
    """Shards arrive in any order, and two halves may be merged before they meet."""
    scale = 1 + max(abs(x) for part in parts for x in part)
    estimates = [Estimate.of(part) for part in parts]
    forward = reduce(add, estimates)
    half = len(parts) // 2
    tree = reduce(add, estimates[half:]) + reduce(add, estimates[:half])
    random.shuffle(estimates)
    assert_close(forward, reduce(add, estimates), scale)
    assert_close(forward, tree, scale)


@given(hnp.arrays(np.float64, (7, 2, 3), elements=numbers), st.integers(1, 6))
def test_arrays_merge_elementwise(x, split):
    merged = Estimate.of(x[:split]) + Estimate.of(x[split:])
    for index in np.ndindex(2, 3):
        one = Estimate.of(x[(slice(None), *index)])
        assert_close(Estimate(7, merged.mean[index], merged.m2[index]), one, 1 + np.abs(x).max())


@given(samples)
def test_a_scalar_is_a_float_and_shows_its_error(x):
    """The digits shown are the mean to a tenth of its error, or all of it."""
    estimate = Estimate.of(x)
    assert repr(estimate) == f"Estimate({estimate}, n={estimate.n})"
    assert str(estimate) in estimate._repr_html_()
    if estimate.n > 1 and estimate.sem > 0:
        value, error, power = re.fullmatch(r"([-\d.]+)\((\d+)\)(e.*)?", str(estimate)).groups()
        scale = float(f"1{power or ''}")
        assert abs(float(value) * scale - estimate.mean) <= 0.51 * estimate.sem
        digits = len(value.partition(".")[2])
        assert int(error) * scale / 10**digits == pytest.approx(estimate.sem, rel=0.3)
    assert type(estimate.mean) is type(estimate.m2) is type(estimate.sem) is float


def test_errors_are_those_of_scipy():
    x = np.random.default_rng(1).standard_normal((50, 4)) ** 2
    estimate = Estimate.of(x)
    np.testing.assert_allclose(estimate.sem, stats.sem(x), rtol=1e-14)
    np.testing.assert_allclose(estimate.variance, x.var(axis=0, ddof=1), rtol=1e-14)
    np.testing.assert_allclose(estimate.z(1.0), stats.ttest_1samp(x, 1.0).statistic, rtol=1e-13)


def test_a_large_mean_does_not_drown_the_variance():
    """The sum of squares minus the square of the sum has no correct digit here."""
    x = 1e9 + np.random.default_rng(2).standard_normal(1000)
    merged = reduce(add, (Estimate.of(part) for part in np.split(x, 50)))
    assert merged.variance == pytest.approx(np.var(x - 1e9, ddof=1), rel=1e-6)


def test_z_of_a_true_mean_is_student():
    x = np.random.default_rng(3).normal(2.0, 3.0, (20, 4000))
    assert stats.kstest(Estimate.of(x).z(2.0), stats.t(19).cdf).pvalue > 1e-3


def test_z_without_spread():
    exact = Estimate(5, np.array([1.0, 1.0, 1.0]), np.zeros(3))
    np.testing.assert_array_equal(exact.z([1.0, 0.0, 2.0]), [0.0, np.inf, -np.inf])


def test_one_sample_has_no_error():
    estimate = Estimate.of([3.0])
    assert estimate.mean == 3.0
    assert math.isnan(estimate.sem)
    assert math.isnan(estimate.variance)


def test_labelled_samples_keep_their_labels():
    x = np.random.default_rng(4).standard_normal((3, 50))
    estimate = Estimate.of(
        xr.DataArray(x, dims=("time", "sample"), coords={"time": [1, 2, 4]}), "sample"
    )
    assert estimate.mean.dims == estimate.sem.dims == ("time",)
    merged = estimate + estimate
    assert merged.sem.dims == ("time",)
    np.testing.assert_allclose(merged.mean.sel(time=4), x[2].mean())
    np.testing.assert_allclose(estimate.z(0.0), stats.ttest_1samp(x, 0.0, axis=1).statistic)


def test_float32_samples_are_summed_in_float64():
    x = np.full(10_000, 0.1, dtype=np.float32)
    assert Estimate.of(x).mean == pytest.approx(float(np.float32(0.1)), rel=1e-15)


@pytest.mark.parametrize(
    ("error", "text"),
    [(0.0194, "1.569(19)"), (0.0196, "1.57(2)"), (0.024, "1.57(2)"), (0.0996, "1.57(10)")],
)
def test_two_digits_of_an_error_that_begins_with_one(error, text):
    assert shown(1.5693, error) == text


@pytest.mark.parametrize("bad", [[], [1.0, np.nan], [np.inf, 1.0], np.empty((0, 3))])
def test_no_estimate_of_nothing_or_of_a_diverged_run(bad):
    with pytest.raises(ValueError, match="present and finite"):
        Estimate.of(bad)


def test_bad_fields():
    with pytest.raises(ValueError, match="at least 0"):
        Estimate(-1, 0.0, 0.0)
    with pytest.raises(ValueError, match="shapes"):
        Estimate(2, np.zeros(3), 0.0)
    with pytest.raises(TypeError):
        Estimate.of([1.0]) + 1.0


def test_equality_compares_arrays():
    x = np.arange(6.0).reshape(2, 3)
    assert Estimate.of(x) == Estimate.of(x.copy())
    assert Estimate.of(x) != Estimate.of(x + 1)
    assert Estimate.of(x) != 1


def test_arrays_are_shown_entry_by_entry():
    rng = np.random.default_rng(0)
    x = rng.normal([[1.0, 20.0], [-3.0, 0.04]], [[0.1, 3.0], [1.0, 0.001]], (50, 2, 2))
    result = re.findall(r"[-\d.()]+", str(Estimate.of(x)))
    assert result == [str(Estimate.of(x[:, i, j])) for i in (0, 1) for j in (0, 1)]
    assert str(Estimate.of(x[:, :, 0])).startswith("[")
