"""Dense residual streams: the loop, its transpose, the observables, and the law of the weights."""

import dataclasses
import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from depthlaws.sims.common import activations, backend
from depthlaws.sims.common.cost import OBJECT_BYTES, expected
from depthlaws.sims.common.draws import blocks
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.residual import dense as residual
from depthlaws.sims.residual.dense import simulate
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP, backward, forward
from depthlaws.sims.residual.observables import (
    OBSERVABLES,
    Observation,
    Tape,
    gram,
    inner,
    walk,
    walk_back,
)
from depthlaws.sims.residual.plan import DensePlan, Plan
from tests.sims.flat import flat

NUMPY = backend.get("cpu")
ACTIVATIONS = sorted(activations.ACTIVATIONS)
HOMOGENEOUS = [name for name in ACTIVATIONS if activations.get(name).homogeneous]
SMOOTH = ["erf", "gelu", "tanh", "linear"]

models = st.builds(
    ResidualMLP,
    width=st.integers(1, 6),
    loops=st.integers(1, 4),
    layers=st.integers(1, 3),
    eps=st.floats(0.01, 1) | st.floats(-1, -0.01),
    s=st.floats(0.01, 2),
    h0=st.sampled_from([1.0, 0.3, ((1.0, 0.5), (0.5, 2.0))]),
    activation=st.sampled_from(ACTIVATIONS),
    normalize=st.booleans(),
)
seeds = st.integers(0, 2**32)


class Fixed:
    """Given matrices (layer, sample, width, width), multiplied by einsum."""

    def __init__(self, w):
        self.w = w

    def matvec(self, layer, u):
        return np.einsum("sij,sxj->sxi", self.w[layer], u)

    def rmatvec(self, layer, g):
        return np.einsum("sij,sxi->sxj", self.w[layer], g)


def weights(model, seed, samples=1):
    shape = (model.layers, samples, model.width, model.width)
    return Fixed(np.random.default_rng(seed).normal(0, model.s / math.sqrt(model.width), shape))


def start(model, seed, samples=1):
    return np.random.default_rng([seed, 1]).standard_normal((samples, model.inputs, model.width))


def without_h0(model):
    """The model for states that are given: their overlaps are not those of ``h0``."""
    return dataclasses.replace(model, h0=1.0)


def trajectory(model, w, h):
    """All states h_0, ..., h_K, each from a fresh array."""
    return [state.h.copy() for state in forward(model, w, h)]


def everything(model, **options):
    return flat(simulate, model, observe=tuple(OBSERVABLES), **options)


@given(models, seeds)
def test_the_stream_is_the_sum_of_its_branches(model, seed):
    """h_K = h_0 + eps sum_k W_k u_k: every branch taken again from the state it started from."""
    w, h = weights(model, seed), start(model, seed)
    states = trajectory(model, w, h)
    phi = activations.get(model.activation).function
    total = h.copy()
    for k, state in enumerate(states[:-1]):
        norm = np.linalg.norm(state, axis=-1, keepdims=True) / math.sqrt(model.width)
        u = phi(state / norm if model.normalize else state)
        total += model.eps * np.einsum("sij,sxj->sxi", w.w[k % model.layers], u)
    scale = max(np.abs(state).max() for state in states)
    np.testing.assert_allclose(states[-1], total, rtol=0, atol=1e-13 * scale)


@given(models, seeds)
def test_energy_is_start_plus_linear_plus_quadratic(model, seed):
    result = simulate(
        model, Ensemble(samples=3, seed=seed), observe=("energy", "linear", "quadratic")
    )
    rest = result.energy - (result.energy.isel(time=0) + result.linear + result.quadratic)
    assert float(np.abs(rest).max()) <= 1e-13 * float(result.energy.max())


@given(models, seeds)
def test_zero_scales_leave_the_stream_alone(model, seed):
    for name in ("eps", "s"):
        still = dataclasses.replace(model, **{name: 0.0})
        result = simulate(
            still, Ensemble(samples=2, seed=seed), observe=("quadratic", "coordinate")
        )
        assert not result.quadratic.any()
        assert (result.coordinate == result.coordinate.isel(time=0)).all()


@given(models, seeds, st.sampled_from(HOMOGENEOUS), st.sampled_from([0.25, 2.0, 1024.0]))
def test_positive_homogeneity(model, seed, activation, c):
    """Powers of two scale without rounding, so the scaled run is the run, scaled, bit for bit."""
    model = dataclasses.replace(model, activation=activation, normalize=False)
    h, model = start(model, seed)[0], without_h0(model)
    observe = ("energy", "kernel", "increments", "cosines", "gradient_energy", "activation_mean")
    options = {"samples": 2, "seed": seed, "observe": observe}
    plain, scaled = (flat(simulate, model, start=x, **options) for x in (h, c * h))
    for name, power in (
        ("energy", 2),
        ("kernel", 2),
        ("increments", 2),
        ("activation_mean", 1),
        ("cosines", 0),
        ("gradient_energy", 0),
    ):
        np.testing.assert_array_equal(scaled[name], c**power * plain[name])


@given(models, seeds)
def test_the_negative_cone_is_still_under_relu(model, seed):
    model = dataclasses.replace(model, activation="relu")
    h, model = -np.abs(start(model, seed)[0]), without_h0(model)
    result = simulate(model, Ensemble(samples=2, seed=seed, start=h), observe="quadratic")
    assert not result.quadratic.any()


@given(models, seeds)
def test_one_loop_of_one_layer_is_tied_and_untied(model, seed):
    """The same stream whether its only matrix is kept or dropped after use."""
    model = dataclasses.replace(model, loops=1, layers=1)
    untied = simulate(model, Ensemble(samples=3, seed=seed), observe="kernel")
    tied = simulate(model, Ensemble(samples=3, seed=seed), observe=("kernel", "weight_gradient"))
    np.testing.assert_array_equal(untied.kernel, tied.kernel)


@settings(max_examples=40)
@given(models, seeds, st.randoms())
def test_inputs_are_interchangeable(model, seed, random):
    """Permuted inputs give permuted observables: nothing leaks from one input to another."""
    h = np.random.default_rng(seed).standard_normal((4, model.width))
    order = random.sample(range(4), 4)
    observe = ("energy", "kernel", "overlaps", "gradient_kernel")
    options = {"samples": 2, "seed": seed, "observe": observe}
    model = without_h0(model)
    plain, moved = (flat(simulate, model, start=x, **options) for x in (h, h[order]))
    for name in observe:
        expected = plain[name].isel({d: order for d in plain[name].dims if d.startswith("input")})
        scale = 1 + np.abs(expected).max()
        np.testing.assert_allclose(moved[name], expected, rtol=0, atol=float(1e-12 * scale))


@given(models, seeds, st.sampled_from(SMOOTH))
def test_backward_is_the_gradient_of_forward(model, seed, activation):
    """g_0 against a central difference of v . h_K along a random direction of h_0."""
    model = dataclasses.replace(model, activation=activation)
    w, h = weights(model, seed), start(model, seed)
    h += 0.5 * np.sign(h)  # away from 0, where a normalised stream of width 1 jumps
    v, direction = np.random.default_rng([seed, 2]).standard_normal((2, *h.shape))
    states = np.stack(trajectory(model, w, h), axis=2)
    *_, (_, g) = backward(model, w, states, v)
    step = 1e-5
    up, down = (trajectory(model, w, h + t * direction)[-1] for t in (step, -step))
    numeric = np.sum(v * (up - down)) / (2 * step)
    scale = np.abs(v).sum() * (1 + np.abs(states).max()) * (1 + model.s) ** model.steps
    assert np.sum(g * direction) == pytest.approx(numeric, abs=1e-7 * scale)


@given(models, seeds, st.sampled_from(["relu", "leaky_relu:0.3", "abs"]))
def test_backward_of_a_kink_is_the_tangent(model, seed, activation):
    """Piecewise linear and homogeneous: the derivative along h_0 is the stream itself (Euler)."""
    model = dataclasses.replace(model, activation=activation, normalize=False)
    w, h = weights(model, seed), start(model, seed)
    v = np.random.default_rng([seed, 2]).standard_normal(h.shape)
    states = np.stack(trajectory(model, w, h), axis=2)
    *_, (_, g) = backward(model, w, states, v)
    pairing = np.sum(v * states[:, :, -1], axis=-1)
    scale = np.abs(v).sum() * np.abs(states).max() * (1 + model.s) ** model.steps
    np.testing.assert_allclose(np.sum(g * h, axis=-1), pairing, rtol=0, atol=1e-12 * scale)


@given(models, seeds)
def test_observables_are_what_they_say(model, seed):
    """Every observable again from the bare trajectory, pair by pair."""
    w, h = weights(model, seed), start(model, seed)
    v = np.random.default_rng([seed, 2]).standard_normal(h.shape)
    tape = walk(Tape(model, h, backend=NUMPY, observe=tuple(OBSERVABLES)), w)
    walk_back(tape, w, v)
    result = {name: value[0] for name, value in tape.values().items()}
    states = np.stack(trajectory(model, w, h), axis=2)
    gradients = {k: g.copy() for k, g in backward(model, w, states, v)}
    h, g = states[0], np.stack([gradients[k][0] for k in range(model.steps + 1)], axis=1)
    u = np.stack([model.branch(states[:, :, k])[0] for k in range(model.steps)], axis=1)
    delta, d = np.diff(h, axis=1), model.width
    loops = np.diff(h[:, :: model.layers], axis=1)

    def overlap(a):
        return np.einsum("xid,yjd->xyij", a, a) / d

    def angle(a):
        size = np.linalg.norm(a, axis=-1)
        size = np.where(size > 0, size, np.nan)
        return d * overlap(a) / (size[:, None, :, None] * size[None, :, None, :])

    expected = {
        "energy": (h**2).mean(-1),
        "linear": 2 * (h[:, :1] * (h - h[:, :1])).mean(-1),
        "quadratic": ((h - h[:, :1]) ** 2).mean(-1),
        "coordinate": h[..., 0],
        "largest": h.max(-1),
        "activation_mean": u.mean(-1),
        "kernel": overlap(h),
        "overlaps": overlap(u),
        "increments": overlap(delta),
        "gradient_energy": (g**2).mean(-1),
        "gradient_kernel": overlap(g),
    }
    for name, value in expected.items():
        atol = 1e-13 * (1 + np.abs(value).max())
        np.testing.assert_allclose(result[name], value, rtol=0, atol=atol, err_msg=name)
    if np.abs(loops).min(initial=1.0) > 1e-3 and np.abs(delta).min(initial=1.0) > 1e-3:
        np.testing.assert_allclose(result["cosines"], angle(delta), atol=1e-9)
        np.testing.assert_allclose(result["loop_cosines"], angle(loops), atol=1e-9)
    for layer in range(model.layers):
        matrix = sum(
            model.eps * np.outer(g[x, k + 1], u[x, k]) / model.inputs
            for x in range(model.inputs)
            for k in range(layer, model.steps, model.layers)
        )
        value = np.sum(matrix**2) / d**2
        terms = np.sum(g**2) * np.sum(u**2) * model.eps**2 / d**2
        assert result["weight_gradient"][layer] == pytest.approx(
            value, abs=1e-13 * (1e-300 + terms)
        )


@pytest.mark.parametrize("h0", [1.0, ((1.0, 0.2, 0.0), (0.2, 1.0, 0.5), (0.0, 0.5, 2.0))])
def test_dimensions_are_those_of_the_table(h0):
    model = ResidualMLP(width=5, loops=3, layers=2, eps=0.2, h0=h0)
    result = everything(model, samples=4, seed=1)
    assert [n for n in result if not n.endswith("_out")] == list(OBSERVABLES)
    for name in ("energy", "linear", "quadratic", "coordinate", "largest"):
        assert result[f"{name}_out"].equals(result[name].isel(time=-1))
    sizes = {"sample": 4, "input": 3, "time": 7, "branch": 6, "loop": 3, "layer": 2}
    for name, observable in OBSERVABLES.items():
        dims = ("sample", *observable.dims)
        if h0 == 1.0:
            dims = tuple(d for d in dims if not d.startswith("input"))
        assert result[name].dims == dims
        assert result[name].shape == tuple(sizes[d.removesuffix("_other")] for d in dims)
        assert result[name].dtype == np.float64
        assert np.isfinite(result[name]).all()
    assert result.attrs["simulator"] == "dense"
    assert eval(result.attrs["model"]) == model


@pytest.mark.parametrize(
    "options",
    [
        {"batch": 1},
        {"batch": 7},
        {"workers": 1},
        {"workers": 3},
        {"workers": 7},
        {"batch": 2, "workers": 2},
    ],
    ids=str,
)
@pytest.mark.parametrize(("loops", "layers"), [(3, 1), (1, 3), (2, 2)])
@pytest.mark.parametrize("samples", [4, 13])
def test_batches_and_workers_do_not_change_a_bit(monkeypatch, options, loops, layers, samples):
    """One block, whose layers are drawn at the same time, or three."""
    monkeypatch.setattr("depthlaws.sims.residual.plan.ENTRIES_PER_BLOCK", 5 * 36)
    model = ResidualMLP(width=6, loops=loops, layers=layers, eps=0.3, activation="gelu")
    plain = simulate(model, Ensemble(samples=samples, seed=2), observe=("kernel", "coordinate"))
    other = simulate(
        model, Ensemble(samples=samples, seed=2, **options), observe=("kernel", "coordinate")
    )
    assert plain.identical(other)
    with_gradients, others = (
        simulate(
            model, Ensemble(samples=samples, seed=2, **o), observe=("kernel", "gradient_kernel")
        )
        for o in ({}, options)
    )
    assert with_gradients.identical(others)
    np.testing.assert_array_equal(plain.kernel, with_gradients.kernel)


def test_seeds_replay_and_differ():
    model = ResidualMLP(width=8, loops=2, eps=0.3)
    one, again = (simulate(model, Ensemble(samples=5, seed=3)) for _ in range(2))
    assert one.identical(again)
    other = simulate(model, Ensemble(samples=5, seed=4))
    assert not np.isin(other.energy, one.energy).any()
    assert len(np.unique(one.energy)) == one.energy.size


@pytest.mark.parametrize("activation", [*ACTIVATIONS, "leaky_relu:-0.5"])
@pytest.mark.parametrize("normalize", [False, True])
def test_the_strict_namespace_gives_the_same_numbers(activation, normalize):
    """No call outside the array standard, forward or backward, tied, untied or looped block."""
    for loops, layers in ((2, 1), (1, 2), (2, 2)):
        model = ResidualMLP(
            width=4,
            loops=loops,
            layers=layers,
            eps=0.4,
            activation=activation,
            normalize=normalize,
            h0=((1.0, 0.5), (0.5, 1.0)),
        )
        plain = everything(model, samples=3, seed=5)
        strict = everything(model, samples=3, seed=5, device="strict")
        for name in OBSERVABLES:
            np.testing.assert_allclose(strict[name], plain[name], rtol=1e-10, atol=1e-12)


def test_float32_is_float64_to_its_precision():
    """Same matrices and start in both precisions."""
    model = ResidualMLP(width=50, loops=6, layers=2, eps=0.2)
    w, h = weights(model, 1), start(model, 1)
    double = trajectory(model, w, h)[-1]
    single = trajectory(model, Fixed(w.w.astype(np.float32)), h.astype(np.float32))[-1]
    assert single.dtype == np.float32
    error = np.linalg.norm(single - double) / np.linalg.norm(double)
    assert 1e-9 < error < 1e-5
    result = simulate(
        model, Ensemble(samples=2, seed=1, dtype="float32"), observe=("kernel", "largest")
    )
    assert result.kernel.dtype == np.float64
    assert result.attrs["dtype"] == "float32"


def test_long_sums_are_taken_in_float64():
    """Ones of width 2^25: a float32 accumulator of single ones stops at 2^24."""
    ones = np.ones((1, 1, 1, 2**25), dtype=np.float32)
    assert float(inner(ones, ones)[0, 0, 0]) == 1.0
    assert float(gram(ones)[0, 0, 0, 0, 0]) == 1.0
    assert inner(ones, ones).dtype == gram(ones).dtype == np.float64


def test_read_only_inputs_are_not_touched():
    model = ResidualMLP(width=6, loops=3, eps=0.5)
    h = np.ones((2, 6))
    h.flags.writeable = False
    result = simulate(
        model, Ensemble(samples=3, seed=1, start=h), observe=("energy", "gradient_kernel")
    )
    assert result.sizes["input"] == 2
    assert (h == 1).all()
    w, copy = weights(model, 1), h[None].copy()
    trajectory(model, w, copy)
    assert (copy == 1).all()


def test_a_diverging_run_is_silent():
    model = ResidualMLP(width=4, loops=900, eps=10.0)
    result = simulate(model, Ensemble(samples=1, seed=1), observe=("energy", "kernel"))
    assert not np.isfinite(result.energy[0, -1])


# The law. Every bound is 5 standard errors at a fixed seed; the statements hold at every width.


@pytest.mark.parametrize("device", ["cpu", "strict"])
def test_weights_are_gaussian_of_the_stated_variance(device):
    model = ResidualMLP(width=30, layers=2, eps=1.0, s=1.7, h0=0.25)
    ensemble = Ensemble(samples=20, seed=6, probe=4.0, device=device, workers=1)
    plan = DensePlan(model, ensemble, Observation(observe="gradient_energy"))
    matrices, states, probes = [[], []], [], []
    for block in blocks(6, 20, block=10, device=device):
        [batch] = plan.batches(block)
        weights = residual.Dense.planned(plan, batch)
        for layer in (0, 1):
            matrices[layer].append(np.from_dlpack(weights.transposed(layer)))
            again = np.from_dlpack(weights.transposed(layer))
            np.testing.assert_array_equal(again, matrices[layer][-1])  # a matrix is drawn once
        states.append(np.array(np.from_dlpack(batch.h0)))
        probes.append(np.array(np.from_dlpack(batch.v)))
    drawn = np.stack([np.concatenate(layer) for layer in matrices])
    h0, v = np.concatenate(states), np.concatenate(probes)
    sets = [(drawn, 1.7 / math.sqrt(30)), (h0, 0.5), (v, 2.0)]
    for values, scale in sets:
        assert stats.kstest(values.ravel() / scale, "norm").pvalue > 1e-3
    flat = drawn.reshape(2, -1)
    assert abs(np.corrcoef(flat)[0, 1]) < 5 / math.sqrt(flat.shape[1])
    assert len(np.unique(drawn)) == drawn.size


def test_given_overlaps_are_the_overlaps_of_the_inputs():
    overlaps = np.array([[1.0, 0.8, 0.2], [0.8, 1.0, 0.5], [0.2, 0.5, 2.0]])
    model = ResidualMLP(width=10, eps=0.0, h0=overlaps)
    result = simulate(model, Ensemble(samples=4000, seed=7), observe="kernel").kernel
    z = Estimate.of(result.isel(time=0, time_other=0), "sample").z(overlaps)
    assert np.abs(z).max() < 5


def test_equal_inputs_stay_equal():
    """A singular overlap matrix is a covariance too."""
    model = ResidualMLP(width=10, loops=3, eps=0.5, h0=np.ones((2, 2)))
    result = simulate(model, Ensemble(samples=5, seed=8)).energy
    np.testing.assert_allclose(result[:, 0], result[:, 1], rtol=1e-6)


@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("width", [1, 7])
def test_untied_energy_grows_by_the_energy_of_the_branch(width, activation):
    """E[H_{k+1} | h_k] = H_k + eps^2 s^2 |u_k|^2 / d at every width: a martingale."""
    model = ResidualMLP(width=width, layers=3, eps=0.6, s=1.3, activation=activation)
    result = simulate(model, Ensemble(samples=20_000, seed=9), observe=("energy", "overlaps"))
    grown = result.energy.diff("time").to_numpy()
    branch = np.einsum("sii->si", result.overlaps)
    assert np.abs(Estimate.of(grown - (0.6 * 1.3) ** 2 * branch).z(0.0)).max() < 5


@pytest.mark.parametrize("width", [1, 2, 8])
def test_second_cross_term_of_a_tied_stream(width):
    """E B_2 = 2 eps^2 s^2 / d^2 E sum_i u_0i^2 1[h_1i > 0] at every width: reuse correlates.

    Source: Gaussian integration by parts in W; ledger X-4.
    """
    eps, s, samples = 0.7, 1.2, 20_000
    model = ResidualMLP(width=width, loops=2, eps=eps, s=s)
    w, h = weights(model, 10, samples), start(model, 10, samples)
    h0, h1, h2 = (x[:, 0] for x in trajectory(model, w, h))
    cross = 2 * np.mean(h0 * (h2 - h0), axis=-1)
    gates = 2 * (eps * s) ** 2 / width * np.mean(np.maximum(h0, 0) ** 2 * (h1 > 0), axis=-1)
    assert abs(Estimate.of(cross - gates).z(0.0)) < 5
    assert Estimate.of(gates).z(0.0) > 5  # it is not zero: the check can fail


def test_linear_tied_stream_of_width_one():
    """(1 + eps w)^N with one Gaussian w: moments by Gauss-Hermite quadrature."""
    model = ResidualMLP(width=1, loops=4, eps=0.3, s=0.9, activation="linear")
    result = simulate(model, Ensemble(samples=50_000, seed=11)).energy.isel(time=-1)
    x, weight = np.polynomial.hermite_e.hermegauss(40)
    truth = np.sum(weight * (1 + 0.3 * 0.9 * x) ** 8) / math.sqrt(2 * math.pi)
    assert abs(Estimate.of(result).z(truth)) < 5


def test_gradients_grow_like_states_in_a_linear_stream():
    """W and W^T have one law: |g_0|^2 / d from v is distributed as |h_K|^2 / d from h_0."""
    model = ResidualMLP(width=4, loops=2, layers=2, eps=0.4, activation="linear")
    result = simulate(model, Ensemble(samples=4000, seed=12), observe=("energy", "gradient_energy"))
    other = simulate(model, Ensemble(samples=4000, seed=13), observe="energy")
    p = stats.ks_2samp(result.gradient_energy.isel(time=0), other.energy.isel(time=-1)).pvalue
    assert p > 1e-3


# What cannot be run says so.


def model_with(**bad):
    return ResidualMLP(**({"width": 4, "eps": 0.1} | bad))


@pytest.mark.parametrize("name", ["width", "loops", "layers"])
@pytest.mark.parametrize("value", [0, -3])
def test_counts_below_one(name, value):
    with pytest.raises(ValueError, match=f"{name} must be at least 1, got {value}"):
        model_with(**{name: value})


@pytest.mark.parametrize("name", ["eps", "s"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, "1", [1.0, 2.0, 3.0]])
def test_scales_that_are_no_number(name, value):
    with pytest.raises(ValueError, match=f"{name} must be a finite number"):
        model_with(**{name: value})


@pytest.mark.parametrize(
    ("bad", "error", "says"),
    [
        ({"width": 2.5}, TypeError, "width must be an integer, got 2.5"),
        ({"activation": "rleu"}, ValueError, "nearest are relu"),
        ({"activation": "leaky_relu:x"}, ValueError, "must be a finite number"),
        (
            {"activation": "leaky_relu:inf"},
            ValueError,
            "slope in 'leaky_relu:inf' must be a finite",
        ),
        ({"activation": abs}, TypeError, "name or an Activation"),
        ({"h0": -1.0}, ValueError, "positive energies"),
        ({"h0": 0.0}, ValueError, "positive energies"),
        ({"h0": math.nan}, ValueError, "positive energies|symmetric"),
        ({"h0": [1.0, 1.0]}, ValueError, "overlap matrix"),
        ({"h0": [[1.0, 0.0], [0.5, 1.0]]}, ValueError, "symmetric"),
        ({"h0": [[1.0, 2.0], [2.0, 1.0]]}, ValueError, "eigenvalue -1"),
    ],
    ids=str,
)
def test_models_that_are_none(bad, error, says):
    with pytest.raises(error, match=says):
        model_with(**bad)


@pytest.mark.parametrize(
    ("bad", "error", "says"),
    [
        ({"seed": None}, TypeError, "seed must be an integer"),
        ({"samples": 0}, ValueError, "samples must be at least 1"),
        ({"workers": 0}, ValueError, "workers must be at least 1"),
        ({"batch": 0}, ValueError, "batch must be at least 1"),
        ({"probe": -1.0}, ValueError, "probe must be a finite variance"),
        ({"probe": math.nan}, ValueError, "probe must be a finite variance"),
        ({"observe": "enrgy"}, ValueError, "nearest are energy"),
        ({"observe": ()}, ValueError, "at least one of energy"),
        ({"dtype": "float16"}, ValueError, "float32 or float64"),
        ({"device": "cdua"}, ValueError, "did you mean 'cuda'"),
        ({"start": np.ones(3)}, ValueError, "width 4"),
        ({"start": np.ones((2, 2, 4))}, ValueError, r"start must be .* got shape \(2, 2, 4\)"),
        ({"start": [1.0, 2.0, math.nan, 0.0]}, ValueError, "finite"),
    ],
    ids=str,
)
def test_runs_that_are_none(bad, error, says):
    with pytest.raises(error, match=says):
        flat(simulate, model_with(), **{"samples": 1, "seed": 1} | bad)


def test_a_seed_is_required():
    with pytest.raises(TypeError, match="seed"):
        simulate(model_with(), Ensemble(samples=1))


def test_a_zero_state_cannot_be_normalised():
    with pytest.raises(ValueError, match="not zero"):
        simulate(model_with(normalize=True), Ensemble(samples=1, seed=1, start=np.zeros(4)))


def test_memory_is_counted_before_it_is_taken():
    """An untied forward pass drops its matrices; a tied or a backward one of that size cannot."""
    model = ResidualMLP(width=10**6, loops=4, eps=0.1)
    with pytest.raises(MemoryError, match=r"needs 7\.45e\+03 GiB.*matrix_free.*about 0\.104 GiB"):
        simulate(model, Ensemble(samples=1, seed=1))
    wide = Ensemble(samples=1, seed=1)
    room = math.isqrt(wide.backend.available() // 8)
    deep = ResidualMLP(width=room // 2, layers=10, eps=0.1)
    assert DensePlan(deep, wide, Observation(observe="energy")).batch == 1
    with pytest.raises(MemoryError, match="matrix_free"):
        simulate(deep, Ensemble(samples=1, seed=1), observe="weight_gradient")


@pytest.mark.parametrize(
    ("options", "samples"), [({}, 512), ({"layers": 64}, 32), ({"width": 4096, "h0": np.eye(2)}, 1)]
)
def test_memory_is_that_of_the_samples_run_at_once(options, samples):
    """Every sample of a batch keeps its histories, also if the simulator chooses the size."""
    model = ResidualMLP(**{"width": 32, "loops": 100, "eps": 0.1} | options)
    given = {"samples": 512, "seed": 1}

    def need(**asked):
        return expected(
            lambda told: simulate(
                model, Ensemble(**given, **asked, progress=told), observe="weight_gradient"
            )
        ).need

    plan = DensePlan(model, Ensemble(**given), Observation(observe="energy"))
    assert plan._batch_near_cache() == samples
    assert need() == need(batch=samples)
    assert samples == 1 or need() > samples / 4 * need(batch=1)


def test_a_stack_without_a_way_back_holds_the_layers_drawn_at_once():
    model, ensemble = ResidualMLP(width=64, layers=50, loops=1, eps=0.1), {"samples": 1, "seed": 1}

    def need(observe):
        return expected(
            lambda told: simulate(
                model, Ensemble(**ensemble, workers=1, progress=told), observe=observe
            )
        ).need

    assert need("gradient_energy") > 8 * 50 * 64**2
    assert need("energy") < 8 * 5 * 64**2


def test_results_are_held_twice_and_every_note_is_an_array():
    model = ResidualMLP(width=8, loops=3, layers=2, eps=0.1)
    observe = Observation(observe=("energy", "weight_gradient"))
    result = Plan(model, Ensemble(samples=5, seed=1), observe).output_bytes
    assert result == 16 * 5 * (7 + 2) + OBJECT_BYTES * 2 * 7


def test_histories_count_the_gates_behind_the_matrix():
    """A post-activation stream with a pass back also keeps phi'(W h)."""
    plain, post = (
        expected(
            lambda told, p=post: simulate(
                ResidualMLP(width=64, loops=2000, eps=0.1, post_activation=p),
                Ensemble(samples=1, seed=1, batch=1, progress=told),
                observe="gradient_energy",
            )
        ).need
        for post in (False, True)
    )
    assert post - plain == pytest.approx(8 * 64 * 2000, rel=0.01)


@pytest.mark.parametrize("observe", ["gradient_energy", "weight_gradient", "kernel"])
@pytest.mark.parametrize("post", [False, True])
def test_memory_counted_is_memory_taken(observe, post):
    """The memory announced before a run is the peak of Python and NumPy during it."""
    model = ResidualMLP(width=32, loops=100, eps=0.01, post_activation=post)

    def run(told):
        simulate(model, Ensemble(samples=64, seed=1, workers=1, progress=told), observe=observe)

    run(None)
    tracemalloc.start()
    run(None)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert 0.8 * expected(run).need < peak < 1.15 * expected(run).need


def test_models_compare_and_hash():
    one = ResidualMLP(width=4, eps=0.1, h0=np.eye(2))
    assert one == ResidualMLP(width=4, eps=0.1, h0=[[1, 0], [0, 1]])
    assert len({one, dataclasses.replace(one, eps=0.1), dataclasses.replace(one, eps=0.2)}) == 2


def test_a_scale_is_a_power_of_the_steps_and_done_once():
    """``none``, ``sqrt``, ``linear``: 1, 1/sqrt(K), 1/K, also in a copy."""
    for scale, eps in (("none", 0.5), ("sqrt", 0.5 / math.sqrt(12)), ("linear", 0.5 / 12)):
        model = ResidualMLP(width=8, loops=4, layers=3, eps=0.5, scale=scale)
        assert model == ResidualMLP(width=8, loops=4, layers=3, eps=eps)
        assert dataclasses.replace(model, width=4).eps == eps
    with pytest.raises(ValueError, match=r"scale must be one of none, sqrt, linear; 'root'"):
        ResidualMLP(width=8, eps=1.0, scale="root")


class TestPostActivation:
    """h + eps phi(W h): against matrices written out, and a derivative by differences."""

    @pytest.mark.parametrize("simulator", ["dense", "matrix_free"])
    def test_energy_is_that_of_the_limit(self, simulator):
        from depthlaws.sims.residual import dense, matrix_free

        model = ResidualMLP(width=400, loops=2, layers=2, eps=0.4, s=1.3, post_activation=True)
        run = {"dense": dense, "matrix_free": matrix_free}[simulator].simulate(
            model, Ensemble(samples=60, seed=3)
        )
        # One step and two, by hand: E relu(Z)^2 = 1/2, E relu(Z) = (2 pi)^(-1/2), variance s^2.
        gain = (0.4 * 1.3) ** 2
        one = 1 + gain / 2
        two = 1 + gain * (1 / 2 + one / 2 + 2 * one**0.5 / (2 * np.pi))
        for time, limit in ((1, one), (2, two)):
            result = Estimate.of(run.energy.isel(time=time).to_numpy())
            assert abs(result.z(limit)) < 5, (time, result, limit)
            assert result.sem < 0.02

    @pytest.mark.parametrize("activation", ["relu", "tanh"])
    def test_a_small_gradient_step_lowers_the_loss_by_its_square(self, activation):
        from depthlaws.sims import SGD
        from depthlaws.sims.residual import dense

        model = ResidualMLP(
            width=16, loops=3, layers=2, eps=0.4, activation=activation, post_activation=True
        )
        ensemble, rate = Ensemble(samples=4, seed=2), 1e-6
        run = dense.train(model, ensemble, SGD(rate), observe=("loss", "weight_gradient"))
        slope = np.diff(run.loss.to_numpy(), axis=1)[:, 0] / rate
        square = run.weight_gradient.isel(step=0).sum("layer").to_numpy()
        assert np.allclose(-slope, square, rtol=1e-4)

    def test_it_is_not_normalised(self):
        with pytest.raises(ValueError, match="exclude each other"):
            ResidualMLP(width=8, eps=0.1, normalize=True, post_activation=True)


def test_independent_inputs_have_the_energies_that_were_asked_for():
    model = ResidualMLP(width=64, eps=0.1, h0=((0.25, 0.0), (0.0, 4.0)))
    start = simulate(model, Ensemble(samples=200, seed=0)).energy[:, :, 0].to_numpy()
    np.testing.assert_array_less(np.abs(start.mean(axis=0) / [0.25, 4.0] - 1), 0.1)


@pytest.mark.parametrize("name", HOMOGENEOUS)
def test_slopes_at_a_kink_are_those_on_the_left(name):
    """The derivative of relu is 0 at 0: one half or one would let a dead network learn."""
    slope = activations.get(name).derivative
    assert slope(np.zeros(3)).tolist() == slope(-np.ones(3)).tolist()
