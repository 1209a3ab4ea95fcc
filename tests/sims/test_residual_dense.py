"""Dense residual streams: the loop, its transpose and the observables."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from depthlaws.sims.common import activations
from depthlaws.sims.residual.dense import simulate
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP, backward
from depthlaws.sims.residual.observables import OBSERVABLES, Tape, gram, inner, walk, walk_back
from tests.sims.flat import flat
from tests.sims.small_streams import (
    HOMOGENEOUS,
    NUMPY,
    SMOOTH,
    everything,
    models,
    seeds,
    start,
    trajectory,
    weights,
    without_h0,
)


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


def test_long_sums_are_taken_in_float64():
    """Ones of width 2^25: a float32 accumulator of single ones stops at 2^24."""
    ones = np.ones((1, 1, 1, 2**25), dtype=np.float32)
    assert float(inner(ones, ones)[0, 0, 0]) == 1.0
    assert float(gram(ones)[0, 0, 0, 0, 0]) == 1.0
    assert inner(ones, ones).dtype == gram(ones).dtype == np.float64


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


@pytest.mark.parametrize("name", HOMOGENEOUS)
def test_slopes_at_a_kink_are_those_on_the_left(name):
    """The derivative of relu is 0 at 0: one half or one would let a dead network learn."""
    slope = activations.get(name).derivative
    assert slope(np.zeros(3)).tolist() == slope(-np.ones(3)).tolist()
