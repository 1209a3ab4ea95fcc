"""Variables of ammup figures, computed a second time in a few lines each.

Runs of the simulator are asked for again by name and seed; what is made of them is written out.
"""

import math

import numpy as np
import pytest

from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step
from depthlaws.theory import updates
from depthlaws_papers.ammup.figures.table_slopes import CURVES
from tests.figures.test_every_figure import small
from tests.figures.test_second_computations import FREE, NETWORKS, same

LOCAL = {"ammup-branches": NETWORKS["ammup-branches"], "ammup-slopes": NETWORKS["ammup-slopes"]}


def parameters(name):
    one, dataset, _ = small(name)
    return {**vars(one.quick), **one.tiny}, dataset


def energies(shape, seed, samples, part="label", **step):
    """Energy of the first step (sample,) of one run."""
    sampling = Sampling(samples=samples, seed=seed, dtype="float32")
    run = first_step(Architecture(**shape), FirstStep(**step), sampling, observe=part)
    return run[part].values if run[part].ndim == 1 else run[part].mean("layer").values


def mean_and_half(values):
    return values.mean(), 1.96 * values.std(ddof=1) / len(values) ** 0.5


def rate_and_half(values, scale):
    """Rate at which the mean energy is 1, and half of its 95 % interval."""
    mean, half = mean_and_half(values)
    return scale / math.sqrt(mean), scale / math.sqrt(mean) * half / mean / 2


def close(drawn, expected):
    np.testing.assert_allclose(np.asarray(drawn, dtype=float), expected, rtol=1e-4)


@pytest.mark.parametrize("name", LOCAL)
def test_local_exponents_are_those_from_a_depth_to_its_double(name):
    _, ds = parameters(name)
    for curve, (network, options) in LOCAL[name].items():
        words = {k: v for k, v in options.items() if k != "width"}
        for far in ds.far.values[[0, -1]].tolist():
            rate = updates.max_update_rate(network, [far, 2 * far], part="label", **words)
            same(ds.local.sel(curve=curve, far=far), np.log2(rate[1] / rate[0]))


def test_rates_of_stems_and_their_local_exponents():
    p, ds = parameters("ammup-fig2")
    stems = {"m = 0": lambda L: 0, "m = 4": lambda L: 4, "m = K": lambda L: L // 2}
    for i, (name, stem) in enumerate(stems.items()):
        at = ds.sel(stem=name)
        for j, L in enumerate(p["depths"]):
            shape = {"network": "residual", "depth": L, "stem": stem(L), "width": p["width"],
                     "outputs": 10, "activation": "linear"}  # fmt: skip
            scale = math.sqrt(p["width"] / 10)
            found = rate_and_half(energies(shape, 10 * i + j, p["samples"], labels=8), scale)
            close((at.simulated[j], at.error[j]), found)
            words = {k: v for k, v in shape.items() if k not in ("network", "depth")}
            law = updates.max_update_rate("residual", L, part="label", **words)
            same(at.exact[j], scale * law)


def test_energies_over_rates_are_squares_of_them():
    _, ds = parameters("ammup-fig4")
    for name in ("exact", "simulated"):
        same(ds[f"{name}_energy"], (ds.rate / ds[name]) ** 2)
    ends = [(ds.rate / (ds.simulated + sign * 1e-6 * ds.error)) ** 2 for sign in (-1, 1)]
    slope = abs(ends[0] - ends[1]) / 2e-6  # half of an interval, carried through the square
    np.testing.assert_allclose(ds.energy_error, slope.transpose(*ds.energy_error.dims), rtol=1e-6)


def test_rates_and_states_of_both_paddings():
    p, ds = parameters("ammup-fig6")
    logs, apart = [], []
    x = np.log(p["depths"])
    weights = (x - x.mean()) / ((x - x.mean()) ** 2).sum()
    for padding in ds.curve.values:
        runs = [
            energies({"network": "plain", "depth": L, "width": p["channels"], "outputs": 10,
                      "grid": p["grid"], "padding": str(padding).split()[0]},
                     1000 * j, p["samples"], labels=8)
            for j, L in enumerate(p["depths"])
        ]  # fmt: skip
        at = ds.sel(curve=padding)
        found = [rate_and_half(run, math.sqrt(p["channels"] / 10)) for run in runs]
        close((at.simulated, at.error), np.transpose(found))
        rate, half = np.transpose(found)
        close(at.slope, weights @ np.log(rate))
        close(at.slope_error, np.sqrt(weights**2 @ (half / rate) ** 2))
        logs.append(weights @ np.log(rate))
        apart.append([run / run.mean() for run in runs])
    close(ds.contrast, logs[1] - logs[0])
    halves = [mean_and_half(b - a)[1] / 2 for a, b in zip(*apart, strict=True)]
    close(ds.contrast_error, np.sqrt(weights**2 @ np.square(halves)))
    for i, sites in enumerate(p["sites"]):
        shape = Architecture(width=2 * p["channels"], depth=p["depth"], grid=sites,
                             padding="zero", activation="linear")  # fmt: skip
        sampling = Sampling(samples=p["samples"], seed=i, dtype="float32")
        run = first_step(shape, FirstStep(inputs="gaussian"), sampling, observe="state").state
        at = ds.sel(sites=sites)
        mean = run.mean("sample")
        close((at.state, at.state_error),
              (mean, 1.96 * run.std("sample", ddof=1) / p["samples"] ** 0.5))  # fmt: skip
        kept = np.ones(sites)  # of a random walk of steps -1, 0, 1 that ends at the border
        for layer in range(p["depth"]):
            padded = np.pad(kept, 1)
            kept = (padded[:-2] + padded[1:-1] + padded[2:]) / 3
            same(at.survival[layer], kept.mean())


def test_energies_of_streams_with_the_activation_behind_the_weights():
    p, ds = parameters("ammup-post-activation")
    kinds = {"pre-activation": "residual", "post-activation": "post-activation"}
    powers = {"K^-1/2": 0.5, "1/K": 1.0}
    streams = [(network, power) for network in kinds.values() for power in powers.values()]
    words = [f"{kind}, {power}" for kind in kinds for power in powers]
    assert [*ds.stream.values] == words
    for i, (network, power) in enumerate(streams):
        at = ds.isel(stream=i)
        for far in at.far.values.tolist():
            branch = far**-power
            mean = first = 1.0  # of the square of an entry, and of the entry over its deviation
            if network == "residual":
                mean = (1 + branch**2) ** far
            else:  # z + branch relu(W z): relu of N(0, 2 v) has mean sqrt(v / pi) and square v
                first, total = 0.0, 1.0
                for _ in range(far):
                    step = branch * math.sqrt(total / math.pi)
                    total += branch**2 * total + 2 * step * first
                    first += step
                mean = total
            same(at.exact.sel(far=far), mean)
        for j, K in enumerate(p["depths"]):
            shape = Architecture(network=network, width=p["width"], depth=K, scaled="multiplier",
                                 power=power)  # fmt: skip
            sampling = Sampling(samples=p["samples"], seed=100 * i + j, dtype="float32")
            run = first_step(shape, FirstStep(inputs="gaussian"), sampling, observe="state").state
            found = mean_and_half(run.isel(layer=-1).values)
            close((at.simulated[j], at.error[j]), found)


def test_output_parts_of_the_energy_beside_label_parts():
    p, ds = parameters("ammup-split")
    for m in p["outputs"]:
        sizes = {"width": p["width"], "outputs": m, "activation": "linear"}
        for j, L in enumerate(p["depths"]):
            run = energies({"network": "plain", "depth": L, **sizes}, j, p["samples"], "output",
                           labels=8)  # fmt: skip
            parts = [np.mean(updates.energies("plain", L, part=part, **sizes))
                     for part in ("output", "label")]  # fmt: skip
            at = ds.sel(outputs=m, depth=L)
            close((at.simulated, at.error), np.array(mean_and_half(run)) / parts[1])
            same(at.exact, parts[0] / parts[1])
    for ratio in p["ratios"]:
        for far in p["far"]:
            rates = updates.max_update_rate("plain", [far, 2 * far], activation="linear",
                                            output_ratio=ratio)  # fmt: skip
            same(ds.local.sel(ratio=ratio, far=far), np.log2(rates[1] / rates[0]))


def test_marks_of_exponents_are_about_their_rows():
    p, ds = parameters("ammup-fig5")
    rows = np.arange(ds.sizes["curve"])
    shown = np.isfinite(ds.exact_slope.values)
    same(ds.low.values[shown], (rows - 0.3)[shown])
    same(ds.high.values[shown], (rows + 0.3)[shown])
    networks = {"ResNet Baseline": ("residual", {}),
                "ViT Post-LN": ("residual", FREE | {"norm": "post"}),
                "ViT Pre-LN": ("residual", FREE | {"norm": "pre"})}  # fmt: skip
    x = np.log(p["depths"])
    weights = (x - x.mean()) / ((x - x.mean()) ** 2).sum()
    for i, row in enumerate(ds.row.values):
        if row in networks:
            network, options = networks[row]
            shape = {"network": network, "width": p["width"], "outputs": 10, **options}
            runs = [energies({**shape, "depth": L}, i + 1000 * j, p["samples"], labels=8)
                    for j, L in enumerate(p["depths"])]  # fmt: skip
            rate, half = np.transpose([rate_and_half(run, 1.0) for run in runs])
            logs = np.array([-np.log(run) / 2 for run in runs])
            spread = logs.std(axis=1, ddof=1) / len(logs[0]) ** 0.5
            at = ds.isel(curve=i)
            close(at.slope, weights @ np.log(rate))
            close(at.slope_error, np.sqrt(weights**2 @ (half / rate) ** 2))
            close(at.log_slope, weights @ logs.mean(axis=1))
            close(at.log_slope_error, 1.96 * np.sqrt(weights**2 @ spread**2))


def test_exponents_from_the_first_depth_to_each_last():
    p, ds = parameters("ammup-table-slopes")
    assert len(ds.curve) > 2
    for curve in CURVES:
        at = ds.sel(curve=curve.label)

        def exponent(last, curve=curve, **sizes):
            depths = [p["first"] * 2**j for j in range(9) if p["first"] * 2**j <= last]
            rate = updates.max_update_rate(
                curve.network, depths, part="label", **curve.words, **sizes
            )
            return np.polyfit(np.log(depths), np.log(rate), 1)[0]

        for last in p["last"]:
            same(at.exact.sel(last=last), exponent(last))
        for shown in p["shown"]:
            if np.isfinite(at.finite.sel(shown=shown)):
                same(at.finite.sel(shown=shown), exponent(shown, width=p["width"], outputs=10))
        i = [c.label for c in CURVES].index(curve.label)
        depths = [p["first"] * 2**j for j in range(9) if p["first"] * 2**j <= p["shown"][-1]]
        shape = {"network": curve.network, "width": p["width"], "outputs": 10, **curve.words}
        runs = [
            energies({**shape, "depth": L}, i + 1000 * j, p["samples"], labels=8)
            for j, L in enumerate(depths)
        ]
        for shown in p["shown"]:
            few = [L for L in depths if shown >= L]
            x = np.log(few) - np.mean(np.log(few))
            found = np.transpose([rate_and_half(run, 1.0) for run in runs[: len(few)]])
            weights = x / (x @ x)
            close(at.simulated.sel(shown=shown), weights @ np.log(found[0]))
            close(at.error.sel(shown=shown), np.sqrt(weights**2 @ (found[1] / found[0]) ** 2))
