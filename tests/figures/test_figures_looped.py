"""Every figure of the looped paper on tiny data: its series, labels, claims and numbers."""

import numpy as np
import pytest
import xarray as xr

from depthlaws.claims.engine.run import select
from depthlaws.figures.engine import make as engine
from depthlaws.figures.engine import provenance
from depthlaws.figures.looped import runs as looped_runs
from depthlaws.figures.looped import width as looped_width
from depthlaws.theory import residual, updates
from depthlaws.theory.residual import Stream

TINY = {
    "looped-fig1": {"counts": (1, 4), "width": 16, "samples": 3, "steps": 3},
    "looped-cosines": {
        "layers": 2, "copies": 5, "depths": (1, 3), "loops": 3, "width": 64, "samples": 4,
        "untied_samples": 3, "single": 7,
    },
    "looped-updates": {
        "counts": (1, 2), "width": 16, "samples": 3, "steps": 3, "sites": 256,
        "times": (0.125, 0.5), "loops": 2, "depths": (1, 2), "one_width": 64, "one_samples": 4,
    },
    "looped-norms": {"depths": (2, 3), "loops": (1, 2), "width": 64, "samples": 4},
    "looped-limit": {
        "longest": 2.0, "times": 8, "loops": (1, 4), "approach": (0.5, 1.0), "counts": (4, 8, 16),
        "width": 256, "samples": 8,
    },
    "looped-blocks": {
        "grid": (1, 2, 4), "depths": (1, 2), "loops": (1, 2, 4), "width": 128, "samples": 8,
        "steps": 4,
    },
    "looped-width": {
        "widths": (30, 100, 300), "coordinates": 60_000, "paths": (10, 100), "networks": 2,
    },
}  # fmt: skip
# panels, lines (error bars without caps are no lines of their own), entries of the legends
DRAWN = {
    "looped-fig1": (6, 6 * (3 + 1 + 1 + 1 + 1), 5),
    "looped-cosines": (6 + 2, 2 * 2 + 3 * 2 * 2 + 1, 3),
    "looped-updates": (5, 3 * (3 + 3) + 2 * 3 * 2 + 3, 5),
    "looped-norms": (4, 4 * 2 * 2, 4),
    "looped-limit": (4, (2 * 2 + 1 + 1) + (2 + 1) + 2 + 2, 5),
    "looped-blocks": (6 + 1, 3 * 2 * 2 + 2, 5),
    "looped-width": (4, (3 + 1) + (2 * 3 + 1) + 2 * 3 + (2 * 2 + 1), 4),
}


@pytest.fixture(scope="module", params=TINY)
def tiny(request):
    """One figure, its tiny dataset and its canvas."""
    one = engine.figure(request.param)
    dataset = engine.tiny(one, **TINY[one.id])
    return one, dataset, one.canvas(dataset)


def small(name):
    """Tiny dataset of a figure."""
    return engine.tiny(engine.figure(name), **TINY[name])


def test_every_looped_figure_has_a_tiny_version():
    assert {name for name in engine.figures() if name.startswith("looped")} == set(TINY)


def test_every_series_is_drawn(tiny):
    one, _, canvas = tiny
    panels, lines, entries = DRAWN[one.id]
    assert len(canvas.axes) == panels
    assert sum(len(axis.lines) for axis in canvas.axes) == lines
    assert sum(len(legend.get_texts()) for legend in canvas.legends) == entries


def test_every_panel_says_what_it_shows(tiny):
    _, _, canvas = tiny
    for axis in canvas.axes:
        if axis.get_label() == "<colorbar>":
            assert axis.get_ylabel()
            continue
        columns = [axis, *axis.get_shared_x_axes().get_siblings(axis)]
        assert any(other.get_xlabel() for other in columns)
        row = [other for other in canvas.axes if _same_row(axis, other)]
        assert any(other.get_ylabel() for other in row)


def _same_row(a, b):
    return abs(a.get_position().y0 - b.get_position().y0) < 0.05


def test_what_is_drawn_is_there(tiny):
    one, dataset, canvas = tiny
    unresolved = one.id == "looped-width"  # a series of upper limits may be empty
    for axis in canvas.axes:
        for line in axis.lines:
            seen = np.isfinite(np.asarray(line.get_ydata(), dtype=float))
            assert seen.any() or unresolved, (one.id, line)
    assert all(np.isfinite(q.ours) for q in one.quotes(dataset) if not isinstance(q.ours, str))


def test_a_dataset_survives_saving(tiny, tmp_path):
    _, dataset, _ = tiny
    dataset.to_netcdf(tmp_path / "x.nc", engine="h5netcdf")
    xr.testing.assert_identical(xr.load_dataset(tmp_path / "x.nc", engine="h5netcdf"), dataset)


@pytest.mark.parametrize("name", TINY)
def test_the_claims_of_a_figure_exist_and_its_words_are_there(name):
    one = engine.figure(name)
    assert one.claims
    select(one.claims)
    assert len(one.caption.split()) > 30
    for profile in engine.PROFILES:
        assert provenance.plain(one.parameters(profile))


def test_the_same_seed_makes_the_same_data():
    first, again = small("looped-norms"), small("looped-norms")
    other = engine.figure("looped-norms")
    another = other.data(type(other.quick)(**TINY["looped-norms"]), 1)
    xr.testing.assert_identical(first, again)
    assert not np.allclose(first.norm, another.norm, equal_nan=True)


# -- theory through the points ---------------------------------------------------------------------


def near(simulated, error, exact, bias=0.0):
    """Whether every simulated point is within 5 standard errors (and a bias) of theory."""
    simulated, error, exact = map(np.asarray, (simulated, error, exact))
    seen = np.isfinite(simulated)
    assert seen.any()
    off = np.abs(simulated - exact)[seen]
    np.testing.assert_array_less(off, 5 * error[seen] + bias * np.abs(exact[seen]) + 1e-12)


def test_norms_start_on_the_exact_curve():
    ds = engine.tiny(engine.figure("looped-fig1"), counts=(1, 4), width=96, samples=24, steps=1)
    start = ds.isel(step=0)
    near(start.norm, start.norm_error, start.exact, bias=1 / 96)
    np.testing.assert_allclose(ds.exact.sel(count=1), np.sqrt(1.5), rtol=1e-12)
    untied = ds.exact.sel(kind="untied", rule="none")
    np.testing.assert_allclose(untied, np.sqrt([1.5, 3.0]), rtol=1e-12)
    assert float(ds.moved.isel(step=0).max()) == 0


def test_cosines_run_through_the_points():
    ds = engine.tiny(
        engine.figure("looped-cosines"), **{**TINY["looped-cosines"], "width": 400, "samples": 30}
    )
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
    changes = TINY["looped-updates"] | {
        "width": 256, "samples": 12, "rate": 0.01, "one_width": 256, "one_samples": 24,
    }  # fmt: skip
    ds = engine.tiny(engine.figure("looped-updates"), **changes)
    first = ds.sel(step=1)
    near(first.moved, first.moved_error, ds.exact, bias=0.02)
    for name in ("time", "block"):
        near(ds[f"{name}_simulated"], ds[f"{name}_error"], ds[f"{name}_exact"], bias=0.02)
    closed = updates.sign_one_loop(1.0, 1.0, 1.0)
    np.testing.assert_allclose(ds.exact.sel(count=1), closed, rtol=0.01)


def test_norm_trajectories_run_through_the_points():
    changes = TINY["looped-norms"] | {"width": 300, "samples": 20}
    ds = engine.tiny(engine.figure("looped-norms"), **changes)
    near(ds.norm, ds.error, ds.exact, bias=1 / 300)
    assert np.isnan(ds.exact.sel(loops=1, loop=2)).all()


def test_the_limit_is_approached_within_its_bounds():
    ds = small("looped-limit")
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
    ds = small("looped-blocks")
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
    ds = small("looped-width")
    wide = ds.isel(width=slice(1, None))
    near(wide.cross, wide.cross_error, wide.cross_exact, bias=0.1)
    biased = ds.sel(model="tied, T = 4")
    assert float(biased.bias[0] / biased.bias_error[0]) > 5
    shown = np.isfinite(ds.bias_shown) ^ np.isfinite(ds.bias_below)
    assert shown.all()


def test_a_network_keeps_the_stream():
    stream = Stream(loops=3, layers=2, eps=0.2, s=1.5, h0=2.0, activation="abs", normalize=True)
    model = looped_runs.network(stream, 10)
    assert (model.width, model.loops, model.layers, model.steps) == (10, 3, 2, 6)
    assert (model.eps, model.s, model.h0) == (0.2, 1.5, 2.0)
    assert (model.activation, model.normalize) == ("abs", True)
