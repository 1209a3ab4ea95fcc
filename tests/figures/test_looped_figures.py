"""Numbers of the looped figures: simulated points agree with exact curves."""

import itertools

import numpy as np
import xarray as xr

from depthlaws.figures import figure
from depthlaws.theory import formula, residual
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.figures import scaling_rules, transfer
from depthlaws_papers.looped.figures import width as looped_width


def test_the_same_seed_makes_the_same_data():
    one = figure("looped-norms")
    first, again = one.small(), one.small()
    another = one.data(type(one.quick)(**one.tiny), 1)
    xr.testing.assert_identical(first, again)
    assert not np.allclose(first.norm, another.norm, equal_nan=True)


def near(simulated, error, exact, bias=0.0):
    """Check that every simulated point is within 2.5 half intervals (and a bias) of theory."""
    simulated, error, exact = map(np.asarray, (simulated, error, exact))
    seen = np.isfinite(simulated)
    assert seen.any()
    off = np.abs(simulated - exact)[seen]
    np.testing.assert_array_less(off, 2.5 * error[seen] + bias * np.abs(exact[seen]) + 1e-12)


def test_norms_start_on_the_exact_curve():
    ds = figure("looped-fig2").small(counts=(1, 4), start_width=512, start_samples=24, steps=1)
    near(ds.start, ds.start_error, ds.exact, bias=1 / 512)
    np.testing.assert_allclose(ds.exact.sel(count=1), np.sqrt(1.5), rtol=1e-12)
    untied = ds.exact.sel(kind="untied", rule="none")
    np.testing.assert_allclose(untied, np.sqrt([1.5, 3.0]), rtol=1e-12)


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
    """At rate 0.1 the first update of 40 networks agrees with the exact sign step."""
    changes = {
        "width": 256,
        "samples": 40,
        "steps": 1,
        "one_width": 256,
        "one_samples": 24,
        "counts": (1, 2),
    }
    ds = figure("looped-updates").small(**changes)
    first = ds.sel(step=1)
    near(first.moved, first.moved_error, ds.exact, bias=0.02)
    for name in ("time", "block"):
        near(ds[f"{name}_simulated"], ds[f"{name}_error"], ds[f"{name}_exact"], bias=0.02)
    closed = formula("sign-one-loop")(1.0, 1.0, 1.0)
    np.testing.assert_allclose(ds.exact.sel(count=1), closed, rtol=0.01)
    np.testing.assert_allclose(  # compensated: growth of the law over N less that of eps N
        ds.exact.sel(rule="none", count=2) / ds.exact.sel(rule="none", count=1), 1.08, rtol=0.05
    )


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
    assert (np.diff(ds.late_prefactor) < 0).all()
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


def test_visits_run_through_the_points_below_the_bound():
    ds = figure("looped-visits").small(width=300, samples=24)
    near(ds.simulated, ds.error, ds.exact.sel(repeats=ds.shown.values), bias=0.02)
    own, core = (ds.exact.sel(order=order) for order in ("own layers", "core"))
    visits = 4 * ds.repeats.values + 4
    np.testing.assert_allclose(own, [(1 + 1 / visits) ** visits] * 2, rtol=1e-12)
    assert (ds.exact.sel(rule="scale of each visit") < np.e).all()
    assert (core.sel(rule="one scale", repeats=2) > np.e).all()


def test_slopes_are_those_of_a_power_law():
    width = np.array([30, 100, 300, 1000])
    value = 2.0 * width**-1.0
    ds = xr.Dataset(
        {"bias": (("model", "width"), [value]), "bias_error": (("model", "width"), [value / 50])},
        coords={"width": width},
    )
    _, estimates = looped_width._slopes(ds, "bias", at_least=30)
    assert abs(estimates[0, 0] + 1) < 1e-9
    x = np.log(width)
    expected = 1 / (50 * np.sqrt(np.sum((x - x.mean()) ** 2)))  # of the logarithm, equal weights
    np.testing.assert_allclose(estimates[0, 1], expected, rtol=0.1)


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
    visits = scaling_rules.network(Stream(visits="1+2x2", eps=0.1), 10)
    assert (visits.matrices, visits.layers) == ((0, 1, 2, 1, 2), 3)
    stream = Stream(loops=3, layers=2, eps=0.2, s=1.5, h0=2.0, activation="abs", normalize=True)
    model = scaling_rules.network(stream, 10)
    assert (model.width, model.loops, model.layers, model.steps) == (10, 3, 2, 6)
    assert (model.eps, model.s, model.h0) == (0.2, 1.5, 2.0)
    assert (model.activation, model.normalize) == ("abs", True)


def test_means_come_with_students_interval():
    rng = np.random.default_rng(1)
    values = rng.standard_normal((5, 20_000))
    mean, half = scaling_rules.mean_and_half_interval(values)
    covered = np.mean(np.abs(mean) <= half)
    assert abs(covered - 0.95) < 5 * np.sqrt(0.95 * 0.05 / 20_000)


# -- learning-rate transfer ------------------------------------------------------------------------


def parabolas(best, rates):
    """Return mean log losses with their minima at the given rates."""
    return (np.log(rates) - np.log(np.asarray(best))[..., None]) ** 2


def test_the_best_rate_is_the_vertex_and_its_exponent_is_that_of_a_power_law():
    rates, counts = 2.0 ** np.arange(-6, 7), np.array([1.0, 2, 4, 8])
    best = 0.3 * counts**-0.7
    vertex = transfer._vertex(parabolas(best, rates), rates)
    np.testing.assert_allclose(vertex, best, rtol=1e-9)
    exponent = transfer._exponents(vertex[None, None, :, None], counts)
    np.testing.assert_allclose(exponent, -0.7, rtol=1e-9)


def test_a_best_rate_at_the_end_of_the_grid_stays_on_it():
    rates = 2.0 ** np.arange(4)
    vertex = transfer._vertex(np.array([[1.0, 2, 3, 4], [4.0, 3, 2, 1]]), rates)
    assert ((vertex >= rates[0]) & (vertex <= rates[-1])).all()


def test_resampled_networks_give_the_interval_of_the_best_rate():
    rng, rates = np.random.default_rng(2), 2.0 ** np.arange(-6, 7)
    best = 0.3 * np.exp(0.2 * rng.standard_normal(50))
    loss = parabolas(best, rates).T[None, None, None]
    resampled = transfer._best_over_resamples(loss, rates, 2_000, seed=0)
    spread = np.log(resampled[0, 0, 0, 1:]).std()
    np.testing.assert_allclose(spread, np.log(best).std() / np.sqrt(50), rtol=0.1)


def test_the_regret_is_one_where_the_tuned_rate_is_the_best():
    rates = 2.0 ** np.arange(-3, 4)
    mean = parabolas([[[1.0, 1.0, 4.0]]], rates)
    np.testing.assert_allclose(
        transfer._regret(mean, 0), 10 ** np.array([[[0, 0, np.log(4) ** 2]]])
    )
    np.testing.assert_allclose(
        transfer._regret(mean, 2), 10 ** np.array([[[np.log(4) ** 2, np.log(4) ** 2, 0]]])
    )


def test_sign_steps_need_a_rate_that_falls_with_the_loops_unless_scaled():
    ds = figure("looped-transfer").small(
        counts=(1, 2, 8), lowest=-7.0, highest=1.0, rates=12, width=32, steps=16, late=4, samples=8
    )
    exponent = ds.exponent.sel(optimizer="sign")
    assert float(exponent.sel(rule="none")) < -0.5
    assert float(exponent.sel(rule="sqrt")) < -0.25
    assert abs(float(exponent.sel(rule="linear"))) < 0.25


def test_ticks_of_the_maps_of_cosines_are_apart_in_a_column():
    """With as many blocks as the paper's; the tiny figure has too few ticks to touch."""
    cosines = figure("looped-cosines")
    sizes = {"copies": 64, "layers": 1, "width": 8, "samples": 2, "untied_samples": 2}
    canvas = cosines.canvas(cosines.small(**sizes), 3.25)
    canvas.draw_without_rendering()
    for axis in canvas.axes[:2]:
        boxes = [label.get_window_extent() for label in axis.get_xticklabels()]
        assert all(b.x0 - a.x1 > 3 for a, b in itertools.pairwise(boxes)), boxes
