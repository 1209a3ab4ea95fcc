"""Summaries of energies, slopes over depths, and their errors."""

import math

import numpy as np
import pytest
import xarray as xr

from depthlaws.sims.onestep import (
    Architecture,
    FirstStep,
    Sampling,
    first_step,
    fitted_slope,
    local_slopes,
    summary,
)


def test_a_summary_is_what_it_says():
    x = xr.DataArray(
        np.exp(np.random.default_rng(0).normal(1, 0.5, (400, 2))), dims=("sample", "k")
    )
    result = summary(x)
    np.testing.assert_allclose(result["mean"], x.mean("sample"))
    np.testing.assert_allclose(result["error"], x.std("sample", ddof=1) / 20)
    np.testing.assert_allclose(result["median"], np.median(x, axis=0))
    np.testing.assert_allclose(result["log_mean"], np.log(x).mean("sample"))
    assert result["trusted"].all()


@pytest.mark.parametrize("bad", [-2.0, np.nan])
def test_energies_of_failed_runs_are_named(bad):
    with pytest.raises(ValueError, match=f"at least 0, got {bad:g}; leave out runs that failed"):
        summary(xr.DataArray([1.0, bad], dims="sample"))


@pytest.mark.parametrize(("variance", "trusted"), [(0.1, True), (0.5, True), (3, False)])
def test_a_heavy_tail_is_not_trusted(variance, trusted):
    """Log-normal energies: with v = 3 the mean of 300 is off by 3 errors in one run of 20."""
    rng = np.random.default_rng(1)
    draws = np.exp(math.sqrt(variance) * rng.standard_normal((300, 200)))
    result = summary(xr.DataArray(draws, dims=("sample", "run")))
    said = float(result.trusted.mean())
    assert said > 0.97 if trusted else said < 0.03
    assert float(result.log_variance.mean()) == pytest.approx(variance, rel=0.05)


def test_networks_that_do_not_move_have_no_logarithm():
    result = summary(xr.DataArray([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]], dims=("sample", "k")))
    assert result.log_mean.values[1] == -math.inf
    assert np.isnan(result.log_error.values[1])
    assert result.trusted.values.tolist() == [True, False]


def test_the_mean_of_a_deep_narrow_network_is_not_trusted():
    """n = 16, L = 16, ReLU: the mean of a few hundred networks misses what carries it."""
    a = Architecture(width=16, depth=16)
    run = first_step(a, FirstStep(), Sampling(samples=200, seed=0), observe="budget")
    assert not bool(summary(run.budget).trusted)


def test_slopes_of_power_laws_and_their_errors():
    rng = np.random.default_rng(2)
    said = []
    for _ in range(400):
        runs = {
            L: xr.DataArray(5.0 * L**3 * np.exp(0.2 * rng.standard_normal(100)), dims="sample")
            for L in (4, 8, 16, 32)
        }
        said.append([fitted_slope(runs), fitted_slope(runs, of="log")])
    for kind in range(2):
        off = np.array([(one[kind].value + 1.5) / one[kind].error for one in said])
        assert abs(off.mean()) < 5 / math.sqrt(400)
        assert abs(off.std() - 1) < 0.2
    assert said[0][0].interval(1.0)[1] - said[0][0].value == pytest.approx(said[0][0].error)
    between = local_slopes(runs)
    assert len(between) == 3
    assert max(abs(one.value + 1.5) / one.error for one in between) < 5
    assert np.mean([one.value for one in between]) == pytest.approx(
        fitted_slope({4: runs[4], 32: runs[32]}).value
    )


def test_the_error_of_a_slope_of_two_depths_is_exact():
    """Relative errors 1/10 and 1/5 of the energies: halves of them add in squares."""
    runs = {
        L: xr.DataArray(level * np.array([1 - spread, 1 + spread]), dims="sample")
        for L, level, spread in ((4, 8.0, 0.1), (16, 1.0, 0.2))
    }
    result = fitted_slope(runs)
    assert result.value == pytest.approx(0.5 * math.log(8) / math.log(4), rel=1e-12)
    assert result.error == pytest.approx(math.hypot(0.05, 0.1) / math.log(4), rel=1e-12)


@pytest.mark.parametrize(
    ("energies", "says"),
    [
        (xr.DataArray([1.0, 2.0], dims="layer"), "dimension sample"),
        (xr.DataArray([1.0], dims="sample"), "2 or more"),
        (xr.DataArray([1.0, -1.0], dims="sample"), "at least 0"),
        (xr.DataArray([1.0, np.nan], dims="sample"), "at least 0"),
    ],
)
def test_energies_that_have_no_summary(energies, says):
    with pytest.raises(ValueError, match=says):
        summary(energies)


def test_slopes_need_two_depths_and_a_known_mean():
    one = xr.DataArray([1.0, 2.0], dims="sample")
    with pytest.raises(ValueError, match=r"two depths or more, got \[4\]"):
        fitted_slope({4: one})
    with pytest.raises(ValueError, match="of must be one of mean, log"):
        fitted_slope({4: one, 8: one}, of="median")
    with pytest.raises(ValueError, match="needs positive budgets, got 0"):
        fitted_slope({4: one, 8: 0 * one}, of="log")
