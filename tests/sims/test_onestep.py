"""The first step against finite differences and exact values; settings that change no number."""

import functools
import math
import tracemalloc

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from depthlaws.sims import sweep
from depthlaws.sims.common import backend
from depthlaws.sims.common.draws import blocks
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.onestep import (
    OBSERVED,
    Architecture,
    FirstStep,
    Sampling,
    first_step,
    fitted_slope,
    given_step,
    local_slopes,
    observables,
    plan,
    summary,
    tangent_gain,
    weight_changes,
)
from depthlaws.sims.onestep import architecture as architectures
from depthlaws.sims.onestep.plan import Plan
from depthlaws.sims.onestep.unit_parts import Attend, Gradient, Patches, Pool
from tests.sims import naive

CPU = backend.get("cpu")

NETWORKS = {
    "plain": {"width": 3, "depth": 3},
    "plain, raw input": {"width": 3, "depth": 2, "activate_input": False},
    "plain, two matrices": {"width": 3, "depth": 2, "branch_depth": 2, "activate_input": False},
    "affine": {"width": 3, "depth": 2, "skip": 0.6, "multiplier": 0.7, "readout": "raw"},
    "residual": {"network": "residual", "width": 3, "depth": 3},
    "two matrices": {
        "network": "residual", "width": 3, "depth": 2, "branch_depth": 2, "scaled": "last",
    },
    "multiplier": {
        "network": "residual", "width": 3, "depth": 3, "scaled": "multiplier", "power": 1,
    },
    "stem": {"network": "residual", "width": 3, "depth": 3, "stem": 1, "scaled": "none"},
    "post-activation": {"network": "post-activation", "width": 3, "depth": 3, "multiplier": 0.5},
    "pre-norm": {"network": "residual", "width": 4, "depth": 2, "norm": "pre"},
    "post-norm": {"network": "residual", "width": 4, "depth": 2, "norm": "post"},
    "circular": {"width": 2, "depth": 2, "grid": 4},
    "zero padding": {"width": 2, "depth": 2, "grid": 4, "padding": "zero"},
    "even kernel": {"width": 2, "depth": 2, "grid": 5, "kernel": 4, "padding": "zero"},
    "two axes": {"width": 2, "depth": 1, "grid": (2, 3), "padding": "zero"},
    "residual circular": {"network": "residual", "width": 2, "depth": 2, "grid": (3,)},
    "attention": {"network": "transformer", "width": 4, "depth": 1, "grid": 3, "heads": 2},
    "transformer": {
        "network": "transformer", "width": 2, "depth": 2, "grid": 3, "branch_depth": 2,
        "norm": "pre",
    },
    "post-norm transformer": {
        "network": "transformer", "width": 4, "depth": 2, "grid": 2, "heads": 2, "norm": "post",
        "branch_depth": 2, "scaled": "each",
    },
}  # fmt: skip
ACTIVATIONS = sorted(naive.PHI)


def problem(a, step, seed, inputs=1):
    """Weights, inputs, labels and fresh inputs of one network."""
    rng = np.random.default_rng(seed)
    weights = [rng.normal(0, 1 / math.sqrt(shape[1]), shape) for shape in a.shapes]
    x, fresh = rng.standard_normal((2, inputs, *a.grid, a.width))
    y = rng.standard_normal((inputs, a.outputs))
    return weights, x, np.argmax(y, axis=1) if step.loss == "ce" else y, fresh


def assert_finite_differences(a, step, *, seed=0, inputs=1, fresh=False, rtol=1e-6):
    """Energies of a network against differences along its differenced gradient."""
    weights, x, y, probe = problem(a, step, seed, inputs)
    extra = {"fresh": probe} if fresh else {}
    result = given_step(a, step, weights, x, y, observe=("energy", "unit_energy"), **extra)
    flat = (inputs, a.sites, a.width)
    seen = (probe if fresh else x).reshape(flat)
    expected = naive.energies(a, step, weights, x.reshape(flat), y, seen)
    assert (expected > 0).all()
    np.testing.assert_allclose(result.energy, expected, rtol=rtol)
    np.testing.assert_allclose(result.unit_energy.mean(("site", "unit")), expected, rtol=rtol)


@pytest.mark.parametrize("activation", ["leaky_relu:0.3", "tanh"])
@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_the_step_is_that_of_finite_differences(network, activation):
    assert_finite_differences(
        Architecture(**network, outputs=2, activation=activation), FirstStep()
    )


@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("loss", ["mse", "ce"])
@pytest.mark.parametrize("fresh", [False, True])
def test_losses_batches_and_fresh_inputs(activation, loss, fresh):
    step = FirstStep(loss=loss, batch=3)
    a = Architecture(network="residual", width=3, depth=2, outputs=2, activation=activation)
    assert_finite_differences(a, step, seed=1, inputs=3, fresh=fresh)


def test_fresh_inputs_are_others():
    """One linear layer moves x' by (x . x')/n of what it moves x: 1/n of the energy in the mean."""
    a, sampling = (
        Architecture(width=64, depth=1, activation="linear"),
        Sampling(samples=200, seed=0),
    )
    own, fresh = (
        first_step(a, FirstStep(evaluate=at), sampling, observe="label").label.mean()
        for at in ("in-batch", "fresh")
    )
    assert 0.3 / 64 < fresh / own < 3 / 64


@pytest.mark.parametrize("inputs", [1, 3])
@pytest.mark.parametrize("network", ["plain", "two matrices", "circular", "pre-norm"])
def test_sign_descent(network, inputs):
    a = Architecture(**NETWORKS[network], outputs=2, activation="leaky_relu:0.3")
    assert_finite_differences(a, FirstStep(optimizer="sign"), seed=2, inputs=inputs, fresh=True)


GIVEN_GRADIENTS = {  # of |out - y|^2/(2 m) and of cross-entropy, at out = (1, -1) of input (1, -1)
    "mse": ([[3.0, 1.0]], ((1 - 3) ** 2 + (-1 - 1) ** 2) / 2**2),
    "ce": ([0], 2 / (1 + math.exp(2)) ** 2),
}


@pytest.mark.parametrize("also", [(), ("label", "output", "cross")])
@pytest.mark.parametrize("loss", GIVEN_GRADIENTS)
def test_given_labels_give_the_gradient_of_the_whole_loss(loss, also):
    """Not the sum of the squares of outputs and labels, as for labels of both signs."""
    also = also if loss == "mse" else ()
    a, (labels, expected) = (
        Architecture(width=2, depth=1, outputs=2, activation="linear"),
        GIVEN_GRADIENTS[loss],
    )
    given = [np.eye(2), np.eye(2)], [[1.0, -1.0]], labels
    result = given_step(a, FirstStep(loss=loss), *given, observe=("loss_gradient", *also))
    assert float(result.loss_gradient) == pytest.approx(expected, rel=1e-12)


def test_the_change_as_factors_and_as_a_matrix(monkeypatch):
    """Both orders of multiplication give the same change."""
    rng = np.random.default_rng(0)
    left, right = rng.standard_normal((1, 1, 2, 4, 9)), rng.standard_normal((1, 3, 2, 4, 3))
    factors = weight_changes.descent(Gradient(left, right), 1)
    whole = weight_changes.descent(Gradient(left, right), 10**6)
    assert (type(factors).__name__, type(whole).__name__) == ("Factors", "Matrix")
    rows = rng.standard_normal((1, 1, 2, 4, 9))
    direct = -np.einsum("acpsi,abqti,abqto->abpso", rows, left, right)
    for result in (factors, whole):
        np.testing.assert_allclose(result.along(rows), direct, rtol=1e-12)
    a, result = Architecture(width=3, depth=2, grid=4, outputs=2), []
    for rows in (1, 10**6):
        order = functools.partial(lambda g, _, rows: weight_changes.descent(g, rows), rows=rows)
        monkeypatch.setitem(observables.OPTIMIZERS, "sgd", order)
        result.append(given_step(a, FirstStep(), *problem(a, FirstStep(), 3, 2)[:3]).energy)
    np.testing.assert_allclose(*result, rtol=1e-12)


@given(
    st.tuples(st.integers(1, 5)) | st.tuples(st.integers(1, 4), st.integers(1, 4)),
    st.integers(1, 5),
    st.sampled_from(["circular", "zero"]),
)
def test_gathering_and_scattering_patches_are_transposed(grid, kernel, padding):
    patches, rng = Patches(grid, kernel, padding, CPU), np.random.default_rng(0)
    x = rng.standard_normal((2, 1, 1, math.prod(grid), 3))
    rows = patches.gather(x)
    g = rng.standard_normal(rows.shape)
    assert np.sum(rows * g) == pytest.approx(np.sum(x * patches.scatter(g)), abs=1e-9)


# -- exact oracles: the ledger's rationals, |x|^2 = width on the sphere ----------------------------

ORACLES = {
    "relu": ({}, (3 / 8, 51 / 16, 2025 / 128), (4815 / 1024, 123075 / 2048, 1837215 / 4096)),
    "linear": ({}, (2, 23 / 2, 309 / 8), (279 / 32, 2151 / 32, 38601 / 128)),
    "residual": (
        {"network": "residual", "variance": 0.5, "activation": "linear", "scaled": "none"},
        (9 / 2, 537 / 16, 18669 / 128),
        (47901 / 1024, 863315 / 2048, 36121635 / 16384),
    ),
}


@pytest.mark.parametrize(("options", "label", "output"), ORACLES.values(), ids=ORACLES)
def test_means_are_the_exact_rationals(request, options, label, output):
    name = request.node.callspec.id
    options = {"activation": name} | options
    a = Architecture(width=4, depth=3, outputs=2, **options)
    sampling = Sampling(samples=100_000, seed=4, dtype="float32")
    run = first_step(
        a, FirstStep(labels=2), sampling, observe=("label", "output", "cross", "energy")
    )
    total = np.array(label) + np.array(output)
    for name, truth in (("label", label), ("output", output), ("energy", total), ("cross", 0.0)):
        assert np.abs(Estimate.of(run[name], "sample").z(np.array(truth))).max() < 5, name


def test_affine_units_are_blocks_of_their_own():
    """a z + b W z with the weights handed a variance, or b as a multiplier: omega = 1 or b^2."""
    common = {"width": 8, "depth": 4, "activation": "linear", "skip": 0.8, "readout": "raw"}
    inside = Architecture(**common, variance=0.36)
    outside = Architecture(**common, variance=1.0, multiplier=0.6)
    sampling = Sampling(samples=50, seed=5)
    one, two = (first_step(a, FirstStep(), sampling, observe="label") for a in (inside, outside))
    np.testing.assert_allclose(two.label, 0.36**2 * one.label, rtol=1e-9)


def test_orthogonal_weights_spread_nothing():
    """J J^T = 1: S-bar = (n / m) (L + 1) (2 L + 1) / 6 for sgd on the labels."""
    n, m, depth = 12, 3, 5
    a = Architecture(width=n, depth=depth, outputs=m, activation="linear", weights="orthogonal")
    run = first_step(a, FirstStep(labels=4), Sampling(samples=4000, seed=6), observe="label")
    exact = (n / m) * (depth + 1) * (2 * depth + 1) / 6
    assert abs(Estimate.of(run.label.mean("layer"), "sample").z(exact)) < 5
    spread = run.label / run.label.isel(layer=0)
    np.testing.assert_allclose(spread, np.arange(1, depth + 1) ** 2 + 0 * spread, rtol=1e-9)


def test_the_power_counts_blocks_and_not_the_stem():
    """K = 4 of 5 units: K^-1/2 on each tensor, the last one, or outside of both."""
    sizes = {"network": "residual", "width": 8, "depth": 5, "stem": 1, "branch_depth": 2}
    expected = {
        "none": (2.0, 2.0, 1.0),
        "each": (0.5, 0.5, 1.0),
        "last": (2.0, 0.5, 1.0),
        "multiplier": (2.0, 2.0, 0.5),
    }
    for scaled, (first, last, outside) in expected.items():
        a = Architecture(**sizes, scaled=scaled)
        assert a.tensors[0].variance == 2.0
        assert [t.variance for t in a.tensors[1:3]] == pytest.approx([first, last])
        assert a.branch_multiplier == pytest.approx(outside)


def test_orthogonal_weights_are_uniform_over_the_group():
    """Q and -Q alike: no entry has a mean, and every row is a random direction."""
    a = Architecture(width=3, depth=1, weights="orthogonal", variance=1.0)
    sampling = Sampling(samples=4000, seed=12)
    stream = blocks(12, 4000, block=4000)[0].stream
    q = Plan(a, FirstStep(), sampling).draw_weight(a.tensors[0], stream, 4000)
    np.testing.assert_allclose(q @ np.swapaxes(q, 1, 2), np.eye(3)[None] + 0 * q, atol=1e-12)
    assert np.abs(q.mean(axis=0)).max() < 5 / math.sqrt(3 * 4000)
    assert stats.kstest(q[:, 0, 0], stats.uniform(-1, 2).cdf).pvalue > 1e-4


def test_sign_descent_forgets_the_loss():
    a, sampling = Architecture(width=8, depth=3, outputs=2), Sampling(samples=20, seed=7)
    one, two = (
        first_step(a, FirstStep(optimizer="sign", label_variance=1e9 * c), sampling).energy
        for c in (1, 1000)
    )
    np.testing.assert_allclose(one, two, rtol=1e-12)


def test_label_part_is_quadratic_in_the_labels():
    a, sampling = Architecture(width=8, depth=3, outputs=2), Sampling(samples=20, seed=8)
    one, two = (
        first_step(a, FirstStep(label_variance=s), sampling, observe=("label", "output"))
        for s in (1.0, 3.0)
    )
    np.testing.assert_allclose(two.label, 3 * one.label, rtol=1e-12)
    np.testing.assert_array_equal(two.output, one.output)


# -- the law of what is drawn ----------------------------------------------------------------------


@pytest.mark.parametrize("activation", [*ACTIVATIONS, "abs", "erf"])
def test_gates_are_the_mean_square_slopes(activation):
    x, weight = np.polynomial.hermite_e.hermegauss(120)
    slope = architectures.activations.get(activation).derivative(x)
    exact = np.sum(weight * slope**2) / math.sqrt(2 * math.pi)
    assert architectures.gate(activation) == pytest.approx(exact, rel=1e-6)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    ("options", "first"),
    [
        ({"activation": "linear"}, 1.0),
        ({"activation": "linear", "variance": 1.7}, 1.7),
        ({"activation": "linear", "grid": 4}, 1.0),
        ({"activation": "linear", "grid": 4, "padding": "zero"}, 10 / 12),
        ({"network": "residual", "activation": "linear"}, 1.5),
        ({"network": "residual", "scaled": "multiplier", "power": 1.0}, 1.25),
        ({"network": "post-activation", "variance": 4.0, "multiplier": 0.5}, 1.25),
        ({"network": "residual", "norm": "post"}, 1.0),
        ({"weights": "orthogonal", "activation": "linear", "variance": 2.0}, 2.0),
    ],
    ids=str,
)
def test_weights_have_the_stated_variance(options, first, dtype):
    a = Architecture(width=32, depth=2, **options)
    sampling = Sampling(samples=6000, seed=9, dtype=dtype)
    state = first_step(a, FirstStep(), sampling, observe="state").state.isel(layer=0)
    result = Estimate.of(state, "sample")
    if result.sem < 1e-6:
        assert result.mean == pytest.approx(first, rel=1e-4)
    else:
        assert abs(result.z(first)) < 5
        assert result.sem < 0.0045 * first


def test_heads_and_labels_have_the_stated_variance():
    a = Architecture(width=16, depth=1, outputs=5, activation="linear", head=3.0)
    sampling = Sampling(samples=6000, seed=10)
    run = first_step(a, FirstStep(label_variance=4.0), sampling, observe=("logit", "loss_gradient"))
    assert abs(Estimate.of(run.logit, "sample").z(3.0)) < 5
    assert abs(Estimate.of(run.loss_gradient, "sample").z((3.0 + 4.0) / 5)) < 5


def test_classes_are_uniform_and_gaussian_inputs_gaussian():
    step = FirstStep(loss="ce", inputs="gaussian")
    noise = np.random.default_rng(0).standard_normal((4000, 1, 1, 5))
    drawn = step.drawn(noise)
    assert (drawn.sum(axis=-1) == 1).all()
    assert stats.chisquare(drawn.sum(axis=(0, 1, 2))).pvalue > 1e-4
    a = Architecture(
        width=4, depth=1, outputs=5, activation="linear", variance=0.0, network="residual"
    )
    run = first_step(a, step, Sampling(samples=4000, seed=11), observe="state")
    assert stats.kstest(4 * run.state[:, 0], stats.chi2(4).cdf).pvalue > 1e-4


# -- what must not change the numbers --------------------------------------------------------------

EVERYTHING = tuple(OBSERVED)


@pytest.mark.parametrize(
    "options",
    [
        {"together": 1},
        {"together": 7},
        {"workers": 1},
        {"workers": 3},
        {"workers": 4},
        {"workers": 7},
        {"together": 2, "workers": 2},
        {"together": 1, "workers": 8},
    ],
    ids=str,
)
@pytest.mark.parametrize("samples", [1, 5, 13])
def test_batches_and_workers_do_not_change_a_bit(monkeypatch, options, samples):
    """One block, which workers share, or three; the last with fewer networks."""
    monkeypatch.setattr(plan, "ENTRIES_PER_BLOCK", 5 * 36)
    a = Architecture(width=6, depth=3, outputs=2, activation="gelu")
    step = FirstStep(batch=2, evaluate="fresh", labels=2)
    plain = first_step(a, step, Sampling(samples=samples, seed=1), observe=EVERYTHING)
    other = first_step(a, step, Sampling(samples=samples, seed=1, **options), observe=EVERYTHING)
    assert plain.identical(other)


def test_seeds_replay_and_differ():
    a = Architecture(width=6, depth=2, activation="tanh")
    one, again = (first_step(a, FirstStep(), Sampling(samples=5, seed=3)) for _ in range(2))
    assert one.identical(again)
    more = first_step(a, FirstStep(), Sampling(samples=9, seed=3))
    np.testing.assert_array_equal(more.energy[:5], one.energy)
    other = first_step(a, FirstStep(), Sampling(samples=5, seed=4))
    assert not np.isin(other.energy, one.energy).any()
    assert len(np.unique(more.energy)) == more.energy.size


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
@pytest.mark.parametrize(
    "step",
    [
        {"labels": 2},
        {"loss": "ce", "batch": 2, "evaluate": "fresh"},
        {"optimizer": "sign", "batch": 2},
    ],
    ids=str,
)
def test_the_strict_namespace_gives_the_same_numbers(network, step):
    a, step = Architecture(**network, outputs=3), FirstStep(**step)
    names = [name for name in OBSERVED if step.splits or not OBSERVED[name].splits]
    plain, strict = (
        first_step(a, step, Sampling(samples=3, seed=5, device=device), observe=names)
        for device in ("cpu", "strict")
    )
    for name in names:
        np.testing.assert_allclose(strict[name], plain[name], rtol=1e-9, atol=1e-12)


def test_orthogonal_weights_and_tangents_in_the_strict_namespace():
    a = Architecture(width=4, depth=3, weights="orthogonal")
    plain, strict = (
        tangent_gain(a, Sampling(samples=3, seed=5, device=d), start=1) for d in ("cpu", "strict")
    )
    np.testing.assert_allclose(strict.gain, plain.gain, rtol=1e-9)
    assert plain.layer.values.tolist() == [2, 3]


def test_float32_is_float64_to_its_precision():
    a = Architecture(width=24, depth=6, outputs=3, activation="gelu")
    weights, x, y, _ = problem(a, FirstStep(), 0)
    double = given_step(a, FirstStep(), weights, x, y).energy
    single = [np.asarray(w, np.float32).astype(float) for w in weights]
    rounded = given_step(a, FirstStep(), single, x, y).energy
    assert 1e-9 < float(np.abs(rounded / double - 1).max()) < 1e-4
    run = first_step(a, FirstStep(), Sampling(samples=2, seed=0, dtype="float32"))
    assert run.energy.dtype == np.float64
    assert run.attrs["dtype"] == "float32"


def test_dimensions_are_those_of_the_table():
    a = Architecture(width=4, depth=3, outputs=2, grid=(2, 3))
    run = first_step(a, FirstStep(), Sampling(samples=5, seed=0), observe=EVERYTHING)
    sizes = {"sample": 5, "layer": 3, "site": 6, "unit": 4}
    for name, observable in OBSERVED.items():
        assert run[name].dims == ("sample", *observable.dims)
        assert run[name].shape == tuple(sizes[d] for d in run[name].dims)
        assert np.isfinite(run[name]).all()
    np.testing.assert_allclose(run.budget, run.energy.mean("layer"), rtol=1e-12)
    np.testing.assert_allclose(run.energy, run.label + run.output, rtol=1e-12)
    np.testing.assert_allclose(run.unit_energy.mean(("site", "unit")), run.energy, rtol=1e-12)
    assert eval(run.attrs["model"]) == a
    assert eval(run.attrs["step"]) == FirstStep()


def test_memory_grows_linearly_with_depth():
    peaks = []
    for depth in (32, 64, 128):
        a, sampling = (
            Architecture(width=48, depth=depth),
            Sampling(samples=1, seed=0, together=1, workers=1),
        )
        first_step(a, FirstStep(), sampling)
        tracemalloc.start()
        first_step(a, FirstStep(), sampling)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert 1.6 < peaks[1] / peaks[0] < 2.2
    assert 1.8 < peaks[2] / peaks[1] < 2.1


def test_a_diverging_run_is_silent():
    a = Architecture(width=4, depth=60, activation="linear", variance=1e20)
    run = first_step(a, FirstStep(), Sampling(samples=1, seed=1))
    assert not np.isfinite(run.energy[0, -1])


def test_tangents_of_a_linear_network_keep_their_mean_square():
    a = Architecture(width=16, depth=4, activation="linear", grid=4)
    result = tangent_gain(a, Sampling(samples=4000, seed=2), start=1)
    assert np.abs(Estimate.of(result.gain, "sample").z(1.0)).max() < 5


def test_tangents_of_orthogonal_layers_grow_by_their_variance():
    a = Architecture(width=5, depth=4, activation="linear", weights="orthogonal", variance=1.3)
    result = tangent_gain(a, Sampling(samples=2, seed=2), start=1)
    np.testing.assert_allclose(result.gain, 1.3 ** np.arange(1, 4) + 0 * result.gain, rtol=1e-12)


# -- means, twins and exponents --------------------------------------------------------------------


def test_a_summary_is_what_it_says():
    x = xr.DataArray(
        np.exp(np.random.default_rng(0).normal(1, 0.5, (400, 2))), dims=("sample", "k")
    )
    result = summary(x)
    np.testing.assert_allclose(result["mean"], x.mean("sample"))
    np.testing.assert_allclose(result["error"], x.std("sample", ddof=1) / 20)
    np.testing.assert_allclose(result["median"], np.median(x, axis=0))
    np.testing.assert_allclose(result["log_mean"], np.log(x).mean("sample"))
    assert result["trusted"].all()


@pytest.mark.parametrize("bad", [-2.0, np.nan])
def test_energies_of_failed_runs_are_named(bad):
    with pytest.raises(ValueError, match=f"at least 0, got {bad:g}; leave out runs that failed"):
        summary(xr.DataArray([1.0, bad], dims="sample"))


@pytest.mark.parametrize(("variance", "trusted"), [(0.1, True), (0.5, True), (3, False)])
def test_a_heavy_tail_is_not_trusted(variance, trusted):
    """Log-normal energies: with v = 3 the mean of 300 is off by 3 errors in one run of 20."""
    rng = np.random.default_rng(1)
    draws = np.exp(math.sqrt(variance) * rng.standard_normal((300, 200)))
    result = summary(xr.DataArray(draws, dims=("sample", "run")))
    said = float(result.trusted.mean())
    assert said > 0.97 if trusted else said < 0.03
    assert float(result.log_variance.mean()) == pytest.approx(variance, rel=0.05)


def test_networks_that_do_not_move_have_no_logarithm():
    result = summary(xr.DataArray([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]], dims=("sample", "k")))
    assert result.log_mean.values[1] == -math.inf
    assert np.isnan(result.log_error.values[1])
    assert result.trusted.values.tolist() == [True, False]


def test_the_mean_of_a_deep_narrow_network_is_not_trusted():
    """n = 16, L = 16, ReLU: the mean of a few hundred networks misses what carries it."""
    a = Architecture(width=16, depth=16)
    run = first_step(a, FirstStep(), Sampling(samples=200, seed=0), observe="budget")
    assert not bool(summary(run.budget).trusted)


def test_slopes_of_power_laws_and_their_errors():
    rng = np.random.default_rng(2)
    said = []
    for _ in range(400):
        runs = {
            L: xr.DataArray(5.0 * L**3 * np.exp(0.2 * rng.standard_normal(100)), dims="sample")
            for L in (4, 8, 16, 32)
        }
        said.append([fitted_slope(runs), fitted_slope(runs, of="log")])
    for kind in range(2):
        off = np.array([(one[kind].value + 1.5) / one[kind].error for one in said])
        assert abs(off.mean()) < 5 / math.sqrt(400)
        assert abs(off.std() - 1) < 0.2
    assert said[0][0].interval(1.0)[1] - said[0][0].value == pytest.approx(said[0][0].error)
    between = local_slopes(runs)
    assert len(between) == 3
    assert max(abs(one.value + 1.5) / one.error for one in between) < 5
    assert np.mean([one.value for one in between]) == pytest.approx(
        fitted_slope({4: runs[4], 32: runs[32]}).value
    )


def test_the_error_of_a_slope_of_two_depths_is_exact():
    """Relative errors 1/10 and 1/5 of the energies: halves of them add in squares."""
    runs = {
        L: xr.DataArray(level * np.array([1 - spread, 1 + spread]), dims="sample")
        for L, level, spread in ((4, 8.0, 0.1), (16, 1.0, 0.2))
    }
    result = fitted_slope(runs)
    assert result.value == pytest.approx(0.5 * math.log(8) / math.log(4), rel=1e-12)
    assert result.error == pytest.approx(math.hypot(0.05, 0.1) / math.log(4), rel=1e-12)


@pytest.mark.parametrize(
    ("energies", "says"),
    [
        (xr.DataArray([1.0, 2.0], dims="layer"), "dimension sample"),
        (xr.DataArray([1.0], dims="sample"), "2 or more"),
        (xr.DataArray([1.0, -1.0], dims="sample"), "at least 0"),
        (xr.DataArray([1.0, np.nan], dims="sample"), "at least 0"),
    ],
)
def test_energies_that_have_no_summary(energies, says):
    with pytest.raises(ValueError, match=says):
        summary(energies)


def test_slopes_need_two_depths_and_a_known_mean():
    one = xr.DataArray([1.0, 2.0], dims="sample")
    with pytest.raises(ValueError, match=r"two depths or more, got \[4\]"):
        fitted_slope({4: one})
    with pytest.raises(ValueError, match="of must be one of mean, log"):
        fitted_slope({4: one, 8: one}, of="median")
    with pytest.raises(ValueError, match="needs positive budgets, got 0"):
        fitted_slope({4: one, 8: 0 * one}, of="log")


# -- what cannot be run says so --------------------------------------------------------------------


def run_with(network=None, step=None, sampling=None, **options):
    return first_step(
        Architecture(**{"width": 4, "depth": 2} | (network or {})),
        FirstStep(**(step or {})),
        Sampling(**{"samples": 2, "seed": 0} | (sampling or {})),
        **options,
    )


@pytest.mark.parametrize("name", ["width", "depth", "outputs", "branch_depth", "kernel", "heads"])
@pytest.mark.parametrize("value", [0, -2])
def test_counts_below_one(name, value):
    with pytest.raises(ValueError, match=f"{name} must be at least 1, got {value}"):
        run_with({name: value})


@pytest.mark.parametrize(
    ("bad", "error", "says"),
    [
        ({"network": {"width": 2.5}}, TypeError, "width must be an integer, got 2.5"),
        ({"network": {"network": "resnet"}}, ValueError, "'resnet' is nearest to residual"),
        ({"network": {"norm": "layer"}}, ValueError, "norm must be one of none, pre, post"),
        ({"network": {"padding": "same"}}, ValueError, "padding must be one of circular, zero"),
        ({"network": {"weights": "uniform"}}, ValueError, "weights must be one of gaussian"),
        ({"network": {"scaled": "first"}}, ValueError, "scaled must be one of none, each"),
        ({"network": {"readout": "x"}}, ValueError, "readout must be one of auto"),
        ({"network": {"activation": "rleu"}}, ValueError, "nearest are relu"),
        ({"network": {"multiplier": math.nan}}, ValueError, "multiplier must be a finite number"),
        ({"network": {"skip": math.inf}}, ValueError, "skip must be a finite number"),
        ({"network": {"variance": -1.0}}, ValueError, "variance must be at least 0"),
        ({"network": {"head": -1.0}}, ValueError, "head must be a finite number >= 0"),
        ({"network": {"norm_epsilon": -1}}, ValueError, "norm_epsilon must be a finite"),
        ({"network": {"stem": 3}}, ValueError, "stem must be at most depth 2, got 3"),
        ({"network": {"stem": -1}}, ValueError, "stem must be at least 0"),
        ({"network": {"grid": (2, 2, 2)}}, ValueError, "one or two axes"),
        ({"network": {"grid": 0}}, ValueError, "grid must be at least 1, got 0"),
        ({"network": {"grid": 2.5}}, TypeError, "grid must be an integer, got 2.5"),
        ({"network": {"network": "transformer"}}, ValueError, "needs grid"),
        (
            {"network": {"network": "transformer", "grid": 2, "heads": 3}},
            ValueError,
            "heads must divide the width",
        ),
        ({"network": {"weights": "orthogonal", "grid": 2}}, ValueError, "square matrices"),
        ({"step": {"batch": 0}}, ValueError, "batch must be at least 1, got 0"),
        ({"step": {"labels": 0}}, ValueError, "labels must be at least 1, got 0"),
        ({"step": {"loss": "l2"}}, ValueError, "loss must be one of mse, ce"),
        ({"step": {"optimizer": "adam"}}, ValueError, "optimizer must be one of sgd, sign"),
        ({"step": {"evaluate": "test"}}, ValueError, "evaluate must be one of in-batch, fresh"),
        ({"step": {"inputs": "uniform"}}, ValueError, "inputs must be one of sphere"),
        (
            {"step": {"label_variance": math.nan}},
            ValueError,
            "label_variance must be a finite number >= 0",
        ),
        ({"sampling": {"samples": 0}}, ValueError, "samples must be at least 1"),
        ({"sampling": {"seed": None}}, TypeError, "seed must be an integer"),
        ({"sampling": {"together": 0}}, ValueError, "together must be at least 1"),
        ({"sampling": {"workers": 0}}, ValueError, "workers must be at least 1"),
        ({"sampling": {"dtype": "float16"}}, ValueError, "float32 or float64"),
        ({"sampling": {"device": "cdua"}}, ValueError, "did you mean 'cuda'"),
        ({"observe": "enrgy"}, ValueError, "nearest are energy"),
        ({"observe": "label", "step": {"loss": "ce"}}, ValueError, "part of an sgd step with"),
    ],
    ids=str,
)
def test_runs_that_are_none(bad, error, says):
    with pytest.raises(error, match=says):
        run_with(**bad)


def test_every_other_unit_of_a_transformer_attends():
    """Queries, keys, values and their output, then the two layers of its other unit."""
    a = Architecture(
        network="transformer", width=4, depth=4, grid=3, heads=2, branch_depth=2, outputs=2
    )
    assert a.shapes == [(12, 4), (4, 4), (4, 4), (4, 4)] * 2 + [(2, 4)]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda w, x, y: (w[:-1], x, y), "a list of 3 arrays, got 2"),
        (lambda w, x, y: (np.ones((3, 4, 4)), x, y), "a list of 3 arrays"),
        (lambda w, x, y: ([w[0].T[:3], *w[1:]], x, y), r"weights\[0\] must have shape \(4, 4\)"),
        (lambda w, x, y: ([*w[:2], w[2].T], x, y), r"weights\[2\] must have shape \(2, 4\)"),
        (lambda w, x, y: ([w[0] * np.nan, *w[1:]], x, y), r"weights\[0\] must be finite"),
        (lambda w, x, y: (w, x[0], y), r"inputs must have shape \(input, 4\), got \(4,\)"),
        (lambda w, x, y: (w, x[:0], y[:0]), "inputs must have shape"),
        (lambda w, x, y: (w, x * np.inf, y), "inputs must be finite"),
        (lambda w, x, y: (w, x, y[:1]), r"labels must be finite, of shape \(3, 2\)"),
        (lambda w, x, y: (w, x, y * np.nan), "labels must be finite"),
    ],
)
def test_networks_that_do_not_fit(change, says):
    a = Architecture(width=4, depth=2, outputs=2)
    with pytest.raises(ValueError, match=says):
        given_step(a, FirstStep(), *change(*problem(a, FirstStep(), 0, 3)[:3]))


@pytest.mark.parametrize("y", [[0, 1], [0, 1, 2], [0.5, 0, 1], [-1, 0, 1]])
def test_classes_that_are_none(y):
    a, step = Architecture(width=4, depth=2, outputs=2), FirstStep(loss="ce")
    weights, x, *_ = problem(a, step, 0, 3)
    with pytest.raises(ValueError, match=r"labels must be 3 classes 0, ..., 1"):
        given_step(a, step, weights, x, y)


def test_tangents_start_inside():
    with pytest.raises(ValueError, match="start must be below depth 2, got 2"):
        tangent_gain(Architecture(width=4, depth=2), Sampling(samples=1, seed=0), start=2)
    with pytest.raises(ValueError, match="direction must be one of white, constant"):
        tangent_gain(Architecture(width=4, depth=2), Sampling(samples=1, seed=0), direction="up")


def test_cost_is_counted_before_it_is_taken():
    with pytest.raises(MemoryError, match="GiB"):
        run_with({"width": 10**6})
    with pytest.raises(ValueError, match="would take"):
        run_with({"width": 4000, "depth": 30}, sampling={"samples": 10**7})


def test_a_mean_over_sites_is_its_own_tangent():
    x, dx = np.random.default_rng(0).standard_normal((2, 2, 3, 5, 4))
    (before, saved), (after, _) = (Pool().forward(z, None) for z in (x, x + dx))
    np.testing.assert_allclose(Pool().push(dx, saved, None, None), after - before, atol=1e-14)
    assert Pool().push(None, saved, None, None) is None
    assert Attend(2).push(None, (), None, None) is None


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_layers_are_looked_at_together_or_one_by_one(monkeypatch, more):
    """Up to a size: four layers of two networks of two coordinates, one, or several at once."""
    a = Architecture(width=2, depth=4)
    sampling = Sampling(samples=2, seed=0)
    result = [first_step(a, FirstStep(), sampling, observe="state").state.values]
    monkeypatch.setattr(observables, "NUMBERS_AT_ONCE", 2 * 2 * 2 + more)
    result.append(first_step(a, FirstStep(), sampling, observe="state").state.values)
    np.testing.assert_array_equal(*result)


def test_last_layers_have_names_of_their_own():
    network, sampling = Architecture(width=4, depth=3), Sampling(samples=2, seed=0)
    run = first_step(network, FirstStep(), sampling, observe=("energy", "state", "budget"))
    assert {*run.data_vars} == {"energy", "state", "budget", "energy_out", "state_out"}
    gain = tangent_gain(network, sampling)
    for result, name in ((run, "energy"), (run, "state"), (gain, "gain")):
        np.testing.assert_array_equal(result[f"{name}_out"], result[name].sel(layer=3))
    every = first_step(network, FirstStep(), sampling, observe=tuple(OBSERVED))
    last = {name for name in every.data_vars if str(name).endswith("_out")}
    assert last == {f"{n}_out" for n, v in every.data_vars.items() if "layer" in v.dims}
    for name in last:
        whole = every[str(name).removesuffix("_out")]
        np.testing.assert_array_equal(every[name], whole.sel(layer=whole.layer[-1]))


def test_a_sweep_over_depths_has_the_last_value_of_every_network():
    run = sweep("first-step", {"depth": [1, 3]}, seeds=1, given={"width": 4, "samples": 2})
    assert run.energy.isel(layer=-1).isnull().any()
    assert run.energy_out.notnull().all()
    assert run.energy_out.attrs["long_name"]
