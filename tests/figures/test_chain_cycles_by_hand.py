"""2-cycles, densities and landscapes of chain figures, with one weight iterated in a loop."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq

from depthlaws.figures import figure
from depthlaws.figures.engine import settings

LARGE = 1e6


def step(alpha, k, L):
    """Relative total weight after one step at rate k / L, where the target is 1."""
    w = np.sign(alpha) * abs(alpha) ** (1 / L)
    return (w + k / L * (1 - alpha) * w ** (L - 1)) ** L


def multiplier(low, high, k, L, h=1e-6):
    """Derivative of two steps on a 2-cycle."""
    slopes = [(step(a + h, k, L) - step(a - h, k, L)) / (2 * h) for a in (low, high)]
    return slopes[0] * slopes[1]


def diverges(k, L, steps=3000):
    """Return whether one of many orbits from below the target leaves all bounds."""
    alpha = np.linspace(0.05, 0.95, 400)
    for _ in range(steps):
        alpha = step(alpha, k, L)
        if (abs(alpha) > LARGE).any():
            return True
    return False


def test_two_cycles_return_after_two_steps_and_are_stable_where_drawn_so():
    ds = figure("chain-bifurcation").small()
    for L in [L for L in ds.depth.values if np.isfinite(L)]:
        at = ds.sel(depth=L)
        low = at.stable_low.fillna(at.unstable_low).values
        high = at.stable_high.fillna(at.unstable_high).values
        k = at.cycle_k.values
        kept = low > 0
        assert kept.sum() > 3
        pairs = zip(k[kept], low[kept], high[kept], at.stable_low.values[kept], strict=True)
        for rate, one, two, drawn_stable in pairs:
            np.testing.assert_allclose(
                [step(one, rate, L), step(two, rate, L)], [two, one], rtol=1e-6
            )
            if two - one > 0.05 and one > 0.01:
                assert (abs(multiplier(one, two, rate, L)) < 1) == math.isfinite(drawn_stable)
        # The ends at the rate of doubling by interpolation; there the multiplier is -1.
        ends = [np.interp(float(at.doubling), k[kept], end[kept]) for end in (low, high)]
        exact = brentq(
            lambda a, L=L, k=float(at.doubling): step(step(a, k, L), k, L) - a,
            ends[0] - 0.05, ends[0] + 0.05,
        )  # fmt: skip
        other = step(exact, float(at.doubling), L)
        np.testing.assert_allclose(multiplier(exact, other, float(at.doubling), L), -1, atol=5e-3)


def test_orbits_diverge_beyond_the_rate_drawn_and_not_before():
    ds = figure("chain-bifurcation").small()
    for L in [L for L in ds.depth.values if np.isfinite(L)]:
        edge = float(ds.divergence.sel(depth=L))
        assert not diverges(0.995 * edge, L)
        assert diverges(1.005 * edge, L)


def test_densities_are_shares_of_the_last_values_in_each_cell():
    ds = figure("chain-bifurcation").small()
    half = float(ds.cell.diff("cell")[0]) / 2
    for depth in (0, -1):
        for k in (0, ds.sizes["k"] // 2, -1):
            at = ds.isel(depth=depth, k=k)
            inside = [float((abs(at.alpha - cell) < half).mean()) for cell in ds.cell.values]
            np.testing.assert_allclose(at.density.fillna(0), inside, atol=1e-6)
    for depth in range(ds.sizes["depth"]):
        at = ds.isel(depth=depth)
        stuck = [k for k in ds.k.values if (abs(at.alpha.sel(k=k)) < 0.01).all()]
        np.testing.assert_allclose(at.trapped, min(stuck, default=np.nan))


def test_landscapes_of_figures_1_and_5_are_losses_of_equal_weights():
    for name, layer in (
        ("chain-fig1", lambda w, L: w),
        ("chain-fig5", lambda w, L: 1 + w / math.sqrt(L)),
    ):
        ds = figure(name).small()
        for L in ds.depth.values:
            loss = (1 - layer(ds.weight.values, L) ** L) ** 2 / 2
            for variable in ("landscape", "landscape_theory"):
                np.testing.assert_allclose(ds[variable].sel(depth=L), loss, rtol=1e-9, atol=1e-12)
            weights = np.full(int(L), 1.0 if name == "chain-fig1" else 0.0)
            inner = layer(weights, L)
            slopes = np.prod(inner) / inner * (1 if name == "chain-fig1" else L**-0.5)
            curvature = float(slopes.sum() ** 2)  # all weights move together
            at = ds.sel(depth=L)
            for variable, value in (
                ("sharpness", float(slopes @ slopes)),
                ("sharpness_theory", float(slopes @ slopes)),
                ("curvature", curvature),
                ("curvature_theory", curvature),
            ):
                if variable in ds:
                    np.testing.assert_allclose(at[variable], value, rtol=1e-4, err_msg=variable)


@pytest.mark.parametrize("steps", [1000, 1001])
def test_last_values_are_the_ends_of_the_cycle_whatever_the_step(steps):
    """After an even and after an odd number of steps the lower end comes first."""
    fig3 = figure("chain-fig3")
    values = {"rates": (2.05, 2.2), "L": (2, 4), "steps": 20, "long": steps}
    ds = fig3.data(settings.changed(fig3, "quick", values), 0)
    assert ds.cycle.notnull().all()
    np.testing.assert_allclose(ds.late, ds.cycle.transpose(*ds.late.dims), atol=1e-4)


def test_plateau_times_are_those_of_equation_10():
    ds = figure("chain-fig4").small()
    drawn = ds.plateau.transpose("deep", ...).values
    assert drawn.shape[0] == ds.sizes["deep"]
    one = figure("chain-fig4")
    p = {**vars(one.quick), **one.tiny}
    for i, L in enumerate(ds.deep.values):
        for j, start in enumerate(np.ravel(ds.start.values)):
            leading = -math.log(start) if L == 2 else start ** (2 / L - 1) / (1 - 2 / L)
            leading *= 1 / p["k"]
            np.testing.assert_allclose(np.ravel(drawn[i])[j], leading, rtol=1e-9)
