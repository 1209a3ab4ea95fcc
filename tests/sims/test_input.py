"""Arguments that no simulator accepts, and sizes that are refused before the work begins."""

import inspect
import re
from dataclasses import replace

import numpy as np
import pytest
import xarray as xr

from depthlaws import activations as theory_activations
from depthlaws.sims import (
    SGD,
    AdamW,
    Estimate,
    Noise,
    Sign,
    leaky_relu,
    scalar,
    simulators,
)
from depthlaws.sims.common import activations
from depthlaws.sims.common.cost import Cost, duration, expected, fit
from depthlaws.sims.common.optimizers import no_draw
from depthlaws.sims.common.parallel_blocks import Meter
from depthlaws.sims.residual import Ensemble, ResidualMLP, dense, matrix_free
from tests.sims.flat import flat, flat_grid

JUNK = ["1", b"1", True, 1j, {}, [1.0, [2.0]], object(), float("nan")]
MODEL = {"width": 4, "loops": 2, "layers": 1, "eps": 0.1, "s": 1.0, "h0": 1.0}
RUN = {"samples": 2, "seed": 0, "start": None, "probe": 1.0, "batch": None, "workers": None}
GRID = {"depth": 3, "mu_yx": 1.0, "mu_xx": 1.0, "rate": 0.1, "weight": 0.5}
REFUSED = (TypeError, ValueError)


def name_of(value):
    return f"{type(value).__name__} {value}"[:20]


@pytest.mark.parametrize("value", JUNK, ids=name_of)
@pytest.mark.parametrize("name", [*MODEL, "activation", "normalize"])
def test_models_name_the_argument(name, value):
    if name == "normalize" and value is True:
        value = 1
    with pytest.raises(REFUSED, match=r"activation" if name == "activation" else rf"\b{name}\b"):
        ResidualMLP(**MODEL | {name: value})


@pytest.mark.parametrize("value", JUNK, ids=name_of)
@pytest.mark.parametrize("name", [*RUN, "dtype", "device", "observe"])
def test_runs_name_the_argument(name, value):
    says = "observ" if name == "observe" else rf"\b{name}\b"
    with pytest.raises(REFUSED, match=says):
        flat(dense.simulate, ResidualMLP(width=4, eps=0.1), **RUN | {name: value})


@pytest.mark.parametrize("value", JUNK, ids=name_of)
@pytest.mark.parametrize("name", ["steps", "loss", "target", "optimizer", "observe"])
def test_training_names_the_argument(name, value):
    options = {"samples": 1, "seed": 1, "optimizer": SGD(0.1)} | {name: value}
    says = "observ" if name == "observe" else rf"\b{name}\b"
    with pytest.raises(REFUSED, match=says):
        flat(matrix_free.train, ResidualMLP(width=4, eps=0.1), **options)


@pytest.mark.parametrize("value", JUNK, ids=name_of)
@pytest.mark.parametrize(
    "name", [*GRID, "network", "scaled_rate", "total", "steps", "record", "observe", "balanced"]
)
def test_scalar_runs_name_the_argument(name, value):
    if name == "balanced" and value is True:
        value = 1
    given = GRID | {"network": "feedforward", "steps": 3} | {name: value}
    others = {"scaled_rate": "rate", "total": "weight"}
    given.pop(others.get(name, ""), None)
    with pytest.raises(REFUSED, match=rf"\b{name}\b"):
        flat_grid(scalar.gradient_descent, given.pop("network"), given.pop("depth"), **given)


@pytest.mark.parametrize("value", JUNK, ids=name_of)
@pytest.mark.parametrize("name", ["weight", "spread", "layers", "samples", "seed"])
def test_starts_name_the_argument(name, value):
    given = {"weight": 0.5, "spread": 0.1, "layers": 2, "samples": 2, "seed": 0} | {name: value}
    with pytest.raises(REFUSED, match=rf"\b{name}\b"):
        scalar.unbalanced(given.pop("weight"), **given)


@pytest.mark.parametrize("value", JUNK, ids=name_of)
@pytest.mark.parametrize("name", ["weight", "times", "mu_yx", "mu_xx", "rate", "rtol"])
def test_flow_names_the_argument(name, value):
    given = {"weight": [0.5, 0.5], "times": [0.0, 1.0], "mu_yx": 1.0} | {name: value}
    with pytest.raises(REFUSED, match=rf"\b{name}\b"):
        scalar.gradient_flow("feedforward", given.pop("weight"), given.pop("times"), **given)


@pytest.mark.parametrize("value", JUNK, ids=name_of)
def test_optimisers_activations_and_estimates_name_the_argument(value):
    for kind in (SGD, Sign, AdamW, Noise):
        with pytest.raises(REFUSED, match="rate"):
            kind(value)
        with pytest.raises(REFUSED, match="decay"):
            kind(0.1, decay=value)
    with pytest.raises(REFUSED, match="betas"):
        AdamW(0.1, betas=value)
    with pytest.raises(REFUSED, match="slope"):
        leaky_relu(value)
    with pytest.raises(REFUSED, match="samples"):
        Estimate.of(value)


def test_integers_may_be_written_as_floats():
    model = ResidualMLP(width=1e2, loops=np.float32(3), eps=1)
    assert (model.width, model.loops) == (100, 3)
    assert Ensemble(samples=1e1, seed=np.int8(3)).samples == 10


def test_a_target_has_one_value_or_one_per_input():
    model = ResidualMLP(width=4, eps=0.1, h0=np.eye(2))
    with pytest.raises(ValueError, match=r"target must be one number or one per input \(2\)"):
        dense.train(model, Ensemble(samples=1, seed=0), SGD(0.1), target=[1.0, 2.0, 3.0])


TOO_MUCH = {
    "samples": ({}, {"samples": 10**12}),
    "loops": ({"loops": 10**9}, {}),
    "layers": ({"layers": 10**9}, {}),
    "both": ({"loops": 10**6, "layers": 10**6}, {}),
    "width": ({"width": 10**12}, {}),
    "pairs": ({"loops": 10**6}, {"observe": "cosines"}),
}


@pytest.mark.parametrize("simulator", [dense, matrix_free])
@pytest.mark.parametrize(("model", "run"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_does_not_fit_says_its_size_at_once(simulator, model, run):
    with pytest.raises(MemoryError, match=r"needs [\d.e+]+ GiB and [\d.]+ GiB are free"):
        flat(simulator.simulate, ResidualMLP(**MODEL | model), **RUN | run)
    training = {k: v for k, v in run.items() if k != "observe"} | {"optimizer": SGD(0.1)}
    with pytest.raises(MemoryError, match="GiB"):
        flat(simulator.train, ResidualMLP(**MODEL | model), **RUN | training | {"steps": 10**12})


def test_scalar_runs_say_their_size_at_once():
    grid = scalar.Grid("feedforward", 4, mu_yx=1.0, rate=0.1, weight=0.5)
    with pytest.raises(ValueError, match=r"10{12} steps would take \d+ days or more, at most 24 h"):
        scalar.gradient_descent(grid, steps=10**12)
    wide = scalar.Grid("feedforward", 2000, mu_yx=1.0, rate=0.1, weight=0.5)
    with pytest.raises(ValueError, match=r"layers for 9+ steps would take .* or more"):
        scalar.gradient_descent(wide, steps=10**5, record=range(10**5), observe=("sharpness",))
    with pytest.raises(MemoryError, match=r"record of 10{12} steps needs [\d.e+]+ GiB"):
        scalar.gradient_descent(grid, steps=10**12, record=range(10**12))
    deep = scalar.Grid("feedforward", 10**6, mu_yx=1.0, rate=0.1, weight=0.5)
    with pytest.raises(MemoryError, match="1000000 layers"):
        scalar.gradient_descent(deep, steps=1, observe=("sharpness",))
    with pytest.raises(MemoryError, match="layers"):
        scalar.unbalanced(0.5, spread=0.1, layers=10**6, samples=10**9, seed=0)


def test_the_time_of_updates_that_are_computed_again_is_said():
    model, steps = ResidualMLP(width=20_000, loops=2, eps=0.5), 10**4
    with pytest.raises(ValueError, match=r"a matrix-free run .* would take \S+ years or more"):
        matrix_free.train(model, Ensemble(samples=2, seed=0), AdamW(1e-3), steps=steps)

    def cost(optimizer):
        ensemble = Ensemble(samples=2, seed=0)
        return expected(lambda _: matrix_free.train(model, ensemble, optimizer)).seconds

    assert 1 < cost(Sign(0.1)) < 30
    assert cost(SGD(0.1)) < 0.1


@pytest.mark.parametrize("name", simulators())
def test_no_simulator_answers_in_words_of_python(name):
    simulator = simulators()[name]
    signature = inspect.signature(simulator)
    needed = [p for p in signature.parameters.values() if p.default is p.empty]
    places = [p for p in needed if p.kind is p.POSITIONAL_ONLY]
    words = {p.name: 1 for p in needed if p.kind is p.KEYWORD_ONLY}
    with pytest.raises(
        (TypeError, RuntimeError), match=f"^{places[0].name} must be|^networks need"
    ):
        simulator(*[None] * len(places), **words)
    with pytest.raises(TypeError, match=r"; write \w+\("):
        simulator()


def test_time_is_refused_where_memory_would_do(monkeypatch):
    monkeypatch.setattr("depthlaws.sims.common.backend.Backend.available", lambda _: 2**45)
    model = ResidualMLP(width=10**5, eps=0.1)
    with pytest.raises(ValueError, match=r"would take \S+ years or more, at most 24 hours are"):
        dense.simulate(model, Ensemble(samples=10**9, seed=0))
    with pytest.raises(ValueError, match=r"a matrix-free run .* would take \S+ (days|years) or"):
        matrix_free.simulate(replace(model, loops=10**4), Ensemble(samples=10**6, seed=0))


@pytest.mark.parametrize("rate", [-1.0, 1e300])
@pytest.mark.parametrize("name", ["rate", "scaled_rate"])
def test_rates_that_climb_or_overflow_are_refused(name, rate):
    given = {"mu_yx": 1.0, "weight": 0.5, name: [0.1, rate]}
    told = f"{name} must be from 0 to 1e+100, got {rate:g}"
    with pytest.raises(ValueError, match=re.escape(told)):
        scalar.Grid("feedforward", 3, **given)
    if name == "rate":
        for kind in (SGD, Sign, AdamW, Noise):
            with pytest.raises(ValueError, match="rate must be"):
                kind(rate)
        with pytest.raises(ValueError, match="rate must be"):
            scalar.gradient_flow("feedforward", [0.5], [1.0], mu_yx=1.0, rate=rate)


def never(*_):
    raise AssertionError("the work began")


def test_a_run_that_is_only_estimated_does_not_begin():
    grid = scalar.Grid("feedforward", [2, 300], mu_yx=1.0, rate=0.1, weight=0.5)
    cost = expected(
        lambda _: scalar.gradient_descent(grid, steps=9, record=range(10), progress=never)
    )
    assert cost.output >= 2 * 2 * 10 * 8 * 2
    assert cost.need > cost.output
    model, ensemble = (
        ResidualMLP(width=64, loops=4, eps=0.1),
        Ensemble(samples=10, seed=0, progress=never),
    )
    for simulator in (dense, matrix_free):
        cost = expected(lambda _, one=simulator: one.simulate(model, ensemble))
        assert cost.output >= 10 * 5 * 8
        assert 0 < cost.seconds < 60
        assert expected(lambda _, one=simulator: one.train(model, ensemble, SGD(0.1))).need > 0
    with pytest.raises(ValueError, match="steps"):
        expected(lambda _: scalar.gradient_descent(grid, steps=-1))
    assert expected(lambda told: [told(i, 9) for i in range(9)]).need == 0  # stopped at its first
    assert scalar.gradient_descent(grid, steps=1).sizes["depth"] == 2  # the next one runs


def test_durations_are_words():
    assert duration(59.0) == "59 seconds"
    assert duration(7200.0) == "2 hours"
    assert duration(3.2e9) == "101 years"


@pytest.mark.parametrize("simulator", [dense, matrix_free])
def test_progress_counts_every_step(simulator):
    seen = []
    model = ResidualMLP(width=4, loops=3, layers=2, eps=0.1)
    ensemble = Ensemble(samples=5, seed=0, batch=2, progress=lambda *at: seen.append(at))
    simulator.simulate(model, ensemble, observe="weight_gradient")
    assert seen[-1] == (30, 30)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    seen.clear()
    simulator.train(model, ensemble, SGD(0.1), steps=2)
    assert seen[-1] == (90, 90)


def test_scalar_progress_counts_the_steps_of_all_parts():
    seen = []
    grid = scalar.Grid("feedforward", [2, 3, 50], mu_yx=1.0, rate=0.1, weight=0.5)
    scalar.gradient_descent(grid, steps=7, progress=lambda *at: seen.append(at))
    assert seen == [(i * 7 + n, 14) for i in range(2) for n in range(8)]


def test_an_interrupted_run_stops_its_other_threads():
    """A thread that counts a step after the interruption is stopped."""
    model = ResidualMLP(width=4, loops=50, eps=0.1)
    seen = []

    def interrupt(done, total):
        seen.append(done)
        if len(seen) == 3:
            raise KeyboardInterrupt

    ensemble = Ensemble(samples=4096, seed=0, workers=2, progress=interrupt)
    with pytest.raises((KeyboardInterrupt, InterruptedError)):
        dense.simulate(model, ensemble)
    assert len(seen) < 200


def test_simulators_are_found_by_their_own_word():
    result = simulators()
    assert {"scalar", "residual", "matrix-free"} <= set(result)
    for name, function in result.items():
        assert function.simulator == name
        assert function.__name__ in __import__(function.__module__, fromlist=["x"]).__all__


def test_what_needs_all_that_is_free_starts():
    def starts(need):
        try:
            fit("a run", need=need, free=8.0)
        except MemoryError:
            return False
        return True

    assert starts(8.0)
    assert not starts(8.001)


LAYERS = xr.DataArray([1.0, 2.0], dims="layer")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"total": LAYERS}, "total is one number per network; give weight for a value per layer"),
        ({"weight": LAYERS, "balanced": True}, "a balanced run has one weight for all layers"),
    ],
)
def test_layers_have_weights_of_their_own_only_where_there_are_layers(options, says):
    with pytest.raises(ValueError, match=says):
        flat_grid(scalar.gradient_descent, "feedforward", 2, mu_yx=1, mu_xx=1, rate=0.1, steps=1,
                  **options)  # fmt: skip


def test_weights_are_asked_for_by_layer():
    with pytest.raises(ValueError, match=r"weights must be \(\.\.\., layer\), got the number 2.0"):
        scalar.loss("feedforward", 2.0, mu_yx=1.0)


def test_a_flow_that_leaves_the_doubles_is_no_answer():
    with np.errstate(all="ignore"), pytest.raises(ArithmeticError, match="gradient flow stopped: "):
        scalar.gradient_flow("feedforward", [1e100] * 3, [0.0, 1.0], mu_yx=1.0)


def test_steps_to_record_may_come_one_by_one():
    runs = [
        flat_grid(scalar.gradient_descent, "feedforward", 2, mu_yx=1.0, mu_xx=1.0, rate=0.1,
                  weight=1.5, steps=3, record=record).total
        for record in (iter([2, 0]), [0, 2])
    ]  # fmt: skip
    assert runs[0].step.values.tolist() == [0, 2]
    np.testing.assert_array_equal(*runs)


def test_no_simulator_has_an_activation_without_a_name():
    with pytest.raises(TypeError, match="activation must be a name or an Activation, got 3"):
        activations.get(3)
    assert activations.get(one := activations.get("tanh")) is one


@pytest.mark.parametrize("run", [lambda _: None, lambda told: told(0, 2)])
def test_a_run_that_says_nothing_of_its_cost_is_free(run):
    """One that ends at once, and one that is stopped by its first sign of progress."""
    assert expected(run) == Cost(0.0, 0.0, 0.0)


def test_who_draws_where_nothing_is_drawn_is_told():
    with pytest.raises(TypeError, match="this optimiser draws random numbers"):
        Noise(0.1).direction(np.ones((1, 2, 2)), {}, no_draw)


def test_a_run_that_was_broken_off_stops_whoever_counts_next():
    meter, seen = Meter(lambda *counts: seen.append(counts), 4), []
    meter.advance(3)
    meter.stop()
    with pytest.raises(InterruptedError, match="run was stopped"):
        meter.advance(1)
    assert seen == [(3, 4)]


def test_an_activation_of_the_theory_is_taken():
    """A stream with tanh of one's own is the stream with tanh by name."""
    own = theory_activations.from_function("mine", np.tanh, lambda x: 1 - np.tanh(x) ** 2)
    run = {"samples": 2, "seed": 0}
    ours, named = (
        flat(dense.simulate, ResidualMLP(width=4, loops=3, eps=0.1, activation=phi), **run)
        for phi in (own, "tanh")
    )
    np.testing.assert_array_equal(ours.energy, named.energy)
    assert not activations.get(own).homogeneous
    assert activations.get(theory_activations.leaky_relu(0.2)).homogeneous
