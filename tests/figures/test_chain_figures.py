"""Numbers of the chain figures: simulation agrees with exact curves, cycles and regimes."""

import math

import numpy as np

from depthlaws.figures import figure


def test_theory_runs_through_the_simulated_points():
    """The flow is exact; the gap to it is that of gradient descent at a finite rate."""
    fig1 = figure("chain-fig1").small()
    np.testing.assert_allclose(fig1.landscape, fig1.landscape_theory, rtol=1e-12, atol=1e-15)
    fig4 = figure("chain-fig4").small()
    assert 1e-3 < float(abs(fig4.alpha - fig4.flow).max()) < 0.04
    halved = figure("chain-fig4").small(k=0.05)
    assert float(abs(halved.alpha - halved.flow).max()) < 0.6 * float(
        abs(fig4.alpha - fig4.flow).max()
    )
    fig5 = figure("chain-fig5").small()
    np.testing.assert_allclose(fig5.sharpness, fig5.sharpness_theory, rtol=1e-12)
    np.testing.assert_allclose(fig5.curvature, fig5.curvature_theory, rtol=1e-6)
    fig7 = figure("chain-fig7").small()
    np.testing.assert_allclose(fig7.escape, fig7.escape_theory, rtol=1e-4)


def test_descent_ends_on_the_exact_cycle():
    fig3 = figure("chain-fig3").small()
    stable = fig3.cycle.notnull().values
    assert stable.any()
    np.testing.assert_allclose(fig3.late.values[stable], fig3.cycle.values[stable], rtol=1e-6)
    forks = figure("chain-bifurcation").small()
    for depth in forks.depth.values:
        one = forks.sel(depth=depth, k=[k for k in forks.k.values if 2.1 < k < 2.45])
        for end, simulated in (
            (one.stable_low, one.alpha.min("step")),
            (one.stable_high, one.alpha.max("step")),
        ):
            exact = np.interp(one.k, one.cycle_k, end)  # 1e-3 apart: error below 1e-5
            np.testing.assert_allclose(simulated, exact, atol=1e-5)


def test_simulated_regimes_respect_the_exact_boundaries():
    ds = figure("chain-regimes").small()
    below_one, below_two = ds.k < 1, (ds.k > 1) & (ds.k < 1.98)
    assert (ds.regime.sel(k=below_one) == 0).all()
    assert (ds.regime.sel(k=below_two) == 1).all()
    deep = ds.regime.sel(depth=ds.deep.values).rename(depth="deep")
    assert (deep.where((ds.k > 2.02) & (ds.k < ds.doubling - 0.02), 2) == 2).all()
    assert (deep.where(ds.k > ds.doubling + 0.02, 3) >= 3).all()
    assert (deep.where(ds.k < ds.leaving, 3) <= 3).all()
    assert (deep.where(ds.k < ds.divergence, 4) <= 4).all()
    assert (ds.regime.sel(depth=1).where(ds.k > 2.02, 5) == 5).all()
    assert not (ds.regime.sel(depth=math.inf) >= 4).any()
