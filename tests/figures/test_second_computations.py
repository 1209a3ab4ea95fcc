"""Variables of looped and ammup figures, computed a second time in a few lines each.

Each selection is written out: which runs, which rule, which pass. A series drawn under another
name, a factor, or the first place for the last, does not agree.
"""

import math

import numpy as np
import pytest
from scipy import stats

from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step
from depthlaws.sims.residual import Ensemble, ResidualMLP, matrix_free
from depthlaws.theory import updates
from depthlaws.theory.parametrization import transfer_check
from depthlaws.theory.residual import Stream
from depthlaws_papers.ammup.claims import trained_networks
from depthlaws_papers.looped.figures.scaling_rules import point_seed, stream
from tests.figures.test_every_figure import small

ALPHAS = {"none": 0.0, "sqrt": 0.5, "linear": 1.0}


def interval(values):
    """Mean and half of the 95 % interval by Student's t of a sample, without missing values."""
    values = np.asarray(values, dtype=float)
    values = values[np.isfinite(values)]
    return values.mean(), stats.t.ppf(0.975, values.size - 1) * stats.sem(values)


def same(drawn, expected):
    np.testing.assert_allclose(np.asarray(drawn, dtype=float), expected, rtol=1e-5, atol=1e-9)


# -- looped: stored runs of networks ---------------------------------------------------------------


def test_norms_and_cosines_of_untrained_transformers():
    _, ds, _ = small("looped-networks")
    runs = stored_run("looped-norms")
    looped = runs.sel(stack="looped")
    start = looped.start.values.mean()
    gain = math.sqrt(2 * (np.mean(looped.norm.sel(scaling="none", loops=1) ** 2) / start**2 - 1))
    for rule, alpha in ALPHAS.items():
        for n in ds.loops.values:
            at = ds.sel(scaling=rule, loops=n)
            same((at.norm, at.error), interval(looped.norm.sel(scaling=rule, loops=n) / start))
            law = Stream(loops=int(n), eps=gain / n**alpha, normalize=True)
            same(at.relu, law.energies[-1] ** 0.5)
    for stack in ds["stack"].values:
        raw = runs["mean"].sel(stack=stack, scaling="none", loops=4)
        at = ds.sel(stack=stack, loops=4)
        same((at.cosine, at.cosine_error), interval(raw))


def test_first_and_last_updates_of_transformers():
    _, ds, _ = small("looped-network-steps")
    runs = stored_run("looped-first-steps")
    eps = {"none": 1.0, "sqrt": 0.5, "linear": 0.25, "factorized": 0.25 / 2**0.5}  # N = 4
    once = {"none": 1.0, "sqrt": 1.0, "linear": 1.0, "factorized": 1 / 2**0.5}  # N = 1
    norms = stored_run("looped-norms").sel(stack="looped", scaling="none", loops=1)
    gain = math.sqrt(2 * (float((norms.norm**2).mean()) / float(norms.start.mean()) ** 2 - 1))
    for layers, rule in ((1, "none"), (1, "linear"), (2, "sqrt"), (2, "factorized")):
        at, raw = (d.sel(layers=layers, scaling=rule) for d in (ds, runs))
        for name, values in (
            ("update_1", raw.change.isel(after=1)),
            ("update_10", raw.change.isel(after=10)),
            ("norm", raw.norm.isel(after=10)),
        ):
            over = values.sel(loops=4) / values.sel(loops=1).mean()
            drawn = at.sel(loops=4)
            same((drawn[name], drawn[f"{name}_error"]), interval(over))
        several, one = (
            Stream(loops=n, layers=layers, eps=gain * scales[rule], normalize=True)
            for n, scales in ((4, eps), (1, once))
        )
        same(at.relu.sel(loops=4), (several.energies[-1] / one.energies[-1]) ** 0.5)
        moved = [updates.sign_step(s, seed=0, sites=256, replicates=4).rms for s in (several, one)]
        drawn = at["first"].sel(loops=4)  # of sites at which a sign may change by rounding
        np.testing.assert_allclose(drawn, moved[0] / moved[1], rtol=5e-3)


def test_cosines_and_norms_by_pass_of_trained_transformers():
    _, ds, _ = small("looped-network-streams")
    stored = stored_run("looped-best-rates")
    linear = (stored.scaling == "linear") & (stored.learning_rate == 0.004)
    chosen = linear & (stored.loops == 4) & (stored.decay == "fixed") & (stored.layers == 1)
    (run,) = np.flatnonzero(chosen)
    for end in ("start", "end"):
        raw = stored.isel(run=run).sel(end=end)
        for passed in (1, 2, 4):
            at = ds.sel(loops=4, end=end, passed=passed)
            same((at.norm, at.norm_error), interval(raw.norm.isel(passed=passed)))
            cosine = raw.cosine.isel(passed_1=passed - 1, passed_2=3)  # with the fourth, the last
            same((at.cosine, at.cosine_error), interval(cosine))
    same(ds.cosine.sel(loops=4, passed=4), 1)
    same(ds.aligned.sel(loops=4, passed=4), 1)
    assert (ds.aligned.sel(loops=4).diff("passed").dropna("passed") > 0).all()
    same(ds.relu.sel(loops=4, passed=0), ds.norm.sel(loops=4, end="start", passed=0))


def test_losses_and_best_rates_of_looped_transformers():
    _, ds, canvas = small("looped-network-rates")
    stored = {"none": "looped-rates", "sqrt": "looped-best-rates", "linear": "looped-best-rates"}
    for rule, name in stored.items():
        runs, at = stored_run(name), ds.sel(sweep=f"fixed {rule}", loops=2)
        mine = (runs.decay == "fixed") & (runs.scaling == rule) & (runs.loops == 2)
        means = {}
        for i in np.flatnonzero(mine & (runs.layers == 1)):
            run = runs.isel(run=i)
            drawn = at.sel(rate=float(run.learning_rate))
            if not (run.diverged > 0).any():
                means[float(run.learning_rate)] = interval(run.held_out.sel(end="end"))
                same((drawn.loss, drawn.loss_error), means[float(run.learning_rate)])
        same((at.least, at.least_error), min(means.values()))
        near = min(means, key=lambda rate: means[rate][0])  # the vertex lies beside the least
        assert near / 2.1 < float(at.best) < 2.1 * near
        assert float(at.best_low) < float(at.best) < float(at.best_high)
    fixed = ds.isel(sweep=slice(0, 3))
    same(fixed.equal.isel(loops=0), fixed.best.isel(loops=0))
    assert (fixed.equal.diff("loops") < 0).all()
    for number, name in ((3, "best"), (4, "least"), (5, "base_best")):
        lines = [one for one in canvas.axes[number].lines if one.get_gid() == "simulation"]
        numbers = np.concatenate([one.get_ydata() for one in lines])
        same(numbers, (ds if number == 5 else fixed)[name].values.ravel())


def best_rates(runs, size, *, decay, rules, layers=None):
    """Check of a sweep at a confidence of 95 %: exponent, best rates and their intervals."""
    rows = []
    for i in range(runs.sizes["run"]):
        run = runs.isel(run=i)
        right = run.decay == decay and (layers is None or int(run.layers) == layers)
        if right and (str(run.scaling.values), int(run.loops)) in rules:
            for sample in run.sample.values:
                at = run.sel(sample=sample)
                lost = float(at.held_out.sel(end="end")) if at.diverged == 0 else math.nan
                rows.append((int(run[size]), float(run.learning_rate), lost, int(sample)))
    *columns, seeds = zip(*rows, strict=True)
    return transfer_check(*columns, seeds=seeds, confidence=0.95)


def test_intervals_of_best_rates_of_looped_transformers():
    _, ds, _ = small("looped-network-rates")
    many, few = stored_run("looped-best-rates"), stored_run("looped-rates")
    for runs, decay, rule in ((many, "fixed", "sqrt"), (few, "product", "linear")):
        rules = {("linear", 1), *((rule, n) for n in (2, 4, 8))}  # one pass: no rule matters
        rates = best_rates(runs, "loops", decay=decay, rules=rules, layers=1)
        at = ds.sel(sweep=f"{decay} {rule}")
        same((at.drift, at.low, at.high), (rates.drift, rates.low, rates.high))
        for found in rates.optima:
            drawn = [at[name].sel(loops=found.size) for name in ("best", "best_low", "best_high")]
            ends = (found.rate, found.low, found.high)
            same(drawn, [math.nan] * 3 if found.why else ends)
    rates = best_rates(few, "layers", decay="fixed", rules={("factorized", 2), ("linear", 2)})
    for found in rates.optima:
        at = ds.sel(layers=found.size)
        ends = (found.rate, found.low, found.high)
        drawn = (at.base_best, at.base_low, at.base_high)
        same(drawn, [math.nan] * 3 if found.why else ends)
    same(
        [ds.attrs[f"depth_{n}"] for n in ("drift", "low", "high")],
        [rates.drift, rates.low, rates.high],
    )


# -- looped: simulated -----------------------------------------------------------------------------


def test_lengths_of_sums_of_increments():
    _, ds, _ = small("looped-fig1")
    same(ds.length_exact.sel(kind="untied"), np.sqrt(ds.n / 2))  # orthogonal, of size 1/sqrt(2)
    same(ds.aligned_exact.sel(kind="untied"), ds.n**-0.5)
    same(ds.root, np.sqrt(ds.n / 2))
    same(ds.line, ds.n / 2**0.5)
    for i, kind in enumerate(("untied", "tied")):
        loops, layers = (1, 4) if kind == "untied" else (4, 1)
        model = ResidualMLP(width=64, loops=loops, layers=layers, eps=1.0, normalize=True)
        ensemble = Ensemble(samples=4, seed=point_seed(0, i))
        states = matrix_free.simulate(model, ensemble, observe=("kernel",)).kernel.values
        increments = np.diff(np.diff(states, axis=1), axis=2)  # their overlaps
        length = [np.sqrt(increments[:, :n, :n].sum(axis=(1, 2))) for n in (1, 2, 3, 4)]
        sizes = np.sqrt(np.diagonal(increments, axis1=1, axis2=2)).cumsum(axis=1).T
        for name, rows in (("length", length), ("aligned", length / sizes)):
            both = np.array([interval(row) for row in rows]).T
            at = ds.sel(kind=kind)
            np.testing.assert_allclose((at[name], at[f"{name}_error"]), both, rtol=1e-5)
    overlaps = np.asarray(stream("tied", 4, "none").kernel)
    expected = math.sqrt(overlaps[3, 3] - 2 * overlaps[0, 3] + overlaps[0, 0])
    same(ds.length_exact.sel(kind="tied", n=3), expected)


# -- ammup: stored runs of networks ----------------------------------------------------------------


def test_losses_and_best_rates_of_vision_transformers():
    _, ds, _ = small("ammup-network-sweeps")
    stored = stored_run("trained-rates")
    for network in ("ViT", "ViT, pre-norm"):
        runs = stored.sel(network=network)
        place = int(np.flatnonzero(runs.depth.values == 3)[0])
        at, raw = ds.sel(network=network, depth=8), runs.isel(place=place)
        best = []
        for seed in raw.dropna("seed", subset=["diverged"], how="all").seed:
            losses = raw.train.where(raw.diverged != 1, np.inf).sel(seed=seed).values
            made = np.flatnonzero(~np.isnan(losses))
            least = np.nanargmin(losses)
            if least not in made[[0, -1]]:
                best.append(np.log(float(raw.learning_rate[least])))
        middle, half = interval(best)
        same((at.best, at.low, at.high), np.exp([middle, middle - half, middle + half]))
        kept = np.isfinite(at.loss.values)
        assert kept.sum() > 5
        for i in np.flatnonzero(kept)[[0, -1]]:
            drawn = at.isel(rate=i)
            same((drawn.loss, drawn.loss_error), interval(raw.train.isel(rate=i)))


def test_rates_of_image_classifiers_and_the_laws_beside_them():
    _, ds, _ = small("ammup-networks")
    first = ds.sel(curve="CNN, first step")
    stored = {n: stored_run(n) for n in ("image-rates", "image-exponents", "trained-rates")}
    name = "image-exponents" if "CNN" in stored["image-exponents"].network else "image-rates"
    rows = stored[name].rate.sel(network="CNN").dropna("sample", how="all")
    logs = np.log(rows.transpose("depth", "sample").values)
    for i, row in enumerate(logs):
        middle, half = interval(row)
        at = first.isel(place=i)
        same((at.rate, at.low, at.high), np.exp([middle, middle - half, middle + half]))
    depths = rows.depth.values
    slopes = [np.polyfit(np.log(depths), logs[:, j], 1)[0] for j in range(logs.shape[1])]
    same((first.slope, first.slope_error), interval(slopes))
    units = 2 * np.arange(1, 5)  # of a ViT with 1 to 4 blocks
    options = {"activation": "linear", "scaled": "none"}
    for network, norm in (("ViT", "post"), ("ViT, pre-norm", "pre")):
        at = ds.sel(curve=f"{network}, trained").isel(place=slice(0, 4))
        law = np.asarray(updates.max_update_rate("residual", units.tolist(), norm=norm, **options))
        same(at.depth, units + 2)
        same(at.law, law * float(at.rate[0]) / law[0])
    for i in range(ds.sizes["curve"]):
        at = ds.isel(curve=i).dropna("place", subset=["depth"])
        same(at.law_slope, np.polyfit(np.log(at.depth), np.log(at.law), 1)[0])
        if "ResNet" not in str(at.curve.values):
            same(at.other_slope, at.slope)
            continue
        raw = stored["image-exponents"].rate.sel(network="ResNet").dropna("sample", how="all")
        blocks, logs = raw.depth.values, np.log(raw.transpose("depth", "sample").values)
        if "trained" in str(at.curve.values):
            best = trained_networks.best_rates("ResNet")
            blocks, logs = trained_networks.blocks("ResNet"), np.log(best)
        same(at.depth, blocks + 2)  # stem and head
        for drawn, sizes in ((at.slope, blocks + 2), (at.other_slope, blocks)):
            same(drawn, np.nanmean(np.polyfit(np.log(sizes), logs, 1)[0]))


# -- ammup: simulated ------------------------------------------------------------------------------

FREE = {"activation": "linear", "scaled": "none"}
LINEAR = {"activation": "linear"}
CONV = {"width": 8, "grid": 4}
ATTENTION = CONV | {"heads": 4, "branch_depth": 2, "scaled": "none"}
NETWORKS = {  # figure: curve: network and its options, in the order of their seeds
    "ammup-fig3": {
        "plain ReLU": ("plain", {}),
        "CNN, circular": ("plain", CONV),
        "residual": ("residual", LINEAR),
        "ResNet, ReLU": ("residual", CONV),
        "post-LN, no attention": ("residual", FREE | {"norm": "post"}),
        "Transformer, post-LN": ("transformer", ATTENTION | {"norm": "post"}),
        "Transformer, pre-LN": ("transformer", ATTENTION | {"norm": "pre"}),
    },
    "ammup-fig4": {
        "plain": ("plain", LINEAR),
        "post-LN": ("residual", FREE | {"norm": "post"}),
        "pre-LN": ("residual", FREE | {"norm": "pre"}),
    },
    "ammup-fig7": {
        "kernel 3": ("plain", {"width": 32, "grid": 8, "kernel": 3}),
        "kernel 4": ("plain", {"width": 32, "grid": 8, "kernel": 4}),
    },
    "ammup-branches": {
        "1 tensor, weights": ("residual", LINEAR),
        "1 tensor, multiplier": ("residual", LINEAR | {"scaled": "multiplier"}),
        "2 tensors, each": ("residual", LINEAR | {"branch_depth": 2}),
        "3 tensors, each": ("residual", LINEAR | {"branch_depth": 3}),
        "2 tensors, last only": ("residual", LINEAR | {"branch_depth": 2, "scaled": "last"}),
    },
    "ammup-slopes": {
        "plain ReLU": ("plain", {"width": 16}),
        "orthogonal": ("plain", LINEAR | {"width": 16, "weights": "orthogonal"}),
        "residual": ("residual", LINEAR | {"width": 16}),
        "post-activation": ("post-activation", {"width": 16}),
        "pre-LN": ("residual", FREE | {"width": 16, "norm": "pre"}),
        "post-LN": ("residual", FREE | {"width": 16, "norm": "post"}),
    },
}
SAMPLES = {"ammup-fig3": 6, "ammup-fig4": 6, "ammup-fig7": 100}
LABELS = {"ammup-slopes": 4}


@pytest.mark.parametrize("name", NETWORKS)
def test_rates_of_curves_are_those_of_the_networks_they_name(name):
    """Each point, its interval and its law again, from one run of the network that is named."""
    _, ds, _ = small(name)
    assert list(ds.curve.values) == list(NETWORKS[name])
    for i, (curve, (network, options)) in enumerate(NETWORKS[name].items()):
        options = {"width": 8, **options}
        logs, spreads = [], []
        for j, depth in enumerate(ds.depth.values):
            shape = Architecture(network=network, depth=int(depth), outputs=10, **options)
            sampling = Sampling(samples=SAMPLES.get(name, 8), seed=i + 1000 * j, dtype="float32")
            step = FirstStep(labels=LABELS.get(name, 8))
            budget = first_step(shape, step, sampling, observe="label")["label"].mean("layer")
            at = ds.sel(curve=curve, depth=depth)
            rate = math.sqrt(options["width"] / 10 / float(budget.mean()))
            np.testing.assert_allclose(at.simulated, rate, rtol=1e-5, err_msg=f"{curve}, {depth}")
            spread = float(budget.std(ddof=1) / budget.size**0.5 / budget.mean())
            np.testing.assert_allclose(at.error, 1.96 * rate * spread / 2, rtol=1e-4)
            logs.append(-np.log(budget.values) / 2)
            spreads.append(spread / 2)
        at = ds.sel(curve=curve)
        _exponents_again(at, np.array(logs), np.array(spreads))
        _law_again(name, at, network, options)


def _exponents_again(at, logs, spreads):
    """Least-squares exponents and their intervals, from logarithms of rates (depth, sample)."""
    x = np.log(at.depth.values)
    weights = (x - x.mean()) / ((x - x.mean()) ** 2).sum()
    errors = logs.std(axis=1, ddof=1) / logs.shape[1] ** 0.5
    drawn = {
        "slope": weights @ np.log(at.simulated.values),
        "slope_error": 1.96 * np.sqrt(weights**2 @ spreads**2),
        "log_slope": weights @ logs.mean(axis=1),
        "log_slope_error": 1.96 * np.sqrt(weights**2 @ errors**2),
        "exact_slope": weights @ np.log(at.exact.values) if "exact" in at else np.nan,
    }
    for name, expected in drawn.items():
        if name in at and np.isfinite(expected):
            np.testing.assert_allclose(at[name], expected, rtol=1e-3, err_msg=name)


def _law_again(name, at, network, options):
    """Compare an exact curve with the law, at the width drawn and at infinite width."""
    if "exact" not in at or not np.isfinite(at.exact).all():
        return
    words = {k: v for k, v in options.items() if k != "width"}
    laws = []
    for width in ({}, {"width": options["width"], "outputs": 10}):
        scale = math.sqrt(options["width"] / 10) if width else 1.0
        try:
            law = updates.max_update_rate(
                network, at.depth.values.tolist(), part="label", **words, **width
            )
        except ValueError:  # no law at a finite width
            continue
        laws.append(scale * np.asarray(law))
    assert any(np.allclose(at.exact, law) for law in laws), (name, str(at.curve.values))


def test_path_sum_is_the_papers_rule_through_the_first_exact_point():
    _, ds, _ = small("ammup-fig3")
    ratio = ds.path_sum / ds.path_sum[0]
    paths = [updates.path_sum_rate(updates.residual_graph(0, int(K))) for K in ds.depth]
    same(ratio, np.array(paths) / paths[0])
    same(ds.path_sum[0], ds.exact.sel(curve="residual")[0])


def test_the_fully_connected_law_goes_through_the_first_point():
    _, ds, _ = small("ammup-fig7")
    law = np.asarray(updates.max_update_rate("plain", ds.depth.values.tolist(), part="label"))
    same(ds.dense / ds.dense[0], law / law[0])
    same(ds.dense[0], ds.simulated.sel(curve="kernel 3")[0])
    same(ds.dense_slope, np.log(law[1] / law[0]) / np.log(4))


def test_exponents_of_table_3_stand_beside_their_networks():
    _, ds, _ = small("ammup-fig5")
    rows = dict(zip(ds.row.values, ds.curve.values, strict=True))
    assert rows["CNN Adam"] == "plain ReLU, sign"
    assert rows["ResNet Baseline"] == "residual ReLU, SGD"
    assert rows["ViT Pre-LN"] == "pre-LN, SGD"
    printed = dict(zip(ds.row.values, ds.printed.values, strict=True))
    assert (printed["CNN Baseline"], printed["ResNet Adam"]) == (-1.339, -1.269)
    laws = {
        "plain GELU, SGD": ("plain", {"activation": "gelu"}),
        "residual ReLU, SGD": ("residual", {}),
        "pre-LN, SGD": ("residual", FREE | {"norm": "pre"}),
        "post-LN, SGD": ("residual", FREE | {"norm": "post"}),
    }
    for curve, (network, options) in laws.items():
        rate = np.asarray(updates.max_update_rate(network, [1, 2], part="label", **options))
        same(ds.exact_slope.sel(curve=curve), np.log2(rate[1] / rate[0]))
        assert curve in rows.values()
    sign = np.asarray(updates.max_update_rate("plain", [1, 2], optimizer="sign", outputs=10))
    same(ds.exact_slope.sel(curve="plain ReLU, sign"), np.log2(sign[1] / sign[0]))
