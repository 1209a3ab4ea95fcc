"""Streams used at other loops than in training, and noisy matrices."""

import math

import numpy as np
import pytest

from depthlaws import residual, updates
from depthlaws.sims import SGD, Noise
from depthlaws.sims.residual import Ensemble, ResidualMLP, dense, matrix_free

TUNED = residual.Stream(loops=4, layers=2, eps=0.2, s=1.2)


def test_the_branch_scale_stays_as_it_was_tuned():
    assert residual.in_use(TUNED, 9).energies[:9] == pytest.approx(TUNED.energies, rel=1e-14)
    visits = "1+2x2+1"
    tuned = residual.Stream(visits=visits, eps=residual.visit_scales(visits))
    used = residual.in_use(tuned, visits="1+2x3+1")
    assert used.eps.tolist() == [0.5, *[0.25] * 6, 0.5]
    per_visit = residual.Stream(loops=2, layers=2, eps=[0.1, 0.3] * 2)
    assert residual.in_use(per_visit, 3).scales.tolist() == [0.1, 0.3] * 3
    assert residual.in_use(TUNED, visits="2x9").energies[-1] == pytest.approx(
        residual.in_use(TUNED, 9).energies[-1]
    )


@pytest.mark.parametrize(
    ("stream", "asked", "says"),
    [
        (TUNED, {}, "give loops or visits: got loops=None, visits=None"),
        (TUNED, {"loops": 2, "visits": "2x2"}, "give loops or visits"),
        (TUNED, {"loops": 0}, "loops must be"),
        (TUNED, {"visits": "3x2"}, "of the same 2 layers, got '3x2'"),
        (residual.Stream(visits="1x2", eps=0.1), {"loops": 4}, "give visits"),
        (residual.Stream(loops=2, eps=[0.1, 0.2]), {"loops": 4}, "layer 0 have different"),
    ],
)
def test_loops_that_cannot_be_used(stream, asked, says):
    with pytest.raises(ValueError, match=says):
        residual.in_use(stream, **asked)


def test_noise_in_two_steps_by_hand():
    """H'_2 - H_2 and the overlap of the two runs, for a linear activation."""
    a, noise = 0.5, 0.3
    stream = residual.Stream(loops=2, eps=a, activation="linear")
    end = residual.noisy_kernel(stream, noise)[..., -1, -1]
    noisy = a**2 * (1 + noise**2)
    assert end[0, 0] == pytest.approx(1 + 4 * a**2 + a**4)
    assert end[0, 1] == pytest.approx(end[0, 0])
    assert end[1, 1] == pytest.approx(1 + 4 * noisy + noisy**2)


@pytest.mark.parametrize("law", [residual.noisy_kernel, updates.gradient_step_in_use])
def test_several_inputs_are_refused(law):
    with pytest.raises(ValueError, match=r"one input|one initial energy"):
        law(residual.Stream(loops=2, eps=0.1, h0=np.eye(2)), 2)


def test_a_step_in_use_needs_whole_loops():
    with pytest.raises(ValueError, match="a gradient step in use needs loops and layers"):
        updates.gradient_step_in_use(residual.Stream(visits="1x2", eps=0.1), 3)


@pytest.mark.parametrize("loops", [1, 4, 7])
def test_a_step_in_use_by_its_response(loops):
    step = updates.gradient_step_in_use(TUNED, loops, 0.5, variance=2.0, nodes=8)
    assert step.response.shape == (2 * loops + 1, TUNED.steps)
    backward = updates.backward_kernel(TUNED, 2.0)[1:, 1:]
    last = step.response[-1]
    assert step.loss == pytest.approx(2.0 * last.sum())
    assert step.rms**2 == pytest.approx(last @ backward @ last + step.gaussian)


def test_a_block_in_use_by_the_calculator():
    used = residual.loop(2, 4, lam=1.0, use_loops=12, sites=0)
    same = residual.loop(2, 12, eps=1 / (4 * math.sqrt(2)), sites=0)
    assert (used.growth, used.noise) == (same.growth, same.noise)
    wide = residual.Stream(loops=12, layers=2, eps=1 / (4 * math.sqrt(2)), s=math.sqrt(2))
    end = residual.noisy_kernel(wide, 1e-3)[..., -1, -1]
    moved = end[0, 0] + end[1, 1] - 2 * end[0, 1]
    assert used.noise == pytest.approx(math.sqrt(moved / end[0, 0]) / 1e-3, rel=1e-3)
    assert math.isnan(residual.loop(2, 4, eps=0.1, block="postact", sites=0).noise)


@pytest.mark.parametrize(
    "given",
    [{"L": 2, "N": 2, "eps": 0.1}, {"visits": "2x2", "lam": 1.0}],
)
def test_loops_in_use_need_tuned_loops(given):
    with pytest.raises(ValueError, match="use_loops=4 needs lam with L and N"):
        residual.loop(**given, use_loops=4)


# -- simulated -------------------------------------------------------------------------------------


@pytest.mark.parametrize("route", [dense, matrix_free])
def test_the_simulated_change_at_its_own_loops_is_the_change(route):
    model, observe = ResidualMLP(width=24, loops=3, eps=0.3), ("change", "change_in_use")
    same = {"observe": observe, "use_loops": 3, "steps": 2}
    run = route.train(model, Ensemble(samples=3, seed=1), SGD(0.1), **same)
    last = run.change.isel(time=-1)
    np.testing.assert_allclose(run.change_in_use, last, rtol=1e-9)


@pytest.mark.parametrize("optimizer", [SGD(1e-3), Noise(1e-3)])
@pytest.mark.parametrize("loops", [2, 6])
def test_simulated_outputs_move_as_the_theory_says(optimizer, loops):
    model = ResidualMLP(width=512, loops=4, layers=2, eps=0.2, s=1.2)
    ensemble = Ensemble(samples=64, seed=8, dtype="float32")
    run = matrix_free.train(
        model, ensemble, optimizer, observe="change_in_use", use_loops=loops
    ).change_in_use.isel(step=1) / (1e-6)
    exact = updates.isotropic_update(residual.in_use(TUNED, loops))[-1, -1]
    if isinstance(optimizer, SGD):
        exact = updates.gradient_step_in_use(TUNED, loops).rms ** 2
    draws = run.to_numpy()
    error = draws.std(ddof=1) / math.sqrt(len(draws))
    assert abs(draws.mean() - exact) < 5 * error


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"use_loops": 3}, 'use_loops=3 needs observe="change_in_use"'),
        ({"observe": "change_in_use", "use_loops": 0}, "use_loops"),
    ],
)
def test_training_refuses_half_a_question(given, says):
    with pytest.raises(ValueError, match=says):
        dense.train(ResidualMLP(width=8, eps=0.1), Ensemble(samples=2, seed=0), SGD(0.1), **given)


def test_visits_have_no_other_loops():
    model = ResidualMLP(width=8, visits="1x2", eps=0.1)
    with pytest.raises(ValueError, match="use_loops=3 needs loops and layers"):
        dense.train(
            model, Ensemble(samples=2, seed=0), SGD(0.1), observe="change_in_use", use_loops=3
        )
