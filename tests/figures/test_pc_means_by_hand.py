"""Means, intervals and laws of the figures of predictive coding, from single runs, all of them."""

import itertools

import numpy as np
import pytest
from scipy import stats

from depthlaws.figures import figure
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.sims.predictive_coding import PCN, Inference, tasks, toy, train
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.sims.predictive_coding.training import seed_of_batch
from depthlaws.theory import predictive_coding
from depthlaws_papers.pc.runs.trained_networks import BATCH, DIGITS
from tests.figures.test_every_figure import small


def interval(rows):
    """Mean over networks and half of its 95 % interval by Student's t, from (sample, ...)."""
    rows = np.asarray(rows, dtype=float)
    half = stats.t.ppf(0.975, len(rows) - 1) * stats.sem(rows, axis=0)
    return np.array([rows.mean(axis=0), half])


def agree(at, name, expected, rtol=1e-5):
    """Compare a variable and its error with a mean and half of its interval."""
    drawn = np.array([at[name].values, at[f"{name}_error"].values])
    np.testing.assert_allclose(drawn, expected, rtol=rtol, atol=1e-9)


def rows(run, *dims):
    return run.transpose("sample", *dims).values


def excess(network, depth, width):
    """E s - 1 of one output before training: the ways around a layer, over the width."""
    if network == "mlp":
        return (depth - 1) / width
    return depth * ((1 + 1 / depth) ** (depth - 1) - 1) / width


def misalignment(task, network, depth, width):
    """1 - cos before training, from the second moments of inputs and of targets."""
    count = len(task.y)
    signal = np.einsum("ia,ib,ja,jb->", task.x, task.y, task.x, task.y, optimize=True)
    energy = np.sqrt((((task.y.T @ task.y) / count) ** 2).sum()) / 2
    return predictive_coding.misalignment(
        width, depth, signal / task.x.shape[1] / count**2, network=network, energy=energy
    )


@pytest.mark.parametrize("name", ["pc-fig2", "pc-fig-a14", "pc-fig-a16", "pc-fig-a18"])
def test_sweeps_over_the_width(name):
    one, ds, _ = small(name)
    sizes = {"samples": one.quick.samples, "depth": one.quick.depth} | one.tiny
    network, kind, depth = one.quick.network, one.quick.parametrization, sizes["depth"]
    task = tasks.task(one.quick.task, seeds(0, 0)[0], inputs=None, folder=None)
    for width, factor in zip(sizes["widths"], (2, 1), strict=True):
        model = PCN(width=width, depth=depth, network=network, parametrization=kind)
        options = {"steps": sizes["steps"], "rate": 0.025, "task": one.quick.task}
        run = train(
            model, Inference(), samples=factor * sizes["samples"], seed=0, dtype=one.quick.dtype,
            **options,
        )  # fmt: skip
        at = ds.sel(width=width)
        for variable in ("loss", "energy"):
            agree(
                at.transpose("rule", ...), variable, interval(rows(run[variable], "rule", "step"))
            )
        for variable in ("rescaling", "cosine", "between"):
            dims = [d for d in run[variable].dims if d != "sample"]
            off = rows(1 - run[variable], *dims)
            mean, half = interval(off)
            agree(at.transpose(*at[variable].dims, ...), variable, (abs(mean), half), rtol=1e-3)
        if kind == "mean_field":
            np.testing.assert_allclose(at.wide_rescaling[0], excess(network, depth, width))
            np.testing.assert_allclose(at.law, misalignment(task, network, depth, width))
        if np.isfinite(ds.wide_loss).any():
            kernel = task.x @ task.x.T / task.x.shape[1]
            course = predictive_coding.wide_descent(
                kernel, task.y[:, 0], depth=depth, steps=sizes["steps"], network=network
            )
            np.testing.assert_allclose(ds.wide_loss, course.loss)
            np.testing.assert_allclose(at.wide_rescaling[1], course.excess[-1] / width)
    assert np.isfinite(ds.wide_loss).all() == (name in {"pc-fig2", "pc-fig-a16"})


@pytest.mark.parametrize("name", ["pc-depth-slice", "pc-fig1", "pc-fig3-trained"])
def test_distances_at_the_halved_loss(name):
    _, ds, _ = small(name)
    run = stored_run("pc-halved-loss")
    task = tasks.task("digits", seeds(int(run.attrs["seed"]), 0)[0], inputs=None, folder=None)
    depths = ds.depth.values if "depth" in ds.dims else [32]
    for network, depth, width in itertools.product(("residual", "mlp"), depths, ds.width.values):
        place = {"network": network, "depth": depth, "width": width}
        raw, at = run.sel(place), ds.sel({k: v for k, v in place.items() if k in ds.dims})
        laws = {
            "law_excess": excess(network, depth, width),
            "law_cosine": misalignment(task, network, int(depth), int(width)),
        }
        for law in {*laws} & {*ds.data_vars}:
            np.testing.assert_allclose(at[law], laws[law], rtol=1e-9)
        for stage in ("start", "halved"):
            one = raw.sel(stage=stage)
            shown = at.sel(stage=stage) if "stage" in ds.dims else at
            distances = {
                "excess": one.rescaling - 1,
                "ratio": one.loss / one.energy - 1,
                "cosine": 1 - one.cosine,
                "between": 1 - one.between,
            }
            if "stage" in ds.dims or stage == "halved":
                for variable in {*distances} & {*ds.data_vars}:
                    agree(shown, variable, interval(distances[variable].values), rtol=1e-4)
        left = (raw.loss.sel(stage="halved") / raw.loss.sel(stage="start")).mean()
        np.testing.assert_allclose(at.fall, left, rtol=1e-5)
        if "step" in ds:
            np.testing.assert_array_equal(at.step, raw.step)
        if "over" in ds:
            np.testing.assert_allclose(at.over, depth / width)


def test_rescalings_of_one_and_of_ten_outputs():
    _, ds, _ = small("pc-fig3")
    options = {"samples": 2, "seed": 0, "steps": 0, "rules": "pc", "observe": "rescaling"}
    for network, depth, width in itertools.product(("residual", "mlp"), (2, 8), (4, 32)):
        at = ds.sel(network=network, depth=depth, width=width)
        model = PCN(width=width, depth=depth, network=network)
        for name, task in (("one", "toy"), ("ten", "digits")):
            run = train(model, Inference(), task=task, dtype="float32", **options)
            off = run.rescaling.values.ravel() - 1
            agree(at, name, interval(off), rtol=1e-4)
        np.testing.assert_allclose(at["mean"], excess(network, depth, width))
        np.testing.assert_allclose(at["ratio"], depth / width)


def test_cosines_and_losses_after_few_steps_of_inference():
    _, ds, _ = small("pc-fig4")
    run = stored_run("pc-inference")
    for activation, depth, beta in itertools.product(ds.activation.values, (2, 16), (20.0, 0.0)):
        place = {"activation": activation, "depth": depth, "beta": beta}
        raw, at = run.sel(place), ds.sel(place)
        agree(at, "cosine", interval(rows(raw.cosine, "step")))
        agree(at, "loss", interval(rows(raw.loss / raw.loss.sel(step=0), "step")))


CASES = {"tanh residual": ("tanh", "residual"), "ReLU residual": ("relu", "residual")}
CASES |= {"tanh MLP": ("tanh", "mlp"), "ReLU MLP": ("relu", "mlp")}


def test_runs_and_laws_of_nonlinear_networks():
    _, ds, _ = small("pc-nonlinear")
    squares = (toy(seeds(0, 0)[0]).x ** 2).mean(axis=1)
    options = {"seed": 0, "steps": 2, "rate": 1.0, "tolerance": 1e-5, "rules": ("pc",)}
    for case, (activation, network) in CASES.items():
        law = predictive_coding.excess_at_start(5, activation, squares=squares, network=network)
        np.testing.assert_allclose(ds.law.sel(case=case), np.mean(law) / ds.width)
        model = PCN(width=32, depth=5, network=network, activation=activation)
        run = train(model, Inference(), samples=2, **options).sel(rule="pc")
        values = {"loss": run.loss, "energy": run.energy, "cosine": 1 - run.cosine}
        for name, raw in (values | {"gap": run.loss / run.energy - 1}).items():
            agree(ds.sel(case=case, width=32, rule="pc"), name, interval(rows(raw, "step")))


def test_losses_of_every_gamma():
    _, ds, _ = small("pc-regimes")
    task = toy(seeds(0, 1)[0])
    for network, gamma in itertools.product(("mlp", "residual"), (0.5, 1.0)):
        at = ds.sel(network=network, gamma0=gamma)
        model = PCN(width=8, depth=5, network=network, gamma0=gamma)
        run = train(model, Inference(), observe="loss", samples=2, seed=0, steps=4)
        agree(at.transpose("rule", "step", ...), "loss", interval(rows(run.loss, "rule", "step")))
        course = predictive_coding.wide_descent(
            task.x @ task.x.T / 40, task.y[:, 0], depth=5, steps=4, gamma0=gamma, network=network
        )
        np.testing.assert_allclose(at.wide, course.loss)


def test_the_law_of_directions_along_two_hundred_steps():
    ds = figure("pc-200-steps").small()
    seed = int(stored_run("pc-two-hundred-steps").attrs["seed"])
    digits = tasks.task("digits", seeds(seed, 0)[0], inputs=DIGITS, folder=None)
    batch = digits.batch(BATCH, seed_of_batch(seed, 0))
    for network, depth, width in itertools.product(("residual", "mlp"), (4, 32), ds.width.values):
        at = ds.sel(network=network, depth=depth, width=width)
        np.testing.assert_allclose(at.law_cosine, misalignment(batch, network, depth, int(width)))
        np.testing.assert_allclose(at.law_excess, excess(network, depth, width))
