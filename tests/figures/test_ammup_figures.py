"""Numbers of the ammup figures: simulated points agree with exact curves."""

import numpy as np
import xarray as xr

from depthlaws.figures import figure
from depthlaws.theory import updates
from depthlaws_papers.ammup.figures import post_activation, rates
from depthlaws_papers.ammup.figures.rates import Curve


def assert_near(simulated, error, exact, bias=0.0):
    """Check that every simulated point is within 2.5 half intervals (and a bias) of theory."""
    simulated, error, exact = map(np.asarray, (simulated, error, exact))
    seen = np.isfinite(exact)
    assert seen.any()
    off = np.abs(simulated - exact)[seen]
    np.testing.assert_array_less(off, 2.5 * error[seen] + bias * np.abs(exact[seen]) + 1e-12)


def test_the_same_seed_makes_the_same_data():
    one = figure("ammup-fig2")
    first, again = one.small(), one.small()
    xr.testing.assert_identical(first, again)
    assert not np.allclose(first.simulated, one.data(type(one.quick)(**one.tiny), 1).simulated)


def test_a_family_runs_through_its_law_and_scales():
    """At width 64 laws with a width agree exactly, normalised ones up to order 1/n."""
    ds = figure("ammup-slopes").small(width=64, samples=150, depths=(2, 4))
    at_width = ds.isel(curve=slice(0, 3))
    assert_near(at_width.simulated, at_width.error, at_width.exact)
    assert_near(ds.simulated, ds.error, ds.exact, bias=0.08)
    assert_near(ds.slope, ds.slope_error, ds.exact_slope, bias=0.08)


def test_slopes_are_those_of_a_power_law():
    depths = np.array([2, 4, 8, 16])
    np.testing.assert_allclose(rates.fitted_exponent(depths, 3.0 * depths**-1.5), -1.5, rtol=1e-12)


def test_rates_scale_as_the_width_says():
    assert rates.rate_scale(64, 4, {}) == 4.0
    assert rates.rate_scale(64, 4, {"loss": "ce"}) == 8.0
    assert rates.rate_scale(64, 4, {"optimizer": "sign"}) == 64.0


def test_cross_entropy_and_sign_steps_have_their_laws():
    curves = [
        Curve("sign", "plain", {"optimizer": "sign", "activation": "linear"}),
        Curve("ce", "plain", {"loss": "ce", "activation": "linear"}),
    ]
    ds = rates.rate_curves(
        curves, (1, 2, 4), width=256, outputs=4, samples=120, seed=0, part="label"
    )
    assert_near(ds.simulated, ds.error, ds.exact, bias=0.06)


def test_the_parts_run_through_their_ratio():
    ds = figure("ammup-split").small(width=32, samples=2000, depths=(1, 2), outputs=(1, 32))
    assert_near(ds.simulated, ds.error, ds.exact)
    parts = [
        np.mean(updates.energies("plain", 2, width=32, outputs=32, activation="linear", part=part))
        for part in ("output", "label")
    ]
    np.testing.assert_allclose(ds.exact.sel(outputs=32, depth=2), parts[0] / parts[1])
    assert float(ds.local.sel(ratio=1.0, far=32)) < float(ds.local.sel(ratio=0.0, far=32))


def test_branches_have_the_exponents_that_are_written_beside_them():
    from depthlaws_papers.ammup.figures import branches

    ds = figure("ammup-branches").small(width=64, samples=60, depths=(8, 16, 32))
    np.testing.assert_allclose(ds.slope, branches.EXPONENTS, atol=0.2)


def test_streams_end_at_their_limits():
    assert abs(post_activation.energy("residual", 0.5, 10**6) - np.e) < 1e-5
    assert abs(post_activation.energy("post-activation", 1.0, 10**5) - 1.35358) < 1e-4
    ds = figure("ammup-post-activation").small(width=200, samples=60, depths=(1, 4), far=(1, 4))
    assert_near(ds.simulated, ds.error, ds.exact, bias=0.02)


def test_stems_run_through_their_law_and_are_forgotten():
    ds = figure("ammup-fig2").small(width=48, samples=200, depths=(6, 8), far=(64, 128))
    assert_near(ds.simulated, ds.error, ds.exact)
    np.testing.assert_allclose(ds.local.sel(stem="m = 4"), -1, atol=0.01)
    assert (ds.local.sel(stem="m = K") < -1.3).all()


def test_energies_over_the_rate_are_quadratic_and_one_at_eta_star():
    ds = figure("ammup-fig4").small()
    np.testing.assert_allclose(ds.exact_energy, (ds.rate / ds.exact) ** 2)
    np.testing.assert_allclose(ds.simulated_energy, (ds.rate / ds.simulated) ** 2)


def test_table_1_is_drawn_as_printed():
    ds = figure("ammup-table-slopes").small(width=48, samples=300, first=1, last=(2, 4), shown=(4,))
    np.testing.assert_allclose(ds.printed.mean(), -1.378556, atol=1e-6)
    one = ds.sel(shown=4, last=4)
    assert_near(one.simulated, one.error, one.exact, bias=0.08)
    assert list(ds.curve.values[np.isnan(one.finite)]) == ["post-LN"]
    assert_near(one.simulated, one.error, one.finite)


def test_zero_padding_loses_what_the_walk_says():
    ds = figure("ammup-fig6").small(channels=24, samples=300, sites=(4, 8), depth=6)
    assert_near(ds.state, ds.state_error, ds.survival)
    value, error = float(ds.contrast), float(ds.contrast_error)
    np.testing.assert_allclose(value, float(ds.slope[1] - ds.slope[0]))
    assert error < 0.6 * float(np.hypot(*ds.slope_error))


def test_differences_of_runs_with_the_same_weights_have_their_spread():
    """In 500 repetitions the interval contains 95 % of the differences."""
    rng, inside = np.random.default_rng(0), []
    for _ in range(500):
        common, own = rng.lognormal(sigma=0.5, size=(2, 100)), rng.lognormal(sigma=0.1, size=100)
        first = [xr.Dataset({"budget": ("sample", row)}) for row in common]
        second = [first[0], xr.Dataset({"budget": ("sample", common[1] * own)})]
        value, half = rates.exponent_difference(first, second, (1, 2))
        inside.append(abs(value + 0.005 / 2 / np.log(2)) < half)  # log E own = 0.1^2 / 2
    assert 0.91 < np.mean(inside) < 0.98


def test_kernels_and_ablations_are_finite():
    for name in ("ammup-fig3", "ammup-fig5", "ammup-fig7"):
        ds = figure(name).small()
        assert np.isfinite(ds.slope).all()
        assert (ds.slope_error > 0).all()
