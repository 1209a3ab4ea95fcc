"""Numbers of the tiny figures of predictive coding."""

import numpy as np
import xarray as xr

from depthlaws.figures import figure
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.sims.predictive_coding import PCN, Inference, tasks, toy, train
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws_papers.pc.figures import averaged_runs, saddles


def test_the_same_seed_makes_the_same_data():
    one = figure("pc-fig2")
    first, again = one.small(), one.small()
    another = one.data(type(one.quick)(**one.tiny), 1)
    xr.testing.assert_identical(first, again)
    assert not np.allclose(first.loss, another.loss)


def test_sweeps_hold_means_of_the_runs_and_exact_lines():
    ds = figure("pc-fig2").small(widths=(4, 16), samples=3, steps=6)
    for width, samples in ((4, 12), (16, 3)):
        run = train(PCN(width=width, depth=5), Inference(), samples=samples, seed=0, steps=6)
        at = ds.sel(width=width)
        np.testing.assert_allclose(at.loss, run.loss.mean("sample"))
        np.testing.assert_allclose(at.rescaling, run.rescaling.mean("sample") - 1)
        np.testing.assert_allclose(at.between, 1 - run.between.mean("sample"))
        np.testing.assert_allclose(at.wide_rescaling[0], 4 / width)
    task = toy(seeds(0, 1)[0])
    kernel = task.x @ task.x.T / 40
    course = predictive_coding.wide_descent(kernel, task.y[:, 0], depth=5, steps=6)
    np.testing.assert_allclose(ds.wide_loss, course.loss)
    np.testing.assert_allclose(ds.wide_rescaling[1], course.excess[-1] / ds.width)
    signal = float(task.y[:, 0] @ kernel @ task.y[:, 0]) / 400
    expected = [predictive_coding.misalignment(n, 5, signal) for n in (4, 16)]
    np.testing.assert_allclose(ds.law, expected)


def test_standard_weights_have_their_own_mean_and_no_limit():
    ds = figure("pc-fig-a18").small()
    np.testing.assert_allclose(ds.wide_rescaling[0], (1 - 3.0**-4) / 2)
    assert np.isnan(ds.wide_loss).all()
    assert np.isnan(ds.law).all()


def test_residual_networks_have_the_mean_of_residual_networks():
    ds = figure("pc-fig-a16").small()
    np.testing.assert_allclose(ds.wide_rescaling[0] * ds.width, 5 * (1.2**4 - 1), rtol=1e-12)


def test_narrow_networks_are_drawn_more_often():
    models = {2: PCN(width=2, depth=2), 8: PCN(width=8, depth=2)}
    _, runs = averaged_runs.train_over(models, "width", ("loss",), samples=2, seed=0, steps=0)
    assert [run.sizes["sample"] for run in runs] == [8, 2]


def test_the_gap_of_nonlinear_networks_has_its_own_interval():
    ds = figure("pc-nonlinear").small(widths=(4,), samples=5, steps=1)
    model = PCN(width=4, depth=5, network="mlp", activation="tanh")
    options = {"rate": 1.0, "tolerance": 1e-5, "rules": ("pc",)}
    run = train(model, Inference(), samples=5, seed=0, steps=1, **options)
    gap = (run.loss / run.energy - 1).sel(rule="pc")
    one = ds.sel(case="tanh MLP", width=4, rule="pc")
    np.testing.assert_allclose(one.gap, gap.mean("sample"), rtol=1e-12)
    half = 2.7764451051977987 * gap.std("sample", ddof=1) / 5**0.5
    np.testing.assert_allclose(one.gap_error, half, rtol=1e-9)


def test_the_interval_is_students():
    run = xr.Dataset({"x": (("rule", "sample"), [[1.0, 2.0, 6.0]])})
    mean, half = averaged_runs.means_over_networks(run, ["x"])["x"]
    np.testing.assert_allclose(mean, [3.0])
    np.testing.assert_allclose(half, [4.302652729911275 * np.sqrt(7 / 3)])


def test_the_rescaling_at_initialisation_lies_on_its_exact_mean():
    ds = figure("pc-fig3").small(widths=(16, 32), depths=(2, 4), samples=60)
    off = np.abs(ds.one - ds["mean"]) / ds.one_error
    assert (off < 2.5).all()
    np.testing.assert_allclose(ds["mean"].sel(network="mlp", depth=4, width=16), 3 / 16)
    assert (ds.ten > ds.one).all()


def test_first_ones_are_counted_and_ties_left_out():
    loss = np.full((2, 4, 5), 0.5)
    loss[0, 0, 2:] = 0.1  # pc first
    loss[1, 1, 3:] = loss[0, 1, 4:] = 0.1  # bp first
    loss[:, 2, 1:] = 0.1  # at the same step
    assert saddles._first(loss, 0.4) == (1, 2)
    assert saddles._first(loss, 0.05) == (0, 0)
    assert saddles._first(np.full((2, 3, 4), 0.5), 0.4) == (0, 0)


def test_exact_courses_of_every_gamma():
    ds = figure("pc-regimes").small()
    np.testing.assert_allclose(ds.wide.isel(step=0), 0.5)
    task = toy(seeds(0, 1)[0])
    course = predictive_coding.wide_descent(
        task.x @ task.x.T / 40, task.y[:, 0], depth=5, steps=4, gamma0=0.5, network="residual"
    )
    np.testing.assert_allclose(ds.wide.sel(network="residual", gamma0=0.5), course.loss)


def test_simulated_inference_needs_no_more_steps_than_theory_says():
    ds = figure("pc-conditioning").small(depths=(2, 4), width=6)
    assert (ds.taken <= ds.bound).all()
    assert (ds.taken >= 1).all()
    np.testing.assert_allclose(ds.chain[1], 16.3937, rtol=1e-5)


def test_twenty_steps_leave_deep_networks_short_of_the_equilibrium():
    ds = figure("pc-fig4").small(depths=(16,), betas=(20.0, 0.0)).sel(activation="tanh", depth=16)
    assert (ds.cosine.sel(beta=20) < ds.cosine.sel(beta=0) - 0.2).all()
    run = stored_run("pc-inference").sel(activation="tanh", depth=16, beta=20.0)
    np.testing.assert_allclose(ds.loss.sel(beta=20)[0], 1)
    np.testing.assert_allclose(ds.cosine.sel(beta=20), run.cosine.mean("sample"), rtol=1e-5)


def test_leading_orders_are_those_of_the_digits_that_the_stored_networks_learn():
    ds = figure("pc-fig1").small()
    task = tasks.task("digits", seeds(1, 0)[0], inputs=64, folder=None)
    second = task.y.T @ task.y / 64
    signal = np.trace(task.y.T @ task.x @ task.x.T @ task.y) / task.x.shape[1] / 64**2
    options = {"network": "residual", "energy": np.sqrt(np.trace(second @ second)) / 2}
    law = predictive_coding.misalignment(128, 4, signal, **options)
    at = ds.sel(network="residual", width=128, depth=4)
    np.testing.assert_allclose(at.law_cosine, law, rtol=1e-9)
    assert 0.7 < float(at.cosine.sel(stage="start")) / law < 1.4
    assert (ds.fall <= 0.5).all()


def test_halved_loss_is_near_the_mean_before_training_but_in_deep_mlps():
    """The title of pc-fig3-trained; its caption's powers by another route."""
    one = figure("pc-fig3-trained")
    ds = one.data(one.quick, 0)
    over = ds["ratio"] / ds.law_excess
    assert float(over.sel(network="residual").min()) > 0.8
    assert float(over.sel(network="residual").max()) < 1.2
    assert float(over.sel(network="mlp", depth=[16, 32]).min()) > 1.4
    ends = ds["ratio"].sel(network="residual", width=[32, 512]).values
    slopes = np.log2(ends[:, 1] / ends[:, 0]) / 4
    shown = one.facts(ds, one.quick)["residual_power"]
    assert shown == f"{slopes.min():.2f} to {slopes.max():.2f}"


def test_stored_distances_have_students_intervals():
    ds = figure("pc-depth-slice").small(widths=(128,), depth=8)
    run = stored_run("pc-halved-loss").sel(width=128, depth=8, network="mlp", stage="halved")
    ratio = (run.loss / run.energy - 1).values.astype(float)
    at = ds.sel(width=128, network="mlp", stage="halved")
    np.testing.assert_allclose(at.ratio, ratio.mean(), rtol=1e-5)
    half = 2.3646242510102993 * ratio.std(ddof=1) / 8**0.5
    np.testing.assert_allclose(at.ratio_error, half, rtol=1e-5)
    np.testing.assert_allclose(at.excess, run.rescaling.mean() - 1, rtol=1e-4)
    np.testing.assert_allclose(at.between, 1 - run.between.mean(), rtol=1e-4)
