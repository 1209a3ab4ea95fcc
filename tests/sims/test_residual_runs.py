"""Runs of dense residual streams: settings that change no number, memory, bad input."""

import math
import tracemalloc

import numpy as np
import pytest

from depthlaws.sims.common.cost import OBJECT_BYTES, expected
from depthlaws.sims.residual.dense import simulate
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.sims.residual.observables import OBSERVABLES, Observation
from depthlaws.sims.residual.plan import DensePlan, Plan
from tests.sims.flat import flat
from tests.sims.small_streams import ACTIVATIONS, Fixed, everything, start, trajectory, weights


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
