"""Settings of a first step that change no number; names, memory and bad input."""

import math
import tracemalloc

import numpy as np
import pytest

from depthlaws.sims import sweep
from depthlaws.sims.onestep import (
    OBSERVED,
    Architecture,
    FirstStep,
    Sampling,
    first_step,
    given_step,
    observables,
    plan,
    tangent_gain,
)
from tests.sims.first_step_networks import NETWORKS, problem

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
