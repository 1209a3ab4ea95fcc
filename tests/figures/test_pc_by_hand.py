"""Variables of the figures of predictive coding, a second time, from stored and single runs."""

import numpy as np
import pytest
import xarray as xr

from depthlaws.figures import figure
from depthlaws.sims.common import backend
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.sims.predictive_coding import PCN, Inference, Task, train
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws_papers.pc.figures import saddles

T8 = 2.3646242510102993  # Student's t, 97.5 %, of eight networks


def test_two_hundred_steps_are_those_of_the_stored_runs():
    ds = figure("pc-200-steps").small()
    run = stored_run("pc-two-hundred-steps").sel(rate=1 / 50, depth=32, network="mlp", width=64)
    shown = ds.sel(depth=32, network="mlp", width=64)
    for name, values in {
        "between": 1 - run.between,
        "ratio": run.loss / run.energy - 1,
        "loss": run.loss / run.loss.isel(step=0),
    }.items():
        rows = values.transpose("step", "sample").values.astype(float)
        np.testing.assert_allclose(shown[name], rows.mean(axis=1), rtol=1e-5)
        if rows.shape[1] == 8:
            half = T8 * rows.std(axis=1, ddof=1) / 8**0.5
            np.testing.assert_allclose(shown[f"{name}_error"], half, rtol=1e-4, atol=1e-12)
    np.testing.assert_allclose(ds.law_excess.sel(network="mlp", depth=4, width=512), 3 / 512)
    residual = 4 * (1.25**3 - 1) / 512
    np.testing.assert_allclose(ds.law_excess.sel(network="residual", depth=4, width=512), residual)
    ratio = ds.law_cosine.sel(network="mlp", depth=4, width=[128, 512]).values
    np.testing.assert_allclose(ratio[0] / ratio[1], 16)  # N^-2


@pytest.mark.parametrize("name", ["pc-fig-a14", "pc-fig-a18"])
def test_sweeps_of_other_tasks_and_weights_hold_means_of_their_runs(name):
    one = figure(name)
    ds = one.small()
    width = int(ds.width[-1])
    model = PCN(
        width=width,
        depth=one.tiny.get("depth", 5),
        parametrization="kaiming" if name == "pc-fig-a18" else "mean_field",
    )
    run = train(
        model,
        Inference(),
        samples=one.tiny.get("samples", one.quick.samples),
        seed=0,
        steps=one.tiny["steps"],
        rate=0.025,
        task=one.quick.task,
        dtype=one.quick.dtype,
    )
    at = ds.sel(width=width)
    for variable in ("loss", "energy"):
        np.testing.assert_allclose(at[variable], run[variable].mean("sample"), rtol=1e-6)
    for variable in ("rescaling", "cosine", "between"):
        mean = abs(1 - run[variable].mean("sample"))
        np.testing.assert_allclose(at[variable], mean, rtol=1e-4, atol=1e-7)


@pytest.mark.parametrize("name", ["pc-fig-a4", "pc-fig-a23"])
def test_quartiles_and_first_ones_are_those_of_single_runs(name):
    one = figure(name)
    ds, p = one.small(), one.tiny
    alpha = {"alpha": 0.0} if one.quick.network == "residual" else {}
    model = PCN(width=4, depth=2, network=one.quick.network, parametrization="kaiming", **alpha)
    options = {"samples": p["samples"], "seed": 0, "steps": p["steps"], "rate": 0.025}
    run = train(model, Inference(), observe="loss", **options)
    at = ds.sel(width=4, depth=2)
    for rule in ("pc", "bp"):
        losses = np.sort(run.loss.sel(rule=rule).transpose("step", "sample").values, axis=1)
        step = at.step.values.astype(int) - 1
        middle = (losses[:, 2] + losses[:, 3])[step] / 2  # of six networks
        np.testing.assert_allclose(at.loss.sel(rule=rule, quartile=0.5), middle)
        low = losses[step, 1] + 0.25 * (losses[step, 2] - losses[step, 1])
        np.testing.assert_allclose(at.loss.sel(rule=rule, quartile=0.25), low)
    for level in (0.4, 0.1):
        first = {}
        for rule in ("pc", "bp"):
            below = run.loss.sel(rule=rule).transpose("sample", "step").values < level
            first[rule] = [int(b.argmax()) if b.any() else 10**6 for b in below]
        pairs = list(zip(first["pc"], first["bp"], strict=True))
        assert int(at["first"].sel(level=level)) == sum(a < b for a, b in pairs)
        assert int(at.apart.sel(level=level)) == sum(a != b for a, b in pairs)


def test_counts_of_titles_are_sums_over_large_networks():
    dims = ("width", "depth", "level")
    first = np.arange(8).reshape(2, 2, 2)
    ds = xr.Dataset(
        {"first": (dims, first), "apart": (dims, first + 2)},
        {"width": [1, 4], "depth": [2, 4], "level": [0.4, 0.1]},
    )
    shown = saddles.counts(ds)
    assert (shown["pc_high"], shown["bp_high"], shown["bp_low"]) == ("6 of 8", "2 of 8", "2 of 9")


def test_powers_and_misses_of_captions():
    """The numbers of a caption, from the two widths of the tiny version."""
    one = figure("pc-fig2")
    ds = one.small()
    pc = ds.sel(rule="pc")
    narrow, wide = (pc.rescaling.sel(width=w).values[[0, -1]] for w in (4, 8))
    p = np.log2(wide / narrow)
    words = one.facts(ds, one.quick)
    assert words["scales"] == f"{p.min():.1f} to {p.max():.1f}"
    miss = max(abs(float(ds.law.sel(width=w) / pc.cosine.sel(width=w, step=0)) - 1) for w in (4, 8))
    assert words["miss_turn"] == f"{100 * miss:.0f} %"
    one = figure("pc-fig1")
    ds = one.small()
    rows = ds.cosine.sel(stage="start", width=[32, 128]).values.reshape(-1, 2)
    rows = ds.cosine.sel(stage="start").transpose("network", "depth", "width").values.reshape(-1, 2)
    p = np.log(rows[:, 1] / rows[:, 0]) / np.log(4)
    assert one.facts(ds, one.quick)["fast"] == f"{p.min():.1f} to {p.max():.1f}"


def test_steps_saved_are_counted_where_gradient_descent_was_run():
    one = figure("pc-conditioning")
    ds = one.small()
    taken = ds.taken.isel(depth=-1).transpose("case", "route").values
    share = taken[:, 1] / taken[:, 0]
    assert one.facts(ds, one.quick)["nesterov"] == f"{share.min():.3f} to {share.max():.3f}"


def test_condition_numbers_are_those_of_the_hessian_of_the_energy():
    """MLPs: F = sum |z_l - a_l W_l z_(l-1)|^2 / 2 over the hidden activities z_1 to z_(L-1)."""
    one = figure("pc-conditioning")
    ds = one.small().sel(case="MLP", depth=3)
    model = PCN(width=6, depth=3, features=6, network="mlp", alpha=0.5)
    drawn = model.draw(seeds(0, 1)[1], backend.get("cpu"), "float64")
    matrices = [a * np.asarray(w[0]) for a, w in zip(model.multipliers, drawn, strict=True)]
    _, second, third = (m if m.shape[1] == 6 else m.T for m in matrices)
    hessian = np.block(
        [[np.eye(6) + second.T @ second, -second.T], [-second, np.eye(6) + third.T @ third]]
    )
    values = np.linalg.eigvalsh(hessian)
    kappa = values[-1] / values[0]
    np.testing.assert_allclose(ds.condition, kappa)
    steps = np.ceil(np.log(0.01) / np.log((kappa - 1) / (kappa + 1)))
    assert float(ds.bound.sel(route="gradient descent")) == steps
    deeper = one.small().sel(case="MLP", depth=4).taken  # each method has steps of its own
    assert len(set(deeper.values)) == 3


def test_nonlinear_runs_hold_means_of_their_networks():
    ds = figure("pc-nonlinear").small()
    model = PCN(width=32, depth=5, network="residual", activation="tanh")
    run = train(
        model, Inference(), samples=2, seed=0, steps=2, rate=1.0, tolerance=1e-5, rules=("pc",)
    ).sel(rule="pc")
    at = ds.sel(case="tanh residual", width=32, rule="pc")
    for name, values in {
        "loss": run.loss, "energy": run.energy, "cosine": 1 - run.cosine
    }.items():  # fmt: skip
        np.testing.assert_allclose(at[name], values.mean("sample"), rtol=1e-9)
    ratio = ds.law.sel(case="ReLU MLP", width=[4, 32]).values
    np.testing.assert_allclose(ratio[0] / ratio[1], 8)  # 1/N


def test_both_rules_and_all_gammas_hold_means_of_their_runs():
    ds = figure("pc-regimes").small()
    model = PCN(width=8, depth=5, network="residual", gamma0=0.5)
    run = train(model, Inference(), observe="loss", samples=2, seed=0, steps=4)
    for rule in ("pc", "bp"):
        mean = run.loss.sel(rule=rule).mean("sample")
        at = ds.sel(network="residual", gamma0=0.5, rule=rule)
        np.testing.assert_allclose(at.loss, mean, rtol=1e-9)


T5 = 2.7764451051977987  # Student's t, 97.5 %, of five networks


def drawn_chain(depth: int) -> list[np.ndarray]:
    """Return the layers of the residual network of pc-errors, skips and multipliers in them."""
    model = PCN(width=8, depth=depth, features=6, network="residual", parametrization="sp")
    drawn = model.draw(seeds(0, 1)[1], backend.get("cpu"), "float64")
    layers = [a * np.asarray(w[0]) for a, w in zip(model.multipliers, drawn, strict=True)]
    return [layers[0], *(np.eye(8) + m for m in layers[1:-1]), layers[-1]]


def test_inference_in_the_errors_is_descent_on_the_written_energy():
    """Energies by steps in e_l, and both condition numbers from Hessians in full."""
    one = figure("pc-errors")
    ds = one.small()
    for depth in (2, 4):
        paths, above = [], np.eye(1)
        layers = drawn_chain(depth)
        for layer in layers[:0:-1]:
            above = above @ layer
            paths.insert(0, above)
        rows = np.hstack(paths)
        values = np.linalg.eigvalsh(np.eye(rows.size) + rows.T @ rows)
        at = ds.condition.sel(depth=depth)
        np.testing.assert_allclose(at.sel(coordinates="errors"), values[-1] / values[0])
        steps = np.eye(rows.size)  # errors of activities
        for k, layer in enumerate(layers[1:-1]):
            steps[8 * k + 8 : 8 * k + 16, 8 * k : 8 * k + 8] = -layer
        last = np.zeros((1, rows.size))
        last[:, -8:] = layers[-1]
        values = np.linalg.eigvalsh(steps.T @ steps + last.T @ last)
        np.testing.assert_allclose(at.sel(coordinates="activities"), values[-1] / values[0])
    rng = np.random.default_rng([0, 1])
    x, teacher = rng.standard_normal((24, 6)), rng.standard_normal(6)
    y = x @ teacher / np.std(x @ teacher) + rng.standard_normal(24)
    layers, paths, above = drawn_chain(6), [], np.eye(1)
    for layer in layers[:0:-1]:
        above = above @ layer
        paths.append(above[0])
    r = y - (x @ layers[0].T) @ paths[-1]
    s = 1 + sum(float(p @ p) for p in paths)
    for share in (0.1, 0.5, 1.0, 1.8):
        errors = [np.zeros((24, 8)) for _ in paths]
        for step in range(9):
            left = r - sum(e @ p for e, p in zip(errors, paths, strict=True))
            energy = (sum(np.sum(e**2) for e in errors) + left @ left) / (r @ r)
            at = ds.sel(share=share, iteration=step)
            np.testing.assert_allclose([at.energy, at.law], energy, rtol=1e-9)
            errors = [
                e - share / s * (e - np.outer(left, p)) for e, p in zip(errors, paths, strict=True)
            ]


def test_growth_by_inference_in_the_errors_is_that_of_its_runs():
    ds = figure("pc-errors").small()
    rng = np.random.default_rng([0, 1])
    x, teacher = rng.standard_normal((24, 6)), rng.standard_normal(6)
    y = x @ teacher / np.std(x @ teacher) + rng.standard_normal(24)
    model = PCN(width=8, depth=6, network="residual", parametrization="sp")
    s, runs = {}, {}
    for c in (0.0, 0.01, 0.03):
        step = {"method": "gradient", "coordinates": "errors", "batch": "sum", "iterations": 1}
        runs[c] = train(
            model, Inference(**step, step=c) if c else Inference(), samples=5, seed=0, steps=160,
            rate=0.01, optimizer="adam", task=Task("noisy", x, y[:, None]),
            rules="pc" if c else "bp", observe=("loss", "rescaling"),
        ).isel(rule=0)  # fmt: skip
        s[c] = np.log(runs[c].rescaling.transpose("sample", "step").values)
        at = ds.sel(weight=c)
        for name, values in (("growth", s[c] - s[0.0]), ("loss", runs[c].loss.values)):
            np.testing.assert_allclose(at[name], values.mean(axis=0), rtol=1e-9, atol=1e-12)
            half = T5 * values.std(axis=0, ddof=1) / 5**0.5
            np.testing.assert_allclose(at[f"{name}_error"], half, rtol=1e-9, atol=1e-12)
