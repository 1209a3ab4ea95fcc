"""The numbers of the looped figures: exact curves through the simulated points."""

import numpy as np
import xarray as xr

from depthlaws.figures import figure
from depthlaws.figures.looped import scaling_rules
from depthlaws.figures.looped import width as looped_width
from depthlaws.theory import formula, residual
from depthlaws.theory.residual import Stream


def test_the_same_seed_makes_the_same_data():
    one = figure("looped-norms")
    first, again = one.small(), one.small()
    another = one.data(type(one.quick)(**one.tiny), 1)
    xr.testing.assert_identical(first, again)
    assert not np.allclose(first.norm, another.norm, equal_nan=True)


def near(simulated, error, exact, bias=0.0):
    """Whether every simulated point is within 5 standard errors (and a bias) of theory."""
    simulated, error, exact = map(np.asarray, (simulated, error, exact))
    seen = np.isfinite(simulated)
    assert seen.any()
    off = np.abs(simulated - exact)[seen]
    np.testing.assert_array_less(off, 5 * error[seen] + bias * np.abs(exact[seen]) + 1e-12)


def test_norms_start_on_the_exact_curve():
    ds = figure("looped-fig1").small(counts=(1, 4), width=96, samples=24, steps=1)
    start = ds.isel(step=0)
    near(start.norm, start.norm_error, start.exact, bias=1 / 96)
    np.testing.assert_allclose(ds.exact.sel(count=1), np.sqrt(1.5), rtol=1e-12)
    untied = ds.exact.sel(kind="untied", rule="none")
    np.testing.assert_allclose(untied, np.sqrt([1.5, 3.0]), rtol=1e-12)
    assert float(ds.moved.isel(step=0).max()) == 0


def test_cosines_run_through_the_points():
    ds = figure("looped-cosines").small(width=400, samples=30)
    off = ~np.eye(5, dtype=bool)
    one = ds.sel(model="looped")
    near(one.big_simulated.values[off], one.big_error.values[off], one.big_exact.values[off], 0.02)
    below = np.tril(off)
    for model in ds.model.values:
        shown, parts = ds.big.sel(model=model).values, ds.sel(model=model)
        np.testing.assert_array_equal(shown[below], parts.big_simulated.values[below])
        np.testing.assert_array_equal(shown[~below], parts.big_exact.values[~below])
    assert (ds.single_exact >= 1 / np.pi - 1e-12).all()


def test_first_updates_follow_the_exact_step():
    changes = {
        "width": 256,
        "samples": 12,
        "rate": 0.01,
        "one_width": 256,
        "one_samples": 24,
    }
    ds = figure("looped-updates").small(**changes)
    first = ds.sel(step=1)
    near(first.moved, first.moved_error, ds.exact, bias=0.02)
    for name in ("time", "block"):
        near(ds[f"{name}_simulated"], ds[f"{name}_error"], ds[f"{name}_exact"], bias=0.02)
    closed = formula("sign-one-loop")(1.0, 1.0, 1.0)
    np.testing.assert_allclose(ds.exact.sel(count=1), closed, rtol=0.01)


def test_norm_trajectories_run_through_the_points():
    ds = figure("looped-norms").small(width=300, samples=20)
    near(ds.norm, ds.error, ds.exact, bias=1 / 300)
    assert np.isnan(ds.exact.sel(loops=1, loop=2)).all()


def test_the_limit_is_approached_within_its_bounds():
    ds = figure("looped-limit").small()
    assert (ds.lower < ds.frozen).all()
    assert (ds.frozen < ds.limit).all()
    assert (ds.limit < ds.upper).all()
    near(ds.simulated, ds.error, ds.exact.sel(T=ds.shown.values), bias=0.02)
    one = ds.sel(at=1.0)
    ratio = one.gap.values[:-1] / one.gap.values[1:]
    np.testing.assert_allclose(ratio, 2, rtol=0.15)  # first order in 1/N
    at_one = float(ds.limit.sel(T=1.0))
    np.testing.assert_allclose(at_one, residual.limit(1.0).value, rtol=1e-8)


def test_blocks_run_through_the_points_and_meet_the_closed_forms():
    ds = figure("looped-blocks").small()
    exact = ds.energy.sel(layers=ds.depth.values, number=ds.loops.values)
    near(ds.simulated, ds.error, exact, bias=0.05)
    once = ds.energy.sel(scaling="block", number=1)
    np.testing.assert_allclose(once, (1 + 0.5 / ds.layers) ** ds.layers, rtol=1e-12)
    np.testing.assert_allclose(ds.deep[0], np.exp(0.5), rtol=1e-9)
    assert np.isnan(ds.simulated.sel(depth=2, loops=4)).all()


def test_slopes_are_those_of_a_power_law():
    width = np.array([30, 100, 300, 1000])
    value = 2.0 * width**-1.0
    ds = xr.Dataset(
        {"bias": (("model", "width"), [value]), "bias_error": (("model", "width"), [value / 50])},
        coords={"width": width},
    )
    _, found = looped_width._slopes(ds, "bias", at_least=30)
    assert abs(found[0, 0] + 1) < 1e-9
    x = np.log(width)
    expected = 1 / (50 * np.sqrt(np.sum((x - x.mean()) ** 2)))  # of the logarithm, equal weights
    np.testing.assert_allclose(found[0, 1], expected, rtol=0.1)


def test_controlled_means_keep_the_mean_and_lose_the_noise():
    rng = np.random.default_rng(3)
    known = rng.standard_normal((4000, 2))
    x = 0.7 + known @ np.array([2.0, -1.0]) + 0.1 * rng.standard_normal(4000)
    mean, error = looped_width._controlled(x, known)
    assert abs(mean - 0.7) < 5 * error
    np.testing.assert_allclose(error, 0.1 / np.sqrt(4000), rtol=0.1)


def test_spread_and_bias_of_finite_widths():
    ds = figure("looped-width").small()
    wide = ds.isel(width=slice(1, None))
    near(wide.cross, wide.cross_error, wide.cross_exact, bias=0.1)
    biased = ds.sel(model="tied, T = 4")
    assert float(biased.bias[0] / biased.bias_error[0]) > 5
    shown = np.isfinite(ds.bias_shown) ^ np.isfinite(ds.bias_below)
    assert shown.all()


def test_a_network_keeps_the_stream():
    stream = Stream(loops=3, layers=2, eps=0.2, s=1.5, h0=2.0, activation="abs", normalize=True)
    model = scaling_rules.network(stream, 10)
    assert (model.width, model.loops, model.layers, model.steps) == (10, 3, 2, 6)
    assert (model.eps, model.s, model.h0) == (0.2, 1.5, 2.0)
    assert (model.activation, model.normalize) == ("abs", True)
